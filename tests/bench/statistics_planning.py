"""Whether as many examples as are asked for tell two classifiers apart as often as was said."""

from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core._results import FloatArray, IntArray
from cc_widgets.core.uncertainty import (
    LineCounts,
    PairedCounts,
    PairedErrors,
    difference_band,
    examples_needed,
)
from cc_widgets.core.uncertainty._band import normal_quantile
from cc_widgets.core.uncertainty._lines import gap_limits
from cc_widgets.core.uncertainty._planning import Compared
from tests.bench.statistics_rows import Row, generator, share_of

PART = "examples needed"
TOLD, HELD = "difference is told", "number needed"
METHOD = "normal approximation, half an example added"
LEVEL, POWER = 0.9, 0.8
_KNOWN = 10**7  # examples of which the truth is read off


@dataclass(frozen=True)
class Setting:
    """Two classifiers whose errors are known: of negatives and of positives.

    Attributes
    ----------
    negatives, positives : tuple of float
        How likely only the first errs, only the second, and both.
    share : float
        Of positives.
    pc : float
        Where they are compared.
    now : int
        Examples in the first test set, from which the number needed is read.
    paired : bool
        Whether both have the same examples.
    """

    negatives: tuple[float, float, float]
    positives: tuple[float, float, float]
    share: float
    pc: float
    now: int
    paired: bool = True


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
    """How often the number asked for is enough, and how often its limits hold it."""
    setting = SETTINGS[domain]
    sizes = _sizes(setting, setting.now)
    truth = examples_needed([_table(setting, *_expected(setting))], setting.pc)
    share = truth.times * _KNOWN / setting.now
    negatives, positives = (int(np.ceil(share * size)) for size in sizes)
    wanted = negatives, positives
    rng = generator(PART, domain)
    told = [_is_told(setting, _drawn(setting, wanted, rng)) for _ in range(n_sets)]
    found = [
        examples_needed([_drawn(setting, sizes, rng)], setting.pc, n_resamples=999)
        for _ in range(n_sets)
    ]
    held = [one.low <= share <= one.high for one in found]
    row = Row(part=PART, domain=domain, sizes="", method=METHOD, pc=f"{setting.pc:g}")
    return [
        replace(row, sizes=_words(wanted), target=TOLD, **share_of(np.array(told))),
        replace(
            row,
            sizes=_words(sizes),
            target=HELD,
            nominal=LEVEL,
            recommended=True,
            **share_of(np.array(held)),
        ),
    ]


def _words(sizes: tuple[int, ...]) -> str:
    return "+".join(map(str, sizes))


def _sizes(setting: Setting, total: int) -> tuple[int, int]:
    positives = round(total * setting.share)
    return total - positives, positives


def _expected(setting: Setting) -> tuple[IntArray, ...]:
    """Very many examples that are just as the truth is."""
    return tuple(
        np.round(size * _shares(one)).astype(np.int64)
        for size, one in zip(_sizes(setting, _KNOWN), _classes(setting), strict=True)
        for _ in range(1 if setting.paired else 2)
    )


def _classes(setting: Setting) -> tuple[tuple[float, float, float], ...]:
    return setting.negatives, setting.positives


def _shares(alone: tuple[float, float, float]) -> FloatArray:
    return np.array([*alone, 1.0 - sum(alone)])


def _drawn(setting: Setting, sizes: tuple[int, int], rng: np.random.Generator) -> Compared:
    """A test set of both, or one for each."""
    cells = [
        rng.multinomial(size, _shares(one))
        for size, one in zip(sizes, _classes(setting), strict=True)
        for _ in range(1 if setting.paired else 2)
    ]
    return _table(setting, *cells)


def _table(setting: Setting, *cells: IntArray) -> Compared:
    if setting.paired:
        negatives, positives = (PairedErrors(*map(int, one)) for one in cells)
        return PairedCounts(negatives, positives)
    n, other_n, m, other_m = cells
    return (
        LineCounts(int(n[0] + n[2]), int(n.sum()), int(m[0] + m[2]), int(m.sum())),
        LineCounts(
            *(int(other_n[1] + other_n[2]), int(other_n.sum())),
            *(int(other_m[1] + other_m[2]), int(other_m.sum())),
        ),
    )


def _is_told(setting: Setting, table: Compared) -> bool:
    """Whether the interval of the difference says that the first costs less."""
    if isinstance(table, PairedCounts):
        return bool(difference_band(table, level=LEVEL, pc=[setting.pc]).upper[0] < 0.0)
    first, second = ((line.fp, line.negatives, line.fn, line.positives) for line in table)
    return gap_limits(first, second, setting.pc, normal_quantile(LEVEL))[2] < 0.0
