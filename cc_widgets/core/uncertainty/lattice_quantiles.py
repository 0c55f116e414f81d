"""Exact quantiles of weighted sums of two independent counts, at many weights at once.

The value whose weight is the larger one jumps in long steps. Given the other value, its
distribution function at any point is one look into a table, so that a sum over the other value
gives that of the weighted sum. A few such evaluations close in on a quantile until hardly more
than a dozen attainable values are left, and these are sorted.
"""

from dataclasses import dataclass, field
from statistics import NormalDist

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray
from cc_widgets.core.uncertainty.lattice import Lattice
from cc_widgets.core.uncertainty.levels import Level, read_level

# Probabilities are sums of products with errors below this: exact ties must not hang on them.
_SLACK = 1e-12
_BLOCK = 1 << 16
_FEW = 16.0
_NARROW = 0.98  # of a long step: at most one value of the long lattice for each of the short
_NEWTON = 2
_FLOATS = 8  # between two points: halving must come to an end


def weighted_quantile(
    first: Lattice, second: Lattice, weights: tuple[FloatArray, FloatArray], level: float
) -> FloatArray:
    """Find quantiles of sums of two independent counts, each times a weight.

    Parameters
    ----------
    first, second : Lattice
        The distributions of the two counts.
    weights : pair of ndarray of float64, shape (n,)
        What the two are multiplied by, from 0; not both 0.
    level : float
        Between 0 and 1.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i is the least value that the i-th sum does not exceed with this probability.

    Examples
    --------
    >>> coin = Lattice(0, np.array([0.5, 0.5]))
    >>> weighted_quantile(coin, coin, (np.array([1.0, 0.5]), np.array([0.0, 0.7])), 0.7)
    array([1. , 0.7])
    """
    one, other = weights
    result = np.empty_like(one)
    for chosen, long, short, step, small in (
        (one > other, first, second, one, other),
        (one <= other, second, first, other, one),
    ):
        if np.any(chosen):
            sums = _Sums(long, short, step[chosen], small[chosen])
            result[chosen] = _quantile(sums, level)
    return result


def percentile_limits(
    first: Lattice, second: Lattice, weights: tuple[FloatArray, FloatArray], level: Level
) -> tuple[FloatArray, FloatArray]:
    """Find the two quantiles that leave out as much below as above.

    Parameters
    ----------
    first, second, weights
        As for `weighted_quantile`.
    level : float
        Level of confidence.

    Returns
    -------
    lower, upper : ndarray of float64, shape (n,)
        The quantiles of element i at (1 - level) / 2 and (1 + level) / 2.

    Examples
    --------
    >>> fair = Lattice(0, np.full(10, 0.1))
    >>> percentile_limits(fair, Lattice(0, np.ones(1)), (np.ones(1), np.ones(1)), 0.8)
    (array([0.]), array([8.]))
    """
    tail = (1 - read_level(level)) / 2
    lower, upper = (weighted_quantile(first, second, weights, float(q)) for q in (tail, 1 - tail))
    return lower, upper


