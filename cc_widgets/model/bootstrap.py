"""Resampling: who can be resampled, the work in steps, and what becomes of bands after changes."""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions
from cc_widgets.core._results import FloatArray, result
from cc_widgets.core.uncertainty import (
    Band,
    Candidates,
    JointBuckets,
    JointResamples,
    LineCounts,
    candidates,
    finished,
    line_counts,
)
from cc_widgets.core.uncertainty._band import read_grid, read_level
from cc_widgets.core.uncertainty._buckets import alone, buckets_of, evened, examples_between
from cc_widgets.core.uncertainty._draws import in_order, read_seed, stream
from cc_widgets.core.uncertainty._resampling import Run, by_turns
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    Bands,
    BootstrapSettings,
    Paired,
    Resampled,
    band_of,
    bands_of,
    paired_band,
    why_unbanded,
    why_unscored,
    why_unsure,
)
from cc_widgets.model.derive import Derived
from cc_widgets.model.jobs import Step, processors

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- Which classifiers can be resampled, and which of them together


@result
class Plan:
    """What can be done for which classifier.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        All of them.
    groups : tuple of tuple of str
        Those that scored the same examples; the largest group comes first.
    lines : mapping of str to LineCounts
        Those that are one confusion matrix.
    reasons : mapping of str to str
        Why nothing can be done for the others.
    """

    sources: Mapping[str, Classifier]
    groups: tuple[tuple[str, ...], ...]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]


def plan_of(sources: Mapping[str, Classifier], *, jointly: bool = True) -> Plan:
    """Sort classifiers by what can be done for them.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        Checked classifiers.
    jointly : bool
        Whether those that scored the same examples make a group.

    Returns
    -------
    Plan
        Each is in a group, or a line, or has a reason.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> dict(plan_of({"rule": point_set(fpr=0.3, tpr=0.7)}).reasons)
    {'rule': 'bare points: how many examples they come from is not known'}
    """
    groups: list[list[str]] = []
    lines, reasons = {}, {}
    for name, source in sources.items():
        why = why_unbanded(source)
        if why:
            reasons[name] = why
        elif isinstance(source, Counts) and why_unscored(source):
            lines[name] = line_counts(source)
        elif isinstance(source, Predictions | Folds) and jointly:
            _group_of(source, groups, sources).append(name)
        else:  # which of its errors another classifier shares, counts do not tell
            _new(groups).append(name)
    groups.sort(key=len, reverse=True)
    return Plan(
        sources=MappingProxyType(dict(sources)),
        groups=tuple(map(tuple, groups)),
        lines=MappingProxyType(lines),
        reasons=MappingProxyType(reasons),
    )


def _group_of(
    source: Predictions | Folds, groups: list[list[str]], sources: Mapping[str, Classifier]
) -> list[str]:
    """The group of those that scored the same examples, perhaps a new one."""
    for group in groups:
        if source.drawn_with(sources[group[0]]):
            return group
    return _new(groups)


def _new(groups: list[list[str]]) -> list[str]:
    groups.append([])
    return groups[-1]


# ---- The long work behind bands: classifiers resampled in rounds


Thresholds: TypeAlias = Callable[[Predictions | Counts], Candidates]
FIRST_SHOWN = 200
BANDS, TOGETHER = "bands", "differences"
"""Stages of the work: each classifier alone, then those of the same examples jointly."""


@dataclass(frozen=True, slots=True)
class Found:
    """A part of the work: bands so far, and a difference.

    Attributes
    ----------
    bands : Bands
        From the resamples so far.
    compared : pair of str, or None
        Which two the difference is of.
    difference : Band or None
        None where there is none, or none yet.
    """

    bands: Bands
    compared: tuple[str, str] | None
    difference: Band | None


def work(
    sources: Mapping[str, Classifier],
    settings: BootstrapSettings,
    level: float,
    compared: tuple[str, str] | None = None,
) -> Iterator[Step]:
    """Resample each classifier alone for its band, then all jointly for what they have together.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        Checked classifiers.
    settings : BootstrapSettings
        How to resample, and which bands to make.
    level : float
        Level of confidence.
    compared : pair of str, optional
        Which difference to band too.

    Yields
    ------
    Step
        Pieces of work of some ten milliseconds; in both stages a `Found` after 200 resamples,
        after twice as many each time, and at the end.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> steps = work(given, BootstrapSettings(n_resamples=500, rng=0), 0.9)
    >>> [step.part.bands.n_done for step in steps if step.part]
    [200, 400, 500]
    """
    each: dict[str, Band] = {}
    targets = rounds(settings.n_resamples, level)
    for step in _Drawing(plan_of(sources), settings).each_then_together(targets):
        resampled: Resampled | None = step.part
        if resampled is None:
            yield step
            continue
        if step.stage == BANDS:
            names = [*resampled.each, *resampled.lines]
            tasks = [partial(band_of, resampled, name, settings, level) for name in names]
            for name, band in zip(names, in_order(tasks, processors()), strict=True):
                each[name] = band
                yield Step(-1.0, stage=BANDS)
        bands = bands_of(resampled, settings, level, resampled.sources, ready=each)
        difference = bands.difference(*compared) if compared and bands.judges(*compared) else None
        yield Step(step.progress, Found(bands, compared, difference), step.stage)


