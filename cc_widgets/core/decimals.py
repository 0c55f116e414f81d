"""Thresholds in as few decimals as make the same decisions."""

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, ScoreArray

_MOST_DECIMALS = 22  # greater powers of ten are no exact floats
_MOST_DIGITS = 17  # tell any two floats apart
_WHOLE = 2.0**53  # beyond, floats skip whole numbers


def short_thresholds(threshold: ScoreArray, lower: ScoreArray) -> FloatArray:
    """Shorten thresholds without moving an example to the other side.

    Parameters
    ----------
    threshold : ndarray of float32 or float64, shape (n_thresholds,)
        Scores from which on something is called positive.
    lower : ndarray of the same type, shape (n_thresholds,)
        Element i is the next lower score that occurs; minus infinity where there is none.

    Returns
    -------
    ndarray of float64, shape (n_thresholds,)
        Element i is the number with the fewest decimals above ``lower[i]`` and not above
        ``threshold[i]``, and of these the greatest. It is so too after rounding to the type of
        the scores, or to a shorter one that holds them. Infinite thresholds stay.

    Examples
    --------
    >>> short_thresholds(np.array([np.inf, 0.99999841935, 0.75, 3.0]),
    ...                  np.array([0.999998, 0.999998, 0.7484, 2.0]))
    array([      inf, 0.9999984, 0.75     , 3.       ])
    """
    exact = np.asarray(threshold, dtype=np.float64)
    below = np.asarray(lower, dtype=np.float64)
    short = exact.copy()
    left = np.flatnonzero(np.isfinite(exact))
    for decimals in range(_MOST_DECIMALS + 1):
        if not left.size:
            break
        found = _cut(exact[left], decimals)
        fits = (found <= exact[left]) & _apart_in_short(found, exact[left], below[left])
        short[left[fits]] = found[fits] + 0.0
        left = left[~fits & (np.abs(exact[left]) * 10.0**decimals < _WHOLE)]
    for i in left.tolist():
        short[i] = _few_digits(exact[i].item(), below[i].item())
    return short


def _cut(values: FloatArray, decimals: int) -> FloatArray:
    """Return the floats nearest to the values cut down to some decimals."""
    scale = 10.0**decimals
    with np.errstate(over="ignore"):
        whole = np.floor(values * scale)
    # A product that was rounded up to a whole number is one too many.
    whole = np.where(whole / scale > values, whole - 1.0, whole)
    cut: FloatArray = np.where(np.abs(whole) < _WHOLE, whole / scale, values)
    return cut


def _apart_in_short(found: FloatArray, exact: FloatArray, below: FloatArray) -> BoolArray:
    """Tell which numbers stay above the lower score in every type that the scores may have had.

    A program compares in the type of the scores; where both fit a shorter one, it may be that.
    """
    apart = found > below
    with np.errstate(over="ignore"):
        for short in (np.float16, np.float32):
            fit = (exact.astype(short) == exact) & (below.astype(short) == below)
            apart &= ~fit | (found.astype(short).astype(np.float64) > below)
    return apart


def _few_digits(exact: float, below: float) -> float:
    """Return a number of few digits above one number and not above another."""
    for digits in range(_MOST_DIGITS):
        found = np.array([float(f"{exact:.{digits}e}")])
        if found[0] <= exact and _apart_in_short(found, np.array([exact]), np.array([below]))[0]:
            return float(found[0])
    return exact
