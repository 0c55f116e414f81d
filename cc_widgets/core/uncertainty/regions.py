"""Confidence regions in ROC space: of one threshold, of a curve, and of its convex hull."""

from __future__ import annotations

from math import log, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.costs import dual_hull
from cc_widgets.core.counting import Counts, count
from cc_widgets.core.results import LEVEL, FloatArray, result
from cc_widgets.core.scores import Predictions
from cc_widgets.core.uncertainty.bands import Band, Level, normal_quantile, read_level
from cc_widgets.core.uncertainty.intervals import (
    MOVER,
    Limits,
    LineCounts,
    adjusted_wilson_limits,
    bonferroni_level,
    exact_rate_limits,
)
from cc_widgets.core.validation import read_bool, read_unit
from cc_widgets.errors import CostCurveError, shown

__all__ = ["RatesBox", "RocBand", "curve_band", "hull_band", "rates_box", "vertical_band"]

# ---- Confidence rectangle of one threshold


@result
class RatesBox:
    """Confidence rectangle in ROC space: limits of both rates of one threshold.

    Attributes
    ----------
    fpr, tpr : tuple of two floats
        Lower and upper limit of each rate.
    level : float
        Nominal coverage over test sets, for a threshold that was fixed before these data were seen.
    joint : bool
        Whether the level is for both rates at once, or for each rate alone.
    n_classifiers : int
        Number of classifiers among which this one was chosen, for which the limits allow.
    """

    fpr: Limits
    tpr: Limits
    level: float
    joint: bool
    n_classifiers: int

    @property
    def covers(self) -> str:
        """Coverage of the limits, in one sentence."""
        rates = "both rates at once" if self.joint else "each of the two rates"
        number = self.n_classifiers
        choice = f"; Bonferroni for the best of {number} classifiers" if number > 1 else ""
        method = f"Clopper-Pearson{choice}"
        return (
            f"{100 * self.level:g} % limits for {rates}, never held less often ({method}), "
            "of a threshold fixed before these data were seen. Of the best one on this dataset "
            "limits at 90 % held them as seldom as 81 % in simulations."
        )


def rates_box(
    line: LineCounts, *, level: Level = LEVEL, joint: bool = True, n_classifiers: int = 1
) -> RatesBox:
    """Exact (Clopper-Pearson) confidence limits of both rates of one threshold.

    Parameters
    ----------
    line : LineCounts
        Error counts of the threshold.
    level : float
        Level of confidence; the coverage is at least this for any true rates [1]_.
    joint : bool
        Whether the level is for both rates at once. Because the classes are independent, each rate
        then has the square root of that level.
    n_classifiers : int
        Number of classifiers among which this one was chosen. The limits of each then have a
        higher level, by Bonferroni's correction.

    Returns
    -------
    RatesBox
        With positive width even without errors.

    References
    ----------
    .. [1] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in
       the case of the binomial", Biometrika 26, 1934.

    Examples
    --------
    >>> box = rates_box(LineCounts(fp=4, negatives=10, fn=4, positives=20))
    >>> [round(limit, 3) for limit in (*box.fpr, *box.tpr)]
    [0.122, 0.736, 0.565, 0.942]
    """
    each = bonferroni_level(level, n_classifiers)
    rate_level = sqrt(each) if read_bool("joint", joint) else each
    fpr, fnr = exact_rate_limits(line, rate_level)
    tpr = 1.0 - fnr[1], 1.0 - fnr[0]
    return RatesBox(fpr, tpr, float(read_level(level)), joint, n_classifiers)


# ---- Bands of an ROC curve


RocTarget = Literal["hull", "tpr at each fpr", "curve"]
_ROC_TARGETS: dict[RocTarget, str] = {
    "hull": "the hull of the true curve",
    "tpr at each fpr": "the true positive rate of the threshold that truly has a given false "
    "positive rate",
    "curve": "the whole true curve",
}
_SCOPES = {
    "hull": ("as its costs are held at each single PC(+)", "as its costs are held at all PC(+)"),
    "tpr at each fpr": ("at each single one", "at all of them together"),
    "curve": ("at each single point", "all of it at once"),
}
_N_RATES = 65


