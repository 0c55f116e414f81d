"""Any number of classes: confusion matrices, costs, and ranges of costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cc_widgets.core._matrices import Rows, check_rows, counted
from cc_widgets.core._predictions import distinct, is_missing, read_column
from cc_widgets.core._reading import read_list, read_numbers, read_whole
from cc_widgets.core._results import CountArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.errors import CostCurveError, shown

# ---- Numbers for every pair, or triple, of classes


def read_square(where: str, given: ArrayLike, dimensions: int = 2) -> FloatArray:
    """Counts or costs in a square or a cube, two or more along each side, checked.

    Parameters
    ----------
    where : str
        What the user calls them.
    given : array-like
        The numbers.
    dimensions : int
        2 for a square, 3 for a cube.

    Returns
    -------
    ndarray of float64
        The numbers.

    Raises
    ------
    CostCurveError
        If they have another shape, or are no numbers.

    Examples
    --------
    >>> read_square("cost", [[0, 5], [1, 0]]).shape
    (2, 2)
    """
    try:
        cells = read_numbers(where, given, "Pass a list of rows.").copy()
        got = f"an array of shape {cells.shape}"
    except CostCurveError:
        cells, got = np.empty(0), shown(given)
    if cells.ndim != dimensions or len(set(cells.shape)) > 1 or len(cells) < 2:  # noqa: PLR2004
        sides = " x ".join(["k"] * dimensions)
        raise CostCurveError(
            f"must hold {sides} numbers, with k of 2 or more classes", where=where, got=got
        )
    return cells


# ---- Labels of any number of classes, as positions in the list of classes


def encode(
    columns: dict[str, ArrayLike], classes: Sequence[Any] | None
) -> tuple[IntArray, tuple[Any, ...]]:
    """Positions of labels in the list of classes.

    Parameters
    ----------
    columns : dict of array-like of shape (n_examples,)
        Labels of the same examples, by the name of the argument that brought them.
    classes : sequence of labels or None
        The classes in order; None for all that occur, sorted.

    Returns
    -------
    codes : ndarray of int64, shape (n_columns, n_examples)
        Element [c, e] is the position of the label of example e in column c.
    classes : tuple
        The labels of the classes.

    Raises
    ------
    CostCurveError
        If the columns differ in length, a label is missing or not among the classes.

    Examples
    --------
    >>> encode({"y_true": ["b", "a"], "predicted": ["b", "c"]}, None)
    (array([[1, 0],
           [1, 2]]), ('a', 'b', 'c'))
    """
    read = {name: read_column(name, given) for name, given in columns.items()}
    sizes = {name: labels.size for name, labels in read.items()}
    if len(set(sizes.values())) > 1:
        raise CostCurveError(
            "each example needs one label of each kind",
            where=", ".join(sizes),
            got=f"{', '.join(map(str, sizes.values()))} labels",
            fix="Pass arrays of one length, in one order.",
        )
    known = (
        all_kinds(list(read.values())) if classes is None else tuple(read_list("classes", classes))
    )
    check_classes(known)
    return np.stack([_codes(name, labels, known) for name, labels in read.items()]), known


def check_classes(classes: Sequence[Any], size: int | None = None) -> None:
    """Refuse lists of classes that do not name two or more, each once.

    Parameters
    ----------
    classes : sequence of labels
        The list.
    size : int, optional
        How many there must be.

    Raises
    ------
    CostCurveError
        If there are fewer than two, some twice, or not as many as there must be.

    Examples
    --------
    >>> check_classes(["ham", "spam"], 2)
    """
    if size is not None and len(classes) != size:
        raise CostCurveError(
            f"the matrix has {size} classes", where="classes", got=f"{len(classes)} labels"
        )
    for label in classes:
        if not _is_plain(label):
            raise CostCurveError(
                "labels must be plain, and none missing",
                where="classes",
                got=shown(label),
                fix="Pass numbers, strings or booleans.",
            )
    if len(classes) < 2 or len(set(classes)) < len(classes):  # noqa: PLR2004
        raise CostCurveError(
            "two or more classes are needed, each named once",
            where="classes",
            got=shown(list(classes)),
            fix="If only one occurs in these examples, pass the list of all classes.",
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


def all_kinds(columns: Sequence[NDArray[Any]]) -> tuple[Any, ...]:
    """Labels in any of some columns.

    Parameters
    ----------
    columns : sequence of ndarray
        From `read_column`.

    Returns
    -------
    tuple
        Sorted if they can be compared.

    Examples
    --------
    >>> all_kinds([np.array(["b", "a"]), np.array(["c", "a"])])
    ('a', 'b', 'c')
    """
    kinds = dict.fromkeys(chain.from_iterable(distinct(column) for column in columns))
    try:
        return tuple(sorted(kinds))
    except TypeError:
        return tuple(kinds)


def _codes(where: str, labels: NDArray[Any], classes: tuple[Any, ...]) -> IntArray:
    """The position of each label."""
    codes = np.full(labels.size, -1, dtype=np.int64)
    for position, kind in enumerate(classes):
        codes[labels == kind] = position
    unknown = labels[codes < 0]
    if unknown.size:
        raise CostCurveError(
            "every label must be one of the classes",
            where=where,
            got=f"{shown(unknown[:1].tolist()[0])}, but the classes are {shown(list(classes))}",
            fix="Add it to the classes, or leave these examples out.",
        )
    return codes


# ---- Confusion matrices of k classes: one classifier, or two on the same examples


_MOST_MATRICES = 10**6
_TRUE_AXIS = {"true": 0, "predicted": -1}


@result
class ConfusionMatrix:
    """How often one classifier gave each answer to each class.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k)
        Element [j, i] counts examples of class j that were called i.
    classes : tuple of k labels
        What the classes are called.
    """

    counts: CountArray
    classes: tuple[Any, ...]


@result
class PairedMatrix:
    """How often two classifiers gave each pair of answers to each class.

    Attributes
    ----------
    counts : ndarray of int64, or float64 if weighted, shape (k, k, k)
        Element [j, a, b] counts examples of class j that the first called a and the second b.
    classes : tuple of k labels
        What the classes are called.
    """

    counts: CountArray
    classes: tuple[Any, ...]

    @property
    def first(self) -> ConfusionMatrix:
        """The confusion matrix of the first classifier."""
        return ConfusionMatrix(self.counts.sum(axis=2), self.classes)

    @property
    def second(self) -> ConfusionMatrix:
        """The confusion matrix of the second classifier."""
        return ConfusionMatrix(self.counts.sum(axis=1), self.classes)


def confusion_matrix(
    matrix: ArrayLike, *, rows: Rows = "true", classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Confusion matrix of k classes, checked.

    Parameters
    ----------
    matrix : array-like of shape (k, k)
        Counts, or sums of weights.
    rows : {"true", "predicted"}
        What the rows are: scikit-learn's are the true classes, those of Margineantu and
        Dietterich the predicted ones.
    classes : sequence of k labels, optional
        What the classes are called; numbers from 0 if not given.

    Returns
    -------
    ConfusionMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not square, has negative counts or no examples.

    Examples
    --------
    >>> confusion_matrix([[6, 3], [4, 17]], rows="predicted").counts
    array([[ 6,  4],
           [ 3, 17]])
    """
    check_rows(rows)
    return ConfusionMatrix(*_read(matrix, 2, rows, classes))


