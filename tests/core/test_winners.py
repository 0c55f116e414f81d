import numpy as np
import pytest

from cc_widgets.core import TIE, CostPieces, least_cost, ranking, winners
from cc_widgets.core._comparing import _without_slivers
from cc_widgets.core._cost import TRIVIAL_RULES
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of


def flat(height):
    return CostPieces(np.array([0.0, 1.0]), np.array([height]), np.array([height]))


def test_without_classifiers_the_trivial_rules_win():
    result = winners([])
    assert result.pc.tolist() == [0, 1]
    assert result.best.shape == (1, 0)
    assert result.trivial.tolist() == [True]
    assert result.winner.tolist() == [-1]
    assert result.crossover.tolist() == []


def test_a_perfect_classifier_wins_everywhere():
    result = winners([envelope_of((0, 1)), envelope_of((0.2, 0.8))])
    assert result.pc.tolist() == [0, 1]
    assert result.winner.tolist() == [0]
    assert result.trivial.tolist() == [False]


def test_a_shared_classifier_is_a_tie_not_a_crossover():
    shared = (0.2, 0.7)
    result = winners([envelope_of(shared, (0.05, 0.4)), envelope_of(shared, (0.5, 0.95))])
    assert result.winner.tolist() == [-1, 0, TIE, 1, -1]
    assert result.best.tolist()[2] == [True, True]
    assert result.crossover.tolist() == []
    # (.05, .4) from 1/9 to the shared one at 1/3; from there to 6/11, where (.5, .95) begins.
    close(result.pc, [0, 1 / 9, 1 / 3, 6 / 11, 10 / 11, 1])


def test_equal_classifiers_tie_whatever_their_rounding():
    result = winners([envelope_of((0.3, 0.7)), envelope_of((0.1 + 0.2, 0.7))])
    assert result.winner.tolist() == [-1, TIE, -1]
    close(result.pc, [0, 0.3, 0.7, 1])


def test_trivial_rules_need_not_compete():
    result = winners([flat(0.3), flat(0.4)], trivial=False)
    assert result.pc.tolist() == [0, 1]
    assert result.best.tolist() == [[True, False]]
    assert result.trivial.tolist() == [False]


def test_a_fixed_choice_crosses_the_trivial_rules():
    result = winners([flat(0.3)])
    close(result.pc, [0, 0.3, 0.7, 1])
    assert result.winner.tolist() == [-1, 0, -1]
    close(result.crossover, [0.3, 0.7])


def test_three_lines_through_one_point_leave_no_sliver():
    # (0, .1), (.1, .4), (.3, 1) in ROC space: one edge of slope 3, pc 1/4, three owners.
    result = winners([envelope_of((0, 0.1)), envelope_of((0.1, 0.4)), envelope_of((0.3, 1))])
    assert result.winner.tolist() == [0, 2]
    close(result.pc, [0, 0.25, 1])
    close(result.crossover, [0.25])


def test_ranges_at_extreme_conditions_are_kept():
    result = winners([envelope_of((1e-9, 0.5)), envelope_of((1e-7, 0.9))])
    assert result.winner.tolist() == [-1, 0, 1, -1]
    pc = [0, 1e-9 / (0.5 + 1e-9), 9.9e-8 / (0.4 + 9.9e-8), (1 - 1e-7) / (1.1 - 1e-7), 1]
    np.testing.assert_allclose(result.pc, pc, rtol=1e-9)


def test_a_range_is_a_sliver_by_its_distance_from_the_ends():
    edges = np.array([0, 1e-12, 0.5, 0.5 + 1e-12, 1 - 1e-12, 1])
    kept = [0, 1e-12, 0.5 + 1e-12, 1 - 1e-12, 1]
    assert _without_slivers(edges).tolist() == kept
    narrow = np.array([0, 1e-3, 1e-3 + 0.9e-13, 0.1, 0.1 + 1.1e-11, 0.9, 0.9 + 1.1e-11, 1])
    assert _without_slivers(narrow).tolist() == [*narrow[[0, 2, 3, 4, 5, 6, 7]]]


def test_winners_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        winners([]).pc[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        ranking([flat(0.3)], 0.5).cost[0] = 1


def test_the_least_of_many_is_that_of_the_joint_hull():
    pairs = [(0.01 * k, (0.01 * k) ** 0.4) for k in range(1, 40)]
    least = least_cost([envelope_of(pair) for pair in pairs])
    joint = envelope_of(*pairs)
    np.testing.assert_allclose(least.pc, joint.pc, rtol=1e-11)
    np.testing.assert_array_equal(least.fpr, joint.fpr)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_least_of_flat_lines_is_the_lowest(n):
    heights = [0.5, 0.4, 0.3, 0.2, 0.1][:n]
    assert least_cost([flat(height) for height in heights]).fpr.tolist() == [heights[-1]]
    assert least_cost([flat(height) for height in heights[::-1]]).fpr.tolist() == [heights[-1]]


def test_the_least_of_none_is_refused():
    with pytest.raises(
        CostCurveError, match=r"curves: at least one cost curve is needed\. Got none\. Pass lower"
    ):
        winners([], trivial=False)


def test_ranking_puts_equal_costs_in_one_place_in_the_order_given():
    result = ranking([flat(0.3), flat(0.1), flat(0.1 + 1e-16), flat(0.2)], 0.5)
    assert result.order.tolist() == [1, 2, 3, 0]
    assert result.place.tolist() == [4, 1, 1, 3]
    result = ranking([flat(0.3), flat(0.1 + 1e-16), flat(0.1), flat(0.2)], 0.5)
    assert result.order.tolist() == [1, 2, 3, 0]
    assert result.pc == 0.5


def test_ranking_takes_each_curve_at_its_own_best():
    result = ranking([TRIVIAL_RULES, envelope_of((0.1, 0.6), (0.4, 0.9))], 0.25)
    assert result.order.tolist() == [1, 0]
    close(result.cost, [0.25, 0.175])
    close(result.fpr, [0, 0.1])
    close(result.fnr, [1, 0.4])


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan])
def test_ranking_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        ranking([flat(0.3)], pc)


def test_of_equal_lines_the_least_is_the_first_one_given():
    near = 0.3 + 2**-54
    assert near != 0.3
    assert least_cost([flat(0.3), flat(near)]).fpr.tolist() == [0.3]
    assert least_cost([flat(near), flat(0.3)]).fpr.tolist() == [near]


@pytest.mark.parametrize(("fpr", "fnr"), [([0.1, 0.1], [0.2, 0.4]), ([0.1, 0.3], [0.2, 0.2])])
def test_neighbouring_pieces_that_share_one_rate_stay_apart(fpr, fnr):
    pieces = CostPieces(np.array([0, 0.5, 1]), np.array(fpr), np.array(fnr))
    least = least_cost([pieces, flat(0.9)])
    assert (least.fpr.tolist(), least.fnr.tolist()) == (fpr, fnr)


def test_the_sign_of_a_tie_is_no_curve():
    assert TIE == -3
