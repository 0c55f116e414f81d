"""Dominance of points, sets and curves: laws for all data, against the definitions."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    Dominance,
    convex_hull,
    cost_at,
    curve_dominance,
    expected_cost,
    lower_envelope,
    point_dominance,
    set_dominance,
)
from tests.support.curves import ENDS, bare_curves, counted_curves, decimals, exact_points

# How long an example takes depends on what else the machine does: no deadlines.
law, many = (settings(deadline=None, max_examples=n) for n in (60, 150))
GRID = np.linspace(0, 1, 101)


@law
@given(decimals(), decimals(), decimals(), decimals(), st.floats(0, 1))
def test_a_dominating_point_is_cheaper(fpr, tpr, other_fpr, other_tpr, pc):
    found = point_dominance(fpr=fpr, tpr=tpr, other_fpr=other_fpr, other_tpr=other_tpr)
    cost, other = expected_cost(fpr, tpr, pc), expected_cost(other_fpr, other_tpr, pc)
    if found is Dominance.STRICT:
        assert cost < other
    elif found is Dominance.WEAK:
        assert cost <= other + 1e-15
    elif found is Dominance.NONE:
        corners = [
            expected_cost(fpr, tpr, x) - expected_cost(other_fpr, other_tpr, x) for x in (0, 1)
        ]
        assert max(corners) > 0


def dominated(mine, theirs, *, strict):
    """Two sets, by the definition of the papers."""

    def beats(p, q):
        if strict:
            return p[0] < q[0] and p[1] > q[1]
        return p != q and p[0] <= q[0] and p[1] >= q[1]

    def beats_weakly(p, q):
        return p != q and p[0] <= q[0] and p[1] >= q[1]

    return all(any(beats(p, q) for p in mine) for q in theirs) and not any(
        beats_weakly(q, p) for p in mine for q in theirs
    )


@many
@given(bare_curves(3), bare_curves(3))
def test_sets_dominate_as_the_definition_says(curve, other):
    mine, theirs = ({p for p in exact_points(one) if p not in ENDS} for one in (curve, other))
    if mine == theirs:
        expected = Dominance.EQUAL
    elif not theirs:
        expected = Dominance.NONE
    elif dominated(mine, theirs, strict=True):
        expected = Dominance.STRICT
    else:
        weak = dominated(mine, theirs, strict=False)
        expected = Dominance.WEAK if weak else Dominance.NONE
    assert set_dominance(curve, other) is expected


def heights(curve, x):
    """Tpr of the joined curve just before and just after x, in fractions."""
    points = sorted({*exact_points(curve), *ENDS})
    here = [p[1] for p in points if p[0] == x]
    if here:
        return min(here), max(here)
    left = max(p for p in points if p[0] < x)
    right_x = min(p[0] for p in points if p[0] > x)
    right = min(p for p in points if p[0] == right_x)
    height = left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])
    return height, height


@many
@given(bare_curves(3), bare_curves(3))
def test_curves_dominate_as_the_definition_says(curve, other):
    places = sorted({p[0] for p in [*exact_points(curve), *exact_points(other), *ENDS]})
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    gaps = {
        x: [a - b for a, b in zip(heights(curve, x), heights(other, x), strict=True)]
        for x in (*places, *middles)
    }
    flat = [gap for both in gaps.values() for gap in both]
    inside = [gap for x, both in gaps.items() if 0 < x < 1 for gap in both]
    found = curve_dominance(curve, other)
    if not any(flat):
        assert found is Dominance.EQUAL
    elif min(flat) < 0:
        assert found is Dominance.NONE
    else:
        assert found is (Dominance.STRICT if min(inside) > 0 else Dominance.WEAK)


@law
@given(*[st.one_of(bare_curves(4), counted_curves())] * 2)
def test_a_dominating_curve_is_nowhere_dearer(curve, other):
    if curve_dominance(curve, other) is not Dominance.NONE:
        costs = [cost_at(lower_envelope(convex_hull([one])), GRID) for one in (curve, other)]
        assert np.all(costs[0] <= costs[1] + 1e-14)
