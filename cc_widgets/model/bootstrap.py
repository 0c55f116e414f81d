"""Resampling: who can be resampled, the work in steps, and what becomes of bands after changes."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cc_widgets.core import Counts, Predictions
from cc_widgets.core._results import FloatArray, result
from cc_widgets.core.uncertainty import (
    Band,
    Candidates,
    JointBuckets,
    JointResamples,
    LineCounts,
    candidates,
    finished,
    joint_resampling,
    line_counts,
)
from cc_widgets.core.uncertainty._band import read_level
from cc_widgets.core.uncertainty._buckets import alone, buckets_of, combinations
from cc_widgets.core.uncertainty._draws import read_seed, stream
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    Bands,
    BootstrapSettings,
    Resampled,
    band_of,
    bands_of,
    why_unbanded,
)
from cc_widgets.model.derive import Derived
from cc_widgets.model.jobs import Step

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


# ---- Which classifiers can be resampled, and which of them together


@result
class Plan:
    """What can be done for which classifier.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
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
    sources : mapping of str to Predictions, Counts or RocCurve
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
        elif isinstance(source, Counts):
            lines[name] = line_counts(source)
        elif isinstance(source, Predictions):
            (_group_of(source, groups, sources) if jointly else _new(groups)).append(name)
    groups.sort(key=len, reverse=True)
    return Plan(
        sources=MappingProxyType(dict(sources)),
        groups=tuple(map(tuple, groups)),
        lines=MappingProxyType(lines),
        reasons=MappingProxyType(reasons),
    )


def _group_of(
    source: Predictions, groups: list[list[str]], sources: Mapping[str, Classifier]
) -> list[str]:
    """The group of those that scored the same examples, perhaps a new one."""
    for group in groups:
        first = sources[group[0]]
        if isinstance(first, Predictions) and first.same_examples(source):
            return group
    return _new(groups)


def _new(groups: list[list[str]]) -> list[str]:
    groups.append([])
    return groups[-1]


# ---- The long work behind bands: classifiers resampled in rounds


Thresholds: TypeAlias = Callable[[Predictions], Candidates]
FIRST_SHOWN = 200


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
        None where there is none.
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
    """Resample classifiers, and make bands now and then.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
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
        Pieces of work of some ten milliseconds; a `Found` after 200 resamples, after twice as
        many each time, and at the end.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> steps = work(given, BootstrapSettings(n_resamples=500, rng=0), 0.9)
    >>> [step.part.bands.n_done for step in steps if step.part]
    [200, 400, 500]
    """
    for step in _drawn(plan_of(sources), settings, rounds(settings.n_resamples, level)):
        if not isinstance(step.part, Resampled):
            yield step
            continue
        found = yield from _found(step.part, settings, level, compared)
        yield Step(step.progress, found)


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
    sources : mapping of str to Predictions, Counts or RocCurve
        Checked classifiers.
    settings : BootstrapSettings
        How to resample.
    pc : float, optional
        The only place at which anything need be known.
    jointly : bool
        Whether those that scored the same examples are resampled together.
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
    steps = _drawn(plan, settings, [settings.n_resamples], grid, thresholds)
    found: Resampled = finished(step.part for step in steps if step.part is not None)
    return found


def _drawn(
    plan: Plan,
    settings: BootstrapSettings,
    targets: Sequence[int],
    pc: FloatArray | None = None,
    thresholds: Thresholds | None = None,
) -> Iterator[Step]:
    """Draw resamples; each time so many are there, all of them are a part."""
    buckets: list[JointBuckets] = []
    for group in plan.groups:
        yield from _prepared([plan.sources[name] for name in group], buckets, thresholds)
    streams = _streams(buckets, settings, pc)
    done: list[JointResamples | None] = [None] * len(streams)
    total = settings.n_resamples if streams else 0
    for target in targets if streams else [0]:
        for i, parts in enumerate(streams):
            while (part := done[i]) is None or part.n_done < target:
                done[i] = next(parts)
                yield Step(_share_done(done, plan, settings.n_resamples))
        resampled = _resampled(plan, done, pc, target, total)
        yield Step(_share_done(done, plan, settings.n_resamples), resampled)


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


