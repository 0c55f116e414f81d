import pytest

from cc_widgets.core import (
    Dominance,
    curve_dominance,
    point_dominance,
    point_set,
    set_dominance,
)
from tests.support.rates import points

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
