"""A control and a trait of the model that say the same, without an echo."""

import pytest
from ipywidgets import Dropdown, Text

import cc_widgets as cc
from cc_widgets.panels.parts import bind


@pytest.fixture
def model(made):
    assert not made()
    return cc.CostCurveModel()


def test_what_one_says_the_other_says_until_they_are_parted(model):
    control = Text()
    end = bind(model, "unit", control)
    control.value = " EUR "
    assert (model.unit, control.value) == ("EUR", "EUR")
    model.unit = "USD"
    assert control.value == "USD"
    end()
    control.value, model.level = "GBP", 0.8
    assert model.unit == "USD"


def test_what_the_model_refuses_is_taken_back(model):
    control = Text()
    bind(model, "pc", control, to_control=str, to_model=float)
    control.value = "7"
    assert (model.pc, control.value) == (0.5, "0.5")


def test_other_things_to_choose_among_choose_nothing(model):
    y = [0, 0, 1, 1]
    model.classifiers = {name: (y, [1, 3, 2, 4]) for name in "ab"}
    control = Dropdown()
    told: list[object] = []
    names = lambda: [None, *model.classifiers]  # noqa: E731 (what is offered)
    bind(model, "shown_band", control, options=names, also=["derived"])
    model.shown_band = "b"
    model.observe(told.append, "shown_band")
    model.add("c", (y, [1, 2, 3, 4]))
    assert (control.options, control.value, told) == ((None, "a", "b", "c"), "b", [])
