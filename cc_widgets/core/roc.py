"""ROC space: the curve of one classifier and the hull of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, ScoreArray, freeze
from cc_widgets.core.chain import Coordinates, perhaps_corners, staircase, upper_chain
from cc_widgets.core.coordinates import Frame, common_frame, whole_numbers
from cc_widgets.core.counts import Counts

TRIVIAL = -1


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

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
    """Turn counts into rates.

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
    >>> from cc_widgets.core.counts import count
    >>> from cc_widgets.core.predictions import predictions
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
    """Find the joint convex hull of curves and of the two trivial classifiers.

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
    """Return the points of each curve from left to right, as counts or as rates.

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
    """Return what the points of one curve are compared by among themselves."""
    if not exact or curve.counts is None:
        return curve.fpr, curve.tpr
    counts = curve.counts
    dtype = whole_numbers(counts.negatives * counts.positives)
    return counts.fp.astype(dtype, copy=False), counts.tp.astype(dtype, copy=False)


def _perhaps_corners(points: _Points, tolerance: float) -> _Points:
    """Leave most points out: a corner of the joint hull is a corner of its own curve."""
    starts = np.flatnonzero(np.diff(points.owner, prepend=TRIVIAL))
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
