"""Questions to the model; each is one call."""

from cc_widgets.core import Average, OperatingRange, RangeLike, Spread, operating_range
from cc_widgets.core._conditions import read_range
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import Significance
from cc_widgets.core.uncertainty import significance as significant_ranges
from cc_widgets.model.answers import Comparison, CostAnswer, comparison, cost_of
from cc_widgets.model.base import ModelState
from cc_widgets.model.choices import Best, Ranked, best_choices, ranked
from cc_widgets.model.derive import averages
from cc_widgets.model.intervals import Interval
from cc_widgets.model.looking_up import (
    asked_interval,
    fresh_interval,
    item_of,
    known_difference,
    known_terms,
    place_of,
    resampled_difference,
)
from cc_widgets.model.reading import Reading, reading_at
from cc_widgets.model.remarks import remarks_of
from cc_widgets.model.sentences import Situation
from cc_widgets.model.summary import summary_of


@result
class AverageCost:
    """Several evaluations in one.

    Attributes
    ----------
    average : Average
        The mean cost at each pc.
    spread : Spread
        How much the classifiers differ from it.
    """

    average: Average
    spread: Spread


class Answering(ModelState):
    """What can be asked; a part of the model."""

    def cost(self, name: str | None = None, pc: float | None = None) -> CostAnswer:
        """Tell what is paid at one pc.

        Parameters
        ----------
        name : str, optional
            A classifier; the best of the visible ones if left out.
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        CostAnswer
            With its best threshold there; in money too, if there are conditions.
        """
        item = None if name is None else item_of(self, name)
        where = place_of(self, pc)
        return cost_of(self.derived, item, where, known_terms(self), self.population)

    def operating_range(self, name: str | None = None) -> OperatingRange | None:
        """Tell where a classifier beats both trivial rules.

        Parameters
        ----------
        name : str, optional
            A classifier; the visible ones together if left out.

        Returns
        -------
        OperatingRange or None
            None if nowhere.
        """
        return operating_range(self.derived.hull) if name is None else item_of(self, name).range

    def compare(self, first: str, second: str) -> Comparison:
        """Tell where one classifier is cheaper than another, and by how much.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        Comparison
            Exact; with significance if their difference has been resampled.
        """
        pair = item_of(self, first), item_of(self, second)
        known = known_difference(self, first, second)
        found = None if known is None else significant_ranges(known)
        return comparison(*pair, self.pc, found)

    def average_cost(self) -> AverageCost:
        """Average the costs of the visible classifiers, for instance of folds.

        Returns
        -------
        AverageCost
            With their spread.

        Raises
        ------
        CostCurveError
            If fewer than two are visible.
        """
        return AverageCost(*averages([item.envelope for item in self.derived.shown]))

    def interval(self, name: str | None = None, pc: float | None = None) -> Interval:
        """Tell how sure a cost is.

        Parameters
        ----------
        name : str, optional
            A classifier; the best of the visible ones if left out.
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        Interval
            Lower and upper limit, and what to expect: from the band if there is one of these
            data, else from resamples at this pc. They allow for that the threshold was chosen on
            the same examples, and without a name the classifier too; `method` says how.

        Raises
        ------
        CostCurveError
            If examples are weighted, or it is not known how many there were.
        """
        where = place_of(self, pc)
        return asked_interval(self, None if name is None else item_of(self, name), where)

    def significance(self, first: str, second: str) -> Significance:
        """Tell where two classifiers differ by more than chance.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        Significance
            From the resamples that there are, or else from new ones, with the model's settings.

        Raises
        ------
        CostCurveError
            If they did not score the same examples.
        """
        known = known_difference(self, first, second)
        return significant_ranges(
            resampled_difference(self, first, second) if known is None else known
        )

    def best(self, pc: RangeLike | None = None) -> Best:
        """Tell what to use.

        Parameters
        ----------
        pc : float or (low, high), optional
            Under which conditions; if left out, the model's range, or else its operating point.

        Returns
        -------
        Best
            One choice, or one for each part of the range.
        """
        if pc is None:
            pc = self.pc if self.pc_range is None else self.pc_range
        read = read_range("pc", pc, least=0.0, greatest=1.0)
        return best_choices(self.derived, read.low, read.high)

    def ranking(self, pc: float | None = None) -> tuple[Ranked, ...]:
        """Rank the visible classifiers and the two trivial rules, cheapest first.

        Parameters
        ----------
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        tuple of Ranked
            Each with its best threshold there.
        """
        return ranked(self.derived, place_of(self, pc))

    def read(self, pc: float | None = None) -> Reading:
        """Read everything at one pc.

        Parameters
        ----------
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        Reading
            In numbers and words.
        """
        where = place_of(self, pc)
        return reading_at(
            self.derived,
            where,
            known_terms(self),
            Situation(
                population=self.population,
                unit=self.unit,
                interval=None if self.stale else fresh_interval(self, None, where),
                compared=self.compared,
                difference=None if self.stale else self.difference,
                pc_range=self.pc_range,
                criterion=self.answer,
                average=self.average,
            ),
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is odd about the visible classifiers, a sentence each."""
        return remarks_of(self.derived)

    def summary(self) -> str:
        """Say in a few sentences what the classifiers are good for.

        Returns
        -------
        str
            Plain text.
        """
        return summary_of(self.derived, self.read().words)
