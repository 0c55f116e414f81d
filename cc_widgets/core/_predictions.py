"""Labels and scores of examples, checked."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from secrets import token_bytes
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core._reading import (
    as_number,
    check_sum,
    counted,
    floats,
    merged_whole_numbers,
    read_array,
    refuse_masked,
)
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Which examples labels belong to


_Place = tuple[object, ...]
_known: dict[_Place, tuple[weakref.ref[NDArray[Any]], TestedOn]] = {}


@dataclass(frozen=True, slots=True)
class TestedOn:
    """Stands for the examples of some labels: the same labels have the same, copies too.

    Attributes
    ----------
    index : bytes or None
        What tells the index of the labels from others; None if they have none that says more
        than the position of each example.
    mark : bytes
        What no other examples have.
    """

    index: bytes | None = None
    mark: bytes = field(default_factory=lambda: token_bytes(16))

    def same(self, other: TestedOn | None) -> bool:
        """Whether both are known to be the same examples."""
        if other is None:
            return False
        return self.mark == other.mark or (self.index is not None and self.index == other.index)


def examples_of(y_true: ArrayLike) -> TestedOn:
    """What stands for the examples behind labels.

    Parameters
    ----------
    y_true : array-like
        Labels as the user gave them.

    Returns
    -------
    TestedOn
        The same as before for an array whose memory was seen before and still is in use.

    Examples
    --------
    >>> first, second = np.array([0, 1]), np.array([0, 1])
    >>> examples_of(first) is examples_of(first), examples_of(first).same(examples_of(second))
    (True, False)
    """
    if isinstance(y_true, list | tuple):  # what becomes of them is new each time
        return TestedOn()
    labels = np.asarray(y_true)
    owner = labels
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    place = labels.__array_interface__["data"][0], labels.shape, labels.strides, labels.dtype.str
    known = _known.get(place)
    if known is not None and known[0]() is owner:
        return known[1]
    new = TestedOn(index_of(y_true, labels.size))
    _known[place] = weakref.ref(owner, lambda gone: _forget(place, gone)), new
    return new


def _forget(place: _Place, gone: object) -> None:
    """Drop what stands for labels that are no longer in use."""
    known = _known.get(place)
    if known is not None and known[0] is gone:
        del _known[place]


def index_of(y_true: object, size: int) -> bytes | None:
    """What tells the index of a series from others.

    Parameters
    ----------
    y_true : array-like
        Labels as the user gave them.
    size : int
        How many there are.

    Returns
    -------
    bytes or None
        A digest of the index; None if there is none, or if it merely counts.

    Examples
    --------
    >>> index_of([0, 1], 2) is None
    True
    """
    index = getattr(y_true, "index", None)
    if index is None or callable(index) or getattr(index, "step", None) == 1:  # a range of pandas
        return None
    names = np.asarray(index)
    counts = names.dtype.kind in "iu" and np.array_equal(np.diff(names), np.ones(max(size - 1, 0)))
    if names.shape != (size,) or counts:
        return None
    return digest_of(names)


def digest_of(names: NDArray[Any]) -> bytes:
    """What tells names of examples from others.

    Parameters
    ----------
    names : ndarray, shape (n_examples,)
        Element i is what the user calls example i.

    Returns
    -------
    bytes
        The same for the same names in the same order.

    Examples
    --------
    >>> digest_of(np.array([3, 1])) == digest_of(np.array([1, 3]))
    False
    """
    told = repr(names.tolist()).encode() if names.dtype.kind in "OUT" else names.tobytes()
    return blake2b(told, digest_size=16).digest()


# ---- Which examples are positive: scikit-learn's rules for `pos_label`


_UNAMBIGUOUS = ({0, 1}, {-1, 1})
_NEVER_MISSING = "biuSU"


@result
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
    library : str
        Whose column the labels were; empty if nothing is known of it.
    index : ndarray, shape (n_examples,), or None
        Element i is what the user calls row i; None if that is its position.
    """

    positive: BoolArray
    classes: tuple[Any, Any]
    examples: TestedOn | None = None
    library: str = ""
    index: NDArray[Any] | None = None


