"""Thresholds chosen on one set of examples and tested on another: nothing to correct."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import IntArray, ScoreArray
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.candidates import candidates
from cc_widgets.core.uncertainty.chosen import Chosen, chosen_thresholds
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
        Wilson-MOVER around the cost on the examples tested on.

    Raises
    ------
    CostCurveError
        If examples have weights.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> first = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> second = predictions([0, 0, 0, 1, 1, 1], [1, 2, 5, 4, 4, 6])
    >>> holdout_band(first, second, pc=[0.5]).estimate.round(3)
    array([0.167])
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
    chosen = chosen_thresholds(found, x)
    threshold = found.threshold[found.hull][chosen.corner]
    # The lowest threshold stands for accepting everything, whatever scores may follow.
    threshold = np.where(chosen.corner == found.hull.size - 1, -np.inf, threshold)
    positive = tested_on.positive
    fp = _accepted(tested_on.score[~positive], threshold)
    tp = _accepted(tested_on.score[positive], threshold)
    m = int(np.count_nonzero(positive))
    n = positive.size - m
    z = _critical(level, chosen) if simultaneous else normal_quantile(level)
    lower, upper = mover_limits(fp, n, m - tp, m, x, z)
    cost = (1.0 - x) * fp / n + x * (m - tp) / m
    return Band(
        pc=x,
        estimate=cost,
        lower=np.where(chosen.trivial, cost, lower),
        upper=np.where(chosen.trivial, cost, upper),
        level=float(level),
        method=f"{MOVER}, thresholds from other examples",
        target="chosen threshold",
        simultaneous=simultaneous,
    )


def _critical(level: float, chosen: Chosen) -> float:
    """Return a critical value that is enough for the lines of all thresholds in use."""
    lines = max(1, np.unique(chosen.corner[~chosen.trivial]).size)
    return simultaneous_critical(float(1 - (1 - read_level(level)) / lines))


def _accepted(score: ScoreArray, threshold: ScoreArray) -> IntArray:
    """Count the scores that reach each threshold."""
    return score.size - np.searchsorted(np.sort(score), threshold)
