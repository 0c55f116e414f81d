"""The two classifiers compared: what one costs more, where that is more than chance, in words."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    CostPieces,
    Owner,
    Range,
    cost_difference,
    least_cost,
    near_equal,
    same_cost,
)
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty import Band, Significance, significance
from cc_widgets.core.uncertainty._band import ROUNDING, read_grid
from cc_widgets.model.answers import Comparison, Stretch, comparison, why_no_difference
from cc_widgets.model.bands import Bands, BootstrapSettings, Paired, n_pairs, paired_band
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


# ---- Whether the lead of the cheapest can be told from chance, wherever it leads


@result
class Lead:
    """What another classifier costs more than the cheapest, where that one is the cheapest.

    Attributes
    ----------
    owner, other : int
        Positions of the cheapest, and of the other.
    pc : ndarray of float64, shape (n,)
        Rising; from just before the owner leads to just after that.
    least, most : ndarray of float64, shape (n,)
        Limits of what the other costs more; NaN where nobody can tell.
    """

    owner: int
    other: int
    pc: FloatArray
    least: FloatArray
    most: FloatArray

    def at(self, pc: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Both limits at some pc."""
        return np.interp(pc, self.pc, self.least), np.interp(pc, self.pc, self.most)


@result
class Leads:
    """Every lead that is tested, of all who are the cheapest somewhere before all who are visible.

    Attributes
    ----------
    each : tuple of Lead
        For each of the cheapest one for each of the others.
    cheapest : Cheapest
        Who is cheapest where, and where that is clear.
    level : float
        Level of confidence of all of them.
    made_of : tuple
        What they follow from.
    """

    each: tuple[Lead, ...]
    cheapest: "Cheapest"
    level: float
    made_of: tuple[Any, ...]

    def of(self, owner: int, other: int) -> Lead | None:
        """The lead of one before another; None if the first leads nowhere."""
        return next((one for one in self.each if (one.owner, one.other) == (owner, other)), None)


def leads_of(
    derived: Derived,
    bands: Bands | None,
    pairs: Collection[Paired],
    settings: BootstrapSettings,
    level: float,
) -> Leads | None:
    """Tests of the leads of the cheapest, by the bands that there are and pairs that were told.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    bands : Bands or None
        Of these data, with all resamples that there shall be; else None.
    pairs : collection of Paired
        Matrices of which it is known who is wrong where.
    settings : BootstrapSettings
        What differences are held against.
    level : float
        Level of confidence.

    Returns
    -------
    Leads or None
        None if nothing can be tested.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> leads_of(derive({}), None, (), BootstrapSettings(), 0.9) is None
    True
    """
    if len(derived.visible) < _TWO or (bands is None and not pairs):
        return None
    grid, n_others = read_grid(None), len(derived.visible) - 1
    step = max(1, n_others * (grid.size - 1) // _MOST_PLACES)

    def limits(first: str, second: str, columns: BoolArray) -> tuple[FloatArray, FloatArray]:
        told = paired_band(pairs, (first, second), settings, level)
        if told is not None:
            lower: FloatArray = np.interp(grid[columns], told.pc, told.lower)
            upper: FloatArray = np.interp(grid[columns], told.pc, told.upper)
            return lower, upper
        if bands is not None:
            return bands.lead(first, second, columns)
        unknown = np.full(int(columns.sum()), np.nan)
        return unknown, unknown

    found = []
    for column in dict.fromkeys(derived.winners.winner.tolist()):
        if column < 0:
            continue
        owner, columns = derived.visible[column], _leading(derived, column, grid, step)
        for other in derived.visible:
            if other != owner:
                first, second = (derived.classifiers[i].name for i in (other, owner))
                edges = limits(first, second, columns)
                found.append(Lead(owner, other, grid[columns], *edges))
    cheapest, made_of = _cheapest(derived, found), (derived, bands, pairs, settings, level)
    return Leads(tuple(found), cheapest, level, made_of)


_MOST_PLACES = 5_000  # at so many places of all leads limits are known


def _leading(derived: Derived, column: int, grid: FloatArray, step: int) -> BoolArray:
    """Where on a grid somebody is the cheapest, with the place before and the one after that."""
    winners, columns = derived.winners, np.zeros(grid.size, dtype=bool)
    for start, stop, winner in zip(winners.pc[:-1], winners.pc[1:], winners.winner, strict=True):
        if winner == column:
            first = max(int(np.searchsorted(grid, start, side="right")) - 1, 0)
            last = int(np.searchsorted(grid, stop))
            columns[first : last + 1 : step] = True
            columns[last] = True
    return columns


# ---- Who is cheapest where, and for whom that is sure


_NOT_TESTED = -1
_NOBODY = -1
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
        1 where it is clearly cheaper than every other classifier, 0 where one cannot be told
        apart from it, -1 where that was not tested.
    doubt : ndarray of int64, shape (n_intervals,)
        Position of that one, of several the cheapest; -1 for none.
    """

    pc: FloatArray
    owner: IntArray
    sure: IntArray
    doubt: IntArray

    def over(self, low: float, high: float) -> list[tuple[int, int, int]]:
        """Owner, how sure, and doubt of every interval that is part of a range; or of one pc."""
        first = int(np.searchsorted(self.pc, low, side="right")) - 1
        last = max(first + 1, int(np.searchsorted(self.pc, high)))
        columns = (self.owner, self.sure, self.doubt)
        return list(zip(*(column[first:last].tolist() for column in columns), strict=True))

    @property
    def drawn(self) -> tuple[FloatArray, IntArray, IntArray]:
        """Where intervals begin that are drawn alike, who owns them, and how sure that is."""
        new = _new(self.owner, self.sure)
        return self.pc[new], self.owner[new], self.sure[new]


def cheapest_of(derived: Derived, leads: Leads | None) -> Cheapest:
    """Who of the visible is cheapest where, and where that can be told from chance.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    leads : Leads or None
        Tests of who is cheapest, if there are any.

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
    return _cheapest(derived, None) if leads is None else leads.cheapest


def _cheapest(derived: Derived, leads: Sequence[Lead] | None) -> Cheapest:
    """The same by tests of every lead, or without."""
    each = leads or ()
    pc = np.unique(np.concatenate([[0.0, 0.5, 1.0], derived.winners.pc, *map(_turns, each)]))
    middle = 0.5 * (pc[:-1] + pc[1:])
    owner = _owners(derived, middle)
    sure, doubt = np.full(owner.size, _NOT_TESTED), np.full(owner.size, _NOBODY)
    if leads is not None:
        sure[owner == Owner.TIE] = 0
    for one in dict.fromkeys(lead.owner for lead in each):
        mine = owner == one
        others = [lead for lead in each if lead.owner == one]
        sure[mine], doubt[mine] = _doubts(derived, others, middle[mine])
    new = _new(owner, sure, doubt)
    return Cheapest(pc=pc[:-1][new], owner=owner[new], sure=sure[new], doubt=doubt[new])


def _turns(lead: Lead) -> FloatArray:
    """Where a lead begins or ends to be clear."""
    low, high = lead.least[:-1], lead.least[1:]
    at = np.flatnonzero((low > ROUNDING) != (high > ROUNDING))
    part = low[at] / (low[at] - high[at])
    turns: FloatArray = lead.pc[at] + part * (lead.pc[at + 1] - lead.pc[at])
    return turns[np.isfinite(turns)]


def _doubts(derived: Derived, leads: Sequence[Lead], pc: FloatArray) -> tuple[IntArray, IntArray]:
    """How sure a leader is, and who of the others cannot be told apart, the cheapest first."""
    least = np.stack([lead.at(pc)[0] for lead in leads])
    costs = np.stack([_cost(derived.classifiers[lead.other], pc) for lead in leads])
    unclear, unknown = least <= ROUNDING, np.isnan(least)
    sure = np.where(unclear.any(axis=0), 0, np.where(unknown.any(axis=0), _NOT_TESTED, 1))
    nearest = np.argmin(np.where(unclear, costs, np.inf), axis=0)
    others = np.array([lead.other for lead in leads])
    return sure, np.where(sure == 0, others[nearest], _NOBODY)


def _cost(item: DerivedClassifier, pc: FloatArray) -> FloatArray:
    return np.interp(pc, item.envelope.pc, item.envelope.cost)


def _new(*columns: IntArray) -> BoolArray:
    """Which intervals are not as the one before."""
    return np.append(True, np.logical_or.reduce([np.diff(column) != 0 for column in columns]))


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
        _here(found, " on these data" if first.counted and second.counted else ""),
        _where(f"{first.name} is cheaper", found.first_cheaper),
        _where(f"{second.name} is cheaper", found.second_cheaper),
        _where("They cost the same", found.equal),
        _most(first.name, *found.first_most),
        _most(second.name, *found.second_most),
    ]
    return "\n".join(line for line in lines if line)