def read_labels(
    y_true: ArrayLike, pos_label: object = None, *, known: tuple[Any, Any] | None = None
) -> Labels:
    """Labels of two classes, checked, and which is the positive one.

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
    _check_two(kinds, labels)
    negative, positive = in_order(kinds, pos_label, known)
    # A comparison of object arrays gives objects when a label compares oddly.
    return Labels(
        positive=np.asarray(labels == positive, dtype=bool),
        classes=(negative, positive),
        examples=examples_of(y_true),
        library=library_of(y_true),
        index=rows_of(y_true),
    )


def in_order(
    kinds: Sequence[Any], pos_label: object = None, known: tuple[Any, Any] | None = None
) -> tuple[Any, Any]:
    """The negative one of two labels, and the positive one.

    Parameters
    ----------
    kinds : sequence of two labels
        In any order.
    pos_label, known
        As in `read_labels`.

    Returns
    -------
    tuple of two labels
        As the user wrote them.

    Raises
    ------
    CostCurveError
        If it is unclear which one is positive.

    Examples
    --------
    >>> in_order([1, 0])
    (0, 1)
    """
    if pos_label is None and known is not None and set(kinds) == set(known):
        pos_label = known[1]
    positive = _positive_label(kinds, pos_label)
    return (kinds[0] if kinds[1] == positive else kinds[1]), positive


def library_of(column: object) -> str:
    """Name of the package that a column of examples comes from.

    Parameters
    ----------
    column : array-like
        As the user gave it.

    Returns
    -------
    str
        Such as "pandas" or "polars".

    Examples
    --------
    >>> library_of(np.zeros(2)), library_of([0, 1])
    ('numpy', 'builtins')
    """
    return type(column).__module__.partition(".")[0]


def read_column(where: str, given: ArrayLike) -> NDArray[Any]:
    """Column of labels, one for each example, checked.

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
        fix, kind = f"Pass a list or a 1-D array, for instance np.ravel({where}).", "an array"
        if is_frame(given):
            kind = f"a {type(given).__name__}"
            fix = 'Pass one of its columns, such as frame["y"]; a whole frame goes to from_frame.'
        raise CostCurveError(
            "one label per example is needed, in one dimension",
            where=where,
            got=f"{kind} of shape {labels.shape}",
            fix=fix,
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
            got=f"no label at {counted(missing, labels.size)}",
            fix="Drop these examples.",
        )
    return labels


def is_frame(given: object) -> bool:
    """Whether this is a table whose columns have names; nothing of it is asked for.

    Examples
    --------
    >>> import pandas as pd
    >>> is_frame(pd.DataFrame({"y": [0, 1]})), is_frame(np.zeros((2, 2)))
    (True, False)
    """
    return hasattr(type(given), "columns")


