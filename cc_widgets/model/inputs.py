"""What a classifier may be given as, and what the model keeps of it."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import Counts, Predictions, RocCurve
from cc_widgets.core._predictions import Labels, check_aligned, labelled, read_labels
from cc_widgets.core._reading import check_names, read_unit
from cc_widgets.errors import CostCurveError, shown

Classifier: TypeAlias = Predictions | Counts | RocCurve
_Read: TypeAlias = dict[int, Labels]  # by the identity of what was given
_FIX = (
    "Pass (y_true, y_score), or what predictions, matrix_counts or point_set of cc_widgets.core "
    "return."
)


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
        return list(self.items()) == list(other.items())


def read_classifiers(value: object, before: Named | None = None) -> Named:
    """Check classifiers given by name.

    Parameters
    ----------
    value : mapping
        Names to `Predictions`, `Counts`, `RocCurve`, `PointSet` or pairs (y_true, y_score).
    before : mapping of str to Predictions, Counts or RocCurve, optional
        The classifiers up to now: which label is positive need not be said again.

    Returns
    -------
    mapping of str to Predictions, Counts or RocCurve
        Read-only, in the user's order.

    Raises
    ------
    CostCurveError
        If a name or a value cannot be used; the message names the classifier.

    Examples
    --------
    >>> list(read_classifiers({"stump": ([0, 1], [0.2, 0.9])}))
    ['stump']
    """
    if not isinstance(value, Mapping):
        raise CostCurveError(
            "classifiers are given by name",
            where="classifiers",
            got=f"a value of type {type(value).__name__}",
            fix="Pass {name: (y_true, y_score)}.",
        )
    check_names(value, "classifiers")
    found = list(labels_of(value).values())
    known = found[0] if found else None if before is None else before.labels
    read: _Read = {}
    checked = {name: _checked(name, given, known, read) for name, given in value.items()}
    _check_classes(checked)
    return Named(checked, next(iter(labels_of(checked).values()), known))


def _checked(name: str, given: object, known: tuple[Any, Any] | None, read: _Read) -> Classifier:
    """Return a classifier, made from a pair of arrays if need be."""
    try:
        if isinstance(given, Predictions | Counts):
            return given
        if isinstance(given, RocCurve):
            return _checked_curve(given)
        if isinstance(given, tuple) and len(given) == len(("y_true", "y_score")):
            return _scored(given, known, read)
    except CostCurveError as error:
        if error.where == "pos_label":
            error.fix = "Pass predictions(y_true, y_score, pos_label=...) of cc_widgets.core."
        raise error.within(f"classifier {shown(name)}") from None
    raise CostCurveError(
        "a classifier is its predictions, its counts or its ROC points",
        where=f"classifier {shown(name)}",
        got=f"a value of type {type(given).__name__}",
        fix=_FIX,
    )


def _scored(
    given: tuple[ArrayLike, ArrayLike], known: tuple[Any, Any] | None, read: _Read
) -> Predictions:
    """Return checked scores; the same labels, given again, are those of the same examples."""
    y_true, y_score = given
    check_aligned(y_true, y_score=y_score)
    labels = read.get(id(y_true))
    if labels is None:
        labels = read[id(y_true)] = read_labels(y_true, known=known)
    return labelled(labels, y_score)


def _checked_curve(curve: RocCurve) -> RocCurve:
    """Return a curve whose points can be drawn."""
    for name, rates in (("fpr", curve.fpr), ("tpr", curve.tpr)):
        read_unit(name, rates, "Rates are fractions of one class.")
    shapes = {np.shape(curve.fpr), np.shape(curve.tpr)}
    if len(shapes) > 1 or curve.fpr.ndim != 1 or not curve.fpr.size:
        raise CostCurveError(
            "a curve has as many values of fpr as of tpr, one or more",
            where="fpr, tpr",
            got=f"shapes {curve.fpr.shape} and {curve.tpr.shape}",
            fix="Use point_set(fpr=..., tpr=...), which checks points.",
        )
    return curve


def _check_classes(classifiers: Mapping[str, Classifier]) -> None:
    """Refuse classifiers that do not tell the same two classes apart."""
    found = labels_of(classifiers)
    if len(set(found.values())) > 1:
        raise CostCurveError(
            "all classifiers must tell the same two classes apart",
            where="classifiers",
            got=shown(found),
            fix="Give them the same y_true and the same pos_label.",
        )


def labels_of(classifiers: Mapping[str, object]) -> dict[str, tuple[Any, Any]]:
    """Return the two labels of each classifier that has them.

    Parameters
    ----------
    classifiers : mapping
        Classifiers by name.

    Returns
    -------
    dict of str to tuple
        The negative and the positive label.

    Examples
    --------
    >>> labels_of(read_classifiers({"stump": ([0, 1], [0.2, 0.9])}))
    {'stump': (0, 1)}
    """
    return {
        name: given.classes for name, given in classifiers.items() if isinstance(given, Predictions)
    }
