from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import Conditions, count, hull_status, point_set, predictions, roc_curve
from cc_widgets.core.conditions import Range
from cc_widgets.core.thresholds import (
    best_at,
    best_over,
    least_regret,
    near_optimal,
    threshold_choice,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import points

# Corners (.1, .6) and (.4, .9), slopes 6, 1, 1/6; (.25, .75) lies on the middle edge.
STATUS = hull_status([points((0.1, 0.6)), points((0.4, 0.9), (0.25, 0.75), (0.5, 0.5))])


def members(best):
    return list(zip(best.owner.tolist(), best.index.tolist(), strict=True))


def test_one_classifier_is_best_inside_its_range():
    best = best_at(STATUS, pc=0.25)
    assert members(best) == [(0, 0)]
    assert (best.corner, best.chosen) == (1, 0)
    assert (best.pc, best.slope) == (0.25, 3)
    assert best.cost == pytest.approx(0.1 * 0.75 + 0.4 * 0.25)


def test_the_touching_line_has_the_largest_intercept():
    line = best_at(STATUS, pc=0.25).line
    assert line.slope == 3
    assert line.intercept == pytest.approx(0.6 - 3 * 0.1)


@pytest.mark.parametrize(
    "condition", [{"pc": 0.5}, {"slope": 1}, {"pc": 0.5 + 1e-16}, {"slope": 1 + 4e-16}]
)
def test_ties_at_a_vertex_are_broken_by_the_lowest_fpr(condition):
    best = best_at(STATUS, **condition)
    assert members(best) == [(0, 0), (1, 0), (1, 1)]
    assert (best.corner, best.chosen) == (1, 0)
    assert best.cost == pytest.approx(0.25)


@pytest.mark.parametrize("pc", [0.5 - 1e-13, 0.5 + 1e-13])
def test_no_ties_next_to_a_vertex(pc):
    assert len(members(best_at(STATUS, pc=pc))) == 1
    assert len(members(best_at(STATUS, slope=(1 - pc) / pc))) == 1


@pytest.mark.parametrize(
    ("condition", "expected"),
    [({"pc": 0.05}, 0), ({"slope": 7}, 0), ({"pc": 0.7}, 2), ({"slope": 0.5}, 2), ({"pc": 0.9}, 3)],
)
def test_corner_is_the_same_by_pc_and_by_slope(condition, expected):
    assert best_at(STATUS, **condition).corner == expected


def test_ties_at_pc_0_are_broken_by_the_greatest_tpr():
    status = hull_status([points((0, 0.2), (0, 0.4)), points((0, 0.4), (0.2, 0.8))])
    best = best_at(status, pc=0)
    assert members(best) == [(-1, -1), (0, 0), (0, 1), (1, 0)]
    assert (best.corner, best.chosen) == (1, 2)
    assert best.cost == 0
    assert (best.line.slope, best.line.fpr) == (inf, 0)
    assert members(best_at(status, slope=inf)) == members(best)
    assert best_at(status, slope=inf).corner == 1


def test_ties_at_pc_1_are_broken_by_the_lowest_fpr():
    status = hull_status([points((0.6, 1), (0.2, 0.6)), points((0.8, 1))])
    best = best_at(status, pc=1)
    assert members(best) == [(-1, -1), (0, 0), (1, 0)]
    assert (best.corner, best.chosen) == (2, 1)
    assert best.cost == 0
    assert (best.line.slope, best.line.intercept) == (0, 1)
    assert members(best_at(status, slope=0)) == members(best)


def test_baselines_are_best_at_both_ends_without_vertical_or_horizontal_edges():
    assert members(best_at(STATUS, pc=0)) == members(best_at(STATUS, pc=1)) == [(-1, -1)]
    assert best_at(STATUS, pc=0).corner == 0
    assert best_at(STATUS, pc=1).corner == 3
    assert members(best_at(STATUS, slope=inf)) == [(-1, -1)]


def test_baselines_tie_at_one_half():
    best = best_at(hull_status([]), pc=0.5)
    assert members(best) == [(-1, -1), (-1, -1)]
    assert (best.corner, best.chosen, best.cost) == (0, 0, 0.5)


def test_slope_is_accurate_where_pc_is_close_to_1():
    # Two corners whose vertices differ from pc 1 by one float.
    status = hull_status([points((0.1, 1 - 2e-15), (0.5, 1 - 1e-15))])
    slopes = status.ranges.slope_low[:-1]
    assert best_at(status, slope=slopes[1] * 1.01).corner == 1
    assert best_at(status, slope=slopes[1] * 0.99).corner == 2
    assert best_at(status, slope=slopes[1]).slope == slopes[1]


def test_pc_and_slope_are_compared_with_vertices_without_conversion():
    # At pc = 1 - 2.5e-12 a slope computed from pc has a relative error of 1e-4.
    status = hull_status([points((0.1, 1 - 2e-12), (0.5, 1 - 1e-12))])
    vertex = status.ranges.pc_high[1]
    assert best_at(status, pc=vertex).owner.size == 2
    assert best_over(status, pc=(0.5, np.nextafter(vertex, 1))).corner.tolist() == [1]
    # Near pc = 1 the corners can only be distinguished by slopes.
    status = hull_status([points((0.1, 1 - 2e-15), (0.5, 1 - 1e-15))])
    low = status.ranges.slope_low[1] * 0.9
    assert best_over(status, slope=(low, 0.5)).corner.tolist() == [1, 2]


def test_parts_are_clipped_to_the_range():
    best = best_over(STATUS, pc=(0.25, 0.9))
    assert best.corner.tolist() == [1, 2, 3]
    assert best.owner.tolist() == [0, 1, -1]
    assert best.index.tolist() == [0, 0, -1]
    np.testing.assert_allclose(best.pc_low, [0.25, 1 / 2, 6 / 7])
    np.testing.assert_allclose(best.pc_high, [1 / 2, 6 / 7, 0.9])
    np.testing.assert_allclose(best.slope_high, [3, 1, 1 / 6])
    np.testing.assert_allclose(best.slope_low, [1, 1 / 6, 1 / 9])
    assert best.sensitive


def test_range_of_slopes_equals_range_of_pc():
    by_pc, by_slope = best_over(STATUS, pc=(0.25, 0.9)), best_over(STATUS, slope=(1 / 9, 3))
    assert by_pc.corner.tolist() == by_slope.corner.tolist()
    np.testing.assert_allclose(by_pc.pc_low, by_slope.pc_low)
    np.testing.assert_allclose(by_pc.slope_low, by_slope.slope_low)


@pytest.mark.parametrize(
    "condition", [{"pc": (0.2, 0.5)}, {"slope": (1, 4)}, {"pc": (0.2, 0.5 + 1e-16)}]
)
def test_part_of_length_zero_is_dropped(condition):
    best = best_over(STATUS, **condition)
    assert best.corner.tolist() == [1]
    assert not best.sensitive


def test_full_range_contains_every_corner():
    for whole in ({"pc": (0, 1)}, {"slope": Range(0, inf)}):
        best = best_over(STATUS, **whole)
        assert best.corner.tolist() == [0, 1, 2, 3]
        assert best.slope_high[0] == inf
        assert (best.pc_low[0], best.pc_high[-1]) == (0, 1)


def test_corner_at_a_single_pc_is_dropped():
    status = hull_status([points((0, 0.4), (0.6, 1))])
    assert best_over(status, pc=(0, 1)).corner.tolist() == [1, 2]
    assert best_over(status, slope=Range(0, inf)).corner.tolist() == [1, 2]


@pytest.mark.parametrize("condition", [{"pc": 0.5}, {"slope": 1}, {"pc": (0.5, 0.5)}])
def test_range_of_one_condition_has_all_tied_corners(condition):
    best = best_over(STATUS, **condition)
    assert best.corner.tolist() == [1, 2]
    np.testing.assert_array_equal(best.pc_low, [0.5, 0.5])
    np.testing.assert_array_equal(best.pc_high, [0.5, 0.5])
    np.testing.assert_array_equal(best.slope_high, best.slope_low)
    assert best.sensitive


def test_conditions_supply_the_range():
    conditions = Conditions(prior=0.2, cost_fn=(1, 2))
    best = best_over(STATUS, pc=conditions.pc)
    assert best.corner.tolist() == best_over(STATUS, slope=conditions.slope).corner.tolist() == [1]
    np.testing.assert_allclose([best.pc_low[0], best.pc_high[0]], [0.2, 1 / 3])


@pytest.mark.parametrize("function", [best_at, best_over])
@pytest.mark.parametrize("condition", [{}, {"pc": 0.5, "slope": 1}])
def test_exactly_one_of_pc_and_slope_is_required(function, condition):
    message = r"pc, slope: exactly one must be given\. Got pc=.*, slope=.*\. Pass pc=0\.2, or"
    with pytest.raises(CostCurveError, match=message):
        function(STATUS, **condition)


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan])
def test_pc_must_be_in_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]"):
        best_at(STATUS, pc=pc)


