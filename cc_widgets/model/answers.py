"""Costs, rankings, comparisons and confidence intervals at one pc, and marked thresholds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isinf, isnan
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from cc_widgets.core import Conditions, Counts, Predictions, operating_range
from cc_widgets.core.comparison import cost_difference, crossovers, extremes, near_equal
from cc_widgets.core.conditions import Range
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.costs import (
    CostPieces,
    OperatingRange,
    cheapest_corner,
    cost_of_rates,
    same_cost,
    values_at,
)
from cc_widgets.core.cross_validation import Evaluation
from cc_widgets.core.hull import BASELINE, Hull
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray, result
from cc_widgets.core.thresholds import money_regret_range, rates_at, regret_range
from cc_widgets.core.uncertainty import Band, roc_area, roc_area_difference, significance
from cc_widgets.core.uncertainty.areas import RocArea, RocAreaDifference
from cc_widgets.core.uncertainty.bands import Significance
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.regions import RatesBox, rates_box
from cc_widgets.core.uncertainty.selection import ExpectedCosts
from cc_widgets.core.validation import PC_MEANS, as_number, read_unit_number
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    MATRIX_POINTS,
    PAIRED_COUNTS_HINT,
    SCORED,
    Bands,
    PairedMatrices,
    bands_of,
    check_average,
    expected_costs_of,
    matches_matrices,
    no_band_error,
    not_tested_error,
    paired_band,
    read_paired_counts,
    why_no_band,
    why_no_interval,
    why_not_resampled,
    why_not_tested,
)
from cc_widgets.model.bootstrap import resampled_at
from cc_widgets.model.conditions import (
    FixedConditions,
    LinearConditions,
    conditions_along_pc,
    shift_conditions,
    state_conditions,
)
from cc_widgets.model.derive import (
    Curves,
    DerivedClassifier,
    finite_threshold,
)
from cc_widgets.model.estimating import (
    current_estimates,
    expected_range,
    find_estimates,
    prefers_baseline,
    threshold_finder,
)
from cc_widgets.model.numerals import (
    baseline_words,
    decimal,
    number,
    percent,
    point_words,
    use_words,
)
from cc_widgets.model.traits import check_classifier_name, check_pair

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- Cost at one pc


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """Cost of one classifier at one pc, with its best threshold for that pc.

    Attributes
    ----------
    name : str
        The classifier or baseline.
    pc : float
        Probability-cost value PC(+).
    normalised : float
        Normalised expected cost.
    per_case, total : Range or None
        Expected cost per case, and of all cases, in the currency: a range if the conditions are
        ranges; None without conditions, or if they exclude this pc.
    threshold : float or None
        Scores of at least this value are positive; rounded to the fewest decimals that
        keep all decisions. None for a baseline, a confusion matrix or ROC points.
    fpr, tpr : float
        False and true positive rate.
    words : str
        The classifier with its threshold.
    use : str
        The same as advice.
    """

    name: str
    pc: float
    normalised: float
    per_case: Range | None
    total: Range | None
    threshold: float | None
    fpr: float
    tpr: float
    words: str
    use: str

    @property
    def is_baseline(self) -> bool:
        """Whether this is a baseline: only baselines have both rates 0 or both 1 on a hull."""
        return self.fpr == self.tpr and self.fpr in (0.0, 1.0)


def cost_of(  # noqa: PLR0913, PLR0917 (everything that the cost depends on)
    derived: Curves,
    item: DerivedClassifier | None,
    pc: float,
    terms: LinearConditions | FixedConditions | None = None,
    n_cases: float = 1.0,
    best: Band | None = None,
) -> CostAnswer:
    """Return the cost of the best threshold of a classifier at one pc, or of a cheaper baseline.

    Without a classifier (`item` is None), this is the best of the visible classifiers, or a
    baseline where that is not expected to cost more than the band of the `best`.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    >>> round(cost_of(derived, derived.classifiers[0], 0.5).normalised, 9)
    0.3
    """
    hull = derived.hull if item is None else item.hull
    corner = recommended_corner(hull, pc, best)
    fpr, tpr = float(hull.fpr[corner]), float(hull.tpr[corner])
    owner = _owner(derived, item, int(hull.owner[corner]))
    index = int(hull.index[corner])
    conditions = None if terms is None else state_conditions(terms, pc, fpr, tpr)
    per_case = None if conditions is None else conditions.per_case
    rule = baseline_words(derived, positive=fpr > 0.0)
    return CostAnswer(
        name=rule if owner is None else owner.name,
        pc=pc,
        normalised=float(cost_of_rates(hull.fpr, hull.tpr, pc)[corner]),
        per_case=per_case,
        total=per_case and Range(per_case.low * n_cases, per_case.high * n_cases),
        threshold=None if owner is None else finite_threshold(owner, index),
        fpr=fpr,
        tpr=tpr,
        words=rule if owner is None else point_words(owner, index),
        use=rule if owner is None else use_words(owner, index),
    )


def baseline_answer(derived: Curves, pc: float) -> CostAnswer:
    """Return the cost of the better baseline at one pc."""
    positive = pc > 1.0 - pc
    rate, rule = float(positive), baseline_words(derived, positive=positive)
    return CostAnswer(rule, pc, min(pc, 1.0 - pc), None, None, None, rate, rate, rule, rule)


def recommended_corner(hull: Hull, pc: float, best: Band | None = None) -> int:
    """Return the cheapest vertex at one pc, or a baseline if that is expected to cost less."""
    if not prefers_baseline(best, pc):
        return cheapest_corner(hull, pc)
    return 0 if pc <= 1.0 - pc else hull.fpr.size - 1


def _owner(derived: Curves, item: DerivedClassifier | None, owner: int) -> DerivedClassifier | None:
    """Return the classifier that a hull vertex belongs to; None for a baseline."""
    if owner == BASELINE:
        return None
    return derived.classifiers[owner] if item is None else item


# ---- Ranking


@dataclass(frozen=True, slots=True)
class RankedChoice:
    """One row of a ranking.

    Attributes
    ----------
    rank : int
        Rank, from 1; equal costs share a rank.
    name : str
        The classifier or baseline.
    cost : float
        Normalised expected cost at its best threshold. If the classifier is never cheaper than the
        baselines, that of the better baseline.
    is_useful : bool
        Whether it is a classifier that is cheaper than both baselines.
    is_baseline : bool
        Whether it is a baseline.
    threshold : float or None
        Best threshold of the classifier; None if it has none, or is not cheaper than the baselines.
    fpr, tpr : float
        False and true positive rate.
    words : str
        Name of the choice, with its threshold if it has one.
    """

    rank: int
    name: str
    cost: float
    is_useful: bool
    is_baseline: bool
    threshold: float | None
    fpr: float
    tpr: float
    words: str


def rank_choices(derived: Curves, pc: float) -> tuple[RankedChoice, ...]:
    """Rank the visible classifiers and the baselines at one pc, cheapest first.

    Ties: baselines come first, then classifiers in the user's order.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> [(row.rank, row.name, round(row.cost, 6)) for row in rank_choices(derived, 0.1)]
    [(1, 'call all negatives', 0.1), (1, 'rule', 0.1), (3, 'call all positives', 0.9)]
    """
    baselines = [_rank_baseline(derived, pc, positive=positive) for positive in (False, True)]
    choices = [*baselines, *(_rank_classifier(item, pc) for item in derived.shown)]
    same = same_cost(pc)
    places = [1 + sum(other.cost < choice.cost - same for other in choices) for choice in choices]
    order = sorted(range(len(choices)), key=places.__getitem__)
    return tuple(replace(choices[i], rank=places[i]) for i in order)


def _rank_baseline(derived: Curves, pc: float, *, positive: bool) -> RankedChoice:
    """Return the row of a baseline, not yet ranked."""
    name, rate = baseline_words(derived, positive=positive), float(positive)
    cost = 1.0 - pc if positive else pc
    return RankedChoice(0, name, cost, False, True, None, rate, rate, name)  # noqa: FBT003 (a row)


def _rank_classifier(item: DerivedClassifier, pc: float) -> RankedChoice:
    """Return the row of a classifier at its best threshold, not yet ranked."""
    hull = item.hull
    corner = cheapest_corner(hull, pc)
    adds = int(hull.owner[corner]) != BASELINE
    index = int(hull.index[corner])
    return RankedChoice(
        rank=0,
        name=item.name,
        cost=float(cost_of_rates(hull.fpr, hull.tpr, pc)[corner]) if adds else min(pc, 1.0 - pc),
        is_useful=adds,
        is_baseline=False,
        threshold=finite_threshold(item, index) if adds else None,
        fpr=float(hull.fpr[corner]),
        tpr=float(hull.tpr[corner]),
        words=point_words(item, index) if adds else item.name,
    )


# ---- Comparison of two classifiers


PcRange = tuple[float, float]


@result
class Comparison:
    """Difference in cost between two classifiers, each at its own best threshold.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    first_cheaper, second_cheaper, equal : tuple of (low, high)
        Ranges of pc.
    crossovers : tuple of float
        Values of pc at which the cheaper classifier changes.
    first_max_advantage, second_max_advantage : (amount, pc)
        Largest advantage of each classifier, at least 0, and the smallest pc at which it is
        attained.
    pc, difference : float
        Operating point, and the cost of the first minus that of the second at that point.
    significance : Significance or None
        Ranges of pc on which the difference is significant; None if it was not tested.
    pieces : CostPieces
        The difference over all pc.
    errors : (float, float)
        How much lower the cost of the first and of the second may be, if their scores were counted
        in bins; else 0.
    area_difference : RocAreaDifference or None
        Area under the ROC curve of the first minus that of the second, with DeLong's test; None
        without scores.
    why_not_tested : str
        Reason why `significance` is None; empty if it is not.
    """

    first: str
    second: str
    first_cheaper: tuple[PcRange, ...]
    second_cheaper: tuple[PcRange, ...]
    equal: tuple[PcRange, ...]
    crossovers: tuple[float, ...]
    first_max_advantage: tuple[float, float]
    second_max_advantage: tuple[float, float]
    pc: float
    difference: float
    significance: Significance | None
    pieces: CostPieces
    errors: tuple[float, float]
    area_difference: RocAreaDifference | None = None
    why_not_tested: str = ""


def compare_curves(
    first: DerivedClassifier,
    second: DerivedClassifier,
    pc: float,
    significance: Significance | None = None,
) -> Comparison:
    """Compare the lower envelopes of two classifiers; exact except for `errors`.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> points = {"a": point_set(fpr=0.04, tpr=0.4), "b": point_set(fpr=0.3, tpr=0.8)}
    >>> result = compare_curves(*derive(points).classifiers, pc=0.5)
    >>> [round(13 * 3 * pc, 6) for pc in result.crossovers]
    [15.363636]
    """
    pieces = cost_difference(first.envelope, second.envelope)
    extreme = extremes(pieces)
    middle = (pieces.start_cost + pieces.stop_cost) / 2
    equal = near_equal(pieces, 0.0)
    return Comparison(
        first=first.name,
        second=second.name,
        first_cheaper=_ranges_where(pieces.pc, middle < -TOLERANCE),
        second_cheaper=_ranges_where(pieces.pc, middle > TOLERANCE),
        equal=tuple(zip(equal.pc_low.tolist(), equal.pc_high.tolist(), strict=True)),
        crossovers=tuple(crossovers(first.envelope, second.envelope).pc.tolist()),
        first_max_advantage=(_positive_part(-extreme.lowest), float(extreme.lowest_pc[0])),
        second_max_advantage=(_positive_part(extreme.highest), float(extreme.highest_pc[0])),
        pc=pc,
        difference=float(values_at(pieces, pc)),
        significance=significance,
        pieces=pieces,
        errors=(first.reduced.binning_error, second.reduced.binning_error),
    )


def _positive_part(advantage: float) -> float:
    """Return an advantage, or 0 if it is only rounding."""
    return advantage if advantage > TOLERANCE else 0.0


def _ranges_where(pc: FloatArray, selected: BoolArray) -> tuple[PcRange, ...]:
    """Return the pc ranges of neighbouring selected pieces."""
    changes = np.flatnonzero(np.diff(np.concatenate([[False], selected, [False]]).astype(np.int8)))
    ends = pc[changes].tolist()
    return tuple(zip(ends[::2], ends[1::2], strict=True))


# ---- Confidence interval of a cost, which includes the choice of threshold and classifier


@dataclass(frozen=True, slots=True)
class Interval:
    """Confidence interval of a cost; unpacks to its two limits.

    Attributes
    ----------
    lower, upper : float
        The limits, in normalised expected cost.
    level : float
        Confidence level.
    method : str
        How the limits were computed, and which choices they account for.
    expected : float
        Expected cost on new data: the observed cost corrected for the optimistic bias of choosing
        threshold and classifier on the same dataset.
    simultaneous : bool
        Whether they come from a simultaneous band, which covers the costs at all pc jointly at this
        level of confidence. Otherwise the level is pointwise.

    Examples
    --------
    >>> lower, upper = Interval(0.1, 0.3, 0.9, "Wilson-MOVER", 0.2)
    >>> lower, upper
    (0.1, 0.3)
    """

    lower: float
    upper: float
    level: float
    method: str
    expected: float
    simultaneous: bool = False

    def __iter__(self) -> Iterator[float]:
        return iter((self.lower, self.upper))


def interval_at(band: Band, pc: float) -> Interval:
    """Interpolate a band linearly at one pc.

    Examples
    --------
    >>> edge = np.array([0.0, 1.0])
    >>> interval_at(Band(edge, edge, edge - 0.5, edge + 0.5, 0.9, "made up", "line"), 0.5).lower
    0.0
    """
    lower, upper, expected = (
        float(np.interp(pc, band.pc, limit)) for limit in (band.lower, band.upper, band.expected)
    )
    return Interval(lower, upper, band.level, band.method, expected, band.simultaneous)


def baseline_interval(pc: float, level: float) -> Interval:
    """Return the zero-width interval of the cost of the better baseline, which is known exactly.

    Examples
    --------
    >>> tuple(baseline_interval(0.9, 0.9)) == (1 - 0.9, 1 - 0.9)
    True
    """
    cost = min(pc, 1.0 - pc)
    return Interval(cost, cost, level, "known cost of a baseline", cost)


# ---- Results at hand, or computed on request


def find_classifier(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """Return the classifier of that name; raise if there is none."""
    check_classifier_name(model, name, "name")
    return next(item for item in model.curves.classifiers if item.name == name)


def resolve_pc(model: "CostCurveModel", pc: float | None) -> float:
    """Return a validated pc, or the model's own if None."""
    return model.pc if pc is None else read_unit_number("pc", pc, PC_MEANS)


