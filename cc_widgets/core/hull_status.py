"""What the joint hull says about each classifier, corner and edge.

A point on the hull is optimal somewhere: a corner over a range of slopes, a point inside an
edge at the slope of that edge alone, tied with its ends. No other point is ever optimal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, freeze
from cc_widgets.core.hull_members import HullMembers, hull_members
from cc_widgets.core.hull_ranges import CornerRanges, corner_ranges
from cc_widgets.core.roc import TRIVIAL, Hull, RocCurve, convex_hull

MIXED = -2


class Standing(StrEnum):
    """Whether a classifier can be optimal under any conditions."""

    OPTIMAL = "potentially optimal"
    TIE = "at best tied at single slopes"
    NEVER = "never optimal"


@dataclass(frozen=True, eq=False, slots=True)
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
    pc_start, pc_stop : ndarray of float64, shape (n_ranges,)
        Range i, of positive length, is where one of its corners is optimal; ranges are
        apart and rise.
    """

    standing: Standing
    kept: IntArray
    tied: IntArray
    pc_start: FloatArray
    pc_stop: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
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
        and (1, 1); -1 if both ends are trivial, -2 if the edge joins different classifiers.
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

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)


def hull_status(curves: Sequence[RocCurve]) -> HullStatus:
    """Find the joint hull and say what it means for each classifier.

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
    """Return what the hull says about one classifier."""
    mine = slice(*np.searchsorted(members.curve, [curve, curve + 1]))
    at_corner, inside = members.corner[mine] >= 0, members.edge[mine] >= 0
    corner = np.unique(members.corner[mine][at_corner])
    start, stop = _merge(ranges.pc_start[corner], ranges.pc_stop[corner])
    tie = Standing.TIE if inside.any() else Standing.NEVER
    return ClassifierStatus(
        standing=Standing.OPTIMAL if at_corner.any() else tie,
        kept=members.index[mine][at_corner],
        tied=members.index[mine][inside],
        pc_start=start,
        pc_stop=stop,
    )


def _merge(start: FloatArray, stop: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Join ranges that meet, and drop those without length."""
    seen = start < stop
    start, stop = start[seen], stop[seen]
    apart: BoolArray = start[1:] > stop[:-1]
    first, last = np.append(True, apart), np.append(apart, True)
    return start[first[: start.size]], stop[last[: stop.size]]


def _edge_owners(hull: Hull, members: HullMembers) -> IntArray:
    """Return the first curve that has both ends of each edge."""
    having: list[set[int]] = [set() for _ in range(hull.fpr.size)]
    at_corner = members.corner >= 0
    corners, curves = members.corner[at_corner].tolist(), members.curve[at_corner].tolist()
    for corner, curve in zip(corners, curves, strict=True):
        having[corner].add(curve)
    owners = [_common_owner(hull, having, edge) for edge in range(hull.fpr.size - 1)]
    return np.array(owners, dtype=np.int64)


def _common_owner(hull: Hull, having: Sequence[set[int]], edge: int) -> int:
    """Return the owner of one edge."""
    ends = [having[end] for end in (edge, edge + 1) if hull.owner[end] != TRIVIAL]
    if not ends:
        return TRIVIAL
    return min(set.intersection(*ends), default=MIXED)
