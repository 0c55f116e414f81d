"""ROC space."""

from typing import Any

import numpy as np
from bqplot import Scatter
from numpy.typing import NDArray

from cc_widgets.core import TRIVIAL, Hull, RocCurve
from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.axes import fitting_rates, words_of
from cc_widgets.views.style import (
    DASHES,
    MARKERS,
    NEUTRAL,
    Bundle,
    Late,
    Row,
    Scales,
    Seen,
    assign,
    axis,
    cursor,
    drawn,
    figure,
    lines,
    looks,
    needed,
    reference_line,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

_INVITATION = "Add a classifier to start"
_ALL_HIDDEN = "All classifiers are hidden"
_FEW = 8
_APART = 0.04
_DOT = 48
_ONLY_DOT = 110
_NOWHERE = np.zeros(1, dtype=np.float32)
_DESCRIPTION = "ROC space. Arrow keys walk the corners of a hull and between classifiers."


class RocView:
    """Owns the figure of ROC space and moves its marks."""

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._scales = scales = {"x": unit_scale(), "y": unit_scale()}
        self._seen = Seen()
        self._axes = axis(scales["x"]), axis(scales["y"], vertical=True)
        self._cursor = cursor(duality, scales, space="roc", description=_DESCRIPTION)
        self._chance = reference_line(scales, [0.0, 1.0], [0.0, 1.0])
        self._curves = Bundle(lambda dash: lines(scales, line_style=dash, opacities=[0.75]), DASHES)
        self._hull = lines(scales, stroke_width=3.0)
        self._dots = Bundle(lambda marker: lines(scales, marker=marker, stroke_width=0.0), MARKERS)
        self._in_use = _crosses(scales)
        self._invitation = words(scales, font_weight="normal", default_size=1.0)
        self._follow(model)
        self._all = [
            self._chance,
            *self._curves.marks,
            self._hull,
            *self._dots.marks,
            *(self._in_use, self._invitation),
        ]
        self.figure = figure("ROC space", self._axes, scales, self._cursor, self._all)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name: a list has one for each dash, or for each marker."""
        return {
            "chance": self._chance.made,
            "curves": [mark.made for mark in self._curves.marks],
            "hull": self._hull.made,
            "dots": [mark.made for mark in self._dots.marks],
            "in use": self._in_use.made,
            "invitation": self._invitation.made,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        self._follow(model)
        assign(self.figure, marks=needed(self._all))

    def _follow(self, model: CostCurveModel) -> None:
        derived, colors = model.derived, dict(model.colors)
        shown = (model.show_hull, model.show_lines)
        self._draw_rim(fitting_rates(derived) if model.roc_fit else 1.0)
        if self._seen.changes("in use", derived, colors, model.in_use):
            self._draw_in_use(model)
        if not self._seen.changes("all", derived, colors, shown):
            return
        negative, positive = words_of(model)
        self._axes[0].put(label=f"False positive rate ({negative} flagged)")
        self._axes[1].put(label=f"True positive rate ({positive} found)")
        palette = [style.color for style in looks(list(model.classifiers), colors)]
        self._draw_curves(derived if model.show_lines else None, palette, derived.visible)
        self._draw_hull(derived.hull if model.show_hull else None, palette)
        self._draw_dots(derived, palette, on_hull=model.show_hull)
        none_left = _ALL_HIDDEN if derived.classifiers else _INVITATION
        invitation = [] if derived.visible else [none_left]
        write(self._invitation, invitation, [0.36] * len(invitation), [0.85] * len(invitation))

    def _draw_rim(self, side: float) -> None:
        """Show the upper left corner of that size."""
        if self._seen.changes("rim", side):
            assign(self._scales["x"], max=side)
            assign(self._scales["y"], min=1.0 - side)

    def _draw_curves(
        self, derived: Derived | None, colors: list[str], seen: tuple[int, ...]
    ) -> None:
        """Join the points of each curve; points that are no curve stay dots."""
        self._curves.put(
            [] if derived is None else [_polyline(item) for item in derived.classifiers],
            colors,
            seen,
            stroke_width=1.5 if len(colors) <= _FEW else 1.0,
        )

    def _draw_dots(self, derived: Derived, colors: list[str], *, on_hull: bool) -> None:
        """Mark what each classifier has on the joint hull, and all points that are no curve."""
        rows = [_dots(item, derived.hull if on_hull else None) for item in derived.classifiers]
        dotted = [i for i in derived.visible if rows[i] is not None]
        most = max((row[0].size for row in rows if row is not None), default=0)
        self._dots.put(
            [(_NOWHERE, _NOWHERE) if row is None else row for row in rows] if most else [],
            colors,
            dotted,
            marker_size=_ONLY_DOT if most <= 1 else _DOT,
        )

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Mark the thresholds in use, and name them to those who see no figure."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        self._in_use.put(
            x=np.array([one.fpr for one in marks], dtype=np.float32),
            y=np.array([one.tpr for one in marks], dtype=np.float32),
            colors=[styles[places.index(one.name)].color for one in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        self._cursor.put(description=description)

    def _draw_hull(self, hull: Hull | None, colors: list[str]) -> None:
        """Draw each stretch in the colour of the classifier that it belongs to."""
        if hull is None or not np.any(hull.owner != TRIVIAL):
            self._hull.put(x=table([]), y=table([]))
            return
        ends = zip(hull.owner[:-1].tolist(), hull.owner[1:].tolist(), strict=True)
        edges = [_edge_color(left, right, colors) for left, right in ends]
        starts = [i for i in range(len(edges)) if i == 0 or edges[i] != edges[i - 1]]
        stops = [*starts[1:], len(edges)]
        runs = [slice(start, stop + 1) for start, stop in zip(starts, stops, strict=True)]
        self._hull.put(
            x=table([hull.fpr[run] for run in runs]),
            y=table([hull.tpr[run] for run in runs]),
            colors=[edges[start] for start in starts],
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


def _polyline(item: DerivedClassifier) -> Row:
    """A curve as it is drawn; where points are none, a line that stands still."""
    index = item.outline if _is_curve(item.curve) else item.shown.index[:1]
    return drawn(item.curve.fpr[index]), drawn(item.curve.tpr[index])


def is_marked(item: DerivedClassifier, hull: Hull | None) -> bool:
    """Whether any point of a classifier has its marker; of a hidden one, whether it might."""
    return not item.visible or _dots(item, hull) is not None


def _dots(item: DerivedClassifier, hull: Hull | None) -> Row | None:
    """All points that are no curve; of a curve, corners of the joint hull, where none is near."""
    if not _is_curve(item.curve):
        inside = item.shown.index[_inside(item.curve)[item.shown.index]]
        fpr, tpr = item.curve.fpr[inside], item.curve.tpr[inside]
    elif hull is not None:
        mine = np.flatnonzero(hull.owner == item.position)
        _, apart = np.unique((hull.fpr + hull.tpr)[mine] // _APART, return_index=True)
        fpr, tpr = hull.fpr[mine[apart]], hull.tpr[mine[apart]]
    else:
        return None
    return (drawn(fpr), drawn(tpr)) if fpr.size else None


def _crosses(scales: Scales) -> Late:
    """Crosses, which no classifier has for its points."""
    return Late(
        Scatter,
        x=table([]),
        y=table([]),
        scales=scales,
        marker="cross",
        default_size=150,
        stroke=NEUTRAL,
        stroke_width=1.0,
        apply_clip=False,
    )
