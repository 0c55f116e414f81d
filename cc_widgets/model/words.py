"""How classifiers, points and numbers are named in sentences."""

from math import isfinite

from cc_widgets.core.points import PointSet
from cc_widgets.core.roc import TRIVIAL
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of


def corner_words(derived: Derived, corner: int) -> str:
    """Name a corner of the joint hull.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    corner : int
        Position in its hull.

    Returns
    -------
    str
        The classifier and its threshold, or the trivial rule.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> corner_words(derive({}), 0)
    'nothing (call all cases negatives)'
    """
    owner = int(derived.hull.owner[corner])
    if owner == TRIVIAL:
        return trivial_words(derived, positive=corner > 0)
    item = derived.classifiers[owner]
    return point_words(item, int(derived.hull.index[corner]))


def trivial_words(derived: Derived, *, positive: bool) -> str:
    """Name a trivial rule in the user's words."""
    return f"nothing (call all cases {derived.classes[positive]})"


def point_words(item: DerivedClassifier, index: int) -> str:
    """Name a point of a classifier by its threshold or its label."""
    label = (
        item.curve.labels[index] if isinstance(item.curve, PointSet) and item.curve.labels else None
    )
    if label:
        return f"{item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    return f"{item.name} from score {threshold:.4g} on" if isfinite(threshold) else item.name
