"""What fitted classifiers say of examples, asked in scikit-learn's words.

A classifier is known by what it can do: it has `classes_`, and `predict_proba` or
`decision_function`. Pipelines, searches, calibrated classifiers and those of other packages have
these too; no package is imported to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core import Predictions
from cc_widgets.core._predictions import (
    Labels,
    WeightsAre,
    check_aligned,
    check_groups,
    distinct,
    is_missing,
    labelled,
    read_column,
    read_labels,
    rows_of,
    same_label,
)
from cc_widgets.core._reading import check_names, counted, read_array, read_word, refuse_masked
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.engines import place_of
from cc_widgets.intake.kinds import Classifier, read_classifier
from cc_widgets.intake.named import each_named

RESPONSES = ("predict_proba", "decision_function")
_TWO = 2
_UNFITTED = "must be fitted, and know the two classes that it tells apart (classes_)"
_SAID = 240  # letters of what an estimator complains of
_OF_EXAMPLES = ("sample_weight", "clusters", "groups")


class Scores(NamedTuple):
    """What an estimator says of examples.

    Attributes
    ----------
    score : ndarray, shape (n_examples,)
        Element i grows with the belief that example i is positive.
    classes : tuple of two labels
        The negative and the positive class.
    """

    score: NDArray[Any]
    classes: tuple[Any, Any]


class Asking(TypedDict, total=False):
    """How estimators are asked, and what is known of the examples beside their labels.

    Attributes
    ----------
    sample_weight : array-like of shape (n_examples,)
        Non-negative weights.
    weights_are : {"importance", "frequencies"}
        What these say; see `predictions`.
    clusters : array-like of shape (n_examples,)
        Labels such as patients, of rows that belong together.
    groups : array-like of shape (n_examples,)
        Labels such as hospitals, of groups to be looked at apart, at one common threshold.
    response_method : {"auto", "predict_proba", "decision_function"}
        What scores are taken from; the first of both that there is.
    pos_label : label
        The positive class; the last of ``estimator.classes_`` if left out.
    """

    sample_weight: ArrayLike | None
    weights_are: WeightsAre
    clusters: ArrayLike | None
    groups: ArrayLike | None
    response_method: str
    pos_label: object


# ---- One estimator


def scores_of(
    estimator: Any,  # noqa: ANN401 (of whichever library)
    X: Any,  # noqa: ANN401 (what it takes)
    *,
    response_method: str = "auto",
    pos_label: object = None,
) -> Scores:
    """Scores of examples that grow with the positive class, and which class that is.

    Parameters
    ----------
    estimator : object
        Fitted, of two classes, with `predict_proba` or `decision_function`.
    X : array-like of shape (n_examples, n_features)
        The examples.
    response_method : {"auto", "predict_proba", "decision_function"}
        What scores are taken from; the first of both that there is.
    pos_label : label, optional
        The positive class; the last of ``estimator.classes_`` if left out.

    Returns
    -------
    Scores
        In the type in which the estimator gives them.

    Raises
    ------
    CostCurveError
        If it is no fitted classifier of two classes, or cannot score these examples.

    Examples
    --------
    >>> class Stump:
    ...     classes_ = ("ham", "spam")
    ...     def decision_function(self, X):
    ...         return [row[0] - 0.5 for row in X]
    >>> scores_of(Stump(), [[0.75], [0.25]]).score.tolist()
    [0.25, -0.25]
    >>> scores_of(Stump(), [[0.75]], pos_label="ham").classes
    ('spam', 'ham')
    """
    refuse_masked("X", X)
    method = method_of(estimator, response_method)
    classes = _classes(estimator)
    column = 1 if pos_label is None else _place(classes, pos_label)
    found = _answers(getattr(estimator, method), X)
    if found.shape[1:] != ((_TWO,) if method == "predict_proba" else ()):
        raise CostCurveError(
            f"{method} must give one score for each example, of two classes",
            where="estimator",
            got=f"an array of shape {found.shape}",
            fix="Pass the scores themselves to from_predictions.",
        )
    either = found[:, column] if method == "predict_proba" else (-found, found)[column]
    return Scores(either, (classes[1 - column], classes[column]))


def method_of(estimator: object, response_method: str = "auto") -> str:
    """Name of the method that scores come from.

    Parameters
    ----------
    estimator : object
        A classifier, fitted or not.
    response_method : {"auto", "predict_proba", "decision_function"}
        Which is wanted; the first of both that there is.

    Returns
    -------
    str
        Of a method that there is.

    Raises
    ------
    CostCurveError
        If it has no such method, or is no estimator at all.
    """
    wanted = read_word("response_method", response_method, ("auto", *RESPONSES))
    known = RESPONSES if wanted == "auto" else (wanted,)
    if isinstance(estimator, type):
        raise CostCurveError(
            "must be a fitted estimator, not its class",
            where="estimator",
            got=estimator.__name__,
            fix=f"Pass {estimator.__name__}().fit(X_train, y_train).",
        )
    found = next((name for name in known if callable(getattr(estimator, name, None))), None)
    if found is None:
        raise CostCurveError(
            f"must be a classifier with {' or '.join(known)}",
            where="estimator",
            got=f"{type(estimator).__name__}, which has none",
            fix="Regressors and rules without scores have no curve. Scores that come from "
            "elsewhere go to from_predictions.",
        )
    return found


def _classes(estimator: object) -> list[Any]:
    """The two classes of an estimator, as plain labels."""
    given = _known_classes(estimator)
    if given is None:
        raise CostCurveError(
            _UNFITTED,
            where="estimator",
            got=f"{type(estimator).__name__} without classes",
            fix="Call fit(X_train, y_train) first.",
        )
    try:
        classes = read_array("classes_", given)
    except CostCurveError:  # of several outputs, with different numbers of classes
        classes = np.empty((0, 0))
    if classes.shape != (_TWO,):
        many = f"{classes.size} classes" if classes.ndim == 1 else "several outputs"
        raise CostCurveError(
            "must tell two classes apart",
            where="estimator",
            got=f"{type(estimator).__name__} of {many}",
            fix="Fit it on one class against the rest, for instance on y == "
            f"{shown(classes.tolist()[-1]) if classes.ndim == 1 and classes.size else 'a label'}.",
        )
    return list(classes.tolist())


def _known_classes(estimator: Any) -> Any:  # noqa: ANN401 (of whichever library)
    """What an estimator calls its classes; None before it is fitted."""
    try:
        return estimator.classes_
    except Exception:  # noqa: BLE001 (each library complains in its own way)
        return None


def _place(classes: Sequence[Any], pos_label: object) -> int:
    """The position of the positive class."""
    places = [i for i, label in enumerate(classes) if same_label(label, pos_label)]
    if not places:
        raise CostCurveError(
            "is no class of this estimator",
            where="pos_label",
            got=shown(pos_label),
            fix=f"Its classes are: {', '.join(map(shown, classes))}.",
        )
    return places[0]


def _answers(method: Callable[[Any], Any], examples: object) -> NDArray[Any]:
    """What an estimator says; what it complains of is told in its own words."""
    try:
        return np.asarray(method(examples))
    except Exception as error:
        gaps = _gaps_in(examples)
        text = str(error).partition("\n")[0] if gaps else str(error)
        said = shorten(text, _SAID, placeholder=" ...") or "nothing more"
        raise CostCurveError(
            "this estimator cannot score these examples",
            where="X",
            got=f"{type(error).__name__}: {said.rstrip('.')}{gaps}",
            fix="Impute them in a pipeline, make_pipeline(SimpleImputer(), ...), or leave these "
            "rows out of X and y."
            if gaps
            else "Pass examples with the columns that it was fitted on.",
        ) from error


def _gaps_in(examples: Any) -> str:  # noqa: ANN401 (what estimators take)
    """Words on the rows that lack a value; empty if none does, or nobody can tell."""
    try:
        table = np.asarray(examples)
        gone = np.frompyfunc(is_missing, 1, 1)(table).astype(bool)
    except Exception:  # noqa: BLE001 (of whichever library)
        return ""
    rows = np.flatnonzero(gone.any(axis=1)) if gone.ndim == _TWO else np.empty(0, np.intp)
    if not rows.size:
        return ""
    column = int(gone[rows[0]].argmax())
    names = getattr(examples, "columns", range(table.shape[1]))
    return f"; no value at {counted(rows, len(table))}, there in {place_of(list(names)[column])}"


def estimator_predictions(
    estimator: object,
    X: Any,  # noqa: ANN401 (what estimators take)
    y: ArrayLike,
    **how: Unpack[Asking],
) -> Predictions:
    """Checked predictions of a fitted classifier.

    Parameters
    ----------
    estimator, X
        As in `scores_of`.
    y : array-like of shape (n_examples,)
        Labels of the examples.
    **how
        What `Asking` holds.

    Returns
    -------
    Predictions
        Of these examples.

    Raises
    ------
    CostCurveError
        If it is no fitted classifier of two classes, or labels and scores do not fit together.
    """
    return _Asked(X, y, how).of(estimator)


class _Asked:
    """Examples, and how estimators are asked about them.

    Estimators that are asked about the same rows share what is known of them.
    """

    def __init__(self, X: Any, y: ArrayLike, how: Asking) -> None:  # noqa: ANN401 (what estimators take)
        self._X, self._y = X, y
        self._beside = {name: how.get(name) for name in _OF_EXAMPLES}
        self._weights_are = how.get("weights_are", "importance")
        self._method, self._pos_label = how.get("response_method", "auto"), how.get("pos_label")
        check_aligned(y, X=X, **self._beside)
        check_groups(how.get("groups"), y)
        self._names = rows_of(y)
        self._labels: dict[object, Labels] = {}

    def of(self, estimator: object, place: NDArray[Any] | None = None) -> Predictions:
        """What one estimator says of all examples, or of those at some places."""
        examples = _rows(self._X, place)
        found = scores_of(
            estimator, examples, response_method=self._method, pos_label=self._pos_label
        )
        key = found.classes, None if place is None else place.tobytes()
        if key not in self._labels:
            self._labels[key] = _labels(_rows(self._y, place), found.classes)
        beside = {name: _rows(given, place) for name, given in self._beside.items()}
        checked = labelled(self._labels[key], found.score, weights_are=self._weights_are, **beside)
        checked = replace(checked, response=method_of(estimator, self._method))
        if place is None:
            return checked
        index = place if self._names is None else self._names[place]
        return replace(checked, index=index, place=place.astype(np.int64))

    def of_each(self, cv_results: object) -> list[Predictions]:
        """What each estimator of a cross-validation says of what it was tested on."""
        count = len(read_column("y", self._y))
        for where, given in {"X": self._X, **self._beside}.items():
            _check_rows(where, given, count)
        found = []
        for i, (estimator, place) in enumerate(_splits(cv_results, count)):
            try:
                found.append(self.of(estimator, place))
            except CostCurveError as error:
                if error.what == _UNFITTED:  # a fit that failed leaves a score of NaN, no more
                    error.fix = (
                        'Its fit has failed: cross_validate says why with error_score="raise".'
                    )
                raise error.within(f"split {i + 1}") from None
        return found


def _labels(y: ArrayLike, classes: tuple[Any, Any]) -> Labels:
    """Labels of two classes that an estimator knows."""
    kinds = distinct(read_column("y", y))
    strange = [kind for kind in kinds if not any(same_label(kind, known) for known in classes)]
    if strange:
        raise CostCurveError(
            "labels must be those that the estimator was fitted on",
            where="y",
            got=f"the label {shown(strange[0])}",
            fix=f"Its classes are: {', '.join(map(shown, sorted(classes, key=str)))}.",
        )
    return read_labels(y, classes[1])


def _check_rows(where: str, given: Any, count: int) -> None:  # noqa: ANN401 (of whichever library)
    """Refuse what does not have a row for each label, or none that can be taken out."""
    if given is None and where != "X":
        return
    try:
        rows = given.shape[0] if hasattr(given, "shape") else len(given)
        _rows(given, np.arange(min(rows, 1)))
    except Exception as error:
        raise CostCurveError(
            "rows must be known by their positions",
            where=where,
            got=f"a {type(given).__name__}",
            fix="Pass what cross_validate was given: an array, a frame, or sparse rows.",
        ) from error
    if rows != count:
        raise CostCurveError(
            "there must be a row for each label",
            where=where,
            got=f"{rows:,} rows for {count:,} labels",
            fix="Pass what cross_validate was given.",
        )


def _rows(examples: Any, place: NDArray[Any] | None) -> Any:  # noqa: ANN401 (of whichever library)
    """Some of the examples: rows of a frame or an array, items of a list."""
    if place is None or examples is None:
        return examples
    if hasattr(examples, "iloc"):
        return examples.iloc[place]
    return examples[place] if hasattr(examples, "shape") else [examples[one] for one in place]


def with_threshold(
    estimator: Any,  # noqa: ANN401 (of whichever library)
    threshold: float,
    *,
    classes: tuple[Any, Any] | None = None,
    response_method: str = "auto",
) -> Any:  # noqa: ANN401 (of scikit-learn)
    """Classifier of scikit-learn that calls positive what scores at least a threshold.

    Parameters
    ----------
    estimator : object
        Of two classes. A fitted one is used as it is; one that is not is fitted by the `fit` of
        what is returned.
    threshold : float
        A score.
    classes : tuple of two labels, optional
        The negative and the positive class; those of the estimator if left out.
    response_method : {"auto", "predict_proba", "decision_function"}
        What the score is of; the first of both that there is.

    Returns
    -------
    FixedThresholdClassifier
        Ready to predict if the estimator was fitted.

    Raises
    ------
    CostCurveError
        If the estimator tells other classes apart, or has none of these methods.
    ImportError
        Without scikit-learn 1.5 or newer.
    """
    try:
        from sklearn.model_selection import FixedThresholdClassifier  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "A fixed threshold is a classifier of scikit-learn, 1.5 or newer: pip install -U "
            "scikit-learn"
        ) from error
    positive = None if classes is None else classes[1]
    method = method_of(estimator, response_method)
    fixed = FixedThresholdClassifier(
        estimator, threshold=threshold, pos_label=positive, response_method=method
    )
    if _known_classes(estimator) is not None:
        known = _classes(estimator)
        for label in classes or ():
            _place(known, label)
        fixed.estimator_ = estimator  # what fit would have set
    return fixed


# ---- Estimators by name


def named_estimators(
    estimators: object,
    X: Any,  # noqa: ANN401 (what estimators take)
    y: ArrayLike,
    **how: Unpack[Asking],
) -> dict[str, Classifier]:
    """Checked predictions of fitted classifiers on the same examples.

    Parameters
    ----------
    estimators : list, or mapping of str to estimator
        Fitted, of two classes, with `predict_proba` or `decision_function`. Those of a list are
        called by their classes, with a number where two are alike. A mapping may also hold
        results of core, or dicts of named parts.
    X : array-like of shape (n_examples, n_features)
        The examples.
    y : array-like of shape (n_examples,)
        Their labels.
    **how
        What `Asking` holds.

    Returns
    -------
    dict of str to Predictions, Counts, RocCurve or Folds
        In the order given.

    Raises
    ------
    CostCurveError
        If one is no fitted classifier of two classes, or labels and scores do not fit together;
        the message names the classifier.

    Examples
    --------
    >>> class Stump:
    ...     classes_ = (0, 1)
    ...     def predict_proba(self, X):
    ...         return [[1 - row[0], row[0]] for row in X]
    >>> list(named_estimators([Stump(), Stump()], [[0.25], [0.75]], [0, 1]))
    ['Stump', 'Stump 2']
    """
    asked = _Asked(X, y, how)
    return each_named(_by_name(estimators), "estimators", asked.of, common=_OF_EXAMPLES)


def name_of(estimator: object) -> str:
    """What an estimator is called if nobody says: as scikit-learn does, by its class."""
    return type(estimator).__name__


def _by_name(estimators: object) -> Mapping[Any, Any]:
    """Estimators by name."""
    if isinstance(estimators, Mapping) and estimators:
        return estimators
    if not isinstance(estimators, list | tuple) or not estimators:
        raise CostCurveError(
            "must be a list of fitted estimators, or a dict of them by name",
            where="estimators",
            got=shown(estimators),
            fix='Pass {"forest": forest, "logistic": logistic}; a single one goes to '
            "from_estimator.",
        )
    return dict(zip(_numbered(map(name_of, estimators)), estimators, strict=True))


def _numbered(names: Iterable[str]) -> list[str]:
    """Names with a number from the second of the same on."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found


