"""Numbers, rates, names and whole numbers that somebody passes: read and refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from contextlib import suppress
from itertools import islice
from math import inf, isfinite
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core._results import FloatArray
from cc_widgets.errors import CostCurveError, shown

# ---- What users give where an array or a list is asked for, of whichever library


def read_array(where: str, given: object, *, fix: str = "Pass a list or an array.") -> NDArray[Any]:
    """Array of anything that holds values in an order.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : array-like
        A list, an array, a series, a tensor.
    fix : str
        What to do about something else.

    Returns
    -------
    ndarray
        Perhaps the user's own array.

    Raises
    ------
    CostCurveError
        If there is no array in it.

    Examples
    --------
    >>> read_array("y_true", ["ham", "spam"]).shape
    (2,)
    """
    if callable(getattr(given, "predict", None)):
        raise CostCurveError(
            "needs what a classifier says, not the classifier",
            where=where,
            got=f"a {type(given).__name__}",
            fix="Pass estimator.predict_proba(X)[:, 1], X being the examples of y_true, or the "
            "estimator itself to from_estimator.",
        )
    if isinstance(given, list | tuple):
        refuse_masked(where, given)  # NumPy would make NaN of masked elements
    try:
        array = np.asarray(given)
    except Exception:  # noqa: BLE001 (tensors, ragged lists: each library has its own)
        raise _no_array(where, given, fix) from None
    if array.ndim == 0 and array.dtype == object and isinstance(given, Iterable):
        raise _no_array(where, given, fix)
    return array


def _no_array(where: str, given: object, fix: str) -> CostCurveError:
    """The error for what does not turn into an array."""
    if hasattr(given, "detach"):
        what, fix = "a tensor must be free to leave its library", f"Pass {where}.detach().numpy()."
    elif isinstance(given, list | tuple):
        what, fix = "its parts must be single values", "Pass a flat list."
    elif isinstance(given, Sized):
        what = "values must be in an order"
    else:
        what, fix = "cannot be read more than once, or not at all", f"Pass list({where})."
    return CostCurveError(what, where=where, got=f"a {type(given).__name__}", fix=fix)


_MOST_LISTED = 10**6


def read_list(where: str, given: object) -> list[Any]:
    """List of things of any kind.

    Parameters
    ----------
    where : str
        What the user calls them.
    given : sequence or array
        Anything that holds them in an order.

    Returns
    -------
    list
        The things.

    Raises
    ------
    CostCurveError
        If there is no order, nothing to list, or more than a million elements.

    Examples
    --------
    >>> read_list("labels", ("pruned", "unpruned"))
    ['pruned', 'unpruned']
    """
    ordered = hasattr(given, "__getitem__") and not isinstance(given, str | bytes | Mapping | type)
    if isinstance(given, Iterable) and ordered and getattr(given, "ndim", 1) > 0:
        with suppress(Exception):  # objects of other libraries raise any error
            listed = list(islice(given, _MOST_LISTED + 1))
            if len(listed) <= _MOST_LISTED:
                return listed
    raise CostCurveError(
        "one element for each is needed, in order",
        where=where,
        got=shown(given),
        fix="Pass a list.",
    )


def refuse_masked(where: str, given: object) -> None:
    """Refuse masked values, of which NumPy would make NaN with a warning, or use the hidden data.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : object
        As the user gave it.

    Raises
    ------
    CostCurveError
        If a value is masked.
    """
    if is_masked(given):
        raise CostCurveError(
            "values must not be masked", where=where, fix="Pass only examples without a mask."
        )


def is_masked(given: object, depth: int = 3) -> bool:
    """Whether a value, or one in an array or in nested lists, is masked.

    Parameters
    ----------
    given : object
        Anything.
    depth : int
        The number of lists around a value beyond the first.

    Returns
    -------
    bool
        True if at least one value is masked.

    Examples
    --------
    >>> is_masked(np.ma.masked), is_masked([[1, np.ma.masked]]), is_masked([[1, 2]])
    (True, True, False)
    """
    if isinstance(given, list | tuple):
        rows = (row for row in given if isinstance(row, list | tuple | np.ma.MaskedArray))
        return id(np.ma.masked) in map(id, given) or (
            depth > 0 and any(is_masked(row, depth - 1) for row in rows)
        )
    return isinstance(given, np.ma.MaskedArray) and bool(np.ma.is_masked(given))


# ---- Numbers as users write them: the one place where something becomes a float


_NUMERIC = "biuf"
_SINGLE = "iuf"
_PLAIN = (float, np.float64, np.ndarray)  # nothing about these can be odd
_EXACT = 2**53  # whole numbers up to here are floats


def floats(array: NDArray[Any]) -> FloatArray | None:
    """Array of floats.

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
    """Whether objects are no texts, which Python would read as numbers."""
    return array.dtype == object and not any(
        isinstance(one, str | bytes | np.str_) for one in array.flat
    )


