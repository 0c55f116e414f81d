"""Which points of which curves lie on the hull: at its corners, or inside its edges."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import BoolArray, IntArray, freeze
from cc_widgets.core.coordinates import Frame, Placed, common_frame, place
from cc_widgets.core.roc import TRIVIAL, Hull, RocCurve

_NOWHERE = -1
_NOTHING = np.empty(0, dtype=np.int64)
# First a look at all points in floats; what is this far below the hull is not on it.
_NEAR = 1e-9
# Corners were chosen pass by pass, each allowing for rounding.
_PASSES_OF_ROUNDING = 4


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def hull_members(hull: Hull, curves: Sequence[RocCurve]) -> HullMembers:
    """Find every point of the curves that lies on their hull.

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
    >>> from cc_widgets.core.roc import convex_hull
    >>> curves = [RocCurve(np.array([0.2, 0.1]), np.array([0.8, 0.4]))]
    >>> members = hull_members(convex_hull(curves), curves)
    >>> members.index, members.corner, members.edge
    (array([-1, -1,  0,  1]), array([ 0,  2,  1, -1]), array([-1, -1, -1,  0]))
    """
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
    """Return positions of points that may be on the hull."""
    above = np.interp(curve.fpr, hull.fpr, hull.tpr)
    # Along a vertical edge the height of the hull is not one number.
    near = (above - curve.tpr <= _NEAR) | (curve.fpr <= _NEAR)
    return np.flatnonzero(near).astype(np.int64)


def _left_corners(hull: Hull, curves: Sequence[RocCurve], near: Sequence[IntArray]) -> IntArray:
    """Return the last hull corner that is not to the right of each point."""
    fpr = [curve.fpr[points] for curve, points in zip(curves, near, strict=True)]
    return np.searchsorted(hull.fpr, np.concatenate([np.empty(0), *fpr]), side="right") - 1


def _join(pieces: Sequence[Placed], frame: Frame) -> Placed:
    """Return all points one after the other."""
    nothing = np.empty(0, dtype=frame.dtype)
    return Placed(
        np.concatenate([nothing, *(piece.x for piece in pieces)]),
        np.concatenate([nothing, *(piece.y for piece in pieces)]),
    )


def _place_corners(hull: Hull, curves: Sequence[RocCurve], frame: Frame) -> Placed:
    """Return the corners of the hull in the coordinates of the frame."""
    x, y = np.zeros(hull.fpr.size, frame.dtype), np.zeros(hull.fpr.size, frame.dtype)
    x[-1], y[-1] = frame.negatives, frame.positives
    for number in set(hull.owner.tolist()) - {TRIVIAL}:
        mine = hull.owner == number
        points = place(curves[number], frame, hull.index[mine])
        x[mine], y[mine] = points.x, points.y
    return Placed(x, y)


@dataclass(frozen=True, eq=False, slots=True)
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
    """Tell which points are at a corner."""
    dx, dy = points.x - corners.x[corner], points.y - corners.y[corner]
    return np.asarray((abs(dx) <= tolerance) & (abs(dy) <= tolerance), dtype=bool)


def _inside(points: Placed, corners: Placed, edge: IntArray, tolerance: float) -> BoolArray:
    """Tell which points are inside an edge: no point is beyond it on its line, above the hull."""
    left_x, left_y = points.x - corners.x[edge], points.y - corners.y[edge]
    right_x, right_y = corners.x[edge + 1] - points.x, corners.y[edge + 1] - points.y
    bend = abs(left_x * right_y - left_y * right_x)
    if not tolerance:
        return np.asarray(bend == 0, dtype=bool)
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return np.asarray(bend <= tolerance * size, dtype=bool)
