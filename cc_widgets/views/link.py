"""What the page is told of the model."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import CRITERIA, TRIVIAL, PointSet, cost_difference
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import Band, Significance, significance
from cc_widgets.model.conditions import Moving
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import label_of
from cc_widgets.model.questions import best_band, known_terms
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import assign, looks, same
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.wire import Bands, Corners, Difference, Points, Winners

# ---- A snapshot as arrays for the browser


_CALL_NEGATIVE, _CALL_POSITIVE, _TIE = -1, -2, -3
_NOT_TESTED = -1
_THE_BEST = -1


def points_of(derived: Derived) -> Points:
    """Return the drawn thresholds of all classifiers, one after the other."""
    items = derived.classifiers
    shown = [(item.curve, item.shown.index) for item in items]
    sizes = [index.size for _, index in shown]
    empty = np.empty(0)
    return Points(
        fpr=np.concatenate([empty, *(curve.fpr[index] for curve, index in shown)]),
        tpr=np.concatenate([empty, *(curve.tpr[index] for curve, index in shown)]),
        threshold=np.concatenate([empty, *(_thresholds(item, item.shown.index) for item in items)]),
        owner=np.repeat(np.arange(len(shown), dtype=np.int32), sizes),
    )


def corners_of(derived: Derived) -> Corners:
    """Return the corners of the joint hull."""
    hull = derived.hull
    threshold = _never_or_always(hull.fpr)
    point = np.full(hull.owner.size, TRIVIAL)
    before = 0
    for item in derived.classifiers:
        mine = hull.owner == item.position
        threshold[mine] = _thresholds(item, hull.index[mine])
        point[mine] = before + np.searchsorted(item.shown.index, hull.index[mine])
        before += item.shown.index.size
    return Corners(
        hull.fpr, hull.tpr, threshold, hull.owner.astype(np.int32), point.astype(np.int32)
    )


def labels_of(derived: Derived) -> list[str]:
    """Return the user's name of each drawn point; nothing where no point has any."""
    if not any(isinstance(item.curve, PointSet) for item in derived.classifiers):
        return []
    items = derived.classifiers
    labels = [label_of(item, i) for item in items for i in item.shown.index.tolist()]
    return labels if any(labels) else []


def _never_or_always(fpr: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the thresholds of trivial rules: no score reaches the first, each the second."""
    return np.where(fpr <= 0.0, np.inf, -np.inf)


def _thresholds(item: DerivedClassifier, index: NDArray[np.int64]) -> FloatArray:
    """Return thresholds, NaN where points have none; nothing reaches infinity in any case."""
    known = thresholds_of(item, index)
    if item.curve.threshold is None:
        return known
    return np.where(np.isposinf(item.curve.threshold[index]), np.inf, known)


def winners_of(
    derived: Derived, compared: tuple[str, str] | None = None, difference: Band | None = None
) -> Winners:
    """Return who is cheapest where, and where that is significant.

    Only a band of the difference of the two that are compared can tell, and only while no other
    classifier is visible.
    """
    names = [item.name for item in derived.classifiers]
    pair = [names.index(name) for name in compared or () if name in names]
    found = None
    if difference is not None and sorted(pair) == sorted(derived.visible):
        found = significance(difference)
    ends = [] if found is None else [found.ranges.pc_low, found.ranges.pc_high]
    pc = np.unique(np.concatenate([[0.0, 0.5, 1.0], derived.winners.pc, *ends]))
    middle = 0.5 * (pc[:-1] + pc[1:])
    owner = _owners(derived, middle)
    sure = np.full(owner.size, _NOT_TESTED)
    if found is not None:
        cheaper = _cheaper(found, pair, middle)
        sure = np.where(owner >= 0, (owner == cheaper).astype(np.int64), _NOT_TESTED)
    new = np.append(True, (np.diff(owner) != 0) | (np.diff(sure) != 0))
    return Winners(
        pc=pc[:-1][new],
        owner=owner[new].astype(np.int32),
        sure=sure[new].astype(np.int32),
        among=np.array(derived.visible, dtype=np.int32),
    )


def _cheaper(found: Significance, pair: list[int], pc: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return who of the two is significantly cheaper at each pc; -1 for neither."""
    cheaper = np.full(pc.size, -1)
    ranges = zip(found.ranges.pc_low, found.ranges.pc_high, found.cheaper, strict=True)
    for start, stop, one in ranges:
        cheaper[(pc > start) & (pc < stop)] = pair[0 if one == "first" else 1]
    return cheaper


def _owners(derived: Derived, pc: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return who is cheapest at each pc, in the browser's numbers."""
    winners = derived.winners
    winner = winners.winner[np.searchsorted(winners.pc[1:-1], pc, side="right")]
    rule = np.where(pc < 0.5, _CALL_NEGATIVE, _CALL_POSITIVE)  # noqa: PLR2004 (they meet there)
    visible = np.array([*derived.visible, 0], dtype=np.int64)
    named = visible[np.clip(winner, 0, None)]
    return np.where(winner >= 0, named, np.where(winner == TRIVIAL, rule, _TIE))


def bands_of(derived: Derived, bands: Mapping[str, Band], best: Band | None = None) -> Bands:
    """Return the bands of visible classifiers, one after the other, then that of the best."""
    positions = [i for i in derived.visible if derived.classifiers[i].name in bands]
    each = [bands[derived.classifiers[position].name] for position in positions]
    if best is not None:
        positions, each = [*positions, _THE_BEST], [*each, best]
    sizes = [band.pc.size for band in each]
    return Bands(
        pc=_put_together([band.pc for band in each]),
        lower=_put_together([band.lower for band in each]),
        upper=_put_together([band.upper for band in each]),
        estimate=_put_together([band.estimate for band in each]),
        owner=np.array(positions, dtype=np.int32),
        start=np.append(0, np.cumsum(np.array(sizes, dtype=np.int64))).astype(np.int32),
    )


def difference_of(
    derived: Derived, compared: tuple[str, str] | None, band: Band | None
) -> Difference:
    """Return what the first of two costs more; both limits are NaN without a band."""
    if band is not None:
        return Difference(band.pc, band.estimate, band.lower, band.upper)
    by_name = {item.name: item for item in derived.classifiers}
    if compared is None or not set(compared) <= set(by_name):
        return Difference()
    pieces = cost_difference(*(by_name[name].envelope for name in compared))
    estimate = np.append(pieces.start_cost, pieces.stop_cost[-1])
    unknown = np.full(estimate.size, np.nan)
    return Difference(pieces.pc, estimate, unknown, unknown)


def _put_together(parts: Sequence[FloatArray]) -> FloatArray:
    return np.concatenate([np.empty(0), *parts])


# ---- What the widgets of ours need of the model


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
    """Return the criterion, with the limit that it draws and its answer."""
    if model.criterion is None or not model.derived.visible:
        return None
    answer, draws = model.answer, CRITERIA[model.criterion["kind"]].limit
    told = {**model.criterion, "limit": None if draws is None else asdict(draws(model.criterion))}
    if answer is None:
        return told
    return {
        **told,
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
