"""Limits of one rate and of one fixed threshold's cost, in closed form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, lgamma, log, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._counting import Counts
from cc_widgets.core._density import beta_tails
from cc_widgets.core._reading import (
    PC_MEANS,
    check_shapes,
    read_number,
    read_numbers,
    read_position,
    read_unit,
    read_whole,
)
from cc_widgets.core._results import LEVEL, BoolArray, FloatArray
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    critical_value,
    normal_quantile,
    read_grid,
    read_level,
)
from cc_widgets.errors import CostCurveError, shown

# ---- One fixed classifier as four counts: what a band around one cost line starts from


_OF_A_MATRIX = 3  # nothing called positive, the classifier, everything


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The errors of one classifier at one threshold, by class.

    Attributes
    ----------
    fp, negatives : int
        How many negatives are called positive, and how many there are.
    fn, positives : int
        How many positives are called negative, and how many there are.

    Raises
    ------
    CostCurveError
        If a count is not whole, a class is empty or has more errors than examples.

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
        for wrong, total in (("fp", "negatives"), ("fn", "positives")):
            if getattr(self, wrong) > getattr(self, total):
                raise CostCurveError(
                    f"no class has more errors than examples ({total})",
                    where=wrong,
                    got=f"{shown(getattr(self, wrong))} of {shown(getattr(self, total))}",
                )

    @property
    def fpr(self) -> float:
        """The cost at pc = 0."""
        return self.fp / self.negatives

    @property
    def fnr(self) -> float:
        """The cost at pc = 1."""
        return self.fn / self.positives

    def cost(self, pc: ArrayLike) -> FloatArray:
        """The observed cost line at some pc."""
        x = read_unit("pc", pc, PC_MEANS)
        return np.asarray((1.0 - x) * self.fpr + x * self.fnr)


def check_counts(counts: object, names: tuple[str, ...], *, fewest: int = 0) -> None:
    """Check fields that count examples, and make plain integers of them.

    Parameters
    ----------
    counts : dataclass instance
        Changed in place; meant for ``__post_init__``.
    names : tuple of str
        Its fields to check.
    fewest : int
        The least that each may be.

    Raises
    ------
    CostCurveError
        If one of them is no whole number or too small.
    """
    fix = "Bands need counts of examples: neither sums of weights nor rates will do."
    for name in names:
        whole = read_whole(name, getattr(counts, name), fix, fewest=fewest)
        object.__setattr__(counts, name, whole)


def line_counts(counts: Counts, index: int | None = None) -> LineCounts:
    """Errors of one threshold, by class.

    Parameters
    ----------
    counts : Counts
        Of a curve, or of a confusion matrix.
    index : int, optional
        Position of the threshold. Not needed for a confusion matrix, which has but one.

    Returns
    -------
    LineCounts
        The errors at that threshold.

    Raises
    ------
    CostCurveError
        If the counts are weighted, or it is unclear which threshold is meant.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> line_counts(cell_counts(tp=16, fn=4, fp=4, tn=6))
    LineCounts(fp=4, negatives=10, fn=4, positives=20)
    """
    if counts.weighted:
        raise CostCurveError(
            "bands need counts of examples, not sums of weights",
            where="counts",
            fix="Give the scores of the examples, and resample them with their weights.",
        )
    size = counts.tp.size
    if index is None and size == _OF_A_MATRIX:
        index = 1
    place = read_position(
        *("index", index, size),
        fewest=-size,
        of="one threshold",
        among=f"for {size} thresholds",
        fix=f"Pass a whole number from 0 to {size - 1}.",
    )
    fp, tp = counts.fp[place].item(), counts.tp[place].item()
    return LineCounts(
        fp=fp,
        negatives=counts.negatives,  # type: ignore[arg-type]
        fn=counts.positives - tp,
        positives=counts.positives,  # type: ignore[arg-type]
    )


# ---- Limits of one error rate: Wilson's, exact ones, and Wilson's where few errors ask for care


# Up to so many errors Wilson's lower limit is compared with an exact one.
_COMPARED = 10
# The part of all that the level leaves out which may lie on that one side.
_ONE_SIDE = 2 / 3
# Of the binomial terms from k on, no more matter where k itself is no more than ten.
_TERMS = 64
# With so many standard errors that no float tells the rest from 0, this much is left.
_LEAST_TAIL = 1e-300
_CLOSE = 1e-13
_NEAR = 1e-8  # from there one of Newton's steps leads as close as floats can be
_MOST = 1e100  # examples, whose products floats can hold
_FARTHEST = 1e6  # standard errors
_MOST_STEPS = 200


def wilson_limits(
    count: ArrayLike, total: ArrayLike, level: Level = LEVEL
) -> tuple[FloatArray, FloatArray]:
    """Wilson's limits of rates, in [0, 1].

    Parameters
    ----------
    count, total : array-like
        How often something happened, of how many times; shapes that broadcast together.
    level : float
        Level of confidence.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape. Where nothing happened the lower one is 0, the upper one is not.

    Examples
    --------
    >>> lower, upper = wilson_limits([0, 4], [10, 10])
    >>> lower.round(4), upper.round(4)
    (array([0.    , 0.1942]), array([0.2129, 0.6484]))
    """
    k, n = read_part("count", count, "total", total)
    return _wilson(k, n, normal_quantile(level))


def clopper_pearson_limits(
    count: ArrayLike, total: ArrayLike, level: Level
) -> tuple[FloatArray, FloatArray]:
    """Exact limits of rates, in [0, 1].

    Parameters
    ----------
    count, total : array-like
        How often something happened, of how many times.
    level : float
        Level of confidence, kept or surpassed whatever the rate.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape.

    Examples
    --------
    >>> lower, upper = clopper_pearson_limits([0, 4], [10, 10], 0.9)
    >>> lower.round(4), upper.round(4)
    (array([0.  , 0.15]), array([0.2589, 0.6965]))
    """
    start = np.stack(wilson_limits(count, total, level))
    k, n = np.broadcast_arrays(count, total)
    inside = np.stack([k > 0, k < n])
    shapes = np.stack([[k, k + 1.0], [n - k + 1.0, n - k]])[:, inside]
    limits = np.stack([np.zeros(k.shape), np.ones(k.shape)])
    above = np.stack([np.zeros(k.shape, dtype=bool), np.ones(k.shape, dtype=bool)])
    tail = float((1 - read_level(level)) / 2)
    limits[inside] = _quantiles(shapes, tail, start[inside], above=above[inside])
    return limits[0], limits[1]


Limits: TypeAlias = tuple[float, float]


@lru_cache(maxsize=4096)
def exact_rates(line: LineCounts, level: Level) -> tuple[Limits, Limits]:
    """Exact limits of both error rates of one threshold, each taken alone.

    Parameters
    ----------
    line : LineCounts
        Its errors, by class.
    level : float
        Level of confidence, kept or surpassed whatever the true rate.

    Returns
    -------
    fpr, fnr : tuple of two floats
        The lower and the upper limit of each.

    Examples
    --------
    >>> fpr, fnr = exact_rates(LineCounts(fp=4, negatives=10, fn=4, positives=20), 0.9)
    >>> [round(limit, 3) for limit in (*fpr, *fnr)]
    [0.15, 0.696, 0.071, 0.401]
    """
    pairs = [line.fp, line.fn], [line.negatives, line.positives]
    fpr, fnr = zip(*(one.tolist() for one in clopper_pearson_limits(*pairs, level)), strict=True)
    return fpr, fnr


def careful_limits(count: ArrayLike, total: ArrayLike, z: float) -> tuple[FloatArray, FloatArray]:
    """Wilson's limits, widened where there are few errors or few right answers.

    With one error seen Wilson's lower limit is too high: a rate just below it shows no error
    only 80 % of the time, where 90 % were promised. So the lower limit is never above the rate
    at which this many errors, or more, have two thirds of what the level leaves out.

    Parameters
    ----------
    count, total : array-like
        How often something happened, of how many times; shapes that broadcast together.
    z : float
        How many standard errors the limits reach to each side.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape.

    Examples
    --------
    >>> lower, upper = careful_limits([0, 1, 20], 100, 1.6449)
    >>> lower.round(4), upper.round(4)
    (array([0.    , 0.0007, 0.1425]), array([0.0263, 0.0436, 0.2733]))
    """
    k, n = np.broadcast_arrays(np.asarray(count, np.float64), np.asarray(total, np.float64))
    lower, upper = _wilson(k, n, z)
    tail = _ONE_SIDE * 2.0 * NormalDist().cdf(-z)
    return np.minimum(lower, _exact_lower(k, n, tail)), np.maximum(
        upper, 1.0 - _exact_lower(n - k, n, tail)
    )


def read_part(
    where: str, count: ArrayLike, where_total: str, total: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """How often something happened, of how many times."""
    fix = f"Pass {where} from 0 to {where_total}, which is above 0."
    k, n = read_numbers(where, count, fix), read_numbers(where_total, total, fix)
    check_shapes(**{where: k, where_total: n})
    wrong = n[~((n > 0.0) & (n <= _MOST))]
    if wrong.size:
        got = shown(wrong[0].item())
        rule = f"must be above 0, and at most {_MOST:g}"
        raise CostCurveError(rule, where=where_total, got=got, fix=fix)
    fits = (k >= 0.0) & (k <= n)
    if not np.all(fits):
        got = shown(np.broadcast_to(k, fits.shape)[~fits][0].item())
        raise CostCurveError(f"must be from 0 to {where_total}", where=where, got=got, fix=fix)
    return k, n


def read_reach(z: float) -> float:
    """How many standard errors limits are away."""
    fix = "Pass 1.645 for 90 %, as normal_quantile(0.9) returns."
    number = read_number("z", z, fix)
    if not 0.0 < number <= _FARTHEST:
        rule = f"must be above 0, and at most {_FARTHEST:g}"
        raise CostCurveError(rule, where="z", got=shown(z), fix=fix)
    return number


def _wilson(k: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Wilson's limits, exactly 0 and 1 where these are meant."""
    square = z * z
    root = z * np.sqrt(k * (n - k) / n + square / 4.0)
    upper = np.where(k < n, (k + square / 2.0 + root) / (n + square), 1.0)
    # The product of both solutions is known, so that the small one needs no subtraction.
    lower = (k / n) * k / ((n + square) * np.where(upper > 0.0, upper, 1.0))
    return lower, upper


