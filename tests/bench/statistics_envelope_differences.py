"""Coverage of bands of the difference between two envelopes at optimal thresholds."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from cc_widgets.core.results import FloatArray
from cc_widgets.core.uncertainty import finished, joint_resampling
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from tests.bench.statistics_domains import Domain, labelled, normal_tail
from tests.bench.statistics_envelopes import GRID, N_RESAMPLES, SHOWN, SIZES
from tests.bench.statistics_rows import EVERYWHERE, Row, at_each, covers, generator, share_of

RECOMMENDED = "envelope difference band"


@dataclass(frozen=True, slots=True)
class Side:
    """A classifier with normal scores, optionally cut into few levels."""

    distance: float
    """Difference between the class means."""
    cuts: tuple[float, ...] = ()
    """Boundaries of the levels, empty for continuous scores."""
    deviation: float = 1.0
    """Standard deviation of the scores of positives; that of negatives is 1."""

    def scores(self, noise: FloatArray, *, positive: bool) -> FloatArray:
        """Return scores of examples of one class."""
        score = noise * (self.deviation if positive else 1.0) + self.distance * positive
        return np.searchsorted(self.cuts, score).astype(float) if self.cuts else score

    @property
    def domain(self) -> Domain:
        """True score distributions."""
        return Domain(no_draw, self._rate(0.0, 1.0), self._rate(self.distance, self.deviation))

    def _rate(self, mean: float, deviation: float) -> Callable[[FloatArray], FloatArray]:
        tail = normal_tail(mean, deviation)
        if not self.cuts:
            return tail
        edges = np.array([-np.inf, *self.cuts, np.inf])
        return lambda at: tail(edges[np.clip(np.ceil(at), 0, len(self.cuts) + 1).astype(int)])


def no_draw(*_: object) -> tuple[FloatArray, FloatArray]:
    """Raise, because the scores of a pair are drawn jointly."""
    raise NotImplementedError


_CUTS = (-0.5, 0.5, 1.5)
PAIRS = {
    "equally good": (Side(1.0), Side(1.0), 0.5),
    "equally good, 4 levels": (Side(1.0, _CUTS), Side(1.0, _CUTS), 0.5),
    "one better": (Side(1.5), Side(1.0), 0.8),
    "4 levels each": (Side(1.5, _CUTS), Side(1.0, _CUTS), 0.5),
    "yes or no beside scores": (Side(1.5, (0.75,)), Side(1.5), 0.5),
    "curves that cross": (Side(1.0, deviation=0.5), Side(1.2, deviation=1.5), 0.5),
}
EQUALLY_GOOD = [name for name, (first, second, _) in PAIRS.items() if first == second]


def coverage(domain: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of the pointwise and the simultaneous band on the same datasets."""
    *sides, shared = PAIRS[domain]
    truth = sides[0].domain.best(GRID) - sides[1].domain.best(GRID)
    rng = generator("envelope difference", domain, sizes)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        noise = [correlated(rng, size, shared) for size in SIZES[sizes]]
        pair = [
            labelled(*(side.scores(noise[kind][position], positive=bool(kind)) for kind in (0, 1)))
            for position, side in enumerate(sides)
        ]
        seed = int(rng.integers(2**32))
        drawn = finished(joint_resampling(pair, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))
        for kind in ("pointwise", "simultaneous"):
            band = envelope_difference_band(drawn, simultaneous=kind == "simultaneous")
            covered[kind].append(covers(band, truth))
            widths[kind].append(band.upper - band.lower)
    rows = []
    for kind, sets in covered.items():
        width = np.mean(widths[kind], axis=0)
        for pc, index, inside in at_each(np.array(sets), GRID, SHOWN):
            rows.append(
                Row(
                    part="difference of envelopes",
                    domain=domain,
                    sizes=sizes,
                    method=RECOMMENDED,
                    recommended=_is_guaranteed(kind, domain, pc),
                    kind=kind,
                    target="true difference",
                    pc=pc,
                    nominal=0.9,
                    mean_width=float(width.mean() if index is None else width[index]),
                    **share_of(inside),
                )
            )
    return rows


def _is_guaranteed(kind: str, domain: str, pc: str) -> bool:
    """Return whether coverage is claimed: pointwise, and simultaneously for equal classifiers."""
    if kind == "pointwise":
        return pc != EVERYWHERE
    return pc == EVERYWHERE and domain in EQUALLY_GOOD


def correlated(
    rng: np.random.Generator, size: int, shared: float, n_classifiers: int = 2
) -> FloatArray:
    """Return correlated normal numbers of shape (n_classifiers, size)."""
    common, own = rng.normal(size=size), rng.normal(size=(n_classifiers, size))
    return np.asarray(sqrt(shared) * common + sqrt(1.0 - shared) * own)