def paired_matrix(
    matrix: ArrayLike, *, rows: Rows = "true", classes: Sequence[Any] | None = None
) -> PairedMatrix:
    """Joint confusion matrix of two classifiers on the same examples, checked.

    Parameters
    ----------
    matrix : array-like of shape (k, k, k)
        Counts.
    rows : {"true", "predicted"}
        What the first axis is: the true class, followed by the two answers; or the first
        answer, followed by the second one and the true class, as in M(i1, i2, j).
    classes : sequence of k labels, optional
        What the classes are called; numbers from 0 if not given.

    Returns
    -------
    PairedMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not a cube, has negative counts or no examples.

    Examples
    --------
    >>> both = paired_matrix([[[20, 0], [10, 70]], [[30, 0], [10, 60]]])
    >>> both.second.counts
    array([[30, 70],
           [40, 60]])
    """
    check_rows(rows)
    return PairedMatrix(*_read(matrix, 3, rows, classes))


def check_single(matrix: object) -> None:
    """Refuse what is not the confusion matrix of one classifier, read as such.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of one classifier.

    Raises
    ------
    CostCurveError
        If it is anything else, a bare array for instance.

    Examples
    --------
    >>> check_single(confusion_matrix([[6, 4], [3, 17]]))
    """
    if not isinstance(matrix, ConfusionMatrix):
        raise CostCurveError(
            "it must be said which way round the confusion matrix is",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix='Pass confusion_matrix(matrix, rows="true"), or rows="predicted".',
        )


def check_paired(matrix: object) -> None:
    """Refuse what is not the joint matrix of two classifiers.

    Parameters
    ----------
    matrix : PairedMatrix
        Of two classifiers.

    Raises
    ------
    CostCurveError
        If it is anything else, two confusion matrices for instance.

    Examples
    --------
    >>> check_paired(paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]]))
    """
    if not isinstance(matrix, PairedMatrix):
        raise CostCurveError(
            "the difference needs both answers to each example, which two separate confusion "
            "matrices do not tell",
            where="matrix",
            got=shown(type(matrix).__name__),
            fix="Pass paired_from_labels(y_true, predicted1, predicted2), or paired_matrix(...).",
        )


