"""Several classifiers on the same resampled examples."""

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.uncertainty import buckets as buckets_module
from cc_widgets.core.uncertainty import (
    corrected_cost,
    envelope_band,
    expected_costs,
    finished,
    joint_resampling,
    mover_band,
    resampling,
    significance,
)
from cc_widgets.core.uncertainty.bands import order_ranks, share_outside, shared_level
from cc_widgets.core.uncertainty.bootstrap import (
    OPTIMISM_FACTOR,
    side_by_side,
)
from cc_widgets.core.uncertainty.buckets import Combinations, joint_buckets
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from cc_widgets.core.uncertainty.envelopes import chosen_thresholds
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.percentiles import line_replicates
from cc_widgets.core.uncertainty.selection import (
    baseline_bias,
    best_choice,
    line_costs,
    line_selection,
)
from cc_widgets.errors import CostCurveError
from tests.bench import statistics_best

NUMBERS = np.random.default_rng(5)
LABEL = NUMBERS.random(120) < 0.4
WEAK, STRONG = (
    predictions(LABEL, NUMBERS.normal(size=120) + shift * LABEL) for shift in (0.5, 2.5)
)
WAYS = pytest.mark.parametrize(
    ("example", "packed_from"),
    [(1e-9, np.inf), (1e9, np.inf), (1e-9, 0)],
    ids=["one by one", "by combination", "packed"],
)


@WAYS
def test_all_classifiers_share_the_resampled_examples(monkeypatch, example, packed_from):
    monkeypatch.setattr(buckets_module, "_EXAMPLE", example)
    monkeypatch.setattr(buckets_module, "_PACKED_FROM", packed_from)
    bucket = np.array([[0, 0, 1, 2], [3, 1, 0, 2]])
    draw = Combinations(np.array([5, 1, 2, 4]), bucket, (3, 4)).sampler()
    first, second = draw(np.random.default_rng(0), np.array([12, 12, 7]))
    # Bucket 0 of the first classifier is split into buckets 3 and 1 of the second; others match.
    assert np.array_equal(first[:, 0], second[:, 3] + second[:, 1])
    assert np.array_equal(first[:, 1:], second[:, [0, 2]])
    assert first.sum(axis=1).tolist() == [12, 12, 7]


@WAYS
def test_examples_are_drawn_in_proportion(monkeypatch, example, packed_from):
    monkeypatch.setattr(buckets_module, "_EXAMPLE", example)
    monkeypatch.setattr(buckets_module, "_PACKED_FROM", packed_from)
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
    buckets = joint_buckets([WEAK, STRONG])
    for position, source in enumerate((WEAK, STRONG)):
        candidate_set = buckets.each[position]
        for combinations, rates in (
            (buckets.negative, candidate_set.fp),
            (buckets.positive, candidate_set.tp),
        ):
            n_buckets = combinations.n_buckets[position]
            counts = np.bincount(combinations.bucket[position], combinations.count, n_buckets)
            assert np.array_equal(counts, np.diff(rates))
        assert source.positive.sum() == buckets.positive.count.sum()


def test_too_many_combinations_are_not_merged(monkeypatch):
    packed = finished(joint_resampling([WEAK, STRONG], n_resamples=400, rng=0))
    monkeypatch.setattr(buckets_module, "_INT64_SAFE", 1)
    unmerged = joint_buckets([WEAK, STRONG])
    assert unmerged.negative.count.tolist() == [1] * int((~LABEL).sum())
    unmerged_run = finished(joint_resampling(unmerged, n_resamples=400, rng=0))
    for packed_resamples, unmerged_resamples in zip(packed.each, unmerged_run.each, strict=True):
        spread = np.sqrt(packed_resamples.cost.var(axis=0) * 2 / 400)
        assert np.all(
            np.abs(packed_resamples.cost.mean(axis=0) - unmerged_resamples.cost.mean(axis=0))
            <= 5 * spread + 1e-12
        )


def test_joint_resamples_of_one_classifier_have_its_own_distribution():
    jointly = finished(joint_resampling([WEAK, STRONG], n_resamples=800, rng=0)).each[1]
    single = finished(resampling(STRONG, n_resamples=800, rng=1))
    spread = np.sqrt((jointly.cost.var(axis=0) + single.cost.var(axis=0)) / 800)
    gap = np.abs(jointly.cost.mean(axis=0) - single.cost.mean(axis=0))
    assert np.all(gap <= 5 * spread + 1e-12)


def test_threads_do_not_change_results():
    serial, parallel = (
        finished(joint_resampling([WEAK, STRONG], n_resamples=250, rng=0, n_threads=threads))
        for threads in (1, 2)
    )
    for first, second in zip(serial.each, parallel.each, strict=True):
        assert np.array_equal(first.cost, second.cost)
        assert np.array_equal(first.optimism, second.optimism)


