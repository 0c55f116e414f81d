"""Resampled examples, counted by cell without drawing more than is needed.

Drawing n examples with replacement and counting them by cell makes a multinomial of the cells.
Three ways lead to exactly that distribution; which is quickest depends on the numbers of
examples and of cells only, so that a seed means the same everywhere.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import IntArray

Cells: TypeAlias = NDArray[Any]
Sampler: TypeAlias = Callable[[np.random.Generator, IntArray], Cells]
# Nanoseconds that the ways took side by side: only their ratios matter.
_DIRECT, _MULTINOMIAL, _POISSON, _MISSING = 5, 60, 32, 28
# Larger temporary arrays would be asked from the system, and given back, each time.
_AT_ONCE = 32_000


def sampler(cells: IntArray) -> Sampler:
    """Prepare to draw examples with replacement.

    Parameters
    ----------
    cells : ndarray of int64, shape (n_cells,)
        Element i is how many examples there are in cell i; not all are 0.

    Returns
    -------
    callable
        Told a generator and how many examples each row shall have, it returns counts of shape
        (n_rows, n_cells): row r is how often each cell was hit in as many draws.

    Examples
    --------
    >>> draw = sampler(np.array([3, 0, 1]))
    >>> counts = draw(np.random.default_rng(0), np.array([4, 4]))
    >>> counts.sum(axis=1), counts[:, 1]
    (array([4, 4]), array([0, 0]))
    """
    used = np.flatnonzero(cells)
    draw = _sampler_of_used(cells[used])
    if used.size == cells.size:
        return draw

    def spread(rng: np.random.Generator, totals: IntArray) -> Cells:
        drawn = draw(rng, totals)
        counts = np.zeros((totals.size, cells.size), drawn.dtype)
        counts[:, used] = drawn
        return counts

    return spread


def _sampler_of_used(cells: IntArray) -> Sampler:
    """Choose the quickest way for cells that all have examples."""
    n, k = int(cells.sum()), cells.size
    direct, poisson = _DIRECT * n, _POISSON * k + _MISSING * np.sqrt(n)
    if direct <= min(_MULTINOMIAL * k, poisson):
        table = _table(cells)
        return lambda rng, totals: draw_examples(rng, totals, table, (k,))[0]
    if _MULTINOMIAL * k <= poisson:
        share = cells / n
        return lambda rng, totals: rng.multinomial(totals, share)
    table = _table(cells)
    return lambda rng, totals: _poisson(rng, totals, cells, table)


def _table(cells: IntArray) -> IntArray:
    """Return the cell of each example."""
    return np.repeat(np.arange(cells.size), cells)[np.newaxis]


def draw_examples(
    rng: np.random.Generator, totals: IntArray, cells: IntArray, n_cells: Sequence[int]
) -> list[Cells]:
    """Draw example by example: some rows at a time, or some examples of a long row.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of randomness.
    totals : ndarray of int64, shape (n_rows,)
        How many examples each row shall have.
    cells : ndarray of int64, shape (n_ways, n_examples)
        Element (w, i) is the cell of example i in the w-th way to sort examples into cells.
    n_cells : sequence of int
        How many cells each way has.

    Returns
    -------
    list of ndarray of int64, shape (n_rows, n_cells)
        For each way, how often each cell was hit; all by the same examples.

    Examples
    --------
    >>> rng, cells = np.random.default_rng(0), np.array([[0, 0, 1], [2, 1, 0]])
    >>> [counts.sum(axis=1) for counts in draw_examples(rng, np.array([5]), cells, (2, 3))]
    [array([5]), array([5])]
    """
    counts = [np.zeros((totals.size, k), np.int64) for k in n_cells]
    together = max(1, _AT_ONCE // max(1, int(totals.max())))
    before: IntArray = np.empty(0, np.int64)
    offsets: list[IntArray] = []
    for start in range(0, totals.size, together):
        some = totals[start : start + together]
        if together > 1 and not np.array_equal(some, before):
            offsets, before = [np.repeat(np.arange(some.size) * k, some) for k in n_cells], some
        n_examples = int(some.sum())
        for first in range(0, n_examples, _AT_ONCE):
            example = rng.integers(0, cells.shape[1], min(_AT_ONCE, n_examples - first))
            for way, (count, cell) in enumerate(zip(counts, cells, strict=True)):
                hit = cell.take(example)
                if together > 1:
                    hit += offsets[way]
                np.add.at(count[start : start + together].reshape(-1), hit, 1)
    return counts


def _poisson(rng: np.random.Generator, totals: IntArray, cells: IntArray, table: IntArray) -> Cells:
    """Draw most examples cell by cell, then those that are missing one by one.

    Independent Poisson counts, given their sum, are multinomial; so a row may be kept
    whenever its sum is not too large, and be filled up.
    """
    most = np.maximum(totals - 4 * np.sqrt(totals), 0.0)
    mean = most[:, np.newaxis] * (cells / cells.sum())
    counts: Cells = rng.poisson(mean)
    missing = totals - counts.sum(axis=1)
    while np.any(missing < 0):
        again = np.flatnonzero(missing < 0)
        counts[again] = rng.poisson(mean[again])
        missing[again] = totals[again] - counts[again].sum(axis=1)
    counts += draw_examples(rng, missing, table, (cells.size,))[0]
    return counts
