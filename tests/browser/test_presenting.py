"""Help cards, presentation mode, and showing and hiding parts."""

import pytest

import cc_widgets as cc
from cc_widgets.model.helps import HELPS
from tests.browser.conftest import reset_notebook
from tests.support.figures import Explorer, settle
from tests.support.hand import EXPLORER

FOCUSED_TOPIC = "() => document.activeElement.dataset.about ?? ''"
"""Topic of the focused help button."""


def test_every_figure_and_panel_has_help_by_keyboard(tall_notebook):
    page = tall_notebook.page
    tall_notebook.run(EXPLORER)
    root = page.locator(".cc-explorer")
    root.locator(".cc-ribbon-bar").wait_for()
    card = root.locator(".cc-gestures")
    topics = set()
    for tab in ("Compare", "Uncertainty", "Criteria", "Classifiers", "Data table"):
        root.get_by_role("tab", name=tab).click()
        root.get_by_role("tabpanel", name=tab).wait_for()
        for button in root.get_by_role("button", name="What this is").all():
            about = button.get_attribute("data-about") or ""
            if about in topics:
                continue
            topics.add(about)
            button.press("Enter")
            lines = card.inner_text().splitlines()
            assert HELPS[about].title in lines
            assert HELPS[about].words in lines
            assert set(HELPS[about].formulas) <= set(lines)
            page.keyboard.press("Escape")
            assert card.count() == 0
            assert page.evaluate(FOCUSED_TOPIC) == about
    assert topics == set(HELPS)


# ---- Presentation mode


SMALL = {"width": 1280, "height": 720}
"""Resolution of a small projector."""

REQUIRED = [".cc-chip", ".cc-card", ".cc-knob", ".cc-figure", ".cc-ribbon"]
"""Parts that must be visible in presentation mode."""

OUTSIDE = """(root, names) => {
  const isOutside = (one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || bottom === top;
  };
  return names.filter((name) => [...root.querySelectorAll(name)].some(isOutside));
}"""
SIZES = """(root) => [
  Number.parseFloat(getComputedStyle(root.querySelector('.cc-card-headline')).fontSize),
  root.querySelector('.plotarea_background').getBoundingClientRect().width,
]"""
STRENGTHS = """(root) => {
  const strengths = (owner) => [...root.querySelectorAll(`[data-owner="${owner}"]`)]
    .filter((one) => one.getBoundingClientRect().width > 0)
    .map((one) => Number(getComputedStyle(one).opacity));
  return [Math.min(...strengths(0)), Math.max(...strengths(1))];
}"""


GAP = """(root) => {
  const [card, row] = ['.cc-card', '.cc-conditions'].map((one) => root.querySelector(one));
  return row.getBoundingClientRect().top - card.getBoundingClientRect().bottom;
}"""


@pytest.fixture
def small_notebook(shared_notebook, request):
    yield from reset_notebook(shared_notebook, request.config, **SMALL)


def sizes_of(root):
    """Return the font size of the headline and the width of a plot."""
    return root.evaluate(SIZES)


def hover_card(page, root):
    """Move the mouse over the explorer without highlighting anything."""
    box = root.locator(".cc-card").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_key_starts_presentation_with_all_required_parts_in_view(small_notebook, theme, pictures):
    notebook, page = small_notebook, small_notebook.page
    notebook.theme(theme)
    notebook.run(EXPLORER)
    explorer = Explorer(page)
    root = explorer.root
    root.locator(".cc-ribbon-bar").wait_for()
    root.evaluate("(root) => root.scrollIntoView()")
    hover_card(page, root)
    cells = page.locator(".jp-Cell").count()
    headline, plot = sizes_of(root)
    page.keyboard.press("Shift+P")
    notebook.wait_for_value("explorer.presenting", expected=True)
    settle(page)
    assert root.evaluate(OUTSIDE, REQUIRED) == []
    assert root.evaluate(GAP) >= 0
    large, wide = sizes_of(root)
    assert large > 1.65 * headline
    assert wide > 1.2 * plot
    explorer.move("roc", 0.1, 0.5)
    highlighted, pale = root.evaluate(STRENGTHS)
    assert highlighted == 1
    assert pale < 0.2
    page.screenshot(path=pictures / f"presenting-{theme.lower().replace(' ', '-')}.png")
    page.keyboard.press("Escape")
    notebook.wait_for_value("explorer.presenting", expected=False)
    assert sizes_of(root)[0] == headline
    assert page.locator(".jp-Cell").count() == cells


