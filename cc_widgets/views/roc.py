"""ROC space."""

from typing import Any

import numpy as np

from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Derived
from cc_widgets.model.drawing import (
    DASHES,
    FEW,
    MARKERS,
    NEUTRAL,
    Look,
    bands_in_use,
    chosen_bands,
    chosen_roc_bands,
    curve_of,
    fold_curves,
    invitations,
    looks,
    paleness,
    rate_end,
    rate_titles,
    roc_in_use,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    Bundle,
    InUse,
    Seen,
    Truth,
    TruthMarks,
    areas,
    assign,
    axis,
    closed,
    cursor,
    figure,
    fold_lines,
    lines,
    needed,
    put_folds,
    reference_line,
    signs,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

_DOT = 48  # where each classifier has no more than one the page draws them larger
_DESCRIPTION = "ROC space. Arrow keys walk the corners of a hull and between classifiers."


class RocView:
    """Owns the figure of ROC space and moves its marks.

    Its `truth` is drawn behind them when `draw` is called next.
    """

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._scales = scales = {"x": unit_scale(), "y": unit_scale()}
        self._seen = Seen()
        self._axes = axis(scales["x"]), axis(scales["y"], vertical=True)
        self._cursor = cursor(duality, scales, space="roc", description=_DESCRIPTION)
        self._bands = areas(scales, kind="bands", opacity=0.2)
        self._chance = reference_line(scales, [0.0, 1.0], [0.0, 1.0])
        self._truth = TruthMarks(scales)
        self.truth = Truth()
        faint = {"kind": "curves", "opacities": [0.75]}
        self._curves = Bundle(lambda dash: lines(scales, line_style=dash, **faint), DASHES)
        self._folds = fold_lines(scales)
        self._hull = lines(scales, kind="hull", stroke_width=3.0)
        self._expected = InUse(scales)
        dots = {"kind": "dots", "stroke_width": 0.0, "marker_size": _DOT}
        self._dots = [lines(scales, marker=marker, **dots) for marker in MARKERS]
        self._in_use = signs(scales, marker="cross", default_size=150)
        self._invitation = words(scales, font_weight="normal", default_size=1.0)
        self._follow(model)
        self._all = [
            self._chance,
            self._bands,
            *(self._truth.true, self._truth.earlier),
            self._folds,
            *self._curves.marks,
            *(self._hull, self._expected.each, self._expected.best),
            *self._dots,
            *(self._in_use, self._invitation),
        ]
        self.figure = figure("ROC space", self._axes, scales, self._cursor, self._all)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name: a list has one for each dash, or for each marker."""
        return {
            "chance": self._chance.made,
            "truth": self._truth.true.made,
            "earlier samples": self._truth.earlier.made,
            "bands": self._bands.made,
            "curves": [mark.made for mark in self._curves.marks],
            "folds": self._folds.made,
            "hull": self._hull.made,
            "expected": self._expected.each.made,
            "expected of the best": self._expected.best.made,
            "dots": [mark.made for mark in self._dots],
            "in use": self._in_use.made,
            "invitation": self._invitation.made,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        self._follow(model)
        assign(self.figure, marks=needed(self._all))

    def _follow(self, model: CostCurveModel) -> None:
        derived, colors = model.derived, dict(model.colors)
        self._draw_rim(rate_end(model))
        if self._seen.changes("in use", derived, colors, model.in_use):
            self._draw_in_use(model)
        in_use, styles = bands_in_use(model), looks(list(model.classifiers), colors)
        if self._seen.changes("expected", colors, *in_use.items()):
            self._expected.put({who: roc_in_use(one) for who, one in in_use.items()}, styles)
        if self._seen.changes("truth", derived, colors, self.truth):
            self._truth.put(self.truth, styles, lambda row: row)
        bands, stale = chosen_bands(model), bool(model.stale)
        if self._seen.changes("bands", derived, colors, *bands.values(), model.roc_band, stale):
            self._draw_bands(model, styles)
        if not self._seen.changes("all", derived, colors):
            return
        for axis_, title in zip(self._axes, rate_titles(model), strict=True):
            axis_.put(label=title)
        palette = [style.color for style in styles]
        self._draw_curves(derived, palette)
        put_folds(self._folds, [fold_curves(item) for item in derived.classifiers], styles)
        owners = list(range(len(palette)))
        self._hull.put(owners=owners)
        for kind, mark in enumerate(self._dots):
            mark.put(owners=owners[kind :: len(MARKERS)])
        invitation = [*filter(None, invitations(derived)[:1])]
        write(self._invitation, invitation, [0.36] * len(invitation), [0.85] * len(invitation))

    def _draw_rim(self, side: float) -> None:
        """Show the upper left corner of that size."""
        if self._seen.changes("rim", side):
            assign(self._scales["x"], max=side)
            assign(self._scales["y"], min=1.0 - side)

    def _draw_curves(self, derived: Derived, colors: list[str]) -> None:
        """Join the points of each curve; points that are no curve stay dots."""
        self._curves.put(
            [curve_of(item) for item in derived.classifiers],
            colors,
            stroke_width=1.5 if len(colors) <= FEW else 1.0,
        )

    def _draw_bands(self, model: CostCurveModel, styles: list[Look]) -> None:
        bands, places = chosen_roc_bands(model), list(model.classifiers)
        owners = [places.index(name) for name in bands]
        colors = [NEUTRAL if model.stale else styles[owner].color for owner in owners]
        self._bands.put(
            x=table([closed(band.fpr, band.fpr) for band in bands.values()]),
            y=table([closed(band.lower, band.upper) for band in bands.values()]),
            colors=colors or [NEUTRAL],
            opacities=[paleness(len(owners))],
            owners=owners,
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
