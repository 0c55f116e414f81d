"""Validated labels and scores of one classifier, with weights, clusters and groups."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from re import split
from secrets import token_bytes
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.validation import (
    as_number,
    check_not_masked,
    check_sum,
    describe_positions,
    inexact_integers,
    read_array,
    to_floats,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = ["Predictions", "predictions"]

# ---- Identity of the examples behind an array of labels


_MemoryKey = tuple[object, ...]
identities: dict[_MemoryKey, tuple[weakref.ref[NDArray[Any]], ExampleIdentity]] = {}


@dataclass(frozen=True, slots=True)
class ExampleIdentity:
    """Identity of a set of examples, shared by predictions from the same array of labels.

    Attributes
    ----------
    index_digest : bytes or None
        Digest of the index of the labels; None without one, or if it merely counts rows.
    token : bytes
        Random bytes that are unique to this set of examples; copies and pickles keep them.
    """

    index_digest: bytes | None = None
    token: bytes = field(default_factory=lambda: token_bytes(16))

    def is_same(self, other: ExampleIdentity | None) -> bool:
        """Return whether both are known to be the same examples."""
        if other is None:
            return False
        return self.token == other.token or (
            self.index_digest is not None and self.index_digest == other.index_digest
        )


def identity_of(y_true: ArrayLike) -> ExampleIdentity:
    """Return the identity of the examples of a label array.

    Arrays that share memory with an earlier one that still exists have the same identity.

    Examples
    --------
    >>> first, second = np.array([0, 1]), np.array([0, 1])
    >>> identity_of(first) is identity_of(first), identity_of(first).is_same(identity_of(second))
    (True, False)
    """
    if isinstance(y_true, list | tuple):  # converted to a new array each time
        return ExampleIdentity()
    labels = np.asarray(y_true)
    owner = labels
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    key = labels.__array_interface__["data"][0], labels.shape, labels.strides, labels.dtype.str
    entry = identities.get(key)
    if entry is not None and entry[0]() is owner:
        return entry[1]
    identity = ExampleIdentity(digest_of_index(y_true, labels.size))
    identities[key] = weakref.ref(owner, lambda gone: _forget(key, gone)), identity
    return identity


def _forget(key: _MemoryKey, reference: object) -> None:
    """Drop the identity of labels that were garbage-collected."""
    entry = identities.get(key)
    if entry is not None and entry[0] is reference:
        del identities[key]


def digest_of_index(y_true: object, size: int) -> bytes | None:
    """Return a digest of the index of a series; None without one, or if it merely counts rows."""
    index = getattr(y_true, "index", None)
    if index is None or callable(index) or getattr(index, "step", None) == 1:  # RangeIndex
        return None
    names = np.asarray(index)
    steps = np.ones(max(size - 1, 0))
    is_counter = names.dtype.kind in "iu" and np.array_equal(np.diff(names), steps)
    if names.shape != (size,) or is_counter:
        return None
    return digest_of(names)


def digest_of(names: NDArray[Any]) -> bytes:
    """Return a digest of the names of examples, in their order."""
    data = repr(names.tolist()).encode() if names.dtype.kind in "OUT" else names.tobytes()
    return blake2b(data, digest_size=16).digest()


# ---- Classes: scikit-learn's rules for `pos_label`


_UNAMBIGUOUS = ({0, 1}, {-1, 1})
_KINDS_WITHOUT_NAN = "biuSU"


@result
class Labels:
    """Validated labels of two classes.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i is true if example i belongs to the positive class.
    classes : tuple of two labels
        The negative and the positive label, as the user wrote them.
    examples : ExampleIdentity or None
        Identity of the examples; None if unknown.
    library : str
        Name of the package that the column of labels came from; empty if unknown.
    index : ndarray, shape (n_examples,), or None
        Element i is the index label of row i; None if that is its position.
    """

    positive: BoolArray
    classes: tuple[Any, Any]
    examples: ExampleIdentity | None = None
    library: str = ""
    index: NDArray[Any] | None = None


def read_labels(
    y_true: ArrayLike, pos_label: object = None, *, known_classes: tuple[Any, Any] | None = None
) -> Labels:
    """Return validated labels, with the positive class identified.

    Without `pos_label`, the positive label is that of `known_classes`, the (negative, positive)
    labels of earlier data, if they are the same two. Otherwise labels must be 0/1, -1/1 or
    booleans.

    Examples
    --------
    >>> read_labels([-1, 1, 1]).positive
    array([False,  True,  True])
    >>> read_labels(["spam", "ham"], pos_label="spam").classes
    ('ham', 'spam')
    """
    labels = read_column("y_true", y_true)
    differs = _differs_from_first(labels)
    kinds = distinct_labels(labels if differs is None else labels[[0, int(differs.argmax())]])
    _check_two_classes(kinds, labels)
    negative, positive = order_classes(kinds, pos_label, known_classes)
    if differs is None:
        # Comparing an object array may give objects if a label defines its own equality.
        differs = np.asarray(labels == positive, dtype=bool)
    elif labels[0] == positive:
        np.logical_not(differs, out=differs)
    return Labels(
        positive=differs,
        classes=(negative, positive),
        examples=identity_of(y_true),
        library=library_of(y_true),
        index=row_names(y_true),
    )


def order_classes(
    kinds: Sequence[Any], pos_label: object = None, known_classes: tuple[Any, Any] | None = None
) -> tuple[Any, Any]:
    """Return two labels as (negative, positive); other arguments are as in `read_labels`."""
    if pos_label is None and known_classes is not None and set(kinds) == set(known_classes):
        pos_label = known_classes[1]
    positive = _positive_label(kinds, pos_label)
    return (kinds[0] if kinds[1] == positive else kinds[1]), positive


def library_of(column: object) -> str:
    """Return the name of the package that defines the type of a column.

    Examples
    --------
    >>> library_of(np.zeros(2)), library_of([0, 1])
    ('numpy', 'builtins')
    """
    return type(column).__module__.partition(".")[0]


def read_column(where: str, values: ArrayLike) -> NDArray[Any]:
    """Return labels as a non-empty 1-D array, or raise if one is missing."""
    labels = read_array(where, values)
    if labels.ndim != 1:
        fix, kind = f"Pass a list or a 1-D array, for example np.ravel({where}).", "an array"
        if is_frame(values):
            kind = f"a {type(values).__name__}"
            fix = 'Pass a column, such as frame["y"], or pass the frame to from_frame.'
        raise CostCurveError(
            "must be one-dimensional, with one label per example",
            where=where,
            got=f"{kind} of shape {labels.shape}",
            fix=fix,
        )
    if not labels.size:
        raise CostCurveError(
            "must not be empty", where=where, fix="Pass at least one example of each class."
        )
    missing = _missing(values, labels)
    if missing.size:
        raise CostCurveError(
            "labels must not be missing",
            where=where,
            got=f"no label at {describe_positions(missing, labels.size)}",
            fix="Drop these examples.",
        )
    return labels


def is_frame(value: object) -> bool:
    """Return whether the object is a data frame, without accessing its data.

    Examples
    --------
    >>> import pandas as pd
    >>> is_frame(pd.DataFrame({"y": [0, 1]})), is_frame(np.zeros((2, 2)))
    (True, False)
    """
    return hasattr(type(value), "columns")


def _missing(values: ArrayLike, labels: NDArray[Any]) -> NDArray[np.intp]:
    """Return the positions of None, NaN, NaT, pandas.NA and masked elements."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        return np.flatnonzero(np.ma.getmaskarray(values))
    if labels.dtype == object:
        return np.flatnonzero([is_missing(label) for label in labels])
    if labels.dtype.kind in _KINDS_WITHOUT_NAN:
        return np.empty(0, dtype=np.intp)
    return np.flatnonzero(labels != labels)  # noqa: PLR0124 (true only for NaN and NaT)


