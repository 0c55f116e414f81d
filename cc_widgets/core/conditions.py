"""Conditions of use: how common the positive class is, and what the four outcomes cost.

With the prior p and the costs of errors above those of right answers, the weights are::

    w+ = p * (cost_fn - cost_tp)        w- = (1 - p) * (cost_fp - cost_tn)
    pc = w+ / (w+ + w-)                 slope = w- / w+ = (1 - pc) / pc

Any value may be a range. Both results grow or fall with each value alone, so the ends of
their ranges are reached where every value is at one of its ends.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import inf

from cc_widgets.core.ranges import Range, RangeLike, read_range
from cc_widgets.errors import CostCurveError


@dataclass(frozen=True, slots=True, init=False)
class Conditions:
    """Class balance and costs under which classifiers will be used.

    Parameters
    ----------
    prior : float or (low, high)
        Probability of the positive class.
    cost_fp, cost_fn : float or (low, high)
        Costs of a false alarm and of a missed positive, in any one currency.
    cost_tp, cost_tn : float or (low, high)
        Costs of the two right answers; a benefit is a negative cost.

    Attributes
    ----------
    prior, cost_fp, cost_fn, cost_tp, cost_tn : Range
        What was given, as ranges.

    Raises
    ------
    CostCurveError
        If a value is no number, a prior is not in [0, 1], an error is cheaper than the right
        answer, or nothing that can happen costs anything.

    Examples
    --------
    Ten negatives for one positive; a missed positive is a hundred times as dear:

    >>> conditions = Conditions(prior=1 / 11, cost_fp=(5, 10), cost_fn=(500, 1000))
    >>> round(conditions.slope.low, 9), round(conditions.slope.high, 9)
    (0.05, 0.2)
    """

    prior: Range
    cost_fp: Range
    cost_fn: Range
    cost_tp: Range
    cost_tn: Range

    def __init__(
        self,
        prior: RangeLike,
        cost_fp: RangeLike = 1.0,
        cost_fn: RangeLike = 1.0,
        *,
        cost_tp: RangeLike = 0.0,
        cost_tn: RangeLike = 0.0,
    ) -> None:
        object.__setattr__(self, "prior", read_range("prior", prior, least=0.0, greatest=1.0))
        costs = {"cost_fp": cost_fp, "cost_fn": cost_fn, "cost_tp": cost_tp, "cost_tn": cost_tn}
        for name, cost in costs.items():
            object.__setattr__(self, name, read_range(name, cost))
        _check_dearer("cost_fn", self.cost_fn, "cost_tp", self.cost_tp)
        _check_dearer("cost_fp", self.cost_fp, "cost_tn", self.cost_tn)
        _check_weights(self)

    @property
    def extra_fp(self) -> Range:
        """What a false alarm costs more than a right answer for the same example."""
        return _difference(self.cost_fp, self.cost_tn)

    @property
    def extra_fn(self) -> Range:
        """What a missed positive costs more than a right answer for the same example."""
        return _difference(self.cost_fn, self.cost_tp)

    @property
    def pc(self) -> Range:
        """Probability-cost value: the share of the positive class in what errors can cost."""
        lightest, heaviest = self._corner(heavy=False), self._corner(heavy=True)
        return Range(
            lightest.positive / (lightest.positive + lightest.negative),
            heaviest.positive / (heaviest.positive + heaviest.negative),
        )

    @property
    def slope(self) -> Range:
        """Slope of the iso-performance lines: high where pc is low."""
        return Range(self._corner(heavy=True).slope, self._corner(heavy=False).slope)

    @property
    def probability_threshold(self) -> Range:
        """Call positive what is positive with more than this probability, if scores tell it.

        It does not depend on the prior, which the probabilities contain already. 1 if missed
        positives are free.
        """
        fp, fn = self.extra_fp, self.extra_fn
        return Range(_share(fp.low, fn.high), _share(fp.high, fn.low))

    @property
    def base(self) -> Range:
        """Expected cost of one case when every answer is right."""
        return self._extremes(lambda p, _fp, _fn, tp, tn: p * tp + (1.0 - p) * tn)

    @property
    def worst(self) -> Range:
        """Expected cost of one case, above `base`, when every answer is wrong: w+ + w-."""
        return self._extremes(lambda p, fp, fn, tp, tn: p * (fn - tp) + (1.0 - p) * (fp - tn))

    @property
    def exact(self) -> bool:
        """Whether no value is a range."""
        return all(value.exact for value in self._values())

    def corners(self) -> list[tuple[float, float, float, float, float]]:
        """List every combination of ends.

        Returns
        -------
        list of tuple of float
            Prior, cost_fp, cost_fn, cost_tp, cost_tn in this order.

        Examples
        --------
        >>> len(Conditions(prior=(0.1, 0.2), cost_fn=(1, 2)).corners())
        4
        """
        prior, fp, fn, tp, tn = (value.ends for value in self._values())
        return list(product(prior, fp, fn, tp, tn))

    def _values(self) -> tuple[Range, Range, Range, Range, Range]:
        return self.prior, self.cost_fp, self.cost_fn, self.cost_tp, self.cost_tn

    def _extremes(self, of: Callable[[float, float, float, float, float], float]) -> Range:
        """Return least and greatest of something linear in each value."""
        found = [of(*corner) for corner in self.corners()]
        return Range(min(found), max(found))

    def _corner(self, *, heavy: bool) -> "_Weights":
        """Return the weights where the positive class matters most, or least."""
        fp, fn, prior = self.extra_fp, self.extra_fn, self.prior
        if heavy:
            return _weights(prior.high, fp.low, fn.high)
        return _weights(prior.low, fp.high, fn.low)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights w+ and w-, up to a common factor."""

    positive: float
    negative: float

    @property
    def slope(self) -> float:
        return self.negative / self.positive if self.positive else inf


def _weights(prior: float, fp: float, fn: float) -> _Weights:
    """Weigh the classes; dividing by the dearest keeps huge costs from overflowing."""
    dearest = max(fp, fn)
    return _Weights(prior * (fn / dearest), (1.0 - prior) * (fp / dearest))


def _share(part: float, rest: float) -> float:
    """Return part / (part + rest) without overflow."""
    largest = max(part, rest)
    return part / largest / (part / largest + rest / largest)


def _difference(minuend: Range, subtrahend: Range) -> Range:
    return Range(minuend.low - subtrahend.high, minuend.high - subtrahend.low)


def _check_dearer(error_name: str, error: Range, right_name: str, right: Range) -> None:
    """Refuse errors that pay."""
    if error.low < right.high:
        raise CostCurveError(
            f"an error must not be cheaper than the right answer, {right_name}",
            where=error_name,
            got=f"{error_name} from {error.low:g} and {right_name} up to {right.high:g}",
            fix="Costs are positive and benefits negative numbers.",
        )


def _check_weights(conditions: Conditions) -> None:
    """Refuse conditions under which both weights can be 0: there pc has no value."""
    fp, fn, prior = conditions.extra_fp, conditions.extra_fn, conditions.prior
    free_fp, free_fn = fp.low == 0.0, fn.low == 0.0
    if (free_fp and (free_fn or prior.low == 0.0)) or (free_fn and prior.high == 1.0):
        raise CostCurveError(
            "some error that can happen must cost something",
            where="conditions",
            got=f"prior {prior.low:g} to {prior.high:g}, "
            f"false alarms from {fp.low:g}, missed positives from {fn.low:g}",
            fix="Give both errors a cost above 0.",
        )
