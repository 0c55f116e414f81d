"""What the page shows of an explorer, in the units of its data."""

from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page

# Fawcett's 20 instances: every rate is a multiple of .1.
FAWCETT_DATA = """\
y_true = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
y_score = [.9, .8, .7, .6, .55, .54, .53, .52, .51, .505,
           .4, .39, .38, .37, .36, .35, .34, .33, .30, .1]
"""

Space = Literal["roc", "cost"]
_ORDER: list[Space] = ["roc", "cost"]


@dataclass(frozen=True)
class PlotArea:
    """Where one plot area lies on the page, and the data at its rim."""

    left: float
    top: float
    width: float
    height: float
    highest: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the page of a place in the data."""
        return self.left + x * self.width, self.top + (1 - y / self.highest) * self.height


def settle(page: Page) -> None:
    """Wait until bqplot, which lays out late, has stopped moving things."""
    page.evaluate(_STILL)


class Explorer:
    """The explorer on the page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._highest: dict[Space, float] = {}
        self.root = page.locator(".cc-explorer").last
        self.root.locator(".cc-layer").nth(1).wait_for(state="attached")
        self.settle()

    def settle(self) -> None:
        """Wait until bqplot, which lays out late, has stopped moving things."""
        settle(self._page)

    def figure(self, space: Space) -> Locator:
        """Return one of the two figures."""
        return self.root.locator(".cc-figure").nth(_ORDER.index(space))

    def area(self, space: Space) -> PlotArea:
        """Return where the plot area of a figure lies."""
        figure = self.figure(space)
        box = figure.locator(".plotarea_background").bounding_box()
        assert box is not None
        self._highest[space] = figure.evaluate(_HIGHEST) or self._highest.get(space, 1.0)
        return PlotArea(box["x"], box["y"], box["width"], box["height"], self._highest[space])

    def move(self, space: Space, x: float, y: float) -> None:
        """Move the mouse to a place given in data units."""
        self._page.mouse.move(*self.area(space).pixel(x, y))

    def leave(self) -> None:
        """Move the mouse off both figures."""
        self._page.mouse.move(5, 5)

    def lit(self, space: Space) -> dict[str, list[float] | None]:
        """Return what is highlighted: pixels of the page of `dot`, `line` and `edge`."""
        lit: dict[str, list[float] | None] = self.figure(space).evaluate(_LIT)
        return lit

    def shows(self, space: Space) -> list[bool]:
        """Return whether anything that is lit is seen in a figure, and whether with numbers."""
        seen: list[bool] = self.figure(space).evaluate(_SEEN)
        return seen

    def expected(self, space: Space, *places: tuple[float, float]) -> list[float]:
        """Return the pixels of places given in data units, one after the other."""
        area = self.area(space)
        return [value for place in places for value in area.pixel(*place)]

    def answer(self) -> str:
        """Return what the card says, its reasons too."""
        said = self.root.locator(".cc-card-said p, .cc-card-why li").all_text_contents()
        return " ".join(said)

    def says(self, words: str) -> bool:
        """Whether the card says exactly this, however it breaks it into lines."""
        return "".join(self.answer().split()) == "".join(words.split())

    def detail(self) -> str:
        """Return the line that says what is lit."""
        return self.root.locator(".cc-detail").inner_text()


def sent_messages(page: Page) -> Any:
    """Start to count messages to the kernel; call the result for their number."""
    page.evaluate(_COUNT_SENT)
    return lambda: page.evaluate("() => window.ccSent")


_LIT = """(figure) => {
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

# What is lit in the plot area of a figure, and the words of its arrows and numbers.
_SEEN = """(figure) => {
  const plot = figure.querySelector('.plotarea_background').getBoundingClientRect();
  const isIn = ({ left, right, top, bottom }) =>
    left <= plot.right && right >= plot.left && top <= plot.bottom && bottom >= plot.top;
  const lit = [...figure.querySelectorAll('[class*="cc-now-"], .cc-arrow.cc-now-label')]
    .filter((one) => one.checkVisibility() && isIn(one.getBoundingClientRect()));
  const words = [...figure.querySelectorAll('.cc-words.cc-now-label')]
    .filter((one) => one.checkVisibility() && /[0-9]/.test(one.textContent));
  return [lit.length > 0, words.length > 0];
}"""

# Of a figure that is zoomed: nothing, for what is asked is where things lie unzoomed.
_HIGHEST = """(figure) => {
  if (!figure.querySelector('.cc-reset').hidden) return null;
  const height = figure.querySelector('.plotarea_background').getAttribute('height');
  const ticks = [...figure.querySelectorAll('.axis')]
    .map((axis) => [...axis.querySelectorAll('.tick')].map((tick) => ({
      // None while bqplot moves it to its place.
      y: tick.transform.baseVal.consolidate()?.matrix.f,
      value: Number(tick.textContent),
    })).filter(({ y }) => y !== undefined))
    .find(([first, second]) => second && first.y !== second.y);
  const [first, second] = ticks;
  const perPixel = (second.value - first.value) / (first.y - second.y);
  return Number((perPixel * height).toPrecision(4));
}"""

_STILL = """async () => {
  const drawn = () => [...document.querySelectorAll('.cc-explorer *, .bqplot *')];
  const shape = () => JSON.stringify(drawn().map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x, y, width, height];
  }));
  const delays = () => [...window.ccTimers?.values() ?? []];
  const isLate = () => window.ccLate?.size || delays().some((delay) => delay <= 400);
  // A page that does not hurry bqplot is given the time that it takes.
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
  // What a notebook keeps is asked for whenever there is time.
  const isAsked = ({ content }) => content.data?.content?.ask === 'bundle';
  const count = (_, { msg, direction }) => {
    const isOurs = direction === 'send' && msg.header.msg_type === 'comm_msg';
    if (isOurs && !isAsked(msg)) window.ccSent += 1;
  };
  if (window.ccCount) anyMessage.disconnect(window.ccCount);
  window.ccSent = 0;
  window.ccCount = count;
  anyMessage.connect(count);
}"""
