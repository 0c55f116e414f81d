from math import inf, nan

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import (
    convex_hull,
    cost_at,
    cost_curve,
    count,
    expected_cost,
    lower_envelope,
    matrix_counts,
    operating_range,
    predictions,
    roc_curve,
)
from cc_widgets.core.costs import (
    advantage,
    baseline_cost,
    cost_lines,
    edge_pc,
    envelope_top,
    lines_envelope,
    operating_ranges,
    point_operating_range,
    roc_points,
)
from cc_widgets.core.hull import Hull
from cc_widgets.errors import CostCurveError
from tests.support.rates import envelope_of, points

# Nearly collinear: rounding makes some of these edges steeper than the previous one.
PARALLEL_FPR = np.array([0, 0.05, 0.09, 0.13, 0.16, 0.26, 1])
PARALLEL_TPR = np.append(3 * PARALLEL_FPR[:-1], 1)


def test_line_runs_from_fpr_to_fnr():
    lines = cost_lines(points((0.1, 0.6), (0.4, 0.9)))
    np.testing.assert_array_equal(lines.fpr, [0.1, 0.4])
    np.testing.assert_allclose(lines.fnr, [0.4, 0.1])


def test_roc_points_inverts_cost_lines():
    curve = points((0.25, 0.5), (0, 1), (1, 0.125))
    inverse = roc_points(cost_lines(curve))
    np.testing.assert_array_equal(inverse.fpr, curve.fpr)
    np.testing.assert_array_equal(inverse.tpr, curve.tpr)


def test_expected_cost_broadcasts_points_over_pc():
    cost = expected_cost(np.array([[0.1], [0.4]]), np.array([[0.6], [0.9]]), [0, 0.5, 1])
    np.testing.assert_allclose(cost, [[0.1, 0.25, 0.4], [0.4, 0.25, 0.1]])


def test_envelope_without_classifiers_is_that_of_the_baselines():
    envelope = lower_envelope(convex_hull([]))
    np.testing.assert_array_equal(envelope.pc, [0, 0.5, 1])
    np.testing.assert_array_equal(envelope.cost, [0, 0.5, 0])
    np.testing.assert_array_equal(envelope.fpr, [0, 1])
    np.testing.assert_array_equal(envelope.fnr, [1, 0])
    assert envelope.owner.tolist() == envelope.index.tolist() == [-1, -1]


def test_envelope_of_a_perfect_classifier_is_zero():
    envelope = envelope_of((0, 1))
    assert envelope.pc.tolist() == [0, 1]
    assert envelope.cost.tolist() == [0, 0]
    assert envelope.owner.tolist() == [0]


def test_edges_become_vertices_and_corners_become_segments():
    envelope = envelope_of((0.1, 0.6), (0.4, 0.9))
    np.testing.assert_allclose(envelope.pc, [0, 1 / 7, 1 / 2, 6 / 7, 1])
    np.testing.assert_allclose(envelope.cost, [0, 1 / 7, 1 / 4, 1 / 7, 0], atol=1e-16)
    assert envelope.owner.tolist() == [-1, 0, 0, -1]
    assert envelope.index.tolist() == [-1, 0, 1, -1]


def test_vertical_first_edge_leaves_no_segment_for_the_origin():
    envelope = envelope_of((0, 0.4), (0.2, 0.8))
    assert envelope.pc[0] == 0
    assert envelope.index.tolist() == [0, 1, -1]


def test_horizontal_last_edge_leaves_no_segment_for_the_last_corner():
    envelope = envelope_of((0.2, 0.6), (0.5, 1))
    assert envelope.pc[-1] == 1
    assert envelope.cost[-1] == 0
    assert envelope.index.tolist() == [-1, 0, 1]


def test_pc_increases_although_slopes_of_nearly_parallel_edges_round():
    assert np.any(np.diff(np.diff(PARALLEL_TPR) / np.diff(PARALLEL_FPR)) > 0)
    none = np.full(PARALLEL_FPR.size, -1)
    hull = Hull(fpr=PARALLEL_FPR, tpr=PARALLEL_TPR, owner=none, index=none)
    envelope = lower_envelope(hull)
    assert np.all(np.diff(hull.slopes) <= 0)
    assert np.all(np.diff(envelope.pc) > 0)


def test_edges_have_the_pc_of_their_slope():
    pc = edge_pc(convex_hull([points((0, 0.4), (0.1, 0.6), (0.4, 0.9), (0.7, 1))]))
    np.testing.assert_allclose(pc, [0, 1 / 3, 1 / 2, 3 / 4, 1])


def test_cost_at_interpolates_between_vertices():
    envelope = envelope_of((0.3, 0.7))
    pc = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    np.testing.assert_allclose(cost_at(envelope, pc), [0, 0.15, 0.3, 0.3, 0.3, 0.15, 0], atol=1e-16)


