"""From predictions to the few counts that hulls and envelopes need."""

from dataclasses import replace

import numpy as np

from cc_widgets.core.arrays import BoolArray, IntArray
from cc_widgets.core.chain import perhaps_corners, upper_chain
from cc_widgets.core.counts import Counts, count, counts_from
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.roc import convex_hull, roc_curve
from cc_widgets.core.sort_keys import sort_keys
from cc_widgets.core.tally import Tally, ends_before_turns, joined, tally


def count_corners(predictions: Predictions) -> Counts:
    """Count true and false positives only where no other threshold dominates.

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
    >>> from cc_widgets.core.predictions import predictions
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
    return counts_at(counts, np.flatnonzero(_not_dominated(counts)))


def count_hull(predictions: Predictions) -> Counts:
    """Count true and false positives only at the corners of the classifier's own hull.

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
    >>> from cc_widgets.core.predictions import predictions
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
    """Leave out most of what is no corner even among its neighbours.

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
    """Return the counts at some thresholds; the totals stay.

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
    >>> from cc_widgets.core.predictions import predictions
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
