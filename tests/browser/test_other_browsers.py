"""B7: the first minutes with an explorer in Firefox and in WebKit, where they are installed."""

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
    """The explorer on the page of another browser."""

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

    def detail(self):
        return self.page.evaluate("() => document.querySelector('.cc-detail').innerText")


@contextmanager
def started(name, folder):
    """Start the browser of that name, or skip the test where it is not installed."""
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
    with started(request.param, tmp_path_factory.mktemp(request.param)) as browser:
        notebook = Notebook(
            cast("Browser", browser), server, name=f"{request.param}.ipynb", height=1300
        )
        notebook.run(FAWCETT)
        yield Seen(notebook)
        assert notebook.problems == []


def test_a_point_lights_its_line_and_a_line_its_point(other):
    other.move(ROC, 0.5, 0.8)
    assert other.detail().startswith("Fawcett, threshold 0.38: finds 80 % of positives")
    assert other.where(ROC, ".cc-now-dot") == near(other.pixel(ROC, 0.5, 0.8), 1.5)
    # The middle of the line from (0, 0.5) to (1, 0.2).
    assert other.where(COST, ".cc-now-line") == near(other.pixel(COST, 0.5, 0.35), 1.5)
    other.move(COST, 0.25, 0.2)
    assert other.where(COST, ".cc-now-dot") == near(other.pixel(COST, 0.25, 0.2), 1.5)
    assert other.where(ROC, ".cc-now-edge") is not None
    other.page.move(5, 5)
    assert other.where(ROC, ".cc-now-edge") is None


def test_the_operating_point_is_dragged(other):
    other.move(COST, 0.5, 0.45)
    other.page.down()
    for pc in (0.4, 0.3, 0.2):
        other.move(COST, pc, 0.45)
    other.page.up()
    other.page.move(5, 5)
    other.page.evaluate(CALM)
    assert other.where(COST, ".cc-operating-line")[0] == near(other.pixel(COST, 0.2, 0)[0], 1.5)
    assert other.notebook.python("explorer.model.pc") == pytest.approx(0.2, abs=0.005)


def test_keys_walk_along_a_curve_and_pin(other):
    other.page.evaluate("() => document.querySelector('.cc-cursor').focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        other.page.press(key)
    assert other.where(COST, ".cc-pin-line") == near(other.pixel(COST, 0.5, 0.45), 1.5)
    other.page.evaluate(CALM)
    assert other.notebook.python("[dict(pin) for pin in explorer.model.pins]") == [
        {"kind": "point", "index": 1}
    ]


def test_a_panel_opens_and_its_knob_moves_the_figures(other):
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
    other.page.evaluate(CALM)
    assert other.notebook.python("explorer.model.pc") == 0.4


def test_under_zoom_the_pointer_lights_what_it_points_at(other):
    """B6."""
    zoom = "(zoom) => { document.querySelector('.jp-Notebook').style.zoom = zoom; }"
    other.notebook.python("explorer.model.set_trait('axis', 'pc')")
    other.page.evaluate(zoom, "0.8")
    other.page.evaluate(CALM)
    other.move(ROC, 0.5, 0.8)
    said, dot = other.detail(), other.where(ROC, ".cc-now-dot")
    expected = other.pixel(ROC, 0.5, 0.8)
    other.page.evaluate(zoom, "")
    other.page.evaluate(CALM)
    assert said.startswith("Fawcett, threshold 0.38")
    assert dot == near(expected, 1.5)


def test_a_narrower_figure_is_lower_too(other):
    """B3: WebKit kept its height."""
    size = """() => {
      const { width, height } = document.querySelector('.cc-figure').getBoundingClientRect();
      return [width, height];
    }"""
    width = "(width) => { document.querySelector('.cc-explorer').style.width = width; }"
    before, _ = other.page.evaluate(size)
    other.page.evaluate(width, "600px")
    other.page.evaluate(CALM)
    after, height = other.page.evaluate(size)
    other.page.evaluate(width, "")
    other.page.evaluate(CALM)
    assert after < before
    assert height == near(after)
