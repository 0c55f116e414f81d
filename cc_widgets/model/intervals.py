"""How sure a cost is at one pc, whoever chose threshold and classifier on the same examples."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.uncertainty import Band


@dataclass(frozen=True, slots=True)
class Interval:
    """Limits of a cost; unpacks to the two limits.

    Attributes
    ----------
    lower, upper : float
        The limits.
    level : float
        Level of confidence.
    method : str
        How they were computed, and which choice they allow for.
    expected : float
        What will be paid on average: the cost on these data, and the optimism of having chosen
        threshold and classifier on them.

    Examples
    --------
    >>> lower, upper = Interval(0.1, 0.3, 0.9, "Wilson-MOVER", 0.2)
    >>> lower, upper
    (0.1, 0.3)
    """

    lower: float
    upper: float
    level: float
    method: str
    expected: float

    def __iter__(self) -> Iterator[float]:
        return iter((self.lower, self.upper))


def banded(band: Band, pc: float) -> Interval:
    """Read a band.

    Parameters
    ----------
    band : Band
        Of the classifier.
    pc : float
        In [0, 1].

    Returns
    -------
    Interval
        Between two values of the band's own pc on a straight line.

    Examples
    --------
    >>> edge = np.array([0.0, 1.0])
    >>> banded(Band(edge, edge, edge - 0.5, edge + 0.5, 0.9, "made up", "line"), 0.5).lower
    0.0
    """
    lower, upper, expected = (
        float(np.interp(pc, band.pc, limit)) for limit in (band.lower, band.upper, band.expected)
    )
    return Interval(lower, upper, band.level, band.method, expected)


def known_cost(pc: float, level: float) -> Interval:
    """Return the limits of what the better trivial rule costs: nothing about it is unknown.

    Parameters
    ----------
    pc : float
        In [0, 1].
    level : float
        Level of confidence.

    Returns
    -------
    Interval
        Of width 0.

    Examples
    --------
    >>> tuple(known_cost(0.9, 0.9)) == (1 - 0.9, 1 - 0.9)
    True
    """
    cost = min(pc, 1.0 - pc)
    return Interval(cost, cost, level, "the known cost of a trivial rule", cost)
