"""Which thresholds a resample can choose, and the buckets of examples between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._choosing import called_positive
from cc_widgets.core._counting import Counts
from cc_widgets.core._hull import convex_hull, corners_of, count_corners, roc_curve, without_hollows
from cc_widgets.core._predictions import Predictions, alike
from cc_widgets.core._reading import read_whole
from cc_widgets.core._results import (
    BoolArray,
    CountArray,
    FloatArray,
    IntArray,
    ScoreArray,
    result,
)
from cc_widgets.core.uncertainty._draws import Buckets, draw_examples, sampler, small
from cc_widgets.errors import CostCurveError

# ---- The thresholds that a resampling may choose from: all that matter, or few that nearly do


FEW = 640
_EXACT_UP_TO = 2048
# How much stretches follow what resampling pulls apart; the rest is by shares of examples,
# which keeps the bound small.
_SPREAD = 0.7
_A_FEW = np.array([-3, 0, 3])  # examples: so many may be wrong where none was seen to be
# A pc and a turn of the hull that are equal on paper: 1 - 0.7 is not the float 0.3.
_SAME_PC = 1e-15


@result
class Candidates:
    """Thresholds of one classifier, between which examples are counted.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing, from infinity to the lowest score that matters.
    fp, tp : ndarray of int64, or of float64 with weights, shape (n_thresholds,)
        Element i counts the examples with score >= threshold[i], from none to all. Weights are
        such that those of a class add up to its examples.
    hull : ndarray of int64, shape (n_corners,)
        Positions of the corners of the classifier's hull, first and last threshold included.
    gap : ndarray of int64, shape (n_gaps,)
        Position i is here if thresholds between i and i + 1 were left out; empty if none was.
    design : Design or None
        What weights or clusters of examples do to what they tell; None where there are none.
    """

    threshold: ScoreArray
    fp: CountArray
    tp: CountArray
    hull: IntArray
    gap: IntArray
    design: Design | None = None

    @property
    def negatives(self) -> int:
        """How many negative examples there are."""
        return round(float(self.fp[-1]))

    @property
    def positives(self) -> int:
        """How many positive examples there are."""
        return round(float(self.tp[-1]))

    @property
    def fewest(self) -> float:
        """Of how many single examples the smaller class is worth."""
        if self.design is not None:
            return float(self.design.worth.min())
        return min(self.negatives, self.positives)

    @property
    def drawn(self) -> str:
        """What is drawn, if that is not single examples that count alike: the end of a name."""
        return "" if self.design is None else f" of {self.design.words},"


@result
class Design:
    """Examples that have weights, or belong together in clusters: how they are to be drawn.

    Attributes
    ----------
    negative, positive : Combinations
        The examples of each class between the thresholds of the classifier.
    worth : ndarray of float64, shape (2, n_corners)
        Element (0, i) is how many single negatives that count alike would tell the rate at
        corner i of the hull as surely; (1, i) how many positives.
    effect : pair of float
        How many examples of each class tell as much as one that counts like all others and is on
        its own: the design effect, over all thresholds.
    reach : ndarray of int64, shape (n_clusters,), or None
        Element c is the number of cluster c among those of all folds; None if none of these is
        known to lie in several.
    """

    negative: Combinations
    positive: Combinations
    worth: FloatArray
    effect: tuple[float, float]
    reach: IntArray | None = None

    @property
    def most_together(self) -> int:
        """How many examples the largest cluster has."""
        both = self.negative, self.positive
        size = [np.bincount(np.asarray(one.cluster), one.count, one.n_clusters) for one in both]
        return int((size[0] + size[1]).max())

    @property
    def words(self) -> str:
        """What is drawn, and what that does."""
        weighted = self.negative.weight is not None
        clusters = f"{self.negative.n_clusters:,} clusters drawn whole"
        what = "weighted examples" if weighted else clusters
        if weighted and self.negative.cluster is not None:
            what = f"weighted examples in {clusters}"
        of_negatives, of_positives = (f"{effect:.3g}" for effect in self.effect)
        return f"{what}, design effect {of_negatives} of negatives and {of_positives} of positives"


def candidates(source: Predictions | Counts, *, few: int | None = FEW) -> Candidates:
    """Thresholds among which every resample has its best ones.

    Parameters
    ----------
    source : Predictions or Counts
        Checked labels and scores; or counts of examples, without weights, at thresholds between
        which others may have been left out.
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
        If `few` is no whole number.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = candidates(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> found.fp, found.tp, found.hull
    (array([0, 0, 1, 3]), array([0, 1, 3, 3]), array([0, 1, 2, 3]))
    """
    if few is not None:
        few = read_whole("few", few, "Pass for instance 640, or None to use every threshold.")
    if isinstance(source, Counts):
        found = candidates_among(corners_of(source), few)
        mixed = () if source.complete else np.flatnonzero(np.diff(found.fp) * np.diff(found.tp))
        return replace(found, gap=np.union1d(found.gap, mixed).astype(np.int64))
    even = evened(source)
    found = candidates_among(count_corners(even), few)
    return found if even.plain else replace(found, design=_design(even, found))


def candidates_among(corners: Counts, few: int | None) -> Candidates:
    """Thresholds to choose from among some that are counted already.

    Parameters
    ----------
    corners : Counts
        From nothing to all: corners of the staircase; or, marked as incomplete, some thresholds
        with the corners of the hull among them.
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
        fp=corners.fp[kept],
        tp=corners.tp[kept],
        hull=np.searchsorted(kept, hull),
        gap=np.flatnonzero(np.diff(kept) > 1),
    )


