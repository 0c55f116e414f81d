"""Where a difference in cost is more than chance would make it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.compare import Ranges
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.critical import level_everywhere
from cc_widgets.core.uncertainty.false_alarms import ROUNDING
from cc_widgets.errors import CostCurveError, shown

Cheaper = Literal["first", "second"]


@dataclass(frozen=True, eq=False, slots=True)
class Significance:
    """The ranges of pc on which two classifiers differ significantly.

    Attributes
    ----------
    ranges : Ranges
        From the first to the last pc of the band at which 0 lies outside it, one range for
        each stretch of them.
    cheaper : tuple of {"first", "second"}
        Element i says which of the two costs less on range i.
    lowest, highest : ndarray of float64, shape (n_ranges,)
        Element i is the least and the greatest observed difference on range i.
    level : float
        Level of the band.
    simultaneous : bool
        Whether the level holds for all pc at once.
    error_somewhere : float
        How often two equally good classifiers would differ "significantly" somewhere: of lines
        by theory, of envelopes counted in the resamples.
    counted : bool
        Whether that was counted in resamples.
    family : int
        How many pairs of classifiers the level holds for at once.
    """

    ranges: Ranges
    cheaper: tuple[Cheaper, ...]
    lowest: FloatArray
    highest: FloatArray
    level: float
    simultaneous: bool
    error_somewhere: float
    counted: bool = False
    family: int = 1

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def anywhere(self) -> bool:
        """Whether there is such a range."""
        return bool(self.cheaper)

    @property
    def covers(self) -> str:
        """What the ranges promise, in a sentence for their reader."""
        where = "at all PC(+) together" if self.simultaneous else "at each single PC(+)"
        if self.family > 1:
            where += f" and for all {self.family} pairs together"
        advice = "" if self.simultaneous else " Judge at all PC(+) together to say so."
        return (
            f"Judged {where} at {100 * self.level:g} %: two classifiers that are equally good "
            f"would differ somewhere about {100 * self.error_somewhere:.0f} % of the time"
            f"{self._how_known()}.{advice}"
        )

    def _how_known(self) -> str:
        """Say where the share of errors comes from."""
        if not self.counted:
            return ""
        tried = "; in simulations at 90 % it was 4 to 6 %" if self.simultaneous else ""
        return f", counted in the resamples{tried}"


def significance(band: Band) -> Significance:
    """Find the ranges of pc on which 0 lies outside the band of a difference.

    Parameters
    ----------
    band : Band
        Of a difference of lines or of envelopes. Its limits belong to it: where one of them is
        0 the difference is not significant.

    Returns
    -------
    Significance
        To the step of the band's own pc.

    Raises
    ------
    CostCurveError
        If the band is not one of a difference.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty.differences import difference_band
    >>> from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
    >>> pairs = PairedCounts(
    ...     negatives=PairedErrors(first_only=14, second_only=14, both=8, neither=64),
    ...     positives=PairedErrors(first_only=6, second_only=14, both=8, neither=72),
    ... )
    >>> found = significance(difference_band(pairs, pc=np.linspace(0, 1, 1001)))
    >>> found.ranges.start, found.ranges.stop, found.cheaper
    (array([0.715]), array([1.]), ('first',))
    """
    if not band.target.startswith("difference"):
        raise CostCurveError(
            "must be the band of a difference",
            where="band",
            got=f"one for {shown(band.target)}",
            fix="Two bands that overlap, or do not, decide nothing: band their difference.",
        )
    sign = np.zeros(band.pc.size, dtype=np.int64)
    sign[band.lower > ROUNDING] = 1
    sign[band.upper < -ROUNDING] = -1
    start, stop = _stretches(sign)
    parts = [band.estimate[i : j + 1] for i, j in zip(start, stop, strict=True)]
    return Significance(
        ranges=Ranges(start=band.pc[start], stop=band.pc[stop]),
        cheaper=tuple("first" if sign[i] < 0 else "second" for i in start),
        lowest=np.array([part.min() for part in parts]),
        highest=np.array([part.max() for part in parts]),
        level=band.level,
        simultaneous=band.simultaneous,
        error_somewhere=_error_somewhere(band),
        counted=band.false_somewhere is not None,
        family=band.family,
    )


def _error_somewhere(band: Band) -> float:
    """Return what was counted, or what theory says; never less than the level allows."""
    if band.false_somewhere is None:
        return 1.0 - (band.level if band.simultaneous else level_everywhere(band.level))
    return min(1.0, max(band.family * band.false_somewhere, 1.0 - band.level))


def _stretches(sign: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first and the last position of each run of one sign, runs of 0 left out."""
    changes = np.flatnonzero(np.diff(sign)) + 1
    start = np.append(0, changes)
    stop = np.append(changes, sign.size) - 1
    found = sign[start] != 0
    return start[found], stop[found]
