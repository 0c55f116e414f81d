"""Matrices of costs, and what they make of the cells of a confusion matrix."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.cells import Rows, check_rows
from cc_widgets.core.multiclass.confusion import ConfusionMatrix, PairedMatrix
from cc_widgets.core.multiclass.square import read_square
from cc_widgets.errors import CostCurveError, shown

_NOISE = 4.0 * np.finfo(np.float64).eps
_DEAREST = 1e300  # so that the total over any test set is finite


@dataclass(frozen=True, eq=False, slots=True)
class CostMatrix:
    """What each answer to each class costs.

    Attributes
    ----------
    cost : ndarray of float64, shape (k, k)
        Element [j, i] is the cost of calling an example of class j i; benefits are negative.
    """

    cost: FloatArray

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)

    @property
    def difference(self) -> FloatArray:
        """How much more the first of two answers costs; shape (k, k, k).

        Element [j, a, b] belongs to class j, the first answer a and the second b. Costs that are
        equal but for rounding do not differ.
        """
        first, second = self.cost[:, :, np.newaxis], self.cost[:, np.newaxis, :]
        delta = first - second
        noise = np.abs(delta) <= _NOISE * np.maximum(np.abs(first), np.abs(second))
        return np.where(noise, 0.0, delta)


def cost_matrix(cost: ArrayLike, *, rows: Rows = "true") -> CostMatrix:
    """Read a matrix of costs.

    Parameters
    ----------
    cost : array-like of shape (k, k)
        Costs of any sign; right answers may cost something too.
    rows : {"true", "predicted"}
        What the rows are: C(i, j) of Margineantu and Dietterich has the predicted classes.

    Returns
    -------
    CostMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not square, or a cost is not finite.

    Examples
    --------
    >>> cost_matrix([[0, 5], [1, 0]], rows="predicted").cost
    array([[0., 1.],
           [5., 0.]])
    """
    check_rows(rows)
    cells = read_square("cost", cost)
    wrong = cells[~(np.abs(cells) <= _DEAREST)]
    if wrong.size:
        raise CostCurveError(
            f"costs must be finite, and none above {_DEAREST:g}",
            where="cost",
            got=shown(wrong[0].item()),
            fix="Give an error that must never happen a high finite cost.",
        )
    return CostMatrix(cells if rows == "true" else cells.T)


def cell_costs(matrix: ConfusionMatrix | PairedMatrix, cost: CostMatrix) -> FloatArray:
    """Return what each cell of a matrix costs: for two classifiers, the first less the second.

    Parameters
    ----------
    matrix : ConfusionMatrix or PairedMatrix
        The cells.
    cost : CostMatrix
        For as many classes.

    Returns
    -------
    ndarray of float64
        In the shape of the counts.

    Raises
    ------
    CostCurveError
        If the sizes differ, or the costs were not read by `cost_matrix`.

    Examples
    --------
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> cell_costs(confusion_matrix([[6, 4], [3, 17]]), cost_matrix([[0, 1], [5, 0]]))
    array([[0., 1.],
           [5., 0.]])
    """
    if not isinstance(cost, CostMatrix):
        raise CostCurveError(
            "it must be said which way round the costs are",
            where="cost",
            got=shown(cost),
            fix='Pass cost_matrix(cost, rows="true"), or rows="predicted".',
        )
    if len(cost.cost) != len(matrix.counts):
        raise CostCurveError(
            "costs and counts must be for the same classes",
            where="cost",
            got=f"costs for {len(cost.cost)} classes, counts for {len(matrix.counts)}",
        )
    return cost.difference if isinstance(matrix, PairedMatrix) else cost.cost
