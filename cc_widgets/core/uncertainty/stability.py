"""Stability of choices: thresholds and classifiers that bootstrap resamples choose at one pc."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cc_widgets.core.costs import same_cost
from cc_widgets.core.results import LEVEL, BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.bands import Level, read_level
from cc_widgets.core.uncertainty.bootstrap import EnvelopeResamples, PartResamples, mean_of_parts
from cc_widgets.core.uncertainty.buckets import Candidates, chosen_corners
from cc_widgets.core.uncertainty.percentiles import LineReplicates
from cc_widgets.core.validation import PC_MEANS, read_unit_number
from cc_widgets.errors import CostCurveError

__all__ = ["Choices", "ChosenThresholds", "ThresholdRange", "choices"]

# ---- Frequency of the thresholds of one classifier


@result
class ThresholdRange:
    """Range of thresholds that most resamples choose.

    Attributes
    ----------
    low, high : float
        Limits of the range, which belong to it.
    share : float
        Share of the resamples in the range, out of all that choose a threshold.
    """

    low: float
    high: float
    share: float


@result
class ChosenThresholds:
    """Thresholds of one classifier that resamples choose at one pc.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_chosen,)
        Distinct thresholds, increasing. If several thresholds are equally good in a resample, it is
        the one nearest to the optimal threshold on the original examples.
    count : ndarray of int64, shape (n_chosen,)
        Number of resamples that choose threshold i.
    low, high : ndarray of float64, shape (n_chosen,)
        Scores between which choice i is known to be: the neighbouring candidates where thresholds
        were left out, otherwise the threshold itself.
    n_resamples : int
        Number of resamples.
    n_rules : int
        Number of resamples in which no threshold is cheaper than the baselines.
    """

    threshold: FloatArray
    count: IntArray
    low: FloatArray
    high: FloatArray
    n_resamples: int
    n_rules: int

    def within(self, level: Level = LEVEL) -> ThresholdRange | None:
        """Return the range without the most extreme choices, the same number at each end.

        Parameters
        ----------
        level : float
            Least share of the resamples that choose a threshold.

        Returns
        -------
        ThresholdRange or None
            None if no resample chooses a threshold.
        """
        size = int(self.count.sum())
        if not size:
            return None
        n_outside = int((1 - read_level(level)) / 2 * size)
        from_below, from_above = np.cumsum(self.count), np.cumsum(self.count[::-1])[::-1]
        first, last = (
            int(np.argmax(from_below > n_outside)),
            int(np.flatnonzero(from_above > n_outside)[-1]),
        )
        return ThresholdRange(
            low=float(self.low[first]),
            high=float(self.high[last]),
            share=float(self.count[first : last + 1].sum() / size),
        )


def _count_choices(
    candidate_set: Candidates, position: IntArray, is_chosen: BoolArray
) -> ChosenThresholds:
    """Return the frequencies of the thresholds that resamples choose."""
    chosen, count = np.unique(position[is_chosen], return_counts=True)
    chosen, count = chosen[::-1], count[::-1]  # thresholds decrease with position
    threshold = candidate_set.threshold.astype(np.float64)
    has_gap_below, has_gap_above = (
        np.isin(chosen, candidate_set.gap),
        np.isin(chosen - 1, candidate_set.gap),
    )
    return ChosenThresholds(
        threshold=threshold[chosen],
        count=count,
        low=threshold[np.where(has_gap_below, chosen + 1, chosen)],
        high=threshold[np.where(has_gap_above, chosen - 1, chosen)],
        n_resamples=is_chosen.size,
        n_rules=int(np.count_nonzero(~is_chosen)),
    )


# ---- Frequency of the cheapest classifier


@result
class Choices:
    """Classifiers and thresholds that resamples choose at one pc.

    Attributes
    ----------
    pc : float
        Probability-cost value.
    share : ndarray of float64, shape (n_classifiers,)
        Share of the resamples in which classifier i is the cheapest; ties are shared equally.
    rules : float
        Share of the resamples in which no classifier is cheaper than the baselines.
    thresholds : tuple of ChosenThresholds or None
        Choices of each classifier alone; None for a single threshold, and for folds, which each
        have their own threshold.
    n_resamples : int
        Number of resamples.
    """

    pc: float
    share: FloatArray
    rules: float
    thresholds: tuple[ChosenThresholds | None, ...]
    n_resamples: int


def choices(resamples: Sequence[EnvelopeResamples | LineReplicates], pc: float) -> Choices:
    """Classifiers and thresholds that resamples choose at one pc.

    Parameters
    ----------
    resamples : sequence of EnvelopeResamples or LineReplicates
        One for each classifier. Classifiers that scored the same examples must come from joint
        resampling, as costs are compared row by row; the number of rows is the smallest of all.
    pc : float
        Any probability-cost value; it need not be on the grid of the resamples.

    Returns
    -------
    Choices
        Computed from the stored resamples.

    Raises
    ------
    CostCurveError
        If there is no classifier, or pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> result = choices(finished(joint_resampling(pair, n_resamples=999, rng=0)).each, 0.5)
    >>> result.share.round(2), result.thresholds[0].threshold
    (array([0.89, 0.11]), array([3., 5.]))
    >>> result.thresholds[0].within(0.9)
    ThresholdRange(low=3.0, high=5.0, share=1.0)
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    if not resamples:
        raise CostCurveError("must have at least one classifier", where="resamples", got="none")
    costs, thresholds = zip(
        *(_resampled_choice(classifier, x) for classifier in resamples), strict=True
    )
    rows = min(cost.size for cost in costs)
    baseline, tolerance = min(x, 1.0 - x), same_cost(x)
    costs_by_row = np.stack([cost[:rows] for cost in costs])
    least = costs_by_row.min(axis=0)
    wins = (costs_by_row <= least + tolerance) & (least < baseline - tolerance)
    share: FloatArray = (wins / np.maximum(wins.sum(axis=0), 1)).mean(axis=1)
    return Choices(
        pc=x,
        share=share,
        rules=float(np.mean(~wins.any(axis=0))),
        thresholds=thresholds,
        n_resamples=rows,
    )


def _resampled_choice(
    resamples: EnvelopeResamples | LineReplicates, pc: float
) -> tuple[FloatArray, ChosenThresholds | None]:
    """Return the cost of a classifier in each resample, and the thresholds that these choose."""
    if isinstance(resamples, LineReplicates):
        return resamples.fpr * (1.0 - pc) + resamples.fnr * pc, None
    rows, best = slice(resamples.n_done), [_best_thresholds(part, pc) for part in resamples.parts]
    cost = mean_of_parts([part_cost for _, part_cost in best])[rows]
    if len(best) > 1:
        return cost, None
    is_chosen = cost < min(pc, 1.0 - pc) - same_cost(pc)
    return cost, _count_choices(resamples.candidates, best[0][0][rows], is_chosen)


def _best_thresholds(part: PartResamples, pc: float) -> tuple[IntArray, FloatArray]:
    """Return the position and cost of the best threshold in each resample of a test set."""
    candidate_set = part.candidates
    target = int(candidate_set.hull[chosen_corners(candidate_set, np.array([pc]))[0]])
    best = [hulls.best_at(pc, target) for hulls in part.hulls]
    positions, costs = zip(*best, strict=True)
    return np.concatenate(positions), np.concatenate(costs)
