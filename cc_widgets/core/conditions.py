"""Operating conditions, exact or as ranges: prior, costs, pc, slope, odds; costs in money."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.costs import COST_MEANS, COST_TOLERANCE, same_cost
from cc_widgets.core.results import FloatArray, result
from cc_widgets.core.validation import (
    PC_MEANS,
    RATE_MEANS,
    as_number,
    check_shapes,
    percent_hint,
    read_number,
    read_numbers,
    read_unit,
    read_unit_number,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "Conditions",
    "CornerCosts",
    "Money",
    "Range",
    "RangeLike",
    "corner_costs",
    "cost_ratio_at",
    "log_odds_at",
    "money",
    "money_of_cost",
    "pc_at",
    "pc_at_log_odds",
    "prior_at",
    "same_money",
    "slope_at",
]

# ---- Ranges of numbers


@dataclass(frozen=True, slots=True)
class Range:
    """Closed interval from `low` to `high`, or a single number if both are equal.

    Attributes
    ----------
    low, high : float
        The ends, with low <= high.
    """

    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether the range is a single number."""
        return self.low == self.high

    @property
    def ends(self) -> tuple[float, ...]:
        """The two ends, or one number if they are equal."""
        return (self.low,) if self.exact else (self.low, self.high)


RangeLike: TypeAlias = float | tuple[float, float] | list[float] | Range


def read_range(
    where: str, value: RangeLike, *, least: float = -inf, greatest: float = inf
) -> Range:
    """Return a number or a (low, high) pair as a range, or raise if it is not within bounds.

    Examples
    --------
    >>> read_range("prior", (0.01, 0.05), least=0, greatest=1)
    Range(low=0.01, high=0.05)
    >>> read_range("cost_fp", 2)
    Range(low=2.0, high=2.0)
    """
    low, high = _range_ends(where, value)
    if not (isfinite(low) and isfinite(high)):
        raise CostCurveError(
            "must be finite", where=where, got=shown(value), fix="Pass a finite number."
        )
    if low > high:
        raise CostCurveError(
            "must be a range from low to high",
            where=where,
            got=shown(value),
            fix=f"Pass ({high:g}, {low:g}).",
        )
    if low < least or high > greatest:
        raise CostCurveError(
            f"must lie in [{least:g}, {greatest:g}]",
            where=where,
            got=shown(value),
            fix="Pass a number, or a (low, high) pair, within these bounds."
            + (percent_hint(high) if greatest == 1.0 else ""),
        )
    return Range(low, high)


_TWO = 2
_COSTS_BY_ROW = (
    "Pass costs by row as weights, for example explore(y_true, y_score, sample_weight=cost), and "
    "their mean in each class as costs: cost_fp=cost[y_true == 0].mean(), "
    "cost_fn=cost[y_true == 1].mean()."
)


def _range_ends(where: str, value: RangeLike) -> tuple[float, float]:
    """Return the two ends as floats."""
    if isinstance(value, Range):
        return value.low, value.high
    ends = list(value) if isinstance(value, tuple | list) else [value, value]
    low, high = map(as_number, ends) if len(ends) == len(("low", "high")) else (None, None)
    if low is None or high is None:
        is_column = where.startswith("cost_") and (
            len(ends) > _TWO or getattr(value, "ndim", 0) == 1
        )
        raise CostCurveError(
            "must be a number or a (low, high) pair",
            where=where,
            got=shown(value),
            fix=_COSTS_BY_ROW
            if is_column
            else "Pass for example 0.1, or (0.05, 0.2) if it is uncertain.",
        )
    return low, high


# ---- Conversions of operating conditions: pc, slope, log-odds, prior, cost ratio


_SLOPE_MEANS = "A slope is the weight of negatives divided by that of positives, (1 - pc) / pc."
_LOG_ODDS_MEAN = "0 corresponds to pc 0.5."
_COST_MEANS = "If an error costs nothing, pc is 0 or 1."
_PRIOR_MEANS = "If a class does not occur, the cost ratio has no effect."


