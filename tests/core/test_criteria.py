from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import convex_hull, lower_envelope
from cc_widgets.core.criteria import (
    Limit,
    Mixture,
    ThresholdPick,
    argmax_point,
    max_rectangle,
    minimax,
    mixture,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    pure_choice,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from cc_widgets.core.duality import CostPoint, ParallelLines
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, hull_of, own_envelope, points


def test_neyman_pearson_with_limit_0_is_the_end_of_a_vertical_edge():
    assert neyman_pearson(hull_of((0, 0.4), (0.2, 0.8)), 0) == Mixture(0, 0.4, 1, 1, 0)
    assert neyman_pearson(hull_of((0.2, 0.8)), 0) == Mixture(0, 0, 0, 0, 0)
    line = neyman_pearson_line(envelope_of((0, 0.4), (0.2, 0.8)), 0)
    assert (line.fpr, line.fnr, line.weight) == (0, 0.6, 0)


def test_neyman_pearson_on_a_plateau_has_the_lowest_fpr():
    assert neyman_pearson(hull_of((0.5, 1)), 0.7) == Mixture(0.5, 1, 1, 1, 0)
    assert neyman_pearson(hull_of((0, 1)), 0.7) == Mixture(0, 1, 1, 1, 0)
    line = neyman_pearson_line(envelope_of((0.5, 1)), 0.7)
    assert (line.fpr, line.fnr, line.pc, line.cost, line.weight) == (0.5, 0, 1, 0, 0)


def test_neyman_pearson_with_limit_1_is_the_last_corner():
    assert neyman_pearson(hull_of((0.2, 0.8)), 1) == Mixture(1, 1, 2, 2, 0)
    line = neyman_pearson_line(envelope_of((0.2, 0.8)), 1)
    assert (line.fpr, line.fnr) == (1, 0)


def test_neyman_pearson_at_a_corner_is_not_a_mixture():
    assert neyman_pearson(hull_of((0.2, 0.8)), 0.2) == Mixture(0.2, 0.8, 1, 1, 0)
    line = neyman_pearson_line(envelope_of((0.2, 0.8)), 0.2)
    assert line.weight == 0
    close([line.fpr, line.fnr, line.pc, line.cost], [0.2, 0.2, 0.8, 0.2])


def test_neyman_pearson_in_cost_space_is_accurate_at_great_skew():
    pairs = [(1e-7, 0.5), (2e-6, 0.9)]
    choice = neyman_pearson(hull_of(*pairs), 1e-6)
    line = neyman_pearson_line(envelope_of(*pairs), 1e-6)
    assert 1 - line.fnr == pytest.approx(choice.tpr, rel=1e-12)
    assert choice.tpr == pytest.approx(0.5 + 0.4 * 9 / 19, rel=1e-12)


def test_steps_prefer_the_lowest_fpr_and_then_the_first_point():
    curves = [points((0.2, 0.6)), points((0.1, 0.6), (0.4, 0.7)), points((0.1, 0.6))]
    assert neyman_pearson_steps(curves, 0.3) == ThresholdPick(0.1, 0.6, 1, 0)
    assert neyman_pearson_steps(curves, 0.4) == ThresholdPick(0.4, 0.7, 1, 1)
    assert neyman_pearson_steps(curves, 0.05) == ThresholdPick(0, 0, -1, -1)
    assert neyman_pearson_steps(curves, 1) == ThresholdPick(1, 1, -1, -1)
    assert neyman_pearson_steps([points((0.3, 1))], 1) == ThresholdPick(0.3, 1, 0, 0)
    assert neyman_pearson_steps([], 0.5) == ThresholdPick(0, 0, -1, -1)


@pytest.mark.parametrize("limit", [-0.1, 1.1, np.nan])
def test_limit_must_be_a_rate(limit):
    message = r"max_fpr: must lie in \[0, 1\]\. Got .* share of negatives"
    for choose in (
        lambda: neyman_pearson(hull_of(), limit),
        lambda: neyman_pearson_line(envelope_of(), limit),
        lambda: neyman_pearson_steps([], limit),
    ):
        with pytest.raises(CostCurveError, match=message):
            choose()


def test_minimax_of_a_horizontal_line_is_not_a_mixture():
    choice = minimax(hull_of((0.1 + 0.2, 0.7)))
    assert choice.choice == Mixture(0.1 + 0.2, 0.7, 1, 1, 0)
    close([choice.cost, choice.pc_low, choice.pc_high], [0.3, 0.3, 0.7])


def test_minimax_without_classifiers_is_an_even_mixture_of_the_baselines():
    choice = minimax(hull_of())
    assert choice.choice == Mixture(0.5, 0.5, 0, 1, 0.5)
    assert (choice.cost, choice.pc_low, choice.pc_high) == (0.5, 0.5, 0.5)


def test_minimax_of_a_perfect_classifier_is_0_at_every_pc():
    choice = minimax(hull_of((0, 1)))
    assert choice.choice == Mixture(0, 1, 1, 1, 0)
    assert (choice.cost, choice.pc_low, choice.pc_high) == (0, 0, 1)


def test_minimax_mixes_the_corners_next_to_the_equal_error_rate():
    choice = minimax(hull_of((0.1, 0.6), (0.4, 0.9)))
    assert (choice.choice.first, choice.choice.second) == (1, 2)
    close([choice.cost, choice.pc_low, choice.pc_high, choice.choice.weight], [0.25, 0.5, 0.5, 0.5])


def test_neyman_pearson_line_reports_the_weight_of_the_right_hand_line():
    line = neyman_pearson_line(envelope_of((0.1, 0.6), (0.5, 0.9)), 0.2)
    # A quarter of the edge of slope 3/4, which is the vertex at pc 4/7.
    close([line.fpr, line.fnr, line.pc, line.weight], [0.2, 0.325, 4 / 7, 0.25])


# ---- Youden's index and the largest rectangle
def test_youden_and_max_rectangle_prefer_the_lowest_fpr():
    # tpr - fpr is .4 up to rounding; (1 - fpr) tpr is .36 for both.
    curves = [points((0.3, 0.7), (0.5, 0.9)), points((0.1, 0.1 + 0.4))]
    assert youden(curves) == ThresholdPick(0.1, 0.5, 1, 0)
    assert max_rectangle([points((0.4, 0.6)), points((0.1, 0.4))]) == ThresholdPick(0.1, 0.4, 1, 0)


def test_youden_and_max_rectangle_below_the_diagonal():
    assert youden([points((0.5, 0.2))]) == ThresholdPick(0, 0, -1, -1)
    assert max_rectangle([points((0.5, 0.2))]) == ThresholdPick(0.5, 0.2, 0, 0)
    assert youden([]) == ThresholdPick(0, 0, -1, -1)


def test_regret_is_the_cost_above_the_envelope():
    curve = points((0.1, 0.6), (0.4, 0.9))
    choice = ThresholdPick(0.4, 0.9, 0, 1)
    values = regret(choice, own_envelope(curve), [0, 1 / 7, 0.5, 0.7, 1])
    close(values, [0.4, 2.5 / 7 - 1 / 7, 0, 0, 0.1])
    assert regret(Mixture(0.25, 0.75, 0, 1, 0.5), own_envelope(curve), 0.5).shape == ()


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan])
def test_regret_requires_pc_in_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        regret(ThresholdPick(0, 0, -1, -1), lower_envelope(convex_hull([])), pc)


