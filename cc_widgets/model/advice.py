"""The recommendation in sentences: headline, facts and reasons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import SupportsFloat

import numpy as np

from cc_widgets.core import slope_at
from cc_widgets.core.conditions import Range, cost_per_case, prior_at
from cc_widgets.core.costs import OperatingRange, cheapest_corner, cost_of_rates, edge_pc, same_cost
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import Owner, result
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import (
    CostAnswer,
    Interval,
    MarkedPoint,
    RankedChoice,
    baseline_answer,
    cost_of,
    rank_choices,
)
from cc_widgets.model.choosing import (
    Best,
    CriterionAnswer,
    SingleChoice,
    best_choices,
    criterion_limit,
    regrets_of,
)
from cc_widgets.model.conditions import (
    ConditionsAtPc,
    FixedConditions,
    LinearConditions,
    Pair,
    state_conditions,
)
from cc_widgets.model.derive import Curves, DerivedClassifier
from cc_widgets.model.differences import (
    CheapestIntervals,
    LeadTests,
    possibly_cheapest,
    where_useful,
)
from cc_widgets.model.estimating import useful_range_of, useful_ranges
from cc_widgets.model.numerals import (
    amount,
    baseline_words,
    corner_advice,
    error_bound,
    listing,
    number,
    people_count,
    percent,
    reward_words,
    rounded_remainder,
    share,
    span,
    tally,
    zero_error_words,
)

# ---- Input and result


@result
class AdviceContext:
    """Everything that advice depends on besides curves and conditions.

    Attributes
    ----------
    n_cases : float
        Number of cases; 1 if unknown.
    currency : str
        The currency.
    interval : Interval or None
        Confidence interval of the cost of the best choice, if it is current.
    best : Band or None
        Band of the cost of the cheapest classifier over pc, if it is current.
    over_range : Best or None
        Choices for the range of pc; None if there is no classifier.
    worth : mapping of str to OperatingRange or None
        Where each visible classifier is worth using; None for nowhere.
    leads : LeadTests or None
        Tests of the cheapest classifiers against the others, if they are current.
    pc_range : (low, high) or None
        Range of pc.
    criterion : CriterionAnswer or None
        Choice by a criterion.
    in_use : tuple of MarkedPoint
        Marked thresholds of visible classifiers.
    losses : tuple of (Interval or None)
        Expected loss of each of them at this pc; None if it was not tested.
    again : str
        Choices of the bootstrap resamples at this pc, in words.
    background : tuple of str
        Reasons that are the same at every pc.
    """

    n_cases: float = 1.0
    currency: str = ""
    interval: Interval | None = None
    best: Band | None = None
    over_range: Best | None = None
    worth: Mapping[str, OperatingRange | None] = field(default_factory=dict)
    leads: LeadTests | None = None
    pc_range: Pair | None = None
    criterion: CriterionAnswer | None = None
    in_use: tuple[MarkedPoint, ...] = ()
    losses: tuple[Interval | None, ...] = ()
    again: str = ""
    background: tuple[str, ...] = ()

    @property
    def cheapest(self) -> CheapestIntervals | None:
        """Cheapest classifiers with their significance at each single pc; None if untested."""
        if self.leads is None:
            return None
        return where_useful(self.leads.cheapest_at_single_pc, self.best)


@dataclass(frozen=True, slots=True)
class Advice:
    """A recommendation in sentences.

    Attributes
    ----------
    headline : str
        The recommendation and its assumptions.
    lines : tuple of str
        At most three facts.
    why : tuple of str
        Reasons: positions in the figures, methods, assumptions.
    """

    headline: str
    lines: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def short_text(self) -> str:
        """The recommendation and the facts, without the reasons."""
        return " ".join((self.headline, *self.lines))

    @property
    def words(self) -> str:
        """The whole text."""
        return " ".join((self.headline, *self.lines, *self.why))


Rates = tuple[float, float]  # fpr, tpr
Corner = tuple[float, float, float]  # cost of a case: constant, per fpr, per fnr
_BASELINE_RATES = ((0.0, 0.0), (1.0, 1.0))
_RANGE_TOLERANCE = 1e-9  # for ends of one range that were computed in two ways
_SHORT_DIGITS = 2
_MAX_LISTED = 2
_SAME_COST = "just as much"
_SAME = "the same"


# ---- Effective conditions


@dataclass(frozen=True, slots=True)
class EffectiveConditions:
    """Conditions that an answer applies to; each is a range, even if it is a single number.

    Attributes
    ----------
    over, prior, cost_fp, cost_fn, cost_tp, cost_tn : Range
        Ranges of pc, of the prior, and of the costs of errors and of correct decisions.
    alarm, miss : Range
        Extra costs of errors: cost of the error minus that of the correct decision.
    corners : tuple of (constant, per fpr, per fnr)
        Cost of a case at each combination of range ends.
    is_assumed : bool
        Whether costs are defaults.
    is_outside : bool
        Whether pc is outside the user's range.
    """

    over: Range
    prior: Range
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range
    alarm: Range
    miss: Range
    corners: tuple[Corner, ...]
    is_assumed: bool
    is_outside: bool

    @property
    def is_range(self) -> bool:
        """Whether there is more than one pc."""
        return not self.over.exact

    @property
    def ends(self) -> Pair:
        """Both ends of the range of pc; equal for a single pc."""
        return self.over.low, self.over.high

    @property
    def has_rewards(self) -> bool:
        """Whether correct decisions have a cost or a benefit."""
        return any(base != 0.0 for base, _, _ in self.corners)


def effective_conditions(
    pc: float, terms: LinearConditions | FixedConditions | None, pc_range: Pair | None
) -> EffectiveConditions:
    """Return the conditions at one pc, or over the range that it is in."""
    is_inside = pc_range is not None and pc_range[0] <= pc <= pc_range[1]
    over = Range(*pc_range) if pc_range is not None and is_inside else Range(pc, pc)
    if isinstance(terms, FixedConditions) and not over.exact:  # an end may differ by rounding
        pc = min(max(pc, terms.pc[0]), terms.pc[1])
    conditions = (
        state_conditions(terms, pc, 0.0, 0.0)
        if terms is not None and _covers_range(terms, over)
        else None
    )
    is_outside = pc_range is not None and not is_inside
    if conditions is None:
        unit_cost, no_cost = Range(1.0, 1.0), Range(0.0, 0.0)
        corners = tuple((0.0, 1.0 - prior, prior) for prior in over.ends)
        return EffectiveConditions(
            over=over,
            prior=over,
            cost_fp=unit_cost,
            cost_fn=unit_cost,
            cost_tp=no_cost,
            cost_tn=no_cost,
            alarm=unit_cost,
            miss=unit_cost,
            corners=corners,
            is_assumed=True,
            is_outside=is_outside,
        )
    fp, fn, tp, tn = conditions.cost_fp, conditions.cost_fn, conditions.cost_tp, conditions.cost_tn
    return EffectiveConditions(
        over=over,
        prior=conditions.prior,
        cost_fp=fp,
        cost_fn=fn,
        cost_tp=tp,
        cost_tn=tn,
        alarm=Range(fp.low - tn.high, fp.high - tn.low),
        miss=Range(fn.low - tp.high, fn.high - tp.low),
        corners=terms.corners
        if isinstance(terms, FixedConditions)
        else (_exact_corner(conditions),),
        is_assumed=False,
        is_outside=is_outside,
    )


def _covers_range(terms: LinearConditions | FixedConditions, over: Range) -> bool:
    """Return whether conditions belong to a range; they do not while one end is being dragged."""
    if over.exact or not isinstance(terms, FixedConditions):
        return over.exact
    return max(abs(terms.pc[0] - over.low), abs(terms.pc[1] - over.high)) < _RANGE_TOLERANCE


def _exact_corner(conditions: ConditionsAtPc) -> Corner:
    """Return the cost of a case under exact conditions."""
    prior, fp, fn = conditions.prior.low, conditions.cost_fp.low, conditions.cost_fn.low
    tp, tn = conditions.cost_tp.low, conditions.cost_tn.low
    return prior * tp + (1.0 - prior) * tn, (1.0 - prior) * (fp - tn), prior * (fn - tp)


# ---- Expected counts of correct decisions and errors


_ROUND_NUMBERS = (1e3, 1e5, 1e7, 1e9)


def _expected_counts(
    effective: EffectiveConditions, rates: Rates, cases: float
) -> tuple[Range, Range, Range, Range]:
    """Return the expected positives, true positives, false negatives and false positives."""
    fpr, tpr = rates
    low, high = effective.prior.low * cases, effective.prior.high * cases
    negatives = (1.0 - effective.prior.high) * cases, (1.0 - effective.prior.low) * cases
    return (
        Range(low, high),
        Range(low * tpr, high * tpr),
        Range(low * (1.0 - tpr), high * (1.0 - tpr)),
        Range(negatives[0] * fpr, negatives[1] * fpr),
    )


def _case_count(effective: EffectiveConditions, rates: Rates, n_cases: float) -> float:
    """Return the user's number of cases, or a round number that makes counts at least 1."""
    sizes = (*([] if n_cases == 1.0 else [n_cases]), *_ROUND_NUMBERS)
    for cases in sizes:
        ends = [end for count in _expected_counts(effective, rates, cases) for end in count.ends]
        if all(end == 0.0 or end >= 1.0 for end in ends):
            return cases
    return sizes[-1]


