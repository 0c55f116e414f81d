"""Base of all results: frozen dataclasses with read-only arrays; shared types and constants."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Owner"]

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
ScoreArray: TypeAlias = NDArray[np.float32] | NDArray[np.float64]
CountArray: TypeAlias = NDArray[np.int64] | NDArray[np.float64]

LEVEL = 0.9
"""Default confidence level."""

TOLERANCE = 8 * float(np.finfo(np.float64).eps)
"""Rates or costs that differ by no more than this are equal up to rounding."""

_T = TypeVar("_T")


class Owner(IntEnum):
    """Negative values in arrays of classifier positions that do not name one classifier.

    The TypeScript code uses the same names for these numbers.
    """

    ALL_NEGATIVE = -1
    """Baseline: classify everything as negative."""
    BASELINE = -1
    """Either baseline; its position in the array shows which one."""
    ALL_POSITIVE = -2
    """Baseline: classify everything as positive."""
    TIE = -3
    """Several classifiers with equal cost."""
    MIXED = -4
    """Mixture of two classifiers, one at each end."""
    BEST = -5
    """The best of all visible classifiers, whichever it is."""


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def result(kind: type[_T]) -> type[_T]:
    """Class decorator that turns a class into a frozen dataclass with read-only arrays.

    The arrays are read-only views, so the caller's own array stays writeable. Copies and unpickled
    results are also read-only. A ``__post_init__`` of the class runs before the arrays are made
    read-only. The representation is one line, which summarises long arrays and nested results.

    Examples
    --------
    >>> @result
    ... class Pair:
    ...     left: np.ndarray
    >>> array = np.zeros(2)
    >>> pair = Pair(array)
    >>> pair.left.flags.writeable, array.flags.writeable
    (False, True)
    """
    own_post_init = kind.__dict__.get("__post_init__")

    def __post_init__(self: DataclassInstance) -> None:  # noqa: N807 (the name that dataclasses know)
        if own_post_init is not None:
            own_post_init(self)
        freeze(self)

    kind.__post_init__ = __post_init__  # type: ignore[attr-defined]
    kind.__reduce__ = _reduce  # type: ignore[assignment, method-assign]
    if "__repr__" not in kind.__dict__:
        kind.__repr__ = one_line  # type: ignore[assignment, method-assign]
    return dataclass(frozen=True, eq=False, slots=True)(kind)


def freeze(instance: DataclassInstance) -> None:
    """Replace the arrays of a result with read-only views."""
    for name in instance.__dataclass_fields__:
        value: Any = getattr(instance, name)
        if isinstance(value, np.ndarray) and value.flags.writeable:
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(instance, name, view)


_MAX_ITEMS, _MAX_TEXT, _MAX_LINE = 8, 60, 300  # in a representation


def one_line(instance: DataclassInstance) -> str:
    """Return a short representation of a result; used as ``__repr__``."""
    parts: list[str] = []
    for item in fields(instance):
        part = f"{item.name}={_shortened(getattr(instance, item.name))}"
        if sum(map(len, parts)) + len(part) > _MAX_LINE:
            parts.append("...")
            break
        parts.append(part)
    return f"{type(instance).__qualname__}({', '.join(parts)})"


def _shortened(value: object) -> str:
    """Return the representation of a value, or a summary of a long one."""
    if isinstance(value, np.ndarray) and value.size > _MAX_ITEMS:
        return f"<array of shape {value.shape}>"
    if is_dataclass(value):
        return f"{type(value).__qualname__}(...)"
    if isinstance(value, Collection) and not isinstance(value, str | np.ndarray):
        items = value.values() if isinstance(value, Mapping) else value
        if len(value) > _MAX_ITEMS or any(is_dataclass(item) for item in items):
            return f"<{type(value).__name__} of {len(value)}>"
    text = " ".join(repr(value).split())
    return (
        text
        if len(text) <= _MAX_TEXT or isinstance(value, np.ndarray)
        else f"{text[:_MAX_TEXT]}..."
    )


def _reduce(instance: DataclassInstance) -> tuple[Any, ...]:
    """Return the function and arguments that rebuild the result; used as ``__reduce__``."""
    return _rebuild, (
        type(instance),
        *(as_dict(getattr(instance, f.name)) for f in fields(instance)),
    )


def _rebuild(kind: type[DataclassInstance], *values: object) -> DataclassInstance:
    """Rebuild a result from its values, without checking them again."""
    instance: DataclassInstance = object.__new__(kind)
    for item, value in zip(fields(kind), values, strict=True):
        read_only = MappingProxyType(value) if isinstance(value, dict) else value
        object.__setattr__(instance, item.name, read_only)
    freeze(instance)
    return instance


def as_dict(value: object) -> object:
    """Return a mapping proxy as a plain dict, which can be pickled, and other values unchanged."""
    return dict(value) if isinstance(value, MappingProxyType) else value
