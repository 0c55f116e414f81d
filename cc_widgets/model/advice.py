"""The card: what to do, how sure that is, whom it finds, when it pays, what it costs, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cc_widgets.core import TRIVIAL, Owner, Range, edge_pc, prior_at, same_cost, slope_at
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import CostAnswer, Interval, InUse, Ranked, cost_of, ranked
from cc_widgets.model.choosing import (
    Best,
    CriterionAnswer,
    OneChoice,
    best_choices,
    limit_of,
)
from cc_widgets.model.conditions import Fixed, Moving, Pair, Stated, stated
from cc_widgets.model.derive import Derived
from cc_widgets.model.differences import Leads, within_bounds
from cc_widgets.model.numerals import (
    amount,
    bound_of,
    left_of,
    listing,
    number,
    people,
    percent,
    share,
    span,
    tally,
    trivial_words,
    use_of_corner,
)

# ---- What an answer depends on, and what it is made of


@result
class Situation:
    """What an answer depends on besides curves and conditions.

    Attributes
    ----------
    population : float
        How many cases there will be; 1 where nobody has said.
    unit : str
        The currency.
    interval : Interval or None
        Of the cost of the best choice, where there is one of these data.
    compared : pair of str, or None
        Whose costs to subtract.
    difference : Band or None
        Of their difference, where there is one of these data.
    best : Band or None
        Of the cost of the best choice at every pc, where there is one of these data.
    leads : Leads or None
        Tests of who is cheapest, where there are any of these data.
    pc_range : (low, high) or None
        Where pc may be.
    criterion : CriterionAnswer or None
        What another criterion chooses.
    in_use : tuple of InUse
        Thresholds in use today, of visible classifiers.
    again : str
        What resamples choose at this pc.
    background : tuple of str
        Reasons that are the same at every pc.
    """

    population: float = 1.0
    unit: str = ""
    interval: Interval | None = None
    compared: tuple[str, str] | None = None
    difference: Band | None = None
    best: Band | None = None
    leads: Leads | None = None
    pc_range: Pair | None = None
    criterion: CriterionAnswer | None = None
    in_use: tuple[InUse, ...] = ()
    again: str = ""
    background: tuple[str, ...] = ()

    @property
    def tested(self) -> Band | None:
        """The difference, once it is more than a first sketch."""
        return None if self.difference is None or self.difference.provisional else self.difference


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, a few facts about it, and why.

    Attributes
    ----------
    headline : str
        What to do, and what has to be assumed for that.
    lines : tuple of str
        A fact each; at most three.
    why : tuple of str
        What it follows from: places in the figures, methods, assumptions.
    """

    headline: str
    lines: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What to do and the facts, without the reasons."""
        return " ".join((self.headline, *self.lines))

    @property
    def words(self) -> str:
        """All of it."""
        return " ".join((self.headline, *self.lines, *self.why))


Rates = tuple[float, float]  # fpr, tpr
Corner = tuple[float, float, float]  # what a case costs: the first, and the others by fpr and fnr
_SAME = 1e-9  # part of a cost by which nobody tells two costs apart
_SAID_AS = 1e-9  # ends of ranges that are one range, computed in two ways
_FEW = 2
_JUST = "just as much"


# ---- The conditions in force


@dataclass(frozen=True, slots=True)
class Force:
    """Conditions under which an answer holds; each a range, also where it is one number.

    Attributes
    ----------
    over, prior, cost_fp, cost_fn : Range
        Of pc, of the share of positives, of what errors cost.
    alarm, miss : Range
        What errors cost beyond right answers.
    corners : tuple of (base, by fpr, by fnr)
        What a case costs, for each combination of ends.
    assumed : bool
        Whether nobody has given costs for this pc.
    outside : bool
        Whether pc is not in the user's range.
    """

    over: Range
    prior: Range
    cost_fp: Range
    cost_fn: Range
    alarm: Range
    miss: Range
    corners: tuple[Corner, ...]
    assumed: bool
    outside: bool

    @property
    def is_range(self) -> bool:
        """Whether there is more than one pc."""
        return not self.over.exact

    @property
    def both(self) -> Pair:
        """The ends of the range of pc; twice the same where there is one pc."""
        return self.over.low, self.over.high

    @property
    def rewarded(self) -> bool:
        """Whether right answers cost, or bring, anything."""
        return any(base != 0.0 for base, _, _ in self.corners)


def force_at(pc: float, known: Moving | Fixed | None, pc_range: Pair | None) -> Force:
    """The conditions in force at one pc, or over the range in which it lies."""
    inside = pc_range is not None and pc_range[0] <= pc <= pc_range[1]
    over = Range(*pc_range) if pc_range is not None and inside else Range(pc, pc)
    if isinstance(known, Fixed) and not over.exact:  # an end may be next to that of the conditions
        pc = min(max(pc, known.pc[0]), known.pc[1])
    said = stated(known, pc, 0.0, 0.0) if known is not None and _suits(known, over) else None
    outside = pc_range is not None and not inside
    if said is None:
        one = Range(1.0, 1.0)
        corners = tuple((0.0, 1.0 - prior, prior) for prior in over.ends)
        return Force(over, over, one, one, one, one, corners, assumed=True, outside=outside)
    fp, fn, tp, tn = said.cost_fp, said.cost_fn, said.cost_tp, said.cost_tn
    return Force(
        over=over,
        prior=said.prior,
        cost_fp=fp,
        cost_fn=fn,
        alarm=Range(fp.low - tn.high, fp.high - tn.low),
        miss=Range(fn.low - tp.high, fn.high - tp.low),
        corners=known.corners if isinstance(known, Fixed) else (_corner(said),),
        assumed=False,
        outside=outside,
    )


def _suits(known: Moving | Fixed, over: Range) -> bool:
    """Whether conditions are those of a range; while a hand moves one, they are of another."""
    if over.exact or not isinstance(known, Fixed):
        return over.exact
    return max(abs(known.pc[0] - over.low), abs(known.pc[1] - over.high)) < _SAID_AS


def _corner(said: Stated) -> Corner:
    """What a case costs under exact conditions."""
    prior, fp, fn = said.prior.low, said.cost_fp.low, said.cost_fn.low
    tp, tn = said.cost_tp.low, said.cost_tn.low
    return prior * tp + (1.0 - prior) * tn, (1.0 - prior) * (fp - tn), prior * (fn - tp)


# ---- Whom a choice finds, misses and flags


_ROUND_NUMBERS = (1e3, 1e5, 1e7, 1e9)


def _counts(force: Force, rates: Rates, cases: float) -> tuple[Range, Range, Range, Range]:
    """Positives, those found, those missed, and false alarms, of so many cases."""
    fpr, tpr = rates
    low, high = force.prior.low * cases, force.prior.high * cases
    rest = (1.0 - force.prior.high) * cases, (1.0 - force.prior.low) * cases
    return (
        Range(low, high),
        Range(low * tpr, high * tpr),
        Range(low * (1.0 - tpr), high * (1.0 - tpr)),
        Range(rest[0] * fpr, rest[1] * fpr),
    )


def _cases(force: Force, rates: Rates, population: float) -> float:
    """How many cases to speak of: the user's, or so many that no count is under one."""
    tried = (*([] if population == 1.0 else [population]), *_ROUND_NUMBERS)
    for cases in tried:
        ends = [end for counted in _counts(force, rates, cases) for end in counted.ends]
        if all(end == 0.0 or end >= 1.0 for end in ends):
            return cases
    return tried[-1]


