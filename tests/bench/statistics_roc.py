"""How often limits in ROC space hold the truth: of areas, rates, curves and their hulls."""

from collections import defaultdict
from itertools import product
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from cc_widgets.core import Predictions, count, predictions
from cc_widgets.core._cost import dual_hull
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import (
    LineCounts,
    RocBand,
    curve_band,
    envelope_band,
    finished,
    hull_band,
    rates_box,
    resampling,
    roc_area,
    roc_area_difference,
    vertical_band,
)
from tests.bench.statistics_domains import CURVES, Domain
from tests.bench.statistics_rows import EVERYWHERE, ROUNDING, Row, generator, share_of

SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
CELLS = [*product(CURVES, SIZES)]
AREA, DIFFERENCE, RATES, CURVE, HULL = (
    "area under the ROC curve",
    "difference of areas",
    "rates of a threshold",
    "ROC curve",
    "ROC hull",
)
SHOWN = np.array([0.05, 0.1, 0.3, 0.5])
_DENSE = np.linspace(0.0, 1.0, 201)
_PC = np.linspace(0.0, 1.0, 101)
_N_RESAMPLES = 999
_CLOSE = 1e-6  # true curves are known between a great many thresholds
# Distances of both means, and what the scores have in common.
PAIRS = {
    "equal, AUC .80, correlation .8": (1.19, 1.19, 0.8),
    "equal, AUC .99, correlation .8": (3.29, 3.29, 0.8),
    "equal, AUC .55, correlation .3": (0.18, 0.18, 0.3),
    "AUC .80 and .92, correlation .8": (1.19, 2.0, 0.8),
    "AUC .99 and .92, correlation .3": (3.29, 2.0, 0.3),
}


