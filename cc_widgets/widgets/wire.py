"""The arrays that are sent to the page."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from ipywidgets import Widget
from numpy.typing import NDArray


def pack(arrays: Any, _widget: Widget) -> dict[str, Any]:
    """Return each array's bytes beside its type; ipywidgets sends the bytes as they are."""
    return {
        name: {"dtype": str(array.dtype), "data": np.ascontiguousarray(array).data}
        for name in arrays.__dataclass_fields__
        for array in [getattr(arrays, name)]
    }


@dataclass(frozen=True, eq=False, slots=True)
class Points:
    """Every drawn threshold of every classifier, one after the other.

    Attributes
    ----------
    fpr, tpr, threshold : ndarray of float64, shape (n_points,)
        Element i is one threshold and its rates.
    owner : ndarray of int32, shape (n_points,)
        Element i is the position of its classifier.
    """

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    threshold: NDArray[np.float64]
    owner: NDArray[np.int32]


_FLOATS: Any = partial(np.empty, 0, np.float64)
_INTEGERS: Any = partial(np.empty, 0, np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class Corners:
    """Corners of the joint hull, from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr, threshold : ndarray of float64, shape (n_corners,)
        Element i is one corner; its threshold is inf or -inf where it is a trivial rule.
    owner : ndarray of int32, shape (n_corners,)
        Element i is the position of its classifier, -1 for a trivial rule. Left empty, the
        browser finds threshold and owner among the points.
    point : ndarray of int32, shape (n_corners,)
        Element i is its position among the drawn points, -1 for a trivial rule.
    """

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    threshold: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    point: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Winners:
    """Who is cheapest where.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_intervals,)
        Interval i runs from pc[i] to pc[i + 1], the last one to 1.
    owner : ndarray of int32, shape (n_intervals,)
        Position of the classifier; -1 is "call all negative", -2 "call all positive", -3 a tie.
    sure : ndarray of int32, shape (n_intervals,)
        1 significant, 0 not significant or unknown, -1 not tested.
    among : ndarray of int32, shape (n_visible,)
        Positions of the classifiers that took part.
    """

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    sure: NDArray[np.int32] = field(default_factory=_INTEGERS)
    among: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Bands:
    """Confidence bands of envelopes, one after the other.

    Attributes
    ----------
    pc, lower, upper, estimate : ndarray of float64, shape (n_values,)
        Element i is the band at one pc.
    owner : ndarray of int32, shape (n_bands,)
        Element k is the position of a classifier; -1 for the best of all visible ones.
    start : ndarray of int32, shape (n_bands + 1,)
        Its band stands in elements start[k] to start[k + 1].
    """

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    lower: NDArray[np.float64] = field(default_factory=_FLOATS)
    upper: NDArray[np.float64] = field(default_factory=_FLOATS)
    estimate: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    start: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Difference:
    """By how much one classifier is dearer than another, with its band; may be empty."""

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    estimate: NDArray[np.float64] = field(default_factory=_FLOATS)
    lower: NDArray[np.float64] = field(default_factory=_FLOATS)
    upper: NDArray[np.float64] = field(default_factory=_FLOATS)
