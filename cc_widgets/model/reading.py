"""Everything that can be read at one pc, in numbers and in words.

`js/src/words/answer.ts` says the same, letter by letter, while the person drags.
"""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.odds import slope_at
from cc_widgets.core.ranges import Range
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.model.answers import CostAnswer, cost_of
from cc_widgets.model.choices import Ranked, best_choices, ranked, same_cost
from cc_widgets.model.criterion import CriterionAnswer
from cc_widgets.model.derive import Derived
from cc_widgets.model.intervals import Interval
from cc_widgets.model.numerals import amount, number, percent, share, span
from cc_widgets.model.operating import Pair
from cc_widgets.model.stated import Moving, Standing, Stated, stated

NOTHING_SHOWN = "No classifier is shown."
_FEW = 2


@dataclass(frozen=True, eq=False, slots=True)
class Situation:
    """What a reading depends on besides curves and conditions.

    Attributes
    ----------
    population : float
        How many cases there will be.
    unit : str
        The currency.
    interval : Interval or None
        Of the cost of the best choice, where there is one of these data.
    compared : pair of str, or None
        Whose costs to subtract.
    difference : Band or None
        Of their difference, where there is one of these data.
    pc_range : (low, high) or None
        Where pc may be.
    criterion : CriterionAnswer or None
        What another criterion chooses.
    average : bool
        Whether the classifiers are evaluations of one, of which the mean counts.
    """

    population: float = 1.0
    unit: str = ""
    interval: Interval | None = None
    compared: tuple[str, str] | None = None
    difference: Band | None = None
    pc_range: Pair | None = None
    criterion: CriterionAnswer | None = None
    average: bool = False


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
    runner_up : Ranked or None
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
    runner_up: Ranked | None
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
    >>> from cc_widgets.core.points import point_set
    >>> from cc_widgets.model.derive import derive
    >>> reading_at(derive({"rule": point_set(fpr=0.2, tpr=0.8)}), 0.1).words
    'At PC(+) 0.1: call all negatives. That costs 0.1. rule adds nothing here.'
    """
    around = Situation() if situation is None else situation
    best = cost_of(derived, None, pc, known, around.population)
    order = ranked(derived, pc)
    runner_up = next((one for one in order if one.name != best.name and _counts(one)), None)
    said = stated(known, pc, best.fpr, best.tpr)
    return Reading(
        pc=pc,
        slope=float(slope_at(pc)),
        intercept=1.0 - best.normalised / pc if pc else None,
        prior=None if said is None else said.prior,
        best=best,
        interval=around.interval,
        runner_up=runner_up,
        ranking=order,
        saved=min(pc, 1.0 - pc) - best.normalised,
        difference=_difference(order, around.compared),
        words=_words(derived, best, order, said, around) if derived.visible else NOTHING_SHOWN,
    )


def _counts(one: Ranked) -> bool:
    """Tell whether this is a choice of its own: what adds nothing is a trivial rule in disguise."""
    return one.adds or one.trivial


def _difference(order: tuple[Ranked, ...], compared: tuple[str, str] | None) -> float | None:
    """Return how much more the first costs than the second, if both are visible."""
    costs = {one.name: one.cost for one in order}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]


def _words(
    derived: Derived,
    best: CostAnswer,
    order: tuple[Ranked, ...],
    said: Stated | None,
    around: Situation,
) -> str:
    """Return all sentences."""
    where = _where(best.pc, said, around)
    if around.average and len(derived.visible) > 1:
        parts = [_mean_words(where, order)]
    else:
        parts = [
            _best_words(derived, where, best, around.interval),
            _money_words(said, around),
            _next_words(best, order),
            _idle_words(order),
            _difference_words(derived, best.pc, around),
            _reach_words(derived, best),
            _range_words(derived, around.pc_range),
        ]
    parts.append("" if around.criterion is None else around.criterion.words)
    return " ".join(part for part in parts if part)


def _where(pc: float, said: Stated | None, around: Situation) -> str:
    """Return where that is, and under which conditions."""
    facts = []
    if around.pc_range is not None:
        low, high = around.pc_range
        inside = "in" if low <= pc <= high else "outside"
        facts.append(f"{inside} your range, {share(low)} to {share(high)}")
    if said is not None:
        facts += _condition_words(said, around.unit)
    return f"At PC(+) {share(pc)}" + (f" ({'; '.join(facts)})" if facts else "")


def _condition_words(said: Stated, unit: str) -> list[str]:
    """Return prior and costs; those of right answers only where there are any."""
    costs = [
        f"a false alarm costs {span(said.cost_fp, amount, unit)}",
        f"a miss {span(said.cost_fn, amount, unit)}",
    ]
    for value, name in ((said.cost_tp, "a hit"), (said.cost_tn, "a right rejection")):
        if value != Range(0.0, 0.0):
            costs.append(f"{name} {span(value, amount, unit)}")
    return [f"prior {span(said.prior, share)}", ", ".join(costs)]


def _best_words(
    derived: Derived, where: str, best: CostAnswer, interval: Interval | None
) -> str:
    """Return what to use, whom it finds, and what it costs."""
    sure = ""
    is_trivial = best.name not in {item.name for item in derived.shown}
    if interval is not None and not is_trivial:
        limits = Range(interval.lower, interval.upper)
        sure = f" ({percent(interval.level)} interval {span(limits, number)})"
    cost = f"{number(best.normalised)}{sure}"
    if is_trivial:
        return f"{where}: {best.words}. That costs {cost}."
    negative, positive = derived.classes
    found = f"{percent(best.tpr)} of {positive}"
    flagged = f"{percent(best.fpr)} of {negative}"
    return f"{where}: use {best.words}. It finds {found}, flags {flagged}, and costs {cost}."


def _money_words(said: Stated | None, around: Situation) -> str:
    """Return the cost in the user's currency, if it is known."""
    if said is None:
        return ""
    each, cases = said.per_case, around.population
    words = f"{span(each, amount, around.unit)} per case"
    if cases != 1.0:
        total = Range(each.low * cases, each.high * cases)
        words += f", {span(total, amount, around.unit)} in {amount(cases)} cases"
    return f"In money: {words}."


