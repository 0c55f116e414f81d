"""Drummond & Holte, "Explicitly Representing Expected Cost", KDD 2000 (DH2000).

Also operating ranges of Holte & Drummond, "Cost-Sensitive Classifier Evaluation", 2005
(HD2005), and costs in money from lecture slides on cost curves (SLIDES).
"""

from math import inf

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    RocCurve,
    convex_hull,
    cost_at,
    expected_cost,
    hull_status,
    lower_envelope,
    operating_range,
    pc_at,
    point_set,
)
from cc_widgets.core.conditions import cost_ratio_at, money
from cc_widgets.core.confusion import LANDMARKS
from cc_widgets.core.costs import (
    advantage,
    baseline_cost,
    cost_lines,
    envelope_top,
    operating_ranges,
    point_operating_range,
)
from cc_widgets.core.dominance import Dominance, curve_dominance, point_dominance
from cc_widgets.core.duality import ParallelLines, cost_point, iso_line, line_dual, pencil
from cc_widgets.core.thresholds import best_at

SOLID = point_set(fpr=0.3, tpr=0.7)  # figure 3, exact: classifier B
DASHED = point_set(fpr=[0.175, 0.425], tpr=[0.575, 0.825])  # rebuilt: its first point is A


def exact(value):
    return pytest.approx(value, rel=0, abs=1e-12)


def envelope_of(*curves):
    return lower_envelope(convex_hull(curves))


# ---------------------------------------------------------------- equations


def test_equation_1_slope_between_two_points_of_equal_cost():
    # (.1, .6) and (.4, .9) cost the same where (1 - p) C(+|-) / (p C(-|+)) = 1.
    conditions = Conditions(prior=0.2, cost_fp=1, cost_fn=4)
    assert conditions.slope.low == exact(1)
    costs = money(conditions, fpr=[0.1, 0.4], tpr=[0.6, 0.9]).low
    assert costs[0] == exact(costs[1])


def test_equation_2_difference_of_two_costs():
    conditions = Conditions(prior=0.2, cost_fp=3, cost_fn=5)
    first, second = money(conditions, fpr=[0.1, 0.4], tpr=[0.6, 0.9]).low
    assert first - second == exact((0.9 - 0.6) * 0.2 * 5 + (0.1 - 0.4) * 0.8 * 3)


def test_equations_3_to_8_normalised_cost():
    conditions = Conditions(prior=0.2, cost_fp=3, cost_fn=5)
    worst = float(money(conditions, fpr=1, tpr=0).low)
    assert worst == exact(0.2 * 5 + 0.8 * 3)
    assert conditions.worst.low == exact(worst)
    x = conditions.pc.low
    assert x == exact(1 / 3.4)
    y = float(expected_cost(0.09, 0.36, x))
    assert y == exact(float(money(conditions, fpr=0.09, tpr=0.36).low) / worst)
    assert y == exact((1 - 0.36 - 0.09) * x + 0.09)


def test_slides_true_costs_are_normalised_costs_times_the_worst():
    conditions = Conditions(prior=0.2, cost_fp=3, cost_fn=5)
    y = float(expected_cost(0.3, 0.7, conditions.pc.low))
    assert float(money(conditions, fpr=0.3, tpr=0.7, n_cases=100).low) == exact(100 * y * 3.4)


@pytest.mark.parametrize(
    ("slope", "intercept", "pc", "cost"),
    [
        (1, 0.5, 1 / 2, 1 / 4),
        (3, 0.2, 1 / 4, 1 / 5),
        (0, 0.75, 1, 1 / 4),
        (20 / 13, 0.4 - 0.04 * 20 / 13, 13 / 33, 43 / 165),  # HD2005 figure 9
        (-1 / 2, 0.5, 2, 1),
        (-1 / 3, 1, 3 / 2, 0),
        (-2, 1.5, -1, 1 / 2),
        (-3, 1.5, -1 / 2, 1 / 4),
    ],
)
def test_equation_9_lines_and_points(slope, intercept, pc, cost):
    point = cost_point(slope, intercept)
    assert (point.pc, point.cost) == (exact(pc), exact(cost))
    assert point.virtual == (slope < 0)
    line = iso_line(point.pc, point.cost)
    assert (line.slope, line.intercept) == (exact(slope), exact(intercept))


