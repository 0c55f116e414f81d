"""What every result is: a frozen dataclass with read-only arrays."""

import copyreg
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
ScoreArray: TypeAlias = NDArray[np.float32] | NDArray[np.float64]
CountArray: TypeAlias = NDArray[np.int64] | NDArray[np.float64]


def freeze(result: "DataclassInstance") -> None:
    """Replace every array field of a frozen dataclass by a read-only view.

    A view, so that an array the caller still holds stays writeable for its owner. Copies of the
    result, and what comes back from pickling it, are read-only too.

    Parameters
    ----------
    result : dataclass instance
        Changed in place; meant for ``__post_init__``.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, eq=False, slots=True)
    ... class Pair:
    ...     left: np.ndarray
    ...     def __post_init__(self):
    ...         freeze(self)
    >>> mine = np.zeros(2)
    >>> pair = Pair(mine)
    >>> pair.left.flags.writeable, mine.flags.writeable
    (False, True)
    """
    copyreg.pickle(type(result), _taken_apart)
    for field in fields(result):
        value: Any = getattr(result, field.name)
        if isinstance(value, np.ndarray):
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(result, field.name, view)


def _taken_apart(result: "DataclassInstance") -> tuple[Any, ...]:
    """Return how to make the same result again."""
    return _put_together, (type(result), *(thawed(getattr(result, f.name)) for f in fields(result)))


def _put_together(kind: "type[DataclassInstance]", *values: object) -> "DataclassInstance":
    """Return a result with these values, which were checked when it was first made."""
    result: DataclassInstance = object.__new__(kind)
    for field, value in zip(fields(kind), values, strict=True):
        kept = MappingProxyType(value) if isinstance(value, dict) else value
        object.__setattr__(result, field.name, kept)
    freeze(result)
    return result


def thawed(value: object) -> object:
    """Return a dict for a read-only view of one, which can be neither copied nor pickled.

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
