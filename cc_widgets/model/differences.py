"""The two classifiers compared: what one costs more, where that is more than chance, in words."""

from typing import TYPE_CHECKING

import numpy as np

from cc_widgets.core import TRIVIAL, CostPieces, Owner, Range, cost_difference, same_cost
from cc_widgets.core._results import FloatArray, IntArray, result
from cc_widgets.core.uncertainty import Band, Significance, significance
from cc_widgets.model.answers import Comparison, Stretch, comparison, why_no_difference
from cc_widgets.model.bands import n_pairs
from cc_widgets.model.derive import Derived, DerivedClassifier, class_sizes
from cc_widgets.model.numerals import bound_of, listed, number, share, span

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- The difference of two costs over pc, and the ranges on which it is significant


@result
class Difference:
    """What the first of two classifiers costs more than the second, over pc.

    Attributes
    ----------
    first, second : DerivedClassifier
        The two.
    pc, estimate : ndarray of float64
        Vertices of the difference; those of the band where there is one.
    band : Band or None
        Of the difference.
    significance : Significance or None
        Where the band excludes 0; None without one, and while it is provisional.
    """

    first: DerivedClassifier
    second: DerivedClassifier
    pc: FloatArray
    estimate: FloatArray
    band: Band | None
    significance: Significance | None


def difference_of(
    derived: Derived, compared: tuple[str, str] | None, band: Band | None
) -> Difference | None:
    """Difference of two classifiers, with its band if there is one.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    compared : (name, name) or None
        The two.
    band : Band or None
        Of their difference.

    Returns
    -------
    Difference or None
        None if there are no two.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.4, tpr=0.9)})
    >>> float(difference_of(derived, ("a", "b"), None).estimate.max().round(3))
    0.115
    """
    pair = _pair(derived, compared)
    if pair is None:
        return None
    first, second = pair
    if band is not None:
        found = None if band.provisional else significance(band)
        return Difference(first, second, band.pc, band.estimate, band, found)
    pieces: CostPieces = cost_difference(first.envelope, second.envelope)
    estimate = np.append(pieces.start_cost, pieces.stop_cost[-1])
    return Difference(first, second, pieces.pc, estimate, None, None)


def _pair(
    derived: Derived, compared: tuple[str, str] | None
) -> tuple[DerivedClassifier, DerivedClassifier] | None:
    """The two classifiers of these names, if both are there."""
    first, second = (None, None) if compared is None else map(derived.named, compared)
    return None if first is None or second is None else (first, second)


# ---- Who is cheapest where, and for whom that is sure


_NOT_TESTED = -1
_MEET = 0.5  # where both trivial rules cost the same


@result
class Cheapest:
    """Who is cheapest where.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_intervals,)
        Interval i runs from pc[i] to pc[i + 1], the last one to 1.
    owner : ndarray of int64, shape (n_intervals,)
        Position of the classifier, or an `Owner`: a rule, or a tie.
    sure : ndarray of int64, shape (n_intervals,)
        1 significant, 0 not significant or unknown, -1 not tested.
    """

    pc: FloatArray
    owner: IntArray
    sure: IntArray


def cheapest_of(derived: Derived, difference: Difference | None) -> Cheapest:
    """Who of the visible is cheapest where, and where that is significant.

    Only a band of the difference of the two that are compared can tell, and only while no other
    classifier is visible.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    difference : Difference or None
        Of the two that are compared.

    Returns
    -------
    Cheapest
        Over all pc.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> found = cheapest_of(derive({}), None)
    >>> found.pc, found.owner, found.sure
    (array([0. , 0.5]), array([-1, -2]), array([-1, -1]))
    """
    found = None
    if difference is not None:
        pair = [difference.first.position, difference.second.position]
        found = difference.significance if sorted(pair) == sorted(derived.visible) else None
    ends = [] if found is None else [found.ranges.pc_low, found.ranges.pc_high]
    pc = np.unique(np.concatenate([[0.0, 0.5, 1.0], derived.winners.pc, *ends]))
    middle = 0.5 * (pc[:-1] + pc[1:])
    owner = _owners(derived, middle)
    sure = np.full(owner.size, _NOT_TESTED)
    if found is not None:
        cheaper = _cheaper(found, pair, middle)
        sure = np.where(owner >= 0, (owner == cheaper).astype(np.int64), _NOT_TESTED)
    new = np.append(True, (np.diff(owner) != 0) | (np.diff(sure) != 0))
    return Cheapest(pc=pc[:-1][new], owner=owner[new], sure=sure[new])


def _cheaper(found: Significance, pair: list[int], pc: FloatArray) -> IntArray:
    """Who of the two is significantly cheaper at each pc; -1 for neither."""
    cheaper = np.full(pc.size, -1)
    ranges = zip(found.ranges.pc_low, found.ranges.pc_high, found.cheaper, strict=True)
    for start, stop, one in ranges:
        cheaper[(pc > start) & (pc < stop)] = pair[0 if one == "first" else 1]
    return cheaper


def _owners(derived: Derived, pc: FloatArray) -> IntArray:
    """Who is cheapest at each pc: position or rule."""
    winners = derived.winners
    winner = winners.winner[np.searchsorted(winners.pc[1:-1], pc, side="right")]
    rule = np.where(pc < _MEET, Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE)
    visible = np.array([*derived.visible, 0], dtype=np.int64)
    named = visible[np.clip(winner, 0, None)]
    return np.where(winner >= 0, named, np.where(winner == TRIVIAL, rule, winner))


