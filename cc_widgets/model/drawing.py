"""What figures draw of the model, on the screen as in print: looks, axes, curves, dots, bands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from operator import is_not
from typing import TYPE_CHECKING, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import (
    TRIVIAL,
    Counts,
    Hull,
    Owner,
    PointSet,
    Predictions,
    RocCurve,
    lower_envelope,
    simplify,
)
from cc_widgets.core._cost import cost_of_rates, dual_hull
from cc_widgets.core._display import rises, sleeve
from cc_widgets.core._results import BoolArray, FloatArray, IntArray
from cc_widgets.core.uncertainty import Band, LineCounts, RatesBox, RocBand, rates_box
from cc_widgets.model.answers import best_band, fresh_band, visible_marks
from cc_widgets.model.bands import IN_ROC
from cc_widgets.model.choosing import limit_words
from cc_widgets.model.conditions import X_LEAST, log_odds, pc_at
from cc_widgets.model.derive import FINE, SMOOTH, Derived, DerivedClassifier, is_scored
from cc_widgets.model.numerals import percent, short

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- How a classifier looks, everywhere the same


NEUTRAL = "#808080"
"""For what belongs to no classifier: readable on white and on black."""


@dataclass(frozen=True)
class Look:
    """Colour, dash and marker: three channels, so that no one of them must be seen."""

    color: str
    dash: str
    marker: str


# Okabe and Ito's colours, those with a contrast of 3 on white and on black first. Their vermilion
# is darker here: who sees no green took it for the green.
_COLORS = ("#0072b2", "#bd4a00", "#009e73", "#cc79a7", "#9c5f4a", "#5b8fd0")
DASHES = ("solid", "dashed", "dash_dotted", "dotted")
MARKERS = ("circle", "square", "diamond", "triangle-up")


def look(position: int) -> Look:
    """The look of the classifier at this position."""
    return Look(
        _COLORS[position % len(_COLORS)],
        DASHES[position % len(DASHES)],
        MARKERS[position % len(MARKERS)],
    )


def looks(names: Sequence[str], colors: Mapping[str, str]) -> list[Look]:
    """The look of each classifier, in the colours that the user chose."""
    default = [look(position) for position in range(len(names))]
    return [
        replace(style, color=colors[name]) if name in colors else style
        for name, style in zip(names, default, strict=True)
    ]


# ---- What axes are called


COST_TITLE = "Expected cost (1 = all wrong)"


def words_of(model: "CostCurveModel") -> tuple[str, str]:
    """The user's words for the negative and the positive class."""
    negative, positive = model.derived.classes
    return short(negative), short(positive)


def rate_titles(model: "CostCurveModel") -> tuple[str, str]:
    """What the axes of ROC space are called, first the horizontal one."""
    negative, positive = words_of(model)
    return f"False positive rate ({negative} flagged)", f"True positive rate ({positive} found)"


# ---- Where a pc stands


Unit = Literal["pc", "logit"]
Way = tuple[FloatArray, FloatArray]

_SAMPLES = 65
_SAMPLES_OF_A_LINE = 33


def unit_of(model: "CostCurveModel") -> Unit:
    """What stands evenly along the pc axis."""
    return "logit" if model.axis == "logit" else "pc"


def ends_of(unit: Unit) -> tuple[float, float]:
    """Where the pc axis begins and ends."""
    end = float(log_odds(np.array(1.0)))
    return (-end, end) if unit == "logit" else (0.0, 1.0)


