"""Curves, hulls, envelopes and rankings computed from the classifiers, as one snapshot."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple, TypeGuard

import numpy as np

from cc_widgets.core import (
    Counts,
    Folds,
    Predictions,
    RocCurve,
    convex_hull,
    count,
    hull_status,
    lower_envelope,
    operating_range,
    roc_curve,
    total_expected_cost,
)
from cc_widgets.core.averaging import Spread, cost_spread
from cc_widgets.core.comparison import Winners, winners_on_envelope
from cc_widgets.core.costs import CostLines, Envelope, OperatingRange, cost_lines
from cc_widgets.core.counting import (
    Keys,
    Positions,
    SortKeys,
    Tally,
    concatenate_tallies,
    counts_from,
    ends_before_turns,
    ends_of_ties,
    iter_tallies,
    n_distinct,
    sort_keys,
)
from cc_widgets.core.cross_validation import AveragedBy, Evaluation, average_of, evaluation_curve
from cc_widgets.core.dominance import HullStatus
from cc_widgets.core.hull import BASELINE, Hull, counts_at, prune_tally
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.scores import concatenate_predictions
from cc_widgets.core.simplification import HALF_PIXEL, Thinned, short_thresholds, simplify, thin
from cc_widgets.core.thresholds import GroupRates, group_rates
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier, NamedClassifiers, labels_of

# ---- Thresholds to store and to draw


# A browser can draw this many points and lines at 60 frames per second.
MOST_POINTS = 5_000
FEWEST_POINTS_EACH = 100
MOST_POINTS_EACH = 1_500
# For longer curves, a point every two pixels. The line needs fewer.
MOST_POINTS_OF_LONG = 400
# Most corners of larger hulls lie on straight lines, to a tenth of a pixel.
SMOOTH = 100
FINE = 1e-4
# Up to this number, all thresholds are stored.
MAX_STORED = 20_000
_SPACED = 4_000  # steps of each class for longer curves: these are within a fifth of a pixel
_GUESSING = 0.5
_FAR = 3.0  # standard errors


class ShortThresholds:
    """Thresholds rounded to the fewest decimals that give the same decisions, on access.

    `exact` are the thresholds of the dataset, NaN for points without one. Element i of `lower` is
    the next lower score; without it the thresholds are used unchanged.
    """

    def __init__(self, exact: ScoreArray, lower: ScoreArray | None = None) -> None:
        self._exact, self._lower = exact, exact if lower is None else lower
        self._short = np.array(exact, dtype=np.float64)
        self._is_pending = np.full(exact.size, lower is not None)

    def __getitem__(self, at: IntArray) -> FloatArray:
        find_thresholds([(self, at)])
        short: FloatArray = self._short[at]
        return short

    def pending(self, at: IntArray) -> IntArray:
        """Return the positions whose thresholds have not been computed yet."""
        pending: IntArray = at[self._is_pending[at]]
        return pending

    def exact(self, at: IntArray) -> tuple[ScoreArray, ScoreArray]:
        """Return the exact thresholds at these positions, and the next lower scores."""
        return self._exact[at], self._lower[at]

    def store(self, at: IntArray, short: FloatArray) -> None:
        """Store the short thresholds at these positions."""
        self._short[at] = short
        self._is_pending[at] = False


def find_thresholds(requests: Iterable[tuple[ShortThresholds, IntArray]]) -> None:
    """Compute thresholds of many curves together, which is faster than one by one."""
    pending = [(thresholds, thresholds.pending(at)) for thresholds, at in requests]
    pending = [(thresholds, at) for thresholds, at in pending if at.size]
    if pending:
        exact, lower = zip(*(thresholds.exact(at) for thresholds, at in pending), strict=True)
        short = short_thresholds(np.concatenate(exact), np.concatenate(lower))
        ends = np.cumsum([at.size for _, at in pending])[:-1]
        for (thresholds, at), values in zip(pending, np.split(short, ends), strict=True):
            thresholds.store(at, values)


@dataclass(frozen=True, slots=True)
class ReducedCurve:
    """ROC curve reduced to at most 20,000 thresholds, with its convex hull.

    Attributes
    ----------
    curve : RocCurve
        All thresholds; for longer curves, those at hull corners and enough in between.
    hull : Hull
        Convex hull of all thresholds. Its positions are those in `curve`.
    error : float
        Maximum distance of a removed threshold from the curve.
    n_thresholds : int
        Number of thresholds in the dataset.
    threshold : ShortThresholds
        Element i gives the decisions of ``curve.threshold[i]`` with as few decimals as possible;
        NaN for points without threshold.
    area_below : float or None
        Area under the curve if it is significantly below one half; otherwise None.
    each : tuple of ReducedCurve
        Curve of each fold; empty for other classifiers.
    average : str or None
        Averaging method of the folds.
    assumption : str
        Assumption of that method.
    binning_error : float
        Maximum amount by which binning of the scores raises the cost of the envelope.
    groups : GroupRates or None
        Groups of the examples at the hull corners that are points of the curve; None without
        groups, or if folds have no common thresholds.
    """

    curve: RocCurve
    hull: Hull
    error: float
    n_thresholds: int
    threshold: ShortThresholds
    area_below: float | None
    each: tuple["ReducedCurve", ...] = ()
    average: AveragedBy | None = None
    assumption: str = ""
    binning_error: float = 0.0
    groups: GroupRates | None = None

    @property
    def is_thinned(self) -> bool:
        """Whether the dataset has more thresholds than the curve."""
        return self.n_thresholds > self.curve.fpr.size


def points_each(n_classifiers: int) -> int:
    """Return the approximate number of points to draw of each classifier.

    Examples
    --------
    >>> points_each(1), points_each(10), points_each(1000)
    (1500, 500, 100)
    """
    fair_share = MOST_POINTS // max(1, n_classifiers)
    return max(FEWEST_POINTS_EACH, min(fair_share, MOST_POINTS_EACH))


def reduce_curve(source: Classifier, by: AveragedBy = "cost") -> ReducedCurve:
    """Return the ROC curve with its hull, reduced to the thresholds worth storing.

    The curve of folds is their average, which has no thresholds unless the folds are pooled.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> reduced = reduce_curve(predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2]))
    >>> reduced.curve.fpr.size, reduced.n_thresholds, reduced.error
    (5, 5, 0.0)
    """
    if isinstance(source, Folds):
        return _reduce_folds(source, by)
    reduction = _reduce(source)
    hull, threshold = (
        convex_hull([reduction.curve]),
        _usable(source, reduction.curve, reduction.lower),
    )
    return ReducedCurve(
        curve=reduction.curve,
        hull=hull,
        error=reduction.left_out,
        n_thresholds=reduction.n_thresholds,
        threshold=threshold,
        area_below=_area_below(source, reduction),
        binning_error=source.error if isinstance(source, Counts) else 0.0,
        groups=_groups([source], hull, threshold),
    )


def _groups(
    parts: Sequence[Evaluation], hull: Hull, threshold: ShortThresholds
) -> GroupRates | None:
    """Return the groups at the corners of a hull; None unless all parts have groups."""
    scored = [part for part in parts if isinstance(part, Predictions) and part.groups is not None]
    if len(scored) < len(parts):
        return None
    whole = scored[0] if len(scored) == 1 else concatenate_predictions(scored)
    return group_rates(whole, threshold[hull.index[hull.index >= 0]])


def _reduce_folds(source: Folds, by: AveragedBy) -> ReducedCurve:
    """Return the average curve of folds."""
    each = [reduce_curve(part) for part in source.parts]
    pooled = by == "pooled"
    curves = (
        [evaluation_curve(part) for part in source.parts]
        if pooled
        else [fold.curve for fold in each]
    )
    average = average_of(curves, by)
    counts = average.roc.counts
    reduction = _fewer(average.roc) if counts is None else _thinned(counts)
    areas = [fold.area_below for fold in each if fold.area_below is not None]
    hull, threshold = (
        convex_hull([reduction.curve]),
        _usable(source.parts[0], reduction.curve, reduction.lower),
    )
    return ReducedCurve(
        curve=reduction.curve,
        hull=hull,
        error=max([reduction.left_out, *(0.0 if pooled else fold.error for fold in each)]),
        n_thresholds=reduction.n_thresholds,
        threshold=threshold,
        area_below=sum(areas) / len(areas) if len(areas) == len(each) else None,
        each=tuple(each),
        average=by,
        binning_error=max(fold.binning_error for fold in each),
        assumption=average.presumes,
        groups=_groups(source.parts, hull, threshold) if pooled else None,
    )


def _fewer(curve: RocCurve) -> "_Reduction":
    """Return the curve through some rates, thinned if it has many points."""
    if curve.fpr.size <= MAX_STORED:
        return _Reduction(curve, 0.0, curve.fpr.size, None)
    own = convex_hull([curve])
    thinned = thin(curve, MAX_STORED, keep=own.index[own.index >= 0])
    shorter = RocCurve(curve.fpr[thinned.index], curve.tpr[thinned.index])
    return _Reduction(shorter, thinned.error, curve.fpr.size, None)


def points_to_draw(reduced: ReducedCurve, limit: int) -> Thinned:
    """Choose the positions of about `limit` points to draw, always including the hull corners.

    The error includes that of points removed earlier.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> points_to_draw(reduce_curve(predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])), 100).index
    array([0, 1, 2, 3, 4])
    """
    inner = reduced.hull.index[reduced.hull.index >= 0]
    most = limit if reduced.curve.fpr.size <= limit else min(limit, MOST_POINTS_OF_LONG)
    shown = thin(reduced.curve, most, keep=inner)
    return Thinned(shown.index, shown.error + reduced.error)


def outline_points(reduced: ReducedCurve, shown: Thinned, limit: int) -> Thinned:
    """Return the vertices of the drawn curve as positions, and its approximation error.

    Long curves are simplified to within half a pixel, unless there are many curves. Smooth curves
    with fewer points are also simplified, because browsers redraw a whole path on each change near
    it. The error includes that of points removed earlier.
    """
    tolerance = max(HALF_PIXEL - reduced.error, HALF_PIXEL / 2.0)
    if shown.index.size == reduced.curve.fpr.size:
        if reduced.hull.fpr.size <= SMOOTH:
            return shown
        tolerance = FINE
    elif limit < MOST_POINTS_OF_LONG:
        return shown
    outline = simplify(reduced.curve, tolerance)
    return Thinned(outline.index, outline.error + reduced.error)


def _area_below(source: Classifier, reduction: "_Reduction") -> float | None:
    """Return the area under the curve if it is significantly below one half, else None."""
    if not is_scored(source):
        return None
    curve = reduction.curve
    area = float(np.trapezoid(curve.tpr, curve.fpr))
    if area >= _GUESSING - reduction.left_out:
        return None
    negatives, positives = _sizes(source)
    error = sqrt((negatives + positives + 1.0) / (12.0 * negatives * positives))
    return area if area < _GUESSING - reduction.left_out - _FAR * error else None


def is_scored(source: Classifier) -> TypeGuard[Predictions | Counts]:
    """Return whether a classifier has scores and a known sample size."""
    if isinstance(source, Counts):
        return source.scored and not source.weighted
    return isinstance(source, Predictions)


def _sizes(source: Predictions | Counts) -> tuple[float, float]:
    """Return the effective number of negatives and positives."""
    if isinstance(source, Counts):
        return source.negatives, source.positives
    return _size(source, ~source.positive), _size(source, source.positive)


def _size(source: Predictions, members: BoolArray) -> float:
    """Return the effective number of examples of a class (Kish, if weighted)."""
    if source.weight is None:
        return float(np.count_nonzero(members))
    if not source.weighted:
        return float(source.weight[members].sum())
    weight = source.weight[members] / source.weight[members].max()
    return float(weight.sum() ** 2 / (weight**2).sum())


class _Reduction(NamedTuple):
    """Reduced curve, the maximum distance of removed points, and the original size.

    `lower` contains the next lower score for each threshold; None if unknown.
    """

    curve: RocCurve
    left_out: float
    n_thresholds: int
    lower: ScoreArray | None


def _reduce(source: Evaluation) -> _Reduction:
    """Return the curve with all thresholds, or with those worth storing."""
    if isinstance(source, RocCurve):
        return _Reduction(source, 0.0, source.fpr.size, None)
    if isinstance(source, Counts) or source.weight is not None or source.score.size <= MAX_STORED:
        return _thinned(source if isinstance(source, Counts) else count(source))
    ordered = sort_keys(source.positive, source.score)
    distinct = n_distinct(ordered.keys)
    if distinct <= MAX_STORED:
        return _thinned(
            counts_from(ordered, concatenate_tallies(iter_tallies(ordered.keys, ends_of_ties)))
        )
    counts, error, lower = _spaced_counts(ordered, source)
    return _Reduction(roc_curve(counts), error, distinct + 1, lower)


def _thinned(counts: Counts) -> _Reduction:
    """Return the curve of counts, thinned if it is long."""
    curve = roc_curve(counts)
    lower = _next_lower(counts.threshold[1:]) if counts.complete else None
    # A step with shares p and q hides a corner at most p q / (p + q) away in cost.
    hidden = sqrt(2.0) * counts.error
    if curve.fpr.size <= MAX_STORED:
        return _Reduction(curve, hidden, curve.fpr.size, lower)
    own = convex_hull([curve])
    thinned = thin(curve, MAX_STORED, keep=own.index[own.index >= 0])
    next_lower = None if lower is None else lower[thinned.index]
    shorter = roc_curve(counts_at(counts, thinned.index))
    return _Reduction(shorter, thinned.error + hidden, curve.fpr.size, next_lower)


def _next_lower(score: ScoreArray) -> ScoreArray:
    """Return the next lower score of each, -inf for the last."""
    none = np.array([-np.inf], dtype=score.dtype)
    lower: ScoreArray = np.concatenate([score, none])
    return lower


def _usable(source: Evaluation, curve: RocCurve, lower: ScoreArray | None) -> ShortThresholds:
    """Return the thresholds in short form, and NaN where there are none."""
    threshold = curve.threshold
    if threshold is None or (isinstance(source, Counts) and not source.scored):
        return ShortThresholds(np.full(curve.fpr.size, np.nan))
    return ShortThresholds(threshold, lower)


def _spaced_counts(ordered: SortKeys, source: Predictions) -> tuple[Counts, float, ScoreArray]:
    """Return counts at all possible hull corners and at a few thousand other scores.

    Also return an error bound, and the next lower score for each threshold.
    """
    keys = ordered.keys
    positives = int(np.count_nonzero(source.positive))
    spacing = _Spacing(keys.size - positives, positives)
    corners = concatenate_tallies(map(prune_tally, iter_tallies(keys, ends_before_turns)))
    spaced = concatenate_tallies(iter_tallies(keys, spacing))
    both = concatenate_tallies([corners, spaced])
    _, first = np.unique(both.tp + both.fp, return_index=True)
    chosen = Tally(*(column[first] for column in both))
    counts = replace(counts_from(ordered, chosen), complete=False)
    last = (chosen.tp + chosen.fp)[:-1]
    lower = _next_lower(ordered.scores(keys[np.append(0, last)]))
    return counts, _error(keys, chosen, counts), lower


class _Spacing:
    """Selects ends of ties so that few examples of either class lie between them."""

    def __init__(self, negatives: int, positives: int) -> None:
        self.steps = [max(1, total // _SPACED) for total in (negatives, positives)]

    def __call__(self, keys: Keys, negative: BoolArray) -> Positions:
        """Return positions within sorted keys, including the last."""
        fp = np.cumsum(negative, dtype=np.uint32)
        tp = np.arange(1, keys.size + 1, dtype=np.uint32) - fp
        at = [
            np.searchsorted(counted, np.arange(step, int(counted[-1]) + 1, step, dtype=np.uint32))
            for counted, step in zip((fp, tp), self.steps, strict=True)
        ]
        tie = keys[np.unique(np.concatenate(at)).astype(np.intp)] | 1
        end = np.searchsorted(keys, tie, side="right") - 1
        before = np.searchsorted(keys, tie - 1) - 1
        wide = (end - before >= min(self.steps)) & (before >= 0)
        return np.unique(np.concatenate([before[wide], end, [keys.size - 1]]))


def _error(keys: Keys, chosen: Tally, counts: Counts) -> float:
    """Return a bound on the distance of removed thresholds from the curve."""
    n = np.append(0, chosen.tp + chosen.fp)
    next_key = keys[n[:-1]]
    between = (next_key ^ chosen.key) > 1  # the next score was not selected
    width: FloatArray = np.diff(counts.fp)[between] / counts.negatives
    height: FloatArray = np.diff(counts.tp)[between] / counts.positives
    chord = np.hypot(width, height)
    return float((width * height / chord).max(initial=0.0))


# ---- The snapshot, a pure function of the inputs


_SPREAD_AT = 201


@result
class DerivedClassifier:
    """Everything computed from one classifier.

    Attributes
    ----------
    name : str
        Name of the classifier.
    position : int
        Position in display order.
    curve : RocCurve
        ROC curve; with very many thresholds, those at hull corners and enough in between.
    shown : Thinned
        Thresholds that can be selected; `shown.error` bounds the distance of the others.
    outline : Thinned
        Vertices of the drawn curve; `outline.error` bounds its distance from any threshold.
    envelope : Envelope
        Lower envelope of its cost lines, including the baselines.
    hull : Hull
        ROC convex hull.
    area : float
        Area under the envelope: expected cost for a uniform distribution of pc.
    range : OperatingRange or None
        Range of pc in which it is cheaper than both baselines; None if there is none.
    source : Predictions, Counts, RocCurve or Folds
        Input data.
    counted : tuple of Predictions or Counts
        Examples of each fold; empty for ROC points.
    spread : Spread or None
        Variation between folds; None without folds.
    visible : bool
        Whether it takes part in the hull and the ranking.
    reduced : ReducedCurve
        Curve and hull with the number of thresholds in the dataset.
    limit : int
        Approximate number of thresholds to draw.
    """

    name: str
    position: int
    curve: RocCurve
    shown: Thinned
    outline: Thinned
    envelope: Envelope
    hull: Hull
    area: float
    range: OperatingRange | None
    source: Classifier
    counted: tuple[Predictions | Counts, ...]
    spread: Spread | None
    visible: bool
    reduced: ReducedCurve
    limit: int

    @property
    def lines(self) -> CostLines:
        """Cost lines of the thresholds in `curve`."""
        return cost_lines(self.curve)


@result
class Curves:
    """Consistent snapshot of everything computed from the classifiers.

    Attributes
    ----------
    classifiers : tuple of DerivedClassifier
        All classifiers in display order.
    visible : tuple of int
        Positions of the visible classifiers.
    hull : Hull
        Convex hull of the visible classifiers. Owners are positions in `classifiers`, -1 for a
        baseline.
    envelope : Envelope
        Lower envelope of the visible classifiers and the baselines; owners as in `hull`.
    status : HullStatus
        Classifiers on the hull; curve i is that of classifier ``visible[i]``.
    winners : Winners
        Cheapest classifiers at each pc; column i is that of classifier ``visible[i]``.
    classes : tuple of str
        Names of the negative and the positive class.
    """

    classifiers: tuple[DerivedClassifier, ...]
    visible: tuple[int, ...]
    hull: Hull
    envelope: Envelope
    status: HullStatus
    winners: Winners
    classes: tuple[str, str]

    def named(self, name: str) -> DerivedClassifier | None:
        """Return the classifier of this name, or None."""
        return next((item for item in self.classifiers if item.name == name), None)

    @property
    def shown_names(self) -> list[str]:
        """Names of the visible classifiers."""
        return [item.name for item in self.shown]

    @property
    def shown(self) -> tuple[DerivedClassifier, ...]:
        """Visible classifiers."""
        return tuple(self.classifiers[position] for position in self.visible)


def derive(
    classifiers: Mapping[str, Classifier],
    hidden: Collection[str] = (),
    *,
    average: AveragedBy = "cost",
    previous: Curves | None = None,
) -> Curves:
    """Compute the snapshot of these classifiers, reusing results of a `previous` one.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> derived = derive({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    >>> derived.classifiers[0].range.pc_low.__round__(3), derived.winners.pc.round(3)
    (0.333, array([0.   , 0.333, 0.75 , 1.   ]))
    """
    limit = points_each(len(classifiers))
    cache = _cached_items(previous)
    items = tuple(
        _derive_one(name, position, source, limit, cache, average, visible=name not in hidden)
        for position, (name, source) in enumerate(classifiers.items())
    )
    visible = tuple(item.position for item in items if item.visible)
    status = hull_status([items[position].curve for position in visible])
    hull = _owned(status.hull, visible)
    least = lower_envelope(hull)
    return Curves(
        classifiers=items,
        visible=visible,
        hull=hull,
        envelope=least,
        status=status,
        winners=winners_on_envelope([items[position].envelope for position in visible], least),
        classes=_class_words(classifiers),
    )


_Cache = dict[int, DerivedClassifier]


def _cached_items(previous: Curves | None) -> _Cache:
    """Return the classifiers of the previous snapshot by the identity of their data."""
    return {} if previous is None else {id(item.source): item for item in previous.classifiers}


def _derive_one(  # noqa: PLR0913, PLR0917 (all inputs of one classifier)
    name: str,
    position: int,
    source: Classifier,
    limit: int,
    cache: _Cache,
    average: AveragedBy,
    *,
    visible: bool,
) -> DerivedClassifier:
    """Return the results that depend on one classifier only, from the cache if possible."""
    item = cache.get(id(source))
    if item is None or item.source is not source or item.reduced.average not in (None, average):
        try:
            item = _derive_new(source, limit, average)
        except CostCurveError as error:  # folds that this method cannot average
            raise error.within(f"classifier {name!r}") from None
    if item.limit != limit:
        item = _with_limit(item, limit)
    return replace(item, name=name, position=position, visible=visible)


def _with_limit(item: DerivedClassifier, limit: int) -> DerivedClassifier:
    """Return the classifier with another limit on the number of drawn points."""
    shown = points_to_draw(item.reduced, limit)
    return replace(
        item, shown=shown, outline=outline_points(item.reduced, shown, limit), limit=limit
    )


def _derive_new(source: Classifier, limit: int, average: AveragedBy) -> DerivedClassifier:
    """Compute the results that do not depend on name and position."""
    reduced = reduce_curve(source, average)
    envelope = lower_envelope(reduced.hull)
    shown = points_to_draw(reduced, limit)
    return DerivedClassifier(
        name="",
        position=0,
        curve=reduced.curve,
        shown=shown,
        outline=outline_points(reduced, shown, limit),
        envelope=envelope,
        hull=reduced.hull,
        area=total_expected_cost(envelope),
        range=operating_range(reduced.hull),
        source=source,
        counted=tuple(part for part in source.parts if isinstance(part, Predictions | Counts)),
        spread=_spread(reduced.each) if reduced.each else None,
        visible=True,
        reduced=reduced,
        limit=limit,
    )


def _owned(hull: Hull, visible: Sequence[int]) -> Hull:
    """Return a hull whose owners are positions among all classifiers."""
    position = np.array([*visible, BASELINE], dtype=np.int64)
    return replace(hull, owner=position[hull.owner])


def _spread(folds: Sequence[ReducedCurve]) -> Spread:
    """Compute how the cost curves of folds vary over pc."""
    envelopes = [lower_envelope(fold.hull) for fold in folds]
    return cost_spread(envelopes, np.linspace(0.0, 1.0, _SPREAD_AT))


def _class_words(classifiers: Mapping[str, Classifier]) -> tuple[str, str]:
    """Return the user's class names, or the defaults if labels are not strings.

    Names are kept after the last classifier with them was removed.
    """
    labels = list(labels_of(classifiers).values())
    if (
        not classifiers
        and isinstance(classifiers, NamedClassifiers)
        and classifiers.labels is not None
    ):
        labels = [classifiers.labels]
    for negative, positive in labels:
        if isinstance(positive, str):
            return str(negative), positive
    return "negatives", "positives"


def prevalence_or_half(derived: Curves) -> float:
    """Return the prevalence in the dataset; one half if unknown."""
    prevalence = observed_prevalence(derived)
    return 0.5 if prevalence is None else prevalence


def observed_prevalence(derived: Curves) -> float | None:
    """Return the (weighted) prevalence of the first classifier that has examples; None without.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> round(observed_prevalence(derive({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})), 3)
    0.667
    """
    return next((prevalence_of(item) for item in derived.classifiers if item.counted), None)


def prevalence_of(item: DerivedClassifier) -> float | None:
    """Return the (weighted) prevalence in the test set of a classifier; None without examples."""
    if not item.counted:
        return None
    negatives, positives = np.sum([class_sizes(part) for part in item.counted], axis=0)
    return float(positives / (negatives + positives))


def class_sizes(source: Predictions | Counts) -> tuple[float, float]:
    """Return the number of negatives and positives, or their total weights.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> class_sizes(cell_counts(tp=16, fn=4, fp=4, tn=6))
    (10.0, 20.0)
    """
    if isinstance(source, Counts):
        return float(source.negatives), float(source.positives)
    positive, weight = source.positive, source.weight
    if weight is None:
        positives = float(np.count_nonzero(positive))
        return positive.size - positives, positives
    return float(weight[~positive].sum()), float(weight[positive].sum())


def full_curve(item: DerivedClassifier) -> tuple[RocCurve, ShortThresholds]:
    """Return the ROC curve with every threshold in the dataset, and its thresholds in short form.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> item = derive({"a": predictions([0, 1, 0, 1] * 9000, np.arange(36000.0))}).classifiers[0]
    >>> item.curve.fpr.size, full_curve(item)[0].fpr.size
    (9002, 36001)
    """
    reduced, source = item.reduced, item.source
    if reduced.n_thresholds == reduced.curve.fpr.size:
        return reduced.curve, reduced.threshold
    if isinstance(source, Folds):
        curve = average_of(source, reduced.average or "cost").roc
    else:
        curve = evaluation_curve(source)
    counts = curve.counts
    lower = None
    if counts is not None and counts.complete:
        lower = _next_lower(counts.threshold[1:])
    return curve, _usable(source.parts[0], curve, lower)


class Trials(NamedTuple):
    """Number of independent examples, or clusters, behind the error rates of a classifier.

    Attributes
    ----------
    negatives, positives : float
        Number of examples of each class, or of clusters with any.
    are_clusters : bool
        Whether clusters are counted.
    """

    negatives: float
    positives: float
    are_clusters: bool = False


def trials_of(item: DerivedClassifier) -> Trials | None:
    """Return the number of trials behind the error rates; None if unknown, or with weights.

    Folds count as if each was as large as the smallest, because their rates have equal weights.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> trials_of(derive({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)}).classifiers[0])
    Trials(negatives=10.0, positives=20.0, are_clusters=False)
    """
    parts = item.counted
    if len(parts) < len(item.source.parts) or any(part.weighted for part in parts):
        return None
    scored = [part for part in parts if isinstance(part, Predictions)]
    if not parts or all(part.clusters is None for part in scored):
        sizes = np.array([class_sizes(part) for part in parts])
        return Trials(*(len(parts) * sizes.min(axis=0)).tolist()) if parts else None
    members = [
        [_cluster_numbers(part, part.positive == label) for label in (False, True)]
        for part in scored
    ]
    if all(part.reach is None for part in scored):
        sizes = np.array([[own.size for own in both] for both in members], dtype=np.float64)
        negatives, positives = (len(parts) * sizes.min(axis=0)).tolist()
        return Trials(negatives, positives, are_clusters=True)
    negatives, positives = (
        float(np.unique(np.concatenate(folds)).size) for folds in zip(*members, strict=True)
    )
    has_names = any(part.cluster_names is not None for part in scored)
    return Trials(negatives, positives, are_clusters=has_names)


def _cluster_numbers(source: Predictions, members: BoolArray) -> IntArray:
    """Return the numbers of the clusters of some examples, common to all folds if shared."""
    clusters = np.arange(members.size) if source.clusters is None else source.clusters
    own: IntArray = np.unique(clusters[members])
    return own if source.reach is None else source.reach[own]


def thresholds_of(item: DerivedClassifier, index: IntArray | int) -> FloatArray:
    """Return thresholds of a classifier at these positions, in short form.

    They give the same decisions on the dataset as the exact ones. NaN for baselines (-1) and for
    points without threshold.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> item = derive({"stump": predictions([0, 1], [0.2, 0.9])}).classifiers[0]
    >>> thresholds_of(item, np.array([1, -1]))
    array([0.9, nan])
    """
    at = np.asarray(index)
    return np.where(at < 0, np.nan, item.reduced.threshold[at])


def all_thresholds(item: DerivedClassifier) -> FloatArray:
    """Return the thresholds of all points of a classifier, in short form."""
    return thresholds_of(item, np.arange(item.curve.fpr.size))


def finite_threshold(item: DerivedClassifier, index: int) -> float | None:
    """Return the threshold of a point, or None."""
    threshold = float(thresholds_of(item, index))
    return threshold if np.isfinite(threshold) else None
