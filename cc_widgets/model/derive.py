"""Everything computed from the classifiers: points that are drawn, curves, hull, envelope."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple, TypeGuard

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    CostLines,
    Counts,
    Envelope,
    Folds,
    Hull,
    HullStatus,
    OperatingRange,
    Predictions,
    RocCurve,
    Spread,
    Thinned,
    Winners,
    average_of,
    convex_hull,
    cost_lines,
    cost_spread,
    count,
    hull_status,
    lower_envelope,
    operating_range,
    roc_curve,
    simplify,
    thin,
    total_expected_cost,
    trivial_cost,
)
from cc_widgets.core._choosing import GroupRates, group_rates
from cc_widgets.core._comparing import winners_under
from cc_widgets.core._counting import (
    Keys,
    Positions,
    SortKeys,
    Tally,
    counts_from,
    ends_before_turns,
    ends_of_ties,
    joined,
    n_distinct,
    sort_keys,
    tally,
)
from cc_widgets.core._display import short_thresholds
from cc_widgets.core._folds import AveragedBy, Evaluation, curve_of
from cc_widgets.core._hull import counts_at, few_of
from cc_widgets.core._predictions import joined_examples
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier, Named, labels_of

# ---- Which thresholds of a classifier to keep and to draw


# A browser draws this many points and as many lines at 60 frames a second.
MOST_POINTS = 5_000
FEWEST_POINTS_EACH = 100
MOST_POINTS_EACH = 1_500
# Of a longer curve, so many that one is at hand every two pixels; the line needs fewer still.
MOST_POINTS_OF_LONG = 400
# Of more corners of a hull most lie on straight lines, to a tenth of a pixel.
SMOOTH = 100
FINE = 1e-4
# Up to here every threshold is kept.
MOST_KEPT = 20_000
_SPACED = 2_000  # of each class, of more than that
_GUESSING = 0.5
_FAR = 3.0  # standard errors


class ShortThresholds:
    """Thresholds in as few decimals as make the same decisions, each found when it is asked for.

    Parameters
    ----------
    exact : ndarray of float32 or float64, shape (n_points,)
        As the data have them; NaN where a point has none.
    lower : ndarray of the same type, shape (n_points,), optional
        Element i is the next lower score; if left out, the thresholds stay as they are.
    """

    def __init__(self, exact: ScoreArray, lower: ScoreArray | None = None) -> None:
        self._exact, self._lower = exact, exact if lower is None else lower
        self._known = np.array(exact, dtype=np.float64)
        self._left = np.full(exact.size, lower is not None)

    def __getitem__(self, at: IntArray) -> FloatArray:
        find_thresholds([(self, at)])
        found: FloatArray = self._known[at]
        return found

    def left(self, at: IntArray) -> IntArray:
        """Those of these positions whose thresholds nobody has asked for yet."""
        left: IntArray = at[self._left[at]]
        return left

    def exact(self, at: IntArray) -> tuple[ScoreArray, ScoreArray]:
        """Thresholds at these positions as the data have them, and the next lower scores."""
        return self._exact[at], self._lower[at]

    def keep(self, at: IntArray, short: FloatArray) -> None:
        """Take note of what was found at these positions."""
        self._known[at] = short
        self._left[at] = False


def find_thresholds(asked: Iterable[tuple[ShortThresholds, IntArray]]) -> None:
    """Find thresholds of many curves, each at some positions, at once: one by one takes longer."""
    left = [(each, each.left(at)) for each, at in asked]
    left = [(each, at) for each, at in left if at.size]
    if left:
        exact, lower = zip(*(each.exact(at) for each, at in left), strict=True)
        short = short_thresholds(np.concatenate(exact), np.concatenate(lower))
        ends = np.cumsum([at.size for _, at in left])[:-1]
        for (each, at), found in zip(left, np.split(short, ends), strict=True):
            each.keep(at, found)


@dataclass(frozen=True, slots=True)
class Kept:
    """A curve and its hull.

    Attributes
    ----------
    curve : RocCurve
        All thresholds; of very many, those at hull corners and enough between them.
    hull : Hull
        Of all thresholds; its positions are those in `curve`.
    left_out : float
        No threshold that was not kept is farther than this from the curve.
    n_thresholds : int
        How many thresholds the data have.
    threshold : ShortThresholds
        Element i makes the decisions of ``curve.threshold[i]`` in as few decimals as can be; NaN
        where a point has no threshold.
    area_below : float or None
        The area under the curve of scores that are worse than guessing, by more than chance;
        None for all others.
    each : tuple of Kept
        Of a classifier of folds the curve of each, in their order; else nothing.
    by : str or None
        How these were averaged.
    presumes : str
        What that takes for granted of how points are selected.
    hidden : float
        No cost of the envelope is lower by more than this with the scores that were not counted.
    groups : GroupRates or None
        Groups of the examples at the corners of the hull that are points of the curve; None where
        there are none, or folds have no common thresholds.
    """

    curve: RocCurve
    hull: Hull
    left_out: float
    n_thresholds: int
    threshold: ShortThresholds
    area_below: float | None
    each: tuple["Kept", ...] = ()
    by: AveragedBy | None = None
    presumes: str = ""
    hidden: float = 0.0
    groups: GroupRates | None = None


def points_each(n_classifiers: int) -> int:
    """About how many points of each classifier are drawn.

    Parameters
    ----------
    n_classifiers : int
        How many there are.

    Returns
    -------
    int
        Few enough together for a browser.

    Examples
    --------
    >>> points_each(1), points_each(10), points_each(1000)
    (1500, 500, 100)
    """
    fair_share = MOST_POINTS // max(1, n_classifiers)
    return max(FEWEST_POINTS_EACH, min(fair_share, MOST_POINTS_EACH))


def kept(given: Classifier, by: AveragedBy = "cost") -> Kept:
    """Choose the thresholds to keep.

    Parameters
    ----------
    given : Predictions, Counts, RocCurve or Folds
        A classifier.
    by : str
        How folds are averaged.

    Returns
    -------
    Kept
        The curve with its hull. The curve of folds is their average, which has no thresholds, as
        every fold has its own, unless all are pooled.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = kept(predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2]))
    >>> found.curve.fpr.size, found.n_thresholds, found.left_out
    (5, 5, 0.0)
    """
    if isinstance(given, Folds):
        return _average_kept(given, by)
    found = _kept(given)
    hull, threshold = convex_hull([found.curve]), _usable(given, found.curve, found.lower)
    return Kept(
        curve=found.curve,
        hull=hull,
        left_out=found.left_out,
        n_thresholds=found.n_thresholds,
        threshold=threshold,
        area_below=_area_below(given, found),
        hidden=given.error if isinstance(given, Counts) else 0.0,
        groups=_groups([given], hull, threshold),
    )


def _groups(
    parts: Sequence[Evaluation], hull: Hull, threshold: ShortThresholds
) -> GroupRates | None:
    """Groups at the corners of a hull, if the examples of all parts are in such."""
    scored = [one for one in parts if isinstance(one, Predictions) and one.groups is not None]
    if len(scored) < len(parts):
        return None
    whole = scored[0] if len(scored) == 1 else joined_examples(scored)
    return group_rates(whole, threshold[hull.index[hull.index >= 0]])


def _average_kept(given: Folds, by: AveragedBy) -> Kept:
    """The curve that stands for several."""
    each = [kept(part) for part in given.parts]
    pooled = by == "pooled"
    curves = [curve_of(part) for part in given.parts] if pooled else [one.curve for one in each]
    average = average_of(curves, by)
    counts = average.roc.counts
    found = _fewer(average.roc) if counts is None else _thinned(counts)
    wrong = [one.area_below for one in each if one.area_below is not None]
    hull, threshold = convex_hull([found.curve]), _usable(given.parts[0], found.curve, found.lower)
    return Kept(
        curve=found.curve,
        hull=hull,
        left_out=max([found.left_out, *(0.0 if pooled else one.left_out for one in each)]),
        n_thresholds=found.n_thresholds,
        threshold=threshold,
        area_below=sum(wrong) / len(wrong) if len(wrong) == len(each) else None,
        each=tuple(each),
        by=by,
        hidden=max(one.hidden for one in each),
        presumes=average.presumes,
        groups=_groups(given.parts, hull, threshold) if pooled else None,
    )


def _fewer(curve: RocCurve) -> "_Curve":
    """A curve of rates alone without most of its points if they are very many."""
    if curve.fpr.size <= MOST_KEPT:
        return _Curve(curve, 0.0, curve.fpr.size, None)
    own = convex_hull([curve])
    found = thin(curve, MOST_KEPT, keep=own.index[own.index >= 0])
    few = RocCurve(curve.fpr[found.index], curve.tpr[found.index])
    return _Curve(few, found.error, curve.fpr.size, None)


def drawn(found: Kept, limit: int) -> Thinned:
    """Choose the thresholds to draw.

    Parameters
    ----------
    found : Kept
        A curve with its hull.
    limit : int
        About how many to draw; hull corners are drawn in any case.

    Returns
    -------
    Thinned
        Positions in the curve. The error counts thresholds that were not kept, too.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> drawn(kept(predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])), 100).index
    array([0, 1, 2, 3, 4])
    """
    inner = found.hull.index[found.hull.index >= 0]
    most = limit if found.curve.fpr.size <= limit else min(limit, MOST_POINTS_OF_LONG)
    shown = thin(found.curve, most, keep=inner)
    return Thinned(shown.index, max(shown.error, found.left_out))


def outlined(found: Kept, shown: Thinned, limit: int) -> IntArray:
    """Positions of the points between which the curve is drawn as a line.

    Of a long curve they are few and true to half a pixel; where curves are many it is not worth
    the time to look for them. A smooth one of fewer points is drawn through some of them too:
    browsers draw all of it anew whenever anything near it comes or goes.
    """
    if shown.index.size == found.curve.fpr.size and found.hull.fpr.size > SMOOTH:
        return simplify(found.curve, FINE).index
    if shown.index.size == found.curve.fpr.size or limit < MOST_POINTS_OF_LONG:
        return shown.index
    return simplify(found.curve).index


def _area_below(given: Classifier, found: "_Curve") -> float | None:
    """The area under a curve of scores that guessing would hardly ever bring so low."""
    if not is_scored(given):
        return None
    curve = found.curve
    area = float(np.trapezoid(curve.tpr, curve.fpr))
    if area >= _GUESSING - found.left_out:
        return None
    negatives, positives = _sizes(given)
    error = sqrt((negatives + positives + 1.0) / (12.0 * negatives * positives))
    return area if area < _GUESSING - found.left_out - _FAR * error else None


def is_scored(given: Classifier) -> TypeGuard[Predictions | Counts]:
    """Whether a classifier is known by the scores of so many examples."""
    if isinstance(given, Counts):
        return given.scored and not given.weighted
    return isinstance(given, Predictions)


def _sizes(given: Predictions | Counts) -> tuple[float, float]:
    """How many negatives and positives there are, or are worth it."""
    if isinstance(given, Counts):
        return given.negatives, given.positives
    return _size(given, ~given.positive), _size(given, given.positive)


def _size(given: Predictions, members: BoolArray) -> float:
    """How many examples of a class there are, or are worth it if their weights differ."""
    if given.weight is None:
        return float(np.count_nonzero(members))
    if not given.weighted:
        return float(given.weight[members].sum())
    weight = given.weight[members] / given.weight[members].max()
    return float(weight.sum() ** 2 / (weight**2).sum())


class _Curve(NamedTuple):
    """A curve, how far what it leaves out may lie from it, and how much there was.

    For each threshold also the next lower score; None where that is not known.
    """

    curve: RocCurve
    left_out: float
    n_thresholds: int
    lower: ScoreArray | None


def _kept(given: Evaluation) -> _Curve:
    """All thresholds, or those worth keeping."""
    if isinstance(given, RocCurve):
        return _Curve(given, 0.0, given.fpr.size, None)
    if isinstance(given, Counts) or given.weight is not None or given.score.size <= MOST_KEPT:
        return _thinned(given if isinstance(given, Counts) else count(given))
    ordered = sort_keys(given.positive, given.score)
    distinct = n_distinct(ordered.keys)
    if distinct <= MOST_KEPT:
        return _thinned(counts_from(ordered, joined(tally(ordered.keys, ends_of_ties))))
    counts, error, lower = _spaced_counts(ordered, given)
    return _Curve(roc_curve(counts), error, distinct + 1, lower)


def _thinned(counts: Counts) -> _Curve:
    """A curve without most of its thresholds if they are very many."""
    curve = roc_curve(counts)
    lower = _next_lower(counts.threshold[1:]) if counts.complete else None
    # Shares p and q of a step hide a corner p q / (p + q) away in cost, and at most so far here.
    hidden = sqrt(2.0) * counts.error
    if curve.fpr.size <= MOST_KEPT:
        return _Curve(curve, hidden, curve.fpr.size, lower)
    own = convex_hull([curve])
    found = thin(curve, MOST_KEPT, keep=own.index[own.index >= 0])
    at_those = None if lower is None else lower[found.index]
    few = roc_curve(counts_at(counts, found.index))
    return _Curve(few, found.error + hidden, curve.fpr.size, at_those)


def _next_lower(score: ScoreArray) -> ScoreArray:
    """The scores one place on, with none below the last."""
    none = np.array([-np.inf], dtype=score.dtype)
    lower: ScoreArray = np.concatenate([score, none])
    return lower


def _usable(given: Evaluation, curve: RocCurve, lower: ScoreArray | None) -> ShortThresholds:
    """Thresholds that a person can type, NaN where there are none."""
    threshold = curve.threshold
    if threshold is None or (isinstance(given, Counts) and not given.scored):
        return ShortThresholds(np.full(curve.fpr.size, np.nan))
    return ShortThresholds(threshold, lower)


def _spaced_counts(ordered: SortKeys, given: Predictions) -> tuple[Counts, float, ScoreArray]:
    """Count at what may be a hull corner and at a few thousand others, with an error bound.

    Also return the next lower score of each.
    """
    keys = ordered.keys
    positives = int(np.count_nonzero(given.positive))
    spacing = _Spacing(keys.size - positives, positives)
    corners = joined(map(few_of, tally(keys, ends_before_turns)))
    spaced = joined(tally(keys, spacing))
    both = joined([corners, spaced])
    _, first = np.unique(both.tp + both.fp, return_index=True)
    chosen = Tally(*(column[first] for column in both))
    counts = replace(counts_from(ordered, chosen), complete=False)
    last = (chosen.tp + chosen.fp)[:-1]
    lower = _next_lower(ordered.scores(keys[np.append(0, last)]))
    return counts, _error(keys, chosen, counts), lower


class _Spacing:
    """Chooses ends of ties that leave few examples of either class between them."""

    def __init__(self, negatives: int, positives: int) -> None:
        self.steps = [max(1, total // _SPACED) for total in (negatives, positives)]

    def __call__(self, keys: Keys, negative: BoolArray) -> Positions:
        """Positions within some sorted keys, the last among them."""
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
    """Bound how far a threshold that was left out is from the curve of those that were not."""
    n = np.append(0, chosen.tp + chosen.fp)
    next_key = keys[n[:-1]]
    between = (next_key ^ chosen.key) > 1  # the next score is not yet the next one chosen
    width: FloatArray = np.diff(counts.fp)[between] / counts.negatives
    height: FloatArray = np.diff(counts.tp)[between] / counts.positives
    chord = np.hypot(width, height)
    return float((width * height / chord).max(initial=0.0))


# ---- Inputs to everything that the views show, in one pure step


_SPREAD_AT = 201


@result
class DerivedClassifier:
    """What follows from one classifier.

    Attributes
    ----------
    name : str
        The user's name for it.
    position : int
        Its place in the user's order.
    curve : RocCurve
        Its thresholds; of very many, those at hull corners and enough between them.
    shown : Thinned
        The thresholds that can be touched; `shown.error` says how far others may be off.
    outline : ndarray of int64
        Positions of the points between which its curve is drawn.
    envelope : Envelope
        Its own lower envelope, trivial rules included.
    hull : Hull
        Its own hull.
    area : float
        The area under the envelope: its expected cost if every pc is equally likely.
    range : OperatingRange or None
        Where it beats both trivial rules; None if nowhere.
    source : Predictions, Counts, RocCurve or Folds
        What the user gave.
    counted : tuple of Predictions or Counts
        The examples behind it, those of each fold; nothing for bare points.
    spread : Spread or None
        How much the folds of a classifier that consists of such differ from their average.
    visible : bool
        Whether it takes part in what is joint.
    kept : Kept
        Where curve and hull come from; `kept.n_thresholds` says how many the data have.
    limit : int
        About how many thresholds were to be drawn.
    """

    name: str
    position: int
    curve: RocCurve
    shown: Thinned
    outline: IntArray
    envelope: Envelope
    hull: Hull
    area: float
    range: OperatingRange | None
    source: Classifier
    counted: tuple[Predictions | Counts, ...]
    spread: Spread | None
    visible: bool
    kept: Kept
    limit: int

    @property
    def lines(self) -> CostLines:
        """The cost lines of the thresholds in `curve`."""
        return cost_lines(self.curve)


@result
class Derived:
    """One consistent snapshot of everything computed.

    Attributes
    ----------
    classifiers : tuple of DerivedClassifier
        In the user's order.
    visible : tuple of int
        Positions of those that take part in everything below.
    hull : Hull
        Over the visible classifiers; its owners are positions in `classifiers`, -1 trivial.
    envelope : Envelope
        The least cost that any of them, or a trivial rule, reaches; owners as in `hull`.
    status : HullStatus
        Who is on the hull; curve i is classifier ``visible[i]``.
    winners : Winners
        Who is cheapest where; column i is classifier ``visible[i]``.
    classes : tuple of str
        Words for the negative and the positive class.
    """

    classifiers: tuple[DerivedClassifier, ...]
    visible: tuple[int, ...]
    hull: Hull
    envelope: Envelope
    status: HullStatus
    winners: Winners
    classes: tuple[str, str]

    def named(self, name: str) -> DerivedClassifier | None:
        """The classifier of that name, or None."""
        return next((item for item in self.classifiers if item.name == name), None)

    @property
    def shown(self) -> tuple[DerivedClassifier, ...]:
        """The visible classifiers."""
        return tuple(self.classifiers[position] for position in self.visible)


def derive(
    classifiers: Mapping[str, Classifier],
    hidden: Collection[str] = (),
    *,
    average: AveragedBy = "cost",
    previous: Derived | None = None,
) -> Derived:
    """Compute the snapshot of these classifiers.

    Parameters
    ----------
    classifiers : mapping of str to Predictions, Counts, RocCurve or Folds
        Checked classifiers by name.
    hidden : collection of str
        Names of those that take no part in hull and winners.
    average : str
        How folds are averaged.
    previous : Derived, optional
        An older snapshot. What belongs to a classifier that is still the same object is used
        again.

    Returns
    -------
    Derived
        The snapshot.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> derived = derive({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    >>> derived.classifiers[0].range.pc_low.__round__(3), derived.winners.pc.round(3)
    (0.333, array([0.   , 0.333, 0.75 , 1.   ]))
    """
    limit = points_each(len(classifiers))
    known = _known(previous)
    items = tuple(
        _derive_one(name, position, given, limit, known, average, visible=name not in hidden)
        for position, (name, given) in enumerate(classifiers.items())
    )
    visible = tuple(item.position for item in items if item.visible)
    status = hull_status([items[position].curve for position in visible])
    hull = _owned(status.hull, visible)
    least = lower_envelope(hull)
    return Derived(
        classifiers=items,
        visible=visible,
        hull=hull,
        envelope=least,
        status=status,
        winners=winners_under([items[position].envelope for position in visible], least),
        classes=_class_words(classifiers),
    )


_Known = dict[int, DerivedClassifier]


def _known(previous: Derived | None) -> _Known:
    """What was derived before, by the identity of what it was derived from."""
    return {} if previous is None else {id(item.source): item for item in previous.classifiers}


def _derive_one(  # noqa: PLR0913, PLR0917 (one classifier's place among the others)
    name: str,
    position: int,
    given: Classifier,
    limit: int,
    known: _Known,
    average: AveragedBy,
    *,
    visible: bool,
) -> DerivedClassifier:
    """The part of the snapshot that needs no other classifier."""
    item = known.get(id(given))
    if item is None or item.source is not given or item.kept.by not in (None, average):
        try:
            item = _derive_new(given, limit, average)
        except CostCurveError as error:  # folds that cannot be averaged that way
            raise error.within(f"classifier {name!r}") from None
    if item.limit != limit:
        item = _with_limit(item, limit)
    return replace(item, name=name, position=position, visible=visible)


def _with_limit(item: DerivedClassifier, limit: int) -> DerivedClassifier:
    """The same, with about so many points to be drawn."""
    shown = drawn(item.kept, limit)
    return replace(item, shown=shown, outline=outlined(item.kept, shown, limit), limit=limit)


def _derive_new(given: Classifier, limit: int, average: AveragedBy) -> DerivedClassifier:
    """All that does not depend on name and place."""
    found = kept(given, average)
    envelope = lower_envelope(found.hull)
    shown = drawn(found, limit)
    return DerivedClassifier(
        name="",
        position=0,
        curve=found.curve,
        shown=shown,
        outline=outlined(found, shown, limit),
        envelope=envelope,
        hull=found.hull,
        area=total_expected_cost(envelope),
        range=operating_range(found.hull),
        source=given,
        counted=tuple(one for one in given.parts if isinstance(one, Predictions | Counts)),
        spread=_spread(found.each) if found.each else None,
        visible=True,
        kept=found,
        limit=limit,
    )


def _owned(hull: Hull, visible: Sequence[int]) -> Hull:
    """A hull whose owners are positions among all classifiers."""
    position = np.array([*visible, TRIVIAL], dtype=np.int64)
    return replace(hull, owner=position[hull.owner])


def _spread(folds: Sequence[Kept]) -> Spread:
    """How the cost curves of folds differ, all along pc."""
    envelopes = [lower_envelope(one.hull) for one in folds]
    return cost_spread(envelopes, np.linspace(0.0, 1.0, _SPREAD_AT))


def _class_words(classifiers: Mapping[str, Classifier]) -> tuple[str, str]:
    """The user's own words where there are any: 0 and 1 are none.

    They outlive the last classifier that had them.
    """
    labels = list(labels_of(classifiers).values())
    if not classifiers and isinstance(classifiers, Named) and classifiers.labels is not None:
        labels = [classifiers.labels]
    for negative, positive in labels:
        if isinstance(positive, str):
            return str(negative), positive
    return "negatives", "positives"


def doing_nothing(pc: FloatArray) -> FloatArray:
    """Cost of the better trivial rule at each pc.

    Examples
    --------
    >>> doing_nothing(np.array([0.0, 0.25, 1.0]))
    array([0.  , 0.25, 0.  ])
    """
    return trivial_cost(pc)


def share_of_positives(derived: Derived) -> float:
    """Share of positives in the data, or one half where nobody has counted.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    float
        As `counted_share`.
    """
    known = counted_share(derived)
    return _GUESSING if known is None else known


def counted_share(derived: Derived) -> float | None:
    """Share of positives in the data of the first classifier that has examples.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    float or None
        By weight, where examples have weights; None without examples.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> round(counted_share(derive({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})), 3)
    0.667
    """
    for item in derived.classifiers:
        if item.counted:
            negatives, positives = np.sum([class_sizes(one) for one in item.counted], axis=0)
            return float(positives / (negatives + positives))
    return None


def class_sizes(given: Predictions | Counts) -> tuple[float, float]:
    """How many negatives and positives there are, by weight where examples have weights.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> class_sizes(cell_counts(tp=16, fn=4, fp=4, tn=6))
    (10.0, 20.0)
    """
    if isinstance(given, Counts):
        return float(given.negatives), float(given.positives)
    positive, weight = given.positive, given.weight
    if weight is None:
        positives = float(np.count_nonzero(positive))
        return positive.size - positives, positives
    return float(weight[~positive].sum()), float(weight[positive].sum())


def thresholds_of(item: DerivedClassifier, index: IntArray | int) -> FloatArray:
    """The scores from which on some points of a classifier call positive.

    Each is written with as few decimals as make the same decisions on these data.

    Parameters
    ----------
    item : DerivedClassifier
        The classifier.
    index : int or ndarray of int64
        Positions in its curve; -1 for a trivial rule.

    Returns
    -------
    ndarray of float64, in the shape of `index`
        NaN where a point has no threshold, as those of a confusion matrix.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> item = derive({"stump": predictions([0, 1], [0.2, 0.9])}).classifiers[0]
    >>> thresholds_of(item, np.array([1, -1]))
    array([0.9, nan])
    """
    at = np.asarray(index)
    return np.where(at < 0, np.nan, item.kept.threshold[at])


def all_thresholds(item: DerivedClassifier) -> FloatArray:
    """The thresholds of all points of a classifier, as `thresholds_of` has them."""
    return thresholds_of(item, np.arange(item.curve.fpr.size))


def finite_threshold(item: DerivedClassifier, index: int) -> float | None:
    """The threshold of a point, or None where it has none."""
    threshold = float(thresholds_of(item, index))
    return threshold if np.isfinite(threshold) else None
