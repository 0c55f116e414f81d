"""What the page is told of the model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import TRIVIAL, Conditions, Owner, PointSet
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import best_band, known_terms
from cc_widgets.model.choosing import limit_of
from cc_widgets.model.conditions import SPOKEN, Moving
from cc_widgets.model.derive import Derived, DerivedClassifier, find_thresholds, thresholds_of
from cc_widgets.model.differences import Cheapest, Leads, cheapest_of, difference_of
from cc_widgets.model.differences import Difference as Compared
from cc_widgets.model.drawing import (
    bands_in_use,
    box_of,
    fitting_cost,
    fitting_rates,
    is_joined,
    looks,
    tops_of,
)
from cc_widgets.model.groups import GroupStop
from cc_widgets.model.numerals import label_of
from cc_widgets.model.state import CostCurveModel, usual
from cc_widgets.model.traits import having, plain
from cc_widgets.model.words import background
from cc_widgets.views.style import assign, same
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.wire import (
    SentBands,
    SentCorners,
    SentDifference,
    SentGroups,
    SentInUse,
    SentLeads,
    SentPoints,
    SentWinners,
)

# ---- A snapshot as arrays for the browser


def points_of(derived: Derived) -> SentPoints:
    """The drawn thresholds of all classifiers, one after the other."""
    items = derived.classifiers
    shown = [(item.curve, item.shown.index) for item in items]
    find_thresholds((item.kept.threshold, item.shown.index) for item in items)
    sizes = [index.size for _, index in shown]
    empty = np.empty(0)
    return SentPoints(
        fpr=np.concatenate([empty, *(curve.fpr[index] for curve, index in shown)]),
        tpr=np.concatenate([empty, *(curve.tpr[index] for curve, index in shown)]),
        threshold=np.concatenate([empty, *(_thresholds(item, item.shown.index) for item in items)]),
        owner=np.repeat(np.arange(len(shown), dtype=np.int32), sizes),
    )


def corners_of(derived: Derived) -> SentCorners:
    """The corners of the joint hull."""
    hull = derived.hull
    threshold = _never_or_always(hull.fpr)
    point = np.full(hull.owner.size, TRIVIAL)
    before = 0
    for item in derived.classifiers:
        mine = hull.owner == item.position
        threshold[mine] = _thresholds(item, hull.index[mine])
        point[mine] = before + np.searchsorted(item.shown.index, hull.index[mine])
        before += item.shown.index.size
    return SentCorners(
        hull.fpr, hull.tpr, threshold, hull.owner.astype(np.int32), point.astype(np.int32)
    )


def labels_of(derived: Derived) -> list[str]:
    """The user's name of each drawn point; nothing where no point has any."""
    items = derived.classifiers
    if not any(isinstance(item.curve, PointSet) or item.kept.each for item in items):
        return []
    labels = [label_of(item, i) for item in items for i in item.shown.index.tolist()]
    return labels if any(labels) else []


def _never_or_always(fpr: NDArray[np.float64]) -> NDArray[np.float64]:
    """The thresholds of trivial rules: no score reaches the first, each the second."""
    return np.where(fpr <= 0.0, np.inf, -np.inf)


def _thresholds(item: DerivedClassifier, index: NDArray[np.int64]) -> FloatArray:
    """Thresholds, NaN where points have none; nothing reaches infinity in any case."""
    known = thresholds_of(item, index)
    if item.curve.threshold is None:
        return known
    return np.where(np.isposinf(item.curve.threshold[index]), np.inf, known)


def winners_of(found: Cheapest, visible: Sequence[int]) -> SentWinners:
    """Who is cheapest where, and where that is significant."""
    return SentWinners(
        pc=found.pc,
        owner=found.owner.astype(np.int32),
        sure=found.sure.astype(np.int32),
        doubt=found.doubt.astype(np.int32),
        among=np.array(visible, dtype=np.int32),
    )


