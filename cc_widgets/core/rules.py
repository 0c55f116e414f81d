"""Rules of thumb that pick one classifier without a look at its cost, and what they lose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.cost import cost_of_rates
from cc_widgets.core.mixing import Mix
from cc_widgets.core.pieces import SAME_RATE, CostCurve, values_at
from cc_widgets.core.roc import TRIVIAL, RocCurve
from cc_widgets.core.unit import PC_MEANS, read_unit


@dataclass(frozen=True, slots=True)
class Pick:
    """One classifier among those given.

    Attributes
    ----------
    fpr, tpr : float
        Its rates.
    owner, index : int
        Its curve and its position there; -1 for a trivial rule.
    """

    fpr: float
    tpr: float
    owner: int
    index: int


def youden(curves: Sequence[RocCurve]) -> Pick:
    """Find the classifier with the greatest ``tpr - fpr``.

    It is the cheapest one at pc = 0.5, whatever the true operating point.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    Pick
        Among equal ones the least fpr.

    Examples
    --------
    >>> youden([RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))])
    Pick(fpr=0.3, tpr=0.8, owner=0, index=1)
    """
    return greatest(curves, lambda fpr, tpr: tpr - fpr, SAME_RATE)


def max_rectangle(curves: Sequence[RocCurve]) -> Pick:
    """Find the classifier with the greatest ``(1 - fpr) * tpr``.

    A rule of thumb that looks at no cost; `regret` says what it loses.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves.

    Returns
    -------
    Pick
        Among equal ones the least fpr.

    Examples
    --------
    >>> max_rectangle([RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))])
    Pick(fpr=0.5, tpr=0.95, owner=0, index=1)
    """
    return greatest(curves, lambda fpr, tpr: (1.0 - fpr) * tpr, SAME_RATE)


def regret(choice: Pick | Mix, envelope: CostCurve, pc: ArrayLike) -> FloatArray:
    """Compute what a fixed choice costs more than the best choice.

    Parameters
    ----------
    choice : Pick or Mix
        What is used, or anything else with ``fpr`` and ``tpr``.
    envelope : CostCurve
        The least cost that could be had.
    pc : array-like
        In [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the cost of the choice at pc[i] less that of the envelope.

    Raises
    ------
    CostCurveError
        If some pc is not in [0, 1].

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import convex_hull
    >>> curve = RocCurve(np.array([0.1, 0.5]), np.array([0.5, 0.95]))
    >>> regret(max_rectangle([curve]), lower_envelope(convex_hull([curve])), [0.2, 0.8]).round(3)
    array([0.23, 0.  ])
    """
    x = read_unit("pc", pc, PC_MEANS)
    return np.asarray(cost_of_rates(choice.fpr, choice.tpr, x) - values_at(envelope, x))


def greatest(
    curves: Sequence[RocCurve],
    value: Callable[[FloatArray, FloatArray], FloatArray],
    tolerance: float,
) -> Pick:
    """Find the point of greatest value.

    Parameters
    ----------
    curves : sequence of RocCurve
        Any number of curves; the trivial rules take part too.
    value : callable
        Takes fpr and tpr of all points and returns a number for each.
    tolerance : float
        How far a value may be below the greatest and still count as equal.

    Returns
    -------
    Pick
        Among equal ones the least fpr; among equal points the one given first.
    """
    sizes = [curve.fpr.size for curve in curves]
    fpr = np.concatenate([[0.0, 1.0], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0.0, 1.0], *(curve.tpr for curve in curves)])
    owner = np.repeat(np.arange(TRIVIAL, len(curves)), [2, *sizes])
    index = np.concatenate([[TRIVIAL, TRIVIAL], *(np.arange(size) for size in sizes)])
    values = value(fpr, tpr)
    among = np.flatnonzero(values >= values.max() - tolerance)
    best = among[np.argmin(fpr[among])]
    return Pick(float(fpr[best]), float(tpr[best]), int(owner[best]), int(index[best]))
