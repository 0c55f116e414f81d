"""Bands: what they are, at which level, and what is significant."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from math import ceil, erf, erfc, exp, floor, nan, sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._comparing import Ranges
from cc_widgets.core._reading import PC_MEANS, read_unit, read_whole, read_word
from cc_widgets.core._results import FloatArray, IntArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Levels of confidence, and the order statistics that reach them, in exact arithmetic


Level: TypeAlias = float | Fraction
OrderRule = Literal["margineantu-dietterich", "holte-drummond"]
USUAL = 1999
_MOST = 10**6
MORE = f"Pass for instance {USUAL}; the higher the level, the more are needed."


def read_level(given: object) -> Fraction:
    """Level of confidence, checked, as an exact fraction.

    Parameters
    ----------
    given : float or Fraction
        A number between 0 and 1, for instance 0.9.

    Returns
    -------
    Fraction
        The decimal fraction that was written: 9/10, not the float next to it. A fraction is
        taken as it is.

    Raises
    ------
    CostCurveError
        If it is no number between 0 and 1.

    Examples
    --------
    >>> read_level(0.9)
    Fraction(9, 10)
    """
    level = given if isinstance(given, Fraction | float | np.floating) else nan
    if not 0 < level < 1:
        raise CostCurveError(
            "must be a number between 0 and 1, both left out",
            where="level",
            got=shown(given),
            fix="Pass for instance 0.9 for 90 %.",
        )
    # Not of the float that was read: written in 32 bits, 0.9 means nine tenths as well.
    return level if isinstance(level, Fraction) else Fraction(str(level))


def read_resamples(value: object) -> int:
    """Number of resamples, checked.

    Parameters
    ----------
    value : int
        The number.

    Returns
    -------
    int
        From 1 to 1,000,000.

    Raises
    ------
    CostCurveError
        If it is no such number.

    Examples
    --------
    >>> read_resamples(1999)
    1999
    """
    return read_whole("n_resamples", value, MORE, fewest=1, most=_MOST)


def order_ranks(
    level: Level, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """Ranks of the sorted resamples that are the ends of a percentile interval.

    Parameters
    ----------
    level : float
        Level of confidence.
    n_resamples : int
        How many values are sorted.
    rule : {"margineantu-dietterich", "holte-drummond"}
        With k = (1 - level) / 2 * n_resamples the lower end has rank floor(k) + 1, or k
        rounded up. The two differ where k is whole.

    Returns
    -------
    lower, upper : int
        Ranks counted from 1; as many values lie below the one as above the other.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level, or there is no such rule.

    Examples
    --------
    >>> order_ranks(0.9, 1000), order_ranks(0.95, 1000)
    ((51, 950), (26, 975))
    >>> order_ranks(0.9, 100, "holte-drummond")
    (5, 96)
    """
    read_word("rule", rule, get_args(OrderRule))
    tail = (1 - read_level(level)) / 2
    fewest = ceil(1 / tail)
    # With twice as many, less one, the tail times one more than there are is a whole number.
    fix = MORE.replace(str(USUAL), str(max(USUAL, 2 * fewest - 1)))
    n_resamples = read_whole("n_resamples", n_resamples, fix, fewest=fewest, most=_MOST)
    k = tail * n_resamples
    lower = floor(k) + 1 if rule == "margineantu-dietterich" else ceil(k)
    return lower, n_resamples + 1 - lower


def normal_quantile(level: Level) -> float:
    """How many standard deviations a normal interval reaches to each side.

    Parameters
    ----------
    level : float
        Level of confidence.

    Returns
    -------
    float
        The quantile at (1 + level) / 2.

    Examples
    --------
    >>> round(normal_quantile(0.9), 4)
    1.6449
    """
    return -NormalDist().inv_cdf(float((1 - read_level(level)) / 2))


# ---- How wide a band must be to hold a whole line, or a difference of two, at all pc at once


_FARTHEST = 40.0


def simultaneous_critical(level: Level) -> float:
    """The critical value of a band that holds a whole line.

    Parameters
    ----------
    level : float
        How often the band holds the line at all pc at once.

    Returns
    -------
    float
        How many standard errors it reaches to each side.

    Examples
    --------
    >>> round(simultaneous_critical(0.9), 4), round(simultaneous_critical(0.95), 4)
    (2.0532, 2.3516)
    """
    outside = float(1 - read_level(level))
    low, high = 0.0, _FARTHEST
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _outside(middle) > outside else (low, middle)
    return high


def pointwise_level(level: Level) -> float:
    """The level at each single PC(+) of a band that holds a whole line at `level`.

    Parameters
    ----------
    level : float
        How often the band holds the line at all pc at once.

    Returns
    -------
    float
        How often it holds the cost at one pc: more often.

    Examples
    --------
    >>> round(pointwise_level(0.9), 5)
    0.95995
    """
    return erf(simultaneous_critical(level) / sqrt(2.0))


def level_everywhere(level: Level) -> float:
    """How often a band with `level` at each single PC(+) holds a whole line.

    Parameters
    ----------
    level : float
        How often the band holds the cost at one pc.

    Returns
    -------
    float
        How often it holds the line at all pc at once: less often.

    Examples
    --------
    >>> round(level_everywhere(0.9), 3)
    0.776
    """
    return 1.0 - _outside(normal_quantile(level))


def critical_value(level: Level, *, simultaneous: bool) -> float:
    """How many standard errors a band reaches to each side.

    Parameters
    ----------
    level : float
        Level of confidence.
    simultaneous : bool
        Whether it must hold at all pc at once.

    Returns
    -------
    float
        The critical value.

    Examples
    --------
    >>> round(critical_value(0.9, simultaneous=False), 4)
    1.6449
    """
    return simultaneous_critical(level) if simultaneous else normal_quantile(level)


def percentile_level(level: Level, *, simultaneous: bool) -> Level:
    """The level of the percentiles that a band is made of.

    Parameters
    ----------
    level : float
        Level of confidence.
    simultaneous : bool
        Whether it must hold at all pc at once.

    Returns
    -------
    float or Fraction
        The level itself, or the pointwise one that belongs to the critical value.

    Examples
    --------
    >>> percentile_level(0.9, simultaneous=False)
    0.9
    """
    return pointwise_level(level) if simultaneous else level


def _outside(critical: float) -> float:
    """How often a line leaves the band somewhere, without subtracting from 1."""
    tail = erfc(critical / sqrt(2.0))
    return (exp(-(critical**2) / 2.0) + tail * (2.0 - tail)) / 2.0


# ---- A band around a cost curve, with everything that one must know to read it


Target = Literal[
    "line",
    "line or trivial rule",
    "best threshold, too low",
    "chosen threshold",
    "best and chosen threshold",
    "chosen classifier",
    "fixed threshold",
    "difference of lines",
    "difference of envelopes",
    "difference in use",
]
_TARGETS: dict[Target, str] = {
    "line": "the cost of this line",
    "line or trivial rule": "the cost of this line, or of a trivial rule where that is chosen",
    "best threshold, too low": "the cost of the best possible threshold",
    "chosen threshold": "the cost of the threshold chosen on these data",
    "best and chosen threshold": "the cost of the best possible threshold and of the chosen one",
    "chosen classifier": "the cost of the classifier and threshold chosen on these data",
    "fixed threshold": "the cost of thresholds that were fixed before these data were seen",
    "difference of lines": "the difference in cost of the two lines",
    "difference of envelopes": "the difference in cost, each at its own best possible threshold",
    "difference in use": "the difference in cost in use, each at its recommended threshold",
}
_WARNINGS: dict[Target, str] = {
    "best threshold, too low": " They are too low: they hold that cost much less often.",
    "fixed threshold": " For thresholds chosen on these data they are too low, and hold much less "
    "often.",
}
_SUBTRACTED: dict[Target, str] = {
    "difference of lines": "what each costs by itself, also where calling all alike costs less",
    "difference in use": "what each will cost in use at its recommended threshold",
    "difference of envelopes": "what each would cost at the best threshold it could have",
}
GRID = 501


@result
class Band:
    """Limits around a cost curve or a difference of two, and what they promise.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Where the limits are known, rising.
    estimate, lower, upper : ndarray of float64, shape (n,)
        Element i is the value at pc[i] that was observed or estimated, and its two limits.
    level : float
        How often such limits hold the truth, over test sets.
    method : str
        How they were computed.
    target : str
        Which truth that is.
    simultaneous : bool
        Whether the level holds for all pc at once, or for each pc taken alone.
    expected : ndarray of float64, shape (n,)
        Element i is what will be paid at pc[i] on average: the estimate, and the optimism of
        having chosen on the same examples. The estimate itself unless that is known. Where calling
        all alike is nearly as good some of the optimism is not found.
    false_somewhere : float or None
        Of a difference: how often such a band would leave out 0 at some pc although the two are
        equally good, counted in the resamples. None where nothing was drawn.
    family : int
        How many such bands hold the level together: 1 unless several were asked for.
    provisional : bool
        Whether more resamples are to come, so that the limits may still move.
    n_resamples, seed : int or None
        What it takes to compute the same limits again; None if nothing was drawn.
    thinning : float
        No lower limit lies lower by more than this when every threshold is used; 0 if all were.
    caution : str
        A sentence about what such limits do not hold; empty if they hold what they say.
    """

    pc: FloatArray
    estimate: FloatArray
    lower: FloatArray
    upper: FloatArray
    level: float
    method: str
    target: Target
    simultaneous: bool = False
    n_resamples: int | None = None
    seed: int | None = None
    thinning: float = 0.0
    caution: str = ""
    expected: FloatArray = field(default_factory=lambda: np.empty(0))
    false_somewhere: float | None = None
    family: int = 1
    provisional: bool = False

    def __post_init__(self) -> None:
        """Expect the estimate if nothing else is known."""
        expected: object = self.expected
        if isinstance(expected, np.ndarray) and not expected.size:
            object.__setattr__(self, "expected", self.estimate)

    @property
    def covers(self) -> str:
        """What the band covers, in a sentence for its reader."""
        where = _where(self.family, simultaneous=self.simultaneous)
        drawn = "" if self.n_resamples is None else f", {self.n_resamples:,} resamples"
        what = "band" if self.target not in _WARNINGS else "percentiles"
        said = (
            f"{100 * self.level:g} % {what} for {_TARGETS[self.target]}, {where} "
            f"({self.method}{drawn}).{_WARNINGS.get(self.target, '')} It reflects the choice of "
            "the test set only, not of the training set."
        )
        return f"{said} {self.caution}".rstrip()

    @property
    def promise(self) -> str:
        """What the band promises, for a reader who has not heard of bands."""
        where = _where(self.family, simultaneous=self.simultaneous)
        drawn = ""
        if self.n_resamples is not None:
            drawn = f" These examples were drawn anew {self.n_resamples:,} times."
        said = (
            f"such limits hold {_TARGETS[self.target]}, {where}, for {100 * self.level:g} % of all "
            f"choices of examples to test on.{drawn} Training again is not allowed for. "
            f"Method: {self.method}."
        )
        return f"{said} {self.caution}".rstrip()


def _where(family: int, *, simultaneous: bool) -> str:
    """Where the level holds, and for how many differences."""
    where = "at all PC(+) together" if simultaneous else "at each single PC(+)"
    return f"{where} and for all {family} pairs together" if family > 1 else where


def read_grid(pc: ArrayLike | None) -> FloatArray:
    """Values of pc at which a band is wanted, checked.

    Parameters
    ----------
    pc : array-like of shape (n,) or None
        Rising values in [0, 1]; None for 501 that are evenly spaced.

    Returns
    -------
    ndarray of float64, shape (n,)
        The values, as an array that nobody else holds.

    Raises
    ------
    CostCurveError
        If they are not in [0, 1] or do not rise.

    Examples
    --------
    >>> read_grid([0, 0.5])
    array([0. , 0.5])
    >>> read_grid(None).size
    501
    """
    if pc is None:
        # Rounded once, so that a turn at such a fraction is met exactly; linspace rounds twice.
        return np.arange(GRID) / (GRID - 1.0)
    grid = np.array(read_unit("pc", pc, PC_MEANS), ndmin=1)
    if grid.ndim != 1 or not grid.size or np.any(np.diff(grid) <= 0.0):
        raise CostCurveError(
            "must be one or more values that rise",
            where="pc",
            got=shown(grid.tolist()),
            fix="Sort them: numpy.unique(pc).",
        )
    return grid


# ---- How often a band of a difference would be significant somewhere although nothing differs


ROUNDING = 1e-15  # limits that should be 0 and were computed as differences


def false_somewhere(drawn: FloatArray, lower: FloatArray, upper: FloatArray) -> float:
    """Share of the resampled differences that leave a band at some pc.

    Resamples stray from the observed difference as test sets stray from the true one. So the
    band leaves out the truth somewhere about as often as a resample leaves the band; and where
    two classifiers are equally good the truth is 0.

    Parameters
    ----------
    drawn : ndarray of float64, shape (n, n_resamples)
        Row i holds the resampled differences at one pc.
    lower, upper : ndarray of float64, shape (n,)
        The limits of the band.

    Returns
    -------
    float
        The share of resamples that do so at one pc or more.

    Examples
    --------
    >>> drawn = np.array([[-3.0, -1.0, 0.0, 1.0, 3.0], [3.0, 1.0, 0.0, -1.0, -3.0]])
    >>> false_somewhere(drawn, np.array([-2.0, -4.0]), np.array([2.0, 4.0]))
    0.4
    """
    low, high = lower[:, np.newaxis] - ROUNDING, upper[:, np.newaxis] + ROUNDING
    return float(np.mean(np.any((drawn < low) | (drawn > high), axis=0)))


# ---- Where a difference in cost is more than chance would make it


Cheaper = Literal["first", "second"]
_TRIED_ON = "two and three classifiers on one test set at 90 %"
_TRIED: dict[Target, str] = {
    "difference in use": "at most 6 %",
    "difference of envelopes": "at most 11 %",
}


@result
class Significance:
    """The ranges of pc on which two classifiers differ significantly.

    Attributes
    ----------
    ranges : Ranges
        From the first to the last pc of the band at which 0 lies outside it, one range for
        each stretch of them.
    cheaper : tuple of {"first", "second"}
        Element i says which of the two costs less on range i.
    lowest, highest : ndarray of float64, shape (n_ranges,)
        Element i is the least and the greatest observed difference on range i.
    level : float
        Level of the band.
    simultaneous : bool
        Whether the level holds for all pc at once.
    error_somewhere : float
        How often two equally good classifiers would differ "significantly" somewhere: of lines
        by theory, of envelopes counted in the resamples.
    counted : bool
        Whether that was counted in resamples.
    family : int
        How many pairs of classifiers the level holds for at once.
    target : str
        Which difference was judged, as in `Band.target`.
    """

    ranges: Ranges
    cheaper: tuple[Cheaper, ...]
    lowest: FloatArray
    highest: FloatArray
    level: float
    simultaneous: bool
    error_somewhere: float
    counted: bool = False
    family: int = 1
    target: Target = "difference of lines"

    @property
    def anywhere(self) -> bool:
        """Whether there is such a range."""
        return bool(self.cheaper)

    @property
    def covers(self) -> str:
        """What the ranges promise, in a sentence for their reader."""
        where = _where(self.family, simultaneous=self.simultaneous)
        costs = f", by {_SUBTRACTED[self.target]}"
        advice = "" if self.simultaneous else " Judge at all PC(+) together to say so."
        alike = "two classifiers that are" if self.family == 1 else "of classifiers that are all"
        some = "" if self.family == 1 else " any two"
        return (
            f"Judged {where} at {100 * self.level:g} %{costs}: {alike} equally good{some} would "
            f"differ somewhere about {100 * self.error_somewhere:.0f} % of the time"
            f"{self._how_known()}.{advice}"
        )

    def _how_known(self) -> str:
        """Say where the share of errors comes from."""
        if not self.counted:
            return ""
        tried = _TRIED.get(self.target) if self.simultaneous else None
        said = f"; in simulations of {_TRIED_ON} it was {tried}" if tried else ""
        return f", counted in the resamples{said}"


def significance(band: Band) -> Significance:
    """Ranges of pc on which two classifiers differ by more than chance.

    Parameters
    ----------
    band : Band
        Of a difference of lines or of envelopes. Its limits belong to it: where one of them is
        0 the difference is not significant.

    Returns
    -------
    Significance
        To the step of the band's own pc.

    Raises
    ------
    CostCurveError
        If the band is not one of a difference.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import difference_band
    >>> from cc_widgets.core.uncertainty import PairedCounts, PairedErrors
    >>> pairs = PairedCounts(
    ...     negatives=PairedErrors(first_only=14, second_only=14, both=8, neither=64),
    ...     positives=PairedErrors(first_only=6, second_only=14, both=8, neither=72),
    ... )
    >>> found = significance(difference_band(pairs, pc=np.linspace(0, 1, 1001)))
    >>> found.ranges.pc_low, found.ranges.pc_high, found.cheaper
    (array([0.715]), array([1.]), ('first',))
    """
    if not band.target.startswith("difference"):
        raise CostCurveError(
            "must be the band of a difference",
            where="band",
            got=f"one for {shown(band.target)}",
            fix="Two bands that overlap, or do not, decide nothing: band their difference.",
        )
    sign = np.zeros(band.pc.size, dtype=np.int64)
    sign[band.lower > ROUNDING] = 1
    sign[band.upper < -ROUNDING] = -1
    start, stop = _stretches(sign)
    parts = [band.estimate[i : j + 1] for i, j in zip(start, stop, strict=True)]
    return Significance(
        ranges=Ranges(pc_low=band.pc[start], pc_high=band.pc[stop]),
        cheaper=tuple("first" if sign[i] < 0 else "second" for i in start),
        lowest=np.array([part.min() for part in parts]),
        highest=np.array([part.max() for part in parts]),
        level=band.level,
        simultaneous=band.simultaneous,
        error_somewhere=_error_somewhere(band),
        counted=band.false_somewhere is not None,
        family=band.family,
        target=band.target,
    )


def _error_somewhere(band: Band) -> float:
    """What was counted, or what theory says; never less than the level allows."""
    if band.false_somewhere is None:
        return 1.0 - (band.level if band.simultaneous else level_everywhere(band.level))
    return max(band.false_somewhere, 1.0 - band.level)


def _stretches(sign: IntArray) -> tuple[IntArray, IntArray]:
    """The first and the last position of each run of one sign, runs of 0 left out."""
    changes = np.flatnonzero(np.diff(sign)) + 1
    start = np.append(0, changes)
    stop = np.append(changes, sign.size) - 1
    found = sign[start] != 0
    return start[found], stop[found]
