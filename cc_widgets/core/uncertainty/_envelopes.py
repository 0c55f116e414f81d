"""Bands of a curve whose threshold is chosen on the same examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import check_shapes
from cc_widgets.core._results import (
    LEVEL,
    BoolArray,
    CountArray,
    FloatArray,
    IntArray,
    ScoreArray,
    result,
)
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    OrderRule,
    critical_value,
    normal_quantile,
    order_ranks,
    read_grid,
    read_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty._buckets import (
    Candidates,
    candidates,
    named_corners,
    tied_corners,
)
from cc_widgets.core.uncertainty._lines import MOVER, mover_limits
from cc_widgets.core.uncertainty._resampling import (
    TIMES_SEEN,
    EnvelopeResamples,
    Recount,
    mean_of_parts,
)
from cc_widgets.errors import CostCurveError

# ---- The threshold that the data recommend at each pc, and how it fares in resamples


# Resamples for which costs are held at a time.
_ROWS = 100
_STILL = 1e-24  # a variance that rounding alone can make


@result
class Chosen:
    """The best threshold on the given examples, at each pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n,)
        Position in `Candidates.hull`; of two that are equally good, the higher threshold, but
        at pc = 0 the lower one: the same that is named elsewhere.
    fp, fn : ndarray of int64, or of float64 with weights or clusters, shape (n,)
        Its errors.
    negatives, positives : ndarray of int64, or of float64 with weights or clusters, shape (n,)
        Of how many examples; with weights or clusters, of how many single ones these are worth.
    cost : ndarray of float64, shape (n,)
        What it costs on these examples: the envelope.
    trivial : ndarray of bool, shape (n,)
        Whether it calls everything or nothing positive; its cost is then known.
    """

    corner: IntArray
    fp: CountArray
    fn: CountArray
    negatives: CountArray
    positives: CountArray
    cost: FloatArray
    trivial: BoolArray


def chosen_thresholds(found: Candidates, pc: FloatArray) -> Chosen:
    """Best threshold on the given examples, at each pc.

    Parameters
    ----------
    found : Candidates
        Thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Operating conditions.

    Returns
    -------
    Chosen
        Element i is best at pc[i].

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import candidates
    >>> found = candidates(predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> chosen = chosen_thresholds(found, np.array([0.1, 0.5, 0.9]))
    >>> chosen.fp, chosen.fn
    (array([0, 0, 1]), array([1, 1, 0]))
    """
    return _at_corners(found, pc, named_corners(found, pc))


def equally_good(found: Candidates, pc: FloatArray) -> tuple[Chosen, Chosen]:
    """Both of two thresholds where it makes no difference which of them is chosen.

    Limits that hold for both do not depend on the name that was given to one of them, nor on
    which class is called the positive one.

    Parameters
    ----------
    found : Candidates
        Thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Operating conditions.

    Returns
    -------
    higher, lower : Chosen
        Element i of both is best at pc[i]; hardly anywhere do they differ but at 0 and 1.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import candidates
    >>> found = candidates(predictions([0, 0, 1, 1], [1, 2, 3, 4]))
    >>> higher, lower = equally_good(found, np.array([0.0, 0.5, 1.0]))
    >>> higher.corner, lower.corner
    (array([0, 1, 1]), array([1, 1, 2]))
    """
    before, after = tied_corners(found, pc)
    return _at_corners(found, pc, before), _at_corners(found, pc, after)


def _at_corners(found: Candidates, pc: FloatArray, corner: IntArray) -> Chosen:
    """Describe corners of the hull, one for each pc."""
    check_shapes(corner=corner.astype(np.float64), pc=pc)
    hull = found.hull[corner]
    all_fp, all_tp = found.fp[-1], found.tp[-1]
    fp, fn = found.fp[hull], all_tp - found.tp[hull]
    fpr, fnr = fp / all_fp, fn / all_tp
    n, m = np.full(pc.shape, all_fp), np.full(pc.shape, all_tp)
    if found.design is not None:
        n, m = found.design.worth[:, corner]
        fp, fn = fpr * n, fnr * m
    return Chosen(
        corner=corner,
        fp=fp,
        fn=fn,
        negatives=n,
        positives=m,
        cost=fpr * (1.0 - pc) + fnr * pc,
        trivial=(corner == 0) | (corner == found.hull.size - 1),
    )


def fixed_costs(
    resamples: EnvelopeResamples,
    chosen: Chosen | Sequence[Chosen],
    rows: slice = slice(None),
    columns: BoolArray | slice = slice(None),
) -> FloatArray:
    """Cost in resamples of the thresholds chosen on the original examples.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    chosen : Chosen, or sequence of Chosen
        Thresholds, one for each pc of the resamples; of several test sets those of each.
    rows : slice
        Which resamples; all by default.
    columns : ndarray of bool, or slice
        At which pc; at all by default.

    Returns
    -------
    ndarray of float64, shape (n_rows, n_columns)
        Element (r, i) is a cost at the i-th of these pc.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> chosen = chosen_thresholds(drawn.candidates, drawn.pc)
    >>> bool((fixed_costs(drawn, chosen) >= drawn.cost).all())
    True
    """
    each = [chosen] if isinstance(chosen, Chosen) else chosen
    costs = []
    for part, one in zip(resamples.parts, each, strict=True):
        corner, place = np.unique(one.corner[columns], return_inverse=True)
        fpr = part.fp[rows, corner] / part.negatives[rows, np.newaxis]
        slope = 1.0 - part.tp[rows, corner] / part.positives[rows, np.newaxis] - fpr
        costs.append(fpr[:, place] + slope[:, place] * resamples.pc[columns])
    return mean_of_parts(costs)


def observed_cost(resamples: EnvelopeResamples) -> FloatArray:
    """Cost on the given examples of the best thresholds at each pc of the resamples.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.

    Returns
    -------
    ndarray of float64, shape (n,)
        The envelope; of several test sets the mean of theirs.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> observed_cost(finished(resampling(checked, n_resamples=9, rng=0, pc=[0.5]))).round(3)
    array([0.167])
    """
    return _mean_cost(named_thresholds(resamples))


def named_thresholds(resamples: EnvelopeResamples) -> list[Chosen]:
    """The thresholds that are named, of each test set."""
    return [chosen_thresholds(part.candidates, resamples.pc) for part in resamples.parts]


def tied_thresholds(resamples: EnvelopeResamples) -> list[tuple[Chosen, ...]]:
    """Both of two thresholds that are equally good, of each test set."""
    each = [equally_good(part.candidates, resamples.pc) for part in resamples.parts]
    return list(zip(*each, strict=True))


def _mean_cost(chosen: Sequence[Chosen]) -> FloatArray:
    return mean_of_parts([one.cost for one in chosen])


def joined(sides: Sequence[FloatArray]) -> FloatArray:
    """Distances of test sets as that of their mean: they are added like standard errors."""
    return sides[0] if len(sides) == 1 else np.linalg.norm(sides, axis=0) / len(sides)


def going_together(
    resamples: EnvelopeResamples,
    chosen: Sequence[Chosen],
    columns: BoolArray | slice = slice(None),
) -> FloatArray | float:
    """How many times as far the mean cost strays as if each test set were drawn by itself.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    chosen : sequence of Chosen
        Thresholds of each test set.
    columns : ndarray of bool, or slice
        At which pc; at all by default.

    Returns
    -------
    ndarray of float64, shape (n_columns,), or float
        At each of these pc; 1 unless clusters lie in several test sets.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0))
    >>> going_together(drawn, named_thresholds(drawn))
    1.0
    """
    if not resamples.reaching:
        return 1.0
    pairs = zip(resamples.parts, chosen, strict=True)
    return strayed(resamples.pc[columns], [[(1.0, *pair)] for pair in pairs], columns)


Side: TypeAlias = tuple[float, Recount, Chosen]


def strayed(
    pc: FloatArray, folds: Sequence[Sequence[Side]], columns: BoolArray | slice = slice(None)
) -> FloatArray:
    """How many times as far a mean over folds strays as if each of these were drawn by itself.

    Where few errors were seen that is hardly known: so it is nowhere less than over all pc, or 1.

    Parameters
    ----------
    pc : ndarray of float64, shape (n,)
        Where.
    folds : sequence of sequence of (float, Recount, Chosen)
        Element i is how often which thresholds are counted in fold i: of a difference 1 and -1.
    columns : ndarray of bool, or slice
        Which elements of these thresholds belong to the pc.

    Returns
    -------
    ndarray of float64, shape (n,)
        Ratios of standard deviations in the resamples.
    """
    rates, places, weights = [], [], []
    for times, part, chosen in (side for fold in folds for side in fold):
        corner, place = np.unique(chosen.corner[columns], return_inverse=True)
        rates += [part.fp[:, corner] / part.negatives[:, np.newaxis]]
        rates += [part.tp[:, corner] / part.positives[:, np.newaxis]]
        places += [place, place]
        weights += [times * (1.0 - pc), -times * pc]
    together, alone = _variances(rates, places, weights, len(folds))
    ratio = np.divide(together, alone, out=np.ones_like(alone), where=alone > _STILL)
    total = float(alone.sum())
    least = float(together.sum()) / total if total > _STILL else 1.0
    return np.sqrt(np.maximum(ratio, max(least, 1.0)))


def _variances(
    rates: Sequence[FloatArray],
    places: Sequence[IntArray],
    weights: Sequence[FloatArray],
    n_folds: int,
) -> tuple[FloatArray, FloatArray]:
    """Variances of a weighted sum of rates: as they go together, and as if folds did not."""
    start = np.cumsum([0, *(one.shape[1] for one in rates)])[:-1]
    column = np.stack(places) + start[:, np.newaxis]
    weight, each = np.stack(weights), len(rates) // n_folds
    drawn = np.concatenate(rates, axis=1)
    cover = np.cov(drawn, rowvar=False).reshape(drawn.shape[1], drawn.shape[1])
    together, alone = np.zeros(weight.shape[1]), np.zeros(weight.shape[1])
    for i, (mine, its) in enumerate(zip(column, weight, strict=True)):
        moves = its * weight * cover[mine, column]
        own = slice(i // each * each, (i // each + 1) * each)
        together += moves.sum(axis=0)
        alone += moves[own].sum(axis=0)
    return together, alone


def supremum_critical(resamples: EnvelopeResamples, level: Level) -> float:
    """Standard errors that hold the cost of the chosen thresholds at all pc at once.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    level : float
        Level of confidence.

    Returns
    -------
    float
        The share `level` of the resamples stays within so many; at least what one line needs.
        With few errors the resamples hardly move, and would ask for less.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0))
    >>> supremum_critical(drawn, 0.9) > 2.05
    True
    """
    farthest = np.zeros(resamples.n_done)
    for chosen in tied_thresholds(resamples):
        free = ~np.logical_and.reduce([one.trivial for one in chosen])
        error = joined([_standard_error(resamples.pc, one) for one in chosen])
        error = (error * going_together(resamples, chosen))[free]
        cost = _mean_cost(chosen)[free]
        for start in range(0, resamples.n_done, _ROWS):
            rows = slice(start, start + _ROWS)
            away = np.abs(fixed_costs(resamples, chosen, rows, free) - cost)
            most = np.max(away / error, axis=1, initial=0.0)
            farthest[rows] = np.maximum(farthest[rows], most)
    rank = min(ceil(read_level(level) * (resamples.n_done + 1)), resamples.n_done)
    return max(simultaneous_critical(level), float(np.sort(farthest)[rank - 1]))


def _standard_error(x: FloatArray, chosen: Chosen) -> FloatArray:
    """Standard errors of costs, above 0 even where no error was seen, but of a trivial rule."""
    n, m = chosen.negatives, chosen.positives
    fpr, fnr = (chosen.fp + 0.5) / (n + 1), (chosen.fn + 0.5) / (m + 1)
    error = np.sqrt((1.0 - x) ** 2 * fpr * (1.0 - fpr) / n + x**2 * fnr * (1.0 - fnr) / m)
    return np.where(chosen.trivial, 0.0, error)


# ---- Bands around the lower envelope of one scored classifier


def envelope_band(
    resamples: EnvelopeResamples, *, level: Level = LEVEL, simultaneous: bool = False
) -> Band:
    """Recommended band around the cost of the best possible threshold and of the chosen one.

    The lower limit is that of Wilson-MOVER at the chosen threshold or of the resampled
    envelopes, whichever is lower. The upper one is that of Wilson-MOVER, raised by the
    optimism of having chosen the threshold on the same examples. Where a trivial threshold is
    chosen its cost is known, and the best possible one costs no more. Where two thresholds are
    equally good, as the trivial one and another nearly always are at pc 0 and 1, the limits
    hold for both. Of folds, distances to the limits are joined like standard errors, as each has
    a test set of its own, and lengthened as the resamples are by clusters that lie in several; the
    optimism, which does not average out, is added twice, once with
    that of the folds whose chosen threshold is trivial.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.
    level : float
        Level of confidence.
    simultaneous : bool
        Whether the level must hold at all pc at once. The critical value then comes from the
        resamples; and where a trivial threshold is chosen, the lower limit allows for others
        near it, which accept hardly anything more, or less, and could truly cost a little less.

    Returns
    -------
    Band
        With the observed envelope as estimate.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> band = envelope_band(finished(resampling(checked, n_resamples=999, rng=0, pc=[0.5])))
    >>> band.estimate.round(3), bool(band.lower[0] < band.estimate[0] < band.upper[0])
    (array([0.167]), True)
    """
    z = critical_value(level, simultaneous=False)
    ranks = order_ranks(level, resamples.n_done)
    if simultaneous:
        z = supremum_critical(resamples, level)
        ranks = _ranks_at(z, resamples.n_done)
    limits = [
        _limits(resamples, chosen, z, nearby=simultaneous) for chosen in tied_thresholds(resamples)
    ]
    lower, above = zip(*limits, strict=True)
    upper = np.maximum(*above)
    hidden = TIMES_SEEN * optimism_of(resamples, named_thresholds(resamples))
    return _drawn_from(resamples)(
        lower=np.minimum.reduce([*lower, *_percentiles(resamples.cost, ranks[:1])]),
        expected=np.minimum(observed_cost(resamples) + hidden, upper),
        upper=upper,
        level=float(level),
        method=f"{MOVER}{resamples.drawn} allowing for the luck of choosing the threshold",
        target="best and chosen threshold",
        simultaneous=simultaneous,
        caution=_caution(resamples),
    )


_FEW_OF_WEIGHTED = 50  # examples of a class
_FEW_IN_USE = 20


def _caution(resamples: EnvelopeResamples) -> str:
    """What simulations found the recommended band, and what it expects, not to hold."""
    designs = [part.candidates.design for part in resamples.parts]
    weighted = any(one is not None and one.negative.weight is not None for one in designs)
    said = []
    if resamples.fewest < _FEW_IN_USE:
        said.append(
            f"With fewer than {_FEW_IN_USE} examples in a class costs in use may be higher than "
            "expected: of what choosing hides, simulations of 10 and 10 left 10 % to 84 %."
        )
    if weighted and resamples.fewest < _FEW_OF_WEIGHTED:
        said.append(
            "Weights of few examples do not tell of those that would weigh most: with fewer than "
            f"{_FEW_OF_WEIGHTED} in a class, 90 % bands held it as seldom as 86 % of the time in "
            "simulations."
        )
    return " ".join(said)


def optimistic_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
) -> Band:
    """Plain percentile band of resampled envelopes, which is too low.

    It holds the cost of the best possible threshold much less often than its level says; more
    examples hardly help. It is here for comparison with what others draw.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which order statistics are the limits; see `order_ranks`.

    Returns
    -------
    Band
        At each single pc.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> optimistic_band(drawn).lower
    array([0.])
    """
    lower, upper = _percentiles(resamples.cost, order_ranks(level, resamples.n_done, rule))
    return _drawn_from(resamples)(
        lower=lower,
        upper=upper,
        level=float(level),
        method=f"percentiles{resamples.drawn} of envelopes, optimistic",
        target="best threshold, too low",
    )


def fixed_threshold_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = LEVEL,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Percentile band of the costs of thresholds, as if these had been chosen elsewhere.

    They were chosen on the same examples, and the percentiles do not allow for that: they hold
    what will be paid much less often than their level says. They are right only for thresholds
    that happen to be the same and were fixed before.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    level : float
        Level of confidence.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which order statistics are the limits; see `order_ranks`.
    simultaneous : bool
        Whether the level must hold at all pc at once. The level of the percentiles then comes
        from the resamples.

    Returns
    -------
    Band
        As if the thresholds had been chosen before these examples were seen.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> fixed_threshold_band(drawn).lower
    array([0.])
    """
    ranks = order_ranks(level, resamples.n_done, rule)
    if simultaneous:
        ranks = _ranks_at(supremum_critical(resamples, level), resamples.n_done, rule)
    chosen, other = tied_thresholds(resamples)
    lower, upper = _percentiles(fixed_costs(resamples, chosen), ranks)
    pairs = zip(chosen, other, strict=True)
    tied = np.logical_or.reduce([one.corner != another.corner for one, another in pairs])
    low, high = _percentiles(fixed_costs(resamples, other, columns=tied), ranks)
    lower[tied], upper[tied] = np.minimum(lower[tied], low), np.maximum(upper[tied], high)
    return _drawn_from(resamples)(
        lower=lower,
        upper=upper,
        level=float(level),
        method=f"percentiles{resamples.drawn} at thresholds kept fixed",
        target="fixed threshold",
        simultaneous=simultaneous,
    )


