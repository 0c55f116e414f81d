"""A hand in the score laboratory: what it moves is seen in all three pictures at once."""

import pytest

from tests.support.figures import Explorer
from tests.support.looks import AXE, SERIOUS

SETUP = """
import cc_widgets as cc
laboratory = cc.laboratory(n=300, second={"spread": 2})
laboratory
"""

ROADS = """(root) => [...root.querySelectorAll('.cc-half:first-child .curve path.line')]
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
    notebook.as_opened(height=720)
    notebook.show(SETUP)
    return Explorer(notebook.page)


def test_it_is_accessible_and_stands_on_one_screen(lab, notebook):
    notebook.page.add_script_tag(path=str(AXE))
    assert lab.root.evaluate(SERIOUS) == []
    box = lab.root.bounding_box()
    assert box["height"] < 640
    names = lab.root.get_by_role("slider").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert {"Threshold of A", "Threshold of B", "Separation of A", "Positives"} <= set(names)


def test_handles_thresholds_samples_and_play_move_all_pictures(lab, notebook):
    page, root = notebook.page, lab.root
    before = root.evaluate(PATHS)
    knob = root.get_by_label("Separation of A")
    knob.focus()
    page.keyboard.press("ArrowRight")
    notebook.becomes("laboratory.separation", 1.55)
    lab.settle()
    after = root.evaluate(PATHS)
    assert all(one != other for one, other in zip(before, after, strict=True))

    strip = root.get_by_role("slider", name="Threshold of A")
    box = strip.bounding_box()
    at = box["x"] + 0.45 * box["width"], box["y"] + 40
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 40)
    page.mouse.down()
    page.mouse.move(*at)
    assert lab.shows("roc") == [True, True]
    assert lab.shows("cost") == [True, True]
    page.mouse.up()
    notebook.becomes("len(laboratory.model.marks)", 1)
    name, threshold = notebook.python("laboratory.model.marks[0]")
    assert name == "A"
    wrong = f"(laboratory.scores['A'] >= {threshold}) != laboratory.y_true"
    found = notebook.python(f"int(({wrong}).sum())")
    misses, alarms = root.evaluate(WRONG)
    assert misses + alarms == found
    words = strip.get_attribute("aria-valuetext")
    assert f"misses {misses}, {alarms} false alarms." in words
    assert words in root.locator(".cc-lab-sentence").inner_text()

    lab.leave()
    before = root.evaluate(PATHS)
    root.get_by_role("button", name="New sample").click()
    notebook.becomes("laboratory.seed", 1)
    lab.settle()
    assert all(one != other for one, other in zip(before, root.evaluate(PATHS), strict=True))

    root.locator(".cc-lab-foot .cc-play").click()
    line = root.locator(".cc-lab-threshold[data-kind=lit]")
    line.wait_for(state="attached")
    first, place = lab.lit("roc"), line.get_attribute("d")
    page.wait_for_function(
        "([line, d]) => line.getAttribute('d') !== d", arg=[line.element_handle(), place]
    )
    assert lab.lit("roc")["dot"] != first["dot"]
    assert lab.lit("cost")["line"] is not None
    page.keyboard.press("Escape")
    line.wait_for(state="detached")

    root.get_by_role("button", name="Two classifiers").click()
    notebook.becomes("int(laboratory.second is None)", 1)
    lab.settle()
    assert root.evaluate(ROADS) == 1  # of who is gone nothing is left
