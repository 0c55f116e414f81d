"""Labels of any number of classes, as positions in the list of classes."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.arrays import IntArray
from cc_widgets.core.given import read_list
from cc_widgets.core.labels import distinct, is_missing, read_column
from cc_widgets.errors import CostCurveError, shown


def encode(
    columns: dict[str, ArrayLike], classes: Sequence[Any] | None
) -> tuple[IntArray, tuple[Any, ...]]:
    """Replace labels by their positions in the list of classes.

    Parameters
    ----------
    columns : dict of array-like of shape (n_examples,)
        Labels of the same examples, by the name of the argument that brought them.
    classes : sequence of labels or None
        The classes in order; None for all that occur, sorted.

    Returns
    -------
    codes : ndarray of int64, shape (n_columns, n_examples)
        Element [c, e] is the position of the label of example e in column c.
    classes : tuple
        The labels of the classes.

    Raises
    ------
    CostCurveError
        If the columns differ in length, a label is missing or not among the classes.

    Examples
    --------
    >>> encode({"y_true": ["b", "a"], "predicted": ["b", "c"]}, None)
    (array([[1, 0],
           [1, 2]]), ('a', 'b', 'c'))
    """
    read = {name: read_column(name, given) for name, given in columns.items()}
    sizes = {name: labels.size for name, labels in read.items()}
    if len(set(sizes.values())) > 1:
        raise CostCurveError(
            "each example needs one label of each kind",
            where=", ".join(sizes),
            got=f"{', '.join(map(str, sizes.values()))} labels",
            fix="Pass arrays of one length, in one order.",
        )
    known = (
        _all_kinds(list(read.values())) if classes is None else tuple(read_list("classes", classes))
    )
    check_classes(known)
    return np.stack([_codes(name, labels, known) for name, labels in read.items()]), known


def check_classes(classes: Sequence[Any], size: int | None = None) -> None:
    """Refuse lists of classes that do not name two or more, each once.

    Parameters
    ----------
    classes : sequence of labels
        The list.
    size : int, optional
        How many there must be.

    Raises
    ------
    CostCurveError
        If there are fewer than two, some twice, or not as many as there must be.

    Examples
    --------
    >>> check_classes(["ham", "spam"], 2)
    """
    if size is not None and len(classes) != size:
        raise CostCurveError(
            f"the matrix has {size} classes", where="classes", got=f"{len(classes)} labels"
        )
    for label in classes:
        if is_missing(label) or isinstance(label, np.void | list | dict | set | np.ndarray):
            raise CostCurveError(
                "labels must be plain, and none missing",
                where="classes",
                got=shown(label),
                fix="Pass numbers, strings or booleans.",
            )
    if len(classes) < 2 or len(set(classes)) < len(classes):  # noqa: PLR2004
        raise CostCurveError(
            "two or more classes are needed, each named once",
            where="classes",
            got=shown(list(classes)),
            fix="If only one occurs in these examples, pass the list of all classes.",
        )


def _all_kinds(columns: Sequence[NDArray[Any]]) -> tuple[Any, ...]:
    """Return every label that occurs, sorted where they can be."""
    kinds = dict.fromkeys(chain.from_iterable(distinct(column) for column in columns))
    try:
        return tuple(sorted(kinds))
    except TypeError:
        return tuple(kinds)


def _codes(where: str, labels: NDArray[Any], classes: tuple[Any, ...]) -> IntArray:
    """Return the position of each label."""
    codes = np.full(labels.size, -1, dtype=np.int64)
    for position, kind in enumerate(classes):
        codes[labels == kind] = position
    unknown = labels[codes < 0]
    if unknown.size:
        raise CostCurveError(
            "every label must be one of the classes",
            where=where,
            got=f"{shown(unknown[:1].tolist()[0])}, but the classes are {shown(list(classes))}",
            fix="Add it to the classes, or leave these examples out.",
        )
    return codes