def slope_at(pc: ArrayLike) -> FloatArray:
    """Slope of the iso-performance lines at each pc.

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
    with np.errstate(divide="ignore", over="ignore"):  # a vertical line has slope infinity
        slope: FloatArray = (1.0 - x) / x
    return slope


def pc_at(slope: ArrayLike) -> FloatArray:
    """Probability-cost value at each slope of the iso-performance lines.

    Parameters
    ----------
    slope : array-like
        From 0 to infinity.

    Returns
    -------
    ndarray of float64
        Element i is ``1 / (1 + slope)``, in [0, 1].

    Examples
    --------
    >>> pc_at([np.inf, 3.0, 0.0])
    array([0.  , 0.25, 1.  ])
    """
    m = read_numbers("slope", slope, _SLOPE_MEANS)
    _raise_if_any("slope", m[~(m >= 0.0)], "must be from 0 to infinity", _SLOPE_MEANS)
    pc: FloatArray = 1.0 / (1.0 + m)
    return pc


def log_odds_at(pc: ArrayLike) -> FloatArray:
    """Log-odds of pc: the natural logarithm of ``pc / (1 - pc)``.

    Parameters
    ----------
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64
        Element i ranges from minus infinity at pc 0 to infinity at pc 1.

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
    """Probability-cost value of log-odds: the inverse of `log_odds_at`.

    Parameters
    ----------
    log_odds : array-like
        Any numbers, including infinity.

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
    _raise_if_any("log_odds", odds[np.isnan(odds)], "must be a number", _LOG_ODDS_MEAN)
    with np.errstate(over="ignore"):
        pc: FloatArray = 1.0 / (1.0 + np.exp(-odds))
    return pc


def middle_share(low: float, high: float) -> float:
    """Return the midpoint, on the log-odds scale, of a range of pc or of the prior.

    It is the arithmetic middle if an end has infinite log-odds. The middle of the mirrored range is
    the mirrored middle.

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
    # Rounding of logarithms must not leave a narrow range.
    return float(np.clip(pc_at_log_odds(log_odds_at(ends).mean()), low, high))


def prior_at(pc: ArrayLike, *, cost_fp: float = 1.0, cost_fn: float = 1.0) -> FloatArray:
    """Prior of the positive class that gives each pc at fixed costs.

    Parameters
    ----------
    pc : array-like
        In [0, 1].
    cost_fp, cost_fn : float
        Costs of a false positive and of a false negative, above 0.

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
    largest = max(fp, fn)
    positive = x * (fp / largest)
    negative = (1.0 - x) * (fn / largest)
    prior: FloatArray = positive / (positive + negative)
    return prior


def cost_ratio_at(pc: ArrayLike, *, prior: float) -> FloatArray:
    """Ratio ``cost_fn / cost_fp`` that gives each pc at a fixed prior.

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
        fix = _PRIOR_MEANS + percent_hint(p)
        raise CostCurveError("must be between 0 and 1", where="prior", got=shown(prior), fix=fix)
    with np.errstate(divide="ignore", over="ignore"):
        ratio: FloatArray = x / (1.0 - x) * ((1.0 - p) / p)
    return ratio


def read_cost(where: str, value: object) -> float:
    """Return the cost of an error, or raise if it is not positive and finite."""
    cost = read_number(where, value, _COST_MEANS)
    if not 0.0 < cost < np.inf:
        raise CostCurveError(
            "must be above 0 and finite", where=where, got=shown(value), fix=_COST_MEANS
        )
    return cost


def _raise_if_any(where: str, wrong: FloatArray, rule: str, fix: str) -> None:
    """Raise an error for the first invalid number, if any."""
    if wrong.size:
        raise CostCurveError(rule, where=where, got=shown(wrong[0].item()), fix=fix)


