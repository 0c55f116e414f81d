from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import (
    CostPoint,
    Mix,
    ParallelLines,
    Pick,
    convex_hull,
    lower_envelope,
    max_rectangle,
    minimax,
    mix,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from cc_widgets.core._criteria import alone, greatest
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, hull_of, own_envelope, points


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


# ---- Rules of thumb
def test_rules_of_thumb_take_the_least_fpr_of_equal_ones():
    # tpr - fpr is .4 for all but rounding; (1 - fpr) tpr is .36 for both.
    curves = [points((0.3, 0.7), (0.5, 0.9)), points((0.1, 0.1 + 0.4))]
    assert youden(curves) == Pick(0.1, 0.5, 1, 0)
    assert max_rectangle([points((0.4, 0.6)), points((0.1, 0.4))]) == Pick(0.1, 0.4, 1, 0)


def test_rules_of_thumb_below_the_diagonal():
    assert youden([points((0.5, 0.2))]) == Pick(0, 0, -1, -1)
    assert max_rectangle([points((0.5, 0.2))]) == Pick(0.5, 0.2, 0, 0)
    assert youden([]) == Pick(0, 0, -1, -1)


def test_regret_is_the_cost_above_the_envelope():
    curve = points((0.1, 0.6), (0.4, 0.9))
    choice = Pick(0.4, 0.9, 0, 1)
    found = regret(choice, own_envelope(curve), [0, 1 / 7, 0.5, 0.7, 1])
    close(found, [0.4, 2.5 / 7 - 1 / 7, 0, 0, 0.1])
    assert regret(Mix(0.25, 0.75, 0, 1, 0.5), own_envelope(curve), 0.5).shape == ()


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan])
def test_regret_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        regret(Pick(0, 0, -1, -1), lower_envelope(convex_hull([])), pc)


def test_both_trivial_rules_take_part_in_every_choice():
    assert greatest([], lambda _, tpr: tpr, 0.0) == Pick(1, 1, -1, -1)
    assert greatest([], lambda fpr, _: -fpr, 0.0) == Pick(0, 0, -1, -1)
    assert greatest([points((0.5, 0.9))], lambda _, tpr: tpr, 0.1) == Pick(0.5, 0.9, 0, 0)


# ---- Mixing
def test_a_mix_lies_between_its_two_classifiers():
    found = mix(points((0.1, 0.5), (0.5, 0.9)), 0, 1, 0.25)
    assert found.fpr == pytest.approx(0.2)
    assert found.tpr == pytest.approx(0.6)
    assert (found.first, found.second, found.weight) == (0, 1, 0.25)


def test_all_of_one_is_exactly_that_one():
    curve = points((0.1, 0.7), (0.3, 0.9))
    first, second = mix(curve, 0, 1, 0.0), mix(curve, 0, 1, 1.0)
    assert (first.fpr, first.tpr, second.fpr, second.tpr) == (0.1, 0.7, 0.3, 0.9)
    one = alone(hull_of((0.1, 0.7)), 1)
    assert (one.fpr, one.tpr, one.first, one.second, one.weight) == (0.1, 0.7, 1, 1, 0)


@pytest.mark.parametrize("weight", [-0.1, 1.1, np.nan])
def test_weights_outside_the_unit_interval_are_refused(weight):
    with pytest.raises(CostCurveError, match=r"weight: must lie in \[0, 1\]\. Got .*how often"):
        mix(points((0.1, 0.5), (0.5, 0.9)), 0, 1, weight)


@pytest.mark.parametrize(("first", "second", "name"), [(2, 0, "first"), (0, -1, "second")])
def test_positions_of_no_point_are_refused(first, second, name):
    message = rf"{name}: must be the position of a point\. Got -?\d among 2 points\. Count from 0"
    with pytest.raises(CostCurveError, match=message):
        mix(points((0.1, 0.5), (0.5, 0.9)), first, second, 0.5)


# ---- A workforce that can handle so many
PAIRS = [(0, 0.5), (0.5, 1)]  # a vertical first and a level last edge


def both(pairs, **cases):
    return workforce(hull_of(*pairs), **cases), workforce_line(envelope_of(*pairs), **cases)


@pytest.mark.parametrize(
    ("capacity", "fpr", "tpr", "pc"),
    [
        (-5, 0, 0, 0),
        (0, 0, 0, 0),
        (25, 0, 0.25, 0),
        (50, 0, 0.5, 0.5),
        (150, 0.25, 0.75, 0.5),
        (250, 0.5, 1, 1),
        (325, 0.75, 1, 1),
        (400, 1, 1, 1),
        (1000, 1, 1, 1),
    ],
)
def test_capacities_from_none_to_more_than_enough(capacity, fpr, tpr, pc):
    found, line = both(PAIRS, positives=100, negatives=300, capacity=capacity)
    close([found.fpr, found.tpr], [fpr, tpr])
    close([line.fpr, 1 - line.fnr, line.pc], [fpr, tpr, pc])


