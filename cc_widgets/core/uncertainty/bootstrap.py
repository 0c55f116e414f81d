"""Bootstrap of lower envelopes, for one classifier or several on the same examples."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.results import CountArray, FloatArray, IntArray, result
from cc_widgets.core.scores import Predictions
from cc_widgets.core.uncertainty.bands import (
    read_grid,
    read_resamples,
)
from cc_widgets.core.uncertainty.buckets import (
    Candidates,
    JointBuckets,
    StoredHulls,
    best_corners,
    candidates,
    chosen_rates,
    count_dtype,
    cumulative_counts,
    folds_sampler,
    joint_buckets,
    original_costs,
    row_costs,
    row_hulls,
    row_turns,
    single_buckets,
    store_hulls,
    sum_over_rows,
)
from cc_widgets.core.uncertainty.sampling import (
    Buckets,
    Rng,
    Task,
    block_tasks,
    read_seed,
    rows_per_block,
    run_tasks,
)
from cc_widgets.core.validation import read_integer, read_list, read_position
from cc_widgets.errors import CostCurveError

__all__ = [
    "EnvelopeResamples",
    "JointResamples",
    "joint_resampling",
    "resampling",
    "side_by_side",
]

# ---- Resampled envelopes of one classifier, accumulated block by block


OPTIMISM_FACTOR = 1.5
"""Ratio of the true optimistic bias of a choice to its bootstrap estimate.