# ---- The two compared, in words


_TWO = 2
_NOTHING = "There is nothing to compare: choose two classifiers."
_UNTESTED = "Whether the difference is more than chance is not known yet: run the bootstrap."
_TO_COME = "Whether the difference is more than chance is told at the end of the bootstrap."
_NEVER = "Whether the difference is more than chance cannot be told. "
_OTHERS = "They were tested on different examples: each test set was resampled alone."
_APART = (
    "They are taken for two test sets, and each was resampled alone. If they scored the same "
    "examples, give both one array as y_true: then much smaller differences can be told."
)


def compare_words(derived: Derived, compared: tuple[str, str] | None, pc: float) -> str:
    """Which of two costs less, where, and by how much: a few lines.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    compared : (name, name) or None
        The two.
    pc : float
        The operating point.

    Returns
    -------
    str
        One sentence if there are no two.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> compare_words(derive({}), None, 0.5)
    'There is nothing to compare: choose two classifiers.'
    """
    pair = _pair(derived, compared)
    if pair is None:
        return _NOTHING
    first, second = pair
    found = comparison(first, second, pc)
    lines = [
        _here(found),
        _where(f"{first.name} is cheaper", found.first_cheaper),
        _where(f"{second.name} is cheaper", found.second_cheaper),
        _where("They cost the same", found.equal),
        _most(first.name, *found.first_most),
        _most(second.name, *found.second_most),
    ]
    return "\n".join(line for line in lines if line)


def _here(found: Comparison) -> str:
    """Who is cheaper at the operating point."""
    where = f"At PC(+) {share(found.pc)}"
    if abs(found.difference) <= same_cost(found.pc):
        return f"{where} both cost the same."
    cheaper, other = found.first, found.second
    if found.difference > 0.0:
        cheaper, other = other, cheaper
    words = f"{where} {cheaper} costs {number(abs(found.difference))} less than {other}"
    error = found.errors[other == found.second]
    if abs(found.difference) > error:
        return f"{words}."
    return f"{words}; costs are known to within {bound_of(error)}: {other} may be as good."


def _where(words: str, stretches: tuple[Stretch, ...]) -> str:
    """Where that is so."""
    ranges = ", ".join(span(Range(*ends), share) for ends in stretches)
    return f"{words} for PC(+) {ranges}." if ranges else ""


def _most(name: str, size: float, pc: float) -> str:
    """The largest advantage of one of the two."""
    return f"{name} is cheaper by {number(size)} at most, at PC(+) {share(pc)}." if size else ""


def significance_words(model: "CostCurveModel") -> str:
    """Where the difference of the two compared is more than chance: a few lines.

    Parameters
    ----------
    model : CostCurveModel
        With the band of the difference, if there is one.

    Returns
    -------
    str
        Ranges of pc with the sizes of the difference, and what that promises.
    """
    if model.compared is None:
        return ""
    if model.difference is None or model.difference.provisional:
        why = why_no_difference(model, *model.compared)
        return f"{_NEVER}{why}" if why else _TO_COME if _drawn(model) else _UNTESTED
    found = significance(model.difference)
    names = dict(zip(("first", "second"), model.compared, strict=True))
    ranges = zip(found.ranges.pc_low, found.ranges.pc_high, found.cheaper, strict=True)
    lines = [
        f"Significant {_reach(float(start), float(stop))}: {names[who]} costs "
        f"{_sizes(float(low), float(high))} less."
        for (start, stop, who), low, high in zip(ranges, found.lowest, found.highest, strict=True)
    ]
    said = listed(lines) if lines else "Nowhere significant."
    more = [found.covers, _of_pairs(model, found), _of_test_sets(model, model.difference)]
    if model.stale:
        more.append("This belongs to older data or settings.")
    return "\n".join([said, *filter(None, more)])


def _of_test_sets(model: "CostCurveModel", band: Band) -> str:
    """That the two were resampled each alone, and whether they might have been together."""
    pair = _pair(model.derived, model.compared)
    if pair is None or model.band is None or band.target == "difference of lines":
        return ""
    if not model.band.apart(pair[0].name, pair[1].name):
        return ""
    first, second = (list(map(class_sizes, item.counted)) for item in pair)
    return _APART if first == second else _OTHERS


def _drawn(model: "CostCurveModel") -> bool:
    """Whether there are bands of the two compared as they are."""
    bands = model.band
    return bands is not None and not model.stale and set(model.compared or ()) <= set(bands.each)


def _of_pairs(model: "CostCurveModel", found: Significance) -> str:
    """What looking at all pairs does to an error that holds for one."""
    pairs = n_pairs(len(model.derived.shown))
    if pairs < _TWO or found.family >= pairs:
        return ""
    most = min(1.0, pairs * found.error_somewhere)
    return (
        f"That is of one pair: by this count some pair of all {pairs} seems to differ up to "
        f"{100 * most:.0f} % of the time."
    )


def _reach(start: float, stop: float) -> str:
    """From where to where."""
    if start <= 0.0 and stop >= 1.0:
        return "everywhere"
    if stop >= 1.0:
        return f"from PC(+) {share(start)} up"
    if start <= 0.0:
        return f"up to PC(+) {share(stop)}"
    return f"for PC(+) {share(start)} to {share(stop)}"


def _sizes(low: float, high: float) -> str:
    return span(Range(*sorted((abs(low), abs(high)))), number)
