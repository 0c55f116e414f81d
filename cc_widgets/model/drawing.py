"""Content of the figures, on screen and in print: colours, axes, curves, points and bands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from operator import is_not
from typing import TYPE_CHECKING, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import RocCurve, lower_envelope
from cc_widgets.core.conditions import Range
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.costs import cost_of_rates, dual_hull
from cc_widgets.core.hull import BASELINE, Hull
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, Owner
from cc_widgets.core.simplification import rises, simplify, sleeve_fit
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty.regions import RatesBox, RocBand
from cc_widgets.model.answers import (
    current_band,
    current_best_band,
    independent_counts,
    rate_limit_words,
    rate_limits,
    visible_marks,
)
from cc_widgets.model.bands import ROC_BANDS
from cc_widgets.model.choosing import choices_over, limit_words
from cc_widgets.model.conditions import X_LEAST, log_odds, pc_at_place
from cc_widgets.model.derive import FINE, SMOOTH, Curves, DerivedClassifier, is_scored
from cc_widgets.model.numerals import percent, shorten

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Looks of classifiers


NEUTRAL = "#808080"
"""Colour of items without a classifier, visible on white and on black."""


@dataclass(frozen=True)
class Look:
    """Colour, dash and marker of a classifier, each sufficient to identify it."""

    color: str
    dash: str
    marker: str


# Colours of Okabe and Ito; the first ones have a contrast of 3 on white and on black.
# Their vermilion is darker here, because it was confused with the green in deuteranopia.
_COLORS = ("#0072b2", "#bd4a00", "#009e73", "#cc79a7", "#9c5f4a", "#5b8fd0")
DASHES = ("solid", "dashed", "dash_dotted", "dotted")
MARKERS = ("circle", "square", "diamond", "triangle-up")


def look(position: int) -> Look:
    """Return the look of the classifier at this position."""
    return Look(
        _COLORS[position % len(_COLORS)],
        DASHES[position % len(DASHES)],
        MARKERS[position % len(MARKERS)],
    )


def looks(names: Sequence[str], colors: Mapping[str, str]) -> list[Look]:
    """Return the look of each classifier, with the colours chosen by the user."""
    default = [look(position) for position in range(len(names))]
    return [
        replace(style, color=colors[name]) if name in colors else style
        for name, style in zip(names, default, strict=True)
    ]


# ---- Axis titles


COST_TITLE = "Expected cost (1 = all wrong)"


def words_of(model: "CostCurveModel") -> tuple[str, str]:
    """Return the user's names of the negative and the positive class, shortened."""
    negative, positive = model.curves.classes
    return shorten(negative), shorten(positive)


def rate_titles(model: "CostCurveModel") -> tuple[str, str]:
    """Return the titles of the horizontal and the vertical axis of ROC space."""
    negative, positive = words_of(model)
    return f"False positive rate ({negative} flagged)", f"True positive rate ({positive} found)"


# ---- The pc axis


AxisScale = Literal["pc", "logit"]
Polyline = tuple[FloatArray, FloatArray]

_SAMPLES = 65
_SAMPLES_OF_A_LINE = 33


def scale_of(model: "CostCurveModel") -> AxisScale:
    """Return the scale of the pc axis."""
    return "logit" if model.view.axis == "logit" else "pc"


def ends_of(unit: AxisScale) -> tuple[float, float]:
    """Return the positions of both ends of the pc axis."""
    end = float(log_odds(np.array(1.0)))
    return (-end, end) if unit == "logit" else (0.0, 1.0)


