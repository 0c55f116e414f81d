"""How sure a choice is: what resamples choose instead, and what more examples would tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, inf, isfinite, log10
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    Counts,
    Folds,
    Predictions,
    RangeLike,
    cheapest_corner,
    same_cost,
)
from cc_widgets.core._conditions import middle_share, read_range
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import (
    Choices,
    ChosenThresholds,
    EnvelopeResamples,
    ExamplesNeeded,
    LineCounts,
    LineReplicates,
    choices,
    examples_needed,
    paired_counts,
    widths_with,
)
from cc_widgets.core.uncertainty._band import read_level
from cc_widgets.core.uncertainty._buckets import told_at
from cc_widgets.core.uncertainty._exact import RESAMPLES
from cc_widgets.core.uncertainty._lines import FourCounts
from cc_widgets.core.uncertainty._planning import POWER, Compared
from cc_widgets.errors import CostCurveError
from cc_widgets.model.advice import capital
from cc_widgets.model.answers import (
    CostAnswer,
    asked_interval,
    cost_of,
    fresh_interval,
    is_fresh,
    item_of,
    place_of,
    ranked,
)
from cc_widgets.model.bands import (
    Paired,
    Resampled,
    check_average,
    counts_of,
    drawn_lines,
    unbanded,
    why_unbanded,
    why_unjudged,
    why_unsure,
)
from cc_widgets.model.bootstrap import resampled_at
from cc_widgets.model.conditions import Pair
from cc_widgets.model.derive import Derived, DerivedClassifier, Kept, class_sizes
from cc_widgets.model.numerals import (
    decimal,
    listing,
    number,
    percent,
    share,
    trivial_words,
)
from cc_widgets.model.traits import known_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- What the resamples choose, in numbers and in words


_BARS = 24
_MOST_BARS = 0.98  # of the choices; single ones far away would leave no room for the others
_NAMED = 3
_MOST_OF = 20  # 19 of 20 is said, 27 of 28 is not
_SEEN = 0.005  # what is rarer is told with others

CHOICES_TITLE = "What resamples choose"
PLAN_TITLE = "With more examples"
"""What stands above what is told of these, wherever that is."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a threshold between two others is chosen.

    Attributes
    ----------
    low, high : float
        Equal where single thresholds are counted.
    share : float
        Of the resamples that choose a threshold.
    """

    low: float
    high: float
    share: float


class _Place(NamedTuple):
    """One pc, the range that it is a place of, and a level of confidence."""

    pc: float
    over: Pair | None
    level: float

    @property
    def lead(self) -> str:
        """Where that is, as long as there is a range too."""
        return "" if self.over is None else f"at PC(+) {share(self.pc)}, {self._of_range}"

    @property
    def _of_range(self) -> str:
        low, high = self.over or (self.pc, self.pc)
        if self.pc == middle_share(low, high):
            return "in the middle of your range"
        return "in your range" if low <= self.pc <= high else "outside your range"


@dataclass(frozen=True, slots=True)
class ChosenAgain:
    """What resamples choose at one pc among the visible classifiers and their thresholds.

    Attributes
    ----------
    pc : float
        Where.
    names : tuple of str
        The visible classifiers.
    found : Choices
        Element i of what is in it belongs to classifier i.
    level : float
        What share of the choices an interval holds.
    best : str or None
        The classifier of which it is told between which thresholds it moves: the recommended one;
        None if a trivial rule is recommended, or it has no thresholds.
    threshold : float or None
        The threshold of that one, on these data, with as few decimals as make the same decisions.
    score : float or None
        The score of the data that it stands for.
    lines : tuple of str
        All that in sentences.
    resampled : Resampled
        Where it comes from.
    pairs : tuple of Paired
        Of which matrices it is known how they err together.
    over : (low, high) or None
        The range of which this pc is a place.
    """

    pc: float
    names: tuple[str, ...]
    found: Choices = field(compare=False)
    level: float
    best: str | None
    threshold: float | None
    score: float | None
    lines: tuple[str, ...]
    resampled: Resampled = field(compare=False, repr=False)
    pairs: tuple[Paired, ...] = ()
    over: Pair | None = None

    @property
    def place(self) -> _Place:
        """Where that is."""
        return _Place(self.pc, self.over, self.level)

    @property
    def words(self) -> str:
        """The sentences, one after the other."""
        return " ".join(self.lines)

    @property
    def shares(self) -> Mapping[str, float]:
        """In what share of the resamples each classifier is the cheapest; NaN if not known."""
        return dict(zip(self.names, self.found.share.tolist(), strict=True))

    def of(self, name: str) -> ChosenThresholds | None:
        """The thresholds that resamples choose of one classifier; None if it has none."""
        return self.found.thresholds[self.names.index(name)]

    @property
    def bars(self) -> tuple[Bar, ...]:
        """How often each threshold of `best` is chosen, or each stretch of them."""
        chosen = None if self.best is None else self.of(self.best)
        ends = None if chosen is None else chosen.within(_MOST_BARS)
        if chosen is None or ends is None:
            return ()
        inside = (chosen.threshold >= ends.low) & (chosen.threshold <= ends.high)
        at, part = chosen.threshold[inside], chosen.count[inside] / chosen.count.sum()
        if self.threshold is not None:
            at = np.where(at == self.score, self.threshold, at)
        if at.size <= _BARS:
            return tuple(
                Bar(*one) for one in zip(at.tolist(), at.tolist(), part.tolist(), strict=True)
            )
        heights, edges = np.histogram(at, _BARS, weights=part)
        pairs = zip(edges[:-1].tolist(), edges[1:].tolist(), heights.tolist(), strict=True)
        return tuple(Bar(*one) for one in pairs)


def known_choices(model: "CostCurveModel", found: Mapping[str, Any]) -> ChosenAgain | None:
    """What the resamples that there are choose at one pc; None without any of these data.

    Parameters
    ----------
    model : CostCurveModel
        With its level, and the way in which folds are averaged.
    found : mapping of str to object
        What of its traits is about to change.

    Returns
    -------
    ChosenAgain or None
        None too while resamples of several together are still to come, and if one can have none.
    """
    wanted = ("band", "derived", "pc", "pairs", "pc_range")
    bands, derived, pc, pairs, over = (found.get(one, getattr(model, one)) for one in wanted)
    shown = derived.shown
    if bands is None or not shown or not all(is_fresh(bands, model, item) for item in shown):
        return None
    names, before = tuple(item.name for item in shown), model.chosen_again
    place = _Place(pc, over, model.level)
    known = (bands.resampled, names, place, pairs)
    if before is not None and known == (before.resampled, before.names, before.place, before.pairs):
        return before
    return _again(derived, place, bands.resampled, pairs)


def asked_choices(model: "CostCurveModel", pc: float | None) -> ChosenAgain:
    """What resamples choose at one pc: those that there are, or else new ones."""
    where = place_of(model, pc)
    known = known_choices(model, {"pc": where})
    if known is not None:
        return known
    sources = {item.name: item.source for item in model.derived.shown}
    wrong = {name: why for name, given in sources.items() if (why := why_unbanded(given))}
    if wrong or not sources:
        raise unbanded(wrong, "choices") if wrong else _nobody("choices")
    check_average(sources.values(), model.average, "choices")
    now = model.bootstrap_settings
    resampled = resampled_at(sources, replace(now, rng=now.rng or 0), where)
    place = _Place(where, model.pc_range, model.level)
    found = _again(model.derived, place, resampled, model.pairs)
    return cast("ChosenAgain", found)  # all that can be drawn is there


def _nobody(where: str) -> CostCurveError:
    return CostCurveError(
        "there is no visible classifier", where=where, fix="Add one, or show a hidden one."
    )


def _again(
    derived: Derived, place: _Place, resampled: Resampled, pairs: tuple[Paired, ...]
) -> ChosenAgain | None:
    """What has been drawn, asked at one pc; None if some is still to come, or never will."""
    names = [item.name for item in derived.shown]
    told = tuple(one for one in pairs if {one.first, one.second} <= set(names))
    drawn = _drawn(resampled, names, told)
    if drawn is None:
        return None
    found, whose = choices(drawn, place.pc), [name for one in told for name in one[:2]]
    if len(whose) > len(set(whose)):
        found = replace(found, share=np.full(len(names), np.nan), rules=np.nan)
    return replace(_told(derived, place, found, resampled), pairs=pairs, over=place.over)


def _drawn(
    resampled: Resampled, names: Sequence[str], pairs: Sequence[Paired]
) -> list[EnvelopeResamples | LineReplicates] | None:
    """Resamples of each, row by row of the same examples; None if some are to come, or never."""
    if not resampled.reasons.keys().isdisjoint(names):
        return None
    found: list[EnvelopeResamples | LineReplicates] = []
    lines = drawn_lines(names, resampled, pairs, resampled.n_done or RESAMPLES)
    for name in names:
        if name in lines:
            found.append(lines[name])
            continue
        group = next(group for group in resampled.groups if name in group)
        together = resampled.joint.get(group)
        if len(group) > 1 and len(set(group) & set(names)) > 1:
            if together is None:
                return None
            found.append(together.each[group.index(name)])
        else:
            found.append(resampled.each[name])
    return found


def _told(derived: Derived, place: _Place, found: Choices, resampled: Resampled) -> ChosenAgain:
    """Choices with their words."""
    names, level = tuple(item.name for item in derived.shown), place.level
    here = cost_of(derived, None, found.pc)
    item = None if here.trivial else derived.named(here.name)
    chosen = None if item is None else found.thresholds[names.index(item.name)]
    lines, score = [_whose_words(derived, names, found, place.lead)], None
    if item is not None and chosen is not None and here.threshold is not None:
        score = _at_best(item, here.pc)[0].threshold
        there = " there" if place.lead else ""
        lines.append(_threshold_words(chosen, here, score, level, there))
    elif item is not None and item.kept.each:
        lines.append(f"Each fold of {item.name} has a threshold of its own.")
    has = item is not None and chosen is not None
    return ChosenAgain(
        pc=found.pc,
        names=names,
        found=found,
        level=level,
        best=here.name if has else None,
        threshold=here.threshold if has else None,
        score=score,
        lines=tuple(filter(None, lines)),
        resampled=resampled,
    )


_CHAINED = (
    "Which is the cheapest in how many resamples is not known: counts of two matrices at a time do "
    "not tell how three err together."
)
_NOT_SURE = "That is not the probability that it is best."


def _whose_words(derived: Derived, names: tuple[str, ...], found: Choices, lead: str) -> str:
    """Who is the cheapest in how many resamples."""
    if np.isnan(found.rules):
        return _CHAINED
    shares = [
        *zip(found.share.tolist(), names, strict=True),
        (found.rules, _rule_words(derived, found.pc)),
    ]
    (most, first), *others = sorted(shares, key=lambda one: -one[0])
    wins = f"{first if first in names else capital(first)} is the cheapest here in"
    if lead:
        wins = f"{capital(lead)}, {first} is the cheapest in"
    drawn = f"{found.n_resamples:,} resamples"
    if most > 1.0 - _SEEN:
        return f"{wins} {_percent(most)} {drawn}. {_NOT_SURE}"
    told = [(part, name) for part, name in others if part >= _SEEN][:_NAMED]
    rest = 1.0 - most - sum(part for part, _ in told)
    told += [(rest, "others")] if rest >= _SEEN else []
    each = listing([f"{name} in {percent(part, 2)}" for part, name in told])
    return f"{wins} {percent(most, 2)} of {drawn}, {each}. {_NOT_SURE}"


def _rule_words(derived: Derived, pc: float) -> str:
    """Which trivial rule is the cheaper one, or that both cost the same."""
    if abs(pc - (1.0 - pc)) <= same_cost(pc):
        negative, positive = derived.classes
        return f"calling all {negative} or all {positive} (which cost the same)"
    return f"calling{trivial_words(derived, positive=pc > 1.0 - pc).removeprefix('call')}"


def _threshold_words(
    chosen: ChosenThresholds, here: CostAnswer, score: float, level: float, there: str
) -> str:
    """Between which scores the threshold of the recommended classifier moves."""
    inside = chosen.within(level)
    if inside is None or here.threshold is None:
        return ""
    whose = f"The best threshold of {here.name}{there}"
    of_them = " of those where it pays" if chosen.n_rules >= _SEEN * chosen.n_resamples else ""
    ends = [here.threshold if end == score else end for end in (inside.low, inside.high)]
    if ends == [here.threshold] * 2:
        return f"{whose} stays {decimal(here.threshold)} in {_percent(inside.share)}{of_them}."
    low, high = _scores(*ends)
    where = f"is {low}" if low == high else f"lies between {low} and {high}"
    often = _part(level) if inside.low < inside.high else _percent(inside.share)
    return f"{whose}, {decimal(here.threshold)} on these data, {where} in {often}{of_them}."


def _part(size: float) -> str:
    """A share that is near 1, as one says it: 9 of 10."""
    left = 1 - read_level(size)
    one_of = left.numerator == 1 and left.denominator <= _MOST_OF
    return f"{left.denominator - 1} of {left.denominator}" if one_of else percent(size, 2)


def _percent(size: float) -> str:
    """A share of resamples; nearly all are not all."""
    return "all" if size == 1.0 else "nearly all" if size > 1.0 - _SEEN else percent(size, 2)


def _scores(low: float, high: float) -> tuple[str, str]:
    """Two thresholds with as many digits as tell them apart, rounded outwards."""
    if not (isfinite(low) and isfinite(high) and low < high):
        return decimal(low), decimal(high)
    decimals = 1 - floor(log10(high - low))
    ends = floor(low * 10.0**decimals), ceil(high * 10.0**decimals)
    below, above = (decimal(round(end / 10.0**decimals, max(decimals, 0))) for end in ends)
    return below, above


# ---- How many more examples


_TIMES = (1, 2, 4, 10)
_SHOWN = 2  # of these: the one that stands in sentences
_PLACES = 21  # of a range at which two classifiers are looked at


@dataclass(frozen=True, slots=True)
class Width:
    """How wide an interval is with more examples.

    Attributes
    ----------
    times : int
        How many times as many as now.
    width : float
        Of the interval of the cost.
    """

    times: int
    width: float


@result
class Planned:
    """What more examples would tell.

    Attributes
    ----------
    first, second : str or None
        The two to be told apart; None where there are none.
    needed : ExamplesNeeded or None
        How many examples that takes, with the limits of the number; None if it cannot be known.
    why_not : str
        Why not; empty if it can.
    pc : float
        Where. Of a range it is the place at which the two are told apart with the fewest, or where
        it takes most to tell a difference that was asked for.
    name : str
        Of whose cost there is an interval: the recommended classifier, or trivial rule.
    widths : tuple of Width
        How wide that is now, and with more examples; nothing if it is not known.
    level : float
        Level of confidence.
    lines : tuple of str
        All that in sentences.
    """

    first: str | None
    second: str | None
    needed: ExamplesNeeded | None
    why_not: str
    pc: float
    name: str
    widths: tuple[Width, ...]
    level: float
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """The sentences, one after the other."""
        return " ".join(self.lines)


def planned(  # noqa: PLR0913 (two names, and three numbers)
    model: "CostCurveModel",
    first: str | None = None,
    second: str | None = None,
    *,
    difference: float | None = None,
    pc: RangeLike | None = None,
    power: float = POWER,
    resample: bool = True,
) -> Planned:
    """Plan for more examples.

    Parameters
    ----------
    model : CostCurveModel
        Any.
    first, second : str, optional
        Two classifiers; the cheapest visible ones if left out.
    difference : float, optional
        The least that matters; if left out, that of the model, or else the one seen on these data.
    pc : float or (low, high), optional
        Where; the model's own operating point if left out.
    power : float
        How often the difference shall be told.
    resample : bool
        Whether an interval that is not there yet may be computed.

    Returns
    -------
    Planned
        In numbers and words.
    """
    difference = model.least_difference if difference is None else difference
    asked = read_range("pc", model.pc if pc is None else pc, least=0.0, greatest=1.0)
    for name in (first, second):
        if name is not None:
            known_name(model, name, "plan")
    if not model.derived.shown:
        raise _nobody("plan")
    places = [asked.low] if asked.exact else np.linspace(asked.low, asked.high, _PLACES).tolist()
    looks = [_look(model, (first, second), place, difference, power) for place in places]
    look = _telling(looks, most=difference is not None)
    best = cost_of(model.derived, None, look.pc)
    widths = _widths(model, best, resample=resample)
    told = (
        look.why_not or _needed_words(model, look, exact=asked.exact),
        _widths_words(model, best, widths),
    )
    return Planned(
        first=look.pair[0],
        second=look.pair[1],
        needed=look.needed,
        why_not=look.why_not,
        pc=look.pc,
        name=best.name,
        widths=widths,
        level=model.level,
        lines=tuple(filter(None, told)),
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """Two classifiers at one place."""

    pc: float
    pair: tuple[str | None, str | None]
    needed: ExamplesNeeded | None = None
    why_not: str = ""
    asked: bool = False
    fixed: bool = False


def _telling(looks: Sequence[_Look], *, most: bool) -> _Look:
    """The place of some that needs the most examples, or the fewest."""
    found = [(one.needed.times, i) for i, one in enumerate(looks) if one.needed is not None]
    if not found:
        return looks[len(looks) // 2]
    return looks[(max(found) if most else min(found))[1]]


def _look(
    model: "CostCurveModel",
    asked: tuple[str | None, str | None],
    pc: float,
    difference: float | None,
    power: float,
) -> _Look:
    """How many examples it takes at one place, or why nobody knows."""
    pair = _pair(model, asked, pc)
    first, second = pair
    if first is None or second is None:
        return _Look(pc, pair, why_not=_ONE)
    told = counts_of(model.pairs, (first, second))
    tables, why = ([told], "") if told else _tables(model, first, second, pc)
    if why:
        return _Look(pc, pair, why_not=f"How many more examples it takes is not known. {why}")
    needed = examples_needed(tables, pc, difference=difference, level=model.level, power=power)
    return _Look(pc, pair, needed, asked=difference is not None, fixed=told is not None)


_ONE = "How many more examples it takes to tell two classifiers apart: there is only one."
_WEIGHTED = "Where examples have weights or clusters it cannot be counted who errs on which."


def _pair(
    model: "CostCurveModel", asked: tuple[str | None, str | None], pc: float
) -> tuple[str | None, str | None]:
    """Two names: those asked for, and the cheapest others."""
    order = [one.name for one in ranked(model.derived, pc) if not one.trivial]
    others = iter([name for name in order if name not in asked])
    first, second = (next(others, None) if name is None else name for name in asked)
    return first, second


def _tables(
    model: "CostCurveModel", first: str, second: str, pc: float
) -> tuple[list[Compared], str]:
    """Who errs on which examples at the best thresholds, of each fold; or why that is not known."""
    one, other = (item_of(model, name) for name in (first, second))
    why = why_unsure([one.source, other.source], model.average)
    if why := why_unjudged(model.classifiers, first, second) or (why and f"{capital(why)}."):
        return [], why
    mine, theirs = _at_best(one, pc), _at_best(other, pc)
    if len(mine) != len(theirs):
        return [], "They were tested on other folds."
    pairs = list(zip(mine, theirs, strict=True))
    source = one.source
    if not (isinstance(source, Predictions | Folds) and source.drawn_with(other.source)):
        return [(used.counts, others.counts) for used, others in pairs], ""
    found: list[Compared] = []
    for used, others in pairs:
        a, b = used.source, others.source
        if isinstance(a, Counts) or isinstance(b, Counts) or not a.plain:
            return [], _WEIGHTED
        found.append(paired_counts(a, b, thresholds=(used.threshold, others.threshold)))
    return found, ""


# ---- The threshold that is used at one pc, and what it gets wrong


@dataclass(frozen=True, slots=True)
class _Used:
    """A threshold on the examples of one test set; infinite for a trivial rule."""

    source: Predictions | Counts
    threshold: float
    told: FourCounts

    @property
    def counts(self) -> LineCounts:
        """Its errors as those of single examples."""
        fp, n, fn, m = (round(count) for count in self.told)
        return LineCounts(fp=min(fp, n), negatives=n, fn=min(fn, m), positives=m)


def _at_best(item: DerivedClassifier, pc: float) -> list[_Used]:
    """The best threshold of a classifier at one pc, of each fold; nothing for bare points."""
    each = zip(item.source.parts, item.kept.each or (item.kept,), strict=True)
    return [_used(part, kept, pc) for part, kept in each if isinstance(part, Predictions | Counts)]


def _used(source: Predictions | Counts, kept: Kept, pc: float) -> _Used:
    """The best threshold on the examples of one test set."""
    corner = cheapest_corner(kept.hull, pc)
    at, curve = int(kept.hull.index[corner]), kept.curve
    threshold = inf if kept.hull.fpr[corner] == 0.0 else -inf
    if int(kept.hull.owner[corner]) != TRIVIAL and curve.threshold is not None:
        threshold = float(curve.threshold[at])
    if isinstance(source, Predictions) and not source.plain:
        return _Used(source, threshold, told_at(source, threshold))
    n, m = class_sizes(source)
    fpr, tpr = float(kept.hull.fpr[corner]), float(kept.hull.tpr[corner])
    return _Used(source, threshold, (fpr * n, n, (1.0 - tpr) * m, m))


# ---- Widths of the interval that is shown, and plans in words


def _widths(model: "CostCurveModel", best: CostAnswer, *, resample: bool) -> tuple[Width, ...]:
    """How wide the interval of the best choice is, and with more examples."""
    if best.trivial:
        return ()
    item = item_of(model, best.name)
    used = _at_best(item, best.pc)
    interval = fresh_interval(model, None, best.pc)
    if interval is None and resample and _can_be_sure(model):
        interval = asked_interval(model, None, best.pc)
    if interval is None or not used:
        return ()
    widths = widths_with([one.told for one in used], best.pc, _TIMES, level=model.level)
    now = interval.upper - interval.lower
    return tuple(
        Width(times, now * float(width / widths[0]))
        for times, width in zip(_TIMES, widths, strict=True)
    )


def _can_be_sure(model: "CostCurveModel") -> bool:
    """Whether the best choice can have an interval."""
    sources = [item.source for item in model.derived.shown]
    return not (any(map(why_unbanded, sources)) or why_unsure(sources, model.average))


def _widths_words(model: "CostCurveModel", best: CostAnswer, widths: tuple[Width, ...]) -> str:
    """How wide the interval is now, and with more examples."""
    if best.trivial:
        rule = best.name.removeprefix("call")
        return f"What calling{rule} costs is known: more examples would not make it surer."
    if not widths:
        return ""
    now, more = widths[0], widths[_SHOWN]
    return (
        f"The {percent(model.level)} interval of the cost of {best.name} is {number(now.width, 2)} "
        f"wide; with {more.times} times as many examples it would be {number(more.width, 2)}."
    )


def _needed_words(model: "CostCurveModel", look: _Look, *, exact: bool) -> str:
    """How many examples tell two classifiers apart, with the limits of that number."""
    needed, (first, second) = look.needed, look.pair
    if needed is None:
        return ""
    size = number(abs(needed.difference), 2)
    is_here = exact and look.pc == model.pc
    where = "here" if is_here else f"at PC(+) {share(look.pc)}"
    if is_here and model.pc_range is not None:
        where = _Place(look.pc, model.pc_range, model.level).lead
    if not isfinite(needed.times):
        return (
            f"{first} and {second} cost the same {where} on these data: no number of examples "
            "tells them apart."
        )
    what = f"{first} from {second} {where} ({size} apart)"
    if look.asked:
        what = f"a difference of {size} between {first} and {second} {where}"
    negative, positive = model.derived.classes
    many = f"about {_about(needed.positives)} {positive} and {_about(needed.negatives)} {negative}"
    more = "no more" if look.asked else "more"
    elsewhere = "" if exact else f" Elsewhere in the range it takes {more}."
    kept = "" if look.fixed else "both thresholds kept as they are and "
    alone = f"{kept}looking at {'this' if is_here else 'that'} PC(+) alone"
    return (
        f"To tell {what} with {percent(needed.power)} certainty, {alone}, takes {many}: "
        f"{_times_words(needed)}.{_scarce_words(needed, model)}{elsewhere}"
    )


def _about(size: float) -> str:
    """A number in two digits, or a whole one."""
    return number(size, 2) if size < _WRITTEN else f"{round(size, 1 - floor(log10(size))):,.0f}"


_WRITTEN = 1000.0
_MORE_THAN_NOW = 1.05  # as it is written, in two digits


def _times_words(needed: ExamplesNeeded) -> str:
    """How many times as many examples that is, and how sure this number is."""
    times = f"{_about(needed.times)} times as many as now"
    if needed.times <= 1.0:
        times = "no more than there are"
    if isfinite(needed.high):
        return f"{times} (between {_about(needed.low)} and {_about(needed.high)} times)"
    known = _MORE_THAN_NOW <= needed.low < inf
    least = f"at least {_about(needed.low)} times, and perhaps" if known else "perhaps"
    return f"{times} ({least} no number is enough: they may be equally good)"


def _scarce_words(needed: ExamplesNeeded, model: "CostCurveModel") -> str:
    """What more examples of one class alone would do."""
    if needed.times <= 1.0:
        return ""
    negative, positive = model.derived.classes
    each = (positive, needed.only_negatives, negative), (negative, needed.only_positives, positive)
    would = [
        f" With no more {other} than now: about {_about(size)} {name}."
        for other, size, name in each
        if isfinite(size)
    ]
    return "".join(would)
