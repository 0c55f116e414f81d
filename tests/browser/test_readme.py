"""Pictures of the README and of the guides match the output of their code."""

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
README = (ROOT / "README.md").read_text("utf-8")
GUIDES = "".join(path.read_text("utf-8") for path in sorted((ROOT / ".github/site").glob("*.md")))
BLOCKS = re.findall(r"```python\n(.*?)```", README + GUIDES, re.DOTALL)
QUICK_START = BLOCKS[0]
MAX_BYTES = 150_000
SIZE_TOLERANCE = 0.02  # of width and height
POSITION_TOLERANCE = 0.02  # of the width of a plot
OUTDATED = "look at `.pictures`, then test tests/browser/test_readme.py --update-pictures"


def highlight_corner(notebook: Notebook) -> Locator:
    """Return the explorer with a highlighted hull corner."""
    explorer = Explorer(notebook.page)
    hull = notebook.python(
        "[explorer.duality.hull.fpr.tolist(), explorer.duality.hull.tpr.tolist()]"
    )
    corner = len(hull[0]) // 2
    explorer.move("roc", hull[0][corner], hull[1][corner])
    return explorer.root


def remove_highlight(notebook: Notebook) -> Locator:
    """Return the explorer without a highlight."""
    notebook.page.mouse.move(0, 0)
    return Explorer(notebook.page).root


def take_two_steps(notebook: Notebook) -> Locator:
    """Return the stepper after two steps."""
    root = notebook.page.locator(".cc-question").last
    for _ in range(2):
        root.get_by_role("button", name="Next").click()
    return root


class Picture(NamedTuple):
    """A screenshot of the documentation."""

    code: str
    size: tuple[int, int]
    """Width and height of the page."""
    prepare: Callable[[Notebook], Locator]
    """Function that prepares the output and returns the element to capture."""


[LABORATORY] = [
    block.removeprefix("import cc_widgets as cc\n\n")
    for block in BLOCKS
    if "cc.laboratory(" in block
]
[STEPS] = [block.splitlines()[-1] for block in BLOCKS if "cc.steps(" in block]
PICTURES = {
    "explorer": Picture(QUICK_START, (1100, 1000), highlight_corner),
    "presenting": Picture(
        QUICK_START.replace("explorer\n", "explorer.presenting = True\nexplorer\n"),
        (1280, 720),
        highlight_corner,
    ),
    "laboratory": Picture(LABORATORY, (1100, 1000), remove_highlight),
    "steps": Picture(f"steps = {STEPS}\nsteps", (1100, 1000), take_two_steps),
}
"""Each is `.github/NAME.png`."""


def test_documentation_shows_all_pictures():
    assert re.findall(r"!\[.+\]\(\.github/(.+)\.png\)", README) == ["explorer"]
    assert set(re.findall(r"!\[.+\]\(\.\./(.+)\.png\)", GUIDES)) == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_picture_matches_the_output_of_its_code(name, own_notebook, pictures, request):
    """The content stored in the PNG is compared, because pixels depend on fonts."""
    notebook, picture = own_notebook, PICTURES[name]
    notebook.size(*picture.size)
    notebook.run(picture.code)
    root = picture.prepare(notebook)
    notebook.wait_until_idle()
    settle(notebook.page)
    content = {
        "code": picture.code,
        "texts": sorted({text["text"].strip() for text in texts(root)}),
        "marks": root.evaluate(MARKS),
    }
    current = pictures / f"readme-{name}.png"
    current.write_bytes(with_content(root.screenshot(), content))
    published = ROOT / f".github/{name}.png"
    if request.config.getoption("--update-pictures"):
        published.write_bytes(current.read_bytes())
    assert published.stat().st_size < MAX_BYTES
    with Image.open(published) as image, Image.open(current) as new_image:
        assert image.size == pytest.approx(new_image.size, rel=SIZE_TOLERANCE), OUTDATED
        stored = json.loads(image.info["content"])
    assert stored["code"] == content["code"], OUTDATED
    assert stored["texts"] == content["texts"], OUTDATED
    assert [mark[:3] for mark in stored["marks"]] == [mark[:3] for mark in content["marks"]], (
        OUTDATED
    )
    for old, new in zip(stored["marks"], content["marks"], strict=True):
        assert new[3:] == pytest.approx(old[3:], abs=POSITION_TOLERANCE), OUTDATED


def with_content(png: bytes, content: Mapping[str, object]) -> bytes:
    """Return a picture with 128 colours and with its content as metadata."""
    file, metadata = BytesIO(), PngInfo()
    metadata.add_text("content", json.dumps(content), zip=True)
    image = Image.open(BytesIO(png)).convert("RGB").quantize(128)
    image.save(file, "PNG", optimize=True, pnginfo=metadata)
    return file.getvalue()


# Tag, colours and bounding box (in fractions of the plot) of each mark in a plot.
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