def condition_terms(model: "CostCurveModel") -> LinearConditions | FixedConditions | None:
    """Return the conditions as functions of pc; None without conditions."""
    stated = model._known_conditions
    return None if stated is None else conditions_along_pc(stated, model.view.follows)


def _current_bands(model: "CostCurveModel", *items: DerivedClassifier) -> Bands | None:
    """Return the bands if these classifiers were resampled with their current data and level."""
    bands = model.bands
    if bands is None or bands.level != model.level:
        return None
    return bands if all(is_current(bands, model, item) for item in items) else None


def current_band(model: "CostCurveModel", item: DerivedClassifier) -> Band | None:
    """Return the band of a classifier if it belongs to the current data.

    The band must account for the choice of the threshold.
    """
    bands = _current_bands(model, item)
    if bands is None:
        return None
    is_valid = SCORED[bands.settings.method].for_choice or item.name in bands.resampled.lines
    return bands.each.get(item.name) if is_valid else None


def is_current(bands: Bands, model: "CostCurveModel", item: DerivedClassifier) -> bool:
    """Return whether a classifier was resampled with its current data."""
    same = bands.resampled.sources.get(item.name) is item.source
    return same and not why_no_interval([item.source], model.average)


def current_costs(
    model: "CostCurveModel", *, wait: bool = False
) -> tuple[ExpectedCosts, list[str]] | None:
    """Return the expected costs of the visible classifiers, and their names in the same order.

    They belong to the current data. Without bands of a bootstrap run they are the estimates, which
    are computed if they are missing and `wait` is set.
    """
    bands = model.bands
    if (
        bands is not None
        and bands.costs is not None
        and not bands.is_stale
        and not bands.settings.simultaneous
    ):
        return bands.costs, bands.cost_names
    estimates = find_estimates(model) if wait else current_estimates(model)
    if estimates is None or estimates.costs is None:
        return None
    return estimates.costs, [item.name for item in estimates.inputs.items]


