"""Classifiers known by their ROC points: one decision each, or one for every setting."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, IntArray
from cc_widgets.core.given import read_list
from cc_widgets.core.numbers import as_number
from cc_widgets.core.roc import TRIVIAL, RocCurve
from cc_widgets.core.unit import RATE_MEANS, read_unit
from cc_widgets.errors import CostCurveError, shown

_T = TypeVar("_T")


@dataclass(frozen=True, eq=False, slots=True)
class Landmark:
    """A point of ROC space with a meaning of its own.

    Attributes
    ----------
    meaning : str
        What a classifier there does.
    fpr, tpr : float
        Where it is.
    """

    meaning: str
    fpr: float
    tpr: float


LANDMARKS = (
    Landmark("never alarm", fpr=0.0, tpr=0.0),
    Landmark("always alarm", fpr=1.0, tpr=1.0),
    Landmark("always right", fpr=0.0, tpr=1.0),
    Landmark("always wrong", fpr=1.0, tpr=0.0),
)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class PointSet(RocCurve):
    """Points of one classifier, joined with (0, 0) and (1, 1); usable wherever a curve is.

    Attributes
    ----------
    given : ndarray of int64, shape (n_points,)
        Element i is the position of point i in what the user gave; -1 for an end that was
        added.
    labels : tuple of str or None, length n_points, or None
        Element i names point i; None for an added end.
    parameter : tuple of float or None, length n_points, or None
        Element i is the setting that led to point i; None for an added end.
    """

    given: IntArray
    labels: tuple[str | None, ...] | None = None
    parameter: tuple[float | None, ...] | None = None


def point_set(
    *,
    fpr: ArrayLike,
    tpr: ArrayLike,
    labels: Sequence[str] | None = None,
    parameter: Sequence[float] | None = None,
) -> PointSet:
    """Join ROC points to a curve.

    Parameters
    ----------
    fpr, tpr : array-like of shape (n_points,)
        Rates, in any order; single numbers for a binary classifier.
    labels : sequence of str, optional
        What to call each point.
    parameter : sequence of float, optional
        The setting that led to each point: a threshold, a prior, a sampling ratio.

    Returns
    -------
    PointSet
        The points by rising fpr, then tpr, from (0, 0) to (1, 1).

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1], or lengths differ, or there is no point.

    Examples
    --------
    >>> points = point_set(fpr=[0.3, 0.04], tpr=[0.8, 0.4], labels=["pruned", "unpruned"])
    >>> points.fpr, points.labels
    (array([0.  , 0.04, 0.3 , 1.  ]), (None, 'unpruned', 'pruned', None))
    """
    x, y = _read_rates("fpr", fpr), _read_rates("tpr", tpr)
    _check_length("tpr", y.size, x.size)
    names = None if labels is None else _read_labels(labels, x.size)
    settings = None if parameter is None else _read_parameter(parameter, x.size)
    order = np.lexsort((y, x)).astype(np.int64)
    first = [] if _is_at(x, y, order[0], 0.0) else [TRIVIAL]
    last = [] if _is_at(x, y, order[-1], 1.0) else [TRIVIAL]
    given = np.concatenate([first, order, last]).astype(np.int64)
    return PointSet(
        fpr=np.concatenate([[0.0] * len(first), x[order], [1.0] * len(last)]),
        tpr=np.concatenate([[0.0] * len(first), y[order], [1.0] * len(last)]),
        given=given,
        labels=None if names is None else _along(given, names),
        parameter=None if settings is None else _along(given, settings),
    )


def _read_rates(where: str, given: ArrayLike) -> FloatArray:
    """Return rates in one dimension, at least one of them."""
    rates = read_unit(where, given, RATE_MEANS)
    if rates.ndim > 1 or not rates.size:
        raise CostCurveError(
            "one rate for each point is needed",
            where=where,
            got=f"an array of shape {rates.shape}",
            fix="Pass a list or a 1-D array with at least one rate.",
        )
    return rates.reshape(-1) + 0.0  # one zero instead of two


def _read_labels(given: Sequence[str], n_points: int) -> list[str]:
    """Return one string for each point."""
    labels = read_list("labels", given)
    _check_length("labels", len(labels), n_points)
    for label in labels:
        if not isinstance(label, str):
            raise CostCurveError(
                "labels must be strings",
                where="labels",
                got=shown(label),
                fix="Numbers that led to the points go into parameter.",
            )
    return labels


def _read_parameter(given: Sequence[float], n_points: int) -> list[float]:
    """Return one finite number for each point."""
    parameter = read_list("parameter", given)
    _check_length("parameter", len(parameter), n_points)
    return [_read_setting(setting) for setting in parameter]


def _read_setting(setting: object) -> float:
    """Return one setting as a float."""
    number = as_number(setting)
    if number is None or not isfinite(number):
        raise CostCurveError(
            "settings must be finite numbers",
            where="parameter",
            got=shown(setting),
            fix="Names of points go into labels.",
        )
    return number


def _check_length(where: str, length: int, n_points: int) -> None:
    """Refuse what does not have one element for each point."""
    if length != n_points:
        raise CostCurveError(
            "one element for each point is needed",
            where=where,
            got=f"{length} for {n_points} points",
            fix="Pass as many as fpr has.",
        )


def _is_at(x: FloatArray, y: FloatArray, i: int, corner: float) -> bool:
    """Tell whether point i is the end of every curve at (corner, corner)."""
    return bool(x[i] == y[i] == corner)


def _along(given: IntArray, values: Sequence[_T]) -> tuple[_T | None, ...]:
    """Put values in the order of the curve."""
    return tuple(None if i == TRIVIAL else values[i] for i in given.tolist())
