"""Curves in pieces: straight over pc in cost space, joined points in ROC space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from cc_widgets.core._results import SAME, BoolArray, FloatArray, IntArray, result
from cc_widgets.errors import CostCurveError

# ---- Cost curves made of lines: one line for each range of pc


class CostCurve(Protocol):
    """What has, for each range of pc, one line in cost space; an `Envelope` for instance."""

    @property
    def pc(self) -> FloatArray:
        """Rising from 0 to 1, shape (n_pieces + 1,): piece i ends where piece i + 1 starts."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is where the line of piece i stands at pc = 0."""

    @property
    def fnr(self) -> FloatArray:
        """Element i is where the line of piece i stands at pc = 1."""


@result
class CostPieces:
    """A piecewise linear function of pc.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1; piece i goes from pc[i] to pc[i + 1].
    fpr, fnr : ndarray of float64, shape (n_pieces,)
        Piece i lies on the line from (0, fpr[i]) to (1, fnr[i]). In a difference of two
        curves these are differences of rates.
    """

    pc: FloatArray
    fpr: FloatArray
    fnr: FloatArray

    @property
    def start_cost(self) -> FloatArray:
        """Values at the left ends.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i].
        """
        return self.fpr * (1.0 - self.pc[:-1]) + self.fnr * self.pc[:-1]

    @property
    def stop_cost(self) -> FloatArray:
        """Values at the right ends.

        Returns
        -------
        ndarray of float64, shape (n_pieces,)
            Element i is the value of piece i at pc[i + 1].
        """
        return self.fpr * (1.0 - self.pc[1:]) + self.fnr * self.pc[1:]


TRIVIAL_RULES = CostPieces(
    pc=np.array([0.0, 0.5, 1.0]), fpr=np.array([0.0, 1.0]), fnr=np.array([1.0, 0.0])
)


def common_edges(curves: Sequence[CostCurve]) -> FloatArray:
    """Edges between which every curve is one line.

    Parameters
    ----------
    curves : sequence of CostCurve
        At least one.

    Returns
    -------
    ndarray of float64, shape (n_pieces + 1,)
        Every pc at which some curve turns, from 0 to 1, each once.
    """
    return np.unique(np.concatenate([curve.pc for curve in curves]))


def cut(curve: CostCurve, edges: FloatArray) -> CostPieces:
    """Curve cut into shorter pieces.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    edges : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1; the ends of the curve's own pieces are among them.

    Returns
    -------
    CostPieces
        The same function; piece i goes from edges[i] to edges[i + 1].

    Examples
    --------
    >>> cut(TRIVIAL_RULES, np.array([0.0, 0.25, 0.5, 1.0])).fpr
    array([0., 0., 1.])
    """
    piece = np.searchsorted(curve.pc[1:-1], edges[:-1], side="right")
    return CostPieces(pc=edges, fpr=curve.fpr[piece], fnr=curve.fnr[piece])


def piece_at(curve: CostCurve, pc: FloatArray | float) -> IntArray:
    """Position of the piece that holds each pc.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    pc : float or ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of int64, in the shape of `pc`
        Where two pieces meet, the left one.
    """
    return np.asarray(np.searchsorted(curve.pc[1:-1], pc), dtype=np.int64)


def values_at(curve: CostCurve, pc: FloatArray | float) -> FloatArray:
    """Value of a curve at each pc.

    Parameters
    ----------
    curve : CostCurve
        The curve.
    pc : float or ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of float64, in the shape of `pc`
        Element i is the value at pc[i]; where two pieces meet, that of the left one.

    Examples
    --------
    >>> values_at(TRIVIAL_RULES, np.array([0.0, 0.25, 0.5, 1.0]))
    array([0.  , 0.25, 0.5 , 0.  ])
    """
    piece = piece_at(curve, pc)
    return np.asarray(curve.fpr[piece] * (1.0 - pc) + curve.fnr[piece] * pc)


def same_lines(first: CostPieces, second: CostPieces) -> BoolArray:
    """Tell where two curves, cut at the same edges, follow one line.

    Parameters
    ----------
    first, second : CostPieces
        With the same `pc`.

    Returns
    -------
    ndarray of bool, shape (n_pieces,)
        Element i is true if both lines of piece i are equal up to the rounding of rates.
    """
    return np.asarray(
        (np.abs(first.fpr - second.fpr) <= SAME) & (np.abs(first.fnr - second.fnr) <= SAME)
    )


def is_trivial(curve: CostCurve) -> BoolArray:
    """Which pieces are lines of the two trivial rules.

    Parameters
    ----------
    curve : CostCurve
        The curve.

    Returns
    -------
    ndarray of bool, shape (n_pieces,)
        Element i is true if piece i always, or never, calls positive.
    """
    never = (curve.fpr == 0.0) & (curve.fnr == 1.0)
    always = (curve.fpr == 1.0) & (curve.fnr == 0.0)
    return np.asarray(never | always)


# ---- ROC points joined by segments, from (0, 0) to (1, 1)


class RocPoints(Protocol):
    """What has rates: a `RocCurve` or a `Hull`."""

    @property
    def fpr(self) -> FloatArray:
        """Element i is the false positive rate of point i."""

    @property
    def tpr(self) -> FloatArray:
        """Element i is the true positive rate of point i."""


@result
class JoinedCurve:
    """A rising curve from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (n_points,)
        Element i is point i; neither rate falls, no point stands twice in a row.
    """

    fpr: FloatArray
    tpr: FloatArray


def join(points: RocPoints, where: str = "curve") -> JoinedCurve:
    """Points joined by segments, with the two trivial rules at the ends.

    Parameters
    ----------
    points : RocCurve or Hull
        Points that rise from left to right.
    where : str
        What the user calls them.

    Returns
    -------
    JoinedCurve
        The points, from (0, 0) to (1, 1).

    Raises
    ------
    CostCurveError
        If the points do not rise.

    Examples
    --------
    >>> from cc_widgets.core import RocCurve
    >>> join(RocCurve(np.array([0.3]), np.array([0.7]))).tpr
    array([0. , 0.7, 1. ])
    """
    fpr = np.concatenate([[0.0], points.fpr, [1.0]])
    tpr = np.concatenate([[0.0], points.tpr, [1.0]])
    run, rise = np.diff(fpr), np.diff(tpr)
    if np.any(run < 0) or np.any(rise < 0):
        first = int(np.flatnonzero((run < 0) | (rise < 0))[0])
        raise CostCurveError(
            "points can only be joined to a curve if both rates rise",
            where=where,
            got=f"({fpr[first + 1]}, {tpr[first + 1]}) after ({fpr[first]}, {tpr[first]})",
            fix="Pass their hull instead: convex_hull([curve]).",
        )
    new = np.append(True, (run > 0) | (rise > 0))
    return JoinedCurve(fpr=fpr[new], tpr=tpr[new])
