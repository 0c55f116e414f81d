"""Confidence bands of a lower envelope, with thresholds chosen on the same examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.results import (
    LEVEL,
    BoolArray,
    CountArray,
    FloatArray,
    IntArray,
    ScoreArray,
    result,
)
from cc_widgets.core.scores import Predictions
from cc_widgets.core.uncertainty.bands import (
    ENVELOPE_BAND,
    Band,
    Level,
    OrderRule,
    critical_value,
    normal_quantile,
    order_ranks,
    read_grid,
    read_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty.bootstrap import (
    OPTIMISM_FACTOR,
    EnvelopeResamples,
    PartResamples,
    mean_of_parts,
)
from cc_widgets.core.uncertainty.buckets import Candidates, candidates, chosen_corners, tied_corners
from cc_widgets.core.uncertainty.intervals import MOVER, mover_limits
from cc_widgets.core.validation import check_shapes
from cc_widgets.errors import CostCurveError

__all__ = [
    "Chosen",
    "chosen_thresholds",
    "corrected_cost",
    "envelope_band",
    "equally_good",
    "fixed_threshold_band",
    "holdout_band",
    "optimistic_band",
]

# ---- Chosen thresholds, and their cost in resamples


_ROWS = 100  # resamples per block of costs
_ZERO_VARIANCE = 1e-24  # a variance that is due to rounding


@result
class Chosen:
    """Optimal threshold on the given examples, at each pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n,)
        Position in `Candidates.hull`. Of two equally good thresholds it is the higher one, but the
        lower one at pc = 0.
    fp, fn : ndarray of int64, or of float64 with weights or clusters, shape (n,)
        Error counts.
    negatives, positives : ndarray of int64, or of float64 with weights or clusters, shape (n,)
        Class sizes; with weights or clusters, the effective sizes, to which errors are scaled.
    cost : ndarray of float64, shape (n,)
        Observed cost: the lower envelope.
    is_baseline : ndarray of bool, shape (n,)
        Whether the threshold is a baseline, with a known cost.
    """

    corner: IntArray
    fp: CountArray
    fn: CountArray
    negatives: CountArray
    positives: CountArray
    cost: FloatArray
    is_baseline: BoolArray


def chosen_thresholds(found: Candidates, pc: FloatArray) -> Chosen:
    """Optimal threshold on the given examples, at each pc.

    Parameters
    ----------
    found : Candidates
        Candidate thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Probability-cost values.

    Returns
    -------
    Chosen
        Element i is optimal at pc[i].

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty.buckets import candidates
    >>> result = candidates(predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> chosen = chosen_thresholds(result, np.array([0.1, 0.5, 0.9]))
    >>> chosen.fp, chosen.fn
    (array([0, 0, 1]), array([1, 1, 0]))
    """
    return _describe_corners(found, pc, chosen_corners(found, pc))


def equally_good(found: Candidates, pc: FloatArray) -> tuple[Chosen, Chosen]:
    """Both of two equally good thresholds at each pc.

    The limits then depend neither on the choice between the two nor on which class is positive.

    Parameters
    ----------
    found : Candidates
        Candidate thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Probability-cost values.

    Returns
    -------
    higher, lower : Chosen
        Element i of both thresholds is optimal at pc[i]. They differ at vertices of the envelope
        only, which include pc 0 and 1.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty.buckets import candidates
    >>> result = candidates(predictions([0, 0, 1, 1], [1, 2, 3, 4]))
    >>> higher, lower = equally_good(result, np.array([0.0, 0.5, 1.0]))
    >>> higher.corner, lower.corner
    (array([0, 1, 1]), array([1, 1, 2]))
    """
    first, last = tied_corners(found, pc)
    return _describe_corners(found, pc, first), _describe_corners(found, pc, last)


def _describe_corners(candidate_set: Candidates, pc: FloatArray, corner: IntArray) -> Chosen:
    """Return counts and costs of one hull vertex for each pc."""
    check_shapes(corner=corner.astype(np.float64), pc=pc)
    hull = candidate_set.hull[corner]
    all_fp, all_tp = candidate_set.fp[-1], candidate_set.tp[-1]
    fp, fn = candidate_set.fp[hull], all_tp - candidate_set.tp[hull]
    fpr, fnr = fp / all_fp, fn / all_tp
    n, m = np.full(pc.shape, all_fp), np.full(pc.shape, all_tp)
    if candidate_set.design is not None:
        n, m = candidate_set.design.effective_size[:, corner]
        fp, fn = fpr * n, fnr * m
    return Chosen(
        corner=corner,
        fp=fp,
        fn=fn,
        negatives=n,
        positives=m,
        cost=fpr * (1.0 - pc) + fnr * pc,
        is_baseline=(corner == 0) | (corner == candidate_set.hull.size - 1),
    )


def fixed_costs(
    resamples: EnvelopeResamples,
    chosen: Chosen | Sequence[Chosen],
    rows: slice = slice(None),
    columns: BoolArray | slice = slice(None),
) -> FloatArray:
    """Return the cost in resamples of thresholds chosen on the original examples.

    Element (r, i) is the cost in resample rows[r] at the i-th selected pc, as a mean over test
    sets.
    """
    by_part = [chosen] if isinstance(chosen, Chosen) else chosen
    costs = []
    for part, thresholds in zip(resamples.parts, by_part, strict=True):
        corner, place = np.unique(thresholds.corner[columns], return_inverse=True)
        fpr = part.fp[rows, corner] / part.negatives[rows, np.newaxis]
        slope = 1.0 - part.tp[rows, corner] / part.positives[rows, np.newaxis] - fpr
        costs.append(fpr[:, place] + slope[:, place] * resamples.pc[columns])
    return mean_of_parts(costs)


def observed_cost(resamples: EnvelopeResamples) -> FloatArray:
    """Return the lower envelope on the given examples, as a mean over test sets."""
    return _average_cost(chosen_by_part(resamples))


def chosen_by_part(resamples: EnvelopeResamples) -> list[Chosen]:
    """Return the chosen thresholds of each test set."""
    return [chosen_thresholds(part.candidates, resamples.pc) for part in resamples.parts]


def tied_by_part(resamples: EnvelopeResamples) -> list[tuple[Chosen, ...]]:
    """Return the higher and the lower of equally good thresholds, each for all test sets."""
    pairs = [equally_good(part.candidates, resamples.pc) for part in resamples.parts]
    return list(zip(*pairs, strict=True))


def _average_cost(chosen: Sequence[Chosen]) -> FloatArray:
    return mean_of_parts([thresholds.cost for thresholds in chosen])


def combine_distances(distances: Sequence[FloatArray]) -> FloatArray:
    """Return the distance between the mean cost over test sets and its confidence limit.

    It is the root of the sum of the squared distances, divided by their number. Standard errors of
    independent test sets combine in the same way.
    """
    return (
        distances[0] if len(distances) == 1 else np.linalg.norm(distances, axis=0) / len(distances)
    )


def cluster_inflation(
    resamples: EnvelopeResamples,
    chosen: Sequence[Chosen],
    columns: BoolArray | slice = slice(None),
) -> FloatArray | float:
    """Return the ratio of the standard deviation of the mean cost to that with independent folds.

    It is 1 unless clusters are in several test sets.
    """
    if not resamples.reaching:
        return 1.0
    pairs = zip(resamples.parts, chosen, strict=True)
    return inflation_ratio(resamples.pc[columns], [[(1.0, *pair)] for pair in pairs], columns)


SignedPart: TypeAlias = tuple[float, PartResamples, Chosen]


def inflation_ratio(
    pc: FloatArray, folds: Sequence[Sequence[SignedPart]], columns: BoolArray | slice = slice(None)
) -> FloatArray:
    """Return the ratio of the standard deviation over folds to that with independent folds.

    Each element of `folds` holds the signed terms of a fold: 1 for a cost, 1 and -1 for a
    difference. With few errors the ratio is poorly known, so it is at least the ratio over all pc,
    and at least 1.
    """
    rates, places, weights = [], [], []
    for sign, part, chosen in (side for fold in folds for side in fold):
        corner, place = np.unique(chosen.corner[columns], return_inverse=True)
        rates += [part.fp[:, corner] / part.negatives[:, np.newaxis]]
        rates += [part.tp[:, corner] / part.positives[:, np.newaxis]]
        places += [place, place]
        weights += [sign * (1.0 - pc), -sign * pc]
    joint, independent = _variances(rates, places, weights, len(folds))
    ratio = np.divide(
        joint, independent, out=np.ones_like(independent), where=independent > _ZERO_VARIANCE
    )
    total = float(independent.sum())
    least = float(joint.sum()) / total if total > _ZERO_VARIANCE else 1.0
    return np.sqrt(np.maximum(ratio, max(least, 1.0)))


def _variances(
    rates: Sequence[FloatArray],
    places: Sequence[IntArray],
    weights: Sequence[FloatArray],
    n_folds: int,
) -> tuple[FloatArray, FloatArray]:
    """Return variances of a weighted sum of rates: joint, and with independent folds."""
    start = np.cumsum([0, *(rate.shape[1] for rate in rates)])[:-1]
    column = np.stack(places) + start[:, np.newaxis]
    weight, per_fold = np.stack(weights), len(rates) // n_folds
    resampled = np.concatenate(rates, axis=1)
    covariance = np.cov(resampled, rowvar=False).reshape(resampled.shape[1], resampled.shape[1])
    joint, independent = np.zeros(weight.shape[1]), np.zeros(weight.shape[1])
    for i, (own_column, own_weight) in enumerate(zip(column, weight, strict=True)):
        terms = own_weight * weight * covariance[own_column, column]
        own = slice(i // per_fold * per_fold, (i // per_fold + 1) * per_fold)
        joint += terms.sum(axis=0)
        independent += terms[own].sum(axis=0)
    return joint, independent


def supremum_critical(resamples: EnvelopeResamples, level: Level) -> float:
    """Return the critical value of a simultaneous band for the chosen thresholds.

    It is the bootstrap quantile of the largest studentised deviation over pc (max-t), at least the
    critical value of one line: with few errors resamples hardly vary. With it 90 % bands cover .92
    or more in all simulated domains ("envelope" in tests/bench/statistics_outcome.csv).
    """
    deviations = np.zeros(resamples.n_done)
    for chosen in tied_by_part(resamples):
        is_uncertain = ~np.logical_and.reduce([thresholds.is_baseline for thresholds in chosen])
        error = combine_distances(
            [_standard_error(resamples.pc, thresholds) for thresholds in chosen]
        )
        error = (error * cluster_inflation(resamples, chosen))[is_uncertain]
        cost = _average_cost(chosen)[is_uncertain]
        for start in range(0, resamples.n_done, _ROWS):
            rows = slice(start, start + _ROWS)
            distance = np.abs(fixed_costs(resamples, chosen, rows, is_uncertain) - cost)
            largest = np.max(distance / error, axis=1, initial=0.0)
            deviations[rows] = np.maximum(deviations[rows], largest)
    rank = min(ceil(read_level(level) * (resamples.n_done + 1)), resamples.n_done)
    return max(simultaneous_critical(level), float(np.sort(deviations)[rank - 1]))


def _standard_error(x: FloatArray, chosen: Chosen) -> FloatArray:
    """Return standard errors of costs, positive even without errors, and 0 for baselines."""
    n, m = chosen.negatives, chosen.positives
    fpr, fnr = (chosen.fp + 0.5) / (n + 1), (chosen.fn + 0.5) / (m + 1)
    error = np.sqrt((1.0 - x) ** 2 * fpr * (1.0 - fpr) / n + x**2 * fnr * (1.0 - fnr) / m)
    return np.where(chosen.is_baseline, 0.0, error)


# ---- Bands of the lower envelope of one scored classifier


def envelope_band(
    resamples: EnvelopeResamples, *, level: Level = LEVEL, simultaneous: bool = False
) -> Band:
    """Recommended band for the cost of the best possible threshold and of the chosen one.

    The lower limit is the smaller of the Wilson-MOVER limit at the chosen threshold and the
    percentile of the resampled envelopes. The upper limit is the Wilson-MOVER limit plus the
    optimism: the optimistic bias of choosing the threshold on the same examples, estimated by the
    bootstrap [1]_. The Wilson-MOVER limits combine the Wilson intervals [3]_ of both error rates by
    the method of variance estimates recovery [4]_ [5]_. A chosen baseline has a known cost. Where
    two thresholds are equally good, as usual at pc 0 and 1, the limits cover both.

    For folds, the distances to the limits are combined like standard errors, since each fold has
    its own test set. If clusters are in several folds, they are multiplied by the ratio of the
    bootstrap standard deviation to that with independent folds. The optimism does not average out:
    it is added twice, the second time also for folds that choose a baseline.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.
    level : float
        Level of confidence.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise. The critical value is
        then the bootstrap quantile of the largest studentised deviation [2]_. Where a baseline is
        chosen, the lower limit allows for a neighbouring threshold that truly costs less.

    Returns
    -------
    Band
        Its estimate is the observed envelope.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    References
    ----------
    .. [1] B. Efron, "Estimating the error rate of a prediction rule: improvement on
       cross-validation", Journal of the American Statistical Association 78, 1983.
    .. [2] J. L. Montiel Olea and M. Plagborg-Moller, "Simultaneous confidence bands: theory,
       implementation, and an application to SVARs", Journal of Applied Econometrics 34, 2019.
    .. [3] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
       Journal of the American Statistical Association 22, 1927.
    .. [4] R. G. Newcombe, "Interval estimation for the difference between independent proportions:
       comparison of eleven methods", Statistics in Medicine 17, 1998.
    .. [5] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a
       general approach", Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> source = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> band = envelope_band(finished(resampling(source, n_resamples=999, rng=0, pc=[0.5])))
    >>> band.estimate.round(3), bool(band.lower[0] < band.estimate[0] < band.upper[0])
    (array([0.167]), True)
    """
    z = critical_value(level, simultaneous=False)
    ranks = order_ranks(level, resamples.n_done)
    if simultaneous:
        z = supremum_critical(resamples, level)
        ranks = ranks_at(z, resamples.n_done)
    limits = [
        _chosen_limits(resamples, chosen, z, nearby=simultaneous)
        for chosen in tied_by_part(resamples)
    ]
    lower, upper_limits = zip(*limits, strict=True)
    upper = np.maximum(*upper_limits)
    expected = np.minimum(observed_cost(resamples) + choice_bias(resamples).sum(axis=0), 1.0)
    return _band_maker(resamples)(
        lower=np.minimum.reduce([*lower, *order_statistics(resamples.cost, ranks[:1])]),
        expected=expected,
        upper=np.maximum(upper, expected),
        level=float(level),
        method=f"{ENVELOPE_BAND}{MOVER} limits{resamples.drawn} plus bootstrap optimism",
        target="best and chosen threshold",
        simultaneous=simultaneous,
        caution=_coverage_warning(resamples),
    )


# Effective number of examples of a class below which the limits carry a warning. Its figures are
# from tests/bench/statistics_best.py and statistics_designs.py; tests/bench/test_statistics.py
# compares them with the table of results.
_MIN_WEIGHTED = 50
_MIN_EXAMPLES = 20


def _coverage_warning(resamples: EnvelopeResamples) -> str:
    """Return a warning about known under-coverage; empty if there is none."""
    designs = [part.candidates.design for part in resamples.parts]
    weighted = any(design is not None and design.negative.weight is not None for design in designs)
    sentences = []
    if resamples.fewest < _MIN_EXAMPLES:
        sentences.append(
            f"With fewer than {_MIN_EXAMPLES} examples in a class costs in use may be higher than "
            "expected: of what choosing hides, simulations of 10 and 10 left 10 % to 84 %."
        )
    if weighted and resamples.fewest < _MIN_WEIGHTED:
        sentences.append(
            "Weights of few examples do not tell of those that would weigh most: with fewer than "
            f"{_MIN_WEIGHTED} in a class, 90 % bands held it as seldom as 86 % of the time in "
            "simulations."
        )
    return " ".join(sentences)


def optimistic_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
) -> Band:
    """Percentile band of re-optimised envelopes, which under-covers.

    Its coverage of the cost of the best possible threshold is far below the level, with many
    examples too: the observed envelope is below the true one, and resampled envelopes are below the
    observed one. It is provided for comparison with other software.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Rule for the ranks of the limits; see `order_ranks`.

    Returns
    -------
    Band
        Pointwise.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> source = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> resamples = finished(resampling(source, n_resamples=100, rng=0, pc=[0.5]))
    >>> optimistic_band(resamples).lower
    array([0.])
    """
    lower, upper = order_statistics(resamples.cost, order_ranks(level, resamples.n_done, rule))
    return _band_maker(resamples)(
        lower=lower,
        upper=upper,
        level=float(level),
        method=f"percentiles{resamples.drawn} of envelopes, optimistic",
        target="best threshold, too low",
    )


def fixed_threshold_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Percentile band of the cost of thresholds that are assumed to be fixed in advance.

    They were chosen on the same examples, which the band ignores, so it under-covers their cost on
    new data. It is valid only for thresholds that were fixed before these data were seen.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Rule for the ranks of the limits; see `order_ranks`.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise. The level of the
        percentiles is then computed from the resamples.

    Returns
    -------
    Band
        Band for thresholds fixed in advance.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> source = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> resamples = finished(resampling(source, n_resamples=100, rng=0, pc=[0.5]))
    >>> fixed_threshold_band(resamples).lower
    array([0.])
    """
    ranks = order_ranks(level, resamples.n_done, rule)
    if simultaneous:
        ranks = ranks_at(supremum_critical(resamples, level), resamples.n_done, rule)
    first, last = tied_by_part(resamples)
    lower, upper = order_statistics(fixed_costs(resamples, first), ranks)
    pairs = zip(first, last, strict=True)
    is_tied = np.logical_or.reduce([higher.corner != low.corner for higher, low in pairs])
    low, high = order_statistics(fixed_costs(resamples, last, columns=is_tied), ranks)
    lower[is_tied], upper[is_tied] = (
        np.minimum(lower[is_tied], low),
        np.maximum(upper[is_tied], high),
    )
    return _band_maker(resamples)(
        lower=lower,
        upper=upper,
        level=float(level),
        method=f"percentiles{resamples.drawn} at thresholds kept fixed",
        target="fixed threshold",
        simultaneous=simultaneous,
    )


def corrected_cost(resamples: EnvelopeResamples) -> FloatArray:
    """Cost of the best possible threshold at each pc, corrected for the optimism of the envelope.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i belongs to pc[i] of the resamples; at least the observed envelope and at most the
        baselines.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> source = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> resamples = finished(resampling(source, n_resamples=100, rng=0, pc=[0.5]))
    >>> bool(corrected_cost(resamples)[0] > 1 / 6)
    True
    """
    baseline = np.minimum(resamples.pc, 1.0 - resamples.pc)
    pairs = zip(resamples.parts, chosen_by_part(resamples), strict=True)
    # The optimism is not negative on average, but may be with few resamples.
    return mean_of_parts(
        [
            np.minimum(thresholds.cost + np.maximum(part.optimism, 0.0), baseline)
            for part, thresholds in pairs
        ]
    )


def _band_maker(resamples: EnvelopeResamples) -> Callable[..., Band]:
    """Return a constructor of bands with the common fields of these resamples."""
    return partial(
        Band,
        pc=resamples.pc,
        estimate=observed_cost(resamples),
        n_resamples=resamples.n_done,
        seed=resamples.seed,
        thinning=resamples.thinning,
        provisional=resamples.n_done < resamples.n_resamples,
    )


def ranks_at(
    z: float, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """Return the ranks that correspond to a critical value, or the extreme ones."""
    tail = Fraction(NormalDist().cdf(-z))
    if tail * n_resamples < 1:
        return 1, n_resamples
    return order_ranks(1 - 2 * tail, n_resamples, rule)


def _chosen_limits(
    resamples: EnvelopeResamples, chosen: Sequence[Chosen], z: float, *, nearby: bool
) -> tuple[FloatArray, FloatArray]:
    """Return limits at the chosen thresholds; with `nearby`, also below a baseline."""
    below, above = [], []
    for thresholds in chosen:
        lower, upper = mover_limits(
            thresholds.fp,
            thresholds.negatives,
            thresholds.fn,
            thresholds.positives,
            resamples.pc,
            z,
        )
        below.append(np.where(thresholds.is_baseline & (not nearby), 0.0, thresholds.cost - lower))
        above.append(np.where(thresholds.is_baseline, 0.0, upper - thresholds.cost))
    cost, inflation = _average_cost(chosen), cluster_inflation(resamples, chosen)
    upper_limit = cost + combine_distances(above) * inflation + _limit_optimism(resamples, chosen)
    return np.maximum(cost - combine_distances(below) * inflation, 0.0), np.minimum(
        upper_limit, 1.0
    )


def choice_optimism(resamples: EnvelopeResamples, chosen: Sequence[Chosen]) -> FloatArray:
    """Return the optimism of choosing these thresholds on the same examples; 0 for baselines."""
    pairs = zip(resamples.parts, chosen, strict=True)
    return mean_of_parts(
        [
            np.where(thresholds.is_baseline, 0.0, np.maximum(part.optimism, 0.0))
            for part, thresholds in pairs
        ]
    )


_PSEUDO_ERRORS = 0.7
"""Pseudo-count of errors for the least expected error rate of a class.

A threshold is often chosen next to an example, so that resamples rarely have errors where the
dataset has none. One in n + 1 new examples is below the lowest of n scores. With 0.7 at most half
of the bias is left for near-perfect scores, in simulations of 1, 3 and 8 classifiers.
"""


def few_errors_excess(errors: CountArray, total: CountArray) -> FloatArray:
    """Return the least expected increase of an error rate on new data, at least 0."""
    excess = (errors + _PSEUDO_ERRORS) / (total + 1.0) - errors / total
    return np.asarray(np.maximum(excess, 0.0))


def choice_bias(resamples: EnvelopeResamples) -> FloatArray:
    """Return the optimistic bias of the cost of the chosen thresholds, shape (2, n).

    The rows are its parts by false positives and by false negatives. The bias is `OPTIMISM_FACTOR`
    times the optimism of the bootstrap, or that of rates with few errors if that is larger; it is 0
    for baselines.
    """
    weight, biases = np.stack([1.0 - resamples.pc, resamples.pc]), []
    for part, thresholds in zip(resamples.parts, chosen_by_part(resamples), strict=True):
        optimism = np.maximum(part.optimism, 0.0)
        by_fpr = np.clip(weight[0] * part.optimism_fpr, 0.0, optimism)
        resampled = OPTIMISM_FACTOR * np.stack([by_fpr, optimism - by_fpr])
        classes = (
            (thresholds.fp, thresholds.negatives),
            (thresholds.fn, thresholds.positives),
        )
        least = weight * np.stack([few_errors_excess(*counts) for counts in classes])
        bias = np.where(resampled.sum(axis=0) >= least.sum(axis=0), resampled, least)
        biases.append(np.where(thresholds.is_baseline, 0.0, bias))
    return mean_of_parts(biases)


def chosen_error(resamples: EnvelopeResamples) -> FloatArray:
    """Return the standard error of the cost of the chosen thresholds: a Wilson-MOVER distance."""
    chosen, z = chosen_by_part(resamples), normal_quantile(LEVEL)
    _, upper = _chosen_limits(resamples, chosen, z, nearby=False)
    distance = upper - _average_cost(chosen) - _limit_optimism(resamples, chosen)
    return np.maximum(distance, 0.0) / z


def _limit_optimism(resamples: EnvelopeResamples, chosen: Sequence[Chosen]) -> FloatArray:
    """Return the optimism in the upper limit; for folds it is added twice."""
    optimism = choice_optimism(resamples, chosen)
    return optimism if len(chosen) == 1 else optimism + _fold_optimism(resamples, chosen)


def _fold_optimism(resamples: EnvelopeResamples, chosen: Sequence[Chosen]) -> FloatArray:
    """Return the mean optimism of all folds; 0 where all of them choose a baseline.

    It is the second optimism term of the upper limit. The part of the optimism that resampling
    misses is covered by the width of one test set; the width of a mean over folds is too small for
    that. Where some folds choose a baseline and others a threshold, the examples of the latter were
    favourable by chance. With both terms 90 % bands cover .90 or more ("folds" in
    tests/bench/statistics_outcome.csv).
    """
    is_known = np.logical_and.reduce([thresholds.is_baseline for thresholds in chosen])
    optimism = [np.maximum(part.optimism, 0.0) for part in resamples.parts]
    return np.where(is_known, 0.0, mean_of_parts(optimism))


def order_statistics(cost: FloatArray, ranks: tuple[int, ...]) -> list[FloatArray]:
    """Return order statistics at each pc, one array for each rank."""
    by_pc = np.sort(np.ascontiguousarray(cost.T), axis=1)
    return [by_pc[:, rank - 1].copy() for rank in ranks]


# ---- Thresholds chosen on one set of examples and tested on another, without optimism


def holdout_band(
    chosen_on: Predictions,
    tested_on: Predictions,
    *,
    level: float = LEVEL,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Band of the cost of thresholds that were chosen on other examples.

    Parameters
    ----------
    chosen_on : Predictions
        Labels and scores on which the optimal threshold at each pc is chosen.
    tested_on : Predictions
        Other examples, scored by the same classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise. The error is then
        divided equally among the lines of the chosen thresholds (Bonferroni) [1]_.

    Returns
    -------
    Band
        Wilson-MOVER limits of the cost on the test examples. Where two thresholds are equally good
        the estimate is for the higher one, and the limits cover both.

    Raises
    ------
    CostCurveError
        If the test examples have weights or clusters.

    References
    ----------
    .. [1] O. J. Dunn, "Multiple comparisons among means", Journal of the American Statistical
       Association 56, 1961.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> first = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> second = predictions([0, 0, 0, 1, 1, 1], [1, 2, 5, 4, 4, 6])
    >>> holdout_band(first, second, pc=[0.6]).estimate.round(3)
    array([0.133])
    """
    if not tested_on.plain:
        raise CostCurveError(
            "must be independent examples without weights",
            where="tested_on",
            got="weights or clusters",
            fix="Resample them: resampling(...), then envelope_band(...).",
        )
    x = read_grid(pc)
    candidate_set = candidates(chosen_on, few=None)
    tied = equally_good(candidate_set, x)
    z = _bonferroni_critical(level, tied) if simultaneous else normal_quantile(level)
    limits = [
        _holdout_limits(_threshold_values(candidate_set, chosen), chosen, tested_on, x, z)
        for chosen in tied
    ]
    lower, upper = zip(*limits, strict=True)
    reported = chosen_thresholds(candidate_set, x)
    fp, n, fn, m = _count_errors(tested_on, _threshold_values(candidate_set, reported))
    return Band(
        pc=x,
        estimate=(1.0 - x) * fp / n + x * fn / m,
        lower=np.minimum(*lower),
        upper=np.maximum(*upper),
        level=float(level),
        method=f"{MOVER}, thresholds from other examples",
        target="chosen threshold",
        simultaneous=simultaneous,
    )


def _threshold_values(candidate_set: Candidates, chosen: Chosen) -> ScoreArray:
    """Return threshold values, with the lowest candidate as -inf, so that it accepts any score."""
    threshold = candidate_set.threshold[candidate_set.hull][chosen.corner]
    return np.where(chosen.corner == candidate_set.hull.size - 1, -np.inf, threshold)


def _holdout_limits(
    threshold: ScoreArray, chosen: Chosen, tested_on: Predictions, x: FloatArray, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return Wilson-MOVER limits of one threshold at each pc; a baseline has no uncertainty."""
    fp, n, fn, m = _count_errors(tested_on, threshold)
    lower, upper = mover_limits(fp, n, fn, m, x, z)
    is_baseline, cost = chosen.is_baseline, (1.0 - x) * fp / n + x * fn / m
    return np.where(is_baseline, cost, lower), np.where(is_baseline, cost, upper)


def _count_errors(
    tested_on: Predictions, threshold: ScoreArray
) -> tuple[IntArray, int, IntArray, int]:
    """Return the errors of each class at each threshold, and the class sizes."""
    fp, n = _count_accepted(tested_on, threshold, kind=False)
    tp, m = _count_accepted(tested_on, threshold, kind=True)
    return fp, n, m - tp, m


def _bonferroni_critical(level: float, tied: tuple[Chosen, Chosen]) -> float:
    """Return a simultaneous critical value for the lines of all chosen thresholds."""
    corners = np.concatenate([chosen.corner[~chosen.is_baseline] for chosen in tied])
    n_lines = max(1, np.unique(corners).size)
    return simultaneous_critical(float(1 - (1 - read_level(level)) / n_lines))


def _count_accepted(
    test_set: Predictions, threshold: ScoreArray, *, kind: bool
) -> tuple[IntArray, int]:
    """Return the number of examples of a class with score >= threshold, and its size."""
    members = test_set.positive == kind
    score = test_set.score[members]
    order = np.argsort(score)
    frequency = np.ones(score.size) if test_set.weight is None else test_set.weight[members][order]
    cumulative = np.append(0, np.cumsum(frequency.astype(np.int64)))
    return cumulative[-1] - cumulative[np.searchsorted(score[order], threshold)], int(
        cumulative[-1]
    )
