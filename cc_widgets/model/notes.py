"""Pinned pairs and notes: what they may be, where they are, what becomes of them."""

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import count
from math import isinf, isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import Hull, Range, RangeLike
from cc_widgets.core._conditions import read_range
from cc_widgets.core._cost import cost_of_rates, values_at
from cc_widgets.core._duality import iso_segment
from cc_widgets.core._reading import as_finite, as_number, as_whole, read_truth, read_word
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import rates_of, why_unmarked
from cc_widgets.model.conditions import Pair
from cc_widgets.model.derive import Derived, DerivedClassifier, all_thresholds
from cc_widgets.model.numerals import decimal, number, share, short, span, trivial_words
from cc_widgets.model.traits import known_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Pins


Pin = Mapping[str, Any]
MOST_PINS = 100
_FIX = (
    'Pass {"kind": "point", "index": i}, {"kind": "edge", "index": i} or '
    '{"kind": "free", "space": "roc", "x": 0.2, "y": 0.7}.'
)


def check_pins(model: "CostCurveModel", value: object) -> tuple[Pin, ...]:
    """Pins that point at something.

    Parameters
    ----------
    model : CostCurveModel
        With the snapshot in which positions are looked up.
    value : sequence of dict
        As `hover` of the browser: a drawn point, a hull edge, or a free place.

    Returns
    -------
    tuple of dict
        The same, checked.

    Raises
    ------
    CostCurveError
        If one of them is no such dict, or its position does not exist; or if there are more
        than 100.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError("must be a list of pins", where="pins", got=shown(value), fix=_FIX)
    if len(value) > MOST_PINS:
        raise CostCurveError(
            f"no more than {MOST_PINS} pins can be told apart",
            where="pins",
            got=f"{len(value):,}",
            fix="Take some away first.",
        )
    return tuple(_checked(model.derived, pin) for pin in value)


def _checked(derived: Derived, pin: object) -> Pin:
    """One pin."""
    if isinstance(pin, Mapping):
        kind = pin.get("kind")
        if kind == "free" and pin.get("space") in ("roc", "cost", "difference"):
            place = {axis: as_finite(pin.get(axis)) for axis in ("x", "y")}
            if None not in place.values():
                return {"kind": kind, "space": pin["space"], **place}
        elif kind in ("point", "edge"):
            index = as_whole(pin.get("index"))
            if index is not None and 0 <= index < _sizes(derived)[kind]:
                return {"kind": kind, "index": index}
    raise CostCurveError("is no pin of what is shown", where="pins", got=shown(pin), fix=_FIX)


def _sizes(derived: Derived) -> dict[str, int]:
    """How many points are drawn and how many edges the hull has."""
    points = sum(item.shown.index.size for item in derived.classifiers)
    return {"point": points, "edge": derived.hull.fpr.size - 1}


def possible_pins(pins: Sequence[Pin], derived: Derived) -> tuple[Pin, ...]:
    """Leave out pins whose position does not exist.

    Parameters
    ----------
    pins : sequence of dict
        Checked pins, perhaps of another snapshot.
    derived : Derived
        The snapshot in which they are to be looked up.

    Returns
    -------
    tuple of dict
        Those that can be found.
    """
    sizes = _sizes(derived)
    return tuple(pin for pin in pins if pin["kind"] == "free" or pin["index"] < sizes[pin["kind"]])


def kept_pins(pins: Sequence[Pin], old: Derived, new: Derived) -> tuple[Pin, ...]:
    """Move pins from one snapshot to the next; what is gone is let go.

    Parameters
    ----------
    pins : sequence of dict
        Pins of the old snapshot.
    old, new : Derived
        The two snapshots.

    Returns
    -------
    tuple of dict
        The same points and edges at their new positions.
    """
    moved = (_moved(pin, old, new) for pin in pins)
    return tuple(pin for pin in moved if pin is not None)


def _moved(pin: Pin, old: Derived, new: Derived) -> Pin | None:
    """A pin of the new snapshot, or None."""
    if pin["kind"] == "free":
        return pin
    index = (_new_point if pin["kind"] == "point" else _new_edge)(pin["index"], old, new)
    return None if index is None else {**pin, "index": index}


def _new_point(index: int, old: Derived, new: Derived) -> int | None:
    """Where a drawn point is now."""
    for item in old.classifiers:
        if index < item.shown.index.size:
            same = _same(item, old, new)
            return None if same is None else _position(new, same, int(item.shown.index[index]))
        index -= item.shown.index.size
    return None


def _same(item: DerivedClassifier, old: Derived, new: Derived) -> DerivedClassifier | None:
    """A classifier as it is now; of several from the same data the name tells which."""
    given = item.source
    twins = {one.name for one in old.classifiers if one.source is given} - {item.name}
    alike = [x for x in new.classifiers if x.source is given and x.kept.by == item.kept.by]
    same = [x for x in alike if x.name not in twins]
    return min(same, key=lambda one: one.name != item.name, default=None)


def _position(new: Derived, item: DerivedClassifier, place: int) -> int | None:
    """The position, among all that are drawn, of one point of a curve."""
    before = sum(one.shown.index.size for one in new.classifiers[: item.position])
    at = int(np.searchsorted(item.shown.index, place))
    found = at < item.shown.index.size and item.shown.index[at] == place
    return before + at if found else None


def _new_edge(index: int, old: Derived, new: Derived) -> int | None:
    """Where a hull edge is now."""
    wanted = _ends(old.hull, index)
    edges = range(new.hull.fpr.size - 1)
    return next((edge for edge in edges if _ends(new.hull, edge) == wanted), None)


def _ends(hull: Hull, edge: int) -> list[float]:
    """The rates of both ends of an edge."""
    return [*hull.fpr[edge : edge + 2].tolist(), *hull.tpr[edge : edge + 2].tolist()]


# ---- Notes: what they may be

Note = Mapping[str, Any]
MOST_NOTES = 200
LONGEST_NOTE = 10_000
KINDS = ("point", "line", "edge", "range", "conditions")
_PARTS = frozenset({"id", "text", "kind", "at", "time"})
_SPOT = ("classifier", "threshold", "fpr", "tpr")
_ENDS = ("from", "to")
_NOTE_FIX = (
    'Pass {"text": "we operate here", "kind": "range", "at": {"pc": [0.33, 0.33]}}, or use '
    "explorer.add_note."
)
_LOST_SIGN = "\N{REPLACEMENT CHARACTER}"
_UNREADABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def check_notes(_model: object, value: object) -> tuple[Note, ...]:
    """Notes as plain data, each with an id of its own.

    Parameters
    ----------
    _model : object
        Notes may speak of classifiers that are not there: they have lost their place.
    value : sequence of dict
        Each with `text`, `kind` and `at`; `id` and `time` are made where they are missing.

    Returns
    -------
    tuple of dict
        The same, with all their parts.

    Raises
    ------
    CostCurveError
        If one of them is no note, two have the same id, or there are more than 200.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError(
            "must be a list of notes", where="notes", got=shown(value), fix=_NOTE_FIX
        )
    if len(value) > MOST_NOTES:
        raise CostCurveError(
            f"no more than {MOST_NOTES} notes can be told apart",
            where="notes",
            got=f"{len(value):,}",
            fix="Take some away first.",
        )
    notes = [_checked_note(one, f"notes[{place}]") for place, one in enumerate(value)]
    ids = [note["id"] for note in notes if note["id"]]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise CostCurveError("each note has an id of its own", where="notes", got=shown(twice))
    for note in notes:
        if not note["id"]:
            note["id"] = _new_id(note, ids)
            ids.append(note["id"])
    return tuple(notes)


