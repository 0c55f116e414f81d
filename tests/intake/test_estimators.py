"""Estimators are asked as scikit-learn asks them, and refused in words."""

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
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
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
from cc_widgets.intake import named_cv_results, named_estimators, scores_of, split_predictions
from tests.support.boosting import BOOSTERS, booster

X, Y = make_classification(n_samples=160, n_features=6, flip_y=0.2, random_state=0)
WORDS = np.where(Y == 1, "sick", "well")  # scikit-learn takes the last of its sorted classes
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
def test_scores_are_those_that_scikit_learn_thresholds(name, pos_label):
    estimator = (booster(name) if name in BOOSTERS else ESTIMATORS[name]).fit(X, Y)
    score, classes = scores_of(estimator, X, pos_label=pos_label)
    assert classes == ((1, 0) if pos_label == 0 else (0, 1))
    for threshold in np.unique(score)[::17].tolist():
        theirs = FixedThresholdClassifier(
            estimator, threshold=threshold, pos_label=classes[1]
        ).predict(X)
        assert np.array_equal(score >= threshold, theirs == classes[1])


def test_the_method_can_be_chosen():
    fitted = LOGISTIC.fit(X, WORDS)
    for method in ("predict_proba", "decision_function"):
        found = scores_of(fitted, X, response_method=method, pos_label="sick").score
        ours = getattr(fitted, method)(X)
        assert np.array_equal(found, ours[:, 0] if ours.ndim == 2 else -ours)


def test_estimators_by_name_have_scored_the_same_examples():
    given = {"a": LOGISTIC.fit(X, WORDS), "b": LinearSVC().fit(X, WORDS)}
    checked = named_estimators(given, X, list(WORDS), pos_label="sick")
    one, other = checked.values()
    assert one.classes == other.classes == ("well", "sick")  # type: ignore[union-attr]
    assert one.same_examples(other)  # type: ignore[union-attr]


def test_those_of_a_list_are_called_by_their_classes():
    many = [DecisionTreeClassifier(max_depth=depth).fit(X, Y) for depth in (1, 2)]
    model = cc.CostCurveModel.from_estimators([*many, LOGISTIC.fit(X, Y)], X, Y)
    expected = ["DecisionTreeClassifier", "DecisionTreeClassifier 2", "LogisticRegression"]
    assert list(model.classifiers) == expected


def test_an_estimator_says_which_label_is_positive_and_weights_count():
    fitted, weight = LOGISTIC.fit(X, WORDS), np.where(np.arange(160) < 80, 2.0, 1.0)
    explorer = cc.CostCurveExplorer.from_estimator(fitted, X, WORDS, sample_weight=weight, name="a")
    scored = predictions(
        WORDS, fitted.predict_proba(X)[:, 1], sample_weight=weight, pos_label="well"
    )
    assert explorer.model.fingerprint == cc.CostCurveModel({"a": scored}).fingerprint
    assert explorer.model.classifiers.labels == ("sick", "well")
    explorer.close()


def test_groups_are_those_of_the_rows_that_are_asked_about():
    hospital = np.where(np.arange(160) < 70, "north", "south")
    fitted = LOGISTIC.fit(X, Y)
    asked: Any = {"groups": hospital}
    scored = predictions(Y, fitted.predict_proba(X)[:, 1], groups=hospital)
    whole = cc.CostCurveModel({"LogisticRegression": scored}).groups(threshold=0.5)
    for made in (cc.CostCurveModel, cc.CostCurveExplorer):
        for one, given in (("from_estimator", fitted), ("from_estimators", [fitted])):
            found: Any = getattr(made, one)(given, X, Y, **asked)
            assert getattr(found, "model", found).groups(threshold=0.5) == whole
        results = crossed(LOGISTIC, KFold(4))
        crossed_over: Any = made.from_cv_results(results, X, Y, **asked)
        model = getattr(crossed_over, "model", crossed_over)
        model.average = "pooled"
        at = model.groups(threshold=0.5)
        assert [(one.negatives, one.positives) for one in at] == [
            (np.sum(Y[mine] == 0), np.sum(Y[mine] == 1))
            for mine in (hospital == "north", hospital == "south")
        ]
    with pytest.raises(CostCurveError, match=r"^groups: 2 to 50 groups"):
        cc.CostCurveModel.from_estimator(fitted, X, Y, groups=["north"] * 160)


