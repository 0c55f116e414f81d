"""True cost of following the advice on new data, its expected cost, and its interval."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

import cc_widgets as cc
from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty.bands import normal_quantile
from cc_widgets.model.estimating import find_estimates
from tests.bench.statistics_advice_domains import (
    CELLS,
    CORRELATION,
    NEAR_PERFECT,
    NOISE,
    SIZES,
    Cell,
    Scorer,
)
from tests.bench.statistics_claims import check_differences, has_impossible_limits, true_cost
from tests.bench.statistics_envelope_differences import correlated
from tests.bench.statistics_rows import EVERYWHERE, ROUNDING, Row, generator, share_of

PART = "advice"
GRID = np.array([0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98])
BASELINE = np.minimum(GRID, 1.0 - GRID)

COST_RATIO = "true cost of the advice, relative to the better alternative"
RECOMMENDED = "classifier recommended"
NOT_DOUBTED = "classifier recommended as significantly cheaper"
OPTIMISM = "observed cost of the cheapest classifier"
REMAINING_BIAS = "share of the optimistic bias that remains"
REMAINING_RECOMMENDED = "share of the optimistic bias that remains where recommended"
OF_ADVICE = "interval of the recommendation"
OF_CHEAPEST = "interval of the cheapest classifier"
LOSS = "true loss of the threshold in use"
LOSS_BIAS = "bias of the expected loss of the threshold in use, relative to the true loss"
OF_LOSS = "interval of the loss of the threshold in use"
FALSE_RIVAL = "rival falsely significant"
FALSE_PAIR = "any pair falsely significant"
IMPOSSIBLE = "impossible limits"


# ---- Outcomes of simulated datasets


@dataclass(frozen=True, eq=False, slots=True)
class Outcomes:
    """Results of simulated datasets; each array has a row for each dataset and a column per pc.

    The cheapest classifier has the lowest observed cost; where a baseline has the lowest, its
    cost stands for all of them.
    """

    is_recommended: BoolArray
    """Whether a classifier is recommended."""
    is_doubted: BoolArray
    """Whether the saving over the baseline is not significant."""
    advice: FloatArray
    """True cost of the recommendation."""
    true: FloatArray
    """True cost of the cheapest classifier."""
    observed: FloatArray
    """Observed cost of the cheapest classifier."""
    expected: FloatArray
    """Cost of the cheapest classifier that is expected on new data."""
    lower: FloatArray
    """Lower confidence limit of the cost of the cheapest classifier."""
    upper: FloatArray
    """Upper confidence limit of the cost of the cheapest classifier."""
    advice_lower: FloatArray
    """Lower confidence limit of the recommendation."""
    advice_upper: FloatArray
    """Upper confidence limit of the recommendation."""
    loss: FloatArray
    """True cost of the threshold in use minus that of the recommendation."""
    loss_expected: FloatArray
    """Loss of the threshold in use that is expected on new data."""
    loss_lower: FloatArray
    """Lower confidence limit of the loss."""
    loss_upper: FloatArray
    """Upper confidence limit of the loss."""
    has_false_rival: BoolArray
    """Whether the recommendation is falsely significant against a rival."""
    has_false_pair: BoolArray
    """Whether the difference of any two classifiers is falsely significant."""
    has_impossible_limits: BoolArray
    """Whether the limits of an answer contradict each other or the possible costs."""


def simulate(cell: Cell, n_sets: int) -> Outcomes:
    """Return the outcomes of the product's recommendations on random datasets."""
    rng, scorers = generator(PART, cell.field, cell.sizes), cell.scorers
    is_equal = np.array([[first.is_like(second) for second in scorers] for first in scorers])
    sets = [_outcomes(rng, scorers, is_equal, *SIZES[cell.sizes]) for _ in range(n_sets)]
    return Outcomes(*(np.array(values) for values in zip(*sets, strict=True)))


def random_model(
    rng: np.random.Generator, scorers: list[Scorer], negatives: int, positives: int
) -> cc.CostCurveModel:
    """Return a model of classifiers on the same random examples."""
    label = np.repeat([0, 1], [negatives, positives])
    noise = [correlated(rng, size, CORRELATION, len(scorers)) for size in (negatives, positives)]
    scores = (
        np.concatenate([scorer.negative.quantile(negative), scorer.positive.quantile(positive)])
        for scorer, negative, positive in zip(scorers, *noise, strict=True)
    )
    return cc.CostCurveModel({f"c{i}": (label, score) for i, score in enumerate(scores)})


