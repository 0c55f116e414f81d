"""Points of one space as lines of the other."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, isnan

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import PC_MEANS, read_number, read_numbers, read_unit_number
from cc_widgets.core._results import FloatArray, result
from cc_widgets.errors import CostCurveError, shown

_DUAL = "slope = (1 - pc) / pc; a vertical line has slope infinity and pc 0."


@result
class IsoLine:
    """A line in ROC space on which every point has the same cost at one pc.

    Attributes
    ----------
    slope : float
        Rise of tpr per unit of fpr; infinite if vertical, negative for virtual points.
    intercept : float or None
        The tpr at which the line meets fpr = 0; None if it is vertical.
    fpr : float or None
        Where a vertical line stands; None for any other line.
    """

    slope: float
    intercept: float | None
    fpr: float | None


@result
class CostPoint:
    """A point in cost space.

    Attributes
    ----------
    pc : float
        Probability-cost value; outside [0, 1] for a virtual point.
    cost : float
        Normalised expected cost.
    """

    pc: float
    cost: float

    @property
    def virtual(self) -> bool:
        """Whether no operating condition is there: cost lines meet outside the figure."""
        return not 0.0 <= self.pc <= 1.0


@dataclass(frozen=True, slots=True)
class ParallelLines:
    """What a ROC line of slope -1 is in cost space: a direction, not a point.

    Attributes
    ----------
    gradient : float
        Rise of cost per unit of pc, the same for the cost lines of all points on the line.
    """

    gradient: float


@result
class Pencil:
    """Parallel iso-performance lines: what a vertical line of cost space is in ROC space.

    Attributes
    ----------
    pc, slope : float
        The vertical line, and the slope that all lines of the pencil share.
    cost : ndarray of float64
        Element i is the cost of every point on line i.
    intercept : ndarray of float64 or None
        Element i is the tpr at which line i meets fpr = 0; None if the lines are vertical.
    fpr : ndarray of float64 or None
        Element i is where vertical line i stands; None for any other slope.
    """

    pc: float
    slope: float
    cost: FloatArray
    intercept: FloatArray | None
    fpr: FloatArray | None


def iso_line(pc: float, cost: float) -> IsoLine:
    """Line in ROC space on which every point has this cost at this pc.

    Parameters
    ----------
    pc : float
        Any finite number; outside [0, 1] the line falls.
    cost : float
        Any finite number.

    Returns
    -------
    IsoLine
        All ROC points that have this cost at this pc.

    Raises
    ------
    CostCurveError
        If pc or cost is not finite.

    Examples
    --------
    >>> iso_line(0.5, 0.25)
    IsoLine(slope=1.0, intercept=0.5, fpr=None)
    >>> iso_line(0.0, 0.25)
    IsoLine(slope=inf, intercept=None, fpr=0.25)
    >>> iso_line(2.0, 1.0)
    IsoLine(slope=-0.5, intercept=0.5, fpr=None)
    """
    x, y = _read_finite("pc", pc), _read_finite("cost", cost)
    slope = (1.0 - x) / x if x else inf
    if not isfinite(slope):
        return IsoLine(slope=inf, intercept=None, fpr=y)
    return IsoLine(slope=slope, intercept=1.0 - y / x, fpr=None)


def iso_segment(pc: float, cost: float) -> tuple[float, float, float, float]:
    """Ends of the line of one cost at one pc, as far as it lies in ROC space.

    Parameters
    ----------
    pc, cost : float
        In [0, 1].

    Returns
    -------
    (float, float, float, float)
        fpr and tpr of its lower left end, then those of its upper right end.

    Examples
    --------
    >>> iso_segment(0.5, 0.25), iso_segment(0.0, 0.25)
    ((0.0, 0.5, 0.5, 1.0), (0.25, 0.0, 0.25, 1.0))
    """
    miss = 1.0 if cost == pc == 0.0 else cost / pc if cost <= pc else 1.0
    start = 0.0 if cost <= pc else (cost - pc) / (1.0 - pc)
    stop = 1.0 if cost == 1.0 - pc == 0.0 else cost / (1.0 - pc) if cost <= 1.0 - pc else 1.0
    missed = 0.0 if cost <= 1.0 - pc else (cost - 1.0 + pc) / pc
    return start, 1.0 - miss, stop, 1.0 - missed


def pencil(pc: float, cost: ArrayLike) -> Pencil:
    """Parallel lines in ROC space of points of cost space above one pc.

    Parameters
    ----------
    pc : float
        In [0, 1].
    cost : array-like of shape (n_lines,)
        Costs, for instance those of several classifiers at this pc.

    Returns
    -------
    Pencil
        Line i belongs to cost[i]; the cheaper, the larger its intercept.

    Examples
    --------
    >>> pencil(0.5, [0.25, 0.5]).intercept
    array([0.5, 0. ])
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    y = read_numbers("cost", cost, _DUAL)
    wrong = y[~np.isfinite(y)]
    if wrong.size:
        raise _outside("cost", wrong[0].item(), "be finite")
    slope = iso_line(x, 0.0).slope
    if slope == inf:
        return Pencil(pc=x, slope=slope, cost=y, intercept=None, fpr=y)
    with np.errstate(over="ignore"):  # lines far below the figure
        return Pencil(pc=x, slope=slope, cost=y, intercept=1.0 - y / x, fpr=None)