def _new_id(note: Note, ids: Sequence[str]) -> str:
    """Return an id that follows from the note, so that the same code gives the same one."""
    contents = json.dumps(note, sort_keys=True)
    candidates = (sha256(f"{number} {contents}".encode()).hexdigest()[:8] for number in count())
    return next(candidate for candidate in candidates if candidate not in ids)


def _checked_note(given: object, where: str) -> dict[str, Any]:
    """One note."""
    if not isinstance(given, Mapping) or not {"text", "kind", "at"} <= given.keys() <= _PARTS:
        raise CostCurveError("is no note", where=where, got=shown(given), fix=_NOTE_FIX)
    kind = read_word(f"{where}, kind", given["kind"], KINDS)
    return {
        "id": _read_id(given.get("id"), f"{where}, id"),
        "text": read_text(given["text"], f"{where}, text"),
        "kind": kind,
        "at": _read_at(kind, given["at"], f"{where}, at"),
        "time": _read_time(given.get("time"), f"{where}, time"),
    }


def _read_id(given: object, where: str) -> str:
    """An id; empty for None."""
    if given is None:
        return ""
    if isinstance(given, str) and re.fullmatch("[A-Za-z0-9_-]{1,40}", given):
        return given
    fix = "Pass up to 40 letters and digits, or leave it out."
    raise CostCurveError("is no id of a note", where=where, got=shown(given), fix=fix)


