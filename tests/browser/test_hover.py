"""A point in one space is a line in the other, lit by the browser alone."""

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import Explorer, sent_messages

POINTS = [(0, 0), (0, 0.1), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.8, 0.8), (0.9, 1), (1, 1)]
# Places on cost lines where no other line and no envelope vertex is near.
ON_LINES = [
    ((0, 0), (0.3, 0.3)),
    ((0.1, 0.3), (0.55, 0.43)),
    ((0.2, 0.5), (0.05, 0.215)),
    ((0.5, 0.8), (0.05, 0.485)),
    ((1, 1), (0.7, 0.3)),
]


def near(pixels):
    return pytest.approx(pixels, abs=0.5)


@pytest.mark.parametrize(("fpr", "tpr"), POINTS)
def test_a_roc_point_lights_its_cost_line(fawcett, fpr, tpr):
    fawcett.move("roc", fpr, tpr)
    assert fawcett.lit("roc")["dot"] == near(fawcett.expected("roc", (fpr, tpr)))
    assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, fpr), (1, 1 - tpr)))


@pytest.mark.parametrize(("point", "place"), ON_LINES)
def test_a_cost_line_lights_its_roc_point(fawcett, point, place):
    fpr, tpr = point
    fawcett.move("cost", *place)
    assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, fpr), (1, 1 - tpr)))
    assert fawcett.lit("roc")["dot"] == near(fawcett.expected("roc", (fpr, tpr)))


def test_a_free_roc_place_lights_its_cost_line(fawcett):
    fawcett.move("roc", 0.7, 0.2)
    lit = fawcett.lit("cost")
    assert lit["line"] == pytest.approx(fawcett.expected("cost", (0, 0.7), (1, 0.8)), abs=1.5)
    assert lit["dot"] is None


@pytest.mark.parametrize(
    ("pc", "cost", "left", "right"),
    [
        # 0.3 (1 - tpr) + 0.7 fpr = 0.07, between tpr at fpr = 0 and fpr at tpr = 1.
        (0.3, 0.07, (0, 1 - 0.07 / 0.3), (0.1, 1)),
        (0.5, 0.1, (0, 0.8), (0.2, 1)),
        (0.8, 0.04, (0, 0.95), (0.2, 1)),
    ],
)
def test_a_free_cost_place_lights_the_line_of_equal_cost(fawcett, pc, cost, left, right):
    fawcett.move("cost", pc, cost)
    lit = fawcett.lit("roc")
    assert lit["line"] == pytest.approx(fawcett.expected("roc", left, right), abs=2)
    assert lit["dot"] is None


def test_pc_0_is_a_vertical_and_pc_1_a_horizontal_roc_line(fawcett):
    fawcett.move("cost", 0, 0.05)
    assert fawcett.lit("roc")["line"] == pytest.approx(
        fawcett.expected("roc", (0.05, 0), (0.05, 1)), abs=0.6
    )
    fawcett.move("cost", 1, 0.05)
    assert fawcett.lit("roc")["line"] == pytest.approx(
        fawcett.expected("roc", (0, 0.95), (1, 0.95)), abs=0.6
    )


@pytest.mark.parametrize(
    ("start", "end", "vertex"),
    [
        ((0.1, 0.5), (0.5, 0.8), (4 / 7, 0.5 * 4 / 7 + 0.1 * 3 / 7)),
        ((0, 0.2), (0.1, 0.5), (0.25, 0.2)),
        ((0.5, 0.8), (0.9, 1), (2 / 3, 0.3)),
    ],
)
def test_a_hull_edge_and_its_envelope_vertex_light_each_other(fawcett, start, end, vertex):
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    fawcett.move("roc", *middle)
    assert fawcett.lit("cost")["dot"] == near(fawcett.expected("cost", vertex))
    fawcett.leave()
    fawcett.move("cost", *vertex)
    assert fawcett.lit("roc")["edge"] == near(fawcett.expected("roc", start, end))


def test_a_vertical_hull_edge_belongs_to_pc_0(fawcett):
    fawcett.move("roc", 0, 0.15)
    assert fawcett.lit("cost")["dot"] == near(fawcett.expected("cost", (0, 0)))
    assert fawcett.lit("roc")["line"] == near(fawcett.expected("roc", (0, 0), (0, 1)))


def test_leaving_clears_both_figures(fawcett):
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.lit("cost")["line"] is not None
    fawcett.leave()
    assert set(fawcett.lit("roc").values()) == {None}
    assert set(fawcett.lit("cost").values()) == {None}


def test_the_line_below_says_what_is_lit(fawcett):
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.detail().startswith("Fawcett, threshold 0.38: finds 80 % of positives")
    fawcett.leave()
    assert fawcett.detail().startswith("Hover: ")


def test_python_lights_a_pair_again_and_again(notebook, fawcett):
    line = fawcett.figure("cost").locator(".cc-now-line")
    for _ in range(2):
        notebook.python("explorer.duality.light({'kind': 'point', 'index': 0})")
        line.wait_for(state="visible")
        assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, 0), (1, 1)))
        fawcett.move("roc", 0.9, 0.1)
        fawcett.leave()
        assert fawcett.lit("cost")["line"] is None
    notebook.python("explorer.duality.light(None)")


