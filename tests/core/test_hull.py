from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import (
    Counts,
    RocCurve,
    convex_hull,
    count,
    matrix_counts,
    predictions,
    roc_curve,
)
from cc_widgets.core import _hull as chain
from cc_widgets.core._hull import (
    Frame,
    common_frame,
    perhaps_corners,
    place,
    staircase,
    upper_chain,
    without_hollows,
)
from tests.support.rates import points, scored


@pytest.mark.parametrize("dtype", [np.int64, object, np.float64])
def test_points_on_one_line_give_only_its_ends(dtype):
    along = np.arange(10, dtype=dtype)
    np.testing.assert_array_equal(upper_chain(along, along), [0, 9])


@pytest.mark.parametrize("dtype", [np.int64, object])
def test_a_corner_by_one_unit_in_a_billion_is_found_in_integers(dtype):
    x = np.array([0, 10**9, 2 * 10**9], dtype=dtype)
    y = np.array([0, 10**9, 2 * 10**9], dtype=dtype)
    assert upper_chain(x, y).size == 2
    y[1] += 1
    assert upper_chain(x, y).size == 3


def test_integers_beyond_int64_are_exact():
    x = np.array([0, 10**30, 2 * 10**30], dtype=object)
    assert upper_chain(x, x).size == 2
    assert upper_chain(x, x + np.array([0, 1, 0], dtype=object)).size == 3


def test_vertical_and_level_edges_keep_only_their_ends():
    x, y = np.array([0, 0, 0, 1, 2, 3]), np.array([0, 1, 2, 2, 2, 2])
    np.testing.assert_array_equal(upper_chain(x, y), [0, 2, 5])


def test_the_first_of_equal_points_is_the_corner():
    x, y = np.array([0, 1, 1, 3, 1]), np.array([0, 2, 2, 3, 2])
    np.testing.assert_array_equal(upper_chain(x, y), [0, 1, 3])


def test_points_may_come_in_any_order():
    x, y = np.array([4, 1, 0, 2]), np.array([4, 3, 0, 1])
    np.testing.assert_array_equal(upper_chain(x, y), [2, 1, 0])


def test_one_point_is_its_own_chain():
    np.testing.assert_array_equal(upper_chain(np.array([5]), np.array([5])), [0])


def test_a_chain_that_falls_point_by_point_ends_in_time(monkeypatch):
    # Every point of this arc bends down, yet all lie below the last one: a pass removes one.
    passes = Mock(wraps=chain._hollow)
    monkeypatch.setattr(chain, "_hollow", passes)
    angle = np.linspace(0, np.pi / 2, 30_000)
    x, y = np.append(1 - np.cos(angle), 1.0), np.append(np.sin(angle), 1e6)
    np.testing.assert_array_equal(upper_chain(x, y), [0, 30_000])
    assert passes.call_count <= 100


def test_a_fall_of_almost_no_width_does_not_hide_the_top():
    x, y = np.array([0.0, 0.0, 5e-324, 1.0]), np.array([0.0, 1.0, 0.0, 1.0])
    np.testing.assert_array_equal(upper_chain(x, y, 1e-15), [0, 1, 3])


def test_points_after_the_highest_are_no_corners():
    np.testing.assert_array_equal(upper_chain(np.array([0, 1, 2]), np.array([0, 2, 1])), [0, 1])


@pytest.mark.parametrize("close", [5e-324, 1e-143, 1e-17])
@pytest.mark.parametrize("height", [0.1, 1.0])
def test_two_almost_equal_points_do_not_remove_each_other(close, height):
    x, y = np.array([0.0, 0.0, close, 1.0]), np.array([0.0, height, height, 1.0])
    assert upper_chain(x, y, 1e-15).size == 3


