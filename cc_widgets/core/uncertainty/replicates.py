"""Lower envelopes of many resamples at once, on a grid of pc."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import FloatArray, IntArray
from cc_widgets.core.chain import without_hollows


@dataclass(frozen=True, eq=False, slots=True)
class RowHulls:
    """The corners of the hulls of some resamples, one after the other.

    Attributes
    ----------
    fp, tp : ndarray of float64, shape (n_corners,)
        Whole numbers: false and true positives at corner i.
    first, last : ndarray of int64, shape (n_corners,)
        The first and last threshold that counts just these examples in this resample.
    row : ndarray of int64, shape (n_corners,)
        To which resample corner i belongs; rising.
    start : ndarray of int64, shape (n_rows,)
        The position of the first corner of each resample.
    """

    fp: FloatArray
    tp: FloatArray
    first: IntArray
    last: IntArray
    row: IntArray
    start: IntArray


def row_hulls(negative: NDArray[Any], positive: NDArray[Any]) -> RowHulls:
    """Find the hull of every resample.

    Parameters
    ----------
    negative, positive : ndarray of int64, shape (n_rows, n_cells)
        Element (r, i) is how many examples of the class resample r has between thresholds
        i and i + 1.

    Returns
    -------
    RowHulls
        From (0, 0) to all examples in each row. Decided exactly as long as products of the
        two totals stay below 2^53.

    Examples
    --------
    >>> hulls = row_hulls(np.array([[0, 1, 0, 2]]), np.array([[2, 0, 0, 1]]))
    >>> hulls.fp, hulls.tp
    (array([0., 0., 3.]), array([0., 2., 3.]))
    >>> hulls.first, hulls.last
    (array([0, 1, 4]), array([0, 1, 4]))
    """
    n_rows, n_cells = negative.shape
    new = np.ones((n_rows, n_cells + 1), dtype=bool)
    np.not_equal(negative + positive, 0, out=new[:, 1:])
    point = np.flatnonzero(new)
    before_row = np.arange(n_rows) * (n_cells + 1)
    kept = np.searchsorted(point, before_row)
    fp, tp = (_cumulated(cells).ravel()[point].astype(np.float64) for cells in (negative, positive))
    corner = without_hollows(fp, tp, starts=kept)
    first = point[corner]
    row = first // (n_cells + 1)
    # Up to the next threshold that moves, all count the same examples.
    following = np.append(point, n_rows * (n_cells + 1))[corner + 1]
    return RowHulls(
        fp=fp[corner],
        tp=tp[corner],
        first=first - before_row[row],
        last=following - 1 - before_row[row],
        row=row,
        start=np.searchsorted(first, before_row),
    )


def _cumulated(cells: NDArray[Any]) -> NDArray[Any]:
    """Return how many examples every threshold accepts: none, then cell by cell."""
    counts = np.zeros((cells.shape[0], cells.shape[1] + 1), np.int64)
    np.cumsum(cells, axis=1, out=counts[:, 1:])
    return counts


@dataclass(frozen=True, eq=False, slots=True)
class RowTurns:
    """Where along the grid the best threshold changes from one corner to the next.

    Attributes
    ----------
    edge : ndarray of int64, shape (n_turns,)
        The corner before turn i; the one after it is the next.
    since, after : ndarray of int64, shape (n_turns,)
        The first position in the grid at which the corner after the turn is best too, and at
        which it is best alone. They differ where the grid meets the turn exactly.
    """

    edge: IntArray
    since: IntArray
    after: IntArray


def row_turns(
    hulls: RowHulls, negatives: IntArray, positives: IntArray, grid: FloatArray
) -> RowTurns:
    """Find where each corner becomes the best threshold.

    Parameters
    ----------
    hulls : RowHulls
        Hulls of resamples.
    negatives, positives : ndarray of int64, shape (n_rows,)
        Totals of each resample.
    grid : ndarray of float64, shape (n,)
        Rising pc.

    Returns
    -------
    RowTurns
        In the order of corners.

    Examples
    --------
    >>> hulls = row_hulls(np.array([[0, 3]]), np.array([[2, 1]]))
    >>> turns = row_turns(hulls, np.array([3]), np.array([3]), np.array([0.0, 0.5, 1.0]))
    >>> turns.edge, turns.since, turns.after
    (array([0, 1]), array([0, 2]), array([1, 2]))
    """
    edge = np.flatnonzero(hulls.row[1:] == hulls.row[:-1])
    row = hulls.row[edge]
    run = (hulls.fp[edge + 1] - hulls.fp[edge]) * positives[row]
    rise = (hulls.tp[edge + 1] - hulls.tp[edge]) * negatives[row]
    pc = run / (run + rise)
    since = np.searchsorted(grid, pc)
    after = since + (grid[np.minimum(since, grid.size - 1)] == pc)
    return RowTurns(edge=edge, since=since, after=after)


def best_corners(hulls: RowHulls, turns: RowTurns, n_grid: int) -> IntArray:
    """Find the best corner of every resample at every pc.

    Parameters
    ----------
    hulls : RowHulls
        Hulls of resamples.
    turns : RowTurns
        Where their best corners change.
    n_grid : int
        Size of the grid.

    Returns
    -------
    ndarray of int64, shape (n_rows, n_grid)
        Positions of corners; of two that are equally good, the later.

    Examples
    --------
    >>> grid, three = np.array([0.0, 0.5, 1.0]), np.array([3])
    >>> hulls = row_hulls(np.array([[0, 3]]), np.array([[2, 1]]))
    >>> best_corners(hulls, row_turns(hulls, three, three, grid), grid.size)
    array([[1, 1, 2]])
    """
    n_rows = hulls.start.size
    place = hulls.row[turns.edge] * (n_grid + 1) + turns.since
    passed = np.bincount(place, minlength=n_rows * (n_grid + 1)).reshape(n_rows, n_grid + 1)
    corner: IntArray = np.cumsum(passed[:, :n_grid], axis=1)
    corner += hulls.start[:, np.newaxis]
    return corner


def row_costs(
    hulls: RowHulls, corner: IntArray, negatives: IntArray, positives: IntArray, grid: FloatArray
) -> FloatArray:
    """Read the costs of chosen corners.

    Parameters
    ----------
    hulls : RowHulls
        Hulls of resamples.
    corner : ndarray of int64, shape (n_rows, n)
        Element (r, g) is the corner that resample r uses at grid[g].
    negatives, positives : ndarray of int64, shape (n_rows,)
        Totals of each resample.
    grid : ndarray of float64, shape (n,)
        Rising pc.

    Returns
    -------
    ndarray of float64, shape (n_rows, n)
        Normalised costs.

    Examples
    --------
    >>> hulls, three = row_hulls(np.array([[0, 3]]), np.array([[2, 1]])), np.array([3])
    >>> row_costs(hulls, np.array([[1]]), three, three, np.array([0.5])).round(3)
    array([[0.167]])
    """
    fpr = hulls.fp / negatives[hulls.row]
    slope = 1.0 - hulls.tp / positives[hulls.row] - fpr
    cost = slope[corner]
    cost *= grid
    cost += fpr[corner]
    return cost


def row_rates(hulls: RowHulls, turns: RowTurns, rate: FloatArray, n_grid: int) -> FloatArray:
    """Look up, for each resample, a rate of the thresholds that it chooses.

    Parameters
    ----------
    hulls, turns, rate, n_grid
        As for `chosen_rates`.

    Returns
    -------
    ndarray of float64, shape (n_rows, n_grid)
        Means of thresholds that are equally good, as there.

    Examples
    --------
    >>> hulls, three = row_hulls(np.array([[0, 3]]), np.array([[2, 1]])), np.array([3])
    >>> turns = row_turns(hulls, three, three, np.array([0.0, 0.5, 1.0]))
    >>> row_rates(hulls, turns, np.array([0.0, 0.25, 1.0]), 3)
    array([[0.125, 0.25 , 1.   ]])
    """
    n_rows, width = hulls.start.size, n_grid + 1
    mean = (rate[hulls.first] + rate[hulls.last]) / 2.0
    step = (mean[turns.edge + 1] - mean[turns.edge]) / 2.0
    row = hulls.row[turns.edge] * width
    place = np.concatenate([row + turns.since, row + turns.after])
    jump = np.bincount(place, weights=np.tile(step, 2), minlength=n_rows * width)
    along = np.cumsum(jump.reshape(n_rows, width)[:, :n_grid], axis=1)
    total: FloatArray = along + mean[hulls.start][:, np.newaxis]
    return total


def chosen_rates(hulls: RowHulls, turns: RowTurns, rate: FloatArray, n_grid: int) -> FloatArray:
    """Add up, over resamples, a rate of the thresholds that they choose.

    Parameters
    ----------
    hulls : RowHulls
        Hulls of resamples.
    turns : RowTurns
        Where their best corners change.
    rate : ndarray of float64, shape (n_thresholds,)
        Element i belongs to threshold i, for instance its rate on the original examples.
    n_grid : int
        Size of the grid.

    Returns
    -------
    ndarray of float64, shape (n_grid,)
        Sums over resamples. Of thresholds that are equally good in a resample, the mean of
        the first and the last is taken.

    Examples
    --------
    >>> hulls, three = row_hulls(np.array([[0, 3]]), np.array([[2, 1]])), np.array([3])
    >>> turns = row_turns(hulls, three, three, np.array([0.0, 0.5, 1.0]))
    >>> chosen_rates(hulls, turns, np.array([0.0, 0.25, 1.0]), 3)
    array([0.125, 0.25 , 1.   ])
    """
    mean = (rate[hulls.first] + rate[hulls.last]) / 2.0
    step = (mean[turns.edge + 1] - mean[turns.edge]) / 2.0
    jump = sum(
        np.bincount(since, weights=step, minlength=n_grid + 1)
        for since in (turns.since, turns.after)
    )
    total: FloatArray = np.cumsum(jump)[:n_grid] + mean[hulls.start].sum()
    return total
