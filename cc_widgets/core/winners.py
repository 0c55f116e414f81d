"""Who is cheapest where, among any number of cost curves and the two trivial rules."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, freeze
from cc_widgets.core.compare import cost_difference
from cc_widgets.core.pieces import (
    SAME_RATE,
    TRIVIAL_RULES,
    CostCurve,
    CostPieces,
    common_edges,
    cut,
    piece_at,
    same_lines,
    values_at,
)
from cc_widgets.core.roc import TRIVIAL
from cc_widgets.core.unit import PC_MEANS, read_unit_number
from cc_widgets.errors import CostCurveError

TIE = -2
# A range narrower than this share of its distance from 0 or 1 is an accident of rounding.
_NARROW = 1e-10


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def winner(self) -> IntArray:
        """Who wins each range.

        Returns
        -------
        ndarray of int64, shape (n_ranges,)
            Element i is the one curve that is best in range i; -1 if a trivial rule is as
            good, -2 if several curves are equal and better than that.
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


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def least_cost(curves: Sequence[CostCurve]) -> CostPieces:
    """Take the least of several cost curves at each pc.

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
    """Return the lesser of two curves at each pc; the first where they are equal."""
    difference = cost_difference(first, second)
    one, other = cut(first, difference.pc), cut(second, difference.pc)
    mine = difference.start_cost + difference.stop_cost <= 0
    fpr, fnr = np.where(mine, one.fpr, other.fpr), np.where(mine, one.fnr, other.fnr)
    new = np.append(True, (np.diff(fpr) != 0) | (np.diff(fnr) != 0))
    return CostPieces(np.append(difference.pc[:-1][new], 1.0), fpr[new], fnr[new])


def winners(curves: Sequence[CostCurve], *, trivial: bool = True) -> Winners:
    """Find who has the least cost at each pc.

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
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> result = winners([lower_envelope(convex_hull([point])) for point in points])
    >>> result.pc.round(3), result.winner, result.crossover.round(3)
    (array([0.   , 0.091, 0.394, 0.778, 1.   ]), array([-1,  0,  1, -1]), array([0.394]))
    """
    competing = [*curves, *([TRIVIAL_RULES] if trivial else [])]
    least = least_cost(competing)
    reached = [_reached(curve, least) for curve in competing]
    pc = _without_slivers(np.unique(np.concatenate([edges for edges, _ in reached])))
    middle = pc[:-1] + np.diff(pc) / 2
    members = [at[np.searchsorted(edges[1:-1], middle)] for edges, at in reached]
    members += [] if trivial else [np.zeros(middle.size, dtype=bool)]
    table = np.column_stack(members)
    new = np.append(True, np.any(table[1:] != table[:-1], axis=1))
    return Winners(pc=np.append(pc[:-1][new], 1.0), best=table[new, :-1], trivial=table[new, -1])


def _reached(curve: CostCurve, least: CostPieces) -> tuple[FloatArray, BoolArray]:
    """Return ranges of pc, and for each of them whether the curve is the least there."""
    edges = common_edges([curve, least])
    same = same_lines(cut(curve, edges), cut(least, edges))
    new = np.append(True, same[1:] != same[:-1])
    return np.append(edges[:-1][new], 1.0), same[new]


def _without_slivers(pc: FloatArray) -> FloatArray:
    """Drop ends of ranges that only rounding keeps apart."""
    wide = np.diff(pc) > _NARROW * np.minimum(pc[1:], 1.0 - pc[:-1])
    return np.concatenate([[0.0], pc[:-1][wide][1:], [1.0]])


def ranking(curves: Sequence[CostCurve], pc: float) -> Ranking:
    """Rank cost curves at one pc, each by its own best classifier there.

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
    place = np.array([1 + np.count_nonzero(cost < one - SAME_RATE) for one in cost], dtype=np.int64)
    return Ranking(
        pc=x,
        order=np.argsort(place, kind="stable").astype(np.int64),
        place=place,
        cost=cost,
        fpr=np.array([curve.fpr[i] for curve, i in zip(curves, pieces, strict=True)]),
        fnr=np.array([curve.fnr[i] for curve, i in zip(curves, pieces, strict=True)]),
    )
