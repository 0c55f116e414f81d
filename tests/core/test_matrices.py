from math import inf, nan

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from cc_widgets.core import (
    LANDMARKS,
    RocCurve,
    cell_counts,
    convex_hull,
    cost_lines,
    count,
    matrix_counts,
    matrix_points,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError

# Of 20 positives 17 are found, of 10 negatives 4 are alarms: no two cells are alike.
MATRIX = [[6, 4], [3, 17]]
TRANSPOSED = [[6, 3], [4, 17]]


def test_rows_are_the_true_classes_as_in_scikit_learn():
    true = np.repeat([0, 1], [10, 20])
    predicted = np.concatenate([np.repeat([0, 1], [6, 4]), np.repeat([0, 1], [3, 17])])
    assert confusion_matrix(true, predicted).tolist() == MATRIX
    counts = matrix_counts(confusion_matrix(true, predicted))
    assert counts.tp.tolist() == [0, 17, 20]
    assert counts.fp.tolist() == [0, 4, 10]
    assert (counts.positives, counts.negatives) == (20, 10)
    assert counts.threshold.tolist() == [inf, 1, 0]


def test_rows_may_be_the_predicted_classes():
    counts = matrix_counts(TRANSPOSED, rows="predicted")
    assert counts.tp.tolist() == [0, 17, 20]
    assert counts.fp.tolist() == [0, 4, 10]


def test_orientation_matters_when_the_errors_differ():
    curve = roc_curve(matrix_counts(MATRIX))
    wrong = roc_curve(matrix_counts(TRANSPOSED))
    assert (curve.fpr[1], curve.tpr[1]) == (0.4, 0.85)
    assert (wrong.fpr[1], wrong.tpr[1]) == (3 / 9, 17 / 21)


def test_cells_are_given_by_name():
    by_name, by_matrix = cell_counts(tp=17, fn=3, fp=4, tn=6), matrix_counts(MATRIX)
    assert by_name.tp.tolist() == by_matrix.tp.tolist()
    assert by_name.fp.tolist() == by_matrix.fp.tolist()


def test_whole_numbers_are_counted_exactly_whatever_their_type():
    counts = matrix_counts(np.array(MATRIX, dtype=float))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert isinstance(counts.positives, int)
    assert matrix_counts([[2**53 - 1, 1], [1, 1]]).tp.dtype == np.int64


def test_weights_are_sums():
    counts = matrix_counts([[1.5, 0.5], [1.0, 3.0]])
    assert counts.tp.tolist() == [0, 3, 4]
    assert counts.fp.tolist() == [0, 0.5, 2]
    assert counts.tp.dtype == np.float64
    assert matrix_counts([[2.0**53, 1.0], [1.0, 1.0]]).tp.dtype == np.float64


def test_one_matrix_is_a_curve_of_three_points():
    hull = convex_hull([roc_curve(matrix_counts(MATRIX))])
    assert hull.fpr.tolist() == [0, 0.4, 1]
    assert hull.index.tolist() == [-1, 1, -1]


def test_a_classifier_that_never_alarms_is_allowed():
    assert matrix_counts([[10, 0], [20, 0]]).tp.tolist() == [0, 0, 20]


def test_a_classifier_that_guesses_is_allowed():
    assert matrix_counts([[5, 5], [5, 5]]).fp.tolist() == [0, 5, 10]


def test_known_totals_tell_a_transposed_matrix():
    assert matrix_counts(MATRIX, positives=20, negatives=10).positives == 20
    message = (
        r"matrix: its positives must add up to the number given\. "
        r"Got 21 positives in the matrix, 20 given\. A transposed matrix\? Pass rows=\"predicted\""
    )
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(TRANSPOSED, positives=20)
    with pytest.raises(CostCurveError, match=r"Got 9 negatives in the matrix, 10 given"):
        matrix_counts(TRANSPOSED, negatives=10)


@pytest.mark.parametrize(
    "matrix",
    [[[1, 2, 3], [4, 5, 6]], [1, 2, 3, 4], 5, [[1, 2], [3]], "matrix", [["a", "b"], ["c", "d"]]],
)
def test_what_is_no_two_by_two_matrix_is_refused(matrix):
    message = r"matrix: a confusion matrix of two classes has two rows .* Pass \[\[tn, fp\], \[fn"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(matrix)


def test_the_first_of_several_wrong_cells_is_shown():
    with pytest.raises(CostCurveError, match=r"Got -3\.0\."):
        matrix_counts([[1, -3], [-4, -5]])


def test_the_shape_of_a_wrong_matrix_is_shown():
    with pytest.raises(CostCurveError, match=r"Got an array of shape \(3, 3\)"):
        matrix_counts(np.ones((3, 3)))


@pytest.mark.parametrize("cell", [-1, nan, inf])
def test_a_cell_that_is_no_count_is_refused(cell):
    message = rf"matrix: counts must be finite and not negative\. Got {float(cell)}\. Pass how"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts([[6, 4], [cell, 17]])


@pytest.mark.parametrize(
    ("matrix", "name"), [([[6, 4], [0, 0]], "positive"), ([[0, 0], [3, 17]], "negative")]
)
def test_an_empty_class_is_refused(matrix, name):
    message = rf"matrix: both classes are needed\. Got no example of the {name} class\. Rates"
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(matrix)


@pytest.mark.parametrize("rows", ["prediction", "", None])
def test_rows_are_true_or_predicted(rows):
    message = (
        r'rows: must be "true" or "predicted"\. Got .*\. '
        r"In scikit-learn's confusion_matrix the rows are the true classes"
    )
    with pytest.raises(CostCurveError, match=message):
        matrix_counts(MATRIX, rows=rows)


def test_matrices_of_one_learner_become_labelled_points():
    points = matrix_points([MATRIX, [[9, 1], [12, 8]]], labels=["eager", "shy"], parameter=[3, 1])
    np.testing.assert_array_equal(points.fpr, [0, 0.1, 0.4, 1])
    np.testing.assert_array_equal(points.tpr, [0, 0.4, 0.85, 1])
    assert points.labels == (None, "shy", "eager", None)
    assert points.parameter == (None, 1.0, 3.0, None)


def test_matrices_may_all_be_the_other_way_round():
    assert matrix_points([TRANSPOSED], rows="predicted").tpr[1] == 0.85


def test_the_faulty_one_of_several_matrices_is_named():
    with pytest.raises(CostCurveError, match=r"^matrix 1: matrix: counts must be finite"):
        matrix_points([MATRIX, [[1.0, 2.0], [3.0, nan]]])


# ---- Points given as rates
def test_points_are_joined_with_both_ends_from_left_to_right():
    points = point_set(fpr=[0.5, 0.1, 0.1], tpr=[0.9, 0.6, 0.4])
    np.testing.assert_array_equal(points.fpr, [0, 0.1, 0.1, 0.5, 1])
    np.testing.assert_array_equal(points.tpr, [0, 0.4, 0.6, 0.9, 1])
    assert points.given.tolist() == [-1, 2, 1, 0, -1]
    assert points.labels is None
    assert points.parameter is None
    assert points.threshold is None
    assert points.counts is None


def test_a_binary_classifier_is_a_single_point():
    points = point_set(fpr=0.3, tpr=0.7)
    assert points.given.tolist() == [-1, 0, -1]
    assert points.tpr.tolist() == [0, 0.7, 1]


def test_ends_that_are_given_are_not_added_again():
    points = point_set(fpr=[1, 0], tpr=[1, 0], labels=["all", "none"])
    assert points.given.tolist() == [1, 0]
    assert points.labels == ("none", "all")
    assert point_set(fpr=[0, 1], tpr=[0.5, 0.5]).given.tolist() == [-1, 0, 1, -1]


def test_labels_and_settings_stay_with_their_points():
    points = point_set(fpr=[0.4, 0.2], tpr=[0.8, 0.5], labels=["b", "a"], parameter=[1, 11])
    assert points.labels == (None, "a", "b", None)
    assert points.parameter == (None, 11.0, 1.0, None)


def test_a_negative_zero_is_a_zero():
    assert point_set(fpr=[-0.0], tpr=[0.0]).given.tolist() == [0, -1]
    assert not np.any(np.signbit(point_set(fpr=[-0.0], tpr=[0.5]).fpr))


def test_points_stand_beside_scored_curves():
    scored = roc_curve(count(predictions([0, 1, 0, 1], [1, 2, 3, 4])))
    points = point_set(fpr=[0.1], tpr=[0.9])
    assert isinstance(points, RocCurve)
    hull = convex_hull([scored, points])
    assert hull.owner.tolist() == [-1, 0, 1, 0, -1]
    np.testing.assert_allclose(cost_lines(points).fnr, [1, 0.1, 0])


@pytest.mark.parametrize("rate", [-0.1, 1.1, nan, inf, "much"])
def test_rates_outside_the_unit_interval_are_refused(rate):
    message = r"must (lie in \[0, 1\]|be numbers)\. Got .* Rates are fractions of one class"
    with pytest.raises(CostCurveError, match="fpr: " + message):
        point_set(fpr=[rate], tpr=[0.5])
    with pytest.raises(CostCurveError, match="tpr: " + message):
        point_set(fpr=[0.5], tpr=[rate])


@pytest.mark.parametrize("rates", [[], [[0.1, 0.2]]])
def test_there_must_be_rates_in_one_dimension(rates):
    message = r"fpr: one rate for each point is needed\. Got an array of shape .* Pass a list"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=rates, tpr=rates)


