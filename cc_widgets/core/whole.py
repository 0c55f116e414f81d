"""Whole numbers given by the user."""

from math import inf
from numbers import Integral

import numpy as np

from cc_widgets.errors import CostCurveError, shown


def read_whole(where: str, given: object, fix: str, *, fewest: int = 0, most: float = inf) -> int:
    """Check a whole number.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : int
        The number, of Python or NumPy.
    fix : str
        What to do about a wrong one.
    fewest, most : int
        The least and the greatest that it may be.

    Returns
    -------
    int
        The number.

    Raises
    ------
    CostCurveError
        If it is no whole number, or too small or too large.

    Examples
    --------
    >>> read_whole("n_resamples", 1999, "Pass for instance 1999.")
    1999
    """
    number = as_whole(given)
    if number is None or not fewest <= number <= most:
        bound = f"{fewest} or more" if number is None or number < fewest else f"{most} or less"
        raise CostCurveError(
            f"must be a whole number, {bound}", where=where, got=shown(given), fix=fix
        )
    return number


def as_whole(given: object) -> int | None:
    """Turn a whole number into one of Python.

    Parameters
    ----------
    given : object
        Anything.

    Returns
    -------
    int or None
        None if this is no whole number, or a truth value or a length of time, which Python and
        NumPy take for such, but never one that was meant.

    Examples
    --------
    >>> as_whole(np.int32(3)), as_whole(3.0), as_whole(True)
    (3, None, None)
    """
    unfit = isinstance(given, bool | np.timedelta64)
    return int(given) if isinstance(given, Integral) and not unfit else None
