"""Clicks go where they were made: in whichever figure, by mouse and by finger, once and twice."""

import pytest

from tests.support.figures import sent_messages

# Two corners of the hull, and two places where there is nothing.
PLACES = [("roc", 0.1, 0.5), ("cost", 0.25, 0.06), ("roc", 0.5, 0.8), ("cost", 0.6, 0.1)]


def pins(hand):
    hand.notebook.rest()
    return hand.saved("pins")


def click(hand, space, x, y):
    hand.mouse.click(*hand.explorer.area(space).pixel(x, y))


def elsewhere(hand):
    """Give the focus to something that is no figure."""
    hand.explorer.root.locator(".cc-chip").first.focus()


@pytest.fixture
def finger(hand):
    """A finger that taps at a place of a figure."""
    session = hand.page.context.new_cdp_session(hand.page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind, *places):
        points = [{"x": left, "y": top} for left, top in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(space, x, y, *further):
        """Touch a place, move to each further one, and let go."""
        area = hand.explorer.area(space)
        touch("touchStart", area.pixel(x, y))
        for place in further:
            touch("touchMove", area.pixel(*place))
        touch("touchEnd")

    yield tap
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


def test_each_click_pins_when_clicks_go_from_figure_to_figure(hand):
    """W11, B1: the first click in the other figure pinned nothing."""
    counts = []
    for place in PLACES:
        click(hand, *place)
        counts.append(len(pins(hand)))
    assert counts == [1, 2, 3, 4]


def test_each_tap_of_a_finger_pins_in_either_figure(hand, finger):
    """W11: by touch too."""
    counts = []
    for place in PLACES:
        finger(*place)
        counts.append(len(pins(hand)))
    assert counts == [1, 2, 3, 4]


def test_a_finger_makes_moves_and_removes_a_range(hand, finger):
    area = hand.explorer.area("cost")
    pixel = area.highest / area.height
    strip, bar = -7 * pixel, 4 * pixel
    for made in ([0.2, 0.5], [0.1, 0.3]):
        finger("cost", made[0], strip, (0.25, strip), (made[1], strip))
        hand.notebook.rest()
        assert hand.saved("pc_range") == pytest.approx(made, abs=0.003)
    finger("cost", 0.2, bar, (0.3, bar), (0.5, bar))
    hand.notebook.rest()
    assert hand.saved("pc_range") == pytest.approx([0.4, 0.6], abs=0.003)
    finger("cost", 0.6, 20 * pixel, (0.7, bar), (0.8, bar))
    hand.notebook.rest()
    assert hand.saved("pc_range") == pytest.approx([0.4, 0.8], abs=0.003)
    assert hand.explorer.says(hand.told())
    finger("cost", 0.8 + 16 / area.width, 12 * pixel)
    assert pins(hand) == []
    assert hand.saved("pc_range") is None
    assert hand.explorer.says(hand.told())


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 1, 0)])
def test_in_any_order_page_and_python_say_the_same_of_range_pins_and_pc(hand, finger, order):
    strip = -7 / hand.explorer.area("cost").height * 0.5

    def by_mouse():
        hand.drag("cost", (0.2, strip), (0.3, strip), (0.6, strip))
        assert hand.saved("pc_range") == pytest.approx([0.2, 0.6], abs=0.003)

    def by_keys():
        hand.explorer.figure("roc").locator(".cc-cursor").focus()
        before = hand.saved("pc_range") or [hand.saved("pc")] * 2
        for _ in range(3):
            hand.page.keyboard.press("Shift+ArrowRight")
        hand.notebook.rest()
        low, high = hand.saved("pc_range")
        assert low < before[0] <= before[1] < high

    def by_clicks():
        count = len(pins(hand))
        for place in (("roc", 0.9, 0.3), ("cost", 0.95, 0.4)):
            click(hand, *place)
        assert len(pins(hand)) == count + 2

    def away():
        finger("cost", 0.4, strip, (0.5, strip), (0.7, strip))
        hand.page.keyboard.press("Delete")
        hand.notebook.rest()
        assert hand.saved("pc_range") is None

    for step in order:
        (by_mouse, by_keys, by_clicks, away)[step]()
        assert hand.explorer.says(hand.told())
        assert bool(hand.places("cost", ".cc-range-bar")) == bool(hand.saved("pc_range"))


def test_what_is_pressed_in_the_other_figure_is_lit_while_it_is_pressed(hand):
    """W11: the figure that lost the focus put out what the other had lit."""
    click(hand, "cost", 0.6, 0.1)
    hand.press("roc", 0.5, 0.8)
    assert hand.explorer.detail().startswith("Fawcett, threshold 0.38")
    hand.mouse.up()


@pytest.mark.parametrize("space", ["roc", "cost"])
@pytest.mark.parametrize("gap", [0, 3])
def test_a_double_click_leaves_no_pin(hand, space, gap):
    """W11: whether or not the figure had the focus, and although a hand moves a little."""
    click(hand, "roc", 0.5, 0.8)
    kept = pins(hand)
    elsewhere(hand)
    x, y = hand.explorer.area(space).pixel(0.62, 0.21)
    for _ in range(2):
        hand.mouse.click(x, y)
        hand.mouse.move(x + gap, y)
        hand.mouse.down(click_count=2)
        hand.mouse.up(click_count=2)
        assert pins(hand) == kept
        hand.notebook.rest()


def test_a_double_click_takes_back_its_own_two_clicks_only(hand):
    """W11: on a pin, too, which one of the clicks took away; a box drawn before does not count."""
    click(hand, "roc", 0.5, 0.8)
    hand.notebook.rest()
    hand.page.keyboard.down("Shift")
    hand.drag("roc", (0.3, 0.3), (0.6, 0.6), (0.9, 0.9))
    hand.page.keyboard.up("Shift")
    assert len(pins(hand)) == 1
    hand.mouse.dblclick(*hand.explorer.area("roc").pixel(0.3, 0.9))
    hand.notebook.rest()
    assert len(pins(hand)) == 1
    hand.mouse.dblclick(*hand.explorer.area("roc").pixel(0.5, 0.8))
    assert len(pins(hand)) == 1


def test_clicks_tell_the_kernel_once_each_and_hovering_nothing(hand):
    sent = sent_messages(hand.page)
    for count, (space, x, y) in enumerate(PLACES, start=1):
        hand.explorer.move(space, x + 0.05, y)
        hand.press(space, x, y)
        assert sent() == count - 1
        hand.mouse.up()
        hand.notebook.rest()
        assert sent() == count


def test_a_key_after_a_click_shows_where_the_keys_go(hand):
    """B2: what browsers make of `:focus-visible` differs; the ring follows keys and presses."""
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
