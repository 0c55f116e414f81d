"""Counting along sorted keys, piece by piece, at the positions that are asked for.

A piece is small enough for its arrays to stay in the cache of a processor, and never ends
inside a tie.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import BoolArray, IntArray
from cc_widgets.core.sort_keys import BLOCK, Keys

Positions: TypeAlias = NDArray[np.intp]
Choice: TypeAlias = Callable[[Keys, BoolArray], Positions]


class Tally(NamedTuple):
    """Examples counted from the first key up to some of the keys.

    Attributes
    ----------
    key : ndarray of uint32 or uint64, shape (n_chosen,)
        Element i is the last key counted for element i of the others; rising.
    tp, fp : ndarray of int64, shape (n_chosen,)
        Element i counts the positive and the negative examples up to there.
    """

    key: Keys
    tp: IntArray
    fp: IntArray


def tally(keys: Keys, choose: Choice) -> Iterator[Tally]:
    """Count positive and negative examples along sorted keys.

    Parameters
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Sorted keys.
    choose : callable
        Told the keys of some whole ties, and which of them are negative, it returns rising
        positions of ends of ties, of which the last is the last key.

    Yields
    ------
    Tally
        Counts since the first of all keys, at what was chosen in the next piece.

    Examples
    --------
    >>> keys = np.array([2, 4, 5, 8], np.uint64)
    >>> [piece.tp for piece in tally(keys, ends_of_ties)]
    [array([1, 2, 3])]
    """
    start = 0
    below = np.int64(0)
    while start < keys.size:
        piece = keys[start : _end_of_tie(keys, start + BLOCK)]
        negative = (piece & 1).astype(bool)
        last = choose(piece, negative)
        fp = np.cumsum(negative, dtype=np.uint32)[last] + below
        yield Tally(piece[last], last + (start + 1) - fp, fp)
        start, below = start + piece.size, fp[-1]


def joined(pieces: Iterable[Tally]) -> Tally:
    """Put the pieces of a tally together.

    Parameters
    ----------
    pieces : iterable of Tally
        At least one, in their order.

    Returns
    -------
    Tally
        All their elements.
    """
    return Tally(*(np.concatenate(parts) for parts in zip(*pieces, strict=True)))


def ends_of_ties(keys: Keys, _: BoolArray) -> Positions:
    """Choose the last example of every distinct score.

    Parameters
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Sorted keys of whole ties.

    Returns
    -------
    ndarray of intp
        Rising positions.

    Examples
    --------
    >>> keys = np.array([2, 4, 5, 8], np.uint64)
    >>> ends_of_ties(keys, keys & 1 > 0)
    array([0, 2, 3])
    """
    return np.append(np.flatnonzero(~_tied(keys)), keys.size - 1)


def n_distinct(keys: Keys) -> int:
    """Count different scores.

    Parameters
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Sorted keys, at least one.

    Returns
    -------
    int
        How many scores they stand for.

    Examples
    --------
    >>> n_distinct(np.array([2, 4, 5, 8], np.uint64))
    3
    """
    pieces = (keys[start : start + BLOCK + 1] for start in range(0, keys.size, BLOCK))
    return keys.size - sum(int(np.count_nonzero(_tied(piece))) for piece in pieces)


def ends_before_turns(keys: Keys, negative: BoolArray) -> Positions:
    """Choose scores that some positive has, and the next lower score some negative.

    Parameters
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Sorted keys of whole ties.
    negative : ndarray of bool, shape (n_examples,)
        The lowest bit of each key.

    Returns
    -------
    ndarray of intp
        Rising positions: the last example of each such score, the last of all, and perhaps
        some ends of other ties.

    Examples
    --------
    >>> keys = np.array([2, 4, 6, 9, 10], np.uint64)
    >>> ends_before_turns(keys, keys & 1 > 0)
    array([2, 4])
    """
    turns = np.flatnonzero(negative[1:] > negative[:-1])
    # Positives come first in a tie, so a tie of both classes has a turn inside.
    if np.any(keys[turns] ^ keys[turns + 1] == 1):
        tied = _tied(keys)
        ends = ~tied
        ends &= ~negative[:-1] | np.append(False, tied[:-1])
        ends &= negative[1:] | np.append(tied[1:], False)
        turns = np.flatnonzero(ends)
    return np.append(turns, keys.size - 1)


def _end_of_tie(keys: Keys, position: int) -> int:
    """Return where the tie ends that holds the example before `position`."""
    last = keys[:position][-1]
    return int(np.searchsorted(keys, last | 1, side="right"))


def _tied(keys: Keys) -> BoolArray:
    """Mark the keys that have the same score as the next one."""
    tied: BoolArray = (keys[1:] ^ keys[:-1]) <= 1
    return tied
