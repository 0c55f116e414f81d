"""Sentences: what is read at one pc, what is worth a remark, and a summary of all."""

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import (
    Predictions,
    Range,
    Standing,
    envelope_top,
    operating_range,
    same_cost,
    slope_at,
)
from cc_widgets.core._in_use import loss_over
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import CostAnswer, Interval, InUse, cost_of
from cc_widgets.model.choosing import CriterionAnswer, Ranked, best_choices, ranked
from cc_widgets.model.conditions import Fixed, Moving, Pair, Stated, stated
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.model.numerals import amount, number, percent, share, short, span

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Under which conditions a classifier is the one to use, in words


def standing_words(derived: Derived, position: int) -> str:
    """Under which conditions a classifier is the one to use.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    position : int
        The classifier.

    Returns
    -------
    str
        Where it is the cheapest of the visible ones.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> given = {"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.4, tpr=0.5)}
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive(given)
    >>> standing_words(derived, 0), standing_words(derived, 1)
    ('cheapest for PC(+) 0.2 to 0.8', 'never the cheapest')
    """
    if position not in derived.visible:
        return "hidden"
    status = derived.status.classifiers[derived.visible.index(position)]
    if status.standing is Standing.OPTIMAL and status.pc_low.size:
        pairs = zip(status.pc_low.tolist(), status.pc_high.tolist(), strict=True)
        ranges = ", ".join(f"{share(low)} to {share(high)}" for low, high in pairs)
        return f"cheapest for PC(+) {ranges}"
    if status.standing is Standing.NEVER:
        return "never the cheapest"
    return "at best as cheap as others, at single PC(+)"


# ---- What is odd about classifiers, for whoever gave them: worth a word, never refused


_DECISIONS = 3  # points of a curve with two different scores: nothing, some, everything
_FEW = 2  # examples; with one of each class two scores are all there can be


def remarks_of(derived: Derived) -> tuple[str, ...]:
    """What is odd about the visible classifiers.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    tuple of str
        Sentences, in the user's order: scores that are the wrong way round, answers given as
        scores, and classifiers that help under no conditions; last, whether they were tested on
        different examples.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.model.derive import derive
    >>> remarks_of(derive({"rule": predictions([0, 1, 0, 1], [0, 1, 0, 1])}))
    ('rule has only two different scores: if these are answers, pass the scores behind them.',)
    """
    found = [_scores(item) or _use(derived, item) for item in derived.shown]
    return tuple(sentence for sentence in [*found, _apart(derived)] if sentence)


def _apart(derived: Derived) -> str:
    """Say that a comparison is one of test sets, too; a mean of folds is not."""
    scored = [item.counted for item in derived.shown if isinstance(item.counted, Predictions)]
    if derived.average is not None or all(scored[0].same_examples(one) for one in scored[1:]):
        return ""
    return (
        "These classifiers were tested on different examples: part of what they differ by comes "
        "from those. If they are folds of one classifier, only their average tells what it costs "
        "(average = True)."
    )


def _scores(item: DerivedClassifier) -> str:
    """What is odd about scores."""
    if not isinstance(item.counted, Predictions) or item.counted.score.size <= _FEW:
        return ""
    if item.kept.area_below is not None:
        return (
            f"{item.name} is worse than guessing (area under its ROC curve "
            f"{item.kept.area_below:.2g}): are its scores the wrong way round, or is the other "
            "label the positive one?"
        )
    if item.kept.n_thresholds == _DECISIONS:
        return (
            f"{item.name} has only two different scores: if these are answers, pass the scores "
            "behind them."
        )
    if item.kept.n_thresholds < _DECISIONS:
        return f"{item.name} gives every case the same score, and tells nothing apart."
    return ""


def _use(derived: Derived, item: DerivedClassifier) -> str:
    """Say that a classifier helps under no conditions."""
    if item.range is not None:
        return ""
    negative, positive = derived.classes
    return (
        f"{item.name} adds nothing: nowhere does it cost less than to call all {negative} or to "
        f"call all {positive}."
    )


# ---- The sentences that are read at one pc


