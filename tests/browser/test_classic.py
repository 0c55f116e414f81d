"""The classic notebook loads the AMD bundle, by the files that VS Code looks for as well."""

import json

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import Explorer, settle
from tests.support.lab import PATIENCE

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
# The cell must not run before its page can show widgets.
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
    """A page of the classic notebook whose cell has run, and what its console complained about."""
    (server.root / "classic.ipynb").write_text(json.dumps(NOTEBOOK), "utf-8")
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(1000 * PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.goto(server.address("nbclassic/notebooks/classic.ipynb"))
    page.wait_for_function(READY)
    _run(page)
    problems.clear()
    _run(page)
    yield Explorer(page), problems
    page.close()


def _run(page):
    """Run the cell; the first time right after loading, the page may draw its output twice."""
    page.evaluate("() => Jupyter.notebook.execute_all_cells()")
    page.wait_for_function(HAS_RUN)
    settle(page)


# N2
def test_the_figures_are_alive_in_the_classic_notebook(classic):
    explorer, problems = classic
    explorer.move("roc", 0.1, 0.5)
    explorer.settle()
    assert explorer.lit("roc")["dot"] is not None
    assert explorer.lit("cost")["line"] is not None
    assert "Fawcett" in explorer.detail()
    assert problems == []


def test_a_saved_explorer_has_a_line_on_which_cells_to_run(browser, server):
    """K3: the picture of a saved explorer gave no hint."""
    bundle = {"application/vnd.cc-widgets.v1+json": {"root": ""}, "text/plain": "CostCurveExplorer"}
    output = {"output_type": "display_data", "data": bundle, "metadata": {}}
    saved = {**NOTEBOOK, "cells": [{**CELL, "outputs": [output]}]}
    (server.root / "classic_saved.ipynb").write_text(json.dumps(saved), "utf-8")
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(server.address("nbclassic/notebooks/classic_saved.ipynb"))
    line = page.locator(".cc-saved-line")
    line.wait_for()
    assert line.inner_text() == SAVED
    page.wait_for_function(READY)
    page.evaluate("() => Jupyter.notebook.execute_all_cells()")
    page.locator(".cc-explorer").first.wait_for()
    line.wait_for(state="hidden")
    page.close()
