"""Limits of one error rate: Wilson's, exact ones, and Wilson's where few errors ask for care."""

from math import exp, lgamma, log, log1p
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.beta import beta_tails
from cc_widgets.core.numbers import check_shapes, read_number, read_numbers
from cc_widgets.core.uncertainty.levels import Level, normal_quantile, read_level
from cc_widgets.errors import CostCurveError, shown

# Up to so many errors Wilson's lower limit is compared with an exact one.
_COMPARED = 10
# The part of all that the level leaves out which may lie on that one side.
_ONE_SIDE = 2 / 3
# Of the binomial terms from k on, no more matter where k itself is no more than ten.
_TERMS = 64
# With so many standard errors that no float tells the rest from 0, this much is left.
_LEAST_TAIL = 1e-300
_CLOSE = 1e-13
_MOST = 1e100  # examples, whose products floats can hold
_FARTHEST = 1e6  # standard errors
_MOST_STEPS = 200


def wilson_limits(
    count: ArrayLike, total: ArrayLike, level: Level = 0.9
) -> tuple[FloatArray, FloatArray]:
    """Compute Wilson's limits for rates.

    Parameters
    ----------
    count, total : array-like
        How often something happened, of how many times; shapes that broadcast together.
    level : float
        Level of confidence.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape. Where nothing happened the lower one is 0, the upper one is not.

    Examples
    --------
    >>> lower, upper = wilson_limits([0, 4], [10, 10])
    >>> lower.round(4), upper.round(4)
    (array([0.    , 0.1942]), array([0.2129, 0.6484]))
    """
    k, n = read_part("count", count, "total", total)
    return _wilson(k, n, normal_quantile(level))


def clopper_pearson_limits(count: int, total: int, level: Level) -> tuple[float, float]:
    """Compute the exact limits of one rate.

    Parameters
    ----------
    count, total : int
        How often something happened, of how many times.
    level : float
        Level of confidence, kept or surpassed whatever the rate.

    Returns
    -------
    lower, upper : float
        The limits.

    Examples
    --------
    >>> lower, upper = clopper_pearson_limits(0, 10, 0.9)
    >>> lower, round(upper, 6)
    (0.0, 0.258866)
    """
    tail = float((1 - read_level(level)) / 2)
    start = wilson_limits(count, total, level)
    lower, upper = 0.0, 1.0
    if count > 0:
        lower = _quantile((count, total - count + 1), tail, float(start[0]), above=False)
    if count < total:
        upper = _quantile((count + 1, total - count), tail, float(start[1]), above=True)
    return lower, upper


def careful_limits(count: ArrayLike, total: ArrayLike, z: float) -> tuple[FloatArray, FloatArray]:
    """Compute Wilson's limits, widened where few errors, or few right answers, need it.

    With one error seen Wilson's lower limit is too high: a rate just below it shows no error
    only 80 % of the time, where 90 % were promised. So the lower limit is never above the rate
    at which this many errors, or more, have two thirds of what the level leaves out.

    Parameters
    ----------
    count, total : array-like
        How often something happened, of how many times; shapes that broadcast together.
    z : float
        How many standard errors the limits reach to each side.

    Returns
    -------
    lower, upper : ndarray of float64
        In the common shape.

    Examples
    --------
    >>> lower, upper = careful_limits([0, 1, 20], 100, 1.6449)
    >>> lower.round(4), upper.round(4)
    (array([0.    , 0.0007, 0.1425]), array([0.0263, 0.0436, 0.2733]))
    """
    k, n = np.broadcast_arrays(np.asarray(count, np.float64), np.asarray(total, np.float64))
    lower, upper = _wilson(k, n, z)
    tail = _ONE_SIDE * 2.0 * NormalDist().cdf(-z)
    return np.minimum(lower, _exact_lower(k, n, tail)), np.maximum(
        upper, 1.0 - _exact_lower(n - k, n, tail)
    )


