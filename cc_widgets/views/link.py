"""State of the page derived from the model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import Range
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.costs import OperatingRange
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import FloatArray, Owner
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import (
    condition_terms,
    current_best_band,
    each_worth_using,
    visible_marks,
)
from cc_widgets.model.choosing import choices_over, criterion_limit
from cc_widgets.model.conditions import (
    CONDITION_NAMES,
    LinearConditions,
    conditions_or_default,
)
from cc_widgets.model.derive import (
    Curves,
    DerivedClassifier,
    find_thresholds,
    thresholds_of,
    trials_of,
)
from cc_widgets.model.differences import (
    CheapestIntervals,
    DifferenceCurve,
    LeadTest,
    LeadTests,
    cheapest_intervals,
    difference_curve,
)
from cc_widgets.model.drawing import (
    expected_cost_bands,
    fitting_cost,
    fitting_rates,
    is_joined,
    looks,
    rate_intervals,
    tops_of,
)
from cc_widgets.model.estimating import is_pending
from cc_widgets.model.groups import GroupedThreshold, grouped_thresholds
from cc_widgets.model.losses import loss_bands
from cc_widgets.model.numerals import label_of
from cc_widgets.model.state import CostCurveModel, default_of
from cc_widgets.model.traits import json_value, trait_names_with
from cc_widgets.model.view import SETTINGS, sent_settings, settings_from_page
from cc_widgets.model.words import background
from cc_widgets.views.style import assign, values_equal
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.wire import (
    SentBands,
    SentCorners,
    SentDifference,
    SentGroups,
    SentInUse,
    SentLeads,
    SentLosses,
    SentPoints,
    SentWinners,
)

# ---- Results as arrays for the page


def sent_points(derived: Curves) -> SentPoints:
    """Return the drawn thresholds of all classifiers, concatenated."""
    items = derived.classifiers
    shown = [(item.curve, item.shown.index) for item in items]
    find_thresholds((item.reduced.threshold, item.shown.index) for item in items)
    sizes = [index.size for _, index in shown]
    empty = np.empty(0)
    return SentPoints(
        fpr=np.concatenate([empty, *(curve.fpr[index] for curve, index in shown)]),
        tpr=np.concatenate([empty, *(curve.tpr[index] for curve, index in shown)]),
        threshold=np.concatenate(
            [empty, *(_sent_thresholds(item, item.shown.index) for item in items)]
        ),
        owner=np.repeat(np.arange(len(shown), dtype=np.int32), sizes),
    )


def sent_corners(derived: Curves) -> SentCorners:
    """Return the vertices of the joint convex hull."""
    hull = derived.hull
    threshold = _baseline_thresholds(hull.fpr)
    point = np.full(hull.owner.size, BASELINE)
    before = 0
    for item in derived.classifiers:
        is_own = hull.owner == item.position
        threshold[is_own] = _sent_thresholds(item, hull.index[is_own])
        point[is_own] = before + np.searchsorted(item.shown.index, hull.index[is_own])
        before += item.shown.index.size
    return SentCorners(
        hull.fpr, hull.tpr, threshold, hull.owner.astype(np.int32), point.astype(np.int32)
    )


def point_labels(derived: Curves) -> list[str]:
    """Return the user's label of each drawn point; empty if no point has one."""
    items = derived.classifiers
    if not any(isinstance(item.curve, PointSet) or item.reduced.each for item in items):
        return []
    labels = [label_of(item, i) for item in items for i in item.shown.index.tolist()]
    return labels if any(labels) else []


