"""Pointer positions on pages that are zoomed or scaled by CSS."""

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import Explorer
from tests.support.hand import near

STYLE = "([name, value]) => { document.querySelector('.jp-Notebook').style[name] = value; }"


@pytest.fixture(params=[("zoom", "1.25"), ("zoom", "0.8"), ("transform", "scale(0.9)")])
def magnified(request, notebook):
    name, value = request.param
    notebook.page.evaluate(STYLE, [name, value])
    notebook.run(f"{FAWCETT}# {name} {value}")
    yield Explorer(notebook.page)
    notebook.page.evaluate(STYLE, [name, ""])


def test_hover_highlights_the_element_under_the_pointer(magnified):
    magnified.move("roc", 0.5, 0.8)
    assert magnified.detail().startswith("Fawcett, threshold 0.38: finds 80 % of positives")
    assert magnified.highlights("roc")["dot"] == near(magnified.to_pixels("roc", (0.5, 0.8)), 1.5)
    line = magnified.to_pixels("cost", (0, 0.5), (1, 0.2))
    assert magnified.highlights("cost")["line"] == near(line, 1.5)
    magnified.move("cost", 0.25, 0.2)
    assert magnified.highlights("cost")["dot"] == near(
        magnified.to_pixels("cost", (0.25, 0.2)), 1.5
    )
    magnified.leave()


def test_figures_are_not_clipped(magnified):
    """Bqplot would draw the axes outside the figure, where they are clipped."""
    for space in ("roc", "cost"):
        figure = magnified.figure(space).bounding_box()
        area = magnified.area(space)
        assert area.left + area.width < figure["x"] + figure["width"]
        assert area.top + area.height < figure["y"] + 0.95 * figure["height"]
        assert area.width > 0.8 * figure["width"]
