"""The explorer on a page, with positions in data units."""

from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page

# Fawcett's 20 instances: every rate is a multiple of .1.
FAWCETT_DATA = """\
y_true = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
y_score = [.9, .8, .7, .6, .55, .54, .53, .52, .51, .505,
           .4, .39, .38, .37, .36, .35, .34, .33, .30, .1]
y_true, y_score = 25 * y_true, 25 * y_score  # with fewer examples a baseline is recommended
"""

Space = Literal["roc", "cost"]
_ORDER: list[Space] = ["roc", "cost"]


@dataclass(frozen=True)
class PlotArea:
    """Position of a plot area on the page in pixels, and the data value at its top."""

    left: float
    top: float
    width: float
    height: float
    top_value: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the position in page pixels of a point in data units."""
        return self.left + x * self.width, self.top + (1 - y / self.top_value) * self.height


def settle(page: Page) -> None:
    """Wait until bqplot's delayed layout has finished."""
    page.evaluate(_WAIT_UNTIL_STILL)


class Explorer:
    """The explorer on the page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._top_value: dict[Space, float] = {}
        self.root = page.locator(".cc-explorer").last
        self.root.locator(".cc-layer").nth(1).wait_for(state="attached")
        self.settle()

    def settle(self) -> None:
        """Wait until bqplot's delayed layout has finished."""
        settle(self._page)

    def figure(self, space: Space) -> Locator:
        """Return one of the two figures."""
        return self.root.locator(".cc-figure").nth(_ORDER.index(space))

    def area(self, space: Space) -> PlotArea:
        """Return the plot area of a figure."""
        figure = self.figure(space)
        box = figure.locator(".plotarea_background").bounding_box()
        assert box is not None
        self._top_value[space] = figure.evaluate(_TOP_VALUE) or self._top_value.get(space, 1.0)
        return PlotArea(box["x"], box["y"], box["width"], box["height"], self._top_value[space])

    def move(self, space: Space, x: float, y: float) -> None:
        """Move the mouse to a point in data units."""
        self._page.mouse.move(*self.area(space).pixel(x, y))

    def leave(self) -> None:
        """Move the mouse off both figures."""
        self._page.mouse.move(5, 5)

    def highlights(self, space: Space) -> dict[str, list[float] | None]:
        """Return the page pixels of the highlighted `dot`, `line` and `edge`, None if absent."""
        highlights: dict[str, list[float] | None] = self.figure(space).evaluate(_HIGHLIGHTS)
        return highlights

    def highlight_visibility(self, space: Space) -> list[bool]:
        """Return whether any highlight is visible in a figure, and whether any has a number."""
        visible: list[bool] = self.figure(space).evaluate(_HIGHLIGHT_VISIBILITY)
        return visible

    def to_pixels(self, space: Space, *points: tuple[float, float]) -> list[float]:
        """Return the page pixels of points in data units, concatenated."""
        area = self.area(space)
        return [value for point in points for value in area.pixel(*point)]

    def answer(self) -> str:
        """Return the text of the answer card, including its reasons."""
        texts = self.root.locator(".cc-card-said p, .cc-card-why li").all_text_contents()
        return " ".join(texts)

    def wait_for_reason(self, words: str) -> None:
        """Wait until a reason of the answer card contains some words."""
        reasons = self.root.locator(".cc-card-why li").filter(has_text=words)
        reasons.first.wait_for(state="attached")

    def has_answer(self, words: str) -> bool:
        """Return whether the card has exactly this text, ignoring line breaks."""
        return "".join(self.answer().split()) == "".join(words.split())

    def detail(self) -> str:
        """Return the line that describes the highlight."""
        return self.root.locator(".cc-detail").inner_text()


def count_sent_messages(page: Page) -> Any:
    """Start to count messages to the kernel; return a function that returns the count."""
    page.evaluate(_COUNT_SENT)
    return lambda: page.evaluate("() => window.ccSent")