class PcScale:
    """Scale of the pc axis: linear, or logit.

    On a logit axis straight cost lines are curved, so lines are drawn through `trace`, `lines` or
    `vertices`.
    """

    def __init__(self, unit: AxisScale = "pc") -> None:
        self.unit = unit

    @property
    def ends(self) -> tuple[float, float]:
        """Positions of both ends of the axis."""
        return ends_of(self.unit)

    def place(self, pc: ArrayLike) -> FloatArray:
        """Return the positions of values of pc."""
        values = np.asarray(pc, dtype=np.float64)
        if self.unit == "pc":
            return values
        return log_odds(values)

    def share(self, pc: ArrayLike) -> FloatArray:
        """Return the positions of values of pc as fractions of the axis length."""
        low, high = self.ends
        return (self.place(pc) - low) / (high - low)

    def at_share(self, share: ArrayLike) -> FloatArray:
        """Return the positions at these shares of the axis length."""
        low, high = self.ends
        return low + np.asarray(share, dtype=np.float64) * (high - low)

    def pc_at_share(self, share: ArrayLike) -> FloatArray:
        """Return the values of pc at these shares of the axis length."""
        places = self.at_share(share)
        return places if self.unit == "pc" else pc_at_place(places)

    def grid(self, count: int = _SAMPLES) -> FloatArray:
        """Return evenly spaced values of pc."""
        return self.pc_at_share(np.linspace(0.0, 1.0, count))

    def vertices(self, pc: FloatArray) -> FloatArray:
        """Return the pc at which a polyline with these vertices is evaluated."""
        if self.unit == "pc":
            return pc
        inner = pc[(pc > X_LEAST) & (pc < 1.0 - X_LEAST)]
        return np.union1d(inner, self.grid())

    def trace(self, pc: FloatArray, cost: FloatArray) -> Polyline:
        """Return a polyline over pc in positions on the axis."""
        stops = self.vertices(pc)
        return self.place(stops), np.interp(stops, pc, cost)

    def lines(self, fpr: FloatArray, fnr: FloatArray) -> Polyline:
        """Return many cost lines: common positions, and one row of costs for each."""
        pc = np.array([0.0, 1.0]) if self.unit == "pc" else self.grid(_SAMPLES_OF_A_LINE)
        return self.place(pc), np.outer(fpr, 1.0 - pc) + np.outer(fnr, pc)


# ---- Axis limits that fit the data


_ROOM = 1.5
_LEAST = 0.001
_OF_PERFECT = 0.1
_WHOLE_COST = 0.5  # no lower envelope rises above it
_MOST_STEPS = 6
_TYPICAL_PC = np.linspace(0.2, 0.8, 25)


def cost_end(model: "CostCurveModel") -> float:
    """Return the upper end of the cost axis."""
    if model.view.cost_top == "fit":
        return fitting_cost(model.curves, tops_of(model))
    return float(model.view.cost_top)


def rate_end(model: "CostCurveModel") -> float:
    """Return the side length of the visible upper left corner of ROC space; 1 for all of it."""
    return fitting_rates(model.curves) if model.view.roc_fit else 1.0


def tops_of(model: "CostCurveModel") -> list[float]:
    """Return the maximum costs of the bands and expected costs drawn."""
    bands, expected = visible_bands(model).values(), visible_expected_bands(model).values()
    return [
        float(edge.max()) for edge in [*(b.upper for b in bands), *(b.expected for b in expected)]
    ]


def fitting_cost(derived: Curves, tops: Iterable[float]) -> float:
    """Return an end of the cost axis above all visible envelopes and these costs."""
    highest = [item.envelope.cost.max() for item in derived.shown]
    if not highest:
        return _WHOLE_COST
    top = _ROOM * float(max(*highest, 0.0, *tops))
    return min(_WHOLE_COST, rounded_up(max(top, _LEAST) if top else _OF_PERFECT))


def fitting_rates(derived: Curves) -> float:
    """Return the side length of the corner of ROC space with the best thresholds.

    Thresholds that are best only under extreme conditions are outside, along the edges.
    """
    hull = derived.hull
    own = hull.owner != BASELINE
    fpr, fnr = hull.fpr[own], 1.0 - hull.tpr[own]
    if not fpr.size:
        return 1.0
    best = np.argmin(np.outer(1.0 - _TYPICAL_PC, fpr) + np.outer(_TYPICAL_PC, fnr), axis=1)
    side = _ROOM * float(np.maximum(fpr, fnr)[best].max())
    return min(1.0, rounded_up(max(side, _LEAST) if side else _OF_PERFECT))


