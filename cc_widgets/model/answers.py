"""What is paid, with its limits, and how two classifiers compare."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    CostPieces,
    Range,
    cost_difference,
    crossovers,
    extremes,
    near_equal,
)
from cc_widgets.core._pieces import values_at
from cc_widgets.core._results import SAME, BoolArray, FloatArray, result
from cc_widgets.core.uncertainty import Band, Significance
from cc_widgets.model.choosing import cheapest_corner, corner_costs, finite_threshold
from cc_widgets.model.conditions import Fixed, Moving, stated
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.model.numerals import point_words, trivial_words

# ---- Answers to questions about cost, as pure functions of a snapshot


Stretch = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """What one classifier costs at one pc, with its best threshold there.

    Attributes
    ----------
    name : str
        Which classifier, or trivial rule.
    pc : float
        Where.
    normalised : float
        The normalised expected cost.
    per_case, population : Range or None
        Expected cost of one case, and of all, in the currency: a range where conditions are
        ranges; None without conditions, or where they exclude this pc.
    threshold : float or None
        Positive is what scores at least this, in as few decimals as make the same decisions;
        None for a trivial rule, a confusion matrix or bare points.
    fpr, tpr : float
        Rates there.
    words : str
        The classifier with its threshold.
    """

    name: str
    pc: float
    normalised: float
    per_case: Range | None
    population: Range | None
    threshold: float | None
    fpr: float
    tpr: float
    words: str

    @property
    def trivial(self) -> bool:
        """Whether this is a trivial rule: no corner of a hull is there but those two."""
        return self.fpr == self.tpr and self.fpr in (0.0, 1.0)


def cost_of(
    derived: Derived,
    item: DerivedClassifier | None,
    pc: float,
    known: Moving | Fixed | None = None,
    population: float = 1.0,
) -> CostAnswer:
    """Read what is paid at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    item : DerivedClassifier or None
        A classifier; None for the best of the visible ones.
    pc : float
        In [0, 1].
    known : Moving or Fixed, optional
        What is known of the conditions.
    population : float
        How many cases there will be.

    Returns
    -------
    CostAnswer
        Of the best threshold there, or of a trivial rule if that is cheaper.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    >>> round(cost_of(derived, derived.classifiers[0], 0.5).normalised, 9)
    0.3
    """
    hull = derived.hull if item is None else item.hull
    corner = cheapest_corner(hull, pc)
    fpr, tpr = float(hull.fpr[corner]), float(hull.tpr[corner])
    owner = _owner(derived, item, int(hull.owner[corner]))
    index = int(hull.index[corner])
    said = stated(known, pc, fpr, tpr)
    each = None if said is None else said.per_case
    rule = trivial_words(derived, positive=fpr > 0.0)
    return CostAnswer(
        name=rule if owner is None else owner.name,
        pc=pc,
        normalised=float(corner_costs(hull, pc)[corner]),
        per_case=each,
        population=each and Range(each.low * population, each.high * population),
        threshold=None if owner is None else finite_threshold(owner, index),
        fpr=fpr,
        tpr=tpr,
        words=rule if owner is None else point_words(owner, index),
    )


def _owner(
    derived: Derived, item: DerivedClassifier | None, owner: int
) -> DerivedClassifier | None:
    """The classifier that a corner belongs to; None for a trivial rule."""
    if owner == TRIVIAL:
        return None
    return derived.classifiers[owner] if item is None else item


@result
class Comparison:
    """Where and by how much two classifiers differ, each at its own best threshold.

    Attributes
    ----------
    first, second : str
        Their names.
    first_cheaper, second_cheaper, equal : tuple of (low, high)
        Ranges of pc.
    crossovers : tuple of float
        Where one takes the lead from the other.
    first_most, second_most : (amount, pc)
        The largest advantage of each, from 0, and the least pc at which it is reached.
    pc, difference : float
        The operating point, and cost of the first less that of the second there.
    significance : Significance or None
        Ranges on which the difference is significant; None if that has not been computed.
    pieces : CostPieces
        The whole difference.
    """

    first: str
    second: str
    first_cheaper: tuple[Stretch, ...]
    second_cheaper: tuple[Stretch, ...]
    equal: tuple[Stretch, ...]
    crossovers: tuple[float, ...]
    first_most: tuple[float, float]
    second_most: tuple[float, float]
    pc: float
    difference: float
    significance: Significance | None
    pieces: CostPieces


def comparison(
    first: DerivedClassifier,
    second: DerivedClassifier,
    pc: float,
    significance: Significance | None = None,
) -> Comparison:
    """Compare two classifiers.

    Parameters
    ----------
    first, second : DerivedClassifier
        The two.
    pc : float
        The operating point.
    significance : Significance, optional
        Of their difference.

    Returns
    -------
    Comparison
        Exact, from their envelopes.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> given = {"a": point_set(fpr=0.04, tpr=0.4), "b": point_set(fpr=0.3, tpr=0.8)}
    >>> found = comparison(*derive(given).classifiers, pc=0.5)
    >>> [round(13 * 3 * pc, 6) for pc in found.crossovers]
    [15.363636]
    """
    pieces = cost_difference(first.envelope, second.envelope)
    most = extremes(pieces)
    middle = (pieces.start_cost + pieces.stop_cost) / 2
    same = near_equal(pieces, 0.0)
    return Comparison(
        first=first.name,
        second=second.name,
        first_cheaper=_stretches(pieces.pc, middle < -SAME),
        second_cheaper=_stretches(pieces.pc, middle > SAME),
        equal=tuple(zip(same.pc_low.tolist(), same.pc_high.tolist(), strict=True)),
        crossovers=tuple(crossovers(first.envelope, second.envelope).pc.tolist()),
        first_most=(max(0.0, -most.lowest), float(most.lowest_pc[0])),
        second_most=(max(0.0, most.highest), float(most.highest_pc[0])),
        pc=pc,
        difference=float(values_at(pieces, pc)),
        significance=significance,
        pieces=pieces,
    )


def _stretches(pc: FloatArray, wanted: BoolArray) -> tuple[Stretch, ...]:
    """The ranges of neighbouring pieces that are wanted."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], wanted, [False]]).astype(np.int8)))
    ends = pc[turns].tolist()
    return tuple(zip(ends[::2], ends[1::2], strict=True))