The bias is that of the minimum of noisy costs. Resamples have twice the noise variance, so that the
estimate is 1 / sqrt(2) of the bias for equally good choices, 1 / cbrt(2) along a smooth curve, and
half of it with few errors. With 1.5 at most 30 % of the bias is left with 20 examples of a class or
more, with three exceptions: "best of several" in tests/bench/statistics_outcome.csv, and
tests/bench/statistics_exceptions.py.
"""


@result
class PartResamples:
    """Resamples of one test set.

    Attributes
    ----------
    candidates : Candidates
        Thresholds that contain the optimal ones of every resample.
    fp, tp : ndarray of int, or of float64 with weights, shape (n_done, n_corners)
        Row r holds the counts of resample r at the vertices of the original hull.
    negatives, positives : ndarray of int64, or of float64 with weights, shape (n_done,)
        Class sizes of each resample.
    optimism, optimism_fpr : ndarray of float64, shape (n,)
        Mean difference between the cost, and the false positive rate, on the original examples and
        in the resample, for the thresholds that are optimal in the resample.
    hulls : tuple of StoredHulls
        Hulls of the resamples, in several pieces; at least of the first `n_done`.
    """

    candidates: Candidates
    fp: CountArray
    tp: CountArray
    negatives: CountArray
    positives: CountArray
    optimism: FloatArray
    optimism_fpr: FloatArray
    hulls: tuple[StoredHulls, ...]

    def costs(self, grid: FloatArray, *, original: bool = False) -> FloatArray:
        """Return the cost of the optimal thresholds of each resample, shape (n_done, n_grid).

        It is their cost in the resample or, with `original`, on the original examples.
        """
        rates = original_rates(self.candidates) if original else None
        cost, done = np.empty((self.negatives.size, grid.size)), 0
        for block in (block for hulls in self.hulls for block in hulls.costs(grid, rates)):
            rows = cost[done : done + block.shape[0]]
            rows[:] = block[: rows.shape[0]]
            done += block.shape[0]
        return cost


@result
class EnvelopeResamples:
    """Lower envelopes of the resampled test sets that are available so far.

    A classifier of folds has several test sets, which are resampled independently unless clusters
    are in several of them. The attributes `candidates`, `fp`, `tp`, `negatives` and `positives`
    belong to the first test set.

    Attributes
    ----------
    parts : tuple of PartResamples
        Element i belongs to test set i.
    pc : ndarray of float64, shape (n,)
        Probability-cost values.
    n_resamples : int
        Number of resamples when complete.
    seed : int
        Seed that reproduces the resamples.
    thinning : float
        Bound on how much lower an envelope could be with all thresholds.
    """

    parts: tuple[PartResamples, ...]
    pc: FloatArray
    n_resamples: int
    seed: int
    thinning: float

    @property
    def cost(self) -> FloatArray:
        """Envelope of each resample, shape (n_done, n), computed from its hull.

        For folds it is the mean over test sets.
        """
        return read_only(self.costs_at(self.pc))

    @property
    def paid(self) -> FloatArray:
        """Cost on the original examples of each resample's optimal thresholds, as `cost`."""
        return read_only(mean_of_parts([part.costs(self.pc, original=True) for part in self.parts]))

    def costs_at(self, pc: ArrayLike) -> FloatArray:
        """Return the envelope of each resample at increasing values of pc, as `cost`."""
        x = read_grid(pc)
        return mean_of_parts([part.costs(x) for part in self.parts])

    @property
    def n_done(self) -> int:
        """Number of resamples available so far."""
        return self.negatives.size

    @property
    def optimism(self) -> FloatArray:
        """Bootstrap estimate of the optimistic bias of the envelope at each pc (Efron)."""
        return mean_of_parts([part.optimism for part in self.parts])

    @property
    def fewest(self) -> float:
        """Effective number of examples of the smallest class of any test set."""
        return min(part.candidates.fewest for part in self.parts)

    @property
    def drawn(self) -> str:
        """Suffix of the method's name with the resampled units; empty for single examples."""
        if self.reaching:
            folds = f"all {len(self.parts)} folds at once, averaged,"
            units = "clusters" if self._has_groups else "examples"
            return f" of {self.n_clusters:,} {units}, each drawn for {folds}"
        is_folded = len(self.parts) > 1
        folds = f" of each of {len(self.parts)} folds, averaged," if is_folded else ""
        return f"{self.candidates.drawn}{folds}"

    @property
    def reaching(self) -> bool:
        """Whether clusters are in several test sets, which are then resampled together."""
        return len(self._reach) == len(self.parts) > 1

    @property
    def n_clusters(self) -> int:
        """Number of distinct clusters of all test sets."""
        return int(np.unique(np.concatenate(self._reach)).size)

    @property
    def _has_groups(self) -> bool:
        """Whether a cluster has several examples in one test set."""
        designs = [part.candidates.design for part in self.parts]
        return any(design is not None and design.largest_cluster > 1 for design in designs)

    @property
    def _reach(self) -> list[IntArray]:
        designs = [part.candidates.design for part in self.parts]
        return [
            design.reach for design in designs if design is not None and design.reach is not None
        ]

    @property
    def candidates(self) -> Candidates:
        """Thresholds that contain the optimal ones of every resample."""
        return self.parts[0].candidates

    @property
    def fp(self) -> CountArray:
        """False positives at the corners of the original hull, in each resample."""
        return self.parts[0].fp

    @property
    def tp(self) -> CountArray:
        """True positives at the corners of the original hull, in each resample."""
        return self.parts[0].tp

    @property
    def negatives(self) -> CountArray:
        """Number of negatives of each resample."""
        return self.parts[0].negatives

    @property
    def positives(self) -> CountArray:
        """Number of positives of each resample."""
        return self.parts[0].positives

    def first(self, rows: int) -> EnvelopeResamples:
        """Return the first of the resamples."""
        rows = read_integer("rows", rows, "Pass a number of resamples.", fewest=1)
        if rows >= self.n_done:
            return self
        fields = ("fp", "tp", "negatives", "positives")
        parts = tuple(
            replace(part, **{name: getattr(part, name)[:rows] for name in fields})
            for part in self.parts
        )
        return replace(self, parts=parts)


def read_only(values: FloatArray) -> FloatArray:
    """Return a new array, which becomes read-only as the arrays of results."""
    values.flags.writeable = False
    return values


def mean_of_parts(values: Sequence[FloatArray]) -> FloatArray:
    """Return the mean over test sets, with equal weights."""
    return values[0] if len(values) == 1 else np.mean(values, axis=0)


