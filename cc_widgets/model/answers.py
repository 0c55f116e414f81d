"""What is paid, with its limits, who comes next, what a threshold in use loses, how two compare."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isinf, isnan
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    Conditions,
    CostPieces,
    Counts,
    Predictions,
    Range,
    cheapest_corner,
    cost_difference,
    crossovers,
    extremes,
    near_equal,
    same_cost,
)
from cc_widgets.core._choosing import loss_over, money_loss_over, rates_from
from cc_widgets.core._cost import cost_of_rates, values_at
from cc_widgets.core._folds import Evaluation
from cc_widgets.core._reading import PC_MEANS, as_number, read_unit_number
from cc_widgets.core._results import SAME, BoolArray, FloatArray, result
from cc_widgets.core.uncertainty import (
    Band,
    Candidates,
    RocArea,
    RocAreaDifference,
    Significance,
    candidates,
    order_ranks,
    roc_area,
    roc_area_difference,
    shared_level,
)
from cc_widgets.core.uncertainty._buckets import candidates_among
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    HOW_PAIRED,
    SCORED,
    Bands,
    Paired,
    bands_of,
    best_of_all,
    check_average,
    fits,
    paired_band,
    read_counts,
    unbanded,
    unjudged,
    why_unbanded,
    why_unjudged,
    why_unscored,
    why_unsure,
)
from cc_widgets.model.bootstrap import Thresholds, resampled_at
from cc_widgets.model.conditions import Fixed, Moving, moved, stated, terms
from cc_widgets.model.derive import (
    MOST_KEPT,
    Derived,
    DerivedClassifier,
    finite_threshold,
)
from cc_widgets.model.numerals import (
    decimal,
    number,
    percent,
    point_words,
    trivial_words,
    use_words,
)
from cc_widgets.model.traits import known_name

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- What is paid at one pc


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
    use : str
        The same as advice.
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
    use: str

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
    said = None if known is None else stated(known, pc, fpr, tpr)
    each = None if said is None else said.per_case
    rule = trivial_words(derived, positive=fpr > 0.0)
    return CostAnswer(
        name=rule if owner is None else owner.name,
        pc=pc,
        normalised=float(cost_of_rates(hull.fpr, hull.tpr, pc)[corner]),
        per_case=each,
        population=each and Range(each.low * population, each.high * population),
        threshold=None if owner is None else finite_threshold(owner, index),
        fpr=fpr,
        tpr=tpr,
        words=rule if owner is None else point_words(owner, index),
        use=rule if owner is None else use_words(owner, index),
    )


def _owner(
    derived: Derived, item: DerivedClassifier | None, owner: int
) -> DerivedClassifier | None:
    """The classifier that a corner belongs to; None for a trivial rule."""
    if owner == TRIVIAL:
        return None
    return derived.classifiers[owner] if item is None else item


# ---- Who comes next


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
    """A trivial rule."""
    words, rate = trivial_words(derived, positive=positive), float(positive)
    cost = 1.0 - pc if positive else pc
    return Ranked(0, words, cost, False, True, None, rate, rate, words)  # noqa: FBT003 (a row)


def _at_its_best(item: DerivedClassifier, pc: float) -> Ranked:
    """A classifier with its best threshold."""
    hull = item.hull
    corner = cheapest_corner(hull, pc)
    adds = int(hull.owner[corner]) != TRIVIAL
    index = int(hull.index[corner])
    return Ranked(
        place=0,
        name=item.name,
        cost=float(cost_of_rates(hull.fpr, hull.tpr, pc)[corner]) if adds else min(pc, 1.0 - pc),
        adds=adds,
        trivial=False,
        threshold=finite_threshold(item, index) if adds else None,
        fpr=float(hull.fpr[corner]),
        tpr=float(hull.tpr[corner]),
        words=point_words(item, index) if adds else item.name,
    )


# ---- How two classifiers compare


Stretch = tuple[float, float]


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
    errors : (float, float)
        By how much the first and the second may cost less, where only steps of scores were
        counted; else 0.
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
    errors: tuple[float, float]


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
        From their envelopes: exact, but for `errors`.

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
        first_most=(_amount(-most.lowest), float(most.lowest_pc[0])),
        second_most=(_amount(most.highest), float(most.highest_pc[0])),
        pc=pc,
        difference=float(values_at(pieces, pc)),
        significance=significance,
        pieces=pieces,
        errors=(first.kept.hidden, second.kept.hidden),
    )


def _amount(advantage: float) -> float:
    """An advantage, or 0 where it is none but for rounding."""
    return advantage if advantage > SAME else 0.0


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


# ---- What questions to the model look up first


# In trials with 30,000 to 1,000,000 examples more moved no limit by a fiftieth of the width.
_FEW_AT_ONE_PC = 64
_MOST_JOINTLY = 20_000  # examples, each counted once for each classifier


def item_of(model: "CostCurveModel", name: object) -> DerivedClassifier:
    """The classifier of that name; a name that there is not is refused."""
    known_name(model, name, "name")
    return next(item for item in model.derived.classifiers if item.name == name)


def place_of(model: "CostCurveModel", pc: float | None) -> float:
    """A checked pc, or the model's own."""
    return model.pc if pc is None else read_unit_number("pc", pc, PC_MEANS)


