"""Speed and memory of the explorer: gestures, a million scores, many classifiers, repeated cells.

Gestures are measured in a browser with bands of ten and thirty classifiers of 500 hull corners
each, hovering also with a hundred. CPU times of the page are independent of other processes; frame
rates are not, so the load average is printed as well. Memory retained after re-running a cell is
compared with plain bqplot figures, which retain some memory too.
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
from cc_widgets.views.style import iter_widgets
from tests.bench.measuring import MEGA, best, heading
from tests.support.figures import Explorer, count_sent_messages
from tests.support.kernel import Kernel
from tests.support.lab import Notebook, Server, chromium

# Every threshold is a hull corner: the 499 steps of a curve have different slopes. The first
# classifiers are better at low pc, the last at high pc.
HULL_CORNERS = """
from math import gcd
import numpy as np
import cc_widgets as cc
steps = [(up, all - up) for all in range(2, 60) for up in range(1, all) if gcd(up, all) == 1][:499]
def scores(position):
    steep, flat = 2 + 28 * position // {0}, 30 - 28 * position // {0}
    times = 3000 // (steep * flat - 1)
    repeats = {{(steep, 1): times * (flat - 1), (1, flat): times * (steep - 1)}}
    repeats[1, 1] = 3000 - times * (steep * flat - 1)
    rising = sorted(steps, key=lambda step: step[0] / step[1])
    counts = np.array([(1 + repeats.get(step, 0)) * np.array(step) for step in rising])
    return [np.repeat(np.arange(499.0), column) for column in counts.T]
label = np.repeat([1, 0], [column.size for column in scores(0)])
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
LOOKS = ("colors", "opacities", "stroke_width", "line_style", "marker", "marker_size")
derived = explorer.model.curves
def rows(mark):
    kind = getattr(mark, "kind", "")
    if kind not in {"hull", "dots"}:
        return mark.x, mark.y
    items = [derived.classifiers[i] for i in mark.owners]
    dots = [path for item in items if (path := dots_of(item, derived.hull))]
    paths = [part[1:] for part in hull_parts(derived.hull)] if kind == "hull" else dots
    return table([x for x, _ in paths]), table([y for _, y in paths])
def plain_copy(mark, scales):
    x, y = rows(mark)
    return type(mark)(x=x, y=y, scales=scales, **{name: getattr(mark, name) for name in LOOKS})
def plain(view):
    scales = {"x": LinearScale(min=0, max=1), "y": LinearScale(min=0, max=1)}
    marks = [plain_copy(mark, scales) for mark in view.figure.marks]
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
DISPLAY_SIZES = (2, 10, 30, 100)
DISPLAYS = 7
GESTURE_SECONDS = 3.0
EXAMPLES = 1000
GESTURE_SIZES = (10, 30)
HOVER_SIZE = 100
MODEL_SIZES = (50, 100, 200, 500)
UPDATES = 200
RERUNS = 20
MEMORY_RUNS = 50


def main() -> None:
    """Print the tables."""
    _print_million()
    _print_many_classifiers()
    _print_kernel_memory()
    root = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, chromium(playwright) as browser, Server(root) as server:
        notebook = Notebook(browser, server, height=1400)
        _print_first_display(notebook)
        for count in GESTURE_SIZES:
            _print_gestures(notebook, count)
        _print_hover(notebook, HOVER_SIZE)
        _print_page_memory(notebook)


def _print_million() -> None:
    rng = np.random.default_rng(0)
    label = rng.random(MEGA) < 0.5
    scores = {name: rng.normal(size=MEGA) + shift * label for name, shift in (("a", 1), ("b", 2))}
    explorers: list[cc.CostCurveExplorer] = []
    seconds = best(
        {
            "ours": lambda: explorers.append(cc.explore(label, scores)),
            "sort": lambda: [np.sort(score) for score in scores.values()],
        },
        5,
    )
    sent = _message_bytes(explorers[0])
    for explorer in explorers:
        explorer.close()
    print(
        f"explore() of two classifiers with {MEGA:,} scores: {1e3 * seconds['ours']:.0f} ms, "
        f"{seconds['ours'] / seconds['sort']:.1f} times sorting their scores; "
        f"{sent / 1e3:.0f} kB to the browser"
    )


