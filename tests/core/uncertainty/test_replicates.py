import numpy as np
import pytest

from cc_widgets.core.uncertainty._buckets import (
    best_corners,
    chosen_rates,
    row_costs,
    row_hulls,
    row_turns,
)
from tests.support.resamples import chosen_by_definition, costs_of_buckets

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
def test_envelopes_are_the_least_of_all_thresholds(seed):
    negative, positive = random_buckets(seed)
    expected = costs_of_buckets(negative, positive, GRID).min(axis=1)
    np.testing.assert_allclose(envelopes(negative, positive, GRID), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("grid", [[0.0], [1.0], [0.5], [0.0, 1.0], [0.3, 0.31]])
@pytest.mark.parametrize("seed", range(6))
def test_any_grid_will_do(seed, grid):
    negative, positive = random_buckets(seed)
    expected = costs_of_buckets(negative, positive, np.array(grid)).min(axis=1)
    found = envelopes(negative, positive, np.array(grid))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_hulls_have_strict_corners_and_know_their_thresholds(seed):
    negative, positive = random_buckets(seed)
    hulls = row_hulls(negative, positive)
    assert hulls.start.size == negative.shape[0]
    np.testing.assert_array_equal(hulls.row, np.repeat(*counted(hulls)))
    for r in range(negative.shape[0]):
        mine = slice(hulls.start[r], np.append(hulls.start, hulls.row.size)[r + 1])
        fp, tp = hulls.fp[mine], hulls.tp[mine]
        counts = [np.insert(np.cumsum(buckets[r]), 0, 0) for buckets in (negative, positive)]
        assert (fp[0], tp[0], fp[-1], tp[-1]) == (0, 0, counts[0][-1], counts[1][-1])
        bend = np.diff(fp)[1:] * np.diff(tp)[:-1] - np.diff(fp)[:-1] * np.diff(tp)[1:]
        assert np.all(bend > 0)
        for f, t, first, last in zip(fp, tp, hulls.first[mine], hulls.last[mine], strict=True):
            same = np.flatnonzero((counts[0] == f) & (counts[1] == t))
            assert (same[0], same[-1]) == (first, last)


def counted(hulls):
    rows = hulls.start.size
    return np.arange(rows), np.diff(np.append(hulls.start, hulls.row.size))


@pytest.mark.parametrize("seed", [s for s in range(60) if s % 7])
def test_chosen_rates_are_means_of_what_is_equally_good(seed):
    negative, positive = random_buckets(seed)
    rate = np.random.default_rng(seed).random(negative.shape[1] + 1)
    hulls, turns = hulls_of(negative, positive, GRID)
    found = chosen_rates(hulls, turns, rate, GRID.size)
    expected = chosen_by_definition(negative, positive, rate, GRID).sum(axis=0)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_best_corners_are_the_later_of_two_that_are_equally_good(seed):
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
        there = row_costs(hulls, other, n, m, GRID)
        assert np.all((there >= costs - 1e-15)[inside])
        if step == 1 and seed % 7:
            assert np.all((there > costs + 1e-12)[inside & (other != corner)])


def test_a_turn_on_the_grid_is_shared_by_both_its_sides():
    buckets = np.array([[0, 3]]), np.array([[2, 1]])
    hulls, turns = hulls_of(*buckets, np.array([0, 0.25, 0.75, 0.7500001, 1]))
    assert turns.edge.tolist() == [0, 1]
    assert turns.since.tolist() == [0, 2]
    assert turns.after.tolist() == [1, 3]
    assert hulls.fp.tolist() == [0, 0, 3]
    _, before = hulls_of(*buckets, np.array([0.1, 0.2]))
    assert before.since.tolist() == before.after.tolist() == [0, 2]


def test_totals_of_hundreds_of_millions_are_decided_exactly():
    half = 9 * 10**7
    for extra in (0, 1):
        negative = np.array([[half, half + extra]])
        positive = np.array([[half, half]])
        assert row_hulls(negative, positive).fp.size == 2 + extra
        assert row_hulls(positive, negative).fp.size == 2


def test_a_row_may_have_all_examples_in_one_bucket():
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
