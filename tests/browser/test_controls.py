"""Controls of the panels change the model, and the figures follow."""

import pytest

from cc_widgets.panels.explorer import PANELS, TABLES
from tests.support.figures import Explorer
from tests.support.panels import SETUP, Panels
from tests.support.texts import collisions, cut, faint, texts

# Class names of elements that overflow their container, except in tables, which scroll.
OVERFLOWING = """(root) => [...root.querySelectorAll('.cc-panel, .cc-panel *, .cc-tab')]
  .filter((node) => !node.closest('.cc-table, .cc-figure'))
  .filter((node) => node.getBoundingClientRect().right > root.getBoundingClientRect().right + 0.5)
  .map((node) => node.className)"""


def test_panel_expands_and_collapses(notebook):
    notebook.run(SETUP)
    root = Explorer(notebook.page).root
    assert root.locator(".cc-panel").count() == 0
    tab = root.get_by_role("tab", name="Compare")
    tab.click()
    root.locator(".cc-panel").wait_for()
    assert tab.get_attribute("aria-selected") == "true"
    tab.click()
    root.locator(".cc-panel").wait_for(state="detached")
    assert tab.get_attribute("aria-selected") == "false"


def test_bands_are_computed_and_explained(panels):
    panels.open("Uncertainty")
    panels.enter("Resamples", "250")
    panels.enter("Seed", "1")
    panels.wait_for_value("[m.resampling.n_resamples, m.resampling.rng]", [250, 1])
    panels.root.get_by_role("button", name="Run").click()
    panels.wait_for_text("Done: 250 resamples")
    panels.wait_for_text("It reflects the choice of the test set only")
    assert panels.python("sorted(m.bands.each)") == panels.python("sorted(scores)")
    assert panels.python("explorer.duality.bands.owner.size") == 4  # including the best classifier
    panels.enter("Seed", "2")
    panels.wait_for_text("older data or settings")


def test_compared_classifiers_are_selected_and_drawn(panels):
    panels.open("Compare")
    assert panels.python("m.compared") == ["forest", "logistic"]
    panels.choose("B", "a rather long name of a model")
    panels.wait_for_value("m.compared", ["forest", "a rather long name of a model"])
    figure = panels.root.locator(".cc-panel .cc-figure")
    figure.get_by_text("forest - a rather long name").first.wait_for()
    panels.root.get_by_role("rowheader", name="logistic").wait_for()
    cells = panels.root.locator(".cc-panel tbody tr").first.locator("th, td").all_inner_texts()
    assert cells[:2] == ["forest", "1"]


def test_criterion_draws_its_limit(panels):
    panels.open("Criteria")
    panels.choose("Choose by", "limit on false alarms (Neyman-Pearson)")
    panels.enter("Limit on fpr", "0.25")
    panels.wait_for_value("m.criterion['max_fpr']", 0.25)
    panels.wait_for_text("With at most 25 % false alarms")
    limit = panels.explorer.figure("roc").locator("line.cc-limit-line")
    limit.wait_for(state="attached")
    panels.notebook.wait_until_idle()
    box = limit.bounding_box()
    expected = panels.explorer.area("roc").pixel(0.25, 0)[0]
    assert box["x"] + box["width"] / 2 == pytest.approx(expected, abs=1.5)
    panels.enter("Limit on fpr", "3")
    panels.wait_for_text("must lie in [0, 1]")
    assert panels.python("m.criterion['max_fpr']") == 0.25
    assert_both_figures_show_the_choice(panels)
    panels.root.get_by_role("tab", name="Criteria").click()
    panels.root.locator(".cc-panel").wait_for(state="detached")
    panels.root.get_by_role("button", name="Change the limit").click()
    panels.root.get_by_label("Limit on fpr").wait_for()


