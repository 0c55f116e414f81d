"""A number that is known only to lie between two others."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import TypeAlias

from cc_widgets.core.numbers import as_number
from cc_widgets.core.unit import percent_words
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `low` to `high`; one number if the two are equal.

    Attributes
    ----------
    low, high : float
        The ends; `low` is never above `high`.
    """

    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether there is only one number in it."""
        return self.low == self.high

    @property
    def ends(self) -> tuple[float, ...]:
        """The two ends; one number if they are equal."""
        return (self.low,) if self.exact else (self.low, self.high)


RangeLike: TypeAlias = float | tuple[float, float] | list[float] | Range


def read_range(
    where: str, given: RangeLike, *, least: float = -inf, greatest: float = inf
) -> Range:
    """Check a number or a range given by the user.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : float, (low, high) or Range
        The number, or the least and the greatest that it may be.
    least, greatest : float
        Bounds that the whole range must keep.

    Returns
    -------
    Range
        With equal ends if one number was given.

    Raises
    ------
    CostCurveError
        If this is neither a number nor two, or not finite, or reversed, or out of bounds.

    Examples
    --------
    >>> read_range("prior", (0.01, 0.05), least=0, greatest=1)
    Range(low=0.01, high=0.05)
    >>> read_range("cost_fp", 2)
    Range(low=2.0, high=2.0)
    """
    low, high = _ends(where, given)
    if not (isfinite(low) and isfinite(high)):
        raise CostCurveError(
            "numbers must be finite", where=where, got=shown(given), fix="Give a finite number."
        )
    if low > high:
        raise CostCurveError(
            "a range goes from low to high",
            where=where,
            got=shown(given),
            fix=f"Pass ({high:g}, {low:g}).",
        )
    if low < least or high > greatest:
        raise CostCurveError(
            f"must lie in [{least:g}, {greatest:g}]",
            where=where,
            got=shown(given),
            fix="Give a number, or a (low, high) pair, within these bounds."
            + (percent_words(high) if greatest == 1.0 else ""),
        )
    return Range(low, high)


def _ends(where: str, given: RangeLike) -> tuple[float, float]:
    """Return the two ends as floats."""
    if isinstance(given, Range):
        return given.low, given.high
    ends = list(given) if isinstance(given, tuple | list) else [given, given]
    low, high = map(as_number, ends) if len(ends) == len(("low", "high")) else (None, None)
    if low is None or high is None:
        raise CostCurveError(
            "must be a number or a (low, high) pair",
            where=where,
            got=shown(given),
            fix="Pass for instance 0.1, or (0.05, 0.2) if it is known only roughly.",
        )
    return low, high
