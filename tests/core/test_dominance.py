from math import prod

import numpy as np
import pytest

from cc_widgets.core import (
    convex_hull,
    count,
    hull_status,
    matrix_counts,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.core.dominance import (
    MIXED,
    Dominance,
    Optimality,
    corner_ranges,
    curve_dominance,
    extend_hull,
    hull_members,
    null_ranges,
    point_dominance,
    set_dominance,
)
from tests.support.rates import points, scored_curve


def rows(members):
    columns = (members.curve, members.index, members.corner, members.edge)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_members_without_curves_are_the_baselines():
    assert rows(hull_members(convex_hull([]), [])) == [(-1, -1, 0, -1), (-1, -1, 1, -1)]


def test_members_are_corners_and_points_on_edges():
    curves = [points((0.2, 0.8), (0.1, 0.4), (0.3, 0.5)), points((0.6, 0.9), (0.2, 0.8))]
    assert rows(hull_members(convex_hull(curves), curves)) == [
        (-1, -1, 0, -1),
        (-1, -1, 2, -1),
        (0, 0, 1, -1),
        (0, 1, -1, 0),
        (1, 0, -1, 1),
        (1, 1, 1, -1),
    ]


def test_points_that_equal_a_baseline_are_not_listed():
    curves = [point_set(fpr=[0.2], tpr=[0.8])]
    members = hull_members(convex_hull(curves), curves)
    assert members.index.tolist() == [-1, -1, 1]


def test_members_on_vertical_and_horizontal_edges():
    # Two thresholds with fpr 0, two with tpr 1.
    curve = scored_curve([1, 1, 0, 0], [4, 3, 2, 1])
    members = hull_members(convex_hull([curve]), [curve])
    assert rows(members)[2:] == [(0, 1, -1, 0), (0, 2, 1, -1), (0, 3, -1, 1)]


def test_members_with_different_totals_are_exact():
    thirds, sevenths = (
        scored_curve([1, 0] * 3, np.repeat([3, 2, 1], 2)),
        scored_curve([1, 0] * 7, np.repeat(range(7), 2)),
    )
    members = hull_members(convex_hull([thirds, sevenths]), [thirds, sevenths])
    assert members.edge.tolist()[2:] == [0] * (2 + 6)


def test_members_with_different_totals_share_a_corner():
    small, large = (
        roc_curve(matrix_counts([[2, 1], [1, 2]])),
        roc_curve(matrix_counts([[4, 2], [2, 4]])),
    )
    members = hull_members(convex_hull([small, large]), [small, large])
    assert rows(members)[2:] == [(0, 1, 1, -1), (1, 1, 1, -1)]


def test_point_one_example_in_millions_below_an_edge_is_not_a_member():
    half = 3_000_000
    exact = roc_curve(matrix_counts([[half, half], [half, half]]))
    less = roc_curve(matrix_counts([[half, half], [half + 1, half - 1]]))
    more = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    both = [exact, less]
    assert rows(hull_members(convex_hull(both), both))[2:] == [(0, 1, -1, 0)]
    both = [exact, more]
    assert rows(hull_members(convex_hull(both), both))[2:] == [(1, 1, 1, -1)]


def test_totals_too_large_for_int64_are_still_exact():
    half = 2_000_000_011
    curves = [
        roc_curve(matrix_counts([[half, half], [half, half]])),
        roc_curve(matrix_counts([[half + 2, half + 2], [half + 3, half + 1]])),
    ]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 1, -1, 0)]


def test_totals_too_large_for_floats_are_still_exact():
    # The least common totals have hundreds of digits.
    primes = [n for n in range(1000, 2000) if all(n % k for k in range(2, 45))]
    assert prod(primes) > 10**400
    curves = [roc_curve(matrix_counts([[n, n], [n, n]])) for n in primes]
    assert set(hull_members(convex_hull(curves), curves).edge.tolist()[2:]) == {0}
    n = primes[-1]
    curves.append(roc_curve(matrix_counts([[n, n], [n - 1, n + 1]])))
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(len(primes), 1, 1, -1)]


def test_members_among_rates_are_determined_up_to_rounding():
    # (.3, .7) lies on the segment from (.1, .6) to (.5, .8), (.1 + .2, .7) is the same point.
    curves = [points((0.1, 0.6), (0.3, 0.7), (0.5, 0.8)), points((0.1 + 0.2, 0.7))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [
        (0, 0, 1, -1),
        (0, 1, -1, 1),
        (0, 2, 2, -1),
        (1, 0, -1, 1),
    ]


def test_equal_points_share_a_corner_despite_rounding():
    first, second = points((0.1 + 0.2, 0.7)), points((0.3, 0.7))
    for curves in ([first, second], [second, first]):
        assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1), (1, 0, 1, -1)]


