"""Bootstrap of fixed thresholds from counts: exact percentiles, and random replicates."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.results import LEVEL, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.bands import (
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
from cc_widgets.core.uncertainty.intervals import LineCounts, line_band
from cc_widgets.core.uncertainty.sampling import Rng, read_seed, stream
from cc_widgets.core.validation import as_number
from cc_widgets.errors import CostCurveError, shown

__all__ = ["LineReplicates", "exact_band", "line_replicates", "percentile_band"]

# ---- Distributions of error counts on consecutive integers


_WINDOW_SD = 8.0  # the normal mass beyond 8 standard deviations is 1e-15
_WINDOW_EXTRA = 64.0  # values, for skewed distributions with small variance
_NEGLIGIBLE = 1e-16


@result
class Lattice:
    """Probability distribution on consecutive integers.

    Attributes
    ----------
    first : int
        Smallest value.
    mass : ndarray of float64, shape (n_values,)
        Element i is the probability of first + i; the sum is 1.
    """

    first: int
    mass: FloatArray

    @property
    def moments(self) -> tuple[float, float, float]:
        """Mean, variance and third central moment."""
        position = np.arange(self.mass.size, dtype=np.float64)
        offset = float(position @ self.mass)
        deviation = position - offset
        return self.first + offset, float(deviation**2 @ self.mass), float(deviation**3 @ self.mass)


def binomial_lattice(total: int, rate: float) -> Lattice:
    """Return the binomial distribution, without values less likely than 1e-16."""
    if rate in (0.0, 1.0):
        return Lattice(round(total * rate), np.ones(1))
    low, high = _window(total * rate, total * rate * (1.0 - rate), 0, total)
    k = np.arange(low, high, dtype=np.float64)
    ratio = np.log((total - k) / (k + 1.0)) + np.log(rate / (1.0 - rate))
    log_mass = np.append(0.0, np.cumsum(ratio))
    return _trimmed(low, np.exp(log_mass - log_mass.max()))


def difference_lattice(total: int, up: float, down: float) -> Lattice:
    """Return the distribution of the sum of `total` steps of 1, -1 or 0.

    In a resampled class it is the difference of the error counts of two classifiers. It comes from
    Fourier inversion of the characteristic function, with an error of about 1e-15.
    """
    moving, drift = up + down, up - down
    least, most = (-total if down else 0), (total if up else 0)
    low, high = _window(total * drift, total * (moving - drift**2), least, most)
    size = 1 << (high - low).bit_length()
    angle = 2.0 * np.pi * np.arange(size // 2 + 1) / size
    # The logarithm of 1 + real + i imaginary, without cancellation near angle 0.
    real, imaginary = -2.0 * moving * np.sin(angle / 2.0) ** 2, drift * np.sin(angle)
    squared_size = np.maximum(real * (2.0 + real) + imaginary**2, -1.0)
    with np.errstate(divide="ignore"):  # where the characteristic function is 0
        size_log = total * np.log1p(squared_size) / 2.0
    phase = total * np.arctan2(imaginary, 1.0 + real) - low * angle
    mass = np.fft.irfft(np.exp(size_log) * np.exp(-1j * phase), size)[: high - low + 1]
    return _trimmed(low, np.maximum(mass, 0.0))


def _window(mean: float, variance: float, least: int, most: int) -> tuple[int, int]:
    """Return the range of integers outside which the probability is negligible."""
    radius = _WINDOW_SD * sqrt(max(variance, 0.0)) + _WINDOW_EXTRA
    return max(least, int(mean - radius)), min(most, int(mean + radius) + 1)


def _trimmed(first: int, mass: FloatArray) -> Lattice:
    """Return a distribution without the negligible values at its ends."""
    mass = mass / mass.sum()
    kept = np.flatnonzero(mass > _NEGLIGIBLE)
    mass = mass[kept[0] : kept[-1] + 1]
    return Lattice(first + int(kept[0]), mass / mass.sum())


# ---- Exact quantiles of weighted sums of two independent counts, for many weights


# Tolerance for probabilities, which are sums of rounded products, so that ties are exact.
_SLACK = 1e-12
_MAX_LEVEL = 1.0 - 2.0**-53  # the largest level with a finite normal quantile
_MAX_STEP_SD = 8.0  # largest Newton step in standard deviations
# A bracket is narrower than a step of the long lattice, so that it holds at most one value for each
# of the short lattice, and is expected to hold few.
_WIDTH, _BRACKET_VALUES = 0.98, 16.0
_NEWTON_STEPS = 2
_MIN_ULPS = 8  # smallest width of a bracket in units of the last place, so that bisection ends


def weighted_quantile(
    first: Lattice, second: Lattice, weights: tuple[FloatArray, FloatArray], level: float
) -> FloatArray:
    """Return quantiles of the sums of two independent counts, each times a weight.

    Element i is the least value that the i-th sum does not exceed with probability `level`. Weights
    are not negative, and not both 0.
    """
    quantiles = np.empty_like(weights[0])
    for rows, long, short, step, small in (
        (weights[0] > weights[1], first, second, *weights),
        (weights[0] <= weights[1], second, first, *weights[::-1]),
    ):
        if np.any(rows):
            sums = _Sums(long, short, step[rows], small[rows])
            quantiles[rows] = _quantile(sums, level)
    return quantiles


def percentile_limits(
    first: Lattice, second: Lattice, weights: tuple[FloatArray, FloatArray], level: Level
) -> tuple[FloatArray, FloatArray]:
    """Return the quantiles of weighted sums at (1 - level) / 2 and (1 + level) / 2."""
    tail = (1 - read_level(level)) / 2
    lower, upper = (weighted_quantile(first, second, weights, float(q)) for q in (tail, 1 - tail))
    return lower, upper


@dataclass(frozen=True, slots=True)
class _Sums:
    """Distributions of step * long + small * short, one for each pair of weights."""

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

    def cdf(self, rows: IntArray, at: FloatArray) -> FloatArray:
        """Return the probability that the sums in `rows` are at most `at`."""
        height = max(1, _BLOCK_SIZE // self.places.size)
        probability = np.empty(rows.size)
        for start in range(0, rows.size, height):
            block = slice(start, start + height)
            conditional = self.table.take(self.counts(rows[block], at[block]))
            probability[block] = conditional @ self.short.mass
        return probability

    def counts(self, rows: IntArray, at: FloatArray) -> IntArray:
        """Return the number of values of the long lattice for which the sum is at most `at`."""
        step, small = self.step[rows], self.small[rows]
        count = (small / step)[:, None] * -self.places
        count += ((at - small * self.short.first) / step - (self.long.first - 1))[:, None]
        np.clip(count, 0.0, self.long.mass.size, out=count)
        return count.astype(np.int64)  # rounds down, as it is not negative

    def initial_guess(self, level: float) -> tuple[FloatArray, FloatArray, float]:
        """Return the Cornish-Fisher quantile, the standard deviations and the normal density."""
        mean, variance, third = (
            self.step**power * a + self.small**power * b
            for power, a, b in zip((1, 2, 3), self.long.moments, self.short.moments, strict=True)
        )
        spread = np.sqrt(variance)
        level = min(level, _MAX_LEVEL)
        z = NormalDist().inv_cdf(level)
        skew = np.divide(third, variance, out=np.zeros_like(third), where=variance > 0.0)
        return mean + z * spread + skew * (z * z - 1.0) / 6.0, spread, NormalDist().pdf(z)


def _quantile(sums: _Sums, level: float) -> FloatArray:
    """Return the quantile of each sum."""
    target = max(level - _SLACK, level / 2.0)
    low, high = _bracket(sums, level, target)
    quantiles = np.empty_like(low)
    height = max(1, _BLOCK_SIZE // sums.places.size)
    rows = np.arange(low.size)
    for start in range(0, low.size, height):
        block = slice(start, start + height)
        quantiles[block] = _least_value(sums, rows[block], low[block], high[block], target)
    return quantiles


def _bracket(sums: _Sums, level: float, target: float) -> tuple[FloatArray, FloatArray]:
    """Return a narrow bracket of each quantile: above its first point, and at most its second."""
    at, spread, density = sums.initial_guess(level)
    rows = np.arange(at.size)
    for _ in range(_NEWTON_STEPS):
        # In a tail, the density is so small that a full step would leave the support.
        step = np.clip((level - sums.cdf(rows, at)) / density, -_MAX_STEP_SD, _MAX_STEP_SD)
        at = at + step * spread
    width = sums.step * min(_WIDTH, _BRACKET_VALUES / sums.places.size)
    width = np.maximum(width, _MIN_ULPS * np.spacing(np.abs(at)))
    stride = width / 2.0
    at = at - stride
    low, high = np.full(at.size, -np.inf), np.full(at.size, np.inf)
    while rows.size:
        is_reached = sums.cdf(rows, at[rows]) >= target
        high[rows[is_reached]], low[rows[~is_reached]] = at[rows[is_reached]], at[rows[~is_reached]]
        at, stride = _next_point(low, high, 2.0 * stride)
        rows = rows[~(high[rows] - low[rows] <= width[rows] * (1.0 + _SLACK))]
    return low, high


def _next_point(
    low: FloatArray, high: FloatArray, stride: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the next points: farther out by a doubled stride, or halfway in a bracket."""
    is_bracketed = np.isfinite(high) & np.isfinite(low)
    with np.errstate(invalid="ignore"):
        middle = low + (high - low) / 2.0
    outward = np.where(np.isfinite(low), low + stride, high - stride)
    return np.where(is_bracketed, middle, outward), stride


