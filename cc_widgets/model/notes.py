"""Pinned pairs and notes in the figures: validation, places, and updates after changes."""

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

from cc_widgets.core.conditions import Range, RangeLike, read_range
from cc_widgets.core.costs import cost_of_rates, values_at
from cc_widgets.core.duality import iso_segment
from cc_widgets.core.hull import Hull
from cc_widgets.core.validation import as_finite, as_integer, as_number, read_bool, read_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import rates_of, why_unmarked
from cc_widgets.model.conditions import Pair
from cc_widgets.model.derive import Curves, DerivedClassifier, all_thresholds
from cc_widgets.model.numerals import baseline_words, decimal, number, share, shorten, span
from cc_widgets.model.traits import check_classifier_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Pins


Pin = Mapping[str, Any]
MAX_PINS = 100
_FIX = (
    'Pass {"kind": "point", "index": i}, {"kind": "edge", "index": i} or '
    '{"kind": "free", "space": "roc", "x": 0.2, "y": 0.7}.'
)


def check_pins(model: "CostCurveModel", value: object) -> tuple[Pin, ...]:
    """Return the pins, each a drawn point, a hull edge or a free place; raise if one is invalid."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError("must be a list of pins", where="pins", got=shown(value), fix=_FIX)
    if len(value) > MAX_PINS:
        raise CostCurveError(
            f"must have at most {MAX_PINS} pins",
            where="pins",
            got=f"{len(value):,}",
            fix="Remove some first.",
        )
    return tuple(_checked(model.curves, pin) for pin in value)


def _checked(derived: Curves, pin: object) -> Pin:
    """Return a valid pin, or raise."""
    if isinstance(pin, Mapping):
        kind = pin.get("kind")
        if kind == "free" and pin.get("space") in ("roc", "cost", "difference"):
            place = {axis: as_finite(pin.get(axis)) for axis in ("x", "y")}
            if None not in place.values():
                return {"kind": kind, "space": pin["space"], **place}
        elif kind in ("point", "edge"):
            index = as_integer(pin.get("index"))
            if index is not None and 0 <= index < _sizes(derived)[kind]:
                return {"kind": kind, "index": index}
    raise CostCurveError("must be pins of visible items", where="pins", got=shown(pin), fix=_FIX)


def _sizes(derived: Curves) -> dict[str, int]:
    """Return the numbers of drawn points and of hull edges."""
    points = sum(item.shown.index.size for item in derived.classifiers)
    return {"point": points, "edge": derived.hull.fpr.size - 1}


def valid_pins(pins: Sequence[Pin], derived: Curves) -> tuple[Pin, ...]:
    """Return the pins whose positions exist in the snapshot."""
    sizes = _sizes(derived)
    return tuple(pin for pin in pins if pin["kind"] == "free" or pin["index"] < sizes[pin["kind"]])


def move_pins(pins: Sequence[Pin], old: Curves, new: Curves) -> tuple[Pin, ...]:
    """Return the pins at their positions in a new snapshot, without removed ones."""
    moved = (_moved(pin, old, new) for pin in pins)
    return tuple(pin for pin in moved if pin is not None)


def _moved(pin: Pin, old: Curves, new: Curves) -> Pin | None:
    """Return the pin in the new snapshot, or None."""
    if pin["kind"] == "free":
        return pin
    index = (_new_point if pin["kind"] == "point" else _new_edge)(pin["index"], old, new)
    return None if index is None else {**pin, "index": index}


def _new_point(index: int, old: Curves, new: Curves) -> int | None:
    """Return the new position of a drawn point, or None."""
    for item in old.classifiers:
        if index < item.shown.index.size:
            same = _same(item, old, new)
            return None if same is None else _position(new, same, int(item.shown.index[index]))
        index -= item.shown.index.size
    return None


def _same(item: DerivedClassifier, old: Curves, new: Curves) -> DerivedClassifier | None:
    """Return the same classifier in the new snapshot, matched by data and then by name."""
    twins = {twin.name for twin in old.classifiers if twin.source is item.source} - {item.name}
    same = [
        candidate
        for candidate in new.classifiers
        if candidate.source is item.source
        and candidate.reduced.average == item.reduced.average
        and candidate.name not in twins
    ]
    return min(same, key=lambda candidate: candidate.name != item.name, default=None)


def _position(new: Curves, item: DerivedClassifier, place: int) -> int | None:
    """Return the position of a curve point among all points drawn, or None."""
    before = sum(other.shown.index.size for other in new.classifiers[: item.position])
    at = int(np.searchsorted(item.shown.index, place))
    is_drawn = at < item.shown.index.size and item.shown.index[at] == place
    return before + at if is_drawn else None


def _new_edge(index: int, old: Curves, new: Curves) -> int | None:
    """Return the new position of a hull edge, or None."""
    ends = _ends(old.hull, index)
    edges = range(new.hull.fpr.size - 1)
    return next((edge for edge in edges if _ends(new.hull, edge) == ends), None)


def _ends(hull: Hull, edge: int) -> list[float]:
    """Return the rates of both ends of an edge."""
    return [*hull.fpr[edge : edge + 2].tolist(), *hull.tpr[edge : edge + 2].tolist()]


# ---- Notes: validation

Note = Mapping[str, Any]
MAX_NOTES = 200
MAX_NOTE_LENGTH = 10_000
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
    """Return notes as plain data, each with a unique id; raise if one is invalid.

    Notes can refer to classifiers that do not exist; these notes are not drawn. Missing `id` and
    `time` are added.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError(
            "must be a list of notes", where="notes", got=shown(value), fix=_NOTE_FIX
        )
    if len(value) > MAX_NOTES:
        raise CostCurveError(
            f"must have at most {MAX_NOTES} notes",
            where="notes",
            got=f"{len(value):,}",
            fix="Remove some first.",
        )
    notes = [_checked_note(note, f"notes[{place}]") for place, note in enumerate(value)]
    ids = [note["id"] for note in notes if note["id"]]
    repeated = next((key for key in ids if ids.count(key) > 1), None)
    if repeated is not None:
        raise CostCurveError("must have unique ids", where="notes", got=shown(repeated))
    for note in notes:
        if not note["id"]:
            note["id"] = _new_id(note, ids)
            ids.append(note["id"])
    return tuple(notes)


