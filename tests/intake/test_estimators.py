"""Scores of estimators agree with scikit-learn, and unsuitable estimators raise clear errors."""

import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_classification
from sklearn.ensemble import IsolationForest, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TunedThresholdClassifierCV,
    cross_validate,
)
from sklearn.multioutput import MultiOutputClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import cc_widgets as cc
from cc_widgets.core import Predictions, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import (
    classifiers_from_cv_results,
    classifiers_from_estimators,
    estimator_scores,
    split_predictions,
)
from tests.support.boosting import BOOSTERS, booster

X, Y = make_classification(n_samples=160, n_features=6, flip_y=0.2, random_state=0)
TEXTS = np.where(Y == 1, "sick", "well")
LOGISTIC = LogisticRegression()
ESTIMATORS: dict[str, Any] = {
    "logistic": LOGISTIC,
    "pipeline": make_pipeline(StandardScaler(), LinearSVC()),
    "grid search": GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [2, 4]}),
    "calibrated": CalibratedClassifierCV(LinearSVC(), cv=2),
    "forest": RandomForestClassifier(10, random_state=0),
    "ridge": RidgeClassifier(),
}


@pytest.mark.parametrize("name", [*ESTIMATORS, *BOOSTERS])
@pytest.mark.parametrize("pos_label", [None, 0])
def test_thresholds_predict_as_in_scikit_learn(name, pos_label):
    estimator = (booster(name) if name in BOOSTERS else ESTIMATORS[name]).fit(X, Y)
    score, classes = estimator_scores(estimator, X, pos_label=pos_label)
    assert classes == ((1, 0) if pos_label == 0 else (0, 1))
    for threshold in np.unique(score)[::17].tolist():
        expected = FixedThresholdClassifier(
            estimator, threshold=threshold, pos_label=classes[1]
        ).predict(X)
        assert np.array_equal(score >= threshold, expected == classes[1])


def test_response_method_can_be_chosen():
    fitted = LOGISTIC.fit(X, TEXTS)
    for method in ("predict_proba", "decision_function"):
        score = estimator_scores(fitted, X, response_method=method, pos_label="sick").score
        expected = getattr(fitted, method)(X)
        assert np.array_equal(score, expected[:, 0] if expected.ndim == 2 else -expected)


def test_estimators_share_their_examples():
    estimators = {"a": LOGISTIC.fit(X, TEXTS), "b": LinearSVC().fit(X, TEXTS)}
    checked = classifiers_from_estimators(estimators, X, list(TEXTS), pos_label="sick")
    first, second = checked.values()
    assert first.classes == second.classes == ("well", "sick")  # type: ignore[union-attr]
    assert first.same_examples(second)  # type: ignore[union-attr]


def test_estimators_of_a_list_are_named_after_their_classes():
    trees = [DecisionTreeClassifier(max_depth=depth).fit(X, Y) for depth in (1, 2)]
    model = cc.CostCurveModel.from_estimators([*trees, LOGISTIC.fit(X, Y)], X, Y)
    expected = ["DecisionTreeClassifier", "DecisionTreeClassifier 2", "LogisticRegression"]
    assert list(model.classifiers) == expected


def test_positive_label_and_weights_are_used():
    fitted, weight = LOGISTIC.fit(X, TEXTS), np.where(np.arange(160) < 80, 2.0, 1.0)
    explorer = cc.CostCurveExplorer.from_estimator(
        fitted, X, TEXTS, sample_weight=weight, name="a", pos_label="well"
    )
    scored = predictions(
        TEXTS, fitted.predict_proba(X)[:, 1], sample_weight=weight, pos_label="well"
    )
    assert explorer.model.fingerprint == cc.CostCurveModel({"a": scored}).fingerprint
    assert explorer.model.classifiers.labels == ("sick", "well")
    explorer.close()