def test_the_keyboard_walks_where_the_mouse_points(notebook, fawcett):
    keyboard = notebook.page.keyboard
    fawcett.figure("roc").locator(".cc-cursor").focus()
    keyboard.press("Home")
    assert fawcett.lit("roc")["dot"] == near(fawcett.expected("roc", (0, 0)))
    keyboard.press("Alt+ArrowRight")
    assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, 0), (1, 0.9)))
    keyboard.press("ArrowRight")
    assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, 0), (1, 0.8)))
    keyboard.press("e")
    assert fawcett.lit("roc")["edge"] == near(fawcett.expected("roc", (0.1, 0.5), (0.5, 0.8)))
    keyboard.press("End")
    assert fawcett.lit("cost")["line"] == near(fawcett.expected("cost", (0, 1), (1, 0)))
    keyboard.press("Escape")
    assert set(fawcett.lit("cost").values()) == {None}


def test_typing_in_a_figure_never_edits_the_notebook(notebook, fawcett):
    fawcett.figure("cost").locator(".cc-cursor").focus()
    for key in "xbadm":
        notebook.page.keyboard.press(key)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.map((c) => c.model.type)"
    assert notebook.page.evaluate(cells) == ["code"]


def test_hovering_tells_the_kernel_nothing(notebook, fawcett):
    sent = sent_messages(notebook.page)
    roc, cost = fawcett.area("roc"), fawcett.area("cost")
    for step in range(100):
        notebook.page.mouse.move(*roc.pixel(step / 100, 0.9 - step / 200))
        notebook.page.mouse.move(*cost.pixel(step / 100, step / 200))
    assert fawcett.lit("cost")["line"] or fawcett.lit("cost")["dot"]
    assert sent() == 0
    assert notebook.python("explorer.duality.hover") is None


def test_hovering_survives_the_kernel(mortal_notebook):
    notebook = mortal_notebook
    notebook.run(FAWCETT)
    explorer = Explorer(notebook.page)
    notebook.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()"
    )
    explorer.move("roc", 0.5, 0.8)
    assert explorer.lit("cost")["line"] == near(explorer.expected("cost", (0, 0.5), (1, 0.2)))
    explorer.move("cost", 0.3, 0.3)
    assert explorer.lit("roc")["dot"] == near(explorer.expected("roc", (0, 0)))
    assert notebook.problems == []


def test_only_what_hovering_moves_is_painted_apart(fawcett):
    """B5: in WebKit each layer of its own that changes nothing costs as much as one that does."""
    apart = """(figure) => [...figure.querySelectorAll('svg')]
      .filter((one) => getComputedStyle(one).willChange !== 'auto')
      .map((one) => one.getAttribute('class'))"""
    assert fawcett.figure("roc").evaluate(apart) == ["cc-layer"]
    assert fawcett.figure("cost").evaluate(apart) == ["cc-layer"]


def test_switches_and_chips_need_no_kernel(mortal_notebook):
    """Hull, lines, bands and whole classifiers come and go at once, and all that follows."""
    notebook = mortal_notebook
    notebook.run(THREE)
    root = Explorer(notebook.page).root
    notebook.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()"
    )
    whole = {
        **dict.fromkeys(("curves", "lines", "bands", "envelopes"), "abc"),
        **dict.fromkeys(("hull", "dots"), "ab"),
    }
    assert root.evaluate(STROKES) == whole
    for switch, kinds in {
        "Hull": ("hull", "dots", "envelopes"),
        "Lines": ("curves", "lines"),
        "Band": ("bands",),
    }.items():
        button = root.get_by_role("button", name=switch, exact=True)
        button.click()
        assert root.evaluate(STROKES) == {**whole, **dict.fromkeys(kinds, "")}
        button.click()
        assert root.evaluate(STROKES) == whole
    chip = root.locator(".cc-chip").first
    chip.click()
    assert root.evaluate(STROKES) == dict.fromkeys(whole, "bc")
    assert root.locator(".cc-stretch[data-owner='0']").count() == 0
    chip.click()
    assert root.evaluate(STROKES) == whole


THREE = """
import numpy as np
import cc_widgets as cc
y_true = np.arange(200) % 2
rng = np.random.default_rng(0)
spread = 1 + y_true
scores = {"a": rng.normal(size=200) + 2 * y_true, "b": spread * rng.normal(size=200) + 3 * y_true,
          "c": rng.normal(size=200) + y_true}
explorer = cc.explore(y_true, scores)
explorer.model.bootstrap(n_resamples=200, rng=0)
explorer
"""

# Whose strokes are seen of each kind, by the colours of the chips.
STROKES = """(root) => {
  const names = new Map([...root.querySelectorAll('.cc-chip')].map((chip) =>
    [chip.querySelector('.cc-swatch path').getAttribute('stroke'), chip.innerText.trim()]));
  const rgb = (color) => '#' + color.match(/[0-9]+/g).slice(0, 3)
    .map((one) => Number(one).toString(16).padStart(2, '0')).join('');
  const [roc, cost] = [...root.querySelectorAll('.cc-figure')].map((figure) =>
    [...figure.querySelector('.curve').parentNode.parentNode.children].map((mark) =>
      [...mark.querySelectorAll('.curve')]
        .filter((curve) => curve.getClientRects().length > 0)
        .map((curve) => names.get(rgb(getComputedStyle(curve.firstChild).stroke)))));
  const drawn = (by) => [...root.querySelectorAll('.cc-drawn > path')]
    .map((path) => names.get(path.parentNode.getAttribute(by)));
  const whose = (...marks) => [...new Set(marks.flat())].filter(Boolean).sort().join('');
  return {
    curves: whose(...roc.slice(2, 5)), hull: whose(drawn('stroke')), dots: whose(drawn('fill')),
    lines: whose(cost[0]), bands: whose(roc[1], cost[2]), envelopes: whose(...cost.slice(4, 7)),
  };
}"""
