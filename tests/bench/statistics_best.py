"""How often limits of the best of several classifiers hold what will be paid for using it."""

from collections import defaultdict
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
)
from tests.bench.statistics_domains import labelled, normal_tail
from tests.bench.statistics_envelopes import N_RESAMPLES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, generator, holds, share_of

SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
GRID = np.array([0.1, 0.3, 0.5, 0.9])
TARGET = "chosen classifier and threshold"
JOINT, APART, ALONE = "band of the best", "bands of all at a shared level", "band of the winner"


@dataclass(frozen=True, slots=True)
class Field:
    """Some classifiers with normal scores.

    Attributes
    ----------
    distances : tuple of float
        How far apart the means of the two classes are, for each classifier.
    shared : float
        The share of the variance of scores that all have in common.
    one_test_set : bool
        Whether all are tested on the same examples.
    """

    distances: tuple[float, ...]
    shared: float = 0.5
    one_test_set: bool = True


FIELDS = {
    "three equal": Field((1.0, 1.0, 1.0)),
    "one better": Field((1.5, 1.0, 1.0)),
    "three poor, AUC .55": Field((0.18, 0.18, 0.18)),
    "three very good, AUC .99": Field((3.3, 3.3, 3.3)),
}
APART_FIELDS = {"three equal, three test sets": Field((1.0, 1.0, 1.0), one_test_set=False)}
ALL_FIELDS = FIELDS | APART_FIELDS


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Three ways to say how sure the cost of the best is, on the same data sets."""
    field = ALL_FIELDS[domain]
    rng = generator("best of several", domain, sizes)
    held, widths, errors = defaultdict(list), defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sources = _test_sets(rng, field, SIZES[sizes])
        drawn = _resampled(sources, int(rng.integers(2**32)), joint=field.one_test_set)
        own = [envelope_band(one) for one in drawn.each]
        level = shared_level(0.9, len(sources))
        found = {
            APART: best_of_independent([envelope_band(one, level=level) for one in drawn.each], 0.9)
        }
        winner = np.argmin([band.estimate for band in own], axis=0)
        paid = _paid(drawn, winner, field.distances)
        if field.one_test_set:
            found[JOINT] = best_band(drawn, own)
            held[ALONE].append(
                np.array([holds(band, paid) for band in own])[winner, np.arange(GRID.size)]
            )
        for method, band in found.items():
            held[method].append(holds(band, paid))
            widths[method].append(band.upper - band.lower)
        best = found[JOINT if field.one_test_set else APART]
        errors["observed cost of the best"].append(best.estimate - paid)
        errors["expected cost of the best"].append(best.expected - paid)
    part = "best of several" if field.one_test_set else "best on several test sets"
    described = {"part": part, "domain": domain, "sizes": sizes, "target": TARGET}
    return [*_shares(described, field, held, widths), *_biases(described, errors)]


def _test_sets(rng: np.random.Generator, field: Field, sizes: tuple[int, int]) -> list[Predictions]:
    """Draw scores of all classifiers."""
    own, k = sqrt(1.0 - field.shared), len(field.distances)
    each = []
    for size in sizes:
        common = rng.normal(size=(1 if field.one_test_set else k, size))
        each.append(sqrt(field.shared) * common + own * rng.normal(size=(k, size)))
    negative, positive = each
    return [
        labelled(negative[i], positive[i] + distance) for i, distance in enumerate(field.distances)
    ]


def _resampled(sources: list[Predictions], seed: int, *, joint: bool) -> JointResamples:
    if joint:
        drawn = joint_resampling(sources, n_resamples=N_RESAMPLES, rng=seed, pc=GRID)
        return finished(drawn)
    return JointResamples(
        tuple(
            finished(resampling(source, n_resamples=N_RESAMPLES, rng=seed + i, pc=GRID))
            for i, source in enumerate(sources)
        )
    )


def _paid(drawn: JointResamples, winner: IntArray, distances: tuple[float, ...]) -> FloatArray:
    """The true cost at each pc of the classifier and threshold that the data recommend."""
    rule, paid = np.minimum(GRID, 1.0 - GRID), np.empty(GRID.size)
    for at, who in enumerate(winner):
        found = drawn.each[who].candidates
        chosen = chosen_thresholds(found, GRID)
        threshold = found.threshold[found.hull[chosen.corner[at]]]
        fpr, tpr = (normal_tail(mean, 1.0)(threshold) for mean in (0.0, distances[who]))
        cost = (1.0 - GRID[at]) * fpr + GRID[at] * (1.0 - tpr)
        paid[at] = rule[at] if chosen.trivial[at] else cost
    return paid


def _shares(
    described: dict[str, Any], field: Field, held: dict[str, Any], widths: dict[str, Any]
) -> list[Row]:
    """How often limits held, at each pc."""
    recommended = JOINT if field.one_test_set else APART
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
                    recommended=method == recommended,
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