# ---- Splits of a cross-validation


def split_predictions(
    cv_results: object,
    X: Any,  # noqa: ANN401 (what estimators take)
    y: ArrayLike,
    **how: Unpack[Asking],
) -> list[Predictions]:
    """Checked predictions of each split of a cross-validation, on what it was tested on.

    Parameters
    ----------
    cv_results : mapping
        What scikit-learn's `cross_validate` returns with ``return_estimator=True`` and
        ``return_indices=True``.
    X, y
        The examples that `cross_validate` was given, and their labels.
    **how
        What `Asking` holds; weights, clusters and groups are those of all examples.

    Returns
    -------
    list of Predictions
        In the order of the splits.

    Raises
    ------
    CostCurveError
        If these are no such results, or results of other examples.
    """
    return _Asked(X, y, how).of_each(cv_results)


def named_cv_results(
    cv_results: Any,  # noqa: ANN401 (what the user wrote)
    X: Any,  # noqa: ANN401 (what estimators take)
    y: ArrayLike,
    *,
    name: str | None = None,
    **how: Unpack[Asking],
) -> dict[str, Classifier]:
    """Classifiers whose folds are the splits of cross-validations.

    Parameters
    ----------
    cv_results : mapping, or mapping of str to such
        As in `split_predictions`: of one classifier, or of several by name. Those that were tested
        on the same splits are compared fold by fold.
    X, y, **how
        As in `split_predictions`.
    name : str, optional
        What a single one is called; the name of its class if left out.

    Returns
    -------
    dict of str to Folds
        In the order given; of a single split its Predictions.

    Raises
    ------
    CostCurveError
        If these are no such results, or results of other examples; the message names classifier
        and split.
    """
    asked = _Asked(X, y, how)
    check_names([] if name is None else [name], "name")

    def folded(one: object) -> Classifier:
        return read_classifier(asked.of_each(one))

    if _are_several(cv_results):
        if name is not None:
            raise CostCurveError(
                "several results have names already", where="name", got=shown(name)
            )
        return each_named(cv_results, "cv_results", folded)
    first = folded(cv_results)
    return {name_of(cv_results["estimator"][0]) if name is None else name: first}


