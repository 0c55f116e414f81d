"""Resamples of several classifiers on the same examples."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import check_shapes, read_list, read_position, read_whole
from cc_widgets.core._results import BoolArray, CountArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    order_ranks,
    read_grid,
    read_level,
    read_resamples,
)
from cc_widgets.core.uncertainty._buckets import (
    Candidates,
    JointBuckets,
    KeptHulls,
    alone,
    best_corners,
    candidates,
    chosen_rates,
    cumulated,
    folds_sampler,
    joint_buckets,
    kept_hulls,
    row_costs,
    row_hulls,
    row_rates,
    row_turns,
)
from cc_widgets.core.uncertainty._draws import (
    Buckets,
    Rng,
    Task,
    block_rows,
    block_tasks,
    in_order,
    read_seed,
)
from cc_widgets.core.uncertainty._exact import LineReplicates
from cc_widgets.errors import CostCurveError

# ---- Resampled envelopes of one classifier, and how they grow block by block


TIMES_SEEN = 1.5
"""By how much more a choice on the same examples hides than resamples of them show.

Of choices that are equally good they show 1 / sqrt(2), along a smooth curve 1 / cbrt(2) of it, and
with few errors half: what is hidden is a minimum of noise, and theirs is one of twice the noise.
"""


@result
class Recount:
    """One test set in its resamples.

    Attributes
    ----------
    candidates : Candidates
        The thresholds among which every resample had its best ones.
    fp, tp : ndarray of int64, or of float64 with weights, shape (n_done, n_corners)
        Row r is what the corners of the original hull count in resample r.
    negatives, positives : ndarray of int64, or of float64 with weights, shape (n_done,)
        The sizes of the classes in each resample.
    optimism : ndarray of float64, shape (n,)
        By how much the thresholds that were best in a resample cost more on the original
        examples than in the resample, on average.
    hulls : tuple of KeptHulls
        Hulls of the resamples, some at a time; all together at least those of `n_done`.
    """

    candidates: Candidates
    fp: CountArray
    tp: CountArray
    negatives: CountArray
    positives: CountArray
    optimism: FloatArray
    hulls: tuple[KeptHulls, ...]


@result
class EnvelopeResamples:
    """Lower envelopes of resampled test sets, as many as there are so far.

    A classifier of folds has several test sets, each resampled by itself unless clusters lie in
    several of them. All that is said of one (`candidates`, `fp`, `tp`, `negatives`, `positives`)
    is then said of the first.

    Attributes
    ----------
    parts : tuple of Recount
        Element i belongs to test set i.
    pc : ndarray of float64, shape (n,)
        Where the envelopes are known.
    cost : ndarray of float64, shape (n_done, n)
        Row r is the envelope of resample r, of several test sets the mean of theirs.
    n_resamples : int
        How many there shall be in the end.
    seed : int
        Where the random numbers came from.
    thinning : float
        No envelope lies lower by more than this when every threshold is used.
    paid : ndarray of float64, shape (n_done, n) or (0, n)
        Row r is what the best thresholds of resample r cost on the original examples, if that was
        asked for.
    """

    parts: tuple[Recount, ...]
    pc: FloatArray
    cost: FloatArray
    n_resamples: int
    seed: int
    thinning: float
    paid: FloatArray

    @property
    def n_done(self) -> int:
        """How many resamples there are so far."""
        return int(self.cost.shape[0])

    @property
    def optimism(self) -> FloatArray:
        """By how much the thresholds that were best in a resample cost more on the originals."""
        return mean_of_parts([part.optimism for part in self.parts])

    @property
    def fewest(self) -> float:
        """Of how many single examples the smallest class of a test set is worth."""
        return min(part.candidates.fewest for part in self.parts)

    @property
    def drawn(self) -> str:
        """What is drawn, if that is not single examples of one test set: the end of a name."""
        if self.reaching:
            folds = f"all {len(self.parts)} folds at once, averaged,"
            what = "clusters" if self._mixed else "examples"
            return f" of {self.n_clusters:,} {what}, each drawn for {folds}"
        several = len(self.parts) > 1
        folds = f" of each of {len(self.parts)} folds, averaged," if several else ""
        return f"{self.candidates.drawn}{folds}"

    @property
    def reaching(self) -> bool:
        """Whether clusters lie in several test sets, so that these go together."""
        return len(self._reach) == len(self.parts) > 1

    @property
    def n_clusters(self) -> int:
        """How many clusters lie in one or several test sets."""
        return int(np.unique(np.concatenate(self._reach)).size)

    @property
    def _mixed(self) -> bool:
        """Whether a cluster has several examples in one test set."""
        designs = [part.candidates.design for part in self.parts]
        return any(one is not None and one.most_together > 1 for one in designs)

    @property
    def _reach(self) -> list[IntArray]:
        designs = [part.candidates.design for part in self.parts]
        return [one.reach for one in designs if one is not None and one.reach is not None]

    @property
    def candidates(self) -> Candidates:
        """The thresholds among which every resample had its best ones."""
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
        """How many negatives each resample has."""
        return self.parts[0].negatives

    @property
    def positives(self) -> CountArray:
        """How many positives each resample has."""
        return self.parts[0].positives

    def first(self, rows: int) -> EnvelopeResamples:
        """The first of the resamples."""
        rows = read_whole("rows", rows, "Pass a number of resamples.", fewest=1)
        counted = ("fp", "tp", "negatives", "positives")
        parts = tuple(
            replace(part, **{name: getattr(part, name)[:rows] for name in counted})
            for part in self.parts
        )
        return replace(self, parts=parts, cost=self.cost[:rows], paid=self.paid[:rows])


def mean_of_parts(values: Sequence[FloatArray]) -> FloatArray:
    """The mean over test sets, which all count alike; of a single one its own values."""
    return values[0] if len(values) == 1 else np.mean(values, axis=0)


@dataclass(frozen=True, slots=True)
class Block:
    """What some resamples of a test set contribute to `EnvelopeResamples`, field by field.

    Attributes
    ----------
    excess : ndarray of float64, shape (n,)
        Optimism, summed over these resamples.
    paid : ndarray of float64, shape (n_rows, n) or (0, n)
        What the thresholds that are best in each resample cost on the original examples, if it
        is needed to choose among classifiers.
    """

    cost: FloatArray
    fp: CountArray
    tp: CountArray
    negatives: CountArray
    positives: CountArray
    excess: FloatArray
    thinning: float
    hulls: KeptHulls
    paid: FloatArray


_Blocks: TypeAlias = list[tuple[Block, ...]]  # of each classifier those of its test sets


def evaluated(
    found: Candidates,
    grid: FloatArray,
    negative: Buckets,
    positive: Buckets,
    *,
    several: bool = False,
) -> Block:
    """Costs and rates of resamples.

    Parameters
    ----------
    found : Candidates
        Thresholds of the classifier.
    grid : ndarray of float64, shape (n,)
        Rising pc.
    negative, positive : ndarray of int64 or float64, shape (n_rows, n_thresholds - 1)
        How many examples of the class each resample has between neighbouring thresholds, or what
        they weigh.
    several : bool
        Whether there are other classifiers to choose among.

    Returns
    -------
    Block
        Row r belongs to resample r.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import candidates
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
        hulls=kept_hulls(hulls, negatives, positives, found.fp.size),
        paid=paid,
    )