def original_rates(candidate_set: Candidates) -> tuple[FloatArray, FloatArray]:
    """Return the false and true positive rate of each threshold on the original examples."""
    fpr, tpr = (counts / counts[-1] for counts in (candidate_set.fp, candidate_set.tp))
    return fpr, tpr


@dataclass(frozen=True, slots=True)
class ResampleBlock:
    """Results of a block of resamples of one test set, field by field as in `PartResamples`.

    Attributes
    ----------
    excess, excess_fpr : ndarray of float64, shape (n,)
        Optimism of cost and of false positive rate, summed over these resamples.
    """

    fp: CountArray
    tp: CountArray
    negatives: CountArray
    positives: CountArray
    excess: FloatArray
    excess_fpr: FloatArray
    thinning: float
    hulls: StoredHulls


class BlockCosts(NamedTuple):
    """Costs of the optimal thresholds of a block of resamples, shape (n_rows, n).

    Attributes
    ----------
    cost : ndarray of float64
        Cost in the resample.
    paid : ndarray of float64 or None
        Cost on the original examples, to choose among several classifiers.
    """

    cost: FloatArray
    paid: FloatArray | None


def evaluate_resamples(
    candidate_set: Candidates,
    grid: FloatArray,
    negative: Buckets,
    positive: Buckets,
    *,
    several: bool = False,
) -> tuple[ResampleBlock, BlockCosts]:
    """Return results and costs of resamples, from bucket counts (n_rows, n_thresholds - 1).

    With `several`, `paid` is computed, to choose among classifiers.
    """
    negatives, positives = negative.sum(axis=1), positive.sum(axis=1)
    hulls = row_hulls(negative, positive)
    turns = row_turns(hulls, negatives, positives, grid)
    corner = best_corners(hulls, turns, grid.size)
    cost = row_costs(hulls, corner, negatives, positives, grid)
    rates = original_rates(candidate_set)
    fpr, tpr = (chosen_rates(hulls, turns, rate, grid.size) for rate in rates)
    own_fpr = sum_over_rows(hulls, turns, hulls.fp / negatives[hulls.row], grid.size)
    block = ResampleBlock(
        fp=_counts_at_hull(negative, candidate_set.hull),
        tp=_counts_at_hull(positive, candidate_set.hull),
        negatives=negatives,
        positives=positives,
        excess=fpr * (1.0 - grid) + (negatives.size - tpr) * grid - cost.sum(axis=0),
        excess_fpr=fpr - own_fpr,
        thinning=max_thinning_loss(negative, positive, candidate_set.gap),
        hulls=store_hulls(hulls, negatives, positives, candidate_set.fp.size),
    )
    return block, BlockCosts(
        cost, original_costs(hulls, turns, corner, rates, grid) if several else None
    )


class ResampleAccumulator:
    """Storage for the resamples of one classifier, filled block by block."""

    def __init__(
        self,
        candidate_sets: Sequence[Candidates],
        grid: FloatArray,
        n_resamples: int,
        seed: int,
    ) -> None:
        self.grid, self.n_resamples, self.seed, self.done = grid, n_resamples, seed, 0
        self.accumulators = [
            _PartAccumulator(candidate_set, grid.size, n_resamples)
            for candidate_set in candidate_sets
        ]

    def add(self, *blocks: ResampleBlock) -> EnvelopeResamples:
        """Add a block for each test set, and return all resamples so far."""
        rows = slice(self.done, self.done + blocks[0].negatives.size)
        pairs = zip(self.accumulators, blocks, strict=True)
        parts = tuple(part.add(block, rows) for part, block in pairs)
        self.done = rows.stop
        return EnvelopeResamples(
            parts=parts,
            pc=self.grid,
            n_resamples=self.n_resamples,
            seed=self.seed,
            thinning=sum(part.thinning for part in self.accumulators) / len(self.accumulators),
        )


