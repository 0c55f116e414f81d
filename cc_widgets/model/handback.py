"""What is handed back of a choice: its threshold, a classifier with it, its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Conditions, Folds, Owner, Predictions, RangeLike
from cc_widgets.core._choosing import called_positive
from cc_widgets.core._conditions import read_range
from cc_widgets.core._predictions import WeightsAre
from cc_widgets.core._reading import read_word
from cc_widgets.core._results import BoolArray, IntArray, result
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier, named_predictions, with_threshold
from cc_widgets.intake.estimators import RESPONSES
from cc_widgets.model.advice import force_at
from cc_widgets.model.answers import cost_of, item_of, known_terms, read_threshold
from cc_widgets.model.choosing import answer_of, best_choices
from cc_widgets.model.derive import Derived, derive

if TYPE_CHECKING:
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
    weights_are: WeightsAre = "importance",
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
    weights_are : {"importance", "frequencies"}
        How much an example counts beside others, or how many examples a row stands for.
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
    how: dict[str, Any] = {"weights_are": weights_are, "pos_label": pos_label}
    given = named_predictions(y_true, y_score, sample_weight=sample_weight, **how)
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
    read_word("response_method", response_method, ("auto", *RESPONSES))
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
        fix = 'Set model.average = "pooled", which takes the scores of all folds for those of one.'
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
    """The method that scores came from, or may have: those beyond [0, 1] are no probabilities."""
    told = {one.response if isinstance(one, Predictions) else "" for one in given.parts}
    first = next(iter(told))
    if response_method == "auto" and len(told) == 1 and first and hasattr(estimator, first):
        return first
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
    positions : ndarray of int64, shape (n_wrong,), or None
        Element i is the position of that row in the frame, or in X; of folds that were given as
        arrays, in these put one after another. None where that is not known.
    unplaced : str
        Why positions are not known; empty where they are.
    missed : ndarray of bool, shape (n_wrong,)
        Element i says whether that row is a miss; otherwise it is a false alarm.
    """

    name: str
    threshold: float | None
    rows: NDArray[Any]
    positions: IntArray | None
    unplaced: str
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
    wrong = np.flatnonzero(np.concatenate([_wrong(given, least) for given in scored]))
    positive = np.concatenate([given.positive for given in scored])
    place, names = _places(scored), _names(scored)
    positions = None if place is None else place[wrong]
    return Misclassified(
        name=name,
        threshold=least if threshold is not None or np.isfinite(least) else None,
        rows=names[wrong] if names is not None else wrong if positions is None else positions,
        positions=positions,
        unplaced=_UNPLACED if positions is None else "",
        missed=positive[wrong],
    )


_UNPLACED = "Rows were left out, or put in another order, and it is not known which."


def _places(scored: Sequence[Predictions]) -> IntArray | None:
    """Where in the user's data each row is; None if that is not known."""
    known = [given.place for given in scored if given.place is not None]
    if len(known) == len(scored):
        return np.concatenate(known)
    if known or any(given.left_out[0] for given in scored):
        return None
    return np.arange(sum(given.score.size for given in scored))


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
