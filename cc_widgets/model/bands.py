"""Bands of the classifiers and of their differences, from resamples that are kept; or why not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions
from cc_widgets.core._reading import read_truth, read_whole, read_word
from cc_widgets.core._results import BoolArray, FloatArray, result
from cc_widgets.core.uncertainty import (
    METHODS,
    Band,
    EnvelopeResamples,
    JointResamples,
    LineCounts,
    LineReplicates,
    PairedCounts,
    PairedErrors,
    best_band,
    best_of_independent,
    difference_band,
    line_counts,
    line_replicates,
    methods_for,
    order_ranks,
    shared_level,
    side_by_side,
)
from cc_widgets.core.uncertainty._band import MORE, Level
from cc_widgets.core.uncertainty._draws import stream
from cc_widgets.core.uncertainty._families import (
    Differences,
    Family,
    difference_limits,
    family_of,
)
from cc_widgets.core.uncertainty._pairs import paired_replicates
from cc_widgets.core.uncertainty._resampling import hidden_by_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier

# ---- How bands are to be computed


SCORED = methods_for("resamples")
IN_ROC = {**methods_for("cost band"), **methods_for("scores")}
"""Kinds of bands in ROC space by name, the advised one first."""
Judged = Literal["all pairs", "everywhere", "each pc"]
_DIFFERENCES: Mapping[Differences, str] = MappingProxyType(
    {"recommended": "recommended difference", "best": "envelope difference"}
)
MOST_RESAMPLES = 100_000  # 400 MB for each classifier
_SEED = "Pass a seed such as 0 for the same numbers every time, or None."


@dataclass(frozen=True, slots=True)
class BootstrapSettings:
    """What the bands of scored classifiers are made with.

    Attributes
    ----------
    method : str
        A name in ``core.uncertainty.methods_for("resamples")``, where each says what it covers;
        the first is the recommended one.
    n_resamples : int
        Number of test sets to draw, 100,000 at most.
    rng : int or None
        The seed; None for another one each time.
    simultaneous : bool
        Whether the level must hold at all pc at once.
    stratified : bool
        Whether each test set drawn has as many examples of each class as there are.
    judged : {"all pairs", "everywhere", "each pc"}
        What differences are held against, wherever they are told: the level holds for all pairs
        of classifiers and at all PC(+) together; for one pair at all PC(+) together; or at each
        single PC(+) only.
    differences : {"recommended", "best"}
        What is subtracted: what each will cost in use at the threshold recommended for it on
        these data, or the cost of the best threshold that it could have.

    Raises
    ------
    CostCurveError
        If a value makes no sense.

    Examples
    --------
    >>> BootstrapSettings(n_resamples=500, rng=0).method
    'envelope'
    """

    method: str = "envelope"
    n_resamples: int = 1999
    rng: int | None = None
    simultaneous: bool = False
    stratified: bool = True
    judged: Judged = "all pairs"
    differences: Differences = "recommended"

    def __post_init__(self) -> None:
        """Check every value."""
        if shown(self.method) not in map(shown, SCORED):  # whatever was given, hashable or not
            raise CostCurveError(
                f"must be one of {', '.join(map(shown, SCORED))}",
                where="method",
                got=shown(self.method),
                fix='Use "envelope" unless you want to compare.',
            )
        read_word("judged", self.judged, get_args(Judged))
        fix = 'Use "recommended" unless you want to compare what the scores could do.'
        read_word("differences", self.differences, get_args(Differences), fix)
        if SCORED[self.method].holds == "each pc" and self.simultaneous is True:
            raise CostCurveError(
                f"bands of method {shown(self.method)} hold at each single PC(+) only",
                where="simultaneous",
                got=shown(self.simultaneous),
                fix='Pass simultaneous=False, or method="envelope".',
            )
        whole = read_whole("n_resamples", self.n_resamples, MORE, fewest=1, most=MOST_RESAMPLES)
        object.__setattr__(self, "n_resamples", whole)
        if self.rng is not None:
            object.__setattr__(self, "rng", read_whole("rng", self.rng, _SEED))
        for name in ("simultaneous", "stratified"):
            read_truth(name, getattr(self, name))

    def draws_as(self, other: object) -> bool:
        """Whether the resamples of both are the same; a method needs no new ones."""
        if not isinstance(other, BootstrapSettings):
            return False
        mine = (self.n_resamples, self.rng, self.stratified)
        return mine == (other.n_resamples, other.rng, other.stratified)


# ---- Why a classifier has no band, or a pair no difference that can be judged


_BARE = "bare points: how many examples they come from is not known"
_WEIGHTED = (
    "sums of weights, which do not tell how single examples weigh: bring their rows here, by "
    'collect() for instance, or pass weights_are="frequencies" if weights count examples'
)
A_MATRIX = "a confusion matrix: it does not tell which examples it is wrong about"
_FOLDED = "folds without scores: resampling needs those of each"
_OF_A_MATRIX = 3  # nothing called positive, the classifier, everything


def why_unscored(source: Classifier) -> str:
    """Why a classifier cannot be resampled.

    Parameters
    ----------
    source : Predictions, Counts, RocCurve or Folds
        A checked classifier.

    Returns
    -------
    str
        Empty if it can.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> why_unscored(point_set(fpr=0.3, tpr=0.7))
    'bare points: how many examples they come from is not known'
    """
    if isinstance(source, Folds):
        return _FOLDED if any(map(why_unscored, source.parts)) else ""
    if isinstance(source, Predictions):
        return ""
    if not isinstance(source, Counts):
        return _BARE
    if source.weighted or source.tp.dtype.kind == "f":
        return _WEIGHTED
    return A_MATRIX if source.tp.size == _OF_A_MATRIX else ""


def why_unbanded(source: Classifier) -> str:
    """Why a classifier can have no band; a confusion matrix has one in closed form.

    Parameters
    ----------
    source : Predictions, Counts, RocCurve or Folds
        A checked classifier.

    Returns
    -------
    str
        Empty if it can.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> why_unbanded(cell_counts(tp=16, fn=4, fp=4, tn=6))
    ''
    """
    why = why_unscored(source)
    return "" if why == A_MATRIX else why


def why_unjudged(sources: Mapping[str, Classifier], first: str, second: str) -> str:
    """Why the difference of two classifiers can never be told from chance.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        Classifiers.
    first, second : str
        The names of two of them.

    Returns
    -------
    str
        Empty if it can, by resampling.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> matrix = cell_counts(tp=16, fn=4, fp=4, tn=6)
    >>> why_unjudged({"a": matrix, "b": matrix}, "a", "b")[:67]
    'a is a confusion matrix: it does not tell which examples it is wron'
    """
    told = {name: why_unscored(sources[name]) for name in (first, second)}
    wrong = [f"{name} {_has(why)}." for name, why in told.items() if why]
    scores = "Give scores of both."
    if wrong and set(told.values()) == {A_MATRIX}:
        scores = "Give scores of both, or tell how often which of them is wrong: model.pair(...)."
    return " ".join(filter(None, [*wrong, scores])) if wrong else ""


def _has(why: str) -> str:
    """A reason as the rest of a sentence about a classifier."""
    return f"is {why}" if why == A_MATRIX else f"has {why}"


def check_average(sources: Iterable[Classifier], average: str, where: str) -> None:
    """Refuse to say how sure an average of folds is that is not the one of their costs."""
    why = why_unsure(sources, average)
    if why:
        raise CostCurveError(
            why, where=where, got=f"average = {shown(average)}", fix='Set average = "cost".'
        )


def why_unsure(sources: Iterable[Classifier], average: str) -> str:
    """Why it cannot be told how sure an average of folds is; empty if it can, or there is none.

    Examples
    --------
    >>> why_unsure([], "vertical")
    ''
    """
    if average == "cost" or not any(isinstance(one, Folds) for one in sources):
        return ""
    return "of folds it is known how sure their average cost is, and of no other average"


def unjudged(first: str, second: str, why: str) -> CostCurveError:
    """The error for two classifiers whose difference cannot be told from chance."""
    return CostCurveError(
        "whether these two differ by more than chance cannot be told",
        where="compare",
        got=f"{first!r} and {second!r}",
        fix=why,
    )


def unbanded(why: Mapping[str, str], where: str) -> CostCurveError:
    """The error for classifiers of which some, or all, can have no limits."""
    return CostCurveError(
        "how sure a cost is needs the scores of examples",
        where=where,
        got="; ".join(f"{name!r}: {reason}" for name, reason in why.items()),
        fix="Give scores, or one confusion matrix for each classifier.",
    )


def n_pairs(names: int) -> int:
    """How many pairs there are of so many classifiers.

    Examples
    --------
    >>> n_pairs(3)
    3
    """
    return names * (names - 1) // 2


# ---- Two matrices of the same examples, when it is known who is wrong about how many


class Paired(NamedTuple):
    """Two confusion matrices of the same examples.

    Attributes
    ----------
    first, second : str
        The names of the classifiers.
    counts : PairedCounts
        About how many examples of each class the first alone is wrong, the second alone, both,
        or none of them.
    """

    first: str
    second: str
    counts: PairedCounts


HOW_PAIRED = (
    'Pass core.uncertainty.PairedCounts(...), or {"positives": {"first_only": 1, "second_only": 6, '
    '"both": 19, "neither": 74}, "negatives": ...}.'
)


def read_counts(given: object) -> PairedCounts:
    """Counts of who is wrong, of core or as dicts.

    Parameters
    ----------
    given : PairedCounts, or mapping
        Its parts by name.

    Returns
    -------
    PairedCounts
        Checked.

    Raises
    ------
    CostCurveError
        If it is neither.

    Examples
    --------
    >>> errors = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}
    >>> read_counts({"negatives": errors, "positives": errors}).first.fp
    20
    """
    if isinstance(given, PairedCounts):
        return given
    classes = [each.name for each in fields(PairedCounts)]
    if isinstance(given, Mapping) and set(given) == set(classes):
        return PairedCounts(**{name: _read_errors(given[name]) for name in classes})
    raise CostCurveError("counts are needed of both classes", got=shown(given), fix=HOW_PAIRED)


def _read_errors(given: object) -> PairedErrors:
    """The errors about the examples of one class."""
    if isinstance(given, PairedErrors):
        return given
    cells = [each.name for each in fields(PairedErrors)]
    if isinstance(given, Mapping) and set(given) == set(cells):
        return PairedErrors(**given)
    raise CostCurveError("four counts are needed of a class", got=shown(given), fix=HOW_PAIRED)


def fits(pair: Paired, classifiers: Mapping[str, Classifier]) -> bool:
    """Whether both are there, and are the matrices that follow from the counts."""
    wanted = {pair.first: pair.counts.first, pair.second: pair.counts.second}
    found = {name: classifiers.get(name) for name in wanted}
    return all(
        isinstance(one, Counts)
        and why_unscored(one) == A_MATRIX
        and line_counts(one) == wanted[name]
        for name, one in found.items()
    )


def paired_band(
    pairs: Collection[Paired],
    compared: tuple[str, str] | None,
    settings: BootstrapSettings,
    level: float,
) -> Band | None:
    """Draw the band of the difference of two matrices, if it is known who is wrong where.

    Parameters
    ----------
    pairs : collection of Paired
        All that are known.
    compared : pair of str, or None
        The two.
    settings : BootstrapSettings
        What differences are held against.
    level : float
        Level of confidence.

    Returns
    -------
    Band or None
        Of their two lines, in closed form: there is nothing to resample.
    """
    counts = counts_of(pairs, compared)
    if counts is None:
        return None
    family = len(pairs) if settings.judged == "all pairs" else 1
    return _line_difference(counts, level, family, settings.judged != "each pc")


def counts_of(pairs: Collection[Paired], compared: tuple[str, str] | None) -> PairedCounts | None:
    """Who of two matrices is wrong about how many examples; None if nobody has said."""
    known = {(one.first, one.second): one.counts for one in pairs}
    known |= {(one.second, one.first): one.counts.swapped for one in pairs}
    return None if compared is None else known.get(compared)


@lru_cache(maxsize=16)
def _line_difference(
    counts: PairedCounts,
    level: float,
    family: int,
    simultaneous: bool,  # noqa: FBT001 (what is known by it must be hashable)
) -> Band:
    share = shared_level(level, family)
    band = difference_band(counts, level=share, simultaneous=simultaneous)
    return replace(band, level=level, family=family)


# ---- What has been drawn so far, whatever level or method it is used for


Value = TypeVar("Value")


@result
class Resampled:
    """What has been drawn so far, whatever level or method it is used for.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        The classifiers that it belongs to, by their names.
    each : mapping of str to EnvelopeResamples
        Resamples of those that have scores.
    lines : mapping of str to LineCounts
        Errors of those that are one confusion matrix.
    reasons : mapping of str to str
        Why the others have no band.
    joint : mapping of tuple of str to JointResamples
        For groups of several, as soon as there are any: element i of such a group is element i
        of its `each`. They need not be the resamples from which the bands of each are made.
    groups : tuple of tuple of str
        Who scored the same examples.
    pc : ndarray of float64 or None
        Where bands of lines are wanted, if not where they usually are.
    n_done, n_resamples : int
        How many resamples there are, and shall be.
    seed : int or None
        From which the same ones can be drawn again; None where nothing was drawn.
    origin : mapping of str to Predictions, Counts, RocCurve or Folds
        All classifiers that were resampled in the same run: random numbers depend on all of them,
        also on removed ones, which have names that no others have.
    families : list of (object, Family)
        What was found so far of pairs that hold a level together, each with what was asked.
    """

    sources: Mapping[str, Classifier]
    each: Mapping[str, EnvelopeResamples]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]
    joint: Mapping[tuple[str, ...], JointResamples]
    groups: tuple[tuple[str, ...], ...]
    pc: FloatArray | None
    n_done: int
    n_resamples: int
    seed: int | None = None
    origin: Mapping[str, Classifier] = field(default_factory=dict)
    families: list[tuple[object, Family]] = field(default_factory=list)

    def renamed(self, names: Mapping[str, str]) -> Resampled:
        """The same with other names; what is not among them is left out."""

        def moved(old: Mapping[str, Value]) -> Mapping[str, Value]:
            return MappingProxyType({names[name]: old[name] for name in old if name in names})

        kept = {group: [name for name in group if name in names] for group in self.groups}
        groups = {
            group: tuple(names[name] for name in left) for group, left in kept.items() if left
        }
        joint = {
            groups[group]: part
            if len(kept[group]) == len(group)
            else part.of([group.index(name) for name in kept[group]])
            for group, part in self.joint.items()
            if len(kept[group]) > 1
        }
        renamed = replace(
            self,
            sources=moved(self.sources),
            each=moved(self.each),
            lines=moved(self.lines),
            reasons=moved(self.reasons),
            joint=MappingProxyType(joint),
            groups=tuple(groups.values()),
            origin=MappingProxyType(_renamed_origin(self.origin, names)),
            families=[],
        )
        if groups:
            return renamed
        return replace(renamed, n_done=0, n_resamples=0, seed=None, origin=renamed.sources)

    def apart(self, first: str, second: str) -> bool:
        """Whether two are resampled each alone, as they scored different examples."""
        return not any({first, second} <= set(group) for group in self.groups)

    def pair(self, first: str, second: str) -> JointResamples | None:
        """Resamples of two scored classifiers, as many of both; None if they are still to come."""
        if first != second and not self.apart(first, second):
            for group, part in self.joint.items():
                if {first, second} <= set(group):
                    return JointResamples(
                        tuple(part.each[group.index(name)] for name in (first, second))
                    )
            return None
        one, other = self.each[first], self.each[second]
        rows = min(one.n_done, other.n_done)
        return JointResamples((one.first(rows), other.first(rows)))

    def all_pairs(self) -> JointResamples | None:
        """Resamples of all scored classifiers, as many of each; None if some are still to come."""
        if not {group for group in self.groups if len(group) > 1} <= set(self.joint):
            return None
        each = dict(self.each)
        for group, part in self.joint.items():
            named = zip(group, part.each, strict=True)
            each |= {name: one for name, one in named if name in each}
        rows = min(one.n_done for one in each.values())
        return JointResamples(tuple(one.first(rows) for one in each.values()))

    def family(self, level: float, differences: Differences, *pair: str) -> Family | None:
        """All pairs, or the one that is named; None if some of their resamples are to come."""
        asked = (set(pair), differences, level if differences == "best" else None)
        for known, found in self.families:
            if known == asked:
                return found
        drawn = self.pair(*pair) if pair else self.all_pairs()
        if drawn is None:
            return None
        found = family_of(drawn, level=level, differences=differences)
        self.families.append((asked, found))
        return found

    @property
    def n_together(self) -> int:
        """How many resamples there are of those that are resampled together, or of each alone."""
        several = [group for group in self.groups if len(group) > 1]
        done = [self.joint[group].n_done if group in self.joint else 0 for group in several]
        return min([self.n_done, *done])


def _renamed_origin(
    origin: Mapping[str, Classifier], names: Mapping[str, str]
) -> dict[str, Classifier]:
    """Classifiers of a run by today's names; removed ones make room for these."""
    taken, renamed = set(names.values()), dict[str, Classifier]()
    for name, source in origin.items():
        unique = names.get(name, name)
        while name not in names and unique in taken:
            unique += " (removed)"
        taken.add(unique)
        renamed[unique] = source
    return renamed


