"""Confidence intervals of a total cost and of a difference of two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Generic, Self, TypeVar

import numpy as np

from cc_widgets.core.conditions import Range
from cc_widgets.core.multiclass.matrices import (
    ConfusionMatrix,
    CostMatrix,
    PairedMatrix,
    cell_costs,
    check_confusion_matrix,
    check_paired_matrix,
)
from cc_widgets.core.results import LEVEL, BoolArray, CountArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.bands import OrderRule, normal_quantile, order_ranks
from cc_widgets.core.uncertainty.percentiles import pseudo_count_note
from cc_widgets.core.uncertainty.sampling import stream
from cc_widgets.core.validation import as_number, read_list, read_number
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "CostDifference",
    "CostInterval",
    "CostOutcomes",
    "NormalInterval",
    "RareCells",
    "paired_z",
    "rare_cells",
    "z_interval",
]

# ---- Expensive cells with at most one example


_UNSEEN_COUNTS = 3.0, 3.74  # upper 95% limit of a Poisson mean less the count, 0 or 1


@result
class RareCells:
    """Cells with at most one example, each of which alone could change the conclusion.

    Attributes
    ----------
    cells : ndarray of int64, shape (n_cells, 2) or (n_cells, 3)
        Row c has the true class and the predicted class, or both predicted classes, as
        positions in `classes`.
    counts : ndarray of int64, shape (n_cells,)
        Element c is the number of examples in cell c, 0 or 1.
    cost : ndarray of float64, shape (n_cells,)
        Element c is the cost, or difference in cost, of one example in cell c.
    reach : ndarray of float64, shape (n_cells,)
        Element c is the greatest cost per example that cell c may add to the observed cost, at the
        upper 95% limit of its frequency (without examples, the rule of three); sorted by absolute
        value, greatest first.
    limit : float
        Value that each absolute `reach` exceeds.
    classes : tuple of labels
        Names of the classes.
    """

    cells: IntArray
    counts: IntArray
    cost: FloatArray
    reach: FloatArray
    limit: float
    classes: tuple[Any, ...]

    @property
    def has_cells(self) -> bool:
        """Whether any such cells exist."""
        return bool(self.cost.size)

    @property
    def text(self) -> str:
        """Warning for the user; empty if there are no such cells."""
        if not self.has_cells:
            return ""
        true, *answers = (self.classes[position] for position in self.cells[0])
        number = "1 dear cell was" if self.cost.size == 1 else f"{self.cost.size} dear cells were"
        often = "seen at most once" if self.counts.any() else "never seen"
        return (
            f"{number} {often}. Class {true} called {' and '.join(map(str, answers))} at a "
            f"cost of {self.cost[0]:g} may alone add up to {self.reach[0]:.3g} per example "
            "(upper 95 % limit): the test set may be too small."
        )


def rare_cells(
    counts: CountArray, cost: FloatArray, limit: float, classes: tuple[Any, ...]
) -> RareCells:
    """Cells with at most one example whose cost could change the conclusion.

    Parameters
    ----------
    counts, cost : ndarray, shape (k, k) or (k, k, k)
        Number of examples in each cell, and the cost of one example in it.
    limit : float
        Cost per example, at least 0, above which a cell matters.
    classes : tuple of k labels
        Names of the classes.

    Returns
    -------
    RareCells
        The most expensive first.

    References
    ----------
    J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?
    Interpreting zero numerators", Journal of the American Medical Association 249, 1983.

    Examples
    --------
    >>> rare = rare_cells(np.array([[90, 0], [1, 9]]), np.array([[0, 80], [5, 0]]), 1, ("n", "v"))
    >>> rare.cells, rare.reach
    (array([[0, 1]]), array([2.4]))
    """
    threshold = read_number("limit", limit, "Pass the cost per example above which a cell matters.")
    labels = read_list("classes", classes)
    consistent = counts.shape == cost.shape and counts.shape == (len(labels),) * counts.ndim
    if not consistent or counts.ndim < 2 or not counts.sum() > 0:  # noqa: PLR2004
        raise CostCurveError(
            "must have the same shape as the costs, with one class for each row",
            where="counts",
            got=f"shapes {counts.shape} and {cost.shape}, {len(labels)} classes",
        )
    unseen_counts = np.select([counts == 0, counts == 1], _UNSEEN_COUNTS, 0.0)
    reach = unseen_counts / counts.sum() * cost
    cells = np.argwhere(np.abs(reach) > threshold)
    order = np.argsort(-np.abs(reach[tuple(cells.T)]), kind="stable")
    cells = cells[order].astype(np.int64)
    rare = tuple(cells.T)
    return RareCells(
        cells=cells,
        counts=counts[rare].astype(np.int64),
        cost=cost[rare].astype(np.float64),
        reach=reach[rare],
        limit=threshold,
        classes=tuple(labels),
    )


# ---- Bootstrap intervals, from which intervals of any level can be computed


@result
class CostInterval:
    """Bootstrap confidence interval of the expected cost of a classifier.

    Attributes
    ----------
    resamples : ndarray of float64, shape (n_resamples,)
        Sorted total costs of the resampled test sets.
    observed_total : float
        Total cost of the test set.
    mean_total, sd_total : float
        Exact mean and standard deviation of the resampled totals. The mean differs from
        `observed_total` by the Laplace correction.
    n_examples : int
        Size of the test set and of each resample.
    level : float
        Confidence level: nominal coverage over repeated test sets.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Rule that selects the limits from the sorted resamples.
    pseudo_count : float
        Laplace correction (lambda), added to each cell before resampling.
    seed : int
        Seed; passing it as `rng` reproduces the resamples.
    rare : RareCells
        Cells with at most one example that are expensive enough to make the interval misleading.
    """

    resamples: FloatArray
    observed_total: float
    mean_total: float
    sd_total: float
    n_examples: int
    level: float
    rule: OrderRule
    pseudo_count: float
    seed: int
    rare: RareCells

    @property
    def method(self) -> str:
        """Name of the method."""
        return "BCOST"

    @property
    def n_resamples(self) -> int:
        """Number of bootstrap resamples."""
        return self.resamples.size

    @property
    def total(self) -> Range:
        """Confidence interval of the total cost of a test set of this size."""
        lower, upper = order_ranks(self.level, self.n_resamples, self.rule)
        return Range(float(self.resamples[lower - 1]), float(self.resamples[upper - 1]))

    @property
    def per_example(self) -> Range:
        """Confidence interval of the mean cost per example."""
        total = self.total
        return Range(total.low / self.n_examples, total.high / self.n_examples)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings for the user, if any."""
        return (self.rare.text,) if self.rare.has_cells else ()

    @property
    def covers(self) -> str:
        """Sentence that describes the coverage of the interval."""
        method = self.method + pseudo_count_note(self.pseudo_count)
        return (
            f"{100 * self.level:g} % interval ({method}, "
            f"{self.n_resamples:,} resamples of {self.n_examples:,} examples). It reflects the "
            "choice of the test set only, not of the training set."
        )

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """Return the interval at another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Rule that selects the limits from the sorted resamples; by default that of this
            interval.

        Returns
        -------
        CostInterval
            Interval of the same class.

        Raises
        ------
        CostCurveError
            If there are too few resamples for the level.
        """
        rule = self.rule if rule is None else rule
        order_ranks(level, self.n_resamples, rule)
        return replace(self, level=level, rule=rule)


