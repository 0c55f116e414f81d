"""The seven questions of Holte and Drummond: one gesture each, against numbers found otherwise."""

import re
from math import sqrt

import pytest

from tests.support.hand import near
from tests.support.panels import Panels

# Each says yes or no to the same 200 positives and 200 negatives; the one that says yes less
# often says so only where the other one does.
MANY = 200
RATES = {"early": (0.04, 0.4), "late": (0.3, 0.8)}
EXPLORER = f"""
import numpy as np
import cc_widgets as cc
y_true = np.repeat([1, 0], {MANY})
place = np.tile((np.arange({MANY}) + 0.5) / {MANY}, 2)
scores = {{
    name: (place < np.where(y_true, tpr, fpr)).astype(float)
    for name, (fpr, tpr) in {RATES}.items()
}}
explorer = cc.explore(y_true, scores)
m = explorer.model
m.bootstrap_settings = cc.BootstrapSettings(rng=0)
explorer
"""
NUMBER = r"(\d+(?:\.\d+)?)"
Z = 1.6449  # leaves 5 % of a normal distribution on either side
THREE_DIGITS = 6e-4


def line(name, pc):
    """The cost of a classifier used as it is."""
    fpr, tpr = RATES[name]
    return (1 - tpr) * pc + fpr * (1 - pc)


def envelope(name, pc):
    """The cost of a classifier, or of a trivial rule where that is cheaper."""
    return min(line(name, pc), pc, 1 - pc)


def crossing(a, b):
    """The pc at which a straight line from a at 0 to b at 1 is 0."""
    return a / (a - b)


def gap(first, second):
    """The pc at which two lines cross."""
    return crossing(*(line(first, pc) - line(second, pc) for pc in (0, 1)))


@pytest.fixture
def page(tall_notebook):
    tall_notebook.show(EXPLORER)
    return Panels(tall_notebook)


def drag_to(page, pc):
    """Take the operating point where it is and let it go at a pc."""
    page.explorer.figure("cost").scroll_into_view_if_needed()
    page.explorer.settle()
    area = page.explorer.area("cost")
    mouse = page.page.mouse
    mouse.move(*area.pixel(page.python("m.pc"), 0.3))
    mouse.down()
    mouse.move(*area.pixel(pc, 0.3), steps=4)
    mouse.up()
    page.explorer.leave()


def numbers(words, pattern):
    """Return the numbers that stand in a sentence where the pattern says `#`."""
    found = re.search(pattern.replace("#", NUMBER), words)
    assert found, words
    return tuple(float(text) for text in found.groups())


def test_1_the_cost_at_an_operating_point_by_dragging_it_there(page):
    for name, wanted in (("early", 0.25), ("late", 0.6)):
        drag_to(page, wanted)
        words = page.explorer.answer()
        assert f": use {name}, from score 1 on" in words
        pattern = (
            r"PC\(\+\) #, slope .* the point \(#, #\) of ROC space, .* of cost space, cost #\. "
        )
        pc, fpr, tpr, cost = numbers(words, pattern)
        assert pc == pytest.approx(wanted, abs=0.003)
        assert (fpr, tpr) == RATES[name]
        assert cost == pytest.approx(line(name, pc), abs=2 * THREE_DIGITS)


def test_2_where_a_classifier_beats_the_trivial_rules_by_a_click_on_the_ribbon(page):
    bar = page.root.locator(".cc-ribbon-bar")
    box = bar.bounding_box()
    for name, at in (("early", 0.2), ("late", 0.7)):
        page.page.mouse.click(box["x"] + at * box["width"], box["y"] + box["height"] / 2)
        page.explorer.leave()
        pattern = rf"Operating range of {name}, with its best thresholds: PC\(\+\) # to #\."
        low, high = numbers(page.explorer.answer(), pattern)
        assert low == pytest.approx(crossing(line(name, 0), line(name, 1) - 1), abs=THREE_DIGITS)
        assert high == pytest.approx(crossing(line(name, 0) - 1, line(name, 1)), abs=THREE_DIGITS)


def test_3_where_one_beats_the_other_by_hovering_over_their_common_tangent(page):
    page.explorer.move("roc", *(sum(ends) / 2 for ends in zip(*RATES.values(), strict=True)))
    pattern = r"its two ends cost the same, #, at PC\(\+\) #"
    cost, pc = numbers(page.explorer.detail(), pattern)
    meeting = gap("early", "late")
    assert pc == pytest.approx(meeting, abs=THREE_DIGITS)
    assert cost == pytest.approx(line("early", meeting), abs=THREE_DIGITS)
    dot = page.explorer.lit("cost")["dot"]
    assert dot == near(page.explorer.expected("cost", (meeting, line("late", meeting))))
    spoken = page.root.locator(".cc-ribbon-bar").get_attribute("aria-label")
    assert numbers(spoken, "early from # to #, late from # to #") == pytest.approx(
        (1 / 11, meeting, meeting, 7 / 9), abs=THREE_DIGITS
    )


