"""Reference implementations of resampled costs: enumeration, and simulation example by example."""

from fractions import Fraction

import numpy as np


def distribution_of_total(probability, cost, n):
    """Return all totals of n examples with integer costs, and the probability of each."""
    cost = np.ravel(cost).astype(int)
    single = np.zeros(cost.max() - cost.min() + 1)
    np.add.at(single, cost - cost.min(), np.ravel(probability))
    probabilities = np.ones(1)
    for _ in range(n):
        probabilities = np.convolve(probabilities, single)
    return np.arange(probabilities.size) + n * cost.min(), probabilities


def exact_quantile(values, chance, share):
    """Return the quantile of a discrete distribution."""
    return int(values[np.searchsorted(np.cumsum(chance), share - 1e-12)])


def totals_by_example(probability, cost, n, n_resamples, rng):
    """Return sorted total costs, drawing every example separately as in the paper."""
    ends = np.cumsum(np.ravel(probability))
    totals = []
    for _ in range(n_resamples):
        cells = np.searchsorted(ends, ends[-1] * rng.random(n), side="right")
        totals.append(np.ravel(cost)[cells].sum())
    return np.sort(totals)


def exact_order_ranks(level, n_resamples):
    """Return the order statistics of table 2 for a level given as a string."""
    lower = int((1 - Fraction(level)) / 2 * n_resamples) + 1
    return lower, n_resamples + 1 - lower
