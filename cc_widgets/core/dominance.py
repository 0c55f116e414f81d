"""Hull membership and optimality of classifiers, incremental hulls, and dominance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from cc_widgets.core.costs import edge_pc
from cc_widgets.core.hull import (
    BASELINE,
    CommonScale,
    Hull,
    RocCurve,
    ScaledPoints,
    common_scale,
    convex_hull,
    scaled_points,
)
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray, IntArray, Owner, result
from cc_widgets.core.validation import RATE_MEANS, read_unit_number
from cc_widgets.errors import CostCurveError

__all__ = [
    "MIXED",
    "ClassifierStatus",
    "CornerRanges",
    "Dominance",
    "HullMembers",
    "HullStatus",
    "IncrementalHull",
    "KeptPoints",
    "NullRanges",
    "Optimality",
    "corner_ranges",
    "curve_dominance",
    "extend_hull",
    "hull_members",
    "hull_status",
    "null_ranges",
    "point_dominance",
    "set_dominance",
]

# ---- Points of curves on the hull, at its corners or on its edges


_NONE = -1
_EMPTY = np.empty(0, dtype=np.int64)
# Points further below the hull are excluded in floats, before the exact test.
_NEAR = 1e-9
# Corners are selected in several passes, each with its own rounding error.
_ROUNDING_FACTOR = 4


@result
class HullMembers:
    """All points on the hull.

    The baselines are members; points of curves that equal them are not listed again.

    Attributes
    ----------
    curve : ndarray of int64, shape (n_members,)
        Element i is the index of the curve of member i; -1 for the two baselines.
    index : ndarray of int64, shape (n_members,)
        Element i is its position in that curve; -1 for a baseline.
    corner : ndarray of int64, shape (n_members,)
        Element i is its hull corner; -1 if it is inside an edge.
    edge : ndarray of int64, shape (n_members,)
        Element i is the edge that contains it, from corner edge[i] to edge[i] + 1; -1 if it is
        at a corner.
    """

    curve: IntArray
    index: IntArray
    corner: IntArray
    edge: IntArray


def hull_members(hull: Hull, curves: Sequence[RocCurve]) -> HullMembers:
    """Points of the curves that lie on their hull, at corners or on edges.

    Parameters
    ----------
    hull : Hull
        Joint hull of these curves.
    curves : sequence of RocCurve
        The curves passed to `convex_hull`.

    Returns
    -------
    HullMembers
        The baselines first, then sorted by curve and position.

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
            got=f"{len(curves)} curves",
            fix="Pass the same curves as to convex_hull.",
        )
    scale = common_scale(curves)
    near = [_near_hull(hull, curve) for curve in curves]
    curve = np.repeat(np.arange(len(curves)), [points.size for points in near])
    index = np.concatenate([_EMPTY, *near])
    scaled = [scaled_points(curves[i], scale, points) for i, points in enumerate(near)]
    positions = _locate(
        _concatenate(scaled, scale),
        _left_corners(hull, curves, near),
        _scaled_corners(hull, curves, scale),
        _ROUNDING_FACTOR * scale.tolerance,
    )
    is_baseline = (positions.corner >= 0) & (hull.owner[positions.corner] == BASELINE)
    members = np.flatnonzero(positions.assigned & ~is_baseline)
    ends = np.array([0, hull.fpr.size - 1])
    return HullMembers(
        curve=np.append([BASELINE, BASELINE], curve[members]),
        index=np.append([BASELINE, BASELINE], index[members]),
        corner=np.append(ends, positions.corner[members]),
        edge=np.append([_NONE, _NONE], positions.edge[members]),
    )


def _near_hull(hull: Hull, curve: RocCurve) -> IntArray:
    """Return the indices of points that may be on the hull."""
    above = np.interp(curve.fpr, hull.fpr, hull.tpr)
    # The hull has no unique height along a vertical edge.
    near = (above - curve.tpr <= _NEAR) | (curve.fpr <= _NEAR)
    return np.flatnonzero(near).astype(np.int64)


