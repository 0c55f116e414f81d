from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import chain
from cc_widgets.core.chain import upper_chain


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
    passes = Mock(wraps=chain._below_chord)
    monkeypatch.setattr(chain, "_below_chord", passes)
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