def _outcomes(
    rng: np.random.Generator,
    scorers: list[Scorer],
    is_equal: BoolArray,
    negatives: int,
    positives: int,
) -> tuple[Any, ...]:
    """Return the values of `Outcomes` at each pc, for one random dataset."""
    model = random_model(rng, scorers, negatives, positives)
    in_use = float(scorers[0].negative.quantile(_IN_USE)[0])
    model.mark("c0", in_use)
    answers = [model.recommend(pc) for pc in GRID.tolist()]
    costs = find_estimates(model).costs
    assert costs is not None
    best = costs.best
    observed, expected, lower, upper = (
        np.interp(GRID, best.pc, values)
        for values in (best.estimate, best.expected, best.lower, best.upper)
    )
    advice_lower, advice_upper, advice_expected = _limits(answer.interval for answer in answers)
    loss_lower, loss_upper, loss_expected = _limits(answer.in_use[0].interval for answer in answers)
    advice = np.array([true_cost(scorers, answer.decision, answer.pc) for answer in answers])
    is_impossible = [has_impossible_limits(model, answer, {}) for answer in answers]
    false_rival, false_pair, also_impossible = check_differences(model, scorers, is_equal, GRID)
    return (
        np.array([not answer.decision.is_baseline for answer in answers if answer.decision]),
        np.maximum(advice_upper, advice_expected) > BASELINE + ROUNDING,
        advice,
        np.array([true_cost(scorers, answer.ranking[0], answer.pc) for answer in answers]),
        observed,
        expected,
        lower,
        upper,
        advice_lower,
        advice_upper,
        np.array([scorers[0].cost(in_use, pc) for pc in GRID.tolist()]) - advice,
        loss_expected,
        loss_lower,
        loss_upper,
        false_rival,
        false_pair,
        is_impossible | also_impossible,
    )


_IN_USE = np.array([normal_quantile(0.8)])  # 10% of the negatives of the first classifier flagged


def _limits(intervals: Iterable[Any]) -> FloatArray:
    """Return the lower and upper limits and the expected values of intervals, shape (3, n)."""
    return np.transpose([(each.lower, each.upper, each.expected) for each in intervals])


# ---- Quantities, each with a value and a standard error at each pc


@dataclass(frozen=True, eq=False, slots=True)
class Ratio:
    """Ratio of two means at each pc."""

    value: FloatArray
    error: FloatArray
    """Standard error."""


def ratio(numerator: FloatArray, denominator: FloatArray) -> Ratio:
    """Return the ratio of the means of columns, with a standard error by the delta method.

    It is 0 where the denominator is 0. Of few datasets with a denominator, the error is unknown,
    hence infinite.
    """
    mean = denominator.mean(axis=0)
    is_zero = np.abs(mean) <= ROUNDING
    scale = np.where(is_zero, 1.0, mean)
    value = np.where(is_zero, 0.0, numerator.mean(axis=0) / scale)
    deviation = (numerator - value * denominator).std(axis=0, ddof=1)
    error = deviation / sqrt(len(numerator)) / np.abs(scale)
    is_unknown = np.count_nonzero(np.abs(denominator) > ROUNDING, axis=0) < _MIN_DATASETS
    return Ratio(value, np.where(is_zero, 0.0, np.where(is_unknown, np.inf, error)))


_MIN_DATASETS = 10


def cost_ratios(outcomes: Outcomes) -> dict[str, Ratio]:
    """Return the true cost of the advice, relative to the observed choice or baseline."""
    baseline = np.broadcast_to(BASELINE, outcomes.true.shape)
    alternative = np.where(outcomes.true.mean(axis=0) < BASELINE, outcomes.true, baseline)
    return {COST_RATIO: ratio(outcomes.advice, alternative)}