def tied_corners(found: Candidates, pc: FloatArray) -> tuple[IntArray, IntArray]:
    """First and last corner of the hull that is best on the given examples, at each pc.

    Parameters
    ----------
    found : Candidates
        Thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Operating conditions.

    Returns
    -------
    first, last : ndarray of int64, shape (n,)
        Positions in `found.hull`; hardly anywhere do they differ but at 0 and 1.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = candidates(predictions([0, 0, 1, 1], [1, 2, 3, 4]))
    >>> tied_corners(found, np.array([0.0, 0.5, 1.0]))
    (array([0, 1, 1]), array([1, 1, 2]))
    """
    fp, tp = found.fp[found.hull], found.tp[found.hull]
    run, rise = np.diff(fp) * float(found.positives), np.diff(tp) * float(found.negatives)
    turn = run / (run + rise)
    return np.searchsorted(turn, pc - _SAME_PC), np.searchsorted(turn, pc + _SAME_PC, side="right")


def named_corners(found: Candidates, pc: FloatArray) -> IntArray:
    """Corner of the hull that is named as the best on the given examples, at each pc.

    Parameters
    ----------
    found, pc
        As for `tied_corners`.

    Returns
    -------
    ndarray of int64, shape (n,)
        Of two that are equally good the higher threshold, but at pc = 0 the lower one.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> found = candidates(predictions([0, 0, 1, 1], [1, 2, 3, 4]))
    >>> named_corners(found, np.array([0.0, 0.5, 1.0]))
    array([1, 1, 1])
    """
    first, last = tied_corners(found, pc)
    return np.where(pc > 0.0, first, last)


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


# ---- Examples with weights, or in clusters: what they are worth


def evened(source: Predictions) -> Predictions:
    """The same examples with weights that add up to their number in each class.

    Rates are of one class, so that neither curves nor resamples change by it.

    Parameters
    ----------
    source : Predictions
        Any.

    Returns
    -------
    Predictions
        Without examples of weight 0; without weights if all in a class count alike.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = predictions([0, 0, 1], [1, 2, 3], sample_weight=[1, 3, 5])
    >>> evened(given).weight
    array([0.5, 1.5, 1. ])
    """
    if source.weight is None:
        return source
    used = source.weight > 0.0
    weight, positive = source.weight[used], source.positive[used]
    even = replace(
        source,
        positive=positive,
        score=source.score[used],
        weight=_evened(weight, positive) if source.weighted else weight,
    )
    if source.clusters is None:
        return even
    kinds, code = np.unique(source.clusters[used], return_inverse=True)
    reach = None if source.reach is None else source.reach[kinds]
    return replace(even, clusters=code, reach=reach)


