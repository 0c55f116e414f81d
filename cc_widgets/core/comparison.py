"""Comparison of cost curves: differences, cheapest classifier at each pc, rankings, crossovers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from cc_widgets.core.costs import (
    BASELINES,
    CostCurve,
    CostPieces,
    JoinedCurve,
    RocPoints,
    common_edges,
    join_points,
    piece_at,
    same_lines,
    split_pieces,
    values_at,
)
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.metrics import DensityLike, total_expected_cost
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray, IntArray, Owner, result
from cc_widgets.core.validation import PC_MEANS, read_number, read_unit_number
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "TIE",
    "Crossovers",
    "Extremes",
    "Ranges",
    "Ranking",
    "RocCrossings",
    "Winners",
    "absolute_area",
    "cost_difference",
    "crossovers",
    "extremes",
    "least_cost",
    "near_equal",
    "ranking",
    "roc_crossings",
    "winners",
]

# ---- Differences of two cost curves


@result
class Extremes:
    """Minimum and maximum of a difference over pc.

    Attributes
    ----------
    lowest, highest : float
        The values. A negative `lowest` means that the first curve is cheaper at `lowest_pc`.
    lowest_pc, highest_pc : ndarray of float64
        Sorted vertices at which the value is attained; the difference may be constant between
        two consecutive ones.
    """

    lowest: float
    highest: float
    lowest_pc: FloatArray
    highest_pc: FloatArray


@result
class Ranges:
    """Closed ranges of pc.

    Attributes
    ----------
    pc_low, pc_high : ndarray of float64, shape (n_ranges,)
        Range i goes from pc_low[i] to pc_high[i]; ranges are sorted and disjoint.
    """

    pc_low: FloatArray
    pc_high: FloatArray


def cost_difference(first: CostCurve, second: CostCurve) -> CostPieces:
    """Difference in cost of two curves at each pc: the first minus the second.

    The difference in money is this value times ``prior * cost_fn + (1 - prior) * cost_fp``, the
    expected cost of classifying every case wrongly.

    Parameters
    ----------
    first, second : CostCurve
        Cost curves, for instance envelopes.

    Returns
    -------
    CostPieces
        Exact difference in pieces of constant sign: negative where the first is cheaper, zero
        where both follow the same line.

    References
    ----------
    R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
    Utility-Based Data Mining, KDD 2005.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> first = lower_envelope(convex_hull([RocCurve(np.array([0.1]), np.array([0.6]))]))
    >>> second = lower_envelope(convex_hull([RocCurve(np.array([0.4]), np.array([0.9]))]))
    >>> difference = cost_difference(first, second)
    >>> difference.pc.round(3)
    array([0.   , 0.143, 0.308, 0.5  , 0.692, 0.857, 1.   ])
    >>> difference.stop_cost.round(3) + 0.0
    array([ 0.   , -0.115,  0.   ,  0.115,  0.   ,  0.   ])
    """
    edges = common_edges([first, second])
    minuend, subtrahend = split_pieces(first, edges), split_pieces(second, edges)
    differ = ~same_lines(minuend, subtrahend)
    difference = CostPieces(
        pc=edges,
        fpr=np.where(differ, minuend.fpr - subtrahend.fpr, 0.0),
        fnr=np.where(differ, minuend.fnr - subtrahend.fnr, 0.0),
    )
    return _split_at_zeros(difference)


def _split_at_zeros(pieces: CostPieces) -> CostPieces:
    """Return the function with its pieces split where the sign changes."""
    start, stop = pieces.start_cost, pieces.stop_cost
    nonzero = np.minimum(np.abs(start), np.abs(stop)) > TOLERANCE
    changes = nonzero & (np.sign(start) != np.sign(stop))
    at_0, at_1 = pieces.fpr[changes], pieces.fnr[changes]
    zeros = np.clip(at_0 / (at_0 - at_1), pieces.pc[:-1][changes], pieces.pc[1:][changes])
    return split_pieces(pieces, np.union1d(pieces.pc, zeros))


def extremes(difference: CostPieces) -> Extremes:
    """Minimum and maximum difference in cost over pc, and where they are attained.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.

    Returns
    -------
    Extremes
        The minimum and maximum, and the pc at which they are attained.

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
        lowest_pc=np.unique(pc[value <= lowest + TOLERANCE]),
        highest_pc=np.unique(pc[value >= highest - TOLERANCE]),
    )


