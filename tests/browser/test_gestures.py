"""What a hand does in the figures: the browser answers at once, the kernel hears of it at the end."""

import pytest

from tests.support.figures import Explorer, sent_messages
from tests.support.lab import Notebook

EXPLORER = """
import cc_widgets as cc
from cc_widgets.views.cursor import DataTable, Legend, Ribbon
y_true = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
y_score = [.9, .8, .7, .6, .55, .54, .53, .52, .51, .505,
           .4, .39, .38, .37, .36, .35, .34, .33, .30, .1]
explorer = cc.explore(y_true, {"Fawcett": y_score, "worse": y_score[::-1]})
duality = explorer.duality
legend, figures, readout = explorer.children[0], *[
    child for child in explorer.children if type(child).__name__ in ("HBox", "Readout")
]
entries = legend.entries
duality.looks = [{key: entry[key] for key in ("color", "dash", "marker")} for entry in entries]
duality.pc, duality.pc_range, duality.pins, duality.hidden = 0.4, None, [], []
explorer.children = [
    Legend(entries=entries, duality=duality), figures, Ribbon(duality=duality), readout,
    DataTable(duality=duality),
]
explorer
"""
# Fawcett's hull; "worse" turns the scores round and owns none of it.
HULL = [(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)]


def cost(point, pc):
    """The normalised expected cost of a ROC point."""
    return (1 - point[1]) * pc + point[0] * (1 - pc)


def least(pc):
    """The cost of the cheapest corner."""
    return min(cost(point, pc) for point in HULL)


def touched(pc):
    """The cheapest corner."""
    return min(HULL, key=lambda point: cost(point, pc))


def near(pixels, gap=1.0):
    return pytest.approx(pixels, abs=gap)


class Hand:
    """A mouse over the explorer, and what it finds there."""

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
        self.page.wait_for_timeout(150)

    def saved(self, name):
        """Return what the kernel knows."""
        return self.notebook.python(f"duality.{name}")

    def places(self, space, selector):
        """Return the pixels on the page of the visible elements that a selector finds."""
        found = self.explorer.figure(space).locator(".cc-layer").evaluate(_PLACES, selector)
        return [tuple(place) for place in found]

    def press(self, space, x, y):
        self.explorer.move(space, x, y)
        self.mouse.down()

    def drag(self, space, *places):
        """Press at the first place, move through all others, let go at the last."""
        self.press(space, *places[0])
        for place in places[1:]:
            self.mouse.move(*self.explorer.area(space).pixel(*place), steps=5)
        self.mouse.up()


