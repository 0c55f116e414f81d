"""Thresholds chosen on one set of examples and tested on another: nothing to correct."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, IntArray, ScoreArray
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.candidates import Candidates, candidates
from cc_widgets.core.uncertainty.chosen import Chosen, chosen_thresholds, equally_good
from cc_widgets.core.uncertainty.critical import simultaneous_critical
from cc_widgets.core.uncertainty.intervals import MOVER, mover_limits
from cc_widgets.core.uncertainty.levels import normal_quantile, read_level
from cc_widgets.errors import CostCurveError


def holdout_band(
    chosen_on: Predictions,
    tested_on: Predictions,
    *,
    level: float = 0.9,
    pc: ArrayLike | None = None,
    simultaneous: bool = False,
) -> Band:
    """Draw the band of thresholds that were chosen on other examples.

    Parameters
    ----------
    chosen_on : Predictions
        Scores and labels on which the best threshold at each pc is chosen.
    tested_on : Predictions
        Other examples, scored by the same classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    simultaneous : bool
        Whether the level must hold at all pc at once. What may be missed is then shared out
        evenly among the thresholds in use, each of which has a whole line of its own.

    Returns
    -------
    Band
        Wilson-MOVER around the cost on the examples tested on. Where two thresholds were equally
        good the estimate is that of the higher one, and the limits hold for both.

    Raises
    ------
    CostCurveError
        If examples have weights.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> first = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> second = predictions([0, 0, 0, 1, 1, 1], [1, 2, 5, 4, 4, 6])
    >>> holdout_band(first, second, pc=[0.6]).estimate.round(3)
    array([0.133])
    """
    if tested_on.weight is not None:
        raise CostCurveError(
            "a band needs examples that count once each",
            where="tested_on",
            got="weights",
            fix="Leave the weights out, or repeat examples that stand for several.",
        )
    x = read_grid(pc)
    found = candidates(chosen_on, few=None)
    both = equally_good(found, x)
    z = _critical(level, both) if simultaneous else normal_quantile(level)
    ends = [_limits(_threshold(found, chosen), chosen, tested_on, x, z) for chosen in both]
    lower, upper = zip(*ends, strict=True)
    named = chosen_thresholds(found, x)
    fp, n, fn, m = _errors(tested_on, _threshold(found, named))
    return Band(
        pc=x,
        estimate=(1.0 - x) * fp / n + x * fn / m,
        lower=np.minimum(*lower),
        upper=np.maximum(*upper),
        level=float(level),
        method=f"{MOVER}, thresholds from other examples",
        target="chosen threshold",
        simultaneous=simultaneous,
    )


def _threshold(found: Candidates, chosen: Chosen) -> ScoreArray:
    """Return thresholds; the lowest stands for accepting everything, whatever scores may follow."""
    threshold = found.threshold[found.hull][chosen.corner]
    return np.where(chosen.corner == found.hull.size - 1, -np.inf, threshold)


def _limits(
    threshold: ScoreArray, chosen: Chosen, tested_on: Predictions, x: FloatArray, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return limits of one threshold at each pc; a trivial one has no uncertainty."""
    fp, n, fn, m = _errors(tested_on, threshold)
    lower, upper = mover_limits(fp, n, fn, m, x, z)
    trivial, cost = chosen.trivial, (1.0 - x) * fp / n + x * fn / m
    return np.where(trivial, cost, lower), np.where(trivial, cost, upper)


def _errors(tested_on: Predictions, threshold: ScoreArray) -> tuple[IntArray, int, IntArray, int]:
    """Count the errors of each class at each threshold, and the class."""
    negative, positive = (tested_on.score[tested_on.positive == kind] for kind in (False, True))
    rejected = positive.size - _accepted(positive, threshold)
    return _accepted(negative, threshold), negative.size, rejected, positive.size


def _critical(level: float, both: tuple[Chosen, Chosen]) -> float:
    """Return a critical value that is enough for the lines of all thresholds in use."""
    used = np.concatenate([chosen.corner[~chosen.trivial] for chosen in both])
    lines = max(1, np.unique(used).size)
    return simultaneous_critical(float(1 - (1 - read_level(level)) / lines))


def _accepted(score: ScoreArray, threshold: ScoreArray) -> IntArray:
    """Count the scores that reach each threshold."""
    return score.size - np.searchsorted(np.sort(score), threshold)
