"""Cost curves: cost lines, lower envelopes, operating ranges and accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.hull import (
    BASELINE,
    Hull,
    RocCurve,
    common_scale,
    convex_hull,
    count_hull,
    roc_curve,
    scaled_points,
    upper_chain,
)
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.scores import predictions
from cc_widgets.core.validation import (
    PC_MEANS,
    RATE_MEANS,
    check_shapes,
    read_unit,
    read_unit_number,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "Accuracy",
    "CostCurve",
    "CostLines",
    "CostPieces",
    "Envelope",
    "EnvelopeTop",
    "OperatingRange",
    "OperatingRanges",
    "ScoredCurve",
    "accuracy_at",
    "advantage",
    "baseline_cost",
    "cheapest_corner",
    "cost_at",
    "cost_curve",
    "cost_lines",
    "edge_pc",
    "envelope_top",
    "expected_cost",
    "lines_envelope",
    "lower_envelope",
    "operating_range",
    "operating_ranges",
    "point_operating_range",
    "roc_points",
    "same_cost",
]

# ---- Piecewise linear cost curves


class CostCurve(Protocol):
    """Piecewise linear cost curve, for instance an `Envelope`."""

    @property
    def pc(self) -> FloatArray:
        """Increasing ends of the pieces from 0 to 1, shape (n_pieces + 1,)."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is the value of the line of piece i at pc = 0."""

    @property
    def fnr(self) -> FloatArray:
        """Element i is the value of the line of piece i at pc = 1."""


@result
class CostPieces:
    """Piecewise linear function of pc.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Increasing from 0 to 1; piece i goes from pc[i] to pc[i + 1].
    fpr, fnr : ndarray of float64, shape (n_pieces,)
        Piece i lies on the line from (0, fpr[i]) to (1, fnr[i]). For a difference of two
        curves, these are differences of rates.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray

    @property
    def start_cost(self) -> FloatArray:
        """Values at the left ends of the pieces.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i].
        """
        return self.fpr * (1.0 - self.pc[:-1]) + self.fnr * self.pc[:-1]

    @property
    def stop_cost(self) -> FloatArray:
        """Values at the right ends of the pieces.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i + 1].
        """
        return self.fpr * (1.0 - self.pc[1:]) + self.fnr * self.pc[1:]


BASELINES = CostPieces(
    pc=np.array([0.0, 0.5, 1.0]), fpr=np.array([0.0, 1.0]), fnr=np.array([1.0, 0.0])
)


def common_edges(curves: Sequence[CostCurve]) -> FloatArray:
    """Return the distinct pc at which any of the curves changes line, from 0 to 1."""
    return np.unique(np.concatenate([curve.pc for curve in curves]))


def split_pieces(curve: CostCurve, edges: FloatArray) -> CostPieces:
    """Return the same function with its pieces split at `edges`.

    The edges increase from 0 to 1 and include all ends of pieces of the curve.
    """
    piece = np.searchsorted(curve.pc[1:-1], edges[:-1], side="right")
    return CostPieces(pc=edges, fpr=curve.fpr[piece], fnr=curve.fnr[piece])


def piece_at(curve: CostCurve, pc: FloatArray | float) -> IntArray:
    """Return the index of the piece containing each pc; the left piece at a vertex."""
    return np.asarray(np.searchsorted(curve.pc[1:-1], pc), dtype=np.int64)


def values_at(curve: CostCurve, pc: FloatArray | float) -> FloatArray:
    """Return the value of a curve at each pc, which must be in [0, 1]."""
    piece = piece_at(curve, pc)
    return np.asarray(curve.fpr[piece] * (1.0 - pc) + curve.fnr[piece] * pc)


def same_lines(first: CostPieces, second: CostPieces) -> BoolArray:
    """Return a mask of the pieces in which two curves with the same edges share a line."""
    return np.asarray(
        (np.abs(first.fpr - second.fpr) <= TOLERANCE)
        & (np.abs(first.fnr - second.fnr) <= TOLERANCE)
    )


def are_baselines(curve: CostCurve) -> BoolArray:
    """Return a mask of the pieces that are cost lines of a baseline."""
    all_negative = (curve.fpr == 0.0) & (curve.fnr == 1.0)
    all_positive = (curve.fpr == 1.0) & (curve.fnr == 0.0)
    return np.asarray(all_negative | all_positive)


# ---- ROC points joined by segments from (0, 0) to (1, 1)


class RocPoints(Protocol):
    """Object with false and true positive rates: a `RocCurve` or a `Hull`."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is the false positive rate of point i."""

    @property
    def tpr(self) -> FloatArray:
        """Element i is the true positive rate of point i."""


