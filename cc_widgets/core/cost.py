"""Cost space: the lines of classifiers and their lower envelope.

``pc`` is the probability-cost value PC(+) and ``cost`` the normalised expected cost NE[C].
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.numbers import check_shapes
from cc_widgets.core.roc import Hull, RocCurve
from cc_widgets.core.unit import PC_MEANS, RATE_MEANS, read_unit

COST_MEANS = "A normalised cost is a fraction of the greatest one."


@dataclass(frozen=True, eq=False, slots=True)
class CostLines:
    """The points of a curve as lines in cost space.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_points,)
        Line i runs from (0, fpr[i]) to (1, fnr[i]) and belongs to point i of the curve.
    """

    fpr: FloatArray
    fnr: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
class Envelope:
    """The least cost that a set of classifiers reaches at each pc.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_segments + 1,)
        Element i is vertex i; ``pc`` rises from 0 to 1.
    fpr, fnr : ndarray of float64, shape (n_segments,)
        Segment i, from vertex i to vertex i + 1, lies on the line from (0, fpr[i]) to
        (1, fnr[i]).
    owner, index : ndarray of int64, shape (n_segments,)
        The hull corner that is segment i: its curve and its position there; -1 if trivial.
    """

    pc: FloatArray
    cost: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    owner: IntArray
    index: IntArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def cost_lines(curve: RocCurve) -> CostLines:
    """Turn each point of a curve into its line in cost space.

    Parameters
    ----------
    curve : RocCurve
        Points of one classifier.

    Returns
    -------
    CostLines
        Line i belongs to point i.

    Examples
    --------
    >>> lines = cost_lines(RocCurve(np.array([0.09]), np.array([0.36])))
    >>> lines.fpr, lines.fnr
    (array([0.09]), array([0.64]))
    """
    return CostLines(fpr=curve.fpr, fnr=1.0 - curve.tpr)


def roc_points(lines: CostLines) -> RocCurve:
    """Turn lines in cost space back into ROC points, the inverse of `cost_lines`.

    Parameters
    ----------
    lines : CostLines
        Lines from (0, fpr) to (1, fnr).

    Returns
    -------
    RocCurve
        Point i belongs to line i.

    Examples
    --------
    >>> roc_points(CostLines(fpr=np.array([0.25]), fnr=np.array([0.5]))).tpr
    array([0.5])
    """
    return RocCurve(fpr=lines.fpr, tpr=1.0 - lines.fnr)


def expected_cost(fpr: ArrayLike, tpr: ArrayLike, pc: ArrayLike) -> FloatArray:
    """Compute the normalised expected cost of ROC points.

    Parameters
    ----------
    fpr, tpr, pc : array-like
        In [0, 1], in shapes that broadcast together.

    Returns
    -------
    ndarray of float64
        ``(1 - tpr) * pc + fpr * (1 - pc)`` in the common shape.

    Raises
    ------
    CostCurveError
        If a number is not in [0, 1], or the shapes do not fit.

    Examples
    --------
    >>> expected_cost(0.3, 0.7, [0.0, 0.5, 1.0])
    array([0.3, 0.3, 0.3])
    """
    false_alarms, hits = read_unit("fpr", fpr, RATE_MEANS), read_unit("tpr", tpr, RATE_MEANS)
    x = read_unit("pc", pc, PC_MEANS)
    check_shapes(fpr=false_alarms, tpr=hits, pc=x)
    return cost_of_rates(false_alarms, hits, x)


def cost_of_rates(
    fpr: FloatArray | float, tpr: FloatArray | float, pc: FloatArray | float
) -> FloatArray:
    """Compute the same as `expected_cost`, of numbers that were checked before.

    Parameters
    ----------
    fpr, tpr, pc : float or ndarray of float64
        In [0, 1], in shapes that broadcast together.

    Returns
    -------
    ndarray of float64
        In the common shape.
    """
    return np.asarray((1.0 - tpr) * pc + fpr * (1.0 - pc))


def lower_envelope(hull: Hull) -> Envelope:
    """Turn a ROC hull into the lower envelope of all its cost lines.

    A hull corner becomes a segment, a hull edge of slope m the vertex at pc = 1 / (1 + m).

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    Envelope
        Segments from pc = 0 to pc = 1. A trivial corner at the end of a vertical or
        horizontal edge would have a segment of length zero: it has none.

    Examples
    --------
    >>> from cc_widgets.core.roc import convex_hull
    >>> envelope = lower_envelope(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    >>> envelope.pc.round(3), envelope.cost.round(3)
    (array([0. , 0.2, 0.8, 1. ]), array([0. , 0.2, 0.2, 0. ]))
    """
    return envelope_of_corners(hull)


def edge_pc(hull: Hull) -> FloatArray:
    """Find the pc at which each hull edge has its slope: the vertices of the envelope.

    Parameters
    ----------
    hull : Hull
        Corners from left to right.

    Returns
    -------
    ndarray of float64, shape (n_corners - 1,)
        Element i belongs to the edge from corner i to corner i + 1; it never falls. 0 if the
        edge is vertical, 1 if it is level.

    Examples
    --------
    >>> from cc_widgets.core.roc import convex_hull
    >>> edge_pc(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    array([0.2, 0.8])
    """
    run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
    both = run + rise
    # Corners told apart in integers may share their rates: such an edge is nowhere.
    turns = np.divide(run, both, out=np.zeros_like(run), where=both > 0.0)
    # Slopes fall; where two nearly agree, rounding must not make pc step back.
    pc: FloatArray = np.maximum.accumulate(turns)
    return pc


def envelope_of_corners(corners: Hull) -> Envelope:
    """Turn any rising convex chain, not only a whole hull, into an envelope.

    Parameters
    ----------
    corners : Hull
        Corners from left to right; the trivial ones may be missing.

    Returns
    -------
    Envelope
        A segment for each corner that is best over more than one pc.
    """
    turns = edge_pc(corners)
    start, stop = np.append(0.0, turns), np.append(turns, 1.0)
    seen = start < stop
    fpr, fnr = corners.fpr[seen], 1.0 - corners.tpr[seen]
    pc = np.append(start[seen], 1.0)
    cost = np.append(fpr * (1.0 - pc[:-1]) + fnr * pc[:-1], fnr[-1])
    return Envelope(
        pc=pc, cost=cost, fpr=fpr, fnr=fnr, owner=corners.owner[seen], index=corners.index[seen]
    )


def cost_at(envelope: Envelope, pc: ArrayLike) -> FloatArray:
    """Read the cost of an envelope.

    Parameters
    ----------
    envelope : Envelope
        Least cost at each pc.
    pc : array-like
        Where to read, in [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the cost at pc[i].

    Raises
    ------
    CostCurveError
        If some pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core.roc import convex_hull
    >>> cost_at(lower_envelope(convex_hull([])), [0.0, 0.25, 0.5, 0.9]).round(3)
    array([0.  , 0.25, 0.5 , 0.1 ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    segment = np.searchsorted(envelope.pc[1:-1], x)
    cost: FloatArray = envelope.fpr[segment] * (1.0 - x) + envelope.fnr[segment] * x
    return cost
