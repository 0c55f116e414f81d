"""The row of operating conditions: typed values and sliders act at once and update the model."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.support.figures import Explorer, count_sent_messages
from tests.support.panels import SETUP

PRIOR, MISS, ALARM = "Share of malignant", "A miss costs", "A false alarm costs"
CONDITIONS = "[getattr(m.conditions, name).ends for name in ('prior', 'cost_fn', 'cost_fp')]"


class Row:
    """The row of operating conditions with its explorer and model."""

    def __init__(self, notebook):
        notebook.run(SETUP)
        self.notebook, self.page = notebook, notebook.page
        self.explorer = Explorer(self.page)
        self.root = self.explorer.root.locator(".cc-knobs")
        self.root.wait_for()

    def field(self, label):
        return self.root.get_by_role("textbox", name=label)

    def slider(self, label, end=""):
        return self.root.get_by_label(f"{label}, slider{end and f': {end} end'}", exact=True)

    def enter(self, label, text):
        self.field(label).fill(text)
        self.field(label).press("Enter")

    def press(self, name):
        self.root.get_by_role("button", name=name).click()

    def fields(self):
        return [self.field(label).input_value() for label in (PRIOR, MISS, ALARM)]

    def python(self, expression):
        return self.notebook.python(expression)

    def wait_for_value(self, expression, expected):
        self.notebook.wait_for_value(expression, expected)

    def wait_for_field(self, label, text):
        """Wait until a field has a text."""
        has_text = "([field, text]) => field.value === text"
        self.page.wait_for_function(has_text, arg=[self.field(label).element_handle(), text])

    def line(self):
        """Return the pc of the operating line in cost space."""
        line = self.explorer.figure("cost").locator(".cc-operating-line")
        box = """(line) => {
          const { left, right } = line.getBoundingClientRect();
          return [left, right];
        }"""
        area = self.explorer.area("cost")
        left, right = area.pixel(0, 0)[0], area.pixel(1, 0)[0]
        return (sum(line.evaluate(box)) / 2 - left) / (right - left)

    def pull(self, slider, start, stop, *, release=True):
        """Drag a handle between two fractions of its track."""
        box = slider.bounding_box()
        x = [box["x"] + 9 + share * (box["width"] - 18) for share in (start, stop)]
        y = box["y"] + box["height"] / 2
        self.page.mouse.move(x[0], y)
        self.page.mouse.down()
        self.page.mouse.move(sum(x) / 2, y)
        self.page.mouse.move(x[1], y)
        if release:
            self.page.mouse.up()

    def assert_matches_the_model(self):
        """Assert that figure and card show the state of the model."""
        self.explorer.settle()
        assert self.line() == pytest.approx(self.python("m.pc"), abs=0.004)
        answer = "".join(self.explorer.answer().split())
        assert "".join(self.python("m.recommend().text").split()) in answer


@pytest.fixture
def row(notebook):
    return Row(notebook)


def test_default_conditions_are_shown_until_some_are_set(row):
    assert row.root.get_by_text("Assumed,").count() == 1
    assert row.root.get_by_text("default").filter(visible=True).count() == 3
    assert row.fields() == ["50 %", "1", "1"]
    assert row.root.get_by_role("button", name="Unknown").is_disabled()
    assert row.explorer.root.locator("[title=null]").count() == 0  # U14
    row.python("m.set_trait('pc', 0.2)")
    row.wait_for_field(PRIOR, "20 %")
    row.python("m.set_trait('pc_range', (0.1, 0.4))")
    row.wait_for_field(PRIOR, "10 % to 40 %")
    row.press("Unknown")
    row.wait_for_value("[m.pc, m.pc_range]", [0.5, None])
    row.wait_for_field(PRIOR, "50 %")


STEPS = {
    "share": lambda row: row.enter(PRIOR, "1 - 5 %"),
    "miss": lambda row: row.enter(MISS, "5 to 10"),
    "alarm": lambda row: row.pull(row.slider(ALARM), 1 / 3, 0.5),
    "data": lambda row: row.press("As in these data"),
    "clear": lambda row: row.enter(MISS, ""),
    "axis": lambda row: row.python("setattr(m.view, 'axis', 'prior')"),
    "drag": lambda row: row.python("m.set_trait('pc', 0.3)"),
    "forget": lambda row: row.press("Unknown"),
}
ORDERS = (
    ("share", "miss", "alarm", "clear", "data", "drag"),
    ("alarm", "drag", "share", "forget", "miss", "data"),
    ("axis", "data", "miss", "drag", "share", "alarm"),
)


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_figures_answer_and_model_agree_after_controls_in_any_order(row, order):
    for step in order:
        before = row.fields()
        STEPS[step](row)
        changed = "([fields, old]) => fields.some((field, i) => field.value !== old[i])"
        if step not in {"axis", "drag"}:
            boxes = [row.field(label).element_handle() for label in (PRIOR, MISS, ALARM)]
            row.page.wait_for_function(changed, arg=[boxes, before])
        row.notebook.wait_until_idle()
        row.assert_matches_the_model()


def test_slider_acts_while_moving_and_sends_one_message(row):
    row.enter(MISS, "9")
    row.wait_for_value("m.conditions is not None", expected=True)
    row.wait_for_value(CONDITIONS, [[0.5], [9], [1]])
    row.explorer.settle()
    answer, sent = row.explorer.answer(), count_sent_messages(row.page)
    row.pull(row.slider(PRIOR), 0.5, 0.37, release=False)
    row.notebook.wait_until_idle()
    assert sent() == 0
    shown = row.fields()[0]
    prior = float(shown.removesuffix(" %")) / 100
    pc = prior * 9 / (prior * 9 + 1 - prior)
    assert 0.05 < prior < 0.2
    assert row.line() == pytest.approx(pc, abs=0.004)
    assert row.explorer.answer() != answer
    row.page.mouse.up()
    row.notebook.wait_until_idle()
    assert sent() == 1
    row.wait_for_value("m.conditions.prior.low", pytest.approx(prior))
    row.assert_matches_the_model()
    # Escape during a drag restores the previous state.
    sent = count_sent_messages(row.page)
    row.pull(row.slider(PRIOR), 0.37, 0.6, release=False)
    assert row.fields()[0] != shown
    row.page.keyboard.press("Escape")
    assert row.fields()[0] == shown
    row.page.mouse.up()
    row.notebook.wait_until_idle()
    assert sent() == 0
    assert row.line() == pytest.approx(pc, abs=0.004)


def test_number_becomes_a_range_and_a_number_again(row):
    row.page.keyboard.down("Shift")
    row.pull(row.slider(MISS), 1 / 3, 0.5)
    row.page.keyboard.up("Shift")
    row.wait_for_value(
        "m.conditions.cost_fn.low == 1 and 7 < m.conditions.cost_fn.high < 14", expected=True
    )
    assert row.fields()[1].startswith("1 to ")
    low, high = row.slider(MISS, "low"), row.slider(MISS, "high")
    row.pull(high, 0.5, 1)
    row.wait_for_value("m.conditions.cost_fn.ends", [1, 10_000])
    row.pull(low, 1 / 3, 1)
    row.wait_for_value("m.conditions.cost_fn.ends", [10_000])
    row.slider(MISS).press("Home")
    row.wait_for_value("m.conditions.cost_fn.ends", [0.01])
    row.slider(MISS).press("Shift+ArrowRight")
    row.wait_for_value("m.conditions.cost_fn.ends", [0.01, 0.011])
    row.slider(MISS, "low").press("Shift+ArrowLeft")
    row.wait_for_value("m.conditions.cost_fn.ends", [0.01])
    split = row.root.get_by_role("button", name=f"{PRIOR}: a range")
    split.click()
    row.wait_for_value("m.conditions.prior.exact", expected=False)
    assert split.get_attribute("aria-pressed") == "true"
    split.click()
    row.wait_for_value("m.conditions.prior.ends", [0.5])


def test_invalid_entry_is_kept_with_its_error_until_escape(row):
    row.enter(PRIOR, "5 %")
    row.wait_for_value("m.conditions is not None", expected=True)
    row.wait_for_value(CONDITIONS, [[0.05], [1], [1]])
    row.enter(MISS, "1,000")
    error = row.root.get_by_role("alert").filter(has_text="Type 1000, or 1.000.")
    error.wait_for()
    assert row.field(MISS).get_attribute("aria-invalid") == "true"
    assert row.fields() == ["5 %", "1,000", "1"]
    row.enter(PRIOR, "6 %")
    row.wait_for_value(CONDITIONS, [[0.06], [1], [1]])
    assert row.fields() == ["6 %", "1,000", "1"], "only another field was changed"
    row.field(MISS).press("Escape")
    assert row.fields() == ["6 %", "1", "1"]
    assert error.count() == 0
    row.enter(PRIOR, "1 in 100000")
    row.wait_for_field(PRIOR, "0.001 %")
    assert "1 in 100,000" in row.field(PRIOR).get_attribute("title")


def test_keys_do_not_reach_the_notebook(row):
    row.slider(PRIOR).focus()
    for key in ("x", "ArrowDown", "PageUp", "b", "Home"):
        row.slider(PRIOR).press(key)
    row.wait_for_value("m.conditions.prior.low", pytest.approx(1e-4, rel=0.02))
    row.field(MISS).press_sequentially("xbdd")
    row.root.get_by_role("button", name="More…").press("x")
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    assert row.page.evaluate(cells) == 1
    assert row.slider(PRIOR).is_visible()


def test_more_expands_within_the_viewport_and_collapses(row):
    row.notebook.size(1400, 480)
    row.press("More…")
    panel = row.explorer.root.locator(".cc-more .cc-panel")
    expect(panel).to_be_in_viewport(ratio=0.99)
    row.explorer.root.get_by_label("Currency", exact=True).fill("EUR")
    row.explorer.root.get_by_label("Currency", exact=True).press("Enter")
    row.field("A miss costs (EUR)").wait_for()
    row.enter("A miss costs (EUR)", "25 EUR")
    row.wait_for_value("m.conditions.cost_fn.ends", [25.0])
    row.press("Less")
    assert row.explorer.root.locator(".cc-more .cc-panel").count() == 0
    row.wait_for_value("explorer._more.widget.unfolded", expected=False)
    row.python("explorer.open_panel('Conditions')")
    panel.wait_for()


SIZES = {
    (934, 14): 36,
    (934, 11): 36,
    (1186, 20): 54,
    (600, 14): 90,
    (300, 14): 180,
    (300, 24): 300,
}


def test_row_is_short_and_not_clipped(row):
    row.python("m.set_trait('conditions', cc.Conditions((1e-5, 5e-5), 1, (12.5, 125)))")
    size = "([root, width]) => { root.style.width = `${width}px`; }"
    explorer = row.explorer.root.element_handle()
    for (width, font), max_height in SIZES.items():
        row.notebook.font(font)
        row.page.evaluate(size, [explorer, width])
        row.notebook.wait_until_idle()
        row.field(ALARM).press("Escape")
        row.enter(ALARM, "one of a kind")
        row.root.get_by_role("alert").filter(has_text="Must be").wait_for()
        outer = row.explorer.root.bounding_box()
        assert row.root.bounding_box()["height"] <= max_height, (width, font)
        for control in row.root.locator("input, button, .cc-knob-error:not(:empty)").all():
            box = control.bounding_box()
            if box:
                assert outer["x"] <= box["x"], (width, font)
                assert box["x"] + box["width"] <= outer["x"] + outer["width"] + 1, (width, font)
        tops = [knob.bounding_box()["y"] for knob in row.root.locator(".cc-knob").all()]
        if width >= 934:
            assert all(a == b for a, b in pairwise(tops)), (width, font)
    row.notebook.font(14)
    row.page.evaluate("(root) => { root.style.width = ''; }", explorer)
