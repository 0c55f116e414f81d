"""Differences of lower envelopes, for one pair of classifiers or a family of all pairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise, product
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.results import (
    LEVEL,
    BoolArray,
    CountArray,
    FloatArray,
    IntArray,
    result,
)
from cc_widgets.core.uncertainty.bands import (
    Band,
    Level,
    OrderRule,
    normal_quantile,
    order_ranks,
    read_level,
    share_outside,
    shared_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty.bootstrap import (
    OPTIMISM_FACTOR,
    EnvelopeResamples,
    JointResamples,
    PartResamples,
    mean_of_parts,
)
from cc_widgets.core.uncertainty.envelopes import (
    Chosen,
    choice_optimism,
    chosen_by_part,
    cluster_inflation,
    corrected_cost,
    fixed_costs,
    inflation_ratio,
    observed_cost,
    tied_by_part,
)
from cc_widgets.core.uncertainty.intervals import MOVER, adjusted_wilson_limits
from cc_widgets.core.uncertainty.paired import (
    DifferenceMethod,
    PairedCounts,
    Predicted,
    difference_band,
    paired_counts,
)
from cc_widgets.core.validation import check_names, read_choice, read_list, read_position
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "PairDifference",
    "PairwiseDifferences",
    "envelope_difference_band",
    "pairwise_differences",
    "pairwise_envelope_differences",
    "recommended_difference_band",
]

# ---- Bands of the difference in cost of two recommended thresholds


Differences = Literal["recommended", "best"]
"""Difference in cost of the recommended thresholds on new data, or of the best possible ones."""

_N_CLASSES = 2
_MIN_CLASSIFIERS = 2
_Pair: TypeAlias = tuple[EnvelopeResamples, EnvelopeResamples]
_PairThresholds: TypeAlias = tuple[Sequence[Chosen], Sequence[Chosen]]  # each over test sets
_Deviations: TypeAlias = FloatArray | IntArray
_Columns: TypeAlias = BoolArray | slice
_CONTINUITY = 0.5  # examples, a continuity correction
_ZERO_VARIANCE = 1e-24  # a variance that is due to rounding
# Number of values of pc, over all pairs, at which the largest deviation of a resample is computed.
_MAX_COLUMNS = 5_000
_MIN_COLUMNS = 21  # for each pair


@result
class Family:
    """All pairs of several classifiers, with a family-wise level over pairs and pc.

    Attributes
    ----------
    deviations : ndarray of float64 or int64, shape (n_resamples,)
        Largest deviation of each resample from the data, over pairs and pc: in standard errors, or
        as the rank at which the resample is still within the limits.
    n_pairs : int
        Number of pairs.
    """

    deviations: _Deviations
    n_pairs: int


def pairwise_family(
    resamples: JointResamples, *, level: Level = LEVEL, differences: Differences = "recommended"
) -> Family:
    """Return the family of all pairs of classifiers, computed once for any number of bands.

    `differences` is as in `pairwise_envelope_differences`.
    """
    n_pairs = len(resamples.each) * (len(resamples.each) - 1) // 2
    return Family(_family_deviations(resamples.each, level, differences), n_pairs)


def recommended_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = LEVEL,
    simultaneous: bool = False,
    family: JointResamples | Family | None = None,
) -> Band:
    """Band of the difference in cost on new data of two recommended thresholds.

    Both thresholds are the optimal ones on the given examples at each pc. The limits of each error
    rate are combined as for differences of paired proportions [1]_, with the correlation of the
    errors in the resamples. They are shifted by the part of the optimism that does not cancel, and
    widened by the optimism of the classifier that it would favour.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two or more classifiers.
    first, second : int
        Positions of the two classifiers.
    level : float
        Level of confidence.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise. The critical value is
        then the bootstrap quantile of the largest studentised deviation over pc [2]_.
    family : JointResamples or Family, optional
        All classifiers whose pairs share the level (family-wise), for all pc at once: the largest
        deviation is then also taken over pairs.

    Returns
    -------
    Band
        Cost of the first classifier minus cost of the second.

    References
    ----------
    .. [1] R. G. Newcombe, "Improved confidence intervals for the difference between binomial
       proportions based on paired data", Statistics in Medicine 17, 1998.
    .. [2] P. H. Westfall and S. S. Young, "Resampling-Based Multiple Testing: Examples and
       Methods for p-Value Adjustment", Wiley, 1993.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> resamples = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> band = recommended_difference_band(resamples)
    >>> band.estimate.round(3), bool(band.lower[0] < -0.167 < 0 < band.upper[0])
    (array([-0.167]), True)
    """
    pair = _select_pair(resamples, first, second)
    deviations = _deviations_of_family(
        pair, family, level, "recommended", simultaneous=simultaneous
    )
    return _recommended_band(pair, level, *deviations)


def _recommended_band(
    pair: _Pair, level: Level, deviations: _Deviations | None, n_pairs: int
) -> Band:
    """Return the band of a pair: pointwise, or simultaneous with the deviations of a family."""
    first, second = pair
    z = _critical_value(deviations, level)
    sides = _Side(first), _Side(second)
    chosen = sides[0].chosen, sides[1].chosen
    lower, upper = _limits_with_ties(sides, z, np.full(first.pc.size, fill_value=True))
    estimate = observed_cost(first) - observed_cost(second)
    if deviations is not None and n_pairs > 1:
        error = float(np.mean(deviations > z))
    else:
        resampled = fixed_costs(first, chosen[0]) - fixed_costs(second, chosen[1])
        half_width = (upper - lower) / 2.0
        # With few errors, the limits and the resamples are skewed to opposite sides.
        error = share_outside(resampled.T, estimate - half_width, estimate + half_width)
    optimism = [choice_optimism(*side) for side in zip(pair, chosen, strict=True)]
    return _difference_band_maker(pair)(
        estimate=estimate,
        lower=lower,
        upper=upper,
        expected=estimate + OPTIMISM_FACTOR * (optimism[0] - optimism[1]),
        familywise_error=error,
        family=n_pairs,
        level=float(level),
        method=f"recommended difference band: paired {MOVER} limits{first.drawn} shifted by "
        "bootstrap optimism",
        target="difference in use",
        simultaneous=deviations is not None,
    )


def _critical_value(deviations: _Deviations | None, level: Level) -> float:
    """Return the critical value in standard errors, pointwise or simultaneous."""
    return normal_quantile(level) if deviations is None else _max_quantile(deviations, level)


class _LimitTerms(NamedTuple):
    """Terms of one classifier in the limits of its differences, at all pc.

    Attributes
    ----------
    below, above : ndarray of float64, shape (n_sets, 2, n)
        Distances of the error rates of each test set to their limits, weighted.
    optimism, cost : ndarray of float64, shape (n,)
        Optimism of the choice, and observed cost.
    """

    below: FloatArray
    above: FloatArray
    optimism: FloatArray
    cost: FloatArray


class _Side:
    """Classifier of one pair or of several, with its thresholds and their limit terms."""

    def __init__(self, resamples: EnvelopeResamples) -> None:
        self.resamples = resamples
        self.chosen, self.tied = chosen_by_part(resamples), tied_by_part(resamples)
        self._terms: dict[tuple[int, float], _LimitTerms] = {}

    def terms(self, thresholds: Sequence[Chosen], z: float) -> _LimitTerms:
        """Return the terms of own thresholds, computed once for each critical value."""
        key = id(thresholds), z
        if key in self._terms:
            return self._terms[key]
        measure = partial(_limit_distances, z=z)
        weight, everywhere = _error_costs(self.resamples.pc), slice(None)
        below, above = _weighted_distances(weight, thresholds, everywhere, measure)
        optimism = choice_optimism(self.resamples, thresholds)
        terms = _LimitTerms(below, above, optimism, _observed_cost(thresholds, everywhere))
        self._terms[key] = terms
        return terms


_Sides: TypeAlias = tuple[_Side, _Side]


def _limits_with_ties(sides: _Sides, z: float, columns: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Return limits at some pc that cover the difference for all equally good thresholds."""
    first, second = sides
    if first.resamples is second.resamples:
        zeros = np.zeros(np.count_nonzero(columns))
        return zeros, zeros.copy()
    lower, upper = _chosen_difference_limits(sides, (first.chosen, second.chosen), z, columns)
    for alternative, is_tied in _tied_alternatives(sides):
        both, place = is_tied & columns, is_tied[columns]
        if place.any():
            low, high = _chosen_difference_limits(sides, alternative, z, both)
            lower[place] = np.minimum(lower[place], low)
            upper[place] = np.maximum(upper[place], high)
    return lower, upper