def rounded_up(value: float) -> float:
    """Return the next tick value above, with ticks at 1, 2 or 5 times a power of ten."""
    power = 10.0 ** floor(log10(value / _MOST_STEPS))
    step = next(
        step for step in (power, 2 * power, 5 * power, 10 * power) if value <= _MOST_STEPS * step
    )
    return float(f"{ceil(value / step - 1e-9) * step:.12g}")


# ---- Curves and dots of ROC space


MAX_THICK_LINES = 8
"""Maximum number of classifiers with thick lines."""

_MAX_SEPARATE = 8  # points of a classifier without thresholds that are drawn separately
_DOT_SPACING = 0.04
_MAX_FOLD_POINTS = 200  # vertices of a curve that is shown briefly


class HullPart(NamedTuple):
    """Part of the joint hull that belongs to one classifier; `owner` -1 for several or none."""

    owner: int
    fpr: FloatArray
    tpr: FloatArray


def hull_parts(hull: Hull) -> list[HullPart]:
    """Return the joint hull in parts from left to right; empty for the hull of guessing."""
    if not np.any(hull.owner != BASELINE):
        return []
    ends = zip(hull.owner[:-1].tolist(), hull.owner[1:].tolist(), strict=True)
    edges = [_edge_owner(left, right) for left, right in ends]
    starts = [i for i in range(len(edges)) if i == 0 or edges[i] != edges[i - 1]]
    stops = [*starts[1:], len(edges)]
    return [
        HullPart(edges[start], hull.fpr[start : stop + 1], hull.tpr[start : stop + 1])
        for start, stop in zip(starts, stops, strict=True)
    ]


def _edge_owner(left: int, right: int) -> int:
    """Return the owner of a hull edge; one to a baseline belongs to the other end's owner."""
    owners = {left, right} - {BASELINE}
    return owners.pop() if len(owners) == 1 else BASELINE


def _inside(curve: RocCurve) -> BoolArray:
    """Return which points are not the corners (0, 0) and (1, 1)."""
    total = curve.fpr + curve.tpr
    inside: BoolArray = (total > 0.0) & ((curve.fpr < 1.0) | (curve.tpr < 1.0))
    return inside


def is_curve(item: DerivedClassifier) -> bool:
    """Return whether a classifier is drawn as a curve, and not as separate points."""
    curve = item.curve
    scored = (
        curve.threshold is not None or curve.fpr.size > _MAX_SEPARATE or item.spread is not None
    )
    several = np.count_nonzero(_inside(curve)) != 1
    return bool(rises(curve) and (is_joined(item) or (scored and several)))


def is_joined(item: DerivedClassifier) -> bool:
    """Return whether the user passed a curve, which is drawn as one even if short."""
    return isinstance(item.source, RocCurve) and not isinstance(item.source, PointSet)


def curve_of(item: DerivedClassifier) -> Polyline:
    """Return the polyline of an ROC curve; a single point for separate points."""
    index = item.outline.index if is_curve(item) else item.shown.index[:1]
    return item.curve.fpr[index], item.curve.tpr[index]


def envelope_of(item: DerivedClassifier) -> Polyline:
    """Return the polyline of a lower envelope over pc, simplified if it is smooth."""
    pc, cost = item.envelope.pc, item.envelope.cost
    if pc.size <= SMOOTH:
        return pc, cost
    # No cost decreases faster than pc increases, so cost + pc is non-decreasing.
    index = sleeve_fit(pc, cost + pc, FINE, np.zeros(pc.size, dtype=bool))
    return pc[index], cost[index]


def fold_curves(item: DerivedClassifier) -> list[Polyline]:
    """Return the ROC curve of each fold, or its hull for unordered points."""
    polylines: list[Polyline] = []
    for fold in item.reduced.each:
        curve = fold.curve
        if not rises(curve):
            polylines.append((fold.hull.fpr, fold.hull.tpr))
            continue
        index = slice(None) if curve.fpr.size <= _MAX_FOLD_POINTS else simplify(curve).index
        polylines.append((curve.fpr[index], curve.tpr[index]))
    return polylines


