"""What every result is: frozen, with read-only arrays; the one tolerance, the one level."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
ScoreArray: TypeAlias = NDArray[np.float32] | NDArray[np.float64]
CountArray: TypeAlias = NDArray[np.int64] | NDArray[np.float64]

LEVEL = 0.9
"""Level of confidence wherever none is asked for."""

SAME = 8 * float(np.finfo(np.float64).eps)
"""Rates, or costs, that differ by no more than this are one, computed in two ways."""

_T = TypeVar("_T")


class Owner(IntEnum):
    """Who is meant where an array of positions of classifiers names none of them.

    The page reads these numbers by the same names.
    """

    ALL_NEGATIVE = -1
    """The rule to call all negative."""
    TRIVIAL = -1
    """Either trivial rule, where the place in the array tells which."""
    ALL_POSITIVE = -2
    """The rule to call all positive."""
    TIE = -3
    """Several classifiers, all equal."""
    MIXED = -4
    """Two classifiers, one at either end."""
    BEST = -5
    """The best of all visible classifiers, whoever that is."""


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def result(kind: type[_T]) -> type[_T]:
    """Class of a result: frozen, named fields, arrays that nobody can change.

    The arrays are read-only views, so that an array the caller still holds stays writeable for
    its owner. Copies of a result, and what comes back from pickling it, are read-only too.

    Parameters
    ----------
    kind : type
        A class with annotated fields. A ``__post_init__`` of its own runs before the arrays are
        made read-only.

    Returns
    -------
    type
        The dataclass.

    Examples
    --------
    >>> @result
    ... class Pair:
    ...     left: np.ndarray
    >>> mine = np.zeros(2)
    >>> pair = Pair(mine)
    >>> pair.left.flags.writeable, mine.flags.writeable
    (False, True)
    """
    first = kind.__dict__.get("__post_init__")

    def __post_init__(self: DataclassInstance) -> None:  # noqa: N807 (the name that dataclasses know)
        if first is not None:
            first(self)
        freeze(self)

    kind.__post_init__ = __post_init__  # type: ignore[attr-defined]
    kind.__reduce__ = _taken_apart  # type: ignore[assignment, method-assign]
    return dataclass(frozen=True, eq=False, slots=True)(kind)


def freeze(made: DataclassInstance) -> None:
    """Put read-only views in the place of a result's arrays."""
    for name in made.__dataclass_fields__:
        value: Any = getattr(made, name)
        if isinstance(value, np.ndarray) and value.flags.writeable:
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(made, name, view)


def _taken_apart(made: DataclassInstance) -> tuple[Any, ...]:
    """How to make the same result again."""
    return _put_together, (type(made), *(thawed(getattr(made, f.name)) for f in fields(made)))


def _put_together(kind: type[DataclassInstance], *values: object) -> DataclassInstance:
    """A result with these values, which were checked when it was first made."""
    made: DataclassInstance = object.__new__(kind)
    for each, value in zip(fields(kind), values, strict=True):
        kept = MappingProxyType(value) if isinstance(value, dict) else value
        object.__setattr__(made, each.name, kept)
    freeze(made)
    return made


def thawed(value: object) -> object:
    """A dict for a read-only view of one, which can be neither copied nor pickled.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    object
        The same, or a new dict.

    Examples
    --------
    >>> thawed(MappingProxyType({"a": 1})), thawed(2)
    ({'a': 1}, 2)
    """
    return dict(value) if isinstance(value, MappingProxyType) else value
