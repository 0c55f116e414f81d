"""Cells between the thresholds of several classifiers, and examples drawn from them.

An example matters by its cells alone: between which neighbouring thresholds of each classifier
its score lies. Examples of one class with the same cells are drawn together where that is
quicker than drawing them one by one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np

from cc_widgets.core.arrays import BoolArray, IntArray, freeze
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.candidates import FEW, Candidates, candidates
from cc_widgets.core.uncertainty.draws import Cells, draw_examples, sampler
from cc_widgets.errors import CostCurveError

JointSampler: TypeAlias = Callable[[np.random.Generator, IntArray], list[Cells]]
# Nanoseconds, side by side: an example drawn alone, and a combination of cells.
_EXAMPLE, _COMBINATION = 3, 40
_INT64_SAFE = 2**62


@dataclass(frozen=True, eq=False, slots=True)
class Combinations:
    """The combinations of cells that the examples of one class have.

    Attributes
    ----------
    count : ndarray of int64, shape (n_combinations,)
        How many examples have combination i.
    cell : ndarray of int64, shape (n_classifiers, n_combinations)
        Element (c, i) is the cell of classifier c in combination i.
    n_cells : tuple of int
        How many cells each classifier has.
    """

    count: IntArray
    cell: IntArray
    n_cells: tuple[int, ...]

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    def sampler(self) -> JointSampler:
        """Return what draws examples, and counts them by the cells of each classifier."""
        if len(self.n_cells) == 1:
            draw = sampler(np.bincount(self.cell[0], self.count, self.n_cells[0]).astype(np.int64))
            return lambda rng, totals: [draw(rng, totals)]
        n_examples = int(self.count.sum())
        if n_examples * (1 + len(self.n_cells)) * _EXAMPLE <= self.count.size * _COMBINATION:
            table = np.repeat(self.cell, self.count, axis=1)
            return lambda rng, totals: draw_examples(rng, totals, table, self.n_cells)
        return self._by_combination()

    def _by_combination(self) -> JointSampler:
        """Draw combinations, and add those up that share a cell."""
        draw = sampler(self.count)
        orders = [np.argsort(cell, kind="stable") for cell in self.cell]

        def drawn(rng: np.random.Generator, totals: IntArray) -> list[Cells]:
            counts = draw(rng, totals)
            marginal = []
            for cell, order, n_cells in zip(self.cell, orders, self.n_cells, strict=True):
                ordered = cell[order]
                start = np.flatnonzero(np.append(True, ordered[1:] > ordered[:-1]))
                sums = np.zeros((totals.size, n_cells), np.int64)
                sums[:, ordered[start]] = np.add.reduceat(counts[:, order], start, axis=1)
                marginal.append(sums)
            return marginal

        return drawn


@dataclass(frozen=True, eq=False, slots=True)
class JointCells:
    """Everything that resampling several classifiers needs to know about the examples.

    Attributes
    ----------
    each : tuple of Candidates
        The thresholds of each classifier.
    negative, positive : Combinations
        The examples of each class.
    """

    each: tuple[Candidates, ...]
    negative: Combinations
    positive: Combinations


def alone(found: Candidates) -> JointCells:
    """Return the cells of a single classifier.

    Parameters
    ----------
    found : Candidates
        Its thresholds.

    Returns
    -------
    JointCells
        Of one classifier.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> alone(candidates(predictions([0, 1, 0, 1], [1, 2, 3, 4]))).negative.count
    array([0, 1, 1])
    """
    n_cells = found.fp.size - 1
    cell = np.arange(n_cells)[np.newaxis]
    return JointCells(
        (found,),
        Combinations(np.diff(found.fp), cell, (n_cells,)),
        Combinations(np.diff(found.tp), cell, (n_cells,)),
    )


def joint_cells(sources: Sequence[Predictions], *, few: int | None = FEW) -> JointCells:
    """Find the cells of several classifiers that scored the same examples.

    Parameters
    ----------
    sources : sequence of Predictions
        One or more, of the same examples in the same order.
    few : int or None
        As for `candidates`.

    Returns
    -------
    JointCells
        Ready to be resampled any number of times.

    Raises
    ------
    CostCurveError
        If the labels differ, or examples have weights.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> label = [0, 1, 0, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4]), predictions(label, [1, 2, 2, 4])]
    >>> joint_cells(pair).positive.cell
    array([[0, 1],
           [0, 1]])
    """
    positive = _same_labels(sources)
    each = tuple(candidates(source, few=few) for source in sources)
    cell = np.stack([_cells_of(*pair) for pair in zip(sources, each, strict=True)])
    n_cells = tuple(found.fp.size - 1 for found in each)
    return JointCells(
        each,
        _combinations(cell[:, ~positive], n_cells),
        _combinations(cell[:, positive], n_cells),
    )


def _same_labels(sources: Sequence[Predictions]) -> BoolArray:
    """Return the labels that all classifiers share."""
    if not sources:
        raise CostCurveError("needs one classifier or more", where="sources", got="none")
    labels = sources[0].positive
    for position, source in enumerate(sources):
        if not np.array_equal(source.positive, labels):
            raise CostCurveError(
                "classifiers can be compared only on the same examples in the same order",
                where=f"sources[{position}]",
                got="other labels than sources[0] has",
                fix="Score one test set with all of them: how their errors coincide decides "
                "how sure a difference is.",
            )
    return labels


def _cells_of(source: Predictions, found: Candidates) -> IntArray:
    """Return the cell of each example: how many thresholds but the first lie above its score."""
    return np.searchsorted(-found.threshold[1:], -source.score)


def _combinations(cell: IntArray, n_cells: tuple[int, ...]) -> Combinations:
    """Merge examples with the same cells, where their numbers can be packed in one."""
    if prod(n_cells) >= _INT64_SAFE:
        return Combinations(np.ones(cell.shape[1], np.int64), cell, n_cells)
    packed, count = np.unique(np.ravel_multi_index(tuple(cell), n_cells), return_counts=True)
    return Combinations(count, np.stack(np.unravel_index(packed, n_cells)), n_cells)
