"""Coverage of bands of an envelope for the true costs of the optimal and the chosen threshold."""

from collections import defaultdict
from itertools import product
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import Band, corrected_cost, envelope_band, finished, resampling
from cc_widgets.core.uncertainty.bootstrap import EnvelopeResamples
from cc_widgets.core.uncertainty.buckets import Candidates, candidates
from cc_widgets.core.uncertainty.envelopes import (
    chosen_thresholds,
    fixed_threshold_band,
    holdout_band,
    optimistic_band,
)
from tests.bench.statistics_domains import DOMAINS, HARD, Domain, halves
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, covers, generator, share_of

SIZES = {"15+15": (15, 15), "100+100": (100, 100), "180+20": (180, 20), "500+500": (500, 500)}
HARD_SIZES = {"10+10": (10, 10), "1980+20": (1980, 20), "500+500": (500, 500)}
CELLS = [*product(DOMAINS, SIZES), *product(HARD, HARD_SIZES)]
SHOWN = (0.1, 0.3, 0.5, 0.9)
GRID = np.linspace(0.0, 1.0, 41)
N_RESAMPLES = 999
RECOMMENDED = "envelope band"
BEST, CHOSEN = "best threshold", "chosen threshold"
Key = tuple[str, str, float]


def coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of all bands and bias of three estimates, on the same datasets."""
    domain = (DOMAINS | HARD)[name]
    best = domain.best(GRID)
    rng = generator("envelope", name, sizes)
    covered, widths, errors = defaultdict(list), defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *(SIZES | HARD_SIZES)[sizes])
        seed = int(rng.integers(2**32))
        drawn = finished(resampling(sample, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))
        split = halves(sample)
        chosen = true_cost(domain, drawn.candidates)
        chosen_first = true_cost(domain, candidates(split[0], few=None))
        for key, band in _bands(drawn, split).items():
            of_chosen = chosen_first if key[0] == "holdout" else chosen
            covered[key, BEST].append(covers(band, best))
            covered[key, CHOSEN].append(covers(band, of_chosen))
            widths[key].append(band.upper - band.lower)
        errors["observed envelope"].append(band_estimate(drawn) - best)
        errors["corrected envelope"].append(corrected_cost(drawn) - best)
        errors["true cost of the chosen threshold"].append(chosen - best)
    common = {"part": "envelope", "domain": name, "sizes": sizes}
    return coverage_rows(common, covered, widths) + _bias_rows(common, errors)


def _bands(drawn: EnvelopeResamples, split: tuple[Predictions, Predictions]) -> dict[Key, Band]:
    """Return all bands by method, kind and level."""
    bands = {
        (RECOMMENDED, "pointwise", 0.9): envelope_band(drawn),
        (RECOMMENDED, "pointwise", 0.95): envelope_band(drawn, level=0.95),
        ("percentiles of envelopes", "pointwise", 0.9): optimistic_band(drawn),
    }
    for kind in ("pointwise", "simultaneous"):
        whole = kind == "simultaneous"
        bands["fixed threshold", kind, 0.9] = fixed_threshold_band(drawn, simultaneous=whole)
        bands["holdout", kind, 0.9] = holdout_band(*split, pc=GRID, simultaneous=whole)
    bands[RECOMMENDED, "simultaneous", 0.9] = envelope_band(drawn, simultaneous=True)
    return bands


def band_estimate(drawn: EnvelopeResamples) -> FloatArray:
    """Return the observed envelope."""
    return chosen_thresholds(drawn.candidates, drawn.pc).cost


def true_cost(domain: Domain, thresholds: Candidates) -> FloatArray:
    """Return the true cost of the chosen threshold at each pc."""
    corner = chosen_thresholds(thresholds, GRID).corner
    threshold = thresholds.threshold[thresholds.hull][corner].astype(np.float64)
    # The lowest threshold classifies all as positive.
    threshold[corner == thresholds.hull.size - 1] = -np.inf
    return domain.cost(threshold, GRID)


def coverage_rows(
    common: dict[str, Any], covered: dict[Any, Any], widths: dict[Any, Any]
) -> list[Row]:
    """Return rows with coverage and mean width of each band."""
    rows = []
    for ((method, kind, level), target), sets in covered.items():
        width = np.mean(widths[method, kind, level], axis=0)
        for pc, index, inside in at_each(np.array(sets), GRID, SHOWN):
            is_claimed = (pc == EVERYWHERE) == (kind == "simultaneous")
            rows.append(
                Row(
                    **common,
                    method=method,
                    recommended=method == RECOMMENDED and is_claimed,
                    kind=kind,
                    target=target,
                    pc=pc,
                    nominal=level,
                    mean_width=float(width.mean() if index is None else width[index]),
                    **share_of(inside),
                )
            )
    return rows


def _bias_rows(common: dict[str, Any], errors: dict[str, Any]) -> list[Row]:
    """Return rows with the mean error of each estimate of the optimal cost."""
    rows = []
    for method, sets in errors.items():
        by_pc = np.array(sets)
        for pc in SHOWN:
            values = by_pc[:, int(np.argmin(np.abs(GRID - pc)))]
            rows.append(
                Row(
                    **common,
                    method=method,
                    target=BEST,
                    pc=f"{pc:g}",
                    bias=float(values.mean()),
                    standard_error=float(values.std(ddof=1) / np.sqrt(values.size)),
                    data_sets=values.size,
                )
            )
    return rows
