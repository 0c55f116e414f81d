"""What resamples choose at one pc: which threshold of each classifier, and which classifier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cc_widgets.core._cost import same_cost
from cc_widgets.core._reading import PC_MEANS, read_unit_number
from cc_widgets.core._results import LEVEL, BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._band import Level, read_level
from cc_widgets.core.uncertainty._buckets import Candidates, named_corners
from cc_widgets.core.uncertainty._exact import LineReplicates
from cc_widgets.core.uncertainty._resampling import EnvelopeResamples, Recount, mean_of_parts
from cc_widgets.errors import CostCurveError

# ---- The thresholds of one classifier that resamples choose, and how often each


@result
class ThresholdRange:
    """Between which thresholds most resamples choose.

    Attributes
    ----------
    low, high : float
        Both are among them.
    share : float
        How many of the resamples that choose a threshold do so between these.
    """

    low: float
    high: float
    share: float


@result
class ChosenThresholds:
    """The thresholds of one classifier that resamples choose at one pc.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_chosen,)
        Rising: those that are chosen at least once. Of thresholds that make no difference to a
        resample it is the nearest to the best one on the original examples.
    count : ndarray of int64, shape (n_chosen,)
        How many resamples choose threshold i.
    low, high : ndarray of float64, shape (n_chosen,)
        Between which scores choice i is known to lie: where few of very many thresholds are looked
        at, those next to it. Else both are the threshold itself.
    n_resamples : int
        How many there are.
    n_rules : int
        In how many of them no threshold is cheaper than calling all examples the same.
    """

    threshold: FloatArray
    count: IntArray
    low: FloatArray
    high: FloatArray
    n_resamples: int
    n_rules: int

    def within(self, level: Level = LEVEL) -> ThresholdRange | None:
        """The range that is left without the most extreme choices, as many at either end.

        Parameters
        ----------
        level : float
            How many resamples it holds at least, of those that choose a threshold.

        Returns
        -------
        ThresholdRange or None
            None if none of them does.
        """
        size = int(self.count.sum())
        if not size:
            return None
        spared = int((1 - read_level(level)) / 2 * size)
        up, down = np.cumsum(self.count), np.cumsum(self.count[::-1])[::-1]
        first, last = int(np.argmax(up > spared)), int(np.flatnonzero(down > spared)[-1])
        return ThresholdRange(
            low=float(self.low[first]),
            high=float(self.high[last]),
            share=float(self.count[first : last + 1].sum() / size),
        )


def _chosen(found: Candidates, position: IntArray, tells: BoolArray) -> ChosenThresholds:
    """Count how often each threshold is chosen, where one is."""
    at, count = np.unique(position[tells], return_counts=True)
    at, count = at[::-1], count[::-1]  # thresholds fall
    threshold = found.threshold.astype(np.float64)
    below, above = np.isin(at, found.gap), np.isin(at - 1, found.gap)
    return ChosenThresholds(
        threshold=threshold[at],
        count=count,
        low=threshold[np.where(below, at + 1, at)],
        high=threshold[np.where(above, at - 1, at)],
        n_resamples=tells.size,
        n_rules=int(np.count_nonzero(~tells)),
    )


# ---- Which of several classifiers is the cheapest in how many resamples


@result
class Choices:
    """What resamples choose at one pc.

    Attributes
    ----------
    pc : float
        Where, exactly.
    share : ndarray of float64, shape (n_classifiers,)
        In what share of the resamples classifier i is the cheapest; those that are equally cheap
        in a resample share it.
    rules : float
        In what share no classifier is cheaper than calling all examples the same.
    thresholds : tuple of ChosenThresholds or None
        What each classifier, taken alone, has chosen; None for one of which there is but one
        threshold, and for one of folds, each of which has its own.
    n_resamples : int
        How many there are.
    """

    pc: float
    share: FloatArray
    rules: float
    thresholds: tuple[ChosenThresholds | None, ...]
    n_resamples: int


def choices(resamples: Sequence[EnvelopeResamples | LineReplicates], pc: float) -> Choices:
    """Choices of resamples at one pc: thresholds, and among classifiers.

    Parameters
    ----------
    resamples : sequence of EnvelopeResamples or LineReplicates
        One for each classifier. Those of the same examples must come from joint resamples, for
        which is cheapest is asked row by row; the shortest decides how many rows there are.
    pc : float
        Any pc, be it one at which envelopes were asked for or not.

    Returns
    -------
    Choices
        Nothing is drawn anew.

    Raises
    ------
    CostCurveError
        If there is no classifier, or the pc is none.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> found = choices(finished(joint_resampling(pair, n_resamples=999, rng=0)).each, 0.5)
    >>> found.share.round(2), found.thresholds[0].threshold
    (array([0.89, 0.11]), array([3., 5.]))
    >>> found.thresholds[0].within(0.9)
    ThresholdRange(low=3.0, high=5.0, share=1.0)
    """
    x = read_unit_number("pc", pc, PC_MEANS)
    if not resamples:
        raise CostCurveError("needs one classifier or more", where="resamples", got="none")
    costs, thresholds = zip(*(_of_one(one, x) for one in resamples), strict=True)
    rows = min(cost.size for cost in costs)
    rule, same = min(x, 1.0 - x), same_cost(x)
    each = np.stack([cost[:rows] for cost in costs])
    least = each.min(axis=0)
    wins = (each <= least + same) & (least < rule - same)
    share: FloatArray = (wins / np.maximum(wins.sum(axis=0), 1)).mean(axis=1)
    return Choices(
        pc=x,
        share=share,
        rules=float(np.mean(~wins.any(axis=0))),
        thresholds=thresholds,
        n_resamples=rows,
    )


def _of_one(
    one: EnvelopeResamples | LineReplicates, pc: float
) -> tuple[FloatArray, ChosenThresholds | None]:
    """What a classifier costs in each resample, and which thresholds these choose."""
    if isinstance(one, LineReplicates):
        return one.fpr * (1.0 - pc) + one.fnr * pc, None
    rows, each = slice(one.n_done), [_best_at(part, pc) for part in one.parts]
    cost = mean_of_parts([found for _, found in each])[rows]
    if len(each) > 1:
        return cost, None
    tells = cost < min(pc, 1.0 - pc) - same_cost(pc)
    return cost, _chosen(one.candidates, each[0][0][rows], tells)


def _best_at(part: Recount, pc: float) -> tuple[IntArray, FloatArray]:
    """What each resample of a test set chooses, and what that costs there."""
    found = part.candidates
    wanted = int(found.hull[named_corners(found, np.array([pc]))[0]])
    each = [one.best_at(pc, wanted) for one in part.hulls]
    positions, costs = zip(*each, strict=True)
    return np.concatenate(positions), np.concatenate(costs)
