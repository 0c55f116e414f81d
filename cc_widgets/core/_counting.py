"""Counts of each class at each threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._predictions import LeftOut, Predictions
from cc_widgets.core._results import BoolArray, CountArray, FloatArray, IntArray, ScoreArray, result

# ---- Score and label of an example packed in one whole number, so that a plain sort is enough


Keys: TypeAlias = NDArray[Any]
# Temporary arrays of this many elements stay in the cache of a processor.
BLOCK = 2**17


@dataclass(frozen=True, slots=True)
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
    """Sorted keys of labelled scores.

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
    """The whole numbers of that kind that are as wide as the scores."""
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
    code: NDArray[Any] = highest - (keys >> 1).view(f"i{keys.itemsize}")
    return code


# ---- Counting along sorted keys, piece by piece, at the positions that are asked for


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
    """Counts of positive and negative examples along sorted keys.

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
    """Tally made of its pieces.

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
    """Positions of the last example of every distinct score.

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
    """Number of different scores.

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
    """Positions of scores that some positive has, and some negative the next lower one.

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
    """Where the tie ends that holds the example before `position`."""
    last = keys[:position][-1]
    return int(np.searchsorted(keys, last | 1, side="right"))


def _tied(keys: Keys) -> BoolArray:
    """Mark the keys that have the same score as the next one."""
    tied: BoolArray = (keys[1:] ^ keys[:-1]) <= 1
    return tied


# ---- From predictions to counts: one step per distinct score


_SAFE = 2.0**53  # beyond, floats skip whole numbers


@result
class Counts:
    """How many examples each threshold calls positive.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing. Element 0 is infinity: nothing is called positive.
    tp : ndarray of int64, or float64 with weights that are not whole, shape (n_thresholds,)
        Element i counts positive examples with score >= threshold[i].
    fp : ndarray of int64, or float64 with weights that are not whole, shape (n_thresholds,)
        Element i counts negative examples with score >= threshold[i].
    positives, negatives : int, or float with weights that are not whole
        Totals of the two classes: the last elements of `tp` and `fp`.
    complete : bool
        Whether every distinct score is among the thresholds; false for counts at corners.
    weighted : bool
        Whether these are sums of weights, be they whole: nobody knows then how many examples
        there were. Frequencies are no such weights.
    error : float
        With thresholds that were never counted no cost of the envelope is lower by more than
        this; 0 where the envelope is exact.
    left_out : tuple of (int, int)
        How many rows of their frame are not counted, for want of a value, and how many it has.
    scored : bool
        Whether thresholds are scores; a confusion matrix has none, and 1 stands for its answer.
    """

    threshold: ScoreArray
    tp: CountArray
    fp: CountArray
    positives: float
    negatives: float
    complete: bool = True
    weighted: bool = False
    error: float = 0.0
    left_out: LeftOut = (0, 0)
    scored: bool = True

    @property
    def parts(self) -> tuple[Counts]:
        """Evaluations that it consists of: itself, as it has no folds."""
        return (self,)


def count(predictions: Predictions) -> Counts:
    """Counts of true and false positives at every distinct score.

    Equal scores are never split: they become one threshold together.

    Parameters
    ----------
    predictions : Predictions
        Checked labels and scores. Examples of weight 0 are left out.

    Returns
    -------
    Counts
        Element i belongs to the i-th largest distinct score; element 0 to infinity.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> counts = count(predictions([1, 0, 0, 1], [2, 5, 10, 10]))
    >>> counts.threshold
    array([inf, 10.,  5.,  2.])
    >>> counts.tp, counts.fp
    (array([0, 1, 1, 2]), array([0, 1, 2, 2]))
    """
    if predictions.weight is None:
        ordered = sort_keys(predictions.positive, predictions.score)
        # In integers, so that every later decision can be exact.
        return counts_from(ordered, joined(tally(ordered.keys, ends_of_ties)))
    used = predictions.weight > 0
    counts = _count_weighted(
        predictions.positive[used], predictions.score[used], predictions.weight[used]
    )
    return replace(counts, weighted=predictions.weighted)


def counts_from(ordered: SortKeys, chosen: Tally) -> Counts:
    """Counts made from a tally.

    Parameters
    ----------
    ordered : SortKeys
        Sorted examples.
    chosen : Tally
        Counted along their keys up to the last.

    Returns
    -------
    Counts
        Element i + 1 is element i of the tally; element 0 accepts nothing.
    """
    return _assemble(ordered.scores(chosen.key), chosen.tp, chosen.fp)


def _count_weighted(positive: BoolArray, score: ScoreArray, weight: FloatArray) -> Counts:
    """Add weights in float64; whole weights are as exact as so many examples."""
    # Stable: sums must not depend on which sort this machine's processor has.
    order = np.argsort(-score, kind="stable")
    score, positive, weight = score[order], positive[order], weight[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    tp = np.cumsum(np.where(positive, weight, 0.0))[last]
    fp = np.cumsum(np.where(positive, 0.0, weight))[last]
    if max(tp[-1], fp[-1]) < _SAFE and np.array_equal(weight, np.floor(weight)):
        tp, fp = tp.astype(np.int64), fp.astype(np.int64)
    return _assemble(score[last], tp, fp)


def _assemble(threshold: ScoreArray, tp: CountArray, fp: CountArray) -> Counts:
    """Put the threshold that accepts nothing in front."""
    infinity = np.array([np.inf], dtype=threshold.dtype)
    nothing = np.zeros(1, dtype=tp.dtype)
    return Counts(
        threshold=np.concatenate([infinity, threshold]),
        tp=np.concatenate([nothing, tp]),
        fp=np.concatenate([nothing, fp]),
        positives=tp[-1].item(),
        negatives=fp[-1].item(),
    )
