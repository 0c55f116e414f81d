"""Confusion matrices and expected costs of multiclass classifiers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

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
from cc_widgets.core.multiclass.matrices import class_labels
from cc_widgets.core.results import FloatArray
from cc_widgets.core.scores import read_column
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.numerals import number, percent

_MAX_CLASSES = 50
_DEFAULT_NAME = "classifier"


@dataclass(frozen=True, slots=True)
class ClassifierMatrices:
    """Confusion matrices of one or more classifiers.

    Attributes
    ----------
    each : mapping of str to ConfusionMatrix
        Matrix of each classifier.
    pairs : mapping of (str, str) to PairedMatrix
        Paired matrices of two classifiers on the same examples; empty if unknown.
    """

    each: Mapping[str, ConfusionMatrix]
    pairs: Mapping[tuple[str, str], PairedMatrix]

    @property
    def classes(self) -> tuple[Any, ...]:
        """Class labels."""
        return next(iter(self.each.values())).classes


def from_labels(
    y_true: ArrayLike,
    predicted: Any,  # noqa: ANN401 (one or several)
    classes: Sequence[Any] | None = None,
) -> ClassifierMatrices:
    """Return confusion matrices from predicted labels; all classifiers are paired.

    `predicted` is one column of labels, or a mapping of names to columns. `classes` is needed if a
    class does not occur.

    Examples
    --------
    >>> matrices = from_labels(["a", "b", "c"], {"tree": ["a", "b", "b"], "rule": ["a", "a", "c"]})
    >>> matrices.classes, list(matrices.pairs)
    (('a', 'b', 'c'), [('tree', 'rule')])
    """
    columns = dict(predicted) if isinstance(predicted, Mapping) else {_DEFAULT_NAME: predicted}
    if not columns:
        raise CostCurveError(
            "needs at least one classifier",
            where="predicted",
            fix='Pass predicted labels, or a dict: {"forest": labels}.',
        )
    names = [str(name) for name in columns]
    labels = list(columns.values())
    if classes is None:
        classes = _all_labels([y_true, *labels])
    each = {
        name: _for_classifier(
            name, paired_from_labels, y_true, column, column, classes=classes
        ).first
        for name, column in zip(names, labels, strict=True)
    }
    pairs = {
        (names[a], names[b]): paired_from_labels(y_true, labels[a], labels[b], classes=classes)
        for a, b in combinations(range(len(names)), 2)
    }
    return ClassifierMatrices(MappingProxyType(each), MappingProxyType(pairs))


def _all_labels(columns: Sequence[ArrayLike]) -> list[Any]:
    """Return the labels of all columns, sorted."""
    labels = class_labels([read_column("labels", column) for column in columns])
    if len(labels) > _MAX_CLASSES:
        raise CostCurveError(
            f"must have at most {_MAX_CLASSES} different labels",
            where="y_true",
            got=f"{len(labels):,} different labels",
            fix="Pass labels, not scores.",
        )
    return list(labels)


def _for_classifier(name: str, make: Any, *args: Any, **options: Any) -> Any:  # noqa: ANN401
    """Call a function, and name the classifier in errors."""
    try:
        return make(*args, **options)
    except CostCurveError as error:
        raise error.within(f"classifier {name!r}") from None


def from_matrices(
    matrices: Any,  # noqa: ANN401 (one or several)
    paired: ArrayLike | None = None,
    classes: Sequence[Any] | None = None,
) -> ClassifierMatrices:
    """Return confusion matrices, with the paired matrix of two classifiers if given.

    `matrices` is one matrix or a mapping of names to matrices; rows are the true classes, as in
    scikit-learn. Element [j, a, b] of `paired` counts examples of class j that the first classifier
    predicted as a and the second as b.

    Examples
    --------
    >>> from_matrices([[5, 1, 0], [2, 6, 2], [0, 1, 3]]).classes
    (0, 1, 2)
    """
    by_name = dict(matrices) if isinstance(matrices, Mapping) else {_DEFAULT_NAME: matrices}
    each = {
        str(name): _for_classifier(str(name), confusion_matrix, matrix, classes=classes)
        for name, matrix in by_name.items()
    }
    if not each:
        raise CostCurveError(
            "needs at least one matrix",
            where="matrices",
            fix='Pass a matrix, or a dict: {"forest": [[...]]}.',
        )
    sizes = {len(matrix.classes) for matrix in each.values()}
    if len(sizes) > 1:
        raise CostCurveError(
            "must all have the same number of classes",
            where="matrices",
            got=shown(sorted(sizes)),
            fix="Pass matrices of the same classes in the same order.",
        )
    pairs = {}
    if paired is not None:
        pairs = {_pair_names(each): _check_margins(paired_matrix(paired, classes=classes), each)}
    return ClassifierMatrices(MappingProxyType(each), MappingProxyType(pairs))


def _pair_names(each: Mapping[str, ConfusionMatrix]) -> tuple[str, str]:
    """Return the names of the two classifiers; raise if there are not two."""
    names = list(each)
    if len(names) != 2:  # noqa: PLR2004
        raise CostCurveError(
            "needs exactly two classifiers",
            where="paired",
            got=f"{len(names)} matrices",
            fix="Pass the matrices of two classifiers, or predicted labels.",
        )
    return names[0], names[1]


def _check_margins(paired: PairedMatrix, each: Mapping[str, ConfusionMatrix]) -> PairedMatrix:
    """Return a paired matrix if its margins equal both matrices."""
    for (name, matrix), margin in zip(each.items(), (paired.first, paired.second), strict=True):
        if not np.array_equal(matrix.counts, margin.counts):
            raise CostCurveError(
                f"must sum to the matrix of {name}",
                where="paired",
                got=shown(margin.counts.tolist()),
                fix="Element [j, a, b] counts examples of true class j.",
            )
    return paired


# ---- Expected costs


def read_costs(costs: ArrayLike | None, size: int) -> FloatArray:
    """Return a validated cost matrix; by default each error costs 1."""
    if costs is None:
        return 1.0 - np.eye(size)
    table = cost_matrix(costs).cost
    if len(table) != size:
        raise CostCurveError(
            f"must be a table for {size} classes",
            where="costs",
            got=f"{len(table)} classes",
            fix=f"Pass a table of {size} rows and {size} columns.",
        )
    return np.array(table)


@dataclass(frozen=True, slots=True)
class ClassCosts:
    """Expected costs of multiclass classifiers.

    Attributes
    ----------
    each : mapping of str to CostInterval
        Cost of each classifier with its interval.
    differences : mapping of (str, str) to CostDifference
        Cost of the first minus that of the second classifier.
    words : tuple of str
        The result in sentences, with warnings about small test sets.
    """

    each: Mapping[str, CostInterval]
    differences: Mapping[tuple[str, str], CostDifference]
    words: tuple[str, ...]


def class_costs(  # noqa: PLR0913 (options, by name only)
    counted: ClassifierMatrices,
    costs: ArrayLike,
    *,
    level: float = 0.9,
    pseudo_count: float = 0.1,
    n_resamples: int = 1000,
    rng: int | None = None,
) -> ClassCosts:
    """Return the expected cost of each classifier, and the differences of pairs.

    Examples
    --------
    >>> matrices = from_matrices({"tree": [[5, 1, 0], [2, 6, 2], [0, 1, 3]]})
    >>> result = class_costs(matrices, [[0, 1, 1], [1, 0, 1], [9, 1, 0]], rng=0)
    >>> print(result.words[0])
    tree costs 0.3 an example on these 20 (90 %: 0.15 to 0.7); 6 in all.
    """
    table = cost_matrix(costs)
    options: dict[str, Any] = {"level": level, "n_resamples": n_resamples, "rng": rng}
    each = {
        name: bcost(matrix, table, pseudo_count=pseudo_count, **options)
        for name, matrix in counted.each.items()
    }
    differences = {
        pair: bdeltacost(paired, table, **options) for pair, paired in counted.pairs.items()
    }
    words = [
        *(_cost_words(name, interval) for name, interval in each.items()),
        *(_difference_words(*pair, interval) for pair, interval in differences.items()),
        *(f"{name}: {warning}" for name, interval in each.items() for warning in interval.warnings),
        next(iter(each.values())).covers,
    ]
    return ClassCosts(MappingProxyType(each), MappingProxyType(differences), tuple(words))


def _cost_words(name: str, interval: CostInterval) -> str:
    limits, mean = interval.per_example, interval.observed_total / interval.n_examples
    return (
        f"{name} costs {number(mean)} an example on these {interval.n_examples:,} "
        f"({percent(interval.level)}: {number(limits.low)} to {number(limits.high)}); "
        f"{number(interval.observed_total)} in all."
    )


def _difference_words(first: str, second: str, difference: CostDifference) -> str:
    """Return which classifier costs less, by how much, and whether that is significant."""
    mean = difference.observed_total / difference.n_examples
    low, high = difference.per_example.low, difference.per_example.high
    if mean > 0:
        first, second, mean, low, high = second, first, -mean, -high, -low
    chance = "" if difference.rejected else ": may be chance"
    if mean == 0:
        return f"{first} and {second} cost the same{chance}."
    return (
        f"{first} costs {number(-mean)} less an example than {second} "
        f"({percent(difference.level)}: {number(-high)} to {number(-low)}){chance}."
    )
