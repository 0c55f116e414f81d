"""Synced state and the answers Python derives from it, as JSON for the tests of both languages."""

from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from dataclasses import asdict, fields, is_dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from cc_widgets.core import Conditions, RocCurve, cell_counts, folds, point_set, predictions
from cc_widgets.core.conditions import middle_share
from cc_widgets.core.results import Owner
from cc_widgets.errors import CostCurveError
from cc_widgets.model import numerals
from cc_widgets.model.advice import AdviceContext, advice
from cc_widgets.model.answers import (
    current_best_band,
    current_interval,
    each_worth_using,
    visible_marks,
)
from cc_widgets.model.conditions import (
    CONDITION_NAMES,
    conditions_or_default,
)
from cc_widgets.model.drawing import ENDS_OF_AXIS, dots_of, hull_parts, strokes_of, untested_words
from cc_widgets.model.estimating import Estimates, estimate_inputs, find_estimates
from cc_widgets.model.losses import loss_intervals
from cc_widgets.model.notes import displayed_notes
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import background
from cc_widgets.panels.parts import COST_SCALE, SHARE_SCALE, parse_entry
from cc_widgets.views.link import duality_traits

_NAMES = ("forest", "logistic", "a <b>bold</b> name", "stump", "naïve Bayes")
_N_EXAMPLES = 30


