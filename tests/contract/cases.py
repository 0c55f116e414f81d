"""What Python sends to the page and says itself, as plain JSON for the tests of both languages."""

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import asdict, fields, is_dataclass
from math import isfinite
from typing import Any

import numpy as np

from cc_widgets.core import (
    Conditions,
    Owner,
    RocCurve,
    cell_counts,
    folds,
    point_set,
    predictions,
)
from cc_widgets.core._conditions import middle_share
from cc_widgets.errors import CostCurveError
from cc_widgets.model import numerals
from cc_widgets.model.advice import Situation, advice
from cc_widgets.model.answers import best_band, fresh_interval, visible_marks
from cc_widgets.model.conditions import SPOKEN, in_force
from cc_widgets.model.drawing import ENDS_OF_AXIS, dots_of, hull_parts, strokes_of, untested_words
from cc_widgets.model.notes import noted
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import background
from cc_widgets.panels.parts import COSTS, SHARES, read_entry
from cc_widgets.views.link import duality_traits

_NAMES = ("forest", "logistic", "a <b>bold</b> name", "stump", "naïve Bayes")
_FEW = 30


def plain(value: Any) -> Any:
    """Return what JSON can hold; numbers that it cannot as words."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value


def situation(rng: np.random.Generator) -> CostCurveModel:
    """Return a model in a state that nobody chose."""
    model = CostCurveModel(_classifiers(rng), follows=str(rng.choice(["prior", "cost_ratio"])))
    names = list(model.classifiers)
    if rng.random() < 0.3:
        model.conditions = _conditions(rng)
    elif rng.random() < 0.6:
        model.conditions = _ranges(rng)
    elif rng.random() < 0.5:
        model.pc_range = tuple(sorted(rng.random(2).round(3).tolist()))
    if rng.random() < 0.5:
        model.population = float(rng.choice([1.0, 1000.0, 1e6, 12345.0]))
        model.unit = str(rng.choice(["", "EUR"]))
    if rng.random() < 0.3:
        model.criterion = _criterion(rng)
    if rng.random() < 0.15:
        model.average = str(rng.choice(["vertical", "horizontal"]))
    if rng.random() < 0.3:
        with suppress(CostCurveError):  # bare points have no bands
            model.bootstrap(n_resamples=99, rng=1, level=float(rng.choice([0.9, 0.95])))
    _mark(model, rng)
    _annotate(model, rng)
    if len(names) > 1 and rng.random() < 0.4:
        model.hide(*rng.choice(names, size=int(rng.integers(1, len(names))), replace=False))
    return model


def _mark(model: CostCurveModel, rng: np.random.Generator) -> None:
    """Mark thresholds in half of the models, one in use by each who has scores."""
    if rng.random() < 0.5:
        for name in model.classifiers:
            with suppress(CostCurveError):  # others have no thresholds
                model.mark(name, round(float(rng.normal()), 2))


def _annotate(model: CostCurveModel, rng: np.random.Generator) -> None:
    """Write notes at all kinds of places, and leave some of them without one."""
    names = list(model.classifiers)
    first, last = (str(rng.choice(names)) for _ in range(2))
    low, high = np.sort(rng.random(2).round(3)).tolist()
    edge = model.derived.hull
    k = int(rng.integers(edge.fpr.size - 1))
    corners = [[float(edge.fpr[k + i]), float(edge.tpr[k + i])] for i in range(2)]
    places: list[dict[str, Any]] = [
        {"classifier": first},
        {"classifier": last, "line": True},
        {"edge": (corners[0], corners[1])},
        {"rates": (low, high)},
        {"pc": (low, high)},
        {"pc": float(rng.choice([0.0, 1.0, low]))},
        {"conditions": True},
    ]
    for place in places:
        model.add_note("words", **place)
    gone = {"classifier": "gone", "threshold": 0.5, "fpr": 0.1, "tpr": 0.6}
    timeless = {"id": "gone", "text": "words", "kind": "point", "at": gone}
    notes = [{**note, "id": str(i)} for i, note in enumerate((*model.notes, timeless))]
    model.notes = [{**note, "time": "2026-05-01T12:00:00Z"} for note in notes]


def _classifiers(rng: np.random.Generator) -> dict[str, Any]:
    """Return one to four classifiers of any kind; many of the same examples."""
    y_true = np.arange(_FEW) % 3 == 0
    kinds = [_scores, _scores, _scores, _points, _curve, _matrix, _copy, _folds]
    made: dict[str, Any] = {}
    for name in rng.permutation(_NAMES)[: int(rng.integers(1, 5))]:
        kind = kinds[int(rng.integers(len(kinds)))]
        made[str(name)] = kind(rng, y_true, made)
    return made


def _scores(rng: np.random.Generator, y_true: Any, _made: Any) -> Any:
    score = rng.normal(size=_FEW) + rng.choice([0.3, 1.0, 2.5]) * y_true
    kind = rng.integers(5)
    if kind == 0:  # many ties
        score = np.round(score)
    elif kind == 1:  # probabilities, many near 1
        score = 1.0 / (1.0 + np.exp(-5.0 * score))
    elif kind == 2:  # amounts
        score = np.exp(4.0 * score)
    elif kind == 3:
        score = score.astype(np.float32)
    # So few digits are the same on every machine.
    score = np.array([float(f"{one:.5g}") for one in score.tolist()], dtype=score.dtype)
    labels = np.where(y_true, "malignant", "benign")
    return predictions(labels, score, pos_label="malignant")


def _points(rng: np.random.Generator, _y_true: Any, _made: Any) -> Any:
    count = int(rng.integers(1, 4))
    labels = [f"cut {i + 1}" for i in range(count)] if rng.random() < 0.5 else None
    return point_set(fpr=rng.random(count).round(2), tpr=rng.random(count).round(2), labels=labels)


def _curve(rng: np.random.Generator, _y_true: Any, _made: Any) -> Any:
    """Return points that somebody has joined already, as an average is."""
    fpr, tpr = np.sort(rng.random((2, int(rng.integers(1, 4)))).round(2))
    return RocCurve(np.array([0.0, *fpr, 1.0]), np.array([0.0, *tpr, 1.0]))


def _matrix(rng: np.random.Generator, _y_true: Any, _made: Any) -> Any:
    tp, fn, fp, tn = rng.integers(0, 9, 4).tolist()
    return cell_counts(tp=tp + 1, fn=fn, fp=fp, tn=tn + 1)


def _copy(rng: np.random.Generator, y_true: Any, made: dict[str, Any]) -> Any:
    """Return the same classifier once more: it ties everywhere."""
    return next(reversed(made.values())) if made else _scores(rng, y_true, made)


def _folds(rng: np.random.Generator, y_true: Any, made: Any) -> Any:
    return folds([_scores(rng, y_true, made) for _ in range(int(rng.integers(2, 5)))])


def _conditions(rng: np.random.Generator) -> Conditions:
    fp, fn = rng.choice([0.5, 1.0, 10.0, 250.0], 2).tolist()
    if rng.random() < 0.2:  # one error is free
        fp, fn = (0.0, fn) if rng.random() < 0.5 else (fp, 0.0)
    benefit = float(rng.choice([0.0, 0.0, 3.0]))
    return Conditions(float(rng.choice([0.001, 0.2, 0.5])), fp, fn, cost_tp=-benefit)


def _ranges(rng: np.random.Generator) -> Conditions:
    def pair(low: float, high: float) -> tuple[float, float]:
        ends = sorted(rng.uniform(low, high, 2).tolist())
        return ends[0], ends[1]

    may_be_free = rng.random() < 0.2
    return Conditions(
        pair(0.01, 0.6),
        (0.0, 20.0) if may_be_free else pair(1.0, 20.0),
        pair(1.0, 500.0) if rng.random() < 0.7 else 30.0,
        cost_tn=pair(-4.0, 0.0) if rng.random() < 0.3 else 0.0,
    )


def _criterion(rng: np.random.Generator) -> dict[str, Any]:
    kinds: list[dict[str, Any]] = [
        {"kind": "neyman_pearson", "max_fpr": float(rng.random())},
        {"kind": "workforce", "positives": 30.0, "negatives": 70.0, "capacity": 25.0},
        {"kind": "minimax"},
        {"kind": "youden"},
    ]
    return kinds[int(rng.integers(len(kinds)))]


def places(model: CostCurveModel, rng: np.random.Generator) -> Iterator[float]:
    """Yield values of pc worth a look: its own, the ends, corners of the envelope, any."""
    yield float(model.pc)
    yield from (0.0, 1.0, 0.5)
    yield from model.pc_range or ()
    yield from rng.choice(model.derived.envelope.pc, 2).tolist()
    yield from rng.random(3).tolist()


def some_ranges(model: CostCurveModel, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Yield ranges of pc worth a look: any, to the ends, the same at both sides, at a corner."""
    one, other = sorted(rng.random(2).tolist())
    corner = float(rng.choice(model.derived.envelope.pc))
    yield from ((one, other), (0.0, other), (one, 1.0), (0.0, 1.0), (one / 2.0, 1.0 - one / 2.0))
    yield from ((corner / 2.0, (1.0 + corner) / 2.0), (one, one))


