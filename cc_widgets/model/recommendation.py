"""Recommended classifier and threshold, its cost, and the choices that it was compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cc_widgets.core import Folds, slope_at
from cc_widgets.core.conditions import Range, corner_costs, middle_share
from cc_widgets.core.costs import cost_of_rates
from cc_widgets.core.results import Owner, one_line
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty.selection import ExpectedCosts
from cc_widgets.errors import CostCurveError
from cc_widgets.model.advice import (
    Advice,
    AdviceContext,
    RivalTest,
    advice,
    effective_conditions,
    find_runner_up,
    rival_tests,
)
from cc_widgets.model.answers import (
    CostAnswer,
    Interval,
    MarkLoss,
    RankedChoice,
    condition_terms,
    conditions_over,
    cost_of,
    current_best_band,
    current_costs,
    current_interval,
    each_worth_using,
    find_classifier,
    has_scores,
    rank_choices,
    rates_of,
    visible_marks,
)
from cc_widgets.model.choosing import (
    Best,
    CriterionAnswer,
    SingleChoice,
    choices_over,
    criterion_answer,
)
from cc_widgets.model.conditions import Pair, state_conditions
from cc_widgets.model.derive import Curves, derive
from cc_widgets.model.estimating import estimate, estimate_inputs, find_estimates
from cc_widgets.model.losses import loss_intervals, tested_losses
from cc_widgets.model.numerals import number, share
from cc_widgets.model.words import background

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


@dataclass(frozen=True, slots=True)
class Decision:
    """Classifier and threshold to use.

    Attributes
    ----------
    name : str
        The classifier or baseline.
    threshold : float or None
        Scores of at least this value are positive; rounded to the fewest decimals that
        keep all decisions. None for a baseline, and where scores are not known.
    is_baseline : bool
        Whether all cases are classified the same way.
    fpr, tpr : float
        False and true positive rate.
    words : str
        The classifier with its threshold.
    """

    name: str
    threshold: float | None
    is_baseline: bool
    fpr: float
    tpr: float
    words: str


@dataclass(frozen=True, slots=True)
class ExpectedErrors:
    """Errors of the cheapest choice at one pc that are expected on new data.

    Attributes
    ----------
    fpr, fnr : float
        Expected error rates; ``(1 - pc) * fpr + pc * fnr`` is the expected cost of the interval.
    false_positives, false_negatives : Range
        Expected number of errors in the `n_cases` of the conditions, at their prior. Without
        `n_cases`, they are per case: expected numbers of errors divided by the number of cases.
    """

    fpr: float
    fnr: float
    false_positives: Range
    false_negatives: Range


@dataclass(frozen=True, slots=True)
class CommonThreshold:
    """Single threshold for all folds of a classifier, to deploy with a model fitted on all data.

    It is chosen on the pooled scores of the folds like the recommendation for one classifier: by
    the model's `criterion` if there is one, else for a single operating point by expected cost, and
    over a range by minimax regret, in money where the conditions cover the range. A score is
    assumed to mean the same in all folds, as calibrated probabilities do.

    All costs are those on the dataset, with optimistic bias; they have no confidence interval.

    Attributes
    ----------
    decision : Decision
        The recommended threshold, or a baseline; its rates are means over the folds.
    pc : float
        Operating point of both normalised costs: over a range, a point inside it.
    cost : float
        Mean normalised expected cost of the folds at this threshold.
    fold_cost : float
        The same with the best threshold of each fold, which no single threshold attains.
    per_case, total : Range or None
        Lowest and highest mean cost of the folds at this threshold, per case and for all cases, in
        the currency of the conditions. None without conditions, or if they do not cover the range.
    n_folds : int
        Number of folds.
    """

    decision: Decision
    pc: float
    cost: float
    fold_cost: float
    per_case: Range | None
    total: Range | None
    n_folds: int

    @property
    def words(self) -> str:
        """The threshold with its mean cost, that of the best thresholds, and the assumption."""
        return (
            f"For all {self.n_folds} folds, chosen on their pooled scores: {self.decision.words}, "
            f"mean cost {number(self.cost)} on this dataset at PC(+) {share(self.pc)}. "
            f"With the best threshold of each fold: {number(self.fold_cost)}. "
            "This assumes that scores mean the same in all folds."
        )


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Recommended classifier and threshold, with the facts behind it.

    Over a range of operating points, `cost`, `interval`, `runner_up`, `ranking` and `saving`
    concern the single point `pc`, where the cheapest choice may differ from `decision`.

    Attributes
    ----------
    pc : float
        Operating point: probability-cost value at which costs are reported.
    pc_range : (low, high) or None
        Range of operating points that the recommendation covers.
    decision : Decision or None
        Recommended decision; None if it is a mixture of two thresholds.
    advice : Advice
        The recommendation in sentences: `headline`, `lines` and `why`.
    cost : CostAnswer
        Cheapest choice at `pc` and its normalised expected cost.
    interval : Interval or None
        Confidence interval of that cost, and the cost expected on new data; None where these cannot
        be estimated.
    expected : ExpectedErrors or None
        Expected error rates and numbers of errors of that choice; None without an interval. The
        numbers are per case, unless the conditions have `n_cases`.
    why_not_estimated : str
        Reason why there is no interval; empty if there is one.
    runner_up : RankedChoice
        Second cheapest choice at `pc`, a classifier or a baseline.
    ranking : tuple of RankedChoice
        Visible classifiers and baselines in order of cost at `pc`.
    saving : float
        Normalised expected cost of the better baseline minus that of the cheapest choice.
    rivals : tuple of RivalTest
        Tests of the cheapest classifier against all other visible ones at `pc`, with the limits and
        the significance that the headline states for an operating point. Empty without bands of a
        bootstrap run, and if a baseline is the cheapest choice.
    difference : float or None
        Cost of the first of the two `compared` classifiers minus that of the second.
    intercept : float or None
        True positive rate at which the iso-performance line through the cheapest choice meets
        fpr = 0; None at pc 0.
    prior : Range or None
        Prior that corresponds to `pc`; None without conditions.
    over_range : Best
        Single choice for `pc_range` by minimax regret, and the optimal choice for each part of it.
    criterion : CriterionAnswer or None
        Choice by the model's `criterion`, if one is set.
    in_use : tuple of MarkLoss
        Cost of each marked threshold compared with the best choice.
    common_threshold : CommonThreshold or None
        Single threshold for all folds, if each fold of the recommended classifier has its own. None
        otherwise, and if the scores of the folds are unknown.
    """

    __repr__ = one_line

    pc: float
    pc_range: Pair | None
    decision: Decision | None
    advice: Advice
    cost: CostAnswer
    interval: Interval | None
    expected: ExpectedErrors | None
    why_not_estimated: str
    runner_up: RankedChoice
    ranking: tuple[RankedChoice, ...]
    saving: float
    rivals: tuple[RivalTest, ...]
    difference: float | None
    intercept: float | None
    prior: Range | None
    over_range: Best
    criterion: CriterionAnswer | None
    in_use: tuple[MarkLoss, ...]
    common_threshold: CommonThreshold | None

    @property
    def name(self) -> str:
        """Name of the recommended classifier or baseline; empty for a mixture."""
        return self.decision.name if self.decision else ""

    @property
    def threshold(self) -> float | None:
        """Recommended threshold; None where there is none."""
        return self.decision.threshold if self.decision else None

    @property
    def headline(self) -> str:
        """The recommendation in a sentence."""
        return self.advice.headline

    @property
    def text(self) -> str:
        """The recommendation with its facts and reasons."""
        return self.advice.words

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines at `pc`."""
        return float(slope_at(self.pc))


def recommendation(model: CostCurveModel, over: Range | None) -> Recommendation:
    """Return the recommendation at one pc or over a range; None for the model's own."""
    pc, pc_range = model.pc, model.pc_range
    if over is not None:
        pc = middle_share(over.low, over.high)
        pc_range = model.pc_range if over.exact else (over.low, over.high)
    derived, terms = model.curves, condition_terms(model)
    current = current_costs(model, wait=True)
    costs = None if current is None else current[0]
    best = None if costs is None else costs.best
    cost = cost_of(derived, None, pc, terms, model._n_cases, best)
    ranking = rank_choices(derived, pc)
    conditions = None if terms is None else state_conditions(terms, pc, cost.fpr, cost.tpr)
    prior = Range(pc, pc) if conditions is None else conditions.prior
    interval = current_interval(model, None, pc)
    covered = effective_conditions(pc, terms, pc_range).over
    over_range = choices_over(model, derived, covered, best)
    decision = _decision(model._criterion_answer, cost if covered.exact else over_range.single)
    situation = _situation(model, pc, pc_range, interval, best, over_range)
    return Recommendation(
        pc=pc,
        pc_range=None if covered.exact else (covered.low, covered.high),
        decision=decision,
        advice=advice(derived, pc, terms, situation),
        cost=cost,
        interval=interval,
        expected=None if costs is None else _expected_errors(model, costs, cost, prior),
        why_not_estimated="" if costs is not None else find_estimates(model).reason,
        runner_up=find_runner_up(cost, ranking),
        ranking=ranking,
        saving=min(pc, 1.0 - pc) - cost.normalised,
        rivals=rival_tests(derived, cost, _other_classifiers(ranking, cost), model._leads),
        difference=_difference(ranking, model.compared),
        intercept=1.0 - cost.normalised / pc if pc else None,
        prior=None if conditions is None else conditions.prior,
        over_range=over_range,
        criterion=model._criterion_answer,
        in_use=tested_losses(model, over) if model.marks else (),
        common_threshold=common_threshold(model, decision, pc, covered),
    )


