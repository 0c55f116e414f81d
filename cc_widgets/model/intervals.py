"""How sure a cost is: from bands, or in closed form where there are none."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cc_widgets.core.pieces import piece_at
from cc_widgets.core.roc import TRIVIAL
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.intervals import MOVER, mover_limits
from cc_widgets.core.uncertainty.levels import normal_quantile
from cc_widgets.core.uncertainty.line_counts import line_counts
from cc_widgets.errors import CostCurveError
from cc_widgets.model.derive import DerivedClassifier


@dataclass(frozen=True, slots=True)
class Interval:
    """Limits of a cost; unpacks to the two limits.

    Attributes
    ----------
    lower, upper : float
        The limits.
    level : float
        Level of confidence.
    method : str
        How they were computed.

    Examples
    --------
    >>> lower, upper = Interval(0.1, 0.3, 0.9, "Wilson-MOVER")
    >>> lower, upper
    (0.1, 0.3)
    """

    lower: float
    upper: float
    level: float
    method: str

    def __iter__(self) -> Iterator[float]:
        return iter((self.lower, self.upper))


def banded(band: Band, pc: float) -> Interval:
    """Read a band.

    Parameters
    ----------
    band : Band
        Of the classifier.
    pc : float
        In [0, 1].

    Returns
    -------
    Interval
        Between two values of the band's own pc on a straight line.

    Examples
    --------
    >>> edge = np.array([0.0, 1.0])
    >>> banded(Band(edge, edge, edge - 0.5, edge + 0.5, 0.9, "made up", "line"), 0.5).lower
    0.0
    """
    lower, upper = (float(np.interp(pc, band.pc, limit)) for limit in (band.lower, band.upper))
    return Interval(lower, upper, band.level, band.method)


def closed_form(item: DerivedClassifier, pc: float, level: float) -> Interval:
    """Compute limits at the best threshold at one pc, as if it had been chosen before.

    Parameters
    ----------
    item : DerivedClassifier
        The classifier.
    pc : float
        In [0, 1].
    level : float
        Level of confidence.

    Returns
    -------
    Interval
        Of width 0 where a trivial rule is best: its cost is known.

    Raises
    ------
    CostCurveError
        If the number of examples is not known, or they are weighted.

    Examples
    --------
    >>> from cc_widgets.core.matrices import cell_counts
    >>> from cc_widgets.model.derive import derive
    >>> item = derive({"C4.5": cell_counts(tp=16, fn=4, fp=4, tn=6)}).classifiers[0]
    >>> [round(limit, 4) for limit in closed_form(item, 0.5, 0.9)]
    [0.1841, 0.4529]
    """
    segment = int(piece_at(item.envelope, pc))
    if int(item.envelope.index[segment]) == TRIVIAL:
        cost = float(item.envelope.fpr[segment] * (1 - pc) + item.envelope.fnr[segment] * pc)
        return Interval(cost, cost, level, "the known cost of a trivial rule")
    if item.curve.counts is None:
        raise CostCurveError(
            "an interval needs to know how many examples there were",
            where=f"classifier {item.name!r}",
            got="bare points",
            fix="Give a confusion matrix or scores.",
        )
    line = line_counts(item.curve.counts, int(item.envelope.index[segment]))
    z = normal_quantile(level)
    lower, upper = mover_limits(line.fp, line.negatives, line.fn, line.positives, pc, z)
    return Interval(float(lower), float(upper), level, f"{MOVER} at the chosen threshold")