def test_ambiguous_classes_need_pos_label():
    fitted, message = LOGISTIC.fit(X, TEXTS), "pos_label: must be given unless the labels are 0/1"
    options: Any = {"cv": 2, "return_estimator": True, "return_indices": True}
    results = cross_validate(LOGISTIC, X, TEXTS, **options)
    for cls in (cc.CostCurveModel, cc.CostCurveExplorer):
        with pytest.raises(CostCurveError, match=message):
            cls.from_estimator(fitted, X, TEXTS)
        with pytest.raises(CostCurveError, match=message):
            cls.from_estimators({"a": fitted}, X, TEXTS)
        with pytest.raises(CostCurveError, match=message):
            cls.from_cv_results(results, X, TEXTS)
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveDisplay.from_estimator(fitted, X, TEXTS)
    for labels in (Y, 2 * Y - 1, Y == 1):
        score, classes = estimator_scores(LOGISTIC.fit(X, labels), X)
        assert classes[1] == 1
        assert np.array_equal(score, LOGISTIC.predict_proba(X)[:, 1])


@pytest.mark.long(cases=3)
@pytest.mark.parametrize("method", ["auto", "predict_proba", "decision_function"])
@pytest.mark.parametrize("pos_label", ["sick", "well"])
@pytest.mark.parametrize("wrap", [lambda each: each, make_pipeline])
def test_thresholds_of_scikit_learn_become_marks(method, pos_label, wrap):
    options: Any = {"pos_label": pos_label, "response_method": method}
    fixed = FixedThresholdClassifier(LOGISTIC, threshold=0.3, **options)
    scoring = make_scorer(f1_score, pos_label=pos_label)
    tuned = TunedThresholdClassifierCV(LOGISTIC, scoring=scoring, response_method=method)
    estimators = {"fixed": wrap(fixed).fit(X, TEXTS), "tuned": wrap(tuned).fit(X, TEXTS)}
    models = {**estimators, "plain": LOGISTIC.fit(X, TEXTS)}
    model = cc.CostCurveModel.from_estimators(models, X, TEXTS, pos_label=pos_label)
    assert [mark.name for mark in model.marks] == ["fixed", "tuned"]
    assert model.marks[0].threshold == 0.3
    for mark in model.marks:
        scored: Any = model.classifiers[mark.name]
        predicted = estimators[mark.name].predict(X)
        assert np.array_equal(scored.score >= mark.threshold, predicted == pos_label)
    plain = "predict_proba" if method == "auto" else method
    score = estimator_scores(models["plain"], X, response_method=plain, pos_label=pos_label).score
    assert np.array_equal(model.classifiers["fixed"].score, score)  # type: ignore[union-attr]


def test_automatic_threshold_and_stated_positive_class_are_taken():
    for method, threshold in (("predict_proba", 0.5), ("decision_function", 0.0)):
        fixed = FixedThresholdClassifier(LOGISTIC, pos_label="sick", response_method=method)
        model = cc.CostCurveModel.from_estimator(fixed.fit(X, TEXTS), X, TEXTS, name="a")
        assert model.marks == (("a", threshold),)
        assert model.classifiers.labels == ("well", "sick")


def test_threshold_for_the_other_class_raises():
    fixed = FixedThresholdClassifier(LOGISTIC, threshold=0.3, pos_label="sick").fit(X, TEXTS)
    message = "classifier 'a': must predict the positive class from its threshold on.*estimator_"
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_estimator(fixed, X, TEXTS, pos_label="well", name="a")
    inner = fixed.estimator_
    assert not cc.CostCurveModel.from_estimator(inner, X, TEXTS, pos_label="well").marks


