"""Building blocks of the panels: text, tables, input fields, observers, notes files."""

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
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex

from ipywidgets import HTML, DOMWidget, Dropdown, HBox, Text, VBox, Widget
from traitlets import HasTraits, observe

from cc_widgets.core.conditions import Range
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import provenance_of, read_title, widget_provenance
from cc_widgets.intake.files import file_lock, read_file, read_path, special_file_kind, write_file
from cc_widgets.model.notes import Note, merged_notes, notes_as_text, notes_from_text
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import (
    CHANGE_LOCK,
    AtomicTraits,
    LockedAttributes,
    Synchronized,
    json_value,
    watch,
    with_lock,
)
from cc_widgets.views.style import assign, close_all
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.presence import Presence
from cc_widgets.widgets.slider import Slider

# ---- Text and tables, escaped: user text is never interpreted as markup


class PlainText(HTML):
    """Paragraphs of plain text: neither markup nor formulas between dollar signs are rendered.

    Parameters
    ----------
    text : str
        Initial text.
    role : {"status", "alert", "heading", ""}
        ARIA role.
    name : str
        Additional CSS class.
    """

    def __init__(self, text: str = "", *, role: str = "", name: str = "") -> None:
        value = _paragraphs(text, role)
        super().__init__(
            value=value,
            layout={"display": None if value else "none"},
            tooltip="",  # None would be displayed as "null"
            _dom_classes=(f"cc-{role or 'words'}", name)[: 2 if name else 1],
        )
        self._role = role
        self._text = text

    @property
    def text(self) -> str:
        """Current text."""
        return self._text

    def show(self, text: str) -> None:
        """Replace the text; each line is a paragraph."""
        self._text = text
        self.value = _paragraphs(text, self._role)
        self.layout.display = None if self.value else "none"


def _paragraphs(text: str, role: str) -> str:
    """Return escaped markup of the text; empty for no text."""
    level = ' aria-level="4"' if role == "heading" else ""
    lines = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines() if line)
    return f'<div role="{role}"{level}>{lines}</div>' if lines else ""


