import sys

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.hull import count_corners
from cc_widgets.core.uncertainty.buckets import (
    best_corners,
    candidates,
    chosen_rates,
    row_costs,
    row_hulls,
    row_turns,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import FAWCETT_LABEL, FAWCETT_SCORE
from tests.support.resamples import (
    binormal,
    costs_of_buckets,
    costs_of_examples,
    mean_rate_of_optimal,
    scored_classes,
)

FAWCETT = predictions(FAWCETT_LABEL, FAWCETT_SCORE)


def thinned(monkeypatch, checked, n_stretches):
    monkeypatch.setattr(sys.modules[candidates.__module__], "_EXACT_UP_TO", 1)
    return candidates(checked, few=n_stretches)


def test_all_corners_are_used_if_there_are_few():
    candidate_set, corners = candidates(FAWCETT), count_corners(FAWCETT)
    np.testing.assert_array_equal(candidate_set.threshold, corners.threshold)
    np.testing.assert_array_equal(candidate_set.fp, corners.fp)
    np.testing.assert_array_equal(candidate_set.tp, corners.tp)
    assert candidate_set.gap.size == 0
    assert (candidate_set.negatives, candidate_set.positives) == (10, 10)
    assert candidate_set.fp.dtype == candidate_set.tp.dtype == np.int64


def test_hull_positions_index_the_thresholds():
    candidate_set = candidates(FAWCETT)
    assert candidate_set.fp[candidate_set.hull].tolist() == [0, 0, 1, 5, 9, 10]
    assert candidate_set.tp[candidate_set.hull].tolist() == [0, 2, 5, 8, 10, 10]


@pytest.mark.parametrize(
    ("negative", "positive", "fp", "tp"),
    [
        ([1, 2], [3, 4], [0, 0, 2], [0, 2, 2]),  # perfect
        ([3, 4], [1, 2], [0, 2], [0, 2]),  # reversed
        ([5, 5], [5, 5, 5], [0, 2], [0, 3]),  # constant
        ([1], [2], [0, 0, 1], [0, 1, 1]),
        ([2], [1], [0, 1], [0, 1]),
        ([1, 2, 3], [1, 2, 3], [0, 3], [0, 3]),  # no better than chance
    ],
)
def test_hulls_of_simple_classifiers(negative, positive, fp, tp):
    candidate_set = candidates(scored_classes(negative, positive))
    assert candidate_set.fp[candidate_set.hull].tolist() == fp
    assert candidate_set.tp[candidate_set.hull].tolist() == tp
    assert candidate_set.threshold[0] == np.inf


def test_more_than_2048_thresholds_are_thinned():
    def alternating(n):
        # n corners of the staircase, the first and the last included.
        return scored_classes(np.arange(n - 2), np.arange(n - 2) + 0.5)

    assert candidates(alternating(2048)).fp.size == 2048
    assert candidates(alternating(2048)).gap.size == 0
    many = alternating(2049)
    assert candidates(many).fp.size < 700
    assert candidates(many).gap.size > 0
    assert candidates(many, few=None).fp.size == 2049
    assert candidates(many, few=None).gap.size == 0
    assert 64 <= candidates(many, few=64).fp.size <= 70


@pytest.mark.parametrize("n_stretches", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("seed", range(4))
def test_thinning_keeps_the_hull_and_the_nearest_corners(monkeypatch, n_stretches, seed):
    checked = binormal(np.random.default_rng(seed), 150, 90)
    every, subset = candidates(checked, few=None), thinned(monkeypatch, checked, n_stretches)
    kept = np.flatnonzero(np.isin(every.threshold, subset.threshold))
    np.testing.assert_array_equal(every.threshold[kept], subset.threshold)
    np.testing.assert_array_equal(every.fp[kept], subset.fp)
    np.testing.assert_array_equal(every.tp[kept], subset.tp)
    np.testing.assert_array_equal(every.threshold[every.hull], subset.threshold[subset.hull])
    np.testing.assert_array_equal(np.flatnonzero(np.diff(kept) > 1), subset.gap)
    assert subset.fp.size <= every.hull.size + max(n_stretches, 1)
    assert set(kept) == set(every.hull) | closest(every, n_stretches)


@pytest.mark.parametrize("top", [True, False])
@pytest.mark.parametrize("n_stretches", [3, 8, 30])
def test_lengths_of_long_first_and_last_edges(monkeypatch, n_stretches, top):
    # A cluster at the top or bottom makes scores a poor measure: a single edge spans them.
    rng = np.random.default_rng(n_stretches)
    negative, positive = rng.random(120), rng.random(90) ** 1.5
    cluster = rng.random(60) * 0.001
    if top:
        checked = scored_classes(negative, np.concatenate([positive, cluster + 2]))
    else:
        checked = scored_classes(np.concatenate([negative, cluster - 2]), positive)
    every, subset = candidates(checked, few=None), thinned(monkeypatch, checked, n_stretches)
    kept = np.flatnonzero(np.isin(every.threshold, subset.threshold))
    assert set(kept) == set(every.hull) | closest(every, n_stretches)


def closest(every, n_stretches):
    """Return by definition, for each stretch of the curve, the non-vertex of least excess cost."""
    n, m = every.negatives, every.positives
    best: dict[int, tuple[float, int]] = {}
    for i, along in enumerate(ways_along(every)):
        edge, pc = edge_of(every, i)
        start = every.hull[edge]
        run, rise = (every.fp[i] - every.fp[start]) / n, (every.tp[i] - every.tp[start]) / m
        more = (1 - pc) * run - pc * rise
        stretch = min(int(along * n_stretches), n_stretches - 1)
        if i not in every.hull:
            best[stretch] = min(best.get(stretch, (np.inf, -1)), (more, i))
    return {i for _, i in best.values()}


def edge_of(every, i):
    edge = min(np.searchsorted(every.hull, i, side="right") - 1, every.hull.size - 2)
    start, stop = every.hull[edge], every.hull[edge + 1]
    run = (every.fp[stop] - every.fp[start]) / every.negatives
    rise = (every.tp[stop] - every.tp[start]) / every.positives
    return edge, run / (run + rise)


def ways_along(every):
    """Return positions: seven tenths by resampling variance, three tenths by share of examples."""
    n, m = every.negatives, every.positives
    ways = [0.0]
    for i in range(every.fp.size - 1):
        edge, pc = edge_of(every, i)
        ends = every.hull[edge : edge + 2]
        fpr = np.mean((every.fp[ends] + 0.5) / (n + 1))
        fnr = 1 - np.mean((every.tp[ends] + 0.5) / (m + 1))
        own = (1 - pc) ** 2 * fpr * (1 - fpr) / n + pc**2 * fnr * (1 - fnr) / m
        run, rise = (every.fp[i + 1] - every.fp[i]) / n, (every.tp[i + 1] - every.tp[i]) / m
        ways.append(ways[-1] + ((1 - pc) ** 2 * run / n + pc**2 * rise / m) / own)
    return 0.7 * np.array(ways) / ways[-1] + 0.3 * (every.fp / n + every.tp / m) / 2


@pytest.mark.parametrize("seed", range(5))
def test_minimum_cost_equals_that_of_all_thresholds_for_any_weights(seed):
    rng = np.random.default_rng(seed)
    score = rng.integers(0, 40, 300).astype(float)
    checked = scored_classes(score[:200], score[200:] + 5)
    subset, grid = candidates(checked, few=None), np.linspace(0, 1, 51)
    every = np.append(np.inf, np.unique(checked.score)[::-1])
    for weight in (rng.random(300), rng.integers(0, 3, 300), 10.0 ** rng.uniform(-9, 9, 300)):
        least, best = (
            costs_of_examples(checked.score, checked.positive, weight, some, grid).min(axis=0)
            for some in (every, subset.threshold)
        )
        np.testing.assert_allclose(best, least, atol=1e-14)


@pytest.mark.parametrize("value", [-1, 2.5, "many", True])
def test_few_must_be_an_integer_without_thinning(value):
    message = r"^few: must be an integer, 0 or more\. Got .+\. Pass .* 640, or None to use every"
    with pytest.raises(CostCurveError, match=message):
        candidates(FAWCETT, few=value)


# ---- Replicates
GRID = np.append(np.arange(21) / 20, 1 / 3)
GRID.sort()


def random_buckets(seed):
    """Count matrices: mostly empty, all in one bucket, or of any size."""
    rng = np.random.default_rng(seed)
    rows, buckets = rng.integers(1, 9), rng.integers(1, 12)
    both = rng.integers(0, [2, 4, 10][seed % 3], size=(2, rows, buckets))
    both *= rng.random(both.shape) < rng.choice([0.2, 0.6, 1])
    for matrix in both:
        lonely = rng.random(rows) < 0.2
        matrix[lonely] = 0
        empty = np.flatnonzero(matrix.sum(axis=1) == 0)
        matrix[empty, rng.integers(0, buckets, empty.size)] = rng.integers(1, 6, empty.size)
    if seed % 7 == 0:
        both *= 10**6
        both[:, :, 0] += rng.integers(0, 5, size=(2, rows))
    return both


def hulls_of(negative, positive, grid):
    hulls = row_hulls(negative, positive)
    return hulls, row_turns(hulls, negative.sum(axis=1), positive.sum(axis=1), grid)


def envelopes(negative, positive, grid):
    hulls, turns = hulls_of(negative, positive, grid)
    corner = best_corners(hulls, turns, grid.size)
    return row_costs(hulls, corner, negative.sum(axis=1), positive.sum(axis=1), grid)


@pytest.mark.parametrize("seed", range(60))
def test_envelopes_are_the_minimum_over_all_thresholds(seed):
    negative, positive = random_buckets(seed)
    expected = costs_of_buckets(negative, positive, GRID).min(axis=1)
    np.testing.assert_allclose(envelopes(negative, positive, GRID), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("grid", [[0.0], [1.0], [0.5], [0.0, 1.0], [0.3, 0.31]])
@pytest.mark.parametrize("seed", range(6))
def test_envelopes_on_any_grid(seed, grid):
    negative, positive = random_buckets(seed)
    expected = costs_of_buckets(negative, positive, np.array(grid)).min(axis=1)
    costs = envelopes(negative, positive, np.array(grid))
    np.testing.assert_allclose(costs, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_hulls_have_strict_corners_with_thresholds(seed):
    negative, positive = random_buckets(seed)
    hulls = row_hulls(negative, positive)
    assert hulls.start.size == negative.shape[0]
    np.testing.assert_array_equal(hulls.row, np.repeat(*counted(hulls)))
    for r in range(negative.shape[0]):
        own = slice(hulls.start[r], np.append(hulls.start, hulls.row.size)[r + 1])
        fp, tp = hulls.fp[own], hulls.tp[own]
        counts = [np.insert(np.cumsum(buckets[r]), 0, 0) for buckets in (negative, positive)]
        assert (fp[0], tp[0], fp[-1], tp[-1]) == (0, 0, counts[0][-1], counts[1][-1])
        bend = np.diff(fp)[1:] * np.diff(tp)[:-1] - np.diff(fp)[:-1] * np.diff(tp)[1:]
        assert np.all(bend > 0)
        for f, t, first, last in zip(fp, tp, hulls.first[own], hulls.last[own], strict=True):
            same = np.flatnonzero((counts[0] == f) & (counts[1] == t))
            assert (same[0], same[-1]) == (first, last)


def counted(hulls):
    rows = hulls.start.size
    return np.arange(rows), np.diff(np.append(hulls.start, hulls.row.size))


@pytest.mark.parametrize("seed", [s for s in range(60) if s % 7])
def test_chosen_rates_are_means_of_equally_good_thresholds(seed):
    negative, positive = random_buckets(seed)
    rate = np.random.default_rng(seed).random(negative.shape[1] + 1)
    hulls, turns = hulls_of(negative, positive, GRID)
    rates = chosen_rates(hulls, turns, rate, GRID.size)
    expected = mean_rate_of_optimal(negative, positive, rate, GRID).sum(axis=0)
    np.testing.assert_allclose(rates, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_the_later_of_two_equally_good_corners_is_the_best(seed):
    negative, positive = random_buckets(seed)
    hulls, turns = hulls_of(negative, positive, GRID)
    n, m = negative.sum(axis=1), positive.sum(axis=1)
    corner = best_corners(hulls, turns, GRID.size)
    assert np.all(np.diff(corner, axis=1) >= 0)
    np.testing.assert_array_equal(hulls.row[corner], np.arange(len(corner))[:, None] + 0 * corner)
    costs = row_costs(hulls, corner, n, m, GRID)
    for step in (1, -1):
        other = np.clip(corner + step, 0, hulls.row.size - 1)
        inside = hulls.row[other] == hulls.row[corner]
        other_costs = row_costs(hulls, other, n, m, GRID)
        assert np.all((other_costs >= costs - 1e-15)[inside])
        if step == 1 and seed % 7:
            assert np.all((other_costs > costs + 1e-12)[inside & (other != corner)])


def test_vertex_on_the_grid_belongs_to_both_sides():
    buckets = np.array([[0, 3]]), np.array([[2, 1]])
    hulls, turns = hulls_of(*buckets, np.array([0, 0.25, 0.75, 0.7500001, 1]))
    assert turns.edge.tolist() == [0, 1]
    assert turns.since.tolist() == [0, 2]
    assert turns.after.tolist() == [1, 3]
    assert hulls.fp.tolist() == [0, 0, 3]
    _, before = hulls_of(*buckets, np.array([0.1, 0.2]))
    assert before.since.tolist() == before.after.tolist() == [0, 2]


def test_totals_of_hundreds_of_millions_are_exact():
    half = 9 * 10**7
    for extra in (0, 1):
        negative = np.array([[half, half + extra]])
        positive = np.array([[half, half]])
        assert row_hulls(negative, positive).fp.size == 2 + extra
        assert row_hulls(positive, negative).fp.size == 2


def test_resample_may_have_all_examples_in_one_bucket():
    negative, positive = np.array([[0, 5, 0], [3, 0, 2]]), np.array([[0, 7, 0], [0, 0, 7]])
    hulls = row_hulls(negative, positive)
    assert hulls.fp.tolist() == [0, 5, 0, 5]
    assert hulls.tp.tolist() == [0, 7, 0, 7]
    assert hulls.first.tolist() == [0, 2, 0, 3]
    assert hulls.last.tolist() == [1, 3, 0, 3]
    costs = envelopes(negative, positive, np.array([0, 0.3, 1]))
    np.testing.assert_allclose(costs, [[0, 0.3, 0], [0, 0.3, 0]], atol=1e-16)


def test_counts_may_be_small_integers():
    negative, positive = random_buckets(4)
    small = envelopes(negative.astype(np.int32), positive.astype(np.int32), GRID)
    np.testing.assert_array_equal(small, envelopes(negative, positive, GRID))
