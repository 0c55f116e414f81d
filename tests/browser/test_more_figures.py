"""Difference figure, themes, touch gestures and clipping."""

import pytest

from tests.support.figures import Explorer, count_sent_messages
from tests.support.hand import EXPLORER, PLACES, near
from tests.support.texts import faint, texts

DIFFERENCE = """
import numpy as np
from ipywidgets import VBox
from cc_widgets.views.difference import DifferenceView
from cc_widgets.widgets.wire import SentDifference
values = lambda *numbers: np.array(numbers, np.float64)
duality.difference = SentDifference(
    pc=values(0, 0.5, 1), estimate=values(0, 0.125, -0.125),
    lower=values(0, 0.0625, -0.25), upper=values(0, 0.25, 0.0625),
)
view = DifferenceView(duality, explorer.model)
heights = view.figure.axes[1].scale
heights.min, heights.max = -0.25, 0.25
third = VBox([view.figure])
third.add_class("cc-half")
explorer.children = [*explorer.children, third]
explorer
"""


@pytest.fixture(scope="module", autouse=True)
def replaced_kernel(shared_notebook):
    """Replace the kernel after the tests.

    Their third figure outlives its explorer, and cannot answer when a reloaded page asks for it.
    """
    yield
    shared_notebook.replace_kernel()


def test_difference_figure_is_linked_with_cost_space(hand):
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

    def pixels_of(selector):
        return [tuple(pixels) for pixels in layer.evaluate(PLACES, selector)]

    assert pixels_of(".cc-operating-dot") == [near(pixel(0.4, 0.1))]
    assert pixels_of(".cc-now-dot, .cc-now-crossing") == []
    hand.explorer.move("cost", 0.75, 0.02)
    [eye] = pixels_of(".cc-eye")
    assert eye == near((*pixel(0.75, 0.25), *pixel(0.75, -0.25)))
    assert pixels_of(".cc-eye-dot") == [near(pixel(0.75, 0))]
    hand.mouse.move(*pixel(0.25, 0.2))
    [eye] = hand.places("cost", ".cc-eye")
    assert eye[0] == near(hand.explorer.to_pixels("cost", (0.25, 0))[0])
    assert pixels_of(".cc-now-label") != []
    sent = count_sent_messages(hand.page)
    hand.mouse.move(*pixel(0.4, 0.2))
    hand.mouse.down()
    hand.mouse.move(*pixel(0.9, 0.2), steps=5)
    assert sent() == 0
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == pytest.approx(0.9, abs=0.003)


def test_only_handles_prevent_scrolling_by_touch(hand):
    touch = "(element) => getComputedStyle(element).touchAction"
    figure = hand.explorer.figure("cost")
    assert figure.locator(".cc-cursor").evaluate(touch) == "pan-y"
    assert figure.locator(".cc-grip[data-grip=pc]").first.evaluate(touch) == "none"


def test_drag_continues_outside_the_figure(hand):
    hand.press("cost", 0.4, 0.4)
    hand.explorer.move("cost", 0.6, 0.4)
    x, _ = hand.explorer.area("cost").pixel(0.7, 0)
    hand.mouse.move(x, 10)
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(x)
    hand.mouse.up()


FULL = """
duality.pc_range = [0.3, 0.6]
duality.pins = [{"kind": "point", "index": 5}, {"kind": "edge", "index": 2},
                {"kind": "free", "space": "cost", "x": 0.7, "y": 0.4}]
duality.criterion = {"kind": "neyman_pearson", "max_fpr": 0.3,
                     "limit": {"fpr": 1, "tpr": 0, "most": 0.3, "number": "max_fpr"}}
duality.hidden = [1]
"""


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("theme", ["Light", "Dark", "Dark High Contrast"])
def test_annotations_are_legible(hand, pictures, theme):
    hand.notebook.theme(f"JupyterLab {theme}")
    hand.notebook.run(EXPLORER.rstrip().removesuffix("explorer") + FULL + "explorer")
    explorer = Explorer(hand.page)
    explorer.root.get_by_role("tab", name="Data table").click()
    explorer.move("cost", 0.8, 0.45)
    explorer.root.screenshot(path=pictures / f"gestures-{theme.lower().replace(' ', '-')}.png")
    assert faint(texts(explorer.root)) == []


def test_zoomed_figure_clips_its_marks(hand, pictures):
    hand.explorer.figure("roc").locator(".cc-cursor").focus()
    for _ in range(4):
        hand.page.keyboard.press("+")
    hand.notebook.wait_until_idle()
    hand.explorer.root.screenshot(path=pictures / "gestures-zoomed.png")
    clipped = "(figure) => figure.querySelectorAll('svg g[clip-path]').length"
    zoomed = hand.explorer.figure("roc").evaluate(clipped)
    hand.page.keyboard.press("0")
    hand.notebook.wait_until_idle()
    assert hand.explorer.figure("roc").evaluate(clipped) == zoomed - 1


def test_two_fingers_zoom_and_one_finger_drags_a_handle(hand):
    hand.set(pc=0.5, pc_range=[0.4, 0.6])
    area = hand.explorer.area("cost")
    session = hand.page.context.new_cdp_session(hand.page)

    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind, *places):
        points = [
            {"x": x, "y": y, "id": i}
            for i, (x, y) in enumerate(area.pixel(*place) for place in places)
        ]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    sent = count_sent_messages(hand.page)
    touch("touchStart", (0.5, 0.499))
    for pc in (0.52, 0.56, 0.6, 0.7):
        touch("touchMove", (pc, 0.499))
    touch("touchEnd")
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == pytest.approx(0.7, abs=0.01)
    touch("touchStart", (0.1, 0.45), (0.3, 0.45))
    for step in (0.01, 0.03, 0.05):
        touch("touchMove", (0.1 - step, 0.45), (0.3 + 3 * step, 0.45))
    touch("touchEnd")
    hand.notebook.wait_until_idle()
    left, right = hand.places("cost", ".cc-range-line")
    # The final distance of the fingers is twice the initial one: 0.4 of the width.
    assert right[0] - left[0] == near(0.4 * area.width, 4)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
