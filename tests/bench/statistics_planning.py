"""Power of comparisons with planned sample sizes, and coverage of their confidence intervals."""

from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.core.uncertainty import (
    difference_band,
    examples_needed,
    finished,
    joint_resampling,
    paired_counts,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty.bands import normal_quantile
from cc_widgets.core.uncertainty.bootstrap import JointResamples
from cc_widgets.core.uncertainty.envelopes import choice_optimism, chosen_by_part
from cc_widgets.core.uncertainty.intervals import LineCounts, unpaired_difference_limits
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.sample_size import ComparisonTable
from tests.bench.statistics_domains import labelled
from tests.bench.statistics_envelope_differences import Side, correlated
from tests.bench.statistics_rows import Row, generator, share_of

PART, CHOSEN = "examples needed", "examples needed to choose thresholds too"
SIGNIFICANT, COVERED = "difference is told", "number needed"
METHOD = "normal approximation, half an example added"
LEVEL, POWER = 0.9, 0.8
_LARGE = 10**7  # examples that represent the true distribution
_N_FIRST, _N_FIRST_SETS = 2000, 20  # sizes and number of the test sets behind a plan
_N_RESAMPLES = 199


@dataclass(frozen=True)
class Setting:
    """Two classifiers with known error probabilities."""

    negatives: tuple[float, float, float]
    """Probabilities that only the first, only the second and both err on a negative."""
    positives: tuple[float, float, float]
    """The corresponding probabilities for a positive."""
    share: float
    """Share of positives."""
    pc: float
    """Probability-cost value of the comparison."""
    n_first: int
    """Size of the first test set, from which the sample size is planned."""
    paired: bool = True
    """Whether both classifiers are tested on the same examples."""


SETTINGS = {
    "much disagreement": Setting((0.06, 0.10, 0.14), (0.08, 0.13, 0.12), 0.5, 0.5, 400),
    "little disagreement": Setting((0.005, 0.02, 0.15), (0.01, 0.03, 0.2), 0.5, 0.5, 1000),
    "1 % positives": Setting((0.01, 0.02, 0.03), (0.06, 0.14, 0.2), 0.01, 0.2, 20_000),
    "few errors": Setting((0.002, 0.008, 0.004), (0.01, 0.03, 0.02), 0.3, 0.4, 1000),
    "trade of errors": Setting((0.10, 0.04, 0.05), (0.03, 0.16, 0.1), 0.4, 0.7, 400),
    "different test sets": Setting(
        (0.06, 0.10, 0.14), (0.08, 0.13, 0.12), 0.5, 0.5, 1000, paired=False
    ),
}


def coverage(domain: str, n_sets: int) -> list[Row]:
    """Simulate power with the planned sample size and coverage of its interval."""
    setting = SETTINGS[domain]
    sizes = _sizes(setting, setting.n_first)
    truth = examples_needed([_table(setting, *_expected(setting))], setting.pc)
    share = truth.times * _LARGE / setting.n_first
    negatives, positives = (int(np.ceil(share * size)) for size in sizes)
    required = negatives, positives
    rng = generator(PART, domain)
    significant = [
        _is_significant(setting, _test_set(setting, required, rng)) for _ in range(n_sets)
    ]
    plans = [
        examples_needed([_test_set(setting, sizes, rng)], setting.pc, n_resamples=999)
        for _ in range(n_sets)
    ]
    covered = [plan.low <= share <= plan.high for plan in plans]
    row = Row(part=PART, domain=domain, sizes="", method=METHOD, pc=f"{setting.pc:g}")
    return [
        replace(row, sizes=_label(required), target=SIGNIFICANT, **share_of(np.array(significant))),
        replace(
            row,
            sizes=_label(sizes),
            target=COVERED,
            nominal=LEVEL,
            recommended=True,
            **share_of(np.array(covered)),
        ),
    ]


@dataclass(frozen=True)
class Scored:
    """Two classifiers with normal scores, whose thresholds are chosen on each test set."""

    distances: tuple[float, float]
    """Differences between the class means; the first classifier is better."""
    shared: float
    """Correlation of the scores of a class."""
    pc: float
    """Probability-cost value of the comparison."""
    share: float
    """Share of positives."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two classifiers."""
        return Side(self.distances[0]), Side(self.distances[1])

    def sample(self, rng: np.random.Generator, sizes: tuple[int, int]) -> list[Predictions]:
        """Return a random test set of both classifiers."""
        noise = [correlated(rng, size, self.shared) for size in sizes]
        return [
            labelled(*(side.scores(noise[kind][i], positive=bool(kind)) for kind in (0, 1)))
            for i, side in enumerate(self.sides)
        ]


SCORED = {
    "half positives, AUC .87 and .82": Scored((1.6, 1.3), 0.6, 0.5, 0.5),
    "30 % positives, AUC .87 and .80": Scored((1.6, 1.2), 0.3, 0.3, 0.3),
    "10 % positives, AUC .94 and .87": Scored((2.2, 1.6), 0.6, 0.2, 0.1),
    "half positives, AUC .76 and .66": Scored((1.0, 0.6), 0.6, 0.5, 0.5),
}


def chosen_power(domain: str, n_sets: int) -> list[Row]:
    """Simulate the power of the test of chosen thresholds with the planned sample size."""
    setting = SCORED[domain]
    rng = generator(CHOSEN, domain)
    required = _planned_sizes(setting, rng)
    bands = (
        recommended_difference_band(
            _resampled(setting, setting.sample(rng, required), rng), level=LEVEL
        )
        for _ in range(n_sets)
    )
    significant = [band.upper[0] < 0.0 for band in bands]
    row = Row(part=CHOSEN, domain=domain, sizes=_label(required), method=METHOD)
    return [
        replace(row, target=SIGNIFICANT, pc=f"{setting.pc:g}", **share_of(np.array(significant)))
    ]


def _planned_sizes(setting: Scored, rng: np.random.Generator) -> tuple[int, int]:
    """Return the planned numbers of negatives and positives, from several first test sets."""
    thresholds = np.linspace(-4.0, 6.0, 10_001)
    costs = [side.domain.cost(thresholds, np.array(setting.pc)) for side in setting.sides]
    best, other = (float(thresholds[np.argmin(cost)]) for cost in costs)
    firsts = [setting.sample(rng, _sizes(setting, _N_FIRST)) for _ in range(_N_FIRST_SETS)]
    optimism = np.mean([_optimism(setting, first, rng) for first in firsts], axis=0)
    together = optimism * _N_FIRST_SETS ** (-2.0 / 3.0)  # of all these examples in one test set
    plan = examples_needed(
        [paired_counts(*first, thresholds=(best, other)) for first in firsts],
        setting.pc,
        difference=float(costs[1].min() - costs[0].min()),
        level=LEVEL,
        power=POWER,
        optimism=(float(together[0]), float(together[1])),
        n_resamples=1,
    )
    return int(plan.negatives), int(plan.positives)


def _resampled(
    setting: Scored, sample: list[Predictions], rng: np.random.Generator
) -> JointResamples:
    """Return joint resamples of a test set at one pc."""
    seed = int(rng.integers(2**32))
    return finished(joint_resampling(sample, n_resamples=_N_RESAMPLES, rng=seed, pc=[setting.pc]))


def _optimism(setting: Scored, sample: list[Predictions], rng: np.random.Generator) -> list[float]:
    """Return bootstrap estimates of the optimistic bias of both costs."""
    drawn = _resampled(setting, sample, rng).each
    return [float(choice_optimism(each, chosen_by_part(each))[0]) for each in drawn]


def _label(sizes: tuple[int, ...]) -> str:
    return "+".join(map(str, sizes))


def _sizes(setting: Setting | Scored, total: int) -> tuple[int, int]:
    positives = round(total * setting.share)
    return total - positives, positives


def _expected(setting: Setting) -> tuple[IntArray, ...]:
    """Return cell counts of a large sample with exactly the true proportions."""
    return tuple(
        np.round(size * _shares(errors)).astype(np.int64)
        for size, errors in zip(_sizes(setting, _LARGE), _classes(setting), strict=True)
        for _ in range(1 if setting.paired else 2)
    )


def _classes(setting: Setting) -> tuple[tuple[float, float, float], ...]:
    return setting.negatives, setting.positives


def _shares(errors: tuple[float, float, float]) -> FloatArray:
    return np.array([*errors, 1.0 - sum(errors)])


def _test_set(
    setting: Setting, sizes: tuple[int, int], rng: np.random.Generator
) -> ComparisonTable:
    """Return random counts of a common test set, or of one for each classifier."""
    cells = [
        rng.multinomial(size, _shares(errors))
        for size, errors in zip(sizes, _classes(setting), strict=True)
        for _ in range(1 if setting.paired else 2)
    ]
    return _table(setting, *cells)


def _table(setting: Setting, *cells: IntArray) -> ComparisonTable:
    if setting.paired:
        negatives, positives = (PairedErrors(*map(int, counts)) for counts in cells)
        return PairedCounts(negatives, positives)
    n, other_n, m, other_m = cells
    return (
        LineCounts(int(n[0] + n[2]), int(n.sum()), int(m[0] + m[2]), int(m.sum())),
        LineCounts(
            *(int(other_n[1] + other_n[2]), int(other_n.sum())),
            *(int(other_m[1] + other_m[2]), int(other_m.sum())),
        ),
    )


def _is_significant(setting: Setting, table: ComparisonTable) -> bool:
    """Return whether the first classifier is significantly cheaper."""
    if isinstance(table, PairedCounts):
        return bool(difference_band(table, level=LEVEL, pc=[setting.pc]).upper[0] < 0.0)
    first, second = ((line.fp, line.negatives, line.fn, line.positives) for line in table)
    return unpaired_difference_limits(first, second, setting.pc, normal_quantile(LEVEL))[2] < 0.0