@result
class CostDifference(CostInterval):
    """Bootstrap confidence interval of the cost of one classifier minus the cost of another.

    It has the attributes of `CostInterval`, for the difference of the two costs.
    """

    @property
    def method(self) -> str:
        """Name of the method."""
        return "BDELTACOST"

    @property
    def rejected(self) -> bool:
        """Whether the closed interval excludes 0, so that the costs differ significantly."""
        return excludes_zero(self.total)


def excludes_zero(limits: Range) -> bool:
    """Return whether a closed interval excludes 0."""
    return limits.low > 0.0 or limits.high < 0.0


# ---- Costs of resampled confusion matrices: simulated, and their exact moments


_MAX_PSEUDO_COUNT = 1e100  # avoids overflow of sums
_BLOCK = 1 << 21  # cells in memory at a time; it does not change the random numbers
_NOISE = 16.0 * np.finfo(np.float64).eps


@dataclass(frozen=True, slots=True)
class CostMoments:
    """Exact mean and standard deviation of the total cost of a resampled test set.

    Attributes
    ----------
    mean, sd : float
        Limits of the sample mean and standard deviation for infinitely many resamples.
    """

    mean: float
    sd: float


def count_examples(counts: CountArray) -> int:
    """Return the number of examples; raise unless the counts are integers."""
    if counts.dtype.kind != "i":
        raise CostCurveError(
            "must have integer counts",
            where="matrix",
            got=shown(counts[counts != np.floor(counts)][0].item()),
            fix="Count each example once, without weights.",
        )
    return int(counts.sum())