def _missing(given: ArrayLike, labels: NDArray[Any]) -> NDArray[np.intp]:
    """The positions of None, NaN, NaT, pandas.NA and masked elements."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        return np.flatnonzero(np.ma.getmaskarray(given))
    if labels.dtype == object:
        return np.flatnonzero([is_missing(label) for label in labels])
    if labels.dtype.kind in _NEVER_MISSING:
        return np.empty(0, dtype=np.intp)
    return np.flatnonzero(labels != labels)  # noqa: PLR0124 (true of NaN and NaT alone)


def is_missing(label: object) -> bool:
    """Whether one label stands for no value.

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
    """Distinct labels.

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
        raise _not_plain(labels)
    if labels.dtype != object:
        other = labels != labels[0]
        two = labels[[0, other.argmax()]]
        only = np.count_nonzero(labels == two[1]) == np.count_nonzero(other)
        return np.unique(two if only else labels).tolist()  # type: ignore[no-any-return]
    try:
        kinds = list(dict.fromkeys(labels.tolist()))
    except TypeError:
        raise _not_plain(labels) from None
    if any(map(_has_parts, kinds)):
        raise _not_plain(labels)
    try:
        return sorted(kinds)
    except TypeError:
        return kinds


def _has_parts(label: object) -> bool:
    """Whether this is a list, a tuple or the like."""
    return isinstance(label, Iterable) and not isinstance(label, str | bytes)


def _not_plain(labels: NDArray[Any]) -> CostCurveError:
    """The error for lists, tuples and records as labels."""
    several = np.flatnonzero([_has_parts(label) for label in labels])
    wrong = several if several.size else np.arange(labels.size)
    return CostCurveError(
        "labels must be numbers, strings or booleans",
        where="y_true",
        got=f"{shown(labels[wrong[0]])} at {counted(wrong, labels.size)}",
        fix="Pass one plain label per example.",
    )


_TWO = 2
FEW_LABELS = 10
"""So many labels, and it is worth while to say which one is rare."""


def _check_two(kinds: Sequence[Any], labels: NDArray[Any]) -> None:
    """Refuse anything but two classes."""
    if len(kinds) != _TWO:
        raise not_two(kinds, len(kinds), labels.size, _rarest(kinds, labels))


def not_two(kinds: Sequence[Any], number: int, size: int, rarest: str = "") -> CostCurveError:
    """The error for labels that are not of two kinds.

    Parameters
    ----------
    kinds : sequence of label
        Different ones, at least one.
    number : int
        How many different ones there are.
    size : int
        How many examples there are.
    rarest : str
        Which one is perhaps a slip, in words.

    Returns
    -------
    CostCurveError
        To be raised.

    Examples
    --------
    >>> not_two([1], 1, 300).got
    'only the label 1, 300 times'
    """
    if number == 1:
        return CostCurveError(
            "both classes are needed",
            where="y_true",
            got=f"only the label {shown(kinds[0])}, {'once' if size == 1 else f'{size} times'}",
            fix="Add examples of the other class; rates of an empty class are undefined.",
        )
    return CostCurveError(
        "exactly two classes are needed",
        where="y_true",
        got=f"{number} labels, {shown(list(kinds))}{rarest and f'; {rarest}'}",
        fix=f"Compare one class with the rest, for instance y_true == {shown(kinds[-1])}.",
    )


def _rarest(kinds: Sequence[Any], labels: NDArray[Any]) -> str:
    """Which of a few labels is perhaps a slip, and where it stands."""
    if not 1 < len(kinds) <= FEW_LABELS:
        return ""
    places = [np.flatnonzero(np.asarray(labels == kind, dtype=bool)) for kind in kinds]
    rare = min(range(len(kinds)), key=lambda i: places[i].size)
    return f"{shown(kinds[rare])} at {counted(places[rare], labels.size)}"


def _positive_label(kinds: Sequence[Any], pos_label: object) -> object:
    """The positive one of two labels."""
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
    """Whether two labels are one, whatever the other is.

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


# ---- Series of a data frame carry an index: what runs beside the labels must have the same one


def check_aligned(y_true: object, **beside: object) -> None:
    """Refuse series that are in another order than the labels.

    Parameters
    ----------
    y_true : object
        The labels as the user gave them.
    **beside : object
        Scores or weights by the names that the user knows them by. What has no index is taken
        by position.

    Raises
    ------
    CostCurveError
        If the labels have an index, and one of the others has a different one.

    Examples
    --------
    >>> check_aligned([0, 1], y_score=[0.2, 0.9])
    """
    index = _index(y_true)
    if index is None:
        return
    for where, given in beside.items():
        other = _index(given)
        if other is not None and len(other) == len(index) and not index.equals(other):
            raise CostCurveError(
                "y_true and what runs beside it must have one index",
                where=where,
                got=f"an index that starts with {_start(other)}, beside {_start(index)}",
                fix=f"Pass {where}.reindex(y_true.index), or {where}.to_numpy() if it is in the "
                "same order all the same.",
            )


def _index(given: Any) -> Any:  # noqa: ANN401 (of whichever library)
    """The index of a series; None for lists, arrays, and series without one."""
    index = getattr(given, "index", None)
    return index if hasattr(index, "equals") and hasattr(index, "__len__") else None


def _start(index: Any) -> str:  # noqa: ANN401 (of whichever library)
    """The first few entries."""
    return shown(list(index[:3]))


def rows_of(given: object) -> NDArray[Any] | None:
    """What the user calls the rows of a series.

    Parameters
    ----------
    given : object
        A column as the user gave it.

    Returns
    -------
    ndarray or None
        The index, one element for each row; None if there is none, or if it says no more than the
        position of each.

    Examples
    --------
    >>> rows_of([0, 1]) is None
    True
    """
    index = _index(given)
    if index is None:
        return None
    names = np.asarray(index)
    if names.ndim != 1:
        return None
    counts = names.dtype.kind in "iu" and np.array_equal(names, np.arange(names.size))
    return None if counts else names


