"""Selection criteria other than expected cost: Neyman-Pearson, workforce, minimax, Youden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.costs import CostCurve, RocPoints, cost_of_rates, edge_pc, values_at
from cc_widgets.core.duality import CostPoint, IsoLine, ParallelLines
from cc_widgets.core.hull import BASELINE, Hull, RocCurve
from cc_widgets.core.results import TOLERANCE, BoolArray, FloatArray
from cc_widgets.core.validation import (
    PC_MEANS,
    check_shapes,
    read_number,
    read_position,
    read_unit,
    read_unit_number,
)
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "CRITERIA",
    "Criterion",
    "CriterionParameter",
    "Limit",
    "Minimax",
    "MixedLine",
    "Mixture",
    "ThresholdPick",
    "WorkforceLimit",
    "max_rectangle",
    "minimax",
    "mixture",
    "neyman_pearson",
    "neyman_pearson_line",
    "neyman_pearson_steps",
    "regret",
    "workforce",
    "workforce_limit",
    "workforce_line",
    "youden",
]

# ---- Mixtures of two classifiers (randomised classifiers)


@dataclass(frozen=True, slots=True)
class Mixture:
    """Randomised classifier: a mixture of two classifiers.

    Attributes
    ----------
    fpr, tpr : float
        Rates of the mixture: a point on the segment between the two classifiers.
    first, second : int
        Indices of the two classifiers among the given points or hull corners; equal if one
        suffices.
    weight : float
        Probability, from 0 to 1, of using the second classifier; 0 if there is only one.
    """

    fpr: float
    tpr: float
    first: int
    second: int
    weight: float


@dataclass(frozen=True, slots=True)
class MixedLine:
    """Cost line of a mixture: the weighted sum of two cost lines, through their intersection.

    Attributes
    ----------
    fpr, fnr : float
        The line goes from (0, fpr) to (1, fnr).
    pc, cost : float
        The vertex of the envelope that the line passes through.
    weight : float
        Weight, from 0 to 1, of the line on the right-hand side of the vertex.
    """

    fpr: float
    fnr: float
    pc: float
    cost: float
    weight: float


def mixture(points: RocPoints, first: int, second: int, weight: float) -> Mixture:
    """Mixture of two classifiers, which uses the second with a given probability.

    Parameters
    ----------
    points : RocCurve or Hull
        Points that contain the two classifiers.
    first, second : int
        Indices of the two classifiers.
    weight : float
        Probability of using the second classifier, in [0, 1].

    Returns
    -------
    Mixture
        Its rates and costs are weighted means of the values of the two classifiers.

    Raises
    ------
    CostCurveError
        If the weight is not in [0, 1] or an index is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from cc_widgets.core import RocCurve
    >>> mixture(RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0])), 0, 1, weight=0.5)
    Mixture(fpr=0.25, tpr=0.75, first=0, second=1, weight=0.5)
    """
    share = read_unit_number("weight", weight, "It is the probability of the second classifier.")
    i, j = _position(points, "first", first), _position(points, "second", second)
    return Mixture(
        fpr=float(points.fpr[i] * (1.0 - share) + points.fpr[j] * share),
        tpr=float(points.tpr[i] * (1.0 - share) + points.tpr[j] * share),
        first=i,
        second=j,
        weight=share,
    )


def _position(points: RocPoints, where: str, index: int) -> int:
    among = f"among {points.fpr.size} points"
    return read_position(
        *(where, index, points.fpr.size), item="a point", context=among, fix="Count from 0."
    )


def pure_choice(points: RocPoints, index: int) -> Mixture:
    """Return the degenerate mixture that always uses one classifier."""
    return mixture(points, index, index, 0.0)


# ---- Criteria without costs, and their regret


@dataclass(frozen=True, slots=True)
class ThresholdPick:
    """One threshold of one of several curves.

    Attributes
    ----------
    fpr, tpr : float
        Its rates.
    owner, index : int
        Index of its curve and position in it; -1 for a baseline.
    """

    fpr: float
    tpr: float
    owner: int
    index: int


def youden(curves: Sequence[RocCurve]) -> ThresholdPick:
    """Threshold that maximises Youden's index, ``tpr - fpr``.

    It minimises the expected cost at pc = 0.5, regardless of the operating conditions.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    ThresholdPick
        The point with the lowest fpr among ties.

    References
    ----------
    W. J. Youden, "Index for rating diagnostic tests", Cancer 3, 1950.

    Examples
    --------
    >>> youden([RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))])
    ThresholdPick(fpr=0.3, tpr=0.8, owner=0, index=1)
    """
    return CRITERIA["youden"].best(curves)


def max_rectangle(curves: Sequence[RocCurve]) -> ThresholdPick:
    """Threshold that maximises ``(1 - fpr) * tpr``, the area between its ROC point and (1, 0).

    It ignores misclassification costs; see `regret` for the resulting loss.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    ThresholdPick
        The point with the lowest fpr among ties.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> max_rectangle([RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))])
    ThresholdPick(fpr=0.5, tpr=0.95, owner=0, index=1)
    """
    return CRITERIA["max_rectangle"].best(curves)


def regret(choice: ThresholdPick | Mixture, envelope: CostCurve, pc: ArrayLike) -> FloatArray:
    """Regret of a fixed choice: its normalised expected cost above that of the best choice.

    Parameters
    ----------
    choice : ThresholdPick or Mixture
        The choice, or any object with ``fpr`` and ``tpr``.
    envelope : CostCurve
        Minimum cost at each pc.
    pc : array-like
        Values in [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the cost of the choice at pc[i] minus that of the envelope.

    Raises
    ------
    CostCurveError
        If a value of pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> curve = RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))
    >>> regret(max_rectangle([curve]), lower_envelope(convex_hull([curve])), [0.2, 0.8]).round(3)
    array([0.23, 0.  ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    return np.asarray(cost_of_rates(choice.fpr, choice.tpr, x) - values_at(envelope, x))


def argmax_point(
    curves: Sequence[RocCurve],
    value: Callable[[FloatArray, FloatArray], FloatArray],
    tolerance: float,
) -> ThresholdPick:
    """Return the point with the greatest value among the points of all curves and the baselines.

    `value` maps fpr and tpr of all points to their values; values within `tolerance` of the
    maximum are ties, of which the lowest fpr, then the first point, is returned.
    """
    sizes = [curve.fpr.size for curve in curves]
    fpr = np.concatenate([[0.0, 1.0], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0.0, 1.0], *(curve.tpr for curve in curves)])
    owner = np.repeat(np.arange(BASELINE, len(curves)), [2, *sizes])
    index = np.concatenate([[BASELINE, BASELINE], *(np.arange(size) for size in sizes)])
    values = value(fpr, tpr)
    ties = np.flatnonzero(values >= values.max() - tolerance)
    best = ties[np.argmin(fpr[ties])]
    return ThresholdPick(float(fpr[best]), float(tpr[best]), int(owner[best]), int(index[best]))


# ---- Neyman-Pearson and minimax


@dataclass(frozen=True, slots=True)
class Minimax:
    """Choice with the lowest maximum cost over pc; its cost is the same at every pc.

    Attributes
    ----------
    cost : float
        Cost of the choice: the maximum of the lower envelope, and the equal error rate of the hull.
    pc_low, pc_high : float
        Range of pc in which the envelope attains its maximum; may be a single pc.
    choice : Mixture
        Point of the hull with ``fpr == 1 - tpr``.
    """

    cost: float
    pc_low: float
    pc_high: float
    choice: Mixture


def neyman_pearson(hull: Hull, max_fpr: float) -> Mixture:
    """Choice with the greatest tpr subject to a limit on fpr, possibly a mixture of two corners.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    Mixture
        Mixture of two adjacent corners. Where a higher fpr does not increase tpr, the lowest
        fpr is chosen.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    References
    ----------
    J. Neyman and E. S. Pearson, "On the problem of the most efficient tests of statistical
    hypotheses", Philosophical Transactions of the Royal Society A 231, 1933.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson(hull, 0.25)
    Mixture(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    last = int(np.searchsorted(hull.fpr, limit, side="right")) - 1
    full = int(np.argmax(hull.tpr >= 1.0))
    if last >= full:
        return pure_choice(hull, full)
    run = hull.fpr[last + 1] - hull.fpr[last]
    weight = float((limit - hull.fpr[last]) / run)
    return mixture(hull, last, last + 1, weight) if weight else pure_choice(hull, last)


def neyman_pearson_line(envelope: CostCurve, max_fpr: float) -> MixedLine:
    """Cost line of the choice of `neyman_pearson`, computed in cost space.

    Of two cost lines that meet at a vertex of the envelope, one starts below (0, max_fpr) at
    pc = 0 and the other above. The choice is the line from (0, max_fpr) through that vertex.

    Parameters
    ----------
    envelope : CostCurve
        Lower envelope including the baselines.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    MixedLine
        The cost line and the vertex.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson_line(lower_envelope(hull), 0.25)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    left = int(np.searchsorted(envelope.fpr, limit, side="right")) - 1
    fpr, fnr = float(envelope.fpr[left]), float(envelope.fnr[left])
    if left == envelope.fpr.size - 1:  # no line starts above the limit
        return MixedLine(fpr=fpr, fnr=fnr, pc=1.0, cost=fnr, weight=0.0)
    vertex, more = float(envelope.pc[left + 1]), limit - fpr
    return MixedLine(
        fpr=limit,
        fnr=fnr - more * (1.0 - vertex) / vertex,
        pc=vertex,
        cost=fpr * (1.0 - vertex) + fnr * vertex,
        weight=more / (float(envelope.fpr[left + 1]) - fpr),
    )


def neyman_pearson_steps(curves: Sequence[RocCurve], max_fpr: float) -> ThresholdPick:
    """Single threshold with the greatest tpr subject to a limit on fpr, without randomisation.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    ThresholdPick
        The point with the lowest fpr among equal tpr; the first of equal points.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> neyman_pearson_steps([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))], 0.25)
    ThresholdPick(fpr=0.0, tpr=0.5, owner=0, index=0)
    """
    return CRITERIA["neyman_pearson"].best(curves, {"max_fpr": _read_limit(max_fpr)})


def minimax(hull: Hull) -> Minimax:
    """Choice that minimises the maximum cost over all pc.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    Minimax
        The cost, the pc at which the envelope attains it, and the mixture of corners.

    References
    ----------
    H. L. Van Trees, "Detection, Estimation, and Modulation Theory, Part I", Wiley, 1968,
    chapter 2.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> best = minimax(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> best.cost, best.pc_low, best.pc_high
    (0.25, 0.25, 0.75)
    """
    excess = hull.fpr - (1.0 - hull.tpr)
    turns = edge_pc(hull)
    corner = int(np.argmin(np.abs(excess)))
    if abs(excess[corner]) <= TOLERANCE:
        low, high = float(turns[corner - 1]), float(turns[corner])
        return Minimax(float(hull.fpr[corner]), low, high, pure_choice(hull, corner))
    last = int(np.searchsorted(excess, 0.0)) - 1
    choice = mixture(hull, last, last + 1, float(excess[last] / (excess[last] - excess[last + 1])))
    return Minimax(choice.fpr, float(turns[last]), float(turns[last]), choice)


def _read_limit(max_fpr: float) -> float:
    fix = "It is the share of negatives that may be called positive."
    return read_unit_number("max_fpr", max_fpr, fix)


# ---- A workforce of fixed capacity


@dataclass(frozen=True, slots=True)
class WorkforceLimit:
    """Choices that use the capacity of a workforce exactly.

    Attributes
    ----------
    line : IsoLine
        Their line in ROC space, of slope ``-negatives / positives``; vertical without
        positives.
    dual : CostPoint or ParallelLines
        Common point of their cost lines: at pc < 0 if negatives outnumber positives, at pc > 1
        if positives outnumber negatives. With equal class sizes the lines are parallel.
    """

    line: IsoLine
    dual: CostPoint | ParallelLines


def workforce_limit(*, positives: float, negatives: float, capacity: float) -> WorkforceLimit:
    """Capacity limit of a workforce, as a line in ROC space and as a point in cost space.

    Parameters
    ----------
    positives, negatives : float
        Expected number of cases of each class; `positives` may be 0.
    capacity : float
        Number of cases that can be handled.

    Returns
    -------
    WorkforceLimit
        The point in cost space may lie far outside [0, 1].

    Raises
    ------
    CostCurveError
        If a number of cases is negative or not finite, or the capacity is not finite.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> limit = workforce_limit(positives=100, negatives=300, capacity=60)
    >>> limit.line
    IsoLine(slope=-3.0, intercept=0.6, fpr=None)
    >>> limit.dual
    CostPoint(pc=-0.5, cost=-0.2)
    """
    positives, negatives, capacity = _read_cases(positives, negatives, capacity)
    if not positives:
        share = capacity / negatives
        return WorkforceLimit(IsoLine(inf, None, share), CostPoint(0.0, share))
    line = IsoLine(-negatives / positives, capacity / positives, None)
    excess = positives - negatives
    if not excess:
        return WorkforceLimit(line, ParallelLines(1.0 - capacity / positives))
    return WorkforceLimit(line, CostPoint(positives / excess, (positives - capacity) / excess))


def workforce(hull: Hull, *, positives: float, negatives: float, capacity: float) -> Mixture:
    """Choice with the greatest tpr that a workforce can handle, possibly a mixture.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    positives, negatives : float
        Expected number of cases of each class; `positives` may be 0.
    capacity : float
        Number of cases that can be handled.

    Returns
    -------
    Mixture
        Mixture of two adjacent corners that uses the full capacity, even along a horizontal
        last edge; (1, 1) if all cases can be handled, (0, 0) if none can.

    Raises
    ------
    CostCurveError
        If a number of cases is negative or not finite, or the capacity is not finite.

    References
    ----------
    F. Provost and T. Fawcett, "Analysis and visualization of classifier performance: comparison
    under imprecise class and cost distributions", KDD 1997.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce(hull, positives=100, negatives=300, capacity=150)
    Mixture(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    positives, negatives, capacity = _read_cases(positives, negatives, capacity)
    load = hull.tpr * positives + hull.fpr * negatives
    last = int(np.searchsorted(load, capacity, side="right")) - 1
    if last < 0:
        return pure_choice(hull, 0)
    if last == load.size - 1:
        return pure_choice(hull, last)
    weight = float((capacity - load[last]) / (load[last + 1] - load[last]))
    return mixture(hull, last, last + 1, weight) if weight else pure_choice(hull, last)


def workforce_line(
    envelope: CostCurve, *, positives: float, negatives: float, capacity: float
) -> MixedLine:
    """Cost line of the choice of `workforce`, computed along the vertices of the envelope.

    If two cost lines meet at a vertex, the right-hand one flags more cases. Where the
    capacity lies between the two, the choice is the line through the vertex that uses the full
    capacity; it passes through the dual point of the limit.

    Parameters
    ----------
    envelope : CostCurve
        Lower envelope including the baselines.
    positives, negatives : float
        Expected number of cases of each class; `positives` may be 0.
    capacity : float
        Number of cases that can be handled.

    Returns
    -------
    MixedLine
        The cost line and the vertex.

    Raises
    ------
    CostCurveError
        If a number of cases is negative or not finite, or the capacity is not finite.

    References
    ----------
    C. Drummond and R. C. Holte, "Explicitly representing expected cost: an alternative to ROC
    representation", KDD 2000.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull, lower_envelope
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce_line(lower_envelope(hull), positives=100, negatives=300, capacity=150)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    positives, negatives, capacity = _read_cases(positives, negatives, capacity)
    # The envelope lacks a baseline next to a vertical or horizontal hull edge.
    fpr = np.concatenate([[0.0], envelope.fpr, [1.0]])
    fnr = np.concatenate([[1.0], envelope.fnr, [0.0]])
    flagged = positives * (1.0 - fnr) + negatives * fpr
    left = int(np.searchsorted(flagged, capacity, side="right")) - 1
    left = min(max(left, 0), fpr.size - 2)
    span = float(flagged[left + 1] - flagged[left])
    weight = float(np.clip((capacity - flagged[left]) / span, 0.0, 1.0)) if span else 0.0
    vertex = float(envelope.pc[left])
    return MixedLine(
        fpr=float(fpr[left] * (1.0 - weight) + fpr[left + 1] * weight),
        fnr=float(fnr[left] * (1.0 - weight) + fnr[left + 1] * weight),
        pc=vertex,
        cost=float(fpr[left] * (1.0 - vertex) + fnr[left] * vertex),
        weight=weight,
    )


def _read_cases(positives: float, negatives: float, capacity: float) -> tuple[float, float, float]:
    return _read_positives(positives), _read_negatives(negatives), _read_capacity(capacity)


def _read_positives(value: float) -> float:
    fix = "It is a number of cases; with 0 the capacity limits only the false positive rate."
    cases = read_number("positives", value, fix)
    if not (isfinite(cases) and cases >= 0.0):
        raise CostCurveError(
            "must be finite and at least 0", where="positives", got=shown(value), fix=fix
        )
    return cases


def _read_negatives(value: float) -> float:
    fix = "It is a number of cases."
    cases = read_number("negatives", value, fix)
    if not (isfinite(cases) and cases > 0.0):
        raise CostCurveError(
            "must be finite and above 0", where="negatives", got=shown(value), fix=fix
        )
    return cases


def _read_capacity(value: float) -> float:
    fix = "It is the number of cases that can be handled."
    cases = read_number("capacity", value, fix)
    if not isfinite(cases):
        raise CostCurveError("must be finite", where="capacity", got=shown(value), fix=fix)
    return cases


# ---- Table of criteria, from which the model, the panel and the page are generated


Numbers: TypeAlias = Mapping[str, float]
Writer: TypeAlias = Callable[[float], str]
_CASES = 1000.0
_NO_NUMBERS: Numbers = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CriterionParameter:
    """Numeric parameter of a criterion.

    Attributes
    ----------
    words, hint : str
        Label and tooltip of its input field.
    read : callable
        Validates a value: returns a float, or raises `CostCurveError`.
    usual : callable
        Returns the default value for a given prevalence.
    """

    words: str
    hint: str
    read: Callable[[float], float]
    usual: Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Limit:
    """Constraint on a choice: ``fpr * FPR + tpr * TPR <= most``.

    It is drawn as that line in ROC space. In cost space, if `tpr` is 0, it is the height
    ``most / fpr`` at pc = 0, where the cost lines of all choices on the limit start.

    Attributes
    ----------
    fpr, tpr : float
        Coefficients of the two rates.
    most : float
        Upper bound.
    number : str
        Parameter of the criterion that changes when the mark is dragged; it equals `most`.
    """

    fpr: float
    tpr: float
    most: float
    number: str

    def allows(self, fpr: FloatArray, tpr: FloatArray) -> BoolArray:
        """Return whether points satisfy the constraint.

        Parameters
        ----------
        fpr, tpr : ndarray of float64, shape (n_points,)
            Rates of the points.

        Returns
        -------
        ndarray of bool, shape (n_points,)
            Element i is True if point i satisfies the constraint up to rounding.

        Examples
        --------
        >>> Limit(100, 50, 60, "capacity").allows(np.array([0.4, 0.4]), np.array([0.4, 0.5]))
        array([ True, False])
        """
        check_shapes(fpr=fpr, tpr=tpr)
        used = tpr * self.tpr + fpr * self.fpr
        return np.asarray(used <= self.most + TOLERANCE * (self.fpr + self.tpr))


@dataclass(frozen=True, slots=True)
class Criterion:
    """Criterion for choosing one threshold from all curves.

    Attributes
    ----------
    words : str
        Label in a dropdown.
    aim : callable
        Takes the parameters and formatters of rates and of amounts; returns the beginning of a
        sentence that describes the objective.
    worth : callable
        Takes fpr and tpr of points and the parameters; returns the values to maximise.
    numbers : mapping of str to CriterionParameter
        Parameters by name.
    limit : callable or None
        Takes the parameters; returns the constraint on the choice.
    lots : callable or None
        Takes a hull and the parameters; returns the best choice on the hull, which may be a
        mixture of two thresholds. None if the criterion does not use mixtures.
    gain : callable or None
        Takes that mixture, the best single threshold and a formatter of rates; returns the end
        of a sentence about the improvement by the mixture, empty if it would round to nothing.
    is_on_hull : bool
        Whether a vertex of the convex hull is always among the best choices.
    """

    words: str
    aim: Callable[[Numbers, Writer, Writer], str]
    worth: Callable[[FloatArray, FloatArray, Numbers], FloatArray]
    numbers: Mapping[str, CriterionParameter] = field(default_factory=dict)
    limit: Callable[[Numbers], Limit] | None = None
    lots: Callable[[Hull, Numbers], Mixture] | None = None
    gain: Callable[[Mixture, ThresholdPick, Writer], str] | None = None
    is_on_hull: bool = False

    def best(self, curves: Sequence[RocCurve], numbers: Numbers = _NO_NUMBERS) -> ThresholdPick:
        """Return the best single threshold.

        Parameters
        ----------
        curves : sequence of RocCurve
            Any number of ROC curves; the two baselines are always included.
        numbers : mapping of str to float, optional
            Validated parameters of the criterion.

        Returns
        -------
        ThresholdPick
            Any point of a curve, on the hull or not. Ties are broken by the lowest fpr, then by the
            order of the points.

        Examples
        --------
        >>> curve = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
        >>> CRITERIA["neyman_pearson"].best([curve], {"max_fpr": 0.2})
        ThresholdPick(fpr=0.1, tpr=0.5, owner=0, index=0)
        """
        limit = None if self.limit is None else self.limit(numbers)

        def value(fpr: FloatArray, tpr: FloatArray) -> FloatArray:
            worth = self.worth(fpr, tpr, numbers)
            return worth if limit is None else np.where(limit.allows(fpr, tpr), worth, -inf)

        return argmax_point(curves, value, TOLERANCE)

    def better(
        self,
        choice: ThresholdPick | Mixture,
        other: ThresholdPick | Mixture,
        numbers: Numbers,
        by: float,
    ) -> bool:
        """Return whether one choice exceeds another in `worth` by more than a margin."""
        margin = read_number(
            "by", by, "Pass the required difference in the value of the criterion."
        )
        worths = self.worth(
            np.array([choice.fpr, other.fpr]), np.array([choice.tpr, other.tpr]), numbers
        )
        return bool(worths[0] > worths[1] + margin)


def _tpr_gain(mixture: Mixture, single: ThresholdPick, percent: Writer) -> str:
    """Return the improvement in tpr by a mixture as text; empty if it rounds to zero."""
    mixed, pure = percent(mixture.tpr), percent(single.tpr)
    return "" if mixed == pure else f"finds more: {mixed}"


def _worst_rate_gain(mixture: Mixture, single: ThresholdPick, percent: Writer) -> str:
    """Return the improvement in the higher error rate as text; empty if it rounds to zero."""
    mixed, pure = percent(mixture.fpr), percent(max(single.fpr, 1.0 - single.tpr))
    if mixed == pure:
        return ""
    return f"makes the worst case better: {mixed} of a class wrong instead of {pure}"


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "neyman_pearson": Criterion(
            words="limit on false alarms (Neyman-Pearson)",
            aim=lambda n, percent, _amount: f"With at most {percent(n['max_fpr'])} false alarms",
            worth=lambda _fpr, tpr, _n: tpr,
            numbers={
                "max_fpr": CriterionParameter(
                    "Limit on fpr",
                    "Share of negatives that may be called positive, 0 to 1",
                    _read_limit,
                    lambda _share: 0.1,
                )
            },
            limit=lambda n: Limit(1.0, 0.0, n["max_fpr"], "max_fpr"),
            lots=lambda hull, n: neyman_pearson(hull, **n),
            gain=_tpr_gain,
        ),
        "workforce": Criterion(
            words="workforce of fixed size",
            aim=lambda n, _percent, amount: (
                f"With a capacity of {amount(n['capacity'])} out of "
                f"{amount(n['positives'] + n['negatives'])} cases"
            ),
            worth=lambda _fpr, tpr, _n: tpr,
            numbers={
                "positives": CriterionParameter(
                    "Positives",
                    "How many positive cases there will be",
                    _read_positives,
                    lambda share: float(round(_CASES * share)),
                ),
                "negatives": CriterionParameter(
                    "Negatives",
                    "How many negative cases there will be",
                    _read_negatives,
                    lambda share: _CASES - round(_CASES * share),
                ),
                "capacity": CriterionParameter(
                    "Capacity",
                    "How many cases can be handled",
                    _read_capacity,
                    lambda share: float(round(_CASES * share)),
                ),
            },
            limit=lambda n: Limit(n["negatives"], n["positives"], n["capacity"], "capacity"),
            lots=lambda hull, n: workforce(hull, **n),
            gain=_tpr_gain,
        ),
        "minimax": Criterion(
            words="smallest worst case (minimax)",
            aim=lambda _n, _percent, _amount: (
                "For the least cost in the worst case, whatever the conditions"
            ),
            worth=lambda fpr, tpr, _n: -np.maximum(fpr, 1.0 - tpr),
            lots=lambda hull, _n: minimax(hull).choice,
            gain=_worst_rate_gain,
        ),
        "youden": Criterion(
            words="tpr - fpr (Youden)",
            aim=lambda _n, _percent, _amount: (
                "For the most found less flagged, each as a share of its class"
            ),
            worth=lambda fpr, tpr, _n: tpr - fpr,
            is_on_hull=True,
        ),
        "max_rectangle": Criterion(
            words="(1 - fpr) x tpr (rectangle)",
            aim=lambda _n, _percent, _amount: (
                "For the most found times rightly left alone, each as a share of its class"
            ),
            worth=lambda fpr, tpr, _n: (1.0 - fpr) * tpr,
        ),
    }
)
"""All criteria by name."""