def add_pseudo_count(counts: CountArray, pseudo_count: object) -> FloatArray:
    """Return the counts with a pseudo-count, at least 0, added to every cell."""
    number = as_number(pseudo_count)
    if number is None or not 0.0 <= number <= _MAX_PSEUDO_COUNT:
        raise CostCurveError(
            "must be finite and at least 0",
            where="pseudo_count",
            got=shown(pseudo_count),
            fix="Pass 0.1 for one classifier and 0 for the difference of two.",
        )
    return np.asarray(counts + np.float64(number))


def cell_probabilities(counts: CountArray, pseudo_count: object) -> FloatArray:
    """Return the probabilities of the cells with a Laplace correction; their sum is 1."""
    cells = add_pseudo_count(counts, pseudo_count)
    return np.asarray(cells / cells.sum())


def cost_moments(probability: FloatArray, cost: FloatArray, n_examples: int) -> CostMoments:
    """Return the moments of the total cost of n examples drawn from the cells."""
    mean = float(np.sum(probability * cost))
    size = float(np.max(np.abs(cost - mean))) or 1.0  # avoids overflow of squares
    variance = float(np.sum(probability * ((cost - mean) / size) ** 2))
    return CostMoments(n_examples * mean, size * sqrt(n_examples * variance))


def resampled_totals(
    probability: FloatArray, costs: FloatArray, n_examples: int, n_resamples: int, seed: int
) -> FloatArray:
    """Return the total costs of multinomial resamples under each of several cost matrices.

    `probability` has shape (n_cells,), `costs` (n_matrices, n_cells), the result (n_matrices,
    n_resamples). Each row is sorted; totals smaller than their rounding error are 0. Resamples
    depend on the seed only, not on the costs.
    """
    # NumPy assigns the rounding error to the last cell, which must not have probability 0.
    order = np.argsort(-probability, kind="stable")[: np.count_nonzero(probability)]
    share = probability[order] / probability[order].sum()
    weights = costs[:, order]
    generator = stream(seed, 0)
    block = max(1, _BLOCK // order.size)
    totals = np.empty((len(costs), n_resamples))
    for start in range(0, n_resamples, block):
        size = min(block, n_resamples - start)
        resamples = generator.multinomial(n_examples, share, size=size).astype(np.float64)
        totals[:, start : start + size] = weights @ resamples.T
    error = _NOISE * order.size * n_examples * (np.abs(weights) @ share)
    totals[np.abs(totals) <= error[:, np.newaxis]] = 0.0
    totals.sort(axis=1)
    return totals


# ---- Normal approximation of the mean cost, for comparison with the bootstrap


@dataclass(frozen=True, slots=True)
class NormalInterval:
    """Normal confidence interval of the mean cost per example, or of the mean difference.

    Attributes
    ----------
    mean_per_example : float
        Mean over the test set.
    standard_error : float
        Standard deviation of the costs of the examples, divided by the square root of n.
    n_examples : int
        Size of the test set.
    level : float
        Confidence level: nominal coverage if the mean is normally distributed.
    """

    mean_per_example: float
    standard_error: float
    n_examples: int
    level: float

    @property
    def per_example(self) -> Range:
        """Confidence interval of the mean cost per example."""
        margin = normal_quantile(self.level) * self.standard_error
        return Range(self.mean_per_example - margin, self.mean_per_example + margin)

    @property
    def total(self) -> Range:
        """Confidence interval of the total cost of a test set of this size."""
        limits = self.per_example
        return Range(self.n_examples * limits.low, self.n_examples * limits.high)

    @property
    def rejected(self) -> bool:
        """Whether the closed interval excludes 0; for a difference, whether it is significant."""
        return excludes_zero(self.per_example)


def z_interval(
    matrix: ConfusionMatrix, cost: CostMatrix, *, level: float = LEVEL
) -> NormalInterval:
    """Normal confidence interval of the mean cost per example.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Confusion matrix of the test set, in counts.
    cost : CostMatrix
        Costs for the same classes.
    level : float
        Confidence level.

    Returns
    -------
    NormalInterval
        Interval of the mean.

    Raises
    ------
    CostCurveError
        If the matrix is not a `ConfusionMatrix`, has fewer than two examples, or has counts that
        are not integers.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix, cost_matrix
    >>> interval = z_interval(confusion_matrix([[32, 0], [9, 9]]), cost_matrix([[0, 1], [5, 0]]))
    >>> interval.mean_per_example
    0.9
    """
    check_confusion_matrix(matrix)
    return _normal(matrix.counts, cell_costs(matrix, cost), level)


def paired_z(matrix: PairedMatrix, cost: CostMatrix, *, level: float = LEVEL) -> NormalInterval:
    """Normal confidence interval of the mean difference in cost of two classifiers (paired z test).

    Parameters
    ----------
    matrix : PairedMatrix
        Joint confusion matrix of both classifiers on the same test set.
    cost : CostMatrix
        Costs for the same classes.
    level : float
        Confidence level.

    Returns
    -------
    NormalInterval
        Confidence interval for the difference in mean cost, first minus second.

    Raises
    ------
    CostCurveError
        If the matrix is not a `PairedMatrix`, has fewer than two examples, or has counts that are
        not integers.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import cost_matrix, paired_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> paired_z(both, cost_matrix([[0, 1], [5, 0]])).rejected
    True
    """
    check_paired_matrix(matrix)
    return _normal(matrix.counts, cell_costs(matrix, cost), level)


def _normal(counts: CountArray, cost: FloatArray, level: float) -> NormalInterval:
    """Return the normal interval of the mean cost over the examples."""
    n_examples = count_examples(counts)
    if n_examples < 2:  # noqa: PLR2004
        raise CostCurveError("must have at least two examples", where="matrix", got="1 example")
    normal_quantile(level)
    error = cost_moments(counts / n_examples, cost, 1).sd / sqrt(n_examples - 1)
    return NormalInterval(float(np.sum(counts * cost)) / n_examples, error, n_examples, level)


# ---- Intervals under several cost matrices


IntervalT = TypeVar("IntervalT", bound=CostInterval)


@result
class CostOutcomes(Generic[IntervalT]):
    """Confidence intervals under several cost matrices.

    Attributes
    ----------
    costs : tuple of CostMatrix
        The cost matrices.
    intervals : tuple of CostInterval or of CostDifference
        Element m belongs to cost matrix m; all come from the same resamples.
    """

    costs: tuple[CostMatrix, ...]
    intervals: tuple[IntervalT, ...]

    @property
    def per_example(self) -> Range:
        """Range from the lowest lower limit to the highest upper limit, per example."""
        limits = [interval.per_example for interval in self.intervals]
        return Range(min(each.low for each in limits), max(each.high for each in limits))

    @property
    def observed_per_example(self) -> FloatArray:
        """Mean cost per example of the test set under each cost matrix."""
        return np.array([each.observed_total / each.n_examples for each in self.intervals])

    @property
    def excludes_zero(self) -> BoolArray:
        """Whether the interval under each cost matrix excludes 0."""
        return np.array([excludes_zero(interval.total) for interval in self.intervals])

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """Return the intervals at another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Rule that selects the limits from the sorted resamples; by default that of this
            interval.

        Returns
        -------
        CostOutcomes
            For the same cost matrices.
        """
        return replace(self, intervals=tuple(each.at(level, rule) for each in self.intervals))
