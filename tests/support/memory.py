"""Memory that a page retains after each run of a cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tests.support.lab import Notebook

EXPLORER_CELL = """
import cc_widgets as cc, numpy as np
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 400)
scores = {name: y + spread * rng.normal(size=400) for name, spread in
          {"forest": 1, "logistic": 1.1}.items()}
explorer = cc.explore(y, scores)
explorer
"""

# Two plain bqplot figures with the same marks as ours; the previous ones are closed.
BQPLOT_CELL = """
import bqplot
from ipywidgets import HBox
from cc_widgets.views.style import close_all

def plain_copy(widget, scales):
    traits = {key: getattr(widget, key) for key in widget.keys if not key.startswith("_")
              and key not in ("layout", "tooltip", "selected", "interactions", "scale", "scales")}
    if "scales" in widget.keys:
        traits["scales"] = {key: scales[id(scale)] for key, scale in widget.scales.items()}
    else:
        traits["scale"] = scales[id(widget.scale)]
    if type(widget).__name__ == "TextMark":
        traits["colors"] = ["black"]
    name = type(widget).__name__
    plain_name = {"TextMark": "Label", "ClassifierLines": "Lines"}.get(name, name)
    return getattr(bqplot, plain_name)(**traits)

def plain(figure):
    scales = {id(axis.scale): bqplot.LinearScale(min=0, max=1) for axis in figure.axes}
    parts = {name: [plain_copy(part, scales) for part in getattr(figure, name)]
             for name in ("axes", "marks")}
    return bqplot.Figure(**parts, layout={"width": "500px", "height": "500px"})

if "box" in globals():
    close_all(box)
box = HBox([plain(view.figure) for view in explorer._views])
box
"""


@dataclass(frozen=True)
class MemoryGrowth:
    """Median growth per run of a cell."""

    nodes: float
    listeners: float
    megabytes: float


class Memory:
    """Measures the memory of a notebook's page after garbage collection."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._session = notebook.page.context.new_cdp_session(notebook.page)
        self._session.send("Performance.enable")

    def growth_per_run(self, code: str, runs: int) -> MemoryGrowth:
        """Return the median growth per run of a cell over three batches, after two warm-up runs.

        The median ignores occasional growth of JupyterLab itself.
        """
        for _ in range(2):
            self._run(code)
        batch = runs // 3
        samples = [self._minimum()]
        for _ in range(3):
            for _ in range(batch):
                self._run(code)
            samples.append(self._minimum())
        return MemoryGrowth(*np.median(np.diff(samples, axis=0) / batch, axis=0))

    def _run(self, code: str) -> None:
        self._notebook.run(code)
        self._notebook.page.wait_for_function(
            "() => document.querySelectorAll('.bqplot .plotarea_events').length > 1"
        )
        self._notebook.wait_until_idle()

    def _minimum(self) -> tuple[float, ...]:
        """Return the minimum of three samples; pending timers and messages hold memory briefly."""
        return tuple(min(values) for values in zip(*self._samples(), strict=True))

    def _samples(self) -> Iterator[tuple[float, float, float]]:
        for _ in range(3):
            self._notebook.wait_until_idle()
            self._session.send("HeapProfiler.collectGarbage")
            metrics = self._session.send("Performance.getMetrics")["metrics"]
            values = {metric["name"]: metric["value"] for metric in metrics}
            yield values["Nodes"], values["JSEventListeners"], values["JSHeapUsedSize"] / 1e6