def _tied_alternatives(sides: _Sides) -> Iterator[tuple[_PairThresholds, BoolArray]]:
    """Yield equally good thresholds, and the pc at which they differ from the chosen ones."""
    left, right = sides
    for first, second in product(left.tied, right.tied):
        pairs = zip((*left.chosen, *right.chosen), (*first, *second), strict=True)
        is_tied = np.logical_or.reduce([chosen.corner != tied.corner for chosen, tied in pairs])
        if is_tied.any():
            yield (first, second), is_tied


def _difference_band_maker(pair: _Pair) -> Callable[..., Band]:
    """Return a constructor of bands with the common fields of a pair."""
    first, second = pair
    return partial(
        Band,
        pc=first.pc,
        n_resamples=first.n_done,
        seed=first.seed,
        thinning=max(first.thinning, second.thinning),
        provisional=first.n_done < first.n_resamples,
    )


def _chosen_difference_limits(
    sides: _Sides, thresholds: _PairThresholds, z: float, columns: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Return the limits of the difference in cost of these thresholds, at some pc."""
    pair = sides[0].resamples, sides[1].resamples
    first, second = (
        _LimitTerms(*(values[..., columns] for values in side.terms(chosen, z)))
        for side, chosen in zip(sides, thresholds, strict=True)
    )
    correlation = _correlations(pair, thresholds, columns)
    inflation = _cluster_inflation(pair, thresholds, columns)
    below = inflation * _paired_distance(first.below, second.above, correlation)
    above = inflation * _paired_distance(first.above, second.below, correlation)
    estimate, shift = first.cost - second.cost, OPTIMISM_FACTOR * (first.optimism - second.optimism)
    lower = estimate + np.minimum(shift, 0.0) - np.hypot(below, second.optimism)
    upper = estimate + np.maximum(shift, 0.0) + np.hypot(above, first.optimism)
    return np.maximum(lower, -1.0), np.minimum(upper, 1.0)


def _observed_cost(chosen: Sequence[Chosen], columns: _Columns) -> FloatArray:
    """Return the observed cost of thresholds at some pc."""
    return mean_of_parts([thresholds.cost[columns] for thresholds in chosen])


def _error_costs(pc: FloatArray) -> FloatArray:
    """Return the cost of an error in each class, shape (2, n)."""
    return np.stack([1.0 - pc, pc])


def _weighted_distances(
    weight: FloatArray,
    chosen: Sequence[Chosen],
    columns: _Columns,
    measure: Callable[[FloatArray, FloatArray], Sequence[FloatArray]],
) -> tuple[FloatArray, ...]:
    """Return weighted distances of rates by test set and class, each of shape (n_sets, 2, n).

    The weights are such that squares add up to the square for the mean cost.
    """
    measures = []
    for thresholds in chosen:
        errors, size = (
            np.stack(classes)[:, columns].astype(np.float64)
            for classes in (
                (thresholds.fp, thresholds.fn),
                (thresholds.negatives, thresholds.positives),
            )
        )
        is_known = thresholds.is_baseline[columns]
        measures.append(
            [np.where(is_known, 0.0, weight * value) for value in measure(errors, size)]
        )
    return tuple(np.stack(values) / len(chosen) for values in zip(*measures, strict=True))


def _limit_distances(
    count: FloatArray, total: FloatArray, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return the distances from rates to their lower and upper limits."""
    rate, (low, high) = count / total, adjusted_wilson_limits(count, total, z)
    return rate - low, high - rate


def _standard_errors(count: FloatArray, total: FloatArray) -> tuple[FloatArray]:
    """Return standard errors of rates, positive even without errors."""
    rate = (count + _CONTINUITY) / (total + 1.0)
    return (np.sqrt(rate * (1.0 - rate) / total),)


def _paired_distance(
    first: FloatArray, second: FloatArray, correlation: FloatArray | float
) -> FloatArray:
    """Return the norm of the difference of two correlated distances."""
    square = _sum_parts(first**2) + _sum_parts(second**2)
    if np.shape(first) == np.shape(second):
        square -= 2.0 * _sum_parts(correlation * first * second)
    return np.sqrt(np.maximum(square, 0.0))


def _sum_parts(squares: FloatArray) -> FloatArray:
    return np.asarray(squares.sum(axis=(0, 1)))


def _correlations(
    pair: _Pair, thresholds: _PairThresholds, columns: _Columns
) -> FloatArray | float:
    """Return correlations of errors by test set and class, shape (n_sets, 2, n)."""
    if len(pair[0].parts) != len(pair[1].parts):  # tested on other examples
        return 0.0
    correlations = []
    for first, second, first_chosen, second_chosen in zip(
        pair[0].parts, pair[1].parts, *thresholds, strict=True
    ):
        corners = np.stack([first_chosen.corner[columns], second_chosen.corner[columns]])
        unique, place = np.unique(corners, axis=1, return_inverse=True)
        sizes = (
            first_chosen.negatives * second_chosen.negatives,
            first_chosen.positives * second_chosen.positives,
        )
        rates = _resampled_rates(first, unique[0]), _resampled_rates(second, unique[1])
        for left, right, size in zip(*rates, sizes, strict=True):
            covariance, spread = (moment[place.ravel()] for moment in _covariances(left, right))
            correlations.append(_corrected_correlation(covariance, spread, size[columns]))
    return np.stack(correlations).reshape(len(pair[0].parts), _N_CLASSES, correlations[0].size)


def _corrected_correlation(
    covariance: FloatArray, spread: FloatArray, size: CountArray
) -> FloatArray:
    """Return correlations from covariances and products of standard deviations and class sizes.

    A continuity correction reduces positive covariances by half an example, since resamples
    contain observed examples only.
    """
    correction = np.minimum(_CONTINUITY / size, np.maximum(covariance, 0.0))
    return np.divide(
        covariance - correction,
        spread,
        out=np.zeros_like(covariance),
        where=spread > _ZERO_VARIANCE,
    )


def _cluster_inflation(
    pair: _Pair, thresholds: _PairThresholds, columns: _Columns
) -> FloatArray | float:
    """Return the ratio of the standard deviation of the difference to that with independent folds.

    It exceeds 1 only if clusters are in several folds.
    """
    sides = list(zip(pair, thresholds, strict=True))
    if not any(side.reaching for side in pair) or len(pair[0].parts) != len(pair[1].parts):
        first, second = (cluster_inflation(*side, columns) for side in sides)
        return np.maximum(first, second)
    parts = (zip(resamples.parts, chosen, strict=True) for resamples, chosen in sides)
    folds = [[(1.0, *first), (-1.0, *second)] for first, second in zip(*parts, strict=True)]
    return inflation_ratio(pair[0].pc[columns], folds, columns)


def _resampled_rates(part: PartResamples, corner: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return resampled rates at hull vertices, of negatives and of positives."""
    return (
        part.fp[:, corner] / part.negatives[:, np.newaxis],
        part.tp[:, corner] / part.positives[:, np.newaxis],
    )


def _covariances(first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return covariances of columns, and the products of their standard deviations."""
    first_deviation, second_deviation = first - first.mean(axis=0), second - second.mean(axis=0)
    spread = np.sqrt(
        np.square(first_deviation).mean(axis=0) * np.square(second_deviation).mean(axis=0)
    )
    return (first_deviation * second_deviation).mean(axis=0), spread


# ---- Largest studentised deviation of resamples, over pc and pairs (max-t)


def _max_quantile(deviations: _Deviations, level: Level) -> float:
    """Return the bootstrap quantile of the largest deviation, at least that of one line."""
    n = deviations.size
    rank = min(ceil(read_level(level) * (n + 1)), n)
    return max(simultaneous_critical(level), float(np.sort(deviations)[rank - 1]))


def _max_over_pairs(each: Sequence[EnvelopeResamples]) -> FloatArray:
    """Return the largest absolute studentised deviation of each resample over pairs and pc."""
    pc = _family_pc(each)
    options = [
        option for i, side in enumerate(each) for option in _options(i, replace(side, pc=pc))
    ]
    inflations = _Inflations() if any(side.reaching for side in each) else None
    largest = np.zeros(each[0].n_done)
    for columns in _runs_of_thresholds(options):
        used = [option for option in options if option.is_used[columns.start]]
        owner = np.array([option.owner for option in used])
        rates, deviations, errors, sizes = zip(
            *(option.at(columns) for option in used), strict=True
        )
        error = _pair_errors(rates, errors, sizes)
        if inflations is not None:
            error *= inflations.at(used, columns)
        inverse = np.divide(1.0, error, out=np.zeros_like(error), where=error > 0.0)
        deviation = np.stack(deviations)
        for i, start in enumerate(np.searchsorted(owner, owner, side="right").tolist()):
            if start < owner.size:
                studentized = np.abs(deviation[start:] - deviation[i])
                studentized *= inverse[i, start:, :, np.newaxis]
                np.maximum(largest, studentized.max(axis=(0, 1)), out=largest)
    return largest


def _family_pc(each: Sequence[EnvelopeResamples]) -> FloatArray:
    """Return the pc at which deviations are computed: all of them unless there are many pairs."""
    pc, n_pairs = each[0].pc, len(each) * (len(each) - 1) // 2
    n_columns = max(_MIN_COLUMNS, _MAX_COLUMNS // n_pairs)
    return pc[:: max(1, (pc.size - 1) // (n_columns - 1))]


@dataclass(frozen=True, slots=True, eq=False)
class _Option:
    """Thresholds of a classifier at each pc: the chosen ones, or other equally good ones.

    Attributes
    ----------
    owner : int
        Position of the classifier.
    resamples : EnvelopeResamples
        Its resamples.
    chosen : sequence of Chosen
        Thresholds of each test set.
    is_used : ndarray of bool, shape (n,)
        Whether they are the chosen ones or differ from these at this pc.
    """

    owner: int
    resamples: EnvelopeResamples
    chosen: Sequence[Chosen]
    is_used: BoolArray

    def at(self, columns: slice) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return rates and cost deviations in resamples, errors and sizes, at some pc.

        Thresholds do not change there. The error rates have shape (n_sets, 2, n_resamples), the
        deviations (n, n_resamples), the standard errors (n_sets, 2, n), and the class sizes
        (n_sets, 2). Squares of the errors add up to that of the mean cost.
        """
        first = slice(columns.start, columns.start + 1)
        weight = _error_costs(self.resamples.pc[columns])
        parts = zip(self.resamples.parts, self.chosen, strict=True)
        rates = np.array([_resampled_rates(part, each.corner[first]) for part, each in parts])[
            ..., 0
        ]
        fpr, tpr = rates.mean(axis=0)
        deviation = np.multiply.outer(weight[0], fpr) + np.multiply.outer(weight[1], 1.0 - tpr)
        deviation -= _observed_cost(self.chosen, columns)[:, np.newaxis]
        (error,) = _weighted_distances(weight, self.chosen, columns, _standard_errors)
        size = [(each.negatives[first], each.positives[first]) for each in self.chosen]
        return rates, deviation, error, np.array(size, np.float64)[..., 0]


def _options(owner: int, resamples: EnvelopeResamples) -> tuple[_Option, _Option]:
    """Return the chosen thresholds of a classifier, and equally good ones where they differ."""
    chosen, last, pc = chosen_by_part(resamples), tied_by_part(resamples)[1], resamples.pc
    is_tied = np.logical_or.reduce(
        [left.corner != right.corner for left, right in zip(chosen, last, strict=True)]
    )
    inner = is_tied & (pc > 0.0) & (pc < 1.0)  # at pc 0 and 1 neither makes an error
    everywhere = np.ones(pc.size, dtype=bool)
    return _Option(owner, resamples, chosen, everywhere), _Option(owner, resamples, last, inner)


def _runs_of_thresholds(options: Sequence[_Option]) -> Iterator[slice]:
    """Yield ranges of columns in which all options have the same thresholds."""
    corners = np.stack([part.corner for option in options for part in option.chosen])
    is_used = np.stack([option.is_used for option in options])
    changes = np.any(np.diff(np.vstack([corners, is_used]), axis=1) != 0, axis=0)
    edges = [0, *(np.flatnonzero(changes) + 1).tolist(), changes.size + 1]
    return (slice(*ends) for ends in pairwise(edges))


def _pair_errors(
    rates: Sequence[FloatArray],
    errors: Sequence[FloatArray],
    sizes: Sequence[FloatArray],
    n_first: int | None = None,
) -> FloatArray:
    """Return standard errors of the differences in cost between the first options and all.

    The arguments are as in `_Option.at`; the result has shape (n_first, n_options, n).
    """
    square = np.stack([_sum_parts(error**2) for error in errors])
    squares = square[:n_first, np.newaxis] + square
    n_sets = np.array([len(error) for error in errors])
    for number in np.unique(n_sets).tolist():  # pairs with other numbers are independent
        place = np.flatnonzero(n_sets == number)
        n_rows = np.count_nonzero(place < len(squares))
        by_class = (
            np.stack([values[i].reshape(_N_CLASSES * number, -1) for i in place.tolist()], axis=1)
            for values in (rates, errors, sizes)
        )
        for rate, error, size in zip(*by_class, strict=True):
            centered = rate - rate.mean(axis=1, keepdims=True)
            covariance = centered[:n_rows] @ centered.T / rate.shape[1]
            variance = np.square(centered).mean(axis=1)
            spread = np.sqrt(np.multiply.outer(variance[:n_rows], variance))
            correlation = _corrected_correlation(covariance, spread, size[:n_rows] * size.T)
            squares[np.ix_(place[:n_rows], place)] -= (
                2.0 * correlation[..., np.newaxis] * error[:n_rows, np.newaxis] * error
            )
    return np.sqrt(np.maximum(squares, 0.0))


class _Inflations:
    """Ratios of `_cluster_inflation` for pairs of options, each computed once."""

    def __init__(self) -> None:
        self._ratios: dict[tuple[int, int], FloatArray | float] = {}

    def at(self, used: Sequence[_Option], columns: slice) -> FloatArray:
        """Return the ratios of all pairs at some pc, shape (n_options, n_options, n)."""
        ratios = np.ones((len(used), len(used), columns.stop - columns.start))
        for (i, first), (j, second) in combinations(enumerate(used), 2):
            key = id(first), id(second)
            if key not in self._ratios:
                sides = (first.resamples, second.resamples), (first.chosen, second.chosen)
                self._ratios[key] = _cluster_inflation(*sides, slice(None))
            ratio = self._ratios[key]
            ratios[i, j] = ratio[columns] if isinstance(ratio, np.ndarray) else ratio
        return ratios


# ---- One classifier compared with all others, at each single pc


_N_CRITICAL = 5  # values of pc at which the critical value is estimated
_MAX_KEPT_BYTES = 100_000_000  # of the deviations behind critical values
_PAIR = 2


def rival_critical_value(
    resamples: JointResamples,
    chosen: int,
    columns: BoolArray | None = None,
    *,
    level: Level = LEVEL,
) -> float:
    """Critical value for the differences between a classifier and all others at one pc.

    It is the bootstrap quantile of the largest studentised deviation over the other classifiers
    (max-t) [1]_, so that the level holds for all differences together, at each single pc.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two or more classifiers.
    chosen : int
        Position of the classifier.
    columns : ndarray of bool, shape (n,), optional
        Which values of pc are selected; all by default.
    level : float
        Level of confidence.

    Returns
    -------
    float
        In standard errors, for `DifferenceLimits.at`; the largest at some of the selected pc.

    References
    ----------
    .. [1] C. W. Dunnett, "A multiple comparison procedure for comparing several treatments with a
       control", Journal of the American Statistical Association 50, 1955.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1] * 10
    >>> scores = [[1, 2, 3, 4, 5, 6] * 10, [3, 1, 2, 6, 4, 5] * 10, [2, 1, 6, 3, 4, 5] * 10]
    >>> each = [predictions(label, score) for score in scores]
    >>> resamples = finished(joint_resampling(each, n_resamples=999, rng=0, pc=[0.5]))
    >>> 1.65 < rival_critical_value(resamples, 0) < 2.2
    True
    """
    limits = DifferenceLimits(level, "recommended", simultaneous=False)
    return limits.rival_critical_value(resamples, chosen, columns, range(len(resamples.each)))


def _tested_places(own: EnvelopeResamples, columns: BoolArray | None) -> IntArray:
    """Return evenly spaced columns among the selected ones, to estimate a critical value."""
    places = np.arange(own.pc.size) if columns is None else np.flatnonzero(columns)
    chosen = np.linspace(0, places.size - 1, min(_N_CRITICAL, places.size)).astype(np.int64)
    tested: IntArray = places[chosen]
    return tested


def _rival_deviations(
    resamples: JointResamples, own: EnvelopeResamples, places: IntArray
) -> NDArray[np.float32]:
    """Return absolute studentised deviations of each classifier from one at some columns.

    The result has shape (n_classifiers, n_places, n_resamples), with 0 for the classifier itself.
    """
    pc = own.pc[places]
    leader = _options(0, replace(own, pc=pc))[0]
    options = [_options(i, replace(side, pc=pc))[0] for i, side in enumerate(resamples.each)]
    inflations = _Inflations() if any(side.reaching for side in resamples.each) else None
    studentized = np.zeros((len(options), places.size, own.n_done), dtype=np.float32)
    for place in range(places.size):
        at = slice(place, place + 1)
        rates, deviations, errors, sizes = zip(
            *(option.at(at) for option in (leader, *options)), strict=True
        )
        error = _pair_errors(rates, errors, sizes, n_first=1)[0, 1:, 0]
        if inflations is not None:
            error *= [inflations.at((leader, option), at)[0, 1, 0] for option in options]
        for i, side in enumerate(resamples.each):
            if side is not own and error[i] > 0.0:
                studentized[i, place] = np.abs(deviations[i + 1][0] - deviations[0][0]) / error[i]
    return studentized


def _rival_quantile(deviations: NDArray[np.float32], level: Level) -> float:
    """Return the bootstrap quantile of the largest deviation, at the column where it is highest."""
    largest = np.sort(deviations.max(axis=0), axis=1)
    n_done = largest.shape[1]
    rank = min(ceil(read_level(level) * (n_done + 1)), n_done)
    return float(largest[:, rank - 1].max(initial=normal_quantile(level)))


# ---- Bands of the difference of two envelopes, resampled jointly


_MIN_EXAMPLES = 50  # of a class; with fewer, 90 % bands cover as little as .82 in the table below
# Percentiles are biased by the optimism twice: the observed envelope is below the true one, and a
# resampled envelope is below the observed one by as much. For the coverage see
# "difference of envelopes" in tests/bench/statistics_outcome.csv.
_PERCENTILE_OPTIMISM_FACTOR = 2.0
_ROUNDING = 1e-12  # tolerance for equal differences in cost


def envelope_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
    family: JointResamples | Family | None = None,
) -> Band:
    """Percentile band of the difference of two envelopes, extended by the optimism that remains.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two or more classifiers.
    first, second : int
        Positions of the two classifiers.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Rule for the ranks of the limits; see `order_ranks`.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise. The limits are then the
        innermost order statistics that contain the share `level` of the resampled differences at
        all pc. Use them to test whether two classifiers differ at any pc. As limits of the
        difference they under-cover where curves cross or a classifier has few thresholds: in
        simulations the coverage of 90 % bands was as low as 79 %.
    family : JointResamples or Family, optional
        All classifiers whose pairs share the level (family-wise), for all pc at once: the share
        `level` of the resamples is then within the limits of all pairs.

    Returns
    -------
    Band
        Cost of the first classifier minus cost of the second, each at its best possible threshold.
        Its `caution` states known under-coverage.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> resamples = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> band = envelope_difference_band(resamples)
    >>> band.estimate.round(3), band.upper.round(3)
    (array([-0.167]), array([0.]))
    """
    order_ranks(level, resamples.n_done, rule)
    pair = _select_pair(resamples, first, second)
    ranks = _deviations_of_family(pair, family, level, "best", simultaneous=simultaneous)
    return _best_possible_band(pair, level, *ranks, rule)


def _best_possible_band(
    pair: _Pair,
    level: Level,
    ranks: _Deviations | None,
    n_pairs: int,
    rule: OrderRule = "margineantu-dietterich",
) -> Band:
    """Return the band of a pair: pointwise, or simultaneous with the ranks of a family."""
    observed = [observed_cost(side) for side in pair]
    differences = _resampled_differences(pair)
    rank = _lower_rank(ranks, level, pair[0].n_done, rule)
    lower, upper = _extended_percentiles(pair, differences, rank)
    error = share_outside(differences, lower, upper)
    if ranks is not None and n_pairs > 1:
        error = float(np.mean(ranks < rank))
    simultaneous = ranks is not None
    return _difference_band_maker(pair)(
        estimate=observed[0] - observed[1],
        lower=lower,
        upper=upper,
        familywise_error=error,
        family=n_pairs,
        level=float(level),
        method=f"envelope difference band: joint percentiles{pair[0].drawn} extended by "
        "optimism that does not cancel",
        target="difference of envelopes",
        simultaneous=simultaneous,
        caution=_coverage_warning(pair[0], simultaneous=simultaneous),
    )


def _lower_rank(ranks: _Deviations | None, level: Level, n_done: int, rule: OrderRule) -> int:
    """Return the rank of the lower limit, pointwise or simultaneous."""
    lower, _ = order_ranks(level, n_done, rule)
    return lower if ranks is None else min(lower, _simultaneous_rank(ranks, level))


def _extended_percentiles(
    pair: _Pair, differences: FloatArray, rank: int, columns: _Columns = slice(None)
) -> tuple[FloatArray, FloatArray]:
    """Return order statistics at some pc, extended by the optimism that does not cancel out."""
    optimism = [(corrected_cost(side) - observed_cost(side))[columns] for side in pair]
    shift = _PERCENTILE_OPTIMISM_FACTOR * (optimism[0] - optimism[1])
    ordered = np.sort(differences, axis=1)
    return (
        ordered[:, rank - 1] + np.minimum(shift, 0.0),
        ordered[:, -rank] + np.maximum(shift, 0.0),
    )


# ---- Limits at some pc only


class DifferenceLimits:
    """Limits of the differences of pairs of classifiers, each computed once.

    They depend on the two classifiers only. The options are as for `recommended_difference_band`.
    """

    def __init__(self, level: Level, differences: Differences, *, simultaneous: bool) -> None:
        self._level, self._differences, self._simultaneous = level, differences, simultaneous
        self._sides: dict[int, _Side] = {}
        self._pairs: dict[
            tuple[int, int, float | None], tuple[FloatArray, FloatArray, BoolArray]
        ] = {}
        self._rivals: dict[tuple[int, bytes], NDArray[np.float32]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the options only."""
        make = partial(DifferenceLimits, simultaneous=self._simultaneous)
        return make, (self._level, self._differences)

    def at(
        self,
        resamples: JointResamples,
        columns: BoolArray,
        family: Family | None = None,
        critical: float | None = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Return limits of the difference of two classifiers at selected pc, as in the whole band.

        `columns` selects pc. `family` is the same for a pair each time. A `critical` value, in
        standard errors, replaces that of the options, for the recommended thresholds.
        """
        pair = _select_pair(resamples, 0, 1)
        for side in pair:
            if id(side) not in self._sides:
                self._sides[id(side)] = _Side(side)
        if (key := (id(pair[0]), id(pair[1]), critical)) not in self._pairs:
            unknown = np.full(columns.size, np.nan)
            self._pairs[key] = unknown, unknown.copy(), np.zeros(columns.size, dtype=bool)
        lower, upper, is_known = self._pairs[key]
        missing = columns & ~is_known
        if missing.any():
            sides = self._sides[key[0]], self._sides[key[1]]
            lower[missing], upper[missing] = self._compute(sides, missing, family, critical)
            is_known |= missing
        return lower[columns], upper[columns]

    def rival_critical_value(
        self,
        resamples: JointResamples,
        chosen: int,
        columns: BoolArray | None,
        among: Sequence[int],
    ) -> float:
        """Return the critical value of `rival_critical_value` for some of the classifiers."""
        own = _select_classifier(resamples, "chosen", chosen)
        if len(among) == _PAIR:
            return normal_quantile(self._level)
        places = _tested_places(own, columns)
        key = id(own), places.tobytes()
        if key not in self._rivals:
            deviations = _rival_deviations(resamples, own, places)
            n_bytes = sum(kept.nbytes for kept in self._rivals.values())
            if n_bytes + deviations.nbytes > _MAX_KEPT_BYTES:
                self._rivals.clear()
            self._rivals[key] = deviations
        return _rival_quantile(self._rivals[key][among], self._level)

    def _compute(
        self, sides: _Sides, columns: BoolArray, family: Family | None, critical: float | None
    ) -> tuple[FloatArray, FloatArray]:
        """Return the limits of a pair at selected pc."""
        if critical is not None:
            return _limits_with_ties(sides, critical, columns)
        pair = sides[0].resamples, sides[1].resamples
        deviations, _ = _deviations_of_family(
            pair, family, self._level, self._differences, simultaneous=self._simultaneous
        )
        if self._differences == "recommended":
            return _limits_with_ties(sides, _critical_value(deviations, self._level), columns)
        rank = _lower_rank(deviations, self._level, pair[0].n_done, "margineantu-dietterich")
        return _extended_percentiles(pair, _resampled_differences(pair, columns), rank, columns)


def _deviations_of_family(
    pair: _Pair,
    family: JointResamples | Family | None,
    level: Level,
    differences: Differences,
    *,
    simultaneous: bool,
) -> tuple[_Deviations | None, int]:
    """Return deviations for a simultaneous or family-wise level, and the number of pairs."""
    if isinstance(family, JointResamples):
        family = pairwise_family(family, level=level, differences=differences)
    if family is not None:
        return family.deviations, family.n_pairs
    return (_family_deviations(pair, level, differences) if simultaneous else None), 1


def _select_pair(resamples: JointResamples, first: int, second: int) -> _Pair:
    """Return the resamples of two classifiers."""
    return _select_classifier(resamples, "first", first), _select_classifier(
        resamples, "second", second
    )


def _select_classifier(resamples: JointResamples, where: str, position: int) -> EnvelopeResamples:
    size = len(resamples.each)
    among = f"among {size} classifiers"
    index = read_position(
        *(where, position, size),
        fewest=-size,
        item="a classifier",
        context=among,
        fix="Count from 0.",
    )
    return resamples.each[index]


def _coverage_warning(resamples: EnvelopeResamples, *, simultaneous: bool) -> str:
    """Return a warning about known under-coverage."""
    sentences = [
        "It is not for the two thresholds chosen on these data, whose costs may differ by more."
    ]
    if simultaneous:
        sentences.append(
            "Use it to test whether the two differ somewhere, not as limits of how much: where "
            "the curves cross, or one has few thresholds, 90 % bands held the whole difference as "
            "seldom as 79 % of the time in simulations."
        )
    elif resamples.fewest < _MIN_EXAMPLES:
        sentences.append(
            f"With fewer than {_MIN_EXAMPLES} examples in a class, 90 % bands held it as seldom as "
            "82 % of the time in simulations."
        )
    return " ".join(sentences)


def _resampled_differences(pair: _Pair, columns: _Columns = slice(None)) -> FloatArray:
    """Return resampled differences in cost, one row for each pc."""
    first, second = (side.costs_at(side.pc[columns]) for side in pair)
    return np.ascontiguousarray((first - second).T)


def _min_ranks(each: Sequence[EnvelopeResamples], level: Level) -> IntArray:
    """Return the rank at which each resample is still within the limits of all pairs, at all pc."""
    most, _ = order_ranks(level, each[0].n_done)
    ranks = np.full(each[0].n_done, most)
    for first, second in combinations([side.costs_at(_family_pc(each)) for side in each], 2):
        differences = np.ascontiguousarray((first - second).T)
        ordered = np.sort(differences, axis=1)
        _lower_ranks(differences, ordered[:, :most], ranks)
        _lower_ranks(-differences, -ordered[:, : -most - 1 : -1], ranks)
    return ranks


def _lower_ranks(differences: FloatArray, lowest: FloatArray, ranks: IntArray) -> None:
    """Update the minimum rank of each resample over pc, in place."""
    for row, low in zip(differences, lowest, strict=True):
        outside = np.flatnonzero(row < low[-1] - _ROUNDING)
        rank = np.searchsorted(low, row[outside] + _ROUNDING, side="right")
        ranks[outside] = np.minimum(ranks[outside], rank)


def _simultaneous_rank(ranks: _Deviations, level: Level) -> int:
    """Return the largest rank with enough resamples within its limits."""
    n_inside = ceil(read_level(level) * ranks.size)
    return int(np.sort(ranks)[ranks.size - n_inside])


# ---- Differences of all pairs of classifiers on the same examples


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Difference in cost of two of several classifiers.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    band : Band
        Band of the cost of the first minus that of the second.
    pairs : PairedCounts or None
        Joint error counts, at fixed thresholds.
    """

    first: str
    second: str
    band: Band
    pairs: PairedCounts | None = None


@dataclass(frozen=True, slots=True)
class PairwiseDifferences:
    """Differences in cost of all pairs of classifiers.

    Attributes
    ----------
    pairs : tuple of PairDifference
        In the order of the classifiers.
    level : float
        Requested level.
    family_wise : bool
        Whether the level is for all bands at once, or for each band alone.
    """

    pairs: tuple[PairDifference, ...]
    level: float
    family_wise: bool

    @property
    def covers(self) -> str:
        """Coverage of the bands, in one sentence."""
        number = len(self.pairs)
        all_bands = f"All {number} bands together hold at {100 * self.level:g} %"
        if self.pairs[0].band.family > 1:
            return (
                f"{all_bands}: each resample counts where it is farthest, of all pairs and PC(+)."
            )
        if self.family_wise:
            own_level = 100 * self.pairs[0].band.level
            return f"{all_bands}: each is one of {own_level:.4g} % (Bonferroni)."
        return f"Each of the {number} bands holds at {100 * self.level:g} % if taken alone."


def pairwise_differences(  # noqa: PLR0913 (each is an option of its own)
    predicted: Mapping[str, Predicted],
    *,
    y_true: ArrayLike | None = None,
    pos_label: object = None,
    thresholds: Mapping[str, float] | None = None,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
    family_wise: bool = True,
) -> PairwiseDifferences:
    """Bands of the differences in cost of all pairs of fixed classifiers.

    Parameters
    ----------
    predicted : mapping of str to array-like or Predictions
        Predictions by two or more classifiers for the same examples.
    y_true, pos_label
        As for `paired_counts`.
    thresholds : mapping of str to float, optional
        Threshold of each classifier; required with scores.
    level : float
        Level of confidence.
    pc, method, simultaneous
        As for `difference_band`.
    family_wise : bool
        Whether the level is for all pairs at once: the error 1 - level is then divided equally
        among them (Bonferroni) [1]_.

    Returns
    -------
    PairwiseDifferences
        One band for each pair.

    Raises
    ------
    CostCurveError
        If there are fewer than two classifiers, or two cannot be paired.

    References
    ----------
    .. [1] O. J. Dunn, "Multiple comparisons among means", Journal of the American Statistical
       Association 56, 1961.

    Examples
    --------
    >>> labels = {"a": [1, 1, 0, 0], "b": [1, 0, 1, 0], "c": [0, 0, 0, 1]}
    >>> result = pairwise_differences(labels, y_true=[1, 1, 0, 0])
    >>> [(pair.first, pair.second, round(pair.band.level, 4)) for pair in result.pairs]
    [('a', 'b', 0.9667), ('a', 'c', 0.9667), ('b', 'c', 0.9667)]
    """
    mapping: object = predicted
    if not isinstance(mapping, Mapping):
        raise CostCurveError(
            "must map names to predictions",
            where="predicted",
            got=shown(mapping),
            fix='Pass for instance {"forest": labels, "logistic": labels}.',
        )
    name_pairs = _name_pairs(predicted, "predicted")
    pair_level = shared_level(level, len(name_pairs) if family_wise else 1)
    differences = []
    for first, second in name_pairs:
        try:
            pairs = paired_counts(
                predicted[first],
                predicted[second],
                y_true=y_true,
                pos_label=pos_label,
                thresholds=_pair_thresholds(thresholds, first, second),
            )
        except CostCurveError as error:
            raise error.within(f"classifiers {shown(first)} and {shown(second)}") from None
        band = difference_band(
            pairs, level=pair_level, pc=pc, method=method, simultaneous=simultaneous
        )
        differences.append(PairDifference(first=first, second=second, pairs=pairs, band=band))
    return PairwiseDifferences(tuple(differences), float(level), family_wise)


def pairwise_envelope_differences(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    names: Sequence[str],
    *,
    level: Level = LEVEL,
    simultaneous: bool = False,
    family_wise: bool = True,
    differences: Differences = "recommended",
) -> PairwiseDifferences:
    """Bands of the differences in cost of all pairs of scored classifiers, from joint resamples.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two or more classifiers.
    names : sequence of str
        Names of the classifiers.
    level : float
        Level of confidence.
    simultaneous : bool
        As for `recommended_difference_band`.
    family_wise : bool
        Whether the level is for all pairs at once: by the largest deviation over pairs if it is
        simultaneous, otherwise by Bonferroni.
    differences : {"recommended", "best"}
        Difference in cost of the recommended thresholds, as in `recommended_difference_band`, or of
        the best possible ones, as in `envelope_difference_band`.

    Returns
    -------
    PairwiseDifferences
        One band for each pair.

    Raises
    ------
    CostCurveError
        If there are fewer than two classifiers, names do not match, or there are too few resamples.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> resamples = finished(joint_resampling(pair, n_resamples=99, rng=0, pc=[0.5]))
    >>> pairwise_envelope_differences(resamples, ["a", "b"]).pairs[0].band.estimate.round(3)
    array([-0.167])
    """
    listed = read_list("names", names)
    name_pairs = _name_pairs(listed, "names")
    if len(listed) != len(resamples.each):
        raise CostCurveError(
            "must have one name for each classifier",
            where="names",
            got=f"{len(listed)} for {len(resamples.each)} classifiers",
        )
    read_choice("differences", differences, get_args(Differences))
    use_family = family_wise and simultaneous
    n_shared = len(name_pairs) if family_wise and not use_family else 1
    pair_level = shared_level(level, n_shared)
    order_ranks(pair_level, resamples.n_done)
    family = (
        pairwise_family(resamples, level=level, differences=differences) if use_family else None
    )
    make = _recommended_band if differences == "recommended" else _best_possible_band
    bands = []
    for (first, second), pair in zip(name_pairs, combinations(resamples.each, 2), strict=True):
        deviations = _deviations_of_family(
            pair, family, level, differences, simultaneous=simultaneous
        )
        band = make(pair, pair_level, *deviations)
        bands.append(PairDifference(first=first, second=second, band=band))
    return PairwiseDifferences(tuple(bands), float(level), family_wise)


def _family_deviations(
    each: Sequence[EnvelopeResamples], level: Level, differences: Differences
) -> _Deviations:
    """Return the largest deviation, or the smallest rank, of each resample over all pairs."""
    if differences == "recommended":
        return _max_over_pairs(each)
    return _min_ranks(each, level)


def _name_pairs(names: Collection[str], where: str) -> list[tuple[str, str]]:
    """Return all pairs of names; raise for fewer than two, or invalid names."""
    check_names(names, where)
    if len(set(names)) != len(names) or len(names) < _MIN_CLASSIFIERS:
        raise CostCurveError(
            "must be two or more different names",
            where=where,
            got=shown(list(names)),
            fix='Pass for instance {"tree": labels, "forest": others}.',
        )
    return list(combinations(names, 2))


def _pair_thresholds(
    thresholds: Mapping[str, float] | None, first: str, second: str
) -> tuple[float, float] | None:
    """Return the thresholds of two classifiers."""
    if thresholds is None:
        return None
    mapping: object = thresholds
    by_name = mapping if isinstance(mapping, Mapping) else {}
    missing = [name for name in (first, second) if name not in by_name]
    if missing:
        raise CostCurveError(
            "must have a threshold for each classifier",
            where="thresholds",
            got=f"none for {shown(missing[0])}",
        )
    return by_name[first], by_name[second]