def _counts_words(
    derived: Curves,
    effective: EffectiveConditions,
    rates: Rates,
    cases: float,
    item: DerivedClassifier | None,
) -> str:
    """Return the expected counts of a choice in words; `item` is its classifier, if it has one."""
    is_baseline = item is None and rates in _BASELINE_RATES
    positives, hits, missed, alarms = _expected_counts(effective, rates, cases)
    hits = Range(
        rounded_remainder(positives.low, missed.low, hits.low),
        rounded_remainder(positives.high, missed.high, hits.high),
    )
    lead = f"Of {amount(cases)} cases {_positives_words(positives, cases)} {derived.classes[1]}"
    alarm_words = _error_words(alarms, "false alarm")
    if rates[0] == 0.0 and not is_baseline:
        alarm_words += zero_error_words(derived, item, positive=False)
    if positives.high == 0.0:
        return f"{lead}: {'that' if is_baseline else 'it'} raises {alarm_words}."
    if is_baseline and rates[0] == 0.0:
        return f"{lead}: that misses all of them, and raises no false alarm."
    if is_baseline:
        return f"{lead}: that finds all of them, and raises {alarm_words}."
    finds, misses = f"finds {_case_words(hits)}", f" misses {_case_words(missed)},"
    if missed.high == 0.0:
        finds = f"finds all of them{zero_error_words(derived, item, positive=True)}"
        misses = ""
    return f"{lead}: it {finds},{misses} and raises {alarm_words}."


def _positives_words(positives: Range, cases: float) -> str:
    """Return the number of positive cases with its verb."""
    if positives.high == 0.0:
        return "none are"
    if positives.low == cases:
        return "all are"
    words = _case_words(positives)
    return f"{words} is" if words == "1" else f"{words} are"


def _case_words(count: Range) -> str:
    """Return a number of cases, or a range, in words."""
    return "none" if count.high == 0.0 else span(count, people_count)


def _error_words(count: Range, noun: str) -> str:
    """Return a number of errors with its noun."""
    words = span(count, people_count)
    if count.high == 0.0:
        return f"no {noun}"
    return f"{words} {_pluralize(noun, words)}"


def _pluralize(noun: str, count: str) -> str:
    """Return a noun in the number that fits a count."""
    if count == "1":
        return noun
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


# ---- Costs in a currency, or as an equivalent number of errors


@dataclass(frozen=True, slots=True)
class CostUnit:
    """Unit of costs: the currency, or the kind of error that costs are expressed in.

    Attributes
    ----------
    corners : tuple of (constant, per fpr, per fnr)
        Cost of a case at each combination of ends of the conditions.
    cases : float
        Number of cases that costs refer to.
    is_total : bool
        Whether these are all cases of the conditions.
    currency : str
        The currency; empty if costs are expressed in errors.
    error : str
        That kind of error.
    """

    corners: tuple[Corner, ...]
    cases: float
    is_total: bool
    currency: str
    error: str

    def cost(self, rates: Rates) -> Range:
        """Return the cost of a choice."""
        return self._span(
            cost_per_case(corner, rates[0], 1.0 - rates[1]) for corner in self.corners
        )

    def difference(self, rates: Rates, other: Rates) -> Range:
        """Return the cost of a choice minus that of another; 0 if they differ by rounding."""
        fpr, fnr = rates[0] - other[0], other[1] - rates[1]
        return self._span(cost_per_case((0.0, a, b), fpr, fnr) for _, a, b in self.corners)

    def max_regret(self, choice: SingleChoice, derived: Curves, best: Band | None) -> float:
        """Return the largest regret of a choice; it is reached at a corner."""
        _, per_fpr, per_fnr = np.array(self.corners).T
        return self.cases * float(regrets_of(derived, choice, per_fpr, per_fnr, best).max())

    def from_normalised(self, cost: float) -> float:
        """Convert a normalised cost; only under exact conditions."""
        return self.cases * float(cost_per_case(self.corners[0], cost, cost))

    def from_difference(self, cost: float) -> float:
        """Convert a difference of normalised costs; only under exact conditions."""
        _, per_fpr, per_fnr = self.corners[0]
        return self.cases * float(cost_per_case((0.0, per_fpr, per_fnr), cost, cost))

    def _span(self, costs: Iterable[SupportsFloat]) -> Range:
        """Return the range of costs per case, times the number of cases."""
        values = [self.cases * float(cost) for cost in costs]
        return Range(min(values), max(values))

    def amount_text(self, value: Range) -> str:
        """Return an amount, or a number of errors without the noun."""
        return span(value, amount, self.currency) if self.currency else span(value, tally)

    def amount_with_cases(self, value: Range) -> str:
        """Return an amount, or a number of errors, with the number of cases."""
        return f"{self.amount_with_noun(value)} {self.case_words}"

    def total_sentence(self, value: Range, *, is_baseline: bool = False) -> str:
        """Return the cost of a choice as the beginning of a sentence."""
        it = "That" if is_baseline else "It"
        if self._is_zero(value):
            return f"{it} costs nothing"
        if self.currency:
            return f"{it} costs {self.amount_with_cases(value)}"
        weighs = "That weighs" if is_baseline else "Its errors together weigh"
        return f"{weighs} {self.amount_with_cases(value)}"

    def next_amount(self, value: Range, first: Range) -> str:
        """Return an amount that follows another one, with its noun if that had none."""
        return self.amount_with_cases(value) if self._is_zero(first) else self.amount_text(value)

    def _is_zero(self, value: Range) -> bool:
        """Return whether there is no error to express a cost in."""
        return not self.currency and value.high <= 0.0

    def amount_with_noun(self, value: Range) -> str:
        """Return an amount, or a number of errors with the noun."""
        count = self.amount_text(value)
        return count if self.currency else f"as much as {count} {_pluralize(self.error, count)}"

    @property
    def case_words(self) -> str:
        """The number of cases in words."""
        return f"{'in' if self.is_total else 'per'} {amount(self.cases)} cases"


def _cost_unit(effective: EffectiveConditions, context: AdviceContext, cases: float) -> CostUnit:
    """Return the unit of costs; a cost that is sure to be positive serves as the unit."""
    corners, error, currency = effective.corners, "false alarm", _currency(effective, context)
    if not currency:
        alarm, miss, ends = effective.alarm, effective.miss, effective.prior.ends
        if alarm.low > 0.0:
            ratios = (miss.low / alarm.high, miss.high / alarm.low)
            corners = tuple((0.0, 1.0 - prior, prior * ratio) for prior in ends for ratio in ratios)
        else:
            ratios = (alarm.low / miss.high, alarm.high / miss.low)
            corners = tuple(
                (0.0, (1.0 - prior) * ratio, prior) for prior in ends for ratio in ratios
            )
            error = "miss"
    return CostUnit(corners, cases, cases == context.n_cases, currency, error)


