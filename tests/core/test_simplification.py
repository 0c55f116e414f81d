from itertools import pairwise

import numpy as np
import pytest

from cc_widgets.core import RocCurve, convex_hull, count, predictions, roc_curve
from cc_widgets.core.simplification import farthest_visible, simplify, sleeve_fit, thin
from cc_widgets.errors import CostCurveError


@pytest.fixture(scope="module")
def curve():
    draw = np.random.default_rng(0)
    label = draw.random(20_000) < 0.3
    return roc_curve(count(predictions(label, draw.normal(size=20_000) + label)))


def farthest_dropped(curve, index):
    """Maximum distance of a point from the chord between kept points around it, by definition."""
    worst = 0.0
    for start, stop in pairwise(index):
        chord = np.array([curve.fpr[stop] - curve.fpr[start], curve.tpr[stop] - curve.tpr[start]])
        x, y = (rate[start : stop + 1] - rate[start] for rate in (curve.fpr, curve.tpr))
        worst = max(worst, np.abs(chord[0] * y - chord[1] * x).max() / np.hypot(*chord))
    return worst


def test_thin_keeps_curve_within_limit():
    curve = RocCurve(np.linspace(0, 1, 10), np.linspace(0, 1, 10))
    thinned = thin(curve, 10)
    np.testing.assert_array_equal(thinned.index, range(10))
    assert thinned.error == 0


def test_thin_keeps_dense_points_within_limit():
    x = np.array([0, 0.01, 0.02, 1])
    assert thin(RocCurve(x, x), 4).index.tolist() == [0, 1, 2, 3]
    assert thin(RocCurve(x, x), 3).index.tolist() == [0, 3]


def test_thin_uses_limit_for_partial_curve():
    part = np.linspace(0.4, 0.6, 1001)
    thinned = thin(RocCurve(part, part**0.5), 100)
    assert 90 < thinned.index.size <= 100


@pytest.mark.parametrize("limit", [2, 3, 50, 1000])
def test_thin_respects_limit_and_error_bound(curve, limit):
    thinned = thin(curve, limit)
    assert thinned.index.size <= limit
    assert 0 < farthest_dropped(curve, thinned.index) <= thinned.error
    assert thinned.error <= 2 / (limit // 2) / np.sqrt(8)


def test_thin_keeps_ends_and_hull_corners(curve):
    corners = convex_hull([curve]).index[1:-1]
    thinned = thin(curve, 300, keep=corners)
    assert set(corners.tolist()) | {0, curve.fpr.size - 1} <= set(thinned.index.tolist())
    assert thinned.index.size <= 300
    assert np.all(np.diff(thinned.index) > 0)


def test_thin_keeps_more_corners_than_limit(curve):
    keep = range(100)
    assert set(keep) <= set(thin(curve, 10, keep=keep).index.tolist())


def test_thin_error_is_0_on_horizontal_edge():
    fpr = np.concatenate([[0.0], np.linspace(0, 1, 1000)])
    tpr = np.concatenate([[0.0], np.ones(1000)])
    thinned = thin(RocCurve(fpr, tpr), 20, keep=[1])
    assert thinned.index.size <= 20
    assert thinned.error == 0


def test_thin_keeps_all_points_if_rates_decrease():
    draw = np.random.default_rng(1)
    curve = RocCurve(draw.random(100), draw.random(100))
    assert thin(curve, 10).index.size == 100


def test_thin_reduces_equal_points_to_the_ends():
    curve = RocCurve(np.full(9, 0.5), np.full(9, 0.5))
    thinned = thin(curve, 3)
    np.testing.assert_array_equal(thinned.index, [0, 8])
    assert thinned.error == 0


def test_thin_rejects_limit_below_2(curve):
    with pytest.raises(CostCurveError, match=r"limit: must be at least 2.*Got 1\. Pass 2"):
        thin(curve, 1)


def test_thin_accepts_last_position_only(curve):
    assert curve.fpr.size - 1 in thin(curve, 10, keep=[curve.fpr.size - 1]).index
    with pytest.raises(CostCurveError, match=f"Got {curve.fpr.size} in a curve of"):
        thin(curve, 10, keep=[curve.fpr.size])


@pytest.mark.parametrize("keep", [[-1], [10**9]])
def test_thin_rejects_positions_outside_curve(curve, keep):
    with pytest.raises(CostCurveError, match=f"keep: must be positions in .* Got {keep[0]}"):
        thin(curve, 10, keep=keep)


@pytest.mark.parametrize("tolerance", [0.0005, 0.002, 0.01, 0.1])
def test_simplify_is_within_tolerance_of_every_point(curve, tolerance):
    simple = simplify(curve, tolerance)
    farthest = farthest_dropped(curve, simple.index)
    assert tolerance / 3 < farthest <= simple.error <= tolerance
    assert {0, curve.fpr.size - 1} <= set(simple.index.tolist())
    assert np.all(np.diff(simple.index) > 0)


def test_simplify_default_tolerance_is_half_a_pixel(curve):
    np.testing.assert_array_equal(simplify(curve).index, simplify(curve, 0.0005).index)


def test_simplify_size_does_not_grow_with_curve():
    sizes = []
    for size in (1_000, 1_000_000):
        x = np.linspace(0, 1, size)
        sizes.append(simplify(RocCurve(x, np.sqrt(x))).index.size)
    assert sizes[0] - 3 <= sizes[1] <= 30


def test_simplify_noisy_curve():
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


def test_simplify_straight_pieces_keeps_only_vertices():
    x = np.concatenate([np.linspace(0, 0.25, 100), np.linspace(0.25, 1, 100)])
    y = np.concatenate([np.linspace(0, 0.75, 100), np.linspace(0.75, 1, 100)])
    simple = simplify(RocCurve(x, y), 1e-9)
    assert simple.index.size == 3
    assert simple.index[1] in {99, 100}
    assert simple.error <= 1e-9


def test_simplify_keeps_all_points_if_rates_decrease():
    curve = RocCurve(np.array([0.0, 0.5, 0.4, 1.0]), np.array([0.0, 0.5, 0.5, 1.0]))
    assert simplify(curve, 0.5).index.tolist() == [0, 1, 2, 3]
    falls = RocCurve(curve.tpr, curve.fpr)
    assert simplify(falls, 0.5).index.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [0, 1, 2])
