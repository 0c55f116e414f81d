"""Binding of a control and a model trait."""

import pytest
from ipywidgets import Dropdown, Text

import cc_widgets as cc
from cc_widgets.panels.parts import bind


@pytest.fixture
def model(open_widgets):
    assert not open_widgets()
    return cc.CostCurveModel()


def test_control_and_trait_are_equal_until_unbound(model):
    control = Text()
    end = bind(model, "level", control, to_control=str, to_model=float)
    control.value = "0.80"
    assert (model.level, control.value) == (0.8, "0.8")
    model.level = 0.95
    assert control.value == "0.95"
    end()
    control.value, model.pc = "0.7", 0.3
    assert model.level == 0.95


def test_rejected_value_is_undone_in_control(model):
    control = Text()
    bind(model, "pc", control, to_control=str, to_model=float)
    control.value = "7"
    assert (model.pc, control.value) == (0.5, "0.5")


def test_new_options_do_not_change_selection(model):
    y = [0, 0, 1, 1]
    model.classifiers = {name: (y, [1, 3, 2, 4]) for name in "ab"}
    control = Dropdown()
    changes: list[object] = []
    names = lambda: [None, *model.classifiers]  # noqa: E731 (options)
    bind(model, "view.shown_band", control, options=names, also=["curves"])
    model.view.shown_band = "b"
    model.observe(changes.append, "view")
    model.add("c", (y, [1, 2, 3, 4]))
    assert (control.options, control.value, changes) == ((None, "a", "b", "c"), "b", [])