def _other_classifiers(
    ranking: tuple[RankedChoice, ...], cost: CostAnswer
) -> tuple[RankedChoice, ...]:
    """Return the classifiers in a ranking except the cheapest one."""
    return tuple(row for row in ranking if not row.is_baseline and row.name != cost.name)


def _expected_errors(
    model: CostCurveModel, costs: ExpectedCosts, choice: CostAnswer, prior: Range
) -> ExpectedErrors:
    """Return the expected errors of the cheapest choice."""
    fpr, fnr = choice.fpr, 1.0 - choice.tpr
    if not choice.is_baseline:
        fpr, fnr = costs.error_rates(choice.pc)
    n_cases = model._n_cases
    return ExpectedErrors(
        fpr=fpr,
        fnr=fnr,
        false_positives=Range(
            n_cases * (1.0 - prior.high) * fpr, n_cases * (1.0 - prior.low) * fpr
        ),
        false_negatives=Range(n_cases * prior.low * fnr, n_cases * prior.high * fnr),
    )


def _situation(  # noqa: PLR0913, PLR0917 (everything that is computed once)
    model: CostCurveModel,
    pc: float,
    pc_range: Pair | None,
    interval: Interval | None,
    best: Band | None,
    over_range: Best,
) -> AdviceContext:
    """Return everything else that the sentences depend on."""
    stability = model._stability
    return AdviceContext(
        n_cases=model._n_cases,
        currency=model._currency,
        interval=interval,
        best=best,
        over_range=over_range,
        worth=each_worth_using(model),
        leads=model._leads,
        pc_range=pc_range,
        criterion=model._criterion_answer,
        in_use=visible_marks(model),
        losses=loss_intervals(model, pc) if model.marks else (),
        again=stability.words if stability is not None and stability.pc == pc else "",
        background=background(model),
    )


