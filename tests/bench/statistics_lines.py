"""How often bands hold the cost line of one classifier, all possible test sets enumerated.

More errors never lower a limit. So the numbers of false negatives for which a band holds the
truth are, for each number of false positives, those between two ends that move one way only:
it is enough to walk along the two ends.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from math import lgamma, log
from typing import Any

import numpy as np

from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import (
    Band,
    LineCounts,
    exact_band,
    line_replicates,
    mover_band,
    percentile_band,
    rectangle_band,
)
from cc_widgets.core.uncertainty._band import OrderRule
from tests.bench.statistics_rows import (
    EVERYWHERE,
    ROUNDING,
    Row,
    at_each,
    generator,
    holds,
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
_NOTHING = 1e-13

BandMaker = Callable[..., Band]
Ends = tuple[BoolArray, BoolArray]
RULES: dict[int, OrderRule] = {1999: "margineantu-dietterich", 100: "holte-drummond"}
METHODS: dict[str, BandMaker] = {
    "Wilson-MOVER": mover_band,
    "exact percentile": exact_band,
    "exact percentile, 0.5 added": partial(exact_band, pseudo_count=0.5),
}


def enumerated(domain: str, sizes: str, method: str) -> list[Row]:
    """Coverage of one method at one pair of true rates."""
    rows = []
    levels = LEVELS if method == "Wilson-MOVER" else LEVELS[:1]
    for level in levels:
        for kind in ("pointwise", "simultaneous"):
            band = partial(METHODS[method], level=level, simultaneous=kind == "simultaneous")
            for pc, share in _coverage(band, domain, sizes):
                meant = (pc == EVERYWHERE) == (kind == "simultaneous")
                rows.append(
                    Row(
                        part="line",
                        domain=domain,
                        sizes=sizes,
                        method=method,
                        recommended=method == "Wilson-MOVER" and meant,
                        kind=kind,
                        target="line",
                        pc=pc,
                        nominal=level,
                        share=share,
                    )
                )
    return rows


def rectangle(domain: str, sizes: str) -> list[Row]:
    """Coverage of the guaranteed band, which is simultaneous in any case."""
    described: dict[str, Any] = {"part": "line", "domain": domain, "sizes": sizes, "target": "line"}
    return [
        Row(**described, method="rectangle", kind="simultaneous", pc=pc, nominal=0.9, share=share)
        for pc, share in _coverage(partial(rectangle_band, level=0.9), domain, sizes)
    ]


def drawn(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Coverage of percentiles of finitely many replicates, by simulation."""
    (fp, fn), (n, m) = RATES[domain], SIZES[sizes]
    rng = generator("line", domain, sizes)
    truth = (1.0 - np.array(SHOWN)) * fp + np.array(SHOWN) * fn
    found: dict[int, list[BoolArray]] = {number: [] for number in RULES}
    for _ in range(n_sets):
        line = LineCounts(int(rng.binomial(n, fp)), n, int(rng.binomial(m, fn)), m)
        for number, rule in RULES.items():
            replicates = line_replicates(line, n_resamples=number, rng=rng)
            found[number].append(holds(percentile_band(replicates, pc=SHOWN, rule=rule), truth))
    described: dict[str, Any] = {"part": "line", "domain": domain, "sizes": sizes, "target": "line"}
    described["kind"] = "pointwise"
    return [
        Row(**described, method=f"percentile, B = {number}", pc=pc, nominal=0.9, **share_of(held))
        for number, sets in found.items()
        for pc, place, held in at_each(np.array(sets), np.array(SHOWN), SHOWN)
        if place is not None
    ]


def _coverage(maker: BandMaker, domain: str, sizes: str) -> Iterator[tuple[str, float]]:
    """The probability that a band holds the truth, at each pc that is shown and at all of them."""
    (fp, fn), (n, m) = RATES[domain], SIZES[sizes]
    truth = (1.0 - GRID) * fp + GRID * fn
    chance = _binomial(n, fp), _binomial(m, fn)

    @cache
    def ends(i: int, j: int) -> Ends:
        band = maker(LineCounts(i, n, j, m), pc=GRID)
        return band.upper >= truth - ROUNDING, band.lower <= truth + ROUNDING

    places = [slice(place, place + 1) for place in np.searchsorted(GRID, np.array(SHOWN) - 0.01)]
    names = [*map("{:g}".format, SHOWN), EVERYWHERE]
    for pc, place in zip(names, [*places, slice(None)], strict=True):
        yield pc, _walk(ends, place, chance)


def _walk(
    ends: Callable[[int, int], Ends], at: slice, chance: tuple[FloatArray, FloatArray]
) -> float:
    """Add up the probability of all data sets whose limits are both on their side of the truth."""
    rows, columns = (np.flatnonzero(one > _NOTHING) for one in chance)
    first, last = int(columns[0]), int(columns[-1])
    cumulated = np.append(0.0, np.cumsum(chance[1]))
    least, most, total = last + 1, last, 0.0
    for i in map(int, rows):
        while least > first and ends(i, least - 1)[0][at].all():
            least -= 1
        while most >= first and not ends(i, most)[1][at].all():
            most -= 1
        if most >= least:
            total += float(chance[0][i] * (cumulated[most + 1] - cumulated[least]))
    return total


def _binomial(total: int, rate: float) -> FloatArray:
    """Probabilities of 0, 1, ... errors."""
    k = np.arange(total + 1)
    ways = [lgamma(total + 1) - lgamma(i + 1) - lgamma(total - i + 1) for i in k]
    chance: FloatArray = np.exp(ways + k * log(rate) + (total - k) * log(1.0 - rate))
    return chance
