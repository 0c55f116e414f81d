"""Confidence bands over pc, their levels and critical values, and significance."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from math import ceil, erf, erfc, exp, floor, nan, sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.comparison import Ranges
from cc_widgets.core.results import FloatArray, IntArray, result
from cc_widgets.core.validation import PC_MEANS, read_choice, read_integer, read_unit
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "Band",
    "Significance",
    "level_everywhere",
    "order_ranks",
    "pointwise_level",
    "shared_level",
    "significance",
    "simultaneous_critical",
]

# ---- Confidence levels and the ranks of percentile intervals, in exact arithmetic


Level: TypeAlias = float | Fraction
OrderRule = Literal["margineantu-dietterich", "holte-drummond"]
# (B + 1) (1 - level) / 2 is an integer at 90, 95 and 99 %, so that a percentile interval has
# exactly its nominal content (A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their
# Application", 1997).
_RESAMPLES = 1999
_MAX_RESAMPLES = 10**6
ENVELOPE_BAND = "envelope band: "  # first words of a method; `selection` replaces them
RESAMPLES_HINT = f"Pass for instance {_RESAMPLES}; the higher the level, the more are needed."


_MIN_LEVEL = 1e-6  # quantiles of lower levels are 0 in float64


def read_level(value: object) -> Fraction:
    """Return a confidence level as the decimal fraction that was written: 9/10 for 0.9."""
    level = value if isinstance(value, Fraction | float | np.floating) else nan
    if not 0 < level < 1:
        raise CostCurveError(
            "must be a number strictly between 0 and 1",
            where="level",
            got=shown(value),
            fix="Pass for instance 0.9 for 90 %.",
        )
    if level < _MIN_LEVEL:
        raise CostCurveError(
            f"must be at least {_MIN_LEVEL:g}", where="level", got=shown(value), fix="Pass 0.9."
        )
    # Convert from str, so that a float32 of 0.9 also means nine tenths.
    return level if isinstance(level, Fraction) else Fraction(str(level))


def read_resamples(value: object) -> int:
    """Return a number of resamples, from 1 to 1,000,000."""
    return read_integer("n_resamples", value, RESAMPLES_HINT, fewest=1, most=_MAX_RESAMPLES)


def order_ranks(
    level: Level, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """Ranks of the sorted resamples that are the limits of a percentile interval.

    Parameters
    ----------
    level : float
        Level of confidence.
    n_resamples : int
        Number of resamples.
    rule : {"margineantu-dietterich", "holte-drummond"}
        With k = (1 - level) / 2 * n_resamples, the lower limit has rank floor(k) + 1 [1]_ or
        ceil(k) [2]_. The two rules differ only where k is an integer.

    Returns
    -------
    lower, upper : int
        Ranks, counted from 1; equally many resamples are below the lower limit and above the upper
        one.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level, or the rule is unknown.

    References
    ----------
    .. [1] D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive
       evaluation of classifiers", ICML 2000.
    .. [2] R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
       Utility-Based Data Mining, KDD 2005.

    Examples
    --------
    >>> order_ranks(0.9, 1000), order_ranks(0.95, 1000)
    ((51, 950), (26, 975))
    >>> order_ranks(0.9, 100, "holte-drummond")
    (5, 96)
    """
    read_choice("rule", rule, get_args(OrderRule))
    tail = (1 - read_level(level)) / 2
    fewest = ceil(1 / tail)
    # With this number, tail * (n_resamples + 1) is an integer.
    fix = RESAMPLES_HINT.replace(str(_RESAMPLES), str(max(_RESAMPLES, 2 * fewest - 1)))
    n_resamples = read_integer("n_resamples", n_resamples, fix, fewest=fewest, most=_MAX_RESAMPLES)
    k = tail * n_resamples
    lower = floor(k) + 1 if rule == "margineantu-dietterich" else ceil(k)
    return lower, n_resamples + 1 - lower


def normal_quantile(level: Level) -> float:
    """Quantile of the standard normal distribution at (1 + level) / 2.

    Examples
    --------
    >>> round(normal_quantile(0.9), 4)
    1.6449
    """
    return -NormalDist().inv_cdf(float((1 - read_level(level)) / 2))


# ---- Simultaneous critical values for a cost line, or for the difference of two


_MAX_CRITICAL = 40.0


def simultaneous_critical(level: Level) -> float:
    """Critical value of a simultaneous band for a whole cost line, in standard errors.

    The estimated line is a weighted mean of two independent rates, which are taken to be normal.

    Parameters
    ----------
    level : float
        Simultaneous coverage, over all pc.

    Returns
    -------
    float
        Half-width of the band in standard errors.

    Examples
    --------
    >>> round(simultaneous_critical(0.9), 4), round(simultaneous_critical(0.95), 4)
    (2.0532, 2.3516)
    """
    outside = float(1 - read_level(level))
    low, high = 0.0, _MAX_CRITICAL
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _exceedance(middle) > outside else (low, middle)
    return high


def pointwise_level(level: Level) -> float:
    """Pointwise coverage of a simultaneous band for a whole cost line.

    Parameters
    ----------
    level : float
        Simultaneous coverage, over all pc.

    Returns
    -------
    float
        Coverage at each single pc, which is higher.

    Examples
    --------
    >>> round(pointwise_level(0.9), 5)
    0.95995
    """
    return erf(simultaneous_critical(level) / sqrt(2.0))


def level_everywhere(level: Level) -> float:
    """Simultaneous coverage of a pointwise band for a whole cost line.

    Parameters
    ----------
    level : float
        Coverage at each single pc.

    Returns
    -------
    float
        Coverage at all pc at once, which is lower.

    Examples
    --------
    >>> round(level_everywhere(0.9), 3)
    0.776
    """
    return 1.0 - _exceedance(normal_quantile(level))


def shared_level(level: Level, parts: int) -> Fraction:
    """Level of each of several bands with simultaneous level `level`.

    Parameters
    ----------
    level : float
        Simultaneous level of all bands.
    parts : int
        Number of bands.

    Returns
    -------
    Fraction
        1 - (1 - level) / parts, the Bonferroni correction.

    Examples
    --------
    >>> shared_level(0.9, 2)
    Fraction(19, 20)
    """
    count = read_integer("parts", parts, "Pass how many bands hold together.", fewest=1)
    return 1 - (1 - read_level(level)) / count


def critical_value(level: Level, *, simultaneous: bool) -> float:
    """Return the half-width of a normal band in standard errors, pointwise or simultaneous."""
    return simultaneous_critical(level) if simultaneous else normal_quantile(level)


def percentile_level(level: Level, *, simultaneous: bool) -> Level:
    """Return the level of pointwise percentiles that make a band of this level."""
    return pointwise_level(level) if simultaneous else level


def _exceedance(critical: float) -> float:
    """Return the probability that the line leaves the band at some pc.

    The largest weighted sum of two standard normal errors, standardised and with weights from 0 up,
    is the length of their vector if both have the same sign, which is so half of the time, and
    otherwise the larger absolute value. So the coverage is
    (1 - exp(-c^2 / 2)) / 2 + (2 Phi(c) - 1)^2 / 2, rearranged here to avoid cancellation.
    """
    tail = erfc(critical / sqrt(2.0))
    return (exp(-(critical**2) / 2.0) + tail * (2.0 - tail)) / 2.0


# ---- Confidence bands of a cost curve or of a difference


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
    """Confidence band of a cost curve, or of the difference of two.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Probability-cost values, increasing.
    estimate, lower, upper : ndarray of float64, shape (n,)
        Element i is the estimate at pc[i], and its lower and upper confidence limit.
    level : float
        Nominal coverage over test sets.
    method : str
        Name of the method.
    target : str
        The true quantity that the band covers.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.
    expected : ndarray of float64, shape (n,)
        Element i is the expected cost on new data at pc[i]: the estimate corrected for the
        optimistic bias of choosing on the same examples. It is the estimate itself if the bias is
        unknown. The correction is incomplete where a baseline is nearly as good.
    familywise_error : float or None
        For a difference, the share of resamples in which the band of two equally good classifiers
        would exclude 0 at some pc. None if nothing was resampled.
    family : int
        Number of bands that share the level; 1 unless several were requested.
    provisional : bool
        Whether more resamples will follow, so that the limits may still change.
    n_resamples, seed : int or None
        Number of resamples and seed that reproduce the limits; None if nothing was resampled.
    thinning : float
        Bound on how much lower a lower limit could be with all thresholds; 0 if all were used.
    caution : str
        Known under-coverage in one sentence; empty if there is none.
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
    familywise_error: float | None = None
    family: int = 1
    provisional: bool = False

    def __post_init__(self) -> None:
        """Let `expected` default to the estimate."""
        expected: object = self.expected
        if isinstance(expected, np.ndarray) and not expected.size:
            object.__setattr__(self, "expected", self.estimate)

    @property
    def covers(self) -> str:
        """Coverage of the band, in one sentence."""
        scope = _scope(self.family, simultaneous=self.simultaneous)
        count = "" if self.n_resamples is None else f", {self.n_resamples:,} resamples"
        noun = "band" if self.target not in _WARNINGS else "percentiles"
        text = (
            f"{100 * self.level:g} % {noun} for {_TARGETS[self.target]}, {scope} "
            f"({self.method}{count}).{_WARNINGS.get(self.target, '')} It reflects the choice of "
            "the test set only, not of the training set."
        )
        return f"{text} {self.caution}".rstrip()

    @property
    def promise(self) -> str:
        """Coverage of the band, for readers who do not know confidence bands."""
        scope = _scope(self.family, simultaneous=self.simultaneous)
        count = ""
        if self.n_resamples is not None:
            count = f" These examples were drawn anew {self.n_resamples:,} times."
        text = (
            f"such limits hold {_TARGETS[self.target]}, {scope}, for {100 * self.level:g} % of all "
            f"choices of examples to test on.{count} Training again is not allowed for. "
            f"Method: {self.method}."
        )
        return f"{text} {self.caution}".rstrip()