def resampled_at(
    sources: Mapping[str, Classifier],
    settings: BootstrapSettings,
    pc: float | None = None,
    *,
    jointly: bool = True,
    thresholds: Thresholds | None = None,
) -> Resampled:
    """Resample classifiers, and wait for it.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        Checked classifiers.
    settings : BootstrapSettings
        How to resample.
    pc : float, optional
        The only place at which anything need be known.
    jointly : bool
        Whether those that scored the same examples are resampled together, and not alone.
    thresholds : callable, optional
        Told a scored classifier, it returns the thresholds to choose from; `candidates` unless
        fewer will do.

    Returns
    -------
    Resampled
        All that was asked for.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> resampled_at(given, BootstrapSettings(n_resamples=500, rng=0), 0.5).each["stump"].pc
    array([0.5])
    """
    plan = plan_of(sources, jointly=jointly)
    grid = None if pc is None else np.array([pc])
    steps = _Drawing(plan, settings, grid, thresholds).by_groups()
    found: Resampled = finished(step.part for step in steps if step.part is not None)
    return found


def rounds(n_resamples: int, level: float) -> list[int]:
    """After how many resamples bands are shown.

    Parameters
    ----------
    n_resamples : int
        How many there are in the end.
    level : float
        Level of confidence: a high one needs many resamples from the start.

    Returns
    -------
    list of int
        Rising; the last is the end.

    Examples
    --------
    >>> rounds(1999, 0.9), rounds(300, 0.99), rounds(100, 0.9)
    ([200, 400, 800, 1600, 1999], [200, 300], [100])
    """
    target = max(FIRST_SHOWN, ceil(2 / (1 - read_level(level))))
    found = []
    while target < n_resamples:
        found.append(target)
        target *= 2
    return [*found, n_resamples]


# ---- The resampling itself, group by group or each classifier alone


@dataclass(frozen=True, slots=True)
class _Unit:
    """Classifiers to be tested on the same resampled examples, of each fold, from one seed."""

    names: tuple[str, ...]
    folds: tuple[JointBuckets, ...]
    seed: int


_OfEach: TypeAlias = Mapping[str, tuple[Candidates, ...]]


