"""Stability of the chosen classifier and threshold under resampling, and sample-size planning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf, isfinite, log10
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions
from cc_widgets.core.conditions import RangeLike, middle_share, read_range
from cc_widgets.core.costs import cheapest_corner, same_cost
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import result
from cc_widgets.core.uncertainty import examples_needed, paired_counts
from cc_widgets.core.uncertainty.bands import read_level
from cc_widgets.core.uncertainty.bootstrap import EnvelopeResamples
from cc_widgets.core.uncertainty.buckets import effective_counts
from cc_widgets.core.uncertainty.envelopes import choice_optimism, chosen_by_part
from cc_widgets.core.uncertainty.intervals import FourCounts, LineCounts
from cc_widgets.core.uncertainty.percentiles import RESAMPLES, LineReplicates
from cc_widgets.core.uncertainty.sample_size import (
    POWER,
    ComparisonTable,
    ExamplesNeeded,
    widths_with,
)
from cc_widgets.core.uncertainty.stability import Choices, ChosenThresholds, choices
from cc_widgets.errors import CostCurveError
from cc_widgets.model.advice import capitalize
from cc_widgets.model.answers import (
    CostAnswer,
    cost_of,
    current_interval,
    find_classifier,
    is_current,
    rank_choices,
    resampled_interval,
    resolve_pc,
)
from cc_widgets.model.bands import (
    BootstrapResamples,
    PairedMatrices,
    check_average,
    line_replicates_of,
    no_band_error,
    paired_counts_of,
    why_no_band,
    why_no_interval,
    why_not_resampled,
    why_not_tested,
)
from cc_widgets.model.bootstrap import resampled_at
from cc_widgets.model.conditions import Pair
from cc_widgets.model.derive import Curves, DerivedClassifier, ReducedCurve, class_sizes
from cc_widgets.model.numerals import (
    baseline_words,
    decimal,
    listing,
    number,
    percent,
    share,
)
from cc_widgets.model.traits import check_classifier_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Stability of the choice under resampling


_MAX_BARS = 24
_BAR_COVERAGE = 0.98  # of the chosen thresholds; outliers would compress the histogram
_MAX_NAMED = 3
_MAX_DENOMINATOR = 20  # write 19 of 20, but not 27 of 28
_MIN_SHARE = 0.005  # rarer choices are summarised as others

CHOICES_TITLE = "What resamples choose"
PLAN_TITLE = "With more examples"
"""Titles of the panels and tables that show these results."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the histogram of chosen thresholds.

    Attributes
    ----------
    low, high : float
        Edges of the bin; equal if single thresholds are counted.
    share : float
        Share of the resamples that choose a threshold.
    """

    low: float
    high: float
    share: float


class _Setting(NamedTuple):
    """A pc, the range that it belongs to, and a confidence level."""

    pc: float
    over: Pair | None
    level: float

    @property
    def lead(self) -> str:
        """The position of pc in words; empty without a range."""
        return "" if self.over is None else f"at PC(+) {share(self.pc)}, {self._position}"

    @property
    def _position(self) -> str:
        low, high = self.over or (self.pc, self.pc)
        if self.pc == middle_share(low, high):
            return "in the middle of your range"
        return "in your range" if low <= self.pc <= high else "outside your range"


@dataclass(frozen=True, slots=True)
class ThresholdStability:
    """Classifiers and thresholds that bootstrap resamples choose at one pc.

    Attributes
    ----------
    pc : float
        Probability-cost value PC(+).
    names : tuple of str
        Visible classifiers.
    choices : Choices
        Choices of the resamples; element i of its arrays belongs to classifier i.
    level : float
        Share of the chosen thresholds that an interval contains.
    best : str or None
        The recommended classifier; None for a baseline, or a classifier without thresholds.
    threshold : float or None
        Recommended threshold, rounded to the fewest decimals that keep all decisions.
    score : float or None
        The score of the dataset that this threshold stands for.
    lines : tuple of str
        The result in sentences.
    resampled : Resampled
        The resamples.
    pairs : tuple of PairedMatrices
        Paired confusion matrices.
    over : (low, high) or None
        Range that this pc belongs to.
    """

    pc: float
    names: tuple[str, ...]
    choices: Choices = field(compare=False)
    level: float
    best: str | None
    threshold: float | None
    score: float | None
    lines: tuple[str, ...]
    resampled: BootstrapResamples = field(compare=False, repr=False)
    pairs: tuple[PairedMatrices, ...] = ()
    over: Pair | None = None

    @property
    def setting(self) -> _Setting:
        """The pc, its range and the level."""
        return _Setting(self.pc, self.over, self.level)

    @property
    def words(self) -> str:
        """The sentences as one text."""
        return " ".join(self.lines)

    @property
    def shares(self) -> Mapping[str, float]:
        """Share of the resamples in which each classifier is cheapest; NaN if unknown."""
        return dict(zip(self.names, self.choices.share.tolist(), strict=True))

    def of(self, name: str) -> ChosenThresholds | None:
        """Return the thresholds that resamples choose for a classifier; None if it has none."""
        return self.choices.thresholds[self.names.index(name)]

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Histogram of the thresholds chosen for `best`."""
        chosen = None if self.best is None else self.of(self.best)
        ends = None if chosen is None else chosen.within(_BAR_COVERAGE)
        if chosen is None or ends is None:
            return ()
        is_inside = (chosen.threshold >= ends.low) & (chosen.threshold <= ends.high)
        at, shares = chosen.threshold[is_inside], chosen.count[is_inside] / chosen.count.sum()
        if self.threshold is not None:
            at = np.where(at == self.score, self.threshold, at)
        if at.size <= _MAX_BARS:
            return tuple(
                Bar(*row) for row in zip(at.tolist(), at.tolist(), shares.tolist(), strict=True)
            )
        heights, edges = np.histogram(at, _MAX_BARS, weights=shares)
        pairs = zip(edges[:-1].tolist(), edges[1:].tolist(), heights.tolist(), strict=True)
        return tuple(Bar(*row) for row in pairs)