# ---- Operating conditions: prior of the positive class, and costs of the four outcomes


@dataclass(frozen=True, slots=True, init=False)
class Conditions:
    """Operating conditions: class balance and costs under which classifiers will be used.

    Parameters
    ----------
    prior : float or (low, high), optional
        Probability of the positive class. Without it, prior and costs are not stated.
    cost_fp, cost_fn : float or (low, high)
        Costs of a false positive and of a false negative, in any one currency.
    cost_tp, cost_tn : float or (low, high)
        Costs of a true positive and of a true negative; a benefit is a negative cost.
    currency : str
        Currency of the costs, such as "EUR".
    n_cases : float
        Number of cases that total costs are reported for.

    Attributes
    ----------
    prior : Range or None
        Probability of the positive class; None if it is not stated.
    cost_fp, cost_fn, cost_tp, cost_tn : Range
        The costs as ranges.
    currency, n_cases
        As passed.

    Raises
    ------
    CostCurveError
        If a value is not a number, a prior is not in [0, 1], an error costs less than the correct
        classification, no possible error has a cost, or costs are stated without a prior.

    Examples
    --------
    Ten negatives for one positive; a false negative costs a hundred times as much:

    >>> conditions = Conditions(prior=1 / 11, cost_fp=(5, 10), cost_fn=(500, 1000))
    >>> round(conditions.slope.low, 9), round(conditions.slope.high, 9)
    (0.05, 0.2)
    """

    prior: Range | None
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range
    currency: str
    n_cases: float

    def __init__(  # noqa: PLR0913 (all of the conditions)
        self,
        prior: RangeLike | None = None,
        cost_fp: RangeLike = 1.0,
        cost_fn: RangeLike = 1.0,
        *,
        cost_tp: RangeLike = 0.0,
        cost_tn: RangeLike = 0.0,
        currency: str = "",
        n_cases: float = 1.0,
    ) -> None:
        range_of_prior = (
            None if prior is None else read_range("prior", prior, least=0.0, greatest=1.0)
        )
        object.__setattr__(self, "prior", range_of_prior)
        costs = {"cost_fp": cost_fp, "cost_fn": cost_fn, "cost_tp": cost_tp, "cost_tn": cost_tn}
        for name, cost in costs.items():
            object.__setattr__(self, name, read_range(name, cost))
        _check_error_cost("cost_fn", self.cost_fn, "cost_tp", self.cost_tp)
        _check_error_cost("cost_fp", self.cost_fp, "cost_tn", self.cost_tn)
        object.__setattr__(self, "currency", _read_currency(currency))
        object.__setattr__(self, "n_cases", _read_n_cases(n_cases, positive=True))
        if prior is not None:
            _check_weights(self)
        elif self.costs != _DEFAULT_COSTS:
            raise _missing_prior(self.costs)

    @property
    def costs(self) -> tuple[Range, Range, Range, Range]:
        """Costs cost_fp, cost_fn, cost_tp and cost_tn, in this order."""
        return self.cost_fp, self.cost_fn, self.cost_tp, self.cost_tn

    @property
    def stated_prior(self) -> Range:
        """The prior; raises if it is not stated."""
        if self.prior is None:
            raise CostCurveError("must be stated", where="prior", fix="Pass Conditions(prior=0.1).")
        return self.prior

    @property
    def extra_fp(self) -> Range:
        """Cost of a false positive minus that of a true negative."""
        return _difference(self.cost_fp, self.cost_tn)

    @property
    def extra_fn(self) -> Range:
        """Cost of a false negative minus that of a true positive."""
        return _difference(self.cost_fn, self.cost_tp)

    @property
    def pc(self) -> Range:
        """Probability-cost value: the share of positives in the cost if all are misclassified."""
        lowest, highest = self._extreme_weights(highest=False), self._extreme_weights(highest=True)
        return Range(
            lowest.positive / (lowest.positive + lowest.negative),
            highest.positive / (highest.positive + highest.negative),
        )

    @property
    def slope(self) -> Range:
        """Slope of the iso-performance lines; high if pc is low."""
        return Range(
            self._extreme_weights(highest=True).slope, self._extreme_weights(highest=False).slope
        )

    @property
    def probability_threshold(self) -> Range:
        """Probability of the positive class above which a positive prediction costs less.

        It does not depend on the prior, which the probabilities already include. It is 1 if false
        negatives cost nothing.
        """
        fp, fn = self.extra_fp, self.extra_fn
        return Range(_share(fp.low, fn.high), _share(fp.high, fn.low))

    @property
    def base(self) -> Range:
        """Expected cost per case if every case is classified correctly."""
        return self._extremes(lambda p, _fp, _fn, tp, tn: p * tp + (1.0 - p) * tn)

    @property
    def worst(self) -> Range:
        """Expected cost per case, above `base`, if every case is misclassified: w+ + w-."""
        return self._extremes(lambda p, fp, fn, tp, tn: p * (fn - tp) + (1.0 - p) * (fp - tn))

    @property
    def exact(self) -> bool:
        """Whether no value is a range."""
        return all(value.exact for value in self._values())

    def corners(self) -> list[tuple[float, float, float, float, float]]:
        """All combinations of the ends of the five ranges.

        Returns
        -------
        list of tuple of float
            Prior, cost_fp, cost_fn, cost_tp and cost_tn, in this order.

        Examples
        --------
        >>> len(Conditions(prior=(0.1, 0.2), cost_fn=(1, 2)).corners())
        4
        """
        prior, fp, fn, tp, tn = (value.ends for value in self._values())
        return list(product(prior, fp, fn, tp, tn))

    def _values(self) -> tuple[Range, Range, Range, Range, Range]:
        return self.stated_prior, *self.costs

    def _extremes(self, function: Callable[[float, float, float, float, float], float]) -> Range:
        """Return the minimum and maximum of a function that is linear in each value."""
        values = [function(*corner) for corner in self.corners()]
        return Range(min(values), max(values))

    def _extreme_weights(self, *, highest: bool) -> _Weights:
        """Return the class weights at which the positive class matters most, or least."""
        fp, fn, prior = self.extra_fp, self.extra_fn, self.stated_prior
        if highest:
            return _class_weights(prior.high, fp.low, fn.high)
        return _class_weights(prior.low, fp.high, fn.low)