def assert_both_figures_show_the_choice(panels):
    """Assert that both figures mark and label the choice of the card, and nothing else."""
    explorer = panels.explorer
    fpr, tpr = panels.python("[float(rate) for rate in m._criterion_answer.rates]")
    pc = panels.python("float(m.pc)")
    mark = panels.python("m._criterion_answer.rule").replace(", threshold ", " ≥ ")
    for space, point in (("roc", (fpr, tpr)), ("cost", (pc, fpr * (1 - pc) + (1 - tpr) * pc))):
        figure = explorer.figure(space)
        [ring] = figure.locator(".cc-operating-dot:visible").all()
        box = ring.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert middle == pytest.approx(explorer.to_pixels(space, point), abs=1)
        assert mark in figure.locator(".cc-operating-words:not(.cc-meaning)").text_content()
        assert "at most 25 % false alarms" in figure.locator(".cc-limit-words").first.text_content()
    assert "at most 25 % false alarms" in panels.root.locator(".cc-key-line").inner_text()


def test_classifiers_are_renamed_hidden_recoloured_moved_and_removed(panels):
    panels.open("Classifiers")
    chips = panels.root.locator(".cc-chip")
    panels.enter("Name", "<i>wood</i>")
    panels.wait_for_value("list(m.classifiers)[0]", "<i>wood</i>")
    chips.first.get_by_text("<i>wood</i>").wait_for()
    panels.root.get_by_label("Visible", exact=True).nth(1).uncheck()
    panels.wait_for_value("m.hidden", ["logistic"])
    panels.root.locator('.cc-chip[aria-pressed="false"]').get_by_text("logistic").wait_for()
    chips.nth(1).click()
    panels.wait_for_value("m.hidden", [])
    panels.notebook.wait_until_idle()
    assert panels.root.get_by_label("Visible", exact=True).nth(1).is_checked()
    panels.root.locator('.cc-panel input[type="color"]').first.fill("#123456")
    panels.wait_for_value("dict(m.colors)", {"<i>wood</i>": "#123456"})
    panels.root.get_by_role("button", name="Down").first.click()
    panels.wait_for_value("list(m.classifiers)[:2]", ["logistic", "<i>wood</i>"])
    panels.root.get_by_role("button", name="Remove").nth(2).click()
    panels.wait_for_value("len(m.classifiers)", 2)
    chips.nth(2).wait_for(state="detached")


def test_rerunning_a_cell_does_not_add_widgets(notebook):
    counts = []
    for _ in range(3):
        notebook.run(SETUP)
        Panels(notebook)
        counts.append(notebook.python("len(__import__('ipywidgets').widgets.widget._instances)"))
    assert counts[1] == counts[2]


PAGES = [
    (1400, "Light", "Open Sans"),
    (600, "Dark", "DejaVu Sans"),
    (380, "Light", "Sawarabi Gothic"),
]


@pytest.fixture(scope="module", params=PAGES, ids=str)
def sized_panels(request, own_notebook):
    """Return the panels of an explorer created on a page of one width and font family."""
    width, mood, family = request.param
    notebook = own_notebook
    notebook.size(width, 1000)
    notebook.family(family)
    notebook.theme(f"JupyterLab {mood}")
    notebook.run(SETUP)
    notebook.python("m.bootstrap(n_resamples=200, rng=0).complete")
    notebook.python("setattr(m, 'pc_range', (0.2, 0.4))")
    return Panels(notebook)


@pytest.mark.long(cases=3)
@pytest.mark.parametrize("title", list(PANELS))
def test_every_panel_is_legible_at_every_width(sized_panels, title, pictures):
    sized_panels.open(title)
    sized_panels.explorer.settle()
    panels = sized_panels.root.locator(".cc-folds:not(.cc-more)")
    width = sized_panels.page.viewport_size["width"]
    panels.screenshot(path=pictures / f"controls-{title.lower()}-{width}.png")
    lines = [line for line in texts(panels) if not is_in_figure(line)]
    assert len(lines) > len([*PANELS, TABLES]), "more than its tabs"
    assert faint(lines) == []
    assert cut(lines) == []
    assert collisions(lines) == []
    assert panels.evaluate(OVERFLOWING) == []


def is_in_figure(line):
    return line["color"].startswith("color(") or line["moving"]