def _whom_words(
    derived: Derived, force: Force, rates: Rates, cases: float, *, trivial: bool
) -> str:
    """Whom a choice finds, misses and flags wrongly, in counts."""
    positives, found, missed, alarms = _counts(force, rates, cases)
    found = Range(
        left_of(positives.low, missed.low, found.low),
        left_of(positives.high, missed.high, found.high),
    )
    each = f"Of {amount(cases)} cases {_are(positives, cases)} {derived.classes[1]}"
    raised = _errors(alarms, "false alarm")
    if positives.high == 0.0:
        return f"{each}: {'that' if trivial else 'it'} raises {raised}."
    if trivial and rates[0] == 0.0:
        return f"{each}: that misses all of them, and raises no false alarm."
    if trivial:
        return f"{each}: that finds all of them, and raises {raised}."
    finds = "finds all of them" if missed.high == 0.0 else f"finds {_people(found)}"
    misses = "" if missed.high == 0.0 else f" misses {_people(missed)},"
    return f"{each}: it {finds},{misses} and raises {raised}."


def _are(positives: Range, cases: float) -> str:
    """How many are positive."""
    if positives.high == 0.0:
        return "none are"
    if positives.low == cases:
        return "all are"
    words = _people(positives)
    return f"{words} is" if words == "1" else f"{words} are"


def _people(counted: Range) -> str:
    """A number of people, or the ends of a range."""
    return "none" if counted.high == 0.0 else span(counted, people)


def _errors(counted: Range, noun: str) -> str:
    """A number of errors, with its noun."""
    words = span(counted, people)
    if counted.high == 0.0:
        return f"no {noun}"
    return f"{words} {_of(noun, words)}"


def _of(noun: str, count: str) -> str:
    """A noun beside a number."""
    if count == "1":
        return noun
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


# ---- What it costs, in the user's currency or as so many errors of one kind


@dataclass(frozen=True, slots=True)
class Tariff:
    """How costs are told.

    Attributes
    ----------
    corners : tuple of (base, by fpr, by fnr)
        What a case costs, for each combination of ends of the conditions.
    cases : float
        For how many cases.
    all_of_them : bool
        Whether these are all there will be.
    unit : str
        The currency; empty where costs are told as errors.
    error : str
        The kind of errors that they are told as.
    """

    corners: tuple[Corner, ...]
    cases: float
    all_of_them: bool
    unit: str
    error: str

    def cost(self, rates: Rates) -> Range:
        """What a choice costs."""
        fpr, fnr = rates[0], 1.0 - rates[1]
        return self._over(base + a * fpr + b * fnr for base, a, b in self.corners)

    def more(self, rates: Rates, others: Rates) -> Range:
        """What a choice costs more than another; 0 where nobody can tell them apart."""
        fpr, fnr = rates[0] - others[0], others[1] - rates[1]
        found = ((a * fpr + b * fnr, a + b) for _, a, b in self.corners)
        return self._over(0.0 if abs(gap) <= _SAME * all_ else gap for gap, all_ in found)

    def loss(self, rates: Rates, derived: Derived) -> float:
        """What a choice costs more than the best, at most: it is most at a corner."""
        hull = derived.hull
        least = [float((a * hull.fpr + b * (1.0 - hull.tpr)).min()) for _, a, b in self.corners]
        mine = [a * rates[0] + b * (1.0 - rates[1]) for _, a, b in self.corners]
        return self.cases * max(one - best for one, best in zip(mine, least, strict=True))

    def of_normalised(self, cost: float) -> float:
        """A normalised cost; only under exact conditions."""
        return self.cases * self.corners[0][0] + self.of_gap(cost)

    def of_gap(self, cost: float) -> float:
        """A difference of normalised costs; only under exact conditions."""
        _, a, b = self.corners[0]
        return self.cases * (a + b) * cost

    def _over(self, each: Iterable[float]) -> Range:
        """The least and the greatest, for all the cases."""
        values = [self.cases * one for one in each]
        return Range(min(values), max(values))

    def bare(self, value: Range) -> str:
        """An amount or a number of errors, without their noun."""
        return span(value, amount, self.unit) if self.unit else span(value, tally)

    def words(self, value: Range) -> str:
        """An amount, or so many errors, and for how many cases."""
        return f"{self.counted(value)} {self.per}"

    def total(self, value: Range, *, trivial: bool = False) -> str:
        """What a choice costs, as the beginning of a sentence."""
        it = "That" if trivial else "It"
        if self._is_nothing(value):
            return f"{it} costs nothing"
        if self.unit:
            return f"{it} costs {self.words(value)}"
        weighs = "That weighs" if trivial else "Its errors together weigh"
        return f"{weighs} {self.words(value)}"

    def beside(self, value: Range, first: Range) -> str:
        """An amount or a number of errors after another one; of what, where that told nothing."""
        return self.words(value) if self._is_nothing(first) else self.bare(value)

    def _is_nothing(self, value: Range) -> bool:
        """Whether there are no errors to tell a cost as."""
        return not self.unit and value.high <= 0.0

    def counted(self, value: Range) -> str:
        """An amount, or so many errors."""
        count = self.bare(value)
        return count if self.unit else f"as much as {count} {_of(self.error, count)}"

    @property
    def per(self) -> str:
        """For how many cases."""
        return f"{'in' if self.all_of_them else 'per'} {amount(self.cases)} cases"


