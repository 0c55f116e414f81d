"""Legibility with the contrast themes of the operating system, in any notebook theme."""

from io import BytesIO

import pytest
from PIL import Image

from tests.support.figures import Explorer
from tests.support.texts import faint, texts

CODE = """
import cc_widgets as cc
import numpy as np
y = np.arange(100) % 3 == 0
noise = np.random.default_rng(0).normal(size=(2, 100))
explorer = cc.explore(y, {"forest": y + noise[0], "logistic": y + 1.3 * noise[1]})
explorer.model.conditions = cc.Conditions(prior=(0.2, 0.4))
explorer.add_note("a note", pc=0.25)
explorer
"""
CANVAS = {"dark": (0, 0, 0), "light": (255, 255, 255)}

# Contrast to the background of each stroke in a system colour; data colours are not included.
CONTRASTS = """(root, canvas) => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const luminance = (color) => {
    pen.fillStyle = `rgb(${canvas})`;
    pen.fillRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const back = luminance(`rgb(${canvas})`);
  const strokes = '.cc-operating-line, .cc-operating-dot, .cc-now-line, .cc-range-line';
  return [...root.querySelectorAll(strokes)].filter((one) => one.checkVisibility()).map((one) => {
    const ink = luminance(getComputedStyle(one).stroke);
    return [one.getAttribute('class'),
      (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05)];
  });
}"""


@pytest.fixture
def forced(notebook):
    """Yield a notebook with an explorer; afterwards turn forced colours off."""
    notebook.show(CODE)
    yield notebook
    notebook.page.emulate_media(forced_colors="none", color_scheme=None)


@pytest.mark.parametrize(
    ("theme", "scheme"), [("JupyterLab Light", "dark"), ("JupyterLab Dark", "light")]
)
def test_contrast_theme_is_legible_in_a_notebook_of_the_opposite_theme(
    forced, pictures, theme, scheme
):
    page = forced.page
    forced.theme(theme)
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    explorer = Explorer(page)
    explorer.move("roc", 0.2, 0.6)
    explorer.root.screenshot(path=pictures / f"contrast-{scheme}.png")
    pressed = explorer.root.locator("[aria-pressed=true]").all_inner_texts()
    assert {"Hull", "±"} <= set(pressed)
    unreadable = faint(texts(explorer.root))
    assert [line for line in unreadable if line["text"] not in pressed] == []
    contrasts = explorer.root.evaluate(CONTRASTS, CANVAS[scheme])
    assert {name.split()[0] for name, _ in contrasts} == {
        "cc-operating-line",
        "cc-operating-dot",
        "cc-now-line",
        "cc-range-line",
    }
    assert min(contrast for _, contrast in contrasts) >= 4.5
    # The corners of cost space show only the background and pale lines.
    x, y = explorer.area("cost").pixel(0.03, 0.4)
    picture = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    pixel = Image.open(BytesIO(picture)).convert("RGB").getpixel((0, 0))
    assert pixel == pytest.approx(CANVAS[scheme], abs=40)


@pytest.mark.parametrize("scheme", CANVAS)
def test_pressed_buttons_have_system_colours_in_a_contrast_theme(forced, scheme):
    forced.page.emulate_media(forced_colors="active", color_scheme=scheme)
    root = Explorer(forced.page).root
    for name in ("Hull", "±"):
        button = root.locator("[aria-pressed=true]").get_by_text(name, exact=True).first
        looks = button.evaluate(LOOKS)
        assert looks["own"] == looks["system"]


LOOKS = """(button) => {
  const colors = (element) => {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element);
    return [color, backgroundColor, forcedColorAdjust];
  };
  const sample = document.createElement('i');
  sample.style = 'color: HighlightText; background: Highlight; forced-color-adjust: none';
  button.after(sample);
  const system = colors(sample);
  sample.remove();
  return { own: colors(button.closest('button')), system };
}"""
