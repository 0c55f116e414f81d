"""Envelopes of lines alone, and what an envelope says as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.chain import upper_chain
from cc_widgets.core.coordinates import common_frame, place
from cc_widgets.core.cost import COST_MEANS, Envelope, envelope_of_corners
from cc_widgets.core.numbers import check_shapes
from cc_widgets.core.roc import Hull, RocCurve
from cc_widgets.core.unit import PC_MEANS, read_unit
from cc_widgets.errors import CostCurveError

_ROUNDING = 8 * float(np.finfo(np.float64).eps)


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
    """Find the lower envelope of the lines of curves, without the trivial ones.

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
    """Find the greatest cost of an envelope.

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
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import convex_hull
    >>> envelope_top(lower_envelope(convex_hull([])))
    EnvelopeTop(cost=0.5, pc_low=0.5, pc_high=0.5)
    """
    cost = float(envelope.cost.max())
    reached = envelope.pc[envelope.cost >= cost * (1.0 - _ROUNDING)]
    return EnvelopeTop(cost=cost, pc_low=float(reached[0]), pc_high=float(reached[-1]))


def trivial_cost(pc: ArrayLike) -> FloatArray:
    """Compute the cost of the better trivial rule.

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
    """Compute what is saved against the better trivial rule.

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
