"""Confidence bands of costs and of cost differences, from stored bootstrap resamples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions
from cc_widgets.core.results import BoolArray, FloatArray, result
from cc_widgets.core.uncertainty import Band, difference_band, line_counts
from cc_widgets.core.uncertainty.bands import RESAMPLES_HINT, Level, order_ranks, shared_level
from cc_widgets.core.uncertainty.bootstrap import (
    EnvelopeResamples,
    JointResamples,
    side_by_side,
)
from cc_widgets.core.uncertainty.buckets import Candidates
from cc_widgets.core.uncertainty.differences import (
    DifferenceLimits,
    Differences,
    Family,
    pairwise_family,
)
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.methods import METHODS, methods_for
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors, paired_replicates
from cc_widgets.core.uncertainty.percentiles import LineReplicates, line_replicates
from cc_widgets.core.uncertainty.sampling import stream
from cc_widgets.core.uncertainty.selection import (
    ExpectedCosts,
    best_choice,
    envelope_costs,
    joint_selection,
    line_costs,
    line_selection,
)
from cc_widgets.core.validation import read_bool, read_choice, read_integer
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import Classifier

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Settings


SCORED = methods_for("resamples")
ROC_BANDS = {**methods_for("cost band"), **methods_for("scores")}
"""Methods for bands in ROC space by name, the recommended one first."""
SignificanceScope = Literal["family-wise", "simultaneous", "pointwise"]
_DIFFERENCES: Mapping[Differences, str] = MappingProxyType(
    {"recommended": "recommended difference", "best": "envelope difference"}
)
MAX_RESAMPLES = 100_000  # 400 MB for each classifier
_SEED = "Pass a seed such as 0 for the same numbers every time, or None."


@dataclass(frozen=True, slots=True)
class BootstrapSettings:
    """Settings of the bootstrap and of the bands made from its resamples.

    Assign them to a model: ``model.resampling = cc.BootstrapSettings(significance="pointwise")``.

    Attributes
    ----------
    method : str
        Method of the bands: a name in ``core.uncertainty.methods.methods_for("resamples")``, with
        the target and the known under-coverage of each. The first one is recommended.
    n_resamples : int
        Number of bootstrap resamples, at most 100,000.
    rng : int or None
        Seed; None for a random one.
    simultaneous : bool
        Whether the bands are simultaneous over all pc, or pointwise.
    stratified : bool
        Whether each resample has the class sizes of the dataset.
    significance : {"family-wise", "simultaneous", "pointwise"}
        Significance level of differences: family-wise over all pairs of classifiers and all pc,
        simultaneous over all pc for each pair, or pointwise.
    differences : {"recommended", "best"}
        Costs to compare: the expected cost on new data at the threshold recommended for the
        dataset, or the cost of the best possible threshold.

    Raises
    ------
    CostCurveError
        If a value is invalid.

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
    significance: SignificanceScope = "family-wise"
    differences: Differences = "recommended"

    def __post_init__(self) -> None:
        """Validate all values."""
        if shown(self.method) not in map(shown, SCORED):  # also for unhashable values
            raise CostCurveError(
                f"must be one of {', '.join(map(shown, SCORED))}",
                where="method",
                got=shown(self.method),
                fix='Use "envelope" unless you want to compare.',
            )
        read_choice("significance", self.significance, get_args(SignificanceScope))
        fix = 'Use "recommended" unless you want to compare what the scores could do.'
        read_choice("differences", self.differences, get_args(Differences), fix)
        if SCORED[self.method].coverage == "pointwise" and self.simultaneous is True:
            raise CostCurveError(
                f"must be False for method {shown(self.method)}, whose bands are pointwise",
                where="simultaneous",
                got=shown(self.simultaneous),
                fix='Pass simultaneous=False, or method="envelope".',
            )
        whole = read_integer(
            "n_resamples", self.n_resamples, RESAMPLES_HINT, fewest=1, most=MAX_RESAMPLES
        )
        object.__setattr__(self, "n_resamples", whole)
        if self.rng is not None:
            object.__setattr__(self, "rng", read_integer("rng", self.rng, _SEED))
        for name in ("simultaneous", "stratified"):
            read_bool(name, getattr(self, name))

    def draws_as(self, other: object) -> bool:
        """Return whether both settings lead to the same resamples. The method does not matter."""
        if not isinstance(other, BootstrapSettings):
            return False
        key = (self.n_resamples, self.rng, self.stratified)
        return key == (other.n_resamples, other.rng, other.stratified)