@pytest.mark.parametrize(
    ("where", "given"),
    [
        ("tpr", {"tpr": [0.5]}),
        ("labels", {"labels": ["a"]}),
        ("labels", {"labels": ["a", "b", "c"]}),
        ("parameter", {"parameter": [1]}),
    ],
)
def test_lengths_must_agree(where, given):
    message = rf"{where}: one element for each point is needed\. Got [13] for 2 points\. Pass as"
    with pytest.raises(CostCurveError, match=message):
        point_set(**{"fpr": [0.1, 0.2], "tpr": [0.3, 0.4]} | given)


def test_labels_are_strings():
    message = r"labels: labels must be strings\. Got 3\. Numbers that led to the points go into par"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=[0.1], tpr=[0.3], labels=[3])  # type: ignore[list-item]


@pytest.mark.parametrize("setting", [nan, inf, "high", None])
def test_settings_are_finite_numbers(setting):
    message = r"parameter: settings must be finite numbers\. Got .* Names of points go into labels"
    with pytest.raises(CostCurveError, match=message):
        point_set(fpr=[0.1], tpr=[0.3], parameter=[setting])


def test_landmarks_are_the_four_extremes():
    assert [(one.meaning, one.fpr, one.tpr) for one in LANDMARKS] == [
        ("never alarm", 0, 0),
        ("always alarm", 1, 1),
        ("always right", 0, 1),
        ("always wrong", 1, 0),
    ]
