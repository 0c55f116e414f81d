"""True and false positive counts at each threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.results import BoolArray, CountArray, FloatArray, IntArray, ScoreArray, result
from cc_widgets.core.scores import LeftOut, Predictions

__all__ = ["Counts", "count"]

# ---- Score and label packed into one integer, so that a plain sort suffices


Keys: TypeAlias = NDArray[Any]
# Temporary arrays of this size fit in the processor cache.
BLOCK = 2**17


@dataclass(frozen=True, slots=True)
class SortKeys:
    """Examples by decreasing score, packed into integers; of equal scores, positives come first.

    Attributes
    ----------
    keys : ndarray of uint32 or uint64, shape (n_examples,)
        Increasing. The lowest bit of element i is 1 for a negative example; the bits above it
        increase as the score decreases.
    scores : callable
        Maps any of the keys back to scores.
    """

    keys: Keys
    scores: Callable[[Keys], ScoreArray]


def sort_keys(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Return the examples by decreasing score. Scores must be finite, without -0.0."""
    packed = (
        _pack_bits(positive, score)
        if score.min() >= 0
        else _pack_scaled(positive, score) or _pack_ranks(positive, score)
    )
    packed.keys.sort()
    return packed


def _pack_bits(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Pack non-negative scores."""
    signed = _int_dtype(score, "i")
    keys = np.empty(score.size, _int_dtype(score, "u"))
    highest = np.iinfo(signed).max
    for block in _blocks(score.size):
        _pack(score[block].view(signed), positive[block], highest, keys[block])
    return SortKeys(keys, lambda subset: _unpack(subset, highest).view(score.dtype))


def _pack_scaled(positive: BoolArray, score: ScoreArray) -> SortKeys | None:
    """Pack scores of any sign, scaled to below 2; None if the scaling rounds one of them."""
    signed = _int_dtype(score, "i")
    keys = np.empty(score.size, _int_dtype(score, "u"))
    highest = np.iinfo(signed).max // 2
    _, exponent = np.frexp(np.maximum(score.max(), -score.min()))
    grow = score.dtype.type(2.0 ** max(0, int(exponent) - 1))
    shrink = score.dtype.type(1) / grow
    for block in _blocks(score.size):
        small = score[block] * shrink
        if not np.array_equal(small * grow, score[block]):
            return None
        _pack(_flip_negative(small.view(signed)), positive[block], highest, keys[block])

    def scores(subset: Keys) -> ScoreArray:
        small: ScoreArray = _flip_negative(_unpack(subset, highest)).view(score.dtype)
        return small * grow

    return SortKeys(keys, scores)


def _pack_ranks(positive: BoolArray, score: ScoreArray) -> SortKeys:
    """Pack the ranks of scores whose exponents vary too much for the faster methods."""
    distinct, rank = np.unique(score, return_inverse=True)
    keys = np.empty(score.size, np.uint64)
    _pack(rank, positive, distinct.size, keys)
    return SortKeys(keys, lambda subset: distinct[_unpack(subset, distinct.size)])


def _int_dtype(score: ScoreArray, kind: str) -> np.dtype[Any]:
    """Return the integer dtype of this kind with the item size of the scores."""
    return np.dtype(f"{kind}{score.itemsize}")


def _blocks(size: int) -> list[slice]:
    """Return slices of positions whose arrays fit in the processor cache."""
    return [slice(start, start + BLOCK) for start in range(0, size, BLOCK)]


def _flip_negative(bits: NDArray[Any]) -> NDArray[Any]:
    """Map the bits of floats to integers in the same order, or such integers back to bits."""
    below_zero = bits >> (8 * bits.itemsize - 1)
    rising: NDArray[Any] = bits ^ (below_zero & np.iinfo(bits.dtype).max)
    return rising


def argsort(score: ScoreArray) -> Positions:
    """Return positions by increasing score, several times faster than `numpy.argsort`.

    The leading bits of scores are sorted together with the positions. Different scores with equal
    leading bits are sorted afterwards.

    Examples
    --------
    >>> argsort(np.array([0.5, -1.0, 2.0]))
    array([1, 0, 2])
    """
    shift = np.uint64(max(1, (score.size - 1).bit_length()))
    keys = np.empty(score.size, np.uint64)
    for block in _blocks(score.size):
        place = np.arange(block.start, min(block.stop, score.size), dtype=np.uint64)
        keys[block] = (_leading_bits(score[block], shift) << shift) | place
    keys.sort()
    keys &= (np.uint64(1) << shift) - np.uint64(1)
    order: Positions = keys.view(np.int64)
    ordered = score.take(order)
    falls = np.flatnonzero(ordered[1:] < ordered[:-1])
    if falls.size:
        is_next_same = np.zeros(score.size, dtype=bool)
        for block in _blocks(score.size - 1):
            leading = _leading_bits(ordered[block.start : block.stop + 1], shift)
            is_next_same[block][: leading.size - 1] = leading[1:] == leading[:-1]
        together = np.flatnonzero(is_next_same | np.append(False, is_next_same[:-1]))
        order[together] = order[together][np.argsort(ordered[together])]
    return order


def _leading_bits(score: ScoreArray, shift: np.uint64) -> NDArray[np.uint64]:
    """Return the leading bits of scores as integers in the same order."""
    bits = _flip_negative(score.view(_int_dtype(score, "i"))).astype(np.int64)
    bits <<= 64 - 8 * score.itemsize
    return (bits.view(np.uint64) ^ _SIGN) >> shift


_SIGN = np.uint64(2**63)


def _pack(code: NDArray[Any], positive: BoolArray, highest: int, out: Keys) -> None:
    """Write the keys of codes from 0 to `highest`."""
    np.subtract(highest, code, out=out.view(code.dtype))
    np.left_shift(out, 1, out=out)
    np.bitwise_or(out, ~positive, out=out)


def _unpack(keys: Keys, highest: int) -> NDArray[Any]:
    code: NDArray[Any] = highest - (keys >> 1).view(f"i{keys.itemsize}")
    return code


# ---- Counts along sorted keys, block by block, at selected positions


Positions: TypeAlias = NDArray[np.intp]
Selector: TypeAlias = Callable[[Keys, BoolArray], Positions]


class Tally(NamedTuple):
    """Cumulative counts of examples at selected sort keys.

    Attributes
    ----------
    key : ndarray of uint32 or uint64, shape (n_selected,)
        Element i is the last key counted in element i of the others; increasing.
    tp, fp : ndarray of int64, shape (n_selected,)
        Element i is the number of positive, or negative, examples up to that key.
    """

    key: Keys
    tp: IntArray
    fp: IntArray


def iter_tallies(keys: Keys, choose: Selector) -> Iterator[Tally]:
    """Yield cumulative counts along sorted keys, block by block.

    `choose` receives the keys of some complete ties and which of them are negative. It returns
    increasing positions of ends of ties, the last of which is the last key. Counts start at the
    first of all keys.

    Examples
    --------
    >>> keys = np.array([2, 4, 5, 8], np.uint64)
    >>> [block.tp for block in iter_tallies(keys, ends_of_ties)]
    [array([1, 2, 3])]
    """
    start = 0
    fp_before = np.int64(0)
    while start < keys.size:
        block = keys[start : _end_of_tie(keys, start + BLOCK)]
        negative = (block & 1).astype(bool)
        last = choose(block, negative)
        fp = np.cumsum(negative, dtype=np.uint32)[last] + fp_before
        yield Tally(block[last], last + (start + 1) - fp, fp)
        start, fp_before = start + block.size, fp[-1]


def concatenate_tallies(blocks: Iterable[Tally]) -> Tally:
    """Return the tallies of consecutive blocks as one."""
    return Tally(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


def ends_of_ties(keys: Keys, _: BoolArray) -> Positions:
    """Return the position of the last example of each distinct score.

    Examples
    --------
    >>> keys = np.array([2, 4, 5, 8], np.uint64)
    >>> ends_of_ties(keys, keys & 1 > 0)
    array([0, 2, 3])
    """
    return np.append(np.flatnonzero(~_tied(keys)), keys.size - 1)


def n_distinct(keys: Keys) -> int:
    """Return the number of distinct scores among sorted keys.

    Examples
    --------
    >>> n_distinct(np.array([2, 4, 5, 8], np.uint64))
    3
    """
    blocks = (keys[start : start + BLOCK + 1] for start in range(0, keys.size, BLOCK))
    return keys.size - sum(int(np.count_nonzero(_tied(block))) for block in blocks)


def ends_before_turns(keys: Keys, negative: BoolArray) -> Positions:
    """Return positions where a positive example is followed by a negative one with a lower score.

    Only these thresholds can be corners of the ROC convex hull. The result contains the last
    example of each such score, the last of all, and possibly ends of other ties.

    Examples
    --------
    >>> keys = np.array([2, 4, 6, 9, 10], np.uint64)
    >>> ends_before_turns(keys, keys & 1 > 0)
    array([2, 4])
    """
    turns = np.flatnonzero(negative[1:] > negative[:-1])
    # Positives come first in a tie, so a tie of both classes contains a turn.
    if np.any(keys[turns] ^ keys[turns + 1] == 1):
        tied = _tied(keys)
        ends = ~tied
        ends &= ~negative[:-1] | np.append(False, tied[:-1])
        ends &= negative[1:] | np.append(tied[1:], False)
        turns = np.flatnonzero(ends)
    return np.append(turns, keys.size - 1)


def _end_of_tie(keys: Keys, position: int) -> int:
    """Return the end of the tie that contains the example before `position`."""
    last = keys[:position][-1]
    return int(np.searchsorted(keys, last | 1, side="right"))


def _tied(keys: Keys) -> BoolArray:
    """Return a mask of the keys whose score equals that of the next key."""
    tied: BoolArray = (keys[1:] ^ keys[:-1]) <= 1
    return tied


# ---- Counts: one threshold per distinct score


_MAX_EXACT_INT = 2.0**53  # floats represent all integers up to here


@result
class Counts:
    """True and false positive counts at each threshold.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_thresholds,)
        Decreasing. Element 0 is infinity: nothing is classified as positive.
    tp : ndarray of int64, or float64 with fractional weights, shape (n_thresholds,)
        Element i is the number of positive examples with score >= threshold[i].
    fp : ndarray of int64, or float64 with fractional weights, shape (n_thresholds,)
        Element i is the number of negative examples with score >= threshold[i].
    positives, negatives : int, or float with fractional weights
        Class totals: the last elements of `tp` and `fp`.
    complete : bool
        Whether every distinct score is a threshold.
    weighted : bool
        Whether the counts are sums of importance weights, so that the number of examples is
        unknown. Frequencies do not count as such weights.
    error : float
        Maximum by which the lower envelope exceeds that of all distinct scores, as a normalised
        expected cost; 0 if it is exact.
    left_out : tuple of (int, int)
        Number of rows that were dropped for missing values, and of all rows of the data frame.
    scored : bool
        Whether thresholds are scores. A confusion matrix has no scores; 1 represents its positive
        predictions.
    classes : tuple of two labels, or None
        The negative and the positive label; None if unknown.
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
    classes: tuple[Any, Any] | None = None

    @property
    def parts(self) -> tuple[Counts]:
        """Evaluations of the classifier: only this object, because it has no folds."""
        return (self,)