# W6, W7, W21: one sentence, one ranking, one way to write numbers in both languages.
def case_of(model: CostCurveModel, rng: np.random.Generator) -> dict[str, Any]:
    """Return what is sent, and what Python says at some places."""
    positions = {item.name: item.position for item in model.derived.classifiers}
    return {
        "told": plain(duality_traits(model)),
        "strokes": [list(one) for one in strokes_of(model)],
        "untested": untested_words(model),
        "noted": [plain([one.where, one.roc, one.cost]) for one in noted(model)],
        "said": [
            {
                "pc": pc,
                "advice": plain(model.read(pc).answer),
                "best": [model.cost(pc=pc).fpr, model.cost(pc=pc).tpr],
                "ranking": [
                    [positions.get(one.name, Owner.TRIVIAL), one.cost, one.adds]
                    for one in model.ranking(pc)
                ],
                "per_case": None
                if model.cost(pc=pc).per_case is None
                else list(asdict(model.cost(pc=pc).per_case).values()),  # type: ignore[arg-type]
            }
            for pc in places(model, rng)
        ],
        "over": [{"range": over, "advice": _over(model, over)} for over in some_ranges(model, rng)],
    }


def _over(model: CostCurveModel, over: tuple[float, float]) -> Any:
    """Return the answer for a range where nothing else is known."""
    pc = middle_share(*over)
    around = Situation(
        interval=None if model.stale else fresh_interval(model, None, pc),
        pc_range=over,
        population=model.population,
        compared=model.compared,
        difference=None if model.stale else model.difference,
        best=best_band(model),
        leads=model.leads,
        in_use=visible_marks(model),
        background=background(model),
    )
    return plain(advice(model.derived, pc, None, around))


