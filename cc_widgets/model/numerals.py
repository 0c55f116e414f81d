"""Text of numbers, thresholds, classifiers and baselines."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from math import ceil, floor, inf, isfinite, log10

from cc_widgets.core.conditions import Range
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.cross_validation import AVERAGES
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.uncertainty.intervals import zero_error_limit
from cc_widgets.model.derive import Curves, DerivedClassifier, thresholds_of, trials_of

# ---- Numbers; `js/src/words/numbers.ts` formats them the same way


_MINUS = "\N{MINUS SIGN}"
_DIGITS = 3
_MAX_LETTERS = 24
_ROUNDED_DIGITS = 12
_GROUPED_FROM, _MAX_GROUPED = 1000, 1e15
_PLAIN_POWERS = range(-9, 15)  # powers of ten written without an exponent
_PLAIN_THRESHOLD_POWERS = range(-12, 21)


def number(value: float, digits: int = _DIGITS) -> str:
    """Return a number with a few significant digits, halves rounded up, and a true minus sign.

    Examples
    --------
    >>> number(0.0615), number(0.3125), number(12345.0), number(1e-6), number(2.5e-12)
    ('0.0615', '0.313', '12300', '0.000001', '2.5e-12')
    """
    if not isfinite(value):
        return f"{_MINUS}∞" if value < 0.0 else "∞"
    whole, power = _rounded(abs(value), digits)
    sign = _MINUS if value < 0.0 and whole else ""
    return sign + _product_text(whole, power)


def _rounded(size: float, digits: int) -> tuple[int, int]:
    """Return a whole number and a power of ten, whose product is the rounded number."""
    n_digits = max(_ROUNDED_DIGITS, digits)
    mantissa, exponent = f"{size:.{n_digits - 1}e}".split("e")
    unit: int = 10 ** (n_digits - digits)
    return (2 * int(mantissa.replace(".", "")) + unit) // (2 * unit), int(exponent) - digits + 1


def _product_text(whole: int, power: int) -> str:
    """Return the text of a whole number times a power of ten."""
    if whole == 0:
        return "0"
    while whole % 10 == 0:
        whole, power = whole // 10, power + 1
    text = str(whole)
    highest = power + len(text) - 1
    if highest not in _PLAIN_POWERS:
        point = f".{text[1:]}" if len(text) > 1 else ""
        return f"{text[0]}{point}e{highest:+d}"
    if power >= 0:
        return text + "0" * power
    text = text.rjust(1 - power, "0")
    return f"{text[:power]}.{text[power:]}"


def share(value: float) -> str:
    """Return a fraction, with as many digits as its distance to the nearer of 0 and 1 needs.

    Examples
    --------
    >>> share(0.12345), share(0.9998765), share(1.0)
    ('0.123', '0.999877', '1')
    """
    return _product_text(*_rounded_share(value))


def percent(value: float, digits: int = _DIGITS) -> str:
    """Return a fraction as a percentage.

    Examples
    --------
    >>> percent(0.0392), percent(0.99987654), percent(0.4567, 2)
    ('3.92 %', '99.9877 %', '46 %')
    """
    whole, power = _rounded_share(value, digits)
    return f"{_product_text(whole, power + 2)} %"


def _rounded_share(value: float, digits: int = _DIGITS) -> tuple[int, int]:
    """Return a share as a whole number and a power of ten."""
    distance = min(value, 1.0 - value)
    if distance <= 0.0:
        return _rounded(value, digits)
    decimals = digits - 1 - _first_power(distance)
    return _rounded(
        value, min(max(decimals + _first_power(value) + 1, digits), _ROUNDED_DIGITS + 3)
    )


def _first_power(size: float) -> int:
    """Return the power of ten of the first significant digit."""
    return int(f"{size:.{_ROUNDED_DIGITS - 1}e}".split("e")[1])


def amount(value: float, unit: str = "") -> str:
    """Return an amount with its unit: large numbers with thousands separators, small ones rounded.

    Examples
    --------
    >>> amount(59_309_312.4, "EUR"), amount(4.126), amount(0.5, "EUR")
    ('59,309,312 EUR', '4.13', '0.5 EUR')
    """
    size = abs(value)
    units = _nearest_integer(size)
    grouped = f"{units:,}" if units >= _GROUPED_FROM and size < _MAX_GROUPED else number(size)
    coin = f" {unit}" if unit else ""
    return f"{_MINUS if value < 0.0 and grouped != '0' else ''}{grouped}{coin}"


def _nearest_integer(size: float) -> int:
    """Return the nearest whole number, halves rounded up."""
    whole, power = _rounded(size, _ROUNDED_DIGITS) if isfinite(size) else (0, 0)
    divisor: int = 10 ** max(0, -power)
    factor: int = 10 ** max(0, power)
    return (2 * whole * factor + divisor) // (2 * divisor)


_WHOLE_FROM = 10  # larger counts are rounded to whole numbers


def tally(value: float, whole_from: float = _WHOLE_FROM) -> str:
    """Return an expected count: a whole number, or two digits if small.

    Examples
    --------
    >>> tally(38.4), tally(12345.6), tally(9.04), tally(0.123), tally(9.04, 1)
    ('38', '12,346', '9', '0.12', '9')
    """
    if value < whole_from:
        return number(value, 2)
    return f"{_nearest_integer(value):,}" if value < _MAX_GROUPED else number(value)


def people_count(value: float) -> str:
    """Return an expected number of people or cases, as a whole number from 1."""
    return tally(value, 1)


def rounded_remainder(whole: float, part: float, remainder: float) -> float:
    """Return the rest of a whole after rounding, so that rounded parts add up.

    Examples
    --------
    >>> rounded_remainder(500.0, 467.5, 32.5), rounded_remainder(1.5, 0.9, 0.6)
    (32.0, 0.6)
    """
    return (
        remainder
        if min(part, remainder) < 1.0
        else float(_nearest_integer(whole) - _nearest_integer(part))
    )


def listing(parts: Sequence[str]) -> str:
    """Join words with commas and "and".

    Examples
    --------
    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def span(value: Range, write: Callable[[float], str], unit: str = "") -> str:
    """Return a number, or both ends of a range if their texts differ.

    Examples
    --------
    >>> span(Range(0.2, 0.25), share), span(Range(5, 5), amount, "EUR")
    ('0.2 to 0.25', '5 EUR')
    """
    low, high = write(value.low), write(value.high)
    coin = f" {unit}" if unit else ""
    return f"{low if low == high else f'{low} to {high}'}{coin}"


