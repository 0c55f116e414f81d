from itertools import pairwise

import numpy as np
import pytest

from cc_widgets.core._display import sleeve


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
