"""Confusion matrices and single points of ROC space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._counting import Counts
from cc_widgets.core._hull import TRIVIAL, RocCurve
from cc_widgets.core._reading import (
    RATE_MEANS,
    as_finite,
    check_sum,
    read_list,
    read_number,
    read_numbers,
    read_unit,
    read_word,
    refuse_masked,
)
from cc_widgets.core._results import CountArray, FloatArray, IntArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Cells of confusion matrices of any number of classes, and which way round they are


Rows = Literal["true", "predicted"]
_SAFE = 2.0**53  # beyond, floats skip whole numbers


def check_rows(rows: Rows) -> None:
    """Refuse what does not say which way round a matrix is.

    Parameters
    ----------
    rows : {"true", "predicted"}
        What the rows are.

    Raises
    ------
    CostCurveError
        If it is neither.

    Examples
    --------
    >>> check_rows("true")
    """
    fix = "In scikit-learn's confusion_matrix the rows are the true classes."
    read_word("rows", rows, get_args(Rows), fix)


def counted(cells: FloatArray) -> CountArray:
    """Counts, checked.

    Parameters
    ----------
    cells : ndarray of float64
        The numbers.

    Returns
    -------
    ndarray of int64 or float64
        The same, as integers if all are whole.

    Raises
    ------
    CostCurveError
        If one is negative or not finite, or all together are.

    Examples
    --------
    >>> counted(np.array([2.0, 0.0]))
    array([2, 0])
    """
    wrong = cells[~(np.isfinite(cells) & (cells >= 0.0))]
    if wrong.size:
        raise CostCurveError(
            "counts must be finite and not negative",
            where="matrix",
            got=shown(wrong[0].item()),
            fix="Pass how often each outcome happened.",
        )
    check_sum("matrix", cells, "counts")
    whole = np.all(cells == np.floor(cells)) and np.all(cells < _SAFE)
    return cells.astype(np.int64) if whole else cells


# ---- Classifiers known by their ROC points: one decision each, or one for every setting


_T = TypeVar("_T")


@result
class Landmark:
    """A point of ROC space with a meaning of its own.

    Attributes
    ----------
    meaning : str
        What a classifier there does.
    fpr, tpr : float
        Where it is.
    """

    meaning: str
    fpr: float
    tpr: float


LANDMARKS = (
    Landmark("never alarm", fpr=0.0, tpr=0.0),
    Landmark("always alarm", fpr=1.0, tpr=1.0),
    Landmark("always right", fpr=0.0, tpr=1.0),
    Landmark("always wrong", fpr=1.0, tpr=0.0),
)


@result
class PointSet(RocCurve):
    """Points of one classifier, joined with (0, 0) and (1, 1); usable wherever a curve is.

    Attributes
    ----------
    given : ndarray of int64, shape (n_points,)
        Element i is the position of point i in what the user gave; -1 for an end that was
        added.
    labels : tuple of str or None, length n_points, or None
        Element i names point i; None for an added end.
    parameter : tuple of float or None, length n_points, or None
        Element i is the setting that led to point i; None for an added end.
    """

    given: IntArray = field(kw_only=True)
    labels: tuple[str | None, ...] | None = None
    parameter: tuple[float | None, ...] | None = None


def point_set(
    *,
    fpr: ArrayLike,
    tpr: ArrayLike,
    labels: Sequence[str] | None = None,
    parameter: Sequence[float] | None = None,
) -> PointSet:
    """ROC points of one classifier, joined to a curve.

    Parameters
    ----------
    fpr, tpr : array-like of shape (n_points,)
        Rates, in any order; single numbers for a binary classifier.
    labels : sequence of str, optional
        What to call each point.
    parameter : sequence of float, optional
        The setting that led to each point: a threshold, a prior, a sampling ratio.

    Returns
    -------
    PointSet
        The points by rising fpr, then tpr, from (0, 0) to (1, 1).

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1], or lengths differ, or there is no point.

    Examples
    --------
    >>> points = point_set(fpr=[0.3, 0.04], tpr=[0.8, 0.4], labels=["pruned", "unpruned"])
    >>> points.fpr, points.labels
    (array([0.  , 0.04, 0.3 , 1.  ]), (None, 'unpruned', 'pruned', None))
    """
    x, y = _read_rates("fpr", fpr), _read_rates("tpr", tpr)
    _check_length("tpr", y.size, x.size)
    names = None if labels is None else _read_labels(labels, x.size)
    settings = None if parameter is None else _read_parameter(parameter, x.size)
    order = np.lexsort((y, x)).astype(np.int64)
    first = [] if _is_at(x, y, order[0], 0.0) else [TRIVIAL]
    last = [] if _is_at(x, y, order[-1], 1.0) else [TRIVIAL]
    given = np.concatenate([first, order, last]).astype(np.int64)
    return PointSet(
        fpr=np.concatenate([[0.0] * len(first), x[order], [1.0] * len(last)]),
        tpr=np.concatenate([[0.0] * len(first), y[order], [1.0] * len(last)]),
        given=given,
        labels=None if names is None else _along(given, names),
        parameter=None if settings is None else _along(given, settings),
    )


def _read_rates(where: str, given: ArrayLike) -> FloatArray:
    """Rates in one dimension, at least one of them."""
    rates = read_unit(where, given, RATE_MEANS)
    if rates.ndim > 1 or not rates.size:
        raise CostCurveError(
            "one rate for each point is needed",
            where=where,
            got=f"an array of shape {rates.shape}",
            fix="Pass a list or a 1-D array with at least one rate.",
        )
    return rates.reshape(-1) + 0.0  # one zero instead of two


def _read_labels(given: Sequence[str], n_points: int) -> list[str]:
    """One string for each point."""
    labels = read_list("labels", given)
    _check_length("labels", len(labels), n_points)
    for label in labels:
        if not isinstance(label, str):
            raise CostCurveError(
                "labels must be strings",
                where="labels",
                got=shown(label),
                fix="Numbers that led to the points go into parameter.",
            )
    return labels


def _read_parameter(given: Sequence[float], n_points: int) -> list[float]:
    """One finite number for each point."""
    parameter = read_list("parameter", given)
    _check_length("parameter", len(parameter), n_points)
    return [_read_setting(setting) for setting in parameter]


def _read_setting(setting: object) -> float:
    number = as_finite(setting)
    if number is None:
        raise CostCurveError(
            "settings must be finite numbers",
            where="parameter",
            got=shown(setting),
            fix="Names of points go into labels.",
        )
    return number


def _check_length(where: str, length: int, n_points: int) -> None:
    """Refuse what does not have one element for each point."""
    if length != n_points:
        raise CostCurveError(
            "one element for each point is needed",
            where=where,
            got=f"{length} for {n_points} points",
            fix="Pass as many as fpr has.",
        )


def _is_at(x: FloatArray, y: FloatArray, i: int, corner: float) -> bool:
    """Whether point i is the end of every curve at (corner, corner)."""
    return bool(x[i] == y[i] == corner)


def _along(given: IntArray, values: Sequence[_T]) -> tuple[_T | None, ...]:
    """Put values in the order of the curve."""
    return tuple(None if i == TRIVIAL else values[i] for i in given.tolist())


# ---- Confusion matrices, with their orientation always said


_LAYOUT = "Pass [[tn, fp], [fn, tp]], the layout of scikit-learn."


def matrix_counts(
    matrix: ArrayLike,
    *,
    rows: Rows = "true",
    positives: float | None = None,
    negatives: float | None = None,
) -> Counts:
    """Counts from the confusion matrix of one classifier of two classes.

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
    """Counts from the four cells of a confusion matrix.

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
    """ROC points of one learner at several settings, from its confusion matrices.

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
    """Four numbers from 0, as integers where they are whole."""
    refuse_masked("matrix", matrix)
    try:
        cells = read_numbers("matrix", matrix, _LAYOUT)
    except CostCurveError:
        raise _no_matrix(shown(matrix)) from None
    if cells.shape != (2, 2):
        raise _no_matrix(f"an array of shape {cells.shape}")
    return counted(cells)


def _no_matrix(got: str) -> CostCurveError:
    """The error for what is not a two-class confusion matrix."""
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
        scored=False,
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
