"""What panels are made of: words, tables, fields for what people type, a file, what is kept."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from html import escape
from math import exp, log, log10
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex

from ipywidgets import HTML, DOMWidget, Dropdown, HBox, Text, VBox, Widget
from traitlets import HasTraits, observe

from cc_widgets.core import Range
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import about, about_nothing, read_title
from cc_widgets.intake.files import locked, odd_kind, read_file, read_path, write_file
from cc_widgets.model.notes import Note, merged_notes, notes_as_text, notes_from_text
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import TURN, Synchronized, Together, in_turn, plain
from cc_widgets.views.style import assign, close_all
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.presence import Presence
from cc_widgets.widgets.slider import Slider

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


class Picture(HTML):
    """A small picture of numbers, which says the same to a screen reader.

    Parameters
    ----------
    kind : str
        The class by which the style knows it.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(tooltip="", layout={"display": "none"})
        self.add_class(kind)

    def draw(self, markup: str, says: str) -> None:
        """Show something else, or nothing."""
        label = f'role="img" tabindex="0" aria-label="{escape(says)}"'
        self.value = f"<div {label}>{markup}</div>" if markup else ""
        shown_if(self, markup)


def shown_if(widget: DOMWidget, shown: object) -> None:
    """Show a widget, or take it out of the page."""
    widget.layout.display = None if shown else "none"


class Menu(Dropdown):
    """A drop-down list in which None can be the value of an option, as of "Choose one".

    The list of ipywidgets selects either this option or nothing, which varies between processes.
    """

    @observe("value")
    def _propagate_value(self, change: Any) -> None:
        values = self._options_values
        self.index = values.index(change.new) if change.new in values else None


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

    @property
    def tells(self) -> bool:
        """Whether there is something to read now, and not only something to operate."""
        return True

    def tell_all(self) -> None:
        """Say all at once what is told of one after the other to who can ask for it."""

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


# ---- A cell that is run again replaces what it showed: the explorers of its last run are closed


_shown: dict[str, tuple[str, list[Any]]] = {}


def replaces_last_run(widget: Any) -> None:
    """Close what an earlier run of the running cell has made, and remember what this one makes.

    Parameters
    ----------
    widget : Widget
        Just made. What the same run made before stays open.
    """
    cell, run = running_cell()
    if not cell:
        return
    last_run, made = _shown.get(cell, (run, []))
    if last_run != run:
        for old in made:
            old.close()
        # Widgets and what they call hold each other, and with that the data of the last run. Many
        # runs may pass before Python looks for such rings by itself.
        if made:
            made = []
            gc.collect()
    _shown[cell] = (run, [*made, widget])


def forget(widget: Any) -> None:
    """Hold a closed widget no longer."""
    for cell, (run, made) in list(_shown.items()):
        _shown[cell] = (run, [one for one in made if one is not widget])


def running_cell() -> tuple[str, str]:
    """The id of the cell that is running and of this run; empty outside a notebook."""
    message = _request()
    cell = message.get("metadata", {}).get("cellId", "") if message else ""
    return cell, message.get("header", {}).get("msg_id", "") if cell else ""


