from itertools import pairwise

import numpy as np
import pytest

from cc_widgets.core import RocCurve, convex_hull, count, predictions, roc_curve, simplify, thin
from cc_widgets.core._display import _farthest, sleeve
from cc_widgets.errors import CostCurveError


@pytest.fixture(scope="module")
def curve():
    draw = np.random.default_rng(0)
    label = draw.random(20_000) < 0.3
    return roc_curve(count(predictions(label, draw.normal(size=20_000) + label)))


def farthest_dropped(curve, index):
    """Distance of every point from the chord of the kept points round it, by definition."""
    worst = 0.0
    for start, stop in pairwise(index):
        chord = np.array([curve.fpr[stop] - curve.fpr[start], curve.tpr[stop] - curve.tpr[start]])
        x, y = (rate[start : stop + 1] - rate[start] for rate in (curve.fpr, curve.tpr))
        worst = max(worst, np.abs(chord[0] * y - chord[1] * x).max() / np.hypot(*chord))
    return worst


def test_a_curve_within_the_limit_is_kept_whole():
    curve = RocCurve(np.linspace(0, 1, 10), np.linspace(0, 1, 10))
    thinned = thin(curve, 10)
    np.testing.assert_array_equal(thinned.index, range(10))
    assert thinned.error == 0


def test_a_curve_as_long_as_the_limit_is_kept_whole_though_points_crowd():
    crowded = np.array([0, 0.01, 0.02, 1])
    assert thin(RocCurve(crowded, crowded), 4).index.tolist() == [0, 1, 2, 3]
    assert thin(RocCurve(crowded, crowded), 3).index.tolist() == [0, 3]


def test_part_of_a_curve_has_as_many_cells_as_a_whole_one():
    part = np.linspace(0.4, 0.6, 1001)
    thinned = thin(RocCurve(part, part**0.5), 100)
    assert 90 < thinned.index.size <= 100


