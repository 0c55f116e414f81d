"""Hovering highlights the dual of a point or line in the other space, without the kernel."""

import pytest

from tests.browser.conftest import FAWCETT
from tests.support.figures import Explorer, count_sent_messages

POINTS = [(0, 0), (0, 0.1), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.8, 0.8), (0.9, 1), (1, 1)]
# Points on cost lines that are far from other lines and from envelope vertices.
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
def test_hover_on_a_roc_point_highlights_its_cost_line(fawcett, fpr, tpr):
    fawcett.move("roc", fpr, tpr)
    assert fawcett.highlights("roc")["dot"] == near(fawcett.to_pixels("roc", (fpr, tpr)))
    assert fawcett.highlights("cost")["line"] == near(
        fawcett.to_pixels("cost", (0, fpr), (1, 1 - tpr))
    )


@pytest.mark.parametrize(("point", "place"), ON_LINES)
def test_hover_on_a_cost_line_highlights_its_roc_point(fawcett, point, place):
    fpr, tpr = point
    fawcett.move("cost", *place)
    assert fawcett.highlights("cost")["line"] == near(
        fawcett.to_pixels("cost", (0, fpr), (1, 1 - tpr))
    )
    assert fawcett.highlights("roc")["dot"] == near(fawcett.to_pixels("roc", (fpr, tpr)))


def test_hover_on_a_free_roc_point_highlights_its_cost_line(fawcett):
    fawcett.move("roc", 0.7, 0.2)
    highlights = fawcett.highlights("cost")
    assert highlights["line"] == pytest.approx(
        fawcett.to_pixels("cost", (0, 0.7), (1, 0.8)), abs=1.5
    )
    assert highlights["dot"] is None


@pytest.mark.parametrize(
    ("pc", "cost", "left", "right"),
    [
        # 0.3 (1 - tpr) + 0.7 fpr = 0.07, between tpr at fpr = 0 and fpr at tpr = 1.
        (0.3, 0.07, (0, 1 - 0.07 / 0.3), (0.1, 1)),
        (0.5, 0.1, (0, 0.8), (0.2, 1)),
        (0.8, 0.04, (0, 0.95), (0.2, 1)),
    ],
)
def test_hover_on_a_free_cost_point_highlights_its_iso_performance_line(
    fawcett, pc, cost, left, right
):
    fawcett.move("cost", pc, cost)
    highlights = fawcett.highlights("roc")
    assert highlights["line"] == pytest.approx(fawcett.to_pixels("roc", left, right), abs=2)
    assert highlights["dot"] is None


def test_iso_performance_line_is_vertical_at_pc_0_and_horizontal_at_pc_1(fawcett):
    fawcett.move("cost", 0, 0.05)
    assert fawcett.highlights("roc")["line"] == pytest.approx(
        fawcett.to_pixels("roc", (0.05, 0), (0.05, 1)), abs=0.6
    )
    fawcett.move("cost", 1, 0.05)
    assert fawcett.highlights("roc")["line"] == pytest.approx(
        fawcett.to_pixels("roc", (0, 0.95), (1, 0.95)), abs=0.6
    )


@pytest.mark.parametrize(
    ("start", "end", "vertex"),
    [
        ((0.1, 0.5), (0.5, 0.8), (4 / 7, 0.5 * 4 / 7 + 0.1 * 3 / 7)),
        ((0, 0.2), (0.1, 0.5), (0.25, 0.2)),
        ((0.5, 0.8), (0.9, 1), (2 / 3, 0.3)),
    ],
)
def test_hull_edge_and_envelope_vertex_highlight_each_other(fawcett, start, end, vertex):
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    fawcett.move("roc", *middle)
    assert fawcett.highlights("cost")["dot"] == near(fawcett.to_pixels("cost", vertex))
    fawcett.leave()
    fawcett.move("cost", *vertex)
    assert fawcett.highlights("roc")["edge"] == near(fawcett.to_pixels("roc", start, end))


def test_vertical_hull_edge_highlights_pc_0(fawcett):
    fawcett.move("roc", 0, 0.15)
    assert fawcett.highlights("cost")["dot"] == near(fawcett.to_pixels("cost", (0, 0)))
    assert fawcett.highlights("roc")["line"] == near(fawcett.to_pixels("roc", (0, 0), (0, 1)))


