"""Names, summaries, remarks and reasons in sentences."""

from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions, cell_counts, count, point_set, predictions, roc_curve
from cc_widgets.core.thresholds import least_money_regret
from cc_widgets.core.uncertainty import Band
from cc_widgets.model import derive as module
from cc_widgets.model.answers import current_best_band
from cc_widgets.model.choosing import THINNED_NOTE
from cc_widgets.model.estimating import useful_ranges
from cc_widgets.model.numerals import share
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import standing_words
from tests.support import examples
from tests.support.examples import model_of, score


@pytest.fixture
def model():
    label = ["ill", "well", "ill", "well", "ill", "well", "well"]
    score = [0.9, 0.2, 0.7, 0.4, 0.3, 0.1, 0.8]
    return CostCurveModel(
        {"forest": predictions(label, score, pos_label="ill")},
        conditions=Conditions(prior=0.25, cost_fp=10, cost_fn=30, currency="EUR", n_cases=1000),
    )


def test_long_names_are_not_split():
    name = "forest" * 30
    model = CostCurveModel({name: (0.2, 0.8), "tree": (0.3, 0.7)})
    assert name in model.recommend().text
    assert name in model.summary()


def test_runner_up_is_another_classifier(model):
    model.classifiers = {"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.4, tpr=0.8)}
    read = model.recommend(0.5)
    assert (read.cost.name, read.runner_up.name) == ("a", "b")
    assert "Next is b: cost 0.05 more (20 %)." in read.text
    assert read.interval is None
    assert read.difference == pytest.approx(0.25 - 0.3)
    assert read.intercept == pytest.approx(0.6 - 1 * 0.1)
    assert model.recommend(0).intercept is None
    model.hide("b")
    assert model.recommend(0.5).difference is None


def test_summary_has_useful_range_and_recommendation(model):
    model.conditions = Conditions(prior=(0.25, 0.3), cost_fp=10, cost_fn=30)
    assert max(map(len, model.summary().splitlines())) <= 100  # N5
    text = " ".join(model.summary().split())
    reach = model.operating_range()
    assert f"from PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}" in text
    assert "to call all well or to call all ill" in text
    assert model.recommend().advice.short_text in text


def test_summary_without_useful_classifiers():
    assert CostCurveModel().summary().startswith("There is no classifier yet.")
    worse = CostCurveModel({"worse": point_set(fpr=0.6, tpr=0.4)})
    assert worse.summary().startswith("Nowhere does a classifier cost less")


def test_summary_of_several_classifiers():
    model = CostCurveModel(
        {
            "a": point_set(fpr=0.1, tpr=0.6),
            "b": point_set(fpr=0.4, tpr=0.9),
            "c": point_set(fpr=0.5, tpr=0.5),
        }
    )
    text = model.summary()
    assert text.startswith("The best of a, b, c is worth using from PC(+) 0.143 to 0.857")
    assert "a: cheapest for PC(+) 0.143 to 0.5." in text.splitlines()
    assert "b: cheapest for PC(+) 0.5 to 0.857." in text.splitlines()
    assert "c: never the cheapest." in text.splitlines()
    model.hide("c")
    assert standing_words(model.curves, 2) == "hidden"


def test_cheapest_classifiers_are_expected_to_cost_less_than_baselines():
    model = model_of(good=(examples.LABEL, score(1)), poor=(examples.LABEL, score(2)))
    observed = standing_words(model.curves, 0)
    text = model.summary()
    best = current_best_band(model)
    assert best is not None
    start, stop = useful_ranges(best)[0].tolist()
    status = model.curves.status.classifiers[0]
    assert status.pc_low[0] < start < stop < status.pc_high[-1]
    words = f"cheapest for PC(+) {share(start)} to {share(stop)}"
    assert standing_words(model.curves, 0, best) == words != observed
    assert f"good: {words}." in text


def test_classifier_that_looks_cheaper_is_never_expected_to_be_the_cheapest():
    model = CostCurveModel({"a": point_set(fpr=0.2, tpr=0.8)})
    pc = np.array([0.0, 0.5, 1.0])
    cost = np.array([0.0, 0.6, 0.0])
    nowhere = Band(pc, cost, cost, cost, 0.9, "made up", "line", expected=cost)
    assert standing_words(model.curves, 0, nowhere) == "never expected to be the cheapest"


def test_matrix_has_no_threshold_words():
    model = CostCurveModel({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    assert model.recommend(0.5).over_range.words == "At PC(+) 0.5: use C4.5."
    assert model.cost(pc=0.5).threshold is None
    labelled = point_set(fpr=[0.1, 0.3], tpr=[0.5, 0.8], labels=["pruned", "grown"])
    model.classifiers = {"tree": labelled}
    assert model.recommend(0.3).over_range.words == "At PC(+) 0.3: use tree (pruned)."


# ---- Remarks on odd input
DRAW = np.random.default_rng(0)
LABEL = DRAW.random(400) < 0.3
SCORE = LABEL + DRAW.normal(size=400)


def remarks_on(label, score, **options):
    return CostCurveModel({"forest": predictions(label, score, **options)}).remarks


@pytest.mark.parametrize("weight", [None, np.ones(400), np.full(400, 1e-6), DRAW.random(400)])
def test_reversed_scores_give_a_remark(weight):
    (remark,) = remarks_on(LABEL, -SCORE, sample_weight=weight)
    assert remark.startswith("forest is worse than guessing (area under its ROC curve 0.2")
    assert remarks_on(LABEL, SCORE, sample_weight=weight) == ()


def test_reversed_scores_of_many_examples_give_a_remark(monkeypatch):
    monkeypatch.setattr(module, "MAX_STORED", 100)
    assert len(remarks_on(LABEL, -SCORE)) == 1
    assert remarks_on(LABEL, SCORE) == ()


def test_random_scores_rarely_get_a_remark():
    draw = np.random.default_rng(1)
    all_remarks = [remarks_on(LABEL, draw.random(400)) for _ in range(50)]
    assert not any("worse" in remark for remarks in all_remarks for remark in remarks)


@pytest.mark.parametrize("answers", [LABEL ^ (SCORE > 2), np.where(SCORE > 0.5, 0.8, 0.3)])
def test_labels_passed_as_scores_give_a_remark(answers):
    (remark,) = remarks_on(LABEL, answers)
    assert remark.startswith("forest has only two different scores")


def test_no_remark_on_two_examples():
    assert not any("scores" in remark for remark in remarks_on([0, 1], [0.2, 0.9]))


def test_heavy_ties_give_a_remark():
    clipped = np.where(SCORE < 0.6, 0.6, SCORE)
    both = [np.mean(SCORE[kind == LABEL] < 0.6) for kind in (False, True)]
    assert min(both) > 0.25
    (remark,) = remarks_on(LABEL, clipped)
    assert remark == (
        f"forest gives {100 * min(both):.0f} % or more of either class the same score, 0.6: no "
        "threshold separates these cases."
    )
    assert remarks_on(LABEL, np.where(SCORE < -0.5, -0.5, SCORE)) == ()


@pytest.mark.parametrize(("n_scores", "n_cases"), [(5, 2000), (7, 700), (10, 3000)])
def test_coarse_scores_give_a_remark(n_scores, n_cases):
    rng = np.random.default_rng(0)
    label = rng.random(n_cases) < 0.5
    score = np.minimum(rng.integers(0, n_scores, n_cases) + label, n_scores - 1)
    remark = (
        f"forest has only {n_scores} different scores for {n_cases:,} cases: no threshold "
        "separates cases with the same score. If these are rounded, pass them as they were before."
    )
    assert remarks_on(label, score) == (remark,)
    assert remarks_on(label[: 100 * n_scores - 1], score[: 100 * n_scores - 1]) == ()
    model = CostCurveModel({"forest": count(predictions(label, score))})
    assert model.remarks == (remark,)
    assert remarks_on(label, score + 0.01 * rng.integers(0, 3, n_cases)) == ()


def test_coarse_scores_are_counted_by_fold():
    rng = np.random.default_rng(0)
    label = rng.random(1500) < 0.5
    score = np.minimum(rng.integers(0, 6, 1500) + label, 5) / 3
    parts = [(label[i::3].copy(), score[i::3]) for i in range(3)]
    (remark,) = CostCurveModel({"forest": parts}).remarks
    assert remark.startswith(
        "forest has at most 6 different scores in each fold for 1,500 cases: no"
    )


@pytest.mark.parametrize("options", [{}, {"sample_weight": 0.5 + np.arange(400) % 2}])
def test_few_examples_of_a_class_give_a_remark(options):
    is_positive = np.arange(400) < 19
    (remark,) = remarks_on(is_positive, SCORE + is_positive, **options)
    assert remark == "Few positives (19): each of them moves a rate by 5.3 %."
    assert remarks_on(np.arange(400) < 20, SCORE + is_positive, **options) == ()


def test_frequencies_count_as_examples():
    options = {"sample_weight": np.full(19, 2), "weights_are": "frequencies"}
    assert remarks_on(np.arange(19) < 9, SCORE[:19] + 2 * (np.arange(19) < 9), **options) == (
        "Few positives (18): each of them moves a rate by 5.6 %.",
    )


def test_remark_on_few_examples_appears_once():
    is_positive = np.arange(400) < 12
    model = CostCurveModel(dict.fromkeys("ab", (is_positive, SCORE + is_positive)))
    assert sum("Few positives (12)" in remark for remark in model.remarks) == 1
    model.add("matrix", [[60, 40], [10, 90]])
    assert "a and b: few positives (12): each of them moves a rate by 8.3 %." in model.remarks


def test_few_clusters_give_a_remark():
    (remark,) = remarks_on(LABEL, SCORE, clusters=np.arange(400) % 15)
    assert remark == "Few clusters (15): how much they differ is hardly known."
    assert remarks_on(LABEL, SCORE, clusters=np.arange(400) % 30) == ()


def test_constant_scores_give_a_remark():
    (remark,) = remarks_on(LABEL, np.ones(400))
    assert remark == "forest gives every case the same score, and cannot separate the classes."


def test_useless_classifier_gives_a_remark():
    labels = np.where(LABEL, "sick", "well")
    model = CostCurveModel({"forest": predictions(labels, SCORE, pos_label="sick")})
    model.add("rule", point_set(fpr=0.5, tpr=0.4))
    (remark,) = model.remarks
    assert remark.startswith(
        "rule adds nothing: nowhere does it cost less than to call all well or"
    )
    model.hide("rule")
    assert model.remarks == ()


def test_explorer_shows_and_removes_remarks():
    explorer = cc.explore(LABEL, {"<b>a</b>": -SCORE})
    try:
        assert explorer._remarks is not None
        assert explorer._remarks.text == explorer.model.remarks[0]
        assert "&lt;b&gt;" in explorer._remarks.value
        explorer.model.classifiers = {"a": (LABEL, SCORE)}
        assert explorer._remarks.text == ""
        assert explorer._remarks.layout.display == "none"
    finally:
        explorer.close()


def test_new_remarks_appear_below_the_advice():
    explorer = cc.explore(LABEL, {"a": SCORE})
    try:
        assert explorer.model.remarks == ()
        rows: Any = explorer.children
        (answer,) = [row for row in rows if ["show_answer"] in getattr(row, "switches", [])]
        assert len(answer.children) == 1
        explorer.model.classifiers = {"a": (LABEL, -SCORE)}
        assert [words.text for words in answer.children[1:]] == list(explorer.model.remarks)
        assert answer.switches == [["show_answer"]] * 2
    finally:
        explorer.close()


def test_folds_passed_as_classifiers_give_a_remark():  # W16
    rng = np.random.default_rng(0)
    folds = {}
    for name in ("fold 1", "fold 2", "fold 3"):
        y = np.arange(60) % 2
        folds[name] = (y, y + rng.normal(size=y.size))
    model = CostCurveModel(folds)
    assert model.remarks[-1].startswith("Nobody knows whether these classifiers were tested on")
    first = tuple(part[:-2] for part in folds["fold 1"])
    remark = CostCurveModel({**folds, "fold 1": first}).remarks[-1]
    assert remark.startswith("These classifiers were tested on different examples")
    assert "[(y_true, y_score), ...]" in model.summary().replace("\n", " ")
    costs = [model.cost(name, 0.4).normalised for name in folds]
    model.merge_folds("forest")
    assert model.remarks == ()
    assert model.cost(pc=0.4).normalised == pytest.approx(sum(costs) / 3, abs=1e-12)
    assert not any(name in model.recommend(0.4).text for name in folds)


def test_one_test_set_with_several_scores():
    y = np.arange(60) % 2
    noise = np.random.default_rng(0).normal(size=60)
    model = CostCurveModel({"a": (y, y + noise), "b": (y, y - noise)})
    assert model.remarks == ()


# ---- Description of intervals in the reasons


@pytest.mark.parametrize(
    ("classifiers", "expected"),
    [
        ((examples.LABEL, score(0)), "best possible threshold and of the chosen one"),
        (
            predictions(examples.LABEL, score(0), clusters=np.arange(60) // 2),
            "30 clusters drawn whole",
        ),
        (
            predictions(examples.LABEL, score(0), sample_weight=np.linspace(1.0, 3.0, 60)),
            "weighted examples",
        ),
        ([(examples.LABEL.copy(), score(i)) for i in (0, 1)], "each of 2 folds, averaged"),
        ([[60, 20], [10, 50]], "this line, or of a trivial rule"),
    ],
)
def test_reasons_describe_the_interval(classifiers, expected):
    model = model_of(a=classifiers)
    model.bootstrap()
    (reason,) = [line for line in model.recommend().advice.why if line.startswith("Interval: ")]
    band = model.bands.each["a"]
    assert reason == f"Interval: {band.promise}"
    assert expected in reason
    assert "90 %" in reason
    assert ("drawn anew 400 times" in reason) == (band.n_resamples is not None)
    assert "of all choices of examples to test on." in reason
    assert "Training again is not allowed for." in reason


def test_choices_over_a_range_of_many_thresholds_are_noted():
    rng = np.random.default_rng(3)
    label = rng.random(60_000) < 0.3
    examples = predictions(label, rng.normal(size=60_000) + label)
    model = CostCurveModel({"a": examples})
    assert THINNED_NOTE not in model.recommend().advice.why
    conditions = Conditions(prior=(0.29, 0.31), cost_fp=(1, 1.1), cost_fn=(3, 3.2))
    model.conditions = conditions
    assert THINNED_NOTE in model.recommend().advice.why
    least, least_stored = (
        least_money_regret([curve], conditions).regret
        for curve in (roc_curve(count(examples)), model.curves.classifiers[0].curve)
    )
    assert least < least_stored < 1.05 * least
