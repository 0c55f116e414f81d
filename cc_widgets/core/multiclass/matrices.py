"""Confusion matrices, cost matrices and ranges of costs for any number of classes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core.confusion import MatrixRows, as_counts, check_orientation
from cc_widgets.core.results import CountArray, FloatArray, IntArray, result
from cc_widgets.core.scores import distinct_labels, is_missing, read_column
from cc_widgets.core.uncertainty.sampling import Rng, read_seed, stream
from cc_widgets.core.validation import read_integer, read_list, read_numbers
from cc_widgets.errors import CostCurveError, shown

__all__ = [
    "ConfusionMatrix",
    "CostMatrix",
    "CostRanges",
    "PairedMatrix",
    "confusion_from_labels",
    "confusion_matrix",
    "cost_matrix",
    "cost_model",
    "cost_ranges",
    "paired_from_labels",
    "paired_matrix",
]

# ---- Square and cubic arrays of numbers


def read_square(where: str, values: ArrayLike, dimensions: int = 2) -> FloatArray:
    """Return an array of shape (k, k), or (k, k, k), with k of at least 2; raise otherwise."""
    try:
        cells = read_numbers(where, values, "Pass a list of rows.").copy()
        got = f"an array of shape {cells.shape}"
    except CostCurveError:
        cells, got = np.empty(0), shown(values)
    if cells.ndim != dimensions or len(set(cells.shape)) > 1 or len(cells) < 2:  # noqa: PLR2004
        shape = f"({', '.join(['k'] * dimensions)})"
        raise CostCurveError(
            f"must be an array of shape {shape}, with k >= 2 classes", where=where, got=got
        )
    return cells


# ---- Labels as positions in the list of classes


def encode_labels(
    columns: dict[str, ArrayLike], classes: Sequence[Any] | None
) -> tuple[IntArray, tuple[Any, ...]]:
    """Return codes, shape (n_columns, n_examples), and the tuple of classes.

    Columns are labels of the same examples by argument name. Codes are positions in `classes`,
    which default to the sorted distinct labels.
    """
    arrays = {name: read_column(name, values) for name, values in columns.items()}
    sizes = {name: labels.size for name, labels in arrays.items()}
    if len(set(sizes.values())) > 1:
        raise CostCurveError(
            "must have the same length",
            where=", ".join(sizes),
            got=f"{', '.join(map(str, sizes.values()))} labels",
            fix="Pass one label per example in each array.",
        )
    if classes is None:
        names = class_labels(list(arrays.values()))
    else:
        names = tuple(read_list("classes", classes))
    check_classes(names)
    return np.stack([_codes(name, labels, names) for name, labels in arrays.items()]), names


def check_classes(classes: Sequence[Any], size: int | None = None) -> None:
    """Raise unless the classes are two or more distinct plain labels, `size` of them if given."""
    if size is not None and len(classes) != size:
        raise CostCurveError(
            f"must have {size} labels, as the matrix", where="classes", got=f"{len(classes)} labels"
        )
    for label in classes:
        if not _is_plain(label):
            raise CostCurveError(
                "must be scalar labels, none missing",
                where="classes",
                got=shown(label),
                fix="Pass numbers, strings or booleans.",
            )
    if len(classes) < 2 or len(set(classes)) < len(classes):  # noqa: PLR2004
        raise CostCurveError(
            "must be at least two distinct labels",
            where="classes",
            got=shown(list(classes)),
            fix="If only one occurs in this dataset, pass the list of all classes.",
        )


def _is_plain(label: object) -> bool:
    """Return whether a label can be compared, hashed and written."""
    if is_missing(label) or isinstance(label, np.void | list | dict | set | np.ndarray):
        return False
    try:
        hash(label)
        str(label)
        return np.ndim(label) == 0  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 (objects of other libraries raise any error)
        return False


def class_labels(columns: Sequence[NDArray[Any]]) -> tuple[Any, ...]:
    """Return the distinct labels in any of the columns, sorted if comparable."""
    labels = dict.fromkeys(chain.from_iterable(distinct_labels(column) for column in columns))
    try:
        return tuple(sorted(labels))
    except TypeError:
        return tuple(labels)


def _codes(where: str, labels: NDArray[Any], classes: tuple[Any, ...]) -> IntArray:
    """Return the position of each label in the classes."""
    codes = np.full(labels.size, -1, dtype=np.int64)
    for position, label in enumerate(classes):
        codes[labels == label] = position
    unknown = labels[codes < 0]
    if unknown.size:
        raise CostCurveError(
            "must only contain labels in classes",
            where=where,
            got=f"{shown(unknown[:1].tolist()[0])}, but the classes are {shown(list(classes))}",
            fix="Add it to the classes, or drop these examples.",
        )
    return codes


# ---- Confusion matrices of one classifier, or of two on the same examples


_MAX_MATRICES = 10**6
_TRUE_AXIS = {"true": 0, "predicted": -1}


@result
class ConfusionMatrix:
    """Confusion matrix of one classifier.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k)
        Element [j, i] is the number of examples of class j that were predicted as class i.
    classes : tuple of k labels
        Names of the classes.
    """

    counts: CountArray
    classes: tuple[Any, ...]


@result
class PairedMatrix:
    """Joint confusion matrix of two classifiers on the same examples.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k, k)
        Element [j, a, b] is the number of examples of class j that the first classifier
        predicted as class a and the second as class b.
    classes : tuple of k labels
        Names of the classes.
    """

    counts: CountArray
    classes: tuple[Any, ...]

    @property
    def first(self) -> ConfusionMatrix:
        """Confusion matrix of the first classifier."""
        return ConfusionMatrix(self.counts.sum(axis=2), self.classes)

    @property
    def second(self) -> ConfusionMatrix:
        """Confusion matrix of the second classifier."""
        return ConfusionMatrix(self.counts.sum(axis=1), self.classes)


def confusion_matrix(
    matrix: ArrayLike, *, rows: MatrixRows = "true", classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Validated confusion matrix of k classes.

    Parameters
    ----------
    matrix : array-like of shape (k, k)
        Counts, or sums of weights.
    rows : {"true", "predicted"}
        Meaning of the rows: true classes as in scikit-learn, or predicted classes as in
        Margineantu and Dietterich.
    classes : sequence of k labels, optional
        Names of the classes; by default the integers from 0.

    Returns
    -------
    ConfusionMatrix
        With true classes as rows.

    Raises
    ------
    CostCurveError
        If the matrix is not square, has negative counts or no examples.

    Examples
    --------
    >>> confusion_matrix([[6, 3], [4, 17]], rows="predicted").counts
    array([[ 6,  4],
           [ 3, 17]])
    """
    check_orientation(rows)
    return ConfusionMatrix(*_read(matrix, 2, rows, classes))


