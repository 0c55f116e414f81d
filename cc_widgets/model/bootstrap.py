"""Bootstrap of several classifiers in steps, and the bands that follow after each change."""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cc_widgets.core import Counts, Folds, Predictions
from cc_widgets.core.results import FloatArray, result
from cc_widgets.core.uncertainty import Band, finished, line_counts
from cc_widgets.core.uncertainty.bands import read_grid, read_level
from cc_widgets.core.uncertainty.bootstrap import JointResamples, ResamplingRun, run_in_rounds
from cc_widgets.core.uncertainty.buckets import (
    Candidates,
    JointBuckets,
    bucket_indices,
    candidates,
    class_combinations,
    normalize_weights,
    single_buckets,
)
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.sampling import read_seed, run_tasks, stream
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    Bands,
    BootstrapResamples,
    BootstrapSettings,
    PairedMatrices,
    band_of,
    bands_of,
    paired_band,
    why_no_band,
    why_no_interval,
    why_not_resampled,
)
from cc_widgets.model.derive import Curves
from cc_widgets.model.jobs import JobStep, n_worker_threads

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- Plan: which classifiers are resampled, and which of them jointly


@result
class ResamplingPlan:
    """Plan of a bootstrap: joint groups, confusion matrices and reasons against resampling.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts, RocCurve or Folds
        All classifiers.
    groups : tuple of tuple of str
        Classifiers that scored the same examples, the largest group first.
    lines : mapping of str to LineCounts
        Error counts of the confusion matrices.
    reasons : mapping of str to str
        Reason why the other classifiers cannot have a band.
    """

    sources: Mapping[str, Classifier]
    groups: tuple[tuple[str, ...], ...]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]


def plan_resampling(sources: Mapping[str, Classifier]) -> ResamplingPlan:
    """Group classifiers by how they are resampled: together if they scored the same examples.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> dict(plan_resampling({"rule": point_set(fpr=0.3, tpr=0.7)}).reasons)
    {'rule': 'bare points: how many examples they come from is not known'}
    """
    groups: list[list[str]] = []
    lines, reasons = {}, {}
    for name, source in sources.items():
        why = why_no_band(source)
        if why:
            reasons[name] = why
        elif isinstance(source, Counts) and why_not_resampled(source):
            lines[name] = line_counts(source)
        elif isinstance(source, Predictions | Folds):
            _group_of(source, groups, sources).append(name)
        else:  # counts do not show which errors two classifiers share
            _new(groups).append(name)
    groups.sort(key=len, reverse=True)
    return ResamplingPlan(
        sources=MappingProxyType(dict(sources)),
        groups=tuple(map(tuple, groups)),
        lines=MappingProxyType(lines),
        reasons=MappingProxyType(reasons),
    )


def _group_of(
    source: Predictions | Folds, groups: list[list[str]], sources: Mapping[str, Classifier]
) -> list[str]:
    """Return the group of classifiers that scored the same examples, or a new one."""
    for group in groups:
        if source.drawn_with(sources[group[0]]):
            return group
    return _new(groups)


def _new(groups: list[list[str]]) -> list[str]:
    groups.append([])
    return groups[-1]


# ---- The bootstrap in steps


ThresholdFinder: TypeAlias = Callable[[Predictions | Counts], Candidates]
FIRST_SHOWN = 200
BANDS, JOINT = "bands", "differences"
"""Stages of the work: each classifier alone, then jointly for the same examples."""


@dataclass(frozen=True, slots=True)
class BandsUpdate:
    """Bands available so far, including that of the difference of the two `compared` classifiers.

    `difference` is None if it does not exist, or does not exist yet.
    """

    bands: Bands
    compared: tuple[str, str] | None
    difference: Band | None


