"""Answers and their words: the best over a range, and by another criterion."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from cc_widgets.core import (
    CRITERIA,
    TRIVIAL,
    Criterion,
    Limit,
    Mix,
    Owner,
    ParallelLines,
    Pick,
    cheapest_corner,
    edge_pc,
    least_regret,
    same_cost,
    workforce_limit,
)
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._reading import as_finite
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.derive import Derived, DerivedClassifier, finite_threshold
from cc_widgets.model.numerals import (
    amount,
    corner_words,
    decimal,
    number,
    percent,
    point_words,
    share,
    trivial_words,
    use_words,
)

# ---- What to use under which conditions


@dataclass(frozen=True, slots=True)
class Choice:
    """What to use in a part of a range of conditions.

    Attributes
    ----------
    pc_low, pc_high : float
        The part; equal for a single condition.
    name : str
        The classifier or trivial rule.
    trivial : bool
        Whether it is a trivial rule.
    threshold : float or None
        Its threshold, in as few decimals as make the same decisions; None for a trivial rule,
        a confusion matrix or bare points.
    fpr, tpr : float
        Rates there.
    words : str
        The classifier with its threshold.
    use : str
        The same as advice.
    """

    pc_low: float
    pc_high: float
    name: str
    trivial: bool
    threshold: float | None
    fpr: float
    tpr: float
    words: str
    use: str


@dataclass(frozen=True, slots=True)
class OneChoice(Choice):
    """The one choice for a whole range of conditions: its greatest regret there is least.

    Its regret is what it costs more than the best choice for the same pc; over a range that is
    greatest at one of the two ends.

    Attributes
    ----------
    regret_low, regret_high : float
        Regret at `pc_low` and at `pc_high`, in normalised expected cost.
    pays_from, pays_up_to : float
        Below the first to call everything negative is cheaper, above the second to call
        everything positive.
    """

    regret_low: float
    regret_high: float
    pays_from: float
    pays_up_to: float

    @property
    def regret(self) -> float:
        """Greatest regret in the range; 0 where one choice is best all over it."""
        return max(self.regret_low, self.regret_high)

    @property
    def worst_words(self) -> str:
        """At which end of the range its regret is greatest."""
        same = same_cost(min(max(self.pc_low, 0.5), self.pc_high))
        if abs(self.regret_high - self.regret_low) <= same:
            return "at either end"
        worst = self.pc_low if self.regret_low > self.regret_high else self.pc_high
        return f"at PC(+) {share(worst)}"


@dataclass(frozen=True, slots=True)
class Best:
    """What to use under the conditions asked for.

    Attributes
    ----------
    one : OneChoice
        What to use if it is to be the same all over the range.
    choices : tuple of Choice
        What it takes to be the best everywhere, by rising pc: one if it does not matter where
        in the range the truth lies.
    words : str
        That in a sentence: first the one choice and its regret.
    """

    one: OneChoice
    choices: tuple[Choice, ...]
    words: str

    @property
    def insensitive(self) -> bool:
        """Whether one threshold covers the whole range."""
        return len(self.choices) == 1

    @property
    def needed(self) -> tuple[str, ...]:
        """What it takes to be the best everywhere, in few words."""
        return tuple(map(_shortly, self.choices))


def _shortly(one: Choice) -> str:
    """A choice beside others."""
    if one.trivial:
        return f"calling{one.words.removeprefix('call')}"
    return one.words if one.threshold is None else f"{one.name} {decimal(one.threshold)}"


def best_choices(derived: Derived, low: float, high: float) -> Best:
    """Find what to use over a range of pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    low, high : float
        Ends of the range; equal for one condition.

    Returns
    -------
    Best
        From the joint hull of the visible classifiers; the one choice for all of the range is
        any of the thresholds that are kept of them, on the hull or below it.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> best_choices(derived, 0.3, 0.6).words
    'Use rule. No other choice is cheaper anywhere from PC(+) 0.3 to 0.6.'
    """
    choices = _choices(derived, low, high)
    one = _one_choice(derived, low, high)
    return Best(one, choices, _words(derived, one, choices))


def _choices(derived: Derived, low: float, high: float) -> tuple[Choice, ...]:
    """What it takes to be the best everywhere in a range."""
    hull = derived.hull
    if low == high:
        parts = [(cheapest_corner(hull, low), low, high)]
    else:
        # Corner i is cheapest between the vertices of the edges at its sides.
        ends = np.concatenate([[low], np.clip(edge_pc(hull), low, high), [high]])
        corners = np.flatnonzero(ends[1:] > ends[:-1]).tolist()
        parts = [(i, float(ends[i]), float(ends[i + 1])) for i in corners]
    return tuple(
        _choice(derived, int(hull.owner[i]), int(hull.index[i]), float(hull.fpr[i]), (start, stop))
        for i, start, stop in parts
    )


def _one_choice(derived: Derived, low: float, high: float) -> OneChoice:
    """The threshold of least regret over a range, or a trivial rule."""
    found = least_regret([item.curve for item in derived.shown], pc=(low, high))
    owner = TRIVIAL if found.owner == TRIVIAL else derived.visible[found.owner]
    choice = _choice(derived, owner, found.index, found.fpr, (low, high))
    facts = ("regret_low", "regret_high", "pays_from", "pays_up_to")
    return OneChoice(**asdict(choice), **{name: getattr(found, name) for name in facts})


def _choice(
    derived: Derived, owner: int, index: int, fpr: float, over: tuple[float, float]
) -> Choice:
    """A point of a classifier, or the trivial rule of that fpr, for a part of a range."""
    if owner == TRIVIAL:
        rule = trivial_words(derived, positive=fpr > 0.0)
        return Choice(*over, rule, True, None, fpr, fpr, rule, rule)  # noqa: FBT003 (a row)
    item = derived.classifiers[owner]
    return Choice(
        pc_low=over[0],
        pc_high=over[1],
        name=item.name,
        trivial=False,
        threshold=finite_threshold(item, index),
        fpr=fpr,
        tpr=float(item.curve.tpr[index]),
        words=point_words(item, index),
        use=use_words(item, index),
    )


def _words(derived: Derived, one: OneChoice, choices: tuple[Choice, ...]) -> str:
    """What to use, in sentences; for a range with what may be lost by that."""
    if one.pc_low == one.pc_high:
        return f"At PC(+) {share(one.pc_low)}: {choices[0].use}."
    use = f"{one.use[:1].upper()}{one.use[1:]}."
    reach = f"from PC(+) {share(one.pc_low)} to {share(one.pc_high)}"
    if len(choices) == 1:
        return f"{use} No other choice is cheaper anywhere {reach}."
    needed = Best(one, choices, "").needed
    return (
        f"{use} Anywhere {reach} that costs at most {number(one.regret)} more than the best, "
        f"{one.worst_words}. {_idle_words(derived, one)}"
        f"No regret at all would take {len(needed)} choices"
        f"{f', from {needed[0]} to {needed[-1]}' if needed[0] != needed[-1] else ''}."
    )


def _idle_words(derived: Derived, one: OneChoice) -> str:
    """Where in its range doing nothing is cheaper than the one choice; '' if nowhere."""
    low, high = one.pc_low, one.pc_high
    at_low, at_high = (float(cost_of_rates(one.fpr, one.tpr, pc)) for pc in (low, high))
    negative, positive = derived.classes
    below = f"Below PC(+) {share(one.pays_from)} calling all {negative} is cheaper. "
    above = f"Above PC(+) {share(one.pays_up_to)} calling all {positive} is cheaper. "
    return (below if at_low - low > same_cost(low) else "") + (
        above if at_high - (1.0 - high) > same_cost(high) else ""
    )


# ---- Choosing by another criterion than cost at one pc, in both spaces and in words


def _example(kind: str, criterion: Criterion) -> str:
    """How a criterion is written down."""
    usual = {name: asked.usual(_EXAMPLE_SHARE) for name, asked in criterion.numbers.items()}
    return (
        "{" + ", ".join([f'"kind": "{kind}"', *(f'"{n}": {v:g}' for n, v in usual.items())]) + "}"
    )


_EXAMPLE_SHARE = 0.1  # of positives
_FIX = f"Pass {', '.join(_example(*item) for item in CRITERIA.items())} or None."
_MATTERS = 1e-9  # shares of a class that differ by less are the same
_SOME_TRIED = "Of very many thresholds only some were tried; another may do a little better."


@dataclass(frozen=True, slots=True)
class CriterionAnswer:
    """What a criterion chooses.

    Attributes
    ----------
    criterion : mapping
        The criterion.
    owner : int
        Position of the classifier that is to be used; as `Owner` has it for a trivial rule, and
        for lots.
    name : str
        The classifier, or trivial rule, of the best single threshold.
    threshold : float or None
        That threshold; None where there is none.
    single : tuple of (fpr, tpr)
        Its rates.
    fpr, tpr : float
        Rates of the best choice: on the hull, where need be by drawing lots between two corners.
    roc : tuple of (fpr, tpr)
        That choice; of a mix, the two hull corners and then the mixed point.
    cost_line : (fpr, fnr)
        Its line in cost space, from (0, fpr) to (1, fnr).
    pc : float or None
        The vertex of the envelope through which the line of a mix goes.
    rates : tuple of (fpr, tpr)
        Those of what is to be used: of the single threshold, or of the best choice where without
        lots there is but a trivial rule.
    rule : str
        What is to be used, a classifier with its threshold.
    headline : str
        What is wanted, and that as advice.
    after : str
        The best threshold of the other classifiers; empty if there is none.
    gain : str
        What only lots would do better; empty if nothing, or if they are to be drawn.
    mix : str
        How they would be drawn; empty if for nothing.
    note : str
        What may be wrong with that; empty if nothing.
    rates_words : str
        Whom what is to be used finds and flags.
    dual : str
        What its limit is in cost space; empty if it has none.
    """

    criterion: Mapping[str, Any]
    owner: int
    name: str
    threshold: float | None
    single: tuple[float, float]
    fpr: float
    tpr: float
    roc: tuple[tuple[float, float], ...]
    cost_line: tuple[float, float]
    pc: float | None
    rates: tuple[float, float]
    rule: str
    headline: str
    after: str
    gain: str
    mix: str
    note: str
    rates_words: str
    dual: str

    @property
    def words(self) -> str:
        """First what is to be used, then the lots that do better, and the limit in cost space."""
        parts = (f"{self.headline}.", f"It {self.rates_words}.", self.mix, self.note, self.dual)
        return " ".join(filter(None, parts))


def check_criterion(_model: object, value: object) -> Mapping[str, Any] | None:
    """A criterion with exactly the numbers that it needs.

    Parameters
    ----------
    value : mapping or None
        With a "kind" and the numbers of that kind; other keys are left out.

    Returns
    -------
    mapping or None
        Read-only.

    Raises
    ------
    CostCurveError
        If the kind is unknown, or a number is missing or out of bounds.

    Examples
    --------
    >>> dict(check_criterion(None, {"kind": "neyman_pearson", "max_fpr": 0.1}))
    {'kind': 'neyman_pearson', 'max_fpr': 0.1}
    """
    if value is None:
        return None
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(kind, str) or kind not in CRITERIA:
        raise _refusal("is no criterion", value)
    checked = {}
    for name, asked in CRITERIA[kind].numbers.items():
        number: Any = value.get(name)
        if as_finite(number) is None:
            raise _refusal(f"needs a number for {name}", value)
        checked[name] = asked.read(number)
    return MappingProxyType({"kind": kind, **checked})


def _refusal(what: str, value: object) -> CostCurveError:
    return CostCurveError(what, where="criterion", got=shown(value), fix=_FIX)


def answer_of(criterion: Mapping[str, Any] | None, derived: Derived) -> CriterionAnswer | None:
    """Find what a criterion chooses among the visible classifiers.

    Parameters
    ----------
    criterion : mapping or None
        Checked.
    derived : Derived
        The snapshot.

    Returns
    -------
    CriterionAnswer or None
        None without a criterion, or where nothing is visible.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> answer_of({"kind": "neyman_pearson", "max_fpr": 0.1}, derived).words[:51]
    'With at most 10 % false alarms: draw lots. It finds'
    """
    if criterion is None or not derived.visible:
        return None
    hull, chosen_by = derived.hull, CRITERIA[criterion["kind"]]
    numbers = {name: criterion[name] for name in chosen_by.numbers}
    single = chosen_by.best([item.curve for item in derived.shown], numbers)
    mixed = None if chosen_by.lots is None else chosen_by.lots(hull, numbers)
    if mixed is not None and (
        mixed.first == mixed.second or not chosen_by.better(mixed, single, numbers, _MATTERS)
    ):
        mixed = None
    best = mixed or single
    ends = [] if mixed is None else [mixed.first, mixed.second]
    item = None if single.owner == TRIVIAL else derived.shown[single.owner]
    only_lots = item is None and mixed is not None
    used = best if only_lots else single
    name = trivial_words(derived, positive=single.fpr > 0.0) if item is None else item.name
    owner, rule, use = _to_use(item, single, name, lots=only_lots)
    return CriterionAnswer(
        criterion=criterion,
        owner=owner,
        name=name,
        threshold=None if item is None else finite_threshold(item, single.index),
        single=(single.fpr, single.tpr),
        fpr=best.fpr,
        tpr=best.tpr,
        roc=(*((float(hull.fpr[i]), float(hull.tpr[i])) for i in ends), (best.fpr, best.tpr)),
        cost_line=(best.fpr, 1.0 - best.tpr),
        pc=None if mixed is None else float(edge_pc(hull)[mixed.first]),
        rates=(used.fpr, used.tpr),
        rule=rule,
        headline=f"{chosen_by.aim(numbers, percent, amount)}: {use}",
        after=_next_words(derived, chosen_by, numbers, item),
        gain="" if only_lots else _gain_words(chosen_by, mixed, single),
        mix=_mix_words(derived, mixed, name if only_lots else ""),
        note=_SOME_TRIED if _thinned(derived) else "",
        rates_words=_rates(derived, used.fpr, used.tpr),
        dual=_dual_words(limit_of(criterion)),
    )


def _to_use(
    item: DerivedClassifier | None, single: Pick, name: str, *, lots: bool
) -> tuple[int, str, str]:
    """Whose threshold to use, that threshold, and the same as advice."""
    if lots:
        return Owner.MIXED, "drawing lots", "draw lots"
    if item is None:
        return Owner.ALL_POSITIVE if single.fpr > 0.0 else Owner.ALL_NEGATIVE, name, name
    return item.position, point_words(item, single.index), use_words(item, single.index)


def limit_of(criterion: Mapping[str, Any]) -> Limit | None:
    """The limit that a criterion draws across ROC space; None for one that draws none."""
    draws = CRITERIA[criterion["kind"]].limit
    return None if draws is None else draws(criterion)


def limit_words(criterion: Mapping[str, Any]) -> str:
    """Words for the limit of a criterion beside its line; empty for one that draws none.

    Examples
    --------
    >>> limit_words({"kind": "neyman_pearson", "max_fpr": 0.1})
    'at most 10 % false alarms'
    """
    if limit_of(criterion) is None:
        return ""
    kind = CRITERIA[criterion["kind"]]
    numbers = {name: criterion[name] for name in kind.numbers}
    return kind.aim(numbers, percent, amount).removeprefix("With ")


def _dual_words(limit: Limit | None) -> str:
    """Where in cost space the lines of all choices meet that use up a limit, if there are any.

    What a limit says of shares of each class, `workforce_limit` says of so many cases.
    """
    if limit is None or not 0.0 <= limit.most <= limit.fpr + limit.tpr:
        return ""
    dual = workforce_limit(positives=limit.tpr, negatives=limit.fpr, capacity=limit.most).dual
    lines = "In cost space the lines of all choices that use up the limit"
    if isinstance(dual, ParallelLines):
        rise = dual.gradient
        way = f"{'rise' if rise > 0.0 else 'fall'} by {number(abs(rise))}" if rise else "are level"
        return f"{lines} {way} from PC(+) 0 to 1: they are parallel, and meet nowhere."
    where = f"PC(+) {number(dual.pc)}, at a cost of {number(dual.cost)}"
    if not dual.virtual:
        return f"{lines} meet at {where}."
    return f"{lines} meet beyond the axis, where no conditions lead: at {where}."


def _thinned(derived: Derived) -> bool:
    """Whether only some thresholds of a visible classifier are kept."""
    return any(item.kept.n_thresholds > item.curve.fpr.size for item in derived.shown)


def _next_words(
    derived: Derived,
    chosen_by: Criterion,
    numbers: Mapping[str, Any],
    item: DerivedClassifier | None,
) -> str:
    """The best threshold of all classifiers but one."""
    others = [one for one in derived.shown if one is not item]
    pick = chosen_by.best([one.curve for one in others], numbers)
    if item is None or pick.owner == TRIVIAL:
        return ""
    other = others[pick.owner]
    what = f"by the same measure: {point_words(other, pick.index)}"
    if chosen_by.limit is not None:
        what = f"within the limit: {other.name} finds {percent(pick.tpr)}"
    return f"Next best {what} (not tested: may be chance)."


def _gain_words(chosen_by: Criterion, mixed: Mix | None, single: Pick) -> str:
    """What only lots would do better."""
    if mixed is None or chosen_by.gain is None:
        return ""
    gain = chosen_by.gain(mixed, single, percent)
    return f"Only drawing lots {gain}." if gain else ""


def _mix_words(derived: Derived, choice: Mix | None, instead: str) -> str:
    """How to draw lots between two corners of the hull, and what that would achieve."""
    if choice is None:
        return ""
    first, second = (corner_words(derived, corner) for corner in (choice.first, choice.second))
    better = "Drawing lots can do better"
    if instead:
        better = f"Only drawing lots does better than calling{instead.removeprefix('call')}"
    return (
        f"{better}: {second} for {percent(choice.weight)} of the cases, drawn "
        f"at random, and {first} for the others; together that "
        f"{_rates(derived, choice.fpr, choice.tpr)}."
    )


def _rates(derived: Derived, fpr: float, tpr: float) -> str:
    """Whom a choice finds and flags."""
    negative, positive = derived.classes
    return f"finds {percent(tpr)} of {positive} and flags {percent(fpr)} of {negative}"
