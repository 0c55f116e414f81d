"""Levels of confidence, and the order statistics that reach them, in exact arithmetic.

In floats ``(1 - 0.9) / 2 * 1000`` falls short of 50, and the rank that follows is one too low.
"""

from fractions import Fraction
from math import ceil, floor, nan
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np

from cc_widgets.core.whole import read_whole
from cc_widgets.errors import CostCurveError, shown

Level: TypeAlias = float | Fraction
OrderRule = Literal["margineantu-dietterich", "holte-drummond"]
USUAL = 1999
MORE = f"Pass for instance {USUAL}; the higher the level, the more are needed."


def read_level(given: object) -> Fraction:
    """Check a level of confidence.

    Parameters
    ----------
    given : float or Fraction
        A number between 0 and 1, for instance 0.9.

    Returns
    -------
    Fraction
        The decimal fraction that was written: 9/10, not the float next to it. A fraction is
        taken as it is.

    Raises
    ------
    CostCurveError
        If it is no number between 0 and 1.

    Examples
    --------
    >>> read_level(0.9)
    Fraction(9, 10)
    """
    level = given if isinstance(given, Fraction | float | np.floating) else nan
    if not 0 < level < 1:
        raise CostCurveError(
            "must be a number between 0 and 1, both left out",
            where="level",
            got=shown(given),
            fix="Pass for instance 0.9 for 90 %.",
        )
    # Not of the float that was read: written in 32 bits, 0.9 means nine tenths as well.
    return level if isinstance(level, Fraction) else Fraction(str(level))


def order_ranks(
    level: Level, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """Find which of the sorted resamples are the ends of a percentile interval.

    Parameters
    ----------
    level : float
        Level of confidence.
    n_resamples : int
        How many values are sorted.
    rule : {"margineantu-dietterich", "holte-drummond"}
        With k = (1 - level) / 2 * n_resamples the lower end has rank floor(k) + 1, or k
        rounded up. The two differ where k is whole.

    Returns
    -------
    lower, upper : int
        Ranks counted from 1; as many values lie below the one as above the other.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level, or there is no such rule.

    Examples
    --------
    >>> order_ranks(0.9, 1000), order_ranks(0.95, 1000)
    ((51, 950), (26, 975))
    >>> order_ranks(0.9, 100, "holte-drummond")
    (5, 96)
    """
    if rule not in ("margineantu-dietterich", "holte-drummond"):
        raise CostCurveError(
            'must be "margineantu-dietterich" or "holte-drummond"', where="rule", got=shown(rule)
        )
    tail = (1 - read_level(level)) / 2
    fewest = ceil(1 / tail)
    # With twice as many, less one, the tail times one more than there are is a whole number.
    fix = MORE.replace(str(USUAL), str(max(USUAL, 2 * fewest - 1)))
    n_resamples = read_whole("n_resamples", n_resamples, fix, fewest=fewest)
    k = tail * n_resamples
    lower = floor(k) + 1 if rule == "margineantu-dietterich" else ceil(k)
    return lower, n_resamples + 1 - lower


def normal_quantile(level: Level) -> float:
    """Return how many standard deviations a normal interval reaches to each side.

    Parameters
    ----------
    level : float
        Level of confidence.

    Returns
    -------
    float
        The quantile at (1 + level) / 2.

    Examples
    --------
    >>> round(normal_quantile(0.9), 4)
    1.6449
    """
    return -NormalDist().inv_cdf(float((1 - read_level(level)) / 2))
