"""Cost space."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from bqplot import LinearScale

from cc_widgets.core.uncertainty import Band
from cc_widgets.model.answers import in_use_words, visible_marks
from cc_widgets.model.derive import Derived, doing_nothing
from cc_widgets.model.drawing import (
    COST_TITLE,
    DASHES,
    FEW,
    NEUTRAL,
    Look,
    bands_in_use,
    chosen_bands,
    cost_end,
    envelope_of,
    faintness,
    fold_costs,
    invitations,
    lines_of,
    looks,
    paleness,
    spread_of,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.style import (
    PAPER,
    Bundle,
    InUse,
    PcAxis,
    Row,
    Scales,
    Seen,
    Truth,
    TruthMarks,
    areas,
    assign,
    axis,
    closed,
    cursor,
    drawn,
    figure,
    fold_lines,
    in_use_lines,
    lines,
    needed,
    put_folds,
    reference_line,
    table,
    unit_scale,
    words,
    write,
)
from cc_widgets.widgets.duality import Duality

# ---- The two rules that look at no example, in cost space


class Rules:
    """Marks of the trivial rules; lines above them, where nobody should be, fade into the paper."""

    def __init__(self, scales: Scales, pc: PcAxis) -> None:
        self._pc = pc
        self.never = areas(scales, opacity=0.7, colors=[PAPER])
        self.lines = reference_line(scales)

    def draw(self) -> None:
        """Draw both rules; the page writes the user's words along them."""
        tent = self._pc.vertices(np.array([0.0, 0.5, 1.0]))
        x = self._pc.place(tent)
        self.never.put(x=closed(x, x), y=closed(doing_nothing(tent), np.ones(x.size)))
        whole = self._pc.vertices(np.array([0.0, 1.0]))
        y = drawn(np.stack([whole, 1.0 - whole]))
        self.lines.put(x=drawn(self._pc.place(whole)), y=y)


# ---- Cost space: cost lines, envelopes, trivial rules, bands


# No lower envelope rises above it: the better trivial rule costs min(pc, 1 - pc).
_TOP = 0.5
_BESIDE = 0.53  # of the operating point, which is in the middle at first
_BAND_STEPS = 201
_DESCRIPTION = (
    "Cost space. Arrow keys walk through the lines of an envelope and between classifiers."
)