class Growing:
    """Room for the resamples of one classifier, filled block by block."""

    def __init__(
        self,
        found: Sequence[Candidates],
        grid: FloatArray,
        n_resamples: int,
        seed: int,
        *,
        keeps_paid: bool = False,
    ) -> None:
        self.grid, self.n_resamples, self.seed = grid, n_resamples, seed
        self.cost, self.done = np.empty((n_resamples, grid.size)), 0
        self.paid = np.empty((n_resamples if keeps_paid else 0, grid.size))
        self.each = [_Recounting(one, grid.size, n_resamples) for one in found]

    def add(self, *blocks: Block) -> EnvelopeResamples:
        """All resamples so far, a block of each test set more than before."""
        rows = slice(self.done, self.done + blocks[0].cost.shape[0])
        self.cost[rows] = mean_of_parts([block.cost for block in blocks])
        if self.paid.size:
            self.paid[rows] = mean_of_parts([block.paid for block in blocks])
        pairs = zip(self.each, blocks, strict=True)
        parts = tuple(one.add(block, rows) for one, block in pairs)
        self.done = rows.stop
        return EnvelopeResamples(
            parts=parts,
            pc=self.grid,
            cost=self.cost[: self.done],
            n_resamples=self.n_resamples,
            seed=self.seed,
            thinning=sum(one.thinning for one in self.each) / len(self.each),
            paid=self.paid[: self.done],
        )