def known_terms(model: "CostCurveModel") -> Moving | Fixed | None:
    """What is known of the conditions along pc; None if nothing is."""
    return None if model.conditions is None else terms(model.conditions, model.follows)


def fresh_band(model: "CostCurveModel", item: DerivedClassifier | None) -> Band | None:
    """The band of a classifier, or of the best, if it is one of the data as they are.

    Only a band that allows for the choice of the threshold, and of the classifier, will do.
    """
    band = model.band
    if band is None or band.level != model.level:
        return None
    items = list(model.derived.shown) if item is None else [item]
    if not all(is_fresh(band, model, one) for one in items):
        return None
    if item is None:
        return band.best if set(band.among) == {one.name for one in items} else None
    honest = SCORED[band.settings.method].for_choice or item.name in band.resampled.lines
    return band.each.get(item.name) if honest else None


def is_fresh(band: Bands, model: "CostCurveModel", item: DerivedClassifier) -> bool:
    """Whether a classifier was resampled as it is."""
    same = band.resampled.sources.get(item.name) is item.source
    return same and not why_unsure([item.source], model.average)


def best_band(model: "CostCurveModel") -> Band | None:
    """The band of the best of the visible, if it is one of the data as they are."""
    return None if model.stale else fresh_band(model, None)


def fresh_interval(
    model: "CostCurveModel", item: DerivedClassifier | None, pc: float
) -> Interval | None:
    """Read limits off a band, if there is one of the data as they are."""
    if _trivial(model, item, pc):
        return known_cost(pc, model.level) if fresh_band(model, item) is not None else None
    band = fresh_band(model, item)
    return None if band is None else banded(band, pc)


def asked_interval(model: "CostCurveModel", item: DerivedClassifier | None, pc: float) -> Interval:
    """Find limits at one pc: read them off, or resample what is needed for them."""
    if _trivial(model, item, pc):
        return known_cost(pc, model.level)
    known = fresh_interval(model, item, pc)
    if known is not None:
        return known
    items = model.derived.shown if item is None else [item]
    sources = {one.name: model.classifiers[one.name] for one in items}
    wrong = {name: why for name, given in sources.items() if (why := why_unbanded(given))}
    if wrong:
        raise unbanded(wrong, "interval")
    check_average(sources.values(), model.average, "interval")
    now = model.bootstrap_settings
    settings = replace(now, method="envelope", simultaneous=False, rng=now.rng or 0)
    if len(sources) > 1:  # the more there are to choose among, the more it takes
        order_ranks(shared_level(model.level, len(sources)), settings.n_resamples)
    drawn = resampled_at(
        sources, settings, pc, jointly=_few(sources), thresholds=_fewer_thresholds(items)
    )
    return banded(best_of_all(drawn, settings, model.level, pairs=model.pairs), pc)


def _fewer_thresholds(items: Sequence[DerivedClassifier]) -> Thresholds:
    """What finds the few thresholds that one pc needs, without another sort of many."""
    counts = {id(item.source): item.curve.counts for item in items}

    def found(source: Predictions | Counts) -> Candidates:
        known = counts.get(id(source))
        many = isinstance(source, Predictions) and source.plain and source.score.size > MOST_KEPT
        if known is None or not many:
            return candidates(source, few=_FEW_AT_ONE_PC)
        return candidates_among(known, _FEW_AT_ONE_PC)

    return found


