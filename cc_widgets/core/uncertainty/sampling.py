"""Seeded random draws of examples, in blocks that may run on several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.core.validation import read_integer
from cc_widgets.errors import CostCurveError, shown

__all__ = ["finished"]

# ---- Reproducible seeds, and one random stream for each block of work


Rng: TypeAlias = int | np.random.Generator | None


def read_seed(rng: Rng) -> int:
    """Return the integer seed for an `rng` argument.

    A seed is returned unchanged, a generator draws a seed, and None gives a new seed each time.
    """
    if rng is None:
        rng = np.random.default_rng()
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**32))
    fix = "Pass a seed such as 0 for the same numbers every time, a numpy Generator, or None."
    return read_integer("rng", rng, fix)


def stream(seed: int, block: int) -> np.random.Generator:
    """Return the random number generator of one block, independent of the other blocks."""
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    return np.random.Generator(np.random.SFC64(sequence))


# ---- Blocks of work: on several threads, in a fixed order, cancelled on request


Result = TypeVar("Result")
Task: TypeAlias = Callable[[], Result]
Work: TypeAlias = Callable[[np.random.Generator, int], Result]
_BUCKETS_AT_ONCE = 200_000  # numbers per block that fit in the cache of a processor
_MAX_ROWS = 100  # per block, so that results and cancellation are not delayed
# After freeing an array of this size, glibc keeps the memory that blocks free (its dynamic mmap
# threshold). Without this, each block would request the same memory again, at half the speed.
_KEPT_BYTES = 2**24


def rows_per_block(n_buckets: int) -> int:
    """Return the number of resamples per block, from 1 to 100, given the values per resample."""
    return min(max(1, _BUCKETS_AT_ONCE // max(1, n_buckets)), _MAX_ROWS)


def block_tasks(
    work: Work[Result], n_rows: int, rows_each: int, seed: int
) -> Iterator[Task[Result]]:
    """Yield tasks, each of which calls `work` with its own random stream and a number of rows.

    Blocks have `rows_each` rows; the last one may have fewer.
    """
    for block, start in enumerate(range(0, n_rows, rows_each)):
        yield partial(work, stream(seed, block), min(rows_each, n_rows - start))


def run_tasks(tasks: Iterable[Task[Result]], n_threads: int = 1) -> Generator[Result]:
    """Yield the results of tasks in order, with up to `n_threads` running at once.

    Closing the generator cancels the tasks that have not started.
    """
    np.empty(_KEPT_BYTES, np.uint8)
    if n_threads == 1:
        for task in tasks:
            yield task()
        return
    with ThreadPoolExecutor(n_threads) as pool:
        running: deque[Future[Result]] = deque()
        pending = iter(tasks)
        try:
            while True:
                n_new = 2 * n_threads - len(running)
                running.extend(pool.submit(task) for task in islice(pending, n_new))
                if not running:
                    return
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()


def finished(parts: Iterator[Result]) -> Result:
    """Return the last of a sequence of growing results.

    Parameters
    ----------
    parts : iterator
        Iterator, for instance the result of `resampling`, which yields all resamples so far.

    Returns
    -------
    object
        The last item.

    Raises
    ------
    CostCurveError
        If it is not an iterator, or is empty.

    Examples
    --------
    >>> finished(iter([1, 2, 3]))
    3
    """
    iterator: object = parts
    last = deque(parts, maxlen=1) if isinstance(iterator, Iterator) else ()
    if not last:
        raise CostCurveError(
            "must be an iterator of results",
            where="parts",
            got=shown(parts),
            fix="Pass the result of resampling or joint_resampling.",
        )
    return last[0]


# ---- Bucket counts of resampled examples, by the fastest of three methods


Buckets: TypeAlias = NDArray[Any]
Sampler: TypeAlias = Callable[[np.random.Generator, IntArray], Buckets]
# Times in nanoseconds: per example, per bucket (two methods), and per missing example. Only the
# ratios matter.
_DIRECT, _MULTINOMIAL, _POISSON, _MISSING = 5, 60, 32, 28
# Larger temporary arrays would be requested from the system each time.
_EXAMPLES_AT_ONCE = 32_000
_IN_16_BITS = 2**16


def sampler(buckets: IntArray) -> Sampler:
    """Return a function that draws examples with replacement and counts them by bucket.

    It takes a generator and the number of examples of each row, and returns counts of shape
    (n_rows, n_buckets). `buckets` holds the number of examples in each bucket, not all 0.
    """
    occupied = np.flatnonzero(buckets)
    draw_occupied = _fastest_sampler(buckets[occupied])
    if occupied.size == buckets.size:
        return draw_occupied

    def draw_all(rng: np.random.Generator, totals: IntArray) -> Buckets:
        nonempty = draw_occupied(rng, totals)
        counts = np.zeros((totals.size, buckets.size), nonempty.dtype)
        counts[:, occupied] = nonempty
        return counts

    return draw_all


def _fastest_sampler(buckets: IntArray) -> Sampler:
    """Return the fastest sampler for buckets that all have examples."""
    n, k = int(buckets.sum()), buckets.size
    direct, poisson = _DIRECT * n, _POISSON * k + _MISSING * np.sqrt(n)
    if direct <= min(_MULTINOMIAL * k, poisson):
        table = _bucket_table(buckets)
        return lambda rng, totals: draw_examples(rng, totals, table, (k,))[0]
    if _MULTINOMIAL * k <= poisson:
        share = buckets / n
        return lambda rng, totals: rng.multinomial(totals, share)
    table = _bucket_table(buckets)
    return lambda rng, totals: _poisson(rng, totals, buckets, table)


def _bucket_table(buckets: IntArray) -> Buckets:
    """Return the bucket of each example, shape (1, n_examples)."""
    return compact(np.repeat(np.arange(buckets.size), buckets)[np.newaxis], buckets.size)


def compact(values: IntArray, limit: int) -> Buckets:
    """Convert integers below a limit to 16 bits if they fit, for faster lookups."""
    return values.astype(np.uint16) if limit <= _IN_16_BITS else values


def draw_examples(
    rng: np.random.Generator, totals: IntArray, buckets: Buckets, n_buckets: Sequence[int]
) -> list[Buckets]:
    """Return bucket counts of examples drawn one by one, an array (n_rows, k) per partition.

    Row w of `buckets` holds the bucket of each example in partition w, which has n_buckets[w]
    buckets. All partitions count the same examples. Several short rows, or a part of a long row,
    are drawn at a time.
    """
    counts = [np.zeros((totals.size, k), np.int64) for k in n_buckets]
    n_rows = max(1, _EXAMPLES_AT_ONCE // max(1, int(totals.max())))
    previous: IntArray = np.empty(0, np.int64)
    offsets: list[IntArray] = []
    for start in range(0, totals.size, n_rows):
        sizes = totals[start : start + n_rows]
        if n_rows > 1 and not np.array_equal(sizes, previous):
            offsets, previous = (
                [np.repeat(np.arange(sizes.size) * k, sizes) for k in n_buckets],
                sizes,
            )
        n_examples = int(sizes.sum())
        for first in range(0, n_examples, _EXAMPLES_AT_ONCE):
            example = rng.integers(0, buckets.shape[1], min(_EXAMPLES_AT_ONCE, n_examples - first))
            for partition, (count, bucket) in enumerate(zip(counts, buckets, strict=True)):
                place = bucket.take(example)
                place = place + offsets[partition] if n_rows > 1 else place.astype(np.intp)
                np.add.at(count[start : start + n_rows].reshape(-1), place, 1)
    return counts


def _poisson(
    rng: np.random.Generator, totals: IntArray, buckets: IntArray, table: Buckets
) -> Buckets:
    """Draw counts bucket by bucket, and then the missing examples one by one.

    Independent Poisson counts are multinomial given their sum. So a row is kept whenever its sum is
    not too large, and is then filled up.
    """
    most = np.maximum(totals - 4 * np.sqrt(totals), 0.0)
    mean = most[:, np.newaxis] * (buckets / buckets.sum())
    counts: Buckets = rng.poisson(mean)
    missing = totals - counts.sum(axis=1)
    while np.any(missing < 0):
        rejected = np.flatnonzero(missing < 0)
        counts[rejected] = rng.poisson(mean[rejected])
        missing[rejected] = totals[rejected] - counts[rejected].sum(axis=1)
    counts += draw_examples(rng, missing, table, (buckets.size,))[0]
    return counts


# ---- Bucket counts of several classifiers, with eight resamples in a machine word


JointSampler: TypeAlias = Callable[[np.random.Generator, IntArray], list[Buckets]]
_WORD = 8  # bytes, one for each resample
# Larger cells are split. The sums of counts in a byte are then at most 128 on average: they exceed
# 255 with a probability below 1e-20.
LARGEST_CELL = 64
# Cells whose counts are drawn at once stay in the cache, and their sums fit in 16 bits.
_TILE = 2**15
_COUNTS_AT_ONCE = 2**17
_STANDARD_DEVIATIONS = 3.0  # by which the mean of the sum is below the total
_UNDECIDED = 255


def packed_sampler(count: IntArray, bucket: IntArray, n_buckets: Sequence[int]) -> JointSampler:
    """Return a function that draws examples and counts them by bucket of each classifier.

    `count` is the number of examples in each cell, and `bucket`, of shape (n_classifiers, n_cells),
    the buckets of the cell. The number of times that the examples of a cell are drawn is a Poisson
    variable, which is looked up for 16 random bits. Bytes of eight resamples are added at once. The
    missing examples are drawn one by one, as in `_poisson`.
    """
    table = compact(np.repeat(bucket, count, axis=1), max(n_buckets))
    n = table.shape[1]
    n_pieces = -(-count // LARGEST_CELL)
    cell = np.repeat(np.arange(count.size), n_pieces)
    piece = np.arange(cell.size) - np.repeat(np.cumsum(n_pieces) - n_pieces, n_pieces)
    size = (count[cell] + piece) // n_pieces[cell]
    order = np.argsort(size, kind="stable")
    cell, size = cell[order], size[order]
    share = max(0.0, 1.0 - _STANDARD_DEVIATIONS / np.sqrt(n))
    lookups = {int(each): _poisson_lookup(share * float(each)) for each in np.unique(size)}
    # Cells of one example count twice, which bounds the number of cells as well.
    tile = (np.cumsum(np.maximum(size, 2)) - 1) // _TILE
    edges = np.flatnonzero(np.diff(tile, prepend=-1, append=-1))
    tiles = [
        _Tile.of(size[start:stop], bucket[:, cell[start:stop]], lookups)
        for start, stop in pairwise(edges.tolist())
    ]

    def draw(rng: np.random.Generator, totals: IntArray) -> list[Buckets]:
        width = -(-totals.size // _WORD) * _WORD
        sums = [np.zeros((k, width), np.int32) for k in n_buckets]
        for part in tiles:
            part.add(rng, sums)
        missing = totals - sums[0].sum(axis=0)[: totals.size]
        rejected = np.flatnonzero(missing < 0)
        missing[rejected] = totals[rejected]
        counts = draw_examples(rng, missing, table, n_buckets)
        for by_bucket, total in zip(counts, sums, strict=True):
            total[:, rejected] = 0
            np.add(by_bucket, total[:, : totals.size].T, out=by_bucket)
        return counts

    return draw


@dataclass(frozen=True, slots=True)
class _Lookup:
    """Poisson distribution: cumulative probabilities, and the values for 16 random bits.

    The value is `_UNDECIDED` where 16 bits do not determine it.
    """

    cumulative: FloatArray
    value: NDArray[np.uint8]

    def fill(self, rng: np.random.Generator, out: NDArray[np.uint8]) -> None:
        """Fill an array with independent values."""
        for start in range(0, out.size, _COUNTS_AT_ONCE):
            part = out[start : start + _COUNTS_AT_ONCE]
            words = rng.integers(0, 2**64, -(-part.size // 4), np.uint64)
            bits = words.view(np.uint16)[: part.size]
            part[:] = self.value.take(bits)
            undecided = np.flatnonzero(part == _UNDECIDED)
            uniform = (bits[undecided] + rng.random(undecided.size)) / _IN_16_BITS
            part[undecided] = np.searchsorted(self.cumulative, uniform, side="right")


def _poisson_lookup(mean: float) -> _Lookup:
    """Return the lookup table of a Poisson distribution with a mean of at most `LARGEST_CELL`."""
    steps = np.append(np.exp(-mean), mean / np.arange(1, _UNDECIDED))
    cumulative = np.cumsum(np.cumprod(steps))[:-1]
    last = np.minimum(cumulative * _IN_16_BITS, _IN_16_BITS - 1).astype(np.int64)
    below = np.cumsum(np.bincount(last, minlength=_IN_16_BITS))
    below[last] = _UNDECIDED
    return _Lookup(cumulative, below.astype(np.uint8))


@dataclass(frozen=True, slots=True)
class _Tile:
    """Cells whose counts are drawn and added up at once.

    Attributes
    ----------
    n_cells : int
        Number of cells.
    runs : tuple of (slice, _Lookup)
        Cells of equal size, and the distribution of their counts.
    sums : tuple of _BucketSums
        Sums over cells, for each classifier.
    """

    n_cells: int
    runs: tuple[tuple[slice, _Lookup], ...]
    sums: tuple[_BucketSums, ...]

    @classmethod
    def of(cls, size: IntArray, bucket: IntArray, lookups: Mapping[int, _Lookup]) -> _Tile:
        """Return a tile of cells of increasing size."""
        edges = np.flatnonzero(np.diff(size, prepend=0, append=0)).tolist()
        runs = [(slice(*ends), lookups[int(size[ends[0]])]) for ends in pairwise(edges)]
        return cls(size.size, tuple(runs), tuple(_bucket_sums(row, size) for row in bucket))

    def add(self, rng: np.random.Generator, totals: Sequence[Buckets]) -> None:
        """Draw counts of all cells, and add them to the totals (n_buckets, n_rows) in place."""
        counts = np.empty((self.n_cells, totals[0].shape[1]), np.uint8)
        for rows, lookup in self.runs:
            lookup.fill(rng, counts[rows].reshape(-1))
        for sums, total in zip(self.sums, totals, strict=True):
            sums.add(counts, total)


@dataclass(frozen=True, slots=True)
class _BucketSums:
    """Sums over the cells of a tile by bucket of one classifier.

    Attributes
    ----------
    order : ndarray of uint16, shape (n_cells,)
        Cells in the order of their buckets.
    part : ndarray of int64, shape (n_parts,)
        Positions in `order` from which sums fit in a byte.
    start : ndarray of int64, shape (n_tile_buckets,)
        Positions in `part` of the first cell of each bucket.
    bucket : ndarray of int64, shape (n_tile_buckets,)
        Buckets with any cells.
    """

    order: NDArray[np.uint16]
    part: IntArray
    start: IntArray
    bucket: IntArray

    def add(self, counts: NDArray[np.uint8], total: Buckets) -> None:
        """Add the counts (n_cells, n_rows) to the total of each bucket in place."""
        words = counts.view(np.uint64).take(self.order, axis=0)
        parts = np.add.reduceat(words, self.part, axis=0).view(np.uint8)
        wide = parts.astype(np.uint16).view(np.uint64)
        total[self.bucket] += np.add.reduceat(wide, self.start, axis=0).view(np.uint16)


def _bucket_sums(bucket: IntArray, size: IntArray) -> _BucketSums:
    """Return how to add up cells of these sizes by bucket."""
    order = np.argsort(bucket, kind="stable")
    ordered, before = bucket[order], np.cumsum(size[order]) - size[order]
    is_new = np.append(True, np.diff(ordered) != 0)
    is_part = is_new | np.append(True, np.diff(before // LARGEST_CELL) != 0)
    part = np.flatnonzero(is_part)
    start = np.flatnonzero(is_new[part])
    return _BucketSums(order.astype(np.uint16), part, start, ordered[part[start]])
