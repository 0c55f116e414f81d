"""Candidate thresholds of a resample, and buckets of examples between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.counting import Counts
from cc_widgets.core.hull import (
    convex_hull,
    count_corners,
    prune_concave,
    roc_curve,
    undominated_counts,
)
from cc_widgets.core.results import BoolArray, CountArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.scores import Predictions, arrays_equal
from cc_widgets.core.thresholds import predicted_positive
from cc_widgets.core.uncertainty.sampling import (
    LARGEST_CELL,
    Buckets,
    JointSampler,
    compact,
    draw_examples,
    packed_sampler,
    sampler,
)
from cc_widgets.core.validation import read_integer
from cc_widgets.errors import CostCurveError

__all__ = ["Candidates", "JointBuckets", "candidates", "joint_buckets"]

# ---- Candidate thresholds: all that can be optimal, or a subset with a bounded loss


# With 640 of more than 2,048 thresholds, lower envelopes of resamples are at most 5 % of their
# standard deviation too high ("What few thresholds cost" in tests/bench/bench_uncertainty.py).
N_CANDIDATES = 640
_EXACT_UP_TO = 2048
# Stretches of the curve are equal in this mixture of resampling variance (0.7) and share of
# examples (0.3); the latter keeps the bound on the loss small.
_VARIANCE_SHARE = 0.7
# With no error among n examples the error rate may be 3 / n, at 95 % confidence (J. A. Hanley and
# A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
_RULE_OF_THREE_STEPS = np.array([-3, 0, 3])
# Tolerance for a pc at a vertex of the envelope: 1 - 0.7 is not the float 0.3.
_SAME_PC = 1e-15


@result
class Candidates:
    """Candidate thresholds of one classifier, with the counts of examples above them.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing, from infinity to the lowest score that matters.
    fp, tp : ndarray of int64, or of float64 with weights, shape (n_thresholds,)
        Element i is the number of negatives (positives) with score >= threshold[i], from none to
        all. Weights are normalised to add up to the number of examples of each class.
    hull : ndarray of int64, shape (n_corners,)
        Positions of the vertices of the ROC convex hull, first and last threshold included.
    gap : ndarray of int64, shape (n_gaps,)
        Positions i such that thresholds between i and i + 1 were left out; empty if none was.
    design : Design or None
        Weights or clusters of the examples; None for independent examples of equal weight.
    """

    threshold: ScoreArray
    fp: CountArray
    tp: CountArray
    hull: IntArray
    gap: IntArray
    design: Design | None = None

    @property
    def negatives(self) -> int:
        """Number of negatives."""
        return round(float(self.fp[-1]))

    @property
    def positives(self) -> int:
        """Number of positives."""
        return round(float(self.tp[-1]))

    @property
    def fewest(self) -> float:
        """Effective number of examples of the smaller class."""
        if self.design is not None:
            return float(self.design.effective_size.min())
        return min(self.negatives, self.positives)

    @property
    def drawn(self) -> str:
        """Suffix of the method's name with the resampled units; empty for unweighted examples."""
        return "" if self.design is None else f" of {self.design.description},"


@result
class Design:
    """Sampling design: examples with weights, or in clusters.

    Attributes
    ----------
    negative, positive : Combinations
        Examples of each class, by bucket between the thresholds.
    effective_size : ndarray of float64, shape (2, n_corners)
        Element (0, i) is the effective number of negatives behind the rate at hull vertex i; (1, i)
        that of positives.
    effect : pair of float
        Design effect of each class, over all thresholds: the ratio of the variance to that of
        independent examples with equal weights.
    reach : ndarray of int64, shape (n_clusters,), or None
        Element c is the number of cluster c among the clusters of all folds; None unless a cluster
        is known to be in several folds.
    """

    negative: Combinations
    positive: Combinations
    effective_size: FloatArray
    effect: tuple[float, float]
    reach: IntArray | None = None

    @property
    def largest_cluster(self) -> int:
        """Number of examples in the largest cluster."""
        classes = self.negative, self.positive
        size = [
            np.bincount(np.asarray(part.cluster), part.count, part.n_clusters) for part in classes
        ]
        return int((size[0] + size[1]).max())

    @property
    def description(self) -> str:
        """Resampled units and design effects, in words."""
        weighted = self.negative.weight is not None
        clusters = f"{self.negative.n_clusters:,} clusters drawn whole"
        units = "weighted examples" if weighted else clusters
        if weighted and self.negative.cluster is not None:
            units = f"weighted examples in {clusters}"
        of_negatives, of_positives = (f"{effect:.3g}" for effect in self.effect)
        return f"{units}, design effect {of_negatives} of negatives and {of_positives} of positives"


def candidates(source: Predictions | Counts, *, few: int | None = N_CANDIDATES) -> Candidates:
    """Thresholds that contain the optimal ones of every resample.

    Parameters
    ----------
    source : Predictions or Counts
        Labels and scores; or unweighted counts at thresholds, between which others may be missing.
    few : int or None
        Approximate number of thresholds to keep in addition to the hull if there are more than
        2,048. None keeps all.

    Returns
    -------
    Candidates
        All corners of the ROC staircase; or the vertices of the hull, and from each of `few`
        stretches of the curve the corner nearest to the hull.

    Raises
    ------
    CostCurveError
        If `few` is not a non-negative integer.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> result = candidates(predictions([0, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6]))
    >>> result.fp, result.tp, result.hull
    (array([0, 0, 1, 3]), array([0, 1, 3, 3]), array([0, 1, 2, 3]))
    """
    if few is not None:
        few = read_integer("few", few, "Pass for instance 640, or None to use every threshold.")
    if isinstance(source, Counts):
        candidate_set = candidates_from_counts(undominated_counts(source), few)
        mixed = (
            ()
            if source.complete
            else np.flatnonzero(np.diff(candidate_set.fp) * np.diff(candidate_set.tp))
        )
        return replace(candidate_set, gap=np.union1d(candidate_set.gap, mixed).astype(np.int64))
    normalized = normalize_weights(source)
    candidate_set = candidates_from_counts(count_corners(normalized), few)
    return (
        candidate_set
        if normalized.plain
        else replace(candidate_set, design=_design(normalized, candidate_set))
    )


