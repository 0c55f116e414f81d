"""Point-line duality of ROC space and cost space."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, isnan

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.results import FloatArray, result
from cc_widgets.core.validation import PC_MEANS, read_number, read_numbers, read_unit_number
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "CostPoint",
    "IsoLine",
    "ParallelLines",
    "Pencil",
    "cost_point",
    "iso_line",
    "line_dual",
    "pencil",
]

_DUAL = "slope = (1 - pc) / pc; a vertical line has slope infinity and pc 0."


@result
class IsoLine:
    """Iso-performance line: a line in ROC space on which every point has the same cost at one pc.

    Attributes
    ----------
    slope : float
        Increase of tpr per unit of fpr; infinite if vertical, negative for virtual points.
    intercept : float or None
        The tpr of the line at fpr = 0; None if it is vertical.
    fpr : float or None
        The fpr of a vertical line; None for any other line.
    """

    slope: float
    intercept: float | None
    fpr: float | None


@result
class CostPoint:
    """Point in cost space.

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
        """Whether pc is outside [0, 1], so that cost lines intersect outside the figure."""
        return not 0.0 <= self.pc <= 1.0


@dataclass(frozen=True, slots=True)
class ParallelLines:
    """Dual of an ROC line of slope -1: parallel cost lines, without a common point.

    Attributes
    ----------
    gradient : float
        Increase of cost per unit of pc, the same for the cost lines of all points on the ROC line.
    """

    gradient: float


@result
class Pencil:
    """Parallel iso-performance lines, the dual of a vertical line in cost space.

    Attributes
    ----------
    pc, slope : float
        The pc of the vertical line, and the common slope of the ROC lines.
    cost : ndarray of float64
        Element i is the cost of every point on line i.
    intercept : ndarray of float64 or None
        Element i is the tpr of line i at fpr = 0; None if the lines are vertical.
    fpr : ndarray of float64 or None
        Element i is the fpr of vertical line i; None for any other slope.
    """

    pc: float
    slope: float
    cost: FloatArray
    intercept: FloatArray | None
    fpr: FloatArray | None


def iso_line(pc: float, cost: float) -> IsoLine:
    """Iso-performance line of the ROC points that have a given cost at a given pc.

    Parameters
    ----------
    pc : float
        Any finite number; outside [0, 1] the slope is negative.
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
    """Return the ends of an iso-performance line within the unit square of ROC space.

    They are the fpr and tpr of the lower left end, then of the upper right end. Both arguments are
    in [0, 1].

    Examples
    --------
    >>> iso_segment(0.5, 0.25), iso_segment(0.0, 0.25)
    ((0.0, 0.5, 0.5, 1.0), (0.25, 0.0, 0.25, 1.0))
    """
    start_fnr = 1.0 if cost == pc == 0.0 else cost / pc if cost <= pc else 1.0
    start_fpr = 0.0 if cost <= pc else (cost - pc) / (1.0 - pc)
    stop_fpr = 1.0 if cost == 1.0 - pc == 0.0 else cost / (1.0 - pc) if cost <= 1.0 - pc else 1.0
    stop_fnr = 0.0 if cost <= 1.0 - pc else (cost - 1.0 + pc) / pc
    return start_fpr, 1.0 - start_fnr, stop_fpr, 1.0 - stop_fnr


def pencil(pc: float, cost: ArrayLike) -> Pencil:
    """Parallel iso-performance lines of several costs at one pc.

    Parameters
    ----------
    pc : float
        In [0, 1].
    cost : array-like of shape (n_lines,)
        Costs, for example of several classifiers at this pc.

    Returns
    -------
    Pencil
        Line i has cost[i]; a lower cost has a larger intercept.

    Examples
    --------
    >>> pencil(0.5, [0.25, 0.5]).intercept
    array([0.5, 0. ])
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    y = read_numbers("cost", cost, _DUAL)
    wrong = y[~np.isfinite(y)]
    if wrong.size:
        raise _domain_error("cost", wrong[0].item(), "be finite")
    slope = iso_line(x, 0.0).slope
    if slope == inf:
        return Pencil(pc=x, slope=slope, cost=y, intercept=None, fpr=y)
    with np.errstate(over="ignore"):  # lines far below the figure
        return Pencil(pc=x, slope=slope, cost=y, intercept=1.0 - y / x, fpr=None)


def cost_point(
    slope: float, intercept: float | None = None, *, fpr: float | None = None
) -> CostPoint:
    """Point in cost space that is dual to a line in ROC space.

    Parameters
    ----------
    slope : float
        Any number but -1; infinity for a vertical line.
    intercept : float, optional
        The tpr at fpr = 0; required unless the line is vertical.
    fpr : float, optional
        The fpr of a vertical line.

    Returns
    -------
    CostPoint
        The intersection of the cost lines of all points on the ROC line.

    Raises
    ------
    CostCurveError
        If the slope is -1, or the other arguments do not match it.

    See Also
    --------
    line_dual : The dual of every line, including slope -1.

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
            "must not be -1, for which the dual point is at infinity",
            where="slope",
            got="-1",
            fix=f"The cost lines are parallel with gradient {dual.gradient:g}; see line_dual.",
        )
    return dual


def line_dual(
    slope: float, intercept: float | None = None, *, fpr: float | None = None
) -> CostPoint | ParallelLines:
    """Point in cost space that is dual to a line in ROC space, or its direction for slope -1.

    Parameters
    ----------
    slope : float
        Any number; infinity for a vertical line.
    intercept : float, optional
        The tpr at fpr = 0; required unless the line is vertical.
    fpr : float, optional
        The fpr of a vertical line.

    Returns
    -------
    CostPoint or ParallelLines
        The intersection of the cost lines of all points on the ROC line, or their common
        direction if they are parallel.

    Raises
    ------
    CostCurveError
        If the other arguments do not match the slope.

    Examples
    --------
    >>> line_dual(-3.0, 1.5)
    CostPoint(pc=-0.5, cost=0.25)
    >>> line_dual(-1.0, 1.5)
    ParallelLines(gradient=-0.5)
    """
    m = read_number("slope", slope, _DUAL)
    if isnan(m) or m == -inf:
        raise _domain_error("slope", m, "be a number greater than minus infinity")
    if m == inf:
        return CostPoint(pc=0.0, cost=_required_argument("fpr", fpr, "intercept", intercept))
    gradient = 1.0 - _required_argument("intercept", intercept, "fpr", fpr)
    if m == -1.0:
        return ParallelLines(gradient=gradient)
    pc = 1.0 / (1.0 + m)
    return CostPoint(pc=pc, cost=gradient * pc)


def _required_argument(
    name: str, value: float | None, unused_name: str, unused: float | None
) -> float:
    """Return the number that determines a line of known slope; raise if another is passed."""
    if value is None or unused is not None:
        raise CostCurveError(
            f"must be given, and {unused_name} omitted, for a line of this slope",
            where=name,
            got=f"{name}={shown(value)}, {unused_name}={shown(unused)}",
            fix="Pass fpr for a vertical line, of slope infinity, and intercept for any other.",
        )
    return _read_finite(name, value)


def _read_finite(where: str, value: float) -> float:
    number = read_number(where, value, _DUAL)
    if not isfinite(number):
        raise _domain_error(where, number, "be finite")
    return number


def _domain_error(where: str, value: float, rule: str) -> CostCurveError:
    """Return the error for a number outside the domain of a function."""
    return CostCurveError(
        f"must {rule}",
        where=where,
        got=shown(value),
        fix=_DUAL,
    )
