"""Two classifiers at fixed thresholds: paired counts and the band of their difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core._counting import Counts
from cc_widgets.core._predictions import Labels, Predictions, alike, read_labels
from cc_widgets.core._reading import read_array, read_numbers, read_word
from cc_widgets.core._results import LEVEL, BoolArray, FloatArray
from cc_widgets.core.uncertainty._band import (
    Band,
    Level,
    critical_value,
    percentile_level,
    read_grid,
    read_resamples,
)
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.core.uncertainty._exact import (
    RESAMPLES,
    Lattice,
    LineReplicates,
    difference_lattice,
    percentile_limits,
)
from cc_widgets.core.uncertainty._lines import LineCounts, check_counts
from cc_widgets.errors import CostCurveError, shown

# ---- Two fixed classifiers on the same examples: how often which of the two is wrong


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """The examples of one class by who is wrong about them.

    Attributes
    ----------
    first_only, second_only, both, neither : int
        How many examples the first classifier alone gets wrong, the second alone, both, none.

    Raises
    ------
    CostCurveError
        If a count is not whole, or all are 0.

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
                "both classes are needed",
                where="errors of one class",
                got="no example",
                fix="Rates of an empty class are undefined.",
            )

    @property
    def total(self) -> int:
        """How many examples the class has."""
        return self.discordant + self.both + self.neither

    @property
    def discordant(self) -> int:
        """How many examples one classifier gets wrong and the other does not."""
        return self.first_only + self.second_only

    @property
    def difference(self) -> float:
        """Error rate of the first classifier less that of the second."""
        return (self.first_only - self.second_only) / self.total


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """The errors of two classifiers on the same examples, by class.

    Attributes
    ----------
    negatives, positives : PairedErrors
        Who is wrong about the examples of each class.

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
        """The errors of the first classifier alone."""
        return LineCounts(
            fp=self.negatives.first_only + self.negatives.both,
            negatives=self.negatives.total,
            fn=self.positives.first_only + self.positives.both,
            positives=self.positives.total,
        )

    @property
    def second(self) -> LineCounts:
        """The errors of the second classifier alone."""
        return self.swapped.first

    @property
    def swapped(self) -> PairedCounts:
        """The same with the two classifiers in the other order."""
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


# ---- From predictions of two classifiers to the table of who is wrong about which examples


Predicted: TypeAlias = ArrayLike | Predictions
_MATRIX = (2, 2)
_TWO = 2


def paired_counts(
    first: Predicted,
    second: Predicted,
    *,
    y_true: ArrayLike | None = None,
    pos_label: object = None,
    thresholds: tuple[float, float] | None = None,
) -> PairedCounts:
    """Numbers of examples about which one, both or none of two fixed classifiers is wrong.

    Parameters
    ----------
    first, second : array-like of shape (n_examples,) or Predictions
        Predicted labels of both; or scores of both, as `predictions` returns them.
    y_true : array-like of shape (n_examples,), optional
        True labels; needed with predicted labels.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
    thresholds : pair of float, optional
        Needed with scores: an example is called positive from this score on.

    Returns
    -------
    PairedCounts
        The joint table of both classes.

    Raises
    ------
    CostCurveError
        If two confusion matrices are given, or predictions with weights or clusters, or that do not
        belong to the same examples.

    Examples
    --------
    >>> paired_counts([1, 1, 0, 0], [1, 0, 1, 0], y_true=[1, 1, 0, 0]).positives
    PairedErrors(first_only=0, second_only=1, both=0, neither=1)
    """
    _refuse_matrices(first, second)
    if isinstance(first, Predictions) and isinstance(second, Predictions):
        return _from_scores(first, second, thresholds)
    if isinstance(first, Predictions) or isinstance(second, Predictions) or y_true is None:
        raise CostCurveError(
            "true labels are needed beside the labels predicted by both classifiers",
            where="y_true",
            fix="Pass paired_counts(first, second, y_true=y_true), or two Predictions and "
            "thresholds=(a, b).",
        )
    labels = read_labels(y_true, pos_label)
    return _cross(
        labels.positive, _called(first, labels, "first"), _called(second, labels, "second")
    )


def _refuse_matrices(*given: Predicted) -> None:
    """Refuse what says how many errors there are, and not which."""
    for one in given:
        bare = isinstance(one, Counts | LineCounts)
        if bare or (
            not isinstance(one, Predictions) and read_array("predicted", one).shape == _MATRIX
        ):
            raise CostCurveError(
                "two confusion matrices do not tell how the errors of two classifiers pair up, "
                "and that decides how wide the band of their difference is: by a factor of up "
                "to 3.3",
                where="first and second",
                fix="Pass what both predict for the same examples, or, if you know how often "
                "only one is wrong, PairedCounts.",
            )


def _from_scores(
    first: Predictions, second: Predictions, thresholds: tuple[float, float] | None
) -> PairedCounts:
    """Compare two classifiers with scores, each at its threshold."""
    fix = "Pass thresholds=(a, b), one for each classifier."
    cuts = np.ravel(read_numbers("thresholds", () if thresholds is None else thresholds, fix))
    if cuts.size != _TWO or np.any(np.isnan(cuts)):
        raise CostCurveError(
            "two thresholds are needed with scores",
            where="thresholds",
            got=shown(thresholds),
            fix=fix,
        )
    if not (first.plain and second.plain and alike(first.weight, second.weight)):
        raise CostCurveError(
            "bands need counts of examples that are on their own, not sums of weights",
            where="sample_weight",
            fix="Resample them: joint_resampling([first, second]) takes weights and clusters.",
        )
    if not np.array_equal(first.positive, second.positive):
        raise CostCurveError(
            "both classifiers must be tested on the same examples in the same order",
            where="first and second",
            got=f"true labels that differ ({first.positive.size} and {second.positive.size})",
            fix="Make both predictions from the same y_true.",
        )
    called = first.score >= cuts[0], second.score >= cuts[1]
    return _cross(first.positive, *called, first.weight)


def _called(predicted: ArrayLike, labels: Labels, where: str) -> BoolArray:
    """Which examples are called positive."""
    given = read_array(where, predicted)
    if given.shape != labels.positive.shape:
        raise CostCurveError(
            "one predicted label per example is needed",
            where=where,
            got=f"an array of shape {given.shape} for {labels.positive.size} true labels",
        )
    negative, positive = (np.asarray(given == label, dtype=bool) for label in labels.classes)
    neither = np.flatnonzero(~(negative | positive))
    if neither.size:
        raise CostCurveError(
            f"predicted labels must be among {shown(labels.classes[0])} and "
            f"{shown(labels.classes[1])}",
            where=where,
            got=f"{shown(given[neither[0]].item())} at position {neither[0]}",
            fix="Scores go with thresholds: make two Predictions of them.",
        )
    return positive


def _cross(
    actual: BoolArray, first: BoolArray, second: BoolArray, times: FloatArray | None = None
) -> PairedCounts:
    """Count by class, and by who is wrong; each example so many times."""
    cell = 4 * actual + 2 * (first != actual) + (second != actual)
    neither, second_only, first_only, both = 0, 1, 2, 3
    counts = np.bincount(cell, times, minlength=8).astype(np.int64).reshape(2, 4).tolist()
    negatives, positives = (
        PairedErrors(
            first_only=one[first_only],
            second_only=one[second_only],
            both=one[both],
            neither=one[neither],
        )
        for one in counts
    )
    return PairedCounts(negatives=negatives, positives=positives)


# ---- Bands for the difference in cost of two fixed classifiers on the same examples


DifferenceMethod = Literal["auto", "exact", "agresti-min"]
_FEWEST_EXAMPLES = 50
_FEWEST_DISCORDANT = 5


def difference_band(
    pairs: PairedCounts,
    *,
    level: Level = LEVEL,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
) -> Band:
    """Band around the difference in cost of two fixed classifiers.

    Parameters
    ----------
    pairs : PairedCounts
        Who is wrong about how many of the same examples.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    method : {"auto", "exact", "agresti-min"}
        "exact" takes percentiles of jointly resampled differences, as if infinitely many were
        drawn. "agresti-min" adds half an example to each cell of the table of who is right, and
        then takes normal limits. "auto" is the latter where a class has fewer than 50 examples
        or fewer than 5 of them on which only one is wrong, and else the former.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Negative where the first classifier is cheaper.

    Raises
    ------
    CostCurveError
        If there is no such method.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> band = difference_band(PairedCounts(errors, errors), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([-0.09, -0.08, -0.09]), array([-0.01, -0.02, -0.01]))
    """
    read_word("method", method, get_args(DifferenceMethod))
    x = read_grid(pc)
    use_normal = method == "agresti-min" or (method == "auto" and _is_small(pairs))
    limits = _agresti_min if use_normal else _exact
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
    """Replicates of the difference of two cost lines, both from the same examples.

    In each class the cells of the joint table are multinomial; its size stays what it is.

    Parameters
    ----------
    pairs : PairedCounts
        Who is wrong about how many of the same examples.
    n_resamples : int
        How many replicates.
    rng : int, numpy.random.Generator or None
        Source of randomness.

    Returns
    -------
    LineReplicates
        From which `percentile_band` makes a band of any level.

    Examples
    --------
    >>> errors = PairedErrors(first_only=0, second_only=6, both=19, neither=74)
    >>> drawn = difference_replicates(PairedCounts(errors, errors), n_resamples=100, rng=0)
    >>> bool(drawn.fpr.max() <= 0)
    True
    """
    n_resamples = read_resamples(n_resamples)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    fpr, fnr = (
        _drawn(errors, n_resamples, numbers) for errors in (pairs.negatives, pairs.positives)
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
    """Replicates of two cost lines, row by row from the same examples.

    Parameters
    ----------
    pairs, n_resamples, rng
        As for `difference_replicates`.

    Returns
    -------
    pair of LineReplicates
        Of the first classifier, and of the second.

    Examples
    --------
    >>> errors = PairedErrors(first_only=0, second_only=6, both=19, neither=74)
    >>> first, second = paired_replicates(PairedCounts(errors, errors), n_resamples=100, rng=0)
    >>> bool(np.all(first.fpr <= second.fpr))
    True
    """
    n_resamples = read_resamples(n_resamples)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    fpr, fnr = (
        _both_drawn(errors, n_resamples, numbers) for errors in (pairs.negatives, pairs.positives)
    )

    def of(place: int, line: LineCounts) -> LineReplicates:
        return LineReplicates(
            fpr=fpr[place],
            fnr=fnr[place],
            observed_fpr=line.fpr,
            observed_fnr=line.fnr,
            method="joint percentile",
            target="line",
            seed=seed,
        )

    return of(0, pairs.first), of(1, pairs.second)


def _both_drawn(errors: PairedErrors, n_resamples: int, numbers: np.random.Generator) -> FloatArray:
    """Draw the two error rates in one class."""
    cells = np.array([errors.first_only, errors.second_only, errors.both, errors.neither])
    table = numbers.multinomial(errors.total, cells / errors.total, n_resamples)
    both = table[:, 2]
    return np.asarray((table[:, :2].T + both) / errors.total)


def _is_small(pairs: PairedCounts) -> bool:
    """Whether percentiles of the joint resampling cannot be trusted."""
    return any(
        errors.total < _FEWEST_EXAMPLES or errors.discordant < _FEWEST_DISCORDANT
        for errors in (pairs.negatives, pairs.positives)
    )


def _exact(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Percentile limits of infinitely many joint replicates."""
    return percentile_limits(
        _lattice(pairs.negatives),
        _lattice(pairs.positives),
        ((1.0 - x) / pairs.negatives.total, x / pairs.positives.total),
        percentile_level(level, simultaneous=simultaneous),
    )


