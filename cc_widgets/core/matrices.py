"""Confusion matrices, with their orientation always said.

The default is scikit-learn's layout: rows are the true classes, columns the predicted ones,
negative first::

    [[tn, fp],
     [fn, tp]]
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import CountArray
from cc_widgets.core.cells import Rows, check_rows, counted
from cc_widgets.core.counts import Counts
from cc_widgets.core.given import read_list, refuse_masked
from cc_widgets.core.numbers import read_number, read_numbers
from cc_widgets.core.points import PointSet, point_set
from cc_widgets.errors import CostCurveError, shown

_LAYOUT = "Pass [[tn, fp], [fn, tp]], the layout of scikit-learn."


def matrix_counts(
    matrix: ArrayLike,
    *,
    rows: Rows = "true",
    positives: float | None = None,
    negatives: float | None = None,
) -> Counts:
    """Read the confusion matrix of one binary classifier.

    Parameters
    ----------
    matrix : array-like of shape (2, 2)
        Counts or sums of weights, negative class first in rows and columns.
    rows : {"true", "predicted"}
        What the rows are.
    positives, negatives : float, optional
        How many examples of each class there are, if known: a transposed matrix is then
        told from a right one.

    Returns
    -------
    Counts
        Of the predicted class as a score: element 0 calls nothing positive, element 1 is
        the classifier, element 2 calls everything positive.

    Raises
    ------
    CostCurveError
        If this is no 2 x 2 matrix of numbers from 0, a class is empty, or the totals differ.

    Examples
    --------
    >>> counts = matrix_counts([[6, 4], [3, 17]])
    >>> counts.fp, counts.tp
    (array([ 0,  4, 10]), array([ 0, 17, 20]))
    >>> matrix_counts([[6, 3], [4, 17]], rows="predicted").tp
    array([ 0, 17, 20])
    """
    cells = _read_cells(matrix)
    check_rows(rows)
    (tn, fp), (fn, tp) = cells if rows == "true" else cells.T
    counts = _counts(tp=tp, fn=fn, fp=fp, tn=tn)
    _check_totals(counts, positives, negatives)
    return counts


def cell_counts(*, tp: float, fn: float, fp: float, tn: float) -> Counts:
    """Read the four cells of a confusion matrix by name.

    Parameters
    ----------
    tp, fn : float
        Positives called positive, and negative.
    fp, tn : float
        Negatives called positive, and negative.

    Returns
    -------
    Counts
        As from `matrix_counts`.

    Examples
    --------
    >>> counts = cell_counts(tp=17, fn=3, fp=4, tn=6)
    >>> counts.positives, counts.negatives
    (20, 10)
    """
    given = {"tn": tn, "fp": fp, "fn": fn, "tp": tp}
    cells = [read_number(*one, "Pass how often it happened.") for one in given.items()]
    return matrix_counts([cells[:2], cells[2:]])


def matrix_points(
    matrices: Sequence[ArrayLike],
    *,
    rows: Rows = "true",
    labels: Sequence[str] | None = None,
    parameter: Sequence[float] | None = None,
) -> PointSet:
    """Read the confusion matrices of one learner at several settings.

    Parameters
    ----------
    matrices : sequence of array-like of shape (2, 2)
        One for each setting.
    rows : {"true", "predicted"}
        What the rows of every matrix are.
    labels : sequence of str, optional
        What to call each setting.
    parameter : sequence of float, optional
        The setting as a number, for instance a sampling ratio.

    Returns
    -------
    PointSet
        The points, joined with (0, 0) and (1, 1).

    Raises
    ------
    CostCurveError
        If a matrix cannot be read; its position is named.

    Examples
    --------
    >>> matrix_points([[[6, 4], [3, 17]], [[9, 1], [12, 8]]], parameter=[1, 3]).parameter
    (None, 3.0, 1.0, None)
    """
    read = []
    for position, matrix in enumerate(read_list("matrices", matrices)):
        try:
            read.append(matrix_counts(matrix, rows=rows))
        except CostCurveError as error:
            raise error.within(f"matrix {position}") from None
    fpr = [counts.fp[1] / counts.negatives for counts in read]
    tpr = [counts.tp[1] / counts.positives for counts in read]
    return point_set(fpr=fpr, tpr=tpr, labels=labels, parameter=parameter)


def _read_cells(matrix: ArrayLike) -> CountArray:
    """Return four numbers from 0, as integers where they are whole."""
    refuse_masked("matrix", matrix)
    try:
        cells = read_numbers("matrix", matrix, _LAYOUT)
    except CostCurveError:
        raise _no_matrix(shown(matrix)) from None
    if cells.shape != (2, 2):
        raise _no_matrix(f"an array of shape {cells.shape}")
    return counted(cells)


def _no_matrix(got: str) -> CostCurveError:
    """Return the error for what is not a two-class confusion matrix."""
    return CostCurveError(
        "a confusion matrix of two classes has two rows and two columns of numbers",
        where="matrix",
        got=got,
        fix=_LAYOUT,
    )


def _counts(*, tp: float, fn: float, fp: float, tn: float) -> Counts:
    """Count with the predicted class as score: 1 for positive, 0 for negative."""
    for name, total in (("positive", tp + fn), ("negative", fp + tn)):
        if not total:
            raise CostCurveError(
                "both classes are needed",
                where="matrix",
                got=f"no example of the {name} class",
                fix="Rates of an empty class are undefined; check which way round it is.",
            )
    return Counts(
        threshold=np.array([np.inf, 1.0, 0.0]),
        tp=np.array([0, tp, tp + fn]),
        fp=np.array([0, fp, fp + tn]),
        positives=np.asarray(tp + fn).item(),
        negatives=np.asarray(fp + tn).item(),
    )


def _check_totals(counts: Counts, positives: float | None, negatives: float | None) -> None:
    """Refuse a matrix whose classes are not as large as the user knows them to be."""
    for name, known, found in (
        ("positives", positives, counts.positives),
        ("negatives", negatives, counts.negatives),
    ):
        total = found if known is None else read_number(name, known, "Pass how many there are.")
        if total != found:
            raise CostCurveError(
                f"its {name} must add up to the number given",
                where="matrix",
                got=f"{found:g} {name} in the matrix, {total:g} given",
                fix='A transposed matrix? Pass rows="predicted" if its rows are predictions.',
            )