def current_stability(
    model: "CostCurveModel", changes: Mapping[str, Any]
) -> ThresholdStability | None:
    """Return the choices of the current resamples at one pc, or None without resamples.

    `changes` are traits that are about to change. Returns None while joint resamples are
    incomplete.
    """
    inputs = ("bands", "curves", "pc", "paired_counts", "pc_range")
    bands, derived, pc, pairs, over = (changes.get(name, getattr(model, name)) for name in inputs)
    shown = derived.shown
    if bands is None or not shown or not all(is_current(bands, model, item) for item in shown):
        return None
    names, previous = tuple(item.name for item in shown), model._stability
    setting = _Setting(pc, over, model.level)
    key = (bands.resampled, names, setting, pairs)
    if previous is not None and key == (
        previous.resampled,
        previous.names,
        previous.setting,
        previous.pairs,
    ):
        return previous
    return _choices_at(derived, setting, bands.resampled, pairs)


def threshold_stability(model: "CostCurveModel", pc: float | None) -> ThresholdStability:
    """Return the choices of resamples at one pc, resampling if needed."""
    at = resolve_pc(model, pc)
    stability = current_stability(model, {"pc": at})
    if stability is not None:
        return stability
    sources = {item.name: item.source for item in model.curves.shown}
    reasons = {name: reason for name, source in sources.items() if (reason := why_no_band(source))}
    if reasons or not sources:
        raise no_band_error(reasons, "choices") if reasons else _no_classifier_error("choices")
    check_average(sources.values(), model.average, "choices")
    current = model.resampling
    resampled = resampled_at(sources, replace(current, rng=current.rng or 0), at)
    setting = _Setting(at, model.pc_range, model.level)
    outcome = _choices_at(model.curves, setting, resampled, model.paired_counts)
    return cast("ThresholdStability", outcome)  # no resamples are missing


def _no_classifier_error(where: str) -> CostCurveError:
    return CostCurveError(
        "there is no visible classifier", where=where, fix="Add one, or show a hidden one."
    )


def _choices_at(
    derived: Curves,
    setting: _Setting,
    resampled: BootstrapResamples,
    pairs: tuple[PairedMatrices, ...],
) -> ThresholdStability | None:
    """Return the choices of resamples; None if some resamples are missing."""
    names = [item.name for item in derived.shown]
    used_pairs = tuple(pair for pair in pairs if {pair.first, pair.second} <= set(names))
    rows = _resample_rows(resampled, names, used_pairs)
    if rows is None:
        return None
    outcome = choices(rows, setting.pc)
    paired_names = [name for pair in used_pairs for name in pair[:2]]
    if len(paired_names) > len(set(paired_names)):
        outcome = replace(outcome, share=np.full(len(names), np.nan), rules=np.nan)
    stability = _with_words(derived, setting, outcome, resampled)
    return replace(stability, pairs=pairs, over=setting.over)


