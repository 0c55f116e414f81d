"""Which points of many to draw, and a threshold in as few decimals as decide the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, ceil, hypot, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._hull import RocCurve
from cc_widgets.core._reading import read_number, read_numbers
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.errors import CostCurveError, shown

# ---- The fewest straight pieces that a greedy walk finds along a rising path


def sleeve(x: FloatArray, y: FloatArray, room: float, forced: BoolArray) -> IntArray:
    """Positions of points such that no other is farther than `room` from the chord over it.

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
    known = _sharp_turns(x, y, room, forced).tolist()
    chosen = [0]
    while (last := chosen[-1]) < len(points) - 1:
        chosen.append(known[last] or _farthest(points, last, room))
    return np.array(chosen, dtype=np.int64)


def _sharp_turns(x: FloatArray, y: FloatArray, room: float, forced: BoolArray) -> IntArray:
    """Where the piece from each point but the last ends, if that is sure after one step or edge.

    It is where the path turns so sharply that no line comes near the next point too. Elsewhere
    zero: only a walk can tell.
    """
    start = np.arange(x.size - 1)
    is_passed = ((x[:-2] == x[2:]) | (y[:-2] == y[2:])) & ~forced[1:-1]
    stops = np.append(np.flatnonzero(~is_passed) + 1, x.size - 1)
    end = stops[np.searchsorted(stops, start, side="right")]
    after = np.minimum(end + 1, x.size - 1)
    (first, spread), (second, other) = (_sight(x, y, to, room) for to in (end, after))
    is_straight = (end == start + 1) | (x[end] == x[:-1]) | (y[end] == y[:-1])
    is_sure = forced[end] | (end == after) | (np.abs(second - first) > spread + other)
    return np.where(is_straight & is_sure, end, 0)


def _sight(
    x: FloatArray, y: FloatArray, to: IntArray, room: float
) -> tuple[FloatArray, FloatArray]:
    """Directions from each point but the last to another one, and how far off lines may go."""
    width, height = x[to] - x[:-1], y[to] - y[:-1]
    distance = np.hypot(width, height)
    share = np.divide(room, distance, out=np.full_like(distance, np.nan), where=distance > room)
    return np.arctan2(height, width), np.arcsin(share)


def _farthest(points: list[tuple[float, float, bool]], start: int, room: float) -> int:
    """The last point up to which one straight piece from `start` is near enough."""
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


# ---- Fewer points of a curve for display, with a bound on what the eye can miss


HALF_PIXEL = 0.0005
_FEWEST = 2
# Of two points whose rates differ by w in sum, none between is farther than w / sqrt(8).
_WIDTH_PER_ERROR = sqrt(8)
_STEP_SHARE = 0.4
_MOST_STEPS = 2.0**52


@result
class Thinned:
    """Which points of a curve to draw.

    Attributes
    ----------
    index : ndarray of int64, shape (n_kept,)
        Element i is the position, in the full curve, of the i-th point kept; rising.
    error : float
        No dropped point is farther than this from the line through the kept points, in
        units of the rates; 0.0 if nothing was dropped.
    """

    index: IntArray
    error: float