def _next_words(best: CostAnswer, order: tuple[Ranked, ...]) -> str:
    """Return who comes next, and by how much it is dearer."""
    others = [one for one in order if one.name != best.name and _counts(one)]
    if not others or (not order[0].adds and all(one.trivial for one in others)):
        return ""
    after = others[0]
    who = f"calling{after.words.removeprefix('call')}" if after.trivial else after.words
    more = after.cost - best.normalised
    if more <= same_cost(best.pc):
        return f"{who[0].upper()}{who[1:]} costs the same." if after.trivial else f"{who} costs the same."
    part = f" ({percent_more(more / best.normalised)})" if best.normalised > 0.0 else ""
    return f"Next is {who}: it costs {number(more)} more{part}."


def percent_more(part: float) -> str:
    """Return an increase in per cent."""
    return f"{number(100.0 * part)} %"


def _idle_words(order: tuple[Ranked, ...]) -> str:
    """Return which classifiers cost no less here than doing nothing."""
    idle = [one.name for one in order if not _counts(one)]
    if not idle:
        return ""
    if len(idle) == 1:
        return f"{idle[0]} adds nothing here."
    if len(idle) <= _FEW:
        return f"{' and '.join(idle)} add nothing here."
    return f"{len(idle)} classifiers add nothing here."


def _difference_words(derived: Derived, pc: float, around: Situation) -> str:
    """Return the difference of the two that are compared, with its band."""
    band, pair = around.difference, around.compared
    if band is None or pair is None or not set(pair) <= {item.name for item in derived.shown}:
        return ""
    middle, lower, upper = (
        float(np.interp(pc, band.pc, limit)) for limit in (band.estimate, band.lower, band.upper)
    )
    sure = "" if lower > 0.0 or upper < 0.0 else "not "
    return (
        f"{pair[0]} less {pair[1]}: {number(middle)} ({percent(band.level)} interval "
        f"{number(lower)} to {number(upper)}), {sure}significant."
    )


def _reach_words(derived: Derived, best: CostAnswer) -> str:
    """Return where the best classifier is worth using."""
    item = derived.named(best.name)
    if item is None or not item.visible or item.range is None:
        return ""
    reach = f"{share(item.range.pc_low)} to {share(item.range.pc_high)}"
    return f"{item.name} is worth using from PC(+) {reach}."


def _range_words(derived: Derived, pc_range: Pair | None) -> str:
    """Return how many choices it takes to be best all over the user's range."""
    return "" if pc_range is None else best_choices(derived, *pc_range).words


def _mean_words(where: str, order: tuple[Ranked, ...]) -> str:
    """Return the mean cost of what are evaluations of one classifier."""
    costs = [one.cost for one in order if not one.trivial]
    each = f"single ones cost {number(min(costs))} to {number(max(costs))}"
    mean = sum(costs) / len(costs)
    return f"{where}: the {len(costs)} classifiers together cost {number(mean)} on average; {each}."