_DEFAULT_COSTS = (Range(1.0, 1.0), Range(1.0, 1.0), Range(0.0, 0.0), Range(0.0, 0.0))


@dataclass(frozen=True, slots=True)
class _Weights:
    """Class weights w+ and w-, up to a common factor."""

    positive: float
    negative: float

    @property
    def slope(self) -> float:
        return self.negative / self.positive if self.positive else inf


def _class_weights(prior: float, fp: float, fn: float) -> _Weights:
    """Return the class weights. Dividing by the largest cost avoids overflow."""
    largest = max(fp, fn)
    return _Weights(prior * (fn / largest), (1.0 - prior) * (fp / largest))


def _share(part: float, rest: float) -> float:
    """Return part / (part + rest) without overflow."""
    largest = max(part, rest)
    return part / largest / (part / largest + rest / largest)


def _difference(minuend: Range, subtrahend: Range) -> Range:
    return Range(minuend.low - subtrahend.high, minuend.high - subtrahend.low)


def _missing_prior(costs: tuple[Range, ...]) -> CostCurveError:
    """Return the error for costs without a prior."""
    names = ("cost_fp", "cost_fn", "cost_tp", "cost_tn")
    stated = [
        f"{name}={_as_source(cost)}"
        for name, cost, default in zip(names, costs, _DEFAULT_COSTS, strict=True)
        if cost != default
    ]
    return CostCurveError(
        "must be stated with the costs",
        where="prior",
        got=f"{', '.join(stated)} and no prior",
        fix=f"Pass Conditions(prior=0.1, {', '.join(stated)}). If the dataset is a random sample "
        "of the population, pass its share of positives: prior=(y_true == pos_label).mean().",
    )