def _resample_rows(
    resampled: BootstrapResamples, names: Sequence[str], pairs: Sequence[PairedMatrices]
) -> list[EnvelopeResamples | LineReplicates] | None:
    """Return matching resamples of each classifier; None if some are missing."""
    if not resampled.reasons.keys().isdisjoint(names):
        return None
    rows: list[EnvelopeResamples | LineReplicates] = []
    lines = line_replicates_of(names, resampled, pairs, resampled.n_done or RESAMPLES)
    for name in names:
        if name in lines:
            rows.append(lines[name])
            continue
        group = next(group for group in resampled.groups if name in group)
        joint = resampled.joint.get(group)
        if len(group) > 1 and len(set(group) & set(names)) > 1:
            if joint is None:
                return None
            rows.append(joint.each[group.index(name)])
        else:
            rows.append(resampled.each[name])
    return rows


def _with_words(
    derived: Curves, setting: _Setting, outcome: Choices, resampled: BootstrapResamples
) -> ThresholdStability:
    """Return choices with their description."""
    names, level = tuple(item.name for item in derived.shown), setting.level
    best = cost_of(derived, None, outcome.pc)
    item = None if best.is_baseline else derived.named(best.name)
    chosen = None if item is None else outcome.thresholds[names.index(item.name)]
    lines, score = [_cheapest_words(derived, names, outcome, setting.lead)], None
    if item is not None and chosen is not None and best.threshold is not None:
        score = _best_thresholds(item, best.pc)[0].threshold
        suffix = " there" if setting.lead else ""
        lines.append(_threshold_words(chosen, best, score, level, suffix))
    elif item is not None and item.reduced.each:
        lines.append(f"Each fold of {item.name} has a threshold of its own.")
    has_threshold = item is not None and chosen is not None
    return ThresholdStability(
        pc=outcome.pc,
        names=names,
        choices=outcome,
        level=level,
        best=best.name if has_threshold else None,
        threshold=best.threshold if has_threshold else None,
        score=score,
        lines=tuple(filter(None, lines)),
        resampled=resampled,
    )


_UNKNOWN_JOINTLY = (
    "Which is the cheapest in how many resamples is not known: counts of two matrices at a time do "
    "not tell how three err together."
)
_CAVEAT = "That is not the probability that it is best."
_THRESHOLD_CAVEAT = (
    "This is not a confidence interval of the threshold that is best on new data: at 90 %, such "
    "intervals contained that threshold in 66 % to 94 % of simulations."
)


def _cheapest_words(derived: Curves, names: tuple[str, ...], outcome: Choices, lead: str) -> str:
    """Return in how many resamples each classifier is cheapest."""
    if np.isnan(outcome.rules):
        return _UNKNOWN_JOINTLY
    shares = [
        *zip(outcome.share.tolist(), names, strict=True),
        (outcome.rules, _baseline_words(derived, outcome.pc)),
    ]
    (most, winner), *rest = sorted(shares, key=lambda pair: -pair[0])
    wins = f"{winner if winner in names else capitalize(winner)} is the cheapest here in"
    if lead:
        wins = f"{capitalize(lead)}, {winner} is the cheapest in"
    resamples = f"{outcome.n_resamples:,} resamples"
    if most > 1.0 - _MIN_SHARE:
        return f"{wins} {_share_words(most)} {resamples}. {_CAVEAT}"
    listed = [(part, name) for part, name in rest if part >= _MIN_SHARE][:_MAX_NAMED]
    remainder = 1.0 - most - sum(part for part, _ in listed)
    listed += [(remainder, "others")] if remainder >= _MIN_SHARE else []
    each = listing([f"{name} in {percent(part, 2)}" for part, name in listed])
    return f"{wins} {percent(most, 2)} of {resamples}, {each}. {_CAVEAT}"


def _baseline_words(derived: Curves, pc: float) -> str:
    """Return the cheaper baseline, or both if they cost the same."""
    if abs(pc - (1.0 - pc)) <= same_cost(pc):
        negative, positive = derived.classes
        return f"calling all {negative} or all {positive} (which cost the same)"
    return f"calling{baseline_words(derived, positive=pc > 1.0 - pc).removeprefix('call')}"


