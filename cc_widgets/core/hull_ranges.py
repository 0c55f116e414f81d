"""Where each corner of a hull is optimal, where doing nothing is, and where neither helps."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.cost import edge_pc
from cc_widgets.core.roc import Hull


@dataclass(frozen=True, eq=False, slots=True)
class CornerRanges:
    """Conditions under which each hull corner is optimal; ends are shared with neighbours.

    Attributes
    ----------
    pc_start, pc_stop : ndarray of float64, shape (n_corners,)
        Corner i is optimal for pc from pc_start[i] to pc_stop[i].
    slope_high, slope_low : ndarray of float64, shape (n_corners,)
        The same as slopes: from slope_high[i], at pc_start[i], down to slope_low[i].
    """

    pc_start: FloatArray
    pc_stop: FloatArray
    slope_high: FloatArray
    slope_low: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def corner_ranges(hull: Hull) -> CornerRanges:
    """Find where each corner of a hull is optimal.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    CornerRanges
        Element i belongs to corner i. The first range is that of never alarming, the last
        that of always alarming; beside a vertical or level edge it is pc 0 or 1 alone.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> ranges = corner_ranges(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    >>> ranges.pc_start, ranges.pc_stop
    (array([0. , 0.2, 0.8]), array([0.2, 0.8, 1. ]))
    >>> ranges.slope_low.round(9)
    array([4.  , 0.25, 0.  ])
    """
    pc, slope = edge_pc(hull), hull.slopes
    return CornerRanges(
        pc_start=np.append(0.0, pc),
        pc_stop=np.append(pc, 1.0),
        slope_high=np.append(np.inf, slope),
        slope_low=np.append(slope, 0.0),
    )


@dataclass(frozen=True, slots=True)
class NullRanges:
    """Where a rule that looks at no example is the best there is.

    Attributes
    ----------
    never_pc : float
        Never alarming is best from pc 0 to here.
    never_slope : float
        The same as a slope: best from here to infinity.
    always_pc : float
        Always alarming is best from here to pc 1.
    always_slope : float
        The same as a slope: best from 0 to here.
    """

    never_pc: float
    never_slope: float
    always_pc: float
    always_slope: float


def null_ranges(hull: Hull) -> NullRanges:
    """Find where doing nothing, or always alarming, is best.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    NullRanges
        Closed ranges: at their inner ends a classifier ties, or the other rule does.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> null_ranges(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    NullRanges(never_pc=0.25, never_slope=3.0, always_pc=0.75, always_slope=0.3333333333333333)
    """
    ranges = corner_ranges(hull)
    return NullRanges(
        never_pc=float(ranges.pc_stop[0]),
        never_slope=float(ranges.slope_low[0]),
        always_pc=float(ranges.pc_start[-1]),
        always_slope=float(ranges.slope_high[-1]),
    )