def _tariff(force: Force, around: Situation, cases: float) -> Tariff:
    """How costs are told; one error at least is sure to cost something."""
    corners, error, unit = force.corners, "false alarm", _unit(force, around)
    if not unit:
        alarm, miss, ends = force.alarm, force.miss, force.prior.ends
        if alarm.low > 0.0:
            parts = (miss.low / alarm.high, miss.high / alarm.low)
            corners = tuple((0.0, 1.0 - p, p * part) for p in ends for part in parts)
        else:
            parts = (alarm.low / miss.high, alarm.high / miss.low)
            corners = tuple((0.0, (1.0 - p) * part, p) for p in ends for part in parts)
            error = "miss"
    return Tariff(corners, cases, cases == around.population, unit, error)


def _unit(force: Force, around: Situation) -> str:
    """The currency, where the costs are the user's."""
    return "" if force.assumed else around.unit


# ---- What it costs against doing nothing, and where it pays


def _nothing(derived: Derived, pc: float) -> tuple[float, str]:
    """What doing nothing costs, and how that is done."""
    rule = trivial_words(derived, positive=pc > 1.0 - pc)
    return min(pc, 1.0 - pc), f"calling{rule.removeprefix('call')}"


def _change(cost: float, nothing: float) -> str:
    """By which part a cost is more or less than that of doing nothing."""
    if abs(cost - nothing) <= _SAME * nothing:
        return _JUST
    if nothing == 0.0:
        return "more"
    part = cost / nothing - 1.0
    return f"{percent(-part, _FEW)} less" if part < 0.0 else f"{number(100.0 * part, _FEW)} % more"


def _than(change: str) -> str:
    return f"{change} as" if change == _JUST else f"{change} than"


def _against_words(derived: Derived, force: Force, rates: Rates) -> str:
    """What a choice costs against doing nothing: at the pc, or at both ends of the range."""
    return _costs_words(derived, force, [float(cost_of_rates(*rates, pc)) for pc in force.both])


def _costs_words(derived: Derived, force: Force, costs: list[float]) -> str:
    """Normalised costs at both ends of the range, against doing nothing there."""
    idle = [_nothing(derived, pc) for pc in force.both]
    first, last = (_change(cost, nothing) for cost, (nothing, _) in zip(costs, idle, strict=True))
    if not force.is_range:
        return f"{_than(first)} {idle[0][1]}"
    start, stop = (_end_words(derived, force, end) for end in (0, 1))
    if idle[0][1] == idle[1][1]:
        return f"from {_than(first)} {idle[0][1]} ({start}) to {last} ({stop})"
    return f"{_than(first)} {idle[0][1]} ({start}), and {_than(last)} {idle[1][1]} ({stop})"


def _end_words(derived: Derived, force: Force, end: int) -> str:
    """The conditions at one end of the range: those that are not the same all over it."""
    parts = _end_costs(force, end)
    if not force.prior.exact:
        parts.insert(0, f"{percent(force.prior.ends[end])} {derived.classes[1]}")
    return ", ".join(parts) if parts else ("at one end", "at the other")[end]


def _end_costs(force: Force, end: int) -> list[str]:
    """The costs at one end of the range that are not the same all over it."""
    parts = []
    if not force.cost_fn.exact:
        parts.append(f"{amount(force.cost_fn.ends[end])} a miss")
    if not force.cost_fp.exact:
        parts.append(f"{amount(force.cost_fp.ends[1 - end])} a false alarm")
    return parts


def _pays(rates: Rates) -> Range:
    """Where a choice costs less than doing nothing, as a range of pc."""
    fpr, tpr = rates
    from_pc = fpr / (fpr + tpr) if fpr + tpr else 0.0
    right, missed = 1.0 - fpr, 1.0 - tpr
    return Range(from_pc, max(from_pc, right / (right + missed) if right + missed else 1.0))


def _found(around: Situation) -> str:
    """Said of costs on these data wherever there are limits of those in use."""
    return "" if around.interval is None else " on these data"


def _nothing_words(
    derived: Derived, force: Force, tariff: Tariff, best: CostAnswer, found: str
) -> str:
    """Where doing nothing costs less than a choice, and what it costs under these conditions."""
    cost = tariff.cost((best.fpr, best.tpr))
    none, everybody = (tariff.beside(tariff.cost((rate, rate)), cost) for rate in (0.0, 1.0))
    verb = "cost" if tariff.unit else "weigh"
    both = f"both {verb} {none}" if none == everybody else f"they {verb} {none} and {everybody}"
    return f"{_cheaper_words(derived, force, best, found)}; here {both}."


def _cheaper_words(derived: Derived, force: Force, best: CostAnswer, found: str) -> str:
    """How many have to be positive for doing nothing to cost less, at the costs in force."""
    negative, positive = derived.classes
    reach = _pays((best.fpr, best.tpr))
    this = best.name if best.words == best.name else "this choice"
    this = this if best.threshold is None else "this threshold"
    low, high = (percent(_prior_at(force, pc)) for pc in (reach.low, reach.high))
    if reach.low == 0.0 and reach.high == 1.0:
        nothing = f"calling all {negative} or all {positive}"
        return f"However many are {positive}, {this} costs no more than {nothing}{found}"
    below = f"Below {low} {positive} calling all {negative} costs less than {this}{found}"
    if reach.high == 1.0:
        return f"{below}, calling all {positive} nowhere"
    if reach.low == 0.0:
        above = f"Above {high} {positive} calling all {positive} costs less than {this}{found}"
        return f"{above}, calling all {negative} nowhere"
    return f"{below}, above {high} calling all {positive}"


def _prior_at(force: Force, pc: float) -> float:
    """The share of positives that a pc stands for, at the costs in force."""
    if not force.miss.low:  # a difference of costs that is less than any float
        return float(pc > 0.0)
    return float(prior_at(pc, cost_fp=force.alarm.low, cost_fn=force.miss.low))


