"""Differences of curves, of one pair and of all pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from math import ceil
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import check_names, read_list, read_position, read_word
from cc_widgets.core._results import LEVEL, BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    OrderRule,
    false_somewhere,
    normal_quantile,
    order_ranks,
    read_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty._envelopes import (
    Chosen,
    corrected_cost,
    fixed_costs,
    going_together,
    named_thresholds,
    observed_cost,
    optimism_of,
    strayed,
    tied_thresholds,
)
from cc_widgets.core.uncertainty._lines import MOVER, careful_limits
from cc_widgets.core.uncertainty._pairs import (
    DifferenceMethod,
    PairedCounts,
    Predicted,
    difference_band,
    paired_counts,
)
from cc_widgets.core.uncertainty._resampling import (
    TIMES_SEEN,
    EnvelopeResamples,
    JointResamples,
    Recount,
    mean_of_parts,
    shared_level,
)
from cc_widgets.errors import CostCurveError, shown

# ---- Bands around the difference of what is recommended: both thresholds chosen on these data


Differences = Literal["recommended", "best"]
"""What is subtracted: costs of the recommended thresholds in use, or of the best possible ones."""

_TWO = 2
_Two: TypeAlias = tuple[EnvelopeResamples, EnvelopeResamples]
_Thresholds: TypeAlias = tuple[Sequence[Chosen], Sequence[Chosen]]  # of each test set, of both
_Strayed: TypeAlias = FloatArray | IntArray
Columns: TypeAlias = BoolArray | slice
_HALF = 0.5  # an example, as in the correction of counts for continuity
_STILL = 1e-24  # a variance that rounding alone can make
_MOST_PLACES = 5_000  # at so many places of all pairs the farthest resample is looked for
_FEWEST_PLACES = 21


@result
class Family:
    """All pairs of some classifiers, which hold a level together at all pc at once.

    Attributes
    ----------
    strayed : ndarray of float64 or int64, shape (n_resamples,)
        How far each resample strays from the data, of the pair and at the pc where that is most:
        in standard errors, or as the rank at which it still lies within the limits.
    n_pairs : int
        How many pairs there are.
    """

    strayed: _Strayed
    n_pairs: int


def family_of(
    resamples: JointResamples, *, level: Level = LEVEL, differences: Differences = "recommended"
) -> Family:
    """All pairs of some classifiers, looked at once for as many bands as are wanted.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    level : float
        Level of confidence.
    differences : {"recommended", "best"}
        As in `pairwise_envelope_differences`.

    Returns
    -------
    Family
        For `recommended_difference_band`, or for `envelope_difference_band`.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> family_of(finished(joint_resampling(pair, n_resamples=99, rng=0, pc=[0.5]))).n_pairs
    1
    """
    pairs = [(one, other) for one, other in combinations(resamples.each, _TWO)]
    return Family(_strayed(pairs, level, differences), len(pairs))


def recommended_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = LEVEL,
    simultaneous: bool = False,
    family: JointResamples | Family | None = None,
) -> Band:
    """Band of the difference between what two recommended thresholds will cost in use.

    At each pc both thresholds are those that cost least on these data. Limits of each error rate
    are joined as differences of paired rates are, by how they go together in the resamples. Then
    they are moved by the optimism of the one that does not cancel, and widened by that of the
    side which they would flatter.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    first, second : int
        Which of them.
    level : float
        Level of confidence.
    simultaneous : bool
        Whether the level must hold at all pc at once: then the limits reach as many standard
        errors as the share `level` of the resamples needs.
    family : JointResamples or Family, optional
        Classifiers of which all pairs must hold the level together, at all pc at once: then the
        farthest of all pairs counts in each resample.

    Returns
    -------
    Band
        Cost of the first less cost of the second: negative where the first is cheaper.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> band = recommended_difference_band(drawn)
    >>> band.estimate.round(3), bool(band.lower[0] < -0.167 < 0 < band.upper[0])
    (array([-0.167]), True)
    """
    two = _two_of(resamples, first, second)
    found = _judged(two, family, level, "recommended", simultaneous=simultaneous)
    return _in_use(two, level, *found)


def _in_use(two: _Two, level: Level, farthest: _Strayed | None, n_pairs: int) -> Band:
    """The band at each single pc, or one that reaches as far as resamples are anywhere."""
    one, other = two
    z = _reach(farthest, level)
    named = named_thresholds(one), named_thresholds(other)
    lower, upper = _widest(two, named, z, np.full(one.pc.size, fill_value=True))
    estimate = observed_cost(one) - observed_cost(other)
    if farthest is not None and n_pairs > 1:
        beyond = float(np.mean(farthest > z))
    else:
        drawn, reach = fixed_costs(one, named[0]) - fixed_costs(other, named[1]), upper - lower
        # Limits of few errors lean to the other side than resamples of them do.
        beyond = false_somewhere(drawn.T, estimate - reach / 2.0, estimate + reach / 2.0)
    hidden = [optimism_of(*each) for each in zip(two, named, strict=True)]
    return _drawn_from(two)(
        estimate=estimate,
        lower=lower,
        upper=upper,
        expected=estimate + TIMES_SEEN * (hidden[0] - hidden[1]),
        false_somewhere=beyond,
        family=n_pairs,
        level=float(level),
        method=f"paired {MOVER}{one.drawn} allowing for the luck of choosing thresholds",
        target="difference in use",
        simultaneous=farthest is not None,
    )


def _reach(farthest: _Strayed | None, level: Level) -> float:
    """How many standard errors limits reach, at each single pc or as far as resamples stray."""
    return normal_quantile(level) if farthest is None else _critical(farthest, level)


def _widest(
    two: _Two, named: _Thresholds, z: float, columns: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Limits that hold whichever of thresholds that are as good is chosen, at some pc."""
    lower, upper = _limits(two, named, z, columns)
    for tie, tied in _as_good(two, named):
        both, place = tied & columns, tied[columns]
        if place.any():
            low, high = _limits(two, tie, z, both)
            lower[place] = np.minimum(lower[place], low)
            upper[place] = np.maximum(upper[place], high)
    return (lower, upper) if two[0] is not two[1] else (np.zeros_like(lower), np.zeros_like(upper))


