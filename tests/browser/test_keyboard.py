"""Everything can be reached, understood and done without a mouse."""

from math import exp

import pytest

from tests.support.figures import FAWCETT_DATA, Explorer, sent_messages
from tests.support.lab import SPOKEN

EXPLORER = f"""
import cc_widgets as cc
{FAWCETT_DATA}explorer = cc.explore(y_true, {{"Fawcett": y_score, "turned round": y_score[::-1]}})
m = explorer.model
m.pc = 0.4
explorer
"""


ICONS = "\ue000", "\uf8ff"  # a font of icons puts its pictures here
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
RIBBON = "Cheapest along PC(+): Fawcett from 0 to 1."


INSIDE = "() => document.activeElement.closest('.cc-explorer') !== null"


class Keys:
    """A keyboard, and what a screen reader would say of the place where it is."""

    def __init__(self, notebook):
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root
        self._session = self.page.context.new_cdp_session(self.page)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def here(self):
        """Return role, name and properties of what has the focus."""
        found = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        node = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        [read] = self._session.send("Accessibility.getPartialAXTree", node)["nodes"]
        more = {one["name"]: one["value"].get("value") for one in read.get("properties", [])}
        value = read.get("value", {}).get("value")
        name = "".join(c for c in read["name"]["value"] if not ICONS[0] <= c <= ICONS[1]).strip()
        return read["role"]["value"], name, {**more, "value": value}

    def walk(self, most=60):
        """Press Tab until it leaves the explorer; return what each stop is called."""
        stops: list[tuple[str, str]] = []
        while self.page.evaluate(INSIDE) and len(stops) < most:
            stops.append(self.here()[:2])
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


def test_tab_stops_once_at_each_thing_and_says_what_it_is(keys):
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


def test_tab_goes_back_as_well(keys):
    keys.enter("cost")
    keys.press(*["Shift+Tab"] * 6)
    assert keys.here()[:2] == ("application", ROC)
    keys.press("Shift+Tab")
    assert keys.here()[:2] == ("button", "What this is: Conditions of use")


def test_controls_are_unfolded_and_their_tabs_and_fields_are_reached(keys):
    keys.root.get_by_role("tab", name="Uncertainty").focus()
    keys.press("Space")
    keys.root.locator(".cc-panel").wait_for()
    assert keys.here()[:2] == ("tab", "Uncertainty")
    stops = keys.walk()
    assert all(name for _, name in stops)
    keys.root.get_by_role("tab", name="Uncertainty").focus()
    keys.press("ArrowRight")
    assert keys.here()[:2] == ("tab", "Compare")


def test_what_the_row_of_conditions_unfolds_is_reached(keys):
    keys.root.get_by_role("button", name="More…").focus()
    keys.press("Enter")
    keys.root.locator(".cc-more .cc-panel").wait_for()
    assert keys.here()[:2] == ("button", "Less")
    assert [name for role, name in keys.walk() if role == "textbox"] == [
        *("Finding positives costs", "Clearing negatives costs", "Operating point PC(+)"),
        *("Cases", "Currency"),
    ]


def test_a_chip_tells_whether_it_is_pressed(keys):
    keys.start()
    assert keys.here()[2]["pressed"] == "true"
    keys.press("Space")
    assert keys.here()[2]["pressed"] == "false"
    keys.press("Enter")
    assert keys.here()[2]["pressed"] == "true"
    keys.press("Alt+Enter")
    chips = keys.root.locator(".cc-chip")
    pressed = [chip.get_attribute("aria-pressed") for chip in chips.all()]
    assert pressed == ["true", "false"], "it alone is shown"
    keys.press("Alt+Enter")
    assert chips.last.get_attribute("aria-pressed") == "true"


def test_the_ribbon_is_a_slider_of_the_operating_point(keys):
    keys.root.locator(".cc-ribbon-bar").focus()
    sent = sent_messages(keys.page)
    keys.press("ArrowRight")
    keys.notebook.rest()
    _, _, more = keys.here()
    assert (more["valuemin"], more["valuemax"]) == (0, 1)
    assert more["value"] == pytest.approx(0.41)
    assert keys.root.locator(".cc-ribbon-bar").get_attribute("aria-valuetext") == "PC(+) 0.41"
    assert sent() == 1
    assert keys.notebook.python("m.pc") == 0.41


def test_brackets_move_the_operating_point_and_one_message_follows(keys):
    for space, key, pc in (("roc", "]", 0.45), ("cost", "[", 0.4)):
        keys.enter(space)
        sent = sent_messages(keys.page)
        for _ in range(5):  # the key is held down and repeats
            keys.page.keyboard.down(key)
        assert sent() == 0
        keys.page.keyboard.up(key)
        keys.notebook.rest()
        assert sent() == 1
        assert keys.notebook.python("m.pc") == pytest.approx(pc)


def test_arrows_walk_enter_pins_and_escape_clears(keys):
    keys.enter("roc")
    keys.press("ArrowRight")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.54: finds 50 % of positives")
    keys.press("Home", "ArrowRight")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.8: finds 20 % of positives")
    keys.press("Alt+ArrowLeft")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.9: finds 10 % of positives")
    keys.press("Alt+ArrowRight", "Alt+ArrowLeft", "Enter")
    keys.notebook.becomes("[dict(pin) for pin in m.pins]", [{"kind": "point", "index": 1}])
    keys.press("Escape", "Escape")
    keys.notebook.becomes("len(m.pins)", 0)