# W8: owners at ties, on hull and ribbon.
def hiding(model: CostCurveModel, rng: np.random.Generator) -> dict[str, Any] | None:
    """Return what was sent before some were hidden in the page, and what Python says after."""
    names = [item.name for item in model.derived.shown]
    if len(names) < 2 or model.band is not None:
        return None
    before = duality_traits(model)
    gone = rng.choice(names, size=int(rng.integers(1, len(names))), replace=False)
    model.hide(*map(str, gone))
    model.criterion = None
    after = case_of(model, rng)
    now = {name: after["told"][name] for name in ("hidden", "background")}
    told = {**before, **now, "criterion": None}
    drawn = {"stretches": _stretches(model), "dots": _dots(model)}
    return {**after, "told": plain(told), "winners": after["told"]["winners"], **drawn}


def _stretches(model: CostCurveModel) -> list[Any]:
    """Return the parts of the hull, each with its owner and its rates."""
    return [[part.owner, [*map(float, part.fpr)]] for part in hull_parts(model.derived.hull)]


def _dots(model: CostCurveModel) -> list[Any]:
    """Return the fpr of what has a marker, by classifier."""
    found = [(item, dots_of(item, model.derived.hull)) for item in model.derived.shown]
    return [[item.position, [] if way is None else [*map(float, way[0])]] for item, way in found]


def written_numbers(rng: np.random.Generator, count: int) -> list[dict[str, Any]]:
    """Return numbers in every way of writing them."""
    size = 10.0 ** rng.uniform(-14, 17, count)
    values = [
        0.3125,
        0.0625,
        0.5,
        1000.0,
        999.5,
        1e15,
        12345.5,
        *(size * rng.choice([-1, 1], count)),
    ]
    shares = [0.0, 1.0, 0.5, *rng.random(count), *(10.0 ** rng.uniform(-9, 0, count))]
    shares += [1.0 - one for one in shares]
    return [
        *(
            {
                "value": float(one),
                "number": numerals.number(float(one)),
                "amount": numerals.amount(float(one), "EUR"),
                "decimal": numerals.decimal(float(one)),
            }
            for one in values
        ),
        *(
            {
                "value": float(one),
                "share": numerals.share(float(one)),
                "percent": numerals.percent(float(one)),
            }
            for one in shares
        ),
    ]