NOTHING_SHOWN = "No classifier is shown."


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
    in_use : tuple of InUse
        Thresholds in use today, of visible classifiers.
    """

    population: float = 1.0
    unit: str = ""
    interval: Interval | None = None
    compared: tuple[str, str] | None = None
    difference: Band | None = None
    pc_range: Pair | None = None
    criterion: CriterionAnswer | None = None
    average: bool = False
    in_use: tuple[InUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, a few facts about it, and why.

    Attributes
    ----------
    headline : str
        What to do.
    lines : tuple of str
        A fact each.
    why : tuple of str
        What it follows from.
    """

    headline: str
    lines: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All of it."""
        return " ".join((self.headline, *self.lines, *self.why))


def advice(
    derived: Derived,
    best: CostAnswer,
    order: tuple[Ranked, ...],
    said: Stated | None,
    around: Situation,
) -> Advice:
    """What to do at one pc.

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
    Advice
        In sentences.
    """
    if not derived.visible:
        return Advice(NOTHING_SHOWN)
    where = _where(best.pc, said, around)
    other = "" if around.criterion is None else around.criterion.words
    if around.average and len(derived.visible) > 1:
        return Advice(_mean_words(where, order), _kept(other))
    return Advice(
        _best_words(derived, where, best, around.interval),
        _kept(
            _money_words(said, around),
            _next_words(best, order),
            *(_in_use_words(derived, best, around, one) for one in around.in_use),
            _range_words(derived, around.pc_range),
            other,
        ),
        _kept(
            _idle_words(order),
            _difference_words(derived, best.pc, around),
            _reach_words(derived, best),
            *background(derived),
        ),
    )


def _kept(*words: str) -> tuple[str, ...]:
    return tuple(filter(None, words))


_NAMED_APART = 3


def background(derived: Derived) -> tuple[str, ...]:
    """Reasons behind the answer that are the same at every pc: what was left out.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    tuple of str
        A sentence each.
    """
    thinned = [item for item in derived.shown if item.shown.error]
    if len(thinned) > _NAMED_APART:
        error = max(item.shown.error for item in thinned)
        count = f"{len(thinned)} curves are drawn with fewer thresholds than they have"
        return (f"{count}, true to {error:.1g}.",)
    return tuple(map(_thinning, thinned))


def _thinning(item: DerivedClassifier) -> str:
    """How many thresholds of a classifier are drawn, and how true that is."""
    part = f"{item.shown.index.size:,} of {item.kept.n_thresholds:,} thresholds drawn"
    return f"{item.name}: {part}, true to {item.shown.error:.1g}."


def runner_up_of(best: CostAnswer, order: tuple[Ranked, ...]) -> Ranked:
    """Who comes next, a classifier or a trivial rule."""
    mine = best.name, best.trivial
    return next(one for one in order if _counts(one) and (one.name, one.trivial) != mine)


def _counts(one: Ranked) -> bool:
    """Whether this is a choice of its own: what adds nothing is a trivial rule in disguise."""
    return one.adds or one.trivial


def _where(pc: float, said: Stated | None, around: Situation) -> str:
    """Where that is, and under which conditions."""
    facts = []
    if around.pc_range is not None:
        low, high = around.pc_range
        inside = "in" if low <= pc <= high else "outside"
        facts.append(f"{inside} your range, {share(low)} to {share(high)}")
    if said is not None:
        facts += _condition_words(said, around.unit)
    return f"At PC(+) {share(pc)}" + (f" ({'; '.join(facts)})" if facts else "")


def _condition_words(said: Stated, unit: str) -> list[str]:
    """Prior and costs; those of right answers only where there are any."""
    costs = [
        f"a false alarm costs {span(said.cost_fp, amount, unit)}",
        f"a miss {span(said.cost_fn, amount, unit)}",
    ]
    for value, name in ((said.cost_tp, "a hit"), (said.cost_tn, "a right rejection")):
        if value != Range(0.0, 0.0):
            costs.append(f"{name} {span(value, amount, unit)}")
    return [f"prior {span(said.prior, share)}", ", ".join(costs)]


def _best_words(derived: Derived, where: str, best: CostAnswer, interval: Interval | None) -> str:
    """What to use, whom it finds, and what it costs."""
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
    """The cost in the user's currency, if it is known."""
    if said is None:
        return ""
    each, cases = said.per_case, around.population
    words = f"{span(each, amount, around.unit)} per case"
    if cases != 1.0:
        total = Range(each.low * cases, each.high * cases)
        words += f", {span(total, amount, around.unit)} in {amount(cases)} cases"
    return f"In money: {words}."