def now() -> datetime:
    """Return the present time, in UTC; where SOURCE_DATE_EPOCH is set, that time."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)


def _read_time(given: object, where: str) -> str:
    """A time in UTC; now for None."""
    try:
        when = now() if given is None else datetime.fromisoformat(given)  # type: ignore[arg-type]
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError):
        fix = 'Pass for instance "2026-05-01T12:00:00Z", or leave it out.'
        raise CostCurveError("is no time", where=where, got=shown(given), fix=fix) from None


def read_text(given: object, where: str) -> str:
    r"""Text of a note, as it is but for what no page, file or picture can show.

    Examples
    --------
    >>> read_text("  two\r\nlines\x00 ", "text")
    'two\nlines�'
    """
    if not isinstance(given, str):
        raise CostCurveError("a note is a text", where=where, got=shown(given))
    if len(given) > LONGEST_NOTE:
        raise CostCurveError(
            f"a note has no more than {LONGEST_NOTE:,} characters",
            where=where,
            got=f"{len(given):,}",
            fix="Make it shorter, or write several.",
        )
    lines = given.replace("\r\n", "\n").replace("\r", "\n")
    text = readable(lines).strip()
    if not text:
        raise CostCurveError("a note that says nothing is none", where=where, got=shown(given))
    return text


def readable(text: str) -> str:
    r"""Text with a sign in the place of what no page, file or picture can show.

    Examples
    --------
    >>> readable("two\nlines\x00")
    'two\nlines�'
    """
    return _UNREADABLE.sub(_LOST_SIGN, text)


def _read_at(kind: str, given: object, where: str) -> dict[str, Any]:
    """Where a note of one kind is."""
    parts = {"edge": set(_ENDS), "range": {"pc"}, "conditions": set()}.get(kind, set(_SPOT))
    if not isinstance(given, Mapping) or not given.keys() <= parts:
        raise CostCurveError(
            f"is no place of a note of kind {kind}", where=where, got=shown(given), fix=_NOTE_FIX
        )
    if kind == "conditions":
        return {}
    if kind == "range":
        pc = read_range(where, given.get("pc"), least=0.0, greatest=1.0)  # type: ignore[arg-type]
        return {"pc": [float(pc.low), float(pc.high)]}
    if kind == "edge":
        return {end: _read_spot(given.get(end), f"{where}, {end}") for end in _ENDS}
    return _read_spot(given, where)


def _read_spot(given: object, where: str) -> dict[str, Any]:
    """A point: a classifier with a threshold, rates that it has without one, or any rates."""
    spot = given if isinstance(given, Mapping) else {}
    name, threshold, *rates = (spot.get(part) for part in _SPOT)
    if spot.keys() <= set(_SPOT) and (name is None or (isinstance(name, str) and name.strip())):
        score = as_number(threshold)
        if score is not None and isinf(score):
            never = float(score < 0.0)
            return dict(zip(_SPOT, (name, None, never, never), strict=True))
        found = [as_finite(rate) for rate in rates]
        known = all(rate is not None and 0.0 <= rate <= 1.0 for rate in found)
        scored = name is not None and score is not None and not isnan(score)
        if (threshold is None and known) or (scored and (known or rates == [None, None])):
            return dict(zip(_SPOT, (name, score, *found), strict=True))
    raise CostCurveError(
        "is no point",
        where=where,
        got=shown(given),
        fix='Pass {"classifier": "forest", "threshold": 0.5}, or {"fpr": 0.2, "tpr": 0.7}.',
    )


# ---- Notes that are added and changed by name


def note_at(  # noqa: PLR0913 (each is another kind of place)
    model: "CostCurveModel",
    *,
    classifier: str | None = None,
    threshold: float | None = None,
    line: bool = False,
    rates: tuple[float, float] | None = None,
    edge: Sequence[Any] | None = None,
    pc: RangeLike | None = None,
    conditions: bool = False,
) -> dict[str, Any]:
    """Kind and place of a note, as the user says them.

    Parameters
    ----------
    model : CostCurveModel
        With the classifiers that are meant.
    classifier, threshold, line, rates, edge, pc, conditions
        As in `CostCurveModel.add_note`.

    Returns
    -------
    dict
        With `kind` and `at`; empty if nothing is said.

    Raises
    ------
    CostCurveError
        If two places are said, or there is no such place.
    """
    of_conditions = read_truth("conditions", conditions)
    places = [place is not None for place in (classifier, rates, edge, pc)]
    if sum(places) + of_conditions > 1 or (threshold is not None and classifier is None):
        raise CostCurveError("a note has one place", where="add_note", fix=PLACES)
    if of_conditions:
        return {"kind": "conditions", "at": {}}
    if pc is not None:
        read = read_range("pc", pc, least=0.0, greatest=1.0)
        return {"kind": "range", "at": {"pc": [read.low, read.high]}}
    if edge is not None:
        first, second = (_spot_of(model, end) for end in _pair("edge", edge))
        return {"kind": "edge", "at": dict(zip(_ENDS, (first, second), strict=True))}
    kind = "line" if read_truth("line", line) else "point"
    if classifier is not None:
        return {"kind": kind, "at": _named_spot(model, classifier, threshold)}
    return {"kind": kind, "at": _spot_of(model, rates)} if rates is not None else {}


PLACES = (
    "Pass classifier= with threshold=, or one of rates=(fpr, tpr), edge=(end, end), pc= and "
    "conditions=True."
)


def _pair(where: str, given: Any) -> Sequence[Any]:  # noqa: ANN401 (checked)
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != len(_ENDS):
        raise CostCurveError("has two parts", where=where, got=shown(given), fix=PLACES)
    return given


def _spot_of(model: "CostCurveModel", end: object) -> dict[str, Any]:
    """A name with a threshold, or two rates."""
    first, second = _pair("point", end)
    if isinstance(first, str):
        return _named_spot(model, first, second)
    return _read_spot({"fpr": first, "tpr": second}, "point")


def _named_spot(model: "CostCurveModel", name: str, threshold: float | None) -> dict[str, Any]:
    """A threshold of a classifier; where none is said the best one at the operating point."""
    known_name(model, name, "classifier")
    if threshold is None:
        best = model.cost(name)
        return dict(zip(_SPOT, (name, best.threshold, best.fpr, best.tpr), strict=True))
    spot = _read_spot({"classifier": name, "threshold": threshold}, "threshold")
    if _placed_spot(spot, model.derived)["fpr"] is None:
        what, fix = why_unmarked(model.classifiers[name])
        raise CostCurveError(
            f"what this threshold decides is not known: {what}",
            where=shown(name),
            got=f"threshold {shown(threshold)}",
            fix=fix,
        )
    return spot


def found_note(notes: Sequence[Note], wanted: object) -> int:
    """Position of the note of an id; CostCurveError where there is none."""
    ids = [note["id"] for note in notes]
    if isinstance(wanted, str) and wanted in ids:
        return ids.index(wanted)
    fix = f"Ids are: {', '.join(map(repr, ids)) or 'none so far'}."
    raise CostCurveError("there is no note of that id", where="id", got=shown(wanted), fix=fix)


# ---- What becomes of notes when data change


def placed_notes(notes: Sequence[Note], derived: Derived) -> tuple[Note, ...]:
    """Notes with the rates that their thresholds have now; what is gone keeps its last ones."""
    return tuple(
        {**note, "at": _each_spot(note, partial(_placed_spot, derived=derived))} for note in notes
    )


def renamed_notes(notes: Sequence[Note], old: str, new: str) -> tuple[Note, ...]:
    """Notes of a classifier that has another name now."""

    def now(spot: dict[str, Any]) -> dict[str, Any]:
        return {**spot, "classifier": new} if spot["classifier"] == old else spot

    return tuple({**note, "at": _each_spot(note, now)} for note in notes)


def _each_spot(note: Note, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Where a note is, with each of its points changed."""
    at: dict[str, Any] = note["at"]
    if note["kind"] == "edge":
        return {end: change(spot) for end, spot in at.items()}
    return change(at) if note["kind"] in {"point", "line"} else at


