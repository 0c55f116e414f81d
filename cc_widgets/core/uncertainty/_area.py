"""The area under the ROC curve: how sure it is, and whether two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import erfc, exp, hypot, isfinite, log, sqrt
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._counting import BLOCK, Counts, count, ends_of_ties, sort_keys, tally
from cc_widgets.core._density import auc
from cc_widgets.core._folds import Folds, curve_of
from cc_widgets.core._hull import whole_numbers
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import read_word
from cc_widgets.core._results import LEVEL, CountArray, FloatArray, result
from cc_widgets.core.uncertainty._band import Level, normal_quantile, read_level
from cc_widgets.errors import CostCurveError

Scored: TypeAlias = Predictions | Counts | Folds
AreaMethod = Literal["area", "delong area"]
Limits: TypeAlias = tuple[float, float]

# ---- What one test set tells of an area: by DeLong, from ranks


@dataclass(frozen=True, slots=True)
class _Ranked:
    """What one test set tells of an area.

    Attributes
    ----------
    value : float
        The area.
    variance : float
        DeLong's; NaN with a single example of a class.
    sizes : tuple of two floats
        How many independent negatives and positives there are, or are worth it.
    bearing : float
        On how many examples of a class its distance from a perfect area rests, as if each bore
        as much: with few of them it is far from normally distributed.
    """

    value: float
    variance: float
    sizes: tuple[float, float]
    bearing: float


def _ranked(given: Predictions | Counts) -> _Ranked:
    """What a test set tells, from counts where these tell all."""
    if isinstance(given, Predictions) and not given.plain:
        return _of_examples(given)
    return _of_counts(_counted(given))


def _counted(given: Predictions | Counts) -> Iterator[tuple[CountArray, CountArray]]:
    """Counts of positives and negatives up to the end of each tie, piece by piece."""
    if isinstance(given, Predictions) and given.weight is None:
        keys = sort_keys(given.positive, given.score).keys
        yield from ((piece.tp, piece.fp) for piece in tally(keys, ends_of_ties))
        return
    counts = given if isinstance(given, Counts) else count(given)
    for start in range(1, counts.tp.size, BLOCK):
        piece = slice(start, start + BLOCK)
        yield counts.tp[piece], counts.fp[piece]


def _of_counts(pieces: Iterator[tuple[CountArray, CountArray]]) -> _Ranked:
    """Sums of whole numbers: exact, and so is the variance but for one rounding.

    Of a positive example it is counted how many negatives stand above it, of a negative one how
    many positives, in halves: those with the same score count half.
    """
    tp = fp = above = above_squared = found = found_squared = 0
    for last_tp, last_fp in pieces:
        p, n, near_tp, near_fp = _steps(last_tp, last_fp, tp, fp)
        # Counted from where the piece begins, so that squares stay small.
        missed, seen = 2 * near_fp - n, 2 * near_tp - p
        one, two = _moments(p, missed, 2 * fp)
        above, above_squared = above + one, above_squared + two
        one, two = _moments(n, seen, 2 * tp)
        found, found_squared = found + one, found_squared + two
        tp, fp = int(last_tp[-1]), int(last_fp[-1])
    pairs = 2 * tp * fp
    lacking = 4 * tp * tp * fp - 4 * tp * found + found_squared
    spread = [
        _variance(*each) / (2.0 * other) ** 2
        for *each, other in ((tp, above, above_squared, fp), (fp, found, found_squared, tp))
    ]
    bearing = min(above**2 / above_squared if above else 0.0, above**2 / lacking if above else 0.0)
    return _Ranked((pairs - above) / pairs, sum(spread), (float(fp), float(tp)), bearing)


def _steps(
    last_tp: CountArray, last_fp: CountArray, tp: int, fp: int
) -> tuple[CountArray, CountArray, CountArray, CountArray]:
    """Positives and negatives of each tie, and both up to its end, counted from these."""
    largest = int(max(last_tp[-1] - tp, last_fp[-1] - fp))
    exact = whole_numbers(4 * largest**3)
    near_tp, near_fp = (last_tp - tp).astype(exact), (last_fp - fp).astype(exact)
    return np.diff(near_tp, prepend=0), np.diff(near_fp, prepend=0), near_tp, near_fp


def _moments(often: CountArray, near: CountArray, base: int) -> tuple[int, int]:
    """The sum of base + near, and of its squares, each taken so often."""
    weighted = often * near
    total, one, two = int(often.sum()), int(weighted.sum()), int(np.dot(weighted, near))
    return total * base + one, total * base**2 + 2 * base * one + two


def _variance(size: int, total: int, squared: int) -> float:
    """Variance of the mean of so many whole numbers with this sum and this sum of squares."""
    if size == 1:
        return np.nan
    return (size * squared - total**2) / (size**2 * (size - 1))


# ---- The same example by example: with weights, with clusters, and for two classifiers at once


@dataclass(frozen=True, slots=True)
class _Examples:
    """What each example adds to the distance of an area from its mean.

    Attributes
    ----------
    ranked : _Ranked
        The whole.
    pull : ndarray of float64
        Their squares sum up to the variance; with those of another classifier on the same
        examples, their products to the covariance.
    """

    ranked: _Ranked
    pull: FloatArray


def _of_examples(given: Predictions) -> _Ranked:
    return _examples(given).ranked


def _examples(given: Predictions) -> _Examples:
    """What each example adds; rows that belong together add as one."""
    weight = np.ones(given.score.size) if given.weight is None else given.weight
    short = _shortfall(given, weight)
    pull = np.empty(short.size)
    sizes, bearing, lacks = [], [], []
    for members in map(np.flatnonzero, (~given.positive, given.positive)):
        mine, its = weight[members], short[members]
        total = float(mine.sum())
        lack = float(np.sum(mine * its)) / total
        pull[members] = mine * (its - lack) / total * _unbiased(given, mine)
        squares = float(np.sum(mine * its * its))
        bearing.append((lack * total) ** 2 / squares if squares else 0.0)
        sizes.append(_worth(given, members, mine))
        lacks.append(lack)
    if given.clusters is not None:
        together = np.bincount(given.clusters, pull)
        pull = np.asarray(together * sqrt(together.size / (together.size - 1.0)), np.float64)
    variance = float(np.sum(pull * pull))
    return _Examples(_Ranked(1.0 - lacks[1], variance, (sizes[0], sizes[1]), min(bearing)), pull)


def _unbiased(given: Predictions, weight: FloatArray) -> FloatArray | float:
    """What makes squares of deviations from an observed mean as large as from the true one."""
    if given.clusters is not None:
        return 1.0
    if given.weight is not None and not given.weighted:
        total = float(weight.sum())
        factor = total / (total - 1.0) if total > 1.0 else np.nan
        # So many examples in one row add each on its own.
        return np.sqrt(np.divide(factor, weight, out=np.zeros(weight.size), where=weight > 0.0))
    used = np.count_nonzero(weight)
    return sqrt(used / (used - 1.0)) if used > 1 else np.nan


def _worth(given: Predictions, members: NDArray[np.intp], weight: FloatArray) -> float:
    """How many examples of a class are independent, or worth it."""
    whole = given.weight is None or not given.weighted
    worth = float(weight.sum() if whole else weight.sum() ** 2 / np.sum(weight * weight))
    if given.clusters is None:
        return worth
    return min(worth, float(np.unique(given.clusters[members]).size))


def _shortfall(given: Predictions, weight: FloatArray) -> FloatArray:
    """Of each example the share of the other class that is on its wrong side, ties by half."""
    order = np.argsort(given.score)
    score, positive = given.score[order], given.positive[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    sorted_weight = weight[order]
    of_positives = sorted_weight * positive
    of_negatives = sorted_weight - of_positives
    below = _middle(of_positives, last) / of_positives.sum()
    above = 1.0 - _middle(of_negatives, last) / of_negatives.sum()
    tie = np.repeat(np.arange(last.size), np.diff(last, prepend=-1))
    found = np.empty(order.size)
    found[order] = np.stack([below, above])[positive.view(np.int8), tie]
    return found


def _middle(weight: FloatArray, last: NDArray[np.intp]) -> FloatArray:
    """What lies below each tie, and half of what is in it."""
    upto = np.cumsum(weight)[last]
    return upto - np.diff(upto, prepend=0.0) / 2.0


# ---- Limits of an area


_ENOUGH = 20.0
_STEPS = 60
_PLAIN: AreaMethod = "delong area"
_UNKNOWN = "How sure it is is not known: sums of weights do not tell how many examples there are."
_SAID = {
    "area": "DeLong, on the scale of log-odds",
    "delong area": "DeLong",
}
_CAREFUL = ", and where few examples are on the wrong side no narrower than Newcombe's"
_NARROW = "Near 1, and with few examples, such limits are too narrow."


@result
class RocArea:
    """The area under an ROC curve, with its limits.

    Attributes
    ----------
    value : float
        How often a positive example gets a higher score than a negative one, ties by half. Of
        folds the mean.
    variance : float or None
        DeLong's, over test sets; None if it cannot be told.
    lower, upper : float or None
        The limits; None where they cannot be told.
    level : float
        How often such limits hold the truth, over test sets.
    method : str
        How they were computed.
    caution : str
        A sentence about what they do not hold, or why there are none; empty if they hold what
        they say.
    """

    value: float
    variance: float | None
    lower: float | None
    upper: float | None
    level: float
    method: str
    caution: str = ""


def roc_area(given: Scored, *, level: Level = LEVEL, method: AreaMethod = "area") -> RocArea:
    """Area under the ROC curve of one classifier, with limits.

    Parameters
    ----------
    given : Predictions, Counts or Folds
        Its scores, or what they count. Weights that are frequencies are so many examples; with
        other weights, and with clusters, each row or cluster adds to the variance as one.
    level : float
        Level of confidence.
    method : {"area", "delong area"}
        Limits that hold also near 1 and with few examples, or DeLong's normal ones, as other
        programs give them.

    Returns
    -------
    RocArea
        Of folds the mean area: each fold has a test set of its own, and its own model.

    Raises
    ------
    CostCurveError
        If there are no scores, or the level or method makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = roc_area(predictions([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    >>> round(found.value, 4), round(found.lower, 3), round(found.upper, 3)
    (0.8889, 0.369, 0.991)
    """
    reach = normal_quantile(level)
    read_word("method", method, get_args(AreaMethod))
    parts = _parts(given)
    if any(map(_is_of_sums, parts)):
        return _without_limits(_mean([auc(curve_of(part)) for part in parts]), level, _UNKNOWN)
    each = [_ranked(part) for part in parts]
    return _with_limits(each, level, reach, method, _going_together(parts))


def _without_limits(value: float, level: Level, why: str) -> RocArea:
    return RocArea(value, None, None, None, float(read_level(level)), "", why)


def _going_together(parts: Sequence[Predictions | Counts]) -> float:
    """How many times the variance of a mean area is what it would be of folds on their own."""
    scored = [one for one in parts if isinstance(one, Predictions) and one.reach is not None]
    return _added([_examples(one).pull for one in scored], scored)[1] if scored else 1.0


def _added(pulls: Sequence[FloatArray], parts: Sequence[Predictions]) -> tuple[float, float]:
    """Variance of a mean by what each example, or cluster, adds in each fold; how many times more.

    A cluster that lies in several folds adds in all of them at once.
    """
    alone = _of_mean([float(np.sum(pull * pull)) for pull in pulls])
    if parts[0].reach is None:
        return alone, 1.0
    numbers = np.concatenate([np.asarray(part.reach) for part in parts])
    whole = np.bincount(numbers, np.concatenate(pulls)) / len(pulls)
    variance = max(alone, float(np.sum(whole * whole)))
    return variance, variance / alone if alone else 1.0


def _with_limits(
    each: Sequence[_Ranked], level: Level, reach: float, method: AreaMethod, times: float = 1.0
) -> RocArea:
    value = _mean([one.value for one in each])
    variance = times * _of_mean([one.variance for one in each])
    few = sum(one.bearing for one in each) < _ENOUGH * times or not variance > 0.0
    if method == _PLAIN:
        away = reach * sqrt(variance)
        limits, words = (value - away, value + away), _SAID[method]
    else:
        limits = _limits(value, variance, each, reach, times if few else 0.0)
        words = f"{_SAID[method]}{_CAREFUL}"
    is_known = isfinite(limits[0])
    return RocArea(
        value=value,
        variance=variance if isfinite(variance) else None,
        lower=limits[0] if is_known else None,
        upper=limits[1] if is_known else None,
        level=float(read_level(level)),
        method=words,
        caution=_NARROW if method == _PLAIN else "",
    )


def _parts(given: Scored) -> Sequence[Predictions | Counts]:
    """The test sets that there are."""
    parts = getattr(given, "parts", (given,))
    for part in parts:
        if not isinstance(part, Predictions | Counts):
            raise CostCurveError(
                "the area under a curve needs the scores of examples",
                where="given",
                got=f"a value of type {type(part).__name__}",
                fix="Pass predictions(y_true, y_score).",
            )
    return tuple(parts)


def _is_of_sums(part: Predictions | Counts) -> bool:
    """Whether nobody knows how many examples there were."""
    return isinstance(part, Counts) and (part.weighted or part.tp.dtype.kind == "f")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _of_mean(variances: Sequence[float]) -> float:
    """Variance of the mean of what is independent."""
    return sum(variances) / len(variances) ** 2


def _limits(
    value: float, variance: float, each: Sequence[_Ranked], reach: float, times: float
) -> Limits:
    """Limits on the scale of log-odds; where little bears on them, the wider ones of two."""
    found = (value, value)
    if variance > 0.0 and 0.0 < value < 1.0:
        odds, away = log(value / (1.0 - value)), reach * sqrt(variance) / (value * (1.0 - value))
        found = _expit(odds - away), _expit(odds + away)
    if not times:
        return found
    lower, upper = _newcombe(value, each, reach * sqrt(times))
    return min(found[0], lower), max(found[1], upper)


def _expit(odds: float) -> float:
    """The share with these log-odds."""
    return 1.0 / (1.0 + exp(-odds)) if odds > 0.0 else exp(odds) / (1.0 + exp(odds))


def _newcombe(value: float, each: Sequence[_Ranked], reach: float) -> Limits:
    """Areas from which the observed one is so many standard errors away.

    The standard error is that which scores with exponential tails have at such an area (Newcombe
    2006, method 5): it needs no examples on the wrong side, so no limits are without width.
    """

    def is_far(area: float) -> bool:
        variance = _of_mean([_presumed(area, *one.sizes) for one in each])
        return abs(value - area) > reach * sqrt(variance)

    return _nearest(0.0, value, is_far), _nearest(1.0, value, is_far)


def _presumed(area: float, negatives: float, positives: float) -> float:
    """Variance that an area has where scores of both classes have exponential tails."""
    others = (negatives + positives) / 2.0 - 1.0
    shared = (1.0 - area) / (2.0 - area) + area / (1.0 + area)
    return area * (1.0 - area) * (1.0 + others * shared) / (negatives * positives)


def _nearest(far: float, near: float, is_far: Callable[[float], bool]) -> float:
    """Where, between two areas, it begins to be far."""
    for _ in range(_STEPS):
        middle = (far + near) / 2.0
        far, near = (middle, near) if is_far(middle) else (far, middle)
    return far


# ---- Two areas


@result
class RocAreaDifference:
    """How much larger the area of one classifier is than that of another, with its limits.

    Attributes
    ----------
    first, second : RocArea
        The two.
    value : float
        The first area less the second.
    variance : float or None
        DeLong's, over test sets; None if it cannot be told.
    lower, upper : float or None
        The limits; None where they cannot be told.
    p_value : float or None
        How often two classifiers with equal areas would seem to differ so much or more (DeLong's
        test); None where that cannot be told.
    paired : bool
        Whether both scored the same examples.
    level : float
        How often such limits hold the truth, over test sets.
    method : str
        How they were computed.
    """

    first: RocArea
    second: RocArea
    value: float
    variance: float | None
    lower: float | None
    upper: float | None
    p_value: float | None
    paired: bool
    level: float
    method: str


def roc_area_difference(
    first: Scored, second: Scored, *, level: Level = LEVEL
) -> RocAreaDifference:
    """Difference of the areas under two ROC curves, with limits and DeLong's test.

    Parameters
    ----------
    first, second : Predictions, Counts or Folds
        Paired if they are known to have scored the same examples, of folds fold by fold; else
        taken for two test sets.
    level : float
        Level of confidence.

    Returns
    -------
    RocAreaDifference
        Its limits are made of those of both areas, with their correlation: they have a width
        also where DeLong's variance has none.

    Raises
    ------
    CostCurveError
        If one has no scores, or the level makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> y = np.array([0, 0, 1, 0, 1, 1])
    >>> good, poor = predictions(y, [1, 2, 4, 3, 5, 6]), predictions(y, [1, 6, 2, 3, 4, 5])
    >>> found = roc_area_difference(good, poor)
    >>> round(found.value, 4), found.paired, round(found.p_value, 3)
    (0.4444, True, 0.157)
    """
    scored = [_parts(one) for one in (first, second)]
    if not isinstance(first, Counts) and all(scored) and first.drawn_with(second):
        return _paired(first, second, level)  # type: ignore[arg-type]  # counts are never paired
    areas = roc_area(first, level=level), roc_area(second, level=level)
    variance = sum(np.nan if one.variance is None else one.variance for one in areas)
    return _difference(areas, variance, paired=False)


def _paired(
    first: Predictions | Folds, second: Predictions | Folds, level: Level
) -> RocAreaDifference:
    """Difference of two that scored the same examples, looked at one by one."""
    reach = normal_quantile(level)
    each = [
        [_examples(part) for part in _parts(one) if isinstance(part, Predictions)]
        for one in (first, second)
    ]
    parts = [one for one in _parts(first) if isinstance(one, Predictions)]
    pulls = [[one.pull for one in its] for its in each]
    areas = [
        _with_limits([one.ranked for one in its], level, reach, "area", _added(pull, parts)[1])
        for its, pull in zip(each, pulls, strict=True)
    ]
    apart = [one - other for one, other in zip(*pulls, strict=True)]
    variance, _ = _added(apart, parts)
    return _difference((areas[0], areas[1]), variance, paired=True)


def _difference(
    areas: tuple[RocArea, RocArea], variance: float, *, paired: bool
) -> RocAreaDifference:
    """Difference of two areas with this variance."""
    value = areas[0].value - areas[1].value
    lower, upper = _of_difference(value, areas, variance)
    known = isfinite(variance)
    return RocAreaDifference(
        *areas,
        value=value,
        variance=variance if known else None,
        lower=lower,
        upper=upper,
        p_value=_p_value(value, variance) if known else None,
        paired=paired,
        level=areas[0].level,
        method="limits of both, and DeLong's covariance" if paired else "limits of both",
    )


def _of_difference(
    value: float, areas: tuple[RocArea, RocArea], variance: float
) -> tuple[float | None, float | None]:
    """Limits from the distances of both areas to theirs (method of variance estimates recovery).

    They are nearer by as much as the covariance takes away from the variance.
    """
    one, other = areas
    if one.lower is None or one.upper is None or other.lower is None or other.upper is None:
        return None, None
    alone = (one.variance or 0.0) + (other.variance or 0.0)
    share = sqrt(variance / alone) if alone and isfinite(variance) else 1.0
    below = hypot(one.value - one.lower, other.upper - other.value)
    above = hypot(one.upper - one.value, other.value - other.lower)
    return max(-1.0, value - share * below), min(1.0, value + share * above)


def _p_value(value: float, variance: float) -> float | None:
    """Of DeLong's test; None where nothing varies and yet the two differ."""
    if variance > 0.0:
        return erfc(abs(value) / sqrt(2.0 * variance))
    return None if value else 1.0