def test_simplify_keeps_two_points_or_fewer(size):
    simple = simplify(RocCurve(np.arange(size) * 1.0, np.arange(size) * 1.0))
    assert (simple.index.size, simple.error) == (size, 0)


def test_simplify_reduces_equal_points_to_the_ends():
    simple = simplify(RocCurve(np.full(9, 0.5), np.full(9, 0.5)))
    assert (simple.index.tolist(), simple.error) == ([0, 8], 0)


@pytest.mark.parametrize("tolerance", [5e-324, 1e-17])
def test_simplify_with_tiny_tolerance_drops_only_collinear_points(tolerance):
    x = np.array([0, 0.25, 0.5, 0.75, 1])
    curve = RocCurve(x, np.array([0, 0.25, 0.5, 1, 1]))
    assert simplify(curve, tolerance).index.tolist() == [0, 2, 3, 4]


@pytest.mark.parametrize("tolerance", [0, -1.0, np.nan])
def test_simplify_rejects_non_positive_tolerance(curve, tolerance):
    with pytest.raises(CostCurveError, match=f"tolerance: must be positive. Got {tolerance}. Half"):
        simplify(curve, tolerance)


def test_simplify_rejects_positions_outside_curve(curve):
    with pytest.raises(CostCurveError, match=r"keep: must be positions in the curve\. Got -1 in"):
        simplify(curve, keep=[-1])


# ---- Sleeve fitting
def distances(x, y, chosen):
    """Yield the distance of each point from its chord, by definition."""
    for a, b in pairwise(chosen):
        width, height = x[b] - x[a], y[b] - y[a]
        for i in range(a, b + 1):
            yield abs(width * (y[i] - y[a]) - height * (x[i] - x[a])) / np.hypot(width, height)


@pytest.mark.parametrize("seed", range(20))
def test_sleeve_fit_is_within_tolerance(seed):
    draw = np.random.default_rng(seed)
    x, y = draw.exponential(size=(2, 300)).cumsum(axis=1)
    required = draw.random(300) < 0.02
    chosen = sleeve_fit(x, y, 1.5, required)
    assert max(distances(x, y, chosen)) <= 1.5 + 1e-12
    assert {0, 299, *np.flatnonzero(required)} <= set(chosen.tolist())
    assert np.all(np.diff(chosen) > 0)
    assert chosen.size < 100


@pytest.mark.parametrize("seed", range(20))
def test_sleeve_fit_shortcut_equals_walk_on_steps(seed):
    draw = np.random.default_rng(seed)
    right = draw.random(200) < draw.choice([0.1, 0.5])
    x, y = np.cumsum([right, ~right & (draw.random(200) < 0.9)], axis=1, dtype=float)
    required = draw.random(200) < 0.02
    points = list(zip(x.tolist(), y.tolist(), required.tolist(), strict=True))
    for tolerance in (0.0, 0.2, 0.6, 2.0):
        expected = [0]
        while expected[-1] < 199:
            expected.append(farthest_visible(points, expected[-1], tolerance))
        assert sleeve_fit(x, y, tolerance, required).tolist() == expected


def test_sleeve_fit_pieces_are_as_long_as_possible():
    x = np.arange(9.0)
    y = np.array([0, 0, 0, 0, 1, 2, 3, 3, 3.0])
    assert sleeve_fit(x, y, 1e-9, np.zeros(9, bool)).tolist() == [0, 3, 6, 8]
    assert sleeve_fit(x, y, 0.8, np.zeros(9, bool)).tolist() == [0, 4, 7, 8]


def test_sleeve_fit_continues_past_outlier():
    x, y = np.array([0, 1, 1.2, 3.0]), np.array([0, 1, 1.6, 3.0])
    chosen = sleeve_fit(x, y, 0.3, np.zeros(4, bool))
    assert chosen.tolist() == [0, 3]


def test_sleeve_fit_ignores_points_near_the_start():
    x, y = np.array([0, 0.1, 5.0]), np.array([0, 0.0, 50.0])
    assert sleeve_fit(x, y, 0.1, np.zeros(3, bool)).tolist() == [0, 2]
    assert sleeve_fit(x, y, 0.09, np.zeros(3, bool)).tolist() == [0, 1, 2]


def test_sleeve_fit_keeps_required_collinear_point():
    x = np.arange(5.0)
    required = np.array([False, False, True, False, False])
    assert sleeve_fit(x, x, 1.0, required).tolist() == [0, 2, 4]


def test_sleeve_fit_keeps_required_point_after_turn():
    x, y = np.array([0, 1, 2, 3.0]), np.array([0, 0, 0, 9.0])
    required = np.array([False, False, False, True])
    assert sleeve_fit(x, y, 0.1, required).tolist() == [0, 2, 3]


def test_sleeve_fit_of_one_point():
    assert sleeve_fit(np.zeros(1), np.zeros(1), 1.0, np.zeros(1, bool)).tolist() == [0]
