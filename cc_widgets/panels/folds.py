"""The panels behind one button, folded until asked for, and made no sooner than that."""

from collections.abc import Callable, Mapping
from typing import Any

from ipywidgets import Tab, ToggleButton, VBox

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.panels.panel import Panel
from cc_widgets.panels.words import shown_if

_OPEN, _FOLDED = "Hide controls", "Show controls"


class Folds:
    """A button and a row of tabs; what stays folded costs nothing.

    Parameters
    ----------
    makers : mapping of str to callable
        Titles, and how to make the panel of each.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Panel]]) -> None:
        self._makers = list(makers.values())
        self.made: dict[int, Panel] = {}
        self.button = ToggleButton(description=_FOLDED, icon="sliders", tooltip=_FOLDED)
        self._places = [VBox() for _ in self._makers]
        self.tabs = Tab(self._places, titles=list(makers), selected_index=0)
        self.widget = VBox([self.button, self.tabs])
        for widget, name in ((self.widget, "cc-folds"), (self.tabs, "cc-tabs")):
            widget.add_class(name)
        shown_if(self.tabs, shown=False)
        self.button.observe(self._turn, "value")
        self.tabs.observe(self._turn, "selected_index")

    def open(self, title: str) -> None:
        """Unfold the panel of that title."""
        titles = list(self.tabs.titles)
        if title not in titles:
            raise CostCurveError(
                "there is no such panel", where="title", got=shown(title), fix=f"One of {titles}."
            )
        self.tabs.selected_index = titles.index(title)
        self.button.value = True

    def close(self) -> None:
        """Let every panel go."""
        for panel in self.made.values():
            panel.close()
        self.made.clear()

    def _turn(self, _change: Any) -> None:
        """Fold or unfold; make the panel that is seen for the first time."""
        unfolded, place = self.button.value, self.tabs.selected_index
        self.button.description = self.button.tooltip = _OPEN if unfolded else _FOLDED
        shown_if(self.tabs, unfolded)
        if unfolded and place is not None and place not in self.made:
            self.made[place] = self._makers[place]()
        for at, box in enumerate(self._places):  # a figure on a page that is not shown has no size
            seen = unfolded and at == place
            box.children = [self.made[at].widget] if seen else []
