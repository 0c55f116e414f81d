"""Rates and regret of a given threshold, compared with direct computation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, convex_hull, count, lower_envelope, predictions, roc_curve
from cc_widgets.core.conditions import Range
from cc_widgets.core.hull import counts_at
from cc_widgets.core.thresholds import money_regret_range, rates_at, regret_range

SCORES = st.lists(st.integers(0, 6), min_size=1, max_size=8)
SHARES = st.floats(0.0, 1.0)


def scored(negative, positive, weight=None, kind=float):
    y_true = [0] * len(negative) + [1] * len(positive)
    score = np.array([*negative, *positive], dtype=kind) / 4
    return predictions(y_true, score, sample_weight=weight)


def direct_rates(source, threshold):
    """Rates computed by summation over the examples."""
    weight = np.ones(source.score.size) if source.weight is None else source.weight
    rates = []
    for members in (~source.positive, source.positive):
        flagged = [
            w for w, s, m in zip(weight, source.score, members, strict=True) if m and s >= threshold
        ]
        rates.append(sum(flagged) / weight[members].sum())
    return tuple(rates)


@given(SCORES, SCORES, st.sampled_from([-np.inf, -1, 0, 0.3, 0.5, 1.1, 1.5, 9, np.inf]))
def test_rates_equal_direct_counts(negative, positive, threshold):
    source = scored(negative, positive)
    assert rates_at(source, threshold) == direct_rates(source, threshold)
    assert rates_at(count(source), threshold) == direct_rates(source, threshold)


@pytest.mark.parametrize("threshold", [-1, 0.25, 0.3, 0.5, 2])
def test_weighted_rates_equal_direct_sums(threshold):
    source = scored([1, 2, 2], [2, 3, 0], weight=[1, 2, 0.5, 3, 0, 1])
    assert rates_at(source, threshold) == pytest.approx(direct_rates(source, threshold))


def test_threshold_is_converted_to_the_dtype_of_the_scores():
    short = predictions([0, 1], np.array([0.1, 0.7], dtype=np.float32))
    assert rates_at(short, 0.7) == (0.0, 1.0)
    assert rates_at(count(short), 0.7) == (0.0, 1.0)
    assert rates_at(short, 1e300) == (0.0, 0.0)
    assert rates_at(short, -1e300) == (1.0, 1.0)


def test_incomplete_counts_have_rates_at_their_thresholds_only():
    subset = counts_at(count(scored([0, 1, 2], [1, 2, 3])), np.array([0, 2, 4]))
    assert subset.threshold.tolist() == [np.inf, 0.5, 0.0]
    assert rates_at(subset, 0.5) == (1 / 3, 2 / 3)
    assert rates_at(subset, np.inf) == (0.0, 0.0)
    assert rates_at(subset, -3) == (1.0, 1.0)
    assert [rates_at(subset, threshold) for threshold in (0.4, 0.6, 1)] == [None] * 3


@given(SCORES, SCORES, SHARES, SHARES, st.integers(0, 7))
@settings(max_examples=60)
def test_regret_range_equals_regret_on_a_grid(negative, positive, first, second, threshold):
    source = scored(negative, positive)
    envelope = lower_envelope(convex_hull([roc_curve(count(source))]))
    fpr, tpr = direct_rates(source, threshold / 4)
    low, high = sorted((first, second))
    inside = envelope.pc[(envelope.pc > low) & (envelope.pc < high)]
    pc = np.concatenate([np.linspace(low, high, 101), inside])
    least = np.min([envelope.fpr[:, None] * (1 - pc) + envelope.fnr[:, None] * pc], axis=(0, 1))
    regret_on_grid = fpr * (1 - pc) + (1 - tpr) * pc - least
    regrets = regret_range(envelope, fpr, tpr, Range(low, high))
    assert regrets.low == pytest.approx(max(0.0, regret_on_grid.min()), abs=1e-9)
    assert regrets.high == pytest.approx(max(0.0, regret_on_grid.max()), abs=1e-9)


def test_optimal_threshold_has_exactly_zero_regret():
    curve = roc_curve(count(scored([0, 1, 2, 2, 3], [1, 3, 4, 4, 5])))
    envelope = lower_envelope(convex_hull([curve]))
    for i in range(envelope.fpr.size):
        ends = Range(float(envelope.pc[i]), float(envelope.pc[i + 1]))
        regrets = regret_range(envelope, float(envelope.fpr[i]), float(1 - envelope.fnr[i]), ends)
        assert regrets == Range(0.0, 0.0)


CONDITIONS = [
    Conditions(prior=0.3, cost_fp=2, cost_fn=5, cost_tp=-1),
    Conditions(prior=(0.1, 0.4), cost_fp=1, cost_fn=(2, 8)),
    Conditions(prior=(0.2, 0.7), cost_fp=(1, 3), cost_fn=(2, 4), cost_tn=(-1, 0.5)),
    Conditions(prior=0.5, cost_fp=(0, 2), cost_fn=(1, 2)),
    Conditions(prior=(0.4, 1), cost_fp=(0.5, 1), cost_fn=(3, 9)),
]


@pytest.mark.parametrize("conditions", CONDITIONS)
@pytest.mark.parametrize("rates", [(0.3, 0.6), (0.0, 0.0), (1.0, 1.0), (0.9, 0.2), (0.2, 0.6)])
def test_money_regret_range_equals_regret_on_a_grid(conditions, rates):
    hull = convex_hull([roc_curve(count(scored([0, 1, 2, 2, 3], [1, 3, 4, 4, 5])))])
    prior, fp, fn = np.meshgrid(
        *(
            np.linspace(value.low, value.high, 31)
            for value in (conditions.prior, conditions.extra_fp, conditions.extra_fn)
        )
    )
    fpr, tpr = rates

    def money(x, y):
        return (1 - prior) * fp * x + prior * fn * (1 - y)

    least = np.min([money(x, y) for x, y in zip(hull.fpr, hull.tpr, strict=True)], axis=0)
    regret_on_grid = money(fpr, tpr) - least
    regrets = money_regret_range(lower_envelope(hull), fpr, tpr, conditions)
    assert regrets.high == pytest.approx(regret_on_grid.max())
    assert regrets.low <= regret_on_grid.min() + 1e-12
    assert regrets.low == pytest.approx(
        regret_on_grid.min(), abs=0.03 * regret_on_grid.max() + 1e-12
    )
