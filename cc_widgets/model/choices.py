"""What to use under which conditions, and who comes second."""

from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core import TRIVIAL, Hull, edge_pc
from cc_widgets.core._results import FloatArray
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import share
from cc_widgets.model.words import corner_words, point_words, trivial_words

MOST_NAMED = 6
# Costs closer than this part of what doing nothing costs are the same.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Choice:
    """What to use in a part of a range of conditions.

    Attributes
    ----------
    pc_low, pc_high : float
        The part; equal for a single condition.
    name : str
        The classifier or trivial rule.
    threshold : float or None
        Its threshold, in as few decimals as make the same decisions; None for a trivial rule,
        a confusion matrix or bare points.
    fpr, tpr : float
        Rates there.
    words : str
        The classifier with its threshold.
    """

    pc_low: float
    pc_high: float
    name: str
    threshold: float | None
    fpr: float
    tpr: float
    words: str


@dataclass(frozen=True, slots=True)
class Best:
    """What to use under the conditions asked for.

    Attributes
    ----------
    choices : tuple of Choice
        By rising pc: one if it does not matter where in the range the truth lies.
    """

    choices: tuple[Choice, ...]

    @property
    def insensitive(self) -> bool:
        """Whether one threshold covers the whole range."""
        return len(self.choices) == 1

    @property
    def words(self) -> str:
        """The choice in a sentence."""
        first, last = self.choices[0], self.choices[-1]
        if first.pc_low == last.pc_high:
            return f"At PC(+) {share(first.pc_low)}: {first.words}."
        reach = f"Over your whole range, PC(+) {share(first.pc_low)} to {share(last.pc_high)},"
        if self.insensitive:
            return f"{reach} one choice is best: {first.words}."
        named = self.choices[:MOST_NAMED]
        parts = "; ".join(f"{one.words} up to {share(one.pc_high)}" for one in named)
        more = len(self.choices) - MOST_NAMED
        others = f"; and {more} more" if more > 0 else ""
        return f"{reach} it takes {len(self.choices)} choices to be best: {parts}{others}."


def cheapest_corner(hull: Hull, pc: float) -> int:
    """Find the corner of a hull with the least cost at one pc.

    Parameters
    ----------
    hull : Hull
        Of one classifier or of several.
    pc : float
        In [0, 1].

    Returns
    -------
    int
        Its position; of equally cheap ones the trivial rule if it is among them, or else the
        one of least fpr.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> cheapest_corner(derive({}).hull, 0.7)
    1
    """
    cost = corner_costs(hull, pc)
    same = cost <= cost.min() + same_cost(pc)
    trivial = same & (hull.owner == TRIVIAL)
    return int(np.argmax(trivial if trivial.any() else same))


def corner_costs(hull: Hull, pc: float) -> FloatArray:
    """Return what each corner of a hull costs at one pc."""
    cost: FloatArray = (1.0 - hull.tpr) * pc + hull.fpr * (1.0 - pc)
    return cost


def same_cost(pc: float) -> float:
    """Return the difference of two costs at one pc up to which they are the same."""
    return _SAME * min(pc, 1.0 - pc)


def best_choices(derived: Derived, low: float, high: float) -> Best:
    """Find what to use over a range of pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    low, high : float
        Ends of the range; equal for one condition.

    Returns
    -------
    Best
        From the joint hull of the visible classifiers.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> best_choices(derived, 0.3, 0.6).words
    'Over your whole range, PC(+) 0.3 to 0.6, one choice is best: rule.'
    """
    if low == high:
        return Best((_choice(derived, cheapest_corner(derived.hull, low), low, high),))
    # Corner i is cheapest between the vertices of the edges at its sides.
    ends = np.clip(np.concatenate([[0.0], edge_pc(derived.hull), [1.0]]), low, high)
    corners = np.flatnonzero(ends[1:] > ends[:-1])
    return Best(
        tuple(_choice(derived, int(i), float(ends[i]), float(ends[i + 1])) for i in corners)
    )


def _choice(derived: Derived, corner: int, low: float, high: float) -> Choice:
    """Return one corner of the joint hull, for a part of the range."""
    hull, owner = derived.hull, int(derived.hull.owner[corner])
    words = corner_words(derived, corner)
    return Choice(
        pc_low=low,
        pc_high=high,
        name=words if owner == TRIVIAL else derived.classifiers[owner].name,
        threshold=None
        if owner == TRIVIAL
        else finite_threshold(derived.classifiers[owner], int(hull.index[corner])),
        fpr=float(hull.fpr[corner]),
        tpr=float(hull.tpr[corner]),
        words=words,
    )


def finite_threshold(item: DerivedClassifier, index: int) -> float | None:
    """Return the threshold of a point, or None where it has none."""
    threshold = float(thresholds_of(item, index))
    return threshold if np.isfinite(threshold) else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a ranking.

    Attributes
    ----------
    place : int
        From 1; equal costs share a place.
    name : str
        The classifier or trivial rule.
    cost : float
        Its normalised expected cost with its best threshold there. A classifier that adds
        nothing costs what the better trivial rule does.
    adds : bool
        Whether it is a classifier that is cheaper there than both trivial rules.
    trivial : bool
        Whether it is a trivial rule.
    threshold : float or None
        Its best threshold; None where it has none, or adds nothing.
    fpr, tpr : float
        Rates there.
    words : str
        Its name, with its threshold where it has one.
    """

    place: int
    name: str
    cost: float
    adds: bool
    trivial: bool
    threshold: float | None
    fpr: float
    tpr: float
    words: str


def ranked(derived: Derived, pc: float) -> tuple[Ranked, ...]:
    """Rank the visible classifiers and the trivial rules at one pc, cheapest first.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].

    Returns
    -------
    tuple of Ranked
        Of equal costs a trivial rule comes first, then the user's order counts.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> [(one.place, one.name, round(one.cost, 6)) for one in ranked(derived, 0.1)]
    [(1, 'call all negatives', 0.1), (1, 'rule', 0.1), (3, 'call all positives', 0.9)]
    """
    rules = [_rule(derived, pc, positive=positive) for positive in (False, True)]
    each = [*rules, *(_at_its_best(item, pc) for item in derived.shown)]
    same = same_cost(pc)
    places = [1 + sum(other.cost < one.cost - same for other in each) for one in each]
    order = sorted(range(len(each)), key=places.__getitem__)
    return tuple(replace(each[i], place=places[i]) for i in order)


def _rule(derived: Derived, pc: float, *, positive: bool) -> Ranked:
    """Return a trivial rule."""
    words, rate = trivial_words(derived, positive=positive), float(positive)
    cost = 1.0 - pc if positive else pc
    return Ranked(0, words, cost, False, True, None, rate, rate, words)  # noqa: FBT003 (a row)


def _at_its_best(item: DerivedClassifier, pc: float) -> Ranked:
    """Return a classifier with its best threshold."""
    hull = item.hull
    corner = cheapest_corner(hull, pc)
    adds = int(hull.owner[corner]) != TRIVIAL
    index = int(hull.index[corner])
    return Ranked(
        place=0,
        name=item.name,
        cost=float(corner_costs(hull, pc)[corner]) if adds else min(pc, 1.0 - pc),
        adds=adds,
        trivial=False,
        threshold=finite_threshold(item, index) if adds else None,
        fpr=float(hull.fpr[corner]),
        tpr=float(hull.tpr[corner]),
        words=point_words(item, index) if adds else item.name,
    )
