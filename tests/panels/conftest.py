"""Fixtures: a model with two classifiers, and panels that must not leak widgets."""

from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.views.style import iter_widgets


def data(seed=0, size=60):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, size)
    scores = {"forest": y + rng.normal(size=size), "tree": y / 2 + rng.normal(size=size)}
    return {name: (y, score) for name, score in scores.items()}


@pytest.fixture
def model(open_widgets):
    """Model of two classifiers on the same examples; closes the widgets of the test."""
    assert not open_widgets()
    return cc.CostCurveModel(data())


@pytest.fixture
def use(model, open_widgets):
    """Function that opens a panel, which is closed after the test without leaking anything."""
    opened: list[Any] = []
    existing: set[str] = set()

    def open_panel(kind, *more):
        # The test's own notebook output, which no panel may close.
        existing.update(widget.model_id for part in more for widget in iter_widgets(part))
        opened.append(kind(model, *more))
        return opened[-1]

    watched = observers(model)
    yield open_panel
    for panel in opened:
        panel.close()
        panel.close()  # once more is as good as once
    assert observers(model) == watched
    assert open_widgets() == existing  # F8


def observers(model):
    """Return the number of registered handlers of the model."""
    return len(getattr(model, "_watchers", ())) + sum(
        len(handlers) for kinds in model._trait_notifiers.values() for handlers in kinds.values()
    )
