"""Numbers from 0 to 1: rates, priors, pc."""

from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.numbers import read_number, read_numbers
from cc_widgets.errors import CostCurveError, shown

PC_MEANS = "pc is a fraction: 0 where only negatives matter, 1 where only positives do."
RATE_MEANS = "Rates are fractions of one class; divide counts by its total."
_ALL = 100.0  # per cent


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
    x = read_numbers(where, given, fix)
    wrong = x[~((x >= 0.0) & (x <= 1.0))]
    if wrong.size:
        raise _outside(where, wrong[0].item(), fix)
    return x


def read_unit_number(where: str, given: object, fix: str) -> float:
    """Check a single number that must lie in [0, 1].

    Parameters
    ----------
    where : str
        What the user calls it.
    given : float
        The number.
    fix : str
        What to do about a wrong one.

    Returns
    -------
    float
        The number.

    Raises
    ------
    CostCurveError
        If it is not in [0, 1], or is not one number.

    Examples
    --------
    >>> read_unit_number("pc", 1, "Pass a fraction.")
    1.0
    """
    x = read_number(where, given, fix)
    if not 0.0 <= x <= 1.0:
        raise _outside(where, x, fix)
    return x


def percent_words(number: float) -> str:
    """Return what to pass instead of a percentage; nothing if it is none.

    Examples
    --------
    >>> percent_words(30), percent_words(-1)
    (' If it is 30 %, pass 0.3.', '')
    """
    return f" If it is {number:g} %, pass {number / 100:g}." if 1.0 < number <= _ALL else ""


def _outside(where: str, number: float, fix: str) -> CostCurveError:
    """Return the error for a number that is no fraction."""
    return CostCurveError(
        "must lie in [0, 1]", where=where, got=shown(number), fix=fix + percent_words(number)
    )