def _as_source(value: Range) -> str:
    """Return a number or a range as Python source."""
    ends = [f"{end:.15g}" for end in value.ends]
    return ends[0] if value.exact else f"({', '.join(ends)})"


def _check_error_cost(error_name: str, error: Range, correct_name: str, correct: Range) -> None:
    """Raise if an error costs less than the correct classification."""
    if error.low < correct.high:
        raise CostCurveError(
            f"must not be less than {correct_name}, the cost of the correct classification",
            where=error_name,
            got=f"{error_name} from {error.low:g} and {correct_name} up to {correct.high:g}",
            fix="Pass costs as positive and benefits as negative numbers.",
        )


def _check_weights(conditions: Conditions) -> None:
    """Raise if both class weights can be 0, so that pc is undefined."""
    fp, fn = conditions.extra_fp, conditions.extra_fn
    prior = conditions.stated_prior
    is_fp_free, is_fn_free = fp.low == 0.0, fn.low == 0.0
    if (is_fp_free and (is_fn_free or prior.low == 0.0)) or (is_fn_free and prior.high == 1.0):
        raise CostCurveError(
            "must have a cost for some possible error",
            where="conditions",
            got=f"prior {prior.low:g} to {prior.high:g}, "
            f"false positives from {fp.low:g}, false negatives from {fn.low:g}",
            fix="Pass costs above 0 for both errors.",
        )


# ---- Expected cost in money


@result
class Money:
    """Expected cost in the currency of the conditions.

    Attributes
    ----------
    low, high : ndarray of float64
        Element i is the minimum or maximum expected cost of point i; equal if the conditions are
        exact.
    """

    low: FloatArray
    high: FloatArray


def money(
    conditions: Conditions, *, fpr: ArrayLike, tpr: ArrayLike, n_cases: float | None = None
) -> Money:
    """Expected cost of ROC points in the currency of the conditions.

    Parameters
    ----------
    conditions : Conditions
        Prior and the costs of the four outcomes.
    fpr, tpr : array-like
        Rates of the points, in shapes that broadcast together.
    n_cases : float, optional
        Number of cases, 1 for the cost per case; by default that of the conditions.

    Returns
    -------
    Money
        Element i is the expected cost of point i.

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1], shapes do not broadcast, or the number of cases is negative or
        infinite.

    Examples
    --------
    A false negative costs 100, a false positive 10; one case in ten is positive:

    >>> conditions = Conditions(prior=0.1, cost_fp=10, cost_fn=100)
    >>> money(conditions, fpr=0.25, tpr=0.75, n_cases=1000).low.round(6)
    np.float64(4750.0)
    """
    cases = conditions.n_cases if n_cases is None else _read_n_cases(n_cases)
    fp_rate, tp_rate = read_unit("fpr", fpr, RATE_MEANS), read_unit("tpr", tpr, RATE_MEANS)
    check_shapes(fpr=fp_rate, tpr=tp_rate)
    corners = corner_costs(conditions)
    with np.errstate(over="ignore"):  # overflow gives infinity
        costs = [
            cases * cost_per_case(corner, fp_rate, 1.0 - tp_rate)
            for corner in zip(corners.base, corners.per_fpr, corners.per_fnr, strict=True)
        ]
    return Money(low=np.min(costs, axis=0), high=np.max(costs, axis=0))


