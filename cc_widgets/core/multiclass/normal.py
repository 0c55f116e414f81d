"""Normal intervals for the mean cost, beside which the bootstrap can be judged."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from cc_widgets.core.arrays import CountArray, FloatArray
from cc_widgets.core.multiclass.confusion import (
    ConfusionMatrix,
    PairedMatrix,
    check_paired,
    check_single,
)
from cc_widgets.core.multiclass.costs import CostMatrix, cell_costs
from cc_widgets.core.multiclass.interval import excludes_zero
from cc_widgets.core.multiclass.resampling import moments, whole_total
from cc_widgets.core.ranges import Range
from cc_widgets.core.uncertainty.levels import normal_quantile
from cc_widgets.errors import CostCurveError


@dataclass(frozen=True, slots=True)
class NormalInterval:
    """Mean cost of an example, or mean difference, with normal limits.

    Attributes
    ----------
    mean : float
        Of the test set.
    standard_error : float
        Standard deviation of the costs of the examples, over the root of their number.
    n_examples : int
        How many there are.
    level : float
        How often such limits hold the truth, if the mean is normally distributed.
    """

    mean: float
    standard_error: float
    n_examples: int
    level: float

    @property
    def per_example(self) -> Range:
        """Limits for the mean cost of one example."""
        reach = normal_quantile(self.level) * self.standard_error
        return Range(self.mean - reach, self.mean + reach)

    @property
    def total(self) -> Range:
        """Limits for the cost of a test set of this size."""
        limits = self.per_example
        return Range(self.n_examples * limits.low, self.n_examples * limits.high)

    @property
    def rejected(self) -> bool:
        """Whether 0 lies outside of the closed interval: for a difference, the costs differ."""
        return excludes_zero(self.per_example)


def z_interval(matrix: ConfusionMatrix, cost: CostMatrix, *, level: float = 0.95) -> NormalInterval:
    """Compute normal limits for the mean cost of a classifier.

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
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> from cc_widgets.core.multiclass.costs import cost_matrix
    >>> z_interval(confusion_matrix([[32, 0], [9, 9]]), cost_matrix([[0, 1], [5, 0]])).mean
    0.9
    """
    check_single(matrix)
    return _normal(matrix.counts, cell_costs(matrix, cost), level)


def paired_z(matrix: PairedMatrix, cost: CostMatrix, *, level: float = 0.95) -> NormalInterval:
    """Compute normal limits for how much more the first of two classifiers costs.

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
    >>> from cc_widgets.core.multiclass.confusion import paired_matrix
    >>> from cc_widgets.core.multiclass.costs import cost_matrix
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