def _request() -> Mapping[str, Any]:
    """The message that asked for what is running; nothing outside a notebook."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return (shell.get_parent() or {}) if hasattr(shell, "get_parent") else {}


# ---- Who will see what is displayed


def is_followed() -> bool:
    """True in JupyterLab and Notebook 7, whose page asks for the picture when there is time."""
    return bool(running_cell()[0]) and "JPY_SESSION_NAME" in os.environ


def is_unattended() -> bool:
    """True where a program runs the notebook for a file; Voila does the same for a page."""
    answers = _request().get("content", {}).get("allow_stdin", True)
    return not answers and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


# ---- What a notebook keeps of what it has shown


Pages = Mapping[str, Mapping[int, Widget]]
"""Pages by their place among the tabs, by the id of the tabs."""


class Kept(Synchronized, VBox):
    """A widget that a notebook keeps in every form: alive, as data, as a picture, in words."""

    def __del__(self) -> None:
        """Close nothing: a widget that is open is never collected, and closing takes the turn.

        Garbage is collected in any thread, also in one for which the thread in turn waits.
        """

    @in_turn
    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute in turn with all other changes."""
        super().__setattr__(name, value)

    @property
    def model(self) -> CostCurveModel:
        """What it shows."""
        raise NotImplementedError

    @property
    def duality(self) -> Duality:
        """What lies under the cursor; once it is closed there is none."""
        raise NotImplementedError

    @property
    def pictured(self) -> bool:
        """Whether there is a picture of it to keep."""
        return True

    def about(self, title: str | None = None) -> dict[str, Any]:
        """What it is of; otherwise as `export.about`."""
        return about(self.model, title)

    def to_html(self, path: str | PathLike[str], *others: Kept, title: str | None = None) -> Path:
        """Write a page that shows this, alive, without Python and without a network.

        What only Python can do says so there.

        Parameters
        ----------
        path : str or path
            Where, for instance "report.html"; what is there is replaced.
        *others : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
            More for the same page, one below the other.
        title : str, optional
            What the page is about; if left out, the names of the classifiers, or what is built.

        Returns
        -------
        Path
            As it was given.

        Raises
        ------
        CostCurveError
            If any of them is closed, or no file can be written there; what was there stays.
        """
        from cc_widgets.export.page import write_page  # noqa: PLC0415 (what few need)

        given: tuple[object, ...] = others
        odd = [other for other in given if not isinstance(other, Kept)]
        if odd:
            raise CostCurveError(
                "only an explorer, a laboratory, steps or a question can be on a page",
                where="others",
                got=shown(odd[0]),
            )
        return write_page(path, (self, *others), title)

    def unopened(self) -> AbstractContextManager[Pages]:
        """Pages that Python would make once somebody looks at them, for those who have none."""
        return nullcontext({})

    @in_turn
    def _repr_mimebundle_(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is displayed, and kept: each reader takes the form that it can show."""
        unattended = is_unattended()
        live = {} if unattended else super()._repr_mimebundle_(**given)
        kept, about = self._kept(picture=not is_followed(), unattended=unattended)
        return {**live, **kept}, about

    def _kept(
        self, *, picture: bool, unattended: bool = False
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """All forms but the live one, and what is to be known of them."""
        from cc_widgets.export.page import bundle_of  # noqa: PLC0415 (many never show it)

        return bundle_of(self, picture=picture, unattended=unattended)

    @in_turn
    def _renew(self, _widget: Any, asked: Any, _buffers: Any) -> None:
        """Tell the page what to keep in place of what was displayed: much may have changed."""
        if asked == {"ask": "bundle"}:
            data, metadata = self._kept(picture=True)
            self.send({"data": data, "metadata": metadata})

    def __copy__(self) -> NoReturn:
        """Refuse: what is shown belongs to one page."""
        raise CostCurveError(
            "what is on a page can neither be copied nor pickled",
            where="explorer",
            fix="Copy or pickle explorer.model, and show it by CostCurveExplorer(model).",
        )

    def __deepcopy__(self, _memo: object) -> NoReturn:
        """Refuse as well."""
        self.__copy__()

    def __reduce_ex__(self, _protocol: SupportsIndex) -> NoReturn:
        """Refuse as well."""
        self.__copy__()


# ---- What stands alone in a cell, without an explorer


class Alone(Kept):
    """A widget in the style of ours; it lets everything go when it is closed.

    Parameters
    ----------
    children : iterable of Widget
        What it is made of.
    title : str
        What a page calls it.
    needs : str
        What needs Python, as is said where there is none.
    """

    def __init__(
        self, children: Iterable[Widget] = (), *, title: str, needs: str = "", **traits: Any
    ) -> None:
        self._title = title
        self._style = Duality()  # a page has our style once it has a widget of ours
        self._presence = (Presence(needs=needs),) if needs else ()
        self._ears: list[Ear] = []
        kinds = ("cc-explorer", "cc-question")
        super().__init__((*self._presence, *children), _dom_classes=kinds, **traits)
        self.on_msg(self._renew)

    @property
    def duality(self) -> Duality:
        """What a page knows our style by."""
        if self.comm is None:
            fix = "Run its cell again."
            raise CostCurveError("this is closed", where=type(self).__name__, fix=fix)
        return self._style

    @property
    def pictured(self) -> bool:
        """False: there is none but that of the page."""
        return False

    def about(self, title: str | None = None) -> dict[str, Any]:
        """What it is of, in its own words; it has no data that could be told."""
        return about_nothing(self._title if title is None else read_title(title))

    def close(self) -> None:
        """Close every widget."""
        if self.comm is None:
            return
        for ear in self._ears:
            ear.close()
        self._style.close()
        super().close()
        for part in (*self.children, self.layout):
            close_all(part)


def side_by_side(figures: Iterable[Widget]) -> HBox:
    """Figures beside each other, as an explorer has them."""
    halves = [VBox([one], _dom_classes=("cc-half",)) for one in figures]
    return HBox(halves, _dom_classes=("cc-figures",))


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
        self._path = read_path("notes", path)
        self._warn = warn
        self._model = model
        self._last: tuple[Note, ...] = ()
        self._is_keeping = False
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
        if self._model.notes == self._last or self._is_keeping:
            return
        self._is_keeping = True
        try:
            with locked(self._path):
                self._take_over()
                if self._model.notes != self._last:
                    write_file(self._path, notes_as_text(self._model.notes))
                    self._last = self._model.notes
        finally:
            self._is_keeping = False

    def _take_over(self) -> None:
        """Give the model what is new in the file; a file that is gone has nothing to say."""
        is_there = self._path.exists() or odd_kind(self._path)
        theirs = self._read() if is_there else self._last
        before, self._last = self._last, theirs
        self._model.notes = merged_notes(before, theirs, self._model.notes)

    def _read(self) -> tuple[Note, ...]:
        """The notes in the file."""
        where = f"notes file {shown(str(self._path))}"
        try:
            text = read_file(self._path, _MOST_BYTES).decode("utf-8")
        except CostCurveError as error:
            raise error.within(where) from None
        except UnicodeError as error:
            fix = "Name another file."
            raise CostCurveError("cannot be read", where=where, got=str(error), fix=fix) from None
        return notes_from_text(text, where)


_MOST_BYTES = 50_000_000


# ---- Numbers and ranges as a person types them


_DIGITS = r"(?:\d+(?:,\d{3}){2,}(?:\.\d+)?|\d+[.,]?\d*|[.,]\d+)"
_NUMBER = rf"[+\-\u2212]?{_DIGITS}(?:[eE][+\-\u2212]?\d+)?"
_UNIT = rf"%|\u2030|(?:in|of|/)\s*{_NUMBER}|:\s*{_NUMBER}"
_ENTRY = re.compile(
    rf"\s*({_NUMBER})\s*({_UNIT})?\s*"
    rf"(?:(?:[-\u2013\u2014]|\.\.|to)\s*({_NUMBER})\s*({_UNIT})?\s*)?"
)
_TWO_READINGS = re.compile(r"[+\-\u2212]?[1-9]\d{0,2},\d{3}")
_EVERY = {"%": 100.0, "\u2030": 1000.0}


def read_entry(where: str, text: str, *, share: bool = False) -> tuple[float, float] | None:
    """Both ends of a number or of a range that a person has typed.

    Parameters
    ----------
    where : str
        What the user calls it.
    text : str
        For instance ``0.01``, ``0,01``, ``1 %``, ``1 in 1000``, ``1e-6``, ``0.01 - 0.05`` or
        ``1 - 5 %``.
    share : bool
        Whether it is a share, for which ``1:20`` are odds: one for every twenty others.

    Returns
    -------
    (low, high) or None
        Two equal numbers for one; None if nothing was typed.

    Raises
    ------
    CostCurveError
        If it is neither, or may be read in two ways.

    Examples
    --------
    >>> read_entry("prior", "1e-6 - 5 %"), read_entry("prior", "1 - 5 %")
    ((1e-06, 0.05), (0.01, 0.05))
    >>> read_entry("prior", "1 in 1000"), read_entry("prior", "1:19", share=True)
    ((0.001, 0.001), (0.05, 0.05))
    >>> read_entry("prior", " ") is None
    True
    >>> read_entry("benefit", "-5 - -2")
    (-5.0, -2.0)
    """
    if not text.strip():
        return None
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise CostCurveError(
            "must be a number or a range",
            where=where,
            got=shown(text),
            fix="Type for instance 0.01, or 0.01 - 0.05 if it is known only roughly.",
        )
    low, unit, high, last = found.groups()
    end = _value(where, low if high is None else high, unit if high is None else last, share=share)
    if high is None:
        return end, end
    start = _value(where, low, unit, share=share)
    if unit is None and last is not None and start > end:  # 1 - 5 %
        start = _value(where, low, last, share=share)
    if start > end:
        raise CostCurveError(
            "a range goes from low to high",
            where=where,
            got=shown(text),
            fix=f"Type {end:g} - {start:g}.",
        )
    return start, end


def _value(where: str, number: str, unit: str | None, *, share: bool) -> float:
    """What a number with its unit stands for."""
    value = _plain(where, number)
    if unit is None or unit in _EVERY:
        return value / _EVERY.get(unit or "", 1.0)
    others = _plain(where, unit.lstrip("inof/:").strip())
    if unit.startswith(":"):
        if not share:
            raise CostCurveError(
                "one number is asked for here, not a ratio of two",
                where=where,
                got=shown(f"{number}{unit}"),
                fix="Type each of the two in its own field.",
            )
        others += value
    if not others:
        raise CostCurveError("cannot be a share of nothing", where=where, got=shown(unit))
    return value / others


def _plain(where: str, number: str) -> float:
    """A number without a unit, with a point or a comma."""
    if _TWO_READINGS.fullmatch(number):
        whole, rest = number.split(",")
        raise CostCurveError(
            "may be read in two ways",
            where=where,
            got=shown(number),
            fix=f"Type {whole}{rest}, or {whole}.{rest}.",
        )
    digits = number.replace("\u2212", "-")
    return float(digits.replace(",", "" if digits.count(",") > 1 else "."))


def read_number(where: str, text: str, *, whole: bool = False) -> float | None:
    """Read a single number, or None if nothing was typed.

    Parameters
    ----------
    where : str
        What the user calls it.
    text : str
        For instance ``0.9`` or ``2000``.
    whole : bool
        Whether fractions are wrong.

    Returns
    -------
    float or None
        The number.

    Raises
    ------
    CostCurveError
        If it is none, or a range, or a fraction where a whole number is wanted.

    Examples
    --------
    >>> read_number("level", "90 %"), read_number("seed", "")
    (0.9, None)
    """
    ends = read_entry(where, text)
    if ends is None:
        return None
    if ends[0] != ends[1] or (whole and not ends[0].is_integer()):
        raise CostCurveError(
            f"must be one {'whole ' * whole}number",
            where=where,
            got=shown(text),
            fix=f"Type for instance {'1999' if whole else '0.9'}.",
        )
    return ends[0]


def written(value: Range | float | None) -> str:
    """The entry that reads as this value, to six digits.

    Examples
    --------
    >>> written(Range(0.01, 0.05)), written(1e-6), written(None)
    ('0.01 - 0.05', '1e-06', '')
    """
    if value is None:
        return ""
    if isinstance(value, Range):
        return " - ".join(f"{end:.6g}" for end in value.ends)
    return f"{value:.6g}"


# ---- Fields to type into: a wrong entry stays there, with its error beside it


Ends = tuple[float, float] | None


@dataclass(frozen=True)
class Slide:
    """How far a slider reaches, in units that make great and small values equally easy."""

    unit: str
    low: float
    high: float
    step: float
    into: Callable[[float], float]
    back: Callable[[float], float]

    def place(self, value: float) -> float:
        """Where the slider stands; values beyond its ends stand there."""
        near = round(self.into(value) / self.step) * self.step
        return min(max(near, self.low), self.high)

    def places(self, value: Range) -> tuple[float, float]:
        """Where the handles stand: two of them, however narrow a range is."""
        low, high = self.place(value.low), self.place(value.high)
        if value.exact or high - low >= self.step:
            return low, high
        low = min(low, self.high - self.step)
        return low, low + self.step


def _log_odds(share: float) -> float:
    return log(share / (1.0 - share)) if 0.0 < share < 1.0 else (share - 0.5) * 1e9


def _share(log_odds: float) -> float:
    """A share whose distance from the nearer end is a short number."""
    near = float(f"{1.0 / (1.0 + exp(abs(log_odds))):.2g}")
    return near if log_odds < 0.0 else 1.0 - near


SHARES = Slide("log_odds", -14.0, 14.0, 0.1, _log_odds, _share)
"""Rates of any size: log-odds from 1e-6 to 1 - 1e-6."""

COSTS = Slide(
    "log10",
    -3.0,
    6.0,
    0.05,
    lambda cost: log10(cost) if cost > 0.0 else -3.0,
    lambda power: float(f"{10.0**power:.2g}"),
)
"""Costs from a thousandth to a million."""


class Field:
    """One line of text that means something, or is told why it does not.

    Parameters
    ----------
    label : str
        Stands before it.
    help_words : str
        What a screen reader adds, and the pointer shows.
    commit : callable
        Takes what was typed; raises CostCurveError if it is wrong.
    """

    def __init__(self, label: str, help_words: str, commit: Callable[[str], None]) -> None:
        self._commit = commit
        self._told = ""
        self.text = Text(description=label, tooltip=help_words, continuous_update=False)
        self.error = Words(role="alert")
        self.widget = VBox([self.text, self.error])
        self.widget.add_class("cc-field")
        self._ear = Ear(self.text, self._typed)

    def show(self, told: str) -> None:
        """Show what the model holds; a wrong entry stays while the model says the same."""
        if told != self._told or not self.error.text:
            self._told = told
            self._write(told)

    def refuse(self, error: CostCurveError | None) -> None:
        """Say what is wrong, or that nothing is."""
        self.error.say(str(error) if error else "")
        (self.text.add_class if error else self.text.remove_class)("cc-wrong")

    def _write(self, text: str) -> None:
        with self._ear.shut():
            self.text.value = text
        self.refuse(None)

    def _typed(self, change: Any) -> None:
        try:
            self._commit(change["new"])
        except CostCurveError as error:
            self.refuse(error)
        else:
            self._write(self._told)


def number_field(
    label: str, help_words: str, commit: Callable[[float | None], None], *, whole: bool = False
) -> Field:
    """A field for a single number; nothing typed is None."""
    return Field(label, help_words, lambda text: commit(read_number(label, text, whole=whole)))


class RangeField:
    """A number or a range, to be typed or, where a slider is given, to be dragged."""

    def __init__(
        self, label: str, help_words: str, commit: Callable[[Ends], None], slide: Slide | None
    ) -> None:
        self._commit = commit
        self._slide = slide
        self._put = (0.0, 0.0)
        self._field = Field(
            label, help_words, lambda text: commit(read_entry(label, text, share=slide is SHARES))
        )
        self.text, self.error = self._field.text, self._field.error
        self.widget = self._field.widget
        self.slider: Slider | None = None
        if slide is not None:
            self.slider = Slider(
                label=f"{label}, on a logarithmic scale",
                unit=slide.unit,
                least=slide.low,
                most=slide.high,
                step=slide.step,
            )
            self.widget.children = [self.text, self.slider, self.error]
            self.slider.observe(self._slid, ["low", "high"])

    def show(self, value: Range | None) -> None:
        """Show what the model holds."""
        self._field.show(written(value))
        if self._slide is None or self.slider is None or value is None:
            return
        near = 1.5 * self._slide.step  # what was slid is rounded, and shall stay where it is
        stands, wanted = (self.slider.low, self.slider.high), self._slide.places(value)
        as_one = stands[0] == stands[1]
        far = any(abs(a - b) > near for a, b in zip(stands, wanted, strict=True))
        if far or as_one != value.exact:
            self._put = wanted
            with self.slider.hold_trait_notifications():
                assign(self.slider, low=wanted[0], high=wanted[1])

    def _slid(self, _change: object) -> None:
        """Set what both handles say, once for both."""
        if self._slide is None or self.slider is None:
            return
        places = self.slider.low, self.slider.high
        if places == self._put:
            return
        self._put = places
        try:
            self._commit((self._slide.back(places[0]), self._slide.back(places[1])))
        except CostCurveError as error:
            self._field.refuse(error)
