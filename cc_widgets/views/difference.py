"""What one classifier costs more than another, over pc."""

from math import ceil, floor, log10
from typing import Any

import numpy as np

from cc_widgets.model.differences import Difference, difference_of
from cc_widgets.model.drawing import NEUTRAL, looks
from cc_widgets.model.numerals import short
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    INK,
    PcAxis,
    Seen,
    areas,
    assign,
    axis,
    closed,
    cursor,
    figure,
    lettering,
    lines,
    needed,
    reference_line,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

_TITLE = "Difference in cost"
_DESCRIPTION = "Difference in cost of two classifiers. Arrow keys walk along PC(+)."
_INVITATION = "Two classifiers are needed for a difference"
_LEAST = 0.01
_BESIDE = 0.02
_BAND_STEPS = 201


class DifferenceView:
    """Owns the figure of the difference of the two compared classifiers."""

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._pc = PcAxis()
        self._y_scale = unit_scale()
        self._y_axis = axis(self._y_scale, "Difference in normalised cost", vertical=True)
        scales = {"x": self._pc.scale, "y": self._y_scale}
        self._cursor = cursor(duality, scales, space="difference", description=_DESCRIPTION)
        self._seen = Seen()
        self._title = _TITLE
        self._marks = {
            "band": areas(scales, opacity=0.2),
            "zero": reference_line(scales),
            "significant": lines(scales, stroke_width=7.0),
            "line": lines(scales, colors=[INK], stroke_width=2.5),
            "sides": words(scales, align="start"),
            "invitation": words(scales, font_weight="normal", default_size=1.0),
        }
        self._follow(model)
        axes = (self._pc.axis, self._y_axis)
        self.figure = figure(self._title, axes, scales, self._cursor, self._marks.values())

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name, in the order in which they are drawn."""
        return {name: mark.made for name, mark in self._marks.items()}

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        self._follow(model)
        assign(self.figure, title=self._title, marks=needed(self._marks.values()))

    def _follow(self, model: CostCurveModel) -> None:
        self._pc.draw(model, self._cursor)
        derived, band, stale = model.derived, model.difference, bool(model.stale)
        colors = dict(model.colors)
        sources = (derived, model.compared, colors, self._pc.unit, band, stale)
        if not self._seen.changes("all", *sources):
            return
        found = difference_of(derived, model.compared, band)
        if found is None:
            self._draw_nothing()
            return
        styles = looks([item.name for item in derived.classifiers], colors)
        pair = [styles[item.position].color for item in (found.first, found.second)]
        self._draw_pair(found, pair, stale=stale)

    def _draw_nothing(self) -> None:
        self._title = _TITLE
        self._draw_height(0.1)
        self._draw_zero()
        for name in ("band", "significant", "line"):
            self._marks[name].put(x=table([]), y=table([]))
        write(self._marks["sides"], [], [], [])
        write(self._marks["invitation"], [_INVITATION], self._pc.at_share([0.5]), [0.03])

    def _draw_pair(self, found: Difference, colors: list[str], *, stale: bool) -> None:
        value, band = found.estimate, found.band
        first, second = short(found.first.name), short(found.second.name)
        extent = [value] if band is None else [value, band.lower, band.upper]
        top = _round_up(max(float(np.max(np.abs(values))) for values in extent))
        self._title = f"{first} - {second}"
        self._draw_height(top)
        write(self._marks["invitation"], [], [], [])
        self._draw_zero()
        x, y = self._pc.trace(found.pc, value)
        self._marks["line"].put(x=x, y=y)
        self._draw_band(found, colors, stale=stale)
        write(
            self._marks["sides"],
            [f"{second} is cheaper", f"{first} is cheaper"],
            self._pc.at_share([_BESIDE, _BESIDE]),
            [0.93 * top, -0.93 * top],
            [lettering(color) for color in reversed(colors)],
        )

    def _draw_height(self, top: float) -> None:
        assign(self._y_scale, min=-top, max=top)
        self._y_axis.put(tick_values=top * np.array([-1.0, -0.5, 0.0, 0.5, 1.0]))

    def _draw_zero(self) -> None:
        ends = self._pc.at_share([0.0, 1.0])
        self._marks["zero"].put(x=ends, y=np.zeros(2))

    def _draw_band(self, found: Difference, colors: list[str], *, stale: bool) -> None:
        """Draw the band, and on the zero line the ranges on which it excludes zero."""
        band, sure = found.band, found.significance
        if band is None:
            for name in ("band", "significant"):
                self._marks[name].put(x=table([]), y=table([]))
            return
        grid = self._pc.grid(_BAND_STEPS)
        x = self._pc.place(grid)
        lower, upper = np.interp(grid, band.pc, band.lower), np.interp(grid, band.pc, band.upper)
        self._marks["band"].put(x=closed(x, x), y=closed(lower, upper))
        ends, cheaper = np.empty((0, 2)), list[str]()
        if sure is not None:
            ends = np.column_stack([sure.ranges.pc_low, sure.ranges.pc_high])
            cheaper = [colors[0] if one == "first" else colors[1] for one in sure.cheaper]
        self._marks["significant"].put(
            x=table(list(self._pc.place(ends))),
            y=table([[0.0, 0.0]] * len(ends)),
            colors=[NEUTRAL] * len(ends) if stale else cheaper or [NEUTRAL],
        )


def _round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, ... with some room above the value."""
    wanted = max(1.15 * value, _LEAST)
    power: float = 10.0 ** floor(log10(wanted))
    steps = ceil(wanted / power - 1e-9)
    return power * next(step for step in (1, 2, 5, 10) if step >= steps)
