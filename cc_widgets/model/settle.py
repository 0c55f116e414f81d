"""What follows from a change of the model's traits, worked out before anything is set."""

from typing import TYPE_CHECKING, Any

from cc_widgets.core._conditions import middle_share
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import Mark, in_use_of
from cc_widgets.model.bootstrap import Found, band_traits
from cc_widgets.model.choosing import answer_of
from cc_widgets.model.conditions import at_pc, moved, spread
from cc_widgets.model.derive import Derived, derive, source_of
from cc_widgets.model.notes import kept_pins, placed_notes, possible_pins
from cc_widgets.model.traits import having

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

_PAIR = 2
Changes = dict[str, Any]


def consequences(model: "CostCurveModel", changed: set[str], known: tuple[Found, ...]) -> Changes:
    """New values of whatever else must be set, by the name of the trait.

    Parameters
    ----------
    model : CostCurveModel
        With the new values of what was changed.
    changed : set of str
        Which traits these are.
    known : tuple of Found
        Bands that there are, if any.

    Returns
    -------
    dict
        New values; nothing of the model has been touched.
    """

    def concerns(about: str) -> bool:
        return not changed.isdisjoint(having(type(model), about=about))

    found: Changes = _of_classifiers(model, changed) if concerns("snapshot") else {}
    if concerns("marks") or "classifiers" in changed:
        found |= _of_marks(model)
    if concerns("pair") or "derived" in found:
        found["compared"] = _compared(model, found)
    if concerns("place"):
        found |= _of_conditions(model, changed)
    derived = found.get("derived", model.derived)
    if concerns("notes") or "classifiers" in changed:
        found["notes"] = placed_notes(model.notes, derived)
    if concerns("choice") or "derived" in found:
        found["answer"] = answer_of(model.criterion, derived)
    return found | band_traits(model, known, found.get("compared", model.compared), derived)


def _of_classifiers(model: "CostCurveModel", changed: set[str]) -> Changes:
    """The snapshot, and all that names or counts what is in it."""
    names = model.classifiers
    hidden = tuple(name for name in model.hidden if name in names)
    derived = derive(names, hidden, average=model.average, previous=model.derived)
    found: Changes = {"derived": derived}
    if "classifiers" in changed:
        found["hidden"] = hidden
        found["colors"] = {name: hue for name, hue in model.colors.items() if name in names}
        found["shown_band"] = model.shown_band if model.shown_band in names else None
    if "pins" in changed:
        found["pins"] = possible_pins(model.pins, derived)
    else:
        found["pins"] = kept_pins(model.pins, model.derived, derived)
    return found


def _of_marks(model: "CostCurveModel") -> Changes:
    """Marks whose thresholds still decide something, and their rates."""
    before = {item.name: source_of(item) for item in model.derived.classifiers}
    in_use = in_use_of(model.marks, model.classifiers, model.in_use, before)
    return {"marks": tuple(Mark(*one[:2]) for one in in_use), "in_use": in_use}


def _compared(model: "CostCurveModel", found: Changes) -> tuple[str, str] | None:
    """Keep who is compared as far as possible, else take the first that are visible."""
    derived: Derived = found.get("derived", model.derived)
    kept = [name for name in model.compared or () if name in model.classifiers]
    others = [item.name for item in derived.shown if item.name not in kept]
    pair = [*kept, *others][:_PAIR]
    if len(pair) < _PAIR:
        return None
    first, second = pair
    return (second, first) if _was_second(model, kept) else (first, second)


def _was_second(model: "CostCurveModel", kept: list[str]) -> bool:
    """Whether only the second one is left, which then stays the second."""
    return len(kept) == 1 and model.compared is not None and model.compared[1] == kept[0]


def _of_conditions(model: "CostCurveModel", changed: set[str]) -> Changes:
    """Bring pc, its range and the conditions together; what was set last leads."""
    known = model.conditions
    if "conditions" in changed and known is not None:
        if known.exact:
            return {"pc": known.pc.low, "pc_range": None}
        reach = (known.pc.low, known.pc.high)
        if reach[0] == reach[1]:
            return {"pc": reach[0], "pc_range": None}
        return {"pc": middle_share(*reach), "pc_range": reach}
    if "pc_range" in changed:
        return _of_range(model)
    if "pc" in changed and known is not None and known.exact:
        return _of_pc(model)
    return {}


def _of_range(model: "CostCurveModel") -> Changes:
    """Let conditions and pc follow a new range."""
    known, reach = model.conditions, model.pc_range
    if reach is None:
        if known is None or known.exact:
            return {}
        return {"conditions": at_pc(known, model.pc)}
    if reach[0] == reach[1]:
        one = {} if known is None else {"conditions": at_pc(known, reach[0])}
        return {"pc": reach[0], "pc_range": None, **one}
    found: Changes = {"pc": middle_share(*reach)}
    return found if known is None else found | {"conditions": spread(known, reach)}


def _of_pc(model: "CostCurveModel") -> Changes:
    """Let exact conditions follow pc; where they cannot, pc stays theirs."""
    known = model.conditions
    if known is None or known.pc.low == model.pc:
        return {}
    try:
        return {"conditions": moved(known, model.pc, model.follows)}
    except CostCurveError:
        return {"pc": known.pc.low}