def _some_ranges(rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
    """Return ranges of shares, some of them with ends at 0 or 1, or both alike."""
    pairs = np.sort(
        np.append(rng.random((count, 2)), 10.0 ** -rng.uniform(0, 6, (count, 2)), axis=0)
    )
    return [(0.0, 0.3), (0.2, 1.0), (0.0, 1.0), (0.4, 0.4), *map(tuple, pairs.tolist())]


def conditions_cases(rng: np.random.Generator) -> dict[str, Any]:
    """Return conditions, where they lead, what is told, and what moving pc makes of them."""
    known = [None, _conditions, _ranges, _ranges][int(rng.integers(4))]
    model = CostCurveModel(follows=str(rng.choice(["prior", "cost_ratio"])))
    model.conditions = known and known(rng)
    model.population, model.unit = 1000.0, "EUR"
    told = duality_traits(model)
    before = {name: told[name] for name in _PLACED}
    moved = [plain(duality_traits(one)) for one in _moved(model, rng)]
    return {
        "placed": plain(before),
        "in_force": _box(in_force(model)),
        "money": plain(told["money"]),
        "coin": {"population": model.population, "unit": model.unit},
        "moved": [
            {
                "to": {name: after[name] for name in ("pc", "pc_range")},
                "in_force": after["conditions"] or _assumed(after),
            }
            for after in moved
        ],
    }


_PLACED = ("conditions", "pc", "pc_range", "follows")


def _moved(model: CostCurveModel, rng: np.random.Generator) -> Iterator[CostCurveModel]:
    """Yield the model with its operating point, and then its range, elsewhere."""
    reach = model.pc_range or (0.2, 0.6)
    ranges = [tuple(sorted(rng.random(2).tolist())), (reach[0], sum(reach) / 2), (0.0, reach[1])]
    for trait, values in (("pc", rng.random(2).tolist()), ("pc_range", ranges)):
        for value in values:
            other = copy(model)
            with suppress(CostCurveError):  # where an error is free they cannot follow
                setattr(other, trait, value)
                yield other


def _box(known: Conditions) -> dict[str, list[float]]:
    return {name: [getattr(known, name).low, getattr(known, name).high] for name in SPOKEN}


def _assumed(told: dict[str, Any]) -> dict[str, list[float]]:
    ends = told["pc_range"] or [told["pc"]]
    return _box(Conditions((ends[0], ends[-1])))


def slid_values() -> list[list[Any]]:
    """Return what some places of sliders stand for."""
    return [
        [slide.unit, place, slide.back(place)]
        for slide in (SHARES, COSTS)
        for place in np.arange(slide.low, slide.high, 7 * slide.step).round(2).tolist()
    ]


_SIGNS = ("", "", "", "-", "+", "\u2212")
_DIGITS = ("0", "5", "0.05", "0,05", ".5", ",5", "5.", "12", "1,234", "1,234,567", "1.5e-4", "2E3")
_UNITS = ("", "", "", " %", "%", "\u2030", " in 1000", " of 20", "/8", " : 19", ":4", " in 0")
_JOINTS = ("", "", " - ", "-", "..", " to ", " \u2013 ", " and ")
_NO_ENTRIES = ("", " ", "five", "5 percent", "1 - 2 - 3", "1 2", "e5", "--3", "nan", "inf", "%")


# What is typed into a figure is read by the page, what is typed into a field by Python.
def typed_entries(rng: np.random.Generator, count: int) -> list[dict[str, Any]]:
    """Return what a person may type, and how Python reads it: both ends, or what is wrong."""

    def one() -> str:
        return "".join(str(rng.choice(part)) for part in (_SIGNS, _DIGITS, _UNITS))

    joints = rng.choice(_JOINTS, count).tolist()
    made = [f"{one()}{joint}{one()}" if joint else one() for joint in joints]
    return [_read(text) for text in (*_NO_ENTRIES, *made)]


def _read(text: str) -> dict[str, Any]:
    try:
        return {"text": text, "ends": read_entry("", text, share=True), "wrong": ""}
    except CostCurveError as error:
        return {"text": text, "ends": None, "wrong": error.what}


def all_cases(seed: int, count: int) -> dict[str, Any]:
    """Return cases of every kind."""
    rng = np.random.default_rng(seed)
    models = [situation(rng) for _ in range(count)]
    cases = [case_of(model, rng) for model in models]
    hidden = [hiding(model, rng) for model in models]
    return {
        "ends_of_axis": list(ENDS_OF_AXIS),
        "middles": [[low, high, middle_share(low, high)] for low, high in _some_ranges(rng, count)],
        "numbers": written_numbers(rng, 4 * count),
        "cases": cases,
        "conditions": [conditions_cases(rng) for _ in range(2 * count)],
        "slid": slid_values(),
        "typed": typed_entries(rng, 10 * count),
        "hiding": [one for one in hidden if one is not None],
    }
