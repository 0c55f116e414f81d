"""Choice of a threshold for a range of pc by minimax regret, and by other criteria than cost."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cc_widgets.core import Conditions, Predictions
from cc_widgets.core.conditions import CornerCosts, Range, corner_costs
from cc_widgets.core.costs import COST_TOLERANCE, cost_of_rates, edge_pc, same_cost
from cc_widgets.core.criteria import (
    CRITERIA,
    Criterion,
    Limit,
    Mixture,
    ThresholdPick,
    workforce_limit,
)
from cc_widgets.core.duality import ParallelLines
from cc_widgets.core.hull import BASELINE, Hull
from cc_widgets.core.results import BoolArray, FloatArray, Owner, one_line
from cc_widgets.core.thresholds import (
    LeastMoneyRegret,
    LeastRegret,
    least_money_regret,
    least_regret,
)
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.validation import as_finite
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import (
    Interval,
    conditions_over,
    interval_at,
    recommended_corner,
)
from cc_widgets.model.derive import Curves, DerivedClassifier, finite_threshold
from cc_widgets.model.estimating import optimistic_bias, useful_ranges
from cc_widgets.model.numerals import (
    amount,
    baseline_words,
    corner_words,
    decimal,
    number,
    percent,
    point_words,
    share,
    use_words,
    zero_error_words,
)

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Choice for a range of pc


@dataclass(frozen=True, slots=True)
class Choice:
    """Optimal choice for one part of a range of pc.

    Attributes
    ----------
    pc_low, pc_high : float
        Ends of the part; equal for a single pc.
    name : str
        The classifier or baseline.
    is_baseline : bool
        Whether it is a baseline.
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

    pc_low: float
    pc_high: float
    name: str
    is_baseline: bool
    threshold: float | None
    fpr: float
    tpr: float
    words: str
    use: str


@dataclass(frozen=True, slots=True)
class SingleChoice(Choice):
    """Single choice for a whole range of pc, by minimax regret.

    Regret is the cost of this choice minus that of the best choice at the same pc. Over a range,
    regret is largest at one of the ends.

    Attributes
    ----------
    regret_low, regret_high : float
        Regret at `pc_low` and at `pc_high`, in normalised expected cost. It is that of expected
        costs on new data where these are estimated: then each classifier's cost is the observed
        one plus the optimistic bias of the best.
    useful_from, useful_to : float
        Useful range of pc. Below it, classifying everything as negative is cheaper; above it,
        everything as positive.
    per_case, total : Range or None
        Lowest and highest cost per case, and for all cases, in the currency of the conditions, with
        the error rates on the dataset. None without conditions, or if they do not cover this range.
    per_case_expected, total_expected : Range or None
        The same with the cost expected on new data: its lowest and highest value over all
        combinations of the ends of stated ranges. None also where it is not estimated.
    regret_total : float or None
        Largest regret for all cases, in the same currency; None where `total` is None.
    measure : {"cost", "money"}
        What the choice minimises: the largest regret in normalised expected cost over a range of
        pc, or in money over all combinations of stated conditions.
    at_low, at_high : Interval or None
        Expected cost of this choice on new data at both ends, with confidence limits; None where
        it is not estimated.
    regret : float
        The larger of `regret_low` and `regret_high`.
    worst_words : str
        The end of the range with the largest regret, in words.
    """

    __repr__ = one_line

    regret_low: float
    regret_high: float
    useful_from: float
    useful_to: float
    per_case: Range | None = None
    total: Range | None = None
    per_case_expected: Range | None = None
    total_expected: Range | None = None
    regret_total: float | None = None
    measure: Literal["cost", "money"] = "cost"
    at_low: Interval | None = None
    at_high: Interval | None = None

    @property
    def regret(self) -> float:
        """Largest regret in the range; 0 if this choice is optimal everywhere in it."""
        return max(self.regret_low, self.regret_high)

    @property
    def worst_words(self) -> str:
        """The end of the range with the largest regret, in words."""
        tolerance = same_cost(min(max(self.pc_low, 0.5), self.pc_high))
        if abs(self.regret_high - self.regret_low) <= tolerance:
            return "at either end"
        worst = self.pc_low if self.regret_low > self.regret_high else self.pc_high
        return f"at PC(+) {share(worst)}"


