"""Several classifiers on the same resampled examples."""

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import _buckets as buckets_module
from cc_widgets.core.uncertainty import (
    corrected_cost,
    envelope_band,
    envelope_difference_band,
    finished,
    joint_buckets,
    joint_resampling,
    resampling,
    significance,
)
from cc_widgets.core.uncertainty._buckets import Combinations
from cc_widgets.errors import CostCurveError

NUMBERS = np.random.default_rng(5)
LABEL = NUMBERS.random(120) < 0.4
WEAK, STRONG = (
    predictions(LABEL, NUMBERS.normal(size=120) + shift * LABEL) for shift in (0.5, 2.5)
)
WAYS = pytest.mark.parametrize(
    "example", [1e-9, 1e9, 3.9], ids=["one by one", "by combination", "split at 3"]
)


@WAYS
def test_all_classifiers_see_the_same_examples(monkeypatch, example):
    monkeypatch.setattr(buckets_module, "_EXAMPLE", example)
    bucket = np.array([[0, 0, 1, 2], [3, 1, 0, 2]])
    draw = Combinations(np.array([5, 1, 2, 4]), bucket, (3, 4)).sampler()
    first, second = draw(np.random.default_rng(0), np.array([12, 12, 7]))
    # Each example's buckets name each other, but for the first two.
    assert np.array_equal(first[:, 0], second[:, 3] + second[:, 1])
    assert np.array_equal(first[:, 1:], second[:, [0, 2]])
    assert first.sum(axis=1).tolist() == [12, 12, 7]


@WAYS
def test_examples_are_drawn_as_often_as_there_are(monkeypatch, example):
    monkeypatch.setattr(buckets_module, "_EXAMPLE", example)
    count = np.array([5, 1, 2, 4])
    bucket = np.array([[0, 0, 1, 2], [3, 1, 0, 2]])
    draw = Combinations(count, bucket, (3, 4)).sampler()
    rows, n = 4000, 50
    _, second = draw(np.random.default_rng(1), np.full(rows, n))
    share = count[[2, 1, 3, 0]] / count.sum()
    error = np.sqrt(n * share * (1 - share) / rows)
    assert np.all(np.abs(second.mean(axis=0) - n * share) < 5 * error)
    together = np.corrcoef(second[:, 0], second[:, 3])[0, 1]
    expected = -np.sqrt(share[0] * share[3] / ((1 - share[0]) * (1 - share[3])))
    assert together == pytest.approx(expected, abs=5 / np.sqrt(rows))


def test_buckets_are_those_between_thresholds():
    found = joint_buckets([WEAK, STRONG])
    for position, source in enumerate((WEAK, STRONG)):
        one = found.each[position]
        for combinations, rates in ((found.negative, one.fp), (found.positive, one.tp)):
            n_buckets = combinations.n_buckets[position]
            counts = np.bincount(combinations.bucket[position], combinations.count, n_buckets)
            assert np.array_equal(counts, np.diff(rates))
        assert source.positive.sum() == found.positive.count.sum()


def test_too_many_combinations_to_pack_are_left_apart(monkeypatch):
    packed = finished(joint_resampling([WEAK, STRONG], n_resamples=400, rng=0))
    monkeypatch.setattr(buckets_module, "_INT64_SAFE", 1)
    apart = joint_buckets([WEAK, STRONG])
    assert apart.negative.count.tolist() == [1] * int((~LABEL).sum())
    other = finished(joint_resampling(apart, n_resamples=400, rng=0))
    for one, two in zip(packed.each, other.each, strict=True):
        spread = np.sqrt(one.cost.var(axis=0) * 2 / 400)
        assert np.all(np.abs(one.cost.mean(axis=0) - two.cost.mean(axis=0)) <= 5 * spread + 1e-12)


def test_one_of_several_is_resampled_as_if_it_were_alone():
    jointly = finished(joint_resampling([WEAK, STRONG], n_resamples=800, rng=0)).each[1]
    alone = finished(resampling(STRONG, n_resamples=800, rng=1))
    spread = np.sqrt((jointly.cost.var(axis=0) + alone.cost.var(axis=0)) / 800)
    gap = np.abs(jointly.cost.mean(axis=0) - alone.cost.mean(axis=0))
    assert np.all(gap <= 5 * spread + 1e-12)


def test_threads_change_nothing():
    one, two = (
        finished(joint_resampling([WEAK, STRONG], n_resamples=250, rng=0, n_threads=threads))
        for threads in (1, 2)
    )
    for first, second in zip(one.each, two.each, strict=True):
        assert np.array_equal(first.cost, second.cost)
        assert np.array_equal(first.optimism, second.optimism)


def test_a_classifier_does_not_differ_from_itself():
    drawn = finished(joint_resampling([WEAK, WEAK], n_resamples=99, rng=0))
    band = envelope_difference_band(drawn)
    assert not band.lower.any()
    assert not band.upper.any()
    assert not significance(band).anywhere


def test_limits_are_order_statistics_moved_outwards_by_what_does_not_cancel():
    drawn = finished(joint_resampling([WEAK, STRONG], n_resamples=1000, rng=0, pc=[0.3, 0.5]))
    band = envelope_difference_band(drawn, level=0.9)
    ordered = np.sort(drawn.each[0].cost - drawn.each[1].cost, axis=0)
    optimism = [corrected_cost(one) - envelope_band(one).estimate for one in drawn.each]
    move = 2 * (optimism[0] - optimism[1])  # F8: twice, as both are drawn away
    assert np.array_equal(band.lower, ordered[50] + np.minimum(move, 0))
    assert np.array_equal(band.upper, ordered[949] + np.maximum(move, 0))
    assert significance(band).cheaper == ("second",)


def test_at_all_pc_enough_differences_lie_within_whole_and_no_narrower_limits_do():
    twins = [WEAK, predictions(LABEL, WEAK.score + NUMBERS.normal(size=120))]
    drawn = finished(joint_resampling(twins, n_resamples=500, rng=0))
    difference = drawn.each[0].cost - drawn.each[1].cost
    ordered = np.sort(difference, axis=0)
    optimism = [corrected_cost(one) - envelope_band(one).estimate for one in drawn.each]
    move = np.minimum(2 * (optimism[0] - optimism[1]), 0)
    lower = envelope_difference_band(drawn, level=0.8, simultaneous=True).lower
    rank = next(k for k in range(500) if np.array_equal(ordered[k] + move, lower))

    def share_inside(k):
        low, high = ordered[k] - 1e-12, ordered[-k - 1] + 1e-12
        inside = (low <= difference) & (difference <= high)
        return np.all(inside, axis=1).mean()

    assert share_inside(rank) >= 0.8 > share_inside(rank + 1)


def test_other_examples_are_refused():
    other = predictions(~LABEL, WEAK.score)
    with pytest.raises(CostCurveError, match=r"sources\[1\]: .* same examples in the same order"):
        joint_resampling([WEAK, other])
    with pytest.raises(CostCurveError, match="one classifier or more"):
        joint_resampling([])
    weighted = predictions(LABEL, WEAK.score, sample_weight=np.full(120, 2))
    with pytest.raises(CostCurveError, match="weights"):
        joint_resampling([WEAK, weighted])
