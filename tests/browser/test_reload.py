"""The page is loaded again while the kernel goes on, and hears things nobody should send.

Twenty reloads with `--long`, two without.
"""

import pytest

from tests.support.figures import Explorer
from tests.support.panels import SETUP
from tests.support.ticks import wrong_ticks

SAVE = "() => window.jupyterapp.shell.currentWidget.context.save()"
# What was saved is shown until Python is heard of; that has a line which says so.
LIVE = """() => document.querySelector('.cc-explorer .cc-layer')
  && !document.querySelector('.cc-saved')"""
SEND = """([id, state]) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  kernel._comms.get(id).send({ method: 'update', state, buffer_paths: [] });
}"""


@pytest.fixture(scope="module")
def saved(own_notebook):
    """A saved notebook with an explorer as a person has left it."""
    notebook = own_notebook
    notebook.run(SETUP)
    notebook.python("[setattr(m, 'axis', 'logit'), setattr(m, 'pc', 0.2)]")
    notebook.python(
        "[explorer.open_panel('Compare'), setattr(m, 'pins', [dict(kind='edge', index=1)])]"
    )
    notebook.page.evaluate(SAVE)
    return notebook


@pytest.mark.long
def test_a_page_that_is_loaded_again_shows_the_explorer_again(request, saved):
    """F6: no `Loading widget...` for ever."""
    for _ in range(20 if request.config.getoption("--long") else 2):
        saved.problems.clear()
        saved.page.reload()
        saved.wait()
        saved.page.wait_for_function(LIVE)
        explorer = Explorer(saved.page)
        assert wrong_ticks(explorer, "logit") == []
        explorer.root.locator(".cc-pin-badge").first.wait_for()
        explorer.root.get_by_role("tab", name="Compare").wait_for()
        explorer.move("roc", 0.6, 0.3)
        explorer.figure("cost").locator(".cc-now-line.cc-bent").wait_for(state="visible")
        explorer.leave()
        assert saved.problems == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("criterion", {"kind": "youden", "roc": [None], "cost_line": 5}),
        ("criterion", {"kind": []}),
        ("criterion", 5),
        ("names", None),
        ("looks", [5]),
        ("money", "x"),
        ("pins", [{"kind": "point", "index": 0}] * 1000),
        ("pins", 5),
        ("pc", "x"),
        ("pc_range", [None, "x"]),
        ("points", None),
        ("hidden", {"0": 1}),
    ],
)
def test_nonsense_from_a_page_does_not_stop_it(notebook, fawcett, name, value):
    """F6: after it the page still hears Python, and its figures still light up."""
    model_id = notebook.python("explorer.duality.model_id")
    notebook.page.evaluate(SEND, [model_id, {name: value}])
    for pc in (0.3, 0.5):
        notebook.python(f"explorer.model.set_trait('pc', {pc})")
        notebook.rest()
        line = fawcett.figure("cost").locator(".cc-operating-line").bounding_box()
        middle = line["x"] + line["width"] / 2
        assert middle == pytest.approx(fawcett.expected("cost", (pc, 0))[0], abs=2)
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.lit("cost")["line"] is not None
    assert "Fawcett" in fawcett.detail()
    assert fawcett.root.locator(".cc-pin-badge:visible").count() == 0


@pytest.mark.parametrize("value", ["{'kind': 'youden', 'roc': [None]}", "{'kind': []}"])
def test_nonsense_from_python_does_not_stop_a_page(notebook, fawcett, value):
    notebook.python(f"explorer.duality.set_trait('criterion', {value})")
    notebook.python("explorer.model.set_trait('criterion', None)")
    notebook.python("explorer.duality.light({'kind': 'point', 'index': 0})")
    fawcett.figure("cost").locator(".cc-now-line").wait_for(state="visible")
    notebook.python("explorer.duality.light(None)")