@pytest.mark.parametrize("limit", [2, 3, 50, 1000])
def test_limit_is_kept_and_the_bound_holds(curve, limit):
    thinned = thin(curve, limit)
    assert thinned.index.size <= limit
    assert 0 < farthest_dropped(curve, thinned.index) <= thinned.error
    assert thinned.error <= 2 / (limit // 2) / np.sqrt(8)


def test_first_last_and_hull_corners_stay(curve):
    corners = convex_hull([curve]).index[1:-1]
    thinned = thin(curve, 300, keep=corners)
    assert set(corners.tolist()) | {0, curve.fpr.size - 1} <= set(thinned.index.tolist())
    assert thinned.index.size <= 300
    assert np.all(np.diff(thinned.index) > 0)


def test_more_corners_than_the_limit_all_stay(curve):
    keep = range(100)
    assert set(keep) <= set(thin(curve, 10, keep=keep).index.tolist())


def test_points_dropped_from_a_level_edge_cost_nothing():
    fpr = np.concatenate([[0.0], np.linspace(0, 1, 1000)])
    tpr = np.concatenate([[0.0], np.ones(1000)])
    thinned = thin(RocCurve(fpr, tpr), 20, keep=[1])
    assert thinned.index.size <= 20
    assert thinned.error == 0


def test_points_in_no_rising_order_are_all_kept():
    draw = np.random.default_rng(1)
    curve = RocCurve(draw.random(100), draw.random(100))
    assert thin(curve, 10).index.size == 100


def test_equal_points_thin_to_the_ends():
    curve = RocCurve(np.full(9, 0.5), np.full(9, 0.5))
    thinned = thin(curve, 3)
    np.testing.assert_array_equal(thinned.index, [0, 8])
    assert thinned.error == 0


def test_limit_below_two_is_refused(curve):
    with pytest.raises(CostCurveError, match=r"limit: .*first and its last.*Got 1\. Pass 2"):
        thin(curve, 1)


def test_the_last_position_is_in_the_curve_and_the_next_is_not(curve):
    assert curve.fpr.size - 1 in thin(curve, 10, keep=[curve.fpr.size - 1]).index
    with pytest.raises(CostCurveError, match=f"Got {curve.fpr.size} in a curve of"):
        thin(curve, 10, keep=[curve.fpr.size])


@pytest.mark.parametrize("keep", [[-1], [10**9]])
def test_positions_outside_the_curve_are_refused(curve, keep):
    with pytest.raises(CostCurveError, match=f"keep: positions must be in .* Got {keep[0]}"):
        thin(curve, 10, keep=keep)


@pytest.mark.parametrize("tolerance", [0.0005, 0.002, 0.01, 0.1])
def test_simple_curve_is_within_tolerance_of_every_point(curve, tolerance):
    simple = simplify(curve, tolerance)
    farthest = farthest_dropped(curve, simple.index)
    assert tolerance / 3 < farthest <= simple.error <= tolerance
    assert {0, curve.fpr.size - 1} <= set(simple.index.tolist())
    assert np.all(np.diff(simple.index) > 0)


def test_half_a_pixel_of_a_thousand_is_the_default(curve):
    np.testing.assert_array_equal(simplify(curve).index, simplify(curve, 0.0005).index)


def test_long_curve_becomes_as_simple_as_a_short_one():
    few = []
    for size in (1_000, 1_000_000):
        along = np.linspace(0, 1, size)
        few.append(simplify(RocCurve(along, np.sqrt(along))).index.size)
    assert few[0] - 3 <= few[1] <= 30


def test_noise_is_drawn_with_a_hundredth_of_its_points():
    draw = np.random.default_rng(0)
    label = draw.random(300_000) < 0.5
    curve = roc_curve(count(predictions(label, draw.normal(size=label.size) + label)))
    simple = simplify(curve)
    assert 8 * simple.index.size < 1000
    assert simple.error <= 0.0005
    corners = convex_hull([curve]).index[1:-1]
    kept = simplify(curve, keep=corners)
    assert set(corners.tolist()) <= set(kept.index.tolist())
    assert kept.index.size <= simple.index.size + corners.size
    assert farthest_dropped(curve, kept.index) <= kept.error <= 0.0005


def test_curve_of_straight_pieces_keeps_only_its_bends():
    x = np.concatenate([np.linspace(0, 0.25, 100), np.linspace(0.25, 1, 100)])
    y = np.concatenate([np.linspace(0, 0.75, 100), np.linspace(0.75, 1, 100)])
    simple = simplify(RocCurve(x, y), 1e-9)
    assert simple.index.size == 3
    assert simple.index[1] in {99, 100}
    assert simple.error <= 1e-9


def test_simple_curve_of_points_in_no_rising_order_has_them_all():
    curve = RocCurve(np.array([0.0, 0.5, 0.4, 1.0]), np.array([0.0, 0.5, 0.5, 1.0]))
    assert simplify(curve, 0.5).index.tolist() == [0, 1, 2, 3]
    falls = RocCurve(curve.tpr, curve.fpr)
    assert simplify(falls, 0.5).index.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [0, 1, 2])
def test_simple_curve_of_two_points_or_less_has_them_all(size):
    simple = simplify(RocCurve(np.arange(size) * 1.0, np.arange(size) * 1.0))
    assert (simple.index.size, simple.error) == (size, 0)


def test_simple_curve_of_equal_points_has_its_ends():
    simple = simplify(RocCurve(np.full(9, 0.5), np.full(9, 0.5)))
    assert (simple.index.tolist(), simple.error) == ([0, 8], 0)


@pytest.mark.parametrize("tolerance", [5e-324, 1e-17])
def test_hardly_any_tolerance_drops_only_what_lies_on_a_line(tolerance):
    along = np.array([0, 0.25, 0.5, 0.75, 1])
    level = RocCurve(along, np.array([0, 0.25, 0.5, 1, 1]))
    assert simplify(level, tolerance).index.tolist() == [0, 2, 3, 4]


