"""Power of comparisons with planned sample sizes, and coverage of their confidence intervals."""

from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.core.uncertainty import difference_band, examples_needed
from cc_widgets.core.uncertainty.bands import normal_quantile
from cc_widgets.core.uncertainty.intervals import LineCounts, unpaired_difference_limits
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.sample_size import ComparisonTable
from tests.bench.statistics_rows import Row, generator, share_of

PART = "examples needed"
SIGNIFICANT, COVERED = "difference is told", "number needed"
METHOD = "normal approximation, half an example added"
LEVEL, POWER = 0.9, 0.8
_LARGE = 10**7  # examples that represent the true distribution


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


def _label(sizes: tuple[int, ...]) -> str:
    return "+".join(map(str, sizes))


def _sizes(setting: Setting, total: int) -> tuple[int, int]:
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