def _new_id(note: Note, ids: Sequence[str]) -> str:
    """Return an id computed from the note, so that the same code gives the same id."""
    contents = json.dumps(note, sort_keys=True)
    candidates = (sha256(f"{number} {contents}".encode()).hexdigest()[:8] for number in count())
    return next(candidate for candidate in candidates if candidate not in ids)


def _checked_note(value: object, where: str) -> dict[str, Any]:
    """Return a valid note, or raise."""
    if not isinstance(value, Mapping) or not {"text", "kind", "at"} <= value.keys() <= _PARTS:
        raise CostCurveError("must be a note", where=where, got=shown(value), fix=_NOTE_FIX)
    kind = read_choice(f"{where}, kind", value["kind"], KINDS)
    return {
        "id": _read_id(value.get("id"), f"{where}, id"),
        "text": read_text(value["text"], f"{where}, text"),
        "kind": kind,
        "at": _read_at(kind, value["at"], f"{where}, at"),
        "time": _read_time(value.get("time"), f"{where}, time"),
    }


def _read_id(value: object, where: str) -> str:
    """Return a valid id; empty for None."""
    if value is None:
        return ""
    if isinstance(value, str) and re.fullmatch("[A-Za-z0-9_-]{1,40}", value):
        return value
    fix = "Pass up to 40 letters and digits, or leave it out."
    raise CostCurveError("must be the id of a note", where=where, got=shown(value), fix=fix)


