"""Who is cheapest where, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from cc_widgets.core._cost import (
    TRIVIAL_RULES,
    CostCurve,
    CostPieces,
    JoinedCurve,
    RocPoints,
    common_edges,
    cut,
    join,
    piece_at,
    same_lines,
    values_at,
)
from cc_widgets.core._density import AnyDensity, total_expected_cost
from cc_widgets.core._hull import TRIVIAL
from cc_widgets.core._reading import PC_MEANS, read_number, read_unit_number
from cc_widgets.core._results import SAME, BoolArray, FloatArray, IntArray, Owner, result
from cc_widgets.errors import CostCurveError, shown

# ---- By how much two cost curves differ, and where


@result
class Extremes:
    """The least and the greatest value of a difference.

    Attributes
    ----------
    lowest, highest : float
        The values. If `lowest` is negative, the first curve is cheaper by that much there.
    lowest_pc, highest_pc : ndarray of float64
        Every vertex at which the value is reached, rising; between two neighbours of them the
        difference may be level.
    """

    lowest: float
    highest: float
    lowest_pc: FloatArray
    highest_pc: FloatArray


@result
class Ranges:
    """Ranges of pc, both ends included.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i goes from pc_low[i] to pc_high[i]; ranges rise and do not touch.
    """

    pc_low: FloatArray
    pc_high: FloatArray


def cost_difference(first: CostCurve, second: CostCurve) -> CostPieces:
    """Difference in cost of two curves at each pc, exact: the first less the second.

    In money the difference is this times the expected cost of getting everything wrong,
    ``prior * cost_fn + (1 - prior) * cost_fp``.

    Parameters
    ----------
    first, second : CostCurve
        Envelopes, for instance.

    Returns
    -------
    CostPieces
        Cost of the first less cost of the second, in pieces of one sign: negative where the
        first is cheaper, zero where both follow the same line.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> first = lower_envelope(convex_hull([RocCurve(np.array([0.1]), np.array([0.6]))]))
    >>> second = lower_envelope(convex_hull([RocCurve(np.array([0.4]), np.array([0.9]))]))
    >>> difference = cost_difference(first, second)
    >>> difference.pc.round(3)
    array([0.   , 0.143, 0.308, 0.5  , 0.692, 0.857, 1.   ])
    >>> difference.stop_cost.round(3) + 0.0
    array([ 0.   , -0.115,  0.   ,  0.115,  0.   ,  0.   ])
    """
    edges = common_edges([first, second])
    one, other = cut(first, edges), cut(second, edges)
    differ = ~same_lines(one, other)
    whole = CostPieces(
        pc=edges,
        fpr=np.where(differ, one.fpr - other.fpr, 0.0),
        fnr=np.where(differ, one.fnr - other.fnr, 0.0),
    )
    return _one_sign(whole)


def _one_sign(pieces: CostPieces) -> CostPieces:
    """Cut a function where its sign changes inside a piece."""
    start, stop = pieces.start_cost, pieces.stop_cost
    apart = np.minimum(np.abs(start), np.abs(stop)) > SAME
    changes = apart & (np.sign(start) != np.sign(stop))
    at_0, at_1 = pieces.fpr[changes], pieces.fnr[changes]
    zeros = np.clip(at_0 / (at_0 - at_1), pieces.pc[:-1][changes], pieces.pc[1:][changes])
    return cut(pieces, np.union1d(pieces.pc, zeros))


def extremes(difference: CostPieces) -> Extremes:
    """Least and greatest difference in cost over pc, and where they are.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.

    Returns
    -------
    Extremes
        The least and the greatest value and where they are reached.

    Examples
    --------
    >>> most = extremes(CostPieces(np.array([0.0, 1.0]), np.array([-0.2]), np.array([0.1])))
    >>> most.lowest, most.lowest_pc, most.highest, most.highest_pc
    (-0.2, array([0.]), 0.1, array([1.]))
    """
    pc = np.concatenate([difference.pc[:-1], difference.pc[1:]])
    value = np.concatenate([difference.start_cost, difference.stop_cost])
    lowest, highest = value.min(), value.max()
    return Extremes(
        lowest=float(lowest),
        highest=float(highest),
        lowest_pc=np.unique(pc[value <= lowest + SAME]),
        highest_pc=np.unique(pc[value >= highest - SAME]),
    )


def absolute_area(difference: CostPieces, density: AnyDensity | None = None) -> float:
    """Mean absolute difference in cost over pc, whichever curve is cheaper.

    The signed average is `total_expected_cost` of the difference.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.
    density : Density or callable, optional
        How likely each pc is; all alike by default.

    Returns
    -------
    float
        The area between the two curves, weighted by the density.

    Examples
    --------
    >>> line = CostPieces(np.array([0.0, 1.0]), np.array([-1.0]), np.array([1.0]))
    >>> absolute_area(line), total_expected_cost(line)
    (0.5, 0.0)
    """
    pieces = _one_sign(difference)
    sign = np.sign(pieces.start_cost + pieces.stop_cost)
    size = CostPieces(pieces.pc, pieces.fpr * sign, pieces.fnr * sign)
    return total_expected_cost(size, density)


def near_equal(difference: CostPieces, epsilon: float) -> Ranges:
    """Ranges of pc on which two curves cost nearly the same.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.
    epsilon : float
        The largest difference that does not matter; 0 asks for exact ties.

    Returns
    -------
    Ranges
        Where the difference is at most `epsilon` either way; single points are left out.

    Raises
    ------
    CostCurveError
        If `epsilon` is negative or not finite.

    Examples
    --------
    >>> line = CostPieces(np.array([0.0, 1.0]), np.array([-1.0]), np.array([1.0]))
    >>> ranges = near_equal(line, 0.1)
    >>> ranges.pc_low.round(3), ranges.pc_high.round(3)
    (array([0.45]), array([0.55]))
    """
    fix = "It is a difference of normalised costs, for instance 0.01."
    most = read_number("epsilon", epsilon, fix)
    if not (isfinite(most) and most >= 0.0):
        raise CostCurveError(
            "must be zero or more, and finite", where="epsilon", got=shown(epsilon), fix=fix
        )
    start, stop = _within(_one_sign(difference), most + SAME if most else 0.0)
    apart = start[1:] > stop[:-1]
    return Ranges(
        pc_low=start[np.append(True, apart)[: start.size]],
        pc_high=stop[np.append(apart, True)[: stop.size]],
    )


def _within(pieces: CostPieces, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """The part of each piece on which it is within epsilon of zero, if it has length."""
    left, right = np.abs(pieces.start_cost), np.abs(pieces.stop_cost)
    small, large = np.minimum(left, right), np.maximum(left, right)
    whole, part = large <= epsilon, (small <= epsilon) & (large > epsilon)
    share = np.divide(epsilon - small, large - small, out=np.ones_like(small), where=part)
    length, falls = share * np.diff(pieces.pc), left > right
    start = np.where(falls & part, pieces.pc[1:] - length, pieces.pc[:-1])
    stop = np.where(falls | whole, pieces.pc[1:], pieces.pc[:-1] + length)
    found = (whole | part) & (start < stop)
    return start[found], stop[found]


# ---- Who is cheapest where, among any number of cost curves and the two trivial rules


TIE: int = Owner.TIE.value
# A range narrower than this share of its distance from 0 or 1 is an accident of rounding.
_NARROW = 1e-10


@result
class Winners:
    """A partition of [0, 1] by who has the least cost.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_ranges + 1,)
        Range i goes from pc[i] to pc[i + 1].
    best : ndarray of bool, shape (n_ranges, n_curves)
        Element (i, j) is true if curve j has the least cost everywhere in range i. Two in one
        row are equal there: they share a line.
    trivial : ndarray of bool, shape (n_ranges,)
        Element i is true if a trivial rule does as well in range i as the best curve, or
        better; false throughout if trivial rules do not compete.
    """

    pc: FloatArray
    best: BoolArray
    trivial: BoolArray

    @property
    def winner(self) -> IntArray:
        """Who wins each range.

        Returns
        -------
        ndarray of int64, shape (n_ranges,)
            Element i is the one curve that is best in range i; -1 if a trivial rule is as
            good, -3 if several curves are equal and better than that.
        """
        alone = self.best.sum(axis=1) == 1
        first = self.best.argmax(axis=1) if self.best.shape[1] else alone
        winner: IntArray = np.where(self.trivial, TRIVIAL, np.where(alone, first, TIE))
        return winner

    @property
    def crossover(self) -> FloatArray:
        """Where the lead changes hands at a single point.

        Returns
        -------
        ndarray of float64
            Every pc between two ranges that nobody wins both; the ends of ties are none.
        """
        members = np.column_stack([self.best, self.trivial])
        stays = np.any(members[:-1] & members[1:], axis=1)
        crossover: FloatArray = self.pc[1:-1][~stays]
        return crossover


@result
class Ranking:
    """Cost curves in the order of their cost at one pc.

    Attributes
    ----------
    pc : float
        Where they are ranked.
    order : ndarray of int64, shape (n_curves,)
        Element i is the curve in place i; equal ones in the order given.
    place : ndarray of int64, shape (n_curves,)
        Element j is one more than the number of curves cheaper than curve j.
    cost, fpr, fnr : ndarray of float64, shape (n_curves,)
        Element j describes the best classifier of curve j at this pc.
    """

    pc: float
    order: IntArray
    place: IntArray
    cost: FloatArray
    fpr: FloatArray
    fnr: FloatArray


def least_cost(curves: Sequence[CostCurve]) -> CostPieces:
    """Cost curve of the cheapest of several curves at each pc.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    CostPieces
        The least cost; neighbouring pieces lie on different lines.

    Raises
    ------
    CostCurveError
        If there is no curve.

    Examples
    --------
    >>> flat = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.3]))
    >>> least_cost([flat, TRIVIAL_RULES]).pc
    array([0. , 0.3, 0.7, 1. ])
    """
    if not curves:
        raise CostCurveError(
            "at least one cost curve is needed",
            where="curves",
            got="none",
            fix="Pass lower_envelope(convex_hull([curve])) of a classifier.",
        )
    left = [cut(curve, curve.pc) for curve in curves]
    while len(left) > 1:  # in pairs, so that few pieces are cut often
        pairs = zip(left[::2], left[1::2], strict=False)
        odd = left[-1:] if len(left) % 2 else []
        left = [_lesser(one, other) for one, other in pairs] + odd
    return left[0]


def _lesser(first: CostPieces, second: CostPieces) -> CostPieces:
    """The lesser of two curves at each pc; the first where they are equal."""
    difference = cost_difference(first, second)
    one, other = cut(first, difference.pc), cut(second, difference.pc)
    mine = difference.start_cost + difference.stop_cost <= 0
    fpr, fnr = np.where(mine, one.fpr, other.fpr), np.where(mine, one.fnr, other.fnr)
    new = np.append(True, (np.diff(fpr) != 0) | (np.diff(fnr) != 0))
    return CostPieces(np.append(difference.pc[:-1][new], 1.0), fpr[new], fnr[new])


def winners(curves: Sequence[CostCurve], *, trivial: bool = True) -> Winners:
    """Ranges of pc, each with the curve that costs least there.

    Parameters
    ----------
    curves : sequence of CostCurve
        Envelopes, for instance; also none, if the trivial rules compete.
    trivial : bool
        Whether the two trivial rules compete too.

    Returns
    -------
    Winners
        Ranges of pc with the best curves of each. Ranges narrower than 1e-10 of their
        distance from 0 or 1 are given to their neighbours.

    Raises
    ------
    CostCurveError
        If nobody competes.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> result = winners([lower_envelope(convex_hull([point])) for point in points])
    >>> result.pc.round(3), result.winner, result.crossover.round(3)
    (array([0.   , 0.091, 0.394, 0.778, 1.   ]), array([-1,  0,  1, -1]), array([0.394]))
    """
    least = least_cost([*curves, *([TRIVIAL_RULES] if trivial else [])])
    return winners_under(curves, least, trivial=trivial)


def winners_under(
    curves: Sequence[CostCurve], least: CostCurve, *, trivial: bool = True
) -> Winners:
    """Ranges of pc, each with the curve that costs least there, where the least is known.

    Parameters
    ----------
    curves : sequence of CostCurve
        As for `winners`.
    least : CostCurve
        The least cost of all that compete, for instance the envelope of their joint hull.
    trivial : bool
        Whether the two trivial rules compete too.

    Returns
    -------
    Winners
        As of `winners`, which has to find the least cost first.
    """
    competing = [*curves, *([TRIVIAL_RULES] if trivial else [])]
    reached = [_reached(curve, least) for curve in competing]
    pc = _without_slivers(np.unique(np.concatenate([edges for edges, _ in reached])))
    middle = pc[:-1] + np.diff(pc) / 2
    members = [at[np.searchsorted(edges[1:-1], middle)] for edges, at in reached]
    members += [] if trivial else [np.zeros(middle.size, dtype=bool)]
    table = np.column_stack(members)
    new = np.append(True, np.any(table[1:] != table[:-1], axis=1))
    return Winners(pc=np.append(pc[:-1][new], 1.0), best=table[new, :-1], trivial=table[new, -1])


def _reached(curve: CostCurve, least: CostCurve) -> tuple[FloatArray, BoolArray]:
    """Ranges of pc, and for each of them whether the curve is the least there."""
    edges = common_edges([curve, least])
    same = same_lines(cut(curve, edges), cut(least, edges))
    new = np.append(True, same[1:] != same[:-1])
    return np.append(edges[:-1][new], 1.0), same[new]


def _without_slivers(pc: FloatArray) -> FloatArray:
    """Drop ends of ranges that only rounding keeps apart."""
    wide = np.diff(pc) > _NARROW * np.minimum(pc[1:], 1.0 - pc[:-1])
    return np.concatenate([[0.0], pc[:-1][wide][1:], [1.0]])


def ranking(curves: Sequence[CostCurve], pc: float) -> Ranking:
    """Cost curves in order of cost at one pc, cheapest first.

    Parameters
    ----------
    curves : sequence of CostCurve
        Envelopes, for instance.
    pc : float
        In [0, 1].

    Returns
    -------
    Ranking
        Cheapest first. Costs that differ by rounding only share a place.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1].

    Examples
    --------
    >>> flat = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.3]))
    >>> result = ranking([flat, TRIVIAL_RULES], 0.2)
    >>> result.order, result.cost
    (array([1, 0]), array([0.3, 0.2]))
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    pieces = [int(piece_at(curve, x)) for curve in curves]
    cost = np.array([float(values_at(curve, x)) for curve in curves])
    place = np.array([1 + np.count_nonzero(cost < one - SAME) for one in cost], dtype=np.int64)
    return Ranking(
        pc=x,
        order=np.argsort(place, kind="stable").astype(np.int64),
        place=place,
        cost=cost,
        fpr=np.array([curve.fpr[i] for curve, i in zip(curves, pieces, strict=True)]),
        fnr=np.array([curve.fnr[i] for curve, i in zip(curves, pieces, strict=True)]),
    )


