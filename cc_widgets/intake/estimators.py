"""Scores of fitted classifiers with the interface of scikit-learn.

A classifier must have `classes_`, and `predict_proba` or `decision_function`. No package is
imported to recognise it, so pipelines and estimators of other packages work as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from textwrap import shorten
from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Predictions
from cc_widgets.core.scores import (
    Labels,
    WeightsAre,
    build_predictions,
    check_aligned,
    check_groups,
    distinct_labels,
    is_missing,
    order_classes,
    read_column,
    read_labels,
    row_names,
    same_label,
)
from cc_widgets.core.thresholds import predicted_positive
from cc_widgets.core.validation import (
    check_names,
    check_not_masked,
    describe_positions,
    read_array,
    read_choice,
)
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.engines import column_label
from cc_widgets.intake.kinds import Classifier, read_classifier
from cc_widgets.intake.named import read_each

RESPONSE_METHODS = ("predict_proba", "decision_function")
_TWO = 2
_UNFITTED = "must be a fitted classifier with the attribute classes_"
_MAX_MESSAGE = 240  # characters quoted from errors of estimators
_COMMON_ARGUMENTS = ("sample_weight", "clusters", "groups")
_THRESHOLD_CLASSIFIERS = {"TunedThresholdClassifierCV", "FixedThresholdClassifier"}


class EstimatorScores(NamedTuple):
    """Scores of examples, higher for the positive class, and (negative, positive) class."""

    score: NDArray[Any]
    classes: tuple[Any, Any]


class EstimatorOptions(TypedDict, total=False):
    """Keyword arguments of constructors that take estimators.

    Attributes
    ----------
    sample_weight : array-like of shape (n_examples,)
        Non-negative weights.
    weights_are : {"importance", "frequencies"}
        Meaning of the weights; see `predictions`.
    clusters : array-like of shape (n_examples,)
        Cluster labels, such as patients.
    groups : array-like of shape (n_examples,)
        Group labels, such as hospitals, for comparisons at a common threshold.
    response_method : {"auto", "predict_proba", "decision_function"}
        Method that computes the scores; "auto" uses the first that exists.
    pos_label : label
        Positive class; required unless the classes are 0/1, -1/1 or booleans.
    """

    sample_weight: ArrayLike | None
    weights_are: WeightsAre
    clusters: ArrayLike | None
    groups: ArrayLike | None
    response_method: str
    pos_label: object


# ---- One estimator


def estimator_scores(
    estimator: Any,  # noqa: ANN401 (of any library)
    X: Any,  # noqa: ANN401 (any input of the estimator)
    *,
    response_method: str = "auto",
    pos_label: object = None,
) -> EstimatorScores:
    """Return scores of examples computed by a fitted binary classifier, with their dtype.

    `pos_label` is required unless the classes are 0/1, -1/1 or booleans.
    """
    check_not_masked("X", X)
    method = method_of(estimator, response_method)
    classes = _classes(estimator)
    if pos_label is None:
        pos_label = getattr(_threshold_classifier(estimator), "pos_label", None)
    if pos_label is None:
        pos_label = order_classes(classes)[1]
    column = _class_index(classes, pos_label)
    response = _call(getattr(estimator, method), X)
    if response.shape[1:] != ((_TWO,) if method == "predict_proba" else ()):
        raise CostCurveError(
            f"{method} must return scores of two classes",
            where="estimator",
            got=f"an array of shape {response.shape}",
            fix="Pass scores to from_predictions.",
        )
    score = response[:, column] if method == "predict_proba" else (-response, response)[column]
    return EstimatorScores(score, (classes[1 - column], classes[column]))


def method_of(estimator: object, response_method: str = "auto") -> str:
    """Return the name of the method that computes scores, for a fitted or unfitted estimator."""
    choice = read_choice("response_method", response_method, ("auto", *RESPONSE_METHODS))
    wrapper = _threshold_classifier(estimator)
    if choice == "auto" and wrapper is not None:
        choice = wrapper.response_method
    methods = RESPONSE_METHODS if choice == "auto" else (choice,)
    if isinstance(estimator, type):
        raise CostCurveError(
            "must be a fitted estimator, not its class",
            where="estimator",
            got=estimator.__name__,
            fix=f"Pass {estimator.__name__}().fit(X_train, y_train).",
        )
    method = next((name for name in methods if callable(getattr(estimator, name, None))), None)
    if method is None:
        raise CostCurveError(
            f"must be a classifier with {' or '.join(methods)}",
            where="estimator",
            got=f"{type(estimator).__name__}, which has no such method",
            fix="Pass another classifier, or pass scores to from_predictions.",
        )
    return method


def _classes(estimator: object) -> list[Any]:
    """Return the two classes of a fitted estimator."""
    classes_ = _classes_or_none(estimator)
    if classes_ is None:
        raise CostCurveError(
            _UNFITTED,
            where="estimator",
            got=f"{type(estimator).__name__} without classes_",
            fix="Call fit(X_train, y_train) first.",
        )
    try:
        classes = read_array("classes_", classes_)
    except CostCurveError:  # several outputs with different numbers of classes
        classes = np.empty((0, 0))
    if classes.shape != (_TWO,):
        outputs = f"{classes.size} classes" if classes.ndim == 1 else "several outputs"
        raise CostCurveError(
            "must be a binary classifier",
            where="estimator",
            got=f"{type(estimator).__name__} with {outputs}",
            fix="Fit it on one class against the rest, for example with y == "
            f"{shown(classes.tolist()[-1]) if classes.ndim == 1 and classes.size else 'a label'}.",
        )
    return list(classes.tolist())


def _classes_or_none(estimator: Any) -> Any:  # noqa: ANN401 (of any library)
    """Return the attribute classes_, or None if the estimator is not fitted."""
    try:
        return estimator.classes_
    except Exception:  # noqa: BLE001 (libraries raise different errors)
        return None


def _class_index(classes: Sequence[Any], pos_label: object) -> int:
    """Return the index of the positive class."""
    indices = [i for i, label in enumerate(classes) if same_label(label, pos_label)]
    if not indices:
        raise CostCurveError(
            "must be a class of the estimator",
            where="pos_label",
            got=shown(pos_label),
            fix=f"Its classes are: {', '.join(map(shown, classes))}.",
        )
    return indices[0]


def _call(method: Callable[[Any], Any], X: object) -> NDArray[Any]:
    """Return the result of an estimator's method; quote its error if it fails."""
    try:
        return np.asarray(method(X))
    except Exception as error:
        missing = _describe_missing(X)
        text = str(error).partition("\n")[0] if missing else str(error)
        message = shorten(text, _MAX_MESSAGE, placeholder=" ...") or "no message"
        raise CostCurveError(
            "must be examples that the estimator can score",
            where="X",
            got=f"{type(error).__name__}: {message.rstrip('.')}{missing}",
            fix="Impute missing values in a pipeline, make_pipeline(SimpleImputer(), ...), or drop "
            "these rows from X and y."
            if missing
            else "Pass examples with the columns used in fit.",
        ) from error


