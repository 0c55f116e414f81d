"""The whole explorer: gestures, a million scores, many classifiers, updates and runs of one cell.

Gestures are measured in a browser with ten and with thirty classifiers of 500 thresholds each, all
of them on their hulls, and their bands, hovering with a hundred too: the time that the page's
processor spends, which other programs do not lengthen as they do frames, beside which the load is
told. What re-running a cell leaves behind is measured beside bqplot alone, whose figures leave
something behind as well.
"""

import json
import os
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from ipywidgets.widgets.widget import _remove_buffers
from playwright.sync_api import CDPSession, Page, sync_playwright

import cc_widgets as cc
from cc_widgets.views.style import all_within
from tests.bench.measuring import MEGA, best, heading
from tests.support.figures import Explorer, sent_messages
from tests.support.kernel import Kernel
from tests.support.lab import Notebook, Server, chromium

# Every threshold is a corner of its hull: a curve has 499 steps of which no two are as steep.
# The first classifiers are better where false alarms matter more, the last where misses do.
SCORED = """
from math import gcd
import numpy as np
import cc_widgets as cc
steps = [(up, all - up) for all in range(2, 60) for up in range(1, all) if gcd(up, all) == 1][:499]
def scores(position):
    steep, flat = 2 + 28 * position // {0}, 30 - 28 * position // {0}
    times = 3000 // (steep * flat - 1)
    more = {{(steep, 1): times * (flat - 1), (1, flat): times * (steep - 1)}}
    more[1, 1] = 3000 - times * (steep * flat - 1)
    rising = sorted(steps, key=lambda step: step[0] / step[1])
    counts = np.array([(1 + more.get(step, 0)) * np.array(step) for step in rising])
    return [np.repeat(np.arange(499.0), one) for one in counts.T]
label = np.repeat([1, 0], [one.size for one in scores(0)])
explorer = cc.explore(label, {{f"model {{i}}": np.concatenate(scores(i)) for i in range({0})}})
"""
BANDS = "explorer.model.bootstrap(n_resamples=200, rng=0)\n"
TWO = """
import numpy as np
import cc_widgets as cc
rng = np.random.default_rng(0)
label = np.arange(500) % 2
def scores(): return {name: rng.normal(size=500) + label for name in "ab"}
explorer = cc.explore(label, scores())
explorer
"""
BQPLOT = """
import numpy as np
from bqplot import Axis, Figure, LinearScale, Lines, Scatter
from ipywidgets import HBox
def figure(count):
    scales = {"x": LinearScale(min=0, max=1), "y": LinearScale(min=0, max=1)}
    y = np.random.default_rng(0).random((count, 2))
    marks = [Lines(x=[0, 1], y=y, scales=scales), Scatter(x=y[:, 0], y=y[:, 1], scales=scales)]
    return Figure(marks=marks, axes=[Axis(scale=scale) for scale in scales.values()])
HBox([figure(250), figure(250)])
"""
PLAIN = """
from bqplot import Axis, Figure, LinearScale
from ipywidgets import HBox
from cc_widgets.model.drawing import dots_of, hull_parts
from cc_widgets.views.style import table
KEPT = ("colors", "opacities", "stroke_width", "line_style", "marker", "marker_size")
derived = explorer.model.derived
def rows(mark):
    kind = getattr(mark, "kind", "")
    if kind not in {"hull", "dots"}:
        return mark.x, mark.y
    mine = [derived.classifiers[i] for i in mark.owners]
    dots = [way for item in mine if (way := dots_of(item, derived.hull))]
    found = [part[1:] for part in hull_parts(derived.hull)] if kind == "hull" else dots
    return table([x for x, _ in found]), table([y for _, y in found])
def copied(mark, scales):
    x, y = rows(mark)
    return type(mark)(x=x, y=y, scales=scales, **{name: getattr(mark, name) for name in KEPT})
def plain(view):
    scales = {"x": LinearScale(min=0, max=1), "y": LinearScale(min=0, max=1)}
    marks = [copied(mark, scales) for mark in view.figure.marks]
    return Figure(marks=marks, axes=[Axis(scale=scale) for scale in scales.values()])
HBox([plain(view) for view in explorer._views])
"""
MILLIONS = """
import numpy as np
import psutil
import cc_widgets as cc
rng = np.random.default_rng(0)
label = np.arange(1_000_000) % 2
"""
DATA = """
import numpy as np
import cc_widgets as cc
rng = np.random.default_rng(0)
label = np.arange(1000) % 2
def scores(count):
    return {f"model {i}": rng.normal(size=1000) + label for i in range(count)}
"""
TWO_OF_A_MILLION = """
explorer = cc.explore(label, {name: rng.normal(size=label.size) + label for name in "ab"})
explorer
"""
SHOWN = (2, 10, 30, 100)
DISPLAYS = 7
BURST = 3.0
EXAMPLES = 1000
WITH_BANDS = (10, 30)
HOVERED = 100
MANY = (50, 100, 200, 500)
UPDATES = 200
RERUNS = 20
MEMORY_RUNS = 50


