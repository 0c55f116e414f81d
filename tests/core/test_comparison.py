import numpy as np
import pytest

from cc_widgets.core import total_expected_cost
from cc_widgets.core.comparison import (
    TIE,
    absolute_area,
    cost_difference,
    crossovers,
    extremes,
    least_cost,
    merge_slivers,
    near_equal,
    ranking,
    roc_crossings,
    winners,
)
from cc_widgets.core.costs import BASELINES, CostPieces
from cc_widgets.core.metrics import Uniform
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, points

FLAT = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.3]))
BASELINE = envelope_of()


def line(left, right):
    return CostPieces(np.array([0.0, 1.0]), np.array([left]), np.array([right]))


def test_difference_is_split_where_its_sign_changes():
    difference = cost_difference(FLAT, BASELINE)
    close(difference.pc, [0, 0.3, 0.5, 0.7, 1])
    close(difference.start_cost, [0.3, 0, -0.2, 0])
    close(difference.stop_cost, [0, -0.2, 0, 0.3])


def test_difference_with_itself_is_0():
    difference = cost_difference(BASELINE, BASELINE)
    assert not difference.fpr.any()
    assert not difference.fnr.any()
    most = extremes(difference)
    assert (most.lowest, most.highest) == (0, 0)
    assert most.lowest_pc.tolist() == [0, 0.5, 1]
    everywhere = near_equal(difference, 0)
    assert (everywhere.pc_low.tolist(), everywhere.pc_high.tolist()) == ([0], [1])


def test_difference_ignores_rounding_of_rates():
    difference = cost_difference(line(0.1 + 0.2, 0.7), line(0.3, 1 - 0.3))
    assert difference.pc.tolist() == [0, 1]
    assert (difference.fpr.tolist(), difference.fnr.tolist()) == ([0], [0])


def test_sign_change_due_to_rounding_does_not_split():
    difference = cost_difference(envelope_of((0, 0)), envelope_of((0, 0.75)))
    close(difference.pc, [0, 0.5, 0.8, 1])


def test_extremes_on_both_sides_of_a_jump():
    jump = CostPieces(np.array([0, 0.5, 1]), np.array([0.0, 0.5]), np.array([0.4, 0.5]))
    most = extremes(jump)
    assert (most.lowest, most.highest) == (0, 0.5)
    assert (most.lowest_pc.tolist(), most.highest_pc.tolist()) == ([0], [0.5, 1])


def test_absolute_area_does_not_cancel_signs():
    assert total_expected_cost(line(-1, 1)) == pytest.approx(0)
    assert absolute_area(line(-1, 1)) == pytest.approx(0.5)
    assert absolute_area(line(1, -1)) == pytest.approx(0.5)
    assert absolute_area(line(-1, -1)) == pytest.approx(1)


def test_absolute_area_takes_a_density():
    # |2x - 1| over [1/2, 1] has the mean 1/2, over [1/2, 3/4] the mean 1/4.
    assert absolute_area(line(-1, 1), Uniform(0.5, 0.75)) == pytest.approx(0.25)


def test_near_equal_ranges_end_at_the_limit():
    ranges = near_equal(line(-1, 1), 0.5)
    close(ranges.pc_low, [0.25])
    close(ranges.pc_high, [0.75])


def test_touching_near_equal_ranges_are_merged():
    difference = cost_difference(FLAT, BASELINE)
    ranges = near_equal(difference, 0.2)
    close(ranges.pc_low, [0.1])
    close(ranges.pc_high, [0.9])


def test_separate_near_equal_ranges_are_not_merged():
    ranges = near_equal(cost_difference(FLAT, BASELINE), 0.1)
    close(ranges.pc_low, [0.2, 0.6])
    close(ranges.pc_high, [0.4, 0.8])


def test_isolated_crossing_is_not_a_range():
    ranges = near_equal(line(-1, 1), 0)
    assert ranges.pc_low.size == ranges.pc_high.size == 0


def test_a_difference_equal_to_epsilon_up_to_rounding_is_near():
    ranges = near_equal(line(0.1 + 0.2, 0.1 + 0.2), 0.3)
    assert (ranges.pc_low.tolist(), ranges.pc_high.tolist()) == ([0], [1])
    assert near_equal(line(0.3 + 1e-14, 0.3 + 1e-14), 0.3).pc_low.size == 0


