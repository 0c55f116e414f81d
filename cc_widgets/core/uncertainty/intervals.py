"""Closed-form confidence intervals of a rate, and of the cost of one fixed threshold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import hypot, lgamma, log, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.counting import Counts
from cc_widgets.core.metrics import beta_tails
from cc_widgets.core.results import LEVEL, BoolArray, FloatArray
from cc_widgets.core.uncertainty.bands import (
    Band,
    Level,
    critical_value,
    normal_quantile,
    read_grid,
    read_level,
)
from cc_widgets.core.validation import (
    PC_MEANS,
    check_shapes,
    read_integer,
    read_number,
    read_numbers,
    read_position,
    read_unit,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "LineCounts",
    "line_counts",
    "mover_band",
    "mover_limits",
    "rectangle_band",
    "rule_band",
    "wilson_limits",
    "zero_error_limit",
]

# ---- Error counts of one fixed classifier


_MATRIX_SIZE = 3  # thresholds of a confusion matrix: both baselines and the classifier


@dataclass(frozen=True, slots=True)
class LineCounts:
    """Error counts of one classifier at one threshold, by class.

    Attributes
    ----------
    fp, negatives : int
        Number of false positives and of negatives.
    fn, positives : int
        Number of false negatives and of positives.

    Raises
    ------
    CostCurveError
        If a count is not an integer, or a class is empty or has more errors than examples.

    Examples
    --------
    >>> LineCounts(fp=4, negatives=10, fn=4, positives=20).fnr
    0.2
    """

    fp: int
    negatives: int
    fn: int
    positives: int

    def __post_init__(self) -> None:
        """Check the counts."""
        check_counts(self, ("negatives", "positives"), fewest=1)
        check_counts(self, ("fp", "fn"))
        for errors, total in (("fp", "negatives"), ("fn", "positives")):
            if getattr(self, errors) > getattr(self, total):
                raise CostCurveError(
                    f"must be at most the number of examples ({total})",
                    where=errors,
                    got=f"{shown(getattr(self, errors))} of {shown(getattr(self, total))}",
                )

    @property
    def fpr(self) -> float:
        """False positive rate, the cost at pc = 0."""
        return self.fp / self.negatives

    @property
    def fnr(self) -> float:
        """False negative rate, the cost at pc = 1."""
        return self.fn / self.positives

    def cost(self, pc: ArrayLike) -> FloatArray:
        """Return the observed normalised cost at each pc."""
        x = read_unit("pc", pc, PC_MEANS)
        return np.asarray((1.0 - x) * self.fpr + x * self.fnr)


def check_counts(counts: object, names: tuple[str, ...], *, fewest: int = 0) -> None:
    """Check the named fields of a dataclass instance, and convert them to plain integers."""
    fix = "Bands need counts of examples, not sums of weights or rates."
    for name in names:
        whole = read_integer(name, getattr(counts, name), fix, fewest=fewest)
        object.__setattr__(counts, name, whole)


def line_counts(counts: Counts, index: int | None = None) -> LineCounts:
    """Error counts of one threshold, by class.

    Parameters
    ----------
    counts : Counts
        Counts of a curve, or of a confusion matrix.
    index : int, optional
        Position of the threshold; not required for a confusion matrix.

    Returns
    -------
    LineCounts
        Error counts at that threshold.

    Raises
    ------
    CostCurveError
        If the counts are weighted, or the position is missing or out of range.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> line_counts(cell_counts(tp=16, fn=4, fp=4, tn=6))
    LineCounts(fp=4, negatives=10, fn=4, positives=20)
    """
    if counts.weighted:
        raise CostCurveError(
            "must be counts of examples, not sums of weights",
            where="counts",
            fix="Give the scores of the examples, and resample them with their weights.",
        )
    size = counts.tp.size
    if index is None and size == _MATRIX_SIZE:
        index = 1
    position = read_position(
        *("index", index, size),
        fewest=-size,
        item="one threshold",
        context=f"for {size} thresholds",
        fix=f"Pass an integer from 0 to {size - 1}.",
    )
    fp, tp = counts.fp[position].item(), counts.tp[position].item()
    return LineCounts(
        fp=fp,
        negatives=counts.negatives,  # type: ignore[arg-type]
        fn=counts.positives - tp,
        positives=counts.positives,  # type: ignore[arg-type]
    )


# ---- Intervals of one rate: Wilson, Clopper-Pearson, and Wilson adjusted for few errors


# Largest number of errors for which Wilson's lower limit is adjusted, and the share of 1 - level in
# the adjusted tail. With them the coverage at 90 % is .87 or more below one expected error, where
# Wilson-MOVER alone has .81: enumerated in tests/core/uncertainty/test_intervals.py.
_FEW_ERRORS = 10
_TAIL_SHARE = 2 / 3
_TERMS = 64  # of the binomial tail from k <= 10 on; later terms are negligible
_LEAST_TAIL = 1e-300  # replaces a tail that underflows
_CONVERGED = 1e-13
_NEWTON_CONVERGED = 1e-8  # relative step after which the next Newton step is exact in floats
_MAX_TOTAL = 1e100  # examples; products of larger totals would overflow
_MAX_Z = 1e6  # standard errors
_MAX_ITERATIONS = 200


def wilson_limits(
    count: ArrayLike, total: ArrayLike, level: Level = LEVEL
) -> tuple[FloatArray, FloatArray]:
    """Wilson score intervals of rates.

    Parameters
    ----------
    count, total : array-like
        Number of events, and of trials; shapes that broadcast together.
    level : float
        Level of confidence.

    Returns
    -------
    lower, upper : ndarray of float64
        Limits in [0, 1], in the common shape. Without events the lower limit is 0 and the upper
        limit is positive [1]_.

    References
    ----------
    .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
       Journal of the American Statistical Association 22, 1927.

    Examples
    --------
    >>> lower, upper = wilson_limits([0, 4], [10, 10])
    >>> lower.round(4), upper.round(4)
    (array([0.    , 0.1942]), array([0.2129, 0.6484]))
    """
    k, n = read_count_pair("count", count, "total", total)
    return _wilson(k, n, normal_quantile(level))


def clopper_pearson_limits(
    count: ArrayLike, total: ArrayLike, level: Level
) -> tuple[FloatArray, FloatArray]:
    """Return exact (Clopper-Pearson) intervals of rates, with at least nominal coverage.

    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the
    case of the binomial", Biometrika 26, 1934.
    """
    start = np.stack(wilson_limits(count, total, level))
    k, n = np.broadcast_arrays(count, total)
    inside = np.stack([k > 0, k < n])
    shapes = np.stack([[k, k + 1.0], [n - k + 1.0, n - k]])[:, inside]
    limits = np.stack([np.zeros(k.shape), np.ones(k.shape)])
    above = np.stack([np.zeros(k.shape, dtype=bool), np.ones(k.shape, dtype=bool)])
    tail = float((1 - read_level(level)) / 2)
    limits[inside] = _beta_quantiles(shapes, tail, start[inside], above=above[inside])
    return limits[0], limits[1]


def zero_error_limit(total: ArrayLike, level: Level = 0.95, n_classifiers: int = 1) -> FloatArray:
    """Exact upper confidence limit of a rate of which no event was observed.

    It is the one-sided Clopper-Pearson limit [1]_, with Bonferroni's correction if the classifier
    was chosen among several. For one classifier at 95% it is about 3 / total, the rule of three
    [2]_.

    Parameters
    ----------
    total : array-like
        Number of trials: of negatives for the false positive rate, of positives for the false
        negative rate.
    level : float
        Level of confidence, one-sided.
    n_classifiers : int
        Number of classifiers among which this one was chosen.

    Returns
    -------
    ndarray of float64
        Element i is the rate at which total[i] trials have no event with probability
        ``(1 - level) / n_classifiers``.

    Raises
    ------
    CostCurveError
        If a total is not above 0, the level is not in (0, 1), or there is no classifier.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in
       the case of the binomial", Biometrika 26, 1934.
    .. [2] J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?",
       JAMA 249, 1983.

    Examples
    --------
    No false positive among 357 negatives, for one classifier and for the best of three:

    >>> zero_error_limit(357).round(4), zero_error_limit(357, n_classifiers=3).round(4)
    (np.float64(0.0084), np.float64(0.0114))
    """
    trials = _read_total("total", total, "Pass the number of examples of the class.")
    tail = 1 - bonferroni_level(level, n_classifiers)
    log_tail = log(tail.numerator) - log(tail.denominator)
    with np.errstate(over="ignore"):  # the limit of far less than one trial is 1
        return np.asarray(-np.expm1(log_tail / trials))


def bonferroni_level(level: Level, n_classifiers: int) -> Fraction:
    """Return the level of each classifier's limits, of which the chosen one's have `level`."""
    number = read_integer("n_classifiers", n_classifiers, "Pass 1 if none was chosen.", fewest=1)
    return 1 - (1 - read_level(level)) / number


Limits: TypeAlias = tuple[float, float]


@lru_cache(maxsize=4096)
def exact_rate_limits(line: LineCounts, level: Level) -> tuple[Limits, Limits]:
    """Return exact intervals of the false positive and false negative rates, each at this level."""
    pairs = [line.fp, line.fn], [line.negatives, line.positives]
    fpr, fnr = zip(
        *(limits.tolist() for limits in clopper_pearson_limits(*pairs, level)), strict=True
    )
    return fpr, fnr


def adjusted_wilson_limits(
    count: ArrayLike, total: ArrayLike, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return Wilson score intervals of rates, widened for few errors or few correct answers.

    With one error Wilson's lower limit is too high: a true rate just below it is covered only by
    test sets without errors, which are 80 % of all at a nominal 90 %. So the lower limit is at most
    the rate at which P(errors >= count) is 2 / 3 (1 - level). For similar adjustments see L. D.
    Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical
    Science 16, 2001.
    """
    k, n = np.broadcast_arrays(np.asarray(count, np.float64), np.asarray(total, np.float64))
    lower, upper = _wilson(k, n, z)
    tail = _TAIL_SHARE * 2.0 * NormalDist().cdf(-z)
    return np.minimum(lower, _exact_lower(k, n, tail)), np.maximum(
        upper, 1.0 - _exact_lower(n - k, n, tail)
    )


