"""What is handed back does what the answer says, to the last example."""

import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import (
    FixedThresholdClassifier,
    KFold,
    RepeatedKFold,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.validation import check_is_fitted

import cc_widgets as cc
from cc_widgets.core import predictions
from cc_widgets.errors import CostCurveError
from tests.support.boosting import BOOSTERS, booster

X, Y = make_classification(n_samples=300, flip_y=0.2, random_state=0)
X_FIT, Y_FIT, X, Y = X[:150], Y[:150], X[150:], Y[150:]
WORDS = np.where(Y == 1, "sick", "well")
FOREST = RandomForestClassifier(20, random_state=0).fit(X_FIT, Y_FIT)
LOGISTIC = LogisticRegression().fit(X_FIT, Y_FIT)


class Told(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Says of each example the score that stands in it, in the type in which it stands."""

    def fit(self, _examples, labels):
        self.classes_ = np.unique(labels)
        return self

    def decision_function(self, examples):
        return np.asarray(examples)[:, 0]


def matrix(model: cc.CostCurveModel) -> list[list[int]]:
    """The confusion matrix that the answer states."""
    best = model.read().best
    given: Any = model.classifiers[best.name]
    positives, negatives = int(given.positive.sum()), int((~given.positive).sum())
    fp, tp = round(best.fpr * negatives), round(best.tpr * positives)
    return [[negatives - fp, fp], [positives - tp, tp]]


ESTIMATORS = {
    "forest, with many ties": FOREST,
    "logistic": LOGISTIC,
    "pipeline": make_pipeline(StandardScaler(), LinearSVC()).fit(X_FIT, Y_FIT),
    "tree, with very many ties": DecisionTreeClassifier(max_depth=3).fit(X_FIT, Y_FIT),
}


@pytest.mark.parametrize("name", [*ESTIMATORS, *BOOSTERS])
@pytest.mark.parametrize("pc", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("pos_label", [1, 0])
def test_predictions_have_the_confusion_matrix_that_the_answer_states(name, pc, pos_label):
    estimator = booster(name).fit(X_FIT, Y_FIT) if name in BOOSTERS else ESTIMATORS[name]
    model = cc.CostCurveModel.from_estimator(estimator, X, Y, pos_label=pos_label)
    model.pc = pc
    found = model.fixed_threshold(estimator)
    order = [1 - pos_label, pos_label]
    assert confusion_matrix(Y, found.predict(X), labels=order).tolist() == matrix(model)
    wrong = model.misclassified()
    assert np.array_equal(wrong.rows, np.flatnonzero(found.predict(X) != Y))
    assert (len(wrong.false_alarms), len(wrong.misses)) == (
        matrix(model)[0][1],
        matrix(model)[1][0],
    )


SCORES = st.one_of(
    st.floats(-1e6, 1e6, width=32), st.sampled_from([0.0, -0.0, 0.1, 0.3, 1 / 3, 0.7])
)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(SCORES, st.booleans()), min_size=2, max_size=30),
    st.floats(0.05, 0.95),
    st.sampled_from([np.float32, np.float64]),
)
def test_ties_and_short_floats_stay_on_their_side(rows, pc, kind):
    scores = np.array([[score] for score, _ in rows], dtype=kind)
    label = np.array([positive for _, positive in rows])
    label[:2] = [False, True]
    estimator = Told().fit(scores, label)
    model = cc.CostCurveModel.from_estimator(estimator, scores, label)
    model.pc = pc
    if model.recommended().trivial:
        return
    found = model.fixed_threshold(estimator, response_method="decision_function").predict(scores)
    assert confusion_matrix(label, found).tolist() == matrix(model)


def test_what_is_handed_back_is_ready_and_of_scikit_learn():
    model = cc.CostCurveModel.from_estimator(FOREST, X, Y)
    found = model.fixed_threshold(FOREST)
    assert isinstance(found, FixedThresholdClassifier)
    check_is_fitted(found)
    assert found.estimator is FOREST
    assert found.threshold == model.read().best.threshold
    assert (found.pos_label, found.response_method) == (1, "predict_proba")
    again = clone(found).fit(X_FIT, Y_FIT)
    assert np.array_equal(again.predict(X), found.predict(X))


def test_an_estimator_that_is_not_fitted_is_fitted_by_what_is_handed_back():
    model = cc.CostCurveModel.from_estimator(FOREST, X, Y)
    found = model.fixed_threshold(clone(FOREST))
    assert np.array_equal(
        found.fit(X_FIT, Y_FIT).predict(X), model.fixed_threshold(FOREST).predict(X)
    )


def test_of_several_the_recommended_one_is_taken():
    both = {"forest": FOREST, "logistic": LOGISTIC}
    model = cc.CostCurveModel.from_estimators(both, X, Y)
    for model.pc in (0.2, 0.4, 0.5, 0.6, 0.8):
        best = model.read().best
        assert model.fixed_threshold(both).estimator is both[best.name]
        assert model.fixed_threshold(both[best.name], best.name).threshold == best.threshold
    with pytest.raises(CostCurveError, match="not clear which classifier"):
        model.fixed_threshold(FOREST)
    other = model.fixed_threshold(LOGISTIC, "logistic")
    assert other.threshold == model.cost("logistic").threshold
    with pytest.raises(CostCurveError, match="is not among the estimators"):
        model.fixed_threshold({"tree": FOREST}, best.name)


def test_a_criterion_and_a_range_decide_as_in_the_answer():
    model = cc.CostCurveModel.from_estimator(LOGISTIC, X, Y, name="mine")
    model.pc_range = (0.2, 0.6)
    one = model.best().one
    assert (model.recommended().threshold, model.recommended().fpr) == (one.threshold, one.fpr)
    model.criterion = {"kind": "youden"}
    assert model.answer is not None
    assert model.recommended().threshold == model.answer.threshold
    wrong = model.misclassified()
    fpr, tpr = model.answer.rates
    assert len(wrong.false_alarms) == round(fpr * np.sum(Y == 0))
    assert len(wrong.misses) == round((1 - tpr) * np.sum(Y == 1))


def test_a_name_changes_nothing_where_the_answer_is_about_it():
    both = {"forest": FOREST, "logistic": LOGISTIC}
    model = cc.CostCurveModel.from_estimators(both, X, Y)
    for low in np.linspace(0.05, 0.6, 12):
        model.pc_range = (low, low + 0.3)
        choice = model.recommended()
        assert choice.threshold == model.best().one.threshold
        assert model.recommended(choice.name) == choice
        found = model.fixed_threshold(both).predict(X)
        assert np.array_equal(model.misclassified().rows, np.flatnonzero(found != Y))


def test_scores_beyond_0_and_1_are_no_probabilities():
    margin = LOGISTIC.decision_function(X)
    model = cc.CostCurveModel({"logistic": (Y, margin)})
    assert model.fixed_threshold(LOGISTIC).response_method == "decision_function"
    with pytest.raises(CostCurveError, match=r"no probabilities.*from_estimator ask"):
        model.fixed_threshold(FOREST)


def test_what_scores_were_asked_of_is_kept_though_they_look_like_probabilities(tmp_path):
    margin = LOGISTIC.decision_function(X)
    some = np.flatnonzero((margin > 0.0) & (margin < 1.0))
    method: Any = {"response_method": "decision_function"}
    made = cc.CostCurveModel.from_estimator(LOGISTIC, X[some], Y[some], **method)
    made.pc = 0.4
    made.save(tmp_path / "kept.json")
    for model in (made, cc.CostCurveModel.load(tmp_path / "kept.json")):
        found = model.fixed_threshold(LOGISTIC)
        assert found.response_method == "decision_function"
        assert confusion_matrix(Y[some], found.predict(X[some])).tolist() == matrix(model)
    assert model.fixed_threshold(FOREST).response_method == "predict_proba"


def test_a_trivial_rule_is_said_and_no_threshold_invented():
    fitted = DecisionTreeClassifier(max_depth=1).fit(X_FIT, np.where(Y_FIT == 1, "sick", "well"))
    model = cc.CostCurveModel.from_estimator(fitted, X, WORDS, pos_label="sick")
    model.pc = 0.001
    assert model.recommended().trivial
    assert model.recommended().threshold is None
    with pytest.raises(CostCurveError, match=r"to call all well: no thr.*constant='well'"):
        model.fixed_threshold(fitted)
    with pytest.raises(CostCurveError, match="call all well, which is no classifier"):
        model.misclassified()
    every = model.misclassified("DecisionTreeClassifier")
    assert np.array_equal(every.misses, np.flatnonzero(WORDS == "sick"))


def test_an_estimator_of_other_classes_is_refused():
    model = cc.CostCurveModel({"logistic": (Y, LOGISTIC.predict_proba(X)[:, 1])})
    other = LogisticRegression().fit(X_FIT, np.where(Y_FIT == 1, "sick", "well"))
    with pytest.raises(CostCurveError, match="no class of this estimator"):
        model.fixed_threshold(other)


NO_CHOICE: dict[str, tuple[dict[str, Any], str]] = {
    "lots": (
        {"criterion": {"kind": "neyman_pearson", "max_fpr": 0.1}, "hidden": ["points"]},
        "draw lots",
    ),
    "nobody": ({"hidden": ["rule", "points"]}, "no visible classifier"),
    "no scores": (
        {"hidden": ["points"]},
        "classifier 'rule': there is no threshold, as scores are not known",
    ),
}


@pytest.mark.parametrize("what", NO_CHOICE)
def test_where_there_is_no_threshold_it_is_said_why(what):
    traits, message = NO_CHOICE[what]
    both = {"rule": [[60, 40], [4, 160]], "points": (0.3, 0.7)}
    model = cc.CostCurveModel(both, **traits)
    with pytest.raises(CostCurveError, match=message):
        model.fixed_threshold({"rule": FOREST, "points": FOREST})


def test_rows_are_known_at_any_threshold_of_scores_and_of_no_others():
    model = cc.CostCurveModel({"logistic": (Y, LOGISTIC.predict_proba(X)[:, 1]), "c": (0.1, 0.6)})
    wrong = model.misclassified("logistic", 0.5)
    assert np.array_equal(wrong.rows, np.flatnonzero(LOGISTIC.predict(X) != Y))
    assert np.array_equal(np.sort(np.append(wrong.misses, wrong.false_alarms)), wrong.rows)
    assert model.misclassified("logistic", np.inf).rows.size == np.sum(Y == 1)
    for bad in ({"name": "c"}, {"name": "nobody"}, {"name": "logistic", "threshold": np.nan}):
        with pytest.raises(CostCurveError):
            model.misclassified(**bad)


def test_folds_have_no_one_threshold_but_may_be_asked_about_any():
    score = LOGISTIC.predict_proba(X)[:, 1]
    halves = [(Y[part], score[part]) for part in (slice(75), slice(75, 150))]
    model = cc.CostCurveModel({"logistic": halves})
    for ask in (lambda: model.fixed_threshold(LOGISTIC), model.misclassified):
        with pytest.raises(CostCurveError, match="each fold has its own"):
            ask()
    wrong = model.misclassified("logistic", 0.5)
    assert np.array_equal(wrong.rows, np.flatnonzero(LOGISTIC.predict(X) != Y))


def test_pooled_folds_have_one_threshold_as_the_refusal_says():
    score = LOGISTIC.predict_proba(X)[:, 1]
    halves = [(Y[part], score[part]) for part in (slice(75), slice(75, 150))]
    model = cc.CostCurveModel({"logistic": halves}, pc=0.4)
    with pytest.raises(CostCurveError, match=r'Set model.average = "pooled"'):
        model.fixed_threshold(LOGISTIC)
    model.average = "pooled"
    whole = cc.CostCurveModel({"logistic": (Y, score)}, pc=0.4)
    assert model.recommended().threshold == whole.recommended().threshold
    chosen = model.fixed_threshold(LOGISTIC)
    assert confusion_matrix(Y, chosen.predict(X)).tolist() == matrix(whole)


def test_a_threshold_is_asked_for_with_weights_that_count_examples():
    score, often = LOGISTIC.predict_proba(X)[:, 1], np.arange(150) % 3
    found = cc.threshold_for(Y, score, pc=0.3, sample_weight=often, weights_are="frequencies")
    assert found == cc.threshold_for(np.repeat(Y, often), np.repeat(score, often), pc=0.3)
    with pytest.raises(CostCurveError, match=r"^sample_weight: frequencies are whole numbers"):
        cc.threshold_for(Y, score, sample_weight=often / 2, weights_are="frequencies")


def test_rows_are_called_as_the_index_calls_them():
    pandas = pytest.importorskip("pandas")
    names = [f"patient {i}" for i in range(150)][::-1]
    frame, label = pandas.DataFrame(X, index=names), pandas.Series(Y, index=names)
    fitted = LogisticRegression().fit(frame, label)
    wrong = cc.CostCurveModel.from_estimator(fitted, frame, label).misclassified()
    assert wrong.rows.tolist() == frame.index[wrong.positions].tolist()
    assert (label.loc[wrong.misses] == 1).all()
    assert (label.loc[wrong.false_alarms] == 0).all()


@pytest.mark.parametrize("kind", ["array", "list", "series", "named series"])
def test_rows_of_a_cross_validation_are_those_of_the_data(kind):
    pandas = pytest.importorskip("pandas")
    names = {"series": range(150), "named series": range(900, 750, -1)}.get(kind)
    label = {"array": Y, "list": Y.tolist()}.get(kind, pandas.Series(Y, index=names))
    splits = KFold(3) if kind == "list" else KFold(3, shuffle=True, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=splits, return_estimator=True, return_indices=True)
    model = cc.CostCurveModel.from_cv_results(results, X, label, name="mine")
    wrong = model.misclassified("mine", 0.5)
    said = np.empty(150, dtype=int)
    for fitted, test in zip(results["estimator"], results["indices"]["test"], strict=True):
        said[test] = fitted.predict(X[test])
    expected = np.flatnonzero(said != Y)
    in_data = np.arange(150) if names is None else np.array(names)
    assert sorted(wrong.rows.tolist()) == sorted(in_data[expected].tolist())


GAPPY: dict[str, Any] = {
    "y": [0, 1, 0, 1] * 2,
    "s": [np.nan, 0.9, 0.8, 0.7, 0.2, 0.6, 0.1, 0.3],
    "model": ["a", "b"] * 4,
    "id": [1, 2, 3, 4, 4, 3, 2, 1],
    "fold": [1, 1, 0, 0] * 2,
}
"""Rows 2 and 7 are wrong at 0.5."""


@pytest.mark.parametrize(
    ("roles", "wrong"),
    [
        ({"missing": "drop"}, [2, 7]),
        ({"missing": "drop", "fold": "fold"}, [2, 7]),
        ({"missing": "drop", "name": "model"}, [1, 7]),
    ],
)
@pytest.mark.parametrize("index", [None, [*"hgfedcba"]])
def test_positions_are_those_of_rows_of_the_frame(roles, wrong, index, tmp_path):
    pandas = pytest.importorskip("pandas")
    y = [0, 0, 0, 1, 1, 1, 0, 1] if "name" in roles else GAPPY["y"]
    frame = pandas.DataFrame(GAPPY | {"y": y}, index=index)
    with pytest.warns(UserWarning, match="1 of 8 rows"):
        model = cc.CostCurveModel.from_frame(frame, y_true="y", y_score="s", **roles)
    model.save(tmp_path / "kept.json")
    for one in (model, cc.CostCurveModel.load(tmp_path / "kept.json")):
        found: Any = one.misclassified(model.derived.classifiers[0].name, 0.5)
        assert sorted(found.positions) == wrong
        assert found.rows.tolist() == frame.index[found.positions].tolist()


def test_positions_of_examples_that_were_put_in_order_are_those_of_the_frame():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {
            "y": [0, 1, 1, 0, 1, 0],
            "s": [0.9, 0.8, 0.2, 0.1, 0.7, 0.6],
            "model": [*"ababba"],
            "id": [7, 5, 5, 7, 6, 8],
        }
    )[[0, 1, 2, 3]]
    roles: dict[str, Any] = {"y_true": "y", "y_score": "s", "name": "model", "example": "id"}
    model = cc.CostCurveModel.from_frame(frame, **roles)
    found: Any = model.misclassified("a", 0.5)
    assert (sorted(found.positions), sorted(found.rows)) == ([0, 2], [5, 7])
    assert frame["id"].to_numpy()[found.positions].tolist() == found.rows.tolist()


def test_positions_of_repeated_folds_are_those_of_rows_of_the_data():
    splits = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=splits, return_estimator=True, return_indices=True)
    model = cc.CostCurveModel.from_cv_results(results, X, Y, name="mine")
    found: Any = model.misclassified("mine", 0.5)
    each = zip(results["estimator"], results["indices"]["test"], strict=True)
    wrong = [test[fitted.predict(X[test]) != Y[test]] for fitted, test in each]
    assert np.array_equal(found.positions, np.concatenate(wrong))


def test_positions_that_nobody_knows_are_none_and_it_is_said_why():
    given = replace(predictions(Y, LOGISTIC.predict_proba(X)[:, 1]), left_out=(2, 152))
    found = cc.CostCurveModel({"mine": given}).misclassified("mine", 0.5)
    assert (found.positions, found.unplaced[:19]) == (None, "Rows were left out,")
    assert len(found) == np.sum(LOGISTIC.predict(X) != Y)


def test_examples_of_no_weight_are_not_wrong():
    weight = np.ones(150)
    weight[::3] = 0.0
    model = cc.CostCurveModel.from_estimator(LOGISTIC, X, Y, sample_weight=weight)
    assert not set(range(0, 150, 3)) & set(model.misclassified().rows.tolist())


def test_a_threshold_is_found_without_a_display():
    code = (
        "import sys, cc_widgets as cc\n"
        "cc.threshold_for([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9], cc.Conditions(prior=0.2))\n"
        "print(*{'sklearn', 'bqplot', 'ipywidgets', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"pc": 0.4},
        {"pc": (0.2, 0.5)},
        {"conditions": cc.Conditions(prior=0.3, cost_fn=2)},
        {"conditions": cc.Conditions(prior=(0.2, 0.4), cost_fn=2)},
        {"criterion": {"kind": "youden"}},
        {"sample_weight": np.linspace(1, 2, 150)},
        {"pos_label": 0},
    ],
)
def test_it_is_the_one_that_the_model_recommends(asked):
    score = LOGISTIC.predict_proba(X)[:, 1]
    found = cc.threshold_for(Y, {"a": score, "b": score**2 + X[:, 0] / 9}, **asked)
    taken = {name: asked[name] for name in ("conditions", "criterion") if name in asked}
    if "pc" in asked:
        exact = isinstance(asked["pc"], float)
        taken |= {"pc": asked["pc"]} if exact else {"pc_range": asked["pc"]}
    made = {name: asked[name] for name in ("sample_weight", "pos_label") if name in asked}
    named = cc.CostCurveExplorer.from_predictions(
        Y, {"a": score, "b": score**2 + X[:, 0] / 9}, **made
    )
    model = cc.CostCurveModel(named.model.classifiers, **taken)
    named.close()
    assert found == model.recommended()


def test_conditions_and_pc_say_the_same_thing_and_are_not_both_taken():
    with pytest.raises(CostCurveError, match="pass one of them"):
        cc.threshold_for(Y, LOGISTIC.decision_function(X), cc.Conditions(prior=0.1), pc=0.3)