def candidates_from_counts(corners: Counts, n_stretches: int | None) -> Candidates:
    """Return candidates among counted thresholds, which include the vertices of the hull.

    `n_stretches` is `few` of `candidates`. Unless these are all corners of the staircase, others
    may have been left out between them.
    """
    last = corners.fp.size - 1
    hull = np.concatenate([[0], convex_hull([roc_curve(corners)]).index[1:-1], [last]])
    positions = np.arange(last + 1)
    if n_stretches is not None and last >= _EXACT_UP_TO:
        positions = np.union1d(hull, _nearest_corners(corners, hull, n_stretches))
    return Candidates(
        threshold=corners.threshold[positions],
        fp=corners.fp[positions],
        tp=corners.tp[positions],
        hull=np.searchsorted(positions, hull),
        gap=np.flatnonzero(np.diff(positions) > 1),
    )


def tied_corners(candidate_set: Candidates, pc: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the first and last position in `hull` of the optimal thresholds at each pc."""
    fp, tp = candidate_set.fp[candidate_set.hull], candidate_set.tp[candidate_set.hull]
    run, rise = (
        np.diff(fp) * float(candidate_set.positives),
        np.diff(tp) * float(candidate_set.negatives),
    )
    vertex_pc = run / (run + rise)
    return np.searchsorted(vertex_pc, pc - _SAME_PC), np.searchsorted(
        vertex_pc, pc + _SAME_PC, side="right"
    )


def chosen_corners(candidate_set: Candidates, pc: FloatArray) -> IntArray:
    """Return the position in `hull` of the chosen optimal threshold at each pc.

    Of two that are equally good it is the higher threshold, but the lower one at pc = 0.
    """
    first, last = tied_corners(candidate_set, pc)
    return np.where(pc > 0.0, first, last)


def _nearest_corners(corners: Counts, hull: IntArray, n_stretches: int) -> IntArray:
    """Return the corner nearest to the hull in each of `n_stretches` stretches of the curve."""
    fpr, tpr = corners.fp / corners.negatives, corners.tp / corners.positives
    edge = np.searchsorted(hull[1:-1], np.arange(fpr.size), side="right")
    run, rise = np.diff(fpr[hull]), np.diff(tpr[hull])
    pc = (run / (run + rise))[edge]
    start = hull[:-1][edge]
    excess_cost = (1.0 - pc) * (fpr - fpr[start]) - pc * (tpr - tpr[start])
    position = (
        _VARIANCE_SHARE * _curve_length(corners, hull, pc, edge)
        + (1.0 - _VARIANCE_SHARE) * (fpr + tpr) / 2.0
    )
    stretch = np.minimum(position * n_stretches, n_stretches - 1).astype(np.int64)
    excess_cost[hull] = np.inf
    start = np.append(0, np.flatnonzero(stretch[1:] > stretch[:-1]) + 1)
    least = np.minimum.reduceat(excess_cost, start)
    closest = np.flatnonzero(excess_cost == least[np.searchsorted(stretch[start], stretch)])
    _, first = np.unique(stretch[closest], return_index=True)
    return closest[first][np.isfinite(least)]


def _curve_length(corners: Counts, hull: IntArray, pc: FloatArray, edge: IntArray) -> FloatArray:
    """Return the position of each corner along the curve by resampling variance, from 0 to 1.

    A step is the variance of the difference in cost of two neighbours, divided by the variance of
    the cost, at the pc where both ends of the hull edge above them are optimal. Steps are long at
    the ends of the curve, where costs are small.
    """
    n, m = corners.negatives, corners.positives
    fpr, fnr = (corners.fp[hull] + 0.5) / (n + 1), 1.0 - (corners.tp[hull] + 0.5) / (m + 1)
    fpr, fnr = (fpr[:-1] + fpr[1:])[edge] / 2.0, (fnr[:-1] + fnr[1:])[edge] / 2.0
    negative, positive = (1.0 - pc) ** 2 / n, pc**2 / m
    cost_variance = negative * fpr * (1.0 - fpr) + positive * fnr * (1.0 - fnr)
    step = negative[:-1] * np.diff(corners.fp) / n + positive[:-1] * np.diff(corners.tp) / m
    length: FloatArray = np.append(0.0, np.cumsum(step / cost_variance[:-1]))
    # The length is 0 if every corner is on a vertical or horizontal edge.
    return length / length[-1] if length[-1] > 0.0 else length


# ---- Effective sample sizes of weighted or clustered examples


def normalize_weights(source: Predictions) -> Predictions:
    """Return the examples with weights that add up to the number of examples of each class.

    Rates are not affected. Examples of weight 0 are dropped, and so are equal weights.
    """
    if source.weight is None:
        return source
    has_weight = source.weight > 0.0
    weight, positive = source.weight[has_weight], source.positive[has_weight]
    normalized = replace(
        source,
        positive=positive,
        score=source.score[has_weight],
        weight=_unit_mean_weights(weight, positive) if source.weighted else weight,
    )
    if source.clusters is None:
        return normalized
    labels, code = np.unique(source.clusters[has_weight], return_inverse=True)
    reach = None if source.reach is None else source.reach[labels]
    return replace(normalized, clusters=code, reach=reach)


def _unit_mean_weights(weight: FloatArray, positive: BoolArray) -> FloatArray | None:
    """Return weights with mean 1 in each class; None if they are equal within each class."""
    classes = [weight[positive == label] for label in (False, True)]
    if all(np.ptp(members) == 0.0 for members in classes if members.size):
        return None
    of_negatives, of_positives = (
        float(members.sum()) / max(members.size, 1) for members in classes
    )
    mean: FloatArray = np.where(positive, of_positives, of_negatives)
    return weight / mean


def _design(source: Predictions, candidate_set: Candidates) -> Design:
    """Return the sampling design of examples with weights or clusters."""
    bucket, n_buckets = (
        bucket_indices(source, candidate_set)[np.newaxis],
        (candidate_set.fp.size - 1,),
    )
    negative, positive = (
        class_combinations(source, bucket, n_buckets, label) for label in (False, True)
    )
    cuts = candidate_set.threshold[candidate_set.hull]
    of_negatives, of_positives = (_effective_sizes(source, cuts, label) for label in (False, True))
    return Design(
        negative=negative,
        positive=positive,
        effective_size=np.stack([of_negatives[0], of_positives[0]]),
        effect=(of_negatives[1], of_positives[1]),
        reach=source.reach,
    )


def _effective_sizes(
    source: Predictions,
    cuts: ScoreArray,
    label: bool,  # noqa: FBT001 (a class)
) -> tuple[FloatArray, float]:
    """Return the effective sizes of a class behind the rates at thresholds, and its design effect.

    The effective size is the class size divided by the design effect of the rate (J. N. K. Rao and
    A. J. Scott, "A simple method for the analysis of clustered binary data", Biometrics 48, 1992).
    With few errors the variance of a rate is poorly known. So the design effect at a threshold is
    at least 1, at least that over all thresholds, and at least that of three examples to either
    side.
    """
    members = source.positive == label
    order = np.argsort(-source.score[members], kind="stable")
    weight, cluster = (
        None if column is None else column[members][order]
        for column in (source.weight, source.clusters)
    )
    descending = -source.score[members][order]
    rate, variance, inverse_n_effective = _rate_variances(
        np.ones(descending.size) if weight is None else weight, cluster
    )
    size = float(weight.sum()) if weight is not None and not source.weighted else descending.size
    binomial = rate * (1.0 - rate) / size
    ends = np.flatnonzero(np.append(descending[1:] > descending[:-1], True))
    step = np.diff(rate[ends], prepend=0.0)
    total_binomial = float(step @ binomial[ends])
    effect = (
        float(step @ variance[ends]) / total_binomial
        if total_binomial > 0.0
        else inverse_n_effective * size
    )
    inner = binomial > 0.0
    effects = np.where(inner, variance / np.where(inner, binomial, 1.0), 0.0)[ends]
    last = np.searchsorted(descending, -cuts, side="right") - 1
    neighbours = np.clip(last + _RULE_OF_THREE_STEPS[:, np.newaxis], 0, descending.size - 1)
    local_effect = effects[np.searchsorted(ends, neighbours)].max(axis=0)
    return np.maximum(size / np.maximum(local_effect, max(effect, 1.0)), 1.0), effect


class EffectiveCounts(NamedTuple):
    """Error counts of one threshold, scaled to the effective sample sizes.

    They are integers for examples without weights or clusters, and 0 for an empty class.
    """

    fp: float
    negatives: float
    fn: float
    positives: float


def effective_counts(test_set: Predictions, threshold: float) -> EffectiveCounts:
    """Return the error counts of a threshold, scaled to the effective sample sizes."""
    source = normalize_weights(test_set)
    wrong = predicted_positive(source, threshold) != source.positive
    weight = np.ones(wrong.size) if source.weight is None else source.weight
    cut = np.array([threshold])
    counts = []
    for label in (False, True):
        members = source.positive == label
        errors, size = (float(weight[rows].sum()) for rows in (members & wrong, members))
        if size and not source.plain:
            effective_size = float(_effective_sizes(source, cut, label)[0][0])
            errors, size = errors / size * effective_size, effective_size
        counts += [errors, size]
    return EffectiveCounts(*counts)


def _rate_variances(
    weight: FloatArray, cluster: IntArray | None
) -> tuple[FloatArray, FloatArray, float]:
    """Return rates after each example, their variances, and 1 / Kish's effective cluster count.

    A rate is the ratio of two sums over clusters; its variance is linearised. Without clusters,
    each example is a cluster of its own.
    """
    before, whole = _cluster_sums(weight, cluster)
    accepted = np.cumsum(weight)
    rate = accepted / accepted[-1]
    square = np.cumsum(weight * (2.0 * before + weight))
    product = np.cumsum(weight * whole)
    # Corrects the downward bias of the variance with few clusters, or few that dominate.
    concentration = max(1.0 - float(product[-1]) / float(accepted[-1]) ** 2, 1.0 / weight.size)
    scale = 1.0 / (concentration * float(accepted[-1]) ** 2)
    variance = np.maximum(square - 2.0 * rate * product + rate**2 * product[-1], 0.0) * scale
    return rate, variance, float(product[-1]) * scale


def _cluster_sums(weight: FloatArray, cluster: IntArray | None) -> tuple[FloatArray, FloatArray]:
    """Return the weight before each example within its cluster, and the cluster's total weight."""
    before = np.zeros(weight.size)
    if cluster is None:
        return before, weight
    order = np.argsort(cluster, kind="stable")
    start = np.flatnonzero(np.append(True, np.diff(cluster[order]) > 0))
    cumulative = np.cumsum(weight[order]) - weight[order]
    length = np.diff(np.append(start, weight.size))
    before[order] = cumulative - np.repeat(cumulative[start], length)
    total: FloatArray = np.bincount(cluster, weight).astype(np.float64)[cluster]
    return before, total


# ---- Joint buckets of several classifiers, and resamples of their examples


BothClasses: TypeAlias = tuple[list[Buckets], list[Buckets]]
ClassSampler: TypeAlias = Callable[[np.random.Generator, int], BothClasses]
# Time in nanoseconds to draw an example, and to draw the count of a combination of buckets.
_EXAMPLE, _COMBINATION = 1.0, 35.0
_PACKED_FROM = 2**15  # examples times classifiers; for fewer, the fixed costs are too high
_INT64_SAFE = 2**62
_ALL_WEIGHTS = 20_000  # examples of a class; with more, nearly equal weights are merged
_LOG_STEP = 0.1  # merged weights differ by at most 10 %: their variance within is below 0.1 %
_SHARED_COLUMNS = {"positive": "labels", "weight": "weights", "clusters": "clusters"}


@result
class Combinations:
    """Distinct combinations of buckets among the examples of one class.

    Attributes
    ----------
    count : ndarray of int64, shape (n_combinations,)
        Number of examples with combination i.
    bucket : ndarray of int64, shape (n_classifiers, n_combinations)
        Element (c, i) is the bucket of classifier c in combination i.
    n_buckets : tuple of int
        Number of buckets of each classifier.
    weight : ndarray of float64, shape (n_combinations,), or None
        Element i is the weight of each example of combination i; None for equal weights.
    cluster : ndarray of int64, shape (n_combinations,), or None
        Element i is the cluster of combination i; None for independent examples.
    n_clusters : int
        Number of clusters of both classes.
    """

    count: IntArray
    bucket: IntArray
    n_buckets: tuple[int, ...]
    weight: FloatArray | None = None
    cluster: IntArray | None = None
    n_clusters: int = 0

    @property
    def size(self) -> int:
        """Number of examples."""
        return int(self.count.sum())

    def sampler(self) -> JointSampler:
        """Return a function that draws examples and counts them by bucket of each classifier."""
        n_classifiers = len(self.n_buckets)
        if self.weight is not None:
            return self._by_combination()
        if n_classifiers == 1:
            draw = sampler(
                np.bincount(self.bucket[0], self.count, self.n_buckets[0]).astype(np.int64)
            )
            return lambda rng, totals: [draw(rng, totals)]
        is_packed = self.size * n_classifiers >= _PACKED_FROM
        example = _EXAMPLE / LARGEST_CELL if is_packed else _EXAMPLE
        if self.count.size * _COMBINATION < self.size * (1 + n_classifiers) * example:
            return self._by_combination()
        if is_packed:
            return packed_sampler(self.count, self.bucket, self.n_buckets)
        return self._one_by_one()

    def _one_by_one(self) -> JointSampler:
        """Return a sampler that draws examples one by one."""
        table = compact(np.repeat(self.bucket, self.count, axis=1), max(self.n_buckets))
        return lambda rng, totals: draw_examples(rng, totals, table, self.n_buckets)

    def _by_combination(self) -> JointSampler:
        """Return a sampler that draws counts of combinations and sums them by bucket."""
        draw, add_up = sampler(self.count), self._adder()
        if self.weight is None:
            return lambda rng, totals: add_up(draw(rng, totals))
        weight = self.weight
        return lambda rng, totals: add_up(draw(rng, totals) * weight)

    def by_clusters(self) -> tuple[Callable[[Buckets], list[Buckets]], BoolArray]:
        """Return a counter of examples in drawn clusters, and a mask of the clusters with any."""
        add_up, cluster = self._adder(), np.asarray(self.cluster)
        weights = self.count if self.weight is None else self.count * self.weight
        is_present = np.bincount(cluster, minlength=self.n_clusters) > 0
        return lambda clusters: add_up(clusters[:, cluster] * weights), is_present

    def _adder(self) -> Callable[[Buckets], list[Buckets]]:
        """Return a function that sums counts of combinations by bucket of each classifier."""
        orders = [np.argsort(bucket, kind="stable") for bucket in self.bucket]
        layouts = [
            (bucket, order if np.any(np.diff(order) != 1) else slice(None), n_buckets)
            for bucket, order, n_buckets in zip(self.bucket, orders, self.n_buckets, strict=True)
        ]

        def add_up(counts: Buckets) -> list[Buckets]:
            marginal = []
            for bucket, order, n_buckets in layouts:
                ordered = bucket[order]
                start = np.flatnonzero(np.append(True, ordered[1:] > ordered[:-1]))
                sums = np.zeros((counts.shape[0], n_buckets), counts.dtype)
                sums[:, ordered[start]] = np.add.reduceat(counts[:, order], start, axis=1)
                marginal.append(sums)
            return marginal

        return add_up


@dataclass(frozen=True, slots=True)
class JointBuckets:
    """Joint counts of the examples of several classifiers, as input of a bootstrap.

    Attributes
    ----------
    each : tuple of Candidates
        Candidate thresholds of each classifier.
    negative, positive : Combinations
        Examples of each class.
    """

    each: tuple[Candidates, ...]
    negative: Combinations
    positive: Combinations

    def sampler(self, *, stratified: bool) -> ClassSampler:
        """Function that draws resamples, given a generator and their number.

        If they are not stratified, only the total number of examples is fixed. Clusters are drawn
        whole, both classes together. Resamples that lack a class are drawn again.
        """
        if self.negative.cluster is not None:
            return self._cluster_sampler()
        negative, positive = self.negative.sampler(), self.positive.sampler()
        n, m = self.negative.size, self.positive.size

        def draw(rng: np.random.Generator, rows: int) -> BothClasses:
            negatives = np.full(rows, n) if stratified else _draw_negatives(rng, rows, n, m)
            return negative(rng, negatives), positive(rng, n + m - negatives)

        return draw

    def _cluster_sampler(self) -> ClassSampler:
        """Return a function that draws whole clusters (cluster bootstrap)."""
        n_clusters = self.negative.n_clusters
        draw = sampler(np.ones(n_clusters, np.int64))
        count, is_present = self.by_clusters()

        def draw_both(rng: np.random.Generator, rows: int) -> BothClasses:
            clusters = draw(rng, np.full(rows, n_clusters))
            while np.any(incomplete := ~np.all((clusters > 0) @ is_present, axis=1)):
                clusters[incomplete] = draw(rng, np.full(np.count_nonzero(incomplete), n_clusters))
            return count(clusters)

        return draw_both

    @property
    def reach(self) -> IntArray | None:
        """Index of each cluster among the clusters of all folds, if some are in several folds."""
        design = self.each[0].design
        return None if design is None else design.reach

    def by_clusters(self) -> tuple[Callable[[Buckets], BothClasses], BoolArray]:
        """Counter of the examples in drawn clusters, and masks of the clusters with each class."""
        (negative, has_negative), (positive, has_positive) = (
            part.by_clusters() for part in (self.negative, self.positive)
        )

        def count_both(clusters: Buckets) -> BothClasses:
            return negative(clusters), positive(clusters)

        return count_both, np.stack([has_negative, has_positive], axis=1)


FoldsSampler: TypeAlias = Callable[[np.random.Generator, int], list[BothClasses]]


def folds_sampler(folds: Sequence[JointBuckets], *, stratified: bool) -> FoldsSampler:
    """Return a function that draws resamples of all folds.

    Folds are resampled independently, unless clusters are in several of them: then each cluster is
    drawn once for all folds (C. A. Field and A. H. Welsh, "Bootstrapping clustered data", JRSS B
    69, 2007).
    """
    reach = [fold.reach for fold in folds if fold.reach is not None]
    if len(reach) == len(folds):
        return _shared_cluster_sampler(folds, reach)
    samplers = [fold.sampler(stratified=stratified) for fold in folds]
    return lambda rng, rows: [draw(rng, rows) for draw in samplers]


def _shared_cluster_sampler(
    folds: Sequence[JointBuckets], reach: Sequence[IntArray]
) -> FoldsSampler:
    """Return a function that draws clusters of all folds and counts their examples in each fold."""
    n_clusters = int(max(number.max() for number in reach)) + 1
    draw = sampler(np.bincount(np.unique(np.concatenate(reach)), minlength=n_clusters))
    total = np.unique(np.concatenate(reach)).size
    counters = [fold.by_clusters() for fold in folds]

    def draw_folds(rng: np.random.Generator, rows: int) -> list[BothClasses]:
        clusters = draw(rng, np.full(rows, total))
        for number, (_, is_present) in zip(reach, counters, strict=True):
            for of_class in is_present.T:
                _add_missing_class(rng, clusters, number[of_class])
        pairs = zip(reach, counters, strict=True)
        return [count(clusters[:, number]) for number, (count, _) in pairs]

    return draw_folds


def _add_missing_class(rng: np.random.Generator, clusters: Buckets, eligible: IntArray) -> None:
    """Add a random eligible cluster to each resample that has none.

    Redrawing is not feasible: with many folds a resample hardly ever has both classes in all.
    """
    incomplete = np.flatnonzero(~clusters[:, eligible].any(axis=1))
    clusters[incomplete, rng.choice(eligible, incomplete.size)] += 1


def _draw_negatives(rng: np.random.Generator, rows: int, n: int, m: int) -> IntArray:
    """Return the numbers of negatives of unstratified resamples, none of them 0 or all."""
    negatives = rng.binomial(n + m, n / (n + m), rows)
    while np.any(incomplete := (negatives == 0) | (negatives == n + m)):
        negatives[incomplete] = rng.binomial(n + m, n / (n + m), np.count_nonzero(incomplete))
    return negatives


def single_buckets(candidate_set: Candidates) -> JointBuckets:
    """Return the buckets of a single classifier."""
    if candidate_set.design is not None:
        return JointBuckets(
            (candidate_set,), candidate_set.design.negative, candidate_set.design.positive
        )
    n_buckets = candidate_set.fp.size - 1
    bucket = np.arange(n_buckets)[np.newaxis]
    return JointBuckets(
        (candidate_set,),
        Combinations(np.diff(candidate_set.fp), bucket, (n_buckets,)),
        Combinations(np.diff(candidate_set.tp), bucket, (n_buckets,)),
    )


def joint_buckets(
    sources: Sequence[Predictions], *, few: int | None = N_CANDIDATES
) -> JointBuckets:
    """Joint bucket counts of several classifiers, ready for any number of resamplings.

    Parameters
    ----------
    sources : sequence of Predictions
        One or more classifiers that scored the same examples in the same order.
    few : int or None
        As for `candidates`.

    Returns
    -------
    JointBuckets
        Examples of both classes, by combination of buckets.

    Raises
    ------
    CostCurveError
        If labels, weights or clusters differ.

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
    normalized = [normalize_weights(source) for source in sources]
    bucket = np.stack([bucket_indices(*pair) for pair in zip(normalized, each, strict=True)])
    n_buckets = tuple(candidate_set.fp.size - 1 for candidate_set in each)
    negative, positive = (
        class_combinations(normalized[0], bucket, n_buckets, label) for label in (False, True)
    )
    return JointBuckets(each, negative, positive)


def _check_same(sources: Sequence[Predictions]) -> None:
    """Raise if classifiers were not tested on the same examples."""
    if not sources:
        raise CostCurveError("must have at least one classifier", where="sources", got="none")
    first = sources[0]
    for position, source in enumerate(sources):
        different = [
            column
            for name, column in _SHARED_COLUMNS.items()
            if not arrays_equal(getattr(source, name), getattr(first, name))
        ]
        if different or source.weights_are != first.weights_are:
            raise CostCurveError(
                "must have the same examples in the same order as sources[0]",
                where=f"sources[{position}]",
                got=f"other {different[0] if different else 'weights'} than sources[0] has",
                fix="Score one test set with all of them: the variance of a difference depends on "
                "which examples both get wrong.",
            )


def bucket_indices(source: Predictions, candidate_set: Candidates) -> IntArray:
    """Return the bucket of each example: the number of thresholds above its score, minus 1."""
    return np.searchsorted(-candidate_set.threshold[1:], -source.score)


def class_combinations(
    source: Predictions,
    bucket: IntArray,
    n_buckets: tuple[int, ...],
    label: bool,  # noqa: FBT001 (a class)
) -> Combinations:
    """Return the bucket combinations of one class, with their weights and clusters.

    `source` has normalised weights; `bucket` has shape (n_classifiers, n_examples), both classes.
    """
    members = source.positive == label
    times = weight = cluster = None
    if source.weight is not None and source.weighted:
        weight = source.weight[members]
    elif source.weight is not None:
        times = source.weight[members].astype(np.int64)
    if source.clusters is not None:
        cluster = source.clusters[members], int(source.clusters.max()) + 1
    return merge_combinations(
        bucket[:, members], n_buckets, times=times, weight=weight, cluster=cluster
    )


def merge_combinations(
    bucket: IntArray,
    n_buckets: tuple[int, ...],
    *,
    times: IntArray | None = None,
    weight: FloatArray | None = None,
    cluster: tuple[IntArray, int] | None = None,
) -> Combinations:
    """Return the combinations of buckets, with equal examples merged if that fits in 64 bits.

    Examples are equal if they have the same buckets, weight and cluster. `bucket` has shape
    (n_classifiers, n_examples); `times` is the frequency of each example; `cluster` holds the
    clusters and their number.
    """
    if weight is not None and weight.size > _ALL_WEIGHTS:
        weight = _merge_weights(bucket, n_buckets, weight)
    rows, sizes, values = [*bucket], [*n_buckets], None
    if weight is not None:
        values, code = np.unique(weight, return_inverse=True)
        rows, sizes = [*rows, code], [*sizes, values.size]
    if cluster is not None:
        rows, sizes = [*rows, cluster[0]], [*sizes, cluster[1]]
    count, columns = _count_unique(rows, sizes, times)
    return Combinations(
        count,
        np.stack(columns[: len(n_buckets)]),
        n_buckets,
        weight=None if values is None else values[columns[len(n_buckets)]],
        cluster=None if cluster is None else columns[-1],
        n_clusters=0 if cluster is None else cluster[1],
    )


def _merge_weights(bucket: IntArray, n_buckets: tuple[int, ...], weight: FloatArray) -> FloatArray:
    """Replace nearly equal weights in the same buckets with their mean.

    Sums over buckets do not change; the variance changes by less than 0.1 %.
    """
    step = np.floor(np.log(weight) / _LOG_STEP).astype(np.int64)
    rows, sizes = [*bucket, step - step.min()], [*n_buckets, int(np.ptp(step)) + 1]
    if prod(sizes) >= _INT64_SAFE:
        return weight
    packed = np.ravel_multi_index(tuple(rows), sizes)
    _, place, count = np.unique(packed, return_inverse=True, return_counts=True)
    mean: FloatArray = np.bincount(place, weight) / count
    return mean[place]


def _count_unique(
    rows: Sequence[IntArray], sizes: Sequence[int], times: IntArray | None
) -> tuple[IntArray, Sequence[IntArray]]:
    """Return the frequency of each distinct column of numbers, and the columns."""
    if prod(sizes) >= _INT64_SAFE:
        return np.ones(rows[0].size, np.int64) if times is None else times, rows
    packed = np.ravel_multi_index(tuple(rows), sizes)
    if times is None:
        unique, count = np.unique(packed, return_counts=True)
    else:
        unique, place = np.unique(packed, return_inverse=True)
        count = np.zeros(unique.size, np.int64)
        np.add.at(count, place, times)
    return count, np.unravel_index(unique, sizes)


# ---- Lower envelopes of many resamples, on a grid of pc


@dataclass(frozen=True, slots=True)
class RowHulls:
    """Vertices of the convex hulls of several resamples, one resample after the other.

    Attributes
    ----------
    fp, tp : ndarray of float64, shape (n_corners,)
        False and true positives at vertex i, or the sums of their weights.
    first, last : ndarray of int64, shape (n_corners,)
        First and last threshold with these counts in this resample.
    row : ndarray of int64, shape (n_corners,)
        Resample of vertex i, in increasing order.
    start : ndarray of int64, shape (n_rows,)
        Position of the first vertex of each resample.
    """

    fp: FloatArray
    tp: FloatArray
    first: IntArray
    last: IntArray
    row: IntArray
    start: IntArray


def row_hulls(negative: NDArray[Any], positive: NDArray[Any]) -> RowHulls:
    """Return the convex hull of each resample, from counts in buckets of shape (n_rows, n_buckets).

    Counts are compared exactly as long as products of the two totals are below 2^53.
    """
    n_rows, n_buckets = negative.shape
    changes = np.ones((n_rows, n_buckets + 1), dtype=bool)
    np.not_equal(negative + positive, 0, out=changes[:, 1:])
    point = np.flatnonzero(changes)
    before_row = np.arange(n_rows) * (n_buckets + 1)
    kept = np.searchsorted(point, before_row)
    fp, tp = (
        cumulative_counts(buckets).ravel()[point].astype(np.float64)
        for buckets in (negative, positive)
    )
    corner = prune_concave(fp, tp, starts=kept)
    first = point[corner]
    row = first // (n_buckets + 1)
    # All thresholds up to the next point have the same counts.
    next_point = np.append(point, n_rows * (n_buckets + 1))[corner + 1]
    return RowHulls(
        fp=fp[corner],
        tp=tp[corner],
        first=first - before_row[row],
        last=next_point - 1 - before_row[row],
        row=row,
        start=np.searchsorted(first, before_row),
    )


def cumulative_counts(buckets: NDArray[Any]) -> NDArray[Any]:
    """Return the cumulative sums of each row, with a leading 0."""
    dtype = np.float64 if buckets.dtype.kind == "f" else np.int64
    counts = np.zeros((buckets.shape[0], buckets.shape[1] + 1), dtype)
    np.cumsum(buckets, axis=1, out=counts[:, 1:])
    return counts


@result
class StoredHulls:
    """Convex hulls of several resamples in compact form, for later queries.

    Attributes
    ----------
    fp, tp : ndarray of int, or of float64 with weights, shape (n_corners,)
        Counts at vertex i in its resample.
    first, last : ndarray of unsigned int, shape (n_corners,)
        First and last threshold with these counts.
    start : ndarray of int64, shape (n_rows,)
        Position of the first vertex of each resample.
    negatives, positives : ndarray of int64, or of float64 with weights, shape (n_rows,)
        Class sizes of each resample.
    """

    fp: CountArray
    tp: CountArray
    first: NDArray[np.unsignedinteger]
    last: NDArray[np.unsignedinteger]
    start: IntArray
    negatives: CountArray
    positives: CountArray

    def best_at(self, pc: float, target: int) -> tuple[IntArray, FloatArray]:
        """Return the position and cost of the optimal threshold of each resample at one pc.

        If several thresholds are equally good, it is the one nearest to position `target`. All
        thresholds between two examples of a resample are equally good, and so are both vertices at
        a turn of its hull.
        """
        fpr, tpr = (
            counts / np.repeat(totals, self._n_corners)
            for counts, totals in ((self.fp, self.negatives), (self.tp, self.positives))
        )
        run, rise = (np.diff(rate, append=0.0) for rate in (fpr, tpr))
        vertex_pc = run / (run + rise)
        vertex_pc[np.append(self.start[1:], vertex_pc.size) - 1] = np.inf
        before, after = (
            self.start + np.add.reduceat(vertex_pc < at, self.start, dtype=np.int64)
            for at in (pc - _SAME_PC, pc + _SAME_PC)
        )
        nearest = [
            np.clip(target, self.first[at].astype(np.int64), self.last[at].astype(np.int64))
            for at in (before, after)
        ]
        distance = [np.abs(position - target) for position in nearest]
        chosen = np.where(distance[0] <= distance[1], *nearest)
        return chosen, fpr[after] * (1.0 - pc) + (1.0 - tpr[after]) * pc

    def costs(
        self, grid: FloatArray, rates: tuple[FloatArray, FloatArray] | None = None
    ) -> Iterator[FloatArray]:
        """Yield the costs (n_rows, n_grid) of the optimal thresholds, for some rows at a time.

        With the `rates` of each threshold on the original examples, these are the costs there.
        """
        for first in range(0, self.start.size, _ROWS):
            rows = slice(first, first + _ROWS)
            negatives, positives = self.negatives[rows], self.positives[rows]
            hulls = self._expand(rows)
            turns = row_turns(hulls, negatives, positives, grid)
            corner = best_corners(hulls, turns, grid.size)
            if rates is None:
                yield row_costs(hulls, corner, negatives, positives, grid)
            else:
                yield original_costs(hulls, turns, corner, rates, grid)

    @property
    def _n_corners(self) -> IntArray:
        """Number of vertices of each resample."""
        return np.diff(self.start, append=self.fp.size)

    def _expand(self, rows: slice) -> RowHulls:
        """Return the hulls of some resamples."""
        n_corners, start = self._n_corners[rows], self.start[rows]
        corners = slice(start[0], start[-1] + n_corners[-1])
        return RowHulls(
            fp=self.fp[corners].astype(np.float64),
            tp=self.tp[corners].astype(np.float64),
            first=self.first[corners].astype(np.int64),
            last=self.last[corners].astype(np.int64),
            row=np.repeat(np.arange(start.size), n_corners),
            start=start - start[0],
        )

    def concatenate(self, more: StoredHulls) -> StoredHulls:
        """Return these resamples with more appended."""
        columns = {
            name: np.concatenate([getattr(self, name), getattr(more, name)])
            for name in ("fp", "tp", "first", "last", "negatives", "positives")
        }
        start = np.append(self.start, more.start + self.fp.size)
        return StoredHulls(**columns, start=start)


_ROWS = 100  # resamples whose costs are computed at once


def store_hulls(
    hulls: RowHulls, negatives: CountArray, positives: CountArray, n_thresholds: int
) -> StoredHulls:
    """Return hulls with thresholds and counts in the smallest type."""
    number = np.min_scalar_type(n_thresholds)
    return StoredHulls(
        fp=smallest_counts(hulls.fp, negatives),
        tp=smallest_counts(hulls.tp, positives),
        first=hulls.first.astype(number),
        last=hulls.last.astype(number),
        start=hulls.start,
        negatives=negatives,
        positives=positives,
    )


def smallest_counts(counts: CountArray, totals: CountArray) -> CountArray:
    """Return counts in the smallest type that holds the totals; sums of weights unchanged."""
    return counts if totals.dtype.kind == "f" else counts.astype(count_dtype(int(totals.max())))


def count_dtype(largest: int) -> np.dtype[Any]:
    """Return the smallest signed integer type of counts up to `largest`."""
    return np.min_scalar_type(-largest)


@dataclass(frozen=True, slots=True)
class RowTurns:
    """Grid positions at which the optimal threshold changes from one vertex to the next.

    Attributes
    ----------
    edge : ndarray of int64, shape (n_turns,)
        Vertex before turn i; the next element is the vertex after it.
    since, after : ndarray of int64, shape (n_turns,)
        First grid position at which the next vertex is also optimal, and at which it is the only
        one. They differ if the grid meets the turn exactly.
    """

    edge: IntArray
    since: IntArray
    after: IntArray


def row_turns(
    hulls: RowHulls, negatives: CountArray, positives: CountArray, grid: FloatArray
) -> RowTurns:
    """Return the grid positions at which each vertex becomes optimal, in the order of vertices."""
    edge = np.flatnonzero(hulls.row[1:] == hulls.row[:-1])
    row = hulls.row[edge]
    run = (hulls.fp[edge + 1] - hulls.fp[edge]) * positives[row]
    rise = (hulls.tp[edge + 1] - hulls.tp[edge]) * negatives[row]
    pc = run / (run + rise)
    since = np.searchsorted(grid, pc)
    after = since + (grid[np.minimum(since, grid.size - 1)] == pc)
    return RowTurns(edge=edge, since=since, after=after)


def best_corners(hulls: RowHulls, turns: RowTurns, n_grid: int) -> IntArray:
    """Return the optimal vertex of each resample at each pc, shape (n_rows, n_grid).

    If two vertices are equally good, it is the later one.
    """
    n_rows = hulls.start.size
    place = hulls.row[turns.edge] * (n_grid + 1) + turns.since
    n_turns = np.bincount(place, minlength=n_rows * (n_grid + 1)).reshape(n_rows, n_grid + 1)
    corner: IntArray = np.cumsum(n_turns[:, :n_grid], axis=1)
    corner += hulls.start[:, np.newaxis]
    return corner


def row_costs(
    hulls: RowHulls,
    corner: IntArray,
    negatives: CountArray,
    positives: CountArray,
    grid: FloatArray,
) -> FloatArray:
    """Return the normalised costs of given vertices, shape (n_rows, n_grid)."""
    fpr = hulls.fp / negatives[hulls.row]
    slope = 1.0 - hulls.tp / positives[hulls.row] - fpr
    cost = slope[corner]
    cost *= grid
    cost += fpr[corner]
    return cost


def original_costs(
    hulls: RowHulls,
    turns: RowTurns,
    corner: IntArray,
    rates: tuple[FloatArray, FloatArray],
    grid: FloatArray,
) -> FloatArray:
    """Return the costs of chosen thresholds on the original examples, shape (n_rows, n_grid).

    Element i of the false and the true positive `rates` belongs to threshold i. Equally good
    thresholds contribute as in `chosen_rates`.
    """
    fpr, tpr = ((rate[hulls.first] + rate[hulls.last]) / 2.0 for rate in rates)
    slope = 1.0 - tpr - fpr
    cost = slope[corner]
    cost *= grid
    cost += fpr[corner]
    is_tied = turns.after > turns.since
    edge, at = turns.edge[is_tied], turns.since[is_tied]
    both = [slope[vertex] * grid[at] + fpr[vertex] for vertex in (edge, edge + 1)]
    cost[hulls.row[edge], at] = (both[0] + both[1]) / 2.0
    return cost


def chosen_rates(hulls: RowHulls, turns: RowTurns, rate: FloatArray, n_grid: int) -> FloatArray:
    """Return the rate of the chosen thresholds, summed over resamples, shape (n_grid,).

    Element i of `rate` belongs to threshold i, for instance its rate on the original examples. If
    several thresholds are equally good in a resample, the mean of the first and the last one is
    used.
    """
    return sum_over_rows(hulls, turns, (rate[hulls.first] + rate[hulls.last]) / 2.0, n_grid)


def sum_over_rows(hulls: RowHulls, turns: RowTurns, value: FloatArray, n_grid: int) -> FloatArray:
    """Return the value of the vertices that resamples choose, summed over them, shape (n_grid,).

    Where the grid meets a turn, the mean of both vertices is taken.
    """
    step = (value[turns.edge + 1] - value[turns.edge]) / 2.0
    jump = sum(
        np.bincount(since, weights=step, minlength=n_grid + 1)
        for since in (turns.since, turns.after)
    )
    total: FloatArray = np.cumsum(jump)[:n_grid] + value[hulls.start].sum()
    return total
