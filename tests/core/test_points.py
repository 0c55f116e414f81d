from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import (
    LANDMARKS,
    RocCurve,
    convex_hull,
    cost_lines,
    count,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError


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


def test_points_cannot_be_written():
    points = point_set(fpr=[0.1], tpr=[0.9])
    for array in (points.fpr, points.tpr, points.given):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


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
