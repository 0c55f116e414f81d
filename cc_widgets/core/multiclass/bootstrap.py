"""Bootstrap confidence intervals of expected cost from confusion matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.conditions import Conditions
from cc_widgets.core.confusion import cell_counts
from cc_widgets.core.counting import Counts
from cc_widgets.core.multiclass.intervals import (
    CostDifference,
    CostInterval,
    CostOutcomes,
    IntervalT,
    add_pseudo_count,
    cell_probabilities,
    cost_moments,
    count_examples,
    rare_cells,
    resampled_totals,
)
from cc_widgets.core.multiclass.matrices import (
    ConfusionMatrix,
    CostMatrix,
    PairedMatrix,
    cell_costs,
    check_confusion_matrix,
    check_paired_matrix,
)
from cc_widgets.core.results import LEVEL, FloatArray
from cc_widgets.core.scores import same_label
from cc_widgets.core.uncertainty.bands import order_ranks
from cc_widgets.core.uncertainty.sampling import Rng, read_seed
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "OperatingPoint",
    "bcost",
    "bcost_each",
    "bdeltacost",
    "bdeltacost_each",
    "one_vs_rest",
    "operating_point",
]

# ---- Intervals under several cost matrices, from the same resamples


# A rare cell matters if it could add this many times the cost, or standard deviations.
_COST_FRACTION = 0.5
_SD_MULTIPLE = 2.0


@dataclass(frozen=True, slots=True)
class _Settings:
    """Validated settings, named as in `CostInterval`."""

    level: float
    pseudo_count: float
    n_resamples: int
    seed: int


def bcost_each(  # noqa: PLR0913 (keyword-only)
    matrix: ConfusionMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostInterval]:
    """Confidence intervals of the expected cost of a classifier under several cost matrices.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Confusion matrix of the test set, in counts.
    costs : sequence of CostMatrix
        The cost matrices; `CostRanges` draws them from ranges or from a cost model.
    level, pseudo_count, n_resamples, rng
        See `bcost`.

    Returns
    -------
    CostOutcomes of CostInterval
        Element m belongs to cost matrix m.

    Raises
    ------
    CostCurveError
        As for `bcost`, or if there is no cost matrix.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive evaluation
    of classifiers", ICML 2000.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix, cost_ranges
    >>> costs = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    >>> bcost_each(confusion_matrix([[6, 4], [4, 16]]), costs.ends, rng=0).observed_per_example
    array([0.8       , 6.93333333])
    """
    check_confusion_matrix(matrix)
    settings = _read_settings(level, pseudo_count, n_resamples, rng)
    return _bootstrap(matrix, tuple(costs), settings, CostInterval)


def bdeltacost_each(  # noqa: PLR0913 (keyword-only)
    matrix: PairedMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostDifference]:
    """Confidence intervals of the difference in cost of two classifiers, under several matrices.

    Parameters
    ----------
    matrix : PairedMatrix
        Joint confusion matrix of both classifiers on the same test set.
    costs : sequence of CostMatrix
        The cost matrices; `CostRanges` draws them from ranges or from a cost model.
    level, pseudo_count, n_resamples, rng
        See `bdeltacost`.

    Returns
    -------
    CostOutcomes of CostDifference
        Element m belongs to cost matrix m.

    Raises
    ------
    CostCurveError
        As for `bdeltacost`, or if there is no cost matrix.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive evaluation
    of classifiers", ICML 2000.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import cost_model, paired_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> costs = cost_model("M1", [0.5, 0.5]).draw(3, rng=0)
    >>> bdeltacost_each(both, costs, rng=0).excludes_zero
    array([ True,  True,  True])
    """
    check_paired_matrix(matrix)
    settings = _read_settings(level, pseudo_count, n_resamples, rng)
    return _bootstrap(matrix, tuple(costs), settings, CostDifference)


def _read_settings(level: float, pseudo_count: float, n_resamples: int, rng: Rng) -> _Settings:
    """Return the settings, validated before resampling."""
    order_ranks(level, n_resamples)
    return _Settings(level, pseudo_count, n_resamples, read_seed(rng))


def _bootstrap(
    matrix: ConfusionMatrix | PairedMatrix,
    costs: tuple[CostMatrix, ...],
    settings: _Settings,
    kind: type[IntervalT],
) -> CostOutcomes[IntervalT]:
    """Return the intervals under each cost matrix, from the same resamples."""
    if not costs:
        raise CostCurveError("must contain at least one cost matrix", where="costs")
    counts, n_examples = matrix.counts, count_examples(matrix.counts)
    weights = [cell_costs(matrix, cost) for cost in costs]
    probability = cell_probabilities(counts, settings.pseudo_count)
    totals = resampled_totals(
        probability.ravel(),
        np.array([weight.ravel() for weight in weights]),
        n_examples,
        settings.n_resamples,
        settings.seed,
    )
    intervals = [
        _interval(matrix, total, weight, settings, kind)
        for total, weight in zip(totals, weights, strict=True)
    ]
    return CostOutcomes(costs, tuple(intervals))


def _interval(
    matrix: ConfusionMatrix | PairedMatrix,
    totals: FloatArray,
    weight: FloatArray,
    settings: _Settings,
    kind: type[IntervalT],
) -> IntervalT:
    """Return the interval under one cost matrix, given the costs of its cells."""
    counts, n_examples = matrix.counts, int(matrix.counts.sum())
    observed = cost_moments(counts / n_examples, weight, n_examples)
    expected = cost_moments(cell_probabilities(counts, settings.pseudo_count), weight, n_examples)
    paired = isinstance(matrix, PairedMatrix)
    limit = _SD_MULTIPLE * observed.sd if paired else _COST_FRACTION * abs(observed.mean)
    return kind(
        resamples=totals,
        observed_total=float(np.sum(counts * weight)),
        mean_total=expected.mean,
        sd_total=expected.sd,
        n_examples=n_examples,
        level=settings.level,
        rule="margineantu-dietterich",
        pseudo_count=settings.pseudo_count,
        seed=settings.seed,
        rare=rare_cells(counts, weight, limit / n_examples, matrix.classes),
    )


# ---- BCOST and BDELTACOST, the bootstrap of Margineantu and Dietterich


def bcost(  # noqa: PLR0913 (keyword-only)
    matrix: ConfusionMatrix,
    cost: CostMatrix,
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostInterval:
    """Bootstrap confidence interval of the expected cost of a classifier (BCOST).

    Test sets of the same size are resampled from the smoothed confusion matrix. Their class
    totals vary, so that the interval, unlike a band of a cost curve, includes the uncertainty of
    the class frequencies.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Confusion matrix of the test set, in counts.
    cost : CostMatrix
        Costs for the same classes.
    level : float
        Confidence level.
    pseudo_count : float
        Laplace correction (lambda), added to every cell. With 0, cells without examples are
        assumed to be impossible, and the interval is too narrow if they are expensive.
    n_resamples : int
        Number of bootstrap resamples.
    rng : int, numpy.random.Generator or None
        Seed, or generator to draw one from; None for a random seed.

    Returns
    -------
    CostInterval
        Limits in total and per example; `CostInterval.at` returns other levels and rules.

    Raises
    ------
    CostCurveError
        If the counts are not integers, sizes differ, or an argument is out of bounds.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive evaluation
    of classifiers", ICML 2000.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix, cost_matrix
    >>> interval = bcost(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> interval.observed_total, round(interval.mean_total, 6)
    (24.0, 24.276316)
    >>> interval.total
    Range(low=11.0, high=39.0)
    """
    return bcost_each(
        matrix, [cost], level=level, pseudo_count=pseudo_count, n_resamples=n_resamples, rng=rng
    ).intervals[0]


def bdeltacost(  # noqa: PLR0913 (keyword-only)
    matrix: PairedMatrix,
    cost: CostMatrix,
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostDifference:
    """Bootstrap confidence interval of the difference in cost of two classifiers (BDELTACOST).

    The difference is the cost of the first classifier minus the cost of the second.

    Parameters
    ----------
    matrix : PairedMatrix
        Joint confusion matrix of both classifiers on the same test set.
    cost : CostMatrix
        Costs for the same classes.
    level : float
        Confidence level.
    pseudo_count : float
        Laplace correction (lambda). It is the same for both classifiers, so that a positive
        value shrinks the difference towards 0.
    n_resamples : int
        Number of bootstrap resamples.
    rng : int, numpy.random.Generator or None
        Seed, or generator to draw one from; None for a random seed.

    Returns
    -------
    CostDifference
        Its ``rejected`` is True if the costs differ significantly.

    Raises
    ------
    CostCurveError
        If the matrix is not a joint matrix, or an argument is out of bounds.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive evaluation
    of classifiers", ICML 2000.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import cost_matrix, paired_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> interval = bdeltacost(both, cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> interval.observed_total, interval.rejected
    (-60.0, True)
    """
    return bdeltacost_each(
        matrix, [cost], level=level, pseudo_count=pseudo_count, n_resamples=n_resamples, rng=rng
    ).intervals[0]


# ---- From k classes to ROC space and cost space


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """ROC point of a binary classifier, and the operating conditions of its test set.

    Attributes
    ----------
    conditions : Conditions
        The class frequencies and the given costs.
    fpr, tpr : float
        The rates of the classifier.
    """

    conditions: Conditions
    fpr: float
    tpr: float


def operating_point(
    matrix: ConfusionMatrix, cost: CostMatrix, *, pseudo_count: float = 0.0
) -> OperatingPoint:
    """ROC point and operating conditions of a confusion matrix of two classes.

    The expected cost at these conditions, in money, is the mean of `bcost` per example.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of two classes; the second one is positive.
    cost : CostMatrix
        Costs; an error must not be cheaper than a correct prediction.
    pseudo_count : float
        Laplace correction (lambda).

    Returns
    -------
    OperatingPoint
        Rates and conditions.

    Raises
    ------
    CostCurveError
        If there are not two classes, one of them is empty, or an error is cheaper than a correct
        prediction.

    Examples
    --------
    >>> from cc_widgets.core.conditions import money
    >>> from cc_widgets.core.multiclass import confusion_matrix, cost_matrix
    >>> point = operating_point(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]))
    >>> point.fpr, point.tpr
    (0.4, 0.8)
    >>> round(float(money(point.conditions, fpr=point.fpr, tpr=point.tpr, n_cases=30).low), 9)
    24.0
    """
    check_confusion_matrix(matrix)
    if len(matrix.classes) != 2:  # noqa: PLR2004
        raise CostCurveError(
            "must have two classes",
            where="matrix",
            got=f"{len(matrix.classes)} classes",
            fix="For one class against the rest, use one_vs_rest(matrix, label).",
        )
    (tn, fp), (fn, tp) = add_pseudo_count(matrix.counts, pseudo_count).tolist()
    if not (tn + fp and fn + tp):
        raise CostCurveError(
            "must have examples of both classes",
            where="matrix",
            got=f"rows {shown(matrix.counts.tolist())}",
            fix="The rate of an empty class is undefined.",
        )
    (cost_tn, cost_fp), (cost_fn, cost_tp) = cell_costs(matrix, cost).tolist()
    prior = (fn + tp) / (tn + fp + fn + tp)
    conditions = Conditions(prior, cost_fp, cost_fn, cost_tp=cost_tp, cost_tn=cost_tn)
    return OperatingPoint(conditions, fpr=fp / (tn + fp), tpr=tp / (fn + tp))


def one_vs_rest(matrix: ConfusionMatrix, positive: object) -> Counts:
    """Counts of one class against the rest.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of any number of classes.
    positive : label
        The class that becomes the positive class.

    Returns
    -------
    Counts
        Counts for `roc_curve`: one ROC point, one cost line.

    Raises
    ------
    CostCurveError
        If there is no such class, or it or the rest has no examples.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> counts = one_vs_rest(confusion_matrix([[5, 1, 0], [2, 6, 2], [0, 1, 3]]), 1)
    >>> counts.fp, counts.tp
    (array([ 0,  2, 10]), array([ 0,  6, 10]))
    """
    check_confusion_matrix(matrix)
    k = next((i for i, label in enumerate(matrix.classes) if same_label(label, positive)), None)
    if k is None:
        raise CostCurveError(
            "must be one of the classes",
            where="positive",
            got=f"{shown(positive)}, but the classes are {shown(list(matrix.classes))}",
        )
    tp = matrix.counts[k, k]
    row, column = matrix.counts[k].sum(), matrix.counts[:, k].sum()
    rest = matrix.counts.sum() - row - column + tp
    return cell_counts(tp=tp, fn=row - tp, fp=column - tp, tn=rest)