@dataclass(frozen=True, slots=True)
class Best:
    """Single choice for a range of pc, and the optimal choice for each part of it.

    Attributes
    ----------
    single : SingleChoice
        Choice with the least worst-case regret over the range, as its `measure` says.
    choices : tuple of Choice
        Optimal choices by increasing pc; a single one if it is optimal over the whole range.
    words : str
        Both choices in a sentence, with the regret of the single choice.
    """

    __repr__ = one_line

    single: SingleChoice
    choices: tuple[Choice, ...]
    words: str

    @property
    def insensitive(self) -> bool:
        """Whether one threshold is optimal over the whole range."""
        return len(self.choices) == 1

    @property
    def needed(self) -> tuple[str, ...]:
        """Short names of the optimal choices."""
        return tuple(map(_short_name, self.choices))


def _short_name(choice: Choice) -> str:
    """Return a choice in few words."""
    if choice.is_baseline:
        return f"calling{choice.words.removeprefix('call')}"
    return (
        choice.words if choice.threshold is None else f"{choice.name} {decimal(choice.threshold)}"
    )


def best_choices(  # noqa: PLR0913, PLR0917 (everything that the choice depends on)
    derived: Curves,
    low: float,
    high: float,
    best: Band | None = None,
    conditions: Conditions | None = None,
    n_cases: float = 1.0,
) -> Best:
    """Return the choices for a range of pc; `low` equals `high` for a single pc.

    The single choice may be any stored threshold, on the convex hull or below it. `best` is the
    band of the cheapest classifier: a baseline is chosen where that is not expected to cost less.
    With `conditions` that cover the range, the single choice minimises regret in money.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> best_choices(derived, 0.3, 0.6).words
    'Use rule. No other choice is cheaper anywhere from PC(+) 0.3 to 0.6.'
    """
    choices = _optimal_choices(derived, low, high, best)
    single = _minimax_choice(derived, np.array([low, high]), best, conditions, n_cases)
    return Best(single, choices, _range_words(derived, single, choices))


def choices_over(model: "CostCurveModel", derived: Curves, over: Range, best: Band | None) -> Best:
    """Return the choices for a range of pc, in money where the conditions cover it."""
    conditions = conditions_over(model, over)
    return best_choices(derived, over.low, over.high, best, conditions, model._n_cases)


def _optimal_choices(
    derived: Curves, low: float, high: float, best: Band | None
) -> tuple[Choice, ...]:
    """Return the optimal choices of a range, by increasing pc."""
    hull = derived.hull
    if low == high:
        parts = [(recommended_corner(hull, low, best), low, high)]
    else:
        parts = _optimal_corners(hull, low, high, best)
    return tuple(
        _choice(derived, int(hull.owner[i]), int(hull.index[i]), float(hull.fpr[i]), (start, stop))
        for i, start, stop in parts
    )


def _optimal_corners(
    hull: Hull, low: float, high: float, best: Band | None
) -> list[tuple[int, float, float]]:
    """Return the recommended vertices of a hull in a range, with the part of each."""
    inner = np.concatenate([edge_pc(hull), [0.5], [] if best is None else useful_ranges(best).flat])
    ends = np.unique(np.concatenate([[low], inner[(inner > low) & (inner < high)], [high]]))
    parts: list[tuple[int, float, float]] = []
    for start, stop in pairwise(ends.tolist()):
        corner = recommended_corner(hull, (start + stop) / 2.0, best)
        if parts and parts[-1][0] == corner:
            start = parts.pop()[1]  # noqa: PLW2901 (joined with the part before)
        parts.append((corner, start, stop))
    return parts


