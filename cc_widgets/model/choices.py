"""What to use under which conditions, and who comes second."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.cost import Envelope
from cc_widgets.core.pieces import piece_at
from cc_widgets.core.winners import ranking
from cc_widgets.model.answers import cost_of
from cc_widgets.model.derive import Derived


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
        Its threshold; None for a trivial rule or bare points.
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
            return f"At pc {first.pc_low:.3g} use {first.words}."
        reach = f"pc {first.pc_low:.3g} to {last.pc_high:.3g}"
        if self.insensitive:
            return f"One choice covers the whole range, {reach}: use {first.words}."
        parts = "; ".join(f"up to {one.pc_high:.3g} {one.words}" for one in self.choices)
        return f"The choice depends on where in {reach} the truth lies: {parts}."


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
        From the joint envelope of the visible classifiers.

    Examples
    --------
    >>> from cc_widgets.core.points import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"rule": point_set(fpr=0.2, tpr=0.8)})
    >>> best_choices(derived, 0.3, 0.6).words
    'One choice covers the whole range, pc 0.3 to 0.6: use rule.'
    """
    envelope = derived.envelope
    first = int(piece_at(envelope, low)) if low == high else _after(envelope, low)
    last = first if low == high else int(piece_at(envelope, high))
    return Best(tuple(_choice(derived, segment, low, high) for segment in range(first, last + 1)))


def _after(envelope: Envelope, pc: float) -> int:
    """Return the segment that goes on to the right from here."""
    return int(np.searchsorted(envelope.pc[1:-1], pc, side="right"))


def _choice(derived: Derived, segment: int, low: float, high: float) -> Choice:
    """Return one segment of the joint envelope, within the range."""
    envelope = derived.envelope
    start, stop = envelope.pc[segment : segment + 2].tolist()
    at = cost_of(derived, None, (max(start, low) + min(stop, high)) / 2)
    return Choice(
        pc_low=max(start, low),
        pc_high=min(stop, high),
        name=at.name,
        threshold=at.threshold,
        fpr=at.fpr,
        tpr=at.tpr,
        words=at.words,
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a ranking.

    Attributes
    ----------
    place : int
        From 1; equal costs share a place.
    name : str
        The classifier.
    cost : float
        Its normalised expected cost with its best threshold there.
    """

    place: int
    name: str
    cost: float


def ranked(derived: Derived, pc: float) -> tuple[Ranked, ...]:
    """Rank the visible classifiers at one pc, cheapest first.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        In [0, 1].

    Returns
    -------
    tuple of Ranked
        Trivial rules take part within each classifier: none costs more than they do.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> ranked(derive({}), 0.5)
    ()
    """
    items = derived.shown
    if not items:
        return ()
    found = ranking([item.envelope for item in items], pc)
    return tuple(
        Ranked(int(found.place[i]), items[i].name, float(found.cost[i])) for i in found.order
    )
