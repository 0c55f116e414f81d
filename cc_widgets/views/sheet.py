"""A sheet of one space, on which a question is drawn, and its answer."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from bqplot import Scatter

from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import DASHES, NEUTRAL, Look, curve_of
from cc_widgets.views.style import (
    INK,
    Bundle,
    Late,
    axis,
    drawn,
    lettering,
    lines,
    reference_line,
    sheet,
    table,
    unit_scale,
    words,
    write,
)

_RIGHT = "var(--cc-right, #2e7d32)"
_TITLES = {
    "roc": ("ROC space", "False positive rate", "True positive rate"),
    "cost": ("Cost space", "PC(+)", "Normalised expected cost"),
}


class Sheet:
    """Owns a figure of one space, with axes and whatever is put on it.

    Parameters
    ----------
    space : {"roc", "cost"}
        Which space.
    title : str
        What stands above it.
    free : {"", "both", "x", "y"}
        How the handles may be dragged; there are none without.
    """

    def __init__(self, space: str, title: str, free: str = "") -> None:
        self._space = space
        scales = {"x": unit_scale(), "y": unit_scale()}
        _, across, upwards = _TITLES[space]
        axes = axis(scales["x"], across), axis(scales["y"], upwards, vertical=True)
        rules = [([0.0, 1.0], [0.0, 1.0])]
        if space == "cost":
            rules.append(([0.0, 1.0], [1.0, 0.0]))
        self._curves = Bundle(lambda dash: lines(scales, line_style=dash, stroke_width=2.0), DASHES)
        self._names = words(scales, align="end")
        self._given = lines(scales, colors=[INK], stroke_width=2.5)
        self._dot = _dots(scales, INK)
        self._own = lines(scales, colors=[INK], stroke_width=2.0, line_style="dashed")
        self._truth = lines(scales, colors=[_RIGHT], stroke_width=3.0)
        self._right = _dots(scales, _RIGHT)
        self.handles = _dots(
            scales,
            "var(--cc-now, #c62828)",
            enable_move=bool(free),
            update_on_move=True,
            restrict_x=free == "x",
            restrict_y=free == "y",
        )
        marks = [
            *(reference_line(scales, *rule) for rule in rules),
            *self._curves.marks,
            *(self._names, self._given, self._truth, self._own),
            *(self._dot, self._right, self.handles),
        ]
        self.figure = sheet(title, axes, scales, [mark.made for mark in marks])

    def draw_curves(self, items: Sequence[DerivedClassifier], styles: Sequence[Look]) -> None:
        """Draw ROC curves of some classifiers, with their names."""
        colors = [styles[item.position].color for item in items]
        self._curves.put([curve_of(item) for item in items], colors)
        if len(items) > 1:
            heights = 0.06 * np.arange(len(items), 0, -1) - 0.02
            names = [item.name for item in items]
            write(
                self._names, names, np.full(len(items), 0.98), heights, list(map(lettering, colors))
            )

    def draw_rates(self, fpr: float, tpr: float) -> None:
        """Draw a point, or its line: what is given."""
        if self._space == "roc":
            self._dot.put(x=drawn(np.array([fpr])), y=drawn(np.array([tpr])))
        else:
            self._given.put(x=table([[0.0, 1.0]]), y=table([[fpr, 1.0 - tpr]]))

    def draw_answer(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Put the handles, and what lies between them, where an answer says."""
        at = {"x": np.array(x, dtype=np.float64), "y": np.array(y, dtype=np.float64)}
        self.handles.put(**at)
        if len(x) > 1:
            self._own.put(**at)

    def draw_truth(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Draw what is right."""
        at = {"x": drawn(np.array(x)), "y": drawn(np.array(y))}
        (self._truth if len(x) > 1 else self._right).put(**at)


def _dots(scales: Any, color: str, **more: Any) -> Late:
    """Large dots."""
    return Late(
        Scatter,
        x=np.empty(0),
        y=np.empty(0),
        scales=scales,
        colors=[color],
        stroke=NEUTRAL,
        default_size=180,
        apply_clip=False,
        **more,
    )
