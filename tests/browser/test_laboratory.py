"""The score laboratory: sliders, thresholds and samples update all three figures."""

import pytest

from tests.support.figures import Explorer
from tests.support.looks import AXE, SERIOUS

SETUP = """
import cc_widgets as cc
laboratory = cc.laboratory(n=300, second={"spread": 2})
laboratory
"""

TRUE_CURVES = """(root) => [...root.querySelectorAll('.cc-half:first-child .curve path.line')]
  .filter((path) => path.checkVisibility() && getComputedStyle(path).strokeWidth === '9px')
  .length"""
PATHS = """(root) => ['.cc-lab-dots', '.cc-half:first-child .curve path',
  '.cc-half:last-child .curve path'].map((name) =>
    [...root.querySelectorAll(name)].map((path) => path.getAttribute('d')).join())"""
WRONG = """(root) => [...root.querySelectorAll('.cc-lab-strip:first-child .cc-lab-is-wrong')]
  .filter((one) => one.matches('.cc-lab-dots'))
  .map((one) => (one.checkVisibility() ? one.getAttribute('d') : '').split('h0').length - 1)"""


@pytest.fixture
def lab(notebook):
    notebook.restore_look(height=720)
    notebook.show(SETUP)
    return Explorer(notebook.page)


def test_laboratory_is_accessible_and_fits_on_one_screen(lab, notebook):
    notebook.page.add_script_tag(path=str(AXE))
    assert lab.root.evaluate(SERIOUS) == []
    box = lab.root.bounding_box()
    assert box["height"] < 640
    names = lab.root.get_by_role("slider").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert {"Threshold of A", "Threshold of B", "Separation of A", "Positives"} <= set(names)


def test_sliders_thresholds_samples_and_play_update_all_figures(lab, notebook):
    page, root = notebook.page, lab.root
    before = root.evaluate(PATHS)
    knob = root.get_by_label("Separation of A")
    knob.focus()
    page.keyboard.press("ArrowRight")
    notebook.wait_for_value("laboratory.separation", 1.55)
    lab.settle()
    after = root.evaluate(PATHS)
    assert all(old != new for old, new in zip(before, after, strict=True))

    strip = root.get_by_role("slider", name="Threshold of A")
    box = strip.bounding_box()
    target = box["x"] + 0.45 * box["width"], box["y"] + 40
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 40)
    page.mouse.down()
    page.mouse.move(*target)
    assert lab.highlight_visibility("roc") == [True, True]
    assert lab.highlight_visibility("cost") == [True, True]
    page.mouse.up()
    notebook.wait_for_value("len(laboratory.model.marks)", 1)
    name, threshold = notebook.python("laboratory.model.marks[0]")
    assert name == "A"
    wrong = f"(laboratory.scores['A'] >= {threshold}) != laboratory.y_true"
    n_errors = notebook.python(f"int(({wrong}).sum())")
    misses, alarms = root.evaluate(WRONG)
    assert misses + alarms == n_errors
    words = strip.get_attribute("aria-valuetext")
    assert f"misses {misses}, {alarms} false alarms." in words
    assert words in root.locator(".cc-lab-sentence").inner_text()

    lab.leave()
    before = root.evaluate(PATHS)
    root.get_by_role("button", name="New sample").click()
    notebook.wait_for_value("laboratory.seed", 1)
    lab.settle()
    assert all(old != new for old, new in zip(before, root.evaluate(PATHS), strict=True))

    root.locator(".cc-lab-foot .cc-play").click()
    line = root.locator(".cc-lab-threshold[data-kind=hovered]")
    line.wait_for(state="attached")
    first, place = lab.highlights("roc"), line.get_attribute("d")
    page.wait_for_function(
        "([line, d]) => line.getAttribute('d') !== d", arg=[line.element_handle(), place]
    )
    assert lab.highlights("roc")["dot"] != first["dot"]
    assert lab.highlights("cost")["line"] is not None
    page.keyboard.press("Escape")
    line.wait_for(state="detached")

    root.get_by_role("button", name="Two classifiers").click()
    notebook.wait_for_value("int(laboratory.second is None)", 1)
    lab.settle()
    assert root.evaluate(TRUE_CURVES) == 1  # only that of the remaining classifier
