"""What users give where an array or a list is asked for, of whichever library.

What another library raises on the way to an array never gets out.
"""

from collections.abc import Iterable, Mapping, Sized
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.errors import CostCurveError, shown


def read_array(where: str, given: object, *, fix: str = "Pass a list or an array.") -> NDArray[Any]:
    """Make an array of anything that holds values in an order.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : array-like
        A list, an array, a series, a tensor.
    fix : str
        What to do about something else.

    Returns
    -------
    ndarray
        Perhaps the user's own array.

    Raises
    ------
    CostCurveError
        If there is no array in it.

    Examples
    --------
    >>> read_array("y_true", ["ham", "spam"]).shape
    (2,)
    """
    if callable(getattr(given, "predict", None)):
        raise CostCurveError(
            "needs what a classifier says, not the classifier",
            where=where,
            got=f"a {type(given).__name__}",
            fix="Pass estimator.predict_proba(X)[:, 1], X being the examples of y_true.",
        )
    try:
        array = np.asarray(given)
    except Exception:  # noqa: BLE001 (tensors, ragged lists: each library has its own)
        raise _no_array(where, given, fix) from None
    if array.ndim == 0 and array.dtype == object and isinstance(given, Iterable):
        raise _no_array(where, given, fix)
    return array


def _no_array(where: str, given: object, fix: str) -> CostCurveError:
    """Return the error for what does not turn into an array."""
    if hasattr(given, "detach"):
        what, fix = "a tensor must be free to leave its library", f"Pass {where}.detach().numpy()."
    elif isinstance(given, list | tuple):
        what, fix = "its parts must be single values", "Pass a flat list."
    elif isinstance(given, Sized):
        what = "values must be in an order"
    else:
        what, fix = "cannot be read more than once, or not at all", f"Pass list({where})."
    return CostCurveError(what, where=where, got=f"a {type(given).__name__}", fix=fix)


def read_list(where: str, given: object) -> list[Any]:
    """Make a list of things of any kind.

    Parameters
    ----------
    where : str
        What the user calls them.
    given : sequence or array
        Anything that holds them in an order.

    Returns
    -------
    list
        The things.

    Raises
    ------
    CostCurveError
        If there is no order, or nothing to list.

    Examples
    --------
    >>> read_list("labels", ("pruned", "unpruned"))
    ['pruned', 'unpruned']
    """
    ordered = hasattr(given, "__getitem__") and not isinstance(given, str | bytes | Mapping | type)
    if isinstance(given, Iterable) and ordered and getattr(given, "ndim", 1) > 0:
        return list(given)
    raise CostCurveError(
        "one element for each is needed, in order",
        where=where,
        got=shown(given),
        fix="Pass a list.",
    )


def refuse_masked(where: str, given: object) -> None:
    """Refuse arrays some of whose values are masked.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : object
        As the user gave it.

    Raises
    ------
    CostCurveError
        If a value is masked.
    """
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        raise CostCurveError(
            "values must not be masked", where=where, fix="Pass only examples without a mask."
        )
