"""Provost & Fawcett, "Analysis and Visualization of Classifier Performance", KDD 1997 (PF1997).

The figures were published without data. The points here agree with all statements of the paper
about figures 1 to 5; the scenarios and their slopes are from the paper.
"""

from math import inf

import numpy as np
import pytest

from cc_widgets.core import Conditions, convex_hull, expected_cost, hull_status, pc_at, point_set
from cc_widgets.core.conditions import cost_ratio_at, money, prior_at
from cc_widgets.core.confusion import LANDMARKS
from cc_widgets.core.costs import accuracy_at, baseline_cost
from cc_widgets.core.dominance import (
    MIXED,
    Dominance,
    Optimality,
    corner_ranges,
    curve_dominance,
    extend_hull,
    null_ranges,
    set_dominance,
)
from cc_widgets.core.thresholds import best_at, best_over

A = point_set(fpr=[0.02, 0.06, 0.3, 0.6], tpr=[0.4, 0.55, 0.65, 0.75])
B = point_set(fpr=[0.1, 0.2, 0.45, 0.6], tpr=[0.45, 0.62, 0.8, 0.9])
C = point_set(fpr=[0.1, 0.3, 0.5, 0.7], tpr=[0.35, 0.75, 0.93, 0.995])
D = point_set(fpr=[0.05, 0.2, 0.5, 0.8], tpr=[0.3, 0.4, 0.6, 0.8])
E = point_set(fpr=0.15, tpr=0.68, labels=["E"])
F = point_set(fpr=0.3, tpr=0.7, labels=["F"])
G = point_set(fpr=0.05, tpr=0.45, labels=["G"])
CURVES = [A, B, C, D]
ALL = [A, B, C, D, E, F, G]
CORNERS = [(0, 0), (0.02, 0.4), (0.06, 0.55), (0.15, 0.68), (0.5, 0.93), (0.7, 0.995), (1, 1)]
SLOPES = [20, 3.75, 13 / 9, 5 / 7, 0.325, 1 / 60]


def owners(best):
    return {"ABCDEFG"[owner] if owner >= 0 else "trivial" for owner in best.owner.tolist()}


# ---------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("cost_fn", "slope", "pc"),
    [(1, 10, 1 / 11), (100, 1 / 10, 10 / 11)],
    ids=["scenario A: equal costs", "scenario B: a miss costs 100 times as much"],
)
def test_scenarios_with_ten_negatives_for_one_positive(cost_fn, slope, pc):
    conditions = Conditions(prior=1 / 11, cost_fp=1, cost_fn=cost_fn)
    assert conditions.slope.low == conditions.slope.high == pytest.approx(slope, abs=1e-12)
    assert conditions.pc.low == conditions.pc.high == pytest.approx(pc, abs=1e-12)
    assert float(prior_at(pc, cost_fn=cost_fn)) == pytest.approx(1 / 11, abs=1e-12)
    assert float(cost_ratio_at(pc, prior=1 / 11)) == pytest.approx(cost_fn, rel=1e-12)


def test_sensitivity_scenario_false_alarms_5_to_10_misses_500_to_1000():
    conditions = Conditions(prior=1 / 11, cost_fp=(5, 10), cost_fn=(500, 1000))
    assert conditions.slope.low == pytest.approx(1 / 20, abs=1e-12)
    assert conditions.slope.high == pytest.approx(1 / 5, abs=1e-12)
    assert conditions.pc.low == pytest.approx(5 / 6, abs=1e-12)
    assert conditions.pc.high == pytest.approx(20 / 21, abs=1e-12)


def test_slopes_from_1_5_to_2_are_pc_from_1_3_to_5_6():
    np.testing.assert_allclose(pc_at([2, 1 / 5]), [1 / 3, 5 / 6], rtol=0, atol=1e-12)


def test_at_999_to_1_the_majority_class_is_accurate_but_useless():
    accuracy = accuracy_at(fpr=0, tpr=0, prior=1 / 1000)
    assert float(accuracy.accuracy) == pytest.approx(0.999, abs=1e-12)
    assert float(accuracy.gain) == pytest.approx(0, abs=1e-12)
    conditions = Conditions(prior=1 / 1000)
    assert conditions.pc.low == pytest.approx(0.001, abs=1e-12)
    cost = float(expected_cost(0, 0, conditions.pc.low))
    assert cost == pytest.approx(0.001, abs=1e-12)
    assert cost == float(baseline_cost(conditions.pc.low))


def test_accuracy_of_one_classifier_at_1_to_1_and_at_999_to_1():
    accuracy = accuracy_at(fpr=0.15, tpr=0.68, prior=[1 / 2, 1 / 1000])
    np.testing.assert_allclose(accuracy.accuracy, [0.765, 0.84983], rtol=0, atol=1e-12)
    np.testing.assert_allclose(accuracy.gain, [0.265, -0.14917], rtol=0, atol=1e-12)


@pytest.mark.parametrize("skew", [1e2, 1e6, 1e7])
def test_skew_of_a_million_is_accurate(skew):
    conditions = Conditions(prior=1 / (skew + 1))
    assert conditions.slope.low == pytest.approx(skew, rel=1e-12)
    assert conditions.pc.low == pytest.approx(1 / (skew + 1), rel=1e-15)


def test_decision_rule_for_probabilities():
    # Positive iff (1 - p) c_fp < p c_fn: p above c_fp / (c_fp + c_fn).
    conditions = Conditions(prior=1 / 11, cost_fp=1, cost_fn=100)
    assert conditions.probability_threshold.low == pytest.approx(1 / 101, abs=1e-12)


