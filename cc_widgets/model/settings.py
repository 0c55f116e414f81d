"""How bands are to be computed."""

from dataclasses import dataclass
from typing import Literal, get_args

from cc_widgets.core._reading import read_whole
from cc_widgets.core.uncertainty._band import MORE
from cc_widgets.errors import CostCurveError, shown

Method = Literal["envelope", "optimistic", "fixed"]
Judged = Literal["everywhere", "all pairs", "each pc"]
_SEED = "Pass a seed such as 0 for the same numbers every time, or None."


@dataclass(frozen=True, slots=True)
class BootstrapSettings:
    """What the bands of scored classifiers are made with.

    Attributes
    ----------
    method : {"envelope", "optimistic", "fixed"}
        The recommended band; plain percentiles, which are too low; or percentiles with the
        thresholds kept fixed, which are too low as well unless these were fixed on other data.
    n_resamples : int
        How many test sets to draw.
    rng : int or None
        The seed; None for another one each time.
    simultaneous : bool
        Whether the level must hold at all pc at once.
    stratified : bool
        Whether each test set drawn has as many examples of each class as there are.
    judged : {"everywhere", "all pairs", "each pc"}
        What differences are held against: the level holds at all PC(+) together; that for all
        pairs of classifiers together; or at each single PC(+) only.

    Raises
    ------
    CostCurveError
        If a value makes no sense.

    Examples
    --------
    >>> BootstrapSettings(n_resamples=500, rng=0).method
    'envelope'
    """

    method: Method = "envelope"
    n_resamples: int = 1999
    rng: int | None = None
    simultaneous: bool = False
    stratified: bool = True
    judged: Judged = "everywhere"

    def __post_init__(self) -> None:
        """Check every value."""
        if self.method not in get_args(Method):
            raise CostCurveError(
                'must be "envelope", "optimistic" or "fixed"',
                where="method",
                got=shown(self.method),
                fix='Use "envelope" unless you want to compare.',
            )
        if self.judged not in get_args(Judged):
            raise CostCurveError(
                'must be "everywhere", "all pairs" or "each pc"',
                where="judged",
                got=shown(self.judged),
            )
        if self.method == "optimistic" and self.simultaneous is True:
            raise CostCurveError(
                "plain percentiles hold at each single PC(+) only",
                where="simultaneous",
                got=shown(self.simultaneous),
                fix='Pass simultaneous=False, or method="envelope".',
            )
        whole = read_whole("n_resamples", self.n_resamples, MORE, fewest=1)
        object.__setattr__(self, "n_resamples", whole)
        if self.rng is not None:
            object.__setattr__(self, "rng", read_whole("rng", self.rng, _SEED))
        for name in ("simultaneous", "stratified"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise CostCurveError(
                    "must be True or False", where=name, got=shown(value), fix="Pass True or False."
                )

    def draws_as(self, other: "BootstrapSettings") -> bool:
        """Tell whether the resamples of both are the same; a method needs no new ones."""
        mine = (self.n_resamples, self.rng, self.stratified)
        return mine == (other.n_resamples, other.rng, other.stratified)
