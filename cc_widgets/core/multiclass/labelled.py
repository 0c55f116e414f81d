"""From labels to the confusion matrices of one classifier, or of two on the same examples."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import IntArray
from cc_widgets.core.multiclass.confusion import ConfusionMatrix, PairedMatrix
from cc_widgets.core.multiclass.encode import encode


def confusion_from_labels(
    y_true: ArrayLike, predicted: ArrayLike, *, classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Count the answers of one classifier.

    Parameters
    ----------
    y_true, predicted : array-like of shape (n_examples,)
        True and predicted labels.
    classes : sequence of labels, optional
        The classes in order; needed if one of them does not occur at all.

    Returns
    -------
    ConfusionMatrix
        Its classes are sorted, unless they were given.

    Examples
    --------
    >>> confusion_from_labels(["a", "b", "b"], ["a", "a", "b"]).counts
    array([[1, 0],
           [1, 1]])
    """
    codes, known = encode({"y_true": y_true, "predicted": predicted}, classes)
    return ConfusionMatrix(_count(codes, len(known)), known)


def paired_from_labels(
    y_true: ArrayLike,
    predicted1: ArrayLike,
    predicted2: ArrayLike,
    *,
    classes: Sequence[Any] | None = None,
) -> PairedMatrix:
    """Count the pairs of answers that two classifiers gave to the same examples.

    Parameters
    ----------
    y_true, predicted1, predicted2 : array-like of shape (n_examples,)
        True labels, and those of the two classifiers.
    classes : sequence of labels, optional
        The classes in order; needed if one of them does not occur at all.

    Returns
    -------
    PairedMatrix
        Its classes are sorted, unless they were given.

    Examples
    --------
    >>> both = paired_from_labels([0, 1, 1], [0, 0, 1], [0, 1, 1])
    >>> int(both.counts[1, 0, 1])
    1
    """
    columns = {"y_true": y_true, "predicted1": predicted1, "predicted2": predicted2}
    codes, known = encode(columns, classes)
    return PairedMatrix(_count(codes, len(known)), known)


def _count(codes: IntArray, k: int) -> IntArray:
    """Count how often each combination of positions occurs."""
    shape = (k,) * len(codes)
    cell = np.ravel_multi_index(tuple(codes), shape)
    return np.bincount(cell, minlength=k ** len(codes)).astype(np.int64).reshape(shape)
