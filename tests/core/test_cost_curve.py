"""From labels and scores to a cost curve, in one call."""

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import cost_at, cost_curve, expected_cost
from cc_widgets.errors import CostCurveError

DRAW = np.random.default_rng(3)
LABELS = DRAW.random(200) < 0.3
SCORES = np.round(LABELS + DRAW.normal(size=200), 1)


def rates(threshold):
    called = threshold <= SCORES
    return called[~LABELS].mean(), called[LABELS].mean()


def test_each_segment_is_what_its_threshold_does_to_the_data():
    curve = cost_curve(LABELS, SCORES)
    for i, threshold in enumerate(curve.threshold):
        assert (curve.fpr[i], curve.tpr[i]) == pytest.approx(rates(threshold), abs=1e-15)
        ends = expected_cost(curve.fpr[i], curve.tpr[i], curve.pc[i : i + 2])
        np.testing.assert_allclose(ends, curve.cost[i : i + 2], atol=1e-15)


def test_no_threshold_is_cheaper_anywhere():
    curve, pc = cost_curve(LABELS, SCORES), np.linspace(0, 1, 101)
    every = [expected_cost(fpr, tpr, pc) for fpr, tpr in map(rates, [*np.unique(SCORES), np.inf])]
    np.testing.assert_allclose(cost_at(curve, pc), np.min(every, axis=0), atol=1e-15)


def test_a_useless_classifier_leaves_the_two_rules():
    curve = cost_curve([0, 1, 0, 1], [1, 1, 1, 1])
    assert curve.threshold.tolist() == [np.inf, -np.inf]
    assert curve.cost.tolist() == [0, 0.5, 0]


def test_it_is_reached_from_the_package_and_says_what_is_wrong():
    assert cc.cost_curve is cost_curve
    with pytest.raises(CostCurveError, match="y_score"):
        cc.cost_curve([0, 1], [0.5])
