"""A snapshot as the widgets of ours need it."""

from typing import Any

import numpy as np

from cc_widgets.core.arrays import ScoreArray
from cc_widgets.core.roc import RocCurve
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.views.cursor import Corners, Points
from cc_widgets.views.style import look

HINT = (
    "Hover either figure, or focus one and use the arrow keys: "
    "a point of one is a line of the other."
)
_NAMED_APART = 3


def duality_traits(derived: Derived) -> dict[str, Any]:
    """Return what the cursors need; nothing stays lit, for its index may mean another point."""
    return {
        "points": _points(derived),
        "hull": Corners(derived.hull.fpr, derived.hull.tpr),
        "names": [classifier.name for classifier in derived.classifiers],
        "classes": derived.classes,
        "hover": None,
    }


def _points(derived: Derived) -> Points:
    """Return the drawn thresholds of all classifiers, one after the other."""
    shown = [(item.curve, item.shown.index) for item in derived.classifiers]
    sizes = [index.size for _, index in shown]
    empty = np.empty(0)
    return Points(
        fpr=np.concatenate([empty, *(curve.fpr[index] for curve, index in shown)]),
        tpr=np.concatenate([empty, *(curve.tpr[index] for curve, index in shown)]),
        threshold=np.concatenate([empty, *(_thresholds(curve)[index] for curve, index in shown)]),
        owner=np.repeat(np.arange(len(shown), dtype=np.int32), sizes),
    )


def _thresholds(curve: RocCurve) -> ScoreArray:
    """Return thresholds, NaN where the points of a curve have none."""
    return np.full(curve.fpr.size, np.nan) if curve.threshold is None else curve.threshold


def legend_entries(derived: Derived) -> list[dict[str, str]]:
    """Return what the legend shows of each classifier."""
    looks = [(item.name, look(position)) for position, item in enumerate(derived.classifiers)]
    return [
        {"name": name, "color": style.color, "dash": style.dash, "marker": style.marker}
        for name, style in looks
    ]


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
    share = f"{item.shown.index.size:,} of {item.curve.fpr.size:,} thresholds drawn"
    return f"{item.name}: {share}, true to {item.shown.error:.1g}."