def plain(value: Any) -> Any:
    """Return a JSON-compatible copy; infinities and NaN become strings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value


def random_model(rng: np.random.Generator) -> CostCurveModel:
    """Return a model with random classifiers, conditions and settings."""
    model = CostCurveModel(
        _classifiers(rng), view={"follows": str(rng.choice(["prior", "cost_ratio"]))}
    )
    names = list(model.classifiers)
    if rng.random() < 0.3:
        model.conditions = _conditions(rng)
    elif rng.random() < 0.6:
        model.conditions = _ranges(rng)
    elif rng.random() < 0.5:
        model.pc_range = tuple(sorted(rng.random(2).round(3).tolist()))
    if rng.random() < 0.5:
        n_cases = float(rng.choice([1.0, 1000.0, 1e6, 12345.0]))
        currency = str(rng.choice(["", "EUR"]))
        stated = model.conditions or Conditions()
        model.conditions = replace(stated, n_cases=n_cases, currency=currency)
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
    """Mark a threshold of each scored classifier and each matrix, in half of the models."""
    if rng.random() < 0.5:
        for name in model.classifiers:
            with suppress(CostCurveError):  # matrices and points have no thresholds
                model.mark(name, round(float(rng.normal()), 2))
            with suppress(CostCurveError):  # only matrices are marked without a threshold
                model.mark(name)


def _annotate(model: CostCurveModel, rng: np.random.Generator) -> None:
    """Add notes of every kind, and one whose classifier no longer exists."""
    names = list(model.classifiers)
    first, last = (str(rng.choice(names)) for _ in range(2))
    low, high = np.sort(rng.random(2).round(3)).tolist()
    hull = model.curves.hull
    k = int(rng.integers(hull.fpr.size - 1))
    corners = [[float(hull.fpr[k + i]), float(hull.tpr[k + i])] for i in range(2)]
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
    missing = {"classifier": "gone", "threshold": 0.5, "fpr": 0.1, "tpr": 0.6}
    orphan = {"id": "gone", "text": "words", "kind": "point", "at": missing}
    notes = [{**note, "id": str(i)} for i, note in enumerate((*model.notes, orphan))]
    model.notes = [{**note, "time": "2026-05-01T12:00:00Z"} for note in notes]


def _classifiers(rng: np.random.Generator) -> dict[str, Any]:
    """Return one to four classifiers of any kind; most share their examples."""
    y_true = np.arange(_N_EXAMPLES) % 3 == 0
    kinds = [_scores, _scores, _scores, _points, _curve, _matrix, _copy, _folds]
    classifiers: dict[str, Any] = {}
    for name in rng.permutation(_NAMES)[: int(rng.integers(1, 5))]:
        kind = kinds[int(rng.integers(len(kinds)))]
        classifiers[str(name)] = kind(rng, y_true, classifiers)
    return classifiers


def _scores(rng: np.random.Generator, y_true: Any, _classifiers: Any) -> Any:
    score = rng.normal(size=_N_EXAMPLES) + rng.choice([0.3, 1.0, 2.5]) * y_true
    kind = rng.integers(5)
    if kind == 0:  # many ties
        score = np.round(score)
    elif kind == 1:  # probabilities, many near 1
        score = 1.0 / (1.0 + np.exp(-5.0 * score))
    elif kind == 2:  # amounts
        score = np.exp(4.0 * score)
    elif kind == 3:
        score = score.astype(np.float32)
    # Five digits are the same on every machine.
    score = np.array([float(f"{value:.5g}") for value in score.tolist()], dtype=score.dtype)
    labels = np.where(y_true, "malignant", "benign")
    return predictions(labels, score, pos_label="malignant")


def _points(rng: np.random.Generator, _y_true: Any, _classifiers: Any) -> Any:
    count = int(rng.integers(1, 4))
    labels = [f"cut {i + 1}" for i in range(count)] if rng.random() < 0.5 else None
    return point_set(fpr=rng.random(count).round(2), tpr=rng.random(count).round(2), labels=labels)


def _curve(rng: np.random.Generator, _y_true: Any, _classifiers: Any) -> Any:
    """Return a curve without counts, as averaging produces."""
    fpr, tpr = np.sort(rng.random((2, int(rng.integers(1, 4)))).round(2))
    return RocCurve(np.array([0.0, *fpr, 1.0]), np.array([0.0, *tpr, 1.0]))


def _matrix(rng: np.random.Generator, _y_true: Any, _classifiers: Any) -> Any:
    tp, fn, fp, tn = rng.integers(0, 9, 4).tolist()
    return cell_counts(tp=tp + 1, fn=fn, fp=fp, tn=tn + 1)


def _copy(rng: np.random.Generator, y_true: Any, classifiers: dict[str, Any]) -> Any:
    """Return the previous classifier again, which ties everywhere."""
    return (
        next(reversed(classifiers.values())) if classifiers else _scores(rng, y_true, classifiers)
    )


def _folds(rng: np.random.Generator, y_true: Any, classifiers: Any) -> Any:
    return folds([_scores(rng, y_true, classifiers) for _ in range(int(rng.integers(2, 5)))])


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


def operating_points(model: CostCurveModel, rng: np.random.Generator) -> Iterator[float]:
    """Yield values of pc: the model's own, the ends, envelope corners and random ones."""
    yield float(model.pc)
    yield from (0.0, 1.0, 0.5)
    yield from model.pc_range or ()
    yield from rng.choice(model.curves.envelope.pc, 2).tolist()
    yield from rng.random(3).tolist()