def _few(sources: Mapping[str, Classifier]) -> bool:
    """Whether so many examples are soon resampled jointly; each alone they always are."""
    parts = [part for given in sources.values() for part in given.parts]
    scored = [part.score.size for part in parts if isinstance(part, Predictions)]
    return sum(scored) <= _MOST_JOINTLY


def _trivial(model: "CostCurveModel", item: DerivedClassifier | None, pc: float) -> bool:
    """Whether a trivial rule is the one to use."""
    hull = model.derived.hull if item is None else item.hull
    return int(hull.owner[cheapest_corner(hull, pc)]) == TRIVIAL


def known_difference(model: "CostCurveModel", first: str, second: str) -> Band | None:
    """The band of a difference, if there are resamples of the data as they are."""
    items = [item_of(model, name) for name in (first, second)]
    of_lines = paired_difference(model, first, second)
    if of_lines is not None:
        return of_lines
    band = model.band
    if band is None or band.level != model.level:
        return None
    fresh = all(is_fresh(band, model, item) for item in items)
    if not fresh or not band.judges(first, second):
        return None
    found = model.difference if model.compared == (first, second) else None
    found = found or band.difference(first, second)
    return None if found.provisional else found


def paired_difference(model: "CostCurveModel", first: str, second: str) -> Band | None:
    """The band of the difference of two matrices, if it is known who is wrong where."""
    return paired_band(model.pairs, (first, second), model.bootstrap_settings, model.level)


def resampled_difference(model: "CostCurveModel", first: str, second: str) -> Band:
    """Resample two classifiers, jointly if they scored the same examples, and wait for it."""
    names = [item_of(model, name).name for name in (first, second)]
    sources = {name: model.classifiers[name] for name in names}
    why = why_unjudged(sources, first, second)
    if why:
        raise unjudged(first, second, why)
    check_average(sources.values(), model.average, "compare")
    settings = model.bootstrap_settings
    drawn = resampled_at(sources, settings)
    return bands_of(drawn, settings, model.level, ()).difference(first, second)


def why_no_difference(model: "CostCurveModel", first: str, second: str) -> str:
    """Why the difference of two classifiers is not judged; empty if a bootstrap would do."""
    band = model.band
    pair = [model.classifiers[name] for name in (first, second)]
    if paired_difference(model, first, second) is not None:
        return ""
    if why := why_unsure(pair, model.average):
        return f"{why[:1].upper()}{why[1:]}."
    if band is not None and not model.stale and {first, second} <= set(band.resampled.sources):
        return band.why_not(first, second)
    hidden = [name for name in (first, second) if name in model.hidden]
    if hidden:
        return f"{hidden[0]} is hidden: show it, only visible classifiers are resampled."
    return why_unjudged(model.classifiers, first, second)


# ---- Matrices of the same examples


def check_pairs(model: "CostCurveModel", value: object) -> tuple[Paired, ...]:
    """Pairs of matrices that are what their counts say.

    Parameters
    ----------
    model : CostCurveModel
        With the classifiers that are meant.
    value : sequence of (first, second, counts)
        Two names, and what `read_counts` takes.

    Returns
    -------
    tuple of Paired
        In the order given; of two that are paired twice the last one.

    Raises
    ------
    CostCurveError
        If a name is unknown, or a classifier is not the matrix that follows from the counts.
    """
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise CostCurveError(
            "must be a list of two names with counts",
            where="pairs",
            got=shown(value),
            fix=HOW_PAIRED,
        )
    found: dict[frozenset[str], Paired] = {}
    for one in value:
        pair = _paired(model, one)
        found[frozenset(pair[:2])] = pair
    return tuple(found.values())


def _paired(model: "CostCurveModel", one: object) -> Paired:
    """A pair of matrices, as they are."""
    if isinstance(one, str) or not isinstance(one, Sequence) or len(one) != len(Paired._fields):
        raise CostCurveError(
            "must be two names with counts", where="pairs", got=shown(one), fix=HOW_PAIRED
        )
    first, second, given = one
    for name in (first, second):
        known_name(model, name, "pairs")
    if first == second:
        raise CostCurveError("must be two classifiers", where="pairs", got=shown(first))
    pair = Paired(first, second, read_counts(given))
    if not fits(pair, model.classifiers):
        raise CostCurveError(
            "the matrices of these classifiers are not those that follow from the counts",
            where="pairs",
            got=f"{shown(first)} and {shown(second)}; by the counts {pair.counts.first} and "
            f"{pair.counts.second}",
            fix="Count the same examples for all three.",
        )
    return pair


