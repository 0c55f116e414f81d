"""Classifiers of which no scores are known: confusion matrices and ROC points, by name."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.counts import Counts
from cc_widgets.core.matrices import matrix_counts
from cc_widgets.core.names import check_names
from cc_widgets.core.points import PointSet, point_set
from cc_widgets.errors import CostCurveError, shown

T = TypeVar("T")
_PAIR = 2


def matrices_by_name(matrices: Mapping[str, ArrayLike]) -> dict[str, Counts]:
    """Read confusion matrices.

    Parameters
    ----------
    matrices : mapping of str to array-like of shape (2, 2)
        ``[[tn, fp], [fn, tp]]``, as scikit-learn writes them.

    Returns
    -------
    dict of str to Counts
        In the order given.

    Examples
    --------
    >>> matrices_by_name({"rule": [[6, 4], [4, 16]]})["rule"].positives
    20
    """
    return _each(matrices, "matrices", '{"rule": [[6, 4], [4, 16]]}', matrix_counts)


def points_by_name(points: Mapping[str, Any]) -> dict[str, PointSet]:
    """Read ROC points.

    Parameters
    ----------
    points : mapping of str to (fpr, tpr) or a list of such pairs
        One decision of a classifier, or one for each of its settings.

    Returns
    -------
    dict of str to PointSet
        In the order given.

    Examples
    --------
    >>> points_by_name({"stump": (0.3, 0.7)})["stump"].tpr
    array([0. , 0.7, 1. ])
    """
    return _each(points, "points", '{"stump": (0.3, 0.7)}', _points)


def _points(given: Any) -> PointSet:
    try:
        pairs = np.array(given, dtype=np.float64, ndmin=2)
    except (TypeError, ValueError):
        pairs = np.empty((0, 0))
    if pairs.ndim != _PAIR or not pairs.size or pairs.shape[1] != _PAIR:
        raise CostCurveError(
            "must be a pair (fpr, tpr) or a list of such pairs",
            where="points",
            got=shown(given),
            fix="Pass for instance (0.3, 0.7), or [(0.1, 0.5), (0.3, 0.7)].",
        )
    return point_set(fpr=pairs[:, 0], tpr=pairs[:, 1])


def _each(given: Any, where: str, example: str, read: Callable[[Any], T]) -> dict[str, T]:
    """Read each value; an error names its classifier."""
    if not isinstance(given, Mapping) or not given:
        raise CostCurveError(
            "names and values of one or more classifiers are needed",
            where=where,
            got=shown(given),
            fix=f"Pass for instance {example}.",
        )
    check_names(given, where)
    made = {}
    for name, value in given.items():
        try:
            made[name] = read(value)
        except CostCurveError as error:
            raise error.within(f"classifier {name!r}") from None
    return made
