"""The thresholds that a resampling may choose from: all that matter, or few that nearly do.

Whatever weights the examples get, no envelope needs a threshold that is no corner of the
staircase of counts. Where even these are many, some can be left out; what that may cost is
computed from the resamples themselves.
"""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, ScoreArray, freeze
from cc_widgets.core.corners import count_corners
from cc_widgets.core.counts import Counts
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.roc import convex_hull, roc_curve
from cc_widgets.core.whole import read_whole
from cc_widgets.errors import CostCurveError

FEW = 512
_EXACT_UP_TO = 2048


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
        All corners of the staircase; or those of the hull, and from each of `few` equal
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
        few = read_whole("few", few, "Pass for instance 512, or None to use every threshold.")
    corners = count_corners(predictions)
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
    """Return the corner closest to the hull in each of `few` stretches of equal mass."""
    away = _above_envelope(corners, hull)
    mass = corners.fp / corners.negatives + corners.tp / corners.positives
    stretch = np.minimum(mass * (few / 2), few - 1).astype(np.int64)
    starts = np.flatnonzero(np.append(True, np.diff(stretch) > 0))
    least = np.minimum.reduceat(away, starts)
    closest = np.flatnonzero(_is_least(away, least, starts))
    _, first = np.unique(stretch[closest], return_index=True)
    return closest[first]


def _is_least(away: FloatArray, least: FloatArray, starts: IntArray) -> BoolArray:
    """Mark what equals the least value of its stretch."""
    sizes = np.diff(np.append(starts, away.size))
    found: BoolArray = away == np.repeat(least, sizes)
    return found


def _above_envelope(corners: Counts, hull: IntArray) -> FloatArray:
    """Return how much dearer each corner is where its edge of the hull has both ends best."""
    edge = np.searchsorted(hull[1:-1], np.arange(corners.fp.size), side="right")
    fpr, tpr = corners.fp / corners.negatives, corners.tp / corners.positives
    run, rise = np.diff(fpr[hull]), np.diff(tpr[hull])
    pc = run / (run + rise)
    start = hull[:-1][edge]
    away: FloatArray = (1.0 - pc[edge]) * (fpr - fpr[start]) - pc[edge] * (tpr - tpr[start])
    return away
