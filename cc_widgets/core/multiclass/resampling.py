"""Resampled confusion matrices and what they cost: drawn, and in closed form."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from cc_widgets.core.arrays import CountArray, FloatArray
from cc_widgets.core.numbers import as_number
from cc_widgets.core.uncertainty.seeds import stream
from cc_widgets.errors import CostCurveError, shown

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
    """Return the number of examples.

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


def raised(counts: CountArray, smoothing: object) -> FloatArray:
    """Add the lambda of a Laplace correction to every cell.

    Parameters
    ----------
    counts : ndarray
        How often each cell was seen.
    smoothing : float
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
    number = as_number(smoothing)
    if number is None or not 0.0 <= number <= _MOST:
        raise CostCurveError(
            "must be a finite number, 0 or more",
            where="smoothing",
            got=shown(smoothing),
            fix="Pass 0.1 for one classifier and 0 for the difference of two.",
        )
    cells: FloatArray = counts + np.float64(number)
    return cells


def smoothed(counts: CountArray, smoothing: object) -> FloatArray:
    """Return the probabilities of the cells with a Laplace correction.

    Parameters
    ----------
    counts : ndarray
        How often each cell was seen.
    smoothing : float
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
    cells = raised(counts, smoothing)
    share: FloatArray = cells / cells.sum()
    return share


def moments(probability: FloatArray, cost: FloatArray, n_examples: int) -> Moments:
    """Compute mean and standard deviation of what n examples cost together.

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
    """Draw test sets and add up what they cost; class totals vary from one to the next.

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