def current_time() -> datetime:
    """Return the current time in UTC, or that of SOURCE_DATE_EPOCH if it is set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)


def _read_time(value: object, where: str) -> str:
    """Return a time in UTC; the current time for None."""
    try:
        when = current_time() if value is None else datetime.fromisoformat(value)  # type: ignore[arg-type]
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError):
        fix = 'Pass for example "2026-05-01T12:00:00Z", or leave it out.'
        raise CostCurveError(
            "must be an ISO 8601 time", where=where, got=shown(value), fix=fix
        ) from None


def read_text(value: object, where: str) -> str:
    r"""Return the text of a note, with unprintable characters replaced.

    Examples
    --------
    >>> read_text("  two\r\nlines\x00 ", "text")
    'two\nlines�'
    """
    if not isinstance(value, str):
        raise CostCurveError("must be a string", where=where, got=shown(value))
    if len(value) > MAX_NOTE_LENGTH:
        raise CostCurveError(
            f"must have at most {MAX_NOTE_LENGTH:,} characters",
            where=where,
            got=f"{len(value):,}",
            fix="Make it shorter, or write several.",
        )
    lines = value.replace("\r\n", "\n").replace("\r", "\n")
    text = replace_unprintable(lines).strip()
    if not text:
        raise CostCurveError("must not be blank", where=where, got=shown(value))
    return text


def replace_unprintable(text: str) -> str:
    r"""Return the text with characters replaced that pages, files or images cannot show.

    Examples
    --------
    >>> replace_unprintable("two\nlines\x00")
    'two\nlines�'
    """
    return _UNREADABLE.sub(_LOST_SIGN, text)


def _read_at(kind: str, value: object, where: str) -> dict[str, Any]:
    """Return the place of a note of this kind, or raise."""
    parts = {"edge": set(_ENDS), "range": {"pc"}, "conditions": set()}.get(kind, set(_SPOT))
    if not isinstance(value, Mapping) or not value.keys() <= parts:
        raise CostCurveError(
            f"must be the place of a note of kind {kind}",
            where=where,
            got=shown(value),
            fix=_NOTE_FIX,
        )
    if kind == "conditions":
        return {}
    if kind == "range":
        pc = read_range(where, value.get("pc"), least=0.0, greatest=1.0)  # type: ignore[arg-type]
        return {"pc": [float(pc.low), float(pc.high)]}
    if kind == "edge":
        return {end: _read_spot(value.get(end), f"{where}, {end}") for end in _ENDS}
    return _read_spot(value, where)


def _read_spot(value: object, where: str) -> dict[str, Any]:
    """Return a point: a classifier with threshold or rates, or rates alone."""
    spot = value if isinstance(value, Mapping) else {}
    name, threshold, *rates = (spot.get(part) for part in _SPOT)
    if spot.keys() <= set(_SPOT) and (name is None or (isinstance(name, str) and name.strip())):
        score = as_number(threshold)
        if score is not None and isinf(score):
            never = float(score < 0.0)
            return dict(zip(_SPOT, (name, None, never, never), strict=True))
        numbers = [as_finite(rate) for rate in rates]
        are_rates = all(rate is not None and 0.0 <= rate <= 1.0 for rate in numbers)
        has_score = name is not None and score is not None and not isnan(score)
        if (threshold is None and are_rates) or (
            has_score and (are_rates or rates == [None, None])
        ):
            return dict(zip(_SPOT, (name, score, *numbers), strict=True))
    raise CostCurveError(
        "must be a point",
        where=where,
        got=shown(value),
        fix='Pass {"classifier": "forest", "threshold": 0.5}, or {"fpr": 0.2, "tpr": 0.7}.',
    )


# ---- Places of notes


def note_at(  # noqa: PLR0913 (one parameter for each kind of place)
    model: "CostCurveModel",
    *,
    classifier: str | None = None,
    threshold: float | None = None,
    line: bool = False,
    rates: tuple[float, float] | None = None,
    edge: Sequence[Any] | None = None,
    pc: RangeLike | None = None,
    conditions: bool = False,
    **unknown: object,
) -> dict[str, Any]:
    """Return the kind and place of a note, given the arguments of `add_note`; empty for none."""
    if unknown:
        got = ", ".join(f"{name}=" for name in unknown)
        raise CostCurveError("must have a known place", where="add_note", got=got, fix=PLACES)
    of_conditions = read_bool("conditions", conditions)
    places = [place is not None for place in (classifier, rates, edge, pc)]
    if sum(places) + of_conditions > 1 or (threshold is not None and classifier is None):
        raise CostCurveError("must have exactly one place", where="add_note", fix=PLACES)
    if of_conditions:
        return {"kind": "conditions", "at": {}}
    if pc is not None:
        read = read_range("pc", pc, least=0.0, greatest=1.0)
        return {"kind": "range", "at": {"pc": [read.low, read.high]}}
    if edge is not None:
        first, second = (_spot_of(model, end) for end in _pair("edge", edge))
        return {"kind": "edge", "at": dict(zip(_ENDS, (first, second), strict=True))}
    kind = "line" if read_bool("line", line) else "point"
    if classifier is not None:
        return {"kind": kind, "at": _named_spot(model, classifier, threshold)}
    return {"kind": kind, "at": _spot_of(model, rates)} if rates is not None else {}


PLACES = (
    "Pass classifier= with threshold=, or one of rates=(fpr, tpr), edge=(end, end), pc= and "
    "conditions=True."
)


def _pair(where: str, value: Any) -> Sequence[Any]:  # noqa: ANN401 (checked)
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != len(_ENDS):
        raise CostCurveError("must have two items", where=where, got=shown(value), fix=PLACES)
    return value


def _spot_of(model: "CostCurveModel", end: object) -> dict[str, Any]:
    """Return a point from a name with a threshold, or from two rates."""
    first, second = _pair("point", end)
    if isinstance(first, str):
        return _named_spot(model, first, second)
    return _read_spot({"fpr": first, "tpr": second}, "point")


def _named_spot(model: "CostCurveModel", name: str, threshold: float | None) -> dict[str, Any]:
    """Return a threshold of a classifier; by default the best one at the operating point."""
    check_classifier_name(model, name, "classifier")
    if threshold is None:
        best = model.cost(name)
        return dict(zip(_SPOT, (name, best.threshold, best.fpr, best.tpr), strict=True))
    spot = _read_spot({"classifier": name, "threshold": threshold}, "threshold")
    if _placed_spot(spot, model.curves)["fpr"] is None:
        reason, fix = why_unmarked(model.classifiers[name])
        raise CostCurveError(
            f"the rates of this threshold are unknown: {reason}",
            where=shown(name),
            got=f"threshold {shown(threshold)}",
            fix=fix,
        )
    return spot


def note_position(notes: Sequence[Note], note_id: object) -> int:
    """Return the position of the note with this id, or raise."""
    ids = [note["id"] for note in notes]
    if isinstance(note_id, str) and note_id in ids:
        return ids.index(note_id)
    fix = f"Ids are: {', '.join(map(repr, ids)) or 'none yet'}."
    raise CostCurveError("must be the id of a note", where="id", got=shown(note_id), fix=fix)


# ---- Updates of notes after changes


def update_note_rates(notes: Sequence[Note], derived: Curves) -> tuple[Note, ...]:
    """Return the notes with the current rates of their thresholds, or their last known rates."""
    return tuple(
        {**note, "at": _each_spot(note, partial(_placed_spot, derived=derived))} for note in notes
    )


def renamed_notes(notes: Sequence[Note], old: str, new: str) -> tuple[Note, ...]:
    """Return the notes with a classifier renamed."""

    def renamed(spot: dict[str, Any]) -> dict[str, Any]:
        return {**spot, "classifier": new} if spot["classifier"] == old else spot

    return tuple({**note, "at": _each_spot(note, renamed)} for note in notes)


def _each_spot(note: Note, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Return the place of a note with each of its points changed."""
    at: dict[str, Any] = note["at"]
    if note["kind"] == "edge":
        return {end: change(spot) for end, spot in at.items()}
    return change(at) if note["kind"] in {"point", "line"} else at


