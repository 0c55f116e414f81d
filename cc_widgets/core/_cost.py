"""Cost curves: lines, envelope, operating ranges; what is told as cheapest; one call for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._hull import (
    TRIVIAL,
    Hull,
    RocCurve,
    common_frame,
    convex_hull,
    count_hull,
    place,
    roc_curve,
    upper_chain,
)
from cc_widgets.core._predictions import predictions
from cc_widgets.core._reading import PC_MEANS, RATE_MEANS, check_shapes, read_unit, read_unit_number
from cc_widgets.core._results import SAME, BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Curves in pieces: straight over pc in cost space, joined points in ROC space


# ---- Cost curves made of lines: one line for each range of pc


class CostCurve(Protocol):
    """What has, for each range of pc, one line in cost space; an `Envelope` for instance."""

    @property
    def pc(self) -> FloatArray:
        """Rising from 0 to 1, shape (n_pieces + 1,): piece i ends where piece i + 1 starts."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is where the line of piece i stands at pc = 0."""

    @property
    def fnr(self) -> FloatArray:
        """Element i is where the line of piece i stands at pc = 1."""


@result
class CostPieces:
    """A piecewise linear function of pc.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1; piece i goes from pc[i] to pc[i + 1].
    fpr, fnr : ndarray of float64, shape (n_pieces,)
        Piece i lies on the line from (0, fpr[i]) to (1, fnr[i]). In a difference of two
        curves these are differences of rates.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray

    @property
    def start_cost(self) -> FloatArray:
        """Values at the left ends.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i].
        """
        return self.fpr * (1.0 - self.pc[:-1]) + self.fnr * self.pc[:-1]

    @property
    def stop_cost(self) -> FloatArray:
        """Values at the right ends.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i + 1].
        """
        return self.fpr * (1.0 - self.pc[1:]) + self.fnr * self.pc[1:]


TRIVIAL_RULES = CostPieces(
    pc=np.array([0.0, 0.5, 1.0]), fpr=np.array([0.0, 1.0]), fnr=np.array([1.0, 0.0])
)


def common_edges(curves: Sequence[CostCurve]) -> FloatArray:
    """Edges between which every curve is one line.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    ndarray of float64, shape (n_pieces + 1,)
        Every pc at which some curve turns, from 0 to 1, each once.
    """
    return np.unique(np.concatenate([curve.pc for curve in curves]))


def cut(curve: CostCurve, edges: FloatArray) -> CostPieces:
    """Curve cut into shorter pieces.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    edges : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1; the ends of the curve's own pieces are among them.

    Returns
    -------
    CostPieces
        The same function; piece i goes from edges[i] to edges[i + 1].

    Examples
    --------
    >>> cut(TRIVIAL_RULES, np.array([0.0, 0.25, 0.5, 1.0])).fpr
    array([0., 0., 1.])
    """
    piece = np.searchsorted(curve.pc[1:-1], edges[:-1], side="right")
    return CostPieces(pc=edges, fpr=curve.fpr[piece], fnr=curve.fnr[piece])


def piece_at(curve: CostCurve, pc: FloatArray | float) -> IntArray:
    """Position of the piece that holds each pc.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    pc : float or ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of int64, in the shape of `pc`
        Where two pieces meet, the left one.
    """
    return np.asarray(np.searchsorted(curve.pc[1:-1], pc), dtype=np.int64)


def values_at(curve: CostCurve, pc: FloatArray | float) -> FloatArray:
    """Value of a curve at each pc.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    pc : float or ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the value at pc[i]; where two pieces meet, that of the left one.

    Examples
    --------
    >>> values_at(TRIVIAL_RULES, np.array([0.0, 0.25, 0.5, 1.0]))
    array([0.  , 0.25, 0.5 , 0.  ])
    """
    piece = piece_at(curve, pc)
    return np.asarray(curve.fpr[piece] * (1.0 - pc) + curve.fnr[piece] * pc)


def same_lines(first: CostPieces, second: CostPieces) -> BoolArray:
    """Tell where two curves, cut at the same edges, follow one line.

    Parameters
    ----------
    first, second : CostPieces
        With the same `pc`.

    Returns
    -------
    ndarray of bool, shape (n_pieces,)
        Element i is true if both lines of piece i are equal up to the rounding of rates.
    """
    return np.asarray(
        (np.abs(first.fpr - second.fpr) <= SAME) & (np.abs(first.fnr - second.fnr) <= SAME)
    )


def is_trivial(curve: CostCurve) -> BoolArray:
    """Which pieces are lines of the two trivial rules.

    Parameters
    ----------
    curve : CostCurve
        The curve.

    Returns
    -------
    ndarray of bool, shape (n_pieces,)
        Element i is true if piece i always, or never, calls positive.
    """
    never = (curve.fpr == 0.0) & (curve.fnr == 1.0)
    always = (curve.fpr == 1.0) & (curve.fnr == 0.0)
    return np.asarray(never | always)


# ---- ROC points joined by segments, from (0, 0) to (1, 1)


class RocPoints(Protocol):
    """What has rates: a `RocCurve` or a `Hull`."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is the false positive rate of point i."""

    @property
    def tpr(self) -> FloatArray:
        """Element i is the true positive rate of point i."""