def _describe_missing(X: Any) -> str:  # noqa: ANN401 (any input of the estimator)
    """Return a clause about rows with missing values, or an empty string."""
    try:
        table = np.asarray(X)
        is_gap = np.frompyfunc(is_missing, 1, 1)(table).astype(bool)
    except Exception:  # noqa: BLE001 (raised by other libraries)
        return ""
    rows = np.flatnonzero(is_gap.any(axis=1)) if is_gap.ndim == _TWO else np.empty(0, np.intp)
    if not rows.size:
        return ""
    column = int(is_gap[rows[0]].argmax())
    names = list(getattr(X, "columns", range(table.shape[1])))
    positions = describe_positions(rows, len(table))
    return f"; no value at {positions}, there in {column_label(names[column])}"


def estimator_predictions(
    estimator: object,
    X: Any,  # noqa: ANN401 (any input of the estimator)
    y: ArrayLike,
    **options: Unpack[EstimatorOptions],
) -> Predictions:
    """Return the predictions of a fitted binary classifier for labelled examples."""
    return _TestSet(X, y, options).predict(estimator)


class _TestSet:
    """Labelled examples and options, for scoring by several estimators.

    Estimators scored on the same rows share the labels that were read.
    """

    def __init__(self, X: Any, y: ArrayLike, options: EstimatorOptions) -> None:  # noqa: ANN401 (any input of estimators)
        self._X, self._y = X, y
        self._columns = {name: options.get(name) for name in _COMMON_ARGUMENTS}
        self._weights_are = options.get("weights_are", "importance")
        self._method = options.get("response_method", "auto")
        self._pos_label = options.get("pos_label")
        check_aligned(y, X=X, **self._columns)
        check_groups(options.get("groups"), y)
        self._row_names = row_names(y)
        self._labels: dict[object, Labels] = {}

    def predict(self, estimator: object, indices: NDArray[Any] | None = None) -> Predictions:
        """Return predictions of an estimator for all examples, or for those at `indices`."""
        score, classes = estimator_scores(
            estimator,
            _take(self._X, indices),
            response_method=self._method,
            pos_label=self._pos_label,
        )
        key = classes, None if indices is None else indices.tobytes()
        if key not in self._labels:
            self._labels[key] = _read_labels(_take(self._y, indices), classes)
        columns = {name: _take(column, indices) for name, column in self._columns.items()}
        checked = build_predictions(
            self._labels[key], score, weights_are=self._weights_are, **columns
        )
        checked = replace(checked, response=method_of(estimator, self._method))
        if indices is None:
            return checked
        index = indices if self._row_names is None else self._row_names[indices]
        return replace(checked, index=index, place=indices.astype(np.int64))

    def predict_splits(self, cv_results: object) -> list[Predictions]:
        """Return predictions of each estimator of a cross-validation for its test set."""
        count = len(read_column("y", self._y))
        for where, rows in {"X": self._X, **self._columns}.items():
            _check_rows(where, rows, count)
        parts = []
        for i, (estimator, indices) in enumerate(_splits(cv_results, count)):
            try:
                parts.append(self.predict(estimator, indices))
            except CostCurveError as error:
                if error.what == _UNFITTED:  # cross_validate only records a score of NaN
                    error.fix = (
                        'Its fit has failed: call cross_validate with error_score="raise" to see '
                        "the error."
                    )
                raise error.within(f"split {i + 1}") from None
        return parts


