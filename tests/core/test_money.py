from itertools import product
from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    accuracy_at,
    expected_cost,
    money,
    money_of_cost,
)
from cc_widgets.errors import CostCurveError

FOUR_CELLS = Conditions(0.2, 20, 200, cost_tp=40, cost_tn=-10)


def test_money_is_what_the_four_outcomes_cost():
    # Of 100 cases 20 are positive: 15 found, 5 missed; of 80 negatives 8 are alarms.
    expected = 15 * 40 + 5 * 200 + 8 * 20 + 72 * -10
    found = money(FOUR_CELLS, fpr=0.1, tpr=0.75, population=100)
    assert found.low == pytest.approx(expected)
    assert found.high == found.low


def test_money_is_base_and_normalised_cost_times_the_weights():
    fpr, tpr = np.array([0.1, 0.4]), np.array([0.6, 0.9])
    cost = expected_cost(fpr, tpr, FOUR_CELLS.pc.low)
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost), money(FOUR_CELLS, fpr=fpr, tpr=tpr).low
    )
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost, population=7), 7 * money_of_cost(FOUR_CELLS, cost)
    )


def test_money_of_ranges_is_the_extremes_of_all_combinations():
    conditions = Conditions((0.1, 0.3), (1, 2), (4, 7), cost_tp=(0, 1), cost_tn=(-1, 0))
    found = [
        p * (0.25 * fn + 0.75 * tp) + (1 - p) * (0.1 * fp + 0.9 * tn)
        for p, fp, fn, tp, tn in product((0.1, 0.3), (1, 2), (4, 7), (0, 1), (-1, 0))
    ]
    result = money(conditions, fpr=0.1, tpr=0.75)
    assert result.low == pytest.approx(min(found))
    assert result.high == pytest.approx(max(found))


def test_money_keeps_the_shape_of_the_rates_and_cannot_be_written():
    result = money(FOUR_CELLS, fpr=[0.1, 0.2], tpr=[[0.5], [0.6], [0.7]])
    assert result.low.shape == result.high.shape == (3, 2)
    with pytest.raises(ValueError, match="read-only"):
        result.low[0] = 0


def test_more_money_than_floats_can_say_is_infinite():
    result = money(Conditions(0.5, 1e308, 1e308), fpr=1, tpr=0, population=100)
    assert result.low == inf


def test_a_normalised_cost_needs_exact_conditions():
    conditions = Conditions((0.2, 0.25))
    message = r"conditions: a normalised cost holds at one pc\. Got pc from 0\.2 to 0\.25\. Use mon"
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(conditions, 0.1)


@pytest.mark.parametrize("population", [-1, nan, inf])
def test_a_population_is_a_number_of_cases(population):
    message = r"population: must be a number of cases\. Got .* Pass 1"
    with pytest.raises(CostCurveError, match=message):
        money(FOUR_CELLS, fpr=0, tpr=0, population=population)
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(FOUR_CELLS, 0, population=population)


def test_nobody_costs_nothing():
    assert money(FOUR_CELLS, fpr=1, tpr=0, population=0).high == 0


def test_accuracy_falls_behind_the_majority_when_positives_are_rare():
    found = accuracy_at(fpr=0.1, tpr=0.8, prior=[0.5, 0.001, 0.9])
    np.testing.assert_allclose(found.accuracy, [0.85, 0.8999, 0.81])
    np.testing.assert_allclose(found.majority, [0.5, 0.999, 0.9])
    np.testing.assert_allclose(found.gain, [0.35, -0.0991, -0.09])
    np.testing.assert_array_equal(found.prior, [0.5, 0.001, 0.9])
    with pytest.raises(ValueError, match="read-only"):
        found.accuracy[0] = 0


@pytest.mark.parametrize("prior", [-0.1, 2, nan, "half"])
def test_accuracy_needs_a_prior(prior):
    message = r"prior: must (lie in \[0, 1\]|be numbers)\. Got .* A prior is the share"
    with pytest.raises(CostCurveError, match=message):
        accuracy_at(fpr=0.1, tpr=0.8, prior=prior)