def thin(curve: RocCurve, limit: int, keep: Sequence[int] | NDArray[np.integer] = ()) -> Thinned:
    """Positions of about `limit` points that draw the same curve, and how far off they are.

    The curve is cut into steps of equal fpr + tpr; the first and last point of each step
    stay. Between two points of a rising curve every other point lies in their rectangle,
    of width w and height h, hence within w h / sqrt(w^2 + h^2) of their chord.

    Parameters
    ----------
    curve : RocCurve
        A rising curve. Points in any other order are all kept.
    limit : int
        At least 2. Exceeded only if `keep` alone exceeds it.
    keep : sequence of int
        Positions that must stay, for instance hull corners.

    Returns
    -------
    Thinned
        Positions kept, the first and the last among them, and the error bound.

    Raises
    ------
    CostCurveError
        If `limit` is below 2 or a position in `keep` is not in the curve.

    Examples
    --------
    >>> steps = np.linspace(0.0, 1.0, 1001)
    >>> thinned = thin(RocCurve(steps, np.sqrt(steps)), limit=50)
    >>> thinned.index.size <= 50, thinned.error < 0.03
    (True, True)
    """
    most = read_number("limit", limit, "Pass 2 or more.")
    if not most >= _FEWEST:
        raise CostCurveError(
            "a curve needs its first and its last point",
            where="limit",
            got=shown(limit),
            fix="Pass 2 or more.",
        )
    wanted = _checked_positions(keep, curve.fpr.size)
    if curve.fpr.size <= most or not rises(curve):
        return _whole(curve)
    n_steps = max(1, int(most - wanted.size) // 2)
    index = np.union1d(wanted, _step_ends(curve.fpr + curve.tpr, n_steps))
    return Thinned(index=index, error=_error_bound(curve, index))


def simplify(
    curve: RocCurve,
    tolerance: float = HALF_PIXEL,
    keep: Sequence[int] | NDArray[np.integer] = (),
) -> Thinned:
    """Positions of few points that draw the same curve up to `tolerance`.

    Steps of equal fpr + tpr, so narrow that they cost at most two fifths of the tolerance,
    leave some thousand points however long the curve is. A greedy walk along these finds long
    straight pieces with the rest. Of a curve of a million examples about 30 points remain, of
    one of ten thousand some hundred, for its steps are no smaller than the tolerance.

    Parameters
    ----------
    curve : RocCurve
        A rising curve. Points in any other order are all kept.
    tolerance : float
        Largest distance, in units of the rates, of a dropped point from the line drawn; by
        default half a pixel of a figure of 1,000. Positive.
    keep : sequence of int
        Positions that must stay, for instance hull corners.

    Returns
    -------
    Thinned
        Positions kept, the first and the last among them, and the error bound.

    Raises
    ------
    CostCurveError
        If `tolerance` is not positive or a position in `keep` is not in the curve.

    Examples
    --------
    >>> steps = np.linspace(0.0, 1.0, 100_001)
    >>> simple = simplify(RocCurve(steps, np.sqrt(steps)))
    >>> simple.index.size, simple.error <= 0.0005
    (26, True)
    """
    fix = "Half a pixel of 1,000 is 0.0005."
    error = read_number("tolerance", tolerance, fix)
    if not error > 0.0:
        raise CostCurveError("must be positive", where="tolerance", got=shown(tolerance), fix=fix)
    wanted = _checked_positions(keep, curve.fpr.size)
    if curve.fpr.size <= _FEWEST or not rises(curve):
        return _whole(curve)
    n_steps = ceil(min(_MOST_STEPS, 2 / (_WIDTH_PER_ERROR * _STEP_SHARE * error)))
    index = np.union1d(wanted, _step_ends(curve.fpr + curve.tpr, n_steps))
    step_error = _error_bound(curve, index)
    x, y = curve.fpr[index], curve.tpr[index]
    chosen = sleeve(x, y, max(0.0, error - step_error), np.isin(index, wanted))
    return Thinned(index=index[chosen], error=step_error + _largest_distance(x, y, chosen))


def _checked_positions(keep: Sequence[int] | NDArray[np.integer], n_points: int) -> IntArray:
    fix = "Pass positions from 0 to the number of points less one."
    wanted = np.unique(read_numbers("keep", keep, fix))
    wrong = wanted[~((wanted >= 0) & (wanted < n_points) & (wanted == np.floor(wanted)))]
    if wrong.size:
        raise CostCurveError(
            "positions must be in the curve",
            where="keep",
            got=f"{wrong[0]:.15g} in a curve of {n_points} points",
            fix=fix,
        )
    return wanted.astype(np.int64)


def _whole(curve: RocCurve) -> Thinned:
    """All points."""
    return Thinned(index=np.arange(curve.fpr.size, dtype=np.int64), error=0.0)


def rises(curve: RocCurve) -> bool:
    """Whether neither rate ever falls.

    Examples
    --------
    >>> rises(RocCurve(np.array([0.0, 0.2, 0.2]), np.array([0.1, 0.1, 1.0])))
    True
    """
    falls = [np.any(rate[1:] < rate[:-1]) for rate in (curve.fpr, curve.tpr)]
    return not any(falls)


def _step_ends(along: FloatArray, n_steps: int) -> IntArray:
    """The first and last position of each step that has any."""
    reach = along[-1] - along[0]
    step = np.floor((along - along[0]) * (n_steps / reach)) if reach else np.zeros_like(along)
    step = np.minimum(step, n_steps - 1)  # the end of the curve belongs to the last step
    last = np.flatnonzero(np.diff(step))
    return np.concatenate([[0], last, last + 1, [along.size - 1]]).astype(np.int64)


def _error_bound(curve: RocCurve, index: IntArray) -> float:
    """The largest distance that a dropped point can have."""
    gap = np.diff(index) > 1
    width, height = np.diff(curve.fpr[index])[gap], np.diff(curve.tpr[index])[gap]
    chord = np.hypot(width, height)
    distance = np.divide(width * height, chord, out=np.zeros_like(chord), where=chord > 0)
    return float(distance.max(initial=0.0))


def _largest_distance(x: FloatArray, y: FloatArray, chosen: IntArray) -> float:
    """How far the farthest point is from the chord over it, between chosen points."""
    chord = np.searchsorted(chosen[1:-1], np.arange(x.size), side="right")
    left, right = chosen[chord], chosen[chord + 1]
    width, height = x[right] - x[left], y[right] - y[left]
    twice_area = np.abs(width * (y - y[left]) - height * (x - x[left]))
    length = np.hypot(width, height)
    distance = np.divide(twice_area, length, out=np.zeros_like(length), where=length > 0)
    return float(distance.max())


# ---- Thresholds in as few decimals as make the same decisions


_MOST_DECIMALS = 22  # greater powers of ten are no exact floats
_MOST_DIGITS = 17  # tell any two floats apart
_WHOLE = 2.0**53  # beyond, floats skip whole numbers


def short_thresholds(threshold: ScoreArray, lower: ScoreArray) -> FloatArray:
    """Thresholds in as few decimals as leave each example on its side.

    Parameters
    ----------
    threshold : ndarray of float32 or float64, shape (n_thresholds,)
        Scores from which on something is called positive.
    lower : ndarray of the same type, shape (n_thresholds,)
        Element i is the next lower score that occurs; minus infinity where there is none.

    Returns
    -------
    ndarray of float64, shape (n_thresholds,)
        Element i is the number with the fewest decimals above ``lower[i]`` and not above
        ``threshold[i]``, and of these the greatest. It is so too after rounding to the type of
        the scores, or to a shorter one that holds them. Infinite thresholds stay.

    Examples
    --------
    >>> short_thresholds(np.array([np.inf, 0.99999841935, 0.75, 3.0]),
    ...                  np.array([0.999998, 0.999998, 0.7484, 2.0]))
    array([      inf, 0.9999984, 0.75     , 3.       ])
    """
    exact = np.asarray(threshold, dtype=np.float64)
    below = np.asarray(lower, dtype=np.float64)
    short = exact.copy()
    left = np.flatnonzero(np.isfinite(exact))
    values, floors = exact[left], _floors(exact[left], below[left])
    for decimals in range(_MOST_DECIMALS + 1):
        if not left.size:
            break
        found = _cut(values, decimals)
        fits = (found <= values) & _is_above(found, floors)
        short[left[fits]] = found[fits] + 0.0
        more = ~fits & (np.abs(values) * 10.0**decimals < _WHOLE)
        left, values = left[more], values[more]
        floors = [(kind, floor[more]) for kind, floor in floors]
    for i in left.tolist():
        short[i] = _few_digits(exact[i].item(), below[i].item())
    return short


def _cut(values: FloatArray, decimals: int) -> FloatArray:
    """The floats nearest to the values cut down to some decimals."""
    scale = 10.0**decimals
    with np.errstate(over="ignore"):
        whole = np.floor(values * scale)
    # A product that was rounded up to a whole number is one too many.
    whole -= whole / scale > values
    cut: FloatArray = np.where(np.abs(whole) < _WHOLE, whole / scale, values)
    return cut


Floors = list[tuple[type[np.floating], FloatArray]]


def _floors(exact: FloatArray, below: FloatArray) -> Floors:
    """What numbers must stay above in every type that scores may have had; NaN where that is none.

    A program compares in the type of the scores; where both fit a shorter one, it may be that.
    """
    floors: Floors = [(np.float64, below)]
    with np.errstate(over="ignore"):
        for short in (np.float16, np.float32):
            fit = (exact.astype(short) == exact) & (below.astype(short) == below)
            if fit.any():
                floors.append((short, np.where(fit, below, np.nan)))
    return floors


def _is_above(found: FloatArray, floors: Floors) -> BoolArray:
    """Which numbers stay above their floors in each of the types."""
    above = np.ones(found.shape, dtype=bool)
    with np.errstate(over="ignore"):
        for kind, floor in floors:
            above &= ~(found.astype(kind, copy=False) <= floor)
    return above


def _few_digits(exact: float, below: float) -> float:
    """A number of few digits above one number and not above another."""
    floors = _floors(np.array([exact]), np.array([below]))
    for digits in range(_MOST_DIGITS):
        found = np.array([float(f"{exact:.{digits}e}")])
        if found[0] <= exact and _is_above(found, floors)[0]:
            return float(found[0])
    return exact
