"""Cost expected on new data of classifiers and thresholds chosen on the same examples."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from statistics import NormalDist

import numpy as np

from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import LEVEL, BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.bands import (
    ENVELOPE_BAND,
    Band,
    Level,
    normal_quantile,
    order_ranks,
)
from cc_widgets.core.uncertainty.bootstrap import (
    OPTIMISM_FACTOR,
    EnvelopeResamples,
    JointResamples,
    mean_of_parts,
    summed_optimism,
)
from cc_widgets.core.uncertainty.envelopes import (
    choice_bias,
    chosen_by_part,
    chosen_error,
    envelope_band,
    order_statistics,
)
from cc_widgets.core.uncertainty.intervals import LineCounts, mover_limits
from cc_widgets.core.uncertainty.percentiles import LineReplicates
from cc_widgets.core.validation import PC_MEANS, read_unit_number

__all__ = ["ExpectedCosts", "expected_costs"]


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


def envelope_costs(resamples: EnvelopeResamples, band: Band) -> ChoiceCosts:
    """Return the cost of a scored classifier, with a band of it."""
    chosen = chosen_by_part(resamples)
    rates = [np.stack([each.fp / each.negatives, each.fn / each.positives]) for each in chosen]
    return ChoiceCosts(
        band=band,
        observed=np.stack([1.0 - band.pc, band.pc]) * mean_of_parts(rates),
        bias=choice_bias(resamples),
        error=chosen_error(resamples),
        is_baseline=np.logical_and.reduce([each.is_baseline for each in chosen]),
    )


def line_costs(line: LineCounts, band: Band) -> ChoiceCosts:
    """Return the cost of a classifier with one fixed threshold, with a band of it."""
    observed, z = np.stack([(1.0 - band.pc) * line.fpr, band.pc * line.fnr]), normal_quantile(LEVEL)
    _, upper = mover_limits(line.fp, line.negatives, line.fn, line.positives, band.pc, z)
    return ChoiceCosts(
        band=band,
        observed=observed,
        bias=np.zeros_like(observed),
        error=(upper - observed.sum(axis=0)) / z,
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
        Position of the recommended classifier: the one with the lowest observed cost, if it is
        expected to cost less than both baselines; otherwise -1.
    best : Band
        Band of the classifier with the lowest observed cost, recommended or not. A baseline has a
        known cost.
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

    def error_rates(self, pc: float) -> tuple[float, float]:
        """Return the expected error rates of the classifier with the lowest observed cost.

        Parameters
        ----------
        pc : float
            In [0, 1].

        Returns
        -------
        (fpr, fnr)
            ``(1 - pc) * fpr + pc * fnr`` is the expected cost of `best`, interpolated at `pc`.
        """
        pc = read_unit_number("pc", pc, PC_MEANS)
        is_best = self.observed == self.observed.min(axis=0)
        row = np.where(is_best, self.expected, -np.inf).argmax(axis=0)[None]
        baseline = np.minimum(self.pc, 1.0 - self.pc)
        is_classifier = self.observed.min(axis=0) < baseline
        costs = []
        for rates, weight, baseline_rate in (
            (self.fpr, 1.0 - self.pc, self.pc > baseline),
            (self.fnr, self.pc, self.pc <= baseline),
        ):
            chosen = np.take_along_axis(rates, row, axis=0)[0]
            part = weight * np.where(is_classifier, chosen, baseline_rate)
            costs.append(float(np.interp(pc, self.pc, part)))
        first, second = costs
        return (first / (1.0 - pc) if pc < 1.0 else 0.0), (second / pc if pc else 0.0)


def expected_costs(resamples: JointResamples, *, level: Level = LEVEL) -> ExpectedCosts:
    """Costs expected on new data, for classifiers evaluated on the same examples.

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
    each = [envelope_costs(part, envelope_band(part, level=level)) for part in resamples.each]
    return best_choice(each, *joint_selection(resamples, level))


def joint_selection(
    resamples: JointResamples, level: Level
) -> tuple[list[FloatArray], FloatArray | None]:
    """Return the bias of choosing each classifier, and the lower limit of the cost of the best.

    There is no such limit for a single classifier.
    """
    pool, optimism = resamples.pool, [np.maximum(part.optimism, 0.0) for part in resamples.each]
    if pool is None:
        return [np.zeros_like(each) for each in optimism], None
    (lowest,) = order_statistics(pool.cost, order_ranks(level, resamples.n_done)[:1])
    additional = [np.maximum(pool.optimism - each, 0.0) for each in optimism]
    return [OPTIMISM_FACTOR * each for each in additional], lowest


