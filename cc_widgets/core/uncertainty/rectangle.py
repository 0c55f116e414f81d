"""A band that is guaranteed: the cost lines of all pairs of rates in a rectangle.

Each error rate has its Clopper-Pearson limits at the square root of the level. The two classes
are independent, so that both rates lie within theirs at the level or above, and then the
whole line lies in the band, whatever the sizes of the classes.
"""

from math import exp, lgamma, log, log1p, sqrt

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.beta import beta_tails
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.intervals import wilson_limits
from cc_widgets.core.uncertainty.levels import Level, read_level
from cc_widgets.core.uncertainty.line_counts import LineCounts

_CLOSE = 1e-13
_MOST_STEPS = 200


def clopper_pearson_limits(count: int, total: int, level: Level) -> tuple[float, float]:
    """Compute the exact limits of one rate.

    Parameters
    ----------
    count, total : int
        How often something happened, of how many times.
    level : float
        Level of confidence, kept or surpassed whatever the rate.

    Returns
    -------
    lower, upper : float
        The limits.

    Examples
    --------
    >>> lower, upper = clopper_pearson_limits(0, 10, 0.9)
    >>> lower, round(upper, 6)
    (0.0, 0.258866)
    """
    tail = float((1 - read_level(level)) / 2)
    start = wilson_limits(count, total, level)
    lower, upper = 0.0, 1.0
    if count > 0:
        lower = _quantile((count, total - count + 1), tail, float(start[0]), above=False)
    if count < total:
        upper = _quantile((count + 1, total - count), tail, float(start[1]), above=True)
    return lower, upper


def rectangle_band(line: LineCounts, *, level: Level = 0.9, pc: ArrayLike | None = None) -> Band:
    """Draw the guaranteed band around the cost line of one classifier, for all pc at once.

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
        About 1.75 times as wide in the middle as `mover_band` for each single pc.

    Examples
    --------
    >>> band = rectangle_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([0.122, 0.09 , 0.058]), array([0.736, 0.586, 0.435]))
    """
    x = read_grid(pc)
    each = sqrt(read_level(level))
    fpr = clopper_pearson_limits(line.fp, line.negatives, each)
    fnr = clopper_pearson_limits(line.fn, line.positives, each)
    lower, upper = ((1.0 - x) * fpr[side] + x * fnr[side] for side in (0, 1))
    return Band(
        pc=x,
        estimate=line.cost(x),
        lower=lower,
        upper=upper,
        level=float(level),
        method="rectangle of Clopper-Pearson limits",
        target="line",
        simultaneous=True,
    )


def _quantile(shapes: tuple[float, float], tail: float, rate: float, *, above: bool) -> float:
    """Return where the tail of a beta distribution, below or above, has this mass.

    Newton's steps from a near rate; one that leaves what is known to hold the quantile is
    replaced by halving that.
    """
    a, b = shapes
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    low, high = 0.0, 1.0
    for _ in range(_MOST_STEPS):
        mass = float(beta_tails(a, b, np.array([rate]))[above][0])
        excess = tail - mass if above else mass - tail
        low, high = (low, rate) if excess > 0.0 else (rate, high)
        density = exp(scale + (a - 1.0) * log(rate) + (b - 1.0) * log1p(-rate))
        step = rate - excess / density if density else low
        before, rate = rate, step if low < step < high else (low + high) / 2.0
        if abs(rate - before) <= _CLOSE * rate:
            break
    return rate