def _exact_lower(count: FloatArray, total: FloatArray, tail: float) -> FloatArray:
    """The rate at which so many or more have this probability; 1 if they are many.

    What weighs no whole number of examples is rounded down, but not to none.
    """
    limit = np.where(count > 0.0, 1.0, 0.0)
    count = np.where(count > 0.0, np.maximum(np.floor(count), 1.0), 0.0)
    few = (count >= 1.0) & (count <= _COMPARED)
    if np.any(few):
        pairs, place = np.unique(np.stack([count[few], total[few]]), axis=1, return_inverse=True)
        rate = _rate_of_tail(pairs[0], pairs[1], log(max(tail, _LEAST_TAIL)))
        limit[few] = rate[place.ravel()]
    return limit


def _rate_of_tail(k: FloatArray, n: FloatArray, log_tail: float) -> FloatArray:
    """The rates at which at least k of n, with k from 1 to 10, have a probability.

    Its logarithm is concave in the logarithm of the rate. So Newton's steps, from a rate that
    is too low, come nearer from below and never pass the solution.
    """
    step = np.arange(_COMPARED)
    factors = np.where(step < k[:, None], (n[:, None] - step) / (step + 1.0), 1.0)
    ways = np.log(factors).sum(axis=1)
    more = np.arange(_TERMS)
    ratio = np.maximum(n[:, None] - k[:, None] - more, 0.0) / (k[:, None] + 1.0 + more)
    at = (log_tail - ways) / k
    for _ in range(_MOST_STEPS):
        rate = np.exp(at)
        odds = rate / np.maximum(1.0 - rate, _CLOSE)
        # Everything from k on, as a multiple of the probability of k itself.
        beyond = 1.0 + np.cumprod(ratio * odds[:, None], axis=1).sum(axis=1)
        reached = ways + k * at + (n - k) * np.log1p(-rate) + np.log(beyond)
        away = (log_tail - reached) * beyond / k
        at = at + away
        if np.all(np.abs(away) <= _CLOSE):
            break
    return np.asarray(np.exp(at))


