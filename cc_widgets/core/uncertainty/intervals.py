"""Bands in closed form for one line: nothing is drawn at random, and none has width zero."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.critical import critical_value
from cc_widgets.core.uncertainty.levels import Level, normal_quantile
from cc_widgets.core.uncertainty.line_counts import LineCounts

MOVER = "Wilson-MOVER"


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
    return _wilson(count, total, normal_quantile(level))


def mover_limits(  # noqa: PLR0913, PLR0917 (four counts, a condition, a critical value)
    fp: ArrayLike,
    negatives: ArrayLike,
    fn: ArrayLike,
    positives: ArrayLike,
    pc: ArrayLike,
    z: float,
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
    x = np.asarray(pc, dtype=np.float64)
    fpr, fnr = np.divide(fp, negatives), np.divide(fn, positives)
    fpr_low, fpr_high = _wilson(fp, negatives, z)
    fnr_low, fnr_high = _wilson(fn, positives, z)
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
    lower, upper = mover_limits(line.fp, line.negatives, line.fn, line.positives, x, z)
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


def _wilson(count: ArrayLike, total: ArrayLike, z: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's limits, exactly 0 and 1 where these are meant."""
    k, n = np.asarray(count, dtype=np.float64), np.asarray(total, dtype=np.float64)
    square = z * z
    root = z * np.sqrt(k * (n - k) / n + square / 4.0)
    upper = np.where(k < n, (k + square / 2.0 + root) / (n + square), 1.0)
    # The product of both solutions is known, so that the small one needs no subtraction.
    lower = (k / n) * k / ((n + square) * upper)
    return lower, upper