def _evened(weight: FloatArray, positive: BoolArray) -> FloatArray | None:
    """Weights with a mean of 1 in each class; None if those of a class are all the same."""
    classes = [weight[positive == kind] for kind in (False, True)]
    if all(np.ptp(one) == 0.0 for one in classes if one.size):
        return None
    negative, other = (float(one.sum()) / max(one.size, 1) for one in classes)
    mean: FloatArray = np.where(positive, other, negative)
    return weight / mean


def _design(source: Predictions, found: Candidates) -> Design:
    """How to draw examples with weights or clusters, and what they are worth."""
    bucket, n_buckets = buckets_of(source, found)[np.newaxis], (found.fp.size - 1,)
    negative, positive = (
        examples_between(source, bucket, n_buckets, kind) for kind in (False, True)
    )
    cuts = found.threshold[found.hull]
    of_negatives, of_positives = (_worth(source, cuts, kind) for kind in (False, True))
    return Design(
        negative=negative,
        positive=positive,
        worth=np.stack([of_negatives[0], of_positives[0]]),
        effect=(of_negatives[1], of_positives[1]),
        reach=source.reach,
    )


def _worth(source: Predictions, cuts: ScoreArray, kind: bool) -> tuple[FloatArray, float]:  # noqa: FBT001 (a class)
    """As many single examples as tell the rates at thresholds as surely, and the design effect.

    Where few errors were seen the variance of a rate is not known well. So the effect at one
    is nowhere taken to be less than it is over all thresholds, or a few examples on, or 1.
    """
    members = source.positive == kind
    order = np.argsort(-source.score[members], kind="stable")
    weight, cluster = (
        None if one is None else one[members][order] for one in (source.weight, source.clusters)
    )
    below = -source.score[members][order]
    rate, variance, at_worst = _rates(np.ones(below.size) if weight is None else weight, cluster)
    size = float(weight.sum()) if weight is not None and not source.weighted else below.size
    single = rate * (1.0 - rate) / size
    ends = np.flatnonzero(np.append(below[1:] > below[:-1], True))
    step = np.diff(rate[ends], prepend=0.0)
    known = float(step @ single[ends])
    effect = float(step @ variance[ends]) / known if known > 0.0 else at_worst * size
    inner = single > 0.0
    each = np.where(inner, variance / np.where(inner, single, 1.0), 0.0)[ends]
    last = np.searchsorted(below, -cuts, side="right") - 1
    near = np.clip(last + _A_FEW[:, np.newaxis], 0, below.size - 1)
    here = each[np.searchsorted(ends, near)].max(axis=0)
    return np.maximum(size / np.maximum(here, max(effect, 1.0)), 1.0), effect


class Told(NamedTuple):
    """Errors of one threshold, of as many single examples as tell its rates as surely.

    Attributes
    ----------
    fp, negatives, fn, positives : float
        Whole numbers where each example counts once; 0 where there are none of a class.
    """

    fp: float
    negatives: float
    fn: float
    positives: float


def told_at(given: Predictions, threshold: float) -> Told:
    """Errors of a threshold, with weights and clusters taken into account.

    Parameters
    ----------
    given : Predictions
        Some examples, be they of one class only.
    threshold : float
        Positive is what scores at least this.

    Returns
    -------
    Told
        What an interval is made of.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> told_at(predictions([0, 1, 0, 1], [1, 2, 3, 4]), 2.5)
    Told(fp=1.0, negatives=2.0, fn=1.0, positives=2.0)
    """
    source = evened(given)
    wrong = called_positive(source, threshold) != source.positive
    weight = np.ones(wrong.size) if source.weight is None else source.weight
    cut = np.array([threshold])
    found = []
    for kind in (False, True):
        members = source.positive == kind
        errors, size = (float(weight[one].sum()) for one in (members & wrong, members))
        if size and not source.plain:
            worth = float(_worth(source, cut, kind)[0][0])
            errors, size = errors / size * worth, worth
        found += [errors, size]
    return Told(*found)