def _least_value(
    sums: _Sums, rows: IntArray, low: FloatArray, high: FloatArray, target_probability: float
) -> FloatArray:
    """Return the least value in a bracket up to which the target probability is reached."""
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
    cumulative = np.append(0.0, mass)
    below = sums.table.take(before) @ sums.short.mass
    target = target_probability - below + cumulative[starts]
    index = np.clip(np.searchsorted(mass, target), starts, stops - 1)
    return np.asarray(value[index])


# ---- Percentile band of Holte and Drummond with infinitely many replicates


def exact_band(
    line: LineCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    pseudo_count: float = 0.0,
    simultaneous: bool = False,
) -> Band:
    """Percentile bootstrap band of one cost line, with infinitely many replicates.

    In a replicate the errors of each class are binomial, with the observed class size [1]_.

    Parameters
    ----------
    line : LineCounts
        Error counts of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    pseudo_count : float
        Added to each cell of the confusion matrix before the rates of the replicates are computed.
        With 0, the band has width zero where a class has no errors, and under-covers.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.

    Returns
    -------
    Band
        Each limit is the least value that a replicate does not exceed with probability
        (1 - level) / 2, or (1 + level) / 2.

    References
    ----------
    .. [1] R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
       Utility-Based Data Mining, KDD 2005.

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
    """Return the false positive and false negative rates with pseudo-counts in all four cells."""
    pseudo = as_number(pseudo_count)
    if pseudo is None or not 0.0 <= pseudo < inf:
        raise CostCurveError(
            "must be a non-negative number",
            where="pseudo_count",
            got=shown(pseudo_count),
            fix="Pass 0 for the observed rates, or 0.5 where a class has few errors.",
        )
    fpr, fnr = (
        (errors + pseudo) / (total + 2.0 * pseudo)
        for errors, total in ((line.fp, line.negatives), (line.fn, line.positives))
    )
    return fpr, fnr


def pseudo_count_note(pseudo_count: float) -> str:
    """Return the suffix of a method's name for pseudo-counts; empty for 0."""
    return f", {float(pseudo_count):g} added to each cell" if pseudo_count else ""


