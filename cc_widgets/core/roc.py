"""ROC space: the curve of one classifier and the hull of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, ScoreArray, freeze
from cc_widgets.core.chain import Coordinates, upper_chain
from cc_widgets.core.counts import Counts

TRIVIAL = -1
_INT64_SAFE = 2**62


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

    Curves made from unweighted counts are compared in integers, brought to common totals
    if need be: the corners are exact. With weights, or with points that come as rates, a
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
    negatives, positives = _common_totals(curves)
    points = [_coordinates(curve, negatives, positives) for curve in curves]
    tolerance = 0.0 if negatives else _rounding(curves)
    # A corner of the joint hull is a corner of its own curve: few points are left to sort.
    own = [upper_chain(x, y, tolerance) for x, y in points]
    # The trivial corners stand first, so that they own points of curves that equal them.
    xs = [np.array([0, negatives or 1]), *(x[i] for (x, _), i in zip(points, own, strict=True))]
    ys = [np.array([0, positives or 1]), *(y[i] for (_, y), i in zip(points, own, strict=True))]
    owner = np.repeat(np.arange(TRIVIAL, len(curves)), [2, *(i.size for i in own)])
    index = np.concatenate([np.full(2, TRIVIAL), *own])
    corners = upper_chain(np.concatenate(xs), np.concatenate(ys), tolerance)
    return _hull(curves, owner[corners], index[corners])


def _common_totals(curves: Sequence[RocCurve]) -> tuple[int, int]:
    """Return totals of negatives and positives that suit every curve; 0, 0 if rates must do."""
    negatives, positives = 1, 1
    for curve in curves:
        if curve.counts is None or curve.counts.tp.dtype.kind != "i":
            return 0, 0
        negatives = lcm(negatives, int(curve.counts.negatives))
        positives = lcm(positives, int(curve.counts.positives))
    return negatives, positives


def _coordinates(
    curve: RocCurve, negatives: int, positives: int
) -> tuple[Coordinates, Coordinates]:
    """Return fpr and tpr, as whole numbers out of the common totals where there are any."""
    if curve.counts is None or not negatives:
        return curve.fpr, curve.tpr
    dtype = np.int64 if negatives * positives < _INT64_SAFE else object
    x = curve.counts.fp.astype(dtype) * (negatives // int(curve.counts.negatives))
    y = curve.counts.tp.astype(dtype) * (positives // int(curve.counts.positives))
    return x, y


def _rounding(curves: Sequence[RocCurve]) -> float:
    """Return how far a rate may be off: sums of n weights stray like the root of n."""
    longest = max((curve.fpr.size for curve in curves), default=0)
    return float(np.finfo(np.float64).eps * (4 + np.sqrt(longest)))


def _hull(curves: Sequence[RocCurve], owner: IntArray, index: IntArray) -> Hull:
    """Look up the rates of the corners."""
    fpr, tpr = np.zeros(owner.size), np.zeros(owner.size)
    fpr[-1] = tpr[-1] = 1.0
    for number, curve in enumerate(curves):
        mine = owner == number
        fpr[mine], tpr[mine] = curve.fpr[index[mine]], curve.tpr[index[mine]]
    return Hull(fpr=fpr, tpr=tpr, owner=owner, index=index)
