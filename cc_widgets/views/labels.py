"""Words in figures: at the curves, and beside the rules that need no classifier."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]

# Sides of a curve on which its name may stand, the best one first.
RIGHT_OR_BELOW = np.array([[1.0, -1.0], [0.0, -1.0], [1.0, 0.0]])
BELOW = np.array([[0.0, -1.0], [0.5, -1.0], [-0.5, -1.0], [1.0, -1.0], [-1.0, -1.0]])
AROUND = np.array([*BELOW, [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, 0.0], [-1.0, 0.0]])

# Of the narrowest plot area that is usual, some 320 pixels.
_LETTER = 0.0225
_HEIGHT = 0.052
_GAP = 0.016
_RIM = 0.01
_CLEAR_ENOUGH = 0.12
_CROWD = 8
_SAMPLES = 96
_NOWHERE = np.empty((0, 2))
_STEPS = 24
_RIM_OF_A_NAME = 0.5 * _GAP / sqrt(2.0)  # at its corners no more than half a gap away
_GRID = 256


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle to keep free: its centre and half its size."""

    x: float
    y: float
    half_width: float
    half_height: float


def box_of(text: str, x: float, y: float) -> Box:
    """What a text takes up when it is centred at a place."""
    return Box(x, y, 0.5 * _LETTER * len(text), 0.5 * _HEIGHT)


def place_names(  # noqa: PLR0913 (options, by name only)
    names: Sequence[str],
    curves: Sequence[Places],
    *,
    beside: Sequence[Places] | None = None,
    taken: Sequence[Box] = (),
    rivals: Sequence[Places] = (),
    walls: Sequence[Places] = (),
    sides: Places = RIGHT_OR_BELOW,
) -> list[tuple[float, float] | None]:
    """Find a place beside its curve for each name.

    Parameters
    ----------
    names : sequence of str
        Element i belongs to curve i.
    curves : sequence of ndarray of float64, shape (n_vertices, 2)
        Vertices; what lies outside the plot area is not seen and gets no name.
    beside : sequence of ndarray of float64, shape (n_vertices, 2), optional
        The parts of the curves along which names may stand; by default all.
    taken : sequence of Box
        Rectangles of other words.
    rivals : sequence of ndarray of float64, shape (n_vertices, 2)
        Other curves, to which a name must not seem to belong either.
    walls : sequence of ndarray of float64, shape (n_vertices, 2)
        Curves that no name should cross, their owner's neither.
    sides : ndarray of float64, shape (n_sides, 2)
        On which sides of their curves names may stand: below the hull no iso-performance
        line is in their way, and inside the tent of trivial rules no crowd of cost lines.

    Returns
    -------
    list of (x, y) or None
        Where to centre each name: nearest to its own curve, if it can be, and far from all
        others; None where nothing is free.

    Examples
    --------
    >>> place_names(["a"], [np.array([[0.0, 0.0], [1.0, 1.0]])])[0] is None
    False
    """
    sampled = [_along(curve, _SAMPLES) for curve in curves]
    crowd = _Crowd([*sampled, *(_along(curve, _SAMPLES) for curve in rivals)])
    crossed = np.concatenate([_NOWHERE, *(_along(curve, _SAMPLES) for curve in walls)])
    stretches = sampled if beside is None else [_along(part, _SAMPLES) for part in beside]
    boxes = list(taken)
    found: list[tuple[float, float] | None] = []
    for position, name in enumerate(names):
        size = box_of(name, 0.0, 0.0)
        places = _beside(stretches[position], size, sides)
        places = places[_distance(places, size, crossed) > 0.0]
        box = _best(places, size, position, crowd, boxes)
        found.append(None if box is None else (box.x, box.y))
        boxes += [] if box is None else [box]
    return found


