"""Reloading the page with a running kernel, and invalid messages from page or kernel.

`--long` reloads twenty times, otherwise twice.
"""

import pytest

from tests.support.figures import Explorer
from tests.support.panels import SETUP
from tests.support.ticks import wrong_ticks

SAVE = "() => window.jupyterapp.shell.currentWidget.context.save()"
# The saved state has the class `cc-saved` until the kernel is connected.
LIVE = """() => document.querySelector('.cc-explorer .cc-layer')
  && !document.querySelector('.cc-saved')"""
SEND = """([id, state]) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  kernel._comms.get(id).send({ method: 'update', state, buffer_paths: [] });
}"""


@pytest.fixture(scope="module")
def saved(own_notebook):
    """Return a saved notebook with a modified explorer."""
    notebook = own_notebook
    notebook.run(SETUP)
    notebook.python("[setattr(m.view, 'axis', 'logit'), setattr(m, 'pc', 0.2)]")
    notebook.python(
        "[explorer.open_panel('Compare'), setattr(m, 'pins', [dict(kind='edge', index=1)])]"
    )
    notebook.page.evaluate(SAVE)
    return notebook


@pytest.mark.long
def test_explorer_is_restored_after_reloading_the_page(request, saved):
    """`Loading widget...` did not disappear."""
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


@pytest.mark.long(cases=2)
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
def test_invalid_message_from_the_page_is_ignored(notebook, fawcett, name, value):
    """Afterwards updates from Python and highlights still work."""
    model_id = notebook.python("explorer.duality.model_id")
    notebook.page.evaluate(SEND, [model_id, {name: value}])
    for pc in (0.3, 0.5):
        notebook.python(f"explorer.model.set_trait('pc', {pc})")
        notebook.wait_until_idle()
        line = fawcett.figure("cost").locator(".cc-operating-line").bounding_box()
        middle = line["x"] + line["width"] / 2
        assert middle == pytest.approx(fawcett.to_pixels("cost", (pc, 0))[0], abs=2)
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.highlights("cost")["line"] is not None
    assert "Fawcett" in fawcett.detail()
    assert fawcett.root.locator(".cc-pin-badge:visible").count() == 0


@pytest.mark.parametrize("value", ["{'kind': 'youden', 'roc': [None]}", "{'kind': []}"])
def test_invalid_value_from_python_is_ignored_by_the_page(notebook, fawcett, value):
    notebook.python(f"explorer.duality.set_trait('criterion', {value})")
    notebook.python("explorer.model.set_trait('criterion', None)")
    notebook.python("explorer.duality.light({'kind': 'point', 'index': 0})")
    fawcett.figure("cost").locator(".cc-now-line").wait_for(state="visible")
    notebook.python("explorer.duality.light(None)")