# ---- Two curves that cross: in cost space, and, which is another matter, in ROC space


@result
class Crossovers:
    """Where two cost curves change places.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_crossovers,)
        Element i is the point of cost space where they cross; ``pc`` rises.
    first_fpr, first_tpr, second_fpr, second_tpr : ndarray of float64, shape (n_crossovers,)
        Element i is where the common tangent touches the one and the other in ROC space.
    """

    pc: FloatArray
    cost: FloatArray
    first_fpr: FloatArray
    first_tpr: FloatArray
    second_fpr: FloatArray
    second_tpr: FloatArray

    @property
    def slope(self) -> FloatArray:
        """Slopes of the common tangents.

        Returns
        -------
        ndarray of float64, shape (n_crossovers,)
            Element i is (1 - pc[i]) / pc[i].
        """
        return (1.0 - self.pc) / self.pc


@result
class RocCrossings:
    """Where two ROC curves cross.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_crossings,)
        Element i is crossing i, left to right.
    """

    fpr: FloatArray
    tpr: FloatArray


def crossovers(first: CostCurve, second: CostCurve) -> Crossovers:
    """The pc, or ranges of pc, at which one cost curve takes the lead from another.

    Parameters
    ----------
    first, second : CostCurve
        Envelopes, for instance.

    Returns
    -------
    Crossovers
        Single points only: curves that are equal over a range do not cross there.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> rates = ([0.1], [0.6]), ([0.4], [0.9])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> found = crossovers(*(lower_envelope(convex_hull([point])) for point in points))
    >>> found.pc, found.slope, found.second_tpr
    (array([0.5]), array([1.]), array([0.9]))
    """
    pc = winners([first, second], trivial=False).crossover
    one, other = piece_at(first, pc), piece_at(second, pc)
    return Crossovers(
        pc=pc,
        cost=values_at(first, pc),
        first_fpr=first.fpr[one],
        first_tpr=1.0 - first.fnr[one],
        second_fpr=second.fpr[other],
        second_tpr=1.0 - second.fnr[other],
    )


