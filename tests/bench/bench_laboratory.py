"""Latency of the score laboratory: time from moving a slider until all figures have changed.

It has two classifiers of a thousand examples. The time ends with the frame in which score
distributions, ROC curves and cost curves have all changed. Other processes increase it, but not
the CPU times of Python and of the page, which are printed as well, with the load average.
"""

import os
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from tests.bench.bench_explorer import busy_time
from tests.bench.measuring import heading
from tests.support.figures import Explorer
from tests.support.lab import Notebook, Server, chromium

CODE = """
import cc_widgets as cc
laboratory = cc.laboratory(second={"spread": 2}, n=1000)
laboratory
"""
HANDLES = ("Separation", "Spread", "Positives", "Examples")
CPU_SECONDS = "__import__('time').process_time()"
MOVES = 60
SECONDS = 3


def main() -> None:
    """Print the table."""
    with (
        sync_playwright() as playwright,
        chromium(playwright) as browser,
        Server(Path(tempfile.mkdtemp())) as server,
    ):
        notebook = Notebook(browser, server, height=1000)
        notebook.run(CODE)
        page = Explorer(notebook.page).root.page
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        print(
            f"{'handle':26}{'median ms':>10}{'p95 ms':>8}{'Python':>8}{'page':>6}{'load':>6}"
            f"{'changes/s':>11}"
        )
        for name in HANDLES:
            python, busy = notebook.python(CPU_SECONDS), busy_time(session)
            times = page.evaluate(_MOVE, [name, MOVES])
            python, busy = notebook.python(CPU_SECONDS) - python, busy_time(session) - busy
            rate = page.evaluate(_DRAG, [name, SECONDS])
            median, p95 = np.quantile(times, [0.5, 0.95])
            load, _, _ = os.getloadavg()
            print(
                f"{name:26}{median:10.0f}{p95:8.0f}{1e3 * python / MOVES:8.1f}{busy / MOVES:6.1f}"
                f"{load:6.1f}{rate:11.1f}"
            )
        page.wait_for_timeout(1500)
        frames, changes = page.evaluate(_SWEEP, SECONDS)
        print(f"{'Play, without Python':26}{'':38}{changes:11.1f} of {frames:.1f} frames/s")


_TOOLS = """
  const root = document.querySelector('.cc-laboratory');
  const paths = (name) => [...root.querySelectorAll(name)].map((path) => path.getAttribute('d'));
  const halves = ['first', 'last'].map((side) => `.cc-half:${side}-child .curve path`);
  const figures = () => ['.cc-lab-dots', ...halves].map((name) => paths(name).join());
  const frame = () => new Promise(requestAnimationFrame);
  const inputOf = (name) => [...root.querySelectorAll('.cc-lab-knob')]
    .find((knob) => knob.checkVisibility() && knob.textContent.startsWith(name))
    .querySelector('input');
  const move = (input, to) => {
    input.value = String(to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
"""

_MOVE = f"""async ([name, count]) => {{
  {_TOOLS}
  const input = inputOf(name);
  const times = [];
  for (let i = 0; i < count; i++) {{
    const before = figures();
    const begun = performance.now();
    move(input, Math.round(input.max * (0.3 + 0.4 * (i % 2) + 0.002 * i)));
    while (figures().some((paths, k) => paths === before[k])) await frame();
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 100));
  }}
  return times;
}}"""

_DRAG = f"""async ([name, seconds]) => {{
  {_TOOLS}
  const input = inputOf(name);
  const begun = performance.now();
  let changes = 0;
  let last = figures();
  for (let i = 0; performance.now() - begun < 1000 * seconds; i++) {{
    move(input, Math.round(input.max * (0.5 + 0.4 * Math.sin(i / 20))));
    await frame();
    const now = figures();
    if (now.every((paths, k) => paths !== last[k])) {{ changes += 1; last = now; }}
  }}
  return (1000 * changes) / (performance.now() - begun);
}}"""

_SWEEP = f"""async (seconds) => {{
  {_TOOLS}
  root.querySelector('.cc-lab-foot .cc-play').click();
  const begun = performance.now();
  let [frames, changes, last] = [0, 0, ''];
  while (performance.now() - begun < 1000 * seconds) {{
    await frame();
    const dot = root.querySelector('.cc-now-dot');
    const now = dot.getAttribute('cx') + dot.getAttribute('cy');
    frames += 1;
    changes += now !== last;
    last = now;
  }}
  return [frames, changes].map((count) => (1000 * count) / (performance.now() - begun));
}}"""

if __name__ == "__main__":
    print(heading())
    main()