def _as_good(two: _Two, named: _Thresholds) -> Iterator[tuple[_Thresholds, BoolArray]]:
    """Thresholds that are as good as those named, and the pc at which they are others."""
    for tie in product(*map(tied_thresholds, two)):
        pairs = zip((*named[0], *named[1]), (*tie[0], *tie[1]), strict=True)
        tied = np.logical_or.reduce([one.corner != other.corner for one, other in pairs])
        if tied.any():
            yield (tie[0], tie[1]), tied


def _drawn_from(two: _Two) -> Callable[..., Band]:
    """A maker of bands of a difference that says where they come from."""
    one, other = two
    return partial(
        Band,
        pc=one.pc,
        n_resamples=one.n_done,
        seed=one.seed,
        thinning=max(one.thinning, other.thinning),
        provisional=one.n_done < one.n_resamples,
    )


def _limits(
    two: _Two, thresholds: _Thresholds, z: float, columns: Columns = slice(None)
) -> tuple[FloatArray, FloatArray]:
    """Limits of the difference of these thresholds, at some pc."""
    weight = _weights(two[0].pc[columns])
    (less, more), (other_less, other_more) = (
        _each(weight, chosen, columns, partial(_distances, z=z)) for chosen in thresholds
    )
    together = _together(two, thresholds, columns)
    strays = _going_together(two, thresholds, columns)
    below = strays * _paired(less, other_more, together)
    above = strays * _paired(more, other_less, together)
    mine, others = (
        optimism_of(one, chosen)[columns] for one, chosen in zip(two, thresholds, strict=True)
    )
    estimate = _seen(thresholds[0], columns) - _seen(thresholds[1], columns)
    remains = TIMES_SEEN * (mine - others)
    lower = estimate + np.minimum(remains, 0.0) - np.hypot(below, others)
    upper = estimate + np.maximum(remains, 0.0) + np.hypot(above, mine)
    return np.maximum(lower, -1.0), np.minimum(upper, 1.0)