def _threshold_words(
    chosen: ChosenThresholds, best: CostAnswer, score: float, level: float, suffix: str
) -> str:
    """Return the interval of the chosen thresholds of the recommended classifier."""
    interval = chosen.within(level)
    if interval is None or best.threshold is None:
        return ""
    subject = f"The best threshold of {best.name}{suffix}"
    condition = (
        " of those where it pays" if chosen.n_rules >= _MIN_SHARE * chosen.n_resamples else ""
    )
    ends = [best.threshold if end == score else end for end in (interval.low, interval.high)]
    if ends == [best.threshold] * 2:
        frequency = _share_words(interval.share)
        stays = f"{subject} stays {decimal(best.threshold)} in {frequency}{condition}"
        return f"{stays}. {_THRESHOLD_CAVEAT}"
    low, high = _rounded_outwards(*ends)
    verb = f"is {low}" if low == high else f"lies between {low} and {high}"
    frequency = (
        _fraction_words(level) if interval.low < interval.high else _share_words(interval.share)
    )
    observed = f"{subject}, {decimal(best.threshold)} on these data"
    return f"{observed}, {verb} in {frequency}{condition}. {_THRESHOLD_CAVEAT}"


def _fraction_words(size: float) -> str:
    """Return a share near 1 as a fraction, such as 9 of 10."""
    left = 1 - read_level(size)
    one_of = left.numerator == 1 and left.denominator <= _MAX_DENOMINATOR
    return f"{left.denominator - 1} of {left.denominator}" if one_of else percent(size, 2)


def _share_words(size: float) -> str:
    """Return a share of resamples in words."""
    return "all" if size == 1.0 else "nearly all" if size > 1.0 - _MIN_SHARE else percent(size, 2)


def _rounded_outwards(low: float, high: float) -> tuple[str, str]:
    """Return two thresholds with enough digits to differ, rounded outwards."""
    if not (isfinite(low) and isfinite(high) and low < high):
        return decimal(low), decimal(high)
    decimals = 1 - floor(log10(high - low))
    ends = floor(low * 10.0**decimals), ceil(high * 10.0**decimals)
    below, above = (decimal(round(end / 10.0**decimals, max(decimals, 0))) for end in ends)
    return below, above


# ---- Sample size


_TIMES = (1, 2, 4, 10)
_SHOWN_INDEX = 2  # index of the factor that sentences mention
_N_PLACES = 21  # values of pc at which a range is evaluated


@dataclass(frozen=True, slots=True)
class Width:
    """Width of a confidence interval if there were more examples.

    Attributes
    ----------
    times : int
        Factor by which the number of examples grows.
    width : float
        Width of the interval of the cost.
    """

    times: int
    width: float


@result
class SampleSizePlan:
    """Sample size needed to compare two classifiers, and interval widths with more examples.

    Attributes
    ----------
    first, second : str or None
        The two compared classifiers; None if there are fewer than two.
    needed : ExamplesNeeded or None
        Number of examples, with its limits; None if unknown.
    why_not : str
        Reason why the sample size is unknown; empty if it is known.
    pc : float
        Probability-cost value PC(+). In a range, the value that needs the fewest examples, or the
        most if a smallest difference was given.
    name : str
        Recommended classifier or baseline, whose cost has the interval.
    widths : tuple of Width
        Width of that interval now and with more examples; empty if unknown.
    level : float
        Confidence level.
    lines : tuple of str
        The result in sentences.
    """

    first: str | None
    second: str | None
    needed: ExamplesNeeded | None
    why_not: str
    pc: float
    name: str
    widths: tuple[Width, ...]
    level: float
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """The sentences as one text."""
        return " ".join(self.lines)


