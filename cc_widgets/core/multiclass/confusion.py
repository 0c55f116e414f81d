"""Confusion matrices of k classes: one classifier, or two on the same examples.

Inside, the first axis is always the true class. M(i, j) of Margineantu and Dietterich, with
i predicted and j true, is read with ``rows="predicted"``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import CountArray, freeze
from cc_widgets.core.cells import Rows, check_rows, counted
from cc_widgets.core.given import read_list
from cc_widgets.core.multiclass.encode import check_classes
from cc_widgets.core.multiclass.square import read_square
from cc_widgets.errors import CostCurveError, shown

_TRUE_AXIS = {"true": 0, "predicted": -1}


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)

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
    """Read a confusion matrix of k classes.

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
    """Read the three-dimensional confusion matrix of two classifiers on the same examples.

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
    """Return checked counts with the true class first, and the names of the classes."""
    cells = read_square("matrix", matrix, dimensions)
    counts = counted(np.moveaxis(cells, _TRUE_AXIS[rows], 0))
    if not counts.sum():
        raise CostCurveError("there are no examples", where="matrix", fix="Count at least one.")
    known = tuple(range(len(counts))) if classes is None else tuple(read_list("classes", classes))
    check_classes(known, len(counts))
    return counts, known