def money_of_cost(
    conditions: Conditions, cost: ArrayLike, *, n_cases: float | None = None
) -> FloatArray:
    """Normalised expected costs converted to the currency, under exact conditions.

    Parameters
    ----------
    conditions : Conditions
        Conditions without ranges.
    cost : array-like
        Normalised expected costs at ``conditions.pc``.
    n_cases : float, optional
        Number of cases, 1 for the cost per case; by default that of the conditions.

    Returns
    -------
    ndarray of float64
        Element i is ``n_cases * (base + cost[i] * (w+ + w-))``.

    Raises
    ------
    CostCurveError
        If a value of the conditions is a range: a normalised cost is specific to one pc.

    Examples
    --------
    >>> float(money_of_cost(Conditions(prior=0.5, cost_fp=10, cost_fn=30), 0.25))
    5.0
    """
    cases = conditions.n_cases if n_cases is None else _read_n_cases(n_cases)
    if not conditions.exact:
        raise CostCurveError(
            "must be exact, because a normalised cost is specific to one pc",
            where="conditions",
            got=f"pc from {conditions.pc.low:g} to {conditions.pc.high:g}",
            fix="Use money(), which takes rates, or pass conditions without ranges.",
        )
    normalised, corner = read_unit("cost", cost, COST_MEANS), corner_costs(conditions)
    # This is the cost of a point with both error rates equal to the normalised cost.
    terms = corner.base[0], corner.per_fpr[0], corner.per_fnr[0]
    result: FloatArray = cases * cost_per_case(terms, normalised, normalised)
    return result


def cost_per_case(
    corner: tuple[ArrayLike, ArrayLike, ArrayLike], fpr: ArrayLike, fnr: ArrayLike
) -> FloatArray:
    """Return the cost per case; 0 if below 1e-9 of the amounts at stake.

    It is ``base + per_fpr * fpr + per_fnr * fnr`` for ``corner = (base, per_fpr, per_fnr)``. At
    stake are these terms, which may cancel out, and the cost of the cheaper baseline. Differences
    of rates give the difference in cost of two points, without a base.

    Examples
    --------
    >>> cost_per_case((0.0, 0.9, 5.0), 0.5, 0.25), cost_per_case((-0.3, 0.1, 0.2), 1.0, 1.0)
    (np.float64(1.7), np.float64(0.0))
    """
    base, per_fpr, per_fnr = map(np.asarray, corner)
    terms = base, per_fpr * fpr, per_fnr * fnr
    cost = terms[0] + (terms[1] + terms[2])
    at_stake = np.minimum(per_fpr, per_fnr) + sum(map(np.abs, terms))
    return np.where(np.abs(cost) < COST_TOLERANCE * at_stake, 0.0, cost)[()]


def same_money(conditions: Conditions) -> float:
    """Largest difference of two costs per case, in money, that counts as equal.

    It is 1e-9 times the cost of the cheaper baseline, above that of no error, where this cost is
    greatest within the conditions; see `same_cost`.

    Parameters
    ----------
    conditions : Conditions
        Operating conditions, which may be ranges.

    Returns
    -------
    float
        Tolerance in the currency of the conditions; 0 if a baseline makes no costly error.

    Examples
    --------
    >>> same_money(Conditions(prior=(0.1, 0.9), cost_fp=(5, 10), cost_fn=10))
    5e-09
    """
    fp, fn = conditions.extra_fp.high, conditions.extra_fn.high
    equal_baselines = _share(fp, fn)  # prior at which both baselines cost the same
    prior = min(max(equal_baselines, conditions.stated_prior.low), conditions.stated_prior.high)
    weights = _class_weights(prior, fp, fn)
    total = weights.positive + weights.negative
    return max(fp, fn) * total * same_cost(weights.positive / total)


