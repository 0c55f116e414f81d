"""Confusion matrices of any number of classes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core._matrices import Rows, check_rows, counted
from cc_widgets.core._predictions import distinct, is_missing, read_column
from cc_widgets.core._reading import read_list, read_numbers
from cc_widgets.core._results import CountArray, FloatArray, IntArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Numbers for every pair, or triple, of classes


def read_square(where: str, given: ArrayLike, dimensions: int = 2) -> FloatArray:
    """Counts or costs in a square or a cube, two or more along each side, checked.

    Parameters
    ----------
    where : str
        What the user calls them.
    given : array-like
        The numbers.
    dimensions : int
        2 for a square, 3 for a cube.

    Returns
    -------
    ndarray of float64
        The numbers.

    Raises
    ------
    CostCurveError
        If they have another shape, or are no numbers.

    Examples
    --------
    >>> read_square("cost", [[0, 5], [1, 0]]).shape
    (2, 2)
    """
    try:
        cells = read_numbers(where, given, "Pass a list of rows.").copy()
        got = f"an array of shape {cells.shape}"
    except CostCurveError:
        cells, got = np.empty(0), shown(given)
    if cells.ndim != dimensions or len(set(cells.shape)) > 1 or len(cells) < 2:  # noqa: PLR2004
        sides = " x ".join(["k"] * dimensions)
        raise CostCurveError(
            f"must hold {sides} numbers, with k of 2 or more classes", where=where, got=got
        )
    return cells


# ---- Labels of any number of classes, as positions in the list of classes


def encode(
    columns: dict[str, ArrayLike], classes: Sequence[Any] | None
) -> tuple[IntArray, tuple[Any, ...]]:
    """Positions of labels in the list of classes.

    Parameters
    ----------
    columns : dict of array-like of shape (n_examples,)
        Labels of the same examples, by the name of the argument that brought them.
    classes : sequence of labels or None
        The classes in order; None for all that occur, sorted.

    Returns
    -------
    codes : ndarray of int64, shape (n_columns, n_examples)
        Element [c, e] is the position of the label of example e in column c.
    classes : tuple
        The labels of the classes.

    Raises
    ------
    CostCurveError
        If the columns differ in length, a label is missing or not among the classes.

    Examples
    --------
    >>> encode({"y_true": ["b", "a"], "predicted": ["b", "c"]}, None)
    (array([[1, 0],
           [1, 2]]), ('a', 'b', 'c'))
    """
    read = {name: read_column(name, given) for name, given in columns.items()}
    sizes = {name: labels.size for name, labels in read.items()}
    if len(set(sizes.values())) > 1:
        raise CostCurveError(
            "each example needs one label of each kind",
            where=", ".join(sizes),
            got=f"{', '.join(map(str, sizes.values()))} labels",
            fix="Pass arrays of one length, in one order.",
        )
    known = (
        _all_kinds(list(read.values())) if classes is None else tuple(read_list("classes", classes))
    )
    check_classes(known)
    return np.stack([_codes(name, labels, known) for name, labels in read.items()]), known


def check_classes(classes: Sequence[Any], size: int | None = None) -> None:
    """Refuse lists of classes that do not name two or more, each once.

    Parameters
    ----------
    classes : sequence of labels
        The list.
    size : int, optional
        How many there must be.

    Raises
    ------
    CostCurveError
        If there are fewer than two, some twice, or not as many as there must be.

    Examples
    --------
    >>> check_classes(["ham", "spam"], 2)
    """
    if size is not None and len(classes) != size:
        raise CostCurveError(
            f"the matrix has {size} classes", where="classes", got=f"{len(classes)} labels"
        )
    for label in classes:
        if is_missing(label) or isinstance(label, np.void | list | dict | set | np.ndarray):
            raise CostCurveError(
                "labels must be plain, and none missing",
                where="classes",
                got=shown(label),
                fix="Pass numbers, strings or booleans.",
            )
    if len(classes) < 2 or len(set(classes)) < len(classes):  # noqa: PLR2004
        raise CostCurveError(
            "two or more classes are needed, each named once",
            where="classes",
            got=shown(list(classes)),
            fix="If only one occurs in these examples, pass the list of all classes.",
        )


def _all_kinds(columns: Sequence[NDArray[Any]]) -> tuple[Any, ...]:
    """Every label that occurs, sorted where they can be."""
    kinds = dict.fromkeys(chain.from_iterable(distinct(column) for column in columns))
    try:
        return tuple(sorted(kinds))
    except TypeError:
        return tuple(kinds)


def _codes(where: str, labels: NDArray[Any], classes: tuple[Any, ...]) -> IntArray:
    """The position of each label."""
    codes = np.full(labels.size, -1, dtype=np.int64)
    for position, kind in enumerate(classes):
        codes[labels == kind] = position
    unknown = labels[codes < 0]
    if unknown.size:
        raise CostCurveError(
            "every label must be one of the classes",
            where=where,
            got=f"{shown(unknown[:1].tolist()[0])}, but the classes are {shown(list(classes))}",
            fix="Add it to the classes, or leave these examples out.",
        )
    return codes


# ---- Confusion matrices of k classes: one classifier, or two on the same examples


_TRUE_AXIS = {"true": 0, "predicted": -1}


@result
class ConfusionMatrix:
    """How often one classifier gave each answer to each class.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k)
        Element [j, i] counts examples of class j that were called i.
    classes : tuple of k labels
        What the classes are called.
    """

    counts: CountArray
    classes: tuple[Any, ...]


@result
class PairedMatrix:
    """How often two classifiers gave each pair of answers to each class.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k, k)
        Element [j, a, b] counts examples of class j that the first called a and the second b.
    classes : tuple of k labels
        What the classes are called.
    """

    counts: CountArray
    classes: tuple[Any, ...]

    @property
    def first(self) -> ConfusionMatrix:
        """The confusion matrix of the first classifier."""
        return ConfusionMatrix(self.counts.sum(axis=2), self.classes)

    @property
    def second(self) -> ConfusionMatrix:
        """The confusion matrix of the second classifier."""
        return ConfusionMatrix(self.counts.sum(axis=1), self.classes)


def confusion_matrix(
    matrix: ArrayLike, *, rows: Rows = "true", classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Confusion matrix of k classes, checked.

    Parameters
    ----------
    matrix : array-like of shape (k, k)
        Counts, or sums of weights.
    rows : {"true", "predicted"}
        What the rows are: scikit-learn's are the true classes, those of Margineantu and
        Dietterich the predicted ones.
    classes : sequence of k labels, optional
        What the classes are called; numbers from 0 if not given.

    Returns
    -------
    ConfusionMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not square, has negative counts or no examples.

    Examples
    --------
    >>> confusion_matrix([[6, 3], [4, 17]], rows="predicted").counts
    array([[ 6,  4],
           [ 3, 17]])
    """
    check_rows(rows)
    return ConfusionMatrix(*_read(matrix, 2, rows, classes))


