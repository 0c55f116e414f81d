"""Laws of choosing by limits and rules of thumb, against slow oracles."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    ParallelLines,
    convex_hull,
    expected_cost,
    lower_envelope,
    max_rectangle,
    minimax,
    mix,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from tests.support.rates import CURVES, GRID, LATTICE, PC, least_on, line_cost

SETS = st.lists(CURVES, max_size=3)
LIMIT = st.one_of(LATTICE, st.floats(0, 1))
CASES = st.one_of(st.integers(1, 20).map(float), st.floats(0.1, 1000))


def highest(hull, fpr):
    """By definition: the hull's top at one fpr."""
    return max(
        min(y + (v - y) * (fpr - x) / (u - x), 1) if u > x else max(y, v)
        for x, y, u, v in zip(hull.fpr, hull.tpr, hull.fpr[1:], hull.tpr[1:], strict=False)
        if x <= fpr <= u
    )


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_is_the_top_of_the_hull(curves, limit):
    hull = convex_hull(curves)
    found = neyman_pearson(hull, limit)
    assert found.fpr <= limit + 1e-15
    assert found.tpr == pytest.approx(highest(hull, limit), abs=1e-12)
    if found.tpr < 1:
        assert found.fpr == pytest.approx(limit, abs=1e-15)
    else:
        assert found.fpr == pytest.approx(hull.fpr[hull.tpr >= 1].min(), abs=1e-15)
    assert found.second - found.first in {0, 1}
    assert (found.weight == 0) == (found.first == found.second)


@given(SETS, LIMIT)
def test_neyman_pearson_is_the_same_in_both_spaces(curves, limit):
    hull = convex_hull(curves)
    found = neyman_pearson(hull, limit)
    line = neyman_pearson_line(lower_envelope(hull), limit)
    assert line.fpr == pytest.approx(found.fpr, abs=1e-12)
    assert 1 - line.fnr == pytest.approx(found.tpr, abs=1e-12)
    assert line.fpr * (1 - line.pc) + line.fnr * line.pc == pytest.approx(line.cost, abs=1e-12)
    assert line.cost == pytest.approx(least_on(np.array([line.pc]), *curves)[0], abs=1e-12)
    assert line.weight == pytest.approx(found.weight, abs=1e-9)


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_without_mixing_is_the_best_single_point(curves, limit):
    found = neyman_pearson_steps(curves, limit)
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    allowed = fpr <= limit
    assert found.tpr == tpr[allowed].max()
    assert found.fpr == fpr[allowed & (tpr == found.tpr)].min()
    if found.owner >= 0:
        curve = curves[found.owner]
        assert (found.fpr, found.tpr) == (curve.fpr[found.index], curve.tpr[found.index])
    # Of bare points the hull leaves out corners that only the rounding of rates tells apart.
    slack = min(limit + 1e-14, 1.0)
    assert found.tpr <= neyman_pearson(convex_hull(curves), slack).tpr + 1e-12


@settings(max_examples=50)
@given(SETS, CASES, CASES, st.floats(-0.2, 1.2))
def test_workforce_is_the_best_that_can_be_handled(curves, positives, negatives, share):
    hull = convex_hull(curves)
    capacity = share * (positives + negatives)
    found = workforce(hull, positives=positives, negatives=negatives, capacity=capacity)
    load = found.tpr * positives + found.fpr * negatives
    filled = min(max(capacity, 0), positives + negatives)
    assert load == pytest.approx(filled, rel=1e-12, abs=1e-12)
    assert found.tpr == pytest.approx(highest(hull, found.fpr), abs=1e-9) or found.fpr == 0
    below = np.linspace(0, 1, 101)
    dense = np.array([highest(hull, fpr) for fpr in below])
    room = dense * positives + below * negatives <= capacity - 1e-9
    assert np.all(found.tpr >= dense[room] - 1e-12)


