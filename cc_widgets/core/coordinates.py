"""Coordinates in which points of several curves can be compared: whole numbers if possible."""

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core.arrays import IntArray
from cc_widgets.core.chain import Coordinates

if TYPE_CHECKING:  # the hull, beside which curves are defined, works in these coordinates
    from collections.abc import Sequence

    from cc_widgets.core.roc import RocCurve

_EPS = float(np.finfo(np.float64).eps)
_INT64_SAFE = 2**62


@dataclass(frozen=True, slots=True)
class Frame:
    """What the coordinates of points are out of.

    Attributes
    ----------
    negatives, positives : int
        Totals that suit every curve; both 1 if rates must do.
    tolerance : float
        How far a coordinate may be off: 0 for whole numbers.
    """

    negatives: int
    positives: int
    tolerance: float

    @property
    def dtype(self) -> type[Any]:
        """The type of coordinates: one in which products of two of them are exact."""
        return np.float64 if self.tolerance else whole_numbers(self.negatives * self.positives)


def whole_numbers(largest: float) -> type[Any]:
    """Return a type of whole numbers that holds products up to this, as exactly as they are.

    Parameters
    ----------
    largest : float
        The largest product of two coordinates.

    Returns
    -------
    type
        int64, or Python integers.

    Examples
    --------
    >>> whole_numbers(10.0**20)
    <class 'object'>
    """
    return np.int64 if largest < _INT64_SAFE else object


def common_frame(curves: "Sequence[RocCurve]") -> Frame:
    """Find totals that make whole numbers of every point of counted curves.

    Parameters
    ----------
    curves : sequence of RocCurve
        Curves to compare.

    Returns
    -------
    Frame
        The least common totals; with other weights or bare rates among them, rates with their
        rounding: sums of n weights stray like the root of n.

    Examples
    --------
    >>> common_frame([])
    Frame(negatives=1, positives=1, tolerance=0.0)
    """
    negatives, positives = 1, 1
    for curve in curves:
        if curve.counts is None or curve.counts.tp.dtype.kind != "i":
            longest = max(one.fpr.size for one in curves)
            return Frame(1, 1, _EPS * (4 + float(np.sqrt(longest))))
        negatives = lcm(negatives, int(curve.counts.negatives))
        positives = lcm(positives, int(curve.counts.positives))
    return Frame(negatives, positives, 0.0)


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """Points in the coordinates of a frame.

    Attributes
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Element i is fpr and tpr of point i, out of the totals of the frame.
    """

    x: Coordinates
    y: Coordinates


def place(curve: "RocCurve", frame: Frame, points: IntArray | None = None) -> Placed:
    """Return the points of a curve in the coordinates of a frame.

    Parameters
    ----------
    curve : RocCurve
        One of the curves that the frame was made for.
    frame : Frame
        Common totals.
    points : ndarray of int64, optional
        Positions of the points wanted; all of them if it is left out.

    Returns
    -------
    Placed
        Element i is point i, or the i-th of those wanted.

    Examples
    --------
    >>> from cc_widgets.core.roc import RocCurve
    >>> curve = RocCurve(np.array([0.3]), np.array([0.7]))
    >>> place(curve, common_frame([curve])).x
    array([0.3])
    """
    wanted = slice(None) if points is None else points
    if curve.counts is None or frame.tolerance:
        return Placed(curve.fpr[wanted], curve.tpr[wanted])
    fp, tp = (count[wanted].astype(frame.dtype) for count in (curve.counts.fp, curve.counts.tp))
    return Placed(
        fp * (frame.negatives // int(curve.counts.negatives)),
        tp * (frame.positives // int(curve.counts.positives)),
    )
