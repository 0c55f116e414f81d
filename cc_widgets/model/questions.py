"""What questions to the model look up first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cc_widgets.core import TRIVIAL, Predictions
from cc_widgets.core._reading import PC_MEANS, read_unit_number
from cc_widgets.core.uncertainty import Band, Candidates, candidates, order_ranks, shared_level
from cc_widgets.core.uncertainty._buckets import candidates_among
from cc_widgets.intake import Classifier
from cc_widgets.model.answers import Interval, banded, known_cost
from cc_widgets.model.bands import (
    SCORED,
    Bands,
    bands_of,
    best_of_all,
    unbanded,
    unjudged,
    why_unbanded,
    why_unjudged,
)
from cc_widgets.model.bootstrap import Thresholds, resampled_at
from cc_widgets.model.checks import known_name
from cc_widgets.model.choosing import cheapest_corner
from cc_widgets.model.conditions import Fixed, Moving, terms
from cc_widgets.model.derive import MOST_KEPT, DerivedClassifier

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# In trials with 30,000 to 1,000,000 examples more moved no limit by a fiftieth of the width.
_FEW_AT_ONE_PC = 64
_MOST_JOINTLY = 20_000  # examples, each counted once for each classifier


def item_of(model: "CostCurveModel", name: str) -> DerivedClassifier:
    """The classifier of that name; a name that there is not is refused."""
    known_name(model, name, "name")
    return next(item for item in model.derived.classifiers if item.name == name)


def place_of(model: "CostCurveModel", pc: float | None) -> float:
    """A checked pc, or the model's own."""
    return model.pc if pc is None else read_unit_number("pc", pc, PC_MEANS)


def known_terms(model: "CostCurveModel") -> Moving | Fixed | None:
    """What is known of the conditions along pc; None if nothing is."""
    return None if model.conditions is None else terms(model.conditions, model.follows)


def fresh_band(model: "CostCurveModel", item: DerivedClassifier | None) -> Band | None:
    """The band of a classifier, or of the best, if it is one of the data as they are.

    Only a band that allows for the choice of the threshold, and of the classifier, will do.
    """
    band = model.band
    if band is None or band.level != model.level:
        return None
    items = list(model.derived.shown) if item is None else [item]
    if not all(_drawn_from(band, model, one) for one in items):
        return None
    if item is None:
        return band.best if set(band.among) == {one.name for one in items} else None
    honest = SCORED[band.settings.method].for_choice or item.name in band.resampled.lines
    return band.each.get(item.name) if honest else None


def _drawn_from(band: Bands, model: "CostCurveModel", item: DerivedClassifier) -> bool:
    """Whether a classifier was resampled as it is."""
    return band.resampled.sources.get(item.name) is model.classifiers[item.name]


def best_band(model: "CostCurveModel") -> Band | None:
    """The band of the best of the visible, if it is one of the data as they are."""
    return None if model.stale else fresh_band(model, None)


def fresh_interval(
    model: "CostCurveModel", item: DerivedClassifier | None, pc: float
) -> Interval | None:
    """Read limits off a band, if there is one of the data as they are."""
    if _trivial(model, item, pc):
        return known_cost(pc, model.level) if fresh_band(model, item) is not None else None
    band = fresh_band(model, item)
    return None if band is None else banded(band, pc)


def asked_interval(model: "CostCurveModel", item: DerivedClassifier | None, pc: float) -> Interval:
    """Find limits at one pc: read them off, or resample what is needed for them."""
    if _trivial(model, item, pc):
        return known_cost(pc, model.level)
    known = fresh_interval(model, item, pc)
    if known is not None:
        return known
    items = model.derived.shown if item is None else [item]
    sources = {one.name: model.classifiers[one.name] for one in items}
    wrong = {name: why for name, given in sources.items() if (why := why_unbanded(given))}
    if wrong:
        raise unbanded(wrong, "interval")
    now = model.bootstrap_settings
    settings = replace(now, method="envelope", simultaneous=False, rng=now.rng or 0)
    if len(sources) > 1:  # the more there are to choose among, the more it takes
        order_ranks(shared_level(model.level, len(sources)), settings.n_resamples)
    drawn = resampled_at(
        sources, settings, pc, jointly=_few(sources), thresholds=_fewer_thresholds(items)
    )
    return banded(best_of_all(drawn, settings, model.level), pc)


def _fewer_thresholds(items: Sequence[DerivedClassifier]) -> Thresholds:
    """What finds the few thresholds that one pc needs, without another sort of many."""
    counts = {id(item.counted): item.curve.counts for item in items}

    def found(source: Predictions) -> Candidates:
        known = counts[id(source)]
        if known is None or source.score.size <= MOST_KEPT:
            return candidates(source, few=_FEW_AT_ONE_PC)
        return candidates_among(known, _FEW_AT_ONE_PC)

    return found


def _few(sources: Mapping[str, Classifier]) -> bool:
    """Whether so many examples are soon resampled jointly; each alone they always are."""
    scored = [given.score.size for given in sources.values() if isinstance(given, Predictions)]
    return sum(scored) <= _MOST_JOINTLY


def _trivial(model: "CostCurveModel", item: DerivedClassifier | None, pc: float) -> bool:
    """Whether a trivial rule is the one to use."""
    hull = model.derived.hull if item is None else item.hull
    return int(hull.owner[cheapest_corner(hull, pc)]) == TRIVIAL


def known_difference(model: "CostCurveModel", first: str, second: str) -> Band | None:
    """The band of a difference, if there are resamples of the data as they are."""
    items = [item_of(model, name) for name in (first, second)]
    band = model.band
    if band is None or band.level != model.level:
        return None
    fresh = all(_drawn_from(band, model, item) for item in items)
    if not fresh or band.why_not(first, second):
        return None
    if model.compared == (first, second) and model.difference is not None:
        return model.difference
    return band.difference(first, second)


def resampled_difference(model: "CostCurveModel", first: str, second: str) -> Band:
    """Resample two classifiers, jointly if they scored the same examples, and wait for it."""
    names = [item_of(model, name).name for name in (first, second)]
    sources = {name: model.classifiers[name] for name in names}
    why = why_unjudged(sources, first, second)
    if why:
        raise unjudged(first, second, why)
    settings = model.bootstrap_settings
    drawn = resampled_at(sources, settings)
    return bands_of(drawn, settings, model.level, ()).difference(first, second)


def why_no_difference(model: "CostCurveModel", first: str, second: str) -> str:
    """Why the difference of two classifiers is not judged; empty if a bootstrap would do."""
    band = model.band
    if band is not None and not model.stale and {first, second} <= set(band.resampled.sources):
        return band.why_not(first, second)
    hidden = [name for name in (first, second) if name in model.hidden]
    if hidden:
        return f"{hidden[0]} is hidden: show it, only visible classifiers are resampled."
    return why_unjudged(model.classifiers, first, second)