def _are_several(given: object) -> bool:
    """Tell results by name from the results of one: those hold lists and arrays."""
    if not isinstance(given, Mapping) or not given:
        return False
    return all(isinstance(one, Mapping) for one in given.values())


def _splits(cv_results: Any, count: int) -> list[tuple[Any, NDArray[Any]]]:  # noqa: ANN401 (what the user wrote)
    """Each estimator with the places of the examples that it was tested on."""
    try:
        places = [np.asarray(one) for one in cv_results["indices"]["test"]]
        fitted = [np.asarray(one) for one in cv_results["indices"]["train"]]
        splits = list(zip(cv_results["estimator"], places, strict=True))
    except (KeyError, TypeError, ValueError, IndexError):
        raise CostCurveError(
            "must be the results of cross_validate, with estimators and indices",
            where="cv_results",
            got=shown(list(cv_results) if isinstance(cv_results, Mapping) else cv_results),
            fix="Call it with return_estimator=True and return_indices=True.",
        ) from None
    if not splits or not all(_are_positions(one, count) for one in [*places, *fitted]):
        raise CostCurveError(
            "these results are of other examples",
            where="cv_results",
            got=f"{count:,} examples",
            fix=_ITS_OWN,
        )
    last = max(int(place.max()) for place in [*places, *fitted])
    if last != count - 1:
        raise CostCurveError(
            "these results are of other examples",
            where="cv_results",
            got=f"{count:,} examples, and no split trained or tested on one after row {last:,}",
            fix=_ITS_OWN,
        )
    return splits


_ITS_OWN = "Pass the X and y that cross_validate was given."


def _are_positions(place: NDArray[Any], count: int) -> bool:
    """Whether these are some of so many positions."""
    if place.ndim != 1 or not place.size or place.dtype.kind not in "iu":
        return False
    return bool(place.min() >= 0 and place.max() < count)
