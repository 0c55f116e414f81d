"""Several classifiers as one pool of thresholds, from which each resample takes its best.

Whoever uses the best of several classifiers has chosen a classifier and a threshold on the same
examples. So the resamples choose both anew, and what that choice seems to save is told apart
from what it saves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.uncertainty.resamples import Block


@dataclass(frozen=True, eq=False, slots=True)
class PoolResamples:
    """Lower envelopes of all classifiers together, in resamples.

    Attributes
    ----------
    cost : ndarray of float64, shape (n_done, n)
        Row r is the cost of the best classifier and threshold of resample r.
    optimism : ndarray of float64, shape (n,)
        By how much these cost more on the original examples than in the resample, on average.
    """

    cost: FloatArray
    optimism: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


class GrowingPool:
    """Room for the resamples of a pool, filled block by block."""

    def __init__(self, n_resamples: int, n_grid: int) -> None:
        self.cost = np.empty((n_resamples, n_grid))
        self.excess, self.done = np.zeros(n_grid), 0

    def add(self, blocks: Sequence[Block]) -> PoolResamples:
        """Take in what all classifiers cost in some resamples, and return all so far."""
        rows = slice(self.done, self.done + blocks[0].cost.shape[0])
        best = self.cost[rows]
        np.minimum.reduce([block.cost for block in blocks], out=best)
        paid, equal = np.zeros_like(best), np.zeros_like(best)
        for block in blocks:
            # Of classifiers that are equally good in a resample, the mean is taken.
            wins = block.cost == best
            equal += wins
            paid += np.where(wins, block.paid, 0.0)
        self.excess += (paid / equal - best).sum(axis=0)
        self.done = rows.stop
        return PoolResamples(self.cost[: self.done], self.excess / self.done)
