"""Random curves with ties, duplicates and degenerate shapes, and their points as fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from cc_widgets.core import RocCurve, count, matrix_counts, point_set, predictions, roc_curve
from tests.support.shapes import shapes

ENDS = {(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))}


@st.composite
def matrices(draw):
    """Draw small confusion matrices, which often coincide, are collinear or lie on the diagonal."""
    positives, negatives = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    tp, fp = draw(st.integers(0, positives)), draw(st.integers(0, negatives))
    return [[negatives - fp, fp], [positives - tp, tp]]


@st.composite
def counted_curves(draw):
    """Draw curves with integer counts: of tied or degenerate scores, or of a single matrix."""
    if draw(st.booleans()):
        return roc_curve(matrix_counts(draw(matrices())))
    if draw(st.integers(0, 3)) == 0:
        return roc_curve(count(predictions(*draw(shapes()))))
    label = [True, False, *draw(st.lists(st.booleans(), max_size=7))]
    score = draw(
        st.lists(
            st.sampled_from([-1e300, -0.0, 0.0, 0.5, 1.0, 2.0]),
            min_size=len(label),
            max_size=len(label),
        )
    )
    return roc_curve(count(predictions(label, score)))


@st.composite
def bare_curves(draw, size=5):
    """Draw points with decimal rates, in any order."""
    pairs = draw(st.lists(st.tuples(decimals(), decimals()), min_size=1, max_size=size))
    fpr, tpr = np.array(pairs).T
    return point_set(fpr=fpr, tpr=tpr)


def decimals():
    """Draw rates that binary floats cannot represent exactly."""
    return st.integers(0, 20).map(lambda k: k / 20)


def exact_points(curve: RocCurve):
    """Return the points of a curve as fractions, in the order of the curve."""
    if curve.counts is None:
        rates = zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True)
        return [(decimal(fpr), decimal(tpr)) for fpr, tpr in rates]
    counts = curve.counts
    pairs = zip(counts.fp.tolist(), counts.tp.tolist(), strict=True)
    negatives, positives = int(counts.negatives), int(counts.positives)
    return [(Fraction(fp, negatives), Fraction(tp, positives)) for fp, tp in pairs]


def all_points(curves):
    """Return the points of several curves and of the baselines."""
    return {point for curve in curves for point in exact_points(curve)} | ENDS


def decimal(rate):
    """Return the exact decimal number that a float approximates."""
    return Fraction(rate).limit_denominator(1000)


def exact_cost(point, pc):
    """Return the normalised expected cost by its definition."""
    fpr, tpr = point
    return (1 - tpr) * pc + fpr * (1 - pc)


def is_best(point, pc, points):
    """Return whether no other point is cheaper."""
    return exact_cost(point, pc) == min(exact_cost(other, pc) for other in points)


def crossing_pcs(points):
    """Return every pc in [0, 1] at which two cost lines cross, with both ends of the axis."""
    crossings = {Fraction(0), Fraction(1)}
    for fpr, tpr in points:
        for other_fpr, other_tpr in points:
            run, rise = other_fpr - fpr, other_tpr - tpr
            if run + rise and 0 <= run / (run + rise) <= 1:
                crossings.add(run / (run + rise))
    return sorted(crossings)


forty_examples, thirty_examples = (settings(max_examples=n) for n in (40, 30))
GRID = np.linspace(0, 1, 101)
CURVES = st.lists(counted_curves(), max_size=3)
ANY_CURVES = st.one_of(CURVES, st.lists(bare_curves(4), max_size=3))
