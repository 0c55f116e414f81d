"""One fixed classifier as four counts: what a band around one cost line starts from."""

from dataclasses import dataclass

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.counts import Counts
from cc_widgets.core.whole import as_whole, read_whole
from cc_widgets.errors import CostCurveError, shown

_OF_A_MATRIX = 3  # nothing called positive, the classifier, everything


@dataclass(frozen=True, slots=True)
class LineCounts:
    """The errors of one classifier at one threshold, by class.

    Attributes
    ----------
    fp, negatives : int
        How many negatives are called positive, and how many there are.
    fn, positives : int
        How many positives are called negative, and how many there are.

    Raises
    ------
    CostCurveError
        If a count is not whole, a class is empty or has more errors than examples.

    Examples
    --------
    >>> LineCounts(fp=4, negatives=10, fn=4, positives=20).fnr
    0.2
    """

    fp: int
    negatives: int
    fn: int
    positives: int

    def __post_init__(self) -> None:
        """Check the counts."""
        check_counts(self, ("negatives", "positives"), fewest=1)
        check_counts(self, ("fp", "fn"))
        for wrong, total in (("fp", "negatives"), ("fn", "positives")):
            if getattr(self, wrong) > getattr(self, total):
                raise CostCurveError(
                    f"no class has more errors than examples ({total})",
                    where=wrong,
                    got=f"{shown(getattr(self, wrong))} of {shown(getattr(self, total))}",
                )

    @property
    def fpr(self) -> float:
        """The cost at pc = 0."""
        return self.fp / self.negatives

    @property
    def fnr(self) -> float:
        """The cost at pc = 1."""
        return self.fn / self.positives

    def cost(self, pc: FloatArray) -> FloatArray:
        """Return the observed cost line at some pc."""
        return np.asarray((1.0 - pc) * self.fpr + pc * self.fnr)


def check_counts(counts: object, names: tuple[str, ...], *, fewest: int = 0) -> None:
    """Check fields that count examples, and make plain integers of them.

    Parameters
    ----------
    counts : dataclass instance
        Changed in place; meant for ``__post_init__``.
    names : tuple of str
        Its fields to check.
    fewest : int
        The least that each may be.

    Raises
    ------
    CostCurveError
        If one of them is no whole number or too small.
    """
    fix = "Bands need counts of examples: neither sums of weights nor rates will do."
    for name in names:
        whole = read_whole(name, getattr(counts, name), fix, fewest=fewest)
        object.__setattr__(counts, name, whole)


def line_counts(counts: Counts, index: int | None = None) -> LineCounts:
    """Take one threshold out of counts.

    Parameters
    ----------
    counts : Counts
        Of a curve, or of a confusion matrix.
    index : int, optional
        Position of the threshold. Not needed for a confusion matrix, which has but one.

    Returns
    -------
    LineCounts
        The errors at that threshold.

    Raises
    ------
    CostCurveError
        If the counts are weighted, or it is unclear which threshold is meant.

    Examples
    --------
    >>> from cc_widgets.core.matrices import cell_counts
    >>> line_counts(cell_counts(tp=16, fn=4, fp=4, tn=6))
    LineCounts(fp=4, negatives=10, fn=4, positives=20)
    """
    if counts.weighted:
        raise CostCurveError(
            "bands need counts of examples, not sums of weights",
            where="counts",
            fix="Give the scores without weights, or repeat examples that stand for several.",
        )
    size = counts.tp.size
    if index is None and size == _OF_A_MATRIX:
        index = 1
    place = as_whole(index)
    if place is None or not -size <= place < size:
        raise CostCurveError(
            "must be the position of one threshold",
            where="index",
            got=f"{shown(index)} for {size} thresholds",
            fix=f"Pass a whole number from 0 to {size - 1}.",
        )
    fp, tp = counts.fp[place].item(), counts.tp[place].item()
    return LineCounts(
        fp=fp,
        negatives=counts.negatives,  # type: ignore[arg-type]
        fn=counts.positives - tp,
        positives=counts.positives,  # type: ignore[arg-type]
    )