def worth_using(
    model: "CostCurveModel",
    item: DerivedClassifier | None,
    *,
    wait: bool = False,
    observed: bool = False,
) -> OperatingRange | None:
    """Return where a classifier, or the best, is expected to cost less than the baselines.

    Where costs are not estimated, or if `observed` is set, it is the range on the dataset. `wait`
    is that of `current_costs`.
    """
    current = None if observed else current_costs(model, wait=wait)
    return _worth_using(model, item, current)


def each_worth_using(model: "CostCurveModel") -> dict[str, OperatingRange | None]:
    """Return the same for each visible classifier by name, without computing missing costs."""
    current = current_costs(model)
    return {item.name: _worth_using(model, item, current) for item in model.curves.shown}


def _worth_using(
    model: "CostCurveModel",
    item: DerivedClassifier | None,
    current: tuple[ExpectedCosts, list[str]] | None,
) -> OperatingRange | None:
    """Return where a classifier, or the best, is worth using, given the current costs."""
    if current is None or (item is not None and item.name not in current[1]):
        return operating_range(model.curves.hull) if item is None else item.range
    costs, names = current
    row = costs.best.expected if item is None else costs.expected[names.index(item.name)]
    return expected_range(costs.pc, row)


def current_best_band(model: "CostCurveModel", *, wait: bool = False) -> Band | None:
    """Return the band of the cheapest visible classifier; see `current_costs`."""
    current = current_costs(model, wait=wait)
    return None if current is None else current[0].best


