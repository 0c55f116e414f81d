"""Clicks, double clicks and taps in either figure."""

import pytest

from tests.support.figures import count_sent_messages

# Two hull corners and two positions without any element.
PLACES = [("roc", 0.1, 0.5), ("cost", 0.25, 0.06), ("roc", 0.5, 0.8), ("cost", 0.6, 0.1)]


def pins(hand):
    hand.notebook.wait_until_idle()
    return hand.kernel_value("pins")


def click(hand, space, x, y):
    hand.mouse.click(*hand.explorer.area(space).pixel(x, y))


def focus_elsewhere(hand):
    """Move the focus out of the figures."""
    hand.explorer.root.locator(".cc-chip").first.focus()


@pytest.fixture
def finger(hand):
    """Yield a function that performs a touch gesture in a figure."""
    session = hand.page.context.new_cdp_session(hand.page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind, *places):
        points = [{"x": left, "y": top} for left, top in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(space, x, y, *further):
        """Touch a point, move to all further ones and release."""
        area = hand.explorer.area(space)
        touch("touchStart", area.pixel(x, y))
        for place in further:
            touch("touchMove", area.pixel(*place))
        touch("touchEnd")

    yield tap
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


def test_each_click_pins_when_clicks_alternate_between_figures(hand):
    """The first click in the other figure pinned nothing."""
    counts = []
    for place in PLACES:
        click(hand, *place)
        counts.append(len(pins(hand)))
    assert counts == [1, 2, 3, 4]


def test_each_tap_pins_in_either_figure(hand, finger):
    """Also by touch."""
    counts = []
    for place in PLACES:
        finger(*place)
        counts.append(len(pins(hand)))
    assert counts == [1, 2, 3, 4]


def test_touch_creates_moves_and_removes_a_range(hand, finger):
    area = hand.explorer.area("cost")
    pixel = area.top_value / area.height
    strip, bar = -7 * pixel, 4 * pixel
    for ends in ([0.2, 0.5], [0.1, 0.3]):
        finger("cost", ends[0], strip, (0.25, strip), (ends[1], strip))
        hand.notebook.wait_until_idle()
        assert hand.kernel_value("pc_range") == pytest.approx(ends, abs=0.003)
    finger("cost", 0.2, bar, (0.3, bar), (0.5, bar))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc_range") == pytest.approx([0.4, 0.6], abs=0.003)
    finger("cost", 0.6, 20 * pixel, (0.7, bar), (0.8, bar))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc_range") == pytest.approx([0.4, 0.8], abs=0.003)
    assert hand.explorer.has_answer(hand.answer_words())
    finger("cost", 0.8 + 16 / area.width, 12 * pixel)
    assert pins(hand) == []
    assert hand.kernel_value("pc_range") is None
    assert hand.explorer.has_answer(hand.answer_words())


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 1, 0)])
def test_page_and_python_agree_after_gestures_in_any_order(hand, finger, order):
    strip = -7 / hand.explorer.area("cost").height * 0.5

    def by_mouse():
        hand.drag("cost", (0.2, strip), (0.3, strip), (0.6, strip))
        assert hand.kernel_value("pc_range") == pytest.approx([0.2, 0.6], abs=0.003)

    def by_keys():
        hand.explorer.figure("roc").locator(".cc-cursor").focus()
        before = hand.kernel_value("pc_range") or [hand.kernel_value("pc")] * 2
        for _ in range(3):
            hand.page.keyboard.press("Shift+ArrowRight")
        hand.notebook.wait_until_idle()
        low, high = hand.kernel_value("pc_range")
        assert low < before[0] <= before[1] < high

    def by_clicks():
        count = len(pins(hand))
        for place in (("roc", 0.9, 0.3), ("cost", 0.95, 0.4)):
            click(hand, *place)
        assert len(pins(hand)) == count + 2

    def remove():
        finger("cost", 0.4, strip, (0.5, strip), (0.7, strip))
        hand.page.keyboard.press("Delete")
        hand.notebook.wait_until_idle()
        assert hand.kernel_value("pc_range") is None

    for step in order:
        (by_mouse, by_keys, by_clicks, remove)[step]()
        assert hand.explorer.has_answer(hand.answer_words())
        assert bool(hand.places("cost", ".cc-range-bar")) == bool(hand.kernel_value("pc_range"))


