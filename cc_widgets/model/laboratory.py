"""What a score laboratory is made of: handles, checked, and what is drawn of populations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import Any

import numpy as np

from cc_widgets.core import RocCurve, convex_hull, expected_cost, lower_envelope
from cc_widgets.core._populations import (
    Population,
    Sample,
    draw_sample,
    read_prevalence,
    read_size,
)
from cc_widgets.core._reading import read_truth, read_whole
from cc_widgets.core._results import FloatArray, IntArray
from cc_widgets.core.uncertainty import Band
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.drawing import Way, curve_of
from cc_widgets.model.numerals import percent

# ---- Handles


NAMES = ("A", "B")
"""What the first and the second classifier are called."""

OF_EACH = ("separation", "spread", "skew", "ties", "calibration")
"""Handles that each classifier has for itself."""

Check = Callable[[Any, Any], Any]


def of_each(name: str) -> Check:
    """Check of one handle of a classifier, as a trait needs it."""
    return lambda _laboratory, value: getattr(Population(**{name: value}), name)


def second_handles(_laboratory: object, value: Any) -> Mapping[str, Any] | None:  # noqa: ANN401 (checked here)
    """All handles of a second classifier; None for none.

    Examples
    --------
    >>> second_handles(None, {"spread": 2})["separation"]
    1.5
    """
    if value is None:
        return None
    if not isinstance(value, Mapping) or not set(value) <= set(OF_EACH):
        raise CostCurveError(
            f"must be a dict of some of {', '.join(map(shown, OF_EACH))}",
            where="second",
            got=shown(value),
            fix="Pass for instance {'separation': 1.0}, or None for no second classifier.",
        )
    found = Population(**value)
    return MappingProxyType({name: getattr(found, name) for name in OF_EACH})


SHARED: Mapping[str, Check] = {
    "prevalence": lambda _, value: read_prevalence(value),
    "n": lambda _, value: read_size(value),
    "seed": lambda _, value: read_whole("seed", value, "Pass a seed such as 0."),
    "bands": lambda _, value: read_truth("bands", value),
}
"""Checks of the handles that are no classifier's own."""


def share_built_at(value: object) -> float:
    """The share of positives for which classifiers are built, checked."""
    return Population(built_at=value).built_at  # type: ignore[arg-type]


def populations_of(
    each: Sequence[Mapping[str, Any]], built_at: float
) -> tuple[dict[str, Population], dict[str, RocCurve]]:
    """Populations by name, and the true curve of each."""
    found = {
        name: Population(**handles, built_at=built_at)
        for name, handles in zip(NAMES, each, strict=False)
    }
    return found, {name: population.curve for name, population in found.items()}


def sample_of(
    populations: Mapping[str, Population], prevalence: float, n: int, seed: int
) -> Sample:
    """Examples drawn from populations; the same for the same seed."""
    return draw_sample(populations, prevalence=prevalence, n=n, rng=seed)


# ---- What is drawn of populations, and of samples


_DRAWN = 2000
_TRUE_POINTS = 201
_TICKS = (0.5, 0.1, 0.9, 0.01, 0.99, 0.001, 0.999, 0.3, 0.7)
_APART = 0.09
_FEWEST_TICKS, _TICKS_AT = 2, (15, 50, 85)
_LOG_ODDS_ONE = 1.0 / (1.0 + exp(-1.0))
_GOLDEN = (5.0**0.5 - 1.0) / 2.0


def true_ways(curve: RocCurve) -> tuple[Way, Way]:
    """A true curve as it is drawn in ROC space, and its lower envelope in cost space.

    Some of its points are enough for a thousandth.
    """
    index = np.unique(np.linspace(0, curve.fpr.size - 1, _TRUE_POINTS).astype(int))
    few = RocCurve(curve.fpr[index], curve.tpr[index])
    envelope = lower_envelope(convex_hull([few]))
    return (few.fpr, few.tpr), (envelope.pc, envelope.cost)


def sampled_ways(item: DerivedClassifier) -> tuple[Way, Way]:
    """The curve of a sample as it is drawn, and its lower envelope."""
    return curve_of(item), (item.envelope.pc, item.envelope.cost)


def holds(band: Band, curve: RocCurve, pc: float) -> bool:
    """Whether a band has within it what the best threshold truly costs at pc."""
    cost = float(np.min(expected_cost(curve.fpr, curve.tpr, pc)))
    low, high = (float(np.interp(pc, band.pc, edge)) for edge in (band.lower, band.upper))
    return low <= cost <= high


def strip_of(position: int, population: Population) -> dict[str, Any]:
    """How a classifier's scores are spread, as the page draws it from place 0 to place 1."""
    shape = population.shape
    least, width = shape.place[0], shape.place[-1] - shape.place[0]

    def share(score: float) -> float:
        return float((population.place_of(score) - least) / width)

    # Where claims are much alike, or all of them extreme, no usual one may be among them.
    ticks: list[float] = []
    for score in _TICKS:
        is_inside = _APART / 2 < share(score) < 1.0 - _APART / 2
        if is_inside and all(abs(share(score) - share(other)) > _APART for other in ticks):
            ticks.append(score)
    is_flat = len(ticks) < _FEWEST_TICKS and share(_LOG_ODDS_ONE) - share(0.5) > _APART
    if is_flat or not ticks:
        scores = shape.score[np.array(_TICKS_AT) * (shape.place.size - 1) // 100]
        ticks = [score for score in scores.tolist() if score < 1.0]
    return {
        "owner": position,
        "name": NAMES[position],
        "line": [share(0.5), share(_LOG_ODDS_ONE) - share(0.5)],
        "ticks": [[share(score), percent(score)] for score in ticks],
        "negatives": shape.negatives.round(4).tolist(),
        "positives": shape.positives.round(4).tolist(),
    }


def people_of(sample: Sample, prevalence: float) -> dict[str, Any]:
    """How many negatives and positives there are, how many of each are drawn, and of what share."""
    counts = np.bincount(sample.y_true, minlength=2)
    return {
        "counts": counts.tolist(),
        "dots": [side.size for side in _sides(sample)],
        "prevalence": prevalence,
    }


def dots_of(sample: Sample, populations: Mapping[str, Population]) -> bytes:
    """Of each strip the places of negatives, their heights, those of positives, theirs.

    An example keeps its height, whatever becomes of its score.
    """
    parts: list[FloatArray] = []
    height = np.asarray(0.04 + 0.9 * (np.arange(_DRAWN) * _GOLDEN % 1.0), dtype=np.float64)
    for name, population in populations.items():
        least, most = population.shape.place[[0, -1]]
        share = (sample.places[name] - least) / (most - least)
        place = np.asarray(np.clip(share, 0.0, 1.0), dtype=np.float64)
        parts += [each[side] for side in _sides(sample) for each in (place, height)]
    return np.concatenate(parts).astype("<f4").tobytes()


def _sides(sample: Sample) -> list[IntArray]:
    """Which negatives and which positives are drawn: examples come in no order."""
    drawn = sample.y_true[:_DRAWN]
    return [np.flatnonzero(drawn == label) for label in (0, 1)]
