import threading
import time
from itertools import islice
from typing import Any

import numpy as np
import pytest

from cc_widgets.core.uncertainty import finished
from cc_widgets.core.uncertainty import sampling as draws
from cc_widgets.core.uncertainty.sampling import (
    block_tasks,
    read_seed,
    rows_per_block,
    run_tasks,
    sampler,
    stream,
)
from cc_widgets.errors import CostCurveError

COSTS = ("_DIRECT", "_MULTINOMIAL", "_POISSON")
BUCKETS = np.array([3, 0, 1, 40, 6, 0, 0, 25, 5])


@pytest.fixture(params=COSTS)
def way(request, monkeypatch):
    """One of the three methods costs nothing, so that it is chosen."""
    monkeypatch.setattr(draws, "_MISSING", 0)
    for cost in COSTS:
        monkeypatch.setattr(draws, cost, 0 if cost == request.param else 1)
    return request.param


def test_the_fastest_method_is_chosen(monkeypatch):
    taken = []

    def noticed(name):
        inner = getattr(draws, name)

        def way(*arguments):
            taken.append(name)
            return inner(*arguments)

        return way

    for name in ("draw_examples", "_poisson"):
        monkeypatch.setattr(draws, name, noticed(name))
    small_totals, large_totals = np.array([10]), np.array([2000])
    for buckets, totals, expected in [
        (np.full(5, 2), small_totals, ["draw_examples"]),
        (np.full(10, 10_000), large_totals, []),
        (np.full(2000, 1000), large_totals, ["_poisson", "draw_examples"]),
    ]:
        taken.clear()
        assert sampler(buckets)(np.random.default_rng(0), totals).sum() == totals.sum()
        assert taken == expected


