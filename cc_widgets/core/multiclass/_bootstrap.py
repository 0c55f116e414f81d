"""Resampling confusion matrices: one, two, or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core._conditions import Conditions
from cc_widgets.core._counting import Counts
from cc_widgets.core._matrices import cell_counts
from cc_widgets.core._predictions import same_label
from cc_widgets.core._results import LEVEL, FloatArray
from cc_widgets.core.multiclass._intervals import (
    AnyInterval,
    CostDifference,
    CostInterval,
    CostOutcomes,
    moments,
    raised,
    resampled_totals,
    smoothed,
    unseen_cells,
    whole_total,
)
from cc_widgets.core.multiclass._matrices import (
    ConfusionMatrix,
    CostMatrix,
    PairedMatrix,
    cell_costs,
    check_paired,
    check_single,
)
from cc_widgets.core.uncertainty._band import order_ranks
from cc_widgets.core.uncertainty._draws import Rng, read_seed
from cc_widgets.errors import CostCurveError, shown

# ---- The same resamples under several matrices of costs, for when the costs are not known


_HALF_OF_THE_COST = 0.5
_SDS_OF_THE_DIFFERENCE = 2.0


@dataclass(frozen=True, slots=True)
class _Plan:
    """Checked settings, in the words of `CostInterval`."""

    level: float
    pseudo_count: float
    n_resamples: int
    seed: int


def bcost_each(  # noqa: PLR0913 (each has a name in the call)
    matrix: ConfusionMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostInterval]:
    """Limits of the expected cost of a classifier, under each of several matrices of costs.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of the test set, in counts.
    costs : sequence of CostMatrix
        The matrices; `CostRanges` draws them from ranges or from a cost model.
    level, pseudo_count, n_resamples, rng
        As for `bcost`.

    Returns
    -------
    CostOutcomes of CostInterval
        Element m belongs to matrix m.

    Raises
    ------
    CostCurveError
        As from `bcost`; or if there is no matrix of costs.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> from cc_widgets.core.multiclass import cost_ranges
    >>> costs = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    >>> bcost_each(confusion_matrix([[6, 4], [4, 16]]), costs.ends, rng=0).observed_per_example
    array([0.8       , 6.93333333])
    """
    check_single(matrix)
    plan = _plan(level, pseudo_count, n_resamples, rng)
    return _outcomes(matrix, tuple(costs), plan, CostInterval)


def bdeltacost_each(  # noqa: PLR0913 (the same)
    matrix: PairedMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostDifference]:
    """Limits of the difference in cost of two classifiers, under each of several matrices.

    Parameters
    ----------
    matrix : PairedMatrix
        Of both classifiers on the same test set.
    costs : sequence of CostMatrix
        The matrices; `CostRanges` draws them from ranges or from a cost model.
    level, pseudo_count, n_resamples, rng
        As for `bdeltacost`.

    Returns
    -------
    CostOutcomes of CostDifference
        Element m belongs to matrix m.

    Raises
    ------
    CostCurveError
        As from `bdeltacost`; or if there is no matrix of costs.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import paired_matrix
    >>> from cc_widgets.core.multiclass import cost_model
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> costs = cost_model("M1", [0.5, 0.5]).draw(3, rng=0)
    >>> bdeltacost_each(both, costs, rng=0).excludes_zero
    array([ True,  True,  True])
    """
    check_paired(matrix)
    plan = _plan(level, pseudo_count, n_resamples, rng)
    return _outcomes(matrix, tuple(costs), plan, CostDifference)


def _plan(level: float, pseudo_count: float, n_resamples: int, rng: Rng) -> _Plan:
    """Check the settings before anything is drawn."""
    order_ranks(level, n_resamples)
    return _Plan(level, pseudo_count, n_resamples, read_seed(rng))


def _outcomes(
    matrix: ConfusionMatrix | PairedMatrix,
    costs: tuple[CostMatrix, ...],
    plan: _Plan,
    kind: type[AnyInterval],
) -> CostOutcomes[AnyInterval]:
    """Resample once, and add up under each matrix."""
    if not costs:
        raise CostCurveError("at least one matrix of costs is needed", where="costs")
    counts, n_examples = matrix.counts, whole_total(matrix.counts)
    weights = [cell_costs(matrix, cost) for cost in costs]
    probability = smoothed(counts, plan.pseudo_count)
    totals = resampled_totals(
        probability.ravel(),
        np.array([weight.ravel() for weight in weights]),
        n_examples,
        plan.n_resamples,
        plan.seed,
    )
    told = zip(totals, weights, strict=True)
    intervals = [_interval(matrix, total, weight, plan, kind) for total, weight in told]
    return CostOutcomes(costs, tuple(intervals))


def _interval(
    matrix: ConfusionMatrix | PairedMatrix,
    totals: FloatArray,
    weight: FloatArray,
    plan: _Plan,
    kind: type[AnyInterval],
) -> AnyInterval:
    """Put together what one matrix of costs leads to."""
    counts, n_examples = matrix.counts, int(matrix.counts.sum())
    seen = moments(counts / n_examples, weight, n_examples)
    expected = moments(smoothed(counts, plan.pseudo_count), weight, n_examples)
    paired = isinstance(matrix, PairedMatrix)
    matters = _SDS_OF_THE_DIFFERENCE * seen.sd if paired else _HALF_OF_THE_COST * abs(seen.mean)
    return kind(
        resamples=totals,
        observed_total=float(np.sum(counts * weight)),
        mean_total=expected.mean,
        sd_total=expected.sd,
        n_examples=n_examples,
        level=plan.level,
        rule="margineantu-dietterich",
        pseudo_count=plan.pseudo_count,
        seed=plan.seed,
        unseen=unseen_cells(counts, weight, matters / n_examples, matrix.classes),
    )


# ---- BCOST and BDELTACOST, the bootstrap of Margineantu and Dietterich, for one matrix of costs


def bcost(  # noqa: PLR0913 (each has a name in the call)
    matrix: ConfusionMatrix,
    cost: CostMatrix,
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostInterval:
    """Limits of the expected cost of a classifier, from resampled test sets.

    Test sets of the same size are drawn from the smoothed confusion matrix. How many examples
    each class has varies between them: unlike a band of cost curves, the limits allow for
    class frequencies that were only estimated.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of the test set, in counts.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.
    pseudo_count : float
        Lambda of the Laplace correction, added to every cell. With 0, cells that were never
        seen are taken to be impossible, and the limits are too narrow where they are dear.
    n_resamples : int
        How many test sets are drawn.
    rng : int, numpy.random.Generator or None
        Seed, source of one, or None for a new one.

    Returns
    -------
    CostInterval
        Limits in total and per example; other levels, and the other rule for the ends, come
        from its `at`.

    Raises
    ------
    CostCurveError
        If the counts are not whole numbers, sizes differ, or an argument is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> from cc_widgets.core.multiclass import cost_matrix
    >>> found = bcost(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> found.observed_total, round(found.mean_total, 6)
    (24.0, 24.276316)
    >>> found.total
    Range(low=11.0, high=39.0)
    """
    return bcost_each(
        matrix, [cost], level=level, pseudo_count=pseudo_count, n_resamples=n_resamples, rng=rng
    ).intervals[0]


def bdeltacost(  # noqa: PLR0913 (the same)
    matrix: PairedMatrix,
    cost: CostMatrix,
    *,
    level: float = LEVEL,
    pseudo_count: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostDifference:
    """Limits of how much more the first of two classifiers costs.

    Parameters
    ----------
    matrix : PairedMatrix
        Of both classifiers on the same test set.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.
    pseudo_count : float
        Lambda of the Laplace correction. It treats both classifiers alike, so that any above 0
        draws the difference towards 0.
    n_resamples : int
        How many test sets are drawn.
    rng : int, numpy.random.Generator or None
        Seed, source of one, or None for a new one.

    Returns
    -------
    CostDifference
        ``rejected`` says whether the two costs differ.

    Raises
    ------
    CostCurveError
        If this is not the joint matrix of both, or an argument is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import paired_matrix
    >>> from cc_widgets.core.multiclass import cost_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> found = bdeltacost(both, cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> found.observed_total, found.rejected
    (-60.0, True)
    """
    return bdeltacost_each(
        matrix, [cost], level=level, pseudo_count=pseudo_count, n_resamples=n_resamples, rng=rng
    ).intervals[0]


# ---- From matrices of k classes to the two classes of ROC space and cost space


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """One classifier of two classes in ROC space, and the conditions of its test set.

    Attributes
    ----------
    conditions : Conditions
        The class frequencies, with the costs as given.
    fpr, tpr : float
        The classifier.
    """

    conditions: Conditions
    fpr: float
    tpr: float


def operating_point(
    matrix: ConfusionMatrix, cost: CostMatrix, *, pseudo_count: float = 0.0
) -> OperatingPoint:
    """ROC point, cost line and conditions of a matrix of two classes.

    The expected cost there, scaled back to money, is the exact mean of `bcost` per example.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of two classes; the second one is positive.
    cost : CostMatrix
        Errors must not be cheaper than right answers.
    pseudo_count : float
        Lambda of the Laplace correction.

    Returns
    -------
    OperatingPoint
        Rates and conditions.

    Raises
    ------
    CostCurveError
        If there are other than two classes, one of them is empty, or an error pays.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> from cc_widgets.core.multiclass import cost_matrix
    >>> from cc_widgets.core import money
    >>> here = operating_point(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]))
    >>> here.fpr, here.tpr
    (0.4, 0.8)
    >>> round(float(money(here.conditions, fpr=here.fpr, tpr=here.tpr, population=30).low), 9)
    24.0
    """
    check_single(matrix)
    if len(matrix.classes) != 2:  # noqa: PLR2004
        raise CostCurveError(
            "ROC space and cost space are for two classes",
            where="matrix",
            got=f"{len(matrix.classes)} classes",
            fix="Look at one class against the rest: one_vs_rest(matrix, label).",
        )
    (tn, fp), (fn, tp) = raised(matrix.counts, pseudo_count).tolist()
    if not (tn + fp and fn + tp):
        raise CostCurveError(
            "both classes are needed",
            where="matrix",
            got=f"rows {shown(matrix.counts.tolist())}",
            fix="Rates of an empty class are undefined.",
        )
    (of_tn, of_fp), (of_fn, of_tp) = cell_costs(matrix, cost).tolist()
    prior = (fn + tp) / (tn + fp + fn + tp)
    conditions = Conditions(prior, of_fp, of_fn, cost_tp=of_tp, cost_tn=of_tn)
    return OperatingPoint(conditions, fpr=fp / (tn + fp), tpr=tp / (fn + tp))


def one_vs_rest(matrix: ConfusionMatrix, positive: object) -> Counts:
    """Confusion matrix of one class against all others together.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of any number of classes.
    positive : label
        Which of its classes is the positive one.

    Returns
    -------
    Counts
        For `roc_curve` and everything after it: one point, one line in cost space.

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
    check_single(matrix)
    at = next((i for i, label in enumerate(matrix.classes) if same_label(label, positive)), None)
    if at is None:
        raise CostCurveError(
            "must be one of the classes",
            where="positive",
            got=f"{shown(positive)}, but the classes are {shown(list(matrix.classes))}",
        )
    tp = matrix.counts[at, at]
    row, column = matrix.counts[at].sum(), matrix.counts[:, at].sum()
    rest = matrix.counts.sum() - row - column + tp
    return cell_counts(tp=tp, fn=row - tp, fp=column - tp, tn=rest)