def _next_words(best: CostAnswer, order: tuple[Ranked, ...]) -> str:
    """Who comes next, and by how much it is dearer."""
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
    """Which classifiers cost no less here than doing nothing."""
    idle = [one.name for one in order if not _counts(one)]
    if not idle:
        return ""
    if len(idle) == 1:
        return f"{idle[0]} adds nothing here."
    if len(idle) <= _FEW:
        return f"{' and '.join(idle)} add nothing here."
    return f"{len(idle)} classifiers add nothing here."


def _in_use_words(derived: Derived, best: CostAnswer, around: Situation, one: InUse) -> str:
    """What a threshold in use costs more than the best choice, here or over the range."""
    reach = Range(*(around.pc_range or (best.pc, best.pc)))
    loss = loss_over(derived.envelope, one.fpr, one.tpr, reach)
    more = span(loss, number)
    if around.pc_range is not None:
        found = (
            f"{more} more than the best choice"
            if loss.high > 0.0
            else "no more than any other choice"
        )
        return f"In use: {one.words}; over your range that costs {found}."
    if loss.high <= 0.0:
        return f"In use: {one.words}; here that costs no more than any other choice."
    cost = best.normalised
    part = f" ({number(100.0 * loss.high / cost)} %)" if cost > 0.0 else ""
    return f"In use: {one.words}; here that costs {more} more{part} than the best choice."


def _difference_words(derived: Derived, pc: float, around: Situation) -> str:
    """The difference of the two that are compared, with its band."""
    band, pair = around.difference, around.compared
    if (
        band is None
        or band.provisional
        or pair is None
        or not set(pair) <= {item.name for item in derived.shown}
    ):
        return ""
    edges = (
        float(np.interp(pc, band.pc, edge)) for edge in (band.estimate, band.lower, band.upper)
    )
    same = same_cost(pc)
    middle, lower, upper = (0.0 if abs(edge) <= same else edge for edge in edges)
    sure = "" if lower > 0.0 or upper < 0.0 else "not "
    return (
        f"{pair[0]} less {pair[1]}: {number(middle)} ({percent(band.level)} interval "
        f"{number(lower)} to {number(upper)}), {sure}significant."
    )


def _reach_words(derived: Derived, best: CostAnswer) -> str:
    """Where the best classifier is worth using."""
    item = None if best.trivial else derived.named(best.name)
    if item is None or item.range is None:
        return ""
    reach = f"{share(item.range.pc_low)} to {share(item.range.pc_high)}"
    return f"{item.name} is worth using from PC(+) {reach}."


def _range_words(derived: Derived, pc_range: Pair | None) -> str:
    """What to use all over the user's range."""
    return "" if pc_range is None else best_choices(derived, *pc_range).words


def _mean_words(where: str, order: tuple[Ranked, ...]) -> str:
    """The mean cost of what are evaluations of one classifier."""
    costs = [one.cost for one in order if not one.trivial]
    each = f"single ones cost {number(min(costs))} to {number(max(costs))}"
    mean = sum(costs) / len(costs)
    return f"{where}: the {len(costs)} classifiers together cost {number(mean)} on average; {each}."


# ---- Everything that can be read at one pc, in numbers


