"""Series of a data frame carry an index: what runs beside the labels must have the same one."""

from typing import Any

from cc_widgets.errors import CostCurveError, shown


def check_aligned(y_true: object, **beside: object) -> None:
    """Refuse series that are in another order than the labels.

    Parameters
    ----------
    y_true : object
        The labels as the user gave them.
    **beside : object
        Scores or weights by the names that the user knows them by. What has no index is taken
        by position.

    Raises
    ------
    CostCurveError
        If the labels have an index, and one of the others has a different one.

    Examples
    --------
    >>> check_aligned([0, 1], y_score=[0.2, 0.9])
    """
    index = _index(y_true)
    if index is None:
        return
    for where, given in beside.items():
        other = _index(given)
        if other is not None and len(other) == len(index) and not index.equals(other):
            raise CostCurveError(
                "y_true and what runs beside it must have one index",
                where=where,
                got=f"an index that starts with {_start(other)}, beside {_start(index)}",
                fix=f"Pass {where}.reindex(y_true.index), or {where}.to_numpy() if it is in the "
                "same order all the same.",
            )


def _index(given: Any) -> Any:  # noqa: ANN401 (of whichever library)
    """Return the index of a series; None for lists, arrays, and series without one."""
    index = getattr(given, "index", None)
    return index if hasattr(index, "equals") and hasattr(index, "__len__") else None


def _start(index: Any) -> str:  # noqa: ANN401 (of whichever library)
    """Return the first few entries."""
    return shown(list(index[:3]))
