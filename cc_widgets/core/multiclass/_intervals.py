"""Intervals of a total cost and of a difference of two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Generic, Self, TypeVar

import numpy as np

from cc_widgets.core._conditions import Range
from cc_widgets.core._reading import as_number, read_list, read_number
from cc_widgets.core._results import LEVEL, BoolArray, CountArray, FloatArray, IntArray, result
from cc_widgets.core.multiclass._matrices import (
    ConfusionMatrix,
    CostMatrix,
    PairedMatrix,
    cell_costs,
    check_paired,
    check_single,
)
from cc_widgets.core.uncertainty._band import OrderRule, normal_quantile, order_ranks
from cc_widgets.core.uncertainty._draws import stream
from cc_widgets.core.uncertainty._exact import pseudo_count_note
from cc_widgets.errors import CostCurveError, shown

# ---- Dear cells that no example fell into: what the test set cannot tell


_RULE_OF_THREE = 3.0  # with probability 0.95, what never happened in n cases is rarer than 3 / n


@result
class UnseenCells:
    """Cells without examples, each of which alone could change the picture.

    Attributes
    ----------
    cells : ndarray of int64, shape (n_cells, 2) or (n_cells, 3)
        Row c holds the true class and the answer, or both answers, as positions in `classes`.
    cost : ndarray of float64, shape (n_cells,)
        Element c is the cost of one such example, or the difference in cost.
    reach : ndarray of float64, shape (n_cells,)
        Element c is what cell c may add to the cost of an average example, by the rule of
        three. Sorted by size, the greatest first.
    limit : float
        What each of them exceeds.
    classes : tuple of labels
        What the classes are called.
    """

    cells: IntArray
    cost: FloatArray
    reach: FloatArray
    limit: float
    classes: tuple[Any, ...]

    @property
    def found(self) -> bool:
        """Whether there is any."""
        return bool(self.cost.size)

    @property
    def text(self) -> str:
        """A warning for the reader; empty if there is nothing to warn of."""
        if not self.found:
            return ""
        true, *answers = (self.classes[position] for position in self.cells[0])
        number = "1 dear cell was" if self.cost.size == 1 else f"{self.cost.size} dear cells were"
        return (
            f"{number} never seen. Class {true} called {' and '.join(map(str, answers))} at a "
            f"cost of {self.cost[0]:g} may alone add up to {self.reach[0]:.3g} per example "
            "(rule of three): the test set may be too small."
        )


def unseen_cells(
    counts: CountArray, cost: FloatArray, limit: float, classes: tuple[Any, ...]
) -> UnseenCells:
    """Cells without examples whose cost could change the picture.

    Parameters
    ----------
    counts, cost : ndarray, shape (k, k) or (k, k, k)
        How often each cell was seen, and what one example in it costs.
    limit : float
        Cost per example, 0 or more, above which a cell matters.
    classes : tuple of k labels
        What the classes are called.

    Returns
    -------
    UnseenCells
        The dearest first.

    Examples
    --------
    >>> rare = unseen_cells(np.array([[90, 0], [1, 9]]), np.array([[0, 80], [5, 0]]), 1, ("n", "v"))
    >>> rare.cells, rare.reach
    (array([[0, 1]]), array([2.4]))
    """
    least = read_number("limit", limit, "Pass the cost per example above which a cell matters.")
    known = read_list("classes", classes)
    same = counts.shape == cost.shape and counts.shape == (len(known),) * counts.ndim
    if not same or counts.ndim < 2 or not counts.sum() > 0:  # noqa: PLR2004
        raise CostCurveError(
            "counts, costs and classes must be those of one matrix",
            where="counts",
            got=f"shapes {counts.shape} and {cost.shape}, {len(known)} classes",
        )
    reach = _RULE_OF_THREE / counts.sum() * cost
    where = np.argwhere((counts == 0) & (np.abs(reach) > least))
    found = tuple(where.T)
    order = np.argsort(-np.abs(reach[found]), kind="stable")
    return UnseenCells(
        cells=where[order].astype(np.int64),
        cost=cost[found][order].astype(np.float64),
        reach=reach[found][order],
        limit=least,
        classes=tuple(known),
    )


# ---- Intervals from resampled costs, which answer for any level without new draws


@result
class CostInterval:
    """What a classifier costs, and between which limits, from resampled test sets.

    Attributes
    ----------
    resamples : ndarray of float64, shape (n_resamples,)
        Total costs of the resampled test sets, sorted.
    observed_total : float
        Cost of the test set itself.
    mean_total, sd_total : float
        Mean and standard deviation of the totals of infinitely many resamples, exactly. The
        mean differs from `observed_total` by the Laplace correction.
    n_examples : int
        Size of the test set, and of each resample.
    level : float
        How often such limits hold the true cost, over test sets.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which of the sorted resamples are the limits.
    pseudo_count : float
        Added to each cell before test sets are drawn: the lambda of the Laplace correction.
    seed : int
        Given again as `rng`, it leads to the same resamples.
    unseen : UnseenCells
        Empty cells so dear that the limits may mislead.
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
    unseen: UnseenCells

    @property
    def method(self) -> str:
        """How the limits were computed."""
        return "BCOST"

    @property
    def n_resamples(self) -> int:
        """How many test sets were drawn."""
        return self.resamples.size

    @property
    def total(self) -> Range:
        """Limits for the cost of a test set of this size."""
        lower, upper = order_ranks(self.level, self.n_resamples, self.rule)
        return Range(float(self.resamples[lower - 1]), float(self.resamples[upper - 1]))

    @property
    def per_example(self) -> Range:
        """Limits for the mean cost of one example."""
        total = self.total
        return Range(total.low / self.n_examples, total.high / self.n_examples)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader must be warned of; empty if nothing."""
        return (self.unseen.text,) if self.unseen.found else ()

    @property
    def covers(self) -> str:
        """What the limits cover, in a sentence for their reader."""
        method = self.method + pseudo_count_note(self.pseudo_count)
        return (
            f"{100 * self.level:g} % interval ({method}, "
            f"{self.n_resamples:,} resamples of {self.n_examples:,} examples). It reflects the "
            "choice of the test set only, not of the training set."
        )

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """The interval for another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Another choice among the sorted resamples.

        Returns
        -------
        CostInterval
            Of the same class as this one.

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
    """How much more the first of two classifiers costs, from resampled test sets.

    The attributes are those of `CostInterval`, for the difference of the two costs.
    """

    @property
    def method(self) -> str:
        """How the limits were computed."""
        return "BDELTACOST"

    @property
    def rejected(self) -> bool:
        """Whether 0 lies outside of the closed interval: the costs differ."""
        return excludes_zero(self.total)


