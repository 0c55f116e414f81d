from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import _hull as chain
from cc_widgets.core._hull import perhaps_corners, staircase, upper_chain, without_hollows


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
