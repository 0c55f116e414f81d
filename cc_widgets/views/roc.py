"""ROC space: curves, points, joint hull."""

import numpy as np
from bqplot import Figure, Lines, Scatter

from cc_widgets.core.roc import TRIVIAL, Hull
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.views.cursor import Duality
from cc_widgets.views.marks import Ranks, Scales, assign, axis, figure, reference_line, unit_scale
from cc_widgets.views.style import NEUTRAL, Look, look


class RocView:
    """Owns the figure of ROC space and moves its marks."""

    def __init__(self, duality: Duality) -> None:
        scales = {"x": unit_scale(), "y": unit_scale()}
        self._x_axis = axis(scales["x"], "")
        self._y_axis = axis(scales["y"], "", vertical=True)
        self._chance = reference_line(scales, [0.0, 1.0], [0.0, 1.0])
        self._hull = Lines(x=[], y=[], scales=scales, stroke_width=3.0, apply_clip=False)
        self._curves = Ranks(scales, _CurveMarks)
        self.figure: Figure = figure(
            "ROC space",
            (self._x_axis, self._y_axis),
            duality,
            space="roc",
            description="ROC space. Arrow keys walk along the curve and between classifiers.",
        )
        self._show()

    def draw(self, derived: Derived) -> None:
        """Show this snapshot; marks that exist already are moved."""
        negative, positive = derived.classes
        self._x_axis.label = f"False positive rate ({negative} flagged)"
        self._y_axis.label = f"True positive rate ({positive} found)"
        self._curves.fit(len(derived.classifiers), self._show)
        for position, marks in enumerate(self._curves):
            marks.draw(derived.classifiers[position], derived.hull, position)
        self._draw_hull(derived.hull)

    def _show(self) -> None:
        lines = [marks.line for marks in self._curves]
        dots = [dots for marks in self._curves for dots in (marks.points, marks.corners)]
        self.figure.marks = [self._chance, *lines, self._hull, *dots]

    def _draw_hull(self, hull: Hull) -> None:
        """Draw each edge by itself, in the colour of the classifier that it belongs to."""
        ends = zip(hull.owner[:-1].tolist(), hull.owner[1:].tolist(), strict=True)
        assign(
            self._hull,
            x=np.column_stack([hull.fpr[:-1], hull.fpr[1:]]),
            y=np.column_stack([hull.tpr[:-1], hull.tpr[1:]]),
            colors=[_edge_color(left, right) for left, right in ends],
        )


def _edge_color(left: int, right: int) -> str:
    """Return the colour of a hull edge; a trivial corner belongs to whoever meets it."""
    owners = {left, right} - {TRIVIAL}
    return look(owners.pop()).color if len(owners) == 1 else NEUTRAL


class _CurveMarks:
    """The marks of one classifier."""

    def __init__(self, scales: Scales, style: Look) -> None:
        self.line = Lines(
            x=[],
            y=[],
            scales=scales,
            colors=[style.color],
            line_style=style.dash,
            stroke_width=1.5,
            opacities=[0.75],
            apply_clip=False,
        )
        self.points = _dots(scales, style, opacity=0.6)
        self.corners = _dots(scales, style, opacity=1.0)

    def draw(self, classifier: DerivedClassifier, hull: Hull, position: int) -> None:
        index = classifier.shown.index
        fpr, tpr = classifier.curve.fpr[index], classifier.curve.tpr[index]
        assign(self.line, x=fpr, y=tpr)
        assign(self.points, x=fpr, y=tpr, default_size=_dot_size(fpr.size, largest=30))
        mine = hull.owner == position
        size = _dot_size(int(np.count_nonzero(mine)), largest=48)
        assign(self.corners, x=hull.fpr[mine], y=hull.tpr[mine], default_size=size)


def _dot_size(count: int, *, largest: int) -> int:
    """Return an area in pixels at which many dots do not thicken their curve to a ribbon."""
    return max(4, min(largest, 1200 // max(1, count)))


def _dots(scales: Scales, style: Look, *, opacity: float) -> Scatter:
    """Return dots that stay whole on the rim of the plot."""
    return Scatter(
        x=[],
        y=[],
        scales=scales,
        colors=[style.color],
        marker=style.marker,
        opacities=[opacity],
        stroke_width=0,
        apply_clip=False,
    )
