"""Closed explorers release their data and raise errors."""

import copy
import gc
import pickle
import weakref
from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.panels import parts as reruns
from cc_widgets.panels.explorer import PANELS
from tests.panels.conftest import data


@pytest.fixture
def explorer(open_widgets):
    shown = cc.CostCurveExplorer(cc.CostCurveModel(data()))
    yield shown
    shown.close()
    assert not open_widgets()


def test_repeated_cell_keeps_only_last_data(open_widgets, monkeypatch):
    results: list[cc.CostCurveExplorer] = []
    models: list[Any] = []
    curves: list[Any] = []
    figures: list[Any] = []
    for run in range(3):
        monkeypatch.setattr(reruns, "running_cell", lambda run=run: ("cell", str(run)))
        shown = cc.CostCurveExplorer(cc.CostCurveModel(data(run)))
        for title in PANELS:
            shown.open_panel(title)
        shown.model.bootstrap(n_resamples=100, rng=0)
        results.append(shown)  # as Out[1], Out[2], ... of a notebook
        models.append(weakref.ref(shown.model))
        curves.append(weakref.ref(shown.model.curves.classifiers[0].curve.fpr))
        figures.append(weakref.ref(shown._views[0].figure))
        del shown
        for left in (models, curves, figures):
            assert [reference() is None for reference in left] == [True] * run + [False]
    assert results[-1].model is models[-1]()
    results[-1].close()
    assert not open_widgets()


def test_job_of_replaced_explorer_is_stopped(open_widgets, monkeypatch):
    monkeypatch.setattr(reruns, "running_cell", lambda: ("cell", "1"))
    first = cc.CostCurveExplorer(cc.CostCurveModel(data(size=2000)))
    first.model.resampling = cc.BootstrapSettings(n_resamples=50_000, rng=0)
    job, gone = first.model.bootstrap(wait=False), weakref.ref(first.model)
    monkeypatch.setattr(reruns, "running_cell", lambda: ("cell", "2"))
    second = cc.CostCurveExplorer(cc.CostCurveModel(data()))
    assert gone() is None
    job._thread.join(20)
    assert not job._thread.is_alive()
    second.close()
    assert not open_widgets()


def test_closed_explorer_releases_data(explorer):
    model = weakref.ref(explorer.model)
    points = weakref.ref(explorer.duality.points.fpr)
    explorer.close()
    gc.collect()
    assert (model(), points(), explorer.children) == (None, None, ())


def test_referenced_model_survives_close(explorer):
    model = explorer.model
    model.pc = 0.3
    explorer.close()
    gc.collect()
    assert explorer.model is model
    reopened = cc.CostCurveExplorer(model)
    assert reopened.duality.pc == 0.3
    reopened.close()


def test_closed_explorer_raises(explorer):
    assert repr(explorer) == ("CostCurveExplorer(2 classifiers: forest, tree; PC(+) 0.5; no bands)")
    explorer.close()
    gc.collect()
    assert repr(explorer) == "CostCurveExplorer(closed)"
    for use in (
        lambda: explorer.model,
        lambda: explorer.duality,
        lambda: explorer.open_panel("Compare"),
    ):
        with pytest.raises(
            cc.CostCurveError, match=r"this explorer is closed\. .*create a new one"
        ):
            use()


def test_closed_explorer_creates_no_panel(explorer, open_widgets):
    explorer.close()
    with pytest.raises(cc.CostCurveError, match="open_panel: this explorer is closed"):
        explorer.open_panel("Uncertainty")
    assert not open_widgets()


@pytest.mark.parametrize("twice", [copy.copy, copy.deepcopy, pickle.dumps])
def test_copying_an_explorer_raises(explorer, open_widgets, twice):
    before = open_widgets()
    with pytest.raises(cc.CostCurveError, match=r"Copy or pickle explorer\.model"):
        twice(explorer)
    assert open_widgets() == before


def test_number_and_size_of_pins_are_limited(explorer):
    free = {"kind": "free", "space": "roc", "x": 0.1, "y": 0.2}
    duality = explorer.duality
    duality.pins = [{**free, "x": x} for x in np.linspace(0, 1, 100).tolist()]
    kept = list(duality.pins)
    assert [dict(pin) for pin in explorer.model.pins] == kept
    duality.pins = [*kept, free]
    assert (duality.pins, len(explorer.model.pins)) == (kept, 100)
    duality.pins = [{**free, "note": "x" * 10**6}]
    assert duality.pins == [free]
