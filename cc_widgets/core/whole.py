"""Whole numbers given by the user."""

from numbers import Integral

from cc_widgets.errors import CostCurveError, shown


def read_whole(where: str, given: object, fix: str, *, fewest: int = 0) -> int:
    """Check a whole number.

    Parameters
    ----------
    where : str
        What the user calls it.
    given : int
        The number, of Python or NumPy.
    fix : str
        What to do about a wrong one.
    fewest : int
        The least that it may be.

    Returns
    -------
    int
        The number.

    Raises
    ------
    CostCurveError
        If it is no whole number, or too small.

    Examples
    --------
    >>> read_whole("n_resamples", 1999, "Pass for instance 1999.")
    1999
    """
    # A truth value is a whole number to Python, but never one that was meant.
    number = int(given) if isinstance(given, Integral) else -1
    if number < fewest or given is True or given is False:
        raise CostCurveError(
            f"must be a whole number, {fewest} or more", where=where, got=shown(given), fix=fix
        )
    return number