def main() -> None:
    """Print the tables."""
    _print_million()
    _print_many()
    _print_memory_of_runs()
    root = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, chromium(playwright) as browser, Server(root) as server:
        notebook = Notebook(browser, server, height=1400)
        _print_first_display(notebook)
        for count in WITH_BANDS:
            _print_gestures(notebook, count)
        _print_hover(notebook, HOVERED)
        _print_what_stays(notebook)


def _print_million() -> None:
    draw = np.random.default_rng(0)
    label = draw.random(MEGA) < 0.5
    scores = {name: draw.normal(size=MEGA) + shift * label for name, shift in (("a", 1), ("b", 2))}
    made: list[cc.CostCurveExplorer] = []
    seconds = best(
        {
            "ours": lambda: made.append(cc.explore(label, scores)),
            "sort": lambda: [np.sort(score) for score in scores.values()],
        },
        5,
    )
    sent = _bytes_of(made[0])
    for explorer in made:
        explorer.close()
    print(
        f"explore() of two classifiers with {MEGA:,} scores: {1e3 * seconds['ours']:.0f} ms, "
        f"{seconds['ours'] / seconds['sort']:.1f} times sorting their scores; "
        f"{sent / 1e3:.0f} kB to the browser"
    )


def _print_many() -> None:
    print(f"\nMany classifiers of {EXAMPLES:,} scores each, in ms of Python")
    print(f"{'':8}{'explore':>9}{'hide one':>10}{'rename one':>12}{'sort all':>10}")
    for count in MANY:
        explore, hide, rename, sort = (f"{1e3 * one:.1f}" for one in _seconds_of_many(count))
        print(f"{count:<8}{explore:>9}{hide:>10}{rename:>12}{sort:>10}")


def _seconds_of_many(count: int) -> list[float]:
    """Return how long it takes to show many classifiers, to hide and to rename one of them."""
    draw = np.random.default_rng(0)
    label = np.arange(EXAMPLES) % 2
    scores = {f"model {i}": draw.normal(size=EXAMPLES) + label for i in range(count)}
    made: list[cc.CostCurveExplorer] = []
    seconds = best(
        {
            "explore": lambda: made.append(cc.explore(label, scores)),
            "hide": lambda: made[-1].model.hide("model 3"),
            "rename": lambda: made[-1].model.rename("model 4", "another"),
            "sort": lambda: [np.sort(score) for score in scores.values()],
        },
        3,
    )
    for explorer in made:
        explorer.close()
    return list(seconds.values())


# As in JupyterLab, which asks for the picture of an output later: IPython keeps each output.
_ATTENDED = """
import ctypes, gc
from cc_widgets.panels import explorer as panels
panels.is_followed = lambda: True
trim = getattr(ctypes.CDLL(None), "malloc_trim", int)
"""
# What Python holds, without what its allocator has not given back yet.
_MEMORY = "(gc.collect(), trim(0), psutil.Process().memory_info().rss / 1e6)[-1]"


def _print_memory_of_runs() -> None:
    with Kernel() as kernel:
        kernel.run(MILLIONS)
        kernel.run(_ATTENDED)
        for _ in range(3):
            kernel.run(TWO_OF_A_MILLION, "a cell")
        before = kernel.value(_MEMORY)
        for _ in range(MEMORY_RUNS):
            kernel.run(TWO_OF_A_MILLION, "a cell")
        grown = kernel.value(_MEMORY) - before
        copy = kernel.value("sum(g.score.nbytes for g in explorer.model.classifiers.values())")
    print(
        f"\n{MEMORY_RUNS} runs of a cell with two classifiers of {MEGA:,} scores: Python's memory "
        f"grows by {grown:.1f} MB in all; their scores are {copy / 1e6:.1f} MB"
    )


def _bytes_of(root: Any) -> int:
    """Return how much the first message of every widget inside carries."""
    total = 0
    for widget in all_within(root):
        state, _, buffers = _remove_buffers(widget.get_state())
        total += len(json.dumps(state, default=str)) + sum(len(bytes(b)) for b in buffers)
    return total


