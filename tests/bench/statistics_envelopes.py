"""How often bands of an envelope hold the cost of the best possible and of the chosen threshold."""

from collections import defaultdict
from itertools import product
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core._results import FloatArray
from cc_widgets.core.uncertainty import (
    Band,
    Candidates,
    EnvelopeResamples,
    candidates,
    chosen_thresholds,
    corrected_cost,
    envelope_band,
    finished,
    fixed_threshold_band,
    holdout_band,
    optimistic_band,
    resampling,
)
from tests.bench.statistics_domains import DOMAINS, HARD, Domain, halves
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, generator, holds, share_of

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
    """All bands on the same data sets."""
    domain = (DOMAINS | HARD)[name]
    best = domain.best(GRID)
    rng = generator("envelope", name, sizes)
    held, widths, errors = defaultdict(list), defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sample = domain.sample(rng, *(SIZES | HARD_SIZES)[sizes])
        seed = int(rng.integers(2**32))
        drawn = finished(resampling(sample, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))
        split = halves(sample)
        chosen = true_cost(domain, drawn.candidates)
        chosen_first = true_cost(domain, candidates(split[0], few=None))
        for key, band in _bands(drawn, split).items():
            of_chosen = chosen_first if key[0] == "holdout" else chosen
            held[key, BEST].append(holds(band, best))
            held[key, CHOSEN].append(holds(band, of_chosen))
            widths[key].append(band.upper - band.lower)
        errors["observed envelope"].append(band_estimate(drawn) - best)
        errors["corrected envelope"].append(corrected_cost(drawn) - best)
        errors["true cost of the chosen threshold"].append(chosen - best)
    described = {"part": "envelope", "domain": name, "sizes": sizes}
    return coverage_rows(described, held, widths) + _bias_rows(described, errors)


def _bands(drawn: EnvelopeResamples, split: tuple[Predictions, Predictions]) -> dict[Key, Band]:
    """Every band by its method, kind and level."""
    found = {
        (RECOMMENDED, "pointwise", 0.9): envelope_band(drawn),
        (RECOMMENDED, "pointwise", 0.95): envelope_band(drawn, level=0.95),
        ("percentiles of envelopes", "pointwise", 0.9): optimistic_band(drawn),
    }
    for kind in ("pointwise", "simultaneous"):
        whole = kind == "simultaneous"
        found["fixed threshold", kind, 0.9] = fixed_threshold_band(drawn, simultaneous=whole)
        found["holdout", kind, 0.9] = holdout_band(*split, pc=GRID, simultaneous=whole)
    found[RECOMMENDED, "simultaneous", 0.9] = envelope_band(drawn, simultaneous=True)
    return found


def band_estimate(drawn: EnvelopeResamples) -> FloatArray:
    """The observed envelope."""
    return chosen_thresholds(drawn.candidates, drawn.pc).cost


def true_cost(domain: Domain, found: Candidates) -> FloatArray:
    """The true cost, at each pc, of the threshold that the data recommend there."""
    corner = chosen_thresholds(found, GRID).corner
    threshold = found.threshold[found.hull][corner].astype(np.float64)
    # The lowest threshold stands for accepting everything.
    threshold[corner == found.hull.size - 1] = -np.inf
    return domain.cost(threshold, GRID)


def coverage_rows(
    described: dict[str, Any], held: dict[Any, Any], widths: dict[Any, Any]
) -> list[Row]:
    """Shares and mean widths."""
    rows = []
    for ((method, kind, level), target), sets in held.items():
        width = np.mean(widths[method, kind, level], axis=0)
        for pc, place, inside in at_each(np.array(sets), GRID, SHOWN):
            meant = (pc == EVERYWHERE) == (kind == "simultaneous")
            rows.append(
                Row(
                    **described,
                    method=method,
                    recommended=method == RECOMMENDED and meant,
                    kind=kind,
                    target=target,
                    pc=pc,
                    nominal=level,
                    mean_width=float(width.mean() if place is None else width[place]),
                    **share_of(inside),
                )
            )
    return rows


def _bias_rows(described: dict[str, Any], errors: dict[str, Any]) -> list[Row]:
    """By how much estimates miss the cost of the best possible threshold."""
    rows = []
    for method, sets in errors.items():
        off = np.array(sets)
        for pc in SHOWN:
            at = off[:, int(np.argmin(np.abs(GRID - pc)))]
            rows.append(
                Row(
                    **described,
                    method=method,
                    target=BEST,
                    pc=f"{pc:g}",
                    bias=float(at.mean()),
                    standard_error=float(at.std(ddof=1) / np.sqrt(at.size)),
                    data_sets=at.size,
                )
            )
    return rows
