"""Differences of curves, of one pair and of all pairs at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import check_names, read_list, read_position
from cc_widgets.core._results import LEVEL, FloatArray
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    OrderRule,
    false_somewhere,
    order_ranks,
    read_level,
)
from cc_widgets.core.uncertainty._envelopes import corrected_cost, observed_cost
from cc_widgets.core.uncertainty._pairs import (
    DifferenceMethod,
    PairedCounts,
    Predicted,
    difference_band,
    paired_counts,
)
from cc_widgets.core.uncertainty._resampling import EnvelopeResamples, JointResamples, shared_level
from cc_widgets.errors import CostCurveError, shown

# ---- Bands around the difference of two envelopes, resampled on the same examples


_FEWEST = 50
_TWICE = 2.0  # the observed envelope lies below the truth, a resampled one below the observed
_ROUNDING = 1e-12  # of differences in cost that are equal on paper


def envelope_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Percentile band of the difference of two envelopes, extended where optimism remains.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    first, second : int
        Which of them.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which order statistics are the limits; see `order_ranks`.
    simultaneous : bool
        Whether the level must hold at all pc at once: then the limits are the innermost order
        statistics between which the share `level` of the resampled differences lies whole.
        Use them to test whether the two differ somewhere. As limits of how much they differ
        they fall short where the curves cross or one has few thresholds: in simulations at 90 %
        they held the whole true difference of some pairs in only 79 % of the test sets.

    Returns
    -------
    Band
        Cost of the first less cost of the second, each at its best threshold: negative where
        the first is cheaper. Its `caution` says what such limits do not hold.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> band = envelope_difference_band(drawn)
    >>> band.estimate.round(3), band.upper.round(3)
    (array([-0.167]), array([0.]))
    """
    one, other = _of(resamples, "first", first), _of(resamples, "second", second)
    observed = [observed_cost(each) for each in (one, other)]
    excess = [
        corrected_cost(each) - seen for each, seen in zip((one, other), observed, strict=True)
    ]
    drawn_away = _TWICE * (excess[0] - excess[1])
    by_pc = np.ascontiguousarray((one.cost - other.cost).T)
    lower, upper = order_ranks(level, resamples.n_done, rule)
    ordered = np.sort(by_pc, axis=1)
    if simultaneous:
        lower = _whole_rank(by_pc, ordered, level, lower)
        upper = resamples.n_done + 1 - lower
    low = ordered[:, lower - 1] + np.minimum(drawn_away, 0.0)
    high = ordered[:, upper - 1] + np.maximum(drawn_away, 0.0)
    return Band(
        pc=one.pc,
        estimate=observed[0] - observed[1],
        lower=low,
        upper=high,
        false_somewhere=false_somewhere(by_pc, low, high),
        level=float(level),
        method=f"joint percentiles{one.drawn} with the optimism that does not cancel",
        target="difference of envelopes",
        simultaneous=simultaneous,
        n_resamples=resamples.n_done,
        seed=one.seed,
        thinning=max(one.thinning, other.thinning),
        provisional=resamples.n_done < one.n_resamples,
        caution=_caution(one, simultaneous=simultaneous),
    )


def _of(resamples: JointResamples, where: str, given: int) -> EnvelopeResamples:
    size = len(resamples.each)
    among = f"among {size} classifiers"
    found = read_position(
        *(where, given, size), fewest=-size, of="a classifier", among=among, fix="Count from 0."
    )
    return resamples.each[found]


def _caution(resamples: EnvelopeResamples, *, simultaneous: bool) -> str:
    """What simulations found such limits not to hold."""
    found = [
        "It is not for the two thresholds chosen on these data, whose costs may differ by more."
    ]
    if simultaneous:
        found.append(
            "Use it to test whether the two differ somewhere, not as limits of how much: where "
            "the curves cross, or one has few thresholds, 90 % bands held the whole difference as "
            "seldom as 79 % of the time in simulations."
        )
    elif resamples.fewest < _FEWEST:
        found.append(
            f"With fewer than {_FEWEST} examples in a class, 90 % bands held it as seldom as "
            "83 % of the time in simulations."
        )
    return " ".join(found)