def areas(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Limits of the area of one classifier."""
    domain = CURVES[name]
    truth = _area(domain)
    rng, found = generator("area", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *SIZES[sizes])
        for method in ("area", "delong area"):
            found[method].append(roc_area(sample, method=method))
    return [
        _of_limits(AREA, name, sizes, method, each, truth, recommended=method == "area")
        for method, each in found.items()
    ]


def differences(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Limits of the difference of two areas on the same examples, and the test of it."""
    first, second, shared = PAIRS[name]
    truth = NormalDist().cdf(first / sqrt(2.0)) - NormalDist().cdf(second / sqrt(2.0))
    rng, found = generator("difference of areas", name, sizes), []
    for _ in range(n_sets):
        negative, positive = (
            sqrt(shared) * rng.normal(size=size) + sqrt(1.0 - shared) * rng.normal(size=(2, size))
            for size in SIZES[sizes]
        )
        label = np.repeat([0, 1], SIZES[sizes])
        pair = [
            predictions(label, np.concatenate([negative[i], positive[i] + away]))
            for i, away in enumerate((first, second))
        ]
        found.append(roc_area_difference(*pair))
    rows = [_of_limits(DIFFERENCE, name, sizes, "limits", found, truth, recommended=True)]
    if first == second:
        kept = np.array([one.p_value is None or one.p_value >= 0.1 for one in found])
        rows.append(
            Row(
                part=DIFFERENCE,
                domain=name,
                sizes=sizes,
                method="DeLong's test, not significant",
                recommended=True,
                target="no difference",
                nominal=0.9,
                **share_of(kept),
            )
        )
    return rows


def rates(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Exact limits of both rates: of a threshold that was fixed, and of the chosen one."""
    domain, size = CURVES[name], SIZES[sizes]
    fpr, tpr = domain.curve()
    best = int(np.argmin(fpr - tpr))
    rng = generator("rates", name, sizes)
    held: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *size)
        errors = rng.binomial(size[0], fpr[best]), rng.binomial(size[1], 1.0 - tpr[best])
        line = LineCounts(*(int(one) for one in (errors[0], size[0], errors[1], size[1])))
        of_chosen, threshold = _chosen(sample)
        for joint in (False, True):
            for target, counts, truth in (
                ("fixed threshold", line, (fpr[best], tpr[best])),
                ("chosen threshold", of_chosen, _at(domain, threshold)),
            ):
                box = rates_box(counts, joint=joint)
                inside = [
                    low - ROUNDING <= rate <= high + ROUNDING
                    for (low, high), rate in zip((box.fpr, box.tpr), truth, strict=True)
                ]
                held[joint, target] += [all(inside)] if joint else inside
    return [
        Row(
            part=RATES,
            domain=name,
            sizes=sizes,
            method="both rates at once" if joint else "each rate",
            recommended=target == "fixed threshold",
            target=target,
            nominal=0.9,
            **share_of(np.array(inside)),
        )
        for (joint, target), inside in held.items()
    ]


def curves(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Bands of the curve: at each fpr, and of all of it."""
    domain = CURVES[name]
    grid = np.union1d(SHOWN, _DENSE)
    truth = np.interp(grid, *domain.curve())
    rng, found = generator("curves", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        counts = count(domain.sample(rng, *SIZES[sizes]))
        found["vertical band"].append(vertical_band(counts, fpr=grid))
        found["rectangles"].append(curve_band(counts, fpr=grid))
    return [
        row
        for method, bands in found.items()
        for row in _of_bands(CURVE, name, sizes, method, bands, truth)
    ]


def hulls(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The dual of the cost band."""
    domain = CURVES[name]
    grid = np.union1d(SHOWN, _DENSE)
    hull = dual_hull(_PC, domain.best(_PC))
    truth = np.interp(grid, hull.fpr, hull.tpr)
    rng, found = generator("hulls", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *SIZES[sizes])
        seed = int(rng.integers(2**32))
        drawn = finished(resampling(sample, n_resamples=_N_RESAMPLES, rng=seed, pc=_PC))
        for simultaneous in (False, True):
            band = envelope_band(drawn, simultaneous=simultaneous)
            found["dual of the cost band", simultaneous].append(hull_band(band, fpr=grid))
    return [
        row
        for (method, _), bands in found.items()
        for row in _of_bands(HULL, name, sizes, method, bands, truth)
    ]


def _area(domain: Domain) -> float:
    fpr, tpr = domain.curve()
    return float(np.trapezoid(tpr, fpr))


def _chosen(sample: Predictions) -> tuple[LineCounts, float]:
    """The errors of the threshold that is recommended where both rates count alike."""
    counts = count(sample)
    negatives, positives = int(counts.negatives), int(counts.positives)
    best = int(np.argmin(counts.fp / negatives - counts.tp / positives))
    errors = int(counts.fp[best]), negatives, int(positives - counts.tp[best]), positives
    return LineCounts(*errors), float(counts.threshold[best])


def _at(domain: Domain, threshold: float) -> tuple[float, float]:
    """The true rates of a threshold."""
    at = np.array([threshold])
    return float(domain.fpr(at)[0]), float(domain.tpr(at)[0])


def _of_limits(  # noqa: PLR0913, PLR0917 (a row has many fields)
    part: str,
    name: str,
    sizes: str,
    method: str,
    found: list[Any],
    truth: float,
    *,
    recommended: bool,
) -> Row:
    """How often limits held one number."""
    lower, upper = (np.array([getattr(one, side) for one in found]) for side in ("lower", "upper"))
    held = (lower <= truth + ROUNDING) & (upper >= truth - ROUNDING)
    return Row(
        part=part,
        domain=name,
        sizes=sizes,
        method=method,
        recommended=recommended,
        target="true value",
        nominal=0.9,
        mean_width=float(np.mean(upper - lower)),
        **share_of(held),
    )


def _of_bands(  # noqa: PLR0913, PLR0917 (a row has many fields)
    part: str, name: str, sizes: str, method: str, bands: list[RocBand], truth: FloatArray
) -> list[Row]:
    """How often bands held a curve at some fpr, or everywhere."""
    grid, everywhere = bands[0].fpr, bands[0].simultaneous
    lower, upper = (np.array([getattr(one, side) for one in bands]) for side in ("lower", "upper"))
    inside = (lower <= truth + _CLOSE) & (upper >= truth - _CLOSE)
    width = (upper - lower).mean(axis=0)
    rows = []
    for at in (*SHOWN, None):
        place = None if at is None else int(np.searchsorted(grid, at))
        held = np.all(inside, axis=1) if place is None else inside[:, place]
        rows.append(
            Row(
                part=part,
                domain=name,
                sizes=sizes,
                method=method,
                recommended=(place is None) == everywhere,
                kind="simultaneous" if everywhere else "pointwise",
                target="true curve" if part == CURVE else "true hull",
                pc=EVERYWHERE if at is None else f"fpr {at:g}",
                nominal=0.9,
                mean_width=float(width.mean() if place is None else width[place]),
                **share_of(held),
            )
        )
    return rows
