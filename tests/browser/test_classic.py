"""The classic notebook loads the AMD bundle, from the files that VS Code also uses."""

import json

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import Explorer, settle
from tests.support.lab import TIMEOUT

CELL: dict[str, object] = {
    "cell_type": "code",
    "source": FAWCETT,
    "metadata": {},
    "outputs": [],
    "execution_count": None,
}
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
NOTEBOOK = {
    "cells": [CELL],
    "metadata": {"kernelspec": KERNEL},
    "nbformat": 4,
    "nbformat_minor": 4,
}
# The cell must not run before the page supports widgets.
READY = """() => {
  const kernel = window.Jupyter?.notebook?.kernel;
  const names = ["bqplot", "bqscales", "cc_widgets", "jupyter-js-widgets"];
  const isLoaded = (name) => window.requirejs.defined(`nbextensions/${name}/extension`);
  return Boolean(kernel?.is_connected() && kernel.widget_manager && names.every(isLoaded));
}"""

HAS_RUN = """() => !Jupyter.notebook.get_cell(0).element.hasClass('running')
  && Jupyter.notebook.get_cell(0).output_area.outputs.length > 0"""


SAVED = "This is a saved picture. To use the explorer, run all cells above, then this cell."


@pytest.fixture(scope="module")
def classic(browser, server):
    """Yield the explorer in a classic notebook, and the errors on its page."""
    (server.root / "classic.ipynb").write_text(json.dumps(NOTEBOOK), "utf-8")
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(1000 * TIMEOUT)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda msg: problems.append(msg.text) if msg.type == "error" else None)
    page.goto(server.address("nbclassic/notebooks/classic.ipynb"))
    page.wait_for_function(READY)
    _run(page)
    problems.clear()
    _run(page)
    yield Explorer(page), problems
    page.close()


def _run(page):
    """Run the cell; right after loading, the page may render its output twice."""
    page.evaluate("() => Jupyter.notebook.execute_all_cells()")
    page.wait_for_function(HAS_RUN)
    settle(page)


@pytest.mark.long(cases=0)
def test_figures_are_interactive_in_the_classic_notebook(classic):
    explorer, problems = classic
    explorer.move("roc", 0.1, 0.5)
    explorer.settle()
    assert explorer.highlights("roc")["dot"] is not None
    assert explorer.highlights("cost")["line"] is not None
    assert "Fawcett" in explorer.detail()
    assert problems == []


@pytest.mark.long(cases=0)
def test_saved_explorer_shows_which_cells_to_run(browser, server):
    """The picture of a saved explorer had no instructions."""
    bundle = {"application/vnd.cc-widgets.v1+json": {"root": ""}, "text/plain": "CostCurveExplorer"}
    output = {"output_type": "display_data", "data": bundle, "metadata": {}}
    saved = {**NOTEBOOK, "cells": [{**CELL, "outputs": [output]}]}
    (server.root / "classic_saved.ipynb").write_text(json.dumps(saved), "utf-8")
    page = browser.new_page()
    page.set_default_timeout(1000 * TIMEOUT)
    page.goto(server.address("nbclassic/notebooks/classic_saved.ipynb"))
    line = page.locator(".cc-saved-line")
    line.wait_for()
    assert line.inner_text() == SAVED
    page.wait_for_function(READY)
    _run(page)
    _run(page)
    page.locator(".cc-explorer").first.wait_for()
    line.wait_for(state="hidden")
    page.close()
