"""Resampling in blocks: on several threads, in a fixed order, stopped whenever one likes.

The block, not the thread, decides which random numbers are used: so neither the number of
threads nor the moment of a pause changes a single digit.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

import numpy as np

from cc_widgets.core.uncertainty.seeds import stream

Result = TypeVar("Result")
Work = Callable[[np.random.Generator, int], Result]
# So many numbers per block stay in the cache of a processor ...
_AT_ONCE = 200_000
# ... and so many rows are a small part of any run.
_MOST_ROWS = 100
# Once so many bytes were given back, the C library of Linux keeps what blocks give back; else it
# would ask the system for the same memory again and again, at half the speed.
_KEPT_BYTES = 2**24


def block_rows(n_cells: int) -> int:
    """Return how many resamples are drawn together.

    Parameters
    ----------
    n_cells : int
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
    return min(max(1, _AT_ONCE // max(1, n_cells)), _MOST_ROWS)


def run_blocks(
    work: Work[Result], n_rows: int, rows_each: int, seed: int, n_threads: int = 1
) -> Generator[Result]:
    """Do work block by block.

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
    n_threads : int
        How many blocks to work at at once.

    Yields
    ------
    object
        What the work returned for block 0, 1, and so on. Whoever stops listening stops the
        work, but for blocks that have begun.

    Examples
    --------
    >>> [drawn.size for drawn in run_blocks(lambda rng, n: rng.random(n), 5, 2, seed=0)]
    [2, 2, 1]
    """
    np.empty(_KEPT_BYTES, np.uint8)
    sizes = [min(rows_each, n_rows - start) for start in range(0, n_rows, rows_each)]
    if n_threads == 1:
        for block, rows in enumerate(sizes):
            yield work(stream(seed, block), rows)
        return
    with ThreadPoolExecutor(n_threads) as pool:
        begun: deque[Future[Result]] = deque()
        waiting = enumerate(sizes)
        try:
            while True:
                ahead = 2 * n_threads - len(begun)
                for block, rows in islice(waiting, ahead):
                    begun.append(pool.submit(work, stream(seed, block), rows))
                if not begun:
                    return
                yield begun.popleft().result()
        finally:
            for future in begun:
                future.cancel()


def finished(parts: Iterator[Result]) -> Result:
    """Wait for the last of growing results.

    Parameters
    ----------
    parts : iterator
        At least one.

    Returns
    -------
    object
        The last.

    Examples
    --------
    >>> finished(iter([1, 2, 3]))
    3
    """
    return deque(parts, maxlen=1).pop()
