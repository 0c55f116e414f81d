"""What several matrices of costs make of the same resampled test sets."""

from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray
from cc_widgets.core.multiclass.costs import CostMatrix
from cc_widgets.core.multiclass.interval import CostInterval, excludes_zero
from cc_widgets.core.ranges import Range
from cc_widgets.core.uncertainty.levels import OrderRule

AnyInterval = TypeVar("AnyInterval", bound=CostInterval)


@dataclass(frozen=True, eq=False, slots=True)
class CostOutcomes(Generic[AnyInterval]):
    """Intervals under several matrices of costs.

    Attributes
    ----------
    costs : tuple of CostMatrix
        The matrices.
    intervals : tuple of CostInterval or of CostDifference
        Element m belongs to matrix m; all come from the same resampled test sets.
    """

    costs: tuple[CostMatrix, ...]
    intervals: tuple[AnyInterval, ...]

    @property
    def per_example(self) -> Range:
        """From the least of all lower limits to the greatest of all upper ones."""
        limits = [interval.per_example for interval in self.intervals]
        return Range(min(each.low for each in limits), max(each.high for each in limits))

    @property
    def observed(self) -> FloatArray:
        """What an example of the test set costs on average, under each matrix."""
        return np.array([each.observed / each.n_examples for each in self.intervals])

    @property
    def excludes_zero(self) -> BoolArray:
        """Under which matrices 0 lies outside: for differences, where the costs differ."""
        return np.array([excludes_zero(interval.total) for interval in self.intervals])

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """Return the intervals for another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Another choice among the sorted resamples.

        Returns
        -------
        CostOutcomes
            For the same matrices.
        """
        return replace(self, intervals=tuple(each.at(level, rule) for each in self.intervals))