def test_groups_are_those_of_the_scored_rows():
    hospital = np.where(np.arange(160) < 70, "north", "south")
    fitted = LOGISTIC.fit(X, Y)
    options: Any = {"groups": hospital}
    scored = predictions(Y, fitted.predict_proba(X)[:, 1], groups=hospital)
    expected = cc.CostCurveModel({"LogisticRegression": scored}).groups(threshold=0.5)
    for cls in (cc.CostCurveModel, cc.CostCurveExplorer):
        for name, argument in (("from_estimator", fitted), ("from_estimators", [fitted])):
            made: Any = getattr(cls, name)(argument, X, Y, **options)
            assert getattr(made, "model", made).groups(threshold=0.5) == expected
        results = cross_validated(LOGISTIC, KFold(4))
        made = cls.from_cv_results(results, X, Y, **options)
        model = getattr(made, "model", made)
        model.average = "pooled"
        groups = model.groups(threshold=0.5)
        assert [(group.negatives, group.positives) for group in groups] == [
            (np.sum(Y[rows] == 0), np.sum(Y[rows] == 1))
            for rows in (hospital == "north", hospital == "south")
        ]
    with pytest.raises(CostCurveError, match=r"^groups: must have 2 to 50 groups"):
        cc.CostCurveModel.from_estimator(fitted, X, Y, groups=["north"] * 160)


