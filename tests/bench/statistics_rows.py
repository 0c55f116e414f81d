"""Results of the simulations: a table with a row for each coverage, error rate or bias."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import Band

SEED = 20261118
OUTCOME = Path(__file__).with_name("statistics_outcome.csv")
MAX_SHORTFALL = 0.03
EVERYWHERE = "all"
ROUNDING = 1e-12  # of costs that are equal in exact arithmetic


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; a field that does not apply is None or empty."""

    part: str
    """Group of simulations: lines, envelopes, ..."""
    domain: str
    """True distributions of the scores."""
    sizes: str
    """Negatives + positives in each dataset."""
    method: str
    """Band, interval, test or estimate."""
    recommended: bool = False
    """Whether the package recommends the method for this target and pc."""
    kind: str = ""
    """Pointwise or simultaneous."""
    target: str = ""
    """True value that the band should cover."""
    pc: str = ""
    """Probability-cost value at which coverage is required, or "all"."""
    nominal: float | None = None
    """Nominal coverage."""
    share: float | None = None
    """Observed coverage."""
    standard_error: float = 0.0
    """Of the share or the bias; 0 for an enumeration, infinite if unknown."""
    mean_width: float | None = None
    """Mean width of the band."""
    bias: float | None = None
    """Mean error of an estimate, or ratio of means."""
    data_sets: int = 0
    """Number of simulated datasets; 0 for an enumeration."""

    @property
    def cell(self) -> tuple[str, ...]:
        """Return the key of the row, which is unique in the table."""
        names = ("part", "domain", "sizes", "method", "kind", "target", "pc", "nominal")
        values = (getattr(self, name) for name in names)
        return tuple("" if value is None else str(value) for value in values)

    def falls_short(self, slack: float = 0.0) -> bool:
        """Return whether the coverage of a recommended method is too low.

        `slack` is the number of standard errors that are attributed to chance.
        """
        if not self.recommended or self.share is None or self.nominal is None:
            return False
        required = self.nominal - MAX_SHORTFALL
        error = sqrt(required * (1.0 - required) / self.data_sets) if self.data_sets else 0.0
        return self.share < required - slack * error - ROUNDING


def generator(*purpose: object) -> np.random.Generator:
    """Return a separate random generator for each purpose."""
    return np.random.default_rng([SEED, *"/".join(map(str, purpose)).encode()])


def share_of(covered: BoolArray) -> dict[str, Any]:
    """Return the coverage over datasets, its standard error and the number of datasets."""
    share = float(covered.mean())
    error = sqrt(share * (1.0 - share) / covered.size)
    return {"share": share, "standard_error": error, "data_sets": covered.size}


def covers(band: Band, truth: FloatArray | float) -> BoolArray:
    """Return whether a band contains the true value at each pc, limits included."""
    covered: BoolArray = (band.lower <= truth + ROUNDING) & (band.upper >= truth - ROUNDING)
    return covered


def at_each(
    covered: NDArray[np.bool_], grid: FloatArray, values: Iterable[float]
) -> Iterator[tuple[str, int | None, BoolArray]]:
    """Yield name, index and column of selected pc of an array (dataset, pc), then all together."""
    for pc in values:
        index = int(np.argmin(np.abs(grid - pc)))
        yield f"{pc:g}", index, covered[:, index]
    yield EVERYWHERE, None, np.all(covered, axis=1, keepdims=True)[:, 0]


def write(rows: Iterable[Row], comment: str, path: Path = OUTCOME) -> None:
    """Write a table as CSV, preceded by comment lines."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {line}\n" for line in comment.splitlines())
        table = csv.writer(file, lineterminator="\n")
        table.writerow(field.name for field in fields(Row))
        table.writerows([_format(value) for value in asdict(row).values()] for row in rows)


def read(path: Path = OUTCOME) -> list[Row]:
    """Read a table that `write` has written."""
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(line for line in file if not line.startswith("#"))
        return [Row(**{name: _parse(name, text) for name, text in line.items()}) for line in table]


def differences(stored: list[Row], new: list[Row], most: float = 4.0) -> tuple[int, list[str]]:
    """Return the number of unequal rows of two tables, and descriptions of large differences.

    Simulated shares and biases may differ by `most` standard errors, because NumPy and
    scikit-learn may change their random numbers; enumerated ones may not.
    """
    before, after = ({row.cell: row for row in rows} for rows in (stored, new))
    problems = [f"only in one table: {', '.join(cell)}" for cell in before.keys() ^ after.keys()]
    changed = 0
    for cell in before.keys() & after.keys():
        old, row = before[cell], after[cell]
        difference = max(
            _difference(getattr(old, name), getattr(row, name)) for name in ("share", "bias")
        )
        changed += difference > 0.0
        error = sqrt(old.standard_error**2 + row.standard_error**2)
        if difference > most * error + 1e-4:
            problems.append(f"difference {difference:.4f}: {', '.join(cell)}")
    return changed, sorted(problems)


def _difference(first: float | None, second: float | None) -> float:
    if first is None or second is None:
        return 0.0 if first is second else np.inf
    return 0.0 if isclose(first, second, abs_tol=1e-5) else abs(first - second)


def _format(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{round(value, 5):g}" if isinstance(value, float) else str(value)


def _parse(name: str, text: str) -> Any:
    if name == "recommended":
        return text == "yes"
    if name == "data_sets":
        return int(text)
    if name in {"nominal", "share", "standard_error", "mean_width", "bias"}:
        return float(text) if text else None
    return text
