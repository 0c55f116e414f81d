"""Rising convex chain above points: the geometry behind the ROC hull, in integers or floats.

Integer coordinates, as int64 or as Python integers in an object array, give exact answers.
With floats a point must stand out from the chord of its neighbours by more than the
rounding of the coordinates, so that points on one line do not become corners by accident.
"""

from itertools import count
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import BoolArray, IntArray

Coordinates: TypeAlias = NDArray[Any]
# Temporary arrays of this many elements stay in the cache of a processor.
_BLOCK = 2**16
# In a staircase of noise each pass leaves about half of the points.
_PASSES = 8
# So many passes mean that each may be removing a single point: a walk in Python is quicker.
_MOST_PASSES = 40
_NONE = np.empty(0, dtype=np.int64)


def upper_chain(x: Coordinates, y: Coordinates, tolerance: float = 0.0) -> IntArray:
    """Return the corners of the rising convex chain above all points, left to right.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates in any order; no product of two coordinates may overflow.
    tolerance : float
        Rounding of one coordinate; 0 for integers.

    Returns
    -------
    ndarray of int64, shape (n_corners,)
        Element i is the position of corner i in `x` and `y`. The first is the lowest of the
        leftmost points, the last the rightmost of the highest. Among equal points the one
        given first is the corner. No three corners are on one line.

    Examples
    --------
    >>> upper_chain(np.array([0, 0, 1, 2, 3, 4]), np.array([0, 1, 2, 3, 2, 4]))
    array([0, 1, 3, 5])
    """
    order = staircase(x, y)
    x, y = x[order], y[order]
    # Near a straight line only the walk decides: in a pass two almost equal points would
    # each fall because of the other.
    kept = without_hollows(x, y, -tolerance, passes=_MOST_PASSES)
    x, y = x[kept], y[kept]
    if np.any(_hollow(x, y, tolerance)):
        kept = kept[_walk(x.tolist(), y.tolist(), tolerance)]
    return order[kept]


def perhaps_corners(
    x: Coordinates, y: Coordinates, starts: IntArray = _NONE, tolerance: float = 0.0
) -> IntArray:
    """Leave out most of the points of staircases that are no corners of their chains.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates, one staircase after the other: neither falls within a staircase, and no
        point equals the one before.
    starts : ndarray of int64
        The positions of the first points of the staircases; 0 may be left out.
    tolerance : float
        Rounding of one coordinate; 0 for integers.

    Returns
    -------
    ndarray of int64
        Rising positions, the corners among them.

    Examples
    --------
    >>> x, y = np.array([0, 1, 2, 3, 0, 1, 2]), np.array([0, 1, 2, 4, 0, 2, 3])
    >>> perhaps_corners(x, y, np.array([0, 4]))
    array([0, 3, 4, 5, 6])
    """
    pieces = []
    for first in range(0, x.size, _BLOCK):
        piece = slice(first, first + _BLOCK)
        inside = starts[(starts > first) & (starts < first + _BLOCK)] - first
        kept = without_hollows(x[piece], y[piece], -tolerance, inside, passes=_PASSES)
        pieces.append(kept + first)
    return np.concatenate(pieces)


def staircase(x: Coordinates, y: Coordinates) -> IntArray:
    """Return positions in the order of x, then y, without equal points and falls.

    With falls left in, rounding could take an up and down of one width for a straight line.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates in any order.

    Returns
    -------
    ndarray of int64
        Positions; among equal points the one given first.

    Examples
    --------
    >>> staircase(np.array([2, 0, 1, 1, 1]), np.array([2, 0, 1, 0, 1]))
    array([1, 3, 2, 0])
    """
    order = np.arange(x.size, dtype=np.int64)
    if np.any(x[1:] < x[:-1]) or np.any(y[1:] < y[:-1]):
        order = _sorted(x, y)
        order = order[y[order] >= np.maximum.accumulate(y[order])]
        x, y = x[order], y[order]
    same = (x[1:] == x[:-1]) & (y[1:] == y[:-1])
    return order[np.append(True, ~same)] if np.any(same) else order


def _sorted(x: Coordinates, y: Coordinates) -> IntArray:
    """Return positions in the order of x, then y, then as given."""
    # Two stable sorts, for lexsort does not take integers of any size in every NumPy.
    order = np.argsort(y, kind="stable")
    return order[np.argsort(x[order], kind="stable")].astype(np.int64)


def without_hollows(
    x: Coordinates,
    y: Coordinates,
    tolerance: float = 0.0,
    starts: IntArray = _NONE,
    *,
    passes: int | None = None,
) -> IntArray:
    """Leave out hollows, all at once, again and again.

    Parameters
    ----------
    x, y : ndarray of int64, object (Python integers) or float64, shape (n_points,)
        Coordinates, one staircase after the other: neither falls within a staircase, and no
        point equals the one before.
    tolerance : float
        Rounding of one coordinate; 0 for integers.
    starts : ndarray of int64
        The positions of the first points of the staircases; 0 may be left out.
    passes : int, optional
        When to stop even though some hollows are left.

    Returns
    -------
    ndarray of int64
        Rising positions: exactly the corners of each chain, unless the passes did not suffice.

    Examples
    --------
    >>> x, y = np.array([0, 1, 2, 3, 0, 1, 2]), np.array([0, 1, 2, 4, 0, 2, 3])
    >>> without_hollows(x, y, starts=np.array([0, 4]))
    array([0, 3, 4, 5, 6])
    """
    kept = np.arange(x.size, dtype=np.int64)
    end = np.zeros(x.size, dtype=bool)
    end[starts] = end[starts - 1] = True
    for _ in count() if passes is None else range(passes):
        falls = _hollow(x, y, tolerance)
        falls[1:-1] &= ~end[1:-1]
        if not np.any(falls):
            break
        left = np.flatnonzero(~falls)
        x, y, end, kept = x[left], y[left], end[left], kept[left]
    return kept


def _hollow(x: Coordinates, y: Coordinates, tolerance: float) -> BoolArray:
    """Mark the points on or below the chord of their two neighbours."""
    dx, dy = np.diff(x), np.diff(y)
    hollow = np.zeros(x.size, dtype=bool)
    hollow[1:-1] = _turns_left(dx[:-1], dy[:-1], dx[1:], dy[1:], tolerance)
    return hollow


def _turns_left(left_x: Any, left_y: Any, right_x: Any, right_y: Any, tolerance: float) -> Any:  # noqa: ANN401 (scalars and arrays alike)
    """Tell whether a path goes straight on or bends up: its middle is then no corner."""
    if not tolerance:
        return left_y * right_x <= right_y * left_x
    size = abs(left_x) + abs(left_y) + abs(right_x) + abs(right_y)
    return left_y * right_x - right_y * left_x <= tolerance * size


def _walk(x: list[Any], y: list[Any], tolerance: float) -> IntArray:
    """Return the corners by walking once from left to right."""
    corners: list[int] = []
    for i in range(len(x)):
        while len(corners) > 1:
            a, b = corners[-2], corners[-1]
            sides = (x[b] - x[a], y[b] - y[a], x[i] - x[b], y[i] - y[b])
            if not _turns_left(*sides, tolerance):
                break
            corners.pop()
        corners.append(i)
    return np.array(corners, dtype=np.int64)
