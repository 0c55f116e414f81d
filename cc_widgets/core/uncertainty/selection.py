"""Cost expected on new data of classifiers and thresholds chosen on the same examples."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import pi
from statistics import NormalDist

import numpy as np

from cc_widgets.core.hull import TRIVIAL
from cc_widgets.core.results import LEVEL, BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.bands import Band, Level, normal_quantile, order_ranks, read_level
from cc_widgets.core.uncertainty.bootstrap import (
    OPTIMISM_FACTOR,
    EnvelopeResamples,
    JointResamples,
    mean_of_parts,
    summed_optimism,
)
from cc_widgets.core.uncertainty.envelopes import (
    choice_bias,
    choice_optimism,
    chosen_by_part,
    envelope_band,
)
from cc_widgets.core.uncertainty.intervals import LineCounts, mover_band
from cc_widgets.core.uncertainty.percentiles import LineReplicates
from cc_widgets.core.validation import read_integer
from cc_widgets.errors import CostCurveError

__all__ = ["ChoiceCosts", "ExpectedCosts", "envelope_costs", "expected_costs", "shared_level"]

# ---- Cost of one classifier at the threshold chosen on the dataset


@result
class ChoiceCosts:
    """Cost of one classifier, with the threshold chosen on the dataset at each pc.

    Attributes
    ----------
    band : Band
        Confidence band of the cost; `expected` allows for the choice of the threshold.
    observed, bias : ndarray of float64, shape (2, n)
        Observed cost and its optimistic bias; the rows are their parts by false positives and by
        false negatives.
    error : ndarray of float64, shape (n,)
        Standard error of the observed cost.
    is_baseline : ndarray of bool, shape (n,)
        Whether the chosen threshold is a baseline, with a known cost.
    """

    band: Band
    observed: FloatArray
    bias: FloatArray
    error: FloatArray
    is_baseline: BoolArray


def envelope_costs(resamples: EnvelopeResamples, *, level: Level = LEVEL) -> ChoiceCosts:
    """Cost of a scored classifier with the optimal threshold on the dataset, at each pc.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.
    level : float
        Level of confidence.

    Returns
    -------
    ChoiceCosts
        With the pointwise `envelope_band`.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.
    """
    band, chosen = envelope_band(resamples, level=level), chosen_by_part(resamples)
    weight = np.stack([1.0 - band.pc, band.pc])
    rates = [
        np.stack([each.fp / each.negatives, each.fn / each.positives]) for each in chosen
    ]
    above = band.upper - band.estimate - choice_optimism(resamples, chosen)
    return ChoiceCosts(
        band=band,
        observed=weight * mean_of_parts(rates),
        bias=choice_bias(resamples),
        error=np.maximum(above, 0.0) / normal_quantile(level),
        is_baseline=np.logical_and.reduce([each.trivial for each in chosen]),
    )


def line_costs(line: LineCounts, pc: FloatArray, *, level: Level = LEVEL) -> ChoiceCosts:
    """Return the cost of a classifier with one fixed threshold, at each pc."""
    band = mover_band(line, level=level, pc=pc)
    observed = np.stack([(1.0 - band.pc) * line.fpr, band.pc * line.fnr])
    return ChoiceCosts(
        band=band,
        observed=observed,
        bias=np.zeros_like(observed),
        error=(band.upper - band.estimate) / normal_quantile(level),
        is_baseline=np.zeros(band.pc.size, dtype=bool),
    )


# ---- The best of several classifiers and the baselines


@result
class ExpectedCosts:
    """Costs expected on new data of several classifiers, and the choice that they recommend.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Probability-cost values, increasing.
    observed, expected : ndarray of float64, shape (n_classifiers, n)
        Cost on the dataset and on new data. The expected cost is that of the classifier if it is
        chosen: it allows for the choice of the threshold, of the classifier, and of a classifier
        instead of a baseline, all on the same dataset.
    fpr, fnr : ndarray of float64, shape (n_classifiers, n)
        Expected error rates; ``(1 - pc) * fpr + pc * fnr`` is the expected cost.
    lower, upper : ndarray of float64, shape (n_classifiers, n)
        Confidence limits of the cost on new data, if the classifier is chosen.
    owner : ndarray of int64, shape (n,)
        Position of the classifier with the lowest expected cost; -1 if a baseline costs no more.
    best : Band
        Band of the cost of that choice. A baseline has a known cost.
    """

    pc: FloatArray
    observed: FloatArray
    expected: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    lower: FloatArray
    upper: FloatArray
    owner: IntArray
    best: Band


def expected_costs(
    resamples: JointResamples, *, level: Level = LEVEL
) -> ExpectedCosts:
    """Costs expected on new data of classifiers on the same examples.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of one classifier or several.
    level : float
        Level of confidence of the limits.

    Returns
    -------
    ExpectedCosts
        The expected cost of a classifier is its observed cost, plus the optimistic bias of its
        threshold and the additional one of choosing among the classifiers, both 1.5 times their
        bootstrap estimates [1]_. Where that is less than the cost of the baselines, the bias of
        choosing between the two is added, which is that of the smaller of a normal variable and a
        constant. The lower limit is at most the percentile of the resampled joint envelopes.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    References
    ----------
    .. [1] B. Efron, "Estimating the error rate of a prediction rule: improvement on
       cross-validation", Journal of the American Statistical Association 78, 1983.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> costs = expected_costs(finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5])))
    >>> costs.observed.round(3).ravel(), costs.owner
    (array([0.167, 0.333]), array([0]))
    >>> bool(costs.expected[0, 0] > costs.observed[0, 0])
    True
    """
    each = [envelope_costs(part, level=level) for part in resamples.each]
    pool = resamples.pool
    if pool is None:
        return best_choice(each, [0.0])
    rank, _ = order_ranks(level, resamples.n_done)
    lowest = np.sort(np.ascontiguousarray(pool.cost.T), axis=1)[:, rank - 1]
    selection = [
        OPTIMISM_FACTOR
        * np.maximum(np.maximum(pool.optimism, 0.0) - np.maximum(part.optimism, 0.0), 0.0)
        for part in resamples.each
    ]
    return best_choice(each, selection, lowest)


def best_choice(
    each: Sequence[ChoiceCosts],
    selection: Sequence[FloatArray | float],
    lowest: FloatArray | float = 1.0,
    level: Level | None = None,
) -> ExpectedCosts:
    """Return the expected costs of classifiers and the choice that they recommend.

    `selection` has the bias of choosing each among all, in cost at each pc, and `lowest` the lower
    limit of the cost of the best. `level` is that of all bands together, by default that of each.
    """
    if not each:
        raise CostCurveError("must have at least one classifier", where="each", got="none")
    bands = [costs.band for costs in each]
    pc = bands[0].pc
    baseline, weight = np.minimum(pc, 1.0 - pc), np.stack([1.0 - pc, pc])
    parts, uppers, lowers = [], [], []
    for costs, additional in zip(each, selection, strict=True):
        is_used, observed = ~costs.is_baseline, costs.observed.sum(axis=0)
        chosen_among = np.where(is_used, additional, 0.0)
        upper = np.minimum(costs.band.upper + chosen_among, 1.0)
        expected = np.minimum(observed + costs.bias.sum(axis=0) + chosen_among, upper)
        expected += baseline_bias(baseline - expected, np.where(is_used, costs.error, 0.0))
        parts.append(split_cost(costs, np.minimum(expected, upper) - observed, weight))
        uppers.append(upper)
        lowers.append(np.minimum(costs.band.lower, lowest))
    split, upper, lower = (np.stack(values) for values in (parts, uppers, lowers))
    expected = split.sum(axis=1)
    least = expected.min(axis=0)
    owner = np.where(least < baseline, expected.argmin(axis=0), TRIVIAL)
    rates = np.divide(split, weight, out=np.zeros_like(split), where=weight > 0.0)
    observed = np.stack([costs.observed.sum(axis=0) for costs in each])
    return ExpectedCosts(
        pc=pc,
        observed=observed,
        expected=expected,
        fpr=rates[:, 0],
        fnr=rates[:, 1],
        lower=lower,
        upper=upper,
        owner=owner,
        best=_chosen_band(bands, (observed, lower, upper, expected), least, level),
    )


def baseline_bias(saving: FloatArray, error: FloatArray) -> FloatArray:
    """Return the bias of choosing a classifier because it is expected to cost less than a baseline.

    It is the mean of the smaller of a constant and a normal variable, with an expected value of
    `saving` less and the standard error `error`, relative to that expected value; 0 where nothing
    is saved.
    """
    z = np.divide(saving, error, out=np.full_like(saving, np.inf), where=error > 0.0)
    density = np.exp(-np.minimum(z * z, _MAX_SQUARE) / 2.0) / np.sqrt(2.0 * pi)
    tail = np.vectorize(NormalDist().cdf, otypes=[np.float64])(-np.minimum(z, _MAX_SQUARE))
    bias = error * (density - np.minimum(z, _MAX_SQUARE) * tail)
    return np.where((saving > 0.0) & (error > 0.0), bias, 0.0)


_MAX_SQUARE = 700.0  # the exponential of its negative is still a normal float


def split_cost(costs: ChoiceCosts, increase: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the expected cost by false positives and by false negatives, shape (2, n).

    The increase is split like the bias of the threshold, or else like the observed cost. Neither
    rate exceeds 1.
    """
    total, observed = costs.bias.sum(axis=0), costs.observed.sum(axis=0)
    share = np.divide(costs.observed[0], observed, out=np.full_like(total, 0.5), where=observed > 0)
    np.divide(costs.bias[0], total, out=share, where=total > 0.0)
    first = np.minimum(costs.observed[0] + share * increase, weight[0])
    second = np.minimum(observed + increase - first, weight[1])
    return np.stack([observed + increase - second, second])


