"""Cost curves made of lines: one line for each range of pc.

An `Envelope` is one; so are averages of envelopes, differences of two, and what a rule that
picks a classifier for each pc costs. Such a curve need not be continuous.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, freeze

# Rates that differ by no more than this are one rate, computed in two ways.
SAME_RATE = 8 * float(np.finfo(np.float64).eps)


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


@dataclass(frozen=True, eq=False, slots=True)
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

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

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
    """Find ranges of pc on which every curve is one line.

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
    """Cut a curve into shorter pieces.

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
    """Find the piece that holds each pc.

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
    """Read a curve.

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
        (np.abs(first.fpr - second.fpr) <= SAME_RATE)
        & (np.abs(first.fnr - second.fnr) <= SAME_RATE)
    )


def is_trivial(curve: CostCurve) -> BoolArray:
    """Tell which pieces are lines of the two trivial rules.

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
