"""Interaction with criteria, keys, chips, ribbon, answer card and log-odds axis."""

import re

import pytest

from tests.support.figures import Explorer, count_sent_messages
from tests.support.hand import EXPLORER, HULL, cost, near


def test_neyman_pearson_limit_is_drawn_and_dragged(hand):
    limit = {"fpr": 1, "tpr": 0, "most": 0.3, "number": "max_fpr"}
    hand.set(pc=None, criterion={"kind": "neyman_pearson", "max_fpr": 0.3, "limit": limit})
    explorer = hand.explorer
    explorer.leave()
    [line] = hand.places("roc", ".cc-limit-line")
    assert line == near(explorer.to_pixels("roc", (0.3, 0), (0.3, 1)))
    # Midpoint of the edge from (0.1, 0.5) to (0.5, 0.8).
    dots = hand.places("roc", ".cc-answer-dot")
    expected = [(0.1, 0.5), (0.5, 0.8), (0.3, 0.65)]
    assert dots == [near(explorer.to_pixels("roc", place)) for place in expected]
    [mixed] = hand.places("cost", ".cc-answer-line")
    assert mixed == near(explorer.to_pixels("cost", (0, 0.3), (1, 0.35)))
    [mark] = hand.places("cost", ".cc-limit-mark")
    assert mark == near(explorer.to_pixels("cost", (0, 0.3)))
    sent = count_sent_messages(hand.page)
    hand.drag("roc", (0.3, 0.2), (0.25, 0.2), (0.2, 0.2))
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("criterion['max_fpr']") == pytest.approx(0.2, abs=0.003)


def test_workforce_line_corresponds_to_the_capacity(hand):
    criterion = {"kind": "workforce", "positives": 100, "negatives": 200, "capacity": 100}
    limit = {"fpr": 200, "tpr": 100, "most": 100, "number": "capacity"}
    hand.set(pc=None, criterion={**criterion, "limit": limit})
    [line] = hand.places("roc", ".cc-limit-line")
    ends = hand.explorer.to_pixels("roc", (0.5, 0), (0, 1))
    assert line == near(ends)
    hand.drag("roc", (0.25, 0.5), (0.3, 0.55), (0.4, 0.7))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("criterion['capacity']") == pytest.approx(150, abs=2)


def test_keys_move_the_operating_point_and_send_it_on_release(hand):
    hand.explorer.figure("cost").locator(".cc-cursor").focus()
    sent = count_sent_messages(hand.page)
    for _ in range(3):
        hand.page.keyboard.down("]")
    assert sent() == 0
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.to_pixels("cost", (0.43, 0))[0])
    hand.page.keyboard.up("]")
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == 0.43
    hand.page.keyboard.press("PageDown")
    hand.page.keyboard.press("Shift+PageDown")
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc") == 0.419


def test_keys_pin_clear_show_help_and_open_the_table(hand):
    press = hand.page.keyboard.press
    hand.explorer.figure("roc").locator(".cc-cursor").focus()
    press("Home")
    press("Enter")
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pins") == [{"kind": "point", "index": 0}]
    press("Escape")
    assert len(hand.places("roc", ".cc-pin-dot")) == 1
    press("Escape")
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pins") == []
    card = hand.explorer.root.get_by_role("dialog", name="Gestures and keys")
    press("?")
    card.wait_for()
    press("?")
    card.wait_for(state="detached")
    press("t")
    table = hand.explorer.root.locator(".cc-tables table").first
    table.wait_for()
    assert hand.page.evaluate("() => document.activeElement.textContent") == "Data table"
    rows = table.locator("tbody tr").all_inner_texts()
    assert len(rows) == len(HULL)
    assert table.locator("tbody th[scope=row]").count() == len(HULL)


def test_each_figure_has_one_tab_stop(hand):
    for space in ("roc", "cost"):
        assert hand.explorer.figure(space).locator("[tabindex='0']").count() == 1