def _quantiles(
    shapes: FloatArray, tail: float, rate: FloatArray, *, above: BoolArray
) -> FloatArray:
    """Where the tails of beta distributions, below or above, have this mass.

    Newton's steps from near rates, all together; one that leaves what is known to hold a quantile
    is replaced by halving that.
    """
    a, b = shapes
    scale = np.array([lgamma(a + b) - lgamma(a) - lgamma(b) for a, b in shapes.T.tolist()])
    low, high = np.zeros_like(rate), np.ones_like(rate)
    is_found = np.zeros(rate.shape, dtype=bool)
    for _ in range(_MOST_STEPS):
        below, beyond = beta_tails(a, b, rate)
        excess = np.where(above, tail - beyond, below - tail)
        low, high = np.where(excess > 0.0, low, rate), np.where(excess > 0.0, rate, high)
        density = np.exp((a - 1.0) * np.log(rate) + (b - 1.0) * np.log1p(-rate) + scale)
        step = rate - excess / np.maximum(density, _LEAST_TAIL)
        is_newtons = (low < step) & (step < high)
        before, moved = rate, np.where(is_newtons, step, (low + high) / 2.0)
        rate = np.where(is_found, before, moved)
        is_found |= np.abs(moved - before) <= np.where(is_newtons, _NEAR, _CLOSE) * moved
        if np.all(is_found):
            break
    return rate


