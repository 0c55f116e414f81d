"""Printed, an explorer keeps within the paper, with both figures whole."""

import pytest

from tests.support.figures import settle
from tests.support.lab import SPOKEN
from tests.support.memory import OURS

A4 = {"portrait": (793, 1122), "landscape": (1122, 793)}  # pixels

# During printing the page has the layout of the paper, and says so to whoever asks for it.
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
    """What stands where on paper."""
    notebook.run(OURS)
    notebook.page.wait_for_function("() => document.querySelectorAll('.cc-layer').length === 2")
    notebook.rest(longest=SPOKEN)
    settle(notebook.page)
    notebook.page.evaluate(WATCH)

    def on(paper):
        path = pictures / f"printed-{paper}.pdf"
        notebook.page.pdf(path=path, format="A4", landscape=paper == "landscape")
        return notebook.page.evaluate("() => window.ccPrinted")

    yield on
    notebook.page.evaluate(FORGET)
    notebook.rest()


@pytest.mark.parametrize("paper", A4)
def test_both_figures_are_whole_on_paper(printed, paper):
    """B4: the explorer was cut at the paper's edge; JupyterLab itself cuts its cells there."""
    found = printed(paper)
    width, height = A4[paper]
    assert found["cell"]["right"] > width, "JupyterLab's part: its cells run off the paper"
    assert found["explorer"]["right"] <= width
    assert all(plot["bottom"] < height for plot in found["plots"])
    roc, cost = found["plots"]
    assert found["explorer"]["left"] < roc["left"] < roc["right"] < cost["left"] < cost["right"]
    assert cost["right"] < found["explorer"]["right"]
    for plot, line in zip(found["plots"], found["lines"], strict=True):
        assert plot["bottom"] - plot["top"] == pytest.approx(plot["right"] - plot["left"], abs=1)
        assert plot["left"] - 1 <= line["left"] <= line["right"] <= plot["right"] + 1
        assert plot["top"] - 1 <= line["top"] <= line["bottom"] <= plot["bottom"] + 1
    assert found["bar"]["right"] <= found["explorer"]["right"]