def test_chip_hides_its_classifier(hand):
    chip = hand.explorer.root.locator(".cc-chip").first
    assert chip.get_attribute("aria-pressed") == "true"
    hand.explorer.move("roc", 0.5, 0.8)
    assert hand.explorer.detail().startswith("Fawcett, threshold 0.38")
    sent = count_sent_messages(hand.page)
    chip.press("Space")
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("hidden") == [0]
    assert chip.get_attribute("aria-pressed") == "false"
    hand.explorer.move("roc", 0.51, 0.79)
    hand.explorer.move("roc", 0.5, 0.8)
    assert not hand.explorer.detail().startswith("Fawcett, threshold")
    chip.click()
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("hidden") == []


def test_fast_clicks_on_a_chip_are_sent_after_the_last_one(hand):
    chip = hand.explorer.root.locator(".cc-chip").first
    sent = count_sent_messages(hand.page)
    chip.evaluate(
        """async (chip) => {
          for (let i = 0; i < 7; i++) {
            chip.click();
            await new Promise((done) => setTimeout(done, 40));
          }
        }"""
    )
    hand.notebook.wait_until_idle()
    # The first click is sent; the final state is the same, so no second message is needed.
    assert sent() == 1
    assert chip.get_attribute("aria-pressed") == "false"
    assert hand.kernel_value("hidden") == [0]
    sent = count_sent_messages(hand.page)
    chip.evaluate("(chip) => { for (let i = 0; i < 4; i++) chip.click(); }")
    hand.notebook.wait_until_idle()
    assert sent() == 2
    assert hand.kernel_value("hidden") == [0]
    chip.evaluate("(chip) => { chip.click(); chip.click(); }")
    hand.notebook.run(hand.notebook._shown)
    hand.notebook.wait_until_idle()
    assert hand.notebook.problems == [], "no message to a closed explorer"


def test_ribbon_names_the_cheapest_and_moves_the_operating_point(hand):
    bar = hand.explorer.root.locator(".cc-ribbon-bar")
    # On the dataset Fawcett is cheaper from pc 0, corner (0, 0.2), to pc 1, corner (0.9, 1).
    words = bar.get_attribute("aria-label")
    match = re.search(r"call all negatives from 0 to (.+), Fawcett from \1 to (.+), call", words)
    assert match
    low, high = map(float, match.groups())
    assert 0.0 < low < 0.05
    assert 0.9 < high < 1.0, "near the ends it is not expected to be cheaper on new data"
    box = bar.bounding_box()
    y = box["y"] + box["height"] / 2
    sent = count_sent_messages(hand.page)
    hand.mouse.move(box["x"] + 0.2 * box["width"], y)
    hand.mouse.down()
    hand.mouse.move(box["x"] + 0.6 * box["width"], y, steps=4)
    assert sent() == 0
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.to_pixels("cost", (0.6, 0))[0])
    hand.mouse.up()
    hand.notebook.wait_until_idle()
    assert sent() == 1
    assert hand.kernel_value("pc") == pytest.approx(0.6, abs=0.003)


WINNERS = """
import numpy as np
from cc_widgets.widgets.wire import SentWinners
duality.winners = SentWinners(
    pc=np.array([0.0, 0.25, 0.5, 0.75]),
    owner=np.int32([-1, 0, -3, 1]),
    significance=np.int32([1, 0, 0, 1]),
    challenger=np.int32([-1, 1, -1, -1]),
    among=np.int32([0, 1]),
)
"""


