"""Loss of a threshold in use, compared with the recommended choice on the same dataset."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cc_widgets.core.results import LEVEL, BoolArray, FloatArray, result
from cc_widgets.core.uncertainty.bands import Band, Level, normal_quantile
from cc_widgets.core.uncertainty.bootstrap import OPTIMISM_FACTOR
from cc_widgets.core.uncertainty.intervals import MOVER, adjusted_wilson_limits

_CONTINUITY = 0.5  # examples, a continuity correction
_ZERO_VARIANCE = 1e-24  # a variance that is due to rounding
_ROUNDING = 1e-12


@result
class PairedRates:
    """Errors in one class, of a threshold in use and of the recommended choice at each pc.

    Attributes
    ----------
    used : float
        Error rate of the threshold in use.
    chosen : ndarray of float64, shape (n,)
        Error rate of the choice at each pc.
    both : ndarray of float64, shape (n,)
        Share of examples on which both are wrong; NaN if they were tested on different examples,
        or if it is unknown.
    used_size : float
        Effective number of examples behind the rate of the threshold in use.
    chosen_size : ndarray of float64, shape (n,)
        Effective number of examples behind the rate of the choice.
    """

    used: float
    chosen: FloatArray
    both: FloatArray
    used_size: float
    chosen_size: FloatArray


@result
class PairedTestSet:
    """Errors of a threshold in use and of the recommended choice on one test set.

    Attributes
    ----------
    negative, positive : PairedRates
        Errors by class.
    is_baseline : ndarray of bool, shape (n,)
        Whether the choice at each pc is a baseline, with known rates.
    """

    negative: PairedRates
    positive: PairedRates
    is_baseline: BoolArray


def in_use_loss(
    test_sets: Sequence[PairedTestSet],
    pc: FloatArray,
    bias: FloatArray,
    is_baseline: BoolArray,
    *,
    level: Level = LEVEL,
) -> Band:
    """Return a band of the extra cost on new data of a threshold in use.

    Parameters
    ----------
    test_sets : sequence of PairedTestSet
        Errors on each test set; for folds, costs are averaged over them.
    pc : ndarray of float64, shape (n,)
        Probability-cost values.
    bias : ndarray of float64, shape (n,)
        Expected minus observed cost of the best classifier, which was chosen on the dataset.
    is_baseline : ndarray of bool, shape (n,)
        Whether a baseline is recommended instead.
    level : float
        Pointwise level of confidence.

    Returns
    -------
    Band
        Cost of the threshold in use minus that of the choice. The limits of the error rates are
        combined as for differences of paired proportions [1]_, and shifted and widened by the
        optimistic bias of the choice. Where both make the same decisions, it is 0.

    References
    ----------
    .. [1] R. G. Newcombe, "Improved confidence intervals for the difference between binomial
       proportions based on paired data", Statistics in Medicine 17, 1998.
    """
    z, weight = normal_quantile(level), np.stack([1.0 - pc, pc])
    estimate, below, above = np.zeros(pc.size), np.zeros(pc.size), np.zeros(pc.size)
    is_same = np.ones(pc.size, dtype=bool)
    for test_set in test_sets:
        for cost, rates in zip(weight, (test_set.negative, test_set.positive), strict=True):
            estimate += cost * (rates.used - rates.chosen)
            squares = _squared_distances(rates, test_set.is_baseline, z)
            below, above = below + cost**2 * squares[0], above + cost**2 * squares[1]
            is_same &= _is_same(rates)
    n_sets = len(test_sets)
    estimate /= n_sets
    optimism = bias / OPTIMISM_FACTOR
    expected = estimate - np.where(is_baseline, 0.0, bias)
    lower = expected - np.hypot(np.sqrt(below) / n_sets, optimism)
    upper = estimate + np.sqrt(above) / n_sets
    estimate, expected, lower, upper = (
        np.where(is_same, 0.0, np.clip(value, -1.0, 1.0))
        for value in (estimate, expected, lower, upper)
    )
    return Band(
        pc=pc,
        estimate=estimate,
        lower=lower,
        upper=np.maximum(upper, expected),
        expected=expected,
        level=float(level),
        method=f"paired {MOVER} limits shifted by bootstrap optimism",
        target="difference in use",
    )


def _squared_distances(
    rates: PairedRates, is_baseline: BoolArray, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return squared distances from a difference of rates to its lower and upper limits."""
    used_low, used_high = adjusted_wilson_limits(rates.used * rates.used_size, rates.used_size, z)
    low, high = adjusted_wilson_limits(rates.chosen * rates.chosen_size, rates.chosen_size, z)
    correlation = _correlation(rates)
    distances = (
        (rates.used - used_low, high - rates.chosen),
        (used_high - rates.used, rates.chosen - low),
    )
    below, above = (
        used**2 + np.where(is_baseline, 0.0, chosen**2 - 2.0 * correlation * used * chosen)
        for used, chosen in distances
    )
    return np.maximum(below, 0.0), np.maximum(above, 0.0)


def _correlation(rates: PairedRates) -> FloatArray:
    """Return the correlation of both error rates, with positive ones reduced for continuity."""
    covariance = rates.both - rates.used * rates.chosen
    covariance -= np.minimum(_CONTINUITY / rates.chosen_size, np.maximum(covariance, 0.0))
    variance = rates.used * (1.0 - rates.used) * rates.chosen * (1.0 - rates.chosen)
    return np.divide(
        covariance,
        np.sqrt(variance),
        out=np.zeros_like(covariance),
        where=~np.isnan(covariance) & (variance > _ZERO_VARIANCE),
    )


def _is_same(rates: PairedRates) -> BoolArray:
    """Return where both make errors on the same examples."""
    is_same: BoolArray = np.abs(rates.both - rates.used) <= _ROUNDING
    return is_same & (np.abs(rates.both - rates.chosen) <= _ROUNDING)
