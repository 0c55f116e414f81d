"""Resampling the test set of one scored classifier, with new best thresholds each time."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.band import read_grid
from cc_widgets.core.uncertainty.blocks import block_rows, run_blocks
from cc_widgets.core.uncertainty.candidates import FEW, Candidates, candidates
from cc_widgets.core.uncertainty.draws import sampler
from cc_widgets.core.uncertainty.levels import MORE
from cc_widgets.core.uncertainty.replicates import (
    best_corners,
    chosen_rates,
    row_costs,
    row_hulls,
    row_turns,
)
from cc_widgets.core.uncertainty.seeds import Rng, read_seed
from cc_widgets.core.whole import read_whole

_THREADS = "Pass 1, or the number of processors."


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
class _Block:
    """What some resamples have contributed."""

    cost: FloatArray
    fp: IntArray
    tp: IntArray
    negatives: IntArray
    positives: IntArray
    chosen_cost: FloatArray
    thinning: float


def resampling(  # noqa: PLR0913 (options, by name only)
    source: Predictions | Candidates,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    few: int | None = FEW,
    n_threads: int = 1,
) -> Iterator[EnvelopeResamples]:
    """Resample the examples of one classifier, and tell after each block what is known so far.

    Parameters
    ----------
    source : Predictions or Candidates
        Scores and labels; or the candidates found in them before.
    n_resamples : int
        How many test sets to draw.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.
    pc : array-like of shape (n,), optional
        Where to know the envelopes; 501 evenly spaced values by default.
    stratified : bool
        Whether all resamples have as many examples of each class as there are. If not, only
        their sum is kept; resamples without both classes are drawn again.
    few : int or None
        See `candidates`; None to use every threshold, however many.
    n_threads : int
        Has no influence on the numbers.

    Yields
    ------
    EnvelopeResamples
        All resamples so far; the last one has them all. Its arrays do not change later.

    Raises
    ------
    CostCurveError
        If the examples have weights, or a number makes no sense.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> [part.n_done for part in resampling(checked, n_resamples=250, rng=0)]
    [100, 200, 250]
    """
    n_resamples = read_whole("n_resamples", n_resamples, MORE, fewest=1)
    n_threads = read_whole("n_threads", n_threads, _THREADS, fewest=1)
    seed, grid = read_seed(rng), read_grid(pc)
    found = source if isinstance(source, Candidates) else candidates(source, few=few)
    blocks = run_blocks(
        _Resampler(found, grid, stratified=stratified),
        n_resamples,
        block_rows(found.fp.size),
        seed,
        n_threads,
    )
    return _gathered(blocks, found, grid, n_resamples, seed)


def _gathered(
    blocks: Generator[_Block], found: Candidates, grid: FloatArray, n_resamples: int, seed: int
) -> Iterator[EnvelopeResamples]:
    """Put blocks together, one after the other."""
    cost = np.empty((n_resamples, grid.size))
    counts = np.empty((2, n_resamples, found.hull.size), np.int64)
    totals = np.empty((2, n_resamples), np.int64)
    chosen_cost, thinning, done = np.zeros(grid.size), 0.0, 0
    # Whoever stops listening here stops the work there, at once.
    with closing(blocks):
        for block in blocks:
            rows = slice(done, done + block.cost.shape[0])
            cost[rows] = block.cost
            counts[0, rows], counts[1, rows] = block.fp, block.tp
            totals[0, rows], totals[1, rows] = block.negatives, block.positives
            chosen_cost += block.chosen_cost - block.cost.sum(axis=0)
            thinning, done = max(thinning, block.thinning), rows.stop
            yield EnvelopeResamples(
                candidates=found,
                pc=grid,
                cost=cost[:done],
                fp=counts[0, :done],
                tp=counts[1, :done],
                negatives=totals[0, :done],
                positives=totals[1, :done],
                optimism=chosen_cost / done,
                n_resamples=n_resamples,
                seed=seed,
                thinning=thinning,
            )


class _Resampler:
    """Makes blocks of resamples; holds what they have in common and never changes."""

    def __init__(self, found: Candidates, grid: FloatArray, *, stratified: bool) -> None:
        self.found, self.grid, self.stratified = found, grid, stratified
        self.negative = sampler(np.diff(found.fp))
        self.positive = sampler(np.diff(found.tp))
        self.rates = (found.fp / found.negatives, found.tp / found.positives)

    def __call__(self, rng: np.random.Generator, rows: int) -> _Block:
        """Draw so many resamples."""
        negatives, positives = self._totals(rng, rows)
        negative, positive = self.negative(rng, negatives), self.positive(rng, positives)
        hulls = row_hulls(negative, positive)
        turns = row_turns(hulls, negatives, positives, self.grid)
        corner = best_corners(hulls, turns, self.grid.size)
        fpr, tpr = (chosen_rates(hulls, turns, rate, self.grid.size) for rate in self.rates)
        return _Block(
            cost=row_costs(hulls, corner, negatives, positives, self.grid),
            fp=_at_hull(negative, self.found.hull),
            tp=_at_hull(positive, self.found.hull),
            negatives=negatives,
            positives=positives,
            chosen_cost=fpr * (1.0 - self.grid) + (rows - tpr) * self.grid,
            thinning=_most_lost(negative, positive, negatives, positives, self.found.gap),
        )

    def _totals(self, rng: np.random.Generator, rows: int) -> tuple[IntArray, IntArray]:
        """Return how many examples of each class every resample has."""
        n, m = self.found.negatives, self.found.positives
        if self.stratified:
            return np.full(rows, n), np.full(rows, m)
        negatives = rng.binomial(n + m, n / (n + m), rows)
        while np.any(empty := (negatives == 0) | (negatives == n + m)):
            negatives[empty] = rng.binomial(n + m, n / (n + m), np.count_nonzero(empty))
        return negatives, n + m - negatives


def _at_hull(cells: IntArray, hull: IntArray) -> IntArray:
    """Count what the corners of the original hull accept."""
    counts = np.zeros((cells.shape[0], hull.size), np.int64)
    np.cumsum(np.add.reduceat(cells, hull[:-1], axis=1), axis=1, out=counts[:, 1:])
    return counts


def _most_lost(
    negative: IntArray, positive: IntArray, negatives: IntArray, positives: IntArray, gap: IntArray
) -> float:
    """Bound what thresholds that were left out could have saved.

    Within a cell with a share q of the negatives and p of the positives, either end costs at
    most (1 - x) q or x p more than any threshold between, so the better one p q / (p + q).
    """
    if not gap.size:
        return 0.0
    q = negative[:, gap] / negatives[:, np.newaxis]
    p = positive[:, gap] / positives[:, np.newaxis]
    both = p + q
    return float(np.max(np.divide(p * q, both, out=np.zeros_like(p), where=both > 0.0)))