class _PartAccumulator:
    """Storage for the counts of one test set in its resamples."""

    def __init__(self, candidate_set: Candidates, n_grid: int, n_resamples: int) -> None:
        self.candidate_set = candidate_set
        n_examples, dtype = (
            candidate_set.negatives + candidate_set.positives,
            candidate_set.fp.dtype,
        )
        count = count_dtype(n_examples) if candidate_set.design is None else dtype
        shape = (n_resamples, candidate_set.hull.size)
        self.fp, self.tp = np.empty(shape, count), np.empty(shape, count)
        self.negatives = np.empty_like(candidate_set.fp, shape=n_resamples)
        self.positives = np.empty_like(candidate_set.tp, shape=n_resamples)
        self.excess, self.excess_fpr, self.thinning = np.zeros(n_grid), np.zeros(n_grid), 0.0
        self.hulls: tuple[StoredHulls, ...] = ()

    def add(self, block: ResampleBlock, rows: slice) -> PartResamples:
        """Store one more block in these rows, and return all counts so far."""
        for name in ("fp", "tp", "negatives", "positives"):
            getattr(self, name)[rows] = getattr(block, name)
        self.excess += block.excess
        self.excess_fpr += block.excess_fpr
        self.thinning = max(self.thinning, block.thinning)
        self.hulls = _merge_hulls(self.hulls, block.hulls)
        if rows.stop == self.fp.shape[0]:
            self.hulls = (reduce(StoredHulls.concatenate, self.hulls),)
        return PartResamples(
            candidates=self.candidate_set,
            fp=self.fp[: rows.stop],
            tp=self.tp[: rows.stop],
            negatives=self.negatives[: rows.stop],
            positives=self.positives[: rows.stop],
            optimism=self.excess / rows.stop,
            optimism_fpr=self.excess_fpr / rows.stop,
            hulls=self.hulls,
        )


def _merge_hulls(pieces: tuple[StoredHulls, ...], new: StoredHulls) -> tuple[StoredHulls, ...]:
    """Append stored hulls, in few chunks, so that data are rarely copied."""
    if not pieces or pieces[-1].start.size > new.start.size:
        return (*pieces, new)
    return _merge_hulls(pieces[:-1], pieces[-1].concatenate(new))


def _counts_at_hull(buckets: Buckets, hull: IntArray) -> CountArray:
    """Return the counts at the vertices of the original hull."""
    return cumulative_counts(np.add.reduceat(buckets, hull[:-1], axis=1))


def max_thinning_loss(negative: Buckets, positive: Buckets, gap: IntArray) -> float:
    """Return an upper bound on the cost that the omitted thresholds could have saved.

    In a bucket with a share q of the negatives and p of the positives, its ends cost at most (1 -
    x) q and x p more than any threshold between them. So the better end costs at most p q / (p + q)
    more.
    """
    if not gap.size:
        return 0.0
    q, p = (
        buckets[:, gap] / buckets.sum(axis=1, keepdims=True) for buckets in (negative, positive)
    )
    total = p + q
    return float(np.max(np.divide(p * q, total, out=np.zeros_like(p), where=total > 0.0)))


# ---- Pool of several classifiers, of which each resample takes the best


@result
class PoolResamples:
    """Resampled lower envelopes of all classifiers together.

    Attributes
    ----------
    cost : ndarray of float64, shape (n_done, n)
        Row r is the cost of the best classifier and threshold of resample r.
    optimism : ndarray of float64, shape (n,)
        Mean difference between the cost of these thresholds on the original examples and in the
        resample.
    """

    cost: FloatArray
    optimism: FloatArray


class PoolBlock:
    """Best classifier of each resample of a block, as classifiers are added one by one.

    Equally good classifiers contribute the mean of their costs on the original examples.
    """

    def __init__(self) -> None:
        self.cost, self._original, self._n_best = np.empty(0), np.empty(0), np.empty(0)

    def add(self, cost: FloatArray, original_cost: FloatArray) -> None:
        """Add a classifier: its cost in each resample, and that on the original examples."""
        if not self.cost.size:
            self.cost, self._original = cost.copy(), original_cost.copy()
            self._n_best = np.ones_like(cost)
            return
        is_tied = cost == self.cost
        np.add(self._original, original_cost, out=self._original, where=is_tied)
        self._n_best += is_tied
        is_best = cost < self.cost
        for values, new in (
            (self.cost, cost),
            (self._original, original_cost),
            (self._n_best, 1.0),
        ):
            np.copyto(values, new, where=is_best)

    @property
    def optimism(self) -> FloatArray:
        """Original minus resampled cost of each resample's best choice, summed over resamples."""
        summed: FloatArray = (self._original / self._n_best - self.cost).sum(axis=0)
        return summed