def _print_first_display(notebook: Notebook) -> None:
    print(
        "\nFirst display, in ms until every line is there, and two plain figures of the same marks"
    )
    print(f"{'':8}{'ours':>8}{'plain':>8}{'ratio':>8}{'widgets':>9}")
    for count in SHOWN:
        code = DATA + f"explorer = cc.explore(label, scores({count}))\nexplorer"
        notebook.run(code)
        curves = _lines_in(notebook.page)
        found: dict[str, list[float]] = {"ours": [], "plain": []}
        for _ in range(DISPLAYS):
            # What is closed before another one is shown does not count.
            for name, run, before in (("ours", code, "explorer.close()"), ("plain", PLAIN, "0")):
                found[name].append(_seconds_to_show(notebook, run, before, curves))
        ours, plain = (1e3 * min(found[name]) for name in ("ours", "plain"))
        print(f"{count:<8}{ours:8.0f}{plain:8.0f}{ours / plain:8.2f}{_widgets(count):9}")


def _lines_in(page: Page) -> int:
    """Count the lines of what is displayed, once no more of them come."""
    before, now = -1, 0
    while now == 0 or now != before:
        page.wait_for_timeout(1000)
        before, now = now, page.locator(".curve, .cc-drawn:has(path)").count()
    return now


def _widgets(count: int) -> int:
    """Count the widgets of one explorer; each is a message."""
    explorer = cc.explore([0, 1], {f"m{i}": [i, i + 1] for i in range(count)})
    found = len(list(all_within(explorer)))
    explorer.close()
    return found


def _seconds_to_show(notebook: Notebook, code: str, before: str, curves: int) -> float:
    """Run a cell and wait until so many lines are on the page."""
    notebook.run(before)
    notebook.page.wait_for_function("() => !document.querySelector('.curve')")
    start = time.perf_counter()
    notebook.run(code)
    drawn = ".curve path[d], .cc-drawn:has(path)"
    there = f"(most) => document.querySelectorAll('{drawn}').length >= most"
    notebook.page.wait_for_function(there, arg=curves)
    return time.perf_counter() - start


def _print_gestures(notebook: Notebook, count: int) -> None:
    explorer = _shown(notebook, count, BANDS)
    _print_hovers(explorer, notebook.page)
    cost = explorer.area("cost")
    pc = notebook.python("explorer.duality.pc")
    middle = 0.25
    drag = [cost.pixel(x, middle) for x in [pc, *np.linspace(0.1, 0.9, 60)]]
    _print_gesture(notebook.page, "drag the operating point", drag, press=True)
    _print_gesture(
        notebook.page, "slide the cost of a miss", _along_slider(explorer), kind="input", press=True
    )
    _print_loop(notebook)
    chips = [chip.bounding_box() for chip in explorer.root.locator(".cc-chip").all()]
    places = [(box["x"] + 8, box["y"] + box["height"] / 2) for box in chips if box]
    _print_gesture(notebook.page, "toggle a classifier", places[:10], kind="click")


def _along_slider(explorer: Explorer) -> list[tuple[float, float]]:
    """Return places along the slider of the cost of a miss, from its handle on."""
    box = explorer.root.get_by_label("A miss costs, slider", exact=True).bounding_box()
    if box is None:
        raise AssertionError
    way = np.append(1 / 3, np.linspace(0.05, 0.95, 60))
    y = box["y"] + box["height"] / 2
    return [(box["x"] + 9 + float(part) * (box["width"] - 18), y) for part in way]


def _print_loop(notebook: Notebook) -> None:
    """Set the operating point in a loop of Python; count the pictures in which it has moved."""
    notebook.page.evaluate(_WATCH_LINE)
    step = "(explorer.model.set_trait('pc', 0.1 + 0.8 * i / 300), time.sleep(1 / 100))"
    notebook.python(f"[time := __import__('time'), len([{step} for i in range(300)])][1]")
    moved = notebook.page.evaluate("() => window.ccMoved()")
    print(f"{'model.pc = x in a loop':26}{'':26}{moved:10.1f}")


def _print_hover(notebook: Notebook, count: int) -> None:
    _print_hovers(_shown(notebook, count, ""), notebook.page)


def _shown(notebook: Notebook, count: int, more: str) -> Explorer:
    """Show so many classifiers of 500 drawn thresholds each."""
    notebook.run(SCORED.format(count) + more + "explorer\n")
    drawn = notebook.python("[i.shown.index.size for i in explorer.model.derived.classifiers]")
    bands = ", with bands" if more else ""
    print(f"\n{count} classifiers, {min(drawn)} to {max(drawn)} drawn thresholds each{bands}")
    print(
        f"{'gesture':26}{'median ms':>10}{'p95 ms':>8}{'all ms':>8}{'frames/s':>10}{'load':>6}"
        f"{'sent':>6}{'after':>7}"
    )
    return Explorer(notebook.page)