def excludes_zero(limits: Range) -> bool:
    """Whether a closed interval leaves 0 out.

    Parameters
    ----------
    limits : Range
        Its ends.

    Returns
    -------
    bool
        False if an end is 0, also when both are.

    Examples
    --------
    >>> excludes_zero(Range(0.0, 3.0)), excludes_zero(Range(0.0, 0.0)), excludes_zero(Range(1, 3))
    (False, False, True)
    """
    return limits.low > 0.0 or limits.high < 0.0


# ---- Resampled confusion matrices and what they cost: drawn, and in closed form


_MOST = 1e100  # whose sums floats can hold
_BLOCK = 1 << 21  # cells held at a time; the numbers drawn do not depend on it
_NOISE = 16.0 * np.finfo(np.float64).eps


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact mean and standard deviation of the total cost of a resampled test set.

    Attributes
    ----------
    mean, sd : float
        What infinitely many resamples would show.
    """

    mean: float
    sd: float


def whole_total(counts: CountArray) -> int:
    """The number of examples.

    Parameters
    ----------
    counts : ndarray
        Of examples, not of weights.

    Returns
    -------
    int
        Their sum.

    Raises
    ------
    CostCurveError
        If they are not whole numbers.

    Examples
    --------
    >>> whole_total(np.array([[6, 4], [3, 17]]))
    30
    """
    if counts.dtype.kind != "i":
        raise CostCurveError(
            "the examples of a test set must be whole numbers",
            where="matrix",
            got=shown(counts[counts != np.floor(counts)][0].item()),
            fix="Count every example once: weights do not say how many there are.",
        )
    return int(counts.sum())


def raised(counts: CountArray, pseudo_count: object) -> FloatArray:
    """Counts with the pseudo-count added to every cell.

    Parameters
    ----------
    counts : ndarray
        How often each cell was seen.
    pseudo_count : float
        What is added; 0 for no correction.

    Returns
    -------
    ndarray of float64
        In the same shape.

    Raises
    ------
    CostCurveError
        If the correction is no finite number from 0.

    Examples
    --------
    >>> raised(np.array([3, 0]), 0.5)
    array([3.5, 0.5])
    """
    number = as_number(pseudo_count)
    if number is None or not 0.0 <= number <= _MOST:
        raise CostCurveError(
            "must be a finite number, 0 or more",
            where="pseudo_count",
            got=shown(pseudo_count),
            fix="Pass 0.1 for one classifier and 0 for the difference of two.",
        )
    cells: FloatArray = counts + np.float64(number)
    return cells


def smoothed(counts: CountArray, pseudo_count: object) -> FloatArray:
    """The probabilities of the cells with a Laplace correction.

    Parameters
    ----------
    counts : ndarray
        How often each cell was seen.
    pseudo_count : float
        What is added to each of them; 0 for no correction.

    Returns
    -------
    ndarray of float64
        In the same shape; they add up to 1.

    Examples
    --------
    >>> smoothed(np.array([[3, 1], [0, 4]]), 0.5)
    array([[0.35, 0.15],
           [0.05, 0.45]])
    """
    cells = raised(counts, pseudo_count)
    share: FloatArray = cells / cells.sum()
    return share


def moments(probability: FloatArray, cost: FloatArray, n_examples: int) -> Moments:
    """Mean and standard deviation of what n examples cost together.

    Parameters
    ----------
    probability, cost : ndarray of float64
        Of the cells, in one shape.
    n_examples : int
        How many are drawn, each on its own.

    Returns
    -------
    Moments
        Exact.

    Examples
    --------
    >>> moments(np.array([0.8, 0.2]), np.array([0.0, 5.0]), 100)
    Moments(mean=100.0, sd=20.0)
    """
    mean = float(np.sum(probability * cost))
    size = float(np.max(np.abs(cost - mean))) or 1.0  # squares of huge costs would overflow
    variance = float(np.sum(probability * ((cost - mean) / size) ** 2))
    return Moments(n_examples * mean, size * sqrt(n_examples * variance))


def resampled_totals(
    probability: FloatArray, costs: FloatArray, n_examples: int, n_resamples: int, seed: int
) -> FloatArray:
    """Total costs of drawn test sets, whose class totals vary from one to the next.

    Parameters
    ----------
    probability : ndarray of float64, shape (n_cells,)
        Of the cells.
    costs : ndarray of float64, shape (n_matrices, n_cells)
        What a cell costs, under one matrix of costs or several.
    n_examples, n_resamples : int
        Examples in each test set, and number of test sets.
    seed : int
        The same test sets for the same seed, whatever the costs.

    Returns
    -------
    ndarray of float64, shape (n_matrices, n_resamples)
        Each row sorted. Element [m, b] is the b-th smallest total under matrix m; what is
        smaller than the error of the sums is 0.

    Examples
    --------
    >>> resampled_totals(np.array([0.5, 0.5]), np.array([[1.0, 1.0]]), 10, 3, seed=0)
    array([[10., 10., 10.]])
    """
    # The last cell gets what rounding leaves over: it must be one that can happen.
    order = np.argsort(-probability, kind="stable")[: np.count_nonzero(probability)]
    share = probability[order] / probability[order].sum()
    weights = costs[:, order]
    generator = stream(seed, 0)
    block = max(1, _BLOCK // order.size)
    totals = np.empty((len(costs), n_resamples))
    for start in range(0, n_resamples, block):
        size = min(block, n_resamples - start)
        drawn = generator.multinomial(n_examples, share, size=size).astype(np.float64)
        totals[:, start : start + size] = weights @ drawn.T
    error = _NOISE * order.size * n_examples * (np.abs(weights) @ share)
    totals[np.abs(totals) <= error[:, np.newaxis]] = 0.0
    totals.sort(axis=1)
    return totals


# ---- Normal intervals for the mean cost, beside which the bootstrap can be judged


@dataclass(frozen=True, slots=True)
class NormalInterval:
    """Mean cost of an example, or mean difference, with normal limits.

    Attributes
    ----------
    mean_per_example : float
        Of the test set.
    standard_error : float
        Standard deviation of the costs of the examples, over the root of their number.
    n_examples : int
        How many there are.
    level : float
        How often such limits hold the truth, if the mean is normally distributed.
    """

    mean_per_example: float
    standard_error: float
    n_examples: int
    level: float

    @property
    def per_example(self) -> Range:
        """Limits for the mean cost of one example."""
        reach = normal_quantile(self.level) * self.standard_error
        return Range(self.mean_per_example - reach, self.mean_per_example + reach)

    @property
    def total(self) -> Range:
        """Limits for the cost of a test set of this size."""
        limits = self.per_example
        return Range(self.n_examples * limits.low, self.n_examples * limits.high)

    @property
    def rejected(self) -> bool:
        """Whether 0 lies outside of the closed interval: for a difference, the costs differ."""
        return excludes_zero(self.per_example)


def z_interval(
    matrix: ConfusionMatrix, cost: CostMatrix, *, level: float = LEVEL
) -> NormalInterval:
    """Normal limits of the mean cost of an example.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of the test set, in counts.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.

    Returns
    -------
    NormalInterval
        Of the mean.

    Raises
    ------
    CostCurveError
        If this is no such matrix, has fewer than two examples, or counts that are not whole.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> from cc_widgets.core.multiclass import cost_matrix
    >>> found = z_interval(confusion_matrix([[32, 0], [9, 9]]), cost_matrix([[0, 1], [5, 0]]))
    >>> found.mean_per_example
    0.9
    """
    check_single(matrix)
    return _normal(matrix.counts, cell_costs(matrix, cost), level)


def paired_z(matrix: PairedMatrix, cost: CostMatrix, *, level: float = LEVEL) -> NormalInterval:
    """Normal limits of how much more an example costs with the first of two classifiers.

    Parameters
    ----------
    matrix : PairedMatrix
        Of both classifiers on the same test set.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.

    Returns
    -------
    NormalInterval
        Of the mean difference.

    Raises
    ------
    CostCurveError
        If this is no such matrix, has fewer than two examples, or counts that are not whole.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import paired_matrix
    >>> from cc_widgets.core.multiclass import cost_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> paired_z(both, cost_matrix([[0, 1], [5, 0]])).rejected
    True
    """
    check_paired(matrix)
    return _normal(matrix.counts, cell_costs(matrix, cost), level)


def _normal(counts: CountArray, cost: FloatArray, level: float) -> NormalInterval:
    """Weigh each cell's cost by how often it was seen."""
    n_examples = whole_total(counts)
    if n_examples < 2:  # noqa: PLR2004
        raise CostCurveError(
            "a standard deviation needs two examples or more", where="matrix", got="1 example"
        )
    normal_quantile(level)
    error = moments(counts / n_examples, cost, 1).sd / sqrt(n_examples - 1)
    return NormalInterval(float(np.sum(counts * cost)) / n_examples, error, n_examples, level)