class PoolAccumulator:
    """Storage for the resamples of a pool, filled block by block."""

    def __init__(self, n_resamples: int, n_grid: int) -> None:
        self.cost = np.empty((n_resamples, n_grid))
        self.excess, self.done = np.zeros(n_grid), 0

    def add(self, block: PoolBlock) -> PoolResamples:
        """Add a block, and return all resamples so far."""
        rows = slice(self.done, self.done + block.cost.shape[0])
        self.cost[rows] = block.cost
        self.excess += block.optimism
        self.done = rows.stop
        return PoolResamples(self.cost[: self.done], self.excess / self.done)


def summed_optimism(
    costs: Sequence[FloatArray], original_costs: Sequence[FloatArray]
) -> FloatArray:
    """Return the summed original minus resampled cost of each resample's best choice."""
    pool = PoolBlock()
    for pair in zip(costs, original_costs, strict=True):
        pool.add(*pair)
    return pool.optimism


# ---- Bootstrap of scored classifiers, re-optimised in each resample


# Combinations that are drawn in the time in which one bucket is evaluated.
_COMBINATIONS_PER_BUCKET = 32
_PACKED_PER_BUCKET = 256
_BUCKETS_IN_MEMORY = 25  # of all classifiers, for each one that fits in the cache
_THREADS_FIX = "Pass 1, or the number of processors."
_MAX_THREADS = 1024


@result
class JointResamples:
    """Resamples of several classifiers on the same resampled examples.

    Attributes
    ----------
    each : tuple of EnvelopeResamples
        Resamples of each classifier; row r is the same resample in all of them.
    pool : PoolResamples or None
        Best of all classifiers in each resample; None for a single classifier.
    """

    each: tuple[EnvelopeResamples, ...]
    pool: PoolResamples | None = None

    @property
    def n_done(self) -> int:
        """Number of resamples available so far."""
        return self.each[0].n_done

    def of(self, positions: Sequence[int]) -> JointResamples:
        """Return the resamples of a subset of the classifiers, without the pool."""
        among, fix = f"among {len(self.each)} classifiers", "Count from 0."
        indices = [
            read_position(
                "positions", position, len(self.each), item="a classifier", context=among, fix=fix
            )
            for position in read_list("positions", positions)
        ]
        return JointResamples(tuple(self.each[index] for index in indices))


def resampling(  # noqa: PLR0913 (options, by name only)
    source: Predictions | Candidates,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    n_threads: int = 1,
) -> Generator[EnvelopeResamples]:
    """Bootstrap of one classifier, in blocks: yields all resamples so far after each block.

    Parameters
    ----------
    source : Predictions or Candidates
        Labels and scores; or their candidate thresholds.
    n_resamples : int
        Number of resamples.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.
    pc : array-like of shape (n,), optional
        Probability-cost values of the envelopes; 501 evenly spaced ones by default.
    stratified : bool
        Whether class sizes are fixed in all resamples. Otherwise only the total is fixed, and
        resamples that lack a class are drawn again. Clusters are drawn whole, both classes together
        [1]_.
    n_threads : int
        Number of threads, which does not affect the results.

    Yields
    ------
    EnvelopeResamples
        All resamples so far; complete in the last one. The arrays do not change later.

    Raises
    ------
    CostCurveError
        If a number is invalid.

    References
    ----------
    .. [1] C. A. Field and A. H. Welsh, "Bootstrapping clustered data", Journal of the Royal
       Statistical Society B 69, 2007.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> source = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> [part.n_done for part in resampling(source, n_resamples=250, rng=0)]
    [100, 200, 250]
    """
    candidate_set = source if isinstance(source, Candidates) else candidates(source)
    parts = joint_resampling(
        single_buckets(candidate_set),
        n_resamples=n_resamples,
        rng=rng,
        pc=pc,
        stratified=stratified,
        n_threads=n_threads,
    )
    return _first_classifier(parts)


