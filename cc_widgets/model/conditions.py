"""Conditions of use: what moves with them, what may be said of them, the axis they stand on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp, isfinite, log, nan
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from cc_widgets.core import Conditions, Range, cost_ratio_at, log_odds_at, pc_at_log_odds, prior_at
from cc_widgets.core._conditions import middle_share
from cc_widgets.core._results import FloatArray
from cc_widgets.model.numerals import amount, share, short

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- What holds, and what follows on the pc axis from moving one of them


Follows = Literal["prior", "cost_ratio"]
Pair = tuple[float, float]
_Values: TypeAlias = tuple[float, float, float, float, float]  # as `Conditions.corners`
# A cost ratio has no end; conditions come this close to pc = 1 while the prior stays.
_NEAR_ONE = 1.0 - 1e-9
_HALVINGS = 60


def in_force(model: "CostCurveModel") -> Conditions:
    """The conditions that hold: the user's, or what is assumed while there are none.

    Parameters
    ----------
    model : CostCurveModel
        With its conditions, operating point and range.

    Returns
    -------
    Conditions
        Without the user's, both errors cost the same, and the share of positives is the
        operating point or its range.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel()
    >>> in_force(model).prior, in_force(model).cost_fn
    (Range(low=0.5, high=0.5), Range(low=1.0, high=1.0))
    >>> model.pc_range = (0.1, 0.2)
    >>> in_force(model).prior
    Range(low=0.1, high=0.2)
    """
    if model.conditions is not None:
        return model.conditions
    return Conditions(model.pc if model.pc_range is None else model.pc_range)


def moved(conditions: Conditions, pc: float, follows: Follows) -> Conditions:
    """Exact conditions at another pc.

    Parameters
    ----------
    conditions : Conditions
        Without ranges.
    pc : float
        Where to go, in [0, 1].
    follows : {"prior", "cost_ratio"}
        What changes: the prior, or the cost of a missed positive.

    Returns
    -------
    Conditions
        Without ranges.

    Raises
    ------
    CostCurveError
        If errors of one kind are free, or the prior is 0 or 1: then pc cannot move.

    Examples
    --------
    >>> half = Conditions(prior=0.5, cost_fp=1, cost_fn=1)
    >>> moved(half, 0.2, "prior").prior.low, moved(half, 0.2, "cost_ratio").cost_fn.low
    (0.2, 0.25)
    """
    prior, fp, fn, tp, tn = conditions.corners()[0]
    if follows == "prior":
        prior = float(prior_at(pc, cost_fp=fp - tn, cost_fn=fn - tp))
    else:
        fn = tp + (fp - tn) * float(cost_ratio_at(min(pc, _NEAR_ONE), prior=prior))
    return Conditions(prior, fp, fn, cost_tp=tp, cost_tn=tn)


def at_pc(conditions: Conditions, pc: float) -> Conditions:
    """The exact conditions that a pc stands for.

    Parameters
    ----------
    conditions : Conditions
        Any values may be ranges.
    pc : float
        In [0, 1].

    Returns
    -------
    Conditions
        Within the ranges, if they lead to this pc; else those of the nearer end, with another
        prior.

    Raises
    ------
    CostCurveError
        If no prior leads there.

    Examples
    --------
    >>> at_pc(Conditions(prior=(0.1, 0.2)), 0.15).prior.low.__round__(9)
    0.15
    >>> at_pc(Conditions(prior=(0.1, 0.4), cost_fn=(2, 8)), 0.5).cost_fn.low.__round__(3)
    3.854
    """
    reach = conditions.pc
    if not reach.low < pc < reach.high:
        end = _conditions(_between(conditions, 0.0 if pc <= reach.low else 1.0))
        return end if pc in reach.ends else moved(end, pc, "prior")
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (low + high) / 2.0
        low, high = (share, high) if _pc(_between(conditions, share)) < pc else (low, share)
    return _conditions(_between(conditions, high))


def _between(conditions: Conditions, share: float) -> _Values:
    """Exact conditions on the way from the least pc (share 0) to the greatest (1).

    On that way the log-odds of pc change evenly, unless one of the ends has none.
    """
    return (
        _on_scale(conditions.prior, share, _log_odds, _share),
        _on_scale(conditions.cost_fp, 1.0 - share, _log, exp),
        _on_scale(conditions.cost_fn, share, _log, exp),
        _on_scale(conditions.cost_tp, 1.0 - share, float, float),
        _on_scale(conditions.cost_tn, share, float, float),
    )


def _conditions(values: _Values) -> Conditions:
    prior, fp, fn, tp, tn = values
    return Conditions(prior, fp, fn, cost_tp=tp, cost_tn=tn)


def _pc(values: _Values) -> float:
    prior, fp, fn, tp, tn = values
    positive, negative = prior * (fn - tp), (1.0 - prior) * (fp - tn)
    return positive / (positive + negative)


def _on_scale(
    value: Range, share: float, scale: Callable[[float], float], back: Callable[[float], float]
) -> float:
    """The value a share of the way along a range: on the scale, if that has both ends."""
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


def spread(conditions: Conditions, pc_range: Pair) -> Conditions:
    """Conditions that cover a range of pc.

    Parameters
    ----------
    conditions : Conditions
        What is known; any values may be ranges.
    pc_range : (low, high)
        The range of pc.

    Returns
    -------
    Conditions
        Each value between those that the two ends stand for: no cost leaves its range, and the
        prior does so only where pc does.

    Examples
    --------
    >>> spread(Conditions(prior=0.5), (0.1, 0.3)).prior
    Range(low=0.1, high=0.3)
    """
    ends = [at_pc(conditions, pc).corners()[0] for pc in pc_range]
    prior, fp, fn, tp, tn = (tuple(sorted(values)) for values in zip(*ends, strict=True))
    return Conditions(prior, fp, fn, cost_tp=tp, cost_tn=tn)


def middle(conditions: Conditions) -> Conditions:
    """The exact conditions in the middle of their range of pc.

    Parameters
    ----------
    conditions : Conditions
        Any values may be ranges.

    Returns
    -------
    Conditions
        Within all of the ranges.

    Examples
    --------
    >>> middle(Conditions(prior=0.5, cost_fn=(1, 100))).cost_fn.low.__round__(9)
    10.0
    """
    reach = conditions.pc
    return at_pc(conditions, middle_share(reach.low, reach.high))


# ---- What is said of conditions and money at one pc: one form for Python and for the page


SPOKEN = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
"""The five values of conditions, by name."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Exact conditions along pc: value = line(pc) / over(pc).

    Attributes
    ----------
    over, prior, cost_fp, cost_fn, base, worst : (at pc 0, at pc 1)
        Ends of straight lines. A case costs ``base + worst * cost``, with the normalised cost.
    cost_tp, cost_tn : float
        What never moves.
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
class Fixed:
    """Conditions that do not move with pc, for instance ranges.

    Attributes
    ----------
    pc : (low, high)
        Where they hold.
    prior, cost_fp, cost_fn, cost_tp, cost_tn : (low, high)
        The ranges.
    corners : tuple of (base, by_fpr, by_fnr)
        For each combination of their ends, what a case costs is
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
class Stated:
    """Conditions as they are stated at one pc, and what a case costs there.

    Attributes
    ----------
    prior, cost_fp, cost_fn, cost_tp, cost_tn, per_case : Range
        Equal ends where they are known exactly.
    """

    prior: Range
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range
    per_case: Range


def terms(conditions: Conditions, follows: Follows) -> Moving | Fixed:
    """What conditions become along pc.

    Parameters
    ----------
    conditions : Conditions
        Any values may be ranges.
    follows : {"prior", "cost_ratio"}
        What moves with pc if none is a range.

    Returns
    -------
    Moving or Fixed
        The second where there are ranges, or where nothing can move.
    """
    prior, fp, fn, tp, tn = conditions.corners()[0]
    alarm, miss = fp - tn, fn - tp
    movable = min(alarm, miss) > 0.0 if follows == "prior" else alarm > 0.0 < prior < 1.0
    if not conditions.exact or not movable:
        return _standing(conditions)
    if follows == "prior":
        a, b = alarm / max(alarm, miss), miss / max(alarm, miss)
        return Moving(
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
    return Moving(
        over=(1.0, 0.0),
        prior=(prior, 0.0),
        cost_fp=(fp, 0.0),
        cost_fn=(tp, rest / prior),
        base=(prior * tp + (1.0 - prior) * tn, 0.0),
        worst=(rest, rest),
        cost_tp=tp,
        cost_tn=tn,
    )


def _standing(conditions: Conditions) -> Fixed:
    """The ranges, and what every corner of them costs."""
    pairs = {name: _pair(getattr(conditions, name)) for name in SPOKEN}
    corners = tuple(
        (p * tp + (1.0 - p) * tn, (1.0 - p) * (fp - tn), p * (fn - tp))
        for p, fp, fn, tp, tn in conditions.corners()
    )
    return Fixed(pc=_pair(conditions.pc), **pairs, corners=corners)


def _pair(value: Range) -> Pair:
    return value.low, value.high


def stated(known: Moving | Fixed, pc: float, fpr: float, tpr: float) -> Stated | None:
    """State conditions at one pc, and what a decision costs there.

    Parameters
    ----------
    known : Moving or Fixed
        From `terms`.
    pc : float
        In [0, 1].
    fpr, tpr : float
        Rates of the decision.

    Returns
    -------
    Stated or None
        None where no finite conditions lead to this pc, or only such as the user excluded.

    Examples
    --------
    >>> known = terms(Conditions(prior=(0.1, 0.2), cost_fn=9), "prior")
    >>> stated(known, 0.6, fpr=0.5, tpr=0.5).per_case
    Range(low=0.9, high=1.3)
    >>> stated(known, 0.9, fpr=0.5, tpr=0.5) is None
    True
    """
    if isinstance(known, Fixed):
        low, high = known.pc
        if not low <= pc <= high:
            return None
        each = [base + a * fpr + b * (1.0 - tpr) for base, a, b in known.corners]
        spoken = {name: Range(*getattr(known, name)) for name in SPOKEN}
        return Stated(**spoken, per_case=Range(min(each), max(each)))
    over = _on(known.over, pc)
    if over <= 0.0:
        return None
    cost = (1.0 - tpr) * pc + fpr * (1.0 - pc)
    lines = (known.prior, known.cost_fp, known.cost_fn, known.base, known.worst)
    prior, fp, fn, base, worst = (_on(line, pc) / over for line in lines)
    each_case = base + worst * cost
    values = (prior, fp, fn, known.cost_tp, known.cost_tn, each_case)
    if not all(map(isfinite, values)):
        return None
    return Stated(*(Range(value, value) for value in values))


def _on(line: Pair, pc: float) -> float:
    return line[0] * (1.0 - pc) + line[1] * pc


# ---- The axis over pc: places at log-odds, and the ticks that speak of priors or of costs


X_LEAST = 0.0005
"""A logit axis shows pc from here to 1 - X_LEAST."""

_CLOSEST = 0.115
_LOGIT_TICKS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_PRIORS = (0.5, 0.1, 0.9, 0.2, 0.8, 0.01, 0.99, 0.3, 0.7, 0.05, 0.95, 0.001, 0.999, 0.02, 0.98)
_RATIOS = (1, 10, 0.1, 100, 0.01, 2, 5, 0.5, 0.2, 20, 50, 0.05, 0.02, 1000, 0.001, 500, 200)


def log_odds(pc: FloatArray) -> FloatArray:
    """Places of values of pc on a logit axis, at its ends for those beyond them.

    Examples
    --------
    >>> log_odds(np.array([0.0, 0.5])).round(6)
    array([-7.600402,  0.      ])
    """
    return log_odds_at(np.clip(pc, X_LEAST, 1.0 - X_LEAST))


def pc_at(places: FloatArray) -> FloatArray:
    """Values of pc at places on a logit axis.

    Examples
    --------
    >>> pc_at(np.array([0.0]))
    array([0.5])
    """
    return pc_at_log_odds(places)


def title_of(model: "CostCurveModel") -> str:
    """What the axis is called."""
    positive = short(model.derived.classes[1])
    if model.axis == "logit":
        return "PC(+), on a scale of log-odds"
    if model.axis == "prior":
        cost_fp, cost_fn = _costs(model.conditions)
        return f"Share of {positive} at costs {amount(cost_fp)} : {amount(cost_fn, model.unit)}"
    if model.axis == "cost_ratio":
        return f"Cost of missed {positive} : false alarm, prior {share(_prior(model.conditions))}"
    return pc_title(positive)


def pc_title(positive: str) -> str:
    """What an axis of pc is called, in which the positives have that name."""
    return f"PC(+): share of {positive}, weighted by cost"


def ticks_of(model: "CostCurveModel") -> list[tuple[float, str]]:
    """Pc and word of each tick; none if the browser may choose them."""
    if model.axis == "logit":
        return [(pc, f"{pc:g}") for pc in _LOGIT_TICKS]
    if model.axis == "prior":
        cost_fp, cost_fn = _costs(model.conditions)
        # pc follows from the prior as the prior does from pc, with the costs changed about.
        priors = prior_at(np.array(_PRIORS), cost_fp=cost_fn, cost_fn=cost_fp)
        return _apart(zip(priors.tolist(), _PRIORS, strict=True), "1")
    if model.axis == "cost_ratio":
        unit_ratio = float(cost_ratio_at(0.5, prior=_prior(model.conditions)))
        places = [ratio / (ratio + unit_ratio) for ratio in _RATIOS]
        return _apart(zip(places, _RATIOS, strict=True), "∞")
    return []


def _apart(ticks: Iterable[tuple[float, float]], last: str) -> list[tuple[float, str]]:
    """Ticks that leave room for their words: the ends, then the first come."""
    chosen = [(0.0, "0"), (1.0, last)]
    for pc, value in ticks:
        if all(abs(pc - other) >= _CLOSEST for other, _ in chosen):
            chosen.append((pc, f"{value:g}"))
    return sorted(chosen)


def _costs(conditions: Conditions | None) -> tuple[float, float]:
    """What both errors cost beyond right answers; alike where nothing is known."""
    if conditions is None:
        return 1.0, 1.0
    known = middle(conditions)
    costs = known.extra_fp.low, known.extra_fn.low
    return costs if all(cost > 0.0 and isfinite(cost) for cost in costs) else (1.0, 1.0)


def _prior(conditions: Conditions | None) -> float:
    """The prior, in the middle of the conditions; 0.5 where nothing is known."""
    prior = 0.5 if conditions is None else middle(conditions).prior.low
    return prior if 0.0 < prior < 1.0 else 0.5