class _Drawing:
    """Resampling in steps; each time there are enough resamples, all of them are a part."""

    def __init__(
        self,
        plan: Plan,
        settings: BootstrapSettings,
        pc: FloatArray | None = None,
        thresholds: Thresholds | None = None,
    ) -> None:
        self._plan, self._settings, self._pc = plan, settings, pc
        self._find = thresholds or candidates
        self._seed = seed = read_seed(settings.rng)
        # Other examples are drawn by other random numbers.
        self._seeds = {
            group: seed if i == 0 else read_seed(stream(seed, i))
            for i, group in enumerate(plan.groups)
        }

    def each_then_together(self, targets: Sequence[int]) -> Iterator[Step]:
        """Draw resamples of each alone, then of those together that scored the same examples."""
        found = yield from self._thresholds(BANDS)
        units = [
            _Unit((name,), tuple(map(alone, found[name])), seed)
            for group, seed in self._seeds.items()
            for name in group
        ]
        each = self._resampled({}, 0)
        for step in self._in_rounds(units, targets, BANDS):
            each = step.part or each
            yield step
        units = []
        for group, seed in self._seeds.items():
            if len(group) > 1:
                units.append(_Unit(group, (yield from self._joint_folds(group, found)), seed))
        for step in self._in_rounds(units, targets, TOGETHER) if units else ():
            part = step.part and replace(each, joint=step.part.joint)
            yield replace(step, part=part)

    def by_groups(self) -> Iterator[Step]:
        """Draw all resamples of each group at once."""
        found = yield from self._thresholds(TOGETHER)
        units = []
        for group, seed in self._seeds.items():
            folds = tuple(map(alone, found[group[0]]))
            if len(group) > 1:
                folds = yield from self._joint_folds(group, found)
            units.append(_Unit(group, folds, seed))
        yield from self._in_rounds(units, [self._settings.n_resamples], TOGETHER)

    def _thresholds(self, stage: str) -> Generator[Step, None, _OfEach]:
        """Find the thresholds of all that have scores, of each of their folds."""
        names = [name for group in self._plan.groups for name in group]
        parts = [
            (name, part)
            for name in names
            for part in self._plan.sources[name].parts
            if isinstance(part, Predictions | Counts)
        ]
        tasks = [partial(self._find, part) for _, part in parts]
        found: dict[str, tuple[Candidates, ...]] = dict.fromkeys(names, ())
        for (name, _), one in zip(parts, in_order(tasks, processors()), strict=True):
            found[name] += (one,)
            yield Step(-1.0, stage=stage)
        return found

    def _joint_folds(
        self, group: Sequence[str], found: _OfEach
    ) -> Generator[Step, None, tuple[JointBuckets, ...]]:
        """Find the buckets of a group in each of its folds, in pieces."""
        parts = zip(*map(self._scored, group), strict=True)
        each = zip(*(found[name] for name in group), strict=True)
        folds = []
        for scored, its in zip(parts, each, strict=True):
            folds.append((yield from self._joint_buckets(scored, its)))
        return tuple(folds)

    def _joint_buckets(
        self, given: Sequence[Predictions], each: tuple[Candidates, ...]
    ) -> Generator[Step, None, JointBuckets]:
        """Find the buckets of those that scored the same examples, in pieces."""
        scored = list(map(evened, given))
        tasks = [partial(buckets_of, *pair) for pair in zip(scored, each, strict=True)]
        rows = []
        for row in in_order(tasks, processors()):
            rows.append(row)
            yield Step(-1.0, stage=TOGETHER)
        bucket, n_buckets = np.stack(rows), tuple(one.fp.size - 1 for one in each)
        classes = []
        for kind in (False, True):
            classes.append(examples_between(scored[0], bucket, n_buckets, kind))
            yield Step(-1.0, stage=TOGETHER)
        return JointBuckets(each, *classes)

    def _scored(self, name: str) -> list[Predictions]:
        """The examples of a classifier, those of each fold by themselves."""
        parts = self._plan.sources[name].parts
        return [part for part in parts if isinstance(part, Predictions)]

    def _in_rounds(
        self, units: Sequence[_Unit], targets: Sequence[int], stage: str
    ) -> Iterator[Step]:
        """Draw resamples until all units have so many, then until they have more."""
        total, stratified = self._settings.n_resamples, self._settings.stratified
        grid = read_grid(self._pc)
        several = len(self._plan.groups) > 1
        runs = [
            Run(unit.folds, grid, total, unit.seed, stratified=stratified, several=several)
            for unit in units
        ]
        if not runs:
            yield Step(1.0, self._resampled({}, 0), stage)
        size, left = total * sum(len(unit.names) for unit in units), deque(targets)
        parts: dict[int, JointResamples] = {}
        for i, part in by_turns(runs, targets, processors()):
            parts[i] = part
            share = sum(one.n_done * len(one.each) for one in parts.values()) / size
            yield Step(share, stage=stage)
            done = min(parts[j].n_done if j in parts else 0 for j in range(len(runs)))
            if done >= left[0]:
                while left and left[0] <= done:
                    reached = left.popleft()
                named = {unit.names: parts[j] for j, unit in enumerate(units)}
                yield Step(share, self._resampled(named, reached), stage)

    def _resampled(self, parts: Mapping[tuple[str, ...], JointResamples], n_done: int) -> Resampled:
        """Put together what there is so far."""
        plan = self._plan
        each = {
            name: one
            for names, part in parts.items()
            for name, one in zip(names, part.each, strict=True)
        }
        joint = {names: part for names, part in parts.items() if len(names) > 1}
        return Resampled(
            sources=plan.sources,
            each=MappingProxyType(each),
            lines=plan.lines,
            reasons=plan.reasons,
            joint=MappingProxyType(joint),
            groups=plan.groups,
            pc=self._pc,
            n_done=n_done,
            n_resamples=self._settings.n_resamples if plan.groups else 0,
            seed=self._seed if plan.groups else None,
            origin=plan.sources,
        )


# ---- Which bands belong to the data as they are now, and whether they are out of date


_OF_BANDS = ("method", "simultaneous")
_LOOK = (*_OF_BANDS, "judged", "differences")