def _currency(effective: EffectiveConditions, context: AdviceContext) -> str:
    """Return the currency if the costs are the user's, else an empty string."""
    return "" if effective.is_assumed else context.currency


# ---- Cost compared with the baselines, and useful range


def _best_baseline(derived: Curves, pc: float) -> tuple[float, str]:
    """Return the cost of the better baseline and its words."""
    words = baseline_words(derived, positive=pc > 1.0 - pc)
    return min(pc, 1.0 - pc), f"calling{words.removeprefix('call')}"


def _relative_cost(cost: float, baseline: float, pc: float) -> str:
    """Return by how many per cent a normalised cost is below or above that of a baseline."""
    if abs(cost - baseline) <= same_cost(pc):
        return _SAME_COST
    if baseline <= same_cost(pc):
        return "more"
    change = cost / baseline - 1.0
    return (
        f"{percent(-change, _SHORT_DIGITS)} less"
        if change < 0.0
        else f"{number(100.0 * change, _SHORT_DIGITS)} % more"
    )


def _than_or_as(words: str) -> str:
    return f"{words} as" if words == _SAME_COST else f"{words} than"


def _against_words(derived: Curves, effective: EffectiveConditions, rates: Rates) -> str:
    """Return the cost relative to the better baseline, at pc or at both ends of the range."""
    return _relative_cost_words(derived, effective, _costs_at_ends(rates, effective))


def _costs_at_ends(rates: Rates, effective: EffectiveConditions) -> list[float]:
    """Return the observed cost of a choice at both ends of the range."""
    return [float(cost_of_rates(*rates, pc)) for pc in effective.ends]


def _relative_cost_words(
    derived: Curves, effective: EffectiveConditions, costs: list[float]
) -> str:
    """Return normalised costs relative to the better baselines."""
    baselines = [_best_baseline(derived, pc) for pc in effective.ends]
    first, last = (
        _relative_cost(cost, baseline, pc)
        for cost, (baseline, _), pc in zip(costs, baselines, effective.ends, strict=True)
    )
    if not effective.is_range:
        return f"{_than_or_as(first)} {baselines[0][1]}"
    start, stop = (_end_words(derived, effective, end) for end in (0, 1))
    if baselines[0][1] == baselines[1][1]:
        return f"from {_than_or_as(first)} {baselines[0][1]} ({start}) to {last} ({stop})"
    words = f"{_than_or_as(first)} {baselines[0][1]} ({start})"
    return f"{words}, and {_than_or_as(last)} {baselines[1][1]} ({stop})"


def _end_words(derived: Curves, effective: EffectiveConditions, end: int) -> str:
    """Return the conditions at one end of the range, if they differ between the ends."""
    parts = _costs_at_end(effective, end)
    if not effective.prior.exact:
        parts.insert(0, f"{percent(effective.prior.ends[end])} {derived.classes[1]}")
    return ", ".join(parts) if parts else ("at one end", "at the other")[end]


def _costs_at_end(effective: EffectiveConditions, end: int) -> list[str]:
    """Return the costs at one end of the range, if they differ between the ends."""
    parts = []
    if not effective.cost_fn.exact:
        parts.append(f"{amount(effective.cost_fn.ends[end])} a miss")
    if not effective.cost_fp.exact:
        parts.append(f"{amount(effective.cost_fp.ends[1 - end])} a false alarm")
    return parts


def _useful_range(rates: Rates) -> Range:
    """Return the pc range in which a choice costs less than both baselines."""
    fpr, tpr = rates
    low = fpr / (fpr + tpr) if fpr + tpr else 0.0
    tnr, fnr = 1.0 - fpr, 1.0 - tpr
    return Range(low, max(low, tnr / (tnr + fnr) if tnr + fnr else 1.0))


def _observed_suffix(context: AdviceContext) -> str:
    """Return the suffix that marks a cost as observed, if there is an interval for new data."""
    return "" if context.interval is None else " on these data"


def _baselines_words(
    derived: Curves,
    effective: EffectiveConditions,
    cost_unit: CostUnit,
    best: CostAnswer,
    suffix: str,
) -> str:
    """Return where the baselines cost less than a choice, and their cost here."""
    cost = cost_unit.cost((best.fpr, best.tpr))
    all_negative, all_positive = (
        cost_unit.next_amount(cost_unit.cost((rate, rate)), cost) for rate in (0.0, 1.0)
    )
    verb = "cost" if cost_unit.currency else "weigh"
    both = (
        f"both {verb} {all_negative}"
        if all_negative == all_positive
        else f"they {verb} {all_negative} and {all_positive}"
    )
    return f"{_useful_range_words(derived, effective, best, suffix)}; here {both}."


def _useful_range_words(
    derived: Curves, effective: EffectiveConditions, best: CostAnswer, suffix: str
) -> str:
    """Return the prevalences below and above which a baseline is cheaper."""
    negative, positive = derived.classes
    useful = _useful_range((best.fpr, best.tpr))
    subject = best.name if best.words == best.name else "this choice"
    subject = subject if best.threshold is None else "this threshold"
    low, high = (percent(_prior_at(effective, pc)) for pc in (useful.low, useful.high))
    if useful.low == 0.0 and useful.high == 1.0:
        baselines = f"calling all {negative} or all {positive}"
        return f"However many are {positive}, {subject} costs no more than {baselines}{suffix}"
    below = f"Below {low} {positive} calling all {negative} costs less than {subject}{suffix}"
    if useful.high == 1.0:
        return f"{below}, calling all {positive} nowhere"
    if useful.low == 0.0:
        above = f"Above {high} {positive} calling all {positive} costs less than {subject}{suffix}"
        return f"{above}, calling all {negative} nowhere"
    return f"{below}, above {high} calling all {positive}"


def _prior_at(effective: EffectiveConditions, pc: float) -> float:
    """Return the prior that a pc stands for, at the effective costs."""
    if not effective.miss.low:  # the cost of a miss underflows to 0
        return float(pc > 0.0)
    return float(prior_at(pc, cost_fp=effective.alarm.low, cost_fn=effective.miss.low))


def _place_words(derived: Curves, effective: EffectiveConditions, pc: float) -> str:
    """Return a pc as a prevalence, for both ends of the costs if needed."""
    alarm, miss, positive = effective.alarm, effective.miss, derived.classes[1]
    if not (alarm.low > 0.0 and miss.low > 0.0):
        return f"PC(+) {share(pc)}"
    costs = (miss.low, alarm.high), (miss.high, alarm.low)
    start, stop = (percent(float(prior_at(pc, cost_fp=fp, cost_fn=fn))) for fn, fp in costs)
    first, last = (", ".join(_costs_at_end(effective, end)) for end in (0, 1))
    if start == stop:
        return f"{start} {positive}"
    return f"{start} {positive} ({first}) or {stop} ({last})" if first else f"PC(+) {share(pc)}"


def _baseline_range_words(
    derived: Curves, effective: EffectiveConditions, choice: SingleChoice, context: AdviceContext
) -> str:
    """Return the parts of the range in which a baseline is cheaper, in words."""
    low, high = effective.ends
    observed = _useful_range((choice.fpr, choice.tpr))
    useful = [observed.low, observed.high]
    if context.best is not None:
        useful = useful_range_of(context.best, choice.fpr, choice.tpr).tolist()
    if not useful:
        return ""
    negative, positive = derived.classes
    at_low, at_high = _expected_at_ends(choice, effective)
    below, above = at_low - low > same_cost(low), at_high - (1.0 - high) > same_cost(high)
    start, stop = (_place_words(derived, effective, pc) for pc in useful)
    if below:
        rest = f", above {stop} calling all {positive}" if above else ""
        return f"; below {start} calling all {negative} is cheaper{rest}"
    return f"; above {stop} calling all {positive} is cheaper" if above else ""


