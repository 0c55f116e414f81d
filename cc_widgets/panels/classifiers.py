"""Which classifiers are shown, in which order and colour."""

from collections.abc import Callable, Collection
from typing import Any

from ipywidgets import Button, Checkbox, Dropdown

from cc_widgets.core._folds import AVERAGES
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import area_words, has_scores
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import look
from cc_widgets.model.numerals import decimal, number, share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import standing_words
from cc_widgets.panels.parts import Ear, Field, Menu, Panel, Words, read_number, row, shown_if
from cc_widgets.views.style import close_all
from cc_widgets.widgets.color import ColorField

_MOST = 25
_TOLD = 12  # more about each of them takes a while
_NOBODY = ("Choose a classifier", None)
_IN_USE = "In use from"


class ClassifiersPanel(Panel):
    """Sets `hidden`, `colors`, `average` and `marks`; renames, moves and removes classifiers.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    """

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        self._page, self._most = 0, _MOST
        self.rows: list[ClassifierRow] = []
        self.back = Button(description="Previous", tooltip="Earlier classifiers")
        self.next = Button(description="Next", tooltip="Later classifiers")
        self.where = Words(role="status")
        self.average = Dropdown(
            options=[(one.words, name) for name, one in AVERAGES.items()],
            description="Folds averaged by",
            tooltip="How the curves of folds are averaged, and what that takes for granted",
            style={"description_width": "initial"},
            layout={"width": "max-content"},
        )
        self.gather = Button(
            description="These are folds of one",
            tooltip="Make one classifier of all that are visible: its curve is their average",
        )
        self.more = Menu(
            description="More about", options=[_NOBODY], tooltip="Whose curve to tell more about"
        )
        self.told = Words(role="status")
        self.refused = Words(role="alert")
        self._of_folds = row([self.average, self.gather, self.refused])
        self._pages = row([self.back, self.where, self.next])
        self.back.on_click(lambda _button: self._turn(-1))
        self.next.on_click(lambda _button: self._turn(1))
        self.gather.on_click(lambda _button: self._gather())
        self._ends.append(Ear(self.more, lambda _change: self._tell()).close)
        self._bind(model, "average", self.average)
        self._watch(model, self._show, "derived", "colors", "marks")
        self._watch(model, self._tell, "derived", "pc", "conditions")

    def close(self) -> None:
        """Let go of the model and close every widget."""
        super().close()
        self.rows.clear()

    def tell_all(self) -> None:
        """Tell more about each, but of very many about those that cost least here."""
        self.more.layout.display = "none"
        names = list(self._model.classifiers)
        lines = []
        if len(names) > _TOLD:
            names = [one.name for one in self._model.ranking() if not one.trivial][:_TOLD]
            lines = [
                f"More about the {_TOLD} that cost least here; model.about(name) has the others."
            ]
        self.told.say("\n".join([*lines, *map(self._about, names)]))

    def _turn(self, by: int) -> None:
        self._page += by
        self._show()

    def _gather(self) -> None:
        """Make one of all that are visible, or say why that cannot be."""
        try:
            self._model.gather(_unused(self._model.classifiers))
        except CostCurveError as error:
            self.refused.say(str(error))

    def _tell(self) -> None:
        """Tell more about the one that is chosen, as long as it is there."""
        model, wanted = self._model, self.more.value
        options = [_NOBODY, *((name, name) for name in model.classifiers)]
        if list(self.more.options) != options:
            self.more.options = options
            self.more.value = wanted if wanted in model.classifiers else None
        self.told.say("" if self.more.value is None else self._about(self.more.value))

    def _about(self, name: str) -> str:
        return "\n".join(self._model.about(name).words)

    def _show(self) -> None:
        self.refused.say("")
        items = self._model.derived.classifiers
        last = max(0, (len(items) - 1) // self._most)
        self._page = min(max(self._page, 0), last)
        start = self._page * self._most
        page = items[start : start + self._most]
        dropped = self.rows[len(page) :]
        del self.rows[len(page) :]
        self.rows += [ClassifierRow(self._model) for _ in page[len(self.rows) :]]
        children = [
            *(self._of_folds, *(made.widget for made in self.rows), self._pages),
            *(self.more, self.told),
        ]
        if tuple(children) != self.widget.children:
            self.widget.children = children
        for gone in dropped:
            close_all(gone.widget)
        for made, item in zip(self.rows, page, strict=True):
            made.show(item, len(items))
        shown_if(self._pages, last)
        are_folded = any(item.kept.each for item in items)
        shown_if(self.average, are_folded)
        shown_if(self.gather, not are_folded and len(self._model.derived.visible) > 1)
        self.where.say(f"{start + 1} to {start + len(page)} of {len(items)}")
        self.back.disabled, self.next.disabled = not self._page, self._page == last


def _unused(names: Collection[str]) -> str:
    """A name for an average that nobody has yet."""
    tried = ("average", *(f"average {i}" for i in range(2, len(names) + 3)))
    return next(name for name in tried if name not in names)


class ClassifierRow:
    """One classifier; which one it is may change."""

    def __init__(self, model: CostCurveModel) -> None:
        self._model = model
        self._item: DerivedClassifier | None = None
        self.name = Field("Name", "Name of the classifier; type to rename it", self._rename)
        self.visible = Checkbox(
            description="Visible", tooltip="Whether it takes part", indent=False
        )
        self.color = ColorField()
        self.in_use = Field(
            _IN_USE,
            "The threshold in use today, several with commas; empty if none is",
            self._mark,
        )
        self.about = Words()
        self.up = _button("Up", "arrow-up", "Move it up", lambda: self._move(-1))
        self.down = _button("Down", "arrow-down", "Move it down", lambda: self._move(1))
        self.remove = _button("Remove", "trash", "Remove it", self._remove)
        controls = [self.visible, self.color, self.up, self.down, self.remove]
        self.widget = row(
            [self.name.widget, *controls, self.in_use.widget, self.about], "cc-classifier"
        )
        self._ears = Ear(self.visible, self._toggle), Ear(self.color, self._recolor)

    def show(self, item: DerivedClassifier, count: int) -> None:
        """Show this classifier, one of so many."""
        if self._item is not None and item.name != self._item.name:
            self.in_use.refuse(None)  # what was wrong was typed for another one
        self._item = item
        self.name.show(item.name)
        self.color.label = f"Colour of {item.name}"
        with self._ears[0].shut(), self._ears[1].shut():
            self.visible.value = item.visible
            usual = look(item.position).color
            self.color.value = self._model.colors.get(item.name, usual)
        self.in_use.show(
            ", ".join(decimal(one.threshold) for one in self._model.marks if one.name == item.name)
        )
        shown_if(self.in_use.widget, has_scores(self._model.classifiers[item.name]))
        self.up.disabled = not item.position
        self.down.disabled = item.position == count - 1
        self.about.say(self._words(item))

    def _words(self, item: DerivedClassifier) -> str:
        better = "nowhere worth using"
        if item.range is not None:
            low, high = item.range.pc_low, item.range.pc_high
            better = f"worth using for PC(+) {share(low)} to {share(high)}"
        standing = standing_words(self._model.derived, item.position)
        words = [standing, better, f"mean cost {number(item.area)}"]
        return "; ".join(filter(None, [*words, area_words(self._model, item.name)]))

    def _rename(self, name: str) -> None:
        if self._item is None or name == self._item.name:
            return
        if not name.strip():
            raise CostCurveError(
                "must not be empty", where="name", got=shown(name), fix="Type any other name."
            )
        self._model.rename(self._item.name, name)

    def _mark(self, text: str) -> None:
        if self._item is None:
            return
        name = self._item.name
        typed = [read_number(_IN_USE, part) for part in text.split(",")]
        others = [mark for mark in self._model.marks if mark.name != name]
        mine = [(name, threshold) for threshold in typed if threshold is not None]
        self._model.marks = [*others, *mine]

    def _toggle(self, change: Any) -> None:
        if self._item is not None:
            (self._model.show if change["new"] else self._model.hide)(self._item.name)

    def _recolor(self, change: Any) -> None:
        if self._item is None:
            return
        try:
            self._model.recolor(self._item.name, change["new"])
        except CostCurveError as error:
            self.name.refuse(error)

    def _move(self, by: int) -> None:
        if self._item is not None:
            names = list(self._model.classifiers)
            place = self._item.position
            names[place], names[place + by] = names[place + by], names[place]
            self._model.reorder(names)

    def _remove(self) -> None:
        if self._item is not None:
            self._model.remove(self._item.name)


def _button(words: str, icon: str, help_words: str, press: Callable[[], None]) -> Button:
    """A small button."""
    made = Button(description=words, icon=icon, tooltip=help_words)
    made.add_class("cc-small")
    made.on_click(lambda _button: press())
    return made