def paired_matrix(
    matrix: ArrayLike, *, rows: Rows = "true", classes: Sequence[Any] | None = None
) -> PairedMatrix:
    """Joint confusion matrix of two classifiers on the same examples, checked.

    Parameters
    ----------
    matrix : array-like of shape (k, k, k)
        Counts.
    rows : {"true", "predicted"}
        What the first axis is: the true class, followed by the two answers; or the first
        answer, followed by the second one and the true class, as in M(i1, i2, j).
    classes : sequence of k labels, optional
        What the classes are called; numbers from 0 if not given.

    Returns
    -------
    PairedMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not a cube, has negative counts or no examples.

    Examples
    --------
    >>> both = paired_matrix([[[20, 0], [10, 70]], [[30, 0], [10, 60]]])
    >>> both.second.counts
    array([[30, 70],
           [40, 60]])
    """
    check_rows(rows)
    return PairedMatrix(*_read(matrix, 3, rows, classes))


def check_single(matrix: object) -> None:
    """Refuse what is not the confusion matrix of one classifier, read as such.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of one classifier.

    Raises
    ------
    CostCurveError
        If it is anything else, a bare array for instance.

    Examples
    --------
    >>> check_single(confusion_matrix([[6, 4], [3, 17]]))
    """
    if not isinstance(matrix, ConfusionMatrix):
        raise CostCurveError(
            "it must be said which way round the confusion matrix is",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix='Pass confusion_matrix(matrix, rows="true"), or rows="predicted".',
        )


