"""Expected cost over uncertain conditions, and the area under a curve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, lgamma, log, pi
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._cost import TRIVIAL_RULES, CostCurve, RocPoints, join
from cc_widgets.core._hull import RocCurve, whole_numbers
from cc_widgets.core._reading import PC_MEANS, percent_words, read_number, read_numbers, read_unit
from cc_widgets.core._results import FloatArray, freeze, result
from cc_widgets.errors import CostCurveError, shown

# ---- The regularised incomplete beta function, in NumPy


_TINY = 1e-300
_CLOSE = 2 * float(np.finfo(np.float64).eps)
_MOST_STEPS = 100_000
_STIRLING_FROM = 15.0
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_SERIES_BELOW = 0.5
_SERIES_TERMS = 18


def beta_tails(
    a: float | FloatArray, b: float | FloatArray, x: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """How much of a beta distribution lies below x, and how much above.

    Both are computed without subtracting from 1 on the side where they are small. Relative
    errors stay below about 1e-13 for shapes from 1e-3 to 1e6, and 1e-10 for shapes of 1e8.
    Smaller shapes leave so little on one side, far from the other, that it has an error of
    about 1e-16 of the whole.

    Parameters
    ----------
    a, b : float, or ndarray of float64, shape (n,)
        Shapes of all, or of each: above 0 and up to about 1e8.
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
    first, second = np.where(lower, a, b), np.where(lower, b, a)
    near, far = np.where(lower, x, 1.0 - x), np.where(lower, 1.0 - x, x)
    front = np.broadcast_to(_front(a, b), x.shape)
    tail = _tail(first, second, near, far, front)
    return np.where(lower, tail, 1.0 - tail), np.where(lower, 1.0 - tail, tail)


def _tail(
    a: FloatArray, b: FloatArray, x: FloatArray, rest: FloatArray, front: FloatArray
) -> FloatArray:
    """The mass below x = 1 - rest, where x is not far above the mean."""
    tail, inside = np.zeros_like(x), x > 0.0
    a, b, x, rest, front = (one[inside] for one in (a, b, x, rest, front))
    tail[inside] = np.minimum(front * _power(a, b, x, rest) * _fraction(a, b, x) / a, 1.0)
    return tail