def test_a_chain_without_hollows_is_not_walked(monkeypatch):
    monkeypatch.setattr(chain, "_walk", Mock(side_effect=AssertionError))
    along = np.linspace(0, 1, 50)
    assert upper_chain(along, np.sqrt(along), 1e-15).size == 50
    assert upper_chain(np.arange(9), 16 * np.arange(9) - np.arange(9) ** 2).size == 9
    noise = np.random.default_rng(0).integers(0, 4, size=(2, 5000)).cumsum(axis=1)
    assert upper_chain(*noise).size < 50


def random_staircase(draw, size):
    """Points that rise to the right, none twice."""
    step = draw.integers(0, 3, size=(2, size))
    return step.cumsum(axis=1)[:, np.any(step, axis=0)]


@pytest.mark.parametrize("block", [3, 4, 7, 64])
@pytest.mark.parametrize("passes", [1, 8])
def test_corners_of_many_staircases_all_stay(monkeypatch, block, passes):
    monkeypatch.setattr(chain, "_BLOCK", block)
    monkeypatch.setattr(chain, "_PASSES", passes)
    draw = np.random.default_rng(block)
    stairs = [random_staircase(draw, size) for size in (1, 2, 30, 5, 12, 1, 40)]
    stairs = [one for one in stairs if one.size]
    x, y = np.concatenate(stairs, axis=1)
    starts = np.cumsum([0, *(one.shape[1] for one in stairs)])[:-1]
    kept = perhaps_corners(x, y, starts)
    for start, one in zip(starts, stairs, strict=True):
        assert set(start + upper_chain(*one)) <= set(kept.tolist())
    np.testing.assert_array_equal(np.unique(kept), kept)


def test_few_others_stay():
    x, y = random_staircase(np.random.default_rng(0), 20_000)
    kept = perhaps_corners(x, y)
    assert set(upper_chain(x, y)) <= set(kept.tolist())
    assert kept.size < 300
    thousand = np.arange(0, x.size, 1000)
    assert perhaps_corners(x, y, thousand).size < 20 * thousand.size


def test_near_a_straight_line_no_float_is_left_out_too_early():
    x = np.array([0.0, 0.5, 0.5, 1.0])
    assert perhaps_corners(x, x, tolerance=1e-15).size == 4
    below = np.array([0.0, 0.45, 0.5, 1.0])
    assert perhaps_corners(np.array([0.0, 0.5, 0.6, 1.0]), below, tolerance=1e-15).size == 2


def test_a_float_point_must_stand_out_by_more_than_its_rounding():
    x, y = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.5, 2.0])
    assert upper_chain(x, y, 0.25).size == 2
    assert upper_chain(x, y, 0.2499).size == 3
    assert upper_chain(x, y, 0.2501).size == 2


def test_a_staircase_is_in_order_and_never_falls():
    x, y = np.array([2, 1, 1, 3, 1, 4, 3]), np.array([5, 2, 1, 4, 2, 6, 5])
    np.testing.assert_array_equal(staircase(x, y), [2, 1, 0, 6, 5])
    np.testing.assert_array_equal(staircase(x.astype(object), y), [2, 1, 0, 6, 5])
    np.testing.assert_array_equal(staircase(x, y.astype(object)), [2, 1, 0, 6, 5])


def test_a_staircase_given_in_order_keeps_all_but_repeated_points():
    x, y = np.array([0, 0, 0, 1, 2, 2]), np.array([0, 1, 1, 1, 2, 2])
    np.testing.assert_array_equal(staircase(x, y), [0, 1, 3, 4])
    np.testing.assert_array_equal(staircase(x[[0, 1, 3, 4]], y[[0, 1, 3, 4]]), range(4))


def test_a_staircase_given_in_order_is_not_sorted(monkeypatch):
    monkeypatch.setattr(chain, "_sorted", Mock(side_effect=AssertionError))
    np.testing.assert_array_equal(
        staircase(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])), [0, 1, 2]
    )