@pytest.mark.parametrize("epsilon", [-0.01, np.nan, np.inf])
def test_near_equal_requires_a_finite_non_negative_epsilon(epsilon):
    with pytest.raises(
        CostCurveError, match=r"epsilon: must be finite and at least 0\. Got .* instance 0.01"
    ):
        near_equal(FLAT, epsilon)


def test_zero_within_rounding_of_an_end_does_not_split():
    difference = cost_difference(line(0, 1), line(1e-15, 0))
    assert difference.pc.tolist() == [0, 1]
    assert difference.fpr.tolist() == [-1e-15]


def test_absolute_area_of_a_zero_difference_is_0():
    assert absolute_area(cost_difference(BASELINE, BASELINE)) == 0


def test_near_equal_ranges_end_inside_a_piece_that_starts_above_zero():
    rises, falls = near_equal(line(0.1, 0.5), 0.2), near_equal(line(-0.5, -0.1), 0.2)
    close([rises.pc_low, rises.pc_high], [[0], [0.25]])
    close([falls.pc_low, falls.pc_high], [[0.75], [1]])


# ---- Crossings in cost space and in ROC space
def corners(crossings):
    return list(
        zip(crossings.fpr.round(12).tolist(), crossings.tpr.round(12).tolist(), strict=True)
    )


def test_crossing_at_a_vertex_is_counted_once():
    # Both pass through (.5, .75), with the first above the second only to its left.
    first = points((0.1, 0.55), (0.5, 0.75), (0.9, 0.8))
    second = points((0.3, 0.4), (0.5, 0.75), (0.6, 0.95))
    assert corners(roc_crossings(first, second)) == [(0.5, 0.75)]
    assert corners(roc_crossings(second, first)) == [(0.5, 0.75)]


def test_curves_that_touch_do_not_cross():
    first = points((0.1, 0.6), (0.5, 0.75), (0.6, 0.95))
    second = points((0.3, 0.4), (0.5, 0.75), (0.9, 0.8))
    assert corners(roc_crossings(first, second)) == []


def test_curves_that_share_a_segment_do_not_cross_there():
    first = points((0.1, 0.5), (0.3, 0.6), (0.6, 0.8), (0.9, 0.85))
    second = points((0.2, 0.4), (0.3, 0.6), (0.6, 0.8), (0.7, 0.95))
    assert corners(roc_crossings(first, second)) == []


def test_crossing_of_vertical_and_horizontal_segments():
    first = points((0.2, 0.1), (0.2, 0.9))
    second = points((0, 0.5), (0.4, 0.5))
    assert corners(roc_crossings(first, second)) == [(0.2, 0.5)]


def test_crossings_are_sorted_from_left_to_right():
    first = points((0.1, 0.5), (0.7, 0.6))
    second = points((0.3, 0.4), (0.4, 0.7), (0.8, 0.75))
    crossings = roc_crossings(first, second)
    assert crossings.fpr.size == 1
    third = points((0.05, 0.1), (0.1, 0.55), (0.6, 0.57), (0.65, 0.9))
    fourth = points((0.02, 0.3), (0.5, 0.8), (0.8, 0.85))
    crossings = roc_crossings(third, fourth)
    assert crossings.fpr.size == 3
    assert crossings.fpr.tolist() == sorted(crossings.fpr.tolist())


def test_equal_curves_do_not_cross():
    curve = points((0.1, 0.5), (0.7, 0.6))
    assert roc_crossings(curve, curve).fpr.size == 0
    envelope = envelope_of((0.1, 0.5))
    assert crossovers(envelope, envelope).pc.size == 0


def test_fixed_choices_may_cross_above_the_baselines():
    first = CostPieces(np.array([0.0, 1.0]), np.array([0.9]), np.array([0.3]))
    second = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.9]))
    crossing = crossovers(first, second)
    close([crossing.pc, crossing.cost], [[0.5], [0.6]])


def test_a_dominating_curve_has_no_crossover():
    assert crossovers(envelope_of((0.1, 0.8)), envelope_of((0.2, 0.7))).pc.size == 0


