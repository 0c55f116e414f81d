"""Layout measurements do not depend on the machine: fonts and ink boxes."""

import sys

import pytest

from cc_widgets.commands.workshop.fonts import DEFAULT, MONOSPACE
from tests.support.looks import FAMILIES
from tests.support.texts import collisions, cut, texts

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="fontconfig is for Linux")
PANGRAM = "Sphinx of black quartz, judge my vow."


@pytest.fixture(scope="module")
def sheet(browser):
    """Yield an empty page."""
    page = browser.new_page()
    yield page
    page.close()


def fonts_used(page, family):
    """Return the font families that Chromium uses to draw a pangram."""
    page.set_content(f'<p style="font-family: {family}">{PANGRAM}</p>')
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
    used = session.send("CSS.getPlatformFontsForNode", node)["fonts"]
    session.detach()
    return {font["familyName"] for font in used}


@on_linux
@pytest.mark.parametrize("family", [*FAMILIES, MONOSPACE])
def test_each_installed_family_is_drawn_with_its_own_font(sheet, family):
    assert fonts_used(sheet, f"'{family}'") == {family}


@on_linux
@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif", DEFAULT),
        ("Arial", DEFAULT),
        ("'Liberation Sans'", DEFAULT),
        ("serif", DEFAULT),
        ("Menlo, Consolas, monospace", MONOSPACE),
    ],
)
def test_system_fonts_are_not_used(sheet, name, family):
    assert fonts_used(sheet, name) == {family}


@on_linux
def test_families_differ_in_width_and_line_height(sheet):
    sizes = set()
    for family in FAMILIES:
        sheet.set_content(f"<span style=\"font: 40px '{family}'\">{PANGRAM}</span>")
        box = sheet.locator("span").bounding_box()
        sizes.add((round(box["width"]), round(box["height"])))
    assert len({width for width, _ in sizes}) == len(FAMILIES)
    assert len({height for _, height in sizes}) >= 4


TWO_LINES = """<div style="font: 40px / 1 'Open Sans'; position: absolute">
  <div style="position: absolute; top: 0; white-space: nowrap">{first}</div>
  <div style="position: absolute; top: {top}px; white-space: nowrap">{second}</div>
</div>"""


@pytest.mark.parametrize(
    ("first", "second", "top", "touch"),
    [
        ("nanana", "nanana", 28, False),  # line boxes overlap, letters do not
        ("gggggg", "llllll", 28, True),
        ("nanana", "nanana", 15, True),
    ],
)
def test_collisions_compare_ink_and_not_line_boxes(sheet, first, second, top, touch):
    sheet.set_content(TWO_LINES.format(first=first, second=second, top=top))
    assert bool(collisions(texts(sheet.locator("body")))) == touch


@pytest.mark.parametrize("angle", [0, -90])
@pytest.mark.parametrize(("place", "is_cut"), [(60, False), (3, True)])
def test_ink_outside_a_figure_is_reported_as_cut(sheet, angle, place, is_cut):
    sheet.set_content(
        '<svg width="400" height="400" style="font: 30px sans-serif">'
        f'<text text-anchor="middle" transform="translate({place}, 200) rotate({angle})"'
        f">{'HHH' if angle else 'H'}</text></svg>"
    )
    assert bool(cut(texts(sheet.locator("body")))) == is_cut


@pytest.mark.parametrize("wrapped", ["aaaa bbbb cccc", "aaaabbbbcccc"])
def test_each_line_of_wrapped_text_is_measured(sheet, wrapped):
    style = "font: 20px 'DejaVu Sans Mono'; width: 4.2ch; overflow-wrap: anywhere"
    sheet.set_content(f'<p style="{style}">{wrapped}</p>')
    lines = texts(sheet.locator("body"))
    assert len(lines) == 3
    assert [line["top"] for line in lines] == sorted({line["top"] for line in lines})
    assert collisions(lines) == []
