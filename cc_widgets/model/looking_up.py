"""What questions to the model look up first."""

from typing import TYPE_CHECKING

from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty import finished, joint_resampling
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.envelope_differences import envelope_difference_band
from cc_widgets.core.unit import PC_MEANS, read_unit_number
from cc_widgets.model.bands import unpaired
from cc_widgets.model.checks import known_name
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.intervals import Interval, banded
from cc_widgets.model.stated import Moving, Standing, terms

if TYPE_CHECKING:
    from cc_widgets.model.base import ModelState


def item_of(model: "ModelState", name: str) -> DerivedClassifier:
    """Return a classifier by its name, or refuse the name."""
    known_name(model, name, "name")
    return next(item for item in model.derived.classifiers if item.name == name)


def place_of(model: "ModelState", pc: float | None) -> float:
    """Return a checked pc, or the model's own."""
    return model.pc if pc is None else read_unit_number("pc", pc, PC_MEANS)


def known_terms(model: "ModelState") -> Moving | Standing | None:
    """Return what is known of the conditions along pc; None if nothing is."""
    return None if model.conditions is None else terms(model.conditions, model.follows)


def fresh_band(model: "ModelState", item: DerivedClassifier) -> Band | None:
    """Return the band of a classifier, if it belongs to its data as they are."""
    if model.band is None or model.band.level != model.level:
        return None
    source = model.band.resampled.sources.get(item.name)
    return model.band.each.get(item.name) if source is model.classifiers[item.name] else None


def known_interval(model: "ModelState", pc: float) -> Interval | None:
    """Read the band of the best choice, if there is one of the data as they are.

    The band of a classifier that was chosen among several does not allow for that choice.
    """
    shown = model.derived.shown
    if model.stale or len(shown) != 1:
        return None
    band = fresh_band(model, shown[0])
    return None if band is None else banded(band, pc)


def known_difference(model: "ModelState", first: str, second: str) -> Band | None:
    """Return the band of a difference, if there are resamples of the data as they are."""
    items = [item_of(model, name) for name in (first, second)]
    band = model.band
    if band is None or any(fresh_band(model, item) is None for item in items):
        return None
    if not {first, second} <= set(band.resampled.paired):
        return None
    if model.compared == (first, second) and model.difference is not None:
        return model.difference
    return band.difference(first, second)


def resampled_difference(model: "ModelState", first: str, second: str) -> Band:
    """Resample two classifiers jointly, and wait for it."""
    pair = [model.classifiers[item_of(model, name).name] for name in (first, second)]
    scored = [one for one in pair if isinstance(one, Predictions) and one.weight is None]
    if len(scored) < len(pair):
        raise unpaired(first, second)
    settings = model.bootstrap_settings
    drawn = finished(
        joint_resampling(
            scored,
            n_resamples=settings.n_resamples,
            rng=settings.rng,
            stratified=settings.stratified,
        )
    )
    return envelope_difference_band(drawn, level=model.level, simultaneous=settings.simultaneous)