def _placed_spot(spot: dict[str, Any], derived: Curves) -> dict[str, Any]:
    item = next((item for item in derived.classifiers if item.name == spot["classifier"]), None)
    if item is None or spot["threshold"] is None:
        return spot
    drawn = np.flatnonzero(all_thresholds(item) == spot["threshold"])
    if drawn.size:
        rates = item.curve.fpr[drawn[0]], item.curve.tpr[drawn[0]]
    else:
        rates = rates_of(item.source, spot["threshold"]) or (spot["fpr"], spot["tpr"])
    return {**spot, "fpr": rates[0] and float(rates[0]), "tpr": rates[1] and float(rates[1])}


# ---- Files of notes


_FORMAT = {"format": "cc_widgets notes", "version": 1}


def notes_as_text(notes: Sequence[Note]) -> str:
    """Return the content of a file of notes."""
    return json.dumps({**_FORMAT, "notes": list(notes)}, ensure_ascii=False, indent=1) + "\n"


def notes_from_text(text: str, where: str) -> tuple[Note, ...]:
    """Return the notes of a file, or raise if it is not a file of notes.

    Examples
    --------
    >>> notes_from_text(notes_as_text(()), "notes.json")
    ()
    """
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = "must be a complete file of notes, and was not changed"
        fix = "Repair it, or pass another file."
        raise CostCurveError(problem, where=where, got=shown(str(error)), fix=fix) from None
    if not isinstance(contents, dict) or contents.keys() != {*_FORMAT, "notes"}:
        raise CostCurveError("must be a file of notes", where=where, fix="Pass another file.")
    header = {name: contents[name] for name in _FORMAT}
    if header != _FORMAT:
        problem = "must be a file of this version, and was not changed"
        raise CostCurveError(problem, where=where, got=shown(header), fix="Pass another file.")
    try:
        return check_notes(None, _with_ids(contents["notes"]))
    except CostCurveError as error:
        raise error.within(where) from None


