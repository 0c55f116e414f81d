"""Optimal thresholds at one operating condition and over a range, and the regret of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.conditions import (
    Conditions,
    CornerCosts,
    Range,
    RangeLike,
    corner_costs,
    pc_at,
    read_range,
    same_money,
    slope_at,
)
from cc_widgets.core.costs import Envelope, baseline_cost, cost_of_rates, same_cost, values_at
from cc_widgets.core.counting import Counts, count
from cc_widgets.core.dominance import HullStatus
from cc_widgets.core.duality import IsoLine, iso_line
from cc_widgets.core.hull import BASELINE, RocCurve
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.scores import Predictions
from cc_widgets.core.validation import (
    PC_MEANS,
    percent_hint,
    read_number,
    read_numbers,
    read_unit_number,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "BestAt",
    "BestOver",
    "LeastMoneyRegret",
    "LeastRegret",
    "NearOptimal",
    "ThresholdChoice",
    "best_at",
    "best_over",
    "least_money_regret",
    "least_regret",
    "near_optimal",
    "threshold_choice",
]

# ---- Optimal thresholds at one operating condition or over a range


@result
class BestAt:
    """Cheapest classifiers at one operating condition.

    Attributes
    ----------
    pc, slope : float
        The operating condition; slope is ``(1 - pc) / pc``.
    cost : float
        Minimum normalised expected cost.
    line : IsoLine
        Iso-performance line that touches the hull.
    owner, index : ndarray of int64, shape (n_tied,)
        Element i is a point with that cost: the index of its curve and its position in that curve;
        -1 for a baseline.
    corner : int
        Hull corner to use. Of tied corners it is the one with the lowest fpr, except at pc = 0,
        where it is the one with the greatest tpr.
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
        Joint hull and the points on it.
    pc, slope : float
        Operating condition; pass exactly one of the two. Use the slope if pc is close to 1.

    Returns
    -------
    BestAt
        All ties, and the point to use.

    Raises
    ------
    CostCurveError
        Unless exactly one of pc and slope is given, within its bounds.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, hull_status
    >>> status = hull_status([RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))])
    >>> best = best_at(status, pc=0.5)
    >>> best.index, round(best.cost, 9), best.chosen
    (array([0, 1]), 0.25, 0)
    """
    condition = _read_condition(pc, slope)
    tied = _tied_corners(status, condition)
    corner = int(tied[-1] if condition.pc == 0.0 else tied[0])
    members = _members_between(status, tied)
    cost = float(cost_of_rates(status.hull.fpr[corner], status.hull.tpr[corner], condition.pc))
    return BestAt(
        pc=condition.pc,
        slope=condition.slope,
        cost=cost,
        line=iso_line(condition.pc, cost),
        owner=status.members.curve[members],
        index=status.members.index[members],
        corner=corner,
        chosen=int(np.argmax(status.members.corner[members] == corner)),
    )


@result
class BestOver:
    """Cheapest classifier in each part of a range of conditions, by increasing pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n_parts,)
        Element i is the hull corner that is optimal in part i.
    owner, index : ndarray of int64, shape (n_parts,)
        Element i is the first curve with that corner, and the position in it; -1 for a baseline.
    pc_low, pc_high : ndarray of float64, shape (n_parts,)
        Part i goes from pc_low[i] to pc_high[i].
    slope_high, slope_low : ndarray of float64, shape (n_parts,)
        The same ends as slopes.
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
        """Whether different classifiers are optimal in different parts of the range."""
        return bool(np.any(self.owner != self.owner[0]))


