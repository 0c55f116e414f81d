"""Dear cells that no example fell into: what the test set cannot tell."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cc_widgets.core.arrays import CountArray, FloatArray, IntArray, freeze

_RULE_OF_THREE = 3.0  # with probability 0.95, what never happened in n cases is rarer than 3 / n


@dataclass(frozen=True, eq=False, slots=True)
class UnseenCells:
    """Cells without examples, each of which alone could change the picture.

    Attributes
    ----------
    cells : ndarray of int64, shape (n_cells, 2) or (n_cells, 3)
        Row c holds the true class and the answer, or both answers, as positions in `classes`.
    cost : ndarray of float64, shape (n_cells,)
        Element c is the cost of one such example, or the difference in cost.
    reach : ndarray of float64, shape (n_cells,)
        Element c is what cell c may add to the cost of an average example, by the rule of
        three. Sorted by size, the greatest first.
    limit : float
        What each of them exceeds.
    classes : tuple of labels
        What the classes are called.
    """

    cells: IntArray
    cost: FloatArray
    reach: FloatArray
    limit: float
    classes: tuple[Any, ...]

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def found(self) -> bool:
        """Whether there is any."""
        return bool(self.cost.size)

    @property
    def text(self) -> str:
        """A warning for the reader; empty if there is nothing to warn of."""
        if not self.found:
            return ""
        true, *answers = (self.classes[position] for position in self.cells[0])
        number = "1 dear cell was" if self.cost.size == 1 else f"{self.cost.size} dear cells were"
        return (
            f"{number} never seen. Class {true} called {' and '.join(map(str, answers))} at a "
            f"cost of {self.cost[0]:g} may alone add up to {self.reach[0]:.3g} per example "
            "(rule of three): the test set may be too small."
        )


def unseen_cells(
    counts: CountArray, cost: FloatArray, limit: float, classes: tuple[Any, ...]
) -> UnseenCells:
    """Find empty cells whose cost could matter.

    Parameters
    ----------
    counts, cost : ndarray, shape (k, k) or (k, k, k)
        How often each cell was seen, and what one example in it costs.
    limit : float
        Cost per example, 0 or more, above which a cell matters.
    classes : tuple of k labels
        What the classes are called.

    Returns
    -------
    UnseenCells
        The dearest first.

    Examples
    --------
    >>> rare = unseen_cells(np.array([[90, 0], [1, 9]]), np.array([[0, 80], [5, 0]]), 1, "nv")
    >>> rare.cells, rare.reach
    (array([[0, 1]]), array([2.4]))
    """
    reach = _RULE_OF_THREE / counts.sum() * cost
    where = np.argwhere((counts == 0) & (np.abs(reach) > limit))
    found = tuple(where.T)
    order = np.argsort(-np.abs(reach[found]), kind="stable")
    return UnseenCells(
        cells=where[order].astype(np.int64),
        cost=cost[found][order].astype(np.float64),
        reach=reach[found][order],
        limit=limit,
        classes=tuple(classes),
    )
