"""A model with two classifiers, and panels of it that leave nothing behind."""

from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.views.style import all_within


def data(seed=0, size=60):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, size)
    scores = {"forest": y + rng.normal(size=size), "tree": y / 2 + rng.normal(size=size)}
    return {name: (y, score) for name, score in scores.items()}


@pytest.fixture
def model(made):
    """Two classifiers on the same examples; widgets of the test are closed after it."""
    assert not made()
    return cc.CostCurveModel(data())


@pytest.fixture
def use(model, made):
    """Open a panel of the model, and close it after the test: nothing of it may be left."""
    opened: list[Any] = []
    given: set[str] = set()

    def open_panel(kind, *more):
        # The test's own, which no panel may close.
        given.update(one.model_id for part in more for one in all_within(part))
        opened.append(kind(model, *more))
        return opened[-1]

    watched = observers(model)
    yield open_panel
    for panel in opened:
        panel.close()
        panel.close()  # once more is as good as once
    assert observers(model) == watched
    assert made() == given  # F8


def observers(model):
    """Return how many handlers the model calls."""
    return len(getattr(model, "_watchers", ())) + sum(
        len(handlers) for kinds in model._trait_notifiers.values() for handlers in kinds.values()
    )
