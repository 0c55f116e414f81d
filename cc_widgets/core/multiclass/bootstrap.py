"""BCOST and BDELTACOST, the bootstrap of Margineantu and Dietterich, for one matrix of costs."""

from cc_widgets.core.multiclass.confusion import ConfusionMatrix, PairedMatrix
from cc_widgets.core.multiclass.costs import CostMatrix
from cc_widgets.core.multiclass.interval import CostDifference, CostInterval
from cc_widgets.core.multiclass.several import bcost_each, bdeltacost_each
from cc_widgets.core.uncertainty.seeds import Rng


def bcost(  # noqa: PLR0913 (each has a name in the call)
    matrix: ConfusionMatrix,
    cost: CostMatrix,
    *,
    level: float = 0.95,
    smoothing: float = 0.1,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostInterval:
    """Compute limits for the expected cost of a classifier.

    Test sets of the same size are drawn from the smoothed confusion matrix. How many examples
    each class has varies between them: unlike a band of cost curves, the limits allow for
    class frequencies that were only estimated.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of the test set, in counts.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.
    smoothing : float
        Lambda of the Laplace correction, added to every cell. With 0, cells that were never
        seen are taken to be impossible, and the limits are too narrow where they are dear.
    n_resamples : int
        How many test sets are drawn.
    rng : int, numpy.random.Generator or None
        Seed, source of one, or None for a new one.

    Returns
    -------
    CostInterval
        Limits in total and per example; other levels, and the other rule for the ends, come
        from its `at`.

    Raises
    ------
    CostCurveError
        If the counts are not whole numbers, sizes differ, or an argument is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> from cc_widgets.core.multiclass.costs import cost_matrix
    >>> found = bcost(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> found.observed, round(found.mean, 6)
    (24.0, 24.276316)
    >>> found.total
    Range(low=8.0, high=42.0)
    """
    return bcost_each(
        matrix, [cost], level=level, smoothing=smoothing, n_resamples=n_resamples, rng=rng
    ).intervals[0]


def bdeltacost(  # noqa: PLR0913 (the same)
    matrix: PairedMatrix,
    cost: CostMatrix,
    *,
    level: float = 0.95,
    smoothing: float = 0.0,
    n_resamples: int = 1000,
    rng: Rng = None,
) -> CostDifference:
    """Compute limits for how much more the first of two classifiers costs.

    Parameters
    ----------
    matrix : PairedMatrix
        Of both classifiers on the same test set.
    cost : CostMatrix
        For the same classes.
    level : float
        Level of confidence.
    smoothing : float
        Lambda of the Laplace correction. It treats both classifiers alike, so that any above 0
        draws the difference towards 0.
    n_resamples : int
        How many test sets are drawn.
    rng : int, numpy.random.Generator or None
        Seed, source of one, or None for a new one.

    Returns
    -------
    CostDifference
        ``rejected`` says whether the two costs differ.

    Raises
    ------
    CostCurveError
        If this is not the joint matrix of both, or an argument is out of bounds.

    Examples
    --------
    >>> from cc_widgets.core.multiclass.confusion import paired_matrix
    >>> from cc_widgets.core.multiclass.costs import cost_matrix
    >>> both = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
    >>> found = bdeltacost(both, cost_matrix([[0, 1], [5, 0]]), rng=0)
    >>> found.observed, found.rejected
    (-60.0, True)
    """
    return bdeltacost_each(
        matrix, [cost], level=level, smoothing=smoothing, n_resamples=n_resamples, rng=rng
    ).intervals[0]
