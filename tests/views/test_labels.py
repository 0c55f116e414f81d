"""Names of curves: near their own, off all others, always at the same place."""

import itertools

import numpy as np
import pytest

from cc_widgets.views import labels
from cc_widgets.views.labels import AROUND, BELOW, Box, box_of, place_names

HIGH = np.array([[0.0, 0.0], [0.1, 0.9], [1.0, 1.0]])
LOW = np.array([[0.0, 0.0], [0.5, 0.6], [1.0, 1.0]])


def boxes(names, places):
    return [box_of(name, *place) for name, place in zip(names, places, strict=True) if place]


def overlap(a, b):
    apart_x = abs(a.x - b.x) > a.half_width + b.half_width
    return not apart_x and abs(a.y - b.y) <= a.half_height + b.half_height


def crosses(box, curve):
    x = np.linspace(0, 1, 2001)
    y = np.interp(x, *curve.T)
    return bool(
        np.any((np.abs(x - box.x) < box.half_width) & (np.abs(y - box.y) < box.half_height))
    )


def test_names_touch_neither_each_other_nor_a_curve():
    found = boxes(["forest", "logistic"], place_names(["forest", "logistic"], [HIGH, LOW]))
    assert len(found) == 2
    assert not overlap(*found)
    assert not any(crosses(box, curve) for box in found for curve in (HIGH, LOW))


def test_every_name_is_inside_the_plot():
    for box in boxes(["a long name"] * 2, place_names(["a long name"] * 2, [HIGH, LOW])):
        assert 0 < box.x - box.half_width < box.x + box.half_width < 1
        assert 0 < box.y - box.half_height < box.y + box.half_height < 1


def test_of_many_curves_only_those_with_room_are_named():
    curves = [np.array([[0, 0], [0.5, 0.5 + 0.4 * i / 29], [1, 1]]) for i in range(30)]
    names = [f"model {i}" for i in range(30)]
    places = place_names(names, curves)
    assert None in places
    found = boxes(names, places)
    assert not any(overlap(a, b) for a, b in itertools.combinations(found, 2))


def test_the_same_curves_have_their_names_at_the_same_places():
    assert place_names(["a", "b"], [HIGH, LOW]) == place_names(["a", "b"], [HIGH, LOW])


def test_what_is_taken_stays_free():
    taken = Box(0.5, 0.3, 0.5, 0.3)
    (place,) = place_names(["forest"], [LOW], taken=[taken])
    assert place is None or not overlap(box_of("forest", *place), taken)


def test_a_name_gives_way_to_what_stands_where_it_would_stand():
    [usual] = boxes(["forest"], place_names(["forest"], [LOW]))
    [other] = boxes(["forest"], place_names(["forest"], [LOW], taken=[usual]))
    assert not overlap(usual, other)


def test_names_of_two_that_are_the_same_stand_apart():
    found = boxes(["forest", "logistic"], place_names(["forest", "logistic"], [LOW, LOW]))
    assert len(found) == 2
    assert not overlap(*found)


def test_names_stand_along_the_part_that_is_given():
    (place,) = place_names(["a"], [LOW], beside=[np.array([[0.8, 0.84], [0.9, 0.92]])])
    assert place is not None
    assert 0.7 < place[0] < 1


def test_walls_are_not_crossed_but_may_be_near():
    (place,) = place_names(["a"], [HIGH], walls=[HIGH])
    assert place is not None


def test_a_curve_outside_the_plot_and_no_curve_at_all_have_no_name():
    assert place_names(["a", "b"], [HIGH + 5, np.empty((0, 2))]) == [None, None]


def test_a_single_point_has_its_name_beside_it():
    (place,) = place_names(["rule"], [np.array([[0.2, 0.8]])])
    assert place is not None
    assert np.hypot(place[0] - 0.2, place[1] - 0.8) < 0.15


def bent(count, seed=0):
    """Curves of all shapes from one corner to the other."""
    rng = np.random.default_rng(seed)
    x = np.linspace(0, 1, 20)
    return [np.column_stack([x, x ** rng.uniform(0.1, 1)]) for _ in range(count)]


@pytest.mark.parametrize("count", [1, 5, 9, 30])
@pytest.mark.parametrize("sides", [AROUND, BELOW])
def test_the_coarse_look_leaves_out_no_place_that_is_free(monkeypatch, count, sides):
    curves, names = bent(count), [f"model {i}" for i in range(count)]
    found = place_names(names, curves, sides=sides)
    monkeypatch.setattr(labels._Crowd, "free", lambda _crowd, places, _size: places[:, 0] >= 0)
    assert place_names(names, curves, sides=sides) == found


def test_f5_four_times_as_many_curves_take_little_more_than_four_times_the_work(monkeypatch):
    measured = []
    distance = labels._distance

    def measure(places, size, points):
        measured.append(len(places) * len(points))
        return distance(places, size, points)

    monkeypatch.setattr(labels, "_distance", measure)

    def work(count):
        measured.clear()
        place_names(["model"] * count, bent(count), walls=bent(1, seed=1))
        return sum(measured)

    assert work(200) < 7 * work(50)


def test_a_place_with_a_point_of_a_curve_well_inside_is_not_free():  # F8
    crowd = labels._Crowd([np.array([[0.5, 0.5]])])
    size = Box(0.0, 0.0, 0.1, 0.1)
    places = np.array([[0.5, 0.5], [0.45, 0.55], [0.2, 0.5], [0.5, 0.8]])
    assert crowd.free(places, size).tolist() == [False, False, True, True]
