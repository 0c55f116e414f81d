"""Step-by-step constructions in ROC space and cost space, with a sentence for each step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import Counts, RocCurve, convex_hull, cost_at, lower_envelope
from cc_widgets.core.averaging import select_by_parameter, selection_regret
from cc_widgets.core.conditions import Range, prior_at, read_cost
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.costs import cost_of_rates
from cc_widgets.core.cross_validation import average_of
from cc_widgets.core.dominance import IncrementalHull, extend_hull
from cc_widgets.core.duality import CostPoint, cost_point, line_dual
from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import Band, line_counts
from cc_widgets.core.uncertainty.bands import order_ranks
from cc_widgets.core.uncertainty.percentiles import exact_band, line_replicates, percentile_band
from cc_widgets.core.validation import read_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import resolve_pc
from cc_widgets.model.bands import A_MATRIX, why_not_resampled
from cc_widgets.model.derive import DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import amount, decimal, label_of, listing, number, percent, share
from cc_widgets.model.traits import with_lock

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

Role = Literal["given", "built", "now", "dropped", "other", "rule"]
Place = tuple[float, float]

_MAX_POINTS = 12
_ROUNDING = 1e-12
_ALL_NEGATIVE, _ALL_POSITIVE = (0.0, 0.0), (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A line or a set of points in one space.

    Attributes
    ----------
    role : {"given", "built", "now", "dropped", "other", "rule"}
        Role in the step, which determines the style.
    x, y : tuple of float
        Coordinates.
    is_line : bool
        Whether the points are joined.
    """

    role: Role
    x: tuple[float, ...]
    y: tuple[float, ...]
    is_line: bool = True


@dataclass(frozen=True, slots=True)
class Axes:
    """Labels and range of the axes of cost space.

    Attributes
    ----------
    across, upwards : str
        Labels of the x axis and the y axis.
    top : float
        Upper end of the y axis, which starts at 0.
    """

    across: str
    upwards: str
    top: float


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a construction.

    Attributes
    ----------
    words : str
        Description of the step.
    roc, cost : tuple of Shape
        Shapes in each space.
    axes : Axes or None
        Axes of cost space, if they change between steps; such steps include the baselines.
    """

    words: str
    roc: tuple[Shape, ...]
    cost: tuple[Shape, ...]
    axes: Axes | None = None


@dataclass(frozen=True, slots=True)
class StepSequence:
    """A step-by-step construction.

    Attributes
    ----------
    title : str
        Title of the construction.
    steps : tuple of Step
        Steps in order.
    pc, cost : (low, high)
        Axis ranges of cost space.
    """

    title: str
    steps: tuple[Step, ...]
    pc: Place = (0.0, 1.0)
    cost: Place = (0.0, 0.6)

    @property
    def key(self) -> str:
        """Legend of the stroke styles in use."""
        roles = {shape.role for step in self.steps for shape in (*step.roc, *step.cost)}
        return "; ".join(words for role, words in _KEY.items() if role in roles) + "."

    @property
    def moves(self) -> bool:
        """Whether the axes of cost space change between steps."""
        return any(step.axes is not None for step in self.steps)


_KEY: dict[Role, str] = {
    "built": "Thick: what is built",
    "now": "red: what is looked at",
    "given": "thin: what is given",
    "dropped": "dotted, or a ring: what was dropped",
    "other": "dashed: the other way",
    "rule": "dotted: nobody is flagged, or everybody",
}


# ---- Shapes


def _line(role: Role, x: ArrayLike, y: ArrayLike) -> Shape:
    return Shape(role, tuple(np.asarray(x, float).tolist()), tuple(np.asarray(y, float).tolist()))


def _dots(role: Role, *places: Place) -> Shape:
    return Shape(role, tuple(x for x, _ in places), tuple(y for _, y in places), is_line=False)


def _chain(role: Role, places: Sequence[Place]) -> Shape:
    return _line(role, *zip(*places, strict=True))


def _cost_line(role: Role, at: Place) -> Shape:
    return _line(role, (0.0, 1.0), (at[0], 1.0 - at[1]))


def _envelope(role: Role, places: Sequence[Place]) -> Shape:
    """Return the lower envelope of the cost lines of some points and of the baselines."""
    fpr, tpr = zip(*places, strict=True)
    envelope = lower_envelope(convex_hull([RocCurve(np.array(fpr), np.array(tpr))]))
    return _line(role, envelope.pc, envelope.cost)


def _point_text(place: Place) -> str:
    return f"({share(place[0])}, {share(place[1])})"


# ---- Convex hull and lower envelope, point by point


def _hull_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of a convex hull: go from left to right, and drop points below a chord."""
    item = _example_classifier(model, options.get("name"))
    names, points, left_out = _thinned_points(item)
    path = [_ALL_NEGATIVE, *points, _ALL_POSITIVE]
    labels = dict(zip(points, names, strict=True)) | {
        _ALL_NEGATIVE: "(0, 0)",
        _ALL_POSITIVE: "(1, 1)",
    }
    shapes = (_dots("given", *points), *(_cost_line("given", point) for point in points))
    start = (
        f"The points of {item.name}, from left to right{left_out}. Each is a line in cost space. "
        "(0, 0) calls nobody positive, (1, 1) everybody: these cost nothing to build."
    )
    steps = [Step(start, shapes[:1], shapes[1:])]
    hull, dropped_points = [_ALL_NEGATIVE], list[Place]()
    for new in path[1:]:
        chain = [*hull, new]
        words = f"Next comes {labels[new]}. In cost space its line joins the others."
        steps.append(_hull_step(words, points, chain, dropped_points, current=new))
        while len(hull) > 1 and not _is_corner(hull[-2], hull[-1], new):
            low, high = hull[-2], new
            dropped = hull.pop()
            dropped_points.append(dropped)
            steps.append(
                _hull_step(
                    _drop_reason(labels, dropped, low, high),
                    points,
                    [*hull, new],
                    dropped_points,
                    dropped,
                )
            )
        hull.append(new)
    corners = len(hull) - 2
    conclusion = (
        f"{_count_text(corners, 'point')} of {len(points)} {'is' if corners == 1 else 'are'} left: "
        "the convex hull. Each corner is a stretch of the lower envelope, each edge a corner of it."
    )
    steps.append(_hull_step(conclusion, points, hull, dropped_points))
    return StepSequence("Hull and envelope, point by point", tuple(steps))


