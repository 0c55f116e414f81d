"""Comparison of two classifiers, and the ranking."""

from contextlib import suppress

import numpy as np
import pytest

from cc_widgets.core import cell_counts, count, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.panels.compare import ComparePanel
from cc_widgets.panels.parts import Table
from cc_widgets.views.link import duality_traits
from cc_widgets.widgets.duality import Duality

# 004, figure 5: cheaper left and right of pc = 0.5 exactly.
CROSSING = {"left": point_set(fpr=0.1, tpr=0.6), "right": point_set(fpr=0.4, tpr=0.9)}


@pytest.fixture
def panel(use, model):
    return use(ComparePanel, Duality(**duality_traits(model)))


def test_table_cells_are_escaped():
    table = Table("All")
    table.fill(["who", "cost"], [["<b>", "0.1"], ["tree", "0.2"]])
    assert '<th scope="col">cost</th>' in table.value
    assert '<th scope="row">&lt;b&gt;</th><td>0.1</td>' in table.value
    assert table.rows == [("<b>", "0.1"), ("tree", "0.2")]


def test_first_two_classifiers_are_compared_by_default(panel, model):
    assert (panel.first.value, panel.second.value) == ("forest", "tree") == model.compared
    model.compared = ("tree", "forest")
    assert (panel.first.value, panel.second.value) == ("tree", "forest")


def test_selection_sets_compared_pair(panel, model):
    model.classifiers = {**CROSSING, "third": point_set(fpr=0.2, tpr=0.5)}
    panel.second.value = "third"
    assert model.compared == ("left", "third")
    panel.first.value = "third"
    assert model.compared == ("third", "left"), "the same one twice swaps the two"
    panel.first.value = None
    assert model.compared == ("third", "left"), "choosing nobody changes nothing"


def test_hidden_classifiers_can_be_compared(panel, model):
    model.hide("forest", "tree")
    model.compared = None
    panel.second.value = "forest"
    assert model.compared == ("tree", "forest")
    model.classifiers = {"alone": point_set(fpr=0.1, tpr=0.6)}
    panel.first.value = "alone"
    assert model.compared is None


def test_ranges_and_size_of_difference(panel, model):
    model.classifiers = CROSSING
    model.pc = 0.25
    lines = panel.words.text.splitlines()
    assert lines[0] == "At PC(+) 0.25 left costs 0.075 less than right."
    assert "left is cheaper for PC(+) 0.143 to 0.5." in lines
    assert "right is cheaper for PC(+) 0.5 to 0.857." in lines
    model.pc = 0.5
    assert panel.words.text.startswith("At PC(+) 0.5 ")


def test_visible_classifiers_are_ranked_at_operating_point(panel, model):
    model.classifiers = {**CROSSING, "third": point_set(fpr=0.2, tpr=0.5)}
    model.pc = 0.25
    assert [row[:3] for row in panel.table.rows] == [
        ("left", "1", "0.175"),
        ("call all negatives", "2", "0.25"),
        ("right", "2", "adds nothing"),
        ("third", "2", "adds nothing"),
        ("call all positives", "5", "0.75"),
    ]
    model.pc = 0.75
    assert panel.table.rows[0][0] == "right"
    model.hide("right")
    assert [row[0] for row in panel.table.rows[:3]] == ["call all positives", "left", "third"]


def test_significance_requires_bands(panel, model):
    assert "run the bootstrap" in panel.significant.text
    model.bootstrap(n_resamples=300, rng=0)
    assert "Judged at all PC(+) together at 90 %" in panel.significant.text
    panel.significance.value = "pointwise"
    assert "Judged at each single PC(+) at 90 %" in panel.significant.text
    model.level = 0.8
    assert "at 80 %" in panel.significant.text


def test_kind_of_difference_is_synchronised(panel, model):
    assert panel.differences.value == "recommended"
    model.bootstrap(n_resamples=300, rng=0)
    assert "what each will cost in use at its recommended threshold" in panel.significant.text
    assert model._difference.target == "difference in use"
    panel.differences.value = "best"
    assert "at the best threshold it could have" in panel.significant.text
    assert model._difference.target == "difference of envelopes"
    assert not model.bands.is_stale
    model.resampling = BootstrapSettings(n_resamples=300, rng=0)
    assert panel.differences.value == "recommended"


def test_significance_level_with_several_pairs(panel, model):  # S3
    model.bootstrap(n_resamples=300, rng=0)
    assert "some pair of all 3" not in panel.significant.text
    y = model_labels(model)
    model.add("third", (y, np.random.default_rng(5).normal(size=60) + y))
    model.bootstrap(n_resamples=300, rng=0)
    panel.significance.value = "simultaneous"
    assert "some pair of all 3" in panel.significant.text
    panel.significance.value = "family-wise"
    assert "some pair of all 3" not in panel.significant.text
    assert "for all 3 pairs together" in panel.significant.text
    assert model.resampling.significance == "family-wise"


def model_labels(model):
    return model.classifiers["forest"].positive


CANNOT = {
    "matrices": {
        "a": cell_counts(tp=8, fn=2, fp=2, tn=8),
        "b": cell_counts(tp=7, fn=3, fp=1, tn=9),
    },
    "points": CROSSING,
    "weights": {
        name: count(predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, place], sample_weight=[1, 2, 1, 1]))
        for name, place in (("a", 0.2), ("b", 0.6))
    },
}


@pytest.mark.parametrize("kind", CANNOT)
def test_bootstrap_is_not_suggested_where_impossible(panel, model, kind):  # W26
    model.classifiers = CANNOT[kind]
    why = {
        "matrices": "a is a confusion matrix",
        "points": "left has bare points",
        "weights": "a has sums of weights",
    }
    for _ in range(2):
        assert "run the bootstrap" not in panel.significant.text
        assert f"cannot be told. {why[kind]}" in panel.significant.text
        with suppress(CostCurveError):
            model.bootstrap(n_resamples=100, rng=0)


def test_hidden_classifier_is_not_tested(panel, model):  # W26
    model.hide("tree")
    model.compared = ("forest", "tree")
    model.bootstrap(n_resamples=300, rng=0)
    assert "tree is hidden" in panel.significant.text
    model.show("tree")
    assert "run the bootstrap" in panel.significant.text
    model.bootstrap(n_resamples=300, rng=0)
    assert "Judged" in panel.significant.text


def test_separate_test_sets_are_reported(panel, model):  # S9
    model.bootstrap(n_resamples=300, rng=0)
    assert "two test sets" not in panel.significant.text
    y = np.arange(60) % 2
    rng = np.random.default_rng(1)
    model.classifiers = {name: (y.copy(), y + rng.normal(size=60)) for name in "ab"}
    model.bootstrap(n_resamples=300, rng=0)
    assert "taken for two test sets" in panel.significant.text


def test_message_without_pair_to_compare(panel, model):
    model.classifiers = {"one": point_set(fpr=0.1, tpr=0.6)}
    assert "nothing to compare" in panel.words.text
    assert panel._place.children == ()
    model.classifiers = {}
    assert [row[0] for row in panel.table.rows] == ["call all negatives", "call all positives"]
    model.classifiers = CROSSING
    assert panel._place.children == (panel.view.figure,)


def test_auc_is_compared_for_scored_classifiers(panel, model):
    label, values = np.tile([0, 1], 30), np.random.default_rng(0).normal(size=60)
    model.classifiers = {"a": (label, values + label), "b": (label, values - label)}
    assert panel.areas.text.startswith("Areas under the ROC curve: a 0.")
    assert "of all test sets" in panel.areas.text
    model.classifiers = CROSSING
    assert panel.areas.text == ""
