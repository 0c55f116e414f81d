"""Conditions of use: three numbers in a row, and the rest of what is known of costs."""

from typing import Any

from ipywidgets import RadioButtons, Text

from cc_widgets.core import Conditions, Range
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.conditions import SPOKEN, in_force
from cc_widgets.model.derive import counted_share
from cc_widgets.model.numerals import short
from cc_widgets.model.state import CostCurveModel, usual
from cc_widgets.panels.parts import SHARES, Ends, Panel, RangeField, number_field, read_entry, row
from cc_widgets.views.link import forget_conditions
from cc_widgets.widgets.conditions import ConditionsRow
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.duality import Duality

UNKNOWN = {"prior": 0.5, "cost_fp": 1.0, "cost_fn": 1.0, "cost_tp": 0.0, "cost_tn": 0.0}
"""Each value on which nothing is known."""

# ---- What is typed becomes conditions


_LONGEST_ENTRY = 200
_RIGHT_ANSWER = {"cost_fn": "cost_tp", "cost_fp": "cost_tn"}


def change_conditions(model: CostCurveModel, name: str, ends: Ends) -> None:
    """Set one of the five values; all others stay as they are in force.

    Parameters
    ----------
    model : CostCurveModel
        What is set.
    name : str
        Which value.
    ends : (low, high) or None
        None puts back what holds where nothing is known.

    Raises
    ------
    CostCurveError
        If no such conditions can be.
    """
    known = in_force(model)
    values: dict[str, Any] = {one: getattr(known, one) for one in SPOKEN}
    model.conditions = Conditions(**{**values, name: UNKNOWN[name] if ends is None else ends})


def label_of(model: CostCurveModel, name: str) -> str:
    """What stands beside the field of one of the three values in the row."""
    if name == "prior":
        return f"Share of {model.derived.classes[1]}"
    what = "A miss costs" if name == "cost_fn" else "A false alarm costs"
    return f"{what} ({model.unit})" if model.unit else what


def take_entry(model: CostCurveModel, name: str, text: str) -> None:
    """Set one of the three values to what a person has typed.

    Parameters
    ----------
    model : CostCurveModel
        What is set.
    name : {"prior", "cost_fn", "cost_fp"}
        Which value.
    text : str
        As `read_entry` takes it; the currency may stand in it. Nothing puts back the default.

    Raises
    ------
    CostCurveError
        If it cannot be read, or may be read in two ways, or cannot be; the model is as before.
    """
    where = label_of(model, name)
    if name != "prior" and model.unit:
        text = text.replace(model.unit, "")
    ends = read_entry(where, text, share=name == "prior")
    if ends is not None:
        _check_possible(model, name, ends, text)
        change_conditions(model, name, ends)
    elif model.conditions is not None:
        change_conditions(model, name, None)
    elif name == "prior":
        forget_conditions(model)


def _check_possible(model: CostCurveModel, name: str, ends: tuple[float, float], text: str) -> None:
    """Refuse in plain words what `Conditions` would refuse in those of a program."""
    where = label_of(model, name)
    if name == "prior":
        if not 0.0 <= ends[0] <= ends[1] <= 1.0:
            raise CostCurveError(
                "must lie between 0 and 100 %",
                where=where,
                got=shown(text),
                fix="Type for instance 0.05, 5 % or 1 in 20.",
            )
        return
    least = getattr(in_force(model), _RIGHT_ANSWER[name]).high
    if ends[0] < least:
        raise CostCurveError(
            f"an error cannot cost less than the right answer, {least:g}",
            where=where,
            got=shown(text),
            fix="What a right answer costs or brings is set under More.",
        )


# ---- The row


class RowPanel(Panel):
    """The row of three numbers, and what is typed there.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    duality : Duality
        What the browser has.
    more : Controls
        Holds the rest, which a button of the row unfolds.
    """

    def __init__(self, model: CostCurveModel, duality: Duality, more: Controls) -> None:
        share = counted_share(model.derived)
        super().__init__(ConditionsRow(duality=duality, more=more, in_data=share))
        self._model = model
        self._spare = (duality, more)
        self.widget.observe(self._take, "entry")
        self._ends.append(lambda: self.widget.unobserve(self._take, "entry"))
        self._watch(model, self._count, "derived")

    def _count(self) -> None:
        self.widget.in_data = counted_share(self._model.derived)

    def _take(self, change: Any) -> None:
        """Answer what a page says was typed, whatever it says."""
        entry = change["new"] or {}
        name, text, count = (entry.get(key) for key in ("name", "text", "count"))
        if not (isinstance(name, str) and isinstance(text, str) and isinstance(count, int)):
            return
        if name not in UNKNOWN:
            return
        error = ""
        try:
            take_entry(self._model, name, text[:_LONGEST_ENTRY])
        except CostCurveError as problem:
            # It stands beside its field: what it is about need not be said.
            error = str(CostCurveError(problem.what, got=problem.got, fix=problem.fix))
            error = error[0].upper() + error[1:]
        self.widget.answer = {"count": count, "error": error}


# ---- The rest


_FOLLOWS = [("the share of positives", "prior"), ("the cost of a miss", "cost_ratio")]
_HELP = "A number or a range; a benefit is negative, such as -5"


class ConditionsPanel(Panel):
    """What right answers cost, the operating point, cases, currency, and what dragging moves.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    """

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
            SHARES,
        )
        self.population = number_field("Cases", "Number of cases that costs are for", self._cases)
        self.unit = Text(
            description="Currency", tooltip="What costs are counted in", continuous_update=False
        )
        self.follows = RadioButtons(
            description="Dragging the operating point moves",
            options=_FOLLOWS,
            tooltip="What changes in the conditions when the operating point is dragged",
        )
        self.widget.children = [
            row([field.widget for field in self.fields.values()]),
            row([self.pc.widget, self.population.widget, self.unit, self.follows]),
        ]
        self._bind(model, "unit", self.unit)
        self._bind(model, "follows", self.follows)
        self._watch(model, self._show, "conditions", "pc", "pc_range", "derived")
        self._watch(model, self._population, "population")

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
        self._model.population = usual("population") if cases is None else cases

    def _show(self) -> None:
        model, known = self._model, in_force(self._model)
        negative, positive = map(short, model.derived.classes)
        self.fields["cost_tp"].text.description = f"Finding {positive} costs"
        self.fields["cost_tn"].text.description = f"Clearing {negative} costs"
        for name, field in self.fields.items():
            field.show(getattr(known, name))
        self.pc.show(Range(*(model.pc_range or (model.pc, model.pc))))

    def _population(self) -> None:
        self.population.show(f"{self._model.population:.6g}")