class _Recounting:
    """Room for what one test set counts in its resamples."""

    def __init__(self, found: Candidates, n_grid: int, n_resamples: int) -> None:
        self.found = found
        shape = (n_resamples, found.hull.size)
        self.fp, self.tp = (
            np.empty_like(found.fp, shape=shape),
            np.empty_like(found.tp, shape=shape),
        )
        self.negatives, self.positives = self.fp[:, 0].copy(), self.tp[:, 0].copy()
        self.excess, self.thinning = np.zeros(n_grid), 0.0
        self.hulls: tuple[KeptHulls, ...] = ()

    def add(self, block: Block, rows: slice) -> Recount:
        """All of it so far, with a block in these rows."""
        for name in ("fp", "tp", "negatives", "positives"):
            getattr(self, name)[rows] = getattr(block, name)
        self.excess += block.excess
        self.thinning = max(self.thinning, block.thinning)
        self.hulls = _gathered(self.hulls, block.hulls)
        if rows.stop == self.fp.shape[0]:
            self.hulls = (reduce(KeptHulls.followed_by, self.hulls),)
        return Recount(
            candidates=self.found,
            fp=self.fp[: rows.stop],
            tp=self.tp[: rows.stop],
            negatives=self.negatives[: rows.stop],
            positives=self.positives[: rows.stop],
            optimism=self.excess / rows.stop,
            hulls=self.hulls,
        )


def _gathered(kept: tuple[KeptHulls, ...], new: KeptHulls) -> tuple[KeptHulls, ...]:
    """Hulls in few pieces, of which none is copied often."""
    if not kept or kept[-1].start.size > new.start.size:
        return (*kept, new)
    return _gathered(kept[:-1], kept[-1].followed_by(new))


def _at_hull(buckets: Buckets, hull: IntArray) -> CountArray:
    """Count what the corners of the original hull accept."""
    return cumulated(np.add.reduceat(buckets, hull[:-1], axis=1))


def _most_lost(negative: Buckets, positive: Buckets, gap: IntArray) -> float:
    """Greatest cost that thresholds left out could have saved.

    Within a bucket with a share q of the negatives and p of the positives, either end costs at
    most (1 - x) q or x p more than any threshold between, so the better one p q / (p + q).
    """
    if not gap.size:
        return 0.0
    q, p = (
        buckets[:, gap] / buckets.sum(axis=1, keepdims=True) for buckets in (negative, positive)
    )
    both = p + q
    return float(np.max(np.divide(p * q, both, out=np.zeros_like(p), where=both > 0.0)))


# ---- Several classifiers as one pool of thresholds, from which each resample takes its best


@result
class PoolResamples:
    """Lower envelopes of all classifiers together, in resamples.

    Attributes
    ----------
    cost : ndarray of float64, shape (n_done, n)
        Row r is the cost of the best classifier and threshold of resample r.
    optimism : ndarray of float64, shape (n,)
        By how much these cost more on the original examples than in the resample, on average.
    """

    cost: FloatArray
    optimism: FloatArray


class GrowingPool:
    """Room for the resamples of a pool, filled block by block."""

    def __init__(self, n_resamples: int, n_grid: int) -> None:
        self.cost = np.empty((n_resamples, n_grid))
        self.excess, self.done = np.zeros(n_grid), 0

    def add(self, each: Sequence[Sequence[Block]]) -> PoolResamples:
        """All resamples so far, some more: blocks of each classifier, one of each test set."""
        costs = [mean_of_parts([block.cost for block in blocks]) for blocks in each]
        paids = [mean_of_parts([block.paid for block in blocks]) for blocks in each]
        rows = slice(self.done, self.done + costs[0].shape[0])
        best = self.cost[rows]
        np.minimum.reduce(costs, out=best)
        self.excess += _excess(best, costs, paids)
        self.done = rows.stop
        return PoolResamples(self.cost[: self.done], self.excess / self.done)


