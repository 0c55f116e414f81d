"""Duality of ROC space and cost space, for single points and lines.

A point of ROC space is a line of cost space, see `cost_lines`. Here is the other half: a
line of ROC space is a point of cost space. Both maps cover pc in [0, 1], which is slope
(1 - pc) / pc from infinity to 0.
"""

from dataclasses import dataclass
from math import inf, isfinite, isnan

from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, eq=False, slots=True)
class IsoLine:
    """A line in ROC space on which every point has the same cost at one pc.

    Attributes
    ----------
    slope : float
        Rise of tpr per unit of fpr, from 0 to infinity.
    intercept : float or None
        The tpr at which the line meets fpr = 0; None if it is vertical.
    fpr : float or None
        Where a vertical line stands; None for any other line.
    """

    slope: float
    intercept: float | None
    fpr: float | None


@dataclass(frozen=True, eq=False, slots=True)
class CostPoint:
    """A point in cost space.

    Attributes
    ----------
    pc : float
        Probability-cost value.
    cost : float
        Normalised expected cost.
    """

    pc: float
    cost: float


def iso_line(pc: float, cost: float) -> IsoLine:
    """Map a point of cost space to its line in ROC space.

    Parameters
    ----------
    pc : float
        In [0, 1]. Points outside, whose lines fall, are not mapped.
    cost : float
        Any finite number.

    Returns
    -------
    IsoLine
        All ROC points that have this cost at this pc.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1] or the cost is not finite.

    Examples
    --------
    >>> iso_line(0.5, 0.25)
    IsoLine(slope=1.0, intercept=0.5, fpr=None)
    >>> iso_line(0.0, 0.25)
    IsoLine(slope=inf, intercept=None, fpr=0.25)
    """
    if not 0.0 <= pc <= 1.0:
        raise _outside("pc", pc, "lie in [0, 1]")
    if not isfinite(cost):
        raise _outside("cost", cost, "be finite")
    slope = (1.0 - pc) / pc if pc else inf
    if slope == inf:
        return IsoLine(slope=inf, intercept=None, fpr=cost)
    return IsoLine(slope=slope, intercept=1.0 - cost / pc, fpr=None)


def cost_point(
    slope: float, intercept: float | None = None, *, fpr: float | None = None
) -> CostPoint:
    """Map a line of ROC space to its point in cost space.

    Parameters
    ----------
    slope : float
        From 0 to infinity. Falling lines are not mapped.
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
        If the slope is negative, or the line is not given by what its slope asks for.

    Examples
    --------
    >>> cost_point(1.0, 0.5)
    CostPoint(pc=0.5, cost=0.25)
    >>> cost_point(float("inf"), fpr=0.25)
    CostPoint(pc=0.0, cost=0.25)
    """
    if isnan(slope) or slope < 0.0:
        raise _outside("slope", slope, "be from 0 to infinity")
    if slope == inf:
        return CostPoint(pc=0.0, cost=_only("fpr", fpr, "intercept", intercept))
    pc = 1.0 / (1.0 + slope)
    return CostPoint(pc=pc, cost=(1.0 - _only("intercept", intercept, "fpr", fpr)) * pc)


def _only(needed: str, value: float | None, other: str, unused: float | None) -> float:
    """Return the one number that fixes a line of known slope."""
    if value is None or unused is not None:
        raise CostCurveError(
            f"a line of this slope is fixed by {needed} alone",
            where=needed,
            got=f"{needed}={value}, {other}={unused}",
            fix="A vertical line, slope infinity, takes fpr; every other line takes intercept.",
        )
    if not isfinite(value):
        raise _outside(needed, value, "be finite")
    return value


def _outside(where: str, value: float, rule: str) -> CostCurveError:
    """Return the error for a number outside the domain of a map."""
    return CostCurveError(
        f"must {rule}",
        where=where,
        got=shown(value),
        fix="pc is a fraction from 0 to 1; slope = (1 - pc) / pc is from 0 to infinity.",
    )
