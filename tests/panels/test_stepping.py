"""Steps are taken by buttons, by a slider with its arrow keys, and from Python."""

import pytest
from ipywidgets.widgets.widget import _instances

import cc_widgets as cc
from cc_widgets.errors import CostCurveError

GIVEN = {"a": ([0.1, 0.3], [0.5, 0.6])}


@pytest.fixture
def shown():
    made = cc.steps("hull", GIVEN)
    yield made
    made.close()


def drawn(shown, space):
    """The ends of what is built so far."""
    x = shown._boards[space]._lines["built"].made.x
    return float(x[0]), float(x[-1])


def test_buttons_and_slider_go_from_step_to_step_and_draw_them(shown):
    assert shown._back.disabled
    assert shown._boards[0]._lines["built"].made.x.size == 0
    shown._next.click()
    assert shown.words.startswith("2 of 6. Next comes (0.1, 0.5)")
    assert drawn(shown, 0) == pytest.approx((0.0, 0.1))
    assert shown._boards[0]._dots["now"].made.x.tolist() == [0.1]
    shown._slider.value = 6
    assert shown.step == 5
    assert shown._next.disabled
    assert drawn(shown, 0) == (0.0, 1.0)
    assert shown._boards[0]._dots["now"].made.x.size == 0
    shown.next()
    assert shown.step == 5
    shown._back.click()
    assert (shown._slider.value, shown._next.disabled) == (5, False)


def test_a_step_that_there_is_not_is_refused(shown):
    for wrong in (6, -1):
        with pytest.raises(CostCurveError, match="no such step"):
            shown.step = wrong
    assert shown.step == 0


def test_models_and_explorers_are_taken_as_they_are():
    explorer = cc.CostCurveExplorer.from_points({"a": (0.1, 0.5), "b": (0.3, 0.8)})
    explorer.model.hide("a")
    assert cc.steps("hull", explorer).words == cc.steps("hull", {"b": (0.3, 0.8)}).words
    assert cc.steps("hull", explorer.model).words == cc.steps("hull", {"b": (0.3, 0.8)}).words
    explorer.close()


def test_closing_leaves_no_widget_behind():
    before = set(_instances)
    shown = cc.steps("virtual", {"a": (0.1, 0.5)})
    shown.close()
    shown.close()
    assert set(_instances) <= before
