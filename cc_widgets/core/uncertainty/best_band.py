"""The band of the best of several classifiers, which was chosen on the same examples."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.levels import Level, order_ranks, read_level
from cc_widgets.core.uncertainty.resampling import JointResamples
from cc_widgets.core.whole import read_whole


def best_band(resamples: JointResamples, bands: Sequence[Band]) -> Band:
    """Draw the band of the cheapest classifier at each pc, from resamples that choose anew.

    Parameters
    ----------
    resamples : JointResamples
        Resampled envelopes of two classifiers or more.
    bands : sequence of Band
        What `envelope_band` makes of each of them, at each single PC(+).

    Returns
    -------
    Band
        Around the joint envelope. The lower limit is that of the cheapest classifier or of the
        resampled joint envelopes, whichever is lower; the upper one is that of the cheapest,
        raised by what choosing among classifiers adds to the optimism of choosing a threshold.

    Raises
    ------
    CostCurveError
        If there are too few resamples for the level.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import envelope_band, finished, joint_resampling
    >>> label = [0, 0, 1, 0, 1, 1]
    >>> pair = [predictions(label, [1, 2, 3, 4, 5, 6]), predictions(label, [3, 1, 2, 6, 4, 5])]
    >>> drawn = finished(joint_resampling(pair, n_resamples=999, rng=0, pc=[0.5]))
    >>> bands = [envelope_band(one) for one in drawn.each]
    >>> bool(best_band(drawn, bands).upper[0] > bands[0].upper[0])
    True
    """
    pool, first = resamples.pool, bands[0]
    if pool is None:
        return first
    rank, _ = order_ranks(first.level, resamples.n_done)
    lowest = np.sort(np.ascontiguousarray(pool.cost.T), axis=1)[:, rank - 1]
    upper, expected = [], []
    for one, band in zip(resamples.each, bands, strict=True):
        more = np.maximum(pool.optimism, 0.0) - np.maximum(one.optimism, 0.0)
        more = np.maximum(more, 0.0)
        upper.append(np.minimum(band.upper + more, 1.0))
        expected.append(band.expected + more)
    lower = [np.minimum(band.lower, lowest) for band in bands]
    method = f"{first.method} and one of {len(bands)} classifiers"
    return _cheapest(bands, (lower, upper, expected), first.level, method)


def best_of_independent(bands: Sequence[Band], level: Level) -> Band:
    """Draw the band of the cheapest classifier at each pc, from bands that all hold together.

    It promises no less however the classifiers depend on each other, so it is the one to use
    where they cannot be resampled jointly; it is wider than `best_band`.

    Parameters
    ----------
    bands : sequence of Band
        One for each classifier, of `shared_level`.
    level : float
        The level that all of them have together.

    Returns
    -------
    Band
        At each pc the limits of the cheapest; at all PC(+) together, if they hold so.

    Examples
    --------
    >>> from cc_widgets.core.uncertainty import LineCounts, mover_band
    >>> lines = LineCounts(4, 10, 4, 20), LineCounts(3, 10, 4, 20)
    >>> bands = [mover_band(line, level=shared_level(0.9, 2), pc=[0.5]) for line in lines]
    >>> band = best_of_independent(bands, 0.9)
    >>> band.upper.round(3), band.method
    (array([0.449]), 'Wilson-MOVER, each of 2 classifiers at 95 %')
    """
    method = bands[0].method
    if len(bands) > 1:
        methods = " or ".join(dict.fromkeys(band.method for band in bands))
        share = 100 * float(shared_level(level, len(bands)))
        method = f"{methods}, each of {len(bands)} classifiers at {share:.4g} %"
    names = ("lower", "upper", "expected")
    limits = tuple([getattr(band, name) for band in bands] for name in names)
    return _cheapest(bands, limits, level, method)


def shared_level(level: Level, parts: int) -> Fraction:
    """Return the level of each of several bands that together hold at `level`.

    Parameters
    ----------
    level : float
        The level of all together.
    parts : int
        How many there are.

    Returns
    -------
    Fraction
        The error that is allowed is divided among them (Bonferroni).

    Examples
    --------
    >>> shared_level(0.9, 2)
    Fraction(19, 20)
    """
    count = read_whole("parts", parts, "Pass how many bands hold together.", fewest=1)
    return 1 - (1 - read_level(level)) / count


def _cheapest(
    bands: Sequence[Band],
    limits: tuple[Sequence[FloatArray], ...],
    level: Level,
    method: str,
) -> Band:
    """Take limits from the band that is lowest at each pc; the cost of a trivial rule is known."""
    first = bands[0]
    rule = np.minimum(first.pc, 1.0 - first.pc)
    estimate = np.minimum.reduce([rule, *(band.estimate for band in bands)])
    equal = [(band.estimate == estimate) & (band.upper > estimate) for band in bands]
    known = ~np.logical_or.reduce(equal)
    lower, upper, expected = (
        np.where(known, rule, _outermost(each, equal, sign))
        for each, sign in zip(limits, (-1.0, 1.0, 1.0), strict=True)
    )
    return Band(
        pc=first.pc,
        estimate=estimate,
        lower=lower,
        upper=upper,
        expected=expected,
        level=float(level),
        method=method,
        target="chosen classifier",
        simultaneous=first.simultaneous,
        n_resamples=max(band.n_resamples or 0 for band in bands) or None,
        seed=next((band.seed for band in bands if band.seed is not None), None),
        thinning=max(band.thinning for band in bands),
    )


def _outermost(limits: Sequence[FloatArray], equal: Sequence[BoolArray], sign: float) -> FloatArray:
    """Return the outermost limit of those that are equally low."""
    each = [np.where(one, sign * limit, -np.inf) for limit, one in zip(limits, equal, strict=True)]
    outermost: FloatArray = sign * np.maximum.reduce(each)
    return outermost
