"""How often a band of a difference would be significant somewhere although nothing differs."""

import numpy as np

from cc_widgets.core.arrays import FloatArray

ROUNDING = 1e-15  # limits that should be 0 and were computed as differences


def false_somewhere(
    drawn: FloatArray, ordered: FloatArray, lower: FloatArray, upper: FloatArray
) -> float:
    """Count the resamples that stray from the middle of all by more than a band allows for.

    The spread of resamples about their middle stands for that of test sets about no difference
    at all: such a test set would be called significant where its difference is farther from 0
    than the band reaches from its middle.

    Parameters
    ----------
    drawn : ndarray of float64, shape (n, n_resamples)
        Row i holds the resampled differences at one pc.
    ordered : ndarray of float64, shape (n, n_resamples)
        The same, each row sorted.
    lower, upper : ndarray of float64, shape (n,)
        The limits of the band.

    Returns
    -------
    float
        The share of resamples that do so at one pc or more.

    Examples
    --------
    >>> drawn = np.array([[-3.0, -1.0, 0.0, 1.0, 3.0], [3.0, 1.0, 0.0, -1.0, -3.0]])
    >>> false_somewhere(drawn, np.sort(drawn), np.array([-2.0, -4.0]), np.array([2.0, 2.0]))
    0.4
    """
    n_resamples = drawn.shape[1]
    middle = (ordered[:, (n_resamples - 1) // 2] + ordered[:, n_resamples // 2]) / 2.0
    below, above = middle - lower + ROUNDING, upper - middle + ROUNDING
    away = drawn - middle[:, np.newaxis]
    # A difference that is far above 0 is called significant by its lower limit.
    outside = (away > below[:, np.newaxis]) | (away < -above[:, np.newaxis])
    return float(np.mean(np.any(outside, axis=0)))