def _rates(weight: FloatArray, cluster: IntArray | None) -> tuple[FloatArray, FloatArray, float]:
    """Rates after each example, their variances, and the variance of what clusters share.

    A rate is a ratio of two sums over clusters; without any, each example is one.
    """
    before, whole = _in_clusters(weight, cluster)
    accepted = np.cumsum(weight)
    rate = accepted / accepted[-1]
    square = np.cumsum(weight * (2.0 * before + weight))
    product = np.cumsum(weight * whole)
    # Of few clusters, or few that weigh most, the variance is seen too small.
    apart = max(1.0 - float(product[-1]) / float(accepted[-1]) ** 2, 1.0 / weight.size)
    scale = 1.0 / (apart * float(accepted[-1]) ** 2)
    variance = np.maximum(square - 2.0 * rate * product + rate**2 * product[-1], 0.0) * scale
    return rate, variance, float(product[-1]) * scale


def _in_clusters(weight: FloatArray, cluster: IntArray | None) -> tuple[FloatArray, FloatArray]:
    """What comes before each example in its cluster, and the whole of that cluster."""
    before = np.zeros(weight.size)
    if cluster is None:
        return before, weight
    order = np.argsort(cluster, kind="stable")
    start = np.flatnonzero(np.append(True, np.diff(cluster[order]) > 0))
    so_far = np.cumsum(weight[order]) - weight[order]
    length = np.diff(np.append(start, weight.size))
    before[order] = so_far - np.repeat(so_far[start], length)
    whole: FloatArray = np.bincount(cluster, weight).astype(np.float64)[cluster]
    return before, whole


# ---- Buckets between the thresholds of several classifiers, and examples drawn from them