@pytest.mark.parametrize("tolerance", [0, -1.0, np.nan])
def test_tolerance_that_is_not_positive_is_refused(curve, tolerance):
    with pytest.raises(CostCurveError, match=f"tolerance: must be positive. Got {tolerance}. Half"):
        simplify(curve, tolerance)


def test_positions_outside_a_curve_to_simplify_are_refused(curve):
    with pytest.raises(CostCurveError, match=r"keep: positions must be in the curve\. Got -1 in"):
        simplify(curve, keep=[-1])


# ---- Paths that stay within a distance
def distances(x, y, chosen):
    """How far each point is from the chord over it, by definition."""
    for a, b in pairwise(chosen):
        width, height = x[b] - x[a], y[b] - y[a]
        for i in range(a, b + 1):
            yield abs(width * (y[i] - y[a]) - height * (x[i] - x[a])) / np.hypot(width, height)


@pytest.mark.parametrize("seed", range(20))
def test_no_point_is_farther_than_the_room(seed):
    draw = np.random.default_rng(seed)
    x, y = draw.exponential(size=(2, 300)).cumsum(axis=1)
    forced = draw.random(300) < 0.02
    chosen = sleeve(x, y, 1.5, forced)
    assert max(distances(x, y, chosen)) <= 1.5 + 1e-12
    assert {0, 299, *np.flatnonzero(forced)} <= set(chosen.tolist())
    assert np.all(np.diff(chosen) > 0)
    assert chosen.size < 100


@pytest.mark.parametrize("seed", range(20))
def test_on_steps_pieces_are_those_of_a_walk_over_every_point(seed):
    draw = np.random.default_rng(seed)
    right = draw.random(200) < draw.choice([0.1, 0.5])
    x, y = np.cumsum([right, ~right & (draw.random(200) < 0.9)], axis=1, dtype=float)
    forced = draw.random(200) < 0.02
    points = list(zip(x.tolist(), y.tolist(), forced.tolist(), strict=True))
    for room in (0.0, 0.2, 0.6, 2.0):
        walked = [0]
        while walked[-1] < 199:
            walked.append(_farthest(points, walked[-1], room))
        assert sleeve(x, y, room, forced).tolist() == walked


def test_every_piece_goes_as_far_as_it_may():
    x = np.arange(9.0)
    y = np.array([0, 0, 0, 0, 1, 2, 3, 3, 3.0])
    assert sleeve(x, y, 1e-9, np.zeros(9, bool)).tolist() == [0, 3, 6, 8]
    assert sleeve(x, y, 0.8, np.zeros(9, bool)).tolist() == [0, 4, 7, 8]


def test_a_point_off_the_way_does_not_end_a_piece():
    x, y = np.array([0, 1, 1.2, 3.0]), np.array([0, 1, 1.6, 3.0])
    chosen = sleeve(x, y, 0.3, np.zeros(4, bool))
    assert chosen.tolist() == [0, 3]


def test_points_within_the_room_of_the_start_allow_every_direction():
    x, y = np.array([0, 0.1, 5.0]), np.array([0, 0.0, 50.0])
    assert sleeve(x, y, 0.1, np.zeros(3, bool)).tolist() == [0, 2]
    assert sleeve(x, y, 0.09, np.zeros(3, bool)).tolist() == [0, 1, 2]


def test_a_forced_point_is_chosen_even_on_a_line():
    along = np.arange(5.0)
    forced = np.array([False, False, True, False, False])
    assert sleeve(along, along, 1.0, forced).tolist() == [0, 2, 4]


def test_a_forced_point_off_the_way_costs_one_more():
    x, y = np.array([0, 1, 2, 3.0]), np.array([0, 0, 0, 9.0])
    forced = np.array([False, False, False, True])
    assert sleeve(x, y, 0.1, forced).tolist() == [0, 2, 3]


def test_one_point_is_its_own_path():
    assert sleeve(np.zeros(1), np.zeros(1), 1.0, np.zeros(1, bool)).tolist() == [0]
