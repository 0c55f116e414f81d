"""The percentile band of Holte and Drummond as if infinitely many replicates were drawn."""

from math import inf

from numpy.typing import ArrayLike

from cc_widgets.core.numbers import as_number
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.critical import percentile_level
from cc_widgets.core.uncertainty.lattice import binomial_lattice
from cc_widgets.core.uncertainty.lattice_quantiles import percentile_limits
from cc_widgets.core.uncertainty.levels import Level
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.errors import CostCurveError, shown


def exact_band(
    line: LineCounts,
    *,
    level: Level = 0.9,
    pc: ArrayLike | None = None,
    pseudo_count: float = 0.0,
    simultaneous: bool = False,
) -> Band:
    """Compute the percentile band of one cost line without drawing replicates.

    In a replicate the errors of each class are binomial, with the class as large as observed.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    pseudo_count : float
        Added to each cell of the confusion matrix before rates are formed for the replicates.
        With 0, a class without errors has none in any replicate: the band has width zero there.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Each limit is the least value with at least the tail, or 1 - tail, of all replicates at
        or below it.

    Examples
    --------
    >>> band = exact_band(LineCounts(fp=4, negatives=10, fn=4, positives=20), pc=[0, 0.5, 1])
    >>> band.lower.round(9), band.upper.round(9)
    (array([0.2 , 0.15, 0.05]), array([0.7 , 0.45, 0.35]))
    """
    x = read_grid(pc)
    fpr, fnr = smoothed_rates(line, pseudo_count)
    lower, upper = percentile_limits(
        binomial_lattice(line.negatives, fpr),
        binomial_lattice(line.positives, fnr),
        ((1.0 - x) / line.negatives, x / line.positives),
        percentile_level(level, simultaneous=simultaneous),
    )
    return Band(
        pc=x,
        estimate=line.cost(x),
        lower=lower,
        upper=upper,
        level=float(level),
        method=f"exact percentile{smoothing_note(pseudo_count)}",
        target="line",
        simultaneous=simultaneous,
    )


def smoothed_rates(line: LineCounts, pseudo_count: float) -> tuple[float, float]:
    """Return the error rates that replicates are drawn with.

    Parameters
    ----------
    line : LineCounts
        The errors of the classifier.
    pseudo_count : float
        Added to each of the four cells.

    Returns
    -------
    fpr, fnr : float
        The rates.

    Raises
    ------
    CostCurveError
        If the pseudo-count is negative or not finite.

    Examples
    --------
    >>> smoothed_rates(LineCounts(fp=0, negatives=9, fn=4, positives=19), 0.5)
    (0.05, 0.225)
    """
    added = as_number(pseudo_count)
    if added is None or not 0.0 <= added < inf:
        raise CostCurveError(
            "must be a number from 0",
            where="pseudo_count",
            got=shown(pseudo_count),
            fix="Pass 0 for the observed rates, or 0.5 where a class has few errors.",
        )
    fpr, fnr = (
        (wrong + added) / (total + 2.0 * added)
        for wrong, total in ((line.fp, line.negatives), (line.fn, line.positives))
    )
    return fpr, fnr


def smoothing_note(pseudo_count: float) -> str:
    """Return what the name of a method says about pseudo-counts.

    Parameters
    ----------
    pseudo_count : float
        Added to each cell.

    Returns
    -------
    str
        Empty if nothing was added.

    Examples
    --------
    >>> smoothing_note(0.5)
    ', 0.5 added to each cell'
    """
    return f", {float(pseudo_count):g} added to each cell" if pseudo_count else ""
