"""Operating conditions: how they change with pc, their values at one pc, and the pc axis."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import exp, isfinite, log, nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import (
    Range,
    corner_costs,
    cost_per_case,
    cost_ratio_at,
    log_odds_at,
    middle_share,
    pc_at_log_odds,
    prior_at,
)
from cc_widgets.core.results import FloatArray
from cc_widgets.model.numerals import amount, share, shorten

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- Conditions and pc


Follows = Literal["prior", "cost_ratio"]
Pair = tuple[float, float]
_Values: TypeAlias = tuple[float, float, float, float, float]  # as `Conditions.corners`
# The cost ratio is infinite at pc = 1. With a constant prior, pc is at most this.
_NEAR_ONE = 1.0 - 1e-9
_HALVINGS = 60


def have_same_costs(first: Conditions | None, second: Conditions | None) -> bool:
    """Return whether both state the same prior and costs, or none."""
    before, after = (Conditions() if each is None else each for each in (first, second))
    return before.prior == after.prior and before.costs == after.costs


def conditions_or_default(model: "CostCurveModel") -> Conditions:
    """Return the model's conditions, or the defaults for its operating point or range.

    By default both errors cost the same and the prior equals pc.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel()
    >>> conditions_or_default(model).prior, conditions_or_default(model).cost_fn
    (Range(low=0.5, high=0.5), Range(low=1.0, high=1.0))
    >>> model.pc_range = (0.1, 0.2)
    >>> conditions_or_default(model).prior
    Range(low=0.1, high=0.2)
    """
    stated = model._known_conditions
    if stated is not None:
        return stated
    prior = model.pc if model.pc_range is None else model.pc_range
    return Conditions(prior, currency=model._currency, n_cases=model._n_cases)


def shift_conditions(conditions: Conditions, pc: float, follows: Follows) -> Conditions:
    """Return exact conditions at another pc, with another prior or cost of a missed positive.

    Raise if one error is free, or the prior is 0 or 1, because pc is fixed then.

    Examples
    --------
    >>> half = Conditions(prior=0.5, cost_fp=1, cost_fn=1)
    >>> shift_conditions(half, 0.2, "prior").prior.low
    0.2
    >>> shift_conditions(half, 0.2, "cost_ratio").cost_fn.low
    0.25
    """
    prior, fp, fn, tp, tn = conditions.corners()[0]
    if follows == "prior":
        prior = float(prior_at(pc, cost_fp=fp - tn, cost_fn=fn - tp))
    else:
        fn = tp + (fp - tn) * float(cost_ratio_at(min(pc, _NEAR_ONE), prior=prior))
    return _with_values(conditions, (prior, fp, fn, tp, tn))


def conditions_at(conditions: Conditions, pc: float) -> Conditions:
    """Return the exact conditions at one pc.

    They are within the ranges where that leads to this pc; otherwise they are the nearest corner of
    the ranges, with another prior. Raise if no prior leads to this pc.

    Examples
    --------
    >>> conditions_at(Conditions(prior=(0.1, 0.2)), 0.15).prior.low.__round__(9)
    0.15
    >>> conditions_at(Conditions(prior=(0.1, 0.4), cost_fn=(2, 8)), 0.5).cost_fn.low.__round__(3)
    3.854
    """
    reach = conditions.pc
    if not reach.low < pc < reach.high:
        end = _with_values(conditions, _between(conditions, 0.0 if pc <= reach.low else 1.0))
        return end if pc in reach.ends else shift_conditions(end, pc, "prior")
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (low + high) / 2.0
        low, high = (share, high) if _pc(_between(conditions, share)) < pc else (low, share)
    return _with_values(conditions, _between(conditions, high))


def _between(conditions: Conditions, share: float) -> _Values:
    """Return exact conditions between the lowest pc (share 0) and the highest pc (share 1).

    The log-odds of pc are linear in the share, unless one of them is infinite.
    """
    return (
        _on_scale(conditions.stated_prior, share, _log_odds, _share),
        _on_scale(conditions.cost_fp, 1.0 - share, _log, exp),
        _on_scale(conditions.cost_fn, share, _log, exp),
        _on_scale(conditions.cost_tp, 1.0 - share, float, float),
        _on_scale(conditions.cost_tn, share, float, float),
    )


def _with_values(conditions: Conditions, values: Iterable[Any]) -> Conditions:
    """Return the conditions with new values, in the order of `CONDITION_NAMES`."""
    return replace(conditions, **dict(zip(CONDITION_NAMES, values, strict=True)))


def _pc(values: _Values) -> float:
    prior, fp, fn, tp, tn = values
    positive, negative = prior * (fn - tp), (1.0 - prior) * (fp - tn)
    return positive / (positive + negative)


def _on_scale(
    value: Range, share: float, scale: Callable[[float], float], back: Callable[[float], float]
) -> float:
    """Interpolate a range, on the scale if both ends are finite there."""
    if share in (0.0, 1.0) or value.exact:
        return value.high if share == 1.0 else value.low
    low, high = scale(value.low), scale(value.high)
    if not (isfinite(low) and isfinite(high)):
        return value.low + share * (value.high - value.low)
    return min(max(back(low + share * (high - low)), value.low), value.high)


def _log_odds(share: float) -> float:
    return log(share / (1.0 - share)) if 0.0 < share < 1.0 else nan


def _share(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))


def _log(cost: float) -> float:
    return log(cost) if cost > 0.0 else nan


def cover_range(conditions: Conditions, pc_range: Pair) -> Conditions:
    """Return conditions whose ranges cover a range of pc.

    Costs stay within their ranges; the prior leaves its range only where pc does.

    Examples
    --------
    >>> cover_range(Conditions(prior=0.5), (0.1, 0.3)).prior
    Range(low=0.1, high=0.3)
    """
    ends = [conditions_at(conditions, pc).corners()[0] for pc in pc_range]
    return _with_values(conditions, (tuple(sorted(values)) for values in zip(*ends, strict=True)))


def middle_conditions(conditions: Conditions) -> Conditions:
    """Return the exact conditions in the middle of their range of pc.

    Examples
    --------
    >>> middle_conditions(Conditions(prior=0.5, cost_fn=(1, 100))).cost_fn.low.__round__(9)
    10.0
    """
    reach = conditions.pc
    return conditions_at(conditions, middle_share(reach.low, reach.high))


# ---- Conditions and costs at one pc, in the same form in Python and on the page


CONDITION_NAMES = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
"""Names of the five values of conditions."""


@dataclass(frozen=True, slots=True)
class LinearConditions:
    """Exact conditions as functions of pc: value = line(pc) / over(pc).

    Each line is given by its values at pc 0 and pc 1. The expected cost of a case is ``base + worst
    * cost``, where `cost` is the normalised cost. `cost_tp` and `cost_tn` are constant.
    """

    over: Pair
    prior: Pair
    cost_fp: Pair
    cost_fn: Pair
    base: Pair
    worst: Pair
    cost_tp: float
    cost_tn: float


@dataclass(frozen=True, slots=True)
class FixedConditions:
    """Conditions that do not change with pc, such as ranges.

    `pc` is the range that they cover. For each item of `corners`, the expected cost of a case is
    ``base + by_fpr * fpr + by_fnr * fnr``.
    """

    pc: Pair
    prior: Pair
    cost_fp: Pair
    cost_fn: Pair
    cost_tp: Pair
    cost_tn: Pair
    corners: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ConditionsAtPc:
    """Values of the conditions at one pc and the expected cost per case, each as a range."""

    prior: Range
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range
    per_case: Range


def conditions_along_pc(
    conditions: Conditions, follows: Follows
) -> LinearConditions | FixedConditions:
    """Return the conditions as functions of pc, or fixed ones if they are ranges or degenerate."""
    prior, fp, fn, tp, tn = conditions.corners()[0]
    alarm, miss = fp - tn, fn - tp
    movable = min(alarm, miss) > 0.0 if follows == "prior" else alarm > 0.0 < prior < 1.0
    if not conditions.exact or not movable:
        return _fixed_conditions(conditions)
    if follows == "prior":
        a, b = alarm / max(alarm, miss), miss / max(alarm, miss)
        return LinearConditions(
            over=(b, a),
            prior=(0.0, a),
            cost_fp=(fp * b, fp * a),
            cost_fn=(fn * b, fn * a),
            base=(tn * b, tp * a),
            worst=(alarm * b, alarm * b),
            cost_tp=tp,
            cost_tn=tn,
        )
    rest = (1.0 - prior) * alarm
    return LinearConditions(
        over=(1.0, 0.0),
        prior=(prior, 0.0),
        cost_fp=(fp, 0.0),
        cost_fn=(tp, rest / prior),
        base=(prior * tp + (1.0 - prior) * tn, 0.0),
        worst=(rest, rest),
        cost_tp=tp,
        cost_tn=tn,
    )


def _fixed_conditions(conditions: Conditions) -> FixedConditions:
    """Return the ranges, with the cost coefficients of each of their corners."""
    pairs = {name: _pair(getattr(conditions, name)) for name in CONDITION_NAMES}
    costs = corner_costs(conditions)
    terms = costs.base.tolist(), costs.per_fpr.tolist(), costs.per_fnr.tolist()
    return FixedConditions(
        pc=_pair(conditions.pc), **pairs, corners=tuple(zip(*terms, strict=True))
    )


def _pair(value: Range) -> Pair:
    return value.low, value.high


def state_conditions(
    terms: LinearConditions | FixedConditions, pc: float, fpr: float, tpr: float
) -> ConditionsAtPc | None:
    """Return the conditions at one pc, with the cost of a decision; None if they exclude this pc.

    Examples
    --------
    >>> known = conditions_along_pc(Conditions(prior=(0.1, 0.2), cost_fn=9), "prior")
    >>> state_conditions(known, 0.6, fpr=0.5, tpr=0.5).per_case
    Range(low=0.9, high=1.3)
    >>> state_conditions(known, 0.9, fpr=0.5, tpr=0.5) is None
    True
    """
    if isinstance(terms, FixedConditions):
        low, high = terms.pc
        if not low <= pc <= high:
            return None
        each = [float(cost_per_case(corner, fpr, 1.0 - tpr)) for corner in terms.corners]
        values = {name: Range(*getattr(terms, name)) for name in CONDITION_NAMES}
        return ConditionsAtPc(**values, per_case=Range(min(each), max(each)))
    over = _on(terms.over, pc)
    if over <= 0.0:
        return None
    lines = (terms.prior, terms.cost_fp, terms.cost_fn, terms.base, terms.worst)
    prior, fp, fn, base, worst = (_on(line, pc) / over for line in lines)
    each_case = float(cost_per_case((base, worst * (1.0 - pc), worst * pc), fpr, 1.0 - tpr))
    exact = (prior, fp, fn, terms.cost_tp, terms.cost_tn, each_case)
    if not all(map(isfinite, exact)):
        return None
    return ConditionsAtPc(*(Range(value, value) for value in exact))


def _on(line: Pair, pc: float) -> float:
    return line[0] * (1.0 - pc) + line[1] * pc


# ---- The pc axis: logit positions, and ticks in units of prior or cost ratio


X_LEAST = 0.0005
"""Ends of a logit axis: pc from X_LEAST to 1 - X_LEAST."""

_CLOSEST = 0.115
_LOGIT_TICKS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_PRIORS = (0.5, 0.1, 0.9, 0.2, 0.8, 0.01, 0.99, 0.3, 0.7, 0.05, 0.95, 0.001, 0.999, 0.02, 0.98)
_RATIOS = (1, 10, 0.1, 100, 0.01, 2, 5, 0.5, 0.2, 20, 50, 0.05, 0.02, 1000, 0.001, 500, 200)


def log_odds(pc: FloatArray) -> FloatArray:
    """Return the positions of pc on a logit axis, clipped to its ends.

    Examples
    --------
    >>> log_odds(np.array([0.0, 0.5])).round(6)
    array([-7.600402,  0.      ])
    """
    return log_odds_at(np.clip(pc, X_LEAST, 1.0 - X_LEAST))


def pc_at_place(places: FloatArray) -> FloatArray:
    """Return the pc at positions on a logit axis.

    Examples
    --------
    >>> pc_at_place(np.array([0.0]))
    array([0.5])
    """
    return pc_at_log_odds(places)


def title_of(model: "CostCurveModel") -> str:
    """Return the title of the pc axis."""
    positive = shorten(model.curves.classes[1])
    if model.view.axis == "logit":
        return "PC(+), on a scale of log-odds"
    if model.view.axis == "prior":
        cost_fp, cost_fn = _costs(model._known_conditions)
        costs = f"{amount(cost_fp)} : {amount(cost_fn, model._currency)}"
        return f"Share of {positive} at costs {costs}"
    if model.view.axis == "cost_ratio":
        prior = share(_prior(model._known_conditions))
        return f"Cost of missed {positive} : false alarm, prior {prior}"
    return pc_title(positive)


def pc_title(positive: str) -> str:
    """Return the title of an axis of pc, with the name of the positive class."""
    return f"PC(+): share of {positive}, weighted by cost"


def ticks_of(model: "CostCurveModel") -> list[tuple[float, str]]:
    """Return pc and label of each tick; empty for automatic ticks."""
    if model.view.axis == "logit":
        return [(pc, f"{pc:g}") for pc in _LOGIT_TICKS]
    if model.view.axis == "prior":
        cost_fp, cost_fn = _costs(model._known_conditions)
        # pc is the same function of the prior as the prior of pc, with the costs swapped.
        priors = prior_at(np.array(_PRIORS), cost_fp=cost_fn, cost_fn=cost_fp)
        return _spaced_ticks(zip(priors.tolist(), _PRIORS, strict=True), "1")
    if model.view.axis == "cost_ratio":
        unit_ratio = float(cost_ratio_at(0.5, prior=_prior(model._known_conditions)))
        places = [ratio / (ratio + unit_ratio) for ratio in _RATIOS]
        return _spaced_ticks(zip(places, _RATIOS, strict=True), "∞")
    return []


def _spaced_ticks(ticks: Iterable[tuple[float, float]], last: str) -> list[tuple[float, str]]:
    """Return the ticks that leave room for their labels: the ends first, then in order."""
    chosen = [(0.0, "0"), (1.0, last)]
    for pc, value in ticks:
        if all(abs(pc - other) >= _CLOSEST for other, _ in chosen):
            chosen.append((pc, f"{value:g}"))
    return sorted(chosen)


def _costs(conditions: Conditions | None) -> tuple[float, float]:
    """Return the extra costs of both errors in the middle of the ranges; 1 and 1 if unknown."""
    if conditions is None:
        return 1.0, 1.0
    exact = middle_conditions(conditions)
    costs = exact.extra_fp.low, exact.extra_fn.low
    return costs if all(cost > 0.0 and isfinite(cost) for cost in costs) else (1.0, 1.0)


def _prior(conditions: Conditions | None) -> float:
    """Return the prior in the middle of the ranges; 0.5 if unknown."""
    prior = 0.5 if conditions is None else middle_conditions(conditions).stated_prior.low
    return prior if 0.0 < prior < 1.0 else 0.5
