"""What is odd about classifiers is said, and what is not odd is not."""  # W18

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import point_set, predictions
from cc_widgets.model import derive as module
from cc_widgets.model.numerals import number
from cc_widgets.model.state import CostCurveModel

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
    assert remarks_on([0, 1], [0.2, 0.9]) == ()


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
        assert explorer._remarks.text == explorer.model.remarks[0]
        assert "&lt;b&gt;" in explorer._remarks.value
        explorer.model.classifiers = {"a": (LABEL, SCORE)}
        assert explorer._remarks.text == ""
        assert explorer._remarks.layout.display == "none"
    finally:
        explorer.close()


def test_folds_are_not_taken_for_rivals():  # W16
    rng = np.random.default_rng(0)
    folds = {}
    for name in ("fold 1", "fold 2", "fold 3"):
        y = np.arange(60) % 2
        folds[name] = (y, y + rng.normal(size=y.size))
    model = CostCurveModel(folds)
    assert model.remarks[-1].startswith("These classifiers were tested on different examples")
    assert "average = True" in model.summary().replace("\n", " ")
    model.average = True
    assert model.remarks == ()
    words = model.read(0.4).words
    costs = [model.cost(name, 0.4).normalised for name in folds]
    assert words == (
        f"At PC(+) 0.4: the 3 classifiers together cost {number(sum(costs) / 3)} on average; "
        f"single ones cost {number(min(costs))} to {number(max(costs))}."
    )
    assert not any(name in words for name in folds)


def test_one_test_set_is_one_however_many_scores_it_has():
    y = np.arange(60) % 2
    noise = np.random.default_rng(0).normal(size=60)
    model = CostCurveModel({"a": (y, y + noise), "b": (y, y - noise)})
    assert model.remarks == ()