def is_missing(label: object) -> bool:
    """Return whether a label is None, NaN, NaT, pandas.NA or not comparable.

    Examples
    --------
    >>> is_missing(float("nan")), is_missing("nan")
    (True, False)
    """
    if label is None:
        return True
    try:
        return bool(label != label)  # noqa: PLR0124
    except Exception:  # noqa: BLE001 (pandas.NA and arrays have no truth value)
        return True


def distinct_labels(labels: NDArray[Any]) -> Sequence[Any]:
    """Return the distinct labels, sorted if possible and otherwise in order of appearance."""
    if labels.dtype.kind == "V":
        raise _label_type_error(labels)
    if labels.dtype != object:
        differs = _differs_from_first(labels)
        pair = labels if differs is None else labels[[0, int(differs.argmax())]]
        return np.unique(pair).tolist()  # type: ignore[no-any-return]
    try:
        kinds = list(dict.fromkeys(labels.tolist()))
    except TypeError:
        raise _label_type_error(labels) from None
    if any(map(_is_collection, kinds)):
        raise _label_type_error(labels)
    try:
        return sorted(kinds)
    except TypeError:
        return kinds


def _differs_from_first(labels: NDArray[Any]) -> BoolArray | None:
    """Return which labels differ from the first one; None for objects, or more than two values.

    Labels are compared in blocks that fit in the processor cache.
    """
    if labels.dtype.kind in "OV":
        return None
    differs, second = np.empty(labels.size, dtype=bool), None
    for start in range(0, labels.size, _BLOCK):
        block = labels[start : start + _BLOCK]
        here = np.not_equal(block, labels[0], out=differs[start : start + _BLOCK])
        if second is None and here.any():
            second = block[here.argmax()]
        if second is not None and np.count_nonzero(here) != np.count_nonzero(block == second):
            return None
    return differs


