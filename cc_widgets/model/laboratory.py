"""Score laboratory: validated handles, and paths of populations and samples as drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import Any

import numpy as np

from cc_widgets.core import RocCurve, convex_hull, expected_cost, lower_envelope
from cc_widgets.core.populations import Population, Sample, draw_sample, read_prevalence, read_size
from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.validation import read_bool, read_integer
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import Polyline, curve_of
from cc_widgets.model.numerals import percent

# ---- Handles


NAMES = ("A", "B")
"""Names of the first and the second classifier."""

CLASSIFIER_HANDLES = ("separation", "spread", "skew", "ties", "calibration")
"""Handles of each classifier."""

Check = Callable[[Any, Any], Any]


def handle_check(name: str) -> Check:
    """Return the validator of a classifier's handle, in the form that a trait requires."""
    return lambda _laboratory, value: getattr(Population(**{name: value}), name)


def second_handles(_laboratory: object, value: Any) -> Mapping[str, Any] | None:  # noqa: ANN401 (checked here)
    """Return all handles of a second classifier; None for none.

    Examples
    --------
    >>> second_handles(None, {"spread": 2})["separation"]
    1.5
    """
    if value is None:
        return None
    if not isinstance(value, Mapping) or not set(value) <= set(CLASSIFIER_HANDLES):
        raise CostCurveError(
            f"must be a dict with keys among {', '.join(map(shown, CLASSIFIER_HANDLES))}",
            where="second",
            got=shown(value),
            fix="Pass for instance {'separation': 1.0}, or None for no second classifier.",
        )
    population = Population(**value)
    return MappingProxyType({name: getattr(population, name) for name in CLASSIFIER_HANDLES})


SHARED_HANDLES: Mapping[str, Check] = {
    "prevalence": lambda _, value: read_prevalence(value),
    "n": lambda _, value: read_size(value),
    "seed": lambda _, value: read_integer("seed", value, "Pass a seed such as 0."),
    "bands": lambda _, value: read_bool("bands", value),
}
"""Validators of the handles that both classifiers share."""


def read_built_at(value: object) -> float:
    """Return the validated prevalence that classifiers are trained for."""
    return Population(built_at=value).built_at  # type: ignore[arg-type]


def populations_of(
    each: Sequence[Mapping[str, Any]], built_at: float
) -> tuple[dict[str, Population], dict[str, RocCurve]]:
    """Return populations by name, and the true ROC curve of each."""
    populations = {
        name: Population(**handles, built_at=built_at)
        for name, handles in zip(NAMES, each, strict=False)
    }
    return populations, {name: population.curve for name, population in populations.items()}


def sample_of(
    populations: Mapping[str, Population], prevalence: float, n: int, seed: int
) -> Sample:
    """Return examples drawn from populations with a seed."""
    return draw_sample(populations, prevalence=prevalence, n=n, rng=seed)


# ---- Paths, score distributions and dots


_MAX_DOTS = 2000
_N_CURVE_POINTS = 201
_TICKS = (0.5, 0.1, 0.9, 0.01, 0.99, 0.001, 0.999, 0.3, 0.7)
_MIN_TICK_DISTANCE = 0.09
_MIN_TICKS, _TICK_PERCENTILES = 2, (15, 50, 85)
_LOG_ODDS_ONE = 1.0 / (1.0 + exp(-1.0))
_GOLDEN = (5.0**0.5 - 1.0) / 2.0


def population_paths(curve: RocCurve) -> tuple[Polyline, Polyline]:
    """Return a true ROC curve, and its lower envelope, as drawn.

    The curve is thinned; the error is at most 0.001.
    """
    index = np.unique(np.linspace(0, curve.fpr.size - 1, _N_CURVE_POINTS).astype(int))
    thinned = RocCurve(curve.fpr[index], curve.tpr[index])
    envelope = lower_envelope(convex_hull([thinned]))
    return (thinned.fpr, thinned.tpr), (envelope.pc, envelope.cost)


def sample_paths(item: DerivedClassifier) -> tuple[Polyline, Polyline]:
    """Return the ROC curve of a sample, and its lower envelope, as drawn."""
    return curve_of(item), (item.envelope.pc, item.envelope.cost)


def covers_true_cost(band: Band, curve: RocCurve, pc: float) -> bool:
    """Return whether a band contains the true cost of the best threshold at pc."""
    cost = float(np.min(expected_cost(curve.fpr, curve.tpr, pc)))
    low, high = (float(np.interp(pc, band.pc, edge)) for edge in (band.lower, band.upper))
    return low <= cost <= high


def strip_of(position: int, population: Population) -> dict[str, Any]:
    """Return a classifier's score distribution for the page, scaled to positions from 0 to 1."""
    shape = population.densities
    lowest, width = shape.latent[0], shape.latent[-1] - shape.latent[0]

    def share(score: float) -> float:
        return float((population.latent_score(score) - lowest) / width)

    # With nearly constant or extreme scores, none of the usual ticks may fit.
    ticks: list[float] = []
    for score in _TICKS:
        is_inside = _MIN_TICK_DISTANCE / 2 < share(score) < 1.0 - _MIN_TICK_DISTANCE / 2
        if is_inside and all(
            abs(share(score) - share(other)) > _MIN_TICK_DISTANCE for other in ticks
        ):
            ticks.append(score)
    is_flat = len(ticks) < _MIN_TICKS and share(_LOG_ODDS_ONE) - share(0.5) > _MIN_TICK_DISTANCE
    if is_flat or not ticks:
        scores = shape.score[np.array(_TICK_PERCENTILES) * (shape.latent.size - 1) // 100]
        ticks = [score for score in scores.tolist() if score < 1.0]
    return {
        "owner": position,
        "name": NAMES[position],
        "line": [share(0.5), share(_LOG_ODDS_ONE) - share(0.5)],
        "ticks": [[share(score), percent(score)] for score in ticks],
        "negatives": shape.negatives.round(4).tolist(),
        "positives": shape.positives.round(4).tolist(),
    }


def sample_sizes(sample: Sample, prevalence: float) -> dict[str, Any]:
    """Return the class sizes of a sample, the numbers of drawn dots, and the prevalence."""
    counts = np.bincount(sample.y_true, minlength=2)
    return {
        "counts": counts.tolist(),
        "dots": [side.size for side in _class_indices(sample)],
        "prevalence": prevalence,
    }


def strip_dots(sample: Sample, populations: Mapping[str, Population]) -> bytes:
    """Return the dots of each strip: positions and heights of negatives, then of positives.

    An example keeps its height when its score changes.
    """
    parts: list[FloatArray] = []
    height = np.asarray(0.04 + 0.9 * (np.arange(_MAX_DOTS) * _GOLDEN % 1.0), dtype=np.float64)
    for name, population in populations.items():
        lowest, highest = population.densities.latent[[0, -1]]
        fraction = (sample.latent[name] - lowest) / (highest - lowest)
        position = np.asarray(np.clip(fraction, 0.0, 1.0), dtype=np.float64)
        parts += [values[side] for side in _class_indices(sample) for values in (position, height)]
    return np.concatenate(parts).astype("<f4").tobytes()


def _class_indices(sample: Sample) -> list[IntArray]:
    """Return the indices of the drawn negatives and positives; examples are in random order."""
    labels = sample.y_true[:_MAX_DOTS]
    return [np.flatnonzero(labels == label) for label in (0, 1)]
