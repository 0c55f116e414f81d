"""More than two classes: what classifiers cost by a table of costs, and how sure that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._predictions import read_column
from cc_widgets.core._results import FloatArray
from cc_widgets.core.multiclass import (
    ConfusionMatrix,
    CostDifference,
    CostInterval,
    PairedMatrix,
    bcost,
    bdeltacost,
    confusion_matrix,
    cost_matrix,
    paired_from_labels,
    paired_matrix,
)
from cc_widgets.core.multiclass._matrices import all_kinds
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.numerals import number, percent

_MOST_CLASSES = 50
_USUAL = "classifier"


@dataclass(frozen=True, slots=True)
class Counted:
    """How often classifiers gave each answer to each class.

    Attributes
    ----------
    each : mapping of str to ConfusionMatrix
        The matrix of each classifier.
    pairs : mapping of (str, str) to PairedMatrix
        Two classifiers on the same examples; nothing where matrices alone are known.
    """

    each: Mapping[str, ConfusionMatrix]
    pairs: Mapping[tuple[str, str], PairedMatrix]

    @property
    def classes(self) -> tuple[Any, ...]:
        """What the classes are called."""
        return next(iter(self.each.values())).classes


def from_labels(
    y_true: ArrayLike,
    predicted: Any,  # noqa: ANN401 (one or several)
    classes: Sequence[Any] | None = None,
) -> Counted:
    """Count the answers of classifiers to the same examples.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels.
    predicted : array-like of shape (n_examples,), or mapping of names to such
        The labels that classifiers gave.
    classes : sequence of labels, optional
        The classes in order; needed if one of them does not occur.

    Returns
    -------
    Counted
        All pairs are paired.

    Examples
    --------
    >>> found = from_labels(["a", "b", "c"], {"tree": ["a", "b", "b"], "rule": ["a", "a", "c"]})
    >>> found.classes, list(found.pairs)
    (('a', 'b', 'c'), [('tree', 'rule')])
    """
    given = dict(predicted) if isinstance(predicted, Mapping) else {_USUAL: predicted}
    if not given:
        raise CostCurveError(
            "there is no classifier",
            where="predicted",
            fix='Pass the labels that it gave, or a dict of such: {"forest": labels}.',
        )
    names = [str(name) for name in given]
    labels = list(given.values())
    if classes is None:
        classes = _all_labels([y_true, *labels])
    each = {
        name: _within(name, paired_from_labels, y_true, one, one, classes=classes).first
        for name, one in zip(names, labels, strict=True)
    }
    pairs = {
        (names[a], names[b]): paired_from_labels(y_true, labels[a], labels[b], classes=classes)
        for a, b in combinations(range(len(names)), 2)
    }
    return Counted(MappingProxyType(each), MappingProxyType(pairs))


def _all_labels(each: Sequence[ArrayLike]) -> list[Any]:
    """Labels of all columns, sorted."""
    found = all_kinds([read_column("labels", one) for one in each])
    if len(found) > _MOST_CLASSES:
        raise CostCurveError(
            f"there are more than {_MOST_CLASSES} kinds of label",
            where="y_true",
            got=f"{len(found):,} kinds",
            fix="Pass labels, not scores.",
        )
    return list(found)


def _within(name: str, make: Any, *given: Any, **more: Any) -> Any:  # noqa: ANN401
    """What a function makes; an error says of which classifier."""
    try:
        return make(*given, **more)
    except CostCurveError as error:
        raise error.within(f"classifier {name!r}") from None


def from_matrices(
    matrices: Any,  # noqa: ANN401 (one or several)
    paired: ArrayLike | None = None,
    classes: Sequence[Any] | None = None,
) -> Counted:
    """Read confusion matrices of one or more classifiers.

    Parameters
    ----------
    matrices : array-like of shape (k, k), or mapping of names to such
        Rows are the true classes, as in scikit-learn.
    paired : array-like of shape (k, k, k), optional
        Element [j, a, b] counts examples of class j that the first called a and the second b,
        where both were tested on the same examples.
    classes : sequence of k labels, optional
        What the classes are called.

    Returns
    -------
    Counted
        Without `paired` no two of them can be compared.

    Examples
    --------
    >>> from_matrices([[5, 1, 0], [2, 6, 2], [0, 1, 3]]).classes
    (0, 1, 2)
    """
    given = dict(matrices) if isinstance(matrices, Mapping) else {_USUAL: matrices}
    each = {
        str(name): _within(str(name), confusion_matrix, one, classes=classes)
        for name, one in given.items()
    }
    if not each:
        raise CostCurveError(
            "there is no matrix", where="matrices", fix='Pass one, or a dict: {"forest": [[...]]}.'
        )
    sizes = {len(one.classes) for one in each.values()}
    if len(sizes) > 1:
        raise CostCurveError(
            "matrices have different numbers of classes",
            where="matrices",
            got=shown(sorted(sizes)),
            fix="Pass matrices of the same classes in the same order.",
        )
    pairs = {}
    if paired is not None:
        pairs = {_both(each): _consistent(paired_matrix(paired, classes=classes), each)}
    return Counted(MappingProxyType(each), MappingProxyType(pairs))


def _both(each: Mapping[str, ConfusionMatrix]) -> tuple[str, str]:
    names = list(each)
    if len(names) != 2:  # noqa: PLR2004
        raise CostCurveError(
            "a joint matrix is one of two classifiers",
            where="paired",
            got=f"{len(names)} matrices",
            fix="Pass the matrices of the two, or the labels themselves.",
        )
    return names[0], names[1]


def _consistent(both: PairedMatrix, each: Mapping[str, ConfusionMatrix]) -> PairedMatrix:
    """A joint matrix, if its margins are the matrices of the two."""
    for (name, own), margin in zip(each.items(), (both.first, both.second), strict=True):
        if not np.array_equal(own.counts, margin.counts):
            raise CostCurveError(
                f"summed over the other it is not the matrix of {name}",
                where="paired",
                got=shown(margin.counts.tolist()),
                fix="Element [true, first, second] counts examples.",
            )
    return both


# ---- What they cost


def read_costs(costs: ArrayLike | None, size: int) -> FloatArray:
    """Costs of so many classes, checked; without any each error costs 1."""
    if costs is None:
        return 1.0 - np.eye(size)
    table = cost_matrix(costs).cost
    if len(table) != size:
        raise CostCurveError(
            f"costs of {size} classes are needed",
            where="costs",
            got=f"those of {len(table)}",
            fix=f"Pass a table of {size} rows and {size} columns.",
        )
    return np.array(table)


@dataclass(frozen=True, slots=True)
class ClassCosts:
    """What classifiers of several classes cost.

    Attributes
    ----------
    each : mapping of str to CostInterval
        Of each classifier.
    differences : mapping of (str, str) to CostDifference
        What the first of two costs more than the second.
    words : tuple of str
        The same in sentences, with what the test set is too small for.
    """

    each: Mapping[str, CostInterval]
    differences: Mapping[tuple[str, str], CostDifference]
    words: tuple[str, ...]


def class_costs(  # noqa: PLR0913 (options, by name only)
    counted: Counted,
    costs: ArrayLike,
    *,
    level: float = 0.9,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: int | None = None,
) -> ClassCosts:
    """What classifiers cost an example, and each of two less than the other.

    Parameters
    ----------
    counted : Counted
        What they answered.
    costs : array-like of shape (k, k)
        Element [j, i] is the cost of calling an example of class j i.
    level : float
        Level of the limits.
    pseudo_count : float
        Added to each cell for the limits of a single classifier; differences have none added.
    n_resamples : int
        How many test sets are drawn.
    rng : int, optional
        Seed.

    Returns
    -------
    ClassCosts
        With a sentence for each.

    Raises
    ------
    CostCurveError
        If costs do not fit, or an option makes no sense.

    Examples
    --------
    >>> counted = from_matrices({"tree": [[5, 1, 0], [2, 6, 2], [0, 1, 3]]})
    >>> found = class_costs(counted, [[0, 1, 1], [1, 0, 1], [9, 1, 0]], rng=0)
    >>> print(found.words[0])
    tree costs 0.3 an example on these 20 (90 %: 0.15 to 0.7); 6 in all.
    """
    table = cost_matrix(costs)
    options: dict[str, Any] = {"level": level, "n_resamples": n_resamples, "rng": rng}
    each = {
        name: bcost(one, table, pseudo_count=pseudo_count, **options)
        for name, one in counted.each.items()
    }
    differences = {pair: bdeltacost(both, table, **options) for pair, both in counted.pairs.items()}
    words = [
        *(_cost_words(name, one) for name, one in each.items()),
        *(_difference_words(*pair, one) for pair, one in differences.items()),
        *(f"{name}: {warning}" for name, one in each.items() for warning in one.warnings),
        next(iter(each.values())).covers,
    ]
    return ClassCosts(MappingProxyType(each), MappingProxyType(differences), tuple(words))


def _cost_words(name: str, found: CostInterval) -> str:
    limits, mean = found.per_example, found.observed_total / found.n_examples
    return (
        f"{name} costs {number(mean)} an example on these {found.n_examples:,} "
        f"({percent(found.level)}: {number(limits.low)} to {number(limits.high)}); "
        f"{number(found.observed_total)} in all."
    )


def _difference_words(first: str, second: str, found: CostDifference) -> str:
    """Which of two costs less, by how much, and whether that may be chance."""
    mean = found.observed_total / found.n_examples
    low, high = found.per_example.low, found.per_example.high
    if mean > 0:
        first, second, mean, low, high = second, first, -mean, -high, -low
    chance = "" if found.rejected else ": may be chance"
    if mean == 0:
        return f"{first} and {second} cost the same{chance}."
    return (
        f"{first} costs {number(-mean)} less an example than {second} "
        f"({percent(found.level)}: {number(-high)} to {number(-low)}){chance}."
    )