def test_a_classifier_does_not_differ_from_itself():
    drawn = finished(joint_resampling([WEAK, WEAK], n_resamples=99, rng=0))
    band = envelope_difference_band(drawn)
    assert not band.lower.any()
    assert not band.upper.any()
    assert not significance(band).is_significant


def test_limits_are_order_statistics_extended_by_twice_the_remaining_optimism():
    drawn = finished(joint_resampling([WEAK, STRONG], n_resamples=1000, rng=0, pc=[0.3, 0.5]))
    band = envelope_difference_band(drawn, level=0.9)
    ordered = np.sort(drawn.each[0].cost - drawn.each[1].cost, axis=0)
    optimism = [
        corrected_cost(resamples) - envelope_band(resamples).estimate for resamples in drawn.each
    ]
    move = 2 * (optimism[0] - optimism[1])  # twice, for the observed and the resampled envelope
    assert np.array_equal(band.lower, ordered[50] + np.minimum(move, 0))
    assert np.array_equal(band.upper, ordered[949] + np.maximum(move, 0))
    assert significance(band).cheaper == ("second",)


def test_simultaneous_limits_are_the_narrowest_with_enough_differences_inside():
    twins = [WEAK, predictions(LABEL, WEAK.score + NUMBERS.normal(size=120))]
    drawn = finished(joint_resampling(twins, n_resamples=500, rng=0))
    difference = drawn.each[0].cost - drawn.each[1].cost
    ordered = np.sort(difference, axis=0)
    optimism = [
        corrected_cost(resamples) - envelope_band(resamples).estimate for resamples in drawn.each
    ]
    move = np.minimum(2 * (optimism[0] - optimism[1]), 0)
    lower = envelope_difference_band(drawn, level=0.8, simultaneous=True).lower
    rank = next(k for k in range(500) if np.array_equal(ordered[k] + move, lower))

    def share_inside(k):
        low, high = ordered[k] - 1e-12, ordered[-k - 1] + 1e-12
        inside = (low <= difference) & (difference <= high)
        return np.all(inside, axis=1).mean()

    assert share_inside(rank) >= 0.8 > share_inside(rank + 1)


def test_different_examples_raise():
    other = predictions(~LABEL, WEAK.score)
    with pytest.raises(CostCurveError, match=r"sources\[1\]: .* same examples in the same order"):
        joint_resampling([WEAK, other])
    with pytest.raises(CostCurveError, match="at least one classifier"):
        joint_resampling([])
    weighted = predictions(LABEL, WEAK.score, sample_weight=np.full(120, 2))
    with pytest.raises(CostCurveError, match="weights"):
        joint_resampling([WEAK, weighted])


# ---- The best of several classifiers: limits corrected for the choice (S4)
THIRDS = np.arange(60) % 3 == 0
GRID = np.linspace(0, 1, 21)


def scored(seed, shift=1.0, label=THIRDS):
    return predictions(label, np.random.default_rng(seed).normal(size=label.size) + shift * label)


SOURCES = [scored(seed) for seed in range(3)]
DRAWN = finished(joint_resampling(SOURCES, n_resamples=400, rng=0, pc=GRID))
OWN = [envelope_band(resamples) for resamples in DRAWN.each]


def test_pool_uses_the_best_classifier_of_each_resample():
    pool = DRAWN.pool
    assert pool is not None
    costs = [resamples.cost for resamples in DRAWN.each]
    np.testing.assert_array_equal(pool.cost, np.min(costs, axis=0))
    assert pool.optimism[10] > max(resamples.optimism[10] for resamples in DRAWN.each)


def test_a_choice_is_paid_for_on_the_original_examples():
    # At pc 1/2 many resamples have two equally good thresholds, of which the mean counts.
    paid = DRAWN.each[0].paid.mean(axis=0)
    np.testing.assert_allclose(
        paid - DRAWN.each[0].cost.mean(axis=0), DRAWN.each[0].optimism, atol=1e-12
    )


@pytest.mark.parametrize("number", [2, 100])
def test_many_classifiers_are_resampled_in_blocks_of_many(number):
    sources = [scored(seed, label=np.arange(400) % 2 == 0) for seed in range(number)]
    assert next(joint_resampling(sources, n_resamples=120, pc=[0.5], rng=0)).n_done >= 50


def test_the_pool_of_several_test_sets_has_the_optimism_of_joint_resamples():
    drawn = finished(joint_resampling(SOURCES, n_resamples=400, rng=0, pc=GRID))
    pool, together = drawn.pool, side_by_side(drawn.each).pool
    assert pool is not None
    assert together is not None
    np.testing.assert_array_equal(together.cost, pool.cost)
    np.testing.assert_allclose(together.optimism, pool.optimism, atol=1e-12)