def _left_corners(hull: Hull, curves: Sequence[RocCurve], near: Sequence[IntArray]) -> IntArray:
    """Return the last hull corner that is not to the right of each point."""
    fpr = [curve.fpr[points] for curve, points in zip(curves, near, strict=True)]
    return np.searchsorted(hull.fpr, np.concatenate([np.empty(0), *fpr]), side="right") - 1


def _concatenate(parts: Sequence[ScaledPoints], scale: CommonScale) -> ScaledPoints:
    """Concatenate the points of all curves, one array per coordinate."""
    empty = np.empty(0, dtype=scale.dtype)
    return ScaledPoints(
        np.concatenate([empty, *(part.x for part in parts)]),
        np.concatenate([empty, *(part.y for part in parts)]),
    )


def _scaled_corners(hull: Hull, curves: Sequence[RocCurve], scale: CommonScale) -> ScaledPoints:
    """Return the corners of the hull on the common scale."""
    x, y = np.zeros(hull.fpr.size, scale.dtype), np.zeros(hull.fpr.size, scale.dtype)
    x[-1], y[-1] = scale.negatives, scale.positives
    for curve in set(hull.owner.tolist()) - {BASELINE}:
        owned = hull.owner == curve
        points = scaled_points(curves[curve], scale, hull.index[owned])
        x[owned], y[owned] = points.x, points.y
    return ScaledPoints(x, y)


@dataclass(frozen=True, slots=True)
class _Positions:
    """Corner or edge of each point; -1 for neither."""

    corner: IntArray
    edge: IntArray

    @property
    def assigned(self) -> BoolArray:
        return (self.corner >= 0) | (self.edge >= 0)


def _locate(
    points: ScaledPoints, left: IntArray, corners: ScaledPoints, tolerance: float
) -> _Positions:
    """Return the corner or edge of each point, searching near the corner to its left."""
    positions = _Positions(np.full(left.size, _NONE), np.full(left.size, _NONE))
    last = corners.x.size - 1
    # A vertical edge ends at `left`; rounding may move equal points to its right.
    for step in (-1, 0, 1):
        corner = np.clip(left + step, 0, last)
        _assign(positions, positions.corner, corner, _at_corner(points, corners, corner, tolerance))
    for step in (-1, 0):
        edge = np.clip(left + step, 0, last - 1)
        _assign(positions, positions.edge, edge, _on_edge(points, corners, edge, tolerance))
    return positions


def _assign(positions: _Positions, column: IntArray, value: IntArray, mask: BoolArray) -> None:
    """Assign corners or edges to the points in a mask that have none yet."""
    new = mask & ~positions.assigned
    column[new] = value[new]


def _at_corner(
    points: ScaledPoints, corners: ScaledPoints, corner: IntArray, tolerance: float
) -> BoolArray:
    """Return a mask of the points at the given corners."""
    dx, dy = points.x - corners.x[corner], points.y - corners.y[corner]
    return np.asarray((abs(dx) <= tolerance) & (abs(dy) <= tolerance), dtype=bool)


def _on_edge(
    points: ScaledPoints, corners: ScaledPoints, edge: IntArray, tolerance: float
) -> BoolArray:
    """Return a mask of the points on the given edges; points are never above the hull."""
    left_x, left_y = points.x - corners.x[edge], points.y - corners.y[edge]
    right_x, right_y = corners.x[edge + 1] - points.x, corners.y[edge + 1] - points.y
    bend = abs(left_x * right_y - left_y * right_x)
    if not tolerance:
        return np.asarray(bend == 0, dtype=bool)
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return np.asarray(bend <= tolerance * size, dtype=bool)


# ---- Ranges of conditions in which each hull corner, or a baseline, is optimal


