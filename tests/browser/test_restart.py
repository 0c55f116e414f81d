"""Restarting the kernel: figures are unchanged, and one line explains what to do."""

import pytest

from tests.support.figures import Explorer
from tests.support.panels import SETUP

RESTART = """async () => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
}"""
LINES = """() => [...document.querySelectorAll('.cc-kernel-status:not(:empty)')]
  .map((line) => line.textContent)"""
SIGNS = """() => [...document.querySelectorAll('.jupyter-widgets-disconnected')]
  .filter((one) => getComputedStyle(one, '::before').content !== 'none').length"""
# Positions and sizes of plots, curves and layers, relative to the corner of their figure.
PLACES = """() => [...document.querySelectorAll('.cc-figure')].map((figure) => {
  const corner = figure.getBoundingClientRect();
  const parts = figure.querySelectorAll(':scope > svg, .plotarea_background, .curve, .cc-layer g');
  return [...parts].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x - corner.x, y - corner.y, width, height].map(Math.round);
  });
})"""
STRENGTH = "(element) => getComputedStyle(element).opacity"
WORDS = (
    "There is no Python behind this picture any more. "
    "Run its cell again, after the cells above it, to use the controls."
)


@pytest.fixture
def explorer(screen):
    screen.run(SETUP)
    yield Explorer(screen.page)
    screen.run("None")


def test_figures_are_unchanged_below_one_message(screen, explorer):
    """Each widget got an icon, and the icons displaced the curves."""
    page = screen.page
    before = page.evaluate(PLACES)
    page.evaluate(RESTART)
    page.wait_for_function(f"() => ({LINES})().length > 0")
    explorer.settle()
    assert page.evaluate(LINES) == [WORDS]
    assert page.evaluate(SIGNS) == 0
    assert page.evaluate(PLACES) == before
    assert explorer.root.locator(".cc-saves > button").evaluate(STRENGTH) == "0.5"
    for page_width in (700, page.viewport_size["width"]):
        screen.size(page_width, page.viewport_size["height"])
        explorer.settle()
        for figure in page.evaluate(PLACES):
            (x, y, *_), (left, _, plot, _), *rest = figure
            assert (x, y) == (0, 0)
            curves = [start for start, _, width, _ in rest if abs(width - plot) <= 2]
            assert curves
            assert {start - left for start in curves} <= {-1, 0, 1}


def test_controls_that_need_python_look_disabled(screen, explorer):
    """Controls looked enabled after a restart."""
    page = screen.page
    explorer.root.get_by_role("tab", name="Criteria").click()
    control = explorer.root.locator(".cc-panel .widget-dropdown").first
    assert control.evaluate(STRENGTH) == "1"
    page.evaluate(RESTART)
    page.wait_for_function(f"() => ({LINES})().length > 0")
    assert control.evaluate(STRENGTH) == "0.5"
    assert control.evaluate("(element) => getComputedStyle(element).pointerEvents") == "none"
    assert control.evaluate("(element) => element.inert")
    assert page.evaluate(SIGNS) == 0


@pytest.mark.long(cases=1)
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("cc.steps('hull', {'a': (0.2, 0.7)})", 0),
        ("cc.explore_classes([0, 1, 0, 1], [0, 1, 1, 1])", 1),
        ("cc.laboratory(n=50)", 0),
    ],
)
def test_other_widgets_have_no_disconnection_icons(disposable_kernel, code, lines):
    """X1, X15"""
    page = disposable_kernel.page
    disposable_kernel.run(f"import cc_widgets as cc\n{code}")
    page.locator(".cc-explorer .bqplot .plotarea_background").first.wait_for()
    page.evaluate(RESTART)
    page.wait_for_function("() => document.querySelector('.jupyter-widgets-disconnected')")
    assert page.evaluate(SIGNS) == 0
    assert len(page.evaluate(LINES)) == lines