def _baseline_thresholds(fpr: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the thresholds of the baselines: inf for all negative, -inf for all positive."""
    return np.where(fpr <= 0.0, np.inf, -np.inf)


def _sent_thresholds(item: DerivedClassifier, index: NDArray[np.int64]) -> FloatArray:
    """Return thresholds, NaN where unknown; the first one of a curve is inf in any case."""
    thresholds = thresholds_of(item, index)
    if item.curve.threshold is None:
        return thresholds
    return np.where(np.isposinf(item.curve.threshold[index]), np.inf, thresholds)


def sent_winners(cheapest: CheapestIntervals, visible: Sequence[int]) -> SentWinners:
    """Return the cheapest classifier by range of pc, with its significance."""
    return SentWinners(
        pc=cheapest.pc,
        owner=cheapest.owner.astype(np.int32),
        significance=cheapest.significance.astype(np.int32),
        challenger=cheapest.challenger.astype(np.int32),
        among=np.array(visible, dtype=np.int32),
    )


def sent_leads(leads: LeadTests | None) -> SentLeads:
    """Return the confidence limits of all leads at each single pc, concatenated."""
    if leads is None:
        return SentLeads()
    tests = leads.at_single_pc
    sizes = [lead.pc.size for lead in tests]
    return SentLeads(
        owner=np.repeat([lead.owner for lead in tests], sizes).astype(np.int32),
        other=np.repeat([lead.other for lead in tests], sizes).astype(np.int32),
        **{name: _joined(tests, name) for name in ("pc", "lower", "upper")},
    )


def _joined(pieces: Sequence[LeadTest] | Sequence[Band], name: str) -> FloatArray:
    """Return one array of all tests or bands, concatenated."""
    return np.concatenate([np.empty(0), *(getattr(piece, name) for piece in pieces)])


def sent_bands(
    derived: Curves,
    bands: Mapping[str, Band],
    best: Band | None = None,
    in_use: Iterable[int] = (),
    worth: Sequence[OperatingRange | None] = (),
) -> SentBands:
    """Return which visible classifiers have bands, and the costs of the cheapest one."""
    owners = [i for i in derived.visible if derived.classifiers[i].name in bands]
    drawn = np.array([*owners, *([Owner.BEST] if owners and best else [])], dtype=np.int32)
    foreseen = np.array([*in_use], dtype=np.int32)
    if best is None:
        return SentBands(owner=drawn, with_expected=foreseen)
    costs = (best.pc, best.estimate, best.lower, best.upper, best.expected)
    ends = [(nan, nan) if each is None else (each.pc_low, each.pc_high) for each in worth]
    useful = np.array(ends, dtype=np.float64).reshape(-1, 2)
    return SentBands(*costs, useful[:, 0], useful[:, 1], drawn, foreseen)


def sent_difference(difference: DifferenceCurve | None) -> SentDifference:
    """Return the difference in cost with its band; limits are NaN if not tested."""
    if difference is None:
        return SentDifference()
    unknown = np.full(difference.pc.size, np.nan)
    band = difference.band if difference.significance else None
    lower, upper = (unknown, unknown) if band is None else (band.lower, band.upper)
    return SentDifference(difference.pc, difference.estimate, lower, upper)


def sent_in_use(model: CostCurveModel) -> SentInUse:
    """Return the thresholds in use of visible and hidden classifiers.

    The page may show the hidden ones.
    """
    places, marks = list(model.classifiers), model._in_use
    return SentInUse(
        fpr=np.array([mark.fpr for mark in marks]),
        tpr=np.array([mark.tpr for mark in marks]),
        threshold=np.array([mark.threshold for mark in marks], dtype=np.float64),
        owner=np.array([places.index(mark.name) for mark in marks], dtype=np.int32),
    )


def sent_losses(model: CostCurveModel) -> SentLosses:
    """Return the bands of the losses of visible thresholds in use, concatenated."""
    if not model.marks:
        return SentLosses()
    pairs = zip(visible_marks(model), loss_bands(model), strict=True)
    tested = [(model._in_use.index(mark), band) for mark, band in pairs if band is not None]
    places, bands = [place for place, _ in tested], [band for _, band in tested]
    return SentLosses(
        mark=np.repeat(places, [band.pc.size for band in bands]).astype(np.int32),
        **{name: _joined(bands, name) for name in ("pc", "expected", "lower", "upper")},
    )


def sent_groups(stops: Sequence[GroupedThreshold], names: Sequence[str]) -> SentGroups:
    """Return the rates of groups at common thresholds, for visible and hidden classifiers."""
    fpr, tpr = (np.full((len(stops), len(names)), np.nan) for _ in range(2))
    for i, stop in enumerate(stops):
        places = [names.index(name) for name in stop.names]
        fpr[i, places], tpr[i, places] = stop.fpr, stop.tpr
    return SentGroups(
        owner=np.array([stop.owner for stop in stops], dtype=np.int32),
        at_fpr=np.array([stop.at[0] for stop in stops]),
        at_tpr=np.array([stop.at[1] for stop in stops]),
        in_use=np.array([stop.in_use for stop in stops], dtype=np.int32),
        fpr=fpr.ravel(),
        tpr=tpr.ravel(),
    )


# ---- Traits of the model for the page


SENT = tuple(
    name for name, trait in CostCurveModel.class_traits().items() if trait.metadata.get("sent")
)
"""Model traits sent to the page under their own names."""

SENT_SETTINGS = tuple(sent_settings())
"""Display settings sent to the page under their own names."""

SETTABLE_TRAITS = trait_names_with(CostCurveModel, page="sets")
"""Model traits that the page can set."""

PAGE_SETTABLE = SETTABLE_TRAITS + settings_from_page()
"""Model traits and display settings that the page can set."""

PAGE_TRAITS = trait_names_with(CostCurveModel, page="sees") + SETTABLE_TRAITS
"""Model traits on which the page depends."""


DEPENDENT_TRAITS = {"conditions": ("pc", "pc_range", "money"), "pc_range": ("pc", "money")}
"""Traits that the page computes itself while the user drags another one."""


def duality_traits(model: CostCurveModel) -> dict[str, Any]:
    """Return all traits of the page state.

    Nothing is highlighted: positions may refer to other points than before (see `update_page`).
    """
    derived = model.curves
    names = [item.name for item in derived.classifiers]
    difference = difference_curve(derived, model.compared, model._difference)
    bands = {} if model.bands is None else model.bands.each
    best, stops = current_best_band(model), tuple(grouped_thresholds(model))
    worth = list(each_worth_using(model).values())
    groups = list(dict.fromkeys(name for stop in stops for name in stop.names))
    return {
        **{name: json_value(getattr(model, name)) for name in SENT},
        **{name: getattr(model.view, name) for name in SENT_SETTINGS},
        "hidden": [item.position for item in derived.classifiers if not item.visible],
        "conditions": _conditions(model),
        "n_cases": model._n_cases,
        "currency": model._currency,
        "stale": model._has_stale_bands,
        "pending": is_pending(model),
        "criterion": _criterion(model),
        "points": sent_points(derived),
        "hull": sent_corners(derived),
        "winners": sent_winners(cheapest_intervals(derived, model._leads, best), derived.visible),
        "winners_at_pc": sent_winners(
            cheapest_intervals(derived, model._leads, best, at_single_pc=True), derived.visible
        ),
        "leads": sent_leads(model._leads),
        "bands": sent_bands(derived, bands, best, expected_cost_bands(model), worth),
        "difference": sent_difference(difference),
        "in_use": sent_in_use(model),
        "losses": sent_losses(model),
        "groups": sent_groups(stops, groups),
        "group_names": groups,
        "names": names,
        "classes": derived.classes,
        "labels": point_labels(derived),
        "looks": [vars(style).copy() for style in looks(names, model.colors)],
        "money": _cost_terms(model),
        "range_choice": _range_choice(model),
        "stability": _threshold_stability(model),
        "background": list(background(model)),
        "reversed": [
            item.position for item in derived.classifiers if item.reduced.area_below is not None
        ],
        "folded": [item.position for item in derived.classifiers if item.reduced.each],
        "trials": [_trials(item) for item in derived.classifiers],
        "joined": [item.position for item in derived.classifiers if is_joined(item)],
        "fit": _fitted_axis_ends(model),
        "box": _recommended_rate_limits(model),
        "hover": None,
    }


def apply_page_value(model: CostCurveModel, name: str, value: Any) -> None:
    """Set a model trait to a value received from the page.

    `name` is one of `PAGE_SETTABLE`. Conditions of None also reset the operating point.

    Raises
    ------
    CostCurveError
        If the value is invalid; the model is then unchanged.
    """
    if name == "hidden":
        items = model.curves.classifiers
        value = tuple(items[at].name for at in value if 0 <= at < len(items))
    elif name == "conditions" and value is None:
        clear_conditions(model)
        return
    elif name == "conditions":
        values = {field: value.get(field) for field in CONDITION_NAMES}
        value = replace(conditions_or_default(model), **values)
    setattr(model.view if name in SETTINGS else model, name, value)


def clear_conditions(model: CostCurveModel) -> None:
    """Remove prior and costs, and reset the operating point."""
    with model.hold_trait_notifications():
        model.conditions = Conditions(currency=model._currency, n_cases=model._n_cases)
        model.pc_range = None
        model.pc = default_of("pc")


def update_page(duality: Duality, model: CostCurveModel) -> None:
    """Send changed state to the page; the highlight is kept if the points are the same."""
    traits = duality_traits(model)
    if values_equal(duality.points, traits["points"]):
        del traits["hover"]
    assign(duality, **traits)


def _conditions(model: CostCurveModel) -> dict[str, list[float]] | None:
    """Return the ranges of the five conditions by name."""
    conditions = model._known_conditions
    if conditions is None:
        return None
    return {
        name: [getattr(conditions, name).low, getattr(conditions, name).high]
        for name in CONDITION_NAMES
    }


def _trials(item: DerivedClassifier) -> list[float] | None:
    """Return the numbers of trials behind the error rates of a classifier, if known."""
    trials = trials_of(item)
    return None if trials is None else [*trials]


def _cost_terms(model: CostCurveModel) -> dict[str, Any] | None:
    """Return the cost terms along pc, for costs in the user's currency."""
    terms = condition_terms(model)
    if terms is None:
        return None
    kind = "moving" if isinstance(terms, LinearConditions) else "standing"
    return {
        "kind": kind,
        **asdict(terms),
        "n_cases": model._n_cases,
        "currency": model._currency,
    }


def _range_choice(model: CostCurveModel) -> dict[str, Any] | None:
    """Return the minimax regret choice for the current range of pc."""
    if model.pc_range is None:
        return None
    over, band = Range(*model.pc_range), current_best_band(model)
    choice = choices_over(model, model.curves, over, band).single
    return {
        "over": [choice.pc_low, choice.pc_high],
        "name": choice.name,
        "rule": choice.words,
        "use": choice.use,
        "is_baseline": choice.is_baseline,
        "fpr": choice.fpr,
        "tpr": choice.tpr,
        "regret": [choice.regret_low, choice.regret_high],
    }


def _threshold_stability(model: CostCurveModel) -> dict[str, Any] | None:
    """Return the text about choices of resamples at the operating point."""
    stability = model._stability
    return None if stability is None else {"pc": stability.pc, "words": stability.words}


def _fitted_axis_ends(model: CostCurveModel) -> dict[str, float]:
    """Return the ends of fitted axes: largest cost, and side of the ROC corner."""
    cost = fitting_cost(model.curves, tops_of(model))
    return {"cost": cost, "roc": fitting_rates(model.curves)}


def _recommended_rate_limits(model: CostCurveModel) -> dict[str, list[float]] | None:
    """Return the confidence limits of both rates of the recommendation."""
    box = rate_intervals(model)
    if box is None:
        return None
    return {"at": [box.fpr, box.tpr], "fpr": [*box.limits.fpr], "tpr": [*box.limits.tpr]}


def _criterion(model: CostCurveModel) -> dict[str, Any] | None:
    """Return the criterion with its limit line and its answer."""
    answer = model._criterion_answer
    if model.criterion is None or answer is None:
        return None
    limit = criterion_limit(answer.criterion)
    return {
        **model.criterion,
        "limit": None if limit is None else asdict(limit),
        "roc": [[float(fpr), float(tpr)] for fpr, tpr in answer.roc],
        "cost_line": [float(end) for end in answer.cost_line],
        "pc": None if answer.pc is None else float(answer.pc),
        "owner": answer.owner,
        "threshold": answer.threshold,
        "rates": [float(rate) for rate in answer.rates],
        "rule": answer.rule,
        "headline": answer.headline,
        "after": answer.after,
        "gain": answer.gain,
        "mix": answer.mix,
        "note": answer.note,
    }