def _seen(chosen: Sequence[Chosen], columns: Columns) -> FloatArray:
    """What thresholds cost on these data, at some pc."""
    return mean_of_parts([one.cost[columns] for one in chosen])


def _weights(pc: FloatArray) -> FloatArray:
    """What an error of either class adds to the cost, shape (2, n)."""
    return np.stack([1.0 - pc, pc])


def _each(
    weight: FloatArray,
    chosen: Sequence[Chosen],
    columns: Columns,
    measured: Callable[[FloatArray, FloatArray], Sequence[FloatArray]],
) -> tuple[FloatArray, ...]:
    """What is measured at thresholds in each test set and class, each shape (n_sets, 2, n).

    Weighted such that the squares of all of them add up to the one of the mean cost.
    """
    found = []
    for one in chosen:
        count, total = (
            np.stack(pair)[:, columns].astype(np.float64)
            for pair in ((one.fp, one.fn), (one.negatives, one.positives))
        )
        known = one.trivial[columns]
        found.append([np.where(known, 0.0, weight * side) for side in measured(count, total)])
    return tuple(np.stack(sides) / len(chosen) for sides in zip(*found, strict=True))


def _distances(count: FloatArray, total: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """How far the limits of rates are below and above them."""
    rate, (low, high) = count / total, careful_limits(count, total, z)
    return rate - low, high - rate


def _errors(count: FloatArray, total: FloatArray) -> tuple[FloatArray]:
    """Standard errors of rates, above 0 even where no error was seen."""
    rate = (count + _HALF) / (total + 1.0)
    return (np.sqrt(rate * (1.0 - rate) / total),)


def _paired(one: FloatArray, other: FloatArray, together: FloatArray | float) -> FloatArray:
    """The length of a difference, of so long and so correlated parts."""
    square = _added(one**2) + _added(other**2)
    if np.shape(one) == np.shape(other):
        square -= 2.0 * _added(together * one * other)
    return np.sqrt(np.maximum(square, 0.0))


def _added(squares: FloatArray) -> FloatArray:
    return np.asarray(squares.sum(axis=(0, 1)))


def _together(two: _Two, thresholds: _Thresholds, columns: Columns) -> FloatArray | float:
    """How errors of both go together in each test set and class: correlations, (n_sets, 2, n).

    By half an example less than in the resamples, which know no example that was not seen.
    """
    if len(two[0].parts) != len(two[1].parts):  # tested on other examples
        return 0.0
    found = []
    for one, other, mine, its in zip(two[0].parts, two[1].parts, *thresholds, strict=True):
        corners = np.stack([mine.corner[columns], its.corner[columns]])
        pairs, place = np.unique(corners, axis=1, return_inverse=True)
        examples = mine.negatives * its.negatives, mine.positives * its.positives
        rates = _rates(one, pairs[0]), _rates(other, pairs[1])
        for drawn, another, size in zip(*rates, examples, strict=True):
            joint, spread = (each[place.ravel()] for each in _moments(drawn, another))
            unseen = np.minimum(_HALF / size[columns], np.maximum(joint, 0.0))
            moves = spread > _STILL
            found.append(np.divide(joint - unseen, spread, out=np.zeros(place.size), where=moves))
    return np.stack(found).reshape(len(two[0].parts), _TWO, found[0].size)


def _going_together(two: _Two, thresholds: _Thresholds, columns: Columns) -> FloatArray | float:
    """How many times as far differences stray as if each test set were drawn by itself."""
    pairs = list(zip(two, thresholds, strict=True))
    if not any(one.reaching for one in two) or len(two[0].parts) != len(two[1].parts):
        mine, others = (going_together(*pair, columns) for pair in pairs)
        return np.maximum(mine, others)
    sides = (zip(one.parts, chosen, strict=True) for one, chosen in pairs)
    folds = [[(1.0, *mine), (-1.0, *its)] for mine, its in zip(*sides, strict=True)]
    return strayed(two[0].pc[columns], folds, columns)


def _rates(part: Recount, corner: IntArray) -> tuple[FloatArray, FloatArray]:
    """Rates in resamples at corners of the hull, of negatives and of positives."""
    return (
        part.fp[:, corner] / part.negatives[:, np.newaxis],
        part.tp[:, corner] / part.positives[:, np.newaxis],
    )


def _moments(one: FloatArray, other: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The covariance of columns, and the product of their standard deviations."""
    away, others = one - one.mean(axis=0), other - other.mean(axis=0)
    spread = np.sqrt(np.square(away).mean(axis=0) * np.square(others).mean(axis=0))
    return (away * others).mean(axis=0), spread


# ---- How far resamples stray, of one pair or of all pairs, at all pc at once


def _critical(farthest: _Strayed, level: Level) -> float:
    """Standard errors within which so many resamples stay; at least what one line needs."""
    n = farthest.size
    rank = min(ceil(read_level(level) * (n + 1)), n)
    return max(simultaneous_critical(level), float(np.sort(farthest)[rank - 1]))


def _farthest_of(pairs: Sequence[_Two]) -> FloatArray:
    """How many standard errors each resample is away from the data, of any pair at any pc."""
    columns = _places(pairs)
    few = {
        id(one): replace(one, pc=one.pc[columns], cost=one.cost[:, columns])
        for two in pairs
        for one in two
    }
    each = [_farthest((few[id(one)], few[id(other)])) for one, other in pairs]
    farthest: FloatArray = np.maximum.reduce(each)
    return farthest


def _places(pairs: Sequence[_Two]) -> slice:
    """At which pc to look: at all of them, unless there are many pairs."""
    size = pairs[0][0].pc.size
    wanted = max(_FEWEST_PLACES, _MOST_PLACES // len(pairs))
    return slice(None, None, max(1, (size - 1) // (wanted - 1)))


def _farthest(two: _Two) -> FloatArray:
    """How many standard errors each resample of a pair is away at any pc."""
    named, pc = (named_thresholds(two[0]), named_thresholds(two[1])), two[0].pc
    found = _away(two, named)
    for tie, tied in _as_good(two, named):
        within = tied & (pc > 0.0) & (pc < 1.0)  # at the ends neither makes an error
        if np.any(within):
            np.maximum(found, _away(two, tie, within), out=found)
    return found


def _away(two: _Two, thresholds: _Thresholds, columns: Columns = slice(None)) -> FloatArray:
    """How many standard errors each resample is away with these thresholds."""
    weight = _weights(two[0].pc[columns])
    (one,), (other,) = (_each(weight, chosen, columns, _errors) for chosen in thresholds)
    error = _paired(one, other, _together(two, thresholds, columns))
    error = error * _going_together(two, thresholds, columns)
    pairs = zip(two, thresholds, strict=True)
    drawn = [fixed_costs(each, chosen, columns=columns) for each, chosen in pairs]
    seen = [_seen(chosen, columns) for chosen in thresholds]
    away, free = np.abs((drawn[0] - drawn[1]) - (seen[0] - seen[1])), error > 0.0
    return np.asarray(np.max(away[:, free] / error[free], axis=1, initial=0.0))


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
    family: JointResamples | Family | None = None,
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
    family : JointResamples or Family, optional
        Classifiers of which all pairs must hold the level together, at all pc at once: then the
        share `level` of the resamples lies whole between the limits of all pairs.

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
    order_ranks(level, resamples.n_done, rule)
    two = _two_of(resamples, first, second)
    found = _judged(two, family, level, "best", simultaneous=simultaneous)
    return _at_best(two, level, *found, rule)


def _at_best(
    two: _Two,
    level: Level,
    innermost: _Strayed | None,
    n_pairs: int,
    rule: OrderRule = "margineantu-dietterich",
) -> Band:
    """The band at each single pc, or one that goes as far in as resamples are everywhere."""
    observed = [observed_cost(each) for each in two]
    by_pc = _by_pc(two)
    lower = _rank(innermost, level, two[0].n_done, rule)
    low, high = _percentiles(two, by_pc, lower)
    beyond = false_somewhere(by_pc, low, high)
    if innermost is not None and n_pairs > 1:
        beyond = float(np.mean(innermost < lower))
    whole = innermost is not None
    return _drawn_from(two)(
        estimate=observed[0] - observed[1],
        lower=low,
        upper=high,
        false_somewhere=beyond,
        family=n_pairs,
        level=float(level),
        method=f"joint percentiles{two[0].drawn} allowing for luck that does not cancel",
        target="difference of envelopes",
        simultaneous=whole,
        caution=_caution(two[0], simultaneous=whole),
    )


def _rank(innermost: _Strayed | None, level: Level, n_done: int, rule: OrderRule) -> int:
    """Which order statistic is the lower limit, at each single pc or at all of them together."""
    lower, _ = order_ranks(level, n_done, rule)
    return lower if innermost is None else min(lower, _whole_rank(innermost, level))


def _percentiles(
    two: _Two, by_pc: FloatArray, rank: int, columns: Columns = slice(None)
) -> tuple[FloatArray, FloatArray]:
    """Order statistics at some pc, moved by the optimism that does not cancel."""
    excess = [(corrected_cost(each) - observed_cost(each))[columns] for each in two]
    drawn_away = _TWICE * (excess[0] - excess[1])
    ordered = np.sort(by_pc, axis=1)
    return (
        ordered[:, rank - 1] + np.minimum(drawn_away, 0.0),
        ordered[:, -rank] + np.maximum(drawn_away, 0.0),
    )


# ---- Limits at some pc alone, as the bands have them there


def difference_limits(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    columns: BoolArray,
    *,
    level: Level = LEVEL,
    differences: Differences = "recommended",
    simultaneous: bool = True,
    family: Family | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Limits of the difference of two, at some of the pc of the resamples.

    Parameters
    ----------
    resamples : JointResamples
        Of the two.
    columns : ndarray of bool, shape (n,)
        At which pc.
    level, simultaneous, family
        As for `recommended_difference_band`.
    differences : {"recommended", "best"}
        As in `pairwise_envelope_differences`.

    Returns
    -------
    lower, upper : ndarray of float64, shape (n_columns,)
        The same that the whole band has there.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5, 0.6]))
    >>> lower, _ = difference_limits(drawn, np.array([False, True]))
    >>> bool(lower[0] == recommended_difference_band(drawn, simultaneous=True).lower[1])
    True
    """
    two = _two_of(resamples, 0, 1)
    strayed, _ = _judged(two, family, level, differences, simultaneous=simultaneous)
    if differences == "recommended":
        named = named_thresholds(two[0]), named_thresholds(two[1])
        return _widest(two, named, _reach(strayed, level), columns)
    rank = _rank(strayed, level, two[0].n_done, "margineantu-dietterich")
    return _percentiles(two, _by_pc(two, columns), rank, columns)


def _judged(
    two: _Two,
    family: JointResamples | Family | None,
    level: Level,
    differences: Differences,
    *,
    simultaneous: bool,
) -> tuple[_Strayed | None, int]:
    """How far resamples stray of what holds the level together, if anything; of how many pairs."""
    if isinstance(family, JointResamples):
        family = family_of(family, level=level, differences=differences)
    if family is not None:
        return family.strayed, family.n_pairs
    return (_strayed([two], level, differences) if simultaneous else None), 1


def _two_of(resamples: JointResamples, first: int, second: int) -> _Two:
    """The two of which the difference is wanted."""
    return _of(resamples, "first", first), _of(resamples, "second", second)


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
            "82 % of the time in simulations."
        )
    return " ".join(found)


def _by_pc(two: _Two, columns: Columns = slice(None)) -> FloatArray:
    """Resampled differences, a row for each pc."""
    return np.ascontiguousarray((two[0].cost[:, columns] - two[1].cost[:, columns]).T)


def _innermost_of(pairs: Sequence[_Two], level: Level) -> IntArray:
    """The rank at which each resample still lies within the limits of all pairs, at all pc."""
    columns, (most, _) = _places(pairs), order_ranks(level, pairs[0][0].n_done)
    found = np.full(pairs[0][0].n_done, most)
    for two in pairs:
        by_pc = _by_pc(two, columns)
        ordered = np.sort(by_pc, axis=1)
        _lower_ranks(by_pc, ordered[:, :most], found)
        _lower_ranks(-by_pc, -ordered[:, : -most - 1 : -1], found)
    return found


def _lower_ranks(by_pc: FloatArray, lowest: FloatArray, found: IntArray) -> None:
    """Lower the ranks of resamples that are among the lowest at any pc."""
    for row, low in zip(by_pc, lowest, strict=True):
        outside = np.flatnonzero(row < low[-1] - _ROUNDING)
        rank = np.searchsorted(low, row[outside] + _ROUNDING, side="right")
        found[outside] = np.minimum(found[outside], rank)


def _whole_rank(innermost: _Strayed, level: Level) -> int:
    """The greatest rank within whose limits enough resamples lie."""
    enough = ceil(read_level(level) * innermost.size)
    return int(np.sort(innermost)[innermost.size - enough])


# ---- Differences of any number of classifiers on the same examples, two at a time


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
        together = f"All {number} bands together hold at {100 * self.level:g} %"
        if self.pairs[0].band.family > 1:
            return f"{together}: each resample counts where it is farthest, of all pairs and PC(+)."
        if self.family_wise:
            one = 100 * self.pairs[0].band.level
            return f"{together}: each is one of {one:.4g} % (Bonferroni)."
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
    checked: object = predicted
    if not isinstance(checked, Mapping):
        raise CostCurveError(
            "must map names to predictions",
            where="predicted",
            got=shown(checked),
            fix='Pass for instance {"forest": labels, "logistic": labels}.',
        )
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


def pairwise_envelope_differences(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    names: Sequence[str],
    *,
    level: Level = LEVEL,
    simultaneous: bool = False,
    family_wise: bool = True,
    differences: Differences = "recommended",
) -> PairwiseDifferences:
    """Bands around the differences of all pairs of scored classifiers, from one resampling.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    names : sequence of str
        Their names.
    level : float
        Level of confidence.
    simultaneous : bool
        As for `recommended_difference_band`.
    family_wise : bool
        Whether the level must hold for all pairs at once: at all pc together by the farthest of
        all pairs in each resample, at each single pc by Bonferroni.
    differences : {"recommended", "best"}
        What is subtracted: as in `recommended_difference_band`, or `envelope_difference_band`.

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
    read_word("differences", differences, get_args(Differences))
    together = family_wise and simultaneous
    share = shared_level(level, len(couples) if family_wise and not together else 1)
    order_ranks(share, resamples.n_done)
    pairs = [(one, other) for one, other in combinations(resamples.each, _TWO)]
    family = family_of(resamples, level=level, differences=differences) if together else None
    make, found = _in_use if differences == "recommended" else _at_best, []
    for (first, second), two in zip(couples, pairs, strict=True):
        judged = _judged(two, family, level, differences, simultaneous=simultaneous)
        band = make(two, share, *judged)
        found.append(PairDifference(first=first, second=second, band=band))
    return PairwiseDifferences(tuple(found), float(level), family_wise)


def _strayed(pairs: Sequence[_Two], level: Level, differences: Differences) -> _Strayed:
    """How far resamples of these pairs stray, in the measure of either difference."""
    if differences == "recommended":
        return _farthest_of(pairs)
    return _innermost_of(pairs, level)


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