class PcPlaces:
    """Where values of pc stand on an axis.

    They stand where they are, or at their log-odds on a logit axis: there a straight cost line
    bends, so whatever is drawn goes through `trace`, `lines` or `vertices`.

    Attributes
    ----------
    unit : {"pc", "logit"}
        What stands evenly.
    """

    def __init__(self, unit: Unit = "pc") -> None:
        self.unit = unit

    @property
    def ends(self) -> tuple[float, float]:
        """Places of the ends of the axis."""
        return ends_of(self.unit)

    def place(self, pc: ArrayLike) -> FloatArray:
        """Where values of pc stand."""
        values = np.asarray(pc, dtype=np.float64)
        if self.unit == "pc":
            return values
        return log_odds(values)

    def share(self, pc: ArrayLike) -> FloatArray:
        """Where values of pc stand, as shares of the width of the plot."""
        low, high = self.ends
        return (self.place(pc) - low) / (high - low)

    def at_share(self, share: ArrayLike) -> FloatArray:
        """The places on the scale that are these shares of the width of the plot."""
        low, high = self.ends
        return low + np.asarray(share, dtype=np.float64) * (high - low)

    def pc_at_share(self, share: ArrayLike) -> FloatArray:
        """The values of pc at these shares of the width of the plot."""
        places = self.at_share(share)
        return places if self.unit == "pc" else pc_at(places)

    def grid(self, count: int = _SAMPLES) -> FloatArray:
        """Values of pc that stand evenly spaced."""
        return self.pc_at_share(np.linspace(0.0, 1.0, count))

    def vertices(self, pc: FloatArray) -> FloatArray:
        """The pc at which a polyline with these vertices must be known to be drawn."""
        if self.unit == "pc":
            return pc
        kept = pc[(pc > X_LEAST) & (pc < 1.0 - X_LEAST)]
        return np.union1d(kept, self.grid())

    def trace(self, pc: FloatArray, cost: FloatArray) -> Way:
        """A polyline over pc as it is drawn."""
        stops = self.vertices(pc)
        return self.place(stops), np.interp(stops, pc, cost)

    def lines(self, fpr: FloatArray, fnr: FloatArray) -> Way:
        """Many cost lines as they are drawn: common x, and one row of y for each."""
        pc = np.array([0.0, 1.0]) if self.unit == "pc" else self.grid(_SAMPLES_OF_A_LINE)
        return self.place(pc), np.outer(fpr, 1.0 - pc) + np.outer(fnr, pc)


# ---- Where axes end that fit what is drawn


_ROOM = 1.5
_LEAST = 0.001
_OF_PERFECT = 0.1
_WHOLE_COST = 0.5  # no lower envelope rises above it
_MOST_STEPS = 6
_USUAL = np.linspace(0.2, 0.8, 25)


def cost_end(model: "CostCurveModel") -> float:
    """Where the cost axis ends."""
    if model.cost_top == "fit":
        return fitting_cost(model.derived, tops_of(model))
    return float(model.cost_top)


def rate_end(model: "CostCurveModel") -> float:
    """The side of the upper left corner of ROC space that is shown; 1 for all of it."""
    return fitting_rates(model.derived) if model.roc_fit else 1.0


def tops_of(model: "CostCurveModel") -> list[float]:
    """How high reaches what is drawn above the envelopes."""
    bands, expected = drawn_bands(model).values(), drawn_in_use(model).values()
    return [
        float(edge.max()) for edge in [*(b.upper for b in bands), *(b.expected for b in expected)]
    ]


def fitting_cost(derived: Derived, tops: Iterable[float]) -> float:
    """Where the cost axis ends: well above every visible envelope, and these heights."""
    highest = [item.envelope.cost.max() for item in derived.shown]
    if not highest:
        return _WHOLE_COST
    top = _ROOM * float(max(*highest, 0.0, *tops))
    return min(_WHOLE_COST, rounded_up(max(top, _LEAST) if top else _OF_PERFECT))


def fitting_rates(derived: Derived) -> float:
    """The side of the upper left corner of ROC space that has the best thresholds.

    Those at extreme conditions stay outside: they lie along the rim.
    """
    hull = derived.hull
    own = hull.owner != TRIVIAL
    fpr, fnr = hull.fpr[own], 1.0 - hull.tpr[own]
    if not fpr.size:
        return 1.0
    best = np.argmin(np.outer(1.0 - _USUAL, fpr) + np.outer(_USUAL, fnr), axis=1)
    side = _ROOM * float(np.maximum(fpr, fnr)[best].max())
    return min(1.0, rounded_up(max(side, _LEAST) if side else _OF_PERFECT))


def rounded_up(value: float) -> float:
    """The next number above on which a tick stands, of few ticks 1, 2 or 5 tenths apart."""
    power = 10.0 ** floor(log10(value / _MOST_STEPS))
    step = next(
        step for step in (power, 2 * power, 5 * power, 10 * power) if value <= _MOST_STEPS * step
    )
    return float(f"{ceil(value / step - 1e-9) * step:.12g}")