def _first_classifier(parts: Generator[JointResamples]) -> Generator[EnvelopeResamples]:
    """Yield the resamples of the first classifier."""
    with closing(parts):
        for part in parts:
            yield part.each[0]


def joint_resampling(  # noqa: PLR0913 (options, by name only)
    source: Sequence[Predictions] | JointBuckets,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    n_threads: int = 1,
) -> Generator[JointResamples]:
    """Bootstrap of several classifiers on the same resamples, in blocks.

    Parameters
    ----------
    source : sequence of Predictions, or JointBuckets
        Labels and scores of the same examples in the same order.
    n_resamples, rng, pc, stratified, n_threads
        As for `resampling`.

    Yields
    ------
    JointResamples
        All resamples so far; complete in the last one.

    Raises
    ------
    CostCurveError
        If the examples differ, or a number is invalid.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> [part.n_done for part in joint_resampling(pair, n_resamples=250, rng=0)]
    [100, 200, 250]
    """
    n_resamples = read_resamples(n_resamples)
    n_threads = read_integer("n_threads", n_threads, _THREADS_FIX, fewest=1, most=_MAX_THREADS)
    seed, grid = read_seed(rng), read_grid(pc)
    buckets = source if isinstance(source, JointBuckets) else joint_buckets(source)
    run = ResamplingRun([buckets], grid, n_resamples, seed, stratified=stratified)
    return (part for _, part in run_in_rounds([run], [n_resamples], n_threads))


class ResamplingRun:
    """Bootstrap of several classifiers: its tasks, and storage for the results.

    `folds` are the joint buckets of each fold; the other arguments are as for `resampling`.
    """

    def __init__(
        self,
        folds: Sequence[JointBuckets],
        grid: FloatArray,
        n_resamples: int,
        seed: int,
        *,
        stratified: bool = True,
    ) -> None:
        self._rows_each = _rows_per_block(folds)
        work = Resampler(folds, grid, stratified=stratified)
        self._tasks, self._n_started = block_tasks(work, n_resamples, self._rows_each, seed), 0
        classifiers = zip(*(fold.each for fold in folds), strict=True)
        self._accumulators = [
            ResampleAccumulator(candidate_sets, grid, n_resamples, seed)
            for candidate_sets in classifiers
        ]
        self._pool = (
            PoolAccumulator(n_resamples, grid.size) if len(self._accumulators) > 1 else None
        )

    def tasks(self, until: int) -> Iterator[Task[JointBlock]]:
        """Yield tasks that have not started, until this number of resamples is reached."""
        while self._n_started < until:
            self._n_started += self._rows_each
            yield next(self._tasks)

    def add(self, block: JointBlock) -> JointResamples:
        """Add a block of all classifiers, and return all resamples so far."""
        each = (
            accumulator.add(*own)
            for accumulator, own in zip(self._accumulators, block.each, strict=True)
        )
        pool = None if self._pool is None or block.pool is None else self._pool.add(block.pool)
        return JointResamples(tuple(each), pool)