def bootstrap_steps(
    sources: Mapping[str, Classifier],
    settings: BootstrapSettings,
    level: float,
    compared: tuple[str, str] | None = None,
) -> Iterator[JobStep]:
    """Resample each classifier for its band, then all jointly for their differences.

    Yields after each piece of work of about ten milliseconds. In both stages there is a
    `BandsUpdate` after 200 resamples, each time their number has doubled, and at the end.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> sources = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> steps = bootstrap_steps(sources, BootstrapSettings(n_resamples=500, rng=0), 0.9)
    >>> [step.part.bands.n_done for step in steps if step.part]
    [200, 400, 500]
    """
    each: dict[str, Band] = {}
    targets = resample_targets(settings.n_resamples, level)
    for step in _Resampler(plan_resampling(sources), settings).each_then_together(targets):
        resampled: BootstrapResamples | None = step.part
        if resampled is None:
            yield step
            continue
        if step.stage == BANDS:
            names = [*resampled.each, *resampled.lines]
            tasks = [partial(band_of, resampled, name, settings, level) for name in names]
            for name, band in zip(names, run_tasks(tasks, n_worker_threads()), strict=True):
                each[name] = band
                yield JobStep(-1.0, stage=BANDS)
        bands = bands_of(resampled, settings, level, resampled.sources, ready=each)
        difference = (
            bands.difference(*compared) if compared and bands.has_difference(*compared) else None
        )
        yield JobStep(step.progress, BandsUpdate(bands, compared, difference), step.stage)


def resampling_steps(
    sources: Mapping[str, Classifier],
    settings: BootstrapSettings,
    pc: FloatArray | None = None,
    *,
    thresholds: ThresholdFinder | None = None,
) -> Iterator[JobStep]:
    """Draw all resamples of classifiers on a grid of pc; the last step has `BootstrapResamples`.

    Classifiers that scored the same examples are resampled together, and not alone. `thresholds`
    returns the candidate thresholds of a classifier, by default `candidates`.
    """
    return _Resampler(plan_resampling(sources), settings, pc, thresholds).by_groups()


def resampled_at(
    sources: Mapping[str, Classifier],
    settings: BootstrapSettings,
    pc: float | None = None,
    *,
    thresholds: ThresholdFinder | None = None,
) -> BootstrapResamples:
    """Resample classifiers at one pc or at all pc, and wait for the result.

    `thresholds` is that of `resampling_steps`.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> sources = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> resampled_at(sources, BootstrapSettings(n_resamples=500, rng=0), 0.5).each["stump"].pc
    array([0.5])
    """
    grid = None if pc is None else np.array([pc])
    steps = resampling_steps(sources, settings, grid, thresholds=thresholds)
    resamples: BootstrapResamples = finished(step.part for step in steps if step.part is not None)
    return resamples


def resample_targets(n_resamples: int, level: float) -> list[int]:
    """Return the increasing numbers of resamples after which bands are shown.

    A high confidence level needs many resamples for the first band.

    Examples
    --------
    >>> resample_targets(1999, 0.9), resample_targets(300, 0.99)
    ([200, 400, 800, 1600, 1999], [200, 300])
    """
    target = max(FIRST_SHOWN, ceil(2 / (1 - read_level(level))))
    targets = []
    while target < n_resamples:
        targets.append(target)
        target *= 2
    return [*targets, n_resamples]


# ---- Resampling of groups or single classifiers


@dataclass(frozen=True, slots=True)
class _ResamplingUnit:
    """Classifiers evaluated on the same resamples of each fold, from one seed."""

    names: tuple[str, ...]
    folds: tuple[JointBuckets, ...]
    seed: int


_OfEach: TypeAlias = Mapping[str, tuple[Candidates, ...]]


