from math import nan

import numpy as np
import pytest

from cc_widgets.core import (
    advantage,
    convex_hull,
    cost_at,
    count,
    envelope_top,
    lines_envelope,
    lower_envelope,
    matrix_counts,
    predictions,
    roc_curve,
    trivial_cost,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import points


def test_one_line_alone_is_its_own_envelope():
    envelope = lines_envelope([points((0.3, 0.6))])
    np.testing.assert_array_equal(envelope.pc, [0, 1])
    np.testing.assert_allclose(envelope.cost, [0.3, 0.4])
    assert envelope.owner.tolist() == envelope.index.tolist() == [0]


def test_without_the_trivial_lines_an_envelope_may_lie_above_them():
    envelope = lines_envelope([points((0.5, 0.2)), points((0.4, 0.1), (0.9, 0.6))])
    np.testing.assert_allclose(envelope.pc, [0, 0.5, 1])
    np.testing.assert_allclose(envelope.cost, [0.4, 0.65, 0.4])


def test_lines_that_are_never_least_have_no_segment():
    envelope = lines_envelope([points((0.2, 0.6)), points((0.3, 0.5), (0.4, 0.9), (0.1, 0.2))])
    assert envelope.owner.tolist() == [1, 0, 1]
    assert envelope.index.tolist() == [2, 0, 1]
    np.testing.assert_allclose(envelope.pc, [0, 0.2, 0.4, 1])
    np.testing.assert_allclose(envelope.fpr, [0.1, 0.2, 0.4])
    np.testing.assert_allclose(envelope.fnr, [0.8, 0.4, 0.1])


def test_a_line_best_at_one_pc_alone_has_no_segment():
    envelope = lines_envelope([points((0.2, 0.6), (0.2, 0.4), (0.3, 0.6))])
    assert envelope.index.tolist() == [0]


def test_the_first_of_equal_lines_owns_the_segment():
    assert lines_envelope([points((0.2, 0.6)), points((0.2, 0.6))]).owner.tolist() == [0]


def test_scored_curves_bring_the_trivial_lines_with_them():
    curve = roc_curve(count(predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])))
    own, all_of_them = lines_envelope([curve]), lower_envelope(convex_hull([curve]))
    np.testing.assert_array_equal(own.pc, all_of_them.pc)
    np.testing.assert_array_equal(own.cost, all_of_them.cost)


def test_envelope_of_counts_is_exact():
    half = 3_000_000
    first = roc_curve(matrix_counts([[half, half], [half, half]]))
    second = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    assert lines_envelope([first, first]).owner.tolist() == [0, 0]
    assert lines_envelope([first, second]).owner.tolist() == [0, 1, 0]


def test_an_envelope_of_nothing_is_refused():
    message = r"curves: an envelope needs at least one line\. Pass a point or a curve"
    for nothing in ([], [points()]):
        with pytest.raises(CostCurveError, match=message):
            lines_envelope(nothing)


def test_top_is_the_greatest_cost_and_where_it_is():
    top = envelope_top(lower_envelope(convex_hull([points((0.1, 0.6), (0.4, 0.9))])))
    assert top.cost == pytest.approx(0.25)
    assert top.pc_low == top.pc_high == pytest.approx(0.5)


def test_a_level_top_has_two_ends():
    top = envelope_top(lower_envelope(convex_hull([points((0.3, 0.7))])))
    assert top.cost == pytest.approx(0.3)
    assert (top.pc_low, top.pc_high) == pytest.approx((0.3, 0.7))


def test_a_top_that_is_level_but_for_1e_13_has_one_end():
    top = envelope_top(lower_envelope(convex_hull([points((0.3, 0.7 - 1e-13))])))
    assert top.pc_low == top.pc_high == pytest.approx(0.7)


def test_the_top_of_a_perfect_classifier_is_0_everywhere():
    top = envelope_top(lower_envelope(convex_hull([points((0, 1))])))
    assert (top.cost, top.pc_low, top.pc_high) == (0, 0, 1)


def test_trivial_cost_is_the_roof():
    np.testing.assert_allclose(trivial_cost([0, 0.3, 0.5, 0.7, 1]), [0, 0.3, 0.5, 0.3, 0])


def test_advantage_is_the_distance_below_the_roof():
    envelope = lower_envelope(convex_hull([points((0.3, 0.7))]))
    pc = [0.2, 0.4, 0.5, 0.9]
    np.testing.assert_allclose(advantage(cost_at(envelope, pc), pc), [0, 0.1, 0.2, 0], atol=1e-15)
    assert advantage(0.5, 0.2) == pytest.approx(-0.3)


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan])
def test_the_roof_ends_at_0_and_1(pc):
    for function in (trivial_cost, lambda x: advantage(0.1, x)):
        with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .* pc is a fra"):
            function(pc)
