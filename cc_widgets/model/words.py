"""How classifiers, thresholds and trivial rules are named in sentences."""

from math import isfinite

from cc_widgets.core import TRIVIAL, PointSet
from cc_widgets.model.derive import Derived, DerivedClassifier, thresholds_of
from cc_widgets.model.numerals import decimal


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
    'call all negatives'
    """
    owner = int(derived.hull.owner[corner])
    if owner == TRIVIAL:
        return trivial_words(derived, positive=corner > 0)
    return point_words(derived.classifiers[owner], int(derived.hull.index[corner]))


def trivial_words(derived: Derived, *, positive: bool) -> str:
    """Name a trivial rule in the user's words."""
    return f"call all {derived.classes[positive]}"


def point_words(item: DerivedClassifier, index: int) -> str:
    """Name a point of a classifier by its threshold or its label."""
    label = label_of(item, index)
    if label:
        return f"{item.name} ({label})"
    threshold = float(thresholds_of(item, index))
    return f"{item.name}, threshold {decimal(threshold)}" if isfinite(threshold) else item.name


def label_of(item: DerivedClassifier, index: int) -> str:
    """Return the user's name for one point of a classifier; '' if it has none."""
    labels = item.curve.labels if isinstance(item.curve, PointSet) else None
    return (labels[index] if labels else None) or ""
