"""Classifiers by name: what the model keeps, and what each constructor makes it of."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Counts, Folds, Predictions, RocCurve, matrix_counts, predictions
from cc_widgets.core._folds import Evaluation
from cc_widgets.core._matrices import Rows
from cc_widgets.core._predictions import (
    WeightsAre,
    check_aligned,
    check_groups,
    in_order_of,
    labelled,
    read_labels,
)
from cc_widgets.core._reading import check_names
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.kinds import (
    Classifier,
    Company,
    lists_kinds,
    read_classifier,
    read_rates,
    says_itself,
)

DEFAULT_NAME = "classifier"
_EVIDENCE: Mapping[type, tuple[str, ...]] = {
    Predictions: ("positive", "score", "weight"),
    Counts: ("threshold", "tp", "fp"),
    RocCurve: ("fpr", "tpr", "threshold"),
}
_OF_EXAMPLES = ("sample_weight", "weights_are", "clusters", "groups")
_SHORT = 6  # bytes


class Named(Mapping[str, Classifier]):
    """Classifiers by name, which nobody can change; their order counts.

    Parameters
    ----------
    given : mapping
        Checked classifiers in the user's order.
    labels : tuple of two labels, optional
        The negative and the positive label, of these or of those that were there before.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> one, two = cell_counts(tp=1, fn=1, fp=1, tn=1), cell_counts(tp=2, fn=1, fp=1, tn=1)
    >>> Named({"a": one, "b": two}) == Named({"b": two, "a": one})
    False
    """

    __hash__ = None  # type: ignore[assignment]  # it compares by what it holds

    def __init__(
        self, given: Mapping[str, Classifier], labels: tuple[Any, Any] | None = None
    ) -> None:
        self._items = dict(given)
        self.labels = labels
        self._fingerprint: str | None = None

    def __getitem__(self, name: str) -> Classifier:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"Named({list(self._items)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        if isinstance(other, Named) and self.labels != other.labels:
            return False
        return list(self.items()) == list(other.items())

    @property
    def fingerprint(self) -> str:
        """What tells these data from others; see `fingerprint_of`."""
        if self._fingerprint is None:
            self._fingerprint = fingerprint_of(self._items.values())
        return self._fingerprint


def fingerprint_of(classifiers: Iterable[Classifier]) -> str:
    """Fingerprint of the evidence: short, and the same wherever the same data are.

    It is a digest of labels, scores, weights and clusters of the examples in their order; of
    counts; of rates and thresholds of points. Neither the types of numbers nor their layout in
    memory matter, nor names, nor in which order the classifiers are, nor what the two classes are
    called. The order of folds counts, as that of examples does.

    Parameters
    ----------
    classifiers : iterable of Predictions, Counts, RocCurve or Folds
        Checked classifiers.

    Returns
    -------
    str
        Twelve hexadecimal digits.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts, point_set
    >>> one, two = cell_counts(tp=16, fn=4, fp=4, tn=6), point_set(fpr=0.3, tpr=0.7)
    >>> fingerprint_of([one, two]) == fingerprint_of([two, one])
    True
    """
    together = blake2b(digest_size=_SHORT)
    for digest in sorted(map(_digest, classifiers)):
        together.update(digest)
    return together.hexdigest()


def _digest(given: Classifier) -> bytes:
    """A digest of one classifier."""
    if isinstance(given, Folds):
        return blake2b(b"".join(map(_digest_of_one, given.parts))).digest()
    return _digest_of_one(given)


def _digest_of_one(given: Evaluation) -> bytes:
    """A digest of one evaluation."""
    kind = next(kind for kind in _EVIDENCE if isinstance(given, kind))
    digest = blake2b(kind.__name__.encode())
    for name in _EVIDENCE[kind]:
        values = getattr(given, name)
        digest.update(f" {name} {'none' if values is None else values.size} ".encode())
        if values is not None:
            digest.update(np.ascontiguousarray(_alike(values)).data)
    if isinstance(given, Predictions) and given.weight is not None and not given.weighted:
        digest.update(b" frequencies ")
    if isinstance(given, Predictions) and given.clusters is not None:
        digest.update(b" clusters " + _alike(given.clusters).tobytes())
    if isinstance(given, Predictions) and given.reach is not None:
        digest.update(b" reach " + _alike(given.reach).tobytes())
    if isinstance(given, Predictions) and given.groups is not None:
        digest.update(b" groups " + _alike(given.groups.code).tobytes())
    return digest.digest()


def _alike(values: NDArray[Any]) -> NDArray[Any]:
    """Truth values as they are, and numbers as floats with one zero instead of two."""
    return values if values.dtype == bool else values.astype("<f8") + 0.0


def labels_of(classifiers: Mapping[str, object]) -> dict[str, tuple[Any, Any]]:
    """The negative and the positive label of each classifier that has them.

    Parameters
    ----------
    classifiers : mapping
        Classifiers by name.

    Returns
    -------
    dict of str to tuple
        In the order given.

    Examples
    --------
    >>> labels_of(named_classifiers({"stump": ([0, 1], [0.2, 0.9])}))
    {'stump': (0, 1)}
    """
    return {
        name: part.classes
        for name, given in classifiers.items()
        if isinstance(given, Classifier)
        for part in given.parts
        if isinstance(part, Predictions)
    }


# ---- Of any kind, as the model takes them


@lists_kinds
def named_classifiers(given: object, before: Named | None = None) -> Named:
    """Checked classifiers by name, made of whatever names them.

    Parameters
    ----------
    given : mapping
        Names to classifiers, each written as

        {kinds}
    before : mapping of str to Predictions, Counts, RocCurve or Folds, optional
        The classifiers up to now: which label is positive need not be said again.

    Returns
    -------
    mapping of str to Predictions, Counts, RocCurve or Folds
        Read-only, in the user's order.

    Raises
    ------
    CostCurveError
        If a name or a value cannot be used; the message names the classifier.

    Examples
    --------
    >>> list(named_classifiers({"stump": ([0, 1], [0.2, 0.9]), "C4.5": [[6, 4], [4, 16]]}))
    ['stump', 'C4.5']
    """
    if not isinstance(given, Mapping):
        raise CostCurveError(
            "classifiers are given by name",
            where="classifiers",
            got=f"a value of type {type(given).__name__}",
            fix="Pass {name: (y_true, y_score)}.",
        )
    said = list(labels_of(given).values())
    told = [one.labels for one in (given, before) if isinstance(one, Named) and one.labels]
    company = Company(next(iter([*said, *told]), None))
    checked = each_named(given, "classifiers", lambda one: read_classifier(one, company))
    checked = _in_one_order(checked)
    labels = labels_of(checked)
    if len(set(labels.values())) > 1:
        raise CostCurveError(
            "all classifiers must tell the same two classes apart",
            where="classifiers",
            got=shown(labels),
            fix="Give them the same y_true and the same pos_label.",
        )
    return Named(checked, next(iter(labels.values()), company.known))


def _in_one_order(given: Mapping[str, Classifier]) -> dict[str, Classifier]:
    """Examples that an index names alike, in the order of whoever has them first."""
    found: dict[str, Classifier] = {}
    firsts: list[Predictions] = []
    for name, one in given.items():
        found[name] = one
        if not isinstance(one, Predictions) or one.examples is None or one.examples.index is None:
            continue
        for first in firsts:
            found[name] = mine = in_order_of(one, first)
            if mine.same_examples(first):
                break
        else:
            firsts.append(one)
    return found


def each_named(
    given: Mapping[Any, Any],
    where: str,
    read: Callable[[Any], Classifier],
    common: Container[str] = (),
) -> dict[str, Classifier]:
    """Return every classifier; what is wrong is said of its name, except with what is common."""
    check_names(given, where)
    found = {}
    for name, one in given.items():
        try:
            found[name] = read_classifier(one) if says_itself(one) else read(one)
        except CostCurveError as error:
            if error.where in common:
                raise
            raise error.within(f"classifier {shown(name)}") from None
    return found


# ---- Of one kind, as its constructor takes them; results and dicts of named parts go with any


def named_predictions(  # noqa: PLR0913 (options, by name only)
    y_true: ArrayLike,
    y_score: Any,  # noqa: ANN401 (what the user wrote)
    *,
    name: str | None = None,
    sample_weight: ArrayLike | None = None,
    weights_are: WeightsAre = "importance",
    clusters: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    pos_label: object = None,
) -> dict[str, Classifier]:
    """Checked predictions of one or several classifiers on the same examples.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,), or mapping of name to such
        Scores of one classifier, which is then called "classifier", or of several. A mapping
        may also hold results of core, or dicts of named parts.
    name : str, optional
        What a single classifier is called.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights.
    weights_are : {"importance", "frequencies"}
        How much an example counts, or how many examples a row stands for.
    clusters : array-like of shape (n_examples,), optional
        Rows with the same label here belong together.
    groups : array-like of shape (n_examples,), optional
        Groups to be looked at apart, at one common threshold.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    dict of str to Predictions, Counts, RocCurve or Folds
        In the order given.

    Raises
    ------
    CostCurveError
        If a name or an array cannot be used; the message names the classifier.

    Examples
    --------
    >>> checked = named_predictions([0, 1], {"forest": [0.2, 0.9], "logistic": [0.4, 0.3]})
    >>> list(checked)
    ['forest', 'logistic']
    """
    check_groups(groups, y_true)
    beside = {"clusters": clusters, "groups": groups}
    of_examples: dict[str, Any] = {"weights_are": weights_are, **beside}
    if not isinstance(y_score, Mapping):
        check_names([called := DEFAULT_NAME if name is None else name], "name")
        of_examples |= {"sample_weight": sample_weight, "pos_label": pos_label}
        return {called: predictions(y_true, y_score, **of_examples)}
    if name is not None:
        raise CostCurveError(
            "a name is for a single classifier",
            where="name",
            got=f"{shown(name)} beside {len(y_score)} names in y_score",
            fix="Leave it out: the names in y_score are those of the classifiers.",
        )
    if not y_score:
        raise CostCurveError(
            "at least one classifier is needed",
            where="y_score",
            got="an empty mapping",
            fix='Pass for instance {"forest": scores}.',
        )
    check_aligned(y_true, sample_weight=sample_weight, **beside)
    labels = read_labels(y_true, pos_label)

    def scored(score: ArrayLike) -> Predictions:
        check_aligned(y_true, y_score=score)
        return labelled(labels, score, sample_weight, **of_examples)

    return each_named(y_score, "y_score", scored, common=_OF_EXAMPLES)


def named_matrices(
    matrices: Any,  # noqa: ANN401 (what the user wrote)
    *,
    rows: Rows = "true",
) -> dict[str, Classifier]:
    """Counts of one or several classifiers, of their confusion matrices.

    Parameters
    ----------
    matrices : array-like of shape (2, 2), or mapping of name to such
        Negative class first in rows and columns: [[tn, fp], [fn, tp]]. A mapping may also hold
        results of core, or dicts of named parts.
    rows : {"true", "predicted"}
        What the rows are.

    Returns
    -------
    dict of str to Predictions, Counts, RocCurve or Folds
        In the order given; a single one is called "classifier".

    Raises
    ------
    CostCurveError
        If a matrix cannot be read; the message names the classifier.

    Examples
    --------
    >>> named_matrices({"C4.5": [[6, 4], [4, 16]]})["C4.5"].tp
    array([ 0, 16, 20])
    """
    if not isinstance(matrices, Mapping):
        return {DEFAULT_NAME: matrix_counts(matrices, rows=rows)}
    _check_given(matrices, "matrices", '{"C4.5": [[6, 4], [4, 16]]}')
    return each_named(
        matrices, "matrices", lambda one: matrix_counts(one, rows=rows), common=("rows",)
    )


def named_points(points: Mapping[str, Any]) -> dict[str, Classifier]:
    """ROC points of classifiers.

    Parameters
    ----------
    points : mapping of str to (fpr, tpr)
        Rates, or lists of rates, one for each setting: first all fpr, then all tpr. The mapping
        may also hold results of core, or dicts of named parts.

    Returns
    -------
    dict of str to Predictions, Counts, RocCurve or Folds
        In the order given.

    Raises
    ------
    CostCurveError
        If points cannot be read; the message names the classifier.

    Examples
    --------
    >>> named_points({"stump": (0.3, 0.7), "tree": ([0.1, 0.2], [0.5, 0.8])})["stump"].tpr
    array([0. , 0.7, 1. ])
    """
    _check_given(points, "points", '{"stump": (0.3, 0.7)}')
    return each_named(points, "points", read_rates)


def _check_given(given: object, where: str, example: str) -> None:
    """Refuse what is no mapping of names, or an empty one."""
    if not isinstance(given, Mapping) or not given:
        raise CostCurveError(
            "at least one classifier is needed, by name",
            where=where,
            got=shown(given),
            fix=f"Pass for instance {example}.",
        )
