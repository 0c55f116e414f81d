"""Slow oracles for resampled costs: by enumeration, and by drawing one example at a time."""

from fractions import Fraction

import numpy as np


def total_distribution(probability, cost, n):
    """The chance of every total of n examples with whole costs; the first is of `n * least`."""
    cost = np.ravel(cost).astype(int)
    one = np.zeros(cost.max() - cost.min() + 1)
    np.add.at(one, cost - cost.min(), np.ravel(probability))
    chance = np.ones(1)
    for _ in range(n):
        chance = np.convolve(chance, one)
    return np.arange(chance.size) + n * cost.min(), chance


def exact_quantile(values, chance, share):
    """The least value that is not exceeded with at least this chance."""
    return int(values[np.searchsorted(np.cumsum(chance), share - 1e-12)])


def one_by_one(probability, cost, n, n_resamples, rng):
    """Total costs as the paper draws them: each example of each test set on its own."""
    ends = np.cumsum(np.ravel(probability))
    totals = []
    for _ in range(n_resamples):
        cells = np.searchsorted(ends, ends[-1] * rng.random(n), side="right")
        totals.append(np.ravel(cost)[cells].sum())
    return np.sort(totals)


def order_statistics_in_fractions(level, n_resamples):
    """The ranks of table 2, with the level written as a string."""
    lower = int((1 - Fraction(level)) / 2 * n_resamples) + 1
    return lower, n_resamples + 1 - lower