def reward_words(cost_tp: Range, cost_tn: Range, currency: str = "") -> str:
    """Return the costs of correct decisions as the end of a list of costs; empty if all are 0.

    Examples
    --------
    >>> reward_words(Range(0.0, 0.0), Range(2.5, 3.0), "EUR")
    ', a true negative 2.5 to 3 EUR'
    """
    costs = ("positive", cost_tp), ("negative", cost_tn)
    return "".join(
        f", a true {name} {span(cost, amount, currency)}"
        for name, cost in costs
        if cost != Range(0.0, 0.0)
    )


def decimal(threshold: float) -> str:
    """Return a threshold as source code: all digits, and an ASCII minus sign.

    Examples
    --------
    >>> decimal(0.9999984), decimal(-2e-07), decimal(12000.0), decimal(float("inf"))
    ('0.9999984', '-0.0000002', '12000', 'inf')
    """
    if not isfinite(threshold):
        return "inf" if threshold == inf else "-inf"
    text = repr(float(threshold) + 0.0)  # no negative zero
    exact = Decimal(text)
    if threshold and exact.adjusted() not in _PLAIN_THRESHOLD_POWERS:
        return text
    plain = f"{exact:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def error_bound(error: float) -> str:
    """Return an upper bound of an error with one digit, rounded up.

    Examples
    --------
    >>> error_bound(0.00171), error_bound(0.002)
    ('0.002', '0.002')
    """
    decimals = -floor(log10(error))
    return decimal(ceil(round(error * 10**decimals, 9)) / 10**decimals)


