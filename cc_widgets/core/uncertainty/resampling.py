"""Resampling the test set of scored classifiers, with new best thresholds each time."""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, IntArray
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.band import read_grid
from cc_widgets.core.uncertainty.blocks import block_rows, run_blocks
from cc_widgets.core.uncertainty.candidates import Candidates, candidates
from cc_widgets.core.uncertainty.cells import JointCells, alone, joint_cells
from cc_widgets.core.uncertainty.levels import MORE
from cc_widgets.core.uncertainty.pool import GrowingPool, PoolResamples
from cc_widgets.core.uncertainty.resamples import Block, EnvelopeResamples, Growing, evaluated
from cc_widgets.core.uncertainty.seeds import Rng, read_seed
from cc_widgets.core.whole import read_whole

# Drawing so many combinations takes as long as evaluating one cell: no block takes long.
_COMBINATIONS_PER_CELL = 32
_THREADS = "Pass 1, or the number of processors."
_MOST_THREADS = 1024


@dataclass(frozen=True, eq=False, slots=True)
class JointResamples:
    """Resamples of several classifiers, all tested on the same resampled examples.

    Attributes
    ----------
    each : tuple of EnvelopeResamples
        Row r of all of them comes from the same resample.
    pool : PoolResamples or None
        All of them taken together, choosing the best in each resample; None for a single one.
    """

    each: tuple[EnvelopeResamples, ...]
    pool: PoolResamples | None = None

    @property
    def n_done(self) -> int:
        """How many resamples there are so far."""
        return self.each[0].n_done


def resampling(  # noqa: PLR0913 (options, by name only)
    source: Predictions | Candidates,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    n_threads: int = 1,
) -> Generator[EnvelopeResamples]:
    """Resample the examples of one classifier, and tell after each block what is known so far.

    Parameters
    ----------
    source : Predictions or Candidates
        Scores and labels; or the candidates found in them before, for instance all of them.
    n_resamples : int
        How many test sets to draw.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.
    pc : array-like of shape (n,), optional
        Where to know the envelopes; 501 evenly spaced values by default.
    stratified : bool
        Whether all resamples have as many examples of each class as there are. If not, only
        their sum is kept; resamples without both classes are drawn again.
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
    found = source if isinstance(source, Candidates) else candidates(source)
    parts = joint_resampling(
        alone(found),
        n_resamples=n_resamples,
        rng=rng,
        pc=pc,
        stratified=stratified,
        n_threads=n_threads,
    )
    return _first_of(parts)


def _first_of(parts: Generator[JointResamples]) -> Generator[EnvelopeResamples]:
    """Leave out what makes a single classifier look like several."""
    with closing(parts):
        for part in parts:
            yield part.each[0]


def joint_resampling(  # noqa: PLR0913 (options, by name only)
    source: Sequence[Predictions] | JointCells,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    n_threads: int = 1,
) -> Generator[JointResamples]:
    """Resample the examples of several classifiers jointly: all see the same resamples.

    Parameters
    ----------
    source : sequence of Predictions, or JointCells
        Scores of the same examples in the same order.
    n_resamples, rng, pc, stratified, n_threads
        As for `resampling`.

    Yields
    ------
    JointResamples
        All resamples so far; the last one has them all.

    Raises
    ------
    CostCurveError
        If these are not the same examples, or have weights, or a number makes no sense.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> [part.n_done for part in joint_resampling(pair, n_resamples=250, rng=0)]
    [100, 200, 250]
    """
    n_resamples = read_whole("n_resamples", n_resamples, MORE, fewest=1)
    n_threads = read_whole("n_threads", n_threads, _THREADS, fewest=1, most=_MOST_THREADS)
    seed, grid = read_seed(rng), read_grid(pc)
    cells = source if isinstance(source, JointCells) else joint_cells(source)
    work = _Resampler(cells, grid, stratified=stratified)
    n_combinations = cells.negative.count.size + cells.positive.count.size
    n_cells = sum(found.fp.size for found in cells.each)
    rows_each = block_rows(max(n_cells, n_combinations // _COMBINATIONS_PER_CELL))
    blocks = run_blocks(work, n_resamples, rows_each, seed, n_threads)
    each = [Growing(found, grid, n_resamples, seed) for found in cells.each]
    pool = GrowingPool(n_resamples, grid.size) if len(each) > 1 else None
    return _gathered(blocks, each, pool)


def _gathered(
    blocks: Generator[list[Block]], growing: Sequence[Growing], pool: GrowingPool | None
) -> Generator[JointResamples]:
    """Put blocks together, one after the other."""
    # Whoever stops listening here stops the work there, at once.
    with closing(blocks):
        for some in blocks:
            each = (one.add(block) for one, block in zip(growing, some, strict=True))
            yield JointResamples(tuple(each), None if pool is None else pool.add(some))


class _Resampler:
    """Makes blocks of resamples; holds what they have in common and never changes."""

    def __init__(self, cells: JointCells, grid: FloatArray, *, stratified: bool) -> None:
        self.cells, self.grid, self.stratified = cells, grid, stratified
        self.negative, self.positive = cells.negative.sampler(), cells.positive.sampler()

    def __call__(self, rng: np.random.Generator, rows: int) -> list[Block]:
        """Draw so many resamples, and evaluate every classifier on them."""
        negatives, positives = self._totals(rng, rows)
        negative, positive = self.negative(rng, negatives), self.positive(rng, positives)
        several = len(self.cells.each) > 1
        return [
            evaluated(found, self.grid, some_negative, some_positive, several=several)
            for found, some_negative, some_positive in zip(
                self.cells.each, negative, positive, strict=True
            )
        ]

    def _totals(self, rng: np.random.Generator, rows: int) -> tuple[IntArray, IntArray]:
        """Return how many examples of each class every resample has."""
        n, m = self.cells.each[0].negatives, self.cells.each[0].positives
        if self.stratified:
            return np.full(rows, n), np.full(rows, m)
        negatives = rng.binomial(n + m, n / (n + m), rows)
        while np.any(empty := (negatives == 0) | (negatives == n + m)):
            negatives[empty] = rng.binomial(n + m, n / (n + m), np.count_nonzero(empty))
        return negatives, n + m - negatives
