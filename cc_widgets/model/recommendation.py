"""Recommended classifier and threshold, its cost, and the choices that it was compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_widgets.core import slope_at
from cc_widgets.core.conditions import Range, middle_share
from cc_widgets.core.results import Owner
from cc_widgets.errors import CostCurveError
from cc_widgets.model.advice import (
    Advice,
    AdviceContext,
    advice,
    effective_conditions,
    find_runner_up,
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
    current_interval,
    find_classifier,
    rank_choices,
    visible_marks,
)
from cc_widgets.model.choosing import (
    Best,
    CriterionAnswer,
    SingleChoice,
    add_money,
    best_choices,
    criterion_answer,
)
from cc_widgets.model.conditions import Pair, state_conditions
from cc_widgets.model.derive import Curves, derive
from cc_widgets.model.losses import loss_intervals, tested_losses
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
        Confidence interval of that cost. None until bands have been computed, and for the methods
        "fixed" and "optimistic", which do not account for the choice of the threshold.
    runner_up : RankedChoice
        Second cheapest choice at `pc`, a classifier or a baseline.
    ranking : tuple of RankedChoice
        Visible classifiers and baselines in order of cost at `pc`.
    saving : float
        Normalised expected cost of the better baseline minus that of the cheapest choice.
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
    """

    pc: float
    pc_range: Pair | None
    decision: Decision | None
    advice: Advice
    cost: CostAnswer
    interval: Interval | None
    runner_up: RankedChoice
    ranking: tuple[RankedChoice, ...]
    saving: float
    difference: float | None
    intercept: float | None
    prior: Range | None
    over_range: Best
    criterion: CriterionAnswer | None
    in_use: tuple[MarkLoss, ...]

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
    cost = cost_of(derived, None, pc, terms, model._n_cases)
    ranking = rank_choices(derived, pc)
    conditions = None if terms is None else state_conditions(terms, pc, cost.fpr, cost.tpr)
    interval = None if model._has_stale_bands else current_interval(model, None, pc)
    covered = effective_conditions(pc, terms, pc_range).over
    over_range = best_choices(derived, covered.low, covered.high)
    covering = conditions_over(model, covered)
    if covering is not None:
        over_range = add_money(over_range, derived, covering, model._n_cases)
    return Recommendation(
        pc=pc,
        pc_range=None if covered.exact else (covered.low, covered.high),
        decision=_decision(model._criterion_answer, cost if covered.exact else over_range.single),
        advice=advice(derived, pc, terms, _situation(model, pc, pc_range, interval)),
        cost=cost,
        interval=interval,
        runner_up=find_runner_up(cost, ranking),
        ranking=ranking,
        saving=min(pc, 1.0 - pc) - cost.normalised,
        difference=_difference(ranking, model.compared),
        intercept=1.0 - cost.normalised / pc if pc else None,
        prior=None if conditions is None else conditions.prior,
        over_range=over_range,
        criterion=model._criterion_answer,
        in_use=tested_losses(model, over) if model.marks else (),
    )


def _situation(
    model: CostCurveModel, pc: float, pc_range: Pair | None, interval: Interval | None
) -> AdviceContext:
    """Return everything else that the sentences depend on."""
    stability = model._stability
    return AdviceContext(
        n_cases=model._n_cases,
        currency=model._currency,
        interval=interval,
        compared=model.compared,
        difference=None if model._has_stale_bands else model._difference,
        best=current_best_band(model),
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
    over = effective_conditions(model.pc, condition_terms(model), model.pc_range).over
    if name is None:
        return _single_decision(model, model.curves, over)
    single = _snapshot_of(model, name)
    if len(model.curves.visible) > 1:
        joint = _decision_of(model, model.curves, over)
        if joint is not None and joint.name == name and not joint.is_baseline:
            return joint
    return _single_decision(model, single, over)


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
    choice = (
        cost_of(derived, None, over.low)
        if over.exact
        else best_choices(derived, over.low, over.high).single
    )
    return _decision(criterion_answer(model.criterion, derived, model.conditions), choice)


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
