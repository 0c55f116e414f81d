"""Eight situations, each whole and readable; screenshots go to `.pictures`.

`python3 -m cc_widgets test tests/browser/test_situations.py --all-looks` makes them all; without
that option the widest light and the narrowest dark ones are enough.
"""

from pathlib import Path

import pytest

from tests.support.figures import Explorer
from tests.support.looks import faults
from tests.support.situations import SITUATIONS

AXE = Path(__file__).parents[2] / "js/node_modules/axe-core/axe.min.js"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
# JupyterLab keeps some of the page for itself: these are widths of the explorer.
HEIGHT = 3200
WIDTHS = (1400, 934, 600, 300)
SERIOUS = """async (root) => {
  const found = await axe.run(root, { resultTypes: ['violations'] });
  return found.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
}"""


@pytest.fixture(scope="module")
def page_of_situations(own_notebook):
    own_notebook.page.add_script_tag(path=AXE)
    return own_notebook


@pytest.fixture(scope="module", params=SITUATIONS)
def situation(request, page_of_situations):
    page_of_situations.page.set_viewport_size({"width": 1400, "height": HEIGHT})
    page_of_situations.run(SITUATIONS[request.param] + "\nexplorer")
    return request.param


@pytest.fixture(params=THEMES)
def theme(request, page_of_situations):
    page_of_situations.theme(THEMES[request.param])
    return request.param


def widths(request, theme):
    if request.config.getoption("--all-looks"):
        return WIDTHS
    return WIDTHS[:1] if theme == "light" else WIDTHS[-1:]


def test_it_is_whole_and_readable_at_every_width(
    request, page_of_situations, situation, theme, pictures
):
    page = page_of_situations.page
    wrong = {}
    for width in widths(request, theme):
        explorer = Explorer(page)
        give_width(page, explorer, width)
        name = f"{situation.replace(' ', '-')}-{width}-{theme}.png"
        explorer.root.screenshot(path=pictures / name)
        if found := faults(explorer):
            wrong[width] = found
    assert wrong == {}


@pytest.mark.usefixtures("situation", "theme")
def test_it_has_no_serious_barrier(page_of_situations):
    assert Explorer(page_of_situations.page).root.evaluate(SERIOUS) == []


def give_width(page, explorer, width):
    """Make the page so wide that the explorer has this width."""
    for _ in range(2):
        missing = width - explorer.root.bounding_box()["width"]
        if abs(missing) < 1:
            break
        size = page.viewport_size
        page.set_viewport_size({"width": round(size["width"] + missing), "height": size["height"]})
        explorer.settle()


@pytest.mark.parametrize("title", ["Bootstrap", "Classifiers"])
def test_other_panels_and_the_tables_have_no_serious_barrier(page_of_situations, title):
    page_of_situations.run(
        SITUATIONS["two curves with band"] + f"explorer.open_panel('{title}')\nexplorer"
    )
    explorer = Explorer(page_of_situations.page)
    explorer.root.locator("summary").first.click()
    explorer.root.locator(".cc-tables table").first.wait_for()
    assert explorer.root.evaluate(SERIOUS) == []
