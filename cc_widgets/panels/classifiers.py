"""Panel of the classifiers: visibility, order, names, colours and thresholds in use."""

from collections.abc import Callable, Collection
from typing import Any

from ipywidgets import Button, Checkbox, Dropdown

from cc_widgets.core.cross_validation import AVERAGES
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import (
    area_words,
    current_best_band,
    has_scores,
    rank_choices,
    worth_using,
)
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import look
from cc_widgets.model.estimating import ESTIMATES
from cc_widgets.model.numerals import decimal, number, share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import standing_words
from cc_widgets.panels.parts import (
    Field,
    Menu,
    Panel,
    PlainText,
    UserChanges,
    parse_number,
    row,
    set_visible,
)
from cc_widgets.views.style import close_all
from cc_widgets.widgets.color import ColorField

_MOST = 25
_MOST_DETAILED = 12  # classifiers described in exports; more would be slow
_NO_CHOICE = ("Choose a classifier", None)
_IN_USE = "In use from"


class ClassifiersPanel(Panel):
    """Panel that sets `hidden`, `colors`, `average` and `marks`, and edits classifiers."""

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        self._page, self._most = 0, _MOST
        self.rows: list[ClassifierRow] = []
        self.back = Button(description="Previous", tooltip="Earlier classifiers")
        self.next = Button(description="Next", tooltip="Later classifiers")
        self.where = PlainText(role="status")
        self.average = Dropdown(
            options=[(method.label, name) for name, method in AVERAGES.items()],
            description="Folds averaged by",
            tooltip="How the curves of folds are averaged, and what that takes for granted",
            style={"description_width": "initial"},
            layout={"width": "max-content"},
        )
        self.merge_button = Button(
            description="These are folds of one",
            tooltip="Make one classifier of all that are visible: its curve is their average",
        )
        self.more = Menu(
            description="More about", options=[_NO_CHOICE], tooltip="Whose curve to tell more about"
        )
        self.details = PlainText(role="status")
        self.merge_error = PlainText(role="alert")
        self._of_folds = row([self.average, self.merge_button, self.merge_error])
        self._pages = row([self.back, self.where, self.next])
        self.back.on_click(lambda _button: self._turn(-1))
        self.next.on_click(lambda _button: self._turn(1))
        self.merge_button.on_click(lambda _button: self._merge())
        self._closers.append(UserChanges(self.more, lambda _change: self._show_details()).close)
        self._bind(model, "average", self.average)
        self._watch(model, self._show, "curves", "colors", "marks")
        self._watch(model, self._describe, "bands", ESTIMATES)
        self._watch(model, self._show_details, "curves", "pc", "conditions")

    def close(self) -> None:
        """Stop observing the model and close every widget."""
        super().close()
        self.rows.clear()

    def show_all_details(self) -> None:
        """Describe each classifier; of many only the cheapest ones here."""
        self.more.layout.display = "none"
        names = list(self._model.classifiers)
        lines = []
        if len(names) > _MOST_DETAILED:
            names = [
                choice.name
                for choice in rank_choices(self._model.curves, self._model.pc)
                if not choice.is_baseline
            ][:_MOST_DETAILED]
            lines = [
                (
                    f"More about the {_MOST_DETAILED} that cost least here; "
                    "model.about(name) has the others."
                )
            ]
        self.details.show("\n".join([*lines, *map(self._about, names)]))

    def _turn(self, by: int) -> None:
        self._page += by
        self._show()

    def _merge(self) -> None:
        """Merge the visible classifiers as folds of one, or display an error."""
        try:
            self._model.merge_folds(_unused_name(self._model.classifiers))
        except CostCurveError as error:
            self.merge_error.show(str(error))

    def _show_details(self) -> None:
        """Describe the chosen classifier while it exists."""
        model, chosen = self._model, self.more.value
        options = [_NO_CHOICE, *((name, name) for name in model.classifiers)]
        if list(self.more.options) != options:
            self.more.options = options
            self.more.value = chosen if chosen in model.classifiers else None
        self.details.show("" if self.more.value is None else self._about(self.more.value))

    def _about(self, name: str) -> str:
        return "\n".join(self._model.about(name).words)

    def _show(self) -> None:
        self.merge_error.show("")
        items = self._model.curves.classifiers
        last = max(0, (len(items) - 1) // self._most)
        self._page = min(max(self._page, 0), last)
        start = self._page * self._most
        page = items[start : start + self._most]
        dropped = self.rows[len(page) :]
        del self.rows[len(page) :]
        self.rows += [ClassifierRow(self._model) for _ in page[len(self.rows) :]]
        children = [
            *(
                self._of_folds,
                *(classifier_row.widget for classifier_row in self.rows),
                self._pages,
            ),
            *(self.more, self.details),
        ]
        if tuple(children) != self.widget.children:
            self.widget.children = children
        for removed_row in dropped:
            close_all(removed_row.widget)
        for classifier_row, item in zip(self.rows, page, strict=True):
            classifier_row.show(item, len(items))
        set_visible(self._pages, last)
        have_folds = any(item.reduced.each for item in items)
        set_visible(self.average, have_folds)
        set_visible(self.merge_button, not have_folds and len(self._model.curves.visible) > 1)
        self.where.show(f"{start + 1} to {start + len(page)} of {len(items)}")
        self.back.disabled, self.next.disabled = not self._page, self._page == last

    def _describe(self) -> None:
        """Update the descriptions, and leave unfinished entries as they are."""
        for classifier_row in self.rows:
            classifier_row.describe()


def _unused_name(names: Collection[str]) -> str:
    """Return an unused name for an average."""
    candidates = ("average", *(f"average {i}" for i in range(2, len(names) + 3)))
    return next(name for name in candidates if name not in names)


class ClassifierRow:
    """Controls of one classifier, which can be replaced by another."""

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
        self.about = PlainText()
        self.up = _button("Up", "arrow-up", "Move it up", lambda: self._move(-1))
        self.down = _button("Down", "arrow-down", "Move it down", lambda: self._move(1))
        self.remove = _button("Remove", "trash", "Remove it", self._remove)
        controls = [self.visible, self.color, self.up, self.down, self.remove]
        self.widget = row(
            [self.name.widget, *controls, self.in_use.widget, self.about], "cc-classifier"
        )
        self._observers = (
            UserChanges(self.visible, self._toggle),
            UserChanges(self.color, self._recolor),
        )

    def show(self, item: DerivedClassifier, count: int) -> None:
        """Display this classifier out of `count`."""
        if self._item is not None and item.name != self._item.name:
            self.in_use.show_error(None)  # the error was about another classifier
        self._item = item
        self.name.show(item.name)
        self.color.label = f"Colour of {item.name}"
        with self._observers[0].muted(), self._observers[1].muted():
            self.visible.value = item.visible
            default = look(item.position).color
            self.color.value = self._model.colors.get(item.name, default)
        self.in_use.show(
            ", ".join(
                decimal(mark.threshold)
                for mark in self._model.marks
                if mark.name == item.name and mark.threshold is not None
            )
        )
        set_visible(self.in_use.widget, has_scores(self._model.classifiers[item.name]))
        self.up.disabled = not item.position
        self.down.disabled = item.position == count - 1
        self.describe()

    def describe(self) -> None:
        """Display where the classifier is cheapest and worth using, unless it has changed."""
        item = self._item
        if item is not None and self._model.curves.named(item.name) is item:
            self.about.show(self._words(item))

    def _words(self, item: DerivedClassifier) -> str:
        better = "nowhere worth using"
        if (reach := worth_using(self._model, item)) is not None:
            better = f"worth using for PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}"
        best = current_best_band(self._model)
        standing = standing_words(self._model.curves, item.position, best)
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
        thresholds = [parse_number(_IN_USE, part) for part in text.split(",")]
        other_marks = [mark for mark in self._model.marks if mark.name != name]
        own_marks = [(name, threshold) for threshold in thresholds if threshold is not None]
        self._model.marks = [*other_marks, *own_marks]

    def _toggle(self, change: Any) -> None:
        if self._item is not None:
            (self._model.show if change["new"] else self._model.hide)(self._item.name)

    def _recolor(self, change: Any) -> None:
        if self._item is None:
            return
        try:
            self._model.colors = {**self._model.colors, self._item.name: change["new"]}
        except CostCurveError as error:
            self.name.show_error(error)

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
    """Return a small button."""
    button = Button(description=words, icon=icon, tooltip=help_words)
    button.add_class("cc-small")
    button.on_click(lambda _button: press())
    return button
