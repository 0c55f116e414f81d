"""Choosing by another criterion than cost."""

from collections.abc import Collection
from typing import Any

from ipywidgets import Dropdown

from cc_widgets.core import CRITERIA
from cc_widgets.errors import CostCurveError
from cc_widgets.model.derive import share_of_positives
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.fields import Field, number_field
from cc_widgets.panels.parts import Ear, Panel, Words, row, shown_if

_KINDS = [("expected cost only", None), *((each.words, kind) for kind, each in CRITERIA.items())]
_ASKED = {name: asked for each in CRITERIA.values() for name, asked in each.numbers.items()}


class CriteriaPanel(Panel):
    """Sets `criterion`; shows `answer`.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    """

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        positive = share_of_positives(model.derived)
        self._numbers = {name: asked.usual(positive) for name, asked in _ASKED.items()}
        self.kind = Dropdown(
            description="Choose by", options=_KINDS, tooltip="By what a threshold is chosen"
        )
        self.fields = {name: self._field(name) for name in _ASKED}
        self.answer = Words(role="status")
        self.error = Words(role="alert")
        fields = row([field.widget for field in self.fields.values()])
        self.widget.children = [row([self.kind]), fields, self.error, self.answer]
        self._ear = Ear(self.kind, self._chosen)
        self._watch(model, self._show, "criterion", "answer", "derived")

    def _field(self, name: str) -> Field:
        def commit(value: float | None) -> None:
            if value is not None:
                self._set(self.kind.value, {**self._numbers, name: value})

        return number_field(_ASKED[name].words, _ASKED[name].hint, commit)

    def _chosen(self, change: Any) -> None:
        self.error.say("")
        try:
            self._set(change["new"], self._numbers)
        except CostCurveError as error:
            self.error.say(str(error))

    def _set(self, kind: str | None, numbers: dict[str, float]) -> None:
        needed = {name: numbers[name] for name in _needs(kind)}
        self._model.criterion = None if kind is None else {"kind": kind, **needed}
        self._numbers |= needed

    def _show(self) -> None:
        criterion = self._model.criterion or {"kind": None}
        with self._ear.shut():
            self.kind.value = criterion["kind"]
        needed = _needs(criterion["kind"])
        for name, field in self.fields.items():
            self._numbers[name] = criterion.get(name, self._numbers[name])
            field.show(f"{self._numbers[name]:.6g}")
            shown_if(field.widget, name in needed)
        answer = self._model.answer
        self.answer.say("" if answer is None else answer.words)


def _needs(kind: str | None) -> Collection[str]:
    """The names of the numbers that a criterion asks for."""
    return () if kind is None else CRITERIA[kind].numbers
