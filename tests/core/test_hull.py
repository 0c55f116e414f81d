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
from cc_widgets.core import hull as hull_module
from cc_widgets.core.hull import (
    CommonScale,
    candidate_corners,
    common_scale,
    prune_concave,
    scaled_points,
    staircase,
    upper_chain,
)
from tests.support.rates import points, scored_curve


@pytest.mark.parametrize("dtype", [np.int64, object, np.float64])
def test_collinear_points_leave_only_the_ends(dtype):
    along = np.arange(10, dtype=dtype)
    np.testing.assert_array_equal(upper_chain(along, along), [0, 9])


@pytest.mark.parametrize("dtype", [np.int64, object])
def test_corner_by_one_unit_in_a_billion_is_detected_in_integers(dtype):
    x = np.array([0, 10**9, 2 * 10**9], dtype=dtype)
    y = np.array([0, 10**9, 2 * 10**9], dtype=dtype)
    assert upper_chain(x, y).size == 2
    y[1] += 1
    assert upper_chain(x, y).size == 3


def test_integers_beyond_int64_are_exact():
    x = np.array([0, 10**30, 2 * 10**30], dtype=object)
    assert upper_chain(x, x).size == 2
    assert upper_chain(x, x + np.array([0, 1, 0], dtype=object)).size == 3


def test_vertical_and_horizontal_edges_leave_only_their_ends():
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


def test_number_of_passes_is_limited_when_each_removes_one_point(monkeypatch):
    # The arc is concave but lies below the last point, so each pass removes one point only.
    passes = Mock(wraps=hull_module._is_concave)
    monkeypatch.setattr(hull_module, "_is_concave", passes)
    angle = np.linspace(0, np.pi / 2, 30_000)
    x, y = np.append(1 - np.cos(angle), 1.0), np.append(np.sin(angle), 1e6)
    np.testing.assert_array_equal(upper_chain(x, y), [0, 30_000])
    assert passes.call_count <= 100


def test_step_down_of_negligible_width_does_not_hide_the_top():
    x, y = np.array([0.0, 0.0, 5e-324, 1.0]), np.array([0.0, 1.0, 0.0, 1.0])
    np.testing.assert_array_equal(upper_chain(x, y, 1e-15), [0, 1, 3])


def test_points_to_the_right_of_the_highest_are_not_corners():
    np.testing.assert_array_equal(upper_chain(np.array([0, 1, 2]), np.array([0, 2, 1])), [0, 1])


@pytest.mark.parametrize("close", [5e-324, 1e-143, 1e-17])
@pytest.mark.parametrize("height", [0.1, 1.0])
def test_two_almost_equal_points_do_not_remove_each_other(close, height):
    x, y = np.array([0.0, 0.0, close, 1.0]), np.array([0.0, height, height, 1.0])
    assert upper_chain(x, y, 1e-15).size == 3


def test_chain_without_concave_points_needs_no_loop(monkeypatch):
    monkeypatch.setattr(hull_module, "_monotone_chain", Mock(side_effect=AssertionError))
    along = np.linspace(0, 1, 50)
    assert upper_chain(along, np.sqrt(along), 1e-15).size == 50
    assert upper_chain(np.arange(9), 16 * np.arange(9) - np.arange(9) ** 2).size == 9
    noise = np.random.default_rng(0).integers(0, 4, size=(2, 5000)).cumsum(axis=1)
    assert upper_chain(*noise).size < 50


def random_staircase(draw, size):
    """Random non-decreasing points without duplicates."""
    step = draw.integers(0, 3, size=(2, size))
    return step.cumsum(axis=1)[:, np.any(step, axis=0)]


@pytest.mark.parametrize("block", [3, 4, 7, 64])
@pytest.mark.parametrize("passes", [1, 8])
def test_candidates_include_the_corners_of_all_staircases(monkeypatch, block, passes):
    monkeypatch.setattr(hull_module, "_BLOCK", block)
    monkeypatch.setattr(hull_module, "_PASSES", passes)
    draw = np.random.default_rng(block)
    stairs = [random_staircase(draw, size) for size in (1, 2, 30, 5, 12, 1, 40)]
    stairs = [stair for stair in stairs if stair.size]
    x, y = np.concatenate(stairs, axis=1)
    starts = np.cumsum([0, *(stair.shape[1] for stair in stairs)])[:-1]
    candidates = candidate_corners(x, y, starts)
    for start, stair in zip(starts, stairs, strict=True):
        assert set(start + upper_chain(*stair)) <= set(candidates.tolist())
    np.testing.assert_array_equal(np.unique(candidates), candidates)


