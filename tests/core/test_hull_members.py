from math import prod

import numpy as np

from cc_widgets.core import (
    convex_hull,
    count,
    hull_members,
    matrix_counts,
    point_set,
    predictions,
    roc_curve,
)
from tests.support.rates import points


def scored(y_true, y_score, **options):
    return roc_curve(count(predictions(y_true, y_score, **options)))


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
    curve = scored(label, score, sample_weight=np.full(21, 0.1))
    members = hull_members(convex_hull([curve]), [curve])
    assert rows(members)[2:] == [(0, 1, -1, 0), (0, 2, -1, 0)]


def test_counts_beside_bare_points_are_compared_as_rates():
    curves = [roc_curve(matrix_counts([[3, 1], [1, 3]])), points((0.25, 0.75))]
    assert rows(hull_members(convex_hull(curves), curves))[2:] == [(0, 1, 1, -1), (1, 0, 1, -1)]