@result
class JoinedCurve:
    """Non-decreasing ROC curve from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_points,)
        Element i is point i; both rates are non-decreasing, and consecutive points differ.
    """

    fpr: FloatArray
    tpr: FloatArray


def join_points(points: RocPoints, where: str = "curve") -> JoinedCurve:
    """Return the points joined by segments, with (0, 0) and (1, 1) added at the ends.

    Raise if a rate decreases; `where` is the argument named in the error message.
    """
    fpr = np.concatenate([[0.0], points.fpr, [1.0]])
    tpr = np.concatenate([[0.0], points.tpr, [1.0]])
    run, rise = np.diff(fpr), np.diff(tpr)
    if np.any(run < 0) or np.any(rise < 0):
        first = int(np.flatnonzero((run < 0) | (rise < 0))[0])
        raise CostCurveError(
            "must have non-decreasing rates to be joined by segments",
            where=where,
            got=f"({fpr[first + 1]}, {tpr[first + 1]}) after ({fpr[first]}, {tpr[first]})",
            fix="Pass their hull instead: convex_hull([curve]).",
        )
    distinct = np.append(True, (run > 0) | (rise > 0))
    return JoinedCurve(fpr=fpr[distinct], tpr=tpr[distinct])


# ---- Cost lines of classifiers and their lower envelope


COST_MEANS = "A normalised cost is a fraction of the maximum expected cost."


@result
class CostLines:
    """Cost lines of the points of an ROC curve.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_points,)
        Line i goes from (0, fpr[i]) to (1, fnr[i]) and belongs to point i of the curve.
    """

    fpr: FloatArray
    fnr: FloatArray


@result
class Envelope:
    """Lower envelope: the minimum cost of a set of classifiers at each pc.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_segments + 1,)
        Element i is vertex i; ``pc`` increases from 0 to 1.
    fpr, fnr : ndarray of float64, shape (n_segments,)
        Segment i, from vertex i to vertex i + 1, lies on the line from (0, fpr[i]) to
        (1, fnr[i]).
    owner, index : ndarray of int64, shape (n_segments,)
        Curve of the hull corner of segment i and position in that curve; -1 for a baseline.
    """

    pc: FloatArray
    cost: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    owner: IntArray
    index: IntArray


def cost_lines(curve: RocCurve) -> CostLines:
    """Cost lines of the points of an ROC curve.

    Parameters
    ----------
    curve : RocCurve
        Points of one classifier.

    Returns
    -------
    CostLines
        Line i belongs to point i.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> lines = cost_lines(RocCurve(np.array([0.09]), np.array([0.36])))
    >>> lines.fpr, lines.fnr
    (array([0.09]), array([0.64]))
    """
    return CostLines(fpr=curve.fpr, fnr=1.0 - curve.tpr)