def _placed_spot(spot: dict[str, Any], derived: Derived) -> dict[str, Any]:
    item = next((one for one in derived.classifiers if one.name == spot["classifier"]), None)
    if item is None or spot["threshold"] is None:
        return spot
    drawn = np.flatnonzero(all_thresholds(item) == spot["threshold"])
    if drawn.size:
        rates = item.curve.fpr[drawn[0]], item.curve.tpr[drawn[0]]
    else:
        rates = rates_of(item.source, spot["threshold"]) or (spot["fpr"], spot["tpr"])
    return {**spot, "fpr": rates[0] and float(rates[0]), "tpr": rates[1] and float(rates[1])}


# ---- Notes in a file


_FORMAT = {"format": "cc_widgets notes", "version": 1}


def notes_as_text(notes: Sequence[Note]) -> str:
    """Text of a file that keeps these notes."""
    return json.dumps({**_FORMAT, "notes": list(notes)}, ensure_ascii=False, indent=1) + "\n"


def notes_from_text(text: str, where: str) -> tuple[Note, ...]:
    """Notes that a file keeps; CostCurveError if it keeps anything else.

    Examples
    --------
    >>> notes_from_text(notes_as_text(()), "notes.json")
    ()
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        what = "is no whole file of notes, and is left as it is"
        fix = "Repair it, or name another file."
        raise CostCurveError(what, where=where, got=shown(str(error)), fix=fix) from None
    if not isinstance(found, dict) or found.keys() != {*_FORMAT, "notes"}:
        raise CostCurveError("is no file of notes", where=where, fix="Name another file.")
    told = {name: found[name] for name in _FORMAT}
    if told != _FORMAT:
        what = "was written by another version, and is left as it is"
        raise CostCurveError(what, where=where, got=shown(told), fix="Name another file.")
    try:
        return check_notes(None, _with_ids(found["notes"]))
    except CostCurveError as error:
        raise error.within(where) from None


def _with_ids(notes: Any) -> Any:  # noqa: ANN401 (not checked yet)
    """Notes with their positions as ids where they have none: the same at each reading."""
    if not isinstance(notes, list):
        return notes
    return [
        {**note, "id": str(i)} if isinstance(note, dict) and note.get("id") is None else note
        for i, note in enumerate(notes, 1)
    ]


def merged_notes(
    before: Sequence[Note], theirs: Sequence[Note], mine: Sequence[Note]
) -> tuple[Note, ...]:
    """Notes that two have changed who started from the same ones.

    Where both have changed one note mine is kept. The order is theirs; one that I have brought
    back stands again where it stood among mine.

    Examples
    --------
    >>> one, two, three = ({"id": name} for name in "abc")
    >>> [note["id"] for note in merged_notes([one, two], [one, two, three], [two])]
    ['b', 'c']
    >>> [note["id"] for note in merged_notes([two], [two], [one, two])]
    ['a', 'b']
    """
    old, new = ({note["id"]: note for note in notes} for notes in (before, mine))
    merged = {note["id"]: note for note in theirs if note["id"] in new or note["id"] not in old}
    merged |= {name: one for name, one in new.items() if old.get(name) != one}
    order = [note["id"] for note in theirs if note["id"] in merged]
    mine_kept = [name for name in new if name in merged]
    for place, name in enumerate(mine_kept):
        if name not in order:
            later = [one for one in mine_kept[place:] if one in order]
            order.insert(order.index(later[0]) if later else len(order), name)
    return tuple(merged[name] for name in order)


# ---- Where a note is in each space, and in words


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one space shows of a note.

    Attributes
    ----------
    dot : (x, y) or None
        A point: (fpr, tpr), or (pc, cost).
    lines : tuple of (x1, y1, x2, y2)
        Straight lines from end to end.
    span : (low, high) or None
        A stretch of pc.
    """

    dot: Pair | None = None
    lines: tuple[tuple[float, float, float, float], ...] = ()
    span: Pair | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A note as it is shown.

    Attributes
    ----------
    number : int
        From 1.
    text : str
        What was written.
    where : str
        The place in words.
    roc, cost : Drawn or None
        What each space shows; None where its classifier is hidden or gone.
    """

    number: int
    text: str
    where: str
    roc: Drawn | None
    cost: Drawn | None


def noted(model: "CostCurveModel") -> tuple[Noted, ...]:
    """The notes as pictures and tables show them.

    Parameters
    ----------
    model : CostCurveModel
        With its notes.

    Returns
    -------
    tuple of Noted
        In their order.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": (0.25, 0.75)})
    >>> _ = model.add_note("as good as it gets", classifier="stump")
    >>> [(one.number, one.where, one.roc.dot, one.cost.lines) for one in noted(model)]
    [(1, 'stump at (0.25, 0.75)', (0.25, 0.75), ((0.0, 0.25, 1.0, 0.25),))]
    """
    return tuple(
        Noted(place, note["text"], _where(model, note), *_drawn(model, note))
        for place, note in enumerate(model.notes, 1)
    )


def _where(model: "CostCurveModel", note: Note) -> str:
    """A place in words, and why it is not to be seen."""
    words = _place_words(model.derived, note)
    if _is_lost(model.derived, note):
        return f"{words}: no longer here"
    return f"{words}: hidden" if _is_hidden(model, note) else words


def _place_words(derived: Derived, note: Note) -> str:
    kind, at = note["kind"], note["at"]
    if kind == "conditions":
        return "your conditions"
    if kind == "range":
        return f"PC(+) {span(Range(*at['pc']), share)}"
    if kind == "edge":
        ends = (_spot_words(derived, at[end]) for end in _ENDS)
        return f"the edge between {' and '.join(ends)}"
    words = _spot_words(derived, at)
    return f"the cost line of {words}" if kind == "line" else words


def _spot_words(derived: Derived, spot: Mapping[str, Any]) -> str:
    """A point by its threshold, or else by its rates."""
    name, threshold, fpr, tpr = (spot[part] for part in _SPOT)
    if threshold is not None:
        return f"{short(name)} from score {decimal(threshold)} on"
    if fpr == tpr and fpr in {0.0, 1.0}:
        return trivial_words(derived, positive=fpr == 1.0)
    who = "a classifier" if name is None else short(name)
    return f"{who} at ({number(fpr)}, {number(tpr)})"


def _spots(note: Note) -> tuple[Mapping[str, Any], ...]:
    """The points at which a note is: one, the two ends of an edge, or none."""
    at = note["at"]
    if note["kind"] == "edge":
        return tuple(at[end] for end in _ENDS)
    return (at,) if note["kind"] in {"point", "line"} else ()


def _is_lost(derived: Derived, note: Note) -> bool:
    """Whether one of its classifiers is gone, or nobody knows its rates."""
    known = {None, *(item.name for item in derived.classifiers)}
    return any(spot["classifier"] not in known or spot["fpr"] is None for spot in _spots(note))


def _is_hidden(model: "CostCurveModel", note: Note) -> bool:
    return any(spot["classifier"] in model.hidden for spot in _spots(note))


def _drawn(model: "CostCurveModel", note: Note) -> tuple[Drawn | None, Drawn | None]:
    """What ROC space and cost space show of a note."""
    if _is_lost(model.derived, note) or _is_hidden(model, note):
        return None, None
    spots = [(spot["fpr"], spot["tpr"]) for spot in _spots(note)]
    if note["kind"] == "edge":
        return _drawn_edge(*spots)
    if spots:
        fpr, tpr = spots[0]
        return Drawn(dot=(fpr, tpr)), Drawn(lines=((0.0, fpr, 1.0, 1.0 - tpr),))
    known = model.pc_range or (model.pc, model.pc)
    return _drawn_range(model.derived, *(note["at"]["pc"] if note["kind"] == "range" else known))


def _drawn_edge(start: Pair, stop: Pair) -> tuple[Drawn, Drawn]:
    """The edge, and where the cost lines of its ends cross."""
    run, rise = stop[0] - start[0], stop[1] - start[1]
    edge = Drawn(lines=((*start, *stop),))
    pc = run / (run + rise) if run + rise else -1.0
    if not 0.0 <= pc <= 1.0:
        return edge, Drawn()
    return edge, Drawn(dot=(pc, float(cost_of_rates(*start, pc))))


def _drawn_range(derived: Derived, low: float, high: float) -> tuple[Drawn, Drawn]:
    """The lines of equal cost that touch the hull at the ends, and the stretch of pc."""
    costs = [float(values_at(derived.envelope, pc)) for pc in (low, high)]
    if low == high:
        return Drawn(lines=(iso_segment(low, costs[0]),)), Drawn(dot=(low, costs[0]))
    lines = tuple(map(iso_segment, (low, high), costs))
    return Drawn(lines=lines), Drawn(span=(low, high))