def plan_sample_size(  # noqa: PLR0913 (options, by name only)
    model: "CostCurveModel",
    first: str | None = None,
    second: str | None = None,
    *,
    difference: float | None = None,
    pc: RangeLike | None = None,
    power: float = POWER,
    resample: bool = True,
) -> SampleSizePlan:
    """Return how many examples it takes to compare two classifiers.

    By default, the cheapest visible classifiers are compared at the model's pc, for its
    `least_difference` or else the observed one. With `resample`, a missing interval is computed.
    """
    difference = model.view.least_difference if difference is None else difference
    over = read_range("pc", model.pc if pc is None else pc, least=0.0, greatest=1.0)
    for name in (first, second):
        if name is not None:
            check_classifier_name(model, name, "plan")
    if not model.curves.shown:
        raise _no_classifier_error("plan")
    places = [over.low] if over.exact else np.linspace(over.low, over.high, _N_PLACES).tolist()
    source = _OptimismSource(model, places, {}, resample=resample)
    plans = [
        _plan_at(model, (first, second), place, (difference, power), source) for place in places
    ]
    plan = _select_plan(plans, most=difference is not None)
    best = cost_of(model.curves, None, plan.pc)
    widths = _widths(model, best, resample=resample)
    lines = (
        plan.why_not or _needed_words(model, plan, exact=over.exact),
        _widths_words(model, best, widths),
    )
    return SampleSizePlan(
        first=plan.pair[0],
        second=plan.pair[1],
        needed=plan.needed,
        why_not=plan.why_not,
        pc=plan.pc,
        name=best.name,
        widths=widths,
        level=model.level,
        lines=tuple(filter(None, lines)),
    )


@dataclass(frozen=True, slots=True)
class _PairPlan:
    """Sample size for two classifiers at one pc."""

    pc: float
    pair: tuple[str | None, str | None]
    needed: ExamplesNeeded | None = None
    why_not: str = ""
    has_target: bool = False
    is_fixed: bool = False


