"""A threshold in use: what it decides, and what it loses against the best choice."""

from itertools import pairwise

import numpy as np

from cc_widgets.core._conditions import Conditions, Range
from cc_widgets.core._cost import Envelope, cost_of_rates, same_cost, values_at
from cc_widgets.core._counting import Counts, count
from cc_widgets.core._predictions import Predictions
from cc_widgets.core._results import BoolArray, FloatArray, ScoreArray


def called_positive(given: Predictions, threshold: float) -> BoolArray:
    """Whether each example is called positive: if it scores at least a threshold.

    Parameters
    ----------
    given : Predictions
        The examples.
    threshold : float
        Any number but NaN; it is compared in the type of the scores, as programs do.

    Returns
    -------
    ndarray of bool, shape (n_examples,)
        Element i is about example i.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> called_positive(predictions([0, 1], np.array([0.1, 0.3], dtype=np.float32)), 0.3)
    array([False,  True])
    """
    called: BoolArray = given.score >= _typed(threshold, given.score)
    return called


def rates_from(given: Predictions | Counts, threshold: float) -> tuple[float, float] | None:
    """Rates, fpr and tpr, if positive is what scores at least a threshold.

    Parameters
    ----------
    given : Predictions or Counts
        The examples; both classes are among them.
    threshold : float
        Any number but NaN; it is compared in the type of the scores, as programs do.

    Returns
    -------
    (fpr, tpr) or None
        Counted exactly; None where incomplete counts do not tell.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> given = predictions([0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8])
    >>> rates_from(given, 0.35), rates_from(given, 0.4), rates_from(given, float("inf"))
    ((0.5, 0.5), (0.5, 0.5), (0.0, 0.0))
    """
    if isinstance(given, Predictions) and given.weight is None:
        called = called_positive(given, threshold)
        positives = int(np.count_nonzero(given.positive))
        tp = int(np.count_nonzero(called & given.positive))
        fp = int(np.count_nonzero(called)) - tp
        return fp / (given.positive.size - positives), tp / positives
    counts = given if isinstance(given, Counts) else count(given)
    known = counts.threshold
    least = _typed(threshold, known)
    at = int(np.count_nonzero(known >= least)) - 1
    if not counts.complete and at < known.size - 1 and known[at] != least:
        return None
    return float(counts.fp[at] / counts.negatives), float(counts.tp[at] / counts.positives)


def _typed(threshold: float, scores: ScoreArray) -> np.float32 | np.float64:
    """A number in the type of some scores."""
    with np.errstate(over="ignore"):
        return scores.dtype.type(threshold)


def loss_at(envelope: Envelope, fpr: float, tpr: float, pc: FloatArray) -> FloatArray:
    """Normalised cost that one decision loses at each pc against the least there is.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    pc : ndarray of float64
        In [0, 1].

    Returns
    -------
    ndarray of float64
        From 0; exactly 0 where both costs are told as the same.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> loss_at(lower_envelope(convex_hull([])), 0.0, 0.0, np.array([0.0, 0.25, 1.0]))
    array([0., 0., 1.])
    """
    found = cost_of_rates(fpr, tpr, pc) - values_at(envelope, pc)
    same = np.array([same_cost(where) for where in pc.tolist()])
    return np.where(found <= same, 0.0, found)


def loss_over(envelope: Envelope, fpr: float, tpr: float, reach: Range) -> Range:
    """Least and greatest normalised cost that one decision loses over a range of pc.

    A line less a concave envelope is greatest at an end of the range; it is least at an end
    too, or at a vertex of the envelope.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    reach : Range
        Of pc.

    Returns
    -------
    Range
        Exact.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> nothing = lower_envelope(convex_hull([]))
    >>> loss_over(nothing, 0.5, 0.5, Range(0.25, 0.75))
    Range(low=0.0, high=0.25)
    """
    inside = envelope.pc[(envelope.pc > reach.low) & (envelope.pc < reach.high)]
    found = loss_at(envelope, fpr, tpr, np.concatenate([[reach.low, reach.high], inside]))
    return Range(float(found.min()), float(found[:2].max()))


def money_loss_over(envelope: Envelope, fpr: float, tpr: float, conditions: Conditions) -> Range:
    """Least and greatest amount that one decision loses per case under conditions of use.

    The loss is a convex function of the two weights ``(1 - prior) * cost of a false alarm`` and
    ``prior * cost of a miss``, in proportion to them. It is greatest where every range is at an
    end; it is least on the way, nearest to weights of 0, from the least pc to the greatest.

    Parameters
    ----------
    envelope : Envelope
        The least cost, trivial rules included.
    fpr, tpr : float
        Rates of the decision.
    conditions : Conditions
        Any values may be ranges.

    Returns
    -------
    Range
        Exact, in the currency of the costs.

    Examples
    --------
    >>> from cc_widgets.core import convex_hull, lower_envelope
    >>> nothing = lower_envelope(convex_hull([]))
    >>> found = money_loss_over(nothing, 1.0, 1.0, Conditions(prior=(0.25, 0.75), cost_fn=(1, 2)))
    >>> found.low, round(found.high, 9)
    (0.0, 0.5)
    """
    prior, alarm, miss = conditions.prior, conditions.extra_fp, conditions.extra_fn
    ends = [
        ((1.0 - share) * a, share * b)
        for share in prior.ends
        for a in alarm.ends
        for b in miss.ends
    ]
    way = [
        ((1.0 - share) * a, share * b)
        for share, a, b in (
            (prior.low, alarm.high, miss.low),
            (prior.low, alarm.low, miss.low),
            (prior.high, alarm.low, miss.low),
            (prior.high, alarm.low, miss.high),
        )
    ]
    kinks = [_crossings(start, stop, envelope.pc) for start, stop in pairwise(way)]
    least = _amounts(envelope, fpr, tpr, np.concatenate([way, *kinks]))
    return Range(float(least.min()), float(_amounts(envelope, fpr, tpr, np.array(ends)).max()))


def _amounts(envelope: Envelope, fpr: float, tpr: float, weights: FloatArray) -> FloatArray:
    """The loss at each pair of weights."""
    total = weights.sum(axis=1)
    pc: FloatArray = weights[:, 1] / total
    amounts: FloatArray = total * loss_at(envelope, fpr, tpr, pc)
    return amounts


def _crossings(start: tuple[float, float], stop: tuple[float, float], pc: FloatArray) -> FloatArray:
    """The pairs of weights between two others that stand for some values of pc."""
    (a, b), (more_a, more_b) = start, (stop[0] - start[0], stop[1] - start[1])
    above = pc * a - (1.0 - pc) * b
    rise = (1.0 - pc) * more_b - pc * more_a
    inside = (above > 0.0) & (above < rise)
    share = above[inside] / rise[inside]
    return np.column_stack([a + share * more_a, b + share * more_b])
