"""One curve for several: averages over folds, in both spaces.

Averages differ in which points of the curves they take for the same: those with the same fpr,
the same tpr, the same threshold, or those that are best at the same pc. Each presumes that a
point will be selected in that way; only the last one averages what will be paid if the best
classifier is used at each pc. Curves are joined by segments from (0, 0) to (1, 1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.cost import lower_envelope
from cc_widgets.core.counts import Counts
from cc_widgets.core.folds import fold_shares, mean_of_curves, mean_of_folds
from cc_widgets.core.joined import RocPoints, join
from cc_widgets.core.pieces import CostCurve
from cc_widgets.core.roc import RocCurve, convex_hull, roc_curve
from cc_widgets.errors import CostCurveError


@dataclass(frozen=True, eq=False, slots=True)
class Average:
    """An average of curves, seen in both spaces.

    Attributes
    ----------
    presumes : str
        How a point of the curves will be selected, for the average to describe what follows.
    roc : RocCurve
        The average in ROC space. Of a cost average: point i is the line of its piece i.
    cost : CostCurve
        The average in cost space. Of an ROC average: its lower envelope.
    """

    presumes: str
    roc: RocCurve
    cost: CostCurve


def vertical_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average tpr at each fpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more, each rising from left to right.
    weights : array-like of shape (n_curves,), optional
        How much each curve counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every fpr at which some curve has one. Where a curve is vertical the
        average is, too: its value at that fpr is the top.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit, or points do not rise.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = vertical_average(points)
    >>> average.roc.fpr, average.roc.tpr.round(5)
    (array([0.  , 0.04, 0.3 , 1.  ]), array([0.     , 0.25333, 0.68125, 1.     ]))
    """
    share = fold_shares(len(curves), weights)
    joined = [join(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    fpr, tpr = _mean([(one.fpr, one.tpr) for one in joined], share)
    presumes = "the point is selected by its fpr, as under a limit on false alarms"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def horizontal_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average fpr at each tpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more, each rising from left to right.
    weights : array-like of shape (n_curves,), optional
        How much each curve counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every tpr at which some curve has one. Where a curve is level the
        average is, too: its value at that tpr is the left end.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit, or points do not rise.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = horizontal_average(points)
    >>> average.roc.fpr.round(5), average.roc.tpr
    (array([0.   , 0.095, 0.49 , 1.   ]), array([0. , 0.4, 0.8, 1. ]))
    """
    share = fold_shares(len(curves), weights)
    joined = [join(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    tpr, fpr = _mean([(one.tpr, one.fpr) for one in joined], share)
    presumes = "the point is selected by its tpr, as when a share of positives must be found"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def pooled_average(curves: Sequence[RocCurve]) -> Average:
    """Put the scored examples of several curves into one.

    Parameters
    ----------
    curves : sequence of RocCurve
        Two or more, made from counts at every score; their scores must mean the same.

    Returns
    -------
    Average
        The curve of all examples, with all thresholds.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or one was not made from counts at every score:
        what `count_hull` and `count_corners` leave out is needed between their corners.

    Examples
    --------
    >>> from cc_widgets.core.counts import count
    >>> from cc_widgets.core.predictions import predictions
    >>> folds = [roc_curve(count(predictions([0, 1], score))) for score in ([0.2, 0.6], [0.7, 0.9])]
    >>> average = pooled_average(folds)
    >>> average.roc.threshold, average.roc.tpr
    (array([inf, 0.9, 0.7, 0.6, 0.2]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    fold_shares(len(curves), None)
    counts = [_counts_of(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    threshold = np.unique(np.concatenate([one.threshold for one in counts]))[::-1]
    # Element i counts what a fold calls positive at the last of its thresholds that is no
    # lower than threshold[i].
    at = [np.searchsorted(-one.threshold, -threshold, side="right") - 1 for one in counts]
    pooled = Counts(
        threshold=threshold,
        tp=np.sum([one.tp[i] for one, i in zip(counts, at, strict=True)], axis=0),
        fp=np.sum([one.fp[i] for one, i in zip(counts, at, strict=True)], axis=0),
        positives=sum(one.positives for one in counts),
        negatives=sum(one.negatives for one in counts),
        weighted=any(one.weighted for one in counts),
    )
    return _from_roc("one threshold on the score is used throughout", roc_curve(pooled))


def cost_average(envelopes: Sequence[CostCurve], weights: ArrayLike | None = None) -> Average:
    """Average cost at each pc.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Two or more lower envelopes.
    weights : array-like of shape (n_envelopes,), optional
        How much each counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every pc at which some envelope has one.

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, or weights do not fit.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = cost_average([lower_envelope(convex_hull([point])) for point in points])
    >>> average.roc.fpr.round(5), average.roc.tpr.round(5)
    (array([0.  , 0.02, 0.17, 0.65, 1.  ]), array([0. , 0.2, 0.6, 0.9, 1. ]))
    """
    mean = mean_of_curves(envelopes, fold_shares(len(envelopes), weights))
    return Average(
        presumes="the best point of each curve is selected, given pc",
        roc=RocCurve(fpr=mean.fpr, tpr=1.0 - mean.fnr),
        cost=mean,
    )


def _mean(
    curves: Sequence[tuple[FloatArray, FloatArray]], share: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Average rising y over x; a vertical step of a curve is one of the average."""
    x = np.unique(np.concatenate([along for along, _ in curves]))
    low = mean_of_folds([_read(*curve, x, "left") for curve in curves], share)
    high = mean_of_folds([_read(*curve, x, "right") for curve in curves], share)
    step = np.column_stack([np.ones(x.size, dtype=bool), high > low]).ravel()
    return np.repeat(x, 2)[step], np.column_stack([low, high]).ravel()[step]


def _read(
    x: FloatArray, y: FloatArray, at: FloatArray, side: Literal["left", "right"]
) -> FloatArray:
    """Read a rising curve; where it is vertical, at the bottom (left) or the top (right)."""
    found = np.searchsorted(x, at, side=side) - (side == "right")
    exact = x[found] == at
    lower = np.maximum(found - (side == "left"), 0)
    upper = np.minimum(lower + 1, x.size - 1)
    run = np.where(exact, 1.0, x[upper] - x[lower])
    between = y[lower] + (y[upper] - y[lower]) * (at - x[lower]) / run
    # Rounding must not lift what is read above the end of its segment.
    return np.asarray(np.where(exact, y[found], np.minimum(between, y[upper])))


def _from_roc(presumes: str, roc: RocCurve) -> Average:
    """Return an ROC average with its envelope."""
    return Average(presumes=presumes, roc=roc, cost=lower_envelope(convex_hull([roc])))


def _counts_of(curve: RocCurve, where: str) -> Counts:
    """Return what a curve was made from."""
    if curve.counts is None:
        raise CostCurveError(
            "pooling needs scored examples",
            where=where,
            got="bare points",
            fix="Pass roc_curve(count(predictions(...))), or average another way.",
        )
    if not curve.counts.complete:
        raise CostCurveError(
            "pooling needs counts at every score",
            where=where,
            got="counts at corners only",
            fix="Use count(...) instead of count_hull(...) or count_corners(...).",
        )
    return curve.counts
