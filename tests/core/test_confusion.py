from math import inf, nan

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from cc_widgets.core import (
    RocCurve,
    cell_counts,
    convex_hull,
    count,
    matrix_counts,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.core.confusion import LANDMARKS, matrix_points
from cc_widgets.core.costs import cost_lines
from cc_widgets.errors import CostCurveError

# 17 of 20 true positives, 4 of 10 false positives; all cells differ.
MATRIX = [[6, 4], [3, 17]]
TRANSPOSED = [[6, 3], [4, 17]]


def test_matrix_counts_reads_scikit_learn_layout():
    true = np.repeat([0, 1], [10, 20])
    predicted = np.concatenate([np.repeat([0, 1], [6, 4]), np.repeat([0, 1], [3, 17])])
    assert confusion_matrix(true, predicted).tolist() == MATRIX
    counts = matrix_counts(confusion_matrix(true, predicted))
    assert counts.tp.tolist() == [0, 17, 20]
    assert counts.fp.tolist() == [0, 4, 10]
    assert (counts.positives, counts.negatives) == (20, 10)
    assert counts.threshold.tolist() == [inf, 1, 0]


def test_matrix_counts_with_predicted_rows():
    counts = matrix_counts(TRANSPOSED, rows="predicted")
    assert counts.tp.tolist() == [0, 17, 20]
    assert counts.fp.tolist() == [0, 4, 10]


def test_transposed_matrix_has_other_rates():
    curve = roc_curve(matrix_counts(MATRIX))
    wrong = roc_curve(matrix_counts(TRANSPOSED))
    assert (curve.fpr[1], curve.tpr[1]) == (0.4, 0.85)
    assert (wrong.fpr[1], wrong.tpr[1]) == (3 / 9, 17 / 21)


def test_cell_counts_equal_matrix_counts():
    by_name, by_matrix = cell_counts(tp=17, fn=3, fp=4, tn=6), matrix_counts(MATRIX)
    assert by_name.tp.tolist() == by_matrix.tp.tolist()
    assert by_name.fp.tolist() == by_matrix.fp.tolist()


def test_whole_numbers_give_integer_counts():
    counts = matrix_counts(np.array(MATRIX, dtype=float))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert isinstance(counts.positives, int)
    assert matrix_counts([[2**53 - 1, 1], [1, 1]]).tp.dtype == np.int64


def test_fractional_cells_give_float_counts():
    counts = matrix_counts([[1.5, 0.5], [1.0, 3.0]])
    assert counts.tp.tolist() == [0, 3, 4]
    assert counts.fp.tolist() == [0, 0.5, 2]
    assert counts.tp.dtype == np.float64
    assert matrix_counts([[2.0**53, 1.0], [1.0, 1.0]]).tp.dtype == np.float64


def test_matrix_has_curve_of_three_points():
    hull = convex_hull([roc_curve(matrix_counts(MATRIX))])
    assert hull.fpr.tolist() == [0, 0.4, 1]
    assert hull.index.tolist() == [-1, 1, -1]


def test_matrix_without_positive_predictions():
    assert matrix_counts([[10, 0], [20, 0]]).tp.tolist() == [0, 0, 20]


def test_matrix_of_random_classifier():
    assert matrix_counts([[5, 5], [5, 5]]).fp.tolist() == [0, 5, 10]


def test_known_totals_detect_transposed_matrix():
    assert matrix_counts(MATRIX, positives=20, negatives=10).positives == 20
    message = (
        r"matrix: positives must add up to their known total\. "
        r"Got 21 positives in the matrix instead of 20\. Pass rows=\"predicted\""
    )
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(TRANSPOSED, positives=20)
    with pytest.raises(CostCurveError, match=r"Got 9 negatives in the matrix instead of 10"):
        matrix_counts(TRANSPOSED, negatives=10)


@pytest.mark.parametrize(
    "matrix",
    [[[1, 2, 3], [4, 5, 6]], [1, 2, 3, 4], 5, [[1, 2], [3]], "matrix", [["a", "b"], ["c", "d"]]],
)
def test_matrix_counts_rejects_other_shapes_and_types(matrix):
    message = r"matrix: must be a 2 x 2 matrix of numbers\. .* Pass \[\[tn, fp\], \[fn"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(matrix)


def test_error_shows_first_invalid_cell():
    with pytest.raises(CostCurveError, match=r"Got -3\.0\."):
        matrix_counts([[1, -3], [-4, -5]])


def test_error_shows_shape_of_matrix():
    with pytest.raises(CostCurveError, match=r"Got an array of shape \(3, 3\)"):
        matrix_counts(np.ones((3, 3)))


@pytest.mark.parametrize("cell", [-1, nan, inf])
def test_matrix_counts_rejects_negative_or_non_finite_cell(cell):
    message = rf"matrix: counts must be finite and not negative\. Got {float(cell)}\. Pass the"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts([[6, 4], [cell, 17]])


@pytest.mark.parametrize(
    ("matrix", "name"), [([[6, 4], [0, 0]], "positive"), ([[0, 0], [3, 17]], "negative")]
)
def test_matrix_counts_rejects_empty_class(matrix, name):
    message = rf"matrix: must contain both classes\. Got no example of the {name} class\. Rates"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(matrix)


@pytest.mark.parametrize("rows", ["prediction", "", None])
def test_matrix_counts_rejects_other_rows(rows):
    message = (
        r'rows: must be "true" or "predicted"\. Got .*\. '
        r"In scikit-learn's confusion_matrix the rows are the true classes"
    )
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(MATRIX, rows=rows)


def test_matrix_points_sorts_labels_and_parameters():
    points = matrix_points([MATRIX, [[9, 1], [12, 8]]], labels=["eager", "shy"], parameter=[3, 1])
    np.testing.assert_array_equal(points.fpr, [0, 0.1, 0.4, 1])
    np.testing.assert_array_equal(points.tpr, [0, 0.4, 0.85, 1])
    assert points.labels == (None, "shy", "eager", None)
    assert points.parameter == (None, 1.0, 3.0, None)


def test_matrix_points_with_predicted_rows():
    assert matrix_points([TRANSPOSED], rows="predicted").tpr[1] == 0.85


def test_matrix_points_error_has_position_of_matrix():
    with pytest.raises(CostCurveError, match=r"^matrix 1: matrix: counts must be finite"):
        matrix_points([MATRIX, [[1.0, 2.0], [3.0, nan]]])


# ---- Points
def test_point_set_sorts_points_and_adds_ends():
    points = point_set(fpr=[0.5, 0.1, 0.1], tpr=[0.9, 0.6, 0.4])
    np.testing.assert_array_equal(points.fpr, [0, 0.1, 0.1, 0.5, 1])
    np.testing.assert_array_equal(points.tpr, [0, 0.4, 0.6, 0.9, 1])
    assert points.order.tolist() == [-1, 2, 1, 0, -1]
    assert points.labels is None
    assert points.parameter is None
    assert points.threshold is None
    assert points.counts is None


def test_point_set_accepts_single_numbers():
    points = point_set(fpr=0.3, tpr=0.7)
    assert points.order.tolist() == [-1, 0, -1]
    assert points.tpr.tolist() == [0, 0.7, 1]


def test_point_set_does_not_duplicate_ends():
    points = point_set(fpr=[1, 0], tpr=[1, 0], labels=["all", "none"])
    assert points.order.tolist() == [1, 0]
    assert points.labels == ("none", "all")
    assert point_set(fpr=[0, 1], tpr=[0.5, 0.5]).order.tolist() == [-1, 0, 1, -1]


def test_point_set_sorts_labels_and_parameters():
    points = point_set(fpr=[0.4, 0.2], tpr=[0.8, 0.5], labels=["b", "a"], parameter=[1, 11])
    assert points.labels == (None, "a", "b", None)
    assert points.parameter == (None, 11.0, 1.0, None)


def test_point_set_replaces_negative_zero():
    assert point_set(fpr=[-0.0], tpr=[0.0]).order.tolist() == [0, -1]
    assert not np.any(np.signbit(point_set(fpr=[-0.0], tpr=[0.5]).fpr))


def test_hull_of_points_and_scored_curve():
    scored = roc_curve(count(predictions([0, 1, 0, 1], [1, 2, 3, 4])))
    points = point_set(fpr=[0.1], tpr=[0.9])
    assert isinstance(points, RocCurve)
    hull = convex_hull([scored, points])
    assert hull.owner.tolist() == [-1, 0, 1, 0, -1]
    np.testing.assert_allclose(cost_lines(points).fnr, [1, 0.1, 0])


@pytest.mark.parametrize("rate", [-0.1, 1.1, nan, inf, "much"])
def test_point_set_rejects_rates_outside_unit_interval(rate):
    message = r"must (lie in \[0, 1\]|be numbers)\. Got .* Rates are fractions of one class"
    with pytest.raises(CostCurveError, match="fpr: " + message):
        point_set(fpr=[rate], tpr=[0.5])
    with pytest.raises(CostCurveError, match="tpr: " + message):
        point_set(fpr=[0.5], tpr=[rate])


@pytest.mark.parametrize("rates", [[], [[0.1, 0.2]]])
def test_point_set_rejects_empty_or_2d_rates(rates):
    message = r"fpr: must have one rate per point\. Got an array of shape .* Pass a list"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=rates, tpr=rates)


