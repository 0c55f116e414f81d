"""Expected cost under a distribution of pc, area under the ROC curve, and H-measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, lgamma, log, pi
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.costs import BASELINES, CostCurve, RocPoints, join_points
from cc_widgets.core.hull import RocCurve, integer_dtype
from cc_widgets.core.results import FloatArray, freeze, result
from cc_widgets.core.validation import PC_MEANS, percent_hint, read_number, read_numbers, read_unit
from cc_widgets.errors import CostCurveError, shown

__all__ = ["Beta", "Density", "Histogram", "Uniform", "auc", "h_measure", "total_expected_cost"]

# ---- The regularised incomplete beta function, in NumPy


_TINY = 1e-300
_CONVERGED = 2 * float(np.finfo(np.float64).eps)
_MAX_TERMS = 100_000
_STIRLING_FROM = 15.0
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_SERIES_BELOW = 0.5
_SERIES_TERMS = 18


def beta_tails(
    a: float | FloatArray, b: float | FloatArray, x: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the probabilities of a beta distribution below and above each x.

    `a` and `b` are shapes, scalars or one per x, above 0 and up to about 1e8. A small tail is
    computed directly, not as 1 minus the other. Relative errors are below about 1e-13 for shapes
    from 1e-3 to 1e6, and 1e-10 for shapes of 1e8. For smaller shapes, a tail far from the mean
    has an absolute error of about 1e-16.
    """
    lower = x < (a + 1.0) / (a + b + 2.0)
    first, second = np.where(lower, a, b), np.where(lower, b, a)
    near, far = np.where(lower, x, 1.0 - x), np.where(lower, 1.0 - x, x)
    peak = np.broadcast_to(_beta_peak(a, b), x.shape)
    tail = _lower_tail(first, second, near, far, peak)
    return np.where(lower, tail, 1.0 - tail), np.where(lower, 1.0 - tail, tail)


def _lower_tail(
    a: FloatArray, b: FloatArray, x: FloatArray, rest: FloatArray, peak: FloatArray
) -> FloatArray:
    """Return the probability below x = 1 - rest, for x not far above the mean."""
    tail, inside = np.zeros_like(x), x > 0.0
    a, b, x, rest, peak = (values[inside] for values in (a, b, x, rest, peak))
    tail[inside] = np.minimum(
        peak * _relative_density(a, b, x, rest) * _continued_fraction(a, b, x) / a, 1.0
    )
    return tail


