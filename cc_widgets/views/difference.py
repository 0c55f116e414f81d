"""Figure of the difference in cost of two classifiers over pc."""

from math import ceil, floor, log10
from typing import Any

import numpy as np

from cc_widgets.model.differences import DifferenceCurve, difference_curve
from cc_widgets.model.drawing import NEUTRAL, looks
from cc_widgets.model.numerals import shorten
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    INK,
    ChangeTracker,
    PcAxis,
    areas,
    assign,
    axis,
    closed_outline,
    css_text_color,
    cursor,
    figure,
    lines,
    nonempty_marks,
    padded_rows,
    reference_line,
    set_texts,
    text_mark,
    unit_scale,
)
from cc_widgets.widgets.duality import Duality

_TITLE = "Difference in cost"
_DESCRIPTION = "Difference in cost of two classifiers. Arrow keys walk along PC(+)."
_INVITATION = "Two classifiers are needed for a difference"
_LEAST = 0.01
_TEXT_X = 0.02
_BAND_STEPS = 201


class DifferenceView:
    """Figure of the difference in cost of the compared pair."""

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._pc = PcAxis()
        self._y_scale = unit_scale()
        self._y_axis = axis(self._y_scale, "Difference in normalised cost", vertical=True)
        scales = {"x": self._pc.scale, "y": self._y_scale}
        self._cursor = cursor(duality, scales, space="difference", description=_DESCRIPTION)
        self._tracker = ChangeTracker()
        self._title = _TITLE
        self._marks = {
            "band": areas(scales, opacity=0.2),
            "zero": reference_line(scales),
            "significant": lines(scales, stroke_width=7.0),
            "line": lines(scales, colors=[INK], stroke_width=2.5),
            "sides": text_mark(scales, align="start"),
            "invitation": text_mark(scales, font_weight="normal", default_size=1.0),
        }
        self._follow(model)
        axes = (self._pc.axis, self._y_axis)
        self.figure = figure(self._title, axes, scales, self._cursor, self._marks.values())

    @property
    def marks(self) -> dict[str, Any]:
        """Marks by name, in drawing order."""
        return {name: mark.widget for name, mark in self._marks.items()}

    def draw(self, model: CostCurveModel) -> None:
        """Update the figure; existing marks are changed only if necessary."""
        self._follow(model)
        assign(self.figure, title=self._title, marks=nonempty_marks(self._marks.values()))

    def _follow(self, model: CostCurveModel) -> None:
        self._pc.draw(model, self._cursor)
        derived, band, stale = model.curves, model._difference, model._has_stale_bands
        colors = dict(model.colors)
        sources = (derived, model.compared, colors, self._pc.unit, band, stale)
        if not self._tracker.has_changed("all", *sources):
            return
        curve = difference_curve(derived, model.compared, band)
        if curve is None:
            self._draw_nothing()
            return
        styles = looks([item.name for item in derived.classifiers], colors)
        pair = [styles[item.position].color for item in (curve.first, curve.second)]
        self._draw_pair(curve, pair, stale=stale)

    def _draw_nothing(self) -> None:
        self._title = _TITLE
        self._draw_height(0.1)
        self._draw_zero()
        for name in ("band", "significant", "line"):
            self._marks[name].update(x=padded_rows([]), y=padded_rows([]))
        set_texts(self._marks["sides"], [], [], [])
        set_texts(self._marks["invitation"], [_INVITATION], self._pc.at_share([0.5]), [0.03])

    def _draw_pair(self, curve: DifferenceCurve, colors: list[str], *, stale: bool) -> None:
        value, band = curve.estimate, curve.band
        first, second = shorten(curve.first.name), shorten(curve.second.name)
        extent = [value] if band is None else [value, band.lower, band.upper]
        top = _round_up(max(float(np.max(np.abs(values))) for values in extent))
        self._title = f"{first} - {second}"
        self._draw_height(top)
        set_texts(self._marks["invitation"], [], [], [])
        self._draw_zero()
        x, y = self._pc.trace(curve.pc, value)
        self._marks["line"].update(x=x, y=y)
        self._draw_band(curve, colors, stale=stale)
        set_texts(
            self._marks["sides"],
            [f"{second} is cheaper", f"{first} is cheaper"],
            self._pc.at_share([_TEXT_X, _TEXT_X]),
            [0.93 * top, -0.93 * top],
            [css_text_color(color) for color in reversed(colors)],
        )

    def _draw_height(self, top: float) -> None:
        assign(self._y_scale, min=-top, max=top)
        self._y_axis.update(tick_values=top * np.array([-1.0, -0.5, 0.0, 0.5, 1.0]))

    def _draw_zero(self) -> None:
        ends = self._pc.at_share([0.0, 1.0])
        self._marks["zero"].update(x=ends, y=np.zeros(2))

    def _draw_band(self, curve: DifferenceCurve, colors: list[str], *, stale: bool) -> None:
        """Draw the band, and the ranges where it excludes zero on the zero line."""
        band, significance = curve.band, curve.significance
        if band is None:
            for name in ("band", "significant"):
                self._marks[name].update(x=padded_rows([]), y=padded_rows([]))
            return
        grid = self._pc.grid(_BAND_STEPS)
        x = self._pc.place(grid)
        lower, upper = np.interp(grid, band.pc, band.lower), np.interp(grid, band.pc, band.upper)
        self._marks["band"].update(x=closed_outline(x, x), y=closed_outline(lower, upper))
        ends, cheaper = np.empty((0, 2)), list[str]()
        if significance is not None:
            ends = np.column_stack([significance.ranges.pc_low, significance.ranges.pc_high])
            cheaper = [colors[0] if name == "first" else colors[1] for name in significance.cheaper]
        self._marks["significant"].update(
            x=padded_rows(list(self._pc.place(ends))),
            y=padded_rows([[0.0, 0.0]] * len(ends)),
            colors=[NEUTRAL] * len(ends) if stale else cheaper or [NEUTRAL],
        )


def _round_up(value: float) -> float:
    """Return the next of 1, 2, 5, 10, ... with some margin above the value."""
    minimum = max(1.15 * value, _LEAST)
    power: float = 10.0 ** floor(log10(minimum))
    steps = ceil(minimum / power - 1e-9)
    return power * next(step for step in (1, 2, 5, 10) if step >= steps)