# ---- Random replicates, and their percentile band


RESAMPLES = 1999  # for the reason given in _band.py
_BLOCK_SIZE = 1 << 20  # numbers in a temporary array


@result
class LineReplicates:
    """Bootstrap replicates of a cost line, or of the difference of two.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_resamples,)
        Element i is the value of replicate i at pc = 0 and at pc = 1.
    observed_fpr, observed_fnr : float
        Values observed on the test set.
    method : str
        Name of the method.
    target : str
        The true quantity that a band of them covers, as in `Band.target`.
    seed : int
        Seed that reproduces the replicates.
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
    """Bootstrap replicates of one cost line, with binomial errors in each class.

    Both classes keep their size.

    Parameters
    ----------
    line : LineCounts
        Error counts of the classifier.
    n_resamples : int
        Number of replicates.
    pseudo_count : float
        Added to each cell of the confusion matrix before rates are computed. With 0, a class
        without errors has none in any replicate.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.

    Returns
    -------
    LineReplicates
        Input of `percentile_band`, for any level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> resamples = line_replicates(line, n_resamples=1000, rng=0)
    >>> bool(np.all(resamples.fpr * 10 == np.round(resamples.fpr * 10)))
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
    """Percentile bootstrap band of sorted replicates at each pc.

    Parameters
    ----------
    replicates : LineReplicates
        Replicates of a line, or of a difference of two.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Rule for the ranks of the limits; see `order_ranks`.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.

    Returns
    -------
    Band
        The limits are order statistics, without interpolation.

    Raises
    ------
    CostCurveError
        If there are too few replicates for the level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> resamples = line_replicates(line, n_resamples=100, rng=0)
    >>> band = percentile_band(resamples, pc=[0, 1], rule="holte-drummond")
    >>> band.upper[0] == np.sort(resamples.fpr)[95]
    np.True_
    """
    x = read_grid(pc)
    n_resamples = replicates.fpr.size
    pointwise = percentile_level(level, simultaneous=simultaneous)
    ranks = np.array(order_ranks(pointwise, n_resamples, rule))
    limits = np.empty((x.size, 2))
    height = max(1, _BLOCK_SIZE // n_resamples)
    for start in range(0, x.size, height):
        block = x[start : start + height, None]
        cost = (1.0 - block) * replicates.fpr + block * replicates.fnr
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
