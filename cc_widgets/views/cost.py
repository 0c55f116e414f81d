"""Cost space."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Derived, DerivedClassifier, doing_nothing
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.axes import PcAxis
from cc_widgets.views.link import drawn_bands
from cc_widgets.views.style import (
    INK,
    NEUTRAL,
    Look,
    Ranks,
    Scales,
    Seen,
    areas,
    assign,
    axis,
    closed,
    drawn,
    figure,
    in_use_lines,
    lines,
    looks,
    reference_line,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

# ---- The two rules that look at no example, in cost space


class Rules:
    """Marks of the trivial rules; nobody should use what stands in the shade above them."""

    def __init__(self, scales: Scales, pc: PcAxis) -> None:
        self._pc = pc
        self.never = areas(scales, opacity=0.09)
        self.lines = reference_line(scales)

    def draw(self) -> None:
        """Draw both rules; the page writes the user's words along them."""
        tent = self._pc.vertices(np.array([0.0, 0.5, 1.0]))
        x = self._pc.place(tent)
        assign(self.never, x=closed(x, x), y=closed(doing_nothing(tent), np.ones(x.size)))
        whole = self._pc.vertices(np.array([0.0, 1.0]))
        y = drawn(np.stack([whole, 1.0 - whole]))
        assign(self.lines, x=drawn(self._pc.place(whole)), y=y)


# ---- Cost space: cost lines, envelopes, trivial rules, bands


# No lower envelope rises above it: the better trivial rule costs min(pc, 1 - pc).
_TOP = 0.5
_INVITATION = "No costs yet"
_FEW = 8
_MOST_LINES = 160
_FEWEST_LINES = 6
_BRACKET = 0.014
_KEY_AT = (0.02, 0.955)
_BESIDE = 0.53  # of the operating point, which is in the middle at first
_BAND_STEPS = 201
_DESCRIPTION = "Cost space. Arrow keys walk through the cost lines."