# ---- What several matrices of costs make of the same resampled test sets


AnyInterval = TypeVar("AnyInterval", bound=CostInterval)


@result
class CostOutcomes(Generic[AnyInterval]):
    """Intervals under several matrices of costs.

    Attributes
    ----------
    costs : tuple of CostMatrix
        The matrices.
    intervals : tuple of CostInterval or of CostDifference
        Element m belongs to matrix m; all come from the same resampled test sets.
    """

    costs: tuple[CostMatrix, ...]
    intervals: tuple[AnyInterval, ...]

    @property
    def per_example(self) -> Range:
        """From the least of all lower limits to the greatest of all upper ones."""
        limits = [interval.per_example for interval in self.intervals]
        return Range(min(each.low for each in limits), max(each.high for each in limits))

    @property
    def observed_per_example(self) -> FloatArray:
        """What an example of the test set costs on average, under each matrix."""
        return np.array([each.observed_total / each.n_examples for each in self.intervals])

    @property
    def excludes_zero(self) -> BoolArray:
        """Under which matrices 0 lies outside: for differences, where the costs differ."""
        return np.array([excludes_zero(interval.total) for interval in self.intervals])

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """The intervals for another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Another choice among the sorted resamples.

        Returns
        -------
        CostOutcomes
            For the same matrices.
        """
        return replace(self, intervals=tuple(each.at(level, rule) for each in self.intervals))