def test_candidates_include_few_other_points():
    x, y = random_staircase(np.random.default_rng(0), 20_000)
    candidates = candidate_corners(x, y)
    assert set(upper_chain(x, y)) <= set(candidates.tolist())
    assert candidates.size < 300
    thousand = np.arange(0, x.size, 1000)
    assert candidate_corners(x, y, thousand).size < 20 * thousand.size


def test_nearly_collinear_floats_remain_candidates():
    x = np.array([0.0, 0.5, 0.5, 1.0])
    assert candidate_corners(x, x, tolerance=1e-15).size == 4
    below = np.array([0.0, 0.45, 0.5, 1.0])
    assert candidate_corners(np.array([0.0, 0.5, 0.6, 1.0]), below, tolerance=1e-15).size == 2


def test_float_corner_must_exceed_the_tolerance():
    x, y = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.5, 2.0])
    assert upper_chain(x, y, 0.25).size == 2
    assert upper_chain(x, y, 0.2499).size == 3
    assert upper_chain(x, y, 0.2501).size == 2


def test_staircase_is_sorted_and_non_decreasing():
    x, y = np.array([2, 1, 1, 3, 1, 4, 3]), np.array([5, 2, 1, 4, 2, 6, 5])
    np.testing.assert_array_equal(staircase(x, y), [2, 1, 0, 6, 5])
    np.testing.assert_array_equal(staircase(x.astype(object), y), [2, 1, 0, 6, 5])
    np.testing.assert_array_equal(staircase(x, y.astype(object)), [2, 1, 0, 6, 5])


def test_sorted_staircase_only_loses_duplicates():
    x, y = np.array([0, 0, 0, 1, 2, 2]), np.array([0, 1, 1, 1, 2, 2])
    np.testing.assert_array_equal(staircase(x, y), [0, 1, 3, 4])
    np.testing.assert_array_equal(staircase(x[[0, 1, 3, 4]], y[[0, 1, 3, 4]]), range(4))


def test_sorted_staircase_is_not_sorted_again(monkeypatch):
    monkeypatch.setattr(hull_module, "_lexsorted", Mock(side_effect=AssertionError))
    np.testing.assert_array_equal(
        staircase(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])), [0, 1, 2]
    )


@pytest.mark.parametrize("swap", [False, True])
def test_decrease_of_either_coordinate_is_detected(swap):
    rising, falling = np.array([0, 1, 2]), np.array([0, 2, 1])
    x, y = (falling, rising) if swap else (rising, falling)
    np.testing.assert_array_equal(staircase(x, y), [0, 2] if swap else [0, 1])


def test_prune_concave_leaves_exactly_the_corners_of_each_staircase():
    draw = np.random.default_rng(5)
    stairs = [
        stair for stair in (random_staircase(draw, n) for n in (2, 1, 60, 3, 200, 4)) if stair.size
    ]
    starts = np.cumsum([0, *(stair.shape[1] for stair in stairs)])[:-1]
    expected = np.concatenate(
        [start + upper_chain(*stair) for start, stair in zip(starts, stairs, strict=True)]
    )
    x, y = np.concatenate(stairs, axis=1)
    for first_points in (starts, starts[1:]):
        np.testing.assert_array_equal(prune_concave(x, y, starts=first_points), expected)
    remaining = prune_concave(x, y, starts=starts, passes=1)
    assert set(expected.tolist()) < set(remaining.tolist())
    np.testing.assert_array_equal(prune_concave(x, y, starts=starts, passes=0), np.arange(x.size))


# ---- Common scales
EPS = float(np.finfo(np.float64).eps)


def counted(matrix):
    return roc_curve(matrix_counts(matrix))


def bare(n_points):
    rates = np.linspace(0, 1, n_points)
    return RocCurve(rates, rates)


def test_common_scale_has_the_least_common_totals():
    curves = [counted([[2, 1], [4, 2]]), counted([[1, 4], [3, 6]])]
    scale = common_scale(curves)
    assert scale == CommonScale(negatives=15, positives=18, tolerance=0.0)
    assert scaled_points(curves[0], scale).x.tolist() == [0, 5, 15]
    assert scaled_points(curves[0], scale).y.tolist() == [0, 6, 18]
    assert scaled_points(curves[1], scale).x.tolist() == [0, 12, 15]
    assert scaled_points(curves[1], scale).y.tolist() == [0, 12, 18]