def _saving_doubt(
    derived: Curves,
    effective: EffectiveConditions,
    rates: Rates,
    context: AdviceContext,
    costs: list[float],
) -> str:
    """Return a note if the saving over the baselines at these `costs` is not significant."""
    ends = [
        end
        for end, (pc, cost) in enumerate(zip(effective.ends, costs, strict=True))
        if cost < _best_baseline(derived, pc)[0] - same_cost(pc)
        and _may_be_chance(derived, rates, context, pc)
    ]
    if not ends:
        return ""
    if not effective.is_range or len(ends) == len(effective.ends):
        return f"; what it saves could be chance{' at both ends' if effective.is_range else ''}"
    return f"; what it saves ({_end_words(derived, effective, ends[0])}) could be chance"


def _may_be_chance(derived: Curves, rates: Rates, context: AdviceContext, pc: float) -> bool:
    """Return whether a choice is cheaper than the baselines only within its confidence limits.

    Its upper limit is that of the best choice plus the observed difference from it.
    """
    baseline, cost = _best_baseline(derived, pc)[0], float(cost_of_rates(*rates, pc))
    band = context.best
    if band is None or cost >= baseline - same_cost(pc):
        return False
    upper = max(float(np.interp(pc, band.pc, edge)) for edge in (band.expected, band.upper))
    return upper + cost - float(np.interp(pc, band.pc, band.estimate)) > baseline + same_cost(pc)


def _cheaper_verb(context: AdviceContext) -> str:
    """Return the verb of a choice that costs less, on new data where that is estimated."""
    return "is cheaper" if context.best is None else "is expected to cost less"


def _expected_verb(effective: EffectiveConditions, context: AdviceContext) -> str:
    """Return the verb of a cost; with rewards, it is the cost of errors alone."""
    if context.best is None:
        return "Its errors cost" if effective.has_rewards else "It costs"
    subject = "Its errors are" if effective.has_rewards else "It is"
    return f"{subject} expected to cost"


# ---- Assumptions and significance


def _assumed_words(derived: Curves, effective: EffectiveConditions) -> str:
    """Return the default conditions in words, if the user gave none."""
    if not effective.is_assumed:
        return ""
    outside = "outside your range, if" if effective.is_outside else "if"
    positives = f"{_prevalence_words(effective.prior)} {_are_positive(derived)}"
    return f"{outside} {positives} and both errors cost the same: "


def _prevalence_words(prior: Range) -> str:
    """Return a prevalence in words."""
    names = {0.0: "none", 0.5: "half", 1.0: "all"}
    return names.get(prior.low) or percent(prior.low) if prior.exact else span(prior, percent)


def _are_positive(derived: Curves) -> str:
    return f"are {derived.classes[1]}"


def capitalize(words: str) -> str:
    """Return words with the first letter in upper case."""
    return words[:1].upper() + words[1:]


_MAX_NAMED = 3
_UNTESTED = "not tested: may be chance"
_NOT_TESTED = -1  # certainty of an interval


def _significance_words(
    derived: Curves, best: CostAnswer, order: Sequence[RankedChoice], context: AdviceContext
) -> str:
    """Return from which choices the best one differs significantly, and from which it does not."""
    clear, ties = _pairwise_results(derived, best, order, context)
    ties += _baseline_doubt(best.pc, context, derived)
    tie_words = f"it cannot be told apart from {' or '.join(ties)}" if ties else ""
    return f"; {', but '.join(_non_empty(clear, tie_words))}" if clear or tie_words else ""


def _pairwise_results(
    derived: Curves, best: CostAnswer, order: Sequence[RankedChoice], context: AdviceContext
) -> tuple[str, list[str]]:
    """Return the runner-up if significantly more expensive, and the classifiers that are not.

    All classifiers are tested together, at this pc.
    """
    rivals = [row for row in order if not row.is_baseline and row.name != best.name]
    if not rivals or context.leads is None:
        return "", []
    rival = rivals[0]
    if rival.cost - best.normalised <= same_cost(best.pc):
        ((_, certainty, _),) = context.leads.cheapest_at_single_pc.over(best.pc, best.pc)
        return "", [] if certainty == _NOT_TESTED else [rival.name]
    tests = rival_tests(derived, best, rivals, context.leads)
    unclear = [test.name for test in tests if not test.is_significant]
    is_clear = rival.name in {test.name for test in tests if test.is_significant}
    rest = " (others not tested)" if not unclear and len(tests) < len(rivals) else ""
    return f"clearly cheaper than {rival.name}{rest}" if is_clear else "", unclear[:1]


def _position(derived: Curves, choice: CostAnswer | RankedChoice) -> int | None:
    """Return the position of a classifier; None for a baseline."""
    item = derived.named(choice.name)
    return None if item is None else item.position


@dataclass(frozen=True, slots=True)
class RivalTest:
    """Test of the recommended classifier against another one at a single pc.

    Attributes
    ----------
    name : str
        The other classifier.
    difference : float
        Normalised expected cost of the other classifier minus that of the recommended one, on the
        dataset.
    lower, upper : float
        Confidence limits of the difference on new data.
    level : float
        Confidence level, for all other classifiers together.
    """

    name: str
    difference: float
    lower: float
    upper: float
    level: float

    @property
    def is_significant(self) -> bool:
        """Whether the recommended classifier is significantly cheaper at this pc."""
        return self.lower > 0.0


def rival_tests(
    derived: Curves, best: CostAnswer, order: Iterable[RankedChoice], leads: LeadTests | None
) -> tuple[RivalTest, ...]:
    """Return the tests of the best choice against other classifiers at one pc, in their order.

    Classifiers that were not tested are left out.
    """
    owner = _position(derived, best)
    if leads is None or owner is None:
        return ()
    tests = []
    for row in order:
        other = _position(derived, row)
        test = None if other is None else leads.of(owner, other)
        if test is None:
            continue
        lower, upper = sorted(float(edge[0]) for edge in test.at(np.array([best.pc])))
        if not np.isnan(lower + upper):
            more = row.cost - best.normalised
            tests.append(RivalTest(row.name, more, lower, upper, leads.level))
    return tuple(tests)


def _baseline_doubt(pc: float, context: AdviceContext, derived: Curves) -> list[str]:
    """Return the better baseline if the interval reaches beyond its known cost."""
    (cost, words), interval = _best_baseline(derived, pc), context.interval
    if interval is None or max(interval.expected, interval.upper) <= cost + same_cost(pc):
        return []
    return [_EITHER_BASELINE if pc == 1.0 - pc else words]


_EITHER_BASELINE = "calling all alike"  # where both cost the same


def _significance_over_range(
    derived: Curves, effective: EffectiveConditions, choice: SingleChoice, context: AdviceContext
) -> str:
    """Return where in a range the single choice is significantly cheaper than others."""
    stretches = _tested_stretches(effective, context)
    item = derived.named(choice.name)
    if not stretches or item is None:
        return ""
    rivals = [rival.name for rival in derived.shown if rival.name != choice.name]
    led = [stretch for stretch in stretches if _has_lead(stretch)]
    better = {owner for owner, certainty, _ in led if certainty == 1} - {item.position}
    if better:
        winner = derived.classifiers[better.pop()].name if len(better) == 1 else "another"
        return f"; {winner} is clearly cheaper at some single PC(+) of your range{_AT_BEST}"
    doubts = {
        _doubtful_rival(owner, challenger, item.position)
        for owner, certainty, challenger in led
        if certainty != 1
    }
    if not doubts:
        rival_words = rivals[0] if len(rivals) == 1 else "any other"
        where = "each PC(+) of your range"
        where += "" if len(led) == len(stretches) else " where a classifier is worth using"
        return f"; clearly cheaper than {rival_words} at {where}{_AT_BEST}"
    (first, *more) = doubts
    name = rivals[0] if len(rivals) == 1 else ""
    name = name if more or first < 0 else derived.classifiers[first].name
    if any(certainty == 1 for _, certainty, _ in led):
        return f"; it cannot be told apart from {name or 'another'} in part of your range"
    if not name:
        return "; at no single PC(+) of your range is it clear which classifier is cheapest"
    return f"; it cannot be told apart from {name} at any single PC(+) of your range"


