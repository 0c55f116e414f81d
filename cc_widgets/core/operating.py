"""Operating ranges: the conditions under which a classifier beats both trivial rules.

All ranges are open: at their ends the classifier ties with a trivial rule.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import BoolArray, FloatArray, freeze
from cc_widgets.core.cost import edge_pc
from cc_widgets.core.roc import Hull
from cc_widgets.core.unit import PC_MEANS, RATE_MEANS, read_unit, read_unit_number
from cc_widgets.errors import CostCurveError, shown

_TRIVIAL_HULL = 2


@dataclass(frozen=True, slots=True)
class OperatingRange:
    """Where a classifier, or the best choice among several, beats both trivial rules.

    Attributes
    ----------
    pc_low, pc_high : float
        Ends of the range.
    slope_high, slope_low : float
        The same as slopes: those of the tangents to the hull through (0, 0) and (1, 1).
    """

    pc_low: float
    pc_high: float
    slope_high: float
    slope_low: float


def operating_range(hull: Hull) -> OperatingRange | None:
    """Find the operating range of a curve, or of several together.

    Parameters
    ----------
    hull : Hull
        Of the curve or the curves.

    Returns
    -------
    OperatingRange or None
        None if no point lies above the diagonal.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> found = operating_range(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> found.pc_low, found.pc_high, found.slope_high
    (0.25, 0.75, 3.0)
    """
    if hull.fpr.size <= _TRIVIAL_HULL:
        return None
    pc, slope = edge_pc(hull).tolist(), hull.slopes.tolist()
    return OperatingRange(pc_low=pc[0], pc_high=pc[-1], slope_high=slope[0], slope_low=slope[-1])


def point_operating_range(*, fpr: float, tpr: float) -> OperatingRange | None:
    """Find the operating range of a single ROC point.

    Parameters
    ----------
    fpr, tpr : float
        Rates of the point.

    Returns
    -------
    OperatingRange or None
        From ``fpr / (fpr + tpr)`` to ``(1 - fpr) / (2 - fpr - tpr)``; None unless tpr is
        above fpr.

    Examples
    --------
    >>> found = point_operating_range(fpr=0.25, tpr=0.75)
    >>> found.pc_low, found.pc_high
    (0.25, 0.75)
    """
    x, y = read_unit_number("fpr", fpr, RATE_MEANS), read_unit_number("tpr", tpr, RATE_MEANS)
    if y <= x:
        return None
    return OperatingRange(
        pc_low=x / (x + y),
        pc_high=(1.0 - x) / ((1.0 - x) + (1.0 - y)),
        slope_high=y / x if x else np.inf,
        slope_low=(1.0 - y) / (1.0 - x),
    )


@dataclass(frozen=True, eq=False, slots=True)
class OperatingRanges:
    """Where a fixed choice beats both trivial rules: any number of ranges, rising and apart.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i goes from pc_low[i] to pc_high[i].
    """

    pc_low: FloatArray
    pc_high: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def operating_ranges(*, pc: ArrayLike, fpr: ArrayLike, fnr: ArrayLike) -> OperatingRanges:
    """Find the operating ranges of a choice fixed for each pc, which need not be the best.

    Parameters
    ----------
    pc : array-like of shape (n_pieces + 1,)
        Rising ends of the pieces, in [0, 1].
    fpr, fnr : array-like of shape (n_pieces,)
        Piece i, from pc[i] to pc[i + 1], uses the line from (0, fpr[i]) to (1, fnr[i]).

    Returns
    -------
    OperatingRanges
        Ranges that meet where the choice beats the trivial rules from both sides are one.

    Raises
    ------
    CostCurveError
        If a number is not in [0, 1], pc falls, or the lengths do not fit.

    Examples
    --------
    One classifier up to pc 0.3 and another one from there:

    >>> found = operating_ranges(pc=[0, 0.3, 1], fpr=[0.1, 0.5], fnr=[0.4, 0.2])
    >>> found.pc_low.round(3), found.pc_high.round(3)
    (array([0.143, 0.385]), array([0.3  , 0.714]))
    """
    ends = read_unit("pc", pc, PC_MEANS)
    false_alarms, missed = read_unit("fpr", fpr, RATE_MEANS), read_unit("fnr", fnr, RATE_MEANS)
    _check_pieces(ends, false_alarms, missed)
    # A line beats never alarming to the right of here, always alarming to the left of there.
    from_here = _share(false_alarms, 1.0 - missed)
    up_to_there = _share(1.0 - false_alarms, missed)
    low, high = np.maximum(ends[:-1], from_here), np.minimum(ends[1:], up_to_there)
    useful = (low < high) & (1.0 - missed > false_alarms)
    low, high = low[useful], high[useful]
    if not low.size:
        return OperatingRanges(pc_low=low, pc_high=high)
    apart = ~_joined(ends[:-1][useful], from_here[useful], high, up_to_there[useful])
    return OperatingRanges(pc_low=low[np.append(True, apart)], pc_high=high[np.append(apart, True)])


def _share(part: FloatArray, rest: FloatArray) -> FloatArray:
    """Return part / (part + rest); 0 where both are 0."""
    total = part + rest
    return np.divide(part, total, out=np.zeros_like(total), where=total > 0)


def _joined(
    start: FloatArray, from_here: FloatArray, high: FloatArray, up_to_there: FloatArray
) -> BoolArray:
    """Tell which range goes on in the next: both are below the trivial lines where they meet."""
    meet = high[:-1] == start[1:]
    result: BoolArray = meet & (high[:-1] < up_to_there[:-1]) & (from_here[1:] < start[1:])
    return result


def _check_pieces(ends: FloatArray, fpr: FloatArray, fnr: FloatArray) -> None:
    """Refuse what is no sequence of pieces."""
    if ends.ndim != 1 or fpr.shape != fnr.shape or ends.shape != (fpr.size + 1,):
        raise CostCurveError(
            "each piece needs two ends and a line",
            where="pc, fpr, fnr",
            got=f"shapes {ends.shape}, {fpr.shape} and {fnr.shape}",
            fix="Pass one more pc than there are lines.",
        )
    falls = np.flatnonzero(np.diff(ends) < 0.0)
    if falls.size:
        first = int(falls[0])
        raise CostCurveError(
            "ends of pieces must rise",
            where="pc",
            got=shown(ends[first : first + 2].tolist()),
            fix="Sort the pieces by pc.",
        )
