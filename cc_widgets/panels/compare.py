"""Two classifiers, and a ranking of all, in words and as a figure."""

from dataclasses import replace
from typing import Any

from ipywidgets import Dropdown, VBox

from cc_widgets.model.choosing import Ranked
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.numerals import decimal, number, percent, share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.parts import Panel, Table, Words, row, shown_if
from cc_widgets.views.difference import DifferenceView
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
    ("at all PC(+) together", "everywhere"),
    ("for all pairs together", "all pairs"),
    ("at each single PC(+)", "each pc"),
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
        self._setting = False
        self.first = Dropdown(description="A", tooltip="The first of the two compared")
        self.second = Dropdown(description="B", tooltip="The second of the two compared")
        self.view = DifferenceView(duality)
        self.judged = Dropdown(
            description="Judged",
            options=_JUDGED,
            tooltip="What the level of a difference holds for",
        )
        self.words, self.significant = Words(role="status"), Words()
        self.error = Words(role="alert")
        self.table = Table("All classifiers at the operating point")
        self._heading = Words(role="heading")
        self._place = VBox()
        self.widget.children = [
            *(row([self.first, self.second], "cc-pair"), self.error, self.words),
            *(self.judged, self.significant, self._place, self._heading, self.table),
        ]
        self.judged.observe(self._judge, "value")
        for chooser in (self.first, self.second):
            chooser.observe(self._chosen, "value")
        self._watch(model, self._all, "derived", "compared", "colors")
        self._watch(model, self._sure, "difference", "stale", "level", "bootstrap_settings", "job")
        self._watch(model, self._rank, "pc")
        self._all()

    def close(self) -> None:
        """Let go of the model and close every widget, the figure too where it is not shown."""
        super().close()
        close_all(self.view.figure, self._spare)

    def _chosen(self, change: Any) -> None:
        """Compare the two chosen; choosing the other one of them swaps the two."""
        if self._setting:
            return
        first, second = self.first.value, self.second.value
        if first == second:
            old = change["old"]
            first, second = (first, old) if change["owner"] is self.first else (old, second)
        if first is not None and second is not None and first != second:
            self._model.compared = (first, second)

    def _judge(self, change: Any) -> None:
        settings = self._model.bootstrap_settings
        self._model.bootstrap_settings = replace(settings, judged=change["new"])

    def _all(self, _change: object = None) -> None:
        names = [item.name for item in self._model.derived.classifiers]
        pair = self._model.compared
        self._setting = True
        try:
            for place, chooser in enumerate((self.first, self.second)):
                if list(chooser.options) != names:
                    chooser.options = names
                chooser.value = None if pair is None else pair[place]
        finally:
            self._setting = False
        self._sure()
        self._rank()

    def _sure(self, _change: object = None) -> None:
        model = self._model
        figures = (self.view.figure,) if model.compared else ()
        if self._place.children != figures:
            self._place.children = figures
        self.judged.value = model.bootstrap_settings.judged
        shown_if(self.judged, model.difference is not None)
        self.words.say(compare_words(model.derived, model.compared, model.pc))
        self.significant.say(significance_words(model))
        self.view.draw(model)

    def _rank(self, _change: object = None) -> None:
        model = self._model
        self._heading.say(f"All visible classifiers at PC(+) {share(model.pc)}")
        head = ("Classifier", "Place", "Cost", "Threshold", "Finds", "Flags")
        self.table.fill(head, ranked_rows(model.ranking()))
        self.words.say(compare_words(model.derived, model.compared, model.pc))