_PLACES = """(layer, selector) => {
  const pairs = {
    line: [['x1', 'y1'], ['x2', 'y2']], circle: [['cx', 'cy']], rect: [['x', 'y']], path: [],
  };
  return [...layer.querySelectorAll(selector)]
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


@pytest.fixture(scope="module")
def tall_notebook(browser, server):
    """A page on which the whole explorer can be reached without scrolling."""
    notebook = Notebook(browser, server, name="gestures.ipynb", width=1400, height=1700)
    yield notebook
    notebook.page.close()


@pytest.fixture
def hand(tall_notebook):
    tall_notebook.page.mouse.move(5, 5)
    tall_notebook.problems.clear()
    yield Hand(tall_notebook)
    assert tall_notebook.problems == []


def test_the_operating_point_stands_in_both_spaces(hand):
    explorer = hand.explorer
    for pc in (0, 0.1, 0.4, 0.9, 1):
        hand.set(pc=pc)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line == near(explorer.expected("cost", (pc, 0.5), (pc, 0)))
        [dot] = hand.places("cost", ".cc-operating-dot")
        assert dot == near(explorer.expected("cost", (pc, least(pc))))
        left, right = ends_of_line(pc, least(pc))
        [line] = hand.places("roc", ".cc-operating-line")
        assert line == near(explorer.expected("roc", left, right))
    hand.set(pc=0.4)
    [dot] = hand.places("roc", ".cc-operating-dot")
    assert dot == near(explorer.expected("roc", touched(0.4)))


def ends_of_line(pc, value):
    """Where pc (1 - tpr) + (1 - pc) fpr = value cuts the unit square."""
    left = ((value - pc) / (1 - pc), 0) if value > pc else (0, 1 - value / pc if pc else 0)
    right = (value / (1 - pc), 1) if value <= 1 - pc and pc < 1 else (1, 1 - (value - 1 + pc) / pc)
    return left, right


def test_along_a_hull_edge_both_corners_are_marked(hand):
    # The edge from (0.1, 0.5) to (0.5, 0.8) has slope 3/4: pc is 4/7.
    hand.set(pc=4 / 7)
    dots = hand.places("roc", ".cc-operating-dot")
    expected = [hand.explorer.expected("roc", corner) for corner in ((0.1, 0.5), (0.5, 0.8))]
    assert dots == [near(place) for place in expected]


def test_dragging_in_cost_space_saves_once_at_the_end(hand):
    sent = sent_messages(hand.page)
    hand.press("cost", 0.4, 0.4)
    for pc in (0.45, 0.55, 0.62, 0.7):
        hand.explorer.move("cost", pc, 0.38)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.expected("cost", (pc, 0))[0])
    assert sent() == 0
    assert hand.explorer.readout().startswith("PC(+) 0.7, slope 0.429: Fawcett @ 0.3 (0.9, 1)")
    [dot] = hand.places("roc", ".cc-operating-dot")
    assert dot == near(hand.explorer.expected("roc", touched(0.7)))
    hand.mouse.up()
    hand.page.wait_for_timeout(300)
    assert sent() == 1
    assert hand.saved("pc") == pytest.approx(0.7, abs=0.003)
    assert hand.saved("hover") is None, "a hover must not travel with what is saved"


@pytest.mark.parametrize(("beyond", "pc"), [(-0.05, 0), (1.03, 1)])
def test_dragging_ends_at_the_rim(hand, beyond, pc):
    hand.drag("cost", (0.4, 0.4), (0.5, 0.4), (beyond, 0.4))
    hand.page.wait_for_timeout(200)
    assert hand.saved("pc") == pc


def test_turning_the_line_in_roc_space_rolls_it_round_the_hull(hand):
    hand.set(pc=0.4)
    _, right = ends_of_line(0.4, least(0.4))
    sent = sent_messages(hand.page)
    hand.press("roc", right[0] - 0.04, right[1] - 0.04 * 1.5)
    # Through a place outside the hull runs one tangent with the hull on its left.
    for place in ((0.5, 0.9), (0.7, 0.95), (0.9, 1)):
        hand.explorer.move("roc", *place)
        pc = max(
            (place[0] - x) / (place[0] - x + max(0, place[1] - y)) for x, y in HULL if x < place[0]
        )
        [line] = hand.places("roc", ".cc-operating-line")
        expected = hand.explorer.expected("roc", *ends_of_line(pc, least(pc)))
        assert line == near(expected, 2.5)
    assert sent() == 0
    hand.mouse.up()
    hand.page.wait_for_timeout(300)
    assert sent() == 1
    assert hand.saved("pc") == pytest.approx(2 / 3, abs=0.01)


def test_escape_gives_a_drag_up(hand):
    sent = sent_messages(hand.page)
    hand.press("cost", 0.4, 0.4)
    hand.explorer.move("cost", 0.8, 0.4)
    hand.page.keyboard.press("Escape")
    hand.mouse.up()
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.expected("cost", (0.4, 0))[0])
    assert sent() == 0


def test_both_ends_and_the_body_of_the_range_are_dragged(hand):
    hand.set(pc=None, pc_range=[0.3, 0.6])
    lines = hand.places("cost", ".cc-range-line")
    expected = [hand.explorer.expected("cost", (pc, 0.5), (pc, 0)) for pc in (0.3, 0.6)]
    assert lines == [near(place) for place in expected]
    sent = sent_messages(hand.page)
    hand.drag("cost", (0.3, 0.47), (0.25, 0.47), (0.2, 0.47))
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("pc_range") == pytest.approx([0.2, 0.6], abs=0.003)
    hand.drag("cost", (0.6, 0.47), (0.5, 0.47), (0.1, 0.47))
    assert hand.saved("pc_range") == pytest.approx([0.2, 0.2], abs=0.003)
    hand.set(pc_range=[0.2, 0.5])
    hand.drag("cost", (0.35, 0.47), (0.5, 0.47), (0.95, 0.47))
    assert hand.saved("pc_range") == pytest.approx([0.7, 1.0], abs=0.003)


def test_the_range_is_a_fan_of_slopes_in_roc_space(hand):
    hand.set(pc=None, pc_range=[0.3, 0.6])
    lines = hand.places("roc", ".cc-range-line")
    expected = [hand.explorer.expected("roc", *ends_of_line(pc, least(pc))) for pc in (0.3, 0.6)]
    assert lines == [near(place) for place in expected]
    [stretch] = hand.places("roc", ".cc-range-stretch")
    assert stretch == near(hand.explorer.expected("roc", (0.1, 0.5), (0.5, 0.8)))


def test_a_click_pins_and_a_second_one_takes_the_pin_away(hand):
    sent = sent_messages(hand.page)
    hand.drag("roc", (0.5, 0.8))
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    [pin] = hand.saved("pins")
    assert pin["kind"] == "point"
    hand.explorer.move("roc", 0.9, 0.3)
    [line] = hand.places("cost", ".cc-pin-line")
    assert line == near(hand.explorer.expected("cost", (0, 0.5), (1, 0.2)))
    [dot] = hand.places("roc", ".cc-pin-dot")
    assert dot == near(hand.explorer.expected("roc", (0.5, 0.8)))
    hand.drag("roc", (0.5, 0.8))
    hand.page.wait_for_timeout(200)
    assert hand.saved("pins") == []
    assert hand.places("cost", ".cc-pin-line") == []


def test_two_pinned_points_are_compared(hand):
    hand.drag("roc", (0.1, 0.5))
    hand.drag("roc", (0.5, 0.8))
    hand.explorer.leave()
    words = hand.explorer.readout()
    assert "is cheaper below PC(+) 0.571" in words
    assert "At PC(+) 0.4 pin 1" in words
    # 0.5 * 0.4 + 0.1 * 0.6 = 0.26 against 0.2 * 0.4 + 0.5 * 0.6 = 0.38.
    assert "is cheaper by 0.12" in words


def test_a_small_movement_is_still_a_click(hand):
    x, y = hand.explorer.area("roc").pixel(0.5, 0.8)
    hand.mouse.move(x, y)
    hand.mouse.down()
    hand.mouse.move(x + 2, y + 2)
    hand.mouse.up()
    hand.page.wait_for_timeout(200)
    assert len(hand.saved("pins")) == 1


def test_zooming_keeps_the_place_under_the_cursor_and_stays_in_the_figure(hand):
    sent = sent_messages(hand.page)
    hand.explorer.move("cost", 0.25, 0.125)
    hand.page.keyboard.down("Control")
    hand.mouse.wheel(0, -346.574)  # exp(-0.002 * 346.574) is one half
    hand.page.keyboard.up("Control")
    hand.page.wait_for_timeout(200)
    # Pc from 0.125 to 0.625: the operating point at 0.4 stands at 0.55 of the width.
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.expected("cost", (0.55, 0))[0])
    [dot] = hand.places("cost", ".cc-operating-dot")
    # Costs from 0.0625 to 0.3125 fill the height that 0 to 0.5 filled.
    height = (least(0.4) - 0.0625) * 2
    assert dot == near(hand.explorer.expected("cost", (0.55, height)), 2)
    hand.page.keyboard.down("Control")
    hand.mouse.wheel(0, 5000)
    hand.page.keyboard.up("Control")
    hand.page.wait_for_timeout(200)
    [line] = hand.places("cost", ".cc-operating-line")
    assert line == near(hand.explorer.expected("cost", (0.4, 0.5), (0.4, 0)))
    assert sent() == 0


def test_a_box_is_zoomed_to_and_a_double_click_or_0_shows_all_again(hand):
    for reset in ("0", "double click"):
        hand.page.keyboard.down("Shift")
        hand.drag("cost", (0.2, 0.1), (0.4, 0.2), (0.6, 0.35))
        hand.page.keyboard.up("Shift")
        hand.page.wait_for_timeout(200)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.expected("cost", (0.5, 0))[0], 2)
        if reset == "0":
            hand.page.keyboard.press("0")
        else:
            hand.mouse.dblclick(*hand.explorer.area("cost").pixel(0.9, 0.02))
        hand.page.wait_for_timeout(300)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.expected("cost", (0.4, 0))[0])
    assert hand.saved("pins") == []


def test_the_plain_wheel_does_not_zoom(hand):
    hand.explorer.move("cost", 0.25, 0.125)
    hand.mouse.wheel(0, -100)
    hand.page.wait_for_timeout(200)
    [line] = hand.places("cost", ".cc-operating-line")
    assert line == near(hand.explorer.expected("cost", (0.4, 0.5), (0.4, 0)))


def test_neyman_pearson_is_drawn_and_dragged(hand):
    hand.set(pc=None, criterion={"kind": "neyman_pearson", "max_fpr": 0.3})
    explorer = hand.explorer
    explorer.leave()
    [line] = hand.places("roc", ".cc-limit-line")
    assert line == near(explorer.expected("roc", (0.3, 0), (0.3, 1)))
    # Half way along the edge from (0.1, 0.5) to (0.5, 0.8).
    dots = hand.places("roc", ".cc-answer-dot")
    expected = [(0.1, 0.5), (0.5, 0.8), (0.3, 0.65)]
    assert dots == [near(explorer.expected("roc", place)) for place in expected]
    [mixed] = hand.places("cost", ".cc-answer-line")
    assert mixed == near(explorer.expected("cost", (0, 0.3), (1, 0.35)))
    [mark] = hand.places("cost", ".cc-limit-mark")
    assert mark == near(explorer.expected("cost", (0, 0.3)))
    sent = sent_messages(hand.page)
    hand.drag("roc", (0.3, 0.2), (0.25, 0.2), (0.2, 0.2))
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("criterion['max_fpr']") == pytest.approx(0.2, abs=0.003)


def test_the_workforce_line_runs_through_the_capacity(hand):
    criterion = {"kind": "workforce", "positives": 100, "negatives": 200, "capacity": 100}
    hand.set(pc=None, criterion=criterion)
    [line] = hand.places("roc", ".cc-limit-line")
    ends = hand.explorer.expected("roc", (0.5, 0), (0, 1))
    assert line == near(ends)
    hand.drag("roc", (0.25, 0.5), (0.3, 0.55), (0.4, 0.7))
    hand.page.wait_for_timeout(200)
    assert hand.saved("criterion['capacity']") == pytest.approx(150, abs=2)


def test_keys_move_the_operating_point_and_save_when_let_go(hand):
    hand.explorer.figure("cost").locator(".cc-cursor").focus()
    sent = sent_messages(hand.page)
    for _ in range(3):
        hand.page.keyboard.down("]")
    assert sent() == 0
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.expected("cost", (0.43, 0))[0])
    hand.page.keyboard.up("]")
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("pc") == 0.43
    hand.page.keyboard.press("PageDown")
    hand.page.keyboard.press("Shift+PageDown")
    hand.page.wait_for_timeout(200)
    assert hand.saved("pc") == 0.419


def test_the_keyboard_pins_clears_helps_and_opens_the_table(hand):
    press = hand.page.keyboard.press
    hand.explorer.figure("roc").locator(".cc-cursor").focus()
    press("ArrowRight")
    press("Enter")
    hand.page.wait_for_timeout(200)
    assert hand.saved("pins") == [{"kind": "point", "index": 0}]
    press("Escape")
    assert len(hand.places("roc", ".cc-pin-dot")) == 1
    press("Escape")
    hand.page.wait_for_timeout(200)
    assert hand.saved("pins") == []
    press("?")
    assert hand.explorer.readout().startswith("Keys: arrows")
    press("t")
    table = hand.explorer.root.locator(".cc-tables table").first
    table.wait_for()
    assert hand.page.evaluate("() => document.activeElement.tagName") == "SUMMARY"
    rows = table.locator("tbody tr").all_inner_texts()
    assert len(rows) == len(HULL)
    assert table.locator("tbody th[scope=row]").count() == len(HULL)


def test_one_tab_stop_per_figure(hand):
    for space in ("roc", "cost"):
        assert hand.explorer.figure(space).locator("[tabindex='0']").count() == 1


def test_a_chip_hides_its_classifier(hand):
    chip = hand.explorer.root.locator(".cc-chip").first
    assert chip.get_attribute("aria-pressed") == "true"
    hand.explorer.move("roc", 0.5, 0.8)
    lit = hand.explorer.readout()
    assert lit.startswith("Fawcett at")
    sent = sent_messages(hand.page)
    chip.press("Space")
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("hidden") == [0]
    assert chip.get_attribute("aria-pressed") == "false"
    hand.explorer.move("roc", 0.51, 0.79)
    hand.explorer.move("roc", 0.5, 0.8)
    assert not hand.explorer.readout().startswith("Fawcett at")
    chip.click()
    hand.page.wait_for_timeout(200)
    assert hand.saved("hidden") == []


def test_the_ribbon_tells_who_wins_and_moves_the_operating_point(hand):
    bar = hand.explorer.root.locator(".cc-ribbon-bar")
    # Fawcett beats the trivial rules from pc 0 (the corner (0, 0.2)) to 5/6... (0.9, 1) to (1, 1).
    words = bar.get_attribute("aria-label")
    assert words.startswith("Cheapest along PC(+): Fawcett from 0 to 1")
    box = bar.bounding_box()
    y = box["y"] + box["height"] / 2
    sent = sent_messages(hand.page)
    hand.mouse.move(box["x"] + 0.2 * box["width"], y)
    hand.mouse.down()
    hand.mouse.move(box["x"] + 0.6 * box["width"], y, steps=4)
    assert sent() == 0
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.expected("cost", (0.6, 0))[0])
    hand.mouse.up()
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("pc") == pytest.approx(0.6, abs=0.003)


def test_the_readout_speaks_of_the_operating_point_and_the_range(hand):
    hand.set(pc=0.4, pc_range=[0.3, 0.5])
    words = hand.explorer.readout()
    # The corner (0.1, 0.5) costs 0.5 * 0.4 + 0.1 * 0.6 = 0.26.
    assert words.startswith("PC(+) 0.4, slope 1.5: Fawcett @ 0.54 (0.1, 0.5) costs 0.26.")
    assert "Insensitive: one threshold covers your whole range 0.3 to 0.5" in words
    hand.set(pc_range=[0.3, 0.7])
    assert "needs 3 thresholds" in hand.explorer.readout()


def test_log_odds_bend_lines_and_keep_picking_right(hand):
    hand.notebook.python(
        "[cursor.x_scale.set_state({'min': -4.0, 'max': 4.0}) or cursor.set_trait('x_map', 'logit')"
        " for cursor in [figures.children[1].interaction]]"
    )
    hand.page.wait_for_timeout(500)
    # Log-odds of 0.4 on a scale from -4 to 4.
    share = (-0.405465 + 4) / 8
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.expected("cost", (share, 0))[0])
    # The line of (0.5, 0.8) at log-odds 1: pc 0.731059.
    pc = 0.731059
    hand.explorer.move("cost", 5 / 8, cost((0.5, 0.8), pc))
    assert hand.explorer.lit("roc")["dot"] == near(hand.explorer.expected("roc", (0.5, 0.8)))
    [bent] = hand.places("cost", ".cc-now-line.cc-bent")
    area = hand.explorer.area("cost")
    for u, y in zip((-4, 0, 4), (0, 24, 48), strict=True):
        x = 1 / (1 + 2.718281828459045**-u)
        assert bent[2 * y : 2 * y + 2] == near(area.pixel((u + 4) / 8, cost((0.5, 0.8), x)))
    hand.drag("cost", (share, 0.45), (0.6, 0.45), (0.75, 0.45))
    hand.page.wait_for_timeout(200)
    assert hand.saved("pc") == pytest.approx(0.880797, abs=0.003)
    hand.drag("cost", (0.75, 0.45), (0.9, 0.45), (1.1, 0.45))
    assert hand.saved("pc") == 1


DIFFERENCE = """
import numpy as np
from bqplot import LinearScale
from ipywidgets import HBox
from cc_widgets.views.cursor import Difference
from cc_widgets.views.marks import axis, figure, unit_scale
values = lambda *numbers: np.array(numbers, np.float32)
duality.difference = Difference(
    pc=values(0, 0.5, 1), estimate=values(0, 0.125, -0.125),
    lower=values(0, 0.0625, -0.25), upper=values(0, 0.25, 0.0625),
)
heights = LinearScale(min=-0.25, max=0.25, allow_padding=False)
third = HBox([figure(
    "Difference", (axis(unit_scale(), "pc"), axis(heights, "difference", vertical=True)), duality,
    space="difference", description="Difference.",
)])
third.add_class("cc-figures")
explorer.children = [*explorer.children[:2], third]
explorer
"""


def test_the_difference_keeps_step_with_cost_space(hand):
    hand.notebook.run(EXPLORER + DIFFERENCE)
    hand.explorer = Explorer(hand.page)
    root = hand.explorer.root
    root.locator(".cc-layer").nth(2).wait_for(state="attached")
    hand.explorer.settle()
    layer = root.locator(".cc-layer").nth(2)
    area = root.locator(".cc-figure").nth(2).locator(".plotarea_background").bounding_box()

    def pixel(pc, height):
        x = area["x"] + pc * area["width"]
        return x, area["y"] + (0.25 - height) / 0.5 * area["height"]

    def places(selector):
        return [tuple(place) for place in layer.evaluate(_PLACES, selector)]

    assert places(".cc-operating-dot") == [near(pixel(0.4, 0.1))]
    hand.explorer.move("cost", 0.75, 0.02)
    [eye] = places(".cc-eye")
    assert eye == near((*pixel(0.75, 0.25), *pixel(0.75, -0.25)))
    assert places(".cc-now-dot") == [near(pixel(0.75, 0))]
    hand.mouse.move(*pixel(0.25, 0.2))
    [eye] = hand.places("cost", ".cc-eye")
    assert eye[0] == near(hand.explorer.expected("cost", (0.25, 0))[0])
    assert places(".cc-now-label") != []
    sent = sent_messages(hand.page)
    hand.mouse.move(*pixel(0.4, 0.2))
    hand.mouse.down()
    hand.mouse.move(*pixel(0.9, 0.2), steps=5)
    assert sent() == 0
    hand.mouse.up()
    hand.page.wait_for_timeout(200)
    assert sent() == 1
    assert hand.saved("pc") == pytest.approx(0.9, abs=0.003)


def test_only_handles_keep_a_finger_from_scrolling(hand):
    touch = "(element) => getComputedStyle(element).touchAction"
    figure = hand.explorer.figure("cost")
    assert figure.locator(".cc-cursor").evaluate(touch) == "pan-y"
    assert figure.locator(".cc-grip[data-grip=pc]").first.evaluate(touch) == "none"


def test_what_is_dragged_beyond_the_figure_is_still_held(hand):
    hand.press("cost", 0.4, 0.4)
    hand.explorer.move("cost", 0.6, 0.4)
    x, _ = hand.explorer.area("cost").pixel(0.7, 0)
    hand.mouse.move(x, 10)
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(x)
    hand.mouse.up()