def line_selection(replicates: Sequence[LineReplicates], pc: FloatArray) -> list[FloatArray]:
    """Return the bias of choosing each of several fixed classifiers, at each pc.

    It is `OPTIMISM_FACTOR` times its bootstrap estimate from independent replicates, which choose
    among the classifiers and the baselines.
    """
    baseline = np.broadcast_to(np.minimum(pc, 1.0 - pc), (replicates[0].fpr.size, pc.size))
    costs = [
        baseline,
        *(np.outer(line.fpr, 1.0 - pc) + np.outer(line.fnr, pc) for line in replicates),
    ]
    observed = [line.observed_fpr * (1.0 - pc) + line.observed_fnr * pc for line in replicates]
    original_costs = [baseline, *(np.broadcast_to(cost, baseline.shape) for cost in observed)]
    estimate = summed_optimism(costs, original_costs) / baseline.shape[0]
    return [OPTIMISM_FACTOR * np.maximum(estimate, 0.0)] * len(replicates)


def best_choice(
    each: Sequence[ChoiceCosts],
    selection: Sequence[FloatArray],
    lowest: FloatArray | None = None,
    level: Level | None = None,
) -> ExpectedCosts:
    """Return the expected costs of classifiers and the choice that they recommend.

    `selection` has the bias of choosing each of them among all, at each pc, and `lowest` the lower
    limit of the cost of the best. `level` is that of all bands together; by default each has it.
    """
    bands = [costs.band for costs in each]
    pc = bands[0].pc
    baseline, weight = np.minimum(pc, 1.0 - pc), np.stack([1.0 - pc, pc])
    parts, uppers, lowers = [], [], []
    for costs, additional in zip(each, selection, strict=True):
        is_used, observed = ~costs.is_baseline, costs.observed.sum(axis=0)
        chosen_among = np.where(is_used, additional, 0.0)
        bias = costs.bias.sum(axis=0) + chosen_among
        bias += baseline_bias(baseline - observed - bias, np.where(is_used, costs.error, 0.0))
        parts.append(split_cost(costs, bias, weight))
        uppers.append(np.clip(costs.band.upper + chosen_among, parts[-1].sum(axis=0), 1.0))
        lower = costs.band.lower
        lowers.append(lower if lowest is None else np.minimum(lower, lowest))
    split, upper, lower = (np.stack(values) for values in (parts, uppers, lowers))
    expected = split.sum(axis=1)
    rates = np.divide(split, weight, out=np.zeros_like(split), where=weight > 0.0)
    observed = np.stack([costs.observed.sum(axis=0) for costs in each])
    best = _cheapest_band(bands, (observed, lower, upper, expected), level)
    return ExpectedCosts(
        pc=pc,
        observed=observed,
        expected=expected,
        fpr=rates[:, 0],
        fnr=rates[:, 1],
        lower=lower,
        upper=upper,
        owner=np.where(best.expected < baseline, observed.argmin(axis=0), BASELINE),
        best=best,
    )


def baseline_bias(saving: FloatArray, error: FloatArray) -> FloatArray:
    """Return the bias of choosing a classifier because it seems to cost less than a baseline.

    It is `OPTIMISM_FACTOR` times the mean by which a normal variable is above a constant, for an
    expected value of `saving` below it and the standard error `error`; 0 where nothing is saved.
    """
    is_uncertain = (saving > 0.0) & (error > 0.0)
    z = np.minimum(np.divide(saving, error, out=np.zeros_like(saving), where=is_uncertain), _MAX_Z)
    density = np.exp(-z * z / 2.0) / sqrt(2.0 * pi)
    tail = np.array([NormalDist().cdf(-value) for value in z.tolist()])
    return np.where(is_uncertain, OPTIMISM_FACTOR * error * (density - z * tail), 0.0)


_MAX_Z = 30.0  # standard errors; the bias is 0 beyond it


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


def _cheapest_band(
    bands: Sequence[Band],
    values: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    level: Level | None,
) -> Band:
    """Return the band of the cheapest classifier at each pc; limits cover equally cheap ones.

    A chosen baseline has a known cost.
    """
    first, several = bands[0], len(bands) > 1
    baseline = np.minimum(first.pc, 1.0 - first.pc)
    observed, lower, upper, expected = values
    estimate = np.minimum(observed.min(axis=0), baseline)
    is_best = (observed == estimate) & (upper > estimate)
    is_classifier = is_best.any(axis=0)

    def of_best(value: FloatArray, sign: float) -> FloatArray:
        outermost = sign * np.where(is_best, sign * value, -np.inf).max(axis=0)
        return np.where(is_classifier, outermost, baseline)

    methods = " or ".join(dict.fromkeys(band.method for band in bands))
    if several and level is None:
        own_method = first.method.removeprefix(ENVELOPE_BAND)
        methods = f"band of the best of {len(bands)} classifiers: {own_method}"
    elif several:
        methods = f"{methods}, each of {len(bands)} classifiers at {100 * first.level:.4g} %"
    return Band(
        pc=first.pc,
        estimate=estimate,
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