def test_both_baselines_are_candidates():
    assert argmax_point([], lambda _, tpr: tpr, 0.0) == ThresholdPick(1, 1, -1, -1)
    assert argmax_point([], lambda fpr, _: -fpr, 0.0) == ThresholdPick(0, 0, -1, -1)
    assert argmax_point([points((0.5, 0.9))], lambda _, tpr: tpr, 0.1) == ThresholdPick(
        0.5, 0.9, 0, 0
    )


# ---- Mixtures
def test_mixture_lies_between_its_two_classifiers():
    mixed = mixture(points((0.1, 0.5), (0.5, 0.9)), 0, 1, 0.25)
    assert mixed.fpr == pytest.approx(0.2)
    assert mixed.tpr == pytest.approx(0.6)
    assert (mixed.first, mixed.second, mixed.weight) == (0, 1, 0.25)


def test_mixture_of_weight_0_or_1_is_exactly_one_classifier():
    curve = points((0.1, 0.7), (0.3, 0.9))
    first, second = mixture(curve, 0, 1, 0.0), mixture(curve, 0, 1, 1.0)
    assert (first.fpr, first.tpr, second.fpr, second.tpr) == (0.1, 0.7, 0.3, 0.9)
    pure = pure_choice(hull_of((0.1, 0.7)), 1)
    assert (pure.fpr, pure.tpr, pure.first, pure.second, pure.weight) == (0.1, 0.7, 1, 1, 0)


@pytest.mark.parametrize("weight", [-0.1, 1.1, np.nan])
def test_weight_must_be_in_the_unit_interval(weight):
    with pytest.raises(
        CostCurveError, match=r"weight: must lie in \[0, 1\]\. Got .*probability of the second"
    ):
        mixture(points((0.1, 0.5), (0.5, 0.9)), 0, 1, weight)


@pytest.mark.parametrize(("first", "second", "name"), [(2, 0, "first"), (0, -1, "second")])
def test_index_must_be_in_range(first, second, name):
    message = rf"{name}: must be the position of a point\. Got -?\d among 2 points\. Count from 0"
    with pytest.raises(CostCurveError, match=message):
        mixture(points((0.1, 0.5), (0.5, 0.9)), first, second, 0.5)


# ---- Workforce of fixed capacity
PAIRS = [(0, 0.5), (0.5, 1)]  # a vertical first and a horizontal last edge


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
def test_workforce_for_capacities_from_none_to_all_cases(capacity, fpr, tpr, pc):
    choice, line = both(PAIRS, positives=100, negatives=300, capacity=capacity)
    close([choice.fpr, choice.tpr], [fpr, tpr])
    close([line.fpr, 1 - line.fnr, line.pc], [fpr, tpr, pc])


