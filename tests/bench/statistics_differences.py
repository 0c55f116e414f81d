"""How often bands of a difference hold 0 where two classifiers are equally good: no type I error.

The two err equally often, but not always on the same examples: two thirds as often on different
ones as if they knew nothing of each other, or hardly ever.
"""

from collections import defaultdict
from functools import lru_cache

import numpy as np

from cc_widgets.core._results import BoolArray
from cc_widgets.core.uncertainty import (
    LineReplicates,
    PairedCounts,
    PairedErrors,
    difference_band,
    difference_replicates,
    line_replicates,
    percentile_band,
)
from cc_widgets.core.uncertainty._pairs import DifferenceMethod
from tests.bench.statistics_lines import GRID, SHOWN, SIZES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, generator, holds, share_of

RATES = (0.3, 0.2)  # of errors among negatives and among positives, of either classifier
# Errors of one alone: a share of what independent errors would give, or a share of all examples.
ALONE = {"much disagreement": (2 / 3, 0.0), "little disagreement": (0.0, 0.02)}
RECOMMENDED = "auto"
_FEW = np.linspace(0.0, 1.0, 11)  # pc where replicates are sorted
_EXACT: tuple[DifferenceMethod, ...] = ("auto", "exact", "agresti-min")
Counts = tuple[tuple[int, ...], ...]


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """All bands on the same data sets."""
    rng = generator("difference", domain, sizes)
    tables = [
        rng.multinomial(size, _shares(rate, ALONE[domain]), n_sets)
        for size, rate in zip(SIZES[sizes], RATES, strict=True)
    ]
    held = defaultdict(list)
    for table in zip(*tables, strict=True):
        counts = tuple(tuple(map(int, one)) for one in table)
        for key, inside in _held(counts).items():
            held[key].append(inside)
        pairs = _pairs(counts)
        for method, drawn in {
            "joint percentile, B = 1999": difference_replicates(pairs, rng=rng),
            "independent resampling": _independent(pairs, rng),
        }.items():
            held[method, "pointwise"].append(holds(percentile_band(drawn, pc=_FEW), 0.0))
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
        for (method, kind), sets in held.items()
        for pc, _, inside in at_each(
            np.array(sets), GRID if len(sets[0]) == GRID.size else _FEW, SHOWN
        )
    ]


@lru_cache(maxsize=4096)
def _held(counts: Counts) -> dict[tuple[str, str], BoolArray]:
    """Where each band that needs no random numbers holds 0."""
    bands = {}
    for kind in ("pointwise", "simultaneous"):
        for method in _EXACT[1:]:
            bands[method, kind] = difference_band(
                _pairs(counts), pc=GRID, method=method, simultaneous=kind == "simultaneous"
            )
        # "auto" is one of these two: its choice is asked for at a single pc.
        auto = difference_band(_pairs(counts), pc=[0.5]).method
        same = next(key for key, band in bands.items() if band.method == auto and key[1] == kind)
        bands["auto", kind] = bands[same]
    return {key: holds(band, 0.0) for key, band in bands.items()}


def _pairs(counts: Counts) -> PairedCounts:
    return PairedCounts(*(PairedErrors(*one) for one in counts))


def _shares(rate: float, alone: tuple[float, float]) -> list[float]:
    """How likely the first errs alone, the second alone, both, none."""
    single = alone[0] * rate * (1.0 - rate) + alone[1]
    return [single, single, rate - single, 1.0 - rate - single]


def _independent(pairs: PairedCounts, rng: np.random.Generator) -> LineReplicates:
    """Replicates as if the two had been tested on different examples: wrong, but usual."""
    one, other = (line_replicates(line, rng=rng) for line in (pairs.first, pairs.second))
    return LineReplicates(
        fpr=one.fpr - other.fpr,
        fnr=one.fnr - other.fnr,
        observed_fpr=one.observed_fpr - other.observed_fpr,
        observed_fnr=one.observed_fnr - other.observed_fnr,
        method="independent resampling",
        target="difference of lines",
        seed=one.seed,
    )
