"""Choosing by something else than expected cost: a limit on false alarms, equal errors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.cost import edge_pc
from cc_widgets.core.mixing import Mix, MixedLine, alone, mix
from cc_widgets.core.pieces import SAME_RATE, CostCurve
from cc_widgets.core.roc import Hull, RocCurve
from cc_widgets.core.rules import Pick, greatest
from cc_widgets.core.unit import read_unit_number


@dataclass(frozen=True, slots=True)
class Minimax:
    """The choice whose cost is the same at every pc, and as low as that can be.

    Attributes
    ----------
    cost : float
        That cost: the top of the lower envelope, and the equal error rate on the hull.
    start, stop : float
        The pc, or the range of pc, at which the envelope has its top.
    choice : Mix
        On the hull, with ``fpr == 1 - tpr``.
    """

    cost: float
    start: float
    stop: float
    choice: Mix


def neyman_pearson(hull: Hull, max_fpr: float) -> Mix:
    """Find the largest tpr on a hull with a limit on fpr, by mixing where need be.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    Mix
        Of two neighbouring corners. Where more fpr brings no more tpr, the least fpr.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core.roc import convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson(hull, 0.25)
    Mix(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    last = int(np.searchsorted(hull.fpr, limit, side="right")) - 1
    full = int(np.argmax(hull.tpr >= 1.0))
    if last >= full:
        return alone(hull, full)
    run = hull.fpr[last + 1] - hull.fpr[last]
    weight = float((limit - hull.fpr[last]) / run)
    return mix(hull, last, last + 1, weight) if weight else alone(hull, last)


def neyman_pearson_line(envelope: CostCurve, max_fpr: float) -> MixedLine:
    """Find the same choice as `neyman_pearson`, in cost space.

    The lines that meet at a vertex of the envelope start, at pc = 0, on both sides of
    (0, max_fpr). The line from there through the vertex is the choice.

    Parameters
    ----------
    envelope : CostCurve
        A lower envelope, trivial rules included.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    MixedLine
        Its line and the vertex.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson_line(lower_envelope(hull), 0.25)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    left = int(np.searchsorted(envelope.fpr, limit, side="right")) - 1
    fpr, fnr = float(envelope.fpr[left]), float(envelope.fnr[left])
    if left == envelope.fpr.size - 1:  # no line starts above the limit: the last one alone
        return MixedLine(fpr=fpr, fnr=fnr, pc=1.0, cost=fnr, weight=0.0)
    vertex, more = float(envelope.pc[left + 1]), limit - fpr
    return MixedLine(
        fpr=limit,
        fnr=fnr - more * (1.0 - vertex) / vertex,
        pc=vertex,
        cost=fpr * (1.0 - vertex) + fnr * vertex,
        weight=more / (float(envelope.fpr[left + 1]) - fpr),
    )


def neyman_pearson_steps(curves: Sequence[RocCurve], max_fpr: float) -> Pick:
    """Find the largest tpr with a limit on fpr among single classifiers, without mixing.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    Pick
        Among equal tpr the least fpr; among equal points the one given first.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> neyman_pearson_steps([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))], 0.25)
    Pick(fpr=0.0, tpr=0.5, owner=0, index=0)
    """
    limit = _read_limit(max_fpr)
    return greatest(curves, lambda fpr, tpr: np.where(fpr <= limit, tpr, -1.0), 0.0)


def minimax(hull: Hull) -> Minimax:
    """Find the choice that makes the greatest cost over all pc as small as possible.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    Minimax
        Its cost, where the envelope is that high, and the mix of corners.

    Examples
    --------
    >>> from cc_widgets.core.roc import convex_hull
    >>> found = minimax(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> found.cost, found.start, found.stop
    (0.25, 0.25, 0.75)
    """
    excess = hull.fpr - (1.0 - hull.tpr)
    turns = edge_pc(hull)
    corner = int(np.argmin(np.abs(excess)))
    if abs(excess[corner]) <= SAME_RATE:
        start, stop = float(turns[corner - 1]), float(turns[corner])
        return Minimax(float(hull.fpr[corner]), start, stop, alone(hull, corner))
    last = int(np.searchsorted(excess, 0.0)) - 1
    choice = mix(hull, last, last + 1, float(excess[last] / (excess[last] - excess[last + 1])))
    return Minimax(choice.fpr, float(turns[last]), float(turns[last]), choice)


def _read_limit(max_fpr: float) -> float:
    """Return a limit that is a rate."""
    fix = "It is the share of negatives that may be called positive."
    return read_unit_number("max_fpr", max_fpr, fix)