_BLOCK = 2**16


def _is_collection(label: object) -> bool:
    """Return whether a label is a list, a tuple or another collection."""
    return isinstance(label, Iterable) and not isinstance(label, str | bytes)


def _label_type_error(labels: NDArray[Any]) -> CostCurveError:
    """Return the error for collections and records as labels."""
    collections = np.flatnonzero([_is_collection(label) for label in labels])
    wrong = collections if collections.size else np.arange(labels.size)
    return CostCurveError(
        "labels must be numbers, strings or booleans",
        where="y_true",
        got=f"{shown(labels[wrong[0]])} at {describe_positions(wrong, labels.size)}",
        fix="Pass one scalar label per example.",
    )


_N_CLASSES = 2
FEW_LABELS = 10
"""Up to this number of labels, an error names the least frequent one."""


def _check_two_classes(kinds: Sequence[Any], labels: NDArray[Any]) -> None:
    """Raise unless there are exactly two classes."""
    if len(kinds) != _N_CLASSES:
        raise class_count_error(kinds, len(kinds), labels.size, _rarest(kinds, labels))


def class_count_error(
    kinds: Sequence[Any], number: int, size: int, rarest: str = ""
) -> CostCurveError:
    """Return the error for one class, or more than two, among `size` labels.

    `kinds` are some of the distinct labels, `number` is their total number, and `rarest` describes
    the least frequent one, which may be a typing error.

    Examples
    --------
    >>> class_count_error([1], 1, 300).got
    'only the label 1, 300 times'
    """
    if number == 1:
        return CostCurveError(
            "must contain both classes",
            where="y_true",
            got=f"only the label {shown(kinds[0])}, {'once' if size == 1 else f'{size} times'}",
            fix="Add examples of the other class; rates of an empty class are undefined.",
        )
    return CostCurveError(
        "must contain exactly two classes",
        where="y_true",
        got=f"{number} labels, {shown(list(kinds))}{rarest and f'; {rarest}'}",
        fix=f"Compare one class with the rest, for example y_true == {shown(kinds[-1])}.",
    )


def _rarest(kinds: Sequence[Any], labels: NDArray[Any]) -> str:
    """Describe the least frequent of a few labels and its position."""
    if not 1 < len(kinds) <= FEW_LABELS:
        return ""
    places = [np.flatnonzero(np.asarray(labels == kind, dtype=bool)) for kind in kinds]
    rare = min(range(len(kinds)), key=lambda i: places[i].size)
    return f"{shown(kinds[rare])} at {describe_positions(places[rare], labels.size)}"


def _positive_label(kinds: Sequence[Any], pos_label: object) -> object:
    """Return which of two labels is positive."""
    if pos_label is None:
        if not any(set(kinds) <= pair for pair in _UNAMBIGUOUS):
            raise CostCurveError(
                "must be given unless the labels are 0/1, -1/1 or booleans",
                where="pos_label",
                got=f"labels {shown(list(kinds))} and no pos_label",
                fix=f"Pass for example pos_label={shown(kinds[-1])}.",
            )
        return next(kind for kind in kinds if kind == 1)
    for kind in kinds:
        if same_label(kind, pos_label):
            return kind
    raise CostCurveError(
        "must be one of the labels",
        where="pos_label",
        got=f"{shown(pos_label)}, but the labels are {shown(list(kinds))}",
        fix=f"Pass for example pos_label={shown(kinds[-1])}.",
    )


