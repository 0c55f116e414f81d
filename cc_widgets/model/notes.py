"""Pinned pairs: what they may be, and what becomes of them when data change."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import Hull
from cc_widgets.core._reading import as_finite, as_whole
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.derive import Derived, DerivedClassifier, source_of

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

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
    given = source_of(item)
    twins = {one.name for one in old.classifiers if source_of(one) is given} - {item.name}
    same = [x for x in new.classifiers if source_of(x) is given and x.name not in twins]
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