@result
class RocBand:
    """Confidence band of an ROC curve, or of its convex hull.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n,)
        False positive rates, increasing.
    estimate, lower, upper : ndarray of float64, shape (n,)
        Element i is the observed true positive rate at fpr[i], and its confidence limits.
    level : float
        Nominal coverage over test sets.
    method : str
        Name of the method.
    target : {"hull", "tpr at each fpr", "curve"}
        The true quantity that the band covers.
    simultaneous : bool
        Whether the level is simultaneous or pointwise.
    n_resamples, seed : int or None
        Number of resamples and seed that reproduce the limits; None if nothing was resampled.
    """

    fpr: FloatArray
    estimate: FloatArray
    lower: FloatArray
    upper: FloatArray
    level: float
    method: str
    target: RocTarget
    simultaneous: bool
    n_resamples: int | None = None
    seed: int | None = None

    @property
    def covers(self) -> str:
        """Coverage of the band, in one sentence."""
        count = "" if self.n_resamples is None else f", {self.n_resamples:,} resamples"
        return (
            f"{100 * self.level:g} % band for {_ROC_TARGETS[self.target]}, "
            f"{_SCOPES[self.target][self.simultaneous]} ({self.method}{count}). It reflects the "
            "choice of the test set only, not of the training set."
        )


def read_fpr_grid(fpr: ArrayLike | None) -> FloatArray:
    """Return increasing false positive rates; 65 that are denser near 0 for None."""
    if fpr is None:
        return np.asarray(np.linspace(0.0, 1.0, _N_RATES) ** 2)
    rates = np.array(read_unit("fpr", fpr, "Pass false positive rates."), ndmin=1)
    if rates.ndim != 1 or not rates.size or np.any(np.diff(rates) <= 0.0):
        raise CostCurveError(
            "must be strictly increasing, with at least one value",
            where="fpr",
            got=shown(rates.tolist()),
            fix="Sort them: numpy.unique(fpr).",
        )
    return rates


def vertical_band(
    source: Predictions | Counts, *, level: Level = LEVEL, fpr: ArrayLike | None = None
) -> RocBand:
    """Pointwise band of an ROC curve: the true positive rate at each false positive rate.

    The threshold with a given true false positive rate is unknown: its observed rate varies, and
    the curve between the rates it may have adds to the uncertainty from the positives. Both
    distances are combined by MOVER [1]_.

    Parameters
    ----------
    source : Predictions or Counts
        Labels and scores of independent examples, or their counts.
    level : float
        Level of confidence.
    fpr : array-like, optional
        False positive rates; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        In closed form, without resampling.

    Raises
    ------
    CostCurveError
        If the number of independent examples is unknown, or a value is invalid.

    References
    ----------
    .. [1] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a
       general approach", Statistics in Medicine 27, 2008.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> scores = predictions(np.tile([0, 1], 50), np.arange(100) % 37)
    >>> band = vertical_band(scores, fpr=[0.1, 0.5])
    >>> band.lower.round(2), band.upper.round(2)
    (array([0.  , 0.34]), array([0.24, 0.68]))
    """
    counts, rates, z = _independent_counts(source), read_fpr_grid(fpr), normal_quantile(level)
    tp = np.interp(rates * counts.negatives, counts.fp, counts.tp)
    low, high = adjusted_wilson_limits(tp, counts.positives, z)
    tpr = tp / counts.positives
    left, right = _false_positive_range(rates, counts.negatives, z)
    before, after = (
        np.interp(at, counts.fp, counts.tp) / counts.positives
        for at in (left - _EDGE_STEP, right + _EDGE_STEP)
    )
    return RocBand(
        fpr=rates,
        estimate=tpr,
        lower=np.clip(tpr - np.hypot(tpr - low, np.maximum(tpr - before, 0.0)), 0.0, 1.0),
        upper=np.clip(tpr + np.hypot(high - tpr, np.maximum(after - tpr, 0.0)), 0.0, 1.0),
        level=float(read_level(level)),
        method=f"vertical band: {MOVER} limits with the uncertainty of the threshold",
        target="tpr at each fpr",
        simultaneous=False,
    )


_EDGE_STEP = 1e-6  # examples, to take the outer end of a vertical piece of the curve


