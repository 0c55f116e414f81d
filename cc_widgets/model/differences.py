"""Differences between classifiers over pc, and tests of the cheapest against all others."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core.comparison import cost_difference, least_cost, near_equal
from cc_widgets.core.conditions import Range
from cc_widgets.core.costs import CostPieces, same_cost, values_at
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, Owner, result
from cc_widgets.core.uncertainty import Band, significance
from cc_widgets.core.uncertainty.bands import ROUNDING, Significance, read_grid
from cc_widgets.model.answers import Comparison, PcRange, compare_curves, why_no_difference
from cc_widgets.model.bands import (
    Bands,
    BootstrapSettings,
    PairedMatrices,
    n_pairs,
    paired_band,
    paired_band_at_single_pc,
)
from cc_widgets.model.derive import Curves, DerivedClassifier, class_sizes
from cc_widgets.model.estimating import useful_ranges
from cc_widgets.model.numerals import error_bound, number, share, span, truncated_list

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Difference of two cost curves


@result
class DifferenceCurve:
    """Cost of the first of two classifiers minus that of the second, over pc.

    Attributes
    ----------
    first, second : DerivedClassifier
        The classifiers.
    pc, estimate : ndarray of float64
        Vertices of the difference, or those of the band.
    band : Band or None
        Band of the difference.
    significance : Significance or None
        Ranges in which the band excludes 0; None without a band, or while it is provisional.
    """

    first: DerivedClassifier
    second: DerivedClassifier
    pc: FloatArray
    estimate: FloatArray
    band: Band | None
    significance: Significance | None


def difference_curve(
    derived: Curves, compared: tuple[str, str] | None, band: Band | None
) -> DifferenceCurve | None:
    """Return the difference of the compared classifiers with its band; None if they are missing.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.4, tpr=0.9)})
    >>> float(difference_curve(derived, ("a", "b"), None).estimate.max().round(3))
    0.115
    """
    pair = _compared_items(derived, compared)
    if pair is None:
        return None
    first, second = pair
    if band is not None:
        significant_ranges = None if band.provisional else significance(band)
        return DifferenceCurve(first, second, band.pc, band.estimate, band, significant_ranges)
    pieces: CostPieces = cost_difference(first.envelope, second.envelope)
    estimate = np.append(pieces.start_cost, pieces.stop_cost[-1])
    return DifferenceCurve(first, second, pieces.pc, estimate, None, None)


def _compared_items(
    derived: Curves, compared: tuple[str, str] | None
) -> tuple[DerivedClassifier, DerivedClassifier] | None:
    """Return the compared classifiers, if both exist."""
    first, second = (None, None) if compared is None else map(derived.named, compared)
    return None if first is None or second is None else (first, second)


# ---- Tests of the cheapest classifiers


@result
class LeadTest:
    """Cost of another classifier minus that of the cheapest, where the latter is cheapest.

    Attributes
    ----------
    owner, other : int
        Positions of the cheapest and of the other classifier.
    pc : ndarray of float64, shape (n,)
        Increasing values, from just before the owner's range to just after it.
    lower, upper : ndarray of float64, shape (n,)
        Confidence limits; NaN where untested.
    """

    owner: int
    other: int
    pc: FloatArray
    lower: FloatArray
    upper: FloatArray

    def at(self, pc: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return both limits, interpolated at some pc."""
        return np.interp(pc, self.pc, self.lower), np.interp(pc, self.pc, self.upper)


@result
class LeadTests:
    """Tests of each cheapest classifier against all other visible ones.

    Attributes
    ----------
    each : tuple of LeadTest
        One test for each pair of a cheapest and another classifier, at the significance level of
        the settings.
    at_single_pc : tuple of LeadTest
        The same at each single pc, for all other classifiers together.
    cheapest, cheapest_at_single_pc : CheapestIntervals
        Cheapest classifier at each pc, with its significance by `each` and by `at_single_pc`.
    level : float
        Joint confidence level.
    made_of : tuple
        Inputs, to recognise results that are current.
    """

    each: tuple[LeadTest, ...]
    at_single_pc: tuple[LeadTest, ...]
    cheapest: "CheapestIntervals"
    cheapest_at_single_pc: "CheapestIntervals"
    level: float
    made_of: tuple[Any, ...]

    def of(self, owner: int, other: int) -> LeadTest | None:
        """Return the test at single pc of one classifier; None if it never leads."""
        return next(
            (test for test in self.at_single_pc if (test.owner, test.other) == (owner, other)),
            None,
        )