def test_cost_at_keeps_the_shape_of_pc():
    envelope = envelope_of((0.3, 0.7))
    assert np.shape(cost_at(envelope, 0.5)) == ()
    assert cost_at(envelope, np.full((2, 3), 0.5)).shape == (2, 3)
    assert cost_at(envelope, []).shape == (0,)


@pytest.mark.parametrize("pc", [-0.1, 1.1, np.nan, [0.5, 7]])
def test_cost_at_requires_pc_in_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        cost_at(envelope_of((0.3, 0.7)), pc)


# ---- From labels and scores to a cost curve
DRAW = np.random.default_rng(3)
LABELS = DRAW.random(200) < 0.3
SCORES = np.round(LABELS + DRAW.normal(size=200), 1)


def rates(threshold):
    flagged = threshold <= SCORES
    return flagged[~LABELS].mean(), flagged[LABELS].mean()


def test_segments_have_the_rates_and_costs_of_their_thresholds():
    curve = cost_curve(LABELS, SCORES)
    for i, threshold in enumerate(curve.threshold):
        assert (curve.fpr[i], curve.tpr[i]) == pytest.approx(rates(threshold), abs=1e-15)
        ends = expected_cost(curve.fpr[i], curve.tpr[i], curve.pc[i : i + 2])
        np.testing.assert_allclose(ends, curve.cost[i : i + 2], atol=1e-15)


def test_no_threshold_is_cheaper_at_any_pc():
    curve, pc = cost_curve(LABELS, SCORES), np.linspace(0, 1, 101)
    costs = [expected_cost(fpr, tpr, pc) for fpr, tpr in map(rates, [*np.unique(SCORES), np.inf])]
    np.testing.assert_allclose(cost_at(curve, pc), np.min(costs, axis=0), atol=1e-15)


def test_useless_classifier_leaves_the_baselines():
    curve = cost_curve([0, 1, 0, 1], [1, 1, 1, 1])
    assert curve.threshold.tolist() == [np.inf, -np.inf]
    assert curve.cost.tolist() == [0, 0.5, 0]


def test_cost_curve_is_exported_and_validates_its_input():
    assert cc.cost_curve is cost_curve
    with pytest.raises(CostCurveError, match="y_score"):
        cc.cost_curve([0, 1], [0.5])


# ---- Envelopes of lines, their maximum, and the baselines
def test_envelope_of_one_line_is_that_line():
    envelope = lines_envelope([points((0.3, 0.6))])
    np.testing.assert_array_equal(envelope.pc, [0, 1])
    np.testing.assert_allclose(envelope.cost, [0.3, 0.4])
    assert envelope.owner.tolist() == envelope.index.tolist() == [0]


def test_lines_envelope_may_lie_above_the_baselines():
    envelope = lines_envelope([points((0.5, 0.2)), points((0.4, 0.1), (0.9, 0.6))])
    np.testing.assert_allclose(envelope.pc, [0, 0.5, 1])
    np.testing.assert_allclose(envelope.cost, [0.4, 0.65, 0.4])


def test_line_that_is_never_cheapest_has_no_segment():
    envelope = lines_envelope([points((0.2, 0.6)), points((0.3, 0.5), (0.4, 0.9), (0.1, 0.2))])
    assert envelope.owner.tolist() == [1, 0, 1]
    assert envelope.index.tolist() == [2, 0, 1]
    np.testing.assert_allclose(envelope.pc, [0, 0.2, 0.4, 1])
    np.testing.assert_allclose(envelope.fpr, [0.1, 0.2, 0.4])
    np.testing.assert_allclose(envelope.fnr, [0.8, 0.4, 0.1])


def test_line_that_is_cheapest_at_a_single_pc_has_no_segment():
    envelope = lines_envelope([points((0.2, 0.6), (0.2, 0.4), (0.3, 0.6))])
    assert envelope.index.tolist() == [0]


def test_the_first_of_equal_lines_owns_the_segment():
    assert lines_envelope([points((0.2, 0.6)), points((0.2, 0.6))]).owner.tolist() == [0]


def test_lines_envelope_of_a_scored_curve_includes_the_baselines():
    curve = roc_curve(count(predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])))
    lines, hull = lines_envelope([curve]), lower_envelope(convex_hull([curve]))
    np.testing.assert_array_equal(lines.pc, hull.pc)
    np.testing.assert_array_equal(lines.cost, hull.cost)


def test_envelope_of_counts_is_exact():
    half = 3_000_000
    first = roc_curve(matrix_counts([[half, half], [half, half]]))
    second = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    assert lines_envelope([first, first]).owner.tolist() == [0, 0]
    assert lines_envelope([first, second]).owner.tolist() == [0, 1, 0]