def _hull_step(
    words: str,
    points: Sequence[Place],
    chain: Sequence[Place],
    dropped: Sequence[Place],
    current: Place | None = None,
) -> Step:
    """Return a step with all points, the dropped points, and the current hull."""
    remaining = [point for point in points if point not in dropped and point != current]
    highlighted = [] if current is None else [current]
    roc = (
        *([_dots("given", *remaining)] if remaining else []),
        *([_dots("dropped", *dropped)] if dropped else []),
        _chain("built", chain),
        *(_dots("now", point) for point in highlighted),
    )
    inner = [point for point in chain if point not in {_ALL_NEGATIVE, _ALL_POSITIVE}]
    cost = (
        *(_cost_line("given", point) for point in inner if point != current),
        *(_cost_line("dropped", point) for point in dropped if point != current),
        _envelope("built", chain),
        *(_cost_line("now", point) for point in highlighted),
    )
    return Step(words, roc, cost)


def _is_corner(before: Place, corner: Place, after: Place) -> bool:
    """Return whether a path turns right at a point."""
    run, rise = corner[0] - before[0], corner[1] - before[1]
    next_run, next_rise = after[0] - corner[0], after[1] - corner[1]
    return run * next_rise - rise * next_run < -_ROUNDING


def _drop_reason(labels: Mapping[Place, str], dropped: Place, low: Place, high: Place) -> str:
    """Return why a point is dropped, in both spaces."""
    pc = _equal_cost_pc(low, high)
    cost, least = (float(cost_of_rates(*point, pc)) for point in (dropped, low))
    extra = "no less" if cost - least <= _ROUNDING else f"{number(cost - least)} more"
    return (
        f"Drop {labels[dropped]}: it is not above the straight line from {labels[low]} to "
        f"{labels[high]}. In cost space these two meet at PC(+) {share(pc)}, where it costs "
        f"{extra} than they do: nowhere is its line below both."
    )


def _equal_cost_pc(left: Place, right: Place) -> float:
    """Return the pc at which two points cost the same."""
    run, rise = right[0] - left[0], right[1] - left[1]
    return run / (run + rise)