def _print_hovers(explorer: Explorer, page: Page) -> None:
    roc, cost = explorer.area("roc"), explorer.area("cost")
    arc = [roc.pixel(x, 1 - (1 - x) ** 3) for x in np.linspace(0.02, 0.98, 60)]
    across = [cost.pixel(x, 0.2) for x in np.linspace(0.02, 0.98, 60)]
    _print_gesture(page, "hover, ROC space", arc)
    _print_gesture(page, "hover, cost space", across)


def _print_gesture(
    page: Page,
    name: str,
    path: list[tuple[float, float]],
    *,
    kind: str = "pointermove",
    press: bool = False,
) -> None:
    """Go along the path for some seconds, forth and back; tell what events of one kind cost."""
    page.mouse.move(*path[0])
    time.sleep(1)
    sent = sent_messages(page)
    if press:
        page.mouse.down()
    page.evaluate(_COUNT_FRAMES)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    busy = busy_time(session)
    turn = [*path, *path[::-1]]
    stop, moves = time.monotonic() + BURST, 0
    while time.monotonic() < stop:
        page.mouse.move(*turn[moves % len(turn)])
        if kind == "click":
            page.mouse.click(*turn[moves % len(turn)])
        moves += 1
    frames = page.evaluate("() => window.ccFrames()")
    during, busy = sent(), busy_time(session) - busy
    session.detach()
    script = _script_of(browser.stop_tracing(), kind)
    if press:
        page.mouse.up()
    time.sleep(1)
    median, p95 = np.quantile(script, [0.5, 0.95])
    load, _, _ = os.getloadavg()
    print(
        f"{name:26}{median:10.2f}{p95:8.2f}{busy / moves:8.2f}{frames:10.1f}{load:6.1f}"
        f"{during:6}{sent() - during:7}"
    )


def busy_time(session: CDPSession) -> float:
    """Return the milliseconds for which the page's main thread has had a processor."""
    found = session.send("Performance.getMetrics")["metrics"]
    return next(1e3 * one["value"] for one in found if one["name"] == "ThreadTime")


def _script_of(trace: bytes, kind: str) -> list[float]:
    """Return the milliseconds of processor that all that hears of each event of a kind has had."""
    return [
        one["tdur"] / 1e3
        for one in json.loads(trace)["traceEvents"]
        if one["name"] == "EventDispatch" and one["args"]["data"]["type"] == kind
    ]


def _print_what_stays(notebook: Notebook) -> None:
    print("\nWhat stays in the page, per run or update")
    print(f"{'':34}{'widgets':>9}{'nodes':>8}{'listeners':>11}")
    notebook.run(TWO)
    Explorer(notebook.page)
    update = "explorer.model.set_trait('classifiers', {n: (label, s) for n, s in scores().items()})"
    growth = partial(_growth, notebook)
    rows = {
        f"{UPDATES} updates of a model": growth(lambda: notebook.python(f"[{update}]"), UPDATES),
        f"{RERUNS} runs of the cell": growth(lambda: notebook.run(TWO), RERUNS),
        f"{RERUNS} runs, bqplot alone": growth(lambda: notebook.run(BQPLOT), RERUNS),
    }
    for name, (widgets, nodes, listeners) in rows.items():
        print(f"{name:34}{widgets:9.1f}{nodes:8.0f}{listeners:11.0f}")


def _growth(notebook: Notebook, work: Any, times: int) -> tuple[float, float, float]:
    """Return how much each kind of thing grows per time, after one time to warm up."""
    work()
    before = _kept(notebook)
    for _ in range(times):
        work()
    after = _kept(notebook)
    widgets, nodes, listeners = ((b - a) / times for a, b in zip(before, after, strict=True))
    return widgets, nodes, listeners


def _kept(notebook: Notebook) -> tuple[int, int, int]:
    """Count our widgets in the kernel, and what the page holds after a tidy-up."""
    time.sleep(2)
    widgets = notebook.python(
        "sum('cc_widgets' in type(w).__module__ for w in "
        "__import__('ipywidgets').widgets.widget._instances.values())"
    )
    session = notebook.page.context.new_cdp_session(notebook.page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return widgets, found["Nodes"], found["JSEventListeners"]


_COUNT_FRAMES = """() => {
  let frames = 0;
  const begun = performance.now();
  const frame = () => { frames += 1; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.ccFrames = () => (1000 * frames) / (performance.now() - begun);
}"""

_WATCH_LINE = """() => {
  const lines = document.querySelectorAll('.cc-explorer:last-of-type .cc-operating-line');
  const line = lines[lines.length - 1];
  const times = [];
  let last = '';
  let isOn = true;
  const frame = () => {
    const now = line.getAttribute('x1');
    if (now !== last) times.push(performance.now());
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.ccMoved = () => {
    isOn = false;
    return (1000 * (times.length - 2)) / (times.at(-1) - times[1]);
  };
}"""

if __name__ == "__main__":
    print(heading())
    main()