@result
class JoinedCurve:
    """A rising curve from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_points,)
        Element i is point i; neither rate falls, no point stands twice in a row.
    """

    fpr: FloatArray
    tpr: FloatArray


def join(points: RocPoints, where: str = "curve") -> JoinedCurve:
    """Points joined by segments, with the two trivial rules at the ends.

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
    >>> from cc_widgets.core import RocCurve
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


# ---- Cost lines, their lower envelope, the trivial rules and operating ranges


# ---- Cost space: the lines of classifiers and their lower envelope


COST_MEANS = "A normalised cost is a fraction of the greatest one."


@result
class CostLines:
    """The points of a curve as lines in cost space.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_points,)
        Line i runs from (0, fpr[i]) to (1, fnr[i]) and belongs to point i of the curve.
    """

    fpr: FloatArray
    fnr: FloatArray


@result
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


def cost_lines(curve: RocCurve) -> CostLines:
    """Lines in cost space of the points of a curve.

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
    """ROC points of lines in cost space: the inverse of `cost_lines`.

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
    """ROC hull of a curve in cost space that need not be concave, such as a corrected envelope.

    Parameters
    ----------
    pc : ndarray of float64, shape (n,)
        Rising values in [0, 1].
    cost : ndarray of float64, shape (n,)
        Element i is the cost at pc[i].

    Returns
    -------
    RocCurve
        Corners from (0, 0) to (1, 1). Their lower envelope is the least concave curve that lies
        nowhere below the costs, or below what the better trivial rule costs where that is less.

    Examples
    --------
    >>> found = dual_hull(np.array([0.0, 0.25, 0.5, 1.0]), np.array([0.0, 0.2, 0.2, 0.0]))
    >>> found.fpr.round(3), found.tpr.round(3)
    (array([0. , 0. , 0.2, 0.4, 1. ]), array([0. , 0.2, 0.8, 1. , 1. ]))
    """
    x = np.concatenate([[0.0], pc, [1.0]])
    y = np.concatenate([[0.0], np.minimum(cost, np.minimum(pc, 1.0 - pc)), [0.0]])
    # A concave curve below the trivial rules falls nowhere faster than pc rises.
    at = upper_chain(x, y + x)
    slope = np.diff(y[at]) / np.diff(x[at])
    fpr = y[at[1:]] - slope * x[at[1:]]
    lines = CostLines(fpr=np.clip(fpr, 0.0, 1.0), fnr=np.clip(fpr + slope, 0.0, 1.0))
    inner = roc_points(lines)
    ends = np.array([0.0]), np.array([1.0])
    return RocCurve(
        fpr=np.concatenate([ends[0], inner.fpr, ends[1]]),
        tpr=np.concatenate([ends[0], inner.tpr, ends[1]]),
    )


def expected_cost(fpr: ArrayLike, tpr: ArrayLike, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of ROC points, from 0 to 1, at each pc.

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
    """Normalised expected cost, as `expected_cost`, of numbers that were checked before.

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
    """Lower envelope of the cost lines of a hull: the least cost at each pc.

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
        Element i belongs to the edge from corner i to corner i + 1; it never falls. 0 if the
        edge is vertical, 1 if it is level.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
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
    """Lower envelope of any rising convex chain, not only of a whole hull.

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


