"""Coverage of confidence intervals and bands in ROC space: AUC, rates, curves and hulls."""

from collections import defaultdict
from itertools import product
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from cc_widgets.core import Predictions, count, predictions
from cc_widgets.core.costs import dual_hull
from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import (
    envelope_band,
    finished,
    resampling,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.regions import (
    RatesBox,
    RocBand,
    curve_band,
    hull_band,
    rates_box,
    vertical_band,
)
from tests.bench.statistics_domains import CURVES, Domain
from tests.bench.statistics_rows import EVERYWHERE, ROUNDING, Row, generator, share_of

SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
CELLS = [*product(CURVES, SIZES)]
AREA, DIFFERENCE, RATES, WINNER_RATES, CURVE, HULL = (
    "area under the ROC curve",
    "difference of areas",
    "rates of a threshold",
    "rates of the best classifier",
    "ROC curve",
    "ROC hull",
)
FIXED, CHOSEN = "fixed threshold", "chosen threshold"
NUMBERS = (3, 8)  # of classifiers, of which the best is chosen
SHOWN = np.array([0.05, 0.1, 0.3, 0.5])
_DENSE = np.linspace(0.0, 1.0, 201)
_PC = np.linspace(0.0, 1.0, 101)
_N_RESAMPLES = 999
_CLOSE = 1e-6  # interpolation error of true curves
# Distances of the class means of both classifiers, and correlation of their scores.
PAIRS = {
    "equal, AUC .80, correlation .8": (1.19, 1.19, 0.8),
    "equal, AUC .99, correlation .8": (3.29, 3.29, 0.8),
    "equal, AUC .55, correlation .3": (0.18, 0.18, 0.3),
    "AUC .80 and .92, correlation .8": (1.19, 2.0, 0.8),
    "AUC .99 and .92, correlation .3": (3.29, 2.0, 0.3),
}


def areas(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of confidence intervals of the AUC."""
    domain = CURVES[name]
    truth = _area(domain)
    rng, intervals = generator("area", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *SIZES[sizes])
        for method in ("area", "delong area"):
            intervals[method].append(roc_area(sample, method=method))
    return [
        _interval_row(AREA, name, sizes, method, results, truth, recommended=method == "area")
        for method, results in intervals.items()
    ]


def differences(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate interval and test of the difference between two AUCs on the same examples."""
    first, second, shared = PAIRS[name]
    truth = NormalDist().cdf(first / sqrt(2.0)) - NormalDist().cdf(second / sqrt(2.0))
    rng, intervals = generator("difference of areas", name, sizes), []
    for _ in range(n_sets):
        negative, positive = (
            sqrt(shared) * rng.normal(size=size) + sqrt(1.0 - shared) * rng.normal(size=(2, size))
            for size in SIZES[sizes]
        )
        label = np.repeat([0, 1], SIZES[sizes])
        pair = [
            predictions(label, np.concatenate([negative[i], positive[i] + distance]))
            for i, distance in enumerate((first, second))
        ]
        intervals.append(roc_area_difference(*pair))
    rows = [_interval_row(DIFFERENCE, name, sizes, "limits", intervals, truth, recommended=True)]
    if first == second:
        p_values = [result.p_value for result in intervals]
        accepted = np.array([p_value is None or p_value >= 0.1 for p_value in p_values])
        rows.append(
            Row(
                part=DIFFERENCE,
                domain=name,
                sizes=sizes,
                method="DeLong's test, not significant",
                recommended=True,
                target="no difference",
                nominal=0.9,
                **share_of(accepted),
            )
        )
    return rows


def rates(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate exact intervals of both rates, for a fixed and for the chosen threshold."""
    domain, size = CURVES[name], SIZES[sizes]
    fpr, tpr = domain.curve()
    best = int(np.argmin(fpr - tpr))
    rng = generator("rates", name, sizes)
    covered: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *size)
        errors = rng.binomial(size[0], fpr[best]), rng.binomial(size[1], 1.0 - tpr[best])
        line = LineCounts(*map(int, (errors[0], size[0], errors[1], size[1])))
        of_chosen, threshold = _chosen(sample)
        for joint in (False, True):
            for target, counts, truth in (
                (FIXED, line, (float(fpr[best]), float(tpr[best]))),
                (CHOSEN, of_chosen, _rates_at(domain, threshold)),
            ):
                inside = _contains(rates_box(counts, joint=joint), truth)
                covered[joint, target] += [all(inside)] if joint else inside
    return [
        Row(
            part=RATES,
            domain=name,
            sizes=sizes,
            method="both rates at once" if joint else "each rate",
            recommended=target == FIXED,
            target=target,
            nominal=0.9,
            **share_of(np.array(inside)),
        )
        for (joint, target), inside in covered.items()
    ]


def winner_rates(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate boxes of both rates of the best of several equal classifiers."""
    domain, size = CURVES[name], SIZES[sizes]
    fpr, tpr = domain.curve()
    best = int(np.argmin(fpr - tpr))
    fixed = float(fpr[best]), float(tpr[best])
    rng = generator("rates of the best", name, sizes)
    covered: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for _, number in product(range(n_sets), NUMBERS):
        errors = rng.binomial(size, (fixed[0], 1.0 - fixed[1]), (number, 2)).tolist()
        lines = [LineCounts(fp, size[0], fn, size[1]) for fp, fn in errors]
        chosen = [_chosen(domain.sample(rng, *size)) for _ in range(number)]
        counts, threshold = min(chosen, key=lambda item: _total_rate(item[0]))
        for target, line, truth in (
            (FIXED, min(lines, key=_total_rate), fixed),
            (CHOSEN, counts, _rates_at(domain, threshold)),
        ):
            box = rates_box(line, n_classifiers=number)
            covered[number, target].append(all(_contains(box, truth)))
    return [
        Row(
            part=WINNER_RATES,
            domain=name,
            sizes=sizes,
            method=f"both rates at once, best of {number}",
            recommended=target == FIXED,
            target=target,
            nominal=0.9,
            **share_of(np.array(inside)),
        )
        for (number, target), inside in covered.items()
    ]


def curves(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate pointwise and simultaneous bands of the ROC curve."""
    domain = CURVES[name]
    grid = np.union1d(SHOWN, _DENSE)
    truth = np.interp(grid, *domain.curve())
    rng, bands_by_method = generator("curves", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        counts = count(domain.sample(rng, *SIZES[sizes]))
        bands_by_method["vertical band"].append(vertical_band(counts, fpr=grid))
        bands_by_method["rectangles"].append(curve_band(counts, fpr=grid))
    return [
        row
        for method, bands in bands_by_method.items()
        for row in _band_rows(CURVE, name, sizes, method, bands, truth)
    ]


def hulls(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate bands of the ROC hull that are duals of cost bands."""
    domain = CURVES[name]
    grid = np.union1d(SHOWN, _DENSE)
    hull = dual_hull(_PC, domain.best(_PC))
    truth = np.interp(grid, hull.fpr, hull.tpr)
    rng, bands_by_kind = generator("hulls", name, sizes), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *SIZES[sizes])
        seed = int(rng.integers(2**32))
        drawn = finished(resampling(sample, n_resamples=_N_RESAMPLES, rng=seed, pc=_PC))
        for simultaneous in (False, True):
            band = envelope_band(drawn, simultaneous=simultaneous)
            bands_by_kind["dual of the cost band", simultaneous].append(hull_band(band, fpr=grid))
    return [
        row
        for (method, _), bands in bands_by_kind.items()
        for row in _band_rows(HULL, name, sizes, method, bands, truth)
    ]


def _area(domain: Domain) -> float:
    fpr, tpr = domain.curve()
    return float(np.trapezoid(tpr, fpr))


def _chosen(sample: Predictions) -> tuple[LineCounts, float]:
    """Return the error counts and value of the threshold with the highest Youden's J."""
    counts = count(sample)
    negatives, positives = int(counts.negatives), int(counts.positives)
    best = int(np.argmin(counts.fp / negatives - counts.tp / positives))
    errors = int(counts.fp[best]), negatives, int(positives - counts.tp[best]), positives
    return LineCounts(*errors), float(counts.threshold[best])


def _total_rate(line: LineCounts) -> float:
    """Return the sum of both error rates."""
    return line.fp / line.negatives + line.fn / line.positives


def _contains(box: RatesBox, rates: tuple[float, float]) -> list[bool]:
    """Return whether a box contains each of the two true rates."""
    return [
        low - ROUNDING <= rate <= high + ROUNDING
        for (low, high), rate in zip((box.fpr, box.tpr), rates, strict=True)
    ]


def _rates_at(domain: Domain, threshold: float) -> tuple[float, float]:
    """Return the true rates of a threshold."""
    at = np.array([threshold])
    return float(domain.fpr(at)[0]), float(domain.tpr(at)[0])


def _interval_row(  # noqa: PLR0913, PLR0917 (a row has many fields)
    part: str,
    name: str,
    sizes: str,
    method: str,
    intervals: list[Any],
    truth: float,
    *,
    recommended: bool,
) -> Row:
    """Return a row with the coverage of a number by confidence intervals."""
    lower = np.array([interval.lower for interval in intervals])
    upper = np.array([interval.upper for interval in intervals])
    covered = (lower <= truth + ROUNDING) & (upper >= truth - ROUNDING)
    return Row(
        part=part,
        domain=name,
        sizes=sizes,
        method=method,
        recommended=recommended,
        target="true value",
        nominal=0.9,
        mean_width=float(np.mean(upper - lower)),
        **share_of(covered),
    )


def _band_rows(  # noqa: PLR0913, PLR0917 (a row has many fields)
    part: str, name: str, sizes: str, method: str, bands: list[RocBand], truth: FloatArray
) -> list[Row]:
    """Return rows with the coverage of a curve by bands, at selected fpr and at all fpr."""
    grid, everywhere = bands[0].fpr, bands[0].simultaneous
    lower, upper = (
        np.array([band.lower for band in bands]),
        np.array([band.upper for band in bands]),
    )
    inside = (lower <= truth + _CLOSE) & (upper >= truth - _CLOSE)
    width = (upper - lower).mean(axis=0)
    rows = []
    for at in (*SHOWN, None):
        index = None if at is None else int(np.searchsorted(grid, at))
        covered = np.all(inside, axis=1) if index is None else inside[:, index]
        rows.append(
            Row(
                part=part,
                domain=name,
                sizes=sizes,
                method=method,
                recommended=(index is None) == everywhere,
                kind="simultaneous" if everywhere else "pointwise",
                target="true curve" if part == CURVE else "true hull",
                pc=EVERYWHERE if at is None else f"fpr {at:g}",
                nominal=0.9,
                mean_width=float(width.mean() if index is None else width[index]),
                **share_of(covered),
            )
        )
    return rows
