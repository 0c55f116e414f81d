"""Best thresholds with their ties, at one condition and over a range; what one in use loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from cc_widgets.core._conditions import Conditions, Range, RangeLike, pc_at, read_range, slope_at
from cc_widgets.core._cost import Envelope, cost_of_rates, same_cost, trivial_cost, values_at
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._duality import IsoLine, iso_line
from cc_widgets.core._hull import TRIVIAL, RocCurve
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import PC_MEANS, read_number, read_unit_number
from cc_widgets.core._results import SAME, BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core._standing import HullStatus
from cc_widgets.errors import CostCurveError, shown

# ---- Which classifier to use: at one operating condition, or over a range of them


@result
class BestAt:
    """The cheapest classifiers at one operating condition.

    Attributes
    ----------
    pc, slope : float
        The condition; slope is ``(1 - pc) / pc``.
    cost : float
        The least normalised expected cost.
    line : IsoLine
        The iso-performance line that touches the hull: no larger tpr-intercept is reached.
    owner, index : ndarray of int64, shape (n_tied,)
        Element i is one of the points that reach it: its curve and its position there, -1
        for a trivial rule.
    corner : int
        The hull corner to use. Tied corners cost the same here; at pc 0 it is the one with
        the largest tpr, elsewhere the one with the least fpr.
    chosen : int
        Position in `owner` and `index` of the first classifier at that corner.
    """

    pc: float
    slope: float
    cost: float
    line: IsoLine
    owner: IntArray
    index: IntArray
    corner: int
    chosen: int


def best_at(status: HullStatus, *, pc: float | None = None, slope: float | None = None) -> BestAt:
    """Cheapest thresholds at one operating condition, and their normalised expected cost.

    Parameters
    ----------
    status : HullStatus
        The joint hull and who is on it.
    pc, slope : float
        One of the two. A slope keeps its accuracy where pc is near 1.

    Returns
    -------
    BestAt
        All that tie, and the one to use.

    Raises
    ------
    CostCurveError
        If not exactly one of pc and slope is given, or it is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core import hull_status
    >>> from cc_widgets.core import RocCurve
    >>> status = hull_status([RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))])
    >>> best = best_at(status, pc=0.5)
    >>> best.index, round(best.cost, 9), best.chosen
    (array([0, 1]), 0.25, 0)
    """
    at = _read_condition(pc, slope)
    tied = _tied_corners(status, at)
    corner = int(tied[-1] if at.pc == 0.0 else tied[0])
    members = _members_between(status, tied)
    cost = float(cost_of_rates(status.hull.fpr[corner], status.hull.tpr[corner], at.pc))
    return BestAt(
        pc=at.pc,
        slope=at.slope,
        cost=cost,
        line=iso_line(at.pc, cost),
        owner=status.members.curve[members],
        index=status.members.index[members],
        corner=corner,
        chosen=int(np.argmax(status.members.corner[members] == corner)),
    )


@result
class BestOver:
    """The best classifier in each part of a range of conditions, by rising pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n_parts,)
        Element i is the hull corner that is best in part i.
    owner, index : ndarray of int64, shape (n_parts,)
        Element i is its first owner and the position there; -1 for a trivial rule.
    pc_low, pc_high : ndarray of float64, shape (n_parts,)
        Part i goes from pc_low[i] to pc_high[i].
    slope_high, slope_low : ndarray of float64, shape (n_parts,)
        The same as slopes.
    """

    corner: IntArray
    owner: IntArray
    index: IntArray
    pc_low: FloatArray
    pc_high: FloatArray
    slope_high: FloatArray
    slope_low: FloatArray

    @property
    def sensitive(self) -> bool:
        """Whether the choice of classifier depends on where in the range the truth lies."""
        return bool(np.any(self.owner != self.owner[0]))


def best_over(
    status: HullStatus, *, pc: RangeLike | None = None, slope: RangeLike | None = None
) -> BestOver:
    """Cheapest threshold in each part of a range of conditions.

    Parameters
    ----------
    status : HullStatus
        The joint hull and who is on it.
    pc, slope : (low, high), Range or float
        One of the two, for instance the ``pc`` or the ``slope`` of `Conditions`.

    Returns
    -------
    BestOver
        Parts of positive length. For a single condition, all corners that tie there.

    Raises
    ------
    CostCurveError
        If not exactly one of pc and slope is given, or it is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core import hull_status
    >>> from cc_widgets.core import RocCurve
    >>> status = hull_status([RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))])
    >>> best = best_over(status, slope=(0.5, 2))
    >>> best.index, best.slope_low.round(9), best.sensitive
    (array([0, 1]), array([1. , 0.5]), False)
    """
    first, last = _read_ends(pc, slope)
    ranges, hull = status.ranges, status.hull
    start, stop = (np.clip(x, first.pc, last.pc) for x in (ranges.pc_low, ranges.pc_high))
    high = np.clip(ranges.slope_high, last.slope, first.slope)
    low = np.clip(ranges.slope_low, last.slope, first.slope)
    if first == last:
        corner = _tied_corners(status, first)
    elif pc is not None:
        corner = np.flatnonzero(start < stop * (1.0 - SAME))
    else:
        corner = np.flatnonzero(low < high * (1.0 - SAME))
    return BestOver(
        corner=corner,
        owner=hull.owner[corner],
        index=hull.index[corner],
        pc_low=start[corner],
        pc_high=stop[corner],
        slope_high=high[corner],
        slope_low=low[corner],
    )


@dataclass(frozen=True, slots=True)
class _Condition:
    """One condition in both spellings, and which of them the user gave."""

    pc: float
    slope: float
    by_slope: bool


def _read_condition(pc: float | None, slope: float | None) -> _Condition:
    """Check a condition and return it in both spellings."""
    if (pc is None) == (slope is None):
        raise _one_of_two(pc, slope)
    if pc is None:
        m = read_number("slope", slope, "A slope is (1 - pc) / pc.")
        return _Condition(float(pc_at(m)), m, by_slope=True)
    x = read_unit_number("pc", pc, PC_MEANS)
    return _Condition(x, float(slope_at(x)), by_slope=False)


def _tied_corners(status: HullStatus, at: _Condition) -> IntArray:
    """The corner, or neighbouring corners, that cost least."""
    if at.by_slope:
        edges, value = status.ranges.slope_low[:-1], at.slope
        corner = np.count_nonzero(edges > value)
    else:
        edges, value = status.ranges.pc_high[:-1], at.pc
        corner = np.count_nonzero(edges < value)
    with np.errstate(invalid="ignore"):  # infinity less infinity
        near = np.abs(edges - value) <= SAME * np.minimum(edges, value)
    ends = np.flatnonzero(near | (edges == value))
    return np.union1d(np.append(ends, corner), ends + 1).astype(np.int64)


def _read_ends(pc: RangeLike | None, slope: RangeLike | None) -> tuple[_Condition, _Condition]:
    """Check a range of conditions and return its ends, the one of least pc first."""
    if slope is None and pc is not None:
        given = read_range("pc", pc, least=0.0, greatest=1.0)
        return _read_condition(given.low, None), _read_condition(given.high, None)
    if pc is None and slope is not None:
        given = slope if isinstance(slope, Range) else read_range("slope", slope)
        return _read_condition(None, given.high), _read_condition(None, given.low)
    raise _one_of_two(pc, slope)


def _one_of_two(pc: object, slope: object) -> CostCurveError:
    """The error for none or two spellings of one condition."""
    return CostCurveError(
        "one of the two is needed",
        where="pc, slope",
        got=f"pc={shown(pc)}, slope={shown(slope)}",
        fix="Pass pc=0.2, or slope=4.0: the same condition.",
    )


def _members_between(status: HullStatus, corners: IntArray) -> IntArray:
    """The members at tied corners and inside the edges between them."""
    members = status.members
    at_corner = (members.corner >= corners[0]) & (members.corner <= corners[-1])
    inside = (members.edge >= corners[0]) & (members.edge < corners[-1])
    return np.flatnonzero(at_corner | inside)


# ---- One choice for a whole range: the one that is never far from the best


_EVEN = 0.5  # where doing nothing costs most


@dataclass(frozen=True, slots=True)
class LeastRegret:
    """The one threshold to use where pc may be anywhere in a range.

    Its regret is what it costs more than the best choice at the same pc. That is a line less a
    concave curve: over a range it is greatest at one of the two ends.

    Attributes
    ----------
    pc_low, pc_high : float
        The range.
    owner, index : int
        Its curve and its position there; -1 for a trivial rule.
    fpr, tpr : float
        Its rates.
    regret_low, regret_high : float
        Its regret at `pc_low` and at `pc_high`, in normalised expected cost.
    """

    pc_low: float
    pc_high: float
    owner: int
    index: int
    fpr: float
    tpr: float
    regret_low: float
    regret_high: float

    @property
    def regret(self) -> float:
        """Greatest regret in the range, the least that a single threshold can have."""
        return max(self.regret_low, self.regret_high)

    @property
    def pays_from(self) -> float:
        """The pc below which to call everything negative is cheaper."""
        called = self.fpr + self.tpr
        return self.fpr / called if called else 0.0

    @property
    def pays_up_to(self) -> float:
        """The pc above which to call everything positive is cheaper."""
        right, missed = 1.0 - self.fpr, 1.0 - self.tpr
        return right / (right + missed) if right + missed else 1.0


def least_regret(curves: Sequence[RocCurve], *, pc: RangeLike) -> LeastRegret:
    """Threshold whose greatest regret over a range of pc is least, and that regret.

    It need not be on the hull: between two corners that suit an end each, a threshold below
    the edge may suit both.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves; the trivial rules take part too.
    pc : (low, high), Range or float
        In [0, 1].

    Returns
    -------
    LeastRegret
        Of those whose regrets nobody could tell apart (`same_cost`) a trivial rule, or else the
        one that costs least on average over the range, then the one of least fpr.

    Raises
    ------
    CostCurveError
        If the range is not in [0, 1].

    Examples
    --------
    >>> curve = RocCurve(np.array([0.0, 0.2, 0.5]), np.array([0.4, 0.6, 1.0]))
    >>> found = least_regret([curve], pc=(0.2, 0.8))
    >>> found.index, round(found.regret_low, 9), round(found.regret_high, 9)
    (1, 0.12, 0.26)
    """
    over = read_range("pc", pc, least=0.0, greatest=1.0)
    rules, sizes = np.array([0.0, 1.0]), [curve.fpr.size for curve in curves]
    fpr = np.concatenate([rules, *(curve.fpr for curve in curves)])
    tpr = np.concatenate([rules, *(curve.tpr for curve in curves)])
    owner = np.concatenate([[TRIVIAL, TRIVIAL], np.repeat(np.arange(len(curves)), sizes)])
    index = np.concatenate([[TRIVIAL, TRIVIAL], *(np.arange(size) for size in sizes)])
    low, high = cost_of_rates(fpr, tpr, over.low), cost_of_rates(fpr, tpr, over.high)
    at_low, at_high = low - low.min(), high - high.min()
    same = same_cost(min(max(over.low, _EVEN), over.high))
    tied = _least(np.maximum(at_low, at_high), np.arange(fpr.size), same)
    # The rules stand first: one that is as good as any is found there.
    is_rule = owner[tied[0]] == TRIVIAL
    tied = tied[:1] if is_rule else _least(at_low + at_high, tied, same)
    chosen = int(tied[np.argmin(fpr[tied])])
    return LeastRegret(
        pc_low=over.low,
        pc_high=over.high,
        owner=int(owner[chosen]),
        index=int(index[chosen]),
        fpr=float(fpr[chosen]),
        tpr=float(tpr[chosen]),
        regret_low=float(at_low[chosen]),
        regret_high=float(at_high[chosen]),
    )


def _least(value: FloatArray, among: IntArray, same: float) -> IntArray:
    """Positions of the least values among some, and of those as good."""
    some = value[among]
    near: IntArray = among[some <= some.min() + same]
    return near


# ---- Thresholds that are nearly the best, and the one that probabilities call for


@result
class NearOptimal:
    """Points of curves that cost little more than the best at one pc.

    Attributes
    ----------
    least : float
        The cost of the best point, or of a trivial rule if that is cheaper.
    curve, index : ndarray of int64, shape (n_near,)
        Element i is one such point: its curve and its position there.
    cost : ndarray of float64, shape (n_near,)
        Element i is its normalised expected cost.
    """

    least: float
    curve: IntArray
    index: IntArray
    cost: FloatArray


def near_optimal(curves: Sequence[RocCurve], *, pc: float, within: float) -> NearOptimal:
    """Thresholds that cost at most a little more than the best one at a pc.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.
    pc : float
        In [0, 1].
    within : float
        Greatest difference of normalised expected cost, an absolute one, from 0.

    Returns
    -------
    NearOptimal
        By curve, then by position. Many near 0.5 means that the choice matters little.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1], or the distance is negative.

    Examples
    --------
    >>> curve = RocCurve(np.array([0.1, 0.2, 0.6]), np.array([0.6, 0.7, 0.8]))
    >>> near_optimal([curve], pc=0.5, within=0.01).index
    array([0, 1])
    """
    fix = "Pass a difference of normalised cost, for instance 0.01."
    distance, x = read_number("within", within, fix), read_unit_number("pc", pc, PC_MEANS)
    if not distance >= 0.0:
        raise CostCurveError("must not be negative", where="within", got=shown(within), fix=fix)
    least = float(trivial_cost(x))
    costs = [cost_of_rates(curve.fpr, curve.tpr, x) for curve in curves]
    least = min([least, *(float(cost.min(initial=np.inf)) for cost in costs)])
    near = [np.flatnonzero(cost <= least + distance + SAME) for cost in costs]
    nothing = np.empty(0)
    return NearOptimal(
        least=least,
        curve=np.repeat(np.arange(len(curves)), [one.size for one in near]),
        index=np.concatenate([nothing, *near]).astype(np.int64),
        cost=np.concatenate([nothing, *(c[i] for c, i in zip(costs, near, strict=True))]),
    )


@dataclass(frozen=True, slots=True)
class ThresholdChoice:
    """The threshold that the costs call for, beside the best one.

    Attributes
    ----------
    probability : float
        Examples with more than this probability of being positive are called positive.
    index : int
        Position in the curve of the point that this rule leads to.
    cost : float
        Its normalised expected cost.
    best_index : int
        Position in the curve of the cheapest point, of least fpr if several tie.
    best_cost : float
        What that one costs.
    """

    probability: float
    index: int
    cost: float
    best_index: int
    best_cost: float

    @property
    def regret(self) -> float:
        """What trusting the scores as probabilities costs, 0 if they are right."""
        return self.cost - self.best_cost


def threshold_choice(curve: RocCurve, conditions: Conditions) -> ThresholdChoice:
    """Threshold that the costs call for if scores are probabilities, beside the cheapest one.

    Parameters
    ----------
    curve : RocCurve
        With thresholds that are probabilities of the positive class.
    conditions : Conditions
        Without ranges.

    Returns
    -------
    ThresholdChoice
        Their difference in cost shows how far the scores are from being probabilities.

    Raises
    ------
    CostCurveError
        If the curve has no thresholds, or the conditions have ranges.

    Examples
    --------
    >>> from cc_widgets.core import count
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core import roc_curve
    >>> curve = roc_curve(count(predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])))
    >>> choice = threshold_choice(curve, Conditions(prior=0.5, cost_fp=1, cost_fn=1))
    >>> choice.probability, choice.index, choice.cost, choice.regret
    (0.5, 1, 0.25, 0.0)
    """
    if curve.threshold is None:
        raise CostCurveError(
            "thresholds are needed",
            where="curve",
            got="bare points",
            fix="Pass a curve made from probabilities.",
        )
    if not conditions.exact:
        raise CostCurveError(
            "one condition is needed",
            where="conditions",
            got=f"pc from {conditions.pc.low:g} to {conditions.pc.high:g}",
            fix="Pass conditions without ranges, for instance one end at a time.",
        )
    probability = conditions.probability_threshold.low
    above = np.asarray(curve.threshold, dtype=np.float64) > probability
    index = int(np.count_nonzero(above)) - 1
    cost = cost_of_rates(curve.fpr, curve.tpr, conditions.pc.low)
    least = float(cost.min())
    best = int(np.argmax(cost <= least + SAME))
    return ThresholdChoice(probability, index, float(cost[index]), best, least)


# ---- A threshold in use: what it decides, and what it loses against the best choice


def called_positive(given: Predictions, threshold: float) -> BoolArray:
    """Whether each example is called positive: if it scores at least a threshold.

    Parameters
    ----------
    given : Predictions
        The examples.
    threshold : float
        Any number but NaN; it is compared in the type of the scores, as programs do.

    Returns
    -------
    ndarray of bool, shape (n_examples,)
        Element i is about example i.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> called_positive(predictions([0, 1], np.array([0.1, 0.3], dtype=np.float32)), 0.3)
    array([False,  True])
    """
    called: BoolArray = given.score >= _typed(threshold, given.score)
    return called


@result
class GroupRates:
    """Rates of groups of examples at thresholds that are common to all groups.

    Attributes
    ----------
    names : tuple of label
        The groups, as the user wrote them.
    fpr, tpr : ndarray of float64, shape (n_thresholds, n_groups)
        Element (i, j) is that of group j at threshold i; NaN where it has none of a class.
    """

    names: tuple[Any, ...]
    fpr: FloatArray
    tpr: FloatArray


def group_rates(given: Predictions, threshold: FloatArray) -> GroupRates | None:
    """Rates of each group if positive is what scores at least a threshold.

    Parameters
    ----------
    given : Predictions
        The examples.
    threshold : ndarray of float64, shape (n_thresholds,)
        Any numbers but NaN; they are compared in the type of the scores, as programs do.

    Returns
    -------
    GroupRates or None
        None if the examples are in no groups.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8], groups=["a", "a", "b", "b"])
    >>> group_rates(given, np.array([0.8, 0.35])).tpr
    array([[0., 1.],
           [0., 1.]])
    """
    if given.groups is None:
        return None
    least = np.array([_typed(one, given.score) for one in threshold], given.score.dtype)
    order = np.argsort(least, kind="stable")
    reached = np.searchsorted(least[order], given.score, side="right")
    names, shape = given.groups.names, (len(given.groups.names), threshold.size + 1)
    each = given.groups.code * shape[1] + reached
    rates = []
    for kind in (False, True):
        some = given.positive == kind
        weight = None if given.weight is None else given.weight[some]
        held = np.bincount(each[some], weight, shape[0] * shape[1]).reshape(shape)
        from_here = np.cumsum(held[:, ::-1], axis=1)[:, ::-1].astype(np.float64)
        all_, called = from_here[:, :1], np.empty((shape[0], threshold.size))
        called[:, order] = from_here[:, 1:]
        none = np.full_like(called, np.nan)
        rates.append(np.divide(called, all_, out=none, where=all_ > 0.0).T.copy())
    return GroupRates(names, *rates)


def rates_from(given: Predictions | Counts, threshold: float) -> tuple[float, float] | None:
    """Rates, fpr and tpr, if positive is what scores at least a threshold.

    Parameters
    ----------
    given : Predictions or Counts
        The examples; both classes are among them.
    threshold : float
        Any number but NaN; it is compared in the type of the scores, as programs do.

    Returns
    -------
    (fpr, tpr) or None
        Counted exactly; None where incomplete counts do not tell.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    >>> rates_from(given, 0.35), rates_from(given, 0.4), rates_from(given, float("inf"))
    ((0.5, 0.5), (0.5, 0.5), (0.0, 0.0))
    """
    if isinstance(given, Predictions) and given.weight is None:
        called = called_positive(given, threshold)
        positives = int(np.count_nonzero(given.positive))
        tp = int(np.count_nonzero(called & given.positive))
        fp = int(np.count_nonzero(called)) - tp
        return fp / (given.positive.size - positives), tp / positives
    counts = given if isinstance(given, Counts) else count(given)
    known = counts.threshold
    least = _typed(threshold, known)
    at = int(np.count_nonzero(known >= least)) - 1
    if not counts.complete and at < known.size - 1 and known[at] != least:
        return None
    return float(counts.fp[at] / counts.negatives), float(counts.tp[at] / counts.positives)


def _typed(threshold: float, scores: ScoreArray) -> np.float32 | np.float64:
    """A number in the type of some scores."""
    with np.errstate(over="ignore"):
        return scores.dtype.type(threshold)


def loss_at(envelope: Envelope, fpr: float, tpr: float, pc: FloatArray) -> FloatArray:
    """Normalised cost that one decision loses at each pc against the least there is.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    pc : ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of float64
        From 0; exactly 0 where both costs are told as the same.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> loss_at(lower_envelope(convex_hull([])), 0.0, 0.0, np.array([0.0, 0.25, 1.0]))
    array([0., 0., 1.])
    """
    found = cost_of_rates(fpr, tpr, pc) - values_at(envelope, pc)
    same = np.array([same_cost(where) for where in pc.tolist()])
    return np.where(found <= same, 0.0, found)


def loss_over(envelope: Envelope, fpr: float, tpr: float, reach: Range) -> Range:
    """Least and greatest normalised cost that one decision loses over a range of pc.

    A line less a concave envelope is greatest at an end of the range; it is least at an end
    too, or at a vertex of the envelope.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    reach : Range
        Of pc.

    Returns
    -------
    Range
        Exact.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> nothing = lower_envelope(convex_hull([]))
    >>> loss_over(nothing, 0.5, 0.5, Range(0.25, 0.75))
    Range(low=0.0, high=0.25)
    """
    inside = envelope.pc[(envelope.pc > reach.low) & (envelope.pc < reach.high)]
    found = loss_at(envelope, fpr, tpr, np.concatenate([[reach.low, reach.high], inside]))
    return Range(float(found.min()), float(found[:2].max()))


def money_loss_over(envelope: Envelope, fpr: float, tpr: float, conditions: Conditions) -> Range:
    """Least and greatest amount that one decision loses per case under conditions of use.

    The loss is a convex function of the two weights ``(1 - prior) * cost of a false alarm`` and
    ``prior * cost of a miss``, in proportion to them. It is greatest where every range is at an
    end; it is least on the way, nearest to weights of 0, from the least pc to the greatest.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    conditions : Conditions
        Any values may be ranges.

    Returns
    -------
    Range
        Exact, in the currency of the costs.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> nothing = lower_envelope(convex_hull([]))
    >>> found = money_loss_over(nothing, 1.0, 1.0, Conditions(prior=(0.25, 0.75), cost_fn=(1, 2)))
    >>> found.low, round(found.high, 9)
    (0.0, 0.5)
    """
    prior, alarm, miss = conditions.prior, conditions.extra_fp, conditions.extra_fn
    ends = [
        ((1.0 - share) * a, share * b)
        for share in prior.ends
        for a in alarm.ends
        for b in miss.ends
    ]
    way = [
        ((1.0 - share) * a, share * b)
        for share, a, b in (
            (prior.low, alarm.high, miss.low),
            (prior.low, alarm.low, miss.low),
            (prior.high, alarm.low, miss.low),
            (prior.high, alarm.low, miss.high),
        )
    ]
    kinks = [_crossings(start, stop, envelope.pc) for start, stop in pairwise(way)]
    least = _amounts(envelope, fpr, tpr, np.concatenate([way, *kinks]))
    return Range(float(least.min()), float(_amounts(envelope, fpr, tpr, np.array(ends)).max()))


def _amounts(envelope: Envelope, fpr: float, tpr: float, weights: FloatArray) -> FloatArray:
    """The loss at each pair of weights."""
    total = weights.sum(axis=1)
    pc: FloatArray = weights[:, 1] / total
    amounts: FloatArray = total * loss_at(envelope, fpr, tpr, pc)
    return amounts


def _crossings(start: tuple[float, float], stop: tuple[float, float], pc: FloatArray) -> FloatArray:
    """The pairs of weights between two others that stand for some values of pc."""
    (a, b), (more_a, more_b) = start, (stop[0] - start[0], stop[1] - start[1])
    above = pc * a - (1.0 - pc) * b
    rise = (1.0 - pc) * more_b - pc * more_a
    inside = (above > 0.0) & (above < rise)
    share = above[inside] / rise[inside]
    return np.column_stack([a + share * more_a, b + share * more_b])