def _read_labels(y: ArrayLike, classes: tuple[Any, Any]) -> Labels:
    """Return labels with the classes of an estimator; raise for other labels."""
    labels = distinct_labels(read_column("y", y))
    unknown = [label for label in labels if not any(same_label(label, each) for each in classes)]
    if unknown:
        raise CostCurveError(
            "must contain only labels that the estimator was fitted with",
            where="y",
            got=f"the label {shown(unknown[0])}",
            fix=f"Its classes are: {', '.join(map(shown, sorted(classes, key=str)))}.",
        )
    return read_labels(y, classes[1])


def _check_rows(where: str, rows: Any, count: int) -> None:  # noqa: ANN401 (of any library)
    """Raise unless rows can be selected by position and there are `count` of them."""
    if rows is None and where != "X":
        return
    try:
        number = rows.shape[0] if hasattr(rows, "shape") else len(rows)
        _take(rows, np.arange(min(number, 1)))
    except Exception as error:
        raise CostCurveError(
            "must have rows that can be selected by position",
            where=where,
            got=f"a {type(rows).__name__}",
            fix="Pass the argument of cross_validate: an array, a data frame or a sparse matrix.",
        ) from error
    if number != count:
        raise CostCurveError(
            "must have one row for each label",
            where=where,
            got=f"{number:,} rows for {count:,} labels",
            fix="Pass the argument of cross_validate.",
        )


def _take(rows: Any, indices: NDArray[Any] | None) -> Any:  # noqa: ANN401 (of any library)
    """Return rows of a frame or an array, or items of a list, at `indices` (default: all)."""
    if indices is None or rows is None:
        return rows
    if hasattr(rows, "iloc"):
        return rows.iloc[indices]
    return rows[indices] if hasattr(rows, "shape") else [rows[i] for i in indices]