def _difference(
    ranking: tuple[RankedChoice, ...], compared: tuple[str, str] | None
) -> float | None:
    """Return how much more the first costs than the second, if both are visible."""
    costs = {choice.name: choice.cost for choice in ranking}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]


# ---- The decision alone, of all classifiers or of one


def decide(model: CostCurveModel, name: str | None = None) -> Decision:
    """Return the decision among the visible classifiers, or for one; raise if it is a mixture.

    A named classifier is considered alone, unless it is the recommended one anyway.
    """
    over = _covered_range(model)
    if name is None:
        return _single_decision(model, model.curves, over)
    single = _snapshot_of(model, name)
    if len(model.curves.visible) > 1:
        joint = _decision_of(model, model.curves, over)
        if joint is not None and joint.name == name and not joint.is_baseline:
            return joint
    return _single_decision(model, single, over)


def deployable_decision(model: CostCurveModel, name: str | None = None) -> Decision:
    """Return the same decision; with a common threshold for folds whose scores are known."""
    decision = decide(model, name)
    shared = common_threshold(model, decision, model.pc, _covered_range(model))
    return decision if shared is None else shared.decision


def _covered_range(model: CostCurveModel) -> Range:
    """Return the range of pc, or the single pc, that recommendations of a model are for."""
    return effective_conditions(model.pc, condition_terms(model), model.pc_range).over