@pytest.mark.parametrize("slope", [-1, nan])
def test_slope_must_not_be_negative(slope):
    with pytest.raises(CostCurveError, match=r"slope: must be from 0 to infinity"):
        best_at(STATUS, slope=slope)


def test_ranges_must_be_within_bounds():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got \(0\.5, 2\)"):
        best_over(STATUS, pc=(0.5, 2))
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got \(-1, 0\.5\)"):
        best_over(STATUS, pc=(-1, 0.5))
    with pytest.raises(CostCurveError, match=r"slope: must be from 0 to infinity\. Got -1"):
        best_over(STATUS, slope=(-1, 2))
    with pytest.raises(CostCurveError, match=r"slope: must be a range from low to high"):
        best_over(STATUS, slope=(2, 1))


# ---- Near-optimal thresholds
CURVES = [points((0.1, 0.6), (0.2, 0.7), (0.6, 0.8)), points((0.5, 0.2), (0.15, 0.63))]


def test_points_near_the_envelope_are_listed_with_their_cost():
    near = near_optimal(CURVES, pc=0.5, tolerance=0.02)
    assert near.least == pytest.approx(0.25)
    assert near.curve.tolist() == [0, 0, 1]
    assert near.index.tolist() == [0, 1, 1]
    np.testing.assert_allclose(near.cost, [0.25, 0.25, 0.26])


