"""Costs of any number of classes, and ranges of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._matrices import Rows, check_rows
from cc_widgets.core._reading import read_numbers, read_whole
from cc_widgets.core._results import FloatArray, result
from cc_widgets.core.multiclass._matrices import ConfusionMatrix, PairedMatrix, read_square
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.errors import CostCurveError, shown

# ---- Matrices of costs, and what they make of the cells of a confusion matrix


_NOISE = 4.0 * np.finfo(np.float64).eps
_DEAREST = 1e300  # so that the total over any test set is finite


@result
class CostMatrix:
    """What each answer to each class costs.

    Attributes
    ----------
    cost : ndarray of float64, shape (k, k)
        Element [j, i] is the cost of calling an example of class j i; benefits are negative.
    """

    cost: FloatArray

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
    """Cost of each answer to each class, checked.

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
    """What each cell of a matrix costs: for two classifiers, the first less the second.

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
    >>> from cc_widgets.core.multiclass import confusion_matrix
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


# ---- Costs that are known only roughly: a range for each cell, and nine models of such ranges


ModelName = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9"]
Ratio = Literal["none", "predicted / true", "true / predicted"]

# Upper ends of what errors and right answers cost, and the ratio of priors that errors scale with.
_MODELS: dict[ModelName, tuple[float, Ratio, float]] = {
    "M1": (10.0, "none", 0.0),
    "M2": (100.0, "none", 0.0),
    "M3": (100.0, "none", 10.0),
    "M4": (1_000.0, "none", 0.0),
    "M5": (10_000.0, "none", 0.0),
    "M6": (1_000.0, "predicted / true", 0.0),
    "M7": (1_000.0, "true / predicted", 0.0),
    "M8": (10_000.0, "none", 1_000.0),
    "M9": (2_000.0, "predicted / true", 1_000.0),
}
COST_MODELS = tuple(_MODELS)
_MATRICES = 1  # a stream apart from that of the resamples


@result
class CostRanges:
    """Between which costs each cell lies.

    Attributes
    ----------
    low, high : ndarray of float64, shape (k, k)
        Elements [j, i] are the least and the greatest cost of calling an example of class j i.
    """

    low: FloatArray
    high: FloatArray

    @property
    def ends(self) -> tuple[CostMatrix, CostMatrix]:
        """The cheapest and the dearest matrix: no other in the ranges leads beyond them."""
        return CostMatrix(self.low), CostMatrix(self.high)

    def draw(self, n_matrices: int, rng: Rng = None) -> tuple[CostMatrix, ...]:
        """Matrices of costs, each cell drawn evenly from its range.

        Parameters
        ----------
        n_matrices : int
            How many.
        rng : int, numpy.random.Generator or None
            Seed, source of one, or None for a new one.

        Returns
        -------
        tuple of CostMatrix
            The same for the same seed.

        Examples
        --------
        >>> drawn = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).draw(2, rng=0)
        >>> [bool(5 <= matrix.cost[1, 0] <= 50) for matrix in drawn]
        [True, True]
        """
        fix = "Pass for instance 10."
        size = (read_whole("n_matrices", n_matrices, fix, fewest=1), *self.low.shape)
        share = stream(read_seed(rng), _MATRICES).random(size)
        return tuple(CostMatrix(self.low + part * (self.high - self.low)) for part in share)


def cost_ranges(low: ArrayLike, high: ArrayLike, *, rows: Rows = "true") -> CostRanges:
    """Least and greatest cost of each answer to each class, checked.

    Parameters
    ----------
    low, high : array-like of shape (k, k)
        Least and greatest cost of each cell; equal where the cost is known.
    rows : {"true", "predicted"}
        What the rows of both are.

    Returns
    -------
    CostRanges
        With the true classes first.

    Raises
    ------
    CostCurveError
        If one cannot be read as costs, the sizes differ, or a range is reversed.

    Examples
    --------
    >>> cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).ends[1].cost
    array([[ 0.,  2.],
           [50.,  0.]])
    """
    least, greatest = cost_matrix(low, rows=rows).cost, cost_matrix(high, rows=rows).cost
    if least.shape != greatest.shape or np.any(least > greatest):
        raise CostCurveError(
            "each cell needs a range from low to high",
            where="low, high",
            got=f"{shown(low)} and {shown(high)}",
        )
    return CostRanges(low=least, high=greatest)


def cost_model(name: ModelName, priors: Sequence[float]) -> CostRanges:
    """One of the nine cost models of Margineantu and Dietterich.

    Parameters
    ----------
    name : {"M1", ..., "M9"}
        Which one. Errors cost up to 10, 100, 100, 1,000, 10,000 in M1 to M5 and 10,000 in M8;
        in M6 and M9 taking a rare class for a common one is dear, in M7 the other way round.
        In M3, M8 and M9 right answers cost something too.
    priors : sequence of k floats
        How frequent the classes are.

    Returns
    -------
    CostRanges
        From 0 in every cell.

    Raises
    ------
    CostCurveError
        If there is no such model, or a prior is not a positive number.

    Examples
    --------
    >>> cost_model("M6", [0.75, 0.25]).high
    array([[   0.        ,  333.33333333],
           [3000.        ,    0.        ]])
    """
    known: object = name
    if not isinstance(known, str) or known not in _MODELS:
        raise CostCurveError(
            "must be one of M1 to M9", where="name", got=shown(name), fix='Pass for instance "M1".'
        )
    prior = read_numbers("priors", priors, "Pass for instance [0.75, 0.25].")
    if prior.ndim != 1 or not prior.size or not np.all(np.isfinite(prior) & (prior > 0.0)):
        raise CostCurveError(
            "every class needs a frequency above 0", where="priors", got=shown(priors)
        )
    greatest, ratio, right = _MODELS[name]
    power = {"none": 0.0, "predicted / true": 1.0, "true / predicted": -1.0}[ratio]
    high = greatest * (prior[np.newaxis, :] / prior[:, np.newaxis]) ** power
    np.fill_diagonal(high, right)
    return cost_ranges(np.zeros_like(high), high)
