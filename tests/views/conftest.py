"""What the views send, and which widgets they leave behind."""

import json
from typing import Any

import numpy as np
import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances, _remove_buffers

from cc_widgets.core import predictions
from cc_widgets.model.state import CostCurveModel


class Wire:
    """Every update that went to the browser since the last `clear`."""

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
    found = Wire()

    def send(_widget, msg, buffers=None):
        if msg.get("method") == "update":
            found.note(msg, buffers)

    monkeypatch.setattr(Widget, "_send", send)
    return found


@pytest.fixture(autouse=True)
def none_left(made):
    """Whatever widgets a test makes are closed after it."""


@pytest.fixture
def opening_size(made):
    """How many bytes it takes to show everything that the test has made."""

    def measure():
        total = 0
        for widget in [_instances[model_id] for model_id in made()]:
            state, _, buffers = _remove_buffers(widget.get_state())
            total += len(json.dumps(state)) + sum(memoryview(one).nbytes for one in buffers)
        return total

    return measure


@pytest.fixture
def pair():
    """A model of two classifiers, each the cheaper one somewhere."""
    return CostCurveModel(two())


def rows(mark):
    """The x and y of each line of a mark."""
    if not mark.y.size:
        return []
    y: Any = np.atleast_2d(mark.y)
    return list(zip(np.broadcast_to(mark.x, y.shape), y, strict=True))


def row_of(marks, position):
    """The x and y of one classifier in marks that hold every fourth, and its colour."""
    mark = marks[position % len(marks)]
    place = position // len(marks)
    return *rows(mark)[place], mark.colors[place]


def two(n=200, seed=0):
    rng = np.random.default_rng(seed)
    y_true = np.where(rng.random(n) < 0.4, "ill", "healthy")
    sick = y_true == "ill"
    scores = {"forest": rng.normal(size=n) + 1.5 * sick, "logistic": rng.normal(size=n) + sick}
    return {name: predictions(y_true, one, pos_label="ill") for name, one in scores.items()}