def _chosen_band(
    bands: Sequence[Band],
    values: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    least: FloatArray,
    level: Level | None,
) -> Band:
    """Return the band of the cost of the recommended choice; limits cover equally good ones."""
    first, several = bands[0], len(bands) > 1
    baseline = np.minimum(first.pc, 1.0 - first.pc)
    observed, lower, upper, expected = values
    is_classifier = least < baseline
    is_best = (expected == least) & is_classifier

    def of_best(value: FloatArray, sign: float) -> FloatArray:
        most = np.where(is_best, sign * value, -np.inf).max(axis=0)
        return np.where(is_classifier, sign * most, baseline)

    methods = " or ".join(dict.fromkeys(band.method for band in bands))
    if several and level is None:
        methods = f"{first.method} and one of {len(bands)} classifiers"
    elif several:
        methods = f"{methods}, each of {len(bands)} classifiers at {100 * first.level:.4g} %"
    return Band(
        pc=first.pc,
        estimate=of_best(observed, -1.0),
        lower=of_best(lower, -1.0),
        upper=of_best(upper, 1.0),
        expected=of_best(expected, 1.0),
        level=first.level if level is None else float(level),
        method=methods,
        target="chosen classifier" if several else first.target,
        simultaneous=first.simultaneous,
        n_resamples=max(band.n_resamples or 0 for band in bands) or None,
        seed=next((band.seed for band in bands if band.seed is not None), None),
        thinning=max(band.thinning for band in bands),
        provisional=any(band.provisional for band in bands),
        caution=next((band.caution for band in bands if band.caution), ""),
    )
