from math import nan

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    count,
    near_optimal,
    point_set,
    predictions,
    roc_curve,
    threshold_choice,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import points

CURVES = [points((0.1, 0.6), (0.2, 0.7), (0.6, 0.8)), points((0.5, 0.2), (0.15, 0.63))]


def test_points_near_the_envelope_are_listed_with_their_cost():
    near = near_optimal(CURVES, pc=0.5, within=0.02)
    assert near.least == pytest.approx(0.25)
    assert near.curve.tolist() == [0, 0, 1]
    assert near.index.tolist() == [0, 1, 1]
    np.testing.assert_allclose(near.cost, [0.25, 0.25, 0.26])


@pytest.mark.parametrize(
    ("within", "n_near"), [(0, 2), (0.0099, 2), (0.01, 3), (0.1499, 3), (1, 5)]
)
def test_the_distance_is_absolute_and_closed(within, n_near):
    assert near_optimal(CURVES, pc=0.5, within=within).index.size == n_near


def test_nothing_is_near_where_a_trivial_rule_is_much_better():
    near = near_optimal(CURVES, pc=0.01, within=0.02)
    assert near.least == 0.01
    assert near.curve.size == near.index.size == near.cost.size == 0
    assert near.index.dtype == np.int64


def test_no_curves_are_no_points():
    assert near_optimal([], pc=0.5, within=1).curve.size == 0
    assert near_optimal([points()], pc=0.5, within=1).least == 0.5


@pytest.mark.parametrize("within", [-0.1, nan])
def test_a_distance_is_not_negative(within):
    message = r"within: must not be negative\. Got .* Pass a difference of normalised cost"
    with pytest.raises(CostCurveError, match=message):
        near_optimal(CURVES, pc=0.5, within=within)


def test_pc_outside_the_unit_interval_is_refused():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got 2"):
        near_optimal(CURVES, pc=2, within=0)


def test_results_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        near_optimal(CURVES, pc=0.5, within=0).cost[0] = 0


LABEL, SCORE = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.5, 0.6, 0.9]


def curve_of(score):
    return roc_curve(count(predictions(LABEL, score)))


def test_examples_above_the_threshold_are_positive_and_those_at_it_are_not():
    # Threshold 1 / 2: the example of score .5 is called negative.
    choice = threshold_choice(curve_of(SCORE), Conditions(0.5))
    assert choice.probability == 0.5
    assert choice.index == 2
    assert choice.cost == pytest.approx(1 / 6)
    assert choice.best_index == 2
    assert choice.regret == pytest.approx(0, abs=1e-15)


def test_dear_misses_lower_the_threshold():
    choice = threshold_choice(curve_of(SCORE), Conditions(0.5, cost_fp=1, cost_fn=3))
    assert choice.probability == 0.25
    assert choice.index == choice.best_index == 4
    assert choice.cost == pytest.approx(1 / 3 * 1 / 4)


def test_scores_that_are_no_probabilities_cost_regret():
    choice = threshold_choice(curve_of(np.array(SCORE) / 2), Conditions(0.5))
    assert choice.index == 0
    assert choice.cost == 0.5
    assert choice.best_index == 2
    assert choice.best_cost == pytest.approx(1 / 6)
    assert choice.regret == pytest.approx(1 / 3)


def test_scores_in_single_precision_are_compared_with_the_exact_threshold():
    # As a float32, 1 / 3 is a little more than 1 / 3.
    score = np.array([0.1, 0.2, 1 / 3, 0.5, 0.6, 0.9], dtype=np.float32)
    choice = threshold_choice(curve_of(score), Conditions(0.5, cost_fp=1, cost_fn=2))
    assert choice.probability == 1 / 3
    assert choice.index == 4


def test_thresholds_are_needed():
    message = r"curve: thresholds are needed\. Got bare points\. Pass a curve made from prob"
    with pytest.raises(CostCurveError, match=message):
        threshold_choice(point_set(fpr=0.1, tpr=0.6), Conditions(0.5))


def test_one_condition_is_needed():
    message = r"conditions: one condition is needed\. Got pc from 0\.2 to 0\.5\. Pass conditions w"
    with pytest.raises(CostCurveError, match=message):
        threshold_choice(curve_of(SCORE), Conditions((0.2, 0.5)))