def _scope(family: int, *, simultaneous: bool) -> str:
    """Describe where, and for how many differences, a confidence level applies."""
    where = "at all PC(+) together" if simultaneous else "at each single PC(+)"
    return f"{where} and for all {family} pairs together" if family > 1 else where


def read_grid(pc: ArrayLike | None) -> FloatArray:
    """Return increasing values of pc as a new array; 501 evenly spaced ones for None."""
    if pc is None:
        # Round once, so that the grid contains such fractions exactly; linspace rounds twice.
        return np.arange(GRID) / (GRID - 1.0)
    grid = np.array(read_unit("pc", pc, PC_MEANS), ndmin=1)
    if grid.ndim != 1 or not grid.size or np.any(np.diff(grid) <= 0.0):
        raise CostCurveError(
            "must be strictly increasing, with at least one value",
            where="pc",
            got=shown(grid.tolist()),
            fix="Sort them: numpy.unique(pc).",
        )
    return grid


# ---- Family-wise error rate of a band of a difference


ROUNDING = 1e-15  # largest rounding error of a limit that is 0


def share_outside(differences: FloatArray, lower: FloatArray, upper: FloatArray) -> float:
    """Return the share of resampled differences, shape (n, n_resamples), outside a band at some pc.

    It estimates how often the band excludes 0 somewhere although the classifiers are equally good:
    resamples deviate from the observed difference as test sets deviate from the true one.
    """
    low, high = lower[:, np.newaxis] - ROUNDING, upper[:, np.newaxis] + ROUNDING
    return float(np.mean(np.any((differences < low) | (differences > high), axis=0)))