def _print_many_classifiers() -> None:
    print(f"\nMany classifiers of {EXAMPLES:,} scores each, Python times in ms")
    print(f"{'':8}{'explore':>9}{'hide one':>10}{'rename one':>12}{'sort all':>10}")
    for count in MODEL_SIZES:
        explore, hide, rename, sort = (f"{1e3 * value:.1f}" for value in _model_seconds(count))
        print(f"{count:<8}{explore:>9}{hide:>10}{rename:>12}{sort:>10}")


def _model_seconds(count: int) -> list[float]:
    """Return the seconds to explore many classifiers, hide one, rename one, and sort all scores."""
    rng = np.random.default_rng(0)
    label = np.arange(EXAMPLES) % 2
    scores = {f"model {i}": rng.normal(size=EXAMPLES) + label for i in range(count)}
    explorers: list[cc.CostCurveExplorer] = []
    seconds = best(
        {
            "explore": lambda: explorers.append(cc.explore(label, scores)),
            "hide": lambda: explorers[-1].model.hide("model 3"),
            "rename": lambda: explorers[-1].model.rename("model 4", "another"),
            "sort": lambda: [np.sort(score) for score in scores.values()],
        },
        3,
    )
    for explorer in explorers:
        explorer.close()
    return list(seconds.values())


# As in JupyterLab, which requests the picture of an output later; IPython keeps every output.
_FOLLOW_OUTPUTS = """
import ctypes, gc
from cc_widgets.panels import explorer as panels
panels.page_requests_picture = lambda: True
trim = getattr(ctypes.CDLL(None), "malloc_trim", int)
"""
# Memory of the process in MB, after returning free memory to the operating system.
_MEMORY = "(gc.collect(), trim(0), psutil.Process().memory_info().rss / 1e6)[-1]"


def _print_kernel_memory() -> None:
    with Kernel() as kernel:
        kernel.run(MILLIONS)
        kernel.run(_FOLLOW_OUTPUTS)
        for _ in range(3):
            kernel.run(TWO_OF_A_MILLION, "a cell")
        before = kernel.value(_MEMORY)
        for _ in range(MEMORY_RUNS):
            kernel.run(TWO_OF_A_MILLION, "a cell")
        growth = kernel.value(_MEMORY) - before
        score_size = kernel.value(
            "sum(g.score.nbytes for g in explorer.model.classifiers.values())"
        )
    print(
        f"\n{MEMORY_RUNS} runs of a cell with two classifiers of {MEGA:,} scores: memory of "
        f"Python grows by {growth:.1f} MB in total; the scores take {score_size / 1e6:.1f} MB"
    )


def _message_bytes(root: Any) -> int:
    """Return the total size of the initial messages of all contained widgets."""
    total = 0
    for widget in iter_widgets(root):
        state, _, buffers = _remove_buffers(widget.get_state())
        total += len(json.dumps(state, default=str)) + sum(len(bytes(b)) for b in buffers)
    return total


def _print_first_display(notebook: Notebook) -> None:
    print("\nFirst display, ms until all lines are drawn, compared with two plain bqplot figures")
    print(f"{'':8}{'ours':>8}{'plain':>8}{'ratio':>8}{'widgets':>9}")
    for count in DISPLAY_SIZES:
        code = DATA + f"explorer = cc.explore(label, scores({count}))\nexplorer"
        notebook.run(code)
        curves = _count_lines(notebook.page)
        seconds: dict[str, list[float]] = {"ours": [], "plain": []}
        for _ in range(DISPLAYS):
            # Closing the previous explorer is not timed.
            for name, run, setup in (("ours", code, "explorer.close()"), ("plain", PLAIN, "0")):
                seconds[name].append(_seconds_to_show(notebook, run, setup, curves))
        ours, plain = (1e3 * min(seconds[name]) for name in ("ours", "plain"))
        print(f"{count:<8}{ours:8.0f}{plain:8.0f}{ours / plain:8.2f}{_count_widgets(count):9}")


def _count_lines(page: Page) -> int:
    """Return the number of displayed lines once it is constant."""
    previous, current = -1, 0
    while current == 0 or current != previous:
        page.wait_for_timeout(1000)
        previous, current = current, page.locator(".curve, .cc-drawn:has(path)").count()
    return current


def _count_widgets(count: int) -> int:
    """Return the number of widgets of an explorer; each sends a message."""
    explorer = cc.explore([0, 1], {f"m{i}": [i, i + 1] for i in range(count)})
    n_widgets = len(list(iter_widgets(explorer)))
    explorer.close()
    return n_widgets


