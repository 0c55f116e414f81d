"""Array types of the core, and the rule that results are read-only."""

from dataclasses import fields
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

    A view, so that an array the caller still holds stays writeable for its owner.

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
    for field in fields(result):
        value: Any = getattr(result, field.name)
        if isinstance(value, np.ndarray):
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(result, field.name, view)
