"""Legibility and accessibility of typical situations; screenshots are written to `.pictures`.

`python3 -m cc_widgets test tests/browser/test_situations.py --long` tries both themes, four widths
and a laptop screen in five font families. Otherwise every second situation is tested once,
alternately at the largest width in the light theme and the smallest in the dark theme, with font
families in turn. `-k range` selects one situation.
"""

import itertools
from contextlib import contextmanager

import pytest

from cc_widgets.commands.workshop.fonts import DEFAULT
from tests.support.figures import Explorer
from tests.support.lab import DEFAULT_FONT_SIZE
from tests.support.looks import AXE, FAMILIES, SERIOUS, faults
from tests.support.situations import BANDS, FONTS, SITUATIONS

# Widths of the explorer, which is narrower than the page.
WIDTHS = [1400, 934, 600, 300]
HEIGHT = 3200
LAPTOP = {"width": 1366, "height": 768}
TO_TOP = "(root) => root.scrollIntoView({ block: 'start', behavior: 'instant' })"


def pytest_generate_tests(metafunc):
    """Parametrize `look`, ordered such that the theme rarely changes."""
    if "look" not in metafunc.fixturenames:
        return
    if metafunc.config.getoption("--long"):
        looks = [
            (name, theme, family, WIDTHS)
            for theme, family, name in itertools.product(("Light", "Dark"), FAMILIES, SITUATIONS)
        ]
    else:
        by_theme = {"Light": list(SITUATIONS)[::4], "Dark": list(SITUATIONS)[2::4]}
        families = itertools.cycle(FAMILIES)
        looks = [
            (name, theme, next(families), WIDTHS[:1] if theme == "Light" else WIDTHS[-1:])
            for theme, names in by_theme.items()
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
    """Show a situation; return its name, theme, font family and the widths to test."""
    name, theme, family, widths = request.param
    page_of_situations.size(1400, HEIGHT)
    page_of_situations.theme(f"JupyterLab {theme}")
    page_of_situations.font(FONTS.get(name, DEFAULT_FONT_SIZE))
    page_of_situations.family(family)
    page_of_situations.run(SITUATIONS[name] + "\nexplorer")
    return name, theme.lower(), family, widths


@pytest.mark.long
def test_situation_is_legible_unclipped_and_accessible(page_of_situations, look, pictures):
    page = page_of_situations.page
    name, theme, family, widths = look
    explorer = Explorer(page)
    wrong = {}
    for width in widths:
        give_width(page, explorer, width)
        page_of_situations.wait_until_idle()  # panels show a message while Python is busy
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
    assert {key: problems for key, problems in wrong.items() if problems} == {}


@contextmanager
def on_a_laptop(notebook, explorer):
    """Show JupyterLab with its side bar at laptop size, scrolled to the explorer."""
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
    """Resize the page until the explorer has this width."""
    for _ in range(2):
        missing = width - explorer.root.bounding_box()["width"]
        if abs(missing) < 1:
            break
        size = page.viewport_size
        page.set_viewport_size({"width": round(size["width"] + missing), "height": size["height"]})
        explorer.settle()


@pytest.mark.long(cases=0)
def test_panels_and_tables_are_accessible(page_of_situations):
    page_of_situations.font(DEFAULT_FONT_SIZE)
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
