"""Conditions of use: ranges, odds, priors and costs, and the money they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._cost import COST_MEANS
from cc_widgets.core._reading import (
    PC_MEANS,
    RATE_MEANS,
    as_number,
    check_shapes,
    percent_words,
    read_number,
    read_numbers,
    read_unit,
)
from cc_widgets.core._results import FloatArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- A number that is known only to lie between two others


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `low` to `high`; one number if the two are equal.

    Attributes
    ----------
    low, high : float
        The ends; `low` is never above `high`.
    """

    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether there is only one number in it."""
        return self.low == self.high

    @property
    def ends(self) -> tuple[float, ...]:
        """The two ends; one number if they are equal."""
        return (self.low,) if self.exact else (self.low, self.high)


RangeLike: TypeAlias = float | tuple[float, float] | list[float] | Range


def read_range(
    where: str, given: RangeLike, *, least: float = -inf, greatest: float = inf
) -> Range:
    """Range that the user gave, or that of a single number, checked.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : float, (low, high) or Range
        The number, or the least and the greatest that it may be.
    least, greatest : float
        Bounds that the whole range must keep.

    Returns
    -------
    Range
        With equal ends if one number was given.

    Raises
    ------
    CostCurveError
        If this is neither a number nor two, or not finite, or reversed, or out of bounds.

    Examples
    --------
    >>> read_range("prior", (0.01, 0.05), least=0, greatest=1)
    Range(low=0.01, high=0.05)
    >>> read_range("cost_fp", 2)
    Range(low=2.0, high=2.0)
    """
    low, high = _ends(where, given)
    if not (isfinite(low) and isfinite(high)):
        raise CostCurveError(
            "numbers must be finite", where=where, got=shown(given), fix="Give a finite number."
        )
    if low > high:
        raise CostCurveError(
            "a range goes from low to high",
            where=where,
            got=shown(given),
            fix=f"Pass ({high:g}, {low:g}).",
        )
    if low < least or high > greatest:
        raise CostCurveError(
            f"must lie in [{least:g}, {greatest:g}]",
            where=where,
            got=shown(given),
            fix="Give a number, or a (low, high) pair, within these bounds."
            + (percent_words(high) if greatest == 1.0 else ""),
        )
    return Range(low, high)


def _ends(where: str, given: RangeLike) -> tuple[float, float]:
    """The two ends as floats."""
    if isinstance(given, Range):
        return given.low, given.high
    ends = list(given) if isinstance(given, tuple | list) else [given, given]
    low, high = map(as_number, ends) if len(ends) == len(("low", "high")) else (None, None)
    if low is None or high is None:
        raise CostCurveError(
            "must be a number or a (low, high) pair",
            where=where,
            got=shown(given),
            fix="Pass for instance 0.1, or (0.05, 0.2) if it is known only roughly.",
        )
    return low, high


# ---- One operating condition in its several spellings: pc, slope, log-odds, prior, cost ratio


_SLOPE_MEANS = "A slope is the weight of negatives over that of positives, (1 - pc) / pc."
_LOG_ODDS_MEAN = "0 stands for pc 0.5."
_COST_MEANS = "With a free error pc is 0 or 1."
_PRIOR_MEANS = "Without one class costs do not matter."


def slope_at(pc: ArrayLike) -> FloatArray:
    """Slope of the iso-performance lines at each pc, from 0 to infinity.

    Parameters
    ----------
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64
        Element i is ``(1 - pc) / pc``: infinity at pc 0, 0 at pc 1.

    Examples
    --------
    >>> slope_at([0.0, 0.25, 1.0])
    array([inf,  3.,  0.])
    """
    x = read_unit("pc", pc, PC_MEANS)
    with np.errstate(divide="ignore", over="ignore"):  # vertical lines have slope infinity
        slope: FloatArray = (1.0 - x) / x
    return slope


def pc_at(slope: ArrayLike) -> FloatArray:
    """Values of pc, from 0 to 1, at which iso-performance lines have a slope.

    Parameters
    ----------
    slope : array-like
        From 0 to infinity.

    Returns
    -------
    ndarray of float64
        Element i is ``1 / (1 + slope)``.

    Examples
    --------
    >>> pc_at([np.inf, 3.0, 0.0])
    array([0.  , 0.25, 1.  ])
    """
    m = read_numbers("slope", slope, _SLOPE_MEANS)
    _refuse("slope", m[~(m >= 0.0)], "must be from 0 to infinity", _SLOPE_MEANS)
    pc: FloatArray = 1.0 / (1.0 + m)
    return pc


def log_odds_at(pc: ArrayLike) -> FloatArray:
    """Log-odds of pc: the natural logarithm of ``pc / (1 - pc)``, which spreads great skews.

    Parameters
    ----------
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64
        Element i runs from minus infinity at pc 0 to infinity at pc 1.

    Examples
    --------
    >>> log_odds_at([0.0, 0.5, 1.0])
    array([-inf,   0.,  inf])
    """
    x = read_unit("pc", pc, PC_MEANS)
    with np.errstate(divide="ignore"):
        odds: FloatArray = np.log(x) - np.log1p(-x)
    return odds


def pc_at_log_odds(log_odds: ArrayLike) -> FloatArray:
    """Values of pc, from 0 to 1, of log-odds: the inverse of `log_odds_at`.

    Parameters
    ----------
    log_odds : array-like
        Any numbers, infinite ones too.

    Returns
    -------
    ndarray of float64
        Element i is in [0, 1].

    Examples
    --------
    >>> pc_at_log_odds([-np.inf, 0.0, np.inf])
    array([0. , 0.5, 1. ])
    """
    odds = read_numbers("log_odds", log_odds, _LOG_ODDS_MEAN)
    _refuse("log_odds", odds[np.isnan(odds)], "must be a number", _LOG_ODDS_MEAN)
    with np.errstate(over="ignore"):
        pc: FloatArray = 1.0 / (1.0 + np.exp(-odds))
    return pc


def middle_share(low: float, high: float) -> float:
    """The middle of a range of shares: halfway between the log-odds of its ends.

    Parameters
    ----------
    low, high : float
        Ends of the range, of pc or of a prior, in [0, 1].

    Returns
    -------
    float
        Halfway between the ends themselves where one of them has infinite log-odds. The middle
        of the mirrored range is the mirrored middle.

    Examples
    --------
    >>> round(middle_share(0.1, 0.9), 9), round(middle_share(1e-4, 1e-2), 6)
    (0.5, 0.001004)
    >>> middle_share(0.0, 0.2)
    0.1
    """
    ends = read_unit("share", (low, high), PC_MEANS)
    if low == high:
        return float(low)
    if not 0.0 < low < high < 1.0:
        return float(low + high) / 2.0
    # The rounding of logarithms must not carry it out of a narrow range.
    return float(np.clip(pc_at_log_odds(log_odds_at(ends).mean()), low, high))


def prior_at(pc: ArrayLike, *, cost_fp: float = 1.0, cost_fn: float = 1.0) -> FloatArray:
    """Prior of the positive class that leads to each pc when the costs are fixed.

    Parameters
    ----------
    pc : array-like
        In [0, 1].
    cost_fp, cost_fn : float
        Costs of a false and of a missed alarm, above 0.

    Returns
    -------
    ndarray of float64
        Element i is the probability of the positive class at pc[i].

    Examples
    --------
    >>> prior_at(0.5, cost_fp=1, cost_fn=4)
    np.float64(0.2)
    """
    x = read_unit("pc", pc, PC_MEANS)
    fp, fn = read_cost("cost_fp", cost_fp), read_cost("cost_fn", cost_fn)
    dearest = max(fp, fn)
    positive = x * (fp / dearest)
    negative = (1.0 - x) * (fn / dearest)
    prior: FloatArray = positive / (positive + negative)
    return prior


def cost_ratio_at(pc: ArrayLike, *, prior: float) -> FloatArray:
    """Ratio ``cost_fn / cost_fp`` that leads to each pc when the prior is fixed.

    Parameters
    ----------
    pc : array-like
        In [0, 1].
    prior : float
        Probability of the positive class, neither 0 nor 1.

    Returns
    -------
    ndarray of float64
        Element i is ``cost_fn / cost_fp`` at pc[i], from 0 to infinity.

    Examples
    --------
    >>> cost_ratio_at([0.0, 0.5, 1.0], prior=0.2)
    array([ 0.,  4., inf])
    """
    x = read_unit("pc", pc, PC_MEANS)
    p = read_number("prior", prior, _PRIOR_MEANS)
    if not 0.0 < p < 1.0:
        fix = _PRIOR_MEANS + percent_words(p)
        raise CostCurveError("must be between 0 and 1", where="prior", got=shown(prior), fix=fix)
    with np.errstate(divide="ignore", over="ignore"):
        ratio: FloatArray = x / (1.0 - x) * ((1.0 - p) / p)
    return ratio


def read_cost(where: str, given: object) -> float:
    """Cost of an error that is not free, checked.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : float
        The cost.

    Returns
    -------
    float
        Above 0 and finite.

    Raises
    ------
    CostCurveError
        If it is no such number.
    """
    cost = read_number(where, given, _COST_MEANS)
    if not 0.0 < cost < np.inf:
        raise CostCurveError(
            "must be above 0 and finite", where=where, got=shown(given), fix=_COST_MEANS
        )
    return cost


def _refuse(where: str, wrong: FloatArray, rule: str, fix: str) -> None:
    """Raise the error for the first of the wrong numbers, if there is one."""
    if wrong.size:
        raise CostCurveError(rule, where=where, got=shown(wrong[0].item()), fix=fix)


# ---- Conditions of use: how common the positive class is, and what the four outcomes cost


@dataclass(frozen=True, slots=True, init=False)
class Conditions:
    """Class balance and costs under which classifiers will be used.

    Parameters
    ----------
    prior : float or (low, high)
        Probability of the positive class.
    cost_fp, cost_fn : float or (low, high)
        Costs of a false alarm and of a missed positive, in any one currency.
    cost_tp, cost_tn : float or (low, high)
        Costs of the two right answers; a benefit is a negative cost.

    Attributes
    ----------
    prior, cost_fp, cost_fn, cost_tp, cost_tn : Range
        What was given, as ranges.

    Raises
    ------
    CostCurveError
        If a value is no number, a prior is not in [0, 1], an error is cheaper than the right
        answer, or nothing that can happen costs anything.

    Examples
    --------
    Ten negatives for one positive; a missed positive is a hundred times as dear:

    >>> conditions = Conditions(prior=1 / 11, cost_fp=(5, 10), cost_fn=(500, 1000))
    >>> round(conditions.slope.low, 9), round(conditions.slope.high, 9)
    (0.05, 0.2)
    """

    prior: Range
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range

    def __init__(
        self,
        prior: RangeLike,
        cost_fp: RangeLike = 1.0,
        cost_fn: RangeLike = 1.0,
        *,
        cost_tp: RangeLike = 0.0,
        cost_tn: RangeLike = 0.0,
    ) -> None:
        object.__setattr__(self, "prior", read_range("prior", prior, least=0.0, greatest=1.0))
        costs = {"cost_fp": cost_fp, "cost_fn": cost_fn, "cost_tp": cost_tp, "cost_tn": cost_tn}
        for name, cost in costs.items():
            object.__setattr__(self, name, read_range(name, cost))
        _check_costs_more("cost_fn", self.cost_fn, "cost_tp", self.cost_tp)
        _check_costs_more("cost_fp", self.cost_fp, "cost_tn", self.cost_tn)
        _check_weights(self)

    @property
    def extra_fp(self) -> Range:
        """What a false alarm costs more than a right answer for the same example."""
        return _difference(self.cost_fp, self.cost_tn)

    @property
    def extra_fn(self) -> Range:
        """What a missed positive costs more than a right answer for the same example."""
        return _difference(self.cost_fn, self.cost_tp)

    @property
    def pc(self) -> Range:
        """Probability-cost value: the share of the positive class in what errors can cost."""
        lightest, heaviest = self._corner(heavy=False), self._corner(heavy=True)
        return Range(
            lightest.positive / (lightest.positive + lightest.negative),
            heaviest.positive / (heaviest.positive + heaviest.negative),
        )

    @property
    def slope(self) -> Range:
        """Slope of the iso-performance lines: high where pc is low."""
        return Range(self._corner(heavy=True).slope, self._corner(heavy=False).slope)

    @property
    def probability_threshold(self) -> Range:
        """Probability of the positive class above which calling positive costs less.

        It does not depend on the prior, which the probabilities contain already. 1 if missed
        positives are free.
        """
        fp, fn = self.extra_fp, self.extra_fn
        return Range(_share(fp.low, fn.high), _share(fp.high, fn.low))

    @property
    def base(self) -> Range:
        """Expected cost of one case when every answer is right."""
        return self._extremes(lambda p, _fp, _fn, tp, tn: p * tp + (1.0 - p) * tn)

    @property
    def worst(self) -> Range:
        """Expected cost of one case, above `base`, when every answer is wrong: w+ + w-."""
        return self._extremes(lambda p, fp, fn, tp, tn: p * (fn - tp) + (1.0 - p) * (fp - tn))

    @property
    def exact(self) -> bool:
        """Whether no value is a range."""
        return all(value.exact for value in self._values())

    def corners(self) -> list[tuple[float, float, float, float, float]]:
        """Every combination of the ends of the five ranges.

        Returns
        -------
        list of tuple of float
            Prior, cost_fp, cost_fn, cost_tp, cost_tn in this order.

        Examples
        --------
        >>> len(Conditions(prior=(0.1, 0.2), cost_fn=(1, 2)).corners())
        4
        """
        prior, fp, fn, tp, tn = (value.ends for value in self._values())
        return list(product(prior, fp, fn, tp, tn))

    def _values(self) -> tuple[Range, Range, Range, Range, Range]:
        return self.prior, self.cost_fp, self.cost_fn, self.cost_tp, self.cost_tn

    def _extremes(self, of: Callable[[float, float, float, float, float], float]) -> Range:
        """Least and greatest of something linear in each value."""
        found = [of(*corner) for corner in self.corners()]
        return Range(min(found), max(found))

    def _corner(self, *, heavy: bool) -> _Weights:
        """The weights where the positive class matters most, or least."""
        fp, fn, prior = self.extra_fp, self.extra_fn, self.prior
        if heavy:
            return _weights(prior.high, fp.low, fn.high)
        return _weights(prior.low, fp.high, fn.low)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights w+ and w-, up to a common factor."""

    positive: float
    negative: float

    @property
    def slope(self) -> float:
        return self.negative / self.positive if self.positive else inf


