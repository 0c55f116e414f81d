"""A question to a class: a student answers by hand, by keyboard or from Python, and checks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from ipywidgets import Button
from traitlets import Any as AnyTrait
from traitlets import Instance, observe, validate

from cc_widgets.errors import CostCurveError
from cc_widgets.model.asking import KINDS, Asked, Checked, check, read_answer, truth_words
from cc_widgets.model.derive import Derived
from cc_widgets.model.drawing import Look
from cc_widgets.model.numerals import decimal
from cc_widgets.panels.parts import Alone, Ear, Menu, Words, number_field, row, side_by_side
from cc_widgets.views.sheet import Sheet
from cc_widgets.views.style import assign
from cc_widgets.widgets.slider import Slider

_SPACES = {"point": ("cost", "roc"), "line": ("roc", "cost"), "range": ("roc", "cost")}
_FREE = {"point": "both", "line": "y", "range": "x"}
_FIRST = {"point": (0.5, 0.5), "line": (0.5, 0.5), "range": (0.3, 0.7)}  # where handles wait
_NOBODY = "Choose one"
_TITLE = "A question"
_NEEDS = "Check and Show need it, as only Python knows the answer."
_STEPS = 200


class Question(Alone):
    """A question about classifiers, which waits for an answer.

    Attributes
    ----------
    answer : (float, float), float, str or None
        What was answered, by hand or from Python: two numbers for a point (fpr, tpr), for a line
        (its cost at PC(+) 0 and 1) and for a range; a threshold; or a name.
    checked : Checked or None
        What became of the answer, once somebody has had it checked.

    Examples
    --------
    >>> from cc_widgets.panels.explorer import CostCurveExplorer
    >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.8)})
    >>> question = explorer.ask("line")
    >>> question.answer = (0.3, 0.25)
    >>> question.right, question.check().words
    (True, 'Right: 0.05 off.')
    >>> explorer.close()
    """

    answer: Any = AnyTrait(None, allow_none=True)
    checked = Instance(Checked, allow_none=True)

    def __init__(
        self,
        asked: Asked,
        derived: Derived,
        styles: Sequence[Look],
        done: Callable[[Question], None],
    ) -> None:
        self._asked, self._done = asked, done
        self._said, self._error = Words(role="status"), Words(role="alert")
        self._sheets = _sheets_of(asked, derived, styles)
        self._ear = Ear(self._sheets[-1].handles.made, self._dragged, "x", "y")
        self._entry = _entry_of(asked, self._set)
        check_it = Button(description="Check", button_style="primary", tooltip="Judge the answer")
        check_it.on_click(lambda _button: self._judge())
        show_it = Button(description="Show", tooltip="Show what is right, and what was hidden")
        show_it.on_click(lambda _button: self.show())
        super().__init__(
            [
                Words(asked.words, role="heading", name="cc-asked"),
                side_by_side(sheet.figure for sheet in self._sheets),
                row([*self._entry.widgets, check_it, show_it]),
                self._error,
                self._said,
            ],
            needs=_NEEDS,
            title=_TITLE,
        )
        self._ears.append(self._ear)
        self._draw()

    @property
    def off(self) -> float | None:
        """How far off the answer is, or what it costs more than the best; None without one."""
        return None if self.answer is None else check(self._asked, self.answer).off

    @property
    def right(self) -> bool:
        """Whether there is an answer that is near enough."""
        return self.answer is not None and check(self._asked, self.answer).right

    def check(self) -> Checked:
        """Judge the answer; a right one shows what was hidden.

        Returns
        -------
        Checked
            How far off it is.

        Raises
        ------
        CostCurveError
            If there is no answer yet.
        """
        if self.answer is None:
            raise CostCurveError(
                "there is no answer yet",
                where="check",
                fix="Drag the dots, type a number or choose, or set question.answer.",
            )
        self.checked = found = check(self._asked, self.answer)
        self._said.say(found.words)
        if found.right:
            self._reveal()
        return found

    def show(self) -> None:
        """Show what is right, and what was hidden for the question."""
        self._reveal()
        self._said.say("\n".join(filter(None, [self._said.text, truth_words(self._asked)])))

    def __repr__(self) -> str:
        """What a notebook shows where there is no widget."""
        return f"Question({self._asked.words})"

    def close(self) -> None:
        """Close the question; what was hidden for it comes back."""
        if self.comm is None:
            return
        self._done(self)
        super().close()

    def _reveal(self) -> None:
        if self._asked.kind in _FIRST:
            self._sheets[-1].draw_truth(*_places(self._asked.kind, self._asked.truth))
        self._done(self)

    @validate("answer")
    def _read(self, proposal: Any) -> Any:
        given = proposal["value"]
        return None if given is None else read_answer(self._asked, given)

    @observe("answer")
    def _follow(self, _change: Any) -> None:
        """Show the answer wherever it can be given."""
        self.checked = None
        self._said.say("")
        self._error.say("")
        self._entry.show(self.answer)
        if self.answer is not None:
            self._draw()

    def _draw(self) -> None:
        """Put the handles where the answer is, or where they wait for one."""
        asked, sheet = self._asked, self._sheets[-1]
        if asked.kind in _FIRST:
            with self._ear.shut():
                answer = _FIRST[asked.kind] if self.answer is None else self.answer
                sheet.draw_answer(*_places(asked.kind, answer))
        elif asked.place is not None and self.answer is not None:
            fpr, tpr = asked.place(self.answer)
            sheet.draw_rates(fpr, tpr)

    def _dragged(self, _change: Any) -> None:
        """Take the answer from where the handles are now, inside the figure."""
        handles = self._sheets[-1].handles.made
        at = np.clip([handles.x, handles.y], 0.0, 1.0).round(3).tolist()
        self.answer = _answer_at(self._asked.kind, *at)
        self._draw()

    def _set(self, answer: Any) -> None:
        self.answer = answer

    def _judge(self) -> None:
        try:
            self.check()
        except CostCurveError as error:
            self._error.say(str(error))


def _places(kind: str, answer: Any) -> tuple[list[float], list[float]]:
    """Where the handles of an answer stand."""
    first, second = answer
    if kind == "point":
        return [first], [second]
    return ([0.0, 1.0], [first, second]) if kind == "line" else ([first, second], [0.0, 0.0])


def _answer_at(kind: str, x: list[float], y: list[float]) -> tuple[float, float]:
    """The answer that handles give."""
    if kind == "point":
        return x[0], y[0]
    return (y[0], y[1]) if kind == "line" else (x[0], x[1])


def _sheets_of(asked: Asked, derived: Derived, styles: Sequence[Look]) -> list[Sheet]:
    """What is shown for a question, and last where it is answered."""
    items = [item for item in derived.classifiers if item.name in asked.names]
    if asked.kind not in _FIRST:
        only = Sheet("roc", "ROC space")
        only.draw_curves(items, styles)
        return [only]
    given, wanted = _SPACES[asked.kind]
    shown = Sheet(given, "Given")
    if asked.given is None:
        shown.draw_curves(items, styles)
    else:
        shown.draw_rates(*asked.given)
    return [shown, Sheet(wanted, "Your answer: drag the dots", free=_FREE[asked.kind])]


# ---- Where an answer is typed or chosen


class PairEntry:
    """Two fields for two numbers."""

    def __init__(self, asked: Asked, commit: Callable[[Any], None]) -> None:
        self._commit = commit
        self._now = list(_FIRST[asked.kind])
        self._fields = [
            number_field(label, f"{label}, from 0 to 1", partial(self._typed, place))
            for place, label in enumerate(KINDS[asked.kind].labels)
        ]
        self.widgets = [field.widget for field in self._fields]

    def show(self, answer: tuple[float, float] | None) -> None:
        """Show an answer."""
        for field, value in zip(self._fields, answer or ("", ""), strict=True):
            field.show(str(value))
        self._now = list(answer or self._now)

    def _typed(self, place: int, value: float | None) -> None:
        if value is not None:
            self._commit((value, self._now[1]) if place == 0 else (self._now[0], value))


class ThresholdEntry:
    """A field and a slider for a threshold."""

    def __init__(self, asked: Asked, commit: Callable[[Any], None]) -> None:
        (label,) = KINDS[asked.kind].labels
        low, high = asked.reach
        self._commit = commit
        self._step = max(high - low, abs(high), 1e-9) / _STEPS
        self._answer: float | None = None
        self._field = number_field(label, "A score", self._typed)
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
        self._ear = Ear(self._slider, self._slid, "low")
        self.widgets = [self._field.widget, self._slider]

    def show(self, answer: float | None) -> None:
        """Show an answer."""
        self._answer = answer
        self._field.show("" if answer is None else decimal(answer))
        if answer is not None:
            with self._ear.shut():
                assign(self._slider, low=answer, high=answer)

    def _typed(self, value: float | None) -> None:
        if value is not None:
            self._commit(value)

    def _slid(self, change: Any) -> None:
        """Take what was slid; a slider that only rounds what it was told has not been."""
        value = change["new"]
        if self._answer is None or abs(value - self._answer) > self._step / 2:
            self._commit(float(f"{value:.4g}"))


class NameEntry:
    """A choice of names."""

    def __init__(self, asked: Asked, commit: Callable[[Any], None]) -> None:
        self._choice = Menu(
            options=[(_NOBODY, None), *((name, name) for name in asked.names)],
            description="Answer",
            tooltip="The classifier that costs least",
        )
        self._ear = Ear(self._choice, lambda change: commit(change["new"]))
        self.widgets = [self._choice]

    def show(self, answer: str | None) -> None:
        """Show an answer."""
        with self._ear.shut():
            self._choice.value = answer


def _entry_of(
    asked: Asked, commit: Callable[[Any], None]
) -> PairEntry | ThresholdEntry | NameEntry:
    """The controls for answers of that kind."""
    if asked.kind == "threshold":
        return ThresholdEntry(asked, commit)
    return (NameEntry if asked.kind == "classifier" else PairEntry)(asked, commit)
