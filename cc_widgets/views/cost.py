"""Figure of cost space."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from bqplot import LinearScale

from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Curves
from cc_widgets.model.drawing import (
    COST_TITLE,
    DASHES,
    MAX_THICK_LINES,
    NEUTRAL,
    Look,
    cost_end,
    empty_figure_texts,
    envelope_of,
    expected_cost_bands,
    faintness,
    fold_costs,
    lines_of,
    looks,
    paleness,
    selected_bands,
    spread_of,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    PAPER,
    ChangeTracker,
    DashedLines,
    ExpectedCurves,
    PcAxis,
    PopulationCurves,
    PopulationMarks,
    Row,
    Scales,
    areas,
    as_float32,
    assign,
    axis,
    closed_outline,
    cursor,
    figure,
    fold_lines,
    in_use_lines,
    lines,
    nonempty_marks,
    padded_rows,
    reference_line,
    set_texts,
    text_mark,
    unit_scale,
    update_fold_lines,
)
from cc_widgets.widgets.duality import Duality

# ---- Baselines in cost space


class BaselineMarks:
    """Lines of the baselines; the region above them is faded."""

    def __init__(self, scales: Scales, pc: PcAxis) -> None:
        self._pc = pc
        self.never = areas(scales, opacity=0.7, colors=[PAPER])
        self.lines = reference_line(scales)

    def draw(self) -> None:
        """Draw both baselines; the page labels them."""
        tent = self._pc.vertices(np.array([0.0, 0.5, 1.0]))
        x = self._pc.place(tent)
        self.never.update(
            x=closed_outline(x, x), y=closed_outline(np.minimum(tent, 1.0 - tent), np.ones(x.size))
        )
        whole = self._pc.vertices(np.array([0.0, 1.0]))
        y = as_float32(np.stack([whole, 1.0 - whole]))
        self.lines.update(x=as_float32(self._pc.place(whole)), y=y)


# ---- Cost space: cost lines, envelopes, baselines, bands


# No lower envelope exceeds it: the better baseline costs min(pc, 1 - pc).
_TOP = 0.5
_TEXT_X = 0.53  # to the right of the default operating point, which is in the middle
_BAND_STEPS = 201
_DESCRIPTION = (
    "Cost space. Arrow keys walk through the lines of an envelope and between classifiers."
)


class CostView:
    """Figure of cost space and its marks.

    `truth` contains population curves that the next call of `draw` displays.
    """

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._pc = PcAxis()
        self._y_scale = unit_scale(_TOP)
        self._y_axis = axis(self._y_scale, COST_TITLE, vertical=True)
        scales = {"x": self._pc.scale, "y": self._y_scale}
        self._cursor = cursor(duality, scales, space="cost", description=_DESCRIPTION)
        self._tracker = ChangeTracker()
        self._rules = BaselineMarks(scales, self._pc)
        self._truth = PopulationMarks(scales)
        self.truth = PopulationCurves()
        self._bands = areas(scales, kind="bands", opacity=0.2)
        self._spread = areas(scales, kind="spread", opacity=0.1)
        self._expected = ExpectedCurves(scales)
        self._folds = fold_lines(scales)
        self._lines = lines(scales, kind="lines", stroke_width=1.0, apply_clip=True)
        self._envelopes = DashedLines(
            lambda dash: lines(scales, kind="envelopes", line_style=dash), DASHES
        )
        self._in_use = in_use_lines(scales)
        self._invitation = text_mark(scales, align="start", font_weight="normal", default_size=1.0)
        self._follow(model)
        self._all = [
            self._lines,
            self._rules.never,
            self._spread,
            self._bands,
            *(self._truth.true, self._truth.earlier),
            self._rules.lines,
            self._folds,
            *self._envelopes.marks,
            *(self._expected.each, self._expected.best),
            self._in_use,
            self._invitation,
        ]
        axes = (self._pc.axis, self._y_axis)
        self.figure = figure("Cost space", axes, scales, self._cursor, self._all)

    @property
    def scale(self) -> LinearScale:
        """Scale of the pc axis."""
        return self._pc.scale

    @property
    def top(self) -> float:
        """Largest cost on the axis."""
        return float(self._y_scale.max)

    @property
    def marks(self) -> dict[str, Any]:
        """Marks by name; a list has one mark per dash pattern."""
        return {
            "never": self._rules.never.widget,
            "rules": self._rules.lines.widget,
            "truth": self._truth.true.widget,
            "earlier samples": self._truth.earlier.widget,
            "bands": self._bands.widget,
            "lines": self._lines.widget,
            "envelopes": [mark.widget for mark in self._envelopes.marks],
            "in use": self._in_use.widget,
            "spread": self._spread.widget,
            "expected": self._expected.each.widget,
            "expected of the best": self._expected.best.widget,
            "folds": self._folds.widget,
            "invitation": self._invitation.widget,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Update the figure; existing marks are changed only if necessary."""
        self._follow(model)
        assign(self.figure, marks=nonempty_marks(self._all))

    def _follow(self, model: CostCurveModel) -> None:
        self._pc.draw(model, self._cursor)
        derived, colors, unit = model.curves, dict(model.colors), self._pc.unit
        self._draw_top(model)
        styles = looks([item.name for item in derived.classifiers], colors)
        if self._tracker.has_changed("rules", unit):
            self._rules.draw()
        if self._tracker.has_changed("envelopes", derived, colors, unit):
            self._draw_envelopes(derived, styles)
            self._draw_lines(derived, styles)
        if self._tracker.has_changed("truth", derived, colors, unit, self.truth):
            self._truth.update(self.truth, styles, self._trace)
        if self._tracker.has_changed("folds", derived, colors, unit):
            self._draw_folds(derived, styles)
        if self._tracker.has_changed("in use", derived, colors, unit, model._in_use):
            self._draw_in_use(model)
        bands, stale = selected_bands(model), model._has_stale_bands
        if self._tracker.has_changed("bands", derived, colors, unit, *bands.values(), stale):
            self._draw_bands(derived, styles, bands, stale=stale)
        in_use = expected_cost_bands(model)
        if self._tracker.has_changed("expected", colors, unit, *in_use.items()):
            ways = {owner: self._pc.trace(band.pc, band.expected) for owner, band in in_use.items()}
            self._expected.update(ways, styles)

    def _trace(self, row: Row) -> Row:
        """Return a polyline over pc in axis coordinates."""
        pc, cost = (np.asarray(values, dtype=np.float64) for values in row)
        return self._pc.trace(pc, cost)

    def _draw_top(self, model: CostCurveModel) -> None:
        """Set the end of the cost axis, and keep the placeholder text inside."""
        derived, top = model.curves, cost_end(model)
        if not self._tracker.has_changed("top", top, derived):
            return
        assign(self._y_scale, max=top)
        invitation = [*filter(None, empty_figure_texts(derived)[1:])]
        x = self._pc.at_share([_TEXT_X] * len(invitation))
        set_texts(self._invitation, invitation, x, [0.2 * top] * len(invitation))

    def _draw_envelopes(self, derived: Curves, styles: list[Look]) -> None:
        self._envelopes.update(
            [self._pc.trace(*envelope_of(item)) for item in derived.classifiers],
            [style.color for style in styles],
            stroke_width=3.0 if len(styles) <= MAX_THICK_LINES else 1.5,
        )

    def _draw_lines(self, derived: Curves, styles: list[Look]) -> None:
        """Draw the cost lines of some thresholds.

        The lines of a classifier form one path with gaps, because browsers would draw crossings of
        separate paths darker.
        """
        items = derived.classifiers
        chosen = lines_of(items)
        most = np.arange(max((index.size for index in chosen), default=0))
        all_as_many = [index[np.minimum(most, index.size - 1)] for index in chosen]
        pairs = list(zip(items, all_as_many, strict=True))
        rates = [(item.lines.fpr[index], item.lines.fnr[index]) for item, index in pairs]
        paths = [self._pc.path(fpr, fnr) for fpr, fnr in rates]
        self._lines.update(
            x=paths[0][0] if paths else padded_rows([]),
            y=padded_rows([y for _, y in paths]),
            colors=[style.color for style in styles] or [NEUTRAL],
            opacities=[faintness(most.size * len(derived.visible))],
            owners=list(range(len(items))),
        )

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Draw the cost lines of thresholds in use, and describe them for screen readers."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        x, y = self._pc.lines(
            np.array([mark.fpr for mark in marks]), np.array([1.0 - mark.tpr for mark in marks])
        )
        self._in_use.update(
            x=as_float32(x) if marks else padded_rows([]),
            y=as_float32(y) if marks else padded_rows([]),
            colors=[styles[places.index(mark.name)].color for mark in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        self._cursor.update(description=description)

    def _draw_folds(self, derived: Curves, styles: list[Look]) -> None:
        """Draw the range of costs over folds, and the curve of each fold."""
        spreads = [(item, spread) for item in derived.classifiers if (spread := spread_of(item))]
        sides = [
            [self._pc.trace(pc, side) for side in (low, high)] for _, (pc, low, high) in spreads
        ]
        self._spread.update(
            x=padded_rows([closed_outline(x, x) for (x, _), _ in sides]),
            y=padded_rows([closed_outline(low, high) for (_, low), (_, high) in sides]),
            colors=[styles[item.position].color for item, _ in spreads] or [NEUTRAL],
            owners=[item.position for item, _ in spreads],
        )
        ways = [[self._pc.trace(*way) for way in fold_costs(item)] for item in derived.classifiers]
        update_fold_lines(self._folds, ways, styles)

    def _draw_bands(
        self, derived: Curves, styles: list[Look], bands: Mapping[str, Band], *, stale: bool
    ) -> None:
        grid = self._pc.grid(_BAND_STEPS)
        place = self._pc.place(grid)
        banded = [item for item in derived.classifiers if item.name in bands]
        each = [bands[item.name] for item in banded]
        colors = [NEUTRAL if stale else styles[item.position].color for item in banded]
        self._bands.update(
            x=closed_outline(place, place) if banded else padded_rows([]),
            y=padded_rows(
                [
                    closed_outline(*(np.interp(grid, b.pc, y) for y in (b.lower, b.upper)))
                    for b in each
                ]
            ),
            colors=colors or [NEUTRAL],
            opacities=[paleness(len(banded))],
            owners=[item.position for item in banded],
        )