def read_part(
    where: str, count: ArrayLike, where_total: str, total: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return how often something happened, of how many times."""
    fix = f"Pass {where} from 0 to {where_total}, which is above 0."
    k, n = read_numbers(where, count, fix), read_numbers(where_total, total, fix)
    check_shapes(**{where: k, where_total: n})
    wrong = n[~((n > 0.0) & (n <= _MOST))]
    if wrong.size:
        got = shown(wrong[0].item())
        rule = f"must be above 0, and at most {_MOST:g}"
        raise CostCurveError(rule, where=where_total, got=got, fix=fix)
    fits = (k >= 0.0) & (k <= n)
    if not np.all(fits):
        got = shown(np.broadcast_to(k, fits.shape)[~fits][0].item())
        raise CostCurveError(f"must be from 0 to {where_total}", where=where, got=got, fix=fix)
    return k, n


def read_reach(z: float) -> float:
    """Return how many standard errors limits are away."""
    fix = "Pass 1.645 for 90 %, as normal_quantile(0.9) returns."
    number = read_number("z", z, fix)
    if not 0.0 < number <= _FARTHEST:
        rule = f"must be above 0, and at most {_FARTHEST:g}"
        raise CostCurveError(rule, where="z", got=shown(z), fix=fix)
    return number


def _wilson(k: FloatArray, n: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Return Wilson's limits, exactly 0 and 1 where these are meant."""
    square = z * z
    root = z * np.sqrt(k * (n - k) / n + square / 4.0)
    upper = np.where(k < n, (k + square / 2.0 + root) / (n + square), 1.0)
    # The product of both solutions is known, so that the small one needs no subtraction.
    lower = (k / n) * k / ((n + square) * np.where(upper > 0.0, upper, 1.0))
    return lower, upper


def _exact_lower(count: FloatArray, total: FloatArray, tail: float) -> FloatArray:
    """Return the rate at which so many or more have this probability; 1 if they are many."""
    limit = np.where(count > 0.0, 1.0, 0.0)
    few = (count >= 1.0) & (count <= _COMPARED)
    if np.any(few):
        pairs, place = np.unique(np.stack([count[few], total[few]]), axis=1, return_inverse=True)
        rate = _rate_of_tail(pairs[0], pairs[1], log(max(tail, _LEAST_TAIL)))
        limit[few] = rate[place.ravel()]
    return limit


def _rate_of_tail(k: FloatArray, n: FloatArray, log_tail: float) -> FloatArray:
    """Return the rates at which at least k of n, with k from 1 to 10, have a probability.

    Its logarithm is concave in the logarithm of the rate. So Newton's steps, from a rate that
    is too low, come nearer from below and never pass the solution.
    """
    step = np.arange(_COMPARED)
    factors = np.where(step < k[:, None], (n[:, None] - step) / (step + 1.0), 1.0)
    ways = np.log(factors).sum(axis=1)
    more = np.arange(_TERMS)
    ratio = np.maximum(n[:, None] - k[:, None] - more, 0.0) / (k[:, None] + 1.0 + more)
    at = (log_tail - ways) / k
    for _ in range(_MOST_STEPS):
        rate = np.exp(at)
        odds = rate / np.maximum(1.0 - rate, _CLOSE)
        # Everything from k on, as a multiple of the probability of k itself.
        beyond = 1.0 + np.cumprod(ratio * odds[:, None], axis=1).sum(axis=1)
        reached = ways + k * at + (n - k) * np.log1p(-rate) + np.log(beyond)
        away = (log_tail - reached) * beyond / k
        at = at + away
        if np.all(np.abs(away) <= _CLOSE):
            break
    return np.asarray(np.exp(at))


def _quantile(shapes: tuple[float, float], tail: float, rate: float, *, above: bool) -> float:
    """Return where the tail of a beta distribution, below or above, has this mass.

    Newton's steps from a near rate; one that leaves what is known to hold the quantile is
    replaced by halving that.
    """
    a, b = shapes
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    low, high = 0.0, 1.0
    for _ in range(_MOST_STEPS):
        mass = float(beta_tails(a, b, np.array([rate]))[above][0])
        excess = tail - mass if above else mass - tail
        low, high = (low, rate) if excess > 0.0 else (rate, high)
        density = exp(scale + (a - 1.0) * log(rate) + (b - 1.0) * log1p(-rate))
        step = rate - excess / density if density else low
        before, rate = rate, step if low < step < high else (low + high) / 2.0
        if abs(rate - before) <= _CLOSE * rate:
            break
    return rate
