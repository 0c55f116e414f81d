"""Intervals from resampled costs, which answer for any level without new draws."""

from dataclasses import dataclass, replace
from typing import Self

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.multiclass.unseen import UnseenCells
from cc_widgets.core.ranges import Range
from cc_widgets.core.uncertainty.levels import OrderRule, order_ranks


@dataclass(frozen=True, eq=False, slots=True)
class CostInterval:
    """What a classifier costs, and between which limits, from resampled test sets.

    Attributes
    ----------
    resamples : ndarray of float64, shape (n_resamples,)
        Total costs of the resampled test sets, sorted.
    observed : float
        Total cost of the test set itself.
    mean, sd : float
        What mean and standard deviation of infinitely many resamples would be, exactly. The
        mean differs from `observed` by the Laplace correction.
    n_examples : int
        Size of the test set, and of each resample.
    level : float
        How often such limits hold the true cost, over test sets.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which of the sorted resamples are the limits.
    smoothing : float
        The lambda of the Laplace correction.
    seed : int
        Given again as `rng`, it leads to the same resamples.
    unseen : UnseenCells
        Empty cells so dear that the limits may mislead.
    """

    resamples: FloatArray
    observed: float
    mean: float
    sd: float
    n_examples: int
    level: float
    rule: OrderRule
    smoothing: float
    seed: int
    unseen: UnseenCells

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)

    @property
    def method(self) -> str:
        """How the limits were computed."""
        return "BCOST"

    @property
    def n_resamples(self) -> int:
        """How many test sets were drawn."""
        return self.resamples.size

    @property
    def total(self) -> Range:
        """Limits for the cost of a test set of this size."""
        lower, upper = order_ranks(self.level, self.n_resamples, self.rule)
        return Range(float(self.resamples[lower - 1]), float(self.resamples[upper - 1]))

    @property
    def per_example(self) -> Range:
        """Limits for the mean cost of one example."""
        total = self.total
        return Range(total.low / self.n_examples, total.high / self.n_examples)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader must be warned of; empty if nothing."""
        return (self.unseen.text,) if self.unseen.found else ()

    @property
    def covers(self) -> str:
        """What the limits cover, in a sentence for their reader."""
        return (
            f"{100 * self.level:g} % interval ({self.method}, lambda {self.smoothing:g}, "
            f"{self.n_resamples:,} resamples of {self.n_examples:,} examples). It reflects the "
            "choice of the test set only, not of the training set."
        )

    def at(self, level: float, rule: OrderRule | None = None) -> Self:
        """Return the interval for another level, from the same resamples.

        Parameters
        ----------
        level : float
            The new level.
        rule : {"margineantu-dietterich", "holte-drummond"}, optional
            Another choice among the sorted resamples.

        Returns
        -------
        CostInterval
            Of the same class as this one.

        Raises
        ------
        CostCurveError
            If there are too few resamples for the level.
        """
        rule = self.rule if rule is None else rule
        order_ranks(level, self.n_resamples, rule)
        return replace(self, level=level, rule=rule)


@dataclass(frozen=True, eq=False, slots=True)
class CostDifference(CostInterval):
    """How much more the first of two classifiers costs, from resampled test sets.

    The attributes are those of `CostInterval`, for the difference of the two costs.
    """

    @property
    def method(self) -> str:
        """How the limits were computed."""
        return "BDELTACOST"

    @property
    def rejected(self) -> bool:
        """Whether 0 lies outside of the closed interval: the costs differ."""
        return excludes_zero(self.total)


def excludes_zero(limits: Range) -> bool:
    """Tell whether a closed interval leaves 0 out.

    Parameters
    ----------
    limits : Range
        Its ends.

    Returns
    -------
    bool
        False if an end is 0, also when both are.

    Examples
    --------
    >>> excludes_zero(Range(0.0, 3.0)), excludes_zero(Range(0.0, 0.0)), excludes_zero(Range(1, 3))
    (False, False, True)
    """
    return limits.low > 0.0 or limits.high < 0.0