def dots_of(item: DerivedClassifier, hull: Hull | None) -> Polyline | None:
    """Return the dots to draw: all separate points, or spaced corners of the joint hull."""
    if not is_curve(item):
        inside = item.shown.index[_inside(item.curve)[item.shown.index]]
        fpr, tpr = item.curve.fpr[inside], item.curve.tpr[inside]
    elif hull is not None:
        corners = np.flatnonzero(hull.owner == item.position)
        _, first = np.unique((hull.fpr + hull.tpr)[corners] // _DOT_SPACING, return_index=True)
        fpr, tpr = hull.fpr[corners[first]], hull.tpr[corners[first]]
    else:
        return None
    return (fpr, tpr) if fpr.size else None


# ---- Lines and bands of cost space


_MOST_LINES = 300
_MOST_LINES_EACH = 30
_FEWEST_LINES_EACH = 6


def lines_of(items: Sequence[DerivedClassifier]) -> list[IntArray]:
    """Return the positions of the thresholds whose cost lines are drawn."""
    fair_share = max(_FEWEST_LINES_EACH, _MOST_LINES // max(1, len(items)))
    return [_select_lines(item, min(_MOST_LINES_EACH, fair_share)) for item in items]


def faintness(count: int) -> float:
    """Return the opacity of lines in the background, by their number."""
    return max(0.05, min(0.2, 8.0 / max(1, count)))


def paleness(count: int) -> float:
    """Return the opacity of overlapping bands, by their number."""
    return min(0.2, max(0.04, 0.2 * MAX_THICK_LINES / max(1, count)))


def _select_lines(item: DerivedClassifier, limit: int) -> IntArray:
    """Return the thresholds whose lines are drawn, starting with optimal ones."""
    corners = item.hull.index[item.hull.index >= 0]
    room = limit - corners.size
    if room <= 0:
        return _spaced(corners, limit)
    inner = np.setdiff1d(item.shown.index, corners)
    return np.union1d(corners, _spaced(inner, room)) if inner.size else corners


def _spaced(index: IntArray, count: int) -> IntArray:
    """Return evenly spaced items of an index, including both ends."""
    if index.size <= count:
        return index
    spaced: IntArray = index[np.linspace(0, index.size - 1, count).astype(int)]
    return spaced


def spread_of(item: DerivedClassifier) -> tuple[FloatArray, FloatArray, FloatArray] | None:
    """Return pc, and the mean cost of folds minus and plus a standard deviation; or None."""
    if item.spread is None:
        return None
    mean, away = item.spread.mean, item.spread.deviation
    return item.spread.pc, np.maximum(mean - away, 0.0), mean + away


def fold_costs(item: DerivedClassifier) -> list[Polyline]:
    """Return the lower envelope of each fold, over pc."""
    envelopes = [lower_envelope(fold.hull) for fold in item.reduced.each]
    return [(envelope.pc, envelope.cost) for envelope in envelopes]


def selected_bands(model: "CostCurveModel") -> Mapping[str, Band]:
    """Return the bands of all classifiers, or of the selected one, by name."""
    bands = {} if model.bands is None else model.bands.each
    selected = model.view.shown_band
    names = [item.name for item in model.curves.classifiers if selected in {None, item.name}]
    return {name: bands[name] for name in names if name in bands}


def visible_bands(model: "CostCurveModel") -> Mapping[str, Band]:
    """Return the bands that are drawn, by name."""
    names = {item.name for item in model.curves.shown} if model.view.show_bands else set[str]()
    return {name: band for name, band in selected_bands(model).items() if name in names}


def selected_roc_bands(model: "CostCurveModel") -> Mapping[str, RocBand]:
    """Return the bands in ROC space of all classifiers with a band, or of the selected one."""
    return {name: _roc_band(model, name, band) for name, band in selected_bands(model).items()}


def visible_roc_bands(model: "CostCurveModel") -> Mapping[str, RocBand]:
    """Return the bands in ROC space that are drawn, by name."""
    return {name: _roc_band(model, name, band) for name, band in visible_bands(model).items()}


def _roc_band(model: "CostCurveModel", name: str, band: Band) -> RocBand:
    """Return the chosen band in ROC space, or the dual band if the chosen one requires scores."""
    counts = independent_counts(model, name) if is_scored(model.classifiers[name]) else None
    source: object = counts if ROC_BANDS[model.view.roc_band].takes == "scores" else band
    kind = ROC_BANDS["hull" if source is None else model.view.roc_band]
    roc_band: RocBand = kind.make(source or band, level=band.level, simultaneous=band.simultaneous)
    return roc_band


_Sources = tuple[object, ...]
_expected_bands: WeakKeyDictionary["CostCurveModel", tuple[_Sources, Mapping[int, Band]]] = (
    WeakKeyDictionary()
)


def expected_cost_bands(model: "CostCurveModel") -> Mapping[int, Band]:
    """Return bands with the expected cost on new data, by position or `Owner.BEST`.

    Only up-to-date bands that correct for the optimistic bias are included. The result is cached
    until its inputs change.
    """
    names = ("bands", "level", "curves", "average")
    sources = (*(getattr(model, name) for name in names), model.view.shown_band)
    cached = _expected_bands.get(model)
    if cached is None or any(map(is_not, cached[0], sources)):
        cached = _expected_bands[model] = sources, _compute_expected_bands(model)
    return cached[1]


def _compute_expected_bands(model: "CostCurveModel") -> Mapping[int, Band]:
    if model._has_stale_bands:
        return {}
    selected, items = model.view.shown_band, model.curves.classifiers
    each = [item for item in items if selected in {None, item.name}]
    bands = {item.position: current_band(model, item) for item in each}
    if len(model.curves.visible) > 1 and selected is None:
        bands[Owner.BEST.value] = None if model.bands is None else model.bands.best
    return {
        place: band
        for place, band in bands.items()
        if band is not None and np.any(band.expected > band.estimate)
    }


def visible_expected_bands(model: "CostCurveModel") -> Mapping[int, Band]:
    """Return the bands whose expected cost on new data is drawn."""
    if not model.view.show_expected:
        return {}
    places = {*model.curves.visible, Owner.BEST.value}
    return {place: band for place, band in expected_cost_bands(model).items() if place in places}


def roc_of_expected_cost(band: Band) -> Polyline:
    """Return the hull in ROC space that is dual to the expected cost on new data."""
    hull = dual_hull(band.pc, band.expected)
    return hull.fpr, hull.tpr


# ---- The recommendation and the confidence intervals of its rates


@dataclass(frozen=True)
class DrawnRecommendation:
    """Recommendation as drawn: name, text with threshold, rates and cost at pc."""

    name: str
    words: str
    fpr: float
    tpr: float
    cost: float


def drawn_recommendation(model: "CostCurveModel") -> DrawnRecommendation | None:
    """Return the recommendation to draw; None if it is hidden or there is none."""
    if not model.view.show_answer or not model.curves.visible:
        return None
    if model._criterion_answer is not None:
        name, words, (fpr, tpr) = (
            model._criterion_answer.name,
            model._criterion_answer.rule,
            model._criterion_answer.rates,
        )
    else:
        ends, band = model.pc_range or (model.pc, model.pc), current_best_band(model)
        best = choices_over(model, model.curves, Range(*ends), band)
        choice = best.choices[0] if model.pc_range is None else best.single
        name, words, fpr, tpr = choice.name, choice.words, choice.fpr, choice.tpr
    return DrawnRecommendation(name, words, fpr, tpr, float(cost_of_rates(fpr, tpr, model.pc)))


class RateIntervals(NamedTuple):
    """Rates of the recommended threshold with their confidence intervals."""

    fpr: float
    tpr: float
    limits: RatesBox


def rate_intervals(model: "CostCurveModel") -> RateIntervals | None:
    """Return the confidence intervals of both rates of the recommendation.

    None for mixtures of thresholds, baselines, and classifiers without a band or integer counts.
    """
    bands = selected_bands(model)
    chosen = drawn_recommendation(model) if bands and not model._has_stale_bands else None
    if chosen is None or chosen.name not in bands:
        return None
    limits = rate_limits(model, chosen.name, chosen.fpr, chosen.tpr)
    return None if limits is None else RateIntervals(chosen.fpr, chosen.tpr, limits)


def box_words(model: "CostCurveModel") -> str:
    """Return the text on the confidence intervals of both rates, or empty."""
    box = rate_intervals(model)
    if box is None:
        return ""
    words = rate_limit_words(box.fpr, box.tpr, box.limits, model.curves.classes)
    return f"The box in ROC space: it {words}"


def visible_rate_intervals(model: "CostCurveModel") -> RateIntervals | None:
    """Return the confidence intervals of both rates, if they are drawn."""
    return rate_intervals(model) if model.view.show_bands and model.view.show_roc else None


# ---- Texts of empty figures


_INVITATION = "Add a classifier to start"
_ALL_HIDDEN = "All classifiers are hidden"
_NO_COSTS = "No costs yet"
_HIDDEN_TOO = "All hidden"


def empty_figure_texts(derived: Curves) -> tuple[str, str]:
    """Return the texts of ROC space and cost space while they are empty; else empty texts."""
    if derived.visible:
        return "", ""
    return (_ALL_HIDDEN, _HIDDEN_TOO) if derived.classifiers else (_INVITATION, _NO_COSTS)


# ---- Meanings of strokes, and captions of the ribbon, as on the page


class Stroke(NamedTuple):
    """Kind of stroke for the key: the figure (both, roc or cost), the kind and its meaning."""

    place: str
    kind: str
    words: str


def strokes_of(model: "CostCurveModel") -> list[Stroke]:
    """Return the kinds of strokes that the figures show now, in display order."""
    roc, cost = model.view.show_roc, model.view.show_cost
    some = bool(model.curves.visible)
    recommended = some and model.view.show_answer
    limit = limit_words(model.criterion) if model.criterion is not None and some else ""
    both = "both" if roc and cost else "roc" if roc else "cost"
    level = f"{percent(model.level)} uncertainty"
    origin = "assumed" if model._known_conditions is None else "your"
    strokes = [
        (recommended, both, "ring", "recommended"),
        (model.pc_range is not None, both, "range", "your range"),
        (bool(limit), both, "limit", limit),
        (bool(visible_marks(model)), both, "in-use", "in use"),
        (bool(visible_expected_bands(model)), both, "expected", "expected in use"),
        (model.view.show_bands and _is_banded(model), both, "band", level),
        (visible_rate_intervals(model) is not None, "roc", "rates", f"{level} of both rates"),
        (some and roc and model.view.show_lines, "roc", "line", "all thresholds"),
        (some and roc and model.view.show_hull, "roc", "best", "the best of all"),
        (roc, "roc", "rule", "guessing"),
        (some and roc, "roc", "equal", "equal cost"),
        (some and cost and model.view.show_lines, "cost", "line", "one threshold"),
        (some and cost and model.view.show_hull, "cost", "best", "each classifier at its best"),
        (
            _is_spread(model) and cost and model.view.show_hull,
            "cost",
            "spread",
            "how far folds differ",
        ),
        (cost, "cost", "rule", "calling all alike"),
        (cost, "cost", "operating", f"{origin} conditions"),
    ]
    return [Stroke(*stroke) for is_shown, *stroke in strokes if is_shown and (roc or cost)]


def _is_spread(model: "CostCurveModel") -> bool:
    """Return whether a visible classifier has folds."""
    return any(item.spread is not None for item in model.curves.shown)


def _is_banded(model: "CostCurveModel") -> bool:
    """Return whether a visible classifier has a band."""
    if model.bands is None:
        return False
    return any(item.name in model.bands.each for item in model.curves.shown)


ENDS_OF_AXIS = ("← false alarms matter more", "misses matter more →")
"""Meanings of both ends of the pc axis."""


def ribbon_words(model: "CostCurveModel") -> str:
    """Return the caption of the ribbon."""
    return "Cheapest at each place" if model.criterion is None else "Cheapest by cost alone"


def untested_words(model: "CostCurveModel") -> str:
    """Return the caption of the ribbon while differences are not tested."""
    more = "; differences not tested" if len(model.curves.visible) > 1 else ""
    return f"{ribbon_words(model)}{more}"
