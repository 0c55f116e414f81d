"""Two classifiers used in turn, at random: a point between them, and a line between theirs."""

from dataclasses import dataclass

from cc_widgets.core.joined import RocPoints
from cc_widgets.core.unit import read_unit_number
from cc_widgets.core.whole import as_whole
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, slots=True)
class Mix:
    """A classifier that asks the second of two with some probability, else the first.

    Attributes
    ----------
    fpr, tpr : float
        Its rates: a point on the segment between the two.
    first, second : int
        Positions of the two among the points, or the hull corners, that were given; equal if
        one classifier alone will do.
    weight : float
        How often the second is asked, from 0 to 1; 0 if it is the first.
    """

    fpr: float
    tpr: float
    first: int
    second: int
    weight: float


@dataclass(frozen=True, slots=True)
class MixedLine:
    """The same in cost space: the weighted sum of two lines, through the point they share.

    Attributes
    ----------
    fpr, fnr : float
        The line runs from (0, fpr) to (1, fnr).
    pc, cost : float
        The vertex of the envelope through which it goes.
    weight : float
        Share of the line that leaves the vertex to the right, from 0 to 1.
    """

    fpr: float
    fnr: float
    pc: float
    cost: float
    weight: float


def mix(points: RocPoints, first: int, second: int, weight: float) -> Mix:
    """Mix two classifiers.

    Parameters
    ----------
    points : RocCurve or Hull
        Where the two are.
    first, second : int
        Their positions.
    weight : float
        How often the second is asked, in [0, 1].

    Returns
    -------
    Mix
        Nearer to the second the larger the weight. Its cost is the weighted mean of the
        costs of the two, at each pc.

    Raises
    ------
    CostCurveError
        If the weight is not in [0, 1] or a position is not among the points.

    Examples
    --------
    >>> import numpy as np
    >>> from cc_widgets.core.roc import RocCurve
    >>> mix(RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0])), 0, 1, weight=0.5)
    Mix(fpr=0.25, tpr=0.75, first=0, second=1, weight=0.5)
    """
    share = read_unit_number("weight", weight, "It is how often the second classifier is asked.")
    one, other = _position(points, "first", first), _position(points, "second", second)
    return Mix(
        fpr=float(points.fpr[one] * (1.0 - share) + points.fpr[other] * share),
        tpr=float(points.tpr[one] * (1.0 - share) + points.tpr[other] * share),
        first=one,
        second=other,
        weight=share,
    )


def _position(points: RocPoints, where: str, given: int) -> int:
    """Return the position of a point."""
    position = as_whole(given)
    if position is None or not 0 <= position < points.fpr.size:
        raise CostCurveError(
            "must be the position of a point",
            where=where,
            got=f"{shown(given)} among {points.fpr.size} points",
            fix="Count from 0.",
        )
    return position


def alone(points: RocPoints, position: int) -> Mix:
    """Use one classifier alone.

    Parameters
    ----------
    points : RocCurve or Hull
        Where it is.
    position : int
        Its position.

    Returns
    -------
    Mix
        Of that classifier and itself.
    """
    return mix(points, position, position, 0.0)
