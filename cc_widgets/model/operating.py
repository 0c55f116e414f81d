"""Conditions of use and the place on the pc axis: what follows from moving one of them."""

from math import sqrt
from typing import Literal

from cc_widgets.core.conditions import Conditions
from cc_widgets.core.odds import cost_ratio_at, prior_at
from cc_widgets.core.ranges import Range

Follows = Literal["prior", "cost_ratio"]
Pair = tuple[float, float]
# A cost ratio has no end; conditions come this close to pc = 1 while the prior stays.
_NEAR_ONE = 1.0 - 1e-9


def moved(conditions: Conditions, pc: float, follows: Follows) -> Conditions:
    """Return exact conditions at another pc.

    Parameters
    ----------
    conditions : Conditions
        Where ranges occur, their middle is meant: the geometric one of costs.
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
    tp, tn = arithmetic_middle(conditions.cost_tp), arithmetic_middle(conditions.cost_tn)
    fp, fn = _middle(conditions.extra_fp), _middle(conditions.extra_fn)
    if follows == "prior":
        prior = float(prior_at(pc, cost_fp=fp, cost_fn=fn))
        return Conditions(prior, tn + fp, tp + fn, cost_tp=tp, cost_tn=tn)
    prior = arithmetic_middle(conditions.prior)
    ratio = float(cost_ratio_at(min(pc, _NEAR_ONE), prior=prior))
    return Conditions(prior, tn + fp, tp + fp * ratio, cost_tp=tp, cost_tn=tn)


def spread(conditions: Conditions, pc_range: Pair) -> Conditions:
    """Return conditions whose prior covers a range of pc.

    Parameters
    ----------
    conditions : Conditions
        Whose costs are kept; of ranges, the geometric middle.
    pc_range : (low, high)
        The range of pc.

    Returns
    -------
    Conditions
        With exact costs and a range of the prior.

    Examples
    --------
    >>> spread(Conditions(prior=0.5), (0.1, 0.3)).prior
    Range(low=0.1, high=0.3)
    """
    low, high = (moved(conditions, pc, "prior") for pc in pc_range)
    return Conditions(
        Range(low.prior.low, high.prior.low),
        low.cost_fp,
        low.cost_fn,
        cost_tp=low.cost_tp,
        cost_tn=low.cost_tn,
    )


def at_pc(conditions: Conditions | None, pc: float, follows: Follows) -> Conditions | None:
    """Return the exact conditions that a pc stands for.

    Parameters
    ----------
    conditions : Conditions or None
        What is known.
    pc : float
        In [0, 1].
    follows : {"prior", "cost_ratio"}
        What changes with pc while the rest is known exactly.

    Returns
    -------
    Conditions or None
        None if nothing is known.

    Examples
    --------
    >>> at_pc(Conditions(prior=(0.1, 0.2)), 0.15, "prior").prior.low
    0.15
    """
    if conditions is None:
        return None
    if conditions.exact:
        same = conditions.pc.low == pc
        return conditions if same else moved(conditions, pc, follows)
    return moved(conditions, pc, "prior")


def settled_pc(pc: float, pc_range: Pair) -> float:
    """Keep pc if it lies in a range, else take the middle.

    Parameters
    ----------
    pc : float
        The operating point.
    pc_range : (low, high)
        The range.

    Returns
    -------
    float
        In the range.

    Examples
    --------
    >>> settled_pc(0.2, (0.1, 0.3)), settled_pc(0.5, (0.0, 0.5)), settled_pc(0.5, (0.0, 0.25))
    (0.2, 0.5, 0.125)
    """
    low, high = pc_range
    return pc if low <= pc <= high else (low + high) / 2


def arithmetic_middle(value: Range) -> float:
    """Return the number halfway between the ends."""
    return value.low if value.exact else (value.low + value.high) / 2


def _middle(value: Range) -> float:
    """Return the geometric middle, or the arithmetic one where an end is 0."""
    return (
        sqrt(value.low) * sqrt(value.high)
        if value.low > 0.0 and not value.exact
        else (arithmetic_middle(value))
    )
