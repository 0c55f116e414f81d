"""Numbers for every pair, or triple, of classes."""

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.numbers import read_numbers
from cc_widgets.errors import CostCurveError, shown


def read_square(where: str, given: ArrayLike, dimensions: int = 2) -> FloatArray:
    """Check numbers that stand in a square or a cube, two or more along each side.

    Parameters
    ----------
    where : str
        What the user calls them.
    given : array-like
        The numbers.
    dimensions : int
        2 for a square, 3 for a cube.

    Returns
    -------
    ndarray of float64
        The numbers.

    Raises
    ------
    CostCurveError
        If they have another shape, or are no numbers.

    Examples
    --------
    >>> read_square("cost", [[0, 5], [1, 0]]).shape
    (2, 2)
    """
    try:
        cells = read_numbers(where, given, "Pass a list of rows.").copy()
        got = f"an array of shape {cells.shape}"
    except CostCurveError:
        cells, got = np.empty(0), shown(given)
    if cells.ndim != dimensions or len(set(cells.shape)) > 1 or len(cells) < 2:  # noqa: PLR2004
        sides = " x ".join(["k"] * dimensions)
        raise CostCurveError(
            f"must hold {sides} numbers, with k of 2 or more classes", where=where, got=got
        )
    return cells
