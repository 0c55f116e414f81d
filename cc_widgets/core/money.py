"""From normalised cost back to the user's money."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.conditions import Conditions
from cc_widgets.core.cost import COST_MEANS
from cc_widgets.core.numbers import check_shapes, read_number
from cc_widgets.core.unit import RATE_MEANS, read_unit
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, eq=False, slots=True)
class Money:
    """Expected cost in the currency of the conditions.

    Attributes
    ----------
    low, high : ndarray of float64
        Element i is the least and the greatest expected cost of point i; equal if the
        conditions are exact.
    """

    low: FloatArray
    high: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def money(
    conditions: Conditions, *, fpr: ArrayLike, tpr: ArrayLike, population: float = 1.0
) -> Money:
    """Compute what ROC points cost, not normalised.

    Parameters
    ----------
    conditions : Conditions
        Prior and the costs of the four outcomes.
    fpr, tpr : array-like
        Rates of the points, in shapes that broadcast together.
    population : float
        Number of cases; 1 gives the cost of one case.

    Returns
    -------
    Money
        Element i belongs to point i.

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1], the shapes do not fit, or there cannot be so many cases.

    Examples
    --------
    Missing a positive costs 100, a false alarm 10; one case in ten is positive:

    >>> conditions = Conditions(prior=0.1, cost_fp=10, cost_fn=100)
    >>> money(conditions, fpr=0.25, tpr=0.75, population=1000).low.round(6)
    np.float64(4750.0)
    """
    cases = _read_population(population)
    false_alarm, hit = read_unit("fpr", fpr, RATE_MEANS), read_unit("tpr", tpr, RATE_MEANS)
    check_shapes(fpr=false_alarm, tpr=hit)
    with np.errstate(over="ignore"):  # more money than floats can say is infinite
        found = [
            cases
            * (
                p * ((1.0 - hit) * fn + hit * tp)
                + (1.0 - p) * (false_alarm * fp + (1.0 - false_alarm) * tn)
            )
            for p, fp, fn, tp, tn in conditions.corners()
        ]
    return Money(low=np.min(found, axis=0), high=np.max(found, axis=0))


def money_of_cost(
    conditions: Conditions, cost: ArrayLike, *, population: float = 1.0
) -> FloatArray:
    """Scale normalised expected costs at the pc of exact conditions back to money.

    Parameters
    ----------
    conditions : Conditions
        Without ranges.
    cost : array-like
        Normalised expected costs at ``conditions.pc``.
    population : float
        Number of cases; 1 gives the cost of one case.

    Returns
    -------
    ndarray of float64
        Element i is ``population * (base + cost[i] * (w+ + w-))``.

    Raises
    ------
    CostCurveError
        If a value of the conditions is a range: a normalised cost holds at one pc only.

    Examples
    --------
    >>> float(money_of_cost(Conditions(prior=0.5, cost_fp=10, cost_fn=30), 0.25))
    5.0
    """
    cases = _read_population(population)
    if not conditions.exact:
        raise CostCurveError(
            "a normalised cost holds at one pc",
            where="conditions",
            got=f"pc from {conditions.pc.low:g} to {conditions.pc.high:g}",
            fix="Use money(), which takes rates, or conditions without ranges.",
        )
    normalised = read_unit("cost", cost, COST_MEANS)
    result: FloatArray = cases * (conditions.base.low + normalised * conditions.worst.low)
    return result


def _read_population(population: float) -> float:
    """Return a number of cases that can be."""
    fix = "Pass 1 for the cost of one case."
    cases = read_number("population", population, fix)
    if not 0.0 <= cases < np.inf:
        raise CostCurveError(
            "must be a number of cases", where="population", got=shown(population), fix=fix
        )
    return cases
