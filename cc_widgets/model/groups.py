"""Groups of examples at one common threshold: their rates, and their gaps to all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from cc_widgets.core import Folds, Predictions
from cc_widgets.core._choosing import GroupRates, called_positive, group_rates
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._predictions import joined_examples
from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.core.uncertainty._band import critical_value
from cc_widgets.core.uncertainty._buckets import Told, told_at
from cc_widgets.core.uncertainty._lines import gap_limits
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier
from cc_widgets.model.answers import InUse, item_of, place_of, read_threshold
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.handback import Recommended, recommended
from cc_widgets.model.numerals import decimal, number, percent, short, tally

if TYPE_CHECKING:
    from cc_widgets.core._predictions import Groups
    from cc_widgets.model.state import CostCurveModel

# ---- Groups, and where they are at a threshold


@dataclass(frozen=True, slots=True)
class GroupPoint:
    """A group of examples at a threshold that is common to all groups.

    Attributes
    ----------
    name : str
        The classifier.
    group : str
        The group.
    threshold : float
        Positive is what scores at least this.
    fpr, tpr : float
        Rates among the examples of the group; NaN where it has none of a class.
    """

    name: str
    group: str
    threshold: float
    fpr: float
    tpr: float


def has_groups(given: Classifier) -> bool:
    """Whether the examples of a classifier, or of all its folds, are in groups."""
    return all(getattr(one, "groups", None) is not None for one in given.parts)


def group_points(model: CostCurveModel) -> tuple[GroupPoint, ...]:
    """Groups at the recommended threshold and at those in use, as figures draw them.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    tuple of GroupPoint
        Of the recommended classifier, or else the first visible one with groups.
    """
    grouped = _grouped(model)
    if not grouped:
        return ()
    name, threshold = _common(model, grouped)
    places = [] if threshold is None else [(name, threshold)]
    places += [(one.name, one.threshold) for one in model.in_use if one.name in grouped]
    return tuple(
        point
        for name, threshold in dict.fromkeys(places)
        for point in _points_at(name, threshold, examples_of(model, name))
    )


def _grouped(model: CostCurveModel) -> list[str]:
    """The visible classifiers whose examples are in groups."""
    shown_ones = (item.name for item in model.derived.shown)
    return [name for name in shown_ones if has_groups(model.classifiers[name])]


def examples_of(model: CostCurveModel, name: str) -> Predictions:
    """The examples of a classifier that are in groups; those of its folds together."""
    given = model.classifiers[name]
    if isinstance(given, Predictions):
        return given
    return joined_examples(cast("tuple[Predictions, ...]", given.parts))


def _common(model: CostCurveModel, names: Sequence[str]) -> tuple[str, float | None]:
    """The recommended one of some classifiers, or else the first, and its threshold, if any."""
    with suppress(CostCurveError):  # nothing single is recommended
        best = recommended(model)
        if best.name in names:
            return best.name, best.threshold
    with suppress(CostCurveError):
        return names[0], recommended(model, names[0]).threshold
    return names[0], None


def _points_at(name: str, threshold: float, given: Predictions) -> Iterator[GroupPoint]:
    """The groups of a classifier at a threshold."""
    found = cast("GroupRates", group_rates(given, np.array([threshold])))
    for group, *rates in zip(
        found.names, found.fpr[0].tolist(), found.tpr[0].tolist(), strict=True
    ):
        yield GroupPoint(name, str(group), threshold, *rates)


@dataclass(frozen=True, slots=True)
class GroupStop:
    """Groups at a threshold that may be recommended sooner or later, or is in use.

    Attributes
    ----------
    owner : int
        Position of the classifier.
    at : pair of float
        Rates, fpr and tpr, of all groups together.
    in_use : bool
        Whether it is in use.
    names : tuple of str
        The groups.
    fpr, tpr : ndarray of float64
        Element i is the rate of group i; NaN where it has none of a class.
    """

    owner: int
    at: tuple[float, float]
    in_use: bool
    names: tuple[str, ...]
    fpr: FloatArray
    tpr: FloatArray


def group_stops(model: CostCurveModel) -> Iterator[GroupStop]:
    """Groups at all thresholds that are cheapest somewhere, at what is recommended, and in use.

    Parameters
    ----------
    model : CostCurveModel
        Any; hidden classifiers take part, as the page may show them again.

    Yields
    ------
    GroupStop
        One classifier after the other.
    """
    now = _now(model)
    for item in model.derived.classifiers:
        if has_groups(item.source):
            yield from _stops_of(model, item, now)


def _now(model: CostCurveModel) -> Recommended | None:
    """What is recommended, if it is a single threshold."""
    with suppress(CostCurveError):
        found = recommended(model)
        return None if found.threshold is None else found
    return None


def _stops_of(
    model: CostCurveModel, item: DerivedClassifier, now: Recommended | None
) -> Iterator[GroupStop]:
    """The groups of one classifier."""
    corner = item.hull.index[item.hull.index >= 0]
    at = list(zip(item.curve.fpr[corner].tolist(), item.curve.tpr[corner].tolist(), strict=True))
    if item.kept.groups is not None:
        yield from _stops(item.position, item.kept.groups, at)
    own: list[InUse | Recommended] = [one for one in model.in_use if one.name == item.name]
    n_used = len(own)
    if now is not None and now.name == item.name and (now.fpr, now.tpr) not in at:
        own.append(now)
    if own:
        threshold = np.array([one.threshold for one in own], dtype=np.float64)
        found = cast("GroupRates", group_rates(examples_of(model, item.name), threshold))
        yield from _stops(item.position, found, [(one.fpr, one.tpr) for one in own], n_used)


def _stops(
    owner: int, found: GroupRates, at: Sequence[tuple[float, float]], n_used: int = 0
) -> Iterator[GroupStop]:
    """Groups at some thresholds, of which the first ones are in use."""
    names = tuple(map(str, found.names))
    for i, (rates, fpr, tpr) in enumerate(zip(at, found.fpr, found.tpr, strict=True)):
        yield GroupStop(owner, rates, i < n_used, names, fpr, tpr)


# ---- How far a group is from all others


@dataclass(frozen=True, slots=True)
class Gap:
    """How much more something is in a group than among all others.

    Attributes
    ----------
    value : float
        The difference.
    lower, upper : float
        Its limits for two sets of examples that have none in common.
    """

    value: float
    lower: float
    upper: float

    @property
    def weight(self) -> float:
        """How far it is from nothing, in units of how unsure it is."""
        width = self.upper - self.lower
        return abs(self.value) / width if width > 0.0 else 0.0


_LONGEST = 40  # letters of a group, of which each has a line of its own


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """How a group fares at the common threshold, beside all others.

    Attributes
    ----------
    point : GroupPoint
        The classifier, the group, the threshold and the rates.
    negatives, positives : int
        How many examples of each class the group has.
    pc, cost : float
        Where, and the normalised expected cost of the group there; NaN without both classes.
    fpr_gap, tpr_gap, cost_gap : Gap or None
        The difference to all other groups together; None where one of both has none of a class.
    level : float
        Level of confidence of the gaps.
    classes : tuple of str
        Words for the negative and the positive class.
    """

    point: GroupPoint
    negatives: int
    positives: int
    pc: float
    cost: float
    fpr_gap: Gap | None
    tpr_gap: Gap | None
    cost_gap: Gap | None
    level: float
    classes: tuple[str, str] = ("negatives", "positives")

    @property
    def words(self) -> str:
        """The group, whom it finds and flags wrongly, and how many points that is from all others.

        Limits of that difference, at the level, stand in brackets.
        """
        negative, positive = (short(one) for one in self.classes)
        finds = self._told("finds", self.point.tpr, self.positives, positive, self.tpr_gap)
        flags = self._told("flags", self.point.fpr, self.negatives, negative, self.fpr_gap)
        group = " ".join(self.point.group.split())  # in one line
        return f"{short(group, _LONGEST)}: {finds}; {flags}."

    def _told(self, what: str, rate: float, size: int, kind: str, gap: Gap | None) -> str:
        """One of both rates, with its gap."""
        if not size:
            return f"has no {kind}"
        said = f"{what} {percent(rate, 2)} of {size:,} {kind}"
        return f"{said}, and the others have none" if gap is None else f"{said}, {self._gap(gap)}"

    def _gap(self, gap: Gap) -> str:
        """A gap in points, with its limits."""
        size = _points(abs(gap.value))
        way = "as many" if size == "0" else f"{size} points {_way(gap.value)}"
        low, high = (_points(abs(end)) for end in (gap.lower, gap.upper))
        ends = f"{low} {_way(gap.lower)} to {high} {_way(gap.upper)}"
        if gap.lower >= 0.0 or gap.upper <= 0.0:
            ends = " to ".join([low, high] if gap.lower >= 0.0 else [high, low])
        return f"{way} ({ends})"


def _points(gap: float) -> str:
    size = 100.0 * gap
    return number(size, 1) if size < 1.0 else tally(size, 1)


def _way(gap: float) -> str:
    return "fewer" if gap < 0.0 else "more"


def groups_at(
    model: CostCurveModel, name: str | None, threshold: float | None, pc: float | None
) -> tuple[GroupAnswer, ...]:
    """How each group of a classifier fares at one common threshold.

    Parameters
    ----------
    model : CostCurveModel
        Any.
    name : str or None
        A classifier with groups; None for the recommended one, or else the first that has any.
    threshold : float or None
        The common threshold; None for the recommended one.
    pc : float or None
        Where costs are told; None for the operating point.

    Returns
    -------
    tuple of GroupAnswer
        In the order in which the groups appear; empty if no threshold is recommended.

    Raises
    ------
    CostCurveError
        If there is no such classifier, or it has no groups.
    """
    where = place_of(model, pc)
    known = [one for one, given in model.classifiers.items() if has_groups(given)]
    wanted = known if name is None else [item_of(model, name).name]
    if not wanted or wanted[0] not in known:
        raise CostCurveError(
            "the groups of its examples are not known",
            where="groups",
            got=shown(name),
            fix="Pass groups= with the labels, for instance explore(y_true, y_score, groups=...).",
        )
    name, cut = _common(model, wanted)
    cut = cut if threshold is None else read_threshold(threshold)
    if cut is None:
        return ()
    given = examples_of(model, name)
    points = _points_at(name, cut, given)
    told = (_counted if given.plain else _weighed)(given, cut)
    pairs = zip(points, told, strict=True)
    return tuple(_answer(model, point, sides, where) for point, sides in pairs)


class _Sides(NamedTuple):
    """A group and all others at a threshold, and how many examples of each class the group has."""

    mine: Told
    others: Told
    negatives: int
    positives: int


def _counted(given: Predictions, threshold: float) -> Iterator[_Sides]:
    """Each group, where examples count alike and are on their own: all in one pass."""
    groups = cast("Groups", given.groups)
    wrong = called_positive(given, threshold) != given.positive
    weight = np.ones(wrong.size) if given.weight is None else given.weight
    each = np.array(
        [
            np.bincount(groups.code[some], weight[some], len(groups.names))
            for kind in (~given.positive, given.positive)
            for some in (kind & wrong, kind)
        ]
    )
    others = each.sum(axis=1, keepdims=True) - each
    for mine, rest in zip(each.T.tolist(), others.T.tolist(), strict=True):
        yield _Sides(Told(*mine), Told(*rest), round(mine[1]), round(mine[3]))


def _weighed(given: Predictions, threshold: float) -> Iterator[_Sides]:
    """Each group, with weights and clusters taken into account."""
    groups = cast("Groups", given.groups)
    for code in range(len(groups.names)):
        members = groups.code == code
        group, rest = (_some(given, rows) for rows in (members, ~members))
        used = np.ones(group.positive.size, bool) if group.weight is None else group.weight > 0.0
        sizes = (int(np.count_nonzero(used & (group.positive == kind))) for kind in (False, True))
        yield _Sides(told_at(group, threshold), told_at(rest, threshold), *sizes)


def _answer(model: CostCurveModel, point: GroupPoint, sides: _Sides, pc: float) -> GroupAnswer:
    """A group beside all others."""
    mine, others = sides.mine, sides.others
    fnr_gap = _gap(mine, others, 1.0, model.level)
    return GroupAnswer(
        point=point,
        negatives=sides.negatives,
        positives=sides.positives,
        pc=pc,
        cost=float(cost_of_rates(point.fpr, point.tpr, pc)),
        fpr_gap=_gap(mine, others, 0.0, model.level),
        tpr_gap=fnr_gap and Gap(-fnr_gap.value, -fnr_gap.upper, -fnr_gap.lower),
        cost_gap=_gap(mine, others, pc, model.level),
        level=model.level,
        classes=model.derived.classes,
    )


def _gap(mine: Told, others: Told, pc: float, level: float) -> Gap | None:
    """How much more the threshold costs in a group, if the classes that matter are in both."""
    matter = [
        size
        for one in (mine, others)
        for size, share in ((one.negatives, 1.0 - pc), (one.positives, pc))
        if share
    ]
    if not all(matter):
        return None
    first, second = (
        (one.fp, one.negatives or 1.0, one.fn, one.positives or 1.0) for one in (mine, others)
    )
    return Gap(*gap_limits(first, second, pc, critical_value(level, simultaneous=False)))


def _some(given: Predictions, rows: BoolArray) -> Predictions:
    """Some of the examples."""
    return replace(
        given,
        positive=given.positive[rows],
        score=given.score[rows],
        weight=None if given.weight is None else given.weight[rows],
        clusters=None if given.clusters is None else given.clusters[rows],
        examples=None,
        index=None,
        groups=None,
        place=None,
    )


# ---- In words


_MOST_TOLD = 5  # groups, each a line


def words_of_groups(model: CostCurveModel) -> tuple[str, ...]:
    """How groups fare at the recommended threshold, a line each.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    tuple of str
        First what they have in common. Of many groups those are told whose gaps are clearest.
        Why there is nothing to tell, where each fold has a threshold of its own.
    """
    grouped = _grouped(model)
    if not grouped:
        return ()
    name, threshold = _common(model, grouped)
    if threshold is None:
        return _without_a_threshold(model, name)
    found = [
        one for one in groups_at(model, name, threshold, None) if one.negatives + one.positives
    ]
    limits = f"{percent(model.level)} limits in brackets"
    rule = f"{short(name)} from score {decimal(threshold)} on"
    first = f"Groups, all with {rule}, each beside the others ({limits}):"
    if len(found) <= _MOST_TOLD:
        return first, *(one.words for one in found)
    told = sorted(found, key=_clearest, reverse=True)[:_MOST_TOLD]
    return first, *(one.words for one in told), _rest(len(found), model.level)


def _clearest(one: GroupAnswer) -> float:
    return max(gap.weight for gap in (one.fpr_gap, one.tpr_gap, Gap(0.0, 0.0, 0.0)) if gap)


def _rest(count: int, level: float) -> str:
    """What is to be known of groups that were chosen for their gaps."""
    chance = tally(count * (1.0 - level))
    return (
        f"These {_MOST_TOLD} of {count} stand out most; about {chance} of {count} would be apart "
        "by chance alone. "
        'All of them: model.to_frame("groups").'
    )


def _without_a_threshold(model: CostCurveModel, name: str) -> tuple[str, ...]:
    """What to do where folds have thresholds of their own; nothing where a rule is recommended."""
    if not isinstance(model.classifiers[name], Folds) or model.average == "pooled":
        return ()
    why = f"Groups are told at one threshold for all, and each fold of {short(name)} has its own: "
    return (f'{why}average = "pooled" gives them one.',)