def test_expected_cost_of_a_classification():
    # p (1 - TP) c_fn + (1 - p) FP c_fp for E, in scenario B.
    conditions = Conditions(prior=1 / 11, cost_fp=1, cost_fn=100)
    expected = 1 / 11 * 0.32 * 100 + 10 / 11 * 0.15
    assert money(conditions, fpr=0.15, tpr=0.68).low == pytest.approx(expected, abs=1e-12)


# ---------------------------------------------------------------- figures 1 to 4


def test_landmarks_are_the_four_corners():
    assert {landmark.meaning: (landmark.fpr, landmark.tpr) for landmark in LANDMARKS} == {
        "never alarm": (0, 0),
        "always alarm": (1, 1),
        "always right": (0, 1),
        "always wrong": (1, 0),
    }


def test_figure_1_a_dominates_d():
    assert curve_dominance(A, D) is Dominance.STRICT
    # The joined curves dominate; no single point of A is above and to the left of (.8, .8).
    assert set_dominance(A, D) is Dominance.NONE


def test_figure_2_only_a_and_c_can_be_optimal():
    classifiers = hull_status(CURVES).classifiers
    assert [each.standing for each in classifiers] == [
        Optimality.OPTIMAL,
        Optimality.NEVER,
        Optimality.OPTIMAL,
        Optimality.NEVER,
    ]


def test_figure_2_kept_points_of_a_and_c_are_corners():
    a, _, c, _ = hull_status(CURVES).classifiers
    assert [(A.fpr[i], A.tpr[i]) for i in a.kept] == [(0.02, 0.4), (0.06, 0.55)]
    assert [(C.fpr[i], C.tpr[i]) for i in c.kept] == [(0.5, 0.93), (0.7, 0.995)]
    assert not a.tied.size
    assert not c.tied.size


def test_figure_3_line_alpha_touches_a_and_line_beta_touches_c():
    status = hull_status(CURVES)
    alpha, beta = best_at(status, slope=10), best_at(status, slope=1 / 10)
    assert owners(alpha) == {"A"}
    assert owners(beta) == {"C"}
    assert alpha.line.intercept == pytest.approx(0.4 - 10 * 0.02, abs=1e-12)
    assert beta.line.intercept == pytest.approx(0.995 - 0.07, abs=1e-12)
    assert alpha.pc == pytest.approx(1 / 11, abs=1e-12)
    assert beta.cost == pytest.approx((0.7 + 0.05) / 11, abs=1e-12)


def test_figure_4_e_extends_the_hull_and_f_and_g_do_not():
    growing = None
    extended = []
    for curve in [A, C, B, D, E, F, G]:
        growing = extend_hull(growing, curve)
        extended.append(growing.extended)
    assert extended == [True, True, False, False, True, False, False]
    assert growing is not None
    assert list(zip(growing.hull.fpr, growing.hull.tpr, strict=True)) == CORNERS
    assert [survivor.number for survivor in growing.survivors] == [0, 1, 4]


def test_figure_4_hull_corners_and_slopes():
    status = hull_status(ALL)
    assert list(zip(status.hull.fpr, status.hull.tpr, strict=True)) == CORNERS
    assert status.hull.owner.tolist() == [-1, 0, 0, 4, 2, 2, -1]
    assert status.hull.index.tolist() == [-1, 1, 2, 1, 3, 4, -1]
    np.testing.assert_allclose(status.hull.slopes, SLOPES, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        status.ranges.pc_high[:-1], [1 / (1 + m) for m in SLOPES], rtol=0, atol=1e-12
    )
    assert status.edge_owner.tolist() == [0, 0, MIXED, MIXED, 2, 2]


def test_figure_4_each_corner_has_the_range_of_its_two_edges():
    ranges = corner_ranges(convex_hull(ALL))
    np.testing.assert_allclose(ranges.slope_high, [inf, *SLOPES], rtol=0, atol=1e-12)
    np.testing.assert_allclose(ranges.slope_low, [*SLOPES, 0], rtol=0, atol=1e-12)


# ---------------------------------------------------------------- figure 5


def test_figure_5a_low_sensitivity_only_c_is_optimal():
    best = best_over(hull_status(ALL), slope=(1 / 20, 1 / 5))
    assert owners(best) == {"C"}
    assert best.corner.tolist() == [5]
    assert not best.sensitive


def test_figure_5b_high_sensitivity_a_e_and_c_are_each_optimal_in_some_part():
    best = best_over(hull_status(ALL), slope=(1 / 5, 2))
    assert ["ABCDEFG"[owner] for owner in best.owner] == ["A", "E", "C", "C"]
    np.testing.assert_allclose(best.slope_high, [2, 13 / 9, 5 / 7, 0.325], rtol=0, atol=1e-12)
    np.testing.assert_allclose(best.slope_low, [13 / 9, 5 / 7, 0.325, 1 / 5], rtol=0, atol=1e-12)
    assert best.sensitive


def test_figure_5c_all_negative_is_best_from_slope_20():
    ranges = null_ranges(convex_hull(ALL))
    assert ranges.never_slope == pytest.approx(20, abs=1e-12)
    assert ranges.never_pc == pytest.approx(1 / 21, abs=1e-12)
    assert ranges.always_slope == pytest.approx(1 / 60, abs=1e-12)
    assert ranges.always_pc == pytest.approx(60 / 61, abs=1e-12)
    status = hull_status(ALL)
    assert owners(best_at(status, slope=21)) == {"trivial"}
    assert owners(best_at(status, slope=20)) == {"trivial", "A"}
    assert owners(best_at(status, slope=19)) == {"A"}
