"""Exercises for students, answered by mouse, keyboard or from Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from ipywidgets import Button
from traitlets import Any as AnyTrait
from traitlets import Instance, observe, validate

from cc_widgets.errors import CostCurveError
from cc_widgets.model.asking import (
    KINDS,
    CheckedAnswer,
    QuestionSpec,
    check_answer,
    read_answer,
    truth_words,
)
from cc_widgets.model.derive import Curves
from cc_widgets.model.drawing import Look
from cc_widgets.model.numerals import decimal
from cc_widgets.panels.parts import (
    Menu,
    PlainText,
    StandaloneWidget,
    UserChanges,
    figure_row,
    number_field,
    row,
)
from cc_widgets.views.sheet import QuestionFigure
from cc_widgets.views.style import assign
from cc_widgets.widgets.slider import Slider

_SPACES = {"point": ("cost", "roc"), "line": ("roc", "cost"), "range": ("roc", "cost")}
_FREE = {"point": "both", "line": "y", "range": "x"}
_START = {
    "point": (0.5, 0.5),
    "line": (0.5, 0.5),
    "range": (0.3, 0.7),
}  # initial positions of the handles
_NO_CHOICE = "Choose one"
_TITLE = "A question"
_NEEDS = "Check and Show need it, as only Python knows the answer."
_STEPS = 200


class Question(StandaloneWidget):
    """Exercise about classifiers.

    Attributes
    ----------
    answer : (float, float), float, str or None
        Answer, set interactively or from Python: (fpr, tpr) of a point, costs of a line at PC(+) 0
        and 1, ends of a range, a threshold, or the name of a classifier.
    checked : Checked or None
        Result of the last check of the current answer.

    Examples
    --------
    >>> from cc_widgets.panels.explorer import CostCurveExplorer
    >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.8)})
    >>> question = explorer.ask("line")
    >>> question.answer = (0.3, 0.25)
    >>> question.is_correct, question.check().words
    (True, 'Right: 0.05 off.')
    >>> explorer.close()
    """

    answer: Any = AnyTrait(None, allow_none=True)
    checked = Instance(CheckedAnswer, allow_none=True)

    def __init__(
        self,
        question: QuestionSpec,
        derived: Curves,
        styles: Sequence[Look],
        on_close: Callable[[Question], None],
    ) -> None:
        self._question, self._on_close = question, on_close
        self._result, self._error = PlainText(role="status"), PlainText(role="alert")
        self._figures = _question_figures(question, derived, styles)
        self._user_changes = UserChanges(self._figures[-1].handles.widget, self._on_drag, "x", "y")
        self._entry = _entry_for(question, self._set)
        check_it = Button(description="Check", button_style="primary", tooltip="Judge the answer")
        check_it.on_click(lambda _button: self._check_or_warn())
        show_it = Button(description="Show", tooltip="Show what is right, and what was hidden")
        show_it.on_click(lambda _button: self.show())
        super().__init__(
            [
                PlainText(question.words, role="heading", name="cc-asked"),
                figure_row(sheet.figure for sheet in self._figures),
                row([*self._entry.widgets, check_it, show_it]),
                self._error,
                self._result,
            ],
            needs=_NEEDS,
            title=_TITLE,
        )
        self._observers.append(self._user_changes)
        self._draw()

    @property
    def deviation(self) -> float | None:
        """Error of the answer, or its extra cost; None without an answer."""
        return None if self.answer is None else check_answer(self._question, self.answer).deviation

    @property
    def is_correct(self) -> bool:
        """Whether there is an answer within the tolerance."""
        return self.answer is not None and check_answer(self._question, self.answer).is_correct

    def check(self) -> CheckedAnswer:
        """Check the answer; if it is correct, show the hidden explorer.

        Returns
        -------
        Checked
            Error of the answer.

        Raises
        ------
        CostCurveError
            If there is no answer yet.
        """
        if self.answer is None:
            raise CostCurveError(
                "needs an answer",
                where="check",
                fix="Drag the dots, type a number or choose, or set question.answer.",
            )
        self.checked = result = check_answer(self._question, self.answer)
        self._result.show(result.words)
        if result.is_correct:
            self._reveal()
        return result

    def show(self) -> None:
        """Show the solution and the hidden explorer."""
        self._reveal()
        self._result.show("\n".join(filter(None, [self._result.text, truth_words(self._question)])))

    def __repr__(self) -> str:
        """Return a one-line description, displayed where widgets are not supported."""
        return f"Question({self._question.words})"

    def close(self) -> None:
        """Close the exercise and show the hidden explorer."""
        if self.comm is None:
            return
        self._on_close(self)
        super().close()

    def _reveal(self) -> None:
        if self._question.kind in _START:
            self._figures[-1].draw_truth(
                *_handle_positions(self._question.kind, self._question.truth)
            )
        self._on_close(self)

    @validate("answer")
    def _read(self, proposal: Any) -> Any:
        answer = proposal["value"]
        return None if answer is None else read_answer(self._question, answer)

    @observe("answer")
    def _follow(self, _change: Any) -> None:
        """Display the answer in all controls."""
        self.checked = None
        self._result.show("")
        self._error.show("")
        self._entry.show(self.answer)
        if self.answer is not None:
            self._draw()

    def _draw(self) -> None:
        """Move the handles to the answer, or to their initial positions."""
        question, figure = self._question, self._figures[-1]
        if question.kind in _START:
            with self._user_changes.muted():
                answer = _START[question.kind] if self.answer is None else self.answer
                figure.draw_answer(*_handle_positions(question.kind, answer))
        elif question.place is not None and self.answer is not None:
            fpr, tpr = question.place(self.answer)
            figure.draw_rates(fpr, tpr)

    def _on_drag(self, _change: Any) -> None:
        """Set the answer from the handles, clipped to the figure."""
        handles = self._figures[-1].handles.widget
        at = np.clip([handles.x, handles.y], 0.0, 1.0).round(3).tolist()
        self.answer = _answer_from_handles(self._question.kind, *at)
        self._draw()

    def _set(self, answer: Any) -> None:
        self.answer = answer

    def _check_or_warn(self) -> None:
        try:
            self.check()
        except CostCurveError as error:
            self._error.show(str(error))


def _handle_positions(kind: str, answer: Any) -> tuple[list[float], list[float]]:
    """Return the coordinates of the handles for an answer."""
    first, second = answer
    if kind == "point":
        return [first], [second]
    return ([0.0, 1.0], [first, second]) if kind == "line" else ([first, second], [0.0, 0.0])


def _answer_from_handles(kind: str, x: list[float], y: list[float]) -> tuple[float, float]:
    """Return the answer for these coordinates of the handles."""
    if kind == "point":
        return x[0], y[0]
    return (y[0], y[1]) if kind == "line" else (x[0], x[1])


def _question_figures(
    question: QuestionSpec, derived: Curves, styles: Sequence[Look]
) -> list[QuestionFigure]:
    """Return the figures of an exercise; the last one accepts the answer."""
    items = [item for item in derived.classifiers if item.name in question.names]
    if question.kind not in _START:
        figure = QuestionFigure("roc", "ROC space")
        figure.draw_curves(items, styles)
        return [figure]
    shown_space, answer_space = _SPACES[question.kind]
    given_figure = QuestionFigure(shown_space, "Given")
    if question.point is None:
        given_figure.draw_curves(items, styles)
    else:
        given_figure.draw_rates(*question.point)
    return [
        given_figure,
        QuestionFigure(answer_space, "Your answer: drag the dots", free=_FREE[question.kind]),
    ]


# ---- Input controls for answers


class PairEntry:
    """Fields for two numbers."""

    def __init__(self, question: QuestionSpec, commit: Callable[[Any], None]) -> None:
        self._commit = commit
        self._current = list(_START[question.kind])
        self._fields = [
            number_field(label, f"{label}, from 0 to 1", partial(self._on_entry, place))
            for place, label in enumerate(KINDS[question.kind].labels)
        ]
        self.widgets = [field.widget for field in self._fields]

    def show(self, answer: tuple[float, float] | None) -> None:
        """Display an answer."""
        for field, value in zip(self._fields, answer or ("", ""), strict=True):
            field.show(str(value))
        self._current = list(answer or self._current)

    def _on_entry(self, place: int, value: float | None) -> None:
        if value is not None:
            self._commit((value, self._current[1]) if place == 0 else (self._current[0], value))


class ThresholdEntry:
    """Field and slider for a threshold."""

    def __init__(self, question: QuestionSpec, commit: Callable[[Any], None]) -> None:
        (label,) = KINDS[question.kind].labels
        low, high = question.reach
        self._commit = commit
        self._step = max(high - low, abs(high), 1e-9) / _STEPS
        self._answer: float | None = None
        self._field = number_field(label, "A score", self._on_entry)
        middle = (low + high) / 2
        self._slider = Slider(
            label="Threshold",
            unit="number",
            least=low,
            most=high,
            step=self._step,
            low=middle,
            high=middle,
        )
        self._user_changes = UserChanges(self._slider, self._on_slide, "low")
        self.widgets = [self._field.widget, self._slider]

    def show(self, answer: float | None) -> None:
        """Display an answer."""
        self._answer = answer
        self._field.show("" if answer is None else decimal(answer))
        if answer is not None:
            with self._user_changes.muted():
                assign(self._slider, low=answer, high=answer)

    def _on_entry(self, value: float | None) -> None:
        if value is not None:
            self._commit(value)

    def _on_slide(self, change: Any) -> None:
        """Set the answer, unless the slider has only rounded the current one."""
        value = change["new"]
        if self._answer is None or abs(value - self._answer) > self._step / 2:
            self._commit(float(f"{value:.4g}"))


class NameEntry:
    """Menu of names."""

    def __init__(self, question: QuestionSpec, commit: Callable[[Any], None]) -> None:
        self._choice = Menu(
            options=[(_NO_CHOICE, None), *((name, name) for name in question.names)],
            description="Answer",
            tooltip="The classifier that costs least",
        )
        self._user_changes = UserChanges(self._choice, lambda change: commit(change["new"]))
        self.widgets = [self._choice]

    def show(self, answer: str | None) -> None:
        """Display an answer."""
        with self._user_changes.muted():
            self._choice.value = answer


def _entry_for(
    question: QuestionSpec, commit: Callable[[Any], None]
) -> PairEntry | ThresholdEntry | NameEntry:
    """Return the input controls for this kind of question."""
    if question.kind == "threshold":
        return ThresholdEntry(question, commit)
    return (NameEntry if question.kind == "classifier" else PairEntry)(question, commit)
