import numpy as np
import pytest

from cc_widgets.core import (
    Mix,
    Pick,
    minimax,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, hull_of, points


def test_neyman_pearson_at_no_false_alarms_is_the_top_of_the_first_edge():
    assert neyman_pearson(hull_of((0, 0.4), (0.2, 0.8)), 0) == Mix(0, 0.4, 1, 1, 0)
    assert neyman_pearson(hull_of((0.2, 0.8)), 0) == Mix(0, 0, 0, 0, 0)
    line = neyman_pearson_line(envelope_of((0, 0.4), (0.2, 0.8)), 0)
    assert (line.fpr, line.fnr, line.weight) == (0, 0.6, 0)


def test_neyman_pearson_on_a_plateau_stops_at_its_left_end():
    assert neyman_pearson(hull_of((0.5, 1)), 0.7) == Mix(0.5, 1, 1, 1, 0)
    assert neyman_pearson(hull_of((0, 1)), 0.7) == Mix(0, 1, 1, 1, 0)
    line = neyman_pearson_line(envelope_of((0.5, 1)), 0.7)
    assert (line.fpr, line.fnr, line.pc, line.cost, line.weight) == (0.5, 0, 1, 0, 0)


def test_neyman_pearson_without_a_limit_is_the_last_corner():
    assert neyman_pearson(hull_of((0.2, 0.8)), 1) == Mix(1, 1, 2, 2, 0)
    line = neyman_pearson_line(envelope_of((0.2, 0.8)), 1)
    assert (line.fpr, line.fnr) == (1, 0)


def test_neyman_pearson_at_a_corner_is_the_corner_alone():
    assert neyman_pearson(hull_of((0.2, 0.8)), 0.2) == Mix(0.2, 0.8, 1, 1, 0)
    line = neyman_pearson_line(envelope_of((0.2, 0.8)), 0.2)
    assert line.weight == 0
    close([line.fpr, line.fnr, line.pc, line.cost], [0.2, 0.2, 0.8, 0.2])


def test_neyman_pearson_in_cost_space_is_accurate_at_great_skew():
    pairs = [(1e-7, 0.5), (2e-6, 0.9)]
    found = neyman_pearson(hull_of(*pairs), 1e-6)
    line = neyman_pearson_line(envelope_of(*pairs), 1e-6)
    assert 1 - line.fnr == pytest.approx(found.tpr, rel=1e-12)
    assert found.tpr == pytest.approx(0.5 + 0.4 * 9 / 19, rel=1e-12)


def test_steps_take_the_leftmost_of_equal_tpr_and_the_first_of_equal_points():
    curves = [points((0.2, 0.6)), points((0.1, 0.6), (0.4, 0.7)), points((0.1, 0.6))]
    assert neyman_pearson_steps(curves, 0.3) == Pick(0.1, 0.6, 1, 0)
    assert neyman_pearson_steps(curves, 0.4) == Pick(0.4, 0.7, 1, 1)
    assert neyman_pearson_steps(curves, 0.05) == Pick(0, 0, -1, -1)
    assert neyman_pearson_steps(curves, 1) == Pick(1, 1, -1, -1)
    assert neyman_pearson_steps([points((0.3, 1))], 1) == Pick(0.3, 1, 0, 0)
    assert neyman_pearson_steps([], 0.5) == Pick(0, 0, -1, -1)


@pytest.mark.parametrize("limit", [-0.1, 1.1, np.nan])
def test_limits_that_are_no_rates_are_refused(limit):
    message = r"max_fpr: must lie in \[0, 1\]\. Got .* share of negatives"
    for choose in (
        lambda: neyman_pearson(hull_of(), limit),
        lambda: neyman_pearson_line(envelope_of(), limit),
        lambda: neyman_pearson_steps([], limit),
    ):
        with pytest.raises(CostCurveError, match=message):
            choose()


def test_minimax_of_one_flat_line_is_that_classifier_alone():
    found = minimax(hull_of((0.1 + 0.2, 0.7)))
    assert found.choice == Mix(0.1 + 0.2, 0.7, 1, 1, 0)
    close([found.cost, found.pc_low, found.pc_high], [0.3, 0.3, 0.7])


def test_minimax_of_nothing_is_a_coin():
    found = minimax(hull_of())
    assert found.choice == Mix(0.5, 0.5, 0, 1, 0.5)
    assert (found.cost, found.pc_low, found.pc_high) == (0.5, 0.5, 0.5)


def test_minimax_of_a_perfect_classifier_costs_nothing_anywhere():
    found = minimax(hull_of((0, 1)))
    assert found.choice == Mix(0, 1, 1, 1, 0)
    assert (found.cost, found.pc_low, found.pc_high) == (0, 0, 1)


def test_minimax_mixes_the_corners_on_both_sides_of_equal_errors():
    found = minimax(hull_of((0.1, 0.6), (0.4, 0.9)))
    assert (found.choice.first, found.choice.second) == (1, 2)
    close([found.cost, found.pc_low, found.pc_high, found.choice.weight], [0.25, 0.5, 0.5, 0.5])


def test_neyman_pearson_in_cost_space_says_how_much_of_the_right_hand_line_is_used():
    line = neyman_pearson_line(envelope_of((0.1, 0.6), (0.5, 0.9)), 0.2)
    # A quarter of the way; the edge of slope 3/4 is the vertex at 4/7.
    close([line.fpr, line.fnr, line.pc, line.weight], [0.2, 0.325, 4 / 7, 0.25])
