"""Bands around the difference of two envelopes, resampled on the same examples.

Both envelopes are too low because their thresholds were chosen on these examples, and about
equally so: in the difference this nearly cancels, and plain percentiles serve. It does not
cancel where only one of the two had thresholds to choose from.
"""

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.chosen import chosen_thresholds
from cc_widgets.core.uncertainty.levels import Level, OrderRule, order_ranks, read_level
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples
from cc_widgets.core.uncertainty.resampling import JointResamples

_NO_CHOICE = 3  # thresholds of a classifier that only says yes or no


def envelope_difference_band(  # noqa: PLR0913 (options, by name only)
    resamples: JointResamples,
    first: int = 0,
    second: int = 1,
    *,
    level: Level = 0.9,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Draw percentiles of the difference of two envelopes.

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

    Returns
    -------
    Band
        Cost of the first less cost of the second, each at its best threshold: negative where
        the first is cheaper.

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
    one, other = resamples.each[first], resamples.each[second]
    shift = _uncancelled(one, other)
    by_pc = np.ascontiguousarray((one.cost - other.cost).T)
    lower, upper = order_ranks(level, resamples.n_done, rule)
    ordered = np.sort(by_pc, axis=1)
    if simultaneous:
        lower = _whole_rank(by_pc, ordered, level, lower)
        upper = resamples.n_done + 1 - lower
    return Band(
        pc=one.pc,
        estimate=_observed(one) - _observed(other),
        lower=ordered[:, lower - 1] + shift,
        upper=ordered[:, upper - 1] + shift,
        level=float(level),
        method="joint percentiles" + (", shifted by optimism" if np.any(shift) else ""),
        target="difference of envelopes",
        simultaneous=simultaneous,
        n_resamples=resamples.n_done,
        seed=one.seed,
        thinning=max(one.thinning, other.thinning),
    )


def _observed(one: EnvelopeResamples) -> FloatArray:
    """Return the envelope on the original examples."""
    return chosen_thresholds(one.candidates, one.pc).cost


def _uncancelled(one: EnvelopeResamples, other: EnvelopeResamples) -> FloatArray:
    """Return by how much the difference is shifted if only one side had a choice."""
    fewer, more = sorted((one.candidates.fp.size, other.candidates.fp.size))
    if (fewer <= _NO_CHOICE) == (more <= _NO_CHOICE):
        return np.zeros_like(one.pc)
    return one.optimism - other.optimism


def _whole_rank(by_pc: FloatArray, ordered: FloatArray, level: Level, most: int) -> int:
    """Find the greatest rank at which enough resamples lie within the limits at every pc."""
    enough = read_level(level) * by_pc.shape[1]
    least = 1
    while least < most:
        rank = (least + most + 1) // 2
        low, high = ordered[:, rank - 1, np.newaxis], ordered[:, -rank, np.newaxis]
        inside = np.count_nonzero(np.all((low <= by_pc) & (by_pc <= high), axis=0))
        least, most = (rank, most) if inside >= enough else (least, rank - 1)
    return least
