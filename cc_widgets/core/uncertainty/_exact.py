"""Resamples of fixed thresholds from the counts alone: their exact distribution, and draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import as_number
from cc_widgets.core._results import LEVEL, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    OrderRule,
    Target,
    order_ranks,
    percentile_level,
    read_grid,
    read_level,
    read_resamples,
)
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.core.uncertainty._lines import LineCounts, line_band
from cc_widgets.errors import CostCurveError, shown

# ---- Distributions of counts of errors: probabilities of neighbouring whole numbers


_REACH = 8.0
_AND = 64.0
_NOTHING = 1e-16


@result
class Lattice:
    """A distribution on whole numbers.

    Attributes
    ----------
    first : int
        The least value.
    mass : ndarray of float64, shape (n_values,)
        Element i is the probability of the value first + i; their sum is 1.
    """

    first: int
    mass: FloatArray

    @property
    def moments(self) -> tuple[float, float, float]:
        """The mean, the variance and the third central moment."""
        place = np.arange(self.mass.size, dtype=np.float64)
        middle = float(place @ self.mass)
        away = place - middle
        return self.first + middle, float(away**2 @ self.mass), float(away**3 @ self.mass)


def binomial_lattice(total: int, rate: float) -> Lattice:
    """The distribution of the number of errors in a resampled class.

    Parameters
    ----------
    total : int
        Size of the class.
    rate : float
        Probability of an error, 0 and 1 included.

    Returns
    -------
    Lattice
        Without values that are less likely than 1e-16.

    Examples
    --------
    >>> binomial_lattice(2, 0.5).mass
    array([0.25, 0.5 , 0.25])
    >>> binomial_lattice(9, 1.0).first
    9
    """
    if rate in (0.0, 1.0):
        return Lattice(round(total * rate), np.ones(1))
    low, high = _window(total * rate, total * rate * (1.0 - rate), 0, total)
    k = np.arange(low, high, dtype=np.float64)
    ratio = np.log((total - k) / (k + 1.0)) + np.log(rate / (1.0 - rate))
    log_mass = np.append(0.0, np.cumsum(ratio))
    return _trimmed(low, np.exp(log_mass - log_mass.max()))


def difference_lattice(total: int, up: float, down: float) -> Lattice:
    """The distribution of a sum of steps that are 1, -1 or 0.

    In a resampled class it is how many more errors one classifier makes than the other.

    Parameters
    ----------
    total : int
        Number of steps.
    up, down : float
        Probabilities of 1 and of -1.

    Returns
    -------
    Lattice
        By Fourier inversion of the characteristic function, to about 1e-15.

    Examples
    --------
    >>> lattice = difference_lattice(2, 0.5, 0.25)
    >>> lattice.first, lattice.mass.round(4)
    (-2, array([0.0625, 0.125 , 0.3125, 0.25  , 0.25  ]))
    """
    both, drift = up + down, up - down
    least, most = (-total if down else 0), (total if up else 0)
    low, high = _window(total * drift, total * (both - drift**2), least, most)
    size = 1 << (high - low).bit_length()
    angle = 2.0 * np.pi * np.arange(size // 2 + 1) / size
    # The logarithm of 1 + real + i imaginary, in forms that lose nothing near angle 0.
    real, imaginary = -2.0 * both * np.sin(angle / 2.0) ** 2, drift * np.sin(angle)
    square = np.maximum(real * (2.0 + real) + imaginary**2, -1.0)
    with np.errstate(divide="ignore"):  # where the characteristic function is 0
        size_log = total * np.log1p(square) / 2.0
    turn = total * np.arctan2(imaginary, 1.0 + real) - low * angle
    mass = np.fft.irfft(np.exp(size_log) * np.exp(-1j * turn), size)[: high - low + 1]
    return _trimmed(low, np.maximum(mass, 0.0))


def _window(mean: float, variance: float, least: int, most: int) -> tuple[int, int]:
    """The values outside which there is nothing to speak of."""
    reach = _REACH * sqrt(max(variance, 0.0)) + _AND
    return max(least, int(mean - reach)), min(most, int(mean + reach) + 1)


def _trimmed(first: int, mass: FloatArray) -> Lattice:
    """A distribution without the improbable values at its ends."""
    mass = mass / mass.sum()
    kept = np.flatnonzero(mass > _NOTHING)
    mass = mass[kept[0] : kept[-1] + 1]
    return Lattice(first + int(kept[0]), mass / mass.sum())


# ---- Exact quantiles of weighted sums of two independent counts, at many weights at once


# Probabilities are sums of products with errors below this: exact ties must not hang on them.
_SLACK = 1e-12
_ALMOST_ALL = 1.0 - 2.0**-53
_FARTHEST = 8.0  # standard deviations of one step
_BLOCK = 1 << 16
_FEW = 16.0
_NARROW = 0.98  # of a long step: at most one value of the long lattice for each of the short
_NEWTON = 2
_FLOATS = 8  # between two points: halving must come to an end


def weighted_quantile(
    first: Lattice, second: Lattice, weights: tuple[FloatArray, FloatArray], level: float
) -> FloatArray:
    """Quantiles of sums of two independent counts, each times a weight.

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
    """Two quantiles that leave out as much below as above.

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


@dataclass(frozen=True, slots=True)
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
        """The probability that the sums in `rows` are at most `at`."""
        height = max(1, _BLOCK // self.places.size)
        result = np.empty(rows.size)
        for start in range(0, rows.size, height):
            part = slice(start, start + height)
            looked_up = self.table.take(self.counts(rows[part], at[part]))
            result[part] = looked_up @ self.short.mass
        return result

    def counts(self, rows: IntArray, at: FloatArray) -> IntArray:
        """How many values of the long lattice keep the sum at most `at`."""
        step, small = self.step[rows], self.small[rows]
        count = (small / step)[:, None] * -self.places
        count += ((at - small * self.short.first) / step - (self.long.first - 1))[:, None]
        np.clip(count, 0.0, self.long.mass.size, out=count)
        return count.astype(np.int64)  # from 0 on this rounds down

    def start(self, level: float) -> tuple[FloatArray, FloatArray, float]:
        """Cornish and Fisher's guess, the standard deviations, the normal density."""
        mean, variance, third = (
            self.step**power * a + self.small**power * b
            for power, a, b in zip((1, 2, 3), self.long.moments, self.short.moments, strict=True)
        )
        spread = np.sqrt(variance)
        level = min(level, _ALMOST_ALL)
        z = NormalDist().inv_cdf(level)
        skew = np.divide(third, variance, out=np.zeros_like(third), where=variance > 0.0)
        return mean + z * spread + skew * (z * z - 1.0) / 6.0, spread, NormalDist().pdf(z)


