"""Recommended threshold without a display, fixed-threshold classifiers, and misclassified rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Conditions, Folds, Predictions
from cc_widgets.core.conditions import RangeLike, read_range
from cc_widgets.core.results import BoolArray, IntArray, result
from cc_widgets.core.scores import WeightsAre
from cc_widgets.core.thresholds import predicted_positive
from cc_widgets.core.validation import read_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier, classifiers_from_predictions, fixed_threshold_classifier
from cc_widgets.intake.estimators import RESPONSE_METHODS
from cc_widgets.model.answers import find_classifier, has_scores, read_threshold
from cc_widgets.model.groups import has_groups
from cc_widgets.model.recommendation import Decision, decide, deployable_decision

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


def threshold_for(  # noqa: PLR0913 (options of one classifier)
    y_true: ArrayLike,
    y_score: Any,  # noqa: ANN401 (user input)
    conditions: Conditions | None = None,
    *,
    pc: RangeLike | None = None,
    criterion: Mapping[str, Any] | None = None,
    sample_weight: ArrayLike | None = None,
    weights_are: WeightsAre = "importance",
    pos_label: object = None,
) -> Decision:
    """Return the threshold to use under given conditions, without a display.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels of two classes.
    y_score : array-like of shape (n_examples,), or mapping of names to such
        Scores of one classifier, or of several, from which the best one is chosen.
    conditions : Conditions, optional
        Prior and costs; each may be a range.
    pc : float or (low, high), optional
        Operating point or range, if no conditions are passed; 0.5 by default.
    criterion : mapping, optional
        Criterion other than cost; see `CostCurveModel.criterion`.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights.
    weights_are : {"importance", "frequencies"}
        Whether a weight is the importance of an example, or the number of examples in a row.
    pos_label : label, optional
        Positive label. Required unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    Decision
        Cases with scores of at least its `threshold` are positive; None if a baseline is cheaper.

    Raises
    ------
    CostCurveError
        If labels and scores have different lengths, or `conditions` and `pc` are both given.

    Examples
    --------
    >>> conditions = Conditions(prior=0.2, cost_fn=2)
    >>> decision = threshold_for([0, 0, 1, 1] * 25, [0.1, 0.6, 0.4, 0.9] * 25, conditions)
    >>> decision.threshold, decision.words
    (0.9, 'classifier, threshold 0.9')
    """
    from cc_widgets.model.state import CostCurveModel  # noqa: PLC0415 (circular import)

    if conditions is not None and pc is not None:
        raise CostCurveError(
            "pass either conditions or pc, not both",
            where="threshold_for",
            got=f"conditions and pc = {shown(pc)}",
        )
    labels: dict[str, Any] = {"weights_are": weights_are, "pos_label": pos_label}
    classifiers = classifiers_from_predictions(
        y_true, y_score, sample_weight=sample_weight, **labels
    )
    model = CostCurveModel(classifiers, conditions=conditions, criterion=criterion)
    if pc is not None:
        pc_range = read_range("pc", pc, least=0.0, greatest=1.0)
        model.pc, model.pc_range = pc_range.low, None if pc_range.exact else pc_range.ends
    return decide(model)


# ---- Fixed-threshold classifier


def fixed_threshold(
    model: CostCurveModel, estimator: object, name: str | None, response_method: str
) -> Any:  # noqa: ANN401 (of scikit-learn)
    """Return a scikit-learn classifier that applies the recommended threshold."""
    read_choice("response_method", response_method, ("auto", *RESPONSE_METHODS))
    if not isinstance(estimator, Mapping):
        name = _estimator_name(model, name)
    decision = deployable_decision(model, name)
    labels = model.classifiers.labels
    if decision.is_baseline:
        label = "..." if labels is None else shown(labels[decision.fpr > 0.0])
        raise CostCurveError(
            f"there is no recommended threshold: the recommendation is to {decision.name}",
            where="fixed_threshold",
            fix=f"Use DummyClassifier(strategy='constant', constant={label}) of scikit-learn.",
        )
    if decision.threshold is None:
        raise _no_threshold_error(model.classifiers[decision.name], decision.name)
    if isinstance(estimator, Mapping):
        estimator = _named_estimator(estimator, decision.name)
    method = _response_method(estimator, model.classifiers[decision.name], response_method)
    return fixed_threshold_classifier(
        estimator, decision.threshold, classes=labels, response_method=method
    )


def check_common_threshold(model: CostCurveModel, name: str | None = None) -> None:
    """Raise if a visible classifier with groups, or a named one, has a threshold in each fold."""
    if model.average == "pooled":
        return
    for candidate in [item.name for item in model.curves.shown] if name is None else [name]:
        source = model.classifiers[candidate]
        is_grouped = isinstance(source, Folds) and has_groups(source)
        if is_grouped and not decide(model, candidate).is_baseline:
            raise _no_threshold_error(source, candidate)


def _no_threshold_error(source: Classifier, name: str) -> CostCurveError:
    """Return an error with the reason why a classifier has no threshold."""
    message = "has no threshold, because its scores are unknown"
    fix = "Pass the scores: (y_true, y_score)."
    if isinstance(source, Folds) and has_scores(source):
        message = "has no single threshold: each fold has its own"
        fix = 'Set model.average = "pooled", which pools the scores of all folds.'
    return CostCurveError(message, where=f"classifier {shown(name)}", fix=fix)


def _estimator_name(model: CostCurveModel, name: str | None) -> str:
    """Return the name of the classifier that a single estimator belongs to."""
    if name is not None:
        return name
    visible = [item.name for item in model.curves.shown]
    if len(visible) != 1:
        raise CostCurveError(
            "needs the name of the classifier that this estimator is",
            where="fixed_threshold",
            got=f"one estimator for {len(visible)} visible classifiers",
            fix="Pass its name, or a dict of all estimators by name.",
        )
    return visible[0]


def _named_estimator(estimators: Mapping[Any, Any], name: str) -> object:
    """Return the estimator of the recommended classifier."""
    if name not in estimators:
        raise CostCurveError(
            f"estimators must include the recommended classifier, {name}",
            where="fixed_threshold",
            got=shown(list(estimators)),
            fix=f"Add {{{name!r}: ...}}.",
        )
    return estimators[name]


def _response_method(estimator: object, source: Classifier, response_method: str) -> str:
    """Return the method that the scores came from; scores outside [0, 1] are not probabilities."""
    responses = {part.response if isinstance(part, Predictions) else "" for part in source.parts}
    first = next(iter(responses))
    if response_method == "auto" and len(responses) == 1 and first and hasattr(estimator, first):
        return first
    scores_by_part = [
        part.score if isinstance(part, Predictions) else part.threshold for part in source.parts
    ]
    finite = np.concatenate(
        [scores[np.isfinite(scores)] for scores in scores_by_part if scores is not None]
    )
    low, high = float(finite.min()), float(finite.max())
    if response_method != "auto" or (low >= 0.0 and high <= 1.0):
        return response_method
    if not hasattr(estimator, "decision_function"):
        raise CostCurveError(
            "estimator must have decision_function, because the scores are not probabilities",
            where="fixed_threshold",
            got=f"scores from {low:.4g} to {high:.4g}",
            fix="Use estimator.predict_proba(X)[:, 1] as scores, or from_estimator.",
        )
    return "decision_function"


# ---- Misclassified rows


@result
class MisclassifiedExamples:
    """Rows that a threshold classifies wrongly.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float or None
        Scores of at least this value were classified as positive; None for a baseline.
    rows : ndarray, shape (n_wrong,)
        Index labels of the rows; positions if there is no index.
    positions : ndarray of int64, shape (n_wrong,), or None
        Positions of the rows in the frame or in X; for folds given as arrays, in their
        concatenation. None if unknown.
    why_no_positions : str
        Reason why positions are unknown; empty if they are known.
    is_miss : ndarray of bool, shape (n_wrong,)
        Whether each row is a miss; otherwise it is a false alarm.
    """

    name: str
    threshold: float | None
    rows: NDArray[Any]
    positions: IntArray | None
    why_no_positions: str
    is_miss: BoolArray

    def __len__(self) -> int:
        """Return the number of misclassified rows."""
        return self.rows.size

    @property
    def misses(self) -> NDArray[Any]:
        """Rows that are positive and classified as negative."""
        return self.rows[self.is_miss]

    @property
    def false_alarms(self) -> NDArray[Any]:
        """Rows that are negative and classified as positive."""
        return self.rows[~self.is_miss]


def misclassified(
    model: CostCurveModel, name: str | None, threshold: float | None
) -> MisclassifiedExamples:
    """Return the rows that the recommended or another threshold classifies wrongly."""
    name = _resolve_name(model, name)
    parts = _scored_parts(model.classifiers[name], name)
    cutoff = _lowest_positive_score(model, name) if threshold is None else read_threshold(threshold)
    indices = np.flatnonzero(np.concatenate([_is_wrong(part, cutoff) for part in parts]))
    positive = np.concatenate([part.positive for part in parts])
    places, labels = _row_positions(parts), _row_labels(parts)
    positions = None if places is None else places[indices]
    return MisclassifiedExamples(
        name=name,
        threshold=cutoff if threshold is not None or np.isfinite(cutoff) else None,
        rows=labels[indices] if labels is not None else indices if positions is None else positions,
        positions=positions,
        why_no_positions=_UNKNOWN_POSITIONS if positions is None else "",
        is_miss=positive[indices],
    )


_UNKNOWN_POSITIONS = "Rows were left out, or put in another order, and it is not known which."


def _row_positions(parts: Sequence[Predictions]) -> IntArray | None:
    """Return the position of each row in the user's data; None if unknown."""
    places = [part.place for part in parts if part.place is not None]
    if len(places) == len(parts):
        return np.concatenate(places)
    if places or any(part.left_out[0] for part in parts):
        return None
    return np.arange(sum(part.score.size for part in parts))