def leads_sent(found: Leads | None) -> SentLeads:
    """Limits of every lead, one after the other."""
    if found is None:
        return SentLeads()
    sizes = [one.pc.size for one in found.each]
    empty = np.empty(0)
    return SentLeads(
        owner=np.repeat([one.owner for one in found.each], sizes).astype(np.int32),
        other=np.repeat([one.other for one in found.each], sizes).astype(np.int32),
        pc=np.concatenate([empty, *(one.pc for one in found.each)]),
        least=np.concatenate([empty, *(one.least for one in found.each)]),
        most=np.concatenate([empty, *(one.most for one in found.each)]),
    )


def bands_of(
    derived: Derived,
    bands: Mapping[str, Band],
    best: Band | None = None,
    in_use: Iterable[int] = (),
) -> SentBands:
    """Which visible classifiers have a band, and the band of the best choice."""
    owners = [i for i in derived.visible if derived.classifiers[i].name in bands]
    foreseen = np.array([*in_use], dtype=np.int32)
    if best is None:
        return SentBands(owner=np.array(owners, dtype=np.int32), foreseen=foreseen)
    owner = np.array([*owners, Owner.BEST], dtype=np.int32)
    return SentBands(best.pc, best.lower, best.upper, best.expected, owner, foreseen)


def packed_difference(found: Compared | None) -> SentDifference:
    """What the first of two costs more; both limits are NaN while nobody can judge it."""
    if found is None:
        return SentDifference()
    unknown = np.full(found.pc.size, np.nan)
    band = found.band if found.significance else None
    lower, upper = (unknown, unknown) if band is None else (band.lower, band.upper)
    return SentDifference(found.pc, found.estimate, lower, upper)


def sent_in_use(model: CostCurveModel) -> SentInUse:
    """The thresholds in use, those of hidden classifiers too: the page may show them again."""
    places, marks = list(model.classifiers), model.in_use
    return SentInUse(
        fpr=np.array([one.fpr for one in marks]),
        tpr=np.array([one.tpr for one in marks]),
        threshold=np.array([one.threshold for one in marks]),
        owner=np.array([places.index(one.name) for one in marks], dtype=np.int32),
    )


def sent_groups(stops: Sequence[GroupStop], names: Sequence[str]) -> SentGroups:
    """Groups at their common thresholds, of hidden classifiers too."""
    fpr, tpr = (np.full((len(stops), len(names)), np.nan) for _ in range(2))
    for i, one in enumerate(stops):
        places = [names.index(name) for name in one.names]
        fpr[i, places], tpr[i, places] = one.fpr, one.tpr
    return SentGroups(
        owner=np.array([one.owner for one in stops], dtype=np.int32),
        at_fpr=np.array([one.at[0] for one in stops]),
        at_tpr=np.array([one.at[1] for one in stops]),
        in_use=np.array([one.in_use for one in stops], dtype=np.int32),
        fpr=fpr.ravel(),
        tpr=tpr.ravel(),
    )


# ---- What the widgets of ours need of the model


SENT = tuple(
    name for name, one in CostCurveModel.class_traits().items() if one.metadata.get("sent")
)
"""Traits of the model that the page gets under their own names."""

SETS = having(CostCurveModel, page="sets")
"""Traits of the model that the page may set."""

SEES = having(CostCurveModel, page="sees") + SETS
"""Traits of the model on which something on the page depends."""


FOLLOWING = {"conditions": ("pc", "pc_range", "money"), "pc_range": ("pc", "money")}
"""What the page works out itself while a hand moves one of its knobs."""