# ---- Reasons for missing bands and tests


_BARE = "bare points: how many examples they come from is not known"
_WEIGHTED = (
    "sums of weights, which do not tell how single examples weigh: bring their rows here, by "
    'collect() for instance, or pass weights_are="frequencies" if weights count examples'
)
A_MATRIX = "a confusion matrix: it does not tell which examples it is wrong about"
_FOLDED = "folds without scores: resampling needs those of each"
MATRIX_POINTS = 3  # the point of a confusion matrix and the two baselines


def why_not_resampled(source: Classifier) -> str:
    """Return why a classifier cannot be resampled; empty if it can."""
    if isinstance(source, Folds):
        return _FOLDED if any(map(why_not_resampled, source.parts)) else ""
    if isinstance(source, Predictions):
        return ""
    if not isinstance(source, Counts):
        return _BARE
    if source.weighted or source.tp.dtype.kind == "f":
        return _WEIGHTED
    return A_MATRIX if source.tp.size == MATRIX_POINTS else ""


def why_no_band(source: Classifier) -> str:
    """Return why a classifier cannot have a band; empty if it can, as a confusion matrix does."""
    why = why_not_resampled(source)
    return "" if why == A_MATRIX else why


def why_not_tested(sources: Mapping[str, Classifier], first: str, second: str) -> str:
    """Return why the difference of two classifiers cannot be tested; empty if it can."""
    reasons = {name: why_not_resampled(sources[name]) for name in (first, second)}
    sentences = [f"{name} {_as_predicate(why)}." for name, why in reasons.items() if why]
    fix = "Give scores of both."
    if sentences and set(reasons.values()) == {A_MATRIX}:
        fix = (
            "Give scores of both, or tell how often which of them is wrong: model.pair_errors(...)."
        )
    return " ".join([*sentences, fix]) if sentences else ""


def _as_predicate(why: str) -> str:
    """Return a reason as the predicate of a sentence."""
    return f"is {why}" if why == A_MATRIX else f"has {why}"


def check_average(sources: Iterable[Classifier], average: str, where: str) -> None:
    """Raise if confidence intervals are not available for this average of folds."""
    if why_no_interval(sources, average):
        raise CostCurveError(
            _ONLY_MEAN_COST,
            where=where,
            got=f"average = {shown(average)}",
            fix=f"Set {_MEAN_COST}.",
        )


def why_no_interval(sources: Iterable[Classifier], average: str) -> str:
    """Return why this average of folds has no confidence interval; empty if it has one."""
    if average == "cost" or not any(isinstance(source, Folds) for source in sources):
        return ""
    return f"{_ONLY_MEAN_COST}: set {_MEAN_COST}"


_ONLY_MEAN_COST = "for folds, only their mean cost is estimated on new data"
_MEAN_COST = 'model.average = "cost"'


def not_tested_error(first: str, second: str, why: str) -> CostCurveError:
    """Return the error for two classifiers that cannot be tested."""
    return CostCurveError(
        "the difference of these two classifiers cannot be tested",
        where="compare",
        got=f"{first!r} and {second!r}",
        fix=why,
    )


def no_band_error(why: Mapping[str, str], where: str) -> CostCurveError:
    """Return the error for classifiers that cannot have a confidence interval."""
    return CostCurveError(
        "must have scores or counts of all examples",
        where=where,
        got="; ".join(f"{name!r}: {reason}" for name, reason in why.items()),
        fix="Pass scores, or one confusion matrix for each classifier.",
    )