def current_interval(
    model: "CostCurveModel", item: DerivedClassifier | None, pc: float
) -> Interval | None:
    """Return the interval of a cost from an existing band; None if there is none."""
    band = current_best_band(model) if item is None else current_band(model, item)
    if band is None:
        return None
    if _is_baseline_best(model, item, pc, band):
        return baseline_interval(pc, model.level)
    return interval_at(band, pc)


def resampled_interval(
    model: "CostCurveModel", item: DerivedClassifier | None, pc: float
) -> Interval:
    """Return the interval of a cost at one pc, resampling if no band exists."""
    estimates = find_estimates(model) if item is None else None
    interval = current_interval(model, item, pc)
    if interval is not None:
        return interval
    if _is_baseline_best(model, item, pc):  # also of bare points
        return baseline_interval(pc, model.level)
    items = model.curves.shown if item is None else [item]
    sources = {classifier.name: model.classifiers[classifier.name] for classifier in items}
    reasons = {name: reason for name, source in sources.items() if (reason := why_no_band(source))}
    if reasons:
        raise no_band_error(reasons, "interval")
    check_average(sources.values(), model.average, "interval")
    if estimates is not None:
        raise CostCurveError(
            f"cannot be estimated: {estimates.reason}",
            where="interval",
            fix="Use more examples, or a lower level.",
        )
    current = model.resampling
    settings = replace(current, method="envelope", simultaneous=False, rng=current.rng or 0)
    resampled = resampled_at(sources, settings, pc, thresholds=threshold_finder(items))
    costs = expected_costs_of(resampled, settings, model.level, pairs=model.paired_counts)
    return interval_at(costs.best, pc)


def _is_baseline_best(
    model: "CostCurveModel", item: DerivedClassifier | None, pc: float, band: Band | None = None
) -> bool:
    """Return whether a baseline is recommended, given the band of the best classifier."""
    hull = model.curves.hull if item is None else item.hull
    corner = recommended_corner(hull, pc, band if item is None else None)
    return int(hull.owner[corner]) == BASELINE


