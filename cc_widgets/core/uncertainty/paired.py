"""Two fixed classifiers on the same examples: how often which of the two is wrong."""

from dataclasses import dataclass

from cc_widgets.core.uncertainty.line_counts import LineCounts, check_counts
from cc_widgets.errors import CostCurveError


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """The examples of one class by who is wrong about them.

    Attributes
    ----------
    first_only, second_only, both, neither : int
        How many examples the first classifier alone gets wrong, the second alone, both, none.

    Raises
    ------
    CostCurveError
        If a count is not whole, or all are 0.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> errors.total, errors.discordant, errors.difference
    (100, 7, -0.05)
    """

    first_only: int
    second_only: int
    both: int
    neither: int

    def __post_init__(self) -> None:
        """Check the counts."""
        check_counts(self, ("first_only", "second_only", "both", "neither"))
        if not self.total:
            raise CostCurveError(
                "both classes are needed",
                where="errors of one class",
                got="no example",
                fix="Rates of an empty class are undefined.",
            )

    @property
    def total(self) -> int:
        """How many examples the class has."""
        return self.discordant + self.both + self.neither

    @property
    def discordant(self) -> int:
        """How many examples one classifier gets wrong and the other does not."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """Error rate of the first classifier less that of the second."""
        return (self.first_only - self.second_only) / self.total


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """The errors of two classifiers on the same examples, by class.

    Attributes
    ----------
    negatives, positives : PairedErrors
        Who is wrong about the examples of each class.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> PairedCounts(negatives=errors, positives=errors).first
    LineCounts(fp=20, negatives=100, fn=20, positives=100)
    """

    negatives: PairedErrors
    positives: PairedErrors

    @property
    def first(self) -> LineCounts:
        """The errors of the first classifier alone."""
        return LineCounts(
            fp=self.negatives.first_only + self.negatives.both,
            negatives=self.negatives.total,
            fn=self.positives.first_only + self.positives.both,
            positives=self.positives.total,
        )

    @property
    def second(self) -> LineCounts:
        """The errors of the second classifier alone."""
        return self.swapped.first

    @property
    def swapped(self) -> "PairedCounts":
        """The same with the two classifiers in the other order."""
        negatives, positives = (
            PairedErrors(
                first_only=errors.second_only,
                second_only=errors.first_only,
                both=errors.both,
                neither=errors.neither,
            )
            for errors in (self.negatives, self.positives)
        )
        return PairedCounts(negatives=negatives, positives=positives)
