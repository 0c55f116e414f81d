"""Which examples are positive: scikit-learn's rules for `pos_label`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.arrays import BoolArray, freeze
from cc_widgets.core.examples import TestedOn, examples_of
from cc_widgets.core.given import read_array
from cc_widgets.errors import CostCurveError, shown

_UNAMBIGUOUS = ({0, 1}, {-1, 1})
_NEVER_MISSING = "biuSU"


@dataclass(frozen=True, eq=False, slots=True)
class Labels:
    """True classes of the examples.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i says whether example i belongs to the positive class.
    classes : tuple of two labels
        The negative and the positive label, as the user wrote them.
    examples : TestedOn or None
        Stands for the examples; None if nothing is known of them.
    """

    positive: BoolArray
    classes: tuple[Any, Any]
    examples: TestedOn | None = None

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)


def read_labels(
    y_true: ArrayLike, pos_label: object = None, *, known: tuple[Any, Any] | None = None
) -> Labels:
    """Check labels of two classes and tell the positive one.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        Labels of exactly two kinds.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
    known : tuple of two labels, optional
        The negative and the positive label of earlier data. Without `pos_label` they decide if
        these are the same two.

    Returns
    -------
    Labels
        Element i of ``positive`` belongs to example i.

    Raises
    ------
    CostCurveError
        If there are not exactly two labels, or it is unclear which one is positive.

    Examples
    --------
    >>> read_labels([-1, 1, 1]).positive
    array([False,  True,  True])
    >>> read_labels(["spam", "ham"], pos_label="spam").classes
    ('ham', 'spam')
    """
    labels = read_column("y_true", y_true)
    kinds = distinct(labels)
    _check_two(kinds)
    if pos_label is None and known is not None and set(kinds) == set(known):
        pos_label = known[1]
    positive = _positive_label(kinds, pos_label)
    negative = kinds[0] if kinds[1] == positive else kinds[1]
    # A comparison of object arrays gives objects when a label compares oddly.
    return Labels(
        positive=np.asarray(labels == positive, dtype=bool),
        classes=(negative, positive),
        examples=examples_of(y_true),
    )


def read_column(where: str, given: ArrayLike) -> NDArray[Any]:
    """Check that there is one label for each example.

    Parameters
    ----------
    where : str
        What the user calls the labels.
    given : array-like of shape (n_examples,)
        The labels.

    Returns
    -------
    ndarray, shape (n_examples,)
        The same, with nothing missing.

    Raises
    ------
    CostCurveError
        If there are none, or not in one dimension, or one is missing.

    Examples
    --------
    >>> read_column("y_true", ["ham", "spam"]).shape
    (2,)
    """
    labels = read_array(where, given)
    if labels.ndim != 1:
        raise CostCurveError(
            "one label per example is needed, in one dimension",
            where=where,
            got=f"an array of shape {labels.shape}",
            fix=f"Pass a list or a 1-D array, for instance np.ravel({where}).",
        )
    if not labels.size:
        raise CostCurveError(
            "there are no examples", where=where, fix="Pass at least one of each class."
        )
    missing = _missing(given, labels)
    if missing.size:
        raise CostCurveError(
            "labels must not be missing",
            where=where,
            got=f"no label at position {int(missing[0])} ({missing.size} such of {labels.size})",
            fix="Drop these examples.",
        )
    return labels


def _missing(given: ArrayLike, labels: NDArray[Any]) -> NDArray[np.intp]:
    """Return the positions of None, NaN, NaT, pandas.NA and masked elements."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        return np.flatnonzero(np.ma.getmaskarray(given))
    if labels.dtype == object:
        return np.flatnonzero([is_missing(label) for label in labels])
    if labels.dtype.kind in _NEVER_MISSING:
        return np.empty(0, dtype=np.intp)
    return np.flatnonzero(labels != labels)  # noqa: PLR0124 (true of NaN and NaT alone)


