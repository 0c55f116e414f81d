import threading
import time
from itertools import islice

import numpy as np
import pytest

from cc_widgets.core.uncertainty import finished
from cc_widgets.core.uncertainty._draws import block_rows, run_blocks, stream


def numbers(rng, rows):
    return rng.random(rows)


@pytest.mark.parametrize(
    ("buckets", "rows"),
    [(0, 100), (1, 100), (2000, 100), (2001, 99), (4000, 50), (150_000, 1), (200_001, 1)],
)
def test_blocks_are_smaller_where_rows_are_longer(buckets, rows):
    assert block_rows(buckets) == rows


@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
def test_blocks_use_their_own_numbers_in_order(n_threads):
    found = list(run_blocks(numbers, 23, 5, 7, n_threads))
    assert [one.size for one in found] == [5, 5, 5, 5, 3]
    for block, one in enumerate(found):
        np.testing.assert_array_equal(one, stream(7, block).random(one.size))


@pytest.mark.parametrize("n_threads", [1, 3])
def test_order_is_that_of_blocks_even_if_the_first_takes_longest(n_threads):
    def slow_first(rng, rows):
        time.sleep(0.03 * (rows == 2))
        return rng.random()

    found = list(run_blocks(slow_first, 3, 2, 0, n_threads))
    assert found == [stream(0, 0).random(), stream(0, 1).random()]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_nothing_to_do_is_done(n_threads):
    assert list(run_blocks(numbers, 0, 5, 0, n_threads)) == []


@pytest.mark.parametrize(("n_threads", "ahead"), [(1, 0), (2, 4), (3, 6)])
def test_no_more_work_is_begun_than_is_asked_for(n_threads, ahead):
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
def test_closing_early_waits_for_what_has_begun_and_leaves_no_thread(n_threads):
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
def test_blocks_that_have_not_begun_never_do_once_nobody_listens(n_threads):
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
def test_an_error_in_the_work_arrives_and_ends_it(n_threads):
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