@pytest.mark.parametrize("swap", [False, True])
def test_one_fall_of_either_coordinate_is_noticed(swap):
    rising, falling = np.array([0, 1, 2]), np.array([0, 2, 1])
    x, y = (falling, rising) if swap else (rising, falling)
    np.testing.assert_array_equal(staircase(x, y), [0, 2] if swap else [0, 1])


def test_hollows_leave_every_staircase_and_nothing_else():
    draw = np.random.default_rng(5)
    stairs = [one for one in (random_staircase(draw, n) for n in (2, 1, 60, 3, 200, 4)) if one.size]
    starts = np.cumsum([0, *(one.shape[1] for one in stairs)])[:-1]
    expected = np.concatenate(
        [start + upper_chain(*one) for start, one in zip(starts, stairs, strict=True)]
    )
    x, y = np.concatenate(stairs, axis=1)
    for given in (starts, starts[1:]):
        np.testing.assert_array_equal(without_hollows(x, y, starts=given), expected)
    kept = without_hollows(x, y, starts=starts, passes=1)
    assert set(expected.tolist()) < set(kept.tolist())
    np.testing.assert_array_equal(without_hollows(x, y, starts=starts, passes=0), np.arange(x.size))


# ---- Coordinates
EPS = float(np.finfo(np.float64).eps)


def counted(matrix):
    return roc_curve(matrix_counts(matrix))


def bare(n_points):
    rates = np.linspace(0, 1, n_points)
    return RocCurve(rates, rates)


def test_whole_numbers_are_out_of_the_least_common_totals():
    curves = [counted([[2, 1], [4, 2]]), counted([[1, 4], [3, 6]])]
    frame = common_frame(curves)
    assert frame == Frame(negatives=15, positives=18, tolerance=0.0)
    assert place(curves[0], frame).x.tolist() == [0, 5, 15]
    assert place(curves[0], frame).y.tolist() == [0, 6, 18]
    assert place(curves[1], frame).x.tolist() == [0, 12, 15]
    assert place(curves[1], frame).y.tolist() == [0, 12, 18]


def test_points_wanted_come_in_their_order():
    curve = counted([[2, 1], [4, 2]])
    placed = place(curve, common_frame([curve]), np.array([2, 1]))
    assert (placed.x.tolist(), placed.y.tolist()) == ([3, 1], [6, 2])
    placed = place(bare(5), common_frame([bare(5)]), np.array([3]))
    assert placed.x.tolist() == [0.75]


@pytest.mark.parametrize(
    ("positives", "dtype"), [(7, np.int64), (2**31 - 1, np.int64), (2**31, object), (2**40, object)]
)
def test_products_of_two_coordinates_are_exact(positives, dtype):
    frame = common_frame([counted([[2**30, 2**30], [positives - 1, 1]])])
    assert frame.dtype is dtype
    assert Frame(1, 1, EPS).dtype is np.float64


def test_one_weighted_or_bare_curve_makes_all_of_them_rates():
    weighted = roc_curve(count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1, 2, 0.5])))
    whole = counted([[2, 1], [4, 2]])
    for curves in ([weighted], [whole, weighted], [bare(4), whole], [whole, bare(4)]):
        frame = common_frame(curves)
        assert (frame.negatives, frame.positives) == (1, 1)
        assert frame.tolerance == EPS * (4 + np.sqrt(max(one.fpr.size for one in curves)))
        assert place(curves[0], frame).x.tolist() == curves[0].fpr.tolist()
        assert place(curves[-1], frame).y.tolist() == curves[-1].tpr.tolist()


# ---- ROC curves and their hull
def corners(hull):
    return list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))


