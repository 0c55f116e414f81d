"""Text and tables of a panel: what the user wrote stays text, whatever it contains."""

from collections.abc import Iterable, Sequence
from html import escape

from ipywidgets import HTML, DOMWidget


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


def listed(parts: Sequence[str], most: int = 6) -> str:
    r"""Return the parts one per line, and how many were left out.

    Examples
    --------
    >>> listed(["a", "b", "c"], most=2)
    'a\nb\nand 1 more'
    """
    more = len(parts) - most
    return "\n".join([*parts[:most], *([f"and {more} more"] if more > 0 else [])])


def shown_if(widget: DOMWidget, shown: object) -> None:
    """Show a widget, or take it out of the page."""
    widget.layout.display = None if shown else "none"