def truncated_list(parts: Sequence[str], most: int = 6) -> str:
    r"""Return the first items, one per line, and the number of omitted ones.

    Examples
    --------
    >>> truncated_list(["a", "b", "c"], most=2)
    'a\nb\nand 1 more'
    """
    n_left = len(parts) - most
    return "\n".join([*parts[:most], *([f"and {n_left} more"] if n_left > 0 else [])])


# ---- Errors of which none was observed


_ZERO_LEVEL = 0.95  # of the limit of a rate of which no error was observed


def zero_error_words(derived: Curves, item: DerivedClassifier | None, *, positive: bool) -> str:
    """Return the number of trials without an error, and the upper confidence limit of its rate.

    `positive` is the class of the errors. The level allows for the choice among the visible
    classifiers.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": cell_counts(tp=40, fn=10, fp=0, tn=357)})
    >>> zero_error_words(derived, derived.classifiers[0], positive=False)
    ' (none in 357, 95 %: up to 8 per 1,000)'
    """
    trials = None if item is None else trials_of(item)
    if trials is None:
        return " on this dataset"
    size = trials.positives if positive else trials.negatives
    clusters = " clusters" if trials.are_clusters else ""
    limit = 1000.0 * float(zero_error_limit(size, _ZERO_LEVEL, max(1, len(derived.visible))))
    return (
        f" (none in {people_count(size)}{clusters}, {percent(_ZERO_LEVEL)}: "
        f"up to {people_count(limit)} per 1,000)"
    )


# ---- Names of classifiers, thresholds and baselines


def corner_words(derived: Curves, corner: int) -> str:
    """Return the name of a vertex of the joint hull: classifier and threshold, or baseline.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> corner_words(derive({}), 0)
    'call all negatives'
    """
    owner = int(derived.hull.owner[corner])
    if owner == BASELINE:
        return baseline_words(derived, positive=corner > 0)
    return point_words(derived.classifiers[owner], int(derived.hull.index[corner]))


def corner_advice(derived: Curves, corner: int) -> str:
    """Return advice to use a vertex of the joint hull that belongs to a classifier."""
    owner = int(derived.hull.owner[corner])
    return use_words(derived.classifiers[owner], int(derived.hull.index[corner]))


def use_words(item: DerivedClassifier, index: int) -> str:
    """Return advice to use a classifier at a threshold or labelled point."""
    label = label_of(item, index)
    if label:
        return f"use {item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    suffix = f", from score {decimal(threshold)} on" if isfinite(threshold) else ""
    return f"use {item.name}{suffix}"


def baseline_words(derived: Curves, *, positive: bool) -> str:
    """Return the name of a baseline with the user's class names."""
    return f"call all {derived.classes[positive]}"


def point_words(item: DerivedClassifier, index: int) -> str:
    """Return the name of a classifier with the threshold or label of a point, as text."""
    label = label_of(item, index)
    if label:
        return f"{item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    return f"{item.name}, threshold {decimal(threshold)}" if isfinite(threshold) else item.name


def shorten(name: str, longest: int = _MAX_LETTERS) -> str:
    """Return a name, shortened to fit a figure or a line.

    Examples
    --------
    >>> shorten("logistic regression", 10)
    'logistic …'
    """
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def label_of(item: DerivedClassifier, index: int) -> str:
    """Return the user's label of a point; empty without one.

    For averaged folds, a point is an average over one threshold per fold.
    """
    if item.reduced.average is not None:
        return AVERAGES[item.reduced.average].point_meaning
    labels = item.curve.labels if isinstance(item.curve, PointSet) else None
    return (labels[index] if labels else None) or ""