def n_pairs(names: int) -> int:
    """Return the number of pairs of this many classifiers."""
    return names * (names - 1) // 2


# ---- Paired confusion matrices


class PairedMatrices(NamedTuple):
    """Two confusion matrices on the same examples.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    counts : PairedCounts
        Number of examples of each class on which only the first classifier is wrong, only the
        second, both, or neither.
    """

    first: str
    second: str
    counts: PairedCounts


PAIRED_COUNTS_HINT = (
    'Pass core.uncertainty.paired.PairedCounts(...), or {"positives": {"first_only": 1, '
    '"second_only": 6, "both": 19, "neither": 74}, "negatives": ...}.'
)


def read_paired_counts(value: object) -> PairedCounts:
    """Return paired counts from a `PairedCounts` or from dicts of its parts, or raise."""
    if isinstance(value, PairedCounts):
        return value
    classes = [part.name for part in fields(PairedCounts)]
    if isinstance(value, Mapping) and set(value) == set(classes):
        return PairedCounts(**{name: _read_errors(value[name]) for name in classes})
    raise CostCurveError(
        "must have the counts of both classes", got=shown(value), fix=PAIRED_COUNTS_HINT
    )


def _read_errors(value: object) -> PairedErrors:
    """Return the paired error counts of one class."""
    if isinstance(value, PairedErrors):
        return value
    cells = [part.name for part in fields(PairedErrors)]
    if isinstance(value, Mapping) and set(value) == set(cells):
        return PairedErrors(**value)
    raise CostCurveError(
        "must have four counts for each class", got=shown(value), fix=PAIRED_COUNTS_HINT
    )


def matches_matrices(pair: PairedMatrices, classifiers: Mapping[str, Classifier]) -> bool:
    """Return whether both classifiers exist and are the matrices that follow from the counts."""
    lines = {pair.first: pair.counts.first, pair.second: pair.counts.second}
    sources = {name: classifiers.get(name) for name in lines}
    return all(
        isinstance(source, Counts)
        and why_not_resampled(source) == A_MATRIX
        and line_counts(source) == lines[name]
        for name, source in sources.items()
    )


def paired_band(
    pairs: Collection[PairedMatrices],
    compared: tuple[str, str] | None,
    settings: BootstrapSettings,
    level: float,
) -> Band | None:
    """Compute the band of the difference of two paired matrices in closed form; None if unknown."""
    counts = paired_counts_of(pairs, compared)
    if counts is None:
        return None
    family = len(pairs) if settings.significance == "family-wise" else 1
    return _line_difference(counts, level, family, settings.significance != "pointwise")


def paired_band_at_single_pc(
    pairs: Collection[PairedMatrices], compared: tuple[str, str], level: float, n_tests: int
) -> Band | None:
    """Compute the pointwise band of one of several differences that share a level."""
    counts = paired_counts_of(pairs, compared)
    return None if counts is None else _line_difference(counts, level, n_tests, False)  # noqa: FBT003


def paired_counts_of(
    pairs: Collection[PairedMatrices], compared: tuple[str, str] | None
) -> PairedCounts | None:
    """Return the paired counts of two classifiers in this order; None if unknown."""
    counts = {(pair.first, pair.second): pair.counts for pair in pairs}
    counts |= {(pair.second, pair.first): pair.counts.swapped for pair in pairs}
    return None if compared is None else counts.get(compared)


@lru_cache(maxsize=16)
def _line_difference(
    counts: PairedCounts,
    level: float,
    family: int,
    simultaneous: bool,  # noqa: FBT001 (key of the cache)
) -> Band:
    """Compute the band of the difference of two paired matrices, corrected for the family size."""
    share = shared_level(level, family)
    band = difference_band(counts, level=share, simultaneous=simultaneous)
    return replace(band, level=level, family=family)


# ---- Resamples


Value = TypeVar("Value")
Limits = tuple[FloatArray, FloatArray]
ClassSizes = tuple[tuple[float, float], ...]  # negatives and positives of each test set


