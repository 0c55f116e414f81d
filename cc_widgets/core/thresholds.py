"""Thresholds that are nearly the best, and the one that probabilities call for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.conditions import Conditions
from cc_widgets.core.cost import cost_of_rates
from cc_widgets.core.envelopes import trivial_cost
from cc_widgets.core.numbers import read_number
from cc_widgets.core.roc import RocCurve
from cc_widgets.core.unit import PC_MEANS, read_unit_number
from cc_widgets.errors import CostCurveError, shown

_ROUNDING = 8 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def near_optimal(curves: Sequence[RocCurve], *, pc: float, within: float) -> NearOptimal:
    """Find all points whose cost is within a distance of the envelope at one pc.

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
    near = [np.flatnonzero(cost <= least + distance + _ROUNDING) for cost in costs]
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
    """Compare the threshold that decision theory names with the best one on a curve.

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
    >>> from cc_widgets.core.counts import count
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.roc import roc_curve
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
    best = int(np.argmax(cost <= least + _ROUNDING))
    return ThresholdChoice(probability, index, float(cost[index]), best, least)
