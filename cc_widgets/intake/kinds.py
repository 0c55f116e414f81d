"""Accepted forms of a classifier, and the rules that recognise them.

- Results of `predictions`, `matrix_counts`, `point_set` and similar functions are used unchanged.
- A dict is recognised by its keys: tn, fp, fn, tp; or fpr, tpr.
- A tuple is a pair. Two single numbers are (fpr, tpr). Two arrays are (y_true, y_score), unless
  both contain numbers from 0 to 1 and the first contains fractions: then they are (fpr, tpr).
- A list of two rows, or an array of shape (2, 2), is a confusion matrix.
- A list of any of these except single points is the folds of one classifier.

Ambiguous input raises an error that shows the form for each meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from re import Match, sub
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import (
    Counts,
    Folds,
    Predictions,
    RocCurve,
    cell_counts,
    folds,
    matrix_counts,
    point_set,
)
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.cross_validation import Evaluation
from cc_widgets.core.results import FloatArray
from cc_widgets.core.scores import Labels, build_predictions, check_aligned, read_labels
from cc_widgets.core.validation import as_number, read_array, read_unit, to_floats
from cc_widgets.errors import CostCurveError, shown

Classifier: TypeAlias = Evaluation | Folds
_T = TypeVar("_T")
_TWO = 2


@dataclass
class ReadContext:
    """Labels shared by the classifiers of one call.

    Attributes
    ----------
    classes : tuple of two labels, or None
        Negative and positive label, if known from another classifier.
    labels : dict of int to Labels
        Labels already read, by the `id` of y_true.
    """

    classes: tuple[Any, Any] | None = None
    labels: dict[int, Labels] = field(default_factory=dict)


@dataclass(frozen=True)
class InputKind:
    """Accepted form of a classifier.

    Attributes
    ----------
    form : str
        Notation.
    description : str
        Meaning, for documentation.
    example : str
        Expression that can be evaluated after ``from cc_widgets import core``.
    matches : callable
        Returns whether a value has this form.
    read : callable
        Converts such a value to a checked classifier, or raises.
    self_describing : bool
        Whether the form is also recognised among values known to be scores, matrices or points.
    """

    form: str
    description: str
    example: str
    matches: Callable[[Any], bool]
    read: Callable[[Any, ReadContext], Classifier]
    self_describing: bool = False


def read_classifier(value: object, context: ReadContext | None = None) -> Classifier:
    """Return a checked classifier for a value in one of the forms of `KINDS`."""
    kind = next((kind for kind in KINDS if kind.matches(value)), None)
    if kind is None:
        raise CostCurveError(
            "must be predictions, counts or ROC points",
            got=f"a value of type {type(value).__name__}",
            fix=_ESTIMATOR if _is_estimator(value) else _list_forms(),
        )
    return kind.read(value, context or ReadContext())


def _list_forms() -> str:
    """Return a sentence that lists all forms."""
    *most, last = [kind.form for kind in KINDS]
    return f"Pass {', '.join(most)} or {last}."


def document_kinds(target: _T) -> _T:
    """Decorator that replaces the line ``{kinds}`` of a docstring with a list of all forms."""
    if target.__doc__:
        target.__doc__ = sub("(?m)^( *){kinds}$", _kind_list, target.__doc__)
    return target


def _kind_list(line: Match[str]) -> str:
    items = [f"- ``{kind.form}``: {kind.description}." for kind in KINDS]
    return "\n".join(line[1] + item for item in items)


def is_self_describing(value: object) -> bool:
    """Return whether a value is a result of core or a dict with known keys."""
    return any(kind.matches(value) for kind in KINDS if kind.self_describing)


# ---- Results of core


def _is(*types: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, types)


def _unchanged(classifier: Classifier, _context: ReadContext) -> Classifier:
    return classifier


def _check_curve(curve: RocCurve, _context: ReadContext) -> RocCurve:
    """Return the curve if its points are valid rates."""
    for name, rates in (("fpr", curve.fpr), ("tpr", curve.tpr)):
        read_unit(name, rates, "Pass rates as fractions of one class.")
    shapes = {np.shape(curve.fpr), np.shape(curve.tpr)}
    if len(shapes) > 1 or curve.fpr.ndim != 1 or not curve.fpr.size:
        raise CostCurveError(
            "must be non-empty one-dimensional arrays of the same length",
            where="fpr, tpr",
            got=f"shapes {curve.fpr.shape} and {curve.tpr.shape}",
            fix="Use point_set(fpr=..., tpr=...), which checks its arguments.",
        )
    return curve


# ---- Dicts


_CELLS = {"tp", "fn", "fp", "tn"}
_RATES = {"fpr", "tpr"}
_OPTIONAL_KEYS = {"labels", "parameter"}


def _has_cells(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) == _CELLS


def _has_rates(value: object) -> bool:
    return isinstance(value, Mapping) and _RATES <= set(value) <= _RATES | _OPTIONAL_KEYS


# ---- Pairs


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == _TWO


def _is_point(value: Any) -> bool:  # noqa: ANN401 (any input)
    """Return whether the value is one fpr and one tpr."""
    return _is_pair(value) and all(as_number(rate) is not None for rate in value)


def _are_rates(value: Any) -> bool:  # noqa: ANN401 (any input)
    """Return whether a pair is fpr and tpr: labels cannot be fractions."""
    if not _is_pair(value):
        return False
    fpr = _as_rates(value[0], "fO")
    fractions = fpr is not None and np.any((fpr > 0.0) & (fpr < 1.0))
    return bool(fractions) and _as_rates(value[1], "fOiu") is not None


def _as_rates(column: object, dtype_kinds: str) -> FloatArray | None:
    """Return numbers from 0 to 1 with a dtype of the given kinds, or None for other values."""
    try:
        array = read_array("rates", column)
    except CostCurveError:
        return None
    rates = to_floats(array) if array.ndim == 1 and array.dtype.kind in dtype_kinds else None
    valid = rates is not None and rates.size and rates.min() >= 0.0 and rates.max() <= 1.0
    return rates if valid else None


def _read_curve(pair: tuple[ArrayLike, ArrayLike], _context: ReadContext) -> PointSet:
    """Return the points of an increasing ROC curve; raise if tpr decreases."""
    _check_not_two_points(pair)
    points = point_set(fpr=pair[0], tpr=pair[1])
    if np.any(np.diff(points.tpr) < 0.0):
        raise CostCurveError(
            "is ambiguous: labels and scores, or ROC points with decreasing tpr",
            got=shown(pair),
            fix='Pass predictions(y_true, y_score, pos_label=...), or {"fpr": ..., "tpr": ...}.',
        )
    return points


def _read_scores(pair: tuple[ArrayLike, ArrayLike], context: ReadContext) -> Predictions:
    """Return predictions; the same y_true object means the same examples."""
    y_true, y_score = pair
    check_aligned(y_true, y_score=y_score)
    labels = context.labels.get(id(y_true))
    if labels is None:
        try:
            labels = read_labels(y_true, known_classes=context.classes)
            context.labels[id(y_true)] = labels
        except CostCurveError as error:
            if error.where == "pos_label":
                error.fix = "Pass core.predictions(y_true, y_score, pos_label=...)."
            raise
    return build_predictions(labels, y_score)


def read_points(pair: Any) -> PointSet:  # noqa: ANN401 (any input)
    """Return the points of a pair (fpr, tpr) of numbers or lists."""
    if not isinstance(pair, tuple | list) or len(pair) != _TWO:
        raise CostCurveError(
            "must be a pair (fpr, tpr)",
            where="points",
            got=shown(pair),
            fix="Pass (0.3, 0.7), or ([0.1, 0.2], [0.5, 0.8]) for several points: first all fpr, "
            "then all tpr.",
        )
    _check_not_two_points(pair)
    return point_set(fpr=pair[0], tpr=pair[1])


def _check_not_two_points(pair: Sequence[Any]) -> None:
    """Raise for two pairs that may be points instead of lists of fpr and tpr."""
    pairs = all(isinstance(part, tuple | list) and len(part) == _TWO for part in pair)
    if pairs and (isinstance(pair, list) or any(isinstance(part, tuple) for part in pair)):
        raise CostCurveError(
            "is ambiguous: two points, or the fpr and the tpr of two points",
            where="points",
            got=shown(pair),
            fix="Pass ([0.1, 0.2], [0.5, 0.8]), first all fpr, then all tpr, or "
            '{"fpr": [0.1, 0.2], "tpr": [0.5, 0.8]}.',
        )


# ---- Matrices


def _is_matrix(value: Any) -> bool:  # noqa: ANN401 (any input)
    """Return whether the value has two rows and two columns."""
    if isinstance(value, list):
        return len(value) == _TWO and all(map(_is_row, value))
    return not isinstance(value, tuple) and getattr(value, "shape", None) == (_TWO, _TWO)


def _is_row(value: object) -> bool:
    """Return whether the value is a sequence of two scalars."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return False
    if not isinstance(value, list | tuple | np.ndarray) or len(value) != _TWO:
        return False
    return not any(isinstance(cell, list | tuple | np.ndarray) for cell in value)