class _Crowd:
    """Points of all curves, and a coarse count of them by which most places fall at once."""

    def __init__(self, curves: Sequence[Places]) -> None:
        self.curves = curves
        self.dense = len(curves) - 1 > _CROWD
        cell = (np.concatenate([_NOWHERE, *curves]) * _GRID).astype(np.int64)
        count = np.zeros((_GRID + 1, _GRID + 1), dtype=np.int64)
        np.add.at(count, tuple(np.minimum(cell, _GRID - 1).T + 1), 1)
        self._below = count.cumsum(axis=0).cumsum(axis=1)

    def rounds(self, position: int) -> Iterator[Places]:
        """The points of all curves but one, a few curves from all over at a time."""
        others = [*self.curves[:position], *self.curves[position + 1 :]]
        step = max(1, len(others) // _CROWD)
        for start in range(step):
            yield np.concatenate([_NOWHERE, *others[start::step]])

    def free(self, places: Places, size: Box) -> NDArray[np.bool_]:
        """Which rectangles have no point in any cell that is wholly inside.

        In a crowd a name must keep some distance from other curves too, not from its own only.
        """
        half = np.array([size.half_width, size.half_height]) + (_RIM_OF_A_NAME * self.dense)
        left, low = np.clip(np.ceil((places - half) * _GRID), 0, _GRID).astype(np.int64).T
        right, high = np.clip(np.floor((places + half) * _GRID), 0, _GRID).astype(np.int64).T
        below, right, high = self._below, np.maximum(left, right), np.maximum(low, high)
        inside = below[right, high] - below[left, high] - below[right, low] + below[left, low]
        free: NDArray[np.bool_] = inside == 0
        return free


def _best(
    places: Places, size: Box, position: int, crowd: _Crowd, taken: Sequence[Box]
) -> Box | None:
    """The free rectangle of a size that is farthest from all other curves.

    One that is nearer to another curve is the last resort, and none at all in a crowd.
    """
    free = crowd.free(places, size)
    for box in taken:
        apart_x = np.abs(places[:, 0] - box.x) > size.half_width + box.half_width
        apart_y = np.abs(places[:, 1] - box.y) > size.half_height + box.half_height
        free &= apart_x | apart_y
    near = _distance(places[free], size, crowd.curves[position])
    places, near = places[free][near >= 0.5 * _GAP], near[near >= 0.5 * _GAP]
    if not places.size:
        return None
    least = near if crowd.dense else np.zeros(len(places))
    clear = np.full(len(places), np.inf)
    for points in crowd.rounds(position):
        left = clear > least
        if not np.any(left):
            return None
        clear[left] = np.minimum(clear[left], _distance(places[left], size, points))
    worth = np.minimum(clear, _CLEAR_ENOUGH) - (clear <= near)
    free = clear > least
    if not np.any(free):
        return None
    best = int(np.argmax(np.where(free, worth, -np.inf)))
    x, y = places[best].tolist()
    return Box(x, y, size.half_width, size.half_height)


def _beside(curve: Places, size: Box, sides: Places) -> Places:
    """Centres of rectangles that nearly touch a curve, the right end first."""
    steps = curve[:: -max(1, len(curve) // _STEPS)]
    away_x, away_y = size.half_width + _GAP, size.half_height + _GAP
    places = (steps[:, None, :] + sides * [away_x, away_y]).reshape(-1, 2)
    half = np.array([size.half_width, size.half_height])
    inside = np.all((places >= half + _RIM) & (places <= 1.0 - half - _RIM), axis=1)
    found: Places = places[inside]
    return found


def _distance(places: Places, size: Box, points: Places) -> NDArray[np.float64]:
    """How far each rectangle is from the nearest point."""
    if not points.size:
        return np.full(len(places), np.inf)
    beside = np.abs(places[:, None, 0] - points[:, 0]) - size.half_width
    above = np.abs(places[:, None, 1] - points[:, 1]) - size.half_height
    squared = np.maximum(beside, 0.0) ** 2 + np.maximum(above, 0.0) ** 2
    nearest: NDArray[np.float64] = np.sqrt(squared.min(axis=1))
    return nearest


def _along(curve: Places, count: int) -> Places:
    """Evenly spaced places on a curve, those in the plot area."""
    if len(curve) < 2:  # noqa: PLR2004 (a line has two ends)
        return curve
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(curve, axis=0).T)))
    stops = np.linspace(0.0, way[-1], count)
    places = np.column_stack([np.interp(stops, way, axis) for axis in curve.T])
    seen: Places = places[np.all((places >= 0.0) & (places <= 1.0), axis=1)]
    return seen
