"""The README's code runs, and its pictures are what the code shows."""

import json
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Locator

from tests.support.figures import Explorer, settle
from tests.support.lab import Notebook
from tests.support.texts import texts

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
LARGEST = 150_000  # bytes
SAME_SIZE = 0.02  # of its width and height
SAME_PLACE = 0.02  # of the width of a plot
OUTDATED = "look at `.pictures`, then test tests/browser/test_readme.py --update-pictures"


def with_a_corner_lit(notebook: Notebook) -> Locator:
    """The explorer, a point of the hull under the cursor."""
    explorer = Explorer(notebook.page)
    hull = notebook.python(
        "[explorer.duality.hull.fpr.tolist(), explorer.duality.hull.tpr.tolist()]"
    )
    corner = len(hull[0]) // 2
    explorer.move("roc", hull[0][corner], hull[1][corner])
    return explorer.root


def as_it_is(notebook: Notebook) -> Locator:
    """The explorer, nothing lit."""
    notebook.page.mouse.move(0, 0)
    return Explorer(notebook.page).root


def some_steps_on(notebook: Notebook) -> Locator:
    """Steps, two of them taken."""
    root = notebook.page.locator(".cc-question").last
    for _ in range(2):
        root.get_by_role("button", name="Next").click()
    return root


class Picture(NamedTuple):
    """What is run, how wide and high the page is, and what a hand then does."""

    code: str
    size: tuple[int, int]
    shown: Callable[[Notebook], Locator]


[LABORATORY] = [block for block in BLOCKS if "cc.laboratory(" in block]
[STEPS] = [block.splitlines()[-1] for block in BLOCKS if "cc.steps(" in block]
PICTURES = {
    "explorer": Picture(BLOCKS[0], (1100, 1000), with_a_corner_lit),
    "presenting": Picture(
        BLOCKS[0].replace("explorer\n", "explorer.presenting = True\nexplorer\n"),
        (1280, 720),
        with_a_corner_lit,
    ),
    "laboratory": Picture(LABORATORY, (1100, 1000), as_it_is),
    "steps": Picture(f"steps = {STEPS}\nsteps", (1100, 1000), some_steps_on),
}
"""Each is `.github/NAME.png`."""


def test_the_readme_shows_all_pictures():
    assert re.findall(r"!\[.+\]\(\.github/(.+)\.png\)", README) == list(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_code_shows(name, own_notebook, pictures, request):
    """The content is compared, which is stored in the picture: pixels depend on fonts."""
    notebook, picture = own_notebook, PICTURES[name]
    notebook.size(*picture.size)
    notebook.run(picture.code)
    root = picture.shown(notebook)
    notebook.rest()
    settle(notebook.page)
    content = {
        "code": picture.code,
        "texts": sorted({text["text"].strip() for text in texts(root)}),
        "marks": root.evaluate(MARKS),
    }
    today = pictures / f"readme-{name}.png"
    today.write_bytes(in_few_colours(root.screenshot(), content))
    published = ROOT / f".github/{name}.png"
    if request.config.getoption("--update-pictures"):
        published.write_bytes(today.read_bytes())
    assert published.stat().st_size < LARGEST
    with Image.open(published) as image, Image.open(today) as fresh:
        assert image.size == pytest.approx(fresh.size, rel=SAME_SIZE), OUTDATED
        stored = json.loads(image.info["content"])
    assert stored["code"] == content["code"], OUTDATED
    assert stored["texts"] == content["texts"], OUTDATED
    assert [mark[:3] for mark in stored["marks"]] == [mark[:3] for mark in content["marks"]], (
        OUTDATED
    )
    for old, new in zip(stored["marks"], content["marks"], strict=True):
        assert new[3:] == pytest.approx(old[3:], abs=SAME_PLACE), OUTDATED


def in_few_colours(png: bytes, content: Mapping[str, object]) -> bytes:
    """A picture that loads quickly: letters and strokes need no more."""
    small, about = BytesIO(), PngInfo()
    about.add_text("content", json.dumps(content), zip=True)
    image = Image.open(BytesIO(png)).convert("RGB").quantize(128)
    image.save(small, "PNG", optimize=True, pnginfo=about)
    return small.getvalue()


# Of each mark in a plot its element, its colours, and the box around it in shares of the plot.
MARKS = """(root) => [...root.querySelectorAll('.plotarea_background')].flatMap((plot) => {
  const area = plot.getBoundingClientRect();
  const figure = plot.closest('.cc-figure') ?? plot.closest('.bqplot');
  return [...figure.querySelectorAll('path, line, circle, rect, polyline, polygon')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest('button, defs, .axis'))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isBeside = left > area.right || right < area.left;
      return !isBeside && top <= area.bottom && bottom >= area.top;
    })
    .map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const { fill, stroke } = getComputedStyle(one);
      const across = [left, right].map((x) => (x - area.left) / area.width);
      const down = [top, bottom].map((y) => (y - area.top) / area.height);
      return [one.tagName, fill, stroke, ...across, ...down].map(
        (value) => (typeof value === 'number' ? Math.round(1000 * value) / 1000 : value),
      );
    });
})"""
