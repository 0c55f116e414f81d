"""Figures of exercises and of step-by-step constructions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from bqplot import LinearScale, Scatter

from cc_widgets.core.results import FloatArray
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import COST_TITLE, DASHES, NEUTRAL, Look, curve_of, dots_of
from cc_widgets.model.stepping import Role, Shape
from cc_widgets.views.style import (
    INK,
    DashedLines,
    LazyWidget,
    Scales,
    as_float32,
    axis,
    css_text_color,
    lines,
    padded_rows,
    reference_line,
    set_texts,
    square_figure,
    text_mark,
    unit_scale,
)

_RIGHT = "var(--cc-right, #2e7d32)"
_CURRENT = "var(--cc-now, #c62828)"
_INVISIBLE = 5e-4  # of an axis; smaller movements are invisible
_TITLES = {
    "roc": ("False positive rate", "True positive rate"),
    "cost": ("PC(+)", COST_TITLE),
}


def _axes(space: str, scales: Scales) -> tuple[LazyWidget, LazyWidget]:
    across, upwards = _TITLES[space]
    return axis(scales["x"], across), axis(scales["y"], upwards, vertical=True)


def _baselines(space: str, scales: Scales) -> list[LazyWidget]:
    """Return the lines of the baselines."""
    ends = [[0.0, 1.0]] if space == "roc" else [[0.0, 1.0], [1.0, 0.0]]
    return [reference_line(scales, [0.0, 1.0], each) for each in ends]


class QuestionFigure:
    """Figure of one space for an exercise.

    Parameters
    ----------
    space : {"roc", "cost"}
        Space to display.
    title : str
        Title of the figure.
    free : {"", "both", "x", "y"}
        Directions in which handles can be dragged; empty for a figure without handles.
    """

    def __init__(self, space: str, title: str, free: str = "") -> None:
        self._space = space
        scales = {"x": unit_scale(), "y": unit_scale()}
        self._curves = DashedLines(
            lambda dash: lines(scales, line_style=dash, stroke_width=2.0), DASHES
        )
        self._points = _dots(scales, NEUTRAL, default_size=90)
        self._names = text_mark(scales, align="end")
        self._given = lines(scales, colors=[INK], stroke_width=2.5)
        self._dot = _dots(scales, INK)
        self._own = lines(scales, colors=[INK], stroke_width=2.0, line_style="dashed")
        self._truth = lines(scales, colors=[_RIGHT], stroke_width=3.0)
        self._right = _dots(scales, _RIGHT)
        self.handles = _dots(
            scales,
            _CURRENT,
            enable_move=bool(free),
            update_on_move=True,
            restrict_x=free == "x",
            restrict_y=free == "y",
        )
        marks = [
            *_baselines(space, scales),
            *self._curves.marks,
            *(self._points, self._names, self._given, self._truth, self._own),
            *(self._dot, self._right, self.handles),
        ]
        self.figure = square_figure(
            title, _axes(space, scales), scales, [mark.widget for mark in marks]
        )

    def draw_curves(self, items: Sequence[DerivedClassifier], styles: Sequence[Look]) -> None:
        """Draw ROC curves or ROC points of classifiers, with their names."""
        colors = [styles[item.position].color for item in items]
        self._curves.update([curve_of(item) for item in items], colors)
        dots = [
            (fpr, tpr, color)
            for item, color in zip(items, colors, strict=True)
            for fpr, tpr in zip(*(dots_of(item, None) or ((), ())), strict=True)
        ]
        x, y, dot_colors = map(list, zip(*dots, strict=True)) if dots else ([], [], [NEUTRAL])
        self._points.update(x=np.array(x), y=np.array(y), colors=dot_colors)
        if len(items) > 1:
            heights = 0.06 * np.arange(len(items), 0, -1) - 0.02
            names = [item.name for item in items]
            set_texts(
                self._names,
                names,
                np.full(len(items), 0.98),
                heights,
                list(map(css_text_color, colors)),
            )

    def draw_rates(self, fpr: float, tpr: float) -> None:
        """Draw an ROC point, or its cost line."""
        if self._space == "roc":
            self._dot.update(x=as_float32(np.array([fpr])), y=as_float32(np.array([tpr])))
        else:
            self._given.update(x=padded_rows([[0.0, 1.0]]), y=padded_rows([[fpr, 1.0 - tpr]]))

    def draw_answer(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Move the handles to an answer.

        Handles that are almost at their target are not moved, because the user may be dragging
        them.
        """
        at = {"x": np.array(x, dtype=np.float64), "y": np.array(y, dtype=np.float64)}
        handles = self.handles.widget
        if any(not _is_near(getattr(handles, name), to) for name, to in at.items()):
            self.handles.update(**at)
        if len(x) > 1:
            self._own.update(**at)

    def draw_truth(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Draw the solution."""
        at = {"x": as_float32(np.array(x)), "y": as_float32(np.array(y))}
        (self._truth if len(x) > 1 else self._right).update(**at)


# ---- Figures of step-by-step constructions


_LOOKS: dict[Role, dict[str, Any]] = {
    "given": {"colors": [NEUTRAL], "stroke_width": 1.5},
    "dropped": {"colors": [NEUTRAL], "stroke_width": 1.5, "line_style": "dotted"},
    "built": {"colors": [INK], "stroke_width": 3.0},
    "other": {"colors": ["var(--cc-on, #0b6bb0)"], "stroke_width": 3.0, "line_style": "dashed"},
    "now": {"colors": [_CURRENT], "stroke_width": 2.5},
}
_MOVING: dict[Role, dict[str, Any]] = {
    "rule": {"colors": [NEUTRAL], "stroke_width": 1.5, "line_style": "dotted"},
}
"""Baselines, which move if the axes do."""


_DOT: dict[str, Any] = {"default_size": 90}
_DOTS: dict[Role, dict[str, Any]] = {"dropped": {"default_size": 60, "fill": False}}
"""Dropped points are smaller open rings."""


class StepFigure:
    """Figure of one space in which the page draws the steps.

    Parameters
    ----------
    space : {"roc", "cost"}
        Space to display.
    x, y : (low, high)
        Axis limits.
    moves : bool
        Whether the axes, and with them the baselines, change between steps.

    Attributes
    ----------
    marks : list of Lines and Scatter
        Lines by role, followed by dots by role.
    """

    def __init__(
        self, space: str, x: tuple[float, float], y: tuple[float, float], *, moves: bool = False
    ) -> None:
        looks = _LOOKS | _MOVING if moves else _LOOKS
        self._roles = list(looks)
        ends = {"x": x, "y": y}
        scales: Scales = {
            name: LinearScale(min=low, max=high, allow_padding=False)
            for name, (low, high) in ends.items()
        }
        made = [
            *(lines(scales, **{**look, "apply_clip": True}) for look in looks.values()),
            *(
                _dots(scales, look["colors"][0], **_DOTS.get(role, _DOT))
                for role, look in looks.items()
            ),
        ]
        self.marks = [mark.widget for mark in made]
        rules = [] if moves else [mark.widget for mark in _baselines(space, scales)]
        space_words = "ROC space" if space == "roc" else "Cost space"
        title = "What errors cost" if moves else space_words
        self.figure = square_figure(title, _axes(space, scales), scales, [*rules, *self.marks])

    def place(self, shape: Shape) -> int:
        """Return the position of the mark that draws a shape."""
        return self._roles.index(shape.role) + (0 if shape.is_line else len(self._roles))


def _is_near(current: FloatArray, target: FloatArray) -> bool:
    """Return whether the positions are visually indistinguishable."""
    return current.shape == target.shape and bool(
        np.allclose(current, target, rtol=0.0, atol=_INVISIBLE)
    )


def _dots(scales: Any, color: str, **more: Any) -> LazyWidget:
    """Return a mark of large dots."""
    return LazyWidget(
        Scatter,
        x=np.empty(0),
        y=np.empty(0),
        scales=scales,
        colors=[color],
        stroke=NEUTRAL,
        apply_clip=False,
        **{"default_size": 180, **more},
    )