def read_count_pair(
    where: str, count: ArrayLike, where_total: str, total: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return numbers of events and of trials as arrays."""
    fix = f"Pass {where} from 0 to {where_total}, which is above 0."
    k, n = read_numbers(where, count, fix), _read_total(where_total, total, fix)
    check_shapes(**{where: k, where_total: n})
    is_valid = (k >= 0.0) & (k <= n)
    if not np.all(is_valid):
        got = shown(np.broadcast_to(k, is_valid.shape)[~is_valid][0].item())
        raise CostCurveError(f"must be from 0 to {where_total}", where=where, got=got, fix=fix)
    return k, n


def _read_total(where: str, total: ArrayLike, fix: str) -> FloatArray:
    """Return numbers of trials as an array."""
    n = read_numbers(where, total, fix)
    invalid = n[~((n > 0.0) & (n <= _MAX_TOTAL))]
    if invalid.size:
        got = shown(invalid[0].item())
        rule = f"must be above 0, and at most {_MAX_TOTAL:g}"
        raise CostCurveError(rule, where=where, got=got, fix=fix)
    return n


def read_critical(z: float) -> float:
    """Return a critical value, in standard errors."""
    fix = "Pass 1.645 for 90 %, as normal_quantile(0.9) returns."
    number = read_number("z", z, fix)
    if not 0.0 < number <= _MAX_Z:
        rule = f"must be above 0, and at most {_MAX_Z:g}"
        raise CostCurveError(rule, where="z", got=shown(z), fix=fix)
    return number


def _wilson(k: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson score limits, exactly 0 without events and exactly 1 without others."""
    square = z * z
    root = z * np.sqrt(k * (n - k) / n + square / 4.0)
    upper = np.where(k < n, (k + square / 2.0 + root) / (n + square), 1.0)
    # Computed from the product of both solutions, to avoid cancellation.
    lower = (k / n) * k / ((n + square) * np.where(upper > 0.0, upper, 1.0))
    return lower, upper


def _exact_lower(count: FloatArray, total: FloatArray, tail: float) -> FloatArray:
    """Return the rate at which P(errors >= count) is `tail`; 1 if count exceeds `_FEW_ERRORS`.

    Fractional counts, from weights, are rounded down to at least 1.
    """
    limit = np.where(count > 0.0, 1.0, 0.0)
    count = np.where(count > 0.0, np.maximum(np.floor(count), 1.0), 0.0)
    has_few = (count >= 1.0) & (count <= _FEW_ERRORS)
    if np.any(has_few):
        pairs, place = np.unique(
            np.stack([count[has_few], total[has_few]]), axis=1, return_inverse=True
        )
        rate = _binomial_tail_rate(pairs[0], pairs[1], log(max(tail, _LEAST_TAIL)))
        limit[has_few] = rate[place.ravel()]
    return limit


def _binomial_tail_rate(k: FloatArray, n: FloatArray, log_tail: float) -> FloatArray:
    """Return the error rate at which P(errors >= k) in n trials is exp(log_tail).

    k is from 1 to `_FEW_ERRORS`.
    The log probability is concave in the log rate. So Newton's method from below converges without
    overshooting.
    """
    step = np.arange(_FEW_ERRORS)
    factors = np.where(step < k[:, None], (n[:, None] - step) / (step + 1.0), 1.0)
    log_binomial = np.log(factors).sum(axis=1)
    extra = np.arange(_TERMS)
    ratio = np.maximum(n[:, None] - k[:, None] - extra, 0.0) / (k[:, None] + 1.0 + extra)
    log_rate = (log_tail - log_binomial) / k
    for _ in range(_MAX_ITERATIONS):
        rate = np.exp(log_rate)
        odds = rate / np.maximum(1.0 - rate, _CONVERGED)
        # P(errors >= k) relative to P(errors = k).
        tail_ratio = 1.0 + np.cumprod(ratio * odds[:, None], axis=1).sum(axis=1)
        log_probability = (
            log_binomial + k * log_rate + (n - k) * np.log1p(-rate) + np.log(tail_ratio)
        )
        newton_step = (log_tail - log_probability) * tail_ratio / k
        log_rate = log_rate + newton_step
        if np.all(np.abs(newton_step) <= _CONVERGED):
            break
    return np.asarray(np.exp(log_rate))


def _beta_quantiles(
    shapes: FloatArray, tail: float, rate: FloatArray, *, above: BoolArray
) -> FloatArray:
    """Return quantiles of beta distributions, for a tail below, or above where `above` is set.

    Newton's method from the given rates; a step that leaves the bracket is replaced by bisection.
    """
    a, b = shapes
    scale = np.array([lgamma(a + b) - lgamma(a) - lgamma(b) for a, b in shapes.T.tolist()])
    low, high = np.zeros_like(rate), np.ones_like(rate)
    is_converged = np.zeros(rate.shape, dtype=bool)
    for _ in range(_MAX_ITERATIONS):
        lower_tail, upper_tail = beta_tails(a, b, rate)
        error = np.where(above, tail - upper_tail, lower_tail - tail)
        low, high = np.where(error > 0.0, low, rate), np.where(error > 0.0, rate, high)
        density = np.exp((a - 1.0) * np.log(rate) + (b - 1.0) * np.log1p(-rate) + scale)
        step = rate - error / np.maximum(density, _LEAST_TAIL)
        is_newtons = (low < step) & (step < high)
        previous, updated = rate, np.where(is_newtons, step, (low + high) / 2.0)
        rate = np.where(is_converged, previous, updated)
        is_converged |= (
            np.abs(updated - previous)
            <= np.where(is_newtons, _NEWTON_CONVERGED, _CONVERGED) * updated
        )
        if np.all(is_converged):
            break
    return rate


# ---- Closed-form bands of one cost line


MOVER = "Wilson-MOVER"
_ROUNDING = 1e-15


def mover_limits(  # noqa: PLR0913, PLR0917 (four counts, a condition, a critical value)
    fp: ArrayLike,
    negatives: ArrayLike,
    fn: ArrayLike,
    positives: ArrayLike,
    pc: ArrayLike,
    z: float,
) -> tuple[FloatArray, FloatArray]:
    """Wilson-MOVER limits of the normalised expected cost.

    The distances from each error rate to its Wilson limits are combined like standard errors, for
    each side separately (method of variance estimates recovery, [1]_ and [2]_). With few errors the
    Wilson limits are widened towards exact ones.

    Parameters
    ----------
    fp, negatives, fn, positives, pc : array-like
        Shapes that broadcast together: one line at many pc, or for each pc the counts of its own
        threshold.
    z : float
        Critical value, in standard errors.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape. At pc 0 and 1 they are the limits of the single rate that matters.

    References
    ----------
    .. [1] R. G. Newcombe, "Interval estimation for the difference between independent proportions:
       comparison of eleven methods", Statistics in Medicine 17, 1998.
    .. [2] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a
       general approach", Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> lower, upper = mover_limits(4, 10, 4, 20, [0, 0.5, 1], 1.6449)
    >>> lower.round(4), upper.round(4)
    (array([0.1643, 0.1674, 0.0785]), array([0.6768, 0.4646, 0.3784]))
    """
    x = read_unit("pc", pc, PC_MEANS)
    false_alarms = read_count_pair("fp", fp, "negatives", negatives)
    misses = read_count_pair("fn", fn, "positives", positives)
    check_shapes(fp=false_alarms[0], negatives=false_alarms[1], fn=misses[0], pc=x)
    critical = read_critical(z)
    fpr, fnr = np.divide(*false_alarms), np.divide(*misses)
    fpr_low, fpr_high = adjusted_wilson_limits(*false_alarms, critical)
    fnr_low, fnr_high = adjusted_wilson_limits(*misses, critical)
    cost = (1.0 - x) * fpr + x * fnr
    below = np.hypot((1.0 - x) * (fpr - fpr_low), x * (fnr - fnr_low))
    above = np.hypot((1.0 - x) * (fpr_high - fpr), x * (fnr_high - fnr))
    return cost - below, cost + above


FourCounts: TypeAlias = tuple[float, float, float, float]


def unpaired_difference_limits(
    first: FourCounts, second: FourCounts, pc: float, z: float
) -> tuple[float, float, float]:
    """Return the cost difference of a threshold between disjoint test sets, with MOVER limits.

    Counts of a test set are (fp, negatives, fn, positives); the difference is first minus second.
    """
    left, right = ((1.0 - pc) * fp / n + pc * fn / m for fp, n, fn, m in (first, second))
    (left_low, left_high), (right_low, right_high) = (
        map(float, mover_limits(*counts, pc, z)) for counts in (first, second)
    )
    below = hypot(left - left_low, right_high - right)
    above = hypot(left_high - left, right - right_low)
    return left - right, left - right - below, left - right + above


def mover_band(
    line: LineCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Wilson-MOVER band of the cost line of one threshold.

    Parameters
    ----------
    line : LineCounts
        Error counts of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.

    Returns
    -------
    Band
        With positive width even without errors; see `core.uncertainty.intervals.mover_limits`.

    Examples
    --------
    >>> band = mover_band(LineCounts(fp=0, negatives=10, fn=4, positives=20), pc=[0, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([0.   , 0.078]), array([0.237, 0.378]))
    """
    x = read_grid(pc)
    z = critical_value(level, simultaneous=simultaneous)
    counts = line.fp, line.negatives, line.fn, line.positives
    limits = mover_limits(*counts, x, z)
    return line_band(line, x, limits, level=level, method=MOVER, simultaneous=simultaneous)


def rule_band(
    line: LineCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Band of one threshold that is used only where neither baseline is cheaper.

    A baseline has a known cost. Where one is cheaper on the data, the upper limit is its cost, and
    the lower limit allows for a classifier that is truly cheaper. Whenever the band of the line
    covers the line, this band covers the cost of the choice made on the data and that of the truly
    best choice.

    Parameters
    ----------
    line : LineCounts
        Error counts of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.

    Returns
    -------
    Band
        Its estimate is the smallest of the three costs.

    Examples
    --------
    >>> band = rule_band(LineCounts(fp=1, negatives=10, fn=1, positives=10), pc=[0.05, 0.5])
    >>> band.estimate.round(3), band.lower.round(3), band.upper.round(3)
    (array([0.05, 0.1 ]), array([0.011, 0.034]), array([0.05 , 0.292]))
    """
    band = mover_band(line, level=level, pc=pc, simultaneous=simultaneous)
    baseline = np.minimum(band.pc, 1.0 - band.pc)
    # Allow for rounding; at a tie the limits cover both.
    is_dearer = band.estimate > baseline + _ROUNDING
    cheaper = np.minimum(band.estimate, baseline)
    return replace(
        band,
        estimate=cheaper,
        expected=cheaper,
        lower=np.minimum(band.lower, baseline),
        upper=np.where(is_dearer, baseline, band.upper),
        target="line or trivial rule",
    )


# ---- Band with guaranteed coverage: cost lines of all rates in a rectangle


def rectangle_band(line: LineCounts, *, level: Level = LEVEL, pc: ArrayLike | None = None) -> Band:
    """Simultaneous band of the cost line of one threshold with guaranteed coverage.

    Parameters
    ----------
    line : LineCounts
        Error counts of the classifier.
    level : float
        Level of confidence; the coverage is at least this for any true rates.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.

    Returns
    -------
    Band
        From Clopper-Pearson intervals of both rates [1]_; about 1.7 times as wide at pc = 0.5 as
        the pointwise `mover_band`.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in
       the case of the binomial", Biometrika 26, 1934.

    Examples
    --------
    >>> band = rectangle_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([0.122, 0.09 , 0.058]), array([0.736, 0.586, 0.435]))
    """
    x = read_grid(pc)
    rate_level = sqrt(read_level(level))
    fpr, fnr = exact_rate_limits(line, rate_level)
    limits = (1.0 - x) * fpr[0] + x * fnr[0], (1.0 - x) * fpr[1] + x * fnr[1]
    method = "rectangle of Clopper-Pearson limits"
    return line_band(line, x, limits, level=level, method=method, simultaneous=True)


def line_band(  # noqa: PLR0913 (each has a name in the call)
    line: LineCounts,
    pc: FloatArray,
    limits: tuple[FloatArray, FloatArray],
    *,
    level: Level,
    method: str,
    simultaneous: bool,
) -> Band:
    """Return the band of a cost line with these limits at each pc."""
    return Band(
        pc=pc,
        estimate=line.cost(pc),
        lower=limits[0],
        upper=limits[1],
        level=float(level),
        method=method,
        target="line",
        simultaneous=simultaneous,
    )