def _whole_rank(by_pc: FloatArray, ordered: FloatArray, level: Level, most: int) -> int:
    """Find the greatest rank at which enough resamples lie within the limits at every pc."""
    enough = read_level(level) * by_pc.shape[1]
    least = 1
    while least < most:
        rank = (least + most + 1) // 2
        low, high = ordered[:, rank - 1, None] - _ROUNDING, ordered[:, -rank, None] + _ROUNDING
        inside = np.count_nonzero(np.all((low <= by_pc) & (by_pc <= high), axis=0))
        least, most = (rank, most) if inside >= enough else (least, rank - 1)
    return least


# ---- Differences of any number of classifiers on the same examples, two at a time


_TWO = 2


@dataclass(frozen=True, slots=True)
class PairDifference:
    """The difference in cost of two of several classifiers.

    Attributes
    ----------
    first, second : str
        Their names; the difference is the cost of the first less that of the second.
    band : Band
        Around the difference.
    pairs : PairedCounts or None
        Who is wrong about how many examples, at fixed thresholds.
    """

    first: str
    second: str
    band: Band
    pairs: PairedCounts | None = None


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
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
    family_wise: bool = True,
) -> PairwiseDifferences:
    """Bands around the differences in cost of all pairs of classifiers.

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
    couples = _couples(predicted, "predicted")
    share = shared_level(level, len(couples) if family_wise else 1)
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


def pairwise_envelope_differences(
    resamples: JointResamples,
    names: Sequence[str],
    *,
    level: Level = LEVEL,
    simultaneous: bool = False,
    family_wise: bool = True,
) -> PairwiseDifferences:
    """Bands around the differences of all pairs of envelopes, from one resampling.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    names : sequence of str
        Their names.
    level : float
        Level of confidence.
    simultaneous : bool
        As for `envelope_difference_band`.
    family_wise : bool
        Whether the level must hold for all pairs at once, by Bonferroni.

    Returns
    -------
    PairwiseDifferences
        One band for each pair.

    Raises
    ------
    CostCurveError
        If there are fewer than two classifiers, not one name for each, or too few resamples.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=99, rng=0, pc=[0.5]))
    >>> pairwise_envelope_differences(drawn, ["a", "b"]).pairs[0].band.estimate.round(3)
    array([-0.167])
    """
    listed = read_list("names", names)
    couples = _couples(listed, "names")
    if len(listed) != len(resamples.each):
        raise CostCurveError(
            "one name for each classifier is needed",
            where="names",
            got=f"{len(listed)} for {len(resamples.each)} classifiers",
        )
    share = shared_level(level, len(couples) if family_wise else 1)
    place = {name: position for position, name in enumerate(listed)}
    found = tuple(
        PairDifference(
            first=first,
            second=second,
            band=envelope_difference_band(
                resamples, place[first], place[second], level=share, simultaneous=simultaneous
            ),
        )
        for first, second in couples
    )
    return PairwiseDifferences(found, float(level), family_wise)


def _couples(names: Collection[str], where: str) -> list[tuple[str, str]]:
    """All pairs of names; refuse fewer than two, and names that are none."""
    check_names(names, where)
    if len(set(names)) != len(names) or len(names) < _TWO:
        raise CostCurveError(
            "two classifiers or more are needed, each with a name of its own",
            where=where,
            got=shown(list(names)),
            fix='Pass for instance {"tree": labels, "forest": others}.',
        )
    return list(combinations(names, 2))


def _of_pair(
    thresholds: Mapping[str, float] | None, first: str, second: str
) -> tuple[float, float] | None:
    """The thresholds of two classifiers."""
    if thresholds is None:
        return None
    given: object = thresholds
    known = given if isinstance(given, Mapping) else {}
    missing = [name for name in (first, second) if name not in known]
    if missing:
        raise CostCurveError(
            "every classifier needs a threshold",
            where="thresholds",
            got=f"none for {shown(missing[0])}",
        )
    return known[first], known[second]