def paired_matrix(
    matrix: ArrayLike, *, rows: MatrixRows = "true", classes: Sequence[Any] | None = None
) -> PairedMatrix:
    """Validated joint confusion matrix of two classifiers on the same examples.

    Parameters
    ----------
    matrix : array-like of shape (k, k, k)
        Counts.
    rows : {"true", "predicted"}
        Meaning of the axes: true class, first prediction, second prediction; or first
        prediction, second prediction, true class, as M(i1, i2, j) in Margineantu and Dietterich.
    classes : sequence of k labels, optional
        Names of the classes; by default the integers from 0.

    Returns
    -------
    PairedMatrix
        With true classes on the first axis.

    Raises
    ------
    CostCurveError
        If the shape is not cubic, or there are negative counts or no examples.

    Examples
    --------
    >>> both = paired_matrix([[[20, 0], [10, 70]], [[30, 0], [10, 60]]])
    >>> both.second.counts
    array([[30, 70],
           [40, 60]])
    """
    check_orientation(rows)
    return PairedMatrix(*_read(matrix, 3, rows, classes))


def check_confusion_matrix(matrix: object) -> None:
    """Raise unless `matrix` is a `ConfusionMatrix`; the orientation of an array is unknown."""
    if not isinstance(matrix, ConfusionMatrix):
        raise CostCurveError(
            "must be a ConfusionMatrix, whose orientation is known",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix='Pass confusion_matrix(matrix, rows="true"), or rows="predicted".',
        )


