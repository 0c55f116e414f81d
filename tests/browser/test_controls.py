"""What a person does in a panel reaches the model, and the picture follows."""

import pytest

from cc_widgets.panels.explorer import PANELS, TABLES
from tests.support.figures import Explorer
from tests.support.panels import SETUP, Panels
from tests.support.texts import collisions, cut, faint, texts

# What reaches beyond the box that it lies in, other than in tables, which scroll.
SPILLED = """(root) => [...root.querySelectorAll('.cc-panel, .cc-panel *, .cc-tab')]
  .filter((node) => !node.closest('.cc-table, .cc-figure'))
  .filter((node) => node.getBoundingClientRect().right > root.getBoundingClientRect().right + 0.5)
  .map((node) => node.className)"""


def test_folded_until_asked_for(notebook):
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


def test_bands_are_drawn_and_explained(panels):
    panels.open("Uncertainty")
    panels.enter("Resamples", "250")
    panels.enter("Seed", "1")
    panels.becomes("[m.bootstrap_settings.n_resamples, m.bootstrap_settings.rng]", [250, 1])
    panels.root.get_by_role("button", name="Run").click()
    panels.says("Done: 250 resamples")
    panels.says("It reflects the choice of the test set only")
    assert panels.python("sorted(m.band.each)") == panels.python("sorted(scores)")
    assert panels.python("explorer.duality.bands.owner.size") == 4  # and that of the best
    panels.enter("Seed", "2")
    panels.says("older data or settings")


def test_compared_classifiers_and_their_figure(panels):
    panels.open("Compare")
    assert panels.python("m.compared") == ["forest", "logistic"]
    panels.choose("B", "a rather long name of a model")
    panels.becomes("m.compared", ["forest", "a rather long name of a model"])
    figure = panels.root.locator(".cc-panel .cc-figure")
    figure.get_by_text("forest - a rather long name").first.wait_for()
    panels.root.get_by_role("rowheader", name="logistic").wait_for()
    cells = panels.root.locator(".cc-panel tbody tr").first.locator("th, td").all_inner_texts()
    assert cells[:2] == ["forest", "1"]


def test_a_criterion_draws_its_limit(panels):
    panels.open("Criteria")
    panels.choose("Choose by", "limit on false alarms (Neyman-Pearson)")
    panels.enter("Limit on fpr", "0.25")
    panels.becomes("m.criterion['max_fpr']", 0.25)
    panels.says("With at most 25 % false alarms")
    limit = panels.explorer.figure("roc").locator("line.cc-limit-line")
    limit.wait_for(state="attached")
    panels.notebook.rest()
    box = limit.bounding_box()
    wanted = panels.explorer.area("roc").pixel(0.25, 0)[0]
    assert box["x"] + box["width"] / 2 == pytest.approx(wanted, abs=1.5)
    panels.enter("Limit on fpr", "3")
    panels.says("must lie in [0, 1]")
    assert panels.python("m.criterion['max_fpr']") == 0.25
    assert_both_figures_show_the_choice(panels)
    panels.root.get_by_role("tab", name="Criteria").click()
    panels.root.locator(".cc-panel").wait_for(state="detached")
    panels.root.get_by_role("button", name="Change the limit").click()
    panels.root.get_by_label("Limit on fpr").wait_for()


def assert_both_figures_show_the_choice(panels):
    """The ring and its words are those of the card, in both spaces; the cheapest has none."""
    explorer = panels.explorer
    fpr, tpr = panels.python("[float(rate) for rate in m.answer.rates]")
    pc = panels.python("float(m.pc)")
    mark = panels.python("m.answer.rule").replace(", threshold ", " ≥ ")
    for space, place in (("roc", (fpr, tpr)), ("cost", (pc, fpr * (1 - pc) + (1 - tpr) * pc))):
        figure = explorer.figure(space)
        [ring] = figure.locator(".cc-operating-dot:visible").all()
        box = ring.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert middle == pytest.approx(explorer.expected(space, place), abs=1)
        assert mark in figure.locator(".cc-operating-words:not(.cc-meaning)").text_content()
        assert "at most 25 % false alarms" in figure.locator(".cc-limit-words").first.text_content()
    assert "at most 25 % false alarms" in panels.root.locator(".cc-key-line").inner_text()


def test_classifiers_are_renamed_hidden_coloured_moved_and_removed(panels):
    panels.open("Classifiers")
    chips = panels.root.locator(".cc-chip")
    panels.enter("Name", "<i>wood</i>")
    panels.becomes("list(m.classifiers)[0]", "<i>wood</i>")
    chips.first.get_by_text("<i>wood</i>").wait_for()
    panels.root.get_by_label("Visible", exact=True).nth(1).uncheck()
    panels.becomes("m.hidden", ["logistic"])
    panels.root.locator('.cc-chip[aria-pressed="false"]').get_by_text("logistic").wait_for()
    chips.nth(1).click()
    panels.becomes("m.hidden", [])
    panels.notebook.rest()
    assert panels.root.get_by_label("Visible", exact=True).nth(1).is_checked()
    panels.root.locator('.cc-panel input[type="color"]').first.fill("#123456")
    panels.becomes("dict(m.colors)", {"<i>wood</i>": "#123456"})
    panels.root.get_by_role("button", name="Down").first.click()
    panels.becomes("list(m.classifiers)[:2]", ["logistic", "<i>wood</i>"])
    panels.root.get_by_role("button", name="Remove").nth(2).click()
    panels.becomes("len(m.classifiers)", 2)
    chips.nth(2).wait_for(state="detached")


def test_a_cell_that_runs_again_leaves_no_more_widgets(notebook):
    counts = []
    for _ in range(3):
        notebook.run(SETUP)
        Panels(notebook)
        counts.append(notebook.python("len(__import__('ipywidgets').widgets.widget._instances)"))
    assert counts[1] == counts[2]


WIDE = [
    (1400, "Light", "Open Sans"),
    (600, "Dark", "DejaVu Sans"),
    (380, "Light", "Sawarabi Gothic"),
]


@pytest.fixture(scope="module", params=WIDE, ids=str)
def wide(request, own_notebook):
    """The page in one width and font family, on which the controls are then made."""
    width, mood, family = request.param
    notebook = own_notebook
    notebook.size(width, 1000)
    notebook.family(family)
    notebook.theme(f"JupyterLab {mood}")
    notebook.run(SETUP)
    notebook.python("m.bootstrap(n_resamples=200, rng=0).complete")
    notebook.python("setattr(m, 'pc_range', (0.2, 0.4))")
    return Panels(notebook)


@pytest.mark.parametrize("title", list(PANELS))
def test_every_panel_can_be_read_at_every_width(wide, title, pictures):
    wide.open(title)
    wide.explorer.settle()
    folds = wide.root.locator(".cc-folds:not(.cc-more)")
    width = wide.page.viewport_size["width"]
    folds.screenshot(path=pictures / f"controls-{title.lower()}-{width}.png")
    found = [text for text in texts(folds) if not is_inside_a_figure(text)]
    assert len(found) > len([*PANELS, TABLES]), "more than its tabs"
    assert faint(found) == []
    assert cut(found) == []
    assert collisions(found) == []
    assert folds.evaluate(SPILLED) == []


def is_inside_a_figure(text):
    return text["color"].startswith("color(") or text["moving"]