@given(SETS, CASES, CASES, st.floats(-0.2, 1.2))
def test_workforce_is_the_same_in_both_spaces(curves, positives, negatives, share):
    hull = convex_hull(curves)
    cases = {
        "positives": positives,
        "negatives": negatives,
        "capacity": share * (positives + negatives),
    }
    found, line = workforce(hull, **cases), workforce_line(lower_envelope(hull), **cases)
    assert line.fpr == pytest.approx(found.fpr, abs=1e-11)
    assert 1 - line.fnr == pytest.approx(found.tpr, abs=1e-11)
    assert line.fpr * (1 - line.pc) + line.fnr * line.pc == pytest.approx(line.cost, abs=1e-11)
    assert line.cost == pytest.approx(least_on(np.array([line.pc]), *curves)[0], abs=1e-11)
    assert 0 <= line.weight <= 1
    if 0 < share < 1:
        # Eq. 14 of Drummond & Holte (KDD 2000) at the vertex.
        p, n, c = cases.values()
        slope = 1 - c / p + (n / p - 1) * line.fpr
        assert line.cost == pytest.approx(slope * line.pc + line.fpr, abs=1e-9 * max(1, n / p))


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_is_a_workforce_that_sees_no_positives(curves, limit):
    hull = convex_hull(curves)
    found = workforce(hull, positives=0, negatives=1, capacity=limit)
    other = neyman_pearson(hull, limit)
    assert found.tpr == pytest.approx(other.tpr, abs=1e-12)
    if other.tpr < 1:
        assert found == other
    line = workforce_line(lower_envelope(hull), positives=0, negatives=1, capacity=limit)
    assert line.fpr == pytest.approx(found.fpr, abs=1e-12)
    assert 1 - line.fnr == pytest.approx(found.tpr, abs=1e-11)


@given(CASES, CASES, st.floats(-5, 1000), st.floats(-1, 2))
def test_all_choices_that_keep_a_workforce_busy_meet_in_the_dual_point(
    positives, negatives, capacity, fpr
):
    assume(positives == negatives or abs(positives - negatives) > 1e-3)
    limit = workforce_limit(positives=positives, negatives=negatives, capacity=capacity)
    assert limit.line.intercept is not None
    tpr = limit.line.intercept + limit.line.slope * fpr
    assert tpr * positives + fpr * negatives == pytest.approx(capacity, abs=1e-8)
    if isinstance(limit.dual, ParallelLines):
        assert 1 - tpr - fpr == pytest.approx(limit.dual.gradient, abs=1e-8)
    else:
        cost = line_cost(fpr, tpr, limit.dual.pc)
        scale = abs(limit.dual.pc) + abs(limit.dual.cost) + 1
        assert cost == pytest.approx(limit.dual.cost, abs=1e-7 * scale)
        assert (limit.dual.pc < 0) == (negatives > positives)


@settings(max_examples=50)
@given(SETS)
def test_minimax_is_the_top_of_the_envelope_and_the_equal_error_rate(curves):
    found = minimax(convex_hull(curves))
    grid = np.union1d(GRID, [found.pc_low, found.pc_high])
    least = least_on(grid, *curves)
    assert least.max() <= found.cost + 1e-14
    assert least[grid == found.pc_low] == pytest.approx(found.cost, abs=1e-13)
    assert least[grid == found.pc_high] == pytest.approx(found.cost, abs=1e-13)
    assert found.pc_low <= found.pc_high
    assert found.choice.fpr == pytest.approx(1 - found.choice.tpr, abs=1e-14)
    assert expected_cost(found.choice.fpr, found.choice.tpr, GRID) == pytest.approx(
        found.cost, abs=1e-14
    )


@settings(max_examples=50)
@given(SETS, PC)
def test_rules_of_thumb_pick_the_greatest_and_may_cost_more(curves, pc):
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    envelope = lower_envelope(convex_hull(curves))
    for rule, value in (
        (youden, lambda x, y: y - x),
        (max_rectangle, lambda x, y: (1 - x) * y),
    ):
        found = rule(curves)
        best = value(fpr, tpr).max()
        assert value(found.fpr, found.tpr) == pytest.approx(best, abs=2e-15)
        assert not np.any((value(fpr, tpr) >= best - 1e-16) & (fpr < found.fpr))
        assert regret(found, envelope, pc) >= -1e-14
    assert regret(youden(curves), envelope, 0.5) == pytest.approx(0, abs=1e-14)


@given(CURVES, PC, PC, st.data())
def test_the_cost_of_a_mix_is_the_mean_of_costs(curve, weight, pc, data):
    position = st.integers(0, curve.fpr.size - 1)
    first, second = data.draw(position), data.draw(position)
    found = mix(curve, first, second, weight)
    costs = expected_cost(curve.fpr[[first, second]], curve.tpr[[first, second]], pc)
    expected = (1 - weight) * costs[0] + weight * costs[1]
    assert expected_cost(found.fpr, found.tpr, pc) == pytest.approx(expected, abs=1e-14)