def _seconds_to_show(notebook: Notebook, code: str, setup: str, curves: int) -> float:
    """Return the seconds from running a cell until the page has `curves` lines."""
    notebook.run(setup)
    notebook.page.wait_for_function("() => !document.querySelector('.curve')")
    start = time.perf_counter()
    notebook.run(code)
    drawn = ".curve path[d], .cc-drawn:has(path)"
    is_complete = f"(count) => document.querySelectorAll('{drawn}').length >= count"
    notebook.page.wait_for_function(is_complete, arg=curves)
    return time.perf_counter() - start


def _print_gestures(notebook: Notebook, count: int) -> None:
    explorer = _show(notebook, count, BANDS)
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
    """Return pixels along the slider of the cost of a miss, starting at its handle."""
    box = explorer.root.get_by_label("A miss costs, slider", exact=True).bounding_box()
    if box is None:
        raise AssertionError
    shares = np.append(1 / 3, np.linspace(0.05, 0.95, 60))
    y = box["y"] + box["height"] / 2
    return [(box["x"] + 9 + float(share) * (box["width"] - 18), y) for share in shares]


def _print_loop(notebook: Notebook) -> None:
    """Set the operating point in a Python loop and print the frame rate of the line."""
    notebook.page.evaluate(_WATCH_LINE)
    step = "(explorer.model.set_trait('pc', 0.1 + 0.8 * i / 300), time.sleep(1 / 100))"
    notebook.python(f"[time := __import__('time'), len([{step} for i in range(300)])][1]")
    moved = notebook.page.evaluate("() => window.ccMoved()")
    print(f"{'model.pc = x in a loop':26}{'':26}{moved:10.1f}")


def _print_hover(notebook: Notebook, count: int) -> None:
    _print_hovers(_show(notebook, count, ""), notebook.page)


def _show(notebook: Notebook, count: int, more: str) -> Explorer:
    """Show `count` classifiers with 500 drawn thresholds each and print the table's heading."""
    notebook.run(HULL_CORNERS.format(count) + more + "explorer\n")
    drawn = notebook.python("[i.shown.index.size for i in explorer.model.curves.classifiers]")
    bands = ", with bands" if more else ""
    print(f"\n{count} classifiers, {min(drawn)} to {max(drawn)} displayed thresholds each{bands}")
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
    """Move along a path back and forth for some seconds and print the cost of events of a kind."""
    page.mouse.move(*path[0])
    time.sleep(1)
    sent = count_sent_messages(page)
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
    stop, moves = time.monotonic() + GESTURE_SECONDS, 0
    while time.monotonic() < stop:
        page.mouse.move(*turn[moves % len(turn)])
        if kind == "click":
            page.mouse.click(*turn[moves % len(turn)])
        moves += 1
    frames = page.evaluate("() => window.ccFrames()")
    during, busy = sent(), busy_time(session) - busy
    session.detach()
    script = _event_times(browser.stop_tracing(), kind)
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
    """Return the CPU time of the page's main thread in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1e3 * metric["value"] for metric in metrics if metric["name"] == "ThreadTime")


def _event_times(trace: bytes, kind: str) -> list[float]:
    """Return the CPU time of all listeners for each event of a kind, in milliseconds."""
    return [
        event["tdur"] / 1e3
        for event in json.loads(trace)["traceEvents"]
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == kind
    ]


def _print_page_memory(notebook: Notebook) -> None:
    print("\nGrowth of the page, per run or update")
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
    """Return the growth per call in widgets, nodes and listeners, after a warm-up call."""
    work()
    before = _page_counts(notebook)
    for _ in range(times):
        work()
    after = _page_counts(notebook)
    widgets, nodes, listeners = ((b - a) / times for a, b in zip(before, after, strict=True))
    return widgets, nodes, listeners


def _page_counts(notebook: Notebook) -> tuple[int, int, int]:
    """Return the number of our widgets, and of DOM nodes and listeners after garbage collection."""
    time.sleep(2)
    widgets = notebook.python(
        "sum('cc_widgets' in type(w).__module__ for w in "
        "__import__('ipywidgets').widgets.widget._instances.values())"
    )
    session = notebook.page.context.new_cdp_session(notebook.page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    values = {metric["name"]: metric["value"] for metric in metrics}
    session.detach()
    return widgets, values["Nodes"], values["JSEventListeners"]


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