def roc_points(lines: CostLines) -> RocCurve:
    """ROC points of cost lines; the inverse of `cost_lines`.

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


def dual_hull(pc: FloatArray, cost: FloatArray) -> RocCurve:
    """Return the ROC hull whose lower envelope is the concave majorant of a curve in cost space.

    The curve, element i being its cost at pc[i], need not be concave, for instance after a bias
    correction. Costs above the cheaper baseline are first reduced to the cost of that baseline.
    """
    x = np.concatenate([[0.0], pc, [1.0]])
    y = np.concatenate([[0.0], np.minimum(cost, np.minimum(pc, 1.0 - pc)), [0.0]])
    # The slope of a concave curve below the baselines is at least -1, so x + y is monotone.
    corner = upper_chain(x, y + x)
    slope = np.diff(y[corner]) / np.diff(x[corner])
    fpr = y[corner[1:]] - slope * x[corner[1:]]
    lines = CostLines(fpr=np.clip(fpr, 0.0, 1.0), fnr=np.clip(fpr + slope, 0.0, 1.0))
    inner = roc_points(lines)
    return RocCurve(
        fpr=np.concatenate([[0.0], inner.fpr, [1.0]]),
        tpr=np.concatenate([[0.0], inner.tpr, [1.0]]),
    )


def expected_cost(fpr: ArrayLike, tpr: ArrayLike, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost, in [0, 1], of ROC points at each pc.

    Parameters
    ----------
    fpr, tpr, pc : array-like
        Values in [0, 1], in shapes that broadcast together.

    Returns
    -------
    ndarray of float64
        ``(1 - tpr) * pc + fpr * (1 - pc)`` in the common shape.

    Raises
    ------
    CostCurveError
        If a value is not in [0, 1], or the shapes do not broadcast.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> expected_cost(0.3, 0.7, [0.0, 0.5, 1.0])
    array([0.3, 0.3, 0.3])
    """
    fp_rate, tp_rate = read_unit("fpr", fpr, RATE_MEANS), read_unit("tpr", tpr, RATE_MEANS)
    x = read_unit("pc", pc, PC_MEANS)
    check_shapes(fpr=fp_rate, tpr=tp_rate, pc=x)
    return cost_of_rates(fp_rate, tp_rate, x)


def cost_of_rates(
    fpr: FloatArray | float, tpr: FloatArray | float, pc: FloatArray | float
) -> FloatArray:
    """Return the normalised expected cost, as `expected_cost`, without input validation."""
    return np.asarray((1.0 - tpr) * pc + fpr * (1.0 - pc))


def lower_envelope(hull: Hull) -> Envelope:
    """Lower envelope of the cost lines of a hull: the minimum cost at each pc.

    A hull corner corresponds to a segment, and a hull edge of slope m to the vertex at
    pc = 1 / (1 + m).

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    Envelope
        Segments from pc = 0 to pc = 1. Baselines at the end of a vertical or horizontal edge
        have no segment, because its length would be zero.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> envelope = lower_envelope(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    >>> envelope.pc.round(3), envelope.cost.round(3)
    (array([0. , 0.2, 0.8, 1. ]), array([0. , 0.2, 0.2, 0. ]))
    """
    return envelope_of_corners(hull)


def edge_pc(hull: Hull) -> FloatArray:
    """The pc of each hull edge, which is a vertex of the lower envelope.

    Parameters
    ----------
    hull : Hull
        Corners from left to right.

    Returns
    -------
    ndarray of float64, shape (n_corners - 1,)
        Element i belongs to the edge from corner i to corner i + 1; non-decreasing. 0 for a
        vertical edge, 1 for a horizontal edge.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> edge_pc(convex_hull([RocCurve(np.array([0.2]), np.array([0.8]))]))
    array([0.2, 0.8])
    """
    run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
    total = run + rise
    # Corners that differ as integer counts may have equal rates: such an edge has length zero.
    turns = np.divide(run, total, out=np.zeros_like(run), where=total > 0.0)
    # Slopes decrease; rounding of nearly equal slopes must not make pc decrease.
    pc: FloatArray = np.maximum.accumulate(turns)
    return pc


def envelope_of_corners(corners: Hull) -> Envelope:
    """Return the lower envelope of the cost lines of corners of a convex chain.

    The corners are ordered from left to right; the baselines need not be among them.
    """
    turns = edge_pc(corners)
    start, stop = np.append(0.0, turns), np.append(turns, 1.0)
    visible = start < stop
    fpr, fnr = corners.fpr[visible], 1.0 - corners.tpr[visible]
    pc = np.append(start[visible], 1.0)
    cost = np.append(fpr * (1.0 - pc[:-1]) + fnr * pc[:-1], fnr[-1])
    return Envelope(
        pc=pc,
        cost=cost,
        fpr=fpr,
        fnr=fnr,
        owner=corners.owner[visible],
        index=corners.index[visible],
    )