@result
class CornerRanges:
    """Ranges of conditions in which each hull corner is optimal.

    Adjacent ranges share their ends.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_corners,)
        Corner i is optimal for pc from pc_low[i] to pc_high[i].
    slope_high, slope_low : ndarray of float64, shape (n_corners,)
        The same ends as slopes: `slope_high[i]` corresponds to `pc_low[i]`, and `slope_low[i]` to
        `pc_high[i]`.
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
        Element i belongs to corner i. The first and last are the baselines "all negative" and
        "all positive"; next to a vertical or horizontal edge their range is only pc = 0 or 1.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

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
    """Ranges of conditions in which a baseline is optimal.

    Attributes
    ----------
    never_pc : float
        Classifying everything as negative is optimal from pc = 0 to this value.
    never_slope : float
        The same limit as a slope: optimal from this value to infinity.
    always_pc : float
        Classifying everything as positive is optimal from this value to pc = 1.
    always_slope : float
        The same limit as a slope: optimal from 0 to this value.
    """

    never_pc: float
    never_slope: float
    always_pc: float
    always_slope: float


def null_ranges(hull: Hull) -> NullRanges:
    """Ranges of pc in which classifying everything as negative, or as positive, is cheapest.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    NullRanges
        Closed ranges: at the inner ends there is a tie with a classifier or the other baseline.

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


# ---- Optimality of each classifier, corner and edge of the joint hull


MIXED: int = Owner.MIXED.value


class Optimality(StrEnum):
    """Whether a classifier is optimal under any operating conditions."""

    OPTIMAL = "potentially optimal"
    TIE = "at best tied at single slopes"
    NEVER = "never optimal"


@result
class ClassifierStatus:
    """Optimality of one classifier; its points (0, 0) and (1, 1) are ignored.

    Attributes
    ----------
    standing : Optimality
        OPTIMAL if the classifier has a corner, TIE if it only has points inside edges, otherwise
        NEVER.
    kept : ndarray of int64, shape (n_kept,)
        Positions, in its curve, of the points that are corners; all others can be discarded.
    tied : ndarray of int64, shape (n_tied,)
        Positions, in its curve, of the points inside an edge.
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i, of positive length, is a range of pc in which one of its corners is optimal;
        ranges are sorted and disjoint.
    """

    standing: Optimality
    kept: IntArray
    tied: IntArray
    pc_low: FloatArray
    pc_high: FloatArray


@result
class HullStatus:
    """Joint hull of several classifiers, with the optimality of each.

    Attributes
    ----------
    hull : Hull
        The corners.
    ranges : CornerRanges
        Ranges in which each corner is optimal.
    edge_owner : ndarray of int64, shape (n_corners - 1,)
        Element i is the first curve that has both ends of edge i, where (0, 0) and (1, 1)
        belong to every curve; -1 if both ends are baselines, -4 if no curve has both.
    members : HullMembers
        All points on the hull, including shared corners and ties.
    classifiers : tuple of ClassifierStatus, length n_curves
        Element i belongs to curve i.
    """

    hull: Hull
    ranges: CornerRanges
    edge_owner: IntArray
    members: HullMembers
    classifiers: tuple[ClassifierStatus, ...]