class Table(HTML):
    """Table of texts whose first row and first column are headings."""

    def __init__(self, caption: str) -> None:
        super().__init__(tooltip="")
        self._caption = caption
        self.rows: list[tuple[str, ...]] = []
        self.add_class("cc-table")

    def fill(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Replace the contents; the first cell of each row is its heading."""
        self.rows = [tuple(row) for row in rows]
        top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        # Focusable, so that wide tables can be scrolled by keyboard.
        region = f'<div role="region" tabindex="0" aria-label="{escape(self._caption)}">'
        table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        self.value = f"{region}{table}</div>"


class Picture(HTML):
    """Small chart with a text alternative; `kind` is its CSS class."""

    def __init__(self, kind: str) -> None:
        super().__init__(tooltip="", layout={"display": "none"})
        self.add_class(kind)

    def draw(self, markup: str, says: str) -> None:
        """Display this markup with its text alternative; empty markup hides the chart."""
        label = f'role="img" tabindex="0" aria-label="{escape(says)}"'
        self.value = f"<div {label}>{markup}</div>" if markup else ""
        set_visible(self, markup)


def set_visible(widget: DOMWidget, is_visible: object) -> None:
    """Show a widget, or remove it from the page."""
    widget.layout.display = None if is_visible else "none"


class Menu(Dropdown):
    """Drop-down list in which None can be the value of an option.

    The list of ipywidgets then selects either this option or nothing, depending on the process.
    """

    @observe("value")
    def _propagate_value(self, change: Any) -> None:
        values = self._options_values
        self.index = values.index(change.new) if change.new in values else None


# ---- Observers, and the base class of all panels


class UserChanges:
    """Observer of a control that ignores changes made inside `muted()`.

    Parameters
    ----------
    control : HasTraits
        Observed object.
    handler : callable
        Called with each change.
    *names : str
        Observed traits; `value` by default.
    """

    def __init__(self, control: HasTraits, handler: Callable[[Any], None], *names: str) -> None:
        self._control = control
        self._handler = handler
        self._names = list(names) or ["value"]
        self._is_muted = False
        control.observe(self._deliver, self._names)

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Context manager inside which changes are ignored."""
        with CHANGE_LOCK:
            before, self._is_muted = self._is_muted, True
            try:
                yield
            finally:
                self._is_muted = before

    @with_lock
    def close(self) -> None:
        """Stop observing, even if a change is being delivered."""
        names, self._names = self._names, []
        self._control.unobserve(self._deliver, names)

    @with_lock
    def _deliver(self, change: Any) -> None:
        if self._names and not self._is_muted:
            self._handler(change)


def bind(  # noqa: PLR0913 (trait, control and their conversions)
    model: AtomicTraits,
    trait: str,
    control: Any,
    *,
    to_control: Callable[[Any], Any] = json_value,
    to_model: Callable[[Any], Any] = json_value,
    options: Callable[[], Sequence[Any]] | None = None,
    also: Sequence[str] = (),
) -> Callable[[], None]:
    """Keep a control and a trait of the model equal; return a function that unbinds them.

    Values that the model rejects are undone in the control.

    Parameters
    ----------
    model : CostCurveModel
        Owner of the trait.
    trait : str
        Name of the trait, or of one of its fields, as in ``view.axis``.
    control : Widget
        Widget with a `value`.
    to_control, to_model : callable, optional
        Conversions of the value.
    options : callable, optional
        Return the current options of a control that offers a choice.
    also : sequence of str, optional
        Additional traits that update the control.
    """

    def show() -> None:
        with user_changes.muted():
            if options is not None and list(control.options) != list(current := options()):
                control.options = current
            control.value = to_control(attrgetter(trait)(model))

    def apply(change: Any) -> None:
        with suppress(CostCurveError):
            setattr(getattr(model, owner) if owner else model, name, to_model(change["new"]))
        show()

    def unbind() -> None:
        stop()
        user_changes.close()

    owner, _, name = trait.rpartition(".")
    user_changes = UserChanges(control, apply)
    stop = watch(model, show, owner or trait, *also)
    show()
    return unbind


class Panel:
    """Controls of one subject; they set and observe traits of the model and compute nothing."""

    def __init__(self, widget: Widget | None = None) -> None:
        self.widget: Any = widget or VBox(_dom_classes=("cc-panel",))
        self._closers: list[Callable[[], None]] = []
        self._spare: tuple[Widget, ...] = ()

    def close(self) -> None:
        """Stop observing and close every widget of the panel."""
        for close in self._closers:
            close()
        self._closers.clear()
        close_all(self.widget, self._spare)

    @property
    def has_content(self) -> bool:
        """Whether the panel displays results, and not only controls."""
        return True

    def show_all_details(self) -> None:
        """Display all details at once, for pages where Python cannot be asked for them."""

    def _watch(self, model: AtomicTraits, show: Callable[[], None], *names: str) -> None:
        """Call `show` now and after each change of these traits."""
        self._closers.append(watch(model, show, *names))
        show()

    def _bind(self, model: AtomicTraits, trait: str, control: Any, **ways: Any) -> None:
        """Bind a control to a trait until the panel is closed."""
        self._closers.append(bind(model, trait, control, **ways))


def row(children: Iterable[Any], *classes: str) -> HBox:
    """Box of widgets in a row that wraps on narrow pages."""
    box = HBox(list(children))
    for name in ("cc-row", *classes):
        box.add_class(name)
    return box


# ---- Running a cell again closes the explorers of its previous run


_widgets_by_cell: dict[str, tuple[str, list[Any]]] = {}


def close_previous_run(widget: Any) -> None:
    """Close widgets made by earlier runs of the running cell, and register this one."""
    cell, run = running_cell()
    if not cell:
        return
    last_run, widgets = _widgets_by_cell.get(cell, (run, []))
    if last_run != run:
        for old in widgets:
            old.close()
        # Widgets and their callbacks form reference cycles that keep the data of the last run
        # in memory until the next garbage collection, which may be many runs away.
        if widgets:
            widgets = []
            gc.collect()
    _widgets_by_cell[cell] = (run, [*widgets, widget])


def unregister(widget: Any) -> None:
    """Remove a closed widget from the register."""
    for cell, (run, widgets) in list(_widgets_by_cell.items()):
        _widgets_by_cell[cell] = (run, [item for item in widgets if item is not widget])


def running_cell() -> tuple[str, str]:
    """Return the ids of the running cell and of its run; empty outside a notebook."""
    message = _request()
    cell = message.get("metadata", {}).get("cellId", "") if message else ""
    return cell, message.get("header", {}).get("msg_id", "") if cell else ""


def _request() -> Mapping[str, Any]:
    """Return the message that started the running cell; empty outside a notebook."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return (shell.get_parent() or {}) if hasattr(shell, "get_parent") else {}


# ---- Frontends


def page_requests_picture() -> bool:
    """Return whether the frontend (JupyterLab, Notebook 7) requests pictures when idle."""
    return bool(running_cell()[0]) and "JPY_SESSION_NAME" in os.environ


def is_unattended() -> bool:
    """Return whether a program executes the notebook to produce a file (unlike Voila)."""
    answers = _request().get("content", {}).get("allow_stdin", True)
    return not answers and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


# ---- Widgets that are saved in notebooks


Pages = Mapping[str, Mapping[int, Widget]]
"""Contents of tabs by position, by the id of the tabs widget."""


class PersistentWidget(Synchronized, LockedAttributes, VBox):
    """Widget that a notebook saves in every form: interactive, data, picture and text."""

    @property
    def model(self) -> CostCurveModel:
        """Displayed model."""
        raise NotImplementedError

    @property
    def duality(self) -> Duality:
        """State shared with the page; raises once the widget is closed."""
        raise NotImplementedError

    @property
    def has_picture(self) -> bool:
        """Whether the widget can be exported as a picture."""
        return True

    def provenance(self, title: str | None = None) -> dict[str, Any]:
        """Return the provenance of the widget; see `export.provenance_of`."""
        return provenance_of(self.model, title)

    def to_html(
        self, path: str | PathLike[str], *widgets: PersistentWidget, title: str | None = None
    ) -> Path:
        """Export an interactive page that needs neither Python nor a network.

        Controls that need Python are disabled on it.

        Parameters
        ----------
        path : str or path-like
            Path of the file, for instance "report.html"; an existing file is replaced.
        *widgets : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
            More widgets for the same page, one below the other.
        title : str, optional
            Title of the page; by default the names of the classifiers.

        Returns
        -------
        Path
            Path of the file.

        Raises
        ------
        CostCurveError
            If a widget is closed or the file cannot be written; an existing file is then kept.
        """
        from cc_widgets.export.page import write_page  # noqa: PLC0415 (rarely needed)

        candidates: tuple[object, ...] = widgets
        invalid = [other for other in candidates if not isinstance(other, PersistentWidget)]
        if invalid:
            raise CostCurveError(
                "must be explorers, laboratories, steps or questions",
                where="widgets",
                got=shown(invalid[0]),
            )
        return write_page(path, (self, *widgets), title)

    def complete(self) -> None:
        """Compute results that are still missing, before the widget is exported."""

    def unopened_panels(self) -> AbstractContextManager[Pages]:
        """Context manager that builds panels with content that were never opened."""
        return nullcontext({})

    @with_lock
    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the display data: each frontend uses the richest form that it supports."""
        unattended = is_unattended()
        live = {} if unattended else super()._repr_mimebundle_(**options)
        static, about = self._static_forms(
            picture=not page_requests_picture(), unattended=unattended
        )
        return {**live, **static}, about

    def _static_forms(
        self, *, picture: bool, unattended: bool = False
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return all forms but the interactive one, and their metadata."""
        from cc_widgets.export.page import bundle_of  # noqa: PLC0415 (needed only for display)

        return bundle_of(self, picture=picture, unattended=unattended)

    @with_lock
    def _send_static_forms(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Send the current static forms to the page, which saves them in the notebook."""
        if content == {"ask": "bundle"}:
            data, metadata = self._static_forms(picture=True)
            self.send({"data": data, "metadata": metadata})

    def __copy__(self) -> NoReturn:
        """Raise an error: a widget belongs to one page."""
        raise CostCurveError(
            "cannot be copied or pickled",
            where="explorer",
            fix="Copy or pickle explorer.model, and display it with CostCurveExplorer(model).",
        )

    def __deepcopy__(self, _memo: object) -> NoReturn:
        """Raise an error."""
        self.__copy__()

    def __reduce_ex__(self, _protocol: SupportsIndex) -> NoReturn:
        """Raise an error."""
        self.__copy__()


# ---- Widgets displayed without an explorer


class StandaloneWidget(PersistentWidget):
    """Widget with the style of the explorer that is displayed on its own.

    Parameters
    ----------
    children : iterable of Widget
        Contents.
    title : str
        Title on exported pages.
    needs : str
        Sentence about the controls that need Python, displayed where there is none.
    """

    def __init__(
        self, children: Iterable[Widget] = (), *, title: str, needs: str = "", **traits: Any
    ) -> None:
        self._title = title
        self._style = Duality()  # makes the page load the style sheet
        self._presence = (Presence(needs=needs),) if needs else ()
        self._observers: list[UserChanges] = []
        kinds = ("cc-explorer", "cc-question")
        super().__init__((*self._presence, *children), _dom_classes=kinds, **traits)
        self.on_msg(self._send_static_forms)

    @property
    def duality(self) -> Duality:
        """State through which the page loads the style sheet."""
        if self.comm is None:
            fix = "Run its cell again."
            raise CostCurveError("this widget is closed", where=type(self).__name__, fix=fix)
        return self._style

    @property
    def has_picture(self) -> bool:
        """Always False."""
        return False

    def provenance(self, title: str | None = None) -> dict[str, Any]:
        """Return the provenance of the widget, without data."""
        return widget_provenance(self._title if title is None else read_title(title))

    def close(self) -> None:
        """Close every widget."""
        if self.comm is None:
            return
        for observer in self._observers:
            observer.close()
        self._style.close()
        super().close()
        for part in (*self.children, self.layout):
            close_all(part)


def figure_row(figures: Iterable[Widget]) -> HBox:
    """Box of figures next to each other, as in an explorer."""
    halves = [VBox([figure], _dom_classes=("cc-half",)) for figure in figures]
    return HBox(halves, _dom_classes=("cc-figures",))


# ---- Notes files


class NotesFile:
    """Notes of a model stored in a file: loaded at the start, saved after each change.

    Changes that other explorers have saved meanwhile are merged, note by note.

    Parameters
    ----------
    path : str or path-like
        Path of the notes file, which is created if it does not exist.
    model : CostCurveModel
        Model whose notes are merged with the file.
    warn : callable
        Called after each change with the reason why saving failed, or an empty text.

    Raises
    ------
    CostCurveError
        If the file cannot be read or is not a notes file.
    """

    def __init__(
        self, path: str | PathLike[str], model: CostCurveModel, warn: Callable[[str], None]
    ) -> None:
        self._path = read_path("notes", path)
        self._warn = warn
        self._model = model
        self._last: tuple[Note, ...] = ()
        self._is_saving = False
        self._merge_file()
        self._stop = watch(model, self._save_or_warn, "notes")

    def close(self) -> None:
        """Stop saving."""
        self._stop()

    def _save_or_warn(self) -> None:
        """Save the notes, and display the reason if that fails."""
        try:
            self._save()
        except CostCurveError as error:
            self._warn(str(error))
            raise
        self._warn("")

    def _save(self) -> None:
        """Save the notes if they have changed, merged with the notes in the file."""
        if self._model.notes == self._last or self._is_saving:
            return
        self._is_saving = True
        try:
            with file_lock(self._path):
                self._merge_file()
                if self._model.notes != self._last:
                    write_file(self._path, notes_as_text(self._model.notes))
                    self._last = self._model.notes
        finally:
            self._is_saving = False

    def _merge_file(self) -> None:
        """Merge changes of the file into the model; a deleted file changes nothing."""
        exists = self._path.exists() or special_file_kind(self._path)
        in_file = self._read() if exists else self._last
        before, self._last = self._last, in_file
        self._model.notes = merged_notes(before, in_file, self._model.notes)

    def _read(self) -> tuple[Note, ...]:
        """Return the notes of the file."""
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


# ---- Parsing of typed numbers and ranges


_DIGITS = r"(?:\d+(?:,\d{3}){2,}(?:\.\d+)?|\d+[.,]?\d*|[.,]\d+)"
_NUMBER = rf"[+\-\u2212]?{_DIGITS}(?:[eE][+\-\u2212]?\d+)?"
_UNIT = rf"%|\u2030|(?:in|of|/)\s*{_NUMBER}|:\s*{_NUMBER}"
_ENTRY = re.compile(
    rf"\s*({_NUMBER})\s*({_UNIT})?\s*"
    rf"(?:(?:[-\u2013\u2014]|\.\.|to)\s*({_NUMBER})\s*({_UNIT})?\s*)?"
)
_TWO_READINGS = re.compile(r"[+\-\u2212]?[1-9]\d{0,2},\d{3}")
_EVERY = {"%": 100.0, "\u2030": 1000.0}


def parse_entry(where: str, text: str, *, share: bool = False) -> tuple[float, float] | None:
    """Parse a number or a range; return both ends, or None for empty text.

    Raises
    ------
    CostCurveError
        If the text is neither, or is ambiguous. `where` names the field in the message. `share`
        accepts odds: 1:20 is one in 21.

    Examples
    --------
    >>> parse_entry("prior", "1e-6 - 5 %"), parse_entry("prior", "1 - 5 %")
    ((1e-06, 0.05), (0.01, 0.05))
    >>> parse_entry("prior", "1 in 1000"), parse_entry("prior", "1:19", share=True)
    ((0.001, 0.001), (0.05, 0.05))
    >>> parse_entry("prior", " ") is None
    True
    >>> parse_entry("benefit", "-5 - -2")
    (-5.0, -2.0)
    """
    if not text.strip():
        return None
    match = _ENTRY.fullmatch(text)
    if match is None:
        raise CostCurveError(
            "must be a number or a range",
            where=where,
            got=shown(text),
            fix="Type for instance 0.01, or 0.01 - 0.05 if it is known only roughly.",
        )
    low, unit, high, last = match.groups()
    end = _value(where, low if high is None else high, unit if high is None else last, share=share)
    if high is None:
        return end, end
    start = _value(where, low, unit, share=share)
    if unit is None and last is not None and start > end:  # 1 - 5 %
        start = _value(where, low, last, share=share)
    if start > end:
        raise CostCurveError(
            "must be a range from low to high",
            where=where,
            got=shown(text),
            fix=f"Type {end:g} - {start:g}.",
        )
    return start, end


def _value(where: str, number: str, unit: str | None, *, share: bool) -> float:
    """Return the value of a number with its unit."""
    value = _plain(where, number)
    if unit is None or unit in _EVERY:
        return value / _EVERY.get(unit or "", 1.0)
    total = _plain(where, unit.lstrip("inof/:").strip())
    if unit.startswith(":"):
        if not share:
            raise CostCurveError(
                "must be one number, not a ratio of two",
                where=where,
                got=shown(f"{number}{unit}"),
                fix="Type each of the two in its own field.",
            )
        total += value
    if not total:
        raise CostCurveError("must not be a share of zero", where=where, got=shown(unit))
    return value / total


def _plain(where: str, number: str) -> float:
    """Parse a number without a unit, with a decimal point or a decimal comma."""
    if _TWO_READINGS.fullmatch(number):
        whole, rest = number.split(",")
        raise CostCurveError(
            "is ambiguous",
            where=where,
            got=shown(number),
            fix=f"Type {whole}{rest}, or {whole}.{rest}.",
        )
    digits = number.replace("\u2212", "-")
    return float(digits.replace(",", "" if digits.count(",") > 1 else "."))


def parse_number(where: str, text: str, *, whole: bool = False) -> float | None:
    """Parse a single number; return None for empty text, raise for ranges and unwanted fractions.

    Examples
    --------
    >>> parse_number("level", "90 %"), parse_number("seed", "")
    (0.9, None)
    """
    ends = parse_entry(where, text)
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


def entry_text(value: Range | float | None) -> str:
    """Return the text that `parse_entry` parses as this value, to six digits.

    Examples
    --------
    >>> entry_text(Range(0.01, 0.05)), entry_text(1e-6), entry_text(None)
    ('0.01 - 0.05', '1e-06', '')
    """
    if value is None:
        return ""
    if isinstance(value, Range):
        return " - ".join(f"{end:.6g}" for end in value.ends)
    return f"{value:.6g}"


# ---- Input fields


Ends = tuple[float, float] | None


@dataclass(frozen=True)
class SliderScale:
    """Nonlinear scale of a slider: its ends, its step, and the conversions to and from values."""

    unit: str
    low: float
    high: float
    step: float
    to_slider: Callable[[float], float]
    to_value: Callable[[float], float]

    def position(self, value: float) -> float:
        """Return the slider position of a value, clipped to the ends of the slider."""
        rounded = round(self.to_slider(value) / self.step) * self.step
        return min(max(rounded, self.low), self.high)

    def positions(self, value: Range) -> tuple[float, float]:
        """Return the positions of both handles; the ends of a range are at least one step apart."""
        low, high = self.position(value.low), self.position(value.high)
        if value.exact or high - low >= self.step:
            return low, high
        low = min(low, self.high - self.step)
        return low, low + self.step


def _log_odds(share: float) -> float:
    return log(share / (1.0 - share)) if 0.0 < share < 1.0 else (share - 0.5) * 1e9


def _share(log_odds: float) -> float:
    """Return a share, rounded to two digits of its distance from the nearer end."""
    distance = float(f"{1.0 / (1.0 + exp(abs(log_odds))):.2g}")
    return distance if log_odds < 0.0 else 1.0 - distance


SHARE_SCALE = SliderScale("log_odds", -14.0, 14.0, 0.1, _log_odds, _share)
"""Scale of rates: log-odds, from 1e-6 to 1 - 1e-6."""

COST_SCALE = SliderScale(
    "log10",
    -3.0,
    6.0,
    0.05,
    lambda cost: log10(cost) if cost > 0.0 else -3.0,
    lambda power: float(f"{10.0**power:.2g}"),
)
"""Scale of costs: logarithmic, from 0.001 to 1,000,000."""


class Field:
    """Text field that displays an error below it if its entry is invalid.

    Parameters
    ----------
    label : str
        Label of the field.
    help_words : str
        Tooltip.
    commit : callable
        Called with each entry; raises CostCurveError if it is invalid.
    """

    def __init__(self, label: str, help_words: str, commit: Callable[[str], None]) -> None:
        self._commit = commit
        self._text = ""
        self.text = Text(description=label, tooltip=help_words, continuous_update=False)
        self.error = PlainText(role="alert")
        self.widget = VBox([self.text, self.error])
        self.widget.add_class("cc-field")
        self._user_changes = UserChanges(self.text, self._on_entry)

    def show(self, text: str) -> None:
        """Display the value of the model; an invalid entry stays until that value changes."""
        if text != self._text or not self.error.text:
            self._text = text
            self._write(text)

    def show_error(self, error: CostCurveError | None) -> None:
        """Display an error, or remove it."""
        self.error.show(str(error) if error else "")
        (self.text.add_class if error else self.text.remove_class)("cc-wrong")

    def _write(self, text: str) -> None:
        with self._user_changes.muted():
            self.text.value = text
        self.show_error(None)

    def _on_entry(self, change: Any) -> None:
        try:
            self._commit(change["new"])
        except CostCurveError as error:
            self.show_error(error)
        else:
            self._write(self._text)


def number_field(
    label: str, help_words: str, commit: Callable[[float | None], None], *, whole: bool = False
) -> Field:
    """Return a field for a single number; an empty field is None."""
    return Field(label, help_words, lambda text: commit(parse_number(label, text, whole=whole)))


class RangeField:
    """Field for a number or a range, with an optional slider."""

    def __init__(
        self, label: str, help_words: str, commit: Callable[[Ends], None], slide: SliderScale | None
    ) -> None:
        self._commit = commit
        self._slide = slide
        self._last_positions = (0.0, 0.0)
        self._field = Field(
            label,
            help_words,
            lambda text: commit(parse_entry(label, text, share=slide is SHARE_SCALE)),
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
            self.slider.observe(self._on_slide, ["low", "high"])

    def show(self, value: Range | None) -> None:
        """Display the value of the model."""
        self._field.show(entry_text(value))
        if self._slide is None or self.slider is None or value is None:
            return
        # Values set by the slider are rounded; its handles must not jump because of that.
        tolerance = 1.5 * self._slide.step
        current, target = (self.slider.low, self.slider.high), self._slide.positions(value)
        is_single = current[0] == current[1]
        is_far = any(abs(a - b) > tolerance for a, b in zip(current, target, strict=True))
        if is_far or is_single != value.exact:
            self._last_positions = target
            with self.slider.hold_trait_notifications():
                assign(self.slider, low=target[0], high=target[1])

    def _on_slide(self, _change: object) -> None:
        """Set both ends from the slider in one change."""
        if self._slide is None or self.slider is None:
            return
        places = self.slider.low, self.slider.high
        if places == self._last_positions:
            return
        self._last_positions = places
        try:
            self._commit((self._slide.to_value(places[0]), self._slide.to_value(places[1])))
        except CostCurveError as error:
            self._field.show_error(error)
