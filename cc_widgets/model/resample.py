"""The long work behind bands: classifiers sorted by what can be done, then resampled in rounds."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType

import numpy as np

from cc_widgets.core.counts import Counts
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.candidates import candidates
from cc_widgets.core.uncertainty.cells import JointCells, alone, cells_of, combinations
from cc_widgets.core.uncertainty.levels import read_level
from cc_widgets.core.uncertainty.line_counts import LineCounts, line_counts
from cc_widgets.core.uncertainty.resampling import JointResamples, joint_resampling
from cc_widgets.core.uncertainty.seeds import read_seed
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import Bands, Resampled, band_of, bands_of
from cc_widgets.model.inputs import Classifier
from cc_widgets.model.jobs import Step
from cc_widgets.model.settings import BootstrapSettings

FIRST_SHOWN = 200
_BARE = "bare points: how many examples they come from is not known"
_WEIGHTED = "weighted examples: resampling needs examples that count once each"
_SEVERAL = "counts at several thresholds: resampling needs the scores"


@dataclass(frozen=True, eq=False, slots=True)
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


@dataclass(frozen=True, eq=False, slots=True)
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


def plan_of(sources: Mapping[str, Classifier]) -> Plan:
    """Sort classifiers by what can be done for them.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        Checked classifiers.

    Returns
    -------
    Plan
        Each is in a group, or a line, or has a reason.

    Examples
    --------
    >>> from cc_widgets.core.points import point_set
    >>> dict(plan_of({"rule": point_set(fpr=0.3, tpr=0.7)}).reasons)
    {'rule': 'bare points: how many examples they come from is not known'}
    """
    groups: list[list[str]] = []
    lines, reasons = {}, {}
    for name, source in sources.items():
        if isinstance(source, Predictions) and source.weight is None:
            _group_of(source, groups, sources).append(name)
        elif isinstance(source, Counts):
            with suppress(CostCurveError):
                lines[name] = line_counts(source)
            if name not in lines:
                reasons[name] = _WEIGHTED if source.tp.dtype.kind == "f" else _SEVERAL
        else:
            reasons[name] = _WEIGHTED if isinstance(source, Predictions) else _BARE
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
    """Return the group of those that scored the same examples, perhaps a new one."""
    for group in groups:
        first = sources[group[0]]
        if isinstance(first, Predictions) and np.array_equal(first.positive, source.positive):
            return group
    groups.append([])
    return groups[-1]


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
    >>> from cc_widgets.core.predictions import predictions
    >>> given = {"stump": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])}
    >>> steps = work(given, BootstrapSettings(n_resamples=500, rng=0), 0.9)
    >>> [step.part.bands.n_done for step in steps if step.part]
    [200, 400, 500]
    """
    plan = plan_of(sources)
    cells: list[JointCells] = []
    for group in plan.groups:
        yield from _prepared([sources[name] for name in group], cells)
    streams = _streams(cells, settings)
    done: list[JointResamples | None] = [None] * len(streams)
    for target in rounds(settings.n_resamples if streams else 0, level):
        for i, stream in enumerate(streams):
            while (part := done[i]) is None or part.n_done < target:
                done[i] = next(stream)
                yield Step(_share_done(done, plan, settings.n_resamples))
        resampled = _resampled(plan, done, target, settings.n_resamples if streams else 0)
        found = yield from _found(resampled, settings, level, compared)
        yield Step(_share_done(done, plan, settings.n_resamples), found)


def rounds(n_resamples: int, level: float) -> list[int]:
    """Return after how many resamples bands are shown.

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


def _prepared(sources: Sequence[Classifier], into: list[JointCells]) -> Iterator[Step]:
    """Find thresholds and cells of a group, in pieces."""
    scored = [source for source in sources if isinstance(source, Predictions)]
    each = []
    for source in scored:
        each.append(candidates(source))
        yield Step(-1.0)
    if len(each) == 1:
        into.append(alone(each[0]))
        return
    rows = []
    for source, found in zip(scored, each, strict=True):
        rows.append(cells_of(source, found))
        yield Step(-1.0)
    positive, n_cells = scored[0].positive, tuple(found.fp.size - 1 for found in each)
    classes = []
    for members in (~positive, positive):
        classes.append(combinations(np.stack([row[members] for row in rows]), n_cells))
        yield Step(-1.0)
    into.append(JointCells(tuple(each), *classes))


def _streams(
    cells: Sequence[JointCells], settings: BootstrapSettings
) -> list[Iterator[JointResamples]]:
    """Start the resampling of each group, all from one seed."""
    seed = read_seed(settings.rng)
    return [
        joint_resampling(
            group,
            n_resamples=settings.n_resamples,
            rng=seed,
            stratified=settings.stratified,
        )
        for group in cells
    ]


def _share_done(done: Sequence[JointResamples | None], plan: Plan, n_resamples: int) -> float:
    """Return the share of all resamples of all classifiers."""
    sizes = [len(group) for group in plan.groups]
    if not sizes:
        return 1.0
    rows = [part.n_done if part else 0 for part in done]
    return sum(n * k for n, k in zip(rows, sizes, strict=True)) / (n_resamples * sum(sizes))


def _resampled(
    plan: Plan, done: Sequence[JointResamples | None], n_done: int, n_resamples: int
) -> Resampled:
    """Put together what there is so far."""
    parts = [part for part in done if part is not None]
    each = {
        name: one
        for group, part in zip(plan.groups, parts, strict=True)
        for name, one in zip(group, part.each, strict=True)
    }
    paired = plan.groups[0] if plan.groups and len(plan.groups[0]) > 1 else ()
    return Resampled(
        sources=plan.sources,
        each=MappingProxyType(each),
        lines=plan.lines,
        reasons=plan.reasons,
        pairs=parts[0] if paired else None,
        paired=paired,
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
    for name, one in resampled.each.items():
        each[name] = band_of(one, settings, level)
        yield Step(-1.0)
    bands = bands_of(resampled, settings, level, ready=each)
    difference = None
    if compared and set(compared) <= set(resampled.paired):
        difference = bands.difference(*compared)
    return Found(bands, compared, difference)
