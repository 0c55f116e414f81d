"""Seeded draws of examples, block by block."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._reading import read_whole
from cc_widgets.core._results import IntArray
from cc_widgets.errors import CostCurveError, shown

# ---- Seeds that are known afterwards, and streams of random numbers that do not depend on order


Rng: TypeAlias = int | np.random.Generator | None


def read_seed(rng: Rng) -> int:
    """Seed, which can be told, of what was given as a source of randomness.

    Parameters
    ----------
    rng : int, numpy.random.Generator or None
        A seed; or a generator, from which one is drawn; or None for a new one each time.

    Returns
    -------
    int
        Given again, it leads to the same numbers.

    Raises
    ------
    CostCurveError
        If it is none of these, or a negative number.

    Examples
    --------
    >>> read_seed(7)
    7
    """
    if rng is None:
        rng = np.random.default_rng()
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**32))
    fix = "Pass a seed such as 0 for the same numbers every time, a numpy Generator, or None."
    return read_whole("rng", rng, fix)


def stream(seed: int, block: int) -> np.random.Generator:
    """The random numbers of one block of work.

    Parameters
    ----------
    seed : int
        The seed of the whole.
    block : int
        Which block.

    Returns
    -------
    numpy.random.Generator
        Always the same for the same arguments, whatever other blocks have used.

    Examples
    --------
    >>> bool(stream(0, 1).random() == stream(0, 1).random())
    True
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    return np.random.Generator(np.random.SFC64(sequence))


# ---- Work in blocks: on several threads, in a fixed order, stopped whenever one likes


Result = TypeVar("Result")
Task: TypeAlias = Callable[[], Result]
Work: TypeAlias = Callable[[np.random.Generator, int], Result]
# So many numbers per block stay in the cache of a processor ...
_BUCKETS_AT_ONCE = 200_000
# ... and so many rows are a small part of any run.
_MOST_ROWS = 100
# Once so many bytes were given back, the C library of Linux keeps what blocks give back; else it
# would ask the system for the same memory again and again, at half the speed.
_KEPT_BYTES = 2**24