def cost_point(
    slope: float, intercept: float | None = None, *, fpr: float | None = None
) -> CostPoint:
    """Point in cost space of a line of ROC space.

    Parameters
    ----------
    slope : float
        Any but -1; infinity for a vertical line.
    intercept : float, optional
        The tpr at fpr = 0; needed unless the line is vertical.
    fpr : float, optional
        Where a vertical line, one of infinite slope, stands.

    Returns
    -------
    CostPoint
        The point through which the cost lines of all ROC points on the line go.

    Raises
    ------
    CostCurveError
        If the slope is -1, or the line is not given by what its slope asks for.

    See Also
    --------
    line_dual : The same for every line, slope -1 included.

    Examples
    --------
    >>> cost_point(1.0, 0.5)
    CostPoint(pc=0.5, cost=0.25)
    >>> cost_point(float("inf"), fpr=0.25)
    CostPoint(pc=0.0, cost=0.25)
    >>> cost_point(-0.5, 0.5).virtual
    True
    """
    dual = line_dual(slope, intercept, fpr=fpr)
    if isinstance(dual, ParallelLines):
        raise CostCurveError(
            "the point of this line is at infinity",
            where="slope",
            got="-1",
            fix=f"Its cost lines are parallel, of gradient {dual.gradient:g}; see line_dual.",
        )
    return dual


def line_dual(
    slope: float, intercept: float | None = None, *, fpr: float | None = None
) -> CostPoint | ParallelLines:
    """Point in cost space of any line of ROC space, or its direction if it has none.

    Parameters
    ----------
    slope : float
        Any number; infinity for a vertical line.
    intercept : float, optional
        The tpr at fpr = 0; needed unless the line is vertical.
    fpr : float, optional
        Where a vertical line, one of infinite slope, stands.

    Returns
    -------
    CostPoint or ParallelLines
        The point through which the cost lines of all ROC points on the line go, or the
        direction that they share if they never meet.

    Raises
    ------
    CostCurveError
        If the line is not given by what its slope asks for.

    Examples
    --------
    >>> line_dual(-3.0, 1.5)
    CostPoint(pc=-0.5, cost=0.25)
    >>> line_dual(-1.0, 1.5)
    ParallelLines(gradient=-0.5)
    """
    steepness = read_number("slope", slope, _DUAL)
    if isnan(steepness) or steepness == -inf:
        raise _outside("slope", steepness, "be a number above minus infinity")
    if steepness == inf:
        return CostPoint(pc=0.0, cost=_only("fpr", fpr, "intercept", intercept))
    missed = 1.0 - _only("intercept", intercept, "fpr", fpr)
    if steepness == -1.0:
        return ParallelLines(gradient=missed)
    pc = 1.0 / (1.0 + steepness)
    return CostPoint(pc=pc, cost=missed * pc)


def _only(needed: str, value: float | None, other: str, unused: float | None) -> float:
    """The one number that fixes a line of known slope."""
    if value is None or unused is not None:
        raise CostCurveError(
            f"a line of this slope is fixed by {needed} alone",
            where=needed,
            got=f"{needed}={shown(value)}, {other}={shown(unused)}",
            fix="A vertical line, slope infinity, takes fpr; every other line takes intercept.",
        )
    return _read_finite(needed, value)


def _read_finite(where: str, given: float) -> float:
    number = read_number(where, given, _DUAL)
    if not isfinite(number):
        raise _outside(where, number, "be finite")
    return number


def _outside(where: str, value: float, rule: str) -> CostCurveError:
    """The error for a number outside the domain of a map."""
    return CostCurveError(
        f"must {rule}",
        where=where,
        got=shown(value),
        fix=_DUAL,
    )
