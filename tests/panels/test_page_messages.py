"""Invalid page messages never corrupt the state."""

import json
import math
from types import SimpleNamespace
from typing import Any

import pytest
from ipywidgets import Widget

import cc_widgets as cc
from cc_widgets.model.notes import MAX_PINS
from cc_widgets.model.view import SETTINGS
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
    *([{"kind": [], "index": 0}], [{"kind": "point", "index": 1.5}], [POINT] * (MAX_PINS + 1)),
    [{"kind": "free", "space": [], "x": 0, "y": 0}],
    [{"kind": "free", "space": "roc", "x": 10**400, "y": 0}],
    *([0.9, 0.1], [0, 2], [0.2, 0.4, 0.6], [10**400, 1]),
]


@pytest.fixture
def open_page(model, open_widgets, monkeypatch):
    """Explorer, and the last value that the page received of each trait."""
    explorer = CostCurveExplorer(model)
    state: dict[str, object] = {}

    def send(widget, msg, **_buffers):
        if widget is explorer.duality and msg.get("method") in {"update", "echo_update"}:
            state.update(msg["state"])

    monkeypatch.setattr(Widget, "_send", send)
    yield SimpleNamespace(duality=explorer.duality, model=model, told=state)
    assert open_widgets()


def as_sent(value):
    """Return a value after serialisation as JSON."""
    return json.loads(json.dumps(value))


@pytest.mark.long(cases=150)
@pytest.mark.parametrize("name", sorted(Duality.page_traits))
@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: repr(value)[:40])
def test_page_state_equals_python_state_after_any_message(open_page, name, value):
    page = open_page
    page.told[name] = value
    page.duality.set_state({name: as_sent(value)})
    assert as_sent(page.told[name]) == as_sent(page.duality.get_state(name)[name])
    sent = page.told[name]
    owners = {"presenting": page.duality, **dict.fromkeys(SETTINGS, page.model.view)}
    kept = getattr(owners.get(name, page.model), name)
    if name == "hidden":
        assert kept == tuple(list(page.model.classifiers)[at] for at in sent)
    elif name == "pins":
        assert [dict(pin) for pin in kept] == sent
    elif name == "criterion":
        assert (kept is None) == (sent is None)
    else:
        assert sent == (list(kept) if isinstance(kept, tuple) else kept)


@pytest.mark.parametrize(
    "name", ["names", "looks", "money", "classes", "points", "hover", "level", "stale", "snap"]
)
def test_python_traits_are_protected_and_resent(open_page, name):
    kept = getattr(open_page.duality, name)
    values: list[Any] = [["x"], [{}], {"prior": "x"}, 5, None, True]
    for value in values:
        open_page.told.clear()
        open_page.duality.set_state({name: value})
        assert getattr(open_page.duality, name) is kept
        assert name in open_page.told


def test_message_with_invalid_value_is_rejected_as_a_whole(open_page):
    open_page.duality.set_state({"pc": 0.3, "pins": 5})
    assert open_page.model.pc == 0.5
    assert open_page.told == {"pc": 0.5, "pins": []}


def test_unknown_trait_is_ignored(open_page):
    open_page.duality.set_state({"nonsense": 5, "pc": 0.3})
    assert open_page.model.pc == 0.3


def test_slider_accepts_only_handle_positions(open_widgets):
    slider = Slider(label="Prior")
    slider.set_state({"low": 0.2, "high": 0.4, "label": "x"})
    slider.set_state({"low": "x"})
    assert (slider.low, slider.high, slider.label) == (0.2, 0.4, "Prior")
    assert open_widgets()


def test_number_of_pins_is_limited(model):
    model.pins = [{**POINT, "more": "x" * 1000}] * MAX_PINS
    assert dict(model.pins[0]) == POINT
    with pytest.raises(cc.CostCurveError, match="must have at most 100 pins"):
        model.pins = [POINT] * (MAX_PINS + 1)
    assert len(model.pins) == MAX_PINS


def test_closed_explorer_opens_no_panel(model, open_widgets):
    explorer = CostCurveExplorer(model)
    explorer.close()
    left = open_widgets()
    with pytest.raises(cc.CostCurveError, match="closed"):
        explorer.open_panel("Criteria")
    assert open_widgets() == left