def _single(one: Any) -> float:  # noqa: ANN401 (a number of any kind)
    """One number, infinite if it is too large."""
    try:
        return float(one)
    except OverflowError:
        return np.inf if one > 0 else -np.inf


def merged_whole_numbers(array: NDArray[Any], as_floats: FloatArray) -> NDArray[np.intp]:
    """Positions of whole numbers that are so large that they became other numbers.

    Parameters
    ----------
    array : ndarray, shape (n,)
        As given.
    as_floats : ndarray of float64, shape (n,)
        The same as floats.

    Returns
    -------
    ndarray of int
        Empty if each is what it was, or infinite.

    Examples
    --------
    >>> large = np.array([2**53, 2**53 + 1])
    >>> merged_whole_numbers(large, large.astype(float))
    array([1])
    """
    none = np.empty(0, dtype=np.intp)
    if array.dtype.kind not in "iuO" or not array.size:
        return none
    if not max(as_floats.max(), -as_floats.min()) >= _EXACT:
        return none
    pairs = zip(array.tolist(), as_floats.tolist(), strict=True)
    return np.flatnonzero(
        [isinstance(one, int) and one != number and isfinite(number) for one, number in pairs]
    )


def counted(wrong: NDArray[np.intp], size: int) -> str:
    """Words that say where the first of some elements is, and how many there are.

    Parameters
    ----------
    wrong : ndarray of int
        Their positions; at least one.
    size : int
        How many elements there are in all.

    Returns
    -------
    str
        For the end of what a message has got.

    Examples
    --------
    >>> counted(np.array([3, 7]), 100)
    'position 3 (2 such of 100)'
    """
    return f"position {int(wrong[0])} ({wrong.size} such of {size})"