JointSampler: TypeAlias = Callable[[np.random.Generator, IntArray], list[Buckets]]
BothClasses: TypeAlias = tuple[list[Buckets], list[Buckets]]
ClassSampler: TypeAlias = Callable[[np.random.Generator, int], BothClasses]
# Nanoseconds, side by side: an example drawn alone, and a combination of buckets.
_EXAMPLE, _COMBINATION = 1.0, 35.0
_INT64_SAFE = 2**62
_ALL_WEIGHTS = 20_000  # examples of a class; of more, weights that are nearly the same are merged
_NEARLY = 0.1
_OF_EXAMPLES = {"positive": "labels", "weight": "weights", "clusters": "clusters"}


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
    weight : ndarray of float64, shape (n_combinations,), or None
        Element i is the weight of each example of combination i; None if all count once.
    cluster : ndarray of int64, shape (n_combinations,), or None
        Element i is the cluster of combination i; None if each example is on its own.
    n_clusters : int
        How many clusters there are, of both classes.
    """

    count: IntArray
    bucket: IntArray
    n_buckets: tuple[int, ...]
    weight: FloatArray | None = None
    cluster: IntArray | None = None
    n_clusters: int = 0

    @property
    def size(self) -> int:
        """How many examples there are."""
        return int(self.count.sum())

    def sampler(self) -> JointSampler:
        """What draws examples, and counts them by the buckets of each classifier."""
        ways = len(self.n_buckets)
        if self.weight is not None:
            return self._by_combination()
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
        draw, added = sampler(self.count), self._adder()
        if self.weight is None:
            return lambda rng, totals: added(draw(rng, totals))
        weight = self.weight
        return lambda rng, totals: added(draw(rng, totals) * weight)

    def by_clusters(self) -> tuple[Callable[[Buckets], list[Buckets]], BoolArray]:
        """What counts the examples of drawn clusters, and which clusters have any."""
        added, cluster = self._adder(), np.asarray(self.cluster)
        each = self.count if self.weight is None else self.count * self.weight
        has = np.bincount(cluster, minlength=self.n_clusters) > 0
        return lambda drawn: added(drawn[:, cluster] * each), has

    def _adder(self) -> Callable[[Buckets], list[Buckets]]:
        """What adds up numbers of combinations, by the buckets of each classifier."""
        orders = [np.argsort(bucket, kind="stable") for bucket in self.bucket]
        ways = [
            (bucket, order if np.any(np.diff(order) != 1) else slice(None), n_buckets)
            for bucket, order, n_buckets in zip(self.bucket, orders, self.n_buckets, strict=True)
        ]

        def added(counts: Buckets) -> list[Buckets]:
            marginal = []
            for bucket, order, n_buckets in ways:
                ordered = bucket[order]
                start = np.flatnonzero(np.append(True, ordered[1:] > ordered[:-1]))
                sums = np.zeros((counts.shape[0], n_buckets), counts.dtype)
                sums[:, ordered[start]] = np.add.reduceat(counts[:, order], start, axis=1)
                marginal.append(sums)
            return marginal

        return added


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

    def sampler(self, *, stratified: bool) -> ClassSampler:
        """What draws resamples: told a generator and how many, it counts both classes.

        If they are not stratified, only the number of examples is kept. Clusters are drawn whole,
        whatever their classes. Resamples without one of the classes are drawn again.
        """
        if self.negative.cluster is not None:
            return self._of_clusters()
        negative, positive = self.negative.sampler(), self.positive.sampler()
        n, m = self.negative.size, self.positive.size

        def drawn(rng: np.random.Generator, rows: int) -> BothClasses:
            negatives = np.full(rows, n) if stratified else _some(rng, rows, n, m)
            return negative(rng, negatives), positive(rng, n + m - negatives)

        return drawn

    def _of_clusters(self) -> ClassSampler:
        """Draw as many clusters as there are, and count what is in them."""
        n_clusters = self.negative.n_clusters
        draw = sampler(np.ones(n_clusters, np.int64))
        counted, has = self.by_clusters()

        def drawn(rng: np.random.Generator, rows: int) -> BothClasses:
            clusters = draw(rng, np.full(rows, n_clusters))
            while np.any(lacks := ~np.all((clusters > 0) @ has, axis=1)):
                clusters[lacks] = draw(rng, np.full(np.count_nonzero(lacks), n_clusters))
            return counted(clusters)

        return drawn

    @property
    def reach(self) -> IntArray | None:
        """The numbers of its clusters among those of all folds, if some lie in several."""
        design = self.each[0].design
        return None if design is None else design.reach

    def by_clusters(self) -> tuple[Callable[[Buckets], BothClasses], BoolArray]:
        """What counts the examples of drawn clusters, and which clusters have any of each class."""
        (negative, of_negative), (positive, of_positive) = (
            one.by_clusters() for one in (self.negative, self.positive)
        )

        def counted(clusters: Buckets) -> BothClasses:
            return negative(clusters), positive(clusters)

        return counted, np.stack([of_negative, of_positive], axis=1)


FoldsSampler: TypeAlias = Callable[[np.random.Generator, int], list[BothClasses]]


def folds_sampler(folds: Sequence[JointBuckets], *, stratified: bool) -> FoldsSampler:
    """What draws resamples of all folds.

    Parameters
    ----------
    folds : sequence of JointBuckets
        The examples of each.
    stratified : bool
        As for `JointBuckets.sampler`.

    Returns
    -------
    callable
        Told a generator and how many, it counts both classes of each fold. Folds are drawn each
        by itself, unless clusters lie in several: then each cluster is drawn once for all folds.

    Examples
    --------
    >>> from cc_widgets.core import folds, predictions
    >>> label, score, patient = [0, 1, 0, 1], [1, 2, 3, 4], [1, 2, 3, 4]
    >>> two = folds([predictions(label, score, clusters=patient) for _ in range(2)])
    >>> draw = folds_sampler([joint_buckets([one]) for one in two.parts], stratified=True)
    >>> one, other = draw(np.random.default_rng(0), 3)
    >>> np.array_equal(one, other)
    True
    """
    reach = [one.reach for one in folds if one.reach is not None]
    if len(reach) == len(folds):
        return _of_common_clusters(folds, reach)
    draw = [one.sampler(stratified=stratified) for one in folds]
    return lambda rng, rows: [drawn(rng, rows) for drawn in draw]


def _of_common_clusters(folds: Sequence[JointBuckets], reach: Sequence[IntArray]) -> FoldsSampler:
    """Draw as many clusters as there are in all folds, and count what is in them in each fold."""
    n_clusters = int(max(number.max() for number in reach)) + 1
    draw = sampler(np.bincount(np.unique(np.concatenate(reach)), minlength=n_clusters))
    total = np.unique(np.concatenate(reach)).size
    each = [one.by_clusters() for one in folds]

    def drawn(rng: np.random.Generator, rows: int) -> list[BothClasses]:
        clusters = draw(rng, np.full(rows, total))
        for number, (_, has) in zip(reach, each, strict=True):
            for of_class in has.T:
                _make_up(rng, clusters, number[of_class])
        pairs = zip(reach, each, strict=True)
        return [counted(clusters[:, number]) for number, (counted, _) in pairs]

    return drawn


def _make_up(rng: np.random.Generator, clusters: Buckets, some: IntArray) -> None:
    """Add one of some clusters to resamples without any: many folds hardly ever all have both."""
    lacks = np.flatnonzero(~clusters[:, some].any(axis=1))
    clusters[lacks, rng.choice(some, lacks.size)] += 1


def _some(rng: np.random.Generator, rows: int, n: int, m: int) -> IntArray:
    """How many negatives each resample has, of both classes together as many as there are."""
    negatives = rng.binomial(n + m, n / (n + m), rows)
    while np.any(lacks := (negatives == 0) | (negatives == n + m)):
        negatives[lacks] = rng.binomial(n + m, n / (n + m), np.count_nonzero(lacks))
    return negatives


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
    if found.design is not None:
        return JointBuckets((found,), found.design.negative, found.design.positive)
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
        If the labels, weights or clusters differ.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> label = [0, 1, 0, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4]), predictions(label, [1, 2, 2, 4])]
    >>> joint_buckets(pair).positive.bucket
    array([[0, 1],
           [0, 1]])
    """
    _check_same(sources)
    each = tuple(candidates(source, few=few) for source in sources)
    even = [evened(source) for source in sources]
    bucket = np.stack([buckets_of(*pair) for pair in zip(even, each, strict=True)])
    n_buckets = tuple(found.fp.size - 1 for found in each)
    negative, positive = (
        examples_between(even[0], bucket, n_buckets, kind) for kind in (False, True)
    )
    return JointBuckets(each, negative, positive)


