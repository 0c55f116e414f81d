"""What a page keeps of each run of a cell."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tests.support.lab import Notebook

OURS = """
import cc_widgets as cc, numpy as np
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 400)
scores = {name: y + spread * rng.normal(size=400) for name, spread in
          {"forest": 1, "logistic": 1.1}.items()}
explorer = cc.explore(y, scores)
explorer
"""

# Two figures of bqplot alone with the marks that our two figures have; the last ones are closed.
PLAIN = """
import bqplot
from ipywidgets import HBox
from cc_widgets.views.style import close_all

def copied(widget, scales):
    given = {key: getattr(widget, key) for key in widget.keys if not key.startswith("_")
             and key not in ("layout", "tooltip", "selected", "interactions", "scale", "scales")}
    if "scales" in widget.keys:
        given["scales"] = {key: scales[id(scale)] for key, scale in widget.scales.items()}
    else:
        given["scale"] = scales[id(widget.scale)]
    if type(widget).__name__ == "Words":
        given["colors"] = ["black"]
    name = type(widget).__name__
    return getattr(bqplot, {"Words": "Label", "Rows": "Lines"}.get(name, name))(**given)

def plain(figure):
    scales = {id(axis.scale): bqplot.LinearScale(min=0, max=1) for axis in figure.axes}
    parts = {name: [copied(one, scales) for one in getattr(figure, name)]
             for name in ("axes", "marks")}
    return bqplot.Figure(**parts, layout={"width": "500px", "height": "500px"})

if "box" in globals():
    close_all(box)
box = HBox([plain(view.figure) for view in explorer._views])
box
"""


@dataclass(frozen=True)
class Kept:
    """What one run leaves behind, as a rule."""

    nodes: float
    listeners: float
    megabytes: float


class Memory:
    """The page of a notebook, its garbage collected before each look."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._session = notebook.page.context.new_cdp_session(notebook.page)
        self._session.send("Performance.enable")

    def kept(self, code: str, runs: int) -> Kept:
        """Run a cell as often as that, in three times, after two runs that do not count.

        A median, as once in a while JupyterLab makes something of its own that stays.
        """
        for _ in range(2):
            self._run(code)
        looks = [self._look()]
        for few in [runs // 3] * 3:
            for _ in range(few):
                self._run(code)
            looks.append(self._look())
        return Kept(*np.median(np.diff(looks, axis=0) / (runs // 3), axis=0))

    def _run(self, code: str) -> None:
        self._notebook.run(code)
        self._notebook.page.wait_for_function(
            "() => document.querySelectorAll('.bqplot .plotarea_events').length > 1"
        )
        self._notebook.rest()

    def _look(self) -> tuple[float, ...]:
        """The least of a while: what a timer or a message still holds does not stay."""
        return tuple(min(values) for values in zip(*self._looks(), strict=True))

    def _looks(self) -> Iterator[tuple[float, float, float]]:
        for _ in range(3):
            self._notebook.rest()
            self._session.send("HeapProfiler.collectGarbage")
            found = self._session.send("Performance.getMetrics")["metrics"]
            values = {one["name"]: one["value"] for one in found}
            yield values["Nodes"], values["JSEventListeners"], values["JSHeapUsedSize"] / 1e6
