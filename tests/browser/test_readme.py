"""The README's code runs, and its picture is what the code shows."""

import base64
import re
from pathlib import Path

import pytest

from tests.support.figures import Explorer

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def readme():
    return (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def picture_today(own_notebook, readme, pictures):
    """A screenshot of what the README's code shows, a point under the cursor."""
    notebook = own_notebook
    notebook.size(1100, 1000)
    notebook.run(re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0])
    explorer = Explorer(notebook.page)
    hull = notebook.python(
        "[explorer.duality.hull.fpr.tolist(), explorer.duality.hull.tpr.tolist()]"
    )
    corner = len(hull[0]) // 2
    explorer.move("roc", hull[0][corner], hull[1][corner])
    path = pictures / "readme.png"
    explorer.root.screenshot(path=path)
    return path


def test_the_picture_is_what_the_code_shows(readme, picture_today, notebook, request):
    published = ROOT / re.findall(r"!\[.+\]\((.+\.png)\)", readme)[0]
    if request.config.getoption("--update-pictures"):
        published.write_bytes(picture_today.read_bytes())
    pair = [base64.b64encode(path.read_bytes()).decode() for path in (published, picture_today)]
    difference = notebook.page.evaluate(DIFFERENCE, pair)
    assert difference < 0.03, "look at .pictures/readme.png, then test --update-pictures"


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