def hull_status(curves: Sequence[RocCurve]) -> HullStatus:
    """Joint hull of several classifiers, with the optimality of each classifier.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves or sets of points.

    Returns
    -------
    HullStatus
        Exact for curves with integer counts, otherwise up to rounding.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> good = RocCurve(np.array([0.1, 0.3]), np.array([0.6, 0.7]))
    >>> poor = RocCurve(np.array([0.4]), np.array([0.5]))
    >>> [str(status.standing) for status in hull_status([good, poor]).classifiers]
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
        classifiers=tuple(_classifier_status(i, members, ranges) for i in range(len(curves))),
    )


def _classifier_status(curve: int, members: HullMembers, ranges: CornerRanges) -> ClassifierStatus:
    """Return the optimality of one classifier."""
    own = slice(*np.searchsorted(members.curve, [curve, curve + 1]))
    at_corner, inside = members.corner[own] >= 0, members.edge[own] >= 0
    corner = np.unique(members.corner[own][at_corner])
    start, stop = _merge_ranges(ranges.pc_low[corner], ranges.pc_high[corner])
    tie = Optimality.TIE if inside.any() else Optimality.NEVER
    return ClassifierStatus(
        standing=Optimality.OPTIMAL if at_corner.any() else tie,
        kept=members.index[own][at_corner],
        tied=members.index[own][inside],
        pc_low=start,
        pc_high=stop,
    )


def _merge_ranges(start: FloatArray, stop: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the ranges of positive length, with adjacent ones merged."""
    nonempty = start < stop
    start, stop = start[nonempty], stop[nonempty]
    separate: BoolArray = start[1:] > stop[:-1]
    first, last = np.append(True, separate), np.append(separate, True)
    return start[first[: start.size]], stop[last[: stop.size]]


def _edge_owners(hull: Hull, members: HullMembers) -> IntArray:
    """Return, for each edge, the first curve that has both of its ends."""
    owners_of_corner: list[set[int]] = [set() for _ in range(hull.fpr.size)]
    at_corner = members.corner >= 0
    corners, curves = members.corner[at_corner].tolist(), members.curve[at_corner].tolist()
    for corner, curve in zip(corners, curves, strict=True):
        owners_of_corner[corner].add(curve)
    owners = [_common_owner(hull, owners_of_corner, edge) for edge in range(hull.fpr.size - 1)]
    return np.array(owners, dtype=np.int64)


def _common_owner(hull: Hull, owners_of_corner: Sequence[set[int]], edge: int) -> int:
    ends = [owners_of_corner[end] for end in (edge, edge + 1) if hull.owner[end] != BASELINE]
    if not ends:
        return BASELINE
    return min(set.intersection(*ends), default=MIXED)


# ---- Incremental joint hull


@result
class KeptPoints:
    """Points of one classifier that are hull corners.

    Attributes
    ----------
    number : int
        Number of classifiers added before it.
    curve : RocCurve
        Its corners only.
    index : ndarray of int64, shape (n_kept,)
        Element i is the position of point i in the curve that was added.
    """

    number: int
    curve: RocCurve
    index: IntArray


@result
class IncrementalHull:
    """Joint hull of all classifiers added so far.

    Attributes
    ----------
    hull : Hull
        The same as `convex_hull` of all classifiers in the order of addition.
    n_added : int
        Number of classifiers added.
    extended : bool
        Whether the last classifier has a corner of its own; otherwise it can be discarded.
    survivors : tuple of KeptPoints
        The points needed for adding further classifiers.
    """

    hull: Hull
    n_added: int
    extended: bool
    survivors: tuple[KeptPoints, ...]


def extend_hull(before: IncrementalHull | None, curve: RocCurve) -> IncrementalHull:
    """Joint hull extended by one classifier.

    Corners and owners equal the result of `convex_hull` for all classifiers at once, exactly for
    curves with integer counts. With weighted counts or rates the hulls agree up to rounding, but
    points within rounding error of an edge may be corners in only one of them.

    Parameters
    ----------
    before : IncrementalHull or None
        Result of the previous call; None to start.
    curve : RocCurve
        The new classifier.

    Returns
    -------
    IncrementalHull
        The new hull; `before` is not modified.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> first = extend_hull(None, RocCurve(np.array([0.2]), np.array([0.7])))
    >>> worse = extend_hull(first, RocCurve(np.array([0.3]), np.array([0.6])))
    >>> first.extended, worse.extended
    (True, False)
    """
    number = before.n_added if before else 0
    survivors = before.survivors if before else ()
    new = KeptPoints(number, curve, np.arange(curve.fpr.size, dtype=np.int64))
    candidates = (*survivors, new)
    hull = convex_hull([candidate.curve for candidate in candidates])
    return IncrementalHull(
        hull=_with_input_indices(hull, candidates),
        n_added=number + 1,
        extended=bool(np.any(hull.owner == len(survivors))),
        survivors=_survivors(hull, candidates),
    )