_AT_BEST = ", each at its best threshold there"


def _doubtful_rival(owner: int, challenger: int, position: int) -> int:
    """Return which classifier does not differ significantly from a choice; -1 if unknown."""
    if owner == position:
        return challenger
    return owner if challenger == position else -1


def _has_lead(stretch: tuple[int, int, int]) -> bool:
    """Return whether a classifier, or several tied ones, are cheapest in an interval."""
    return stretch[0] >= 0 or stretch[0] == Owner.TIE


def _tested_stretches(
    effective: EffectiveConditions, context: AdviceContext
) -> list[tuple[int, int, int]]:
    """Return owner, certainty and challenger of the intervals in a range, if all are tested."""
    if context.cheapest is None:
        return []
    stretches = context.cheapest.over(*effective.ends)
    led = [stretch for stretch in stretches if _has_lead(stretch)]
    is_tested = led and all(certainty != _NOT_TESTED for _, certainty, _ in led)
    return stretches if is_tested else []


# ---- Marked thresholds


def _in_use_words(cost_unit: CostUnit, rates: Rates, context: AdviceContext) -> str:
    """Return the cost of marked thresholds relative to the recommended one."""
    if not context.in_use:
        return ""
    parts = _mark_words(cost_unit, rates, context)
    n_left = len(parts) - _MAX_LISTED
    more = f"; {n_left} more under Why?" if n_left > 0 else ""
    return f"Today's threshold, {'; '.join(parts[:_MAX_LISTED])}{more}."


def _more_in_use(cost_unit: CostUnit, rates: Rates, context: AdviceContext) -> tuple[str, ...]:
    """Return the costs of the remaining marked thresholds, which the reasons list."""
    parts = _mark_words(cost_unit, rates, context)[_MAX_LISTED:]
    return tuple(f"In use too: {words}." for words in parts)


def _mark_words(cost_unit: CostUnit, rates: Rates, context: AdviceContext) -> list[str]:
    """Return each marked threshold with its expected loss, or else its observed one."""
    losses = context.losses or (None,) * len(context.in_use)
    words = []
    for mark, loss in zip(context.in_use, losses, strict=True):
        if loss is not None:
            words.append(f"{mark.words}, {_loss_words(cost_unit, loss)}")
            continue
        difference = _cost_difference_words(cost_unit, rates, (mark.fpr, mark.tpr))
        doubt = "" if difference == _SAME else f" ({_UNTESTED})"
        words.append(f"{mark.words}, costs {difference}{doubt}")
    return words


def _loss_words(cost_unit: CostUnit, loss: Interval) -> str:
    """Return an expected loss with its confidence limits."""
    if loss.lower == loss.upper == 0.0:
        return f"costs {_SAME}"
    expected, lower, upper = map(cost_unit.from_difference, (loss.expected, loss.lower, loss.upper))
    change = cost_unit.amount_with_noun(Range(abs(expected), abs(expected)))
    more = "more" if expected >= 0.0 else "less"
    is_sure = loss.lower > 0.0 or loss.upper < 0.0
    return (
        f"is expected to cost {change} {more} {cost_unit.case_words} "
        f"({percent(loss.level)}: {_change_words(cost_unit, lower, upper)}"
        f"{'' if is_sure else ', could be chance'})"
    )


def _change_words(cost_unit: CostUnit, lower: float, upper: float) -> str:
    """Return the limits of a change in cost."""
    if lower >= 0.0:
        return f"{cost_unit.amount_text(Range(lower, upper))} more"
    if upper <= 0.0:
        return f"{cost_unit.amount_text(Range(-upper, -lower))} less"
    less = cost_unit.amount_text(Range(-lower, -lower))
    return f"{less} less to {cost_unit.amount_text(Range(upper, upper))} more"


def _cost_difference_words(cost_unit: CostUnit, rates: Rates, other: Rates) -> str:
    """Return how much more or less another choice costs."""
    difference = cost_unit.difference(other, rates)
    if difference == Range(0.0, 0.0):
        return _SAME
    if difference.low < 0.0 < difference.high:
        less = cost_unit.amount_with_noun(Range(-difference.low, -difference.low))
        more = cost_unit.amount_text(Range(difference.high, difference.high))
        return f"{less} less to {more} more {cost_unit.case_words}"
    if difference.high <= 0.0:
        less = cost_unit.amount_with_noun(Range(-difference.high, -difference.low))
        return f"{less} less {cost_unit.case_words}"
    cost = cost_unit.cost(rates)
    has_share = difference.low == difference.high and cost.low == cost.high > 0.0
    share_words = (
        f" ({number(100.0 * difference.high / cost.high, _SHORT_DIGITS)} %)" if has_share else ""
    )
    return f"{cost_unit.amount_with_noun(difference)} more {cost_unit.case_words}{share_words}"


# ---- Advice at one pc


def advice(
    derived: Curves,
    pc: float,
    terms: LinearConditions | FixedConditions | None,
    context: AdviceContext,
) -> Advice:
    """Return the recommendation at one pc, or over the range that it is in.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> advice(derived, 0.5, None, AdviceContext()).lines[0]
    'Of 1,000 cases 500 are positives: it finds 400, misses 100, and raises 100 false alarms.'
    """
    if not derived.visible:
        return no_classifier_advice(derived)
    effective = effective_conditions(pc, terms, context.pc_range)
    if context.criterion is not None:
        return _criterion_advice(derived, effective, context, context.criterion)
    if effective.is_range:
        return _range_advice(derived, effective, context)
    return _pc_advice(derived, effective, context)


def no_classifier_advice(derived: Curves) -> Advice:
    """Return advice for a model without visible classifiers."""
    if derived.classifiers:
        negative, positive = derived.classes
        left = f"Left in the figures are calling all {negative} and calling all {positive}."
        return Advice("All classifiers are hidden.", ("Click a name to show it again.", left))
    return Advice(
        "There is no classifier yet.",
        ('Add one under Classifiers, or from Python: model.add("forest", (y_true, y_score)).',),
    )


def _pc_advice(derived: Curves, effective: EffectiveConditions, context: AdviceContext) -> Advice:
    """Return the advice at one pc."""
    pc = effective.over.low
    best, order = cost_of(derived, None, pc, best=context.best), rank_choices(derived, pc)
    if (reversed_advice := _reversed_advice(derived, effective, best, context)) is not None:
        return reversed_advice
    if best.is_baseline:
        return _baseline_advice(derived, effective, best, order, context)
    rates = best.fpr, best.tpr
    rival = _next_classifier(order, best.name)
    cases = _case_count(effective, rates, context.n_cases)
    cost_unit = _cost_unit(effective, context, cases)
    significance = _significance_words(derived, best, order, context)
    if rival is not None and _binning_words(derived, best, rival):
        significance = (
            f"; {rival.name} may be as good{_significance_words(derived, best, (), context)}"
        )
    baselines = _baselines_words(derived, effective, cost_unit, best, _observed_suffix(context))
    in_use = _in_use_words(cost_unit, rates, context)
    cost_words = _best_cost_words(derived, cost_unit, best, rival, context)
    counts = _counts_words(derived, effective, rates, cases, derived.named(best.name))
    return Advice(
        f"{capitalize(_assumed_words(derived, effective) + best.use)}{significance}.",
        _non_empty(counts, cost_words, in_use or baselines),
        _non_empty(
            baselines if in_use else "",
            *_more_in_use(cost_unit, rates, context),
            *_place_why(derived, effective, context),
            _choice_why(best.words, rates, best.normalised, context.interval),
            _reach_why(derived, best, context),
            _next_why(best, order),
            _useless_words(order),
            _difference_why(derived, best, order, context),
            context.again,
            *context.background,
        ),
    )


