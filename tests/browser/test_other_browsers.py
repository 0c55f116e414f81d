"""Basic interactions in Firefox and WebKit, if installed."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.bidi import firefox, firefox_program
from tests.support.hand import near
from tests.support.lab import Notebook
from tests.support.webkit import webkit, webkit_programs

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IS_DRAWN = "() => document.querySelectorAll('.cc-explorer .cc-layer').length === 2"
WAIT_UNTIL_STILL = """async () => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const shape = () => JSON.stringify([...document.querySelectorAll('.cc-explorer svg *')]
    .map((element) => element.getBoundingClientRect()));
  for (let last = ''; last !== shape(); await wait(400)) last = shape();
}"""
AREAS = """() => [...document.querySelectorAll('.cc-explorer .plotarea_background')].map((area) => {
  const { x, y, width, height } = area.getBoundingClientRect();
  return [x, y, width, height];
})"""
# Centre of an element on the page; null if it is not displayed.
CENTRE = """([figure, selector]) => {
  const element = document.querySelectorAll('.cc-figure')[figure].querySelector(selector);
  if (!element || element.style.display === 'none') return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
ROC, COST = 0, 1


class ExplorerPage:
    """The explorer on a page of another browser."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.page.wait_for_function(IS_DRAWN)
        self.page.evaluate(WAIT_UNTIL_STILL)

    def pixel(self, figure, x, y):
        left, top, width, height = self.page.evaluate(AREAS)[figure]
        return left + x * width, top + (1 - y / (1, 0.5)[figure]) * height

    def move(self, figure, x, y):
        self.page.move(*self.pixel(figure, x, y))

    def centre(self, figure, selector):
        return self.page.evaluate(CENTRE, [figure, selector])

    def detail(self):
        return self.page.evaluate("() => document.querySelector('.cc-detail').innerText")


@contextmanager
def launch(name, folder):
    """Start a browser, or skip the test if it is not installed."""
    if name == "Firefox":
        program = firefox_program()
        if program is None:
            pytest.skip("Firefox is not installed; Debian calls it firefox-esr")
        with firefox(program, folder) as browser:
            yield browser
    else:
        programs = webkit_programs()
        if programs is None:
            pytest.skip("WebKit is not installed; Debian calls it webkit2gtk-driver, with xvfb")
        with webkit(programs, folder) as browser:
            yield browser


@pytest.fixture(scope="module", params=["Firefox", "WebKit"])
def other(request, server, tmp_path_factory):
    with launch(request.param, tmp_path_factory.mktemp(request.param)) as browser:
        notebook = Notebook(
            cast("Browser", browser), server, name=f"{request.param}.ipynb", height=1300
        )
        notebook.run(FAWCETT)
        yield ExplorerPage(notebook)
        assert notebook.problems == []


def test_point_and_line_highlight_each_other(other):
    other.move(ROC, 0.5, 0.8)
    assert other.detail().startswith("Fawcett, threshold 0.38: finds 80 % of positives")
    assert other.centre(ROC, ".cc-now-dot") == near(other.pixel(ROC, 0.5, 0.8), 1.5)
    # The middle of the line from (0, 0.5) to (1, 0.2).
    assert other.centre(COST, ".cc-now-line") == near(other.pixel(COST, 0.5, 0.35), 1.5)
    other.move(COST, 0.25, 0.2)
    assert other.centre(COST, ".cc-now-dot") == near(other.pixel(COST, 0.25, 0.2), 1.5)
    assert other.centre(ROC, ".cc-now-edge") is not None
    other.page.move(5, 5)
    assert other.centre(ROC, ".cc-now-edge") is None


def test_operating_point_is_dragged(other):
    other.move(COST, 0.5, 0.45)
    other.page.down()
    for pc in (0.4, 0.3, 0.2):
        other.move(COST, pc, 0.45)
    other.page.up()
    other.page.move(5, 5)
    other.page.evaluate(WAIT_UNTIL_STILL)
    assert other.centre(COST, ".cc-operating-line")[0] == near(other.pixel(COST, 0.2, 0)[0], 1.5)
    assert other.notebook.python("explorer.model.pc") == pytest.approx(0.2, abs=0.005)


def test_keys_move_along_a_curve_and_pin(other):
    other.page.evaluate("() => document.querySelector('.cc-cursor').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        other.page.press(key)
    assert other.centre(COST, ".cc-pin-line") == near(other.pixel(COST, 0.5, 0.45), 1.5)
    other.page.evaluate(WAIT_UNTIL_STILL)
    assert other.notebook.python("[dict(pin) for pin in explorer.model.pins]") == [
        {"kind": "point", "index": 1}
    ]


def test_field_of_a_panel_changes_the_operating_point(other):
    other.notebook.python("explorer.open_panel('Conditions')")
    other.page.wait_for_function("() => document.querySelector('.cc-more .cc-panel') !== null")
    other.page.evaluate(
        """() => {
          const fields = [...document.querySelectorAll('.cc-more input[type=text]')];
          fields[2].value = '0.4';
          fields[2].dispatchEvent(new Event('change', { bubbles: true }));
        }"""
    )
    other.page.wait_for_function("() => document.querySelector('.cc-knob input').value === '40 %'")
    other.page.evaluate(WAIT_UNTIL_STILL)
    assert other.notebook.python("explorer.model.pc") == 0.4


def test_hover_on_a_zoomed_page_highlights_the_element_under_the_pointer(other):
    zoom = "(zoom) => { document.querySelector('.jp-Notebook').style.zoom = zoom; }"
    other.notebook.python("setattr(explorer.model.view, 'axis', 'pc')")
    other.page.evaluate(zoom, "0.8")
    other.page.evaluate(WAIT_UNTIL_STILL)
    other.move(ROC, 0.5, 0.8)
    detail, dot = other.detail(), other.centre(ROC, ".cc-now-dot")
    expected = other.pixel(ROC, 0.5, 0.8)
    other.page.evaluate(zoom, "")
    other.page.evaluate(WAIT_UNTIL_STILL)
    assert detail.startswith("Fawcett, threshold 0.38")
    assert dot == near(expected, 1.5)


def test_height_of_a_figure_follows_its_width(other):
    """In WebKit the height did not change."""
    size = """() => {
      const { width, height } = document.querySelector('.cc-figure').getBoundingClientRect();
      return [width, height];
    }"""
    width = "(width) => { document.querySelector('.cc-explorer').style.width = width; }"
    before, _ = other.page.evaluate(size)
    other.page.evaluate(width, "600px")
    other.page.evaluate(WAIT_UNTIL_STILL)
    after, height = other.page.evaluate(size)
    other.page.evaluate(width, "")
    other.page.evaluate(WAIT_UNTIL_STILL)
    assert after < before
    assert height == near(after)
