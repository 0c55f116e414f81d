"""Exercises: hidden explorer, answers, solutions."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from cc_widgets import CostCurveExplorer
from cc_widgets.errors import CostCurveError
from cc_widgets.panels.asking import Question
from cc_widgets.views.style import iter_widgets

RATES = (0.0437, 0.6121)
DUAL = (1 - RATES[1], 0.5 * RATES[0] + 0.5 * (1 - RATES[1]))  # its end at 1, its cost in the middle


@pytest.fixture
def explorer():
    made = CostCurveExplorer.from_points({"stump": RATES, "rule": (0.3, 0.8)})
    yield made
    made.close()


def numbers_and_words(value):
    """Yield all numbers and strings in nested data."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool | int | float):
        yield float(value)
    elif isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif is_dataclass(value):
        yield from numbers_and_words([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_and_words(each)


def contains_dual(widget):
    """Return whether the state or the saved output contains a number of the solution."""
    state = [getattr(value, key) for value in iter_widgets(widget) for key in value.keys]
    bundle = widget._repr_mimebundle_()
    values = list(numbers_and_words([state, bundle[0] if isinstance(bundle, tuple) else bundle]))
    numbers = np.array([value for value in values if isinstance(value, float)])
    text = " ".join(value for value in values if isinstance(value, str))
    near = np.isclose(numbers[:, None], DUAL, atol=1e-6).any()
    return bool(near) or any(f"{value:.3g}" in text for value in DUAL)


def test_explorer_is_hidden_until_question_is_answered(explorer):
    views = [view.figure for view in explorer._views]
    assert contains_dual(explorer)
    assert any(map(figure_contains_dual, views))
    question = explorer.ask("line", name="stump")
    assert not contains_dual(explorer)
    assert not contains_dual(question)
    assert not any(map(figure_contains_dual, views))
    assert explorer.duality.points.fpr.size == 0
    question.answer = (0.05, 0.4)
    assert question.check().is_correct
    assert contains_dual(explorer)


def figure_contains_dual(figure):
    """Return whether a figure contains a number of the solution."""
    state = [getattr(value, key) for value in iter_widgets(figure) for key in value.keys]
    numbers = [value for value in numbers_and_words(state) if isinstance(value, float)]
    return bool(np.isclose(np.array(numbers)[:, None], DUAL, atol=1e-6).any())


def test_wrong_answer_keeps_explorer_hidden_until_show(explorer):
    question = explorer.ask("point", name="stump")
    question.answer = (0.5, 0.5)
    assert not question.check().is_correct
    assert not question.is_correct
    assert question.deviation == pytest.approx(0.5 - RATES[0])
    assert repr(explorer) == "CostCurveExplorer(Hidden until the question is answered.)"
    question.show()
    assert "0.612" in question.children[-1].text
    assert "2 classifiers" in repr(explorer)


def test_explorer_is_shown_when_no_question_is_open(explorer):
    first, second = explorer.ask("classifier", pc=0.4), explorer.ask("line", name="rule")
    first.show()
    assert explorer.is_veiled
    second.close()
    assert not explorer.is_veiled
    assert explorer.duality.names == ["stump", "rule"]


def test_changes_of_hidden_model_are_shown_afterwards(explorer):
    question = explorer.ask("classifier")
    explorer.model.add("new", (0.2, 0.9))
    assert explorer.duality.names == []
    question.close()
    assert explorer.duality.names == ["stump", "rule", "new"]
    explorer.model.remove("new")
    assert explorer.duality.names == ["stump", "rule"]


def handles(question):
    return question._figures[-1].handles.widget


@pytest.mark.parametrize(
    ("kind", "at", "answer"),
    [
        ("point", {"x": [0.2], "y": [0.7]}, (0.2, 0.7)),
        ("line", {"x": [0.0, 1.0], "y": [0.2, 0.7]}, (0.2, 0.7)),
        ("range", {"x": [0.7, 0.2], "y": [0.0, 0.0]}, (0.2, 0.7)),
        ("point", {"x": [-0.3], "y": [1.7]}, (0.0, 1.0)),
    ],
)
def test_dragged_handles_are_clipped_to_figure(explorer, kind, at, answer):
    question = explorer.ask(kind, name="stump")
    with pytest.raises(CostCurveError, match="needs an answer"):
        question.check()
    with handles(question).hold_trait_notifications():
        for name, value in at.items():
            setattr(handles(question), name, np.array(value))
    assert question.answer == answer
    assert min(handles(question).x) >= 0
    assert max(handles(question).y) <= 1


def test_answer_from_python_updates_controls_and_resets_check(explorer):
    question = explorer.ask("line", name="stump")
    question.answer = (0.5, 0.25)
    question.check()
    question.answer = [0.125, 0.25]
    assert handles(question).y.tolist() == [0.125, 0.25]
    assert [field.text.value for field in question._entry._fields] == ["0.125", "0.25"]
    assert question.checked is None
    with pytest.raises(CostCurveError, match="two numbers"):
        question.answer = (3,)
    assert question.answer == (0.125, 0.25)


def test_answer_is_typed_or_selected(explorer):
    question = explorer.ask("line", name="stump")
    first, second = question._entry._fields
    second.text.value = "0,4"
    assert question.answer == (0.5, 0.4)
    first.text.value = "7"
    assert "answer" in first.error.text
    assert question.answer == (0.5, 0.4)
    chosen = explorer.ask("classifier", pc=0.9)
    chosen._entry._choice.value = "rule"
    assert chosen.is_correct
    assert isinstance(chosen, Question)


def test_threshold_slider_ignores_its_own_rounding():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 50)
    explorer = CostCurveExplorer.from_predictions(y, {"forest": y + rng.normal(size=100)})
    question = explorer.ask("threshold", pc=0.5)
    entry: Any = question._entry
    entry._slider.low = 0.5
    assert question.answer == pytest.approx(0.5, abs=0.02)
    question.answer = 0.4
    entry._slider.low = 0.4 + 0.4 * entry._step
    assert question.answer == 0.4
    explorer.close()
    question.close()


def test_ask_raises_for_closed_explorer(explorer):
    question = explorer.ask("classifier")
    explorer.close()
    question.show()
    question.close()
    with pytest.raises(CostCurveError, match="closed"):
        explorer.ask("classifier")


def test_given_roc_points_are_drawn_as_points(explorer):
    question = explorer.ask("range", name="stump", against="rule")
    points = question._figures[0]._points.widget
    assert (points.x.tolist(), points.y.tolist()) == ([RATES[0], 0.3], [RATES[1], 0.8])
    assert len(set(points.colors)) == 2