def _best_cost_words(
    derived: Curves,
    cost_unit: CostUnit,
    best: CostAnswer,
    rival: RankedChoice | None,
    context: AdviceContext,
) -> str:
    """Return the cost of the best choice, observed and expected, and that of the runner-up."""
    cost = cost_unit.cost((best.fpr, best.tpr))
    words, interval = cost_unit.total_sentence(cost), context.interval
    if interval is None and best.normalised == 0.0:
        words += " on these data"
    if interval is not None:
        expected, lower, upper = (
            cost_unit.from_normalised(value)
            for value in (interval.expected, interval.lower, interval.upper)
        )
        in_use = cost_unit.next_amount(Range(expected, expected), cost)
        interval_words = (
            f"({percent(interval.level)}: {cost_unit.amount_text(Range(lower, upper))})"
        )
        if interval.expected - best.normalised <= same_cost(best.pc):
            limits = cost_unit.next_amount(Range(lower, upper), cost)
            words += f" on these data ({percent(interval.level)}: {limits})"
        else:
            words += f" on these data; expect {in_use} in use {interval_words}"
    binning = "" if rival is None else _binning_words(derived, best, rival)
    return f"{words}{_runner_up_words(derived, cost_unit, best, rival, context, binning)}."


def _binning_words(derived: Curves, best: CostAnswer, rival: RankedChoice) -> str:
    """Return the binning error of costs if the runner-up may be cheaper within it."""
    item = derived.named(rival.name)
    error = 0.0 if item is None or not rival.is_useful else item.reduced.binning_error
    if not error or rival.cost - best.normalised > error:
        return ""
    return f"costs are known to within {error_bound(error)}"


def _runner_up_words(  # noqa: PLR0913, PLR0917 (facts about two costs)
    derived: Curves,
    cost_unit: CostUnit,
    best: CostAnswer,
    rival: RankedChoice | None,
    context: AdviceContext,
    binning: str,
) -> str:
    """Return the cost of the next classifier and its difference, as far as tested."""
    if rival is None or not rival.is_useful:
        return ""
    more = rival.cost - best.normalised
    if more <= same_cost(best.pc) and not binning:
        return f"; {rival.name} costs the same"
    cost, other = (cost_unit.cost((choice.fpr, choice.tpr)) for choice in (best, rival))
    amount_words = cost_unit.next_amount(other, cost)
    tests = rival_tests(derived, best, [rival], context.leads)
    if not tests:
        if cost_unit.amount_text(other) == cost_unit.amount_text(cost):
            amount_words = "about the same"
        return f"; {rival.name}, the next best, {amount_words} ({binning or _UNTESTED})"
    (test,) = tests
    lower, upper = map(cost_unit.from_difference, (test.lower, test.upper))
    level_words = f"({percent(test.level)}{binning and '; '}{binning})"
    expected = _change_words(cost_unit, lower, upper)
    observed = f"{rival.name}, the next best, {amount_words} on these data"
    return f"; {observed}; expect {expected} {level_words}"


def _next_classifier(order: tuple[RankedChoice, ...], name: str) -> RankedChoice | None:
    """Return the best of the other classifiers."""
    return next((row for row in order if not row.is_baseline and row.name != name), None)


def _baseline_advice(
    derived: Curves,
    effective: EffectiveConditions,
    best: CostAnswer,
    order: tuple[RankedChoice, ...],
    context: AdviceContext,
) -> Advice:
    """Return the advice where no classifier is cheaper than the baselines."""
    rates = best.fpr, best.tpr
    cases = _case_count(effective, rates, context.n_cases)
    cost_unit = _cost_unit(effective, context, cases)
    counts = _counts_words(derived, effective, rates, cases, None)
    looks = _looks_cheaper_words(derived, cost_unit, best, context)
    cost = f"{cost_unit.total_sentence(cost_unit.cost(rates), is_baseline=True)}."
    assumed = _assumed_words(derived, effective)
    why = _non_empty(
        *_place_why(derived, effective, context),
        f"{capitalize(best.words)}: cost {number(best.normalised)}.",
        "" if looks else _useless_words(order),
        context.again,
        *context.background,
    )
    words = best.words
    if best.pc == 1.0 - best.pc:
        words = f"call all {derived.classes[0]} or all {derived.classes[1]}"
    headline = f"{capitalize(assumed + words)}; no classifier {_cheaper_verb(context)}."
    in_use = _in_use_words(cost_unit, rates, context)
    useful_from = _useful_from_words(derived, effective, best, context)
    return Advice(
        headline,
        _non_empty(counts, looks or in_use or cost, useful_from),
        _non_empty(in_use if looks else "", *why),
    )


def _looks_cheaper_words(
    derived: Curves, cost_unit: CostUnit, baseline: CostAnswer, context: AdviceContext
) -> str:
    """Return the classifier that is cheaper on this dataset only, with its costs."""
    observed = cost_of(derived, None, baseline.pc)
    if observed.is_baseline or context.best is None:
        return ""
    expected = float(np.interp(baseline.pc, context.best.pc, context.best.expected))
    values = (
        cost_unit.cost((observed.fpr, observed.tpr)),
        cost_unit.cost((baseline.fpr, baseline.tpr)),
        Range(*[cost_unit.from_normalised(expected)] * 2),
    )
    first, second, third = (
        cost_unit.amount_text(value) if cost_unit.currency else number(cost)
        for value, cost in zip(
            values, (observed.normalised, baseline.normalised, expected), strict=True
        )
    )
    return (
        f"{observed.name} looks cheaper on these data ({first} against {second}), but is expected "
        f"to cost {third}."
    )


def _reversed_advice(
    derived: Curves, effective: EffectiveConditions, best: CostAnswer, context: AdviceContext
) -> Advice | None:
    """Return the advice not to use a classifier with reversed scores, if there is no other."""
    names = [item.name for item in derived.shown if item.reduced.area_below is not None]
    others = [item for item in derived.shown if item.name not in names]
    is_only_choice = best.is_baseline and all(item.range is None for item in others)
    if not names or not (is_only_choice or best.name in names):
        return None
    baseline = baseline_answer(derived, best.pc)
    rates = baseline.fpr, baseline.tpr
    cases = _case_count(effective, rates, context.n_cases)
    counts = _counts_words(derived, effective, rates, cases, None)
    verb = "their scores seem" if len(names) > 1 else "its scores seem"
    return Advice(
        f"Do not use {listing(names)}: {verb} to be the wrong way round.",
        (
            "Give its scores with the opposite sign, or name the other label as positive.",
            f"Until then {baseline.words}. {counts}",
        ),
        _non_empty(
            *_place_why(derived, effective, context),
            f"{capitalize(baseline.words)}: cost {number(baseline.normalised)}.",
            context.again,
            *context.background,
        ),
    )


def _useful_from_words(
    derived: Curves, effective: EffectiveConditions, baseline: CostAnswer, context: AdviceContext
) -> str:
    """Return the conditions from which on a classifier would be useful."""
    hull, pc = derived.hull, baseline.pc
    has_classifier = bool((hull.owner != BASELINE).any())
    ranges = edge_pc(hull)[[0, -1]].reshape(-1, 2)[: int(has_classifier)]
    if context.best is not None:
        ranges = useful_ranges(context.best)
    starts, stops = ranges[:, 0][ranges[:, 0] >= pc], ranges[:, 1][ranges[:, 1] <= pc]
    if not starts.size + stops.size:
        verb = _cheaper_verb(context)
        return f"No classifier here {verb} than doing nothing, whatever the conditions."
    is_above = starts.size > 0 and (baseline.tpr == 0.0 or not stops.size)
    end = float(starts[0] if is_above else stops[-1])
    corner = cheapest_corner(hull, end)
    if int(hull.owner[corner]) == BASELINE:  # a tie
        corner = 1 if is_above else hull.fpr.size - 2
    side = "Above" if is_above else "Below"
    return f"{side} {_place_words(derived, effective, end)}: {corner_advice(derived, corner)}."