def test_leaving_clears_the_highlights(fawcett):
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.highlights("cost")["line"] is not None
    fawcett.leave()
    assert set(fawcett.highlights("roc").values()) == {None}
    assert set(fawcett.highlights("cost").values()) == {None}


def test_line_below_describes_the_highlight(fawcett):
    fawcett.move("roc", 0.5, 0.8)
    assert fawcett.detail().startswith("Fawcett, threshold 0.38: finds 80 % of positives")
    fawcett.leave()
    assert fawcett.detail().startswith("Hover: ")


def test_python_can_highlight_the_same_pair_repeatedly(notebook, fawcett):
    line = fawcett.figure("cost").locator(".cc-now-line")
    for _ in range(2):
        notebook.python("explorer.duality.light({'kind': 'point', 'index': 0})")
        line.wait_for(state="visible")
        assert fawcett.highlights("cost")["line"] == near(fawcett.to_pixels("cost", (0, 0), (1, 1)))
        fawcett.move("roc", 0.9, 0.1)
        fawcett.leave()
        assert fawcett.highlights("cost")["line"] is None
    notebook.python("explorer.duality.light(None)")


def test_keyboard_highlights_the_same_elements_as_the_mouse(notebook, fawcett):
    keyboard = notebook.page.keyboard
    fawcett.figure("roc").locator(".cc-cursor").focus()
    keyboard.press("Home")
    assert fawcett.highlights("roc")["dot"] == near(fawcett.to_pixels("roc", (0, 0)))
    keyboard.press("Alt+ArrowRight")
    assert fawcett.highlights("cost")["line"] == near(fawcett.to_pixels("cost", (0, 0), (1, 0.9)))
    keyboard.press("ArrowRight")
    assert fawcett.highlights("cost")["line"] == near(fawcett.to_pixels("cost", (0, 0), (1, 0.8)))
    keyboard.press("e")
    assert fawcett.highlights("roc")["edge"] == near(
        fawcett.to_pixels("roc", (0.1, 0.5), (0.5, 0.8))
    )
    keyboard.press("End")
    assert fawcett.highlights("cost")["line"] == near(fawcett.to_pixels("cost", (0, 1), (1, 0)))
    keyboard.press("Escape")
    assert set(fawcett.highlights("cost").values()) == {None}


def test_typing_in_a_figure_does_not_edit_the_notebook(notebook, fawcett):
    fawcett.figure("cost").locator(".cc-cursor").focus()
    for key in "xbadm":
        notebook.page.keyboard.press(key)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.map((c) => c.model.type)"
    assert notebook.page.evaluate(cells) == ["code"]


def test_hovering_sends_no_message(notebook, fawcett):
    sent = count_sent_messages(notebook.page)
    roc, cost = fawcett.area("roc"), fawcett.area("cost")
    for step in range(100):
        notebook.page.mouse.move(*roc.pixel(step / 100, 0.9 - step / 200))
        notebook.page.mouse.move(*cost.pixel(step / 100, step / 200))
    assert fawcett.highlights("cost")["line"] or fawcett.highlights("cost")["dot"]
    assert sent() == 0
    assert notebook.python("explorer.duality.hover") is None


def test_hovering_works_after_the_kernel_has_shut_down(disposable_kernel):
    notebook = disposable_kernel
    notebook.run(FAWCETT)
    explorer = Explorer(notebook.page)
    notebook.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()"
    )
    explorer.move("roc", 0.5, 0.8)
    assert explorer.highlights("cost")["line"] == near(
        explorer.to_pixels("cost", (0, 0.5), (1, 0.2))
    )
    explorer.move("cost", 0.3, 0.3)
    assert explorer.highlights("roc")["dot"] == near(explorer.to_pixels("roc", (0, 0)))
    assert notebook.problems == []


def test_only_the_highlight_layer_is_composited(fawcett):
    """In WebKit, static compositing layers cost as much as changing ones."""
    composited = """(figure) => [...figure.querySelectorAll('svg')]
      .filter((svg) => getComputedStyle(svg).willChange !== 'auto')
      .map((svg) => svg.getAttribute('class'))"""
    assert fawcett.figure("roc").evaluate(composited) == ["cc-layer"]
    assert fawcett.figure("cost").evaluate(composited) == ["cc-layer"]


def test_switches_and_chips_need_no_kernel(disposable_kernel):
    """Hull, lines, bands and classifiers are hidden and shown without the kernel."""
    notebook = disposable_kernel
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

# Classifiers with visible strokes of each kind, identified by the colours of the chips.
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
