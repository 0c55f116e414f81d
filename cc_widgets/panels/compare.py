"""Two classifiers, and a ranking of all, in words and as a figure."""

from dataclasses import replace
from typing import Any

from ipywidgets import Dropdown, VBox

from cc_widgets.core import Range
from cc_widgets.core.uncertainty import Significance, significance
from cc_widgets.model.answers import Comparison, Stretch, comparison
from cc_widgets.model.bands import n_pairs
from cc_widgets.model.choosing import Ranked, same_cost
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import decimal, number, percent, share, span
from cc_widgets.model.questions import why_no_difference
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.parts import Panel, Table, Words, listed, row, shown_if
from cc_widgets.views.difference import DifferenceView
from cc_widgets.views.style import close_all
from cc_widgets.widgets.duality import Duality

# ---- Two classifiers compared, and all of them ranked, in words


_TWO = 2
_NOTHING = "There is nothing to compare: choose two classifiers."
_UNTESTED = "Whether the difference is more than chance is not known yet: run the bootstrap."
_NEVER = "Whether the difference is more than chance cannot be told. "
_APART = (
    "They are taken for two test sets, and each was resampled alone. If they scored the same "
    "examples, give both one array as y_true: then much smaller differences can be told."
)


def compare_words(derived: Derived, pair: tuple[str, str] | None, pc: float) -> str:
    """Say which of two costs less, where, and by how much.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pair : (name, name) or None
        The two.
    pc : float
        The operating point.

    Returns
    -------
    str
        A few lines; one sentence if there are no two.
    """
    first, second = (None, None) if pair is None else map(derived.named, pair)
    if first is None or second is None:
        return _NOTHING
    found = comparison(first, second, pc)
    lines = [
        _here(found),
        _where(f"{first.name} is cheaper", found.first_cheaper),
        _where(f"{second.name} is cheaper", found.second_cheaper),
        _where("They cost the same", found.equal),
        _most(first.name, *found.first_most),
        _most(second.name, *found.second_most),
    ]
    return "\n".join(line for line in lines if line)


def _here(found: Comparison) -> str:
    """Return who is cheaper at the operating point."""
    where = f"At PC(+) {share(found.pc)}"
    if abs(found.difference) <= same_cost(found.pc):
        return f"{where} both cost the same."
    cheaper, dearer = found.first, found.second
    if found.difference > 0.0:
        cheaper, dearer = dearer, cheaper
    return f"{where} {cheaper} costs {number(abs(found.difference))} less than {dearer}."


def _where(words: str, stretches: tuple[Stretch, ...]) -> str:
    """Return where that is so."""
    ranges = ", ".join(span(Range(*ends), share) for ends in stretches)
    return f"{words} for PC(+) {ranges}." if ranges else ""


def _most(name: str, size: float, pc: float) -> str:
    """Return the largest advantage of one of the two."""
    return f"{name} is cheaper by {number(size)} at most, at PC(+) {share(pc)}." if size else ""


def significance_words(model: CostCurveModel) -> str:
    """Say where the difference of the compared classifiers is more than chance.

    Parameters
    ----------
    model : CostCurveModel
        With the band of the difference, if there is one.

    Returns
    -------
    str
        Ranges of pc with the sizes of the difference, and what that promises.
    """
    if model.compared is None:
        return ""
    if model.difference is None:
        why = why_no_difference(model, *model.compared)
        return f"{_NEVER}{why}" if why else _UNTESTED
    found = significance(model.difference)
    names = dict(zip(("first", "second"), model.compared, strict=True))
    ranges = zip(found.ranges.pc_low, found.ranges.pc_high, found.cheaper, strict=True)
    lines = [
        f"Significant for PC(+) {share(float(start))} to {share(float(stop))}: {names[who]} costs "
        f"{_sizes(float(low), float(high))} less."
        for (start, stop, who), low, high in zip(ranges, found.lowest, found.highest, strict=True)
    ]
    said = listed(lines) if lines else "Nowhere significant."
    more = [found.covers, _of_pairs(model, found)]
    if model.band is not None and model.band.apart(*model.compared):
        more.append(_APART)
    if model.stale:
        more.append("This belongs to older data or settings.")
    return "\n".join([said, *filter(None, more)])


def _of_pairs(model: CostCurveModel, found: Significance) -> str:
    """Say what looking at all pairs does to an error that holds for one."""
    pairs = n_pairs(len(model.derived.shown))
    if pairs < _TWO or found.family >= pairs:
        return ""
    most = min(1.0, pairs * found.error_somewhere)
    return (
        f"That is of one pair: by this count some pair of all {pairs} seems to differ up to "
        f"{100 * most:.0f} % of the time."
    )


def _sizes(low: float, high: float) -> str:
    return span(Range(*sorted((abs(low), abs(high)))), number)


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
