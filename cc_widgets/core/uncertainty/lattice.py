"""Distributions of counts of errors: probabilities of neighbouring whole numbers."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from cc_widgets.core.arrays import FloatArray, freeze

_REACH = 8.0
_AND = 64.0
_NOTHING = 1e-16


@dataclass(frozen=True, eq=False, slots=True)
class Lattice:
    """A distribution on whole numbers.

    Attributes
    ----------
    first : int
        The least value.
    mass : ndarray of float64, shape (n_values,)
        Element i is the probability of the value first + i; their sum is 1.
    """

    first: int
    mass: FloatArray

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)

    @property
    def moments(self) -> tuple[float, float, float]:
        """The mean, the variance and the third central moment."""
        place = np.arange(self.mass.size, dtype=np.float64)
        middle = float(place @ self.mass)
        away = place - middle
        return self.first + middle, float(away**2 @ self.mass), float(away**3 @ self.mass)


def binomial_lattice(total: int, rate: float) -> Lattice:
    """Return the distribution of the number of errors in a resampled class.

    Parameters
    ----------
    total : int
        Size of the class.
    rate : float
        Probability of an error, 0 and 1 included.

    Returns
    -------
    Lattice
        Without values that are less likely than 1e-16.

    Examples
    --------
    >>> binomial_lattice(2, 0.5).mass
    array([0.25, 0.5 , 0.25])
    >>> binomial_lattice(9, 1.0).first
    9
    """
    if rate in (0.0, 1.0):
        return Lattice(round(total * rate), np.ones(1))
    low, high = _window(total * rate, total * rate * (1.0 - rate), 0, total)
    k = np.arange(low, high, dtype=np.float64)
    ratio = np.log((total - k) / (k + 1.0)) + np.log(rate / (1.0 - rate))
    log_mass = np.append(0.0, np.cumsum(ratio))
    return _trimmed(low, np.exp(log_mass - log_mass.max()))


def difference_lattice(total: int, up: float, down: float) -> Lattice:
    """Return the distribution of a sum of steps that are 1, -1 or 0.

    In a resampled class it is how many more errors one classifier makes than the other.

    Parameters
    ----------
    total : int
        Number of steps.
    up, down : float
        Probabilities of 1 and of -1.

    Returns
    -------
    Lattice
        By Fourier inversion of the characteristic function, to about 1e-15.

    Examples
    --------
    >>> lattice = difference_lattice(2, 0.5, 0.25)
    >>> lattice.first, lattice.mass.round(4)
    (-2, array([0.0625, 0.125 , 0.3125, 0.25  , 0.25  ]))
    """
    both, drift = up + down, up - down
    least, most = (-total if down else 0), (total if up else 0)
    low, high = _window(total * drift, total * (both - drift**2), least, most)
    size = 1 << (high - low).bit_length()
    angle = 2.0 * np.pi * np.arange(size // 2 + 1) / size
    # The logarithm of 1 + real + i imaginary, in forms that lose nothing near angle 0.
    real, imaginary = -2.0 * both * np.sin(angle / 2.0) ** 2, drift * np.sin(angle)
    square = np.maximum(real * (2.0 + real) + imaginary**2, -1.0)
    with np.errstate(divide="ignore"):  # where the characteristic function is 0
        size_log = total * np.log1p(square) / 2.0
    turn = total * np.arctan2(imaginary, 1.0 + real) - low * angle
    mass = np.fft.irfft(np.exp(size_log) * np.exp(-1j * turn), size)[: high - low + 1]
    return _trimmed(low, np.maximum(mass, 0.0))


def _window(mean: float, variance: float, least: int, most: int) -> tuple[int, int]:
    """Return the values outside which there is nothing to speak of."""
    reach = _REACH * sqrt(max(variance, 0.0)) + _AND
    return max(least, int(mean - reach)), min(most, int(mean + reach) + 1)


def _trimmed(first: int, mass: FloatArray) -> Lattice:
    """Return a distribution without the improbable values at its ends."""
    mass = mass / mass.sum()
    kept = np.flatnonzero(mass > _NOTHING)
    mass = mass[kept[0] : kept[-1] + 1]
    return Lattice(first + int(kept[0]), mass / mass.sum())