def _minimax_choice(
    derived: Curves,
    ends: FloatArray,
    best: Band | None,
    conditions: Conditions | None,
    n_cases: float,
) -> SingleChoice:
    """Return the threshold or baseline of least worst-case regret."""
    curves = [item.curve for item in derived.shown]

    def penalty(pc: FloatArray, worst: FloatArray | float = 1.0) -> FloatArray | None:
        return (
            None if best is None else np.tile(optimistic_bias(best, pc) * worst, (len(curves), 1))
        )

    corners = None if conditions is None else corner_costs(conditions)
    choice: LeastRegret | LeastMoneyRegret
    if conditions is not None and corners is not None and ends[0] < ends[1]:
        extra = penalty(corners.pc, corners.worst)
        choice = least_money_regret(curves, conditions, penalty=extra)
    else:
        choice = least_regret(curves, pc=(ends[0], ends[1]), penalty=penalty(ends))
    owner = BASELINE if choice.owner == BASELINE else derived.visible[choice.owner]
    described = _choice(derived, owner, choice.index, choice.fpr, (float(ends[0]), float(ends[1])))
    regrets = regrets_of(derived, described, 1.0 - ends, ends, best)
    low, high = (expected_interval(described, pc, best) for pc in ends.tolist())
    return SingleChoice(
        **asdict(described),
        regret_low=float(regrets[0]),
        regret_high=float(regrets[1]),
        useful_from=choice.useful_from,
        useful_to=choice.useful_to,
        at_low=low,
        at_high=high,
        measure="money" if isinstance(choice, LeastMoneyRegret) else "cost",
        **({} if corners is None else _money(derived, described, corners, best, n_cases)),
    )


def _money(
    derived: Curves,
    choice: Choice,
    corners: CornerCosts,
    best: Band | None,
    n_cases: float,
) -> dict[str, Any]:
    """Return the cost of a choice in money, and its largest regret."""
    weights = corners.per_fpr, corners.per_fnr
    costs = corners.money(fpr=choice.fpr, tpr=choice.tpr)
    amounts = {"": costs}
    if best is not None:
        amounts["_expected"] = costs if choice.is_baseline else costs + _bias(best, *weights)
    ends = {name: (float(cost.min()), float(cost.max())) for name, cost in amounts.items()}
    return {
        **{f"per_case{name}": Range(*pair) for name, pair in ends.items()},
        **{f"total{name}": Range(*(end * n_cases for end in pair)) for name, pair in ends.items()},
        "regret_total": float(regrets_of(derived, choice, *weights, best).max()) * n_cases,
    }


def _bias(best: Band, per_fpr: FloatArray, per_fnr: FloatArray) -> FloatArray:
    """Return the optimistic bias of the best classifier under several costs, in their unit."""
    worst = per_fpr + per_fnr
    pc = np.divide(per_fnr, worst, out=np.zeros_like(worst), where=worst > 0.0)
    bias: FloatArray = worst * optimistic_bias(best, pc)
    return bias


def regrets_of(
    derived: Curves,
    choice: Choice,
    per_fpr: FloatArray,
    per_fnr: FloatArray,
    best: Band | None,
) -> FloatArray:
    """Return the regret of a choice under several costs, on new data where that is estimated."""
    hull = derived.hull
    bias = np.zeros(per_fpr.size) if best is None else _bias(best, per_fpr, per_fnr)
    cost = per_fpr * choice.fpr + per_fnr * (1.0 - choice.tpr)
    if not choice.is_baseline:
        cost = cost + bias
    observed = np.outer(hull.fpr, per_fpr) + np.outer(1.0 - hull.tpr, per_fnr)
    observed[1:-1] += bias
    regrets = cost - observed.min(axis=0)
    at_stake = np.minimum(per_fpr, per_fnr) + cost
    return np.where(regrets > COST_TOLERANCE * at_stake, regrets, 0.0)


def expected_interval(choice: Choice, pc: float, best: Band | None) -> Interval | None:
    """Return the expected cost of a choice at one pc: the band of the best, moved to the choice."""
    if best is None:
        return None
    cost = float(cost_of_rates(choice.fpr, choice.tpr, pc))
    if choice.is_baseline:
        return Interval(cost, cost, best.level, "known cost of a baseline", cost)
    interval = interval_at(best, pc)
    more = cost - float(np.interp(pc, best.pc, best.estimate))
    return replace(
        interval,
        lower=interval.lower + more,
        upper=interval.upper + more,
        expected=interval.expected + more,
    )