@result
class BootstrapResamples:
    """Bootstrap resamples of several classifiers, usable for any level and method.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        Classifiers by name.
    each : mapping of str to EnvelopeResamples
        Resamples of the classifiers with scores.
    lines : mapping of str to LineCounts
        Error counts of the confusion matrices.
    reasons : mapping of str to str
        Reason why the remaining classifiers have no band.
    joint : mapping of tuple of str to JointResamples
        Joint resamples of groups of several classifiers, in the order of the group. These resamples
        can differ from those in `each`.
    groups : tuple of tuple of str
        Classifiers that scored the same examples.
    pc : ndarray of float64 or None
        Grid of the bands of matrices; None for the default one.
    n_done, n_resamples : int
        Number of resamples drawn so far, and in total.
    seed : int or None
        Seed of the resamples; None without resamples.
    origin : mapping of str to Predictions, Counts, RocCurve or Folds
        All classifiers of the same run, including removed ones under unique names. The random
        numbers depend on all classifiers of the run.
    families : list of (object, Family)
        Cache of family-wise critical values.
    limits : dict of object to DifferenceLimits
        Cached confidence limits of differences, for the current level and settings.
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
    limits: dict[object, DifferenceLimits] = field(default_factory=dict)

    def renamed(self, names: Mapping[str, str]) -> BootstrapResamples:
        """Return the resamples under new names, without classifiers that have none."""

        def rename_keys(old: Mapping[str, Value]) -> Mapping[str, Value]:
            return MappingProxyType({names[name]: old[name] for name in old if name in names})

        members = {group: [name for name in group if name in names] for group in self.groups}
        groups = {
            group: tuple(names[name] for name in remaining)
            for group, remaining in members.items()
            if remaining
        }
        joint = {
            groups[group]: part
            if len(members[group]) == len(group)
            else part.of([group.index(name) for name in members[group]])
            for group, part in self.joint.items()
            if len(members[group]) > 1
        }
        renamed = replace(
            self,
            sources=rename_keys(self.sources),
            each=rename_keys(self.each),
            lines=rename_keys(self.lines),
            reasons=rename_keys(self.reasons),
            joint=MappingProxyType(joint),
            groups=tuple(groups.values()),
            origin=MappingProxyType(_renamed_origin(self.origin, names)),
            families=[],
            limits={},
        )
        if groups:
            return renamed
        return replace(renamed, n_done=0, n_resamples=0, seed=None, origin=renamed.sources)

    def are_independent(self, first: str, second: str) -> bool:
        """Return whether two classifiers are resampled separately, on different examples."""
        return not any({first, second} <= set(group) for group in self.groups)

    def pair(self, first: str, second: str) -> JointResamples | None:
        """Return equally many resamples of two classifiers; None if joint ones are not ready."""
        if first != second and not self.are_independent(first, second):
            for group, part in self.joint.items():
                if {first, second} <= set(group):
                    return JointResamples(
                        tuple(part.each[group.index(name)] for name in (first, second))
                    )
            return None
        both = self.each[first], self.each[second]
        n_common = min(resamples.n_done for resamples in both)
        return JointResamples(tuple(resamples.first(n_common) for resamples in both))

    def all_pairs(self) -> JointResamples | None:
        """Return equally many resamples of all scored classifiers; None if some are not ready."""
        if not {group for group in self.groups if len(group) > 1} <= set(self.joint):
            return None
        each = dict(self.each)
        for group, part in self.joint.items():
            named = zip(group, part.each, strict=True)
            each |= {name: resamples for name, resamples in named if name in each}
        n_common = min(resamples.n_done for resamples in each.values())
        return JointResamples(tuple(resamples.first(n_common) for resamples in each.values()))

    def family(self, level: float, differences: Differences, *pair: str) -> Family | None:
        """Return the family of all pairs, or of one pair; None if resamples are not ready."""
        key = (set(pair), differences, level if differences == "best" else None)
        for cached, family in self.families:
            if cached == key:
                return family
        drawn = self.pair(*pair) if pair else self.all_pairs()
        if drawn is None:
            return None
        family = pairwise_family(drawn, level=level, differences=differences)
        self.families.append((key, family))
        return family

    @property
    def class_sizes(self) -> dict[str, ClassSizes]:
        """Effective class sizes of each test set by name; only for independent test sets."""
        sizes: dict[str, ClassSizes] = {
            name: ((float(line.negatives), float(line.positives)),)
            for name, line in self.lines.items()
        }
        for name, resamples in self.each.items():
            if not resamples.reaching:
                sizes[name] = tuple(_effective_sizes(part.candidates) for part in resamples.parts)
        return sizes

    @property
    def n_together(self) -> int:
        """Number of resamples of the smallest joint group, or of each classifier alone."""
        groups = [group for group in self.groups if len(group) > 1]
        done = [self.joint[group].n_done if group in self.joint else 0 for group in groups]
        return min([self.n_done, *done])


def _effective_sizes(examples: Candidates) -> tuple[float, float]:
    """Return the effective number of negatives and positives; at most their number."""
    effect = (1.0, 1.0) if examples.design is None else examples.design.effect
    return examples.negatives / max(effect[0], 1.0), examples.positives / max(effect[1], 1.0)


def _renamed_origin(
    origin: Mapping[str, Classifier], names: Mapping[str, str]
) -> dict[str, Classifier]:
    """Return the classifiers of a run under current names; removed ones get unique names."""
    taken, renamed = set(names.values()), dict[str, Classifier]()
    for name, source in origin.items():
        unique = names.get(name, name)
        while name not in names and unique in taken:
            unique += " (removed)"
        taken.add(unique)
        renamed[unique] = source
    return renamed


# ---- Bands of several classifiers


_NOT_RESAMPLED = (
    "{} was hidden or not there when the bootstrap ran. Show it and run the bootstrap again."
)
_TO_COME = "Wait until their resamples are there, or run the bootstrap again."
_PAIR = 2
_CRITICAL_STEP = 0.05
_SEPARATELY = ", both test sets resampled each alone"


@result
class Bands:
    """Confidence bands of the expected cost over pc.

    Attributes
    ----------
    each : mapping of str to Band
        Bands by name of the classifier.
    costs : ExpectedCosts or None
        Costs of the visible classifiers expected on new data. They correct for the optimistic bias
        of choosing classifier and threshold on the same examples. None if a visible classifier has
        no band, if some classifiers were hidden since, for methods without such a correction, and
        until the joint resamples are ready.
    best : Band or None
        Band of the cheapest of these classifiers.
    among : tuple of str
        Names of the visible classifiers that `costs` are computed from.
    settings : BootstrapSettings
        Settings of the bands.
    level : float
        Confidence level.
    n_done, n_resamples : int
        Number of resamples drawn so far, and in total.
    complete : bool
        Whether all resamples of the bands are ready.
    n_together : int
        Number of joint resamples so far, for differences and for `best`.
    settled : bool
        Whether all joint resamples are ready.
    reasons : mapping of str to str
        Reason why other classifiers have no band.
    resampled : BootstrapResamples
        Resamples, which are reused for other levels and methods.
    pairs : tuple of PairedMatrices
        Confusion matrices with known paired counts.
    is_stale : bool
        Whether the bands belong to earlier data or settings.
    """

    each: Mapping[str, Band]
    costs: ExpectedCosts | None
    among: tuple[str, ...]
    settings: BootstrapSettings
    level: float
    resampled: BootstrapResamples
    pairs: tuple[PairedMatrices, ...] = ()
    is_stale: bool = False

    @property
    def best(self) -> Band | None:
        """Band of the cheapest visible classifier."""
        return None if self.costs is None else self.costs.best

    @property
    def cost_names(self) -> list[str]:
        """Names of the classifiers in the rows of `costs`."""
        return [name for name in self.resampled.sources if name in self.among]

    @property
    def n_done(self) -> int:
        """Number of resamples drawn so far."""
        return self.resampled.n_done

    @property
    def n_resamples(self) -> int:
        """Total number of resamples to draw."""
        return self.resampled.n_resamples

    @property
    def complete(self) -> bool:
        """Whether all resamples of the bands are ready."""
        return self.n_done == self.n_resamples

    @property
    def reasons(self) -> Mapping[str, str]:
        """Reasons for missing bands, by name of the classifier."""
        return self.resampled.reasons

    @property
    def settled(self) -> bool:
        """Whether all joint resamples, for differences and for `best`, are ready."""
        return self.n_together == self.n_resamples

    @property
    def n_together(self) -> int:
        """Number of joint resamples so far, for differences and for `best`."""
        return self.resampled.n_together

    def with_visible(self, names: Collection[str]) -> Bands:
        """Return the bands with `best` computed from these visible classifiers."""
        return replace(self, costs=_costs_of(self, names), among=tuple(names))

    def with_pairs(self, pairs: Collection[PairedMatrices]) -> Bands:
        """Return the bands with these paired confusion matrices."""
        if tuple(pairs) == self.pairs:
            return self
        return replace(self, pairs=tuple(pairs)).with_visible(self.among)

    def why_no_difference(self, first: str, second: str) -> str:
        """Return why two classifiers cannot have a band of their difference; empty if they can."""
        sources = self.resampled.sources
        for name in (first, second):
            if name not in sources:
                return _NOT_RESAMPLED.format(name)
        return why_not_tested(sources, first, second) or self._too_few(self.n_resamples)

    def has_difference(self, first: str, second: str) -> bool:
        """Return whether a band of the difference of two classifiers is available already."""
        if self.why_no_difference(first, second):
            return False
        drawn = self.resampled.pair(first, second)
        return drawn is not None and not self._too_few(drawn.n_done)

    def _too_few(self, n_resamples: int) -> str:
        """Return why these are too few resamples for the level; empty if they are enough."""
        try:
            order_ranks(self.level, n_resamples)
        except CostCurveError as error:
            return str(error)
        return ""

    def are_independent(self, first: str, second: str) -> bool:
        """Return whether two classifiers were resampled separately, on different examples."""
        return self.resampled.are_independent(first, second)

    def difference(self, first: str, second: str) -> Band:
        """Compute the confidence band of the cost of the first classifier minus that of the second.

        Parameters
        ----------
        first, second : str
            Names of two classifiers.

        Returns
        -------
        Band
            Negative where the first classifier is cheaper. The significance level is that of
            `settings.significance`.

        Raises
        ------
        CostCurveError
            If the two were not resampled, or their resamples are not ready.
        """
        why = self.why_no_difference(first, second)
        drawn = None if why else self.resampled.pair(first, second)
        if drawn is None:
            raise not_tested_error(first, second, why or _TO_COME)
        band: Band = METHODS[_DIFFERENCES[self.settings.differences]].make(
            drawn,
            level=self.level,
            simultaneous=self.settings.significance != "pointwise",
            family=self._family(first, second),
        )
        if not self.are_independent(first, second):
            return band
        return replace(band, method=f"{band.method.replace('paired ', '')}{_SEPARATELY}")

    def difference_limits(
        self, first: str, second: str, columns: BoolArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the confidence limits of `difference` at some pc of the grid; NaN if unknown."""
        drawn = (
            None if self.why_no_difference(first, second) else self.resampled.pair(first, second)
        )
        if drawn is None:
            unknown = np.full(int(columns.sum()), np.nan)
            return unknown, unknown
        return self._limits.at(drawn, columns, self._family(first, second))

    @property
    def _limits(self) -> DifferenceLimits:
        """Limits of differences for the current level and settings, kept with the resamples."""
        settings, limits = self.settings, self.resampled.limits
        key = self.level, settings.differences, settings.significance, self.settled
        if key not in limits:
            limits.clear()
            simultaneous = settings.significance != "pointwise"
            limits[key] = DifferenceLimits(
                self.level, settings.differences, simultaneous=simultaneous
            )
        return limits[key]

    def rival_limits(
        self, name: str, columns: BoolArray, among: Sequence[str]
    ) -> Mapping[str, tuple[FloatArray, FloatArray]]:
        """Return limits of the extra cost of classifiers, at each single pc and for all together.

        They are cut where the intervals of both costs rule out a difference.
        """
        resampled = self.resampled.all_pairs() if self.settled and self.resampled.each else None
        scored = [other for other in self.resampled.each if other in among]
        if resampled is None or name not in scored or self._too_few(resampled.n_done):
            return {}
        positions = {other: place for place, other in enumerate(self.resampled.each)}
        critical = self._limits.rival_critical_value(
            resampled, positions[name], columns, [positions[other] for other in scored]
        )
        if len(scored) > _PAIR:  # rounded up, so that the same limits serve if one is hidden
            critical = ceil(critical / _CRITICAL_STEP) * _CRITICAL_STEP
        limits = {}
        for other in scored:
            if other != name:
                pair = resampled.of([positions[other], positions[name]])
                limits[other] = self._limits.at(pair, columns, critical=critical)
        return {
            other: self._possible(other, name, columns, edges) for other, edges in limits.items()
        }

    def _possible(self, other: str, name: str, columns: BoolArray, limits: Limits) -> Limits:
        """Return limits of a difference, cut where the limits of both costs rule it out."""
        if not SCORED[self.settings.method].for_choice:
            return limits
        own, rival = self.best or self.each[name], self.each[other]
        lower = np.maximum(limits[0], rival.lower[columns] - own.upper[columns])
        upper = np.minimum(limits[1], rival.upper[columns] - own.lower[columns])
        return lower, upper

    def _family(self, *pair: str) -> Family | None:
        """Return the family of comparisons, once complete; None if the level is pointwise."""
        if self.settings.significance == "pointwise" or not self.settled:
            return None
        pair = () if self.settings.significance == "family-wise" else pair
        return self.resampled.family(self.level, self.settings.differences, *pair)