def _read_matrix(matrix: ArrayLike, _context: ReadContext) -> Counts:
    """Return the counts of a confusion matrix; raise if its values may be rates."""
    counts = matrix_counts(matrix)
    if np.max(np.asarray(matrix)) <= 1:
        raise CostCurveError(
            "is ambiguous: a confusion matrix, two ROC points, or labels and scores",
            got=shown(matrix),
            fix='Pass {"tn": ..., "fp": ..., "fn": ..., "tp": ...}, {"fpr": ..., "tpr": ...} or '
            "(y_true, y_score).",
        )
    return counts


# ---- Estimators, which need examples


_ESTIMATOR = "Pass the estimator to from_estimator(estimator, X, y), or (y_true, y_score)."


def _is_estimator(value: object) -> bool:
    return callable(getattr(value, "predict", None))


# ---- Folds


def _are_folds(value: object) -> bool:
    """Return whether the value is a list of classifiers."""
    return isinstance(value, list) and bool(value) and all(map(_may_be_fold, value))


def _may_be_fold(value: object) -> bool:
    if isinstance(value, Classifier) or _has_cells(value) or _has_rates(value):
        return True
    return _is_matrix(value) or (_is_pair(value) and not _is_point(value))


def _read_folds(values: Sequence[Any], context: ReadContext) -> Classifier:
    """Return the folds of one classifier; errors name the fold."""
    parts: list[Evaluation] = []
    for i, value in enumerate(values, 1):
        try:
            part = read_classifier(value, context)
        except CostCurveError as error:
            raise error.within(f"fold {i}") from None
        if isinstance(part, Folds):
            raise CostCurveError(
                "must not contain folds",
                where=f"fold {i}",
                got=f"{len(part.parts)} folds",
                fix="Pass one list of all folds.",
            )
        parts.append(part)
    return _unwrap_single(folds(parts), context)


