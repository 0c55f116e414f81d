"""Choosing so that a workforce of fixed size is kept busy with the best cases.

Of `positives` and `negatives` cases a choice hands over ``tpr * positives + fpr * negatives``;
no more than `capacity` can be handled. In ROC space the limit is a falling line; the choice
is where it meets the hull. A limit on fpr alone is the case of ``positives=0, negatives=1``.
"""

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from cc_widgets.core.duality import CostPoint, IsoLine, ParallelLines
from cc_widgets.core.mixing import Mix, MixedLine, alone, mix
from cc_widgets.core.numbers import read_number
from cc_widgets.core.pieces import CostCurve
from cc_widgets.core.roc import Hull
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, slots=True)
class WorkforceLimit:
    """The choices that keep the workforce exactly busy.

    Attributes
    ----------
    line : IsoLine
        Their line in ROC space, of slope ``-negatives / positives``; vertical if there are no
        positives.
    dual : CostPoint or ParallelLines
        Where their cost lines meet: left of pc = 0 if there are more negatives than positives,
        right of 1 if fewer. If as many, these lines are parallel and meet at infinity.
    """

    line: IsoLine
    dual: CostPoint | ParallelLines


def workforce_limit(*, positives: float, negatives: float, capacity: float) -> WorkforceLimit:
    """Describe the limit as a line in ROC space and as a point in cost space.

    Parameters
    ----------
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    WorkforceLimit
        The point may lie far outside of pc from 0 to 1.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> limit = workforce_limit(positives=100, negatives=300, capacity=60)
    >>> limit.line
    IsoLine(slope=-3.0, intercept=0.6, fpr=None)
    >>> limit.dual
    CostPoint(pc=-0.5, cost=-0.2)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    if not positives:
        share = capacity / negatives
        return WorkforceLimit(IsoLine(inf, None, share), CostPoint(0.0, share))
    line = IsoLine(-negatives / positives, capacity / positives, None)
    more = positives - negatives
    if not more:
        return WorkforceLimit(line, ParallelLines(1.0 - capacity / positives))
    return WorkforceLimit(line, CostPoint(positives / more, (positives - capacity) / more))


def workforce(hull: Hull, *, positives: float, negatives: float, capacity: float) -> Mix:
    """Find the largest tpr that a workforce can handle, by a walk along the hull.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    Mix
        Of two neighbouring corners. It fills the capacity, also along a level last edge;
        (1, 1) if all cases can be handled, (0, 0) if none can.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce(hull, positives=100, negatives=300, capacity=150)
    Mix(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    load = hull.tpr * positives + hull.fpr * negatives
    last = int(np.searchsorted(load, capacity, side="right")) - 1
    if last < 0:
        return alone(hull, 0)
    if last == load.size - 1:
        return alone(hull, last)
    weight = float((capacity - load[last]) / (load[last + 1] - load[last]))
    return mix(hull, last, last + 1, weight) if weight else alone(hull, last)


def workforce_line(
    envelope: CostCurve, *, positives: float, negatives: float, capacity: float
) -> MixedLine:
    """Find the same choice in cost space, by a walk along the vertices of the envelope.

    Of the two lines that meet at a vertex the right-hand one hands over more cases. Where the
    capacity lies between the two, the line through the vertex that fills it is the choice:
    the one that goes on to the dual point of the limit.

    Parameters
    ----------
    envelope : CostCurve
        A lower envelope, trivial rules included.
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    MixedLine
        Its line and the vertex.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce_line(lower_envelope(hull), positives=100, negatives=300, capacity=150)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    # Both trivial lines, which a vertical or level hull edge leaves without a segment.
    fpr = np.concatenate([[0.0], envelope.fpr, [1.0]])
    fnr = np.concatenate([[1.0], envelope.fnr, [0.0]])
    handed = positives * (1.0 - fnr) + negatives * fpr
    left = int(np.searchsorted(handed, capacity, side="right")) - 1
    left = min(max(left, 0), fpr.size - 2)
    span = float(handed[left + 1] - handed[left])
    weight = float(np.clip((capacity - handed[left]) / span, 0.0, 1.0)) if span else 0.0
    vertex = float(envelope.pc[left])
    return MixedLine(
        fpr=float(fpr[left] * (1.0 - weight) + fpr[left + 1] * weight),
        fnr=float(fnr[left] * (1.0 - weight) + fnr[left + 1] * weight),
        pc=vertex,
        cost=float(fpr[left] * (1.0 - vertex) + fnr[left] * vertex),
        weight=weight,
    )


def _read(positives: float, negatives: float, capacity: float) -> tuple[float, float, float]:
    """Return numbers of cases that can be."""
    fix = "It is a number of cases; 0 makes the capacity a limit on fpr alone."
    wanted = read_number("positives", positives, fix)
    if not (isfinite(wanted) and wanted >= 0.0):
        raise CostCurveError(
            "must be zero or more, and finite", where="positives", got=shown(positives), fix=fix
        )
    fix = "It is a number of cases."
    others = read_number("negatives", negatives, fix)
    if not (isfinite(others) and others > 0.0):
        raise CostCurveError(
            "must be above zero, and finite", where="negatives", got=shown(negatives), fix=fix
        )
    fix = "It is the number of cases that can be handled."
    handled = read_number("capacity", capacity, fix)
    if not isfinite(handled):
        raise CostCurveError("must be finite", where="capacity", got=shown(capacity), fix=fix)
    return wanted, others, handled