# ---- Advice for a range


def _range_advice(
    derived: Curves, effective: EffectiveConditions, context: AdviceContext
) -> Advice:
    """Return the single choice for a range, its regret, and the optimal choices."""
    context = replace(context, losses=())
    best = context.over_range or best_choices(derived, *effective.ends, context.best)
    choice, rates = best.single, (best.single.fpr, best.single.tpr)
    cases = _case_count(effective, rates, context.n_cases)
    cost_unit = _cost_unit(effective, context, cases)
    significance = _significance_over_range(derived, effective, choice, context)
    if choice.is_baseline:
        some, where = ("no", "anywhere") if best.insensitive else ("a", "in part of")
        in_range = "in your range" if best.insensitive else "your range"
        significance = f"; {some} classifier {_cheaper_verb(context)} {where} {in_range}"
    else:
        significance = _binning_doubt(derived, effective, choice) + significance
    item = None if choice.is_baseline else derived.named(choice.name)
    counts = _counts_words(derived, effective, rates, cases, item)
    costs = _expected_at_ends(choice, effective)
    against = (
        ""
        if choice.is_baseline
        else f"{_expected_verb(effective, context)} "
        f"{_relative_cost_words(derived, effective, costs)}"
        f"{_baseline_range_words(derived, effective, choice, context)}"
        f"{_saving_doubt(derived, effective, rates, context, costs)}."
    )
    untested = "" if choice.is_baseline else _untested_words(derived, effective, choice, context)
    regret = _regret_words(derived, cost_unit, best, untested, context)
    in_use = _in_use_words(cost_unit, rates, context)
    return Advice(
        f"{capitalize(_assumed_words(derived, effective) + choice.use)}{significance}.",
        _non_empty(counts, against, in_use or regret),
        _non_empty(
            regret if in_use else "",
            *_more_in_use(cost_unit, rates, context),
            *_place_why(derived, effective, context),
            _choice_why(choice.words, rates, None, None),
            *_regret_why(best),
            _NO_JOINT_INTERVAL if context.interval is not None else "",
            *_difference_ends(derived, effective, context),
            *context.background,
        ),
    )


def _expected_at_ends(choice: SingleChoice, effective: EffectiveConditions) -> list[float]:
    """Return the cost of a choice at both ends of a range, expected on new data if estimated."""
    return [
        float(cost_of_rates(choice.fpr, choice.tpr, pc)) if interval is None else interval.expected
        for pc, interval in zip(effective.ends, (choice.at_low, choice.at_high), strict=True)
    ]


def _binning_doubt(derived: Curves, effective: EffectiveConditions, choice: SingleChoice) -> str:
    """Return the classifiers that may be cheaper in a range within their binning error."""
    names = [
        name
        for name, ranges in possibly_cheapest(derived).items()
        if name != choice.name
        and any(
            max(part.low, effective.over.low) < min(part.high, effective.over.high)
            for part in ranges
        )
    ]
    if not names:
        return ""
    subject = listing(names) if len(names) <= _MAX_NAMED else f"{len(names)} others"
    error = max(item.reduced.binning_error for item in derived.shown if item.name in names)
    return (
        f"; {subject} may be as good in your range: costs are known to within {error_bound(error)}"
    )


def _untested_words(
    derived: Curves, effective: EffectiveConditions, choice: SingleChoice, context: AdviceContext
) -> str:
    """Return the untested classifiers that may be as good."""
    middle = (effective.over.low + effective.over.high) / 2.0
    rivals = [
        item.name
        for item in rank_choices(derived, middle)
        if item.is_useful and item.name != choice.name
    ]
    if not rivals:
        return ""
    if _tested_stretches(effective, context):
        return ""
    return f"; not tested whether {rivals[0] if len(rivals) == 1 else 'another'} is as good"


def _regret_words(
    derived: Curves, cost_unit: CostUnit, best: Best, untested: str, context: AdviceContext
) -> str:
    """Return the cost of the single choice and its worst-case regret."""
    choice, rates = best.single, (best.single.fpr, best.single.tpr)
    cost = cost_unit.total_sentence(cost_unit.cost(rates), is_baseline=choice.is_baseline)
    cost += "" if choice.is_baseline else _observed_suffix(context)
    if best.insensitive:
        return f"{cost}; no other choice {_cheaper_verb(context)} anywhere in your range{untested}."
    regret = cost_unit.max_regret(choice, derived, context.best)
    amount_words = cost_unit.next_amount(Range(regret, regret), cost_unit.cost(rates))
    clause = "whatever is true within your range, the best choice for it would save at most"
    return f"{cost}; {clause} {amount_words}{untested}."


_NO_JOINT_INTERVAL = (
    "No one interval holds all over a range: the band in cost space has that of each place."
)


def _regret_why(best: Best) -> tuple[str, ...]:
    """Return the worst-case regret and the number of optimal choices."""
    size = number(best.single.regret)
    regret = f"Regret: cost at most {size} more than the best, {best.single.worst_words}."
    if best.insensitive:
        return (regret,)
    first, *_, last = best.needed
    names = f", {first} to {last}" if first != last else ""
    return (regret, f"No regret at all would take {len(best.needed)} choices{names}.")


# ---- Advice by a criterion


def _criterion_advice(
    derived: Curves,
    effective: EffectiveConditions,
    context: AdviceContext,
    answer: CriterionAnswer,
) -> Advice:
    """Return the choice of a criterion: its counts, its cost, and the gain of a mixture."""
    rates, counted = answer.rates, _at_own_prevalence(effective, answer)
    cases = _case_count(counted, rates, context.n_cases)
    is_baseline, is_mixture = rates in _BASELINE_RATES, answer.owner == Owner.MIXED
    item = derived.classifiers[answer.owner] if answer.owner >= 0 and not is_baseline else None
    return Advice(
        f"{answer.headline}.",
        _non_empty(
            _counts_words(derived, counted, rates, cases, item),
            _criterion_cost_words(
                derived, effective, _cost_unit(effective, context, cases), answer, context
            ),
            answer.mix if is_mixture else " ".join(_non_empty(answer.after, answer.gain)),
        ),
        _non_empty(
            "" if is_mixture else answer.mix,
            *_place_why(derived, effective, context),
            _choice_why(answer.rule, rates, None, None),
            answer.note,
            *context.background,
        ),
    )


def _at_own_prevalence(
    effective: EffectiveConditions, answer: CriterionAnswer
) -> EffectiveConditions:
    """Return the conditions with the prevalence for which the capacity of a workforce is met."""
    limit = criterion_limit(answer.criterion)
    if limit is None or limit.tpr == 0.0:
        return effective
    prior = limit.tpr / (limit.fpr + limit.tpr)
    if abs(prior - effective.prior.high) <= _RANGE_TOLERANCE:
        return effective
    return replace(effective, prior=Range(prior, prior))


def _criterion_cost_words(
    derived: Curves,
    effective: EffectiveConditions,
    cost_unit: CostUnit,
    answer: CriterionAnswer,
    context: AdviceContext,
) -> str:
    """Return the cost of the criterion's choice relative to the best one and to the baselines.

    Baselines are left out if the choice is one of them.
    """
    if effective.is_range:
        return _criterion_cost_over_range(derived, effective, cost_unit, answer, context)
    best = cost_of(derived, None, effective.over.low, best=context.best)
    rates = answer.rates
    lead, verb = _cost_lead(derived, effective)
    change = _relative_cost(float(cost_of_rates(*rates, best.pc)), best.normalised, best.pc)
    against = saved = ""
    if rates not in _BASELINE_RATES:
        saved = _saving_doubt(derived, effective, rates, context, _costs_at_ends(rates, effective))
        if not best.is_baseline:
            useful = _usefulness_words(derived, effective, rates)
            against = f"{_against_words(derived, effective, rates)}{useful}"
    if change == _SAME_COST:
        tail = f"; {verb} {against}" if against else ""
        return f"{lead}no choice costs less{tail}{saved}."
    tail = f", and {against}" if against else ""
    note = _limit_note(answer, (best.fpr, best.tpr))
    return f"{lead}{verb} {change} than to {best.use}{note}{tail}{saved}."


