"""What is handed back of a choice: its threshold, a classifier with it, its errors, its groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Conditions, Folds, Owner, Predictions, RangeLike
from cc_widgets.core._choosing import called_positive
from cc_widgets.core._conditions import read_range
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._results import BoolArray, IntArray, result
from cc_widgets.core.uncertainty._band import critical_value
from cc_widgets.core.uncertainty._buckets import Told, told_at
from cc_widgets.core.uncertainty._lines import gap_limits
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier, named_predictions, with_threshold
from cc_widgets.model.advice import force_at
from cc_widgets.model.answers import cost_of, item_of, known_terms, place_of, read_threshold
from cc_widgets.model.choosing import answer_of, best_choices
from cc_widgets.model.derive import Derived, derive
from cc_widgets.model.numerals import decimal, number, percent, short

if TYPE_CHECKING:
    from cc_widgets.core._predictions import Groups
    from cc_widgets.model.state import CostCurveModel


# ---- What the answer recommends, as something to use


@dataclass(frozen=True, slots=True)
class Recommended:
    """What to use, as the answer says.

    Attributes
    ----------
    name : str
        The classifier, or trivial rule.
    threshold : float or None
        Positive is what scores at least this, in as few decimals as make the same decisions;
        None for a trivial rule, and where nobody knows the scores.
    trivial : bool
        Whether it is a trivial rule.
    fpr, tpr : float
        Rates there.
    words : str
        The classifier with its threshold.
    """

    name: str
    threshold: float | None
    trivial: bool
    fpr: float
    tpr: float
    words: str


def recommended(model: CostCurveModel, name: str | None = None) -> Recommended:
    """What to use: by the criterion, for the range of conditions, or at the operating point.

    Parameters
    ----------
    model : CostCurveModel
        Any.
    name : str, optional
        A classifier, as if it were the only one unless the answer is about it; the best of the
        visible ones if left out.

    Returns
    -------
    Recommended
        What the answer of `model.read` is about.

    Raises
    ------
    CostCurveError
        If the answer is no single choice.
    """
    if name is None:
        return _choice(model, model.derived)
    alone = _alone(model, name)
    if len(model.derived.visible) > 1:
        joint = _found(model, model.derived)
        if joint is not None and joint.name == name and not joint.trivial:
            return joint
    return _choice(model, alone)


def _choice(model: CostCurveModel, derived: Derived) -> Recommended:
    """What to use of the visible ones, or why that is no single choice."""
    if not derived.visible:
        raise CostCurveError(
            "there is no visible classifier", where="recommended", fix="Add one, or show one."
        )
    found = _found(model, derived)
    if found is None:
        raise CostCurveError(
            "the recommendation is to draw lots between two thresholds: it is no single one",
            where="recommended",
            fix="Choose another limit, or choose by cost: criterion = None.",
        )
    return found


def _found(model: CostCurveModel, derived: Derived) -> Recommended | None:
    """What the answer says to use; None where it is to draw lots."""
    answer = answer_of(model.criterion, derived)
    if answer is not None:
        if answer.owner == Owner.MIXED:
            return None
        trivial = answer.owner < 0
        return Recommended(answer.name, answer.threshold, trivial, *answer.rates, answer.rule)
    over = force_at(model.pc, known_terms(model), model.pc_range).over
    found = (
        cost_of(derived, None, over.low)
        if over.exact
        else best_choices(derived, over.low, over.high).one
    )
    return Recommended(
        found.name, found.threshold, found.trivial, found.fpr, found.tpr, found.words
    )


def _alone(model: CostCurveModel, name: str) -> Derived:
    """The snapshot in which no other classifier is visible."""
    item_of(model, name)
    others = set(model.classifiers) - {name}
    return derive(model.classifiers, others, average=model.average, previous=model.derived)


def threshold_for(  # noqa: PLR0913 (what a model of one classifier can be told)
    y_true: ArrayLike,
    y_score: Any,  # noqa: ANN401 (what the user wrote)
    conditions: Conditions | None = None,
    *,
    pc: RangeLike | None = None,
    criterion: Mapping[str, Any] | None = None,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> Recommended:
    """Threshold to use under some conditions, without a display.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,), or mapping of names to such
        Scores of one classifier, or of several: then the best of them is named.
    conditions : Conditions, optional
        Prior and costs, any of them a range.
    pc : float or (low, high), optional
        The operating point or range where there are no conditions; 0.5 if both are left out.
    criterion : mapping, optional
        Another way of choosing than by cost; see `CostCurveModel.criterion`.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    Recommended
        The same that `CostCurveModel.recommended` says of these data: `threshold`, from which on
        positive is called; None where calling everybody the same is cheaper.

    Raises
    ------
    CostCurveError
        If labels and scores do not fit together, or conditions and pc are both given.

    Examples
    --------
    >>> found = threshold_for([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9], Conditions(prior=0.2, cost_fn=2))
    >>> found.threshold, found.words
    (0.9, 'classifier, threshold 0.9')
    """
    from cc_widgets.model.state import CostCurveModel  # noqa: PLC0415 (it hands back by this)

    if conditions is not None and pc is not None:
        raise CostCurveError(
            "conditions say where pc is: pass one of them",
            where="threshold_for",
            got=f"conditions and pc = {shown(pc)}",
        )
    given = named_predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    model = CostCurveModel(given, conditions=conditions, criterion=criterion)
    if pc is not None:
        read = read_range("pc", pc, least=0.0, greatest=1.0)
        model.pc, model.pc_range = read.low, None if read.exact else read.ends
    return recommended(model)


# ---- A classifier that uses it


def fixed_threshold(
    model: CostCurveModel, estimator: object, name: str | None, response_method: str
) -> Any:  # noqa: ANN401 (of scikit-learn)
    """Classifier of scikit-learn that decides by the recommended threshold."""
    if not isinstance(estimator, Mapping):
        name = _meant(model, name)
    chosen = recommended(model, name)
    labels = model.classifiers.labels
    if chosen.trivial:
        label = "..." if labels is None else shown(labels[chosen.fpr > 0.0])
        raise CostCurveError(
            f"the recommendation is to {chosen.name}: no threshold is to be used",
            where="fixed_threshold",
            fix=f"DummyClassifier(strategy='constant', constant={label}) of scikit-learn does so.",
        )
    if chosen.threshold is None:
        raise _without_threshold(model.classifiers[chosen.name], chosen.name)
    if isinstance(estimator, Mapping):
        estimator = _chosen(estimator, chosen.name)
    method = _method(estimator, model.classifiers[chosen.name], response_method)
    return with_threshold(estimator, chosen.threshold, classes=labels, response_method=method)


def _without_threshold(given: Classifier, name: str) -> CostCurveError:
    """Why there is no threshold for a classifier, and what to do about it."""
    what = "there is no threshold, as scores are not known"
    fix = "Give the scores of the examples: (y_true, y_score)."
    if isinstance(given, Folds):
        what = "there is no one threshold: each fold has its own"
        fix = "Choose by the scores of all folds as one, those of cross_val_predict for instance."
    return CostCurveError(what, where=f"classifier {shown(name)}", fix=fix)


def _meant(model: CostCurveModel, name: str | None) -> str:
    """Whose estimator was given, where that is clear."""
    if name is not None:
        return name
    shown_ones = [item.name for item in model.derived.shown]
    if len(shown_ones) != 1:
        raise CostCurveError(
            "it is not clear which classifier this estimator is",
            where="fixed_threshold",
            got=f"one estimator for {len(shown_ones)} visible classifiers",
            fix="Pass its name, or all of them by name, of which the recommended one is taken.",
        )
    return shown_ones[0]


def _chosen(estimators: Mapping[Any, Any], name: str) -> object:
    """The estimator of that name."""
    if name not in estimators:
        raise CostCurveError(
            f"the recommended classifier, {name}, is not among the estimators",
            where="fixed_threshold",
            got=shown(list(estimators)),
            fix=f"Pass {{{name!r}: ...}} too.",
        )
    return estimators[name]


def _method(estimator: object, given: Classifier, response_method: str) -> str:
    """The method that scores may have come from: those beyond [0, 1] are no probabilities."""
    each = [one.score if isinstance(one, Predictions) else one.threshold for one in given.parts]
    known = np.concatenate([scores[np.isfinite(scores)] for scores in each if scores is not None])
    least, most = float(known.min()), float(known.max())
    if response_method != "auto" or (least >= 0.0 and most <= 1.0):
        return response_method
    if not hasattr(estimator, "decision_function"):
        raise CostCurveError(
            "the scores are no probabilities, and this estimator gives nothing else",
            where="fixed_threshold",
            got=f"scores from {least:.4g} to {most:.4g}",
            fix="Show estimator.predict_proba(X)[:, 1], or let from_estimator ask for it.",
        )
    return "decision_function"


# ---- Whom it gets wrong


@result
class Misclassified:
    """Rows that a threshold gets wrong.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float or None
        Positive was called what scores at least this; None for a trivial rule.
    rows : ndarray, shape (n_wrong,)
        Element i is a row as the user's index calls it; its position if there is no index.
    positions : ndarray of int64, shape (n_wrong,)
        Element i is the position of that row; of folds, of those put one after another.
    missed : ndarray of bool, shape (n_wrong,)
        Element i says whether that row is a miss; otherwise it is a false alarm.
    """

    name: str
    threshold: float | None
    rows: NDArray[Any]
    positions: IntArray
    missed: BoolArray

    def __len__(self) -> int:
        """How many rows are wrong."""
        return self.rows.size

    @property
    def misses(self) -> NDArray[Any]:
        """The rows of positives that are called negative."""
        return self.rows[self.missed]

    @property
    def false_alarms(self) -> NDArray[Any]:
        """The rows of negatives that are called positive."""
        return self.rows[~self.missed]


def misclassified(
    model: CostCurveModel, name: str | None, threshold: float | None
) -> Misclassified:
    """Rows that the recommended or another threshold of a classifier gets wrong."""
    name = _whose(model, name)
    scored = _scored(model.classifiers[name], name)
    least = _least(model, name) if threshold is None else read_threshold(threshold)
    positions = np.flatnonzero(np.concatenate([_wrong(given, least) for given in scored]))
    positive = np.concatenate([given.positive for given in scored])
    return Misclassified(
        name=name,
        threshold=least if threshold is not None or np.isfinite(least) else None,
        rows=positions if (names := _names(scored)) is None else names[positions],
        positions=positions,
        missed=positive[positions],
    )


def _names(scored: Sequence[Predictions]) -> NDArray[Any] | None:
    """What the user calls each row; None if these are positions."""
    known = [given.index for given in scored if given.index is not None]
    return np.concatenate(known) if len(known) == len(scored) else None


def _scored(given: Classifier, name: str) -> list[Predictions]:
    """The examples of a classifier, or those of each of its folds."""
    scored = [one for one in given.parts if isinstance(one, Predictions)]
    if len(scored) < len(given.parts):
        raise CostCurveError(
            "which examples are wrong is not known: counts and rates tell only how many",
            where=f"misclassified, {shown(name)}",
            fix="Give the scores of the examples: (y_true, y_score).",
        )
    return scored


def _least(model: CostCurveModel, name: str) -> float:
    """The least score that is called positive, as recommended."""
    chosen = recommended(model, name)
    if chosen.trivial:
        return -np.inf if chosen.fpr else np.inf
    if chosen.threshold is None:
        raise _without_threshold(model.classifiers[name], name)
    return chosen.threshold


def _wrong(given: Predictions, least: float) -> BoolArray:
    """Whether each example is called what it is not; not so if it does not count."""
    wrong: BoolArray = called_positive(given, least) != given.positive
    return wrong if given.weight is None else wrong & (given.weight > 0.0)


def _whose(model: CostCurveModel, name: str | None) -> str:
    """A classifier: the recommended one unless another is named."""
    if name is not None:
        return item_of(model, name).name
    chosen = recommended(model)
    if chosen.trivial:
        raise CostCurveError(
            f"the recommendation is to {chosen.name}, which is no classifier",
            where="misclassified",
            fix="Say of which classifier.",
        )
    return chosen.name


# ---- Groups of examples, all at one common threshold


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


@dataclass(frozen=True, slots=True)
class Gap:
    """How much more something is in a group than among all others.

    Attributes
    ----------
    value, lower, upper : float
        The difference, and its limits for two sets of examples that have none in common.
    """

    value: float
    lower: float
    upper: float


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

    @property
    def words(self) -> str:
        """The group, its rates and its cost, each with its gap."""
        each = (
            (f"fpr {number(self.point.fpr)}", self.fpr_gap),
            (f"tpr {number(self.point.tpr)}", self.tpr_gap),
            (f"cost {number(self.cost)}", self.cost_gap),
        )
        told = "; ".join(f"{said}, {_gap_words(gap)}" for said, gap in each if gap is not None)
        sizes = f"{self.negatives:,} + {self.positives:,}"
        return f"{short(self.point.group)} ({sizes}): {told or 'one class only'}."


def _gap_words(gap: Gap) -> str:
    low, high = number(gap.lower), number(gap.upper)
    return f"gap {number(gap.value)} ({low} to {high})"


def has_groups(given: Classifier) -> bool:
    """Whether the examples of a classifier are in groups."""
    return isinstance(given, Predictions) and given.groups is not None


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
    grouped = {
        item.name: given
        for item in model.derived.shown
        if has_groups(given := model.classifiers[item.name])
    }
    if not grouped:
        return ()
    name, threshold = _common(model, list(grouped))
    places = [] if threshold is None else [(name, threshold)]
    places += [(one.name, one.threshold) for one in model.in_use if one.name in grouped]
    return tuple(
        point
        for place in dict.fromkeys(places)
        for point in _points_at(*place, cast("Predictions", grouped[place[0]]))
    )


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
    groups = cast("Groups", given.groups)
    called = called_positive(given, threshold)
    weight = np.ones(called.size) if given.weight is None else given.weight
    rates = []
    for kind in (False, True):
        of_class = given.positive == kind
        all_, some = (
            np.bincount(groups.code[one], weight[one], len(groups.names))
            for one in (of_class, of_class & called)
        )
        rates.append(np.divide(some, all_, out=np.full(all_.size, np.nan), where=all_ > 0.0))
    for group, fpr, tpr in zip(groups.names, *(one.tolist() for one in rates), strict=True):
        yield GroupPoint(name, str(group), threshold, fpr, tpr)


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
        In the order in which the groups appear; empty if a trivial rule is recommended.

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
    given = cast("Predictions", model.classifiers[name])
    return tuple(
        _answer(given, code, point, where, model.level)
        for code, point in enumerate(_points_at(name, cut, given))
    )


def _answer(
    given: Predictions, code: int, point: GroupPoint, pc: float, level: float
) -> GroupAnswer:
    """A group beside all others."""
    members = cast("Groups", given.groups).code == code
    group, rest = (_some(given, rows) for rows in (members, ~members))
    mine, others = (told_at(some, point.threshold) for some in (group, rest))
    fnr_gap = _gap(mine, others, 1.0, level)
    return GroupAnswer(
        point=point,
        negatives=_some(given, members & ~given.positive).size,
        positives=_some(given, members & given.positive).size,
        pc=pc,
        cost=float(cost_of_rates(point.fpr, point.tpr, pc)),
        fpr_gap=_gap(mine, others, 0.0, level),
        tpr_gap=fnr_gap and Gap(-fnr_gap.value, -fnr_gap.upper, -fnr_gap.lower),
        cost_gap=_gap(mine, others, pc, level),
        level=level,
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
    )


def words_of_groups(model: CostCurveModel) -> tuple[str, ...]:
    """How groups fare at the recommended threshold, a line each.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    tuple of str
        First what they have in common; nothing where no threshold is recommended.
    """
    points = group_points(model)
    if not points:
        return ()
    found = groups_at(model, points[0].name, points[0].threshold, None)
    first = (
        f"Groups, all from score {decimal(points[0].threshold)} on ({short(points[0].name)}); gaps "
        f"are to all other groups together, unpaired, at {percent(model.level)}:"
    )
    return first, *(one.words for one in found)
