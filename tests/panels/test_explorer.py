"""The explorer as Python sees it; what it looks like is tested in a browser."""

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

import cc_widgets as cc

Y_TRUE = [0, 0, 1, 1]
SCORES = [0.1, 0.6, 0.4, 0.9]


@pytest.fixture
def made():
    """The ids of widgets that the test has made and not closed."""
    before = set(_instances)
    yield lambda: set(_instances) - before
    for widget in [_instances[model_id] for model_id in set(_instances) - before]:
        widget.close()


def test_one_unnamed_classifier_can_be_explored(made):
    explorer = cc.explore(Y_TRUE, SCORES)
    assert list(explorer.model.classifiers) == ["classifier"]
    assert made()


def test_wrong_input_makes_no_widget(made):
    with pytest.raises(cc.CostCurveError, match="y_score"):
        cc.explore(Y_TRUE, SCORES[:2])
    assert not made()


def test_closing_closes_every_widget_of_ours_and_lets_go_of_the_model(made):
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES})
    explorer.model.classifiers = {"a": (Y_TRUE, SCORES)}
    explorer.close()
    explorer.close()
    assert not made()
    explorer.model.classifiers = {"a": (Y_TRUE, SCORES[::-1])}
    assert not made()


def test_new_data_make_no_new_widget(made):
    explorer = cc.explore(Y_TRUE, SCORES)
    widgets = made()
    explorer.model.classifiers = {"classifier": (Y_TRUE, SCORES[::-1])}
    assert made() == widgets
    assert explorer.duality.points.fpr.tolist() == [0, 0.5, 0.5, 1, 1]
    assert explorer.duality.hull.tpr.tolist() == [0, 1]


def test_two_explorers_of_one_model_show_the_same(made):
    model = cc.CostCurveModel()
    explorers = [cc.CostCurveExplorer(model) for _ in range(2)]
    model.classifiers = {"a": (Y_TRUE, SCORES)}
    assert [explorer.duality.names for explorer in explorers] == [["a"], ["a"]]
    explorers[0].close()
    model.classifiers = {"b": (Y_TRUE, SCORES)}
    assert explorers[1].duality.names == ["b"]
    assert made()


def test_a_new_snapshot_puts_out_what_was_lit(made):
    explorer = cc.explore(Y_TRUE, SCORES)
    explorer.duality.light({"kind": "point", "index": 4})
    explorer.model.classifiers = {"a": (Y_TRUE, np.zeros(4))}
    assert explorer.duality.hover is None
    assert made()