@dataclass(frozen=True, eq=False, slots=True)
class _Sums:
    """Sums of step * long + small * short, one for each weight."""

    long: Lattice
    short: Lattice
    step: FloatArray
    small: FloatArray
    table: FloatArray = field(init=False)
    places: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        """Tabulate the distribution function of the long lattice."""
        object.__setattr__(self, "table", np.append(0.0, np.cumsum(self.long.mass)))
        object.__setattr__(self, "places", np.arange(self.short.mass.size, dtype=np.float64))

    def below(self, rows: IntArray, at: FloatArray) -> FloatArray:
        """Return the probability that the sums in `rows` are at most `at`."""
        height = max(1, _BLOCK // self.places.size)
        result = np.empty(rows.size)
        for start in range(0, rows.size, height):
            part = slice(start, start + height)
            looked_up = self.table.take(self.counts(rows[part], at[part]))
            result[part] = looked_up @ self.short.mass
        return result

    def counts(self, rows: IntArray, at: FloatArray) -> IntArray:
        """Return how many values of the long lattice keep the sum at most `at`."""
        step, small = self.step[rows], self.small[rows]
        count = (small / step)[:, None] * -self.places
        count += ((at - small * self.short.first) / step - (self.long.first - 1))[:, None]
        np.clip(count, 0.0, self.long.mass.size, out=count)
        return count.astype(np.int64)  # from 0 on this rounds down

    def start(self, level: float) -> tuple[FloatArray, FloatArray, float]:
        """Return Cornish and Fisher's guess, the standard deviations, the normal density."""
        mean, variance, third = (
            self.step**power * a + self.small**power * b
            for power, a, b in zip((1, 2, 3), self.long.moments, self.short.moments, strict=True)
        )
        spread = np.sqrt(variance)
        z = NormalDist().inv_cdf(level)
        skew = np.divide(third, variance, out=np.zeros_like(third), where=variance > 0.0)
        return mean + z * spread + skew * (z * z - 1.0) / 6.0, spread, NormalDist().pdf(z)


def _quantile(sums: _Sums, level: float) -> FloatArray:
    """Return the quantile of every sum."""
    wanted = level - _SLACK
    low, high = _bracket(sums, level, wanted)
    result = np.empty_like(low)
    height = max(1, _BLOCK // sums.places.size)
    every = np.arange(low.size)
    for start in range(0, low.size, height):
        part = slice(start, start + height)
        result[part] = _least(sums, every[part], low[part], high[part], wanted)
    return result


def _bracket(sums: _Sums, level: float, wanted: float) -> tuple[FloatArray, FloatArray]:
    """Return two points for each sum, close together, the quantile above one and not the other."""
    at, spread, density = sums.start(level)
    rows = np.arange(at.size)
    for _ in range(_NEWTON):
        at = at + (level - sums.below(rows, at)) * spread / density
    width = sums.step * min(_NARROW, _FEW / sums.places.size)
    width = np.maximum(width, _FLOATS * np.spacing(np.abs(at)))
    stride = width / 2.0
    at = at - stride
    low, high = np.full(at.size, -np.inf), np.full(at.size, np.inf)
    while rows.size:
        reached = sums.below(rows, at[rows]) >= wanted
        high[rows[reached]], low[rows[~reached]] = at[rows[reached]], at[rows[~reached]]
        at, stride = _next(low, high, 2.0 * stride)
        rows = rows[~(high[rows] - low[rows] <= width[rows] * (1.0 + _SLACK))]
    return low, high


def _next(low: FloatArray, high: FloatArray, stride: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return where to look next: farther and farther out, or half way between."""
    closed = np.isfinite(high) & np.isfinite(low)
    with np.errstate(invalid="ignore"):
        half = low + (high - low) / 2.0
    out = np.where(np.isfinite(low), low + stride, high - stride)
    return np.where(closed, half, out), stride


def _least(
    sums: _Sums, rows: IntArray, low: FloatArray, high: FloatArray, wanted: float
) -> FloatArray:
    """Return the least value between two points up to which the probability is reached."""
    before, after = sums.counts(rows, low), sums.counts(rows, high)
    row, place = np.nonzero(after > before)
    count = after[row, place]
    value = sums.step[rows][row] * (sums.long.first - 1 + count)
    value += sums.small[rows][row] * (sums.short.first + place)
    mass = sums.short.mass[place] * sums.long.mass[count - 1]
    order = np.lexsort((value, row))
    value, mass = value[order], np.cumsum(mass[order])
    stops = np.cumsum(np.bincount(row, minlength=rows.size))
    starts = np.append(0, stops[:-1])
    reached = np.append(0.0, mass)
    already = sums.table.take(before) @ sums.short.mass
    target = wanted - already + reached[starts]
    found = np.clip(np.searchsorted(mass, target), starts, stops - 1)
    return np.asarray(value[found])