def _place_words(derived: Derived, force: Force, pc: float) -> str:
    """A place in the range: the share of positives there, at either end of the costs; or a pc."""
    alarm, miss, positive = force.alarm, force.miss, derived.classes[1]
    if not (alarm.low > 0.0 and miss.low > 0.0):
        return f"PC(+) {share(pc)}"
    costs = (miss.low, alarm.high), (miss.high, alarm.low)
    start, stop = (percent(float(prior_at(pc, cost_fp=fp, cost_fn=fn))) for fn, fp in costs)
    first, last = (", ".join(_end_costs(force, end)) for end in (0, 1))
    if start == stop:
        return f"{start} {positive}"
    return f"{start} {positive} ({first}) or {stop} ({last})" if first else f"PC(+) {share(pc)}"


def _idle_words(derived: Derived, force: Force, rates: Rates) -> str:
    """Where in the range doing nothing is cheaper."""
    low, high = force.both
    reach = _pays(rates)
    negative, positive = derived.classes
    below = float(cost_of_rates(*rates, low)) - low > same_cost(low)
    above = float(cost_of_rates(*rates, high)) - (1.0 - high) > same_cost(high)
    start, stop = (_place_words(derived, force, pc) for pc in (reach.low, reach.high))
    if below:
        rest = f", above {stop} calling all {positive}" if above else ""
        return f"; below {start} calling all {negative} is cheaper{rest}"
    return f"; above {stop} calling all {positive} is cheaper" if above else ""


def _saved_words(derived: Derived, force: Force, rates: Rates, around: Situation) -> str:
    """Say that what a choice saves against doing nothing could be chance, where limits allow it."""
    ends = [
        end for end, pc in enumerate(force.both) if _saves_by_chance(derived, rates, around, pc)
    ]
    if not ends:
        return ""
    if not force.is_range or len(ends) == len(force.both):
        return f"; what it saves could be chance{' at both ends' if force.is_range else ''}"
    return f"; what it saves ({_end_words(derived, force, ends[0])}) could be chance"


def _saves_by_chance(derived: Derived, rates: Rates, around: Situation, pc: float) -> bool:
    """Whether a choice costs less than doing nothing, yet may cost more in use.

    It may cost as much more than the best choice can cost as it costs more on these data.
    """
    (known, _), cost, band = _nothing(derived, pc), float(cost_of_rates(*rates, pc)), around.best
    if band is None or cost >= known - same_cost(pc):
        return False
    most = max(float(np.interp(pc, band.pc, edge)) for edge in (band.expected, band.upper))
    return most + cost - cost_of(derived, None, pc).normalised > known + same_cost(pc)


def _cost_verb(force: Force) -> str:
    """Costs are those of errors alone: right answers may cost, or bring, something too."""
    return "Its errors cost" if force.rewarded else "It costs"


# ---- What has to be assumed, and how sure it is who is best


def _assumed_words(derived: Derived, force: Force) -> str:
    """What has to be assumed as long as nobody has said under which conditions."""
    if not force.assumed:
        return ""
    outside = "outside your range, if" if force.outside else "if"
    return f"{outside} {_part_words(force.prior)} {_be(derived)} and both errors cost the same: "


def _part_words(prior: Range) -> str:
    """How many of all."""
    named = {0.0: "none", 0.5: "half", 1.0: "all"}
    return named.get(prior.low) or percent(prior.low) if prior.exact else span(prior, percent)


def _be(derived: Derived) -> str:
    return f"are {derived.classes[1]}"


def capital(words: str) -> str:
    """The beginning of a sentence."""
    return words[:1].upper() + words[1:]


_MAYBE_NAMED = 3
_UNTESTED = "not tested: may be chance"
_NOT_TESTED = -1  # of a stretch in which somebody leads


def _doubt_words(
    derived: Derived, best: CostAnswer, rival: Ranked | None, around: Situation
) -> str:
    """What a choice is clearly cheaper than, and what it cannot be told apart from, as tested."""
    clear, doubts = _told_apart(derived, best, rival, around)
    doubts += _rule_doubt(best.pc, around, derived)
    apart = f"it cannot be told apart from {' or '.join(doubts)}" if doubts else ""
    return f"; {', but '.join(_kept(clear, apart))}" if clear or apart else ""


def _told_apart(
    derived: Derived, best: CostAnswer, rival: Ranked | None, around: Situation
) -> tuple[str, list[str]]:
    """Who is clearly more expensive, said of the next best; who cannot be told apart."""
    if rival is None or around.leads is None:
        return "", []
    ((_, sure, doubt),) = around.leads.cheapest.over(best.pc, best.pc)
    if rival.cost - best.normalised <= same_cost(best.pc):
        return "", [] if sure == _NOT_TESTED else [rival.name]
    limits = _limits_of_lead(derived, best, rival, around)
    clear = limits is not None and limits.low > 0.0 and doubt != _position(derived, rival)
    rest = " (others not tested)" if sure == _NOT_TESTED else ""
    return (
        f"clearly cheaper than {rival.name}{rest}" if clear else "",
        [derived.classifiers[doubt].name] if sure == 0 and doubt >= 0 else [],
    )


def _position(derived: Derived, one: CostAnswer | Ranked) -> int | None:
    """The position of a classifier; None of a trivial rule."""
    item = derived.named(one.name)
    return None if item is None else item.position


def _limits_of_lead(
    derived: Derived, best: CostAnswer, rival: Ranked, around: Situation
) -> Range | None:
    """Between which limits another choice costs more than the best; None if nobody has tested."""
    owner, other = _position(derived, best), _position(derived, rival)
    if around.leads is None or owner is None or other is None:
        return None
    lead = around.leads.of(owner, other)
    if lead is None:
        return None
    least, most = (float(edge[0]) for edge in lead.at(np.array([best.pc])))
    return None if np.isnan(least + most) else Range(min(least, most), max(least, most))


def _rule_doubt(pc: float, around: Situation, derived: Derived) -> list[str]:
    """Doing nothing, where limits reach beyond what that is known to cost."""
    (known, idle), interval = _nothing(derived, pc), around.interval
    if interval is None or max(interval.expected, interval.upper) <= known + same_cost(pc):
        return []
    return [_ALIKE if pc == 1.0 - pc else idle]


_ALIKE = "calling all alike"  # where it makes no difference which of the two


