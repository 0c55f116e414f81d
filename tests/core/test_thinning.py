from itertools import pairwise

import numpy as np
import pytest

from cc_widgets.core import RocCurve, convex_hull, count, predictions, roc_curve, thin
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


@pytest.mark.parametrize("keep", [[-1], [10**9]])
def test_positions_outside_the_curve_are_refused(curve, keep):
    with pytest.raises(CostCurveError, match=f"keep: positions must be in .* Got {keep[0]}"):
        thin(curve, 10, keep=keep)
