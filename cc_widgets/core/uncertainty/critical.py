"""How wide a band must be to hold a whole line, or a difference of two, at all pc at once.

A line is known by its two ends. With errors that are independent and about normal, the cost at
pc is off by ``a cos(t) + b sin(t)`` standard errors, with t from 0 to a right angle and a, b
standard normal. The greatest of these in size is the radius of (a, b) if that points into the
first quadrant or its opposite, which it does half the time, and else the larger of |a| and |b|.
"""

from math import erf, erfc, exp, sqrt

from cc_widgets.core.uncertainty.levels import Level, normal_quantile, read_level

_FARTHEST = 40.0


def simultaneous_critical(level: Level) -> float:
    """Return the critical value of a band that holds a whole line.

    Parameters
    ----------
    level : float
        How often the band holds the line at all pc at once.

    Returns
    -------
    float
        How many standard errors it reaches to each side.

    Examples
    --------
    >>> round(simultaneous_critical(0.9), 4), round(simultaneous_critical(0.95), 4)
    (2.0532, 2.3516)
    """
    outside = float(1 - read_level(level))
    low, high = 0.0, _FARTHEST
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _outside(middle) > outside else (low, middle)
    return high


def pointwise_level(level: Level) -> float:
    """Return the level at each single PC(+) of a band that holds a whole line at `level`.

    Parameters
    ----------
    level : float
        How often the band holds the line at all pc at once.

    Returns
    -------
    float
        How often it holds the cost at one pc: more often.

    Examples
    --------
    >>> round(pointwise_level(0.9), 5)
    0.95995
    """
    return erf(simultaneous_critical(level) / sqrt(2.0))


def level_everywhere(level: Level) -> float:
    """Return how often a band with `level` at each single PC(+) holds a whole line.

    Parameters
    ----------
    level : float
        How often the band holds the cost at one pc.

    Returns
    -------
    float
        How often it holds the line at all pc at once: less often.

    Examples
    --------
    >>> round(level_everywhere(0.9), 3)
    0.776
    """
    return 1.0 - _outside(normal_quantile(level))


def critical_value(level: Level, *, simultaneous: bool) -> float:
    """Return how many standard errors a band reaches to each side.

    Parameters
    ----------
    level : float
        Level of confidence.
    simultaneous : bool
        Whether it must hold at all pc at once.

    Returns
    -------
    float
        The critical value.

    Examples
    --------
    >>> round(critical_value(0.9, simultaneous=False), 4)
    1.6449
    """
    return simultaneous_critical(level) if simultaneous else normal_quantile(level)


def percentile_level(level: Level, *, simultaneous: bool) -> Level:
    """Return the level of the percentiles that a band is made of.

    Parameters
    ----------
    level : float
        Level of confidence.
    simultaneous : bool
        Whether it must hold at all pc at once.

    Returns
    -------
    float or Fraction
        The level itself, or the pointwise one that belongs to the critical value.

    Examples
    --------
    >>> percentile_level(0.9, simultaneous=False)
    0.9
    """
    return pointwise_level(level) if simultaneous else level


def _outside(critical: float) -> float:
    """Return how often a line leaves the band somewhere, without subtracting from 1."""
    tail = erfc(critical / sqrt(2.0))
    return (exp(-(critical**2) / 2.0) + tail * (2.0 - tail)) / 2.0
