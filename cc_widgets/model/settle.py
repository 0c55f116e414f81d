"""What follows from a change of the model's traits, worked out before anything is set."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import Conditions
from cc_widgets.core._conditions import middle_share
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import Mark, in_use_of
from cc_widgets.model.bands import Bands, Paired, fits
from cc_widgets.model.bootstrap import Found, band_traits
from cc_widgets.model.choosing import answer_of
from cc_widgets.model.conditions import at_pc, moved, spread
from cc_widgets.model.derive import Derived, derive
from cc_widgets.model.differences import Leads, leads_of
from cc_widgets.model.notes import kept_pins, placed_notes, possible_pins
from cc_widgets.model.planning import known_choices
from cc_widgets.model.traits import having

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

_PAIR = 2
_ROUNDING = 1e-8
Changes = dict[str, Any]


def consequences(
    model: "CostCurveModel", changed: set[str], assigned: AbstractSet[str], known: tuple[Found, ...]
) -> Changes:
    """New values of whatever else must be set, by the name of the trait.

    Parameters
    ----------
    model : CostCurveModel
        With the new values of what was changed.
    changed : set of str
        Which traits these are.
    assigned : set of str
        These and the traits that were set to the value that they had.
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
    if "classifiers" in changed:
        found["pairs"] = tuple(one for one in model.pairs if fits(one, model.classifiers))
    if concerns("pair") or "derived" in found:
        found["compared"] = _compared(model, found)
    if concerns("place"):
        found |= _of_conditions(model, changed, assigned)
    derived = found.get("derived", model.derived)
    if concerns("notes") or "classifiers" in changed:
        found["notes"] = placed_notes(model.notes, derived)
    if concerns("choice") or "derived" in found:
        found["answer"] = answer_of(model.criterion, derived)
    return found | of_bands(model, known, found)


def of_bands(model: "CostCurveModel", known: Sequence[Found], changes: Changes) -> Changes:
    """What follows from bands: those of now, and what their resamples choose at one pc.

    Parameters
    ----------
    model : CostCurveModel
        With level, settings and classifiers.
    known : sequence of Found
        As for `band_traits`.
    changes : dict
        What else becomes new.

    Returns
    -------
    dict
        New values by the name of the trait.
    """
    names = ("compared", "derived", "pairs")
    compared, derived, pairs = (changes.get(one, getattr(model, one)) for one in names)
    found = band_traits(model, known, compared, derived, pairs)
    found["leads"] = _leads(model, derived, pairs, found)
    if found["band"] is None or found["stale"]:
        return found | {"chosen_again": None}
    return found | {"chosen_again": known_choices(model, {**changes, **found})}


def _leads(
    model: "CostCurveModel", derived: Derived, pairs: Collection[Paired], found: Changes
) -> Leads | None:
    """Tests of who is cheapest, those that there are if nothing they follow from is new."""
    bands = found["band"]
    fresh = bands if bands is not None and bands.settled and not found["stale"] else None
    made_of = derived, fresh, pairs, model.bootstrap_settings, model.level
    before = () if model.leads is None else model.leads.made_of
    if before and all(map(_is_same, before, made_of)):
        return model.leads
    return leads_of(*made_of)


def _is_same(one: object, other: object) -> bool:
    """Whether tests of both are the same; who the best is one of does not matter."""
    if isinstance(one, Bands) and isinstance(other, Bands):
        return one.resampled is other.resampled
    return one is other or one == other


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
    before = {item.name: item.source for item in model.derived.classifiers}
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


def _of_conditions(
    model: "CostCurveModel", changed: set[str], assigned: AbstractSet[str]
) -> Changes:
    """Bring pc, its range and the conditions together; what was set last leads.

    What was assigned together with that stays as it was assigned, as far as both agree; within a
    range that stays pc may be anywhere.
    """
    found = _following(model, changed)
    stays = {
        name for name in ("pc", "pc_range") if name in assigned and _agrees(model, name, found)
    }
    if "pc" in assigned and "pc_range" in stays:
        stays.add("pc")
    return {name: value for name, value in found.items() if name not in stays}


def _following(model: "CostCurveModel", changed: set[str]) -> Changes:
    """What follows from that which was set last."""
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
        return _of_pc(model, known)
    return {}


def _agrees(model: "CostCurveModel", name: str, found: Changes) -> bool:
    """Whether an operating point, or a range, is as good as the one that follows, if any does."""
    value = getattr(model, name)
    follows = found.get(name, value)
    return None not in (value, follows) and np.allclose(value, follows, 0.0, _ROUNDING)


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


def _of_pc(model: "CostCurveModel", known: Conditions) -> Changes:
    """Let exact conditions follow pc; where they cannot, pc stays theirs."""
    try:
        return {"conditions": moved(known, model.pc, model.follows)}
    except CostCurveError:
        return {"pc": known.pc.low}


# ---- What it takes to bring a new model to where this one is


def settings_of(model: "CostCurveModel") -> Changes:
    """Traits that a new model of the same classifiers needs to be as this one is.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    dict
        Values by the names of traits: those that are to be set, all together, without what
        follows from them. Pins come last, by themselves: they are looked up in what is drawn.

    Examples
    --------
    >>> from cc_widgets.core import Conditions
    >>> from cc_widgets.model.state import CostCurveModel
    >>> list(settings_of(CostCurveModel(conditions=Conditions(prior=0.2), unit="EUR")))
    ['conditions', 'unit']
    """
    names = [name for name in having(type(model), given=True) if name not in _APART]
    trial = _anew(model, names)
    wanted = {name: getattr(model, name) for name in names}
    found = {}
    for name, value in wanted.items():
        if getattr(trial, name) != value:
            found[name] = value
            _set_together(trial, {name: value})
    trial = _anew(model, names)
    everything = {name: value for name, value in wanted.items() if getattr(trial, name) != value}
    if not everything.keys().isdisjoint(("conditions", "pc_range")):
        everything["pc"] = model.pc  # be it the default: without it pc would follow these
    _set_together(trial, found)
    same = all(getattr(trial, name) == value for name, value in wanted.items())
    return (found if same else everything) | ({"pins": model.pins} if model.pins else {})


_APART = ("classifiers", "pins")


def _anew(model: "CostCurveModel", names: list[str]) -> "CostCurveModel":
    """A model of the same classifiers as if nothing had been said of them."""
    trial = copy(model)
    for name in ("band", "difference", "leads"):
        trial.set_trait(name, None)
    usual = {name: type(model).class_traits()[name].default_value for name in names}
    _set_together(trial, {"pins": (), **usual})
    return trial


def _set_together(model: "CostCurveModel", values: Changes) -> None:
    """Set some traits, as far as each can be set for itself."""
    with model.hold_trait_notifications():
        for name, value in values.items():
            with suppress(CostCurveError):
                setattr(model, name, value)
