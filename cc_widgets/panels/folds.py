"""The panels behind one button, folded until asked for, and made no sooner than that."""

from collections.abc import Callable, Mapping
from typing import Any

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.panels.panel import Panel
from cc_widgets.views.controls import Controls


class Folds:
    """A button and a row of tabs; what nobody has looked at costs nothing.

    Parameters
    ----------
    makers : mapping of str to callable
        Titles, and how to make the panel of each.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Panel]]) -> None:
        self._makers = list(makers.values())
        self.made: dict[int, Panel] = {}
        self.widget = Controls(titles=list(makers), pages=[None] * len(makers))
        self.widget.observe(self._make, ["unfolded", "selected"])

    def open(self, title: str) -> None:
        """Unfold the panel of that title."""
        titles = self.widget.titles
        if title not in titles:
            known = f"One of {titles}."
            raise CostCurveError(
                "there is no such panel", where="title", got=shown(title), fix=known
            )
        self.widget.selected = titles.index(title)
        self.widget.unfolded = True

    def close(self) -> None:
        """Let every panel go."""
        for panel in self.made.values():
            panel.close()
        self.widget.close()
        self.made.clear()
        self.widget.pages = []

    def _make(self, _change: Any) -> None:
        """Make the panel that is seen for the first time."""
        place = self.widget.selected
        if not self.widget.unfolded or place in self.made:
            return
        if not 0 <= place < len(self._makers):
            return
        self.made[place] = self._makers[place]()
        pages = [*self.widget.pages]
        pages[place] = self.made[place].widget
        self.widget.pages = pages