def _thinned_points(item: DerivedClassifier) -> tuple[list[str], list[Place], str]:
    """Return names and coordinates of a few points, and a note if others are left out."""
    curve = item.curve
    inner = [
        i
        for i in range(curve.fpr.size)
        if (curve.fpr[i], curve.tpr[i]) not in {_ALL_NEGATIVE, _ALL_POSITIVE}
    ]
    if not inner:
        raise CostCurveError(
            f"{item.name} has no points between (0, 0) and (1, 1)",
            where="name",
            fix="Name another classifier.",
        )
    selected = np.unique(
        np.linspace(0, len(inner) - 1, min(_MAX_POINTS, len(inner))).round().astype(int)
    )
    index = [inner[place] for place in selected]
    left_out = f", {len(index)} of {len(inner)}" if len(index) < len(inner) else ""
    names = [_point_name(item, i) for i in index]
    return names, [(float(curve.fpr[i]), float(curve.tpr[i])) for i in index], left_out


def _point_name(item: DerivedClassifier, index: int) -> str:
    """Return a point's label, threshold or coordinates."""
    threshold = float(thresholds_of(item, index))
    if label := label_of(item, index):
        return label
    if np.isfinite(threshold):
        return f"the point from score {decimal(threshold)} on"
    return _point_text((float(item.curve.fpr[index]), float(item.curve.tpr[index])))


# ---- Convex hull, classifier by classifier


