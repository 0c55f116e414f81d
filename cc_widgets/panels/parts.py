"""What panels are made of: words, tables, rows of controls, traits bound to them, a file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from ipywidgets import HTML, DOMWidget, HBox, VBox, Widget
from traitlets import HasTraits

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.notes import Note, merged_notes, notes_as_text, notes_from_text
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import TURN, Together, in_turn, plain
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
    name : str
        One more class by which the style knows it.
    """

    def __init__(self, text: str = "", *, role: str = "", name: str = "") -> None:
        value = _paragraphs(text, role)
        super().__init__(
            value=value,
            layout={"display": None if value else "none"},
            tooltip="",  # without any it would be "null"
            _dom_classes=(f"cc-{role or 'words'}", name)[: 2 if name else 1],
        )
        self._role = role
        self._told = text

    @property
    def text(self) -> str:
        """What it says."""
        return self._told

    def say(self, text: str) -> None:
        """Say something else; each line of the text is a paragraph."""
        self._told = text
        self.value = _paragraphs(text, self._role)
        self.layout.display = None if self.value else "none"


def _paragraphs(text: str, role: str) -> str:
    """Markup in which a text stays text; nothing for no text."""
    level = ' aria-level="4"' if role == "heading" else ""
    lines = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines() if line)
    return f'<div role="{role}"{level}>{lines}</div>' if lines else ""


class Table(HTML):
    """A table of texts, its first row and first column being headings."""

    def __init__(self, caption: str) -> None:
        super().__init__(tooltip="")
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


class Ear:
    """Hears of what a person sets at a control, and of nothing that Python sets while it is shut.

    Parameters
    ----------
    control : HasTraits
        What is operated.
    handler : callable
        Told of each change, in turn with whatever else changes.
    *names : str
        The traits to hear of; `value` if none is given.
    """

    def __init__(self, control: HasTraits, handler: Callable[[Any], None], *names: str) -> None:
        self._control = control
        self._handler = handler
        self._names = list(names) or ["value"]
        self._is_shut = False
        control.observe(self._hear, self._names)

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Set traits of the control inside without that it is heard."""
        with TURN:
            before, self._is_shut = self._is_shut, True
            try:
                yield
            finally:
                self._is_shut = before

    @in_turn
    def close(self) -> None:
        """Hear no more, also of what is being passed on just now."""
        names, self._names = self._names, []
        self._control.unobserve(self._hear, names)

    @in_turn
    def _hear(self, change: Any) -> None:
        if self._names and not self._is_shut:
            self._handler(change)


def bind(  # noqa: PLR0913 (two ends, a way each, and what is offered)
    model: Together,
    trait: str,
    control: Any,
    *,
    to_control: Callable[[Any], Any] = plain,
    to_model: Callable[[Any], Any] = plain,
    options: Callable[[], Sequence[Any]] | None = None,
    also: Sequence[str] = (),
) -> Callable[[], None]:
    """Function that parts a control and a trait of the model; until then they say the same.

    Parameters
    ----------
    model : CostCurveModel
        It has the last word: what it refuses is taken back.
    trait : str
        Its trait.
    control : Widget
        With a `value`.
    to_control : callable, optional
        The control's value for a value of the trait.
    to_model : callable, optional
        The value of the trait for one of the control.
    options : callable, optional
        What a control that offers a choice has to offer.
    also : sequence of str, optional
        More traits on which that, or what the control shows, depends.

    Returns
    -------
    callable
        Call it when the control goes.
    """

    def show() -> None:
        with ear.shut():
            if options is not None and list(control.options) != list(offered := options()):
                control.options = offered
            control.value = to_control(getattr(model, trait))

    def hear(change: Any) -> None:
        with suppress(CostCurveError):
            setattr(model, trait, to_model(change["new"]))
        show()

    def end() -> None:
        stop()
        ear.close()

    ear = Ear(control, hear)
    stop = model.watch(show, trait, *also)
    show()
    return end


class Panel:
    """Controls of one subject. They set and observe traits of the model, and compute nothing."""

    def __init__(self, widget: Widget | None = None) -> None:
        self.widget: Any = widget or VBox(_dom_classes=("cc-panel",))
        self._ends: list[Callable[[], None]] = []
        self._spare: tuple[Widget, ...] = ()

    def close(self) -> None:
        """Let go of everything watched and close every widget of the panel."""
        for end in self._ends:
            end()
        self._ends.clear()
        close_all(self.widget, self._spare)

    def _watch(self, model: Together, show: Callable[[], None], *names: str) -> None:
        """Show what the model says, now and after each change of these traits."""
        self._ends.append(model.watch(show, *names))
        show()

    def _bind(self, model: Together, trait: str, control: Any, **ways: Any) -> None:
        """Keep a control and a trait alike, as long as the panel is open."""
        self._ends.append(bind(model, trait, control, **ways))


def row(children: Iterable[Any], *classes: str) -> HBox:
    """Widgets side by side, wrapped where the page is narrow."""
    made = HBox(list(children))
    for name in ("cc-row", *classes):
        made.add_class(name)
    return made


# ---- Notes in a file of their own, which outlives the cell that is run again


class NotesFile:
    """Keeps the notes of a model in a file: read at the start, written after each change.

    What another explorer has written to the file meanwhile is taken over, note by note.

    Parameters
    ----------
    path : str or path
        A file of notes, or one that is not there yet.
    model : CostCurveModel
        It gets the notes of the file, beside its own.
    warn : callable
        Told after each change why it could not be written, or nothing.

    Raises
    ------
    CostCurveError
        If the file cannot be read, or holds anything else; it stays as it is.
    """

    def __init__(
        self, path: str | PathLike[str], model: CostCurveModel, warn: Callable[[str], None]
    ) -> None:
        self._path = Path(path)
        self._warn = warn
        self._model = model
        self._last: tuple[Note, ...] = ()
        self._take_over()
        self._end = model.watch(self._write, "notes")

    def close(self) -> None:
        """Write no more."""
        self._end()

    def _write(self) -> None:
        """Write what has changed, and say so on the page if that cannot be."""
        try:
            self._keep()
        except CostCurveError as error:
            self._warn(str(error))
            raise
        self._warn("")

    def _keep(self) -> None:
        """Write what has changed, with what others have written."""
        from cc_widgets.export import written  # noqa: PLC0415 (only who has a file needs it)

        if self._model.notes != self._last:
            self._take_over()
        if self._model.notes != self._last:
            written(self._path, notes_as_text(self._model.notes))
            self._last = self._model.notes

    def _take_over(self) -> None:
        """Give the model what is new in the file; a file that is gone has nothing to say."""
        theirs = self._read() if self._path.exists() else self._last
        before, self._last = self._last, theirs
        self._model.notes = merged_notes(before, theirs, self._model.notes)

    def _read(self) -> tuple[Note, ...]:
        """The notes in the file, which is read no further than ours ever are long."""
        where = f"notes file {shown(str(self._path))}"
        try:
            with self._path.open("rb") as file:
                text = file.read(_MOST_BYTES).decode("utf-8")
        except (OSError, UnicodeError) as error:
            fix = "Name another file."
            raise CostCurveError("cannot be read", where=where, got=str(error), fix=fix) from None
        return notes_from_text(text, where)


_MOST_BYTES = 50_000_000
