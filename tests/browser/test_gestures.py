"""Mouse gestures in the figures: the browser responds at once, the kernel is updated at the end."""

import pytest
from playwright.sync_api import expect

from tests.support.figures import count_sent_messages
from tests.support.hand import HULL, cheapest_corner, ends_of_line, lowest_cost, near


def test_operating_point_is_drawn_in_both_spaces(hand):
    explorer = hand.explorer
    for pc in (0, 0.1, 0.4, 0.9, 1):
        hand.set(pc=pc)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line == near(explorer.to_pixels("cost", (pc, 0.5), (pc, 0)))
        [dot] = hand.places("cost", ".cc-operating-dot")
        assert dot == near(explorer.to_pixels("cost", (pc, lowest_cost(pc))))
        left, right = ends_of_line(pc, lowest_cost(pc))
        [line] = hand.places("roc", ".cc-operating-line")
        assert line == near(explorer.to_pixels("roc", left, right))
    hand.set(pc=0.4)
    [dot] = hand.places("roc", ".cc-operating-dot")
    assert dot == near(explorer.to_pixels("roc", cheapest_corner(0.4)))


def test_both_corners_of_an_edge_are_marked_if_they_tie(hand):
    # The edge from (0.1, 0.5) to (0.5, 0.8) has slope 3/4: pc is 4/7.
    hand.set(pc=4 / 7)
    dots = hand.places("roc", ".cc-operating-dot")
    expected = [hand.explorer.to_pixels("roc", corner) for corner in ((0.1, 0.5), (0.5, 0.8))]
    assert dots == [near(place) for place in expected]


def test_dragging_in_cost_space_sends_one_message_at_the_end(hand):
    sent = count_sent_messages(hand.page)
    hand.press("cost", 0.4, 0.4)
    for pc in (0.45, 0.55, 0.62, 0.7):
        hand.explorer.move("cost", pc, 0.38)
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.to_pixels("cost", (pc, 0))[0])
    assert sent() == 0
    assert hand.explorer.answer().startswith(
        "If 70 % are positives and both errors cost the same: use Fawcett, from score 0.3 on."
    )
    [dot] = hand.places("roc", ".cc-operating-dot")
    assert dot == near(hand.explorer.to_pixels("roc", cheapest_corner(0.7)))
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == pytest.approx(0.7, abs=0.003)
    assert hand.kernel_value("hover") is None, "hovering must not be synchronised"


@pytest.mark.parametrize(("target", "pc"), [(-0.05, 0), (1.03, 1)])
def test_dragging_is_limited_to_valid_pc(hand, target, pc):
    hand.drag("cost", (0.4, 0.4), (0.5, 0.4), (target, 0.4))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc") == pc


def test_dragging_the_line_in_roc_space_keeps_it_tangent_to_the_hull(hand):
    hand.set(pc=0.4)
    _, right = ends_of_line(0.4, lowest_cost(0.4))
    sent = count_sent_messages(hand.page)
    hand.press("roc", right[0] - 0.04, right[1] - 0.04 * 1.5)
    # One of the two tangents through a point outside the hull touches it on the left.
    for place in ((0.5, 0.9), (0.7, 0.95), (0.9, 1)):
        hand.explorer.move("roc", *place)
        pc = max(
            (place[0] - x) / (place[0] - x + max(0, place[1] - y)) for x, y in HULL if x < place[0]
        )
        [line] = hand.places("roc", ".cc-operating-line")
        expected = hand.explorer.to_pixels("roc", *ends_of_line(pc, lowest_cost(pc)))
        assert line == near(expected, 2.5)
    assert sent() == 0
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == pytest.approx(2 / 3, abs=0.01)


def test_escape_cancels_a_drag(hand):
    sent = count_sent_messages(hand.page)
    hand.press("cost", 0.4, 0.4)
    hand.explorer.move("cost", 0.8, 0.4)
    hand.page.keyboard.press("Escape")
    hand.mouse.up()
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.to_pixels("cost", (0.4, 0))[0])
    assert sent() == 0