# ---- Labels, scores and weights of one classifier, checked once and for all


WeightsAre: TypeAlias = Literal["importance", "frequencies"]
LeftOut: TypeAlias = tuple[int, int]
"""How many rows are left out, of how many."""

_MOST_GROUPS = 50


@result
class Groups:
    """Which group each example belongs to.

    Attributes
    ----------
    names : tuple of label
        The groups, as the user wrote them.
    code : ndarray of int64, shape (n_examples,)
        Element i is the position of the group of example i among the names.
    """

    names: tuple[Any, ...]
    code: IntArray


@result
class Predictions:
    """One classifier's scores beside the truth.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i says whether example i belongs to the positive class.
    score : ndarray of float32 or float64, shape (n_examples,)
        Element i grows with the belief that example i is positive.
    weight : ndarray of float64, shape (n_examples,), or None
        Element i is how much example i counts; None means once each.
    classes : tuple of two labels
        The negative and the positive label, as the user wrote them.
    examples : TestedOn or None
        Stands for the examples: those of another classifier may be the same.
    libraries : tuple of str
        Whose columns scores and labels were.
    weights_are : {"importance", "frequencies"}
        Whether example i is one example that counts more or less than others, or stands for
        ``weight[i]`` examples that are all alike.
    index : ndarray, shape (n_examples,), or None
        Element i is what the user calls row i; None if that is its position.
    clusters : ndarray of int64, shape (n_examples,), or None
        Rows with the same number belong together, as those of one patient; None if each row is on
        its own.
    cluster_names : ndarray, shape (n_clusters,) or (n_examples,), or None
        Element c is what the user calls cluster c, or row c where each is on its own: in folds
        rows with the same name belong together. None if they have no names.
    reach : ndarray of int64, shape (n_clusters,), or None
        Element c is the number of cluster c among those of all folds; None if none of these is
        known to lie in several.
    groups : Groups or None
        Groups of examples to be looked at apart, at one common threshold.
    left_out : tuple of (int, int)
        How many rows of their frame are not here, for want of a value, and how many it has.
    place : ndarray of int64, shape (n_examples,), or None
        Element i is where in the user's data row i stands; None if all are here, in order.
    response : str
        Method of an estimator that the scores came from; empty if that is not known.
    """

    positive: BoolArray
    score: ScoreArray
    weight: FloatArray | None
    classes: tuple[Any, Any]
    examples: TestedOn | None = None
    libraries: tuple[str, ...] = ()
    weights_are: WeightsAre = "importance"
    index: NDArray[Any] | None = None
    clusters: IntArray | None = None
    cluster_names: NDArray[Any] | None = None
    reach: IntArray | None = None
    groups: Groups | None = None
    left_out: LeftOut = (0, 0)
    place: IntArray | None = None
    response: str = ""

    @property
    def size(self) -> int:
        """How many examples there are, as often as their frequencies say."""
        if self.weight is None or self.weighted:
            return self.score.size
        return int(self.weight.sum())

    @property
    def weighted(self) -> bool:
        """Whether some examples count more than others, and not as so many."""
        return self.weight is not None and self.weights_are == "importance"

    @property
    def plain(self) -> bool:
        """Whether counts of examples tell all: none has a weight, and none belong together."""
        return not self.weighted and self.clusters is None

    @property
    def parts(self) -> tuple[Predictions]:
        """Evaluations that it consists of: itself, as it has no folds."""
        return (self,)

    def same_examples(self, other: object) -> bool:
        """Whether both are known to have scored the same examples in the same order."""
        if not isinstance(other, Predictions):
            return False
        known = self.examples is not None and self.examples.same(other.examples)
        return known and np.array_equal(self.positive, other.positive)

    def drawn_with(self, other: object) -> bool:
        """Whether both can be resampled together: the same examples, weighted and grouped alike."""
        return (
            isinstance(other, Predictions)
            and self.same_examples(other)
            and self.weights_are == other.weights_are
            and alike(self.weight, other.weight)
            and alike(self.clusters, other.clusters)
            and alike(self.reach, other.reach)
        )


