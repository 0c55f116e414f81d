"""B7: the first minutes with an explorer in Firefox, where it is installed."""

from typing import TYPE_CHECKING, cast

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.bidi import firefox, firefox_program
from tests.support.hand import near
from tests.support.lab import Notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IS_DRAWN = "() => document.querySelectorAll('.cc-explorer .cc-layer').length === 2"
CALM = """async () => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const shape = () => JSON.stringify([...document.querySelectorAll('.cc-explorer svg *')]
    .map((element) => element.getBoundingClientRect()));
  for (let last = ''; last !== shape(); await wait(400)) last = shape();
}"""
AREAS = """() => [...document.querySelectorAll('.cc-explorer .plotarea_background')].map((area) => {
  const { x, y, width, height } = area.getBoundingClientRect();
  return [x, y, width, height];
})"""
# The middle of what is shown, on the page; null if nothing is.
WHERE = """([figure, selector]) => {
  const element = document.querySelectorAll('.cc-figure')[figure].querySelector(selector);
  if (!element || element.style.display === 'none') return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
ROC, COST = 0, 1


class Seen:
    """The explorer on Firefox's page."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.page.wait_for_function(IS_DRAWN)
        self.page.evaluate(CALM)

    def pixel(self, figure, x, y):
        left, top, width, height = self.page.evaluate(AREAS)[figure]
        return left + x * width, top + (1 - y / (1, 0.5)[figure]) * height

    def move(self, figure, x, y):
        self.page.move(*self.pixel(figure, x, y))

    def where(self, figure, selector):
        return self.page.evaluate(WHERE, [figure, selector])

    def readout(self):
        return self.page.evaluate("() => document.querySelector('.cc-readout').innerText")


@pytest.fixture(scope="module")
def fox(server, tmp_path_factory):
    program = firefox_program()
    if program is None:
        pytest.skip("Firefox is not installed; Debian calls it firefox-esr")
    with firefox(program, tmp_path_factory.mktemp("firefox")) as browser:
        notebook = Notebook(cast("Browser", browser), server, name="firefox.ipynb", height=1300)
        notebook.run(FAWCETT)
        yield Seen(notebook)
        assert notebook.problems == []


def test_a_point_lights_its_line_and_a_line_its_point(fox):
    fox.move(ROC, 0.5, 0.8)
    assert fox.readout().startswith("Fawcett at threshold 0.38: finds 80 % of positives")
    assert fox.where(ROC, ".cc-now-dot") == near(fox.pixel(ROC, 0.5, 0.8), 1.5)
    # The middle of the line from (0, 0.5) to (1, 0.2).
    assert fox.where(COST, ".cc-now-line") == near(fox.pixel(COST, 0.5, 0.35), 1.5)
    fox.move(COST, 0.25, 0.2)
    assert fox.where(COST, ".cc-now-dot") == near(fox.pixel(COST, 0.25, 0.2), 1.5)
    assert fox.where(ROC, ".cc-now-edge") is not None
    fox.page.move(5, 5)
    assert fox.where(ROC, ".cc-now-edge") is None


def test_the_operating_point_is_dragged(fox):
    fox.move(COST, 0.5, 0.45)
    fox.page.down()
    for pc in (0.4, 0.3, 0.2):
        fox.move(COST, pc, 0.45)
    fox.page.up()
    fox.page.move(5, 5)
    fox.page.evaluate(CALM)
    assert fox.where(COST, ".cc-operating-line")[0] == near(fox.pixel(COST, 0.2, 0)[0], 1.5)
    assert fox.notebook.python("explorer.model.pc") == pytest.approx(0.2, abs=0.005)


def test_keys_walk_along_a_curve_and_pin(fox):
    fox.page.evaluate("() => document.querySelector('.cc-cursor').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        fox.page.press(key)
    assert fox.where(COST, ".cc-pin-line") == near(fox.pixel(COST, 0.5, 0.45), 1.5)
    fox.page.evaluate(CALM)
    assert fox.notebook.python("[dict(pin) for pin in explorer.model.pins]") == [
        {"kind": "point", "index": 1}
    ]


def test_a_panel_opens_and_its_knob_moves_the_figures(fox):
    fox.notebook.python("explorer.open_panel('Conditions')")
    fox.page.wait_for_function("() => document.querySelector('.cc-panel select') !== null")
    fox.page.evaluate(
        """() => {
          const selects = [...document.querySelectorAll('.cc-panel select')];
          const axis = selects.find((one) => [...one.options].some((o) => o.text.includes('log')));
          axis.value = [...axis.options].find((option) => option.text.includes('log')).value;
          axis.dispatchEvent(new Event('change', { bubbles: true }));
        }"""
    )
    fox.page.wait_for_function(
        "() => document.querySelectorAll('.cc-figure')[1].textContent.includes('log-odds')"
    )
    fox.page.evaluate(CALM)
    assert fox.notebook.python("explorer.model.axis") == "logit"


def test_under_zoom_the_pointer_lights_what_it_points_at(fox):
    """B6."""
    zoom = "(zoom) => { document.querySelector('.jp-Notebook').style.zoom = zoom; }"
    fox.notebook.python("explorer.model.set_trait('axis', 'pc')")
    fox.page.evaluate(zoom, "0.8")
    fox.page.evaluate(CALM)
    fox.move(ROC, 0.5, 0.8)
    said, dot = fox.readout(), fox.where(ROC, ".cc-now-dot")
    expected = fox.pixel(ROC, 0.5, 0.8)
    fox.page.evaluate(zoom, "")
    fox.page.evaluate(CALM)
    assert said.startswith("Fawcett at threshold 0.38")
    assert dot == near(expected, 1.5)