def test_drag_along_the_ribbon_that_the_browser_cancels_is_reverted(hand):
    hand.set(pc=0.4)
    sent = count_sent_messages(hand.page)
    ribbon = hand.explorer.root.locator(".cc-ribbon-bar")
    box = ribbon.bounding_box()
    height = box["y"] + box["height"] / 2
    hand.mouse.move(box["x"] + 0.3 * box["width"], height)
    hand.mouse.down()
    hand.mouse.move(box["x"] + 0.7 * box["width"], height, steps=3)
    assert hand.explorer.answer().startswith("If 70 % are positives")
    ribbon.dispatch_event("pointercancel")
    assert hand.explorer.answer().startswith("If 40 % are positives")
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert sent() == 0
    assert hand.kernel_value("pc") == 0.4


def test_both_ends_and_the_middle_of_the_range_can_be_dragged(hand):
    hand.set(pc=None, pc_range=[0.3, 0.6])
    lines = hand.places("cost", ".cc-range-line")
    expected = [hand.explorer.to_pixels("cost", (pc, 0.5), (pc, 0)) for pc in (0.3, 0.6)]
    assert lines == [near(place) for place in expected]
    sent = count_sent_messages(hand.page)
    hand.drag("cost", (0.3, 0.47), (0.25, 0.47), (0.2, 0.47))
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc_range") == pytest.approx([0.2, 0.6], abs=0.003)
    hand.drag("cost", (0.6, 0.47), (0.5, 0.47), (0.1, 0.47))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc_range") is None, "a degenerate range becomes an operating point"
    assert hand.kernel_value("pc") == pytest.approx(0.2, abs=0.003)
    hand.set(pc_range=[0.2, 0.5])
    hand.drag("cost", (0.42, 0.47), (0.5, 0.47), (0.98, 0.47))
    assert hand.kernel_value("pc_range") == pytest.approx([0.7, 1.0], abs=0.003)


def test_range_is_created_on_the_axis_moved_by_its_bar_and_removed_by_its_x(hand):
    sent = count_sent_messages(hand.page)
    area = hand.explorer.area("cost")
    down = -7 / area.height * area.top_value  # the strip lies below the axis
    up = -down / 2
    hand.drag("cost", (0.2, down), (0.3, down), (0.5, down))
    assert sent() == 1
    assert hand.kernel_value("pc_range") == pytest.approx([0.2, 0.5], abs=0.003)
    assert hand.explorer.has_answer(hand.answer_words())
    hand.drag("cost", (0.34, up), (0.4, up), (0.44, up))
    assert hand.kernel_value("pc_range") == pytest.approx([0.3, 0.6], abs=0.003)
    hand.drag("cost", (0.8, down), (0.7, down), (0.1, down))
    assert hand.kernel_value("pc_range") == pytest.approx([0.1, 0.8], abs=0.003), (
        "another in its place"
    )
    assert hand.explorer.has_answer(hand.answer_words())
    hand.drag_along_ribbon(0.3, 0.7)
    assert hand.kernel_value("pc_range") == pytest.approx([0.3, 0.7], abs=0.01)
    hand.mouse.click(*hand.explorer.area("cost").pixel(0.15, down))
    assert hand.kernel_value("pins") == []
    [x] = hand.places("cost", ".cc-range-x")
    hand.mouse.click(*x)
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc_range") is None
    assert hand.kernel_value("pins") == []
    assert hand.places("cost", ".cc-range-x") == []
    assert hand.explorer.has_answer(hand.answer_words())


def test_range_is_a_fan_of_slopes_in_roc_space(hand):
    hand.set(pc=None, pc_range=[0.3, 0.6])
    lines = hand.places("roc", ".cc-range-line")
    expected = [
        hand.explorer.to_pixels("roc", *ends_of_line(pc, lowest_cost(pc))) for pc in (0.3, 0.6)
    ]
    assert lines == [near(place) for place in expected]
    [stretch] = hand.places("roc", ".cc-range-stretch")
    assert stretch == near(hand.explorer.to_pixels("roc", (0.1, 0.5), (0.5, 0.8)))