def alike(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    """Whether two arrays that may be missing hold the same.

    Parameters
    ----------
    one, other : ndarray or None
        Any two.

    Returns
    -------
    bool
        True also if both are missing.

    Examples
    --------
    >>> alike(None, None), alike(np.ones(2), None)
    (True, False)
    """
    return one is other or (one is not None and other is not None and np.array_equal(one, other))


def predictions(  # noqa: PLR0913 (options, by name only)
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    weights_are: WeightsAre = "importance",
    clusters: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    pos_label: object = None,
) -> Predictions:
    """Labels and scores of one classifier, checked.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,)
        Scores: probabilities of the positive class, or any number that grows with it.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights; if all are 1 they are none.
    weights_are : {"importance", "frequencies"}
        What weights say: how much an example counts beside others, or how many examples a row
        stands for. The curves are the same; frequencies make them more certain.
    clusters : array-like of shape (n_examples,), optional
        Labels such as patients: rows with the same one belong together, and are resampled
        together.
    groups : array-like of shape (n_examples,), optional
        Labels such as hospitals: how each group fares at the common threshold can be asked for.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    Predictions
        Copies of what was given; later changes to the originals have no effect.

    Raises
    ------
    CostCurveError
        If a curve cannot be drawn from these data.

    Examples
    --------
    >>> checked = predictions(["sick", "well", "well"], [0.9, 0.2, 0.4], pos_label="sick")
    >>> checked.positive
    array([ True, False, False])
    >>> checked.classes
    ('well', 'sick')
    """
    beside: dict[str, Any] = {"clusters": clusters, "groups": groups}
    check_aligned(y_true, y_score=y_score, sample_weight=sample_weight, **beside)
    return labelled(
        *(read_labels(y_true, pos_label), y_score, sample_weight),
        weights_are=weights_are,
        **beside,
    )


def labelled(  # noqa: PLR0913 (options, by name only)
    labels: Labels,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    weights_are: WeightsAre = "importance",
    clusters: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> Predictions:
    """Labels that are checked already and scores of one classifier, checked.

    Parameters
    ----------
    labels : Labels
        What is true; classifiers of the same examples may share it.
    y_score, sample_weight, weights_are, clusters, groups
        As in `predictions`.

    Returns
    -------
    Predictions
        Copies of scores and weights.

    Raises
    ------
    CostCurveError
        If a curve cannot be drawn from these data.

    Examples
    --------
    >>> labelled(read_labels([0, 1]), [0.2, 0.9]).score
    array([0.2, 0.9])
    """
    score = _read_scores(y_score)
    _check_length("y_score", score, labels)
    check_meaning(weights_are, sample_weight)
    weight = None if sample_weight is None else _read_weights(sample_weight, labels)
    if weight is not None and weights_are == "frequencies":
        _check_whole(weight)
    if weight is not None and np.all(weight == 1.0):
        weight = None
    code, names = (None, None) if clusters is None else _read_clusters(clusters, labels)
    return Predictions(
        positive=labels.positive,
        score=score,
        weight=weight,
        classes=labels.classes,
        examples=labels.examples,
        libraries=(library_of(y_score), labels.library),
        weights_are="importance" if weight is None else weights_are,
        index=rows_of(y_score) if labels.index is None else labels.index,
        clusters=code,
        cluster_names=names,
        groups=None if groups is None else _read_groups(groups, labels),
    )


def _read_scores(y_score: ArrayLike) -> ScoreArray:
    """Finite scores as a new array, with one zero instead of two."""
    numbers = _read_numbers("y_score", y_score)
    _check_finite("y_score", numbers)
    return numbers + numbers.dtype.type(0)


def _read_weights(sample_weight: ArrayLike, labels: Labels) -> FloatArray:
    """Weights that leave something of both classes."""
    weight = _read_numbers("sample_weight", sample_weight).astype(np.float64)
    _check_length("sample_weight", weight, labels)
    _check_finite("sample_weight", weight)
    below = np.flatnonzero(weight < 0)
    if below.size:
        raise CostCurveError(
            "weights must not be negative",
            where="sample_weight",
            got=f"{shown(weight[below[0]].item())} at {counted(below, weight.size)}",
            fix="Use 0 to leave an example out.",
        )
    check_sum("sample_weight", weight, "weights")
    for label, members in zip(labels.classes, (~labels.positive, labels.positive), strict=True):
        if not np.any(weight[members]):
            raise CostCurveError(
                "both classes need some weight",
                where="sample_weight",
                got=f"weight 0 for every example of class {shown(label)}",
                fix="Give at least one example of that class a positive weight.",
            )
    return weight


def check_meaning(weights_are: object, sample_weight: object) -> None:
    """Refuse what is no meaning of weights, and frequencies of which there are none.

    Parameters
    ----------
    weights_are : object
        What the user says of weights.
    sample_weight : object
        The weights, or None.

    Raises
    ------
    CostCurveError
        If it is neither "importance" nor "frequencies", or the latter without weights.
    """
    if not isinstance(weights_are, str) or weights_are not in get_args(WeightsAre):
        raise CostCurveError(
            'must be "importance" or "frequencies"',
            where="weights_are",
            got=shown(weights_are),
            fix='Pass "frequencies" if a row with weight 3 stands for three examples.',
        )
    if weights_are == "frequencies" and sample_weight is None:
        raise CostCurveError(
            "frequencies are weights that count examples",
            where="sample_weight",
            got="no weights",
            fix="Pass them as sample_weight.",
        )


def _check_whole(weight: FloatArray) -> None:
    """Refuse frequencies that count no examples."""
    broken = np.flatnonzero(weight != np.floor(weight))
    if broken.size:
        raise CostCurveError(
            "frequencies are whole numbers of examples",
            where="sample_weight",
            got=f"{shown(weight[broken[0]].item())} at {counted(broken, weight.size)}",
            fix='Pass weights_are="importance" if they are no counts.',
        )


def _read_groups(groups: ArrayLike, labels: Labels) -> Groups:
    """Groups of examples, in the order in which they first appear."""
    given = read_column("groups", groups)
    _check_length("groups", given, labels)
    code = numbered("groups", given.tolist())
    _, first = np.unique(code, return_index=True)
    names = tuple(given[first].tolist())
    if len(names) > _MOST_GROUPS:
        raise _no_groups(names)
    return Groups(names, code)


def check_groups(groups: ArrayLike | None, y_true: ArrayLike | None = None) -> None:
    """Refuse groups of which there is only one: a fold may have no others, but all of the data.

    Parameters
    ----------
    groups : array-like of shape (n_examples,), or None
        Those of all examples, if there are any.
    y_true : array-like, optional
        Labels beside them; where these are not as many, that is refused elsewhere.

    Raises
    ------
    CostCurveError
        If all labels are the same.

    Examples
    --------
    >>> check_groups(["north", "south"])
    """
    if groups is None:
        return
    column = read_column("groups", groups)
    kinds = distinct(column)
    beside = column if y_true is None else np.asarray(y_true, dtype=object)
    if len(kinds) == 1 and beside.size == column.size:
        raise _no_groups(kinds)


def _no_groups(names: Sequence[Any]) -> CostCurveError:
    """The error for too few or too many groups."""
    return CostCurveError(
        f"2 to {_MOST_GROUPS} groups can be looked at apart",
        where="groups",
        got=f"{len(names)} different labels",
        fix="Pass the group of each row, such as its hospital; clusters= takes what only belongs "
        "together.",
    )


def in_order_of(given: Predictions, first: Predictions) -> Predictions:
    """Examples in the order of another classifier's, if an index says that they are the same.

    Parameters
    ----------
    given, first : Predictions
        Two classifiers.

    Returns
    -------
    Predictions
        The first of them as it is, unless its index has each name once, those of the other in
        another order, beside the same labels.

    Examples
    --------
    >>> given, first = predictions([0, 1], [1, 2]), predictions([0, 1], [1, 2])
    >>> in_order_of(given, first) is given
    True
    """
    mine, other = _names_of(given), _names_of(first)
    if mine is None or other is None or mine.size != other.size or given.same_examples(first):
        return given
    try:
        order = np.argsort(mine)[np.argsort(np.argsort(other))]
    except TypeError:  # names that have no order
        return given
    same = np.array_equal(mine[order], other) and np.unique(mine).size == mine.size
    if not same or not np.array_equal(given.positive[order], first.positive):
        return given
    place = np.arange(mine.size) if given.place is None else given.place
    return replace(
        given,
        positive=given.positive[order],
        score=given.score[order],
        weight=None if given.weight is None else given.weight[order],
        clusters=None if given.clusters is None else given.clusters[order],
        groups=given.groups and replace(given.groups, code=given.groups.code[order]),
        examples=first.examples,
        index=other,
        place=place[order],
    )


def _names_of(given: Predictions) -> NDArray[Any] | None:
    """What the user calls the examples; None where that merely counts."""
    told = given.examples is not None and given.examples.index is not None
    return given.index if told else None


def joined_examples(parts: Sequence[Predictions]) -> Predictions:
    """Examples of several evaluations as those of one.

    Parameters
    ----------
    parts : sequence of Predictions
        Of the same two classes.

    Returns
    -------
    Predictions
        One after the other. Groups of the same name are one; clusters are if they are known to
        lie in several folds.

    Examples
    --------
    >>> one, two = (predictions([0, 1], [1, 2], groups=[name, "x"]) for name in "xy")
    >>> joined_examples([one, two]).groups
    Groups(names=('x', 'y'), code=array([0, 0, 1, 0]))
    """
    weighted = any(one.weight is not None for one in parts)
    clustered = any(one.clusters is not None for one in parts)
    return replace(
        parts[0],
        positive=np.concatenate([one.positive for one in parts]),
        score=np.concatenate([one.score for one in parts]),
        weight=np.concatenate([_weights(one) for one in parts]) if weighted else None,
        clusters=_joined_clusters(parts) if clustered else None,
        groups=_joined_groups([one.groups for one in parts if one.groups is not None]),
        examples=None,
        index=None,
        place=None,
    )


def _weights(given: Predictions) -> FloatArray:
    return np.ones(given.score.size) if given.weight is None else given.weight


def _joined_clusters(parts: Sequence[Predictions]) -> IntArray:
    """Numbers that evaluations share only for clusters that lie in several of them."""
    found, start = [], 0
    for one in parts:
        own = np.arange(one.score.size) if one.clusters is None else one.clusters
        found.append(start + own if one.reach is None else one.reach[own])
        start = int(found[-1].max()) + 1
    return np.concatenate(found)


def _joined_groups(each: Sequence[Groups]) -> Groups | None:
    """Groups of all evaluations, if there are any."""
    known: dict[Any, int] = {}
    code = [
        np.array([known.setdefault(name, len(known)) for name in one.names])[one.code]
        for one in each
    ]
    return Groups(tuple(known), np.concatenate(code)) if each else None


def _read_clusters(clusters: ArrayLike, labels: Labels) -> tuple[IntArray | None, NDArray[Any]]:
    """A number for each cluster, None if no two rows share one; and what clusters, or rows, are."""
    names = read_column("clusters", clusters)
    _check_length("clusters", names, labels)
    plain = numbered("clusters", names.tolist()) if names.dtype == object else names
    kinds, first, code = np.unique(plain, return_index=True, return_inverse=True)
    if kinds.size == 1 < names.size:
        raise CostCurveError(
            "two clusters or more are needed: how they differ is what tells how sure a cost is",
            where="clusters",
            got="the same label for all rows",
            fix="Pass the patient, or the like, of each row; or leave clusters out.",
        )
    if kinds.size == names.size:
        return None, names
    return code.astype(np.int64), names[first]


def numbered(where: str, names: Sequence[Any]) -> IntArray:
    """A number for each different name, from 0 as they appear.

    Parameters
    ----------
    where : str
        What the user calls them.
    names : sequence
        Plain labels.

    Returns
    -------
    ndarray of int64, shape (n_names,)
        Element i tells name i from others.

    Raises
    ------
    CostCurveError
        If they are not plain.

    Examples
    --------
    >>> numbered("clusters", ["Ann", "Bob", "Ann"])
    array([0, 1, 0])
    """
    known: dict[Any, int] = {}
    try:
        found = [known.setdefault(name, len(known)) for name in names]
    except TypeError:
        raise CostCurveError(
            f"{where} are named by numbers or strings",
            where=where,
            got=shown(names[0]),
            fix="Pass one plain label for each row, such as the number of a patient.",
        ) from None
    return np.array(found, np.int64)


def _read_numbers(where: str, given: ArrayLike) -> ScoreArray:
    """A 1-D array, perhaps the user's own: float32 as it is, other numbers as float64."""
    refuse_masked(where, given)
    array = read_array(where, given)
    if array.ndim != 1:
        raise _not_one_dimensional(where, array)
    if array.dtype == np.float32:
        return array
    found = floats(array)  # what overflows is refused as infinite
    if found is None:
        raise _not_numbers(where, array)
    merged = merged_whole_numbers(array, found)
    if merged.size:
        raise CostCurveError(
            "whole numbers must be so small that floats can tell them apart",
            where=where,
            got=f"{array[merged[0]]}, beyond 2**53, at {counted(merged, array.size)}",
            fix=f"Subtract the least of them first: {where} - {where}.min().",
        )
    return found


def _not_numbers(where: str, array: NDArray[Any]) -> CostCurveError:
    """The error for strings, dates, pandas.NA and the like."""
    given = array.tolist() if array.dtype.kind in "OUT" else [None] * array.size
    wrong = np.flatnonzero([as_number(one) is None and not isinstance(one, bool) for one in given])
    odd = wrong[[not reads_as_number(given[place]) for place in wrong]]
    chosen = odd if odd.size else wrong
    got, first = f"an array of {array.dtype}", None
    if wrong.size:
        first = array[chosen[0]]
        plain = first.item() if array.dtype.kind in "USc" else first
        got = f"{shown(plain)} at {counted(chosen, array.size)}"
    return CostCurveError(
        "values must be numbers without gaps",
        where=where,
        got=got,
        fix=fix_of_texts(first, wrong.size - chosen.size),
    )


def reads_as_number(given: object) -> bool:
    """Whether this is a text that Python reads as a number.

    Examples
    --------
    >>> reads_as_number(" 0.5"), reads_as_number("?"), reads_as_number("5 %")
    (True, False, False)
    """
    if not isinstance(given, str):
        return False
    try:
        float(given)
    except ValueError:
        return False
    return True


def fix_of_texts(first: object, others: int) -> str:
    """What to do about what is no number.

    Parameters
    ----------
    first : object
        One of these.
    others : int
        How many texts there are beside them that are numbers.

    Returns
    -------
    str
        A sentence.

    Examples
    --------
    >>> fix_of_texts("0.5", 0)
    'These are numbers written as texts: convert them to floats first.'
    """
    if isinstance(first, str) and first.strip().endswith("%"):
        return "Take the % signs off, convert them to floats, and divide by 100."
    if reads_as_number(first):
        return "These are numbers written as texts: convert them to floats first."
    if isinstance(first, str) and reads_as_number(first.replace(",", "")):
        commas = "without commas, and with a point before the decimals"
        return f"Write numbers {commas}, and convert them to floats."
    if others:
        return (
            f"The other {others:,} are numbers written as texts: drop or impute what is none, and "
            "convert them to floats."
        )
    return "Convert it to floats first, and drop or impute missing values."


def _not_one_dimensional(where: str, array: NDArray[Any]) -> CostCurveError:
    """The error for an array of the wrong number of dimensions."""
    fix = f"Pass a list or a 1-D array, for instance np.ravel({where})."
    if where == "y_score" and array.ndim == 2 and min(array.shape) > 1:  # noqa: PLR2004
        fix = (
            'Several classifiers go into a dict: {"first": y_score[:, 0], "second": y_score[:, 1]}'
            ", or of a frame {name: frame[name] for name in frame}."
        )
        if array.shape[1] == 2:  # noqa: PLR2004
            fix = f"Of predict_proba pass the column of the positive class, y_score[:, 1]. {fix}"
    return CostCurveError(
        "one value per example is needed, in one dimension",
        where=where,
        got=f"an array of shape {array.shape}",
        fix=fix,
    )


def _check_finite(where: str, numbers: ScoreArray) -> None:
    """Refuse NaN and infinity."""
    # The extremes tell all that is wanted, without an array of answers.
    if numbers.size and np.isfinite(numbers.min()) and np.isfinite(numbers.max()):
        return
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        raise CostCurveError(
            "values must be finite",
            where=where,
            got=f"{numbers[wrong[0]]} at {counted(wrong, numbers.size)}",
            fix="Drop or impute these examples.",
        )


def _check_length(where: str, numbers: NDArray[Any], labels: Labels) -> None:
    """Refuse an array that does not run beside the labels."""
    if numbers.size != labels.positive.size:
        raise CostCurveError(
            "y_true and what runs beside it must have one length",
            where=where,
            got=f"{numbers.size} values for {labels.positive.size} labels",
            fix="Pass one value for each example, in the same order.",
        )
