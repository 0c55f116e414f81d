"""Keyboard operation and screen readers: focus order, names, gestures and live regions."""

from math import exp

import pytest

from tests.support.figures import FAWCETT_DATA, Explorer, count_sent_messages
from tests.support.lab import LIVE_REGION_DELAY

EXPLORER = f"""
import cc_widgets as cc
{FAWCETT_DATA}explorer = cc.explore(y_true, {{"Fawcett": y_score, "turned round": y_score[::-1]}})
m = explorer.model
m.pc = 0.4
explorer
"""


ICONS = "\ue000", "\uf8ff"  # private use area of icon fonts
ROC = "ROC space. Arrow keys walk the corners of a hull and between classifiers."
COST = "Cost space. Arrow keys walk through the lines of an envelope and between classifiers."
CONDITIONS = [
    *(
        stop
        for name in ("Share of positives", "A miss costs", "A false alarm costs")
        for stop in (("textbox", name), ("slider", f"{name}, slider"))
    ),
    *(
        ("button", "As in these data (50\N{NO-BREAK SPACE}%)"),
        ("button", "Unknown"),
        ("button", "More…"),
        ("button", "What this is: Conditions of use"),
    ),
]
RIBBON = (
    "Cheapest along PC(+): call all negatives from 0 to 0.0254, Fawcett from 0.0254 to 0.9507, "
    "call all positives from 0.9507 to 1."
)


INSIDE = "() => document.activeElement.closest('.cc-explorer') !== null"