def _choice(
    derived: Curves, owner: int, index: int, fpr: float, over: tuple[float, float]
) -> Choice:
    """Return a classifier's point, or the baseline with that fpr, for a part of a range."""
    if owner == BASELINE:
        rule = baseline_words(derived, positive=fpr > 0.0)
        return Choice(*over, rule, True, None, fpr, fpr, rule, rule)  # noqa: FBT003 (a row)
    item = derived.classifiers[owner]
    return Choice(
        pc_low=over[0],
        pc_high=over[1],
        name=item.name,
        is_baseline=False,
        threshold=finite_threshold(item, index),
        fpr=fpr,
        tpr=float(item.curve.tpr[index]),
        words=point_words(item, index),
        use=use_words(item, index),
    )


def _range_words(derived: Curves, single: SingleChoice, choices: tuple[Choice, ...]) -> str:
    """Return the recommendation in sentences, with the regret over a range."""
    if single.pc_low == single.pc_high:
        return f"At PC(+) {share(single.pc_low)}: {choices[0].use}."
    use = f"{single.use[:1].upper()}{single.use[1:]}."
    span = f"from PC(+) {share(single.pc_low)} to {share(single.pc_high)}"
    if len(choices) == 1:
        return f"{use} No other choice is cheaper anywhere {span}."
    needed = Best(single, choices, "").needed
    return (
        f"{use} Anywhere {span} that costs at most {number(single.regret)} more than the best, "
        f"{single.worst_words}. {_baseline_words(derived, single)}"
        f"No regret at all would take {len(needed)} choices"
        f"{f', from {needed[0]} to {needed[-1]}' if needed[0] != needed[-1] else ''}."
    )


def _baseline_words(derived: Curves, single: SingleChoice) -> str:
    """Return the parts of the range in which a baseline is cheaper, in words."""
    low, high = single.pc_low, single.pc_high
    at_low, at_high = (float(cost_of_rates(single.fpr, single.tpr, pc)) for pc in (low, high))
    negative, positive = derived.classes
    below = f"Below PC(+) {share(single.useful_from)} calling all {negative} is cheaper. "
    above = f"Above PC(+) {share(single.useful_to)} calling all {positive} is cheaper. "
    return (below if at_low - low > same_cost(low) else "") + (
        above if at_high - (1.0 - high) > same_cost(high) else ""
    )


# ---- Choice by another criterion than cost


def _example(kind: str, criterion: Criterion) -> str:
    """Return an example of a criterion as source code."""
    values = {name: spec.usual(_EXAMPLE_SHARE) for name, spec in criterion.numbers.items()}
    return (
        "{" + ", ".join([f'"kind": "{kind}"', *(f'"{n}": {v:g}' for n, v in values.items())]) + "}"
    )


_EXAMPLE_SHARE = 0.1  # of positives
_FIX = f"Pass {', '.join(_example(*item) for item in CRITERIA.items())} or None."
_MIN_GAIN = 1e-9  # smaller differences of rates are rounding
THINNED_NOTE = "Of very many thresholds only some were tried; another may do a little better."


@dataclass(frozen=True, slots=True)
class CriterionAnswer:
    """Choice by a criterion.

    Attributes
    ----------
    criterion : mapping
        The criterion; the numbers of cases of a workforce are those at the stated prevalence.
    owner : int
        Position of the recommended classifier; an `Owner` for a baseline or a mixture.
    name : str
        The classifier or baseline of the best single threshold.
    threshold : float or None
        Threshold of that choice; None if there is none.
    single : tuple of (fpr, tpr)
        Its rates.
    fpr, tpr : float
        Rates of the best choice on the convex hull, which may be a mixture of two thresholds.
    roc : tuple of (fpr, tpr)
        That choice in ROC space. For a mixture: its two hull vertices, then the mixed point.
    cost_line : (fpr, fnr)
        Its cost line, from (0, fpr) to (1, fnr).
    pc : float or None
        Vertex of the lower envelope that the cost line of a mixture passes through.
    rates : tuple of (fpr, tpr)
        Rates of the recommendation: the single threshold, or the mixture if only a baseline
        satisfies the criterion without one.
    rule : str
        The recommended classifier with its threshold.
    headline : str
        The criterion, and the recommendation as advice.
    after : str
        Best threshold of the other classifiers, in a sentence; empty if there is none.
    gain : str
        Gain of a mixture over the single threshold; empty if none, or if it is recommended.
    mix : str
        Description of the mixture; empty if it is not better.
    note : str
        Warning about the choice; empty if there is none.
    rates_words : str
        Rates of the recommendation in words.
    dual : str
        The criterion's limit in cost space; empty if it has none.
    """

    criterion: Mapping[str, Any]
    owner: int
    name: str
    threshold: float | None
    single: tuple[float, float]
    fpr: float
    tpr: float
    roc: tuple[tuple[float, float], ...]
    cost_line: tuple[float, float]
    pc: float | None
    rates: tuple[float, float]
    rule: str
    headline: str
    after: str
    gain: str
    mix: str
    note: str
    rates_words: str
    dual: str

    @property
    def words(self) -> str:
        """The recommendation, the mixture that improves on it, and the dual of the limit."""
        parts = (f"{self.headline}.", f"It {self.rates_words}.", self.mix, self.note, self.dual)
        return " ".join(filter(None, parts))