def recommended_shares(outcomes: Outcomes) -> dict[str, BoolArray]:
    """Return whether a classifier is recommended, and whether it is without doubt."""
    is_recommended = outcomes.is_recommended
    return {RECOMMENDED: is_recommended, NOT_DOUBTED: is_recommended & ~outcomes.is_doubted}


def remaining_biases(outcomes: Outcomes) -> dict[str, Ratio]:
    """Return the optimistic bias of the observed cost, and the shares that remain of it."""
    error = outcomes.expected - outcomes.true
    optimism = outcomes.true - outcomes.observed
    chosen = outcomes.is_recommended
    return {
        OPTIMISM: ratio(-optimism, np.ones_like(optimism)),
        REMAINING_BIAS: ratio(error, optimism),
        REMAINING_RECOMMENDED: ratio(error * chosen, optimism * chosen),
    }


def losses(outcomes: Outcomes) -> dict[str, Ratio]:
    """Return the loss of the threshold in use, and the relative bias of the expected one."""
    loss = outcomes.loss
    return {
        LOSS: ratio(loss, np.ones_like(loss)),
        LOSS_BIAS: ratio(outcomes.loss_expected - loss, loss),
    }


def wrong_claims(outcomes: Outcomes) -> dict[str, BoolArray]:
    """Return whether answers have a false claim of significance, or impossible limits.

    The level of all pairs is family-wise, for all pc together.
    """
    return {
        FALSE_RIVAL: outcomes.has_false_rival,
        FALSE_PAIR: np.logical_or.reduce(outcomes.has_false_pair, axis=1, keepdims=True),
        IMPOSSIBLE: outcomes.has_impossible_limits,
    }


def coverages(outcomes: Outcomes) -> dict[str, BoolArray]:
    """Return whether intervals contain the true costs."""
    limits = {
        OF_ADVICE: (outcomes.advice_lower, outcomes.advice, outcomes.advice_upper),
        OF_CHEAPEST: (outcomes.lower, outcomes.true, outcomes.upper),
        OF_LOSS: (outcomes.loss_lower, outcomes.loss, outcomes.loss_upper),
    }
    return {
        method: (lower <= true + ROUNDING) & (true <= upper + ROUNDING)
        for method, (lower, true, upper) in limits.items()
    }


RATIOS = (cost_ratios, remaining_biases, losses)
SHARES = (recommended_shares, coverages, wrong_claims)


