"""Bands around the lower envelope of one scored classifier.

Two truths may be meant: the cost of the best possible threshold, which nobody knows, and the
cost of the threshold that was chosen on these data, which is what will be paid. The envelope
lies below both on average, for it was chosen to be low; and resampled envelopes lie below it
for the same reason. How much they lie below, the resampling itself can tell.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import NormalDist

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.chosen import (
    Chosen,
    chosen_thresholds,
    equally_good,
    fixed_costs,
    supremum_critical,
)
from cc_widgets.core.uncertainty.critical import critical_value
from cc_widgets.core.uncertainty.intervals import MOVER, mover_limits
from cc_widgets.core.uncertainty.levels import Level, OrderRule, order_ranks
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples


def envelope_band(
    resamples: EnvelopeResamples, *, level: Level = 0.9, simultaneous: bool = False
) -> Band:
    """Draw the recommended band: for the best possible threshold and for the chosen one.

    The lower limit is that of Wilson-MOVER at the chosen threshold or of the resampled
    envelopes, whichever is lower. The upper one is that of Wilson-MOVER, raised by the
    optimism of having chosen the threshold on the same examples. Where a trivial threshold is
    chosen its cost is known, and the best possible one costs no more. Where two thresholds are
    equally good, as the trivial one and another nearly always are at pc 0 and 1, the limits
    hold for both.

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
    >>> from cc_widgets.core.predictions import predictions
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
    both = equally_good(resamples.candidates, resamples.pc)
    limits = [_limits(resamples, chosen, z, nearby=simultaneous) for chosen in both]
    lower, upper = zip(*limits, strict=True)
    chosen = chosen_thresholds(resamples.candidates, resamples.pc)
    optimism = np.where(chosen.trivial, 0.0, np.maximum(resamples.optimism, 0.0))
    return _drawn_from(resamples)(
        lower=np.minimum.reduce([*lower, *_percentiles(resamples.cost, ranks[:1])]),
        expected=chosen.cost + optimism,
        upper=np.maximum(*upper),
        level=float(level),
        method=f"{MOVER} with the optimism of choosing the threshold",
        target="best and chosen threshold",
        simultaneous=simultaneous,
    )


def optimistic_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = 0.9,
    rule: OrderRule = "margineantu-dietterich",
) -> Band:
    """Draw the plain percentile band of resampled envelopes, which is too low.

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
    >>> from cc_widgets.core.predictions import predictions
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
        method="percentiles of envelopes, optimistic",
        target="best threshold, too low",
    )


def fixed_threshold_band(
    resamples: EnvelopeResamples,
    *,
    level: Level = 0.9,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Draw percentiles of the costs of the thresholds, as if these had been chosen elsewhere.

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
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> fixed_threshold_band(drawn).lower
    array([0.])
    """
    ranks = order_ranks(level, resamples.n_done, rule)
    if simultaneous:
        ranks = _ranks_at(supremum_critical(resamples, level), resamples.n_done, rule)
    chosen, other = equally_good(resamples.candidates, resamples.pc)
    lower, upper = _percentiles(fixed_costs(resamples, chosen), ranks)
    tied = chosen.corner != other.corner
    low, high = _percentiles(fixed_costs(resamples, other, columns=tied), ranks)
    lower[tied], upper[tied] = np.minimum(lower[tied], low), np.maximum(upper[tied], high)
    return _drawn_from(resamples)(
        lower=lower,
        upper=upper,
        level=float(level),
        method="percentiles at thresholds kept fixed",
        target="fixed threshold",
        simultaneous=simultaneous,
    )


def corrected_cost(resamples: EnvelopeResamples) -> FloatArray:
    """Estimate the cost of the best possible threshold, without the optimism of the envelope.

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
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> bool(corrected_cost(drawn)[0] > 1 / 6)
    True
    """
    observed = chosen_thresholds(resamples.candidates, resamples.pc).cost
    trivial = np.minimum(resamples.pc, 1.0 - resamples.pc)
    # On average there is no pessimism, but few resamples may show some.
    return np.minimum(observed + np.maximum(resamples.optimism, 0.0), trivial)


def _drawn_from(resamples: EnvelopeResamples) -> Callable[..., Band]:
    """Return a maker of bands that says where they come from."""
    return partial(
        Band,
        pc=resamples.pc,
        estimate=chosen_thresholds(resamples.candidates, resamples.pc).cost,
        n_resamples=resamples.n_done,
        seed=resamples.seed,
        thinning=resamples.thinning,
    )


def _ranks_at(
    z: float, n_resamples: int, rule: OrderRule = "margineantu-dietterich"
) -> tuple[int, int]:
    """Return the ranks that reach as far as a critical value, or as far as the resamples do."""
    tail = Fraction(NormalDist().cdf(-z))
    if tail * n_resamples < 1:
        return 1, n_resamples
    return order_ranks(1 - 2 * tail, n_resamples, rule)


def _limits(
    resamples: EnvelopeResamples, chosen: Chosen, z: float, *, nearby: bool
) -> tuple[FloatArray, FloatArray]:
    """Return limits at the chosen thresholds; a trivial one has no uncertainty, one nearby has."""
    found = resamples.candidates
    lower, upper = mover_limits(
        chosen.fp, found.negatives, chosen.fn, found.positives, resamples.pc, z
    )
    raised = np.minimum(upper + np.maximum(resamples.optimism, 0.0), 1.0)
    known, cost = chosen.trivial, chosen.cost
    return np.where(known & (not nearby), cost, lower), np.where(known, cost, raised)


def _percentiles(cost: FloatArray, ranks: tuple[int, ...]) -> list[FloatArray]:
    """Return order statistics at each pc."""
    by_pc = np.sort(np.ascontiguousarray(cost.T), axis=1)
    return [by_pc[:, rank - 1].copy() for rank in ranks]