def test_end_of_the_range_is_dragged_in_roc_space(hand):
    hand.set(pc=None, pc_range=[0.3, 0.6])
    sent = count_sent_messages(hand.page)
    # The line of pc 0.6 has slope 2/3 and ends at (0.8, 1).
    hand.drag("roc", (0.77, 0.98), (0.8, 0.95), (0.9, 1))
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc_range") == pytest.approx([0.3, 2 / 3], abs=0.01)


def test_click_pins_and_a_second_click_unpins(hand):
    sent = count_sent_messages(hand.page)
    hand.drag("roc", (0.5, 0.8))
    hand.notebook.wait_until_idle()
    assert sent() == 1
    [pin] = hand.kernel_value("pins")
    assert pin["kind"] == "point"
    hand.explorer.move("roc", 0.9, 0.3)
    [line] = hand.places("cost", ".cc-pin-line")
    assert line == near(hand.explorer.to_pixels("cost", (0, 0.5), (1, 0.2)))
    [dot] = hand.places("roc", ".cc-pin-dot")
    assert dot == near(hand.explorer.to_pixels("roc", (0.5, 0.8)))
    hand.drag("roc", (0.5, 0.8))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pins") == []
    assert hand.places("cost", ".cc-pin-line") == []


def test_two_pinned_points_are_compared(hand):
    hand.drag("roc", (0.1, 0.5))
    hand.drag("roc", (0.5, 0.8))
    hand.explorer.leave()
    words = hand.explorer.detail()
    assert "is cheaper below PC(+) 0.571" in words
    assert "At PC(+) 0.4 pin 1" in words
    # 0.5 * 0.4 + 0.1 * 0.6 = 0.26 against 0.2 * 0.4 + 0.5 * 0.6 = 0.38.
    assert "costs 0.12 less" in words


def test_click_with_a_small_movement_pins(hand):
    x, y = hand.explorer.area("roc").pixel(0.5, 0.8)
    hand.mouse.move(x, y)
    hand.mouse.down()
    hand.mouse.move(x + 2, y + 2)
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert len(hand.kernel_value("pins")) == 1


IS_PAST = """([dot, [x, y]]) => {
  const { left, bottom } = dot.getBoundingClientRect();
  return left > x && bottom < y;
}"""


def test_play_sweeps_the_curve_pauses_and_resumes_without_messages(hand):
    sent = count_sent_messages(hand.page)
    button = hand.explorer.figure("roc").locator(".cc-play")
    element = hand.explorer.figure("roc").locator(".cc-layer .cc-now-dot").element_handle()
    button.click()
    begun = hand.explorer.to_pixels("roc", (0.05, 0.3))
    hand.page.wait_for_function(IS_PAST, arg=[element, begun])
    button.click()  # pause; the mouse is still on the button
    [dot] = hand.places("roc", ".cc-now-dot")
    words = hand.explorer.detail()
    assert words.startswith("Fawcett, threshold 0.")
    hand.notebook.wait_until_idle()
    assert hand.places("roc", ".cc-now-dot") == [dot]
    button.press("Enter")
    hand.page.wait_for_function(IS_PAST, arg=[element, dot])
    [later] = hand.places("roc", ".cc-now-dot")
    assert later[0] > dot[0]
    assert later[1] < dot[1]
    assert hand.places("cost", ".cc-now-line")
    hand.explorer.move("roc", 0.5, 0.8)
    assert hand.explorer.detail().startswith("Fawcett, threshold 0.38")
    assert button.get_attribute("aria-label") == "Play: sweep the threshold"
    hand.explorer.figure("roc").locator(".cc-cursor").focus()
    hand.page.keyboard.press("p")
    expect(button).to_have_attribute("aria-label", "Pause")
    hand.page.keyboard.press("Escape")
    assert hand.places("roc", ".cc-now-dot") == []
    assert sent() == 0


