"""From matrices of k classes to the two classes of ROC space and cost space."""

from dataclasses import dataclass

from cc_widgets.core.conditions import Conditions
from cc_widgets.core.counts import Counts
from cc_widgets.core.labels import same_label
from cc_widgets.core.matrices import cell_counts
from cc_widgets.core.multiclass.confusion import ConfusionMatrix, check_single
from cc_widgets.core.multiclass.costs import CostMatrix, cell_costs
from cc_widgets.core.multiclass.resampling import raised
from cc_widgets.errors import CostCurveError, shown


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """One classifier of two classes in ROC space, and the conditions of its test set.

    Attributes
    ----------
    conditions : Conditions
        The class frequencies, with the costs as given.
    fpr, tpr : float
        The classifier.
    """

    conditions: Conditions
    fpr: float
    tpr: float


def operating_point(
    matrix: ConfusionMatrix, cost: CostMatrix, *, smoothing: float = 0.0
) -> OperatingPoint:
    """Place a matrix of two classes in ROC space and cost space.

    The expected cost there, scaled back to money, is the exact mean of `bcost` per example.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of two classes; the second one is positive.
    cost : CostMatrix
        Errors must not be cheaper than right answers.
    smoothing : float
        Lambda of the Laplace correction.

    Returns
    -------
    OperatingPoint
        Rates and conditions.

    Raises
    ------
    CostCurveError
        If there are other than two classes, one of them is empty, or an error pays.

    Examples
    --------
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> from cc_widgets.core.multiclass.costs import cost_matrix
    >>> from cc_widgets.core.money import money
    >>> here = operating_point(confusion_matrix([[6, 4], [4, 16]]), cost_matrix([[0, 1], [5, 0]]))
    >>> here.fpr, here.tpr
    (0.4, 0.8)
    >>> round(float(money(here.conditions, fpr=here.fpr, tpr=here.tpr, population=30).low), 9)
    24.0
    """
    check_single(matrix)
    if len(matrix.classes) != 2:  # noqa: PLR2004
        raise CostCurveError(
            "ROC space and cost space are for two classes",
            where="matrix",
            got=f"{len(matrix.classes)} classes",
            fix="Look at one class against the rest: one_vs_rest(matrix, label).",
        )
    (tn, fp), (fn, tp) = raised(matrix.counts, smoothing).tolist()
    if not (tn + fp and fn + tp):
        raise CostCurveError(
            "both classes are needed",
            where="matrix",
            got=f"rows {shown(matrix.counts.tolist())}",
            fix="Rates of an empty class are undefined.",
        )
    (of_tn, of_fp), (of_fn, of_tp) = cell_costs(matrix, cost).tolist()
    prior = (fn + tp) / (tn + fp + fn + tp)
    conditions = Conditions(prior, of_fp, of_fn, cost_tp=of_tp, cost_tn=of_tn)
    return OperatingPoint(conditions, fpr=fp / (tn + fp), tpr=tp / (fn + tp))


def one_vs_rest(matrix: ConfusionMatrix, positive: object) -> Counts:
    """Count one class against all others together.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Of any number of classes.
    positive : label
        Which of its classes is the positive one.

    Returns
    -------
    Counts
        For `roc_curve` and everything after it: one point, one line in cost space.

    Raises
    ------
    CostCurveError
        If there is no such class, or it or the rest has no examples.

    Examples
    --------
    >>> from cc_widgets.core.multiclass.confusion import confusion_matrix
    >>> counts = one_vs_rest(confusion_matrix([[5, 1, 0], [2, 6, 2], [0, 1, 3]]), 1)
    >>> counts.fp, counts.tp
    (array([ 0,  2, 10]), array([ 0,  6, 10]))
    """
    check_single(matrix)
    at = next((i for i, label in enumerate(matrix.classes) if same_label(label, positive)), None)
    if at is None:
        raise CostCurveError(
            "must be one of the classes",
            where="positive",
            got=f"{shown(positive)}, but the classes are {shown(list(matrix.classes))}",
        )
    tp = matrix.counts[at, at]
    row, column = matrix.counts[at].sum(), matrix.counts[:, at].sum()
    rest = matrix.counts.sum() - row - column + tp
    return cell_counts(tp=tp, fn=row - tp, fp=column - tp, tn=rest)
