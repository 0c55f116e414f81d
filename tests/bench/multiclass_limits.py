"""What intervals say of many test sets at once, without drawing the resamples of each.

Whether a percentile interval holds a value depends only on how many of the resampled totals lie
below it. That number is binomial, with a chance that the characteristic function of the total
gives: the same in distribution as to draw every resample, in a hundredth of the time.
"""

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import order_ranks
from cc_widgets.core.uncertainty._band import normal_quantile

LEVEL = 0.95
N_RESAMPLES = 1000
_FREQUENCIES = 128
_MOST_BLOCKS = 200
_NEGLIGIBLE = 1e-5
_REACH = 12.0  # standard deviations beyond which totals are as good as impossible


def bootstrap_holds(
    counts: NDArray[np.int64],
    cost: FloatArray,
    smoothing: float,
    truth: float,
    rng: np.random.Generator,
) -> BoolArray:
    """Tell for each test set, a row of counts, whether its bootstrap interval holds the truth.

    The truth is a mean cost per example.
    """
    raised = counts + smoothing
    probability = raised / raised.sum(axis=1, keepdims=True)
    below = chance_below(probability, cost, int(counts[0].sum()), truth)
    found = rng.binomial(N_RESAMPLES, np.clip(below, 0.0, 1.0))
    lower, upper = order_ranks(LEVEL, N_RESAMPLES)
    inside: BoolArray = (found >= lower) & (found < upper)
    return inside


def normal_holds(counts: NDArray[np.int64], cost: FloatArray, truth: float) -> BoolArray:
    """Tell for each test set, a row of counts, whether its z interval holds the truth."""
    n = counts[0].sum()
    mean = counts @ cost / n
    error = np.sqrt(_variance(counts / n, cost) / (n - 1))
    inside: BoolArray = np.abs(mean - truth) <= normal_quantile(LEVEL) * error
    return inside


def chance_below(probability: FloatArray, cost: FloatArray, n: int, truth: float) -> FloatArray:
    """Compute how likely n examples cost less than n times the truth; a tie counts half.

    With a period so long that the total never leaves it, the sign of the difference is a square
    wave, whose series needs the characteristic function at odd frequencies only.
    """
    off = cost - truth
    mean, sd = n * (probability @ off), np.sqrt(n * _variance(probability, off))
    period = 2.0 * float(np.max(np.abs(mean) + _REACH * sd))
    total = np.zeros(len(probability))
    for block in range(_MOST_BLOCKS):
        odd = 2.0 * np.arange(block * _FREQUENCIES, (block + 1) * _FREQUENCIES) + 1.0
        one = probability @ np.exp(2j * np.pi / period * np.outer(off, odd))
        term = one**n / odd
        total += term.imag.sum(axis=1)
        if np.abs(term[:, -_FREQUENCIES // 4 :]).max() < _NEGLIGIBLE:
            break
    result: FloatArray = 0.5 - 2.0 / np.pi * total
    return result


def _variance(probability: FloatArray, cost: FloatArray) -> FloatArray:
    """The variance of the cost of one example, for each row of probabilities."""
    mean = probability @ cost
    spread: FloatArray = np.maximum(probability @ cost**2 - mean**2, 0.0)
    return spread