def test_shift_and_arrows_make_move_and_narrow_a_range_and_delete_removes_it(keys):
    keys.enter("cost")
    keys.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowLeft")
    # From pc 0.4 the ends move by 0.1 of their log-odds: outwards, outwards, to the right, inwards.
    pcs = [1 / (1 + 1.5 * exp(-by)) for by in (0.0, 0.2)]
    keys.notebook.becomes("m.pc_range", pytest.approx(pcs, abs=1e-4))
    keys.root.locator(".cc-range-bar:visible").wait_for()
    assert keys.explorer.says(keys.notebook.python("m.read().words"))
    keys.press("Delete")
    keys.notebook.becomes("m.pc_range", None)
    keys.root.locator(".cc-range-bar:visible").wait_for(state="detached")
    assert keys.explorer.says(keys.notebook.python("m.read().words"))


def test_m_lets_a_value_be_typed_and_says_what_is_wrong_with_it(keys):
    keys.enter("cost")
    keys.press("m")
    assert keys.here()[:2] == ("textbox", "PC(+), or a range")
    keys.page.keyboard.type("x2")
    keys.press("Enter")
    assert "Type a number" in keys.root.locator(".cc-typing").inner_text()
    keys.press("Control+a")
    keys.page.keyboard.type("10 - 30 %")
    keys.press("Enter")
    assert keys.here()[:2] == ("application", COST)
    keys.notebook.becomes("m.pc_range", [0.1, 0.3])
    assert keys.explorer.says(keys.notebook.python("m.read().words"))
    keys.enter("roc")
    keys.press("m")
    keys.page.keyboard.type("0.39")
    keys.press("Enter")
    assert keys.explorer.detail().startswith("Fawcett, threshold 0.39")
    keys.press("m", "Escape")
    assert keys.here()[:2] == ("application", ROC)
    assert keys.root.locator(".cc-typing").count() == 0


def test_a_card_shows_all_gestures_and_gives_the_keys_back(keys):
    card = keys.root.locator(".cc-gestures")
    for place, key in ((".cc-cursor", "Escape"), (".cc-ribbon-bar", "?")):
        keys.root.locator(place).last.focus()
        before = keys.here()
        keys.press("?")
        assert keys.here()[:2] == ("dialog", "Gestures and keys")
        assert "Shift + ← →" in card.inner_text()
        keys.press("x", key)
        assert card.count() == 0
        assert keys.here() == before
    keys.press("?")
    keys.page.mouse.click(5, 5)
    assert card.count() == 0


def test_t_opens_the_table_whose_headings_are_headings(keys):
    keys.enter("cost")
    keys.press("t")
    table = keys.root.get_by_role("table", name="Corners of the joint hull")
    table.wait_for()
    assert keys.here()[:2] == ("tab", "Data table")
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads[:2] == ["Whose", "Threshold"]
    assert table.get_by_role("rowheader").count() == table.locator("tbody tr").count() == 6
    keys.press("Enter")
    table.wait_for(state="detached")


CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map((cell) => [cell.model.type, cell.model.sharedModel.getSource()])"""


@pytest.mark.parametrize("place", [".cc-cursor", ".cc-ribbon-bar", ".cc-chip", ".cc-tab"])
def test_typing_never_cuts_or_changes_a_cell(keys, place):
    before = keys.page.evaluate(CELLS)
    keys.root.locator(place).last.focus()
    keys.press("x", "d", "d", "a", "b", "m", "y")
    keys.notebook.rest()
    assert keys.page.evaluate(CELLS) == before
    keys.press("Escape")
    assert keys.explorer.root.is_visible()


# What a screen reader is told: the words that stand there whenever the region is not busy.
LISTEN = """(place) => {
  const region = document.querySelector(place);
  window.ccTold = [];
  new MutationObserver(() => {
    const words = region.textContent;
    if (region.getAttribute('aria-busy') === 'true' || words === window.ccTold.at(-1)) return;
    window.ccTold.push(words);
  }).observe(region, { attributes: true, childList: true, characterData: true, subtree: true });
}"""


def test_what_is_lit_is_told_politely_and_once_at_rest(keys):
    region = keys.root.locator(".cc-detail [role=status]")
    assert (region.get_attribute("role"), region.get_attribute("aria-live")) == ("status", "polite")
    keys.notebook.rest(longest=SPOKEN)
    keys.page.evaluate(LISTEN, ".cc-detail [role=status]")
    keys.enter("roc")
    keys.press("Home", *["Alt+ArrowRight"] * 5)
    keys.notebook.rest(longest=SPOKEN)
    [told] = keys.page.evaluate("() => window.ccTold")
    assert told.startswith("Fawcett, threshold 0.55")


def test_dragging_does_not_flood_the_live_region(keys):
    keys.notebook.rest(longest=SPOKEN)
    keys.page.evaluate(LISTEN, ".cc-card-said")
    mouse, area = keys.page.mouse, keys.explorer.area("cost")
    mouse.move(*area.pixel(0.4, 0.4))
    mouse.down()
    for step in range(30):
        mouse.move(*area.pixel(0.4 + step / 100, 0.4))
    assert len(keys.page.evaluate("() => window.ccTold")) <= 1, "of what lay under the mouse"
    mouse.up()
    keys.explorer.leave()
    keys.notebook.rest(longest=SPOKEN)
    told = keys.page.evaluate("() => window.ccTold")
    assert len(told) <= 2
    assert told[-1].startswith("If 69")