def test_python_button_and_key_present_and_typing_does_not(small_notebook):
    notebook, page = small_notebook, small_notebook.page
    notebook.run(EXPLORER)
    root = Explorer(page).root
    notebook.python("setattr(explorer, 'presenting', True)")
    page.locator(".cc-presenting").wait_for()
    button = root.get_by_role("button", name="Present")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    notebook.wait_for_value("explorer.presenting", expected=False)
    field = root.get_by_label("A miss costs", exact=True)
    field.press("Shift+P")
    assert "P" in field.input_value()
    field.press("Escape")
    hover_card(page, root)
    page.locator(".jp-Cell .cm-content").first.press("Shift+P")
    page.keyboard.press("Backspace")
    assert page.locator(".cc-presenting").count() == 0


def test_page_without_python_can_be_presented(tmp_path, browser):
    path = tmp_path / "lesson.html"
    explorer = cc.CostCurveExplorer.from_points({"stump": (0.3, 0.8), "rule": (0.1, 0.5)})
    explorer.to_html(path)
    explorer.close()
    page = browser.new_page(viewport=SMALL)
    page.goto(path.as_uri())
    root = Explorer(page).root
    root.locator(".cc-ribbon-bar").wait_for()
    hover_card(page, root)
    page.keyboard.press("Shift+P")
    settle(page)
    assert root.evaluate(OUTSIDE, REQUIRED) == []
    page.keyboard.press("Escape")
    assert page.locator(".cc-presenting").count() == 0
    page.close()


# ---- Showing and hiding parts


def choose(root, *names):
    """Select entries of the Show menu, which stays open."""
    menu = root.get_by_role("menu", name="Show")
    if menu.count() == 0:
        root.get_by_role("button", name="Show").click()
    for name in names:
        menu.get_by_text(name, exact=True).click()


PARTS = {
    "Names": ".cc-chip",
    "Answer": ".cc-card",
    "Conditions": ".cc-knob",
    "Who is cheapest where": ".cc-ribbon",
    "What is lit, in words": ".cc-detail",
    "What strokes mean": ".cc-key-line",
    "Panels and tables": ".cc-folds:not(.cc-more) .cc-tab",
    "ROC space": ".cc-half:first-child .cc-figure",
}
"""Entries of the Show menu, and the parts that they hide."""


def test_every_part_can_be_hidden_and_reset(tall_notebook):
    notebook = tall_notebook
    notebook.run(EXPLORER)
    root = Explorer(notebook.page).root
    root.locator(".cc-ribbon-bar").wait_for()
    for name, part in PARTS.items():
        assert root.locator(part).count() > 0
        choose(root, name)
        root.locator(part).first.wait_for(state="detached")
    choose(root, "Cost space")
    root.locator(".cc-figure").first.wait_for(state="detached")
    assert "Fawcett" not in root.inner_text()
    notebook.wait_for_value("explorer.model.view.show_cost", expected=False)
    root.get_by_role("menuitem", name="Reset").click()
    for part in PARTS.values():
        root.locator(part).first.wait_for()
    assert root.locator(".cc-half:last-child > *").count() == 2
    assert notebook.python("explorer.model.view.show_cost")
    first = root.locator(".cc-top > *").first.get_attribute("class") or ""
    assert "cc-legend" in first.split()


def test_page_without_python_hides_and_resets_parts(tmp_path, browser):
    path = tmp_path / "lesson.html"
    explorer = cc.CostCurveExplorer.from_points({"stump": (0.3, 0.8), "rule": (0.1, 0.5)})
    explorer.model.pc, explorer.model.view.show_key = 0.3, False
    explorer.to_html(path)
    explorer.close()
    page = browser.new_page(viewport=SMALL)
    page.goto(path.as_uri())
    root = Explorer(page).root
    headline = root.locator(".cc-card-headline")
    before = headline.inner_text()
    assert root.locator(".cc-key-line").count() == 0
    choose(root, "What strokes mean", "Names")
    root.locator(".cc-key-line").wait_for()
    root.locator(".cc-chip").first.wait_for(state="detached")
    page.keyboard.press("Escape")
    root.locator(".cc-ribbon-bar").focus()
    for _ in range(40):
        page.keyboard.press("]")
    assert headline.inner_text() != before
    choose(root, "Reset")
    root.locator(".cc-chip").first.wait_for()
    assert root.locator(".cc-key-line").count() == 0
    assert headline.inner_text() == before
    page.close()