# ---- Confidence intervals of the rates of one threshold


def independent_counts(model: "CostCurveModel", name: str) -> Counts | None:
    """Return counts at the thresholds of a classifier, if its examples are independent."""
    item, source = model.curves.named(name), model.classifiers[name]
    plain = source.plain if isinstance(source, Predictions) else isinstance(source, Counts)
    counts = item.curve.counts if item is not None and plain else None
    return None if counts is None or counts.weighted or counts.tp.dtype.kind == "f" else counts


def rate_limits(model: "CostCurveModel", name: str, fpr: float, tpr: float) -> RatesBox | None:
    """Return the confidence limits of both rates of a threshold; None without integer counts.

    The level allows for the choice among the visible classifiers.
    """
    counts = independent_counts(model, name)
    if counts is None:
        return None
    errors = fpr * counts.negatives, (1.0 - tpr) * counts.positives
    fp, fn = map(round, errors)
    if max(abs(fp - errors[0]), abs(fn - errors[1])) > _OF_AN_EXAMPLE:
        return None
    line = LineCounts(fp, int(counts.negatives), fn, int(counts.positives))
    return rates_box(line, level=model.level, n_classifiers=len(model.curves.visible))


_OF_AN_EXAMPLE = 1e-6


def rate_limit_words(fpr: float, tpr: float, limits: RatesBox, classes: tuple[str, str]) -> str:
    """Return both rates of a threshold with their confidence limits in words."""
    (fpr_low, fpr_high), (tpr_low, tpr_high) = limits.fpr, limits.tpr
    negative, positive = classes
    return (
        f"finds {percent(tpr)} of {positive} ({percent(tpr_low)} to {percent(tpr_high)}) and flags "
        f"{percent(fpr)} of {negative} ({percent(fpr_low)} to {percent(fpr_high)}). {limits.covers}"
    )


# ---- Differences between classifiers


def current_difference(model: "CostCurveModel", first: str, second: str) -> Band | None:
    """Return the band of a difference, if current resamples exist."""
    items = [find_classifier(model, name) for name in (first, second)]
    paired = paired_difference(model, first, second)
    if paired is not None:
        return paired
    bands = _current_bands(model, *items)
    if bands is None or not bands.has_difference(first, second):
        return None
    difference = model._difference if model.compared == (first, second) else None
    difference = difference or bands.difference(first, second)
    return None if difference.provisional else difference


def compare_classifiers(
    model: "CostCurveModel", first: str, second: str, *, resample: bool = True
) -> Comparison:
    """Compare two classifiers; resample their difference first if needed and allowed."""
    check_pair(model, first, second, "compare")
    band, why_not_tested = current_difference(model, first, second), ""
    if band is None and resample:
        try:
            band = resampled_difference(model, first, second)
        except CostCurveError as error:
            why_not_tested = str(error)
    return replace(
        compare_curves(
            find_classifier(model, first),
            find_classifier(model, second),
            model.pc,
            None if band is None else significance(band),
        ),
        area_difference=classifier_area_difference(model, first, second),
        why_not_tested=why_not_tested,
    )


def paired_difference(model: "CostCurveModel", first: str, second: str) -> Band | None:
    """Return the band of the difference of two matrices with paired counts, else None."""
    return paired_band(model.paired_counts, (first, second), model.resampling, model.level)


def resampled_difference(model: "CostCurveModel", first: str, second: str) -> Band:
    """Resample two classifiers, jointly if they scored the same examples, and return the band."""
    names = [find_classifier(model, name).name for name in (first, second)]
    sources = {name: model.classifiers[name] for name in names}
    reason = why_not_tested(sources, first, second)
    if reason:
        raise not_tested_error(first, second, reason)
    check_average(sources.values(), model.average, "compare")
    settings = model.resampling
    resampled = resampled_at(sources, settings)
    return bands_of(resampled, settings, model.level, ()).difference(first, second)


def why_no_difference(model: "CostCurveModel", first: str, second: str) -> str:
    """Return why the difference of two classifiers is untested; empty if a bootstrap would do."""
    bands = model.bands
    pair = [model.classifiers[name] for name in (first, second)]
    if paired_difference(model, first, second) is not None:
        return ""
    if reason := why_no_interval(pair, model.average):
        return f"{reason[:1].upper()}{reason[1:]}."
    if bands is not None and not bands.is_stale and {first, second} <= set(bands.resampled.sources):
        return bands.why_no_difference(first, second)
    hidden = [name for name in (first, second) if name in model.hidden]
    if hidden:
        return f"{hidden[0]} is hidden: show it, only visible classifiers are resampled."
    return why_not_tested(model.classifiers, first, second)


# ---- Paired confusion matrices


def check_pairs(model: "CostCurveModel", value: object) -> tuple[PairedMatrices, ...]:
    """Validate pairs of matrices against their joint counts; later duplicates replace earlier ones.

    Each element of `value` is (first, second, counts), with counts as `read_counts` takes them.
    """
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise CostCurveError(
            "must be a list of (name, name, counts)",
            where="paired_counts",
            got=shown(value),
            fix=PAIRED_COUNTS_HINT,
        )
    pairs: dict[frozenset[str], PairedMatrices] = {}
    for entry in value:
        pair = _read_pair(model, entry)
        pairs[frozenset(pair[:2])] = pair
    return tuple(pairs.values())


