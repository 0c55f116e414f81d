import numpy as np
import pytest

from cc_widgets.core import (
    MIXED,
    Standing,
    convex_hull,
    corner_ranges,
    hull_status,
    matrix_counts,
    null_ranges,
    roc_curve,
)
from tests.support.rates import points


def test_each_corner_has_a_range_of_pc_and_slope():
    ranges = corner_ranges(convex_hull([points((0.1, 0.6), (0.4, 0.9))]))
    np.testing.assert_allclose(ranges.pc_low, [0, 1 / 7, 1 / 2, 6 / 7])
    np.testing.assert_allclose(ranges.pc_high, [1 / 7, 1 / 2, 6 / 7, 1])
    np.testing.assert_allclose(ranges.slope_high, [np.inf, 6, 1, 1 / 6])
    np.testing.assert_allclose(ranges.slope_low, [6, 1, 1 / 6, 0])
    with pytest.raises(ValueError, match="read-only"):
        ranges.pc_low[0] = 1


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


def test_status_cannot_be_written():
    status = hull_status([points((0.1, 0.6))])
    one = status.classifiers[0]
    for array in (status.edge_owner, status.members.curve, one.kept, one.pc_low):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