def test_points_that_round_to_a_baseline_are_not_listed():
    for best in ((0.2, 0.8), (0, 1)):
        curves = [points(best, (1e-17, 1e-17), (1 - 1e-16, 1))]
        assert hull_members(convex_hull(curves), curves).index.tolist()[2:] == [0]


def test_tolerance_scales_with_the_size_of_the_edge():
    # Below the edge from (0, 0) by less than the rounding error of an edge of length 1.
    curves = [points((2e-10, 8e-10), (1e-10, 3e-10))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1)]


def test_members_near_both_ends_of_steep_and_flat_edges():
    curves = [points((0.1, 0.8), (0.075, 0.6), (0.025, 0.2), (0.325, 0.85), (0.775, 0.95))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [
        (0, 0, 1, -1),
        (0, 1, -1, 0),
        (0, 2, -1, 0),
        (0, 3, -1, 1),
        (0, 4, -1, 1),
    ]


def test_rates_beyond_rounding_error_are_not_members():
    curves = [
        points((0.2, 0.8)),
        points((0.2, 0.8 - 1e-10), (0.2 + 1e-10, 0.8), (0.1, 0.4 - 1e-10)),
    ]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1)]


def test_members_of_weighted_curves_are_determined_up_to_rounding():
    label, score = np.tile([1, 0, 0, 0, 0, 0, 0], 3), np.repeat([3, 2, 1], 7)
    curve = scored_curve(label, score, weight=np.full(21, 0.1))
    members = hull_members(convex_hull([curve]), [curve])
    assert rows(members)[2:] == [(0, 1, -1, 0), (0, 2, -1, 0)]


def test_counts_and_points_are_compared_as_rates():
    curves = [roc_curve(matrix_counts([[3, 1], [1, 3]])), points((0.25, 0.75))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 1, 1, -1), (1, 0, 1, -1)]


