"""What is said of conditions and money at one pc: one form for Python and for the page.

While one value moves along with pc, each of them is a ratio of two straight lines over pc; a line
is told by its two ends. Where values are ranges nothing moves: what is said is the ranges.
"""

from dataclasses import dataclass
from math import isfinite

from cc_widgets.core import Conditions, Range
from cc_widgets.model.operating import Follows, Pair

_SPOKEN = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")


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
class Standing:
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


def terms(conditions: Conditions, follows: Follows) -> Moving | Standing:
    """Tell what conditions become along pc.

    Parameters
    ----------
    conditions : Conditions
        Any values may be ranges.
    follows : {"prior", "cost_ratio"}
        What moves with pc if none is a range.

    Returns
    -------
    Moving or Standing
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


def _standing(conditions: Conditions) -> Standing:
    """Return the ranges, and what every corner of them costs."""
    pairs = {name: _pair(getattr(conditions, name)) for name in _SPOKEN}
    corners = tuple(
        (p * tp + (1.0 - p) * tn, (1.0 - p) * (fp - tn), p * (fn - tp))
        for p, fp, fn, tp, tn in conditions.corners()
    )
    return Standing(pc=_pair(conditions.pc), **pairs, corners=corners)


def _pair(value: Range) -> Pair:
    return value.low, value.high


def stated(known: Moving | Standing | None, pc: float, fpr: float, tpr: float) -> Stated | None:
    """State conditions at one pc, and what a decision costs there.

    Parameters
    ----------
    known : Moving, Standing or None
        From `terms`; None without conditions.
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
    if known is None:
        return None
    if isinstance(known, Standing):
        low, high = known.pc
        if not low <= pc <= high:
            return None
        each = [base + a * fpr + b * (1.0 - tpr) for base, a, b in known.corners]
        spoken = {name: Range(*getattr(known, name)) for name in _SPOKEN}
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