def _read(
    matrix: ArrayLike, dimensions: int, rows: Rows, classes: Sequence[Any] | None
) -> tuple[CountArray, tuple[Any, ...]]:
    """Checked counts with the true class first, and the names of the classes."""
    cells = read_square("matrix", matrix, dimensions)
    counts = counted(np.moveaxis(cells, _TRUE_AXIS[rows], 0))
    if not counts.sum():
        raise CostCurveError("there are no examples", where="matrix", fix="Count at least one.")
    known = tuple(range(len(counts))) if classes is None else tuple(read_list("classes", classes))
    check_classes(known, len(counts))
    return counts, known


# ---- From labels to the confusion matrices of one classifier, or of two on the same examples


def confusion_from_labels(
    y_true: ArrayLike, predicted: ArrayLike, *, classes: Sequence[Any] | None = None
) -> ConfusionMatrix:
    """Confusion matrix of the answers of one classifier.

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
    """Joint confusion matrix of the answers of two classifiers to the same examples.

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


# ---- Matrices of costs, and what they make of the cells of a confusion matrix


_NOISE = 4.0 * np.finfo(np.float64).eps
_DEAREST = 1e300  # so that the total over any test set is finite


@result
class CostMatrix:
    """What each answer to each class costs.

    Attributes
    ----------
    cost : ndarray of float64, shape (k, k)
        Element [j, i] is the cost of calling an example of class j i; benefits are negative.
    """

    cost: FloatArray

    @property
    def difference(self) -> FloatArray:
        """How much more the first of two answers costs; shape (k, k, k).

        Element [j, a, b] belongs to class j, the first answer a and the second b. Costs that are
        equal but for rounding do not differ.
        """
        first, second = self.cost[:, :, np.newaxis], self.cost[:, np.newaxis, :]
        delta = first - second
        noise = np.abs(delta) <= _NOISE * np.maximum(np.abs(first), np.abs(second))
        return np.where(noise, 0.0, delta)


def cost_matrix(cost: ArrayLike, *, rows: Rows = "true") -> CostMatrix:
    """Cost of each answer to each class, checked.

    Parameters
    ----------
    cost : array-like of shape (k, k)
        Costs of any sign; right answers may cost something too.
    rows : {"true", "predicted"}
        What the rows are: C(i, j) of Margineantu and Dietterich has the predicted classes.

    Returns
    -------
    CostMatrix
        With the true classes first.

    Raises
    ------
    CostCurveError
        If it is not square, or a cost is not finite.

    Examples
    --------
    >>> cost_matrix([[0, 5], [1, 0]], rows="predicted").cost
    array([[0., 1.],
           [5., 0.]])
    """
    check_rows(rows)
    cells = read_square("cost", cost)
    wrong = cells[~(np.abs(cells) <= _DEAREST)]
    if wrong.size:
        raise CostCurveError(
            f"costs must be finite, and none above {_DEAREST:g}",
            where="cost",
            got=shown(wrong[0].item()),
            fix="Give an error that must never happen a high finite cost.",
        )
    return CostMatrix(cells if rows == "true" else cells.T)


def cell_costs(matrix: ConfusionMatrix | PairedMatrix, cost: CostMatrix) -> FloatArray:
    """What each cell of a matrix costs: for two classifiers, the first less the second.

    Parameters
    ----------
    matrix : ConfusionMatrix or PairedMatrix
        The cells.
    cost : CostMatrix
        For as many classes.

    Returns
    -------
    ndarray of float64
        In the shape of the counts.

    Raises
    ------
    CostCurveError
        If the sizes differ, or the costs were not read by `cost_matrix`.

    Examples
    --------
    >>> from cc_widgets.core.multiclass import confusion_matrix
    >>> cell_costs(confusion_matrix([[6, 4], [3, 17]]), cost_matrix([[0, 1], [5, 0]]))
    array([[0., 1.],
           [5., 0.]])
    """
    if not isinstance(cost, CostMatrix):
        raise CostCurveError(
            "it must be said which way round the costs are",
            where="cost",
            got=shown(cost),
            fix='Pass cost_matrix(cost, rows="true"), or rows="predicted".',
        )
    if len(cost.cost) != len(matrix.counts):
        raise CostCurveError(
            "costs and counts must be for the same classes",
            where="cost",
            got=f"costs for {len(cost.cost)} classes, counts for {len(matrix.counts)}",
        )
    return cost.difference if isinstance(matrix, PairedMatrix) else cost.cost