def _lattice(errors: PairedErrors) -> Lattice:
    """The distribution of the difference in errors within one class."""
    n = errors.total
    return difference_lattice(n, errors.first_only / n, errors.second_only / n)


def _agresti_min(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Normal limits with half an example more in each cell."""
    z = critical_value(level, simultaneous=simultaneous)
    fpr, fpr_square = _agresti_min_moments(pairs.negatives)
    fnr, fnr_square = _agresti_min_moments(pairs.positives)
    middle = (1.0 - x) * fpr + x * fnr
    reach = z * np.sqrt((1.0 - x) ** 2 * fpr_square + x**2 * fnr_square)
    return np.maximum(middle - reach, -1.0), np.minimum(middle + reach, 1.0)


def _agresti_min_moments(errors: PairedErrors) -> tuple[float, float]:
    """The mean difference in one class and the square of its standard error."""
    n = errors.total + 2.0
    mean = (errors.first_only - errors.second_only) / n
    return mean, ((errors.discordant + 1.0) / n - mean**2) / n


def _drawn(errors: PairedErrors, n_resamples: int, numbers: np.random.Generator) -> FloatArray:
    """Draw how the two error rates differ in one class."""
    cells = np.array([errors.first_only, errors.second_only, errors.both + errors.neither])
    shares = cells / errors.total
    table = numbers.multinomial(errors.total, shares / shares.sum(), n_resamples)
    return np.asarray((table[:, 0] - table[:, 1]) / errors.total)
