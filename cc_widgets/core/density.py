"""How likely each operating point is: densities of pc on [0, 1].

A cost curve is made of lines, so all that a density has to tell is, for each range of pc, its
mass weighted by 1 - pc and by pc. A density is whatever has a method `moments` that does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.beta import beta_tails
from cc_widgets.core.numbers import read_number, read_numbers
from cc_widgets.core.quadrature import moments
from cc_widgets.errors import CostCurveError, shown

_LARGEST_SHAPE = 1e8
_EDGES_MEAN = "Edges are values of pc."
_WEIGHTS_MEAN = "Pass counts or shares of the bins."
_HEIGHTS_MEAN = "Return one number for each pc."


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """A density on ranges of pc.

    Attributes
    ----------
    of_negatives, of_positives : ndarray of float64, shape (n_pieces,)
        Element i is the integral over range i of (1 - pc), or of pc, times the density.
    """

    of_negatives: FloatArray
    of_positives: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


class Density(Protocol):
    """How likely each pc is."""

    def moments(self, pc: FloatArray) -> Moments:
        """Weigh the ranges between edges.

        Parameters
        ----------
        pc : ndarray of float64, shape (n_pieces + 1,)
            Rising from 0 to 1.

        Returns
        -------
        Moments
            Element i belongs to the range from pc[i] to pc[i + 1]; all of them sum to 1.
        """


AnyDensity: TypeAlias = Density | Callable[[FloatArray], Any]


@dataclass(frozen=True, slots=True)
class Uniform:
    """Every pc of a range is equally likely.

    Attributes
    ----------
    start, stop : float
        The range, inside [0, 1].

    Examples
    --------
    >>> Uniform().moments(np.array([0.0, 0.5, 1.0])).of_positives
    array([0.125, 0.375])
    """

    start: float = 0.0
    stop: float = 1.0

    def __post_init__(self) -> None:
        """Keep the ends as floats; refuse a range without length or outside [0, 1]."""
        for name in ("start", "stop"):
            end = read_number(f"Uniform, {name}", getattr(self, name), _EDGES_MEAN)
            object.__setattr__(self, name, end)
        if not 0.0 <= self.start < self.stop <= 1.0:
            raise CostCurveError(
                "start must lie below stop, both in [0, 1]",
                where="Uniform",
                got=f"start={shown(self.start)}, stop={shown(self.stop)}",
                fix="For a single pc read the cost there: cost_at(envelope, pc).",
            )

    def moments(self, pc: FloatArray) -> Moments:
        """Weigh the ranges between edges; see `Density.moments`."""
        edges = np.clip(pc, self.start, self.stop)
        mass = np.diff(edges) / (self.stop - self.start)
        middle = (edges[:-1] + edges[1:]) / 2
        return Moments(of_negatives=mass * (1.0 - middle), of_positives=mass * middle)


@dataclass(frozen=True, slots=True)
class Beta:
    """A beta distribution of pc.

    Attributes
    ----------
    a, b : float
        Shapes, above 0 and at most 1e8; the mean is a / (a + b).

    Examples
    --------
    >>> Beta(2, 1).moments(np.array([0.0, 0.5, 1.0])).of_positives.round(12)
    array([0.08333333, 0.58333333])
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        """Keep shapes as floats; refuse what is no shape, or too large to compute with."""
        for name, shape in (("a", self.a), ("b", self.b)):
            fix = "For an almost certain pc read the cost there: cost_at(envelope, pc)."
            number = read_number(f"Beta, {name}", shape, fix)
            if not 0.0 < number <= _LARGEST_SHAPE:
                raise CostCurveError(
                    "shapes must be above 0 and at most 1e8",
                    where=f"Beta, {name}",
                    got=shown(shape),
                    fix=fix,
                )
            object.__setattr__(self, name, number)

    def moments(self, pc: FloatArray) -> Moments:
        """Weigh the ranges between edges; see `Density.moments`."""
        total = self.a + self.b
        return Moments(
            of_negatives=self.b / total * _masses(self.a, self.b + 1.0, pc),
            of_positives=self.a / total * _masses(self.a + 1.0, self.b, pc),
        )


def _masses(a: float, b: float, edges: FloatArray) -> FloatArray:
    """Return the mass of a beta distribution in each range, from whichever tail is exact."""
    below, above = beta_tails(a, b, edges)
    return np.where(below[1:] < above[:-1], np.diff(below), -np.diff(above))


