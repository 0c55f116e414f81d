"""Under which conditions a classifier is the one to use, in words."""

from cc_widgets.core import Standing
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import share


def standing_words(derived: Derived, position: int) -> str:
    """Say under which conditions a classifier is the one to use.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    position : int
        The classifier.

    Returns
    -------
    str
        Where it is the cheapest of the visible ones.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> given = {"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.4, tpr=0.5)}
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive(given)
    >>> standing_words(derived, 0), standing_words(derived, 1)
    ('cheapest for PC(+) 0.2 to 0.8', 'never the cheapest')
    """
    if position not in derived.visible:
        return "hidden"
    status = derived.status.classifiers[derived.visible.index(position)]
    if status.standing is Standing.OPTIMAL and status.pc_start.size:
        pairs = zip(status.pc_start.tolist(), status.pc_stop.tolist(), strict=True)
        ranges = ", ".join(f"{share(low)} to {share(high)}" for low, high in pairs)
        return f"cheapest for PC(+) {ranges}"
    if status.standing is Standing.NEVER:
        return "never the cheapest"
    return "at best as cheap as others, at single PC(+)"
