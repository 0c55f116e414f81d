"""Resampled envelopes of one classifier, and how they grow block by block."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.uncertainty.candidates import Candidates
from cc_widgets.core.uncertainty.draws import Cells
from cc_widgets.core.uncertainty.replicates import (
    best_corners,
    chosen_rates,
    row_costs,
    row_hulls,
    row_rates,
    row_turns,
)


@dataclass(frozen=True, eq=False, slots=True)
class EnvelopeResamples:
    """Lower envelopes of resampled test sets, as many as there are so far.

    Attributes
    ----------
    candidates : Candidates
        The thresholds among which every resample had its best ones.
    pc : ndarray of float64, shape (n,)
        Where the envelopes are known.
    cost : ndarray of float64, shape (n_done, n)
        Row r is the envelope of resample r.
    fp, tp : ndarray of int64, shape (n_done, n_corners)
        Row r is what the corners of the original hull count in resample r.
    negatives, positives : ndarray of int64, shape (n_done,)
        The sizes of the classes in each resample.
    optimism : ndarray of float64, shape (n,)
        By how much the thresholds that were best in a resample cost more on the original
        examples than in the resample, on average.
    n_resamples : int
        How many there shall be in the end.
    seed : int
        Where the random numbers came from.
    thinning : float
        No envelope lies lower by more than this when every threshold is used.
    """

    candidates: Candidates
    pc: FloatArray
    cost: FloatArray
    fp: IntArray
    tp: IntArray
    negatives: IntArray
    positives: IntArray
    optimism: FloatArray
    n_resamples: int
    seed: int
    thinning: float

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def n_done(self) -> int:
        """How many resamples there are so far."""
        return int(self.cost.shape[0])


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """What some resamples contribute to `EnvelopeResamples`, field by field.

    Attributes
    ----------
    excess : ndarray of float64, shape (n,)
        Optimism, summed over these resamples.
    paid : ndarray of float64, shape (n_rows, n) or (0, n)
        What the thresholds that are best in each resample cost on the original examples, if it
        is needed to choose among classifiers.
    """

    cost: FloatArray
    fp: IntArray
    tp: IntArray
    negatives: IntArray
    positives: IntArray
    excess: FloatArray
    thinning: float
    paid: FloatArray


def evaluated(
    found: Candidates, grid: FloatArray, negative: Cells, positive: Cells, *, several: bool = False
) -> Block:
    """Evaluate resamples.

    Parameters
    ----------
    found : Candidates
        Thresholds of the classifier.
    grid : ndarray of float64, shape (n,)
        Rising pc.
    negative, positive : ndarray of int64, shape (n_rows, n_thresholds - 1)
        How many examples of the class each resample has between neighbouring thresholds.
    several : bool
        Whether there are other classifiers to choose among.

    Returns
    -------
    Block
        Row r belongs to resample r.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty.candidates import candidates
    >>> found = candidates(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> evaluated(
    ...     found, np.array([0.5]), np.array([[0, 1, 2]]), np.array([[1, 2, 0]])
    ... ).cost.round(3)
    array([[0.167]])
    """
    negatives, positives = negative.sum(axis=1), positive.sum(axis=1)
    hulls = row_hulls(negative, positive)
    turns = row_turns(hulls, negatives, positives, grid)
    corner = best_corners(hulls, turns, grid.size)
    cost = row_costs(hulls, corner, negatives, positives, grid)
    rates = [counts / counts[-1] for counts in (found.fp, found.tp)]
    fpr, tpr = (chosen_rates(hulls, turns, rate, grid.size) for rate in rates)
    paid = np.empty((0, grid.size))
    if several:
        each_fpr, each_tpr = (row_rates(hulls, turns, rate, grid.size) for rate in rates)
        paid = each_fpr * (1.0 - grid) + (1.0 - each_tpr) * grid
    return Block(
        cost=cost,
        fp=_at_hull(negative, found.hull),
        tp=_at_hull(positive, found.hull),
        negatives=negatives,
        positives=positives,
        excess=fpr * (1.0 - grid) + (negatives.size - tpr) * grid - cost.sum(axis=0),
        thinning=_most_lost(negative, positive, found.gap),
        paid=paid,
    )


class Growing:
    """Room for the resamples of one classifier, filled block by block."""

    def __init__(self, found: Candidates, grid: FloatArray, n_resamples: int, seed: int) -> None:
        self.found, self.grid, self.n_resamples, self.seed = found, grid, n_resamples, seed
        self.cost = np.empty((n_resamples, grid.size))
        self.fp, self.tp = np.empty((2, n_resamples, found.hull.size), np.int64)
        self.negatives, self.positives = np.empty((2, n_resamples), np.int64)
        self.excess, self.thinning, self.done = np.zeros(grid.size), 0.0, 0

    def add(self, block: Block) -> EnvelopeResamples:
        """Take a block in, and return all resamples so far."""
        rows = slice(self.done, self.done + block.cost.shape[0])
        for name in ("cost", "fp", "tp", "negatives", "positives"):
            getattr(self, name)[rows] = getattr(block, name)
        self.excess += block.excess
        self.thinning, self.done = max(self.thinning, block.thinning), rows.stop
        return EnvelopeResamples(
            candidates=self.found,
            pc=self.grid,
            cost=self.cost[: self.done],
            fp=self.fp[: self.done],
            tp=self.tp[: self.done],
            negatives=self.negatives[: self.done],
            positives=self.positives[: self.done],
            optimism=self.excess / self.done,
            n_resamples=self.n_resamples,
            seed=self.seed,
            thinning=self.thinning,
        )


def _at_hull(cells: Cells, hull: IntArray) -> IntArray:
    """Count what the corners of the original hull accept."""
    counts = np.zeros((cells.shape[0], hull.size), np.int64)
    np.cumsum(np.add.reduceat(cells, hull[:-1], axis=1), axis=1, out=counts[:, 1:])
    return counts


def _most_lost(negative: Cells, positive: Cells, gap: IntArray) -> float:
    """Bound what thresholds that were left out could have saved.

    Within a cell with a share q of the negatives and p of the positives, either end costs at
    most (1 - x) q or x p more than any threshold between, so the better one p q / (p + q).
    """
    if not gap.size:
        return 0.0
    q, p = (cells[:, gap] / cells.sum(axis=1, keepdims=True) for cells in (negative, positive))
    both = p + q
    return float(np.max(np.divide(p * q, both, out=np.zeros_like(p), where=both > 0.0)))