class CostView:
    """Owns the figure of cost space and moves its marks."""

    def __init__(self, duality: Duality) -> None:
        self._pc = PcAxis()
        self._y_axis = axis(unit_scale(_TOP), "Normalised expected cost", vertical=True)
        scales = {"x": self._pc.scale, "y": self._y_axis.scale}
        self._seen = Seen()
        self._rules = Rules(scales, self._pc)
        self._bands = areas(scales, opacity=0.2)
        self._spread = areas(scales, opacity=0.22)
        self._ranges = lines(scales, stroke_width=1.5, opacities=[0.5])
        self._in_use = in_use_lines(scales)
        self._average = lines(scales, colors=[INK], line_style="dashed", stroke_width=2.5)
        self._key = words(scales, align="start")
        self._invitation = words(scales, align="start", font_weight="normal", default_size=1.0)
        self._curves = Ranks(scales, _LineMarks)
        self.figure = figure(
            "Cost space",
            (self._pc.axis, self._y_axis),
            duality,
            space="cost",
            description=_DESCRIPTION,
        )
        self._show()

    @property
    def top(self) -> float:
        """The greatest cost on the axis: 0.5, which no envelope exceeds, or 1 for whole lines."""
        return float(self._y_axis.scale.max)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name; of what each classifier has, a list in the user's order."""
        each = list(self._curves)
        return {
            "never": self._rules.never,
            "rules": self._rules.lines,
            "bands": self._bands,
            "lines": [marks.lines for marks in each],
            "envelopes": [marks.envelope for marks in each],
            "ranges": self._ranges,
            "in use": self._in_use,
            "average": self._average,
            "spread": self._spread,
            "key": self._key,
            "invitation": self._invitation,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        self._pc.draw(model, self.figure.interaction)
        if self._seen.changes("top", model.cost_top):
            assign(self._y_axis.scale, max=model.cost_top)
        derived, colors, frame = model.derived, dict(model.colors), (self._pc.unit, self.top)
        styles = looks([item.name for item in derived.classifiers], colors)
        if self._seen.changes("rules", frame):
            self._rules.draw()
        if self._seen.changes("curves", derived, colors, frame):
            self._draw_curves(derived, styles)
        if self._seen.changes("in use", derived, colors, frame, model.in_use):
            self._draw_in_use(model)
        stale = bool(model.stale)
        if self._seen.changes("bands", derived, colors, frame, model.band, model.shown_band, stale):
            self._draw_bands(derived, styles, drawn_bands(model), stale=stale)

    def _show(self) -> None:
        self.figure.marks = [
            self._rules.never,
            self._bands,
            self._spread,
            *(marks.lines for marks in self._curves),
            self._rules.lines,
            self._ranges,
            *(marks.envelope for marks in self._curves),
            self._in_use,
            self._average,
            self._key,
            self._invitation,
        ]

    def _draw_curves(self, derived: Derived, styles: list[Look]) -> None:
        self._curves.fit(len(styles), self._show)
        shown = [derived.classifiers[position] for position in derived.visible]
        limit = max(_FEWEST_LINES, _MOST_LINES // max(1, len(shown)))
        opacity = _faintness(sum(min(item.shown.index.size, limit) for item in shown))
        width = 3.0 if len(shown) <= _FEW else 1.5
        for marks, item, style in zip(self._curves, derived.classifiers, styles, strict=True):
            marks.draw_lines(item, style, self._pc, limit=limit, opacity=opacity)
            marks.draw_envelope(item, style, self._pc, width)
        self._draw_ranges(shown, [styles[position] for position in derived.visible])
        self._draw_average(derived)
        invitation = [] if shown else [_INVITATION]
        beside = self._pc.at_share([_BESIDE] * len(invitation))
        write(self._invitation, invitation, beside, [0.2 * self.top] * len(invitation))

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Draw the lines of the thresholds in use, and name them to those who see no figure."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        x, y = self._pc.lines(
            np.array([one.fpr for one in marks]), np.array([1.0 - one.tpr for one in marks])
        )
        assign(
            self._in_use,
            x=x if marks else table([]),
            y=y if marks else table([]),
            colors=[styles[places.index(one.name)].color for one in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        assign(self.figure.interaction, description=description)

    def _draw_ranges(self, shown: list[DerivedClassifier], styles: list[Look]) -> None:
        """Bracket, on the pc axis, where each classifier beats both trivial rules."""
        few = [
            (item.range, style.color)
            for item, style in zip(shown, styles, strict=True)
            if item.range is not None
        ]
        if len(few) > _FEW:
            few = []
        x = [self._pc.place([r.pc_low, r.pc_low, r.pc_high, r.pc_high]) for r, _ in few]
        heights = [self.top * _BRACKET * (rank + 1) for rank in range(len(few))]
        # Where a range ends at the rim of the plot there is no end to be seen.
        y = [
            [height * (r.pc_low <= 0.0), height, height, height * (r.pc_high >= 1.0)]
            for (r, _), height in zip(few, heights, strict=True)
        ]
        assign(self._ranges, x=table(x), y=table(y), colors=[color for _, color in few] or [INK])

    def _draw_average(self, derived: Derived) -> None:
        average, spread = derived.average, derived.spread
        if average is None or spread is None:
            for mark in (self._average, self._spread):
                assign(mark, x=table([]), y=table([]))
            write(self._key, [], [], [])
            return
        x, mean = self._pc.trace(spread.pc, spread.mean)
        low = self._pc.trace(spread.pc, spread.mean - spread.deviation)[1]
        high = self._pc.trace(spread.pc, spread.mean + spread.deviation)[1]
        assign(self._average, x=x, y=mean)
        key = f"- - mean of {len(derived.visible)} folds, spread"
        write(self._key, [key], self._pc.at_share([_KEY_AT[0]]), [_KEY_AT[1] * self.top])
        assign(self._spread, x=closed(x, x), y=closed(np.maximum(low, 0.0), high))

    def _draw_bands(
        self, derived: Derived, styles: list[Look], bands: Mapping[str, Band], *, stale: bool
    ) -> None:
        grid = self._pc.grid(_BAND_STEPS)
        place = self._pc.place(grid)
        shown = [
            (bands[derived.classifiers[position].name], styles[position].color)
            for position in derived.visible
            if derived.classifiers[position].name in bands
        ]
        outlines = [
            closed(np.interp(grid, b.pc, b.lower), np.interp(grid, b.pc, b.upper)) for b, _ in shown
        ]
        colors = [NEUTRAL if stale else color for _, color in shown]
        x = [closed(place, place)] * len(shown)
        assign(self._bands, x=table(x), y=table(outlines), colors=colors or [NEUTRAL])


class _LineMarks:
    """The marks of one classifier."""

    def __init__(self, scales: Scales) -> None:
        self.lines = lines(scales, stroke_width=1.0, apply_clip=True)
        self.envelope = lines(scales)

    def draw_lines(
        self, item: DerivedClassifier, style: Look, pc: PcAxis, *, limit: int, opacity: float
    ) -> None:
        """Draw the lines of some thresholds: of more, nothing but a haze would be seen."""
        index = item.shown.index
        if index.size > limit:
            index = index[np.linspace(0, index.size - 1, limit).astype(int)]
        ends = item.lines
        x, y = pc.lines(ends.fpr[index], ends.fnr[index])
        look = {"colors": [style.color], "visible": item.visible}
        assign(self.lines, x=x, y=y, opacities=[opacity], **look)

    def draw_envelope(self, item: DerivedClassifier, style: Look, pc: PcAxis, width: float) -> None:
        """Draw the least cost that the classifier reaches."""
        x, y = pc.trace(item.envelope.pc, item.envelope.cost)
        look = {"colors": [style.color], "visible": item.visible, "line_style": style.dash}
        assign(self.envelope, x=x, y=y, stroke_width=width, **look)


def _faintness(count: int) -> float:
    """An opacity at which many lines stay a background."""
    return max(0.04, min(0.45, 14.0 / max(1, count)))
