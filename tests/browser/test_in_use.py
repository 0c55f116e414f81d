"""A threshold in use: typed into a field, drawn in both figures, told with what it loses."""

import pytest


def pixels(panels, space, selector):
    """Where the middle of a mark is on the page."""
    box = panels.explorer.figure(space).locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_typed_threshold_is_drawn_and_told_until_it_is_taken_away(panels, pictures):
    panels.open("Classifiers")
    panels.enter("In use from", "0.9")
    panels.becomes("[tuple(mark) for mark in m.marks]", [["forest", 0.9]])
    card = panels.root.locator(".cc-card")
    panels.explorer.leave()
    card.get_by_text("Today's threshold, forest from score 0.9 on, costs ").wait_for()
    panels.explorer.settle()
    fpr, tpr = panels.python("list(m.in_use[0][2:])")
    cross = pixels(panels, "roc", "path.dot >> nth=-1")
    assert cross == pytest.approx(panels.explorer.area("roc").pixel(fpr, tpr), abs=1.5)
    for space in ("roc", "cost"):
        cursor = panels.explorer.figure(space).locator(".cc-cursor")
        assert cursor.get_attribute("aria-label").endswith("In use: forest from score 0.9 on.")
    panels.root.screenshot(path=pictures / "in_use.png")
    panels.enter("In use from", "half")
    panels.says("must be a number or a range")
    panels.enter("In use from", "")
    panels.becomes("len(m.marks)", 0)
    card.get_by_text("Today's threshold").wait_for(state="detached")


def test_what_to_expect_in_use_comes_and_goes_in_the_browser(panels):
    button = panels.root.get_by_role("button", name="Expected", exact=True)
    key = panels.root.locator(".cc-key-line")
    assert not button.is_visible(), "nobody knows"
    panels.python("m.bootstrap(n_resamples=200, rng=0) is None")
    button.wait_for()

    def drawn():
        lines = (panels.explorer.figure(space).locator(".curve path") for space in ("roc", "cost"))
        return [line.locator("visible=true").count() for line in lines]

    panels.explorer.settle()
    before = drawn()
    button.click()
    key.get_by_text("expected in use").wait_for()
    assert [after - was for after, was in zip(drawn(), before, strict=True)] == [4, 4]
    panels.becomes("[m.show_expected]", [True])
    panels.root.locator(".cc-chip").first.click()
    button.click()
    key.get_by_text("expected in use").wait_for(state="detached")
    panels.becomes("[m.show_expected]", [False])
