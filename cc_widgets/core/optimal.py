"""Which classifier to use: at one operating condition, or over a range of them."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.cost import cost_of_rates
from cc_widgets.core.duality import IsoLine, iso_line
from cc_widgets.core.hull_status import HullStatus
from cc_widgets.core.numbers import read_number
from cc_widgets.core.odds import pc_at, slope_at
from cc_widgets.core.ranges import Range, RangeLike, read_range
from cc_widgets.core.unit import PC_MEANS, read_unit_number
from cc_widgets.errors import CostCurveError, shown

_ROUNDING = 8 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False, slots=True)
class BestAt:
    """The cheapest classifiers at one operating condition.

    Attributes
    ----------
    pc, slope : float
        The condition; slope is ``(1 - pc) / pc``.
    cost : float
        The least normalised expected cost.
    line : IsoLine
        The iso-performance line that touches the hull: no larger tpr-intercept is reached.
    owner, index : ndarray of int64, shape (n_tied,)
        Element i is one of the points that reach it: its curve and its position there, -1
        for a trivial rule.
    corner : int
        The hull corner to use. Tied corners cost the same here; at pc 0 it is the one with
        the largest tpr, elsewhere the one with the least fpr.
    chosen : int
        Position in `owner` and `index` of the first classifier at that corner.
    """

    pc: float
    slope: float
    cost: float
    line: IsoLine
    owner: IntArray
    index: IntArray
    corner: int
    chosen: int

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def best_at(status: HullStatus, *, pc: float | None = None, slope: float | None = None) -> BestAt:
    """Find the cheapest classifiers at one operating condition.

    Parameters
    ----------
    status : HullStatus
        The joint hull and who is on it.
    pc, slope : float
        One of the two. A slope keeps its accuracy where pc is near 1.

    Returns
    -------
    BestAt
        All that tie, and the one to use.

    Raises
    ------
    CostCurveError
        If not exactly one of pc and slope is given, or it is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.hull_status import hull_status
    >>> from cc_widgets.core.roc import RocCurve
    >>> status = hull_status([RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))])
    >>> best = best_at(status, pc=0.5)
    >>> best.index, round(best.cost, 9), best.chosen
    (array([0, 1]), 0.25, 0)
    """
    at = _read_condition(pc, slope)
    tied = _tied_corners(status, at)
    corner = int(tied[-1] if at.pc == 0.0 else tied[0])
    members = _members_between(status, tied)
    cost = float(cost_of_rates(status.hull.fpr[corner], status.hull.tpr[corner], at.pc))
    return BestAt(
        pc=at.pc,
        slope=at.slope,
        cost=cost,
        line=iso_line(at.pc, cost),
        owner=status.members.curve[members],
        index=status.members.index[members],
        corner=corner,
        chosen=int(np.argmax(status.members.corner[members] == corner)),
    )


@dataclass(frozen=True, eq=False, slots=True)
class BestOver:
    """The best classifier in each part of a range of conditions, by rising pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n_parts,)
        Element i is the hull corner that is best in part i.
    owner, index : ndarray of int64, shape (n_parts,)
        Element i is its first owner and the position there; -1 for a trivial rule.
    pc_start, pc_stop : ndarray of float64, shape (n_parts,)
        Part i goes from pc_start[i] to pc_stop[i].
    slope_high, slope_low : ndarray of float64, shape (n_parts,)
        The same as slopes.
    """

    corner: IntArray
    owner: IntArray
    index: IntArray
    pc_start: FloatArray
    pc_stop: FloatArray
    slope_high: FloatArray
    slope_low: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def sensitive(self) -> bool:
        """Whether the choice of classifier depends on where in the range the truth lies."""
        return bool(np.any(self.owner != self.owner[0]))


def best_over(
    status: HullStatus, *, pc: RangeLike | None = None, slope: RangeLike | None = None
) -> BestOver:
    """Find which classifiers are best over a range of conditions, and where.

    Parameters
    ----------
    status : HullStatus
        The joint hull and who is on it.
    pc, slope : (low, high), Range or float
        One of the two, for instance the ``pc`` or the ``slope`` of `Conditions`.

    Returns
    -------
    BestOver
        Parts of positive length. For a single condition, all corners that tie there.

    Raises
    ------
    CostCurveError
        If not exactly one of pc and slope is given, or it is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.hull_status import hull_status
    >>> from cc_widgets.core.roc import RocCurve
    >>> status = hull_status([RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))])
    >>> best = best_over(status, slope=(0.5, 2))
    >>> best.index, best.slope_low.round(9), best.sensitive
    (array([0, 1]), array([1. , 0.5]), False)
    """
    first, last = _read_ends(pc, slope)
    ranges, hull = status.ranges, status.hull
    start, stop = (np.clip(x, first.pc, last.pc) for x in (ranges.pc_start, ranges.pc_stop))
    high = np.clip(ranges.slope_high, last.slope, first.slope)
    low = np.clip(ranges.slope_low, last.slope, first.slope)
    if first == last:
        corner = _tied_corners(status, first)
    elif pc is not None:
        corner = np.flatnonzero(start < stop * (1.0 - _ROUNDING))
    else:
        corner = np.flatnonzero(low < high * (1.0 - _ROUNDING))
    return BestOver(
        corner=corner,
        owner=hull.owner[corner],
        index=hull.index[corner],
        pc_start=start[corner],
        pc_stop=stop[corner],
        slope_high=high[corner],
        slope_low=low[corner],
    )


@dataclass(frozen=True, slots=True)
class _Condition:
    """One condition in both spellings, and which of them the user gave."""

    pc: float
    slope: float
    by_slope: bool


def _read_condition(pc: float | None, slope: float | None) -> _Condition:
    """Check a condition and return it in both spellings."""
    if (pc is None) == (slope is None):
        raise _one_of_two(pc, slope)
    if pc is None:
        m = read_number("slope", slope, "A slope is (1 - pc) / pc.")
        return _Condition(float(pc_at(m)), m, by_slope=True)
    x = read_unit_number("pc", pc, PC_MEANS)
    return _Condition(x, float(slope_at(x)), by_slope=False)


def _tied_corners(status: HullStatus, at: _Condition) -> IntArray:
    """Return the corner, or neighbouring corners, that cost least."""
    if at.by_slope:
        edges, value = status.ranges.slope_low[:-1], at.slope
        corner = np.count_nonzero(edges > value)
    else:
        edges, value = status.ranges.pc_stop[:-1], at.pc
        corner = np.count_nonzero(edges < value)
    with np.errstate(invalid="ignore"):  # infinity less infinity
        near = np.abs(edges - value) <= _ROUNDING * np.minimum(edges, value)
    ends = np.flatnonzero(near | (edges == value))
    return np.union1d(np.append(ends, corner), ends + 1).astype(np.int64)


def _read_ends(pc: RangeLike | None, slope: RangeLike | None) -> tuple[_Condition, _Condition]:
    """Check a range of conditions and return its ends, the one of least pc first."""
    if slope is None and pc is not None:
        given = read_range("pc", pc, least=0.0, greatest=1.0)
        return _read_condition(given.low, None), _read_condition(given.high, None)
    if pc is None and slope is not None:
        given = slope if isinstance(slope, Range) else read_range("slope", slope)
        return _read_condition(None, given.high), _read_condition(None, given.low)
    raise _one_of_two(pc, slope)


def _one_of_two(pc: object, slope: object) -> CostCurveError:
    """Return the error for none or two spellings of one condition."""
    return CostCurveError(
        "one of the two is needed",
        where="pc, slope",
        got=f"pc={shown(pc)}, slope={shown(slope)}",
        fix="Pass pc=0.2, or slope=4.0: the same condition.",
    )


def _members_between(status: HullStatus, corners: IntArray) -> IntArray:
    """Return the members at tied corners and inside the edges between them."""
    members = status.members
    at_corner = (members.corner >= corners[0]) & (members.corner <= corners[-1])
    inside = (members.edge >= corners[0]) & (members.edge < corners[-1])
    return np.flatnonzero(at_corner | inside)