def fixed_threshold_classifier(
    estimator: Any,  # noqa: ANN401 (of any library)
    threshold: float,
    *,
    classes: tuple[Any, Any] | None = None,
    response_method: str = "auto",
) -> Any:  # noqa: ANN401 (of scikit-learn)
    """Return a FixedThresholdClassifier, ready to predict if the estimator is fitted.

    Raise if the classes of the estimator differ from `classes` (negative and positive).
    """
    try:
        from sklearn.model_selection import FixedThresholdClassifier  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "FixedThresholdClassifier requires scikit-learn 1.5 or newer: pip install -U "
            "scikit-learn"
        ) from error
    positive = None if classes is None else classes[1]
    method = method_of(estimator, response_method)
    fixed = FixedThresholdClassifier(
        estimator, threshold=threshold, pos_label=positive, response_method=method
    )
    if _classes_or_none(estimator) is not None:
        known_classes = _classes(estimator)
        for label in classes or ():
            _class_index(known_classes, label)
        fixed.estimator_ = estimator  # as set by fit
    return fixed


# ---- Thresholds in use


def thresholds_in_use(
    estimators: object,
    classifiers: Mapping[str, Classifier],
    X: Any,  # noqa: ANN401 (any input of the estimators)
) -> list[tuple[str, float]]:
    """Return name and threshold of each Tuned- or FixedThresholdClassifier among estimators.

    `classifiers` are the results of `classifiers_from_estimators` for the same arguments. Raise if
    a threshold does not reproduce the predictions of its estimator for `X`.
    """
    thresholds = []
    for name, estimator in _by_name(estimators).items():
        wrapper, scored = _threshold_classifier(estimator), classifiers[name]
        if wrapper is None or not isinstance(scored, Predictions):
            continue
        threshold = getattr(wrapper, "best_threshold_", getattr(wrapper, "threshold", "auto"))
        if isinstance(threshold, str):
            threshold = 0.5 if scored.response == "predict_proba" else 0.0
        if isfinite(threshold):
            _check_threshold(name, _call(estimator.predict, X), scored, float(threshold))
            thresholds.append((name, float(threshold)))
    return thresholds


def _check_threshold(
    name: object, predicted: NDArray[Any], scored: Predictions, threshold: float
) -> None:
    """Raise unless an estimator predicts the positive class from its threshold on."""
    expected = predicted_positive(scored, threshold)
    wrong = np.count_nonzero((predicted == scored.classes[1]) != expected)
    if wrong:
        raise CostCurveError(
            "must predict the positive class from its threshold on",
            where=f"classifier {shown(name)}",
            got=f"other predictions at threshold {threshold:g} for {wrong:,} of "
            f"{predicted.size:,} examples",
            fix="Pass its positive class as pos_label and its response_method, or pass its "
            "attribute estimator_ to leave out the threshold.",
        )