# ---- Bands in closed form for one line: nothing is drawn at random, and none has width zero


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
    """Limits of the normalised expected cost, from Wilson's limits of the two error rates.

    The distances from rate to limit are added like standard errors, to each side its own
    (method of variance estimates recovery). Where a class has few errors Wilson's limits are
    widened to exact ones: see `careful_limits`.

    Parameters
    ----------
    fp, negatives, fn, positives, pc : array-like
        Shapes that broadcast together: one line at many pc, or for each pc the counts at the
        threshold that is used there.
    z : float
        How many standard errors the limits reach to each side.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape. At pc 0 and 1 they are those of the one rate that matters there.

    Examples
    --------
    >>> lower, upper = mover_limits(4, 10, 4, 20, [0, 0.5, 1], 1.6449)
    >>> lower.round(4), upper.round(4)
    (array([0.1643, 0.1674, 0.0785]), array([0.6768, 0.4646, 0.3784]))
    """
    x = read_unit("pc", pc, PC_MEANS)
    false_alarms = read_part("fp", fp, "negatives", negatives)
    misses = read_part("fn", fn, "positives", positives)
    check_shapes(fp=false_alarms[0], negatives=false_alarms[1], fn=misses[0], pc=x)
    reach = read_reach(z)
    fpr, fnr = np.divide(*false_alarms), np.divide(*misses)
    fpr_low, fpr_high = careful_limits(*false_alarms, reach)
    fnr_low, fnr_high = careful_limits(*misses, reach)
    cost = (1.0 - x) * fpr + x * fnr
    below = np.hypot((1.0 - x) * (fpr - fpr_low), x * (fnr - fnr_low))
    above = np.hypot((1.0 - x) * (fpr_high - fpr), x * (fnr_high - fnr))
    return cost - below, cost + above