def check_criterion(_model: object, value: object) -> Mapping[str, Any] | None:
    """Return a criterion as a read-only mapping with exactly the numbers that it needs.

    Examples
    --------
    >>> dict(check_criterion(None, {"kind": "neyman_pearson", "max_fpr": 0.1}))
    {'kind': 'neyman_pearson', 'max_fpr': 0.1}
    """
    if value is None:
        return None
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(kind, str) or kind not in CRITERIA:
        raise _criterion_error("must be a criterion or None", value)
    checked = {}
    for name, spec in CRITERIA[kind].numbers.items():
        entry: Any = value.get(name)
        if as_finite(entry) is None:
            raise _criterion_error(f"must have a number for {name}", value)
        checked[name] = spec.read(entry)
    return MappingProxyType({"kind": kind, **checked})


def _criterion_error(message: str, value: object) -> CostCurveError:
    return CostCurveError(message, where="criterion", got=shown(value), fix=_FIX)


def at_stated_prevalence(
    criterion: Mapping[str, Any], conditions: Conditions | None
) -> Mapping[str, Any]:
    """Return a criterion with as many positives among its cases as the conditions state.

    Of a range of prevalences the highest counts. A workforce without positives keeps its numbers,
    because it limits the false positive rate alone.

    Examples
    --------
    >>> room = {"kind": "workforce", "positives": 50.0, "negatives": 50.0, "capacity": 20.0}
    >>> at_stated_prevalence(room, Conditions(prior=0.1))["positives"]
    10.0
    """
    if conditions is None or conditions.prior is None or not criterion.get("positives"):
        return criterion
    total = criterion["positives"] + criterion["negatives"]
    positives = total * min(conditions.prior.high, _MAX_PREVALENCE)
    return MappingProxyType({**criterion, "positives": positives, "negatives": total - positives})


_MAX_PREVALENCE = 1.0 - 1e-9  # a workforce needs negatives


def criterion_answer(
    criterion: Mapping[str, Any] | None, derived: Curves, conditions: Conditions | None = None
) -> CriterionAnswer | None:
    """Return the choice of a criterion among the visible classifiers; None without either.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> criterion_answer({"kind": "neyman_pearson", "max_fpr": 0.1}, derived).words[:51]
    'With at most 10 % false alarms (on this dataset): d'
    """
    if criterion is None or not derived.visible:
        return None
    criterion = at_stated_prevalence(criterion, conditions)
    hull, kind = derived.hull, CRITERIA[criterion["kind"]]
    numbers = {name: criterion[name] for name in kind.numbers}
    best_single = kind.best([item.curve for item in derived.shown], numbers)
    mixture = None if kind.lots is None else kind.lots(hull, numbers)
    if mixture is not None and (
        mixture.first == mixture.second or not kind.better(mixture, best_single, numbers, _MIN_GAIN)
    ):
        mixture = None
    best = mixture or best_single
    ends = [] if mixture is None else [mixture.first, mixture.second]
    item = None if best_single.owner == BASELINE else derived.shown[best_single.owner]
    is_mixture = item is None and mixture is not None
    recommended = best if is_mixture else best_single
    name = baseline_words(derived, positive=best_single.fpr > 0.0) if item is None else item.name
    owner, rule, use = _recommended_rule(item, best_single, name, is_mixture=is_mixture)
    return CriterionAnswer(
        criterion=criterion,
        owner=owner,
        name=name,
        threshold=None if item is None else finite_threshold(item, best_single.index),
        single=(best_single.fpr, best_single.tpr),
        fpr=best.fpr,
        tpr=best.tpr,
        roc=(*((float(hull.fpr[i]), float(hull.tpr[i])) for i in ends), (best.fpr, best.tpr)),
        cost_line=(best.fpr, 1.0 - best.tpr),
        pc=None if mixture is None else float(edge_pc(hull)[mixture.first]),
        rates=(recommended.fpr, recommended.tpr),
        rule=rule,
        headline=f"{kind.aim(numbers, percent, amount)}{_limit_scope(kind)}: {use}",
        after=_runner_up_words(derived, kind, numbers, item),
        gain="" if is_mixture else _gain_words(kind, mixture, best_single),
        mix=_mix_words(derived, mixture, name if is_mixture else ""),
        note=THINNED_NOTE if _may_be_beaten(derived, kind, numbers, best_single) else "",
        rates_words=_rate_words(
            derived, recommended.fpr, recommended.tpr, None if is_mixture else item
        ),
        dual=_dual_words(criterion_limit(criterion)),
    )


