"""Marking a threshold in use, and the expected cost on new data."""

import pytest


def pixels(panels, space, selector):
    """Return the centre of a mark on the page."""
    box = panels.explorer.figure(space).locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_typed_threshold_is_drawn_and_described_until_removed(panels, pictures):
    panels.open("Classifiers")
    panels.enter("In use from", "0.9")
    panels.wait_for_value("[tuple(mark) for mark in m.marks]", [["forest", 0.9]])
    card = panels.root.locator(".cc-card")
    panels.explorer.leave()
    card.get_by_text("Today's threshold, forest from score 0.9 on, is expected to cost ").wait_for()
    panels.explorer.settle()
    fpr, tpr = panels.python("list(m._in_use[0][2:])")
    cross = pixels(panels, "roc", "path.dot >> nth=-1")
    assert cross == pytest.approx(panels.explorer.area("roc").pixel(fpr, tpr), abs=1.5)
    for space in ("roc", "cost"):
        cursor = panels.explorer.figure(space).locator(".cc-cursor")
        assert cursor.get_attribute("aria-label").endswith("In use: forest from score 0.9 on.")
    panels.root.screenshot(path=pictures / "in_use.png")
    panels.enter("In use from", "half")
    panels.wait_for_text("must be a number or a range")
    panels.enter("In use from", "")
    panels.wait_for_value("len(m.marks)", 0)
    card.get_by_text("Today's threshold").wait_for(state="detached")


def test_expected_costs_are_switched_in_the_browser(panels):
    button = panels.root.get_by_role("button", name="Expected", exact=True)
    key = panels.root.locator(".cc-key-line")
    assert not button.is_visible(), "not computed yet"
    panels.python("m.bootstrap(n_resamples=200, rng=0) is None")
    button.wait_for()

    def count_lines():
        lines = (panels.explorer.figure(space).locator(".curve path") for space in ("roc", "cost"))
        return [line.locator("visible=true").count() for line in lines]

    panels.explorer.settle()
    before = count_lines()
    button.click()
    key.get_by_text("expected in use").wait_for()
    assert [new - old for new, old in zip(count_lines(), before, strict=True)] == [4, 4]
    panels.wait_for_value("[m.view.show_expected]", [True])
    panels.root.locator(".cc-chip").first.click()
    button.click()
    key.get_by_text("expected in use").wait_for(state="detached")
    panels.wait_for_value("[m.view.show_expected]", [False])
