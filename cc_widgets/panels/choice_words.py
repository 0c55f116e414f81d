"""Which thresholds to use under which conditions, in words."""

import numpy as np

from cc_widgets.core.optimal import BestOver, best_over
from cc_widgets.model.derive import Derived, thresholds_of
from cc_widgets.panels.words import listed, number, stretch


def choice_words(derived: Derived, pc: float, pc_range: tuple[float, float] | None) -> str:
    """Say where one operates, and what to use there.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        The operating point.
    pc_range : (low, high) or None
        Where it may be, if it is not known exactly.

    Returns
    -------
    str
        One line for the conditions, then one for each threshold that is best somewhere.
    """
    low, high = pc_range or (pc, pc)
    best = best_over(derived.status, pc=(low, high))
    where = f"pc {stretch(low, high)}, slope {stretch(_slope(high), _slope(low))}"
    if low == high:
        ties = [corner_words(derived, int(corner)) for corner in best.corner]
        return f"{where}\nUse {', or as good: '.join(dict.fromkeys(ties))}."
    if best.corner.size == 1:
        use = corner_words(derived, int(best.corner[0]))
        return f"{where}\nInsensitive: one threshold covers your whole range: {use}."
    return f"{where}\n{listed(_parts(derived, best))}"


def corner_words(derived: Derived, corner: int) -> str:
    """Name the classifier and the threshold of a hull corner, and its rates."""
    hull = derived.hull
    fpr, tpr = float(hull.fpr[corner]), float(hull.tpr[corner])
    owner = int(hull.owner[corner])
    if owner < 0:
        negative, positive = derived.classes
        return f"no classifier: call all {positive if fpr else negative}"
    item = derived.classifiers[owner]
    threshold = float(thresholds_of(item, int(hull.index[corner])))
    at = "" if np.isnan(threshold) else f" at threshold {number(threshold)}"
    return f"{item.name}{at} (fpr {number(fpr)}, tpr {number(tpr)})"


def _parts(derived: Derived, best: BestOver) -> list[str]:
    """Return one line for each threshold, by rising pc."""
    return [
        f"pc {stretch(float(start), float(stop))}: {corner_words(derived, int(corner))}"
        for corner, start, stop in zip(best.corner, best.pc_start, best.pc_stop, strict=True)
    ]


def _slope(pc: float) -> float:
    return (1.0 - pc) / pc if pc else np.inf