def _false_positive_range(
    rates: FloatArray, negatives: float, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return the range of false positive counts of a threshold with these true rates.

    It is a normal range with the Cornish-Fisher correction for skewness and a continuity
    correction.
    """
    mean = rates * negatives
    half_width = z * np.sqrt(mean * (1.0 - rates))
    middle = mean + (z**2 - 1.0) / 6.0 * (1.0 - 2.0 * rates)
    return np.floor(middle - half_width - 0.5), np.ceil(middle + half_width + 0.5)


def curve_band(
    source: Predictions | Counts, *, level: Level = LEVEL, fpr: ArrayLike | None = None
) -> RocBand:
    """Simultaneous band of a whole ROC curve with guaranteed coverage.

    The distribution of scores in each class has a Dvoretzky-Kiefer-Wolfowitz band with Massart's
    constant [2]_ at the square root of the level. So each point of the true curve is in a rectangle
    of fixed size around a point of the observed one [1]_.

    Parameters
    ----------
    source : Predictions or Counts
        Labels and scores of independent examples, or their counts.
    level : float
        Level of confidence; the coverage is at least this for any true curve.
    fpr : array-like, optional
        False positive rates; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        Much wider than `vertical_band`.

    Raises
    ------
    CostCurveError
        If the number of independent examples is unknown, or a value is invalid.

    References
    ----------
    .. [1] G. Campbell, "Advances in statistical methodology for the evaluation of diagnostic and
       laboratory tests", Statistics in Medicine 13, 1994.
    .. [2] P. Massart, "The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality", The Annals
       of Probability 18, 1990.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> scores = predictions(np.tile([0, 1], 50), np.arange(100) % 37)
    >>> band = curve_band(scores, fpr=[0.1, 0.5])
    >>> band.lower.round(2), band.upper.round(2)
    (array([0.  , 0.13]), array([0.49, 0.89]))
    """
    counts, rates = _independent_counts(source), read_fpr_grid(fpr)
    error = 1.0 - sqrt(read_level(level))
    fpr_radius, tpr_radius = (
        sqrt(log(2.0 / error) / (2.0 * size)) for size in (counts.negatives, counts.positives)
    )
    tpr, before, after = (
        np.interp(at * counts.negatives, counts.fp, counts.tp) / counts.positives
        for at in (rates, rates - fpr_radius, rates + fpr_radius)
    )
    return RocBand(
        fpr=rates,
        estimate=tpr,
        lower=np.where(rates > fpr_radius, np.maximum(before - tpr_radius, 0.0), 0.0),
        upper=np.where(rates + fpr_radius < 1.0, np.minimum(after + tpr_radius, 1.0), 1.0),
        level=float(read_level(level)),
        method="Kolmogorov-Smirnov rectangles",
        target="curve",
        simultaneous=True,
    )


def _independent_counts(source: Predictions | Counts) -> Counts:
    """Return counts of independent examples; raise for weights and clusters."""
    if isinstance(source, Predictions) and source.plain:
        return count(source)
    if isinstance(source, Counts) and not source.weighted and source.tp.dtype.kind != "f":
        return source
    is_known = isinstance(source, Predictions | Counts)
    raise CostCurveError(
        "must be independent examples without weights",
        where="source",
        got="weights or clusters" if is_known else f"a value of type {type(source).__name__}",
        fix="Take the dual of the cost band: hull_band(envelope_band(...)).",
    )


# ---- Duals of cost bands


def hull_band(band: Band, *, fpr: ArrayLike | None = None) -> RocBand:
    """Band of the ROC convex hull: the dual of a band of the lower envelope.

    If the true envelope is above the lower limit, the true hull is below the dual of that limit,
    and conversely for the upper limit. So both bands cover the truth in the same test sets.

    Parameters
    ----------
    band : Band
        Band of the cost of one classifier.
    fpr : array-like, optional
        False positive rates; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        With the level and the resamples of the band.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import mover_band
    >>> from cc_widgets.core.uncertainty.intervals import LineCounts
    >>> costs = mover_band(LineCounts(fp=4, negatives=10, fn=4, positives=20))
    >>> result = hull_band(costs, fpr=[0.4])
    >>> result.lower.round(3), result.estimate.round(3), result.upper.round(3)
    (array([0.445]), array([0.8]), array([0.925]))
    """
    rates = read_fpr_grid(fpr)
    return RocBand(
        fpr=rates,
        estimate=_hull_at(band, band.estimate, rates),
        lower=_hull_at(band, band.upper, rates),
        upper=_hull_at(band, band.lower, rates),
        level=band.level,
        method=f"dual of the cost band: {band.method}",
        target="hull",
        simultaneous=band.simultaneous,
        n_resamples=band.n_resamples,
        seed=band.seed,
    )


def _hull_at(band: Band, cost: FloatArray, fpr: FloatArray) -> FloatArray:
    """Return the hull that is dual to these costs; at a vertical edge, its upper end."""
    hull = dual_hull(band.pc, cost)
    return np.interp(fpr, hull.fpr, hull.tpr)