# ---- Costs that are known only roughly: a range for each cell, and nine models of such ranges


ModelName = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9"]
Ratio = Literal["none", "predicted / true", "true / predicted"]

# Upper ends of what errors and right answers cost, and the ratio of priors that errors scale with.
_MODELS: dict[ModelName, tuple[float, Ratio, float]] = {
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
_MATRICES = 1  # a stream apart from that of the resamples


@result
class CostRanges:
    """Between which costs each cell lies.

    Attributes
    ----------
    low, high : ndarray of float64, shape (k, k)
        Elements [j, i] are the least and the greatest cost of calling an example of class j i.
    """

    low: FloatArray
    high: FloatArray

    @property
    def ends(self) -> tuple[CostMatrix, CostMatrix]:
        """The cheapest and the dearest matrix: no other in the ranges leads beyond them."""
        return CostMatrix(self.low), CostMatrix(self.high)

    def draw(self, n_matrices: int, rng: Rng = None) -> tuple[CostMatrix, ...]:
        """Matrices of costs, each cell drawn evenly from its range.

        Parameters
        ----------
        n_matrices : int
            How many.
        rng : int, numpy.random.Generator or None
            Seed, source of one, or None for a new one.

        Returns
        -------
        tuple of CostMatrix
            The same for the same seed.

        Examples
        --------
        >>> drawn = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).draw(2, rng=0)
        >>> [bool(5 <= matrix.cost[1, 0] <= 50) for matrix in drawn]
        [True, True]
        """
        fix = "Pass for instance 10."
        size = (
            read_whole("n_matrices", n_matrices, fix, fewest=1, most=_MOST_MATRICES),
            *self.low.shape,
        )
        share = stream(read_seed(rng), _MATRICES).random(size)
        return tuple(CostMatrix(self.low + part * (self.high - self.low)) for part in share)


def cost_ranges(low: ArrayLike, high: ArrayLike, *, rows: Rows = "true") -> CostRanges:
    """Least and greatest cost of each answer to each class, checked.

    Parameters
    ----------
    low, high : array-like of shape (k, k)
        Least and greatest cost of each cell; equal where the cost is known.
    rows : {"true", "predicted"}
        What the rows of both are.

    Returns
    -------
    CostRanges
        With the true classes first.

    Raises
    ------
    CostCurveError
        If one cannot be read as costs, the sizes differ, or a range is reversed.

    Examples
    --------
    >>> cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]]).ends[1].cost
    array([[ 0.,  2.],
           [50.,  0.]])
    """
    least, greatest = cost_matrix(low, rows=rows).cost, cost_matrix(high, rows=rows).cost
    if least.shape != greatest.shape or np.any(least > greatest):
        raise CostCurveError(
            "each cell needs a range from low to high",
            where="low, high",
            got=f"{shown(low)} and {shown(high)}",
        )
    return CostRanges(low=least, high=greatest)


def cost_model(name: ModelName, priors: Sequence[float]) -> CostRanges:
    """One of the nine cost models of Margineantu and Dietterich.

    Parameters
    ----------
    name : {"M1", ..., "M9"}
        Which one. Errors cost up to 10, 100, 100, 1,000, 10,000 in M1 to M5 and 10,000 in M8;
        in M6 and M9 taking a rare class for a common one is dear, in M7 the other way round.
        In M3, M8 and M9 right answers cost something too.
    priors : sequence of k floats
        How frequent the classes are.

    Returns
    -------
    CostRanges
        From 0 in every cell.

    Raises
    ------
    CostCurveError
        If there is no such model, or a prior is not a positive number.

    Examples
    --------
    >>> cost_model("M6", [0.75, 0.25]).high
    array([[   0.        ,  333.33333333],
           [3000.        ,    0.        ]])
    """
    known: object = name
    if not isinstance(known, str) or known not in _MODELS:
        raise CostCurveError(
            "must be one of M1 to M9", where="name", got=shown(name), fix='Pass for instance "M1".'
        )
    prior = read_numbers("priors", priors, "Pass for instance [0.75, 0.25].")
    if prior.ndim != 1 or not prior.size or not np.all(np.isfinite(prior) & (prior > 0.0)):
        raise CostCurveError(
            "every class needs a frequency above 0", where="priors", got=shown(priors)
        )
    greatest, ratio, right = _MODELS[name]
    power = {"none": 0.0, "predicted / true": 1.0, "true / predicted": -1.0}[ratio]
    high = greatest * (prior[np.newaxis, :] / prior[:, np.newaxis]) ** power
    np.fill_diagonal(high, right)
    return cost_ranges(np.zeros_like(high), high)