def test_weights_and_clusters_are_those_of_the_scored_rows():
    options: Any = {"sample_weight": np.arange(160) % 3 + 1, "clusters": np.arange(160) // 4}
    options["weights_are"] = "frequencies"
    model = cc.CostCurveModel.from_estimator(LOGISTIC.fit(X, Y), X, Y, **options)
    [classifier] = model.classifiers.values()
    scored = predictions(Y, LOGISTIC.predict_proba(X)[:, 1], **options)
    assert isinstance(classifier, Predictions)
    assert classifier.drawn_with(replace(scored, examples=classifier.examples))
    results = cross_validated(LOGISTIC, KFold(4, shuffle=True, random_state=0))
    [folds] = cc.CostCurveModel.from_cv_results(results, X, Y, **options).classifiers.values()
    for part, test in zip(folds.parts, results["indices"]["test"], strict=True):
        assert isinstance(part, Predictions)
        assert np.array_equal(part.weight, options["sample_weight"][test])  # type: ignore[arg-type]
        expected = options["clusters"][test]
        same_cluster = np.equal.outer(part.clusters, part.clusters)  # type: ignore[arg-type]
        assert np.array_equal(same_cluster, np.equal.outer(expected, expected))


def test_estimators_can_be_mixed_with_dicts_of_counts():
    classifiers = {"a": LOGISTIC.fit(X, Y), "published": {"tn": 6, "fp": 4, "fn": 4, "tp": 16}}
    assert list(cc.CostCurveModel.from_estimators(classifiers, X, Y).classifiers) == [
        "a",
        "published",
    ]


class OneColumn(BaseEstimator):  # type: ignore[misc]
    """Classifier with one column of probabilities instead of two."""

    classes_ = (0, 1)

    def predict_proba(self, examples):
        return np.ones((len(examples), 1))


class UnusualError(BaseEstimator):  # type: ignore[misc]
    """Unfitted classifier with an unusual error."""

    @property
    def classes_(self):
        raise RuntimeError

    def predict_proba(self, examples):
        return examples


class ThreeColumns(OneColumn):
    """Classifier with three columns of scores."""

    def decision_function(self, examples):
        return np.ones((len(examples), 3))


THREE = np.arange(160) % 3
PAIRS = np.column_stack([Y, Y])
UNSUITABLE: dict[str, tuple[Any, str]] = {
    "a regressor": (DecisionTreeRegressor().fit(X, Y), "with predict_proba or decision_function"),
    "a class": (LogisticRegression, r"not its class.*LogisticRegression\(\).fit"),
    "not fitted": (LogisticRegression(), "Call fit"),
    "a search that is not fitted": (GridSearchCV(LOGISTIC, {"C": [1]}), "Call fit"),
    "a pipeline that is not fitted": (make_pipeline(LogisticRegression()), "Call fit"),
    "outlier detector": (IsolationForest(n_estimators=5).fit(X), "with the attribute classes_"),
    "three classes": (LogisticRegression().fit(X, THREE), "with 3 classes"),
    "two outputs": (MultiOutputClassifier(LogisticRegression()).fit(X, PAIRS), "outputs"),
    "ragged outputs": (
        DecisionTreeClassifier().fit(X, np.column_stack([Y, THREE])),
        "outputs",
    ),
    "other columns": (LogisticRegression().fit(X[:, :3], Y), "X has 6 features"),
    "other labels": (LogisticRegression().fit(X, 2 * Y - 1), "y: must contain only labels"),
    "one column": (OneColumn(), r"shape \(160, 1\)"),
    "unusual error": (UnusualError(), "Call fit"),
    "a number": (3, "must be a classifier"),
    "nothing": (None, "must be a classifier"),
    "scores": (Y, "must be a classifier"),
}


@pytest.mark.parametrize("case", UNSUITABLE)
def test_unsuitable_estimator_raises_with_its_name(case):
    estimator, message = UNSUITABLE[case]
    with pytest.raises(CostCurveError, match=rf"(?s)classifier 'forest'.*{message}"):
        cc.CostCurveModel.from_estimators({"forest": estimator}, X, Y)


@pytest.mark.parametrize("package", BOOSTERS)
def test_unfitted_boosters_raise(package):
    with pytest.raises(CostCurveError, match="Call fit"):
        estimator_scores(booster(package), X)


INVALID: dict[str, tuple[dict[str, Any], str]] = {
    "no such method": ({"response_method": "predict"}, "response_method"),
    "missing method": ({"response_method": "decision_function"}, "decision_function"),
    "an invalid name": ({"name": ["a"]}, "name"),
    "unknown class": ({"pos_label": 7}, "Its classes are: 0, 1"),
    "an array for a label": ({"pos_label": np.array([0, 1])}, "must be a class"),
    "too few labels": ({"y": Y[:5]}, "160 values for 5 labels"),
    "one label": ({"y": Y[:0].tolist() + [1] * 160}, "both classes"),
    "a negative weight": ({"sample_weight": -np.ones(160)}, "negative"),
    "examples of another type": ({"X": object()}, "must be examples that the estimator can score"),
    "a missing value": ({"X": np.full_like(X, np.nan)}, "NaN"),
}


@pytest.mark.parametrize("case", INVALID)
def test_inconsistent_arguments_raise(case):
    changed, message = INVALID[case]
    arguments = {"X": X, "y": Y, **changed}
    fitted: Any = LinearSVC().fit(X, Y)
    if changed.get("response_method") == "decision_function":
        fitted = DecisionTreeClassifier().fit(X, Y)
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_estimator(fitted, **arguments)


def test_scores_with_too_many_columns_raise():
    with pytest.raises(CostCurveError, match=r"shape \(160, 3\)"):
        estimator_scores(ThreeColumns(), X, response_method="decision_function")


@pytest.mark.parametrize("estimators", [LOGISTIC, [], {}, 3])
def test_estimators_must_be_a_list_or_a_dict(estimators):
    with pytest.raises(CostCurveError, match="a list of fitted estimators"):
        cc.CostCurveModel.from_estimators(estimators, X, Y)


def test_rows_in_another_order_than_the_labels_raise():
    pandas = pytest.importorskip("pandas")
    frame, labels = pandas.DataFrame(X), pandas.Series(Y)
    with pytest.raises(CostCurveError, match="X: must have the same in"):
        classifiers_from_estimators([LOGISTIC.fit(frame, labels)], frame[::-1], labels)


FOREST = RandomForestClassifier(3, random_state=0).fit(X, Y)
CALLS = {
    "explore": lambda: cc.explore(Y, FOREST),
    "explore by name": lambda: cc.explore(Y, {"forest": FOREST}),
    "a pair": lambda: cc.CostCurveModel({"forest": (Y, FOREST)}),
    "a classifier": lambda: cc.CostCurveModel({"forest": FOREST}),
    "core": lambda: predictions(Y, FOREST),
    "the curve": lambda: cc.cost_curve(Y, FOREST),
}


@pytest.mark.parametrize("name", CALLS)
def test_estimator_instead_of_scores_suggests_from_estimator(name):
    with pytest.raises(CostCurveError, match="from_estimator"):
        CALLS[name]()


def test_split_predictions_are_those_of_the_test_sets():
    results = cross_validate(
        make_pipeline(StandardScaler(), LOGISTIC),
        X,
        TEXTS,
        cv=4,
        return_estimator=True,
        return_indices=True,
    )
    weight = np.linspace(1, 2, 160)
    parts = split_predictions(results, X, TEXTS, sample_weight=weight, pos_label="sick")
    for part, estimator, test in zip(
        parts, results["estimator"], results["indices"]["test"], strict=True
    ):
        assert np.array_equal(part.score, estimator.predict_proba(X[test])[:, 0])
        assert np.array_equal(part.positive, TEXTS[test] == "sick")
        assert part.weight is not None
        assert np.array_equal(part.weight, weight[test])


def cross_validated(estimator, folds=10):
    return cross_validate(estimator, X, Y, cv=folds, return_estimator=True, return_indices=True)


def test_cost_of_splits_is_their_mean():
    results = cross_validated(LOGISTIC)
    explorer = cc.CostCurveExplorer.from_cv_results(results, X, Y, name="logistic")
    model = explorer.model
    assert list(model.classifiers) == ["logistic"]
    parts = split_predictions(results, X, Y)
    models = [cc.CostCurveModel({"part": part}) for part in parts]
    for pc in (0.2, 0.5, 0.77):
        mean = np.mean([each.cost("part", pc).normalised for each in models])
        recommendation = model.recommend(pc)
        assert model.cost("logistic", pc).normalised == pytest.approx(mean, abs=1e-12)
        assert not re.search(r"fold \d", recommendation.text)
    explorer.close()


def test_cross_validations_with_the_same_splits_share_their_examples():
    results = {
        "logistic": cross_validated(LOGISTIC, 3),
        "tree": cross_validated(DecisionTreeClassifier(), 3),
    }
    first, second = classifiers_from_cv_results(results, X, Y).values()
    assert first.same_examples(second)  # type: ignore[union-attr]
    with pytest.raises(CostCurveError, match="must be omitted if cv_results contains names"):
        classifiers_from_cv_results(results, X, Y, name="both")


def test_single_split_gives_a_classifier_without_folds():
    results = cross_validated(LOGISTIC, ShuffleSplit(1, random_state=0))
    model = cc.CostCurveModel.from_cv_results(results, X, Y)
    assert model.recommend().cost.threshold is not None
    assert list(model.classifiers) == ["LogisticRegression"]


@pytest.mark.parametrize("results", [{}, {"test_score": [1]}, 3, {"a": {"test_score": [1]}}])
def test_invalid_cv_results_suggest_the_options_of_cross_validate(results):
    with pytest.raises(CostCurveError, match="return_estimator=True"):
        cc.CostCurveModel.from_cv_results(results, X, Y)


def test_list_of_cv_results_suggests_a_dict():
    results: Any = [cross_validated(LOGISTIC, 2)] * 3
    message = r"Got a list\. Pass a single result, or \{name: result\} for several"
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_cv_results(results, X, Y)


def test_error_of_incomplete_cv_results_lists_their_keys():
    with pytest.raises(CostCurveError, match=r"Got \['fit_time', 'estimator'\]\. Call it with"):
        cc.CostCurveModel.from_cv_results({"fit_time": X[:, 0], "estimator": [LOGISTIC]}, X, Y)


OTHER_EXAMPLES: dict[str, tuple[dict[str, Any], str]] = {
    "fewer examples": ({"X": X[:50]}, "X: .* 50 rows for 160 labels"),
    "fewer labels": ({"y": Y[:50]}, "X: .* 160 rows for 50 labels"),
    "fewer weights": ({"sample_weight": np.ones(3)}, "sample_weight: .* 3 rows"),
    "examples without rows": ({"X": None}, "X: must have rows"),
    "examples by name": ({"X": {"a": X}}, "X: must have rows"),
    "an invalid name": ({"name": ["a"]}, "name"),
    **{
        f"indices {indices}": (
            {"indices": indices},
            "must be the result of cross_validate for these",
        )
        for indices in ([0.5], [-1], ["a"], [[0, 1]], [160], [], None, [True, False])
    },
}


@pytest.mark.parametrize("case", OTHER_EXAMPLES)
def test_results_for_other_examples_raise(case):
    changed, message = OTHER_EXAMPLES[case]
    results = cross_validated(LOGISTIC, 2)
    if "indices" in changed:
        test = [results["indices"]["test"][0], changed["indices"]]
        results["indices"] = {**results["indices"], "test": test}
    arguments = {"X": X, "y": Y, **changed}
    arguments.pop("indices", None)
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_cv_results(results, **arguments)


def test_results_for_a_subset_of_the_examples_raise():
    results = cross_validate(
        LOGISTIC, X[:120], Y[:120], cv=2, return_estimator=True, return_indices=True
    )
    for function in (cc.CostCurveModel.from_cv_results, cc.CostCurveDisplay.from_cv_results):
        with pytest.raises(CostCurveError, match=r"160 .* after row 119"):
            function(results, X, Y)


@pytest.mark.parametrize(("n_repeats", "repeated"), [(1, False), (2, True)])
def test_repeated_splits_are_detected(n_repeats, repeated):
    cv = RepeatedStratifiedKFold(n_splits=2, n_repeats=n_repeats, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=cv, return_estimator=True, return_indices=True)
    assert classifiers_from_cv_results(results, X, Y, name="a")["a"].repeated is repeated  # type: ignore[union-attr]


class FailingFit(LogisticRegression):  # type: ignore[misc]  # scikit-learn is untyped
    """Classifier whose fit fails if the first row is the first example."""

    def fit(self, rows, y):
        if rows[0, 0] == X[0, 0]:
            raise ValueError("failed")
        return super().fit(rows, y)


@pytest.mark.filterwarnings("ignore")  # of the failed fit
def test_failed_fit_is_reported():
    results = cross_validate(
        FailingFit(), X, Y, cv=3, return_estimator=True, return_indices=True, error_score=np.nan
    )
    with pytest.raises(CostCurveError, match=r'^split 2: estimator: .* has failed.*"raise"'):
        cc.CostCurveModel.from_cv_results(results, X, Y)


@pytest.mark.parametrize("kind", ["array", "frame", "objects"])
def test_rows_with_missing_values_are_counted(kind):
    values = X.copy()
    values[[7, 9], 2] = np.nan
    frame = pd.DataFrame(values, columns=list("abcdef"))
    examples = {"array": values, "frame": frame, "objects": frame.assign(g="x")}[kind]
    message = (
        r"at position 7 \(2 of 160 values\), there in column .* Impute missing values in a pipe"
    )
    with pytest.raises(CostCurveError, match=message) as raised:
        cc.CostCurveModel.from_estimator(LOGISTIC.fit(X, Y), examples, Y)
    assert ("column 2" if kind == "array" else "column 'c'") in str(raised.value)


def test_error_names_the_split():
    results = cross_validated(LOGISTIC, 2)
    with pytest.raises(CostCurveError, match="split 1: X: must be examples that"):
        split_predictions(results, X[:, :2], Y)


def test_scikit_learn_is_not_imported_for_other_estimators():
    code = (
        "import sys, cc_widgets as cc\n"
        "class Stump:\n"
        "    classes_ = (0, 1)\n"
        "    def decision_function(self, X): return [row[0] for row in X]\n"
        "cc.CostCurveModel.from_estimator(Stump(), [[1], [2]], [0, 1])\n"
        "print(*{'sklearn', 'bqplot', 'ipywidgets', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
