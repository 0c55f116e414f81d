"""Short ways to write down classifiers, and to ask slow oracles about them."""

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
    """Fail unless numbers agree to 12 digits, and have one shape where both are arrays."""
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-13)


def points(*pairs):
    """A curve of bare points (fpr, tpr)."""
    fpr, tpr = np.array(pairs, dtype=float).reshape(-1, 2).T
    return RocCurve(fpr=fpr, tpr=tpr)


def joined(curve):
    """Its rates, with the two corners that every curve ends in."""
    return np.concatenate([[0], curve.fpr, [1]]), np.concatenate([[0], curve.tpr, [1]])


def envelope_of(*pairs):
    """The lower envelope of points (fpr, tpr) and the trivial rules."""
    return lower_envelope(convex_hull([points(*pairs)]))


def hull_of(*pairs):
    return convex_hull([points(*pairs)])


def own_envelope(curve):
    return lower_envelope(convex_hull([curve]))


def scored(label, score, weight=None):
    """The curve of scored examples; label 1 is positive."""
    return roc_curve(count(predictions(label, score, sample_weight=weight)))


def fawcett():
    return scored(FAWCETT_LABEL, FAWCETT_SCORE)


def line_cost(fpr, tpr, pc):
    """By definition: the height of a point's line, also where neither rate nor pc is a fraction."""
    return (1 - tpr) * pc + fpr * (1 - pc)


def least_on(grid, *curves):
    """By definition: the least cost of all points and the two trivial rules."""
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    return (np.outer(fpr, 1 - grid) + np.outer(1 - tpr, grid)).min(axis=0)


def exact_least(pc, pairs):
    """The same at one pc, in fractions."""
    both = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)), *pairs]
    return min(fpr * (1 - pc) + (1 - tpr) * pc for fpr, tpr in both)


# Rates on a coarse lattice meet, coincide and line up often; any other rates seldom do. Those
# that differ do so by more than rounding, or else two right answers would not be comparable.
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
def labelled(draw, max_size=20):
    """Labels of both classes, and scores with many ties or with none, or of extreme shape."""
    if draw(st.integers(0, 3)) == 0:
        return draw(shapes())
    size = draw(st.integers(2, max_size))
    label = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    label[0], label[1] = 1, 0
    one = st.one_of(st.integers(0, 4).map(float), st.floats(0, 1))
    return label, draw(st.lists(one, min_size=size, max_size=size))


SCORED = labelled().map(lambda data: scored(*data))
CURVES = st.one_of(POINT_SETS, SCORED)
WEIGHTS = st.floats(0.1, 10)
SEVERAL = st.lists(CURVES, min_size=1, max_size=4)
PC = st.floats(0, 1)
