"""Resamples of fixed thresholds from the counts alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._reading import read_whole
from cc_widgets.core._results import LEVEL, FloatArray, result
from cc_widgets.core.uncertainty._band import (
    MORE,
    Band,
    Level,
    OrderRule,
    Target,
    order_ranks,
    percentile_level,
    read_grid,
)
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.core.uncertainty._exact import pseudo_count_note, smoothed_rates
from cc_widgets.core.uncertainty._lines import LineCounts

RESAMPLES = 1999
_BLOCK = 1 << 20


@result
class LineReplicates:
    """Lines that other test sets might have given, of one classifier or of a difference.

    Attributes
    ----------
    fpr, fnr : ndarray of float64, shape (n_resamples,)
        Element i is the value of replicate i at pc = 0 and at pc = 1.
    observed_fpr, observed_fnr : float
        The same of the test set itself.
    method : str
        How they were drawn.
    target : str
        What a band made of them is for.
    seed : int
        Given again, it leads to the same replicates.
    """

    fpr: FloatArray
    fnr: FloatArray
    observed_fpr: float
    observed_fnr: float
    method: str
    target: Target
    seed: int


def line_replicates(
    line: LineCounts,
    *,
    n_resamples: int = RESAMPLES,
    pseudo_count: float = 0.0,
    rng: Rng = None,
) -> LineReplicates:
    """Replicates of one cost line: the errors of each class are binomial.

    Both classes stay as large as they are.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    n_resamples : int
        How many replicates.
    pseudo_count : float
        Added to each cell of the confusion matrix before rates are formed; with 0, a class
        without errors has none in any replicate.
    rng : int, numpy.random.Generator or None
        Source of randomness.

    Returns
    -------
    LineReplicates
        From which `percentile_band` makes a band of any level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> drawn = line_replicates(line, n_resamples=1000, rng=0)
    >>> bool(np.all(drawn.fpr * 10 == np.round(drawn.fpr * 10)))
    True
    """
    n_resamples = read_whole("n_resamples", n_resamples, MORE, fewest=1)
    fpr, fnr = smoothed_rates(line, pseudo_count)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    return LineReplicates(
        fpr=numbers.binomial(line.negatives, fpr, n_resamples) / line.negatives,
        fnr=numbers.binomial(line.positives, fnr, n_resamples) / line.positives,
        observed_fpr=line.fpr,
        observed_fnr=line.fnr,
        method=f"percentile{pseudo_count_note(pseudo_count)}",
        target="line",
        seed=seed,
    )


def percentile_band(
    replicates: LineReplicates,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    rule: OrderRule = "margineantu-dietterich",
    simultaneous: bool = False,
) -> Band:
    """Band between two ranks of sorted replicates, at each pc.

    Parameters
    ----------
    replicates : LineReplicates
        Of a line, or of a difference of two.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    rule : {"margineantu-dietterich", "holte-drummond"}
        Which ranks; see `order_ranks`.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Its limits are values of replicates: nothing is interpolated between two.

    Raises
    ------
    CostCurveError
        If there are too few replicates for the level.

    Examples
    --------
    >>> line = LineCounts(fp=4, negatives=10, fn=4, positives=20)
    >>> drawn = line_replicates(line, n_resamples=100, rng=0)
    >>> band = percentile_band(drawn, pc=[0, 1], rule="holte-drummond")
    >>> band.upper[0] == np.sort(drawn.fpr)[95]
    np.True_
    """
    x = read_grid(pc)
    n_resamples = replicates.fpr.size
    reached = percentile_level(level, simultaneous=simultaneous)
    ranks = np.array(order_ranks(reached, n_resamples, rule))
    limits = np.empty((x.size, 2))
    height = max(1, _BLOCK // n_resamples)
    for start in range(0, x.size, height):
        part = x[start : start + height, None]
        cost = (1.0 - part) * replicates.fpr + part * replicates.fnr
        cost.sort(axis=1)
        limits[start : start + height] = cost[:, ranks - 1]
    return Band(
        pc=x,
        estimate=(1.0 - x) * replicates.observed_fpr + x * replicates.observed_fnr,
        lower=limits[:, 0],
        upper=limits[:, 1],
        level=float(level),
        method=replicates.method,
        target=replicates.target,
        simultaneous=simultaneous,
        n_resamples=n_resamples,
        seed=replicates.seed,
    )
