"""Confusion matrices and points in ROC space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.counting import Counts
from cc_widgets.core.hull import BASELINE, RocCurve
from cc_widgets.core.results import CountArray, FloatArray, IntArray, result
from cc_widgets.core.validation import (
    RATE_MEANS,
    as_finite,
    check_not_masked,
    check_sum,
    read_choice,
    read_list,
    read_number,
    read_numbers,
    read_unit,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "LANDMARKS",
    "Landmark",
    "PointSet",
    "cell_counts",
    "matrix_counts",
    "matrix_points",
    "point_set",
]

# ---- Cells and orientation of confusion matrices, for any number of classes


MatrixRows = Literal["true", "predicted"]
_MAX_EXACT_INT = 2.0**53  # floats represent all integers up to here


def check_orientation(rows: MatrixRows) -> None:
    """Raise if `rows` is not one of the two orientations of a confusion matrix."""
    fix = "In scikit-learn's confusion_matrix the rows are the true classes."
    read_choice("rows", rows, get_args(MatrixRows), fix)


def as_counts(cells: FloatArray) -> CountArray:
    """Return non-negative finite counts, as integers if all are whole; otherwise raise."""
    wrong = cells[~(np.isfinite(cells) & (cells >= 0.0))]
    if wrong.size:
        raise CostCurveError(
            "counts must be finite and not negative",
            where="matrix",
            got=shown(wrong[0].item()),
            fix="Pass the number of cases in each cell.",
        )
    check_sum("matrix", cells, "counts")
    whole = np.all(cells == np.floor(cells)) and np.all(cells < _MAX_EXACT_INT)
    return cells.astype(np.int64) if whole else cells


# ---- Classifiers given by ROC points, one for each setting


_T = TypeVar("_T")


@result
class Landmark:
    """Point in ROC space with a special meaning.

    Attributes
    ----------
    meaning : str
        Behaviour of a classifier at this point.
    fpr, tpr : float
        Its false and true positive rate.
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
    """ROC points of one classifier, with (0, 0) and (1, 1) added; usable wherever a curve is.

    Attributes
    ----------
    order : ndarray of int64, shape (n_points,)
        Element i is the position of point i in the input; -1 for an end that was added.
    labels : tuple of str or None, length n_points, or None
        Element i is the label of point i; None for an added end.
    parameter : tuple of float or None, length n_points, or None
        Element i is the setting that produced point i; None for an added end.
    """

    order: IntArray = field(kw_only=True)
    labels: tuple[str | None, ...] | None = None
    parameter: tuple[float | None, ...] | None = None


def point_set(
    *,
    fpr: ArrayLike,
    tpr: ArrayLike,
    labels: Sequence[str] | None = None,
    parameter: Sequence[float] | None = None,
) -> PointSet:
    """ROC curve through points of one classifier.

    Parameters
    ----------
    fpr, tpr : array-like of shape (n_points,)
        Rates, in any order; single numbers for a binary classifier.
    labels : sequence of str, optional
        Label of each point.
    parameter : sequence of float, optional
        Setting that produced each point: a threshold, a prior, a sampling ratio.

    Returns
    -------
    PointSet
        The points by increasing fpr, then tpr, from (0, 0) to (1, 1).

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1], lengths differ, or there are no points.

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
    first = [] if _is_endpoint(x, y, order[0], 0.0) else [BASELINE]
    last = [] if _is_endpoint(x, y, order[-1], 1.0) else [BASELINE]
    positions = np.concatenate([first, order, last]).astype(np.int64)
    return PointSet(
        fpr=np.concatenate([[0.0] * len(first), x[order], [1.0] * len(last)]),
        tpr=np.concatenate([[0.0] * len(first), y[order], [1.0] * len(last)]),
        order=positions,
        labels=None if names is None else _in_curve_order(positions, names),
        parameter=None if settings is None else _in_curve_order(positions, settings),
    )


def _read_rates(where: str, values: ArrayLike) -> FloatArray:
    """Return rates as a non-empty 1-D array."""
    rates = read_unit(where, values, RATE_MEANS)
    if rates.ndim > 1 or not rates.size:
        raise CostCurveError(
            "must have one rate per point",
            where=where,
            got=f"an array of shape {rates.shape}",
            fix="Pass a list or a 1-D array with at least one rate.",
        )
    return rates.reshape(-1) + 0.0  # -0.0 becomes 0.0


def _read_labels(values: Sequence[str], n_points: int) -> list[str]:
    """Return the labels, one string per point."""
    labels = read_list("labels", values)
    _check_length("labels", len(labels), n_points)
    for label in labels:
        if not isinstance(label, str):
            raise CostCurveError(
                "labels must be strings",
                where="labels",
                got=shown(label),
                fix="Pass numeric settings as parameter.",
            )
    return labels


def _read_parameter(values: Sequence[float], n_points: int) -> list[float]:
    """Return the parameter values, one finite number per point."""
    parameter = read_list("parameter", values)
    _check_length("parameter", len(parameter), n_points)
    return [_read_setting(setting) for setting in parameter]


def _read_setting(setting: object) -> float:
    value = as_finite(setting)
    if value is None:
        raise CostCurveError(
            "must be finite numbers",
            where="parameter",
            got=shown(setting),
            fix="Pass names of points as labels.",
        )
    return value


def _check_length(where: str, length: int, n_points: int) -> None:
    """Raise if there is not one element per point."""
    if length != n_points:
        raise CostCurveError(
            "must have one element per point",
            where=where,
            got=f"{length} for {n_points} points",
            fix="Pass as many elements as fpr has.",
        )


def _is_endpoint(x: FloatArray, y: FloatArray, i: int, corner: float) -> bool:
    """Return whether point i is (corner, corner), an end of every curve."""
    return bool(x[i] == y[i] == corner)


def _in_curve_order(positions: IntArray, values: Sequence[_T]) -> tuple[_T | None, ...]:
    """Return the values in the order of the curve."""
    return tuple(None if i == BASELINE else values[i] for i in positions.tolist())


# ---- Binary confusion matrices


_LAYOUT = "Pass [[tn, fp], [fn, tp]], the layout of scikit-learn."


def matrix_counts(
    matrix: ArrayLike,
    *,
    rows: MatrixRows = "true",
    positives: float | None = None,
    negatives: float | None = None,
) -> Counts:
    """Counts from a binary confusion matrix.

    Parameters
    ----------
    matrix : array-like of shape (2, 2)
        Counts or sums of weights, with the negative class first in rows and columns.
    rows : {"true", "predicted"}
        Meaning of the rows.
    positives, negatives : float, optional
        Known class totals, to detect a transposed matrix.

    Returns
    -------
    Counts
        With the predicted class as score: element 0 classifies everything as negative, element 1
        is the classifier, element 2 classifies everything as positive.

    Raises
    ------
    CostCurveError
        If this is not a 2 x 2 matrix of non-negative numbers, a class is empty, or totals differ.

    Examples
    --------
    >>> counts = matrix_counts([[6, 4], [3, 17]])
    >>> counts.fp, counts.tp
    (array([ 0,  4, 10]), array([ 0, 17, 20]))
    >>> matrix_counts([[6, 3], [4, 17]], rows="predicted").tp
    array([ 0, 17, 20])
    """
    cells = _read_cells(matrix)
    check_orientation(rows)
    (tn, fp), (fn, tp) = cells if rows == "true" else cells.T
    counts = _counts_of_cells(tp=tp, fn=fn, fp=fp, tn=tn)
    _check_totals(counts, positives, negatives)
    return counts


def cell_counts(*, tp: float, fn: float, fp: float, tn: float) -> Counts:
    """Counts from the four cells of a confusion matrix.

    Parameters
    ----------
    tp, fn : float
        Number of positives classified as positive, and as negative.
    fp, tn : float
        Number of negatives classified as positive, and as negative.

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
    by_name = {"tn": tn, "fp": fp, "fn": fn, "tp": tp}
    cells = [read_number(*pair, "Pass the number of cases.") for pair in by_name.items()]
    return matrix_counts([cells[:2], cells[2:]])