def bands_of(
    resampled: BootstrapResamples,
    settings: BootstrapSettings,
    level: float,
    visible: Collection[str],
    ready: Mapping[str, Band] | None = None,
) -> Bands:
    """Compute the bands of all classifiers from resamples, except the `ready` ones."""
    names = [*resampled.each, *resampled.lines]
    each = ready or {name: band_of(resampled, name, settings, level) for name in names}
    bands = Bands(
        each=MappingProxyType(dict(each)),
        costs=None,
        among=(),
        settings=settings,
        level=level,
        resampled=resampled,
    )
    return bands.with_visible(visible)


def band_of(
    resampled: BootstrapResamples, name: str, settings: BootstrapSettings, level: Level
) -> Band:
    """Compute the band of one classifier."""
    options: dict[str, Any] = {"level": level, "simultaneous": settings.simultaneous}
    if name in resampled.lines:
        band: Band = METHODS["rule"].make(resampled.lines[name], pc=resampled.pc, **options)
    else:
        band = SCORED[settings.method].make(resampled.each[name], **options)
    return band


def _costs_of(bands: Bands, visible: Collection[str]) -> ExpectedCosts | None:
    """Compute the expected costs of some classifiers; None if they are not available."""
    resampled, settings, level, each = bands.resampled, bands.settings, bands.level, bands.each
    names = [name for name in resampled.sources if name in visible]
    if not names or not set(visible) <= set(each):
        return None
    if not SCORED[settings.method].for_choice and set(names) & set(resampled.each):
        return None
    is_partial = len(names) < len(resampled.sources)  # joint resamples are of all classifiers
    if len(names) > 1 and (
        is_partial or (_uses_resamples(resampled, settings) and _all_jointly(resampled) is None)
    ):
        return None
    try:
        return expected_costs_of(resampled, settings, level, each, bands.pairs, names)
    except CostCurveError:  # too few resamples for this number of classifiers
        return None