def duality_traits(model: CostCurveModel) -> dict[str, Any]:
    """Every trait that the browser is told; `assign` sends those that are new.

    Nothing stays lit, for its index may mean another point: see `follow`.
    """
    derived = model.derived
    names = [item.name for item in derived.classifiers]
    difference = difference_of(derived, model.compared, model.difference)
    bands = {} if model.band is None else model.band.each
    stops = model.group_stops
    groups = list(dict.fromkeys(name for one in stops for name in one.names))
    return {
        **{name: plain(getattr(model, name)) for name in SENT},
        "hidden": [item.position for item in derived.classifiers if not item.visible],
        "conditions": _conditions(model),
        "criterion": _criterion(model),
        "points": points_of(derived),
        "hull": corners_of(derived),
        "winners": winners_of(cheapest_of(derived, model.leads), derived.visible),
        "leads": leads_sent(model.leads),
        "bands": bands_of(derived, bands, best_band(model), bands_in_use(model)),
        "difference": packed_difference(difference),
        "in_use": sent_in_use(model),
        "groups": sent_groups(stops, groups),
        "group_names": groups,
        "names": names,
        "classes": derived.classes,
        "labels": labels_of(derived),
        "looks": [vars(style).copy() for style in looks(names, model.colors)],
        "money": _money(model),
        "one": _one(model),
        "again": _again(model),
        "background": list(background(model)),
        "reversed": [
            item.position for item in derived.classifiers if item.kept.area_below is not None
        ],
        "folded": [item.position for item in derived.classifiers if item.kept.each],
        "joined": [item.position for item in derived.classifiers if is_joined(item)],
        "fit": _fit(model),
        "box": _box(model),
        "hover": None,
    }


def hear(model: CostCurveModel, name: str, value: Any) -> None:
    """Set one of the model's knobs to what the page says of it.

    Parameters
    ----------
    model : CostCurveModel
        What is set.
    name : str
        One of `SETS`.
    value : object
        As it is sent. Conditions of which nothing is known leave no operating point behind.

    Raises
    ------
    CostCurveError
        If it makes no sense; the model is as before.
    """
    if name == "hidden":
        items = model.derived.classifiers
        value = tuple(items[at].name for at in value if 0 <= at < len(items))
    elif name == "conditions" and value is None:
        forget_conditions(model)
        return
    elif name == "conditions":
        value = Conditions(**{one: value.get(one) for one in SPOKEN})
    setattr(model, name, value)


def forget_conditions(model: CostCurveModel) -> None:
    """Let nothing be known of the conditions of use, nor where the operating point is."""
    with model.hold_trait_notifications():
        model.conditions, model.pc_range = None, None
        model.pc = usual("pc")


def follow(duality: Duality, model: CostCurveModel) -> None:
    """Tell the browser what is new; what is lit stays lit while the points are the same."""
    traits = duality_traits(model)
    if same(duality.points, traits["points"]):
        del traits["hover"]
    assign(duality, **traits)


def _conditions(model: CostCurveModel) -> dict[str, list[float]] | None:
    """The ranges of the five values, by name."""
    known = model.conditions
    if known is None:
        return None
    return {name: [getattr(known, name).low, getattr(known, name).high] for name in SPOKEN}


def _money(model: CostCurveModel) -> dict[str, Any] | None:
    """What conditions become along pc, to speak of them in the user's money."""
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


def _one(model: CostCurveModel) -> dict[str, Any] | None:
    """The one choice for the range that there is."""
    if model.pc_range is None:
        return None
    one = model.best().one
    return {
        "over": [one.pc_low, one.pc_high],
        "name": one.name,
        "rule": one.words,
        "use": one.use,
        "trivial": one.trivial,
        "fpr": one.fpr,
        "tpr": one.tpr,
        "regret": [one.regret_low, one.regret_high],
    }


def _again(model: CostCurveModel) -> dict[str, Any] | None:
    """What the resamples choose at the operating point."""
    again = model.chosen_again
    return None if again is None else {"pc": again.pc, "words": again.words}


def _fit(model: CostCurveModel) -> dict[str, float]:
    """Where axes end that fit: the top of the cost axis, and the side of a corner of ROC space."""
    cost = fitting_cost(model.derived, tops_of(model))
    return {"cost": cost, "roc": fitting_rates(model.derived)}


def _box(model: CostCurveModel) -> dict[str, list[float]] | None:
    """The limits of both rates of what is recommended."""
    box = box_of(model)
    if box is None:
        return None
    return {"at": [box.fpr, box.tpr], "fpr": [*box.limits.fpr], "tpr": [*box.limits.tpr]}


def _criterion(model: CostCurveModel) -> dict[str, Any] | None:
    """The criterion, with the limit that it draws and its answer."""
    answer = model.answer
    if model.criterion is None or answer is None:
        return None
    limit = limit_of(model.criterion)
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
