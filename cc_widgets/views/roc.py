"""Figure of ROC space."""

from typing import Any

import numpy as np

from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Curves
from cc_widgets.model.drawing import (
    DASHES,
    MARKERS,
    MAX_THICK_LINES,
    NEUTRAL,
    Look,
    curve_of,
    empty_figure_texts,
    expected_cost_bands,
    fold_curves,
    looks,
    paleness,
    rate_end,
    rate_titles,
    roc_of_expected_cost,
    selected_bands,
    selected_roc_bands,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    ChangeTracker,
    DashedLines,
    ExpectedCurves,
    PopulationCurves,
    PopulationMarks,
    areas,
    assign,
    axis,
    closed_outline,
    cursor,
    figure,
    fold_lines,
    lines,
    markers,
    nonempty_marks,
    padded_rows,
    reference_line,
    set_texts,
    text_mark,
    unit_scale,
    update_fold_lines,
)
from cc_widgets.widgets.duality import Duality

_DOT = 48  # the page enlarges dots if each classifier has only one
_DESCRIPTION = "ROC space. Arrow keys walk the corners of a hull and between classifiers."


class RocView:
    """Figure of ROC space and its marks.

    `truth` contains population curves that the next call of `draw` displays.
    """

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._scales = scales = {"x": unit_scale(), "y": unit_scale()}
        self._tracker = ChangeTracker()
        self._axes = axis(scales["x"]), axis(scales["y"], vertical=True)
        self._cursor = cursor(duality, scales, space="roc", description=_DESCRIPTION)
        self._bands = areas(scales, kind="bands", opacity=0.2)
        self._chance = reference_line(scales, [0.0, 1.0], [0.0, 1.0])
        self._truth = PopulationMarks(scales)
        self.truth = PopulationCurves()
        faint = {"kind": "curves", "opacities": [0.75]}
        self._curves = DashedLines(lambda dash: lines(scales, line_style=dash, **faint), DASHES)
        self._folds = fold_lines(scales)
        self._hull = lines(scales, kind="hull", stroke_width=3.0)
        self._expected = ExpectedCurves(scales)
        dots = {"kind": "dots", "stroke_width": 0.0, "marker_size": _DOT}
        self._dots = [lines(scales, marker=marker, **dots) for marker in MARKERS]
        self._in_use = markers(scales, marker="cross", default_size=150)
        self._invitation = text_mark(scales, font_weight="normal", default_size=1.0)
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
        """Marks by name; a list has one mark per dash pattern or marker."""
        return {
            "chance": self._chance.widget,
            "truth": self._truth.true.widget,
            "earlier samples": self._truth.earlier.widget,
            "bands": self._bands.widget,
            "curves": [mark.widget for mark in self._curves.marks],
            "folds": self._folds.widget,
            "hull": self._hull.widget,
            "expected": self._expected.each.widget,
            "expected of the best": self._expected.best.widget,
            "dots": [mark.widget for mark in self._dots],
            "in use": self._in_use.widget,
            "invitation": self._invitation.widget,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Update the figure; existing marks are changed only if necessary."""
        self._follow(model)
        assign(self.figure, marks=nonempty_marks(self._all))

    def _follow(self, model: CostCurveModel) -> None:
        derived, colors = model.curves, dict(model.colors)
        self._draw_rim(rate_end(model))
        if self._tracker.has_changed("in use", derived, colors, model._in_use):
            self._draw_in_use(model)
        in_use, styles = expected_cost_bands(model), looks(list(model.classifiers), colors)
        if self._tracker.has_changed("expected", colors, *in_use.items()):
            self._expected.update(
                {owner: roc_of_expected_cost(band) for owner, band in in_use.items()}, styles
            )
        if self._tracker.has_changed("truth", derived, colors, self.truth):
            self._truth.update(self.truth, styles, lambda row: row)
        bands, stale = selected_bands(model), model._has_stale_bands
        if self._tracker.has_changed(
            "bands", derived, colors, *bands.values(), model.view.roc_band, stale
        ):
            self._draw_bands(model, styles)
        if not self._tracker.has_changed("all", derived, colors):
            return
        for axis_, title in zip(self._axes, rate_titles(model), strict=True):
            axis_.update(label=title)
        palette = [style.color for style in styles]
        self._draw_curves(derived, palette)
        update_fold_lines(self._folds, [fold_curves(item) for item in derived.classifiers], styles)
        owners = list(range(len(palette)))
        self._hull.update(owners=owners)
        for kind, mark in enumerate(self._dots):
            mark.update(owners=owners[kind :: len(MARKERS)])
        invitation = [*filter(None, empty_figure_texts(derived)[:1])]
        set_texts(self._invitation, invitation, [0.36] * len(invitation), [0.85] * len(invitation))

    def _draw_rim(self, side: float) -> None:
        """Set the axis limits to the upper left corner of this size."""
        if self._tracker.has_changed("rim", side):
            assign(self._scales["x"], max=side)
            assign(self._scales["y"], min=1.0 - side)

    def _draw_curves(self, derived: Curves, colors: list[str]) -> None:
        """Connect the points of each curve; single ROC points are not connected."""
        self._curves.update(
            [curve_of(item) for item in derived.classifiers],
            colors,
            stroke_width=1.5 if len(colors) <= MAX_THICK_LINES else 1.0,
        )

    def _draw_bands(self, model: CostCurveModel, styles: list[Look]) -> None:
        bands, places = selected_roc_bands(model), list(model.classifiers)
        owners = [places.index(name) for name in bands]
        colors = [NEUTRAL if model._has_stale_bands else styles[owner].color for owner in owners]
        self._bands.update(
            x=padded_rows([closed_outline(band.fpr, band.fpr) for band in bands.values()]),
            y=padded_rows([closed_outline(band.lower, band.upper) for band in bands.values()]),
            colors=colors or [NEUTRAL],
            opacities=[paleness(len(owners))],
            owners=owners,
        )

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Draw the thresholds in use, and describe them for screen readers."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        self._in_use.update(
            x=np.array([mark.fpr for mark in marks], dtype=np.float32),
            y=np.array([mark.tpr for mark in marks], dtype=np.float32),
            colors=[styles[places.index(mark.name)].color for mark in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        self._cursor.update(description=description)