def test_selected_points_keep_the_given_order():
    curve = counted([[2, 1], [4, 2]])
    scaled = scaled_points(curve, common_scale([curve]), np.array([2, 1]))
    assert (scaled.x.tolist(), scaled.y.tolist()) == ([3, 1], [6, 2])
    scaled = scaled_points(bare(5), common_scale([bare(5)]), np.array([3]))
    assert scaled.x.tolist() == [0.75]


@pytest.mark.parametrize(
    ("positives", "dtype"), [(7, np.int64), (2**31 - 1, np.int64), (2**31, object), (2**40, object)]
)
def test_products_of_two_coordinates_are_exact(positives, dtype):
    scale = common_scale([counted([[2**30, 2**30], [positives - 1, 1]])])
    assert scale.dtype is dtype
    assert CommonScale(1, 1, EPS).dtype is np.float64


def test_one_weighted_or_uncounted_curve_makes_the_scale_rates():
    weighted = roc_curve(count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1, 2, 0.5])))
    whole = counted([[2, 1], [4, 2]])
    for curves in ([weighted], [whole, weighted], [bare(4), whole], [whole, bare(4)]):
        scale = common_scale(curves)
        assert (scale.negatives, scale.positives) == (1, 1)
        assert scale.tolerance == EPS * (4 + np.sqrt(max(each.fpr.size for each in curves)))
        assert scaled_points(curves[0], scale).x.tolist() == curves[0].fpr.tolist()
        assert scaled_points(curves[-1], scale).y.tolist() == curves[-1].tpr.tolist()


# ---- ROC curves and convex hulls
def corners(hull):
    return list(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))