@result
class CornerCosts:
    """Cost per case at each corner of a box of conditions, as a function of the error rates.

    At corner i it is ``base[i] + per_fpr[i] * fpr + per_fnr[i] * fnr``.

    Attributes
    ----------
    prior, cost_fp, cost_fn, cost_tp, cost_tn : ndarray of float64, shape (n_corners,)
        Element i is the value at corner i, in the order of ``Conditions.corners``.
    base : ndarray of float64, shape (n_corners,)
        Element i is the cost per case if every case is classified correctly.
    per_fpr, per_fnr : ndarray of float64, shape (n_corners,)
        Element i is the cost per case, above `base`, if every negative or every positive is
        misclassified.
    """

    prior: FloatArray
    cost_fp: FloatArray
    cost_fn: FloatArray
    cost_tp: FloatArray
    cost_tn: FloatArray
    base: FloatArray
    per_fpr: FloatArray
    per_fnr: FloatArray

    @property
    def worst(self) -> FloatArray:
        """Cost per case, above `base`, if every case is misclassified: w+ + w-.

        Returns
        -------
        ndarray of float64, shape (n_corners,)
            A normalised expected cost c at corner i is ``base[i] + worst[i] * c`` per case.
        """
        return self.per_fpr + self.per_fnr

    @property
    def pc(self) -> FloatArray:
        """Probability-cost value of each corner.

        Returns
        -------
        ndarray of float64, shape (n_corners,)
            Element i is ``per_fnr[i] / worst[i]``.
        """
        fp, fn = self.cost_fp - self.cost_tn, self.cost_fn - self.cost_tp
        largest = np.maximum(fp, fn)  # as in `_class_weights`
        positive, negative = self.prior * (fn / largest), (1.0 - self.prior) * (fp / largest)
        return positive / (positive + negative)

    def money(self, *, fpr: float, tpr: float) -> FloatArray:
        """Return the cost per case of one ROC point at each corner, shape (n_corners,)."""
        fp_rate = read_unit_number("fpr", fpr, RATE_MEANS)
        fn_rate = 1.0 - read_unit_number("tpr", tpr, RATE_MEANS)
        return cost_per_case((self.base, self.per_fpr, self.per_fnr), fp_rate, fn_rate)


def corner_costs(conditions: Conditions) -> CornerCosts:
    """Cost per case at each corner of a box of conditions, as a function of the error rates.

    Parameters
    ----------
    conditions : Conditions
        Operating conditions; each range that is not a single number doubles the corners.

    Returns
    -------
    CornerCosts
        One element for each item of ``conditions.corners()``.

    Examples
    --------
    >>> costs = corner_costs(Conditions(prior=0.25, cost_fp=(4, 8), cost_fn=20, cost_tn=-4))
    >>> costs.base, costs.per_fpr, costs.per_fnr
    (array([-3., -3.]), array([6., 9.]), array([5., 5.]))
    >>> costs.money(fpr=0.5, tpr=0.8).round(9)
    array([1. , 2.5])
    """
    prior, fp, fn, tp, tn = np.array(conditions.corners(), np.float64).T
    with np.errstate(over="ignore"):  # overflow gives infinity
        return CornerCosts(
            prior=prior,
            cost_fp=fp,
            cost_fn=fn,
            cost_tp=tp,
            cost_tn=tn,
            base=prior * tp + (1.0 - prior) * tn,
            per_fpr=(1.0 - prior) * (fp - tn),
            per_fnr=prior * (fn - tp),
        )


def _read_n_cases(n_cases: float, *, positive: bool = False) -> float:
    """Return the number of cases, or raise if it is negative, infinite, or not `positive`."""
    fix = "Pass 1 for the cost of one case."
    cases = read_number("n_cases", n_cases, fix)
    if not 0.0 <= cases < np.inf or (positive and not cases):
        raise CostCurveError(
            f"must be a finite, {'positive' if positive else 'non-negative'} number of cases",
            where="n_cases",
            got=shown(n_cases),
            fix=fix,
        )
    return cases


def _read_currency(currency: object) -> str:
    """Return the currency without surrounding spaces, or raise if it is not text."""
    if isinstance(currency, str):
        return currency.strip()
    raise CostCurveError("must be text", where="currency", got=shown(currency), fix='Pass "EUR".')
