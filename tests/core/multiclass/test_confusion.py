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
    matrix = confusion_from_labels(TRUE, FIRST)
    assert matrix.counts.tolist() == by_sklearn(TRUE, FIRST).tolist()
    assert matrix.classes == ("cat", "dog", "fox")
    assert matrix.counts.dtype == np.int64


def test_rows_are_true_classes_by_default():
    counts = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert confusion_matrix(counts).counts.tolist() == counts
    assert confusion_matrix(np.transpose(counts), rows="predicted").counts.tolist() == counts


def test_three_dimensional_matrices_have_the_true_class_first_or_last():
    paper = np.arange(27).reshape(3, 3, 3)  # M(i1, i2, j)
    matrix = paired_matrix(paper, rows="predicted")
    assert matrix.counts[2, 0, 1] == paper[0, 1, 2]
    assert paired_matrix(matrix.counts).counts.tolist() == matrix.counts.tolist()


def test_paired_counts_keep_the_order_of_the_classifiers():
    matrix = paired_from_labels(TRUE, FIRST, SECOND)
    assert matrix.counts[1, 1, 2] == 1  # a dog that the second classifier calls a fox
    assert matrix.counts[1, 2, 1] == 0
    assert matrix.first.counts.tolist() == confusion_from_labels(TRUE, FIRST).counts.tolist()
    assert (
        matrix.second.counts.tolist()
        == confusion_from_labels(TRUE, SECOND, classes=["cat", "dog", "fox"]).counts.tolist()
    )


def test_given_classes_keep_their_order_and_may_be_absent():
    matrix = confusion_from_labels([1, 0], [1, 1], classes=[2, 1, 0])
    assert matrix.counts.tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]
    assert matrix.classes == (2, 1, 0)


def test_labels_that_cannot_be_sorted_keep_their_order():
    labels = np.array(["x", 1, "x"], dtype=object)
    assert confusion_from_labels(labels, labels).classes == ("x", 1)


def test_results_are_read_only_but_the_input_is_not():
    counts = np.eye(2)
    with pytest.raises(ValueError, match="read-only"):
        confusion_matrix(counts).counts[0, 0] = 3
    counts[0, 0] = 5


def test_integral_counts_are_integers_and_weights_are_floats():
    assert confusion_matrix([[1.0, 2.0], [0.0, 3.0]]).counts.dtype == np.int64
    assert confusion_matrix([[0.5, 2.0], [0.0, 3.0]]).counts.dtype == np.float64


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2, 3], [4, 5, 6]], r"must be an array of shape \(k, k\).*shape \(2, 3\)"),
        ([[1]], "k >= 2 classes"),
        ([[1, 2], [3]], r"must be an array of shape \(k, k\)"),
        ("matrix", "Got 'matrix'"),
        ([[1, -2], [3, 4]], "counts must be finite and not negative. Got -2.0"),
        ([[1, np.nan], [3, 4]], "counts must be finite"),
        ([[0, 0], [0, 0]], "must contain at least one example"),
        (np.ones((2, 2, 2)), r"must be an array of shape \(k, k\)"),
    ],
)
def test_invalid_confusion_matrices_raise(matrix, message):
    with pytest.raises(CostCurveError, match=message):
        confusion_matrix(matrix)


def test_paired_matrix_requires_three_dimensions():
    with pytest.raises(CostCurveError, match=r"must be an array of shape \(k, k, k\)"):
        paired_matrix([[1, 2], [3, 4]])


@pytest.mark.parametrize("read", [confusion_matrix, paired_matrix])
def test_unknown_orientation_raises(read):
    with pytest.raises(CostCurveError, match='rows: must be "true" or "predicted"'):
        read([[1, 2], [3, 4]], rows="rows")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [0, 1, 1]), "y_true, predicted: must have the same length"),
        (([0, 0], [0, 0]), "must be at least two distinct labels"),
        (([0, None], [0, 1]), "y_true: labels must not be missing"),
        (([0, 1], [[0], [1]]), "predicted: must be one-dimensional, with one label per example"),
    ],
)
def test_invalid_labels_raise(arguments, message):
    with pytest.raises(CostCurveError, match=message):
        confusion_from_labels(*arguments)


def test_classes_must_be_distinct_and_match_the_matrix():
    with pytest.raises(CostCurveError, match="predicted: must only contain labels in classes"):
        confusion_from_labels([0, 1], [0, 2], classes=[0, 1])
    with pytest.raises(CostCurveError, match="must be at least two distinct labels"):
        confusion_matrix([[1, 2], [3, 4]], classes=["a", "a"])
    with pytest.raises(CostCurveError, match=r"must have 2 labels, as the matrix\. Got 3 labels"):
        confusion_matrix([[1, 2], [3, 4]], classes=list("abc"))