def _with_input_indices(hull: Hull, candidates: Sequence[KeptPoints]) -> Hull:
    """Return the hull with owners and positions of the curves that were added."""
    owner, index = hull.owner.copy(), hull.index.copy()
    for position, candidate in enumerate(candidates):
        owned = hull.owner == position
        owner[owned], index[owned] = candidate.number, candidate.index[hull.index[owned]]
    return replace(hull, owner=owner, index=index)


def _survivors(hull: Hull, candidates: Sequence[KeptPoints]) -> tuple[KeptPoints, ...]:
    """Return the candidates reduced to hull corners."""
    survivors = []
    for position, candidate in enumerate(candidates):
        corners = hull.index[hull.owner == position]
        if corners.size:
            curve, index = _subset(candidate.curve, corners), candidate.index[corners]
            survivors.append(KeptPoints(candidate.number, curve, index))
    return tuple(survivors)


def _subset(curve: RocCurve, points: IntArray) -> RocCurve:
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


# ---- Dominance: one classifier is better than another under all conditions


class Dominance(StrEnum):
    """Dominance of one classifier over another."""

    STRICT = "strictly dominates"
    WEAK = "dominates"
    EQUAL = "equals"
    NONE = "does not dominate"


def point_dominance(*, fpr: float, tpr: float, other_fpr: float, other_tpr: float) -> Dominance:
    """Dominance of one ROC point over another.

    A point that strictly dominates another is cheaper under all operating conditions.

    Parameters
    ----------
    fpr, tpr : float
        The point that may dominate.
    other_fpr, other_tpr : float
        The point that may be dominated.

    Returns
    -------
    Dominance
        STRICT if both rates are better, WEAK if one is better and the other equal.

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1].

    Examples
    --------
    >>> str(point_dominance(fpr=0.1, tpr=0.7, other_fpr=0.2, other_tpr=0.6))
    'strictly dominates'
    """
    rates = {"fpr": fpr, "tpr": tpr, "other_fpr": other_fpr, "other_tpr": other_tpr}
    x, y, other_x, other_y = (read_unit_number(*item, RATE_MEANS) for item in rates.items())
    if x < other_x and y > other_y:
        return Dominance.STRICT
    if (x, y) == (other_x, other_y):
        return Dominance.EQUAL
    return Dominance.WEAK if x <= other_x and y >= other_y else Dominance.NONE


def set_dominance(points: RocCurve, other: RocCurve) -> Dominance:
    """Dominance of one set of ROC points over another.

    Parameters
    ----------
    points : RocCurve
        The set that may dominate.
    other : RocCurve
        The set that may be dominated.

    Returns
    -------
    Dominance
        STRICT or WEAK if each point of `other` is dominated in that sense by a point of
        `points`, and no point of `points` is dominated; NONE if only `other` is empty. The
        baselines are ignored.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))
    >>> worse = RocCurve(np.array([0.2]), np.array([0.5]))
    >>> str(set_dominance(better, worse))
    'strictly dominates'
    """
    a, b = _without_baselines(points), _without_baselines(other)
    if np.array_equal(a, b):
        return Dominance.EQUAL
    if not b.size or np.any(_dominated(a, b, strict=False)):
        return Dominance.NONE
    for kind in (Dominance.STRICT, Dominance.WEAK):
        if np.all(_dominated(b, a, strict=kind is Dominance.STRICT)):
            return kind
    return Dominance.NONE


