"""Two curves that cross: in cost space, and, which is another matter, in ROC space.

Where two hulls cross in ROC space no operating point makes either of them the right choice:
a segment from the one hull to the other passes above. That segment, on their common tangent,
is the crossover that counts: its slope is the operating point at which the costs are equal.
"""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.joined import JoinedCurve, RocPoints, join
from cc_widgets.core.pieces import SAME_RATE, CostCurve, piece_at, values_at
from cc_widgets.core.winners import winners


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def slope(self) -> FloatArray:
        """Slopes of the common tangents.

        Returns
        -------
        ndarray of float64, shape (n_crossovers,)
            Element i is (1 - pc[i]) / pc[i].
        """
        return (1.0 - self.pc) / self.pc


@dataclass(frozen=True, eq=False, slots=True)
class RocCrossings:
    """Where two ROC curves cross.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_crossings,)
        Element i is crossing i, left to right.
    """

    fpr: FloatArray
    tpr: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def crossovers(first: CostCurve, second: CostCurve) -> Crossovers:
    """Find where one cost curve takes the lead from another.

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
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
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
    """Find where two ROC curves, joined by segments, cross.

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
    >>> from cc_widgets.core.roc import RocCurve
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
    apart = np.flatnonzero(np.abs(gap) > SAME_RATE)
    turn = np.flatnonzero(np.sign(gap[apart[1:]]) != np.sign(gap[apart[:-1]]))
    left, right = apart[turn], apart[turn + 1]
    # At most one vertex lies between, or several that only rounding tells apart.
    single = along[right - 1] - along[left + 1] <= SAME_RATE
    left, right = left[single], right[single]
    share = gap[left] / (gap[left] - gap[right])
    at = along[left] + share * (along[right] - along[left])
    middle = right - left > 1  # the vertex between them is the crossing
    at[middle] = along[left[middle] + 1]
    lead = _lead(one, at)
    return RocCrossings(fpr=(at - lead) / 2, tpr=(at + lead) / 2)


def _lead(curve: JoinedCurve, along: FloatArray) -> FloatArray:
    """Return tpr - fpr where fpr + tpr is given."""
    return np.interp(along, curve.fpr + curve.tpr, curve.tpr - curve.fpr)
