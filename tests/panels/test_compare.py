"""Two classifiers chosen, their difference in words, and all of them ranked."""

import pytest

from cc_widgets.core.points import point_set
from cc_widgets.panels.compare import ComparePanel
from cc_widgets.views.cursor import Duality
from cc_widgets.views.link import duality_traits

# 004, figure 5: cheaper left and right of pc = 0.5 exactly.
CROSSING = {"left": point_set(fpr=0.1, tpr=0.6), "right": point_set(fpr=0.4, tpr=0.9)}


@pytest.fixture
def panel(use, model):
    return use(ComparePanel, Duality(**duality_traits(model)))


def test_the_first_two_are_compared_until_others_are_chosen(panel, model):
    assert (panel.first.value, panel.second.value) == ("forest", "tree") == model.compared
    model.compared = ("tree", "forest")
    assert (panel.first.value, panel.second.value) == ("tree", "forest")


def test_choosing_sets_the_pair(panel, model):
    model.classifiers = {**CROSSING, "third": point_set(fpr=0.2, tpr=0.5)}
    panel.second.value = "third"
    assert model.compared == ("left", "third")
    panel.first.value = "third"
    assert model.compared == ("third", "left"), "the same one twice swaps the two"


def test_who_is_cheaper_where_and_by_how_much(panel, model):
    model.classifiers = CROSSING
    model.pc = 0.25
    lines = panel.words.text.splitlines()
    assert lines[0] == "At pc 0.25 left costs 0.075 less than right."
    assert "left is cheaper for pc 0.1429 to 0.5." in lines
    assert "right is cheaper for pc 0.5 to 0.8571." in lines
    model.pc = 0.5
    assert panel.words.text.startswith("At pc 0.5 ")


def test_all_visible_ones_are_ranked_at_the_operating_point(panel, model):
    model.classifiers = {**CROSSING, "third": point_set(fpr=0.2, tpr=0.5)}
    model.pc = 0.25
    assert [row[:3] for row in panel.table.rows] == [
        ("left", "1", "0.175"),
        ("right", "2", "0.25"),
        ("third", "2", "0.25"),
    ]
    model.pc = 0.75
    assert panel.table.rows[0][0] == "right"
    model.hide("right")
    assert [row[0] for row in panel.table.rows] == ["left", "third"]


def test_significance_is_told_once_there_is_a_band(panel, model):
    assert "run the bootstrap" in panel.significant.text
    model.bootstrap(n_resamples=300, rng=0)
    assert "Judged at all pc together at 90 %" in panel.significant.text
    panel.judged.value = "each pc"
    assert "Judged at each single pc at 90 %" in panel.significant.text
    model.level = 0.8
    assert "at 80 %" in panel.significant.text


def test_nothing_to_compare_is_said(panel, model):
    model.classifiers = {"one": point_set(fpr=0.1, tpr=0.6)}
    assert "nothing to compare" in panel.words.text
    assert panel._place.children == ()
    model.classifiers = {}
    assert panel.table.rows == []
    model.classifiers = CROSSING
    assert panel._place.children == (panel.view.figure,)
