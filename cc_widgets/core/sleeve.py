"""The fewest straight pieces that a greedy walk finds along a rising path."""

from math import asin, atan2, hypot, inf

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray


def sleeve(x: FloatArray, y: FloatArray, room: float, forced: BoolArray) -> IntArray:
    """Choose points so that no other one is farther than `room` from the chord over it.

    From a chosen point, each point passed leaves the directions of the lines that come near
    enough to it. The next choice is the last point in a direction that suits all those before.

    Parameters
    ----------
    x, y : ndarray of float64, shape (n_points,)
        Neither ever falls.
    room : float
        Largest distance allowed.
    forced : ndarray of bool, shape (n_points,)
        Element i says that point i must be chosen.

    Returns
    -------
    ndarray of int64
        Rising positions, the first and the last among them.

    Examples
    --------
    >>> x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.05, 1.95, 9.0])
    >>> sleeve(x, y, 0.1, np.zeros(4, bool))
    array([0, 2, 3])
    """
    points = list(zip(x.tolist(), y.tolist(), forced.tolist(), strict=True))
    chosen = [0]
    while chosen[-1] < len(points) - 1:
        chosen.append(_farthest(points, chosen[-1], room))
    return np.array(chosen, dtype=np.int64)


def _farthest(points: list[tuple[float, float, bool]], start: int, room: float) -> int:
    """Return the last point up to which one straight piece from `start` is near enough."""
    from_x, from_y, _ = points[start]
    low, high, farthest = -inf, inf, start + 1
    for i in range(start + 1, len(points)):
        x, y, forced = points[i]
        direction = atan2(y - from_y, x - from_x)
        if low <= direction <= high:
            farthest = i
        if forced:
            break
        distance = hypot(x - from_x, y - from_y)
        if distance > room:
            spread = asin(room / distance)
            low, high = max(low, direction - spread), min(high, direction + spread)
        if low > high:
            break
    return farthest