def _doubt_over(derived: Derived, force: Force, one: OneChoice, around: Situation) -> str:
    """Where in a range the one choice is clearly cheaper than other classifiers, as tested."""
    stretches = _tested_stretches(force, around)
    item = derived.named(one.name)
    if not stretches or item is None:
        return ""
    others = [each.name for each in derived.shown if each.name != one.name]
    other = others[0] if len(others) == 1 else "any other"
    sure = {owner for owner, sure, _ in stretches if sure == 1}
    mine = all(owner == item.position for owner, _, _ in stretches)
    if not sure:
        doubts = {doubt for _, _, doubt in stretches} if mine else set()
        if len(others) > 1 and len(doubts) != 1:
            return "; nowhere in your range is it clear which classifier is cheapest"
        told = derived.classifiers[doubts.pop()].name if len(doubts) == 1 else other
        return f"; it cannot be told apart from {told} anywhere in your range"
    better = [derived.classifiers[owner].name for owner in sure - {item.position}]
    if better:
        some = better[0] if len(better) == 1 else "another"
        return f"; {some} is clearly cheaper in part of your range"
    everywhere = mine and all(found == 1 for _, found, _ in stretches)
    where = "all over your range" if everywhere else "in part of your range only"
    return f"; clearly cheaper than {other} {where}"


def _tested_stretches(force: Force, around: Situation) -> list[tuple[int, int, int]]:
    """Who is cheapest where in a range, how sure, and in doubt with whom; none if not tested."""
    if around.leads is None:
        return []
    found = around.leads.cheapest.over(*force.both)
    of_classifiers = [one for one in found if one[0] >= 0 or one[0] == Owner.TIE]
    tested = of_classifiers and all(sure != _NOT_TESTED for _, sure, _ in of_classifiers)
    return found if tested else []


# ---- Thresholds in use today


def _today_words(tariff: Tariff, rates: Rates, around: Situation) -> str:
    """What thresholds in use cost more than the one that is recommended."""
    if not around.in_use:
        return ""
    each = [
        f"{one.words}, costs {_more_words(tariff, rates, (one.fpr, one.tpr))}"
        for one in around.in_use[:_FEW]
    ]
    left = len(around.in_use) - _FEW
    more = f"; {left} more under Why?" if left > 0 else ""
    return f"Today's threshold, {'; '.join(each)}{more}."


def _rest_of_today(tariff: Tariff, rates: Rates, around: Situation) -> tuple[str, ...]:
    """The other thresholds in use, for those who ask."""
    return tuple(
        f"In use too: {one.words}, costs {_more_words(tariff, rates, (one.fpr, one.tpr))}."
        for one in around.in_use[_FEW:]
    )


def _more_words(tariff: Tariff, rates: Rates, others: Rates) -> str:
    """What another choice costs more, or less."""
    more = tariff.more(others, rates)
    if more == Range(0.0, 0.0):
        return "the same"
    if more.low < 0.0 < more.high:
        less = tariff.counted(Range(-more.low, -more.low))
        return f"{less} less to {tariff.bare(Range(more.high, more.high))} more {tariff.per}"
    if more.high <= 0.0:
        return f"{tariff.counted(Range(-more.high, -more.low))} less {tariff.per}"
    cost = tariff.cost(rates)
    is_part = more.low == more.high and cost.low == cost.high > 0.0
    part = f" ({number(100.0 * more.high / cost.high, _FEW)} %)" if is_part else ""
    return f"{tariff.counted(more)} more {tariff.per}{part}"


# ---- The answer at one place


def advice(derived: Derived, pc: float, known: Moving | Fixed | None, around: Situation) -> Advice:
    """What to do at one pc, or over the range in which it lies.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].
    known : Moving, Fixed or None
        What is known of the conditions.
    around : Situation
        What else matters.

    Returns
    -------
    Advice
        In sentences.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> advice(derived, 0.5, None, Situation()).lines[0]
    'Of 1,000 cases 500 are positives: it finds 400, misses 100, and raises 100 false alarms.'
    """
    if not derived.visible:
        return nobody(derived)
    force = force_at(pc, known, around.pc_range)
    if around.criterion is not None:
        return _by_criterion(derived, force, around, around.criterion)
    if force.is_range:
        return _over_range(derived, force, around)
    return _at_place(derived, force, around)


def nobody(derived: Derived) -> Advice:
    """What to do where there is no classifier to speak of."""
    if derived.classifiers:
        negative, positive = derived.classes
        left = f"Left in the figures are calling all {negative} and calling all {positive}."
        return Advice("All classifiers are hidden.", ("Click a name to show it again.", left))
    return Advice(
        "There is no classifier yet.",
        ('Add one under Classifiers, or from Python: model.add("forest", (y_true, y_score)).',),
    )


def _at_place(derived: Derived, force: Force, around: Situation) -> Advice:
    """The answer at one pc."""
    pc = force.over.low
    best, order = cost_of(derived, None, pc), ranked(derived, pc)
    if best.trivial:
        return _nothing_beats(derived, force, best, order, around)
    rates = best.fpr, best.tpr
    rival = rival_of(order, best.name)
    cases = _cases(force, rates, around.population)
    tariff = _tariff(force, around, cases)
    doubt = _doubt_words(derived, best, rival, around)
    if rival is not None and _bound_words(derived, best, rival):
        doubt = f"; {rival.name} may be as good{_doubt_words(derived, best, None, around)}"
    idle = _nothing_words(derived, force, tariff, best, _found(around))
    today = _today_words(tariff, rates, around)
    paid = _paid_words(derived, tariff, best, rival, around)
    whom = _whom_words(derived, force, rates, cases, trivial=False)
    return Advice(
        f"{capital(_assumed_words(derived, force) + best.use)}{doubt}.",
        _kept(whom, paid, today or idle),
        _kept(
            idle if today else "",
            *_rest_of_today(tariff, rates, around),
            *_place_why(derived, force, around),
            _choice_why(best.words, rates, best.normalised, around.interval),
            _reach_why(derived, best),
            _next_why(best, order),
            _adds_nothing(order),
            _difference_why(derived, pc, around),
            around.again,
            *around.background,
        ),
    )


