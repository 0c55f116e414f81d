import numpy as np
import pytest

from cc_widgets.core import matrix_counts, predictions
from cc_widgets.core.uncertainty import LineCounts, PairedCounts, PairedErrors, paired_counts
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11, HIGH_AGREEMENT, LOW_AGREEMENT

TRUE = [1, 1, 1, 1, 1, 0, 0, 0, 0]
FIRST = [1, 1, 0, 0, 0, 1, 0, 0, 0]
SECOND = [1, 0, 1, 1, 0, 1, 1, 1, 0]
EXPECTED = PairedCounts(
    positives=PairedErrors(first_only=2, second_only=1, both=1, neither=1),
    negatives=PairedErrors(first_only=0, second_only=2, both=1, neither=1),
)


def test_examples_are_counted_by_class_and_by_who_is_wrong():
    found = paired_counts(FIRST, SECOND, y_true=TRUE)
    assert found == EXPECTED
    assert found.first == LineCounts(fp=1, negatives=4, fn=3, positives=5)
    assert found.second == LineCounts(fp=3, negatives=4, fn=2, positives=5)
    assert paired_counts(SECOND, FIRST, y_true=TRUE) == found.swapped
    assert found.positives.difference == 1 / 5
    assert found.negatives.difference == -1 / 2


def test_labels_of_any_kind_will_do():
    words = np.array(["well", "sick"])
    found = paired_counts(
        words[FIRST].tolist(), words[SECOND], y_true=words[TRUE], pos_label="sick"
    )
    assert found == EXPECTED


def test_scores_are_called_positive_from_the_threshold_on():
    first = predictions(TRUE, np.where(FIRST, 0.5, 0.49))
    second = predictions(TRUE, np.where(SECOND, 8, -3))
    assert paired_counts(first, second, thresholds=(0.5, 2)) == EXPECTED


@pytest.mark.parametrize(
    "matrices",
    [
        ([[6, 4], [3, 17]], np.array([[7, 3], [3, 17]])),
        (matrix_counts([[6, 4], [3, 17]]), matrix_counts([[7, 3], [3, 17]])),
        (FIGURE_11, FIGURE_11),
    ],
)
def test_two_bare_confusion_matrices_are_refused_with_the_reason(matrices):
    with pytest.raises(CostCurveError, match=r"pair up.*3\.3.*predict for the same examples"):
        paired_counts(*matrices)


def test_the_same_two_matrices_pair_up_in_different_ways():
    assert HIGH_AGREEMENT.first == LOW_AGREEMENT.first
    assert HIGH_AGREEMENT.second == LOW_AGREEMENT.second
    assert HIGH_AGREEMENT != LOW_AGREEMENT


def test_weighted_predictions_are_refused():
    weighted = predictions(TRUE, FIRST, sample_weight=[2] * 9)
    with pytest.raises(CostCurveError, match="sample_weight: bands need counts"):
        paired_counts(weighted, predictions(TRUE, SECOND), thresholds=(0.5, 0.5))


@pytest.mark.parametrize("true", [TRUE[::-1], TRUE[1:]])
def test_predictions_for_other_examples_are_refused(true):
    with pytest.raises(CostCurveError, match="same examples in the same order"):
        paired_counts(
            predictions(TRUE, FIRST), predictions(true, SECOND[: len(true)]), thresholds=(0.5, 0.5)
        )


@pytest.mark.parametrize("thresholds", [None, (0.5,), (0.5, float("nan")), (1, 2, 3)])
def test_two_thresholds_are_asked_for(thresholds):
    scores = predictions(TRUE, FIRST)
    with pytest.raises(CostCurveError, match="thresholds: two thresholds are needed"):
        paired_counts(scores, scores, thresholds=thresholds)


def test_true_labels_are_asked_for():
    scores = predictions(TRUE, FIRST)
    with pytest.raises(CostCurveError, match="y_true: true labels are needed"):
        paired_counts(FIRST, SECOND)
    with pytest.raises(CostCurveError, match="y_true: true labels are needed"):
        paired_counts(scores, SECOND, y_true=TRUE)


def test_scores_in_place_of_labels_are_refused():
    with pytest.raises(CostCurveError, match=r"second: predicted labels.*0\.7 at position 1"):
        paired_counts(FIRST, [1, 0.7, *SECOND[2:]], y_true=TRUE)


def test_labels_that_do_not_run_beside_the_true_ones_are_refused():
    with pytest.raises(CostCurveError, match="first: one predicted label per example"):
        paired_counts(FIRST[1:], SECOND, y_true=TRUE)


@pytest.mark.parametrize("count", [0.5, -1, 2.0])
def test_tables_hold_whole_counts(count):
    with pytest.raises(CostCurveError, match="both: must be a whole number"):
        PairedErrors(first_only=1, second_only=2, both=count, neither=3)


def test_a_class_without_examples_is_refused():
    with pytest.raises(CostCurveError, match="both classes are needed"):
        PairedErrors(first_only=0, second_only=0, both=0, neither=0)
