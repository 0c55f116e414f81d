"""One curve for several: averages, their spread, and selection by a setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._comparing import cost_difference
from cc_widgets.core._cost import (
    CostCurve,
    CostPieces,
    RocPoints,
    cut,
    is_trivial,
    join,
    lower_envelope,
    values_at,
)
from cc_widgets.core._counting import Counts
from cc_widgets.core._density import AnyDensity, total_expected_cost
from cc_widgets.core._hull import RocCurve, convex_hull, roc_curve
from cc_widgets.core._reading import PC_MEANS, read_numbers, read_unit
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- Folds: how much each counts, and how much they differ


_FEWEST = 2


@result
class Spread:
    """How much cost curves differ from each other.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Where they are compared.
    mean, deviation, lowest, highest : ndarray of float64, shape (n,)
        Element i is the mean of the costs at pc[i], their standard deviation as estimated
        for one more fold, the least and the greatest of them.
    """

    pc: FloatArray
    mean: FloatArray
    deviation: FloatArray
    lowest: FloatArray
    highest: FloatArray


def cost_spread(
    envelopes: Sequence[CostCurve], pc: ArrayLike, weights: ArrayLike | None = None
) -> Spread:
    """Spread of the normalised expected costs of several curves, at each pc.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Two or more lower envelopes.
    pc : array-like of shape (n,)
        Where, in [0, 1].
    weights : array-like of shape (n_envelopes,), optional
        How much each counts; all alike by default.

    Returns
    -------
    Spread
        Element i belongs to pc[i].

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, or weights do not fit, or some pc is not in
        [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> spread = cost_spread([lower_envelope(convex_hull([point])) for point in points], [0.0, 0.5])
    >>> spread.mean.round(3), spread.deviation.round(3)
    (array([0.   , 0.285]), array([0.   , 0.049]))
    """
    share = fold_shares(len(envelopes), weights)
    before, after = np.cumsum(share[:-1]), np.cumsum(share[:0:-1])[::-1]
    others = np.append(0.0, before) + np.append(after, 0.0)  # 1 - share, also where that is tiny
    x = np.atleast_1d(read_unit("pc", pc, PC_MEANS))
    if x.ndim > 1:
        raise CostCurveError("must have one dimension", where="pc", got=f"shape {x.shape}")
    cost = np.stack([values_at(envelope, x) for envelope in envelopes])
    mean = mean_of_folds(list(cost), share)
    used = cost[share > 0.0]
    return Spread(
        pc=x,
        mean=mean,
        deviation=np.sqrt(share @ (cost - mean) ** 2 / (share @ others)),
        lowest=used.min(axis=0),
        highest=used.max(axis=0),
    )


def fold_shares(n_curves: int, weights: ArrayLike | None) -> FloatArray:
    """Shares, summing to 1, of weights of curves such as the sizes of folds.

    Parameters
    ----------
    n_curves : int
        How many curves there are.
    weights : array-like of shape (n_curves,) or None
        None counts all alike.

    Returns
    -------
    ndarray of float64, shape (n_curves,)
        They sum to 1; at least two are above 0.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit.

    Examples
    --------
    >>> fold_shares(2, [30, 10])
    array([0.75, 0.25])
    """
    if n_curves < _FEWEST:
        raise CostCurveError(
            "an average needs two curves or more",
            where="curves",
            got=str(n_curves),
            fix="Pass one for each fold or test set.",
        )
    fix = f"Pass {n_curves} sizes of folds."
    given = np.ones(n_curves) if weights is None else read_numbers("weights", weights, fix)
    usable = given.shape == (n_curves,) and np.all(np.isfinite(given)) and np.all(given >= 0.0)
    if not usable or np.count_nonzero(given) < _FEWEST:
        raise CostCurveError(
            "each curve needs a weight that is finite and not negative, two of them above 0",
            where="weights",
            got=shown(given.tolist()),
            fix=fix,
        )
    given = np.ldexp(given, -np.frexp(given.max())[1])  # whose sum a float can hold
    share: FloatArray = given / given.sum()
    return share


def mean_of_folds(values: Sequence[FloatArray], share: FloatArray) -> FloatArray:
    """Weighted mean over folds, at each place.

    Shares such as ten times 0.1 need not add up to 1: left alone, a mean could leave the range
    of what it is the mean of, and with it [0, 1].

    Parameters
    ----------
    values : sequence of ndarray of float64, shape (n_curves, n)
        A row for each curve.
    share : ndarray of float64, shape (n_curves,)
        From `fold_shares`.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i is the mean of column i: where all curves agree exactly what they agree on,
        and where none of them falls from one column to the next it does not fall either.

    Examples
    --------
    >>> mean_of_folds([np.array([0.0, 1.0]), np.array([0.5, 1.0])], np.array([0.5, 0.5]))
    array([0.25, 1.  ])
    """
    counted = share > 0.0
    rows = np.stack(values)[counted]
    # Not a product of matrices, which may add up the columns in different orders.
    mean = (share[counted, None] * rows).sum(axis=0)
    return np.asarray(np.clip(mean, rows.min(axis=0), rows.max(axis=0)))


def mean_of_curves(curves: Sequence[CostCurve], share: FloatArray) -> CostPieces:
    """Average cost curve, in time that grows with the pieces of the curves and little else.

    Parameters
    ----------
    curves : sequence of CostCurve
        One for each fold.
    share : ndarray of float64, shape (n_curves,)
        From `fold_shares`.

    Returns
    -------
    CostPieces
        With an end of a piece wherever some curve has one. Rates have what `mean_of_folds`
        promises of means.

    Examples
    --------
    >>> first = CostPieces(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    >>> second = CostPieces(np.array([0.0, 1.0]), np.array([0.5]), np.array([0.5]))
    >>> mean_of_curves([first, second], np.array([0.5, 0.5])).fpr
    array([0.25, 0.75])
    """
    sums = [_sum_of_one(*one) for one in zip(curves, share.tolist(), strict=True)]
    while len(sums) > 1:
        pairs = [_sum_of_two(*sums[i : i + 2]) for i in range(0, len(sums) - 1, 2)]
        sums = pairs + sums[2 * len(pairs) :]
    mean, lowest, highest = sums[0].rates
    fpr, fnr = np.clip(mean, lowest, highest)
    return CostPieces(pc=sums[0].pc, fpr=fpr, fnr=fnr)


@dataclass(frozen=True, slots=True)
class _Sum:
    """Some curves, weighted and added up.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1.
    rates : ndarray of float64, shape (3, 2, n_pieces)
        Of fpr and of fnr the sum, and the least and the greatest of those that count.
    """

    pc: FloatArray
    rates: FloatArray


def _sum_of_one(curve: CostCurve, share: float) -> _Sum:
    """Begin a sum; a curve that does not count has no rates, but its turns."""
    rates = np.stack([curve.fpr, curve.fnr])
    if not share:
        limit = np.full_like(rates, np.inf)
        return _Sum(curve.pc, np.stack([np.zeros_like(rates), limit, -limit]))
    return _Sum(curve.pc, np.stack([share * rates, rates, rates]))


def _sum_of_two(first: _Sum, second: _Sum) -> _Sum:
    """Add two sums."""
    pc = np.union1d(first.pc, second.pc)
    one, other = (
        some.rates[..., np.searchsorted(some.pc[1:-1], pc[:-1], side="right")]
        for some in (first, second)
    )
    added = [one[0] + other[0], np.minimum(one[1], other[1]), np.maximum(one[2], other[2])]
    return _Sum(pc, np.stack(added))


# ---- One curve for several: averages over folds, in both spaces


@result
class Average:
    """An average of curves, seen in both spaces.

    Attributes
    ----------
    presumes : str
        How a point of the curves will be selected, for the average to describe what follows.
    roc : RocCurve
        The average in ROC space. Of a cost average: point i is the line of its piece i.
    cost : CostCurve
        The average in cost space. Of an ROC average: its lower envelope.
    """

    presumes: str
    roc: RocCurve
    cost: CostCurve


def vertical_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average ROC curve: the mean tpr at each fpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more, each rising from left to right.
    weights : array-like of shape (n_curves,), optional
        How much each curve counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every fpr at which some curve has one. Where a curve is vertical the
        average is, too: its value at that fpr is the top.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit, or points do not rise.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = vertical_average(points)
    >>> average.roc.fpr, average.roc.tpr.round(5)
    (array([0.  , 0.04, 0.3 , 1.  ]), array([0.     , 0.25333, 0.68125, 1.     ]))
    """
    share = fold_shares(len(curves), weights)
    joined = [join(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    fpr, tpr = _mean([(one.fpr, one.tpr) for one in joined], share)
    presumes = "the point is selected by its fpr, as under a limit on false alarms"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def horizontal_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average ROC curve: the mean fpr at each tpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more, each rising from left to right.
    weights : array-like of shape (n_curves,), optional
        How much each curve counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every tpr at which some curve has one. Where a curve is level the
        average is, too: its value at that tpr is the left end.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit, or points do not rise.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = horizontal_average(points)
    >>> average.roc.fpr.round(5), average.roc.tpr
    (array([0.   , 0.095, 0.49 , 1.   ]), array([0. , 0.4, 0.8, 1. ]))
    """
    share = fold_shares(len(curves), weights)
    joined = [join(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    tpr, fpr = _mean([(one.tpr, one.fpr) for one in joined], share)
    presumes = "the point is selected by its tpr, as when a share of positives must be found"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def pooled_average(curves: Sequence[RocCurve]) -> Average:
    """ROC curve of the scored examples of several curves, pooled into one set.

    Parameters
    ----------
    curves : sequence of RocCurve
        Two or more, made from counts at every score; their scores must mean the same.

    Returns
    -------
    Average
        The curve of all examples, with all thresholds.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or one was not made from counts at every score:
        what `count_hull` and `count_corners` leave out is needed between their corners.

    Examples
    --------
    >>> from cc_widgets.core import count
    >>> from cc_widgets.core import predictions
    >>> folds = [roc_curve(count(predictions([0, 1], score))) for score in ([0.2, 0.6], [0.7, 0.9])]
    >>> average = pooled_average(folds)
    >>> average.roc.threshold, average.roc.tpr
    (array([inf, 0.9, 0.7, 0.6, 0.2]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    fold_shares(len(curves), None)
    counts = [_counts_of(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    threshold = np.unique(np.concatenate([one.threshold for one in counts]))[::-1]
    # Element i counts what a fold calls positive at the last of its thresholds that is no
    # lower than threshold[i].
    at = [np.searchsorted(-one.threshold, -threshold, side="right") - 1 for one in counts]
    pooled = Counts(
        threshold=threshold,
        tp=np.sum([one.tp[i] for one, i in zip(counts, at, strict=True)], axis=0),
        fp=np.sum([one.fp[i] for one, i in zip(counts, at, strict=True)], axis=0),
        positives=sum(one.positives for one in counts),
        negatives=sum(one.negatives for one in counts),
        weighted=any(one.weighted for one in counts),
        scored=all(one.scored for one in counts),
    )
    return _from_roc("one threshold on the score is used throughout", roc_curve(pooled))


def cost_average(envelopes: Sequence[CostCurve], weights: ArrayLike | None = None) -> Average:
    """Average cost curve: the mean normalised expected cost at each pc.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Two or more lower envelopes.
    weights : array-like of shape (n_envelopes,), optional
        How much each counts, for instance the sizes of folds; all alike by default.

    Returns
    -------
    Average
        With a vertex at every pc at which some envelope has one.

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, or weights do not fit.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = cost_average([lower_envelope(convex_hull([point])) for point in points])
    >>> average.roc.fpr.round(5), average.roc.tpr.round(5)
    (array([0.  , 0.02, 0.17, 0.65, 1.  ]), array([0. , 0.2, 0.6, 0.9, 1. ]))
    """
    mean = mean_of_curves(envelopes, fold_shares(len(envelopes), weights))
    return Average(
        presumes="the best point of each curve is selected, given pc",
        roc=RocCurve(fpr=mean.fpr, tpr=1.0 - mean.fnr),
        cost=mean,
    )


def _mean(
    curves: Sequence[tuple[FloatArray, FloatArray]], share: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Average rising y over x; a vertical step of a curve is one of the average."""
    x = np.unique(np.concatenate([along for along, _ in curves]))
    low = mean_of_folds([_read(*curve, x, "left") for curve in curves], share)
    high = mean_of_folds([_read(*curve, x, "right") for curve in curves], share)
    step = np.column_stack([np.ones(x.size, dtype=bool), high > low]).ravel()
    return np.repeat(x, 2)[step], np.column_stack([low, high]).ravel()[step]


def _read(
    x: FloatArray, y: FloatArray, at: FloatArray, side: Literal["left", "right"]
) -> FloatArray:
    """Read a rising curve; where it is vertical, at the bottom (left) or the top (right)."""
    found = np.searchsorted(x, at, side=side) - (side == "right")
    exact = x[found] == at
    lower = np.maximum(found - (side == "left"), 0)
    upper = np.minimum(lower + 1, x.size - 1)
    run = np.where(exact, 1.0, x[upper] - x[lower])
    between = y[lower] + (y[upper] - y[lower]) * (at - x[lower]) / run
    # Rounding must not lift what is read above the end of its segment.
    return np.asarray(np.where(exact, y[found], np.minimum(between, y[upper])))


def _from_roc(presumes: str, roc: RocCurve) -> Average:
    """An ROC average with its envelope."""
    return Average(presumes=presumes, roc=roc, cost=lower_envelope(convex_hull([roc])))


def _counts_of(curve: RocCurve, where: str) -> Counts:
    """What a curve was made from."""
    if curve.counts is None:
        raise CostCurveError(
            "pooling needs scored examples",
            where=where,
            got="bare points",
            fix="Pass roc_curve(count(predictions(...))), or average another way.",
        )
    if not curve.counts.complete:
        raise CostCurveError(
            "pooling needs counts at every score",
            where=where,
            got="counts at corners only",
            fix="Use count(...) instead of count_hull(...) or count_corners(...).",
        )
    return curve.counts


# ---- Selecting a classifier by the parameter it was made with, and what that costs


_RATIO_MEANS = "Pass negatives divided by positives, for instance 11 for 11:1."


@result
class ParameterSelection:
    """What is paid if each pc is served by the classifier made for the pc nearest to it.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_points + 1,)
        Piece i goes from pc[i] to pc[i + 1]; inner ones lie midway between neighbours.
    fpr, fnr : ndarray of float64, shape (n_points,)
        Piece i lies on the line from (0, fpr[i]) to (1, fnr[i]). Neighbours need not meet.
    index : ndarray of int64, shape (n_points,)
        Element i is the point that is used on piece i.
    made_for : ndarray of float64, shape (n_points,)
        Element i is the pc for which that point was made; rising.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    index: IntArray
    made_for: FloatArray


@result
class SelectionRegret:
    """What a selection costs more than the best choice.

    Attributes
    ----------
    regret : CostPieces
        The regret at each pc; never negative but for rounding.
    trivial_best : ndarray of bool, shape (n_pieces,)
        Element i is true if a trivial rule would be best on piece i of the regret.
    not_majority : float
        Regret where a trivial rule would be best, averaged over all pc: the price of not
        using the majority classifier.
    wrong_classifier : float
        Regret elsewhere, averaged over all pc: the price of choosing the wrong point.
    """

    regret: CostPieces
    trivial_best: BoolArray
    not_majority: float
    wrong_classifier: float

    @property
    def total(self) -> float:
        """The area between the selection and the envelope.

        Returns
        -------
        float
            The sum of the two parts.
        """
        return self.not_majority + self.wrong_classifier


def select_by_parameter(points: RocPoints, ratio: ArrayLike) -> ParameterSelection:
    """Cost curve of serving each pc by the point made for the nearest class ratio.

    Parameters
    ----------
    points : RocCurve
        Points in any order.
    ratio : array-like of shape (n_points,)
        Element i is the ratio of negatives to positives, each class weighted by its cost,
        with which point i was made; R stands for pc = 1 / (1 + R). From 0 to infinity.

    Returns
    -------
    ParameterSelection
        Trivial rules take no part unless they are among the points.

    Raises
    ------
    CostCurveError
        If ratios are negative, not numbers, not one for each point, or not all different.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> selection.made_for, selection.pc
    (array([0.1, 0.5]), array([0. , 0.3, 1. ]))
    """
    given = read_numbers("ratio", ratio, _RATIO_MEANS)
    _check_ratios(given, points.fpr.size)
    made_for = 1.0 / (1.0 + given)
    order = np.argsort(made_for).astype(np.int64)
    _check_distinct(given[order], made_for[order])
    x = made_for[order]
    return ParameterSelection(
        pc=np.concatenate([[0.0], (x[:-1] + x[1:]) / 2, [1.0]]),
        fpr=points.fpr[order],
        fnr=1.0 - points.tpr[order],
        index=order,
        made_for=x,
    )


def selection_regret(
    selection: CostCurve, envelope: CostCurve, density: AnyDensity | None = None
) -> SelectionRegret:
    """Normalised expected cost that a selection loses against the best choice, at each pc.

    Parameters
    ----------
    selection : CostCurve
        From `select_by_parameter`.
    envelope : CostCurve
        The lower envelope of the same points and of the trivial rules.
    density : Density or callable, optional
        How likely each pc is; all alike by default.

    Returns
    -------
    SelectionRegret
        The regret at each pc, and its average in two parts.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> regret = selection_regret(selection, lower_envelope(convex_hull([points])))
    >>> round(regret.not_majority, 6), round(regret.wrong_classifier, 6)
    (0.030556, 0.0025)
    """
    regret = cost_difference(selection, envelope)
    trivial = is_trivial(cut(envelope, regret.pc))
    parts = [
        CostPieces(regret.pc, np.where(part, regret.fpr, 0.0), np.where(part, regret.fnr, 0.0))
        for part in (trivial, ~trivial)
    ]
    not_majority, wrong_classifier = (total_expected_cost(part, density) for part in parts)
    return SelectionRegret(
        regret=regret,
        trivial_best=trivial,
        not_majority=not_majority,
        wrong_classifier=wrong_classifier,
    )


def _check_ratios(ratio: FloatArray, n_points: int) -> None:
    """Refuse what is not one ratio for each point, or no point at all."""
    if ratio.shape != (n_points,) or not n_points:
        raise CostCurveError(
            "one ratio for each point is needed, and a point",
            where="ratio",
            got=f"an array of shape {ratio.shape} for {n_points} points",
            fix="Leave out points that were not made for some ratio.",
        )
    wrong = ratio[~(ratio >= 0.0)]
    if wrong.size:
        raise CostCurveError(
            "ratios must be zero or more",
            where="ratio",
            got=shown(wrong[0].item()),
            fix=_RATIO_MEANS,
        )


def _check_distinct(ratio: FloatArray, made_for: FloatArray) -> None:
    """Refuse two points made for one pc."""
    same = np.flatnonzero(np.diff(made_for) == 0)
    if same.size:
        raise CostCurveError(
            "each ratio must lead to one point only",
            where="ratio",
            got=f"{ratio[same[0]]} and {ratio[same[0] + 1]}",
            fix="Keep one of the points made with the same ratio.",
        )
