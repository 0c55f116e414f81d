"""How many more examples it takes: to tell two classifiers apart, and to know a cost better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, isfinite
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import (
    PC_MEANS,
    read_number,
    read_numbers,
    read_unit_number,
)
from cc_widgets.core._results import LEVEL, SAME, FloatArray, result
from cc_widgets.core.uncertainty._band import Level, normal_quantile, read_level, read_resamples
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.core.uncertainty._exact import RESAMPLES
from cc_widgets.core.uncertainty._lines import FourCounts, LineCounts, mover_limits
from cc_widgets.core.uncertainty._pairs import PairedCounts, PairedErrors
from cc_widgets.errors import CostCurveError, shown

# ---- How many examples tell two classifiers apart, each with a threshold that is settled


POWER = 0.8
Compared: TypeAlias = PairedCounts | tuple[LineCounts, LineCounts]
"""Two classifiers on the same examples; or each on a test set of its own."""
_HALF = 0.5  # of an example, more in each cell: no difference is taken for certain


@result
class ExamplesNeeded:
    """How many examples it takes to tell two classifiers apart at one pc.

    Attributes
    ----------
    pc : float
        Where.
    difference : float
        What is to be told: the cost of the first less that of the second.
    level, power : float
        The level of the interval that is to leave out 0, and how often it shall.
    negatives_now, positives_now : int
        The examples that there are, of several test sets of all together.
    times : float
        How many times as many it takes, the share of positives staying what it is; infinite if
        no number would do.
    low, high : float
        Between which that lies, at the same level: as far as these examples can tell.
    only_negatives, only_positives : float
        How many of one class it takes if there are no more of the other; infinite if no number
        would do.
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
        """How many negatives it takes, beside as many positives as in these examples."""
        return whole_number(self.times * self.negatives_now)

    @property
    def positives(self) -> float:
        """How many positives it takes."""
        return whole_number(self.times * self.positives_now)


def whole_number(size: float) -> float:
    """A number of examples, rounded up; infinite if it is.

    Examples
    --------
    >>> whole_number(12.1)
    13.0
    """
    return float(ceil(size * (1.0 - SAME))) if isfinite(size) else inf


def examples_needed(  # noqa: PLR0913 (options, by name only)
    tables: Sequence[Compared],
    pc: float,
    *,
    difference: float | None = None,
    level: Level = LEVEL,
    power: float = POWER,
    n_resamples: int = RESAMPLES,
    rng: Rng = 0,
) -> ExamplesNeeded:
    """Numbers of examples that tell two classifiers apart.

    Parameters
    ----------
    tables : sequence of PairedCounts, or of pairs of LineCounts
        What is known of the two: one table, or one for each fold. Their thresholds are taken for
        settled, as those are that were chosen before the new examples are seen.
    pc : float
        Where they are to be told apart.
    difference : float, optional
        Of cost, the least that matters; if left out, the one that was observed.
    level : float
        Of the two-sided interval of the difference that is to leave out 0.
    power : float
        How often it shall, from one half to less than 1.
    n_resamples : int
        How often the tables are drawn anew to see how sure the number is.
    rng : int, numpy.random.Generator or None
        Source of randomness.

    Returns
    -------
    ExamplesNeeded
        By the normal approximation, with half an example more in each cell of the tables. A
        resample in which the other of the two is cheaper needs any number.

    Raises
    ------
    CostCurveError
        If there is no table, or a number makes no sense.

    Examples
    --------
    >>> errors = PairedErrors(first_only=10, second_only=16, both=20, neither=154)
    >>> found = examples_needed([PairedCounts(errors, errors)], 0.5)
    >>> round(found.difference, 3), round(found.times, 2), found.positives
    (-0.03, 2.28, 457.0)
    """
    x, chance = read_unit_number("pc", pc, PC_MEANS), _read_power(power)
    n_resamples = read_resamples(n_resamples)
    if not tables:
        raise CostCurveError("needs one table or more", where="tables", got="none")
    parts = [part for table in tables for part in _parts(table, x, 1.0 / len(tables))]
    reach = normal_quantile(level) + NormalDist().inv_cdf(chance)
    observed = sum(float(part.mean(part.cells)) for part in parts)
    goal = observed if difference is None else read_difference(difference)
    allowed = (goal / reach) ** 2 if abs(goal) > SAME else 0.0
    noise = [
        sum(float(part.noise(part.cells)) for part in parts if part.positive == kind)
        for kind in (False, True)
    ]
    numbers = stream(read_seed(rng), 0)
    times = _times(parts, numbers, n_resamples, reach, None if difference is None else goal)
    tail = (1 - read_level(level)) / 2
    low, high = (_ranked(times, share) for share in (tail, 1 - tail))
    now = [sum(part.size for part in parts if part.positive == kind) for kind in (False, True)]
    only = [now[kind] * _divided(noise[kind], allowed - noise[not kind]) for kind in (False, True)]
    return ExamplesNeeded(
        pc=x,
        difference=goal,
        level=float(level),
        power=chance,
        negatives_now=now[False],
        positives_now=now[True],
        times=_divided(sum(noise), allowed),
        low=low,
        high=high,
        only_negatives=whole_number(only[False]),
        only_positives=whole_number(only[True]),
    )