def absolute_area(difference: CostPieces, density: DensityLike | None = None) -> float:
    """Mean absolute difference in cost over pc.

    For the mean signed difference, use `total_expected_cost`.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.
    density : Density or callable, optional
        Probability density of pc; uniform by default.

    Returns
    -------
    float
        Area between the two curves, weighted by the density.

    Examples
    --------
    >>> line = CostPieces(np.array([0.0, 1.0]), np.array([-1.0]), np.array([1.0]))
    >>> absolute_area(line), total_expected_cost(line)
    (0.5, 0.0)
    """
    pieces = _split_at_zeros(difference)
    sign = np.sign(pieces.start_cost + pieces.stop_cost)
    size = CostPieces(pieces.pc, pieces.fpr * sign, pieces.fnr * sign)
    return total_expected_cost(size, density)


def near_equal(difference: CostPieces, epsilon: float) -> Ranges:
    """Ranges of pc in which the difference of two curves is at most `epsilon`.

    Parameters
    ----------
    difference : CostPieces
        From `cost_difference`.
    epsilon : float
        Maximum absolute difference in normalised expected cost; 0 for exact ties.

    Returns
    -------
    Ranges
        Ranges of positive length; isolated points are omitted.

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
    limit = read_number("epsilon", epsilon, fix)
    if not (isfinite(limit) and limit >= 0.0):
        raise CostCurveError(
            "must be finite and at least 0", where="epsilon", got=shown(epsilon), fix=fix
        )
    start, stop = _near_zero(_split_at_zeros(difference), limit + TOLERANCE if limit else 0.0)
    separate = start[1:] > stop[:-1]
    return Ranges(
        pc_low=start[np.append(True, separate)[: start.size]],
        pc_high=stop[np.append(separate, True)[: stop.size]],
    )


def _near_zero(pieces: CostPieces, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """Return the part of each piece within epsilon of zero, if it has positive length."""
    left, right = np.abs(pieces.start_cost), np.abs(pieces.stop_cost)
    small, large = np.minimum(left, right), np.maximum(left, right)
    whole, part = large <= epsilon, (small <= epsilon) & (large > epsilon)
    share = np.divide(epsilon - small, large - small, out=np.ones_like(small), where=part)
    length, falls = share * np.diff(pieces.pc), left > right
    start = np.where(falls & part, pieces.pc[1:] - length, pieces.pc[:-1])
    stop = np.where(falls | whole, pieces.pc[1:], pieces.pc[:-1] + length)
    nonempty = (whole | part) & (start < stop)
    return start[nonempty], stop[nonempty]


# ---- The cheapest of several cost curves and the two baselines


TIE: int = Owner.TIE.value
# A range narrower than this fraction of its distance from 0 or 1 is due to rounding.
_NARROW = 1e-10


@result
class Winners:
    """Partition of [0, 1] by the cheapest curve.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_ranges + 1,)
        Range i goes from pc[i] to pc[i + 1].
    best : ndarray of bool, shape (n_ranges, n_curves)
        Element (i, j) is True if curve j has the minimum cost throughout range i. Several True
        values in a row mean that these curves share a line.
    is_baseline : ndarray of bool, shape (n_ranges,)
        Element i is True if a baseline is at least as cheap as the best curve in range i; False
        throughout if baselines are excluded.
    """

    pc: FloatArray
    best: BoolArray
    is_baseline: BoolArray

    @property
    def winner(self) -> IntArray:
        """Cheapest curve of each range.

        Returns
        -------
        ndarray of int64, shape (n_ranges,)
            Element i is the index of the cheapest curve in range i; -1 if a baseline is at least as
            cheap, -3 if several curves tie.
        """
        unique = self.best.sum(axis=1) == 1
        first = self.best.argmax(axis=1) if self.best.shape[1] else unique
        winner: IntArray = np.where(self.is_baseline, BASELINE, np.where(unique, first, TIE))
        return winner

    @property
    def crossover(self) -> FloatArray:
        """Values of pc at which the cheapest curve changes.

        Returns
        -------
        ndarray of float64
            Every pc between two ranges without a common winner; ends of ties are not included.
        """
        cheapest = np.column_stack([self.best, self.is_baseline])
        common = np.any(cheapest[:-1] & cheapest[1:], axis=1)
        crossover: FloatArray = self.pc[1:-1][~common]
        return crossover


@result
class Ranking:
    """Cost curves ordered by their cost at one pc.

    Attributes
    ----------
    pc : float
        The pc of the ranking.
    order : ndarray of int64, shape (n_curves,)
        Element i is the curve of rank i; ties are in the order of the input.
    rank : ndarray of int64, shape (n_curves,)
        Element j is one more than the number of curves cheaper than curve j.
    cost, fpr, fnr : ndarray of float64, shape (n_curves,)
        Element j belongs to the best classifier of curve j at this pc.
    """

    pc: float
    order: IntArray
    rank: IntArray
    cost: FloatArray
    fpr: FloatArray
    fnr: FloatArray


def least_cost(curves: Sequence[CostCurve]) -> CostPieces:
    """Pointwise minimum of several cost curves.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    CostPieces
        Minimum cost at each pc; adjacent pieces lie on different lines.

    Raises
    ------
    CostCurveError
        If there is no curve.

    Examples
    --------
    >>> line = CostPieces(np.array([0.0, 1.0]), np.array([0.0]), np.array([0.4]))
    >>> flat = CostPieces(np.array([0.0, 1.0]), np.array([0.1]), np.array([0.1]))
    >>> least_cost([line, flat]).pc
    array([0.  , 0.25, 1.  ])
    """
    if not curves:
        raise CostCurveError(
            "must contain at least one cost curve",
            where="curves",
            got="none",
            fix="Pass lower_envelope(convex_hull([curve])) of a classifier.",
        )
    minima = [split_pieces(curve, curve.pc) for curve in curves]
    while len(minima) > 1:  # pairwise, so that few pieces are split repeatedly
        pairs = zip(minima[::2], minima[1::2], strict=False)
        unpaired = minima[-1:] if len(minima) % 2 else []
        minima = [_minimum(*pair) for pair in pairs] + unpaired
    return minima[0]


def _minimum(first: CostPieces, second: CostPieces) -> CostPieces:
    """Return the pointwise minimum of two curves; ties go to the first."""
    difference = cost_difference(first, second)
    a, b = split_pieces(first, difference.pc), split_pieces(second, difference.pc)
    first_is_cheaper = difference.start_cost + difference.stop_cost <= 0
    fpr = np.where(first_is_cheaper, a.fpr, b.fpr)
    fnr = np.where(first_is_cheaper, a.fnr, b.fnr)
    new_line = np.append(True, (np.diff(fpr) != 0) | (np.diff(fnr) != 0))
    return CostPieces(np.append(difference.pc[:-1][new_line], 1.0), fpr[new_line], fnr[new_line])


def winners(curves: Sequence[CostCurve], *, baselines: bool = True) -> Winners:
    """Partition of pc by the cheapest curve.

    Parameters
    ----------
    curves : sequence of CostCurve
        Cost curves, for instance envelopes; may be empty if the baselines are included.
    baselines : bool
        Whether to include the two baselines.

    Returns
    -------
    Winners
        Ranges of pc with their cheapest curves. Ranges narrower than 1e-10 of their distance
        from 0 or 1 are merged into their neighbours.

    Raises
    ------
    CostCurveError
        If there are neither curves nor baselines.

    References
    ----------
    R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
    Utility-Based Data Mining, KDD 2005.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> result = winners([lower_envelope(convex_hull([point])) for point in points])
    >>> result.pc.round(3), result.winner, result.crossover.round(3)
    (array([0.   , 0.091, 0.394, 0.778, 1.   ]), array([-1,  0,  1, -1]), array([0.394]))
    """
    least = least_cost([*curves, *([BASELINES] if baselines else [])])
    return winners_on_envelope(curves, least, baselines=baselines)


def winners_on_envelope(
    curves: Sequence[CostCurve], least: CostCurve, *, baselines: bool = True
) -> Winners:
    """Return `winners`, given the pointwise minimum of all curves.

    `least` may for instance be the lower envelope of the joint hull.
    """
    competing = [*curves, *([BASELINES] if baselines else [])]
    attained = [_attains(curve, least) for curve in competing]
    pc = merge_slivers(np.unique(np.concatenate([edges for edges, _ in attained])))
    middle = pc[:-1] + np.diff(pc) / 2
    columns = [mask[np.searchsorted(edges[1:-1], middle)] for edges, mask in attained]
    columns += [] if baselines else [np.zeros(middle.size, dtype=bool)]
    table = np.column_stack(columns)
    new = np.append(True, np.any(table[1:] != table[:-1], axis=1))
    return Winners(
        pc=np.append(pc[:-1][new], 1.0), best=table[new, :-1], is_baseline=table[new, -1]
    )


def _attains(curve: CostCurve, least: CostCurve) -> tuple[FloatArray, BoolArray]:
    """Return ranges of pc, and whether the curve attains the minimum on each of them."""
    edges = common_edges([curve, least])
    same = same_lines(split_pieces(curve, edges), split_pieces(least, edges))
    new = np.append(True, same[1:] != same[:-1])
    return np.append(edges[:-1][new], 1.0), same[new]


def merge_slivers(pc: FloatArray) -> FloatArray:
    """Return the ends of ranges, with ranges due to rounding merged into their neighbours."""
    wide = np.diff(pc) > _NARROW * np.minimum(pc[1:], 1.0 - pc[:-1])
    return np.concatenate([[0.0], pc[:-1][wide][1:], [1.0]])


def ranking(curves: Sequence[CostCurve], pc: float) -> Ranking:
    """Cost curves ordered by cost at one pc, cheapest first.

    Parameters
    ----------
    curves : sequence of CostCurve
        Cost curves, for instance envelopes.
    pc : float
        In [0, 1].

    Returns
    -------
    Ranking
        Curves whose costs are equal up to rounding share a rank.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1].

    Examples
    --------
    >>> line = CostPieces(np.array([0.0, 1.0]), np.array([0.0]), np.array([0.5]))
    >>> flat = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.3]))
    >>> result = ranking([flat, line], 0.5)
    >>> result.order, result.cost
    (array([1, 0]), array([0.3 , 0.25]))
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    pieces = [int(piece_at(curve, x)) for curve in curves]
    cost = np.array([float(values_at(curve, x)) for curve in curves])
    rank = np.array(
        [1 + np.count_nonzero(cost < value - TOLERANCE) for value in cost], dtype=np.int64
    )
    return Ranking(
        pc=x,
        order=np.argsort(rank, kind="stable").astype(np.int64),
        rank=rank,
        cost=cost,
        fpr=np.array([curve.fpr[i] for curve, i in zip(curves, pieces, strict=True)]),
        fnr=np.array([curve.fnr[i] for curve, i in zip(curves, pieces, strict=True)]),
    )