# ---- Bands of several classifiers, made from resamples that are kept for other levels


_AGAIN = "{} was hidden or not there when the bootstrap ran. Show it and run the bootstrap again."
_TO_COME = "Wait until their resamples are there, or run the bootstrap again."
_APART = ", both test sets resampled each alone"


@result
class Bands:
    """A band for each classifier that can have one.

    Attributes
    ----------
    each : mapping of str to Band
        By the name of the classifier.
    best : Band or None
        Of whichever of the visible classifiers is cheapest at each pc; it allows for that they
        were chosen on the same examples, classifier and threshold. None if one of them has no
        band, if some but not all of the others were hidden since, with methods that do not
        allow for any choice, and until they have been resampled together.
    among : tuple of str
        The visible classifiers that the best is one of.
    settings : BootstrapSettings
        What they were made with.
    level : float
        Level of confidence.
    n_done, n_resamples : int
        How many resamples there are, and shall be.
    complete : bool
        Whether there will be no better ones.
    n_together : int
        How many resamples there are for differences and for the best, which follow the bands.
    settled : bool
        Whether there will be no better ones of these either.
    reasons : mapping of str to str
        Why other classifiers have no band.
    resampled : Resampled
        Everything drawn: another level or method needs nothing new.
    pairs : tuple of Paired
        Matrices of which it was known who is wrong where.
    """

    each: Mapping[str, Band]
    best: Band | None
    among: tuple[str, ...]
    settings: BootstrapSettings
    level: float
    resampled: Resampled
    pairs: tuple[Paired, ...] = ()

    @property
    def n_done(self) -> int:
        """How many resamples there are so far."""
        return self.resampled.n_done

    @property
    def n_resamples(self) -> int:
        """How many resamples there shall be."""
        return self.resampled.n_resamples

    @property
    def complete(self) -> bool:
        """Whether there will be no better bands."""
        return self.n_done == self.n_resamples

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why other classifiers have no band."""
        return self.resampled.reasons

    @property
    def settled(self) -> bool:
        """Whether there will be no better differences, and no better band of the best."""
        return self.n_together == self.n_resamples

    @property
    def n_together(self) -> int:
        """How many resamples there are so far for differences and for the best."""
        return self.resampled.n_together

    def seen(self, names: Collection[str]) -> Bands:
        """The same for other visible classifiers: the best is one of those."""
        return replace(self, best=_best(self, names), among=tuple(names))

    def told(self, pairs: Collection[Paired]) -> Bands:
        """The same once it is known of other matrices who is wrong where."""
        if tuple(pairs) == self.pairs:
            return self
        return replace(self, pairs=tuple(pairs)).seen(self.among)

    def why_not(self, first: str, second: str) -> str:
        """Why there never is a band of the difference of two; empty if there is, or will be."""
        sources = self.resampled.sources
        for name in (first, second):
            if name not in sources:
                return _AGAIN.format(name)
        return why_unjudged(sources, first, second) or self._too_few(self.n_resamples)

    def judges(self, first: str, second: str) -> bool:
        """Whether there is a band of the difference of two, be it from some resamples only."""
        if self.why_not(first, second):
            return False
        drawn = self.resampled.pair(first, second)
        return drawn is not None and not self._too_few(drawn.n_done)

    def _too_few(self, n_resamples: int) -> str:
        """Why so many resamples are not enough for a difference; empty if they are."""
        try:
            order_ranks(self.level, n_resamples)
        except CostCurveError as error:
            return str(error)
        return ""

    def apart(self, first: str, second: str) -> bool:
        """Whether two were resampled each alone, as they scored different examples."""
        return self.resampled.apart(first, second)

    def difference(self, first: str, second: str) -> Band:
        """The band of the cost of the first less that of the second.

        Parameters
        ----------
        first, second : str
            Names of two classifiers.

        Returns
        -------
        Band
            Negative where the first is cheaper; judged as the settings say.

        Raises
        ------
        CostCurveError
            If the two were not resampled, or their resamples are still to come.
        """
        why = self.why_not(first, second)
        drawn = None if why else self.resampled.pair(first, second)
        if drawn is None:
            raise unjudged(first, second, why or _TO_COME)
        band: Band = METHODS[_DIFFERENCES[self.settings.differences]].make(
            drawn,
            level=self.level,
            simultaneous=self.settings.judged != "each pc",
            family=self._family(first, second),
        )
        if not self.apart(first, second):
            return band
        return replace(band, method=f"{band.method.removeprefix('paired ')}{_APART}")

    def lead(self, first: str, second: str, columns: BoolArray) -> tuple[FloatArray, FloatArray]:
        """The limits of `difference` at some of the pc of the resamples."""
        drawn = None if self.why_not(first, second) else self.resampled.pair(first, second)
        if drawn is None:
            unknown = np.full(int(columns.sum()), np.nan)
            return unknown, unknown
        return difference_limits(
            drawn,
            columns,
            level=self.level,
            differences=self.settings.differences,
            simultaneous=self.settings.judged != "each pc",
            family=self._family(first, second),
        )

    def _family(self, *pair: str) -> Family | None:
        """Those that hold the level together, once all is drawn; None if each pc does alone."""
        if self.settings.judged == "each pc" or not self.settled:
            return None
        pair = () if self.settings.judged == "all pairs" else pair
        return self.resampled.family(self.level, self.settings.differences, *pair)


def bands_of(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    visible: Collection[str],
    ready: Mapping[str, Band] | None = None,
) -> Bands:
    """Make the bands of one level from what has been drawn.

    Parameters
    ----------
    resampled : Resampled
        What has been drawn.
    settings : BootstrapSettings
        With the method.
    level : float
        Level of confidence.
    visible : collection of str
        Among which classifiers the best is looked for.
    ready : mapping of str to Band, optional
        Those of classifiers, if they are made already.

    Returns
    -------
    Bands
        One for each classifier that can have one.
    """
    names = [*resampled.each, *resampled.lines]
    each = ready or {name: band_of(resampled, name, settings, level) for name in names}
    made = Bands(
        each=MappingProxyType(dict(each)),
        best=None,
        among=(),
        settings=settings,
        level=level,
        resampled=resampled,
    )
    return made.seen(visible)


def band_of(resampled: Resampled, name: str, settings: BootstrapSettings, level: Level) -> Band:
    """Draw the band of one classifier."""
    promise: dict[str, Any] = {"level": level, "simultaneous": settings.simultaneous}
    if name in resampled.lines:
        made: Band = METHODS["rule"].make(resampled.lines[name], pc=resampled.pc, **promise)
    else:
        made = SCORED[settings.method].make(resampled.each[name], **promise)
    return made


def _best(bands: Bands, visible: Collection[str]) -> Band | None:
    """Draw the band of the best of some classifiers, or return None."""
    resampled, settings, level, each = bands.resampled, bands.settings, bands.level, bands.each
    names = [name for name in resampled.sources if name in visible]
    if not names or not set(visible) <= set(each):
        return None
    if not SCORED[settings.method].for_choice and set(names) & set(resampled.each):
        return None
    if len(names) == 1:
        return best_of_independent([each[names[0]]], level)
    hidden = len(names) < len(resampled.sources)  # what was drawn is of all of them together
    if hidden or (_drawn(resampled, settings) and _together(resampled) is None):  # or is to come
        return None
    try:
        return best_of_all(resampled, settings, level, each, bands.pairs)
    except CostCurveError:  # too few resamples for so many classifiers
        return None


def best_of_all(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    ready: Mapping[str, Band] | None = None,
    pairs: Collection[Paired] = (),
) -> Band:
    """Draw the band of the best of all classifiers.

    Parameters
    ----------
    resampled : Resampled
        What has been drawn; each of them can have a band.
    settings : BootstrapSettings
        With the method.
    level : float
        Level of confidence.
    ready : mapping of str to Band, optional
        Those of the classifiers, if they are made already.
    pairs : collection of Paired
        Matrices of which it is known who is wrong where.

    Returns
    -------
    Band
        From resamples of all, else from bands that hold together.

    Raises
    ------
    CostCurveError
        If there are too few resamples for so many classifiers.
    """
    names = list(resampled.sources)
    several = len(names) > 1 and _drawn(resampled, settings)
    together = _together(resampled) if several else None
    share = level if together else shared_level(level, len(names))
    each = ready if together else None
    bands = [
        band_of(resampled, name, settings, share) if each is None else each[name] for name in names
    ]
    if len(names) == 1:
        return bands[0]
    if together:
        return best_band(together, bands)
    return best_of_independent(bands, level, _hidden(resampled, pairs, bands[0].pc))


def _hidden(resampled: Resampled, pairs: Collection[Paired], pc: FloatArray) -> FloatArray | None:
    """What choosing among matrices hides, each of its own examples unless told; else not known."""
    if len(resampled.lines) < len(resampled.sources):
        return None
    each = drawn_lines(list(resampled.lines), resampled, pairs, _CHOOSING_ANEW)
    return hidden_by_choice(list(each.values()), pc)


def drawn_lines(
    names: Sequence[str], resampled: Resampled, pairs: Collection[Paired], n_resamples: int
) -> dict[str, LineReplicates]:
    """Replicates of matrices: of two that were told as a pair from the same examples.

    Parameters
    ----------
    names : sequence of str
        Some classifiers, of which those that are one matrix are drawn.
    resampled : Resampled
        With their matrices, and the seed.
    pairs : collection of Paired
        Matrices of which it is known who is wrong where.
    n_resamples : int
        How many to draw.

    Returns
    -------
    dict of str to LineReplicates
        By name.
    """
    seed, lines = resampled.seed or 0, resampled.lines
    joint: dict[str, LineReplicates] = {}
    for one in pairs:
        if {one.first, one.second} <= set(names) & set(lines):
            rng = stream(seed, names.index(one.first))
            both = paired_replicates(one.counts, n_resamples=n_resamples, rng=rng)
            joint |= zip((one.first, one.second), both, strict=True)
    return {
        name: joint.get(name)
        or line_replicates(lines[name], n_resamples=n_resamples, rng=stream(seed, i))
        for i, name in enumerate(names)
        if name in lines
    }


_CHOOSING_ANEW = 500  # replicates for one mean: its error is a tenth of what is said


def _drawn(resampled: Resampled, settings: BootstrapSettings) -> bool:
    """Whether resamples tell how sure the best of all is.

    Of counts it is not known which errors they share.
    """
    scored = all(isinstance(one, Predictions | Folds) for one in resampled.sources.values())
    return scored and not resampled.reasons and not settings.simultaneous


def _together(resampled: Resampled) -> JointResamples | None:
    """Resamples of all; of those that scored the same examples the joint ones, if there are any."""
    whole = resampled.joint.get(tuple(resampled.sources))
    if whole is not None and whole.pool is not None:
        return whole
    each: dict[str, EnvelopeResamples] = {}
    for group in resampled.groups:
        if len(group) > 1 and group not in resampled.joint:
            return None
        found = resampled.joint[group].each if len(group) > 1 else [resampled.each[group[0]]]
        each |= zip(group, found, strict=True)
    if any(resamples.paid.size == 0 for resamples in each.values()):  # another one was removed
        return None
    return side_by_side([each[name] for name in resampled.sources])
