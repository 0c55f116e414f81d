"""Cost of updates: messages, bytes, widgets, time."""

from dataclasses import fields

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.cost import CostView
from cc_widgets.views.difference import DifferenceView
from cc_widgets.views.link import duality_traits, update_page
from cc_widgets.views.roc import RocView
from cc_widgets.widgets.duality import Duality
from tests.views.conftest import two


class Screen:
    """All figures of a model, as in an explorer."""

    def __init__(self, model):
        self.model = model
        self.duality = Duality(**duality_traits(model))
        self.views = [View(self.duality, model) for View in (RocView, CostView, DifferenceView)]
        self.follow()

    def follow(self):
        update_page(self.duality, self.model)
        for view in self.views:
            view.draw(self.model)


@pytest.fixture
def screen(pair, wire):
    pair.bootstrap(n_resamples=200, rng=0)
    views = Screen(pair)
    wire.clear()
    return views


def test_redrawing_sends_nothing(screen, wire):
    screen.follow()
    assert wire.states == []


@pytest.mark.parametrize(
    ("name", "value", "keys"),
    [
        ("pc", 0.3, ["box", "pc", "stability"]),
        ("pc_range", (0.2, 0.4), ["box", "pc", "pc_range", "range_choice", "stability"]),
        ("conditions", Conditions(0.1, 1, 20), ["box", "conditions", "money", "pc", "stability"]),
        ("pins", ({"kind": "point", "index": 3},), ["pins"]),
        ("criterion", {"kind": "minimax"}, ["background", "box", "criterion"]),
        ("conditions", Conditions(n_cases=1000), ["n_cases"]),
    ],
)
def test_a_change_sends_its_own_traits_and_no_array(screen, wire, name, value, keys):
    setattr(screen.model, name, value)
    screen.follow()
    assert wire.keys == keys
    assert len(wire.states) == (1 if keys else 0)
    assert wire.n_buffer_bytes == 0


def test_new_level_sends_bands_only(screen, wire):
    screen.model.level = 0.8
    screen.follow()
    assert "level" in wire.keys
    assert not {"points", "hull", "names"} & set(wire.keys)


def test_ticks_follow_conditions_without_moving_a_mark(screen, wire):
    screen.model.view.axis = "prior"
    screen.follow()
    wire.clear()
    screen.model.conditions = Conditions(0.1, 1, 30)
    screen.follow()
    sent = {"box", "conditions", "money", "pc", "stability"}
    assert sent < set(wire.keys)
    assert set(wire.keys) - sent == {"label", "tick_labels", "tick_values"}
    assert wire.n_buffer_bytes < 300


def test_hiding_sends_no_curve(screen, wire):
    screen.model.hide("forest")
    screen.follow()
    assert "hidden" in wire.keys
    assert "points" not in wire.keys


def test_hiding_one_of_many_sends_next_to_nothing(wire):
    model = CostCurveModel({f"m{i}": two(seed=i)["forest"] for i in range(10)})
    screen = Screen(model)
    wire.clear()
    model.hide("m3")
    screen.follow()
    assert len(wire.states) < 20
    assert wire.n_buffer_bytes < 5_000


def test_new_colour_sends_no_array(screen, wire):
    screen.model.colors = {"forest": "#123456"}
    screen.follow()
    assert {"colors", "looks"} <= set(wire.keys)
    assert wire.n_buffer_bytes == 0


def test_highlight_is_kept_while_points_are_the_same(screen):
    screen.duality.light({"kind": "point", "index": 1})
    screen.model.pc = 0.2
    screen.follow()
    assert screen.duality.hover == {"kind": "point", "index": 1}
    screen.model.classifiers = two(seed=1)
    screen.follow()
    assert screen.duality.hover is None


def test_repeated_highlight_is_sent_again(screen, wire):  # the cursor may have moved on
    for _ in range(2):
        wire.clear()
        screen.duality.light({"kind": "point", "index": 1})
        assert "hover" in wire.keys


def test_two_hundred_updates_leak_no_widget(open_widgets):
    model = CostCurveModel(two(n=20))
    screen = Screen(model)
    before, figures = set(), []
    for turn in range(200):
        if turn % 4 == 0:
            model.classifiers = two(n=20, seed=turn)
        elif turn % 4 == 1:
            model.hidden = ("forest",) if turn % 8 == 1 else ()
        elif turn % 4 == 2:
            model.view.axis = ("pc", "logit", "prior", "cost_ratio")[turn // 4 % 4]
        else:
            model.pc = turn / 200
        screen.follow()
        if turn % 10 == 0:
            model.add("third", two(n=20, seed=turn)["forest"])
            screen.follow()
            model.remove("third")
            screen.follow()
        if turn == 20:
            before, figures = open_widgets(), [list(view.figure.marks) for view in screen.views]
    assert open_widgets() == before
    assert [list(view.figure.marks) for view in screen.views] == figures


@pytest.mark.parametrize("count", [2, 30])
def test_sixty_messages_show_any_number_of_classifiers(open_widgets, wire, count):
    rng = np.random.default_rng(0)
    y_true = rng.random(60) < 0.5
    explorer = cc.explore(y_true, {f"m{i}": rng.normal(size=60) + y_true for i in range(count)})
    assert explorer.comm is not None
    assert len(open_widgets()) + len(wire.states) <= 60


def test_a_million_scores_are_fast_to_display_and_update(opening_size):
    rng = np.random.default_rng(0)
    y_true = rng.random(1_000_000) < 0.3
    scores = {name: rng.normal(size=y_true.size) + y_true for name in ("a", "b")}
    explorer = cc.explore(y_true, scores)
    assert explorer.model.curves.classifiers[0].reduced.n_thresholds > 900_000
    assert opening_size() < 150_000
    curves = explorer._views[0].marks["curves"]
    assert max(mark.x.nbytes + mark.y.nbytes for mark in curves) <= 1_000
    points = explorer.duality.points
    assert sum(getattr(points, each.name).nbytes for each in fields(points)) <= 2 * 12_000
