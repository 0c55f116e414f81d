"""Step-by-step constructions: buttons, slider, and Python."""

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

import cc_widgets as cc
from cc_widgets.errors import CostCurveError

POINTS = {"a": ([0.1, 0.3], [0.5, 0.6])}


@pytest.fixture
def shown():
    made = cc.steps("hull", POINTS)
    yield made
    made.close()


def drawn(shown, mark, step):
    """Return the coordinates of the shapes of a mark in a step."""
    stepper, start = shown._stepper, 0
    numbers = np.frombuffer(stepper.places, np.float32)
    place = stepper.marks.index(mark)
    shapes = []
    for index, (owner, size) in enumerate(stepper.shapes):
        if owner == place and index in stepper.steps[step]:
            shapes.append(numbers[start : start + 2 * size].reshape(2, size).T.tolist())
        start += 2 * size
    return shapes


def test_page_has_shapes_and_text_of_each_step(shown):
    marks = shown._boards[0].marks
    built, current = (next(mark for mark in marks if shows(mark, kind)) for kind in LOOKS)
    assert drawn(shown, built, 0) == []
    assert drawn(shown, built, 1) == [[[0, 0], pytest.approx([0.1, 0.5])]]
    assert drawn(shown, current, 1) == [[pytest.approx([0.1, 0.5])]]
    assert drawn(shown, built, 5)[0][-1] == [1, 1]
    assert drawn(shown, current, 5) == []
    assert shown._stepper.words[1].startswith("2 of 6. Next comes (0.1, 0.5)")
    assert len(shown._stepper.words) == len(shown._stepper.steps) == 6


LOOKS = (("Lines", "var(--cc-ink, #212121)"), ("Scatter", "var(--cc-now, #c62828)"))


def shows(mark, kind):
    return (type(mark).__name__, mark.colors[0]) == kind


def test_dropped_points_are_open_rings(shown):
    dots = [mark for mark in shown._boards[0].marks if type(mark).__name__ == "Scatter"]
    [open_] = [mark for mark in dots if not mark.fill]
    assert any(drawn(shown, open_, step) for step in range(6))


def test_step_is_synchronised(shown):
    shown.next()
    assert (shown._stepper.step, shown.words) == (1, shown._stepper.words[1])
    shown._stepper.set_state({"step": 4})
    assert shown.step == 4
    shown._stepper.set_state({"step": 99})
    assert (shown.step, shown._stepper.step) == (5, 5)
    shown.next()
    assert shown.step == 5
    shown.back()
    assert shown._stepper.step == 4


def test_step_out_of_range_raises(shown):
    for wrong in (6, -1):
        with pytest.raises(CostCurveError, match="must be from 0 to 5"):
            shown.step = wrong
    assert shown.step == 0


def test_models_and_explorers_are_accepted():
    explorer = cc.CostCurveExplorer.from_points({"a": (0.1, 0.5), "b": (0.3, 0.8)})
    explorer.model.hide("a")
    assert cc.steps("hull", explorer).words == cc.steps("hull", {"b": (0.3, 0.8)}).words
    assert cc.steps("hull", explorer.model).words == cc.steps("hull", {"b": (0.3, 0.8)}).words
    explorer.close()


def test_axis_labels_of_each_step():
    shown = cc.steps("normalised", POINTS, cost_fp=10, cost_fn=40)
    stepper = shown._stepper
    assert [label[0] for label in stepper.labels] == [*["Share of positives"] * 4, "PC(+)"]
    assert stepper.tops == [1, 40, 40, 1, 1]
    assert stepper.labels[1][1] == "Expected cost"
    assert stepper.axes == shown._boards[1].figure.axes
    assert shown._boards[1].figure.title == "What errors cost"  # not yet cost space
    assert shown._boards[1].figure.marks == shown._boards[1].marks
    dotted = [
        mark for mark in shown._boards[1].marks if getattr(mark, "line_style", "") == "dotted"
    ]
    assert drawn(shown, dotted[-1], 1) == [[[0, 0], [1, 40]], [[0, 10], [1, 0]]]
    shown.close()


def test_unchanged_axes_are_not_sent(shown):
    assert shown._stepper.axes == shown._stepper.labels == shown._stepper.tops == []


def test_close_closes_all_widgets():
    before = set(_instances)
    shown = cc.steps("virtual", {"a": (0.1, 0.5)})
    shown.close()
    shown.close()
    assert set(_instances) <= before
