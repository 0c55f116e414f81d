"""The README's code runs, and its pictures are what the code shows."""

import base64
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from playwright.sync_api import Locator

from tests.support.figures import Explorer
from tests.support.lab import Notebook

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
LARGEST = 150_000  # bytes


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
    notebook, picture = own_notebook, PICTURES[name]
    notebook.size(*picture.size)
    notebook.run(picture.code)
    today = pictures / f"readme-{name}.png"
    today.write_bytes(in_few_colours(picture.shown(notebook).screenshot()))
    published = ROOT / f".github/{name}.png"
    if request.config.getoption("--update-pictures"):
        published.write_bytes(today.read_bytes())
    assert published.stat().st_size < LARGEST
    pair = [base64.b64encode(path.read_bytes()).decode() for path in (published, today)]
    difference = notebook.page.evaluate(DIFFERENCE, pair)
    assert difference < 0.03, f"look at .pictures/{today.name}, then test --update-pictures"


def in_few_colours(png: bytes) -> bytes:
    """A picture that loads quickly: letters and strokes need no more."""
    small = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(128).save(small, "PNG", optimize=True)
    return small.getvalue()


# Share of the picture that differs clearly, both drawn at a width of 300 pixels, where the fonts
# of this machine make little difference.
DIFFERENCE = """async (pair) => {
  const pixels = await Promise.all(pair.map(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(300, 180);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 300, 180);
    return context.getImageData(0, 0, 300, 180).data;
  }));
  let different = 0;
  pixels[0].forEach((value, i) => { different += Math.abs(value - pixels[1][i]) > 64; });
  return different / pixels[0].length;
}"""
