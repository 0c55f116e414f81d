"""Latency of linked highlighting in the browser, compared with a callback in the kernel.

The figures have 2,000 points and 2,000 lines. The alternative draws them with bqplot alone; a
Python callback for the hovered point moves the highlighted line.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

from tests.bench.measuring import heading
from tests.support.figures import Explorer
from tests.support.lab import Notebook, Server, chromium

DATA = """
import numpy as np
rng = np.random.default_rng(0)
y_true = np.arange(999) % 2
scores = {"a": rng.normal(size=999) + y_true, "b": rng.normal(size=999) + 2 * y_true}
"""
OURS = f"""{DATA}
import cc_widgets as cc
explorer = cc.explore(y_true, scores)
explorer
"""
PEER = f"""{DATA}
from bqplot import Axis, Figure, LinearScale, Lines, Scatter
from ipywidgets import HBox
from cc_widgets import core
curves = [core.roc_curve(core.count(core.predictions(y_true, scores[name]))) for name in "ab"]
curve = curves[0]
fpr, tpr = (np.concatenate([getattr(c, rate) for c in curves]) for rate in ("fpr", "tpr"))
def figure(marks, scales):
    result = Figure(
        marks=marks,
        axes=[Axis(scale=scales["x"]), Axis(scale=scales["y"], orientation="vertical")],
    )
    result.layout.width = result.layout.height = "560px"
    result.add_class("cc-peer")
    return result
roc = {{"x": LinearScale(min=0, max=1), "y": LinearScale(min=0, max=1)}}
cost = {{"x": LinearScale(min=0, max=1), "y": LinearScale(min=0, max=0.5)}}
points = Scatter(x=fpr, y=tpr, scales=roc, default_size=16)
ends = np.column_stack([fpr, 1 - tpr])
lines = Lines(x=[0, 1], y=ends, scales=cost, opacities=[0.06] * len(ends), stroke_width=1)
highlight = Lines(x=[0, 1], y=ends[0], scales=cost, colors=["red"])
def follow(_, event):
    highlight.y = ends[event["data"]["index"]]
points.on_hover(follow)
HBox([figure([points], roc), figure([lines, highlight], cost)])
"""
TITLE = "2,000 points, 2,000 lines"
PAUSE = 0.1
FAST_SECONDS = 3.0


def main() -> None:
    """Print one row for each implementation."""
    root = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, chromium(playwright) as browser, Server(root) as server:
        notebook = Notebook(browser, server)
        print(f"{TITLE:34} {'median':>8} {'p95':>8} {'frames/s':>9} {'moves':>6}")
        ours = _ours(notebook)
        peer = _peer(notebook)
    _print("cc_widgets, in the browser", ours)
    _print("kernel callback (bqplot on_hover)", peer)
    ratio = np.quantile(peer["latency"], 0.95) / np.quantile(ours["latency"], 0.95)
    print(f"p95 of the kernel callback / p95 of cc_widgets: {ratio:.0f}")


def _ours(notebook: Notebook) -> dict[str, Any]:
    notebook.run(OURS)
    explorer = Explorer(notebook.page)
    area = explorer.area("roc")
    curve = _curve_points(notebook, "explorer.model.curves.classifiers[0].curve")
    path = [area.pixel(fpr, tpr) for fpr, tpr in curve]
    return _measure(notebook.page, ".cc-layer .cc-now-line", path)


def _peer(notebook: Notebook) -> dict[str, Any]:
    notebook.run(PEER)
    page = notebook.page
    page.locator(".cc-peer .dot").nth(1999).wait_for(state="attached")
    time.sleep(2)
    box = page.locator(".cc-peer .plotarea_background").first.bounding_box()
    assert box is not None
    path = [
        (box["x"] + fpr * box["width"], box["y"] + (1 - tpr) * box["height"])
        for fpr, tpr in _curve_points(notebook, "curve")
    ]
    return _measure(page, '.cc-peer .line[style*="red"]', path)


def _curve_points(notebook: Notebook, curve: str) -> list[list[float]]:
    """Return every tenth point of a curve in the kernel."""
    points = notebook.python(f"[[float(x), float(y)] for x, y in zip({curve}.fpr, {curve}.tpr)]")
    return [point for point in points[::10] if 0 < point[0] < 1]


def _measure(page: Page, selector: str, path: list[tuple[float, float]]) -> dict[str, Any]:
    """Move the mouse along a path, slowly to measure latency, then fast to measure frames."""
    page.mouse.move(*path[0])
    time.sleep(1)
    page.evaluate(_WATCH, selector)
    for place in path:
        page.evaluate("() => window.ccForget()")
        page.mouse.move(*place)
        time.sleep(PAUSE)
    latency = page.evaluate("() => window.ccLatency")
    page.evaluate("() => window.ccCountFrames()")
    moves = 0
    turn = [*path, *path[::-1]]
    stop = time.monotonic() + FAST_SECONDS
    while time.monotonic() < stop:
        page.mouse.move(*turn[moves % len(turn)])
        moves += 1
    frames = page.evaluate("() => window.ccFrames()")
    return {"latency": latency, "frames": frames, "moves": moves}


def _print(name: str, result: dict[str, Any]) -> None:
    median, p95 = np.quantile(result["latency"], [0.5, 0.95])
    print(f"{name:34} {median:5.2f} ms {p95:5.2f} ms {result['frames']:9.1f} {result['moves']:6}")


# The last match of the selector is the highlight of the second figure.
_WATCH = """(selector) => {
  window.ccLatency = [];
  let moved = null;
  const listen = () => { moved ??= performance.now(); };
  window.addEventListener('pointermove', listen, { capture: true });
  new MutationObserver(() => {
    if (moved !== null) window.ccLatency.push(performance.now() - moved);
    moved = null;
  }).observe([...document.querySelectorAll(selector)].at(-1), { attributes: true });
  window.ccForget = () => { moved = null; };
  window.ccCountFrames = () => {
    let frames = 0;
    const start = performance.now();
    const frame = () => { frames += 1; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    window.ccFrames = () => (1000 * frames) / (performance.now() - start);
  };
}"""

if __name__ == "__main__":
    print(heading())
    main()
