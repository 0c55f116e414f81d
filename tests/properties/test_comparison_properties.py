"""Properties of comparisons, against slow oracles written from the definitions."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import convex_hull, cost_at, expected_cost, lower_envelope, total_expected_cost
from cc_widgets.core.comparison import (
    absolute_area,
    cost_difference,
    crossovers,
    extremes,
    least_cost,
    near_equal,
    ranking,
    roc_crossings,
    winners,
    winners_on_envelope,
)
from cc_widgets.core.costs import CostPieces, values_at
from cc_widgets.core.dominance import Dominance, curve_dominance, point_dominance, set_dominance
from tests.support.curves import ENDS, bare_curves, counted_curves, decimals, exact_points
from tests.support.rates import (
    CURVES,
    GRID,
    LATTICE,
    PC,
    RATE,
    SEVERAL,
    exact_lowest_cost,
    lowest_cost_on,
    own_envelope,
    points,
)

PAIR = st.tuples(CURVES, CURVES)
LATTICE_SETS = st.lists(st.tuples(LATTICE, LATTICE), min_size=1, max_size=3)


def tenths(pairs):
    return [(Fraction(round(10 * x), 10), Fraction(round(10 * y), 10)) for x, y in pairs]


@settings(max_examples=50)
@given(PAIR)
def test_cost_difference_equals_the_difference_on_a_grid(pair):
    first, second = pair
    difference = cost_difference(own_envelope(first), own_envelope(second))
    expected = lowest_cost_on(GRID, first) - lowest_cost_on(GRID, second)
    np.testing.assert_allclose(values_at(difference, GRID), expected, atol=1e-14)
    assert np.all(np.diff(difference.pc) > 0)
    assert np.all(difference.start_cost * difference.stop_cost >= -1e-14)


@settings(max_examples=50)
@given(PAIR)
def test_extremes_and_areas_equal_those_on_a_dense_grid(pair):
    difference = cost_difference(*(own_envelope(curve) for curve in pair))
    grid = np.union1d(np.linspace(0, 1, 2001), difference.pc)
    value = values_at(difference, grid)
    most = extremes(difference)
    assert most.lowest == pytest.approx(value.min(), abs=1e-15)
    assert most.highest == pytest.approx(value.max(), abs=1e-15)
    np.testing.assert_allclose(values_at(difference, most.lowest_pc), most.lowest, atol=1e-14)
    np.testing.assert_allclose(values_at(difference, most.highest_pc), most.highest, atol=1e-14)
    assert total_expected_cost(difference) == pytest.approx(np.trapezoid(value, grid), abs=1e-13)
    size = np.trapezoid(np.abs(value), grid)
    assert absolute_area(difference) == pytest.approx(size, abs=1e-13)
    assert absolute_area(difference) >= abs(total_expected_cost(difference)) - 1e-15


@settings(max_examples=50)
@given(PAIR, st.sampled_from([0, 0.01, 0.05, 0.3]))
def test_near_equal_ranges_contain_exactly_the_near_equal_pc(pair, epsilon):
    difference = cost_difference(*(own_envelope(curve) for curve in pair))
    ranges = near_equal(difference, epsilon)
    assert np.all(ranges.pc_low < ranges.pc_high)
    assert np.all(ranges.pc_low[1:] > ranges.pc_high[:-1])
    inside = np.any((ranges.pc_low[:, None] < GRID) & (ranges.pc_high[:, None] > GRID), axis=0)
    outside = ~np.any((ranges.pc_low[:, None] <= GRID) & (ranges.pc_high[:, None] >= GRID), axis=0)
    size = np.abs(values_at(difference, GRID))
    assert np.all(size[inside] <= epsilon + 1e-14)
    inner = outside & (GRID > 0) & (GRID < 1)
    assert np.all(size[inner] >= epsilon - 1e-14)


@settings(max_examples=60)
@given(st.lists(LATTICE_SETS, min_size=1, max_size=4))
def test_winners_equal_those_in_exact_arithmetic(sets):
    result = winners([own_envelope(points(*pairs)) for pairs in sets])
    assert result.pc[0] == 0
    assert result.pc[-1] == 1
    assert np.all(np.diff(result.pc) > 0)
    for pc, best, is_baseline in zip(
        (result.pc[:-1] + result.pc[1:]) / 2, result.best, result.is_baseline, strict=True
    ):
        x = Fraction(float(pc))
        costs = [exact_lowest_cost(x, tenths(pairs)) for pairs in sets]
        assert best.tolist() == [cost == min(costs) for cost in costs]
        assert is_baseline == (min(x, 1 - x) == min(costs))


@settings(max_examples=60)
@given(st.lists(LATTICE_SETS, min_size=1, max_size=5))
def test_winners_on_envelope_equals_winners(sets):
    curves = [points(*pairs) for pairs in sets]
    envelopes = [own_envelope(curve) for curve in curves]
    result = winners_on_envelope(envelopes, lower_envelope(convex_hull(curves)))
    expected = winners(envelopes)
    assert result.pc == pytest.approx(expected.pc, abs=1e-14)
    assert result.best.tolist() == expected.best.tolist()
    assert result.is_baseline.tolist() == expected.is_baseline.tolist()


@settings(max_examples=60)
@given(st.lists(LATTICE_SETS, min_size=2, max_size=4))
def test_adjacent_ranges_differ_and_crossovers_are_single_points(sets):
    result = winners([own_envelope(points(*pairs)) for pairs in sets])
    rows = np.column_stack([result.best, result.is_baseline])
    assert np.all(np.any(rows[1:] != rows[:-1], axis=1))
    for pc in result.crossover:
        before, after = np.flatnonzero(result.pc == pc)[0] - 1, np.flatnonzero(result.pc == pc)[0]
        assert not np.any(rows[before] & rows[after])


@settings(max_examples=50)
@given(SEVERAL)
def test_least_cost_of_envelopes_is_the_joint_envelope(curves):
    least = least_cost([own_envelope(curve) for curve in curves])
    np.testing.assert_allclose(values_at(least, GRID), lowest_cost_on(GRID, *curves), atol=1e-14)
    assert np.all((np.diff(least.fpr) != 0) | (np.diff(least.fnr) != 0))


@settings(max_examples=50)
@given(SEVERAL, PC)
def test_ranking_is_by_the_minimum_cost_of_each_curve(curves, pc):
    result = ranking([own_envelope(curve) for curve in curves], pc)
    expected = [lowest_cost_on(np.array([pc]), curve)[0] for curve in curves]
    np.testing.assert_allclose(result.cost, expected, atol=1e-15)
    assert np.all(np.diff(result.cost[result.order]) >= -1e-15)
    cost = expected_cost(result.fpr, 1 - result.fnr, pc)
    np.testing.assert_allclose(cost, expected, atol=1e-15)
    for place, own in zip(result.rank, expected, strict=True):
        assert place == 1 + sum(value < own - 1e-15 for value in expected)


@settings(max_examples=50)
@given(PAIR)
def test_crossovers_have_equal_costs_on_a_common_tangent(pair):
    first, second = pair
    a, b = own_envelope(first), own_envelope(second)
    crossing = crossovers(a, b)
    np.testing.assert_allclose(crossing.cost, values_at(b, crossing.pc), atol=1e-14)
    for cost, fpr, tpr in (
        (crossing.cost, crossing.first_fpr, crossing.first_tpr),
        (crossing.cost, crossing.second_fpr, crossing.second_tpr),
    ):
        np.testing.assert_allclose(expected_cost(fpr, tpr, crossing.pc), cost, atol=1e-14)
    rise, run = crossing.second_tpr - crossing.first_tpr, crossing.second_fpr - crossing.first_fpr
    np.testing.assert_allclose(rise * crossing.pc, run * (1 - crossing.pc), atol=1e-13)
    sign = np.sign(np.round(lowest_cost_on(GRID, first) - lowest_cost_on(GRID, second), 13))
    changes = np.count_nonzero(sign[1:] * sign[:-1] < 0)
    assert crossing.pc.size >= changes


@settings(max_examples=50)
@given(st.tuples(CURVES, CURVES))
def test_roc_crossings_lie_on_both_curves_and_are_never_optimal(pair):
    hulls = [convex_hull([curve]) for curve in pair]
    crossings = roc_crossings(*hulls)
    envelope = lower_envelope(convex_hull(pair))
    for hull in hulls:
        # Points on the curve, including its vertical parts.
        along = np.interp(crossings.fpr + crossings.tpr, hull.fpr + hull.tpr, hull.tpr - hull.fpr)
        np.testing.assert_allclose(crossings.tpr - crossings.fpr, along, atol=1e-14)
    for fpr, tpr in zip(crossings.fpr, crossings.tpr, strict=True):
        # Where the two hulls cross at a corner of one of them, the other passes above.
        assert np.all(expected_cost(fpr, tpr, GRID[1:-1]) > values_at(envelope, GRID[1:-1]) - 1e-15)


def test_roc_crossing_of_two_hulls_is_suboptimal_at_every_pc():
    first, second = points((0.1, 0.6)), points((0.4, 0.9))
    crossings = roc_crossings(first, second)
    regret = expected_cost(crossings.fpr, crossings.tpr, GRID) - lowest_cost_on(GRID, first, second)
    assert np.all(regret[1:-1] > 0.0006)


@settings(max_examples=50)
@given(PAIR)
def test_roc_crossings_are_where_the_sign_of_the_gap_changes(pair):
    hulls = [convex_hull([curve]) for curve in pair]
    along = np.linspace(0, 2, 2001)
    gap = np.subtract(*(np.interp(along, h.fpr + h.tpr, h.tpr - h.fpr) for h in hulls))
    sign = np.sign(np.where(np.abs(gap) < 1e-12, 0, gap))
    changes = np.flatnonzero(sign[1:] * sign[:-1] < 0)
    crossings = roc_crossings(*hulls)
    at = crossings.fpr + crossings.tpr
    for i in changes:
        assert np.any((at >= along[i] - 1e-12) & (at <= along[i + 1] + 1e-12))


@given(st.tuples(*[RATE] * 4), PC, st.floats(0, 100), st.floats(0.01, 100))
def test_difference_in_money_follows_from_the_rates(rates, prior, cost_fn, cost_fp):
    # Eq. 2 of Drummond & Holte (KDD 2000), signed.
    first_fpr, first_tpr, second_fpr, second_tpr = rates
    of_positives, of_negatives = prior * cost_fn, (1 - prior) * cost_fp
    assume(of_positives + of_negatives > 1e-9)
    first, second = (
        CostPieces(np.array([0.0, 1.0]), np.array([fpr]), np.array([1 - tpr]))
        for fpr, tpr in ((first_fpr, first_tpr), (second_fpr, second_tpr))
    )
    pc = of_positives / (of_positives + of_negatives)
    difference = values_at(cost_difference(first, second), pc) * (of_positives + of_negatives)
    expected = (second_tpr - first_tpr) * of_positives + (first_fpr - second_fpr) * of_negatives
    assert difference == pytest.approx(expected, abs=1e-12)


# ---- Dominance of points, sets and curves
sixty_examples, many_examples = (settings(max_examples=n) for n in (60, 150))
PCS = np.linspace(0, 1, 101)


@sixty_examples
@given(decimals(), decimals(), decimals(), decimals(), st.floats(0, 1))
def test_dominating_point_is_cheaper(fpr, tpr, other_fpr, other_tpr, pc):
    dominance = point_dominance(fpr=fpr, tpr=tpr, other_fpr=other_fpr, other_tpr=other_tpr)
    cost, other_cost = expected_cost(fpr, tpr, pc), expected_cost(other_fpr, other_tpr, pc)
    if dominance is Dominance.STRICT:
        assert cost < other_cost
    elif dominance is Dominance.WEAK:
        assert cost <= other_cost + 1e-15
    elif dominance is Dominance.NONE:
        corners = [
            expected_cost(fpr, tpr, x) - expected_cost(other_fpr, other_tpr, x) for x in (0, 1)
        ]
        assert max(corners) > 0


def dominated(points, other_points, *, strict):
    """Whether the first set dominates the second, by definition."""

    def beats(p, q):
        if strict:
            return p[0] < q[0] and p[1] > q[1]
        return p != q and p[0] <= q[0] and p[1] >= q[1]

    def beats_weakly(p, q):
        return p != q and p[0] <= q[0] and p[1] >= q[1]

    return all(any(beats(p, q) for p in points) for q in other_points) and not any(
        beats_weakly(q, p) for p in points for q in other_points
    )


@many_examples
@given(bare_curves(3), bare_curves(3))
def test_set_dominance_follows_the_definition(curve, other):
    points, other_points = (
        {p for p in exact_points(each) if p not in ENDS} for each in (curve, other)
    )
    if points == other_points:
        expected = Dominance.EQUAL
    elif not other_points:
        expected = Dominance.NONE
    elif dominated(points, other_points, strict=True):
        expected = Dominance.STRICT
    else:
        weak = dominated(points, other_points, strict=False)
        expected = Dominance.WEAK if weak else Dominance.NONE
    assert set_dominance(curve, other) is expected


def heights(curve, x):
    """Limits of tpr from the left and right of x on the joined curve, in fractions."""
    points = sorted({*exact_points(curve), *ENDS})
    at_x = [p[1] for p in points if p[0] == x]
    if at_x:
        return min(at_x), max(at_x)
    left = max(p for p in points if p[0] < x)
    right_x = min(p[0] for p in points if p[0] > x)
    right = min(p for p in points if p[0] == right_x)
    height = left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])
    return height, height


@many_examples
@given(bare_curves(3), bare_curves(3))
def test_curve_dominance_follows_the_definition(curve, other):
    places = sorted({p[0] for p in [*exact_points(curve), *exact_points(other), *ENDS]})
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    gaps = {
        x: [a - b for a, b in zip(heights(curve, x), heights(other, x), strict=True)]
        for x in (*places, *middles)
    }
    flat = [gap for both in gaps.values() for gap in both]
    inside = [gap for x, both in gaps.items() if 0 < x < 1 for gap in both]
    dominance = curve_dominance(curve, other)
    if not any(flat):
        assert dominance is Dominance.EQUAL
    elif min(flat) < 0:
        assert dominance is Dominance.NONE
    else:
        assert dominance is (Dominance.STRICT if min(inside) > 0 else Dominance.WEAK)


@sixty_examples
@given(*[st.one_of(bare_curves(4), counted_curves())] * 2)
def test_dominating_curve_is_never_more_expensive(curve, other):
    if curve_dominance(curve, other) is not Dominance.NONE:
        costs = [cost_at(lower_envelope(convex_hull([each])), PCS) for each in (curve, other)]
        assert np.all(costs[0] <= costs[1] + 1e-14)
