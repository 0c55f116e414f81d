"""Coverage of intervals for many test sets at once, without drawing their resamples.

Whether a percentile interval contains a value depends only on the number of resampled totals below
it. That number is binomial; its probability follows from the characteristic function of the total.
The result has the same distribution as with resamples, in a hundredth of the time.
"""

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty.bands import normal_quantile, order_ranks

LEVEL = 0.95
N_RESAMPLES = 1000
_FREQUENCIES = 128
_MOST_BLOCKS = 200
_NEGLIGIBLE = 1e-5
_REACH = 12.0  # standard deviations; more extreme totals are neglected


def bootstrap_covers(
    counts: NDArray[np.int64],
    cost: FloatArray,
    smoothing: float,
    truth: float,
    rng: np.random.Generator,
) -> BoolArray:
    """Return whether the bootstrap interval of each row of counts contains the true mean cost."""
    smoothed = counts + smoothing
    probability = smoothed / smoothed.sum(axis=1, keepdims=True)
    below = probability_below(probability, cost, int(counts[0].sum()), truth)
    n_below = rng.binomial(N_RESAMPLES, np.clip(below, 0.0, 1.0))
    lower, upper = order_ranks(LEVEL, N_RESAMPLES)
    covered: BoolArray = (n_below >= lower) & (n_below < upper)
    return covered


def normal_covers(counts: NDArray[np.int64], cost: FloatArray, truth: float) -> BoolArray:
    """Return whether the normal interval of each row of counts contains the true mean cost."""
    n = counts[0].sum()
    mean = counts @ cost / n
    error = np.sqrt(_variance(counts / n, cost) / (n - 1))
    covered: BoolArray = np.abs(mean - truth) <= normal_quantile(LEVEL) * error
    return covered


def probability_below(
    probability: FloatArray, cost: FloatArray, n: int, truth: float
) -> FloatArray:
    """Return the probability that n examples cost less than n * truth; ties count half.

    Within a sufficiently long period, the sign of the difference is a square wave. Its Fourier
    series needs the characteristic function at odd frequencies only.
    """
    difference = cost - truth
    mean, sd = n * (probability @ difference), np.sqrt(n * _variance(probability, difference))
    period = 2.0 * float(np.max(np.abs(mean) + _REACH * sd))
    total = np.zeros(len(probability))
    for block in range(_MOST_BLOCKS):
        odd = 2.0 * np.arange(block * _FREQUENCIES, (block + 1) * _FREQUENCIES) + 1.0
        characteristic = probability @ np.exp(2j * np.pi / period * np.outer(difference, odd))
        term = characteristic**n / odd
        total += term.imag.sum(axis=1)
        if np.abs(term[:, -_FREQUENCIES // 4 :]).max() < _NEGLIGIBLE:
            break
    result: FloatArray = 0.5 - 2.0 / np.pi * total
    return result


def _variance(probability: FloatArray, cost: FloatArray) -> FloatArray:
    """Return the variance of the cost of an example, for each row of probabilities."""
    mean = probability @ cost
    spread: FloatArray = np.maximum(probability @ cost**2 - mean**2, 0.0)
    return spread