def check_paired(matrix: object) -> None:
    """Refuse what is not the joint matrix of two classifiers.

    Parameters
    ----------
    matrix : PairedMatrix
        Of two classifiers.

    Raises
    ------
    CostCurveError
        If it is anything else, two confusion matrices for instance.

    Examples
    --------
    >>> check_paired(paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]]))
    """
    if not isinstance(matrix, PairedMatrix):
        raise CostCurveError(
            "the difference needs both answers to each example, which two separate confusion "
            "matrices do not tell",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix="Pass paired_from_labels(y_true, predicted1, predicted2), or paired_matrix(...).",
        )


def _read(
    matrix: ArrayLike, dimensions: int, rows: Rows, classes: Sequence[Any] | None
) -> tuple[CountArray, tuple[Any, ...]]:
    """Checked counts with the true class first, and the names of the classes."""
    cells = read_square("matrix", matrix, dimensions)
    counts = counted(np.moveaxis(cells, _TRUE_AXIS[rows], 0))
    if not counts.sum():
        raise CostCurveError("there are no examples", where="matrix", fix="Count at least one.")
    known = tuple(range(len(counts))) if classes is None else tuple(read_list("classes", classes))
    check_classes(known, len(counts))
    return counts, known


# ---- From labels to the confusion matrices of one classifier, or of two on the same examples


def confusion_from_labels(
    y_true: ArrayLike, predicted: ArrayLike, *, classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Confusion matrix of the answers of one classifier.

    Parameters
    ----------
    y_true, predicted : array-like of shape (n_examples,)
        True and predicted labels.
    classes : sequence of labels, optional
        The classes in order; needed if one of them does not occur at all.

    Returns
    -------
    ConfusionMatrix
        Its classes are sorted, unless they were given.

    Examples
    --------
    >>> confusion_from_labels(["a", "b", "b"], ["a", "a", "b"]).counts
    array([[1, 0],
           [1, 1]])
    """
    codes, known = encode({"y_true": y_true, "predicted": predicted}, classes)
    return ConfusionMatrix(_count(codes, len(known)), known)


def paired_from_labels(
    y_true: ArrayLike,
    predicted1: ArrayLike,
    predicted2: ArrayLike,
    *,
    classes: Sequence[Any] | None = None,
) -> PairedMatrix:
    """Joint confusion matrix of the answers of two classifiers to the same examples.

    Parameters
    ----------
    y_true, predicted1, predicted2 : array-like of shape (n_examples,)
        True labels, and those of the two classifiers.
    classes : sequence of labels, optional
        The classes in order; needed if one of them does not occur at all.

    Returns
    -------
    PairedMatrix
        Its classes are sorted, unless they were given.

    Examples
    --------
    >>> both = paired_from_labels([0, 1, 1], [0, 0, 1], [0, 1, 1])
    >>> int(both.counts[1, 0, 1])
    1
    """
    columns = {"y_true": y_true, "predicted1": predicted1, "predicted2": predicted2}
    codes, known = encode(columns, classes)
    return PairedMatrix(_count(codes, len(known)), known)


def _count(codes: IntArray, k: int) -> IntArray:
    """Count how often each combination of positions occurs."""
    shape = (k,) * len(codes)
    cell = np.ravel_multi_index(tuple(codes), shape)
    return np.bincount(cell, minlength=k ** len(codes)).astype(np.int64).reshape(shape)
