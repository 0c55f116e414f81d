"""Layout of the explorer at common screen sizes, and its display switches."""

import pytest

from tests.support.figures import Explorer
from tests.support.lab import DEFAULT_FONT_SIZE, LIVE_REGION_DELAY

README = """
import cc_widgets as cc
data = cc.datasets.tumours()
explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
model = explorer.model
explorer
"""
RANGE = "cc.Conditions(prior=(0.01, 0.05), cost_fp=1, cost_fn=(5, 10))"
ROWS = [".cc-top", ".cc-answer", ".cc-conditions", ".cc-figure", ".cc-ribbon"]
TO_TOP = "(root) => root.scrollIntoView({ block: 'start', behavior: 'instant' })"
VISIBLE = """() => {
  const { top, bottom } = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return [top, bottom];
}"""
BOX = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
}"""


@pytest.fixture
def laptop(own_notebook):
    """Return a notebook of laptop size; tests may resize its page."""
    own_notebook.page.set_viewport_size({"width": 1366, "height": 768})
    own_notebook.font(DEFAULT_FONT_SIZE)
    own_notebook.show(README)
    own_notebook.python("setattr(model, 'conditions', None)")
    return own_notebook


def explorer_at_top(notebook):
    """Scroll the explorer to the top of the notebook and return it after layout."""
    explorer = Explorer(notebook.page)
    notebook.wait_until_idle(longest=LIVE_REGION_DELAY)
    explorer.root.evaluate(TO_TOP)
    explorer.settle()
    return explorer


def boxes(explorer, selector):
    return [element.evaluate(BOX) for element in explorer.root.locator(selector).all()]


@pytest.mark.long(cases=2)
@pytest.mark.parametrize(
    ("height", "width", "font", "conditions"),
    [
        (768, 1366, 14, "None"),
        (720, 1280, 14, "None"),
        (768, 1366, 20, "None"),
        (768, 1366, 14, RANGE),
        (720, 1280, 14, RANGE),
    ],
    ids=["1366x768", "1280x720", "large letters", "a range", "a range on 1280x720"],
)
def test_all_rows_are_visible_without_scrolling(laptop, height, width, font, conditions):
    laptop.page.set_viewport_size({"width": width, "height": height})
    laptop.font(font)
    laptop.python(f"setattr(model, 'conditions', {conditions})")
    for side_bar in (True, False):
        laptop.side_bar(shown=side_bar)
        explorer = explorer_at_top(laptop)
        top, bottom = laptop.page.evaluate(VISIBLE)
        for row in ROWS:
            for box in boxes(explorer, row):
                assert top - 0.5 <= box["top"] <= box["bottom"] <= bottom + 0.5, (row, side_bar)
        roc, cost = boxes(explorer, ".plotarea_background")
        assert roc["right"] < cost["left"]
        assert cost["right"] - cost["left"] >= 180
        assert cost["right"] - cost["left"] == pytest.approx(cost["bottom"] - cost["top"], abs=0.5)
        [bar] = boxes(explorer, ".cc-ribbon-bar")
        assert bar["left"] == pytest.approx(cost["left"], abs=0.5)
        assert bar["right"] == pytest.approx(cost["right"], abs=0.5)


def test_plots_are_square_and_of_useful_size_at_all_widths(laptop):
    laptop.side_bar(shown=False)
    for width in (420, 700, 1000, 1700):
        laptop.page.set_viewport_size({"width": width, "height": 1400})
        explorer = explorer_at_top(laptop)
        root = explorer.root.evaluate(BOX)
        areas = boxes(explorer, ".plotarea_background")
        for area in areas:
            size = area["right"] - area["left"]
            assert size == pytest.approx(area["bottom"] - area["top"], abs=0.5)
            assert 180 <= size <= 421
            assert root["left"] <= area["left"] <= area["right"] <= root["right"]
        is_stacked = areas[0]["bottom"] < areas[1]["top"]
        assert is_stacked == (root["right"] - root["left"] < 656)
        assert not explorer.root.evaluate("(root) => root.scrollWidth > root.clientWidth")
    assert areas[0]["right"] - areas[0]["left"] == pytest.approx(420, abs=0.5)


def test_switches_change_figures_and_model(laptop):
    explorer = explorer_at_top(laptop)
    root, key = explorer.root, explorer.root.locator(".cc-key-line")
    assert not root.get_by_role("button", name="Band").is_visible(), "no bands yet"
    for name, trait, words in [
        ("Hull", "show_hull", "at its best"),
        ("Lines", "show_lines", "one threshold"),
    ]:
        button = root.get_by_role("button", name=name, exact=True)
        for is_on in (False, True):
            button.click()
            assert button.get_attribute("aria-pressed") == str(is_on).lower()
            assert (words in key.inner_text()) == is_on
            laptop.wait_until_idle()
            assert laptop.python(f"model.view.{trait}") is is_on
    root.get_by_label("Axis", exact=True).select_option("log-odds")
    explorer.figure("cost").get_by_text("log-odds").wait_for()
    assert laptop.python("model.view.axis") == "logit"
    # The ribbon uses the same axis.
    laptop.python("setattr(model, 'pc', 0.9)")
    laptop.wait_until_idle()
    [mark] = boxes(explorer, ".cc-ribbon-mark")
    [handle] = [box for box in boxes(explorer, ".cc-operating-handle") if box["right"] > 0]
    assert mark["left"] + mark["right"] == pytest.approx(handle["left"] + handle["right"], abs=2)
    root.get_by_label("Axis", exact=True).select_option("PC(+)")
    laptop.wait_until_idle()
    laptop.python("setattr(model, 'pc', 0.5)")
    root.get_by_role("button", name="Test the difference").click()
    tab = root.get_by_role("tab", name="Uncertainty", selected=True)
    tab.wait_for()
    tab.click()


def test_double_click_on_a_chip_isolates_it_and_restores_all(laptop):
    explorer = explorer_at_top(laptop)
    chip = explorer.root.locator(".cc-chip").first
    for press, hidden in [
        (chip.dblclick, [1]),
        (chip.dblclick, []),
        (lambda: chip.click(modifiers=["Alt"]), [1]),
        (lambda: chip.click(modifiers=["Alt"]), []),
    ]:
        press()
        laptop.wait_for_value("list(explorer.duality.hidden)", hidden)
        # Otherwise the next click would count as a third one.
        laptop.wait_until_idle()


def test_click_on_a_chip_counts_if_its_swatch_changes_meanwhile(laptop):
    explorer = explorer_at_top(laptop)
    swatch = explorer.root.locator(".cc-chip .cc-swatch").first
    mouse = laptop.page.mouse
    box = swatch.evaluate(BOX)
    mouse.move((box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2)
    mouse.down()
    laptop.python("setattr(model, 'colors', {next(iter(model.classifiers)): '#aa0000'})")
    swatch.locator("[stroke='#aa0000']").wait_for(state="attached")
    mouse.up()
    laptop.wait_for_value("list(explorer.duality.hidden)", [0])
    laptop.run(README)


def test_many_chips_scroll_within_two_rows(laptop):
    laptop.run(README.replace("explorer\n", "", 1).replace("\nexplorer\n", "") + MANY)
    explorer = explorer_at_top(laptop)
    legend = explorer.root.locator(".cc-legend")
    assert legend.evaluate("(one) => one.scrollHeight > one.clientHeight")
    assert legend.bounding_box()["height"] < 70
    laptop.run(README)


MANY = """
many = {f"model {i}": data.scores["forest"] for i in range(30)}
cc.explore(data.y_true, many, pos_label="malignant")
"""


def test_hidden_parts_are_removed_and_opening_panels_does_not_scroll(laptop):
    explorer = explorer_at_top(laptop)
    before = explorer.root.evaluate(BOX)["top"]
    for title in ("Compare", "Data table", "Uncertainty"):
        explorer.root.get_by_role("tab", name=title).evaluate("(tab) => tab.click()")
        explorer.root.locator(".cc-panel").wait_for()
        laptop.wait_until_idle()
        assert explorer.root.evaluate(BOX)["top"] == before
    explorer.root.get_by_role("tab", name="Uncertainty").click()
    for name, selector in [
        ("answer", ".cc-card"),
        ("roc", ".cc-half:first-child .cc-figure"),
        ("cost", ".cc-ribbon, .cc-half:last-child .cc-figure"),
    ]:
        laptop.python(f"setattr(model.view, 'show_{name}', False)")
        explorer.root.locator(selector).first.wait_for(state="detached")
        laptop.python(f"setattr(model.view, 'show_{name}', True)")
        explorer.root.locator(selector).first.wait_for()
    explorer_at_top(laptop)
