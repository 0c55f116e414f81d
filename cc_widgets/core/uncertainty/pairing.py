"""From predictions of two classifiers to the table of who is wrong about which examples."""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import BoolArray
from cc_widgets.core.counts import Counts
from cc_widgets.core.given import read_array
from cc_widgets.core.labels import Labels, read_labels
from cc_widgets.core.numbers import read_numbers
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.errors import CostCurveError, shown

Predicted: TypeAlias = ArrayLike | Predictions
_MATRIX = (2, 2)
_TWO = 2


def paired_counts(
    first: Predicted,
    second: Predicted,
    *,
    y_true: ArrayLike | None = None,
    pos_label: object = None,
    thresholds: tuple[float, float] | None = None,
) -> PairedCounts:
    """Count which of two fixed classifiers is wrong, example by example.

    Parameters
    ----------
    first, second : array-like of shape (n_examples,) or Predictions
        Predicted labels of both; or scores of both, as `predictions` returns them.
    y_true : array-like of shape (n_examples,), optional
        True labels; needed with predicted labels.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
    thresholds : pair of float, optional
        Needed with scores: an example is called positive from this score on.

    Returns
    -------
    PairedCounts
        The joint table of both classes.

    Raises
    ------
    CostCurveError
        If two confusion matrices are given, or predictions that are weighted or do not
        belong to the same examples.

    Examples
    --------
    >>> paired_counts([1, 1, 0, 0], [1, 0, 1, 0], y_true=[1, 1, 0, 0]).positives
    PairedErrors(first_only=0, second_only=1, both=0, neither=1)
    """
    _refuse_matrices(first, second)
    if isinstance(first, Predictions) and isinstance(second, Predictions):
        return _from_scores(first, second, thresholds)
    if isinstance(first, Predictions) or isinstance(second, Predictions) or y_true is None:
        raise CostCurveError(
            "true labels are needed beside the labels predicted by both classifiers",
            where="y_true",
            fix="Pass paired_counts(first, second, y_true=y_true), or two Predictions and "
            "thresholds=(a, b).",
        )
    labels = read_labels(y_true, pos_label)
    return _cross(
        labels.positive, _called(first, labels, "first"), _called(second, labels, "second")
    )


def _refuse_matrices(*given: Predicted) -> None:
    """Refuse what says how many errors there are, and not which."""
    for one in given:
        bare = isinstance(one, Counts | LineCounts)
        if bare or (
            not isinstance(one, Predictions) and read_array("predicted", one).shape == _MATRIX
        ):
            raise CostCurveError(
                "two confusion matrices do not tell how the errors of two classifiers pair up, "
                "and that decides how wide the band of their difference is: by a factor of up "
                "to 3.3",
                where="first and second",
                fix="Pass what both predict for the same examples, or, if you know how often "
                "only one is wrong, PairedCounts.",
            )


def _from_scores(
    first: Predictions, second: Predictions, thresholds: tuple[float, float] | None
) -> PairedCounts:
    """Compare two classifiers with scores, each at its threshold."""
    fix = "Pass thresholds=(a, b), one for each classifier."
    cuts = np.ravel(read_numbers("thresholds", () if thresholds is None else thresholds, fix))
    if cuts.size != _TWO or np.any(np.isnan(cuts)):
        raise CostCurveError(
            "two thresholds are needed with scores",
            where="thresholds",
            got=shown(thresholds),
            fix=fix,
        )
    if first.weight is not None or second.weight is not None:
        raise CostCurveError(
            "bands need counts of examples, not sums of weights",
            where="sample_weight",
            fix="Make the predictions without weights.",
        )
    if not np.array_equal(first.positive, second.positive):
        raise CostCurveError(
            "both classifiers must be tested on the same examples in the same order",
            where="first and second",
            got=f"true labels that differ ({first.positive.size} and {second.positive.size})",
            fix="Make both predictions from the same y_true.",
        )
    return _cross(first.positive, first.score >= cuts[0], second.score >= cuts[1])


def _called(predicted: ArrayLike, labels: Labels, where: str) -> BoolArray:
    """Tell which examples are called positive."""
    given = read_array(where, predicted)
    if given.shape != labels.positive.shape:
        raise CostCurveError(
            "one predicted label per example is needed",
            where=where,
            got=f"an array of shape {given.shape} for {labels.positive.size} true labels",
        )
    negative, positive = (np.asarray(given == label, dtype=bool) for label in labels.classes)
    neither = np.flatnonzero(~(negative | positive))
    if neither.size:
        raise CostCurveError(
            f"predicted labels must be among {shown(labels.classes[0])} and "
            f"{shown(labels.classes[1])}",
            where=where,
            got=f"{shown(given[neither[0]].item())} at position {neither[0]}",
            fix="Scores go with thresholds: make two Predictions of them.",
        )
    return positive


def _cross(actual: BoolArray, first: BoolArray, second: BoolArray) -> PairedCounts:
    """Count by class, and by who is wrong."""
    cell = 4 * actual + 2 * (first != actual) + (second != actual)
    neither, second_only, first_only, both = 0, 1, 2, 3
    counts = np.bincount(cell, minlength=8).reshape(2, 4).tolist()
    negatives, positives = (
        PairedErrors(
            first_only=one[first_only],
            second_only=one[second_only],
            both=one[both],
            neither=one[neither],
        )
        for one in counts
    )
    return PairedCounts(negatives=negatives, positives=positives)