def _read_pair(model: "CostCurveModel", entry: object) -> PairedMatrices:
    """Return one validated pair of matrices."""
    if (
        isinstance(entry, str)
        or not isinstance(entry, Sequence)
        or len(entry) != len(PairedMatrices._fields)
    ):
        raise CostCurveError(
            "must be (name, name, counts)",
            where="paired_counts",
            got=shown(entry),
            fix=PAIRED_COUNTS_HINT,
        )
    first, second, counts = entry
    for name in (first, second):
        check_classifier_name(model, name, "paired_counts")
    if first == second:
        raise CostCurveError(
            "must be two different classifiers", where="paired_counts", got=shown(first)
        )
    pair = PairedMatrices(first, second, read_paired_counts(counts))
    if not matches_matrices(pair, model.classifiers):
        raise CostCurveError(
            "counts must agree with the confusion matrices of both classifiers",
            where="paired_counts",
            got=f"{shown(first)} and {shown(second)}; the counts imply {pair.counts.first} and "
            f"{pair.counts.second}",
            fix="Compute all three from the same examples.",
        )
    return pair


# ---- Area under the ROC curve


_Area = TypeVar("_Area", RocArea, RocAreaDifference)
_AreaCache = dict[tuple[str, ...], tuple[tuple[Classifier, ...], float, Any]]
_area_cache: WeakKeyDictionary["CostCurveModel", _AreaCache] = WeakKeyDictionary()


def _cached_area(
    model: "CostCurveModel", names: tuple[str, ...], compute: Callable[..., _Area]
) -> _Area:
    """Return an area or a difference, cached for the current data and level."""
    sources, cache = (
        tuple(model.classifiers[name] for name in names),
        _area_cache.setdefault(model, {}),
    )
    entry = cache.get(names)
    if entry is None or entry[1] != model.level or any(map(is_not, entry[0], sources)):
        entry = cache[names] = sources, model.level, compute(*sources, level=model.level)
    area: _Area = entry[2]
    return area


def classifier_area(model: "CostCurveModel", name: str) -> RocArea | None:
    """Return the area under the ROC curve of a classifier; None without scores."""
    source = model.classifiers[find_classifier(model, name).name]
    if why_not_resampled(source):
        return None
    return _cached_area(model, (name,), roc_area)


def classifier_area_difference(
    model: "CostCurveModel", first: str, second: str
) -> RocAreaDifference | None:
    """Return the difference of the areas under two ROC curves; None without scores."""
    if any(why_not_resampled(model.classifiers[name]) for name in (first, second)):
        return None
    if first > second:  # computed once for both orders
        return _cached_area(model, (second, first), roc_area_difference).swapped
    return _cached_area(model, (first, second), roc_area_difference)


def area_words(model: "CostCurveModel", name: str) -> str:
    """Return the area under the ROC curve and its interval in words; empty without scores."""
    area = classifier_area(model, name)
    if area is None:
        return ""
    return f"area under the ROC curve {number(area.value)}{_limit_words(area, area.level)}"


def _limit_words(area: RocArea | RocAreaDifference, level: float) -> str:
    if area.lower is None or area.upper is None:
        return ""
    return f" ({percent(level)}: {number(area.lower)} to {number(area.upper)})"


def area_difference_words(model: "CostCurveModel") -> str:
    """Return the area difference of the compared classifiers in words; empty without scores."""
    pair = model.compared
    if pair is None or any(why_not_resampled(model.classifiers[name]) for name in pair):
        return ""
    difference = cast("RocAreaDifference", classifier_area_difference(model, *pair))
    if difference.value < 0.0:  # the larger area comes first
        pair, difference = (pair[1], pair[0]), difference.swapped
    values = ", ".join(
        f"{name} {number(area.value)}"
        for name, area in zip(pair, (difference.first, difference.second), strict=True)
    )
    is_equal = abs(difference.value) <= TOLERANCE
    more = "no difference" if is_equal else f"{pair[0]} has {number(difference.value)} more"
    text = (
        f"Areas under the ROC curve: {values}; {more}{_limit_words(difference, difference.level)}."
    )
    if difference.lower is None:
        return " ".join(
            dict.fromkeys([text, difference.first.caution or difference.second.caution])
        )
    if difference.p_value is None or not difference.value:
        return text
    caveat = "" if difference.paired else ", taken for two test sets"
    share = percent(max(difference.p_value, _LEAST_P), 2)
    if difference.p_value < _LEAST_P:
        share = f"less than {share}"
    return (
        f"{text} Of two with equal areas{caveat}, chance alone would make areas differ so much in "
        f"{share} of all test sets."
    )


_LEAST_P = 0.001  # smaller ones depend on the far tail of an approximation


# ---- Marked thresholds