class CostView:
    """Owns the figure of cost space and moves its marks.

    Its `truth` is drawn behind them when `draw` is called next.
    """

    def __init__(self, duality: Duality, model: CostCurveModel) -> None:
        self._pc = PcAxis()
        self._y_scale = unit_scale(_TOP)
        self._y_axis = axis(self._y_scale, COST_TITLE, vertical=True)
        scales = {"x": self._pc.scale, "y": self._y_scale}
        self._cursor = cursor(duality, scales, space="cost", description=_DESCRIPTION)
        self._seen = Seen()
        self._rules = Rules(scales, self._pc)
        self._truth = TruthMarks(scales)
        self.truth = Truth()
        self._bands = areas(scales, kind="bands", opacity=0.2)
        self._spread = areas(scales, kind="spread", opacity=0.1)
        self._expected = InUse(scales)
        self._folds = fold_lines(scales)
        self._lines = lines(scales, kind="lines", stroke_width=1.0, apply_clip=True)
        self._envelopes = Bundle(
            lambda dash: lines(scales, kind="envelopes", line_style=dash), DASHES
        )
        self._in_use = in_use_lines(scales)
        self._invitation = words(scales, align="start", font_weight="normal", default_size=1.0)
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
        """The scale of its pc axis."""
        return self._pc.scale

    @property
    def top(self) -> float:
        """The greatest cost on the axis."""
        return float(self._y_scale.max)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks by name: a list has one for each dash."""
        return {
            "never": self._rules.never.made,
            "rules": self._rules.lines.made,
            "truth": self._truth.true.made,
            "earlier samples": self._truth.earlier.made,
            "bands": self._bands.made,
            "lines": self._lines.made,
            "envelopes": [mark.made for mark in self._envelopes.marks],
            "in use": self._in_use.made,
            "spread": self._spread.made,
            "expected": self._expected.each.made,
            "expected of the best": self._expected.best.made,
            "folds": self._folds.made,
            "invitation": self._invitation.made,
        }

    def draw(self, model: CostCurveModel) -> None:
        """Show what the model says; marks that exist already are moved, if they must be."""
        self._follow(model)
        assign(self.figure, marks=needed(self._all))

    def _follow(self, model: CostCurveModel) -> None:
        self._pc.draw(model, self._cursor)
        derived, colors, unit = model.derived, dict(model.colors), self._pc.unit
        self._draw_top(model)
        styles = looks([item.name for item in derived.classifiers], colors)
        if self._seen.changes("rules", unit):
            self._rules.draw()
        if self._seen.changes("envelopes", derived, colors, unit):
            self._draw_envelopes(derived, styles)
            self._draw_lines(derived, styles)
        if self._seen.changes("truth", derived, colors, unit, self.truth):
            self._truth.put(self.truth, styles, self._traced)
        if self._seen.changes("folds", derived, colors, unit):
            self._draw_folds(derived, styles)
        if self._seen.changes("in use", derived, colors, unit, model.in_use):
            self._draw_in_use(model)
        bands, stale = chosen_bands(model), bool(model.stale)
        if self._seen.changes("bands", derived, colors, unit, *bands.values(), stale):
            self._draw_bands(derived, styles, bands, stale=stale)
        in_use = bands_in_use(model)
        if self._seen.changes("expected", colors, unit, *in_use.items()):
            ways = {who: self._pc.trace(one.pc, one.expected) for who, one in in_use.items()}
            self._expected.put(ways, styles)

    def _traced(self, row: Row) -> Row:
        """A polyline over pc as it is drawn."""
        pc, cost = (np.asarray(one, dtype=np.float64) for one in row)
        return self._pc.trace(pc, cost)

    def _draw_top(self, model: CostCurveModel) -> None:
        """End the axis where the model says, and keep words that stand in the plot inside."""
        derived, top = model.derived, cost_end(model)
        if not self._seen.changes("top", top, derived):
            return
        assign(self._y_scale, max=top)
        invitation = [*filter(None, invitations(derived)[1:])]
        beside = self._pc.at_share([_BESIDE] * len(invitation))
        write(self._invitation, invitation, beside, [0.2 * top] * len(invitation))

    def _draw_envelopes(self, derived: Derived, styles: list[Look]) -> None:
        self._envelopes.put(
            [self._pc.trace(*envelope_of(item)) for item in derived.classifiers],
            [style.color for style in styles],
            stroke_width=3.0 if len(styles) <= FEW else 1.5,
        )

    def _draw_lines(self, derived: Derived, styles: list[Look]) -> None:
        """Draw the lines of some thresholds.

        Those of one classifier are one path with gaps, which no browser draws darker where they
        cross.
        """
        items = derived.classifiers
        chosen = lines_of(items)
        most = np.arange(max((index.size for index in chosen), default=0))
        all_as_many = [index[np.minimum(most, index.size - 1)] for index in chosen]
        pairs = list(zip(items, all_as_many, strict=True))
        rates = [(item.lines.fpr[index], item.lines.fnr[index]) for item, index in pairs]
        paths = [self._pc.path(fpr, fnr) for fpr, fnr in rates]
        self._lines.put(
            x=paths[0][0] if paths else table([]),
            y=table([y for _, y in paths]),
            colors=[style.color for style in styles] or [NEUTRAL],
            opacities=[faintness(most.size * len(derived.visible))],
            owners=list(range(len(items))),
        )

    def _draw_in_use(self, model: CostCurveModel) -> None:
        """Draw the lines of the thresholds in use, and name them to those who see no figure."""
        styles = looks(list(model.classifiers), model.colors)
        marks, places = visible_marks(model), list(model.classifiers)
        x, y = self._pc.lines(
            np.array([one.fpr for one in marks]), np.array([1.0 - one.tpr for one in marks])
        )
        self._in_use.put(
            x=drawn(x) if marks else table([]),
            y=drawn(y) if marks else table([]),
            colors=[styles[places.index(one.name)].color for one in marks] or [NEUTRAL],
        )
        description = " ".join([_DESCRIPTION, in_use_words(model)]).rstrip()
        self._cursor.put(description=description)

    def _draw_folds(self, derived: Derived, styles: list[Look]) -> None:
        """Draw how much folds differ, and each of them for whoever points at their classifier."""
        spreads = [(item, around) for item in derived.classifiers if (around := spread_of(item))]
        sides = [
            [self._pc.trace(pc, side) for side in (low, high)] for _, (pc, low, high) in spreads
        ]
        self._spread.put(
            x=table([closed(x, x) for (x, _), _ in sides]),
            y=table([closed(low, high) for (_, low), (_, high) in sides]),
            colors=[styles[item.position].color for item, _ in spreads] or [NEUTRAL],
            owners=[item.position for item, _ in spreads],
        )
        ways = [[self._pc.trace(*way) for way in fold_costs(item)] for item in derived.classifiers]
        put_folds(self._folds, ways, styles)

    def _draw_bands(
        self, derived: Derived, styles: list[Look], bands: Mapping[str, Band], *, stale: bool
    ) -> None:
        grid = self._pc.grid(_BAND_STEPS)
        place = self._pc.place(grid)
        banded = [item for item in derived.classifiers if item.name in bands]
        each = [bands[item.name] for item in banded]
        colors = [NEUTRAL if stale else styles[item.position].color for item in banded]
        self._bands.put(
            x=closed(place, place) if banded else table([]),
            y=table(
                [closed(*(np.interp(grid, b.pc, y) for y in (b.lower, b.upper))) for b in each]
            ),
            colors=colors or [NEUTRAL],
            opacities=[paleness(len(banded))],
            owners=[item.position for item in banded],
        )
