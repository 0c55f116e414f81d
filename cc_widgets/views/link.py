"""What the widgets of ours need of the model."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cc_widgets.core.uncertainty import Band
from cc_widgets.model.conditions import Moving
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.model.questions import best_band, known_terms
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.cursor import Duality
from cc_widgets.views.marks import assign, same
from cc_widgets.views.packing import (
    bands_of,
    corners_of,
    difference_of,
    labels_of,
    points_of,
    winners_of,
)
from cc_widgets.views.style import looks

HINT = (
    "Hover either figure, or focus one and use the arrow keys: "
    "a point of one is a line of the other."
)
_NAMED_APART = 3


def duality_traits(model: CostCurveModel) -> dict[str, Any]:
    """Return every trait that the browser is told; `assign` sends those that are new.

    Nothing stays lit, for its index may mean another point: see `follow`.
    """
    derived, compared, difference = model.derived, model.compared, model.difference
    names = [item.name for item in derived.classifiers]
    hidden = [item.position for item in derived.classifiers if not item.visible]
    return {
        "points": points_of(derived),
        "hull": corners_of(derived),
        "winners": winners_of(derived, compared, difference),
        "bands": bands_of(derived, {} if model.band is None else model.band.each, best_band(model)),
        "difference": difference_of(derived, compared, difference),
        "names": names,
        "classes": derived.classes,
        "labels": labels_of(derived),
        "compared": list(model.compared) if model.compared else None,
        "average": model.average,
        "looks": [vars(style).copy() for style in looks(names, model.colors)],
        "pc": float(model.pc),
        "pc_range": list(map(float, model.pc_range)) if model.pc_range else None,
        "criterion": _criterion(model),
        "pins": [dict(pin) for pin in model.pins],
        "hidden": hidden,
        "money": _money(model),
        "level": float(model.level),
        "stale": bool(model.stale),
        "hover": None,
    }


def drawn_bands(model: CostCurveModel) -> Mapping[str, Band]:
    """Return the bands that are to be seen, by name: all of them or a chosen one."""
    bands = {} if model.band is None else model.band.each
    wanted = model.shown_band
    return {name: band for name, band in bands.items() if wanted in {None, name}}


def follow(duality: Duality, model: CostCurveModel) -> None:
    """Tell the browser what is new; what is lit stays lit while the points are the same."""
    traits = duality_traits(model)
    if same(duality.points, traits["points"]):
        del traits["hover"]
    assign(duality, **traits)


def _money(model: CostCurveModel) -> dict[str, Any] | None:
    """Return what conditions become along pc, to speak of them in the user's money."""
    known = known_terms(model)
    if known is None:
        return None
    kind = "moving" if isinstance(known, Moving) else "standing"
    return {
        "kind": kind,
        **asdict(known),
        "population": float(model.population),
        "unit": model.unit,
    }


def _criterion(model: CostCurveModel) -> dict[str, Any] | None:
    """Return the criterion, with its answer."""
    if model.criterion is None or not model.derived.visible:
        return None
    answer = model.answer
    if answer is None:
        return dict(model.criterion)
    return {
        **model.criterion,
        "roc": [[float(fpr), float(tpr)] for fpr, tpr in answer.roc],
        "cost_line": [float(end) for end in answer.cost_line],
        "pc": None if answer.pc is None else float(answer.pc),
        "words": answer.words,
    }


def legend_entries(
    derived: Derived, colors: Mapping[str, str] | None = None
) -> list[dict[str, str]]:
    """Return what the legend shows of each classifier."""
    names = [item.name for item in derived.classifiers]
    styles = looks(names, colors or {})
    return [{"name": name, **vars(style)} for name, style in zip(names, styles, strict=True)]


def idle_words(derived: Derived) -> str:
    """Return what the read-out says while nothing is lit: how to use it, what was left out."""
    thinned = [item for item in derived.classifiers if item.shown.error]
    if len(thinned) > _NAMED_APART:
        error = max(item.shown.error for item in thinned)
        count = f"{len(thinned)} curves are drawn with fewer thresholds than they have"
        return f"{HINT} {count}, true to {error:.1g}."
    return " ".join([HINT, *(_thinning(item) for item in thinned)])


def _thinning(item: DerivedClassifier) -> str:
    """Return how many thresholds of a classifier are drawn, and how true that is."""
    share = f"{item.shown.index.size:,} of {item.kept.n_thresholds:,} thresholds drawn"
    return f"{item.name}: {share}, true to {item.shown.error:.1g}."
