"""F6: whatever a page sends, Python keeps a good state and says what it is."""

import json
import math
from types import SimpleNamespace
from typing import Any

import pytest
from ipywidgets import Widget

import cc_widgets as cc
from cc_widgets.model.notes import MOST_PINS
from cc_widgets.panels.explorer import CostCurveExplorer
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.slider import Slider

POINT = {"kind": "point", "index": 0}
WORK = {"kind": "workforce", "positives": 1, "negatives": 1}
NONSENSE: list[Any] = [
    *(5, "x", [], {}, [1], [[1]], [None, 1], None, True, math.nan, math.inf, -1, 2, 10**400),
    *({"kind": []}, {"kind": 5}, {"kind": "unheard of"}, {"kind": "neyman_pearson"}),
    *({**WORK, "capacity": []}, {**WORK, "capacity": 10**400}, {**WORK, "capacity": None}),
    {"kind": "youden", "roc": [None], "cost_line": 5, "words": {}},
    *([{"kind": [], "index": 0}], [{"kind": "point", "index": 1.5}], [POINT] * (MOST_PINS + 1)),
    [{"kind": "free", "space": [], "x": 0, "y": 0}],
    [{"kind": "free", "space": "roc", "x": 10**400, "y": 0}],
    *([0.9, 0.1], [0, 2], [0.2, 0.4, 0.6], [10**400, 1]),
]


@pytest.fixture
def open_page(model, made, monkeypatch):
    """An explorer, and a page that remembers the last that it was told of each trait."""
    explorer = CostCurveExplorer(model)
    told: dict[str, object] = {}

    def send(widget, msg, **_buffers):
        if widget is explorer.duality and msg.get("method") in {"update", "echo_update"}:
            told.update(msg["state"])

    monkeypatch.setattr(Widget, "_send", send)
    yield SimpleNamespace(duality=explorer.duality, model=model, told=told)
    assert made()


def as_sent(value):
    """A value as it arrives: through JSON."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", sorted(Duality.heard))
@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: repr(value)[:40])
def test_after_any_message_the_page_has_what_python_has(open_page, name, value):
    page = open_page
    page.told[name] = value
    page.duality.set_state({name: as_sent(value)})
    assert as_sent(page.told[name]) == as_sent(page.duality.get_state(name)[name])
    told = page.told[name]
    kept = getattr(page.duality if name == "presenting" else page.model, name)
    if name == "hidden":
        assert kept == tuple(list(page.model.classifiers)[at] for at in told)
    elif name == "pins":
        assert [dict(pin) for pin in kept] == told
    elif name == "criterion":
        assert (kept is None) == (told is None)
    else:
        assert told == (list(kept) if isinstance(kept, tuple) else kept)


@pytest.mark.parametrize(
    "name", ["names", "looks", "money", "classes", "points", "hover", "level", "stale", "snap"]
)
def test_what_only_python_says_is_not_heard_and_said_again(open_page, name):
    kept = getattr(open_page.duality, name)
    values: list[Any] = [["x"], [{}], {"prior": "x"}, 5, None, True]
    for value in values:
        open_page.told.clear()
        open_page.duality.set_state({name: value})
        assert getattr(open_page.duality, name) is kept
        assert name in open_page.told


def test_one_wrong_value_takes_the_others_of_its_message_along(open_page):
    open_page.duality.set_state({"pc": 0.3, "pins": 5})
    assert open_page.model.pc == 0.5
    assert open_page.told == {"pc": 0.5, "pins": []}


def test_a_trait_nobody_knows_is_ignored(open_page):
    open_page.duality.set_state({"nonsense": 5, "pc": 0.3})
    assert open_page.model.pc == 0.3


def test_a_slider_hears_its_handles_only(made):
    slider = Slider(label="Prior")
    slider.set_state({"low": 0.2, "high": 0.4, "label": "x"})
    slider.set_state({"low": "x"})
    assert (slider.low, slider.high, slider.label) == (0.2, 0.4, "Prior")
    assert made()


def test_pins_have_a_limit_and_no_more_than_they_need(model):
    model.pins = [{**POINT, "more": "x" * 1000}] * MOST_PINS
    assert dict(model.pins[0]) == POINT
    with pytest.raises(cc.CostCurveError, match="no more than 100 pins can be told apart"):
        model.pins = [POINT] * (MOST_PINS + 1)
    assert len(model.pins) == MOST_PINS


def test_a_closed_explorer_opens_no_panel_and_makes_no_widget(model, made):
    explorer = CostCurveExplorer(model)
    explorer.close()
    left = made()
    with pytest.raises(cc.CostCurveError, match="closed"):
        explorer.open_panel("Criteria")
    assert made() == left
