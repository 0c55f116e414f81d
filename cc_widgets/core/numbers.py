"""Numbers as users write them: the one place where something becomes a float.

Texts, truth values, masked values and what holds no numbers are refused in words; what another
library raises on the way never gets out. Bounds are the business of those who ask.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.given import read_array, refuse_masked
from cc_widgets.errors import CostCurveError, shown

_NUMERIC = "biuf"
_SINGLE = "iuf"
_PLAIN = (float, np.float64, np.ndarray)  # nothing about these can be odd
_EXACT = 2**53  # whole numbers up to here are floats


def floats(array: NDArray[Any]) -> FloatArray | None:
    """Turn an array into floats.

    Parameters
    ----------
    array : ndarray
        Of any type.

    Returns
    -------
    ndarray of float64 or None
        None if these are no numbers. What overflows is infinite, None in the array is NaN.

    Examples
    --------
    >>> floats(np.array([1, 2])), floats(np.array(["1", "2"]))
    (array([1., 2.]), None)
    """
    if array.dtype.kind not in _NUMERIC and not _is_numbers(array):
        return None
    try:
        with np.errstate(over="ignore"):
            return array.astype(np.float64, copy=False)
    except OverflowError:  # whole numbers of Python that no float can hold
        return np.array([_single(one) for one in array.flat], np.float64).reshape(array.shape)
    except Exception:  # noqa: BLE001 (objects of other libraries, which raise what they like)
        return None


def _is_numbers(array: NDArray[Any]) -> bool:
    """Tell whether objects are no texts, which Python would read as numbers."""
    return array.dtype == object and not any(
        isinstance(one, str | bytes | np.str_) for one in array.flat
    )


def _single(one: Any) -> float:  # noqa: ANN401 (a number of any kind)
    """Return one number, infinite if it is too large."""
    try:
        return float(one)
    except OverflowError:
        return np.inf if one > 0 else -np.inf


def merges_whole_numbers(array: NDArray[Any], as_floats: FloatArray) -> bool:
    """Tell whether whole numbers are so large that some of them became other numbers.

    Parameters
    ----------
    array : ndarray
        As given.
    as_floats : ndarray of float64
        The same as floats.

    Returns
    -------
    bool
        True if one is not what it was.

    Examples
    --------
    >>> large = np.array([2**53, 2**53 + 1])
    >>> merges_whole_numbers(large, large.astype(float))
    True
    """
    if array.dtype.kind not in "iuO" or not array.size:
        return False
    if not max(as_floats.max(), -as_floats.min()) >= _EXACT:
        return False
    pairs = zip(array.tolist(), as_floats.tolist(), strict=True)
    return any(isinstance(one, int) and one != number for one, number in pairs)


def read_numbers(where: str, given: ArrayLike, fix: str) -> FloatArray:
    """Check numbers of any shape.

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
        In the shape of `given`; NaN and infinity are for the caller to refuse.

    Raises
    ------
    CostCurveError
        If one of them is no number.

    Examples
    --------
    >>> read_numbers("cost", [0, 0.5], "Pass numbers.")
    array([0. , 0.5])
    """
    if type(given) in _PLAIN and np.asarray(given).dtype == np.float64:
        return np.asarray(given)
    refuse_masked(where, given)
    found = floats(read_array(where, given, fix=fix))
    if found is None:
        raise CostCurveError("must be numbers", where=where, got=shown(given), fix=fix)
    return found


def read_number(where: str, given: object, fix: str) -> float:
    """Check a single number.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : float
        The number, of Python, NumPy or any library whose numbers turn into floats.
    fix : str
        What to do about a wrong one.

    Returns
    -------
    float
        The number; NaN and infinity are for the caller to refuse.

    Raises
    ------
    CostCurveError
        If it is none, or several, or a truth value, or too large for a float.

    Examples
    --------
    >>> read_number("weight", np.float32(0.5), "Pass a number.")
    0.5
    """
    number = given if isinstance(given, float) else as_number(given)
    if number is None:
        raise CostCurveError("must be a number", where=where, got=shown(given), fix=fix)
    return float(number)


def as_number(given: Any) -> float | None:  # noqa: ANN401 (anything)
    """Turn a single number into a float.

    Parameters
    ----------
    given : object
        Anything.

    Returns
    -------
    float or None
        None if this is no number, or several, or a truth value, or too large for a float.

    Examples
    --------
    >>> as_number(2), as_number(True), as_number("2"), as_number([2]), as_number(10**400)
    (2.0, None, None, None, None)
    """
    kind = getattr(getattr(given, "dtype", None), "kind", "f")  # of NumPy and pandas
    several = getattr(given, "ndim", 0) > 0
    if isinstance(given, bool | complex | str | bytes) or several or kind not in _SINGLE:
        return None
    try:
        return float(given)
    except Exception:  # noqa: BLE001 (objects of other libraries, which raise what they like)
        return None


def check_shapes(**arrays: FloatArray) -> None:
    """Refuse arrays whose elements do not belong together.

    Parameters
    ----------
    **arrays : ndarray of float64
        By the names that the user knows them by.

    Raises
    ------
    CostCurveError
        If their shapes do not broadcast together.

    Examples
    --------
    >>> check_shapes(fpr=np.zeros(3), tpr=np.zeros(()))
    """
    if len({array.shape for array in arrays.values()} - {()}) <= 1:
        return
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        raise CostCurveError(
            "needs as many values of one as of the other, or a single one",
            where=", ".join(arrays),
            got="shapes " + ", ".join(str(array.shape) for array in arrays.values()),
            fix="Pass arrays of one length.",
        ) from None
