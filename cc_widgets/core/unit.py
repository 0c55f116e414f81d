"""Numbers from 0 to 1: rates, priors, pc."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.errors import CostCurveError, shown

PC_MEANS = "pc is a fraction: 0 where only negatives matter, 1 where only positives do."


def read_unit(where: str, given: ArrayLike, fix: str) -> FloatArray:
    """Check numbers that must lie in [0, 1].

    Parameters
    ----------
    where : str
        What the user calls them.
    given : array-like
        The numbers.
    fix : str
        What to do about a wrong one.

    Returns
    -------
    ndarray of float64
        In the shape of `given`.

    Raises
    ------
    CostCurveError
        If one of them is not in [0, 1], or is no number.

    Examples
    --------
    >>> read_unit("pc", [0, 0.5], "Pass a fraction.")
    array([0. , 0.5])
    """
    try:
        x = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise CostCurveError("must be numbers", where=where, got=shown(given), fix=fix) from None
    wrong = x[~((x >= 0.0) & (x <= 1.0))]
    if wrong.size:
        got = shown(wrong[0].item())
        raise CostCurveError("must lie in [0, 1]", where=where, got=got, fix=fix)
    return x