def test_equation_9_vertical_lines():
    assert cost_point(inf, fpr=0.3).cost == 0.3
    assert iso_line(0, 0.3).fpr == 0.3


@pytest.mark.parametrize(
    ("positives", "negatives", "capacity"), [(100, 300, 150), (300, 100, 150), (100, 900, 50)]
)
def test_figures_13_and_14_workforce_limit_is_a_virtual_point(positives, negatives, capacity):
    # TP P + FP N = C has slope -N / P and intercept C / P.
    point = cost_point(-negatives / positives, capacity / positives)
    assert point.pc == exact(positives / (positives - negatives))
    assert point.cost == exact((positives - capacity) / (positives - negatives))
    assert point.pc < 0 if negatives > positives else point.pc > 1


def test_workforce_line_of_equal_classes_is_at_infinity():
    assert line_dual(-1, 150 / 100) == ParallelLines(gradient=-0.5)


def test_figure_5_pencil_has_the_slope_of_its_pc():
    assert pencil(1 / 12, [0.1]).slope == exact(11)


# ---------------------------------------------------------------- figures


def test_figure_1_dominating_curve_is_cheaper_at_every_pc():
    better = point_set(fpr=[0.1, 0.3], tpr=[0.6, 0.85])
    worse = point_set(fpr=[0.15, 0.35], tpr=[0.5, 0.8])
    assert curve_dominance(better, worse) is Dominance.STRICT
    assert curve_dominance(worse, better) is Dominance.NONE
    pc = np.linspace(0, 1, 101)
    assert np.all(cost_at(envelope_of(better), pc) <= cost_at(envelope_of(worse), pc))


def test_figure_2_roc_crossing_is_not_the_cost_crossover():
    first, second = point_set(fpr=0.1, tpr=0.6), point_set(fpr=0.4, tpr=0.9)
    assert curve_dominance(first, second) is Dominance.NONE
    assert curve_dominance(second, first) is Dominance.NONE
    # The costs meet at pc 1 / 2; the joined curves at (4/13, 9/13), which is never optimal.
    status = hull_status([first, second])
    assert best_at(status, pc=0.5).owner.tolist() == [0, 1]
    crossing = RocCurve(np.array([4 / 13]), np.array([9 / 13]))
    assert exact(4 / 13 * 0.9 / 0.4) == 9 / 13
    assert exact(0.6 + (4 / 13 - 0.1) * 0.4 / 0.9) == 9 / 13
    assert hull_status([first, second, crossing]).classifiers[2].standing == "never optimal"


@pytest.mark.parametrize(("ratio", "pc"), [(2.1, 10 / 31), (2.3, 10 / 33)])
def test_figure_3_ratios(ratio, pc):
    assert float(pc_at(ratio)) == exact(pc)


def test_figure_3_at_ratio_2_1_a_is_compared_with_b():
    dashed, solid = (best_at(hull_status([points]), slope=2.1) for points in (DASHED, SOLID))
    assert DASHED.tpr[dashed.index[dashed.chosen]] == 0.575
    assert SOLID.tpr[solid.index[solid.chosen]] == 0.7


@pytest.mark.parametrize(("ratio", "owner"), [(2.3, 0), (2.34, -1)])
def test_figure_3_all_negative_is_cheaper_than_b_from_ratio_7_thirds(ratio, owner):
    status = hull_status([SOLID])
    assert best_at(status, slope=ratio).owner.tolist() == [owner]
    assert status.ranges.slope_low[0] == exact(7 / 3)


