"""A band around a cost curve, with everything that one must know to read it."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.unit import PC_MEANS, read_unit
from cc_widgets.errors import CostCurveError, shown

Target = Literal[
    "line",
    "line or trivial rule",
    "best threshold, too low",
    "chosen threshold",
    "best and chosen threshold",
    "chosen classifier",
    "fixed threshold",
    "difference of lines",
    "difference of envelopes",
]
_TARGETS: dict[Target, str] = {
    "line": "the cost of this line",
    "line or trivial rule": "the cost of this line, or of a trivial rule where that is chosen",
    "best threshold, too low": "the cost of the best possible threshold",
    "chosen threshold": "the cost of the threshold chosen on these data",
    "best and chosen threshold": "the cost of the best possible threshold and of the chosen one",
    "chosen classifier": "the cost of the classifier and threshold chosen on these data",
    "fixed threshold": "the cost of thresholds that were fixed before these data were seen",
    "difference of lines": "the difference in cost of the two lines",
    "difference of envelopes": "the difference in cost, each at its own best possible threshold",
}
_WARNINGS: dict[Target, str] = {
    "best threshold, too low": " They are too low: they hold that cost much less often.",
    "fixed threshold": " For thresholds chosen on these data they are too low, and hold much less "
    "often.",
}
GRID = 501


@dataclass(frozen=True, eq=False, slots=True)
class Band:
    """Limits around a cost curve or a difference of two, and what they promise.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Where the limits are known, rising.
    estimate, lower, upper : ndarray of float64, shape (n,)
        Element i is the value at pc[i] that was observed or estimated, and its two limits.
    level : float
        How often such limits hold the truth, over test sets.
    method : str
        How they were computed.
    target : str
        Which truth that is.
    simultaneous : bool
        Whether the level holds for all pc at once, or for each pc taken alone.
    expected : ndarray of float64, shape (n,)
        Element i is what will be paid at pc[i] on average: the estimate, and the optimism of
        having chosen on the same examples. The estimate itself unless that is known.
    false_somewhere : float or None
        Of a difference: how often such a band would leave out 0 at some pc although the two are
        equally good, counted in the resamples. None where nothing was drawn.
    family : int
        How many such bands hold the level together: 1 unless several were asked for.
    n_resamples, seed : int or None
        What it takes to compute the same limits again; None if nothing was drawn.
    thinning : float
        No lower limit lies lower by more than this when every threshold is used; 0 if all were.
    caution : str
        A sentence about what such limits do not hold; empty if they hold what they say.
    """

    pc: FloatArray
    estimate: FloatArray
    lower: FloatArray
    upper: FloatArray
    level: float
    method: str
    target: Target
    simultaneous: bool = False
    n_resamples: int | None = None
    seed: int | None = None
    thinning: float = 0.0
    caution: str = ""
    expected: FloatArray = field(default_factory=lambda: np.empty(0))
    false_somewhere: float | None = None
    family: int = 1

    def __post_init__(self) -> None:
        """Expect the estimate if nothing else is known, and make the arrays read-only."""
        if not self.expected.size:
            object.__setattr__(self, "expected", self.estimate)
        freeze(self)

    @property
    def covers(self) -> str:
        """What the band covers, in a sentence for its reader."""
        where = "at all PC(+) together" if self.simultaneous else "at each single PC(+)"
        drawn = "" if self.n_resamples is None else f", {self.n_resamples:,} resamples"
        what = "band" if self.target not in _WARNINGS else "percentiles"
        said = (
            f"{100 * self.level:g} % {what} for {_TARGETS[self.target]}, {where} "
            f"({self.method}{drawn}).{_WARNINGS.get(self.target, '')} It reflects the choice of "
            "the test set only, not of the training set."
        )
        return f"{said} {self.caution}".rstrip()


def read_grid(pc: ArrayLike | None) -> FloatArray:
    """Check where a band is wanted.

    Parameters
    ----------
    pc : array-like of shape (n,) or None
        Rising values in [0, 1]; None for 501 that are evenly spaced.

    Returns
    -------
    ndarray of float64, shape (n,)
        The values, as an array that nobody else holds.

    Raises
    ------
    CostCurveError
        If they are not in [0, 1] or do not rise.

    Examples
    --------
    >>> read_grid([0, 0.5])
    array([0. , 0.5])
    >>> read_grid(None).size
    501
    """
    if pc is None:
        # Rounded once, so that a turn at such a fraction is met exactly; linspace rounds twice.
        return np.arange(GRID) / (GRID - 1.0)
    grid = np.array(read_unit("pc", pc, PC_MEANS), ndmin=1)
    if grid.ndim != 1 or not grid.size or np.any(np.diff(grid) <= 0.0):
        raise CostCurveError(
            "must be one or more values that rise",
            where="pc",
            got=shown(grid.tolist()),
            fix="Sort them: numpy.unique(pc).",
        )
    return grid