def roc_crossings(first: RocPoints, second: RocPoints) -> RocCrossings:
    """Points at which two ROC curves, joined by segments, cross.

    Parameters
    ----------
    first, second : RocCurve or Hull
        Points that rise from left to right; (0, 0) and (1, 1) are added.

    Returns
    -------
    RocCrossings
        Single points only: curves that share a segment do not cross there.

    Raises
    ------
    CostCurveError
        If the points of a curve do not rise.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> rates = ([0.1], [0.6]), ([0.4], [0.9])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> found = roc_crossings(*points)
    >>> found.fpr.round(3), found.tpr.round(3)
    (array([0.308]), array([0.692]))
    """
    one, other = join(first, "first"), join(second, "second")
    # A rising curve is a function of fpr + tpr, also where it is vertical.
    along = np.union1d(one.fpr + one.tpr, other.fpr + other.tpr)
    ahead, behind = _lead(one, along), _lead(other, along)
    gap = ahead - behind
    apart = np.flatnonzero(np.abs(gap) > SAME)
    turn = np.flatnonzero(np.sign(gap[apart[1:]]) != np.sign(gap[apart[:-1]]))
    left, right = apart[turn], apart[turn + 1]
    # At most one vertex lies between, or several that only rounding tells apart.
    single = along[right - 1] - along[left + 1] <= SAME
    left, right = left[single], right[single]
    share = gap[left] / (gap[left] - gap[right])
    at = along[left] + share * (along[right] - along[left])
    middle = right - left > 1  # the vertex between them is the crossing
    at[middle] = along[left[middle] + 1]
    lead = _lead(one, at)
    return RocCrossings(fpr=(at - lead) / 2, tpr=(at + lead) / 2)


def _lead(curve: JoinedCurve, along: FloatArray) -> FloatArray:
    """Difference tpr - fpr where fpr + tpr is given."""
    return np.interp(along, curve.fpr + curve.tpr, curve.tpr - curve.fpr)
