"""Two fixed classifiers on the same examples: paired counts and the band of their difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.counting import Counts
from cc_widgets.core.results import LEVEL, BoolArray, FloatArray
from cc_widgets.core.scores import Labels, Predictions, arrays_equal, read_labels
from cc_widgets.core.uncertainty.bands import (
    Band,
    Level,
    critical_value,
    percentile_level,
    read_grid,
    read_resamples,
)
from cc_widgets.core.uncertainty.intervals import LineCounts, check_counts
from cc_widgets.core.uncertainty.percentiles import (
    RESAMPLES,
    Lattice,
    LineReplicates,
    difference_lattice,
    percentile_limits,
)
from cc_widgets.core.uncertainty.sampling import Rng, read_seed, stream
from cc_widgets.core.validation import read_array, read_choice, read_numbers
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "PairedCounts",
    "PairedErrors",
    "difference_band",
    "difference_replicates",
    "paired_counts",
]

# ---- Paired error counts of two fixed classifiers


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """Examples of one class, by which of two classifiers misclassify them.

    Attributes
    ----------
    first_only, second_only, both, neither : int
        Number of examples that only the first classifier, only the second, both, or neither of them
        misclassifies.

    Raises
    ------
    CostCurveError
        If a count is not an integer, or all are 0.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> errors.total, errors.discordant, errors.difference
    (100, 7, -0.05)
    """

    first_only: int
    second_only: int
    both: int
    neither: int

    def __post_init__(self) -> None:
        """Check the counts."""
        check_counts(self, ("first_only", "second_only", "both", "neither"))
        if not self.total:
            raise CostCurveError(
                "must have at least one example",
                where="errors of one class",
                got="no example",
                fix="Rates of an empty class are undefined.",
            )

    @property
    def total(self) -> int:
        """Number of examples of the class."""
        return self.discordant + self.both + self.neither

    @property
    def discordant(self) -> int:
        """Number of examples that exactly one classifier misclassifies (discordant pairs)."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """Error rate of the first classifier minus that of the second."""
        return (self.first_only - self.second_only) / self.total


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """Errors of two classifiers on the same examples, by class.

    Attributes
    ----------
    negatives, positives : PairedErrors
        Errors in each class.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> PairedCounts(negatives=errors, positives=errors).first
    LineCounts(fp=20, negatives=100, fn=20, positives=100)
    """

    negatives: PairedErrors
    positives: PairedErrors

    @property
    def first(self) -> LineCounts:
        """Error counts of the first classifier."""
        return LineCounts(
            fp=self.negatives.first_only + self.negatives.both,
            negatives=self.negatives.total,
            fn=self.positives.first_only + self.positives.both,
            positives=self.positives.total,
        )

    @property
    def second(self) -> LineCounts:
        """Error counts of the second classifier."""
        return self.swapped.first

    @property
    def swapped(self) -> PairedCounts:
        """Counts with the two classifiers exchanged."""
        negatives, positives = (
            PairedErrors(
                first_only=errors.second_only,
                second_only=errors.first_only,
                both=errors.both,
                neither=errors.neither,
            )
            for errors in (self.negatives, self.positives)
        )
        return PairedCounts(negatives=negatives, positives=positives)


# ---- Paired error counts from predictions


Predicted: TypeAlias = ArrayLike | Predictions
_MATRIX = (2, 2)
_N_CLASSIFIERS = 2


def paired_counts(
    first: Predicted,
    second: Predicted,
    *,
    y_true: ArrayLike | None = None,
    pos_label: object = None,
    thresholds: tuple[float, float] | None = None,
) -> PairedCounts:
    """Joint error counts of two fixed classifiers on the same examples.

    Parameters
    ----------
    first, second : array-like of shape (n_examples,) or Predictions
        Predicted labels of both classifiers; or labels and scores, as `predictions` returns them.
    y_true : array-like of shape (n_examples,), optional
        True labels; required with predicted labels.
    pos_label : label, optional
        Positive label; required unless labels are 0/1, -1/1 or booleans.
    thresholds : pair of float, optional
        Required with scores: score >= threshold is positive.

    Returns
    -------
    PairedCounts
        Joint counts of both classes.

    Raises
    ------
    CostCurveError
        For two confusion matrices, predictions with weights or clusters, or different examples.

    Examples
    --------
    >>> paired_counts([1, 1, 0, 0], [1, 0, 1, 0], y_true=[1, 1, 0, 0]).positives
    PairedErrors(first_only=0, second_only=1, both=0, neither=1)
    """
    _reject_matrices(first, second)
    if isinstance(first, Predictions) and isinstance(second, Predictions):
        return _from_scores(first, second, thresholds)
    if isinstance(first, Predictions) or isinstance(second, Predictions) or y_true is None:
        raise CostCurveError(
            "must be given with predicted labels",
            where="y_true",
            fix="Pass paired_counts(first, second, y_true=y_true), or two Predictions and "
            "thresholds=(a, b).",
        )
    labels = read_labels(y_true, pos_label)
    return _cross_tabulate(
        labels.positive,
        _predicted_positive(first, labels, "first"),
        _predicted_positive(second, labels, "second"),
    )


def _reject_matrices(*inputs: Predicted) -> None:
    """Raise for confusion matrices, because they do not contain the joint errors."""
    for predicted in inputs:
        is_counts = isinstance(predicted, Counts | LineCounts)
        if is_counts or (
            not isinstance(predicted, Predictions)
            and read_array("predicted", predicted).shape == _MATRIX
        ):
            raise CostCurveError(
                "must be predictions, not confusion matrices: the width of the band depends on the "
                "joint errors, by a factor of up to 3.3",
                where="first and second",
                fix="Pass what both predict for the same examples; or PairedCounts, if the joint "
                "error counts are known.",
            )


def _from_scores(
    first: Predictions, second: Predictions, thresholds: tuple[float, float] | None
) -> PairedCounts:
    """Return the joint error counts of two scored classifiers at one threshold each."""
    fix = "Pass thresholds=(a, b), one for each classifier."
    cuts = np.ravel(read_numbers("thresholds", () if thresholds is None else thresholds, fix))
    if cuts.size != _N_CLASSIFIERS or np.any(np.isnan(cuts)):
        raise CostCurveError(
            "must be two numbers, which are required with scores",
            where="thresholds",
            got=shown(thresholds),
            fix=fix,
        )
    if not (first.plain and second.plain and arrays_equal(first.weight, second.weight)):
        raise CostCurveError(
            "must be absent: this band needs counts of independent examples",
            where="sample_weight",
            fix="Resample them: joint_resampling([first, second]) takes weights and clusters.",
        )
    if not np.array_equal(first.positive, second.positive):
        raise CostCurveError(
            "must have the same examples in the same order",
            where="first and second",
            got=f"true labels that differ ({first.positive.size} and {second.positive.size})",
            fix="Make both predictions from the same y_true.",
        )
    positive = first.score >= cuts[0], second.score >= cuts[1]
    return _cross_tabulate(first.positive, *positive, first.weight)


def _predicted_positive(predicted: ArrayLike, labels: Labels, where: str) -> BoolArray:
    """Return which examples are predicted positive."""
    array = read_array(where, predicted)
    if array.shape != labels.positive.shape:
        raise CostCurveError(
            "must have one predicted label per example",
            where=where,
            got=f"an array of shape {array.shape} for {labels.positive.size} true labels",
        )
    negative, positive = (np.asarray(array == label, dtype=bool) for label in labels.classes)
    neither = np.flatnonzero(~(negative | positive))
    if neither.size:
        raise CostCurveError(
            f"predicted labels must be {shown(labels.classes[0])} or {shown(labels.classes[1])}",
            where=where,
            got=f"{shown(array[neither[0]].item())} at position {neither[0]}",
            fix="For scores, pass two Predictions and thresholds.",
        )
    return positive


def _cross_tabulate(
    actual: BoolArray, first: BoolArray, second: BoolArray, times: FloatArray | None = None
) -> PairedCounts:
    """Return the joint error counts by class; `times` is the frequency of each example."""
    cell = 4 * actual + 2 * (first != actual) + (second != actual)
    neither, second_only, first_only, both = 0, 1, 2, 3
    counts = np.bincount(cell, times, minlength=8).astype(np.int64).reshape(2, 4).tolist()
    negatives, positives = (
        PairedErrors(
            first_only=row[first_only],
            second_only=row[second_only],
            both=row[both],
            neither=row[neither],
        )
        for row in counts
    )
    return PairedCounts(negatives=negatives, positives=positives)


# ---- Bands of the difference in cost of two fixed classifiers


DifferenceMethod = Literal["auto", "exact", "agresti-min"]
# With 15 examples of each class, joint percentiles at 90 % cover .82, Agresti-Min intervals .91
# (tests/bench/statistics_outcome.csv, "difference of lines").
_MIN_EXAMPLES = 50
_MIN_DISCORDANT = 5


def difference_band(
    pairs: PairedCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
) -> Band:
    """Band of the difference in cost of two fixed classifiers on the same examples.

    Parameters
    ----------
    pairs : PairedCounts
        Joint error counts of both classifiers.
    level : float
        Level of confidence.
    pc : array-like, optional
        Probability-cost values; 501 evenly spaced ones by default.
    method : {"auto", "exact", "agresti-min"}
        "exact" is the percentile bootstrap of paired differences [2]_, with infinitely many
        replicates. "agresti-min" is the normal interval with half an example added to each cell of
        the 2 x 2 table [1]_. "auto" is "agresti-min" if a class has fewer than 50 examples or fewer
        than 5 discordant pairs, and otherwise "exact".
    simultaneous : bool
        Whether the level is simultaneous, for all pc at once, or pointwise.

    Returns
    -------
    Band
        Cost of the first classifier minus cost of the second.

    Raises
    ------
    CostCurveError
        If the method is unknown.

    References
    ----------
    .. [1] A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched
       proportions", Statistics in Medicine 24, 2005.
    .. [2] R. C. Holte and C. Drummond, "Cost-sensitive classifier evaluation", Workshop on
       Utility-Based Data Mining, KDD 2005.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> band = difference_band(PairedCounts(errors, errors), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([-0.09, -0.08, -0.09]), array([-0.01, -0.02, -0.01]))
    """
    read_choice("method", method, get_args(DifferenceMethod))
    x = read_grid(pc)
    use_normal = method == "agresti-min" or (method == "auto" and _is_small_sample(pairs))
    limits = _agresti_min_interval if use_normal else _percentile_interval
    lower, upper = limits(pairs, x, level, simultaneous=simultaneous)
    return Band(
        pc=x,
        estimate=(1.0 - x) * pairs.negatives.difference + x * pairs.positives.difference,
        lower=lower,
        upper=upper,
        level=float(level),
        method="Agresti-Min" if use_normal else "exact joint percentile",
        target="difference of lines",
        simultaneous=simultaneous,
    )


def difference_replicates(
    pairs: PairedCounts, *, n_resamples: int = RESAMPLES, rng: Rng = None
) -> LineReplicates:
    """Bootstrap replicates of the difference of two cost lines on the same examples.

    In each class the joint counts are multinomial, with the observed class size.

    Parameters
    ----------
    pairs : PairedCounts
        Joint error counts of both classifiers.
    n_resamples : int
        Number of replicates.
    rng : int, numpy.random.Generator or None
        Seed or source of randomness.

    Returns
    -------
    LineReplicates
        Input of `percentile_band`, for any level.

    Examples
    --------
    >>> errors = PairedErrors(first_only=0, second_only=6, both=19, neither=74)
    >>> resamples = difference_replicates(PairedCounts(errors, errors), n_resamples=100, rng=0)
    >>> bool(resamples.fpr.max() <= 0)
    True
    """
    n_resamples = read_resamples(n_resamples)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    fpr, fnr = (
        _draw_differences(errors, n_resamples, numbers)
        for errors in (pairs.negatives, pairs.positives)
    )
    return LineReplicates(
        fpr=fpr,
        fnr=fnr,
        observed_fpr=pairs.negatives.difference,
        observed_fnr=pairs.positives.difference,
        method="joint percentile",
        target="difference of lines",
        seed=seed,
    )


def paired_replicates(
    pairs: PairedCounts, *, n_resamples: int = RESAMPLES, rng: Rng = None
) -> tuple[LineReplicates, LineReplicates]:
    """Return replicates of two cost lines; row i of both comes from the same resample."""
    n_resamples = read_resamples(n_resamples)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    fpr, fnr = (
        _draw_rates(errors, n_resamples, numbers) for errors in (pairs.negatives, pairs.positives)
    )

    def make(place: int, line: LineCounts) -> LineReplicates:
        return LineReplicates(
            fpr=fpr[place],
            fnr=fnr[place],
            observed_fpr=line.fpr,
            observed_fnr=line.fnr,
            method="joint percentile",
            target="line",
            seed=seed,
        )

    return make(0, pairs.first), make(1, pairs.second)


def _draw_rates(errors: PairedErrors, n_resamples: int, numbers: np.random.Generator) -> FloatArray:
    """Draw error rates of both classifiers in one class, shape (2, n_resamples)."""
    cells = np.array([errors.first_only, errors.second_only, errors.both, errors.neither])
    table = numbers.multinomial(errors.total, cells / errors.total, n_resamples)
    both = table[:, 2]
    return np.asarray((table[:, :2].T + both) / errors.total)


def _is_small_sample(pairs: PairedCounts) -> bool:
    """Return whether the sample is so small that joint percentiles under-cover."""
    return any(
        errors.total < _MIN_EXAMPLES or errors.discordant < _MIN_DISCORDANT
        for errors in (pairs.negatives, pairs.positives)
    )


def _percentile_interval(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Return percentile limits of infinitely many joint replicates."""
    return percentile_limits(
        _lattice(pairs.negatives),
        _lattice(pairs.positives),
        ((1.0 - x) / pairs.negatives.total, x / pairs.positives.total),
        percentile_level(level, simultaneous=simultaneous),
    )


