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
        self._titles = list(makers)
        self._places: list[VBox] = []
        self._tabs: Tab | None = None
        self.widget = VBox([self.button])
        self.widget.add_class("cc-folds")
        self.button.observe(self._turn, "value")

    @property
    def tabs(self) -> Tab:
        """The row of tabs, made when it is first asked for."""
        if self._tabs is None:
            self._places = [VBox() for _ in self._makers]
            self._tabs = Tab(self._places, titles=self._titles, selected_index=0)
            self._tabs.add_class("cc-tabs")
            self._tabs.observe(self._turn, "selected_index")
            self.widget.children = [self.button, self._tabs]
        return self._tabs

    def open(self, title: str) -> None:
        """Unfold the panel of that title."""
        if title not in self._titles:
            known = f"One of {self._titles}."
            raise CostCurveError(
                "there is no such panel", where="title", got=shown(title), fix=known
            )
        self.tabs.selected_index = self._titles.index(title)
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
