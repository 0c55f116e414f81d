"""Score and label of an example packed in one whole number, so that a plain sort is enough.

Sorting whole numbers is several times faster than sorting positions and looking two arrays up
in that order. Nothing is rounded: the code of a score rises with the score, and two codes are
equal if and only if the scores are. The bits of a float that is not negative are such a code,
and its sign bit is free for the label. Scores of any sign are made smaller than 2 by a power of
two: that frees the highest bit of the exponent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.arrays import BoolArray, ScoreArray

Keys: TypeAlias = NDArray[Any]
# Temporary arrays of this many elements stay in the cache of a processor.
BLOCK = 2**17


@dataclass(frozen=True, eq=False, slots=True)
class SortKeys:
    """Examples from the highest score to the lowest; of equal scores, positives first.

    Attributes
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Rising. The lowest bit of element i is 1 for a negative example; the bits above it
        rise as the score falls.
    scores : callable
        Turns any of the keys back into scores.
    """

    keys: Keys
    scores: Callable[[Keys], ScoreArray]


def sort_keys(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Sort labelled scores.

    Parameters
    ----------
    positive : ndarray of bool, shape (n_examples,)
        Element i says whether example i is positive.
    score : ndarray of float32 or float64, shape (n_examples,)
        Finite, and without -0.0.

    Returns
    -------
    SortKeys
        The examples, from the highest score to the lowest.

    Examples
    --------
    >>> ordered = sort_keys(np.array([True, False, True]), np.array([0.5, 0.5, -3.0]))
    >>> ordered.scores(ordered.keys)
    array([ 0.5,  0.5, -3. ])
    >>> ordered.keys & 1
    array([0, 1, 0], dtype=uint64)
    """
    packed = (
        _pack_bits(positive, score)
        if score.min() >= 0
        else _pack_scaled(positive, score) or _pack_ranks(positive, score)
    )
    packed.keys.sort()
    return packed


def _pack_bits(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Pack scores that are not negative."""
    signed = _whole(score, "i")
    keys = np.empty(score.size, _whole(score, "u"))
    highest = np.iinfo(signed).max
    for block in _blocks(score.size):
        _pack(score[block].view(signed), positive[block], highest, keys[block])
    return SortKeys(keys, lambda some: _unpack(some, highest).view(score.dtype))


def _pack_scaled(positive: BoolArray, score: ScoreArray) -> SortKeys | None:
    """Pack scores of any sign, made smaller than 2; None if that rounds one of them."""
    signed = _whole(score, "i")
    keys = np.empty(score.size, _whole(score, "u"))
    highest = np.iinfo(signed).max // 2
    _, exponent = np.frexp(np.maximum(score.max(), -score.min()))
    grow = score.dtype.type(2.0 ** max(0, int(exponent) - 1))
    shrink = score.dtype.type(1) / grow
    for block in _blocks(score.size):
        small = score[block] * shrink
        if not np.array_equal(small * grow, score[block]):
            return None
        _pack(_flip_negative(small.view(signed)), positive[block], highest, keys[block])

    def scores(some: Keys) -> ScoreArray:
        small: ScoreArray = _flip_negative(_unpack(some, highest)).view(score.dtype)
        return small * grow

    return SortKeys(keys, scores)


def _pack_ranks(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Pack the ranks of scores that span too many powers of two for anything faster."""
    distinct, rank = np.unique(score, return_inverse=True)
    keys = np.empty(score.size, np.uint64)
    _pack(rank, positive, distinct.size, keys)
    return SortKeys(keys, lambda some: distinct[_unpack(some, distinct.size)])


def _whole(score: ScoreArray, kind: str) -> np.dtype[Any]:
    """Return the whole numbers of that kind that are as wide as the scores."""
    return np.dtype(f"{kind}{score.itemsize}")


def _blocks(size: int) -> list[slice]:
    """Cut positions into pieces whose arrays stay in the cache."""
    return [slice(start, start + BLOCK) for start in range(0, size, BLOCK)]


def _flip_negative(bits: NDArray[Any]) -> NDArray[Any]:
    """Make the bits of floats rise with their values, or turn such numbers back into bits."""
    below_zero = bits >> (8 * bits.itemsize - 1)
    rising: NDArray[Any] = bits ^ (below_zero & np.iinfo(bits.dtype).max)
    return rising


def _pack(code: NDArray[Any], positive: BoolArray, highest: int, out: Keys) -> None:
    """Write the keys of codes up to `highest`."""
    np.subtract(highest, code, out=out.view(code.dtype))
    np.left_shift(out, 1, out=out)
    np.bitwise_or(out, ~positive, out=out)


def _unpack(keys: Keys, highest: int) -> NDArray[Any]:
    """Return the codes of keys."""
    code: NDArray[Any] = highest - (keys >> 1).view(f"i{keys.itemsize}")
    return code
