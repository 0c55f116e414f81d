"""ROC curves and their convex hull."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._counting import (
    Counts,
    Tally,
    count,
    counts_from,
    ends_before_turns,
    joined,
    sort_keys,
    tally,
)
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, Owner, ScoreArray, result

# ---- Rising convex chain above points: the geometry behind the ROC hull, in integers or floats


Coordinates: TypeAlias = NDArray[Any]
# Temporary arrays of this many elements stay in the cache of a processor.
_BLOCK = 2**16
# In a staircase of noise each pass leaves about half of the points.
_PASSES = 8
# So many passes mean that each may be removing a single point: a walk in Python is quicker.
_MOST_PASSES = 40
_NONE = np.empty(0, dtype=np.int64)


def upper_chain(x: Coordinates, y: Coordinates, tolerance: float = 0.0) -> IntArray:
    """The corners of the rising convex chain above all points, left to right.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates in any order; no product of two coordinates may overflow.
    tolerance : float
        Rounding of one coordinate; 0 for integers.

    Returns
    -------
    ndarray of int64, shape (n_corners,)
        Element i is the position of corner i in `x` and `y`. The first is the lowest of the
        leftmost points, the last the rightmost of the highest. Among equal points the one
        given first is the corner. No three corners are on one line.

    Examples
    --------
    >>> upper_chain(np.array([0, 0, 1, 2, 3, 4]), np.array([0, 1, 2, 3, 2, 4]))
    array([0, 1, 3, 5])
    """
    order = staircase(x, y)
    x, y = x[order], y[order]
    # Near a straight line only the walk decides: in a pass two almost equal points would
    # each fall because of the other.
    kept = without_hollows(x, y, -tolerance, passes=_MOST_PASSES)
    x, y = x[kept], y[kept]
    if np.any(_hollow(x, y, tolerance)):
        kept = kept[_walk(x.tolist(), y.tolist(), tolerance)]
    return order[kept]


def perhaps_corners(
    x: Coordinates, y: Coordinates, starts: IntArray = _NONE, tolerance: float = 0.0
) -> IntArray:
    """Positions of those points of staircases that may be corners of their chains.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates, one staircase after the other: neither falls within a staircase, and no
        point equals the one before.
    starts : ndarray of int64
        The positions of the first points of the staircases; 0 may be left out.
    tolerance : float
        Rounding of one coordinate; 0 for integers.

    Returns
    -------
    ndarray of int64
        Rising positions, the corners among them.

    Examples
    --------
    >>> x, y = np.array([0, 1, 2, 3, 0, 1, 2]), np.array([0, 1, 2, 4, 0, 2, 3])
    >>> perhaps_corners(x, y, np.array([0, 4]))
    array([0, 3, 4, 5, 6])
    """
    pieces = []
    for first in range(0, x.size, _BLOCK):
        piece = slice(first, first + _BLOCK)
        inside = starts[(starts > first) & (starts < first + _BLOCK)] - first
        kept = without_hollows(x[piece], y[piece], -tolerance, inside, passes=_PASSES)
        pieces.append(kept + first)
    return np.concatenate(pieces)


def staircase(x: Coordinates, y: Coordinates) -> IntArray:
    """Positions in the order of x, then y, without equal points and falls.

    With falls left in, rounding could take an up and down of one width for a straight line.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates in any order.

    Returns
    -------
    ndarray of int64
        Positions; among equal points the one given first.

    Examples
    --------
    >>> staircase(np.array([2, 0, 1, 1, 1]), np.array([2, 0, 1, 0, 1]))
    array([1, 3, 2, 0])
    """
    order = np.arange(x.size, dtype=np.int64)
    if (x[1:] < x[:-1]).any() or (y[1:] < y[:-1]).any():
        order = _sorted(x, y)
        order = order[y[order] >= np.maximum.accumulate(y[order])]
        x, y = x[order], y[order]
    same = (x[1:] == x[:-1]) & (y[1:] == y[:-1])
    return order[np.append(True, ~same)] if same.any() else order


def _sorted(x: Coordinates, y: Coordinates) -> IntArray:
    """Positions in the order of x, then y, then as given."""
    # Two stable sorts, for lexsort does not take integers of any size in every NumPy.
    order = np.argsort(y, kind="stable")
    return order[np.argsort(x[order], kind="stable")].astype(np.int64)


def without_hollows(
    x: Coordinates,
    y: Coordinates,
    tolerance: float = 0.0,
    starts: IntArray = _NONE,
    *,
    passes: int | None = None,
) -> IntArray:
    """Positions that are left when hollows are dropped, all at once, again and again.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates, one staircase after the other: neither falls within a staircase, and no
        point equals the one before.
    tolerance : float
        Rounding of one coordinate; 0 for integers.
    starts : ndarray of int64
        The positions of the first points of the staircases; 0 may be left out.
    passes : int, optional
        When to stop even though some hollows are left.

    Returns
    -------
    ndarray of int64
        Rising positions: exactly the corners of each chain, unless the passes did not suffice.

    Examples
    --------
    >>> x, y = np.array([0, 1, 2, 3, 0, 1, 2]), np.array([0, 1, 2, 4, 0, 2, 3])
    >>> without_hollows(x, y, starts=np.array([0, 4]))
    array([0, 3, 4, 5, 6])
    """
    kept = np.arange(x.size, dtype=np.int64)
    end = np.zeros(x.size, dtype=bool)
    end[starts] = end[starts - 1] = True
    for _ in itertools.count() if passes is None else range(passes):
        falls = _hollow(x, y, tolerance)
        falls[1:-1] &= ~end[1:-1]
        if not falls.any():
            break
        left = np.flatnonzero(~falls)
        x, y, end, kept = x[left], y[left], end[left], kept[left]
    return kept


def _hollow(x: Coordinates, y: Coordinates, tolerance: float) -> BoolArray:
    """Mark the points on or below the chord of their two neighbours."""
    dx, dy = x[1:] - x[:-1], y[1:] - y[:-1]
    hollow = np.zeros(x.size, dtype=bool)
    hollow[1:-1] = _turns_left(dx[:-1], dy[:-1], dx[1:], dy[1:], tolerance)
    return hollow


def _turns_left(left_x: Any, left_y: Any, right_x: Any, right_y: Any, tolerance: float) -> Any:  # noqa: ANN401 (scalars and arrays alike)
    """Whether a path goes straight on or bends up: its middle is then no corner."""
    if not tolerance:
        return left_y * right_x <= right_y * left_x
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return left_y * right_x - right_y * left_x <= tolerance * size


def _walk(x: list[Any], y: list[Any], tolerance: float) -> IntArray:
    """The corners by walking once from left to right."""
    corners: list[int] = []
    for i in range(len(x)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            sides = (x[b] - x[a], y[b] - y[a], x[i] - x[b], y[i] - y[b])
            if not _turns_left(*sides, tolerance):
                break
            corners.pop()
        corners.append(i)
    return np.array(corners, dtype=np.int64)


# ---- Coordinates in which points of several curves can be compared: whole numbers if possible


_EPS = float(np.finfo(np.float64).eps)
_INT64_SAFE = 2**62


@dataclass(frozen=True, slots=True)
class Frame:
    """What the coordinates of points are out of.

    Attributes
    ----------
    negatives, positives : int
        Totals that suit every curve; both 1 if rates must do.
    tolerance : float
        How far a coordinate may be off: 0 for whole numbers.
    """

    negatives: int
    positives: int
    tolerance: float

    @property
    def dtype(self) -> type[Any]:
        """The type of coordinates: one in which products of two of them are exact."""
        return np.float64 if self.tolerance else whole_numbers(self.negatives * self.positives)


def whole_numbers(largest: float) -> type[Any]:
    """A type of whole numbers that holds products up to this, as exactly as they are.

    Parameters
    ----------
    largest : float
        The largest product of two coordinates.

    Returns
    -------
    type
        int64, or Python integers.

    Examples
    --------
    >>> whole_numbers(10.0**20)
    <class 'object'>
    """
    return np.int64 if largest < _INT64_SAFE else object


def common_frame(curves: Sequence[RocCurve]) -> Frame:
    """Totals that make whole numbers of every point of counted curves.

    Parameters
    ----------
    curves : sequence of RocCurve
        Curves to compare.

    Returns
    -------
    Frame
        The least common totals; with other weights or bare rates among them, rates with their
        rounding: sums of n weights stray like the root of n.

    Examples
    --------
    >>> common_frame([])
    Frame(negatives=1, positives=1, tolerance=0.0)
    """
    negatives, positives = 1, 1
    for curve in curves:
        if curve.counts is None or curve.counts.tp.dtype.kind != "i":
            longest = max(one.fpr.size for one in curves)
            return Frame(1, 1, _EPS * (4 + float(np.sqrt(longest))))
        negatives = lcm(negatives, int(curve.counts.negatives))
        positives = lcm(positives, int(curve.counts.positives))
    return Frame(negatives, positives, 0.0)


@dataclass(frozen=True, slots=True)
class Placed:
    """Points in the coordinates of a frame.

    Attributes
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Element i is fpr and tpr of point i, out of the totals of the frame.
    """

    x: Coordinates
    y: Coordinates


def place(curve: RocCurve, frame: Frame, points: IntArray | None = None) -> Placed:
    """The points of a curve in the coordinates of a frame.

    Parameters
    ----------
    curve : RocCurve
        One of the curves that the frame was made for.
    frame : Frame
        Common totals.
    points : ndarray of int64, optional
        Positions of the points wanted; all of them if it is left out.

    Returns
    -------
    Placed
        Element i is point i, or the i-th of those wanted.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> curve = RocCurve(np.array([0.3]), np.array([0.7]))
    >>> place(curve, common_frame([curve])).x
    array([0.3])
    """
    wanted = slice(None) if points is None else points
    if curve.counts is None or frame.tolerance:
        return Placed(curve.fpr[wanted], curve.tpr[wanted])
    fp, tp = (count[wanted].astype(frame.dtype) for count in (curve.counts.fp, curve.counts.tp))
    return Placed(
        fp * (frame.negatives // int(curve.counts.negatives)),
        tp * (frame.positives // int(curve.counts.positives)),
    )


# ---- ROC space: the curve of one classifier and the hull of several


TRIVIAL: int = Owner.TRIVIAL.value


@result
class RocCurve:
    """Points of one classifier in ROC space.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n_points,)
        Element i is the share of negatives called positive at threshold i.
    tpr : ndarray of float64, shape (n_points,)
        Element i is the share of positives called positive at threshold i.
    threshold : ndarray of float, shape (n_points,), or None
        Element i is the lowest score that point i calls positive; None for bare points.
    counts : Counts or None
        What the rates were made from; lets the hull decide in exact integers.
    """

    fpr: FloatArray
    tpr: FloatArray
    threshold: ScoreArray | None = None
    counts: Counts | None = None

    @property
    def parts(self) -> tuple[RocCurve]:
        """Evaluations that it consists of: itself, as it has no folds."""
        return (self,)


@result
class Hull:
    """Corners of the ROC convex hull from (0, 0) to (1, 1), left to right.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_corners,)
        Element i is corner i. No three corners are on one line.
    owner : ndarray of int64, shape (n_corners,)
        Element i says which of the given curves corner i comes from; the first of them where
        several meet; -1 for the two trivial corners (0, 0) and (1, 1).
    index : ndarray of int64, shape (n_corners,)
        Element i is the position of corner i in the curve of its owner; -1 if trivial.
    """

    fpr: FloatArray
    tpr: FloatArray
    owner: IntArray
    index: IntArray

    @property
    def slopes(self) -> FloatArray:
        """Slopes of the edges, falling from left to right.

        Returns
        -------
        ndarray of float64, shape (n_corners - 1,)
            Element i belongs to the edge from corner i to corner i + 1; infinite if vertical.
        """
        run, rise = np.diff(self.fpr), np.diff(self.tpr)
        with np.errstate(over="ignore"):  # steeper than floats can say is vertical
            slopes = np.divide(rise, run, out=np.full_like(run, np.inf), where=run > 0)
        # Edges that differ by less than their rates can say must not seem to turn up.
        return np.minimum.accumulate(slopes)


def roc_curve(counts: Counts) -> RocCurve:
    """ROC curve of counts: false and true positive rates, by falling threshold.

    Parameters
    ----------
    counts : Counts
        Counts of one classifier, both classes present.

    Returns
    -------
    RocCurve
        Element i belongs to threshold i; all points are kept, from (0, 0) to (1, 1).

    Examples
    --------
    >>> from cc_widgets.core import count
    >>> from cc_widgets.core import predictions
    >>> curve = roc_curve(count(predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])))
    >>> curve.fpr, curve.tpr
    (array([0. , 0. , 0.5, 0.5, 1. ]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    return RocCurve(
        fpr=counts.fp / counts.negatives,
        tpr=counts.tp / counts.positives,
        threshold=counts.threshold,
        counts=counts,
    )


def convex_hull(curves: Sequence[RocCurve]) -> Hull:
    """Convex hull of curves and of the two trivial rules, in ROC space.

    Curves made from whole counts are compared in integers, brought to common totals
    if need be: the corners are exact. With other weights, or with points that are rates, a
    point within rounding of the chord of its neighbours is not a corner.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves, also none; a curve may be a single point.

    Returns
    -------
    Hull
        Element i is corner i, left to right.

    Examples
    --------
    >>> hull = convex_hull([RocCurve(np.array([0.3]), np.array([0.7]))])
    >>> hull.fpr, hull.tpr, hull.owner
    (array([0. , 0.3, 1. ]), array([0. , 0.7, 1. ]), array([-1,  0, -1]))
    """
    frame = common_frame(curves)
    exact = not frame.tolerance
    points = _perhaps_corners(_staircases(curves, exact=exact), frame.tolerance)
    if exact:
        points = _on_common_totals(points, curves, frame)
    corners = upper_chain(points.x, points.y, frame.tolerance)
    return _hull(curves, points.owner[corners], points.place[corners])


class _Points(NamedTuple):
    """Points of several curves and where they come from."""

    x: Coordinates
    y: Coordinates
    owner: IntArray
    place: IntArray


def _staircases(curves: Sequence[RocCurve], *, exact: bool) -> _Points:
    """The points of each curve from left to right, as counts or as rates.

    The trivial corners stand first, so that they own points of curves that equal them.
    """
    xs, ys, orders = [np.array([0, 1])], [np.array([0, 1])], [np.full(2, TRIVIAL)]
    for curve in curves:
        x, y = _coordinates(curve, exact=exact)
        order = staircase(x, y)
        xs.append(x[order])
        ys.append(y[order])
        orders.append(order)
    owner = np.repeat(np.arange(TRIVIAL, len(curves)), [order.size for order in orders])
    return _Points(np.concatenate(xs), np.concatenate(ys), owner, np.concatenate(orders))


def _coordinates(curve: RocCurve, *, exact: bool) -> tuple[Coordinates, Coordinates]:
    """What the points of one curve are compared by among themselves."""
    if not exact or curve.counts is None:
        return curve.fpr, curve.tpr
    counts = curve.counts
    dtype = whole_numbers(counts.negatives * counts.positives)
    return counts.fp.astype(dtype, copy=False), counts.tp.astype(dtype, copy=False)


def _perhaps_corners(points: _Points, tolerance: float) -> _Points:
    """Leave most points out: a corner of the joint hull is a corner of its own curve."""
    starts = np.flatnonzero(points.owner[1:] != points.owner[:-1]) + 1
    kept = perhaps_corners(points.x, points.y, starts, tolerance)
    return _Points(*(column[kept] for column in points))


def _on_common_totals(points: _Points, curves: Sequence[RocCurve], frame: Frame) -> _Points:
    """Bring counts of several curves to one scale, as Python integers if they get too large."""
    totals = [
        (1, 1),
        *((int(c.counts.negatives), int(c.counts.positives)) for c in curves if c.counts),
    ]
    scales = [(frame.negatives // n, frame.positives // p) for n, p in totals]
    x_scale, y_scale = np.array(scales, frame.dtype).T
    curve = points.owner - TRIVIAL
    return points._replace(x=points.x * x_scale[curve], y=points.y * y_scale[curve])


def _hull(curves: Sequence[RocCurve], owner: IntArray, index: IntArray) -> Hull:
    """Look up the rates of the corners."""
    fpr, tpr = np.zeros(owner.size), np.zeros(owner.size)
    fpr[-1] = tpr[-1] = 1.0
    for number in np.unique(owner[1:-1]):
        mine = owner == number
        fpr[mine] = curves[number].fpr[index[mine]]
        tpr[mine] = curves[number].tpr[index[mine]]
    return Hull(fpr=fpr, tpr=tpr, owner=owner, index=index)


# ---- From predictions to the few counts that hulls and envelopes need


def count_corners(predictions: Predictions) -> Counts:
    """Counts of true and false positives where no other threshold dominates.

    A threshold is left out if another one has as many true and fewer false positives, or more
    true and as many false ones. No hull and no envelope changes by that, whatever weights the
    examples are given later, for instance by resampling.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores. Examples of weight 0 are left out.

    Returns
    -------
    Counts
        What `count` says at infinity, at the corners of the staircase and at the lowest score.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> corners = count_corners(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> corners.threshold
    array([inf,  6.,  3.,  1.])
    >>> corners.tp, corners.fp
    (array([0, 1, 3, 3]), array([0, 0, 1, 3]))
    """
    if predictions.weight is None:
        ordered = sort_keys(predictions.positive, predictions.score)
        counts = counts_from(ordered, joined(tally(ordered.keys, ends_before_turns)))
    else:
        counts = count(predictions)
    return corners_of(counts)


def corners_of(counts: Counts) -> Counts:
    """The counts where no other threshold dominates.

    Parameters
    ----------
    counts : Counts
        Counts at all thresholds, or at many.

    Returns
    -------
    Counts
        As from `count_corners`.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> corners_of(count(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))).threshold
    array([inf,  6.,  3.,  1.])
    """
    return counts_at(counts, np.flatnonzero(_not_dominated(counts)))


def count_hull(predictions: Predictions) -> Counts:
    """Counts of true and false positives at the corners of the classifier's own hull.

    This is the fast way from predictions to hulls and envelopes, also to joint ones: a corner
    of a joint hull is a corner of the hull of its classifier.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores. Examples of weight 0 are left out.

    Returns
    -------
    Counts
        What `count` says at infinity, at the corners of the hull and at the lowest score.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> corners = count_hull(predictions([0, 1, 0, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> corners.threshold
    array([inf,  5.,  2.,  1.])
    >>> corners.tp, corners.fp
    (array([0, 2, 3, 3]), array([0, 0, 2, 3]))
    """
    if predictions.weight is not None:
        counts = count(predictions)
        corners = convex_hull([roc_curve(counts)]).index[1:-1]
        return counts_at(counts, np.concatenate([[0], corners, [counts.tp.size - 1]]))
    ordered = sort_keys(predictions.positive, predictions.score)
    few = joined(map(few_of, tally(ordered.keys, ends_before_turns)))
    counts = counts_from(ordered, few)
    return counts_at(counts, upper_chain(counts.fp, counts.tp))


def few_of(piece: Tally) -> Tally:
    """Positions that are left when points below their neighbours' chords are dropped.

    Parameters
    ----------
    piece : Tally
        Counts along some sorted keys.

    Returns
    -------
    Tally
        Fewer counts, those at corners of the hull among them.

    Examples
    --------
    >>> few_of(Tally(*map(np.array, ([2, 4, 6, 8], [0, 1, 2, 4], [0, 1, 2, 3])))).tp
    array([0, 4])
    """
    kept = perhaps_corners(piece.fp, piece.tp)
    return Tally(*(column[kept] for column in piece))


def counts_at(counts: Counts, kept: IntArray) -> Counts:
    """The counts at some thresholds; the totals stay.

    Parameters
    ----------
    counts : Counts
        Counts at all thresholds, or at many.
    kept : ndarray of int64
        Rising positions of those to keep.

    Returns
    -------
    Counts
        Marked as incomplete.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> counts_at(count(predictions([0, 1, 1], [1, 2, 3])), np.array([0, 2, 3])).tp
    array([0, 2, 2])
    """
    return replace(
        counts,
        threshold=counts.threshold[kept],
        tp=counts.tp[kept],
        fp=counts.fp[kept],
        complete=False,
    )


def _not_dominated(counts: Counts) -> BoolArray:
    """Mark the first and last threshold and those that no neighbour dominates."""
    kept = np.ones(counts.tp.size, dtype=bool)
    kept[1:-1] = (counts.tp[1:-1] != counts.tp[:-2]) & (counts.fp[1:-1] != counts.fp[2:])
    return kept
