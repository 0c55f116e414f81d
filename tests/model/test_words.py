"""What the model says, in the user's own words."""

from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions, cell_counts, count, point_set, predictions
from cc_widgets.model import derive as module
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
        conditions=Conditions(prior=0.25, cost_fp=10, cost_fn=30),
        population=1000,
        unit="EUR",
    )


def test_a_long_name_is_not_cut_in_two():
    name = "forest" * 30
    model = CostCurveModel({name: (0.2, 0.8), "tree": (0.3, 0.7)})
    assert name in model.read().words
    assert name in model.summary()


def test_the_runner_up_is_another_classifier(model):
    model.classifiers = {"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.4, tpr=0.8)}
    read = model.read(0.5)
    assert (read.best.name, read.runner_up.name) == ("a", "b")
    assert "Next is b: cost 0.05 more (20 %)." in read.words
    assert read.interval is None
    assert read.difference == pytest.approx(0.25 - 0.3)
    assert read.intercept == pytest.approx(0.6 - 1 * 0.1)
    assert model.read(0).intercept is None
    model.hide("b")
    assert model.read(0.5).difference is None


def test_a_summary_says_where_it_helps_and_what_to_use(model):
    model.conditions = Conditions(prior=(0.25, 0.3), cost_fp=10, cost_fn=30)
    assert max(map(len, model.summary().splitlines())) <= 100  # N5
    text = " ".join(model.summary().split())
    reach = model.operating_range()
    assert f"from PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}" in text
    assert "to call all well or to call all ill" in text
    assert model.read().answer.said in text


def test_a_summary_of_nothing_and_of_what_never_helps():
    assert CostCurveModel().summary().startswith("There is no classifier yet.")
    worse = CostCurveModel({"worse": point_set(fpr=0.6, tpr=0.4)})
    assert worse.summary().startswith("Nowhere does a classifier cost less")


def test_several_classifiers_are_told_apart():
    model = CostCurveModel(
        {
            "a": point_set(fpr=0.1, tpr=0.6),
            "b": point_set(fpr=0.4, tpr=0.9),
            "c": point_set(fpr=0.5, tpr=0.5),
        }
    )
    text = model.summary()
    assert text.startswith("The best of a, b, c costs less than to call all negatives")
    assert "a: cheapest for PC(+) 0.143 to 0.5." in text.splitlines()
    assert "b: cheapest for PC(+) 0.5 to 0.857." in text.splitlines()
    assert "c: never the cheapest." in text.splitlines()
    model.hide("c")
    assert standing_words(model.derived, 2) == "hidden"


def test_a_matrix_has_no_score_to_speak_of():
    model = CostCurveModel({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    assert model.best(0.5).words == "At PC(+) 0.5: use C4.5."
    assert model.cost(pc=0.5).threshold is None
    labelled = point_set(fpr=[0.1, 0.3], tpr=[0.5, 0.8], labels=["pruned", "grown"])
    model.classifiers = {"tree": labelled}
    assert model.best(0.3).words == "At PC(+) 0.3: use tree (pruned)."


# ---- W18: what is odd about classifiers is said, and what is not odd is not
DRAW = np.random.default_rng(0)
LABEL = DRAW.random(400) < 0.3
SCORE = LABEL + DRAW.normal(size=400)


def remarks_on(label, score, **options):
    return CostCurveModel({"forest": predictions(label, score, **options)}).remarks


@pytest.mark.parametrize("weight", [None, np.ones(400), np.full(400, 1e-6), DRAW.random(400)])
def test_reversed_scores_are_worth_a_word(weight):
    (said,) = remarks_on(LABEL, -SCORE, sample_weight=weight)
    assert said.startswith("forest is worse than guessing (area under its ROC curve 0.2")
    assert remarks_on(LABEL, SCORE, sample_weight=weight) == ()


def test_reversed_scores_of_many_examples_are_worth_a_word_too(monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 100)
    assert len(remarks_on(LABEL, -SCORE)) == 1
    assert remarks_on(LABEL, SCORE) == ()


def test_hardly_ever_is_guessing_called_worse_than_guessing():
    draw = np.random.default_rng(1)
    said = [remarks_on(LABEL, draw.random(400)) for _ in range(50)]
    assert not any("worse" in one for remarks in said for one in remarks)


@pytest.mark.parametrize("answers", [LABEL ^ (SCORE > 2), np.where(SCORE > 0.5, 0.8, 0.3)])
def test_answers_instead_of_scores_are_worth_a_word(answers):
    (said,) = remarks_on(LABEL, answers)
    assert said.startswith("forest has only two different scores")


def test_two_examples_can_have_no_more_than_two_scores():
    assert not any("scores" in one for one in remarks_on([0, 1], [0.2, 0.9]))


def test_heavy_ties_are_worth_a_word():
    clipped = np.where(SCORE < 0.6, 0.6, SCORE)
    both = [np.mean(SCORE[kind == LABEL] < 0.6) for kind in (False, True)]
    assert min(both) > 0.25
    (said,) = remarks_on(LABEL, clipped)
    assert said == (
        f"forest gives {100 * min(both):.0f} % or more of either class the same score, 0.6: no "
        "threshold tells these apart."
    )
    assert remarks_on(LABEL, np.where(SCORE < -0.5, -0.5, SCORE)) == ()


@pytest.mark.parametrize(("n_scores", "n_cases"), [(5, 2000), (7, 700), (10, 3000)])
def test_few_scores_of_very_many_cases_are_worth_a_word(n_scores, n_cases):
    rng = np.random.default_rng(0)
    label = rng.random(n_cases) < 0.5
    score = np.minimum(rng.integers(0, n_scores, n_cases) + label, n_scores - 1)
    said = (
        f"forest has only {n_scores} different scores for {n_cases:,} cases: no threshold tells "
        "those with one score apart. If these are rounded, pass them as they were before."
    )
    assert remarks_on(label, score) == (said,)
    assert remarks_on(label[: 100 * n_scores - 1], score[: 100 * n_scores - 1]) == ()
    model = CostCurveModel({"forest": count(predictions(label, score))})
    assert model.remarks == (said,)
    assert remarks_on(label, score + 0.01 * rng.integers(0, 3, n_cases)) == ()


def test_few_scores_are_counted_in_each_fold():
    rng = np.random.default_rng(0)
    label = rng.random(1500) < 0.5
    score = np.minimum(rng.integers(0, 6, 1500) + label, 5) / 3
    parts = [(label[i::3].copy(), score[i::3]) for i in range(3)]
    (said,) = CostCurveModel({"forest": parts}).remarks
    assert said.startswith("forest has at most 6 different scores in each fold for 1,500 cases: no")


@pytest.mark.parametrize("options", [{}, {"sample_weight": 0.5 + np.arange(400) % 2}])
def test_few_examples_of_a_class_are_worth_a_word(options):
    few = np.arange(400) < 19
    (said,) = remarks_on(few, SCORE + few, **options)
    assert said == "Few positives (19): each of them moves a rate by 5.3 %."
    assert remarks_on(np.arange(400) < 20, SCORE + few, **options) == ()


def test_few_examples_are_as_many_as_their_frequencies_say():
    options = {"sample_weight": np.full(19, 2), "weights_are": "frequencies"}
    assert remarks_on(np.arange(19) < 9, SCORE[:19] + 2 * (np.arange(19) < 9), **options) == (
        "Few positives (18): each of them moves a rate by 5.6 %.",
    )


def test_few_examples_are_told_once_and_of_whom_it_is_true():
    few = np.arange(400) < 12
    model = CostCurveModel(dict.fromkeys("ab", (few, SCORE + few)))
    assert sum("Few positives (12)" in one for one in model.remarks) == 1
    model.add("matrix", [[60, 40], [10, 90]])
    assert "a and b: few positives (12): each of them moves a rate by 8.3 %." in model.remarks


def test_few_clusters_are_worth_a_word():
    (said,) = remarks_on(LABEL, SCORE, clusters=np.arange(400) % 15)
    assert said == "Few clusters (15): how much they differ is hardly known."
    assert remarks_on(LABEL, SCORE, clusters=np.arange(400) % 30) == ()


def test_one_score_for_all_is_worth_a_word():
    (said,) = remarks_on(LABEL, np.ones(400))
    assert said == "forest gives every case the same score, and tells nothing apart."


def test_a_classifier_that_adds_nothing_is_named_in_the_words_of_the_user():
    labels = np.where(LABEL, "sick", "well")
    model = CostCurveModel({"forest": predictions(labels, SCORE, pos_label="sick")})
    model.add("rule", point_set(fpr=0.5, tpr=0.4))
    (said,) = model.remarks
    assert said.startswith("rule adds nothing: nowhere does it cost less than to call all well or")
    model.hide("rule")
    assert model.remarks == ()


def test_the_explorer_says_it_and_takes_it_back():
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


def test_what_becomes_odd_is_said_below_the_answer():
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


def test_folds_are_not_taken_for_rivals():  # W16
    rng = np.random.default_rng(0)
    folds = {}
    for name in ("fold 1", "fold 2", "fold 3"):
        y = np.arange(60) % 2
        folds[name] = (y, y + rng.normal(size=y.size))
    model = CostCurveModel(folds)
    assert model.remarks[-1].startswith("Nobody knows whether these classifiers were tested on")
    first = tuple(part[:-2] for part in folds["fold 1"])
    told = CostCurveModel({**folds, "fold 1": first}).remarks[-1]
    assert told.startswith("These classifiers were tested on different examples")
    assert "[(y_true, y_score), ...]" in model.summary().replace("\n", " ")
    costs = [model.cost(name, 0.4).normalised for name in folds]
    model.gather("forest")
    assert model.remarks == ()
    assert model.cost(pc=0.4).normalised == pytest.approx(sum(costs) / 3, abs=1e-12)
    assert not any(name in model.read(0.4).words for name in folds)


def test_one_test_set_is_one_however_many_scores_it_has():
    y = np.arange(60) % 2
    noise = np.random.default_rng(0).normal(size=60)
    model = CostCurveModel({"a": (y, y + noise), "b": (y, y - noise)})
    assert model.remarks == ()


# ---- What an interval holds is said behind "Why?", whatever it is of


@pytest.mark.parametrize(
    ("given", "told"),
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
def test_why_says_level_target_method_resamples_and_what_varies(given, told):
    model = model_of(a=given)
    model.bootstrap()
    (said,) = [one for one in model.read().answer.why if one.startswith("Interval: ")]
    band = model.band.each["a"]
    assert said == f"Interval: {band.promise}"
    assert told in said
    assert "90 %" in said
    assert ("drawn anew 400 times" in said) == (band.n_resamples is not None)
    assert "of all choices of examples to test on." in said
    assert "Training again is not allowed for." in said