_HIGHLIGHTS = """(figure) => {
  const place = (element, names) => {
    if (element.style.display === 'none' || element.getAttribute(names[0][0]) === null) return null;
    const matrix = element.getScreenCTM();
    return names.flatMap(([x, y]) => {
      const point = new DOMPoint(element.getAttribute(x), element.getAttribute(y));
      const { x: left, y: top } = point.matrixTransform(matrix);
      return [left, top];
    });
  };
  const ends = [['x1', 'y1'], ['x2', 'y2']];
  const layer = figure.querySelector('.cc-layer');
  return {
    dot: place(layer.querySelector('.cc-now-dot'), [['cx', 'cy']]),
    line: place(layer.querySelector('.cc-now-line'), ends),
    edge: place(layer.querySelector('.cc-now-edge'), ends),
  };
}"""

# Whether highlights are visible in the plot area of a figure, and whether any has a number.
_HIGHLIGHT_VISIBILITY = """(figure) => {
  const plot = figure.querySelector('.plotarea_background').getBoundingClientRect();
  const isIn = ({ left, right, top, bottom }) =>
    left <= plot.right && right >= plot.left && top <= plot.bottom && bottom >= plot.top;
  const shapes = [...figure.querySelectorAll('[class*="cc-now-"], .cc-arrow.cc-now-label')]
    .filter((shape) => shape.checkVisibility() && isIn(shape.getBoundingClientRect()));
  const words = [...figure.querySelectorAll('.cc-words.cc-now-label')]
    .filter((text) => text.checkVisibility() && /[0-9]/.test(text.textContent));
  return [shapes.length > 0, words.length > 0];
}"""

# Data value at the top of the plot area; null if the figure is zoomed.
_TOP_VALUE = """(figure) => {
  if (!figure.querySelector('.cc-reset').hidden) return null;
  const height = figure.querySelector('.plotarea_background').getAttribute('height');
  const ticks = [...figure.querySelectorAll('.axis')]
    .map((axis) => [...axis.querySelectorAll('.tick')].map((tick) => ({
      // Undefined while bqplot moves the tick.
      y: tick.transform.baseVal.consolidate()?.matrix.f,
      value: Number(tick.textContent),
    })).filter(({ y }) => y !== undefined))
    .find(([first, second]) => second && first.y !== second.y);
  const [first, second] = ticks;
  const perPixel = (second.value - first.value) / (first.y - second.y);
  return Number((perPixel * height).toPrecision(4));
}"""

_WAIT_UNTIL_STILL = """async () => {
  const elements = () => [...document.querySelectorAll('.cc-explorer *, .bqplot *')];
  const shape = () => JSON.stringify(elements().map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x, y, width, height];
  }));
  const delays = () => [...window.ccTimers?.values() ?? []];
  const isLate = () => window.ccLate?.size || delays().some((delay) => delay <= 400);
  // Without shortened timers (HURRY in tests/browser/conftest.py) bqplot needs longer.
  const pause = window.ccLate ? 20 : 100;
  const wait = (time) => new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done, time));
  });
  let last = '';
  const until = performance.now() + 60_000;
  for (let calm = 0; calm < 4; await wait(pause)) {
    if (performance.now() > until) throw new Error(`never still: ${window.ccLate?.size} wait`);
    const now = shape();
    calm = now === last && !isLate() ? calm + 1 : 0;
    last = now;
  }
}"""

_COUNT_SENT = """() => {
  const { anyMessage } = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  // Requests of the saved state are sent at any idle time.
  const isSaving = ({ content }) => content.data?.content?.ask === 'bundle';
  const count = (_, { msg, direction }) => {
    const isOurs = direction === 'send' && msg.header.msg_type === 'comm_msg';
    if (isOurs && !isSaving(msg)) window.ccSent += 1;
  };
  if (window.ccCount) anyMessage.disconnect(window.ccCount);
  window.ccSent = 0;
  window.ccCount = count;
  anyMessage.connect(count);
}"""
