"""Averages of ROC curves and cost curves, their spread, and selection by a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.comparison import cost_difference
from cc_widgets.core.costs import (
    CostCurve,
    CostPieces,
    RocPoints,
    are_baselines,
    join_points,
    lower_envelope,
    split_pieces,
    values_at,
)
from cc_widgets.core.counting import Counts
from cc_widgets.core.hull import RocCurve, convex_hull, roc_curve
from cc_widgets.core.metrics import DensityLike, total_expected_cost
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, result
from cc_widgets.core.validation import PC_MEANS, read_numbers, read_unit
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "Average",
    "ParameterSelection",
    "SelectionRegret",
    "Spread",
    "cost_average",
    "cost_spread",
    "horizontal_average",
    "pooled_average",
    "select_by_parameter",
    "selection_regret",
    "vertical_average",
]

# ---- Weights of folds, and variation among them


_FEWEST = 2


@result
class Spread:
    """Variation among cost curves.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Probability-cost values.
    mean, deviation, lowest, highest : ndarray of float64, shape (n,)
        Element i is the mean, sample standard deviation, minimum or maximum of the normalised
        expected costs at pc[i].
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
        Probability-cost values, in [0, 1].
    weights : array-like of shape (n_envelopes,), optional
        Weight of each curve, for example the size of its fold; equal by default.

    Returns
    -------
    Spread
        Element i is at pc[i].

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, weights are invalid, or some pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> spread = cost_spread([lower_envelope(convex_hull([point])) for point in points], [0.0, 0.5])
    >>> spread.mean.round(3), spread.deviation.round(3)
    (array([0.   , 0.285]), array([0.   , 0.049]))
    """
    share = fold_shares(len(envelopes), weights)
    before, after = np.cumsum(share[:-1]), np.cumsum(share[:0:-1])[::-1]
    rest = np.append(0.0, before) + np.append(after, 0.0)  # 1 - share, without cancellation
    x = np.atleast_1d(read_unit("pc", pc, PC_MEANS))
    if x.ndim > 1:
        raise CostCurveError("must be one-dimensional", where="pc", got=f"shape {x.shape}")
    cost = np.stack([values_at(envelope, x) for envelope in envelopes])
    mean = mean_of_folds(list(cost), share)
    used = cost[share > 0.0]
    return Spread(
        pc=x,
        mean=mean,
        deviation=np.sqrt(share @ (cost - mean) ** 2 / (share @ rest)),
        lowest=used.min(axis=0),
        highest=used.max(axis=0),
    )


def fold_shares(n_curves: int, weights: ArrayLike | None) -> FloatArray:
    """Normalise the weights of curves, such as fold sizes, so that they sum to 1.

    Without weights, shares are equal. Raise if fewer than two weights are positive.
    """
    if n_curves < _FEWEST:
        raise CostCurveError(
            "must have at least two curves",
            where="curves",
            got=str(n_curves),
            fix="Pass one curve per fold or test set.",
        )
    fix = f"Pass {n_curves} fold sizes."
    values = np.ones(n_curves) if weights is None else read_numbers("weights", weights, fix)
    usable = values.shape == (n_curves,) and np.all(np.isfinite(values)) and np.all(values >= 0.0)
    if not usable or np.count_nonzero(values) < _FEWEST:
        raise CostCurveError(
            "must be finite and non-negative, one per curve, at least two of them positive",
            where="weights",
            got=shown(values.tolist()),
            fix=fix,
        )
    values = np.ldexp(values, -np.frexp(values.max())[1])  # so that the sum is finite
    share: FloatArray = values / values.sum()
    return share


def mean_of_folds(values: Sequence[FloatArray], share: FloatArray) -> FloatArray:
    """Return the weighted mean over folds, shape (n,), of values of shape (n_curves, n).

    Shares, such as ten times 0.1, do not sum to 1 exactly. The mean is therefore clipped to the
    range of the values, so that it stays in [0, 1], equals the values if all folds agree, and does
    not decrease from one column to the next if no fold does.

    Examples
    --------
    >>> mean_of_folds([np.array([0.0, 1.0]), np.array([0.5, 1.0])], np.array([0.5, 0.5]))
    array([0.25, 1.  ])
    """
    is_used = share > 0.0
    rows = np.stack(values)[is_used]
    # A matrix product might sum columns in different orders.
    mean = (share[is_used, None] * rows).sum(axis=0)
    return np.asarray(np.clip(mean, rows.min(axis=0), rows.max(axis=0)))


def mean_of_curves(curves: Sequence[CostCurve], share: FloatArray) -> CostPieces:
    """Return the weighted mean of cost curves, with a vertex at each vertex of any of them.

    Curves are added in pairs, so that the time is almost proportional to the number of pieces.
    Rates are clipped as in `mean_of_folds`.

    Examples
    --------
    >>> first = CostPieces(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    >>> second = CostPieces(np.array([0.0, 1.0]), np.array([0.5]), np.array([0.5]))
    >>> mean_of_curves([first, second], np.array([0.5, 0.5])).fpr
    array([0.25, 0.75])
    """
    sums = [_start_sum(curve, weight) for curve, weight in zip(curves, share.tolist(), strict=True)]
    while len(sums) > 1:
        pairs = [_add_sums(*sums[i : i + 2]) for i in range(0, len(sums) - 1, 2)]
        sums = pairs + sums[2 * len(pairs) :]
    mean, lowest, highest = sums[0].rates
    fpr, fnr = np.clip(mean, lowest, highest)
    return CostPieces(pc=sums[0].pc, fpr=fpr, fnr=fnr)


@dataclass(frozen=True, slots=True)
class _Sum:
    """Weighted sum of cost curves.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Vertices, increasing from 0 to 1.
    rates : ndarray of float64, shape (3, 2, n_pieces)
        Sum, minimum and maximum, over curves of positive weight, of fpr and fnr on each piece.
    """

    pc: FloatArray
    rates: FloatArray


def _start_sum(curve: CostCurve, share: float) -> _Sum:
    """Return the sum of a single curve. A curve of weight 0 contributes only its vertices."""
    rates = np.stack([curve.fpr, curve.fnr])
    if not share:
        limit = np.full_like(rates, np.inf)
        return _Sum(curve.pc, np.stack([np.zeros_like(rates), limit, -limit]))
    return _Sum(curve.pc, np.stack([share * rates, rates, rates]))


def _add_sums(first: _Sum, second: _Sum) -> _Sum:
    """Return the sum of two sums."""
    pc = np.union1d(first.pc, second.pc)
    first_rates, second_rates = (
        part.rates[..., np.searchsorted(part.pc[1:-1], pc[:-1], side="right")]
        for part in (first, second)
    )
    rates = [
        first_rates[0] + second_rates[0],
        np.minimum(first_rates[1], second_rates[1]),
        np.maximum(first_rates[2], second_rates[2]),
    ]
    return _Sum(pc, np.stack(rates))


# ---- Averages over folds, in both spaces


@result
class Average:
    """Average of curves, in ROC space and cost space.

    Attributes
    ----------
    presumes : str
        Assumption on how the operating point of each curve is selected.
    roc : RocCurve
        The average in ROC space. For a cost average, point i corresponds to the line of piece i.
    cost : CostCurve
        The average in cost space. For an ROC average, its lower envelope.
    """

    presumes: str
    roc: RocCurve
    cost: CostCurve


def vertical_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average ROC curve: the mean tpr at each fpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more non-decreasing curves.
    weights : array-like of shape (n_curves,), optional
        Weight of each curve, for example the size of its fold; equal by default.

    Returns
    -------
    Average
        With a vertex at every fpr at which a curve has one. Vertical segments of a curve remain
        vertical in the average.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, weights are invalid, or rates decrease.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = vertical_average(points)
    >>> average.roc.fpr, average.roc.tpr.round(5)
    (array([0.  , 0.04, 0.3 , 1.  ]), array([0.     , 0.25333, 0.68125, 1.     ]))
    """
    share = fold_shares(len(curves), weights)
    polylines = [join_points(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    fpr, tpr = _mean_curve([(curve.fpr, curve.tpr) for curve in polylines], share)
    presumes = "the point is selected by its fpr, as under a limit on false alarms"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def horizontal_average(curves: Sequence[RocPoints], weights: ArrayLike | None = None) -> Average:
    """Average ROC curve: the mean fpr at each tpr.

    Parameters
    ----------
    curves : sequence of RocCurve or Hull
        Two or more non-decreasing curves.
    weights : array-like of shape (n_curves,), optional
        Weight of each curve, for example the size of its fold; equal by default.

    Returns
    -------
    Average
        With a vertex at every tpr at which a curve has one. Horizontal segments of a curve remain
        horizontal in the average.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, weights are invalid, or rates decrease.

    Examples
    --------
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> average = horizontal_average(points)
    >>> average.roc.fpr.round(5), average.roc.tpr
    (array([0.   , 0.095, 0.49 , 1.   ]), array([0. , 0.4, 0.8, 1. ]))
    """
    share = fold_shares(len(curves), weights)
    polylines = [join_points(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    tpr, fpr = _mean_curve([(curve.tpr, curve.fpr) for curve in polylines], share)
    presumes = "the point is selected by its tpr, as when a share of positives must be found"
    return _from_roc(presumes, RocCurve(fpr=fpr, tpr=tpr))


def pooled_average(curves: Sequence[RocCurve]) -> Average:
    """ROC curve of the pooled examples of several curves.

    Parameters
    ----------
    curves : sequence of RocCurve
        Two or more, with counts at every score. Scores must be comparable between curves.

    Returns
    -------
    Average
        The curve of all examples, with all thresholds.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or one does not have counts at every score;
        `count_hull` and `count_corners` omit counts that pooling needs.

    Examples
    --------
    >>> from cc_widgets.core import count, predictions
    >>> folds = [roc_curve(count(predictions([0, 1], score))) for score in ([0.2, 0.6], [0.7, 0.9])]
    >>> average = pooled_average(folds)
    >>> average.roc.threshold, average.roc.tpr
    (array([inf, 0.9, 0.7, 0.6, 0.2]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    fold_shares(len(curves), None)
    counts = [_counts_of(curve, f"curves[{i}]") for i, curve in enumerate(curves)]
    threshold = np.unique(np.concatenate([fold.threshold for fold in counts]))[::-1]
    # Each fold has the counts of its lowest threshold that is not below threshold[i].
    positions = [np.searchsorted(-fold.threshold, -threshold, side="right") - 1 for fold in counts]
    pooled = Counts(
        threshold=threshold,
        tp=np.sum([fold.tp[i] for fold, i in zip(counts, positions, strict=True)], axis=0),
        fp=np.sum([fold.fp[i] for fold, i in zip(counts, positions, strict=True)], axis=0),
        positives=sum(fold.positives for fold in counts),
        negatives=sum(fold.negatives for fold in counts),
        weighted=any(fold.weighted for fold in counts),
        scored=all(fold.scored for fold in counts),
    )
    return _from_roc("one threshold on the score is used throughout", roc_curve(pooled))


def cost_average(envelopes: Sequence[CostCurve], weights: ArrayLike | None = None) -> Average:
    """Average cost curve: the mean normalised expected cost at each pc.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Two or more lower envelopes.
    weights : array-like of shape (n_envelopes,), optional
        Weight of each curve, for example the size of its fold; equal by default.

    Returns
    -------
    Average
        With a vertex at every pc at which an envelope has one.

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, or weights are invalid.

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


def _mean_curve(
    curves: Sequence[tuple[FloatArray, FloatArray]], share: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the mean of non-decreasing curves y(x). Vertical steps remain vertical."""
    x = np.unique(np.concatenate([along for along, _ in curves]))
    low = mean_of_folds([interpolate(*curve, x, "left") for curve in curves], share)
    high = mean_of_folds([interpolate(*curve, x, "right") for curve in curves], share)
    step = np.column_stack([np.ones(x.size, dtype=bool), high > low]).ravel()
    return np.repeat(x, 2)[step], np.column_stack([low, high]).ravel()[step]


def interpolate(
    x: FloatArray, y: FloatArray, at: FloatArray, side: Literal["left", "right"]
) -> FloatArray:
    """Return y of a non-decreasing curve; at vertical steps, the lower or upper end."""
    position = np.searchsorted(x, at, side=side) - (side == "right")
    exact = x[position] == at
    lower = np.maximum(position - (side == "left"), 0)
    upper = np.minimum(lower + 1, x.size - 1)
    run = np.where(exact, 1.0, x[upper] - x[lower])
    between = y[lower] + (y[upper] - y[lower]) * (at - x[lower]) / run
    # Rounding must not exceed the end of the segment.
    return np.asarray(np.where(exact, y[position], np.minimum(between, y[upper])))


def _from_roc(presumes: str, roc: RocCurve) -> Average:
    """Return an average in ROC space together with its lower envelope."""
    return Average(presumes=presumes, roc=roc, cost=lower_envelope(convex_hull([roc])))


def _counts_of(curve: RocCurve, where: str) -> Counts:
    """Return the counts of a curve, or raise unless they are at every score."""
    if curve.counts is None:
        raise CostCurveError(
            "must have scores to be pooled",
            where=where,
            got="points without scores",
            fix="Pass roc_curve(count(predictions(...))), or use another average.",
        )
    if not curve.counts.complete:
        raise CostCurveError(
            "must have counts at every score to be pooled",
            where=where,
            got="counts at corners only",
            fix="Use count(...) instead of count_hull(...) or count_corners(...).",
        )
    return curve.counts


# ---- Selection of a classifier by the class ratio it was trained with, and its regret


_RATIO_MEANS = "Pass negatives divided by positives, for example 11 for 11:1."


@result
class ParameterSelection:
    """Cost curve of using, at each pc, the classifier that was trained for the nearest pc.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_points + 1,)
        Piece i extends from pc[i] to pc[i + 1]; inner values are midway between neighbours.
    fpr, fnr : ndarray of float64, shape (n_points,)
        Piece i is on the line from (0, fpr[i]) to (1, fnr[i]). Neighbouring pieces need not meet.
    index : ndarray of int64, shape (n_points,)
        Element i is the point used on piece i.
    made_for : ndarray of float64, shape (n_points,)
        Element i is the pc that this point was trained for; increasing.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    index: IntArray
    made_for: FloatArray


@result
class SelectionRegret:
    """Excess cost of a selection over the best choice.

    Attributes
    ----------
    regret : CostPieces
        The regret at each pc, non-negative up to rounding.
    is_baseline_best : ndarray of bool, shape (n_pieces,)
        Element i is true if a baseline is best on piece i of the regret.
    not_majority : float
        Mean over pc of the regret where a baseline is best: the cost of not using the majority
        classifier.
    wrong_classifier : float
        Mean over pc of the regret on all other pieces: the cost of selecting the wrong point.
    """

    regret: CostPieces
    is_baseline_best: BoolArray
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
    """Cost curve of using, at each pc, the point trained for the nearest class ratio.

    Parameters
    ----------
    points : RocCurve
        Points in any order.
    ratio : array-like of shape (n_points,)
        Element i is the ratio of negatives to positives, each class weighted by its cost,
        that point i was trained with; R corresponds to pc = 1 / (1 + R). From 0 to infinity.

    Returns
    -------
    ParameterSelection
        Baselines are used only if they are among the points.

    Raises
    ------
    CostCurveError
        If ratios are negative, not numbers, not distinct, or not one per point.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> selection.made_for, selection.pc
    (array([0.1, 0.5]), array([0. , 0.3, 1. ]))
    """
    ratios = read_numbers("ratio", ratio, _RATIO_MEANS)
    _check_ratios(ratios, points.fpr.size)
    made_for = 1.0 / (1.0 + ratios)
    order = np.argsort(made_for).astype(np.int64)
    _check_distinct(ratios[order], made_for[order])
    x = made_for[order]
    return ParameterSelection(
        pc=np.concatenate([[0.0], (x[:-1] + x[1:]) / 2, [1.0]]),
        fpr=points.fpr[order],
        fnr=1.0 - points.tpr[order],
        index=order,
        made_for=x,
    )


def selection_regret(
    selection: CostCurve, envelope: CostCurve, density: DensityLike | None = None
) -> SelectionRegret:
    """Excess normalised expected cost of a selection over the best choice, at each pc.

    Parameters
    ----------
    selection : CostCurve
        From `select_by_parameter`.
    envelope : CostCurve
        The lower envelope of the same points and the baselines.
    density : Density or callable, optional
        Probability density of pc; uniform by default.

    Returns
    -------
    SelectionRegret
        The regret at each pc, and its mean in two parts.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> regret = selection_regret(selection, lower_envelope(convex_hull([points])))
    >>> round(regret.not_majority, 6), round(regret.wrong_classifier, 6)
    (0.030556, 0.0025)
    """
    regret = cost_difference(selection, envelope)
    is_baseline = are_baselines(split_pieces(envelope, regret.pc))
    parts = [
        CostPieces(regret.pc, np.where(part, regret.fpr, 0.0), np.where(part, regret.fnr, 0.0))
        for part in (is_baseline, ~is_baseline)
    ]
    not_majority, wrong_classifier = (total_expected_cost(part, density) for part in parts)
    return SelectionRegret(
        regret=regret,
        is_baseline_best=is_baseline,
        not_majority=not_majority,
        wrong_classifier=wrong_classifier,
    )


def _check_ratios(ratio: FloatArray, n_points: int) -> None:
    """Raise unless there is at least one point and one non-negative ratio per point."""
    if ratio.shape != (n_points,) or not n_points:
        raise CostCurveError(
            "must have one ratio per point",
            where="ratio",
            got=f"an array of shape {ratio.shape} for {n_points} points",
            fix="Omit points that were not trained with a class ratio.",
        )
    wrong = ratio[~(ratio >= 0.0)]
    if wrong.size:
        raise CostCurveError(
            "must be non-negative",
            where="ratio",
            got=shown(wrong[0].item()),
            fix=_RATIO_MEANS,
        )


def _check_distinct(ratio: FloatArray, made_for: FloatArray) -> None:
    """Raise if two points have the same pc."""
    same = np.flatnonzero(np.diff(made_for) == 0)
    if same.size:
        raise CostCurveError(
            "must be distinct",
            where="ratio",
            got=f"{ratio[same[0]]} and {ratio[same[0] + 1]}",
            fix="Keep one of the points with the same ratio.",
        )
