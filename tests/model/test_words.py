"""What the model says, in the user's own words."""

import pytest

from cc_widgets.core import Conditions, cell_counts, point_set, predictions
from cc_widgets.model.derive import standing_words
from cc_widgets.model.state import CostCurveModel


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


def test_a_reading_names_the_choice_its_cost_and_its_money(model):
    read = model.read()
    assert read.prior == pytest.approx(0.25)
    assert read.best.threshold == 0.3
    assert read.best.fpr == pytest.approx(0.5)
    assert read.saved == pytest.approx(0.5 - read.best.normalised)
    assert read.words.startswith(
        "At pc 0.5 (slope 1, prior 0.25): use forest from score 0.3 on; normalised cost 0.25, "
    )
    assert "interval" not in read.words
    assert " EUR per case, " in read.words
    assert " EUR in 1000 cases" in read.words
    model.bootstrap(n_resamples=200, rng=0)
    assert "90 % interval" in model.read().words


def test_the_runner_up_is_another_classifier(model):
    model.classifiers = {"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.4, tpr=0.8)}
    read = model.read(0.5)
    assert (read.best.name, read.runner_up.name) == ("a", "b")
    assert read.words.endswith("b costs 0.05 more.")
    assert read.interval is None
    assert read.difference == pytest.approx(0.25 - 0.3)
    assert read.intercept == pytest.approx(0.6 - 1 * 0.1)
    assert model.read(0).intercept is None
    model.hide("b")
    assert model.read(0.5).difference is None


def test_where_a_trivial_rule_is_best_the_classes_are_named():
    label, score = ["ill", "well", "ill", "well"], [0.1, 0.9, 0.6, 0.4]
    model = CostCurveModel({"forest": predictions(label, score, pos_label="ill")})
    assert "use nothing (call all cases ill)" in model.read(0.99).words
    assert "use nothing (call all cases well)" in model.read(0.01).words


def test_a_summary_says_where_it_helps_and_what_to_use(model):
    model.conditions = Conditions(prior=(0.25, 0.3), cost_fp=10, cost_fn=30)
    text = model.summary()
    reach = model.operating_range()
    assert f"for pc {reach.pc_low:.3g} to {reach.pc_high:.3g}" in text
    assert "calling all cases well or all cases ill" in text
    assert "One choice covers the whole range" in text
    assert model.read().words in text


def test_a_summary_of_nothing_and_of_what_never_helps():
    assert CostCurveModel().summary() == "No classifier is shown."
    worse = CostCurveModel({"worse": point_set(fpr=0.6, tpr=0.4)})
    assert worse.summary().startswith("Under no conditions does a classifier beat")


def test_several_classifiers_are_told_apart():
    model = CostCurveModel(
        {
            "a": point_set(fpr=0.1, tpr=0.6),
            "b": point_set(fpr=0.4, tpr=0.9),
            "c": point_set(fpr=0.5, tpr=0.5),
        }
    )
    text = model.summary()
    assert text.startswith("The best of a, b, c beats")
    assert "Of these, a is optimal for pc 0.143-0.5; b is optimal for pc 0.5-0.8" in text
    assert "c is never optimal" in text
    model.hide("c")
    assert standing_words(model.derived, 2) == "hidden"


def test_a_matrix_has_no_score_to_speak_of():
    model = CostCurveModel({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    assert model.best(0.5).words == "At pc 0.5 use C4.5."
    assert model.cost(pc=0.5).threshold is None
    labelled = point_set(fpr=[0.1, 0.3], tpr=[0.5, 0.8], labels=["pruned", "grown"])
    model.classifiers = {"tree": labelled}
    assert model.best(0.3).words == "At pc 0.3 use tree (pruned)."