# ---- Curves and dots of ROC space


FEW = 8
"""Up to so many classifiers have thick lines; more have thin ones."""

_APART = 0.04
_MOST_OF_A_FOLD = 200  # points of a line that is seen for a moment


class Stretch(NamedTuple):
    """A part of the joint hull that belongs to one classifier; `owner` -1 to several, or nobody."""

    owner: int
    fpr: FloatArray
    tpr: FloatArray


def hull_parts(hull: Hull) -> list[Stretch]:
    """The joint hull in parts, from the left; nothing while it is that of guessing alone."""
    if not np.any(hull.owner != TRIVIAL):
        return []
    ends = zip(hull.owner[:-1].tolist(), hull.owner[1:].tolist(), strict=True)
    edges = [_edge_owner(left, right) for left, right in ends]
    starts = [i for i in range(len(edges)) if i == 0 or edges[i] != edges[i - 1]]
    stops = [*starts[1:], len(edges)]
    return [
        Stretch(edges[start], hull.fpr[start : stop + 1], hull.tpr[start : stop + 1])
        for start, stop in zip(starts, stops, strict=True)
    ]


def _edge_owner(left: int, right: int) -> int:
    """Whose a hull edge is; a trivial corner belongs to whoever meets it."""
    owners = {left, right} - {TRIVIAL}
    return owners.pop() if len(owners) == 1 else TRIVIAL


def _inside(curve: RocCurve) -> BoolArray:
    """Which points are not the trivial corners."""
    total = curve.fpr + curve.tpr
    inside: BoolArray = (total > 0.0) & ((curve.fpr < 1.0) | (curve.tpr < 1.0))
    return inside


def is_curve(item: DerivedClassifier) -> bool:
    """Tell a curve from points without an order, and from a single matrix with its corners."""
    curve = item.curve
    scored = curve.threshold is not None or curve.fpr.size > FEW or item.spread is not None
    several = np.count_nonzero(_inside(curve)) != 1
    return bool(rises(curve) and (is_joined(item) or (scored and several)))


def is_joined(item: DerivedClassifier) -> bool:
    """Whether somebody gave a curve, and not points: it is drawn as one, however short."""
    return isinstance(item.source, RocCurve) and not isinstance(item.source, PointSet)


def curve_of(item: DerivedClassifier) -> Way:
    """A curve as it is drawn; where points are none, a line that stands still."""
    index = item.outline if is_curve(item) else item.shown.index[:1]
    return item.curve.fpr[index], item.curve.tpr[index]


def envelope_of(item: DerivedClassifier) -> Way:
    """A lower envelope over pc as it is drawn; of a smooth one some of its corners."""
    pc, cost = item.envelope.pc, item.envelope.cost
    if pc.size <= SMOOTH:
        return pc, cost
    # No cost falls faster than pc rises: leant over by that much it is a path that never falls.
    index = sleeve(pc, cost + pc, FINE, np.zeros(pc.size, dtype=bool))
    return pc[index], cost[index]


def fold_curves(item: DerivedClassifier) -> list[Way]:
    """The ROC curve of each fold of a classifier; of points without an order their hull."""
    ways: list[Way] = []
    for one in item.kept.each:
        curve = one.curve
        if not rises(curve):
            ways.append((one.hull.fpr, one.hull.tpr))
            continue
        index = slice(None) if curve.fpr.size <= _MOST_OF_A_FOLD else simplify(curve).index
        ways.append((curve.fpr[index], curve.tpr[index]))
    return ways