def _excess(
    best: FloatArray, costs: Sequence[FloatArray], paids: Sequence[FloatArray]
) -> FloatArray:
    """By how much the best of each resample costs more on the original examples, summed."""
    paid, equal = np.zeros_like(best), np.zeros_like(best)
    for cost, its in zip(costs, paids, strict=True):
        # Of classifiers that are equally good in a resample, the mean is taken.
        wins = cost == best
        equal += wins
        paid += np.where(wins, its, 0.0)
    summed: FloatArray = (paid / equal - best).sum(axis=0)
    return summed


# ---- Resampling the test set of scored classifiers, with new best thresholds each time


# Drawing so many combinations takes as long as evaluating one bucket: no block takes long.
# Weights and clusters take a number for each, and these are to stay in the cache.
_COMBINATIONS_PER_BUCKET = 32
_THREADS = "Pass 1, or the number of processors."
_MOST_THREADS = 1024


@result
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

    def of(self, positions: Sequence[int]) -> JointResamples:
        """Return the resamples of some of the classifiers, without a pool."""
        among, fix = f"among {len(self.each)} classifiers", "Count from 0."
        places = [
            read_position("positions", one, len(self.each), of="a classifier", among=among, fix=fix)
            for one in read_list("positions", positions)
        ]
        return JointResamples(tuple(self.each[place] for place in places))


