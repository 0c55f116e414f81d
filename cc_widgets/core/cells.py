"""Cells of confusion matrices of any number of classes, and which way round they are."""

from typing import Literal

import numpy as np

from cc_widgets.core.arrays import CountArray, FloatArray
from cc_widgets.errors import CostCurveError, shown

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
    if rows not in ("true", "predicted"):
        raise CostCurveError(
            'must be "true" or "predicted"',
            where="rows",
            got=shown(rows),
            fix="In scikit-learn's confusion_matrix the rows are the true classes.",
        )


def counted(cells: FloatArray) -> CountArray:
    """Check numbers that say how often something happened.

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
    with np.errstate(over="ignore"):
        total = cells.sum()
    if not np.isfinite(total):
        raise CostCurveError(
            "counts must have a sum that a float can hold",
            where="matrix",
            got=f"up to {cells.max():g}",
            fix="Divide all of them by one number.",
        )
    whole = np.all(cells == np.floor(cells)) and np.all(cells < _SAFE)
    return cells.astype(np.int64) if whole else cells