def test_ribbon_hatches_parts_that_are_not_significant(hand):
    hand.notebook.run(EXPLORER.rstrip().removesuffix("explorer") + WINNERS + "explorer")
    bar = Explorer(hand.page).root.locator(".cc-ribbon-bar")
    assert bar.get_attribute("aria-label") == (
        "Cheapest along PC(+): call all negatives from 0 to 0.25, "
        "Fawcett from 0.25 to 0.5 (could be chance), "
        "a tie of several from 0.5 to 0.75 (could be chance), worse from 0.75 to 1."
    )
    hatched = bar.locator("[data-owner]:has(.cc-doubt)")
    assert [part.get_attribute("data-owner") for part in hatched.all()] == ["0", "-3"]
    box, drawn = bar.bounding_box(), bar.locator(".cc-stretch-tint").nth(1).bounding_box()
    assert box is not None
    assert drawn is not None
    assert drawn["x"] == near(box["x"] + 0.25 * box["width"])
    assert drawn["width"] == near(0.25 * box["width"])
    colors = [part.get_attribute("fill") for part in bar.locator(".cc-stretch-tint").all()]
    assert colors == ["#808080", "#0072b2", "#808080", "#bd4a00"]


def test_card_describes_the_range_or_the_operating_point(hand):
    hand.set(pc_range=[0.3, 0.5], pc=0.4)
    words = hand.explorer.answer()
    assert words.startswith(
        "If 30 % to 50 % are positives and both errors cost the same: use Fawcett, from score "
        "0.54 on."
    )
    assert "; no other choice is expected to cost less anywhere in your range." in words
    hand.set(pc_range=[0.3, 0.7])
    assert "No regret at all would take 3 choices, " in hand.explorer.answer()
    hand.set(pc_range=None, pc=0.4)
    # The corner (0.1, 0.5) costs 0.5 * 0.4 + 0.1 * 0.6 = 0.26.
    assert "it finds 200, misses 200, and raises 60 false alarms." in hand.explorer.answer()
    assert (
        "Its errors together weigh as much as 260 false alarms per 1,000 cases on these data; "
        in hand.explorer.answer()
    )
    card = hand.explorer.root.locator(".cc-card")
    why = card.get_by_role("button", name="Why?")
    assert not card.locator(".cc-card-why").is_visible()
    why.click()
    assert card.locator(".cc-card-why").is_visible()
    assert why.get_attribute("aria-expanded") == "true"
    why.click()
    rare = card.get_by_role("button", name="Show on log-odds axis")
    assert not rare.is_visible()
    hand.set(pc=0.01)
    rare.click()
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("axis") == "logit"
    assert not rare.is_visible()


def test_log_odds_axis_bends_lines_and_hovering_remains_exact(hand):
    hand.notebook.python(
        "[cursor.x_scale.set_state({'min': -4.0, 'max': 4.0}) or cursor.set_trait('x_map', 'logit')"
        " for cursor in [explorer._views[1].figure.interaction]]"
    )
    hand.notebook.wait_until_idle()
    # Log-odds of 0.4 on a scale from -4 to 4.
    share = (-0.405465 + 4) / 8
    [line] = hand.places("cost", ".cc-operating-line")
    assert line[0] == near(hand.explorer.to_pixels("cost", (share, 0))[0])
    # The line of (0.5, 0.8) at log-odds 1: pc 0.731059.
    pc = 0.731059
    hand.explorer.move("cost", 5 / 8, cost((0.5, 0.8), pc))
    assert hand.explorer.highlights("roc")["dot"] == near(
        hand.explorer.to_pixels("roc", (0.5, 0.8))
    )
    [bent] = hand.places("cost", ".cc-now-line.cc-bent")
    area = hand.explorer.area("cost")
    for u, y in zip((-4, 0, 4), (0, 24, 48), strict=True):
        x = 1 / (1 + 2.718281828459045**-u)
        assert bent[2 * y : 2 * y + 2] == near(area.pixel((u + 4) / 8, cost((0.5, 0.8), x)))
    hand.drag("cost", (share, 0.45), (0.6, 0.45), (0.75, 0.45))
    hand.notebook.wait_until_idle()
    assert hand.kernel_value("pc") == pytest.approx(0.880797, abs=0.003)
    hand.drag("cost", (0.75, 0.45), (0.9, 0.45), (1.1, 0.45))
    assert hand.kernel_value("pc") == 1