def _check_same(sources: Sequence[Predictions]) -> None:
    """Refuse classifiers that were not tested on the same examples."""
    if not sources:
        raise CostCurveError("needs one classifier or more", where="sources", got="none")
    first = sources[0]
    for position, source in enumerate(sources):
        other = [
            words
            for name, words in _OF_EXAMPLES.items()
            if not alike(getattr(source, name), getattr(first, name))
        ]
        if other or source.weights_are != first.weights_are:
            raise CostCurveError(
                "classifiers can be compared only on the same examples in the same order",
                where=f"sources[{position}]",
                got=f"other {other[0] if other else 'weights'} than sources[0] has",
                fix="Score one test set with all of them: how their errors coincide decides "
                "how sure a difference is.",
            )


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


def examples_between(
    source: Predictions,
    bucket: IntArray,
    n_buckets: tuple[int, ...],
    kind: bool,  # noqa: FBT001 (a class)
) -> Combinations:
    """Examples of one class between the thresholds of some classifiers.

    Parameters
    ----------
    source : Predictions
        Of one of them, `evened`; the others have the same examples.
    bucket, n_buckets
        As for `combinations`, of the examples of both classes.
    kind : bool
        Whether the positive ones are wanted.

    Returns
    -------
    Combinations
        With weights and clusters, where there are any.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> checked = predictions([0, 1, 0], [1, 2, 3], sample_weight=[2, 1, 4])
    >>> given = evened(checked)
    >>> examples_between(given, np.array([[1, 0, 0]]), (2,), False).weight.round(3)
    array([1.333, 0.667])
    """
    members = source.positive == kind
    times = weight = cluster = None
    if source.weight is not None and source.weighted:
        weight = source.weight[members]
    elif source.weight is not None:
        times = source.weight[members].astype(np.int64)
    if source.clusters is not None:
        cluster = source.clusters[members], int(source.clusters.max()) + 1
    return combinations(bucket[:, members], n_buckets, times=times, weight=weight, cluster=cluster)