def _paid_words(
    derived: Derived,
    tariff: Tariff,
    best: CostAnswer,
    rival: Ranked | None,
    around: Situation,
) -> str:
    """What the best choice costs, on these data and in use, and what the next one costs."""
    cost = tariff.cost((best.fpr, best.tpr))
    words, interval = tariff.total(cost), around.interval
    if interval is None and best.normalised == 0.0:
        words += " on these data"
    if interval is not None:
        expected, lower, upper = (
            tariff.of_normalised(one) for one in (interval.expected, interval.lower, interval.upper)
        )
        in_use = tariff.beside(Range(expected, expected), cost)
        sure = f"({percent(interval.level)}: {tariff.bare(Range(lower, upper))})"
        picked = _picked_words(derived, best)
        if picked and interval.expected - best.normalised <= same_cost(best.pc):
            # Nobody has found by how much more it will cost.
            limits = tariff.beside(Range(lower, upper), cost)
            words += f" on these data ({percent(interval.level)}: {limits})"
        else:
            words += f" on these data; expect {in_use} in use {sure}{picked}"
    within = "" if rival is None else _bound_words(derived, best, rival)
    return f"{words}{_rival_words(derived, tariff, best, rival, around, within)}."


def _bound_words(derived: Derived, best: CostAnswer, rival: Ranked) -> str:
    """How true costs are, where by that the next one may be as good; empty elsewhere."""
    item = derived.named(rival.name)
    error = 0.0 if item is None or not rival.adds else item.kept.hidden
    if not error or rival.cost - best.normalised > error:
        return ""
    return f"costs are known to within {bound_of(error)}"


def _picked_words(derived: Derived, best: CostAnswer) -> str:
    """Why a choice costs more in use than on the data it was picked on."""
    item = derived.named(best.name)
    is_number = best.threshold is not None
    of_each = not is_number and item is not None and bool(item.kept.each)
    could_be = (
        ("threshold", is_number),
        ("thresholds", of_each),
        ("classifier", len(derived.visible) > 1),
    )
    picked = [what for what, is_picked in could_be if is_picked]
    if not picked:
        return ""
    was = "were" if of_each or len(picked) > 1 else "was"
    return f", as {listing(picked)} {was} picked on the same data"


def _rival_words(  # noqa: PLR0913, PLR0917 (what two costs are told by)
    derived: Derived,
    tariff: Tariff,
    best: CostAnswer,
    rival: Ranked | None,
    around: Situation,
    within: str,
) -> str:
    """What the next classifier costs, and by how much that is more, as far as it was tested."""
    if rival is None or not rival.adds:
        return ""
    more = rival.cost - best.normalised
    if more <= same_cost(best.pc) and not within:
        return f"; {rival.name} costs the same"
    cost, other = (tariff.cost((one.fpr, one.tpr)) for one in (best, rival))
    told = tariff.beside(other, cost)
    limits = _limits_of_lead(derived, best, rival, around)
    if limits is None or around.leads is None:
        if tariff.bare(other) == tariff.bare(cost):
            told = "about the same"
        return f"; {rival.name}, the next best, {told} ({within or _UNTESTED})"
    least, most = map(tariff.of_gap, limits.ends)
    sure = f"({percent(around.leads.level)}{within and '; '}{within})"
    expected = f"{tariff.bare(Range(least, most))} more"
    if least < 0.0:
        less = tariff.bare(Range(-least, -least))
        expected = f"{less} less to {tariff.bare(Range(most, most))} more"
    return f"; {rival.name}, the next best, {told} on these data; expect {expected} {sure}"


def rival_of(order: tuple[Ranked, ...], name: str) -> Ranked | None:
    """The best of the other classifiers."""
    return next((one for one in order if not one.trivial and one.name != name), None)


def _nothing_beats(
    derived: Derived,
    force: Force,
    best: CostAnswer,
    order: tuple[Ranked, ...],
    around: Situation,
) -> Advice:
    """The answer where no classifier is cheaper than doing nothing."""
    rates = best.fpr, best.tpr
    cases = _cases(force, rates, around.population)
    tariff = _tariff(force, around, cases)
    whom = _whom_words(derived, force, rates, cases, trivial=True)
    cost = f"{tariff.total(tariff.cost(rates), trivial=True)}."
    assumed = _assumed_words(derived, force)
    wrong = [item.name for item in derived.shown if item.kept.area_below is not None]
    why = _kept(
        *_place_why(derived, force, around),
        f"{capital(best.words)}: cost {number(best.normalised)}.",
        _adds_nothing(order),
        around.again,
        *around.background,
    )
    if wrong and all(item.range is None for item in derived.shown if item.name not in wrong):
        whose = "their scores seem" if len(wrong) > 1 else "its scores seem"
        return Advice(
            f"Do not use {listing(wrong)}: {whose} to be the wrong way round.",
            (
                "Give its scores with the opposite sign, or name the other label as positive.",
                f"Until then {best.words}. {whom}",
            ),
            why,
        )
    rule = best.words
    if best.pc == 1.0 - best.pc:
        rule = f"call all {derived.classes[0]} or all {derived.classes[1]}"
    headline = f"{capital(assumed + rule)}; no classifier is cheaper."
    today = _today_words(tariff, rates, around)
    when = _when_words(derived, force, rates)
    return Advice(headline, _kept(whom, today or cost, when), why)


def _when_words(derived: Derived, force: Force, rates: Rates) -> str:
    """From which conditions on a classifier would pay."""
    hull = derived.hull
    corner = 1 if rates[1] == 0.0 else hull.fpr.size - 2
    if int(hull.owner[corner]) == TRIVIAL:
        return "No classifier here is cheaper than doing nothing, whatever the conditions."
    edges = edge_pc(hull)
    pc = float(edges[0] if rates[1] == 0.0 else edges[-1])
    side = "Above" if rates[1] == 0.0 else "Below"
    return f"{side} {_place_words(derived, force, pc)}: {use_of_corner(derived, corner)}."


# ---- The answer for a whole range


