"""Coverage of bands of a cost line, by enumeration of all possible test sets.

Limits are non-decreasing in the numbers of errors. For each number of false positives, the band
therefore covers the truth for an interval of numbers of false negatives, both ends of which are
monotone. The enumeration only follows these two ends.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import lgamma, log
from typing import Any

import numpy as np

from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import Band, mover_band
from cc_widgets.core.uncertainty.bands import OrderRule
from cc_widgets.core.uncertainty.intervals import LineCounts, rectangle_band
from cc_widgets.core.uncertainty.percentiles import exact_band, line_replicates, percentile_band
from tests.bench.statistics_rows import (
    EVERYWHERE,
    ROUNDING,
    Row,
    at_each,
    covers,
    generator,
    share_of,
)

RATES = {"FP .4, FN .2": (0.4, 0.2), "FP .1, FN .1": (0.1, 0.1)} | {
    "FP .02, FN .05": (0.02, 0.05),
    "FP .005, FN .4": (0.005, 0.4),
}
SIZES = {"10+20": (10, 20), "15+15": (15, 15), "100+100": (100, 100)} | {
    "180+20": (180, 20),
    "500+500": (500, 500),
}
SHOWN = (0.1, 0.5, 0.9)
GRID = np.linspace(0.0, 1.0, 41)
LEVELS = (0.9, 0.95)
_NEGLIGIBLE = 1e-13

BandMaker = Callable[..., Band]
Ends = tuple[BoolArray, BoolArray]
RULES: dict[int, OrderRule] = {1999: "margineantu-dietterich", 100: "holte-drummond"}
METHODS: dict[str, BandMaker] = {
    "Wilson-MOVER": mover_band,
    "exact percentile": exact_band,
    "exact percentile, 0.5 added": partial(exact_band, pseudo_count=0.5),
}


def enumerated(domain: str, sizes: str, method: str) -> list[Row]:
    """Return the exact coverage of a method for a pair of true error rates."""
    rows = []
    levels = LEVELS if method == "Wilson-MOVER" else LEVELS[:1]
    for level in levels:
        for kind in ("pointwise", "simultaneous"):
            band = partial(METHODS[method], level=level, simultaneous=kind == "simultaneous")
            for pc, share in _coverage(band, domain, sizes):
                is_claimed = (pc == EVERYWHERE) == (kind == "simultaneous")
                rows.append(
                    Row(
                        part="line",
                        domain=domain,
                        sizes=sizes,
                        method=method,
                        recommended=method == "Wilson-MOVER" and is_claimed,
                        kind=kind,
                        target="line",
                        pc=pc,
                        nominal=level,
                        share=share,
                    )
                )
    return rows


def rectangle(domain: str, sizes: str) -> list[Row]:
    """Return the exact coverage of the rectangle band, which is always simultaneous."""
    common: dict[str, Any] = {"part": "line", "domain": domain, "sizes": sizes, "target": "line"}
    return [
        Row(**common, method="rectangle", kind="simultaneous", pc=pc, nominal=0.9, share=share)
        for pc, share in _coverage(partial(rectangle_band, level=0.9), domain, sizes)
    ]


def simulated(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of percentile bands with finitely many replicates."""
    (fp, fn), (n, m) = RATES[domain], SIZES[sizes]
    rng = generator("line", domain, sizes)
    truth = (1.0 - np.array(SHOWN)) * fp + np.array(SHOWN) * fn
    covered: dict[int, list[BoolArray]] = {number: [] for number in RULES}
    for _ in range(n_sets):
        line = LineCounts(int(rng.binomial(n, fp)), n, int(rng.binomial(m, fn)), m)
        for number, rule in RULES.items():
            replicates = line_replicates(line, n_resamples=number, rng=rng)
            band = percentile_band(replicates, pc=SHOWN, rule=rule)
            covered[number].append(covers(band, truth))
    common: dict[str, Any] = {"part": "line", "domain": domain, "sizes": sizes, "target": "line"}
    common["kind"] = "pointwise"
    return [
        Row(**common, method=f"percentile, B = {number}", pc=pc, nominal=0.9, **share_of(inside))
        for number, sets in covered.items()
        for pc, index, inside in at_each(np.array(sets), np.array(SHOWN), SHOWN)
        if index is not None
    ]


def _coverage(maker: BandMaker, domain: str, sizes: str) -> Iterator[tuple[str, float]]:
    """Yield the exact coverage of a band at each displayed pc and at all pc together."""
    (fp, fn), (n, m) = RATES[domain], SIZES[sizes]
    truth = (1.0 - GRID) * fp + GRID * fn
    probabilities = _binomial(n, fp), _binomial(m, fn)

    @cache
    def ends(i: int, j: int) -> Ends:
        band = maker(LineCounts(i, n, j, m), pc=GRID)
        return band.upper >= truth - ROUNDING, band.lower <= truth + ROUNDING

    indices = np.searchsorted(GRID, np.array(SHOWN) - 0.01)
    slices = [slice(index, index + 1) for index in indices]
    names = [*map("{:g}".format, SHOWN), EVERYWHERE]
    for pc, columns in zip(names, [*slices, slice(None)], strict=True):
        yield pc, _sum_covered(ends, columns, probabilities)


def _sum_covered(
    ends: Callable[[int, int], Ends], at: slice, probabilities: tuple[FloatArray, FloatArray]
) -> float:
    """Return the total probability of the datasets with a band that covers the truth at some pc."""
    rows, columns = (np.flatnonzero(masses > _NEGLIGIBLE) for masses in probabilities)
    first, last = int(columns[0]), int(columns[-1])
    cumulative = np.append(0.0, np.cumsum(probabilities[1]))
    low, high, total = last + 1, last, 0.0
    for i in map(int, rows):
        while low > first and ends(i, low - 1)[0][at].all():
            low -= 1
        while high >= first and not ends(i, high)[1][at].all():
            high -= 1
        if high >= low:
            total += float(probabilities[0][i] * (cumulative[high + 1] - cumulative[low]))
    return total


def _binomial(total: int, rate: float) -> FloatArray:
    """Return the probabilities of 0, 1, ... errors."""
    k = np.arange(total + 1)
    ways = [lgamma(total + 1) - lgamma(i + 1) - lgamma(total - i + 1) for i in k]
    probabilities: FloatArray = np.exp(ways + k * log(rate) + (total - k) * log(1.0 - rate))
    return probabilities