def combinations(
    bucket: IntArray,
    n_buckets: tuple[int, ...],
    *,
    times: IntArray | None = None,
    weight: FloatArray | None = None,
    cluster: tuple[IntArray, int] | None = None,
) -> Combinations:
    """Examples with the same buckets merged, where their numbers can be packed in one.

    Parameters
    ----------
    bucket : ndarray of int64, shape (n_classifiers, n_examples)
        Element (c, i) is the bucket of example i for classifier c.
    n_buckets : tuple of int
        How many buckets each classifier has.
    times : ndarray of int64, shape (n_examples,), optional
        How many examples each of them stands for.
    weight : ndarray of float64, shape (n_examples,), optional
        Their weights: only those with the same weight are merged.
    cluster : (ndarray of int64, shape (n_examples,), int), optional
        Their clusters, and how many there are: only those of the same cluster are merged.

    Returns
    -------
    Combinations
        Each with the number of its examples.

    Examples
    --------
    >>> combinations(np.array([[0, 1, 1], [2, 0, 0]]), (2, 3)).count
    array([1, 2])
    """
    if weight is not None and weight.size > _ALL_WEIGHTS:
        weight = _rounded(bucket, n_buckets, weight)
    rows, sizes, values = [*bucket], [*n_buckets], None
    if weight is not None:
        values, code = np.unique(weight, return_inverse=True)
        rows, sizes = [*rows, code], [*sizes, values.size]
    if cluster is not None:
        rows, sizes = [*rows, cluster[0]], [*sizes, cluster[1]]
    count, columns = _merged(rows, sizes, times)
    return Combinations(
        count,
        np.stack(columns[: len(n_buckets)]),
        n_buckets,
        weight=None if values is None else values[columns[len(n_buckets)]],
        cluster=None if cluster is None else columns[-1],
        n_clusters=0 if cluster is None else cluster[1],
    )


def _rounded(bucket: IntArray, n_buckets: tuple[int, ...], weight: FloatArray) -> FloatArray:
    """Weights of which those that are nearly the same, in the same buckets, are their mean.

    No sum over buckets changes by it; and of the variance less than 0.1 % is lost.
    """
    step = np.floor(np.log(weight) / _NEARLY).astype(np.int64)
    rows, sizes = [*bucket, step - step.min()], [*n_buckets, int(np.ptp(step)) + 1]
    if prod(sizes) >= _INT64_SAFE:
        return weight
    packed = np.ravel_multi_index(tuple(rows), sizes)
    _, place, count = np.unique(packed, return_inverse=True, return_counts=True)
    mean: FloatArray = np.bincount(place, weight) / count
    return mean[place]


def _merged(
    rows: Sequence[IntArray], sizes: Sequence[int], times: IntArray | None
) -> tuple[IntArray, Sequence[IntArray]]:
    """How many examples have the same numbers, and which these are."""
    if prod(sizes) >= _INT64_SAFE:
        return np.ones(rows[0].size, np.int64) if times is None else times, rows
    packed = np.ravel_multi_index(tuple(rows), sizes)
    if times is None:
        kinds, count = np.unique(packed, return_counts=True)
    else:
        kinds, place = np.unique(packed, return_inverse=True)
        count = np.zeros(kinds.size, np.int64)
        np.add.at(count, place, times)
    return count, np.unravel_index(kinds, sizes)


# ---- Lower envelopes of many resamples at once, on a grid of pc