def resampling(  # noqa: PLR0913 (options, by name only)
    source: Predictions | Candidates,
    *,
    n_resamples: int = 1999,
    rng: Rng = None,
    pc: ArrayLike | None = None,
    stratified: bool = True,
    n_threads: int = 1,
    several: bool = False,
) -> Generator[EnvelopeResamples]:
    """Resamples of one classifier, yielded again after each block with what is known so far.

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
        their sum is kept; resamples without both classes are drawn again. Clusters are drawn as
        they come, both classes together.
    n_threads : int
        Has no influence on the numbers.
    several : bool
        Whether there are others, on test sets of their own, to choose among: see `side_by_side`.

    Yields
    ------
    EnvelopeResamples
        All resamples so far; the last one has them all. Its arrays do not change later.

    Raises
    ------
    CostCurveError
        If a number makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
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
        several=several,
    )
    return _first_of(parts)


def _first_of(parts: Generator[JointResamples]) -> Generator[EnvelopeResamples]:
    """Resamples of the first of the classifiers, as they come."""
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
    several: bool = False,
) -> Generator[JointResamples]:
    """Joint resamples of several classifiers, yielded again after each block.

    Parameters
    ----------
    source : sequence of Predictions, or JointBuckets
        Scores of the same examples in the same order.
    n_resamples, rng, pc, stratified, n_threads, several
        As for `resampling`.

    Yields
    ------
    JointResamples
        All resamples so far; the last one has them all.

    Raises
    ------
    CostCurveError
        If these are not the same examples, or a number makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> [part.n_done for part in joint_resampling(pair, n_resamples=250, rng=0)]
    [100, 200, 250]
    """
    n_resamples = read_resamples(n_resamples)
    n_threads = read_whole("n_threads", n_threads, _THREADS, fewest=1, most=_MOST_THREADS)
    seed, grid = read_seed(rng), read_grid(pc)
    buckets = source if isinstance(source, JointBuckets) else joint_buckets(source)
    run = Run([buckets], grid, n_resamples, seed, stratified=stratified, several=several)
    return (part for _, part in by_turns([run], [n_resamples], n_threads))


class Run:
    """Resampling of some classifiers: its blocks of work, and the room that they fill.

    Parameters
    ----------
    folds : sequence of JointBuckets
        The classifiers, all to be tested on the same resampled examples: those of each fold, or
        of the one test set that they have.
    grid : ndarray of float64, shape (n,)
        Rising pc.
    n_resamples, seed, stratified, several
        As for `resampling`.
    """

    def __init__(  # noqa: PLR0913 (options, by name only)
        self,
        folds: Sequence[JointBuckets],
        grid: FloatArray,
        n_resamples: int,
        seed: int,
        *,
        stratified: bool = True,
        several: bool = False,
    ) -> None:
        n_combinations = sum(one.negative.count.size + one.positive.count.size for one in folds)
        n_buckets = sum(found.fp.size for one in folds for found in one.each)
        own = any(found.design is not None for one in folds for found in one.each)
        share = 1 if own else _COMBINATIONS_PER_BUCKET
        self._rows_each = block_rows(max(n_buckets, n_combinations // share))
        work = _Resampler(folds, grid, stratified=stratified, several=several)
        self._waiting, self._begun = block_tasks(work, n_resamples, self._rows_each, seed), 0
        classifiers = zip(*(one.each for one in folds), strict=True)
        self._each = [
            Growing(found, grid, n_resamples, seed, keeps_paid=several) for found in classifiers
        ]
        self._pool = GrowingPool(n_resamples, grid.size) if len(self._each) > 1 else None

    def tasks(self, until: int) -> Iterator[Task[_Blocks]]:
        """Blocks that have not begun, until so many resamples are there."""
        while self._begun < until:
            self._begun += self._rows_each
            yield next(self._waiting)

    def add(self, blocks: _Blocks) -> JointResamples:
        """All resamples so far, some of each classifier more than before."""
        each = (one.add(*its) for one, its in zip(self._each, blocks, strict=True))
        return JointResamples(tuple(each), None if self._pool is None else self._pool.add(blocks))


def by_turns(
    runs: Sequence[Run], rounds: Sequence[int], n_threads: int = 1
) -> Generator[tuple[int, JointResamples]]:
    """Resamples of several runs, of each some before there are more of any.

    Parameters
    ----------
    runs : sequence of Run
        Whose blocks are worked at.
    rounds : sequence of int
        Rising: how many resamples each run has before the next round begins.
    n_threads : int
        Has no influence on the numbers.

    Yields
    ------
    position, JointResamples
        After each block of a run, all that it has so far.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = alone(candidates(predictions([0, 1, 0, 1], [1, 2, 3, 4])))
    >>> runs = [Run([found], np.array([0.5]), 200, seed) for seed in (0, 1)]
    >>> [(i, part.n_done) for i, part in by_turns(runs, [100, 200])]
    [(0, 100), (1, 100), (0, 200), (1, 200)]
    """
    whose: deque[int] = deque()

    def tasks() -> Iterator[Task[_Blocks]]:
        for until in rounds:
            for i, run in enumerate(runs):
                for task in run.tasks(until):
                    whose.append(i)
                    yield task

    # Whoever stops listening here stops the work there, at once.
    with closing(in_order(tasks(), n_threads)) as done:
        for blocks in done:
            i = whose.popleft()
            yield i, runs[i].add(blocks)


class _Resampler:
    """Makes blocks of resamples; holds what they have in common and never changes."""

    def __init__(
        self, folds: Sequence[JointBuckets], grid: FloatArray, *, stratified: bool, several: bool
    ) -> None:
        self.folds, self.grid = folds, grid
        self.several = several or len(folds[0].each) > 1
        self.draw = folds_sampler(folds, stratified=stratified)

    def __call__(self, rng: np.random.Generator, rows: int) -> _Blocks:
        """Draw so many resamples of each fold, and evaluate every classifier on them."""
        pairs = zip(self.folds, self.draw(rng, rows), strict=True)
        folds = [self._of_fold(buckets, *classes) for buckets, classes in pairs]
        return list(zip(*folds, strict=True))

    def _of_fold(
        self, buckets: JointBuckets, negative: Sequence[Buckets], positive: Sequence[Buckets]
    ) -> list[Block]:
        """What every classifier makes of the resamples of one fold."""
        return [
            evaluated(found, self.grid, some_negative, some_positive, several=self.several)
            for found, some_negative, some_positive in zip(
                buckets.each, negative, positive, strict=True
            )
        ]


# ---- The band of the best of several classifiers, which was chosen on the same examples


def best_band(resamples: JointResamples, bands: Sequence[Band]) -> Band:
    """Band of the cheapest classifier at each pc, from resamples that choose anew.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    bands : sequence of Band
        What `envelope_band` makes of each of them, at each single PC(+).

    Returns
    -------
    Band
        Around the joint envelope. The lower limit is that of the cheapest classifier or of the
        resampled joint envelopes, whichever is lower; the upper one is that of the cheapest,
        raised by what choosing among classifiers hides beyond choosing a threshold: that is
        `TIMES_SEEN` times what resamples show of it.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import envelope_band, finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> bands = [envelope_band(one) for one in drawn.each]
    >>> bool(best_band(drawn, bands).upper[0] > bands[0].upper[0])
    True
    """
    _check_number("bands", bands, len(resamples.each))
    pool, first = resamples.pool, bands[0]
    if pool is None:
        return first
    rank, _ = order_ranks(first.level, resamples.n_done)
    lowest = np.sort(np.ascontiguousarray(pool.cost.T), axis=1)[:, rank - 1]
    upper, expected = [], []
    for one, band in zip(resamples.each, bands, strict=True):
        more = np.maximum(pool.optimism, 0.0) - np.maximum(one.optimism, 0.0)
        hidden = TIMES_SEEN * np.maximum(more, 0.0)
        upper.append(np.minimum(band.upper + hidden, 1.0))
        expected.append(np.minimum(band.expected + hidden, upper[-1]))
    lower = [np.minimum(band.lower, lowest) for band in bands]
    method = f"{first.method} and one of {len(bands)} classifiers"
    band = _cheapest(bands, (lower, upper, expected), first.level, method)
    return replace(band, provisional=resamples.n_done < resamples.each[0].n_resamples)


def side_by_side(each: Sequence[EnvelopeResamples]) -> JointResamples:
    """Resamples of classifiers that were tested on examples of their own, taken together.

    Parameters
    ----------
    each : sequence of EnvelopeResamples
        Drawn independently of each other, with `several`, at the same pc.

    Returns
    -------
    JointResamples
        As many as there are of all of them.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished
    >>> label, scores = [0, 0, 1, 0, 1, 1], ([1, 2, 3, 4, 5, 6], [3, 1, 2, 6, 4, 5])
    >>> sources = [predictions(label, score) for score in scores]
    >>> options = {"n_resamples": 99, "pc": [0.5], "several": True}
    >>> each = [finished(resampling(one, rng=i, **options)) for i, one in enumerate(sources)]
    >>> pool = side_by_side(each).pool
    >>> bool(pool.optimism[0] > max(one.optimism[0] for one in each))
    True
    """
    _check_number("each", each, max(1, len(each)))
    rows = min(one.n_done for one in each)
    together = tuple(one.first(rows) for one in each)
    costs, paids = zip(*((one.cost, one.paid) for one in together), strict=True)
    best = np.minimum.reduce(costs)
    return JointResamples(together, PoolResamples(best, _excess(best, costs, paids) / rows))


def _check_number(name: str, values: Sequence[object], size: int) -> None:
    """Refuse a sequence that does not have one element for each classifier."""
    if len(values) != size:
        raise CostCurveError(
            "must have one element for each classifier, and at least one",
            where=name,
            got=f"{len(values)} instead of {size}",
        )


def best_of_independent(
    bands: Sequence[Band], level: Level, hidden: FloatArray | None = None
) -> Band:
    """Band of the cheapest classifier at each pc, from bands that all hold together.

    It promises no less however the classifiers depend on each other, so it is the one to use
    where they are not resampled, or must hold at all PC(+) together; it is wider than `best_band`.

    Parameters
    ----------
    bands : sequence of Band
        One for each classifier, of `shared_level`.
    level : float
        The level that all of them have together.
    hidden : ndarray of float64, shape (n,), optional
        What choosing among them hides of the cost in use, as `hidden_by_choice` finds it.

    Returns
    -------
    Band
        At each pc the limits of the cheapest; at all PC(+) together, if they hold so.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import LineCounts, mover_band
    >>> lines = LineCounts(4, 10, 4, 20), LineCounts(3, 10, 4, 20)
    >>> bands = [mover_band(line, level=shared_level(0.9, 2), pc=[0.5]) for line in lines]
    >>> band = best_of_independent(bands, 0.9)
    >>> band.upper.round(3), band.method
    (array([0.449]), 'Wilson-MOVER, each of 2 classifiers at 95 %')
    """
    _check_number("bands", bands, max(1, len(bands)))
    if hidden is not None:
        check_shapes(hidden=hidden, bands=bands[0].pc)
    method = bands[0].method
    if len(bands) > 1:
        methods = " or ".join(dict.fromkeys(band.method for band in bands))
        share = 100 * float(shared_level(level, len(bands)))
        method = f"{methods}, each of {len(bands)} classifiers at {share:.4g} %"
    names = ("lower", "upper", "expected")
    lower, upper, expected = ([getattr(band, name) for band in bands] for name in names)
    if hidden is not None:
        pairs = zip(expected, upper, strict=True)
        expected = [np.minimum(each + hidden, most) for each, most in pairs]
    return _cheapest(bands, (lower, upper, expected), level, method)


def hidden_by_choice(each: Sequence[LineReplicates], pc: FloatArray) -> FloatArray:
    """What choosing the cheapest of some fixed classifiers hides of its cost in use.

    Parameters
    ----------
    each : sequence of LineReplicates
        Drawn independently of each other, as many of all.
    pc : ndarray of float64, shape (n,)
        Where.

    Returns
    -------
    ndarray of float64, shape (n,)
        `TIMES_SEEN` times what replicates show of it. They choose anew, the trivial rules too.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import LineCounts, line_replicates
    >>> lines = LineCounts(4, 10, 4, 20), LineCounts(4, 10, 4, 20)
    >>> drawn = [line_replicates(line, n_resamples=999, rng=i) for i, line in enumerate(lines)]
    >>> hidden_by_choice(drawn, np.array([0.0, 0.4])).round(2)
    array([0.  , 0.08])
    """
    rule = np.broadcast_to(np.minimum(pc, 1.0 - pc), (each[0].fpr.size, pc.size))
    costs = [rule, *(np.outer(one.fpr, 1.0 - pc) + np.outer(one.fnr, pc) for one in each)]
    known = [one.observed_fpr * (1.0 - pc) + one.observed_fnr * pc for one in each]
    paids = [rule, *(np.broadcast_to(cost, rule.shape) for cost in known)]
    excess = _excess(np.minimum.reduce(costs), costs, paids) / rule.shape[0]
    hidden: FloatArray = TIMES_SEEN * np.maximum(excess, 0.0)
    return hidden


def shared_level(level: Level, parts: int) -> Fraction:
    """The level of each of several bands that together hold at `level`.

    Parameters
    ----------
    level : float
        The level of all together.
    parts : int
        How many there are.

    Returns
    -------
    Fraction
        The error that is allowed is divided among them (Bonferroni).

    Examples
    --------
    >>> shared_level(0.9, 2)
    Fraction(19, 20)
    """
    count = read_whole("parts", parts, "Pass how many bands hold together.", fewest=1)
    return 1 - (1 - read_level(level)) / count


def _cheapest(
    bands: Sequence[Band],
    limits: tuple[Sequence[FloatArray], ...],
    level: Level,
    method: str,
) -> Band:
    """Take limits from the band that is lowest at each pc; the cost of a trivial rule is known."""
    first = bands[0]
    rule = np.minimum(first.pc, 1.0 - first.pc)
    estimate = np.minimum.reduce([rule, *(band.estimate for band in bands)])
    equal = [(band.estimate == estimate) & (band.upper > estimate) for band in bands]
    known = ~np.logical_or.reduce(equal)
    lower, upper, expected = (
        np.where(known, rule, _outermost(each, equal, sign))
        for each, sign in zip(limits, (-1.0, 1.0, 1.0), strict=True)
    )
    return Band(
        pc=first.pc,
        estimate=estimate,
        lower=lower,
        upper=upper,
        expected=expected,
        level=float(level),
        method=method,
        target="chosen classifier" if len(bands) > 1 else first.target,
        simultaneous=first.simultaneous,
        n_resamples=max(band.n_resamples or 0 for band in bands) or None,
        seed=next((band.seed for band in bands if band.seed is not None), None),
        thinning=max(band.thinning for band in bands),
        provisional=any(band.provisional for band in bands),
        caution=next((band.caution for band in bands if band.caution), ""),
    )


def _outermost(limits: Sequence[FloatArray], equal: Sequence[BoolArray], sign: float) -> FloatArray:
    """The outermost limit of those that are equally low."""
    each = [np.where(one, sign * limit, -np.inf) for limit, one in zip(limits, equal, strict=True)]
    outermost: FloatArray = sign * np.maximum.reduce(each)
    return outermost