class Keys:
    """Keyboard input, and the accessibility properties of the focused element."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root
        self._session = self.page.context.new_cdp_session(self.page)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self):
        """Return role, name and properties of the focused element."""
        element = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        query = {"objectId": element["result"]["objectId"], "fetchRelatives": False}
        [node] = self._session.send("Accessibility.getPartialAXTree", query)["nodes"]
        properties = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        value = node.get("value", {}).get("value")
        name = "".join(c for c in node["name"]["value"] if not ICONS[0] <= c <= ICONS[1]).strip()
        return node["role"]["value"], name, {**properties, "value": value}

    def walk(self, limit=60):
        """Press Tab until the focus leaves the explorer; return role and name of each stop."""
        stops: list[tuple[str, str]] = []
        while self.page.evaluate(INSIDE) and len(stops) < limit:
            stops.append(self.focused()[:2])
            self.press("Tab")
        return stops

    def start(self):
        self.root.locator(".cc-chip").first.focus()

    def enter(self, space):
        self.explorer.figure(space).locator(".cc-cursor").focus()


@pytest.fixture
def keys(tall_notebook):
    tall_notebook.run(EXPLORER)
    return Keys(tall_notebook)


def test_tab_reaches_each_control_once_with_role_and_name(keys):
    keys.start()
    assert keys.walk() == [
        ("button", "Fawcett"),
        ("button", "turned round"),
        *(("button", name) for name in ("Hull", "Lines", "Labels")),
        ("combobox", "Axis"),
        ("button", "Show"),
        ("button", "Save"),
        ("button", "Present"),
        ("button", "Gestures and keys"),
        ("button", "Why?"),
        *CONDITIONS,
        ("application", ROC),
        ("button", "Play: sweep the threshold"),
        ("button", "Write a note"),
        ("button", "whole"),
        ("button", "fit"),
        ("button", "What this is: ROC space"),
        ("application", COST),
        ("button", "Write a note"),
        ("button", "fit"),
        ("button", "0.5"),
        ("button", "1"),
        ("button", "What this is: Cost space"),
        ("slider", RIBBON),
        ("button", "What this is: Who is cheapest where"),
        ("tab", "Uncertainty"),
    ]


def test_shift_tab_goes_back(keys):
    keys.enter("cost")
    keys.press(*["Shift+Tab"] * 6)
    assert keys.focused()[:2] == ("application", ROC)
    keys.press("Shift+Tab")
    assert keys.focused()[:2] == ("button", "What this is: Conditions of use")


def test_panels_open_by_keyboard_and_their_controls_are_reached(keys):
    keys.root.get_by_role("tab", name="Uncertainty").focus()
    keys.press("Space")
    keys.root.locator(".cc-panel").wait_for()
    assert keys.focused()[:2] == ("tab", "Uncertainty")
    stops = keys.walk()
    assert all(name for _, name in stops)
    keys.root.get_by_role("tab", name="Uncertainty").focus()
    keys.press("ArrowRight")
    assert keys.focused()[:2] == ("tab", "Compare")


def test_fields_under_more_conditions_are_reached(keys):
    keys.root.get_by_role("button", name="More…").focus()
    keys.press("Enter")
    keys.root.locator(".cc-more .cc-panel").wait_for()
    assert keys.focused()[:2] == ("button", "Less")
    assert [name for role, name in keys.walk() if role == "textbox"] == [
        *("Finding positives costs", "Clearing negatives costs", "Operating point PC(+)"),
        *("Cases", "Currency"),
    ]


def test_chip_exposes_its_pressed_state(keys):
    keys.start()
    assert keys.focused()[2]["pressed"] == "true"
    keys.press("Space")
    assert keys.focused()[2]["pressed"] == "false"
    keys.press("Enter")
    assert keys.focused()[2]["pressed"] == "true"
    keys.press("Alt+Enter")
    chips = keys.root.locator(".cc-chip")
    pressed = [chip.get_attribute("aria-pressed") for chip in chips.all()]
    assert pressed == ["true", "false"], "only this classifier is visible"
    keys.press("Alt+Enter")
    assert chips.last.get_attribute("aria-pressed") == "true"


def test_ribbon_is_a_slider_for_the_operating_point(keys):
    keys.root.locator(".cc-ribbon-bar").focus()
    sent = count_sent_messages(keys.page)
    keys.press("ArrowRight")
    keys.notebook.wait_until_idle()
    _, _, more = keys.focused()
    assert (more["valuemin"], more["valuemax"]) == (0, 1)
    assert more["value"] == pytest.approx(0.41)
    assert keys.root.locator(".cc-ribbon-bar").get_attribute("aria-valuetext") == "PC(+) 0.41"
    assert sent() == 1
    assert keys.notebook.python("m.pc") == 0.41


def test_brackets_move_the_operating_point_with_one_message(keys):
    for space, key, pc in (("roc", "]", 0.45), ("cost", "[", 0.4)):
        keys.enter(space)
        sent = count_sent_messages(keys.page)
        for _ in range(5):  # repeats of a held key
            keys.page.keyboard.down(key)
        assert sent() == 0
        keys.page.keyboard.up(key)
        keys.notebook.wait_until_idle()
        assert sent() == 1
        assert keys.notebook.python("m.pc") == pytest.approx(pc)


def test_arrows_highlight_enter_pins_and_escape_clears(keys):
    keys.enter("roc")
    keys.press("ArrowRight")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.54: finds 50 % of positives")
    keys.press("Home", "ArrowRight")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.8: finds 20 % of positives")
    keys.press("Alt+ArrowLeft")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.9: finds 10 % of positives")
    keys.press("Alt+ArrowRight", "Alt+ArrowLeft", "Enter")
    keys.notebook.wait_for_value("[dict(pin) for pin in m.pins]", [{"kind": "point", "index": 1}])
    keys.press("Escape", "Escape")
    keys.notebook.wait_for_value("len(m.pins)", 0)


def test_shift_arrows_create_move_and_narrow_a_range_and_delete_removes_it(keys):
    keys.enter("cost")
    keys.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowLeft")
    # From pc 0.4 the ends move by 0.1 in log-odds: outwards twice, to the right, inwards.
    pcs = [1 / (1 + 1.5 * exp(-by)) for by in (0.0, 0.2)]
    keys.notebook.wait_for_value("m.pc_range", pytest.approx(pcs, abs=1e-4))
    keys.root.locator(".cc-range-bar:visible").wait_for()
    assert keys.explorer.has_answer(keys.notebook.python("m.recommend().text"))
    keys.press("Delete")
    keys.notebook.wait_for_value("m.pc_range", None)
    keys.root.locator(".cc-range-bar:visible").wait_for(state="detached")
    assert keys.explorer.has_answer(keys.notebook.python("m.recommend().text"))


def test_m_opens_a_field_for_a_value_and_shows_errors(keys):
    keys.enter("cost")
    keys.press("m")
    assert keys.focused()[:2] == ("textbox", "PC(+), or a range")
    keys.page.keyboard.type("x2")
    keys.press("Enter")
    assert "Type a number" in keys.root.locator(".cc-typing").inner_text()
    keys.press("Control+a")
    keys.page.keyboard.type("10 - 30 %")
    keys.press("Enter")
    assert keys.focused()[:2] == ("application", COST)
    keys.notebook.wait_for_value("m.pc_range", [0.1, 0.3])
    assert keys.explorer.has_answer(keys.notebook.python("m.recommend().text"))
    keys.enter("roc")
    keys.press("m")
    keys.page.keyboard.type("0.39")
    keys.press("Enter")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.39")
    keys.press("m", "Escape")
    assert keys.focused()[:2] == ("application", ROC)
    assert keys.root.locator(".cc-typing").count() == 0


def test_help_card_opens_by_keyboard_and_restores_the_focus(keys):
    card = keys.root.locator(".cc-gestures")
    for place, key in ((".cc-cursor", "Escape"), (".cc-ribbon-bar", "?")):
        keys.root.locator(place).last.focus()
        before = keys.focused()
        keys.press("?")
        assert keys.focused()[:2] == ("dialog", "Gestures and keys")
        assert "Shift + ← →" in card.inner_text()
        keys.press("x", key)
        assert card.count() == 0
        assert keys.focused() == before
    keys.press("?")
    keys.page.mouse.click(5, 5)
    assert card.count() == 0


def test_t_opens_a_table_with_semantic_headings(keys):
    keys.enter("cost")
    keys.press("t")
    table = keys.root.get_by_role("table", name="Corners of the joint hull")
    table.wait_for()
    assert keys.focused()[:2] == ("tab", "Data table")
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads[:2] == ["Whose", "Threshold"]
    assert table.get_by_role("rowheader").count() == table.locator("tbody tr").count() == 6
    keys.press("Enter")
    table.wait_for(state="detached")


CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map((cell) => [cell.model.type, cell.model.sharedModel.getSource()])"""