def _lattice(errors: PairedErrors) -> Lattice:
    """Return the distribution of the difference in error counts of one class."""
    n = errors.total
    return difference_lattice(n, errors.first_only / n, errors.second_only / n)


def _agresti_min_interval(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Return normal limits with half an example added to each cell."""
    z = critical_value(level, simultaneous=simultaneous)
    fpr, fpr_variance = _agresti_min_moments(pairs.negatives)
    fnr, fnr_variance = _agresti_min_moments(pairs.positives)
    middle = (1.0 - x) * fpr + x * fnr
    half_width = z * np.sqrt((1.0 - x) ** 2 * fpr_variance + x**2 * fnr_variance)
    return np.maximum(middle - half_width, -1.0), np.minimum(middle + half_width, 1.0)


def _agresti_min_moments(errors: PairedErrors) -> tuple[float, float]:
    """Return the mean difference of one class and its squared standard error."""
    n = errors.total + 2.0
    mean = (errors.first_only - errors.second_only) / n
    return mean, ((errors.discordant + 1.0) / n - mean**2) / n


def _draw_differences(
    errors: PairedErrors, n_resamples: int, numbers: np.random.Generator
) -> FloatArray:
    """Draw differences of the error rates in one class, shape (n_resamples,)."""
    cells = np.array([errors.first_only, errors.second_only, errors.both + errors.neither])
    shares = cells / errors.total
    table = numbers.multinomial(errors.total, shares / shares.sum(), n_resamples)
    return np.asarray((table[:, 0] - table[:, 1]) / errors.total)
