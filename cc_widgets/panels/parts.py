"""What panels are made of: words, tables, rows of controls, folds."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, DOMWidget, HBox, VBox, Widget
from traitlets import HasTraits

from cc_widgets.views.style import close_all

# ---- Text and tables of a panel: what the user wrote stays text, whatever it contains


class Words(HTML):
    """Sentences, shown as they are: no markup, and no formulas between dollar signs.

    Parameters
    ----------
    text : str
        What to say at first.
    role : {"status", "alert", "heading", ""}
        What the text is to a screen reader.
    """

    def __init__(self, text: str = "", *, role: str = "") -> None:
        super().__init__()
        self._role = role
        self._told = ""
        self.add_class(f"cc-{role or 'words'}")
        self.say(text)

    @property
    def text(self) -> str:
        """What it says."""
        return self._told

    def say(self, text: str) -> None:
        """Say something else; each line of the text is a paragraph."""
        self._told = text
        level = ' aria-level="4"' if self._role == "heading" else ""
        lines = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines() if line)
        self.value = f'<div role="{self._role}"{level}>{lines}</div>' if lines else ""
        self.layout.display = None if lines else "none"


class Table(HTML):
    """A table of texts, its first row and first column being headings."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self._caption = caption
        self.rows: list[tuple[str, ...]] = []
        self.add_class("cc-table")

    def fill(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Show other rows; a cell in the first column is the heading of its row."""
        self.rows = [tuple(row) for row in rows]
        top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        # Where it is wider than its place it scrolls, by keyboard too.
        region = f'<div role="region" tabindex="0" aria-label="{escape(self._caption)}">'
        table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        self.value = f"{region}{table}</div>"


def shown_if(widget: DOMWidget, shown: object) -> None:
    """Show a widget, or take it out of the page."""
    widget.layout.display = None if shown else "none"


# ---- What all panels have in common: a box, and things watched that are let go of


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