# ---- Statistically significant differences


Cheaper = Literal["first", "second"]
# From tests/bench/statistics_outcome.csv; tests/bench/test_statistics.py compares both.
_SIMULATED_ON = "two and three classifiers on one test set at 90 %"
_SIMULATED_ERROR: dict[Target, str] = {
    "difference in use": "at most 6 %",
    "difference of envelopes": "at most 11 %",
}


@result
class Significance:
    """Ranges of pc on which the costs of two classifiers differ significantly.

    Attributes
    ----------
    ranges : Ranges
        Maximal runs of pc in the grid of the band at which the band excludes 0.
    cheaper : tuple of {"first", "second"}
        Element i is the classifier that costs less on range i.
    lowest, highest : ndarray of float64, shape (n_ranges,)
        Element i is the smallest and the largest observed difference on range i.
    level : float
        Nominal level of the band.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.
    familywise_error : float
        Probability that two equally good classifiers differ significantly at some pc, or any two of
        a family: from normal theory for lines, from the resamples for envelopes.
    is_simulated : bool
        Whether that is from resamples.
    family : int
        Number of pairs of classifiers that share the level.
    target : str
        The difference that was tested, as in `Band.target`.
    """

    ranges: Ranges
    cheaper: tuple[Cheaper, ...]
    lowest: FloatArray
    highest: FloatArray
    level: float
    simultaneous: bool
    familywise_error: float
    is_simulated: bool = False
    family: int = 1
    target: Target = "difference of lines"

    @property
    def is_significant(self) -> bool:
        """Whether the difference is significant at any pc of the whole axis.

        This does not answer whether it is significant at one pc of interest: if the level is
        simultaneous, a difference that is significant there by itself may be in no range.
        """
        return bool(self.cheaper)

    @property
    def covers(self) -> str:
        """Error rate of the ranges, in one sentence."""
        scope = _scope(self.family, simultaneous=self.simultaneous)
        costs = f", by {_SUBTRACTED[self.target]}"
        advice = "" if self.simultaneous else " Judge at all PC(+) together to say so."
        group = "two classifiers that are" if self.family == 1 else "of classifiers that are all"
        pair = "" if self.family == 1 else " any two"
        return (
            f"Judged {scope} at {100 * self.level:g} %{costs}: {group} equally good{pair} would "
            f"differ somewhere about {100 * self.familywise_error:.0f} % of the time"
            f"{self._how_known()}.{advice}"
        )

    def _how_known(self) -> str:
        """Describe the source of the error rate."""
        if not self.is_simulated:
            return ""
        simulated = _SIMULATED_ERROR.get(self.target) if self.simultaneous else None
        text = f"; in simulations of {_SIMULATED_ON} it was {simulated}" if simulated else ""
        return f", counted in the resamples{text}"


