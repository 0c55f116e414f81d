"""Fixtures that record messages to the page and close widgets."""

import json
from typing import Any

import numpy as np
import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances, _remove_buffers

from cc_widgets.core import predictions
from cc_widgets.model.state import CostCurveModel


class Wire:
    """Recorder of updates sent to the page since the last `clear`."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.states = []
        self.n_buffer_bytes = 0

    def note(self, msg, buffers):
        self.states.append(msg["state"])
        self.n_buffer_bytes += sum(memoryview(buffer).nbytes for buffer in buffers or ())

    @property
    def keys(self):
        return sorted({key for state in self.states for key in state})


@pytest.fixture
def wire(monkeypatch):
    recorder = Wire()

    def send(_widget, msg, buffers=None):
        if msg.get("method") == "update":
            recorder.note(msg, buffers)

    monkeypatch.setattr(Widget, "_send", send)
    return recorder


@pytest.fixture(autouse=True)
def none_left(open_widgets):
    """Close the widgets of a test after it."""


@pytest.fixture
def opening_size(open_widgets):
    """Return the size in bytes of all messages that display the current widgets."""

    def measure():
        total = 0
        for widget in [_instances[model_id] for model_id in open_widgets()]:
            state, _, buffers = _remove_buffers(widget.get_state())
            total += len(json.dumps(state)) + sum(memoryview(buffer).nbytes for buffer in buffers)
        return total

    return measure


@pytest.fixture
def pair():
    """Model of two classifiers, each of them cheapest somewhere."""
    return CostCurveModel(two())


def rows(mark):
    """Return x and y of each line of a mark."""
    if not mark.y.size:
        return []
    y: Any = np.atleast_2d(mark.y)
    return list(zip(np.broadcast_to(mark.x, y.shape), y, strict=True))


def row_of(marks, position):
    """Return x, y and colour of a classifier in marks that contain every fourth one."""
    mark = marks[position % len(marks)]
    place = position // len(marks)
    return *rows(mark)[place], mark.colors[place]


def two(n=200, seed=0):
    rng = np.random.default_rng(seed)
    y_true = np.where(rng.random(n) < 0.4, "ill", "healthy")
    sick = y_true == "ill"
    scores = {"forest": rng.normal(size=n) + 1.5 * sick, "logistic": rng.normal(size=n) + sick}
    return {name: predictions(y_true, values, pos_label="ill") for name, values in scores.items()}