def _select_plan(plans: Sequence[_PairPlan], *, most: bool) -> _PairPlan:
    """Return the plan with the most or the fewest examples; the middle one if all are unknown."""
    sizes = [(plan.needed.times, i) for i, plan in enumerate(plans) if plan.needed is not None]
    if not sizes:
        return plans[len(plans) // 2]
    return plans[(max(sizes) if most else min(sizes))[1]]


def _plan_at(
    model: "CostCurveModel",
    names: tuple[str | None, str | None],
    pc: float,
    target: tuple[float | None, float],
    optimism: "_OptimismSource",
) -> _PairPlan:
    """Return the sample size at one pc, or why it is unknown.

    `target` is the difference to detect, if it is stated, and the power.
    """
    difference, power = target
    pair = _pair_names(model, names, pc)
    first, second = pair
    if first is None or second is None:
        return _PairPlan(pc, pair, why_not=_SINGLE)
    counts = paired_counts_of(model.paired_counts, (first, second))
    tables, reason = ([counts], "") if counts else _comparison_tables(model, first, second, pc)
    if reason:
        return _PairPlan(
            pc, pair, why_not=f"How many more examples it takes is not known. {reason}"
        )
    biases = (0.0, 0.0) if counts else (optimism.at(first, pc), optimism.at(second, pc))
    known = (biases[0] or 0.0, biases[1] or 0.0)
    needed = examples_needed(
        tables,
        pc,
        difference=difference,
        level=model.level,
        power=power,
        optimism=known,
    )
    return _PairPlan(pc, pair, needed, has_target=difference is not None, is_fixed=None in biases)


@dataclass(frozen=True, slots=True)
class _OptimismSource:
    """Optimistic bias of choosing thresholds, from the current bands or from new resamples.

    Attributes
    ----------
    model : CostCurveModel
        The model.
    places : sequence of float
        Values of pc at which it is needed.
    resampled : dict of str to EnvelopeResamples
        New resamples so far, by classifier.
    resample : bool
        Whether to resample classifiers without current bands.
    """

    model: "CostCurveModel"
    places: Sequence[float]
    resampled: dict[str, EnvelopeResamples]
    resample: bool

    def at(self, name: str, pc: float) -> float | None:
        """Return the bootstrap estimate for a classifier at one pc; None if it is unknown."""
        item, bands = find_classifier(self.model, name), self.model.bands
        if why_not_resampled(item.source):  # a matrix has no threshold to choose
            return 0.0
        resamples = self.resampled.get(name)
        if resamples is None and bands is not None and is_current(bands, self.model, item):
            resamples = bands.resampled.each.get(name)
        if resamples is None and self.resample:
            settings, single = self.model.resampling, self.places[0]
            drawn = resampled_at(
                {name: item.source},
                replace(settings, rng=settings.rng or 0),
                single if len(self.places) == 1 else None,
            )
            resamples = drawn.each[name]
        if resamples is None:
            return None
        self.resampled[name] = resamples
        optimism = choice_optimism(resamples, chosen_by_part(resamples))
        return float(np.interp(pc, resamples.pc, optimism))


_SINGLE = "How many more examples it takes to tell two classifiers apart: there is only one."
_WEIGHTED = "Where examples have weights or clusters it cannot be counted who errs on which."


def _pair_names(
    model: "CostCurveModel", names: tuple[str | None, str | None], pc: float
) -> tuple[str | None, str | None]:
    """Return the given names, with the cheapest other classifiers for missing ones."""
    order = [row.name for row in rank_choices(model.curves, pc) if not row.is_baseline]
    rest = iter([name for name in order if name not in names])
    first, second = (next(rest, None) if name is None else name for name in names)
    return first, second


def _comparison_tables(
    model: "CostCurveModel", first: str, second: str, pc: float
) -> tuple[list[ComparisonTable], str]:
    """Return the joint errors at the best thresholds of each fold, or why they are unknown."""
    first_item, second_item = (find_classifier(model, name) for name in (first, second))
    reason = why_no_interval([first_item.source, second_item.source], model.average)
    if reason := why_not_tested(model.classifiers, first, second) or (
        reason and f"{capitalize(reason)}."
    ):
        return [], reason
    first_used, second_used = _best_thresholds(first_item, pc), _best_thresholds(second_item, pc)
    if len(first_used) != len(second_used):
        return [], "They were tested on other folds."
    pairs = list(zip(first_used, second_used, strict=True))
    source = first_item.source
    if not (isinstance(source, Predictions | Folds) and source.drawn_with(second_item.source)):
        return [(used.counts, other.counts) for used, other in pairs], ""
    tables: list[ComparisonTable] = []
    for used, other in pairs:
        a, b = used.source, other.source
        if isinstance(a, Counts) or isinstance(b, Counts) or not a.plain:
            return [], _WEIGHTED
        tables.append(paired_counts(a, b, thresholds=(used.threshold, other.threshold)))
    return tables, ""


# ---- Best threshold at one pc, and its errors


@dataclass(frozen=True, slots=True)
class _UsedThreshold:
    """A threshold on the examples of one test set; infinite for a baseline."""

    source: Predictions | Counts
    threshold: float
    effective: FourCounts

    @property
    def counts(self) -> LineCounts:
        """Its errors as whole numbers of examples."""
        fp, n, fn, m = (round(count) for count in self.effective)
        return LineCounts(fp=min(fp, n), negatives=n, fn=min(fn, m), positives=m)


def _best_thresholds(item: DerivedClassifier, pc: float) -> list[_UsedThreshold]:
    """Return the best threshold of each fold at one pc; empty for ROC points."""
    each = zip(item.source.parts, item.reduced.each or (item.reduced,), strict=True)
    return [
        _best_threshold(part, reduced, pc)
        for part, reduced in each
        if isinstance(part, Predictions | Counts)
    ]


def _best_threshold(
    source: Predictions | Counts, reduced: ReducedCurve, pc: float
) -> _UsedThreshold:
    """Return the best threshold on one test set."""
    corner = cheapest_corner(reduced.hull, pc)
    at, curve = int(reduced.hull.index[corner]), reduced.curve
    threshold = inf if reduced.hull.fpr[corner] == 0.0 else -inf
    if int(reduced.hull.owner[corner]) != BASELINE and curve.threshold is not None:
        threshold = float(curve.threshold[at])
    if isinstance(source, Predictions) and not source.plain:
        return _UsedThreshold(source, threshold, effective_counts(source, threshold))
    n, m = class_sizes(source)
    fpr, tpr = float(reduced.hull.fpr[corner]), float(reduced.hull.tpr[corner])
    return _UsedThreshold(source, threshold, (fpr * n, n, (1.0 - tpr) * m, m))


# ---- Interval widths, and plans in words


def _widths(model: "CostCurveModel", best: CostAnswer, *, resample: bool) -> tuple[Width, ...]:
    """Return the width of the interval of the best choice, now and with more examples."""
    if best.is_baseline:
        return ()
    item = find_classifier(model, best.name)
    used = _best_thresholds(item, best.pc)
    interval = current_interval(model, None, best.pc)
    if interval is None and resample and _has_intervals(model):
        interval = resampled_interval(model, None, best.pc)
    if interval is None or not used:
        return ()
    widths = widths_with(
        [threshold.effective for threshold in used], best.pc, _TIMES, level=model.level
    )
    current = interval.upper - interval.lower
    return tuple(
        Width(times, current * float(width / widths[0]))
        for times, width in zip(_TIMES, widths, strict=True)
    )


def _has_intervals(model: "CostCurveModel") -> bool:
    """Return whether the best choice can have a confidence interval."""
    sources = [item.source for item in model.curves.shown]
    return not (any(map(why_no_band, sources)) or why_no_interval(sources, model.average))


def _widths_words(model: "CostCurveModel", best: CostAnswer, widths: tuple[Width, ...]) -> str:
    """Return the width of the interval, now and with more examples, in words."""
    if best.is_baseline:
        action = best.name.removeprefix("call")
        return f"What calling{action} costs is known: more examples would not make it surer."
    if not widths:
        return ""
    current, more = widths[0], widths[_SHOWN_INDEX]
    return (
        f"The {percent(model.level)} interval of the cost of {best.name} is "
        f"{number(current.width, 2)} wide; with {more.times} times as many examples it would be "
        f"{number(more.width, 2)}."
    )


def _needed_words(model: "CostCurveModel", plan: _PairPlan, *, exact: bool) -> str:
    """Return the sample size and its limits in words."""
    needed, (first, second) = plan.needed, plan.pair
    if needed is None:
        return ""
    size = number(abs(needed.difference), 2)
    is_here = exact and plan.pc == model.pc
    place = "here" if is_here else f"at PC(+) {share(plan.pc)}"
    if is_here and model.pc_range is not None:
        place = _Setting(plan.pc, model.pc_range, model.level).lead
    if not isfinite(needed.times):
        return (
            f"{first} and {second} cost the same {place} on this dataset, so that the sample size "
            "for their difference is unknown. State the smallest difference that matters."
        )
    subject = f"{first} from {second} {place} ({size} apart)"
    if plan.has_target:
        subject = f"a difference of {size} between {first} and {second} {place}"
    negative, positive = model.curves.classes
    sizes = (
        f"about {_rounded(needed.positives)} {positive} and {_rounded(needed.negatives)} {negative}"
    )
    more = "no more" if plan.has_target else "more"
    elsewhere = "" if exact else f" Elsewhere in the range it takes {more}."
    assumption = "both thresholds kept as they are and " if plan.is_fixed else ""
    assumptions = f"{assumption}looking at {'this' if is_here else 'that'} PC(+) alone"
    return (
        f"To tell {subject} with {percent(needed.power)} certainty, {assumptions}, takes {sizes}: "
        f"{_times_words(needed)}.{_scarce_words(needed, model)}{elsewhere}"
    )


def _rounded(size: float) -> str:
    """Return a number with two digits, as a whole number from 1,000."""
    return (
        number(size, 2) if size < _ROUNDED_FROM else f"{round(size, 1 - floor(log10(size))):,.0f}"
    )


_ROUNDED_FROM = 1000.0
_LEAST_FACTOR = 1.05  # rounds to more than 1 with two digits


def _times_words(needed: ExamplesNeeded) -> str:
    """Return the factor by which the dataset must grow, with its limits."""
    times = f"{_rounded(needed.times)} times as many as now"
    if needed.times <= 1.0:
        times = "no more than there are"
    if isfinite(needed.high):
        return f"{times} (between {_rounded(needed.low)} and {_rounded(needed.high)} times)"
    has_least = _LEAST_FACTOR <= needed.low < inf
    least = f"at least {_rounded(needed.low)} times, and perhaps" if has_least else "perhaps"
    return f"{times} ({least} no number is enough: they may be equally good)"


def _scarce_words(needed: ExamplesNeeded, model: "CostCurveModel") -> str:
    """Return the sizes needed if only one class grows."""
    if needed.times <= 1.0:
        return ""
    negative, positive = model.curves.classes
    classes = (
        (positive, needed.only_negatives, negative),
        (negative, needed.only_positives, positive),
    )
    sentences = [
        f" With no more {fixed} than now: about {_rounded(size)} {name}."
        for fixed, size, name in classes
        if isfinite(size)
    ]
    return "".join(sentences)