class Mark(NamedTuple):
    """Threshold that is marked as in use.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float or None
        Scores of at least this value are positive; None for a confusion matrix, which has no
        scores.
    """

    name: str
    threshold: float | None


class MarkedPoint(NamedTuple):
    """Marked threshold with its rates.

    Attributes
    ----------
    name, threshold : str, float or None
        As in `Mark`.
    fpr, tpr : float
        Rates of that threshold, which need not be a score of the dataset.
    """

    name: str
    threshold: float | None
    fpr: float
    tpr: float

    @property
    def words(self) -> str:
        """The classifier and threshold."""
        if self.threshold is None:
            return self.name
        return f"{self.name} from score {decimal(self.threshold)} on"


_FIX = 'Pass [(name, threshold), ...], for instance [("forest", 0.5)].'


def check_marks(model: "CostCurveModel", value: object) -> tuple[Mark, ...]:
    """Validate (name, threshold) pairs; duplicates are dropped."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError(
            "must be a list of (name, threshold)", where="marks", got=shown(value), fix=_FIX
        )
    return tuple(dict.fromkeys(_read_mark(model, entry) for entry in value))


def _read_mark(model: "CostCurveModel", entry: object) -> Mark:
    """Return one validated mark."""
    if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) != len(Mark._fields):
        raise CostCurveError("must be (name, threshold)", where="marks", got=shown(entry), fix=_FIX)
    name, threshold = entry
    check_classifier_name(model, name, "marks")
    source = model.classifiers[name]
    if threshold is None and rates_of(source, None) is not None:
        return Mark(name, None)
    value = read_threshold(threshold)
    if isinf(value):
        raise CostCurveError(
            "threshold must be finite",
            where=f"marks, {shown(name)}",
            got=f"threshold {decimal(value)}",
            fix="Leave it out: both baselines are compared anyway.",
        )
    if rates_of(source, value) is None:
        reason, fix = why_unmarked(source, value)
        raise CostCurveError(
            f"rates at this threshold are unknown: {reason}",
            where=f"marks, {shown(name)}",
            got=f"threshold {decimal(value)}",
            fix=fix,
        )
    return Mark(name, value)


def read_threshold(value: object) -> float:
    """Return a validated threshold: any number but NaN."""
    number = as_number(value)
    if number is None or isnan(number):
        raise CostCurveError(
            "must be a number",
            where="threshold",
            got=shown(value),
            fix="Pass a score, for instance 0.5: scores of at least this are positive.",
        )
    return number


def why_unmarked(source: Classifier, threshold: float | None = None) -> tuple[str, str]:
    """Return why rates at any threshold are unknown for a classifier, and what to do about it."""
    if has_scores(source):
        nearest = _nearest_thresholds(source, threshold)
        return (
            "its counts are incomplete, so only their own thresholds have known rates",
            f"Pass the scores, or mark one of those thresholds{nearest}.",
        )
    if rates_of(source, None) is not None:
        kind = "point" if isinstance(source, PointSet) else "matrix"
        fix = f"Pass None as the threshold to mark the {kind} itself, or pass the scores."
        return (
            "ROC points have" if kind == "point" else "a confusion matrix has"
        ) + " no scores", fix
    is_counts = all(isinstance(part, Counts) for part in source.parts)
    kind = "a confusion matrix has" if is_counts else "ROC points have"
    return f"{kind} no scores", "Pass the scores: (y_true, y_score)."


def _nearest_thresholds(source: Classifier, threshold: float | None) -> str:
    """Return a clause with the nearest thresholds of counts; empty for folds."""
    counts = _with_scores(source.parts[0])
    if threshold is None or len(source.parts) > 1 or not isinstance(counts, Counts):
        return ""
    scores = counts.threshold[1:]
    above, below = scores[scores >= threshold], scores[scores < threshold]
    nearest = [*below[:1].tolist(), *above[-1:].tolist()]
    return f", for example {' or '.join(map(repr, nearest))}"


def _with_scores(source: Evaluation) -> Predictions | Counts | None:
    """Return the scored examples of a classifier or fold, or None."""
    if isinstance(source, Predictions):
        return source
    counts = source if isinstance(source, Counts) else source.counts
    return None if counts is None or not counts.scored else counts


def has_scores(source: Classifier) -> bool:
    """Return whether thresholds of a classifier can be marked."""
    return all(_with_scores(part) is not None for part in source.parts)


def rates_of(source: Classifier, threshold: float | None) -> tuple[float, float] | None:
    """Return the rates at a threshold, averaged over folds; None if unknown.

    Without a threshold, the rates of a confusion matrix or of a single ROC point.
    """
    if threshold is None:
        each = [_matrix_rates(part) for part in source.parts]
    else:
        parts = [_with_scores(part) for part in source.parts]
        each = [None if part is None else rates_at(part, threshold) for part in parts]
    rates_of_parts = [pair for pair in each if pair is not None]
    if len(rates_of_parts) < len(each):
        return None
    fpr, tpr = (sum(pair) / len(rates_of_parts) for pair in zip(*rates_of_parts, strict=True))
    return fpr, tpr


def _matrix_rates(source: Evaluation) -> tuple[float, float] | None:
    """Return the rates of a confusion matrix or of a single point; None for other classifiers."""
    if isinstance(source, PointSet) and source.fpr.size == MATRIX_POINTS:
        return float(source.fpr[1]), float(source.tpr[1])
    if not isinstance(source, Counts) or source.scored:
        return None
    return float(source.fp[1] / source.negatives), float(source.tp[1] / source.positives)


# ---- Marks when the data change


def marked_points(
    marks: Sequence[Mark],
    classifiers: Mapping[str, Classifier],
    before: Sequence[MarkedPoint] = (),
    old_classifiers: Mapping[str, Classifier] | None = None,
) -> tuple[MarkedPoint, ...]:
    """Return the rates of all marks whose classifier still exists and still has scores.

    Points in `before` are reused for classifiers that are the same object in `old_classifiers`.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> forest = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    >>> marked_points([Mark("forest", 0.35), Mark("gone", 0.5)], {"forest": forest})
    (MarkedPoint(name='forest', threshold=0.35, fpr=0.5, tpr=0.5),)
    """
    previous = old_classifiers or {}
    reusable = {
        Mark(*point[:2]): point
        for point in before
        if previous.get(point.name) is classifiers.get(point.name)
    }
    points = []
    for mark in marks:
        if mark.name not in classifiers:
            continue
        reused = reusable.get(mark)
        rates = reused[2:] if reused else rates_of(classifiers[mark.name], mark.threshold)
        if rates is not None:
            points.append(MarkedPoint(mark.name, mark.threshold, *rates))
    return tuple(points)


# ---- Cost of marked thresholds


@dataclass(frozen=True, slots=True)
class MarkLoss:
    """Marked threshold, compared with the best choice under the same conditions.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float or None
        Scores of at least this value are positive; None for a confusion matrix.
    fpr, tpr : float
        False and true positive rate.
    pc, cost : Range
        Range of pc, and range of the normalised expected cost over these pc.
    loss : Range
        Cost minus that of the best choice at the same pc, at least 0.
    per_case, total : Range or None
        The loss per case, and for all cases, in the currency; None without conditions, or if they
        exclude this pc.
    words : str
        The classifier with its threshold.
    interval : Interval or None
        Expected loss on new data with its confidence limits, in normalised cost. It corrects for
        the optimistic bias of the best choice, so that it may be negative. None over a range of
        pc, and if it was not tested.
    """

    name: str
    threshold: float | None
    fpr: float
    tpr: float
    pc: Range
    cost: Range
    loss: Range
    per_case: Range | None
    total: Range | None
    words: str
    interval: Interval | None = None

    @property
    def is_significant(self) -> bool | None:
        """Whether the loss is significantly different from 0; None if it was not tested."""
        if self.interval is None:
            return None
        return self.interval.lower > 0.0 or self.interval.upper < 0.0


def visible_marks(model: "CostCurveModel") -> tuple[MarkedPoint, ...]:
    """Return the marked points of visible classifiers."""
    return tuple(point for point in model._in_use if point.name not in model.hidden)


def mark_losses(model: "CostCurveModel", pc: Range | None) -> tuple[MarkLoss, ...]:
    """Return the losses of visible marks over a range of pc (default: that of the model)."""
    over = _own_range(model) if pc is None else pc
    conditions = conditions_over(model, over)
    return tuple(_mark_loss(model, point, over, conditions) for point in visible_marks(model))


def _own_range(model: "CostCurveModel") -> Range:
    """Return the range of pc, or the operating point, of the model."""
    return Range(*(model.pc_range or (model.pc, model.pc)))


def conditions_over(model: "CostCurveModel", over: Range) -> Conditions | None:
    """Return the conditions for a range of pc; None if they do not cover it."""
    conditions = model._known_conditions
    if conditions is None or over == _own_range(model):
        return conditions
    if not conditions.exact or not over.exact:
        return conditions if over == conditions.pc else None
    try:
        return shift_conditions(conditions, over.low, model.view.follows)
    except CostCurveError:
        return None


def _mark_loss(
    model: "CostCurveModel", point: MarkedPoint, over: Range, conditions: Conditions | None
) -> MarkLoss:
    """Compare a marked threshold with the best choice."""
    envelope = model.curves.envelope
    costs = cost_of_rates(point.fpr, point.tpr, np.array([over.low, over.high])).tolist()
    per_case = (
        None
        if conditions is None
        else money_regret_range(envelope, point.fpr, point.tpr, conditions)
    )
    cases = model._n_cases
    return MarkLoss(
        name=point.name,
        threshold=point.threshold,
        fpr=point.fpr,
        tpr=point.tpr,
        pc=over,
        cost=Range(min(costs), max(costs)),
        loss=regret_range(envelope, point.fpr, point.tpr, over),
        per_case=per_case,
        total=per_case and Range(per_case.low * cases, per_case.high * cases),
        words=point.words,
    )


def in_use_words(model: "CostCurveModel") -> str:
    """Return the marked thresholds in a sentence; empty without marks."""
    marks = [point.words for point in visible_marks(model)]
    return f"In use: {'; '.join(marks)}." if marks else ""