def expected_costs_of(  # noqa: PLR0913, PLR0917 (everything that the costs depend on)
    resampled: BootstrapResamples,
    settings: BootstrapSettings,
    level: float,
    ready: Mapping[str, Band] | None = None,
    pairs: Collection[PairedMatrices] = (),
    names: Sequence[str] | None = None,
) -> ExpectedCosts:
    """Compute the expected costs of all or some classifiers, reusing the `ready` bands.

    The joint resamples of all are used if there are any, else simultaneous bands. Raise if there
    are too few resamples for this number of classifiers.
    """
    names = list(resampled.sources) if names is None else list(names)
    use_joint = len(names) > 1 and _uses_resamples(resampled, settings)
    joint = _all_jointly(resampled) if use_joint else None
    is_alone = joint is not None or len(names) == 1
    share = level if is_alone else shared_level(level, len(names))
    each = []
    for name in names:
        band = ready[name] if ready and is_alone else band_of(resampled, name, settings, share)
        if name in resampled.lines:
            each.append(line_costs(resampled.lines[name], band))
        else:
            each.append(envelope_costs(resampled.each[name], band))
    if joint is not None:
        return best_choice(each, *joint_selection(joint, level))
    selection = [np.zeros(costs.band.pc.size) for costs in each]
    if len(resampled.lines) == len(names) > 1:
        lines = line_replicates_of(names, resampled, pairs, _OPTIMISM_REPLICATES)
        selection = line_selection(list(lines.values()), each[0].band.pc)
    return best_choice(each, selection, level=None if is_alone else level)