class _Resampler:
    """Resampling in steps, with a partial result each time a target is reached."""

    def __init__(
        self,
        plan: ResamplingPlan,
        settings: BootstrapSettings,
        pc: FloatArray | None = None,
        thresholds: ThresholdFinder | None = None,
    ) -> None:
        self._plan, self._settings, self._pc = plan, settings, pc
        self._find = thresholds or candidates
        self._seed = seed = read_seed(settings.rng)
        # Groups with different examples get independent random numbers.
        self._seeds = {
            group: seed if i == 0 else read_seed(stream(seed, i))
            for i, group in enumerate(plan.groups)
        }

    def each_then_together(self, targets: Sequence[int]) -> Iterator[JobStep]:
        """Resample each classifier alone, then groups with the same examples jointly."""
        thresholds = yield from self._thresholds(BANDS)
        units = [
            _ResamplingUnit((name,), tuple(map(single_buckets, thresholds[name])), seed)
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
                units.append(
                    _ResamplingUnit(group, (yield from self._joint_folds(group, thresholds)), seed)
                )
        for step in self._in_rounds(units, targets, JOINT) if units else ():
            part = step.part and replace(each, joint=step.part.joint)
            yield replace(step, part=part)

    def by_groups(self) -> Iterator[JobStep]:
        """Draw all resamples of each group at once."""
        thresholds = yield from self._thresholds(JOINT)
        units = []
        for group, seed in self._seeds.items():
            folds = tuple(map(single_buckets, thresholds[group[0]]))
            if len(group) > 1:
                folds = yield from self._joint_folds(group, thresholds)
            units.append(_ResamplingUnit(group, folds, seed))
        yield from self._in_rounds(units, [self._settings.n_resamples], JOINT)

    def _thresholds(self, stage: str) -> Generator[JobStep, None, _OfEach]:
        """Find the candidate thresholds of all scored classifiers, by fold."""
        names = [name for group in self._plan.groups for name in group]
        parts = [
            (name, part)
            for name in names
            for part in self._plan.sources[name].parts
            if isinstance(part, Predictions | Counts)
        ]
        tasks = [partial(self._find, part) for _, part in parts]
        thresholds: dict[str, tuple[Candidates, ...]] = dict.fromkeys(names, ())
        for (name, _), part in zip(parts, run_tasks(tasks, n_worker_threads()), strict=True):
            thresholds[name] += (part,)
            yield JobStep(-1.0, stage=stage)
        return thresholds

    def _joint_folds(
        self, group: Sequence[str], thresholds: _OfEach
    ) -> Generator[JobStep, None, tuple[JointBuckets, ...]]:
        """Find the buckets of a group in each of its folds, in steps."""
        parts = zip(*map(self._scored, group), strict=True)
        each = zip(*(thresholds[name] for name in group), strict=True)
        folds = []
        for scored, candidates_each in zip(parts, each, strict=True):
            folds.append((yield from self._joint_buckets(scored, candidates_each)))
        return tuple(folds)

    def _joint_buckets(
        self, parts: Sequence[Predictions], each: tuple[Candidates, ...]
    ) -> Generator[JobStep, None, JointBuckets]:
        """Find the buckets of classifiers that scored the same examples, in steps."""
        scored = list(map(normalize_weights, parts))
        tasks = [partial(bucket_indices, *pair) for pair in zip(scored, each, strict=True)]
        rows = []
        for row in run_tasks(tasks, n_worker_threads()):
            rows.append(row)
            yield JobStep(-1.0, stage=JOINT)
        bucket, n_buckets = np.stack(rows), tuple(part.fp.size - 1 for part in each)
        classes = []
        for kind in (False, True):
            classes.append(class_combinations(scored[0], bucket, n_buckets, kind))
            yield JobStep(-1.0, stage=JOINT)
        return JointBuckets(each, *classes)

    def _scored(self, name: str) -> list[Predictions]:
        """Return the examples of a classifier by fold."""
        parts = self._plan.sources[name].parts
        return [part for part in parts if isinstance(part, Predictions)]

    def _in_rounds(
        self, units: Sequence[_ResamplingUnit], targets: Sequence[int], stage: str
    ) -> Iterator[JobStep]:
        """Draw resamples until all units have reached each target in turn."""
        total, stratified = self._settings.n_resamples, self._settings.stratified
        grid = read_grid(self._pc)
        runs = [
            ResamplingRun(unit.folds, grid, total, unit.seed, stratified=stratified)
            for unit in units
        ]
        if not runs:
            yield JobStep(1.0, self._resampled({}, 0), stage)
        size, left = total * sum(len(unit.names) for unit in units), deque(targets)
        parts: dict[int, JointResamples] = {}
        for i, part in run_in_rounds(runs, targets, n_worker_threads()):
            parts[i] = part
            share = sum(part.n_done * len(part.each) for part in parts.values()) / size
            yield JobStep(share, stage=stage)
            done = min(parts[j].n_done if j in parts else 0 for j in range(len(runs)))
            if done >= left[0]:
                while left and left[0] <= done:
                    target = left.popleft()
                named = {unit.names: parts[j] for j, unit in enumerate(units)}
                yield JobStep(share, self._resampled(named, target), stage)

    def _resampled(
        self, parts: Mapping[tuple[str, ...], JointResamples], n_done: int
    ) -> BootstrapResamples:
        """Combine the resamples so far."""
        plan = self._plan
        each = {
            name: resamples
            for names, part in parts.items()
            for name, resamples in zip(names, part.each, strict=True)
        }
        joint = {names: part for names, part in parts.items() if len(names) > 1}
        return BootstrapResamples(
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


# ---- Bands after changes of the model


_OF_BANDS = ("method", "simultaneous")
_BAND_SETTINGS = (*_OF_BANDS, "significance", "differences")


def band_traits(
    model: "CostCurveModel",
    updates: Sequence[BandsUpdate],
    compared: tuple[str, str] | None,
    derived: Curves,
    pairs: Collection[PairedMatrices],
) -> dict[str, Any]:
    """Return the traits `bands` and `_difference` for the current level, method and names.

    `updates` has the most recent bands first, then others with a reusable difference.
    """
    settings = model.resampling
    of_lines = paired_band(pairs, compared, settings, model.level) if pairs else None
    if not updates:
        return {"bands": None, "_difference": of_lines}
    visible = [item.name for item in derived.shown]
    named = _named(model.classifiers, updates[0].bands, visible)
    if not named.each:
        return {"bands": None, "_difference": of_lines}
    current = _at_level(model, named, visible)
    if set(visible) != set(current.among):
        current = current.with_visible(visible)
    elif tuple(visible) != current.among:
        current = replace(current, among=tuple(visible))
    current = current.with_pairs(pairs)
    if current.is_stale != _is_stale(model, current, derived):
        current = replace(current, is_stale=not current.is_stale)
    return {
        "bands": current,
        "_difference": of_lines or _difference(current, compared, updates),
    }


def _have_same_differences(first: Bands, second: Bands) -> bool:
    """Return whether differences of both bands are equal, whichever classifiers are visible."""
    same = first.resampled is second.resampled and first.level == second.level
    return same and _band_settings(first.settings) == _band_settings(second.settings)


def _named(classifiers: Mapping[str, Classifier], band: Bands, visible: list[str]) -> Bands:
    """Return the bands under current names, without removed classifiers."""
    names = _new_names(classifiers, band.resampled)
    if all(old == new for old, new in names.items()) and len(names) == len(band.resampled.sources):
        return band
    each = {names[name]: own for name, own in band.each.items() if name in names}
    resampled = band.resampled.renamed(names)
    return bands_of(resampled, band.settings, band.level, visible, ready=each)


def _new_names(
    classifiers: Mapping[str, Classifier], resampled: BootstrapResamples
) -> dict[str, str]:
    """Return the current names of resampled classifiers; replaced data keep their name."""
    sources = resampled.sources
    names = {name: name for name, source in sources.items() if classifiers.get(name) is source}
    renamed = {id(source): name for name, source in classifiers.items() if name not in names}
    for old, source in sources.items():
        if old not in names and id(source) in renamed:
            names[old] = renamed.pop(id(source))
    taken = set(names.values())
    replaced = (old for old in sources if old not in names and old in classifiers)
    return names | {old: old for old in replaced if old not in taken}


def _at_level(model: "CostCurveModel", band: Bands, visible: list[str]) -> Bands:
    """Return the bands at the current level and method, if there are enough resamples."""
    settings = model.resampling
    if (band.level, _band_settings(band.settings)) == (model.level, _band_settings(settings)):
        return band
    options = {name: getattr(settings, name) for name in _BAND_SETTINGS}
    same_draws = replace(band.settings, **options)
    reusable = band.level == model.level and all(
        getattr(band.settings, name) == getattr(settings, name) for name in _OF_BANDS
    )
    ready = band.each if reusable else None  # otherwise only the differences change
    try:
        return bands_of(band.resampled, same_draws, model.level, visible, ready=ready)
    except CostCurveError:
        return band


def _band_settings(settings: BootstrapSettings) -> tuple[object, ...]:
    """Return the settings that the bands depend on, besides the resamples."""
    return tuple(getattr(settings, name) for name in _BAND_SETTINGS)


def _difference(
    band: Bands, compared: tuple[str, str] | None, updates: Sequence[BandsUpdate]
) -> Band | None:
    """Return the difference of the compared classifiers, reusing a known one if unchanged."""
    if compared is None or not band.has_difference(*compared):
        return None
    for update in updates:
        if update.compared == compared and _have_same_differences(band, update.bands):
            return update.difference
    return band.difference(*compared)


def _is_stale(model: "CostCurveModel", band: Bands, derived: Curves) -> bool:
    """Return whether bands belong to earlier data or settings."""
    settings = model.resampling
    if band.level != model.level or _band_settings(band.settings) != _band_settings(settings):
        return True
    if why_no_interval([item.source for item in derived.shown], model.average):
        return True
    sources = band.resampled.sources
    fresh = all(sources.get(item.name) is model.classifiers[item.name] for item in derived.shown)
    return not (fresh and band.settings.draws_as(settings))