def test_curve_goes_from_origin_to_one_one_through_every_threshold():
    curve = scored_curve([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    np.testing.assert_array_equal(curve.fpr, [0, 0, 0.5, 0.5, 1])
    np.testing.assert_array_equal(curve.tpr, [0, 0.5, 0.5, 1, 1])
    np.testing.assert_array_equal(curve.threshold, [np.inf, 0.8, 0.4, 0.3, 0.1])


def test_weighted_curve_ends_exactly_at_one_one():
    weight = [0.1, 0.7, 0.3, 0.2, 0.6, 0.1]
    curve = scored_curve([0, 1, 0, 1, 0, 1], range(6), weight=weight)
    assert (curve.fpr[-1], curve.tpr[-1]) == (1, 1)


def test_arrays_of_the_caller_remain_writeable():
    rates = np.array([0.3])
    curve = RocCurve(fpr=rates, tpr=rates)
    rates[0] = 0.4
    with pytest.raises(ValueError, match="read-only"):
        curve.fpr[0] = 0.5


def test_hull_without_curves_has_the_two_baselines():
    hull = convex_hull([])
    assert corners(hull) == [(0, 0), (1, 1)]
    assert hull.owner.tolist() == hull.index.tolist() == [-1, -1]
    assert hull.slopes.tolist() == [1]


def test_hull_of_a_perfect_classifier():
    hull = convex_hull([scored_curve([0, 1], [1, 2])])
    assert corners(hull) == [(0, 0), (0, 1), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, -1]
    assert hull.index.tolist() == [-1, 1, -1]
    assert hull.slopes.tolist() == [np.inf, 0]


@pytest.mark.parametrize(
    "curve",
    [
        scored_curve([1, 0], [1, 2]),
        scored_curve([0, 1, 0, 1], [1, 1, 2, 2]),
        scored_curve([0, 1], [5, 5]),
        points((0.5, 0.5)),
        points((0.1, 0.1), (0.3, 0.3), (0.7, 0.7), (0.9, 0.9)),
        points((1, 0)),
        points((0, 0), (1, 1)),
    ],
    ids=["worst", "chance", "tied", "on diagonal", "along diagonal", "point worst", "trivial"],
)
def test_hull_has_no_corner_on_or_below_the_diagonal(curve):
    assert corners(convex_hull([curve])) == [(0, 0), (1, 1)]


def test_joint_hull_reports_the_owner_of_each_corner():
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
    curve = scored_curve([0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.8, 0.2])
    hull = convex_hull([curve, curve])
    assert set(hull.owner.tolist()) == {-1, 0}


def test_collinear_points_are_not_corners_despite_rounding_of_rates():
    # Three blocks with one positive in seven each: rates k/3 with different totals.
    score = np.repeat([3, 2, 1], 7)
    label = np.tile([1, 0, 0, 0, 0, 0, 0], 3)
    assert corners(convex_hull([scored_curve(label, score)])) == [(0, 0), (1, 1)]
    weighted = scored_curve(label, score, weight=np.full(21, 0.1))
    assert corners(convex_hull([weighted])) == [(0, 0), (1, 1)]


def test_collinear_points_with_different_totals_are_not_corners():
    thirds = scored_curve([1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1])
    sevenths = scored_curve([1, 0] * 7, np.repeat(range(7), 2))
    assert corners(convex_hull([thirds, sevenths])) == [(0, 0), (1, 1)]


def test_collinear_decimal_rates_are_not_corners():
    # .1 + .2 is not .3 in binary: (.3, .7) lies on the segment from (.1, .6) to (.5, .8).
    hull = convex_hull([points((0.1, 0.6), (0.3, 0.7), (0.5, 0.8))])
    assert hull.index.tolist() == [-1, 0, 2, -1]


def test_totals_too_large_for_int64_are_still_exact():
    many = 3_000_017
    useless = scored_curve(np.arange(many) % 2, np.zeros(many))
    better = scored_curve(np.arange(many - 8) % 2, np.arange(many - 8) % 2)
    assert convex_hull([useless, better]).owner.tolist() == [-1, 1, -1]


def test_counts_too_large_for_int64_are_still_exact():
    half = 30_000_000_000

    def three_steps(middle):
        steps = np.array([0, half // 2, half, 2 * half])
        tp = np.array([0, middle, half, 2 * half])
        return roc_curve(Counts(np.array([np.inf, 3, 2, 1]), tp, steps, 2 * half, 2 * half))

    assert convex_hull([three_steps(half // 2)]).index.tolist() == [-1, -1]
    assert convex_hull([three_steps(half // 2 + 1)]).index.tolist() == [-1, 1, -1]


def test_corner_too_flat_for_floats_is_detected_in_counts():
    # For consecutive Fibonacci numbers, b * b - a * c is 1: the smallest possible area.
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


def test_counted_curves_and_points_join_in_one_hull():
    hull = convex_hull([scored_curve([0, 1, 0, 1], [1, 2, 3, 4]), points((0.1, 0.9))])
    assert corners(hull) == [(0, 0), (0, 0.5), (0.1, 0.9), (0.5, 1), (1, 1)]
    assert hull.owner.tolist() == [-1, 0, 1, 0, -1]


def test_edges_too_steep_for_floats_count_as_vertical():
    assert convex_hull([points((5e-324, 1))]).slopes.tolist() == [np.inf, 0]


def test_index_refers_to_the_curve_before_pruning():
    hull = convex_hull([points((0, 0), (0, 0), (0.1, 0.1), (0.1, 0.1), (0.1, 0.8), (0.1, 0.8))])
    assert hull.index.tolist() == [-1, 4, -1]


def test_curves_of_any_number_of_points_join():
    bare = [points(*[(0.5 - k / 100, 0.5 + k / 100)] * (1 + k % 2)) for k in range(40)]
    hull = convex_hull(bare)
    assert hull.owner.tolist() == [-1, 39, -1]
    assert hull.index.tolist() == [-1, 0, -1]


def test_corners_of_test_sets_of_all_sizes_are_exact():
    def steps(size):
        return scored_curve(np.arange(size) % 2, np.arange(size) // 2)

    # All curves are diagonal; the last deviates by one example in 2001.
    curves = [steps(2 * size) for size in range(5, 80)]
    assert corners(convex_hull(curves)) == [(0, 0), (1, 1)]
    odd = scored_curve(np.arange(2001) % 2, (np.arange(2001) + 1) // 2)
    hull = convex_hull([*curves, odd])
    assert set(hull.owner.tolist()) == {-1, 75}


def test_hull_of_many_curves_is_the_hull_of_their_hulls():
    draw = np.random.default_rng(0)
    label = draw.random(200) < 0.5
    curves = [scored_curve(label, draw.normal(size=200) + label * k / 150) for k in range(300)]
    joint = convex_hull(curves)
    own = [convex_hull([curve]) for curve in curves]
    hull_of_hulls = convex_hull([points(*corners(hull)) for hull in own])
    np.testing.assert_array_equal(joint.fpr, hull_of_hulls.fpr)
    np.testing.assert_array_equal(joint.tpr, hull_of_hulls.tpr)
    for owner, index, fpr in zip(joint.owner, joint.index, joint.fpr, strict=True):
        assert owner < 0 or curves[owner].fpr[index] == fpr
