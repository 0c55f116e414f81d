"""Bands around the difference of two envelopes, resampled on the same examples.

Both envelopes are too low because their thresholds were chosen on these examples, and resampled
envelopes are lower still, by as much again. In the difference most of this cancels, but not all:
least where only one of the two has thresholds to choose from, and near pc 0 and 1, where the
worse classifier gains nothing over a trivial one. So percentiles are extended to the side from
which they were drawn away, by twice the optimism that does not cancel.
"""

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.chosen import chosen_thresholds
from cc_widgets.core.uncertainty.envelope_bands import corrected_cost
from cc_widgets.core.uncertainty.false_alarms import false_somewhere
from cc_widgets.core.uncertainty.levels import Level, OrderRule, order_ranks, read_level
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples
from cc_widgets.core.uncertainty.resampling import JointResamples
from cc_widgets.core.whole import as_whole
from cc_widgets.errors import CostCurveError, shown

_FEWEST = 50
_TWICE = 2.0  # the observed envelope lies below the truth, a resampled one below the observed
_ROUNDING = 1e-12  # of differences in cost that are equal on paper


def envelope_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = 0.9,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Draw percentiles of the difference of two envelopes, extended where optimism remains.

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
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> band = envelope_difference_band(drawn)
    >>> band.estimate.round(3), band.upper.round(3)
    (array([-0.167]), array([0.]))
    """
    one, other = _of(resamples, "first", first), _of(resamples, "second", second)
    observed = [chosen_thresholds(each.candidates, each.pc).cost for each in (one, other)]
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
        method="joint percentiles with the optimism that does not cancel",
        target="difference of envelopes",
        simultaneous=simultaneous,
        n_resamples=resamples.n_done,
        seed=one.seed,
        thinning=max(one.thinning, other.thinning),
        caution=_caution(one, simultaneous=simultaneous),
    )


def _of(resamples: JointResamples, where: str, given: int) -> EnvelopeResamples:
    """Return the resamples of one classifier."""
    size, place = len(resamples.each), as_whole(given)
    if place is None or not -size <= place < size:
        raise CostCurveError(
            "must be the position of a classifier",
            where=where,
            got=f"{shown(given)} among {size} classifiers",
            fix="Count from 0.",
        )
    return resamples.each[place]


def _caution(resamples: EnvelopeResamples, *, simultaneous: bool) -> str:
    """Return what simulations found such limits not to hold."""
    found = [
        "It is not for the two thresholds chosen on these data, whose costs may differ by more."
    ]
    if simultaneous:
        found.append(
            "Use it to test whether the two differ somewhere, not as limits of how much: where "
            "the curves cross, or one has few thresholds, 90 % bands held the whole difference as "
            "seldom as 79 % of the time in simulations."
        )
    elif min(resamples.candidates.negatives, resamples.candidates.positives) < _FEWEST:
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