FourCounts: TypeAlias = tuple[float, float, float, float]


def gap_limits(
    first: FourCounts, second: FourCounts, pc: float, z: float
) -> tuple[float, float, float]:
    """How much more one threshold costs on some examples than on others, with its limits.

    Parameters
    ----------
    first, second : (fp, negatives, fn, positives)
        The errors on either: two sets that have no example in common.
    pc : float
        Where; at 0 it is the difference of fpr, at 1 that of the rates of misses.
    z : float
        How many standard errors the limits reach to each side.

    Returns
    -------
    gap, lower, upper : float
        By the limits of each of both (method of variance estimates recovery).

    Examples
    --------
    >>> [round(one, 3) for one in gap_limits((4, 10, 4, 20), (10, 100, 30, 100), 0.5, 1.6449)]
    [0.1, -0.042, 0.27]
    """
    one, other = ((1.0 - pc) * fp / n + pc * fn / m for fp, n, fn, m in (first, second))
    (low, high), (other_low, other_high) = (
        map(float, mover_limits(*each, pc, z)) for each in (first, second)
    )
    below, above = hypot(one - low, other_high - other), hypot(high - one, other - other_low)
    return one - other, one - other - below, one - other + above


def mover_band(
    line: LineCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Wilson-MOVER band around the cost line of one threshold.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Never of width zero, not even where no error was observed.

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
    """Band of one threshold that is used only where no trivial rule is cheaper.

    Where a trivial rule is chosen its cost is known. The classifier could truly be cheaper, so
    the lower limit is then the lower one of the two. What is paid is the cost of what is
    chosen, and what is best is the truly lower cost of the two: where the band of the line
    holds that line, this one holds both.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Its estimate is the least of the three costs.

    Examples
    --------
    >>> band = rule_band(LineCounts(fp=1, negatives=10, fn=1, positives=10), pc=[0.05, 0.5])
    >>> band.estimate.round(3), band.lower.round(3), band.upper.round(3)
    (array([0.05, 0.1 ]), array([0.011, 0.034]), array([0.05 , 0.292]))
    """
    band = mover_band(line, level=level, pc=pc, simultaneous=simultaneous)
    trivial = np.minimum(band.pc, 1.0 - band.pc)
    # Costs that are equal on paper differ by roundings; at a tie the limits hold for both.
    spared = band.estimate > trivial + _ROUNDING
    cheaper = np.minimum(band.estimate, trivial)
    return replace(
        band,
        estimate=cheaper,
        expected=cheaper,
        lower=np.minimum(band.lower, trivial),
        upper=np.where(spared, trivial, band.upper),
        target="line or trivial rule",
    )


# ---- A band that is guaranteed: the cost lines of all pairs of rates in a rectangle


def rectangle_band(line: LineCounts, *, level: Level = LEVEL, pc: ArrayLike | None = None) -> Band:
    """Guaranteed band around the cost line of one threshold, for all pc at once.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    level : float
        Level of confidence, kept or surpassed whatever the true rates.
    pc : array-like, optional
        Where; 501 values by default.

    Returns
    -------
    Band
        About 1.7 times as wide in the middle as `mover_band` for each single pc.

    Examples
    --------
    >>> band = rectangle_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([0.122, 0.09 , 0.058]), array([0.736, 0.586, 0.435]))
    """
    x = read_grid(pc)
    each = sqrt(read_level(level))
    fpr, fnr = exact_rates(line, each)
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
    """Band around the cost line of one threshold, from limits that are known.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    pc : ndarray of float64
        Where.
    limits : tuple of ndarray
        Lower and upper limits at each pc.
    level : float
        Level of confidence.
    method : str
        How the limits were found, in words.
    simultaneous : bool
        Whether the level holds at all pc at once.

    Returns
    -------
    Band
        Its estimate is the observed cost.
    """
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
