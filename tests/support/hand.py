"""Mouse actions on the explorer, and the state they lead to."""

import pytest

from tests.support.figures import FAWCETT_DATA, Explorer

EXPLORER = f"""
import cc_widgets as cc
{FAWCETT_DATA}explorer = cc.explore(y_true, {{"Fawcett": y_score, "worse": y_score[::-1]}})
duality = explorer.duality
duality.pc, duality.pc_range, duality.pins, duality.hidden = 0.4, None, [], []
explorer
"""
# Fawcett's hull; "worse" has reversed scores and no part of the hull.
HULL = [(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)]


def cost(point, pc):
    """Return the normalised expected cost of a ROC point."""
    return (1 - point[1]) * pc + point[0] * (1 - pc)


def lowest_cost(pc):
    """Return the cost of the cheapest corner."""
    return min(cost(point, pc) for point in HULL)


def cheapest_corner(pc):
    """Return the cheapest corner."""
    return min(HULL, key=lambda point: cost(point, pc))


def near(pixels, gap=1.0):
    return pytest.approx(pixels, abs=gap)


class Hand:
    """Mouse actions on the explorer; coordinates are in data units."""

    def __init__(self, notebook):
        notebook.run(EXPLORER)
        self.notebook = notebook
        self.page = notebook.page
        self.mouse = notebook.page.mouse
        self.explorer = Explorer(notebook.page)
        self.explorer.root.locator(".cc-ribbon-bar").wait_for()

    def set(self, **traits):
        """Set traits of the duality from Python, and wait until the browser has them."""
        for name, value in traits.items():
            self.notebook.python(f"duality.set_trait({name!r}, {value!r})")
        self.notebook.wait_until_idle()

    def kernel_value(self, name):
        """Return the value of a trait of the duality in the kernel."""
        return self.notebook.python(f"duality.{name}")

    def drag_along_ribbon(self, start, stop):
        """Shift-drag along the ribbon, between two fractions of its width."""
        box = self.explorer.root.locator(".cc-ribbon-bar").bounding_box()
        assert box is not None
        left, right = (box["x"] + share * box["width"] for share in (start, stop))
        height = box["y"] + box["height"] / 2
        self.page.keyboard.down("Shift")
        self.mouse.move(left, height)
        self.mouse.down()
        self.mouse.move(right, height, steps=5)
        self.mouse.up()
        self.page.keyboard.up("Shift")
        self.notebook.wait_until_idle()

    def answer_words(self):
        """Return Python's answer for the current state, with nothing highlighted."""
        self.explorer.leave()
        self.notebook.wait_until_idle()
        return self.notebook.python("explorer.model.recommend().text")

    def places(self, space, selector):
        """Return the page pixels of the visible elements that match a selector."""
        return [tuple(pixels) for pixels in self.explorer.figure(space).evaluate(PLACES, selector)]

    def press(self, space, x, y):
        self.explorer.move(space, x, y)
        self.mouse.down()

    def drag(self, space, *places):
        """Press at the first point, move through all others, release at the last."""
        self.press(space, *places[0])
        for place in places[1:]:
            self.mouse.move(*self.explorer.area(space).pixel(*place), steps=5)
        self.mouse.up()
        self.notebook.wait_until_idle()


PLACES = """(figure, selector) => {
  const pairs = {
    line: [['x1', 'y1'], ['x2', 'y2']], circle: [['cx', 'cy']], rect: [['x', 'y']], path: [],
  };
  return [...figure.querySelectorAll(selector)]
    .filter((element) => element.style.display !== 'none' && element.checkVisibility())
    .map((element) => {
      const matrix = element.getScreenCTM();
      const names = pairs[element.tagName] ?? [];
      const points = names.length
        ? names.map(([x, y]) => [element.getAttribute(x), element.getAttribute(y)])
        : element.points ? [...element.points].map(({ x, y }) => [x, y]) : [[0, 0]];
      return points.flatMap(([x, y]) => {
        const place = new DOMPoint(Number(x), Number(y)).matrixTransform(matrix);
        return [place.x, place.y];
      });
    });
}"""


def ends_of_line(pc, value):
    """Return where the line pc (1 - tpr) + (1 - pc) fpr = value crosses the unit square."""
    left = ((value - pc) / (1 - pc), 0) if value > pc else (0, 1 - value / pc if pc else 0)
    right = (value / (1 - pc), 1) if value <= 1 - pc and pc < 1 else (1, 1 - (value - 1 + pc) / pc)
    return left, right
