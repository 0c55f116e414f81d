"""Labels, scores and weights of one classifier, checked once and for all.

Everything behind this gate may rely on: two classes, both present; finite scores;
finite weights that leave neither class empty; arrays of one length that nobody changes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.aligned import check_aligned
from cc_widgets.core.arrays import BoolArray, FloatArray, ScoreArray, freeze
from cc_widgets.core.examples import TestedOn
from cc_widgets.core.given import read_array, refuse_masked
from cc_widgets.core.labels import Labels, read_labels
from cc_widgets.core.numbers import floats, merges_whole_numbers
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, eq=False, slots=True)
class Predictions:
    """One classifier's scores beside the truth.

    Attributes
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i says whether example i belongs to the positive class.
    score : ndarray of float32 or float64, shape (n_examples,)
        Element i grows with the belief that example i is positive.
    weight : ndarray of float64, shape (n_examples,), or None
        Element i is how often example i counts; None means once each.
    classes : tuple of two labels
        The negative and the positive label, as the user wrote them.
    examples : TestedOn or None
        Stands for the examples: those of another classifier may be the same.
    """

    positive: BoolArray
    score: ScoreArray
    weight: FloatArray | None
    classes: tuple[Any, Any]
    examples: TestedOn | None = None

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    def same_examples(self, other: "Predictions") -> bool:
        """Tell whether both are known to have scored the same examples in the same order."""
        known = self.examples is not None and self.examples.same(other.examples)
        return known and np.array_equal(self.positive, other.positive)


def predictions(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> Predictions:
    """Check the predictions of one classifier.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,)
        Scores: probabilities of the positive class, or any number that grows with it.
    sample_weight : array-like of shape (n_examples,), optional
        Non-negative weights; if all are 1 they are none.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

    Returns
    -------
    Predictions
        Copies of what was given; later changes to the originals have no effect.

    Raises
    ------
    CostCurveError
        If a curve cannot be drawn from these data.

    Examples
    --------
    >>> checked = predictions(["sick", "well", "well"], [0.9, 0.2, 0.4], pos_label="sick")
    >>> checked.positive
    array([ True, False, False])
    >>> checked.classes
    ('well', 'sick')
    """
    check_aligned(y_true, y_score=y_score, sample_weight=sample_weight)
    return labelled(read_labels(y_true, pos_label), y_score, sample_weight)


def labelled(
    labels: Labels, y_score: ArrayLike, sample_weight: ArrayLike | None = None
) -> Predictions:
    """Check the scores of one classifier beside labels that are checked already.

    Parameters
    ----------
    labels : Labels
        What is true; classifiers of the same examples may share it.
    y_score, sample_weight : array-like of shape (n_examples,)
        As in `predictions`.

    Returns
    -------
    Predictions
        Copies of scores and weights.

    Raises
    ------
    CostCurveError
        If a curve cannot be drawn from these data.

    Examples
    --------
    >>> labelled(read_labels([0, 1]), [0.2, 0.9]).score
    array([0.2, 0.9])
    """
    score = _read_scores(y_score)
    _check_length("y_score", score, labels)
    weight = None if sample_weight is None else _read_weights(sample_weight, labels)
    if weight is not None and np.all(weight == 1.0):
        weight = None
    return Predictions(
        positive=labels.positive,
        score=score,
        weight=weight,
        classes=labels.classes,
        examples=labels.examples,
    )


def _read_scores(y_score: ArrayLike) -> ScoreArray:
    """Return finite scores as a new array, with one zero instead of two."""
    numbers = _read_numbers("y_score", y_score)
    _check_finite("y_score", numbers)
    return numbers + numbers.dtype.type(0)


def _read_weights(sample_weight: ArrayLike, labels: Labels) -> FloatArray:
    """Return weights that leave something of both classes."""
    weight = _read_numbers("sample_weight", sample_weight).astype(np.float64)
    _check_length("sample_weight", weight, labels)
    _check_finite("sample_weight", weight)
    if np.any(weight < 0):
        first = int(np.flatnonzero(weight < 0)[0])
        raise CostCurveError(
            "weights must not be negative",
            where="sample_weight",
            got=f"{shown(weight[first].item())} at position {first}",
            fix="Use 0 to leave an example out.",
        )
    with np.errstate(over="ignore"):
        total = weight.sum()
    if not np.isfinite(total):
        raise CostCurveError(
            "weights must have a sum that a float can hold",
            where="sample_weight",
            got=f"weights up to {weight.max():.3g}",
            fix="Divide all of them by one number.",
        )
    for label, members in zip(labels.classes, (~labels.positive, labels.positive), strict=True):
        if not np.any(weight[members]):
            raise CostCurveError(
                "both classes need some weight",
                where="sample_weight",
                got=f"weight 0 for every example of class {shown(label)}",
                fix="Give at least one example of that class a positive weight.",
            )
    return weight


def _read_numbers(where: str, given: ArrayLike) -> ScoreArray:
    """Return a 1-D array, perhaps the user's own: float32 as it is, other numbers as float64."""
    refuse_masked(where, given)
    array = read_array(where, given)
    if array.ndim != 1:
        raise _not_one_dimensional(where, array)
    if array.dtype == np.float32:
        return array
    found = floats(array)  # what overflows is refused as infinite
    if found is None:
        raise _not_numbers(where, array)
    if merges_whole_numbers(array, found):
        raise CostCurveError(
            "whole numbers must be so small that floats can tell them apart",
            where=where,
            got=f"numbers up to {found.max():.16g}, beyond 2**53",
            fix=f"Subtract the least of them first: {where} - {where}.min().",
        )
    return found


