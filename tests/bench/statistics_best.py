"""How often limits of the best of several classifiers hold what will be paid for using it."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core._results import FloatArray, IntArray
from cc_widgets.core.uncertainty import (
    JointResamples,
    best_band,
    best_of_independent,
    chosen_thresholds,
    envelope_band,
    finished,
    joint_resampling,
    resampling,
    shared_level,
    side_by_side,
)
from tests.bench.statistics_domains import labelled, normal_tail
from tests.bench.statistics_envelopes import N_RESAMPLES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, generator, holds, share_of

SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
GRID = np.array([0.1, 0.3, 0.5, 0.9])
TARGET = "chosen classifier and threshold"
JOINT, APART, ALONE = "band of the best", "bands of all at a shared level", "band of the winner"


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """Scores of a class, and how likely they reach a threshold.

    Attributes
    ----------
    score : callable
        Told normal numbers and the distance of the class, scores that rise with them.
    reach : callable
        Told thresholds and the distance, how likely a score reaches them.
    """

    score: Callable[[FloatArray, float], FloatArray]
    reach: Callable[[FloatArray, float], FloatArray]


def _lower(normal: FloatArray) -> FloatArray:
    """How likely a normal number is lower: evenly spread over (0, 1)."""
    return normal_tail(0.0, 1.0)(-normal)


def _beta(normal: FloatArray, distance: float) -> FloatArray:
    share = _lower(normal)
    return share ** (1 / (1 + distance)) if distance else 1 - (1 - share) ** 0.5


_CUTS = np.array([0.2, 0.7, 1.2, 1.8])
_FIRST = np.append(-np.inf, _CUTS)  # what reaches each of five levels
SHAPES = {
    "normal": Shape(lambda z, d: z + d, lambda at, d: normal_tail(d, 1.0)(at)),
    "lognormal": Shape(
        lambda z, d: np.exp((1 + 0.4 * d) * z + d),
        lambda at, d: normal_tail(d, 1 + 0.4 * d)(np.log(at)),
    ),
    "beta": Shape(_beta, lambda at, d: 1 - at ** (1 + d) if d else (1 - at) ** 2),
    "5 levels": Shape(
        lambda z, d: np.searchsorted(_CUTS, z + d, side="right").astype(float),
        lambda at, d: normal_tail(d, 1.0)(_FIRST[np.asarray(at, dtype=int)]),
    ),
}


@dataclass(frozen=True, slots=True)
class Field:
    """Some classifiers, or a single one.

    Attributes
    ----------
    distances : tuple of float
        How far the scores of positives are above those of negatives, for each classifier.
    shared : float
        The share of the variance of what scores are made of that all have in common.
    one_test_set : bool
        Whether all are tested on the same examples.
    shape : str
        How scores are distributed, a name in `SHAPES`.
    """

    distances: tuple[float, ...]
    shared: float = 0.5
    one_test_set: bool = True
    shape: str = "normal"


FIELDS = {
    "three equal": Field((1.0, 1.0, 1.0)),
    "one better": Field((1.5, 1.0, 1.0)),
    "three poor, AUC .55": Field((0.18, 0.18, 0.18)),
    "three good, AUC .80": Field((1.19, 1.19, 1.19)),
    "three very good, AUC .99": Field((3.3, 3.3, 3.3)),
    "three alike, correlation .8": Field((1.19, 1.19, 1.19), shared=0.8),
    "three with beta scores": Field((1.0, 1.0, 1.0), shape="beta"),
    "three with lognormal scores": Field((1.2, 1.2, 1.2), shape="lognormal"),
    "three of 5 levels": Field((1.19, 1.19, 1.19), shape="5 levels"),
}
ALONE_FIELDS = {
    "one alone, AUC .55": Field((0.18,)),
    "one alone, AUC .80": Field((1.19,)),
    "one alone, AUC .99": Field((3.3,)),
}
APART_FIELDS = {"three equal, three test sets": Field((1.0, 1.0, 1.0), one_test_set=False)}
ALL_FIELDS = FIELDS | ALONE_FIELDS | APART_FIELDS
OBSERVED, EXPECTED = "observed cost of the best", "expected cost of the best"


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Three ways to say how sure the cost of the best is, on the same data sets."""
    field = ALL_FIELDS[domain]
    rng = generator("best of several", domain, sizes)
    held, widths, errors = defaultdict(list), defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sources = _test_sets(rng, field, SIZES[sizes])
        drawn = _resampled(sources, int(rng.integers(2**32)), joint=field.one_test_set)
        own = [envelope_band(one) for one in drawn.each]
        winner = np.argmin([band.estimate for band in own], axis=0)
        paid = _paid(drawn, winner, field)
        best = best_band(drawn, own)
        found = {JOINT: best}
        if len(sources) > 1:
            level = shared_level(0.9, len(sources))
            each = [envelope_band(one, level=level) for one in drawn.each]
            found[APART] = best_of_independent(each, 0.9)
            of_winner = np.array([holds(band, paid) for band in own])
            held[ALONE].append(of_winner[winner, np.arange(GRID.size)])
        for method, band in found.items():
            held[method].append(holds(band, paid))
            widths[method].append(band.upper - band.lower)
        errors[OBSERVED].append(best.estimate - paid)
        errors[EXPECTED].append(best.expected - paid)
    described = {"part": part_of(domain), "domain": domain, "sizes": sizes, "target": TARGET}
    return [*_shares(described, held, widths), *_biases(described, errors)]


