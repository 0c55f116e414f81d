"""Coverage of confidence intervals for the cost on new data of the best of several classifiers."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.core.uncertainty import (
    envelope_band,
    expected_costs,
    finished,
    joint_resampling,
    resampling,
)
from cc_widgets.core.uncertainty.bands import shared_level
from cc_widgets.core.uncertainty.bootstrap import (
    JointResamples,
    side_by_side,
)
from cc_widgets.core.uncertainty.envelopes import chosen_thresholds
from tests.bench.statistics_domains import labelled, normal_tail
from tests.bench.statistics_envelopes import N_RESAMPLES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, covers, generator, share_of

SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
GRID = np.array([0.1, 0.3, 0.5, 0.9])
TARGET = "chosen classifier and threshold"
JOINT, ADJUSTED, UNADJUSTED = (
    "band of the best",
    "bands of all at a shared level",
    "band of the winner",
)


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """Distribution of the scores of a class, which depends on its distance from the negatives."""

    score: Callable[[FloatArray, float], FloatArray]
    """Scores as an increasing function of standard normal numbers, and the distance."""
    reach: Callable[[FloatArray, float], FloatArray]
    """Probability that a score is at least a threshold, given the distance."""


def _lower(normal: FloatArray) -> FloatArray:
    """Return the normal distribution function of each number."""
    return normal_tail(0.0, 1.0)(-normal)


def _beta(normal: FloatArray, distance: float) -> FloatArray:
    quantile = _lower(normal)
    return quantile ** (1 / (1 + distance)) if distance else 1 - (1 - quantile) ** 0.5


_CUTS = np.array([0.2, 0.7, 1.2, 1.8])
_LOWER_CUTS = np.append(-np.inf, _CUTS)  # lower ends of the five levels
SHAPES = {
    "normal": Shape(lambda z, d: z + d, lambda at, d: normal_tail(d, 1.0)(at)),
    "lognormal": Shape(
        lambda z, d: np.exp((1 + 0.4 * d) * z + d),
        lambda at, d: normal_tail(d, 1 + 0.4 * d)(np.log(at)),
    ),
    "beta": Shape(_beta, lambda at, d: 1 - at ** (1 + d) if d else (1 - at) ** 2),
    "5 levels": Shape(
        lambda z, d: np.searchsorted(_CUTS, z + d, side="right").astype(float),
        lambda at, d: normal_tail(d, 1.0)(_LOWER_CUTS[np.asarray(at, dtype=int)]),
    ),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One or several classifiers that are compared."""

    distances: tuple[float, ...]
    """Distance between the classes, for each classifier."""
    shared: float = 0.5
    """Correlation of the normal numbers behind the scores of different classifiers."""
    one_test_set: bool = True
    """Whether all classifiers are tested on the same examples."""
    shape: str = "normal"
    """Name in `SHAPES`."""


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
SINGLE_FIELDS = {
    "one alone, AUC .55": Field((0.18,)),
    "one alone, AUC .80": Field((1.19,)),
    "one alone, AUC .99": Field((3.3,)),
}
SEPARATE_FIELDS = {"three equal, three test sets": Field((1.0, 1.0, 1.0), one_test_set=False)}
ALL_FIELDS = FIELDS | SINGLE_FIELDS | SEPARATE_FIELDS
OBSERVED, EXPECTED = "observed cost of the best", "expected cost of the best"


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of three methods and bias of two estimates, on the same datasets."""
    field = ALL_FIELDS[domain]
    rng = generator("best of several", domain, sizes)
    covered, widths, errors = defaultdict(list), defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sources = _test_sets(rng, field, SIZES[sizes])
        drawn = _resample(sources, int(rng.integers(2**32)), joint=field.one_test_set)
        costs, at = expected_costs(drawn), np.arange(GRID.size)
        winner = costs.observed.argmin(axis=0)
        truth = _true_costs(drawn, winner, field)
        best = costs.best
        methods = {JOINT: best}
        if len(sources) > 1:
            level = shared_level(0.9, len(sources))
            adjusted = [envelope_band(resamples, level=level) for resamples in drawn.each]
            lower, upper = (
                np.array([getattr(band, name) for band in adjusted])[winner, at]
                for name in ("lower", "upper")
            )
            methods[ADJUSTED] = replace(best, lower=lower, upper=upper)
            bands = [envelope_band(resamples) for resamples in drawn.each]
            by_classifier = np.array([covers(band, truth) for band in bands])
            covered[UNADJUSTED].append(by_classifier[winner, np.arange(GRID.size)])
        for method, band in methods.items():
            covered[method].append(covers(band, truth))
            widths[method].append(band.upper - band.lower)
        errors[OBSERVED].append(best.estimate - truth)
        errors[EXPECTED].append(best.expected - truth)
    common = {"part": part_of(domain), "domain": domain, "sizes": sizes, "target": TARGET}
    return [*_coverage_rows(common, covered, widths), *_bias_rows(common, errors)]


def part_of(domain: str) -> str:
    """Return the part of the table that a domain belongs to."""
    if domain in SINGLE_FIELDS:
        return "one alone"
    return "best on several test sets" if domain in SEPARATE_FIELDS else "best of several"


def _test_sets(rng: np.random.Generator, field: Field, sizes: tuple[int, int]) -> list[Predictions]:
    """Return random test sets of all classifiers."""
    own, k = sqrt(1.0 - field.shared), len(field.distances)
    noise = []
    for size in sizes:
        common = rng.normal(size=(1 if field.one_test_set else k, size))
        noise.append(sqrt(field.shared) * common + own * rng.normal(size=(k, size)))
    negative, positive = noise
    score = SHAPES[field.shape].score
    return [
        labelled(score(negative[i], 0.0), score(positive[i], distance))
        for i, distance in enumerate(field.distances)
    ]


def _resample(sources: list[Predictions], seed: int, *, joint: bool) -> JointResamples:
    options: dict[str, Any] = {"n_resamples": N_RESAMPLES, "pc": GRID}
    if joint:
        return finished(joint_resampling(sources, rng=seed, **options))
    return side_by_side(
        [finished(resampling(source, rng=seed + i, **options)) for i, source in enumerate(sources)]
    )


def _true_costs(drawn: JointResamples, winner: IntArray, field: Field) -> FloatArray:
    """Return the true cost at each pc of the recommended classifier and threshold."""
    baseline, costs = np.minimum(GRID, 1.0 - GRID), np.empty(GRID.size)
    reach = SHAPES[field.shape].reach
    for i, position in enumerate(winner):
        thresholds = drawn.each[position].candidates
        chosen = chosen_thresholds(thresholds, GRID)
        if chosen.is_baseline[i]:
            costs[i] = baseline[i]
            continue
        threshold = thresholds.threshold[thresholds.hull[chosen.corner[i]]]
        fpr, tpr = (reach(threshold, distance) for distance in (0.0, field.distances[position]))
        costs[i] = (1.0 - GRID[i]) * fpr + GRID[i] * (1.0 - tpr)
    return costs


def _coverage_rows(
    common: dict[str, Any], covered: dict[str, Any], widths: dict[str, Any]
) -> list[Row]:
    """Return rows with the coverage of each method at each pc."""
    rows = []
    for method, sets in covered.items():
        width = np.mean(widths[method], axis=0) if method in widths else None
        for pc, index, inside in at_each(np.array(sets), GRID, GRID):
            if pc == EVERYWHERE:
                continue
            rows.append(
                Row(
                    **common,
                    method=method,
                    recommended=method == JOINT,
                    kind="pointwise",
                    pc=pc,
                    nominal=0.9,
                    mean_width=None if width is None else float(width[index]),
                    **share_of(inside),
                )
            )
    return rows


def _bias_rows(common: dict[str, Any], errors: dict[str, Any]) -> list[Row]:
    """Return rows with the mean error of each estimate at each pc."""
    return [
        Row(
            **common,
            method=method,
            pc=f"{pc:g}",
            bias=float(values[:, i].mean()),
            standard_error=float(values[:, i].std(ddof=1) / sqrt(len(values))),
            data_sets=len(values),
        )
        for method, values in ((method, np.array(sets)) for method, sets in errors.items())
        for i, pc in enumerate(GRID)
    ]
