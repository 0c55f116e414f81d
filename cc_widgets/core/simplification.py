"""Fewer points for plotting a curve, and thresholds with fewer decimals."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, atan2, ceil, hypot, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.hull import RocCurve
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.validation import read_number, read_numbers
from cc_widgets.errors import CostCurveError, shown

__all__ = ["Thinned", "simplify", "thin"]

# ---- Sleeve fitting: few straight pieces along a non-decreasing path


def sleeve_fit(x: FloatArray, y: FloatArray, tolerance: float, required: BoolArray) -> IntArray:
    """Return positions of points such that no other is farther than `tolerance` from its chord.

    Neither `x` nor `y` may decrease; points marked as `required` are kept. This is the
    sleeve-fitting algorithm: from a kept point, each point passed limits the directions of the
    lines that are near enough to it, and the next kept point is the last one in a direction
    within all these limits.

    Examples
    --------
    >>> x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.05, 1.95, 9.0])
    >>> sleeve_fit(x, y, 0.1, np.zeros(4, bool))
    array([0, 2, 3])
    """
    points = list(zip(x.tolist(), y.tolist(), required.tolist(), strict=True))
    end_if_sharp = _sharp_turns(x, y, tolerance, required).tolist()
    chosen = [0]
    while (last := chosen[-1]) < len(points) - 1:
        chosen.append(end_if_sharp[last] or farthest_visible(points, last, tolerance))
    return np.array(chosen, dtype=np.int64)


def _sharp_turns(x: FloatArray, y: FloatArray, tolerance: float, required: BoolArray) -> IntArray:
    """Return the end of the chord from each point but the last, if one step or edge determines it.

    There the path turns so sharply that no line is close enough to the following point as well.
    Elsewhere the result is 0: only a walk along the path determines the end.
    """
    start = np.arange(x.size - 1)
    is_passed = ((x[:-2] == x[2:]) | (y[:-2] == y[2:])) & ~required[1:-1]
    stops = np.append(np.flatnonzero(~is_passed) + 1, x.size - 1)
    end = stops[np.searchsorted(stops, start, side="right")]
    after = np.minimum(end + 1, x.size - 1)
    (first, first_spread), (second, second_spread) = (
        _directions_to(x, y, to, tolerance) for to in (end, after)
    )
    is_straight = (end == start + 1) | (x[end] == x[:-1]) | (y[end] == y[:-1])
    is_sure = (
        required[end] | (end == after) | (np.abs(second - first) > first_spread + second_spread)
    )
    return np.where(is_straight & is_sure, end, 0)


def _directions_to(
    x: FloatArray, y: FloatArray, to: IntArray, tolerance: float
) -> tuple[FloatArray, FloatArray]:
    """Return the direction from each point except the last to `to`, and the allowed deviation."""
    width, height = x[to] - x[:-1], y[to] - y[:-1]
    distance = np.hypot(width, height)
    sine = np.divide(
        tolerance, distance, out=np.full_like(distance, np.nan), where=distance > tolerance
    )
    return np.arctan2(height, width), np.arcsin(sine)


def farthest_visible(points: list[tuple[float, float, bool]], start: int, tolerance: float) -> int:
    """Return the last point whose chord from `start` is close enough to all points in between."""
    from_x, from_y, _ = points[start]
    low, high, farthest = -inf, inf, start + 1
    for i in range(start + 1, len(points)):
        x, y, required = points[i]
        direction = atan2(y - from_y, x - from_x)
        if low <= direction <= high:
            farthest = i
        if required:
            break
        distance = hypot(x - from_x, y - from_y)
        if distance > tolerance:
            spread = asin(tolerance / distance)
            low, high = max(low, direction - spread), min(high, direction + spread)
        if low > high:
            break
    return farthest


# ---- Fewer points of a curve, with their error


HALF_PIXEL = 0.0005
_FEWEST = 2
# No point between two whose rates differ by w in sum is farther than w / sqrt(8) from their chord.
_WIDTH_PER_ERROR = sqrt(8)
_STEP_SHARE = 0.4
_MOST_STEPS = 2.0**52


@result
class Thinned:
    """Selected points of a curve, for plotting.

    Attributes
    ----------
    index : ndarray of int64, shape (n_kept,)
        Element i is the position, in the full curve, of kept point i; increasing.
    error : float
        Maximum distance of a dropped point from the line through the kept points, in units of
        the rates; 0.0 if no points were dropped.
    """

    index: IntArray
    error: float


def thin(curve: RocCurve, limit: int, keep: Sequence[int] | NDArray[np.integer] = ()) -> Thinned:
    """Positions of about `limit` points that represent a curve, with their error.

    The curve is divided into steps of equal fpr + tpr; the first and last point of each step
    are kept.

    Parameters
    ----------
    curve : RocCurve
        A non-decreasing curve. All points of other curves are kept.
    limit : int
        Maximum number of points, at least 2. It is exceeded only if `keep` alone exceeds it.
    keep : sequence of int
        Positions that must be kept, for example hull corners.

    Returns
    -------
    Thinned
        Kept positions, including the first and the last, and the error.

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
            "must be at least 2, for the first and the last point",
            where="limit",
            got=shown(limit),
            fix="Pass 2 or more.",
        )
    required = _checked_positions(keep, curve.fpr.size)
    if curve.fpr.size <= most or not rises(curve):
        return _unthinned(curve)
    n_steps = max(1, int(most - required.size) // 2)
    index = np.union1d(required, _step_ends(curve.fpr + curve.tpr, n_steps))
    return Thinned(index=index, error=_largest_distance(curve.fpr, curve.tpr, index))


def simplify(
    curve: RocCurve,
    tolerance: float = HALF_PIXEL,
    keep: Sequence[int] | NDArray[np.integer] = (),
) -> Thinned:
    """Positions of few points that represent a curve up to `tolerance`.

    Steps of equal fpr + tpr, so narrow that they use at most two fifths of the tolerance,
    leave a few thousand points, however long the curve is. Sleeve fitting with the rest of the
    tolerance reduces these to long straight pieces: about 30 points for a curve of a million
    examples, and about 100 for ten thousand, whose steps are not smaller than the tolerance.

    Parameters
    ----------
    curve : RocCurve
        A non-decreasing curve. All points of other curves are kept.
    tolerance : float
        Maximum distance, in units of the rates, of a dropped point from the polyline; positive. The
        default is half a pixel of a figure of 1,000 pixels.
    keep : sequence of int
        Positions that must be kept, for example hull corners.

    Returns
    -------
    Thinned
        Kept positions, including the first and the last, and the error.

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
    required = _checked_positions(keep, curve.fpr.size)
    if curve.fpr.size <= _FEWEST or not rises(curve):
        return _unthinned(curve)
    n_steps = ceil(min(_MOST_STEPS, 2 / (_WIDTH_PER_ERROR * _STEP_SHARE * error)))
    index = np.union1d(required, _step_ends(curve.fpr + curve.tpr, n_steps))
    step_error = _error_bound(curve, index)
    x, y = curve.fpr[index], curve.tpr[index]
    chosen = sleeve_fit(x, y, max(0.0, error - step_error), np.isin(index, required))
    return Thinned(
        index=index[chosen], error=_largest_distance(curve.fpr, curve.tpr, index[chosen])
    )


def _checked_positions(keep: Sequence[int] | NDArray[np.integer], n_points: int) -> IntArray:
    fix = "Pass positions from 0 to the number of points minus one."
    positions = np.unique(read_numbers("keep", keep, fix))
    wrong = positions[
        ~((positions >= 0) & (positions < n_points) & (positions == np.floor(positions)))
    ]
    if wrong.size:
        raise CostCurveError(
            "must be positions in the curve",
            where="keep",
            got=f"{wrong[0]:.15g} in a curve of {n_points} points",
            fix=fix,
        )
    return positions.astype(np.int64)


def _unthinned(curve: RocCurve) -> Thinned:
    """Return all points of the curve."""
    return Thinned(index=np.arange(curve.fpr.size, dtype=np.int64), error=0.0)


def rises(curve: RocCurve) -> bool:
    """Return whether both rates are non-decreasing.

    Examples
    --------
    >>> rises(RocCurve(np.array([0.0, 0.2, 0.2]), np.array([0.1, 0.1, 1.0])))
    True
    """
    falls = [np.any(rate[1:] < rate[:-1]) for rate in (curve.fpr, curve.tpr)]
    return not any(falls)


def _step_ends(along: FloatArray, n_steps: int) -> IntArray:
    """Return the first and last position of each non-empty step."""
    reach = along[-1] - along[0]
    step = np.floor((along - along[0]) * (n_steps / reach)) if reach else np.zeros_like(along)
    step = np.minimum(step, n_steps - 1)  # the end of the curve is in the last step
    last = np.flatnonzero(np.diff(step))
    return np.concatenate([[0], last, last + 1, [along.size - 1]]).astype(np.int64)


def _error_bound(curve: RocCurve, index: IntArray) -> float:
    """Return the maximum distance that a dropped point can have from its chord.

    It is in the rectangle of the two kept points around it, of width w and height h, and therefore
    within w h / sqrt(w^2 + h^2) of their chord.
    """
    gap = np.diff(index) > 1
    width, height = np.diff(curve.fpr[index])[gap], np.diff(curve.tpr[index])[gap]
    chord = np.hypot(width, height)
    distance = np.divide(width * height, chord, out=np.zeros_like(chord), where=chord > 0)
    return float(distance.max(initial=0.0))


def _largest_distance(x: FloatArray, y: FloatArray, chosen: IntArray) -> float:
    """Return the maximum distance of a point from the chord between chosen points around it."""
    chord = np.searchsorted(chosen[1:-1], np.arange(x.size), side="right")
    left, right = chosen[chord], chosen[chord + 1]
    width, height = x[right] - x[left], y[right] - y[left]
    twice_area = np.abs(width * (y - y[left]) - height * (x - x[left]))
    length = np.hypot(width, height)
    distance = np.divide(twice_area, length, out=np.zeros_like(length), where=length > 0)
    return float(distance.max())


# ---- Thresholds with few decimals that classify each example as before


_MAX_DECIMALS = 22  # larger powers of ten are not exact floats
_MAX_DIGITS = 17  # enough to distinguish any two floats
_MAX_EXACT_INT = 2.0**53  # floats represent all integers up to here


def short_thresholds(threshold: ScoreArray, lower: ScoreArray) -> FloatArray:
    """Round thresholds to the fewest decimals that leave all classifications unchanged.

    ``lower[i]`` is the next lower score after ``threshold[i]``, minus infinity without one. Element
    i is the number with the fewest decimals in (``lower[i]``, ``threshold[i]``], and of these the
    greatest. This remains true after rounding to the dtype of the scores, or to a shorter dtype
    that represents both. Infinite thresholds are unchanged.

    Examples
    --------
    >>> short_thresholds(np.array([np.inf, 0.99999841935, 0.75, 3.0]),
    ...                  np.array([0.999998, 0.999998, 0.7484, 2.0]))
    array([      inf, 0.9999984, 0.75     , 3.       ])
    """
    exact = np.asarray(threshold, dtype=np.float64)
    below = np.asarray(lower, dtype=np.float64)
    shortened = exact.copy()
    remaining = np.flatnonzero(np.isfinite(exact))
    values, floors = exact[remaining], _floors(exact[remaining], below[remaining])
    for decimals in range(_MAX_DECIMALS + 1):
        if not remaining.size:
            break
        candidates = _round_down(values, decimals)
        fits = (candidates <= values) & _is_above(candidates, floors)
        shortened[remaining[fits]] = candidates[fits] + 0.0
        unresolved = ~fits & (np.abs(values) * 10.0**decimals < _MAX_EXACT_INT)
        remaining, values = remaining[unresolved], values[unresolved]
        floors = [(kind, floor[unresolved]) for kind, floor in floors]
    for i in remaining.tolist():
        shortened[i] = _shorten_digits(exact[i].item(), below[i].item())
    return shortened


def _round_down(values: FloatArray, decimals: int) -> FloatArray:
    """Return the values rounded down to a number of decimals."""
    scale = 10.0**decimals
    with np.errstate(over="ignore"):
        whole = np.floor(values * scale)
    # Rounding may have raised the product to the next integer.
    whole -= whole / scale > values
    rounded: FloatArray = np.where(np.abs(whole) < _MAX_EXACT_INT, whole / scale, values)
    return rounded


Floors = list[tuple[type[np.floating], FloatArray]]


def _floors(exact: FloatArray, below: FloatArray) -> Floors:
    """Return exclusive lower bounds for each dtype that the scores may have had; NaN for none.

    A program compares in the dtype of the scores, which may be a shorter one that represents both.
    """
    floors: Floors = [(np.float64, below)]
    with np.errstate(over="ignore"):
        for dtype in (np.float16, np.float32):
            fit = (exact.astype(dtype) == exact) & (below.astype(dtype) == below)
            if fit.any():
                floors.append((dtype, np.where(fit, below, np.nan)))
    return floors


def _is_above(numbers: FloatArray, floors: Floors) -> BoolArray:
    """Return which numbers exceed their lower bounds in every dtype."""
    above = np.ones(numbers.shape, dtype=bool)
    with np.errstate(over="ignore"):
        for kind, floor in floors:
            above &= ~(numbers.astype(kind, copy=False) <= floor)
    return above


def _shorten_digits(exact: float, below: float) -> float:
    """Return a number of few digits in (below, exact]."""
    floors = _floors(np.array([exact]), np.array([below]))
    for digits in range(_MAX_DIGITS):
        candidate = np.array([float(f"{exact:.{digits}e}")])
        if candidate[0] <= exact and _is_above(candidate, floors)[0]:
            return float(candidate[0])
    return exact