def check_paired_matrix(matrix: object) -> None:
    """Raise unless `matrix` is a `PairedMatrix`; two confusion matrices do not determine it."""
    if not isinstance(matrix, PairedMatrix):
        raise CostCurveError(
            "must be a PairedMatrix, because two confusion matrices do not determine the "
            "joint predictions",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix="Pass paired_from_labels(y_true, predicted1, predicted2), or paired_matrix(...).",
        )


def _read(
    matrix: ArrayLike, dimensions: int, rows: MatrixRows, classes: Sequence[Any] | None
) -> tuple[CountArray, tuple[Any, ...]]:
    """Return validated counts, true class first, and the names of the classes."""
    cells = read_square("matrix", matrix, dimensions)
    counts = as_counts(np.moveaxis(cells, _TRUE_AXIS[rows], 0))
    if not counts.sum():
        raise CostCurveError("must contain at least one example", where="matrix")
    labels = tuple(range(len(counts))) if classes is None else tuple(read_list("classes", classes))
    check_classes(labels, len(counts))
    return counts, labels


# ---- Confusion matrices from labels


def confusion_from_labels(
    y_true: ArrayLike, predicted: ArrayLike, *, classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Confusion matrix of the predictions of one classifier.

    Parameters
    ----------
    y_true, predicted : array-like of shape (n_examples,)
        True and predicted labels.
    classes : sequence of labels, optional
        The classes in order; required if a class does not occur in the data.

    Returns
    -------
    ConfusionMatrix
        With sorted classes, unless they were given.

    Examples
    --------
    >>> confusion_from_labels(["a", "b", "b"], ["a", "a", "b"]).counts
    array([[1, 0],
           [1, 1]])
    """
    codes, labels = encode_labels({"y_true": y_true, "predicted": predicted}, classes)
    return ConfusionMatrix(_count(codes, len(labels)), labels)


def paired_from_labels(
    y_true: ArrayLike,
    predicted1: ArrayLike,
    predicted2: ArrayLike,
    *,
    classes: Sequence[Any] | None = None,
) -> PairedMatrix:
    """Joint confusion matrix of the predictions by two classifiers for the same examples.

    Parameters
    ----------
    y_true, predicted1, predicted2 : array-like of shape (n_examples,)
        True labels, and the predictions of the two classifiers.
    classes : sequence of labels, optional
        The classes in order; required if a class does not occur in the data.

    Returns
    -------
    PairedMatrix
        With sorted classes, unless they were given.

    Examples
    --------
    >>> both = paired_from_labels([0, 1, 1], [0, 0, 1], [0, 1, 1])
    >>> int(both.counts[1, 0, 1])
    1
    """
    columns = {"y_true": y_true, "predicted1": predicted1, "predicted2": predicted2}
    codes, labels = encode_labels(columns, classes)
    return PairedMatrix(_count(codes, len(labels)), labels)


def _count(codes: IntArray, k: int) -> IntArray:
    """Return the number of occurrences of each combination of codes."""
    shape = (k,) * len(codes)
    cell = np.ravel_multi_index(tuple(codes), shape)
    return np.bincount(cell, minlength=k ** len(codes)).astype(np.int64).reshape(shape)


# ---- Cost matrices and the costs of the cells of a confusion matrix


_NOISE = 4.0 * np.finfo(np.float64).eps
_MAX_COST = 1e300  # keeps the total over any test set finite


@result
class CostMatrix:
    """Cost of each prediction for each class.

    Attributes
    ----------
    cost : ndarray of float64, shape (k, k)
        Element [j, i] is the cost of predicting class i for an example of class j; benefits are
        negative.
    """

    cost: FloatArray

    @property
    def difference(self) -> FloatArray:
        """Difference in cost of two predictions, shape (k, k, k).

        Element [j, a, b] is the cost of predicting class a minus the cost of predicting class b for
        an example of class j; 0 if the costs are equal up to rounding.
        """
        first, second = self.cost[:, :, np.newaxis], self.cost[:, np.newaxis, :]
        delta = first - second
        noise = np.abs(delta) <= _NOISE * np.maximum(np.abs(first), np.abs(second))
        return np.where(noise, 0.0, delta)


def cost_matrix(cost: ArrayLike, *, rows: MatrixRows = "true") -> CostMatrix:
    """Validated cost matrix of k classes.

    Parameters
    ----------
    cost : array-like of shape (k, k)
        Costs of any sign; correct predictions may have a cost.
    rows : {"true", "predicted"}
        Meaning of the rows; C(i, j) in Margineantu and Dietterich has predicted classes as rows.

    Returns
    -------
    CostMatrix
        With true classes as rows.

    Raises
    ------
    CostCurveError
        If the matrix is not square, or a cost is not finite.

    Examples
    --------
    >>> cost_matrix([[0, 5], [1, 0]], rows="predicted").cost
    array([[0., 1.],
           [5., 0.]])
    """
    check_orientation(rows)
    cells = read_square("cost", cost)
    invalid = cells[~(np.abs(cells) <= _MAX_COST)]
    if invalid.size:
        raise CostCurveError(
            f"must be finite costs of at most {_MAX_COST:g}",
            where="cost",
            got=shown(invalid[0].item()),
            fix="Use a high finite cost for an error that must not occur.",
        )
    return CostMatrix(cells if rows == "true" else cells.T)


def cell_costs(matrix: ConfusionMatrix | PairedMatrix, cost: CostMatrix) -> FloatArray:
    """Return the cost of each cell; for two classifiers, the first minus the second."""
    if not isinstance(cost, CostMatrix):
        raise CostCurveError(
            "must be a CostMatrix, whose orientation is known",
            where="cost",
            got=shown(cost),
            fix='Pass cost_matrix(cost, rows="true"), or rows="predicted".',
        )
    if len(cost.cost) != len(matrix.counts):
        raise CostCurveError(
            "must have as many classes as the counts",
            where="cost",
            got=f"costs for {len(cost.cost)} classes, counts for {len(matrix.counts)}",
        )
    return cost.difference if isinstance(matrix, PairedMatrix) else cost.cost


# ---- Uncertain costs: ranges, and nine models


ModelName = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9"]
PriorRatio = Literal["none", "predicted / true", "true / predicted"]

# Greatest cost of an error, the ratio of priors that scales it, greatest cost on the diagonal.
_MODELS: dict[ModelName, tuple[float, PriorRatio, float]] = {
    "M1": (10.0, "none", 0.0),
    "M2": (100.0, "none", 0.0),
    "M3": (100.0, "none", 10.0),
    "M4": (1_000.0, "none", 0.0),
    "M5": (10_000.0, "none", 0.0),
    "M6": (1_000.0, "predicted / true", 0.0),
    "M7": (1_000.0, "true / predicted", 0.0),
    "M8": (10_000.0, "none", 1_000.0),
    "M9": (2_000.0, "predicted / true", 1_000.0),
}
COST_MODELS = tuple(_MODELS)
_MATRICES = 1  # number of a random stream, independent of the resamples


@result
class CostRanges:
    """Range of the cost of each prediction for each class.

    Attributes
    ----------
    low, high : ndarray of float64, shape (k, k)
        Elements [j, i] are the least and greatest cost of predicting class i for class j.
    """

    low: FloatArray
    high: FloatArray

    @property
    def ends(self) -> tuple[CostMatrix, CostMatrix]:
        """Cost matrices of all lower and of all upper ends; all others lie in between."""
        return CostMatrix(self.low), CostMatrix(self.high)

    def draw(self, n_matrices: int, rng: Rng = None) -> tuple[CostMatrix, ...]:
        """Draw cost matrices, each cell uniformly distributed over its range.

        Parameters
        ----------
        n_matrices : int
            Number of matrices.
        rng : int, numpy.random.Generator or None
            Seed, or generator to draw one from; None for a random seed.

        Returns
        -------
        tuple of CostMatrix
            Reproducible for a given seed.

        Examples
        --------
        >>> costs = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).draw(2, rng=0)
        >>> [bool(5 <= matrix.cost[1, 0] <= 50) for matrix in costs]
        [True, True]
        """
        fix = "Pass for instance 10."
        size = (
            read_integer("n_matrices", n_matrices, fix, fewest=1, most=_MAX_MATRICES),
            *self.low.shape,
        )
        share = stream(read_seed(rng), _MATRICES).random(size)
        return tuple(CostMatrix(self.low + part * (self.high - self.low)) for part in share)


def cost_ranges(low: ArrayLike, high: ArrayLike, *, rows: MatrixRows = "true") -> CostRanges:
    """Validated least and greatest cost of each prediction for each class.

    Parameters
    ----------
    low, high : array-like of shape (k, k)
        Least and greatest cost of each cell; equal if the cost is known.
    rows : {"true", "predicted"}
        Meaning of the rows of both.

    Returns
    -------
    CostRanges
        With true classes as rows.

    Raises
    ------
    CostCurveError
        If a matrix is invalid, the sizes differ, or a range is reversed.

    Examples
    --------
    >>> cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).ends[1].cost
    array([[ 0.,  2.],
           [50.,  0.]])
    """
    least, greatest = cost_matrix(low, rows=rows).cost, cost_matrix(high, rows=rows).cost
    if least.shape != greatest.shape or np.any(least > greatest):
        raise CostCurveError(
            "must satisfy low <= high in every cell",
            where="low, high",
            got=f"{shown(low)} and {shown(high)}",
        )
    return CostRanges(low=least, high=greatest)


def cost_model(name: ModelName, priors: Sequence[float]) -> CostRanges:
    """Cost model of Margineantu and Dietterich, one of nine.

    Parameters
    ----------
    name : {"M1", ..., "M9"}
        Name of the model. Errors cost up to 10, 100, 100, 1,000, 10,000 in M1 to M5 and 10,000
        in M8. In M6 and M9 predicting a common class for an example of a rare class is
        expensive, in M7 the reverse. In M3, M8 and M9 correct predictions have a cost too.
    priors : sequence of k floats
        Frequencies of the classes.

    Returns
    -------
    CostRanges
        From 0 in every cell.

    Raises
    ------
    CostCurveError
        If there is no such model, or a prior is not a positive number.

    References
    ----------
    D. D. Margineantu and T. G. Dietterich, "Bootstrap methods for the cost-sensitive evaluation
    of classifiers", ICML 2000.

    Examples
    --------
    >>> cost_model("M6", [0.75, 0.25]).high
    array([[   0.        ,  333.33333333],
           [3000.        ,    0.        ]])
    """
    model: object = name
    if not isinstance(model, str) or model not in _MODELS:
        raise CostCurveError(
            "must be one of M1 to M9", where="name", got=shown(name), fix='Pass for instance "M1".'
        )
    prior = read_numbers("priors", priors, "Pass for instance [0.75, 0.25].")
    if prior.ndim != 1 or not prior.size or not np.all(np.isfinite(prior) & (prior > 0.0)):
        raise CostCurveError(
            "must be one frequency above 0 for each class", where="priors", got=shown(priors)
        )
    greatest, ratio, diagonal = _MODELS[name]
    power = {"none": 0.0, "predicted / true": 1.0, "true / predicted": -1.0}[ratio]
    high = greatest * (prior[np.newaxis, :] / prior[:, np.newaxis]) ** power
    np.fill_diagonal(high, diagonal)
    return cost_ranges(np.zeros_like(high), high)
