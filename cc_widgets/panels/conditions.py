"""Panels of operating conditions."""

from dataclasses import replace
from typing import Any

from ipywidgets import RadioButtons, Text

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import Range
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.conditions import conditions_or_default
from cc_widgets.model.derive import observed_prevalence
from cc_widgets.model.numerals import shorten
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.parts import (
    SHARE_SCALE,
    Ends,
    Panel,
    RangeField,
    number_field,
    parse_entry,
    row,
)
from cc_widgets.views.link import clear_conditions
from cc_widgets.widgets.conditions import ConditionsRow
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.duality import Duality

UNKNOWN = {"prior": 0.5, "cost_fp": 1.0, "cost_fn": 1.0, "cost_tp": 0.0, "cost_tn": 0.0}
"""Default of each condition."""

# ---- Typed conditions


_LONGEST_ENTRY = 200
_RIGHT_ANSWER = {"cost_fn": "cost_tp", "cost_fp": "cost_tn"}


def change_conditions(model: CostCurveModel, name: str, ends: Ends) -> None:
    """Set one of the five conditions; None restores its default.

    Raises
    ------
    CostCurveError
        If the conditions are invalid.
    """
    value: Any = UNKNOWN[name] if ends is None else ends
    model.conditions = replace(conditions_or_default(model), **{name: value})


def field_label(model: CostCurveModel, name: str) -> str:
    """Return the label of a field in the row."""
    if name == "prior":
        return f"Share of {model.curves.classes[1]}"
    error_cost = "A miss costs" if name == "cost_fn" else "A false alarm costs"
    currency = model._currency
    return f"{error_cost} ({currency})" if currency else error_cost


def take_entry(model: CostCurveModel, name: str, text: str) -> None:
    """Set a condition of the row to typed text; empty text restores its default.

    Raises
    ------
    CostCurveError
        If the text is invalid or ambiguous; the model is then unchanged.
    """
    where = field_label(model, name)
    if name != "prior" and model._currency:
        text = text.replace(model._currency, "")
    ends = parse_entry(where, text, share=name == "prior")
    if ends is not None:
        _check_possible(model, name, ends, text)
        change_conditions(model, name, ends)
    elif model._known_conditions is not None:
        change_conditions(model, name, None)
    elif name == "prior":
        clear_conditions(model)


def _check_possible(model: CostCurveModel, name: str, ends: tuple[float, float], text: str) -> None:
    """Raise if the ends are invalid, with a message in terms of the field."""
    where = field_label(model, name)
    if name == "prior":
        if not 0.0 <= ends[0] <= ends[1] <= 1.0:
            raise CostCurveError(
                "must lie between 0 and 100 %",
                where=where,
                got=shown(text),
                fix="Type for instance 0.05, 5 % or 1 in 20.",
            )
        return
    least = getattr(conditions_or_default(model), _RIGHT_ANSWER[name]).high
    if ends[0] < least:
        raise CostCurveError(
            f"an error cannot cost less than the right answer, {least:g}",
            where=where,
            got=shown(text),
            fix="What a right answer costs or brings is set under More.",
        )


# ---- Row of three numbers


class RowPanel(Panel):
    """Row of prevalence and costs of errors; a button expands the other conditions (`more`)."""

    def __init__(self, model: CostCurveModel, duality: Duality, more: Controls) -> None:
        share = observed_prevalence(model.curves)
        super().__init__(ConditionsRow(duality=duality, more=more, in_data=share))
        self._model = model
        self._spare = (duality, more)
        self.widget.observe(self._on_entry, "entry")
        self._closers.append(lambda: self.widget.unobserve(self._on_entry, "entry"))
        self._watch(model, self._count, "curves")

    def _count(self) -> None:
        self.widget.in_data = observed_prevalence(self._model.curves)

    def _on_entry(self, change: Any) -> None:
        """Reply to an entry from the page, ignoring malformed messages."""
        entry = change["new"] or {}
        name, text, count = (entry.get(key) for key in ("name", "text", "count"))
        if not (isinstance(name, str) and isinstance(text, str) and isinstance(count, int)):
            return
        if name not in UNKNOWN:
            return
        error = ""
        try:
            take_entry(self._model, name, text[:_LONGEST_ENTRY])
        except CostCurveError as exception:
            # The error is displayed next to its field, whose name is therefore omitted.
            error = str(CostCurveError(exception.what, got=exception.got, fix=exception.fix))
            error = error[0].upper() + error[1:]
        self.widget.answer = {"count": count, "error": error}


# ---- Other conditions


_FOLLOWS = [("the share of positives", "prior"), ("the cost of a miss", "cost_ratio")]
_HELP = "A number or a range; a benefit is negative, such as -5"


class ConditionsPanel(Panel):
    """Costs of correct decisions, operating point, number of cases and currency."""

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        self.fields = {
            name: RangeField("", _HELP, self._commit(name), None) for name in ("cost_tp", "cost_tn")
        }
        self.pc = RangeField(
            "Operating point PC(+)",
            "From 0 to 1: a number such as 0.2 or 20 %, or a range",
            self._set_pc,
            SHARE_SCALE,
        )
        self.n_cases = number_field("Cases", "Number of cases that costs are for", self._cases)
        self.currency = Text(
            description="Currency", tooltip="What costs are counted in", continuous_update=False
        )
        self.follows = RadioButtons(
            description="Dragging the operating point moves",
            options=_FOLLOWS,
            tooltip="What changes in the conditions when the operating point is dragged",
        )
        self.widget.children = [
            row([field.widget for field in self.fields.values()]),
            row([self.pc.widget, self.n_cases.widget, self.currency, self.follows]),
        ]
        self._bind(
            model,
            "conditions",
            self.currency,
            to_control=lambda _conditions: model._currency,
            to_model=lambda text: self._with(currency=text),
        )
        self._bind(model, "view.follows", self.follows)
        self._watch(model, self._show, "conditions", "pc", "pc_range", "curves")

    def _commit(self, name: str) -> Any:
        return lambda ends: change_conditions(self._model, name, ends)

    def _set_pc(self, ends: Ends) -> None:
        if ends is None:
            self._model.pc_range = None
        elif ends[0] != ends[1]:
            self._model.pc_range = ends
        else:
            self._model.pc_range = None
            self._model.pc = ends[0]

    def _cases(self, cases: float | None) -> None:
        self._model.conditions = self._with(n_cases=1.0 if cases is None else cases)

    def _with(self, **changes: Any) -> Conditions:
        """Return the conditions with another currency or number of cases."""
        return replace(self._model.conditions or Conditions(), **changes)

    def _show(self) -> None:
        model, conditions = self._model, conditions_or_default(self._model)
        negative, positive = map(shorten, model.curves.classes)
        self.fields["cost_tp"].text.description = f"Finding {positive} costs"
        self.fields["cost_tn"].text.description = f"Clearing {negative} costs"
        for name, field in self.fields.items():
            field.show(getattr(conditions, name))
        self.pc.show(Range(*(model.pc_range or (model.pc, model.pc))))
        self.n_cases.show(f"{conditions.n_cases:.6g}")