# ---- Optimality of each classifier
def test_each_corner_has_a_range_of_pc_and_slope():
    ranges = corner_ranges(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    np.testing.assert_allclose(ranges.pc_low, [0, 1 / 7, 1 / 2, 6 / 7])
    np.testing.assert_allclose(ranges.pc_high, [1 / 7, 1 / 2, 6 / 7, 1])
    np.testing.assert_allclose(ranges.slope_high, [np.inf, 6, 1, 1 / 6])
    np.testing.assert_allclose(ranges.slope_low, [6, 1, 1 / 6, 0])


def test_baseline_next_to_a_vertical_or_horizontal_edge_has_no_range():
    ranges = corner_ranges(convex_hull([points((0, 1))]))
    assert ranges.pc_low.tolist() == [0, 0, 1]
    assert ranges.pc_high.tolist() == [0, 1, 1]
    assert ranges.slope_high.tolist() == [np.inf, np.inf, 0]


def test_null_ranges_are_the_outer_ranges():
    ranges = null_ranges(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    assert ranges.never_pc == pytest.approx(1 / 7)
    assert ranges.never_slope == pytest.approx(6)
    assert ranges.always_pc == pytest.approx(6 / 7)
    assert ranges.always_slope == pytest.approx(1 / 6)


def test_null_ranges_without_classifiers_meet_at_one_half():
    ranges = null_ranges(convex_hull([]))
    assert (ranges.never_pc, ranges.never_slope) == (0.5, 1)
    assert (ranges.always_pc, ranges.always_slope) == (0.5, 1)


def test_standing_of_each_classifier():
    curves = [
        points((0.1, 0.6), (0.4, 0.5)),
        points((0.25, 0.75), (0.4, 0.7)),
        points((0.4, 0.9)),
        points((0.3, 0.3), (0.9, 0.2)),
        points((0, 0), (1, 1)),
        points((0.4, 0.9), (0.25, 0.75)),
    ]
    classifiers = hull_status(curves).classifiers
    assert [each.standing for each in classifiers] == [
        Optimality.OPTIMAL,
        Optimality.TIE,
        Optimality.OPTIMAL,
        Optimality.NEVER,
        Optimality.NEVER,
        Optimality.OPTIMAL,
    ]
    assert [each.kept.tolist() for each in classifiers] == [[0], [], [0], [], [], [0]]
    assert [each.tied.tolist() for each in classifiers] == [[], [0], [], [], [], [1]]


def test_standing_reads_as_a_statement():
    assert [str(standing) for standing in Optimality] == [
        "potentially optimal",
        "at best tied at single slopes",
        "never optimal",
    ]


def test_classifier_on_the_diagonal_ties_with_the_baselines():
    status = hull_status([points((0.5, 0.5))])
    assert status.classifiers[0].standing is Optimality.TIE
    assert status.edge_owner.tolist() == [-1]


def test_ranges_of_adjacent_corners_are_merged():
    first = points((0.02, 0.4), (0.06, 0.55), (0.5, 0.93))
    second = points((0.15, 0.68))
    status = hull_status([first, second])
    outer, inner = status.classifiers
    np.testing.assert_allclose(outer.pc_low, [1 / 21, 7 / 12])
    np.testing.assert_allclose(outer.pc_high, [9 / 22, 50 / 57])
    np.testing.assert_allclose(inner.pc_low, outer.pc_high[:1])
    np.testing.assert_allclose(inner.pc_high, outer.pc_low[1:])


def test_adjacent_ranges_are_merged_anywhere():
    first, second = points((0.02, 0.4), (0.15, 0.68), (0.5, 0.93)), points((0.06, 0.55))
    outer = hull_status([first, second]).classifiers[0]
    np.testing.assert_allclose(outer.pc_low, [1 / 21, 9 / 22])
    np.testing.assert_allclose(outer.pc_high, [4 / 19, 50 / 57])


def test_corner_has_no_range_if_it_is_too_short_for_floats():
    # Its two edges have slopes 1 + 1 / (n - 2) and 1 + 1 / (n - 1).
    n = 999_999_971
    corner = matrix_counts([[n + 2, n - 2], [n + 1, n - 1]])
    after = matrix_counts([[3, 2 * n - 3], [1, 2 * n - 1]])
    classifiers = hull_status([roc_curve(corner), roc_curve(after)]).classifiers[0]
    assert classifiers.standing is Optimality.OPTIMAL
    assert classifiers.pc_low.size == classifiers.pc_high.size == 0


def test_classifier_without_a_corner_has_no_range():
    status = hull_status([points((0.2, 0.1))])
    assert status.classifiers[0].pc_low.size == status.classifiers[0].pc_high.size == 0


def test_ranges_of_two_adjacent_corners_cover_the_full_range():
    status = hull_status([points((0, 0.5), (0.5, 1))])
    assert status.classifiers[0].pc_low.tolist() == [0]
    assert status.classifiers[0].pc_high.tolist() == [1]


def test_edges_belong_to_the_first_curve_with_both_ends():
    curves = [points((0.1, 0.6)), points((0.1, 0.6), (0.4, 0.9)), points((0.1, 0.6), (0.4, 0.9))]
    assert hull_status(curves).edge_owner.tolist() == [0, 1, 1]


def test_edge_between_two_classifiers_is_mixed():
    curves = [points((0.1, 0.6)), points((0.4, 0.9))]
    assert hull_status(curves).edge_owner.tolist() == [0, MIXED, 1]
    assert MIXED == -4


def test_edge_between_baselines_is_trivial():
    assert hull_status([]).edge_owner.tolist() == [-1]
    assert hull_status([points((0.5, 0.2))]).edge_owner.tolist() == [-1]


# ---- Incremental hull
def grown(*curves):
    growing = None
    for curve in curves:
        growing = extend_hull(growing, curve)
    return growing


def test_the_first_classifier_extends_the_diagonal():
    growing = extend_hull(None, points((0.5, 0.2), (0.1, 0.6)))
    assert growing.extended
    assert growing.n_added == 1
    assert growing.hull.owner.tolist() == [-1, 0, -1]
    assert growing.hull.index.tolist() == [-1, 1, -1]


@pytest.mark.parametrize(
    "ignorable",
    [points((0.3, 0.3)), points((0.5, 0.2)), points((0.1, 0.6)), points((0.05, 0.3)), points()],
)
def test_classifier_that_does_not_extend_the_hull_is_discarded(ignorable):
    growing = grown(points((0.1, 0.6)), ignorable)
    assert not growing.extended
    assert growing.n_added == 2
    assert [survivor.number for survivor in growing.survivors] == [0]
    assert growing.hull.owner.tolist() == [-1, 0, -1]


def test_owners_and_indices_refer_to_the_added_curves():
    first, second = points((0.3, 0.2), (0.1, 0.6)), points((0.5, 0.5))
    third = points((0.9, 0.9), (0.2, 0.5), (0.4, 0.9))
    growing = grown(first, second, third)
    batch = convex_hull([first, second, third])
    assert growing.extended
    assert growing.hull.owner.tolist() == batch.owner.tolist() == [-1, 0, 2, -1]
    assert growing.hull.index.tolist() == batch.index.tolist() == [-1, 1, 2, -1]
    assert [survivor.number for survivor in growing.survivors] == [0, 2]
    assert [survivor.index.tolist() for survivor in growing.survivors] == [[1], [2]]


def test_overtaken_classifier_is_discarded():
    growing = grown(points((0.3, 0.6)), points((0.1, 0.9)))
    assert [survivor.number for survivor in growing.survivors] == [1]


def test_survivors_keep_thresholds_and_counts_of_corners():
    label, score = [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    curve = roc_curve(count(predictions(label, score)))
    (survivor,) = extend_hull(None, curve).survivors
    assert survivor.index.tolist() == [1, 4]
    assert survivor.curve.threshold is not None
    assert survivor.curve.threshold.tolist() == [6, 3]
    assert survivor.curve.fpr.tolist() == curve.fpr[[1, 4]].tolist()
    assert survivor.curve.counts is not None
    assert survivor.curve.counts.tp.tolist() == [1, 3]
    assert survivor.curve.counts.fp.tolist() == [0, 1]
    assert survivor.curve.counts.threshold.tolist() == [6, 3]
    assert (survivor.curve.counts.positives, survivor.curve.counts.negatives) == (3, 3)


def test_survivors_of_points_have_no_thresholds_or_counts():
    (survivor,) = extend_hull(None, points((0.1, 0.6))).survivors
    assert survivor.curve.threshold is None
    assert survivor.curve.counts is None


def test_incremental_hull_is_exact_for_counts():
    half = 3_000_000
    first = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    tie = roc_curve(matrix_counts([[half + 1, half + 1], [half, half + 2]]))
    assert not grown(first, first).extended
    assert not grown(first, tie).extended
    assert grown(tie, first).extended


def test_previous_hull_is_not_modified():
    before = extend_hull(None, points((0.3, 0.6)))
    extend_hull(before, points((0.1, 0.9)))
    assert before.n_added == 1
    assert before.hull.fpr.tolist() == [0, 0.3, 1]


# ---- Dominance
STRICT, WEAK, EQUAL, NONE = Dominance.STRICT, Dominance.WEAK, Dominance.EQUAL, Dominance.NONE


@pytest.mark.parametrize(
    ("point", "other", "expected"),
    [
        ((0.1, 0.7), (0.2, 0.6), STRICT),
        ((0.1, 0.7), (0.1, 0.6), WEAK),
        ((0.1, 0.7), (0.2, 0.7), WEAK),
        ((0.1, 0.7), (0.1, 0.7), EQUAL),
        ((0.2, 0.6), (0.1, 0.7), NONE),
        ((0.2, 0.7), (0.1, 0.6), NONE),
        ((0.1, 0.6), (0.2, 0.7), NONE),
        ((0.2, 0.7), (0.1, 0.7), NONE),
        ((0.1, 0.6), (0.1, 0.7), NONE),
    ],
)
def test_point_dominance(point, other, expected):
    (fpr, tpr), (other_fpr, other_tpr) = point, other
    assert point_dominance(fpr=fpr, tpr=tpr, other_fpr=other_fpr, other_tpr=other_tpr) is expected


@pytest.mark.parametrize(
    ("pairs", "other_pairs", "expected"),
    [
        ([(0.1, 0.7)], [(0.2, 0.6), (0.3, 0.5)], STRICT),
        ([(0.1, 0.4), (0.2, 0.8)], [(0.15, 0.3), (0.3, 0.7)], STRICT),
        ([(0.1, 0.7)], [(0.2, 0.6), (0.1, 0.5)], WEAK),
        ([(0.1, 0.7)], [(0.2, 0.7)], WEAK),
        ([(0.1, 0.7), (0.1, 0.9)], [(0.1, 0.8)], NONE),  # (.1, .7) is dominated in turn
        ([(0.1, 0.9), (0.5, 0.5)], [(0.3, 0.7)], NONE),  # so is (.5, .5)
        ([(0.1, 0.7)], [(0.2, 0.6), (0.05, 0.1)], NONE),
        ([(0.1, 0.7), (0.2, 0.8)], [(0.1, 0.7)], NONE),  # nothing dominates an equal point
        ([(0.1, 0.7)], [(0.1, 0.7)], EQUAL),
        ([(0.1, 0.7), (0.1, 0.7)], [(0, 0), (0.1, 0.7), (1, 1)], EQUAL),
        ([(0.1, 0.7)], [], NONE),
        ([], [(0.1, 0.7)], NONE),
        ([(0, 0)], [(1, 1)], EQUAL),
        ([(0, 1)], [(1, 0)], STRICT),
        ([(0.1, 0.7)], [(0, 0.7)], NONE),
    ],
)
def test_set_dominance_ignores_baselines(pairs, other_pairs, expected):
    assert set_dominance(points(*pairs), points(*other_pairs)) is expected


@pytest.mark.parametrize(
    ("pairs", "other_pairs", "expected"),
    [
        ([(0.1, 0.7)], [(0.3, 0.6)], STRICT),
        ([(0.3, 0.6)], [(0.1, 0.7)], NONE),
        ([(0.1, 0.7)], [(0.1, 0.7)], EQUAL),
        ([(0.5, 0.5)], [], EQUAL),
        ([(0.25, 0.5)], [(0.125, 0.25), (0.25, 0.5), (0.5, 2 / 3)], EQUAL),
        ([(0.1, 0.7)], [], STRICT),
        ([], [(0.1, 0.7)], NONE),
        # Neither set dominates, but the joined curve does.
        ([(0.1, 0.6), (0.5, 0.9)], [(0.3, 0.7)], STRICT),
        # Both curves are horizontal after the first reaches tpr 1.
        ([(0.2, 1)], [(0.4, 1)], WEAK),
        ([(0, 0.5)], [(0, 0.3)], STRICT),
        ([(0, 0.5)], [], STRICT),
        ([(0.5, 1)], [], STRICT),
        ([(1, 0.5)], [], NONE),
        ([], [(1, 0.5)], STRICT),
        # Both curves have vertical steps at the same fpr.
        ([(0.2, 0.2), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.5)], WEAK),
        ([(0.2, 0.2), (0.2, 0.5)], [(0.2, 0.2), (0.2, 0.8)], NONE),
        ([(0.2, 0.3), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.8)], WEAK),
        ([(0.2, 0.3), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.5)], STRICT),
        # Equal limits from the left, or from the right, at one fpr.
        ([(0, 0.5), (0.2, 0.4), (0.2, 0.8)], [(0.2, 0.4), (0.2, 0.5)], WEAK),
        ([(0.2, 0.5), (0.2, 0.8)], [(0.2, 0.3), (0.2, 0.8), (1, 0.6)], WEAK),
        # They cross.
        ([(0.1, 0.5)], [(0.4, 0.9)], NONE),
        ([(0.4, 0.9)], [(0.1, 0.5)], NONE),
        # The curves touch at one point, or along a segment.
        ([(0.2, 0.5), (0.5, 0.7)], [(0.2, 0.4), (0.5, 0.7)], WEAK),
        ([(0.4, 0.4), (0.6, 0.8)], [(0.4, 0.4)], WEAK),
        ([(0.4, 0.6)], [(0.2, 0.3), (0.4, 0.5)], WEAK),
    ],
)
def test_curve_dominance(pairs, other_pairs, expected):
    assert curve_dominance(points(*pairs), points(*other_pairs)) is expected


def test_curve_dominance_sorts_points():
    better = point_set(fpr=[0.1, 0.5], tpr=[0.6, 0.9])
    assert curve_dominance(points((0.5, 0.9), (0.1, 0.6)), better) is EQUAL


def test_rounding_does_not_hide_dominance():
    # .1 + .2 is not .3 in binary.
    assert curve_dominance(points((0.1 + 0.2, 0.7)), points((0.3, 0.7))) is EQUAL


def test_difference_beyond_rounding_matters():
    assert curve_dominance(points((0.3, 0.7 + 1e-14)), points((0.3, 0.7))) is STRICT


def test_dominance_reads_as_a_statement():
    dominance = curve_dominance(points((0.1, 0.7)), points((0.3, 0.6)))
    assert f"A {dominance} D" == "A strictly dominates D"
    assert [str(each) for each in Dominance] == [
        "strictly dominates",
        "dominates",
        "equals",
        "does not dominate",
    ]