def cost_at(curve: CostCurve, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of a curve at each pc.

    Parameters
    ----------
    curve : CostCurve
        An envelope, the curve of choices by score, or an average.
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
    >>> from cc_widgets.core import convex_hull
    >>> cost_at(lower_envelope(convex_hull([])), [0.0, 0.25, 0.5, 0.9]).round(3)
    array([0.  , 0.25, 0.5 , 0.1 ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    piece = np.searchsorted(curve.pc[1:-1], x)
    cost: FloatArray = curve.fpr[piece] * (1.0 - x) + curve.fnr[piece] * x
    return cost


# ---- Envelopes of lines alone, and what an envelope says as a whole


@dataclass(frozen=True, slots=True)
class EnvelopeTop:
    """The greatest cost that the best choice can have, whatever the conditions.

    Attributes
    ----------
    cost : float
        That cost.
    pc_low, pc_high : float
        Where it is reached: at one pc, or all along a level top.
    """

    cost: float
    pc_low: float
    pc_high: float


def lines_envelope(curves: Sequence[RocCurve]) -> Envelope:
    """Lower envelope of the lines of curves without the two trivial rules.

    Parameters
    ----------
    curves : sequence of RocCurve
        At least one point among them. Scored curves contain (0, 0) and (1, 1) themselves.

    Returns
    -------
    Envelope
        Segments from pc = 0 to pc = 1. It may lie above the trivial lines.

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
            "an envelope needs at least one line", where="curves", fix="Pass a point or a curve."
        )
    index = np.concatenate([np.arange(curve.fpr.size) for curve in curves])
    frame = common_frame(curves)
    placed = [place(curve, frame) for curve in curves]
    x, y = np.concatenate([one.x for one in placed]), np.concatenate([one.y for one in placed])
    chain = upper_chain(x, y, frame.tolerance)
    corners = Hull(
        fpr=np.concatenate([curve.fpr for curve in curves])[chain],
        tpr=np.concatenate([curve.tpr for curve in curves])[chain],
        owner=owner[chain],
        index=index[chain],
    )
    return envelope_of_corners(corners)


def envelope_top(envelope: Envelope) -> EnvelopeTop:
    """Greatest cost of an envelope, and the pc at which it is reached.

    Parameters
    ----------
    envelope : Envelope
        Least cost at each pc.

    Returns
    -------
    EnvelopeTop
        Its height and where it is.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import convex_hull
    >>> envelope_top(lower_envelope(convex_hull([])))
    EnvelopeTop(cost=0.5, pc_low=0.5, pc_high=0.5)
    """
    cost = float(envelope.cost.max())
    reached = envelope.pc[envelope.cost >= cost * (1.0 - SAME)]
    return EnvelopeTop(cost=cost, pc_low=float(reached[0]), pc_high=float(reached[-1]))


def trivial_cost(pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of the better trivial rule at each pc.

    Parameters
    ----------
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64
        Element i is ``min(pc, 1 - pc)``: never alarm up to 0.5, always from there.

    Examples
    --------
    >>> trivial_cost([0.0, 0.25, 0.9]).round(9)
    array([0.  , 0.25, 0.1 ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    cost: FloatArray = np.minimum(x, 1.0 - x)
    return cost


def advantage(cost: ArrayLike, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost saved against the better trivial rule.

    Parameters
    ----------
    cost, pc : array-like
        Normalised expected costs and where they hold, in shapes that broadcast together.

    Returns
    -------
    ndarray of float64
        Element i is ``min(pc, 1 - pc) - cost``; negative where the rule is the cheaper one.

    Raises
    ------
    CostCurveError
        If a number is not in [0, 1], or the shapes do not fit.

    Examples
    --------
    >>> advantage(0.3, [0.1, 0.5]).round(9)
    array([-0.2,  0.2])
    """
    paid, least = read_unit("cost", cost, COST_MEANS), trivial_cost(pc)
    check_shapes(cost=paid, pc=least)
    saved: FloatArray = least - paid
    return saved


# ---- Operating ranges: the conditions under which a classifier beats both trivial rules


_TRIVIAL_HULL = 2


@dataclass(frozen=True, slots=True)
class OperatingRange:
    """Where a classifier, or the best choice among several, beats both trivial rules.

    Attributes
    ----------
    pc_low, pc_high : float
        Ends of the range.
    slope_high, slope_low : float
        The same as slopes: those of the tangents to the hull through (0, 0) and (1, 1).
    """

    pc_low: float
    pc_high: float
    slope_high: float
    slope_low: float


def operating_range(hull: Hull) -> OperatingRange | None:
    """Range of pc in which a curve, or the best of several, beats both trivial rules.

    Parameters
    ----------
    hull : Hull
        Of the curve or the curves.

    Returns
    -------
    OperatingRange or None
        None if no point lies above the diagonal.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> found = operating_range(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> found.pc_low, found.pc_high, found.slope_high
    (0.25, 0.75, 3.0)
    """
    if hull.fpr.size <= _TRIVIAL_HULL:
        return None
    pc, slope = edge_pc(hull).tolist(), hull.slopes.tolist()
    return OperatingRange(pc_low=pc[0], pc_high=pc[-1], slope_high=slope[0], slope_low=slope[-1])


def point_operating_range(*, fpr: float, tpr: float) -> OperatingRange | None:
    """Range of pc in which a single ROC point beats both trivial rules.

    Parameters
    ----------
    fpr, tpr : float
        Rates of the point.

    Returns
    -------
    OperatingRange or None
        From ``fpr / (fpr + tpr)`` to ``(1 - fpr) / (2 - fpr - tpr)``; None unless tpr is
        above fpr.

    Examples
    --------
    >>> found = point_operating_range(fpr=0.25, tpr=0.75)
    >>> found.pc_low, found.pc_high
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
    """Where a fixed choice beats both trivial rules: any number of ranges, rising and apart.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i goes from pc_low[i] to pc_high[i].
    """

    pc_low: FloatArray
    pc_high: FloatArray


def operating_ranges(*, pc: ArrayLike, fpr: ArrayLike, fnr: ArrayLike) -> OperatingRanges:
    """Ranges of pc in which a choice made for each pc beats both trivial rules.

    Parameters
    ----------
    pc : array-like of shape (n_pieces + 1,)
        Rising ends of the pieces, in [0, 1].
    fpr, fnr : array-like of shape (n_pieces,)
        Piece i, from pc[i] to pc[i + 1], uses the line from (0, fpr[i]) to (1, fnr[i]).

    Returns
    -------
    OperatingRanges
        Ranges that meet where the choice beats the trivial rules from both sides are one.

    Raises
    ------
    CostCurveError
        If a number is not in [0, 1], pc falls, or the lengths do not fit.

    Examples
    --------
    One classifier up to pc 0.3 and another one from there:

    >>> found = operating_ranges(pc=[0, 0.3, 1], fpr=[0.1, 0.5], fnr=[0.4, 0.2])
    >>> found.pc_low.round(3), found.pc_high.round(3)
    (array([0.143, 0.385]), array([0.3  , 0.714]))
    """
    ends = read_unit("pc", pc, PC_MEANS)
    false_alarms, missed = read_unit("fpr", fpr, RATE_MEANS), read_unit("fnr", fnr, RATE_MEANS)
    _check_pieces(ends, false_alarms, missed)
    # A line beats never alarming to the right of here, always alarming to the left of there.
    from_here = _share(false_alarms, 1.0 - missed)
    up_to_there = _share(1.0 - false_alarms, missed)
    low, high = np.maximum(ends[:-1], from_here), np.minimum(ends[1:], up_to_there)
    useful = (low < high) & (1.0 - missed > false_alarms)
    low, high = low[useful], high[useful]
    if not low.size:
        return OperatingRanges(pc_low=low, pc_high=high)
    apart = ~_joined(ends[:-1][useful], from_here[useful], high, up_to_there[useful])
    return OperatingRanges(pc_low=low[np.append(True, apart)], pc_high=high[np.append(apart, True)])


def _share(part: FloatArray, rest: FloatArray) -> FloatArray:
    """Share part / (part + rest); 0 where both are 0."""
    total = part + rest
    return np.divide(part, total, out=np.zeros_like(total), where=total > 0)


def _joined(
    start: FloatArray, from_here: FloatArray, high: FloatArray, up_to_there: FloatArray
) -> BoolArray:
    """Which range goes on in the next: both are below the trivial lines where they meet."""
    meet = high[:-1] == start[1:]
    result: BoolArray = meet & (high[:-1] < up_to_there[:-1]) & (from_here[1:] < start[1:])
    return result


def _check_pieces(ends: FloatArray, fpr: FloatArray, fnr: FloatArray) -> None:
    """Refuse what is no sequence of pieces."""
    if ends.ndim != 1 or fpr.shape != fnr.shape or ends.shape != (fpr.size + 1,):
        raise CostCurveError(
            "each piece needs two ends and a line",
            where="pc, fpr, fnr",
            got=f"shapes {ends.shape}, {fpr.shape} and {fnr.shape}",
            fix="Pass one more pc than there are lines.",
        )
    falls = np.flatnonzero(np.diff(ends) < 0.0)
    if falls.size:
        first = int(falls[0])
        raise CostCurveError(
            "ends of pieces must rise",
            where="pc",
            got=shown(ends[first : first + 2].tolist()),
            fix="Sort the pieces by pc.",
        )


# ---- Accuracy under a prior, beside what costs nothing to reach: why it misleads


@result
class Accuracy:
    """Accuracy of one ROC point under several priors.

    Attributes
    ----------
    prior : ndarray of float64
        Element i is the probability of the positive class.
    accuracy : ndarray of float64
        Element i is the share of right answers at prior i.
    majority : ndarray of float64
        Element i is the accuracy, at prior i, of always naming the more common class.
    """

    prior: FloatArray
    accuracy: FloatArray
    majority: FloatArray

    @property
    def gain(self) -> FloatArray:
        """What the classifier adds to the accuracy of naming the more common class.

        Returns
        -------
        ndarray of float64
            Element i is negative where the classifier loses to no classifier at all.
        """
        return self.accuracy - self.majority


def accuracy_at(*, fpr: float, tpr: float, prior: ArrayLike) -> Accuracy:
    """Accuracy of one ROC point under each prior, beside that of naming the larger class.

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
        If a number is not in [0, 1].

    Examples
    --------
    The same classifier with as many positives as negatives, and with one in a thousand:

    >>> result = accuracy_at(fpr=0.1, tpr=0.8, prior=[1 / 2, 1 / 1000])
    >>> result.accuracy, result.majority
    (array([0.85  , 0.8999]), array([0.5  , 0.999]))
    """
    p = read_unit("prior", prior, "A prior is the share of the positive class.")
    false_alarms = read_unit_number("fpr", fpr, RATE_MEANS)
    wrong = expected_cost(false_alarms, read_unit_number("tpr", tpr, RATE_MEANS), p)
    return Accuracy(prior=p, accuracy=1.0 - wrong, majority=np.maximum(p, 1.0 - p))


# ---- What is told as cheapest

_TOLD_APART = 1e-9
"""Costs closer than this part of what doing nothing costs are told as the same."""


def cheapest_corner(hull: Hull, pc: float) -> int:
    """Position of the hull's corner with the least cost at one pc; the rule of every sentence.

    `best_at` names all that tie, and a classifier even where it gains nothing; here the trivial
    rule comes first, as nobody should pay for a classifier that adds nothing.

    Parameters
    ----------
    hull : Hull
        Of one classifier or of several.
    pc : float
        In [0, 1].

    Returns
    -------
    int
        Of corners whose costs nobody could tell apart (`same_cost`) the trivial rule if it is
        among them, or else the one of least fpr.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> cheapest_corner(convex_hull([]), 0.7)
    1
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    cost = cost_of_rates(hull.fpr, hull.tpr, x)
    same = cost <= cost.min() + same_cost(x)
    trivial = same & (hull.owner == TRIVIAL)
    return int(np.argmax(trivial if trivial.any() else same))


def same_cost(pc: float) -> float:
    """Difference of two normalised costs up to which they are told as the same.

    A billionth of what doing nothing costs; far more than rounding (`SAME`), far less than
    anybody would act on.

    Parameters
    ----------
    pc : float
        In [0, 1].

    Examples
    --------
    >>> same_cost(0.25)
    2.5e-10
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    return _TOLD_APART * min(x, 1.0 - x)


# ---- From labels and scores to a cost curve, in one call


@result
class ScoredCurve:
    """The cost curve of one scored classifier: at each pc, its best threshold and what that costs.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_segments + 1,)
        Element i is where the best threshold changes, and the normalised expected cost there;
        between two elements the cost is a straight line.
    threshold : ndarray, shape (n_segments,)
        Element i is the best threshold from pc[i] to pc[i + 1]: a score >= threshold is called
        positive; infinity calls nothing positive, minus infinity everything.
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
        """The false negative rate of each threshold."""
        return 1.0 - self.tpr


def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> ScoredCurve:
    """Cost curve of one scored classifier, the two rules that need no classifier included.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of two kinds.
    y_score : array-like of shape (n_examples,)
        Scores; higher means positive.
    sample_weight : array-like of shape (n_examples,), optional
        How much each example counts.
    pos_label : label, optional
        The label of the positive class, where it is not clear from the labels.

    Returns
    -------
    ScoredCurve
        From pc 0 to pc 1: where the best threshold changes, what it costs, and its rates.

    Raises
    ------
    CostCurveError
        If labels, scores and weights do not fit together.

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
    rule = np.where(envelope.fpr > 0, -np.inf, np.inf)
    threshold = np.where(envelope.owner < 0, rule, counts.threshold[envelope.index])
    return ScoredCurve(envelope.pc, envelope.cost, threshold, envelope.fpr, 1.0 - envelope.fnr)