def _fraction(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
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


def _front(a: float | FloatArray, b: float | FloatArray) -> FloatArray:
    """Value of m^a (1 - m)^b / B(a, b), for the mean m = a / (a + b)."""
    total = a + b
    of_total, of_a, of_b = map(_gamma_rests, (total, a, b))
    front: FloatArray = np.sqrt(a * b / total / (2.0 * pi)) * np.exp(of_total - of_a - of_b)
    return front


def _power(a: FloatArray, b: FloatArray, x: FloatArray, rest: FloatArray) -> FloatArray:
    """Value of x^a rest^b / B(a, b), for x = 1 - rest inside (0, 1), as a multiple of `_front`."""
    total = a + b
    mean, other = a / total, b / total
    away = np.where(x < rest, x - mean, other - rest)  # the smaller one is exact
    return np.exp(a * _log_less(x / mean, away / mean) + b * _log_less(rest / other, -away / other))


def _gamma_rest(z: float) -> float:
    """What Stirling's formula leaves out of log gamma."""
    if z < _STIRLING_FROM:
        return lgamma(z) - ((z - 0.5) * log(z) - z + 0.5 * log(2.0 * pi))
    return sum(c / z ** (2 * k + 1) for k, c in enumerate(_STIRLING))


_gamma_rests = np.vectorize(_gamma_rest, otypes=[np.float64])


def _log_less(value: FloatArray, h: FloatArray) -> FloatArray:
    """Value of log(value) - h for value = 1 + h, with full accuracy near 1 and near 0."""
    small = np.abs(h) < _SERIES_BELOW
    near = np.where(small, h, 0.0)
    ratio = near / (2.0 + near)
    odd = sum(ratio ** (2 * k) / (2 * k + 1) for k in range(1, _SERIES_TERMS))
    far = np.where(small, 1.0, value)
    return np.where(small, ratio * (2.0 * odd - near), np.log(far) - h)


# ---- Adaptive integration of a density, in pieces, and of the density times pc


# Nodes and weights on [-1, 1], from the middle outwards; Gauss uses every other node.
_NODES = (
    *(0.0, 0.207784955007898468, 0.405845151377397167, 0.586087235467691130),
    *(0.741531185599394440, 0.864864423359769073, 0.949107912342758525, 0.991455371120812640),
)
_KRONROD = (
    *(0.209482141084727828, 0.204432940075298892, 0.190350578064785410, 0.169004726639267903),
    *(0.140653259715525919, 0.104790010322250184, 0.063092092629978553, 0.022935322010529225),
)
_GAUSS = (0.417959183673469388, 0.381830050505118945, 0.279705391489276668, 0.129484966168869693)
_SPANS = 64
_ROUNDS = 60
_MOST_SPANS = 2**16  # open at once: a function that needs more is noise, not a density
_EPS = float(np.finfo(np.float64).eps)
_GOOD = 1e-13  # share of the whole that an accepted span may be wrong by
_ENOUGH = 1e-6  # share that all of them may be wrong by, where rounding near 1 decides
_INSIDE = (1e-300, 1.0 - _EPS / 2)


def _symmetric(half: tuple[float, ...], sign: float = 1.0) -> FloatArray:
    """Write out a rule that is given from the middle outwards."""
    return np.array([*(sign * value for value in half[:0:-1]), *half])


_T = _symmetric(_NODES, -1.0)
_W = _symmetric(_KRONROD)
_G = np.zeros(_W.size)
_G[1::2] = _symmetric(_GAUSS)


def moments(
    function: Callable[[FloatArray], FloatArray], edges: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Integrals of (1 - pc) f(pc) and of pc f(pc) over each range between edges.

    Parameters
    ----------
    function : callable
        Takes an array of pc inside (0, 1) and returns numbers that are not negative.
    edges : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1.

    Returns
    -------
    of_negatives, of_positives : ndarray of float64, shape (n_pieces,)
        Element i is the integral of (1 - pc) f, and of pc f, from edges[i] to edges[i + 1].
        Errors are below 1e-12 of the integral of f, if no feature of f is narrower than about
        1e-3. They reach 1e-6 if f grows without bound at pc = 1: floats do not tell pc from
        1 where much of such an integral lies.

    Raises
    ------
    CostCurveError
        If the integral of f does not settle.

    Examples
    --------
    >>> [side.round(12) for side in moments(np.ones_like, np.array([0.0, 0.5, 1.0]))]
    [array([0.375, 0.125]), array([0.125, 0.375])]
    """
    angle = _angle(edges)
    spans = np.union1d(angle, np.linspace(0.0, 1.0, _SPANS + 1))
    start, stop = spans[:-1], spans[1:]
    negative, positive, error = np.zeros(edges.size - 1), np.zeros(edges.size - 1), 0.0
    for _ in range(_ROUNDS):
        rule = _rule(function, start, stop)
        total = float((negative + positive).sum() + (rule.negative + rule.positive).sum())
        done = rule.error <= _GOOD * total + rule.rounding
        piece = np.searchsorted(angle[1:-1], start[done], side="right")
        negative += np.bincount(piece, rule.negative[done], negative.size)
        positive += np.bincount(piece, rule.positive[done], positive.size)
        error += float(rule.error[done].sum())
        start, stop = start[~done], stop[~done]
        if not start.size or 2 * start.size > _MOST_SPANS or error > _ENOUGH * total:
            break
        middle = (start + stop) / 2
        start, stop = np.append(start, middle), np.append(middle, stop)
    if start.size or error > _ENOUGH * total:
        raise CostCurveError(
            "the integral of the density does not settle",
            where="density",
            got=f"about {total:.3g}, not known to 6 digits",
            fix="Use Beta(a, b) or Histogram(edges, weights) for a density with a steep peak.",
        )
    return negative, positive


def _angle(pc: FloatArray) -> FloatArray:
    """Angle t, from 0 to 1, for which pc = sin(pi t / 2)^2."""
    return np.where(
        pc < 0.5,  # noqa: PLR2004 (the middle)
        np.arcsin(np.sqrt(pc)) * (2 / np.pi),
        1.0 - np.arcsin(np.sqrt(1.0 - pc)) * (2 / np.pi),
    )


class _Rule(NamedTuple):
    """Both integrals over each span, how much they may be wrong by, and by rounding alone."""

    negative: FloatArray
    positive: FloatArray
    error: FloatArray
    rounding: FloatArray


def _rule(
    function: Callable[[FloatArray], FloatArray], start: FloatArray, stop: FloatArray
) -> _Rule:
    """Integrate over each span."""
    half = (stop - start)[:, None] / 2
    t = (start + stop)[:, None] / 2 + half * _T
    from_0, from_1 = np.sin(np.pi / 2 * t) ** 2, np.sin(np.pi / 2 * (1.0 - t)) ** 2
    value = function(np.clip(from_0, *_INSIDE)) * (np.sqrt(from_0 * from_1) * np.pi * half)
    return _Rule(
        negative=(value * from_1) @ _W,
        positive=(value * from_0) @ _W,
        error=np.abs(value @ (_W - _G)),
        # A function that grows towards pc = 1 is called there with a rounded distance from 1.
        rounding=(value * (_EPS / from_1)) @ _W,
    )


# ---- How likely each pc is: densities on [0, 1]


_LARGEST_SHAPE = 1e8
_EDGES_MEAN = "Edges are values of pc."
_WEIGHTS_MEAN = "Pass counts or shares of the bins."
_HEIGHTS_MEAN = "Return one number for each pc."


@result
class Moments:
    """A density on ranges of pc.

    Attributes
    ----------
    of_negatives, of_positives : ndarray of float64, shape (n_pieces,)
        Element i is the integral over range i of (1 - pc), or of pc, times the density.
    """

    of_negatives: FloatArray
    of_positives: FloatArray


class Density(Protocol):
    """How likely each pc is."""

    def moments(self, pc: FloatArray) -> Moments:
        """Weights of the ranges between edges.

        Parameters
        ----------
        pc : ndarray of float64, shape (n_pieces + 1,)
            Rising from 0 to 1.

        Returns
        -------
        Moments
            Element i belongs to the range from pc[i] to pc[i + 1]; all of them sum to 1.
        """


_FEWEST_EDGES = 2


def _read_edges(given: FloatArray) -> FloatArray:
    """Edges of ranges of pc, checked."""
    edges: FloatArray = read_unit("pc", given, PC_MEANS)
    if edges.ndim != 1 or edges.size < _FEWEST_EDGES or np.any(np.diff(edges) < 0.0):
        raise CostCurveError(
            "must be two or more values that rise", where="pc", got=shown(edges.tolist())
        )
    return edges


AnyDensity: TypeAlias = Density | Callable[[FloatArray], Any]


@dataclass(frozen=True, slots=True)
class Uniform:
    """Every pc of a range is equally likely.

    Attributes
    ----------
    pc_low, pc_high : float
        The range, inside [0, 1].

    Examples
    --------
    >>> Uniform().moments(np.array([0.0, 0.5, 1.0])).of_positives
    array([0.125, 0.375])
    """

    pc_low: float = 0.0
    pc_high: float = 1.0

    def __post_init__(self) -> None:
        """Keep the ends as floats; refuse a range without length or outside [0, 1]."""
        for name in ("pc_low", "pc_high"):
            end = read_number(f"Uniform, {name}", getattr(self, name), _EDGES_MEAN)
            object.__setattr__(self, name, end)
        if not 0.0 <= self.pc_low < self.pc_high <= 1.0:
            raise CostCurveError(
                "pc_low must lie below pc_high, both in [0, 1]",
                where="Uniform",
                got=f"pc_low={shown(self.pc_low)}, pc_high={shown(self.pc_high)}",
                fix="For a single pc read the cost there: cost_at(envelope, pc).",
            )

    def moments(self, pc: FloatArray) -> Moments:
        """Weights of the ranges between edges; see `Density.moments`."""
        edges = np.clip(_read_edges(pc), self.pc_low, self.pc_high)
        mass = np.diff(edges) / (self.pc_high - self.pc_low)
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
        """Weights of the ranges between edges; see `Density.moments`."""
        total, pc = self.a + self.b, _read_edges(pc)
        return Moments(
            of_negatives=self.b / total * _masses(self.a, self.b + 1.0, pc),
            of_positives=self.a / total * _masses(self.a + 1.0, self.b, pc),
        )


def _masses(a: float, b: float, edges: FloatArray) -> FloatArray:
    """The mass of a beta distribution in each range, from whichever tail is exact."""
    below, above = beta_tails(a, b, edges)
    return np.where(below[1:] < above[:-1], np.diff(below), -np.diff(above))


@result
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
        """Weights of the ranges between edges; see `Density.moments`."""
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


@result
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
        """Weights of the ranges between edges; see `Density.moments`."""
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


# ---- One number for a whole curve: areas in ROC space and in cost space


def total_expected_cost(curve: CostCurve, density: AnyDensity | None = None) -> float:
    """Mean normalised expected cost over pc, as often as a density says each occurs.

    Parameters
    ----------
    curve : CostCurve
        An envelope; or a difference of two, whose average is the expected advantage.
    density : Density or callable, optional
        How likely each pc is: `Uniform` over [0, 1] by default, or over a range, `Beta`,
        `Histogram`, or a function of an array of pc, which is brought to area 1.

    Returns
    -------
    float
        The expected cost; exact up to rounding, except for a function, see
        `cc_widgets.core._density`.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import convex_hull
    >>> envelope = lower_envelope(convex_hull([RocCurve(np.array([0.3]), np.array([0.7]))]))
    >>> round(total_expected_cost(envelope), 9), round(total_expected_cost(envelope, Beta(9, 1)), 9)
    (0.21, 0.097174657)
    """
    weights = _density(density).moments(curve.pc)
    return float(curve.fpr @ weights.of_negatives + curve.fnr @ weights.of_positives)


def _density(given: AnyDensity | None) -> Density:
    """A density, also for a plain function or for nothing."""
    if given is None:
        return Uniform()
    if hasattr(given, "moments"):
        return given
    if callable(given):
        return DensityFunction(given)
    raise CostCurveError(
        "must be a density of pc",
        where="density",
        got=shown(given),
        fix="Pass Uniform(pc_low, pc_high), Beta(a, b), Histogram(edges, weights) or a function.",
    )


def auc(curve: RocPoints) -> float:
    """Area under an ROC curve, from 0 to 1.

    Parameters
    ----------
    curve : RocCurve or Hull
        Points joined by segments, from (0, 0) to (1, 1). Of a hull, or of a curve that was
        counted at possible corners only, it is the area under that, which is larger.

    Returns
    -------
    float
        Exact up to one rounding if the curve has whole counts.

    Raises
    ------
    CostCurveError
        If the points do not rise from left to right.

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
        whole = 2 * int(curve.counts.negatives) * int(curve.counts.positives)
        exact = whole_numbers(whole)
        fp, tp = curve.counts.fp.astype(exact), curve.counts.tp.astype(exact)
        return int(np.sum(np.diff(fp) * (tp[:-1] + tp[1:]))) / whole
    joined = join(curve)
    return float(np.trapezoid(joined.tpr, joined.fpr))


def h_measure(curve: CostCurve, prior: float, severity: float | AnyDensity | None = None) -> float:
    """H-measure: the share of the trivial rules' expected cost that is saved.

    Its density is one of the cost of a false positive, c, where a false negative costs 1 - c,
    at the prior of the data.

    Parameters
    ----------
    curve : CostCurve
        An envelope, trivial rules included.
    prior : float
        Share of positives in the data, inside (0, 1).
    severity : float, Density or callable, optional
        A ratio r, cost of a false positive to that of a false negative, stands for
        ``Beta(2, 1 + 1 / r)``, whose mode it is; by default prior / (1 - prior). Or any
        density of c.

    Returns
    -------
    float
        1 for a perfect classifier, 0 for one that never beats the trivial rules.

    Raises
    ------
    CostCurveError
        If the prior is not inside (0, 1) or the ratio is not above 0.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import convex_hull
    >>> h_measure(lower_envelope(convex_hull([RocCurve(np.array([0.0]), np.array([1.0]))])), 0.5)
    1.0
    """
    fix = "It is the share of positives among the examples."
    share = read_number("prior", prior, fix)
    if not 0.0 < share < 1.0:
        raise CostCurveError(
            "must lie inside (0, 1)",
            where="prior",
            got=shown(prior),
            fix=fix + percent_words(share),
        )
    density = _severity(severity, share)
    loss, trivial = (_loss(one, share, density) for one in (curve, TRIVIAL_RULES))
    if not trivial > 0.0:
        raise CostCurveError(
            "must be so far from 0 and 1 that the trivial rules cost something",
            where="prior",
            got=shown(prior),
            fix="Read the cost at one pc instead: cost_at(envelope, pc).",
        )
    return 1.0 - loss / trivial


def _severity(severity: float | AnyDensity | None, prior: float) -> Density:
    """The density of the cost of a false positive."""
    fix = "1 puts the most weight on equal costs."
    if severity is None:
        ratio = prior / (1.0 - prior)
    elif callable(severity) or hasattr(severity, "moments"):
        return _density(severity)
    else:
        ratio = read_number("severity", severity, fix)
    if not 0.0 < ratio < np.inf:
        raise CostCurveError(
            "a severity ratio must be above 0 and finite",
            where="severity",
            got=shown(severity),
            fix=fix,
        )
    return Beta(2.0, 1.0 + 1.0 / ratio)


def _loss(curve: CostCurve, prior: float, density: Density) -> float:
    """The expected loss per example; a false positive costs c, a false negative 1 - c."""
    positive = prior * (1.0 - curve.pc)
    cost = positive / (positive + (1.0 - prior) * curve.pc)
    weights = density.moments(cost[::-1])
    of_fp, of_fn = weights.of_positives[::-1], weights.of_negatives[::-1]
    return float((1.0 - prior) * (curve.fpr @ of_fp) + prior * (curve.fnr @ of_fn))