def line_replicates_of(
    names: Sequence[str],
    resampled: BootstrapResamples,
    pairs: Collection[PairedMatrices],
    n_resamples: int,
) -> dict[str, LineReplicates]:
    """Draw replicates of the named matrices, jointly for paired ones."""
    seed, lines = resampled.seed or 0, resampled.lines
    joint: dict[str, LineReplicates] = {}
    for pair in pairs:
        if {pair.first, pair.second} <= set(names) & set(lines):
            rng = stream(seed, names.index(pair.first))
            both = paired_replicates(pair.counts, n_resamples=n_resamples, rng=rng)
            joint |= zip((pair.first, pair.second), both, strict=True)
    return {
        name: joint.get(name)
        or line_replicates(lines[name], n_resamples=n_resamples, rng=stream(seed, i))
        for i, name in enumerate(names)
        if name in lines
    }


_OPTIMISM_REPLICATES = 500  # for a mean whose error is a tenth of the last digit shown


def _uses_resamples(resampled: BootstrapResamples, settings: BootstrapSettings) -> bool:
    """Return whether resamples give the uncertainty of the lower envelope of all classifiers.

    For counts they do not, because it is unknown which errors two classifiers share.
    """
    scored = all(isinstance(source, Predictions | Folds) for source in resampled.sources.values())
    return scored and not resampled.reasons and not settings.simultaneous


def _all_jointly(resampled: BootstrapResamples) -> JointResamples | None:
    """Return joint resamples of all classifiers; None if some are not ready."""
    whole = resampled.joint.get(tuple(resampled.sources))
    if whole is not None and whole.pool is not None:
        return whole
    if len(resampled.groups) == 1:  # after a removal
        return None
    each: dict[str, EnvelopeResamples] = {}
    for group in resampled.groups:
        if len(group) > 1 and group not in resampled.joint:
            return None
        parts = resampled.joint[group].each if len(group) > 1 else [resampled.each[group[0]]]
        each |= zip(group, parts, strict=True)
    return side_by_side([each[name] for name in resampled.sources])


def seed_of(model: CostCurveModel) -> int | None:
    """Return the seed of the bands, or else of those to come; None if it is random."""
    resampled = None if model.bands is None else model.bands.resampled.seed
    return model.resampling.rng if resampled is None else resampled
