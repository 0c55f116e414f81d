"""Everything that can be read at one pc, in numbers."""

from dataclasses import dataclass

from cc_widgets.core import Range, slope_at
from cc_widgets.model.answers import CostAnswer, cost_of
from cc_widgets.model.choices import Ranked, ranked
from cc_widgets.model.derive import Derived
from cc_widgets.model.intervals import Interval
from cc_widgets.model.sentences import Situation, runner_up_of, sentences
from cc_widgets.model.stated import Moving, Standing, stated


@dataclass(frozen=True, slots=True)
class Reading:
    """What the read-out says at one pc.

    Attributes
    ----------
    pc, slope : float
        Where, and the slope of the iso-performance lines there.
    intercept : float or None
        Where the iso-performance line that touches the hull meets fpr = 0; None at pc 0.
    prior : Range or None
        The share of positives that pc stands for; None where that is not known.
    best : CostAnswer
        The cheapest choice.
    interval : Interval or None
        Of its cost.
    runner_up : Ranked
        Who comes next, a classifier or a trivial rule.
    ranking : tuple of Ranked
        All visible classifiers, and the trivial rules.
    saved : float
        What the best choice costs less than the better trivial rule.
    difference : float or None
        Cost of the first less that of the second of the two that are compared.
    words : str
        All that in sentences.
    """

    pc: float
    slope: float
    intercept: float | None
    prior: Range | None
    best: CostAnswer
    interval: Interval | None
    runner_up: Ranked
    ranking: tuple[Ranked, ...]
    saved: float
    difference: float | None
    words: str


def reading_at(
    derived: Derived,
    pc: float,
    known: Moving | Standing | None = None,
    situation: Situation | None = None,
) -> Reading:
    """Read everything at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].
    known : Moving or Standing, optional
        What is known of the conditions.
    situation : Situation, optional
        What else matters.

    Returns
    -------
    Reading
        In numbers and words.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> reading_at(derive({"rule": point_set(fpr=0.2, tpr=0.8)}), 0.1).words
    'At PC(+) 0.1: call all negatives. That costs 0.1. rule adds nothing here.'
    """
    around = Situation() if situation is None else situation
    best = cost_of(derived, None, pc, known, around.population)
    order = ranked(derived, pc)
    said = stated(known, pc, best.fpr, best.tpr)
    return Reading(
        pc=pc,
        slope=float(slope_at(pc)),
        intercept=1.0 - best.normalised / pc if pc else None,
        prior=None if said is None else said.prior,
        best=best,
        interval=around.interval,
        runner_up=runner_up_of(best, order),
        ranking=order,
        saved=min(pc, 1.0 - pc) - best.normalised,
        difference=_difference(order, around.compared),
        words=sentences(derived, best, order, said, around),
    )


def _difference(order: tuple[Ranked, ...], compared: tuple[str, str] | None) -> float | None:
    """Return how much more the first costs than the second, if both are visible."""
    costs = {one.name: one.cost for one in order}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]
