"""Bands in closed form for one line: nothing is drawn at random, and none has width zero."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.numbers import check_shapes, read_number, read_numbers
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.critical import critical_value
from cc_widgets.core.uncertainty.levels import Level, normal_quantile
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.core.unit import PC_MEANS, read_unit
from cc_widgets.errors import CostCurveError, shown

MOVER = "Wilson-MOVER"
_FEW = 5
_MOST = 1e100  # examples, whose products floats can hold
_FARTHEST = 1e6  # standard errors


def wilson_limits(
    count: ArrayLike, total: ArrayLike, level: Level = 0.9
) -> tuple[FloatArray, FloatArray]:
    """Compute Wilson's limits for rates.

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
    k, n = _read_part("count", count, "total", total)
    return _wilson(k, n, normal_quantile(level))


def mover_limits(  # noqa: PLR0913, PLR0917 (four counts, a condition, a critical value)
    fp: ArrayLike,
    negatives: ArrayLike,
    fn: ArrayLike,
    positives: ArrayLike,
    pc: ArrayLike,
    z: float,
    *,
    cautious: bool = False,
) -> tuple[FloatArray, FloatArray]:
    """Combine Wilson's limits of the two error rates to limits for the expected cost.

    The distances from rate to limit are added like standard errors, to each side its own
    (method of variance estimates recovery).

    Parameters
    ----------
    fp, negatives, fn, positives, pc : array-like
        Shapes that broadcast together: one line at many pc, or for each pc the counts at the
        threshold that is used there.
    z : float
        How many standard errors the limits reach to each side.
    cautious : bool
        Whether to go half an example further for a class with fewer than five errors, or fewer
        than five right answers. Along a whole line the limits at both ends must hold, and the
        few values that such counts can take would otherwise show.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape. At pc 0 and 1 they are those of the one rate that matters there.

    Examples
    --------
    >>> lower, upper = mover_limits(4, 10, 4, 20, [0, 0.5, 1], 1.6449)
    >>> lower.round(4), upper.round(4)
    (array([0.1942, 0.1841, 0.0931]), array([0.6484, 0.4529, 0.3784]))
    """
    x = read_unit("pc", pc, PC_MEANS)
    false_alarms = _read_part("fp", fp, "negatives", negatives)
    misses = _read_part("fn", fn, "positives", positives)
    check_shapes(fp=false_alarms[0], negatives=false_alarms[1], fn=misses[0], pc=x)
    reach = _read_reach(z)
    fpr, fnr = np.divide(*false_alarms), np.divide(*misses)
    limits = _cautious if cautious else _wilson
    fpr_low, fpr_high = limits(*false_alarms, reach)
    fnr_low, fnr_high = limits(*misses, reach)
    cost = (1.0 - x) * fpr + x * fnr
    below = np.hypot((1.0 - x) * (fpr - fpr_low), x * (fnr - fnr_low))
    above = np.hypot((1.0 - x) * (fpr_high - fpr), x * (fnr_high - fnr))
    return cost - below, cost + above


def mover_band(
    line: LineCounts, *, level: Level = 0.9, pc: ArrayLike | None = None, simultaneous: bool = False
) -> Band:
    """Draw the Wilson-MOVER band around the cost line of one classifier.

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
    (array([0.   , 0.093]), array([0.213, 0.378]))
    """
    x = read_grid(pc)
    z = critical_value(level, simultaneous=simultaneous)
    counts = line.fp, line.negatives, line.fn, line.positives
    lower, upper = mover_limits(*counts, x, z, cautious=simultaneous)
    return Band(
        pc=x,
        estimate=line.cost(x),
        lower=lower,
        upper=upper,
        level=float(level),
        method=MOVER,
        target="line",
        simultaneous=simultaneous,
    )


def _read_part(
    where: str, count: ArrayLike, where_total: str, total: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return how often something happened, of how many times."""
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


def _read_reach(z: float) -> float:
    """Return how many standard errors limits are away."""
    fix = "Pass 1.645 for 90 %, as normal_quantile(0.9) returns."
    number = read_number("z", z, fix)
    if not 0.0 < number <= _FARTHEST:
        rule = f"must be above 0, and at most {_FARTHEST:g}"
        raise CostCurveError(rule, where="z", got=shown(z), fix=fix)
    return number


def _wilson(k: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's limits, exactly 0 and 1 where these are meant."""
    square = z * z
    root = z * np.sqrt(k * (n - k) / n + square / 4.0)
    upper = np.where(k < n, (k + square / 2.0 + root) / (n + square), 1.0)
    # The product of both solutions is known, so that the small one needs no subtraction.
    lower = (k / n) * k / ((n + square) * np.where(upper > 0.0, upper, 1.0))
    return lower, upper


def _cautious(k: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's limits, of half an example less and more where one side has few."""
    step = np.where(np.minimum(k, n - k) < _FEW, 0.5, 0.0)
    lower, _ = _wilson(np.maximum(k - step, 0.0), n, z)
    _, upper = _wilson(np.minimum(k + step, n), n, z)
    return lower, upper
