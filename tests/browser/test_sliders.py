"""Sliders, by mouse and by keyboard: what they say, and what they keep from the notebook."""

import pytest

from tests.support.figures import sent_messages

PRIOR = "Prior, on a logarithmic scale"


def drag(panels, slider, start, stop):
    """Pull a handle from one share of the track to another."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    places = [box["x"] + 12 + share * (box["width"] - 24) for share in (start, stop)]
    y = box["y"] + box["height"] / 2
    mouse = panels.page.mouse
    mouse.move(places[0], y)
    mouse.down()
    mouse.move(sum(places) / 2, y)
    mouse.move(places[1], y)
    mouse.up()


def test_a_drag_is_one_message(panels):
    panels.enter("Prior", "0.5")
    panels.becomes("m.pc", 0.5)
    sent = sent_messages(panels.page)
    drag(panels, panels.root.get_by_label(PRIOR, exact=True), 0.5, 0.3)
    panels.page.wait_for_timeout(200)
    assert sent() == 1
    panels.becomes("0.003 < m.conditions.prior.low < 0.005", expected=True)


def test_each_end_of_a_range_has_its_handle(panels):
    panels.enter("Prior", "0.1 - 0.3")
    panels.becomes("m.pc_range", [0.1, 0.3])
    low, high = (panels.root.get_by_label(f"{PRIOR}: {end} end") for end in ("low", "high"))
    high.wait_for()
    assert [end.get_attribute("aria-valuetext") for end in (low, high)] == ["0.1", "0.31"]
    drag(panels, high, (14 - 0.8) / 28, 0.75)
    panels.becomes("m.conditions.prior.high > 0.99", expected=True)
    assert panels.python("m.conditions.prior.low") == pytest.approx(0.1, abs=0.001)
    low.focus()
    low.press("End")
    panels.becomes("m.conditions.prior.low > 0.99", expected=True)
    panels.becomes("m.conditions.prior.exact", expected=True)


def test_keys_stay_in_the_slider(panels):
    slider = panels.root.get_by_label(PRIOR, exact=True)
    slider.focus()
    for key in ("x", "ArrowDown", "PageUp", "b", "Home"):
        slider.press(key)
    panels.becomes("m.conditions.prior.low < 1e-5", expected=True)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    assert panels.page.evaluate(cells) == 1
    assert slider.is_visible()


def test_a_finger_can_take_it(panels):
    sliders = panels.root.locator(".cc-slider")
    sliders.nth(3).wait_for()
    assert [slider.bounding_box()["height"] for slider in sliders.all()] == [44] * 4


def test_the_cost_axis_grows_to_whole_lines(panels):
    panels.root.get_by_label("1, to see whole lines").check()
    panels.becomes("m.cost_top", 1.0)
    panels.explorer.figure("cost").locator(".axis text").get_by_text("1", exact=True).nth(
        1
    ).wait_for()


def test_one_band_can_be_drawn_alone(panels):
    panels.python("m.bootstrap(n_resamples=200, rng=0).complete")
    panels.open("Uncertainty")
    panels.choose("Whose band", "logistic")
    panels.becomes("m.shown_band", "logistic")
    panels.becomes("len(explorer._views[1].marks['bands'].colors)", 1)
    panels.choose("Band for", "plain percentiles (too low)")
    panels.says("at each single PC(+) only")
    assert panels.root.get_by_label("at all PC(+) together").is_disabled()
