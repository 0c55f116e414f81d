"""Fixed-threshold classifiers, misclassified rows and `threshold_for` match the recommendation."""

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
from cc_widgets.model.recommendation import decide
from tests.support.boosting import BOOSTERS, booster

X, Y = make_classification(n_samples=300, flip_y=0.2, random_state=0)
X_FIT, Y_FIT, X, Y = X[:150], Y[:150], X[150:], Y[150:]
WORDS = np.where(Y == 1, "sick", "well")
FOREST = RandomForestClassifier(20, random_state=0).fit(X_FIT, Y_FIT)
LOGISTIC = LogisticRegression().fit(X_FIT, Y_FIT)


class ScorePassThrough(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classifier whose scores are the first column of X, in its own type."""

    def fit(self, _examples, labels):
        self.classes_ = np.unique(labels)
        return self

    def decision_function(self, examples):
        return np.asarray(examples)[:, 0]


def matrix(model: cc.CostCurveModel) -> list[list[int]]:
    """Return the confusion matrix of the recommendation."""
    best = model.recommend().cost
    source: Any = model.classifiers[best.name]
    positives, negatives = int(source.positive.sum()), int((~source.positive).sum())
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
def test_predictions_match_the_recommended_confusion_matrix(name, pc, pos_label):
    estimator = booster(name).fit(X_FIT, Y_FIT) if name in BOOSTERS else ESTIMATORS[name]
    model = cc.CostCurveModel.from_estimator(estimator, X, Y, pos_label=pos_label)
    model.pc = pc
    classifier = model.fixed_threshold(estimator)
    order = [1 - pos_label, pos_label]
    assert confusion_matrix(Y, classifier.predict(X), labels=order).tolist() == matrix(model)
    wrong = model.misclassified()
    assert np.array_equal(wrong.rows, np.flatnonzero(classifier.predict(X) != Y))
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
def test_ties_and_float32_scores_stay_on_their_side(rows, pc, kind):
    scores = np.array([[score] for score, _ in rows], dtype=kind)
    label = np.array([positive for _, positive in rows])
    label[:2] = [False, True]
    estimator = ScorePassThrough().fit(scores, label)
    model = cc.CostCurveModel.from_estimator(estimator, scores, label)
    model.pc = pc
    if decide(model).is_baseline:
        return
    predicted = model.fixed_threshold(estimator, response_method="decision_function").predict(
        scores
    )
    assert confusion_matrix(label, predicted).tolist() == matrix(model)


def test_fixed_threshold_is_a_fitted_sklearn_classifier():
    model = cc.CostCurveModel.from_estimator(FOREST, X, Y)
    classifier = model.fixed_threshold(FOREST)
    assert isinstance(classifier, FixedThresholdClassifier)
    check_is_fitted(classifier)
    assert classifier.estimator is FOREST
    assert classifier.threshold == model.recommend().cost.threshold
    assert (classifier.pos_label, classifier.response_method) == (1, "predict_proba")
    refitted = clone(classifier).fit(X_FIT, Y_FIT)
    assert np.array_equal(refitted.predict(X), classifier.predict(X))


def test_unfitted_estimator_is_fitted_by_the_wrapper():
    model = cc.CostCurveModel.from_estimator(FOREST, X, Y)
    classifier = model.fixed_threshold(clone(FOREST))
    assert np.array_equal(
        classifier.fit(X_FIT, Y_FIT).predict(X), model.fixed_threshold(FOREST).predict(X)
    )


def test_recommended_estimator_is_used():
    both = {"forest": FOREST, "logistic": LOGISTIC}
    model = cc.CostCurveModel.from_estimators(both, X, Y)
    for model.pc in (0.2, 0.4, 0.5, 0.6, 0.8):
        best = model.recommend().cost
        assert model.fixed_threshold(both).estimator is both[best.name]
        assert model.fixed_threshold(both[best.name], best.name).threshold == best.threshold
    with pytest.raises(CostCurveError, match="needs the name of the classifier"):
        model.fixed_threshold(FOREST)
    other = model.fixed_threshold(LOGISTIC, "logistic")
    assert other.threshold == model.cost("logistic").threshold
    with pytest.raises(CostCurveError, match="estimators must include the recommended classifier"):
        model.fixed_threshold({"tree": FOREST}, best.name)


def test_criterion_and_range_match_the_advice():
    model = cc.CostCurveModel.from_estimator(LOGISTIC, X, Y, name="mine")
    model.pc_range = (0.2, 0.6)
    choice = model.recommend().over_range.single
    assert (decide(model).threshold, decide(model).fpr) == (choice.threshold, choice.fpr)
    model.criterion = {"kind": "youden"}
    assert model._criterion_answer is not None
    assert decide(model).threshold == model._criterion_answer.threshold
    wrong = model.misclassified()
    fpr, tpr = model._criterion_answer.rates
    assert len(wrong.false_alarms) == round(fpr * np.sum(Y == 0))
    assert len(wrong.misses) == round((1 - tpr) * np.sum(Y == 1))


def test_name_of_the_recommended_classifier_changes_nothing():
    both = {"forest": FOREST, "logistic": LOGISTIC}
    model = cc.CostCurveModel.from_estimators(both, X, Y)
    for low in np.linspace(0.05, 0.6, 12):
        model.pc_range = (low, low + 0.3)
        choice = decide(model)
        assert choice.threshold == model.recommend().over_range.single.threshold
        assert decide(model, choice.name) == choice
        predicted = model.fixed_threshold(both).predict(X)
        assert np.array_equal(model.misclassified().rows, np.flatnonzero(predicted != Y))


def test_scores_outside_0_1_need_decision_function():
    margin = LOGISTIC.decision_function(X)
    model = cc.CostCurveModel({"logistic": (Y, margin)})
    assert model.fixed_threshold(LOGISTIC).response_method == "decision_function"
    with pytest.raises(CostCurveError, match=r"not probabilities.*or from_estimator"):
        model.fixed_threshold(FOREST)


def test_response_method_of_scores_is_kept(tmp_path):
    margin = LOGISTIC.decision_function(X)
    some = np.flatnonzero((margin > 0.0) & (margin < 1.0))
    method: Any = {"response_method": "decision_function"}
    made = cc.CostCurveModel.from_estimator(LOGISTIC, X[some], Y[some], **method)
    made.pc = 0.4
    made.save(tmp_path / "kept.json")
    for model in (made, cc.CostCurveModel.load(tmp_path / "kept.json")):
        classifier = model.fixed_threshold(LOGISTIC)
        assert classifier.response_method == "decision_function"
        assert confusion_matrix(Y[some], classifier.predict(X[some])).tolist() == matrix(model)
    assert model.fixed_threshold(FOREST).response_method == "predict_proba"


def test_recommended_baseline_raises():
    fitted = DecisionTreeClassifier(max_depth=1).fit(X_FIT, np.where(Y_FIT == 1, "sick", "well"))
    model = cc.CostCurveModel.from_estimator(fitted, X, WORDS, pos_label="sick")
    model.pc = 0.001
    assert decide(model).is_baseline
    assert decide(model).threshold is None
    with pytest.raises(
        CostCurveError, match=r"no recommended threshold: .* call all well.*constant='well'"
    ):
        model.fixed_threshold(fitted)
    with pytest.raises(CostCurveError, match="the recommendation is to call all well"):
        model.misclassified()
    every = model.misclassified("DecisionTreeClassifier")
    assert np.array_equal(every.misses, np.flatnonzero(WORDS == "sick"))


def test_estimator_of_other_classes_raises():
    model = cc.CostCurveModel({"logistic": (Y, LOGISTIC.predict_proba(X)[:, 1])})
    other = LogisticRegression().fit(X_FIT, np.where(Y_FIT == 1, "sick", "well"))
    with pytest.raises(CostCurveError, match="must be a class of the estimator"):
        model.fixed_threshold(other)


NO_CHOICE: dict[str, tuple[dict[str, Any], str]] = {
    "lots": (
        {"criterion": {"kind": "neyman_pearson", "max_fpr": 0.1}, "hidden": ["points"]},
        "mixture of two thresholds",
    ),
    "nobody": ({"hidden": ["rule", "points"]}, "visible classifier"),
    "no scores": (
        {"hidden": ["points"]},
        "classifier 'rule': has no threshold, because its scores are unknown",
    ),
}


@pytest.mark.parametrize("case", NO_CHOICE)
def test_missing_threshold_raises_with_reason(case):
    traits, message = NO_CHOICE[case]
    both = {"rule": [[60, 40], [4, 160]], "points": (0.3, 0.7)}
    model = cc.CostCurveModel(both, **traits)
    with pytest.raises(CostCurveError, match=message):
        model.fixed_threshold({"rule": FOREST, "points": FOREST})


def test_misclassified_rows_at_any_threshold():
    model = cc.CostCurveModel({"logistic": (Y, LOGISTIC.predict_proba(X)[:, 1]), "c": (0.1, 0.6)})
    wrong = model.misclassified("logistic", 0.5)
    assert np.array_equal(wrong.rows, np.flatnonzero(LOGISTIC.predict(X) != Y))
    assert np.array_equal(np.sort(np.append(wrong.misses, wrong.false_alarms)), wrong.rows)
    assert model.misclassified("logistic", np.inf).rows.size == np.sum(Y == 1)
    for bad in ({"name": "c"}, {"name": "nobody"}, {"name": "logistic", "threshold": np.nan}):
        with pytest.raises(CostCurveError):
            model.misclassified(**bad)


FOLDS = [(Y[part], LOGISTIC.predict_proba(X[part])[:, 1]) for part in (slice(75), slice(75, 150))]


def decision_of(model, pc):
    return model.recommend(pc).decision


def common_threshold_of(model, pc=None):
    return model.recommend(pc).common_threshold


def test_folds_have_a_common_threshold_and_an_explicit_one():
    model = cc.CostCurveModel({"logistic": FOLDS}, pc=0.4)
    common = common_threshold_of(model)
    assert model.recommend().threshold is None
    assert model.fixed_threshold(LOGISTIC).threshold == common.decision.threshold
    score = LOGISTIC.predict_proba(X)[:, 1]
    rows = np.flatnonzero((score >= common.decision.threshold) != Y)
    assert np.array_equal(model.misclassified().rows, rows)
    wrong = model.misclassified("logistic", 0.5)
    assert np.array_equal(wrong.rows, np.flatnonzero(LOGISTIC.predict(X) != Y))


def test_common_threshold_has_the_lowest_cost_on_pooled_scores():
    whole = cc.CostCurveModel({"logistic": (Y, LOGISTIC.predict_proba(X)[:, 1])}, pc=0.4)
    model = cc.CostCurveModel({"logistic": FOLDS}, pc=0.4)
    for pc in (0.2, 0.4, (0.3, 0.6)):
        common, pooled = common_threshold_of(model, pc), decision_of(whole, pc)
        threshold = common.decision.threshold
        assert (threshold, common.decision.words) == (pooled.threshold, pooled.words)
        rates = [
            [np.mean(score[y == label] >= threshold) for label in (0, 1)] for y, score in FOLDS
        ]
        fpr, tpr = np.mean(rates, axis=0)
        assert (common.decision.fpr, common.decision.tpr) == pytest.approx((fpr, tpr))
        assert common.cost == pytest.approx((1 - common.pc) * fpr + common.pc * (1 - tpr))
        each = [cc.CostCurveModel({"fold": fold}).cost("fold", common.pc) for fold in FOLDS]
        assert common.fold_cost == pytest.approx(np.mean([cost.normalised for cost in each]))
        assert common.fold_cost < common.cost
    assert common_threshold_of(model).words in " ".join(model.summary().split())


def test_common_threshold_follows_criterion_data_and_average():
    model = cc.CostCurveModel({"logistic": FOLDS, "other": FOLDS[::-1]}, pc=0.4)
    at_cost = common_threshold_of(model).decision
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.02}
    limited = common_threshold_of(model).decision
    assert limited.threshold > at_cost.threshold
    assert model.fixed_threshold(LOGISTIC, "other").threshold == limited.threshold
    model.criterion = None
    model.classifiers = {"logistic": [(y, 1 - score) for y, score in FOLDS[:1] * 2]}
    assert model.recommend().common_threshold is None
    model.classifiers = {"logistic": [(y, score / 2) for y, score in FOLDS]}
    assert common_threshold_of(model).decision.threshold < at_cost.threshold
    model.average = "pooled"
    assert model.recommend().common_threshold is None


def test_common_threshold_has_its_cost_in_money():
    prior, cost_fn = (0.2, 0.4), (5.0, 10.0)
    conditions = cc.Conditions(prior, cost_fp=4, cost_fn=cost_fn, cost_tn=-1, n_cases=1000)
    model = cc.CostCurveModel({"logistic": FOLDS}, conditions=conditions)
    common = common_threshold_of(model)
    fpr, tpr = common.decision.fpr, common.decision.tpr
    costs = [
        p * (1 - tpr) * miss + (1 - p) * (4 * fpr - (1 - fpr)) for p in prior for miss in cost_fn
    ]
    assert common.per_case.ends == pytest.approx((min(costs), max(costs)))
    assert common.total.ends == pytest.approx((1000 * min(costs), 1000 * max(costs)))
    outside = common_threshold_of(model, (0.1, 0.2))
    assert (outside.per_case, outside.total) == (None, None)
    model.conditions = cc.Conditions(prior=0.3, cost_fn=5)
    exact = common_threshold_of(model)
    assert exact.per_case.low == exact.per_case.high == pytest.approx(exact.cost * (0.7 + 1.5))


def test_common_threshold_may_be_a_baseline():
    # The first fold has perfect scores, but they mean something else in the second one.
    y = np.repeat([0, 1], 900)
    second = np.repeat([2.0, 9.0, 3.0], [810, 90, 900])
    model = cc.CostCurveModel({"shifted": [(y, y), (y, second)]}, pc=0.04)
    common = common_threshold_of(model)
    assert common.decision.is_baseline
    assert (common.cost, common.fold_cost) == pytest.approx((0.04, 0.02))
    with pytest.raises(CostCurveError, match="the recommendation is to call all negatives"):
        model.fixed_threshold(LOGISTIC)


def test_folds_without_scores_have_no_common_threshold():
    model = cc.CostCurveModel({"matrices": [[[60, 4], [4, 60]], [[50, 4], [4, 50]]]})
    assert model.recommend().common_threshold is None
    with pytest.raises(CostCurveError, match=r"scores are unknown.* Pass the scores"):
        model.fixed_threshold(LOGISTIC)


def test_pooled_folds_have_a_common_threshold():
    score = LOGISTIC.predict_proba(X)[:, 1]
    model = cc.CostCurveModel({"logistic": FOLDS}, pc=0.4, average="pooled")
    whole = cc.CostCurveModel({"logistic": (Y, score)}, pc=0.4)
    assert decide(model).threshold == decide(whole).threshold
    chosen = model.fixed_threshold(LOGISTIC)
    assert confusion_matrix(Y, chosen.predict(X)).tolist() == matrix(whole)


def test_threshold_for_accepts_frequencies():
    score, often = LOGISTIC.predict_proba(X)[:, 1], np.arange(150) % 3
    decision = cc.threshold_for(Y, score, pc=0.3, sample_weight=often, weights_are="frequencies")
    assert decision == cc.threshold_for(np.repeat(Y, often), np.repeat(score, often), pc=0.3)
    with pytest.raises(CostCurveError, match=r"^sample_weight: frequencies must be integers"):
        cc.threshold_for(Y, score, sample_weight=often / 2, weights_are="frequencies")


def test_rows_have_index_labels():
    pandas = pytest.importorskip("pandas")
    names = [f"patient {i}" for i in range(150)][::-1]
    frame, label = pandas.DataFrame(X, index=names), pandas.Series(Y, index=names)
    fitted = LogisticRegression().fit(frame, label)
    wrong = cc.CostCurveModel.from_estimator(fitted, frame, label).misclassified()
    assert wrong.rows.tolist() == frame.index[wrong.positions].tolist()
    assert (label.loc[wrong.misses] == 1).all()
    assert (label.loc[wrong.false_alarms] == 0).all()


@pytest.mark.parametrize("kind", ["array", "list", "series", "named series"])
def test_rows_of_cross_validation_match_the_data(kind):
    pandas = pytest.importorskip("pandas")
    names = {"series": range(150), "named series": range(900, 750, -1)}.get(kind)
    label = {"array": Y, "list": Y.tolist()}.get(kind, pandas.Series(Y, index=names))
    splits = KFold(3) if kind == "list" else KFold(3, shuffle=True, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=splits, return_estimator=True, return_indices=True)
    model = cc.CostCurveModel.from_cv_results(results, X, label, name="mine")
    wrong = model.misclassified("mine", 0.5)
    predicted = np.empty(150, dtype=int)
    for fitted, test in zip(results["estimator"], results["indices"]["test"], strict=True):
        predicted[test] = fitted.predict(X[test])
    expected = np.flatnonzero(predicted != Y)
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
def test_positions_refer_to_the_frame(roles, wrong, index, tmp_path):
    pandas = pytest.importorskip("pandas")
    y = [0, 0, 0, 1, 1, 1, 0, 1] if "name" in roles else GAPPY["y"]
    frame = pandas.DataFrame(GAPPY | {"y": y}, index=index)
    with pytest.warns(UserWarning, match="1 of 8 rows"):
        model = cc.CostCurveModel.from_frame(frame, y_true="y", y_score="s", **roles)
    model.save(tmp_path / "kept.json")
    for copy in (model, cc.CostCurveModel.load(tmp_path / "kept.json")):
        answer: Any = copy.misclassified(model.curves.classifiers[0].name, 0.5)
        assert sorted(answer.positions) == wrong
        assert answer.rows.tolist() == frame.index[answer.positions].tolist()


def test_positions_of_reordered_examples_refer_to_the_frame():
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
    wrong: Any = model.misclassified("a", 0.5)
    assert (sorted(wrong.positions), sorted(wrong.rows)) == ([0, 2], [5, 7])
    assert frame["id"].to_numpy()[wrong.positions].tolist() == wrong.rows.tolist()


def test_positions_of_repeated_folds_refer_to_the_data():
    splits = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    results = cross_validate(LOGISTIC, X, Y, cv=splits, return_estimator=True, return_indices=True)
    model = cc.CostCurveModel.from_cv_results(results, X, Y, name="mine")
    answer: Any = model.misclassified("mine", 0.5)
    each = zip(results["estimator"], results["indices"]["test"], strict=True)
    wrong = [test[fitted.predict(X[test]) != Y[test]] for fitted, test in each]
    assert np.array_equal(answer.positions, np.concatenate(wrong))


def test_unknown_positions_are_none_with_reason():
    examples = replace(predictions(Y, LOGISTIC.predict_proba(X)[:, 1]), left_out=(2, 152))
    wrong = cc.CostCurveModel({"mine": examples}).misclassified("mine", 0.5)
    assert (wrong.positions, wrong.why_no_positions[:19]) == (None, "Rows were left out,")
    assert len(wrong) == np.sum(LOGISTIC.predict(X) != Y)


def test_zero_weight_examples_are_never_wrong():
    weight = np.ones(150)
    weight[::3] = 0.0
    model = cc.CostCurveModel.from_estimator(LOGISTIC, X, Y, sample_weight=weight)
    assert not set(range(0, 150, 3)) & set(model.misclassified().rows.tolist())


def test_threshold_for_needs_no_display():
    code = (
        "import sys, cc_widgets as cc\n"
        "cc.threshold_for([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9], cc.Conditions(prior=0.2))\n"
        "print(*{'sklearn', 'bqplot', 'ipywidgets', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    "options",
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
def test_threshold_for_matches_the_model(options):
    score = LOGISTIC.predict_proba(X)[:, 1]
    decision = cc.threshold_for(Y, {"a": score, "b": score**2 + X[:, 0] / 9}, **options)
    taken = {name: options[name] for name in ("conditions", "criterion") if name in options}
    if "pc" in options:
        exact = isinstance(options["pc"], float)
        taken |= {"pc": options["pc"]} if exact else {"pc_range": options["pc"]}
    made = {name: options[name] for name in ("sample_weight", "pos_label") if name in options}
    named = cc.CostCurveExplorer.from_predictions(
        Y, {"a": score, "b": score**2 + X[:, 0] / 9}, **made
    )
    model = cc.CostCurveModel(named.model.classifiers, **taken)
    named.close()
    assert decision == decide(model)


def test_conditions_with_pc_raise():
    with pytest.raises(CostCurveError, match="pass either conditions or pc"):
        cc.threshold_for(Y, LOGISTIC.decision_function(X), cc.Conditions(prior=0.1), pc=0.3)


def test_weights_make_costs_by_row_exact():
    rng = np.random.default_rng(0)
    y = rng.random(300) < 0.3
    score, cost = rng.normal(size=300) + y, rng.gamma(1.0, 100.0, 300)
    model = cc.CostCurveModel({"a": predictions(y, score, sample_weight=cost)})
    model.conditions = cc.Conditions(
        prior=y.mean(), cost_fp=cost[~y].mean(), cost_fn=cost[y].mean()
    )
    totals = [np.mean(cost * ((score >= threshold) != y)) for threshold in [*score, np.inf]]
    best: Any = model.recommend().cost
    assert best.per_case.low == pytest.approx(min(totals))
    assert np.mean(cost * ((score >= best.threshold) != y)) == pytest.approx(min(totals))
