"""From predictions to counts: one step per distinct score."""

from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core.arrays import BoolArray, CountArray, FloatArray, ScoreArray, freeze
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.sort_keys import SortKeys, sort_keys
from cc_widgets.core.tally import Tally, ends_of_ties, joined, tally

_SAFE = 2.0**53  # beyond, floats skip whole numbers


@dataclass(frozen=True, eq=False, slots=True)
class Counts:
    """How many examples each threshold calls positive.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing. Element 0 is infinity: nothing is called positive.
    tp : ndarray of int64, or float64 with weights that are not whole, shape (n_thresholds,)
        Element i counts positive examples with score >= threshold[i].
    fp : ndarray of int64, or float64 with weights that are not whole, shape (n_thresholds,)
        Element i counts negative examples with score >= threshold[i].
    positives, negatives : int, or float with weights that are not whole
        Totals of the two classes: the last elements of `tp` and `fp`.
    complete : bool
        Whether every distinct score is among the thresholds; false for counts at corners.
    weighted : bool
        Whether these are sums of weights, be they whole: nobody knows then how many examples
        there were.
    """

    threshold: ScoreArray
    tp: CountArray
    fp: CountArray
    positives: float
    negatives: float
    complete: bool = True
    weighted: bool = False

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def count(predictions: Predictions) -> Counts:
    """Count true and false positives at every distinct score.

    Equal scores are never split: they become one threshold together.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores. Examples of weight 0 are left out.

    Returns
    -------
    Counts
        Element i belongs to the i-th largest distinct score; element 0 to infinity.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> counts = count(predictions([1, 0, 0, 1], [2, 5, 10, 10]))
    >>> counts.threshold
    array([inf, 10.,  5.,  2.])
    >>> counts.tp, counts.fp
    (array([0, 1, 1, 2]), array([0, 1, 2, 2]))
    """
    if predictions.weight is None:
        ordered = sort_keys(predictions.positive, predictions.score)
        # In integers, so that every later decision can be exact.
        return counts_from(ordered, joined(tally(ordered.keys, ends_of_ties)))
    used = predictions.weight > 0
    return _count_weighted(
        predictions.positive[used], predictions.score[used], predictions.weight[used]
    )


def counts_from(ordered: SortKeys, chosen: Tally) -> Counts:
    """Turn a tally into counts.

    Parameters
    ----------
    ordered : SortKeys
        Sorted examples.
    chosen : Tally
        Counted along their keys up to the last.

    Returns
    -------
    Counts
        Element i + 1 is element i of the tally; element 0 accepts nothing.
    """
    return _assemble(ordered.scores(chosen.key), chosen.tp, chosen.fp)


def _count_weighted(positive: BoolArray, score: ScoreArray, weight: FloatArray) -> Counts:
    """Add weights in float64; whole weights are as exact as so many examples."""
    # Stable: sums must not depend on which sort this machine's processor has.
    order = np.argsort(-score, kind="stable")
    score, positive, weight = score[order], positive[order], weight[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    tp = np.cumsum(np.where(positive, weight, 0.0))[last]
    fp = np.cumsum(np.where(positive, 0.0, weight))[last]
    if max(tp[-1], fp[-1]) < _SAFE and np.array_equal(weight, np.floor(weight)):
        tp, fp = tp.astype(np.int64), fp.astype(np.int64)
    return replace(_assemble(score[last], tp, fp), weighted=True)


def _assemble(threshold: ScoreArray, tp: CountArray, fp: CountArray) -> Counts:
    """Put the threshold that accepts nothing in front."""
    infinity = np.array([np.inf], dtype=threshold.dtype)
    nothing = np.zeros(1, dtype=tp.dtype)
    return Counts(
        threshold=np.concatenate([infinity, threshold]),
        tp=np.concatenate([nothing, tp]),
        fp=np.concatenate([nothing, fp]),
        positives=tp[-1].item(),
        negatives=fp[-1].item(),
    )
