"""Regions of confidence in ROC space: of one threshold, of a whole curve, and of its hull."""

from __future__ import annotations

from math import log, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._cost import dual_hull
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._reading import read_truth, read_unit
from cc_widgets.core._results import LEVEL, FloatArray, result
from cc_widgets.core.uncertainty._band import Band, Level, normal_quantile, read_level
from cc_widgets.core.uncertainty._lines import (
    Limits,
    LineCounts,
    careful_limits,
    exact_rates,
)
from cc_widgets.errors import CostCurveError, shown

# ---- Both rates of one threshold


@result
class RatesBox:
    """Limits of both rates of one threshold: a rectangle in ROC space.

    Attributes
    ----------
    fpr, tpr : tuple of two floats
        The lower and the upper limit of each rate.
    level : float
        How often such limits hold the truth, over test sets, of a threshold that was fixed
        before these data were seen.
    joint : bool
        Whether the level is that of holding both rates at once, or each taken alone.
    """

    fpr: Limits
    tpr: Limits
    level: float
    joint: bool

    @property
    def covers(self) -> str:
        """What the limits cover, in a sentence for their reader."""
        what = "both rates at once" if self.joint else "each of the two rates"
        return (
            f"{100 * self.level:g} % limits for {what}, never held less often (Clopper-Pearson), "
            "of a threshold fixed before these data were seen. Of the best one on these data "
            "limits at 90 % held them as seldom as 82 % in simulations."
        )


def rates_box(line: LineCounts, *, level: Level = LEVEL, joint: bool = True) -> RatesBox:
    """Exact limits of both rates of one threshold.

    Parameters
    ----------
    line : LineCounts
        Its errors, by class.
    level : float
        Level of confidence, kept or surpassed whatever the true rates.
    joint : bool
        Whether the level is to hold for both rates at once. Classes are independent, so each
        then has the square root of it.

    Returns
    -------
    RatesBox
        Not of width zero, not even where no error was observed.

    Examples
    --------
    >>> box = rates_box(LineCounts(fp=4, negatives=10, fn=4, positives=20))
    >>> [round(limit, 3) for limit in (*box.fpr, *box.tpr)]
    [0.122, 0.736, 0.565, 0.942]
    """
    each = sqrt(read_level(level)) if read_truth("joint", joint) else level
    fpr, fnr = exact_rates(line, each)
    return RatesBox(fpr, (1.0 - fnr[1], 1.0 - fnr[0]), float(read_level(level)), joint)


# ---- A band around a whole curve


RocTarget = Literal["hull", "tpr at each fpr", "curve"]
_TARGETS: dict[RocTarget, str] = {
    "hull": "the hull of the true curve",
    "tpr at each fpr": "the true positive rate of the threshold that truly has a given false "
    "positive rate",
    "curve": "the whole true curve",
}
_WHERE = {
    "hull": ("as its costs are held at each single PC(+)", "as its costs are held at all PC(+)"),
    "tpr at each fpr": ("at each single one", "at all of them together"),
    "curve": ("at each single point", "all of it at once"),
}
_GRID = 65


