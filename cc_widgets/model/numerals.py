"""How numbers, classifiers and rules are written."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from math import ceil, floor, inf, isfinite, log10

from cc_widgets.core import TRIVIAL, PointSet, Range
from cc_widgets.core._folds import AVERAGES
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of

# ---- How numbers are written in sentences; `js/src/words/numbers.ts` writes them alike


_MINUS = "\N{MINUS SIGN}"
_DIGITS = 3
_LONGEST = 24
_SEEN = 12
_GROUP, _MOST_GROUPED = 1000, 1e15
_PLAIN = range(-9, 15)  # powers of ten that are written out
_PLAIN_THRESHOLD = range(-12, 21)


def number(value: float, digits: int = _DIGITS) -> str:
    """Write a number with a few significant digits, of one that is halfway the greater.

    Parameters
    ----------
    value : float
        Any number.
    digits : int
        How many digits.

    Returns
    -------
    str
        With a real minus sign.

    Examples
    --------
    >>> number(0.0615), number(0.3125), number(12345.0), number(1e-6), number(2.5e-12)
    ('0.0615', '0.313', '12300', '0.000001', '2.5e-12')
    """
    if not isfinite(value):
        return f"{_MINUS}∞" if value < 0.0 else "∞"
    whole, power = _rounded(abs(value), digits)
    sign = _MINUS if value < 0.0 and whole else ""
    return sign + _written(whole, power)


def _rounded(size: float, digits: int) -> tuple[int, int]:
    """A whole number and a power of ten: their product is the rounded number."""
    seen = max(_SEEN, digits)
    mantissa, exponent = f"{size:.{seen - 1}e}".split("e")
    rest: int = 10 ** (seen - digits)
    return (2 * int(mantissa.replace(".", "")) + rest) // (2 * rest), int(exponent) - digits + 1


def _written(whole: int, power: int) -> str:
    """Write a product of a whole number and a power of ten."""
    if whole == 0:
        return "0"
    while whole % 10 == 0:
        whole, power = whole // 10, power + 1
    text = str(whole)
    highest = power + len(text) - 1
    if highest not in _PLAIN:
        point = f".{text[1:]}" if len(text) > 1 else ""
        return f"{text[0]}{point}e{highest:+d}"
    if power >= 0:
        return text + "0" * power
    text = text.rjust(1 - power, "0")
    return f"{text[:power]}.{text[power:]}"


def share(value: float) -> str:
    """Write a share of 1, with as many digits as its distance from the nearer end needs.

    Examples
    --------
    >>> share(0.12345), share(0.9998765), share(1.0)
    ('0.123', '0.999877', '1')
    """
    return _written(*_rounded_share(value))


def percent(value: float, digits: int = _DIGITS) -> str:
    """Write a share of 1 in per cent.

    Examples
    --------
    >>> percent(0.0392), percent(0.99987654), percent(0.4567, 2)
    ('3.92 %', '99.9877 %', '46 %')
    """
    whole, power = _rounded_share(value, digits)
    return f"{_written(whole, power + 2)} %"


def _rounded_share(value: float, digits: int = _DIGITS) -> tuple[int, int]:
    """A share as a whole number and a power of ten."""
    rest = min(value, 1.0 - value)
    if rest <= 0.0:
        return _rounded(value, digits)
    decimals = digits - 1 - _power(rest)
    return _rounded(value, min(max(decimals + _power(value) + 1, digits), _SEEN + 3))


def _power(size: float) -> int:
    """The power of ten of the first digit that is seen."""
    return int(f"{size:.{_SEEN - 1}e}".split("e")[1])


def amount(value: float, unit: str = "") -> str:
    """Write an amount with its unit: whole numbers in groups, small ones with a few digits.

    Examples
    --------
    >>> amount(59_309_312.4, "EUR"), amount(4.126), amount(0.5, "EUR")
    ('59,309,312 EUR', '4.13', '0.5 EUR')
    """
    size = abs(value)
    units = _units(size)
    grouped = f"{units:,}" if units >= _GROUP and size < _MOST_GROUPED else number(size)
    coin = f" {unit}" if unit else ""
    return f"{_MINUS if value < 0.0 and grouped != '0' else ''}{grouped}{coin}"


def _units(size: float) -> int:
    """The nearest whole number; of two the greater."""
    whole, power = _rounded(size, _SEEN) if isfinite(size) else (0, 0)
    cut: int = 10 ** max(0, -power)
    tens: int = 10 ** max(0, power)
    return (2 * whole * tens + cut) // (2 * cut)


_COUNTED = 10  # from here on whole numbers are near enough


def tally(value: float, whole_from: float = _COUNTED) -> str:
    """Write how many there are on average: whole numbers, small ones with two digits.

    Examples
    --------
    >>> tally(38.4), tally(12345.6), tally(9.04), tally(0.123), tally(9.04, 1)
    ('38', '12,346', '9', '0.12', '9')
    """
    if value < whole_from:
        return number(value, 2)
    return f"{_units(value):,}" if value < _MOST_GROUPED else number(value)


def people(value: float) -> str:
    """Write how many people, or cases, there are on average: nobody is half a person."""
    return tally(value, 1)


def left_of(whole: float, taken: float, left: float) -> float:
    """How many people are left when some are taken, so that the three add up as they are written.

    Examples
    --------
    >>> left_of(500.0, 467.5, 32.5), left_of(1.5, 0.9, 0.6)
    (32.0, 0.6)
    """
    return left if min(taken, left) < 1.0 else float(_units(whole) - _units(taken))


def listing(parts: Sequence[str]) -> str:
    """Parts in a sentence.

    Examples
    --------
    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def span(value: Range, write: Callable[[float], str], unit: str = "") -> str:
    """Write a number, or the two ends of a range where they look different.

    Examples
    --------
    >>> span(Range(0.2, 0.25), share), span(Range(5, 5), amount, "EUR")
    ('0.2 to 0.25', '5 EUR')
    """
    low, high = write(value.low), write(value.high)
    coin = f" {unit}" if unit else ""
    return f"{low if low == high else f'{low} to {high}'}{coin}"


