"""Printing: the explorer fits on the paper, and both figures are complete."""

import pytest

from tests.support.figures import settle
from tests.support.lab import LIVE_REGION_DELAY
from tests.support.memory import EXPLORER_CELL

A4 = {"portrait": (793, 1122), "landscape": (1122, 793)}  # pixels

# Records the layout while printing, when the media query `print` matches.
WATCH = """() => {
  window.ccPrinted = null;
  window.ccPaper = matchMedia('print');
  window.ccPaper.onchange = ({ matches }) => {
    if (!matches) return;
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    window.ccPrinted = {
      cell: boxes('.jp-OutputArea-output')[0],
      explorer: boxes('.cc-explorer')[0],
      plots: boxes('.cc-figure .plotarea_background'),
      lines: boxes('.cc-layer .cc-operating-line'),
      bar: boxes('.cc-ribbon-bar')[0],
    };
  };
}"""
FORGET = "() => { window.ccPaper.onchange = null; }"


@pytest.fixture
def printed(notebook, pictures):
    """Yield a function that prints to a PDF and returns the printed layout."""
    notebook.run(EXPLORER_CELL)
    notebook.page.wait_for_function("() => document.querySelectorAll('.cc-layer').length === 2")
    notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    settle(notebook.page)
    notebook.page.evaluate(WATCH)

    def print_page(paper):
        path = pictures / f"printed-{paper}.pdf"
        notebook.page.pdf(path=path, format="A4", landscape=paper == "landscape")
        return notebook.page.evaluate("() => window.ccPrinted")

    yield print_page
    notebook.page.evaluate(FORGET)
    notebook.wait_until_idle()


@pytest.mark.parametrize("paper", A4)
def test_both_figures_are_complete_on_paper(printed, paper):
    """The explorer was clipped at the edge of the paper, where JupyterLab clips its cells."""
    layout = printed(paper)
    width, height = A4[paper]
    assert layout["cell"]["right"] > width, "JupyterLab's cells exceed the paper"
    assert layout["explorer"]["right"] <= width
    assert all(plot["bottom"] < height for plot in layout["plots"])
    roc, cost = layout["plots"]
    assert layout["explorer"]["left"] < roc["left"] < roc["right"] < cost["left"] < cost["right"]
    assert cost["right"] < layout["explorer"]["right"]
    for plot, line in zip(layout["plots"], layout["lines"], strict=True):
        assert plot["bottom"] - plot["top"] == pytest.approx(plot["right"] - plot["left"], abs=1)
        assert plot["left"] - 1 <= line["left"] <= line["right"] <= plot["right"] + 1
        assert plot["top"] - 1 <= line["top"] <= line["bottom"] <= plot["bottom"] + 1
    assert layout["bar"]["right"] <= layout["explorer"]["right"]
