"""Which bands belong to the data as they are now, and whether they are out of date."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cc_widgets.core.uncertainty import Band
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import Bands, bands_of
from cc_widgets.model.derive import Derived
from cc_widgets.model.inputs import Classifier
from cc_widgets.model.resample import Found
from cc_widgets.model.resampled import Resampled
from cc_widgets.model.settings import BootstrapSettings

if TYPE_CHECKING:
    from cc_widgets.model.base import ModelState

_LOOK = ("method", "simultaneous", "judged")


def band_traits(
    model: "ModelState",
    band: Bands | None,
    compared: tuple[str, str] | None,
    derived: Derived,
    found: Found | None = None,
) -> dict[str, Any]:
    """Return bands under the names, at the level and by the method that are wanted now.

    Parameters
    ----------
    model : ModelState
        With level, settings and classifiers.
    band : Bands or None
        The last bands there were.
    compared : pair of str, or None
        Which difference is wanted.
    derived : Derived
        Who is visible.
    found : Found, optional
        Where the bands come from, perhaps with the difference.

    Returns
    -------
    dict
        The traits `band`, `difference` and `stale`.
    """
    if band is None:
        return {"band": None, "difference": None, "stale": False}
    visible = [item.name for item in derived.shown]
    named = _named(model.classifiers, band, visible)
    current = _at_level(model, named, visible)
    if set(visible) != set(current.among):
        current = current.seen(visible)
    ready = found is not None and _alike(current, found.bands) and found.compared == compared
    return {
        "band": current,
        "difference": found.difference
        if found is not None and ready
        else _difference(model, current, compared),
        "stale": _is_stale(model, current, derived),
    }


def _alike(one: Bands, other: Bands) -> bool:
    """Tell whether differences of both are the same: who is visible does not matter."""
    same = one.resampled is other.resampled and one.level == other.level
    return same and _look(one.settings) == _look(other.settings)


def _named(classifiers: Mapping[str, Classifier], band: Bands, visible: list[str]) -> Bands:
    """Return bands under today's names, without those of classifiers that are gone."""
    names = _new_names(classifiers, band.resampled)
    if all(old == new for old, new in names.items()) and len(names) == len(band.resampled.sources):
        return band
    each = {names[name]: one for name, one in band.each.items() if name in names}
    resampled = band.resampled.renamed(names)
    return bands_of(resampled, band.settings, band.level, visible, ready=each)


def _new_names(classifiers: Mapping[str, Classifier], resampled: Resampled) -> dict[str, str]:
    """Return today's names of what was resampled; older data of a name keep it."""
    sources = resampled.sources
    found = {name: name for name, source in sources.items() if classifiers.get(name) is source}
    renamed = {id(given): name for name, given in classifiers.items() if name not in found}
    for old, source in sources.items():
        if old not in found and id(source) in renamed:
            found[old] = renamed.pop(id(source))
    taken = set(found.values())
    replaced = (old for old in sources if old not in found and old in classifiers)
    return found | {old: old for old in replaced if old not in taken}


def _at_level(model: "ModelState", band: Bands, visible: list[str]) -> Bands:
    """Return bands of the level and method wanted, if the resamples are enough for them."""
    wanted = model.bootstrap_settings
    if (band.level, _look(band.settings)) == (model.level, _look(wanted)):
        return band
    look = {name: getattr(wanted, name) for name in _LOOK}
    same_draws = replace(band.settings, **look)
    try:
        return bands_of(band.resampled, same_draws, model.level, visible)
    except CostCurveError:
        return band


def _look(settings: BootstrapSettings) -> tuple[object, ...]:
    return tuple(getattr(settings, name) for name in _LOOK)


def _difference(model: "ModelState", band: Bands, compared: tuple[str, str] | None) -> Band | None:
    """Return the difference of the two compared, the old one if nothing has changed."""
    if compared is None or band.why_not(*compared):
        return None
    same = model.band is not None and _alike(band, model.band)
    if same and compared == model.settled["compared"]:
        return model.difference
    return band.difference(*compared)


def _is_stale(model: "ModelState", band: Bands, derived: Derived) -> bool:
    """Tell whether bands belong to other data or settings than those of today."""
    settings = model.bootstrap_settings
    if band.level != model.level or _look(band.settings) != _look(settings):
        return True
    sources = band.resampled.sources
    fresh = all(sources.get(item.name) is model.classifiers[item.name] for item in derived.shown)
    return not (fresh and band.settings.draws_as(settings))
