"""Constructors of small classifiers, Hypothesis strategies and reference implementations."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from cc_widgets.core import RocCurve, convex_hull, count, lower_envelope, predictions, roc_curve
from tests.support.shapes import shapes

# Fawcett, "An introduction to ROC analysis", 2006, table of 20 instances.
FAWCETT_SCORE = [
    *(0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505),
    *(0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1),
]
FAWCETT_LABEL = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
GRID = np.linspace(0, 1, 401)


def close(actual, expected):
    """Assert agreement to 12 digits, and equal shapes if both are arrays."""
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-13)


def points(*pairs):
    """Return a curve of points (fpr, tpr) without counts."""
    fpr, tpr = np.array(pairs, dtype=float).reshape(-1, 2).T
    return RocCurve(fpr=fpr, tpr=tpr)


def with_ends(curve):
    """Return the rates of a curve, extended by (0, 0) and (1, 1)."""
    return np.concatenate([[0], curve.fpr, [1]]), np.concatenate([[0], curve.tpr, [1]])


def envelope_of(*pairs):
    """Return the lower envelope of points (fpr, tpr) and the baselines."""
    return lower_envelope(convex_hull([points(*pairs)]))


def hull_of(*pairs):
    return convex_hull([points(*pairs)])


def own_envelope(curve):
    return lower_envelope(convex_hull([curve]))


def scored_curve(label, score, weight=None):
    """Return the ROC curve of scored examples; label 1 is positive."""
    return roc_curve(count(predictions(label, score, sample_weight=weight)))


def fawcett():
    return scored_curve(FAWCETT_LABEL, FAWCETT_SCORE)


def line_cost(fpr, tpr, pc):
    """Return the cost of a point by definition, also for rates and pc outside [0, 1]."""
    return (1 - tpr) * pc + fpr * (1 - pc)


def lowest_cost_on(grid, *curves):
    """Return the lowest cost of all points and both baselines at each pc of a grid."""
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    return (np.outer(fpr, 1 - grid) + np.outer(1 - tpr, grid)).min(axis=0)


def exact_lowest_cost(pc, pairs):
    """Return the lowest cost at one pc, in exact fractions."""
    all_pairs = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)), *pairs]
    return min(fpr * (1 - pc) + (1 - tpr) * pc for fpr, tpr in all_pairs)


# Points on a coarse lattice often coincide or are collinear. Unequal rates differ by more than
# rounding error; otherwise two correct results could disagree.
LATTICE = st.integers(0, 10).map(lambda n: n / 10)
TINY = st.just(1e-9)
RATE = st.one_of(LATTICE, st.floats(0, 1).map(lambda x: round(x, 9)), TINY)
POINT = st.tuples(RATE, RATE)
POINT_SETS = st.lists(POINT, min_size=1, max_size=5).map(lambda pairs: points(*pairs))
RISING = st.lists(POINT, min_size=1, max_size=5).map(
    lambda pairs: points(
        *zip(sorted(p[0] for p in pairs), sorted(p[1] for p in pairs), strict=True)
    )
)


@st.composite
def labels_and_scores(draw, max_size=20):
    """Draw labels of both classes and scores: tied, distinct or degenerate."""
    if draw(st.integers(0, 3)) == 0:
        return draw(shapes())
    size = draw(st.integers(2, max_size))
    label = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    label[0], label[1] = 1, 0
    score = st.one_of(st.integers(0, 4).map(float), st.floats(0, 1))
    return label, draw(st.lists(score, min_size=size, max_size=size))


SCORED = labels_and_scores().map(lambda data: scored_curve(*data))
CURVES = st.one_of(POINT_SETS, SCORED)
WEIGHTS = st.floats(0.1, 10)
SEVERAL = st.lists(CURVES, min_size=1, max_size=4)
PC = st.floats(0, 1)