def _with_ids(notes: Any) -> Any:  # noqa: ANN401 (not checked yet)
    """Return the notes with their positions as missing ids, equal at each reading."""
    if not isinstance(notes, list):
        return notes
    return [
        {**note, "id": str(i)} if isinstance(note, dict) and note.get("id") is None else note
        for i, note in enumerate(notes, 1)
    ]


def merged_notes(
    before: Sequence[Note], stored: Sequence[Note], edited: Sequence[Note]
) -> tuple[Note, ...]:
    """Merge two changed versions of the same notes.

    If both versions changed a note, that of `edited` is used. The order is that of `stored`;
    restored notes are inserted at their positions in `edited`.

    Examples
    --------
    >>> a, b, c = ({"id": name} for name in "abc")
    >>> [note["id"] for note in merged_notes([a, b], [a, b, c], [b])]
    ['b', 'c']
    >>> [note["id"] for note in merged_notes([b], [b], [a, b])]
    ['a', 'b']
    """
    old, new = ({note["id"]: note for note in notes} for notes in (before, edited))
    merged = {note["id"]: note for note in stored if note["id"] in new or note["id"] not in old}
    merged |= {key: note for key, note in new.items() if old.get(key) != note}
    order = [note["id"] for note in stored if note["id"] in merged]
    remaining = [key for key in new if key in merged]
    for place, key in enumerate(remaining):
        if key not in order:
            later = [other for other in remaining[place:] if other in order]
            order.insert(order.index(later[0]) if later else len(order), key)
    return tuple(merged[key] for key in order)


# ---- Notes as displayed


@dataclass(frozen=True, slots=True)
class NoteShapes:
    """Shapes of a note in one space.

    Attributes
    ----------
    dot : (x, y) or None
        Point: (fpr, tpr), or (pc, cost).
    lines : tuple of (x1, y1, x2, y2)
        Straight lines.
    span : (low, high) or None
        Range of pc.
    """

    dot: Pair | None = None
    lines: tuple[tuple[float, float, float, float], ...] = ()
    span: Pair | None = None


@dataclass(frozen=True, slots=True)
class DisplayedNote:
    """Note with its place in words and its shapes.

    Attributes
    ----------
    number : int
        Number, from 1.
    text : str
        Text of the note.
    where : str
        Place in words.
    roc, cost : NoteShapes or None
        Shapes in each space; None if its classifier is hidden or removed.
    """

    number: int
    text: str
    where: str
    roc: NoteShapes | None
    cost: NoteShapes | None