def block_rows(n_buckets: int) -> int:
    """How many resamples are drawn together.

    Parameters
    ----------
    n_buckets : int
        How many numbers each of them needs.

    Returns
    -------
    int
        1 to 100.

    Examples
    --------
    >>> block_rows(2000), block_rows(10**6)
    (100, 1)
    """
    return min(max(1, _BUCKETS_AT_ONCE // max(1, n_buckets)), _MOST_ROWS)


def block_tasks(
    work: Work[Result], n_rows: int, rows_each: int, seed: int
) -> Iterator[Task[Result]]:
    """Work cut into blocks, each with random numbers of its own.

    Parameters
    ----------
    work : callable
        Told a generator of random numbers and how many rows to make, it returns them.
    n_rows : int
        How many rows to make in all.
    rows_each : int
        How many rows a block has; the last may have fewer.
    seed : int
        The seed of the whole.

    Yields
    ------
    callable
        Block 0, 1, and so on: called, it makes its rows.

    Examples
    --------
    >>> tasks = block_tasks(lambda rng, n: rng.random(n), 5, 2, seed=0)
    >>> [task().size for task in tasks]
    [2, 2, 1]
    """
    for block, start in enumerate(range(0, n_rows, rows_each)):
        yield partial(work, stream(seed, block), min(rows_each, n_rows - start))


def in_order(tasks: Iterable[Task[Result]], n_threads: int = 1) -> Generator[Result]:
    """Do one task after the other, or some at once.

    Parameters
    ----------
    tasks : iterable of callable
        What to do; asked for as it is needed.
    n_threads : int
        How many to work at at once.

    Yields
    ------
    object
        What the tasks returned, in their order. Whoever stops listening stops the work, but
        for tasks that have begun.

    Examples
    --------
    >>> list(in_order([lambda: 1, lambda: 2], n_threads=2))
    [1, 2]
    """
    np.empty(_KEPT_BYTES, np.uint8)
    if n_threads == 1:
        for task in tasks:
            yield task()
        return
    with ThreadPoolExecutor(n_threads) as pool:
        begun: deque[Future[Result]] = deque()
        waiting = iter(tasks)
        try:
            while True:
                ahead = 2 * n_threads - len(begun)
                begun.extend(pool.submit(task) for task in islice(waiting, ahead))
                if not begun:
                    return
                yield begun.popleft().result()
        finally:
            for future in begun:
                future.cancel()


def finished(parts: Iterator[Result]) -> Result:
    """Last of growing results, waited for.

    Parameters
    ----------
    parts : iterator
        At least one.

    Returns
    -------
    object
        The last.

    Raises
    ------
    CostCurveError
        If it is no iterator, or has no results.

    Examples
    --------
    >>> finished(iter([1, 2, 3]))
    3
    """
    checked: object = parts
    last = deque(parts, maxlen=1) if isinstance(checked, Iterator) else ()
    if not last:
        raise CostCurveError(
            "must be an iterator of results",
            where="parts",
            got=shown(parts),
            fix="Pass the result of resampling or joint_resampling.",
        )
    return last[0]


# ---- Resampled examples, counted by bucket without drawing more than is needed


Buckets: TypeAlias = NDArray[Any]
Sampler: TypeAlias = Callable[[np.random.Generator, IntArray], Buckets]
# Nanoseconds that the ways took side by side: only their ratios matter.
_DIRECT, _MULTINOMIAL, _POISSON, _MISSING = 5, 60, 32, 28
# Larger temporary arrays would be asked from the system, and given back, each time.
_EXAMPLES_AT_ONCE = 32_000
_IN_16_BITS = 2**16


def sampler(buckets: IntArray) -> Sampler:
    """Sampler of examples, with replacement.

    Parameters
    ----------
    buckets : ndarray of int64, shape (n_buckets,)
        Element i is how many examples there are in bucket i; not all are 0.

    Returns
    -------
    callable
        Told a generator and how many examples each row shall have, it returns counts of shape
        (n_rows, n_buckets): row r is how often each bucket was hit in as many draws.

    Examples
    --------
    >>> draw = sampler(np.array([3, 0, 1]))
    >>> counts = draw(np.random.default_rng(0), np.array([4, 4]))
    >>> counts.sum(axis=1), counts[:, 1]
    (array([4, 4]), array([0, 0]))
    """
    used = np.flatnonzero(buckets)
    draw = _sampler_of_used(buckets[used])
    if used.size == buckets.size:
        return draw

    def spread(rng: np.random.Generator, totals: IntArray) -> Buckets:
        drawn = draw(rng, totals)
        counts = np.zeros((totals.size, buckets.size), drawn.dtype)
        counts[:, used] = drawn
        return counts

    return spread


def _sampler_of_used(buckets: IntArray) -> Sampler:
    """Choose the quickest way for buckets that all have examples."""
    n, k = int(buckets.sum()), buckets.size
    direct, poisson = _DIRECT * n, _POISSON * k + _MISSING * np.sqrt(n)
    if direct <= min(_MULTINOMIAL * k, poisson):
        table = _table(buckets)
        return lambda rng, totals: draw_examples(rng, totals, table, (k,))[0]
    if _MULTINOMIAL * k <= poisson:
        share = buckets / n
        return lambda rng, totals: rng.multinomial(totals, share)
    table = _table(buckets)
    return lambda rng, totals: _poisson(rng, totals, buckets, table)


def _table(buckets: IntArray) -> Buckets:
    """The bucket of each example."""
    return small(np.repeat(np.arange(buckets.size), buckets)[np.newaxis], buckets.size)


def small(numbers: IntArray, below: int) -> Buckets:
    """Whole numbers below a limit, in 16 bits if they fit: a table of them is read sooner."""
    return numbers.astype(np.uint16) if below <= _IN_16_BITS else numbers


def draw_examples(
    rng: np.random.Generator, totals: IntArray, buckets: Buckets, n_buckets: Sequence[int]
) -> list[Buckets]:
    """Counts of examples drawn one by one: some rows at a time, or a part of a long row.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of randomness.
    totals : ndarray of int64, shape (n_rows,)
        How many examples each row shall have.
    buckets : ndarray of uint16 or int64, shape (n_ways, n_examples)
        Element (w, i) is the bucket of example i in the w-th way to sort examples into buckets.
    n_buckets : sequence of int
        How many buckets each way has.

    Returns
    -------
    list of ndarray of int64, shape (n_rows, n_buckets)
        For each way, how often each bucket was hit; all by the same examples.

    Examples
    --------
    >>> rng, buckets = np.random.default_rng(0), np.array([[0, 0, 1], [2, 1, 0]])
    >>> [counts.sum(axis=1) for counts in draw_examples(rng, np.array([5]), buckets, (2, 3))]
    [array([5]), array([5])]
    """
    counts = [np.zeros((totals.size, k), np.int64) for k in n_buckets]
    together = max(1, _EXAMPLES_AT_ONCE // max(1, int(totals.max())))
    before: IntArray = np.empty(0, np.int64)
    offsets: list[IntArray] = []
    for start in range(0, totals.size, together):
        some = totals[start : start + together]
        if together > 1 and not np.array_equal(some, before):
            offsets, before = [np.repeat(np.arange(some.size) * k, some) for k in n_buckets], some
        n_examples = int(some.sum())
        for first in range(0, n_examples, _EXAMPLES_AT_ONCE):
            example = rng.integers(0, buckets.shape[1], min(_EXAMPLES_AT_ONCE, n_examples - first))
            for way, (count, bucket) in enumerate(zip(counts, buckets, strict=True)):
                hit = bucket.take(example)
                hit = hit + offsets[way] if together > 1 else hit.astype(np.intp)
                np.add.at(count[start : start + together].reshape(-1), hit, 1)
    return counts


def _poisson(
    rng: np.random.Generator, totals: IntArray, buckets: IntArray, table: Buckets
) -> Buckets:
    """Counts of examples drawn bucket by bucket, and those still missing one by one.

    Independent Poisson counts, given their sum, are multinomial; so a row may be kept
    whenever its sum is not too large, and be filled up.
    """
    most = np.maximum(totals - 4 * np.sqrt(totals), 0.0)
    mean = most[:, np.newaxis] * (buckets / buckets.sum())
    counts: Buckets = rng.poisson(mean)
    missing = totals - counts.sum(axis=1)
    while np.any(missing < 0):
        again = np.flatnonzero(missing < 0)
        counts[again] = rng.poisson(mean[again])
        missing[again] = totals[again] - counts[again].sum(axis=1)
    counts += draw_examples(rng, missing, table, (buckets.size,))[0]
    return counts