def test_4_by_how_much_by_hovering_over_the_difference(page):
    page.open("Compare")
    figure = page.root.locator(".cc-panel .cc-figure")
    figure.locator(".cc-cursor").scroll_into_view_if_needed()
    page.explorer.settle()
    box = figure.locator(".plotarea_background").bounding_box()
    for wanted in (0.2, 0.5, 0.7):
        x = box["x"] + wanted * box["width"]
        page.page.mouse.move(x, box["y"] + box["height"] / 2)
        words = page.explorer.detail().replace("\N{MINUS SIGN}", "-")
        pc, difference = numbers(words, r"At PC\(\+\) # the difference in cost is -?#")
        exact = envelope("early", pc) - envelope("late", pc)
        assert pc == pytest.approx(wanted, abs=0.005)
        assert difference == pytest.approx(abs(exact), abs=2 * THREE_DIGITS)
        assert ("cost is -" in words) == (exact < 0)


def test_5_the_average_of_several_evaluations_by_pressing_a_button(page):
    page.open("Classifiers")
    page.root.get_by_role("button", name="These are folds of one").click()
    page.becomes("list(m.classifiers)", expected=["average"])
    page.notebook.rest()
    assert "how far folds differ" in page.root.locator(".cc-key-line").inner_text()
    drawn = page.explorer.figure("cost").evaluate(AVERAGE)
    area = page.explorer.area("cost")
    for pc in (3 / 11, 0.5, 8 / 13):
        x, y = area.pixel(pc, (envelope("early", pc) + envelope("late", pc)) / 2)
        nearest = min(drawn, key=lambda place: abs(place[0] - x))
        assert nearest == near([x, y], 2)
    figures = [page.explorer.figure(space) for space in ("roc", "cost")]
    page.explorer.leave()
    assert [figure.evaluate(FOLDS) for figure in figures] == [0, 0]
    early, late = RATES["early"], RATES["late"]
    page.explorer.move("roc", (early[0] + late[0]) / 2, (early[1] + late[1]) / 2)
    page.notebook.rest()
    assert [figure.evaluate(FOLDS) for figure in figures] == [2, 2], "each is seen while pointed at"
    rivals = "{name: (y_true, score) for name, score in scores.items()}"
    page.python(f"m.set_trait('classifiers', {rivals})")


FOLDS = """(figure) => {
  const faint = figure.querySelectorAll('.curve path.line[style*="opacity: 0.55"]');
  return [...faint].filter((line) => line.getBoundingClientRect().width > 0).length;
}"""
AVERAGE = """(figure) => {
  const path = figure.querySelector('.curve path[style*="stroke-width: 3"]');
  const matrix = path.getScreenCTM();
  const length = path.getTotalLength();
  return Array.from({ length: 1001 }, (_, i) => {
    const { x, y } = path.getPointAtLength((length * i) / 1000).matrixTransform(matrix);
    return [x, y];
  });
}"""


def run_bootstrap(page):
    page.open("Uncertainty")
    page.python("globals().update(before=m.band)")
    page.root.get_by_role("button", name="Run").click()
    page.becomes("int(bool(m.band and m.band is not before and m.band.settled))", 1)
    page.says("Done: 1,999 resamples")


def test_6_a_90_per_cent_interval_by_the_run_button(page):
    drag_to(page, 0.6)
    run_bootstrap(page)
    words = page.explorer.answer()
    told = (
        r"PC\(\+\) #, slope .*late, threshold 1: .* cost # on these data \(90 % interval # to #\)"
    )
    pc, cost, low, high = numbers(words, told)
    fpr, tpr = RATES["late"]
    deviation = sqrt((pc**2 * tpr * (1 - tpr) + (1 - pc) ** 2 * fpr * (1 - fpr)) / MANY)
    assert cost == pytest.approx(line("late", pc), abs=2 * THREE_DIGITS)
    assert (low, high) == pytest.approx((cost - Z * deviation, cost + Z * deviation), abs=0.01)


def test_7_significance_in_the_panel_that_compares(page):
    run_bootstrap(page)
    page.open("Compare")
    page.says("Significant for PC(+)")
    words = page.root.locator(".cc-panel").inner_text()
    start, _ = numbers(words, r"Significant for PC\(\+\) # to #: late costs")
    only_early, only_late = 0.4, 0.26  # shares of examples at which only one of them is wrong
    spread = [share * (1 - share) / MANY for share in (only_early, only_late)]

    def surely_cheaper(pc):
        mean = only_early * pc - only_late * (1 - pc)
        return mean > Z * sqrt(pc**2 * spread[0] + (1 - pc) ** 2 * spread[1])

    expected = next(pc / 1000 for pc in range(1000) if surely_cheaper(pc / 1000))
    assert expected <= start < expected + 0.03  # thresholds were chosen on these data
    drag_to(page, 0.6)
    assert "; clearly cheaper than early." in page.explorer.answer()
    drag_to(page, gap("early", "late"))
    assert "could be chance." in page.explorer.answer()