def test_figure_4_solid_curve_is_flat_at_03_from_03_to_07():
    envelope = envelope_of(SOLID)
    np.testing.assert_allclose(envelope.pc, [0, 0.3, 0.7, 1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(envelope.cost, [0, 0.3, 0.3, 0], rtol=0, atol=1e-12)
    top = envelope_top(envelope)
    assert (top.cost, top.pc_low, top.pc_high) == (exact(0.3), exact(0.3), exact(0.7))


def test_figure_4_dashed_curve_is_trivial_below_7_thirtieths():
    useful = operating_range(convex_hull([DASHED]))
    assert useful
    assert (useful.pc_low, useful.pc_high) == (exact(7 / 30), exact(23 / 30))
    for pc in (0.1, 0.2, 7 / 30):
        assert float(cost_at(envelope_of(DASHED), pc)) == exact(pc)


def test_figure_7_four_extreme_classifiers():
    lines = cost_lines(
        RocCurve(
            np.array([landmark.fpr for landmark in LANDMARKS]),
            np.array([landmark.tpr for landmark in LANDMARKS]),
        )
    )
    rates = {
        landmark.meaning: (fpr, fnr)
        for landmark, fpr, fnr in zip(LANDMARKS, lines.fpr, lines.fnr, strict=True)
    }
    assert rates == {
        "never alarm": (0, 1),
        "always alarm": (1, 0),
        "always right": (0, 0),
        "always wrong": (1, 1),
    }


def test_figure_8_a_single_classifier_runs_from_009_to_064():
    lines = cost_lines(RocCurve(np.array([0.09]), np.array([0.36])))
    assert (lines.fpr[0], lines.fnr[0]) == (exact(0.09), exact(0.64))
    assert float(expected_cost(0.09, 0.36, 0.5)) == exact(0.365)


@pytest.mark.parametrize(("ratio", "pc"), [(11, 1 / 12), (5.1, 10 / 61)])
def test_figures_17_and_18_pc_of_sampling_ratios(ratio, pc):
    assert float(pc_at(ratio)) == exact(pc)
    assert float(cost_ratio_at(pc, prior=0.5)) == exact(1 / ratio)


# ---------------------------------------------------------------- operating ranges

RANGES = [
    ([(0.09, 0.36)], 1 / 5, 91 / 155),  # DH2000 figure 8
    ([(0.3, 0.7)], 0.3, 0.7),  # DH2000 figure 4
    ([(0.4, 0.8)], 1 / 3, 3 / 4),  # HD2005 figure 11
    ([(0.04, 0.4), (0.3, 0.8)], 1 / 11, 7 / 9),  # HD2005 figure 9
    ([(0, 1)], 0, 1),  # perfect
]


@pytest.mark.parametrize(("pairs", "low", "high"), RANGES)
def test_operating_ranges_of_curves(pairs, low, high):
    fpr, tpr = np.array(pairs, dtype=float).T
    useful = operating_range(convex_hull([RocCurve(fpr, tpr)]))
    assert useful
    assert (useful.pc_low, useful.pc_high) == (exact(low), exact(high))


@pytest.mark.parametrize(("pairs", "low", "high"), [*RANGES[:3], RANGES[4]])
def test_operating_ranges_of_points_in_pc_and_slopes(pairs, low, high):
    ((fpr, tpr),) = pairs
    useful = point_operating_range(fpr=fpr, tpr=tpr)
    assert useful
    assert (useful.pc_low, useful.pc_high) == (exact(low), exact(high))
    assert useful.slope_high == (exact((1 - low) / low) if low else inf)
    assert useful.slope_low == exact((1 - high) / high)


def test_fixed_choice_may_have_several_operating_ranges():
    # The two points of HD2005 in reverse order, with a useless point in between.
    useful = operating_ranges(pc=[0, 0.4, 0.5, 1], fpr=[0.04, 0.9, 0.3], fnr=[0.6, 0.9, 0.2])
    np.testing.assert_allclose(useful.pc_low, [1 / 11, 0.5], rtol=0, atol=1e-12)
    np.testing.assert_allclose(useful.pc_high, [0.4, 7 / 9], rtol=0, atol=1e-12)


def test_advantage_is_the_vertical_distance_to_the_majority_classifier():
    # DH2000 figure 4, solid, at pc 1 / 2.
    assert float(advantage(cost_at(envelope_of(SOLID), 0.5), 0.5)) == exact(0.2)
    assert float(baseline_cost(0.7)) == exact(0.3)


def test_strict_dominance_is_cheaper_at_every_pc_weak_may_tie():
    strict = point_dominance(fpr=0.1, tpr=0.7, other_fpr=0.2, other_tpr=0.6)
    weak = point_dominance(fpr=0.1, tpr=0.7, other_fpr=0.1, other_tpr=0.6)
    assert (strict, weak) == (Dominance.STRICT, Dominance.WEAK)
    assert expected_cost(0.1, 0.7, 0) == expected_cost(0.1, 0.6, 0)
    assert expected_cost(0.1, 0.7, 0) < expected_cost(0.2, 0.6, 0)
