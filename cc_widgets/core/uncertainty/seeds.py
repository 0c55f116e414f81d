"""Seeds that are known afterwards, and streams of random numbers that do not depend on order."""

from typing import TypeAlias

import numpy as np

from cc_widgets.core.whole import read_whole

Rng: TypeAlias = int | np.random.Generator | None


def read_seed(rng: Rng) -> int:
    """Turn what the user gives as source of randomness into a seed that can be told.

    Parameters
    ----------
    rng : int, numpy.random.Generator or None
        A seed; or a generator, from which one is drawn; or None for a new one each time.

    Returns
    -------
    int
        Given again, it leads to the same numbers.

    Raises
    ------
    CostCurveError
        If it is none of these, or a negative number.

    Examples
    --------
    >>> read_seed(7)
    7
    """
    if rng is None:
        rng = np.random.default_rng()
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**32))
    fix = "Pass a seed such as 0 for the same numbers every time, a numpy Generator, or None."
    return read_whole("rng", rng, fix)


def stream(seed: int, block: int) -> np.random.Generator:
    """Return the random numbers of one block of work.

    Parameters
    ----------
    seed : int
        The seed of the whole.
    block : int
        Which block.

    Returns
    -------
    numpy.random.Generator
        Always the same for the same arguments, whatever other blocks have used.

    Examples
    --------
    >>> bool(stream(0, 1).random() == stream(0, 1).random())
    True
    """
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    return np.random.Generator(np.random.SFC64(sequence))
