"""Expected error rates and numbers of errors of a recommendation."""

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions


def scored(size, rng, gains):
    label = rng.random(size) < 0.3
    return {f"model {i}": (label, rng.normal(size=size) + gain * label) for i, gain in gains}


@pytest.fixture(scope="module")
def model():
    rng = np.random.default_rng(3)
    return cc.CostCurveModel(scored(300, rng, enumerate((1.2, 1.4, 0.0))))


@pytest.mark.parametrize("with_bands", [False, True])
@pytest.mark.parametrize("pc", [0.02, 0.1, 0.277, 0.5, 0.683, 0.9, 0.99])
def test_expected_cost_is_the_weighted_sum_of_expected_error_rates(model, pc, with_bands):
    if with_bands:
        model.bootstrap(n_resamples=200, rng=0)
    answer = model.recommend(pc)
    cost = (1.0 - pc) * answer.expected.fpr + pc * answer.expected.fnr
    assert cost == pytest.approx(answer.interval.expected, abs=1e-12)
    assert 0.0 <= answer.expected.fpr <= 1.0
    assert 0.0 <= answer.expected.fnr <= 1.0


def test_expected_numbers_of_errors_have_the_expected_cost_in_money(model):
    model.conditions = Conditions(prior=0.2, cost_fp=3, cost_fn=10, n_cases=1000, currency="EUR")
    answer = model.recommend()
    errors = answer.expected
    money = 3 * errors.false_positives.low + 10 * errors.false_negatives.low
    worst = 1000 * (0.8 * 3 + 0.2 * 10)
    assert money == pytest.approx(worst * answer.interval.expected)
    assert errors.false_positives.exact


def test_baseline_makes_the_errors_of_one_kind(model):
    answer = model.recommend(0.001)
    assert answer.name == "call all negatives"
    assert (answer.expected.fpr, answer.expected.fnr) == (0.0, 1.0)


def test_reason_is_given_where_costs_are_not_estimated():
    points = cc.CostCurveModel.from_points({"rule": {"fpr": 0.2, "tpr": 0.7}})
    answer = points.recommend(0.5)
    assert (answer.interval, answer.expected) == (None, None)
    assert answer.why_not_estimated.startswith("rule: bare points")