@pytest.mark.parametrize(
    ("tolerance", "n_near"), [(0, 2), (0.0099, 2), (0.01, 3), (0.1499, 3), (1, 5)]
)
def test_tolerance_is_absolute_and_inclusive(tolerance, n_near):
    assert near_optimal(CURVES, pc=0.5, tolerance=tolerance).index.size == n_near


def test_no_point_is_near_optimal_where_a_baseline_is_much_cheaper():
    near = near_optimal(CURVES, pc=0.01, tolerance=0.02)
    assert near.least == 0.01
    assert near.curve.size == near.index.size == near.cost.size == 0
    assert near.index.dtype == np.int64


def test_near_optimal_without_curves_is_empty():
    assert near_optimal([], pc=0.5, tolerance=1).curve.size == 0
    assert near_optimal([points()], pc=0.5, tolerance=1).least == 0.5


@pytest.mark.parametrize("tolerance", [-0.1, nan])
def test_tolerance_must_not_be_negative(tolerance):
    message = r"tolerance: must not be negative\. Got .* Pass a difference of normalised cost"
    with pytest.raises(CostCurveError, match=message):
        near_optimal(CURVES, pc=0.5, tolerance=tolerance)


def test_near_optimal_requires_pc_in_the_unit_interval():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got 2"):
        near_optimal(CURVES, pc=2, tolerance=0)