@result
class RocBand:
    """Limits of an ROC curve, or of its hull, and what they promise.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n,)
        Where the limits are known, rising.
    estimate, lower, upper : ndarray of float64, shape (n,)
        Element i is the true positive rate at fpr[i] that was observed, and its two limits.
    level : float
        How often such limits hold the truth, over test sets.
    method : str
        How they were computed.
    target : {"hull", "tpr at each fpr", "curve"}
        Which truth that is.
    simultaneous : bool
        Whether the level holds everywhere at once.
    n_resamples, seed : int or None
        What it takes to compute the same limits again; None if nothing was drawn.
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
        """What the band covers, in a sentence for its reader."""
        drawn = "" if self.n_resamples is None else f", {self.n_resamples:,} resamples"
        return (
            f"{100 * self.level:g} % band for {_TARGETS[self.target]}, "
            f"{_WHERE[self.target][self.simultaneous]} ({self.method}{drawn}). It reflects the "
            "choice of the test set only, not of the training set."
        )


def read_rates(fpr: ArrayLike | None) -> FloatArray:
    """False positive rates at which a band is wanted, checked.

    Parameters
    ----------
    fpr : array-like of shape (n,) or None
        Rising values in [0, 1]; None for 65 that are denser near 0.

    Returns
    -------
    ndarray of float64, shape (n,)
        The values.

    Raises
    ------
    CostCurveError
        If they are not in [0, 1] or do not rise.

    Examples
    --------
    >>> read_rates(None).size
    65
    """
    if fpr is None:
        return np.asarray(np.linspace(0.0, 1.0, _GRID) ** 2)
    rates = np.array(read_unit("fpr", fpr, "Pass false positive rates."), ndmin=1)
    if rates.ndim != 1 or not rates.size or np.any(np.diff(rates) <= 0.0):
        raise CostCurveError(
            "must be one or more values that rise",
            where="fpr",
            got=shown(rates.tolist()),
            fix="Sort them: numpy.unique(fpr).",
        )
    return rates


def vertical_band(
    given: Predictions | Counts, *, level: Level = LEVEL, fpr: ArrayLike | None = None
) -> RocBand:
    """Band of an ROC curve at each false positive rate.

    The threshold that truly has a false positive rate is not known: on these examples it has a
    rate that strays from it, and the curve between such rates is uncertain on top of what the
    positives leave open. Both distances are added like standard errors.

    Parameters
    ----------
    given : Predictions or Counts
        Scores of independent examples, or what they count.
    level : float
        Level of confidence.
    fpr : array-like, optional
        Where; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        In closed form: nothing is drawn.

    Raises
    ------
    CostCurveError
        If it is not known how many independent examples there are, or a value makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> scores = predictions(np.tile([0, 1], 50), np.arange(100) % 37)
    >>> band = vertical_band(scores, fpr=[0.1, 0.5])
    >>> band.lower.round(2), band.upper.round(2)
    (array([0.  , 0.34]), array([0.24, 0.68]))
    """
    counts, rates, reach = _counted(given), read_rates(fpr), normal_quantile(level)
    found = np.interp(rates * counts.negatives, counts.fp, counts.tp)
    low, high = careful_limits(found, counts.positives, reach)
    tpr = found / counts.positives
    left, right = _stray(rates, counts.negatives, reach)
    before, after = (
        np.interp(at, counts.fp, counts.tp) / counts.positives
        for at in (left - _BESIDE, right + _BESIDE)
    )
    return RocBand(
        fpr=rates,
        estimate=tpr,
        lower=np.clip(tpr - np.hypot(tpr - low, np.maximum(tpr - before, 0.0)), 0.0, 1.0),
        upper=np.clip(tpr + np.hypot(high - tpr, np.maximum(after - tpr, 0.0)), 0.0, 1.0),
        level=float(read_level(level)),
        method="Wilson-MOVER, with the rate that a threshold strays by",
        target="tpr at each fpr",
        simultaneous=False,
    )


_BESIDE = 1e-6  # of an example: to either side of an upright piece of the curve


def _stray(rates: FloatArray, negatives: float, reach: float) -> tuple[FloatArray, FloatArray]:
    """Between how many false positives a threshold has that truly has these rates."""
    mean = rates * negatives
    away = reach * np.sqrt(mean * (1.0 - rates))
    middle = mean + (reach**2 - 1.0) / 6.0 * (1.0 - 2.0 * rates)
    # Whole numbers of examples, and half a one, as counts are not normally distributed.
    return np.floor(middle - away - 0.5), np.ceil(middle + away + 0.5)


def curve_band(
    given: Predictions | Counts, *, level: Level = LEVEL, fpr: ArrayLike | None = None
) -> RocBand:
    """Guaranteed band around a whole ROC curve.

    Each class has its distribution of scores held everywhere at once, with the square root of
    the level (Dvoretzky, Kiefer, Wolfowitz; Massart's constant): every point of the true curve is
    in a rectangle of one size around a point of this one.

    Parameters
    ----------
    given : Predictions or Counts
        Scores of independent examples, or what they count.
    level : float
        Level of confidence, kept or surpassed whatever the true curve.
    fpr : array-like, optional
        Where; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        Much wider than `vertical_band`.

    Raises
    ------
    CostCurveError
        If it is not known how many independent examples there are, or a value makes no sense.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> scores = predictions(np.tile([0, 1], 50), np.arange(100) % 37)
    >>> band = curve_band(scores, fpr=[0.1, 0.5])
    >>> band.lower.round(2), band.upper.round(2)
    (array([0.  , 0.13]), array([0.49, 0.89]))
    """
    counts, rates = _counted(given), read_rates(fpr)
    left_out = 1.0 - sqrt(read_level(level))
    aside, up = (
        sqrt(log(2.0 / left_out) / (2.0 * size)) for size in (counts.negatives, counts.positives)
    )
    tpr, before, after = (
        np.interp(at * counts.negatives, counts.fp, counts.tp) / counts.positives
        for at in (rates, rates - aside, rates + aside)
    )
    return RocBand(
        fpr=rates,
        estimate=tpr,
        lower=np.where(rates > aside, np.maximum(before - up, 0.0), 0.0),
        upper=np.where(rates + aside < 1.0, np.minimum(after + up, 1.0), 1.0),
        level=float(read_level(level)),
        method="Kolmogorov-Smirnov rectangles",
        target="curve",
        simultaneous=True,
    )


def _counted(given: Predictions | Counts) -> Counts:
    """Counts of independent examples."""
    if isinstance(given, Predictions) and given.plain:
        return count(given)
    if isinstance(given, Counts) and not given.weighted and given.tp.dtype.kind != "f":
        return given
    known = isinstance(given, Predictions | Counts)
    raise CostCurveError(
        "a band of a curve needs so many independent examples",
        where="given",
        got="weights or clusters" if known else f"a value of type {type(given).__name__}",
        fix="Take the dual of the cost band: hull_band(envelope_band(...)).",
    )


# ---- The dual of a cost band


def hull_band(band: Band, *, fpr: ArrayLike | None = None) -> RocBand:
    """Band of an ROC hull: the dual of the band of its lower envelope.

    Where every classifier costs at least as much as the lower limit, no point of ROC space lies
    above the hull of which that is the envelope; where the best one costs at most as much as the
    upper limit, none of its hull lies below that of the upper. So both bands hold in the same
    test sets.

    Parameters
    ----------
    band : Band
        Of the cost of one classifier.
    fpr : array-like, optional
        Where; 65 values by default, denser near 0.

    Returns
    -------
    RocBand
        With the level and the resamples of the band.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import mover_band, LineCounts
    >>> costs = mover_band(LineCounts(fp=4, negatives=10, fn=4, positives=20))
    >>> found = hull_band(costs, fpr=[0.4])
    >>> found.lower.round(3), found.estimate.round(3), found.upper.round(3)
    (array([0.445]), array([0.8]), array([0.925]))
    """
    rates = read_rates(fpr)
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
    """The hull that is the dual of some costs, from above where it rises straight up."""
    hull = dual_hull(band.pc, cost)
    return np.interp(fpr, hull.fpr, hull.tpr)
