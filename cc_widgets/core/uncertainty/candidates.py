"""The thresholds that a resampling may choose from: all that matter, or few that nearly do.

Whatever weights the examples get, no envelope needs a threshold that is no corner of the
staircase of counts. Where even these are many, some can be left out; what that may cost is
computed from the resamples themselves.
"""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, ScoreArray, freeze
from cc_widgets.core.corners import count_corners
from cc_widgets.core.counts import Counts
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.roc import convex_hull, roc_curve
from cc_widgets.core.whole import read_whole
from cc_widgets.errors import CostCurveError

FEW = 640
_EXACT_UP_TO = 2048
# How much stretches follow what resampling pulls apart; the rest is by shares of examples,
# which keeps the bound small.
_SPREAD = 0.7


@dataclass(frozen=True, eq=False, slots=True)
class Candidates:
    """Thresholds of one classifier, between which examples are counted.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing, from infinity to the lowest score that matters.
    fp, tp : ndarray of int64, shape (n_thresholds,)
        Element i counts the examples with score >= threshold[i], from none to all.
    hull : ndarray of int64, shape (n_corners,)
        Positions of the corners of the classifier's hull, first and last threshold included.
    gap : ndarray of int64, shape (n_gaps,)
        Position i is here if thresholds between i and i + 1 were left out; empty if none was.
    """

    threshold: ScoreArray
    fp: IntArray
    tp: IntArray
    hull: IntArray
    gap: IntArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def negatives(self) -> int:
        """How many negative examples there are."""
        return int(self.fp[-1])

    @property
    def positives(self) -> int:
        """How many positive examples there are."""
        return int(self.tp[-1])


def candidates(predictions: Predictions, *, few: int | None = FEW) -> Candidates:
    """Find the thresholds among which every resample has its best ones.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores, without weights.
    few : int or None
        About how many thresholds, beside those of the hull, are enough where there are more
        than 2,048. None to use all in any case.

    Returns
    -------
    Candidates
        All corners of the staircase; or those of the hull, and from each of `few`
        stretches of the curve the corner that is closest to the hull.

    Raises
    ------
    CostCurveError
        If the examples have weights: how to resample them is not defined; or if `few` is
        no whole number.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> found = candidates(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> found.fp, found.tp, found.hull
    (array([0, 0, 1, 3]), array([0, 1, 3, 3]), array([0, 1, 2, 3]))
    """
    if predictions.weight is not None:
        raise CostCurveError(
            "resampling needs examples that count once each",
            where="sample_weight",
            got="weights",
            fix="Leave the weights out, or repeat examples that stand for several.",
        )
    if few is not None:
        few = read_whole("few", few, "Pass for instance 640, or None to use every threshold.")
    return candidates_among(count_corners(predictions), few)


def candidates_among(corners: Counts, few: int | None) -> Candidates:
    """Find thresholds to choose from among some that are counted already.

    Parameters
    ----------
    corners : Counts
        Without weights, from nothing to all: corners of the staircase; or, marked as incomplete,
        some thresholds with the corners of the hull among them.
    few : int or None
        As for `candidates`.

    Returns
    -------
    Candidates
        Between which others may have been left out, if these are not all corners.

    Examples
    --------
    >>> from cc_widgets.core.counts import count
    >>> from cc_widgets.core.predictions import predictions
    >>> candidates_among(count(predictions([0, 1, 1], [1, 2, 3])), None).hull
    array([0, 2, 3])
    """
    last = corners.fp.size - 1
    hull = np.concatenate([[0], convex_hull([roc_curve(corners)]).index[1:-1], [last]])
    kept = np.arange(last + 1)
    if few is not None and last >= _EXACT_UP_TO:
        kept = np.union1d(hull, _closest(corners, hull, few))
    return Candidates(
        threshold=corners.threshold[kept],
        fp=corners.fp[kept].astype(np.int64),
        tp=corners.tp[kept].astype(np.int64),
        hull=np.searchsorted(kept, hull),
        gap=np.flatnonzero(np.diff(kept) > 1),
    )


def _closest(corners: Counts, hull: IntArray, few: int) -> IntArray:
    """Return the corner closest to the hull in each of `few` stretches of the curve."""
    fpr, tpr = corners.fp / corners.negatives, corners.tp / corners.positives
    edge = np.searchsorted(hull[1:-1], np.arange(fpr.size), side="right")
    run, rise = np.diff(fpr[hull]), np.diff(tpr[hull])
    pc = (run / (run + rise))[edge]
    start = hull[:-1][edge]
    away = (1.0 - pc) * (fpr - fpr[start]) - pc * (tpr - tpr[start])
    along = _SPREAD * _unlike(corners, hull, pc, edge) + (1.0 - _SPREAD) * (fpr + tpr) / 2.0
    stretch = np.minimum(along * few, few - 1).astype(np.int64)
    inside = np.ones(fpr.size, dtype=bool)
    inside[hull] = False
    others = np.flatnonzero(inside)
    others = others[np.lexsort((away[others], stretch[others]))]
    _, closest = np.unique(stretch[others], return_index=True)
    return others[closest]


def _unlike(corners: Counts, hull: IntArray, pc: FloatArray, edge: IntArray) -> FloatArray:
    """Measure the way along the curve by how much resampling pulls its corners apart.

    That is the variance of the difference in cost of two neighbours, where the edge of the
    hull above them has both ends best, out of the variance of the cost itself. The whole way
    is 1. At the ends of the curve, where all costs are small, so are the steps that matter.
    """
    n, m = corners.negatives, corners.positives
    fpr, fnr = (corners.fp[hull] + 0.5) / (n + 1), 1.0 - (corners.tp[hull] + 0.5) / (m + 1)
    fpr, fnr = (fpr[:-1] + fpr[1:])[edge] / 2.0, (fnr[:-1] + fnr[1:])[edge] / 2.0
    negative, positive = (1.0 - pc) ** 2 / n, pc**2 / m
    own = negative * fpr * (1.0 - fpr) + positive * fnr * (1.0 - fnr)
    step = negative[:-1] * np.diff(corners.fp) / n + positive[:-1] * np.diff(corners.tp) / m
    way: FloatArray = np.append(0.0, np.cumsum(step / own[:-1]))
    # Nothing can be pulled apart where every corner is on a vertical or level edge.
    return way / way[-1] if way[-1] > 0.0 else way