def _continued_fraction(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    numerator = np.ones_like(x)
    denominator = 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    value = denominator.copy()
    for m in range(1, _MAX_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            denominator = 1.0 / _not_zero(1.0 + term * denominator)
            numerator = _not_zero(1.0 + term / numerator)
            step = numerator * denominator
            value = value * step
        if np.all(np.abs(step - 1.0) <= _CONVERGED):
            break
    return value


def _not_zero(value: FloatArray) -> FloatArray:
    """Replace zeros, because the next step divides by these values."""
    return np.where(np.abs(value) < _TINY, _TINY, value)


def _beta_peak(a: float | FloatArray, b: float | FloatArray) -> FloatArray:
    """Return m^a (1 - m)^b / B(a, b), for the mean m = a / (a + b)."""
    total = a + b
    total_error, a_error, b_error = map(_stirling_errors, (total, a, b))
    peak: FloatArray = np.sqrt(a * b / total / (2.0 * pi)) * np.exp(total_error - a_error - b_error)
    return peak


def _relative_density(a: FloatArray, b: FloatArray, x: FloatArray, rest: FloatArray) -> FloatArray:
    """Return x^a rest^b / B(a, b), for x = 1 - rest in (0, 1), as a multiple of `_beta_peak`."""
    total = a + b
    mean, complement = a / total, b / total
    deviation = np.where(x < rest, x - mean, complement - rest)  # the smaller one is exact
    return np.exp(
        a * _log_minus(x / mean, deviation / mean)
        + b * _log_minus(rest / complement, -deviation / complement)
    )


def stirling_error(z: float) -> float:
    """Return log gamma minus Stirling's approximation."""
    if z < _STIRLING_FROM:
        return lgamma(z) - ((z - 0.5) * log(z) - z + 0.5 * log(2.0 * pi))
    return sum(c / z ** (2 * k + 1) for k, c in enumerate(_STIRLING))


_stirling_errors = np.vectorize(stirling_error, otypes=[np.float64])


def _log_minus(value: FloatArray, h: FloatArray) -> FloatArray:
    """Return log(value) - h for value = 1 + h, accurately near 1 and near 0."""
    small = np.abs(h) < _SERIES_BELOW
    near = np.where(small, h, 0.0)
    ratio = near / (2.0 + near)
    odd = sum(ratio ** (2 * k) / (2 * k + 1) for k in range(1, _SERIES_TERMS))
    far = np.where(small, 1.0, value)
    return np.where(small, ratio * (2.0 * odd - near), np.log(far) - h)


# ---- Adaptive Gauss-Kronrod integration of a density and of its product with pc


# Nodes and weights on [0, 1] of symmetric rules on [-1, 1]; Gauss uses every other node.
_HALF_NODES = (
    *(0.0, 0.207784955007898468, 0.405845151377397167, 0.586087235467691130),
    *(0.741531185599394440, 0.864864423359769073, 0.949107912342758525, 0.991455371120812640),
)
_HALF_KRONROD = (
    *(0.209482141084727828, 0.204432940075298892, 0.190350578064785410, 0.169004726639267903),
    *(0.140653259715525919, 0.104790010322250184, 0.063092092629978553, 0.022935322010529225),
)
_HALF_GAUSS = (
    0.417959183673469388,
    0.381830050505118945,
    0.279705391489276668,
    0.129484966168869693,
)
_SPANS = 64
_MAX_ROUNDS = 60
_MAX_SPANS = 2**16  # at once; a function that needs more is not piecewise smooth
_EPS = float(np.finfo(np.float64).eps)
_RELATIVE_ERROR = 1e-13  # maximum error of a span, relative to the total
_MAX_RELATIVE_ERROR = 1e-6  # maximum error of the sum, where rounding near pc = 1 dominates
_OPEN_INTERVAL = (1e-300, 1.0 - _EPS / 2)


def _symmetric(half: tuple[float, ...], sign: float = 1.0) -> FloatArray:
    """Return both halves of a symmetric rule, given one half from the centre outwards."""
    return np.array([*(sign * value for value in half[:0:-1]), *half])


_KRONROD_NODES = _symmetric(_HALF_NODES, -1.0)
_KRONROD_WEIGHTS = _symmetric(_HALF_KRONROD)
_GAUSS_WEIGHTS = np.zeros(_KRONROD_WEIGHTS.size)
_GAUSS_WEIGHTS[1::2] = _symmetric(_HALF_GAUSS)


def integrate_moments(
    function: Callable[[FloatArray], FloatArray], edges: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the integrals of (1 - pc) f(pc) and of pc f(pc) between consecutive edges.

    The function takes an array of pc inside (0, 1) and returns non-negative values; the edges
    increase from 0 to 1. Errors are below 1e-12 of the integral of f if no feature of f is
    narrower than about 1e-3. They reach 1e-6 if f is unbounded at pc = 1, where floats cannot
    resolve 1 - pc. Raises if the integral does not converge.
    """
    angle = _angle(edges)
    spans = np.union1d(angle, np.linspace(0.0, 1.0, _SPANS + 1))
    start, stop = spans[:-1], spans[1:]
    negative, positive, error = np.zeros(edges.size - 1), np.zeros(edges.size - 1), 0.0
    for _ in range(_MAX_ROUNDS):
        integrals = _integrate_spans(function, start, stop)
        total = float((negative + positive).sum() + (integrals.negative + integrals.positive).sum())
        converged = integrals.error <= _RELATIVE_ERROR * total + integrals.rounding
        piece = np.searchsorted(angle[1:-1], start[converged], side="right")
        negative += np.bincount(piece, integrals.negative[converged], negative.size)
        positive += np.bincount(piece, integrals.positive[converged], positive.size)
        error += float(integrals.error[converged].sum())
        start, stop = start[~converged], stop[~converged]
        if not start.size or 2 * start.size > _MAX_SPANS or error > _MAX_RELATIVE_ERROR * total:
            break
        middle = (start + stop) / 2
        start, stop = np.append(start, middle), np.append(middle, stop)
    if start.size or error > _MAX_RELATIVE_ERROR * total:
        raise CostCurveError(
            "must have an integral that converges",
            where="density",
            got=f"an integral of about {total:.3g}, with an error above 1e-6",
            fix="Use Beta(a, b) or Histogram(edges, weights) for a density with a steep peak.",
        )
    return negative, positive


def _angle(pc: FloatArray) -> FloatArray:
    """Return t in [0, 1] such that pc = sin(pi t / 2)^2."""
    return np.where(
        pc < 0.5,  # noqa: PLR2004 (the middle)
        np.arcsin(np.sqrt(pc)) * (2 / np.pi),
        1.0 - np.arcsin(np.sqrt(1.0 - pc)) * (2 / np.pi),
    )


class _SpanIntegrals(NamedTuple):
    """Both integrals over each span, their estimated error, and the part due to rounding."""

    negative: FloatArray
    positive: FloatArray
    error: FloatArray
    rounding: FloatArray


def _integrate_spans(
    function: Callable[[FloatArray], FloatArray], start: FloatArray, stop: FloatArray
) -> _SpanIntegrals:
    """Return the integrals over each span by the 15-point Gauss-Kronrod rule."""
    half = (stop - start)[:, None] / 2
    t = (start + stop)[:, None] / 2 + half * _KRONROD_NODES
    from_0, from_1 = np.sin(np.pi / 2 * t) ** 2, np.sin(np.pi / 2 * (1.0 - t)) ** 2
    value = function(np.clip(from_0, *_OPEN_INTERVAL)) * (np.sqrt(from_0 * from_1) * np.pi * half)
    return _SpanIntegrals(
        negative=(value * from_1) @ _KRONROD_WEIGHTS,
        positive=(value * from_0) @ _KRONROD_WEIGHTS,
        error=np.abs(value @ (_KRONROD_WEIGHTS - _GAUSS_WEIGHTS)),
        # Rounding of pc near 1 changes the value of a function that grows towards pc = 1.
        rounding=(value * (_EPS / from_1)) @ _KRONROD_WEIGHTS,
    )


# ---- Probability densities of pc on [0, 1]


_LARGEST_SHAPE = 1e8
_EDGES_FIX = "Edges are values of pc."
_WEIGHTS_FIX = "Pass counts or shares of the bins."
_HEIGHTS_FIX = "Return one number for each pc."


@result
class Moments:
    """Integrals of a density over ranges of pc.

    Attributes
    ----------
    of_negatives, of_positives : ndarray of float64, shape (n_pieces,)
        Element i is the integral over range i of (1 - pc), or of pc, times the density.
    """

    of_negatives: FloatArray
    of_positives: FloatArray


class Density(Protocol):
    """Probability density of pc on [0, 1]."""

    def moments(self, pc: FloatArray) -> Moments:
        """Compute the integrals of the density multiplied by (1 - pc) and by pc, between edges.

        Parameters
        ----------
        pc : ndarray of float64, shape (n_pieces + 1,)
            Increasing from 0 to 1.

        Returns
        -------
        Moments
            Element i belongs to the range from pc[i] to pc[i + 1]; all elements sum to 1.
        """


_MIN_EDGES = 2


def _read_edges(pc: FloatArray) -> FloatArray:
    """Return validated edges of ranges of pc."""
    edges: FloatArray = read_unit("pc", pc, PC_MEANS)
    if edges.ndim != 1 or edges.size < _MIN_EDGES or np.any(np.diff(edges) < 0.0):
        raise CostCurveError(
            "must be at least two non-decreasing values", where="pc", got=shown(edges.tolist())
        )
    return edges


DensityLike: TypeAlias = Density | Callable[[FloatArray], Any]


@dataclass(frozen=True, slots=True)
class Uniform:
    """Uniform density over a range of pc.

    Attributes
    ----------
    pc_low, pc_high : float
        Ends of the range, inside [0, 1].

    Examples
    --------
    >>> Uniform().moments(np.array([0.0, 0.5, 1.0])).of_positives
    array([0.125, 0.375])
    """

    pc_low: float = 0.0
    pc_high: float = 1.0

    def __post_init__(self) -> None:
        """Convert the ends to float and validate them."""
        for name in ("pc_low", "pc_high"):
            end = read_number(f"Uniform, {name}", getattr(self, name), _EDGES_FIX)
            object.__setattr__(self, name, end)
        if not 0.0 <= self.pc_low < self.pc_high <= 1.0:
            raise CostCurveError(
                "must satisfy 0 <= pc_low < pc_high <= 1",
                where="Uniform",
                got=f"pc_low={shown(self.pc_low)}, pc_high={shown(self.pc_high)}",
                fix="For a single pc use cost_at(envelope, pc).",
            )

    def moments(self, pc: FloatArray) -> Moments:
        """Compute the integrals of the density between edges; see `Density.moments`."""
        edges = np.clip(_read_edges(pc), self.pc_low, self.pc_high)
        mass = np.diff(edges) / (self.pc_high - self.pc_low)
        middle = (edges[:-1] + edges[1:]) / 2
        return Moments(of_negatives=mass * (1.0 - middle), of_positives=mass * middle)


@dataclass(frozen=True, slots=True)
class Beta:
    """Beta distribution of pc.

    Attributes
    ----------
    a, b : float
        Shape parameters, above 0 and at most 1e8; the mean is a / (a + b).

    Examples
    --------
    >>> Beta(2, 1).moments(np.array([0.0, 0.5, 1.0])).of_positives.round(12)
    array([0.08333333, 0.58333333])
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        """Convert the shapes to float and validate them."""
        for name, shape in (("a", self.a), ("b", self.b)):
            fix = "For an almost certain pc use cost_at(envelope, pc)."
            number = read_number(f"Beta, {name}", shape, fix)
            if not 0.0 < number <= _LARGEST_SHAPE:
                raise CostCurveError(
                    "must be above 0 and at most 1e8",
                    where=f"Beta, {name}",
                    got=shown(shape),
                    fix=fix,
                )
            object.__setattr__(self, name, number)

    def moments(self, pc: FloatArray) -> Moments:
        """Compute the integrals of the density between edges; see `Density.moments`."""
        total, pc = self.a + self.b, _read_edges(pc)
        return Moments(
            of_negatives=self.b / total * _masses(self.a, self.b + 1.0, pc),
            of_positives=self.a / total * _masses(self.a + 1.0, self.b, pc),
        )


def _masses(a: float, b: float, edges: FloatArray) -> FloatArray:
    """Return the probability of each range, computed from the smaller tail."""
    below, above = beta_tails(a, b, edges)
    return np.where(below[1:] < above[:-1], np.diff(below), -np.diff(above))


@result
class Histogram:
    """Piecewise constant density.

    Parameters
    ----------
    edges : array-like of shape (n_bins + 1,)
        Increasing edges of the bins, in [0, 1].
    weights : array-like of shape (n_bins,)
        Weight (area, not height) of each bin, in any unit.

    Attributes
    ----------
    edges : ndarray of float64, shape (n_bins + 1,)
        Bin i goes from edges[i] to edges[i + 1].
    weights : ndarray of float64, shape (n_bins,)
        Element i is the probability of bin i; the elements sum to 1.

    Examples
    --------
    >>> Histogram([0, 0.5, 1], [3, 1]).moments(np.array([0.0, 0.25, 1.0])).of_positives
    array([0.046875, 0.328125])
    """

    edges: FloatArray
    weights: FloatArray

    def __init__(self, edges: ArrayLike, weights: ArrayLike) -> None:
        bins = read_numbers("Histogram, edges", edges, _EDGES_FIX)
        mass = read_numbers("Histogram, weights", weights, _WEIGHTS_FIX)
        _check_bins(bins, mass)
        object.__setattr__(self, "edges", bins.copy())
        share = np.ldexp(mass, -np.frexp(mass.max())[1])  # avoids overflow of the sum
        object.__setattr__(self, "weights", share / share.sum())
        freeze(self)

    def moments(self, pc: FloatArray) -> Moments:
        """Compute the integrals of the density between edges; see `Density.moments`."""
        pc = _read_edges(pc)
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
    """Raise unless edges and weights describe a histogram on [0, 1]."""
    if edges.ndim != 1 or weights.shape != (edges.size - 1,) or not weights.size:
        raise CostCurveError(
            "must have n + 1 edges and n weights",
            where="Histogram",
            got=f"{edges.size} edges and {weights.size} weights",
            fix="Pass the result of np.histogram in reverse order.",
        )
    if not (np.all(np.diff(edges) > 0) and edges[0] >= 0.0 and edges[-1] <= 1.0):
        raise CostCurveError(
            "must have increasing edges in [0, 1]",
            where="Histogram",
            got=shown(edges.tolist()),
            fix=_EDGES_FIX,
        )
    if not (np.all(np.isfinite(weights)) and np.all(weights >= 0.0) and np.any(weights > 0.0)):
        raise CostCurveError(
            "must have finite, non-negative weights, not all 0",
            where="Histogram",
            got=shown(weights.tolist()),
            fix=_WEIGHTS_FIX,
        )


@result
class DensityFunction:
    """Density given as a function of pc, not necessarily normalised.

    Attributes
    ----------
    function : callable
        Takes an ndarray of pc inside (0, 1) and returns finite, non-negative values of the same
        shape.

    Examples
    --------
    >>> DensityFunction(lambda pc: 6 * pc).moments(np.array([0.0, 1.0])).of_positives.round(12)
    array([0.66666667])
    """

    function: Callable[[FloatArray], Any]

    def moments(self, pc: FloatArray) -> Moments:
        """Compute the integrals of the density between edges; see `Density.moments`."""
        negative, positive = integrate_moments(self._checked, pc)
        total = float(negative.sum() + positive.sum())
        if not (isfinite(total) and total > 0.0):
            raise CostCurveError(
                "must have a finite integral above 0",
                where="density",
                got=shown(total),
                fix="Return values that are not all zero; rescale them if they are too large.",
            )
        return Moments(of_negatives=negative / total, of_positives=positive / total)

    def _checked(self, pc: FloatArray) -> FloatArray:
        """Return the values of the function; raise unless they are finite and non-negative."""
        try:
            value = np.broadcast_to(
                read_numbers("density", self.function(pc), _HEIGHTS_FIX), pc.shape
            )
        except (TypeError, ValueError):
            raise CostCurveError(
                "must take an array of pc and return one number for each",
                where="density",
                fix="Wrap a function of a scalar: np.vectorize(function).",
            ) from None
        invalid = ~(np.isfinite(value) & (value >= 0.0))
        if np.any(invalid):
            raise CostCurveError(
                "must be finite and non-negative",
                where="density",
                got=f"{value[invalid][0]} at pc = {pc[invalid][0]}",
                fix="Check the function on np.linspace(0.001, 0.999, 999).",
            )
        return value


# ---- Areas in ROC space and in cost space


def total_expected_cost(curve: CostCurve, density: DensityLike | None = None) -> float:
    """Total expected cost: mean normalised expected cost under a density of pc.

    Parameters
    ----------
    curve : CostCurve
        An envelope, or a difference of two, for which the result is the expected advantage.
    density : Density or callable, optional
        Probability density of pc: `Uniform` (over [0, 1] by default), `Beta`, `Histogram`, or a
        function of an array of pc, which is normalised.

    Returns
    -------
    float
        Expected cost; exact up to rounding, or for a function with a relative error of at most
        1e-6 and usually 1e-12.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> envelope = lower_envelope(convex_hull([RocCurve(np.array([0.3]), np.array([0.7]))]))
    >>> round(total_expected_cost(envelope), 9), round(total_expected_cost(envelope, Beta(9, 1)), 9)
    (0.21, 0.097174657)
    """
    weights = _as_density(density).moments(curve.pc)
    return float(curve.fpr @ weights.of_negatives + curve.fnr @ weights.of_positives)


def _as_density(density: DensityLike | None) -> Density:
    """Return a density for a function, or the uniform density for None."""
    if density is None:
        return Uniform()
    if hasattr(density, "moments"):
        return density
    if callable(density):
        return DensityFunction(density)
    raise CostCurveError(
        "must be a density of pc",
        where="density",
        got=shown(density),
        fix="Pass Uniform(pc_low, pc_high), Beta(a, b), Histogram(edges, weights) or a function.",
    )


def auc(curve: RocPoints) -> float:
    """Area under an ROC curve, from 0 to 1.

    Parameters
    ----------
    curve : RocCurve or Hull
        Points joined by segments, from (0, 0) to (1, 1). For a hull, or a curve of
        `count_corners` or `count_hull`, it is the area under the remaining points, which is
        larger.

    Returns
    -------
    float
        Exact up to one rounding for a curve with integer counts.

    Raises
    ------
    CostCurveError
        If a rate decreases along the curve.

    References
    ----------
    T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters 27, 2006.

    Examples
    --------
    >>> auc(RocCurve(np.array([0.3]), np.array([0.7])))
    0.7
    """
    if (
        isinstance(curve, RocCurve)
        and curve.counts is not None
        and curve.counts.tp.dtype.kind == "i"
    ):
        doubled_total = 2 * int(curve.counts.negatives) * int(curve.counts.positives)
        dtype = integer_dtype(doubled_total)
        fp, tp = curve.counts.fp.astype(dtype), curve.counts.tp.astype(dtype)
        return int(np.sum(np.diff(fp) * (tp[:-1] + tp[1:]))) / doubled_total
    joined = join_points(curve)
    return float(np.trapezoid(joined.tpr, joined.fpr))


def h_measure(curve: CostCurve, prior: float, severity: float | DensityLike | None = None) -> float:
    """H-measure: relative reduction of the expected cost of the cheaper baseline.

    The expectation is over the cost c of a false positive, where a false negative costs 1 - c,
    at the prior of the dataset.

    Parameters
    ----------
    curve : CostCurve
        An envelope including the baselines.
    prior : float
        Proportion of positives in the dataset, inside (0, 1).
    severity : float, Density or callable, optional
        Cost ratio of a false positive to a false negative: a ratio r means a density
        ``Beta(2, 1 + 1 / r)`` of c, whose mode corresponds to r. The default is
        prior / (1 - prior). Alternatively any density of c.

    Returns
    -------
    float
        1 for a perfect classifier, 0 for a classifier that never beats the baselines.

    Raises
    ------
    CostCurveError
        If the prior is not inside (0, 1) or the ratio is not above 0.

    References
    ----------
    D. J. Hand, "Measuring classifier performance: a coherent alternative to the area under the
    ROC curve", Machine Learning 77, 2009.

    D. J. Hand and C. Anagnostopoulos, "A better Beta for the H measure of classification
    performance", Pattern Recognition Letters 40, 2014.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> h_measure(lower_envelope(convex_hull([RocCurve(np.array([0.0]), np.array([1.0]))])), 0.5)
    1.0
    """
    fix = "It is the proportion of positives in the dataset."
    p = read_number("prior", prior, fix)
    if not 0.0 < p < 1.0:
        raise CostCurveError(
            "must be inside (0, 1)",
            where="prior",
            got=shown(prior),
            fix=fix + percent_hint(p),
        )
    density = _severity_density(severity, p)
    loss, baseline = (_loss(each, p, density) for each in (curve, BASELINES))
    if not baseline > 0.0:
        raise CostCurveError(
            "must be farther from 0 and 1: the expected cost of the baselines is 0",
            where="prior",
            got=shown(prior),
            fix="Use cost_at(envelope, pc) at one pc instead.",
        )
    return 1.0 - loss / baseline


def _severity_density(severity: float | DensityLike | None, prior: float) -> Density:
    """Return the density of the cost of a false positive."""
    fix = "A ratio of 1 gives most weight to equal costs."
    if severity is None:
        ratio = prior / (1.0 - prior)
    elif callable(severity) or hasattr(severity, "moments"):
        return _as_density(severity)
    else:
        ratio = read_number("severity", severity, fix)
    if not 0.0 < ratio < np.inf:
        raise CostCurveError(
            "must be a ratio above 0 and finite",
            where="severity",
            got=shown(severity),
            fix=fix,
        )
    return Beta(2.0, 1.0 + 1.0 / ratio)


def _loss(curve: CostCurve, prior: float, density: Density) -> float:
    """Return the expected loss per case; a false positive costs c, a false negative 1 - c."""
    positive = prior * (1.0 - curve.pc)
    cost = positive / (positive + (1.0 - prior) * curve.pc)
    weights = density.moments(cost[::-1])
    fp_weight, fn_weight = weights.of_positives[::-1], weights.of_negatives[::-1]
    return float((1.0 - prior) * (curve.fpr @ fp_weight) + prior * (curve.fnr @ fn_weight))
