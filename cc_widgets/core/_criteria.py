"""Choosing by another criterion than cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._cost import CostCurve, RocPoints, cost_of_rates, edge_pc, values_at
from cc_widgets.core._duality import CostPoint, IsoLine, ParallelLines
from cc_widgets.core._hull import TRIVIAL, Hull, RocCurve
from cc_widgets.core._reading import (
    PC_MEANS,
    check_shapes,
    read_number,
    read_position,
    read_unit,
    read_unit_number,
)
from cc_widgets.core._results import SAME, BoolArray, FloatArray
from cc_widgets.errors import CostCurveError, shown

# ---- Two classifiers used in turn, at random: a point between them, and a line between theirs


@dataclass(frozen=True, slots=True)
class Mix:
    """A classifier that asks the second of two with some probability, else the first.

    Attributes
    ----------
    fpr, tpr : float
        Its rates: a point on the segment between the two.
    first, second : int
        Positions of the two among the points, or the hull corners, that were given; equal if
        one classifier alone will do.
    weight : float
        How often the second is asked, from 0 to 1; 0 if it is the first.
    """

    fpr: float
    tpr: float
    first: int
    second: int
    weight: float


@dataclass(frozen=True, slots=True)
class MixedLine:
    """The same in cost space: the weighted sum of two lines, through the point they share.

    Attributes
    ----------
    fpr, fnr : float
        The line runs from (0, fpr) to (1, fnr).
    pc, cost : float
        The vertex of the envelope through which it goes.
    weight : float
        Share of the line that leaves the vertex to the right, from 0 to 1.
    """

    fpr: float
    fnr: float
    pc: float
    cost: float
    weight: float


def mix(points: RocPoints, first: int, second: int, weight: float) -> Mix:
    """Classifier that asks the second of two with some probability, else the first.

    Parameters
    ----------
    points : RocCurve or Hull
        Where the two are.
    first, second : int
        Their positions.
    weight : float
        How often the second is asked, in [0, 1].

    Returns
    -------
    Mix
        Nearer to the second the larger the weight. Its cost is the weighted mean of the
        costs of the two, at each pc.

    Raises
    ------
    CostCurveError
        If the weight is not in [0, 1] or a position is not among the points.

    Examples
    --------
    >>> import numpy as np
    >>> from cc_widgets.core import RocCurve
    >>> mix(RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0])), 0, 1, weight=0.5)
    Mix(fpr=0.25, tpr=0.75, first=0, second=1, weight=0.5)
    """
    share = read_unit_number("weight", weight, "It is how often the second classifier is asked.")
    one, other = _position(points, "first", first), _position(points, "second", second)
    return Mix(
        fpr=float(points.fpr[one] * (1.0 - share) + points.fpr[other] * share),
        tpr=float(points.tpr[one] * (1.0 - share) + points.tpr[other] * share),
        first=one,
        second=other,
        weight=share,
    )


def _position(points: RocPoints, where: str, given: int) -> int:
    among = f"among {points.fpr.size} points"
    return read_position(
        *(where, given, points.fpr.size), of="a point", among=among, fix="Count from 0."
    )


def alone(points: RocPoints, position: int) -> Mix:
    """Mix of one classifier with itself.

    Parameters
    ----------
    points : RocCurve or Hull
        Where it is.
    position : int
        Its position.

    Returns
    -------
    Mix
        Of that classifier and itself.
    """
    return mix(points, position, position, 0.0)


# ---- Rules of thumb that pick one classifier without a look at its cost, and what they lose


@dataclass(frozen=True, slots=True)
class Pick:
    """One classifier among those given.

    Attributes
    ----------
    fpr, tpr : float
        Its rates.
    owner, index : int
        Its curve and its position there; -1 for a trivial rule.
    """

    fpr: float
    tpr: float
    owner: int
    index: int


def youden(curves: Sequence[RocCurve]) -> Pick:
    """Threshold with the greatest ``tpr - fpr``.

    It is the cheapest one at pc = 0.5, whatever the true conditions are.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    Pick
        Among equal ones the least fpr.

    Examples
    --------
    >>> youden([RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))])
    Pick(fpr=0.3, tpr=0.8, owner=0, index=1)
    """
    return CRITERIA["youden"].best(curves)


def max_rectangle(curves: Sequence[RocCurve]) -> Pick:
    """Threshold with the greatest ``(1 - fpr) * tpr``.

    A rule of thumb that looks at no cost; `regret` says what it loses.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    Pick
        Among equal ones the least fpr.

    Examples
    --------
    >>> max_rectangle([RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))])
    Pick(fpr=0.5, tpr=0.95, owner=0, index=1)
    """
    return CRITERIA["max_rectangle"].best(curves)


def regret(choice: Pick | Mix, envelope: CostCurve, pc: ArrayLike) -> FloatArray:
    """Normalised expected cost of a fixed choice above the best choice, at each pc.

    Parameters
    ----------
    choice : Pick or Mix
        What is used, or anything else with ``fpr`` and ``tpr``.
    envelope : CostCurve
        The least cost that could be had.
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the cost of the choice at pc[i] less that of the envelope.

    Raises
    ------
    CostCurveError
        If some pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import convex_hull
    >>> curve = RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))
    >>> regret(max_rectangle([curve]), lower_envelope(convex_hull([curve])), [0.2, 0.8]).round(3)
    array([0.23, 0.  ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    return np.asarray(cost_of_rates(choice.fpr, choice.tpr, x) - values_at(envelope, x))


def greatest(
    curves: Sequence[RocCurve],
    value: Callable[[FloatArray, FloatArray], FloatArray],
    tolerance: float,
) -> Pick:
    """Point of greatest value among those of all curves.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves; the trivial rules take part too.
    value : callable
        Takes fpr and tpr of all points and returns a number for each.
    tolerance : float
        How far a value may be below the greatest and still count as equal.

    Returns
    -------
    Pick
        Among equal ones the least fpr; among equal points the one given first.
    """
    sizes = [curve.fpr.size for curve in curves]
    fpr = np.concatenate([[0.0, 1.0], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0.0, 1.0], *(curve.tpr for curve in curves)])
    owner = np.repeat(np.arange(TRIVIAL, len(curves)), [2, *sizes])
    index = np.concatenate([[TRIVIAL, TRIVIAL], *(np.arange(size) for size in sizes)])
    values = value(fpr, tpr)
    among = np.flatnonzero(values >= values.max() - tolerance)
    best = among[np.argmin(fpr[among])]
    return Pick(float(fpr[best]), float(tpr[best]), int(owner[best]), int(index[best]))


# ---- Choosing by something else than expected cost: a limit on false alarms, equal errors


@dataclass(frozen=True, slots=True)
class Minimax:
    """The choice whose cost is the same at every pc, and as low as that can be.

    Attributes
    ----------
    cost : float
        That cost: the top of the lower envelope, and the equal error rate on the hull.
    pc_low, pc_high : float
        The pc, or the range of pc, at which the envelope has its top.
    choice : Mix
        On the hull, with ``fpr == 1 - tpr``.
    """

    cost: float
    pc_low: float
    pc_high: float
    choice: Mix


def neyman_pearson(hull: Hull, max_fpr: float) -> Mix:
    """Choice with the largest tpr within a limit on fpr, a mix of two corners where need be.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    Mix
        Of two neighbouring corners. Where more fpr brings no more tpr, the least fpr.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson(hull, 0.25)
    Mix(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    last = int(np.searchsorted(hull.fpr, limit, side="right")) - 1
    full = int(np.argmax(hull.tpr >= 1.0))
    if last >= full:
        return alone(hull, full)
    run = hull.fpr[last + 1] - hull.fpr[last]
    weight = float((limit - hull.fpr[last]) / run)
    return mix(hull, last, last + 1, weight) if weight else alone(hull, last)


def neyman_pearson_line(envelope: CostCurve, max_fpr: float) -> MixedLine:
    """Cost line of the choice of `neyman_pearson`, found in cost space.

    The lines that meet at a vertex of the envelope start, at pc = 0, on both sides of
    (0, max_fpr). The line from there through the vertex is the choice.

    Parameters
    ----------
    envelope : CostCurve
        A lower envelope, trivial rules included.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    MixedLine
        Its line and the vertex.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> neyman_pearson_line(lower_envelope(hull), 0.25)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    limit = _read_limit(max_fpr)
    left = int(np.searchsorted(envelope.fpr, limit, side="right")) - 1
    fpr, fnr = float(envelope.fpr[left]), float(envelope.fnr[left])
    if left == envelope.fpr.size - 1:  # no line starts above the limit: the last one alone
        return MixedLine(fpr=fpr, fnr=fnr, pc=1.0, cost=fnr, weight=0.0)
    vertex, more = float(envelope.pc[left + 1]), limit - fpr
    return MixedLine(
        fpr=limit,
        fnr=fnr - more * (1.0 - vertex) / vertex,
        pc=vertex,
        cost=fpr * (1.0 - vertex) + fnr * vertex,
        weight=more / (float(envelope.fpr[left + 1]) - fpr),
    )


def neyman_pearson_steps(curves: Sequence[RocCurve], max_fpr: float) -> Pick:
    """Single threshold with the largest tpr within a limit on fpr.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.
    max_fpr : float
        The limit, in [0, 1].

    Returns
    -------
    Pick
        Among equal tpr the least fpr; among equal points the one given first.

    Raises
    ------
    CostCurveError
        If the limit is not in [0, 1].

    Examples
    --------
    >>> neyman_pearson_steps([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))], 0.25)
    Pick(fpr=0.0, tpr=0.5, owner=0, index=0)
    """
    return CRITERIA["neyman_pearson"].best(curves, {"max_fpr": _read_limit(max_fpr)})


def minimax(hull: Hull) -> Minimax:
    """Choice whose greatest cost over all pc is as small as possible.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).

    Returns
    -------
    Minimax
        Its cost, where the envelope is that high, and the mix of corners.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull
    >>> found = minimax(convex_hull([RocCurve(np.array([0.25]), np.array([0.75]))]))
    >>> found.cost, found.pc_low, found.pc_high
    (0.25, 0.25, 0.75)
    """
    excess = hull.fpr - (1.0 - hull.tpr)
    turns = edge_pc(hull)
    corner = int(np.argmin(np.abs(excess)))
    if abs(excess[corner]) <= SAME:
        low, high = float(turns[corner - 1]), float(turns[corner])
        return Minimax(float(hull.fpr[corner]), low, high, alone(hull, corner))
    last = int(np.searchsorted(excess, 0.0)) - 1
    choice = mix(hull, last, last + 1, float(excess[last] / (excess[last] - excess[last + 1])))
    return Minimax(choice.fpr, float(turns[last]), float(turns[last]), choice)


def _read_limit(max_fpr: float) -> float:
    fix = "It is the share of negatives that may be called positive."
    return read_unit_number("max_fpr", max_fpr, fix)


# ---- Choosing so that a workforce of fixed size is kept busy with the best cases


@dataclass(frozen=True, slots=True)
class WorkforceLimit:
    """The choices that keep the workforce exactly busy.

    Attributes
    ----------
    line : IsoLine
        Their line in ROC space, of slope ``-negatives / positives``; vertical if there are no
        positives.
    dual : CostPoint or ParallelLines
        Where their cost lines meet: left of pc = 0 if there are more negatives than positives,
        right of 1 if fewer. If as many, these lines are parallel and meet at infinity.
    """

    line: IsoLine
    dual: CostPoint | ParallelLines


def workforce_limit(*, positives: float, negatives: float, capacity: float) -> WorkforceLimit:
    """Limit that a capacity sets, as a line in ROC space and as a point in cost space.

    Parameters
    ----------
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    WorkforceLimit
        The point may lie far outside of pc from 0 to 1.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> limit = workforce_limit(positives=100, negatives=300, capacity=60)
    >>> limit.line
    IsoLine(slope=-3.0, intercept=0.6, fpr=None)
    >>> limit.dual
    CostPoint(pc=-0.5, cost=-0.2)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    if not positives:
        share = capacity / negatives
        return WorkforceLimit(IsoLine(inf, None, share), CostPoint(0.0, share))
    line = IsoLine(-negatives / positives, capacity / positives, None)
    more = positives - negatives
    if not more:
        return WorkforceLimit(line, ParallelLines(1.0 - capacity / positives))
    return WorkforceLimit(line, CostPoint(positives / more, (positives - capacity) / more))


def workforce(hull: Hull, *, positives: float, negatives: float, capacity: float) -> Mix:
    """Choice with the largest tpr that a workforce can handle, a mix where need be.

    Parameters
    ----------
    hull : Hull
        Corners from (0, 0) to (1, 1).
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    Mix
        Of two neighbouring corners. It fills the capacity, also along a level last edge;
        (1, 1) if all cases can be handled, (0, 0) if none can.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce(hull, positives=100, negatives=300, capacity=150)
    Mix(fpr=0.25, tpr=0.75, first=1, second=2, weight=0.5)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    load = hull.tpr * positives + hull.fpr * negatives
    last = int(np.searchsorted(load, capacity, side="right")) - 1
    if last < 0:
        return alone(hull, 0)
    if last == load.size - 1:
        return alone(hull, last)
    weight = float((capacity - load[last]) / (load[last + 1] - load[last]))
    return mix(hull, last, last + 1, weight) if weight else alone(hull, last)


def workforce_line(
    envelope: CostCurve, *, positives: float, negatives: float, capacity: float
) -> MixedLine:
    """Cost line of the choice of `workforce`, found along the vertices of the envelope.

    Of the two lines that meet at a vertex the right-hand one hands over more cases. Where the
    capacity lies between the two, the line through the vertex that fills it is the choice:
    the one that goes on to the dual point of the limit.

    Parameters
    ----------
    envelope : CostCurve
        A lower envelope, trivial rules included.
    positives, negatives : float
        How many cases of each class there will be; `positives` may be 0.
    capacity : float
        How many cases can be handled.

    Returns
    -------
    MixedLine
        Its line and the vertex.

    Raises
    ------
    CostCurveError
        If a number of cases cannot be, or the capacity is not finite.

    Examples
    --------
    >>> from cc_widgets.core import lower_envelope
    >>> from cc_widgets.core import RocCurve, convex_hull
    >>> hull = convex_hull([RocCurve(np.array([0.0, 0.5]), np.array([0.5, 1.0]))])
    >>> workforce_line(lower_envelope(hull), positives=100, negatives=300, capacity=150)
    MixedLine(fpr=0.25, fnr=0.25, pc=0.5, cost=0.25, weight=0.5)
    """
    positives, negatives, capacity = _read(positives, negatives, capacity)
    # Both trivial lines, which a vertical or level hull edge leaves without a segment.
    fpr = np.concatenate([[0.0], envelope.fpr, [1.0]])
    fnr = np.concatenate([[1.0], envelope.fnr, [0.0]])
    handed = positives * (1.0 - fnr) + negatives * fpr
    left = int(np.searchsorted(handed, capacity, side="right")) - 1
    left = min(max(left, 0), fpr.size - 2)
    span = float(handed[left + 1] - handed[left])
    weight = float(np.clip((capacity - handed[left]) / span, 0.0, 1.0)) if span else 0.0
    vertex = float(envelope.pc[left])
    return MixedLine(
        fpr=float(fpr[left] * (1.0 - weight) + fpr[left + 1] * weight),
        fnr=float(fnr[left] * (1.0 - weight) + fnr[left + 1] * weight),
        pc=vertex,
        cost=float(fpr[left] * (1.0 - vertex) + fnr[left] * vertex),
        weight=weight,
    )


def _read(positives: float, negatives: float, capacity: float) -> tuple[float, float, float]:
    return _read_positives(positives), _read_negatives(negatives), _read_capacity(capacity)


def _read_positives(given: float) -> float:
    fix = "It is a number of cases; 0 makes the capacity a limit on fpr alone."
    cases = read_number("positives", given, fix)
    if not (isfinite(cases) and cases >= 0.0):
        raise CostCurveError(
            "must be zero or more, and finite", where="positives", got=shown(given), fix=fix
        )
    return cases


def _read_negatives(given: float) -> float:
    fix = "It is a number of cases."
    cases = read_number("negatives", given, fix)
    if not (isfinite(cases) and cases > 0.0):
        raise CostCurveError(
            "must be above zero, and finite", where="negatives", got=shown(given), fix=fix
        )
    return cases


def _read_capacity(given: float) -> float:
    fix = "It is the number of cases that can be handled."
    cases = read_number("capacity", given, fix)
    if not isfinite(cases):
        raise CostCurveError("must be finite", where="capacity", got=shown(given), fix=fix)
    return cases


# ---- The table of criteria: model, panel and page follow from an entry


Numbers: TypeAlias = Mapping[str, float]
Writer: TypeAlias = Callable[[float], str]
_CASES = 1000.0
_NONE: Numbers = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Asked:
    """A number that a criterion asks for.

    Attributes
    ----------
    words, hint : str
        What it is called beside its field, and what it is.
    read : callable
        Takes what was given; returns it checked, or raises a `CostCurveError`.
    usual : callable
        Takes the share of positives; returns the number to begin with.
    """

    words: str
    hint: str
    read: Callable[[float], float]
    usual: Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Limit:
    """What a choice may use: all (FPR, TPR) with ``fpr * FPR + tpr * TPR <= most``.

    Its mark is that line in ROC space; in cost space, where `tpr` is 0, the height
    ``most / fpr`` at pc 0, from which the lines of all choices on the limit start.

    Attributes
    ----------
    fpr, tpr : float
        What the whole of the negative, and of the positive, class would use.
    most : float
        How much may be used.
    number : str
        The number of the criterion that changes when the mark is moved; it equals `most`.
    """

    fpr: float
    tpr: float
    most: float
    number: str

    def allows(self, fpr: FloatArray, tpr: FloatArray) -> BoolArray:
        """Whether points stay within the limit.

        Parameters
        ----------
        fpr, tpr : ndarray of float64, shape (n_points,)
            Their rates.

        Returns
        -------
        ndarray of bool, shape (n_points,)
            True for each point within it, or on it but for rounding.

        Examples
        --------
        >>> Limit(100, 50, 60, "capacity").allows(np.array([0.4, 0.4]), np.array([0.4, 0.5]))
        array([ True, False])
        """
        check_shapes(fpr=fpr, tpr=tpr)
        used = tpr * self.tpr + fpr * self.fpr
        return np.asarray(used <= self.most + SAME * (self.fpr + self.tpr))


@dataclass(frozen=True, slots=True)
class Criterion:
    """A way to choose one threshold among all of all curves.

    Attributes
    ----------
    words : str
        Its name in a list to choose from.
    aim : callable
        Takes its numbers, a writer of shares and one of amounts; returns the beginning of a
        sentence that says what is wanted.
    worth : callable
        Takes fpr and tpr of points and the numbers; returns what shall be as great as can be.
    numbers : mapping of str to Asked
        What it asks for.
    limit : callable or None
        Takes the numbers; returns the limit that a choice must keep.
    lots : callable or None
        Takes a hull and the numbers; returns the best choice on the hull, where need be by
        drawing lots between two corners. None where lots are not drawn.
    gain : callable or None
        Takes that choice, the best single threshold and a writer of shares; returns the end of a
        sentence that says what only lots do, empty where nobody would see it.
    """

    words: str
    aim: Callable[[Numbers, Writer, Writer], str]
    worth: Callable[[FloatArray, FloatArray, Numbers], FloatArray]
    numbers: Mapping[str, Asked] = field(default_factory=dict)
    limit: Callable[[Numbers], Limit] | None = None
    lots: Callable[[Hull, Numbers], Mix] | None = None
    gain: Callable[[Mix, Pick, Writer], str] | None = None

    def best(self, curves: Sequence[RocCurve], numbers: Numbers = _NONE) -> Pick:
        """The best single threshold.

        Parameters
        ----------
        curves : sequence of RocCurve
            Any number of curves; the trivial rules take part too.
        numbers : mapping of str to float, optional
            What it asks for, checked.

        Returns
        -------
        Pick
            Any point of a curve, whether it is on the hull or not. Among equal ones the least
            fpr; among equal points the one given first.

        Examples
        --------
        >>> curve = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
        >>> CRITERIA["neyman_pearson"].best([curve], {"max_fpr": 0.2})
        Pick(fpr=0.1, tpr=0.5, owner=0, index=0)
        """
        limit = None if self.limit is None else self.limit(numbers)

        def value(fpr: FloatArray, tpr: FloatArray) -> FloatArray:
            worth = self.worth(fpr, tpr, numbers)
            return worth if limit is None else np.where(limit.allows(fpr, tpr), worth, -inf)

        return greatest(curves, value, SAME)

    def better(self, choice: Pick | Mix, other: Pick | Mix, numbers: Numbers, by: float) -> bool:
        """Whether one choice is worth more than another by a margin."""
        margin = read_number("by", by, "Pass how much more the choice must be worth.")
        worths = self.worth(
            np.array([choice.fpr, other.fpr]), np.array([choice.tpr, other.tpr]), numbers
        )
        return bool(worths[0] > worths[1] + margin)


def _finds_more(lots: Mix, single: Pick, percent: Writer) -> str:
    """What lots find more."""
    more, found = percent(lots.tpr), percent(single.tpr)
    return "" if more == found else f"finds more: {more}"


def _errs_less(lots: Mix, single: Pick, percent: Writer) -> str:
    """What lots make of the class that is judged worse."""
    less, worst = percent(lots.fpr), percent(max(single.fpr, 1.0 - single.tpr))
    if less == worst:
        return ""
    return f"makes the worst case better: {less} of a class wrong instead of {worst}"


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        "neyman_pearson": Criterion(
            words="limit on false alarms (Neyman-Pearson)",
            aim=lambda n, percent, _amount: f"With at most {percent(n['max_fpr'])} false alarms",
            worth=lambda _fpr, tpr, _n: tpr,
            numbers={
                "max_fpr": Asked(
                    "Limit on fpr",
                    "Share of negatives that may be called positive, 0 to 1",
                    _read_limit,
                    lambda _share: 0.1,
                )
            },
            limit=lambda n: Limit(1.0, 0.0, n["max_fpr"], "max_fpr"),
            lots=lambda hull, n: neyman_pearson(hull, **n),
            gain=_finds_more,
        ),
        "workforce": Criterion(
            words="workforce of fixed size",
            aim=lambda n, _percent, amount: (
                f"With a capacity of {amount(n['capacity'])} out of "
                f"{amount(n['positives'] + n['negatives'])} cases"
            ),
            worth=lambda _fpr, tpr, _n: tpr,
            numbers={
                "positives": Asked(
                    "Positives",
                    "How many positive cases there will be",
                    _read_positives,
                    lambda share: float(round(_CASES * share)),
                ),
                "negatives": Asked(
                    "Negatives",
                    "How many negative cases there will be",
                    _read_negatives,
                    lambda share: _CASES - round(_CASES * share),
                ),
                "capacity": Asked(
                    "Capacity",
                    "How many cases can be handled",
                    _read_capacity,
                    lambda share: float(round(_CASES * share)),
                ),
            },
            limit=lambda n: Limit(n["negatives"], n["positives"], n["capacity"], "capacity"),
            lots=lambda hull, n: workforce(hull, **n),
            gain=_finds_more,
        ),
        "minimax": Criterion(
            words="smallest worst case (minimax)",
            aim=lambda _n, _percent, _amount: (
                "For the least cost in the worst case, whatever the conditions"
            ),
            worth=lambda fpr, tpr, _n: -np.maximum(fpr, 1.0 - tpr),
            lots=lambda hull, _n: minimax(hull).choice,
            gain=_errs_less,
        ),
        "youden": Criterion(
            words="tpr - fpr (Youden)",
            aim=lambda _n, _percent, _amount: (
                "For the most found less flagged, each as a share of its class"
            ),
            worth=lambda fpr, tpr, _n: tpr - fpr,
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
"""Every criterion by its kind."""
