"""Classifiers known by their confusion matrices or by ROC points, with names."""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from cc_widgets.core import Counts, PointSet, matrix_counts, point_set
from cc_widgets.core._matrices import Rows
from cc_widgets.core._reading import check_names
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.arrays import DEFAULT_NAME


def named_matrices(
    matrices: ArrayLike | Mapping[str, ArrayLike], *, rows: Rows = "true"
) -> dict[str, Counts]:
    """Read the confusion matrix of one or several classifiers.

    Parameters
    ----------
    matrices : array-like of shape (2, 2), or mapping of name to such
        Negative class first in rows and columns: [[tn, fp], [fn, tp]].
    rows : {"true", "predicted"}
        What the rows are.

    Returns
    -------
    dict of str to Counts
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
    found = {}
    for name, matrix in matrices.items():
        try:
            found[name] = matrix_counts(matrix, rows=rows)
        except CostCurveError as error:
            if error.where == "rows":
                raise
            raise error.within(f"classifier {shown(name)}") from None
    return found


def named_points(points: Mapping[str, Any]) -> dict[str, PointSet]:
    """Read ROC points of classifiers.

    Parameters
    ----------
    points : mapping of str to PointSet, (fpr, tpr) or mapping
        Rates, or lists of rates, one for each setting; or what `point_set` takes, by name:
        `{"fpr": ..., "tpr": ..., "labels": ..., "parameter": ...}`.

    Returns
    -------
    dict of str to PointSet
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
    found = {}
    for name, given in points.items():
        try:
            found[name] = _points(given)
        except CostCurveError as error:
            raise error.within(f"classifier {shown(name)}") from None
    return found


def _points(given: Any) -> PointSet:  # noqa: ANN401 (what the user wrote)
    """Return the points of one classifier."""
    if isinstance(given, PointSet):
        return given
    if isinstance(given, Mapping) and {"fpr", "tpr"} <= set(given) <= _KEYS:
        return point_set(**given)
    if isinstance(given, tuple | list) and len(given) == len(("fpr", "tpr")):
        if _may_be_two_points(given):
            raise CostCurveError(
                "this may be two points, or the rates of two settings",
                where="points",
                got=shown(given),
                fix="Pass ([0.1, 0.2], [0.5, 0.8]), first all fpr, then all tpr, or "
                '{"fpr": [0.1, 0.2], "tpr": [0.5, 0.8]}.',
            )
        return point_set(fpr=given[0], tpr=given[1])
    raise CostCurveError(
        "points are a pair (fpr, tpr)",
        where="points",
        got=shown(given),
        fix="Pass (0.3, 0.7), or ([0.1, 0.2], [0.5, 0.8]) for several settings: first all fpr, "
        "then all tpr.",
    )


def _may_be_two_points(given: Sequence[Any]) -> bool:
    """Tell whether two pairs are written as points are, not as the two lists that are asked for."""
    pairs = all(isinstance(one, tuple | list) and len(one) == len(given) for one in given)
    return pairs and (isinstance(given, list) or any(isinstance(one, tuple) for one in given))


_KEYS = {"fpr", "tpr", "labels", "parameter"}


def _check_given(given: object, where: str, example: str) -> None:
    """Refuse what is no mapping of names, or an empty one."""
    if not isinstance(given, Mapping) or not given:
        raise CostCurveError(
            "at least one classifier is needed, by name",
            where=where,
            got=shown(given),
            fix=f"Pass for instance {example}.",
        )
    check_names(given, where)