def _recommended_rule(
    item: DerivedClassifier | None, single: ThresholdPick, name: str, *, is_mixture: bool
) -> tuple[int, str, str]:
    """Return the owner, rule and advice of the recommendation."""
    if is_mixture:
        return Owner.MIXED, "drawing lots", "draw lots"
    if item is None:
        return Owner.ALL_POSITIVE if single.fpr > 0.0 else Owner.ALL_NEGATIVE, name, name
    return item.position, point_words(item, single.index), use_words(item, single.index)


def criterion_limit(criterion: Mapping[str, Any]) -> Limit | None:
    """Return the line of a criterion in ROC space; None if it has no limit."""
    make_limit = CRITERIA[criterion["kind"]].limit
    return None if make_limit is None else make_limit(criterion)


def limit_words(criterion: Mapping[str, Any]) -> str:
    """Return a label for the limit of a criterion; empty if it has none.

    Examples
    --------
    >>> limit_words({"kind": "neyman_pearson", "max_fpr": 0.1})
    'at most 10 % false alarms'
    """
    if criterion_limit(criterion) is None:
        return ""
    kind = CRITERIA[criterion["kind"]]
    numbers = {name: criterion[name] for name in kind.numbers}
    return kind.aim(numbers, percent, amount).removeprefix("With ")


def _dual_words(limit: Limit | None) -> str:
    """Return where in cost space the lines of all choices at the limit meet, if they do.

    The limit on shares of each class is passed to `workforce_limit` as numbers of cases.
    """
    if limit is None or not 0.0 <= limit.most <= limit.fpr + limit.tpr:
        return ""
    dual = workforce_limit(positives=limit.tpr, negatives=limit.fpr, capacity=limit.most).dual
    lines = "In cost space the lines of all choices that use up the limit"
    if isinstance(dual, ParallelLines):
        rise = dual.gradient
        slope = (
            f"{'rise' if rise > 0.0 else 'fall'} by {number(abs(rise))}" if rise else "are level"
        )
        return f"{lines} {slope} from PC(+) 0 to 1: they are parallel, and meet nowhere."
    where = f"PC(+) {number(dual.pc)}, at a cost of {number(dual.cost)}"
    if not dual.virtual:
        return f"{lines} meet at {where}."
    return f"{lines} meet beyond the axis, where no conditions lead: at {where}."


def _limit_scope(kind: Criterion) -> str:
    """Return the data on which a criterion's limit is met; empty without a limit."""
    return "" if kind.limit is None else " (on this dataset)"