def test_optimism_of_the_pool_by_drawing_examples_one_by_one():
    # A pool of a classifier with itself has the optimism of that classifier.
    twice = finished(joint_resampling([SOURCES[0]] * 2, n_resamples=400, rng=0, pc=GRID))
    pool = twice.pool
    assert pool is not None
    np.testing.assert_allclose(pool.optimism, twice.each[0].optimism, atol=1e-12)
    same, single = expected_costs(twice), envelope_band(twice.each[0])
    np.testing.assert_allclose(same.upper, [single.upper] * 2, atol=1e-12)
    np.testing.assert_allclose(same.lower, [single.lower] * 2, atol=1e-12)


def test_partial_pools_equal_complete_ones_of_the_same_size():  # a mean over completed ones
    parts = list(joint_resampling(SOURCES, n_resamples=450, rng=0, pc=GRID))
    assert parts[0].n_done < 450
    for part in parts:
        short = finished(joint_resampling(SOURCES, n_resamples=part.n_done, rng=0, pc=GRID))
        assert part.pool is not None
        assert short.pool is not None
        np.testing.assert_array_equal(part.pool.cost, short.pool.cost)
        np.testing.assert_array_equal(part.pool.optimism, short.pool.optimism)


def test_limits_of_the_best_contain_those_of_the_chosen_classifier():
    costs = expected_costs(DRAWN)
    band, at = costs.best, np.flatnonzero(costs.observed.min(axis=0) < np.minimum(GRID, 1 - GRID))
    owner = costs.observed.argmin(axis=0)[at]
    observed, own_lower, own_upper = (
        np.array([getattr(own, name) for own in OWN])[owner, at]
        for name in ("estimate", "lower", "upper")
    )
    np.testing.assert_allclose(band.estimate[at], observed, atol=1e-12)
    assert np.all(band.upper[at] >= own_upper - 1e-15)
    assert np.all(band.lower[at] <= own_lower + 1e-15)
    assert np.all(band.expected >= band.estimate - 1e-15)
    assert "classifier and threshold chosen" in band.covers
    assert band.method.startswith("band of the best of 3 classifiers: Wilson-MOVER limits plus")


def test_lower_limits_are_at_most_the_percentile_of_the_joint_envelopes():
    assert DRAWN.pool is not None
    percentile = np.sort(DRAWN.pool.cost, axis=0)[order_ranks(0.9, DRAWN.n_done)[0] - 1]
    costs = expected_costs(DRAWN)
    assert np.all(costs.lower <= percentile + 1e-15)
    assert np.any([own.lower > percentile + 1e-3 for own in OWN])


def test_bias_of_choosing_among_classifiers_is_in_the_expected_cost_and_the_upper_limit():
    assert DRAWN.pool is not None
    costs = expected_costs(DRAWN)
    for i, (part, own) in enumerate(zip(DRAWN.each, OWN, strict=True)):
        is_used = ~chosen_thresholds(part.candidates, GRID).is_baseline
        extra = np.maximum(DRAWN.pool.optimism - np.maximum(part.optimism, 0.0), 0.0)
        raised = costs.upper[i] - own.upper
        np.testing.assert_allclose(
            raised, np.where(is_used, OPTIMISM_FACTOR * extra, 0.0), atol=1e-12
        )
        assert np.all(costs.expected[i] >= own.expected + raised - 1e-12)
        assert np.any(raised > 0)


def test_expected_rates_give_the_expected_cost():
    costs = expected_costs(DRAWN)
    np.testing.assert_allclose(
        (1 - GRID) * costs.fpr + GRID * costs.fnr, costs.expected, atol=1e-12
    )
    for rate in (costs.fpr, costs.fnr):
        assert np.all((rate >= 0) & (rate <= 1))
    assert np.all(costs.expected >= costs.observed - 1e-12)


def test_a_baseline_is_recommended_where_the_cheapest_is_not_expected_to_cost_less():
    costs = expected_costs(DRAWN)
    baseline, at = np.minimum(GRID, 1 - GRID), np.arange(GRID.size)
    cheapest = costs.observed.argmin(axis=0)
    is_useful = costs.expected[cheapest, at] < baseline
    np.testing.assert_array_equal(costs.owner, np.where(is_useful, cheapest, BASELINE))
    looks_cheaper = costs.observed.min(axis=0) < baseline
    assert np.any(looks_cheaper & ~is_useful)
    expected = np.where(looks_cheaper, costs.expected[cheapest, at], baseline)
    np.testing.assert_allclose(costs.best.expected[1:-1], expected[1:-1], atol=1e-12)