def _single_decision(model: CostCurveModel, derived: Curves, over: Range) -> Decision:
    """Return the decision; raise unless it is a single threshold."""
    if not derived.visible:
        raise CostCurveError(
            "there is no visible classifier",
            where="recommend",
            fix="Add one, or show a hidden one.",
        )
    decision = _decision_of(model, derived, over)
    if decision is None:
        raise CostCurveError(
            "the recommendation is a mixture of two thresholds, not a single one",
            where="recommend",
            fix="Choose another limit, or choose by cost: criterion = None.",
        )
    return decision


def _decision_of(model: CostCurveModel, derived: Curves, over: Range) -> Decision | None:
    """Return the decision by the criterion, for a range, or at one pc; None for a mixture."""
    best = _band_of(model, derived)
    choice = (
        cost_of(derived, None, over.low, best=best)
        if over.exact
        else choices_over(model, derived, over, best).single
    )
    return _decision(criterion_answer(model.criterion, derived, model.conditions), choice)


def _band_of(model: CostCurveModel, derived: Curves) -> Band | None:
    """Return the band of the best visible classifier of the model, or of another snapshot."""
    if derived is model.curves:
        return current_best_band(model, wait=True)
    costs = estimate(replace(estimate_inputs(model), items=tuple(derived.shown))).costs
    return None if costs is None else costs.best


def _decision(answer: CriterionAnswer | None, choice: CostAnswer | SingleChoice) -> Decision | None:
    """Return the choice made by a criterion, if there is one, else by cost; None for a mixture."""
    if answer is not None:
        if answer.owner == Owner.MIXED:
            return None
        return Decision(answer.name, answer.threshold, answer.owner < 0, *answer.rates, answer.rule)
    return Decision(
        choice.name, choice.threshold, choice.is_baseline, choice.fpr, choice.tpr, choice.words
    )


def _snapshot_of(model: CostCurveModel, name: str) -> Curves:
    """Return the snapshot in which no other classifier is visible."""
    find_classifier(model, name)
    hidden = set(model.classifiers) - {name}
    return derive(model.classifiers, hidden, average=model.average, previous=model.curves)


# ---- One threshold for all folds


_pooled_cache: WeakKeyDictionary[CostCurveModel, Curves] = WeakKeyDictionary()


def common_threshold(
    model: CostCurveModel, decision: Decision | None, pc: float, over: Range
) -> CommonThreshold | None:
    """Return one threshold for all folds of a classifier without one; None without scores."""
    item = None if decision is None else model.curves.named(decision.name)
    if decision is None or item is None or decision.threshold is not None:
        return None
    source = item.source
    if not isinstance(source, Folds) or not has_scores(source):
        return None
    cached = _pooled_cache.get(model)
    pooled = _pooled_cache[model] = derive({item.name: source}, average="pooled", previous=cached)
    shared = _decision_of(model, pooled, over)
    if shared is None:
        return None
    rates = (shared.fpr, shared.tpr)
    if shared.threshold is not None:
        rates = rates_of(source, shared.threshold) or rates
    hulls = [fold.hull for fold in item.reduced.each]
    conditions, per_case = conditions_over(model, over), None
    if conditions is not None:
        costs = corner_costs(conditions).money(fpr=rates[0], tpr=rates[1])
        per_case = Range(float(costs.min()), float(costs.max()))
    return CommonThreshold(
        decision=replace(shared, fpr=rates[0], tpr=rates[1]),
        pc=pc,
        cost=float(cost_of_rates(*rates, pc)),
        fold_cost=fmean(float(cost_of_rates(hull.fpr, hull.tpr, pc).min()) for hull in hulls),
        per_case=per_case,
        total=per_case and Range(per_case.low * model._n_cases, per_case.high * model._n_cases),
        n_folds=len(hulls),
    )
