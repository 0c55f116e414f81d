"""Two classifiers, a ranking of all, and a choice by another criterion, in words and figures."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from ipywidgets import Dropdown, VBox

from cc_widgets.core import CRITERIA
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import Ranked, areas_words
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.derive import share_of_positives
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.numerals import decimal, number, percent, share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import having
from cc_widgets.panels.parts import (
    Ear,
    Field,
    Menu,
    Panel,
    Table,
    Words,
    number_field,
    row,
    shown_if,
)
from cc_widgets.views.difference import DifferenceView
from cc_widgets.views.link import SEES
from cc_widgets.views.style import close_all
from cc_widgets.widgets.duality import Duality


def ranked_rows(ranking: tuple[Ranked, ...]) -> list[tuple[str, ...]]:
    """Write a ranking as rows of a table.

    Parameters
    ----------
    ranking : tuple of Ranked
        The cheapest first.

    Returns
    -------
    list of tuple of str
        Name, place, cost, threshold, share found and share flagged.
    """
    return [
        (
            one.name,
            str(one.place),
            number(one.cost) if one.adds or one.trivial else "adds nothing",
            "-" if one.threshold is None else decimal(one.threshold),
            percent(one.tpr),
            percent(one.fpr),
        )
        for one in ranking
    ]


# ---- The panel that compares: who is cheaper where, by how much, and whether that is chance


_JUDGED = [
    ("for all pairs together", "all pairs"),
    ("at all PC(+) together", "everywhere"),
    ("at each single PC(+)", "each pc"),
]
_DIFFERENCES = [
    ("in use, as recommended", "recommended"),
    ("at the best possible thresholds", "best"),
]


class ComparePanel(Panel):
    """Sets `compared`; shows the difference of the two and a ranking of all.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    duality : Duality
        What the figure of the difference shares with the other figures.
    """

    def __init__(self, model: CostCurveModel, duality: Duality) -> None:
        super().__init__()
        self._model = model
        self._spare = (duality,)
        self.first = Dropdown(description="A", tooltip="The first of the two compared")
        self.second = Dropdown(description="B", tooltip="The second of the two compared")
        self.view = DifferenceView(duality, model)
        self.judged = Dropdown(
            description="Judged",
            options=_JUDGED,
            tooltip="What the level of a difference holds for",
        )
        self.differences = Dropdown(
            description="Which costs",
            options=_DIFFERENCES,
            tooltip="Whether costs in use are compared, or the least that there could be",
        )
        self.words, self.significant = Words(role="status"), Words()
        self.error = Words(role="alert")
        self.areas = Words()
        self.table = Table("All classifiers at the operating point")
        self._asked = row([self.judged, self.differences])
        self._heading = Words(role="heading")
        self._place = VBox()
        self.widget.children = [
            *(row([self.first, self.second], "cc-pair"), self.error, self.words),
            *(self._asked, self.significant, self.areas, self._place, self._heading, self.table),
        ]
        for name in ("judged", "differences"):
            self._bind(
                model,
                "bootstrap_settings",
                getattr(self, name),
                to_control=attrgetter(name),
                to_model=partial(self._with, name),
            )
        for place, chooser in enumerate((self.first, self.second)):
            self._bind(
                model,
                "compared",
                chooser,
                to_control=partial(_at, place),
                to_model=partial(self._pair, place),
                options=self._names,
                also=["derived"],
            )
        self._watch(model, self._draw, *SEES)
        self._watch(
            model, self._sure, "derived", "compared", *having(CostCurveModel, about="bands")
        )
        self._watch(
            model, self._areas, "derived", "compared", *having(CostCurveModel, about="bands")
        )
        self._watch(model, self._rank, "derived", "compared", "pc")

    def close(self) -> None:
        """Let go of the model and close every widget, the figure too where it is not shown."""
        super().close()
        close_all(self.view.figure, self._spare)

    def _names(self) -> list[str]:
        return [item.name for item in self._model.derived.classifiers]

    def _pair(self, place: int, name: str | None) -> tuple[str, str] | None:
        """The pair with this one in its place; the other one of the two swaps them."""
        pair = self._model.compared
        if name is None:
            return pair
        if pair is None:
            other = next((one for one in self._names() if one != name), None)
        else:
            other = pair[place] if name == pair[1 - place] else pair[1 - place]
        if other is None:
            return None
        return (other, name) if place else (name, other)

    def _with(self, name: str, chosen: str) -> BootstrapSettings:
        """The settings with another choice."""
        changed: dict[str, Any] = {name: chosen}
        return replace(self._model.bootstrap_settings, **changed)

    def _draw(self) -> None:
        figures = (self.view.figure,) if self._model.compared else ()
        if self._place.children != figures:
            self._place.children = figures
        self.view.draw(self._model)

    def _sure(self) -> None:
        shown_if(self._asked, self._model.difference is not None)
        self.significant.say(significance_words(self._model))

    def _areas(self) -> None:
        self.areas.say(areas_words(self._model))

    def _rank(self) -> None:
        model = self._model
        self._heading.say(f"All visible classifiers at PC(+) {share(model.pc)}")
        head = ("Classifier", "Place", "Cost", "Threshold", "Finds", "Flags")
        self.table.fill(head, ranked_rows(model.ranking()))
        self.words.say(compare_words(model.derived, model.compared, model.pc))


def _at(place: int, pair: tuple[str, str] | None) -> str | None:
    return None if pair is None else pair[place]


# ---- Choosing by another criterion than cost


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
        self.kind = Menu(
            description="Choose by", options=_KINDS, tooltip="By what a threshold is chosen"
        )
        self.fields = {name: self._field(name) for name in _ASKED}
        self.answer = Words(role="status")
        self.error = Words(role="alert")
        fields = row([field.widget for field in self.fields.values()])
        self.widget.children = [row([self.kind]), fields, self.error, self.answer]
        self._ear = Ear(self.kind, self._chosen)
        self._watch(model, self._show, "criterion", "answer", "derived")

    @property
    def tells(self) -> bool:
        """Whether anything is chosen otherwise than by cost."""
        return self._model.answer is not None

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
