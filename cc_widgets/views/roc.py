"""ROC space."""

from typing import Any

import numpy as np
from bqplot import Scatter
from numpy.typing import NDArray

from cc_widgets.core import TRIVIAL, Hull, RocCurve
from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.axes import words_of
from cc_widgets.views.style import (
    NEUTRAL,
    Look,
    Ranks,
    Scales,
    Seen,
    assign,
    axis,
    drawn,
    figure,
    lines,
    looks,
    reference_line,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

_INVITATION = "Add a classifier to start"
_ALL_HIDDEN = "All classifiers are hidden"
_MOST_DOTS = 120
_FEW = 8
_BIG = 2
_DESCRIPTION = "ROC space. Arrow keys walk along the curve and between classifiers."


class RocView:
    """Owns the figure of ROC space and moves its marks."""

    def __init__(self, duality: Duality) -> None:
        scales = {"x": unit_scale(), "y": unit_scale()}
        self._seen = Seen()
        self._x_axis = axis(scales["x"], "")
        self._y_axis = axis(scales["y"], "", vertical=True)
        self._chance = reference_line(scales, [0.0, 1.0], [0.0, 1.0])
        self._hull = lines(scales, stroke_width=3.0)
        self._in_use = _crosses(scales)
        self._invitation = words(scales, font_weight="normal", default_size=1.0)
        self._curves = Ranks(scales, _CurveMarks)
        self.figure = figure(
            "ROC space",
            (self._x_axis, self._y_axis),
            duality,
            space="roc",
            description=_DESCRIPTION,
        )
        self._show()

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name; of what each classifier has, a list in the user's order."""
        each = list(self._curves)
        return {
            "chance": self._chance,
            "curves": [marks.line for marks in each],
            "hull": self._hull,
            "points": [marks.points for marks in each],
            "corners": [marks.corners for marks in each],
            "in use": self._in_use,
            "invitation": self._invitation,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        derived, colors = model.derived, dict(model.colors)
        if self._seen.changes("in use", derived, colors, model.in_use):
            self._draw_in_use(model)
        if not self._seen.changes("all", derived, colors):
            return
        negative, positive = words_of(model)
        self._x_axis.label = f"False positive rate ({negative} flagged)"
        self._y_axis.label = f"True positive rate ({positive} found)"
        styles = looks([item.name for item in derived.classifiers], colors)
        self._curves.fit(len(styles), self._show)
        crowded = len(derived.visible) > _FEW
        for position, marks in enumerate(self._curves):
            marks.draw(derived.classifiers[position], styles[position], crowded=crowded)
            marks.draw_corners(derived.hull, position)
        self._draw_hull(derived.hull, [style.color for style in styles])
        none_left = _ALL_HIDDEN if model.derived.classifiers else _INVITATION
        invitation = [] if derived.visible else [none_left]
        write(self._invitation, invitation, [0.36] * len(invitation), [0.85] * len(invitation))

    def _show(self) -> None:
        curves = [marks.line for marks in self._curves]
        dots = [dots for marks in self._curves for dots in (marks.points, marks.corners)]
        self.figure.marks = [
            self._chance,
            *curves,
            self._hull,
            *dots,
            self._in_use,
            self._invitation,
        ]

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Mark the thresholds in use, and name them to those who see no figure."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        assign(
            self._in_use,
            x=table([one.fpr for one in marks]),
            y=table([one.tpr for one in marks]),
            colors=[styles[places.index(one.name)].color for one in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        assign(self.figure.interaction, description=description)

    def _draw_hull(self, hull: Hull, colors: list[str]) -> None:
        """Draw each edge by itself, in the colour of the classifier that it belongs to."""
        if not np.any(hull.owner != TRIVIAL):
            assign(self._hull, x=table([]), y=table([]))
            return
        ends = zip(hull.owner[:-1].tolist(), hull.owner[1:].tolist(), strict=True)
        assign(
            self._hull,
            x=drawn(np.column_stack([hull.fpr[:-1], hull.fpr[1:]])),
            y=drawn(np.column_stack([hull.tpr[:-1], hull.tpr[1:]])),
            colors=[_edge_color(left, right, colors) for left, right in ends],
        )


def _edge_color(left: int, right: int, colors: list[str]) -> str:
    """The colour of a hull edge; a trivial corner belongs to whoever meets it."""
    owners = {left, right} - {TRIVIAL}
    return colors[owners.pop()] if len(owners) == 1 else NEUTRAL


def _inside(curve: RocCurve) -> NDArray[np.bool_]:
    """Which points are not the trivial corners."""
    total = curve.fpr + curve.tpr
    inside: NDArray[np.bool_] = (total > 0.0) & ((curve.fpr < 1.0) | (curve.tpr < 1.0))
    return inside


def _is_curve(curve: RocCurve) -> bool:
    """Tell a curve from points without an order, and from a single matrix with its corners."""
    rises = np.all(np.diff(curve.fpr) >= 0.0) and np.all(np.diff(curve.tpr) >= 0.0)
    scored = curve.threshold is not None or curve.fpr.size > _FEW
    return bool(rises and scored and np.count_nonzero(_inside(curve)) != 1)


class _CurveMarks:
    """The marks of one classifier."""

    def __init__(self, scales: Scales) -> None:
        self.line = lines(scales, opacities=[0.75])
        self.points = _dots(scales, opacity=0.6)
        self.corners = _dots(scales, opacity=1.0)

    def draw(self, item: DerivedClassifier, style: Look, *, crowded: bool) -> None:
        """Draw the curve, or points that are none."""
        index = item.shown.index
        fpr, tpr = drawn(item.curve.fpr[index]), drawn(item.curve.tpr[index])
        look = {"colors": [style.color], "visible": item.visible}
        joined = _is_curve(item.curve)
        x, y = (fpr, tpr) if joined else (table([]), table([]))
        assign(
            self.line, x=x, y=y, line_style=style.dash, stroke_width=1.0 if crowded else 1.5, **look
        )
        dots = _inside(item.curve)[index]
        dots &= not joined or (fpr.size <= _MOST_DOTS and not crowded)
        size = _dot_size(fpr.size, largest=30 if joined else 110)
        x, y = fpr[dots], tpr[dots]
        assign(self.points, x=x, y=y, default_size=size, marker=style.marker, **look)
        assign(self.corners, marker=style.marker, **look)

    def draw_corners(self, hull: Hull, position: int) -> None:
        """Mark what this classifier has on the joint hull."""
        mine = hull.owner == position
        count = int(np.count_nonzero(mine))
        size = _dot_size(count, largest=110 if count <= _BIG else 48)
        x, y = drawn(hull.fpr[mine]), drawn(hull.tpr[mine])
        assign(self.corners, x=x, y=y, default_size=size)


def _dot_size(count: int, *, largest: int) -> int:
    """An area in pixels at which many dots do not thicken their curve to a ribbon."""
    return max(4, min(largest, 1200 // max(1, count)))


def _dots(scales: Scales, *, opacity: float) -> Scatter:
    """Dots that stay whole on the rim of the plot."""
    return Scatter(
        x=table([]),
        y=table([]),
        scales=scales,
        opacities=[opacity],
        stroke_width=0,
        apply_clip=False,
    )


def _crosses(scales: Scales) -> Scatter:
    """Crosses, which no classifier has for its points."""
    return Scatter(
        x=table([]),
        y=table([]),
        scales=scales,
        marker="cross",
        default_size=150,
        stroke=NEUTRAL,
        stroke_width=1.0,
        apply_clip=False,
    )