def decimal(threshold: float) -> str:
    """Write a threshold so that a program can read it: every digit, and a plain minus sign.

    Examples
    --------
    >>> decimal(0.9999984), decimal(-2e-07), decimal(12000.0), decimal(float("inf"))
    ('0.9999984', '-0.0000002', '12000', 'inf')
    """
    if not isfinite(threshold):
        return "inf" if threshold == inf else "-inf"
    text = repr(float(threshold) + 0.0)  # there is but one zero
    exact = Decimal(text)
    if threshold and exact.adjusted() not in _PLAIN_THRESHOLD:
        return text
    plain = f"{exact:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def bound_of(error: float) -> str:
    """Write by how much a cost may be off: one digit, which is not rounded down.

    Examples
    --------
    >>> bound_of(0.00171), bound_of(0.002)
    ('0.002', '0.002')
    """
    decimals = -floor(log10(error))
    return decimal(ceil(round(error * 10**decimals, 9)) / 10**decimals)


def listed(parts: Sequence[str], most: int = 6) -> str:
    r"""Parts one per line, and how many were left out.

    Examples
    --------
    >>> listed(["a", "b", "c"], most=2)
    'a\nb\nand 1 more'
    """
    more = len(parts) - most
    return "\n".join([*parts[:most], *([f"and {more} more"] if more > 0 else [])])


# ---- How classifiers, thresholds and trivial rules are named in sentences


def corner_words(derived: Derived, corner: int) -> str:
    """Name a corner of the joint hull.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    corner : int
        Position in its hull.

    Returns
    -------
    str
        The classifier and its threshold, or the trivial rule.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> corner_words(derive({}), 0)
    'call all negatives'
    """
    owner = int(derived.hull.owner[corner])
    if owner == TRIVIAL:
        return trivial_words(derived, positive=corner > 0)
    return point_words(derived.classifiers[owner], int(derived.hull.index[corner]))


def use_of_corner(derived: Derived, corner: int) -> str:
    """Advice to use a corner of the joint hull that is a classifier's."""
    owner = int(derived.hull.owner[corner])
    return use_words(derived.classifiers[owner], int(derived.hull.index[corner]))


def use_words(item: DerivedClassifier, index: int) -> str:
    """Advice to use a classifier, with its threshold or its label."""
    label = label_of(item, index)
    if label:
        return f"use {item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    after = f", from score {decimal(threshold)} on" if isfinite(threshold) else ""
    return f"use {item.name}{after}"


def trivial_words(derived: Derived, *, positive: bool) -> str:
    """Name a trivial rule in the user's words."""
    return f"call all {derived.classes[positive]}"


def point_words(item: DerivedClassifier, index: int) -> str:
    """Name a point of a classifier by its threshold or its label."""
    label = label_of(item, index)
    if label:
        return f"{item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    return f"{item.name}, threshold {decimal(threshold)}" if isfinite(threshold) else item.name


def short(name: str, longest: int = _LONGEST) -> str:
    """Name no longer than a figure, or a line, has room for.

    Examples
    --------
    >>> short("logistic regression", 10)
    'logistic …'
    """
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def label_of(item: DerivedClassifier, index: int) -> str:
    """The user's name for one point of a classifier; '' if it has none.

    Where folds are averaged a point stands for a threshold of each, and none of them is named.
    """
    if item.kept.by is not None:
        return AVERAGES[item.kept.by].of_each
    labels = item.curve.labels if isinstance(item.curve, PointSet) else None
    return (labels[index] if labels else None) or ""
