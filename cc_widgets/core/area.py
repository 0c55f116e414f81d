"""One number for a whole curve: areas in ROC space and in cost space.

The area under a cost curve is the expected cost if every pc is equally likely; a density of
pc makes it the expected cost under that density. The area under an ROC curve has no such
meaning, and may put two classifiers into the other order.
"""

import numpy as np

from cc_widgets.core.coordinates import whole_numbers
from cc_widgets.core.density import AnyDensity, Beta, Density, DensityFunction, Uniform
from cc_widgets.core.joined import RocPoints, join
from cc_widgets.core.numbers import read_number
from cc_widgets.core.pieces import TRIVIAL_RULES, CostCurve
from cc_widgets.core.roc import RocCurve
from cc_widgets.core.unit import percent_words
from cc_widgets.errors import CostCurveError, shown


def total_expected_cost(curve: CostCurve, density: AnyDensity | None = None) -> float:
    """Average a cost curve over pc.

    Parameters
    ----------
    curve : CostCurve
        An envelope; or a difference of two, whose average is the expected advantage.
    density : Density or callable, optional
        How likely each pc is: `Uniform` over [0, 1] by default, or over a range, `Beta`,
        `Histogram`, or a function of an array of pc, which is brought to area 1.

    Returns
    -------
    float
        The expected cost; exact up to rounding, except for a function, see
        `cc_widgets.core.quadrature`.

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import convex_hull
    >>> envelope = lower_envelope(convex_hull([RocCurve(np.array([0.3]), np.array([0.7]))]))
    >>> round(total_expected_cost(envelope), 9), round(total_expected_cost(envelope, Beta(9, 1)), 9)
    (0.21, 0.097174657)
    """
    weights = _density(density).moments(curve.pc)
    return float(curve.fpr @ weights.of_negatives + curve.fnr @ weights.of_positives)


def _density(given: AnyDensity | None) -> Density:
    """Return a density, also for a plain function or for nothing."""
    if given is None:
        return Uniform()
    if hasattr(given, "moments"):
        return given
    if callable(given):
        return DensityFunction(given)
    raise CostCurveError(
        "must be a density of pc",
        where="density",
        got=shown(given),
        fix="Pass Uniform(start, stop), Beta(a, b), Histogram(edges, weights) or a function.",
    )


def auc(curve: RocPoints) -> float:
    """Compute the area under an ROC curve.

    Parameters
    ----------
    curve : RocCurve or Hull
        Points joined by segments, from (0, 0) to (1, 1). Of a hull, or of a curve that was
        counted at possible corners only, it is the area under that, which is larger.

    Returns
    -------
    float
        Exact up to one rounding if the curve has whole counts.

    Raises
    ------
    CostCurveError
        If the points do not rise from left to right.

    Examples
    --------
    >>> auc(RocCurve(np.array([0.3]), np.array([0.7])))
    0.7
    """
    if (
        isinstance(curve, RocCurve)
        and curve.counts is not None
        and curve.counts.tp.dtype.kind == "i"
    ):
        whole = 2 * int(curve.counts.negatives) * int(curve.counts.positives)
        exact = whole_numbers(whole)
        fp, tp = curve.counts.fp.astype(exact), curve.counts.tp.astype(exact)
        return int(np.sum(np.diff(fp) * (tp[:-1] + tp[1:]))) / whole
    joined = join(curve)
    return float(np.trapezoid(joined.tpr, joined.fpr))


def h_measure(curve: CostCurve, prior: float, severity: float | AnyDensity | None = None) -> float:
    """Compute the H-measure: the share of the trivial rules' expected cost that is saved.

    Its density is one of the cost of a false positive, c, where a false negative costs 1 - c,
    at the prior of the data.

    Parameters
    ----------
    curve : CostCurve
        An envelope, trivial rules included.
    prior : float
        Share of positives in the data, inside (0, 1).
    severity : float, Density or callable, optional
        A ratio r, cost of a false positive to that of a false negative, stands for
        ``Beta(2, 1 + 1 / r)``, whose mode it is; by default prior / (1 - prior). Or any
        density of c.

    Returns
    -------
    float
        1 for a perfect classifier, 0 for one that never beats the trivial rules.

    Raises
    ------
    CostCurveError
        If the prior is not inside (0, 1) or the ratio is not above 0.

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.roc import convex_hull
    >>> h_measure(lower_envelope(convex_hull([RocCurve(np.array([0.0]), np.array([1.0]))])), 0.5)
    1.0
    """
    fix = "It is the share of positives among the examples."
    share = read_number("prior", prior, fix)
    if not 0.0 < share < 1.0:
        raise CostCurveError(
            "must lie inside (0, 1)",
            where="prior",
            got=shown(prior),
            fix=fix + percent_words(share),
        )
    density = _severity(severity, share)
    loss, trivial = (_loss(one, share, density) for one in (curve, TRIVIAL_RULES))
    if not trivial > 0.0:
        raise CostCurveError(
            "must be so far from 0 and 1 that the trivial rules cost something",
            where="prior",
            got=shown(prior),
            fix="Read the cost at one pc instead: cost_at(envelope, pc).",
        )
    return 1.0 - loss / trivial


def _severity(severity: float | AnyDensity | None, prior: float) -> Density:
    """Return the density of the cost of a false positive."""
    fix = "1 puts the most weight on equal costs."
    if severity is None:
        ratio = prior / (1.0 - prior)
    elif callable(severity) or hasattr(severity, "moments"):
        return _density(severity)
    else:
        ratio = read_number("severity", severity, fix)
    if not 0.0 < ratio < np.inf:
        raise CostCurveError(
            "a severity ratio must be above 0 and finite",
            where="severity",
            got=shown(severity),
            fix=fix,
        )
    return Beta(2.0, 1.0 + 1.0 / ratio)


def _loss(curve: CostCurve, prior: float, density: Density) -> float:
    """Return the expected loss per example; a false positive costs c, a false negative 1 - c."""
    positive = prior * (1.0 - curve.pc)
    cost = positive / (positive + (1.0 - prior) * curve.pc)
    weights = density.moments(cost[::-1])
    of_fp, of_fn = weights.of_positives[::-1], weights.of_negatives[::-1]
    return float((1.0 - prior) * (curve.fpr @ of_fp) + prior * (curve.fnr @ of_fn))