def test_weights_and_clusters_are_those_of_the_rows_that_are_asked_about():
    beside: Any = {"sample_weight": np.arange(160) % 3 + 1, "clusters": np.arange(160) // 4}
    beside["weights_are"] = "frequencies"
    model = cc.CostCurveModel.from_estimator(LOGISTIC.fit(X, Y), X, Y, **beside)
    [mine] = model.classifiers.values()
    scored = predictions(Y, LOGISTIC.predict_proba(X)[:, 1], **beside)
    assert isinstance(mine, Predictions)
    assert mine.drawn_with(replace(scored, examples=mine.examples))
    results = crossed(LOGISTIC, KFold(4, shuffle=True, random_state=0))
    [folds] = cc.CostCurveModel.from_cv_results(results, X, Y, **beside).classifiers.values()
    for part, test in zip(folds.parts, results["indices"]["test"], strict=True):
        assert isinstance(part, Predictions)
        assert np.array_equal(part.weight, beside["sample_weight"][test])  # type: ignore[arg-type]
        groups = beside["clusters"][test]
        together = np.equal.outer(part.clusters, part.clusters)  # type: ignore[arg-type]
        assert np.array_equal(together, np.equal.outer(groups, groups))


def test_what_is_no_estimator_may_stand_among_them():
    given = {"a": LOGISTIC.fit(X, Y), "published": {"tn": 6, "fp": 4, "fn": 4, "tp": 16}}
    assert list(cc.CostCurveModel.from_estimators(given, X, Y).classifiers) == ["a", "published"]


class OneColumn(BaseEstimator):  # type: ignore[misc]
    """One score of two classes, where two are asked for."""

    classes_ = (0, 1)

    def predict_proba(self, examples):
        return np.ones((len(examples), 1))


class Complains(BaseEstimator):  # type: ignore[misc]
    """Says in a way of its own that it is not fitted."""

    @property
    def classes_(self):
        raise RuntimeError

    def predict_proba(self, examples):
        return examples


class ThreeColumns(OneColumn):
    """A score too many."""

    def decision_function(self, examples):
        return np.ones((len(examples), 3))


THREE = np.arange(160) % 3
PAIRS = np.column_stack([Y, Y])
REFUSED: dict[str, tuple[Any, str]] = {
    "a regressor": (DecisionTreeRegressor().fit(X, Y), "with predict_proba or decision_function"),
    "a class": (LogisticRegression, r"not its class.*LogisticRegression\(\).fit"),
    "one that is not fitted": (LogisticRegression(), "Call fit"),
    "a search that is not fitted": (GridSearchCV(LOGISTIC, {"C": [1]}), "Call fit"),
    "a pipeline that is not fitted": (make_pipeline(LogisticRegression()), "Call fit"),
    "one of outliers": (IsolationForest(n_estimators=5).fit(X), "know the two classes"),
    "one of three classes": (LogisticRegression().fit(X, THREE), "of 3 classes"),
    "one of two outputs": (MultiOutputClassifier(LogisticRegression()).fit(X, PAIRS), "outputs"),
    "one of ragged outputs": (
        DecisionTreeClassifier().fit(X, np.column_stack([Y, THREE])),
        "outputs",
    ),
    "one of other columns": (LogisticRegression().fit(X[:, :3], Y), "X has 6 features"),
    "one of other labels": (LogisticRegression().fit(X, WORDS), "y: labels must be those"),
    "one with one column": (OneColumn(), r"shape \(160, 1\)"),
    "one that complains": (Complains(), "Call fit"),
    "a number": (3, "must be a classifier"),
    "nothing": (None, "must be a classifier"),
    "scores": (Y, "must be a classifier"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_asked_is_refused_in_words_and_by_name(what):
    estimator, message = REFUSED[what]
    with pytest.raises(CostCurveError, match=rf"(?s)classifier 'mine'.*{message}"):
        cc.CostCurveModel.from_estimators({"mine": estimator}, X, Y)


@pytest.mark.parametrize("package", BOOSTERS)
def test_boosters_that_are_not_fitted_are_told_from_those_that_are(package):
    with pytest.raises(CostCurveError, match="Call fit"):
        scores_of(booster(package), X)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no such method": ({"response_method": "predict"}, "response_method"),
    "a method that it has not": ({"response_method": "decision_function"}, "decision_function"),
    "a name that is none": ({"name": ["a"]}, "name"),
    "no class of it": ({"pos_label": 7}, "Its classes are: 0, 1"),
    "an array for a label": ({"pos_label": np.array([0, 1])}, "no class"),
    "too few labels": ({"y": Y[:5]}, "160 values for 5 labels"),
    "one label": ({"y": Y[:0].tolist() + [1] * 160}, "both classes"),
    "a negative weight": ({"sample_weight": -np.ones(160)}, "negative"),
    "examples of nothing": ({"X": object()}, "cannot score these examples"),
    "a missing value": ({"X": np.full_like(X, np.nan)}, "NaN"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_does_not_fit_together_is_refused(what):
    changed, message = BAD[what]
    given = {"X": X, "y": Y, **changed}
    fitted: Any = LinearSVC().fit(X, Y)
    if changed.get("response_method") == "decision_function":
        fitted = DecisionTreeClassifier().fit(X, Y)
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_estimator(fitted, **given)


def test_scores_of_too_many_columns_are_refused():
    with pytest.raises(CostCurveError, match=r"shape \(160, 3\)"):
        scores_of(ThreeColumns(), X, response_method="decision_function")


@pytest.mark.parametrize("given", [LOGISTIC, [], {}, 3])
def test_estimators_are_a_list_or_a_dict(given):
    with pytest.raises(CostCurveError, match="a list of fitted estimators"):
        cc.CostCurveModel.from_estimators(given, X, Y)


def test_rows_in_another_order_than_the_labels_are_refused():
    pandas = pytest.importorskip("pandas")
    frame, labels = pandas.DataFrame(X), pandas.Series(Y)
    with pytest.raises(CostCurveError, match="X: y_true and what runs beside it must have one in"):
        named_estimators([LOGISTIC.fit(frame, labels)], frame[::-1], labels)


FOREST = RandomForestClassifier(3, random_state=0).fit(X, Y)
DOORS = {
    "explore": lambda: cc.explore(Y, FOREST),
    "explore by name": lambda: cc.explore(Y, {"forest": FOREST}),
    "a pair": lambda: cc.CostCurveModel({"forest": (Y, FOREST)}),
    "a classifier": lambda: cc.CostCurveModel({"forest": FOREST}),
    "core": lambda: predictions(Y, FOREST),
    "the curve": lambda: cc.cost_curve(Y, FOREST),
}


@pytest.mark.parametrize("door", DOORS)
def test_an_estimator_in_the_place_of_scores_is_told_its_own_door(door):
    with pytest.raises(CostCurveError, match="from_estimator"):
        DOORS[door]()


def test_splits_are_what_each_estimator_was_tested_on():
    results = cross_validate(
        make_pipeline(StandardScaler(), LOGISTIC),
        X,
        WORDS,
        cv=4,
        return_estimator=True,
        return_indices=True,
    )
    weight = np.linspace(1, 2, 160)
    found = split_predictions(results, X, WORDS, sample_weight=weight, pos_label="sick")
    for one, estimator, test in zip(
        found, results["estimator"], results["indices"]["test"], strict=True
    ):
        assert np.array_equal(one.score, estimator.predict_proba(X[test])[:, 0])
        assert np.array_equal(one.positive, WORDS[test] == "sick")
        assert one.weight is not None
        assert np.array_equal(one.weight, weight[test])


def crossed(estimator, folds=10):
    return cross_validate(estimator, X, Y, cv=folds, return_estimator=True, return_indices=True)


def test_splits_are_folds_of_one_classifier_whose_cost_is_their_mean():
    results = crossed(LOGISTIC)
    explorer = cc.CostCurveExplorer.from_cv_results(results, X, Y, name="logistic")
    model = explorer.model
    assert list(model.classifiers) == ["logistic"]
    each = split_predictions(results, X, Y)
    alone = [cc.CostCurveModel({"one": part}) for part in each]
    for pc in (0.2, 0.5, 0.77):
        mean = np.mean([one.cost(pc=pc).normalised for one in alone])
        reading = model.read(pc)
        assert reading.best.normalised == pytest.approx(mean, abs=1e-12)
        assert not re.search(r"fold \d", reading.words)
    explorer.close()


def test_several_cross_validations_are_paired_fold_by_fold():
    results = {"logistic": crossed(LOGISTIC, 3), "tree": crossed(DecisionTreeClassifier(), 3)}
    one, other = named_cv_results(results, X, Y).values()
    assert one.same_examples(other)  # type: ignore[union-attr]
    with pytest.raises(CostCurveError, match="have names already"):
        named_cv_results(results, X, Y, name="both")


def test_a_single_split_is_a_classifier_like_any_other():
    results = crossed(LOGISTIC, ShuffleSplit(1, random_state=0))
    model = cc.CostCurveModel.from_cv_results(results, X, Y)
    assert model.read().best.threshold is not None
    assert list(model.classifiers) == ["LogisticRegression"]


@pytest.mark.parametrize("given", [{}, {"test_score": [1]}, 3, {"a": {"test_score": [1]}}])
def test_what_is_no_cross_validation_is_told_how_to_be_one(given):
    with pytest.raises(CostCurveError, match="return_estimator=True"):
        cc.CostCurveModel.from_cv_results(given, X, Y)


def test_of_results_that_lack_something_it_is_told_what_they_have():
    with pytest.raises(CostCurveError, match=r"Got \['fit_time', 'estimator'\]\. Call it with"):
        cc.CostCurveModel.from_cv_results({"fit_time": X[:, 0], "estimator": [LOGISTIC]}, X, Y)


OF_OTHERS: dict[str, tuple[dict[str, Any], str]] = {
    "fewer examples": ({"X": X[:50]}, "X: .* 50 rows for 160 labels"),
    "fewer labels": ({"y": Y[:50]}, "X: .* 160 rows for 50 labels"),
    "fewer weights": ({"sample_weight": np.ones(3)}, "sample_weight: .* 3 rows"),
    "examples without rows": ({"X": None}, "X: rows must be known"),
    "examples by name": ({"X": {"a": X}}, "X: rows must be known"),
    "a name that is none": ({"name": ["a"]}, "name"),
    **{
        f"indices such as {bad}": ({"indices": bad}, "results are of other examples")
        for bad in ([0.5], [-1], ["a"], [[0, 1]], [160], [], None, [True, False])
    },
}


@pytest.mark.parametrize("what", OF_OTHERS)
def test_results_of_other_examples_are_refused(what):
    changed, message = OF_OTHERS[what]
    results = crossed(LOGISTIC, 2)
    if "indices" in changed:
        test = [results["indices"]["test"][0], changed["indices"]]
        results["indices"] = {**results["indices"], "test": test}
    given = {"X": X, "y": Y, **{key: changed[key] for key in changed if key != "indices"}}
    with pytest.raises(CostCurveError, match=message):
        cc.CostCurveModel.from_cv_results(results, **given)


def test_results_of_some_of_the_examples_are_refused():
    results = cross_validate(
        LOGISTIC, X[:120], Y[:120], cv=2, return_estimator=True, return_indices=True
    )
    for made in (cc.CostCurveModel.from_cv_results, cc.CostCurveDisplay.from_cv_results):
        with pytest.raises(CostCurveError, match=r"160 .* after row 119"):
            made(results, X, Y)


@pytest.mark.parametrize(("n_repeats", "repeated"), [(1, False), (2, True)])
def test_repeats_are_known_as_such(n_repeats, repeated):
    cv = RepeatedStratifiedKFold(n_splits=2, n_repeats=n_repeats, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=cv, return_estimator=True, return_indices=True)
    assert named_cv_results(results, X, Y, name="a")["a"].repeated is repeated  # type: ignore[union-attr]


class Unlucky(LogisticRegression):  # type: ignore[misc]  # scikit-learn has no types
    """Cannot be fitted on the first example."""

    def fit(self, rows, y):
        if rows[0, 0] == X[0, 0]:
            raise ValueError("no luck")
        return super().fit(rows, y)


@pytest.mark.filterwarnings("ignore")  # scikit-learn tells of the fit that fails
def test_a_fit_that_failed_is_said_to_have_failed():
    results = cross_validate(
        Unlucky(), X, Y, cv=3, return_estimator=True, return_indices=True, error_score=np.nan
    )
    with pytest.raises(CostCurveError, match=r'^split 2: estimator: .* has failed.*"raise"'):
        cc.CostCurveModel.from_cv_results(results, X, Y)


@pytest.mark.parametrize("kind", ["array", "frame", "objects"])
def test_examples_that_lack_a_value_are_counted(kind):
    given = X.copy()
    given[[7, 9], 2] = np.nan
    frame = pd.DataFrame(given, columns=list("abcdef"))
    examples = {"array": given, "frame": frame, "objects": frame.assign(g="x")}[kind]
    told = r"at position 7 \(2 such of 160\), there in column .* Impute them in a pipeline"
    with pytest.raises(CostCurveError, match=told) as refused:
        cc.CostCurveModel.from_estimator(LOGISTIC.fit(X, Y), examples, Y)
    assert ("column 2" if kind == "array" else "column 'c'") in str(refused.value)


def test_what_is_wrong_with_a_split_is_said_of_it():
    results = crossed(LOGISTIC, 2)
    with pytest.raises(CostCurveError, match="split 1: X: this estimator cannot score"):
        split_predictions(results, X[:, :2], Y)


def test_scikit_learn_is_not_imported_for_what_is_not_of_it():
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