def corrected_cost(resamples: EnvelopeResamples) -> FloatArray:
    """Cost of the best possible threshold at each pc, without the optimism of the envelope.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled envelopes.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i belongs to pc[i] of the resamples; never below the envelope, and never above
        the trivial classifiers.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> bool(corrected_cost(drawn)[0] > 1 / 6)
    True
    """
    trivial = np.minimum(resamples.pc, 1.0 - resamples.pc)
    pairs = zip(resamples.parts, named_thresholds(resamples), strict=True)
    # On average there is no pessimism, but few resamples may show some.
    return mean_of_parts(
        [np.minimum(one.cost + np.maximum(part.optimism, 0.0), trivial) for part, one in pairs]
    )


def _drawn_from(resamples: EnvelopeResamples) -> Callable[..., Band]:
    """A maker of bands that says where they come from."""
    return partial(
        Band,
        pc=resamples.pc,
        estimate=observed_cost(resamples),
        n_resamples=resamples.n_done,
        seed=resamples.seed,
        thinning=resamples.thinning,
        provisional=resamples.n_done < resamples.n_resamples,
    )


def _ranks_at(
    z: float, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """The ranks that reach as far as a critical value, or as far as the resamples do."""
    tail = Fraction(NormalDist().cdf(-z))
    if tail * n_resamples < 1:
        return 1, n_resamples
    return order_ranks(1 - 2 * tail, n_resamples, rule)


def _limits(
    resamples: EnvelopeResamples, chosen: Sequence[Chosen], z: float, *, nearby: bool
) -> tuple[FloatArray, FloatArray]:
    """Limits at the chosen thresholds; a trivial one has no uncertainty, one nearby has."""
    below, above = [], []
    for one in chosen:
        lower, upper = mover_limits(one.fp, one.negatives, one.fn, one.positives, resamples.pc, z)
        below.append(np.where(one.trivial & (not nearby), 0.0, one.cost - lower))
        above.append(np.where(one.trivial, 0.0, upper - one.cost))
    cost = _mean_cost(chosen)
    hidden = optimism_of(resamples, chosen)
    if len(chosen) > 1:
        hidden = hidden + _optimism_of_all(resamples, chosen)
    more = going_together(resamples, chosen)
    raised = cost + joined(above) * more + hidden
    return np.maximum(cost - joined(below) * more, 0.0), np.minimum(raised, 1.0)


def optimism_of(resamples: EnvelopeResamples, chosen: Sequence[Chosen]) -> FloatArray:
    """What choosing these thresholds on the same examples hides; of trivial ones nothing."""
    pairs = zip(resamples.parts, chosen, strict=True)
    return mean_of_parts(
        [np.where(one.trivial, 0.0, np.maximum(part.optimism, 0.0)) for part, one in pairs]
    )


def _optimism_of_all(resamples: EnvelopeResamples, chosen: Sequence[Chosen]) -> FloatArray:
    """What choosing hides in all folds, once more; nothing where all recommend a trivial rule.

    What resampling does not find of it hides in the width of one test set; of folds the width
    averages out, the rest does not. And where some folds recommend a trivial rule, others another
    threshold, the latter are those whose examples were lucky.
    """
    known = np.logical_and.reduce([one.trivial for one in chosen])
    each = [np.maximum(part.optimism, 0.0) for part in resamples.parts]
    return np.where(known, 0.0, mean_of_parts(each))


def _percentiles(cost: FloatArray, ranks: tuple[int, ...]) -> list[FloatArray]:
    """Order statistics at each pc."""
    by_pc = np.sort(np.ascontiguousarray(cost.T), axis=1)
    return [by_pc[:, rank - 1].copy() for rank in ranks]


# ---- Thresholds chosen on one set of examples and tested on another: nothing to correct


def holdout_band(
    chosen_on: Predictions,
    tested_on: Predictions,
    *,
    level: float = LEVEL,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Band around the cost of thresholds that were chosen on other examples.

    Parameters
    ----------
    chosen_on : Predictions
        Scores and labels on which the best threshold at each pc is chosen.
    tested_on : Predictions
        Other examples, scored by the same classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    simultaneous : bool
        Whether the level must hold at all pc at once. What may be missed is then shared out
        evenly among the thresholds in use, each of which has a whole line of its own.

    Returns
    -------
    Band
        Wilson-MOVER around the cost on the examples tested on. Where two thresholds were equally
        good the estimate is that of the higher one, and the limits hold for both.

    Raises
    ------
    CostCurveError
        If examples that are tested on have weights or clusters.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> first = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> second = predictions([0, 0, 0, 1, 1, 1], [1, 2, 5, 4, 4, 6])
    >>> holdout_band(first, second, pc=[0.6]).estimate.round(3)
    array([0.133])
    """
    if not tested_on.plain:
        raise CostCurveError(
            "this band needs examples that count once each, and are on their own",
            where="tested_on",
            got="weights or clusters",
            fix="Resample them: resampling(...), then envelope_band(...).",
        )
    x = read_grid(pc)
    found = candidates(chosen_on, few=None)
    both = equally_good(found, x)
    z = _critical(level, both) if simultaneous else normal_quantile(level)
    ends = [
        _limits_of_the_other(_threshold(found, chosen), chosen, tested_on, x, z) for chosen in both
    ]
    lower, upper = zip(*ends, strict=True)
    named = chosen_thresholds(found, x)
    fp, n, fn, m = _errors(tested_on, _threshold(found, named))
    return Band(
        pc=x,
        estimate=(1.0 - x) * fp / n + x * fn / m,
        lower=np.minimum(*lower),
        upper=np.maximum(*upper),
        level=float(level),
        method=f"{MOVER}, thresholds from other examples",
        target="chosen threshold",
        simultaneous=simultaneous,
    )


def _threshold(found: Candidates, chosen: Chosen) -> ScoreArray:
    """Thresholds; the lowest stands for accepting everything, whatever scores may follow."""
    threshold = found.threshold[found.hull][chosen.corner]
    return np.where(chosen.corner == found.hull.size - 1, -np.inf, threshold)


def _limits_of_the_other(
    threshold: ScoreArray, chosen: Chosen, tested_on: Predictions, x: FloatArray, z: float
) -> tuple[FloatArray, FloatArray]:
    """Limits of one threshold at each pc; a trivial one has no uncertainty."""
    fp, n, fn, m = _errors(tested_on, threshold)
    lower, upper = mover_limits(fp, n, fn, m, x, z)
    trivial, cost = chosen.trivial, (1.0 - x) * fp / n + x * fn / m
    return np.where(trivial, cost, lower), np.where(trivial, cost, upper)


def _errors(tested_on: Predictions, threshold: ScoreArray) -> tuple[IntArray, int, IntArray, int]:
    """Count the errors of each class at each threshold, and the class."""
    fp, n = _accepted(tested_on, threshold, kind=False)
    tp, m = _accepted(tested_on, threshold, kind=True)
    return fp, n, m - tp, m


def _critical(level: float, both: tuple[Chosen, Chosen]) -> float:
    """A critical value that is enough for the lines of all thresholds in use."""
    used = np.concatenate([chosen.corner[~chosen.trivial] for chosen in both])
    lines = max(1, np.unique(used).size)
    return simultaneous_critical(float(1 - (1 - read_level(level)) / lines))


def _accepted(given: Predictions, threshold: ScoreArray, *, kind: bool) -> tuple[IntArray, int]:
    """Count the examples of a class that reach each threshold, and all of them."""
    members = given.positive == kind
    score = given.score[members]
    order = np.argsort(score)
    times = np.ones(score.size) if given.weight is None else given.weight[members][order]
    below = np.append(0, np.cumsum(times.astype(np.int64)))
    return below[-1] - below[np.searchsorted(score[order], threshold)], int(below[-1])
