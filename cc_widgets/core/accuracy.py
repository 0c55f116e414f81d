"""Accuracy under a prior, beside what costs nothing to reach: why it misleads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.cost import expected_cost
from cc_widgets.core.unit import RATE_MEANS, read_unit, read_unit_number


@dataclass(frozen=True, eq=False, slots=True)
class Accuracy:
    """Accuracy of one ROC point under several priors.

    Attributes
    ----------
    prior : ndarray of float64
        Element i is the probability of the positive class.
    accuracy : ndarray of float64
        Element i is the share of right answers at prior i.
    majority : ndarray of float64
        Element i is the accuracy, at prior i, of always naming the more common class.
    """

    prior: FloatArray
    accuracy: FloatArray
    majority: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    @property
    def gain(self) -> FloatArray:
        """What the classifier adds to the accuracy of naming the more common class.

        Returns
        -------
        ndarray of float64
            Element i is negative where the classifier loses to no classifier at all.
        """
        return self.accuracy - self.majority


def accuracy_at(*, fpr: float, tpr: float, prior: ArrayLike) -> Accuracy:
    """Compute the accuracy of one ROC point under several priors.

    Parameters
    ----------
    fpr, tpr : float
        Rates of the point.
    prior : array-like
        Probabilities of the positive class, in [0, 1].

    Returns
    -------
    Accuracy
        Element i belongs to prior[i].

    Raises
    ------
    CostCurveError
        If a number is not in [0, 1].

    Examples
    --------
    The same classifier with as many positives as negatives, and with one in a thousand:

    >>> result = accuracy_at(fpr=0.1, tpr=0.8, prior=[1 / 2, 1 / 1000])
    >>> result.accuracy, result.majority
    (array([0.85  , 0.8999]), array([0.5  , 0.999]))
    """
    p = read_unit("prior", prior, "A prior is the share of the positive class.")
    false_alarms = read_unit_number("fpr", fpr, RATE_MEANS)
    wrong = expected_cost(false_alarms, read_unit_number("tpr", tpr, RATE_MEANS), p)
    return Accuracy(prior=p, accuracy=1.0 - wrong, majority=np.maximum(p, 1.0 - p))