def same_label(label: object, other: object) -> bool:
    """Return whether two labels are equal; False if they cannot be compared.

    Examples
    --------
    >>> same_label(1, True), same_label(1, np.array([1, 2]))
    (True, False)
    """
    try:
        same: object = label == other  # an array if one of them is
    except Exception:  # noqa: BLE001 (arrays and records may raise any error)
        return False
    return isinstance(same, bool | np.bool_) and bool(same)


# ---- Alignment: a series must have the same index as the labels


def check_aligned(y_true: object, **columns: object) -> None:
    """Raise if a series of the same length as the labels has a different index.

    Columns without an index are aligned by position.
    """
    index = _index(y_true)
    if index is None:
        return
    for where, column in columns.items():
        column_index = _index(column)
        if (
            column_index is not None
            and len(column_index) == len(index)
            and not index.equals(column_index)
        ):
            raise CostCurveError(
                "must have the same index as y_true",
                where=where,
                got=f"an index that starts with {_first_entries(column_index)} instead of "
                f"{_first_entries(index)}",
                fix=f"Pass {where}.reindex(y_true.index), or {where}.to_numpy() if the rows are in "
                "the same order.",
            )


def _index(column: Any) -> Any:  # noqa: ANN401 (of any library)
    """Return the index of a series; None for lists, arrays, and series without one."""
    index = getattr(column, "index", None)
    return index if hasattr(index, "equals") and hasattr(index, "__len__") else None


def _first_entries(index: Any) -> str:  # noqa: ANN401 (of any library)
    """Return the first entries of an index as text."""
    return shown(list(index[:3]))


def row_names(column: object) -> NDArray[Any] | None:
    """Return the index of a series as an array; None without one, or if it merely counts rows."""
    index = _index(column)
    if index is None:
        return None
    names = np.asarray(index)
    if names.ndim != 1:
        return None
    is_counter = names.dtype.kind in "iu" and np.array_equal(names, np.arange(names.size))
    return None if is_counter else names


# ---- Labels, scores and weights of one classifier


WeightsAre: TypeAlias = Literal["importance", "frequencies"]
LeftOut: TypeAlias = tuple[int, int]
"""Number of dropped rows and of all rows."""

_MAX_GROUPS = 50


@result
class Groups:
    """Group of each example.

    Attributes
    ----------
    names : tuple of label
        The distinct groups, as the user wrote them.
    code : ndarray of int64, shape (n_examples,)
        Element i is the position in `names` of the group of example i.
    """

    names: tuple[Any, ...]
    code: IntArray


@result
class Predictions:
    """Labels and scores of one classifier.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i is true if example i belongs to the positive class.
    score : ndarray of float32 or float64, shape (n_examples,)
        Element i is the score of example i; higher values indicate the positive class.
    weight : ndarray of float64, shape (n_examples,), or None
        Element i is the weight of example i; None if all weights are 1.
    classes : tuple of two labels
        The negative and the positive label, as the user wrote them.
    examples : ExampleIdentity or None
        Identity of the examples, to recognise classifiers with the same examples.
    libraries : tuple of str
        Names of the packages that the columns of scores and labels came from.
    weights_are : {"importance", "frequencies"}
        Whether example i is one example with importance ``weight[i]``, or stands for
        ``weight[i]`` identical examples.
    index : ndarray, shape (n_examples,), or None
        Element i is the index label of row i; None if that is its position.
    clusters : ndarray of int64, shape (n_examples,), or None
        Element i is the cluster of row i, such as a patient; None if each row is a cluster.
    cluster_names : ndarray, shape (n_clusters,) or (n_examples,), or None
        Element c is the name of cluster c, or of row c if each row is a cluster. Rows of several
        folds with the same name belong to the same cluster. None if clusters have no names.
    reach : ndarray of int64, shape (n_clusters,), or None
        Element c is the number of cluster c among the clusters of all folds; None if no cluster is
        known to be in several folds.
    groups : Groups or None
        Subgroups whose error rates are compared at a common threshold.
    left_out : tuple of (int, int)
        Number of rows that were dropped for missing values, and of all rows of the data frame.
    place : ndarray of int64, shape (n_examples,), or None
        Element i is the position of row i in the user's data; None if complete and in order.
    response : str
        Method of the estimator that returned the scores; empty if unknown.
    """

    positive: BoolArray
    score: ScoreArray
    weight: FloatArray | None
    classes: tuple[Any, Any]
    examples: ExampleIdentity | None = None
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
        """Number of examples, each counted as often as its frequency."""
        if self.weight is None or self.weighted:
            return self.score.size
        return int(self.weight.sum())

    @property
    def weighted(self) -> bool:
        """Whether examples have importance weights."""
        return self.weight is not None and self.weights_are == "importance"

    @property
    def plain(self) -> bool:
        """Whether counts of examples suffice: there are no importance weights and no clusters."""
        return not self.weighted and self.clusters is None

    @property
    def parts(self) -> tuple[Predictions]:
        """Evaluations of the classifier: only this object, because it has no folds."""
        return (self,)

    def same_examples(self, other: object) -> bool:
        """Return whether both are known to have scored the same examples in the same order."""
        if not isinstance(other, Predictions):
            return False
        same = self.examples is not None and self.examples.is_same(other.examples)
        return same and np.array_equal(self.positive, other.positive)

    def drawn_with(self, other: object) -> bool:
        """Return whether both can be resampled jointly: same examples, weights and clusters."""
        return (
            isinstance(other, Predictions)
            and self.same_examples(other)
            and self.weights_are == other.weights_are
            and arrays_equal(self.weight, other.weight)
            and arrays_equal(self.clusters, other.clusters)
            and arrays_equal(self.reach, other.reach)
        )


