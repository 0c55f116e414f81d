"""Each situation, whole and readable; screenshots go to `.pictures`.

`python3 -m cc_widgets test tests/browser/test_situations.py --long` makes them all: both
themes, four widths, and the page of a laptop, all of them measured in five font families. Without
that option each situation is seen once: at the widest light look and the narrowest dark one, and in
the families, by turns. `-k range` selects one situation.
"""

import itertools
from contextlib import contextmanager

import pytest

from cc_widgets.commands.workshop.fonts import DEFAULT
from tests.support.figures import Explorer
from tests.support.lab import OWN_FONT
from tests.support.looks import AXE, FAMILIES, SERIOUS, faults
from tests.support.situations import BANDS, FONTS, SITUATIONS

# JupyterLab keeps some of the page for itself: these are widths of the explorer.
WIDTHS = [1400, 934, 600, 300]
HEIGHT = 3200
LAPTOP = {"width": 1366, "height": 768}
TO_TOP = "(root) => root.scrollIntoView({ block: 'start', behavior: 'instant' })"


def pytest_generate_tests(metafunc):
    """Ask for every look, or for one of each situation, with as few changes of theme as can be."""
    if "look" not in metafunc.fixturenames:
        return
    if metafunc.config.getoption("--long"):
        looks = [
            (name, theme, family, WIDTHS)
            for theme, family, name in itertools.product(("Light", "Dark"), FAMILIES, SITUATIONS)
        ]
    else:
        few = {"Light": list(SITUATIONS)[::2], "Dark": list(SITUATIONS)[1::2]}
        families = itertools.cycle(FAMILIES)
        looks = [
            (name, theme, next(families), WIDTHS[:1] if theme == "Light" else WIDTHS[-1:])
            for theme, names in few.items()
            for name in names
        ]
    ids = [f"{name}-{theme}-{family}".lower() for name, theme, family, _ in looks]
    metafunc.parametrize("look", looks, ids=ids, indirect=True, scope="module")


@pytest.fixture(scope="module")
def page_of_situations(own_notebook):
    own_notebook.page.add_script_tag(path=AXE)
    return own_notebook


@pytest.fixture(scope="module")
def look(request, page_of_situations):
    """A situation in one look: its name, theme, font family, and the widths asked for."""
    name, theme, family, widths = request.param
    page_of_situations.size(1400, HEIGHT)
    page_of_situations.theme(f"JupyterLab {theme}")
    page_of_situations.font(FONTS.get(name, OWN_FONT))
    page_of_situations.family(family)
    page_of_situations.run(SITUATIONS[name] + "\nexplorer")
    return name, theme.lower(), family, widths


@pytest.mark.long
def test_it_is_whole_readable_and_without_serious_barriers(page_of_situations, look, pictures):
    page = page_of_situations.page
    name, theme, family, widths = look
    explorer = Explorer(page)
    wrong = {}
    for width in widths:
        give_width(page, explorer, width)
        page_of_situations.rest()  # while it is busy, panels say so
        explorer.settle()
        if family == DEFAULT:
            explorer.root.screenshot(path=pictures / file_name(name, width, theme))
        wrong[width] = faults(explorer.root)
    if widths == WIDTHS:
        with on_a_laptop(page_of_situations, explorer):
            if family == DEFAULT:
                page.screenshot(path=pictures / file_name(name, "laptop", theme))
            wrong["laptop"] = faults(explorer.root)
    wrong["barriers"] = explorer.root.evaluate(SERIOUS)
    assert {where: what for where, what in wrong.items() if what} == {}


@contextmanager
def on_a_laptop(notebook, explorer):
    """The whole page of JupyterLab with its side bar, scrolled to the explorer."""
    notebook.page.set_viewport_size(LAPTOP)
    notebook.side_bar(shown=True)
    explorer.settle()
    explorer.root.evaluate(TO_TOP)
    explorer.settle()
    yield
    notebook.side_bar(shown=False)


def file_name(situation, width, theme):
    return f"{situation.replace(' ', '-')}-{width}-{theme}.png"


def give_width(page, explorer, width):
    """Make the page so wide that the explorer has this width."""
    for _ in range(2):
        missing = width - explorer.root.bounding_box()["width"]
        if abs(missing) < 1:
            break
        size = page.viewport_size
        page.set_viewport_size({"width": round(size["width"] + missing), "height": size["height"]})
        explorer.settle()


def test_every_panel_and_the_tables_have_no_serious_barrier(page_of_situations):
    page_of_situations.font(OWN_FONT)
    page_of_situations.family(DEFAULT)
    page_of_situations.run(SITUATIONS[BANDS] + "\nexplorer")
    explorer = Explorer(page_of_situations.page)
    explorer.root.get_by_role("tab", name="Data table").click()
    explorer.root.locator(".cc-tables table").first.wait_for()
    for title in page_of_situations.python("explorer._panels.widget.titles"):
        page_of_situations.python(f"explorer.open_panel({title!r})")
        explorer.root.get_by_role("tab", name=title, selected=True).wait_for()
        explorer.root.locator(".cc-panel").first.wait_for()
        assert explorer.root.evaluate(SERIOUS) == [], title
