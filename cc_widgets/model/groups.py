"""Error rates of groups of examples at a common threshold, compared with the other groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isnan, nan
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from cc_widgets.core import Folds, Predictions
from cc_widgets.core.costs import cost_of_rates
from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.scores import concatenate_predictions
from cc_widgets.core.thresholds import GroupRates, group_rates, predicted_positive
from cc_widgets.core.uncertainty.bands import critical_value
from cc_widgets.core.uncertainty.buckets import EffectiveCounts, effective_counts
from cc_widgets.core.uncertainty.intervals import (
    adjusted_wilson_limits,
    unpaired_difference_limits,
)
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier
from cc_widgets.model.answers import MarkedPoint, find_classifier, read_threshold, resolve_pc
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.numerals import decimal, number, percent, shorten, tally
from cc_widgets.model.recommendation import Decision, decide

if TYPE_CHECKING:
    from cc_widgets.core.scores import Groups
    from cc_widgets.model.state import CostCurveModel

# ---- Groups at a threshold


@dataclass(frozen=True, slots=True)
class GroupPoint:
    """Operating point of one group at a threshold that is common to all groups.

    Attributes
    ----------
    name : str
        The classifier.
    group : str
        The group.
    threshold : float
        Scores of at least this value are positive.
    fpr, tpr : float
        Rates among the examples of the group; NaN if it lacks that class.
    """

    name: str
    group: str
    threshold: float
    fpr: float
    tpr: float


def has_groups(source: Classifier) -> bool:
    """Return whether all examples of a classifier have group labels."""
    return all(getattr(part, "groups", None) is not None for part in source.parts)


def group_points(model: CostCurveModel) -> tuple[GroupPoint, ...]:
    """Return the groups at the recommended threshold and at marked ones, as the figures show them.

    The classifier is the recommended one, or else the first visible one with groups.
    """
    names = _grouped_names(model)
    if not names:
        return ()
    name, threshold = _common_threshold(model, names)
    places = [] if threshold is None else [(name, threshold)]
    places += [
        (mark.name, mark.threshold)
        for mark in model._in_use
        if mark.name in names and mark.threshold is not None
    ]
    return tuple(
        point
        for name, threshold in dict.fromkeys(places)
        for point in _points_at(name, threshold, _pooled_examples(model, name))
    )


def _grouped_names(model: CostCurveModel) -> list[str]:
    """Return the visible classifiers whose examples have group labels."""
    visible = (item.name for item in model.curves.shown)
    return [name for name in visible if has_groups(model.classifiers[name])]


def _pooled_examples(model: CostCurveModel, name: str) -> Predictions:
    """Return the examples of a classifier that have group labels, pooled over folds."""
    source = model.classifiers[name]
    if isinstance(source, Predictions):
        return source
    return concatenate_predictions(cast("tuple[Predictions, ...]", source.parts))


def _common_threshold(model: CostCurveModel, names: Sequence[str]) -> tuple[str, float | None]:
    """Return a classifier and its threshold: the recommended one if in `names`, else the first."""
    with suppress(CostCurveError):  # the recommendation may be a mixture
        best = decide(model)
        if best.name in names:
            return best.name, best.threshold
    with suppress(CostCurveError):
        return names[0], decide(model, names[0]).threshold
    return names[0], None


def _points_at(name: str, threshold: float, examples: Predictions) -> Iterator[GroupPoint]:
    """Yield the groups of a classifier at a threshold."""
    rates_by_group = cast("GroupRates", group_rates(examples, np.array([threshold])))
    for group, *rates in zip(
        rates_by_group.names,
        rates_by_group.fpr[0].tolist(),
        rates_by_group.tpr[0].tolist(),
        strict=True,
    ):
        yield GroupPoint(name, str(group), threshold, *rates)


@dataclass(frozen=True, slots=True)
class GroupedThreshold:
    """Rates of all groups at one threshold that may be recommended, or is in use.

    Attributes
    ----------
    owner : int
        Position of the classifier.
    at : pair of float
        Overall fpr and tpr.
    in_use : bool
        Whether the threshold is marked.
    names : tuple of str
        The groups.
    fpr, tpr : ndarray of float64
        Element i is the rate of group i; NaN if it lacks that class.
    """

    owner: int
    at: tuple[float, float]
    in_use: bool
    names: tuple[str, ...]
    fpr: FloatArray
    tpr: FloatArray


def grouped_thresholds(model: CostCurveModel) -> Iterator[GroupedThreshold]:
    """Yield groups at all thresholds that are optimal somewhere, recommended, or in use.

    Hidden classifiers are included, because the page may show them again.
    """
    items = [item for item in model.curves.classifiers if has_groups(item.source)]
    recommended = _recommended_threshold(model) if items else None
    for item in items:
        yield from _thresholds_of(model, item, recommended)


def _recommended_threshold(model: CostCurveModel) -> Decision | None:
    """Return the recommendation if it has a single threshold."""
    with suppress(CostCurveError):
        decision = decide(model)
        return None if decision.threshold is None else decision
    return None


def _thresholds_of(
    model: CostCurveModel, item: DerivedClassifier, recommended: Decision | None
) -> Iterator[GroupedThreshold]:
    """Yield the thresholds of one classifier with the rates of each group there."""
    corner = item.hull.index[item.hull.index >= 0]
    at = list(zip(item.curve.fpr[corner].tolist(), item.curve.tpr[corner].tolist(), strict=True))
    if item.reduced.groups is not None:
        yield from _grouped_points(item.position, item.reduced.groups, at)
    extra: list[MarkedPoint | Decision] = [
        entry for entry in model._in_use if entry.name == item.name
    ]
    n_marked = len(extra)
    if (
        recommended is not None
        and recommended.name == item.name
        and (recommended.fpr, recommended.tpr) not in at
    ):
        extra.append(recommended)
    if extra:
        threshold = np.array([entry.threshold for entry in extra], dtype=np.float64)
        rates = cast("GroupRates", group_rates(_pooled_examples(model, item.name), threshold))
        yield from _grouped_points(
            item.position, rates, [(entry.fpr, entry.tpr) for entry in extra], n_marked
        )


def _grouped_points(
    owner: int, rates_by_group: GroupRates, at: Sequence[tuple[float, float]], n_used: int = 0
) -> Iterator[GroupedThreshold]:
    """Yield groups at some thresholds, of which the first `n_used` are marked."""
    names = tuple(map(str, rates_by_group.names))
    for i, (rates, fpr, tpr) in enumerate(
        zip(at, rates_by_group.fpr, rates_by_group.tpr, strict=True)
    ):
        yield GroupedThreshold(owner, rates, i < n_used, names, fpr, tpr)


# ---- Gap between a group and the other groups


@dataclass(frozen=True, slots=True)
class Gap:
    """Difference of a rate or cost between one group and all other groups.

    Attributes
    ----------
    value : float
        Value of the group minus that of the others.
    lower, upper : float
        Its confidence limits, for independent proportions. For gaps of rates they are simultaneous
        for all groups and both rates (max-t); for gaps of cost, which are not part of this family,
        they have the same critical value.
    """

    value: float
    lower: float
    upper: float

    @property
    def weight(self) -> float:
        """Absolute gap relative to the width of its interval."""
        width = self.upper - self.lower
        return abs(self.value) / width if width > 0.0 else 0.0


_MAX_LETTERS = 40  # of a group's name


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """Error rates and cost of one group at the common threshold.

    Attributes
    ----------
    point : GroupPoint
        Classifier, group, threshold and rates.
    negatives, positives : int
        Number of examples of each class in the group.
    selection_rate : float
        Share of the group classified as positive.
    precision : float
        Share of true positives among these examples; NaN without any.
    pc, cost : float
        PC(+), and the normalised expected cost of the group; NaN without both classes.
    fpr_lower, fpr_upper, tpr_lower, tpr_upper : float
        Confidence limits of the group's own rates, each at `level` by itself: Wilson intervals,
        widened for few errors. NaN if the group lacks that class. They do not allow for a threshold
        that was chosen on the same examples.
    fpr_gap, tpr_gap, cost_gap : Gap or None
        Difference to all other groups together; None if either side lacks a class.
    level : float
        Confidence level: of each rate, and of the gaps of both rates of all groups together.
    classes : tuple of str
        Names of the negative and the positive class.
    """

    point: GroupPoint
    negatives: int
    positives: int
    selection_rate: float
    precision: float
    pc: float
    cost: float
    fpr_lower: float
    fpr_upper: float
    tpr_lower: float
    tpr_upper: float
    fpr_gap: Gap | None
    tpr_gap: Gap | None
    cost_gap: Gap | None
    level: float
    classes: tuple[str, str] = ("negatives", "positives")

    @property
    def words(self) -> str:
        """Rates of the group in words, with gaps in percentage points and their intervals."""
        negative, positive = (shorten(name) for name in self.classes)
        finds = self._rate_text("finds", self.point.tpr, self.positives, positive, self.tpr_gap)
        flags = self._rate_text("flags", self.point.fpr, self.negatives, negative, self.fpr_gap)
        group = " ".join(self.point.group.split())  # in one line
        return f"{shorten(group, _MAX_LETTERS)}: {finds}; {flags}."

    @property
    def selection_words(self) -> str:
        """Selection rate and precision of the group in words."""
        text = f"Selection rate {percent(self.selection_rate, 2)}"
        if isnan(self.precision):
            return f"{text}."
        return f"{text}, precision {percent(self.precision, 2)}."

    def _rate_text(self, verb: str, rate: float, size: int, kind: str, gap: Gap | None) -> str:
        """Return one rate with its gap."""
        if not size:
            return f"has no {kind}"
        text = f"{verb} {percent(rate, 2)} of {size:,} {kind}"
        return (
            f"{text}, and the others have none" if gap is None else f"{text}, {self._gap_text(gap)}"
        )

    def _gap_text(self, gap: Gap) -> str:
        """Return a gap in percentage points with its interval."""
        size = _points(abs(gap.value))
        text = "as many" if size == "0" else f"{size} points {_direction(gap.value)}"
        low, high = (_points(abs(end)) for end in (gap.lower, gap.upper))
        ends = f"{low} {_direction(gap.lower)} to {high} {_direction(gap.upper)}"
        if gap.lower >= 0.0 or gap.upper <= 0.0:
            ends = " to ".join([low, high] if gap.lower >= 0.0 else [high, low])
        return f"{text} ({ends})"


def _points(gap: float) -> str:
    size = 100.0 * gap
    return number(size, 1) if size < 1.0 else tally(size, 1)


def _direction(gap: float) -> str:
    return "fewer" if gap < 0.0 else "more"


def group_answers(
    model: CostCurveModel, name: str | None, threshold: float | None, pc: float | None
) -> tuple[GroupAnswer, ...]:
    """Return the rates and costs of each group at one threshold.

    Without a name, the classifier is the recommended one, or else the first one with groups.
    """
    at = resolve_pc(model, pc)
    grouped = [key for key, source in model.classifiers.items() if has_groups(source)]
    candidates = grouped if name is None else [find_classifier(model, name).name]
    if not candidates or candidates[0] not in grouped:
        raise CostCurveError(
            "needs a classifier with groups",
            where="groups",
            got=shown(name),
            fix="Pass groups= with the labels, for instance explore(y_true, y_score, groups=...).",
        )
    name, common = _common_threshold(model, candidates)
    common = common if threshold is None else read_threshold(threshold)
    if common is None:
        return ()
    examples = _pooled_examples(model, name)
    points = _points_at(name, common, examples)
    counts = list((_plain_counts if examples.plain else _effective_counts)(examples, common))
    sizes = tuple((each.group.negatives, each.group.positives) for each in counts)
    z = _simultaneous_critical_value(model.level, sizes)
    rows = zip(points, counts, _selected(examples, common), strict=True)
    return tuple(_answer(model, *row, pc=at, z=z) for row in rows)


def _selected(examples: Predictions, threshold: float) -> list[tuple[float, float]]:
    """Return the selection rate and the precision of each group."""
    groups = cast("Groups", examples.groups)
    weight = np.ones(examples.score.size) if examples.weight is None else examples.weight
    flagged = predicted_positive(examples, threshold)
    total, selected, correct = (
        np.bincount(groups.code, weight * mask, len(groups.names))
        for mask in (1.0, flagged, flagged & examples.positive)
    )
    with np.errstate(invalid="ignore"):
        return list(zip((selected / total).tolist(), (correct / selected).tolist(), strict=True))


_N_DRAWS = 20_000
_TWO = 2


@lru_cache(maxsize=64)
def _simultaneous_critical_value(level: float, sizes: tuple[tuple[float, float], ...]) -> float:
    """Return the critical value of the gaps of both rates of all groups together (max-t).

    It is a quantile of the largest absolute studentised gap if all groups have equal rates, for
    normal deviations with the given numbers of negatives and positives of each group.
    """
    classes = [[size for size in column if size > 0.0] for column in zip(*sizes, strict=True)]
    classes = [column for column in classes if len(column) >= _TWO]
    if all(len(column) == _TWO for column in classes):  # both gaps of a rate are opposite
        return critical_value(level ** (1.0 / max(len(classes), 1)), simultaneous=False)
    rng = np.random.default_rng(0)
    largest = np.zeros(_N_DRAWS)
    for column in classes:
        share = np.array(column) / sum(column)
        rate = rng.standard_normal((_N_DRAWS, share.size)) / np.sqrt(share)
        gap = np.abs(rate - (rate @ share)[:, np.newaxis]) / np.sqrt(1.0 / share - 1.0)
        largest = np.maximum(largest, gap.max(axis=1))
    return float(np.quantile(largest, level))


class _GroupCounts(NamedTuple):
    """Error counts of a group and of all others, and the class sizes of the group."""

    group: EffectiveCounts
    rest: EffectiveCounts
    negatives: int
    positives: int


def _plain_counts(examples: Predictions, threshold: float) -> Iterator[_GroupCounts]:
    """Yield counts of each group, for examples without clusters or importance weights."""
    groups = cast("Groups", examples.groups)
    wrong = predicted_positive(examples, threshold) != examples.positive
    weight = np.ones(wrong.size) if examples.weight is None else examples.weight
    counts = np.array(
        [
            np.bincount(groups.code[selected], weight[selected], len(groups.names))
            for kind in (~examples.positive, examples.positive)
            for selected in (kind & wrong, kind)
        ]
    )
    rest_counts = counts.sum(axis=1, keepdims=True) - counts
    for group, rest in zip(counts.T.tolist(), rest_counts.T.tolist(), strict=True):
        yield _GroupCounts(
            EffectiveCounts(*group), EffectiveCounts(*rest), round(group[1]), round(group[3])
        )


def _effective_counts(examples: Predictions, threshold: float) -> Iterator[_GroupCounts]:
    """Yield counts of each group, adjusted for weights and clusters."""
    groups = cast("Groups", examples.groups)
    for code in range(len(groups.names)):
        members = groups.code == code
        group, rest = (_subset(examples, rows) for rows in (members, ~members))
        used = np.ones(group.positive.size, bool) if group.weight is None else group.weight > 0.0
        sizes = (int(np.count_nonzero(used & (group.positive == kind))) for kind in (False, True))
        yield _GroupCounts(
            effective_counts(group, threshold), effective_counts(rest, threshold), *sizes
        )


def _answer(  # noqa: PLR0913 (facts of one group)
    model: CostCurveModel,
    point: GroupPoint,
    counts: _GroupCounts,
    selected: tuple[float, float],
    *,
    pc: float,
    z: float,
) -> GroupAnswer:
    """Return the rates, cost and gaps of one group."""
    group, rest = counts.group, counts.rest
    fnr_gap = _gap(group, rest, 1.0, z)
    fpr_lower, fpr_upper = _rate_limits(group.fp, group.negatives, model.level)
    fnr_lower, fnr_upper = _rate_limits(group.fn, group.positives, model.level)
    return GroupAnswer(
        point=point,
        negatives=counts.negatives,
        positives=counts.positives,
        selection_rate=selected[0],
        precision=selected[1],
        pc=pc,
        cost=float(cost_of_rates(point.fpr, point.tpr, pc)),
        fpr_lower=fpr_lower,
        fpr_upper=fpr_upper,
        tpr_lower=1.0 - fnr_upper,
        tpr_upper=1.0 - fnr_lower,
        fpr_gap=_gap(group, rest, 0.0, z),
        tpr_gap=fnr_gap and Gap(-fnr_gap.value, -fnr_gap.upper, -fnr_gap.lower),
        cost_gap=_gap(group, rest, pc, z),
        level=model.level,
        classes=model.curves.classes,
    )


def _rate_limits(errors: float, total: float, level: float) -> tuple[float, float]:
    """Return confidence limits of an error rate; NaN without examples."""
    if not total:
        return nan, nan
    lower, upper = adjusted_wilson_limits(errors, total, critical_value(level, simultaneous=False))
    return float(lower), float(upper)


def _gap(group: EffectiveCounts, rest: EffectiveCounts, pc: float, z: float) -> Gap | None:
    """Return the cost difference between a group and the rest; None if a class is missing."""
    relevant = [
        size
        for counts in (group, rest)
        for size, share in ((counts.negatives, 1.0 - pc), (counts.positives, pc))
        if share
    ]
    if not all(relevant):
        return None
    first, second = (
        (counts.fp, counts.negatives or 1.0, counts.fn, counts.positives or 1.0)
        for counts in (group, rest)
    )
    return Gap(*unpaired_difference_limits(first, second, pc, z))


def _subset(examples: Predictions, rows: BoolArray) -> Predictions:
    """Return the selected examples."""
    return replace(
        examples,
        positive=examples.positive[rows],
        score=examples.score[rows],
        weight=None if examples.weight is None else examples.weight[rows],
        clusters=None if examples.clusters is None else examples.clusters[rows],
        examples=None,
        index=None,
        groups=None,
        place=None,
    )


# ---- In words


_MAX_SHOWN = 5  # groups, each a line


def group_words(model: CostCurveModel) -> tuple[str, ...]:
    """Return the rates of groups at the recommended threshold, one line each.

    If there are many groups, those with the clearest gaps. If folds have no common threshold, the
    reason.
    """
    title, answers = _titled_answers(model)
    lines = [answer.words for answer in sorted(answers, key=_max_gap, reverse=True)]
    if len(answers) > _MAX_SHOWN:
        return title, *lines[:_MAX_SHOWN], _selection_words(len(answers))
    return *filter(None, [title]), *(answer.words for answer in answers)


def group_report(model: CostCurveModel) -> tuple[str, ...]:
    """Return all groups with selection rate and precision, one line each, for the report."""
    title, answers = _titled_answers(model)
    lines = (f"{answer.words} {answer.selection_words}" for answer in answers)
    return *filter(None, [title]), *lines


def _titled_answers(model: CostCurveModel) -> tuple[str, list[GroupAnswer]]:
    """Return a title or a reason, empty without groups, and the groups with examples."""
    names = _grouped_names(model)
    if not names:
        return "", []
    name, threshold = _common_threshold(model, names)
    if threshold is None:
        return _no_threshold_words(model, name), []
    limits = f"{percent(model.level)} limits for all gaps together in brackets"
    subject = f"{shorten(name)} from score {decimal(threshold)} on"
    title = f"Groups, all with {subject}, each beside the others ({limits}):"
    answers = group_answers(model, name, threshold, None)
    return title, [answer for answer in answers if answer.negatives + answer.positives]


def _max_gap(answer: GroupAnswer) -> float:
    return max(gap.weight for gap in (answer.fpr_gap, answer.tpr_gap, Gap(0.0, 0.0, 0.0)) if gap)


def _selection_words(count: int) -> str:
    """Return a note on groups that were selected because of their gaps."""
    return (
        f"These {_MAX_SHOWN} of {count} stand out most. The limits are corrected for the number of "
        'groups (max-t). All groups: model.to_frame("groups").'
    )


def _no_threshold_words(model: CostCurveModel, name: str) -> str:
    """Return advice for folds with their own thresholds; empty if a baseline is recommended."""
    if not isinstance(model.classifiers[name], Folds) or model.average == "pooled":
        return ""
    reason = (
        f"Groups are told at one threshold for all, and each fold of {shorten(name)} has its own: "
    )
    return f'{reason}average = "pooled" gives them one.'