def _here(found: Comparison, said: str) -> str:
    """Who is cheaper at the operating point, where it is known on which examples."""
    where = f"At PC(+) {share(found.pc)}"
    if abs(found.difference) <= same_cost(found.pc):
        return f"{where} both cost the same{said}."
    cheaper, other = found.first, found.second
    if found.difference > 0.0:
        cheaper, other = other, cheaper
    words = f"{where} {cheaper} costs {number(abs(found.difference))} less than {other}{said}"
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
        f"{_sizes(float(low), float(high))} less on these data."
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


# ---- Where it is not known who is cheapest, as only steps of scores were counted


_SLIVER = 1e-9  # what rounding makes of a single pc


def within_bounds(derived: Derived) -> dict[str, list[Range]]:
    """Where classifiers that are not the cheapest may be so, as their scores were not all counted.

    Parameters
    ----------
    derived : Derived
        The snapshot.

    Returns
    -------
    dict of str to list of Range
        By name, ranges of PC(+) on which it costs more than the best of the others by no more than
        its own cost may be off; of those that have any.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from cc_widgets.core import matrix_counts
    >>> from cc_widgets.model.derive import derive
    >>> r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[80, 20], [21, 79]])
    >>> within_bounds(derive({"r": r, "s": replace(s, error=0.004)}))["s"]
    [Range(low=0.2020..., high=0.4...)]
    """
    found = {item.name: _within_bound(item, derived) for item in derived.shown}
    return {name: ranges for name, ranges in found.items() if ranges}


def _within_bound(item: DerivedClassifier, derived: Derived) -> list[Range]:
    """The same of one classifier."""
    others = [one.envelope for one in derived.shown if one is not item]
    half, reach = item.kept.hidden / 2.0, item.range
    if not (others and half and reach):
        return []
    more = cost_difference(item.envelope, least_cost(others))
    # From nothing to the whole bound is half of it about its middle.
    middle = CostPieces(more.pc, more.fpr - half, more.fnr - half)
    near = near_equal(middle, half)
    low, high = (np.clip(ends, reach.pc_low, reach.pc_high) for ends in (near.pc_low, near.pc_high))
    pairs = zip(low.tolist(), high.tolist(), strict=True)
    return [Range(start, stop) for start, stop in pairs if stop - start > _SLIVER]