@dataclass(frozen=True, slots=True)
class Reading:
    """What the read-out says at one pc.

    Attributes
    ----------
    pc : float
        Where.
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
    answer : Advice
        What to do, in sentences.
    """

    pc: float
    intercept: float | None
    prior: Range | None
    best: CostAnswer
    interval: Interval | None
    runner_up: Ranked
    ranking: tuple[Ranked, ...]
    saved: float
    difference: float | None
    answer: Advice

    @property
    def words(self) -> str:
        """The answer as text."""
        return self.answer.words

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines at this pc."""
        return float(slope_at(self.pc))


def reading_at(
    derived: Derived,
    pc: float,
    known: Moving | Fixed | None = None,
    situation: Situation | None = None,
) -> Reading:
    """Read everything at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].
    known : Moving or Fixed, optional
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
        intercept=1.0 - best.normalised / pc if pc else None,
        prior=None if said is None else said.prior,
        best=best,
        interval=around.interval,
        runner_up=runner_up_of(best, order),
        ranking=order,
        saved=min(pc, 1.0 - pc) - best.normalised,
        difference=_difference(order, around.compared),
        answer=advice(derived, best, order, said, around),
    )


def _difference(order: tuple[Ranked, ...], compared: tuple[str, str] | None) -> float | None:
    """How much more the first costs than the second, if both are visible."""
    costs = {one.name: one.cost for one in order}
    if compared is None or not set(compared) <= set(costs):
        return None
    first, second = compared
    return costs[first] - costs[second]


# ---- What the classifiers are good for, in a few sentences


_WIDTH = 100


def summary_of(derived: Derived, reading: str) -> str:
    """Sum up a snapshot.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    reading : str
        What can be read at the operating point.

    Returns
    -------
    str
        Plain text; lines of at most 100 characters.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({})
    >>> summary_of(derived, "")
    'No classifier is shown.'
    """
    if not derived.visible:
        return NOTHING_SHOWN
    negative, positive = derived.classes
    reach = operating_range(derived.hull)
    if reach is None:
        nowhere = (
            f"Nowhere does a classifier cost less than to call all {negative} or to call all "
            f"{positive}."
        )
        return _wrapped([nowhere, *remarks_of(derived)])
    if derived.average is not None:  # folds of one: none of them is a choice
        return _wrapped([reading, *remarks_of(derived)])
    top = envelope_top(derived.envelope)
    names = [item.name for item in derived.shown]
    who = names[0] if len(names) == 1 else f"The best of {', '.join(names)}"
    where = f"from PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}"
    first = (
        f"{who} costs less than to call all {negative} or to call all {positive} {where}, and "
        f"never more than {number(top.cost)}."
    )
    each = [f"{item.name}: {standing_words(derived, item.position)}." for item in derived.shown]
    return _wrapped([first, *(each if len(names) > 1 else []), reading, *remarks_of(derived)])


def _wrapped(lines: list[str]) -> str:
    """Paragraphs whose lines are short enough for a notebook."""
    return "\n".join(
        fill(line, _WIDTH, break_on_hyphens=False, break_long_words=False) for line in lines
    )


# ---- The model itself, in a line


_NAMED = 3


def line_of(model: "CostCurveModel") -> str:
    """Line about a model: its classifiers, its conditions, its bands.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    str
        Without a full stop.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> line_of(CostCurveModel())
    'no classifiers; PC(+) 0.5; no bands'
    """
    return "; ".join((_named(model), _conditions_words(model), _bands_words(model)))


def _named(model: "CostCurveModel") -> str:
    """How many classifiers there are, and who they are, as far as there is room."""
    names = list(model.classifiers)
    if not names:
        return "no classifiers"
    count = "1 classifier" if len(names) == 1 else f"{len(names)} classifiers"
    hidden = f" ({len(model.hidden)} hidden)" if model.hidden else ""
    more = ["..."] if len(names) > _NAMED else []
    return f"{count}{hidden}: {', '.join([*map(short, names[:_NAMED]), *more])}"


def _conditions_words(model: "CostCurveModel") -> str:
    """Prior and costs; where they are not known, the operating point or its range."""
    known = model.conditions
    if known is not None:
        costs = f"{span(known.cost_fp, amount)} : {span(known.cost_fn, amount)}"
        return f"prior {span(known.prior, share)}, costs {costs}"
    return f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"


def _bands_words(model: "CostCurveModel") -> str:
    """Whether there are bands, and of what."""
    if model.band is None:
        return "no bands"
    age = ", out of date" if model.stale else ""
    return f"{percent(model.band.level)} bands of {model.band.n_done:,} resamples{age}"
