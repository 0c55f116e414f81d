"""Selecting a classifier by the parameter it was made with, and what that costs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.area import total_expected_cost
from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, freeze
from cc_widgets.core.compare import cost_difference
from cc_widgets.core.density import AnyDensity
from cc_widgets.core.joined import RocPoints
from cc_widgets.core.numbers import read_numbers
from cc_widgets.core.pieces import CostCurve, CostPieces, cut, is_trivial
from cc_widgets.errors import CostCurveError, shown

_RATIO_MEANS = "Pass negatives divided by positives, for instance 11 for 11:1."


@dataclass(frozen=True, eq=False, slots=True)
class ParameterSelection:
    """What is paid if each pc is served by the classifier made for the pc nearest to it.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_points + 1,)
        Piece i goes from pc[i] to pc[i + 1]; inner ones lie midway between neighbours.
    fpr, fnr : ndarray of float64, shape (n_points,)
        Piece i lies on the line from (0, fpr[i]) to (1, fnr[i]). Neighbours need not meet.
    index : ndarray of int64, shape (n_points,)
        Element i is the point that is used on piece i.
    made_for : ndarray of float64, shape (n_points,)
        Element i is the pc for which that point was made; rising.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    index: IntArray
    made_for: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
class SelectionRegret:
    """What a selection costs more than the best choice.

    Attributes
    ----------
    regret : CostPieces
        The regret at each pc; never negative but for rounding.
    trivial_best : ndarray of bool, shape (n_pieces,)
        Element i is true if a trivial rule would be best on piece i of the regret.
    not_majority : float
        Regret where a trivial rule would be best, averaged over all pc: the price of not
        using the majority classifier.
    wrong_classifier : float
        Regret elsewhere, averaged over all pc: the price of choosing the wrong point.
    """

    regret: CostPieces
    trivial_best: BoolArray
    not_majority: float
    wrong_classifier: float

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)

    @property
    def total(self) -> float:
        """The area between the selection and the envelope.

        Returns
        -------
        float
            The sum of the two parts.
        """
        return self.not_majority + self.wrong_classifier


def select_by_parameter(points: RocPoints, ratio: ArrayLike) -> ParameterSelection:
    """Use each point near the class ratio that it was made for.

    Parameters
    ----------
    points : RocCurve
        Points in any order.
    ratio : array-like of shape (n_points,)
        Element i is the ratio of negatives to positives, each class weighted by its cost,
        with which point i was made; R stands for pc = 1 / (1 + R). From 0 to infinity.

    Returns
    -------
    ParameterSelection
        Trivial rules take no part unless they are among the points.

    Raises
    ------
    CostCurveError
        If ratios are negative, not numbers, not one for each point, or not all different.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> selection.made_for, selection.pc
    (array([0.1, 0.5]), array([0. , 0.3, 1. ]))
    """
    given = read_numbers("ratio", ratio, _RATIO_MEANS)
    _check_ratios(given, points.fpr.size)
    made_for = 1.0 / (1.0 + given)
    order = np.argsort(made_for).astype(np.int64)
    _check_distinct(given[order], made_for[order])
    x = made_for[order]
    return ParameterSelection(
        pc=np.concatenate([[0.0], (x[:-1] + x[1:]) / 2, [1.0]]),
        fpr=points.fpr[order],
        fnr=1.0 - points.tpr[order],
        index=order,
        made_for=x,
    )


def selection_regret(
    selection: CostCurve, envelope: CostCurve, density: AnyDensity | None = None
) -> SelectionRegret:
    """Compare a selection with the best choice at each pc.

    Parameters
    ----------
    selection : CostCurve
        From `select_by_parameter`.
    envelope : CostCurve
        The lower envelope of the same points and of the trivial rules.
    density : Density or callable, optional
        How likely each pc is; all alike by default.

    Returns
    -------
    SelectionRegret
        The regret at each pc, and its average in two parts.

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> points = RocCurve(np.array([0.1, 0.3]), np.array([0.5, 0.8]))
    >>> selection = select_by_parameter(points, [9, 1])
    >>> regret = selection_regret(selection, lower_envelope(convex_hull([points])))
    >>> round(regret.not_majority, 6), round(regret.wrong_classifier, 6)
    (0.030556, 0.0025)
    """
    regret = cost_difference(selection, envelope)
    trivial = is_trivial(cut(envelope, regret.pc))
    parts = [
        CostPieces(regret.pc, np.where(part, regret.fpr, 0.0), np.where(part, regret.fnr, 0.0))
        for part in (trivial, ~trivial)
    ]
    not_majority, wrong_classifier = (total_expected_cost(part, density) for part in parts)
    return SelectionRegret(
        regret=regret,
        trivial_best=trivial,
        not_majority=not_majority,
        wrong_classifier=wrong_classifier,
    )


def _check_ratios(ratio: FloatArray, n_points: int) -> None:
    """Refuse what is not one ratio for each point, or no point at all."""
    if ratio.shape != (n_points,) or not n_points:
        raise CostCurveError(
            "one ratio for each point is needed, and a point",
            where="ratio",
            got=f"an array of shape {ratio.shape} for {n_points} points",
            fix="Leave out points that were not made for some ratio.",
        )
    wrong = ratio[~(ratio >= 0.0)]
    if wrong.size:
        raise CostCurveError(
            "ratios must be zero or more",
            where="ratio",
            got=shown(wrong[0].item()),
            fix=_RATIO_MEANS,
        )


def _check_distinct(ratio: FloatArray, made_for: FloatArray) -> None:
    """Refuse two points made for one pc."""
    same = np.flatnonzero(np.diff(made_for) == 0)
    if same.size:
        raise CostCurveError(
            "each ratio must lead to one point only",
            where="ratio",
            got=f"{ratio[same[0]]} and {ratio[same[0] + 1]}",
            fix="Keep one of the points made with the same ratio.",
        )
