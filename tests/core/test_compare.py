import numpy as np
import pytest

from cc_widgets.core import (
    CostPieces,
    Uniform,
    absolute_area,
    cost_difference,
    extremes,
    near_equal,
    total_expected_cost,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of

FLAT = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.3]))
ROOF = envelope_of()


def line(left, right):
    return CostPieces(np.array([0.0, 1.0]), np.array([left]), np.array([right]))


def test_a_difference_is_cut_where_its_sign_changes():
    difference = cost_difference(FLAT, ROOF)
    close(difference.pc, [0, 0.3, 0.5, 0.7, 1])
    close(difference.start_cost, [0.3, 0, -0.2, 0])
    close(difference.stop_cost, [0, -0.2, 0, 0.3])


def test_a_difference_with_itself_is_nothing():
    difference = cost_difference(ROOF, ROOF)
    assert not difference.fpr.any()
    assert not difference.fnr.any()
    most = extremes(difference)
    assert (most.lowest, most.highest) == (0, 0)
    assert most.lowest_pc.tolist() == [0, 0.5, 1]
    everywhere = near_equal(difference, 0)
    assert (everywhere.pc_low.tolist(), everywhere.pc_high.tolist()) == ([0], [1])


def test_rates_computed_in_two_ways_differ_by_nothing():
    difference = cost_difference(line(0.1 + 0.2, 0.7), line(0.3, 1 - 0.3))
    assert difference.pc.tolist() == [0, 1]
    assert (difference.fpr.tolist(), difference.fnr.tolist()) == ([0], [0])


def test_a_sign_that_only_rounding_changes_cuts_nothing():
    difference = cost_difference(envelope_of((0, 0)), envelope_of((0, 0.75)))
    close(difference.pc, [0, 0.5, 0.8, 1])


def test_extremes_are_found_on_both_sides_of_a_jump():
    jump = CostPieces(np.array([0, 0.5, 1]), np.array([0.0, 0.5]), np.array([0.4, 0.5]))
    most = extremes(jump)
    assert (most.lowest, most.highest) == (0, 0.5)
    assert (most.lowest_pc.tolist(), most.highest_pc.tolist()) == ([0], [0.5, 1])


def test_extremes_cannot_be_written():
    most = extremes(FLAT)
    with pytest.raises(ValueError, match="read-only"):
        most.lowest_pc[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        near_equal(FLAT, 1).pc_low[0] = 1


def test_absolute_area_does_not_let_gains_pay_for_losses():
    assert total_expected_cost(line(-1, 1)) == pytest.approx(0)
    assert absolute_area(line(-1, 1)) == pytest.approx(0.5)
    assert absolute_area(line(1, -1)) == pytest.approx(0.5)
    assert absolute_area(line(-1, -1)) == pytest.approx(1)


def test_absolute_area_takes_a_density():
    # |2x - 1| over [1/2, 1] has the mean 1/2, over [1/2, 3/4] the mean 1/4.
    assert absolute_area(line(-1, 1), Uniform(0.5, 0.75)) == pytest.approx(0.25)


def test_near_equal_ranges_reach_to_the_limit_and_no_further():
    ranges = near_equal(line(-1, 1), 0.5)
    close(ranges.pc_low, [0.25])
    close(ranges.pc_high, [0.75])


def test_near_equal_ranges_that_touch_are_one():
    difference = cost_difference(FLAT, ROOF)
    ranges = near_equal(difference, 0.2)
    close(ranges.pc_low, [0.1])
    close(ranges.pc_high, [0.9])


def test_near_equal_ranges_that_do_not_touch_are_several():
    ranges = near_equal(cost_difference(FLAT, ROOF), 0.1)
    close(ranges.pc_low, [0.2, 0.6])
    close(ranges.pc_high, [0.4, 0.8])


def test_a_crossing_alone_is_no_range():
    ranges = near_equal(line(-1, 1), 0)
    assert ranges.pc_low.size == ranges.pc_high.size == 0


def test_a_difference_equal_to_epsilon_up_to_rounding_is_near():
    ranges = near_equal(line(0.1 + 0.2, 0.1 + 0.2), 0.3)
    assert (ranges.pc_low.tolist(), ranges.pc_high.tolist()) == ([0], [1])
    assert near_equal(line(0.3 + 1e-14, 0.3 + 1e-14), 0.3).pc_low.size == 0


@pytest.mark.parametrize("epsilon", [-0.01, np.nan, np.inf])
def test_near_equal_refuses_an_epsilon_that_is_no_difference(epsilon):
    with pytest.raises(
        CostCurveError, match=r"epsilon: must be zero or more, and finite\. Got .* instance 0.01"
    ):
        near_equal(FLAT, epsilon)


def test_a_zero_within_rounding_of_an_end_cuts_nothing():
    difference = cost_difference(line(0, 1), line(1e-15, 0))
    assert difference.pc.tolist() == [0, 1]
    assert difference.fpr.tolist() == [-1e-15]


def test_nothing_has_no_area():
    assert absolute_area(cost_difference(ROOF, ROOF)) == 0


def test_near_equal_ranges_end_inside_a_piece_that_starts_above_zero():
    rises, falls = near_equal(line(0.1, 0.5), 0.2), near_equal(line(-0.5, -0.1), 0.2)
    close([rises.pc_low, rises.pc_high], [[0], [0.25]])
    close([falls.pc_low, falls.pc_high], [[0.75], [1]])