def band_traits(
    model: "CostCurveModel",
    known: Sequence[Found],
    compared: tuple[str, str] | None,
    derived: Derived,
    pairs: Collection[Paired],
) -> dict[str, Any]:
    """Bands under the names, at the level and by the method that are wanted now.

    Parameters
    ----------
    model : CostCurveModel
        With level, settings and classifiers.
    known : sequence of Found
        The newest bands first, and others whose difference may still be that of now.
    compared : pair of str, or None
        Which difference is wanted.
    derived : Derived
        Who is visible.
    pairs : collection of Paired
        Matrices of which it is known who is wrong where.

    Returns
    -------
    dict
        The traits `band`, `difference` and `stale`.
    """
    settings = model.bootstrap_settings
    of_lines = paired_band(pairs, compared, settings, model.level) if pairs else None
    if not known:
        return {"band": None, "difference": of_lines, "stale": False}
    visible = [item.name for item in derived.shown]
    named = _named(model.classifiers, known[0].bands, visible)
    if not named.each:
        return {"band": None, "difference": of_lines, "stale": False}
    current = _at_level(model, named, visible)
    if set(visible) != set(current.among):
        current = current.seen(visible)
    elif tuple(visible) != current.among:
        current = replace(current, among=tuple(visible))
    current = current.told(pairs)
    return {
        "band": current,
        "difference": of_lines or _difference(current, compared, known),
        "stale": _is_stale(model, current, derived),
    }


def _alike(one: Bands, other: Bands) -> bool:
    """Whether differences of both are the same: who is visible does not matter."""
    same = one.resampled is other.resampled and one.level == other.level
    return same and _look(one.settings) == _look(other.settings)


def _named(classifiers: Mapping[str, Classifier], band: Bands, visible: list[str]) -> Bands:
    """Bands under today's names, without those of classifiers that are gone."""
    names = _new_names(classifiers, band.resampled)
    if all(old == new for old, new in names.items()) and len(names) == len(band.resampled.sources):
        return band
    each = {names[name]: one for name, one in band.each.items() if name in names}
    resampled = band.resampled.renamed(names)
    return bands_of(resampled, band.settings, band.level, visible, ready=each)


def _new_names(classifiers: Mapping[str, Classifier], resampled: Resampled) -> dict[str, str]:
    """Today's names of what was resampled; older data of a name keep it."""
    sources = resampled.sources
    found = {name: name for name, source in sources.items() if classifiers.get(name) is source}
    renamed = {id(given): name for name, given in classifiers.items() if name not in found}
    for old, source in sources.items():
        if old not in found and id(source) in renamed:
            found[old] = renamed.pop(id(source))
    taken = set(found.values())
    replaced = (old for old in sources if old not in found and old in classifiers)
    return found | {old: old for old in replaced if old not in taken}


def _at_level(model: "CostCurveModel", band: Bands, visible: list[str]) -> Bands:
    """Bands of the level and method wanted, if the resamples are enough for them."""
    wanted = model.bootstrap_settings
    if (band.level, _look(band.settings)) == (model.level, _look(wanted)):
        return band
    look = {name: getattr(wanted, name) for name in _LOOK}
    same_draws = replace(band.settings, **look)
    alike = band.level == model.level and all(
        getattr(band.settings, name) == getattr(wanted, name) for name in _OF_BANDS
    )
    ready = band.each if alike else None  # only differences are wanted otherwise
    try:
        return bands_of(band.resampled, same_draws, model.level, visible, ready=ready)
    except CostCurveError:
        return band


def _look(settings: BootstrapSettings) -> tuple[object, ...]:
    return tuple(getattr(settings, name) for name in _LOOK)


def _difference(
    band: Bands, compared: tuple[str, str] | None, known: Sequence[Found]
) -> Band | None:
    """Difference of the two compared, one that there is already if nothing has changed."""
    if compared is None or not band.judges(*compared):
        return None
    for one in known:
        if one.compared == compared and _alike(band, one.bands):
            return one.difference
    return band.difference(*compared)


def _is_stale(model: "CostCurveModel", band: Bands, derived: Derived) -> bool:
    """Whether bands belong to other data or settings than those of today."""
    settings = model.bootstrap_settings
    if band.level != model.level or _look(band.settings) != _look(settings):
        return True
    if why_unsure([item.source for item in derived.shown], model.average):
        return True
    sources = band.resampled.sources
    fresh = all(sources.get(item.name) is model.classifiers[item.name] for item in derived.shown)
    return not (fresh and band.settings.draws_as(settings))
