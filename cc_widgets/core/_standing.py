"""Who is on the hull, where, and who beats whom whatever the conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from cc_widgets.core._cost import edge_pc
from cc_widgets.core._hull import (
    TRIVIAL,
    Frame,
    Hull,
    Placed,
    RocCurve,
    common_frame,
    convex_hull,
    place,
)
from cc_widgets.core._reading import RATE_MEANS, read_unit_number
from cc_widgets.core._results import SAME, BoolArray, FloatArray, IntArray, Owner, result
from cc_widgets.errors import CostCurveError

# ---- Which points of which curves lie on the hull: at its corners, or inside its edges


_NOWHERE = -1
_NOTHING = np.empty(0, dtype=np.int64)
# First a look at all points in floats; what is this far below the hull is not on it.
_NEAR = 1e-9
# Corners were chosen pass by pass, each allowing for rounding.
_PASSES_OF_ROUNDING = 4


@result
class HullMembers:
    """Every point that lies on the hull.

    The trivial rules are members; points of curves that equal them are not listed again.

    Attributes
    ----------
    curve : ndarray of int64, shape (n_members,)
        Element i is the curve that member i belongs to; -1 for the two trivial rules.
    index : ndarray of int64, shape (n_members,)
        Element i is its position in that curve; -1 if trivial.
    corner : ndarray of int64, shape (n_members,)
        Element i is the hull corner where it lies; -1 inside an edge.
    edge : ndarray of int64, shape (n_members,)
        Element i is the edge, from corner edge[i] to the next, inside which it lies; -1 at a
        corner.
    """

    curve: IntArray
    index: IntArray
    corner: IntArray
    edge: IntArray


def hull_members(hull: Hull, curves: Sequence[RocCurve]) -> HullMembers:
    """Points of the curves that lie on their hull, corners and others.

    Parameters
    ----------
    hull : Hull
        The joint hull of these curves.
    curves : sequence of RocCurve
        The curves it was made from.

    Returns
    -------
    HullMembers
        The trivial rules first, then by curve and position.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> curves = [RocCurve(np.array([0.2, 0.1]), np.array([0.8, 0.4]))]
    >>> members = hull_members(convex_hull(curves), curves)
    >>> members.index, members.corner, members.edge
    (array([-1, -1,  0,  1]), array([ 0,  2,  1, -1]), array([-1, -1, -1,  0]))
    """
    if hull.owner.max() >= len(curves):
        raise CostCurveError(
            "must be the curves of the hull",
            where="curves",
            got=str(len(curves)),
            fix="Pass those given to convex_hull.",
        )
    frame = common_frame(curves)
    near = [_near(hull, curve) for curve in curves]
    curve = np.repeat(np.arange(len(curves)), [points.size for points in near])
    index = np.concatenate([_NOTHING, *near])
    places = _locate(
        _join([place(one, frame, points) for one, points in zip(curves, near, strict=True)], frame),
        _left_corners(hull, curves, near),
        _place_corners(hull, curves, frame),
        _PASSES_OF_ROUNDING * frame.tolerance,
    )
    trivial = (places.corner >= 0) & (hull.owner[places.corner] == TRIVIAL)
    kept = np.flatnonzero(places.found & ~trivial)
    ends = np.array([0, hull.fpr.size - 1])
    return HullMembers(
        curve=np.append([TRIVIAL, TRIVIAL], curve[kept]),
        index=np.append([TRIVIAL, TRIVIAL], index[kept]),
        corner=np.append(ends, places.corner[kept]),
        edge=np.append([_NOWHERE, _NOWHERE], places.edge[kept]),
    )


def _near(hull: Hull, curve: RocCurve) -> IntArray:
    """Positions of points that may be on the hull."""
    above = np.interp(curve.fpr, hull.fpr, hull.tpr)
    # Along a vertical edge the height of the hull is not one number.
    near = (above - curve.tpr <= _NEAR) | (curve.fpr <= _NEAR)
    return np.flatnonzero(near).astype(np.int64)


def _left_corners(hull: Hull, curves: Sequence[RocCurve], near: Sequence[IntArray]) -> IntArray:
    """The last hull corner that is not to the right of each point."""
    fpr = [curve.fpr[points] for curve, points in zip(curves, near, strict=True)]
    return np.searchsorted(hull.fpr, np.concatenate([np.empty(0), *fpr]), side="right") - 1


def _join(pieces: Sequence[Placed], frame: Frame) -> Placed:
    """All points one after the other."""
    nothing = np.empty(0, dtype=frame.dtype)
    return Placed(
        np.concatenate([nothing, *(piece.x for piece in pieces)]),
        np.concatenate([nothing, *(piece.y for piece in pieces)]),
    )


def _place_corners(hull: Hull, curves: Sequence[RocCurve], frame: Frame) -> Placed:
    """The corners of the hull in the coordinates of the frame."""
    x, y = np.zeros(hull.fpr.size, frame.dtype), np.zeros(hull.fpr.size, frame.dtype)
    x[-1], y[-1] = frame.negatives, frame.positives
    for number in set(hull.owner.tolist()) - {TRIVIAL}:
        mine = hull.owner == number
        points = place(curves[number], frame, hull.index[mine])
        x[mine], y[mine] = points.x, points.y
    return Placed(x, y)


@dataclass(frozen=True, slots=True)
class _Places:
    """Corner or edge of each point; -1 for none."""

    corner: IntArray
    edge: IntArray

    @property
    def found(self) -> BoolArray:
        return (self.corner >= 0) | (self.edge >= 0)


def _locate(points: Placed, at: IntArray, corners: Placed, tolerance: float) -> _Places:
    """Find the corner or edge of each point, looking near the corner `at` its left."""
    places = _Places(np.full(at.size, _NOWHERE), np.full(at.size, _NOWHERE))
    last = corners.x.size - 1
    # A vertical edge is to the left of `at`; equal points may round to its right.
    for step in (-1, 0, 1):
        corner = np.clip(at + step, 0, last)
        _note(places, places.corner, corner, _same(points, corners, corner, tolerance))
    for step in (-1, 0):
        edge = np.clip(at + step, 0, last - 1)
        _note(places, places.edge, edge, _inside(points, corners, edge, tolerance))
    return places


def _note(places: _Places, column: IntArray, value: IntArray, hit: BoolArray) -> None:
    """Write where a point is, unless it is known already."""
    new = hit & ~places.found
    column[new] = value[new]


def _same(points: Placed, corners: Placed, corner: IntArray, tolerance: float) -> BoolArray:
    """Which points are at a corner."""
    dx, dy = points.x - corners.x[corner], points.y - corners.y[corner]
    return np.asarray((abs(dx) <= tolerance) & (abs(dy) <= tolerance), dtype=bool)


def _inside(points: Placed, corners: Placed, edge: IntArray, tolerance: float) -> BoolArray:
    """Which points are inside an edge: no point is beyond it on its line, above the hull."""
    left_x, left_y = points.x - corners.x[edge], points.y - corners.y[edge]
    right_x, right_y = corners.x[edge + 1] - points.x, corners.y[edge + 1] - points.y
    bend = abs(left_x * right_y - left_y * right_x)
    if not tolerance:
        return np.asarray(bend == 0, dtype=bool)
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return np.asarray(bend <= tolerance * size, dtype=bool)


# ---- Where each corner of a hull is optimal, where doing nothing is, and where neither helps


@result
class CornerRanges:
    """Conditions under which each hull corner is optimal; ends are shared with neighbours.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_corners,)
        Corner i is optimal for pc from pc_low[i] to pc_high[i].
    slope_high, slope_low : ndarray of float64, shape (n_corners,)
        The same as slopes: from slope_high[i], at pc_low[i], down to slope_low[i].
    """

    pc_low: FloatArray
    pc_high: FloatArray
    slope_high: FloatArray
    slope_low: FloatArray


def corner_ranges(hull: Hull) -> CornerRanges:
    """Range of pc, and of slopes, in which each corner of a hull is cheapest.

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
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> ranges = corner_ranges(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    >>> ranges.pc_low, ranges.pc_high
    (array([0. , 0.2, 0.8]), array([0.2, 0.8, 1. ]))
    >>> ranges.slope_low.round(9)
    array([4.  , 0.25, 0.  ])
    """
    pc, slope = edge_pc(hull), hull.slopes
    return CornerRanges(
        pc_low=np.append(0.0, pc),
        pc_high=np.append(pc, 1.0),
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
    """Ranges of pc in which calling all negative, or all positive, is cheapest.

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
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> null_ranges(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    NullRanges(never_pc=0.25, never_slope=3.0, always_pc=0.75, always_slope=0.3333333333333333)
    """
    ranges = corner_ranges(hull)
    return NullRanges(
        never_pc=float(ranges.pc_high[0]),
        never_slope=float(ranges.slope_low[0]),
        always_pc=float(ranges.pc_low[-1]),
        always_slope=float(ranges.slope_high[-1]),
    )


# ---- What the joint hull says about each classifier, corner and edge


MIXED: int = Owner.MIXED.value


class Standing(StrEnum):
    """Whether a classifier can be optimal under any conditions."""

    OPTIMAL = "potentially optimal"
    TIE = "at best tied at single slopes"
    NEVER = "never optimal"


@result
class ClassifierStatus:
    """What the hull says about one classifier; its (0, 0) and (1, 1) say nothing.

    Attributes
    ----------
    standing : Standing
        OPTIMAL with a corner, TIE with points inside edges only, else NEVER.
    kept : ndarray of int64, shape (n_kept,)
        Positions, in its curve, of the points that are corners; no other need be kept.
    tied : ndarray of int64, shape (n_tied,)
        Positions, in its curve, of the points inside an edge.
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i, of positive length, is where one of its corners is optimal; ranges are
        apart and rise.
    """

    standing: Standing
    kept: IntArray
    tied: IntArray
    pc_low: FloatArray
    pc_high: FloatArray


@result
class HullStatus:
    """The joint hull of several classifiers and who is on it.

    Attributes
    ----------
    hull : Hull
        The corners.
    ranges : CornerRanges
        Where each corner is optimal.
    edge_owner : ndarray of int64, shape (n_corners - 1,)
        Element i is the first curve that has both ends of edge i, every curve having (0, 0)
        and (1, 1); -1 if both ends are trivial, -4 if the edge joins different classifiers.
    members : HullMembers
        Every point on the hull, shared corners and ties included.
    classifiers : tuple of ClassifierStatus, length n_curves
        Element i is about curve i.
    """

    hull: Hull
    ranges: CornerRanges
    edge_owner: IntArray
    members: HullMembers
    classifiers: tuple[ClassifierStatus, ...]


def hull_status(curves: Sequence[RocCurve]) -> HullStatus:
    """Joint hull of several classifiers, and whether each is ever the cheapest.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves and point sets.

    Returns
    -------
    HullStatus
        Exact for curves made from whole counts; within rounding for others.

    Examples
    --------
    >>> good = RocCurve(np.array([0.1, 0.3]), np.array([0.6, 0.7]))
    >>> poor = RocCurve(np.array([0.4]), np.array([0.5]))
    >>> [str(one.standing) for one in hull_status([good, poor]).classifiers]
    ['potentially optimal', 'never optimal']
    """
    hull = convex_hull(curves)
    members = hull_members(hull, curves)
    ranges = corner_ranges(hull)
    return HullStatus(
        hull=hull,
        ranges=ranges,
        edge_owner=_edge_owners(hull, members),
        members=members,
        classifiers=tuple(_status(i, members, ranges) for i in range(len(curves))),
    )


def _status(curve: int, members: HullMembers, ranges: CornerRanges) -> ClassifierStatus:
    """What the hull says about one classifier."""
    mine = slice(*np.searchsorted(members.curve, [curve, curve + 1]))
    at_corner, inside = members.corner[mine] >= 0, members.edge[mine] >= 0
    corner = np.unique(members.corner[mine][at_corner])
    start, stop = _merge(ranges.pc_low[corner], ranges.pc_high[corner])
    tie = Standing.TIE if inside.any() else Standing.NEVER
    return ClassifierStatus(
        standing=Standing.OPTIMAL if at_corner.any() else tie,
        kept=members.index[mine][at_corner],
        tied=members.index[mine][inside],
        pc_low=start,
        pc_high=stop,
    )


def _merge(start: FloatArray, stop: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Join ranges that meet, and drop those without length."""
    seen = start < stop
    start, stop = start[seen], stop[seen]
    apart: BoolArray = start[1:] > stop[:-1]
    first, last = np.append(True, apart), np.append(apart, True)
    return start[first[: start.size]], stop[last[: stop.size]]


def _edge_owners(hull: Hull, members: HullMembers) -> IntArray:
    """The first curve that has both ends of each edge."""
    having: list[set[int]] = [set() for _ in range(hull.fpr.size)]
    at_corner = members.corner >= 0
    corners, curves = members.corner[at_corner].tolist(), members.curve[at_corner].tolist()
    for corner, curve in zip(corners, curves, strict=True):
        having[corner].add(curve)
    owners = [_common_owner(hull, having, edge) for edge in range(hull.fpr.size - 1)]
    return np.array(owners, dtype=np.int64)


def _common_owner(hull: Hull, having: Sequence[set[int]], edge: int) -> int:
    ends = [having[end] for end in (edge, edge + 1) if hull.owner[end] != TRIVIAL]
    if not ends:
        return TRIVIAL
    return min(set.intersection(*ends), default=MIXED)


# ---- The joint hull, one classifier at a time, remembering only what is on it


@result
class Survivor:
    """The points of one classifier that are hull corners.

    Attributes
    ----------
    number : int
        How many classifiers were added before it.
    curve : RocCurve
        Only its corners.
    index : ndarray of int64, shape (n_kept,)
        Element i is the position of point i in the curve as it was added.
    """

    number: int
    curve: RocCurve
    index: IntArray


@result
class GrowingHull:
    """The joint hull of all classifiers added so far.

    Attributes
    ----------
    hull : Hull
        As `convex_hull` finds it for all of them in the order in which they were added.
    n_added : int
        How many classifiers were added.
    extended : bool
        Whether the last one has a corner of its own; if not it can be forgotten.
    survivors : tuple of Survivor
        All that need be remembered.
    """

    hull: Hull
    n_added: int
    extended: bool
    survivors: tuple[Survivor, ...]


def extend_hull(before: GrowingHull | None, curve: RocCurve) -> GrowingHull:
    """Hull with one classifier more, and what became of the others.

    Corners and owners equal those of `convex_hull` for all classifiers at once, exactly if
    the curves come from whole counts. With other weights or bare rates, points within
    rounding of an edge may be judged differently; the hulls agree within rounding.

    Parameters
    ----------
    before : GrowingHull or None
        What the last call returned; None to start.
    curve : RocCurve
        The new classifier.

    Returns
    -------
    GrowingHull
        A new one; `before` is left as it is.

    Examples
    --------
    >>> first = extend_hull(None, RocCurve(np.array([0.2]), np.array([0.7])))
    >>> worse = extend_hull(first, RocCurve(np.array([0.3]), np.array([0.6])))
    >>> first.extended, worse.extended
    (True, False)
    """
    number = before.n_added if before else 0
    known = before.survivors if before else ()
    new = Survivor(number, curve, np.arange(curve.fpr.size, dtype=np.int64))
    candidates = (*known, new)
    found = convex_hull([one.curve for one in candidates])
    return GrowingHull(
        hull=_as_added(found, candidates),
        n_added=number + 1,
        extended=bool(np.any(found.owner == len(known))),
        survivors=_surviving(found, candidates),
    )


def _as_added(found: Hull, candidates: Sequence[Survivor]) -> Hull:
    """Number owners and positions as in the curves that were added."""
    owner, index = found.owner.copy(), found.index.copy()
    for position, one in enumerate(candidates):
        mine = found.owner == position
        owner[mine], index[mine] = one.number, one.index[found.index[mine]]
    return replace(found, owner=owner, index=index)


def _surviving(found: Hull, candidates: Sequence[Survivor]) -> tuple[Survivor, ...]:
    """Forget every point that is no corner."""
    kept = []
    for position, one in enumerate(candidates):
        corners = found.index[found.owner == position]
        if corners.size:
            kept.append(Survivor(one.number, _only(one.curve, corners), one.index[corners]))
    return tuple(kept)


def _only(curve: RocCurve, points: IntArray) -> RocCurve:
    counts = curve.counts
    return RocCurve(
        fpr=curve.fpr[points],
        tpr=curve.tpr[points],
        threshold=None if curve.threshold is None else curve.threshold[points],
        counts=counts
        and replace(
            counts,
            threshold=counts.threshold[points],
            tp=counts.tp[points],
            fp=counts.fp[points],
        ),
    )


# ---- Dominance: when one classifier is better than another whatever the conditions


class Dominance(StrEnum):
    """How one classifier stands to another."""

    STRICT = "strictly dominates"
    WEAK = "dominates"
    EQUAL = "equals"
    NONE = "does not dominate"


def point_dominance(*, fpr: float, tpr: float, other_fpr: float, other_tpr: float) -> Dominance:
    """Which of two ROC points is better whatever the conditions, if one is.

    Parameters
    ----------
    fpr, tpr : float
        The point that may dominate.
    other_fpr, other_tpr : float
        The point that may be dominated.

    Returns
    -------
    Dominance
        STRICT if both rates are better, WEAK if one is better and the other no worse.

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1].

    Examples
    --------
    >>> str(point_dominance(fpr=0.1, tpr=0.7, other_fpr=0.2, other_tpr=0.6))
    'strictly dominates'
    """
    given = {"fpr": fpr, "tpr": tpr, "other_fpr": other_fpr, "other_tpr": other_tpr}
    x, y, other_x, other_y = (read_unit_number(*one, RATE_MEANS) for one in given.items())
    if x < other_x and y > other_y:
        return Dominance.STRICT
    if (x, y) == (other_x, other_y):
        return Dominance.EQUAL
    return Dominance.WEAK if x <= other_x and y >= other_y else Dominance.NONE


def set_dominance(points: RocCurve, others: RocCurve) -> Dominance:
    """Which of two sets of ROC points is better whatever the conditions, if one is.

    Parameters
    ----------
    points : RocCurve
        The set that may dominate.
    others : RocCurve
        The set that may be dominated.

    Returns
    -------
    Dominance
        STRICT or WEAK if every one of the others is dominated in that sense by one of the
        points, and none of the points by one of the others; NONE if `others` is empty and
        `points` is not.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))
    >>> worse = RocCurve(np.array([0.2]), np.array([0.5]))
    >>> str(set_dominance(better, worse))
    'strictly dominates'
    """
    mine, theirs = _non_trivial(points), _non_trivial(others)
    if np.array_equal(mine, theirs):
        return Dominance.EQUAL
    if not theirs.size or np.any(_beaten(mine, theirs, strict=False)):
        return Dominance.NONE
    for kind in (Dominance.STRICT, Dominance.WEAK):
        if np.all(_beaten(theirs, mine, strict=kind is Dominance.STRICT)):
            return kind
    return Dominance.NONE


def curve_dominance(curve: RocCurve, other: RocCurve) -> Dominance:
    """Which of two ROC curves, joined by segments, is better whatever the conditions, if one is.

    Parameters
    ----------
    curve : RocCurve
        The curve that may dominate.
    other : RocCurve
        The curve that may be dominated.

    Returns
    -------
    Dominance
        STRICT if the curve is above the other at every fpr between 0 and 1, WEAK if it is
        nowhere below and somewhere above.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1]), np.array([0.7]))
    >>> worse = RocCurve(np.array([0.3]), np.array([0.6]))
    >>> str(curve_dominance(better, worse)), str(curve_dominance(worse, better))
    ('strictly dominates', 'does not dominate')
    """
    mine, theirs = _join_curve(curve), _join_curve(other)
    at = np.union1d(mine.fpr, theirs.fpr)
    before = _left_limits(mine, at) - _left_limits(theirs, at)
    after = _right_limits(mine, at) - _right_limits(theirs, at)
    gaps = np.concatenate([before, after])
    if np.all(np.abs(gaps) <= SAME):
        return Dominance.EQUAL
    if np.any(gaps < -SAME):
        return Dominance.NONE
    between = after[:-1] + before[1:]  # twice the gap half way from one fpr to the next
    inside = np.concatenate([before[1:-1], after[1:-1], between])
    return Dominance.STRICT if np.all(inside > SAME) else Dominance.WEAK


def _non_trivial(points: RocCurve) -> FloatArray:
    """The distinct points that are no trivial rules, by rising fpr, then tpr."""
    pairs: FloatArray = np.unique(np.column_stack([points.fpr, points.tpr]), axis=0)
    trivial = (pairs[:, 0] == pairs[:, 1]) & ((pairs[:, 0] == 0.0) | (pairs[:, 0] == 1.0))
    non_trivial: FloatArray = pairs[~trivial]
    return non_trivial


def _beaten(points: FloatArray, by: FloatArray, *, strict: bool) -> BoolArray:
    """Mark the points that one of the others dominates."""
    # Element k is the largest tpr among the k others of least fpr.
    best = np.maximum.accumulate(np.append(-np.inf, by[:, 1]))
    fpr, tpr = points.T
    to_the_left = best[np.searchsorted(by[:, 0], fpr, side="left")]
    up_to_here = best[np.searchsorted(by[:, 0], fpr, side="right")]
    beaten: BoolArray = (to_the_left >= tpr) | (up_to_here > tpr)
    return np.asarray(to_the_left > tpr) if strict else beaten


@dataclass(frozen=True, slots=True)
class _Joined:
    """A curve over fpr: element i arrives at `low[i]` and leaves from `high[i]`."""

    fpr: FloatArray
    low: FloatArray
    high: FloatArray


def _join_curve(curve: RocCurve) -> _Joined:
    """Join the points by segments, from left to right and upwards."""
    x, y = np.concatenate([[0.0, 1.0], curve.fpr]), np.concatenate([[0.0, 1.0], curve.tpr])
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    starts = np.flatnonzero(np.append(True, x[1:] != x[:-1]))
    stops = np.append(starts[1:], x.size) - 1
    return _Joined(fpr=x[starts], low=y[starts], high=y[stops])


def _left_limits(curve: _Joined, at: FloatArray) -> FloatArray:
    """The tpr with which the curve arrives at each fpr."""
    limits = _right_limits(curve, at)
    limits[np.searchsorted(at, curve.fpr)] = curve.low
    return limits


def _right_limits(curve: _Joined, at: FloatArray) -> FloatArray:
    """The tpr with which the curve leaves each fpr."""
    i = np.searchsorted(curve.fpr, at, side="right") - 1
    following = np.minimum(i + 1, curve.fpr.size - 1)
    run = curve.fpr[following] - curve.fpr[i]
    share = np.divide(at - curve.fpr[i], run, out=np.zeros_like(at), where=run > 0)
    limits: FloatArray = curve.high[i] + share * (curve.low[following] - curve.high[i])
    return limits
