from math import prod

import numpy as np
import pytest

from cc_widgets.core import (
    MIXED,
    Dominance,
    Standing,
    convex_hull,
    corner_ranges,
    count,
    curve_dominance,
    extend_hull,
    hull_members,
    hull_status,
    matrix_counts,
    null_ranges,
    point_dominance,
    point_set,
    predictions,
    roc_curve,
    set_dominance,
)
from tests.support.rates import points, scored


def rows(members):
    columns = (members.curve, members.index, members.corner, members.edge)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_members_are_the_trivial_rules_when_there_is_nothing_else():
    assert rows(hull_members(convex_hull([]), [])) == [(-1, -1, 0, -1), (-1, -1, 1, -1)]


def test_members_are_corners_and_points_inside_edges():
    curves = [points((0.2, 0.8), (0.1, 0.4), (0.3, 0.5)), points((0.6, 0.9), (0.2, 0.8))]
    assert rows(hull_members(convex_hull(curves), curves)) == [
        (-1, -1, 0, -1),
        (-1, -1, 2, -1),
        (0, 0, 1, -1),
        (0, 1, -1, 0),
        (1, 0, -1, 1),
        (1, 1, 1, -1),
    ]


def test_points_that_equal_the_trivial_rules_are_not_listed():
    curves = [point_set(fpr=[0.2], tpr=[0.8])]
    members = hull_members(convex_hull(curves), curves)
    assert members.index.tolist() == [-1, -1, 1]


def test_members_on_vertical_and_level_edges():
    # Two thresholds without a false alarm, two with every positive found.
    curve = scored([1, 1, 0, 0], [4, 3, 2, 1])
    members = hull_members(convex_hull([curve]), [curve])
    assert rows(members)[2:] == [(0, 1, -1, 0), (0, 2, 1, -1), (0, 3, -1, 1)]


def test_members_of_curves_with_different_totals_are_found_exactly():
    thirds, sevenths = (
        scored([1, 0] * 3, np.repeat([3, 2, 1], 2)),
        scored([1, 0] * 7, np.repeat(range(7), 2)),
    )
    members = hull_members(convex_hull([thirds, sevenths]), [thirds, sevenths])
    assert members.edge.tolist()[2:] == [0] * (2 + 6)


def test_members_that_share_a_corner_in_different_totals():
    one, other = (
        roc_curve(matrix_counts([[2, 1], [1, 2]])),
        roc_curve(matrix_counts([[4, 2], [2, 4]])),
    )
    members = hull_members(convex_hull([one, other]), [one, other])
    assert rows(members)[2:] == [(0, 1, 1, -1), (1, 1, 1, -1)]


def test_a_miss_by_one_example_in_millions_is_no_member():
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


def test_members_among_bare_rates_allow_for_rounding():
    # (.3, .7) lies on the segment from (.1, .6) to (.5, .8), (.1 + .2, .7) is the same point.
    curves = [points((0.1, 0.6), (0.3, 0.7), (0.5, 0.8)), points((0.1 + 0.2, 0.7))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [
        (0, 0, 1, -1),
        (0, 1, -1, 1),
        (0, 2, 2, -1),
        (1, 0, -1, 1),
    ]


def test_equal_points_are_found_on_whichever_side_they_round_to():
    first, second = points((0.1 + 0.2, 0.7)), points((0.3, 0.7))
    for curves in ([first, second], [second, first]):
        assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1), (1, 0, 1, -1)]


def test_points_that_round_to_a_trivial_rule_are_not_listed():
    for best in ((0.2, 0.8), (0, 1)):
        curves = [points(best, (1e-17, 1e-17), (1 - 1e-16, 1))]
        assert hull_members(convex_hull(curves), curves).index.tolist()[2:] == [0]


def test_rounding_is_judged_by_the_size_of_an_edge():
    # Below the edge from (0, 0), but by less than rounding allows for an edge of length 1.
    curves = [points((2e-10, 8e-10), (1e-10, 3e-10))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1)]


