"""Sample size planning: for a difference of two classifiers, and for the width of an interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, isfinite
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.results import LEVEL, TOLERANCE, FloatArray, result
from cc_widgets.core.uncertainty.bands import Level, normal_quantile, read_level, read_resamples
from cc_widgets.core.uncertainty.bootstrap import OPTIMISM_FACTOR
from cc_widgets.core.uncertainty.intervals import FourCounts, LineCounts, mover_limits
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.percentiles import RESAMPLES
from cc_widgets.core.uncertainty.sampling import Rng, read_seed, stream
from cc_widgets.core.validation import PC_MEANS, read_number, read_numbers, read_unit_number
from cc_widgets.errors import CostCurveError, shown

__all__ = ["ExamplesNeeded", "examples_needed", "widths_with"]

# ---- Sample size for a significant difference of two classifiers at fixed thresholds


POWER = 0.8
_MIN_POWER = 0.5
_N_CLASSIFIERS = 2
ComparisonTable: TypeAlias = PairedCounts | tuple[LineCounts, LineCounts]
"""Two classifiers on the same examples, or each on a test set of its own."""
_CONTINUITY = 0.5  # examples added to each cell, so that no variance is 0 (Agresti and Min)


@result
class ExamplesNeeded:
    """Sample size at which two classifiers differ significantly at one pc with a given power.

    Attributes
    ----------
    pc : float
        Probability-cost value.
    difference : float
        Difference to detect: the cost of the first classifier minus that of the second.
    level, power : float
        Level of the two-sided interval, and the probability that it excludes 0.
    negatives_now, positives_now : int
        Number of examples in the tables, summed over test sets.
    times : float
        Factor by which the number of examples must grow at a constant prevalence; infinite if no
        number suffices.
    low, high : float
        Confidence limits of `times` at the same level.
    only_negatives, only_positives : float
        Number of examples of one class that suffice if the other class does not grow; infinite if
        no number suffices.
    """

    pc: float
    difference: float
    level: float
    power: float
    negatives_now: int
    positives_now: int
    times: float
    low: float
    high: float
    only_negatives: float
    only_positives: float

    @property
    def negatives(self) -> float:
        """Number of negatives needed, at the observed prevalence."""
        return round_up(self.times * self.negatives_now)

    @property
    def positives(self) -> float:
        """Number of positives needed, at the observed prevalence."""
        return round_up(self.times * self.positives_now)


def round_up(size: float) -> float:
    """Return a number of examples, rounded up; infinity stays infinite."""
    return float(ceil(size * (1.0 - TOLERANCE))) if isfinite(size) else inf


def examples_needed(  # noqa: PLR0913 (options, by name only)
    tables: Sequence[ComparisonTable],
    pc: float,
    *,
    difference: float | None = None,
    level: Level = LEVEL,
    power: float = POWER,
    optimism: tuple[float, float] = (0.0, 0.0),
    n_resamples: int = RESAMPLES,
    rng: Rng = 0,
) -> ExamplesNeeded:
    """Sample size at which two classifiers differ significantly at one pc.

    Parameters
    ----------
    tables : sequence of PairedCounts, or of pairs of LineCounts
        Joint error counts of the two classifiers: one table, or one for each fold.
    pc : float
        Probability-cost value.
    difference : float, optional
        Smallest difference in cost that matters; by default the observed difference.
    level : float
        Level of the two-sided interval of the difference, which must exclude 0.
    power : float
        Probability (power) that the interval excludes 0, from 0.5 to less than 1.
    optimism : tuple of two floats
        Bootstrap estimates of the optimistic bias of both costs, for thresholds that are chosen on
        the new examples too, as in `recommended_difference_band`. It is taken to shrink with the
        sample size to the power of -2/3 [2]_. By default thresholds are fixed in advance.
    n_resamples : int
        Number of resamples of the tables for the limits of the sample size.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.

    Returns
    -------
    ExamplesNeeded
        By the normal approximation [1]_, with half an example added to each cell of the tables. A
        resample in which the other classifier is cheaper counts as an infinite sample size.

    Raises
    ------
    CostCurveError
        If there is no table, or a number is invalid.

    References
    ----------
    .. [1] R. J. Connor, "Sample size for testing differences in proportions for the
       paired-sample design", Biometrics 43, 1987.
    .. [2] J. Kim and D. Pollard, "Cube root asymptotics", Annals of Statistics 18, 1990.

    Examples
    --------
    >>> errors = PairedErrors(first_only=10, second_only=16, both=20, neither=154)
    >>> result = examples_needed([PairedCounts(errors, errors)], 0.5)
    >>> round(result.difference, 3), round(result.times, 2), result.positives
    (-0.03, 2.28, 457.0)
    """
    x, power_value = read_unit_number("pc", pc, PC_MEANS), _read_power(power)
    n_resamples = read_resamples(n_resamples)
    if not tables:
        raise CostCurveError("must have at least one table", where="tables", got="none")
    mirrored = [_mirrored(table) for table in tables]
    # Resamples of mirrored tables are mirrored, so that the order of the classifiers has no effect.
    is_mirrored = list(map(_cells, mirrored)) < list(map(_cells, tables))
    sign, ordered = (-1.0, mirrored) if is_mirrored else (1.0, tables)
    biases = _read_optimism(optimism)
    test = _Test(
        normal_quantile(level),
        NormalDist().inv_cdf(power_value),
        (biases[1], biases[0]) if is_mirrored else biases,
    )
    parts = [part for table in ordered for part in _class_errors(table, x, 1.0 / len(tables))]
    observed = sum(float(part.mean(part.cells)) for part in parts)
    target = observed + test.shift
    if difference is not None:
        target = np.copysign(read_difference(difference), target)
    variances = [
        sum(float(part.variance(part.cells)) for part in parts if part.positive == label)
        for label in (False, True)
    ]
    numbers = stream(read_seed(rng), 0)
    target = float(target)
    resampled = _resampled_times(
        parts, numbers, n_resamples, test, target, is_given=difference is not None
    )
    (times,) = test.times(np.array([target]), np.array([sum(variances)])).tolist()
    tail = (1 - read_level(level)) / 2
    low, high = (_order_statistic(resampled, share) for share in (tail, 1 - tail))
    sizes = [sum(part.size for part in parts if part.positive == label) for label in (False, True)]
    target_variance = sum(variances) / times
    single_class = [
        sizes[label] * _noise_ratio(variances[label], target_variance - variances[not label])
        for label in (False, True)
    ]
    return ExamplesNeeded(
        pc=x,
        difference=sign * target,
        level=float(level),
        power=power_value,
        negatives_now=sizes[False],
        positives_now=sizes[True],
        times=times,
        low=low,
        high=high,
        only_negatives=round_up(single_class[False]),
        only_positives=round_up(single_class[True]),
    )


def _read_power(power: float) -> float:
    fix = "Pass for instance 0.8, for a significant difference 8 times in 10."
    number = read_number("power", power, fix)
    if not _MIN_POWER <= number < 1.0:
        rule = "must be at least 0.5, and less than 1"
        raise CostCurveError(rule, where="power", got=shown(power), fix=fix)
    return number


def _read_optimism(optimism: tuple[float, float]) -> tuple[float, float]:
    fix = "Pass two biases in normalised cost, from 0 to 1."
    biases = read_numbers("optimism", optimism, fix)
    if biases.shape != (_N_CLASSIFIERS,) or not np.all((biases >= 0.0) & (biases <= 1.0)):
        rule = "must be two numbers from 0 to 1"
        raise CostCurveError(rule, where="optimism", got=shown(optimism), fix=fix)
    return float(biases[0]), float(biases[1])


def read_difference(difference: float) -> float:
    """Return a difference in cost, above 0 and at most 1."""
    fix = "Pass the least difference in normalised cost that matters, such as 0.01, or None."
    number = read_number("difference", difference, fix)
    if not 0.0 < number <= 1.0:
        rule = "must be above 0, and at most 1"
        raise CostCurveError(rule, where="difference", got=shown(difference), fix=fix)
    return number


def _noise_ratio(variance: float, target: float) -> float:
    """Return variance / target; infinite if the target is not positive."""
    return variance / target if target > 0.0 else inf


def _order_statistic(times: FloatArray, share: Fraction) -> float:
    """Return the order statistic at this share, with infinite values last."""
    rank = min(max(ceil(share * times.size), 1), times.size)
    return float(np.sort(times)[rank - 1])


@dataclass(frozen=True, slots=True)
class _Test:
    """Test of a difference in cost, with limits as in `recommended_difference_band`.

    Attributes
    ----------
    critical, power : float
        Normal quantiles of the level and of the power.
    optimism : tuple of two floats
        Bootstrap estimates of the optimistic bias of both costs.
    """

    critical: float
    power: float
    optimism: tuple[float, float]

    @property
    def shift(self) -> float:
        """Bias of the observed difference, to be added to it."""
        return OPTIMISM_FACTOR * (self.optimism[0] - self.optimism[1])

    def times(self, difference: FloatArray, variance: FloatArray) -> FloatArray:
        """Return the factors by which the sample must grow to detect true differences.

        The factor is found by bisection, because the standard error and the optimism shrink at
        different rates.
        """
        size = np.abs(difference)
        is_detectable = size > TOLERANCE
        # The limits extend by the optimism of the cheaper classifier, and by a bias in its favour.
        favours_second = difference > 0.0
        optimism = np.where(favours_second, self.optimism[1], self.optimism[0])
        penalty = np.maximum(np.where(favours_second, self.shift, -self.shift), 0.0)
        low, high = np.full(size.size, _MIN_LOG_TIMES), np.full(size.size, _MAX_LOG_TIMES)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2.0
            error, shrinkage = np.sqrt(variance / np.exp(middle)), np.exp(-_OPTIMISM_RATE * middle)
            reach = np.hypot(self.critical * error, optimism * shrinkage) + self.power * error
            is_enough = size >= reach + penalty * shrinkage
            low, high = np.where(is_enough, low, middle), np.where(is_enough, middle, high)
        return np.where(is_detectable, np.exp(high), inf)


_OPTIMISM_RATE = 2.0 / 3.0
_MIN_LOG_TIMES, _MAX_LOG_TIMES, _BISECTIONS = -46.0, 46.0, 60  # to 1e-16 of the factor


def _resampled_times(  # noqa: PLR0913, PLR0917 (everything that the factor depends on)
    parts: Sequence[_ClassErrors],
    rng: np.random.Generator,
    n_resamples: int,
    test: _Test,
    target: float,
    is_given: bool,  # noqa: FBT001 (whether the target is the user's)
) -> FloatArray:
    """Return the factor by which the sample must grow according to each resample of the tables.

    Resamples in which the other classifier is cheaper need infinitely many examples.
    """
    resamples = [part.resampled_cells(rng, n_resamples) for part in parts]
    pairs = list(zip(parts, resamples, strict=True))
    variance = np.sum([part.variance(cells) for part, cells in pairs], axis=0)
    if is_given:
        return test.times(np.full(n_resamples, target), variance)
    difference = np.sum([part.mean(cells) for part, cells in pairs], axis=0) + test.shift
    has_other_sign = difference * np.sign(target) <= 0.0
    return test.times(np.where(has_other_sign, 0.0, difference), variance)


@dataclass(frozen=True, slots=True)
class _ClassErrors:
    """Examples of one class in one test set, by their contribution to the difference in cost.

    Attributes
    ----------
    cells : ndarray of float64, shape (3,)
        Number of examples that only the first classifier misclassifies, only the second, and
        others.
    added : ndarray of float64, shape (3,)
        Pseudo-counts of the cells.
    weight : float
        Cost if all examples of the class were misclassified.
    positive : bool
        Whether it is the positive class.
    """

    cells: FloatArray
    added: FloatArray
    weight: float
    positive: bool

    @property
    def size(self) -> int:
        """Number of examples."""
        return round(float(self.cells.sum()))

    def mean(self, cells: FloatArray) -> FloatArray:
        """Return the contribution of these examples to the difference in cost."""
        return np.asarray(self.weight * (cells[..., 0] - cells[..., 1]) / self.size)

    def variance(self, cells: FloatArray) -> FloatArray:
        """Return the variance of that contribution."""
        smoothed = cells + self.added
        total = smoothed.sum(axis=-1)
        balance, discordant = (
            smoothed[..., 0] - smoothed[..., 1],
            smoothed[..., 0] + smoothed[..., 1],
        )
        per_example = discordant / total - (balance / total) ** 2
        return np.asarray(self.weight**2 * per_example / self.size)

    def resampled_cells(self, rng: np.random.Generator, rows: int) -> FloatArray:
        """Resampled cell counts with fixed class sizes, shape (rows, 3)."""
        share = self.cells + self.added
        return rng.multinomial(self.size, share / share.sum(), rows).astype(np.float64)


def _mirrored(table: ComparisonTable) -> ComparisonTable:
    """Return the table of the two classifiers in the other order."""
    return table.swapped if isinstance(table, PairedCounts) else (table[1], table[0])


def _cells(table: ComparisonTable) -> tuple[int, ...]:
    """Return the counts of a table, to compare it with its mirror image."""
    if isinstance(table, PairedCounts):
        classes = table.negatives, table.positives
        return tuple(n for errors in classes for n in (errors.first_only, errors.second_only))
    return tuple(n for line in table for n in (line.fp, line.negatives, line.fn, line.positives))


def _class_errors(table: ComparisonTable, pc: float, share: float) -> list[_ClassErrors]:
    """Return the class errors of a table that contributes this share of the total difference."""
    if isinstance(table, PairedCounts):
        classes = (table.negatives, 1.0 - pc, False), (table.positives, pc, True)
        return [
            _paired_class_errors(errors, share * weight, label) for errors, weight, label in classes
        ]
    parts = []
    for place, line in enumerate(table):
        rates = (line.fp, line.negatives, 1.0 - pc, False), (line.fn, line.positives, pc, True)
        for errors, total, weight, label in rates:
            cells, added = np.zeros(3), np.array([0.0, 0.0, _CONTINUITY])
            cells[place], cells[2], added[place] = errors, total - errors, _CONTINUITY
            parts.append(_ClassErrors(cells, added, share * weight, label))
    return parts


def _paired_class_errors(errors: PairedErrors, weight: float, positive: bool) -> _ClassErrors:  # noqa: FBT001 (a class)
    cells = np.array(
        [errors.first_only, errors.second_only, errors.both + errors.neither], np.float64
    )
    return _ClassErrors(
        cells, np.array([_CONTINUITY, _CONTINUITY, 2.0 * _CONTINUITY]), weight, positive
    )


# ---- Width of an interval with more examples


_MAX_TIMES = 1e6
_N_COUNTS = 4
_TIMES_FIX = "Pass how many times as many examples, such as [1, 2, 4, 10]."


_LINES_FIX = "Pass a list of (fp, negatives, fn, positives), with errors up to the totals."


def _read_lines(lines: object) -> FloatArray:
    """Return error counts and class sizes, one row for each threshold."""
    counts = read_numbers("lines", lines, _LINES_FIX)  # type: ignore[arg-type]
    if counts.size and counts.shape[1:] == (_N_COUNTS,):
        errors, totals = counts[:, ::2], counts[:, 1::2]
        if np.all((errors >= 0.0) & (errors <= totals) & (totals > 0.0) & np.isfinite(totals)):
            return counts
    raise CostCurveError(
        "must be rows of four counts", where="lines", got=shown(lines), fix=_LINES_FIX
    )


def widths_with(
    lines: Sequence[FourCounts], pc: float, times: ArrayLike, *, level: Level = LEVEL
) -> FloatArray:
    """Widths of the confidence interval of a cost with more examples like these.

    Parameters
    ----------
    lines : sequence of (fp, negatives, fn, positives)
        Error counts of one threshold; or of one in each fold, whose costs are averaged.
    pc : float
        Probability-cost value.
    times : array-like of shape (n,)
        Factors by which the number of examples grows, at least 1.
    level : float
        Level of confidence.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i is the width of the Wilson-MOVER interval of counts that are times[i] as large.
        With few errors it shrinks faster than the square root of the sample size.

    Raises
    ------
    CostCurveError
        If a number is invalid.

    Examples
    --------
    >>> widths_with([(4, 10, 4, 20)], 0.5, [1, 4, 100]).round(3)
    array([0.297, 0.144, 0.029])
    """
    x, z = read_unit_number("pc", pc, PC_MEANS), normal_quantile(level)
    factors = np.atleast_1d(read_numbers("times", times, _TIMES_FIX))
    if factors.ndim > 1 or not np.all((factors >= 1.0) & (factors <= _MAX_TIMES)):
        rule = f"must be one or more numbers from 1 to {_MAX_TIMES:g}"
        raise CostCurveError(rule, where="times", got=shown(times), fix=_TIMES_FIX)
    sides = []
    for fp, n, fn, m in factors * _read_lines(lines)[:, :, np.newaxis]:
        lower, upper = mover_limits(fp, n, fn, m, x, z)
        cost = (1.0 - x) * fp / n + x * fn / m
        sides.append((cost - lower, upper - cost))
    below, above = (np.linalg.norm(distances, axis=0) for distances in zip(*sides, strict=True))
    width: FloatArray = (below + above) / len(lines)
    return width
