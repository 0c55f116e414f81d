"""Differences of any number of fixed classifiers on the same examples, two at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from numpy.typing import ArrayLike

from cc_widgets.core.names import check_names
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.differences import DifferenceMethod, difference_band
from cc_widgets.core.uncertainty.levels import Level, read_level
from cc_widgets.core.uncertainty.paired import PairedCounts
from cc_widgets.core.uncertainty.pairing import Predicted, paired_counts
from cc_widgets.errors import CostCurveError, shown

_TWO = 2


@dataclass(frozen=True, slots=True)
class PairDifference:
    """The difference in cost of two of several classifiers.

    Attributes
    ----------
    first, second : str
        Their names; the difference is the cost of the first less that of the second.
    pairs : PairedCounts
        Who is wrong about how many examples.
    band : Band
        Around the difference.
    """

    first: str
    second: str
    pairs: PairedCounts
    band: Band


@dataclass(frozen=True, slots=True)
class PairwiseDifferences:
    """The differences of all pairs of classifiers.

    Attributes
    ----------
    pairs : tuple of PairDifference
        In the order in which the classifiers were given.
    level : float
        The level asked for.
    family_wise : bool
        Whether all bands together hold at that level, or each taken alone.
    """

    pairs: tuple[PairDifference, ...]
    level: float
    family_wise: bool

    @property
    def covers(self) -> str:
        """What the bands promise together, in a sentence for their reader."""
        number = len(self.pairs)
        if self.family_wise:
            return (
                f"All {number} bands together hold at {100 * self.level:g} %: each is one of "
                f"{100 * self.pairs[0].band.level:.4g} % (Bonferroni)."
            )
        return f"Each of the {number} bands holds at {100 * self.level:g} % if taken alone."


def pairwise_differences(  # noqa: PLR0913 (each is an option of its own)
    predicted: Mapping[str, Predicted],
    *,
    y_true: ArrayLike | None = None,
    pos_label: object = None,
    thresholds: Mapping[str, float] | None = None,
    level: Level = 0.9,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
    family_wise: bool = True,
) -> PairwiseDifferences:
    """Draw bands around the differences in cost of all pairs of classifiers.

    Parameters
    ----------
    predicted : mapping of str to array-like or Predictions
        What each classifier predicts for the same examples; two classifiers or more.
    y_true, pos_label
        As for `paired_counts`.
    thresholds : mapping of str to float, optional
        The threshold of each classifier; needed with scores.
    level : float
        Level of confidence.
    pc, method, simultaneous
        As for `difference_band`.
    family_wise : bool
        Whether the level must hold for all pairs at once: the error that it allows is then
        divided among them (Bonferroni).

    Returns
    -------
    PairwiseDifferences
        One band for each pair.

    Raises
    ------
    CostCurveError
        If there are fewer than two classifiers, or two cannot be paired.

    Examples
    --------
    >>> labels = {"a": [1, 1, 0, 0], "b": [1, 0, 1, 0], "c": [0, 0, 0, 1]}
    >>> found = pairwise_differences(labels, y_true=[1, 1, 0, 0])
    >>> [(pair.first, pair.second, round(pair.band.level, 4)) for pair in found.pairs]
    [('a', 'b', 0.9667), ('a', 'c', 0.9667), ('b', 'c', 0.9667)]
    """
    check_names(predicted, "predicted")
    _check_size(predicted)
    couples = list(combinations(predicted, 2))
    share = 1 - (1 - read_level(level)) / (len(couples) if family_wise else 1)
    found = []
    for first, second in couples:
        try:
            pairs = paired_counts(
                predicted[first],
                predicted[second],
                y_true=y_true,
                pos_label=pos_label,
                thresholds=_of_pair(thresholds, first, second),
            )
        except CostCurveError as error:
            raise error.within(f"classifiers {shown(first)} and {shown(second)}") from None
        band = difference_band(pairs, level=share, pc=pc, method=method, simultaneous=simultaneous)
        found.append(PairDifference(first=first, second=second, pairs=pairs, band=band))
    return PairwiseDifferences(tuple(found), float(level), family_wise)


def _check_size(predicted: Mapping[str, Predicted]) -> None:
    """Refuse fewer than two classifiers."""
    if len(predicted) < _TWO:
        raise CostCurveError(
            "two classifiers or more are needed",
            where="predicted",
            got=f"{len(predicted)}",
            fix='Pass for instance {"tree": labels, "forest": others}.',
        )


def _of_pair(
    thresholds: Mapping[str, float] | None, first: str, second: str
) -> tuple[float, float] | None:
    """Return the thresholds of two classifiers."""
    if thresholds is None:
        return None
    missing = [name for name in (first, second) if name not in thresholds]
    if missing:
        raise CostCurveError(
            "every classifier needs a threshold",
            where="thresholds",
            got=f"none for {shown(missing[0])}",
        )
    return thresholds[first], thresholds[second]