def test_lines_envelope_requires_a_point():
    message = r"curves: must contain at least one point\. Pass a point or a curve"
    for curves in ([], [points()]):
        with pytest.raises(CostCurveError, match=message):
            lines_envelope(curves)


def test_envelope_top_is_the_maximum_and_its_position():
    top = envelope_top(lower_envelope(convex_hull([points((0.1, 0.6), (0.4, 0.9))])))
    assert top.cost == pytest.approx(0.25)
    assert top.pc_low == top.pc_high == pytest.approx(0.5)


def test_horizontal_top_has_two_ends():
    top = envelope_top(lower_envelope(convex_hull([points((0.3, 0.7))])))
    assert top.cost == pytest.approx(0.3)
    assert (top.pc_low, top.pc_high) == pytest.approx((0.3, 0.7))


def test_top_of_slope_1e_13_is_not_horizontal():
    top = envelope_top(lower_envelope(convex_hull([points((0.3, 0.7 - 1e-13))])))
    assert top.pc_low == top.pc_high == pytest.approx(0.7)


def test_top_of_a_perfect_classifier_is_0_at_every_pc():
    top = envelope_top(lower_envelope(convex_hull([points((0, 1))])))
    assert (top.cost, top.pc_low, top.pc_high) == (0, 0, 1)


def test_trivial_cost_is_min_of_pc_and_1_minus_pc():
    np.testing.assert_allclose(baseline_cost([0, 0.3, 0.5, 0.7, 1]), [0, 0.3, 0.5, 0.3, 0])


def test_advantage_is_the_saving_over_the_baselines():
    envelope = lower_envelope(convex_hull([points((0.3, 0.7))]))
    pc = [0.2, 0.4, 0.5, 0.9]
    np.testing.assert_allclose(advantage(cost_at(envelope, pc), pc), [0, 0.1, 0.2, 0], atol=1e-15)
    assert advantage(0.5, 0.2) == pytest.approx(-0.3)


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan])
def test_trivial_cost_and_advantage_require_pc_in_the_unit_interval(pc):
    for function in (baseline_cost, lambda x: advantage(0.1, x)):
        with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .* pc is a fra"):
            function(pc)


# ---- Operating ranges
def range_of(*pairs):
    return operating_range(convex_hull([points(*pairs)]))


def ranges(pc, fpr, fnr):
    useful = operating_ranges(pc=pc, fpr=fpr, fnr=fnr)
    return list(
        zip(useful.pc_low.round(12).tolist(), useful.pc_high.round(12).tolist(), strict=True)
    )


@pytest.mark.parametrize(
    "find", [range_of, lambda pair: point_operating_range(fpr=pair[0], tpr=pair[1])]
)
@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((0.2, 0.6), (1 / 4, 2 / 3, 3, 1 / 2)),
        ((0, 1), (0, 1, inf, 0)),
        ((0, 0.5), (0, 2 / 3, inf, 1 / 2)),
        ((0.5, 1), (1 / 3, 1, 2, 0)),
    ],
)
def test_operating_range_of_a_point(find, point, expected):
    useful = find(point)
    ends = (useful.pc_low, useful.pc_high, useful.slope_high, useful.slope_low)
    assert ends == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("point", [(0.5, 0.5), (0.6, 0.4), (1, 0), (0, 0), (1, 1)])
def test_point_on_or_below_the_diagonal_has_no_operating_range(point):
    assert point_operating_range(fpr=point[0], tpr=point[1]) is None
    assert range_of(point) is None


def test_operating_range_of_a_curve_is_set_by_its_outer_corners():
    useful = range_of((0.1, 0.6), (0.4, 0.9), (0.5, 0.2))
    assert useful.pc_low == pytest.approx(1 / 7)
    assert useful.pc_high == pytest.approx(6 / 7)
    assert useful.slope_high == pytest.approx(6)
    assert useful.slope_low == pytest.approx(1 / 6)


def test_no_operating_range_without_classifiers():
    assert operating_range(convex_hull([])) is None


@pytest.mark.parametrize("rate", [-0.1, 1.1, nan])
def test_rates_must_be_in_the_unit_interval(rate):
    for name, rates in (("fpr", {"fpr": rate, "tpr": 0.5}), ("tpr", {"fpr": 0.5, "tpr": rate})):
        with pytest.raises(
            CostCurveError, match=rf"{name}: must lie in \[0, 1\]\. Got .*\. Rates are fr"
        ):
            point_operating_range(**rates)


def test_operating_range_of_one_piece_is_that_of_its_point():
    assert ranges([0, 1], [0.2], [0.4]) == [(0.25, round(2 / 3, 12))]