def test_crossovers_report_the_tangent_points_in_either_order():
    crossing = crossovers(envelope_of((0.4, 0.9)), envelope_of((0.1, 0.6)))
    close(crossing.pc, [0.5])
    close(crossing.cost, [0.25])
    close([crossing.first_fpr, crossing.first_tpr], [[0.4], [0.9]])
    close([crossing.second_fpr, crossing.second_tpr], [[0.1], [0.6]])


def test_decreasing_points_raise_with_the_argument_name():
    good, bad = points((0.1, 0.5)), points((0.3, 0.7), (0.2, 0.8))
    with pytest.raises(CostCurveError, match=r"^first: must have non-decreasing"):
        roc_crossings(bad, good)
    with pytest.raises(CostCurveError, match=r"^second: must have non-decreasing"):
        roc_crossings(good, bad)


def test_crossing_at_a_vertex_is_counted_once_despite_rounding():
    level = 0.4 - 2**-54
    assert 0.5 + level != 0.5 + 0.4
    first = points((0.3, 0.35), (0.5, 0.4), (0.7, 0.45))
    second = points((0.45, 0.2), (0.5, level), (0.55, 0.6))
    assert corners(roc_crossings(first, second)) == [(0.5, 0.4)]
    assert corners(roc_crossings(second, first)) == [(0.5, 0.4)]


def test_curves_that_share_a_tiny_segment_do_not_cross_there():
    first = points((0.1, 0.5), (0.5, 0.75), (0.5, 0.75 + 1e-13), (0.9, 0.8))
    second = points((0.3, 0.4), (0.5, 0.75), (0.5, 0.75 + 1e-13), (0.6, 0.95))
    assert corners(roc_crossings(first, second)) == []


# ---- Cheapest curves and rankings
def flat(height):
    return CostPieces(np.array([0.0, 1.0]), np.array([height]), np.array([height]))


def test_baselines_win_without_classifiers():
    result = winners([])
    assert result.pc.tolist() == [0, 1]
    assert result.best.shape == (1, 0)
    assert result.is_baseline.tolist() == [True]
    assert result.winner.tolist() == [-1]
    assert result.crossover.tolist() == []


def test_perfect_classifier_wins_at_every_pc():
    result = winners([envelope_of((0, 1)), envelope_of((0.2, 0.8))])
    assert result.pc.tolist() == [0, 1]
    assert result.winner.tolist() == [0]
    assert result.is_baseline.tolist() == [False]


def test_shared_classifier_is_a_tie_not_a_crossover():
    shared = (0.2, 0.7)
    result = winners([envelope_of(shared, (0.05, 0.4)), envelope_of(shared, (0.5, 0.95))])
    assert result.winner.tolist() == [-1, 0, TIE, 1, -1]
    assert result.best.tolist()[2] == [True, True]
    assert result.crossover.tolist() == []
    # (.05, .4) from 1/9 to 1/3, the shared classifier to 6/11, then (.5, .95).
    close(result.pc, [0, 1 / 9, 1 / 3, 6 / 11, 10 / 11, 1])


def test_equal_classifiers_tie_despite_rounding():
    result = winners([envelope_of((0.3, 0.7)), envelope_of((0.1 + 0.2, 0.7))])
    assert result.winner.tolist() == [-1, TIE, -1]
    close(result.pc, [0, 0.3, 0.7, 1])


def test_baselines_can_be_excluded():
    result = winners([flat(0.3), flat(0.4)], baselines=False)
    assert result.pc.tolist() == [0, 1]
    assert result.best.tolist() == [[True, False]]
    assert result.is_baseline.tolist() == [False]


def test_fixed_choice_crosses_the_baselines():
    result = winners([flat(0.3)])
    close(result.pc, [0, 0.3, 0.7, 1])
    assert result.winner.tolist() == [-1, 0, -1]
    close(result.crossover, [0.3, 0.7])


def test_three_lines_through_one_point_leave_no_sliver():
    # (0, .1), (.1, .4), (.3, 1) are collinear in ROC space: slope 3, pc 1/4.
    result = winners([envelope_of((0, 0.1)), envelope_of((0.1, 0.4)), envelope_of((0.3, 1))])
    assert result.winner.tolist() == [0, 2]
    close(result.pc, [0, 0.25, 1])
    close(result.crossover, [0.25])