# ---- Crossings of two curves in cost space and in ROC space, which differ


@result
class Crossovers:
    """Crossings of two cost curves.

    Attributes
    ----------
    pc, cost : ndarray of float64, shape (n_crossovers,)
        Element i is the crossing in cost space; ``pc`` is sorted.
    first_fpr, first_tpr, second_fpr, second_tpr : ndarray of float64, shape (n_crossovers,)
        Element i is the point at which the common tangent touches each curve in ROC space.
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
    """Crossings of two ROC curves.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_crossings,)
        Element i is crossing i, left to right.
    """

    fpr: FloatArray
    tpr: FloatArray


def crossovers(first: CostCurve, second: CostCurve) -> Crossovers:
    """Crossings of two cost curves: the pc at which the cheaper curve changes.

    Parameters
    ----------
    first, second : CostCurve
        Cost curves, for instance envelopes.

    Returns
    -------
    Crossovers
        Isolated points only: curves do not cross in a range where they are equal.

    References
    ----------
    R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
    Utility-Based Data Mining, KDD 2005.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> rates = ([0.1], [0.6]), ([0.4], [0.9])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> crossing = crossovers(*(lower_envelope(convex_hull([point])) for point in points))
    >>> crossing.pc, crossing.slope, crossing.second_tpr
    (array([0.5]), array([1.]), array([0.9]))
    """
    pc = winners([first, second], baselines=False).crossover
    i, j = piece_at(first, pc), piece_at(second, pc)
    return Crossovers(
        pc=pc,
        cost=values_at(first, pc),
        first_fpr=first.fpr[i],
        first_tpr=1.0 - first.fnr[i],
        second_fpr=second.fpr[j],
        second_tpr=1.0 - second.fnr[j],
    )


def roc_crossings(first: RocPoints, second: RocPoints) -> RocCrossings:
    """Points at which two ROC curves, joined by segments, cross.

    Parameters
    ----------
    first, second : RocCurve or Hull
        Points with non-decreasing rates; (0, 0) and (1, 1) are added.

    Returns
    -------
    RocCrossings
        Isolated points only: curves do not cross along a shared segment.

    Raises
    ------
    CostCurveError
        If a rate decreases along a curve.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> rates = ([0.1], [0.6]), ([0.4], [0.9])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> crossing = roc_crossings(*points)
    >>> crossing.fpr.round(3), crossing.tpr.round(3)
    (array([0.308]), array([0.692]))
    """
    a, b = join_points(first, "first"), join_points(second, "second")
    # A non-decreasing curve is a function of fpr + tpr, even where it is vertical.
    along = np.union1d(a.fpr + a.tpr, b.fpr + b.tpr)
    gap = _tpr_minus_fpr(a, along) - _tpr_minus_fpr(b, along)
    nonzero = np.flatnonzero(np.abs(gap) > TOLERANCE)
    turn = np.flatnonzero(np.sign(gap[nonzero[1:]]) != np.sign(gap[nonzero[:-1]]))
    left, right = nonzero[turn], nonzero[turn + 1]
    # Exclude shared segments: at most one vertex, up to rounding, lies in between.
    single = along[right - 1] - along[left + 1] <= TOLERANCE
    left, right = left[single], right[single]
    share = gap[left] / (gap[left] - gap[right])
    crossing = along[left] + share * (along[right] - along[left])
    at_vertex = right - left > 1
    crossing[at_vertex] = along[left[at_vertex] + 1]
    height = _tpr_minus_fpr(a, crossing)
    return RocCrossings(fpr=(crossing - height) / 2, tpr=(crossing + height) / 2)


def _tpr_minus_fpr(curve: JoinedCurve, along: FloatArray) -> FloatArray:
    """Return tpr - fpr of a curve at the given values of fpr + tpr."""
    return np.interp(along, curve.fpr + curve.tpr, curve.tpr - curve.fpr)
