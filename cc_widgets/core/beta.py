"""The regularised incomplete beta function, in NumPy.

A continued fraction (Lentz's way of evaluating it) times x^a (1 - x)^b / B(a, b). That
factor is written with Stirling's formula about the mean a / (a + b), where the large terms
cancel before they are computed: logarithms of gamma functions, subtracted, would lose up to
nine digits for shapes of a million.
"""

from math import exp, lgamma, log, pi, sqrt

import numpy as np

from cc_widgets.core.arrays import FloatArray

_TINY = 1e-300
_CLOSE = 2 * float(np.finfo(np.float64).eps)
_MOST_STEPS = 100_000
_STIRLING_FROM = 15.0
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_SERIES_BELOW = 0.5
_SERIES_TERMS = 18


def beta_tails(a: float, b: float, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how much of a beta distribution lies below x, and how much above.

    Both are computed without subtracting from 1 on the side where they are small. Relative
    errors stay below about 1e-13 for shapes from 1e-3 to 1e6, and 1e-10 for shapes of 1e8.
    Smaller shapes leave so little on one side, far from the other, that it has an error of
    about 1e-16 of the whole.

    Parameters
    ----------
    a, b : float
        Shapes, above 0 and up to about 1e8.
    x : ndarray of float64, shape (n,)
        In [0, 1].

    Returns
    -------
    below, above : ndarray of float64, shape (n,)
        Element i is the mass on [0, x[i]] and on [x[i], 1]; their sum is 1.

    Examples
    --------
    >>> below, above = beta_tails(2.0, 1.0, np.array([0.0, 0.5, 1.0]))
    >>> below.round(12), above.round(12)
    (array([0.  , 0.25, 1.  ]), array([1.  , 0.75, 0.  ]))
    """
    lower = x < (a + 1.0) / (a + b + 2.0)
    below = np.empty_like(x)
    below[lower] = _tail(a, b, x[lower], 1.0 - x[lower])
    above = np.empty_like(x)
    above[~lower] = _tail(b, a, 1.0 - x[~lower], x[~lower])
    above[lower] = 1.0 - below[lower]
    below[~lower] = 1.0 - above[~lower]
    return below, above


def _tail(a: float, b: float, x: FloatArray, rest: FloatArray) -> FloatArray:
    """Return the mass below x = 1 - rest, where x is not far above the mean."""
    inside = x > 0.0
    tail = np.zeros_like(x)
    tail[inside] = _power(a, b, x[inside], rest[inside]) * _fraction(a, b, x[inside]) / a
    return np.minimum(tail, 1.0)


def _fraction(a: float, b: float, x: FloatArray) -> FloatArray:
    """Evaluate the continued fraction of the incomplete beta function."""
    numerator = np.ones_like(x)
    denominator = 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    value = denominator.copy()
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            denominator = 1.0 / _not_zero(1.0 + term * denominator)
            numerator = _not_zero(1.0 + term / numerator)
            step = numerator * denominator
            value = value * step
        if np.all(np.abs(step - 1.0) <= _CLOSE):
            break
    return value


def _not_zero(value: FloatArray) -> FloatArray:
    """Replace zeros, by which the next step would divide."""
    return np.where(np.abs(value) < _TINY, _TINY, value)


def _power(a: float, b: float, x: FloatArray, rest: FloatArray) -> FloatArray:
    """Return x^a rest^b / B(a, b), for x = 1 - rest inside (0, 1)."""
    total = a + b
    mean = a / total
    front = sqrt(mean * b / (2.0 * pi)) * exp(_gamma_rest(total) - _gamma_rest(a) - _gamma_rest(b))
    other = b / total
    away = np.where(x < rest, x - mean, other - rest)  # the smaller one is exact
    power = a * _log_less(x / mean, away / mean) + b * _log_less(rest / other, -away / other)
    return front * np.exp(power)


def _gamma_rest(z: float) -> float:
    """Return what Stirling's formula leaves out of log gamma."""
    if z < _STIRLING_FROM:
        return lgamma(z) - ((z - 0.5) * log(z) - z + 0.5 * log(2.0 * pi))
    return sum(c / z ** (2 * k + 1) for k, c in enumerate(_STIRLING))


def _log_less(value: FloatArray, h: FloatArray) -> FloatArray:
    """Return log(value) - h for value = 1 + h, with full accuracy near 1 and near 0."""
    small = np.abs(h) < _SERIES_BELOW
    near = np.where(small, h, 0.0)
    ratio = near / (2.0 + near)
    odd = sum(ratio ** (2 * k) / (2 * k + 1) for k in range(1, _SERIES_TERMS))
    far = np.where(small, 1.0, value)
    return np.where(small, ratio * (2.0 * odd - near), np.log(far) - h)
