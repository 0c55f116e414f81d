"""The threshold that the data recommend at each pc, and how it fares in resamples."""

from dataclasses import dataclass
from math import ceil

import numpy as np

from cc_widgets.core.arrays import BoolArray, FloatArray, IntArray, freeze
from cc_widgets.core.uncertainty.candidates import Candidates
from cc_widgets.core.uncertainty.critical import simultaneous_critical
from cc_widgets.core.uncertainty.levels import Level, read_level
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples

# Resamples for which costs are held at a time.
_ROWS = 100
# A pc and a turn of the hull that are equal on paper: 1 - 0.7 is not the float 0.3.
_SAME_PC = 1e-15


@dataclass(frozen=True, eq=False, slots=True)
class Chosen:
    """The best threshold on the given examples, at each pc.

    Attributes
    ----------
    corner : ndarray of int64, shape (n,)
        Position in `Candidates.hull`; of two that are equally good, the higher threshold, but
        at pc = 0 the lower one: the same that is named elsewhere.
    fp, fn : ndarray of int64, shape (n,)
        Its errors.
    cost : ndarray of float64, shape (n,)
        What it costs on these examples: the envelope.
    trivial : ndarray of bool, shape (n,)
        Whether it calls everything or nothing positive; its cost is then known.
    """

    corner: IntArray
    fp: IntArray
    fn: IntArray
    cost: FloatArray
    trivial: BoolArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)


def chosen_thresholds(found: Candidates, pc: FloatArray) -> Chosen:
    """Choose a threshold at each pc.

    Parameters
    ----------
    found : Candidates
        Thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Operating conditions.

    Returns
    -------
    Chosen
        Element i is best at pc[i].

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty.candidates import candidates
    >>> found = candidates(predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> chosen = chosen_thresholds(found, np.array([0.1, 0.5, 0.9]))
    >>> chosen.fp, chosen.fn
    (array([0, 0, 1]), array([1, 1, 0]))
    """
    before, after = _corners(found, pc)
    return _at_corners(found, pc, np.where(pc > 0.0, before, after))


def equally_good(found: Candidates, pc: FloatArray) -> tuple[Chosen, Chosen]:
    """Find both of two thresholds where it makes no difference which of them is chosen.

    Limits that hold for both do not depend on the name that was given to one of them, nor on
    which class is called the positive one.

    Parameters
    ----------
    found : Candidates
        Thresholds of a classifier.
    pc : ndarray of float64, shape (n,)
        Operating conditions.

    Returns
    -------
    higher, lower : Chosen
        Element i of both is best at pc[i]; hardly anywhere do they differ but at 0 and 1.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty.candidates import candidates
    >>> found = candidates(predictions([0, 0, 1, 1], [1, 2, 3, 4]))
    >>> higher, lower = equally_good(found, np.array([0.0, 0.5, 1.0]))
    >>> higher.corner, lower.corner
    (array([0, 1, 1]), array([1, 1, 2]))
    """
    before, after = _corners(found, pc)
    return _at_corners(found, pc, before), _at_corners(found, pc, after)


def _corners(found: Candidates, pc: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the first and the last corner of the hull that is best at each pc."""
    fp, tp = found.fp[found.hull], found.tp[found.hull]
    run, rise = np.diff(fp) * float(found.positives), np.diff(tp) * float(found.negatives)
    turn = run / (run + rise)
    return np.searchsorted(turn, pc - _SAME_PC), np.searchsorted(turn, pc + _SAME_PC, side="right")


def _at_corners(found: Candidates, pc: FloatArray, corner: IntArray) -> Chosen:
    """Describe corners of the hull, one for each pc."""
    hull = found.hull[corner]
    fp, fn = found.fp[hull], found.positives - found.tp[hull]
    fpr, fnr = fp / found.negatives, fn / found.positives
    return Chosen(
        corner=corner,
        fp=fp,
        fn=fn,
        cost=fpr * (1.0 - pc) + fnr * pc,
        trivial=(corner == 0) | (corner == found.hull.size - 1),
    )


def fixed_costs(
    resamples: EnvelopeResamples,
    chosen: Chosen,
    rows: slice = slice(None),
    columns: BoolArray | slice = slice(None),
) -> FloatArray:
    """Cost in resamples of the thresholds chosen on the original examples.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    chosen : Chosen
        Thresholds, one for each pc of the resamples.
    rows : slice
        Which resamples; all by default.
    columns : ndarray of bool, or slice
        At which pc; at all by default.

    Returns
    -------
    ndarray of float64, shape (n_rows, n_columns)
        Element (r, i) is a cost at the i-th of these pc.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0, pc=[0.5]))
    >>> chosen = chosen_thresholds(drawn.candidates, drawn.pc)
    >>> bool((fixed_costs(drawn, chosen) >= drawn.cost).all())
    True
    """
    fpr = resamples.fp[rows] / resamples.negatives[rows, np.newaxis]
    slope = 1.0 - resamples.tp[rows] / resamples.positives[rows, np.newaxis] - fpr
    corner, pc = chosen.corner[columns], resamples.pc[columns]
    cost: FloatArray = fpr[:, corner] + slope[:, corner] * pc
    return cost


def supremum_critical(resamples: EnvelopeResamples, level: Level) -> float:
    """Find how many standard errors hold the cost of the chosen thresholds at all pc at once.

    Parameters
    ----------
    resamples : EnvelopeResamples
        Resampled examples.
    level : float
        Level of confidence.

    Returns
    -------
    float
        The share `level` of the resamples stays within so many; at least what one line needs.
        With few errors the resamples hardly move, and would ask for less.

    Examples
    --------
    >>> from cc_widgets.core.predictions import predictions
    >>> from cc_widgets.core.uncertainty import finished, resampling
    >>> checked = predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
    >>> drawn = finished(resampling(checked, n_resamples=100, rng=0))
    >>> supremum_critical(drawn, 0.9) > 2.05
    True
    """
    farthest = np.zeros(resamples.n_done)
    for chosen in equally_good(resamples.candidates, resamples.pc):
        free = ~chosen.trivial
        error = _standard_error(resamples, chosen)[free]
        for start in range(0, resamples.n_done, _ROWS):
            rows = slice(start, start + _ROWS)
            away = np.abs(fixed_costs(resamples, chosen, rows, free) - chosen.cost[free])
            most = np.max(away / error, axis=1, initial=0.0)
            farthest[rows] = np.maximum(farthest[rows], most)
    rank = min(ceil(read_level(level) * (resamples.n_done + 1)), resamples.n_done)
    return max(simultaneous_critical(level), float(np.sort(farthest)[rank - 1]))


def _standard_error(resamples: EnvelopeResamples, chosen: Chosen) -> FloatArray:
    """Return standard errors of costs, above 0 even where no error was seen."""
    n, m = resamples.candidates.negatives, resamples.candidates.positives
    fpr, fnr = (chosen.fp + 0.5) / (n + 1), (chosen.fn + 0.5) / (m + 1)
    x = resamples.pc
    return np.sqrt((1.0 - x) ** 2 * fpr * (1.0 - fpr) / n + x**2 * fnr * (1.0 - fnr) / m)