def test_bias_against_a_baseline_is_that_of_the_smaller_of_both():
    saving, error = np.array([0.0, 0.02, 0.02, 0.5, -0.1]), np.array([0.1, 0.1, 0.0, 0.1, 0.1])
    bias = baseline_bias(saving, error)
    draws = np.random.default_rng(0).normal(-0.02, 0.1, 1_000_000)
    assert bias[1] == pytest.approx(
        -OPTIMISM_FACTOR * (np.minimum(draws, 0.0).mean() + 0.02), rel=0.02
    )
    assert bias.tolist()[::2] == [0.0, 0.0, 0.0]
    assert bias[3] < 1e-7


def test_order_of_classifiers_does_not_matter():
    turned = finished(joint_resampling(SOURCES[::-1], n_resamples=400, rng=0, pc=GRID))
    best, other = expected_costs(DRAWN).best, expected_costs(turned).best
    np.testing.assert_array_equal(best.estimate, other.estimate)


def test_a_baseline_has_a_known_cost():
    guessing = [predictions(THIRDS, np.zeros(60) + i * 0.0) for i in range(2)]
    drawn = finished(joint_resampling(guessing, n_resamples=100, rng=0, pc=[0.2, 0.8]))
    band = expected_costs(drawn).best
    for limit in (band.lower, band.upper, band.expected):
        np.testing.assert_allclose(limit, [0.2, 0.2])


def choose_lines(lines, selection=None, level=0.9):
    bands = [
        mover_band(line, level=shared_level(level, len(lines)), pc=[0.01, 0.5]) for line in lines
    ]
    each = [line_costs(line, band) for line, band in zip(lines, bands, strict=True)]
    selection = selection or [np.zeros(2)] * len(lines)
    return best_choice(each, selection, level=level if len(lines) > 1 else None)


def test_bands_share_the_level_without_joint_resamples():
    lines = [LineCounts(4, 10, 4, 20), LineCounts(4, 12, 3, 20)]
    band = choose_lines(lines).best
    cheaper = int(lines[1].cost(0.5) < lines[0].cost(0.5))
    own = mover_band(lines[cheaper], level=shared_level(0.9, 2), pc=[0.5])
    assert (band.lower[1], band.upper[1]) == (own.lower[0], own.upper[0])
    assert band.upper[1] > mover_band(lines[cheaper], pc=[0.5]).upper[0]
    assert (band.lower[0], band.upper[0], band.level) == (0.01, 0.01, 0.9)


def test_a_single_classifier_needs_no_correction():
    line = LineCounts(4, 10, 4, 20)
    band = choose_lines([line]).best
    assert (band.upper[1], band.method) == (mover_band(line, pc=[0.5]).upper[0], "Wilson-MOVER")


def test_share_of_resamples_outside_a_band():  # S3
    drawn = np.array([[0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 9.0]])
    wide, narrow = np.array([5.0, 10.0]), np.array([1.0, 0.0])
    assert share_outside(drawn, -wide, wide) == 0
    assert share_outside(drawn, -wide, narrow) == 0.5
    shares = [share_outside(drawn, -wide, np.array([top, 9.0])) for top in range(4)]
    assert all(first >= second for first, second in pairwise(shares))


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("sizes", ["10+10", "1980+20"])
@pytest.mark.parametrize("domain", ["three equal", "one better"])
def test_limits_cover_the_cost_of_the_best_of_three_on_new_data(domain, sizes):  # S4
    n_sets = 30
    rows = statistics_best.coverage(domain, sizes, n_sets)
    chance = 3 * sqrt(0.87 * 0.13 / n_sets)
    shares = {(row.method, row.pc): row.share for row in rows if row.share is not None}
    best = [shares[statistics_best.JOINT, f"{pc:g}"] for pc in statistics_best.GRID]
    assert min(best) >= 0.87 - chance
    assert shares[statistics_best.JOINT, "0.5"] >= shares[statistics_best.UNADJUSTED, "0.5"]
    biases = {(row.method, row.pc): row.bias for row in rows if row.bias is not None}
    observed, expected = (
        biases[f"{word} cost of the best", "0.5"] for word in ("observed", "expected")
    )
    assert observed < expected < abs(observed)


def test_the_optimism_factor_removes_the_bias_of_the_best_of_equal_matrices():
    # With a factor of 1 about 30 % of the bias is left: resamples have twice the noise variance.
    numbers, expected, observed = np.random.default_rng(0), [], []
    for _ in range(300):
        errors = numbers.binomial(100, 0.2, (5, 2)).tolist()
        lines = [LineCounts(fp, 100, fn, 100) for fp, fn in errors]
        drawn = [line_replicates(line, n_resamples=200, rng=numbers) for line in lines]
        selection = line_selection(drawn, np.array([0.01, 0.5]))
        expected.append(choose_lines(lines, selection).best.expected[1])
        observed.append(choose_lines(lines).best.estimate[1])
    assert np.mean(observed) < 0.175
    assert abs(np.mean(expected) - 0.2) < 0.15 * (0.2 - np.mean(observed))
