"""A band that is guaranteed: the cost lines of all pairs of rates in a rectangle.

Each error rate has its Clopper-Pearson limits at the square root of the level. The two classes
are independent, so that both rates lie within theirs at the level or above, and then the
whole line lies in the band, whatever the sizes of the classes.
"""

from math import sqrt

from numpy.typing import ArrayLike

from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.levels import Level, read_level
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.core.uncertainty.rate_limits import clopper_pearson_limits


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
        About 1.7 times as wide in the middle as `mover_band` for each single pc.

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