def _weights(prior: float, fp: float, fn: float) -> _Weights:
    """Weigh the classes; dividing by the dearest keeps huge costs from overflowing."""
    dearest = max(fp, fn)
    return _Weights(prior * (fn / dearest), (1.0 - prior) * (fp / dearest))


def _share(part: float, rest: float) -> float:
    """Share part / (part + rest), without overflow."""
    largest = max(part, rest)
    return part / largest / (part / largest + rest / largest)


def _difference(minuend: Range, subtrahend: Range) -> Range:
    return Range(minuend.low - subtrahend.high, minuend.high - subtrahend.low)


def _check_costs_more(error_name: str, error: Range, right_name: str, right: Range) -> None:
    """Refuse errors that pay."""
    if error.low < right.high:
        raise CostCurveError(
            f"an error must not be cheaper than the right answer, {right_name}",
            where=error_name,
            got=f"{error_name} from {error.low:g} and {right_name} up to {right.high:g}",
            fix="Costs are positive and benefits negative numbers.",
        )


def _check_weights(conditions: Conditions) -> None:
    """Refuse conditions under which both weights can be 0: there pc has no value."""
    fp, fn, prior = conditions.extra_fp, conditions.extra_fn, conditions.prior
    free_fp, free_fn = fp.low == 0.0, fn.low == 0.0
    if (free_fp and (free_fn or prior.low == 0.0)) or (free_fn and prior.high == 1.0):
        raise CostCurveError(
            "some error that can happen must cost something",
            where="conditions",
            got=f"prior {prior.low:g} to {prior.high:g}, "
            f"false alarms from {fp.low:g}, missed positives from {fn.low:g}",
            fix="Give both errors a cost above 0.",
        )


# ---- From normalised cost back to the user's money


@result
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


def money(
    conditions: Conditions, *, fpr: ArrayLike, tpr: ArrayLike, population: float = 1.0
) -> Money:
    """Expected cost of ROC points in the currency of the conditions.

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
    """Expected cost, in the currency of exact conditions, of normalised expected costs.

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
    """A number of cases that can be."""
    fix = "Pass 1 for the cost of one case."
    cases = read_number("population", population, fix)
    if not 0.0 <= cases < np.inf:
        raise CostCurveError(
            "must be a number of cases", where="population", got=shown(population), fix=fix
        )
    return cases