def part_of(domain: str) -> str:
    """The part of the table in which a field stands."""
    if domain in ALONE_FIELDS:
        return "one alone"
    return "best on several test sets" if domain in APART_FIELDS else "best of several"


def _test_sets(rng: np.random.Generator, field: Field, sizes: tuple[int, int]) -> list[Predictions]:
    """Draw scores of all classifiers."""
    own, k = sqrt(1.0 - field.shared), len(field.distances)
    each = []
    for size in sizes:
        common = rng.normal(size=(1 if field.one_test_set else k, size))
        each.append(sqrt(field.shared) * common + own * rng.normal(size=(k, size)))
    negative, positive = each
    score = SHAPES[field.shape].score
    return [
        labelled(score(negative[i], 0.0), score(positive[i], distance))
        for i, distance in enumerate(field.distances)
    ]


def _resampled(sources: list[Predictions], seed: int, *, joint: bool) -> JointResamples:
    drawn: dict[str, Any] = {"n_resamples": N_RESAMPLES, "pc": GRID}
    if joint:
        return finished(joint_resampling(sources, rng=seed, **drawn))
    return side_by_side(
        [
            finished(resampling(source, rng=seed + i, several=True, **drawn))
            for i, source in enumerate(sources)
        ]
    )


def _paid(drawn: JointResamples, winner: IntArray, field: Field) -> FloatArray:
    """The true cost at each pc of the classifier and threshold that the data recommend."""
    rule, paid = np.minimum(GRID, 1.0 - GRID), np.empty(GRID.size)
    reach = SHAPES[field.shape].reach
    for at, who in enumerate(winner):
        found = drawn.each[who].candidates
        chosen = chosen_thresholds(found, GRID)
        if chosen.trivial[at]:
            paid[at] = rule[at]
            continue
        threshold = found.threshold[found.hull[chosen.corner[at]]]
        fpr, tpr = (reach(threshold, distance) for distance in (0.0, field.distances[who]))
        paid[at] = (1.0 - GRID[at]) * fpr + GRID[at] * (1.0 - tpr)
    return paid


def _shares(described: dict[str, Any], held: dict[str, Any], widths: dict[str, Any]) -> list[Row]:
    """How often limits held, at each pc."""
    rows = []
    for method, sets in held.items():
        width = np.mean(widths[method], axis=0) if method in widths else None
        for pc, place, inside in at_each(np.array(sets), GRID, GRID):
            if pc == EVERYWHERE:
                continue
            rows.append(
                Row(
                    **described,
                    method=method,
                    recommended=method == JOINT,
                    kind="pointwise",
                    pc=pc,
                    nominal=0.9,
                    mean_width=None if width is None else float(width[place]),
                    **share_of(inside),
                )
            )
    return rows


def _biases(described: dict[str, Any], errors: dict[str, Any]) -> list[Row]:
    """By how much costs that are told miss what will be paid."""
    return [
        Row(
            **described,
            method=method,
            pc=f"{pc:g}",
            bias=float(off[:, at].mean()),
            standard_error=float(off[:, at].std(ddof=1) / sqrt(len(off))),
            data_sets=len(off),
        )
        for method, off in ((method, np.array(sets)) for method, sets in errors.items())
        for at, pc in enumerate(GRID)
    ]
