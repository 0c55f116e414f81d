"""Bands in closed form for one line: nothing is drawn at random, and none has width zero."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.numbers import check_shapes
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.critical import critical_value
from cc_widgets.core.uncertainty.levels import Level
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.core.uncertainty.rate_limits import careful_limits, read_part, read_reach
from cc_widgets.core.unit import PC_MEANS, read_unit

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
    """Combine Wilson's limits of the two error rates to limits for the expected cost.

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
    (array([0.   , 0.078]), array([0.237, 0.378]))
    """
    x = read_grid(pc)
    z = critical_value(level, simultaneous=simultaneous)
    counts = line.fp, line.negatives, line.fn, line.positives
    lower, upper = mover_limits(*counts, x, z)
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


def rule_band(
    line: LineCounts, *, level: Level = 0.9, pc: ArrayLike | None = None, simultaneous: bool = False
) -> Band:
    """Draw the band of one classifier that is used only where no trivial rule is cheaper.

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
    return replace(
        band,
        estimate=np.minimum(band.estimate, trivial),
        lower=np.minimum(band.lower, trivial),
        upper=np.where(spared, trivial, band.upper),
        target="line or trivial rule",
    )
