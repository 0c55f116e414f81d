import numpy as np
import pytest
from sklearn.metrics import confusion_matrix as by_sklearn

from cc_widgets.core.multiclass import (
    confusion_from_labels,
    confusion_matrix,
    paired_from_labels,
    paired_matrix,
)
from cc_widgets.errors import CostCurveError

TRUE = ["cat", "cat", "dog", "dog", "dog", "fox"]
FIRST = ["cat", "dog", "dog", "dog", "cat", "dog"]
SECOND = ["cat", "cat", "dog", "fox", "cat", "fox"]


def test_labels_are_counted_as_scikit_learn_does():
    found = confusion_from_labels(TRUE, FIRST)
    assert found.counts.tolist() == by_sklearn(TRUE, FIRST).tolist()
    assert found.classes == ("cat", "dog", "fox")
    assert found.counts.dtype == np.int64


def test_rows_are_true_classes_unless_said_otherwise():
    given = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert confusion_matrix(given).counts.tolist() == given
    assert confusion_matrix(np.transpose(given), rows="predicted").counts.tolist() == given


def test_three_dimensional_matrices_have_the_true_class_first_or_last():
    paper = np.arange(27).reshape(3, 3, 3)  # M(i1, i2, j)
    found = paired_matrix(paper, rows="predicted")
    assert found.counts[2, 0, 1] == paper[0, 1, 2]
    assert paired_matrix(found.counts).counts.tolist() == found.counts.tolist()


def test_pairs_of_answers_are_counted_with_the_order_of_classifiers_kept():
    found = paired_from_labels(TRUE, FIRST, SECOND)
    assert found.counts[1, 1, 2] == 1  # a dog: first says dog, second says fox
    assert found.counts[1, 2, 1] == 0
    assert found.first.counts.tolist() == confusion_from_labels(TRUE, FIRST).counts.tolist()
    assert (
        found.second.counts.tolist()
        == confusion_from_labels(TRUE, SECOND, classes=["cat", "dog", "fox"]).counts.tolist()
    )


def test_classes_keep_the_order_given_and_may_be_absent():
    found = confusion_from_labels([1, 0], [1, 1], classes=[2, 1, 0])
    assert found.counts.tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    assert found.classes == (2, 1, 0)


def test_labels_that_cannot_be_sorted_stay_as_they_come():
    given = np.array(["x", 1, "x"], dtype=object)
    assert confusion_from_labels(given, given).classes == ("x", 1)


def test_results_are_read_only_and_leave_the_given_array_alone():
    given = np.eye(2)
    with pytest.raises(ValueError, match="read-only"):
        confusion_matrix(given).counts[0, 0] = 3
    given[0, 0] = 5


def test_whole_numbers_are_integers_and_weights_are_not():
    assert confusion_matrix([[1.0, 2.0], [0.0, 3.0]]).counts.dtype == np.int64
    assert confusion_matrix([[0.5, 2.0], [0.0, 3.0]]).counts.dtype == np.float64


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2, 3], [4, 5, 6]], r"must hold k x k numbers.*shape \(2, 3\)"),
        ([[1]], "2 or more classes"),
        ([[1, 2], [3]], "must hold k x k numbers"),
        ("matrix", "Got 'matrix'"),
        ([[1, -2], [3, 4]], "counts must be finite and not negative. Got -2.0"),
        ([[1, np.nan], [3, 4]], "counts must be finite"),
        ([[0, 0], [0, 0]], "there are no examples"),
        (np.ones((2, 2, 2)), "must hold k x k numbers"),
    ],
)
def test_what_is_no_confusion_matrix_is_refused(matrix, message):
    with pytest.raises(CostCurveError, match=message):
        confusion_matrix(matrix)


def test_a_flat_matrix_is_not_one_of_two_classifiers():
    with pytest.raises(CostCurveError, match="must hold k x k x k numbers"):
        paired_matrix([[1, 2], [3, 4]])


@pytest.mark.parametrize("read", [confusion_matrix, paired_matrix])
def test_an_unknown_orientation_is_refused(read):
    with pytest.raises(CostCurveError, match='rows: must be "true" or "predicted"'):
        read([[1, 2], [3, 4]], rows="rows")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [0, 1, 1]), "y_true, predicted: each example needs one label of each kind"),
        (([0, 0], [0, 0]), "two or more classes are needed"),
        (([0, None], [0, 1]), "y_true: labels must not be missing"),
        (([0, 1], [[0], [1]]), "predicted: one label per example"),
    ],
)
def test_labels_that_cannot_be_counted_are_refused(arguments, message):
    with pytest.raises(CostCurveError, match=message):
        confusion_from_labels(*arguments)


def test_classes_must_hold_every_label_once_and_fit_the_matrix():
    with pytest.raises(CostCurveError, match="predicted: every label must be one of the classes"):
        confusion_from_labels([0, 1], [0, 2], classes=[0, 1])
    with pytest.raises(CostCurveError, match="each named once"):
        confusion_matrix([[1, 2], [3, 4]], classes=["a", "a"])
    with pytest.raises(CostCurveError, match=r"the matrix has 2 classes\. Got 3 labels"):
        confusion_matrix([[1, 2], [3, 4]], classes=list("abc"))
