"""Inputs to everything that the views show, in one pure step."""

from collections.abc import Mapping
from dataclasses import dataclass

from cc_widgets.core.cost import Envelope, lower_envelope
from cc_widgets.core.counts import count
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.roc import Hull, RocCurve, convex_hull, roc_curve
from cc_widgets.core.thinning import Thinned, thin

# A browser draws this many points and as many lines at 60 frames a second.
MOST_POINTS = 5_000
FEWEST_POINTS_EACH = 100
MOST_POINTS_EACH = 1_500


@dataclass(frozen=True, eq=False, slots=True)
class DerivedClassifier:
    """What follows from one classifier.

    Attributes
    ----------
    name : str
        The user's name for it.
    curve : RocCurve
        Every threshold.
    shown : Thinned
        The thresholds that the figures draw; `shown.error` says how far off their curve may be.
    envelope : Envelope
        Its own lower envelope, trivial rules included.
    """

    name: str
    curve: RocCurve
    shown: Thinned
    envelope: Envelope


@dataclass(frozen=True, eq=False, slots=True)
class Derived:
    """One consistent snapshot of everything computed.

    Attributes
    ----------
    classifiers : tuple of DerivedClassifier
        In the user's order.
    hull : Hull
        Over all classifiers; its owners are positions in `classifiers`.
    envelope : Envelope
        The least cost that any of them, or a trivial rule, reaches.
    classes : tuple of str
        Words for the negative and the positive class.
    """

    classifiers: tuple[DerivedClassifier, ...]
    hull: Hull
    envelope: Envelope
    classes: tuple[str, str]


def derive(classifiers: Mapping[str, Predictions]) -> Derived:
    """Compute the snapshot of these classifiers."""
    curves = [roc_curve(count(predictions)) for predictions in classifiers.values()]
    hull = convex_hull(curves)
    fair_share = MOST_POINTS // max(1, len(curves))
    limit = max(FEWEST_POINTS_EACH, min(fair_share, MOST_POINTS_EACH))
    derived = tuple(
        _derive_one(name, curve, limit) for name, curve in zip(classifiers, curves, strict=True)
    )
    return Derived(derived, hull, lower_envelope(hull), _class_words(classifiers))


def _derive_one(name: str, curve: RocCurve, limit: int) -> DerivedClassifier:
    """Return the part of the snapshot that needs no other classifier."""
    own = convex_hull([curve])
    shown = thin(curve, limit, keep=own.index[own.index >= 0])
    return DerivedClassifier(name, curve, shown, lower_envelope(own))


def _class_words(classifiers: Mapping[str, Predictions]) -> tuple[str, str]:
    """Return the user's own words where there are any: 0 and 1 are none."""
    for predictions in classifiers.values():
        negative, positive = predictions.classes
        if isinstance(positive, str):
            return str(negative), positive
    return "negatives", "positives"