def test_weight_is_the_share_of_the_right_hand_corner():
    choice, line = both(PAIRS, positives=100, negatives=300, capacity=100)
    assert (choice.first, choice.second, choice.weight) == (1, 2, 0.25)
    assert line.weight == pytest.approx(0.25)
    choice, line = both(PAIRS, positives=100, negatives=300, capacity=10)
    assert (choice.first, choice.second) == (0, 1)
    close([choice.weight, line.weight], [0.2, 0.2])
    choice, line = both(PAIRS, positives=100, negatives=300, capacity=310)
    assert (choice.first, choice.second) == (2, 3)
    close([choice.weight, line.weight], [0.4, 0.4])


def test_workforce_at_a_corner_is_not_a_mixture():
    hull = hull_of(*PAIRS)
    assert workforce(hull, positives=100, negatives=300, capacity=50) == Mixture(0, 0.5, 1, 1, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=-1) == Mixture(0, 0, 0, 0, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=2) == Mixture(1, 1, 3, 3, 0)


def test_workforce_with_equal_numbers_of_both_classes():
    choice, line = both([(0.2, 0.8)], positives=10, negatives=10, capacity=15)
    # 10 tpr + 10 fpr = 15 on tpr = .8 + (fpr - .2) / 4: fpr = .6.
    close([choice.fpr, choice.tpr], [0.6, 0.9])
    close([line.fpr, line.fnr, line.pc, line.cost], [0.6, 0.1, 0.8, 0.2])


def test_workforce_without_classifiers_mixes_the_baselines():
    choice, line = both([], positives=100, negatives=300, capacity=100)
    assert choice == Mixture(0.25, 0.25, 0, 1, 0.25)
    close([line.fpr, line.fnr, line.pc, line.cost, line.weight], [0.25, 0.75, 0.5, 0.5, 0.25])


def test_workforce_of_a_perfect_classifier_takes_positives_first():
    choice, line = both([(0, 1)], positives=100, negatives=300, capacity=250)
    close([choice.fpr, choice.tpr, line.fpr, line.fnr], [0.5, 1, 0.5, 0])
    choice, line = both([(0, 1)], positives=100, negatives=300, capacity=60)
    close([choice.fpr, choice.tpr, line.fpr, line.fnr, line.weight], [0, 0.6, 0, 0.4, 0.6])


@pytest.mark.parametrize("capacity", [-1, 0])
def test_workforce_without_positives_at_zero_or_negative_capacity(capacity):
    choice, line = both(PAIRS, positives=0, negatives=1, capacity=capacity)
    tpr = 0.5 if capacity == 0 else 0
    assert (choice.fpr, choice.tpr) == (0, tpr)
    assert (line.fpr, 1 - line.fnr) == (0, tpr)


@pytest.mark.parametrize("size", [1, 1e9])
def test_points_at_a_limit_are_allowed_up_to_rounding(size):
    # Both points use up the limit exactly, but 3 * 0.1 and 0.1 + 0.7 are rounded upwards.
    assert 3 * 0.1 > 0.3
    limit = Limit(size, 0, 0.3 * size, "max_fpr")
    assert limit.allows(np.array([3 * 0.1, 0.3001]), np.zeros(2)).tolist() == [True, False]
    capacity = Limit(size, size, 0.8 * size, "capacity")
    used = np.array([0.1, 0.1001]), np.array([0.7 + 1e-16, 0.7])
    assert capacity.allows(*used).tolist() == [True, False]


def test_workforce_limit_without_positives_is_a_vertical_line():
    limit = workforce_limit(positives=0, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (inf, None, 0.25)
    assert isinstance(limit.dual, CostPoint)
    assert (limit.dual.pc, limit.dual.cost) == (0, 0.25)


def test_workforce_limit_with_equal_classes_has_its_dual_at_infinity():
    limit = workforce_limit(positives=200, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (-1, 0.25, None)
    assert limit.dual == ParallelLines(0.75)


@pytest.mark.parametrize("function", [workforce, workforce_line, workforce_limit])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"positives": -1},
            r"positives: must be finite and at least 0\. Got -1\. .* capacity limits only",
        ),
        ({"positives": inf}, r"positives: must be finite and at least 0\. Got inf"),
        ({"positives": nan}, r"positives: must be finite and at least 0\. Got nan"),
        ({"negatives": 0}, r"negatives: must be finite and above 0\. Got 0\. It is a number"),
        ({"negatives": inf}, r"negatives: must be finite and above 0\. Got inf"),
        ({"negatives": nan}, r"negatives: must be finite and above 0\. Got nan"),
        ({"capacity": inf}, r"capacity: must be finite\. Got inf\. .* can be handled"),
        ({"capacity": nan}, r"capacity: must be finite\. Got nan"),
    ],
)
def test_impossible_numbers_of_cases_raise(function, wrong, message):
    cases = {"positives": 100, "negatives": 300, "capacity": 60, **wrong}
    positional = {workforce: [hull_of()], workforce_line: [envelope_of()], workforce_limit: []}
    with pytest.raises(CostCurveError, match=message):
        function(*positional[function], **cases)
