"""Resampled examples, counted by cell without drawing more than is needed.

Drawing n examples with replacement and counting them by cell makes a multinomial of the cells.
Three ways lead to exactly that distribution; which is quickest depends on the numbers of
examples and of cells only, so that a seed means the same everywhere.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import IntArray

Sampler = Callable[[np.random.Generator, IntArray], NDArray[Any]]
# Nanoseconds that the ways took side by side: only their ratios matter.
_DIRECT, _MULTINOMIAL, _POISSON, _MISSING = 5, 60, 32, 28
# Larger temporary arrays would be asked from the system, and given back, each time.
_AT_ONCE = 16_000


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

    def spread(rng: np.random.Generator, totals: IntArray) -> NDArray[Any]:
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
        return lambda rng, totals: _direct(rng, totals, table, k)
    if _MULTINOMIAL * k <= poisson:
        share = cells / n
        return lambda rng, totals: rng.multinomial(totals, share)
    table = _table(cells)
    return lambda rng, totals: _poisson(rng, totals, cells, table)


def _table(cells: IntArray) -> NDArray[Any]:
    """Return the cell of each example."""
    return np.repeat(np.arange(cells.size, dtype=np.int64), cells)


def _direct(
    rng: np.random.Generator, totals: IntArray, table: NDArray[Any], k: int
) -> NDArray[Any]:
    """Draw example by example: some rows at a time, or some examples of a long row."""
    counts: NDArray[Any] = np.zeros((totals.size, k), np.int64)
    longest = int(totals.max())
    if longest > _AT_ONCE:
        for row, total in zip(counts, totals.tolist(), strict=True):
            for start in range(0, total, _AT_ONCE):
                few = min(_AT_ONCE, total - start)
                np.add.at(row, table.take(rng.integers(0, table.size, few)), 1)
        return counts
    together = _AT_ONCE // max(1, longest)
    for start in range(0, totals.size, together):
        some = totals[start : start + together]
        cell = np.repeat(np.arange(some.size) * k, some)
        cell += table.take(rng.integers(0, table.size, cell.size))
        np.add.at(counts[start : start + together].reshape(-1), cell, 1)
    return counts


def _poisson(
    rng: np.random.Generator, totals: IntArray, cells: IntArray, table: NDArray[Any]
) -> NDArray[Any]:
    """Draw most examples cell by cell, then those that are missing one by one.

    Independent Poisson counts, given their sum, are multinomial; so a row may be kept
    whenever its sum is not too large, and be filled up.
    """
    most = np.maximum(totals - 4 * np.sqrt(totals), 0.0)
    mean = most[:, np.newaxis] * (cells / cells.sum())
    counts: NDArray[Any] = rng.poisson(mean)
    missing = totals - counts.sum(axis=1)
    while np.any(missing < 0):
        again = np.flatnonzero(missing < 0)
        counts[again] = rng.poisson(mean[again])
        missing[again] = totals[again] - counts[again].sum(axis=1)
    counts += _direct(rng, missing, table, cells.size)
    return counts