def _read_power(power: float) -> float:
    fix = "Pass 0.8, for instance: the difference is then found 8 times in 10."
    number = read_number("power", power, fix)
    if not _HALF <= number < 1.0:
        rule = "must be at least 0.5, and less than 1"
        raise CostCurveError(rule, where="power", got=shown(power), fix=fix)
    return number


def read_difference(difference: float) -> float:
    """A difference in cost that is to be told.

    Examples
    --------
    >>> read_difference(0.01)
    0.01
    """
    fix = "Pass the least difference in normalised cost that matters, such as 0.01, or None."
    number = read_number("difference", difference, fix)
    if not 0.0 < number <= 1.0:
        rule = "must be above 0, and no cost differs by more than 1"
        raise CostCurveError(rule, where="difference", got=shown(difference), fix=fix)
    return number


def _divided(noise: float, allowed: float) -> float:
    """How many times less noise is needed; infinite if it may be none."""
    return noise / allowed if allowed > 0.0 else inf


def _ranked(times: FloatArray, share: Fraction) -> float:
    """The order statistic of that share, the infinite ones last."""
    rank = min(max(ceil(share * times.size), 1), times.size)
    return float(np.sort(times)[rank - 1])


def _times(
    parts: Sequence[_Part],
    rng: np.random.Generator,
    n_resamples: int,
    reach: float,
    goal: float | None,
) -> FloatArray:
    """How many times as many examples each resample of the tables asks for."""
    drawn = [part.drawn(rng, n_resamples) for part in parts]
    pairs = list(zip(parts, drawn, strict=True))
    noise = np.sum([part.noise(cells) for part, cells in pairs], axis=0)
    if goal is not None:
        return np.asarray(noise * (reach / goal) ** 2)
    observed = sum(float(part.mean(part.cells)) for part in parts)
    along = np.sum([part.mean(cells) for part, cells in pairs], axis=0) * np.sign(observed)
    told = along > SAME
    return np.where(told, noise * (reach / np.where(told, along, 1.0)) ** 2, inf)


@dataclass(frozen=True, slots=True)
class _Part:
    """The examples of one class in one test set, by what they add to a difference in errors.

    Attributes
    ----------
    cells : ndarray of float64, shape (3,)
        How many add an error of the first, an error of the second, and nothing.
    more : ndarray of float64, shape (3,)
        How much is added to each of them before shares are formed.
    weight : float
        What one error in each example would cost.
    """

    cells: FloatArray
    more: FloatArray
    weight: float
    positive: bool

    @property
    def size(self) -> int:
        """How many examples there are."""
        return round(float(self.cells.sum()))

    def mean(self, cells: FloatArray) -> FloatArray:
        """What some cells add to the difference in cost."""
        return np.asarray(self.weight * (cells[..., 0] - cells[..., 1]) / self.size)

    def noise(self, cells: FloatArray) -> FloatArray:
        """The variance of that."""
        some = cells + self.more
        total = some.sum(axis=-1)
        apart, differ = some[..., 0] - some[..., 1], some[..., 0] + some[..., 1]
        each = differ / total - (apart / total) ** 2
        return np.asarray(self.weight**2 * each / self.size)

    def drawn(self, rng: np.random.Generator, rows: int) -> FloatArray:
        """The cells of other test sets, each class as large as it is."""
        share = self.cells + self.more
        return rng.multinomial(self.size, share / share.sum(), rows).astype(np.float64)