def test_members_near_either_end_of_a_steep_and_of_a_level_edge():
    curves = [points((0.1, 0.8), (0.075, 0.6), (0.025, 0.2), (0.325, 0.85), (0.775, 0.95))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [
        (0, 0, 1, -1),
        (0, 1, -1, 0),
        (0, 2, -1, 0),
        (0, 3, -1, 1),
        (0, 4, -1, 1),
    ]


def test_rates_further_off_than_rounding_are_no_members():
    curves = [
        points((0.2, 0.8)),
        points((0.2, 0.8 - 1e-10), (0.2 + 1e-10, 0.8), (0.1, 0.4 - 1e-10)),
    ]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 0, 1, -1)]


def test_weighted_curves_meet_within_rounding():
    label, score = np.tile([1, 0, 0, 0, 0, 0, 0], 3), np.repeat([3, 2, 1], 7)
    curve = scored(label, score, weight=np.full(21, 0.1))
    members = hull_members(convex_hull([curve]), [curve])
    assert rows(members)[2:] == [(0, 1, -1, 0), (0, 2, -1, 0)]


def test_counts_beside_bare_points_are_compared_as_rates():
    curves = [roc_curve(matrix_counts([[3, 1], [1, 3]])), points((0.25, 0.75))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 1, 1, -1), (1, 0, 1, -1)]