def count(predictions: Predictions) -> Counts:
    """Counts of true and false positives at every distinct score.

    Tied scores are one threshold.

    Parameters
    ----------
    predictions : Predictions
        Validated labels and scores. Examples of weight 0 are ignored.

    Returns
    -------
    Counts
        Element i is at the i-th largest distinct score; element 0 is at infinity.

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
        # Use integers, so that later comparisons are exact.
        return counts_from(ordered, concatenate_tallies(iter_tallies(ordered.keys, ends_of_ties)))
    used = predictions.weight > 0
    counts = _count_weighted(
        predictions.positive[used], predictions.score[used], predictions.weight[used]
    )
    return replace(counts, weighted=predictions.weighted)


def counts_from(ordered: SortKeys, chosen: Tally) -> Counts:
    """Return the counts of a tally, with the threshold infinity prepended."""
    return _assemble(ordered.scores(chosen.key), chosen.tp, chosen.fp)


def _count_weighted(positive: BoolArray, score: ScoreArray, weight: FloatArray) -> Counts:
    """Return sums of weights, computed in float64; integer weights give exact integers."""
    # The sort is stable, because rounded sums must not depend on the processor's sort algorithm.
    order = np.argsort(-score, kind="stable")
    score, positive, weight = score[order], positive[order], weight[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    tp = np.cumsum(np.where(positive, weight, 0.0))[last]
    fp = np.cumsum(np.where(positive, 0.0, weight))[last]
    if max(tp[-1], fp[-1]) < _MAX_EXACT_INT and np.array_equal(weight, np.floor(weight)):
        tp, fp = tp.astype(np.int64), fp.astype(np.int64)
    return _assemble(score[last], tp, fp)


def _assemble(threshold: ScoreArray, tp: CountArray, fp: CountArray) -> Counts:
    """Return the counts with the threshold infinity prepended."""
    infinity = np.array([np.inf], dtype=threshold.dtype)
    nothing = np.zeros(1, dtype=tp.dtype)
    return Counts(
        threshold=np.concatenate([infinity, threshold]),
        tp=np.concatenate([nothing, tp]),
        fp=np.concatenate([nothing, fp]),
        positives=tp[-1].item(),
        negatives=fp[-1].item(),
    )
