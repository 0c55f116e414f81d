"""Coverage and type I error of bands of the cost difference between recommended thresholds."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import (
    Band,
    finished,
    joint_resampling,
    recommended_difference_band,
    significance,
)
from cc_widgets.core.uncertainty.bootstrap import JointResamples
from cc_widgets.core.uncertainty.differences import (
    Differences,
    envelope_difference_band,
    pairwise_envelope_differences,
)
from tests.bench.statistics_domains import Domain, Tail, labelled, normal_tail
from tests.bench.statistics_envelope_differences import RECOMMENDED as BEST
from tests.bench.statistics_envelope_differences import Side, correlated, no_draw
from tests.bench.statistics_envelopes import GRID, HARD_SIZES, N_RESAMPLES, SHOWN, true_cost
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, covers, generator, share_of

PAIRS, FAMILIES = "difference in use", "all pairs"
IN_USE = "recommended difference band"
PAID, NOTHING = "difference in use", "no difference"
BANDS = {IN_USE: recommended_difference_band, BEST: envelope_difference_band}
OF_PAIRS: dict[str, Differences] = {IN_USE: "recommended", BEST: "best"}
_UNIT = np.linspace(0.0, 1.0, 10_001)


@dataclass(frozen=True, slots=True)
class Beta:
    """A classifier with beta scores that have integer parameters."""

    negative: tuple[int, int]
    positive: tuple[int, int]

    def scores(self, noise: FloatArray, *, positive: bool) -> FloatArray:
        """Return scores of examples of one class."""
        tail = _beta_tail(*(self.positive if positive else self.negative))
        return np.interp(1.0 - normal_tail(0.0, 1.0)(noise), 1.0 - tail(_UNIT), _UNIT)

    @property
    def domain(self) -> Domain:
        """True score distributions."""
        return Domain(no_draw, _beta_tail(*self.negative), _beta_tail(*self.positive))


def _beta_tail(a: int, b: int) -> Tail:
    """Return the survival function of beta scores, as that of the a-th order statistic."""
    n = a + b - 1

    def tail(at: FloatArray) -> FloatArray:
        x = np.clip(at, 0.0, 1.0)
        return np.sum([comb(n, j) * x**j * (1.0 - x) ** (n - j) for j in range(a)], axis=0)

    return tail


_FIVE = (-0.3, 0.4, 1.0, 1.7)
SIDES: dict[str, tuple[Side | Beta, Side | Beta, float]] = {
    "equal, AUC .80": (Side(1.19), Side(1.19), 0.8),
    "equal, AUC .99": (Side(3.29), Side(3.29), 0.8),
    "equal, AUC .55": (Side(0.1777), Side(0.1777), 0.8),
    "equal, 5 levels": (Side(1.2, _FIVE), Side(1.2, _FIVE), 0.8),
    "beta": (Beta((2, 4), (4, 2)), Beta((1, 2), (3, 2)), 0.8),
    "lognormal": (Side(1.2), Side(1.0, deviation=1.6), 0.8),  # logarithms, with the same ranks
    "AUC .99 beside .80": (Side(3.29), Side(1.19), 0.8),
    "curves that cross": (Side(1.0, deviation=0.5), Side(1.2, deviation=1.5), 0.5),
    "yes or no beside scores": (Side(1.5, (0.75,)), Side(1.5), 0.5),
}
THREE: dict[str, Side | Beta] = {
    "three equal, AUC .80": Side(1.19),
    "three equal, AUC .99": Side(3.29),
    "three equal, AUC .55": Side(0.1777),
    "three equal, 5 levels": Side(1.2, _FIVE),
}
SIZES = HARD_SIZES


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate two bands of the difference between two classifiers, on the same datasets."""
    *sides, shared = SIDES[domain]
    rng = generator(PAIRS, domain, sizes)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        drawn = _resample(rng, sides, sizes, shared)
        truth = _true_costs(sides, drawn)
        for method, make_band in BANDS.items():
            for kind in ("pointwise", "simultaneous"):
                band = make_band(drawn, simultaneous=kind == "simultaneous")
                covered[method, kind, PAID].append(covers(band, truth[0] - truth[1]))
                widths[method, kind].append(band.upper - band.lower)
                if sides[0] == sides[1] and kind == "simultaneous":
                    covered[method, kind, NOTHING].append(_not_significant([band]))
    return _rows({"part": PAIRS, "domain": domain, "sizes": sizes}, covered, widths)


def families(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate family-wise bands of all pairs of three equal classifiers."""
    sides = [THREE[domain]] * 3
    rng = generator(FAMILIES, domain, sizes)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        drawn = _resample(rng, sides, sizes, 0.8)
        truth = _true_costs(sides, drawn)
        for method, differences in OF_PAIRS.items():
            pairs = ((0, 1), (0, 2), (1, 2))
            family = pairwise_envelope_differences(
                drawn, list("abc"), simultaneous=True, differences=differences
            )
            bands = [pair.band for pair in family.pairs]
            inside = [
                covers(band, truth[i] - truth[j]) for band, (i, j) in zip(bands, pairs, strict=True)
            ]
            covered[method, "simultaneous", PAID].append(np.all(inside, axis=0))
            covered[method, "simultaneous", NOTHING].append(_not_significant(bands))
            widths[method, "simultaneous"].append(
                np.mean([band.upper - band.lower for band in bands], 0)
            )
    return _rows({"part": FAMILIES, "domain": domain, "sizes": sizes}, covered, widths)


def _resample(
    rng: np.random.Generator, sides: Sequence[Side | Beta], sizes: str, shared: float
) -> JointResamples:
    """Return joint resamples of random scores of the same examples."""
    noise = [correlated(rng, size, shared, len(sides)) for size in SIZES[sizes]]
    sources = [
        labelled(*(side.scores(noise[kind][position], positive=bool(kind)) for kind in (0, 1)))
        for position, side in enumerate(sides)
    ]
    seed = int(rng.integers(2**32))
    return finished(joint_resampling(sources, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))


def _true_costs(sides: Sequence[Side | Beta], drawn: JointResamples) -> list[FloatArray]:
    """Return the true costs of the recommended thresholds of each classifier."""
    pairs = zip(sides, drawn.each, strict=True)
    return [true_cost(side.domain, resamples.candidates) for side, resamples in pairs]


def _not_significant(bands: Sequence[Band]) -> np.ndarray:
    """Return whether no band is significant at any pc, repeated for every pc."""
    return np.full(GRID.size, not any(significance(band).is_significant for band in bands))


def _rows(common: dict[str, Any], covered: dict[Any, Any], widths: dict[Any, Any]) -> list[Row]:
    """Return rows with coverage and mean width of each band."""
    rows = []
    for (method, kind, target), sets in covered.items():
        width = np.mean(widths[method, kind], axis=0)
        for pc, index, inside in at_each(np.array(sets), GRID, SHOWN):
            is_claimed = (pc == EVERYWHERE) == (kind != "pointwise")
            if target == PAID or pc == EVERYWHERE:
                rows.append(
                    Row(
                        **common,
                        method=method,
                        recommended=is_claimed and (method == IN_USE or target == NOTHING),
                        kind=kind,
                        target=target,
                        pc=pc,
                        nominal=0.9,
                        mean_width=float(width.mean() if index is None else width[index]),
                        **share_of(inside),
                    )
                )
    return rows
