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
_EXAMPLE, _COMBINATION = 1.0, 35.0
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
        ways = len(self.n_cells)
        if ways == 1:
            draw = sampler(np.bincount(self.cell[0], self.count, self.n_cells[0]).astype(np.int64))
            return lambda rng, totals: [draw(rng, totals)]
        large = self.count * (1 + ways) * _EXAMPLE > _COMBINATION
        if np.all(large):
            return self._by_combination()
        if not np.any(large):
            return self._one_by_one()
        return self._split(large)

    def _split(self, large: BoolArray) -> JointSampler:
        """Draw first how many examples are in combinations of many, then both kinds apart."""
        share = float(self.count[large].sum() / self.count.sum())
        many, few = (
            Combinations(self.count[part], self.cell[:, part], self.n_cells)
            for part in (large, ~large)
        )
        by_combination, one_by_one = many._by_combination(), few._one_by_one()  # noqa: SLF001 (own class)

        def drawn(rng: np.random.Generator, totals: IntArray) -> list[Cells]:
            in_many = rng.binomial(totals, share)
            both = by_combination(rng, in_many), one_by_one(rng, totals - in_many)
            return [first + second for first, second in zip(*both, strict=True)]

        return drawn

    def _one_by_one(self) -> JointSampler:
        """Draw examples."""
        table = np.repeat(self.cell, self.count, axis=1)
        return lambda rng, totals: draw_examples(rng, totals, table, self.n_cells)

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
    cell = np.stack([cells_of(*pair) for pair in zip(sources, each, strict=True)])
    n_cells = tuple(found.fp.size - 1 for found in each)
    return JointCells(
        each,
        combinations(cell[:, ~positive], n_cells),
        combinations(cell[:, positive], n_cells),
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


def cells_of(source: Predictions, found: Candidates) -> IntArray:
    """Find the cell of each example.

    Parameters
    ----------
    source : Predictions
        Scores.
    found : Candidates
        The thresholds of the same classifier.

    Returns
    -------
    ndarray of int64, shape (n_examples,)
        Element i counts the thresholds, but for the first, that lie above score i.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> checked = predictions([0, 1, 0, 1], [1, 2, 3, 4])
    >>> cells_of(checked, candidates(checked))
    array([2, 1, 1, 0])
    """
    return np.searchsorted(-found.threshold[1:], -source.score)


def combinations(cell: IntArray, n_cells: tuple[int, ...]) -> Combinations:
    """Merge examples with the same cells, where their numbers can be packed in one.

    Parameters
    ----------
    cell : ndarray of int64, shape (n_classifiers, n_examples)
        Element (c, i) is the cell of example i for classifier c.
    n_cells : tuple of int
        How many cells each classifier has.

    Returns
    -------
    Combinations
        Each with the number of its examples.

    Examples
    --------
    >>> combinations(np.array([[0, 1, 1], [2, 0, 0]]), (2, 3)).count
    array([1, 2])
    """
    if prod(n_cells) >= _INT64_SAFE:
        return Combinations(np.ones(cell.shape[1], np.int64), cell, n_cells)
    packed, count = np.unique(np.ravel_multi_index(tuple(cell), n_cells), return_counts=True)
    return Combinations(count, np.stack(np.unravel_index(packed, n_cells)), n_cells)
