"""Explorer of multiclass costs."""

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances

import cc_widgets as cc
from cc_widgets.errors import CostCurveError

MATRICES = {"tree": [[5, 1, 0], [2, 6, 2], [0, 1, 3]], "rule": [[4, 2, 0], [2, 6, 2], [0, 1, 3]]}


@pytest.fixture
def explorer():
    made = cc.ClassExplorer.from_matrices(MATRICES, rng=0)
    yield made
    made.close()


def cell(explorer, table, true, answer):
    return explorer._tables[table]._cells[true][answer]


def total(explorer, name="tree"):
    return explorer.result.each[name].observed_total


def test_typed_cost_updates_results_text_and_figure(explorer):
    dots = explorer._view._dots.widget
    before, words = dots.x.tolist(), explorer._summary.text
    cell(explorer, 1, 2, 1).value = "9"
    assert total(explorer) == 5 + 9
    assert explorer.costs[2, 1] == 9
    assert dots.x.tolist() == pytest.approx([14 / 20, 15 / 20])
    assert (dots.x.tolist(), explorer._summary.text) != (before, words)


def test_typed_count_belongs_to_selected_classifier(explorer):
    explorer._classifier_menu.value = "rule"
    assert cell(explorer, 0, 0, 1).value == "2"
    cell(explorer, 0, 0, 1).value = "3"
    assert (total(explorer, "tree"), total(explorer, "rule")) == (6, 8)


def test_invalid_entries_show_error_and_change_nothing(explorer):
    for table, text in ((0, "-3"), (0, "x"), (1, "1e999")):
        cell(explorer, table, 0, 1).value = text
        assert explorer._tables[table]._error.text
        assert total(explorer) == 6
    for name, value in (("level", 1.5), ("pseudo_count", -1.0)):
        with pytest.raises(CostCurveError):
            setattr(explorer, name, value)
    with pytest.raises(CostCurveError, match="must be a table for 3 classes"):
        explorer.costs = [[0, 1], [1, 0]]
    assert (explorer.level, explorer.pseudo_count, total(explorer)) == (0.9, 0.1, 6)


def test_counts_from_labels_are_read_only():
    y = list("aabbc")
    explorer = cc.explore_classes(y, {"one": y, "other": list("abbbc")}, rng=0)
    assert cell(explorer, 0, 0, 0).disabled
    assert not cell(explorer, 1, 0, 0).disabled
    assert ("one", "other") in explorer.result.differences
    explorer.close()


def test_costs_of_many_classes_are_set_from_python():
    y = np.arange(12)
    explorer = cc.explore_classes(y, y[::-1], rng=0)
    assert "set from Python" in explorer.children[1].text
    explorer.costs = 3 * (1 - np.eye(12))
    assert total(explorer, "classifier") == 36
    explorer.close()


def test_close_closes_all_widgets():
    before = set(_instances)
    cc.ClassExplorer.from_matrices(MATRICES, rng=0).close()
    assert set(_instances) <= before
