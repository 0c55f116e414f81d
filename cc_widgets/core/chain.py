"""Rising convex chain above points: the geometry behind the ROC hull, in integers or floats.

Integer coordinates, as int64 or as Python integers in an object array, give exact answers.
With floats a point must stand out from the chord of its neighbours by more than the
rounding of the coordinates, so that points on one line do not become corners by accident.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import BoolArray, IntArray

Coordinates: TypeAlias = NDArray[Any]
# Passes over all points at once end where a walk in Python is the quicker way: few points
# left and few falling, or so many passes that each may be removing a single point.
_PASSES = 40
_FEW = 20_000
_SLOW = 0.1


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
    kept = _staircase(x, y)
    for _ in range(_PASSES):
        # Near a straight line only the walk decides: here two almost equal points would
        # each fall because of the other.
        below = _below_chord(x[kept], y[kept], -tolerance)
        fallen = int(np.count_nonzero(below))
        kept = kept[~below]
        if not fallen or (fallen < _SLOW * kept.size and kept.size < _FEW):
            break
    return kept[_walk(x[kept].tolist(), y[kept].tolist(), tolerance)]


def _staircase(x: Coordinates, y: Coordinates) -> IntArray:
    """Return positions in the order of x, then y, without equal points and falls.

    With falls left in, rounding could take an up and down of one width for a straight line.
    """
    order = np.arange(x.size, dtype=np.int64)
    if np.any(np.diff(x) < 0) or np.any(np.diff(y) < 0):
        # Python's sort is stable and takes integers of any size; numpy's lexsort does not.
        points = list(zip(x.tolist(), y.tolist(), strict=True))
        order = np.array(sorted(range(x.size), key=points.__getitem__), dtype=np.int64)
        order = order[y[order] >= np.maximum.accumulate(y[order])]
    new = np.ones(order.size, dtype=bool)
    new[1:] = (np.diff(x[order]) != 0) | (np.diff(y[order]) != 0)
    return order[new]


def _below_chord(x: Coordinates, y: Coordinates, tolerance: float) -> BoolArray:
    """Mark the points on or below the chord of their two neighbours."""
    dx, dy = np.diff(x), np.diff(y)
    left_x, left_y, right_x, right_y = dx[:-1], dy[:-1], dx[1:], dy[1:]
    below = np.zeros(x.size, dtype=bool)
    below[1:-1] = _turns_left(left_x, left_y, right_x, right_y, tolerance)
    return below


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