def significance(band: Band) -> Significance:
    """Ranges of pc on which two classifiers differ significantly.

    Parameters
    ----------
    band : Band
        Band of a difference of lines or of envelopes. A difference is not significant where a
        confidence limit is 0.

    Returns
    -------
    Significance
        Ranges with the resolution of the band's grid.

    Raises
    ------
    CostCurveError
        If the band is not of a difference.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import difference_band
    >>> from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
    >>> pairs = PairedCounts(
    ...     negatives=PairedErrors(first_only=14, second_only=14, both=8, neither=64),
    ...     positives=PairedErrors(first_only=6, second_only=14, both=8, neither=72),
    ... )
    >>> result = significance(difference_band(pairs, pc=np.linspace(0, 1, 1001)))
    >>> result.ranges.pc_low, result.ranges.pc_high, result.cheaper
    (array([0.715]), array([1.]), ('first',))
    """
    if not band.target.startswith("difference"):
        raise CostCurveError(
            "must be the band of a difference",
            where="band",
            got=f"one for {shown(band.target)}",
            fix="Compute the band of the difference: whether two bands overlap is not a test.",
        )
    sign = np.zeros(band.pc.size, dtype=np.int64)
    sign[band.lower > ROUNDING] = 1
    sign[band.upper < -ROUNDING] = -1
    start, stop = _runs(sign)
    parts = [band.estimate[i : j + 1] for i, j in zip(start, stop, strict=True)]
    return Significance(
        ranges=Ranges(pc_low=band.pc[start], pc_high=band.pc[stop]),
        cheaper=tuple("first" if sign[i] < 0 else "second" for i in start),
        lowest=np.array([part.min() for part in parts]),
        highest=np.array([part.max() for part in parts]),
        level=band.level,
        simultaneous=band.simultaneous,
        familywise_error=_familywise_error(band),
        is_simulated=band.familywise_error is not None,
        family=band.family,
        target=band.target,
    )


def _familywise_error(band: Band) -> float:
    """Return the simulated or theoretical family-wise error rate, at least the nominal one."""
    if band.familywise_error is None:
        return 1.0 - (band.level if band.simultaneous else level_everywhere(band.level))
    return max(band.familywise_error, 1.0 - band.level)


def _runs(sign: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first and last position of each run of equal non-zero signs."""
    changes = np.flatnonzero(np.diff(sign)) + 1
    start = np.append(0, changes)
    stop = np.append(changes, sign.size) - 1
    is_nonzero = sign[start] != 0
    return start[is_nonzero], stop[is_nonzero]