def displayed_notes(model: "CostCurveModel") -> tuple[DisplayedNote, ...]:
    """Return the notes in order, as figures and tables show them.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": (0.25, 0.75)})
    >>> _ = model.add_note("as good as it gets", classifier="stump")
    >>> [(note.number, note.where, note.roc.dot) for note in displayed_notes(model)]
    [(1, 'stump at (0.25, 0.75)', (0.25, 0.75))]
    """
    return tuple(
        DisplayedNote(place, note["text"], _where(model, note), *_shapes(model, note))
        for place, note in enumerate(model.notes, 1)
    )


def _where(model: "CostCurveModel", note: Note) -> str:
    """Return the place in words, and why the note is not drawn."""
    words = _place_words(model.curves, note)
    if _is_lost(model.curves, note):
        return f"{words}: no longer here"
    return f"{words}: hidden" if _is_hidden(model, note) else words


def _place_words(derived: Curves, note: Note) -> str:
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


def _spot_words(derived: Curves, spot: Mapping[str, Any]) -> str:
    """Return the description of a point by its threshold, or else by its rates."""
    name, threshold, fpr, tpr = (spot[part] for part in _SPOT)
    if threshold is not None:
        return f"{shorten(name)} from score {decimal(threshold)} on"
    if fpr == tpr and fpr in {0.0, 1.0}:
        return baseline_words(derived, positive=fpr == 1.0)
    owner = "a classifier" if name is None else shorten(name)
    return f"{owner} at ({number(fpr)}, {number(tpr)})"


def _spots(note: Note) -> tuple[Mapping[str, Any], ...]:
    """Return the points of a note: one, the two ends of an edge, or none."""
    at = note["at"]
    if note["kind"] == "edge":
        return tuple(at[end] for end in _ENDS)
    return (at,) if note["kind"] in {"point", "line"} else ()


def _is_lost(derived: Curves, note: Note) -> bool:
    """Return whether a classifier of the note was removed, or its rates are unknown."""
    names = {None, *(item.name for item in derived.classifiers)}
    return any(spot["classifier"] not in names or spot["fpr"] is None for spot in _spots(note))


def _is_hidden(model: "CostCurveModel", note: Note) -> bool:
    return any(spot["classifier"] in model.hidden for spot in _spots(note))


def _shapes(model: "CostCurveModel", note: Note) -> tuple[NoteShapes | None, NoteShapes | None]:
    """Return the shapes of a note in ROC space and in cost space."""
    if _is_lost(model.curves, note) or _is_hidden(model, note):
        return None, None
    spots = [(spot["fpr"], spot["tpr"]) for spot in _spots(note)]
    if note["kind"] == "edge":
        return _edge_shapes(*spots)
    if spots:
        fpr, tpr = spots[0]
        return NoteShapes(dot=(fpr, tpr)), NoteShapes(lines=((0.0, fpr, 1.0, 1.0 - tpr),))
    current = model.pc_range or (model.pc, model.pc)
    return _range_shapes(model.curves, *(note["at"]["pc"] if note["kind"] == "range" else current))


def _edge_shapes(start: Pair, stop: Pair) -> tuple[NoteShapes, NoteShapes]:
    """Return the edge, and the crossing of the cost lines of its ends."""
    run, rise = stop[0] - start[0], stop[1] - start[1]
    edge = NoteShapes(lines=((*start, *stop),))
    pc = run / (run + rise) if run + rise else -1.0
    if not 0.0 <= pc <= 1.0:
        return edge, NoteShapes()
    return edge, NoteShapes(dot=(pc, float(cost_of_rates(*start, pc))))


def _range_shapes(derived: Curves, low: float, high: float) -> tuple[NoteShapes, NoteShapes]:
    """Return the iso-performance lines at the ends of a range, and the range of pc."""
    costs = [float(values_at(derived.envelope, pc)) for pc in (low, high)]
    if low == high:
        return NoteShapes(lines=(iso_segment(low, costs[0]),)), NoteShapes(dot=(low, costs[0]))
    lines = tuple(map(iso_segment, (low, high), costs))
    return NoteShapes(lines=lines), NoteShapes(span=(low, high))