def _not_numbers(where: str, array: NDArray[Any]) -> CostCurveError:
    """Return the error for strings, dates, pandas.NA and the like."""
    return CostCurveError(
        "values must be numbers without gaps",
        where=where,
        got=f"an array of {array.dtype} that starts with {shown(array[:3].tolist())}",
        fix="Convert it to floats first, and drop or impute missing values.",
    )


def _not_one_dimensional(where: str, array: NDArray[Any]) -> CostCurveError:
    """Return the error for an array of the wrong number of dimensions."""
    fix = f"Pass a list or a 1-D array, for instance np.ravel({where})."
    if where == "y_score" and array.ndim == 2 and min(array.shape) > 1:  # noqa: PLR2004
        fix = (
            'Several classifiers go into a dict: {"first": y_score[:, 0], "second": y_score[:, 1]}'
            ", or of a frame {name: frame[name] for name in frame}."
        )
        if array.shape[1] == 2:  # noqa: PLR2004
            fix = f"Of predict_proba pass the column of the positive class, y_score[:, 1]. {fix}"
    return CostCurveError(
        "one value per example is needed, in one dimension",
        where=where,
        got=f"an array of shape {array.shape}",
        fix=fix,
    )


def _check_finite(where: str, numbers: ScoreArray) -> None:
    """Refuse NaN and infinity."""
    # The extremes tell all that is wanted, without an array of answers.
    if numbers.size and np.isfinite(numbers.min()) and np.isfinite(numbers.max()):
        return
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        first = int(wrong[0])
        raise CostCurveError(
            "values must be finite",
            where=where,
            got=f"{numbers[first]} at position {first} ({wrong.size} such of {numbers.size})",
            fix="Drop or impute these examples.",
        )


def _check_length(where: str, numbers: ScoreArray, labels: Labels) -> None:
    """Refuse an array that does not run beside the labels."""
    if numbers.size != labels.positive.size:
        raise CostCurveError(
            "y_true and what runs beside it must have one length",
            where=where,
            got=f"{numbers.size} values for {labels.positive.size} labels",
            fix="Pass one value for each example, in the same order.",
        )
