"""Costs expected on new data, estimated for the visible classifiers without a bootstrap run."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from operator import is_
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

import numpy as np

from cc_widgets.core import Counts, Predictions, slope_at
from cc_widgets.core.costs import COST_TOLERANCE, OperatingRange, cost_of_rates, same_cost
from cc_widgets.core.results import BoolArray, FloatArray, result
from cc_widgets.core.uncertainty import Band, finished
from cc_widgets.core.uncertainty.buckets import Candidates, candidates, candidates_from_counts
from cc_widgets.core.uncertainty.selection import ExpectedCosts
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import Classifier
from cc_widgets.model.bands import (
    BootstrapSettings,
    ClassSizes,
    PairedMatrices,
    expected_costs_of,
    why_no_band,
    why_no_interval,
)
from cc_widgets.model.bootstrap import ThresholdFinder, resampling_steps
from cc_widgets.model.derive import MAX_STORED, DerivedClassifier, class_sizes
from cc_widgets.model.jobs import Job, JobStep

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

# ---- Where a classifier is expected to cost less than the baselines


def expected_saving(best: Band) -> FloatArray:
    """Return the cost of the better baseline minus the expected cost of the best classifier."""
    saving: FloatArray = np.minimum(best.pc, 1.0 - best.pc) - best.expected
    return saving


def prefers_baseline(best: Band | None, pc: float) -> bool:
    """Return whether no classifier is expected to cost less than the better baseline.

    `best` is the band of the cheapest classifier; without one, the answer is False.

    Examples
    --------
    >>> pc, cost = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.4, 0.0])
    >>> best = Band(pc, cost, cost, cost, 0.9, "made up", "line", expected=cost)
    >>> prefers_baseline(best, 0.4), prefers_baseline(None, 0.4)
    (False, False)
    """
    if best is None:
        return False
    return float(np.interp(pc, best.pc, expected_saving(best))) <= same_cost(pc)


def useful_ranges(best: Band) -> FloatArray:
    """Return the ranges of pc in which a classifier is expected to cost less than the baselines.

    Returns
    -------
    ndarray of float64, shape (n_ranges, 2)
        Lower and upper end of each range, by increasing pc.

    Examples
    --------
    >>> pc, cost = np.array([0.0, 0.25, 0.5, 1.0]), np.array([0.0, 0.25, 0.4, 0.0])
    >>> useful_ranges(Band(pc, cost, cost, cost, 0.9, "made up", "line", expected=cost))
    array([[0.25, 1.  ]])
    """
    return _positive_ranges(best.pc, expected_saving(best))


def useful_range_of(best: Band, fpr: float, tpr: float) -> FloatArray:
    """Return the ends of the pc range in which a choice is expected to cost less than baselines.

    Its expected cost is the observed one plus the optimistic bias of the best. Empty if there is no
    such range.
    """
    cost = cost_of_rates(fpr, tpr, best.pc) + optimistic_bias(best, best.pc)
    ends = _positive_ranges(best.pc, np.minimum(best.pc, 1.0 - best.pc) - cost).ravel()
    return ends[[0, -1]] if ends.size else ends


def expected_range(pc: FloatArray, expected: FloatArray) -> OperatingRange | None:
    """Return the range in which an expected cost is below that of the baselines, if there is one.

    Examples
    --------
    >>> expected_range(np.array([0.0, 0.25, 0.5, 1.0]), np.array([0.0, 0.25, 0.4, 0.0])).pc_low
    0.25
    """
    ends = _positive_ranges(pc, np.minimum(pc, 1.0 - pc) - expected).ravel()
    if not ends.size:
        return None
    low, high = float(ends[0]), float(ends[-1])
    return OperatingRange(low, high, float(slope_at(low)), float(slope_at(high)))


def is_useful(pc: FloatArray, saving: FloatArray) -> BoolArray:
    """Return whether a saving at each pc is larger than the tolerance for equal costs."""
    useful: BoolArray = saving > COST_TOLERANCE * np.minimum(pc, 1.0 - pc)
    return useful


def _positive_ranges(pc: FloatArray, saving: FloatArray) -> FloatArray:
    """Return the ranges in which a piecewise linear saving is positive, shape (n_ranges, 2)."""
    padded = np.concatenate([[False], is_useful(pc, saving), [False]])
    starts, stops = (
        np.flatnonzero(padded[1:] & ~padded[:-1]),
        np.flatnonzero(padded[:-1] & ~padded[1:]),
    )

    def crossing(inside: int, outside: int) -> float:
        if not 0 <= outside < saving.size:
            return float(pc[inside])
        share = saving[inside] / (saving[inside] - min(saving[outside], 0.0))
        return float(pc[inside] + share * (pc[outside] - pc[inside]))

    pairs = zip(starts.tolist(), stops.tolist(), strict=True)
    ranges = [(crossing(start, start - 1), crossing(stop - 1, stop)) for start, stop in pairs]
    return np.array(ranges, dtype=np.float64).reshape(-1, 2)


def optimistic_bias(best: Band, pc: FloatArray) -> FloatArray:
    """Return the expected cost of the best classifier minus its observed cost, at each pc."""
    bias: FloatArray = np.interp(pc, best.pc, np.maximum(best.expected - best.estimate, 0.0))
    return bias


# ---- Estimates, and their inputs


# With another seed the significance of a saving differs in 0.3% of simulated datasets and pc (cells
# and grid of tests/bench/statistics_advice.py), and a recommended classifier in 0.9%; it is then
# not significant.
_MIN_RESAMPLES = 499
_SEED = 0  # so that two runs agree
# With 30,000 to 1,000,000 examples more thresholds moved no limit by 2% of the width.
_N_CANDIDATES = 64
_MIN_EXAMPLES = 2  # of each class


def _grid() -> FloatArray:
    """Return even steps of pc, and steps of its log-odds towards both ends."""
    rare = 1.0 / (1.0 + np.exp(np.arange(5.0, 15.0, 0.5)))
    return np.unique(np.concatenate([np.linspace(0.0, 1.0, 101), rare, 1.0 - rare]))


@dataclass(frozen=True, slots=True)
class EstimateInputs:
    """Everything that the estimates depend on.

    Attributes
    ----------
    items : tuple of DerivedClassifier
        Visible classifiers.
    pairs : tuple of PairedMatrices
        Confusion matrices with known paired counts.
    level : float
        Confidence level.
    average : str
        Averaging method of folds.
    """

    items: tuple[DerivedClassifier, ...]
    pairs: tuple[PairedMatrices, ...]
    level: float
    average: str

    @property
    def sources(self) -> list[Classifier]:
        """Data of the classifiers."""
        return [item.source for item in self.items]

    def equals(self, other: "EstimateInputs") -> bool:
        """Return whether the same estimates follow from both."""
        same = [item.name for item in self.items] == [item.name for item in other.items]
        settings = (self.pairs, self.level, self.average)
        return (
            same
            and all(map(is_, self.sources, other.sources))
            and settings == (other.pairs, other.level, other.average)
        )

    @property
    def why_none(self) -> str:
        """Reason why there can be no estimates; empty if there can."""
        if not self.items:
            return "there is no visible classifier"
        for item in self.items:
            why = why_no_band(item.source) or _why_too_few(item)
            if why:
                return f"{item.name}: {why}"
        return why_no_interval(self.sources, self.average)

    @property
    def is_small(self) -> bool:
        """Whether the estimates take less than a tenth of a second, by the number of scores."""
        parts = [part for item in self.items for part in item.counted]
        n_scores = sum(
            part.score.size if isinstance(part, Predictions) else part.tp.size for part in parts
        )
        return n_scores <= _QUICK


def _why_too_few(item: DerivedClassifier) -> str:
    """Return why a class has too few examples for an estimate; empty if it has enough."""
    for part in item.counted:
        for size, noun in zip(class_sizes(part), ("negative", "positive"), strict=True):
            if size < _MIN_EXAMPLES:
                return f"there is only one {noun} example"
    return ""


@result
class Estimates:
    """Costs expected on new data of the visible classifiers.

    Attributes
    ----------
    inputs : EstimateInputs
        Data and settings of the estimates.
    costs : ExpectedCosts or None
        The costs on a grid of pc; None if there can be none.
    reason : str
        Reason why there are none; empty if there are.
    class_sizes : mapping of str to ClassSizes
        Effective class sizes of each test set by name, as for `BootstrapResamples`.
    """

    inputs: EstimateInputs
    costs: ExpectedCosts | None
    reason: str = ""
    class_sizes: Mapping[str, ClassSizes] = field(default_factory=dict)


def estimate_inputs(model: "CostCurveModel") -> EstimateInputs:
    """Return everything that the estimates of a model depend on now."""
    return EstimateInputs(
        items=tuple(model.curves.shown),
        pairs=model.paired_counts,
        level=model.level,
        average=model.average,
    )


def estimate_steps(inputs: EstimateInputs) -> Iterator[JobStep]:
    """Estimate the costs, in steps; the last one has the `Estimates`."""
    if inputs.why_none:
        yield JobStep(1.0, Estimates(inputs, None, inputs.why_none))
        return
    n_resamples = max(_MIN_RESAMPLES, ceil(4.0 / (1.0 - inputs.level)) - 1)
    settings = BootstrapSettings(n_resamples=n_resamples, rng=_SEED)
    sources = {item.name: item.source for item in inputs.items}
    thresholds = threshold_finder(inputs.items)
    for step in resampling_steps(sources, settings, _grid(), thresholds=thresholds):
        if step.part is None:
            yield step
            continue
        try:
            costs = expected_costs_of(step.part, settings, inputs.level, pairs=inputs.pairs)
        except CostCurveError as error:  # too few resamples for this number of classifiers
            yield JobStep(1.0, Estimates(inputs, None, str(error)))
        else:
            yield JobStep(1.0, Estimates(inputs, costs, class_sizes=step.part.class_sizes))


def estimate(inputs: EstimateInputs) -> Estimates:
    """Estimate the costs, and wait for the result."""
    estimates: Estimates = finished(step.part for step in estimate_steps(inputs) if step.part)
    return estimates


def threshold_finder(items: Sequence[DerivedClassifier]) -> ThresholdFinder:
    """Return a function that selects a few thresholds, without sorting large scores again."""
    counts = {id(item.source): item.curve.counts for item in items}

    def find(source: Predictions | Counts) -> Candidates:
        curve_counts = counts.get(id(source))
        is_large = (
            isinstance(source, Predictions) and source.plain and source.score.size > MAX_STORED
        )
        if curve_counts is None or not is_large:
            return candidates(source, few=_N_CANDIDATES)
        return candidates_from_counts(curve_counts, _N_CANDIDATES)

    return find


# ---- Estimates of a model: at hand, computed at once, or in the background


ESTIMATES = "_estimates"
"""Name of the trait of a model that has its estimates."""

_QUICK = 10_000  # scores
_jobs: WeakKeyDictionary["CostCurveModel", tuple[EstimateInputs, Job]] = WeakKeyDictionary()


def current_estimates(model: "CostCurveModel") -> Estimates | None:
    """Return the estimates of a model if they belong to its current data."""
    estimates: Estimates | None = getattr(model, ESTIMATES)
    if estimates is None or not estimates.inputs.equals(estimate_inputs(model)):
        return None
    return estimates


def find_estimates(model: "CostCurveModel") -> Estimates:
    """Return the estimates of a model; compute and keep them if they are missing."""
    estimates = current_estimates(model)
    if estimates is None:
        estimates = estimate(estimate_inputs(model))
        model.set_trait(ESTIMATES, estimates)
    return estimates


def request_estimates(model: "CostCurveModel", *, at_once: bool = True) -> None:
    """Compute missing estimates of a model: small ones at once, others in the background.

    If not `at_once`, small ones are computed by the event loop, if one is running.
    """
    inputs = estimate_inputs(model)
    running = _jobs.get(model)
    if running is not None and not running[0].equals(inputs):
        running[1].cancel()
        del _jobs[model]
    if current_estimates(model) is not None or model in _jobs:
        return
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a program without an event loop asks when it needs large ones
        loop = None
    if inputs.why_none or (inputs.is_small and (at_once or loop is None)):
        find_estimates(model)
    elif loop is not None:
        loop.call_soon(partial(_start, ref(model), inputs))


def is_pending(model: "CostCurveModel") -> bool:
    """Return whether estimates are still to come."""
    return current_estimates(model) is None and not estimate_inputs(model).why_none


def _start(owner: "ref[CostCurveModel]", inputs: EstimateInputs) -> None:
    """Compute small estimates, or start the job, unless the inputs have changed."""
    model = owner()
    if model is None or model in _jobs or not inputs.equals(estimate_inputs(model)):
        return
    if inputs.is_small:
        find_estimates(model)
        return

    def receive(estimates: Estimates) -> None:
        current = owner()
        if current is not None and estimates.inputs.equals(estimate_inputs(current)):
            current.set_trait(ESTIMATES, estimates)

    job = Job(estimate_steps(inputs), receive)
    _jobs[model] = inputs, job