def following(field: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate datasets of a cell and return all quantities."""
    cell = CELLS[field, sizes]
    return rows_of(cell, simulate(cell, n_sets))


def rows_of(cell: Cell, outcomes: Outcomes) -> list[Row]:
    """Return all quantities of the outcomes of a cell."""
    common: dict[str, Any] = {"part": PART, "domain": cell.field, "sizes": cell.sizes}
    n_sets, rows = len(outcomes.true), []
    for ratio_of in RATIOS:
        for method, ratios in ratio_of(outcomes).items():
            rows += [
                Row(
                    **common,
                    method=method,
                    pc=f"{pc:g}",
                    bias=value,
                    standard_error=error,
                    data_sets=n_sets,
                )
                for pc, value, error in zip(
                    GRID, ratios.value.tolist(), ratios.error.tolist(), strict=True
                )
            ]
    for share in SHARES:
        for method, values in share(outcomes).items():
            places = [EVERYWHERE] if values.shape[1] == 1 else [f"{pc:g}" for pc in GRID]
            rows += [
                Row(**common, method=method, pc=pc, **share_of(column))
                for pc, column in zip(places, values.T, strict=True)
            ]
    return rows


# ---- Requirements


MAX_RATIO = 1.05
MAX_NOISE = 0.10
MAX_REMAINING, MAX_REMAINING_NEAR_PERFECT = 0.30, 0.50
MIN_COVERAGE, MIN_COVERAGE_OF_EIGHT = 0.87, 0.86
MAX_LOSS_BIAS = 0.20
MAX_FALSE = 0.13
SLACK = 2.0  # standard errors that are attributed to chance
NEGLIGIBLE = 0.002  # optimistic bias
NEGLIGIBLE_SHARE = MAX_RATIO - 1.0  # of the cost of the better baseline, which is tolerated anyway
FAR_FROM_HALF = 0.1  # largest pc, or 1 - pc, at which noise must not be recommended


def failures(rows: Iterable[Row], slack: float = SLACK) -> list[Row]:
    """Return the rows that miss a requirement by more than `slack` standard errors."""
    selected = [row for row in rows if row.part == PART]
    means = {
        (row.domain, row.sizes, row.method, row.pc): row.bias or 0.0
        for row in selected
        if row.method in _DENOMINATORS.values()
    }

    def mean(row: Row) -> float:
        key = (row.domain, row.sizes, _DENOMINATORS.get(row.method, ""), row.pc)
        return means.get(key, 0.0)

    return [row for row in selected if shortfall(row, mean(row)) > slack * _error(row) + ROUNDING]


_DENOMINATORS = {REMAINING_BIAS: OPTIMISM, LOSS_BIAS: LOSS}


def shortfall(row: Row, mean: float) -> float:
    """Return by how much a row misses its requirement; negative if it meets it or has none.

    `mean` is the denominator of a relative bias: the mean error of the observed cost, or the mean
    loss, in the same cell at the same pc.
    """
    requirement = _REQUIREMENTS.get(row.method)
    if requirement is None:
        return -np.inf
    return requirement(row, CELLS[row.domain, row.sizes], mean)


def _excess_cost(row: Row, _: Cell, __: float) -> float:
    return (row.bias or 0.0) - MAX_RATIO


def _recommended_noise(row: Row, cell: Cell, _: float) -> float:
    pc = float(row.pc)
    is_limited = row.method == NOT_DOUBTED or min(pc, 1.0 - pc) <= FAR_FROM_HALF + ROUNDING
    return (row.share or 0.0) - MAX_NOISE if cell.domain == NOISE and is_limited else -np.inf


def _remaining(row: Row, cell: Cell, mean: float) -> float:
    pc = float(row.pc)
    if -mean <= min(NEGLIGIBLE, NEGLIGIBLE_SHARE * min(pc, 1.0 - pc)):
        return -np.inf
    limit = MAX_REMAINING_NEAR_PERFECT if cell.domain == NEAR_PERFECT else MAX_REMAINING
    return abs(row.bias or 0.0) - limit


def _biased_loss(row: Row, _: Cell, mean: float) -> float:
    pc = float(row.pc)
    if abs(mean) <= NEGLIGIBLE_SHARE * min(pc, 1.0 - pc):  # the same extra cost as in MAX_RATIO
        return -np.inf
    return abs(row.bias or 0.0) - MAX_LOSS_BIAS


def _wrong_claim(row: Row, _: Cell, __: float) -> float:
    return (row.share or 0.0) - _MAX_WRONG[row.method]


def _too_low_coverage(row: Row, cell: Cell, _: float) -> float:
    return _least_coverage(cell) - (row.share or 0.0)


def _least_coverage(cell: Cell) -> float:
    return MIN_COVERAGE_OF_EIGHT if cell.n_classifiers == 8 else MIN_COVERAGE


_MAX_WRONG = {FALSE_RIVAL: MAX_FALSE, FALSE_PAIR: MAX_FALSE, IMPOSSIBLE: 0.0}


_REQUIREMENTS: dict[str, Callable[[Row, Cell, float], float]] = {
    COST_RATIO: _excess_cost,
    RECOMMENDED: _recommended_noise,
    NOT_DOUBTED: _recommended_noise,
    REMAINING_BIAS: _remaining,
    OF_ADVICE: _too_low_coverage,
    OF_CHEAPEST: _too_low_coverage,
    LOSS_BIAS: _biased_loss,
    OF_LOSS: _too_low_coverage,
    FALSE_RIVAL: _wrong_claim,
    FALSE_PAIR: _wrong_claim,
    IMPOSSIBLE: _wrong_claim,
}


def _error(row: Row) -> float:
    """Return the standard error of a row; of a share, that at the required one."""
    if row.share is None:
        return row.standard_error
    is_coverage = _REQUIREMENTS.get(row.method) is _too_low_coverage
    least = _least_coverage(CELLS[row.domain, row.sizes])
    share = least if is_coverage else _MAX_WRONG.get(row.method, MAX_NOISE)
    return sqrt(share * (1.0 - share) / row.data_sets)
