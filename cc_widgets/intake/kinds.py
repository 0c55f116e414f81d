"""What names one classifier: a table of kinds, and the rules that tell them apart.

A kind is recognised by how it is written:

- What `predictions`, `matrix_counts`, `point_set` and the like return is taken as it is.
- A dict says by its keys what it holds: tn, fp, fn, tp; or fpr, tpr.
- A tuple is a pair. Two single numbers are (fpr, tpr). Two columns are (y_true, y_score), unless
  the first holds fractions, which labels are not, and the second nothing but rates.
- A list of two rows, or an array of two rows and two columns, is a confusion matrix.
- A list of classifiers, each written in one of these ways, but single points, is the folds of one.

What these rules leave open is refused, and the error says how to write either meaning.
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
    PointSet,
    Predictions,
    RocCurve,
    cell_counts,
    folds,
    matrix_counts,
    point_set,
)
from cc_widgets.core._folds import Evaluation
from cc_widgets.core._predictions import Labels, check_aligned, labelled, read_labels
from cc_widgets.core._reading import as_number, floats, read_array, read_unit
from cc_widgets.core._results import FloatArray
from cc_widgets.errors import CostCurveError, shown

Classifier: TypeAlias = Evaluation | Folds
_T = TypeVar("_T")
_TWO = 2


@dataclass
class Company:
    """What classifiers that are given together know of each other.

    Attributes
    ----------
    known : tuple of two labels, or None
        The negative and the positive label, if another classifier has said them.
    read : dict of int to Labels
        Labels that were read already, by the identity of what was given.
    """

    known: tuple[Any, Any] | None = None
    read: dict[int, Labels] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """One way to name a classifier.

    Attributes
    ----------
    form : str
        How it is written.
    words : str
        What that is.
    example : str
        Python that can be run after ``from cc_widgets import core``.
    takes : callable
        Tells whether a value is written this way.
    read : callable
        Makes a checked classifier of such a value, or refuses it.
    anywhere : bool
        Whether it says what it is, also among values that are known to be scores, matrices or
        points.
    """

    form: str
    words: str
    example: str
    takes: Callable[[Any], bool]
    read: Callable[[Any, Company], Classifier]
    anywhere: bool = False


def read_classifier(given: object, company: Company | None = None) -> Classifier:
    """Checked classifier, made of whatever names one.

    Parameters
    ----------
    given : object
        One of `KINDS`.
    company : Company, optional
        What others that are given together with it know.

    Returns
    -------
    Predictions, Counts, RocCurve or Folds
        All that was said.

    Raises
    ------
    CostCurveError
        If it is of no kind, or may be of two, or makes no sense.

    Examples
    --------
    >>> read_classifier((0.3, 0.7)).tpr
    array([0. , 0.7, 1. ])
    >>> read_classifier([[6, 4], [4, 16]]).tp
    array([ 0, 16, 20])
    """
    found = next((kind for kind in KINDS if kind.takes(given)), None)
    if found is None:
        raise CostCurveError(
            "a classifier is its predictions, its counts or its ROC points",
            got=f"a value of type {type(given).__name__}",
            fix=_ESTIMATOR if _is_estimator(given) else _listed_forms(),
        )
    return found.read(given, company or Company())


def _listed_forms() -> str:
    """Return what to pass, in one sentence."""
    *most, last = [kind.form for kind in KINDS]
    return f"Pass {', '.join(most)} or {last}."


def lists_kinds(documented: _T) -> _T:
    """The same function or class, with a list of all kinds where its docstring says ``{kinds}``."""
    if documented.__doc__:
        documented.__doc__ = sub("(?m)^( *){kinds}$", _indented_kinds, documented.__doc__)
    return documented


def _indented_kinds(place: Match[str]) -> str:
    lines = [f"- ``{kind.form}``: {kind.words}." for kind in KINDS]
    return "\n".join(place[1] + line for line in lines)


def says_itself(given: object) -> bool:
    """Whether a value says what it is, wherever it stands: a result, or a dict of named parts."""
    return any(kind.takes(given) for kind in KINDS if kind.anywhere)


# ---- Results of core


def _is(*kinds: type) -> Callable[[object], bool]:
    return lambda given: isinstance(given, kinds)


def _as_it_is(given: Classifier, _company: Company) -> Classifier:
    return given


def _checked_curve(curve: RocCurve, _company: Company) -> RocCurve:
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


# ---- Dicts of named parts


_CELLS = {"tp", "fn", "fp", "tn"}
_RATES = {"fpr", "tpr"}
_MORE_OF_POINTS = {"labels", "parameter"}


def _has_cells(given: object) -> bool:
    return isinstance(given, Mapping) and set(given) == _CELLS


def _has_rates(given: object) -> bool:
    return isinstance(given, Mapping) and _RATES <= set(given) <= _RATES | _MORE_OF_POINTS


# ---- Pairs


def _is_pair(given: object) -> bool:
    return isinstance(given, tuple) and len(given) == _TWO


def _is_point(given: Any) -> bool:  # noqa: ANN401 (what the user wrote)
    """Tell whether this is one fpr and one tpr."""
    return _is_pair(given) and all(as_number(one) is not None for one in given)


def _are_rates(given: Any) -> bool:  # noqa: ANN401 (the same)
    """Tell whether a pair of columns is no pair of labels and scores: fractions are no labels."""
    if not _is_pair(given):
        return False
    first = _rates_in(given[0], "fO")
    inside = first is not None and np.any((first > 0.0) & (first < 1.0))
    return bool(inside) and _rates_in(given[1], "fOiu") is not None


def _rates_in(column: object, kinds: str) -> FloatArray | None:
    """Return a column of numbers from 0 to 1, of one of these types; None for anything else."""
    try:
        array = read_array("rates", column)
    except CostCurveError:
        return None
    found = floats(array) if array.ndim == 1 and array.dtype.kind in kinds else None
    fits = found is not None and found.size and found.min() >= 0.0 and found.max() <= 1.0
    return found if fits else None


def _rates(given: tuple[ArrayLike, ArrayLike], _company: Company) -> PointSet:
    """Return points whose hits rise with their false alarms, as along a curve."""
    _refuse_two_points(given)
    points = point_set(fpr=given[0], tpr=given[1])
    if np.any(np.diff(points.tpr) < 0.0):
        raise CostCurveError(
            "this may be labels and scores, or the rates of ROC points that lie below each other",
            got=shown(given),
            fix='Pass predictions(y_true, y_score, pos_label=...), or {"fpr": ..., "tpr": ...}.',
        )
    return points


def _scored(given: tuple[ArrayLike, ArrayLike], company: Company) -> Predictions:
    """Return checked scores; the same labels, given again, are those of the same examples."""
    y_true, y_score = given
    check_aligned(y_true, y_score=y_score)
    labels = company.read.get(id(y_true))
    if labels is None:
        try:
            labels = company.read[id(y_true)] = read_labels(y_true, known=company.known)
        except CostCurveError as error:
            if error.where == "pos_label":
                error.fix = "Pass predictions(y_true, y_score, pos_label=...) of cc_widgets.core."
            raise
    return labelled(labels, y_score)


def read_rates(given: Any) -> PointSet:  # noqa: ANN401 (what the user wrote)
    """Points of a pair that is known to be rates.

    Parameters
    ----------
    given : (fpr, tpr)
        Rates, or lists of rates, one for each setting: first all fpr, then all tpr.

    Returns
    -------
    PointSet
        The points, joined with (0, 0) and (1, 1).

    Raises
    ------
    CostCurveError
        If these are no rates, or may be two points (fpr, tpr).

    Examples
    --------
    >>> read_rates(([0.3, 0.1], [0.8, 0.5])).fpr
    array([0. , 0.1, 0.3, 1. ])
    """
    if not isinstance(given, tuple | list) or len(given) != _TWO:
        raise CostCurveError(
            "points are a pair (fpr, tpr)",
            where="points",
            got=shown(given),
            fix="Pass (0.3, 0.7), or ([0.1, 0.2], [0.5, 0.8]) for several settings: first all "
            "fpr, then all tpr.",
        )
    _refuse_two_points(given)
    return point_set(fpr=given[0], tpr=given[1])


def _refuse_two_points(given: Sequence[Any]) -> None:
    """Refuse two pairs that are written as points are, not as the two lists that are asked for."""
    pairs = all(isinstance(one, tuple | list) and len(one) == _TWO for one in given)
    if pairs and (isinstance(given, list) or any(isinstance(one, tuple) for one in given)):
        raise CostCurveError(
            "this may be two points, or the rates of two settings",
            where="points",
            got=shown(given),
            fix="Pass ([0.1, 0.2], [0.5, 0.8]), first all fpr, then all tpr, or "
            '{"fpr": [0.1, 0.2], "tpr": [0.5, 0.8]}.',
        )


# ---- Matrices


def _is_square(given: Any) -> bool:  # noqa: ANN401 (what the user wrote)
    """Tell whether this has two rows and two columns."""
    if isinstance(given, list):
        return len(given) == _TWO and all(map(_is_row, given))
    return not isinstance(given, tuple) and getattr(given, "shape", None) == (_TWO, _TWO)


def _is_row(given: object) -> bool:
    """Tell whether these are two single things."""
    if isinstance(given, np.ndarray) and given.ndim == 0:
        return False
    if not isinstance(given, list | tuple | np.ndarray) or len(given) != _TWO:
        return False
    return not any(isinstance(cell, list | tuple | np.ndarray) for cell in given)


def _matrix(given: ArrayLike, _company: Company) -> Counts:
    """Return the cells of a confusion matrix; shares and rates are none that can be told."""
    counts = matrix_counts(given)
    if np.max(np.asarray(given)) <= 1:
        raise CostCurveError(
            "this may be a confusion matrix, two ROC points, or labels and scores",
            got=shown(given),
            fix='Pass {"tn": ..., "fp": ..., "fn": ..., "tp": ...}, {"fpr": ..., "tpr": ...} or '
            "(y_true, y_score).",
        )
    return counts


# ---- Estimators have constructors of their own: they need examples


_ESTIMATOR = "Pass the estimator to from_estimator(estimator, X, y), or (y_true, y_score)."


def _is_estimator(given: object) -> bool:
    return callable(getattr(given, "predict", None))


# ---- Folds: several evaluations of one classifier


def _are_folds(given: object) -> bool:
    """Tell whether this is a list of things that are classifiers themselves."""
    return isinstance(given, list) and bool(given) and all(map(_may_be_fold, given))


def _may_be_fold(given: object) -> bool:
    if isinstance(given, Classifier) or _has_cells(given) or _has_rates(given):
        return True
    return _is_square(given) or (_is_pair(given) and not _is_point(given))


def _each_fold(given: Sequence[Any], company: Company) -> Classifier:
    """Return the folds of one classifier; what is wrong is said of the fold."""
    parts: list[Evaluation] = []
    for i, one in enumerate(given, 1):
        try:
            part = read_classifier(one, company)
        except CostCurveError as error:
            raise error.within(f"fold {i}") from None
        if isinstance(part, Folds):
            raise CostCurveError(
                "a fold cannot have folds itself",
                where=f"fold {i}",
                got=f"{len(part.parts)} of them",
                fix="Pass one list of all folds.",
            )
        parts.append(part)
    return _folded(folds(parts), company)


def _folded(given: Folds, _company: Company) -> Classifier:
    """Return folds; a single one is a classifier like any other."""
    return given.parts[0] if len(given.parts) == 1 else given


# ---- The table: the first kind that takes a value reads it


KINDS = (
    Kind(
        "(y_true, y_score)",
        "labels and scores of the same examples",
        "([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])",
        lambda given: _is_pair(given) and not (_is_point(given) or _are_rates(given)),
        _scored,
    ),
    Kind(
        "[(y_true, y_score), ...]",
        "the folds of one classifier: its curve is their average",
        "[([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9]), ([0, 1, 1], [0.2, 0.7, 0.9])]",
        _are_folds,
        _each_fold,
    ),
    Kind(
        "[[tn, fp], [fn, tp]]",
        "a confusion matrix, as scikit-learn writes it",
        "[[6, 4], [4, 16]]",
        _is_square,
        _matrix,
    ),
    Kind(
        '{"tn": ..., "fp": ..., "fn": ..., "tp": ...}',
        "its cells by name",
        '{"tn": 6, "fp": 4, "fn": 4, "tp": 16}',
        _has_cells,
        lambda given, _company: cell_counts(**given),
        anywhere=True,
    ),
    Kind(
        "(fpr, tpr)",
        "one ROC point",
        "(0.3, 0.7)",
        _is_point,
        lambda given, _company: point_set(fpr=given[0], tpr=given[1]),
    ),
    Kind(
        "([fpr, ...], [tpr, ...])",
        "the points of a ROC curve, or of several settings",
        "([0.1, 0.3], [0.5, 0.8])",
        _are_rates,
        _rates,
    ),
    Kind(
        '{"fpr": ..., "tpr": ...}',
        "the same by name, with labels and parameter if you like",
        '{"fpr": [0.1, 0.3], "tpr": [0.5, 0.8], "parameter": [1, 3]}',
        _has_rates,
        lambda given, _company: point_set(**given),
        anywhere=True,
    ),
    Kind(
        "core.predictions(...)",
        "scores with weights, or with a positive label of your own",
        'core.predictions(["ham", "spam"], [0.2, 0.9], pos_label="spam")',
        _is(Predictions),
        _as_it_is,
        anywhere=True,
    ),
    Kind(
        "core.matrix_counts(...)",
        "counts of core, here with rows that are predictions",
        'core.matrix_counts([[6, 4], [4, 16]], rows="predicted")',
        _is(Counts),
        _as_it_is,
        anywhere=True,
    ),
    Kind(
        "core.point_set(...)",
        "any ROC curve of core; a `core.RocCurve` is drawn joined, however few its points",
        "core.point_set(fpr=0.3, tpr=0.7)",
        _is(RocCurve),
        _checked_curve,
        anywhere=True,
    ),
    Kind(
        "core.folds(...)",
        "folds of which each has a name",
        "core.folds([core.point_set(fpr=0.1, tpr=0.6), core.point_set(fpr=0.2, tpr=0.8)])",
        _is(Folds),
        _folded,
        anywhere=True,
    ),
)
