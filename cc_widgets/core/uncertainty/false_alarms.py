"""How often a band of a difference would be significant somewhere although nothing differs."""

import numpy as np

from cc_widgets.core.arrays import FloatArray

ROUNDING = 1e-15  # limits that should be 0 and were computed as differences


def false_somewhere(drawn: FloatArray, lower: FloatArray, upper: FloatArray) -> float:
    """Count the resampled differences that leave a band at some pc.

    Resamples stray from the observed difference as test sets stray from the true one. So the
    band leaves out the truth somewhere about as often as a resample leaves the band; and where
    two classifiers are equally good the truth is 0.

    Parameters
    ----------
    drawn : ndarray of float64, shape (n, n_resamples)
        Row i holds the resampled differences at one pc.
    lower, upper : ndarray of float64, shape (n,)
        The limits of the band.

    Returns
    -------
    float
        The share of resamples that do so at one pc or more.

    Examples
    --------
    >>> drawn = np.array([[-3.0, -1.0, 0.0, 1.0, 3.0], [3.0, 1.0, 0.0, -1.0, -3.0]])
    >>> false_somewhere(drawn, np.array([-2.0, -4.0]), np.array([2.0, 4.0]))
    0.4
    """
    low, high = lower[:, np.newaxis] - ROUNDING, upper[:, np.newaxis] + ROUNDING
    return float(np.mean(np.any((drawn < low) | (drawn > high), axis=0)))