LABEL, SCORE = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.5, 0.6, 0.9]


def curve_of(score):
    return roc_curve(count(predictions(LABEL, score)))


def test_probability_threshold_is_exclusive():
    # Threshold 1 / 2: the example with score .5 is classified as negative.
    choice = threshold_choice(curve_of(SCORE), Conditions(0.5))
    assert choice.probability == 0.5
    assert choice.index == 2
    assert choice.cost == pytest.approx(1 / 6)
    assert choice.best_index == 2
    assert choice.regret == pytest.approx(0, abs=1e-15)


def test_expensive_misses_lower_the_threshold():
    choice = threshold_choice(curve_of(SCORE), Conditions(0.5, cost_fp=1, cost_fn=3))
    assert choice.probability == 0.25
    assert choice.index == choice.best_index == 4
    assert choice.cost == pytest.approx(1 / 3 * 1 / 4)


def test_uncalibrated_scores_have_regret():
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


def test_threshold_choice_requires_thresholds():
    message = r"curve: must have thresholds\. Got points without thresholds\. Pass a curve made"
    with pytest.raises(CostCurveError, match=message):
        threshold_choice(point_set(fpr=0.1, tpr=0.6), Conditions(0.5))


def test_threshold_choice_requires_one_condition():
    message = r"conditions: must be one condition without ranges\. Got pc from 0\.2 to 0\.5\."
    with pytest.raises(CostCurveError, match=message):
        threshold_choice(curve_of(SCORE), Conditions((0.2, 0.5)))


def test_minimax_regret_choice_may_lie_below_the_hull():
    # The baselines cost 0.1 at pc 0.1 and at pc 0.9; (.25, .75) costs 0.25 at both.
    choice = least_regret([points((0.1, 0.6)), points((0.4, 0.9), (0.25, 0.74))], pc=(0.1, 0.9))
    assert (choice.owner, choice.index, choice.fpr, choice.tpr) == (1, 1, 0.25, 0.74)
    assert choice.regret_low == pytest.approx(0.26 * 0.1 + 0.25 * 0.9 - 0.1)
    assert choice.regret_high == choice.regret == pytest.approx(0.26 * 0.9 + 0.25 * 0.1 - 0.1)
    assert (choice.useful_from, choice.useful_to) == pytest.approx((0.25 / 0.99, 0.75 / 1.01))


@pytest.mark.parametrize(
    ("pairs", "pc", "index"),
    [
        ([(0, 0), (1, 1)], (0.2, 0.8), -1),  # as good as a baseline
        ([(0.3, 0.7), (0.3, 0.8), (0.3, 0.6)], (0, 0.9), 1),  # all cost 0.3 at pc 0
        ([(0.4, 0.8), (0.2, 0.6)], (0.3, 0.7), 1),  # mirrored: the same mean cost, too
    ],
)
def test_equal_regrets_prefer_baseline_then_mean_cost_then_lowest_fpr(pairs, pc, index):
    assert least_regret([points(*pairs)], pc=pc).index == index


def test_least_regret_without_curves_is_a_baseline():
    choice = least_regret([], pc=(0.1, 0.6))
    assert (choice.owner, choice.fpr, choice.useful_from, choice.useful_to) == (-1, 0.0, 0.0, 0.5)
    assert choice.regret == pytest.approx(0.2)
    assert least_regret([], pc=(0.5, 0.6)).useful_from == 0.5


def test_least_regret_at_a_single_condition_is_0():
    choice = least_regret([points((0.1, 0.6), (0.4, 0.9))], pc=0.6)
    assert (choice.index, choice.regret, choice.pc_low, choice.pc_high) == (1, 0.0, 0.6, 0.6)


def test_least_regret_requires_pc_in_the_unit_interval():
    with pytest.raises(CostCurveError, match=r"pc: must lie in"):
        least_regret([], pc=(0.5, 1.2))