# ---- How sure a cost is at one pc, whoever chose threshold and classifier on the same examples


@dataclass(frozen=True, slots=True)
class Interval:
    """Limits of a cost; unpacks to the two limits.

    Attributes
    ----------
    lower, upper : float
        The limits.
    level : float
        Level of confidence.
    method : str
        How they were computed, and which choice they allow for.
    expected : float
        What will be paid on average: the cost on these data, and the optimism of having chosen
        threshold and classifier on them.

    Examples
    --------
    >>> lower, upper = Interval(0.1, 0.3, 0.9, "Wilson-MOVER", 0.2)
    >>> lower, upper
    (0.1, 0.3)
    """

    lower: float
    upper: float
    level: float
    method: str
    expected: float

    def __iter__(self) -> Iterator[float]:
        return iter((self.lower, self.upper))


def banded(band: Band, pc: float) -> Interval:
    """Read a band.

    Parameters
    ----------
    band : Band
        Of the classifier.
    pc : float
        In [0, 1].

    Returns
    -------
    Interval
        Between two values of the band's own pc on a straight line.

    Examples
    --------
    >>> edge = np.array([0.0, 1.0])
    >>> banded(Band(edge, edge, edge - 0.5, edge + 0.5, 0.9, "made up", "line"), 0.5).lower
    0.0
    """
    lower, upper, expected = (
        float(np.interp(pc, band.pc, limit)) for limit in (band.lower, band.upper, band.expected)
    )
    return Interval(lower, upper, band.level, band.method, expected)


def known_cost(pc: float, level: float) -> Interval:
    """The limits of what the better trivial rule costs: nothing about it is unknown.

    Parameters
    ----------
    pc : float
        In [0, 1].
    level : float
        Level of confidence.

    Returns
    -------
    Interval
        Of width 0.

    Examples
    --------
    >>> tuple(known_cost(0.9, 0.9)) == (1 - 0.9, 1 - 0.9)
    True
    """
    cost = min(pc, 1.0 - pc)
    return Interval(cost, cost, level, "the known cost of a trivial rule", cost)