def arrays_equal(first: NDArray[Any] | None, second: NDArray[Any] | None) -> bool:
    """Return whether two arrays are equal, or both None."""
    return first is second or (
        first is not None and second is not None and np.array_equal(first, second)
    )


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
    """Validated labels and scores of one classifier.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels of two classes.
    y_score : array-like of shape (n_examples,)
        Scores: probabilities of the positive class, or any values that increase with it.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights. Weights that are all 1 are ignored.
    weights_are : {"importance", "frequencies"}
        Meaning of the weights: the importance of an example relative to the others, or the number
        of examples that a row stands for. The curves are the same in both cases; frequencies give
        narrower intervals.
    clusters : array-like of shape (n_examples,), optional
        Labels of clusters such as patients: rows with the same label are resampled together.
    groups : array-like of shape (n_examples,), optional
        Labels of subgroups such as hospitals, to compare error rates at a common threshold.
    pos_label : label, optional
        The positive label. Required unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    Predictions
        Copies of the arguments; later changes to the originals have no effect.

    Raises
    ------
    CostCurveError
        If no curve can be computed from the arguments.

    Examples
    --------
    >>> checked = predictions(["sick", "well", "well"], [0.9, 0.2, 0.4], pos_label="sick")
    >>> checked.positive
    array([ True, False, False])
    >>> checked.classes
    ('well', 'sick')
    """
    options: dict[str, Any] = {"clusters": clusters, "groups": groups}
    check_aligned(y_true, y_score=y_score, sample_weight=sample_weight, **options)
    return build_predictions(
        *(read_labels(y_true, pos_label), y_score, sample_weight),
        weights_are=weights_are,
        **options,
    )


def build_predictions(  # noqa: PLR0913 (options, by name only)
    labels: Labels,
    y_score: ArrayLike,
    sample_weight: ArrayLike | None = None,
    *,
    weights_are: WeightsAre = "importance",
    clusters: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> Predictions:
    """Return predictions from validated labels.

    Classifiers that score the same examples may share the labels. Other arguments are as in
    `predictions`.
    """
    score = _read_scores(y_score)
    _check_length("y_score", score, labels)
    check_weights_are(weights_are, sample_weight)
    weight = None if sample_weight is None else _read_weights(sample_weight, labels)
    if weight is not None and weights_are == "frequencies":
        _check_frequencies(weight)
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
        index=row_names(y_score) if labels.index is None else labels.index,
        clusters=code,
        cluster_names=names,
        groups=None if groups is None else _read_groups(groups, labels),
    )


def _read_scores(y_score: ArrayLike) -> ScoreArray:
    """Return the scores as a new array, finite and with -0.0 replaced by 0.0."""
    numbers = _read_numbers("y_score", y_score)
    _check_finite("y_score", numbers)
    return numbers + numbers.dtype.type(0)


