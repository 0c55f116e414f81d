"""ROC curves and ROC convex hulls."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.counting import (
    Counts,
    Tally,
    concatenate_tallies,
    count,
    counts_from,
    ends_before_turns,
    iter_tallies,
    sort_keys,
)
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, Owner, ScoreArray, result
from cc_widgets.core.scores import Predictions

__all__ = [
    "BASELINE",
    "Hull",
    "RocCurve",
    "convex_hull",
    "count_corners",
    "count_hull",
    "roc_curve",
]

# ---- Upper convex chain of points, in exact integers or in floats

Coordinates: TypeAlias = NDArray[Any]
# Temporary arrays of this size fit into the processor cache.
_BLOCK = 2**16
# In a random staircase each pass removes about half of the points.
_PASSES = 8
# After this many passes, each may remove only a single point; then the loop in Python is faster.
_MAX_PASSES = 40
_EMPTY = np.empty(0, dtype=np.int64)


def upper_chain(x: Coordinates, y: Coordinates, tolerance: float = 0.0) -> IntArray:
    """Return the indices of the corners of the non-decreasing upper convex chain, left to right.

    The first corner is the lowest of the leftmost points, and the last is the rightmost of the
    highest. The first of several equal points is the corner, and no three corners are collinear.
    Coordinates are int64, Python integers or float64 in any order, and products of two must not
    overflow. `tolerance` is the rounding error of one coordinate, 0 for integers.
    """
    order = staircase(x, y)
    x, y = x[order], y[order]
    # Nearly collinear points are left to the loop: in a vectorised pass, two almost equal points
    # would remove each other.
    chain = prune_concave(x, y, -tolerance, passes=_MAX_PASSES)
    x, y = x[chain], y[chain]
    if np.any(_is_concave(x, y, tolerance)):
        chain = chain[_monotone_chain(x.tolist(), y.tolist(), tolerance)]
    return order[chain]


def candidate_corners(
    x: Coordinates, y: Coordinates, starts: IntArray = _EMPTY, tolerance: float = 0.0
) -> IntArray:
    """Return increasing indices of points that may be corners, all corners among them.

    The points form staircases, one after the other: within a staircase no coordinate decreases
    and no point equals the previous one. `starts` holds the first index of each staircase, with
    or without 0.
    """
    candidates = []
    for first in range(0, x.size, _BLOCK):
        block = slice(first, first + _BLOCK)
        inside = starts[(starts > first) & (starts < first + _BLOCK)] - first
        index = prune_concave(x[block], y[block], -tolerance, inside, passes=_PASSES)
        candidates.append(index + first)
    return np.concatenate(candidates)


def staircase(x: Coordinates, y: Coordinates) -> IntArray:
    """Return indices sorted by x, then y, without duplicates and points below a previous point.

    Without the removal of lower points, rounding could make a step up and down of equal width
    look like a straight line. The first of several equal points is kept.
    """
    order = np.arange(x.size, dtype=np.int64)
    if (x[1:] < x[:-1]).any() or (y[1:] < y[:-1]).any():
        order = _lexsorted(x, y)
        order = order[y[order] >= np.maximum.accumulate(y[order])]
        x, y = x[order], y[order]
    same = (x[1:] == x[:-1]) & (y[1:] == y[:-1])
    return order[np.append(True, ~same)] if same.any() else order


def _lexsorted(x: Coordinates, y: Coordinates) -> IntArray:
    """Return indices sorted by x, then y, then position."""
    # Two stable sorts, because lexsort does not support Python integers in every NumPy version.
    order = np.argsort(y, kind="stable")
    return order[np.argsort(x[order], kind="stable")].astype(np.int64)


def prune_concave(
    x: Coordinates,
    y: Coordinates,
    tolerance: float = 0.0,
    starts: IntArray = _EMPTY,
    *,
    passes: int | None = None,
) -> IntArray:
    """Return the indices left after repeatedly dropping points not above their neighbours' chord.

    The points form staircases as in `candidate_corners`. The result has exactly the corners of
    each chain, unless `passes` ends the iteration early.
    """
    index = np.arange(x.size, dtype=np.int64)
    end = np.zeros(x.size, dtype=bool)
    end[starts] = end[starts - 1] = True
    for _ in itertools.count() if passes is None else range(passes):
        concave = _is_concave(x, y, tolerance)
        concave[1:-1] &= ~end[1:-1]
        if not concave.any():
            break
        remaining = np.flatnonzero(~concave)
        x, y, end, index = x[remaining], y[remaining], end[remaining], index[remaining]
    return index


def _is_concave(x: Coordinates, y: Coordinates, tolerance: float) -> BoolArray:
    """Return a mask of the points on or below the chord of their two neighbours."""
    dx, dy = x[1:] - x[:-1], y[1:] - y[:-1]
    concave = np.zeros(x.size, dtype=bool)
    concave[1:-1] = _is_reflex(dx[:-1], dy[:-1], dx[1:], dy[1:], tolerance)
    return concave


def _is_reflex(left_x: Any, left_y: Any, right_x: Any, right_y: Any, tolerance: float) -> Any:  # noqa: ANN401 (scalars and arrays)
    """Return whether a path continues straight or turns left, so that its middle is no corner."""
    if not tolerance:
        return left_y * right_x <= right_y * left_x
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return left_y * right_x - right_y * left_x <= tolerance * size


def _monotone_chain(x: list[Any], y: list[Any], tolerance: float) -> IntArray:
    """Return the indices of the corners by Andrew's monotone chain algorithm."""
    corners: list[int] = []
    for i in range(len(x)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            sides = (x[b] - x[a], y[b] - y[a], x[i] - x[b], y[i] - y[b])
            if not _is_reflex(*sides, tolerance):
                break
            corners.pop()
        corners.append(i)
    return np.array(corners, dtype=np.int64)


# ---- Common scales, in which points of several curves compare exactly where possible


_EPS = float(np.finfo(np.float64).eps)
_INT64_SAFE = 2**62


@dataclass(frozen=True, slots=True)
class CommonScale:
    """Denominators on which points of several curves are compared.

    Attributes
    ----------
    negatives, positives : int
        Common multiples of the class totals of all curves; both 1 if only rates are available.
    tolerance : float
        Rounding error of one coordinate; 0 for integers.
    """

    negatives: int
    positives: int
    tolerance: float

    @property
    def dtype(self) -> type[Any]:
        """Type of coordinates in which the product of two coordinates is exact."""
        return np.float64 if self.tolerance else integer_dtype(self.negatives * self.positives)


def integer_dtype(largest: float) -> type[Any]:
    """Return int64, or object for Python integers if products up to `largest` overflow."""
    return np.int64 if largest < _INT64_SAFE else object


def common_scale(curves: Sequence[RocCurve]) -> CommonScale:
    """Return the least common totals that make all points of counted curves integers.

    If a curve has weighted counts or rates only, the scale has rates with their rounding error,
    because the rounding error of a sum of n weights grows like the square root of n.
    """
    negatives, positives = 1, 1
    for curve in curves:
        if curve.counts is None or curve.counts.tp.dtype.kind != "i":
            longest = max(each.fpr.size for each in curves)
            return CommonScale(1, 1, _EPS * (4 + float(np.sqrt(longest))))
        negatives = lcm(negatives, int(curve.counts.negatives))
        positives = lcm(positives, int(curve.counts.positives))
    return CommonScale(negatives, positives, 0.0)


@dataclass(frozen=True, slots=True)
class ScaledPoints:
    """Points on a common scale.

    Attributes
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Element i is fpr and tpr of point i, multiplied by the totals of the scale.
    """

    x: Coordinates
    y: Coordinates


def scaled_points(
    curve: RocCurve, scale: CommonScale, points: IntArray | None = None
) -> ScaledPoints:
    """Return points of a curve on a common scale; all of them unless indices are given."""
    selection = slice(None) if points is None else points
    if curve.counts is None or scale.tolerance:
        return ScaledPoints(curve.fpr[selection], curve.tpr[selection])
    fp, tp = (
        cumulative[selection].astype(scale.dtype)
        for cumulative in (curve.counts.fp, curve.counts.tp)
    )
    return ScaledPoints(
        fp * (scale.negatives // int(curve.counts.negatives)),
        tp * (scale.positives // int(curve.counts.positives)),
    )


# ---- The ROC curve of one classifier and the convex hull of several


BASELINE: int = Owner.BASELINE.value


@result
class RocCurve:
    """Points of one classifier in ROC space.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n_points,)
        Element i is the false positive rate at threshold i.
    tpr : ndarray of float64, shape (n_points,)
        Element i is the true positive rate at threshold i.
    threshold : ndarray of float, shape (n_points,), or None
        Element i is the threshold of point i: score >= threshold is classified as positive.
        None for points without thresholds.
    counts : Counts or None
        Counts behind the rates, with which hulls are computed in exact integers.
    """

    fpr: FloatArray
    tpr: FloatArray
    threshold: ScoreArray | None = None
    counts: Counts | None = None

    @property
    def parts(self) -> tuple[RocCurve]:
        """Evaluations of the classifier: a tuple of this curve, because it has no folds."""
        return (self,)


@result
class Hull:
    """Corners of the ROC convex hull from (0, 0) to (1, 1), left to right.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_corners,)
        Element i is corner i. No three corners are collinear.
    owner : ndarray of int64, shape (n_corners,)
        Element i is the index of the curve of corner i, the first of several that share it;
        -1 for the baselines (0, 0) and (1, 1).
    index : ndarray of int64, shape (n_corners,)
        Element i is the position of corner i in the curve of its owner; -1 for a baseline.
    """

    fpr: FloatArray
    tpr: FloatArray
    owner: IntArray
    index: IntArray

    @property
    def slopes(self) -> FloatArray:
        """Slopes of the edges, decreasing from left to right.

        Returns
        -------
        ndarray of float64, shape (n_corners - 1,)
            Element i belongs to the edge from corner i to corner i + 1; infinite if vertical.
        """
        run, rise = np.diff(self.fpr), np.diff(self.tpr)
        with np.errstate(over="ignore"):  # slopes beyond the largest float count as vertical
            slopes = np.divide(rise, run, out=np.full_like(run, np.inf), where=run > 0)
        # Rounding must not make the slopes of nearly parallel edges increase.
        return np.minimum.accumulate(slopes)


def roc_curve(counts: Counts) -> RocCurve:
    """ROC curve of counts: false and true positive rates by decreasing threshold.

    Parameters
    ----------
    counts : Counts
        Counts of one classifier with both classes present.

    Returns
    -------
    RocCurve
        Element i belongs to threshold i; no point from (0, 0) to (1, 1) is dropped.

    Examples
    --------
    >>> from cc_widgets.core import count, predictions
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
    """Convex hull in ROC space of curves and the two baselines.

    Curves with integer counts are compared exactly, on common totals. With weighted counts or
    rates, a point within rounding error of the chord of its neighbours is not a corner.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves, possibly none; a curve may be a single point.

    Returns
    -------
    Hull
        Element i is corner i, left to right.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> hull = convex_hull([RocCurve(np.array([0.3]), np.array([0.7]))])
    >>> hull.fpr, hull.tpr, hull.owner
    (array([0. , 0.3, 1. ]), array([0. , 0.7, 1. ]), array([-1,  0, -1]))
    """
    scale = common_scale(curves)
    exact = not scale.tolerance
    points = _pruned(_staircases(curves, exact=exact), scale.tolerance)
    if exact:
        points = _rescaled(points, curves, scale)
    corners = upper_chain(points.x, points.y, scale.tolerance)
    return _build_hull(curves, points.owner[corners], points.position[corners])


class _Points(NamedTuple):
    """Points of several curves, with their curve and position in it."""

    x: Coordinates
    y: Coordinates
    owner: IntArray
    position: IntArray


def _staircases(curves: Sequence[RocCurve], *, exact: bool) -> _Points:
    """Return the staircase of each curve, as counts or as rates.

    The baselines come first, so that they own points of curves that equal them.
    """
    xs, ys, orders = [np.array([0, 1])], [np.array([0, 1])], [np.full(2, BASELINE)]
    for curve in curves:
        x, y = _coordinates(curve, exact=exact)
        order = staircase(x, y)
        xs.append(x[order])
        ys.append(y[order])
        orders.append(order)
    owner = np.repeat(np.arange(BASELINE, len(curves)), [order.size for order in orders])
    return _Points(np.concatenate(xs), np.concatenate(ys), owner, np.concatenate(orders))


def _coordinates(curve: RocCurve, *, exact: bool) -> tuple[Coordinates, Coordinates]:
    """Return the counts of one curve where exact, otherwise its rates."""
    if not exact or curve.counts is None:
        return curve.fpr, curve.tpr
    counts = curve.counts
    dtype = integer_dtype(counts.negatives * counts.positives)
    return counts.fp.astype(dtype, copy=False), counts.tp.astype(dtype, copy=False)


def _pruned(points: _Points, tolerance: float) -> _Points:
    """Keep candidates only: a corner of the joint hull is a corner of its own curve's hull."""
    starts = np.flatnonzero(points.owner[1:] != points.owner[:-1]) + 1
    candidates = candidate_corners(points.x, points.y, starts, tolerance)
    return _Points(*(column[candidates] for column in points))


def _rescaled(points: _Points, curves: Sequence[RocCurve], scale: CommonScale) -> _Points:
    """Return the points on common totals, as Python integers where int64 could overflow."""
    totals = [
        (1, 1),
        *((int(c.counts.negatives), int(c.counts.positives)) for c in curves if c.counts),
    ]
    factors = [(scale.negatives // n, scale.positives // p) for n, p in totals]
    x_factor, y_factor = np.array(factors, scale.dtype).T
    curve = points.owner - BASELINE
    return points._replace(x=points.x * x_factor[curve], y=points.y * y_factor[curve])


def _build_hull(curves: Sequence[RocCurve], owner: IntArray, index: IntArray) -> Hull:
    """Return the hull with the rates of its corners."""
    fpr, tpr = np.zeros(owner.size), np.zeros(owner.size)
    fpr[-1] = tpr[-1] = 1.0
    for curve in np.unique(owner[1:-1]):
        owned = owner == curve
        fpr[owned] = curves[curve].fpr[index[owned]]
        tpr[owned] = curves[curve].tpr[index[owned]]
    return Hull(fpr=fpr, tpr=tpr, owner=owner, index=index)


# ---- Counts at the thresholds that hulls and envelopes depend on


def count_corners(predictions: Predictions) -> Counts:
    """Counts of true and false positives at thresholds that no other threshold dominates.

    A threshold is dropped if another has the same true positives and fewer false positives, or
    more true positives and the same false positives. Hulls and envelopes do not change, even if
    the examples are reweighted later, for instance by a bootstrap.

    Parameters
    ----------
    predictions : Predictions
        Validated labels and scores. Examples of weight 0 are ignored.

    Returns
    -------
    Counts
        Counts at infinity, at the corners of the staircase and at the lowest score.

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
        counts = counts_from(
            ordered, concatenate_tallies(iter_tallies(ordered.keys, ends_before_turns))
        )
    else:
        counts = count(predictions)
    return undominated_counts(counts)


def undominated_counts(counts: Counts) -> Counts:
    """Return the counts at thresholds that no other threshold dominates."""
    return counts_at(counts, np.flatnonzero(_is_undominated(counts)))


def count_hull(predictions: Predictions) -> Counts:
    """Counts of true and false positives at the corners of the classifier's own hull.

    This is the fast way from predictions to hulls and envelopes, including joint ones, because a
    corner of a joint hull is a corner of its classifier's hull.

    Parameters
    ----------
    predictions : Predictions
        Validated labels and scores. Examples of weight 0 are ignored.

    Returns
    -------
    Counts
        Counts at infinity, at the corners of the hull and at the lowest score.

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
    candidates = concatenate_tallies(
        map(prune_tally, iter_tallies(ordered.keys, ends_before_turns))
    )
    counts = counts_from(ordered, candidates)
    return counts_at(counts, upper_chain(counts.fp, counts.tp))


def prune_tally(part: Tally) -> Tally:
    """Return a tally with most points below their neighbours' chord removed; hull corners stay."""
    candidates = candidate_corners(part.fp, part.tp)
    return Tally(*(column[candidates] for column in part))


def counts_at(counts: Counts, index: IntArray) -> Counts:
    """Return the counts at the thresholds with the given sorted indices, marked as incomplete."""
    return replace(
        counts,
        threshold=counts.threshold[index],
        tp=counts.tp[index],
        fp=counts.fp[index],
        complete=False,
    )


def _is_undominated(counts: Counts) -> BoolArray:
    """Return a mask of the first, the last, and all thresholds that no neighbour dominates."""
    undominated = np.ones(counts.tp.size, dtype=bool)
    undominated[1:-1] = (counts.tp[1:-1] != counts.tp[:-2]) & (counts.fp[1:-1] != counts.fp[2:])
    return undominated
