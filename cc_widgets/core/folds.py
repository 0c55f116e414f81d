"""Folds: how much each counts, and how much they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray, freeze
from cc_widgets.core.numbers import read_numbers
from cc_widgets.core.pieces import CostCurve, CostPieces, values_at
from cc_widgets.core.unit import PC_MEANS, read_unit
from cc_widgets.errors import CostCurveError, shown

_FEWEST = 2


@dataclass(frozen=True, eq=False, slots=True)
class Spread:
    """How much cost curves differ from each other.

    Attributes
    ----------
    pc : ndarray of float64, shape (n,)
        Where they are compared.
    mean, deviation, lowest, highest : ndarray of float64, shape (n,)
        Element i is the mean of the costs at pc[i], their standard deviation as estimated
        for one more fold, the least and the greatest of them.
    """

    pc: FloatArray
    mean: FloatArray
    deviation: FloatArray
    lowest: FloatArray
    highest: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def cost_spread(
    envelopes: Sequence[CostCurve], pc: ArrayLike, weights: ArrayLike | None = None
) -> Spread:
    """Describe how cost curves of folds differ.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Two or more lower envelopes.
    pc : array-like of shape (n,)
        Where, in [0, 1].
    weights : array-like of shape (n_envelopes,), optional
        How much each counts; all alike by default.

    Returns
    -------
    Spread
        Element i belongs to pc[i].

    Raises
    ------
    CostCurveError
        If there are fewer than two envelopes, or weights do not fit, or some pc is not in
        [0, 1].

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> rates = ([0.04], [0.4]), ([0.3], [0.8])
    >>> points = [RocCurve(np.array(fpr), np.array(tpr)) for fpr, tpr in rates]
    >>> spread = cost_spread([lower_envelope(convex_hull([point])) for point in points], [0.0, 0.5])
    >>> spread.mean.round(3), spread.deviation.round(3)
    (array([0.   , 0.285]), array([0.   , 0.049]))
    """
    share = fold_shares(len(envelopes), weights)
    before, after = np.cumsum(share[:-1]), np.cumsum(share[:0:-1])[::-1]
    others = np.append(0.0, before) + np.append(after, 0.0)  # 1 - share, also where that is tiny
    x = np.atleast_1d(read_unit("pc", pc, PC_MEANS))
    cost = np.stack([values_at(envelope, x) for envelope in envelopes])
    mean = mean_of_folds(list(cost), share)
    used = cost[share > 0.0]
    return Spread(
        pc=x,
        mean=mean,
        deviation=np.sqrt(share @ (cost - mean) ** 2 / (share @ others)),
        lowest=used.min(axis=0),
        highest=used.max(axis=0),
    )


def fold_shares(n_curves: int, weights: ArrayLike | None) -> FloatArray:
    """Turn weights of curves, such as the sizes of folds, into shares.

    Parameters
    ----------
    n_curves : int
        How many curves there are.
    weights : array-like of shape (n_curves,) or None
        None counts all alike.

    Returns
    -------
    ndarray of float64, shape (n_curves,)
        They sum to 1; at least two are above 0.

    Raises
    ------
    CostCurveError
        If there are fewer than two curves, or weights do not fit.

    Examples
    --------
    >>> fold_shares(2, [30, 10])
    array([0.75, 0.25])
    """
    if n_curves < _FEWEST:
        raise CostCurveError(
            "an average needs two curves or more",
            where="curves",
            got=str(n_curves),
            fix="Pass one for each fold or test set.",
        )
    fix = f"Pass {n_curves} sizes of folds."
    given = np.ones(n_curves) if weights is None else read_numbers("weights", weights, fix)
    usable = given.shape == (n_curves,) and np.all(np.isfinite(given)) and np.all(given >= 0.0)
    if not usable or np.count_nonzero(given) < _FEWEST:
        raise CostCurveError(
            "each curve needs a weight that is finite and not negative, two of them above 0",
            where="weights",
            got=shown(given.tolist()),
            fix=fix,
        )
    given = np.ldexp(given, -np.frexp(given.max())[1])  # whose sum a float can hold
    share: FloatArray = given / given.sum()
    return share


def mean_of_folds(values: Sequence[FloatArray], share: FloatArray) -> FloatArray:
    """Average over folds.

    Shares such as ten times 0.1 need not add up to 1: left alone, a mean could leave the range
    of what it is the mean of, and with it [0, 1].

    Parameters
    ----------
    values : sequence of ndarray of float64, shape (n_curves, n)
        A row for each curve.
    share : ndarray of float64, shape (n_curves,)
        From `fold_shares`.

    Returns
    -------
    ndarray of float64, shape (n,)
        Element i is the mean of column i: where all curves agree exactly what they agree on,
        and where none of them falls from one column to the next it does not fall either.

    Examples
    --------
    >>> mean_of_folds([np.array([0.0, 1.0]), np.array([0.5, 1.0])], np.array([0.5, 0.5]))
    array([0.25, 1.  ])
    """
    counted = share > 0.0
    rows = np.stack(values)[counted]
    # Not a product of matrices, which may add up the columns in different orders.
    mean = (share[counted, None] * rows).sum(axis=0)
    return np.asarray(np.clip(mean, rows.min(axis=0), rows.max(axis=0)))


def mean_of_curves(curves: Sequence[CostCurve], share: FloatArray) -> CostPieces:
    """Average cost curves, in time that grows with their pieces and little else.

    Parameters
    ----------
    curves : sequence of CostCurve
        One for each fold.
    share : ndarray of float64, shape (n_curves,)
        From `fold_shares`.

    Returns
    -------
    CostPieces
        With an end of a piece wherever some curve has one. Rates have what `mean_of_folds`
        promises of means.

    Examples
    --------
    >>> first = CostPieces(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    >>> second = CostPieces(np.array([0.0, 1.0]), np.array([0.5]), np.array([0.5]))
    >>> mean_of_curves([first, second], np.array([0.5, 0.5])).fpr
    array([0.25, 0.75])
    """
    sums = [_sum_of_one(*one) for one in zip(curves, share.tolist(), strict=True)]
    while len(sums) > 1:
        pairs = [_sum_of_two(*sums[i : i + 2]) for i in range(0, len(sums) - 1, 2)]
        sums = pairs + sums[2 * len(pairs) :]
    mean, lowest, highest = sums[0].rates
    fpr, fnr = np.clip(mean, lowest, highest)
    return CostPieces(pc=sums[0].pc, fpr=fpr, fnr=fnr)


@dataclass(frozen=True, eq=False, slots=True)
class _Sum:
    """Some curves, weighted and added up.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1.
    rates : ndarray of float64, shape (3, 2, n_pieces)
        Of fpr and of fnr the sum, and the least and the greatest of those that count.
    """

    pc: FloatArray
    rates: FloatArray


def _sum_of_one(curve: CostCurve, share: float) -> _Sum:
    """Begin a sum; a curve that does not count has no rates, but its turns."""
    rates = np.stack([curve.fpr, curve.fnr])
    if not share:
        limit = np.full_like(rates, np.inf)
        return _Sum(curve.pc, np.stack([np.zeros_like(rates), limit, -limit]))
    return _Sum(curve.pc, np.stack([share * rates, rates, rates]))


def _sum_of_two(first: _Sum, second: _Sum) -> _Sum:
    """Add two sums."""
    pc = np.union1d(first.pc, second.pc)
    one, other = (
        some.rates[..., np.searchsorted(some.pc[1:-1], pc[:-1], side="right")]
        for some in (first, second)
    )
    added = [one[0] + other[0], np.minimum(one[1], other[1]), np.maximum(one[2], other[2])]
    return _Sum(pc, np.stack(added))
