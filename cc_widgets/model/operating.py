"""Conditions of use and the place on the pc axis: what follows from moving one of them."""

from collections.abc import Callable
from math import exp, isfinite, log, nan
from typing import Literal, TypeAlias

from cc_widgets.core import Conditions, Range, cost_ratio_at, prior_at
from cc_widgets.core._conditions import middle_share

Follows = Literal["prior", "cost_ratio"]
Pair = tuple[float, float]
_Values: TypeAlias = tuple[float, float, float, float, float]  # as `Conditions.corners`
# A cost ratio has no end; conditions come this close to pc = 1 while the prior stays.
_NEAR_ONE = 1.0 - 1e-9
_HALVINGS = 60


def moved(conditions: Conditions, pc: float, follows: Follows) -> Conditions:
    """Return exact conditions at another pc.

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
    """Return the exact conditions that a pc stands for.

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
    """Return exact conditions on the way from the least pc (share 0) to the greatest (1).

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
    """Return the value a share of the way along a range: on the scale, if that has both ends."""
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
    """Return conditions that cover a range of pc.

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
    """Return the exact conditions in the middle of their range of pc.

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
