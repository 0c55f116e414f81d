"""A snapshot as arrays for the browser."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import TRIVIAL, PointSet, cost_difference
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import Band, Significance, significance
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import label_of
from cc_widgets.views.cursor import Bands, Corners, Difference, Points, Winners

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
    ends = [] if found is None else [found.ranges.start, found.ranges.stop]
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
    ranges = zip(found.ranges.start, found.ranges.stop, found.cheaper, strict=True)
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
