"""The same resamples under several matrices of costs, for when the costs are not known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.multiclass.confusion import (
    ConfusionMatrix,
    PairedMatrix,
    check_paired,
    check_single,
)
from cc_widgets.core.multiclass.costs import CostMatrix, cell_costs
from cc_widgets.core.multiclass.interval import CostDifference, CostInterval
from cc_widgets.core.multiclass.outcomes import AnyInterval, CostOutcomes
from cc_widgets.core.multiclass.resampling import (
    moments,
    resampled_totals,
    smoothed,
    whole_total,
)
from cc_widgets.core.multiclass.unseen import unseen_cells
from cc_widgets.core.uncertainty.levels import order_ranks
from cc_widgets.core.uncertainty.seeds import Rng, read_seed
from cc_widgets.errors import CostCurveError

_HALF_OF_THE_COST = 0.5
_SDS_OF_THE_DIFFERENCE = 2.0


@dataclass(frozen=True, slots=True)
class _Plan:
    """Checked settings, in the words of `CostInterval`."""

    level: float
    smoothing: float
    n_resamples: int
    seed: int


def bcost_each(  # noqa: PLR0913 (each has a name in the call)
    matrix: ConfusionMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = 0.95,
    smoothing: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostInterval]:
    """Compute limits for the expected cost of a classifier under several matrices of costs.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of the test set, in counts.
    costs : sequence of CostMatrix
        The matrices; `CostRanges` draws them from ranges or from a cost model.
    level, smoothing, n_resamples, rng
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
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> from cc_widgets.core.multiclass.cost_ranges import cost_ranges
    >>> costs = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    >>> bcost_each(confusion_matrix([[6, 4], [4, 16]]), costs.ends, rng=0).observed
    array([0.8       , 6.93333333])
    """
    check_single(matrix)
    plan = _plan(level, smoothing, n_resamples, rng)
    return _outcomes(matrix, tuple(costs), plan, CostInterval)


def bdeltacost_each(  # noqa: PLR0913 (the same)
    matrix: PairedMatrix,
    costs: Sequence[CostMatrix],
    *,
    level: float = 0.95,
    smoothing: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostOutcomes[CostDifference]:
    """Compute limits for the difference of two classifiers under several matrices of costs.

    Parameters
    ----------
    matrix : PairedMatrix
        Of both classifiers on the same test set.
    costs : sequence of CostMatrix
        The matrices; `CostRanges` draws them from ranges or from a cost model.
    level, smoothing, n_resamples, rng
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
    >>> from cc_widgets.core.multiclass.confusion import paired_matrix
    >>> from cc_widgets.core.multiclass.cost_ranges import cost_model
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> costs = cost_model("M1", [0.5, 0.5]).draw(3, rng=0)
    >>> bdeltacost_each(both, costs, rng=0).excludes_zero
    array([ True,  True,  True])
    """
    check_paired(matrix)
    plan = _plan(level, smoothing, n_resamples, rng)
    return _outcomes(matrix, tuple(costs), plan, CostDifference)


def _plan(level: float, smoothing: float, n_resamples: int, rng: Rng) -> _Plan:
    """Check the settings before anything is drawn."""
    order_ranks(level, n_resamples)
    return _Plan(level, smoothing, n_resamples, read_seed(rng))


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
    probability = smoothed(counts, plan.smoothing)
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
    expected = moments(smoothed(counts, plan.smoothing), weight, n_examples)
    paired = isinstance(matrix, PairedMatrix)
    matters = _SDS_OF_THE_DIFFERENCE * seen.sd if paired else _HALF_OF_THE_COST * abs(seen.mean)
    return kind(
        resamples=totals,
        observed=float(np.sum(counts * weight)),
        mean=expected.mean,
        sd=expected.sd,
        n_examples=n_examples,
        level=plan.level,
        rule="margineantu-dietterich",
        smoothing=plan.smoothing,
        seed=plan.seed,
        unseen=unseen_cells(counts, weight, matters / n_examples, matrix.classes),
    )