@dataclass(frozen=True, eq=False, slots=True, init=False)
class Histogram:
    """A density that is level in each bin.

    Parameters
    ----------
    edges : array-like of shape (n_bins + 1,)
        Rising, in [0, 1].
    weights : array-like of shape (n_bins,)
        How much lies in each bin, in any unit; not a height.

    Attributes
    ----------
    edges : ndarray of float64, shape (n_bins + 1,)
        Bin i goes from edges[i] to edges[i + 1].
    weights : ndarray of float64, shape (n_bins,)
        Element i is the share of bin i; they sum to 1.

    Examples
    --------
    >>> Histogram([0, 0.5, 1], [3, 1]).moments(np.array([0.0, 0.25, 1.0])).of_positives
    array([0.046875, 0.328125])
    """

    edges: FloatArray
    weights: FloatArray

    def __init__(self, edges: ArrayLike, weights: ArrayLike) -> None:
        bins = read_numbers("Histogram, edges", edges, _EDGES_MEAN)
        mass = read_numbers("Histogram, weights", weights, _WEIGHTS_MEAN)
        _check_bins(bins, mass)
        object.__setattr__(self, "edges", bins.copy())
        share = np.ldexp(mass, -np.frexp(mass.max())[1])  # whose sum a float can hold
        object.__setattr__(self, "weights", share / share.sum())
        freeze(self)

    def moments(self, pc: FloatArray) -> Moments:
        """Weigh the ranges between edges; see `Density.moments`."""
        cuts = np.union1d(pc, self.edges)
        mass = np.diff(np.interp(cuts, self.edges, np.append(0.0, np.cumsum(self.weights))))
        middle = (cuts[:-1] + cuts[1:]) / 2
        piece = np.searchsorted(pc[1:-1], cuts[:-1], side="right")
        size = pc.size - 1
        return Moments(
            of_negatives=np.bincount(piece, mass * (1.0 - middle), size).astype(np.float64),
            of_positives=np.bincount(piece, mass * middle, size).astype(np.float64),
        )


def _check_bins(edges: FloatArray, weights: FloatArray) -> None:
    """Refuse what is no histogram on [0, 1]."""
    if edges.ndim != 1 or weights.shape != (edges.size - 1,) or not weights.size:
        raise CostCurveError(
            "n bins need n + 1 edges and n weights",
            where="Histogram",
            got=f"{edges.size} edges and {weights.size} weights",
            fix="Pass what np.histogram returns, the other way round.",
        )
    if not (np.all(np.diff(edges) > 0) and edges[0] >= 0.0 and edges[-1] <= 1.0):
        raise CostCurveError(
            "edges must rise and lie in [0, 1]",
            where="Histogram",
            got=shown(edges.tolist()),
            fix=_EDGES_MEAN,
        )
    if not (np.all(np.isfinite(weights)) and np.all(weights >= 0.0) and np.any(weights > 0.0)):
        raise CostCurveError(
            "weights must be finite and not negative, and some above 0",
            where="Histogram",
            got=shown(weights.tolist()),
            fix=_WEIGHTS_MEAN,
        )


@dataclass(frozen=True, eq=False, slots=True)
class DensityFunction:
    """A density given as a function of pc, in any unit.

    Attributes
    ----------
    function : callable
        Takes an ndarray of pc inside (0, 1) and returns numbers of the same shape, finite and
        not negative.

    Examples
    --------
    >>> DensityFunction(lambda pc: 6 * pc).moments(np.array([0.0, 1.0])).of_positives.round(12)
    array([0.66666667])
    """

    function: Callable[[FloatArray], Any]

    def moments(self, pc: FloatArray) -> Moments:
        """Weigh the ranges between edges; see `Density.moments`."""
        negative, positive = moments(self._checked, pc)
        total = float(negative.sum() + positive.sum())
        if not (isfinite(total) and total > 0.0):
            raise CostCurveError(
                "a density needs a finite integral above 0",
                where="density",
                got=shown(total),
                fix="Return numbers that are not all zero, and in a smaller unit if too large.",
            )
        return Moments(of_negatives=negative / total, of_positives=positive / total)

    def _checked(self, pc: FloatArray) -> FloatArray:
        """Call the function and refuse what is no density."""
        try:
            value = np.broadcast_to(
                read_numbers("density", self.function(pc), _HEIGHTS_MEAN), pc.shape
            )
        except (TypeError, ValueError):
            raise CostCurveError(
                "the function must take an array of pc and return one number for each",
                where="density",
                fix="Wrap a function of single numbers: np.vectorize(function).",
            ) from None
        wrong = ~(np.isfinite(value) & (value >= 0.0))
        if np.any(wrong):
            raise CostCurveError(
                "a density must be finite and not negative",
                where="density",
                got=f"{value[wrong][0]} at pc = {pc[wrong][0]}",
                fix="Check the function on np.linspace(0.001, 0.999, 999).",
            )
        return value
