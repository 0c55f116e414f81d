import numpy as np
import pytest

from cc_widgets.core import Counts, RocCurve, convex_hull, count, predictions, roc_curve
from tests.support.rates import points


def curve_of(y_true, y_score, **options):
    return roc_curve(count(predictions(y_true, y_score, **options)))


def corners(hull):
    return list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))


def test_curve_goes_from_origin_to_one_one_through_every_threshold():
    curve = curve_of([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    np.testing.assert_array_equal(curve.fpr, [0, 0, 0.5, 0.5, 1])
    np.testing.assert_array_equal(curve.tpr, [0, 0.5, 0.5, 1, 1])
    np.testing.assert_array_equal(curve.threshold, [np.inf, 0.8, 0.4, 0.3, 0.1])


def test_weighted_curve_ends_exactly_at_one_one():
    weight = [0.1, 0.7, 0.3, 0.2, 0.6, 0.1]
    curve = curve_of([0, 1, 0, 1, 0, 1], range(6), sample_weight=weight)
    assert (curve.fpr[-1], curve.tpr[-1]) == (1, 1)


def test_curve_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        curve_of([0, 1], [1, 2]).fpr[0] = 1


def test_points_given_as_arrays_stay_writeable_for_their_owner():
    mine = np.array([0.3])
    curve = RocCurve(fpr=mine, tpr=mine)
    mine[0] = 0.4
    with pytest.raises(ValueError, match="read-only"):
        curve.fpr[0] = 0.5


def test_hull_of_nothing_is_the_two_trivial_corners():
    hull = convex_hull([])
    assert corners(hull) == [(0, 0), (1, 1)]
    assert hull.owner.tolist() == hull.index.tolist() == [-1, -1]
    assert hull.slopes.tolist() == [1]


def test_hull_of_a_perfect_classifier():
    hull = convex_hull([curve_of([0, 1], [1, 2])])
    assert corners(hull) == [(0, 0), (0, 1), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, -1]
    assert hull.index.tolist() == [-1, 1, -1]
    assert hull.slopes.tolist() == [np.inf, 0]


@pytest.mark.parametrize(
    "curve",
    [
        curve_of([1, 0], [1, 2]),
        curve_of([0, 1, 0, 1], [1, 1, 2, 2]),
        curve_of([0, 1], [5, 5]),
        points((0.5, 0.5)),
        points((0.1, 0.1), (0.3, 0.3), (0.7, 0.7), (0.9, 0.9)),
        points((1, 0)),
        points((0, 0), (1, 1)),
    ],
    ids=["worst", "chance", "tied", "on diagonal", "along diagonal", "point worst", "trivial"],
)
def test_hull_has_no_corner_on_or_below_the_diagonal(curve):
    assert corners(convex_hull([curve])) == [(0, 0), (1, 1)]


def test_joint_hull_says_who_owns_which_corner():
    forest, logistic = points((0.1, 0.6)), points((0.2, 0.1), (0.4, 0.9))
    hull = convex_hull([forest, logistic])
    assert corners(hull) == [(0, 0), (0.1, 0.6), (0.4, 0.9), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, 1, -1]
    assert hull.index.tolist() == [-1, 0, 1, -1]
    np.testing.assert_allclose(hull.slopes, [6, 1, 1 / 6], rtol=1e-14)


def test_a_corner_of_two_curves_belongs_to_the_first():
    hull = convex_hull([points((0.5, 0.6)), points((0.2, 0.7)), points((0.2, 0.7))])
    assert hull.owner.tolist() == [-1, 1, -1]


def test_identical_curves_belong_to_the_first():
    curve = curve_of([0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.8, 0.2])
    hull = convex_hull([curve, curve])
    assert set(hull.owner.tolist()) == {-1, 0}


def test_collinear_points_are_no_corners_although_their_rates_round():
    # Three blocks with one positive in seven each: rates k/3 and k/3 of different totals.
    score = np.repeat([3, 2, 1], 7)
    label = np.tile([1, 0, 0, 0, 0, 0, 0], 3)
    assert corners(convex_hull([curve_of(label, score)])) == [(0, 0), (1, 1)]
    weighted = curve_of(label, score, sample_weight=np.full(21, 0.1))
    assert corners(convex_hull([weighted])) == [(0, 0), (1, 1)]


def test_collinear_points_of_curves_with_different_totals_are_no_corners():
    thirds = curve_of([1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1])
    sevenths = curve_of([1, 0] * 7, np.repeat(range(7), 2))
    assert corners(convex_hull([thirds, sevenths])) == [(0, 0), (1, 1)]


def test_collinear_rates_in_decimals_are_no_corners():
    # .1 + .2 is not .3 in binary: (.3, .7) lies on the segment from (.1, .6) to (.5, .8).
    hull = convex_hull([points((0.1, 0.6), (0.3, 0.7), (0.5, 0.8))])
    assert hull.index.tolist() == [-1, 0, 2, -1]


def test_totals_too_large_for_int64_are_still_exact():
    many = 3_000_017
    one = curve_of(np.arange(many) % 2, np.zeros(many))
    other = curve_of(np.arange(many - 8) % 2, np.arange(many - 8) % 2)
    assert convex_hull([one, other]).owner.tolist() == [-1, 1, -1]


def test_counts_too_large_for_int64_are_still_exact():
    half = 30_000_000_000

    def three_steps(middle):
        steps = np.array([0, half // 2, half, 2 * half])
        tp = np.array([0, middle, half, 2 * half])
        return roc_curve(Counts(np.array([np.inf, 3, 2, 1]), tp, steps, 2 * half, 2 * half))

    assert convex_hull([three_steps(half // 2)]).index.tolist() == [-1, -1]
    assert convex_hull([three_steps(half // 2 + 1)]).index.tolist() == [-1, 1, -1]


def test_a_corner_too_flat_for_rates_is_found_in_counts():
    # Of neighbouring Fibonacci numbers, b * b - a * c is 1: the smallest area there is.
    a, b = 1, 2
    while b < 10**16:
        a, b = a + b, a + 2 * b
    c = a + b
    fp, tp = np.array([0, a, c]), np.array([0, b, b + c])
    assert b * b - a * c == 1
    curve = roc_curve(Counts(np.array([np.inf, 2, 1]), tp, fp, b + c, c))
    assert convex_hull([curve]).index.tolist() == [-1, 1, -1]
    assert convex_hull([RocCurve(curve.fpr, curve.tpr)]).index.tolist() == [-1, -1]


def test_hull_cannot_be_written():
    hull = convex_hull([points((0.2, 0.8))])
    for array in (hull.fpr, hull.tpr, hull.owner, hull.index):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_hull_accepts_points_in_any_order():
    hull = convex_hull([points((0.5, 0.9), (0.1, 0.5), (0.3, 0.2))])
    assert hull.index.tolist() == [-1, 1, 0, -1]


def test_counted_and_bare_points_join_in_one_hull():
    hull = convex_hull([curve_of([0, 1, 0, 1], [1, 2, 3, 4]), points((0.1, 0.9))])
    assert corners(hull) == [(0, 0), (0, 0.5), (0.1, 0.9), (0.5, 1), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, 1, 0, -1]


def test_edges_too_steep_for_floats_count_as_vertical():
    assert convex_hull([points((5e-324, 1))]).slopes.tolist() == [np.inf, 0]


def test_a_curve_keeps_its_positions_though_some_points_are_left_out():
    hull = convex_hull([points((0, 0), (0, 0), (0.1, 0.1), (0.1, 0.1), (0.1, 0.8), (0.1, 0.8))])
    assert hull.index.tolist() == [-1, 4, -1]


def test_curves_of_any_number_of_points_join():
    bare = [points(*[(0.5 - k / 100, 0.5 + k / 100)] * (1 + k % 2)) for k in range(40)]
    hull = convex_hull(bare)
    assert hull.owner.tolist() == [-1, 39, -1]
    assert hull.index.tolist() == [-1, 0, -1]


def test_corners_of_test_sets_of_all_sizes_are_exact():
    def steps(size):
        return curve_of(np.arange(size) % 2, np.arange(size) // 2)

    # Every curve runs along the diagonal; the last leaves it by one example in 2001.
    curves = [steps(2 * size) for size in range(5, 80)]
    assert corners(convex_hull(curves)) == [(0, 0), (1, 1)]
    odd = curve_of(np.arange(2001) % 2, (np.arange(2001) + 1) // 2)
    hull = convex_hull([*curves, odd])
    assert set(hull.owner.tolist()) == {-1, 75}


def test_hull_of_many_curves_is_that_of_their_own_hulls():
    draw = np.random.default_rng(0)
    label = draw.random(200) < 0.5
    curves = [curve_of(label, draw.normal(size=200) + label * k / 150) for k in range(300)]
    joint = convex_hull(curves)
    own = [convex_hull([curve]) for curve in curves]
    again = convex_hull([points(*corners(hull)) for hull in own])
    np.testing.assert_array_equal(joint.fpr, again.fpr)
    np.testing.assert_array_equal(joint.tpr, again.tpr)
    for owner, index, fpr in zip(joint.owner, joint.index, joint.fpr, strict=True):
        assert owner < 0 or curves[owner].fpr[index] == fpr
