"""Validation and conversion of numbers, rates, names and options passed by the user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from contextlib import suppress
from itertools import islice
from math import inf, isfinite
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.results import FloatArray
from cc_widgets.errors import CostCurveError, shown

# ---- Arrays and lists, of any library


def read_array(
    where: str, values: object, *, fix: str = "Pass a list or an array."
) -> NDArray[Any]:
    """Return the values as an array, without copying if possible.

    Raise an error with the advice `fix` if they cannot be converted to an array.
    """
    if callable(getattr(values, "predict", None)):
        raise CostCurveError(
            "must be scores, not a classifier",
            where=where,
            got=f"a {type(values).__name__}",
            fix="Pass estimator.predict_proba(X)[:, 1], where y_true has the labels of X, or "
            "pass the estimator to from_estimator.",
        )
    if isinstance(values, list | tuple):
        check_not_masked(where, values)  # NumPy would convert masked elements to NaN
    try:
        array = np.asarray(values)
    except Exception:  # noqa: BLE001 (each library raises its own error for tensors, ragged lists)
        raise _array_error(where, values, fix) from None
    if array.ndim == 0 and array.dtype == object and isinstance(values, Iterable):
        raise _array_error(where, values, fix)
    return array


def _array_error(where: str, value: object, fix: str) -> CostCurveError:
    """Return the error for a value that does not convert to an array."""
    if hasattr(value, "detach"):
        problem, fix = "must be an array or a detached tensor", f"Pass {where}.detach().numpy()."
    elif isinstance(value, list | tuple):
        problem, fix = "must have one scalar per element", "Pass a flat list."
    elif isinstance(value, Sized):
        problem = "must be a list or an array"
    else:
        problem, fix = "must be a list or an array", f"Pass list({where})."
    return CostCurveError(problem, where=where, got=f"a {type(value).__name__}", fix=fix)


_MAX_LIST_LENGTH = 10**6


def read_list(where: str, values: object) -> list[Any]:
    """Convert an ordered collection of at most a million elements to a list."""
    unordered = isinstance(values, str | bytes | Mapping | type)
    ordered = hasattr(values, "__getitem__") and not unordered
    if isinstance(values, Iterable) and ordered and getattr(values, "ndim", 1) > 0:
        with suppress(Exception):  # objects of other libraries may raise any error
            elements = list(islice(values, _MAX_LIST_LENGTH + 1))
            if len(elements) <= _MAX_LIST_LENGTH:
                return elements
    raise CostCurveError(
        "must be a list",
        where=where,
        got=shown(values),
        fix="Pass a list.",
    )


def check_not_masked(where: str, value: object) -> None:
    """Raise if a value is masked: NumPy would warn and use NaN, or the data under the mask."""
    if is_masked(value):
        fix = "Pass only the examples that are not masked."
        raise CostCurveError("values must not be masked", where=where, fix=fix)


def is_masked(value: object, depth: int = 3) -> bool:
    """Return whether a scalar, or any element of an array or of nested lists, is masked.

    `depth` limits the number of nested lists.
    """
    if isinstance(value, list | tuple):
        rows = (row for row in value if isinstance(row, list | tuple | np.ma.MaskedArray))
        return id(np.ma.masked) in map(id, value) or (
            depth > 0 and any(is_masked(row, depth - 1) for row in rows)
        )
    return isinstance(value, np.ma.MaskedArray) and bool(np.ma.is_masked(value))


# ---- Numbers: the only place where a value is converted to float


_NUMERIC_KINDS = "biuf"
_NUMBER_KINDS = "iuf"
_TRUSTED = (float, np.float64, np.ndarray)  # exact types that need no further checks
_MAX_EXACT_INT = 2**53  # floats represent all integers up to here


def to_floats(array: NDArray[Any]) -> FloatArray | None:
    """Return the array as float64, or None if it is not numeric. Overflow gives infinity."""
    if array.dtype.kind not in _NUMERIC_KINDS and not _has_no_strings(array):
        return None
    try:
        with np.errstate(over="ignore"):
            return array.astype(np.float64, copy=False)
    except OverflowError:  # integers that are too large for a float
        numbers = [_clamped_float(element) for element in array.flat]
        return np.array(numbers, np.float64).reshape(array.shape)
    except Exception:  # noqa: BLE001 (objects of other libraries may raise any error)
        return None


def _has_no_strings(array: NDArray[Any]) -> bool:
    """Return whether an object array has no strings, which Python would parse as numbers."""
    return array.dtype == object and not any(
        isinstance(element, str | bytes | np.str_) for element in array.flat
    )


def _clamped_float(number: Any) -> float:  # noqa: ANN401 (a number of any kind)
    """Return the number as a float; infinity if it is too large."""
    try:
        return float(number)
    except OverflowError:
        return np.inf if number > 0 else -np.inf


def inexact_integers(array: NDArray[Any], as_floats: FloatArray) -> NDArray[np.intp]:
    """Return the positions of integers that changed when they were converted to floats."""
    empty = np.empty(0, dtype=np.intp)
    if array.dtype.kind not in "iuO" or not array.size:
        return empty
    if not max(as_floats.max(), -as_floats.min()) >= _MAX_EXACT_INT:
        return empty
    pairs = zip(array.tolist(), as_floats.tolist(), strict=True)
    return np.flatnonzero(
        [
            isinstance(integer, int) and integer != as_float and isfinite(as_float)
            for integer, as_float in pairs
        ]
    )


def describe_positions(positions: NDArray[np.intp], size: int) -> str:
    """Describe the first of some positions and their number, for an error message.

    Examples
    --------
    >>> describe_positions(np.array([3, 7]), 100)
    'position 3 (2 of 100 values)'
    """
    return f"position {int(positions[0])} ({positions.size} of {size} values)"


def read_numbers(where: str, values: ArrayLike, fix: str) -> FloatArray:
    """Return the values as float64 in their shape, or raise if one is not a number.

    The caller must check for NaN and infinity.
    """
    if type(values) in _TRUSTED and np.asarray(values).dtype == np.float64:
        return np.asarray(values)
    check_not_masked(where, values)
    numbers = to_floats(read_array(where, values, fix=fix))
    if numbers is None:
        raise CostCurveError("must be numbers", where=where, got=shown(values), fix=fix)
    return numbers


def read_number(where: str, value: object, fix: str) -> float:
    """Return the value as a float, or raise if it is not a single number.

    The caller must check for NaN and infinity.
    """
    number = value if isinstance(value, float) else as_number(value)
    if number is None:
        raise CostCurveError("must be a number", where=where, got=shown(value), fix=fix)
    return float(number)


def as_number(value: Any) -> float | None:  # noqa: ANN401 (anything)
    """Return the value as a float, or None if it is not a single number in the range of floats.

    Booleans are not numbers here.

    Examples
    --------
    >>> as_number(2), as_number(True), as_number("2"), as_number([2]), as_number(10**400)
    (2.0, None, None, None, None)
    """
    dtype = getattr(value, "dtype", None)  # scalars of NumPy and pandas have one
    kind = getattr(dtype, "kind", "f")
    is_array = getattr(value, "ndim", 0) > 0
    is_excluded = isinstance(value, bool | complex | str | bytes) or value is np.ma.masked
    if is_excluded or is_array or kind not in _NUMBER_KINDS:
        return None
    try:
        return float(value)
    except Exception:  # noqa: BLE001 (objects of other libraries may raise any error)
        return None


def as_finite(value: object) -> float | None:
    """Return the value as a float, or None if it is not a single finite number."""
    number = as_number(value)
    return number if number is not None and isfinite(number) else None


def check_shapes(**arrays: FloatArray) -> None:
    """Raise if the shapes of the arrays, passed by argument name, do not broadcast together."""
    if len({array.shape for array in arrays.values()} - {()}) <= 1:
        return
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        raise CostCurveError(
            "must have shapes that broadcast together",
            where=", ".join(arrays),
            got="shapes " + ", ".join(str(array.shape) for array in arrays.values()),
            fix="Pass arrays of the same length.",
        ) from None


# ---- Numbers in [0, 1]: rates, priors, pc


PC_MEANS = "pc is a fraction: 0 if only negatives matter, 1 if only positives matter."
RATE_MEANS = "Rates are fractions of one class; divide counts by its total."
_PERCENT = 100.0


def check_sum(where: str, numbers: FloatArray, quantity: str) -> None:
    """Raise if the sum of finite numbers overflows."""
    with np.errstate(over="ignore"):
        total = numbers.sum()
    if not np.isfinite(total):
        raise CostCurveError(
            f"{quantity} must have a finite sum",
            where=where,
            got=f"{quantity} up to {numbers.max():.3g}",
            fix="Divide all of them by the same number.",
        )


def read_unit(where: str, values: ArrayLike, fix: str) -> FloatArray:
    """Return the values as float64 in their shape, or raise if one is not in [0, 1]."""
    x = read_numbers(where, values, fix)
    wrong = x[~((x >= 0.0) & (x <= 1.0))]
    if wrong.size:
        raise _outside(where, wrong[0].item(), fix)
    return x


def read_unit_number(where: str, value: object, fix: str) -> float:
    """Return the value as a float, or raise if it is not a number in [0, 1]."""
    x = read_number(where, value, fix)
    if not 0.0 <= x <= 1.0:
        raise _outside(where, x, fix)
    return x


def percent_hint(number: float) -> str:
    """Return advice for a number that looks like a percentage, or an empty string.

    Examples
    --------
    >>> percent_hint(30), percent_hint(-1)
    (' If it is 30%, pass 0.3.', '')
    """
    return f" If it is {number:g}%, pass {number / 100:g}." if 1.0 < number <= _PERCENT else ""


def _outside(where: str, number: float, fix: str) -> CostCurveError:
    """Return the error for a number outside [0, 1]."""
    return CostCurveError(
        "must lie in [0, 1]", where=where, got=shown(number), fix=fix + percent_hint(number)
    )


# ---- Integers


def read_integer(where: str, value: object, fix: str, *, fewest: int = 0, most: float = inf) -> int:
    """Return the value as an int, or raise unless it is an integer from `fewest` to `most`.

    Examples
    --------
    >>> read_integer("n_resamples", 1999, "Pass for example 1999.")
    1999
    """
    number = as_integer(value)
    if number is None or not fewest <= number <= most:
        bound = f"{fewest} or more" if number is None or number < fewest else f"{most} or less"
        raise CostCurveError(f"must be an integer, {bound}", where=where, got=shown(value), fix=fix)
    return number


def as_integer(value: object) -> int | None:
    """Return the value as an int, or None if it is not an integer.

    Booleans and timedeltas are not integers here.

    Examples
    --------
    >>> as_integer(np.int32(3)), as_integer(3.0), as_integer(True)
    (3, None, None)
    """
    is_excluded = isinstance(value, bool | np.timedelta64)
    return int(value) if isinstance(value, Integral) and not is_excluded else None


def read_position(  # noqa: PLR0913 (four of these are texts of the message)
    where: str, value: object, size: int, *, item: str, context: str, fix: str, fewest: int = 0
) -> int:
    """Return the value as an int, or raise if it is not a position from `fewest` to ``size - 1``.

    `item` and `context` are words for the error message: the thing at the position, and the
    collection. `fewest` is ``-size`` where positions may count from the end.

    Examples
    --------
    >>> read_position(
    ...     "index", 1, 2, item="a point", context="among 2 points", fix="Count from 0."
    ... )
    1
    """
    position = as_integer(value)
    if position is None or not fewest <= position < size:
        raise CostCurveError(
            f"must be the position of {item}",
            where=where,
            got=f"{shown(value)} {context}",
            fix=fix,
        )
    return position


# ---- Options and booleans


def read_choice(where: str, value: object, choices: Iterable[str], fix: str | None = None) -> str:
    """Return the value, or raise if it is not one of the strings."""
    *first, last = options = list(choices)
    if isinstance(value, str) and value in options:
        return str(value)
    quoted = ", ".join(f'"{option}"' for option in first)
    raise CostCurveError(f'must be {quoted} or "{last}"', where=where, got=shown(value), fix=fix)


def read_bool(where: str, value: object) -> bool:
    """Return the value, or raise if it is not True or False."""
    if isinstance(value, bool):
        return value
    raise CostCurveError(
        "must be True or False", where=where, got=shown(value), fix="Pass True or False."
    )


# ---- Names of classifiers


def check_names(names: Iterable[object], where: str) -> None:
    """Raise if the keys of a mapping are not all non-blank strings."""
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise CostCurveError(
                "names of classifiers must be non-blank strings",
                where=where,
                got=f"the name {shown(name)}",
                fix='Pass for example {"forest": scores}.',
            )
