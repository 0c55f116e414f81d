"""What is built point by point, in both spaces: each a sequence of pictures with a sentence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import (
    CostPoint,
    Counts,
    GrowingHull,
    PointSet,
    Range,
    RocCurve,
    average_of,
    convex_hull,
    cost_at,
    cost_point,
    extend_hull,
    line_dual,
    lower_envelope,
    prior_at,
    select_by_parameter,
    selection_regret,
)
from cc_widgets.core._conditions import read_cost
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._reading import read_word
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import (
    Band,
    exact_band,
    line_counts,
    line_replicates,
    order_ranks,
    percentile_band,
)
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answers import place_of
from cc_widgets.model.bands import A_MATRIX, why_unscored
from cc_widgets.model.derive import DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import amount, decimal, label_of, listing, number, percent, share
from cc_widgets.model.traits import in_turn

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

Role = Literal["given", "built", "now", "dropped", "other", "rule"]
Place = tuple[float, float]

_MOST = 12
_ROUNDING = 1e-12
_NEVER, _ALWAYS = (0.0, 0.0), (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Shape:
    """Something drawn in one space.

    Attributes
    ----------
    role : {"given", "built", "now", "dropped", "other", "rule"}
        What it is in this step, from which its look follows.
    x, y : tuple of float
        Its places: a line runs through them, dots stand there.
    is_line : bool
        Whether they are joined.
    """

    role: Role
    x: tuple[float, ...]
    y: tuple[float, ...]
    is_line: bool = True


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes of cost space say, and how far they reach.

    Attributes
    ----------
    across, upwards : str
        Their names.
    top : float
        The end of the one upwards, which begins at 0.
    """

    across: str
    upwards: str
    top: float


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of a sequence.

    Attributes
    ----------
    words : str
        What happens.
    roc, cost : tuple of Shape
        What is drawn in each space.
    axes : Axes or None
        Those of cost space, where they change from step to step; its trivial rules are drawn
        by the step itself then.
    """

    words: str
    roc: tuple[Shape, ...]
    cost: tuple[Shape, ...]
    axes: Axes | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """What is built, step by step.

    Attributes
    ----------
    title : str
        What is built.
    steps : tuple of Step
        In their order.
    pc, cost : (low, high)
        What is seen of the axes of cost space.
    """

    title: str
    steps: tuple[Step, ...]
    pc: Place = (0.0, 1.0)
    cost: Place = (0.0, 0.6)

    @property
    def key(self) -> str:
        """What the kinds of stroke mean that are drawn in some step."""
        drawn = {one.role for step in self.steps for one in (*step.roc, *step.cost)}
        return "; ".join(words for role, words in _KEY.items() if role in drawn) + "."

    @property
    def moves(self) -> bool:
        """Whether the axes of cost space change from step to step."""
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
    """The least of the cost lines of some points and of the trivial rules."""
    fpr, tpr = zip(*places, strict=True)
    found = lower_envelope(convex_hull([RocCurve(np.array(fpr), np.array(tpr))]))
    return _line(role, found.pc, found.cost)


def _at(place: Place) -> str:
    return f"({share(place[0])}, {share(place[1])})"


# ---- The hull and the envelope, point by point


def _hull(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """Walk from the left to the right, and drop what lies below a line between two others."""
    item = _item(model, about.get("name"))
    names, points, left_out = _few_points(item)
    walked = [_NEVER, *points, _ALWAYS]
    called = dict(zip(points, names, strict=True)) | {_NEVER: "(0, 0)", _ALWAYS: "(1, 1)"}
    everything = (_dots("given", *points), *(_cost_line("given", one) for one in points))
    start = (
        f"The points of {item.name}, from left to right{left_out}. Each is a line in cost space. "
        "(0, 0) calls nobody positive, (1, 1) everybody: these cost nothing to build."
    )
    steps = [Step(start, everything[:1], everything[1:])]
    kept, gone = [_NEVER], list[Place]()
    for new in walked[1:]:
        chain = [*kept, new]
        added = f"Next comes {called[new]}. In cost space its line joins the others."
        steps.append(_hull_step(added, points, chain, gone, now=new))
        while len(kept) > 1 and not _is_corner(kept[-2], kept[-1], new):
            low, high = kept[-2], new
            dropped = kept.pop()
            gone.append(dropped)
            steps.append(
                _hull_step(
                    _why_dropped(called, dropped, low, high), points, [*kept, new], gone, dropped
                )
            )
        kept.append(new)
    corners = len(kept) - 2
    done = (
        f"{_count(corners, 'point')} of {len(points)} {'is' if corners == 1 else 'are'} left: the "
        "convex hull. Each corner is a stretch of the lower envelope, each edge a corner of it."
    )
    steps.append(_hull_step(done, points, kept, gone))
    return Built("Hull and envelope, point by point", tuple(steps))


def _hull_step(
    words: str,
    points: Sequence[Place],
    chain: Sequence[Place],
    gone: Sequence[Place],
    now: Place | None = None,
) -> Step:
    """All points, those dropped, and the chain of those that are left."""
    rest = [one for one in points if one not in gone and one != now]
    lit = [] if now is None else [now]
    roc = (
        *([_dots("given", *rest)] if rest else []),
        *([_dots("dropped", *gone)] if gone else []),
        _chain("built", chain),
        *(_dots("now", one) for one in lit),
    )
    inner = [one for one in chain if one not in {_NEVER, _ALWAYS}]
    cost = (
        *(_cost_line("given", one) for one in inner if one != now),
        *(_cost_line("dropped", one) for one in gone if one != now),
        _envelope("built", chain),
        *(_cost_line("now", one) for one in lit),
    )
    return Step(words, roc, cost)


def _is_corner(before: Place, corner: Place, after: Place) -> bool:
    """Whether the way turns right at a corner."""
    run, rise = corner[0] - before[0], corner[1] - before[1]
    on, up = after[0] - corner[0], after[1] - corner[1]
    return run * up - rise * on < -_ROUNDING


def _why_dropped(called: Mapping[Place, str], dropped: Place, low: Place, high: Place) -> str:
    """That a point lies below a line, and so its own line nowhere below two others."""
    pc = _meeting(low, high)
    cost, least = (float(cost_of_rates(*one, pc)) for one in (dropped, low))
    more = "no less" if cost - least <= _ROUNDING else f"{number(cost - least)} more"
    return (
        f"Drop {called[dropped]}: it is not above the straight line from {called[low]} to "
        f"{called[high]}. In cost space these two meet at PC(+) {share(pc)}, where it costs {more} "
        "than they do: nowhere is its line below both."
    )


def _meeting(left: Place, right: Place) -> float:
    """The pc at which two points cost the same."""
    run, rise = right[0] - left[0], right[1] - left[1]
    return run / (run + rise)


def _few_points(item: DerivedClassifier) -> tuple[list[str], list[Place], str]:
    """Points of a classifier that can be followed by eye, what they are called, and what is not."""
    curve = item.curve
    inner = [
        i for i in range(curve.fpr.size) if (curve.fpr[i], curve.tpr[i]) not in {_NEVER, _ALWAYS}
    ]
    if not inner:
        raise CostCurveError(
            f"{item.name} has no points between (0, 0) and (1, 1)",
            where="name",
            fix="Name another classifier.",
        )
    some = np.unique(np.linspace(0, len(inner) - 1, min(_MOST, len(inner))).round().astype(int))
    index = [inner[place] for place in some]
    left_out = f", {len(index)} of {len(inner)}" if len(index) < len(inner) else ""
    names = [_called(item, i) for i in index]
    return names, [(float(curve.fpr[i]), float(curve.tpr[i])) for i in index], left_out


def _called(item: DerivedClassifier, index: int) -> str:
    """What a point is called: by its label, its threshold, or its place."""
    threshold = float(thresholds_of(item, index))
    if label := label_of(item, index):
        return label
    if np.isfinite(threshold):
        return f"the point from score {decimal(threshold)} on"
    return _at((float(item.curve.fpr[index]), float(item.curve.tpr[index])))


# ---- The hull that grows with each classifier


def _growing(model: "CostCurveModel", _about: Mapping[str, Any]) -> Built:
    """Add classifier after classifier, and keep what can be best."""
    items = model.derived.shown
    before: GrowingHull | None = None
    now, steps = list[str](), list[Step]()
    for place, item in enumerate(items):
        held = now
        before = extend_hull(before, item.curve)
        now = [items[one.number].name for one in before.survivors]
        lost = [name for name in held if name not in now]
        words = f"Add {item.name}: " + (
            "it extends the hull, so its corners are kept."
            if before.extended
            else "it does not reach beyond the hull: it can be forgotten, now and for ever."
        )
        if lost:
            words += f" {', '.join(lost)} can be forgotten now."
        corners = list(zip(before.hull.fpr.tolist(), before.hull.tpr.tolist(), strict=True))
        earlier = tuple(_line("given", one.curve.fpr, one.curve.tpr) for one in items[:place])
        own = lower_envelope(item.hull)
        steps.append(
            Step(
                words,
                (*earlier, _line("now", item.curve.fpr, item.curve.tpr), _chain("built", corners)),
                (_line("now", own.pc, own.cost), _envelope("built", corners)),
            )
        )
    return Built("The hull that grows with each classifier", tuple(steps))


# ---- Averages, in both spaces


def _average(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """The mean cost, and the mean in ROC space, of the same curves."""
    pc = place_of(model, about.get("pc"))
    curves = _averaged(model.derived.shown)
    by_cost, upwards = average_of(curves, "cost"), average_of(curves, "vertical")
    roc = tuple(_line("given", one.fpr, one.tpr) for one in curves)
    envelopes = [lower_envelope(convex_hull([one])) for one in curves]
    cost = tuple(_line("given", one.pc, one.cost) for one in envelopes)
    each = [float(cost_at(one, pc)) for one in envelopes]
    mean = float(np.mean(each))
    averaged = _pieces("built", by_cost.cost)
    worse = float(cost_at(upwards.cost, pc))
    return Built(
        "Averages of curves, in both spaces",
        (
            Step(f"{len(curves)} curves, and the least that each costs.", roc, cost),
            Step(
                f"At PC(+) {share(pc)} they cost {listing(list(map(number, each)))}, on average "
                f"{number(mean)}: the cost for whoever cannot know which one it will be.",
                roc,
                (*cost, _dots("now", *((pc, one) for one in each)), _dots("built", (pc, mean))),
            ),
            Step("The same at every PC(+) is the average cost curve.", roc, (*cost, averaged)),
            Step(
                "Each straight piece of it is a point in ROC space: there it is this curve.",
                (*roc, _line("built", by_cost.roc.fpr, by_cost.roc.tpr)),
                (*cost, averaged),
            ),
            Step(
                "The usual average is another one: the mean true positive rate at each false "
                "positive rate.",
                (
                    *roc,
                    _line("built", by_cost.roc.fpr, by_cost.roc.tpr),
                    _line("other", upwards.roc.fpr, upwards.roc.tpr),
                ),
                (*cost, averaged),
            ),
            Step(
                "Back in cost space it is nowhere below the average cost: at PC(+) "
                f"{share(pc)} it says {number(worse)}, not {number(mean)}. It is right for whoever "
                "chooses by the false positive rate, and not by cost.",
                (*roc, _line("other", upwards.roc.fpr, upwards.roc.tpr)),
                (*cost, averaged, _pieces("other", upwards.cost)),
            ),
        ),
    )


def _averaged(items: Sequence[DerivedClassifier]) -> list[RocCurve]:
    """The curves to average: of several classifiers, or the folds of a single one."""
    curves = [item.curve for item in items]
    if len(items) == 1:
        curves = [one.curve for one in items[0].kept.each]
    if len(curves) < 2:  # noqa: PLR2004
        raise CostCurveError(
            "an average needs two classifiers, or folds of one",
            where="steps",
            fix="Add another one, or show one of those that are hidden.",
        )
    return curves


def _pieces(role: Role, curve: Any) -> Shape:  # noqa: ANN401 (any cost curve)
    """A cost curve as a line."""
    cost = cost_at(curve, curve.pc)
    return _line(role, curve.pc, cost)


# ---- Points beyond the axis


_SLOPES = (inf, 3.0, 1.0, 1 / 3, 0.0, -0.5, -1.0, -3.0)


def _virtual(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """Turn a line about a point of ROC space, until it falls."""
    item = _item(model, about.get("name"))
    hull = item.hull
    corner = int(np.argmax(hull.tpr - hull.fpr))
    fpr, tpr = float(hull.fpr[corner]), float(hull.tpr[corner])
    at = (fpr, tpr)
    steps = tuple(_turned(item.name, at, slope) for slope in _SLOPES)
    return Built("Lines of ROC space as points of cost space", steps, (-1.0, 2.0), (-0.5, 1.5))


def _turned(name: str, at: Place, slope: float) -> Step:
    """A line through a point of ROC space, and its point in cost space."""
    fpr, tpr = at
    steep = np.isinf(slope)
    dual = cost_point(inf, fpr=fpr) if steep else line_dual(slope, tpr - slope * fpr)
    reach = np.array([-2.0, 3.0])
    x, y = ([fpr, fpr], [-2.0, 3.0]) if steep else (reach, tpr + slope * (reach - fpr))
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
        f"A line {kind} through {name}'s {_at(at)}: all its points cost {number(dual.cost)} at "
        f"PC(+) {number(dual.pc)}. Their cost lines meet there."
    )
    if dual.virtual:
        words += " No conditions of use lead there: the point is virtual, and the line falls."
    return Step(words, roc, (line, _dots("now", (dual.pc, dual.cost))))


# ---- Selection by the parameter with which a classifier was made


def _selection(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """Serve each pc by the point that was made for the nearest one, and see what that loses."""
    item = _item(model, about.get("name"))
    curve = item.source
    known = curve.parameter if isinstance(curve, PointSet) else None
    made = [] if known is None else [i for i, one in enumerate(known) if one is not None]
    if len(made) < 2 or known is None:  # noqa: PLR2004
        raise CostCurveError(
            f"nothing says for which class ratio the points of {item.name} were made",
            where="name",
            fix='Give points with it: {"fpr": [...], "tpr": [...], "parameter": [11, 5.1]}, the '
            "number of negatives for each positive.",
        )
    assert isinstance(curve, PointSet)  # noqa: S101 (for type checkers)
    points = RocCurve(curve.fpr[made], curve.tpr[made])
    places = list(zip(points.fpr.tolist(), points.tpr.tolist(), strict=True))
    chosen = select_by_parameter(points, [float(known[i] or 0.0) for i in made])
    best = lower_envelope(convex_hull([points]))
    lost = selection_regret(chosen, best)
    dots, faint = _dots("given", *places), tuple(_cost_line("given", one) for one in places)
    steps = [
        Step(
            f"{len(made)} settings of {item.name}, each made for its own number of negatives for "
            "each positive.",
            (dots,),
            faint,
        )
    ]
    drawn = list[Shape]()
    for piece, (low, high) in enumerate(pairwise(chosen.pc.tolist())):
        fpr, fnr = float(chosen.fpr[piece]), float(chosen.fnr[piece])
        for_pc = float(chosen.made_for[piece])
        ends = [float(cost_of_rates(fpr, 1 - fnr, pc)) for pc in (low, high)]
        drawn.append(_line("built", (low, high), ends))
        ratio = "without end" if for_pc == 0 else number((1 - for_pc) / for_pc)
        words = (
            f"Made for {ratio} negatives to a positive, that is PC(+) {share(for_pc)}: it serves "
            f"from PC(+) {share(low)} to {share(high)}, as no other was made for a nearer one."
        )
        steps.append(Step(words, (dots, _dots("now", (fpr, 1 - fnr))), (*faint, *drawn)))
    words = (
        f"The best choice at each PC(+) costs {number(lost.not_majority + lost.wrong_classifier)} "
        f"less on average: {number(lost.not_majority)} by calling everybody the same where that "
        f"is cheaper, {number(lost.wrong_classifier)} by using the right setting."
    )
    least = _line("other", best.pc, best.cost)
    steps.append(Step(words, (dots,), (*faint, *drawn, least)))
    return Built("Selection by parameter", tuple(steps))


# ---- Another test set, and another


_DRAWN = 100


def _resamples(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """Draw a matrix anew, many times, and find limits of its cost at each pc."""
    item, pc = _item(model, about.get("name")), place_of(model, about.get("pc"))
    if why_unscored(item.source) != A_MATRIX:
        raise CostCurveError(
            f"{item.name} is not a single confusion matrix of counts",
            where="name",
            fix="Give one: [[tn, fp], [fn, tp]].",
        )
    assert isinstance(item.source, Counts)  # noqa: S101 (for type checkers)
    line = line_counts(item.source)
    fpr, tpr = line.fp / line.negatives, 1 - line.fn / line.positives
    drawn = line_replicates(line, n_resamples=_DRAWN, rng=0)
    points = list(zip(drawn.fpr.tolist(), (1 - drawn.fnr).tolist(), strict=True))
    own = (_dots("built", (fpr, tpr)), _cost_line("built", (fpr, tpr)))
    others = list(dict.fromkeys(points))
    roc = (_dots("given", *others), own[0])
    cost = tuple(_cost_line("given", one) for one in others)
    band = percentile_band(drawn, rule="holte-drummond")
    ends = [float(np.interp(pc, band.pc, one)) for one in (band.lower, band.upper)]
    without_end = exact_band(line)
    limits = tuple(_line("built", band.pc, side) for side in (band.lower, band.upper))
    exact = tuple(
        _line("other", without_end.pc, side) for side in (without_end.lower, without_end.upper)
    )
    rank = order_ranks(band.level, _DRAWN, "holte-drummond")[0]
    return Built(
        "Resamples of a matrix, and limits of its cost",
        (
            Step(
                f"{item.name} finds {line.positives - line.fn} of {line.positives} positives and "
                f"flags {line.fp} of {line.negatives} negatives: a point, and a line from "
                f"{share(fpr)} to {share(1 - tpr)}.",
                own[:1],
                own[1:],
            ),
            Step(
                "Let chance draw as many of each class again, each found or flagged as often as "
                f"these: {round(points[0][1] * line.positives)} found and "
                f"{round(points[0][0] * line.negatives)} flagged, another point and another line.",
                (own[0], _dots("now", points[0])),
                (own[1], _cost_line("now", points[0])),
            ),
            Step(f"{_DRAWN} times, of which {len(others)} differ.", roc, (*cost, own[1])),
            Step(
                f"At PC(+) {share(pc)} count {rank} from below and {rank} from above: "
                f"{number(ends[0])} and {number(ends[1])}, the {percent(band.level)} limits there.",
                roc,
                (*cost, own[1], _dots("now", *((pc, end) for end in ends))),
            ),
            Step("The same at every PC(+).", roc, (*cost, own[1], *limits)),
            Step(
                f"Draws without end give the dashed ones: {_span(without_end, 0)} at PC(+) 0 and "
                f"{_span(without_end, -1)} at 1.",
                roc,
                (own[1], *limits, *exact),
            ),
        ),
        cost=(0.0, 1.0),
    )


def _span(band: Band, index: int) -> str:
    """The limits at one of the values of pc."""
    return f"{number(float(band.lower[index]))} to {number(float(band.upper[index]))}"


# ---- From what errors cost to cost curves


_USUAL = {"cost_fp": 1.0, "cost_fn": 3.0}
_FINE = np.linspace(0.0, 1.0, 51)
_WHOLE = np.array([0.0, 1.0])
_SHARE = "Share of positives"


def _normalised(model: "CostCurveModel", about: Mapping[str, Any]) -> Built:
    """Error rates, what errors cost, that as a part of the worst, and that against PC(+)."""
    item = _item(model, about.get("name"))
    names, points, _ = _few_points(item)
    best = int(np.argmax([tpr - fpr for fpr, tpr in points]))
    costs = {name: _cost_of_error(model, name, about.get(name)) for name in _USUAL}
    alarm, miss = costs.values()
    pc = place_of(model, about.get("pc"))
    prior = float(prior_at(pc, **costs))
    (fpr, tpr), unit = points[best], model.unit
    fnr = 1.0 - tpr
    ends = ((fpr, fnr), (alarm * fpr, miss * fnr), (alarm, miss))
    wrong, paid, worst = (float(_between(prior, each)) for each in ends)
    normalised = float(cost_of_rates(fpr, tpr, pc))
    roc = (_dots("given", *points), _dots("built", points[best]))
    lines = _normalised_lines(points, best)
    places = np.union1d(_FINE, prior_at(_FINE, cost_fp=miss, cost_fn=alarm))
    shares = prior_at(places, **costs)
    money = Axes(_SHARE, f"Expected cost{f', {unit}' if unit else ''}", max(alarm, miss))
    limit = _line("now", (0.0, 1.0), (alarm, miss))
    straight = _drawn(lines, _WHOLE, _WHOLE, (1.0, 1.0))
    dear = _drawn(lines, _WHOLE, _WHOLE, (alarm, miss))
    bent = _drawn(lines, shares, places, (1.0, 1.0))
    return Built(
        "From what errors cost to cost curves",
        (
            Step(
                f"{item.name}, {names[best]}, flags {percent(fpr)} of the negatives and misses "
                f"{percent(fnr)} of the positives. Its error rate is a straight line over the "
                f"share of positives: at {percent(prior)} positives it is {number(wrong)}.",
                roc,
                (*straight, _dots("now", (prior, wrong))),
                Axes(_SHARE, "Error rate", 1.0),
            ),
            Step(
                f"Let a false alarm cost {amount(alarm, unit)} and a miss {amount(miss, unit)}, "
                "each more than being right. What a case costs is a straight line as well, from "
                f"{amount(alarm * fpr, unit)} to {amount(miss * fnr, unit)}: at "
                f"{percent(prior)} positives it is {amount(paid, unit)}.",
                roc,
                (*dear, _dots("now", (prior, paid))),
                money,
            ),
            Step(
                f"At worst every case is wrong: from {amount(alarm, unit)} to "
                f"{amount(miss, unit)}, at {percent(prior)} positives {amount(worst, unit)}.",
                roc,
                (*dear, limit, _dots("now", (prior, paid), (prior, worst))),
                money,
            ),
            Step(
                f"Divide by that: {amount(paid, unit)} of {amount(worst, unit)} are "
                f"{number(normalised)}. This has no unit, and is 1 at worst. "
                + (
                    "As both errors cost the same, lines stay straight." if alarm == miss else _BENT
                ),
                roc,
                (*bent, _dots("now", (prior, normalised))),
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


def _cost_of_error(model: "CostCurveModel", name: str, given: object) -> float:
    """What an error costs: as asked for, as the conditions say, or as an example."""
    if given is not None:
        return read_cost(name, given)
    if model.conditions is None:
        return _USUAL[name]
    known: Range = getattr(model.conditions, f"extra_{name.removeprefix('cost_')}")
    if not known.exact:
        raise CostCurveError(
            "the conditions have a range of costs",
            where=name,
            got=f"{known.low:g} to {known.high:g}",
            fix=f"Pass one of them: {name}={known.low:g}.",
        )
    return read_cost(name, known.low)


def _between(place: FloatArray | float, ends: Place) -> FloatArray:
    """How high a straight line is that runs from 0 to 1."""
    return np.asarray(np.interp(place, _WHOLE, ends))


def _normalised_lines(points: Sequence[Place], best: int) -> list[tuple[Role, Place]]:
    """The trivial rules, all points, and last the one that is looked at."""
    others: list[tuple[Role, Place]] = [
        ("given", one) for place, one in enumerate(points) if place != best
    ]
    return [("rule", _NEVER), ("rule", _ALWAYS), *others, ("built", points[best])]


def _drawn(
    lines: Sequence[tuple[Role, Place]], x: FloatArray, pc: FloatArray, times: Place
) -> tuple[Shape, ...]:
    """Lines of points: from so many times the false alarms to so many times the misses."""
    return tuple(
        _line(role, x, _between(pc, (times[0] * fpr, times[1] * (1.0 - tpr))))
        for role, (fpr, tpr) in lines
    )


# ---- All of them


def _item(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """The classifier that is looked at; the first visible one if none is named."""
    items = model.derived.shown
    if name is None and items:
        return items[0]
    found = next((one for one in items if isinstance(name, str) and one.name == name), None)
    if found is None:
        known = ", ".join(shown(one.name) for one in items) or "none is visible"
        raise CostCurveError(
            "there is no such classifier", where="name", got=shown(name), fix=f"One of: {known}."
        )
    return found


def _count(number_: int, noun: str) -> str:
    return f"{number_} {noun}{'' if number_ == 1 else 's'}"


Make = Callable[["CostCurveModel", Mapping[str, Any]], Built]

SEQUENCES: Mapping[str, Make] = MappingProxyType(
    {
        "hull": _hull,
        "growing": _growing,
        "average": _average,
        "virtual": _virtual,
        "selection": _selection,
        "resamples": _resamples,
        "normalised": _normalised,
    }
)
"""What can be built step by step, by name."""


@in_turn
def built(model: "CostCurveModel", kind: str, **about: Any) -> Built:  # noqa: ANN401 (checked)
    """What is built step by step, of the classifiers of a model.

    Parameters
    ----------
    model : CostCurveModel
        With one visible classifier at least, two for an average.
    kind : str
        One of `SEQUENCES`.
    **about : object
        `name` of a classifier, `pc`, `cost_fp` and `cost_fn`, where they mean anything.

    Returns
    -------
    Built
        With a step at least.

    Raises
    ------
    CostCurveError
        If there is nothing of that kind to build.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> found = built(CostCurveModel({"a": ([0.1, 0.3], [0.5, 0.6])}), "hull")
    >>> print(found.steps[-1].words[:37])
    1 point of 2 is left: the convex hull
    """
    read_word("kind", kind, SEQUENCES)
    if not model.derived.visible:
        raise CostCurveError(
            "there is no classifier to look at", where="steps", fix="Add one, or show one."
        )
    return SEQUENCES[kind](model, about)
