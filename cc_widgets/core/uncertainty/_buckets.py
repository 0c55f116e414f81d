"""Which thresholds a resample can choose, and the buckets of examples between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._counting import Counts
from cc_widgets.core._hull import convex_hull, count_corners, roc_curve, without_hollows
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import read_whole
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.uncertainty._draws import Buckets, draw_examples, sampler, small
from cc_widgets.errors import CostCurveError

# ---- The thresholds that a resampling may choose from: all that matter, or few that nearly do


FEW = 640
_EXACT_UP_TO = 2048
# How much stretches follow what resampling pulls apart; the rest is by shares of examples,
# which keeps the bound small.
_SPREAD = 0.7


@result
class Candidates:
    """Thresholds of one classifier, between which examples are counted.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing, from infinity to the lowest score that matters.
    fp, tp : ndarray of int64, shape (n_thresholds,)
        Element i counts the examples with score >= threshold[i], from none to all.
    hull : ndarray of int64, shape (n_corners,)
        Positions of the corners of the classifier's hull, first and last threshold included.
    gap : ndarray of int64, shape (n_gaps,)
        Position i is here if thresholds between i and i + 1 were left out; empty if none was.
    """

    threshold: ScoreArray
    fp: IntArray
    tp: IntArray
    hull: IntArray
    gap: IntArray

    @property
    def negatives(self) -> int:
        """How many negative examples there are."""
        return int(self.fp[-1])

    @property
    def positives(self) -> int:
        """How many positive examples there are."""
        return int(self.tp[-1])


def candidates(predictions: Predictions, *, few: int | None = FEW) -> Candidates:
    """Thresholds among which every resample has its best ones.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores, without weights.
    few : int or None
        About how many thresholds, beside those of the hull, are enough where there are more
        than 2,048. None to use all in any case.

    Returns
    -------
    Candidates
        All corners of the staircase; or those of the hull, and from each of `few`
        stretches of the curve the corner that is closest to the hull.

    Raises
    ------
    CostCurveError
        If the examples have weights: how to resample them is not defined; or if `few` is
        no whole number.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = candidates(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> found.fp, found.tp, found.hull
    (array([0, 0, 1, 3]), array([0, 1, 3, 3]), array([0, 1, 2, 3]))
    """
    if predictions.weight is not None:
        raise CostCurveError(
            "resampling needs examples that count once each",
            where="sample_weight",
            got="weights",
            fix="Leave the weights out, or repeat examples that stand for several.",
        )
    if few is not None:
        few = read_whole("few", few, "Pass for instance 640, or None to use every threshold.")
    return candidates_among(count_corners(predictions), few)


def candidates_among(corners: Counts, few: int | None) -> Candidates:
    """Thresholds to choose from among some that are counted already.

    Parameters
    ----------
    corners : Counts
        Without weights, from nothing to all: corners of the staircase; or, marked as incomplete,
        some thresholds with the corners of the hull among them.
    few : int or None
        As for `candidates`.

    Returns
    -------
    Candidates
        Between which others may have been left out, if these are not all corners.

    Examples
    --------
    >>> from cc_widgets.core import count
    >>> from cc_widgets.core import predictions
    >>> candidates_among(count(predictions([0, 1, 1], [1, 2, 3])), None).hull
    array([0, 2, 3])
    """
    last = corners.fp.size - 1
    hull = np.concatenate([[0], convex_hull([roc_curve(corners)]).index[1:-1], [last]])
    kept = np.arange(last + 1)
    if few is not None and last >= _EXACT_UP_TO:
        kept = np.union1d(hull, _closest(corners, hull, few))
    return Candidates(
        threshold=corners.threshold[kept],
        fp=corners.fp[kept].astype(np.int64),
        tp=corners.tp[kept].astype(np.int64),
        hull=np.searchsorted(kept, hull),
        gap=np.flatnonzero(np.diff(kept) > 1),
    )


def _closest(corners: Counts, hull: IntArray, few: int) -> IntArray:
    """The corner closest to the hull in each of `few` stretches of the curve."""
    fpr, tpr = corners.fp / corners.negatives, corners.tp / corners.positives
    edge = np.searchsorted(hull[1:-1], np.arange(fpr.size), side="right")
    run, rise = np.diff(fpr[hull]), np.diff(tpr[hull])
    pc = (run / (run + rise))[edge]
    start = hull[:-1][edge]
    away = (1.0 - pc) * (fpr - fpr[start]) - pc * (tpr - tpr[start])
    along = _SPREAD * _unlike(corners, hull, pc, edge) + (1.0 - _SPREAD) * (fpr + tpr) / 2.0
    stretch = np.minimum(along * few, few - 1).astype(np.int64)
    away[hull] = np.inf
    start = np.append(0, np.flatnonzero(stretch[1:] > stretch[:-1]) + 1)
    least = np.minimum.reduceat(away, start)
    closest = np.flatnonzero(away == least[np.searchsorted(stretch[start], stretch)])
    _, first = np.unique(stretch[closest], return_index=True)
    return closest[first][np.isfinite(least)]


def _unlike(corners: Counts, hull: IntArray, pc: FloatArray, edge: IntArray) -> FloatArray:
    """Way along the curve, measured by how much resampling pulls its corners apart.

    That is the variance of the difference in cost of two neighbours, where the edge of the
    hull above them has both ends best, out of the variance of the cost itself. The whole way
    is 1. At the ends of the curve, where all costs are small, so are the steps that matter.
    """
    n, m = corners.negatives, corners.positives
    fpr, fnr = (corners.fp[hull] + 0.5) / (n + 1), 1.0 - (corners.tp[hull] + 0.5) / (m + 1)
    fpr, fnr = (fpr[:-1] + fpr[1:])[edge] / 2.0, (fnr[:-1] + fnr[1:])[edge] / 2.0
    negative, positive = (1.0 - pc) ** 2 / n, pc**2 / m
    own = negative * fpr * (1.0 - fpr) + positive * fnr * (1.0 - fnr)
    step = negative[:-1] * np.diff(corners.fp) / n + positive[:-1] * np.diff(corners.tp) / m
    way: FloatArray = np.append(0.0, np.cumsum(step / own[:-1]))
    # Nothing can be pulled apart where every corner is on a vertical or level edge.
    return way / way[-1] if way[-1] > 0.0 else way


# ---- Buckets between the thresholds of several classifiers, and examples drawn from them


JointSampler: TypeAlias = Callable[[np.random.Generator, IntArray], list[Buckets]]
# Nanoseconds, side by side: an example drawn alone, and a combination of buckets.
_EXAMPLE, _COMBINATION = 1.0, 35.0
_INT64_SAFE = 2**62


@result
class Combinations:
    """The combinations of buckets that the examples of one class have.

    Attributes
    ----------
    count : ndarray of int64, shape (n_combinations,)
        How many examples have combination i.
    bucket : ndarray of int64, shape (n_classifiers, n_combinations)
        Element (c, i) is the bucket of classifier c in combination i.
    n_buckets : tuple of int
        How many buckets each classifier has.
    """

    count: IntArray
    bucket: IntArray
    n_buckets: tuple[int, ...]

    def sampler(self) -> JointSampler:
        """What draws examples, and counts them by the buckets of each classifier."""
        ways = len(self.n_buckets)
        if ways == 1:
            draw = sampler(
                np.bincount(self.bucket[0], self.count, self.n_buckets[0]).astype(np.int64)
            )
            return lambda rng, totals: [draw(rng, totals)]
        large = self.count * (1 + ways) * _EXAMPLE > _COMBINATION
        if np.all(large):
            return self._by_combination()
        if not np.any(large):
            return self._one_by_one()
        return self._split(large)

    def _split(self, large: BoolArray) -> JointSampler:
        """Draw first how many examples are in combinations of many, then both kinds apart."""
        share = float(self.count[large].sum() / self.count.sum())
        many, few = (
            Combinations(self.count[part], self.bucket[:, part], self.n_buckets)
            for part in (large, ~large)
        )
        by_combination, one_by_one = many._by_combination(), few._one_by_one()  # noqa: SLF001 (own class)

        def drawn(rng: np.random.Generator, totals: IntArray) -> list[Buckets]:
            in_many = rng.binomial(totals, share)
            both = by_combination(rng, in_many), one_by_one(rng, totals - in_many)
            return [first + second for first, second in zip(*both, strict=True)]

        return drawn

    def _one_by_one(self) -> JointSampler:
        """Draw examples."""
        table = small(np.repeat(self.bucket, self.count, axis=1), max(self.n_buckets))
        return lambda rng, totals: draw_examples(rng, totals, table, self.n_buckets)

    def _by_combination(self) -> JointSampler:
        """Draw combinations, and add those up that share a bucket."""
        draw = sampler(self.count)
        orders = [np.argsort(bucket, kind="stable") for bucket in self.bucket]

        def drawn(rng: np.random.Generator, totals: IntArray) -> list[Buckets]:
            counts = draw(rng, totals)
            marginal = []
            for bucket, order, n_buckets in zip(self.bucket, orders, self.n_buckets, strict=True):
                ordered = bucket[order]
                start = np.flatnonzero(np.append(True, ordered[1:] > ordered[:-1]))
                sums = np.zeros((totals.size, n_buckets), np.int64)
                sums[:, ordered[start]] = np.add.reduceat(counts[:, order], start, axis=1)
                marginal.append(sums)
            return marginal

        return drawn


@dataclass(frozen=True, slots=True)
class JointBuckets:
    """Everything that resampling several classifiers needs to know about the examples.

    Attributes
    ----------
    each : tuple of Candidates
        The thresholds of each classifier.
    negative, positive : Combinations
        The examples of each class.
    """

    each: tuple[Candidates, ...]
    negative: Combinations
    positive: Combinations


def alone(found: Candidates) -> JointBuckets:
    """The buckets of a single classifier.

    Parameters
    ----------
    found : Candidates
        Its thresholds.

    Returns
    -------
    JointBuckets
        Of one classifier.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> alone(candidates(predictions([0, 1, 0, 1], [1, 2, 3, 4]))).negative.count
    array([0, 1, 1])
    """
    n_buckets = found.fp.size - 1
    bucket = np.arange(n_buckets)[np.newaxis]
    return JointBuckets(
        (found,),
        Combinations(np.diff(found.fp), bucket, (n_buckets,)),
        Combinations(np.diff(found.tp), bucket, (n_buckets,)),
    )


def joint_buckets(sources: Sequence[Predictions], *, few: int | None = FEW) -> JointBuckets:
    """Numbers of examples between the thresholds of several classifiers, jointly.

    Parameters
    ----------
    sources : sequence of Predictions
        One or more, of the same examples in the same order.
    few : int or None
        As for `candidates`.

    Returns
    -------
    JointBuckets
        Ready to be resampled any number of times.

    Raises
    ------
    CostCurveError
        If the labels differ, or examples have weights.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> label = [0, 1, 0, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4]), predictions(label, [1, 2, 2, 4])]
    >>> joint_buckets(pair).positive.bucket
    array([[0, 1],
           [0, 1]])
    """
    positive = _same_labels(sources)
    each = tuple(candidates(source, few=few) for source in sources)
    bucket = np.stack([buckets_of(*pair) for pair in zip(sources, each, strict=True)])
    n_buckets = tuple(found.fp.size - 1 for found in each)
    return JointBuckets(
        each,
        combinations(bucket[:, ~positive], n_buckets),
        combinations(bucket[:, positive], n_buckets),
    )


def _same_labels(sources: Sequence[Predictions]) -> BoolArray:
    """The labels that all classifiers share."""
    if not sources:
        raise CostCurveError("needs one classifier or more", where="sources", got="none")
    labels = sources[0].positive
    for position, source in enumerate(sources):
        if not np.array_equal(source.positive, labels):
            raise CostCurveError(
                "classifiers can be compared only on the same examples in the same order",
                where=f"sources[{position}]",
                got="other labels than sources[0] has",
                fix="Score one test set with all of them: how their errors coincide decides "
                "how sure a difference is.",
            )
    return labels


def buckets_of(source: Predictions, found: Candidates) -> IntArray:
    """Bucket of each example.

    Parameters
    ----------
    source : Predictions
        Scores.
    found : Candidates
        The thresholds of the same classifier.

    Returns
    -------
    ndarray of int64, shape (n_examples,)
        Element i counts the thresholds, but for the first, that lie above score i.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> checked = predictions([0, 1, 0, 1], [1, 2, 3, 4])
    >>> buckets_of(checked, candidates(checked))
    array([2, 1, 1, 0])
    """
    return np.searchsorted(-found.threshold[1:], -source.score)


def combinations(bucket: IntArray, n_buckets: tuple[int, ...]) -> Combinations:
    """Examples with the same buckets merged, where their numbers can be packed in one.

    Parameters
    ----------
    bucket : ndarray of int64, shape (n_classifiers, n_examples)
        Element (c, i) is the bucket of example i for classifier c.
    n_buckets : tuple of int
        How many buckets each classifier has.

    Returns
    -------
    Combinations
        Each with the number of its examples.

    Examples
    --------
    >>> combinations(np.array([[0, 1, 1], [2, 0, 0]]), (2, 3)).count
    array([1, 2])
    """
    if prod(n_buckets) >= _INT64_SAFE:
        return Combinations(np.ones(bucket.shape[1], np.int64), bucket, n_buckets)
    packed, count = np.unique(np.ravel_multi_index(tuple(bucket), n_buckets), return_counts=True)
    return Combinations(count, np.stack(np.unravel_index(packed, n_buckets)), n_buckets)


# ---- Lower envelopes of many resamples at once, on a grid of pc


@dataclass(frozen=True, slots=True)
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
    """Hull of every resample.

    Parameters
    ----------
    negative, positive : ndarray of int64, shape (n_rows, n_buckets)
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
    n_rows, n_buckets = negative.shape
    new = np.ones((n_rows, n_buckets + 1), dtype=bool)
    np.not_equal(negative + positive, 0, out=new[:, 1:])
    point = np.flatnonzero(new)
    before_row = np.arange(n_rows) * (n_buckets + 1)
    kept = np.searchsorted(point, before_row)
    fp, tp = (
        _cumulated(buckets).ravel()[point].astype(np.float64) for buckets in (negative, positive)
    )
    corner = without_hollows(fp, tp, starts=kept)
    first = point[corner]
    row = first // (n_buckets + 1)
    # Up to the next threshold that moves, all count the same examples.
    following = np.append(point, n_rows * (n_buckets + 1))[corner + 1]
    return RowHulls(
        fp=fp[corner],
        tp=tp[corner],
        first=first - before_row[row],
        last=following - 1 - before_row[row],
        row=row,
        start=np.searchsorted(first, before_row),
    )


def _cumulated(buckets: NDArray[Any]) -> NDArray[Any]:
    """How many examples every threshold accepts: none, then bucket by bucket."""
    counts = np.zeros((buckets.shape[0], buckets.shape[1] + 1), np.int64)
    np.cumsum(buckets, axis=1, out=counts[:, 1:])
    return counts


@dataclass(frozen=True, slots=True)
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
    """The pc at which each corner becomes the best threshold.

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
    """Best corner of every resample at every pc.

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
    """Costs of chosen corners.

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
    """Rate of the thresholds that each resample chooses.

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
    """Sum over resamples of a rate of the thresholds that they choose.

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