def read_numbers(where: str, given: ArrayLike, fix: str) -> FloatArray:
    """Numbers of any shape, checked.

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
    """Single number, checked.

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
    """Float of a single number, or None if it is none.

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
    unfit = isinstance(given, bool | complex | str | bytes) or given is np.ma.masked
    if unfit or several or kind not in _SINGLE:
        return None
    try:
        return float(given)
    except Exception:  # noqa: BLE001 (objects of other libraries, which raise what they like)
        return None


def as_finite(given: object) -> float | None:
    """Float of a single finite number, None of anything else.

    Parameters
    ----------
    given : object
        Anything.

    Returns
    -------
    float or None
        None if `as_number` finds none, or NaN or infinity.

    Examples
    --------
    >>> as_finite(2), as_finite(inf), as_finite("2")
    (2.0, None, None)
    """
    number = as_number(given)
    return number if number is not None and isfinite(number) else None


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


# ---- Numbers from 0 to 1: rates, priors, pc


PC_MEANS = "pc is a fraction: 0 where only negatives matter, 1 where only positives do."
RATE_MEANS = "Rates are fractions of one class; divide counts by its total."
_ALL = 100.0  # per cent


def check_sum(where: str, numbers: FloatArray, what: str) -> None:
    """Refuse numbers whose sum no float can hold.

    Parameters
    ----------
    where : str
        What the user calls them.
    numbers : ndarray of float64
        Each of them finite.
    what : str
        What they are, in the plural.

    Raises
    ------
    CostCurveError
        If all together are too much.

    Examples
    --------
    >>> check_sum("matrix", np.array([6.0, 4.0]), "counts")
    """
    with np.errstate(over="ignore"):
        total = numbers.sum()
    if not np.isfinite(total):
        raise CostCurveError(
            f"{what} must have a sum that a float can hold",
            where=where,
            got=f"{what} up to {numbers.max():.3g}",
            fix="Divide all of them by one number.",
        )


def read_unit(where: str, given: ArrayLike, fix: str) -> FloatArray:
    """Numbers in [0, 1], checked.

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
    """Single number in [0, 1], checked.

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
    """What to pass instead of a percentage; nothing if it is none.

    Examples
    --------
    >>> percent_words(30), percent_words(-1)
    (' If it is 30 %, pass 0.3.', '')
    """
    return f" If it is {number:g} %, pass {number / 100:g}." if 1.0 < number <= _ALL else ""


def _outside(where: str, number: float, fix: str) -> CostCurveError:
    """The error for a number that is no fraction."""
    return CostCurveError(
        "must lie in [0, 1]", where=where, got=shown(number), fix=fix + percent_words(number)
    )


# ---- Whole numbers given by the user


def read_whole(where: str, given: object, fix: str, *, fewest: int = 0, most: float = inf) -> int:
    """Whole number, checked.

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
    """Python's int of a whole number, or None if it is none.

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


def read_position(  # noqa: PLR0913 (four of these are words)
    where: str, given: object, size: int, *, of: str, among: str, fix: str, fewest: int = 0
) -> int:
    """Position of the one that is meant, of several things.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : int
        The position.
    size : int
        How many there are.
    of, among, fix : str
        What is at the position, what the things are together, what to do about a wrong one.
    fewest : int
        0, or `-size` where positions may be counted from the end.

    Returns
    -------
    int
        The position.

    Raises
    ------
    CostCurveError
        If it is no whole number, or there is nothing.

    Examples
    --------
    >>> read_position("index", 1, 2, of="a point", among="among 2 points", fix="Count from 0.")
    1
    """
    position = as_whole(given)
    if position is None or not fewest <= position < size:
        raise CostCurveError(
            f"must be the position of {of}",
            where=where,
            got=f"{shown(given)} {among}",
            fix=fix,
        )
    return position


# ---- Words of which one must be chosen, and truth values


def read_word(where: str, given: object, choices: Iterable[str], fix: str | None = None) -> str:
    """Word, if it is one of those that mean something.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : object
        The word.
    choices : iterable of str
        The words, two or more.
    fix : str, optional
        What to do about a wrong one.

    Returns
    -------
    str
        The word.

    Raises
    ------
    CostCurveError
        If it is none of them.

    Examples
    --------
    >>> read_word("rows", "true", ("true", "predicted"))
    'true'
    """
    *most, last = words = list(choices)
    if isinstance(given, str) and given in words:
        return str(given)
    listed = ", ".join(f'"{word}"' for word in most)
    raise CostCurveError(f'must be {listed} or "{last}"', where=where, got=shown(given), fix=fix)


def read_truth(where: str, given: object) -> bool:
    """Truth value, and nothing that merely passes for one.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : bool
        The value.

    Returns
    -------
    bool
        The same.

    Raises
    ------
    CostCurveError
        If it is neither True nor False.

    Examples
    --------
    >>> read_truth("simultaneous", True)
    True
    """
    if isinstance(given, bool):
        return given
    raise CostCurveError(
        "must be True or False", where=where, got=shown(given), fix="Pass True or False."
    )


# ---- Names of classifiers: what tells them apart in every table and figure


def check_names(names: Iterable[object], where: str) -> None:
    """Refuse keys that cannot be shown as names.

    Parameters
    ----------
    names : iterable
        The keys of a mapping that the user gave.
    where : str
        What the user calls that mapping.

    Raises
    ------
    CostCurveError
        If a name is not a string, or is blank.
    """
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise CostCurveError(
                "names of classifiers must be strings that are not blank",
                where=where,
                got=f"the name {shown(name)}",
                fix='Pass for instance {"forest": scores}.',
            )
