"""Bands for the difference in cost of two fixed classifiers on the same examples.

A difference is always the cost of the first classifier less that of the second.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core.arrays import FloatArray
from cc_widgets.core.uncertainty.band import Band, read_grid
from cc_widgets.core.uncertainty.critical import critical_value, percentile_level
from cc_widgets.core.uncertainty.lattice import Lattice, difference_lattice
from cc_widgets.core.uncertainty.lattice_quantiles import percentile_limits
from cc_widgets.core.uncertainty.levels import MORE, Level
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.parametric import RESAMPLES, LineReplicates
from cc_widgets.core.uncertainty.seeds import Rng, read_seed, stream
from cc_widgets.core.whole import read_whole
from cc_widgets.errors import CostCurveError, shown

DifferenceMethod = Literal["auto", "exact", "agresti-min"]
_FEWEST_EXAMPLES = 50
_FEWEST_DISCORDANT = 5


def difference_band(
    pairs: PairedCounts,
    *,
    level: Level = 0.9,
    pc: ArrayLike | None = None,
    method: DifferenceMethod = "auto",
    simultaneous: bool = False,
) -> Band:
    """Draw a band around the difference in cost of two classifiers.

    Parameters
    ----------
    pairs : PairedCounts
        Who is wrong about how many of the same examples.
    level : float
        Level of confidence.
    pc : array-like, optional
        Where; 501 values by default.
    method : {"auto", "exact", "agresti-min"}
        "exact" takes percentiles of jointly resampled differences, as if infinitely many were
        drawn. "agresti-min" adds half an example to each cell of the table of who is right, and
        then takes normal limits. "auto" is the latter where a class has fewer than 50 examples
        or fewer than 5 of them on which only one is wrong, and else the former.
    simultaneous : bool
        Whether the level must hold at all pc at once.

    Returns
    -------
    Band
        Negative where the first classifier is cheaper.

    Raises
    ------
    CostCurveError
        If there is no such method.

    Examples
    --------
    >>> errors = PairedErrors(first_only=1, second_only=6, both=19, neither=74)
    >>> band = difference_band(PairedCounts(errors, errors), pc=[0, 0.5, 1])
    >>> band.lower.round(3), band.upper.round(3)
    (array([-0.09, -0.08, -0.09]), array([-0.01, -0.02, -0.01]))
    """
    known: object = method
    if not isinstance(known, str) or known not in get_args(DifferenceMethod):
        raise CostCurveError(
            'must be "auto", "exact" or "agresti-min"', where="method", got=shown(method)
        )
    x = read_grid(pc)
    use_normal = method == "agresti-min" or (method == "auto" and _is_small(pairs))
    limits = _agresti_min if use_normal else _exact
    lower, upper = limits(pairs, x, level, simultaneous=simultaneous)
    return Band(
        pc=x,
        estimate=(1.0 - x) * pairs.negatives.difference + x * pairs.positives.difference,
        lower=lower,
        upper=upper,
        level=float(level),
        method="Agresti-Min" if use_normal else "exact joint percentile",
        target="difference of lines",
        simultaneous=simultaneous,
    )


def difference_replicates(
    pairs: PairedCounts, *, n_resamples: int = RESAMPLES, rng: Rng = None
) -> LineReplicates:
    """Draw replicates of the difference of two cost lines, both from the same examples.

    In each class the cells of the joint table are multinomial; its size stays what it is.

    Parameters
    ----------
    pairs : PairedCounts
        Who is wrong about how many of the same examples.
    n_resamples : int
        How many replicates.
    rng : int, numpy.random.Generator or None
        Source of randomness.

    Returns
    -------
    LineReplicates
        From which `percentile_band` makes a band of any level.

    Examples
    --------
    >>> errors = PairedErrors(first_only=0, second_only=6, both=19, neither=74)
    >>> drawn = difference_replicates(PairedCounts(errors, errors), n_resamples=100, rng=0)
    >>> bool(drawn.fpr.max() <= 0)
    True
    """
    n_resamples = read_whole("n_resamples", n_resamples, MORE, fewest=1)
    seed = read_seed(rng)
    numbers = stream(seed, 0)
    fpr, fnr = (
        _drawn(errors, n_resamples, numbers) for errors in (pairs.negatives, pairs.positives)
    )
    return LineReplicates(
        fpr=fpr,
        fnr=fnr,
        observed_fpr=pairs.negatives.difference,
        observed_fnr=pairs.positives.difference,
        method="joint percentile",
        target="difference of lines",
        seed=seed,
    )


def _is_small(pairs: PairedCounts) -> bool:
    """Tell whether percentiles of the joint resampling cannot be trusted."""
    return any(
        errors.total < _FEWEST_EXAMPLES or errors.discordant < _FEWEST_DISCORDANT
        for errors in (pairs.negatives, pairs.positives)
    )


def _exact(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Return percentile limits of infinitely many joint replicates."""
    return percentile_limits(
        _lattice(pairs.negatives),
        _lattice(pairs.positives),
        ((1.0 - x) / pairs.negatives.total, x / pairs.positives.total),
        percentile_level(level, simultaneous=simultaneous),
    )


def _lattice(errors: PairedErrors) -> Lattice:
    """Return the distribution of the difference in errors within one class."""
    n = errors.total
    return difference_lattice(n, errors.first_only / n, errors.second_only / n)


def _agresti_min(
    pairs: PairedCounts, x: FloatArray, level: Level, *, simultaneous: bool
) -> tuple[FloatArray, FloatArray]:
    """Return normal limits with half an example more in each cell."""
    z = critical_value(level, simultaneous=simultaneous)
    fpr, fpr_square = _agresti_min_moments(pairs.negatives)
    fnr, fnr_square = _agresti_min_moments(pairs.positives)
    middle = (1.0 - x) * fpr + x * fnr
    reach = z * np.sqrt((1.0 - x) ** 2 * fpr_square + x**2 * fnr_square)
    return np.maximum(middle - reach, -1.0), np.minimum(middle + reach, 1.0)


def _agresti_min_moments(errors: PairedErrors) -> tuple[float, float]:
    """Return the mean difference in one class and the square of its standard error."""
    n = errors.total + 2.0
    mean = (errors.first_only - errors.second_only) / n
    return mean, ((errors.discordant + 1.0) / n - mean**2) / n


def _drawn(errors: PairedErrors, n_resamples: int, numbers: np.random.Generator) -> FloatArray:
    """Draw how the two error rates differ in one class."""
    cells = np.array([errors.first_only, errors.second_only, errors.both + errors.neither])
    shares = cells / errors.total
    table = numbers.multinomial(errors.total, shares / shares.sum(), n_resamples)
    return np.asarray((table[:, 0] - table[:, 1]) / errors.total)