def test_pressing_in_the_other_figure_highlights_while_pressed(hand):
    """The figure that lost the focus cleared the highlight of the other one."""
    click(hand, "cost", 0.6, 0.1)
    hand.press("roc", 0.5, 0.8)
    assert hand.explorer.detail().startswith("Fawcett, threshold 0.38")
    hand.mouse.up()


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("space", ["roc", "cost"])
@pytest.mark.parametrize("gap", [0, 3])
def test_double_click_leaves_no_pin(hand, space, gap):
    """With or without focus, and with a small movement."""
    click(hand, "roc", 0.5, 0.8)
    before = pins(hand)
    focus_elsewhere(hand)
    x, y = hand.explorer.area(space).pixel(0.62, 0.21)
    for _ in range(2):
        hand.mouse.click(x, y)
        hand.mouse.move(x + gap, y)
        hand.mouse.down(click_count=2)
        hand.mouse.up(click_count=2)
        assert pins(hand) == before
        hand.notebook.wait_until_idle()


def test_double_click_undoes_only_its_own_two_clicks(hand):
    """Also on a pin, which one of the clicks removes, and after drawing a zoom box."""
    click(hand, "roc", 0.5, 0.8)
    hand.notebook.wait_until_idle()
    hand.page.keyboard.down("Shift")
    hand.drag("roc", (0.3, 0.3), (0.6, 0.6), (0.9, 0.9))
    hand.page.keyboard.up("Shift")
    assert len(pins(hand)) == 1
    hand.mouse.dblclick(*hand.explorer.area("roc").pixel(0.3, 0.9))
    hand.notebook.wait_until_idle()
    assert len(pins(hand)) == 1
    hand.mouse.dblclick(*hand.explorer.area("roc").pixel(0.5, 0.8))
    assert len(pins(hand)) == 1


def test_each_click_sends_one_message_and_hovering_none(hand):
    sent = count_sent_messages(hand.page)
    for count, (space, x, y) in enumerate(PLACES, start=1):
        hand.explorer.move(space, x + 0.05, y)
        hand.press(space, x, y)
        assert sent() == count - 1
        hand.mouse.up()
        hand.notebook.wait_until_idle()
        assert sent() == count


def test_focus_ring_appears_with_keys_and_not_with_clicks(hand):
    """Independent of `:focus-visible`, which differs between browsers."""
    figure = hand.explorer.figure("roc")
    click(hand, "roc", 0.5, 0.8)
    assert figure.evaluate(RING) == "none"
    hand.page.keyboard.press("ArrowRight")
    assert figure.evaluate(RING) == "solid"
    hand.mouse.click(*hand.explorer.area("roc").pixel(0.9, 0.3), button="right")
    assert figure.evaluate(RING) == "none"
    hand.page.keyboard.press("Escape")
    ribbon = hand.explorer.root.locator(".cc-ribbon-bar")
    ribbon.click()
    assert ribbon.evaluate(RING) == "none"
    hand.page.keyboard.press("ArrowRight")
    assert ribbon.evaluate(RING) == "solid"
    assert hand.page.evaluate(RINGS_BY_THE_BROWSER) == []


RING = "(element) => getComputedStyle(element).outlineStyle"
RINGS_BY_THE_BROWSER = """() => [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .flatMap((rule) => (rule.selectorText ?? '').split(','))
  .filter((selector) => /cc-cursor|cc-ribbon/.test(selector) && selector.includes('focus-visible'))
"""