def test_narrow_ranges_near_0_and_1_are_not_merged():
    result = winners([envelope_of((1e-9, 0.5)), envelope_of((1e-7, 0.9))])
    assert result.winner.tolist() == [-1, 0, 1, -1]
    pc = [0, 1e-9 / (0.5 + 1e-9), 9.9e-8 / (0.4 + 9.9e-8), (1 - 1e-7) / (1.1 - 1e-7), 1]
    np.testing.assert_allclose(result.pc, pc, rtol=1e-9)


def test_slivers_are_relative_to_the_distance_from_the_ends():
    edges = np.array([0, 1e-12, 0.5, 0.5 + 1e-12, 1 - 1e-12, 1])
    merged = [0, 1e-12, 0.5 + 1e-12, 1 - 1e-12, 1]
    assert merge_slivers(edges).tolist() == merged
    narrow = np.array([0, 1e-3, 1e-3 + 0.9e-13, 0.1, 0.1 + 1.1e-11, 0.9, 0.9 + 1.1e-11, 1])
    assert merge_slivers(narrow).tolist() == [*narrow[[0, 2, 3, 4, 5, 6, 7]]]


def test_least_cost_equals_the_envelope_of_the_joint_hull():
    pairs = [(0.01 * k, (0.01 * k) ** 0.4) for k in range(1, 40)]
    least = least_cost([envelope_of(pair) for pair in pairs])
    joint = envelope_of(*pairs)
    np.testing.assert_allclose(least.pc, joint.pc, rtol=1e-11)
    np.testing.assert_array_equal(least.fpr, joint.fpr)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_least_cost_of_horizontal_lines_is_the_lowest(n):
    heights = [0.5, 0.4, 0.3, 0.2, 0.1][:n]
    assert least_cost([flat(height) for height in heights]).fpr.tolist() == [heights[-1]]
    assert least_cost([flat(height) for height in heights[::-1]]).fpr.tolist() == [heights[-1]]


def test_least_cost_requires_a_curve():
    with pytest.raises(
        CostCurveError,
        match=r"curves: must contain at least one cost curve\. Got none\. Pass lower",
    ):
        winners([], baselines=False)


def test_equal_costs_share_a_rank_in_the_given_order():
    result = ranking([flat(0.3), flat(0.1), flat(0.1 + 1e-16), flat(0.2)], 0.5)
    assert result.order.tolist() == [1, 2, 3, 0]
    assert result.rank.tolist() == [4, 1, 1, 3]
    result = ranking([flat(0.3), flat(0.1 + 1e-16), flat(0.1), flat(0.2)], 0.5)
    assert result.order.tolist() == [1, 2, 3, 0]
    assert result.pc == 0.5


def test_ranking_uses_the_best_classifier_of_each_curve():
    result = ranking([BASELINES, envelope_of((0.1, 0.6), (0.4, 0.9))], 0.25)
    assert result.order.tolist() == [1, 0]
    close(result.cost, [0.25, 0.175])
    close(result.fpr, [0, 0.1])
    close(result.fnr, [1, 0.4])


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan])
def test_ranking_requires_pc_in_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        ranking([flat(0.3)], pc)


def test_least_cost_of_equal_lines_is_the_first():
    near = 0.3 + 2**-54
    assert near != 0.3
    assert least_cost([flat(0.3), flat(near)]).fpr.tolist() == [0.3]
    assert least_cost([flat(near), flat(0.3)]).fpr.tolist() == [near]


@pytest.mark.parametrize(("fpr", "fnr"), [([0.1, 0.1], [0.2, 0.4]), ([0.1, 0.3], [0.2, 0.2])])
def test_adjacent_pieces_that_share_one_rate_are_not_merged(fpr, fnr):
    pieces = CostPieces(np.array([0, 0.5, 1]), np.array(fpr), np.array(fnr))
    least = least_cost([pieces, flat(0.9)])
    assert (least.fpr.tolist(), least.fnr.tolist()) == (fpr, fnr)


def test_tie_constant_is_not_a_curve_index():
    assert TIE == -3