def lead_tests(
    derived: Curves,
    bands: Bands | None,
    pairs: Collection[PairedMatrices],
    settings: BootstrapSettings,
    level: float,
) -> LeadTests | None:
    """Test the cheapest classifiers, from current bands or paired matrices.

    None if nothing can be tested. `bands` must be final and belong to the current data.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> lead_tests(derive({}), None, (), BootstrapSettings(), 0.9) is None
    True
    """
    if len(derived.visible) < _MIN_CLASSIFIERS or (bands is None and not pairs):
        return None
    grid, n_rivals = read_grid(None), len(derived.visible) - 1
    n_points = n_rivals * (grid.size - 1)
    step = 1 << max(0, (n_points // _MAX_TEST_POINTS).bit_length() - 1)

    def limits(first: str, second: str, columns: BoolArray) -> tuple[FloatArray, FloatArray]:
        paired = paired_band(pairs, (first, second), settings, level)
        if paired is not None:
            lower: FloatArray = np.interp(grid[columns], paired.pc, paired.lower)
            upper: FloatArray = np.interp(grid[columns], paired.pc, paired.upper)
            return lower, upper
        if bands is not None:
            return bands.difference_limits(first, second, columns)
        missing = np.full(int(columns.sum()), np.nan)
        return missing, missing

    tests, at_single_pc = [], list[LeadTest]()
    for column in dict.fromkeys(derived.winners.winner.tolist()):
        if column < 0:
            continue
        owner, columns = derived.visible[column], _leading_columns(derived, column, grid, step)
        for other in derived.visible:
            if other != owner:
                first, second = (derived.classifiers[i].name for i in (other, owner))
                edges = limits(first, second, columns)
                tests.append(LeadTest(owner, other, grid[columns], *edges))
        rivals = _rival_limits(derived, owner, columns, bands, pairs, level)
        at_single_pc += [
            LeadTest(owner, other, grid[columns], *edges) for other, edges in rivals.items()
        ]
    return LeadTests(
        each=tuple(tests),
        at_single_pc=tuple(at_single_pc),
        cheapest=_intervals(derived, tests),
        cheapest_at_single_pc=_intervals(derived, at_single_pc),
        level=level,
        made_of=(derived, bands, pairs, settings, level),
    )


def _rival_limits(  # noqa: PLR0913, PLR0917 (as for `lead_tests`)
    derived: Curves,
    owner: int,
    columns: BoolArray,
    bands: Bands | None,
    pairs: Collection[PairedMatrices],
    level: float,
) -> dict[int, tuple[FloatArray, FloatArray]]:
    """Return limits of the extra cost of all other classifiers at each single pc; NaN if unknown.

    They are consistent with the intervals of both costs.
    """
    rivals = [position for position in derived.visible if position != owner]
    name, pc = derived.classifiers[owner].name, read_grid(None)[columns]
    from_resamples = {} if bands is None else bands.rival_limits(name, columns, derived.shown_names)
    limits = {}
    for position in rivals:
        rival = derived.classifiers[position].name
        band = paired_band_at_single_pc(pairs, (rival, name), level, len(rivals))
        if band is not None:
            lower, upper = (np.interp(pc, band.pc, edge) for edge in (band.lower, band.upper))
            limits[position] = lower, upper
        else:
            unknown = np.full(pc.size, np.nan)
            limits[position] = from_resamples.get(rival, (unknown, unknown))
    return limits


_MAX_TEST_POINTS = 5_000  # of all tests together, up to a factor of 2


def _leading_columns(derived: Curves, column: int, grid: FloatArray, step: int) -> BoolArray:
    """Return the grid columns where a classifier is cheapest, with one more at each side.

    Between the ends these are multiples of a power of 2, the same for other visible classifiers.
    """
    winners, columns = derived.winners, np.zeros(grid.size, dtype=bool)
    for start, stop, winner in zip(winners.pc[:-1], winners.pc[1:], winners.winner, strict=True):
        if winner == column:
            first = max(int(np.searchsorted(grid, start, side="right")) - 1, 0)
            last = int(np.searchsorted(grid, stop))
            columns[-(-first // step) * step : last + 1 : step] = True
            columns[[first, last]] = True
    return columns


# ---- Cheapest classifier at each pc, with its significance


_NOT_TESTED = -1
_NO_CHALLENGER = -1
_BASELINES_MEET = 0.5  # pc at which both baselines cost the same
_BASELINES = (Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE)


@result
class CheapestIntervals:
    """Cheapest classifier or baseline in each interval of pc.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_intervals,)
        Interval i is from pc[i] to pc[i + 1], the last one to 1.
    owner : ndarray of int64, shape (n_intervals,)
        Position of the classifier; an `Owner` for a baseline or a tie.
    significance : ndarray of int64, shape (n_intervals,)
        1 if it is significantly cheaper than all other classifiers, 0 if not, -1 if untested.
    challenger : ndarray of int64, shape (n_intervals,)
        Position of the cheapest classifier that does not differ significantly; -1 for none.
    """

    pc: FloatArray
    owner: IntArray
    significance: IntArray
    challenger: IntArray

    def over(self, low: float, high: float) -> list[tuple[int, int, int]]:
        """Return the owner, certainty and challenger of each interval overlapping a range of pc."""
        start = int(np.searchsorted(self.pc, low, side="right")) - 1
        stop = max(start + 1, int(np.searchsorted(self.pc, high)))
        columns = (self.owner, self.significance, self.challenger)
        return list(zip(*(column[start:stop].tolist() for column in columns), strict=True))

    @property
    def drawn(self) -> tuple[FloatArray, IntArray, IntArray]:
        """Start, owner and certainty of the intervals, merged where they look the same."""
        is_new = _changes(self.owner, self.significance)
        return self.pc[is_new], self.owner[is_new], self.significance[is_new]


def cheapest_intervals(
    derived: Curves,
    leads: LeadTests | None,
    best: Band | None = None,
    *,
    at_single_pc: bool = False,
) -> CheapestIntervals:
    """Return the cheapest visible classifier at each pc, with its significance if it was tested.

    The significance level is that of the settings, or that at each single pc.

    `best` is the band of the cheapest classifier: where that is not expected to cost less than the
    baselines, these are the owners.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> cheapest = cheapest_intervals(derive({}), None)
    >>> cheapest.pc, cheapest.owner, cheapest.significance
    (array([0. , 0.5]), array([-1, -2]), array([-1, -1]))
    """
    if leads is None:
        return where_useful(_intervals(derived, None), best)
    return where_useful(leads.cheapest_at_single_pc if at_single_pc else leads.cheapest, best)


def where_useful(cheapest: CheapestIntervals, best: Band | None) -> CheapestIntervals:
    """Return the intervals with baselines where no classifier is expected to cost less."""
    if best is None:
        return cheapest
    ranges = useful_ranges(best)
    pc = np.unique(np.concatenate([cheapest.pc, [_BASELINES_MEET], ranges.ravel(), [1.0]]))
    start, middle = pc[:-1], 0.5 * (pc[:-1] + pc[1:])
    before = np.searchsorted(cheapest.pc, start, side="right") - 1
    is_useful = np.searchsorted(ranges.ravel(), middle, side="right") % 2 == 1
    kept = is_useful | np.isin(cheapest.owner[before], _BASELINES)
    owner = np.where(kept, cheapest.owner[before], _baselines_at(middle))
    certainty = np.where(kept, cheapest.significance[before], _NOT_TESTED)
    challenger = np.where(kept, cheapest.challenger[before], _NO_CHALLENGER)
    is_new = _changes(owner, certainty, challenger)
    columns = (start, owner, certainty, challenger)
    return CheapestIntervals(*(column[is_new] for column in columns))


def _baselines_at(pc: FloatArray) -> IntArray:
    """Return the better baseline at each pc."""
    return np.where(pc < _BASELINES_MEET, Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE)


def _intervals(derived: Curves, leads: Sequence[LeadTest] | None) -> CheapestIntervals:
    """Return the cheapest classifier at each pc, with its significance if it was tested."""
    tests = leads or ()
    pc = np.unique(
        np.concatenate([[0.0, 0.5, 1.0], derived.winners.pc, *map(_sign_changes, tests)])
    )
    middle = 0.5 * (pc[:-1] + pc[1:])
    owner = _owners_at(derived, middle)
    certainty, challenger = np.full(owner.size, _NOT_TESTED), np.full(owner.size, _NO_CHALLENGER)
    if leads is not None:
        certainty[owner == Owner.TIE] = 0
    for leader in dict.fromkeys(test.owner for test in tests):
        is_leader = owner == leader
        rivals = [test for test in tests if test.owner == leader]
        certainty[is_leader], challenger[is_leader] = _certainties(
            derived, rivals, middle[is_leader]
        )
    is_new = _changes(owner, certainty, challenger)
    return CheapestIntervals(
        pc=pc[:-1][is_new],
        owner=owner[is_new],
        significance=certainty[is_new],
        challenger=challenger[is_new],
    )


def _sign_changes(test: LeadTest) -> FloatArray:
    """Return the pc at which a test becomes significant, or stops being so."""
    low, high = test.lower[:-1], test.lower[1:]
    at = np.flatnonzero((low > ROUNDING) != (high > ROUNDING))
    part = low[at] / (low[at] - high[at])
    crossings: FloatArray = test.pc[at] + part * (test.pc[at + 1] - test.pc[at])
    return crossings[np.isfinite(crossings)]


def _certainties(
    derived: Curves, tests: Sequence[LeadTest], pc: FloatArray
) -> tuple[IntArray, IntArray]:
    """Return the certainty of a leader, and its cheapest challenger, at each pc."""
    least = np.stack([test.at(pc)[0] for test in tests])
    costs = np.stack([_cost(derived.classifiers[test.other], pc) for test in tests])
    unclear, unknown = least <= ROUNDING, np.isnan(least)
    certainty = np.where(unclear.any(axis=0), 0, np.where(unknown.any(axis=0), _NOT_TESTED, 1))
    nearest = np.argmin(np.where(unclear, costs, np.inf), axis=0)
    rivals = np.array([test.other for test in tests])
    return certainty, np.where(certainty == 0, rivals[nearest], _NO_CHALLENGER)


def _cost(item: DerivedClassifier, pc: FloatArray) -> FloatArray:
    return np.interp(pc, item.envelope.pc, item.envelope.cost)


def _changes(*columns: IntArray) -> BoolArray:
    """Return whether each interval differs from the one before it."""
    return np.append(True, np.logical_or.reduce([np.diff(column) != 0 for column in columns]))


def _owners_at(derived: Curves, pc: FloatArray) -> IntArray:
    """Return the cheapest classifier or baseline at each pc."""
    winners = derived.winners
    winner = winners.winner[np.searchsorted(winners.pc[1:-1], pc, side="right")]
    visible = np.array([*derived.visible, 0], dtype=np.int64)
    positions = visible[np.clip(winner, 0, None)]
    others = np.where(winner == BASELINE, _baselines_at(pc), winner)
    return np.where(winner >= 0, positions, others)


# ---- Comparison in words


_MIN_CLASSIFIERS = 2
_NO_PAIR = "There is nothing to compare: choose two classifiers."
_UNTESTED = "Whether the difference is more than chance is not known yet: run the bootstrap."
_PENDING = "Whether the difference is more than chance is told at the end of the bootstrap."
_UNTESTABLE = "Whether the difference is more than chance cannot be told. "
_DIFFERENT_EXAMPLES = "They were tested on different examples: each test set was resampled alone."
_SEPARATE_SETS = (
    "They are taken for two test sets, and each was resampled alone. If they scored the same "
    "examples, give both one array as y_true: then much smaller differences can be told."
)


def compare_words(derived: Curves, compared: tuple[str, str] | None, pc: float) -> str:
    """Return a few lines on where each of two classifiers is cheaper, and by how much.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> compare_words(derive({}), None, 0.5)
    'There is nothing to compare: choose two classifiers.'
    """
    pair = _compared_items(derived, compared)
    if pair is None:
        return _NO_PAIR
    first, second = pair
    comparison = compare_curves(first, second, pc)
    at_baseline, equal = _split_equal(comparison, first)
    lines = [
        _point_words(comparison, " on these data" if first.counted and second.counted else ""),
        _range_words(f"{first.name} is cheaper", comparison.first_cheaper),
        _range_words(f"{second.name} is cheaper", comparison.second_cheaper),
        _range_words("They cost the same", equal),
        _range_words("A baseline is cheaper than both, and counts in their place,", at_baseline),
        _advantage_words(first.name, *comparison.first_max_advantage),
        _advantage_words(second.name, *comparison.second_max_advantage),
    ]
    return "\n".join(line for line in lines if line)


def _split_equal(
    comparison: Comparison, first: DerivedClassifier
) -> tuple[tuple[PcRange, ...], tuple[PcRange, ...]]:
    """Return the ranges of equal cost in which a baseline is cheapest, and the others."""
    middles = [(low + high) / 2.0 for low, high in comparison.equal]
    is_baseline = [
        min(pc, 1.0 - pc) - float(values_at(first.envelope, pc)) <= same_cost(pc) for pc in middles
    ]
    pairs = list(zip(comparison.equal, is_baseline, strict=True))
    return tuple(ends for ends, at in pairs if at), tuple(ends for ends, at in pairs if not at)


def _point_words(comparison: Comparison, suffix: str) -> str:
    """Return the difference at the operating point."""
    place = f"At PC(+) {share(comparison.pc)}"
    if abs(comparison.difference) <= same_cost(comparison.pc):
        return f"{place} both cost the same{suffix}."
    cheaper, costlier = comparison.first, comparison.second
    if comparison.difference > 0.0:
        cheaper, costlier = costlier, cheaper
    words = (
        f"{place} {cheaper} costs {number(abs(comparison.difference))} less than {costlier}{suffix}"
    )
    error = comparison.errors[costlier == comparison.second]
    if abs(comparison.difference) > error:
        return f"{words}."
    return f"{words}; costs are known to within {error_bound(error)}: {costlier} may be as good."


def _range_words(words: str, stretches: tuple[PcRange, ...]) -> str:
    """Return a statement with its ranges, or an empty string without ranges."""
    ranges = ", ".join(span(Range(*ends), share) for ends in stretches)
    return f"{words} for PC(+) {ranges}." if ranges else ""


def _advantage_words(name: str, size: float, pc: float) -> str:
    """Return the largest advantage of a classifier."""
    return f"{name} is cheaper by {number(size)} at most, at PC(+) {share(pc)}." if size else ""


def significance_words(model: "CostCurveModel") -> str:
    """Return the ranges with significant differences, with sizes and method, in a few lines."""
    if model.compared is None:
        return ""
    if model._difference is None or model._difference.provisional:
        reason = why_no_difference(model, *model.compared)
        return f"{_UNTESTABLE}{reason}" if reason else _PENDING if _has_bands(model) else _UNTESTED
    tested = significance(model._difference)
    names = dict(zip(("first", "second"), model.compared, strict=True))
    ranges = zip(tested.ranges.pc_low, tested.ranges.pc_high, tested.cheaper, strict=True)
    itself = " by itself" if tested.target == "difference of lines" else ""
    lines = [
        f"Significant {_extent_words(float(start), float(stop))}: {names[cheaper]}{itself} costs "
        f"{_size_words(float(low), float(high))} less on these data."
        for (start, stop, cheaper), low, high in zip(
            ranges, tested.lowest, tested.highest, strict=True
        )
    ]
    summary = truncated_list(lines) if lines else "Nowhere significant."
    notes = [
        tested.covers,
        _multiplicity_words(model, tested),
        _pairing_words(model, model._difference),
    ]
    if model._has_stale_bands:
        notes.append("This belongs to older data or settings.")
    return "\n".join([summary, *filter(None, notes)])


def _pairing_words(model: "CostCurveModel", band: Band) -> str:
    """Return a note if the classifiers were resampled separately."""
    pair = _compared_items(model.curves, model.compared)
    if pair is None or model.bands is None or band.target == "difference of lines":
        return ""
    if not model.bands.are_independent(pair[0].name, pair[1].name):
        return ""
    first, second = (list(map(class_sizes, item.counted)) for item in pair)
    return _SEPARATE_SETS if first == second else _DIFFERENT_EXAMPLES


def _has_bands(model: "CostCurveModel") -> bool:
    """Return whether current bands of both compared classifiers exist."""
    bands = model.bands
    return bands is not None and not bands.is_stale and set(model.compared or ()) <= set(bands.each)


def _multiplicity_words(model: "CostCurveModel", tested: Significance) -> str:
    """Return the family-wise error rate of testing all pairs at the level of one."""
    pairs = n_pairs(len(model.curves.shown))
    if pairs < _MIN_CLASSIFIERS or tested.family >= pairs:
        return ""
    error = min(1.0, pairs * tested.familywise_error)
    return (
        f"That is of one pair: by this count some pair of all {pairs} seems to differ up to "
        f"{100 * error:.0f} % of the time."
    )


def _extent_words(start: float, stop: float) -> str:
    """Return a range of pc in words."""
    if start <= 0.0 and stop >= 1.0:
        return "everywhere"
    if stop >= 1.0:
        return f"from PC(+) {share(start)} up"
    if start <= 0.0:
        return f"up to PC(+) {share(stop)}"
    return f"for PC(+) {share(start)} to {share(stop)}"


def _size_words(low: float, high: float) -> str:
    return span(Range(*sorted((abs(low), abs(high)))), number)


# ---- Possibly cheapest classifiers, given binning errors


_MIN_WIDTH = 1e-9  # narrower ranges are rounding


def possibly_cheapest(derived: Curves) -> dict[str, list[Range]]:
    """Return the pc ranges in which classifiers may be cheapest within binning error, by name.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from cc_widgets.core import matrix_counts
    >>> from cc_widgets.model.derive import derive
    >>> r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[80, 20], [21, 79]])
    >>> possibly_cheapest(derive({"r": r, "s": replace(s, error=0.004)}))["s"]
    [Range(low=0.2020..., high=0.4...)]
    """
    ranges_by_name = {item.name: _possible_ranges(item, derived) for item in derived.shown}
    return {name: ranges for name, ranges in ranges_by_name.items() if ranges}


def _possible_ranges(item: DerivedClassifier, derived: Curves) -> list[Range]:
    """Return the pc ranges in which a classifier may be cheapest within its binning error."""
    rivals = [rival.envelope for rival in derived.shown if rival is not item]
    half, useful = item.reduced.binning_error / 2.0, item.range
    if not (rivals and half and useful):
        return []
    difference = cost_difference(item.envelope, least_cost(rivals))
    # An excess between 0 and the error lies within half the error of its midpoint.
    middle = CostPieces(difference.pc, difference.fpr - half, difference.fnr - half)
    close = near_equal(middle, half)
    low, high = (
        np.clip(ends, useful.pc_low, useful.pc_high) for ends in (close.pc_low, close.pc_high)
    )
    pairs = zip(low.tolist(), high.tolist(), strict=True)
    return [Range(start, stop) for start, stop in pairs if stop - start > _MIN_WIDTH]