def test_relative_times_determine_the_method():
    def way(n, k):
        buckets = np.full(k, n // k)
        return draws._fastest_sampler(buckets).__code__.co_names

    # 5 n against 32 k + 28 sqrt(n), and against 60 k.
    assert "draw_examples" in way(700, 100)
    assert "_poisson" in way(900, 100)
    assert "draw_examples" in way(110, 10)
    assert "multinomial" in way(1210, 10)
    # 60 k = 32 k + 28 sqrt(n) where k = sqrt(n).
    assert "multinomial" in way(1_000_000, 990)
    assert "_poisson" in way(1_000_000, 1020)


@pytest.mark.usefixtures("way")
def test_totals_are_exact_and_empty_buckets_stay_empty():
    totals = np.array([80, 80, 0, 1, 2, 17, 3000, 80])
    counts = sampler(BUCKETS)(np.random.default_rng(0), totals)
    assert counts.shape == (8, 9)
    assert np.issubdtype(counts.dtype, np.integer)
    np.testing.assert_array_equal(counts.sum(axis=1), totals)
    assert np.all(counts >= 0)
    assert not np.any(counts[:, BUCKETS == 0])
    assert np.all(counts[6, BUCKETS > 0] > 0)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("total", [1, 15, 16, 80, 500])
def test_counts_are_multinomial_in_mean_variance_and_covariance(total):
    rows = 20_000
    counts = sampler(BUCKETS)(np.random.default_rng(total), np.full(rows, total))
    share = BUCKETS / BUCKETS.sum()
    covariance = total * (np.diag(share) - np.outer(share, share))
    away = counts - total * share
    error = np.sqrt(np.maximum(np.diag(covariance), 1e-30) / rows)
    assert np.all(np.abs(away.mean(axis=0)) <= 5 * error)
    products = away[:, :, np.newaxis] * away[:, np.newaxis]
    error = products.std(axis=0) / np.sqrt(rows)
    assert np.all(np.abs(products.mean(axis=0) - covariance) <= 5.5 * error + 1e-12)


@pytest.mark.usefixtures("way")
def test_whole_distributions_are_multinomial():
    buckets, rows = np.array([1, 2, 1]), 40_000
    counts = sampler(buckets)(np.random.default_rng(1), np.full(rows, 2))
    seen = np.bincount(counts[:, 0] * 3 + counts[:, 1], minlength=9) / rows
    # Of 16 ordered pairs of draws, by how often they hit the first and the second bucket.
    expected = np.array([1, 4, 4, 2, 4, 0, 1, 0, 0]) / 16
    assert np.all(np.abs(seen - expected) <= 5 * np.sqrt(expected * (1 - expected) / rows))


@pytest.mark.usefixtures("way")
def test_single_bucket_contains_all_draws():
    counts = sampler(np.array([0, 7]))(np.random.default_rng(0), np.array([7, 0, 3]))
    assert counts.tolist() == [[0, 7], [0, 0], [0, 3]]


@pytest.mark.parametrize("at_once", [1, 7, 100, 16_000])
def test_splitting_direct_draws_does_not_change_them(monkeypatch, at_once):
    monkeypatch.setattr(draws, "_EXAMPLES_AT_ONCE", at_once)
    table = np.array([[0, 2, 2, 3]])
    totals = np.array([30, 0, 7, 8, 100, 6])
    counts = draws.draw_examples(np.random.default_rng(0), totals, table, (4,))[0]
    np.testing.assert_array_equal(counts.sum(axis=1), totals)
    assert not np.any(counts[:, 1])
    many = draws.draw_examples(np.random.default_rng(0), np.full(4000, 8), table, (4,))[0]
    np.testing.assert_allclose(many.mean(axis=0), [2, 0, 4, 2], atol=5 * np.sqrt(2 / 4000))
    np.testing.assert_allclose(many.var(axis=0), [1.5, 0, 2, 1.5], atol=0.2)


def test_long_rows_of_direct_draws_are_split(monkeypatch):
    longest = []
    inner = np.random.Generator

    class Watched:
        def __init__(self, rng):
            self.rng = rng

        def integers(self, low, high, size):
            longest.append(size)
            return self.rng.integers(low, high, size)

    monkeypatch.setattr(draws, "_EXAMPLES_AT_ONCE", 10)
    rng = Watched(inner(np.random.PCG64(0)))
    for totals in ([35, 3], [4, 4, 4, 4, 4], [10, 10]):
        draws.draw_examples(rng, np.array(totals), np.arange(3)[None], (3,))  # type: ignore[arg-type]
    assert longest == [10, 10, 10, 5, 3, 8, 8, 4, 10, 10]


class Scripted:
    """Poisson counts that are fixed in advance; everything else is random."""

    def __init__(self, *answers):
        self.answers, self.means = list(answers), []
        self.integers = np.random.default_rng(0).integers

    def poisson(self, mean):
        self.means.append(mean)
        return np.array(self.answers.pop(0))


def test_poisson_rows_that_are_too_long_are_drawn_again_and_no_others():
    first = [[30, 71], [40, 50], [101, 0], [50, 50]]
    rng: Any = Scripted(first, [[60, 41], [20, 70]], [[10, 80]])
    buckets = np.array([1, 3])
    counts = draws._poisson(rng, np.full(4, 100), buckets, draws._bucket_table(buckets))
    assert rng.answers == []
    # 60 = 100 - 4 sqrt(100), a quarter of it for the first bucket.
    assert [mean.tolist() for mean in rng.means] == [[[15, 45]] * n for n in (4, 2, 1)]
    assert counts.sum(axis=1).tolist() == [100] * 4
    assert counts[3].tolist() == [50, 50]
    least = np.array([[10, 80], [40, 50], [20, 70], [50, 50]])
    assert np.all(counts >= least)


# ---- Packed counts of several classifiers
CELLS = np.array([3, 1, 200, 40, 6, 1, 25, 5])
CELL_BUCKETS = np.array([[0, 0, 1, 1, 2, 2, 3, 3], [2, 0, 1, 2, 0, 1, 1, 2]])


def packed(rng, totals, cells=CELLS):
    return draws.packed_sampler(cells, CELL_BUCKETS[:, : cells.size], (4, 3))(rng, totals)


@pytest.mark.parametrize("deviations", [3.0, -3.0], ids=["filled up", "often drawn again"])
def test_packed_totals_are_exact(monkeypatch, deviations):
    monkeypatch.setattr(draws, "_STANDARD_DEVIATIONS", deviations)
    totals = np.array([281, 281, 0, 1, 250, 300, 281, 281, 281])
    for counts, k in zip(packed(np.random.default_rng(0), totals), (4, 3), strict=True):
        assert counts.shape == (9, k)
        np.testing.assert_array_equal(counts.sum(axis=1), totals)
        assert np.all(counts >= 0)


@pytest.mark.parametrize("deviations", [3.0, -1.0], ids=["filled up", "often drawn again"])
@pytest.mark.parametrize("tile", [2**15, 40], ids=["one tile", "many tiles"])
def test_packed_counts_are_multinomial_in_mean_variance_and_covariance(
    monkeypatch, tile, deviations
):
    monkeypatch.setattr(draws, "_TILE", tile)
    monkeypatch.setattr(draws, "_STANDARD_DEVIATIONS", deviations)
    rows, n = 40_000, int(CELLS.sum())
    counts = np.hstack(packed(np.random.default_rng(0), np.full(rows, n)))
    share = CELLS / n
    hits = np.vstack([np.eye(4)[CELL_BUCKETS[0]].T, np.eye(3)[CELL_BUCKETS[1]].T])
    covariance = n * (hits * share @ hits.T - np.outer(hits @ share, hits @ share))
    away = counts - n * (hits @ share)
    assert np.all(np.abs(away.mean(axis=0)) <= 5 * np.sqrt(np.diag(covariance) / rows))
    products = away[:, :, np.newaxis] * away[:, np.newaxis]
    error = products.std(axis=0) / np.sqrt(rows)
    assert np.all(np.abs(products.mean(axis=0) - covariance) <= 5 * error)


@pytest.mark.parametrize("mean", [0.9, 7.3, 64.0])
def test_looked_up_counts_have_a_poisson_distribution(mean):
    lookup = draws._poisson_lookup(mean)
    counts = np.empty(2_000_000, np.uint8)
    lookup.fill(np.random.default_rng(0), counts)
    seen = np.bincount(counts, minlength=255)[:254] / counts.size
    expected = np.diff(lookup.cumulative, prepend=0.0)
    factorials = np.cumsum(np.log(np.maximum(np.arange(254), 1)))
    np.testing.assert_allclose(
        expected, np.exp(np.arange(254) * np.log(mean) - mean - factorials), atol=1e-14
    )
    assert np.all(np.abs(seen - expected) <= 5.5 * np.sqrt(expected / counts.size) + 1e-6)
    # Bits that do not determine the count are at the steps only, one for each.
    undecided = np.flatnonzero(lookup.value == 255)
    assert undecided.size == np.unique((lookup.cumulative * 2**16).astype(int).clip(max=65535)).size


def test_sums_of_large_cells_do_not_overflow():
    cells = np.array([60_000, 3])
    for counts in packed(np.random.default_rng(0), np.full(16, 60_003), cells):
        assert np.all(counts.max(axis=1) > 59_900)
        np.testing.assert_array_equal(counts.sum(axis=1), 60_003)


# ---- Blocks
def run_blocks(work, n_rows, rows_each, seed, n_threads=1):
    return run_tasks(block_tasks(work, n_rows, rows_each, seed), n_threads)


def numbers(rng, rows):
    return rng.random(rows)


@pytest.mark.parametrize(
    ("buckets", "rows"),
    [(0, 100), (1, 100), (2000, 100), (2001, 99), (4000, 50), (150_000, 1), (200_001, 1)],
)
def test_blocks_are_smaller_where_rows_are_longer(buckets, rows):
    assert rows_per_block(buckets) == rows


@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
def test_blocks_use_independent_random_streams_in_order(n_threads):
    results = list(run_blocks(numbers, 23, 5, 7, n_threads))
    assert [result.size for result in results] == [5, 5, 5, 5, 3]
    for block, result in enumerate(results):
        np.testing.assert_array_equal(result, stream(7, block).random(result.size))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_results_are_in_block_order_even_if_the_first_is_slowest(n_threads):
    def slow_first(rng, rows):
        time.sleep(0.03 * (rows == 2))
        return rng.random()

    results = list(run_blocks(slow_first, 3, 2, 0, n_threads))
    assert results == [stream(0, 0).random(), stream(0, 1).random()]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_zero_rows_give_no_results(n_threads):
    assert list(run_blocks(numbers, 0, 5, 0, n_threads)) == []


@pytest.mark.parametrize(("n_threads", "ahead"), [(1, 0), (2, 4), (3, 6)])
def test_few_blocks_are_started_in_advance(n_threads, ahead):
    begun = []
    parts = run_blocks(lambda _, rows: begun.append(rows), 100, 1, 0, n_threads)
    assert begun == []
    for _ in islice(parts, 3):
        pass
    time.sleep(0.05)
    assert 3 <= len(begun) <= 3 + ahead
    parts.close()
    done = len(begun)
    time.sleep(0.05)
    assert len(begun) == done


@pytest.mark.parametrize("n_threads", [2, 3])
def test_closing_early_waits_for_running_blocks_and_leaves_no_thread(n_threads):
    before, running, most = threading.active_count(), set(), []

    def work(_, block):
        running.add(threading.get_ident())
        most.append(threading.active_count())
        time.sleep(0.01)
        return block

    parts = run_blocks(work, 50, 1, 0, n_threads)
    next(parts)
    parts.close()
    assert threading.active_count() == before
    assert 1 < len(running) <= n_threads
    assert max(most) <= before + n_threads
    assert len(most) <= 2 * n_threads
    assert list(parts) == []


@pytest.mark.parametrize("n_threads", [2, 3])
def test_blocks_that_have_not_started_are_cancelled_on_close(n_threads):
    go, begun = threading.Event(), []

    def work(rng, rows):
        begun.append(rows)
        if rng.random() != stream(0, 0).random():
            go.wait(60)

    parts = run_blocks(work, 50, 1, 0, n_threads)
    next(parts)
    threading.Timer(0.05, go.set).start()
    parts.close()
    assert len(begun) <= n_threads + 1


@pytest.mark.parametrize("n_threads", [1, 2])
def test_an_error_in_a_task_is_raised_and_stops_the_work(n_threads):
    before = threading.active_count()

    def work(_, rows):
        if rows == 2:
            raise ZeroDivisionError
        return rows

    parts = run_blocks(work, 14, 3, 0, n_threads)
    assert [next(parts) for _ in range(4)] == [3, 3, 3, 3]
    with pytest.raises(ZeroDivisionError):
        next(parts)
    assert threading.active_count() == before


def test_the_last_of_growing_results_is_the_result():
    assert finished(iter([[1], [1, 2]])) == [1, 2]


# ---- Seeds
@pytest.mark.parametrize("seed", [0, 7, np.int32(7), 2**100])
def test_a_seed_is_returned_unchanged(seed):
    assert read_seed(seed) == seed
    assert type(read_seed(seed)) is int


def test_generator_gives_successive_seeds():
    rng, same = np.random.default_rng(3), np.random.default_rng(3)
    seeds = [read_seed(rng) for _ in range(5)]
    assert seeds == [read_seed(same) for _ in range(5)]
    assert len(set(seeds)) == 5
    assert max(seeds) > 2**16
    assert max(seeds) < 2**32


def test_none_gives_a_new_seed_each_time():
    assert len({read_seed(None) for _ in range(5)}) == 5


@pytest.mark.parametrize("value", [-1, 1.0, "7", True, np.random.RandomState(0)])
def test_other_sources_of_randomness_raise(value):
    message = r"^rng: must be an integer, 0 or more\. Got .+\. Pass a seed such as 0 .* or None"
    with pytest.raises(CostCurveError, match=message):
        read_seed(value)


def test_streams_are_reproducible_and_different():
    seen = {
        (seed, block): tuple(stream(seed, block).integers(2**63, size=2))
        for seed in (0, 1, 2**40)
        for block in range(4)
    }
    assert len(set(seen.values())) == 12
    for (seed, block), numbers in seen.items():
        assert tuple(stream(seed, block).integers(2**63, size=2)) == numbers


def test_streams_are_uncorrelated():
    rows = np.array([stream(0, block).random(4000) for block in range(8)])
    correlations = np.corrcoef(rows)[~np.eye(8, dtype=bool)]
    assert np.all(np.abs(correlations) < 5 / np.sqrt(4000))
