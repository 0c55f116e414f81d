"""Traits shared by Python and the page."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bqplot import LinearScale
from ipywidgets import Widget

from cc_widgets import widgets
from cc_widgets.core.results import Owner
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import json_value
from cc_widgets.views.link import SENT
from cc_widgets.widgets.cursor import DualityCursor
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.legend import Legend
from cc_widgets.widgets.ribbon import Ribbon
from cc_widgets.widgets.table import DataTable
from cc_widgets.widgets.wire import SentBands, SentDifference, SentWinners


@pytest.fixture
def duality():
    made = Duality()
    yield made
    made.close()


def test_default_arrays_are_empty_with_declared_types(duality):
    state = duality.get_state()
    for name in ("points", "hull", "winners", "leads", "bands", "difference", "in_use"):
        for field, packed in state[name].items():
            integer = field in {
                "owner",
                "other",
                "significance",
                "challenger",
                "point",
                "among",
                "with_expected",
            }
            assert packed["dtype"] == ("int32" if integer else "float64"), (name, field)
            assert len(packed["data"]) == 0
    assert (state["looks"], state["money"]) == ([], None)


def test_model_traits_have_model_defaults(duality):
    state, model = duality.get_state(), CostCurveModel()
    for name in {*SENT} - {"hidden"}:
        assert state[name] == json_value(getattr(model, name)), name
    assert (state["hidden"], state["pc"], state["level"]) == ([], 0.5, 0.9)


def test_mutable_defaults_are_not_shared(duality):
    other = Duality()
    other.pins = [*other.pins, {"kind": "point", "index": 0}]
    assert duality.pins == []
    assert duality.winners.pc.size == 0
    other.close()


def test_bands_are_sent_exactly(duality):
    values = np.array([0.25, 0.5])
    duality.bands = SentBands(
        pc=values,
        estimate=values,
        lower=values / 2,
        upper=2 * values,
        expected=values,
        owner=np.array([0, Owner.BEST]),
    )
    duality.difference = SentDifference(values, values, values, values)
    duality.winners = SentWinners(np.array([0.0]), np.array([Owner.ALL_NEGATIVE]), np.array([1]))
    sent = duality.get_state()["bands"]
    assert np.frombuffer(sent["lower"]["data"], "float64").tolist() == [0.125, 0.25]
    assert np.frombuffer(sent["estimate"]["data"], "float64").tolist() == [0.25, 0.5]
    assert np.frombuffer(sent["owner"]["data"], "int32").tolist() == [0, Owner.BEST]


def test_panels_reference_the_duality(duality):
    ribbon = Ribbon(duality=duality, scale=LinearScale())
    panels = [ribbon, DataTable(duality=duality), Legend(duality=duality)]
    for panel in panels:
        assert panel.get_state()["duality"] == f"IPY_MODEL_{duality.model_id}"
        panel.close()


def test_cursor_has_space_and_scale_unit(duality):
    scales = {"x_scale": LinearScale(), "y_scale": LinearScale()}
    cursor = DualityCursor(duality=duality, space="difference", x_map="logit", **scales)
    assert (cursor.space, cursor.x_map) == ("difference", "logit")
    assert DualityCursor(duality=duality, space="cost", **scales).x_map == "pc"


def test_widget_names_match_typescript_exports():
    """The page cannot display a widget with an unknown name."""
    index = Path(__file__).parents[2] / "js/src/index.ts"
    exported = set(re.findall(r"\b\w+(?:Model|View)\b", index.read_text(encoding="utf-8")))
    ours: set[Any] = {
        kind
        for file in pkgutil.iter_modules(widgets.__path__)
        for module in [import_module(f"cc_widgets.widgets.{file.name}")]
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Widget)
        and kind.__module__ == module.__name__
    }
    names = {
        kind.class_traits()[part].default_value
        for kind in ours
        for part in ("_model_name", "_view_name")
        if "_model_name" in vars(kind)
    }
    assert names - {None} == exported
