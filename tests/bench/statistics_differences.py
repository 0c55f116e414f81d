"""Type I error of bands of the difference between two equally good classifiers.

Both have the same error rates; they err on different examples two thirds as often as independent
classifiers, or almost never.
"""

from collections import defaultdict
from functools import lru_cache

import numpy as np

from cc_widgets.core.results import BoolArray
from cc_widgets.core.uncertainty import difference_band
from cc_widgets.core.uncertainty.paired import (
    DifferenceMethod,
    PairedCounts,
    PairedErrors,
    difference_replicates,
)
from cc_widgets.core.uncertainty.percentiles import LineReplicates, line_replicates, percentile_band
from tests.bench.statistics_lines import GRID, SHOWN, SIZES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, covers, generator, share_of

RATES = (0.3, 0.2)  # error rates of both classifiers among negatives and positives
# Errors of only one classifier: relative to independent errors, and as a share of all examples.
DOMAINS = {"much disagreement": (2 / 3, 0.0), "little disagreement": (0.0, 0.02)}
RECOMMENDED = "auto"
_COARSE_GRID = np.linspace(0.0, 1.0, 11)  # for methods that sort replicates
_EXACT: tuple[DifferenceMethod, ...] = ("auto", "exact", "agresti-min")
Counts = tuple[tuple[int, ...], ...]


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of no difference by all bands, on the same datasets."""
    rng = generator("difference", domain, sizes)
    tables = [
        rng.multinomial(size, _shares(rate, DOMAINS[domain]), n_sets)
        for size, rate in zip(SIZES[sizes], RATES, strict=True)
    ]
    covered = defaultdict(list)
    for table in zip(*tables, strict=True):
        counts = tuple(tuple(map(int, cells)) for cells in table)
        for key, inside in _coverage_of_exact(counts).items():
            covered[key].append(inside)
        pairs = _pairs(counts)
        for method, drawn in {
            "joint percentile, B = 1999": difference_replicates(pairs, rng=rng),
            "independent resampling": _independent(pairs, rng),
        }.items():
            band = percentile_band(drawn, pc=_COARSE_GRID)
            covered[method, "pointwise"].append(covers(band, 0.0))
    return [
        Row(
            part="difference of lines",
            domain=domain,
            sizes=sizes,
            method=method,
            recommended=method == RECOMMENDED and (pc == EVERYWHERE) == (kind == "simultaneous"),
            kind=kind,
            target="no difference",
            pc=pc,
            nominal=0.9,
            **share_of(inside),
        )
        for (method, kind), sets in covered.items()
        for pc, _, inside in at_each(
            np.array(sets), GRID if len(sets[0]) == GRID.size else _COARSE_GRID, SHOWN
        )
    ]


@lru_cache(maxsize=4096)
def _coverage_of_exact(counts: Counts) -> dict[tuple[str, str], BoolArray]:
    """Return at which pc each deterministic band contains 0."""
    bands = {}
    for kind in ("pointwise", "simultaneous"):
        for method in _EXACT[1:]:
            bands[method, kind] = difference_band(
                _pairs(counts), pc=GRID, method=method, simultaneous=kind == "simultaneous"
            )
        # "auto" selects one of these two methods.
        auto = difference_band(_pairs(counts), pc=[0.5]).method
        same = next(key for key, band in bands.items() if band.method == auto and key[1] == kind)
        bands["auto", kind] = bands[same]
    return {key: covers(band, 0.0) for key, band in bands.items()}


def _pairs(counts: Counts) -> PairedCounts:
    return PairedCounts(*(PairedErrors(*cells) for cells in counts))


def _shares(rate: float, disagreement: tuple[float, float]) -> list[float]:
    """Return the probabilities that only the first, only the second, both or neither err."""
    single = disagreement[0] * rate * (1.0 - rate) + disagreement[1]
    return [single, single, rate - single, 1.0 - rate - single]


def _independent(pairs: PairedCounts, rng: np.random.Generator) -> LineReplicates:
    """Return replicates that ignore the pairing, a common mistake."""
    first, second = (line_replicates(line, rng=rng) for line in (pairs.first, pairs.second))
    return LineReplicates(
        fpr=first.fpr - second.fpr,
        fnr=first.fnr - second.fnr,
        observed_fpr=first.observed_fpr - second.observed_fpr,
        observed_fnr=first.observed_fnr - second.observed_fnr,
        method="independent resampling",
        target="difference of lines",
        seed=first.seed,
    )