def test_curve_goes_from_origin_to_one_one_through_every_threshold():
    curve = scored([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    np.testing.assert_array_equal(curve.fpr, [0, 0, 0.5, 0.5, 1])
    np.testing.assert_array_equal(curve.tpr, [0, 0.5, 0.5, 1, 1])
    np.testing.assert_array_equal(curve.threshold, [np.inf, 0.8, 0.4, 0.3, 0.1])


def test_weighted_curve_ends_exactly_at_one_one():
    weight = [0.1, 0.7, 0.3, 0.2, 0.6, 0.1]
    curve = scored([0, 1, 0, 1, 0, 1], range(6), weight=weight)
    assert (curve.fpr[-1], curve.tpr[-1]) == (1, 1)


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
    hull = convex_hull([scored([0, 1], [1, 2])])
    assert corners(hull) == [(0, 0), (0, 1), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, -1]
    assert hull.index.tolist() == [-1, 1, -1]
    assert hull.slopes.tolist() == [np.inf, 0]


@pytest.mark.parametrize(
    "curve",
    [
        scored([1, 0], [1, 2]),
        scored([0, 1, 0, 1], [1, 1, 2, 2]),
        scored([0, 1], [5, 5]),
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
    curve = scored([0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.8, 0.2])
    hull = convex_hull([curve, curve])
    assert set(hull.owner.tolist()) == {-1, 0}


def test_collinear_points_are_no_corners_although_their_rates_round():
    # Three blocks with one positive in seven each: rates k/3 and k/3 of different totals.
    score = np.repeat([3, 2, 1], 7)
    label = np.tile([1, 0, 0, 0, 0, 0, 0], 3)
    assert corners(convex_hull([scored(label, score)])) == [(0, 0), (1, 1)]
    weighted = scored(label, score, weight=np.full(21, 0.1))
    assert corners(convex_hull([weighted])) == [(0, 0), (1, 1)]


def test_collinear_points_of_curves_with_different_totals_are_no_corners():
    thirds = scored([1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1])
    sevenths = scored([1, 0] * 7, np.repeat(range(7), 2))
    assert corners(convex_hull([thirds, sevenths])) == [(0, 0), (1, 1)]


def test_collinear_rates_in_decimals_are_no_corners():
    # .1 + .2 is not .3 in binary: (.3, .7) lies on the segment from (.1, .6) to (.5, .8).
    hull = convex_hull([points((0.1, 0.6), (0.3, 0.7), (0.5, 0.8))])
    assert hull.index.tolist() == [-1, 0, 2, -1]


def test_totals_too_large_for_int64_are_still_exact():
    many = 3_000_017
    one = scored(np.arange(many) % 2, np.zeros(many))
    other = scored(np.arange(many - 8) % 2, np.arange(many - 8) % 2)
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


def test_hull_accepts_points_in_any_order():
    hull = convex_hull([points((0.5, 0.9), (0.1, 0.5), (0.3, 0.2))])
    assert hull.index.tolist() == [-1, 1, 0, -1]


def test_counted_and_bare_points_join_in_one_hull():
    hull = convex_hull([scored([0, 1, 0, 1], [1, 2, 3, 4]), points((0.1, 0.9))])
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
        return scored(np.arange(size) % 2, np.arange(size) // 2)

    # Every curve runs along the diagonal; the last leaves it by one example in 2001.
    curves = [steps(2 * size) for size in range(5, 80)]
    assert corners(convex_hull(curves)) == [(0, 0), (1, 1)]
    odd = scored(np.arange(2001) % 2, (np.arange(2001) + 1) // 2)
    hull = convex_hull([*curves, odd])
    assert set(hull.owner.tolist()) == {-1, 75}


def test_hull_of_many_curves_is_that_of_their_own_hulls():
    draw = np.random.default_rng(0)
    label = draw.random(200) < 0.5
    curves = [scored(label, draw.normal(size=200) + label * k / 150) for k in range(300)]
    joint = convex_hull(curves)
    own = [convex_hull([curve]) for curve in curves]
    again = convex_hull([points(*corners(hull)) for hull in own])
    np.testing.assert_array_equal(joint.fpr, again.fpr)
    np.testing.assert_array_equal(joint.tpr, again.tpr)
    for owner, index, fpr in zip(joint.owner, joint.index, joint.fpr, strict=True):
        assert owner < 0 or curves[owner].fpr[index] == fpr