@pytest.mark.parametrize("place", [".cc-cursor", ".cc-ribbon-bar", ".cc-chip", ".cc-tab"])
def test_typing_does_not_change_notebook_cells(keys, place):
    before = keys.page.evaluate(CELLS)
    keys.root.locator(place).last.focus()
    keys.press("x", "d", "d", "a", "b", "m", "y")
    keys.notebook.wait_until_idle()
    assert keys.page.evaluate(CELLS) == before
    keys.press("Escape")
    assert keys.explorer.root.is_visible()


# Collects the announcements of a screen reader: texts of the region while it is not busy.
LISTEN = """(place) => {
  const region = document.querySelector(place);
  window.ccTold = [];
  new MutationObserver(() => {
    const words = region.textContent;
    if (region.getAttribute('aria-busy') === 'true' || words === window.ccTold.at(-1)) return;
    window.ccTold.push(words);
  }).observe(region, { attributes: true, childList: true, characterData: true, subtree: true });
}"""


def test_highlight_is_announced_politely_and_once(keys):
    region = keys.root.locator(".cc-detail [role=status]")
    assert (region.get_attribute("role"), region.get_attribute("aria-live")) == ("status", "polite")
    keys.notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    keys.page.evaluate(LISTEN, ".cc-detail [role=status]")
    keys.enter("roc")
    keys.press("Home", *["Alt+ArrowRight"] * 5)
    keys.notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    [announcement] = keys.page.evaluate("() => window.ccTold")
    assert announcement.startswith("Fawcett, threshold 0.55")


def test_dragging_does_not_flood_the_live_region(keys):
    keys.notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    keys.page.evaluate(LISTEN, ".cc-card-said")
    mouse, area = keys.page.mouse, keys.explorer.area("cost")
    mouse.move(*area.pixel(0.4, 0.4))
    mouse.down()
    for step in range(30):
        mouse.move(*area.pixel(0.4 + step / 100, 0.4))
    assert len(keys.page.evaluate("() => window.ccTold")) <= 1, "the highlight under the mouse"
    mouse.up()
    keys.explorer.leave()
    keys.notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    announcements = keys.page.evaluate("() => window.ccTold")
    assert len(announcements) <= 2
    assert announcements[-1].startswith("If 69")
