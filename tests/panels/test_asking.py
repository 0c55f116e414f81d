"""A question on the page: what is hidden for it, how it is answered, what comes back."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from cc_widgets import CostCurveExplorer
from cc_widgets.errors import CostCurveError
from cc_widgets.panels.asking import Question
from cc_widgets.views.style import all_within

RATES = (0.0437, 0.6121)
DUAL = (1 - RATES[1], 0.5 * RATES[0] + 0.5 * (1 - RATES[1]))  # its end at 1, its cost in the middle


@pytest.fixture
def explorer():
    made = CostCurveExplorer.from_points({"stump": RATES, "rule": (0.3, 0.8)})
    yield made
    made.close()


def numbers_and_words(value):
    """All numbers and texts in anything that a page is told, however deep."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool | int | float):
        yield float(value)
    elif isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif is_dataclass(value):
        yield from numbers_and_words([getattr(value, one.name) for one in fields(value)])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_and_words(each)


def tells_dual(widget):
    """Whether a page, or a notebook that keeps it, has any number of the dual of the point."""
    told = [getattr(one, key) for one in all_within(widget) for key in one.keys]
    bundle = widget._repr_mimebundle_()
    found = list(numbers_and_words([told, bundle[0] if isinstance(bundle, tuple) else bundle]))
    numbers = np.array([one for one in found if isinstance(one, float)])
    text = " ".join(one for one in found if isinstance(one, str))
    near = np.isclose(numbers[:, None], DUAL, atol=1e-6).any()
    return bool(near) or any(f"{one:.3g}" in text for one in DUAL)


def test_until_it_is_answered_nothing_of_the_explorer_is_there(explorer):
    views = [view.figure for view in explorer._views]
    assert tells_dual(explorer)
    assert any(map(tells_dual_of_figure, views))
    question = explorer.ask("line", name="stump")
    assert not tells_dual(explorer)
    assert not tells_dual(question)
    assert not any(map(tells_dual_of_figure, views))
    assert explorer.duality.points.fpr.size == 0
    question.answer = (0.05, 0.4)
    assert question.check().right
    assert tells_dual(explorer)


def tells_dual_of_figure(figure):
    """The same of a figure that is not on the page."""
    told = [getattr(one, key) for one in all_within(figure) for key in one.keys]
    numbers = [one for one in numbers_and_words(told) if isinstance(one, float)]
    return bool(np.isclose(np.array(numbers)[:, None], DUAL, atol=1e-6).any())


def test_a_wrong_answer_shows_nothing_until_somebody_wants_to_see_it(explorer):
    question = explorer.ask("point", name="stump")
    question.answer = (0.5, 0.5)
    assert not question.check().right
    assert not question.right
    assert question.off == pytest.approx(0.5 - RATES[0])
    assert repr(explorer) == "CostCurveExplorer(Hidden until the question is answered.)"
    question.show()
    assert "0.612" in question.children[-1].text
    assert "2 classifiers" in repr(explorer)


def test_all_is_shown_only_when_no_question_is_open(explorer):
    first, second = explorer.ask("classifier", pc=0.4), explorer.ask("line", name="rule")
    first.show()
    assert explorer.is_veiled
    second.close()
    assert not explorer.is_veiled
    assert explorer.duality.names == ["stump", "rule"]


def test_what_the_model_becomes_meanwhile_is_shown_afterwards(explorer):
    question = explorer.ask("classifier")
    explorer.model.add("new", (0.2, 0.9))
    assert explorer.duality.names == []
    question.close()
    assert explorer.duality.names == ["stump", "rule", "new"]
    explorer.model.remove("new")
    assert explorer.duality.names == ["stump", "rule"]


def handles(question):
    return question._sheets[-1].handles.made


@pytest.mark.parametrize(
    ("kind", "at", "answer"),
    [
        ("point", {"x": [0.2], "y": [0.7]}, (0.2, 0.7)),
        ("line", {"x": [0.0, 1.0], "y": [0.2, 0.7]}, (0.2, 0.7)),
        ("range", {"x": [0.7, 0.2], "y": [0.0, 0.0]}, (0.2, 0.7)),
        ("point", {"x": [-0.3], "y": [1.7]}, (0.0, 1.0)),
    ],
)
def test_dots_are_dragged_to_an_answer_inside_the_figure(explorer, kind, at, answer):
    question = explorer.ask(kind, name="stump")
    with pytest.raises(CostCurveError, match="no answer yet"):
        question.check()
    with handles(question).hold_trait_notifications():
        for name, value in at.items():
            setattr(handles(question), name, np.array(value))
    assert question.answer == answer
    assert min(handles(question).x) >= 0
    assert max(handles(question).y) <= 1


def test_an_answer_of_python_moves_dots_and_fields_and_forgets_what_was_checked(explorer):
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


def test_an_answer_is_typed_or_chosen(explorer):
    question = explorer.ask("line", name="stump")
    first, second = question._entry._fields
    second.text.value = "0,4"
    assert question.answer == (0.5, 0.4)
    first.text.value = "7"
    assert "answer" in first.error.text
    assert question.answer == (0.5, 0.4)
    chosen = explorer.ask("classifier", pc=0.9)
    chosen._entry._choice.value = "rule"
    assert chosen.right
    assert isinstance(chosen, Question)


def test_a_threshold_is_slid_and_a_slider_that_rounds_changes_nothing():
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


def test_a_closed_explorer_cannot_be_asked_about(explorer):
    question = explorer.ask("classifier")
    explorer.close()
    question.show()
    question.close()
    with pytest.raises(CostCurveError, match="closed"):
        explorer.ask("classifier")


def test_what_is_given_of_points_are_points(explorer):
    question = explorer.ask("range", name="stump", against="rule")
    points = question._sheets[0]._points.made
    assert (points.x.tolist(), points.y.tolist()) == ([RATES[0], 0.3], [RATES[1], 0.8])
    assert len(set(points.colors)) == 2