def _unwrap_single(classifier: Folds, _context: ReadContext) -> Classifier:
    """Return the folds, or the only part if there is one."""
    return classifier.parts[0] if len(classifier.parts) == 1 else classifier


# ---- Table: the first matching form is used


KINDS = (
    InputKind(
        "(y_true, y_score)",
        "true labels and scores of the same examples",
        "([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])",
        lambda value: _is_pair(value) and not (_is_point(value) or _are_rates(value)),
        _read_scores,
    ),
    InputKind(
        "[(y_true, y_score), ...]",
        "cross-validation folds of one classifier, whose curve is their average",
        "[([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9]), ([0, 1, 1], [0.2, 0.7, 0.9])]",
        _are_folds,
        _read_folds,
    ),
    InputKind(
        "[[tn, fp], [fn, tp]]",
        "a confusion matrix in the layout of scikit-learn",
        "[[6, 4], [4, 16]]",
        _is_matrix,
        _read_matrix,
    ),
    InputKind(
        '{"tn": ..., "fp": ..., "fn": ..., "tp": ...}',
        "the cells of a confusion matrix by name",
        '{"tn": 6, "fp": 4, "fn": 4, "tp": 16}',
        _has_cells,
        lambda cells, _context: cell_counts(**cells),
        self_describing=True,
    ),
    InputKind(
        "(fpr, tpr)",
        "one ROC point",
        "(0.3, 0.7)",
        _is_point,
        lambda point, _context: point_set(fpr=point[0], tpr=point[1]),
    ),
    InputKind(
        "([fpr, ...], [tpr, ...])",
        "points of an ROC curve, or of several parameter settings",
        "([0.1, 0.3], [0.5, 0.8])",
        _are_rates,
        _read_curve,
    ),
    InputKind(
        '{"fpr": ..., "tpr": ...}',
        "ROC points by name, with optional labels and parameter",
        '{"fpr": [0.1, 0.3], "tpr": [0.5, 0.8], "parameter": [1, 3]}',
        _has_rates,
        lambda points, _context: point_set(**points),
        self_describing=True,
    ),
    InputKind(
        "core.predictions(...)",
        "scores with sample weights or an explicit positive label",
        'core.predictions(["ham", "spam"], [0.2, 0.9], pos_label="spam")',
        _is(Predictions),
        _unchanged,
        self_describing=True,
    ),
    InputKind(
        "core.matrix_counts(...)",
        "counts from core, here of a matrix whose rows are predictions",
        'core.matrix_counts([[6, 4], [4, 16]], rows="predicted")',
        _is(Counts),
        _unchanged,
        self_describing=True,
    ),
    InputKind(
        "core.point_set(...)",
        "any ROC curve from core; points of a `core.RocCurve` are always joined by lines",
        "core.point_set(fpr=0.3, tpr=0.7)",
        _is(RocCurve),
        _check_curve,
        self_describing=True,
    ),
    InputKind(
        "core.folds(...)",
        "folds with names",
        "core.folds([core.point_set(fpr=0.1, tpr=0.6), core.point_set(fpr=0.2, tpr=0.8)])",
        _is(Folds),
        _unwrap_single,
        self_describing=True,
    ),
)