# ---- Areas under ROC curves


_Found = TypeVar("_Found", RocArea, RocAreaDifference)
_Kept = dict[tuple[str, ...], tuple[tuple[Classifier, ...], float, Any]]
_kept: WeakKeyDictionary["CostCurveModel", _Kept] = WeakKeyDictionary()


def _once(model: "CostCurveModel", names: tuple[str, ...], find: Callable[..., _Found]) -> _Found:
    """What is found of classifiers, and found only once for the same data and level."""
    sources, kept = tuple(model.classifiers[name] for name in names), _kept.setdefault(model, {})
    known = kept.get(names)
    if known is None or known[1] != model.level or any(map(is_not, known[0], sources)):
        known = kept[names] = sources, model.level, find(*sources, level=model.level)
    found: _Found = known[2]
    return found


def area_of(model: "CostCurveModel", name: str) -> RocArea:
    """The area under the ROC curve of a classifier, or an error where that has none."""
    found = known_area(model, name)
    if found is None:
        raise _without_area({name: why_unscored(model.classifiers[name])})
    return found


def known_area(model: "CostCurveModel", name: str) -> RocArea | None:
    """The area under the ROC curve of a classifier; None without scores."""
    source = model.classifiers[item_of(model, name).name]
    if why_unscored(source):
        return None
    return _once(model, (name,), roc_area)


def area_difference_of(model: "CostCurveModel", first: str, second: str) -> RocAreaDifference:
    """The difference of two areas under ROC curves, or an error where one has none."""
    names = [item_of(model, name).name for name in (first, second)]
    why = {name: why_unscored(model.classifiers[name]) for name in names}
    if any(why.values()):
        raise _without_area({name: reason for name, reason in why.items() if reason})
    return _once(model, (first, second), roc_area_difference)


def _without_area(why: Mapping[str, str]) -> CostCurveError:
    return CostCurveError(
        "the area under an ROC curve needs the scores of examples",
        where="area",
        got="; ".join(f"{name!r}: {reason}" for name, reason in why.items()),
        fix="Give scores.",
    )


def area_words(model: "CostCurveModel", name: str) -> str:
    """The area under the ROC curve of a classifier with its limits; empty without scores."""
    found = known_area(model, name)
    if found is None:
        return ""
    return f"area under the ROC curve {number(found.value)}{_limit_words(found, found.level)}"


def _limit_words(found: RocArea | RocAreaDifference, level: float) -> str:
    if found.lower is None or found.upper is None:
        return ""
    return f" ({percent(level)}: {number(found.lower)} to {number(found.upper)})"


def areas_words(model: "CostCurveModel") -> str:
    """How the areas under the ROC curves of the two compared differ; empty without scores."""
    pair = model.compared
    if pair is None or any(why_unscored(model.classifiers[name]) for name in pair):
        return ""
    found = area_difference_of(model, *pair)
    if found.value < 0.0:  # told from the side of the larger one
        pair = pair[1], pair[0]
        found = area_difference_of(model, *pair)
    values = ", ".join(
        f"{name} {number(area.value)}"
        for name, area in zip(pair, (found.first, found.second), strict=True)
    )
    same = abs(found.value) <= SAME
    more = "no difference" if same else f"{pair[0]} has {number(found.value)} more"
    said = f"Areas under the ROC curve: {values}; {more}{_limit_words(found, found.level)}."
    if found.lower is None:
        return " ".join(dict.fromkeys([said, found.first.caution or found.second.caution]))
    if found.p_value is None or not found.value:
        return said
    apart = "" if found.paired else ", taken for two test sets"
    share = percent(max(found.p_value, _LEAST_P), 2)
    if found.p_value < _LEAST_P:
        share = f"less than {share}"
    return (
        f"{said} Of two with equal areas{apart}, chance alone would make areas differ so much in "
        f"{share} of all test sets."
    )


_LEAST_P = 0.001  # smaller ones depend on the far tail of an approximation


# ---- Thresholds in use today: what they may be, what becomes of them, and what they lose


