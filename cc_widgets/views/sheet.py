"""A sheet of one space, on which a question is drawn and its answer, or what is built in steps."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from bqplot import LinearScale, Scatter

from cc_widgets.core._results import FloatArray
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import COST_TITLE, DASHES, NEUTRAL, Look, curve_of, dots_of
from cc_widgets.model.stepping import Role, Shape
from cc_widgets.views.style import (
    INK,
    Bundle,
    Late,
    Scales,
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
_NOW = "var(--cc-now, #c62828)"
_UNSEEN = 5e-4  # of an axis
_TITLES = {
    "roc": ("False positive rate", "True positive rate"),
    "cost": ("PC(+)", COST_TITLE),
}


def _axes(space: str, scales: Scales) -> tuple[Late, Late]:
    across, upwards = _TITLES[space]
    return axis(scales["x"], across), axis(scales["y"], upwards, vertical=True)


def _rules(space: str, scales: Scales) -> list[Late]:
    """The rules that need no classifier."""
    ends = [[0.0, 1.0]] if space == "roc" else [[0.0, 1.0], [1.0, 0.0]]
    return [reference_line(scales, [0.0, 1.0], each) for each in ends]


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
        self._curves = Bundle(lambda dash: lines(scales, line_style=dash, stroke_width=2.0), DASHES)
        self._points = _dots(scales, NEUTRAL, default_size=90)
        self._names = words(scales, align="end")
        self._given = lines(scales, colors=[INK], stroke_width=2.5)
        self._dot = _dots(scales, INK)
        self._own = lines(scales, colors=[INK], stroke_width=2.0, line_style="dashed")
        self._truth = lines(scales, colors=[_RIGHT], stroke_width=3.0)
        self._right = _dots(scales, _RIGHT)
        self.handles = _dots(
            scales,
            _NOW,
            enable_move=bool(free),
            update_on_move=True,
            restrict_x=free == "x",
            restrict_y=free == "y",
        )
        marks = [
            *_rules(space, scales),
            *self._curves.marks,
            *(self._points, self._names, self._given, self._truth, self._own),
            *(self._dot, self._right, self.handles),
        ]
        self.figure = sheet(title, _axes(space, scales), scales, [mark.made for mark in marks])

    def draw_curves(self, items: Sequence[DerivedClassifier], styles: Sequence[Look]) -> None:
        """Draw ROC curves of some classifiers, or their points, with their names."""
        colors = [styles[item.position].color for item in items]
        self._curves.put([curve_of(item) for item in items], colors)
        dots = [
            (fpr, tpr, color)
            for item, color in zip(items, colors, strict=True)
            for fpr, tpr in zip(*(dots_of(item, None) or ((), ())), strict=True)
        ]
        x, y, own = map(list, zip(*dots, strict=True)) if dots else ([], [], [NEUTRAL])
        self._points.put(x=np.array(x), y=np.array(y), colors=own)
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
        """Put the handles, and what lies between them, where an answer says.

        Handles that are nearly there stay: a hand may be moving them.
        """
        at = {"x": np.array(x, dtype=np.float64), "y": np.array(y, dtype=np.float64)}
        now = self.handles.made
        if any(not _is_near(getattr(now, name), to) for name, to in at.items()):
            self.handles.put(**at)
        if len(x) > 1:
            self._own.put(**at)

    def draw_truth(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Draw what is right."""
        at = {"x": drawn(np.array(x)), "y": drawn(np.array(y))}
        (self._truth if len(x) > 1 else self._right).put(**at)


# ---- Steps of what is built


_LOOKS: dict[Role, dict[str, Any]] = {
    "given": {"colors": [NEUTRAL], "stroke_width": 1.5},
    "dropped": {"colors": [NEUTRAL], "stroke_width": 1.5, "line_style": "dotted"},
    "built": {"colors": [INK], "stroke_width": 3.0},
    "other": {"colors": ["var(--cc-on, #0b6bb0)"], "stroke_width": 3.0, "line_style": "dashed"},
    "now": {"colors": [_NOW], "stroke_width": 2.5},
}
_MOVING: dict[Role, dict[str, Any]] = {
    "rule": {"colors": [NEUTRAL], "stroke_width": 1.5, "line_style": "dotted"},
}
"""Only where axes move: the trivial rules move with them."""


_DOT: dict[str, Any] = {"default_size": 90}
_DOTS: dict[Role, dict[str, Any]] = {"dropped": {"default_size": 60, "fill": False}}
"""Dots of the first kind stay; those that were dropped are rings, open and smaller."""


class Board:
    """Owns a figure of one space, in which the page draws a step.

    Parameters
    ----------
    space : {"roc", "cost"}
        Which space.
    x, y : (low, high)
        What is seen of it.
    moves : bool
        Whether that, and with it the trivial rules, changes from step to step.

    Attributes
    ----------
    marks : list of Lines and Scatter
        Lines of each role, then dots of each.
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
        self.marks = [mark.made for mark in made]
        rules = [] if moves else [mark.made for mark in _rules(space, scales)]
        space_words = "ROC space" if space == "roc" else "Cost space"
        title = "What errors cost" if moves else space_words
        self.figure = sheet(title, _axes(space, scales), scales, [*rules, *self.marks])

    def place(self, shape: Shape) -> int:
        """Position of the mark that draws a shape."""
        return self._roles.index(shape.role) + (0 if shape.is_line else len(self._roles))


def _is_near(now: FloatArray, to: FloatArray) -> bool:
    """Whether nobody sees that a dot is not there."""
    return now.shape == to.shape and bool(np.allclose(now, to, rtol=0.0, atol=_UNSEEN))


def _dots(scales: Any, color: str, **more: Any) -> Late:
    """Large dots."""
    return Late(
        Scatter,
        x=np.empty(0),
        y=np.empty(0),
        scales=scales,
        colors=[color],
        stroke=NEUTRAL,
        apply_clip=False,
        **{"default_size": 180, **more},
    )