def _usefulness_words(derived: Curves, effective: EffectiveConditions, rates: Rates) -> str:
    """Return the prevalences beyond which a baseline is cheaper, in few words."""
    if not (effective.alarm.low > 0.0 and effective.miss.low > 0.0):
        return ""
    useful, (negative, positive) = _useful_range(rates), derived.classes
    low, high = (percent(_prior_at(effective, pc)) for pc in (useful.low, useful.high))
    sides = [
        (f"below {low} {positive}", negative, useful.low > 0.0),
        (f"above {high} {positive}", positive, useful.high < 1.0),
    ]
    if effective.over.low > 1.0 - effective.over.low:
        sides.reverse()
    (first, _, has_first), (second, baseline, has_second) = sides
    parts = [f"{first} that is cheaper"] if has_first else []
    if has_second:
        parts.append(f"{second} calling all {baseline}{'' if has_first else ' is cheaper'}")
    return f" ({', '.join(parts)})" if parts else ""


def _limit_note(answer: CriterionAnswer, rates: Rates) -> str:
    """Return a note if the criterion's limit rules out a cheaper choice."""
    limit = criterion_limit(answer.criterion)
    fpr, tpr = (np.array([rate]) for rate in rates)
    return "" if limit is None or limit.allows(fpr, tpr).all() else " (beyond the limit)"


def _cost_lead(derived: Curves, effective: EffectiveConditions) -> tuple[str, str]:
    """Return the assumed conditions, and the verb of the cost."""
    lead = capitalize(_assumed_words(derived, effective)) or "Under your conditions "
    return lead, "its errors cost" if effective.has_rewards else "it costs"


def _criterion_cost_over_range(
    derived: Curves,
    effective: EffectiveConditions,
    cost_unit: CostUnit,
    answer: CriterionAnswer,
    context: AdviceContext,
) -> str:
    """Return the cost of the criterion's choice relative to the single choice for a range."""
    best = context.over_range or best_choices(derived, *effective.ends, context.best)
    choice, rates = best.single, answer.rates
    other = choice.fpr, choice.tpr
    difference = _cost_difference_words(cost_unit, other, rates)
    lead, verb = _cost_lead(derived, effective)
    comparison = f"it costs {difference} than to {choice.use}{_limit_note(answer, other)}"
    if difference == _SAME:
        comparison = "that is the choice of least regret too"
    if rates in _BASELINE_RATES:
        return f"{lead}{comparison}."
    saved = _saving_doubt(derived, effective, rates, context, _costs_at_ends(rates, effective))
    return f"{lead}{comparison}; {verb} {_against_words(derived, effective, rates)}{saved}."


# ---- Reasons: positions in the figures and details


def _place_why(
    derived: Curves, effective: EffectiveConditions, context: AdviceContext
) -> tuple[str, ...]:
    """Return the position on the pc axis, and the conditions there."""
    position = span(effective.over, share)
    slopes = Range(*sorted(float(slope_at(pc)) for pc in effective.ends))
    currency = _currency(effective, context)
    costs = (
        f"a false alarm costs {span(effective.cost_fp, amount, currency)}, "
        f"a miss {span(effective.cost_fn, amount, currency)}"
        f"{reward_words(effective.cost_tp, effective.cost_tn, currency)}"
    )
    prevalence = f"{span(effective.prior, percent)} {_are_positive(derived)}"
    return (f"PC(+) {position}, slope {span(slopes, number)}: {prevalence}; {costs}.",)


def _choice_why(words: str, rates: Rates, cost: float | None, interval: Interval | None) -> str:
    """Return the coordinates of a choice in both spaces."""
    fpr, tpr = rates
    cost_words = "" if cost is None else f", cost {number(cost)}"
    if interval is not None:
        limits = span(Range(interval.lower, interval.upper), number)
        expected = number(interval.expected)
        expected_words = "" if expected == number(cost or 0.0) else f"{expected} expected in use, "
        cost_words += (
            f" on these data ({expected_words}{percent(interval.level)} interval {limits})"
        )
    return (
        f"{words}: the point ({number(fpr)}, {number(tpr)}) of ROC space, the line from "
        f"{number(fpr)} to {number(1.0 - tpr)} of cost space{cost_words}."
    )


def _reach_why(derived: Curves, best: CostAnswer, context: AdviceContext) -> str:
    """Return the operating range of the best classifier, over all its thresholds."""
    item = derived.named(best.name)
    reach = None if item is None else context.worth.get(item.name, item.range)
    if item is None or reach is None:
        return ""
    pc_words = span(Range(reach.pc_low, reach.pc_high), share)
    return f"Operating range of {item.name}, with its best thresholds: PC(+) {pc_words}."


def find_runner_up(best: CostAnswer, order: tuple[RankedChoice, ...]) -> RankedChoice:
    """Return the second cheapest choice, a classifier or a baseline."""
    first = best.name, best.is_baseline
    return next(row for row in order if _is_distinct(row) and (row.name, row.is_baseline) != first)


def _is_distinct(row: RankedChoice) -> bool:
    """Return whether this is a choice of its own; a classifier that adds nothing is a baseline."""
    return row.is_useful or row.is_baseline


def _next_why(best: CostAnswer, order: tuple[RankedChoice, ...]) -> str:
    """Return the second cheapest choice and its extra cost."""
    runner_up = find_runner_up(best, order)
    words = (
        f"calling{runner_up.words.removeprefix('call')}"
        if runner_up.is_baseline
        else runner_up.words
    )
    more = runner_up.cost - best.normalised
    if more <= same_cost(best.pc):
        return f"{runner_up.words} costs the same."
    has_cost = best.normalised > same_cost(best.pc)
    share_words = f" ({number(100.0 * more / best.normalised)} %)" if has_cost else ""
    return f"Next is {words}: cost {number(more)} more{share_words}."


def _useless_words(order: tuple[RankedChoice, ...]) -> str:
    """Return the classifiers that are no cheaper than the baselines here."""
    names = [row.name for row in order if not _is_distinct(row)]
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} adds nothing here."
    words = listing(names) if len(names) <= _MAX_LISTED else f"{len(names)} classifiers"
    return f"{words} add nothing here."


def _difference_why(
    derived: Curves,
    best: CostAnswer,
    order: tuple[RankedChoice, ...],
    context: AdviceContext,
    place: str = "",
) -> str:
    """Return the extra cost of the next classifier at one pc, with its test."""
    rival = _next_classifier(order, best.name)
    if rival is None or _binning_words(derived, best, rival):
        return ""
    tolerance = same_cost(best.pc)
    tests = rival_tests(derived, best, [rival], context.leads)
    if not tests or tests[0].difference <= tolerance:
        return ""
    (test,) = tests
    lower, upper = (0.0 if abs(edge) <= tolerance else edge for edge in (test.lower, test.upper))
    limits = f"{percent(test.level)} interval {number(lower)} to {number(upper)}"
    verdict = "significant" if test.is_significant else "not significant"
    return (
        f"Cost of {test.name} less that of {best.name}{place}: {number(test.difference)} on these "
        f"data ({limits}), {verdict}."
    )


def _difference_ends(
    derived: Curves, effective: EffectiveConditions, context: AdviceContext
) -> Iterator[str]:
    """Yield the extra cost of the next classifier at both ends of a range."""
    for pc in effective.ends:
        best = cost_of(derived, None, pc, best=context.best)
        place = f" at PC(+) {share(pc)}"
        yield _difference_why(derived, best, rank_choices(derived, pc), context, place)


def _non_empty(*words: str) -> tuple[str, ...]:
    return tuple(filter(None, words))