def _read_weights(sample_weight: ArrayLike, labels: Labels) -> FloatArray:
    """Return the weights, finite, non-negative and not all zero in either class."""
    weight = _read_numbers("sample_weight", sample_weight).astype(np.float64)
    _check_length("sample_weight", weight, labels)
    _check_finite("sample_weight", weight)
    negative = np.flatnonzero(weight < 0)
    if negative.size:
        first = weight[negative[0]].item()
        raise CostCurveError(
            "weights must not be negative",
            where="sample_weight",
            got=f"{shown(first)} at {describe_positions(negative, weight.size)}",
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


def check_weights_are(weights_are: object, sample_weight: object) -> None:
    """Raise if `weights_are` is invalid, or is "frequencies" without weights."""
    if not isinstance(weights_are, str) or weights_are not in get_args(WeightsAre):
        raise CostCurveError(
            'must be "importance" or "frequencies"',
            where="weights_are",
            got=shown(weights_are),
            fix='Pass "frequencies" if a row with weight 3 stands for three examples.',
        )
    if weights_are == "frequencies" and sample_weight is None:
        raise CostCurveError(
            'must be given if weights_are="frequencies"',
            where="sample_weight",
            got="no weights",
            fix="Pass the frequencies as sample_weight.",
        )


def _check_frequencies(weight: FloatArray) -> None:
    """Raise if frequencies are not integers."""
    fractional = np.flatnonzero(weight != np.floor(weight))
    if fractional.size:
        first = weight[fractional[0]].item()
        raise CostCurveError(
            "frequencies must be integers",
            where="sample_weight",
            got=f"{shown(first)} at {describe_positions(fractional, weight.size)}",
            fix='Pass weights_are="importance" if they are not counts.',
        )


def _read_groups(groups: ArrayLike, labels: Labels) -> Groups:
    """Return the groups of examples, in natural order."""
    column = read_column("groups", groups)
    _check_length("groups", column, labels)
    code = label_codes("groups", column.tolist())
    _, first = np.unique(code, return_index=True)
    names = tuple(column[first].tolist())
    if len(names) > _MAX_GROUPS:
        raise _group_count_error(names)
    return _in_natural_order(Groups(names, code))


def _in_natural_order(groups: Groups) -> Groups:
    """Return the groups sorted by name: 2 before 10, and "ward 2" before "ward 10".

    Names that cannot be compared keep their order.
    """
    try:
        order = sorted(range(len(groups.names)), key=lambda i: _natural_key(groups.names[i]))
    except TypeError:
        return groups
    names = tuple(groups.names[i] for i in order)
    return Groups(names, np.argsort(order)[groups.code])


def _natural_key(name: Any) -> Any:  # noqa: ANN401 (any label)
    """Return a sort key with the numbers in a string as integers."""
    if not isinstance(name, str):
        return name
    return [int(part) if i % 2 else part for i, part in enumerate(split("([0-9]+)", name))]


def check_groups(groups: ArrayLike | None, y_true: ArrayLike | None = None) -> None:
    """Raise if all examples are in one group.

    A single fold may contain only one group, so this is checked on the whole dataset. Groups whose
    length differs from that of `y_true` are reported elsewhere.
    """
    if groups is None:
        return
    column = read_column("groups", groups)
    names = distinct_labels(column)
    labels = column if y_true is None else np.asarray(y_true, dtype=object)
    if len(names) == 1 and labels.size == column.size:
        raise _group_count_error(names)


def _group_count_error(names: Sequence[Any]) -> CostCurveError:
    """Return the error for too few or too many groups."""
    return CostCurveError(
        f"must have 2 to {_MAX_GROUPS} groups",
        where="groups",
        got=f"{len(names)} different labels",
        fix="Pass the group of each row, such as its hospital. Rows that belong together, such as "
        "those of a patient, go into clusters=.",
    )


def align_examples(source: Predictions, reference: Predictions) -> Predictions:
    """Return the predictions in the row order of `reference`, if the index labels of both match.

    They are returned unchanged unless both have the same unique index labels in a different order,
    with the same class at each label.
    """
    names, reference_names = _index_labels(source), _index_labels(reference)
    if names is None or reference_names is None or source.same_examples(reference):
        return source
    if names.size != reference_names.size:
        return source
    try:
        order = np.argsort(names)[np.argsort(np.argsort(reference_names))]
    except TypeError:  # names that cannot be sorted
        return source
    matches = np.array_equal(names[order], reference_names) and np.unique(names).size == names.size
    if not matches or not np.array_equal(source.positive[order], reference.positive):
        return source
    positions = np.arange(names.size) if source.place is None else source.place
    return replace(
        source,
        positive=source.positive[order],
        score=source.score[order],
        weight=None if source.weight is None else source.weight[order],
        clusters=None if source.clusters is None else source.clusters[order],
        groups=source.groups and replace(source.groups, code=source.groups.code[order]),
        examples=reference.examples,
        index=reference_names,
        place=positions[order],
    )


def _index_labels(source: Predictions) -> NDArray[Any] | None:
    """Return the index labels of the examples, or None if they merely count rows."""
    has_names = source.examples is not None and source.examples.index_digest is not None
    return source.index if has_names else None


def concatenate_predictions(parts: Sequence[Predictions]) -> Predictions:
    """Return the predictions of several evaluations as one.

    Groups of the same name are merged, and so are clusters known to be in several folds.

    Examples
    --------
    >>> parts = [predictions([0, 1], [1, 2], groups=[name, "x"]) for name in "xy"]
    >>> concatenate_predictions(parts).groups
    Groups(names=('x', 'y'), code=array([0, 0, 1, 0]))
    """
    weighted = any(part.weight is not None for part in parts)
    clustered = any(part.clusters is not None for part in parts)
    return replace(
        parts[0],
        positive=np.concatenate([part.positive for part in parts]),
        score=np.concatenate([part.score for part in parts]),
        weight=np.concatenate([_weights(part) for part in parts]) if weighted else None,
        clusters=_concatenate_clusters(parts) if clustered else None,
        groups=_merge_groups([part.groups for part in parts if part.groups is not None]),
        examples=None,
        index=None,
        place=None,
    )


def _weights(source: Predictions) -> FloatArray:
    return np.ones(source.score.size) if source.weight is None else source.weight


def _concatenate_clusters(parts: Sequence[Predictions]) -> IntArray:
    """Return cluster numbers that are shared only by clusters in several evaluations."""
    codes, start = [], 0
    for part in parts:
        clusters = np.arange(part.score.size) if part.clusters is None else part.clusters
        codes.append(start + clusters if part.reach is None else part.reach[clusters])
        start = int(codes[-1].max()) + 1
    return np.concatenate(codes)


def _merge_groups(parts: Sequence[Groups]) -> Groups | None:
    """Return the groups of all evaluations, or None without groups."""
    codes: dict[Any, int] = {}
    code_of_each = [
        np.array([codes.setdefault(name, len(codes)) for name in part.names])[part.code]
        for part in parts
    ]
    return _in_natural_order(Groups(tuple(codes), np.concatenate(code_of_each))) if parts else None


def _read_clusters(clusters: ArrayLike, labels: Labels) -> tuple[IntArray | None, NDArray[Any]]:
    """Return the cluster number of each row, and the names of the clusters.

    If no rows share a cluster, return None and the name of each row.
    """
    names = read_column("clusters", clusters)
    _check_length("clusters", names, labels)
    keys = label_codes("clusters", names.tolist()) if names.dtype == object else names
    unique, first, code = np.unique(keys, return_index=True, return_inverse=True)
    if unique.size == 1 < names.size:
        raise CostCurveError(
            "must have at least two clusters",
            where="clusters",
            got="the same label for all rows",
            fix="Pass a cluster label for each row, such as a patient ID, or omit clusters.",
        )
    if unique.size == names.size:
        return None, names
    return code.astype(np.int64), names[first]


def label_codes(where: str, names: Sequence[Any]) -> IntArray:
    """Return an integer code for each name, from 0 in order of appearance.

    Examples
    --------
    >>> label_codes("clusters", ["Ann", "Bob", "Ann"])
    array([0, 1, 0])
    """
    codes: dict[Any, int] = {}
    try:
        code_of_each = [codes.setdefault(name, len(codes)) for name in names]
    except TypeError:
        raise CostCurveError(
            "must be numbers or strings",
            where=where,
            got=shown(names[0]),
            fix="Pass one label per row, such as the number of a patient.",
        ) from None
    return np.array(code_of_each, np.int64)


def _read_numbers(where: str, values: ArrayLike) -> ScoreArray:
    """Return a 1-D array, float32 without a copy and other numbers as float64."""
    check_not_masked(where, values)
    array = read_array(where, values)
    if array.ndim != 1:
        raise _dimension_error(where, array)
    if array.dtype == np.float32:
        return array
    numbers = to_floats(array)  # overflow gives infinity, which _check_finite reports
    if numbers is None:
        raise _not_numeric_error(where, array)
    rounded = inexact_integers(array, numbers)
    if rounded.size:
        raise CostCurveError(
            "integers must be exactly representable as floats",
            where=where,
            got=f"{array[rounded[0]]}, beyond 2**53, at {describe_positions(rounded, array.size)}",
            fix=f"Subtract the minimum first: {where} - {where}.min().",
        )
    return numbers


def _not_numeric_error(where: str, array: NDArray[Any]) -> CostCurveError:
    """Return the error for strings, dates, pandas.NA and other values that are not numbers."""
    values = array.tolist() if array.dtype.kind in "OUT" else [None] * array.size
    is_wrong = [as_number(value) is None and not isinstance(value, bool) for value in values]
    wrong = np.flatnonzero(is_wrong)
    unparsable = wrong[[not is_numeric_text(values[i]) for i in wrong]]
    reported = unparsable if unparsable.size else wrong
    got, first = f"an array of {array.dtype}", None
    if wrong.size:
        first = array[reported[0]]
        value = first.item() if array.dtype.kind in "USc" else first
        got = f"{shown(value)} at {describe_positions(reported, array.size)}"
    return CostCurveError(
        "values must be numbers and not missing",
        where=where,
        got=got,
        fix=conversion_advice(first, wrong.size - reported.size, where),
    )


def is_numeric_text(value: object) -> bool:
    """Return whether the value is a string that Python parses as a number.

    Examples
    --------
    >>> is_numeric_text(" 0.5"), is_numeric_text("?"), is_numeric_text("5 %")
    (True, False, False)
    """
    if not isinstance(value, str):
        return False
    try:
        float(value)
    except ValueError:
        return False
    return True


def conversion_advice(first: object, numeric_texts: int, where: str = "y_score") -> str:
    """Return advice on how to convert a non-numeric value of the argument `where`.

    `numeric_texts` is the number of strings in the same column that do parse as numbers.

    Examples
    --------
    >>> conversion_advice("0.5", 0)
    'These are numbers stored as strings: convert them to floats first.'
    """
    if isinstance(first, str) and first.strip().endswith("%"):
        return "Remove the % signs, convert to floats, and divide by 100."
    if is_numeric_text(first):
        return "These are numbers stored as strings: convert them to floats first."
    if isinstance(first, str) and is_numeric_text(first.replace(",", "")):
        return "Write numbers with a decimal point and without commas, and convert to floats."
    if numeric_texts:
        return (
            f"The other {numeric_texts:,} are numbers stored as strings: drop or impute this one, "
            "and convert the others to floats."
        )
    if isinstance(first, str) and where == "y_score":
        return (
            "Convert to floats first. If these are predicted labels, pass a confusion matrix to "
            "from_confusion_matrices instead."
        )
    return "Convert to floats first, and drop or impute missing values."


def _dimension_error(where: str, array: NDArray[Any]) -> CostCurveError:
    """Return the error for an array of the wrong number of dimensions."""
    fix = f"Pass a list or a 1-D array, for example np.ravel({where})."
    if where == "y_score" and array.ndim == 2 and min(array.shape) > 1:  # noqa: PLR2004
        fix = (
            'Pass several classifiers as a dict: {"first": y_score[:, 0], "second": y_score[:, 1]}'
            ", or {name: frame[name] for name in frame} for a data frame."
        )
        if array.shape[1] == 2:  # noqa: PLR2004
            fix = f"Pass the predict_proba column of the positive class, y_score[:, 1]. {fix}"
    return CostCurveError(
        "must be one-dimensional, with one value per example",
        where=where,
        got=f"an array of shape {array.shape}",
        fix=fix,
    )


INFINITE_SCORE_ADVICE = (
    "Pass finite scores that keep the order, for example np.exp(y_score) for log-probabilities."
)


def _check_finite(where: str, numbers: ScoreArray) -> None:
    """Raise if a number is NaN or infinite."""
    # Checking only the extremes avoids a temporary array.
    if numbers.size and np.isfinite(numbers.min()) and np.isfinite(numbers.max()):
        return
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        first = numbers[wrong[0]]
        infinite_score = where == "y_score" and np.isinf(first)
        raise CostCurveError(
            "values must be finite",
            where=where,
            got=f"{first} at {describe_positions(wrong, numbers.size)}",
            fix=INFINITE_SCORE_ADVICE if infinite_score else "Drop or impute these examples.",
        )


def _check_length(where: str, numbers: NDArray[Any], labels: Labels) -> None:
    """Raise if the length of an array is not that of the labels."""
    if numbers.size != labels.positive.size:
        raise CostCurveError(
            "must have the same length as y_true",
            where=where,
            got=f"{numbers.size} values for {labels.positive.size} labels",
            fix="Pass one value per example, in the same order.",
        )