def cost_at(curve: CostCurve, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of a cost curve at each pc.

    Parameters
    ----------
    curve : CostCurve
        Cost curve, for instance an envelope or an average.
    pc : array-like
        Values in [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the cost at pc[i].

    Raises
    ------
    CostCurveError
        If a value of pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> cost_at(lower_envelope(convex_hull([])), [0.0, 0.25, 0.5, 0.9]).round(3)
    array([0.  , 0.25, 0.5 , 0.1 ])
    """
    return values_at(curve, read_unit("pc", pc, PC_MEANS))


# ---- Envelopes without the baselines, and the maximum of an envelope


@dataclass(frozen=True, slots=True)
class EnvelopeTop:
    """Maximum of a lower envelope over pc.

    Attributes
    ----------
    cost : float
        Maximum normalised expected cost.
    pc_low, pc_high : float
        Range of pc in which the maximum is attained; equal unless the top is horizontal.
    """

    cost: float
    pc_low: float
    pc_high: float


def lines_envelope(curves: Sequence[RocCurve]) -> Envelope:
    """Lower envelope of the cost lines of curves, without the two baselines.

    Parameters
    ----------
    curves : sequence of RocCurve
        ROC curves with at least one point in total. Scored curves contain (0, 0) and (1, 1)
        themselves.

    Returns
    -------
    Envelope
        Segments from pc = 0 to pc = 1, which may lie above the lines of the baselines.

    Raises
    ------
    CostCurveError
        If there is no point.

    Examples
    --------
    >>> envelope = lines_envelope([RocCurve(np.array([0.1, 0.3]), np.array([0.6, 0.8]))])
    >>> envelope.pc.round(3), envelope.cost.round(3)
    (array([0. , 0.5, 1. ]), array([0.1 , 0.25, 0.2 ]))
    """
    owner = np.repeat(np.arange(len(curves)), [curve.fpr.size for curve in curves])
    if not owner.size:
        raise CostCurveError(
            "must contain at least one point", where="curves", fix="Pass a point or a curve."
        )
    index = np.concatenate([np.arange(curve.fpr.size) for curve in curves])
    scale = common_scale(curves)
    scaled = [scaled_points(curve, scale) for curve in curves]
    x = np.concatenate([points.x for points in scaled])
    y = np.concatenate([points.y for points in scaled])
    chain = upper_chain(x, y, scale.tolerance)
    corners = Hull(
        fpr=np.concatenate([curve.fpr for curve in curves])[chain],
        tpr=np.concatenate([curve.tpr for curve in curves])[chain],
        owner=owner[chain],
        index=index[chain],
    )
    return envelope_of_corners(corners)


def envelope_top(envelope: Envelope) -> EnvelopeTop:
    """Maximum cost of an envelope, and the pc at which it is attained.

    Parameters
    ----------
    envelope : Envelope
        Minimum cost at each pc.

    Returns
    -------
    EnvelopeTop
        The maximum and its position.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> envelope_top(lower_envelope(convex_hull([])))
    EnvelopeTop(cost=0.5, pc_low=0.5, pc_high=0.5)
    """
    cost = float(envelope.cost.max())
    maxima = envelope.pc[envelope.cost >= cost * (1.0 - TOLERANCE)]
    return EnvelopeTop(cost=cost, pc_low=float(maxima[0]), pc_high=float(maxima[-1]))


def baseline_cost(pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of the cheaper baseline at each pc.

    The baselines classify every case as negative, or every case as positive.

    Parameters
    ----------
    pc : array-like
        Values in [0, 1].

    Returns
    -------
    ndarray of float64
        Element i is ``min(pc, 1 - pc)``: all negative is cheaper below 0.5, all positive above.

    Examples
    --------
    >>> baseline_cost([0.0, 0.25, 0.9]).round(9)
    array([0.  , 0.25, 0.1 ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    cost: FloatArray = np.minimum(x, 1.0 - x)
    return cost


def advantage(cost: ArrayLike, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost saved relative to the cheaper baseline.

    Parameters
    ----------
    cost, pc : array-like
        Normalised expected costs and the pc at which they occur, in shapes that broadcast.

    Returns
    -------
    ndarray of float64
        Element i is ``min(pc, 1 - pc) - cost``; negative where the baseline is cheaper.

    Raises
    ------
    CostCurveError
        If a value is not in [0, 1], or the shapes do not broadcast.

    Examples
    --------
    >>> advantage(0.3, [0.1, 0.5]).round(9)
    array([-0.2,  0.2])
    """
    y, baseline = read_unit("cost", cost, COST_MEANS), baseline_cost(pc)
    check_shapes(cost=y, pc=baseline)
    return np.asarray(baseline - y)


# ---- Operating ranges: the conditions under which a classifier beats both baselines


_N_BASELINES = 2


@dataclass(frozen=True, slots=True)
class OperatingRange:
    """Range of conditions in which a classifier, or the best of several, beats both baselines.

    Attributes
    ----------
    pc_low, pc_high : float
        Ends of the range.
    slope_high, slope_low : float
        The same ends as slopes: the tangents to the hull through (0, 0) and (1, 1).
    """

    pc_low: float
    pc_high: float
    slope_high: float
    slope_low: float


def operating_range(hull: Hull) -> OperatingRange | None:
    """Range of pc in which a curve, or the best of several, beats both baselines.

    Parameters
    ----------
    hull : Hull
        Hull of the curve or curves.

    Returns
    -------
    OperatingRange or None
        None if no point lies above the diagonal.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> useful = operating_range(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> useful.pc_low, useful.pc_high, useful.slope_high
    (0.25, 0.75, 3.0)
    """
    if hull.fpr.size <= _N_BASELINES:
        return None
    pc, slope = edge_pc(hull).tolist(), hull.slopes.tolist()
    return OperatingRange(pc_low=pc[0], pc_high=pc[-1], slope_high=slope[0], slope_low=slope[-1])


def point_operating_range(*, fpr: float, tpr: float) -> OperatingRange | None:
    """Range of pc in which a single ROC point beats both baselines.

    Parameters
    ----------
    fpr, tpr : float
        Rates of the point.

    Returns
    -------
    OperatingRange or None
        From ``fpr / (fpr + tpr)`` to ``(1 - fpr) / (2 - fpr - tpr)``; None unless
        ``tpr > fpr``.

    Examples
    --------
    >>> useful = point_operating_range(fpr=0.25, tpr=0.75)
    >>> useful.pc_low, useful.pc_high
    (0.25, 0.75)
    """
    x, y = read_unit_number("fpr", fpr, RATE_MEANS), read_unit_number("tpr", tpr, RATE_MEANS)
    if y <= x:
        return None
    return OperatingRange(
        pc_low=x / (x + y),
        pc_high=(1.0 - x) / ((1.0 - x) + (1.0 - y)),
        slope_high=y / x if x else np.inf,
        slope_low=(1.0 - y) / (1.0 - x),
    )


@result
class OperatingRanges:
    """Disjoint ranges of pc in which a given choice beats both baselines.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i goes from pc_low[i] to pc_high[i]; ranges are sorted.
    """

    pc_low: FloatArray
    pc_high: FloatArray


def operating_ranges(*, pc: ArrayLike, fpr: ArrayLike, fnr: ArrayLike) -> OperatingRanges:
    """Ranges of pc in which a choice of classifier per pc beats both baselines.

    Parameters
    ----------
    pc : array-like of shape (n_pieces + 1,)
        Sorted ends of the pieces, in [0, 1].
    fpr, fnr : array-like of shape (n_pieces,)
        Piece i, from pc[i] to pc[i + 1], uses the line from (0, fpr[i]) to (1, fnr[i]).

    Returns
    -------
    OperatingRanges
        Adjacent ranges are merged if the choice also beats the baselines where they meet.

    Raises
    ------
    CostCurveError
        If a value is not in [0, 1], pc decreases, or the lengths do not match.

    Examples
    --------
    One classifier up to pc = 0.3 and another above:

    >>> useful = operating_ranges(pc=[0, 0.3, 1], fpr=[0.1, 0.5], fnr=[0.4, 0.2])
    >>> useful.pc_low.round(3), useful.pc_high.round(3)
    (array([0.143, 0.385]), array([0.3  , 0.714]))
    """
    ends = read_unit("pc", pc, PC_MEANS)
    fp_rate, fn_rate = read_unit("fpr", fpr, RATE_MEANS), read_unit("fnr", fnr, RATE_MEANS)
    _check_pieces(ends, fp_rate, fn_rate)
    # A line beats "all negative" above `useful_from` and "all positive" below `useful_to`.
    useful_from = _proportion(fp_rate, 1.0 - fn_rate)
    useful_to = _proportion(1.0 - fp_rate, fn_rate)
    low, high = np.maximum(ends[:-1], useful_from), np.minimum(ends[1:], useful_to)
    useful = (low < high) & (1.0 - fn_rate > fp_rate)
    low, high = low[useful], high[useful]
    if not low.size:
        return OperatingRanges(pc_low=low, pc_high=high)
    separate = ~_touching(ends[:-1][useful], useful_from[useful], high, useful_to[useful])
    return OperatingRanges(
        pc_low=low[np.append(True, separate)], pc_high=high[np.append(separate, True)]
    )


def _proportion(part: FloatArray, rest: FloatArray) -> FloatArray:
    """Return part / (part + rest), or 0 where both are 0."""
    total = part + rest
    return np.divide(part, total, out=np.zeros_like(total), where=total > 0)


def _touching(
    start: FloatArray, useful_from: FloatArray, high: FloatArray, useful_to: FloatArray
) -> BoolArray:
    """Return whether each range continues in the next one, below both baselines."""
    meet = high[:-1] == start[1:]
    return np.asarray(meet & (high[:-1] < useful_to[:-1]) & (useful_from[1:] < start[1:]))


def _check_pieces(ends: FloatArray, fpr: FloatArray, fnr: FloatArray) -> None:
    """Raise unless n + 1 non-decreasing ends and n lines are given."""
    if ends.ndim != 1 or fpr.shape != fnr.shape or ends.shape != (fpr.size + 1,):
        raise CostCurveError(
            "must describe n + 1 ends and n lines",
            where="pc, fpr, fnr",
            got=f"shapes {ends.shape}, {fpr.shape} and {fnr.shape}",
            fix="Pass one more pc than there are lines.",
        )
    decreases = np.flatnonzero(np.diff(ends) < 0.0)
    if decreases.size:
        first = int(decreases[0])
        raise CostCurveError(
            "must be non-decreasing",
            where="pc",
            got=shown(ends[first : first + 2].tolist()),
            fix="Sort the pieces by pc.",
        )


# ---- Accuracy as a function of prevalence, compared with the majority class


@result
class Accuracy:
    """Accuracy of one ROC point at several prevalences.

    Attributes
    ----------
    prior : ndarray of float64
        Element i is the probability of the positive class.
    accuracy : ndarray of float64
        Element i is the proportion of correct predictions at prior i.
    majority : ndarray of float64
        Element i is the accuracy of always predicting the majority class at prior i.
    """

    prior: FloatArray
    accuracy: FloatArray
    majority: FloatArray

    @property
    def gain(self) -> FloatArray:
        """Accuracy of the classifier minus the accuracy of predicting the majority class.

        Returns
        -------
        ndarray of float64
            Element i is negative where always predicting the majority class is more accurate.
        """
        return self.accuracy - self.majority


def accuracy_at(*, fpr: float, tpr: float, prior: ArrayLike) -> Accuracy:
    """Accuracy of one ROC point at each prior, compared with predicting the majority class.

    Parameters
    ----------
    fpr, tpr : float
        Rates of the point.
    prior : array-like
        Probabilities of the positive class, in [0, 1].

    Returns
    -------
    Accuracy
        Element i belongs to prior[i].

    Raises
    ------
    CostCurveError
        If a value is not in [0, 1].

    Examples
    --------
    The same classifier with balanced classes, and with one positive in a thousand:

    >>> result = accuracy_at(fpr=0.1, tpr=0.8, prior=[1 / 2, 1 / 1000])
    >>> result.accuracy, result.majority
    (array([0.85  , 0.8999]), array([0.5  , 0.999]))
    """
    p = read_unit("prior", prior, "A prior is the share of the positive class.")
    fp_rate = read_unit_number("fpr", fpr, RATE_MEANS)
    error_rate = expected_cost(fp_rate, read_unit_number("tpr", tpr, RATE_MEANS), p)
    return Accuracy(prior=p, accuracy=1.0 - error_rate, majority=np.maximum(p, 1.0 - p))


# ---- The cheapest corner, with a tolerance for equal costs

COST_TOLERANCE = 1e-9  # relative to the amounts at stake


def cheapest_corner(hull: Hull, pc: float) -> int:
    """Index of the hull corner with the lowest cost at one pc, preferring baselines.

    `best_at` lists all ties and prefers a classifier. Here ties go to a baseline, because a
    classifier that saves nothing is not worth using.

    Parameters
    ----------
    hull : Hull
        Hull of one or several classifiers.
    pc : float
        In [0, 1].

    Returns
    -------
    int
        Of the corners whose costs are equal within `same_cost`, the baseline if there is one,
        otherwise the corner with the lowest fpr.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> cheapest_corner(convex_hull([]), 0.7)
    1
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    cost = cost_of_rates(hull.fpr, hull.tpr, x)
    same = cost <= cost.min() + same_cost(x)
    is_baseline = same & (hull.owner == BASELINE)
    return int(np.argmax(is_baseline if is_baseline.any() else same))


def same_cost(pc: float) -> float:
    """Largest difference of two normalised costs that counts as equal.

    It is 1e-9 times the cost of the cheaper baseline: far above rounding error and far below any
    difference that matters in practice.

    Parameters
    ----------
    pc : float
        In [0, 1].

    Returns
    -------
    float
        Tolerance in normalised expected cost.

    Examples
    --------
    >>> same_cost(0.25)
    2.5e-10
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    return COST_TOLERANCE * min(x, 1.0 - x)


# ---- From labels and scores to a cost curve


@result
class ScoredCurve:
    """Cost curve of one scored classifier: the best threshold at each pc and its cost.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_segments + 1,)
        Element i is a pc at which the best threshold changes, and the normalised expected cost
        at that pc; the cost is linear in between.
    threshold : ndarray, shape (n_segments,)
        Element i is the best threshold from pc[i] to pc[i + 1]: cases with score >= threshold
        are classified as positive. Infinity is the all-negative baseline, minus infinity the
        all-positive one.
    fpr, tpr : ndarray of float64, shape (n_segments,)
        Element i is the false and true positive rate of threshold[i].
    """

    pc: FloatArray
    cost: FloatArray
    threshold: ScoreArray
    fpr: FloatArray
    tpr: FloatArray

    @property
    def fnr(self) -> FloatArray:
        """False negative rate of each threshold."""
        return 1.0 - self.tpr


def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> ScoredCurve:
    """Cost curve of one scored classifier, including the two baselines.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True binary labels.
    y_score : array-like of shape (n_examples,)
        Scores; higher means more likely positive.
    sample_weight : array-like of shape (n_examples,), optional
        Sample weights.
    pos_label : label, optional
        The label of the positive class, if it cannot be inferred from the labels.

    Returns
    -------
    ScoredCurve
        Vertices from pc = 0 to pc = 1, with the thresholds and their rates.

    Raises
    ------
    CostCurveError
        If labels, scores and weights are invalid or differ in length.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> curve = cost_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9])
    >>> curve.pc, curve.cost.round(2)
    (array([0. , 0.5, 1. ]), array([0.  , 0.17, 0.  ]))
    >>> curve.threshold
    array([0.6, 0.3])
    """
    checked = predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    counts = count_hull(checked)
    envelope = lower_envelope(convex_hull([roc_curve(counts)]))
    baseline = np.where(envelope.fpr > 0, -np.inf, np.inf)
    threshold = np.where(envelope.owner < 0, baseline, counts.threshold[envelope.index])
    return ScoredCurve(envelope.pc, envelope.cost, threshold, envelope.fpr, 1.0 - envelope.fnr)
