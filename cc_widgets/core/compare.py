"""By how much two cost curves differ, and where.

Every curve is taken at its own best at each pc: nothing pairs two classifiers because they
share a threshold or a parameter. Differences are absolute, in units of normalised cost.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from cc_widgets.core.area import total_expected_cost
from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.density import AnyDensity
from cc_widgets.core.numbers import read_number
from cc_widgets.core.pieces import SAME_RATE, CostCurve, CostPieces, common_edges, cut, same_lines
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
class Ranges:
    """Ranges of pc, both ends included.

    Attributes
    ----------
    start, stop : ndarray of float64, shape (n_ranges,)
        Range i goes from start[i] to stop[i]; ranges rise and do not touch.
    """

    start: FloatArray
    stop: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def cost_difference(first: CostCurve, second: CostCurve) -> CostPieces:
    """Subtract one cost curve from another, exactly.

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
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
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
    apart = np.minimum(np.abs(start), np.abs(stop)) > SAME_RATE
    changes = apart & (np.sign(start) != np.sign(stop))
    at_0, at_1 = pieces.fpr[changes], pieces.fnr[changes]
    zeros = np.clip(at_0 / (at_0 - at_1), pieces.pc[:-1][changes], pieces.pc[1:][changes])
    return cut(pieces, np.union1d(pieces.pc, zeros))


def extremes(difference: CostPieces) -> Extremes:
    """Find where two curves differ most.

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
        lowest_pc=np.unique(pc[value <= lowest + SAME_RATE]),
        highest_pc=np.unique(pc[value >= highest - SAME_RATE]),
    )


def absolute_area(difference: CostPieces, density: AnyDensity | None = None) -> float:
    """Average the size of a difference over pc, whichever curve is the cheaper one.

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
    """Find the ranges on which two curves cost nearly the same.

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
    >>> ranges.start.round(3), ranges.stop.round(3)
    (array([0.45]), array([0.55]))
    """
    fix = "It is a difference of normalised costs, for instance 0.01."
    most = read_number("epsilon", epsilon, fix)
    if not (isfinite(most) and most >= 0.0):
        raise CostCurveError(
            "must be zero or more, and finite", where="epsilon", got=shown(epsilon), fix=fix
        )
    start, stop = _within(_one_sign(difference), most + SAME_RATE if most else 0.0)
    apart = start[1:] > stop[:-1]
    return Ranges(
        start=start[np.append(True, apart)[: start.size]],
        stop=stop[np.append(apart, True)[: stop.size]],
    )


def _within(pieces: CostPieces, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """Return the part of each piece on which it is within epsilon of zero, if it has length."""
    left, right = np.abs(pieces.start_cost), np.abs(pieces.stop_cost)
    small, large = np.minimum(left, right), np.maximum(left, right)
    whole, part = large <= epsilon, (small <= epsilon) & (large > epsilon)
    share = np.divide(epsilon - small, large - small, out=np.ones_like(small), where=part)
    length, falls = share * np.diff(pieces.pc), left > right
    start = np.where(falls & part, pieces.pc[1:] - length, pieces.pc[:-1])
    stop = np.where(falls | whole, pieces.pc[1:], pieces.pc[:-1] + length)
    found = (whole | part) & (start < stop)
    return start[found], stop[found]