def _prepared(
    sources: Sequence[Classifier], into: list[JointBuckets], thresholds: Thresholds | None
) -> Iterator[Step]:
    """Find thresholds and buckets of a group, in pieces."""
    scored = [source for source in sources if isinstance(source, Predictions)]
    find = thresholds or candidates
    each = []
    for source in scored:
        each.append(find(source))
        yield Step(-1.0)
    if len(each) == 1:
        into.append(alone(each[0]))
        return
    rows = []
    for source, found in zip(scored, each, strict=True):
        rows.append(buckets_of(source, found))
        yield Step(-1.0)
    positive, n_buckets = scored[0].positive, tuple(found.fp.size - 1 for found in each)
    classes = []
    for members in (~positive, positive):
        classes.append(combinations(np.stack([row[members] for row in rows]), n_buckets))
        yield Step(-1.0)
    into.append(JointBuckets(tuple(each), *classes))


def _streams(
    buckets: Sequence[JointBuckets], settings: BootstrapSettings, pc: FloatArray | None
) -> list[Iterator[JointResamples]]:
    """Start the resampling of each group: other examples are drawn by other random numbers."""
    seed = read_seed(settings.rng)
    seeds = [seed if i == 0 else read_seed(stream(seed, i)) for i in range(len(buckets))]
    return [
        joint_resampling(
            group,
            n_resamples=settings.n_resamples,
            rng=own,
            pc=pc,
            stratified=settings.stratified,
        )
        for group, own in zip(buckets, seeds, strict=True)
    ]


def _share_done(done: Sequence[JointResamples | None], plan: Plan, n_resamples: int) -> float:
    """The share of all resamples of all classifiers."""
    sizes = [len(group) for group in plan.groups]
    if not sizes:
        return 1.0
    rows = [part.n_done if part else 0 for part in done]
    return sum(n * k for n, k in zip(rows, sizes, strict=True)) / (n_resamples * sum(sizes))


def _resampled(
    plan: Plan,
    done: Sequence[JointResamples | None],
    pc: FloatArray | None,
    n_done: int,
    n_resamples: int,
) -> Resampled:
    """Put together what there is so far."""
    parts = tuple(part for part in done if part is not None)
    each = {
        name: one
        for group, part in zip(plan.groups, parts, strict=True)
        for name, one in zip(group, part.each, strict=True)
    }
    return Resampled(
        sources=plan.sources,
        each=MappingProxyType(each),
        lines=plan.lines,
        reasons=plan.reasons,
        joint=parts,
        groups=plan.groups,
        pc=pc,
        n_done=n_done,
        n_resamples=n_resamples,
    )


def _found(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    compared: tuple[str, str] | None,
) -> Generator[Step, None, Found]:
    """Make the bands, in pieces."""
    each = {}
    for name in (*resampled.each, *resampled.lines):
        each[name] = band_of(resampled, name, settings, level)
        yield Step(-1.0)
    bands = bands_of(resampled, settings, level, resampled.sources, ready=each)
    difference = None
    if compared and not bands.why_not(*compared):
        difference = bands.difference(*compared)
    return Found(bands, compared, difference)


# ---- Which bands belong to the data as they are now, and whether they are out of date


_LOOK = ("method", "simultaneous", "judged")


def band_traits(
    model: "CostCurveModel",
    known: Sequence[Found],
    compared: tuple[str, str] | None,
    derived: Derived,
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

    Returns
    -------
    dict
        The traits `band`, `difference` and `stale`.
    """
    if not known:
        return {"band": None, "difference": None, "stale": False}
    visible = [item.name for item in derived.shown]
    named = _named(model.classifiers, known[0].bands, visible)
    current = _at_level(model, named, visible)
    if set(visible) != set(current.among):
        current = current.seen(visible)
    return {
        "band": current,
        "difference": _difference(current, compared, known),
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
    try:
        return bands_of(band.resampled, same_draws, model.level, visible)
    except CostCurveError:
        return band


def _look(settings: BootstrapSettings) -> tuple[object, ...]:
    return tuple(getattr(settings, name) for name in _LOOK)


def _difference(
    band: Bands, compared: tuple[str, str] | None, known: Sequence[Found]
) -> Band | None:
    """Difference of the two compared, one that there is already if nothing has changed."""
    if compared is None or band.why_not(*compared):
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
    sources = band.resampled.sources
    fresh = all(sources.get(item.name) is model.classifiers[item.name] for item in derived.shown)
    return not (fresh and band.settings.draws_as(settings))
