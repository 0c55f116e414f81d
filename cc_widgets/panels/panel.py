"""What all panels have in common: a box, and things watched that are let go of."""

from collections.abc import Callable, Iterable
from typing import Any

from ipywidgets import HBox, VBox, Widget
from traitlets import HasTraits

from cc_widgets.views.marks import close_all


class Panel:
    """Controls of one subject. They set and observe traits of the model, and compute nothing."""

    def __init__(self) -> None:
        self.widget = VBox()
        self.widget.add_class("cc-panel")
        self._watched: list[tuple[HasTraits, Callable[..., None], list[str]]] = []
        self._spare: tuple[Widget, ...] = ()

    def close(self) -> None:
        """Let go of everything watched and close every widget of the panel."""
        for source, handler, names in self._watched:
            source.unobserve(handler, names)
        self._watched.clear()
        close_all(self.widget, self._spare)

    def _watch(self, source: HasTraits, handler: Callable[..., None], *names: str) -> None:
        source.observe(handler, list(names))
        self._watched.append((source, handler, list(names)))

    def _unwatch(self, source: HasTraits) -> None:
        """Let go of one thing, the others stay watched."""
        for entry in [entry for entry in self._watched if entry[0] is source]:
            entry[0].unobserve(entry[1], entry[2])
            self._watched.remove(entry)


def row(children: Iterable[Any], *classes: str) -> HBox:
    """Return widgets side by side, wrapped where the page is narrow."""
    made = HBox(list(children))
    for name in ("cc-row", *classes):
        made.add_class(name)
    return made
