"""The outcome of the simulations: one row for each share, bias or width, kept as a table."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import Band

SEED = 20261118
OUTCOME = Path(__file__).with_name("statistics_outcome.csv")
MOST_SHORT = 0.03
EVERYWHERE = "all"
ROUNDING = 1e-12  # of costs that are equal on paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; a field that does not apply is None.

    Attributes
    ----------
    part : str
        What is simulated: lines, envelopes, ...
    domain, sizes : str
        The true distributions; negatives + positives in each data set.
    method, kind, target : str
        The band, whether pointwise or simultaneous, and the truth that it should hold.
    recommended : bool
        Whether the package recommends the method for this target and this pc.
    pc : str
        Where the truth should be held: one pc, or "all".
    nominal, share : float or None
        How often this should happen, and how often it did.
    standard_error : float
        Of the share or the bias; 0 where it was enumerated.
    mean_width, bias : float or None
        Mean width of the band; mean error of an estimate.
    data_sets : int
        How many were drawn; 0 where all possible ones were enumerated.
    """

    part: str
    domain: str
    sizes: str
    method: str
    recommended: bool = False
    kind: str = ""
    target: str = ""
    pc: str = ""
    nominal: float | None = None
    share: float | None = None
    standard_error: float = 0.0
    mean_width: float | None = None
    bias: float | None = None
    data_sets: int = 0

    @property
    def cell(self) -> tuple[str, ...]:
        """What tells this row from all others."""
        names = ("part", "domain", "sizes", "method", "kind", "target", "pc", "nominal")
        return tuple("" if (one := getattr(self, name)) is None else str(one) for name in names)

    def falls_short(self, slack: float = 0.0) -> bool:
        """Tell whether a recommended method holds the truth too seldom.

        The slack is how many standard errors are put down to chance.
        """
        if not self.recommended or self.share is None or self.nominal is None:
            return False
        least = self.nominal - MOST_SHORT
        chance = sqrt(least * (1.0 - least) / self.data_sets) if self.data_sets else 0.0
        return self.share < least - slack * chance - ROUNDING


def generator(*purpose: object) -> np.random.Generator:
    """Random numbers of their own for each purpose, whoever asks first."""
    return np.random.default_rng([SEED, *"/".join(map(str, purpose)).encode()])


def share_of(held: BoolArray) -> dict[str, Any]:
    """The share of data sets that held the truth, with what belongs to it."""
    share = float(held.mean())
    error = sqrt(share * (1.0 - share) / held.size)
    return {"share": share, "standard_error": error, "data_sets": held.size}


def holds(band: Band, truth: FloatArray | float) -> BoolArray:
    """Where a band holds the truth; its limits belong to it."""
    inside: BoolArray = (band.lower <= truth + ROUNDING) & (band.upper >= truth - ROUNDING)
    return inside


def at_each(
    held: NDArray[np.bool_], grid: FloatArray, some: Iterable[float]
) -> Iterator[tuple[str, int | None, BoolArray]]:
    """Columns of a table (data set, pc) with the names of their pc, then all of them together."""
    for pc in some:
        place = int(np.argmin(np.abs(grid - pc)))
        yield f"{pc:g}", place, held[:, place]
    yield EVERYWHERE, None, np.all(held, axis=1, keepdims=True)[:, 0]


def write(rows: Iterable[Row], comment: str, path: Path = OUTCOME) -> None:
    """Write the table: comments, names, rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {line}\n" for line in comment.splitlines())
        table = csv.writer(file, lineterminator="\n")
        table.writerow(field.name for field in fields(Row))
        table.writerows([_shown(value) for value in asdict(row).values()] for row in rows)


def read(path: Path = OUTCOME) -> list[Row]:
    """Read a table that was written."""
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(line for line in file if not line.startswith("#"))
        return [Row(**{name: _meant(name, text) for name, text in line.items()}) for line in table]


def differences(kept: list[Row], new: list[Row], most: float = 4.0) -> tuple[int, list[str]]:
    """Compare two tables: how many rows are not identical, and which are too far apart.

    Shares and biases may be apart by `most` standard errors, because numpy and scikit-learn
    may change how they draw; what was enumerated may not.
    """
    before, after = ({row.cell: row for row in rows} for rows in (kept, new))
    found = [f"only in one table: {', '.join(cell)}" for cell in before.keys() ^ after.keys()]
    changed = 0
    for cell in before.keys() & after.keys():
        one, other = before[cell], after[cell]
        apart = max(_apart(getattr(one, name), getattr(other, name)) for name in ("share", "bias"))
        changed += apart > 0.0
        error = sqrt(one.standard_error**2 + other.standard_error**2)
        if apart > most * error + 1e-4:
            found.append(f"apart by {apart:.4f}: {', '.join(cell)}")
    return changed, sorted(found)


def _apart(one: float | None, other: float | None) -> float:
    if one is None or other is None:
        return 0.0 if one is other else np.inf
    return 0.0 if isclose(one, other, abs_tol=1e-5) else abs(one - other)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{round(value, 5):g}" if isinstance(value, float) else str(value)


def _meant(name: str, text: str) -> Any:
    if name == "recommended":
        return text == "yes"
    if name == "data_sets":
        return int(text)
    if name in {"nominal", "share", "standard_error", "mean_width", "bias"}:
        return float(text) if text else None
    return text
