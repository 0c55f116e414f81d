"""The joint hull, one classifier at a time, remembering only what is on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core.arrays import IntArray, freeze
from cc_widgets.core.roc import Hull, RocCurve, convex_hull


@dataclass(frozen=True, eq=False, slots=True)
class Survivor:
    """The points of one classifier that are hull corners.

    Attributes
    ----------
    number : int
        How many classifiers were added before it.
    curve : RocCurve
        Only its corners.
    index : ndarray of int64, shape (n_kept,)
        Element i is the position of point i in the curve as it was added.
    """

    number: int
    curve: RocCurve
    index: IntArray

    def __post_init__(self) -> None:
        """Make the array read-only."""
        freeze(self)


@dataclass(frozen=True, eq=False, slots=True)
class GrowingHull:
    """The joint hull of all classifiers added so far.

    Attributes
    ----------
    hull : Hull
        As `convex_hull` finds it for all of them in the order in which they were added.
    n_added : int
        How many classifiers were added.
    extended : bool
        Whether the last one has a corner of its own; if not it can be forgotten.
    survivors : tuple of Survivor
        All that need be remembered.
    """

    hull: Hull
    n_added: int
    extended: bool
    survivors: tuple[Survivor, ...]


def extend_hull(before: GrowingHull | None, curve: RocCurve) -> GrowingHull:
    """Add one classifier to a hull.

    Corners and owners equal those of `convex_hull` for all classifiers at once, exactly if
    the curves come from whole counts. With other weights or bare rates, points within
    rounding of an edge may be judged differently; the hulls agree within rounding.

    Parameters
    ----------
    before : GrowingHull or None
        What the last call returned; None to start.
    curve : RocCurve
        The new classifier.

    Returns
    -------
    GrowingHull
        A new one; `before` is left as it is.

    Examples
    --------
    >>> first = extend_hull(None, RocCurve(np.array([0.2]), np.array([0.7])))
    >>> worse = extend_hull(first, RocCurve(np.array([0.3]), np.array([0.6])))
    >>> first.extended, worse.extended
    (True, False)
    """
    number = before.n_added if before else 0
    known = before.survivors if before else ()
    new = Survivor(number, curve, np.arange(curve.fpr.size, dtype=np.int64))
    candidates = (*known, new)
    found = convex_hull([one.curve for one in candidates])
    return GrowingHull(
        hull=_as_added(found, candidates),
        n_added=number + 1,
        extended=bool(np.any(found.owner == len(known))),
        survivors=_surviving(found, candidates),
    )


def _as_added(found: Hull, candidates: Sequence[Survivor]) -> Hull:
    """Number owners and positions as in the curves that were added."""
    owner, index = found.owner.copy(), found.index.copy()
    for position, one in enumerate(candidates):
        mine = found.owner == position
        owner[mine], index[mine] = one.number, one.index[found.index[mine]]
    return replace(found, owner=owner, index=index)


def _surviving(found: Hull, candidates: Sequence[Survivor]) -> tuple[Survivor, ...]:
    """Forget every point that is no corner."""
    kept = []
    for position, one in enumerate(candidates):
        corners = found.index[found.owner == position]
        if corners.size:
            kept.append(Survivor(one.number, _only(one.curve, corners), one.index[corners]))
    return tuple(kept)


def _only(curve: RocCurve, points: IntArray) -> RocCurve:
    """Return some points of a curve."""
    counts = curve.counts
    return RocCurve(
        fpr=curve.fpr[points],
        tpr=curve.tpr[points],
        threshold=None if curve.threshold is None else curve.threshold[points],
        counts=counts
        and replace(
            counts,
            threshold=counts.threshold[points],
            tp=counts.tp[points],
            fp=counts.fp[points],
        ),
    )
