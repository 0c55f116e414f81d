"""The sentences that are read at one pc.

`js/src/words/answer.ts` says the same, letter by letter, while the person drags.
"""

import numpy as np

from cc_widgets.core import Range
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import CostAnswer
from cc_widgets.model.choices import Ranked, best_choices, same_cost
from cc_widgets.model.criterion import CriterionAnswer
from cc_widgets.model.derive import Derived
from cc_widgets.model.intervals import Interval
from cc_widgets.model.numerals import amount, number, percent, share, span
from cc_widgets.model.operating import Pair
from cc_widgets.model.stated import Stated

NOTHING_SHOWN = "No classifier is shown."
_FEW = 2


@result
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


def sentences(
    derived: Derived,
    best: CostAnswer,
    order: tuple[Ranked, ...],
    said: Stated | None,
    around: Situation,
) -> str:
    """Say what can be read at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    best : CostAnswer
        The cheapest choice.
    order : tuple of Ranked
        All classifiers and the trivial rules.
    said : Stated or None
        The conditions there.
    around : Situation
        What else matters.

    Returns
    -------
    str
        Sentences.
    """
    if not derived.visible:
        return NOTHING_SHOWN
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


def runner_up_of(best: CostAnswer, order: tuple[Ranked, ...]) -> Ranked:
    """Return who comes next, a classifier or a trivial rule."""
    mine = best.name, best.trivial
    return next(one for one in order if _counts(one) and (one.name, one.trivial) != mine)


def _counts(one: Ranked) -> bool:
    """Tell whether this is a choice of its own: what adds nothing is a trivial rule in disguise."""
    return one.adds or one.trivial


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


def _best_words(derived: Derived, where: str, best: CostAnswer, interval: Interval | None) -> str:
    """Return what to use, whom it finds, and what it costs."""
    sure = ""
    if interval is not None and not best.trivial:
        limits = Range(interval.lower, interval.upper)
        sure = f" ({percent(interval.level)} interval {span(limits, number)})"
    cost = f"{number(best.normalised)}{sure}"
    if best.trivial:
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
    if not any(one.adds for one in order):
        return ""
    after = runner_up_of(best, order)
    who = f"calling{after.words.removeprefix('call')}" if after.trivial else after.words
    more = after.cost - best.normalised
    if more <= same_cost(best.pc):
        return f"{after.words} costs the same."
    part = f" ({number(100.0 * more / best.normalised)} %)" if best.normalised > 0.0 else ""
    return f"Next is {who}: it costs {number(more)} more{part}."


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
    item = None if best.trivial else derived.named(best.name)
    if item is None or item.range is None:
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
