"""Area under the ROC curve, with confidence intervals and DeLong's test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, hypot, isfinite, log, sqrt
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.counting import (
    BLOCK,
    Counts,
    argsort,
    count,
    ends_of_ties,
    iter_tallies,
    sort_keys,
)
from cc_widgets.core.cross_validation import Folds, evaluation_curve
from cc_widgets.core.hull import integer_dtype
from cc_widgets.core.metrics import auc
from cc_widgets.core.results import LEVEL, CountArray, FloatArray, result
from cc_widgets.core.scores import Predictions
from cc_widgets.core.uncertainty.bands import Level, normal_quantile, read_level
from cc_widgets.core.uncertainty.intervals import Limits
from cc_widgets.core.validation import read_choice
from cc_widgets.errors import CostCurveError

__all__ = ["RocArea", "RocAreaDifference", "roc_area", "roc_area_difference"]

ScoredClassifier: TypeAlias = Predictions | Counts | Folds
AreaMethod = Literal["area", "delong area"]

# ---- DeLong's estimate for one test set, from counts


@dataclass(frozen=True, slots=True)
class _AreaEstimate:
    """Area under the ROC curve of one test set, and DeLong's variance.

    Attributes
    ----------
    value : float
        The area.
    variance : float
        DeLong's variance; NaN if a class has a single example.
    sizes : tuple of two floats
        Effective numbers of independent negatives and positives.
    n_misranked : float
        Kish's effective number of examples behind 1 - AUC, in the class where it is smaller. With
        few of them the area is far from normally distributed.
    """

    value: float
    variance: float
    sizes: tuple[float, float]
    n_misranked: float


def _estimate(test_set: Predictions | Counts) -> _AreaEstimate:
    """Return the area of a test set, from counts unless weights or clusters matter."""
    if isinstance(test_set, Predictions) and not test_set.plain:
        return _influences(test_set).estimate
    return _estimate_from_counts(_tie_counts(test_set))


def _tie_counts(test_set: Predictions | Counts) -> Iterator[tuple[CountArray, CountArray]]:
    """Yield cumulative counts of positives and negatives at the end of each tie, in chunks."""
    if isinstance(test_set, Predictions) and test_set.weight is None:
        keys = sort_keys(test_set.positive, test_set.score).keys
        yield from ((piece.tp, piece.fp) for piece in iter_tallies(keys, ends_of_ties))
        return
    counts = test_set if isinstance(test_set, Counts) else count(test_set)
    for start in range(1, counts.tp.size, BLOCK):
        piece = slice(start, start + BLOCK)
        yield counts.tp[piece], counts.fp[piece]


def _estimate_from_counts(pieces: Iterator[tuple[CountArray, CountArray]]) -> _AreaEstimate:
    """Return the area from integer sums, exact up to one rounding.

    All counts are doubled so that an example with the same score counts half: `above` sums the
    negatives above each positive, `below` the positives above each negative.
    """
    tp = fp = above = above_squared = below = below_squared = 0
    for last_tp, last_fp in pieces:
        p, n, near_tp, near_fp = _tie_steps(last_tp, last_fp, tp, fp)
        # Count from the start of the chunk, so that squares stay small.
        total, squares = _weighted_sums(p, 2 * near_fp - n, 2 * fp)
        above, above_squared = above + total, above_squared + squares
        total, squares = _weighted_sums(n, 2 * near_tp - p, 2 * tp)
        below, below_squared = below + total, below_squared + squares
        tp, fp = int(last_tp[-1]), int(last_fp[-1])
    pairs = 2 * tp * fp
    complement_squared = 4 * tp * tp * fp - 4 * tp * below + below_squared
    variances = [
        _variance_of_mean(*sums) / (2.0 * n_other) ** 2
        for *sums, n_other in ((tp, above, above_squared, fp), (fp, below, below_squared, tp))
    ]
    squared_sums = above_squared, complement_squared
    n_misranked = min(above**2 / squares for squares in squared_sums) if above else 0.0
    return _AreaEstimate(
        (pairs - above) / pairs, sum(variances), (float(fp), float(tp)), n_misranked
    )


def _tie_steps(
    last_tp: CountArray, last_fp: CountArray, tp: int, fp: int
) -> tuple[CountArray, CountArray, CountArray, CountArray]:
    """Return positives and negatives of each tie, and their cumulative counts since (tp, fp)."""
    largest = int(max(last_tp[-1] - tp, last_fp[-1] - fp))
    exact = integer_dtype(4 * largest**3)
    near_tp, near_fp = (last_tp - tp).astype(exact), (last_fp - fp).astype(exact)
    return np.diff(near_tp, prepend=0), np.diff(near_fp, prepend=0), near_tp, near_fp


def _weighted_sums(times: CountArray, offset: CountArray, base: int) -> tuple[int, int]:
    """Return the sums of `base + offset` and of its square, both weighted by `times`."""
    weighted = times * offset
    total, first, second = int(times.sum()), int(weighted.sum()), int(np.dot(weighted, offset))
    return total * base + first, total * base**2 + 2 * base * first + second


def _variance_of_mean(size: int, total: int, squared: int) -> float:
    """Variance of the mean of `size` integers, from their sum and sum of squares."""
    if size == 1:
        return np.nan
    return (size * squared - total**2) / (size**2 * (size - 1))


# ---- DeLong's estimate example by example: weights, clusters, and pairs of classifiers


@dataclass(frozen=True, slots=True)
class _Influences:
    """Contribution of each example, or cluster, to the deviation of the area from its mean.

    Attributes
    ----------
    estimate : _AreaEstimate
        Area of the test set.
    influence : ndarray of float64
        The squares add up to the variance. For two classifiers on the same examples, the products
        add up to the covariance.
    """

    estimate: _AreaEstimate
    influence: FloatArray


def _influences(test_set: Predictions) -> _Influences:
    """Return the contribution of each example; the examples of a cluster are added up."""
    if test_set.weight is None and test_set.clusters is None:
        return _unweighted_influences(test_set)
    weight = np.ones(test_set.score.size) if test_set.weight is None else test_set.weight
    misranked = _misranked_shares(test_set, weight)
    influence = np.empty(misranked.size)
    sizes, n_misranked, mean_shares = [], [], []
    for members in map(np.flatnonzero, (~test_set.positive, test_set.positive)):
        class_weight, shares = weight[members], misranked[members]
        total = float(class_weight.sum())
        mean_share = float(np.sum(class_weight * shares)) / total
        influence[members] = (
            class_weight * (shares - mean_share) / total * _bessel_factor(test_set, class_weight)
        )
        squares = float(np.sum(class_weight * shares * shares))
        n_misranked.append((mean_share * total) ** 2 / squares if squares else 0.0)
        sizes.append(_effective_size(test_set, members, class_weight))
        mean_shares.append(mean_share)
    if test_set.clusters is not None:
        by_cluster = np.bincount(test_set.clusters, influence)
        influence = np.asarray(
            by_cluster * sqrt(by_cluster.size / (by_cluster.size - 1.0)), np.float64
        )
    variance = float(np.sum(influence * influence))
    return _Influences(
        _AreaEstimate(1.0 - mean_shares[1], variance, (sizes[0], sizes[1]), min(n_misranked)),
        influence,
    )


def _unweighted_influences(test_set: Predictions) -> _Influences:
    """Return the contribution of each example, all of the same weight."""
    misranked = _doubled_misranked(test_set)
    n_positives = np.count_nonzero(test_set.positive)
    sizes = np.array([misranked.size - n_positives, n_positives])
    sums, squares = np.zeros(2), np.zeros(2)
    blocks = [slice(start, start + BLOCK) for start in range(0, misranked.size, BLOCK)]
    for block in blocks:
        values = misranked[block].astype(np.float64)
        of_positives = values * test_set.positive[block]
        sums += values.sum(), of_positives.sum()
        squares += (values * values).sum(), (of_positives * values).sum()
    sums[0], squares[0] = sums[0] - sums[1], squares[0] - squares[1]
    mean, bessel = sums / sizes, np.full(2, np.nan)
    np.sqrt(sizes / np.maximum(sizes - 1, 1), out=bessel, where=sizes > 1)
    scale = bessel / (2.0 * sizes[0] * sizes[1])
    influence, variance = np.empty(misranked.size), 0.0
    for block in blocks:
        label, values = test_set.positive[block].astype(np.float64), influence[block]
        np.subtract(misranked[block], mean[0] + label * (mean[1] - mean[0]), out=values)
        values *= np.where(test_set.positive[block], scale[1], scale[0])
        variance += float((values * values).sum())
    n_misranked = np.divide(sums**2, squares, out=np.zeros(2), where=squares > 0.0)
    area = _AreaEstimate(
        float(1.0 - mean[1] / (2.0 * sizes[0])),
        variance,
        (float(sizes[0]), float(sizes[1])),
        float(n_misranked.min()),
    )
    return _Influences(area, influence)


def _doubled_misranked(test_set: Predictions) -> NDArray[Any]:
    """Return twice the number of the other class misranked with each example; ties count half."""
    order, size = argsort(test_set.score), test_set.score.size
    ordered = test_set.score.take(order)
    is_last = np.append(ordered[1:] != ordered[:-1], True)
    del ordered
    dtype = np.int32 if 2 * size < np.iinfo(np.int32).max else np.int64
    misranked: NDArray[Any] = np.empty(size, dtype)
    n_negatives = size - np.count_nonzero(test_set.positive)
    start = tp = 0
    while start < size:
        stop = min(start + BLOCK, size)
        stop += int(np.argmax(is_last[stop - 1 :]))  # complete the last tie
        place = order[start:stop]
        positive, last = test_set.positive.take(place), np.flatnonzero(is_last[start:stop])
        last_tp = tp + np.cumsum(positive)[last]
        last_fp = start + 1 + last - last_tp
        below = 2 * last_tp - np.diff(last_tp, prepend=tp)
        above = 2 * (n_negatives - last_fp) + np.diff(last_fp, prepend=start - tp)
        if last.size < place.size:
            below, above = (np.repeat(each, np.diff(last, prepend=-1)) for each in (below, above))
        misranked[place] = np.where(positive, above, below)
        start, tp = stop, int(last_tp[-1])
    return misranked


def _bessel_factor(test_set: Predictions, weight: FloatArray) -> FloatArray | float:
    """Return the factor sqrt(n / (n - 1)) by which deviations from the mean are enlarged (Bessel).

    It is 1 with clusters, which have their own factor.
    """
    if test_set.clusters is not None:
        return 1.0
    if test_set.weight is not None and not test_set.weighted:
        total = float(weight.sum())
        factor = total / (total - 1.0) if total > 1.0 else np.nan
        # The examples that a row counts contribute independently of each other.
        return np.sqrt(np.divide(factor, weight, out=np.zeros(weight.size), where=weight > 0.0))
    used = np.count_nonzero(weight)
    return sqrt(used / (used - 1.0)) if used > 1 else np.nan


def _effective_size(test_set: Predictions, members: NDArray[np.intp], weight: FloatArray) -> float:
    """Return the effective number of examples of a class, at most its number of clusters.

    With weights it is sum(w)^2 / sum(w^2) (L. Kish, "Survey Sampling", 1965).
    """
    are_counts = test_set.weight is None or not test_set.weighted
    size = float(weight.sum() if are_counts else weight.sum() ** 2 / np.sum(weight * weight))
    if test_set.clusters is None:
        return size
    return min(size, float(np.unique(test_set.clusters[members]).size))


def _misranked_shares(test_set: Predictions, weight: FloatArray) -> FloatArray:
    """Return the share of the other class misranked with each example, ties counting half."""
    order = np.argsort(test_set.score)
    score, positive = test_set.score[order], test_set.positive[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    sorted_weight = weight[order]
    of_positives = sorted_weight * positive
    of_negatives = sorted_weight - of_positives
    below = _mid_weights(of_positives, last) / of_positives.sum()
    above = 1.0 - _mid_weights(of_negatives, last) / of_negatives.sum()
    tie = np.repeat(np.arange(last.size), np.diff(last, prepend=-1))
    shares = np.empty(order.size)
    shares[order] = np.stack([below, above])[positive.view(np.int8), tie]
    return shares


def _mid_weights(weight: FloatArray, last: NDArray[np.intp]) -> FloatArray:
    """Return the weight below each tie plus half of the weight in it."""
    cumulative = np.cumsum(weight)[last]
    return cumulative - np.diff(cumulative, prepend=0.0) / 2.0


# ---- Confidence interval of an area


# Effective number of misranked examples above which only the logit interval is used. Intervals at
# 90 % then cover .89 or more in all simulated domains, DeLong's as little as .38
# (tests/bench/statistics_outcome.csv, "area under the ROC curve").
_ENOUGH_MISRANKED = 20.0
_N_HALVINGS = 60  # of an interval of length 1, down to the resolution of a float
_DELONG: AreaMethod = "delong area"
_UNKNOWN_N = "How sure it is is not known: sums of weights do not tell how many examples there are."
_METHOD_NAMES = {
    "area": "DeLong, on the scale of log-odds",
    "delong area": "DeLong",
}
_WIDENED = ", and where few examples are on the wrong side no narrower than Newcombe's"
_TOO_NARROW = "Near 1, and with few examples, such limits are too narrow."


@result
class RocArea:
    """Area under an ROC curve, with its confidence interval.

    Attributes
    ----------
    value : float
        Probability that a random positive scores above a random negative, ties counting half. For
        folds, the mean of their areas.
    variance : float or None
        DeLong's variance over test sets; None if unknown.
    lower, upper : float or None
        Confidence limits; None if unknown.
    level : float
        Nominal level of confidence.
    method : str
        Name of the method.
    caution : str
        Known under-coverage, or the reason why there is no interval; empty if neither applies.
    """

    value: float
    variance: float | None
    lower: float | None
    upper: float | None
    level: float
    method: str
    caution: str = ""


def roc_area(
    source: ScoredClassifier, *, level: Level = LEVEL, method: AreaMethod = "area"
) -> RocArea:
    """Area under the ROC curve of one classifier, with a confidence interval.

    Parameters
    ----------
    source : Predictions, Counts or Folds
        Scores and labels, or counts at thresholds. Frequency weights count as repeated examples;
        with importance weights or clusters, each row or cluster contributes once to the variance
        [4]_.
    level : float
        Level of confidence.
    method : {"area", "delong area"}
        "area" is DeLong's interval [1]_ on the logit scale; where few examples are misranked it is
        no narrower than Newcombe's interval [3]_, which has positive width also for an area of 1.
        "delong area" is the normal interval that most software reports; it under-covers near 1 and
        with few examples.

    Returns
    -------
    RocArea
        For folds, the mean area: each fold has its own test set and its own model.

    Raises
    ------
    CostCurveError
        If there are no scores, or the level or method is invalid.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas under two or
       more correlated receiver operating characteristic curves: a nonparametric approach",
       Biometrics 44, 1988.
    .. [2] J. A. Hanley and B. J. McNeil, "The meaning and use of the area under a receiver
       operating characteristic (ROC) curve", Radiology 143, 1982.
    .. [3] R. G. Newcombe, "Confidence intervals for an effect size measure based on the
       Mann-Whitney statistic. Part 2: asymptotic methods and evaluation", Statistics in Medicine
       25, 2006. Method 5, which takes the variance of exponential scores [2]_.
    .. [4] N. A. Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53,
       1997.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> result = roc_area(predictions([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    >>> round(result.value, 4), round(result.lower, 3), round(result.upper, 3)
    (0.8889, 0.369, 0.991)
    """
    z = normal_quantile(level)
    read_choice("method", method, get_args(AreaMethod))
    parts = _test_sets(source)
    if any(map(_has_weight_sums, parts)):
        return _without_limits(
            _mean([auc(evaluation_curve(part)) for part in parts]), level, _UNKNOWN_N
        )
    estimates = [_estimate(part) for part in parts]
    return _with_limits(estimates, level, z, method, _variance_inflation(parts))


def _without_limits(value: float, level: Level, reason: str) -> RocArea:
    return RocArea(value, None, None, None, float(read_level(level)), "", reason)


def _variance_inflation(parts: Sequence[Predictions | Counts]) -> float:
    """Return the ratio of the variance of a mean area to that with independent folds."""
    clustered = [part for part in parts if isinstance(part, Predictions) and part.reach is not None]
    return (
        _variance_over_folds([_influences(part).influence for part in clustered], clustered)[1]
        if clustered
        else 1.0
    )


def _variance_over_folds(
    influences: Sequence[FloatArray], parts: Sequence[Predictions]
) -> tuple[float, float]:
    """Return the variance of the mean area, and its ratio to that with independent folds.

    A cluster that is in several folds contributes to all of them at once.
    """
    independent = _variance_of_average(list(map(_sum_of_squares, influences)))
    if parts[0].reach is None:
        return independent, 1.0
    numbers = np.concatenate([np.asarray(part.reach) for part in parts])
    by_cluster = np.bincount(numbers, np.concatenate(influences)) / len(influences)
    variance = max(independent, float(np.sum(by_cluster * by_cluster)))
    return variance, variance / independent if independent else 1.0


def _sum_of_squares(values: FloatArray) -> float:
    """Return the sum of squares, without an array of all squares."""
    blocks = (values[start : start + BLOCK] for start in range(0, values.size, BLOCK))
    return float(sum((block * block).sum() for block in blocks))


def _with_limits(
    estimates: Sequence[_AreaEstimate],
    level: Level,
    z: float,
    method: AreaMethod,
    inflation: float = 1.0,
) -> RocArea:
    value = _mean([estimate.value for estimate in estimates])
    variance = inflation * _variance_of_average([estimate.variance for estimate in estimates])
    few_misranked = (
        sum(estimate.n_misranked for estimate in estimates) < _ENOUGH_MISRANKED * inflation
        or not variance > 0.0
    )
    if method == _DELONG:
        distance = z * sqrt(variance)
        limits, name = (value - distance, value + distance), _METHOD_NAMES[method]
    else:
        limits = _logit_limits(value, variance, estimates, z, inflation if few_misranked else 0.0)
        name = f"{_METHOD_NAMES[method]}{_WIDENED}"
    is_known = isfinite(limits[0])
    return RocArea(
        value=value,
        variance=variance if isfinite(variance) else None,
        lower=limits[0] if is_known else None,
        upper=limits[1] if is_known else None,
        level=float(read_level(level)),
        method=name,
        caution=_TOO_NARROW if method == _DELONG else "",
    )


def _test_sets(classifier: ScoredClassifier) -> Sequence[Predictions | Counts]:
    """Return the test sets of a classifier."""
    parts = getattr(classifier, "parts", (classifier,))
    for part in parts:
        if not isinstance(part, Predictions | Counts):
            raise CostCurveError(
                "must be a classifier with scores",
                where="source",
                got=f"a value of type {type(part).__name__}",
                fix="Pass predictions(y_true, y_score).",
            )
    return tuple(parts)


def _has_weight_sums(part: Predictions | Counts) -> bool:
    """Return whether counts are sums of weights, of an unknown number of examples."""
    return isinstance(part, Counts) and (part.weighted or part.tp.dtype.kind == "f")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance_of_average(variances: Sequence[float]) -> float:
    """Return the variance of the mean of independent estimates."""
    return sum(variances) / len(variances) ** 2


def _logit_limits(
    value: float, variance: float, estimates: Sequence[_AreaEstimate], z: float, inflation: float
) -> Limits:
    """Return limits on the logit scale; with `inflation`, the wider of these and Newcombe's."""
    limits = (value, value)
    if variance > 0.0 and 0.0 < value < 1.0:
        log_odds, distance = (
            log(value / (1.0 - value)),
            z * sqrt(variance) / (value * (1.0 - value)),
        )
        limits = _expit(log_odds - distance), _expit(log_odds + distance)
    if not inflation:
        return limits
    lower, upper = _newcombe(value, estimates, z * sqrt(inflation))
    return min(limits[0], lower), max(limits[1], upper)


def _expit(log_odds: float) -> float:
    """Return the probability with these log-odds."""
    return 1.0 / (1.0 + exp(-log_odds)) if log_odds > 0.0 else exp(log_odds) / (1.0 + exp(log_odds))


def _newcombe(value: float, estimates: Sequence[_AreaEstimate], z: float) -> Limits:
    """Return the areas that are z standard errors away from the observed one (Newcombe, method 5).

    The standard error is that of scores with exponential tails (Hanley and McNeil), which is above
    0 even if no example is misranked.
    """

    def is_far(area: float) -> bool:
        variance = _variance_of_average(
            [_exponential_variance(area, *estimate.sizes) for estimate in estimates]
        )
        return abs(value - area) > z * sqrt(variance)

    return _boundary(0.0, value, is_far), _boundary(1.0, value, is_far)


def _exponential_variance(area: float, negatives: float, positives: float) -> float:
    """Return the variance of an area for exponential scores in both classes."""
    pairs_of_examples = (negatives + positives) / 2.0 - 1.0
    covariance = (1.0 - area) / (2.0 - area) + area / (1.0 + area)
    return area * (1.0 - area) * (1.0 + pairs_of_examples * covariance) / (negatives * positives)


def _boundary(far: float, near: float, is_far: Callable[[float], bool]) -> float:
    """Return the value between `far` and `near` at which `is_far` changes, by bisection."""
    for _ in range(_N_HALVINGS):
        middle = (far + near) / 2.0
        far, near = (middle, near) if is_far(middle) else (far, middle)
    return far


# ---- Difference of two areas


@result
class RocAreaDifference:
    """Difference of the areas under two ROC curves, with its confidence interval and DeLong's test.

    Attributes
    ----------
    first, second : RocArea
        Areas of the two classifiers.
    value : float
        First area minus second area.
    variance : float or None
        DeLong's variance over test sets; None if unknown.
    lower, upper : float or None
        Confidence limits; None if unknown.
    p_value : float or None
        Two-sided p-value of DeLong's test of equal areas; None if unknown.
    paired : bool
        Whether both classifiers scored the same examples.
    level : float
        Nominal level of confidence.
    method : str
        Name of the method.
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

    @property
    def swapped(self) -> RocAreaDifference:
        """The difference of the second area minus the first one."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            value=0.0 - self.value,
            lower=None if self.upper is None else 0.0 - self.upper,
            upper=None if self.lower is None else 0.0 - self.lower,
        )


def roc_area_difference(
    first: ScoredClassifier, second: ScoredClassifier, *, level: Level = LEVEL
) -> RocAreaDifference:
    """Difference of the areas under two ROC curves, with an interval and DeLong's test.

    Parameters
    ----------
    first, second : Predictions, Counts or Folds
        Paired if they are known to have scored the same examples, fold by fold; otherwise treated
        as independent test sets.
    level : float
        Level of confidence.

    Returns
    -------
    RocAreaDifference
        The test is DeLong's [1]_. The interval combines the limits of both areas by MOVER [2]_ with
        their estimated correlation, so it has positive width even where DeLong's variance is 0.

    Raises
    ------
    CostCurveError
        If a classifier has no scores, or the level is invalid.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas under two or
       more correlated receiver operating characteristic curves: a nonparametric approach",
       Biometrics 44, 1988.
    .. [2] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a
       general approach", Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> y = np.array([0, 0, 1, 0, 1, 1])
    >>> good, poor = predictions(y, [1, 2, 4, 3, 5, 6]), predictions(y, [1, 6, 2, 3, 4, 5])
    >>> result = roc_area_difference(good, poor)
    >>> round(result.value, 4), result.paired, round(result.p_value, 3)
    (0.4444, True, 0.157)
    """
    test_sets = [_test_sets(classifier) for classifier in (first, second)]
    if not isinstance(first, Counts) and all(test_sets) and first.drawn_with(second):
        return _paired_difference(first, second, level)  # type: ignore[arg-type]  # counts are never paired
    areas = roc_area(first, level=level), roc_area(second, level=level)
    variance = sum(np.nan if area.variance is None else area.variance for area in areas)
    return _make_difference(areas, variance, paired=False)


def _paired_difference(
    first: Predictions | Folds, second: Predictions | Folds, level: Level
) -> RocAreaDifference:
    """Return the difference of two classifiers that scored the same examples."""
    z = normal_quantile(level)
    each = [
        [_influences(part) for part in _test_sets(classifier) if isinstance(part, Predictions)]
        for classifier in (first, second)
    ]
    parts = [part for part in _test_sets(first) if isinstance(part, Predictions)]
    influences = [[part.influence for part in folds] for folds in each]
    areas = [
        _with_limits(
            [part.estimate for part in folds], level, z, "area", _variance_over_folds(own, parts)[1]
        )
        for folds, own in zip(each, influences, strict=True)
    ]
    differences = [left - right for left, right in zip(*influences, strict=True)]
    variance, _ = _variance_over_folds(differences, parts)
    return _make_difference((areas[0], areas[1]), variance, paired=True)


def _make_difference(
    areas: tuple[RocArea, RocArea], variance: float, *, paired: bool
) -> RocAreaDifference:
    """Return the difference of two areas with this variance."""
    value = areas[0].value - areas[1].value
    lower, upper = _difference_limits(value, areas, variance)
    is_known = isfinite(variance)
    return RocAreaDifference(
        *areas,
        value=value,
        variance=variance if is_known else None,
        lower=lower,
        upper=upper,
        p_value=_p_value(value, variance) if is_known else None,
        paired=paired,
        level=areas[0].level,
        method="limits of both, and DeLong's covariance" if paired else "limits of both",
    )


def _difference_limits(
    value: float, areas: tuple[RocArea, RocArea], variance: float
) -> tuple[float | None, float | None]:
    """Return MOVER limits of the difference of two areas.

    Distances are scaled by the ratio of the standard error to that of independent areas.
    """
    left, right = areas
    if left.lower is None or left.upper is None or right.lower is None or right.upper is None:
        return None, None
    independent = (left.variance or 0.0) + (right.variance or 0.0)
    ratio = sqrt(variance / independent) if independent and isfinite(variance) else 1.0
    below = hypot(left.value - left.lower, right.upper - right.value)
    above = hypot(left.upper - left.value, right.value - right.lower)
    return max(-1.0, value - ratio * below), min(1.0, value + ratio * above)


def _p_value(value: float, variance: float) -> float | None:
    """Return the p-value of DeLong's test; None if the variance is 0 and the areas differ."""
    if variance > 0.0:
        return erfc(abs(value) / sqrt(2.0 * variance))
    return None if value else 1.0