def _growing_steps(model: "CostCurveModel", _options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of a convex hull that grows with each classifier."""
    items = model.curves.shown
    grown: IncrementalHull | None = None
    names, steps = list[str](), list[Step]()
    for place, item in enumerate(items):
        previous = names
        grown = extend_hull(grown, item.curve)
        names = [items[other.number].name for other in grown.survivors]
        removed = [name for name in previous if name not in names]
        words = f"Add {item.name}: " + (
            "it extends the hull, so its corners are kept."
            if grown.extended
            else "it does not reach beyond the hull: it can be forgotten, now and for ever."
        )
        if removed:
            words += f" {', '.join(removed)} can be forgotten now."
        corners = list(zip(grown.hull.fpr.tolist(), grown.hull.tpr.tolist(), strict=True))
        earlier = tuple(_line("given", other.curve.fpr, other.curve.tpr) for other in items[:place])
        envelope = lower_envelope(item.hull)
        steps.append(
            Step(
                words,
                (*earlier, _line("now", item.curve.fpr, item.curve.tpr), _chain("built", corners)),
                (_line("now", envelope.pc, envelope.cost), _envelope("built", corners)),
            )
        )
    return StepSequence("The hull that grows with each classifier", tuple(steps))


# ---- Averages in both spaces


def _average_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of the average by cost and by true positive rate."""
    pc = resolve_pc(model, options.get("pc"))
    curves = _curves_to_average(model.curves.shown)
    cost_average, vertical_average = average_of(curves, "cost"), average_of(curves, "vertical")
    roc = tuple(_line("given", curve.fpr, curve.tpr) for curve in curves)
    envelopes = [lower_envelope(convex_hull([curve])) for curve in curves]
    cost = tuple(_line("given", curve.pc, curve.cost) for curve in envelopes)
    costs = [float(cost_at(curve, pc)) for curve in envelopes]
    mean = float(np.mean(costs))
    averaged = _cost_curve("built", cost_average.cost)
    other_cost = float(cost_at(vertical_average.cost, pc))
    return StepSequence(
        "Averages of curves, in both spaces",
        (
            Step(f"{len(curves)} curves, and the least that each costs.", roc, cost),
            Step(
                f"At PC(+) {share(pc)} they cost {listing(list(map(number, costs)))}, on average "
                f"{number(mean)}: the cost for whoever cannot know which one it will be.",
                roc,
                (
                    *cost,
                    _dots("now", *((pc, curve) for curve in costs)),
                    _dots("built", (pc, mean)),
                ),
            ),
            Step("The same at every PC(+) is the average cost curve.", roc, (*cost, averaged)),
            Step(
                "Each straight piece of it is a point in ROC space: there it is this curve.",
                (*roc, _line("built", cost_average.roc.fpr, cost_average.roc.tpr)),
                (*cost, averaged),
            ),
            Step(
                "The usual average is another one: the mean true positive rate at each false "
                "positive rate.",
                (
                    *roc,
                    _line("built", cost_average.roc.fpr, cost_average.roc.tpr),
                    _line("other", vertical_average.roc.fpr, vertical_average.roc.tpr),
                ),
                (*cost, averaged),
            ),
            Step(
                "Back in cost space it is nowhere below the average cost: at PC(+) "
                f"{share(pc)} it says {number(other_cost)}, not {number(mean)}. It is right for "
                "whoever chooses by the false positive rate, and not by cost.",
                (*roc, _line("other", vertical_average.roc.fpr, vertical_average.roc.tpr)),
                (*cost, averaged, _cost_curve("other", vertical_average.cost)),
            ),
        ),
    )


def _curves_to_average(items: Sequence[DerivedClassifier]) -> list[RocCurve]:
    """Return the curves of several classifiers, or the folds of a single one."""
    curves = [item.curve for item in items]
    if len(items) == 1:
        curves = [fold.curve for fold in items[0].reduced.each]
    if len(curves) < 2:  # noqa: PLR2004
        raise CostCurveError(
            "average needs at least two classifiers, or folds",
            where="steps",
            fix="Add another one, or show a hidden one.",
        )
    return curves


def _cost_curve(role: Role, curve: Any) -> Shape:  # noqa: ANN401 (any cost curve)
    """Return a cost curve as a line."""
    cost = cost_at(curve, curve.pc)
    return _line(role, curve.pc, cost)


# ---- Virtual points of cost space


_SLOPES = (inf, 3.0, 1.0, 1 / 3, 0.0, -0.5, -1.0, -3.0)


def _virtual_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of a line that turns about an ROC point until its slope is negative."""
    item = _example_classifier(model, options.get("name"))
    hull = item.hull
    corner = int(np.argmax(hull.tpr - hull.fpr))
    fpr, tpr = float(hull.fpr[corner]), float(hull.tpr[corner])
    at = (fpr, tpr)
    steps = tuple(_turned_line_step(item.name, at, slope) for slope in _SLOPES)
    return StepSequence(
        "Lines of ROC space as points of cost space", steps, (-1.0, 2.0), (-0.5, 1.5)
    )


def _turned_line_step(name: str, at: Place, slope: float) -> Step:
    """Return a step with a line through an ROC point, and its dual point in cost space."""
    fpr, tpr = at
    steep = np.isinf(slope)
    dual = cost_point(inf, fpr=fpr) if steep else line_dual(slope, tpr - slope * fpr)
    x_range = np.array([-2.0, 3.0])
    x, y = ([fpr, fpr], [-2.0, 3.0]) if steep else (x_range, tpr + slope * (x_range - fpr))
    roc = (_line("now", x, y), _dots("built", at))
    line = _line("built", (-2.0, 3.0), [float(cost_of_rates(fpr, tpr, pc)) for pc in (-2.0, 3.0)])
    if not isinstance(dual, CostPoint):
        words = (
            "Falling at slope -1 the line is no point at all: the cost lines of its points are "
            "parallel and meet nowhere."
        )
        return Step(words, roc, (line,))
    kind = "upright" if steep else f"of slope {number(slope)}"
    words = (
        f"A line {kind} through {name}'s {_point_text(at)}: all its points cost "
        f"{number(dual.cost)} at PC(+) {number(dual.pc)}. Their cost lines meet there."
    )
    if dual.virtual:
        words += " No conditions of use lead there: the point is virtual, and the line falls."
    return Step(words, roc, (line, _dots("now", (dual.pc, dual.cost))))


# ---- Selection by training class ratio


def _selection_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of selecting, at each pc, the point trained for the nearest one."""
    item = _example_classifier(model, options.get("name"))
    curve = item.source
    parameters = curve.parameter if isinstance(curve, PointSet) else None
    usable = (
        [] if parameters is None else [i for i, value in enumerate(parameters) if value is not None]
    )
    if len(usable) < 2 or parameters is None:  # noqa: PLR2004
        raise CostCurveError(
            f"{item.name} has no class ratios for at least two points",
            where="name",
            fix='Pass {"fpr": [...], "tpr": [...], "parameter": [11, 5.1]}, with the number of '
            "negatives for each positive as parameter.",
        )
    assert isinstance(curve, PointSet)  # noqa: S101 (for type checkers)
    points = RocCurve(curve.fpr[usable], curve.tpr[usable])
    places = list(zip(points.fpr.tolist(), points.tpr.tolist(), strict=True))
    selection = select_by_parameter(points, [float(parameters[i] or 0.0) for i in usable])
    best = lower_envelope(convex_hull([points]))
    loss = selection_regret(selection, best)
    dots, lines = _dots("given", *places), tuple(_cost_line("given", place) for place in places)
    steps = [
        Step(
            f"{len(usable)} settings of {item.name}, each made for its own number of negatives for "
            "each positive.",
            (dots,),
            lines,
        )
    ]
    pieces = list[Shape]()
    for piece, (low, high) in enumerate(pairwise(selection.pc.tolist())):
        fpr, fnr = float(selection.fpr[piece]), float(selection.fnr[piece])
        trained_pc = float(selection.made_for[piece])
        ends = [float(cost_of_rates(fpr, 1 - fnr, pc)) for pc in (low, high)]
        pieces.append(_line("built", (low, high), ends))
        ratio = "without end" if trained_pc == 0 else number((1 - trained_pc) / trained_pc)
        words = (
            f"Made for {ratio} negatives to a positive, that is PC(+) {share(trained_pc)}: it "
            f"serves from PC(+) {share(low)} to {share(high)}, as no other was made for a nearer "
            "one."
        )
        steps.append(Step(words, (dots, _dots("now", (fpr, 1 - fnr))), (*lines, *pieces)))
    words = (
        "The best choice at each PC(+) costs "
        f"{number(loss.not_majority + loss.wrong_classifier)} less on average: "
        f"{number(loss.not_majority)} by calling everybody the same where that is cheaper, "
        f"{number(loss.wrong_classifier)} by using the right setting."
    )
    least = _line("other", best.pc, best.cost)
    steps.append(Step(words, (dots,), (*lines, *pieces, least)))
    return StepSequence("Selection by parameter", tuple(steps))


# ---- Resamples of a confusion matrix


_N_RESAMPLES = 100


def _resample_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps of resampling a confusion matrix, up to limits of its cost."""
    item, pc = _example_classifier(model, options.get("name")), resolve_pc(model, options.get("pc"))
    if why_not_resampled(item.source) != A_MATRIX:
        raise CostCurveError(
            f"{item.name} must be a single confusion matrix of counts",
            where="name",
            fix="Pass [[tn, fp], [fn, tp]].",
        )
    assert isinstance(item.source, Counts)  # noqa: S101 (for type checkers)
    line = line_counts(item.source)
    fpr, tpr = line.fp / line.negatives, 1 - line.fn / line.positives
    replicates = line_replicates(line, n_resamples=_N_RESAMPLES, rng=0)
    points = list(zip(replicates.fpr.tolist(), (1 - replicates.fnr).tolist(), strict=True))
    observed = (_dots("built", (fpr, tpr)), _cost_line("built", (fpr, tpr)))
    distinct = list(dict.fromkeys(points))
    roc = (_dots("given", *distinct), observed[0])
    cost = tuple(_cost_line("given", point) for point in distinct)
    band = percentile_band(replicates, rule="holte-drummond")
    ends = [float(np.interp(pc, band.pc, edge)) for edge in (band.lower, band.upper)]
    exact_limits = exact_band(line)
    limits = tuple(_line("built", band.pc, side) for side in (band.lower, band.upper))
    exact = tuple(
        _line("other", exact_limits.pc, side) for side in (exact_limits.lower, exact_limits.upper)
    )
    rank = order_ranks(band.level, _N_RESAMPLES, "holte-drummond")[0]
    return StepSequence(
        "Resamples of a matrix, and limits of its cost",
        (
            Step(
                f"{item.name} finds {line.positives - line.fn} of {line.positives} positives and "
                f"flags {line.fp} of {line.negatives} negatives: a point, and a line from "
                f"{share(fpr)} to {share(1 - tpr)}.",
                observed[:1],
                observed[1:],
            ),
            Step(
                "Let chance draw as many of each class again, each found or flagged as often as "
                f"these: {round(points[0][1] * line.positives)} found and "
                f"{round(points[0][0] * line.negatives)} flagged, another point and another line.",
                (observed[0], _dots("now", points[0])),
                (observed[1], _cost_line("now", points[0])),
            ),
            Step(
                f"{_N_RESAMPLES} times, of which {len(distinct)} differ.", roc, (*cost, observed[1])
            ),
            Step(
                f"At PC(+) {share(pc)} count {rank} from below and {rank} from above: "
                f"{number(ends[0])} and {number(ends[1])}, the {percent(band.level)} limits there.",
                roc,
                (*cost, observed[1], _dots("now", *((pc, end) for end in ends))),
            ),
            Step("The same at every PC(+).", roc, (*cost, observed[1], *limits)),
            Step(
                "Draws without end give the dashed ones: "
                f"{_limits_text(exact_limits, 0)} at PC(+) 0 and "
                f"{_limits_text(exact_limits, -1)} at 1.",
                roc,
                (observed[1], *limits, *exact),
            ),
        ),
        cost=(0.0, 1.0),
    )


def _limits_text(band: Band, index: int) -> str:
    """Return the limits at one pc of a band."""
    return f"{number(float(band.lower[index]))} to {number(float(band.upper[index]))}"


# ---- From costs of errors to cost curves


_DEFAULT_COSTS = {"cost_fp": 1.0, "cost_fn": 3.0}
_FINE = np.linspace(0.0, 1.0, 51)
_UNIT_RANGE = np.array([0.0, 1.0])
_SHARE = "Share of positives"


def _normalisation_steps(model: "CostCurveModel", options: Mapping[str, Any]) -> StepSequence:
    """Return the steps from error rates and costs to normalised cost over PC(+)."""
    item = _example_classifier(model, options.get("name"))
    names, points, _ = _thinned_points(item)
    best = int(np.argmax([tpr - fpr for fpr, tpr in points]))
    costs = {name: _cost_of_error(model, name, options.get(name)) for name in _DEFAULT_COSTS}
    alarm, miss = costs.values()
    pc = resolve_pc(model, options.get("pc"))
    prior = float(prior_at(pc, **costs))
    (fpr, tpr), unit = points[best], model._currency
    fnr = 1.0 - tpr
    ends = ((fpr, fnr), (alarm * fpr, miss * fnr), (alarm, miss))
    error_rate, cost, worst = (float(_interpolate(prior, each)) for each in ends)
    normalised = float(cost_of_rates(fpr, tpr, pc))
    roc = (_dots("given", *points), _dots("built", points[best]))
    lines = _example_lines(points, best)
    places = np.union1d(_FINE, prior_at(_FINE, cost_fp=miss, cost_fn=alarm))
    shares = prior_at(places, **costs)
    cost_axes = Axes(_SHARE, f"Expected cost{f', {unit}' if unit else ''}", max(alarm, miss))
    worst_line = _line("now", (0.0, 1.0), (alarm, miss))
    straight = _scaled_lines(lines, _UNIT_RANGE, _UNIT_RANGE, (1.0, 1.0))
    scaled = _scaled_lines(lines, _UNIT_RANGE, _UNIT_RANGE, (alarm, miss))
    curved = _scaled_lines(lines, shares, places, (1.0, 1.0))
    return StepSequence(
        "From what errors cost to cost curves",
        (
            Step(
                f"{item.name}, {names[best]}, flags {percent(fpr)} of the negatives and misses "
                f"{percent(fnr)} of the positives. Its error rate is a straight line over the "
                f"share of positives: at {percent(prior)} positives it is {number(error_rate)}.",
                roc,
                (*straight, _dots("now", (prior, error_rate))),
                Axes(_SHARE, "Error rate", 1.0),
            ),
            Step(
                f"Let a false alarm cost {amount(alarm, unit)} and a miss {amount(miss, unit)}, "
                "each more than being right. What a case costs is a straight line as well, from "
                f"{amount(alarm * fpr, unit)} to {amount(miss * fnr, unit)}: at "
                f"{percent(prior)} positives it is {amount(cost, unit)}.",
                roc,
                (*scaled, _dots("now", (prior, cost))),
                cost_axes,
            ),
            Step(
                f"At worst every case is wrong: from {amount(alarm, unit)} to "
                f"{amount(miss, unit)}, at {percent(prior)} positives {amount(worst, unit)}.",
                roc,
                (*scaled, worst_line, _dots("now", (prior, cost), (prior, worst))),
                cost_axes,
            ),
            Step(
                f"Divide by that: {amount(cost, unit)} of {amount(worst, unit)} are "
                f"{number(normalised)}. This has no unit, and is 1 at worst. "
                + (
                    "As both errors cost the same, lines stay straight." if alarm == miss else _BENT
                ),
                roc,
                (*curved, _dots("now", (prior, normalised))),
                Axes(_SHARE, "Normalised expected cost", 1.0),
            ),
            Step(
                "Now PC(+) in place of the share of positives: their part of what is lost at "
                f"worst, {amount(miss * prior, unit)} of {amount(worst, unit)} or {share(pc)} at "
                f"{percent(prior)} positives. Lines are straight, from {share(fpr)} to "
                f"{share(fnr)} here, whatever errors cost: these are cost curves.",
                roc,
                (*straight, _dots("now", (pc, normalised))),
                Axes("PC(+)", "Normalised expected cost", 1.0),
            ),
        ),
    )


_BENT = "But lines are bent, and differently for other costs."


def _cost_of_error(model: "CostCurveModel", name: str, value: object) -> float:
    """Return the cost of an error: the option, that of the conditions, or a default."""
    if value is not None:
        return read_cost(name, value)
    conditions = model._known_conditions
    if conditions is None:
        return _DEFAULT_COSTS[name]
    cost: Range = getattr(conditions, f"extra_{name.removeprefix('cost_')}")
    if not cost.exact:
        raise CostCurveError(
            "must be a single cost, but the conditions have a range",
            where=name,
            got=f"{cost.low:g} to {cost.high:g}",
            fix=f"Pass for instance {name}={cost.low:g}.",
        )
    return read_cost(name, cost.low)


def _interpolate(place: FloatArray | float, ends: Place) -> FloatArray:
    """Return the height at a position of a straight line over [0, 1]."""
    return np.asarray(np.interp(place, _UNIT_RANGE, ends))


def _example_lines(points: Sequence[Place], best: int) -> list[tuple[Role, Place]]:
    """Return the baselines, the other points, and finally the highlighted point."""
    rest: list[tuple[Role, Place]] = [
        ("given", point) for i, point in enumerate(points) if i != best
    ]
    return [("rule", _ALL_NEGATIVE), ("rule", _ALL_POSITIVE), *rest, ("built", points[best])]


def _scaled_lines(
    lines: Sequence[tuple[Role, Place]], x: FloatArray, pc: FloatArray, factors: Place
) -> tuple[Shape, ...]:
    """Return lines of points, with false alarms and misses multiplied by two factors."""
    return tuple(
        _line(role, x, _interpolate(pc, (factors[0] * fpr, factors[1] * (1.0 - tpr))))
        for role, (fpr, tpr) in lines
    )


# ---- Sequences by name


def _example_classifier(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """Return the named classifier; by default the first visible one."""
    items = model.curves.shown
    if name is None and items:
        return items[0]
    match = next((item for item in items if isinstance(name, str) and item.name == name), None)
    if match is None:
        available = ", ".join(shown(item.name) for item in items) or "none is visible"
        raise CostCurveError(
            "there is no such classifier",
            where="name",
            got=shown(name),
            fix=f"One of: {available}.",
        )
    return match


def _count_text(number_: int, noun: str) -> str:
    return f"{number_} {noun}{'' if number_ == 1 else 's'}"


Make = Callable[["CostCurveModel", Mapping[str, Any]], StepSequence]

SEQUENCES: Mapping[str, Make] = MappingProxyType(
    {
        "hull": _hull_steps,
        "growing": _growing_steps,
        "average": _average_steps,
        "virtual": _virtual_steps,
        "selection": _selection_steps,
        "resamples": _resample_steps,
        "normalised": _normalisation_steps,
    }
)
"""Step-by-step constructions by name."""


@with_lock
def build_steps(model: "CostCurveModel", kind: str, **options: Any) -> StepSequence:  # noqa: ANN401 (checked)
    """Return a step-by-step construction; `kind` is one of `SEQUENCES`.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> sequence = build_steps(CostCurveModel({"a": ([0.1, 0.3], [0.5, 0.6])}), "hull")
    >>> print(sequence.steps[-1].words[:37])
    1 point of 2 is left: the convex hull
    """
    read_choice("kind", kind, SEQUENCES)
    if not model.curves.visible:
        raise CostCurveError(
            "there is no visible classifier", where="steps", fix="Add one, or show a hidden one."
        )
    return SEQUENCES[kind](model, options)