def _threshold_classifier(estimator: Any) -> Any:  # noqa: ANN401 (of any library)
    """Return the final Tuned- or FixedThresholdClassifier of an estimator, or None."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return _threshold_classifier(steps[-1][1])
    if hasattr(estimator, "best_estimator_"):
        return _threshold_classifier(estimator.best_estimator_)
    names = {base.__name__ for base in type(estimator).__mro__}
    return estimator if names & _THRESHOLD_CLASSIFIERS else None


# ---- Several estimators


def classifiers_from_estimators(
    estimators: object,
    X: Any,  # noqa: ANN401 (any input of the estimators)
    y: ArrayLike,
    **options: Unpack[EstimatorOptions],
) -> dict[str, Classifier]:
    """Return classifiers by name from a list or mapping of fitted estimators.

    Estimators in a list are named after their classes. A mapping may also contain results of core
    and dicts with known keys.
    """
    test_set = _TestSet(X, y, options)
    named = _by_name(estimators)
    return read_each(named, "estimators", test_set.predict, common=_COMMON_ARGUMENTS)


def estimator_name(estimator: object) -> str:
    """Return the default name of an estimator: the name of its class, as in scikit-learn."""
    return type(estimator).__name__


def _by_name(estimators: object) -> Mapping[Any, Any]:
    """Return a non-empty mapping unchanged, or name the estimators of a list."""
    if isinstance(estimators, Mapping) and estimators:
        return estimators
    if not isinstance(estimators, list | tuple) or not estimators:
        raise CostCurveError(
            "must be a list of fitted estimators, or a dict of them by name",
            where="estimators",
            got=shown(estimators),
            fix='Pass {"forest": forest, "logistic": logistic}, or a single estimator to '
            "from_estimator.",
        )
    return dict(zip(_number_duplicates(map(estimator_name, estimators)), estimators, strict=True))


def _number_duplicates(names: Iterable[str]) -> list[str]:
    """Append 2, 3, ... to repeated names."""
    counts: dict[str, int] = {}
    numbered = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        numbered.append(name if counts[name] == 1 else f"{name} {counts[name]}")
    return numbered


# ---- Cross-validation


def split_predictions(
    cv_results: object,
    X: Any,  # noqa: ANN401 (any input of estimators)
    y: ArrayLike,
    **options: Unpack[EstimatorOptions],
) -> list[Predictions]:
    """Return predictions of each split of a cross-validation for its test set."""
    return _TestSet(X, y, options).predict_splits(cv_results)


def classifiers_from_cv_results(
    cv_results: Any,  # noqa: ANN401 (any input)
    X: Any,  # noqa: ANN401 (any input of estimators)
    y: ArrayLike,
    *,
    name: str | None = None,
    **options: Unpack[EstimatorOptions],
) -> dict[str, Classifier]:
    """Return classifiers by name whose folds are the splits of cross-validations.

    `cv_results` is a result of `cross_validate`, or a mapping of names to such results.
    """
    test_set = _TestSet(X, y, options)
    check_names([] if name is None else [name], "name")

    def read(results: object) -> Classifier:
        return read_classifier(test_set.predict_splits(results))

    if _are_several(cv_results):
        if name is not None:
            raise CostCurveError(
                "must be omitted if cv_results contains names", where="name", got=shown(name)
            )
        return read_each(cv_results, "cv_results", read)
    classifier = read(cv_results)
    return {estimator_name(cv_results["estimator"][0]) if name is None else name: classifier}


def _are_several(cv_results: object) -> bool:
    """Return whether the argument maps names to results; a single result contains no mappings."""
    if not isinstance(cv_results, Mapping) or not cv_results:
        return False
    return all(isinstance(results, Mapping) for results in cv_results.values())


def _splits(cv_results: Any, count: int) -> list[tuple[Any, NDArray[Any]]]:  # noqa: ANN401 (any input)
    """Return each estimator with the indices of its test set."""
    try:
        test = [np.asarray(indices) for indices in cv_results["indices"]["test"]]
        train = [np.asarray(indices) for indices in cv_results["indices"]["train"]]
        splits = list(zip(cv_results["estimator"], test, strict=True))
    except (KeyError, TypeError, ValueError, IndexError):
        raise _not_cv_results(cv_results) from None
    if not splits or not all(_are_indices(indices, count) for indices in [*test, *train]):
        raise _other_examples(f"{count:,} examples")
    last = max(int(indices.max()) for indices in [*test, *train])
    if last != count - 1:
        raise _other_examples(
            f"{count:,} examples, but no split uses an example after row {last:,}"
        )
    return splits


def _not_cv_results(cv_results: object) -> CostCurveError:
    """Return the error for a value that is not a result of `cross_validate`."""
    fix = "Call it with return_estimator=True and return_indices=True."
    if isinstance(cv_results, Mapping):
        got = shown(list(cv_results))
    else:
        got = f"a {type(cv_results).__name__}"
        if isinstance(cv_results, list | tuple):
            fix = f"Pass a single result, or {{name: result}} for several. {fix}"
    return CostCurveError(
        "must be a result of cross_validate with estimators and indices",
        where="cv_results",
        got=got,
        fix=fix,
    )


def _other_examples(got: str) -> CostCurveError:
    """Return the error for results of other examples than X and y."""
    return CostCurveError(
        "must be the result of cross_validate for these examples",
        where="cv_results",
        got=got,
        fix="Pass the X and y that cross_validate was called with.",
    )


def _are_indices(indices: NDArray[Any], count: int) -> bool:
    """Return whether an array contains valid positions of `count` examples."""
    if indices.ndim != 1 or not indices.size or indices.dtype.kind not in "iu":
        return False
    return bool(indices.min() >= 0 and indices.max() < count)