@pytest.mark.parametrize(
    ("where", "arguments"),
    [
        ("tpr", {"tpr": [0.5]}),
        ("labels", {"labels": ["a"]}),
        ("labels", {"labels": ["a", "b", "c"]}),
        ("parameter", {"parameter": [1]}),
    ],
)
def test_point_set_rejects_different_lengths(where, arguments):
    message = rf"{where}: must have one element per point\. Got [13] for 2 points\. Pass as"
    with pytest.raises(CostCurveError, match=message):
        point_set(**{"fpr": [0.1, 0.2], "tpr": [0.3, 0.4]} | arguments)


def test_point_set_rejects_numeric_labels():
    message = r"labels: labels must be strings\. Got 3\. Pass numeric settings as par"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=[0.1], tpr=[0.3], labels=[3])  # type: ignore[list-item]


@pytest.mark.parametrize("setting", [nan, inf, "high", None])
def test_point_set_rejects_non_finite_parameter(setting):
    message = r"parameter: must be finite numbers\. Got .* Pass names of points as labels"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=[0.1], tpr=[0.3], parameter=[setting])


def test_landmarks_are_corners_of_roc_space():
    assert [(landmark.meaning, landmark.fpr, landmark.tpr) for landmark in LANDMARKS] == [
        ("never alarm", 0, 0),
        ("always alarm", 1, 1),
        ("always right", 0, 1),
        ("always wrong", 1, 0),
    ]