def matrix_points(
    matrices: Sequence[ArrayLike],
    *,
    rows: MatrixRows = "true",
    labels: Sequence[str] | None = None,
    parameter: Sequence[float] | None = None,
) -> PointSet:
    """ROC points of one learner at several settings, from its confusion matrices.

    Parameters
    ----------
    matrices : sequence of array-like of shape (2, 2)
        One for each setting.
    rows : {"true", "predicted"}
        Meaning of the rows of every matrix.
    labels : sequence of str, optional
        Label of each setting.
    parameter : sequence of float, optional
        Each setting as a number, for example a sampling ratio.

    Returns
    -------
    PointSet
        The points, with (0, 0) and (1, 1) added.

    Raises
    ------
    CostCurveError
        If a matrix is invalid; its position is reported.

    Examples
    --------
    >>> matrix_points([[[6, 4], [3, 17]], [[9, 1], [12, 8]]], parameter=[1, 3]).parameter
    (None, 3.0, 1.0, None)
    """
    counts_of_each = []
    for position, matrix in enumerate(read_list("matrices", matrices)):
        try:
            counts_of_each.append(matrix_counts(matrix, rows=rows))
        except CostCurveError as error:
            raise error.within(f"matrix {position}") from None
    fpr = [counts.fp[1] / counts.negatives for counts in counts_of_each]
    tpr = [counts.tp[1] / counts.positives for counts in counts_of_each]
    return point_set(fpr=fpr, tpr=tpr, labels=labels, parameter=parameter)


def _read_cells(matrix: ArrayLike) -> CountArray:
    """Return the cells of a 2 x 2 matrix, as integers if all are whole."""
    check_not_masked("matrix", matrix)
    try:
        cells = read_numbers("matrix", matrix, _LAYOUT)
    except CostCurveError:
        raise _matrix_error(shown(matrix)) from None
    if cells.shape != (2, 2):
        raise _matrix_error(f"an array of shape {cells.shape}")
    return as_counts(cells)


def _matrix_error(got: str) -> CostCurveError:
    """Return the error for a value that is not a binary confusion matrix."""
    return CostCurveError(
        "must be a 2 x 2 matrix of numbers",
        where="matrix",
        got=got,
        fix=_LAYOUT,
    )


def _counts_of_cells(*, tp: float, fn: float, fp: float, tn: float) -> Counts:
    """Return counts with the predicted class as score: 1 for positive, 0 for negative."""
    for name, total in (("positive", tp + fn), ("negative", fp + tn)):
        if not total:
            raise CostCurveError(
                "must contain both classes",
                where="matrix",
                got=f"no example of the {name} class",
                fix="Rates of an empty class are undefined; check the orientation of the matrix.",
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
    """Raise if the class totals of a matrix differ from the known ones."""
    for name, expected, actual in (
        ("positives", positives, counts.positives),
        ("negatives", negatives, counts.negatives),
    ):
        total = (
            actual
            if expected is None
            else read_number(name, expected, "Pass the number of examples.")
        )
        if total != actual:
            raise CostCurveError(
                f"{name} must add up to their known total",
                where="matrix",
                got=f"{actual:g} {name} in the matrix instead of {total:g}",
                fix='Pass rows="predicted" if the rows of the matrix are predictions.',
            )