def test_operating_range_of_an_envelope_is_that_of_its_hull():
    envelope = lower_envelope(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    useful = operating_ranges(pc=envelope.pc, fpr=envelope.fpr, fnr=envelope.fnr)
    np.testing.assert_allclose(useful.pc_low, [1 / 7])
    np.testing.assert_allclose(useful.pc_high, [6 / 7])


def test_choice_that_is_useless_in_the_middle_has_two_ranges():
    pieces = [0, 0.4, 0.6, 1]
    assert ranges(pieces, [0.1, 0.9, 0.2], [0.2, 0.9, 0.1]) == [
        (round(1 / 9, 12), 0.4),
        (0.6, round(8 / 9, 12)),
    ]


def test_ranges_that_meet_below_the_baselines_are_merged():
    assert ranges([0, 0.4, 1], [0.1, 0.1], [0.4, 0.4]) == ranges([0, 1], [0.1], [0.4])


def test_ranges_that_meet_on_a_baseline_are_not_merged():
    # Both lines have cost .25 at pc .25, like the all-negative baseline.
    first, second = (0.25, 0.25), (0.2, 0.4)
    assert ranges([0, 0.25, 0.3, 1], [0.05, second[0], first[0]], [0.85, second[1], first[1]]) == [
        (0.25, 0.75)
    ]
    # At pc .7 the all-positive baseline overtakes the first line; the second is cheaper.
    assert ranges([0, 0.7, 1], [0.3, 0.1], [0.3, 0.2]) == [(0.3, 0.7), (0.7, 0.818181818182)]
    # The second line is cheaper than the all-negative baseline only above pc .3.
    assert ranges([0, 0.3, 1], [0.1, 0.3], [0.2, 0.3]) == [(0.111111111111, 0.3), (0.3, 0.7)]


def test_each_pair_of_adjacent_ranges_is_merged_separately():
    good, bad = (0.1, 0.1), (0.9, 0.9)
    fpr, fnr = zip(good, good, bad, good, good, bad, good, strict=True)
    assert ranges([0, 0.2, 0.3, 0.35, 0.5, 0.6, 0.7, 1], fpr, fnr) == [
        (0.1, 0.3),
        (0.35, 0.6),
        (0.7, 0.9),
    ]
    # The all-negative baseline ties where lines two and three start, all-positive where two end.
    steps = [(0.1, 0.1), (0.3, 0.3), (0.4, 0.4), (0.3, 0.3), (0.3, 0.1)]
    fpr, fnr = zip(*steps, strict=True)
    assert ranges([0, 0.3, 0.4, 0.6, 0.7, 1], fpr, fnr) == [
        (0.1, 0.3),
        (0.3, 0.4),
        (0.4, 0.6),
        (0.6, 0.7),
        (0.7, 0.875),
    ]


def test_useless_choice_has_no_range():
    assert ranges([0, 0.5, 1], [0.5, 0.9], [0.5, 0.8]) == []
    assert ranges([0, 0.5, 1], [0, 1], [1, 0]) == []
    assert ranges([0], [], []) == []


def test_piece_of_length_zero_has_no_range():
    assert ranges([0, 0.5, 0.5, 1], [0.9, 0.1, 0.9], [0.9, 0.1, 0.9]) == []


def test_piece_outside_the_range_of_its_line_has_no_range():
    assert ranges([0, 0.2, 0.9, 1], [0.2, 0.9, 0.2], [0.2, 0.9, 0.2]) == []


@pytest.mark.parametrize(
    ("pc", "fpr", "fnr"),
    [([0, 1], [0.1, 0.2], [0.3, 0.4]), ([0, 1], [0.1], [0.3, 0.4]), ([[0, 1]], [0.1], [0.2])],
)
def test_numbers_of_ends_and_lines_must_match(pc, fpr, fnr):
    shapes = [np.shape(values) for values in (pc, fpr, fnr)]
    with pytest.raises(CostCurveError) as caught:
        operating_ranges(pc=pc, fpr=fpr, fnr=fnr)
    assert str(caught.value) == (
        "pc, fpr, fnr: must describe n + 1 ends and n lines. "
        f"Got shapes {shapes[0]}, {shapes[1]} and {shapes[2]}. "
        "Pass one more pc than there are lines."
    )


def test_ends_of_pieces_must_be_non_decreasing():
    message = r"pc: must be non-decreasing\. Got \[0\.7, 0\.3\]\. Sort the pieces"
    with pytest.raises(CostCurveError, match=message):
        operating_ranges(pc=[0, 0.7, 0.3, 0.2, 1], fpr=[0.1] * 4, fnr=[0.1] * 4)


@pytest.mark.parametrize("name", ["pc", "fpr", "fnr"])
def test_pieces_must_be_in_the_unit_interval(name):
    pieces = {"pc": [0.0, 1.0], "fpr": [0.1], "fnr": [0.2]}
    with pytest.raises(CostCurveError, match=rf"{name}: must lie in \[0, 1\]\. Got 7"):
        operating_ranges(**pieces | {name: [7.0] * len(pieces[name])})
