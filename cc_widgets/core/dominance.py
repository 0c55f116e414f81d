"""Dominance: when one classifier is better than another whatever the conditions.

Three meanings, each strict or weak. A strictly dominating point costs less at every pc; a
weakly dominating one may tie at pc 0 or 1. Sets of points and joined curves can differ.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray
from cc_widgets.core.roc import RocCurve
from cc_widgets.core.unit import RATE_MEANS, read_unit_number

_ROUNDING = 8 * float(np.finfo(np.float64).eps)


class Dominance(StrEnum):
    """How one classifier stands to another."""

    STRICT = "strictly dominates"
    WEAK = "dominates"
    EQUAL = "equals"
    NONE = "does not dominate"


def point_dominance(*, fpr: float, tpr: float, other_fpr: float, other_tpr: float) -> Dominance:
    """Compare two ROC points.

    Parameters
    ----------
    fpr, tpr : float
        The point that may dominate.
    other_fpr, other_tpr : float
        The point that may be dominated.

    Returns
    -------
    Dominance
        STRICT if both rates are better, WEAK if one is better and the other no worse.

    Raises
    ------
    CostCurveError
        If a rate is not in [0, 1].

    Examples
    --------
    >>> str(point_dominance(fpr=0.1, tpr=0.7, other_fpr=0.2, other_tpr=0.6))
    'strictly dominates'
    """
    given = {"fpr": fpr, "tpr": tpr, "other_fpr": other_fpr, "other_tpr": other_tpr}
    x, y, other_x, other_y = (read_unit_number(*one, RATE_MEANS) for one in given.items())
    if x < other_x and y > other_y:
        return Dominance.STRICT
    if (x, y) == (other_x, other_y):
        return Dominance.EQUAL
    return Dominance.WEAK if x <= other_x and y >= other_y else Dominance.NONE


def set_dominance(points: RocCurve, others: RocCurve) -> Dominance:
    """Compare two sets of points, (0, 0) and (1, 1) left out: every classifier has those.

    Parameters
    ----------
    points : RocCurve
        The set that may dominate.
    others : RocCurve
        The set that may be dominated.

    Returns
    -------
    Dominance
        STRICT or WEAK if every one of the others is dominated in that sense by one of the
        points, and none of the points by one of the others; NONE if `others` is empty and
        `points` is not.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1, 0.4]), np.array([0.6, 0.9]))
    >>> worse = RocCurve(np.array([0.2]), np.array([0.5]))
    >>> str(set_dominance(better, worse))
    'strictly dominates'
    """
    mine, theirs = _non_trivial(points), _non_trivial(others)
    if np.array_equal(mine, theirs):
        return Dominance.EQUAL
    if not theirs.size or np.any(_beaten(mine, theirs, strict=False)):
        return Dominance.NONE
    for kind in (Dominance.STRICT, Dominance.WEAK):
        if np.all(_beaten(theirs, mine, strict=kind is Dominance.STRICT)):
            return kind
    return Dominance.NONE


def curve_dominance(curve: RocCurve, other: RocCurve) -> Dominance:
    """Compare two curves, each joined by segments from (0, 0) to (1, 1).

    Parameters
    ----------
    curve : RocCurve
        The curve that may dominate.
    other : RocCurve
        The curve that may be dominated.

    Returns
    -------
    Dominance
        STRICT if the curve is above the other at every fpr between 0 and 1, WEAK if it is
        nowhere below and somewhere above.

    Examples
    --------
    >>> better = RocCurve(np.array([0.1]), np.array([0.7]))
    >>> worse = RocCurve(np.array([0.3]), np.array([0.6]))
    >>> str(curve_dominance(better, worse)), str(curve_dominance(worse, better))
    ('strictly dominates', 'does not dominate')
    """
    mine, theirs = _join(curve), _join(other)
    at = np.union1d(mine.fpr, theirs.fpr)
    before = _left_limits(mine, at) - _left_limits(theirs, at)
    after = _right_limits(mine, at) - _right_limits(theirs, at)
    gaps = np.concatenate([before, after])
    if np.all(np.abs(gaps) <= _ROUNDING):
        return Dominance.EQUAL
    if np.any(gaps < -_ROUNDING):
        return Dominance.NONE
    between = after[:-1] + before[1:]  # twice the gap half way from one fpr to the next
    inside = np.concatenate([before[1:-1], after[1:-1], between])
    return Dominance.STRICT if np.all(inside > _ROUNDING) else Dominance.WEAK


def _non_trivial(points: RocCurve) -> FloatArray:
    """Return the distinct points that are no trivial rules, by rising fpr, then tpr."""
    pairs: FloatArray = np.unique(np.column_stack([points.fpr, points.tpr]), axis=0)
    trivial = (pairs[:, 0] == pairs[:, 1]) & ((pairs[:, 0] == 0.0) | (pairs[:, 0] == 1.0))
    non_trivial: FloatArray = pairs[~trivial]
    return non_trivial


def _beaten(points: FloatArray, by: FloatArray, *, strict: bool) -> BoolArray:
    """Mark the points that one of the others dominates."""
    # Element k is the largest tpr among the k others of least fpr.
    best = np.maximum.accumulate(np.append(-np.inf, by[:, 1]))
    fpr, tpr = points.T
    to_the_left = best[np.searchsorted(by[:, 0], fpr, side="left")]
    up_to_here = best[np.searchsorted(by[:, 0], fpr, side="right")]
    beaten: BoolArray = (to_the_left >= tpr) | (up_to_here > tpr)
    return np.asarray(to_the_left > tpr) if strict else beaten


@dataclass(frozen=True, eq=False, slots=True)
class _Joined:
    """A curve over fpr: element i arrives at `low[i]` and leaves from `high[i]`."""

    fpr: FloatArray
    low: FloatArray
    high: FloatArray


def _join(curve: RocCurve) -> _Joined:
    """Join the points by segments, from left to right and upwards."""
    x, y = np.concatenate([[0.0, 1.0], curve.fpr]), np.concatenate([[0.0, 1.0], curve.tpr])
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    starts = np.flatnonzero(np.append(True, x[1:] != x[:-1]))
    stops = np.append(starts[1:], x.size) - 1
    return _Joined(fpr=x[starts], low=y[starts], high=y[stops])


def _left_limits(curve: _Joined, at: FloatArray) -> FloatArray:
    """Return the tpr with which the curve arrives at each fpr."""
    limits = _right_limits(curve, at)
    limits[np.searchsorted(at, curve.fpr)] = curve.low
    return limits


def _right_limits(curve: _Joined, at: FloatArray) -> FloatArray:
    """Return the tpr with which the curve leaves each fpr."""
    i = np.searchsorted(curve.fpr, at, side="right") - 1
    following = np.minimum(i + 1, curve.fpr.size - 1)
    run = curve.fpr[following] - curve.fpr[i]
    share = np.divide(at - curve.fpr[i], run, out=np.zeros_like(at), where=run > 0)
    limits: FloatArray = curve.high[i] + share * (curve.low[following] - curve.high[i])
    return limits
