"""Displaying an explorer again after changes of its model."""

from math import log

import pytest

from tests.support.figures import Explorer
from tests.support.ticks import CONDITIONS, wrong_ticks

MAKE = """
import numpy as np
import cc_widgets as cc
from cc_widgets.core import Conditions
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 300)
explorer = cc.explore(y, {"a": y + rng.normal(size=300), "b": y + 2 * rng.normal(size=300)})
model = explorer.model
explorer
"""
CHANGES = {
    "logit": "model.view.axis = 'logit'",
    "prior": f"model.conditions = {CONDITIONS}; model.view.axis = 'prior'",
    "cost ratio": f"model.conditions = {CONDITIONS}; model.view.axis = 'cost_ratio'",
    "pc": "model.view.axis = 'pc'; model.pc = 0.2",
    "range": "model.view.axis = 'logit'; model.pc_range = (0.1, 0.3)",
    "whole lines": "model.view.axis = 'pc'; model.view.cost_top = 1.0",
    "hidden": "model.view.cost_top = 0.5; model.hidden = ('b',)",
    "pins": "model.hidden = (); model.pins = ({'kind': 'point', 'index': 3},)",
    "new data": "model.classifiers = {'a': (y, -y + rng.normal(size=300))}",
    "criterion": "model.criterion = {'kind': 'neyman_pearson', 'max_fpr': 0.3}",
    "band": "model.bootstrap(n_resamples=200, rng=0)",
}


@pytest.fixture(scope="module", autouse=True)
def explorer_cell(own_notebook):
    own_notebook.run(MAKE)


def assert_correct(notebook, explorer):
    """Assert that operating point, highlights and tick labels are correct."""
    axis, pc = notebook.python("[model.view.axis, model.pc]")
    area = explorer.area("cost")
    share = 0.5 + log(pc / (1 - pc)) / (2 * log(0.9995 / 0.0005)) if axis == "logit" else pc
    line = explorer.figure("cost").locator(".cc-operating-line").bounding_box()
    assert line["x"] + line["width"] / 2 == pytest.approx(area.left + share * area.width, abs=2)
    assert wrong_ticks(explorer, axis) == []
    explorer.move("roc", 0.6, 0.3)
    drawn = explorer.figure("cost").locator(".cc-now-line:visible, .cc-now-line.cc-bent:visible")
    assert drawn.count() == 1
    x = [drawn.bounding_box()[key] for key in ("x", "width")]
    assert x == pytest.approx([area.left, area.width], abs=10)
    explorer.leave()
    notebook.page.mouse.move(
        area.left + 0.5 * area.width, area.top + 0.02 * area.height / area.top_value
    )
    highlights = explorer.figure("roc").locator(".cc-now-line:visible, .cc-now-dot:visible")
    assert highlights.count() > 0
    explorer.leave()


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("change", CHANGES)
def test_explorer_is_correct_when_changed_before_redisplay(own_notebook, change):
    """Changed in the cell that displays it again, while it is not on the page."""
    own_notebook.run(f"{CHANGES[change]}\nexplorer")
    assert_correct(own_notebook, Explorer(own_notebook.page))


@pytest.mark.parametrize("change", ["logit", "pc", "whole lines"])
def test_explorer_is_correct_when_changed_while_displayed(own_notebook, change):
    """Changed while displayed, and then displayed again."""
    own_notebook.python(f"[exec({CHANGES[change]!r}), 0][1]")
    Explorer(own_notebook.page)
    own_notebook.run("explorer")
    assert_correct(own_notebook, Explorer(own_notebook.page))


def test_zoom_can_be_reset_after_redisplay(own_notebook):
    own_notebook.run("model.view.axis = 'pc'\nexplorer")
    explorer = Explorer(own_notebook.page)
    explorer.figure("cost").locator(".cc-cursor").focus()
    own_notebook.page.keyboard.press("+")
    own_notebook.run("explorer  # again")
    explorer = Explorer(own_notebook.page)
    assert wrong_ticks(explorer, "pc") != []
    explorer.figure("cost").locator(".cc-cursor").focus()
    own_notebook.page.keyboard.press("0")
    explorer.settle()
    assert wrong_ticks(explorer, "pc") == []