def _row_labels(parts: Sequence[Predictions]) -> NDArray[Any] | None:
    """Return the index label of each row; None if labels are positions."""
    labels = [part.index for part in parts if part.index is not None]
    return np.concatenate(labels) if len(labels) == len(parts) else None


def _scored_parts(source: Classifier, name: str) -> list[Predictions]:
    """Return the examples of a classifier, or of each of its folds."""
    scored = [part for part in source.parts if isinstance(part, Predictions)]
    if len(scored) < len(source.parts):
        raise CostCurveError(
            "needs scores: counts and rates do not identify the misclassified examples",
            where=f"misclassified, {shown(name)}",
            fix="Pass the scores: (y_true, y_score).",
        )
    return scored


def _lowest_positive_score(model: CostCurveModel, name: str) -> float:
    """Return the recommended threshold of a classifier; infinite for a baseline."""
    decision = deployable_decision(model, name)
    if decision.is_baseline:
        return -np.inf if decision.fpr else np.inf
    if decision.threshold is None:
        raise _no_threshold_error(model.classifiers[name], name)
    return decision.threshold


def _is_wrong(examples: Predictions, threshold: float) -> BoolArray:
    """Return whether each example is misclassified; False for examples of weight 0."""
    wrong: BoolArray = predicted_positive(examples, threshold) != examples.positive
    return wrong if examples.weight is None else wrong & (examples.weight > 0.0)


def _resolve_name(model: CostCurveModel, name: str | None) -> str:
    """Return the named classifier, or the recommended one."""
    if name is not None:
        return find_classifier(model, name).name
    decision = decide(model)
    if decision.is_baseline:
        raise CostCurveError(
            f"needs a name, because the recommendation is to {decision.name}",
            where="misclassified",
            fix="Pass the name of a classifier.",
        )
    return decision.name
