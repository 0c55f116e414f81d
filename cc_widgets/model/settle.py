"""Values of dependent traits after a change of the model, computed before any trait is set."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import middle_share
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import Mark, marked_points
from cc_widgets.model.bands import Bands, PairedMatrices, matches_matrices
from cc_widgets.model.bootstrap import BandsUpdate, band_traits
from cc_widgets.model.choosing import at_stated_prevalence, criterion_answer
from cc_widgets.model.conditions import (
    conditions_at,
    cover_range,
    have_same_costs,
    shift_conditions,
)
from cc_widgets.model.derive import Curves, derive
from cc_widgets.model.differences import LeadTests, lead_tests
from cc_widgets.model.notes import move_pins, update_note_rates, valid_pins
from cc_widgets.model.planning import current_stability
from cc_widgets.model.traits import trait_names_with
from cc_widgets.model.view import with_settings

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

_PAIR = 2
_ROUNDING = 1e-8
Changes = dict[str, Any]


def dependent_changes(
    model: "CostCurveModel",
    changed: set[str],
    assigned: AbstractSet[str],
    updates: tuple[BandsUpdate, ...],
    before: Conditions | None,
) -> Changes:
    """Return the new values of all dependent traits, by name, without changing the model.

    The model has the new values of the `changed` traits. `assigned` also has the traits that were
    set to their previous value, `updates` the current bands, and `before` the last conditions.
    """

    def concerns(about: str) -> bool:
        return not changed.isdisjoint(trait_names_with(type(model), about=about))

    changes: Changes = _of_classifiers(model, changed) if concerns("snapshot") else {}
    if concerns("marks") or "classifiers" in changed:
        changes |= _of_marks(model)
    if "classifiers" in changed:
        changes["paired_counts"] = tuple(
            pair for pair in model.paired_counts if matches_matrices(pair, model.classifiers)
        )
    if concerns("pair") or "curves" in changes:
        changes["compared"] = _compared(model, changes)
    if concerns("place"):
        changes |= _of_conditions(model, _without_same_costs(model, changed, before), assigned)
    derived = changes.get("curves", model.curves)
    if concerns("notes") or "classifiers" in changed:
        changes["notes"] = update_note_rates(model.notes, derived)
    conditions = changes.get("conditions", model.conditions)
    if concerns("choice") or "curves" in changes or _has_other_prevalence(model, conditions):
        changes["_criterion_answer"] = criterion_answer(model.criterion, derived, conditions)
    return changes | band_changes(model, updates, changes)


def _has_other_prevalence(model: "CostCurveModel", conditions: Conditions | None) -> bool:
    """Return whether the choice by the criterion was made for another stated prevalence."""
    answer, criterion = model._criterion_answer, model.criterion
    if answer is None or criterion is None:
        return False
    return answer.criterion != at_stated_prevalence(criterion, conditions)


def band_changes(
    model: "CostCurveModel", updates: Sequence[BandsUpdate], changes: Changes
) -> Changes:
    """Return the new values of traits that depend on bands, given other `changes`."""
    names = ("compared", "curves", "paired_counts")
    compared, derived, pairs = (changes.get(name, getattr(model, name)) for name in names)
    values = band_traits(model, updates, compared, derived, pairs)
    values["_leads"] = _leads(model, derived, pairs, values)
    if values["bands"] is None or values["bands"].is_stale:
        return values | {"_stability": None}
    return values | {"_stability": current_stability(model, {**changes, **values})}


def _leads(
    model: "CostCurveModel", derived: Curves, pairs: Collection[PairedMatrices], values: Changes
) -> LeadTests | None:
    """Return the tests of the cheapest classifiers, reusing the current ones if possible."""
    bands = values["bands"]
    fresh = bands if bands is not None and bands.settled and not bands.is_stale else None
    made_of = derived, fresh, pairs, model.resampling, model.level
    before = () if model._leads is None else model._leads.made_of
    if before and all(map(_is_same, before, made_of)):
        return model._leads
    return lead_tests(*made_of)


def _is_same(first: object, second: object) -> bool:
    """Return whether two values give the same tests: for bands, whether they share resamples."""
    if isinstance(first, Bands) and isinstance(second, Bands):
        return first.resampled is second.resampled
    return first is second or first == second


def _of_classifiers(model: "CostCurveModel", changed: set[str]) -> Changes:
    """Return the snapshot and the traits that refer to its classifiers or points."""
    names = model.classifiers
    hidden = tuple(name for name in model.hidden if name in names)
    derived = derive(names, hidden, average=model.average, previous=model.curves)
    changes: Changes = {"curves": derived}
    if "classifiers" in changed:
        changes["hidden"] = hidden
        changes["colors"] = {name: color for name, color in model.colors.items() if name in names}
        if model.view.shown_band not in names:
            changes["view"] = with_settings(model.view, shown_band=None)
    if "pins" in changed:
        changes["pins"] = valid_pins(model.pins, derived)
    else:
        changes["pins"] = move_pins(model.pins, model.curves, derived)
    return changes


def _of_marks(model: "CostCurveModel") -> Changes:
    """Return the marks that are still valid, and their rates."""
    before = {item.name: item.source for item in model.curves.classifiers}
    in_use = marked_points(model.marks, model.classifiers, model._in_use, before)
    return {"marks": tuple(Mark(*point[:2]) for point in in_use), "_in_use": in_use}


def _compared(model: "CostCurveModel", changes: Changes) -> tuple[str, str] | None:
    """Return the compared classifiers, with removed ones replaced by visible ones."""
    derived: Curves = changes.get("curves", model.curves)
    remaining = [name for name in model.compared or () if name in model.classifiers]
    visible = [item.name for item in derived.shown if item.name not in remaining]
    pair = [*remaining, *visible][:_PAIR]
    if len(pair) < _PAIR:
        return None
    first, second = pair
    return (second, first) if _was_second(model, remaining) else (first, second)


def _was_second(model: "CostCurveModel", remaining: list[str]) -> bool:
    """Return whether only the second classifier remains, which then stays second."""
    return len(remaining) == 1 and model.compared is not None and model.compared[1] == remaining[0]


def _without_same_costs(
    model: "CostCurveModel", changed: set[str], before: Conditions | None
) -> set[str]:
    """Return the changed traits, without conditions whose prior and costs have not changed."""
    conditions = model.conditions
    same = conditions is not None and have_same_costs(before, conditions)
    return changed - {"conditions"} if same else changed


def _of_conditions(
    model: "CostCurveModel", changed: set[str], assigned: AbstractSet[str]
) -> Changes:
    """Return pc, its range and the conditions, updated after the last assignment.

    Traits assigned in the same change keep their values where these are consistent. Any pc within
    an assigned range is accepted. Without stated conditions, all other values return to their
    defaults.
    """
    if "conditions" in changed and model._known_conditions is None:
        traits = type(model).class_traits()
        unset = {"pc", "pc_range"} - assigned
        return {name: traits[name].default_value for name in unset}
    changes = _following(model, changed)
    stays = {
        name for name in ("pc", "pc_range") if name in assigned and _agrees(model, name, changes)
    }
    if "pc" in assigned and "pc_range" in stays:
        stays.add("pc")
    return {name: value for name, value in changes.items() if name not in stays}


def _following(model: "CostCurveModel", changed: set[str]) -> Changes:
    """Return the values that follow from the trait that was set last."""
    conditions = model._known_conditions
    if "conditions" in changed and conditions is not None:
        low, high = conditions.pc.low, conditions.pc.high
        if low == high:
            return {"pc": low, "pc_range": None}
        return {"pc": middle_share(low, high), "pc_range": (low, high)}
    if "pc_range" in changed:
        return _of_range(model)
    if "pc" in changed and conditions is not None and conditions.exact:
        return _of_pc(model, conditions)
    return {}


def _agrees(model: "CostCurveModel", name: str, changes: Changes) -> bool:
    """Return whether the value of pc, or of its range, equals the derived one, if any."""
    value = getattr(model, name)
    derived = changes.get(name, value)
    return None not in (value, derived) and np.allclose(value, derived, 0.0, _ROUNDING)


def _of_range(model: "CostCurveModel") -> Changes:
    """Return the conditions and pc that follow from a new range."""
    conditions, pc_range = model._known_conditions, model.pc_range
    if pc_range is None:
        if conditions is None or conditions.exact:
            return {}
        return {"conditions": conditions_at(conditions, model.pc)}
    low, high = pc_range
    changes: Changes = (
        {"pc": low, "pc_range": None} if low == high else {"pc": middle_share(low, high)}
    )
    if conditions is None:
        return changes
    covered = conditions_at(conditions, low) if low == high else cover_range(conditions, pc_range)
    return changes | {"conditions": covered}


def _of_pc(model: "CostCurveModel", conditions: Conditions) -> Changes:
    """Return the exact conditions at a new pc, or the previous pc where they cannot be shifted."""
    try:
        return {"conditions": shift_conditions(conditions, model.pc, model.view.follows)}
    except CostCurveError:
        return {"pc": conditions.pc.low}


# ---- Settings that recreate a model


def changed_settings(model: "CostCurveModel") -> Changes:
    """Return the trait values with which a new model of the same classifiers equals this one.

    Values that are derived from others are omitted. Pins are the last item, because they refer to
    points of the snapshot.

    Examples
    --------
    >>> from cc_widgets.core import Conditions
    >>> from cc_widgets.model.state import CostCurveModel
    >>> list(changed_settings(CostCurveModel(conditions=Conditions(prior=0.2), level=0.8)))
    ['conditions', 'level']
    """
    names = [name for name in trait_names_with(type(model), settable=True) if name not in _SEPARATE]
    trial = _with_defaults(model, names)
    values = {name: getattr(model, name) for name in names}
    values["view"] = with_settings(model.view)  # not bound to the model
    needed = {}
    for name, value in values.items():
        if getattr(trial, name) != value:
            needed[name] = value
            _set_together(trial, {name: value})
    trial = _with_defaults(model, names)
    everything = {name: value for name, value in values.items() if getattr(trial, name) != value}
    if not everything.keys().isdisjoint(("conditions", "pc_range")):
        everything["pc"] = model.pc  # even if it is the default, because pc would follow these
    _set_together(trial, needed)
    same = all(getattr(trial, name) == value for name, value in values.items())
    return (needed if same else everything) | ({"pins": model.pins} if model.pins else {})


_SEPARATE = ("classifiers", "pins")


def _with_defaults(model: "CostCurveModel", names: list[str]) -> "CostCurveModel":
    """Return a copy of the model with default settings."""
    trial = copy(model)
    for name in ("bands", "_difference", "_leads"):
        trial.set_trait(name, None)
    defaults = {name: type(model).class_traits()[name].default_value for name in names}
    _set_together(trial, {"pins": (), **defaults})
    return trial


def _set_together(model: "CostCurveModel", values: Changes) -> None:
    """Set traits in one change, skipping those whose values are invalid."""
    with model.hold_trait_notifications():
        for name, value in values.items():
            with suppress(CostCurveError):
                setattr(model, name, value)