def test_zooming_keeps_the_point_under_the_cursor_and_stays_in_the_figure(hand):
    sent = count_sent_messages(hand.page)
    hand.explorer.move("cost", 0.25, 0.125)
    hand.page.keyboard.down("Control")
    hand.mouse.wheel(0, -346.574)  # exp(-0.002 * 346.574) is one half
    hand.page.keyboard.up("Control")
    hand.notebook.wait_until_idle()
    # pc from 0.125 to 0.625: the operating point at 0.4 is at 0.55 of the width.
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.to_pixels("cost", (0.55, 0))[0])
    [dot] = hand.places("cost", ".cc-operating-dot")
    # Costs from 0.0625 to 0.3125 fill the height that 0 to 0.5 filled.
    height = (lowest_cost(0.4) - 0.0625) * 2
    assert dot == near(hand.explorer.to_pixels("cost", (0.55, height)), 2)
    hand.page.keyboard.down("Control")
    hand.mouse.wheel(0, 5000)
    hand.page.keyboard.up("Control")
    hand.notebook.wait_until_idle()
    [line] = hand.places("cost", ".cc-operating-line")
    assert line == near(hand.explorer.to_pixels("cost", (0.4, 0.5), (0.4, 0)))
    assert sent() == 0


def test_box_zooms_and_double_click_or_0_resets(hand):
    for reset in ("0", "double click"):
        hand.page.keyboard.down("Shift")
        hand.drag("cost", (0.2, 0.1), (0.4, 0.2), (0.6, 0.35))
        hand.page.keyboard.up("Shift")
        hand.notebook.wait_until_idle()
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.to_pixels("cost", (0.5, 0))[0], 2)
        if reset == "0":
            hand.page.keyboard.press("0")
        else:
            hand.mouse.dblclick(*hand.explorer.area("cost").pixel(0.9, 0.02))
        hand.notebook.wait_until_idle()
        [line] = hand.places("cost", ".cc-operating-line")
        assert line[0] == near(hand.explorer.to_pixels("cost", (0.4, 0))[0])
    hand.notebook.wait_for_value("duality.pins", [])


def test_wheel_without_modifier_does_not_zoom(hand):
    hand.explorer.move("cost", 0.25, 0.125)
    hand.mouse.wheel(0, -100)
    hand.notebook.wait_until_idle()
    [line] = hand.places("cost", ".cc-operating-line")
    assert line == near(hand.explorer.to_pixels("cost", (0.4, 0.5), (0.4, 0)))


GROUPED = """setattr(explorer.model, "classifiers", {"Fawcett":
    cc.core.predictions(y_true, y_score, groups=["north", "south"] * (len(y_true) // 2))})"""
GROUP_RATES = """[[group.point.fpr, group.point.tpr] for group in
    explorer.model.groups(threshold=explorer.model.cost(pc={}).threshold)]"""


def test_rings_of_groups_follow_a_drag_without_messages(hand):
    hand.notebook.python(GROUPED)
    hand.set(pc=0.4, cost_top=1.0)
    rates_by_pc = []
    hand.press("cost", 0.4, 0.4)
    for pc in (0.45, 0.3, 0.7):
        hand.explorer.move("cost", pc, 0.4)
        rates = [tuple(pair) for pair in hand.notebook.python(GROUP_RATES.format(pc))]
        expected = {
            "roc": rates,
            "cost": [(pc, (1.0 - pc) * fpr + pc * (1.0 - tpr)) for fpr, tpr in rates],
        }
        for space, places in expected.items():
            rings = hand.places(space, ".cc-group-ring")
            assert rings == [near(hand.explorer.to_pixels(space, place)) for place in places]
        rates_by_pc.append(rates)
    assert hand.kernel_value("pc") == 0.4
    assert rates_by_pc[0] != rates_by_pc[2]
    hand.mouse.up()