def _rows_per_block(folds: Sequence[JointBuckets]) -> int:
    """Return the number of resamples per block.

    With weights or clusters, each combination is a number in memory. Otherwise classifiers are
    evaluated one after the other, each on counts that fit in the cache.
    """
    candidate_sets = [candidate_set for fold in folds for candidate_set in fold.each]
    n_buckets = sum(candidate_set.fp.size for candidate_set in candidate_sets)
    n_combinations = sum(fold.negative.count.size + fold.positive.count.size for fold in folds)
    if any(candidate_set.design is not None for candidate_set in candidate_sets):
        return rows_per_block(max(n_buckets, n_combinations))
    if len(folds[0].each) == 1:
        return rows_per_block(max(n_buckets, n_combinations // _COMBINATIONS_PER_BUCKET))
    largest = max(candidate_set.fp.size for candidate_set in candidate_sets)
    in_memory, drawn = n_buckets // _BUCKETS_IN_MEMORY, n_combinations // _PACKED_PER_BUCKET
    return rows_per_block(max(largest, in_memory, drawn))


def run_in_rounds(
    runs: Sequence[ResamplingRun], rounds: Sequence[int], n_threads: int = 1
) -> Generator[tuple[int, JointResamples]]:
    """Yield the position of a run and its resamples so far, after each block.

    In each round every run reaches the number of resamples in `rounds`, which increases. The number
    of threads does not affect the results.
    """
    owners: deque[int] = deque()

    def tasks() -> Iterator[Task[JointBlock]]:
        for until in rounds:
            for i, run in enumerate(runs):
                for task in run.tasks(until):
                    owners.append(i)
                    yield task

    # Closing this generator also cancels the tasks.
    with closing(run_tasks(tasks(), n_threads)) as done:
        for block in done:
            i = owners.popleft()
            yield i, runs[i].add(block)


@dataclass(frozen=True, slots=True)
class JointBlock:
    """Results of a block of resamples: by classifier and test set, and their pool if several."""

    each: Sequence[Sequence[ResampleBlock]]
    pool: PoolBlock | None


class Resampler:
    """Task of one block: draw resamples, and evaluate all classifiers on them."""

    def __init__(
        self, folds: Sequence[JointBuckets], grid: FloatArray, *, stratified: bool
    ) -> None:
        self.folds, self.grid = folds, grid
        self.draw = folds_sampler(folds, stratified=stratified)

    def __call__(self, rng: np.random.Generator, rows: int) -> JointBlock:
        """Return the results of `rows` resamples."""
        drawn, n_classifiers = self.draw(rng, rows), len(self.folds[0].each)
        pool, each = PoolBlock() if n_classifiers > 1 else None, []
        for i in range(n_classifiers):
            pairs = zip(self.folds, drawn, strict=True)
            buckets = [
                (fold.each[i], negative[i], positive[i]) for fold, (negative, positive) in pairs
            ]
            blocks, costs = zip(*(self._evaluate(*own) for own in buckets), strict=True)
            each.append(blocks)
            if pool is not None:
                pool.add(*(mean_of_parts(values) for values in zip(*costs, strict=True)))
        return JointBlock(each, pool)

    def _evaluate(
        self, candidate_set: Candidates, negative: Buckets, positive: Buckets
    ) -> tuple[ResampleBlock, BlockCosts]:
        """Return the results of a classifier on the resamples of one fold."""
        several = len(self.folds[0].each) > 1
        return evaluate_resamples(candidate_set, self.grid, negative, positive, several=several)


# ---- Classifiers on test sets of their own


def side_by_side(each: Sequence[EnvelopeResamples]) -> JointResamples:
    """Joint resamples of classifiers on test sets of their own.

    Parameters
    ----------
    each : sequence of EnvelopeResamples
        Independent resamples at the same pc.

    Returns
    -------
    JointResamples
        Equally many resamples of all classifiers.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished
    >>> label, scores = [0, 0, 1, 0, 1, 1], ([1, 2, 3, 4, 5, 6], [3, 1, 2, 6, 4, 5])
    >>> sources = [predictions(label, score) for score in scores]
    >>> options = {"n_resamples": 99, "pc": [0.5]}
    >>> each = [finished(resampling(source, rng=i, **options)) for i, source in enumerate(sources)]
    >>> pool = side_by_side(each).pool
    >>> bool(pool.optimism[0] > max(run.optimism[0] for run in each))
    True
    """
    if not each:
        raise CostCurveError(
            "must have one element for each classifier, and at least one",
            where="each",
            got="0 instead of 1",
        )
    rows = min(resamples.n_done for resamples in each)
    joint = tuple(resamples.first(rows) for resamples in each)
    pool = PoolBlock()
    for resamples in joint:
        pool.add(resamples.cost, resamples.paid)
    return JointResamples(joint, PoolResamples(pool.cost, pool.optimism / rows))