def best_over(
    status: HullStatus, *, pc: RangeLike | None = None, slope: RangeLike | None = None
) -> BestOver:
    """Cheapest threshold in each part of a range of conditions.

    Parameters
    ----------
    status : HullStatus
        Joint hull and the points on it.
    pc, slope : (low, high), Range or float
        The range as one of the two, for instance ``pc`` or ``slope`` of `Conditions`.

    Returns
    -------
    BestOver
        Parts of positive length. For a single condition, all tied corners.

    Raises
    ------
    CostCurveError
        Unless exactly one of pc and slope is given, within its bounds.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, hull_status
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
        corner = np.flatnonzero(start < stop * (1.0 - TOLERANCE))
    else:
        corner = np.flatnonzero(low < high * (1.0 - TOLERANCE))
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
    """One operating condition as pc and as slope, and whether the slope was given."""

    pc: float
    slope: float
    by_slope: bool


def _read_condition(pc: float | None, slope: float | None) -> _Condition:
    """Return a validated condition as pc and as slope."""
    if (pc is None) == (slope is None):
        raise _one_required(pc, slope)
    if pc is None:
        m = read_number("slope", slope, "A slope is (1 - pc) / pc.")
        return _Condition(float(pc_at(m)), m, by_slope=True)
    x = read_unit_number("pc", pc, PC_MEANS)
    return _Condition(x, float(slope_at(x)), by_slope=False)


def _tied_corners(status: HullStatus, condition: _Condition) -> IntArray:
    """Return the cheapest corner, or the adjacent corners that tie."""
    if condition.by_slope:
        edges, value = status.ranges.slope_low[:-1], condition.slope
        corner = np.count_nonzero(edges > value)
    else:
        edges, value = status.ranges.pc_high[:-1], condition.pc
        corner = np.count_nonzero(edges < value)
    with np.errstate(invalid="ignore"):  # infinity less infinity
        near = np.abs(edges - value) <= TOLERANCE * np.minimum(edges, value)
    ends = np.flatnonzero(near | (edges == value))
    return np.union1d(np.append(ends, corner), ends + 1).astype(np.int64)


def _read_ends(pc: RangeLike | None, slope: RangeLike | None) -> tuple[_Condition, _Condition]:
    """Return the validated ends of a range of conditions by increasing pc."""
    if slope is None and pc is not None:
        ends = read_range("pc", pc, least=0.0, greatest=1.0)
        return _read_condition(ends.low, None), _read_condition(ends.high, None)
    if pc is None and slope is not None:
        ends = slope if isinstance(slope, Range) else read_range("slope", slope)
        return _read_condition(None, ends.high), _read_condition(None, ends.low)
    raise _one_required(pc, slope)


def _one_required(pc: object, slope: object) -> CostCurveError:
    """Return the error raised unless exactly one of pc and slope is given."""
    return CostCurveError(
        "exactly one must be given",
        where="pc, slope",
        got=f"pc={shown(pc)}, slope={shown(slope)}",
        fix="Pass pc=0.2, or the equivalent slope=4.0.",
    )


def _members_between(status: HullStatus, corners: IntArray) -> IntArray:
    """Return the members at tied corners and on the edges between them."""
    members = status.members
    at_corner = (members.corner >= corners[0]) & (members.corner <= corners[-1])
    inside = (members.edge >= corners[0]) & (members.edge < corners[-1])
    return np.flatnonzero(at_corner | inside)


# ---- Minimax regret: one threshold for a range of conditions


_MIDDLE = 0.5  # pc at which the cheaper baseline is most expensive


@dataclass(frozen=True, eq=False, slots=True)
class _Choice:
    """Threshold of a curve, or a baseline, and the range of pc where no baseline is cheaper."""

    owner: int
    index: int
    fpr: float
    tpr: float

    @property
    def useful_from(self) -> float:
        """The pc below which classifying everything as negative is cheaper."""
        total = self.fpr + self.tpr
        return self.fpr / total if total else 0.0

    @property
    def useful_to(self) -> float:
        """The pc above which classifying everything as positive is cheaper."""
        tnr, fnr = 1.0 - self.fpr, 1.0 - self.tpr
        return tnr / (tnr + fnr) if tnr + fnr else 1.0


@dataclass(frozen=True, slots=True)
class LeastRegret(_Choice):
    """Minimax-regret threshold over a range of pc.

    Regret at a pc is the cost of the threshold minus the minimum cost at that pc: a line minus a
    concave curve, so that its maximum over a range is at one of the ends.

    Attributes
    ----------
    owner, index : int
        Index of its curve and position in it; -1 for a baseline.
    fpr, tpr : float
        Its rates.
    pc_low, pc_high : float
        The range.
    regret_low, regret_high : float
        Its regret at `pc_low` and at `pc_high`, in normalised expected cost.
    """

    pc_low: float
    pc_high: float
    regret_low: float
    regret_high: float

    @property
    def regret(self) -> float:
        """Maximum regret in the range, the lowest possible with a single threshold."""
        return max(self.regret_low, self.regret_high)


def least_regret(
    curves: Sequence[RocCurve], *, pc: RangeLike, penalty: ArrayLike | None = None
) -> LeastRegret:
    """Threshold with the lowest maximum regret over a range of pc (minimax regret).

    It need not be on the hull: a threshold below a hull edge may have lower maximum regret than
    both corners of that edge.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of ROC curves; the two baselines are always included.
    pc : (low, high), Range or float
        Range of pc, in [0, 1].
    penalty : array-like of shape (n_curves, 2), optional
        Element (k, i) is added to the cost of every threshold of curve k at end i of the range, for
        instance the optimistic bias. Baselines have no penalty. With a penalty, regret is
        minimised over both ends only.

    Returns
    -------
    LeastRegret
        Of thresholds with equal regret (see `same_cost`), a baseline if there is one, otherwise
        the threshold with the lowest mean cost over the range, then the lowest fpr.

    Raises
    ------
    CostCurveError
        If the range is not in [0, 1], or the penalty has another shape or is not finite.

    References
    ----------
    L. J. Savage, "The theory of statistical decision", Journal of the American Statistical
    Association 46, 1951.

    Examples
    --------
    >>> curve = RocCurve(np.array([0.0, 0.2, 0.5]), np.array([0.4, 0.6, 1.0]))
    >>> best = least_regret([curve], pc=(0.2, 0.8))
    >>> best.index, round(best.regret_low, 9), round(best.regret_high, 9)
    (1, 0.12, 0.26)
    """
    ends = read_range("pc", pc, least=0.0, greatest=1.0)
    per_fnr = np.array([ends.low, ends.high])
    tolerance = same_cost(min(max(ends.low, _MIDDLE), ends.high))
    extra = _read_penalty(penalty, (len(curves), per_fnr.size))
    choice, regrets, _ = _minimax_regret(curves, 1.0 - per_fnr, per_fnr, tolerance, extra)
    regret_low, regret_high = regrets.tolist()
    return LeastRegret(
        *choice,
        pc_low=ends.low,
        pc_high=ends.high,
        regret_low=regret_low,
        regret_high=regret_high,
    )


@result
class LeastMoneyRegret(_Choice):
    """Threshold of minimax regret in money per case over a box of conditions.

    Regret is the cost of the threshold minus the least cost of all alternatives, under the same
    conditions. A penalty is included in both costs.

    Attributes
    ----------
    owner, index : int
        Index of its curve and position in it; -1 for a baseline.
    fpr, tpr : float
        Its rates.
    corners : CornerCosts
        Values of the conditions at each corner of the box.
    cost, least_cost : ndarray of float64, shape (n_corners,)
        Element i is its cost per case at corner i, or the least one.
    regrets : ndarray of float64, shape (n_corners,)
        Element i is its regret at corner i.
    """

    corners: CornerCosts
    cost: FloatArray
    least_cost: FloatArray
    regrets: FloatArray

    @property
    def regret(self) -> float:
        """Maximum regret in the box, the lowest possible with a single threshold."""
        return float(self.regrets.max())

    @property
    def worst_corner(self) -> int:
        """Position of the first corner with that regret."""
        return int(self.regrets.argmax())


def least_money_regret(
    curves: Sequence[RocCurve], conditions: Conditions, *, penalty: ArrayLike | None = None
) -> LeastMoneyRegret:
    """Threshold with the lowest maximum regret, in money per case, over a box of conditions.

    The regret is the maximum, over the alternatives, of differences that are linear in the prior
    and in each of the four costs (with the others fixed); so it is convex in each, and its maximum
    over the box is at a corner. The threshold need not be on the hull.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves; the baselines are included.
    conditions : Conditions
        Operating conditions, as numbers or ranges.
    penalty : array-like of shape (n_curves, n_corners), optional
        Element (k, i) is added to the cost per case of every threshold of curve k at corner i, for
        instance the optimistic bias. The corners are in the order of ``corner_costs(conditions)``.
        Baselines have no penalty. With a penalty, regret is minimised over the corners only.

    Returns
    -------
    LeastMoneyRegret
        Of thresholds with equal regret (see `same_money`), a baseline if there is one, otherwise
        the threshold with the lowest mean cost over the corners, then the lowest fpr.

    Raises
    ------
    CostCurveError
        If the penalty has another shape, or is not finite.

    References
    ----------
    L. J. Savage, "The theory of statistical decision", Journal of the American Statistical
    Association 46, 1951.

    Examples
    --------
    >>> curve = RocCurve(np.array([0.0, 0.2, 0.5]), np.array([0.4, 0.6, 1.0]))
    >>> conditions = Conditions(prior=0.5, cost_fp=(4, 20), cost_fn=10)
    >>> best = least_money_regret([curve], conditions)
    >>> best.index, best.cost.round(9), best.regrets.round(9)
    (1, array([2.4, 4. ]), array([1.4, 1. ]))
    """
    corners = corner_costs(conditions)
    extra = _read_penalty(penalty, (len(curves), corners.prior.size))
    choice, regrets, least = _minimax_regret(
        curves, corners.per_fpr, corners.per_fnr, same_money(conditions), extra
    )
    least_cost = corners.base + least
    return LeastMoneyRegret(
        *choice,
        corners=corners,
        cost=least_cost + regrets,
        least_cost=least_cost,
        regrets=regrets,
    )


def _read_penalty(penalty: ArrayLike | None, shape: tuple[int, int]) -> FloatArray | None:
    """Return the penalty of each curve at each corner, or raise if its shape differs."""
    if penalty is None:
        return None
    fix = f"Pass an array of shape {shape}: a finite number for each curve and corner."
    extra = read_numbers("penalty", penalty, fix)
    if extra.shape != shape:
        got = f"shape {extra.shape}"
        raise CostCurveError(
            "must have one row per curve and one column per corner",
            where="penalty",
            got=got,
            fix=fix,
        )
    infinite = extra[~np.isfinite(extra)]
    if infinite.size:
        raise CostCurveError(
            "must be finite", where="penalty", got=shown(infinite[0].item()), fix=fix
        )
    return extra


def _minimax_regret(
    curves: Sequence[RocCurve],
    per_fpr: FloatArray,
    per_fnr: FloatArray,
    tolerance: float,
    penalty: FloatArray | None = None,
) -> tuple[tuple[int, int, float, float], FloatArray, FloatArray]:
    """Return the owner, index and rates of least maximum regret, its regrets, and least costs.

    Under condition i the cost of a point is ``per_fpr[i] * fpr + per_fnr[i] * (1 - tpr)``, plus
    the penalty of its curve. Regrets that differ by less than the tolerance are equal.
    """
    starts = np.cumsum([0, 2, *(curve.fpr.size for curve in curves)])
    fpr = np.concatenate([[0.0, 1.0], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0.0, 1.0], *(curve.tpr for curve in curves)])
    candidates = _undominated(fpr, tpr, starts)
    fpr, tpr = fpr[candidates], tpr[candidates]
    fnr = 1.0 - tpr
    owner = np.searchsorted(starts, candidates, side="right") - 2  # -1 for the baselines
    if penalty is not None:
        penalty = np.vstack([penalty, np.zeros(per_fpr.size)])  # the last row is the baselines'
    least, worst = np.empty(per_fpr.size), np.zeros(fpr.size)
    with np.errstate(over="ignore"):  # overflow gives infinity
        for i in range(per_fpr.size):
            cost = per_fpr[i] * fpr
            cost += per_fnr[i] * fnr
            if penalty is not None:
                cost += penalty[owner, i]
            least[i] = cost.min()
            cost -= least[i]
            np.maximum(worst, cost, out=worst)
        tied = np.flatnonzero(worst <= worst.min() + tolerance)
        cost = np.outer(fpr[tied], per_fpr) + np.outer(fnr[tied], per_fnr)
        if penalty is not None:
            cost += penalty[owner[tied]]
        mean = (cost / per_fpr.size).sum(axis=1)
    # The baselines come first, so a tied baseline is the first tie.
    near = np.flatnonzero(mean <= mean.min() + tolerance) if owner[tied[0]] >= 0 else np.array([0])
    first = near[np.argmin(fpr[tied[near]])]
    chosen = tied[first]
    curve = int(owner[chosen])
    index = int(candidates[chosen] - starts[curve + 1]) if curve >= 0 else BASELINE
    choice = (curve, index, float(fpr[chosen]), float(tpr[chosen]))
    return choice, cost[first] - least, least


def _undominated(fpr: FloatArray, tpr: FloatArray, starts: IntArray) -> IntArray:
    """Return the positions of points that neither neighbour in their curve dominates.

    All points of least cost remain, under any conditions. Of equal neighbours the first remains.
    """
    left, right = fpr[:-1] <= fpr[1:], fpr[:-1] >= fpr[1:]
    above, below = tpr[:-1] >= tpr[1:], tpr[:-1] <= tpr[1:]
    is_first_as_good, is_second_as_good = left & above, right & below
    is_kept = np.ones(fpr.size, dtype=bool)
    is_kept[1:] &= ~is_first_as_good
    is_kept[:-1] &= ~is_second_as_good | is_first_as_good
    is_kept[starts[:-1][np.diff(starts) > 0]] = True
    is_kept[starts[1:] - 1] = True
    return np.flatnonzero(is_kept)


# ---- Near-optimal thresholds, and the threshold for calibrated probabilities


@result
class NearOptimal:
    """Points of curves whose cost at one pc is close to the minimum.

    Attributes
    ----------
    least : float
        Cost of the best point, or of a baseline if that is cheaper.
    curve, index : ndarray of int64, shape (n_near,)
        Element i is a near-optimal point: the index of its curve and its position in that curve.
    cost : ndarray of float64, shape (n_near,)
        Element i is its normalised expected cost.
    """

    least: float
    curve: IntArray
    index: IntArray
    cost: FloatArray


def near_optimal(curves: Sequence[RocCurve], *, pc: float, tolerance: float) -> NearOptimal:
    """Thresholds whose cost at one pc is within a tolerance of the minimum.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.
    pc : float
        In [0, 1].
    tolerance : float
        Maximum difference in normalised expected cost (absolute), at least 0.

    Returns
    -------
    NearOptimal
        Sorted by curve, then by position. If there are many points, the choice matters little.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1], or `tolerance` is negative.

    Examples
    --------
    >>> curve = RocCurve(np.array([0.1, 0.2, 0.6]), np.array([0.6, 0.7, 0.8]))
    >>> near_optimal([curve], pc=0.5, tolerance=0.01).index
    array([0, 1])
    """
    fix = "Pass a difference of normalised cost, for instance 0.01."
    tolerance, x = read_number("tolerance", tolerance, fix), read_unit_number("pc", pc, PC_MEANS)
    if not tolerance >= 0.0:
        raise CostCurveError(
            "must not be negative", where="tolerance", got=shown(tolerance), fix=fix
        )
    least = float(baseline_cost(x))
    costs = [cost_of_rates(curve.fpr, curve.tpr, x) for curve in curves]
    least = min([least, *(float(cost.min(initial=np.inf)) for cost in costs)])
    near = [np.flatnonzero(cost <= least + tolerance + TOLERANCE) for cost in costs]
    empty = np.empty(0)
    return NearOptimal(
        least=least,
        curve=np.repeat(np.arange(len(curves)), [index.size for index in near]),
        index=np.concatenate([empty, *near]).astype(np.int64),
        cost=np.concatenate([empty, *(c[i] for c, i in zip(costs, near, strict=True))]),
    )


@dataclass(frozen=True, slots=True)
class ThresholdChoice:
    """Threshold for calibrated probabilities, compared with the best threshold.

    Attributes
    ----------
    probability : float
        Cases with a higher probability of being positive are classified as positive.
    index : int
        Position in the curve of the point of this rule.
    cost : float
        Its normalised expected cost.
    best_index : int
        Position in the curve of the cheapest point, with the lowest fpr among ties.
    best_cost : float
        Normalised expected cost of the cheapest point.
    """

    probability: float
    index: int
    cost: float
    best_index: int
    best_cost: float

    @property
    def regret(self) -> float:
        """Excess cost of treating the scores as calibrated probabilities; 0 if they are."""
        return self.cost - self.best_cost


def threshold_choice(
    curve: RocCurve, conditions: Conditions, *, score_prior: float | None = None
) -> ThresholdChoice:
    """Optimal threshold if scores are calibrated probabilities, compared with the cheapest one.

    Parameters
    ----------
    curve : RocCurve
        Curve whose thresholds are probabilities of the positive class.
    conditions : Conditions
        Operating conditions without ranges.
    score_prior : float, optional
        Prevalence at which the scores are calibrated: usually that of an unstratified training
        set. Their odds are multiplied by the ratio of the prior odds of the conditions to its
        odds [2]_. By default it is the prior of the conditions.

    Returns
    -------
    ThresholdChoice
        The threshold [1]_ in terms of the scores, with its cost. The difference in cost
        indicates how well the scores are calibrated.

    Raises
    ------
    CostCurveError
        If the curve has no thresholds, the conditions are ranges, or `score_prior` is not between
        0 and 1.

    References
    ----------
    .. [1] C. Elkan, "The foundations of cost-sensitive learning", IJCAI 2001.
    .. [2] M. Saerens, P. Latinne and C. Decaestecker, "Adjusting the outputs of a classifier to new
       a priori probabilities", Neural Computation 14, 2002.

    Examples
    --------
    >>> from cc_widgets.core import count, predictions, roc_curve
    >>> curve = roc_curve(count(predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])))
    >>> choice = threshold_choice(curve, Conditions(prior=0.5, cost_fp=1, cost_fn=1))
    >>> choice.probability, choice.index, choice.cost, choice.regret
    (0.5, 1, 0.25, 0.0)
    """
    if curve.threshold is None:
        raise CostCurveError(
            "must have thresholds",
            where="curve",
            got="points without thresholds",
            fix="Pass a curve made from probabilities.",
        )
    if not conditions.exact:
        raise CostCurveError(
            "must be one condition without ranges",
            where="conditions",
            got=f"pc from {conditions.pc.low:g} to {conditions.pc.high:g}",
            fix="Pass for instance one end at a time.",
        )
    probability = conditions.probability_threshold.low
    if score_prior is not None:
        pi, pc = read_score_prior(score_prior), conditions.pc.low
        negative, positive = (1.0 - pc) * pi, pc * (1.0 - pi)
        probability = negative / (negative + positive)
    above = np.asarray(curve.threshold, dtype=np.float64) > probability
    index = int(np.count_nonzero(above)) - 1
    cost = cost_of_rates(curve.fpr, curve.tpr, conditions.pc.low)
    least = float(cost.min())
    best = int(np.argmax(cost <= least + TOLERANCE))
    return ThresholdChoice(probability, index, float(cost[index]), best, least)


def read_score_prior(value: object) -> float:
    """Return the prevalence at which scores are calibrated, or raise if it is not in (0, 1)."""
    pi = read_number("score_prior", value, "Pass the prevalence in the training set.")
    if not 0.0 < pi < 1.0:
        raise CostCurveError(
            "must be between 0 and 1",
            where="score_prior",
            got=shown(value),
            fix="Pass the prevalence in the training set." + percent_hint(pi),
        )
    return pi


# ---- A given threshold: its predictions, its rates and its regret


def predicted_positive(predictions: Predictions, threshold: float) -> BoolArray:
    """Return whether each example is classified as positive: score >= threshold.

    The threshold is converted to the dtype of the scores first, as in NumPy comparisons.
    """
    return np.asarray(predictions.score >= _as_score(threshold, predictions.score))


@result
class GroupRates:
    """Rates of groups of examples at common thresholds.

    Attributes
    ----------
    names : tuple of label
        Names of the groups.
    fpr, tpr : ndarray of float64, shape (n_thresholds, n_groups)
        Element (i, j) is the rate of group j at threshold i; NaN if it lacks that class.
    """

    names: tuple[Any, ...]
    fpr: FloatArray
    tpr: FloatArray


def group_rates(predictions: Predictions, threshold: FloatArray) -> GroupRates | None:
    """Return the rates of each group at the given thresholds; None if there are no groups.

    Thresholds are converted to the dtype of the scores first, as in NumPy comparisons.

    >>> from cc_widgets.core import predictions
    >>> grouped = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8], groups=["a", "a", "b", "b"])
    >>> group_rates(grouped, np.array([0.8, 0.35])).tpr
    array([[0., 1.],
           [0., 1.]])
    """
    if predictions.groups is None:
        return None
    scores = predictions.score
    limits = np.array([_as_score(value, scores) for value in threshold], scores.dtype)
    order = np.argsort(limits, kind="stable")
    passed = np.searchsorted(limits[order], scores, side="right")
    names, shape = predictions.groups.names, (len(predictions.groups.names), threshold.size + 1)
    cell = predictions.groups.code * shape[1] + passed
    rates = []
    for positive in (False, True):
        mask = predictions.positive == positive
        weight = None if predictions.weight is None else predictions.weight[mask]
        count_by_cell = np.bincount(cell[mask], weight, shape[0] * shape[1]).reshape(shape)
        at_least = np.cumsum(count_by_cell[:, ::-1], axis=1)[:, ::-1].astype(np.float64)
        total, flagged = at_least[:, :1], np.empty((shape[0], threshold.size))
        flagged[:, order] = at_least[:, 1:]
        undefined = np.full_like(flagged, np.nan)
        rates.append(np.divide(flagged, total, out=undefined, where=total > 0.0).T.copy())
    return GroupRates(names, *rates)


def rates_at(examples: Predictions | Counts, threshold: float) -> tuple[float, float] | None:
    """Return fpr and tpr at a threshold, or None if incomplete counts do not determine them.

    The threshold is converted to the dtype of the scores first, as in NumPy comparisons.
    """
    if isinstance(examples, Predictions) and examples.weight is None:
        flagged = predicted_positive(examples, threshold)
        positives = int(np.count_nonzero(examples.positive))
        tp = int(np.count_nonzero(flagged & examples.positive))
        fp = int(np.count_nonzero(flagged)) - tp
        return fp / (examples.positive.size - positives), tp / positives
    counts = examples if isinstance(examples, Counts) else count(examples)
    thresholds = counts.threshold
    limit = _as_score(threshold, thresholds)
    last = int(np.count_nonzero(thresholds >= limit)) - 1
    if not counts.complete and last < thresholds.size - 1 and thresholds[last] != limit:
        return None
    return float(counts.fp[last] / counts.negatives), float(counts.tp[last] / counts.positives)


def _as_score(threshold: float, scores: ScoreArray) -> np.float32 | np.float64:
    """Return a threshold in the dtype of the scores."""
    with np.errstate(over="ignore"):
        return scores.dtype.type(threshold)


def regret_at(envelope: Envelope, fpr: float, tpr: float, pc: FloatArray) -> FloatArray:
    """Return the regret of one decision at each pc; 0 where the costs are equal (`same_cost`)."""
    difference = cost_of_rates(fpr, tpr, pc) - values_at(envelope, pc)
    tolerance = np.array([same_cost(x) for x in pc.tolist()])
    return np.where(difference <= tolerance, 0.0, difference)


def regret_range(envelope: Envelope, fpr: float, tpr: float, ends: Range) -> Range:
    """Return the least and greatest regret of one decision over a range of pc.

    Regret is a line minus a concave envelope: its maximum is at an end of the range, its minimum
    at an end or at a vertex of the envelope.
    """
    inside = envelope.pc[(envelope.pc > ends.low) & (envelope.pc < ends.high)]
    regrets = regret_at(envelope, fpr, tpr, np.concatenate([[ends.low, ends.high], inside]))
    return Range(float(regrets.min()), float(regrets[:2].max()))


def money_regret_range(envelope: Envelope, fpr: float, tpr: float, conditions: Conditions) -> Range:
    """Return the least and greatest regret of one decision per case, in the currency of the costs.

    Regret is a convex, homogeneous function of the weights ``(1 - prior) * cost_fp`` and ``prior *
    cost_fn``. Its maximum is attained where each range is at one of its ends. Its minimum is on
    the boundary of the possible weights that is closest to 0, traversed here from the lowest to the
    highest pc.
    """
    prior, cost_fp, cost_fn = conditions.stated_prior, conditions.extra_fp, conditions.extra_fn
    ends = [
        ((1.0 - p) * fp, p * fn) for p in prior.ends for fp in cost_fp.ends for fn in cost_fn.ends
    ]
    boundary = [
        ((1.0 - p) * fp, p * fn)
        for p, fp, fn in (
            (prior.low, cost_fp.high, cost_fn.low),
            (prior.low, cost_fp.low, cost_fn.low),
            (prior.high, cost_fp.low, cost_fn.low),
            (prior.high, cost_fp.low, cost_fn.high),
        )
    ]
    vertices = [_weights_at(start, stop, envelope.pc) for start, stop in pairwise(boundary)]
    least = _money_regret(envelope, fpr, tpr, np.concatenate([boundary, *vertices]))
    return Range(float(least.min()), float(_money_regret(envelope, fpr, tpr, np.array(ends)).max()))


def _money_regret(envelope: Envelope, fpr: float, tpr: float, weights: FloatArray) -> FloatArray:
    """Return the regret per case for each pair of weights."""
    total = weights.sum(axis=1)
    return np.asarray(total * regret_at(envelope, fpr, tpr, weights[:, 1] / total))


def _weights_at(
    start: tuple[float, float], stop: tuple[float, float], pc: FloatArray
) -> FloatArray:
    """Return the class weights, between two given pairs, that correspond to values of pc."""
    (a, b), (step_a, step_b) = start, (stop[0] - start[0], stop[1] - start[1])
    numerator = pc * a - (1.0 - pc) * b
    denominator = (1.0 - pc) * step_b - pc * step_a
    inside = (numerator > 0.0) & (numerator < denominator)
    share = numerator[inside] / denominator[inside]
    return np.column_stack([a + share * step_a, b + share * step_b])
