"""Several views on one page: an explorer displayed twice, and the first picture of steps."""

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import settle

# ---- Two views of one explorer

TWO_VIEWS = f"""{FAWCETT.rstrip().removesuffix("explorer")}
from ipywidgets import VBox
model = explorer.model
model.view.show_answer = model.view.show_conditions = False
box = VBox([explorer], layout={{"width": "660px"}})
display(explorer, box)
"""
TICKS = """() => [...document.querySelectorAll('.cc-explorer')].map((root) =>
  [...root.querySelectorAll('.cc-figure')].map((figure) =>
    [...figure.querySelector('.axis').querySelectorAll('.tick')].map((one) => one.textContent)))"""
FINE, COARSE = ["0", "0.2", "0.4", "0.6", "0.8", "1"], ["0", "0.5", "1"]


@pytest.fixture
def two_views(screen):
    screen.run(TWO_VIEWS)
    screen.page.wait_for_function(
        "() => document.querySelectorAll('.cc-explorer .cc-layer').length === 4"
    )
    settle(screen.page)
    return screen


def test_each_view_has_ticks_for_its_own_size(two_views):
    """Both views kept changing the ticks of their shared axis."""
    page = two_views.page
    assert page.evaluate(TICKS) == [[FINE, FINE], [COARSE, COARSE]]
    two_views.python("setattr(box.layout, 'width', '100%')")
    settle(page)
    assert page.evaluate(TICKS) == [[FINE, FINE], [FINE, FINE]]


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("place", [0, 1])
def test_one_of_two_views_is_presented(two_views, place):
    """Presentation mode resized both views and froze the page."""
    page = two_views.page
    roots = page.locator(".cc-explorer")
    before = page.evaluate(TICKS)
    roots.nth(place).locator(".cc-chip").hover()
    for leave in ("Escape", "Shift+P"):
        page.keyboard.press("Shift+P")
        two_views.wait_for_value("explorer.presenting", expected=True)
        settle(page)
        assert roots.evaluate_all(PRESENTED) == [place]
        page.keyboard.press(leave)
        two_views.wait_for_value("explorer.presenting", expected=False)
        settle(page)
        assert page.evaluate(TICKS) == before
    two_views.python("setattr(explorer, 'presenting', True)")
    page.wait_for_function("() => document.querySelectorAll('.cc-presenting').length === 1")
    page.keyboard.press("Escape")
    two_views.wait_for_value("explorer.presenting", expected=False)


PRESENTED = """(roots) => roots.flatMap((root, i) =>
  (root.matches('.cc-presenting:popover-open') ? [i] : []))"""


# ---- Steps

STEPS = """
import cc_widgets as cc
two = {"early": (0.04, 0.4), "late": (0.3, 0.8)}
kinds = {"hull": two, "growing": two, "average": two, "virtual": {"a": (0.2, 0.7)},
         "selection": {"A": {"fpr": [0.1, 0.3], "tpr": [0.5, 0.8], "parameter": [11, 5.1]}},
         "resamples": {"C": [[6, 4], [4, 16]]}, "normalised": {"a": (0.1, 0.6)}}
display(*[cc.steps(kind, given) for kind, given in kinds.items()])
"""
DRAWN = """() => [...document.querySelectorAll('.cc-question')].map((root) =>
  [...root.querySelectorAll('.curve path.line, .dot_grp path')].map((one) => {
    const { x, y, width, height } = one.getBBox();
    const { e, f } = one.getCTM();
    return [x + e, y + f, width, height].map(Math.round);
  }))"""


def test_first_picture_of_steps_is_drawn(screen):
    """In JupyterLab it was empty until the next step and back."""
    page = screen.page
    screen.run(STEPS)
    page.wait_for_function("() => document.querySelectorAll('.cc-stepper').length === 7")
    settle(page)
    first = page.evaluate(DRAWN)
    for button in ("Next", "Back"):
        for step in page.get_by_role("button", name=button).all():
            step.click()
        settle(page)
    assert page.evaluate(DRAWN) == first
    assert min(map(len, first)) > 0