def _over_range(derived: Derived, force: Force, around: Situation) -> Advice:
    """The one choice for a range, what it may lose, and what it would take to lose nothing."""
    found = best_choices(derived, *force.both)
    one, rates = found.one, (found.one.fpr, found.one.tpr)
    cases = _cases(force, rates, around.population)
    tariff = _tariff(force, around, cases)
    doubt = _doubt_over(derived, force, one, around)
    if one.trivial:
        better = "no classifier is cheaper anywhere in your range"
        if not found.insensitive:
            better = "a classifier is cheaper in part of your range"
        doubt = f"; {better}"
    else:
        doubt = _maybe_over(derived, force, one) + doubt
    whom = _whom_words(derived, force, rates, cases, trivial=one.trivial)
    against = (
        ""
        if one.trivial
        else f"{_cost_verb(force)} {_against_words(derived, force, rates)}"
        f"{_idle_words(derived, force, rates)}{_saved_words(derived, force, rates, around)}."
    )
    untested = "" if one.trivial else _untested_words(derived, force, one, around)
    lost = _lost_words(derived, tariff, found, untested, around)
    today = _today_words(tariff, rates, around)
    return Advice(
        f"{capital(_assumed_words(derived, force) + one.use)}{doubt}.",
        _kept(whom, against, today or lost),
        _kept(
            lost if today else "",
            *_rest_of_today(tariff, rates, around),
            *_place_why(derived, force, around),
            _choice_why(one.words, rates, None, None),
            *_regret_why(found),
            _NO_ONE_INTERVAL if around.interval is not None else "",
            _difference_ends(derived, force, around),
            *around.background,
        ),
    )


def _maybe_over(derived: Derived, force: Force, one: OneChoice) -> str:
    """Who may be as good in a range, as only steps of its scores were counted."""
    maybe = [
        name
        for name, ranges in within_bounds(derived).items()
        if name != one.name
        and any(max(part.low, force.over.low) < min(part.high, force.over.high) for part in ranges)
    ]
    if not maybe:
        return ""
    who = listing(maybe) if len(maybe) <= _MAYBE_NAMED else f"{len(maybe)} others"
    error = max(item.kept.hidden for item in derived.shown if item.name in maybe)
    return f"; {who} may be as good in your range: costs are known to within {bound_of(error)}"


def _untested_words(derived: Derived, force: Force, one: OneChoice, around: Situation) -> str:
    """Who may be as good, for all that anybody has tested."""
    middle = (force.over.low + force.over.high) / 2.0
    others = [item.name for item in ranked(derived, middle) if item.adds and item.name != one.name]
    if not others:
        return ""
    if _tested_stretches(force, around):
        return ""
    return f"; not tested whether {others[0] if len(others) == 1 else 'another'} is as good"


def _lost_words(
    derived: Derived, tariff: Tariff, found: Best, untested: str, around: Situation
) -> str:
    """What the one choice costs, and what another would save at most."""
    one, rates = found.one, (found.one.fpr, found.one.tpr)
    cost = tariff.total(tariff.cost(rates), trivial=one.trivial)
    cost += "" if one.trivial else _found(around)
    if found.insensitive:
        return f"{cost}; no other choice is cheaper anywhere in your range{untested}."
    most = tariff.loss(rates, derived)
    saved = tariff.beside(Range(most, most), tariff.cost(rates))
    rest = "whatever is true within your range, the best choice for it would save at most"
    return f"{cost}; {rest} {saved}{untested}."


_NO_ONE_INTERVAL = (
    "No one interval holds all over a range: the band in cost space has that of each place."
)


def _regret_why(found: Best) -> tuple[str, ...]:
    """What the one choice may lose, and what it would take to lose nothing."""
    most = number(found.one.regret)
    regret = f"Regret: cost at most {most} more than the best, {found.one.worst_words}."
    if found.insensitive:
        return (regret,)
    first, *_, last = found.needed
    which = f", {first} to {last}" if first != last else ""
    return (regret, f"No regret at all would take {len(found.needed)} choices{which}.")


# ---- The answer of another criterion


def _by_criterion(
    derived: Derived, force: Force, around: Situation, answer: CriterionAnswer
) -> Advice:
    """What another criterion chooses: whom that finds, what it costs, and what lots do better."""
    rates = answer.rates
    cases = _cases(force, rates, around.population)
    trivial, lots = rates in ((0.0, 0.0), (1.0, 1.0)), answer.owner == Owner.MIXED
    saved = None if trivial else _saved_words(derived, force, rates, around)
    return Advice(
        f"{answer.headline}.",
        _kept(
            _whom_words(derived, force, rates, cases, trivial=trivial),
            _by_cost_words(derived, force, _tariff(force, around, cases), answer, saved),
            answer.mix if lots else " ".join(_kept(answer.after, answer.gain)),
        ),
        _kept(
            "" if lots else answer.mix,
            *_place_why(derived, force, around),
            _choice_why(answer.rule, rates, None, None),
            answer.note,
            *around.background,
        ),
    )


def _by_cost_words(
    derived: Derived,
    force: Force,
    tariff: Tariff,
    answer: CriterionAnswer,
    saved: str | None,
) -> str:
    """What the criterion costs against the best choice by cost, and against doing nothing.

    That is left out where it does nothing itself: then nothing is known to be saved, or not.
    """
    if force.is_range:
        return _by_cost_over(derived, force, tariff, answer, saved)
    best, rates = cost_of(derived, None, force.over.low), answer.rates
    lead, verb = _by_whom(derived, force)
    more = _change(float(cost_of_rates(*rates, best.pc)), best.normalised)
    against = ""
    if saved is not None and not best.trivial:
        unless = _unless_words(derived, force, rates)
        against = f"{_against_words(derived, force, rates)}{unless}{saved}"
    if more == _JUST:
        rest = f"; {verb} {against}" if against else ""
        return f"{lead}no choice costs less{rest}."
    rest = f", and {against}" if against else ""
    beyond = _beyond_words(answer, (best.fpr, best.tpr))
    return f"{lead}{verb} {more} than to {best.use}{beyond}{rest}."


def _unless_words(derived: Derived, force: Force, rates: Rates) -> str:
    """How many have to be positive for doing nothing to cost less than a choice, in few words."""
    if not (force.alarm.low > 0.0 and force.miss.low > 0.0):
        return ""
    reach, (negative, positive) = _pays(rates), derived.classes
    low, high = (percent(_prior_at(force, pc)) for pc in (reach.low, reach.high))
    sides = [
        (f"below {low} {positive}", negative, reach.low > 0.0),
        (f"above {high} {positive}", positive, reach.high < 1.0),
    ]
    if force.over.low > 1.0 - force.over.low:
        sides.reverse()
    (here, _, is_here), (there, other, is_there) = sides
    parts = [f"{here} that is cheaper"] if is_here else []
    if is_there:
        parts.append(f"{there} calling all {other}{'' if is_here else ' is cheaper'}")
    return f" ({', '.join(parts)})" if parts else ""