def test_weights_say_how_often_the_right_hand_one_is_asked():
    found, line = both(PAIRS, positives=100, negatives=300, capacity=100)
    assert (found.first, found.second, found.weight) == (1, 2, 0.25)
    assert line.weight == pytest.approx(0.25)
    found, line = both(PAIRS, positives=100, negatives=300, capacity=10)
    assert (found.first, found.second) == (0, 1)
    close([found.weight, line.weight], [0.2, 0.2])
    found, line = both(PAIRS, positives=100, negatives=300, capacity=310)
    assert (found.first, found.second) == (2, 3)
    close([found.weight, line.weight], [0.4, 0.4])


def test_at_a_corner_the_corner_alone_is_asked():
    hull = hull_of(*PAIRS)
    assert workforce(hull, positives=100, negatives=300, capacity=50) == Mix(0, 0.5, 1, 1, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=-1) == Mix(0, 0, 0, 0, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=2) == Mix(1, 1, 3, 3, 0)


def test_as_many_negatives_as_positives():
    found, line = both([(0.2, 0.8)], positives=10, negatives=10, capacity=15)
    # 10 tpr + 10 fpr = 15 on tpr = .8 + (fpr - .2) / 4: fpr = .6.
    close([found.fpr, found.tpr], [0.6, 0.9])
    close([line.fpr, line.fnr, line.pc, line.cost], [0.6, 0.1, 0.8, 0.2])


def test_without_classifiers_cases_are_handed_over_at_random():
    found, line = both([], positives=100, negatives=300, capacity=100)
    assert found == Mix(0.25, 0.25, 0, 1, 0.25)
    close([line.fpr, line.fnr, line.pc, line.cost, line.weight], [0.25, 0.75, 0.5, 0.5, 0.25])


def test_a_perfect_classifier_fills_up_with_negatives_last():
    found, line = both([(0, 1)], positives=100, negatives=300, capacity=250)
    close([found.fpr, found.tpr, line.fpr, line.fnr], [0.5, 1, 0.5, 0])
    found, line = both([(0, 1)], positives=100, negatives=300, capacity=60)
    close([found.fpr, found.tpr, line.fpr, line.fnr, line.weight], [0, 0.6, 0, 0.4, 0.6])


@pytest.mark.parametrize("capacity", [-1, 0])
def test_no_positives_and_no_capacity(capacity):
    found, line = both(PAIRS, positives=0, negatives=1, capacity=capacity)
    tpr = 0.5 if capacity == 0 else 0
    assert (found.fpr, found.tpr) == (0, tpr)
    assert (line.fpr, 1 - line.fnr) == (0, tpr)


def test_limit_without_positives_is_a_vertical_line_and_a_point_above_pc_0():
    limit = workforce_limit(positives=0, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (inf, None, 0.25)
    assert isinstance(limit.dual, CostPoint)
    assert (limit.dual.pc, limit.dual.cost) == (0, 0.25)


def test_limit_with_as_many_of_both_is_at_infinity():
    limit = workforce_limit(positives=200, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (-1, 0.25, None)
    assert limit.dual == ParallelLines(0.75)


@pytest.mark.parametrize("function", [workforce, workforce_line, workforce_limit])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"positives": -1}, r"positives: must be zero or more, and finite\. Got -1\. .* limit on"),
        ({"positives": inf}, r"positives: must be zero or more, and finite\. Got inf"),
        ({"positives": nan}, r"positives: must be zero or more, and finite\. Got nan"),
        ({"negatives": 0}, r"negatives: must be above zero, and finite\. Got 0\. It is a number"),
        ({"negatives": inf}, r"negatives: must be above zero, and finite\. Got inf"),
        ({"negatives": nan}, r"negatives: must be above zero, and finite\. Got nan"),
        ({"capacity": inf}, r"capacity: must be finite\. Got inf\. .* can be handled"),
        ({"capacity": nan}, r"capacity: must be finite\. Got nan"),
    ],
)
def test_numbers_of_cases_that_cannot_be_are_refused(function, wrong, message):
    cases = {"positives": 100, "negatives": 300, "capacity": 60, **wrong}
    given = {workforce: [hull_of()], workforce_line: [envelope_of()], workforce_limit: []}
    with pytest.raises(CostCurveError, match=message):
        function(*given[function], **cases)