@dataclass(frozen=True, slots=True)
class RowHulls:
    """The corners of the hulls of some resamples, one after the other.

    Attributes
    ----------
    fp, tp : ndarray of float64, shape (n_corners,)
        False and true positives at corner i, or what they weigh.
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
    negative, positive : ndarray of int64 or float64, shape (n_rows, n_buckets)
        Element (r, i) is how many examples of the class resample r has between thresholds
        i and i + 1, or what they weigh.

    Returns
    -------
    RowHulls
        From (0, 0) to all examples in each row. Whole numbers are decided exactly as long as
        products of the two totals stay below 2^53.

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
        cumulated(buckets).ravel()[point].astype(np.float64) for buckets in (negative, positive)
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


def cumulated(buckets: NDArray[Any]) -> NDArray[Any]:
    """How many examples every threshold accepts: none, then bucket by bucket.

    Parameters
    ----------
    buckets : ndarray, shape (n_rows, n_buckets)
        Whole numbers, or sums of weights.

    Returns
    -------
    ndarray of int64 or float64, shape (n_rows, n_buckets + 1)
        Rising sums of each row.

    Examples
    --------
    >>> cumulated(np.array([[1, 2]]))
    array([[0, 1, 3]])
    """
    kind = np.float64 if buckets.dtype.kind == "f" else np.int64
    counts = np.zeros((buckets.shape[0], buckets.shape[1] + 1), kind)
    np.cumsum(buckets, axis=1, out=counts[:, 1:])
    return counts


@result
class KeptHulls:
    """The corners of the hulls of some resamples, for questions that come later.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_corners,)
        Rates at corner i, in its resample.
    first, last : ndarray of unsigned int, shape (n_corners,)
        The first and last threshold that counts just these examples.
    start : ndarray of int64, shape (n_rows,)
        The position of the first corner of each resample.
    """

    fpr: FloatArray
    tpr: FloatArray
    first: NDArray[np.unsignedinteger]
    last: NDArray[np.unsignedinteger]
    start: IntArray

    def best_at(self, pc: float, wanted: int) -> tuple[IntArray, FloatArray]:
        """What each resample chooses at one pc.

        Parameters
        ----------
        pc : float
            In [0, 1].
        wanted : int
            Position of a threshold: of those that are equally good the nearest to it is taken.
            Between two of its examples all thresholds are the same to a resample, and at a turn
            of its hull both corners are.

        Returns
        -------
        position : ndarray of int64, shape (n_rows,)
            Of the threshold.
        cost : ndarray of float64, shape (n_rows,)
            What it costs there.
        """
        run, rise = (np.diff(rate, append=0.0) for rate in (self.fpr, self.tpr))
        turn = run / (run + rise)
        turn[np.append(self.start[1:], turn.size) - 1] = np.inf
        before, after = (
            self.start + np.add.reduceat(turn < at, self.start, dtype=np.int64)
            for at in (pc - _SAME_PC, pc + _SAME_PC)
        )
        near = [
            np.clip(wanted, self.first[at].astype(np.int64), self.last[at].astype(np.int64))
            for at in (before, after)
        ]
        away = [np.abs(one - wanted) for one in near]
        chosen = np.where(away[0] <= away[1], *near)
        return chosen, self.fpr[after] * (1.0 - pc) + (1.0 - self.tpr[after]) * pc

    def followed_by(self, others: KeptHulls) -> KeptHulls:
        """These resamples, and others after them."""
        columns = ("fpr", "tpr", "first", "last")
        pairs = {name: (getattr(self, name), getattr(others, name)) for name in columns}
        start = np.append(self.start, others.start + self.fpr.size)
        return KeptHulls(**{name: np.concatenate(two) for name, two in pairs.items()}, start=start)


def kept_hulls(
    hulls: RowHulls, negatives: CountArray, positives: CountArray, n_thresholds: int
) -> KeptHulls:
    """Hulls of resamples in little room.

    Parameters
    ----------
    hulls : RowHulls
        Hulls of resamples.
    negatives, positives : ndarray, shape (n_rows,)
        Totals of each resample.
    n_thresholds : int
        How many thresholds there are to choose from.

    Returns
    -------
    KeptHulls
        In rates, and with small numbers for thresholds.

    Examples
    --------
    >>> hulls, three = row_hulls(np.array([[0, 3]]), np.array([[2, 1]])), np.array([3])
    >>> kept = kept_hulls(hulls, three, three, 3)
    >>> kept.tpr.round(3), kept.first
    (array([0.   , 0.667, 1.   ]), array([0, 1, 2], dtype=uint8))
    >>> position, cost = kept.best_at(0.5, wanted=0)
    >>> position, cost.round(3)
    (array([1]), array([0.167]))
    """
    number = np.min_scalar_type(n_thresholds)
    return KeptHulls(
        fpr=hulls.fp / negatives[hulls.row],
        tpr=hulls.tp / positives[hulls.row],
        first=hulls.first.astype(number),
        last=hulls.last.astype(number),
        start=hulls.start,
    )


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