def _may_be_beaten(
    derived: Curves, kind: Criterion, numbers: Mapping[str, Any], best: ThresholdPick
) -> bool:
    """Return whether a threshold that is not stored is, or may be, better than the best stored one.

    Its rates lie between the rates of its stored neighbours. Where these leave it open, the scores
    between them are counted, if there are any.
    """
    if kind.is_on_hull:
        return False
    limit = None if kind.limit is None else kind.limit(numbers)
    least = float(kind.worth(np.array([best.fpr]), np.array([best.tpr]), numbers)[0]) + _MIN_GAIN

    def are_better(fpr: FloatArray, tpr: FloatArray, least_tpr: FloatArray) -> BoolArray:
        """Return whether points beat the best; the limit applies with `least_tpr`."""
        is_better: BoolArray = kind.worth(fpr, tpr, numbers) > least
        return is_better if limit is None else is_better & limit.allows(fpr, least_tpr)

    for item in derived.shown:
        if not item.reduced.is_thinned:
            continue
        fpr, tpr = item.curve.fpr, item.curve.tpr
        threshold, lower = item.reduced.threshold.exact(np.arange(fpr.size))
        is_open = are_better(fpr[:-1], tpr[1:], tpr[:-1]) & (lower[:-1] != threshold[1:])
        if not is_open.any():
            continue
        first, last = np.flatnonzero(is_open)[[0, -1]]
        if not isinstance(item.source, Predictions):
            return True
        fpr_rise, tpr_rise = _rates_between(item.source, threshold[first], threshold[last + 1])
        counted = tpr[first] + tpr_rise
        if are_better(fpr[first] + fpr_rise, counted, counted).any():
            return True
    return False


def _rates_between(
    source: Predictions, above: float, below: float
) -> tuple[FloatArray, FloatArray]:
    """Return how much fpr and tpr rise from one threshold to each lower one, above another."""
    rows = np.flatnonzero((source.score < above) & (source.score > below))
    rows = rows[np.argsort(source.score[rows])[::-1]]
    is_last = np.append(np.diff(source.score[rows]) != 0, True)[: rows.size]
    weight = np.ones(source.score.size) if source.weight is None else source.weight
    fpr, tpr = (
        np.cumsum(np.where(members[rows], weight[rows], 0.0))[is_last] / weight[members].sum()
        for members in (~source.positive, source.positive)
    )
    return fpr, tpr


def _runner_up_words(
    derived: Curves,
    kind: Criterion,
    numbers: Mapping[str, Any],
    item: DerivedClassifier | None,
) -> str:
    """Return the best threshold of the other classifiers."""
    rivals = [rival for rival in derived.shown if rival is not item]
    pick = kind.best([rival.curve for rival in rivals], numbers)
    if item is None or pick.owner == BASELINE:
        return ""
    runner_up = rivals[pick.owner]
    text = f"by the same measure: {point_words(runner_up, pick.index)}"
    if kind.limit is not None:
        text = f"within the limit: {runner_up.name} finds {percent(pick.tpr)}"
    return f"Next best {text} (not tested: may be chance)."


def _gain_words(kind: Criterion, mixture: Mixture | None, single: ThresholdPick) -> str:
    """Return the gain of a mixture over the single threshold."""
    if mixture is None or kind.gain is None:
        return ""
    gain = kind.gain(mixture, single, percent)
    return f"Only drawing lots {gain}." if gain else ""


def _mix_words(derived: Curves, mixture: Mixture | None, baseline: str) -> str:
    """Return a sentence on choosing between two thresholds at random, with the resulting rates."""
    if mixture is None:
        return ""
    first, second = (corner_words(derived, corner) for corner in (mixture.first, mixture.second))
    lead = "Drawing lots can do better"
    if baseline:
        lead = f"Only drawing lots does better than calling{baseline.removeprefix('call')}"
    return (
        f"{lead}: {second} for {percent(mixture.weight)} of the cases, drawn "
        f"at random, and {first} for the others; together that "
        f"{_rate_words(derived, mixture.fpr, mixture.tpr)}."
    )


def _rate_words(
    derived: Curves, fpr: float, tpr: float, item: DerivedClassifier | None = None
) -> str:
    """Return the rates of a choice in words, with limits if one is 0; `item` is its classifier."""
    negative, positive = derived.classes
    finds, flags = f"finds {percent(tpr)} of {positive}", f"flags {percent(fpr)} of {negative}"
    if item is not None and tpr == 1.0:
        finds += zero_error_words(derived, item, positive=True)
    if item is not None and fpr == 0.0:
        flags += zero_error_words(derived, item, positive=False)
    return f"{finds} and {flags}"