def pc_ranges(model: CostCurveModel, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Yield ranges of pc: random, up to the ends, symmetric, around a corner and degenerate."""
    low, high = sorted(rng.random(2).tolist())
    corner = float(rng.choice(model.curves.envelope.pc))
    yield from ((low, high), (0.0, high), (low, 1.0), (0.0, 1.0), (low / 2.0, 1.0 - low / 2.0))
    yield from ((corner / 2.0, (1.0 + corner) / 2.0), (low, low))


# Both languages give the same sentences, rankings and numbers.
def case_of(model: CostCurveModel, rng: np.random.Generator) -> dict[str, Any]:
    """Return the synced state, and Python's answers at several operating points and ranges."""
    find_estimates(model)
    positions = {item.name: item.position for item in model.curves.classifiers}
    return {
        "told": plain(duality_traits(model)),
        "strokes": [list(stroke) for stroke in strokes_of(model)],
        "untested": untested_words(model),
        "noted": [plain([note.where, note.roc, note.cost]) for note in displayed_notes(model)],
        "said": [
            {
                "pc": pc,
                "advice": plain(model.recommend(pc).advice),
                "best": [model.cost(pc=pc).fpr, model.cost(pc=pc).tpr],
                "ranking": [
                    [positions.get(entry.name, Owner.BASELINE), entry.cost, entry.is_useful]
                    for entry in model.recommend(pc).ranking
                ],
                "per_case": None
                if model.cost(pc=pc).per_case is None
                else list(asdict(model.cost(pc=pc).per_case).values()),  # type: ignore[arg-type]
            }
            for pc in operating_points(model, rng)
        ],
        "over": [
            {"range": pc_range, "advice": _range_advice(model, pc_range)}
            for pc_range in pc_ranges(model, rng)
        ],
    }


def _range_advice(model: CostCurveModel, pc_range: tuple[float, float]) -> Any:
    """Return the answer for a range of pc, without conditions."""
    pc = middle_share(*pc_range)
    context = AdviceContext(
        interval=None if model._has_stale_bands else current_interval(model, None, pc),
        pc_range=pc_range,
        n_cases=model._n_cases,
        best=current_best_band(model),
        worth=each_worth_using(model),
        leads=model._leads,
        in_use=visible_marks(model),
        losses=loss_intervals(model, pc),
        background=background(model),
    )
    return plain(advice(model.curves, pc, None, context))


# Owners of ties on hull and ribbon.
def hiding_case(model: CostCurveModel, rng: np.random.Generator) -> dict[str, Any] | None:
    """Return the state before classifiers are hidden on the page, and Python's answers after."""
    names = [item.name for item in model.curves.shown]
    if len(names) < 2 or model.bands is not None:
        return None
    before = duality_traits(model)
    hidden = rng.choice(names, size=int(rng.integers(1, len(names))), replace=False)
    model.hide(*map(str, hidden))
    model.criterion = None
    # The page drops the estimates of other classifiers, until Python sends new ones.
    model.set_trait("_estimates", Estimates(estimate_inputs(model), None, "not computed yet"))
    after = case_of(model, rng)
    updates = {name: after["told"][name] for name in ("hidden", "background")}
    state = {**before, **updates, "criterion": None}
    marks = {"stretches": _stretches(model), "dots": _dots(model)}
    return {**after, "told": plain(state), "winners": after["told"]["winners"], **marks}


def _stretches(model: CostCurveModel) -> list[Any]:
    """Return owner and false positive rates of each part of the hull."""
    return [[part.owner, [*map(float, part.fpr)]] for part in hull_parts(model.curves.hull)]


def _dots(model: CostCurveModel) -> list[Any]:
    """Return the false positive rates of the markers of each classifier."""
    markers = [(item, dots_of(item, model.curves.hull)) for item in model.curves.shown]
    return [
        [item.position, [] if path is None else [*map(float, path[0])]] for item, path in markers
    ]


def formatted_numbers(rng: np.random.Generator, count: int) -> list[dict[str, Any]]:
    """Return numbers with each of their formatted forms."""
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
    shares += [1.0 - share for share in shares]
    return [
        *(
            {
                "value": float(value),
                "number": numerals.number(float(value)),
                "amount": numerals.amount(float(value), "EUR"),
                "decimal": numerals.decimal(float(value)),
            }
            for value in values
        ),
        *(
            {
                "value": float(share),
                "share": numerals.share(float(share)),
                "percent": numerals.percent(float(share)),
            }
            for share in shares
        ),
    ]


def _share_ranges(rng: np.random.Generator, count: int) -> list[tuple[float, float]]:
    """Return ranges of shares, some with ends at 0 or 1, one degenerate."""
    pairs = np.sort(
        np.append(rng.random((count, 2)), 10.0 ** -rng.uniform(0, 6, (count, 2)), axis=0)
    )
    return [(0.0, 0.3), (0.2, 1.0), (0.0, 1.0), (0.4, 0.4), *map(tuple, pairs.tolist())]


def conditions_cases(rng: np.random.Generator) -> dict[str, Any]:
    """Return conditions, the state derived from them, and the conditions after pc is moved."""
    make = [None, _conditions, _ranges, _ranges][int(rng.integers(4))]
    model = CostCurveModel(view={"follows": str(rng.choice(["prior", "cost_ratio"]))})
    stated = make(rng) if make else Conditions()
    model.conditions = replace(stated, n_cases=1000.0, currency="EUR")
    state = duality_traits(model)
    before = {name: state[name] for name in _PLACED}
    moved = [plain(duality_traits(copied)) for copied in _moved(model, rng)]
    return {
        "placed": plain(before),
        "in_force": _box(conditions_or_default(model)),
        "money": plain(state["money"]),
        "coin": {"n_cases": model._n_cases, "currency": model._currency},
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
    """Yield copies of the model with another operating point, then with another range."""
    reach = model.pc_range or (0.2, 0.6)
    ranges = [tuple(sorted(rng.random(2).tolist())), (reach[0], sum(reach) / 2), (0.0, reach[1])]
    for trait, values in (("pc", rng.random(2).tolist()), ("pc_range", ranges)):
        for value in values:
            copied = copy(model)
            with suppress(CostCurveError):  # raised if one error costs nothing
                setattr(copied, trait, value)
                yield copied


def _box(conditions: Conditions) -> dict[str, list[float]]:
    return {
        name: [getattr(conditions, name).low, getattr(conditions, name).high]
        for name in CONDITION_NAMES
    }


def _assumed(state: dict[str, Any]) -> dict[str, list[float]]:
    ends = state["pc_range"] or [state["pc"]]
    return _box(Conditions((ends[0], ends[-1])))


def slider_values() -> list[list[Any]]:
    """Return unit, position and value of sliders at some of their positions."""
    return [
        [slide.unit, position, slide.to_value(position)]
        for slide in (SHARE_SCALE, COST_SCALE)
        for position in np.arange(slide.low, slide.high, 7 * slide.step).round(2).tolist()
    ]


_SIGNS = ("", "", "", "-", "+", "\u2212")
_DIGITS = ("0", "5", "0.05", "0,05", ".5", ",5", "5.", "12", "1,234", "1,234,567", "1.5e-4", "2E3")
_UNITS = ("", "", "", " %", "%", "\u2030", " in 1000", " of 20", "/8", " : 19", ":4", " in 0")
_JOINTS = ("", "", " - ", "-", "..", " to ", " \u2013 ", " and ")
_INVALID_ENTRIES = (
    "",
    " ",
    "five",
    "5 percent",
    "1 - 2 - 3",
    "1 2",
    "e5",
    "--3",
    "nan",
    "inf",
    "%",
)


# The page parses entries typed into a figure, Python those typed into a field.
def typed_entries(rng: np.random.Generator, count: int) -> list[dict[str, Any]]:
    """Return typed texts and how Python reads them: both ends, or the error."""

    def random_entry() -> str:
        return "".join(str(rng.choice(part)) for part in (_SIGNS, _DIGITS, _UNITS))

    joints = rng.choice(_JOINTS, count).tolist()
    texts = [
        f"{random_entry()}{joint}{random_entry()}" if joint else random_entry() for joint in joints
    ]
    return [_read(text) for text in (*_INVALID_ENTRIES, *texts)]


def _read(text: str) -> dict[str, Any]:
    try:
        return {"text": text, "ends": parse_entry("", text, share=True), "wrong": ""}
    except CostCurveError as error:
        return {"text": text, "ends": None, "wrong": error.what}


def all_cases(seed: int, count: int) -> dict[str, Any]:
    """Return test cases of every kind."""
    rng = np.random.default_rng(seed)
    models = [random_model(rng) for _ in range(count)]
    cases = [case_of(model, rng) for model in models]
    hidden = [hiding_case(model, rng) for model in models]
    return {
        "ends_of_axis": list(ENDS_OF_AXIS),
        "middles": [
            [low, high, middle_share(low, high)] for low, high in _share_ranges(rng, count)
        ],
        "numbers": formatted_numbers(rng, 4 * count),
        "cases": cases,
        "conditions": [conditions_cases(rng) for _ in range(2 * count)],
        "slid": slider_values(),
        "typed": typed_entries(rng, 10 * count),
        "hiding": [case for case in hidden if case is not None],
    }
