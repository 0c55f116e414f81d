"""ROC points joined by segments, from (0, 0) to (1, 1)."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.errors import CostCurveError


class RocPoints(Protocol):
    """What has rates: a `RocCurve` or a `Hull`."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is the false positive rate of point i."""

    @property
    def tpr(self) -> FloatArray:
        """Element i is the true positive rate of point i."""


@dataclass(frozen=True, eq=False, slots=True)
class JoinedCurve:
    """A rising curve from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_points,)
        Element i is point i; neither rate falls, no point stands twice in a row.
    """

    fpr: FloatArray
    tpr: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def join(points: RocPoints, where: str = "curve") -> JoinedCurve:
    """Join points by segments, with the two trivial classifiers at the ends.

    Parameters
    ----------
    points : RocCurve or Hull
        Points that rise from left to right.
    where : str
        What the user calls them.

    Returns
    -------
    JoinedCurve
        The points, from (0, 0) to (1, 1).

    Raises
    ------
    CostCurveError
        If the points do not rise.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve
    >>> join(RocCurve(np.array([0.3]), np.array([0.7]))).tpr
    array([0. , 0.7, 1. ])
    """
    fpr = np.concatenate([[0.0], points.fpr, [1.0]])
    tpr = np.concatenate([[0.0], points.tpr, [1.0]])
    run, rise = np.diff(fpr), np.diff(tpr)
    if np.any(run < 0) or np.any(rise < 0):
        first = int(np.flatnonzero((run < 0) | (rise < 0))[0])
        raise CostCurveError(
            "points can only be joined to a curve if both rates rise",
            where=where,
            got=f"({fpr[first + 1]}, {tpr[first + 1]}) after ({fpr[first]}, {tpr[first]})",
            fix="Pass their hull instead: convex_hull([curve]).",
        )
    new = np.append(True, (run > 0) | (rise > 0))
    return JoinedCurve(fpr=fpr[new], tpr=tpr[new])
