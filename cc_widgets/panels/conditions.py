"""Conditions of use, and how costs and both axes are told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ipywidgets import Button, Dropdown, GridBox, RadioButtons, Text

from cc_widgets.core import Conditions, Range
from cc_widgets.errors import CostCurveError
from cc_widgets.model.advice import nobody
from cc_widgets.model.derive import share_of_positives
from cc_widgets.model.state import CostCurveModel, usual
from cc_widgets.panels.fields import COSTS, SHARES, Ends, RangeField, number_field
from cc_widgets.panels.parts import Panel, Words, row

_UNKNOWN = {"prior": 0.5, "cost_fp": 1.0, "cost_fn": 1.0, "cost_tp": 0.0, "cost_tn": 0.0}
_HELP = {
    "prior": "Share of positives among the cases: 0.01, 1 %, 1 in 100, 1:99, or a range 1 - 5 %",
    "cost_fp": "Cost of a false alarm: a number or a range",
    "cost_fn": "Cost of a missed positive: a number or a range",
    "cost_tp": "Cost of finding a positive; a benefit is negative",
    "cost_tn": "Cost of leaving a negative alone; a benefit is negative",
}
_LABELS = {
    "prior": "Prior",
    "cost_fp": "False alarm",
    "cost_fn": "Missed",
    "cost_tp": "Found",
    "cost_tn": "Left alone",
}
_FOLLOWS = [("the prior", "prior"), ("the ratio of costs", "cost_ratio")]
_AXES = [
    ("PC(+), from 0 to 1", "pc"),
    ("PC(+), in log-odds", "logit"),
    ("prior at these costs", "prior"),
    ("ratio of costs at this prior", "cost_ratio"),
]
_TOPS = [
    ("where it fits", "fit"),
    ("0.5, as far as envelopes go", 0.5),
    ("1, to see whole lines", 1.0),
]


class ConditionsPanel(Panel):
    """Sets the conditions, the operating point, and how costs and both axes are told.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    """

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        self.fields = {
            name: RangeField(_LABELS[name], _HELP[name], self._commit(name), slide)
            for name, slide in zip(_LABELS, (SHARES, COSTS, COSTS, None, None), strict=True)
        }
        self.pc = RangeField(
            "Operating point PC(+)",
            "From 0 to 1: a number such as 0.2 or 20 %, or a range",
            self._set_pc,
            SHARES,
        )
        self.population = number_field("Cases", "Number of cases that costs are for", self._cases)
        self.unit = Text(
            description="Currency", tooltip="What costs are counted in", continuous_update=False
        )
        self.follows = RadioButtons(
            description="Dragging PC(+) moves",
            options=_FOLLOWS,
            tooltip="What changes in the conditions when the operating point is dragged",
        )
        self.axis = Dropdown(
            description="Axis of cost space", options=_AXES, tooltip="How the axis is labelled"
        )
        self.top = RadioButtons(
            description="Axis of costs goes to", options=_TOPS, tooltip="Height of cost space"
        )
        self.presets = [self._preset(words, change) for words, change in self._presets().items()]
        self.error = Words(role="alert")
        self.answer = Words(role="status")
        self._corners = [Words() for _ in range(4)]
        self._lay_out()
        self._bind(model, "unit", self.unit)
        self._bind(model, "follows", self.follows)
        self._bind(model, "axis", self.axis)
        self._bind(model, "cost_top", self.top)
        self._watch(model, self._conditions, "conditions", "pc", "pc_range", "derived")
        self._watch(model, self._population, "population")

    def _lay_out(self) -> None:
        field = self.fields
        called_negative, called_positive, is_negative, is_positive = self._corners
        left, right = field["cost_tn"].widget, field["cost_fp"].widget
        missed, found = field["cost_fn"].widget, field["cost_tp"].widget
        cells = [Words("Cost if it"), called_negative, called_positive]
        cells += [is_negative, left, right, is_positive, missed, found]
        matrix = GridBox(cells)
        matrix.add_class("cc-matrix")
        self.widget.children = [
            row([Words("Presets"), *self.presets], "cc-presets"),
            self.error,
            row([field["prior"].widget, self.pc.widget]),
            Words("What each outcome costs", role="heading"),
            matrix,
            row([self.population.widget, self.unit]),
            row([self.follows, self.axis, self.top]),
            self.answer,
        ]

    def _presets(self) -> dict[str, dict[str, float] | None]:
        """What each button changes; None makes conditions unknown."""
        return {
            "balanced": {"prior": 0.5, "cost_fp": 1.0, "cost_fn": 1.0},
            "as in these data": {},
            "rare: 1 %": {"prior": 0.01},
            "very rare: 1 in 10 000": {"prior": 1e-4},
            "costs 1 : 10": {"cost_fp": 1.0, "cost_fn": 10.0},
            "costs 10 : 1": {"cost_fp": 10.0, "cost_fn": 1.0},
            "unknown": None,
        }

    def _preset(self, words: str, change: dict[str, float] | None) -> Button:
        button = Button(description=words, tooltip=f"Set conditions: {words}")

        def press(_button: Button) -> None:
            with self._telling():
                if change is None:
                    self._model.conditions = None
                else:
                    self._change(change or {"prior": share_of_positives(self._model.derived)})

        button.on_click(press)
        return button

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Show the error of a button where the buttons are."""
        self.error.say("")
        try:
            yield
        except CostCurveError as error:
            self.error.say(str(error))

    def _commit(self, name: str) -> Callable[[Ends], None]:
        def commit(ends: Ends) -> None:
            if ends is None and name == "prior":
                self._model.conditions = None
            else:
                self._change({name: _UNKNOWN[name] if ends is None else ends})

        return commit

    def _change(self, change: dict[str, Any]) -> None:
        """Set conditions that differ from the present ones in these values."""
        known = self._model.conditions
        if known is None:
            given: dict[str, Any] = {**_UNKNOWN, "prior": share_of_positives(self._model.derived)}
        else:
            given = {name: getattr(known, name) for name in _UNKNOWN}
        self._model.conditions = Conditions(**{**given, **change})

    def _set_pc(self, ends: Ends) -> None:
        if ends is None:
            self._model.pc_range = None
        elif ends[0] != ends[1]:
            self._model.pc_range = ends
        else:
            self._model.pc_range = None
            self._model.pc = ends[0]

    def _cases(self, cases: float | None) -> None:
        self._model.population = usual("population") if cases is None else cases

    def _conditions(self) -> None:
        model = self._model
        for name, field in self.fields.items():
            field.show(None if model.conditions is None else getattr(model.conditions, name))
        self.pc.show(Range(*(model.pc_range or (model.pc, model.pc))))
        negative, positive = model.derived.classes
        words = (f"called {negative}", f"called {positive}", f"is {negative}", f"is {positive}")
        for place, text in zip(self._corners, words, strict=True):
            place.say(text)
        self.answer.say(
            model.best().words if model.derived.visible else nobody(model.derived).headline
        )

    def _population(self) -> None:
        self.population.show(f"{self._model.population:.6g}")
