"""Expected loss of thresholds in use, compared with the recommended choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import is_not
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core.conditions import Range
from cc_widgets.core.costs import edge_pc
from cc_widgets.core.cross_validation import Evaluation
from cc_widgets.core.hull import BASELINE, Hull
from cc_widgets.core.results import BoolArray, FloatArray, IntArray
from cc_widgets.core.thresholds import predicted_positive
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty.in_use import PairedRates, PairedTestSet, in_use_loss
from cc_widgets.model.answers import (
    Interval,
    MarkedPoint,
    MarkLoss,
    current_best_band,
    interval_at,
    mark_losses,
    rates_of,
    recommended_corner,
    resolve_pc,
    visible_marks,
)
from cc_widgets.model.bands import ClassSizes
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.estimating import current_estimates, expected_saving, is_useful

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Losses over pc, from bands or estimates


_Key = tuple[object, ...]
_cache: WeakKeyDictionary[CostCurveModel, tuple[_Key, tuple[Band | None, ...]]] = (
    WeakKeyDictionary()
)


def loss_bands(model: CostCurveModel) -> tuple[Band | None, ...]:
    """Return the band of the loss of each visible mark; None without current costs of all.

    The result is cached until its inputs change.
    """
    best, marks = current_best_band(model), visible_marks(model)
    key: _Key = (best, model.curves, *marks)
    cached = _cache.get(model)
    if cached is None or len(cached[0]) != len(key) or any(map(_is_other, cached[0], key)):
        losses = (
            tuple(None for _ in marks)
            if best is None
            else tuple(_loss_band(model, mark, best, _class_sizes(model, best)) for mark in marks)
        )
        cached = _cache[model] = key, losses
    return cached[1]


def _is_other(first: object, second: object) -> bool:
    """Return whether two inputs differ; marked points are compared by value."""
    return first != second if isinstance(first, MarkedPoint) else is_not(first, second)


def _class_sizes(model: CostCurveModel, best: Band) -> Mapping[str, ClassSizes]:
    """Return the effective class sizes of the resamples that the best band was made of."""
    bands, estimates = model.bands, current_estimates(model)
    if bands is not None and best is bands.best:
        return bands.resampled.class_sizes
    return {} if estimates is None else estimates.class_sizes


def loss_intervals(model: CostCurveModel, pc: float) -> tuple[Interval | None, ...]:
    """Return the interval of the loss of each visible mark at one pc; None if not tested."""
    pairs = zip(visible_marks(model), loss_bands(model), strict=True)
    return tuple(_interval(model, mark, band, pc) for mark, band in pairs)


def _interval(
    model: CostCurveModel, mark: MarkedPoint, band: Band | None, pc: float
) -> Interval | None:
    """Return the interval at one pc; it is 0 for the recommended threshold itself."""
    interval = None if band is None else interval_at(band, pc)
    if interval is None or np.isnan(interval.lower + interval.upper):
        return None
    curves = model.curves
    corner = recommended_corner(curves.hull, pc, current_best_band(model))
    owner, hull = int(curves.hull.owner[corner]), curves.hull
    is_recommended = (
        owner != BASELINE
        and curves.classifiers[owner].name == mark.name
        and max(abs(mark.fpr - hull.fpr[corner]), abs(mark.tpr - hull.tpr[corner])) <= _ROUNDING
    )
    return replace(interval, lower=0.0, upper=0.0, expected=0.0) if is_recommended else interval


def tested_losses(model: CostCurveModel, over: Range | None) -> tuple[MarkLoss, ...]:
    """Return the losses of visible marks, with intervals at a single pc if costs are at hand."""
    losses = mark_losses(model, over)
    if not losses or not losses[0].pc.exact:
        return losses
    intervals = loss_intervals(model, losses[0].pc.low)
    pairs = zip(losses, intervals, strict=True)
    return tuple(replace(loss, interval=interval) for loss, interval in pairs)


def compare_in_use(model: CostCurveModel, pc: float | None) -> tuple[MarkLoss, ...]:
    """Return the losses of visible marks at one pc; estimate costs if they are missing."""
    at = resolve_pc(model, pc)
    current_best_band(model, wait=True)
    return tested_losses(model, Range(at, at))


# ---- Loss of one threshold


def _loss_band(
    model: CostCurveModel, mark: MarkedPoint, best: Band, class_sizes: Mapping[str, ClassSizes]
) -> Band | None:
    """Return the band of the loss of a threshold; None if its test sets cannot be paired."""
    pc, hull, source = best.pc, model.curves.hull, model.classifiers[mark.name]
    owner = hull.owner[_corners(hull, pc)]
    bias = np.where(owner == BASELINE, 0.0, best.expected - best.estimate)
    owner = np.where(is_useful(pc, expected_saving(best)), owner, BASELINE)
    items = [model.curves.classifiers[i] for i in np.unique(owner[owner >= 0]).tolist()]
    sizes = {item.name: class_sizes.get(item.name, ()) for item in items}
    own_sizes, test_sets = class_sizes.get(mark.name, ()), []
    if any(len(each) != len(source.parts) for each in (own_sizes, *sizes.values())):
        return None
    for place, part in enumerate(source.parts):
        fpr, tpr = rates_of(part, mark.threshold) or (mark.fpr, mark.tpr)
        used = np.array([fpr, 1.0 - tpr])
        chosen = np.stack([pc > 0.5, pc <= 0.5]).astype(np.float64)  # noqa: PLR2004 (baselines)
        both, size = chosen * used[:, np.newaxis], np.ones_like(chosen)
        is_known = np.ones(pc.size, dtype=bool)
        for item in items:
            columns = owner == item.position
            choice = _choice_of(item, place, pc[columns])
            chosen[:, columns] = choice.errors
            pair = part, item.source.parts[place]
            both[:, columns] = common_errors(mark, used, pair, choice)
            size[:, columns] = np.array(sizes[item.name][place])[:, np.newaxis]
            is_known[columns] = choice.is_baseline
        columns_of_classes = zip(used.tolist(), chosen, both, own_sizes[place], size, strict=True)
        negative, positive = (PairedRates(*values) for values in columns_of_classes)
        test_sets.append(PairedTestSet(negative, positive, is_known))
    is_baseline, baseline = owner == BASELINE, np.minimum(pc, 1.0 - pc)
    low, high = (np.where(is_baseline, baseline, limit) for limit in (best.lower, best.upper))
    band = in_use_loss(test_sets, pc, bias, is_baseline, level=best.level)
    return replace(
        band,
        lower=np.maximum(band.lower, -high),  # the threshold in use costs at least 0
        upper=np.minimum(band.upper, 1.0 - low),  # and at most 1
        n_resamples=best.n_resamples,
        seed=best.seed,
        provisional=best.provisional,
    )


_ROUNDING = 1e-9


def _corners(hull: Hull, pc: FloatArray) -> IntArray:
    """Return the cheapest vertex of a hull at each pc."""
    return np.asarray(np.searchsorted(edge_pc(hull), pc))


class BestThresholds(NamedTuple):
    """Best thresholds of a classifier on one test set, at each pc.

    `errors` are the false positive and the false negative rate, shape (2, n); `threshold` is NaN
    for baselines and without scores.
    """

    errors: FloatArray
    threshold: FloatArray
    is_baseline: BoolArray


def _choice_of(item: DerivedClassifier, place: int, pc: FloatArray) -> BestThresholds:
    """Return the best thresholds of a classifier on one of its test sets."""
    reduced = item.reduced.each[place] if item.reduced.each else item.reduced
    hull, threshold = reduced.hull, reduced.curve.threshold
    corner = _corners(hull, pc)
    scores = np.full(pc.size, np.nan) if threshold is None else threshold[hull.index[corner]]
    is_baseline = hull.owner[corner] == BASELINE
    return BestThresholds(
        np.stack([hull.fpr[corner], 1.0 - hull.tpr[corner]]),
        np.where(is_baseline, np.nan, scores),
        is_baseline,
    )


def common_errors(
    mark: MarkedPoint, used: FloatArray, pair: tuple[Evaluation, Evaluation], choice: BestThresholds
) -> FloatArray:
    """Return the share of each class on which the mark and the choice err; NaN if unknown.

    `pair` is the test set of the mark, and of the choice.
    Of two thresholds of one classifier, the errors of one contain all errors of the other.
    """
    source, other = pair
    if source is other:
        return np.minimum(used[:, np.newaxis], choice.errors)
    if not (
        isinstance(source, Predictions)
        and isinstance(other, Predictions)
        and mark.threshold is not None
        and source.same_examples(other)
    ):
        return np.full_like(choice.errors, np.nan)
    positive = source.positive
    is_wrong = predicted_positive(source, mark.threshold) != positive
    weight = np.ones(positive.size) if source.weight is None else source.weight
    both = []
    for members in (~positive, positive):
        wrong = np.flatnonzero(is_wrong & members)
        order = wrong[np.argsort(other.score[wrong])]
        total = np.append(0.0, np.cumsum(weight[order]) / weight[members].sum())
        is_below = total[np.searchsorted(other.score[order], choice.threshold)]
        both.append(is_below if members is positive else total[-1] - is_below)
    return np.where(choice.is_baseline, used[:, np.newaxis] * choice.errors, np.stack(both))