def _quantile(sums: _Sums, level: float) -> FloatArray:
    """The quantile of every sum."""
    wanted = max(level - _SLACK, level / 2.0)
    low, high = _bracket(sums, level, wanted)
    result = np.empty_like(low)
    height = max(1, _BLOCK // sums.places.size)
    every = np.arange(low.size)
    for start in range(0, low.size, height):
        part = slice(start, start + height)
        result[part] = _least(sums, every[part], low[part], high[part], wanted)
    return result


def _bracket(sums: _Sums, level: float, wanted: float) -> tuple[FloatArray, FloatArray]:
    """Two points for each sum, close together, the quantile above one and not the other."""
    at, spread, density = sums.start(level)
    rows = np.arange(at.size)
    for _ in range(_NEWTON):
        # Far out in a tail the density is so small that a step would leave all values behind.
        step = np.clip((level - sums.below(rows, at)) / density, -_FARTHEST, _FARTHEST)
        at = at + step * spread
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
    """Where to look next: farther and farther out, or half way between."""
    closed = np.isfinite(high) & np.isfinite(low)
    with np.errstate(invalid="ignore"):
        half = low + (high - low) / 2.0
    out = np.where(np.isfinite(low), low + stride, high - stride)
    return np.where(closed, half, out), stride


def _least(
    sums: _Sums, rows: IntArray, low: FloatArray, high: FloatArray, wanted: float
) -> FloatArray:
    """The least value between two points up to which the probability is reached."""
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


# ---- The percentile band of Holte and Drummond as if infinitely many replicates were drawn


def exact_band(
    line: LineCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    pseudo_count: float = 0.0,
    simultaneous: bool = False,
) -> Band:
    """Percentile band of one cost line, as if infinitely many replicates were drawn.

    In a replicate the errors of each class are binomial, with the class as large as observed.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    pseudo_count : float
        Added to each cell of the confusion matrix before rates are formed for the replicates.
        With 0, a class without errors has none in any replicate: the band has width zero there.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Each limit is the least value with at least the tail, or 1 - tail, of all replicates at
        or below it.

    Examples
    --------
    >>> band = exact_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), pc=[0, 0.5, 1])
    >>> band.lower.round(9), band.upper.round(9)
    (array([0.2 , 0.15, 0.05]), array([0.7 , 0.45, 0.35]))
    """
    x = read_grid(pc)
    fpr, fnr = smoothed_rates(line, pseudo_count)
    limits = percentile_limits(
        binomial_lattice(line.negatives, fpr),
        binomial_lattice(line.positives, fnr),
        ((1.0 - x) / line.negatives, x / line.positives),
        percentile_level(level, simultaneous=simultaneous),
    )
    method = f"exact percentile{pseudo_count_note(pseudo_count)}"
    return line_band(line, x, limits, level=level, method=method, simultaneous=simultaneous)


def smoothed_rates(line: LineCounts, pseudo_count: float) -> tuple[float, float]:
    """The error rates that replicates are drawn with.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    pseudo_count : float
        Added to each of the four cells.

    Returns
    -------
    fpr, fnr : float
        The rates.

    Raises
    ------
    CostCurveError
        If the pseudo-count is negative or not finite.

    Examples
    --------
    >>> smoothed_rates(LineCounts(fp=0, negatives=9, fn=4, positives=19), 0.5)
    (0.05, 0.225)
    """
    added = as_number(pseudo_count)
    if added is None or not 0.0 <= added < inf:
        raise CostCurveError(
            "must be a number from 0",
            where="pseudo_count",
            got=shown(pseudo_count),
            fix="Pass 0 for the observed rates, or 0.5 where a class has few errors.",
        )
    fpr, fnr = (
        (wrong + added) / (total + 2.0 * added)
        for wrong, total in ((line.fp, line.negatives), (line.fn, line.positives))
    )
    return fpr, fnr


def pseudo_count_note(pseudo_count: float) -> str:
    """What the name of a method says about pseudo-counts.

    Parameters
    ----------
    pseudo_count : float
        Added to each cell.

    Returns
    -------
    str
        Empty if nothing was added.

    Examples
    --------
    >>> pseudo_count_note(0.5)
    ', 0.5 added to each cell'
    """
    return f", {float(pseudo_count):g} added to each cell" if pseudo_count else ""


# ---- Replicates that are drawn, and the percentile band of as many


RESAMPLES = 1999
_BLOCK = 1 << 20


@result
class LineReplicates:
    """Lines that other test sets might have given, of one classifier or of a difference.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_resamples,)
        Element i is the value of replicate i at pc = 0 and at pc = 1.
    observed_fpr, observed_fnr : float
        The same of the test set itself.
    method : str
        How they were drawn.
    target : str
        What a band made of them is for.
    seed : int
        Given again, it leads to the same replicates.
    """

    fpr: FloatArray
    fnr: FloatArray
    observed_fpr: float
    observed_fnr: float
    method: str
    target: Target
    seed: int


def line_replicates(
    line: LineCounts,
    *,
    n_resamples: int = RESAMPLES,
    pseudo_count: float = 0.0,
    rng: Rng = None,
) -> LineReplicates:
    """Replicates of one cost line: the errors of each class are binomial.

    Both classes stay as large as they are.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    n_resamples : int
        How many replicates.
    pseudo_count : float
        Added to each cell of the confusion matrix before rates are formed; with 0, a class
        without errors has none in any replicate.
    rng : int, numpy.random.Generator or None
        Source of randomness.

    Returns
    -------
    LineReplicates
        From which `percentile_band` makes a band of any level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> drawn = line_replicates(line, n_resamples=1000, rng=0)
    >>> bool(np.all(drawn.fpr * 10 == np.round(drawn.fpr * 10)))
    True
    """
    n_resamples = read_resamples(n_resamples)
    fpr, fnr = smoothed_rates(line, pseudo_count)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    return LineReplicates(
        fpr=numbers.binomial(line.negatives, fpr, n_resamples) / line.negatives,
        fnr=numbers.binomial(line.positives, fnr, n_resamples) / line.positives,
        observed_fpr=line.fpr,
        observed_fnr=line.fnr,
        method=f"percentile{pseudo_count_note(pseudo_count)}",
        target="line",
        seed=seed,
    )


def percentile_band(
    replicates: LineReplicates,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Band between two ranks of sorted replicates, at each pc.

    Parameters
    ----------
    replicates : LineReplicates
        Of a line, or of a difference of two.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which ranks; see `order_ranks`.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Its limits are values of replicates: nothing is interpolated between two.

    Raises
    ------
    CostCurveError
        If there are too few replicates for the level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> drawn = line_replicates(line, n_resamples=100, rng=0)
    >>> band = percentile_band(drawn, pc=[0, 1], rule="holte-drummond")
    >>> band.upper[0] == np.sort(drawn.fpr)[95]
    np.True_
    """
    x = read_grid(pc)
    n_resamples = replicates.fpr.size
    reached = percentile_level(level, simultaneous=simultaneous)
    ranks = np.array(order_ranks(reached, n_resamples, rule))
    limits = np.empty((x.size, 2))
    height = max(1, _BLOCK // n_resamples)
    for start in range(0, x.size, height):
        part = x[start : start + height, None]
        cost = (1.0 - part) * replicates.fpr + part * replicates.fnr
        cost.sort(axis=1)
        limits[start : start + height] = cost[:, ranks - 1]
    return Band(
        pc=x,
        estimate=(1.0 - x) * replicates.observed_fpr + x * replicates.observed_fnr,
        lower=limits[:, 0],
        upper=limits[:, 1],
        level=float(level),
        method=replicates.method,
        target=replicates.target,
        simultaneous=simultaneous,
        n_resamples=n_resamples,
        seed=replicates.seed,
    )