def _beyond_words(answer: CriterionAnswer, rates: Rates) -> str:
    """Say of a cheaper choice that the limit of the criterion rules it out."""
    limit = limit_of(answer.criterion)
    fpr, tpr = (np.array([rate]) for rate in rates)
    return "" if limit is None or limit.allows(fpr, tpr).all() else " (beyond the limit)"


def _by_whom(derived: Derived, force: Force) -> tuple[str, str]:
    """Under which conditions a choice costs something, and what of it does."""
    lead = capital(_assumed_words(derived, force)) or "Under your conditions "
    return lead, "its errors cost" if force.rewarded else "it costs"


def _by_cost_over(
    derived: Derived,
    force: Force,
    tariff: Tariff,
    answer: CriterionAnswer,
    saved: str | None,
) -> str:
    """What the criterion costs more than the one choice for a range, and than doing nothing."""
    one, rates = best_choices(derived, *force.both).one, answer.rates
    other = one.fpr, one.tpr
    more = _more_words(tariff, other, rates)
    lead, verb = _by_whom(derived, force)
    least = f"it costs {more} than to {one.use}{_beyond_words(answer, other)}"
    if more == "the same":
        least = "that is the choice of least regret too"
    if saved is None:
        return f"{lead}{least}."
    return f"{lead}{least}; {verb} {_against_words(derived, force, rates)}{saved}."


# ---- Why: places in the figures, and what is not needed to act


def _place_why(derived: Derived, force: Force, around: Situation) -> tuple[str, ...]:
    """Where that is on the axis of pc, and under which conditions."""
    places = span(force.over, share)
    slopes = Range(*sorted(float(slope_at(pc)) for pc in force.both))
    unit = _unit(force, around)
    costs = (
        f"a false alarm costs {span(force.cost_fp, amount, unit)}, "
        f"a miss {span(force.cost_fn, amount, unit)}"
    )
    part = f"{span(force.prior, percent)} {_be(derived)}"
    return (f"PC(+) {places}, slope {span(slopes, number)}: {part}; {costs}.",)


def _choice_why(words: str, rates: Rates, cost: float | None, interval: Interval | None) -> str:
    """The coordinates of a choice in both spaces."""
    fpr, tpr = rates
    told = "" if cost is None else f", cost {number(cost)}"
    if interval is not None:
        limits = span(Range(interval.lower, interval.upper), number)
        expected = number(interval.expected)
        more = "" if expected == number(cost or 0.0) else f"{expected} expected in use, "
        told += f" on these data ({more}{percent(interval.level)} interval {limits})"
    return (
        f"{words}: the point ({number(fpr)}, {number(tpr)}) of ROC space, the line from "
        f"{number(fpr)} to {number(1.0 - tpr)} of cost space{told}."
    )


def _reach_why(derived: Derived, best: CostAnswer) -> str:
    """The operating range of the best classifier, with whatever threshold."""
    item = derived.named(best.name)
    if item is None or item.range is None:
        return ""
    reach = span(Range(item.range.pc_low, item.range.pc_high), share)
    return f"Operating range of {item.name}, with its best thresholds: PC(+) {reach}."


def runner_up_of(best: CostAnswer, order: tuple[Ranked, ...]) -> Ranked:
    """Who comes next, a classifier or a trivial rule."""
    mine = best.name, best.trivial
    return next(one for one in order if _chooses(one) and (one.name, one.trivial) != mine)


def _chooses(one: Ranked) -> bool:
    """Whether this is a choice of its own: what adds nothing is a trivial rule in disguise."""
    return one.adds or one.trivial


def _next_why(best: CostAnswer, order: tuple[Ranked, ...]) -> str:
    """Who comes next, and by how much that costs more."""
    after = runner_up_of(best, order)
    who = f"calling{after.words.removeprefix('call')}" if after.trivial else after.words
    more = after.cost - best.normalised
    if more <= same_cost(best.pc):
        return f"{after.words} costs the same."
    part = f" ({number(100.0 * more / best.normalised)} %)" if best.normalised > 0.0 else ""
    return f"Next is {who}: cost {number(more)} more{part}."


def _adds_nothing(order: tuple[Ranked, ...]) -> str:
    """Which classifiers cost no less here than doing nothing."""
    idle = [one.name for one in order if not _chooses(one)]
    if not idle:
        return ""
    if len(idle) == 1:
        return f"{idle[0]} adds nothing here."
    return f"{listing(idle) if len(idle) <= _FEW else f'{len(idle)} classifiers'} add nothing here."


def _difference_at(derived: Derived, pc: float, around: Situation) -> str:
    """The difference of the two that are compared at one pc, with its band."""
    band, pair = around.tested, around.compared
    if band is None or pair is None or not set(pair) <= {item.name for item in derived.shown}:
        return ""
    edges = (
        float(np.interp(pc, band.pc, edge)) for edge in (band.estimate, band.lower, band.upper)
    )
    same = same_cost(pc)
    middle, lower, upper = (0.0 if abs(edge) <= same else edge for edge in edges)
    sure = "clear" if lower > 0.0 or upper < 0.0 else "could be chance"
    limits = f"{percent(band.level)} interval {number(lower)} to {number(upper)}"
    return f"{number(middle)} on these data ({limits}), {sure}"


def _difference_why(derived: Derived, pc: float, around: Situation) -> str:
    """The difference of the two that are compared."""
    words = _difference_at(derived, pc, around)
    return f"Cost of {_pair_words(around)}: {words}." if words else ""


def _difference_ends(derived: Derived, force: Force, around: Situation) -> str:
    """The difference of the two that are compared at both ends of a range."""
    first, last = (_difference_at(derived, pc, around) for pc in force.both)
    if not first:
        return ""
    low, high = (share(pc) for pc in force.both)
    return f"Cost of {_pair_words(around)}: {first} at PC(+) {low}; {last} at PC(+) {high}."


def _pair_words(around: Situation) -> str:
    return " less that of ".join(around.compared or ())


def _kept(*words: str) -> tuple[str, ...]:
    return tuple(filter(None, words))