def _parts(table: Compared, pc: float, share: float) -> list[_Part]:
    """A table, whose difference is this share of the whole."""
    if isinstance(table, PairedCounts):
        classes = (table.negatives, 1.0 - pc, False), (table.positives, pc, True)
        return [_of_pairs(errors, share * weight, kind) for errors, weight, kind in classes]
    found = []
    for place, line in enumerate(table):
        rates = (line.fp, line.negatives, 1.0 - pc, False), (line.fn, line.positives, pc, True)
        for errors, total, weight, kind in rates:
            cells, more = np.zeros(3), np.array([0.0, 0.0, _HALF])
            cells[place], cells[2], more[place] = errors, total - errors, _HALF
            found.append(_Part(cells, more, share * weight, kind))
    return found


def _of_pairs(errors: PairedErrors, weight: float, kind: bool) -> _Part:  # noqa: FBT001 (a class)
    cells = np.array(
        [errors.first_only, errors.second_only, errors.both + errors.neither], np.float64
    )
    return _Part(cells, np.array([_HALF, _HALF, 2.0 * _HALF]), weight, kind)


# ---- How well a cost is known with more examples


_MOST_TIMES = 1e6
_COUNTS = 4
_TIMES = "Pass how many times as many examples, such as [1, 2, 4, 10]."


_LINES = "Pass a list of (fp, negatives, fn, positives), with errors up to the totals."


def _read_lines(given: object) -> FloatArray:
    """Error counts and class totals, a row for each threshold."""
    counts = read_numbers("lines", given, _LINES)  # type: ignore[arg-type]
    if counts.size and counts.shape[1:] == (_COUNTS,):
        errors, totals = counts[:, ::2], counts[:, 1::2]
        if np.all((errors >= 0.0) & (errors <= totals) & (totals > 0.0) & np.isfinite(totals)):
            return counts
    raise CostCurveError("must be rows of four counts", where="lines", got=shown(given), fix=_LINES)


def widths_with(
    lines: Sequence[FourCounts], pc: float, times: ArrayLike, *, level: Level = LEVEL
) -> FloatArray:
    """Widths of the interval of a cost if there were more examples like these.

    Parameters
    ----------
    lines : sequence of (fp, negatives, fn, positives)
        Errors of one threshold; or of one in each fold, whose costs are averaged.
    pc : float
        Where.
    times : array-like of shape (n,)
        How many times as many examples there would be.
    level : float
        Level of confidence.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i is the width of the Wilson-MOVER interval from times[i] as many of each count:
        where errors are few that shrinks sooner than by the square root of the number.

    Raises
    ------
    CostCurveError
        If a number makes no sense.

    Examples
    --------
    >>> widths_with([(4, 10, 4, 20)], 0.5, [1, 4, 100]).round(3)
    array([0.297, 0.144, 0.029])
    """
    x, z = read_unit_number("pc", pc, PC_MEANS), normal_quantile(level)
    more = np.atleast_1d(read_numbers("times", times, _TIMES))
    if more.ndim > 1 or not np.all((more >= 1.0) & (more <= _MOST_TIMES)):
        rule = f"must be one or more numbers from 1 to {_MOST_TIMES:g}"
        raise CostCurveError(rule, where="times", got=shown(times), fix=_TIMES)
    sides = []
    for fp, n, fn, m in more * _read_lines(lines)[:, :, np.newaxis]:
        lower, upper = mover_limits(fp, n, fn, m, x, z)
        cost = (1.0 - x) * fp / n + x * fn / m
        sides.append((cost - lower, upper - cost))
    below, above = (np.linalg.norm(one, axis=0) for one in zip(*sides, strict=True))
    width: FloatArray = (below + above) / len(lines)
    return width