def dots_of(item: DerivedClassifier, hull: Hull | None) -> Way | None:
    """All points that are no curve; of a curve, corners of the joint hull, where none is near."""
    if not is_curve(item):
        inside = item.shown.index[_inside(item.curve)[item.shown.index]]
        fpr, tpr = item.curve.fpr[inside], item.curve.tpr[inside]
    elif hull is not None:
        mine = np.flatnonzero(hull.owner == item.position)
        _, apart = np.unique((hull.fpr + hull.tpr)[mine] // _APART, return_index=True)
        fpr, tpr = hull.fpr[mine[apart]], hull.tpr[mine[apart]]
    else:
        return None
    return (fpr, tpr) if fpr.size else None


# ---- Lines and bands of cost space


_MOST_LINES = 300
_MOST_LINES_EACH = 30
_FEWEST_LINES_EACH = 6


def lines_of(items: Sequence[DerivedClassifier]) -> list[IntArray]:
    """The thresholds whose lines are drawn: of more, nothing but a haze would be seen."""
    fair_share = max(_FEWEST_LINES_EACH, _MOST_LINES // max(1, len(items)))
    return [_telling(item, min(_MOST_LINES_EACH, fair_share)) for item in items]


def faintness(count: int) -> float:
    """An opacity at which many lines stay a background."""
    return max(0.05, min(0.2, 8.0 / max(1, count)))


def paleness(count: int) -> float:
    """An opacity at which so many bands over each other let one see what lies below."""
    return min(0.2, max(0.04, 0.2 * FEW / max(1, count)))


def _telling(item: DerivedClassifier, limit: int) -> IntArray:
    """Thresholds whose lines are drawn: first those that are best somewhere."""
    corners = item.hull.index[item.hull.index >= 0]
    room = limit - corners.size
    if room <= 0:
        return _spaced(corners, limit)
    others = np.setdiff1d(item.shown.index, corners)
    return np.union1d(corners, _spaced(others, room)) if others.size else corners


def _spaced(index: IntArray, count: int) -> IntArray:
    """So many of some positions, from end to end."""
    if index.size <= count:
        return index
    spaced: IntArray = index[np.linspace(0, index.size - 1, count).astype(int)]
    return spaced


def spread_of(item: DerivedClassifier) -> tuple[FloatArray, FloatArray, FloatArray] | None:
    """Where the folds of a classifier lie: pc, and a standard deviation to both sides of the mean.

    None for a classifier without folds.
    """
    if item.spread is None:
        return None
    mean, away = item.spread.mean, item.spread.deviation
    return item.spread.pc, np.maximum(mean - away, 0.0), mean + away


def fold_costs(item: DerivedClassifier) -> list[Way]:
    """The lower envelope of each fold of a classifier, over pc."""
    envelopes = [lower_envelope(one.hull) for one in item.kept.each]
    return [(one.pc, one.cost) for one in envelopes]


def chosen_bands(model: "CostCurveModel") -> Mapping[str, Band]:
    """The bands that may be seen, by name: those of all classifiers, or of one."""
    bands = {} if model.band is None else model.band.each
    one = model.shown_band
    wanted = [item.name for item in model.derived.classifiers if one in {None, item.name}]
    return {name: bands[name] for name in wanted if name in bands}


def drawn_bands(model: "CostCurveModel") -> Mapping[str, Band]:
    """The bands that are to be seen, by name: those of all that are visible, of one, or none."""
    seen = {item.name for item in model.derived.shown} if model.show_bands else set[str]()
    return {name: band for name, band in chosen_bands(model).items() if name in seen}


def chosen_roc_bands(model: "CostCurveModel") -> Mapping[str, RocBand]:
    """The bands in ROC space of those who have one in cost space that may be seen, by name."""
    return {name: _roc_band(model, name, band) for name, band in chosen_bands(model).items()}


def drawn_roc_bands(model: "CostCurveModel") -> Mapping[str, RocBand]:
    """The bands in ROC space of those who have one in cost space that is to be seen, by name."""
    return {name: _roc_band(model, name, band) for name, band in drawn_bands(model).items()}


def _roc_band(model: "CostCurveModel", name: str, band: Band) -> RocBand:
    """A band of the kind that is asked for; the dual where that needs more than there is."""
    counts = _independent(model, name) if is_scored(model.classifiers[name]) else None
    given: object = counts if IN_ROC[model.roc_band].takes == "scores" else band
    kind = IN_ROC["hull" if given is None else model.roc_band]
    found: RocBand = kind.make(given or band, level=band.level, simultaneous=band.simultaneous)
    return found


def _independent(model: "CostCurveModel", name: str) -> Counts | None:
    """Counts of so many independent examples at the thresholds of a classifier, if there are."""
    item, source = model.derived.named(name), model.classifiers[name]
    plain = source.plain if isinstance(source, Predictions) else isinstance(source, Counts)
    counts = item.curve.counts if item is not None and plain else None
    return None if counts is None or counts.weighted or counts.tp.dtype.kind == "f" else counts


_Sources = tuple[object, ...]
_in_use: WeakKeyDictionary["CostCurveModel", tuple[_Sources, Mapping[int, Band]]] = (
    WeakKeyDictionary()
)


def bands_in_use(model: "CostCurveModel") -> Mapping[int, Band]:
    """Bands that tell what to expect in use, by the place of the classifier, or `Owner.BEST`.

    Those of data and settings as they are, in which a choice is allowed for. They are looked for
    once, whoever asks, and not again while a hand or a loop moves something else.
    """
    names = ("band", "level", "stale", "shown_band", "derived", "average")
    sources = tuple(getattr(model, name) for name in names)
    known = _in_use.get(model)
    if known is None or any(map(is_not, known[0], sources)):
        known = _in_use[model] = sources, _found_in_use(model)
    return known[1]


def _found_in_use(model: "CostCurveModel") -> Mapping[int, Band]:
    if model.stale:
        return {}
    one, items = model.shown_band, model.derived.classifiers
    each = [item for item in items if one in {None, item.name}]
    found = {item.position: fresh_band(model, item) for item in each}
    if len(model.derived.visible) > 1 and one is None:
        found[Owner.BEST.value] = best_band(model)
    return {
        place: band
        for place, band in found.items()
        if band is not None and np.any(band.expected > band.estimate)
    }


def drawn_in_use(model: "CostCurveModel") -> Mapping[int, Band]:
    """Those of the visible, and of the best of them, if they are to be seen."""
    if not model.show_expected:
        return {}
    seen = {*model.derived.visible, Owner.BEST.value}
    return {place: band for place, band in bands_in_use(model).items() if place in seen}


def roc_in_use(band: Band) -> Way:
    """The dual in ROC space of the costs to expect in use: the hull that one will get."""
    hull = dual_hull(band.pc, band.expected)
    return hull.fpr, hull.tpr


# ---- What is recommended, and how sure its rates are


@dataclass(frozen=True)
class Chosen:
    """What is recommended: who, in words with its threshold, its rates, its cost at the pc."""

    name: str
    words: str
    fpr: float
    tpr: float
    cost: float


def chosen_of(model: "CostCurveModel") -> Chosen | None:
    """What is recommended by the criterion, over the range or at the operating point.

    None where that is not to be said.
    """
    if not model.show_answer or not model.derived.visible:
        return None
    if model.answer is not None:
        name, words, (fpr, tpr) = model.answer.name, model.answer.rule, model.answer.rates
    else:
        best = model.best()
        one = best.choices[0] if model.pc_range is None else best.one
        name, words, fpr, tpr = one.name, one.words, one.fpr, one.tpr
    return Chosen(name, words, fpr, tpr, float(cost_of_rates(fpr, tpr, model.pc)))


class Box(NamedTuple):
    """How sure both rates of what is recommended are, and where that stands in ROC space."""

    fpr: float
    tpr: float
    limits: RatesBox


def box_of(model: "CostCurveModel") -> Box | None:
    """The limits of both rates of what is recommended, where it has a band.

    None of a mix of two thresholds, of trivial rules, and without counts of single examples.
    """
    bands = chosen_bands(model)
    chosen = chosen_of(model) if bands and not model.stale else None
    if chosen is None or chosen.name not in bands:
        return None
    counts = _independent(model, chosen.name)
    if counts is None:
        return None
    errors = chosen.fpr * counts.negatives, (1.0 - chosen.tpr) * counts.positives
    fp, fn = map(round, errors)
    if max(abs(fp - errors[0]), abs(fn - errors[1])) > _OF_AN_EXAMPLE:
        return None
    line = LineCounts(fp, int(counts.negatives), fn, int(counts.positives))
    return Box(chosen.fpr, chosen.tpr, rates_box(line, level=model.level))


def box_words(model: "CostCurveModel") -> str:
    """Both rates of what is recommended, with their limits; empty where there is no box of them."""
    box = box_of(model)
    if box is None:
        return ""
    (fpr_low, fpr_high), (tpr_low, tpr_high) = box.limits.fpr, box.limits.tpr
    return (
        f"The box in ROC space: it finds {percent(box.tpr)} of positives "
        f"({percent(tpr_low)} to {percent(tpr_high)}) and flags {percent(box.fpr)} of "
        f"negatives ({percent(fpr_low)} to {percent(fpr_high)}). {box.limits.covers}"
    )


def drawn_box(model: "CostCurveModel") -> Box | None:
    """The same, if it is to be seen."""
    return box_of(model) if model.show_bands and model.show_roc else None


_OF_AN_EXAMPLE = 1e-6


# ---- What a figure says in which nobody is seen


_INVITATION = "Add a classifier to start"
_ALL_HIDDEN = "All classifiers are hidden"
_NO_COSTS = "No costs yet"
_HIDDEN_TOO = "All hidden"


def invitations(derived: Derived) -> tuple[str, str]:
    """What ROC space and cost space say while nothing is drawn in them; empty otherwise."""
    if derived.visible:
        return "", ""
    return (_ALL_HIDDEN, _HIDDEN_TOO) if derived.classifiers else (_INVITATION, _NO_COSTS)


# ---- What each kind of stroke means, and the words about the ribbon; the page says them alike


class Stroke(NamedTuple):
    """One kind of stroke: in which figure (both, roc or cost), which, and what it means."""

    place: str
    kind: str
    words: str


def strokes_of(model: "CostCurveModel") -> list[Stroke]:
    """The kinds of stroke that figures show now, in the order in which one meets them."""
    roc, cost = model.show_roc, model.show_cost
    some = bool(model.derived.visible)
    recommended = some and model.show_answer
    limit = limit_words(model.criterion) if model.criterion is not None and some else ""
    both = "both" if roc and cost else "roc" if roc else "cost"
    level = f"{percent(model.level)} uncertainty"
    whose = "assumed" if model.conditions is None else "your"
    known = [
        (recommended, both, "ring", "recommended"),
        (model.pc_range is not None, both, "range", "your range"),
        (bool(limit), both, "limit", limit),
        (bool(visible_marks(model)), both, "in-use", "in use"),
        (bool(drawn_in_use(model)), both, "expected", "expected in use"),
        (model.show_bands and _is_banded(model), both, "band", level),
        (drawn_box(model) is not None, "roc", "rates", f"{level} of both rates"),
        (some and roc and model.show_lines, "roc", "line", "all thresholds"),
        (some and roc and model.show_hull, "roc", "best", "the best of all"),
        (roc, "roc", "rule", "guessing"),
        (some and roc, "roc", "equal", "equal cost"),
        (some and cost and model.show_lines, "cost", "line", "one threshold"),
        (some and cost and model.show_hull, "cost", "best", "each classifier at its best"),
        (_is_spread(model) and cost and model.show_hull, "cost", "spread", "how far folds differ"),
        (cost, "cost", "rule", "calling all alike"),
        (cost, "cost", "operating", f"{whose} conditions"),
    ]
    return [Stroke(*one) for is_shown, *one in known if is_shown and (roc or cost)]


def _is_spread(model: "CostCurveModel") -> bool:
    """Whether anybody who is visible consists of folds."""
    return any(item.spread is not None for item in model.derived.shown)


def _is_banded(model: "CostCurveModel") -> bool:
    """Whether anybody who is visible has a band, or the best of all."""
    if model.band is None:
        return False
    return any(item.name in model.band.each for item in model.derived.shown) or (
        best_band(model) is not None
    )


ENDS_OF_AXIS = ("← false alarms matter more", "misses matter more →")
"""What either end of the pc axis means."""


def ribbon_words(model: "CostCurveModel") -> str:
    """What the ribbon shows."""
    return "Cheapest at each place" if model.criterion is None else "Cheapest by cost alone"


def untested_words(model: "CostCurveModel") -> str:
    """The same while nobody has told differences from chance."""
    more = "; differences not tested" if len(model.derived.visible) > 1 else ""
    return f"{ribbon_words(model)}{more}"
