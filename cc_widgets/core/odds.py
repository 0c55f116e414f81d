"""One operating condition in its several spellings: pc, slope, log-odds, prior, cost ratio.

All maps keep relative accuracy for the number they are given, however skewed it is. A pc
very near 1 is itself a coarse number: skews beyond a million are better kept as slopes.
"""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.numbers import read_number, read_numbers
from cc_widgets.core.unit import PC_MEANS, percent_words, read_unit
from cc_widgets.errors import CostCurveError, shown

_SLOPE_MEANS = "A slope is the weight of negatives over that of positives, (1 - pc) / pc."
_LOG_ODDS_MEAN = "0 stands for pc 0.5."
_COST_MEANS = "With a free error pc is 0 or 1."
_PRIOR_MEANS = "Without one class costs do not matter."


def slope_at(pc: ArrayLike) -> FloatArray:
    """Return the slope of the iso-performance lines at a pc.

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
    """Return the pc at which iso-performance lines have a slope.

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
    """Return the natural logarithm of ``pc / (1 - pc)``, on which great skews are visible.

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
    """Return the pc of log-odds, the inverse of `log_odds_at`.

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
    """Return the middle of a range of shares: halfway between the log-odds of its ends.

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
    """Return the prior that leads to a pc when the costs are fixed.

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
    fp, fn = _read_cost("cost_fp", cost_fp), _read_cost("cost_fn", cost_fn)
    dearest = max(fp, fn)
    positive = x * (fp / dearest)
    negative = (1.0 - x) * (fn / dearest)
    prior: FloatArray = positive / (positive + negative)
    return prior


def cost_ratio_at(pc: ArrayLike, *, prior: float) -> FloatArray:
    """Return the ratio of costs that leads to a pc when the prior is fixed.

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


def _read_cost(where: str, given: float) -> float:
    """Return a cost of an error that is not free."""
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
