"""Legibility in every theme and at every width; screenshots are written to `.pictures`."""

import pytest

from tests.support.figures import Explorer
from tests.support.looks import FAMILIES, faults
from tests.support.texts import cut, texts

TUMOURS = """
import cc_widgets as cc
data = cc.datasets.tumours()
explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
explorer
"""
THEMES = ["JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast"]
WIDTHS = [1400, 934, 600, 460, 816]


@pytest.fixture(scope="module", params=list(zip(WIDTHS, FAMILIES, strict=True)), ids=str)
def page_of_width(request, own_notebook):
    """Return a notebook of one width and font family, with an explorer."""
    width, family = request.param
    own_notebook.size(width, 1500)
    own_notebook.family(family)
    own_notebook.run(TUMOURS)
    return own_notebook


@pytest.fixture(params=THEMES)
def look(request, page_of_width, pictures):
    page_of_width.theme(request.param)
    explorer = Explorer(page_of_width.page)
    explorer.settle()
    explorer.move("roc", 0.2, 0.9)
    width = page_of_width.page.viewport_size["width"]
    name = request.param.removeprefix("JupyterLab ").lower().replace(" ", "-")
    explorer.root.screenshot(path=pictures / f"explorer-{width}-{name}.png")
    return explorer


@pytest.mark.long(cases=7)
def test_text_is_legible_and_neither_clipped_nor_overlapping(look):
    assert len(texts(look.root)) > 20
    assert faults(look.root) == []


@pytest.mark.long(cases=7)
def test_plots_are_square_and_side_by_side_if_the_width_allows(look):
    roc, cost = look.area("roc"), look.area("cost")
    for area in (roc, cost):
        assert area.width == pytest.approx(area.height, abs=1)
        assert area.width > 200
    side_by_side = look.root.bounding_box()["width"] >= 640
    assert (cost.left > roc.left + roc.width) == side_by_side
    assert (cost.top > roc.top + roc.height) == (not side_by_side)


def test_figures_follow_a_change_of_width(notebook):
    notebook.run(TUMOURS)
    explorer = Explorer(notebook.page)
    for width in (760, 1400):
        notebook.page.set_viewport_size({"width": width, "height": 1200})
        explorer.settle()
        explorer.move("roc", 1, 1)
        line = explorer.highlights("cost")["line"]
        assert line == pytest.approx(explorer.to_pixels("cost", (0, 1), (1, 0)), abs=0.5)


SET_WIDTH = "(root, width) => { root.style.width = `${width}px`; }"


def test_axis_titles_are_not_clipped(notebook):
    notebook.family("DejaVu Sans")
    notebook.run(TUMOURS)
    explorer = Explorer(notebook.page)
    for width in (934, 700, 460, 300):
        explorer.root.evaluate(SET_WIDTH, width)
        explorer.settle()
        titles = explorer.root.locator("text.axislabel").filter(visible=True)
        assert titles.count() >= 2
        assert cut(texts(explorer.root)) == [], width
