"""Panels for comparing classifiers and for other criteria than expected cost."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from ipywidgets import Dropdown, VBox

from cc_widgets.core.criteria import CRITERIA
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import RankedChoice, area_difference_words, rank_choices
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.derive import prevalence_or_half
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.numerals import decimal, number, percent, share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import trait_names_with
from cc_widgets.panels.parts import (
    Field,
    Menu,
    Panel,
    PlainText,
    Table,
    UserChanges,
    number_field,
    row,
    set_visible,
)
from cc_widgets.views.difference import DifferenceView
from cc_widgets.views.link import PAGE_TRAITS
from cc_widgets.views.style import close_all
from cc_widgets.widgets.duality import Duality


def ranked_rows(ranking: tuple[RankedChoice, ...]) -> list[tuple[str, ...]]:
    """Return table rows: name, rank, cost, threshold, true and false positive rate."""
    return [
        (
            choice.name,
            str(choice.rank),
            number(choice.cost) if choice.is_useful or choice.is_baseline else "adds nothing",
            "-" if choice.threshold is None else decimal(choice.threshold),
            percent(choice.tpr),
            percent(choice.fpr),
        )
        for choice in ranking
    ]


# ---- Comparison of two classifiers


_SIGNIFICANCE_LEVELS = [
    ("for all pairs together", "family-wise"),
    ("at all PC(+) together", "simultaneous"),
    ("at each single PC(+)", "pointwise"),
]
_DIFFERENCES = [
    ("in use, as recommended", "recommended"),
    ("at the best possible thresholds", "best"),
]


class ComparePanel(Panel):
    """Panel that sets `compared`, and shows the difference of the pair and a ranking."""

    def __init__(self, model: CostCurveModel, duality: Duality) -> None:
        super().__init__()
        self._model = model
        self._spare = (duality,)
        self.first = Dropdown(description="A", tooltip="The first of the two compared")
        self.second = Dropdown(description="B", tooltip="The second of the two compared")
        self.view = DifferenceView(duality, model)
        self.significance = Dropdown(
            description="Judged",
            options=_SIGNIFICANCE_LEVELS,
            tooltip="What the level of a difference holds for",
        )
        self.differences = Dropdown(
            description="Which costs",
            options=_DIFFERENCES,
            tooltip="Whether costs in use are compared, or the least that there could be",
        )
        self.words, self.significant = PlainText(role="status"), PlainText()
        self.error = PlainText(role="alert")
        self.areas = PlainText()
        self.table = Table("All classifiers at the operating point")
        self._settings_row = row([self.significance, self.differences])
        self._heading = PlainText(role="heading")
        self._place = VBox()
        self.widget.children = [
            *(row([self.first, self.second], "cc-pair"), self.error, self.words),
            *(
                self._settings_row,
                self.significant,
                self.areas,
                self._place,
                self._heading,
                self.table,
            ),
        ]
        for name in ("significance", "differences"):
            self._bind(
                model,
                "resampling",
                getattr(self, name),
                to_control=attrgetter(name),
                to_model=partial(self._with, name),
            )
        for place, chooser in enumerate((self.first, self.second)):
            self._bind(
                model,
                "compared",
                chooser,
                to_control=partial(_pair_member, place),
                to_model=partial(self._pair, place),
                options=self._names,
                also=["curves"],
            )
        self._watch(model, self._draw, *PAGE_TRAITS)
        self._watch(
            model,
            self._show_significance,
            "curves",
            "compared",
            *trait_names_with(CostCurveModel, about="bands"),
        )
        self._watch(
            model,
            self._show_areas,
            "curves",
            "compared",
            *trait_names_with(CostCurveModel, about="bands"),
        )
        self._watch(model, self._show_ranking, "curves", "compared", "pc")

    def close(self) -> None:
        """Stop observing the model and close every widget, including hidden figures."""
        super().close()
        close_all(self.view.figure, self._spare)

    def _names(self) -> list[str]:
        return [item.name for item in self._model.curves.classifiers]

    def _pair(self, place: int, name: str | None) -> tuple[str, str] | None:
        """Return the pair with a name at `place`; swap both if it is the name of the other."""
        pair = self._model.compared
        if name is None:
            return pair
        if pair is None:
            other = next((candidate for candidate in self._names() if candidate != name), None)
        else:
            other = pair[place] if name == pair[1 - place] else pair[1 - place]
        if other is None:
            return None
        return (other, name) if place else (name, other)

    def _with(self, name: str, chosen: str) -> BootstrapSettings:
        """Return resampling settings with one changed field."""
        changed: dict[str, Any] = {name: chosen}
        return replace(self._model.resampling, **changed)

    def _draw(self) -> None:
        figures = (self.view.figure,) if self._model.compared else ()
        if self._place.children != figures:
            self._place.children = figures
        self.view.draw(self._model)

    def _show_significance(self) -> None:
        set_visible(self._settings_row, self._model._difference is not None)
        self.significant.show(significance_words(self._model))

    def _show_areas(self) -> None:
        self.areas.show(area_difference_words(self._model))

    def _show_ranking(self) -> None:
        model = self._model
        self._heading.show(f"All visible classifiers at PC(+) {share(model.pc)}")
        head = ("Classifier", "Place", "Cost", "Threshold", "Finds", "Flags")
        self.table.fill(head, ranked_rows(rank_choices(model.curves, model.pc)))
        self.words.show(compare_words(model.curves, model.compared, model.pc))


def _pair_member(place: int, pair: tuple[str, str] | None) -> str | None:
    return None if pair is None else pair[place]


# ---- Other criteria than expected cost


_KINDS = [("expected cost only", None), *((each.words, kind) for kind, each in CRITERIA.items())]
_CRITERION_NUMBERS = {
    name: parameter for each in CRITERIA.values() for name, parameter in each.numbers.items()
}


class CriteriaPanel(Panel):
    """Panel that sets `criterion` and shows its answer."""

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        positive = prevalence_or_half(model.curves)
        self._numbers = {
            name: parameter.usual(positive) for name, parameter in _CRITERION_NUMBERS.items()
        }
        self.kind = Menu(
            description="Choose by", options=_KINDS, tooltip="By what a threshold is chosen"
        )
        self.fields = {name: self._field(name) for name in _CRITERION_NUMBERS}
        self.answer = PlainText(role="status")
        self.error = PlainText(role="alert")
        fields = row([field.widget for field in self.fields.values()])
        self.widget.children = [row([self.kind]), fields, self.error, self.answer]
        self._user_changes = UserChanges(self.kind, self._chosen)
        self._watch(model, self._show, "criterion", "_criterion_answer", "curves")

    @property
    def has_content(self) -> bool:
        """Whether a criterion other than expected cost is set."""
        return self._model._criterion_answer is not None

    def _field(self, name: str) -> Field:
        def commit(value: float | None) -> None:
            if value is not None:
                self._set(self.kind.value, {**self._numbers, name: value})

        return number_field(_CRITERION_NUMBERS[name].words, _CRITERION_NUMBERS[name].hint, commit)

    def _chosen(self, change: Any) -> None:
        self.error.show("")
        try:
            self._set(change["new"], self._numbers)
        except CostCurveError as error:
            self.error.show(str(error))

    def _set(self, kind: str | None, numbers: dict[str, float]) -> None:
        needed = {name: numbers[name] for name in _number_names(kind)}
        self._model.criterion = None if kind is None else {"kind": kind, **needed}
        self._numbers |= needed

    def _show(self) -> None:
        criterion = self._model.criterion or {"kind": None}
        with self._user_changes.muted():
            self.kind.value = criterion["kind"]
        needed = _number_names(criterion["kind"])
        for name, field in self.fields.items():
            self._numbers[name] = criterion.get(name, self._numbers[name])
            field.show(f"{self._numbers[name]:.6g}")
            set_visible(field.widget, name in needed)
        answer = self._model._criterion_answer
        self.answer.show("" if answer is None else answer.words)


def _number_names(kind: str | None) -> Collection[str]:
    """Return the names of the parameters of a criterion."""
    return () if kind is None else CRITERIA[kind].numbers