# ---- Standing of each classifier
def test_each_corner_has_a_range_of_pc_and_slope():
    ranges = corner_ranges(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    np.testing.assert_allclose(ranges.pc_low, [0, 1 / 7, 1 / 2, 6 / 7])
    np.testing.assert_allclose(ranges.pc_high, [1 / 7, 1 / 2, 6 / 7, 1])
    np.testing.assert_allclose(ranges.slope_high, [np.inf, 6, 1, 1 / 6])
    np.testing.assert_allclose(ranges.slope_low, [6, 1, 1 / 6, 0])


def test_beside_vertical_and_level_edges_a_trivial_rule_has_no_range():
    ranges = corner_ranges(convex_hull([points((0, 1))]))
    assert ranges.pc_low.tolist() == [0, 0, 1]
    assert ranges.pc_high.tolist() == [0, 1, 1]
    assert ranges.slope_high.tolist() == [np.inf, np.inf, 0]


def test_null_ranges_are_the_outer_ones():
    found = null_ranges(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    assert found.never_pc == pytest.approx(1 / 7)
    assert found.never_slope == pytest.approx(6)
    assert found.always_pc == pytest.approx(6 / 7)
    assert found.always_slope == pytest.approx(1 / 6)


def test_null_ranges_without_classifiers_meet_in_the_middle():
    found = null_ranges(convex_hull([]))
    assert (found.never_pc, found.never_slope) == (0.5, 1)
    assert (found.always_pc, found.always_slope) == (0.5, 1)


def test_standing_of_each_classifier():
    curves = [
        points((0.1, 0.6), (0.4, 0.5)),
        points((0.25, 0.75), (0.4, 0.7)),
        points((0.4, 0.9)),
        points((0.3, 0.3), (0.9, 0.2)),
        points((0, 0), (1, 1)),
        points((0.4, 0.9), (0.25, 0.75)),
    ]
    found = hull_status(curves).classifiers
    assert [one.standing for one in found] == [
        Standing.OPTIMAL,
        Standing.TIE,
        Standing.OPTIMAL,
        Standing.NEVER,
        Standing.NEVER,
        Standing.OPTIMAL,
    ]
    assert [one.kept.tolist() for one in found] == [[0], [], [0], [], [], [0]]
    assert [one.tied.tolist() for one in found] == [[], [0], [], [], [], [1]]


def test_standing_reads_as_a_statement():
    assert [str(one) for one in Standing] == [
        "potentially optimal",
        "at best tied at single slopes",
        "never optimal",
    ]


def test_a_classifier_on_the_diagonal_ties_with_the_trivial_rules():
    status = hull_status([points((0.5, 0.5))])
    assert status.classifiers[0].standing is Standing.TIE
    assert status.edge_owner.tolist() == [-1]


def test_ranges_of_a_classifier_are_joined_where_its_corners_are_neighbours():
    first = points((0.02, 0.4), (0.06, 0.55), (0.5, 0.93))
    second = points((0.15, 0.68))
    status = hull_status([first, second])
    mine, theirs = status.classifiers
    np.testing.assert_allclose(mine.pc_low, [1 / 21, 7 / 12])
    np.testing.assert_allclose(mine.pc_high, [9 / 22, 50 / 57])
    np.testing.assert_allclose(theirs.pc_low, mine.pc_high[:1])
    np.testing.assert_allclose(theirs.pc_high, mine.pc_low[1:])


def test_ranges_are_joined_wherever_they_meet():
    first, second = points((0.02, 0.4), (0.15, 0.68), (0.5, 0.93)), points((0.06, 0.55))
    mine = hull_status([first, second]).classifiers[0]
    np.testing.assert_allclose(mine.pc_low, [1 / 21, 9 / 22])
    np.testing.assert_allclose(mine.pc_high, [4 / 19, 50 / 57])


def test_a_corner_whose_range_is_too_short_for_floats_has_none():
    # Its two edges have slopes 1 + 1 / (n - 2) and 1 + 1 / (n - 1).
    n = 999_999_971
    corner = matrix_counts([[n + 2, n - 2], [n + 1, n - 1]])
    after = matrix_counts([[3, 2 * n - 3], [1, 2 * n - 1]])
    found = hull_status([roc_curve(corner), roc_curve(after)]).classifiers[0]
    assert found.standing is Standing.OPTIMAL
    assert found.pc_low.size == found.pc_high.size == 0


def test_a_classifier_without_a_corner_has_no_range():
    status = hull_status([points((0.2, 0.1))])
    assert status.classifiers[0].pc_low.size == status.classifiers[0].pc_high.size == 0


def test_a_corner_at_one_pc_alone_makes_no_range_of_its_own():
    # Both curves have (0, .5); the other corner of the first is better from pc 0 on.
    status = hull_status([points((0, 0.5), (0.5, 1))])
    assert status.classifiers[0].pc_low.tolist() == [0]
    assert status.classifiers[0].pc_high.tolist() == [1]


def test_edges_belong_to_the_first_curve_with_both_ends():
    curves = [points((0.1, 0.6)), points((0.1, 0.6), (0.4, 0.9)), points((0.1, 0.6), (0.4, 0.9))]
    assert hull_status(curves).edge_owner.tolist() == [0, 1, 1]


def test_an_edge_between_two_classifiers_belongs_to_neither():
    curves = [points((0.1, 0.6)), points((0.4, 0.9))]
    assert hull_status(curves).edge_owner.tolist() == [0, MIXED, 1]
    assert MIXED == -4


def test_an_edge_between_trivial_rules_is_trivial():
    assert hull_status([]).edge_owner.tolist() == [-1]
    assert hull_status([points((0.5, 0.2))]).edge_owner.tolist() == [-1]


# ---- Growing hull
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
def test_what_does_not_extend_the_hull_is_forgotten(ignorable):
    growing = grown(points((0.1, 0.6)), ignorable)
    assert not growing.extended
    assert growing.n_added == 2
    assert [one.number for one in growing.survivors] == [0]
    assert growing.hull.owner.tolist() == [-1, 0, -1]


def test_owners_and_positions_are_those_of_the_classifiers_as_added():
    first, second = points((0.3, 0.2), (0.1, 0.6)), points((0.5, 0.5))
    third = points((0.9, 0.9), (0.2, 0.5), (0.4, 0.9))
    growing = grown(first, second, third)
    batch = convex_hull([first, second, third])
    assert growing.extended
    assert growing.hull.owner.tolist() == batch.owner.tolist() == [-1, 0, 2, -1]
    assert growing.hull.index.tolist() == batch.index.tolist() == [-1, 1, 2, -1]
    assert [one.number for one in growing.survivors] == [0, 2]
    assert [one.index.tolist() for one in growing.survivors] == [[1], [2]]


def test_a_classifier_that_is_overtaken_is_forgotten():
    growing = grown(points((0.3, 0.6)), points((0.1, 0.9)))
    assert [one.number for one in growing.survivors] == [1]


def test_only_corners_are_remembered_with_thresholds_and_counts():
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


def test_bare_points_are_remembered_without_thresholds_and_counts():
    (survivor,) = extend_hull(None, points((0.1, 0.6))).survivors
    assert survivor.curve.threshold is None
    assert survivor.curve.counts is None


def test_counts_stay_exact_while_the_hull_grows():
    half = 3_000_000
    first = roc_curve(matrix_counts([[half, half], [half - 1, half + 1]]))
    tie = roc_curve(matrix_counts([[half + 1, half + 1], [half, half + 2]]))
    assert not grown(first, first).extended
    assert not grown(first, tie).extended
    assert grown(tie, first).extended


def test_before_is_left_as_it_is():
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
def test_points(point, other, expected):
    (fpr, tpr), (other_fpr, other_tpr) = point, other
    assert point_dominance(fpr=fpr, tpr=tpr, other_fpr=other_fpr, other_tpr=other_tpr) is expected


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
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
def test_sets_without_their_trivial_points(mine, theirs, expected):
    assert set_dominance(points(*mine), points(*theirs)) is expected


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
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
        # One curve reaches the top first; from there both are level.
        ([(0.2, 1)], [(0.4, 1)], WEAK),
        ([(0, 0.5)], [(0, 0.3)], STRICT),
        ([(0, 0.5)], [], STRICT),
        ([(0.5, 1)], [], STRICT),
        ([(1, 0.5)], [], NONE),
        ([], [(1, 0.5)], STRICT),
        # Steps of one width: equal where they are vertical.
        ([(0.2, 0.2), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.5)], WEAK),
        ([(0.2, 0.2), (0.2, 0.5)], [(0.2, 0.2), (0.2, 0.8)], NONE),
        ([(0.2, 0.3), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.8)], WEAK),
        ([(0.2, 0.3), (0.2, 0.8)], [(0.2, 0.2), (0.2, 0.5)], STRICT),
        # They touch on arriving at, or on leaving, one fpr.
        ([(0, 0.5), (0.2, 0.4), (0.2, 0.8)], [(0.2, 0.4), (0.2, 0.5)], WEAK),
        ([(0.2, 0.5), (0.2, 0.8)], [(0.2, 0.3), (0.2, 0.8), (1, 0.6)], WEAK),
        # They cross.
        ([(0.1, 0.5)], [(0.4, 0.9)], NONE),
        ([(0.4, 0.9)], [(0.1, 0.5)], NONE),
        # They touch at one point, or along a segment.
        ([(0.2, 0.5), (0.5, 0.7)], [(0.2, 0.4), (0.5, 0.7)], WEAK),
        ([(0.4, 0.4), (0.6, 0.8)], [(0.4, 0.4)], WEAK),
        ([(0.4, 0.6)], [(0.2, 0.3), (0.4, 0.5)], WEAK),
    ],
)
def test_joined_curves(mine, theirs, expected):
    assert curve_dominance(points(*mine), points(*theirs)) is expected


def test_curves_given_in_any_order_are_joined_from_left_to_right():
    better = point_set(fpr=[0.1, 0.5], tpr=[0.6, 0.9])
    assert curve_dominance(points((0.5, 0.9), (0.1, 0.6)), better) is EQUAL


def test_rounding_does_not_hide_dominance():
    # .1 + .2 is not .3 in binary.
    assert curve_dominance(points((0.1 + 0.2, 0.7)), points((0.3, 0.7))) is EQUAL


def test_a_difference_beyond_rounding_counts():
    assert curve_dominance(points((0.3, 0.7 + 1e-14)), points((0.3, 0.7))) is STRICT


def test_dominance_reads_as_a_statement():
    found = curve_dominance(points((0.1, 0.7)), points((0.3, 0.6)))
    assert f"A {found} D" == "A strictly dominates D"
    assert [str(one) for one in Dominance] == [
        "strictly dominates",
        "dominates",
        "equals",
        "does not dominate",
    ]
