"""Updating the data reuses widgets and DOM nodes; closing removes them."""

import pytest

from tests.support.figures import Explorer

SETUP = """
import cc_widgets as cc
from ipywidgets.widgets.widget import _instances
y_true = [0, 0, 0, 0, 1, 1, 1, 1]
first = [.1, .2, .6, .3, .5, .7, .8, .9]
second = [.1, .2, .6, .7, .5, .3, .8, .9]
before = set(_instances)
explorer = cc.explore(y_true, {"first": first})
explorer.model.view.cost_top = 0.5
explorer
"""
PARTS = ".cc-explorer, .cc-explorer .bqplot, .cc-explorer .curve"
TAG_THE_NODES = f"""() => document.querySelectorAll('{PARTS}').forEach((node) => {{
  node.ccKept = true;
}})"""
COUNT_NEW_NODES = f"""() =>
  [...document.querySelectorAll('{PARTS}')].filter((node) => !node.ccKept).length"""
ENVELOPE = """() => [...document.querySelectorAll('.cc-figure')][1]
  .querySelector('.curve path[style*="stroke-width: 3"]').getAttribute('d')"""


@pytest.fixture
def explorer(notebook):
    notebook.run(SETUP)
    return Explorer(notebook.page)


def test_new_data_update_the_marks_without_rebuilding(notebook, explorer):
    widgets = notebook.python("sorted(_instances)")
    envelope = notebook.page.evaluate(ENVELOPE)
    notebook.page.evaluate(TAG_THE_NODES)
    notebook.python("explorer.model.set_trait('classifiers', {'first': (y_true, second)})")
    notebook.page.wait_for_function(f"(old) => ({ENVELOPE})() !== old", arg=envelope)
    assert notebook.python("sorted(_instances)") == widgets
    assert notebook.page.evaluate(COUNT_NEW_NODES) == 0
    explorer.move("roc", 0.5, 0.5)
    assert explorer.highlights("cost")["line"] == pytest.approx(
        explorer.to_pixels("cost", (0, 0.5), (1, 0.5)), abs=0.5
    )


def test_adding_or_removing_classifiers_keeps_the_figures(notebook, explorer):
    notebook.page.evaluate(TAG_THE_NODES)
    for names in (["first", "other"], ["other"], []):
        classifiers = ", ".join(f"{name!r}: (y_true, second)" for name in names)
        notebook.python(f"explorer.model.set_trait('classifiers', {{{classifiers}}})")
        chips = explorer.root.locator(".cc-chip")
        notebook.page.wait_for_function(
            "(count) => document.querySelectorAll('.cc-chip').length === count", arg=len(names)
        )
        assert chips.all_inner_texts() == names
    figures = "() => [...document.querySelectorAll('.cc-figure')].every((node) => node.ccKept)"
    assert notebook.page.evaluate(figures)


def test_invalid_value_changes_nothing(notebook, explorer):
    del explorer
    shown = notebook.page.evaluate(ENVELOPE)
    notebook.run("""
try:
    explorer.model.classifiers = {"first": (y_true, first[:3])}
except cc.CostCurveError as error:
    message = str(error)
explorer
""")
    assert "3 values for 8 labels" in notebook.python("message")
    assert notebook.page.evaluate(ENVELOPE) == shown
    assert notebook.python("list(explorer.model.classifiers)") == ["first"]


def test_closing_removes_all_widgets_and_views(notebook, explorer):
    explorer.move("roc", 0.5, 0.8)
    notebook.python("[explorer.close(), explorer.close()]")
    notebook.page.wait_for_function("() => !document.querySelector('.cc-explorer, .cc-layer')")
    assert notebook.python("sorted(set(_instances) - before)") == []
    assert notebook.python("len(explorer.model._watchers)") == 0


def test_names_and_labels_are_plain_text(notebook):
    evil = "<img src=x onerror=window.ccOwned=1>$x$"
    notebook.run(f"""
import cc_widgets as cc
evil = {evil!r}
explorer = cc.explore(["a" + evil, "b"], {{evil: [.2, .8]}}, pos_label="b")
explorer
""")
    explorer = Explorer(notebook.page)
    explorer.move("roc", 0, 1)
    assert evil in explorer.detail()
    assert explorer.root.locator(".cc-chip").inner_text() == evil
    assert explorer.root.locator("img").count() == 0
    assert notebook.page.evaluate("() => window.ccOwned") is None