def is_missing(label: object) -> bool:
    """Tell whether one label stands for no value.

    Parameters
    ----------
    label : object
        Anything.

    Returns
    -------
    bool
        True for None, NaN, NaT, pandas.NA and what cannot be compared.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("nan")
    (True, False)
    """
    if label is None:
        return True
    try:
        return bool(label != label)  # noqa: PLR0124
    except Exception:  # noqa: BLE001 (pandas.NA refuses to be true or false, arrays too)
        return True


def distinct(labels: NDArray[Any]) -> Sequence[Any]:
    """List the distinct labels.

    Parameters
    ----------
    labels : ndarray, shape (n_examples,)
        At least one.

    Returns
    -------
    sequence
        Sorted where they can be, else as they first appear.

    Raises
    ------
    CostCurveError
        If they are not plain labels.

    Examples
    --------
    >>> distinct(np.array(["spam", "ham", "spam"]))
    ['ham', 'spam']
    """
    if labels.dtype.kind == "V":
        raise _not_plain(labels[0])
    if labels.dtype != object:
        other = labels != labels[0]
        two = labels[[0, other.argmax()]]
        only = np.count_nonzero(labels == two[1]) == np.count_nonzero(other)
        return np.unique(two if only else labels).tolist()  # type: ignore[no-any-return]
    try:
        kinds = list(dict.fromkeys(labels.tolist()))
    except TypeError:
        raise _not_plain(labels[0]) from None
    for kind in kinds:
        if isinstance(kind, Iterable) and not isinstance(kind, str | bytes):
            raise _not_plain(kind)
    try:
        return sorted(kinds)
    except TypeError:
        return kinds


def _not_plain(label: object) -> CostCurveError:
    """Return the error for lists, tuples and records as labels."""
    return CostCurveError(
        "labels must be numbers, strings or booleans",
        where="y_true",
        got=shown(label),
        fix="Pass one plain label per example.",
    )


def _check_two(kinds: Sequence[Any]) -> None:
    """Refuse anything but two classes."""
    if len(kinds) == 1:
        raise CostCurveError(
            "both classes are needed",
            where="y_true",
            got=f"only the label {shown(kinds[0])}",
            fix="Add examples of the other class; rates of an empty class are undefined.",
        )
    if len(kinds) > 2:  # noqa: PLR2004
        raise CostCurveError(
            "exactly two classes are needed",
            where="y_true",
            got=f"{len(kinds)} labels, {shown(list(kinds))}",
            fix=f"Compare one class with the rest, for instance y_true == {shown(kinds[-1])}.",
        )


def _positive_label(kinds: Sequence[Any], pos_label: object) -> object:
    """Return the positive one of two labels."""
    if pos_label is None:
        if not any(set(kinds) <= pair for pair in _UNAMBIGUOUS):
            raise CostCurveError(
                "it is unclear which label is positive",
                where="pos_label",
                got=f"labels {shown(list(kinds))} and no pos_label",
                fix=f"Pass for instance pos_label={shown(kinds[-1])}.",
            )
        return next(kind for kind in kinds if kind == 1)
    for kind in kinds:
        if same_label(kind, pos_label):
            return kind
    raise CostCurveError(
        "pos_label must be one of the labels",
        where="pos_label",
        got=f"{shown(pos_label)}, but the labels are {shown(list(kinds))}",
        fix=f"Pass for instance pos_label={shown(kinds[-1])}.",
    )


def same_label(label: object, other: object) -> bool:
    """Tell whether two labels are one, whatever the other is.

    Parameters
    ----------
    label : object
        A label.
    other : object
        Anything.

    Returns
    -------
    bool
        False where the two do not even compare.

    Examples
    --------
    >>> same_label(1, True), same_label(1, np.array([1, 2]))
    (True, False)
    """
    try:
        same: object = label == other  # of arrays it is one
    except Exception:  # noqa: BLE001 (arrays and records, which raise what they like)
        return False
    return isinstance(same, bool | np.bool_) and bool(same)