def curve_dominance(curve: RocCurve, other: RocCurve) -> Dominance:
    """Dominance of one ROC curve, joined by segments, over another.

    Parameters
    ----------
    curve : RocCurve
        The curve that may dominate.
    other : RocCurve
        The curve that may be dominated.

    Returns
    -------
    Dominance
        STRICT if the curve is above the other at every fpr strictly between 0 and 1, WEAK if it
        is never below and above at some fpr.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1]), np.array([0.7]))
    >>> worse = RocCurve(np.array([0.3]), np.array([0.6]))
    >>> str(curve_dominance(better, worse)), str(curve_dominance(worse, better))
    ('strictly dominates', 'does not dominate')
    """
    a, b = _join_curve(curve), _join_curve(other)
    fpr = np.union1d(a.fpr, b.fpr)
    before = _left_limits(a, fpr) - _left_limits(b, fpr)
    after = _right_limits(a, fpr) - _right_limits(b, fpr)
    gaps = np.concatenate([before, after])
    if np.all(np.abs(gaps) <= TOLERANCE):
        return Dominance.EQUAL
    if np.any(gaps < -TOLERANCE):
        return Dominance.NONE
    middle = after[:-1] + before[1:]  # twice the gap halfway to the next fpr
    inside = np.concatenate([before[1:-1], after[1:-1], middle])
    return Dominance.STRICT if np.all(inside > TOLERANCE) else Dominance.WEAK


def _without_baselines(points: RocCurve) -> FloatArray:
    """Return the distinct points other than the baselines, sorted by fpr, then tpr."""
    pairs: FloatArray = np.unique(np.column_stack([points.fpr, points.tpr]), axis=0)
    is_baseline = (pairs[:, 0] == pairs[:, 1]) & ((pairs[:, 0] == 0.0) | (pairs[:, 0] == 1.0))
    inner: FloatArray = pairs[~is_baseline]
    return inner


def _dominated(points: FloatArray, by: FloatArray, *, strict: bool) -> BoolArray:
    """Return a mask of the points that a point of `by` dominates."""
    # Element k is the greatest tpr of the first k points of `by`.
    best = np.maximum.accumulate(np.append(-np.inf, by[:, 1]))
    fpr, tpr = points.T
    tpr_left = best[np.searchsorted(by[:, 0], fpr, side="left")]
    tpr_up_to = best[np.searchsorted(by[:, 0], fpr, side="right")]
    dominated: BoolArray = (tpr_left >= tpr) | (tpr_up_to > tpr)
    return np.asarray(tpr_left > tpr) if strict else dominated


@dataclass(frozen=True, slots=True)
class _JoinedCurve:
    """Curve over fpr, with limits `low[i]` from the left and `high[i]` from the right."""

    fpr: FloatArray
    low: FloatArray
    high: FloatArray


def _join_curve(curve: RocCurve) -> _JoinedCurve:
    """Return the points joined by segments, sorted by fpr, then tpr."""
    x, y = np.concatenate([[0.0, 1.0], curve.fpr]), np.concatenate([[0.0, 1.0], curve.tpr])
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    starts = np.flatnonzero(np.append(True, x[1:] != x[:-1]))
    stops = np.append(starts[1:], x.size) - 1
    return _JoinedCurve(fpr=x[starts], low=y[starts], high=y[stops])


def _left_limits(curve: _JoinedCurve, fpr: FloatArray) -> FloatArray:
    """Return the limits of the curve from the left."""
    limits = _right_limits(curve, fpr)
    limits[np.searchsorted(fpr, curve.fpr)] = curve.low
    return limits


def _right_limits(curve: _JoinedCurve, fpr: FloatArray) -> FloatArray:
    """Return the limits of the curve from the right."""
    i = np.searchsorted(curve.fpr, fpr, side="right") - 1
    next_i = np.minimum(i + 1, curve.fpr.size - 1)
    run = curve.fpr[next_i] - curve.fpr[i]
    share = np.divide(fpr - curve.fpr[i], run, out=np.zeros_like(fpr), where=run > 0)
    limits: FloatArray = curve.high[i] + share * (curve.low[next_i] - curve.high[i])
    return limits