# ---- What may be marked


class Mark(NamedTuple):
    """A threshold in use.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float
        Positive is what scores at least this.
    """

    name: str
    threshold: float


class InUse(NamedTuple):
    """A threshold in use, with its rates.

    Attributes
    ----------
    name, threshold : str, float
        As in `Mark`.
    fpr, tpr : float
        Rates of that threshold, be it one of the data or not.
    """

    name: str
    threshold: float
    fpr: float
    tpr: float

    @property
    def words(self) -> str:
        """Classifier and threshold."""
        return f"{self.name} from score {decimal(self.threshold)} on"


_FIX = 'Pass [("forest", 0.5)]: names, and the scores from which on positive is called.'


def check_marks(model: "CostCurveModel", value: object) -> tuple[Mark, ...]:
    """Thresholds that can be marked, each once.

    Parameters
    ----------
    model : CostCurveModel
        With the classifiers that are meant.
    value : sequence of (name, threshold)
        What is in use.

    Returns
    -------
    tuple of Mark
        In the order given.

    Raises
    ------
    CostCurveError
        If a name is unknown, a threshold is no number, or nobody knows what it decides.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise CostCurveError(
            "must be a list of names with thresholds", where="marks", got=shown(value), fix=_FIX
        )
    return tuple(dict.fromkeys(_checked(model, one) for one in value))


def _checked(model: "CostCurveModel", one: object) -> Mark:
    """One mark."""
    if isinstance(one, str) or not isinstance(one, Sequence) or len(one) != len(Mark._fields):
        raise CostCurveError(
            "must be a name with a threshold", where="marks", got=shown(one), fix=_FIX
        )
    name, threshold = one
    known_name(model, name, "marks")
    number = read_threshold(threshold)
    if isinf(number):
        raise CostCurveError(
            "a threshold in use must be finite",
            where=f"marks, {shown(name)}",
            got=f"threshold {decimal(number)}",
            fix="Leave it out: classifying every case alike is compared anyway.",
        )
    given = model.classifiers[name]
    if rates_of(given, number) is None:
        what, fix = why_unmarked(given)
        raise CostCurveError(
            f"what this threshold decides is not known: {what}",
            where=f"marks, {shown(name)}",
            got=f"threshold {decimal(number)}",
            fix=fix,
        )
    return Mark(name, number)


def read_threshold(given: object) -> float:
    """A threshold, checked: any number but NaN."""
    number = as_number(given)
    if number is None or isnan(number):
        raise CostCurveError(
            "a threshold is a number",
            where="threshold",
            got=shown(given),
            fix="Pass the score from which on positive is called, for instance 0.5.",
        )
    return number


def why_unmarked(given: Classifier) -> tuple[str, str]:
    """Why a threshold of a classifier may not be known, and what to do about it."""
    if has_scores(given):
        return (
            "its counts are incomplete, and tell only of their own thresholds",
            "Give the scores, or mark one of those thresholds.",
        )
    is_counts = all(isinstance(one, Counts) for one in given.parts)
    kind = "a confusion matrix has" if is_counts else "bare points have"
    return f"{kind} no scores", "Give the scores of the examples: (y_true, y_score)."


def _counted(given: Evaluation) -> Predictions | Counts | None:
    """The examples of a classifier with their scores, or None where there are none."""
    if isinstance(given, Predictions):
        return given
    counts = given if isinstance(given, Counts) else given.counts
    return None if counts is None or not counts.scored else counts


def has_scores(given: Classifier) -> bool:
    """Whether thresholds of a classifier can be marked."""
    return all(_counted(one) is not None for one in given.parts)


def rates_of(given: Classifier, threshold: float) -> tuple[float, float] | None:
    """Rates of a threshold, of folds their mean; or None where nobody knows them."""
    counted = [_counted(one) for one in given.parts]
    each = [None if one is None else rates_from(one, threshold) for one in counted]
    known = [rates for rates in each if rates is not None]
    if len(known) < len(each):
        return None
    fpr, tpr = (sum(rates) / len(known) for rates in zip(*known, strict=True))
    return fpr, tpr


# ---- What becomes of marks when data change


def in_use_of(
    marks: Sequence[Mark],
    classifiers: Mapping[str, Classifier],
    before: Sequence[InUse] = (),
    unchanged: Mapping[str, Classifier] | None = None,
) -> tuple[InUse, ...]:
    """Rates of all that is marked; a mark whose classifier is gone, or has no scores now, goes.

    Parameters
    ----------
    marks : sequence of Mark
        Checked, perhaps for other classifiers.
    classifiers : mapping of str to Predictions, Counts, RocCurve or Folds
        Those of now.
    before : sequence of InUse
        What was known of the marks of earlier classifiers; it is not counted again.
    unchanged : mapping of str to Predictions, Counts, RocCurve or Folds, optional
        Those classifiers.

    Returns
    -------
    tuple of InUse
        In the order of the marks.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> forest = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    >>> in_use_of([Mark("forest", 0.35), Mark("gone", 0.5)], {"forest": forest})
    (InUse(name='forest', threshold=0.35, fpr=0.5, tpr=0.5),)
    """
    old = unchanged or {}
    known = {
        Mark(*one[:2]): one for one in before if old.get(one.name) is classifiers.get(one.name)
    }
    found = []
    for mark in marks:
        if mark.name not in classifiers:
            continue
        same = known.get(mark)
        rates = same[2:] if same else rates_of(classifiers[mark.name], mark.threshold)
        if rates is not None:
            found.append(InUse(mark.name, mark.threshold, *rates))
    return tuple(found)


# ---- What is in use, and what it loses


@dataclass(frozen=True, slots=True)
class Marked:
    """A threshold in use, beside the best choice under the conditions asked for.

    Attributes
    ----------
    name : str
        The classifier.
    threshold : float
        Positive is what scores at least this.
    fpr, tpr : float
        Rates there.
    pc, cost : Range
        Where, and the normalised expected cost there.
    loss : Range
        What it costs more than the best choice there, from 0.
    per_case, population : Range or None
        That loss for one case, and for all, in the currency; None without conditions, or where
        they exclude what was asked for.
    words : str
        The classifier with its threshold.
    """

    name: str
    threshold: float
    fpr: float
    tpr: float
    pc: Range
    cost: Range
    loss: Range
    per_case: Range | None
    population: Range | None
    words: str


def visible_marks(model: "CostCurveModel") -> tuple[InUse, ...]:
    """What is in use, of visible classifiers."""
    return tuple(one for one in model.in_use if one.name not in model.hidden)


def marked_over(model: "CostCurveModel", pc: Range | None) -> tuple[Marked, ...]:
    """Find what the marks of visible classifiers lose.

    Parameters
    ----------
    model : CostCurveModel
        The model.
    pc : Range or None
        Where; None for the model's range, or else its operating point.

    Returns
    -------
    tuple of Marked
        In the order of the marks.
    """
    own = Range(*(model.pc_range or (model.pc, model.pc)))
    reach = own if pc is None else pc
    known = _conditions_at(model, reach, asked=reach != own)
    return tuple(_marked(model, one, reach, known) for one in visible_marks(model))


def _conditions_at(model: "CostCurveModel", reach: Range, *, asked: bool) -> Conditions | None:
    """The conditions that stand for a range of pc, if there are such."""
    known = model.conditions
    if known is None or not asked:
        return known
    if not known.exact or not reach.exact:
        return known if reach == known.pc else None
    try:
        return moved(known, reach.low, model.follows)
    except CostCurveError:
        return None


def _marked(model: "CostCurveModel", one: InUse, reach: Range, known: Conditions | None) -> Marked:
    """One mark beside the best choice."""
    envelope = model.derived.envelope
    ends = cost_of_rates(one.fpr, one.tpr, np.array([reach.low, reach.high])).tolist()
    each = None if known is None else money_loss_over(envelope, one.fpr, one.tpr, known)
    cases = model.population
    return Marked(
        name=one.name,
        threshold=one.threshold,
        fpr=one.fpr,
        tpr=one.tpr,
        pc=reach,
        cost=Range(min(ends), max(ends)),
        loss=loss_over(envelope, one.fpr, one.tpr, reach),
        per_case=each,
        population=each and Range(each.low * cases, each.high * cases),
        words=one.words,
    )


def in_use_words(model: "CostCurveModel") -> str:
    """What is in use, in one sentence; empty if nothing is marked."""
    found = [one.words for one in visible_marks(model)]
    return f"In use: {'; '.join(found)}." if found else ""
