"""A threshold in use: rates counted one by one, losses tried at many conditions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, Range, convex_hull, count, lower_envelope, predictions
from cc_widgets.core._choosing import loss_over, money_loss_over, rates_from
from cc_widgets.core._hull import counts_at, roc_curve

SCORES = st.lists(st.integers(0, 6), min_size=1, max_size=8)
SHARES = st.floats(0.0, 1.0)


def scored(negative, positive, weight=None, kind=float):
    y_true = [0] * len(negative) + [1] * len(positive)
    score = np.array([*negative, *positive], dtype=kind) / 4
    return predictions(y_true, score, sample_weight=weight)


def one_by_one(source, threshold):
    """Rates by adding up example after example."""
    weight = np.ones(source.score.size) if source.weight is None else source.weight
    rates = []
    for members in (~source.positive, source.positive):
        called = [
            w for w, s, m in zip(weight, source.score, members, strict=True) if m and s >= threshold
        ]
        rates.append(sum(called) / weight[members].sum())
    return tuple(rates)


@given(SCORES, SCORES, st.sampled_from([-np.inf, -1, 0, 0.3, 0.5, 1.1, 1.5, 9, np.inf]))
def test_any_threshold_is_counted_as_one_by_one(negative, positive, threshold):
    source = scored(negative, positive)
    assert rates_from(source, threshold) == one_by_one(source, threshold)
    assert rates_from(count(source), threshold) == one_by_one(source, threshold)


@pytest.mark.parametrize("threshold", [-1, 0.25, 0.3, 0.5, 2])
def test_weights_count_as_often_as_they_say(threshold):
    source = scored([1, 2, 2], [2, 3, 0], weight=[1, 2, 0.5, 3, 0, 1])
    assert rates_from(source, threshold) == pytest.approx(one_by_one(source, threshold))


def test_a_threshold_is_compared_in_the_type_of_the_scores():
    short = predictions([0, 1], np.array([0.1, 0.7], dtype=np.float32))
    assert rates_from(short, 0.7) == (0.0, 1.0)
    assert rates_from(count(short), 0.7) == (0.0, 1.0)
    assert rates_from(short, 1e300) == (0.0, 0.0)
    assert rates_from(short, -1e300) == (1.0, 1.0)


def test_incomplete_counts_tell_of_their_own_thresholds_only():
    few = counts_at(count(scored([0, 1, 2], [1, 2, 3])), np.array([0, 2, 4]))
    assert few.threshold.tolist() == [np.inf, 0.5, 0.0]
    assert rates_from(few, 0.5) == (1 / 3, 2 / 3)
    assert rates_from(few, np.inf) == (0.0, 0.0)
    assert rates_from(few, -3) == (1.0, 1.0)
    assert [rates_from(few, threshold) for threshold in (0.4, 0.6, 1)] == [None] * 3


@given(SCORES, SCORES, SHARES, SHARES, st.integers(0, 7))
@settings(max_examples=60)
def test_the_range_of_a_loss_is_that_of_many_tries(negative, positive, first, second, threshold):
    source = scored(negative, positive)
    envelope = lower_envelope(convex_hull([roc_curve(count(source))]))
    fpr, tpr = one_by_one(source, threshold / 4)
    low, high = sorted((first, second))
    inside = envelope.pc[(envelope.pc > low) & (envelope.pc < high)]
    pc = np.concatenate([np.linspace(low, high, 101), inside])
    least = np.min([envelope.fpr[:, None] * (1 - pc) + envelope.fnr[:, None] * pc], axis=(0, 1))
    tried = fpr * (1 - pc) + (1 - tpr) * pc - least
    found = loss_over(envelope, fpr, tpr, Range(low, high))
    assert found.low == pytest.approx(max(0.0, tried.min()), abs=1e-9)
    assert found.high == pytest.approx(max(0.0, tried.max()), abs=1e-9)


def test_the_best_threshold_loses_exactly_nothing_where_it_is_best():
    curve = roc_curve(count(scored([0, 1, 2, 2, 3], [1, 3, 4, 4, 5])))
    envelope = lower_envelope(convex_hull([curve]))
    for i in range(envelope.fpr.size):
        reach = Range(float(envelope.pc[i]), float(envelope.pc[i + 1]))
        found = loss_over(envelope, float(envelope.fpr[i]), float(1 - envelope.fnr[i]), reach)
        assert found == Range(0.0, 0.0)


CONDITIONS = [
    Conditions(prior=0.3, cost_fp=2, cost_fn=5, cost_tp=-1),
    Conditions(prior=(0.1, 0.4), cost_fp=1, cost_fn=(2, 8)),
    Conditions(prior=(0.2, 0.7), cost_fp=(1, 3), cost_fn=(2, 4), cost_tn=(-1, 0.5)),
    Conditions(prior=0.5, cost_fp=(0, 2), cost_fn=(1, 2)),
    Conditions(prior=(0.4, 1), cost_fp=(0.5, 1), cost_fn=(3, 9)),
]


@pytest.mark.parametrize("conditions", CONDITIONS)
@pytest.mark.parametrize("rates", [(0.3, 0.6), (0.0, 0.0), (1.0, 1.0), (0.9, 0.2), (0.2, 0.6)])
def test_the_range_of_money_lost_is_that_of_many_tries(conditions, rates):
    hull = convex_hull([roc_curve(count(scored([0, 1, 2, 2, 3], [1, 3, 4, 4, 5])))])
    prior, fp, fn = np.meshgrid(
        *(
            np.linspace(known.low, known.high, 31)
            for known in (conditions.prior, conditions.extra_fp, conditions.extra_fn)
        )
    )
    fpr, tpr = rates

    def money(x, y):
        return (1 - prior) * fp * x + prior * fn * (1 - y)

    least = np.min([money(x, y) for x, y in zip(hull.fpr, hull.tpr, strict=True)], axis=0)
    tried = money(fpr, tpr) - least
    found = money_loss_over(lower_envelope(hull), fpr, tpr, conditions)
    assert found.high == pytest.approx(tried.max())
    assert found.low <= tried.min() + 1e-12
    assert found.low == pytest.approx(tried.min(), abs=0.03 * tried.max() + 1e-12)
