"""Properties of Neyman-Pearson, workforce, minimax and other criteria, against slow oracles."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import convex_hull, expected_cost, lower_envelope
from cc_widgets.core.criteria import (
    max_rectangle,
    minimax,
    mixture,
    neyman_pearson,
    neyman_pearson_line,
    neyman_pearson_steps,
    regret,
    workforce,
    workforce_limit,
    workforce_line,
    youden,
)
from cc_widgets.core.duality import ParallelLines
from tests.support.rates import CURVES, GRID, LATTICE, PC, line_cost, lowest_cost_on

SETS = st.lists(CURVES, max_size=3)
LIMIT = st.one_of(LATTICE, st.floats(0, 1))
CASES = st.one_of(st.integers(1, 20).map(float), st.floats(0.1, 1000))


def highest(hull, fpr):
    """Height of the hull at one fpr, by definition."""
    return max(
        min(y + (v - y) * (fpr - x) / (u - x), 1) if u > x else max(y, v)
        for x, y, u, v in zip(hull.fpr, hull.tpr, hull.fpr[1:], hull.tpr[1:], strict=False)
        if x <= fpr <= u
    )


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_is_on_the_hull_at_the_limit(curves, limit):
    hull = convex_hull(curves)
    choice = neyman_pearson(hull, limit)
    assert choice.fpr <= limit + 1e-15
    assert choice.tpr == pytest.approx(highest(hull, limit), abs=1e-12)
    if choice.tpr < 1:
        assert choice.fpr == pytest.approx(limit, abs=1e-15)
    else:
        assert choice.fpr == pytest.approx(hull.fpr[hull.tpr >= 1].min(), abs=1e-15)
    assert choice.second - choice.first in {0, 1}
    assert (choice.weight == 0) == (choice.first == choice.second)


@given(SETS, LIMIT)
def test_neyman_pearson_is_the_same_in_both_spaces(curves, limit):
    hull = convex_hull(curves)
    choice = neyman_pearson(hull, limit)
    line = neyman_pearson_line(lower_envelope(hull), limit)
    assert line.fpr == pytest.approx(choice.fpr, abs=1e-12)
    assert 1 - line.fnr == pytest.approx(choice.tpr, abs=1e-12)
    assert line.fpr * (1 - line.pc) + line.fnr * line.pc == pytest.approx(line.cost, abs=1e-12)
    assert line.cost == pytest.approx(lowest_cost_on(np.array([line.pc]), *curves)[0], abs=1e-12)
    assert line.weight == pytest.approx(choice.weight, abs=1e-9)


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_steps_is_the_best_single_point(curves, limit):
    choice = neyman_pearson_steps(curves, limit)
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    allowed = fpr <= limit
    assert choice.tpr == tpr[allowed].max()
    assert choice.fpr == fpr[allowed & (tpr == choice.tpr)].min()
    if choice.owner >= 0:
        curve = curves[choice.owner]
        assert (choice.fpr, choice.tpr) == (curve.fpr[choice.index], curve.tpr[choice.index])
    # The hull of points lacks corners that differ from an edge only by rounding.
    slack = min(limit + 1e-14, 1.0)
    assert choice.tpr <= neyman_pearson(convex_hull(curves), slack).tpr + 1e-12


@settings(max_examples=50)
@given(SETS, CASES, CASES, st.floats(-0.2, 1.2))
def test_workforce_has_the_greatest_feasible_tpr(curves, positives, negatives, share):
    hull = convex_hull(curves)
    capacity = share * (positives + negatives)
    choice = workforce(hull, positives=positives, negatives=negatives, capacity=capacity)
    load = choice.tpr * positives + choice.fpr * negatives
    filled = min(max(capacity, 0), positives + negatives)
    assert load == pytest.approx(filled, rel=1e-12, abs=1e-12)
    assert choice.tpr == pytest.approx(highest(hull, choice.fpr), abs=1e-9) or choice.fpr == 0
    grid = np.linspace(0, 1, 101)
    dense = np.array([highest(hull, fpr) for fpr in grid])
    feasible = dense * positives + grid * negatives <= capacity - 1e-9
    assert np.all(choice.tpr >= dense[feasible] - 1e-12)


@given(SETS, CASES, CASES, st.floats(-0.2, 1.2))
def test_workforce_is_the_same_in_both_spaces(curves, positives, negatives, share):
    hull = convex_hull(curves)
    cases = {
        "positives": positives,
        "negatives": negatives,
        "capacity": share * (positives + negatives),
    }
    choice, line = workforce(hull, **cases), workforce_line(lower_envelope(hull), **cases)
    assert line.fpr == pytest.approx(choice.fpr, abs=1e-11)
    assert 1 - line.fnr == pytest.approx(choice.tpr, abs=1e-11)
    assert line.fpr * (1 - line.pc) + line.fnr * line.pc == pytest.approx(line.cost, abs=1e-11)
    assert line.cost == pytest.approx(lowest_cost_on(np.array([line.pc]), *curves)[0], abs=1e-11)
    assert 0 <= line.weight <= 1
    if 0 < share < 1:
        # Eq. 14 of Drummond & Holte (KDD 2000) at the vertex.
        p, n, c = cases.values()
        slope = 1 - c / p + (n / p - 1) * line.fpr
        assert line.cost == pytest.approx(slope * line.pc + line.fpr, abs=1e-9 * max(1, n / p))


@settings(max_examples=50)
@given(SETS, LIMIT)
def test_neyman_pearson_is_a_workforce_without_positives(curves, limit):
    hull = convex_hull(curves)
    choice = workforce(hull, positives=0, negatives=1, capacity=limit)
    expected = neyman_pearson(hull, limit)
    assert choice.tpr == pytest.approx(expected.tpr, abs=1e-12)
    if expected.tpr < 1:
        assert choice == expected
    line = workforce_line(lower_envelope(hull), positives=0, negatives=1, capacity=limit)
    assert line.fpr == pytest.approx(choice.fpr, abs=1e-12)
    assert 1 - line.fnr == pytest.approx(choice.tpr, abs=1e-11)


@given(CASES, CASES, st.floats(-5, 1000), st.floats(-1, 2))
def test_cost_lines_of_choices_on_the_limit_pass_through_the_dual_point(
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
def test_minimax_is_the_maximum_of_the_envelope_and_the_equal_error_rate(curves):
    choice = minimax(convex_hull(curves))
    grid = np.union1d(GRID, [choice.pc_low, choice.pc_high])
    least = lowest_cost_on(grid, *curves)
    assert least.max() <= choice.cost + 1e-14
    assert least[grid == choice.pc_low] == pytest.approx(choice.cost, abs=1e-13)
    assert least[grid == choice.pc_high] == pytest.approx(choice.cost, abs=1e-13)
    assert choice.pc_low <= choice.pc_high
    assert choice.choice.fpr == pytest.approx(1 - choice.choice.tpr, abs=1e-14)
    assert expected_cost(choice.choice.fpr, choice.choice.tpr, GRID) == pytest.approx(
        choice.cost, abs=1e-14
    )


@settings(max_examples=50)
@given(SETS, PC)
def test_youden_and_max_rectangle_maximise_their_criterion(curves, pc):
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    envelope = lower_envelope(convex_hull(curves))
    for rule, value in (
        (youden, lambda x, y: y - x),
        (max_rectangle, lambda x, y: (1 - x) * y),
    ):
        pick = rule(curves)
        best = value(fpr, tpr).max()
        assert value(pick.fpr, pick.tpr) == pytest.approx(best, abs=2e-15)
        assert not np.any((value(fpr, tpr) >= best - 1e-16) & (fpr < pick.fpr))
        assert regret(pick, envelope, pc) >= -1e-14
    assert regret(youden(curves), envelope, 0.5) == pytest.approx(0, abs=1e-14)


@given(CURVES, PC, PC, st.data())
def test_cost_of_a_mixture_is_the_weighted_mean(curve, weight, pc, data):
    position = st.integers(0, curve.fpr.size - 1)
    first, second = data.draw(position), data.draw(position)
    mixed = mixture(curve, first, second, weight)
    costs = expected_cost(curve.fpr[[first, second]], curve.tpr[[first, second]], pc)
    expected = (1 - weight) * costs[0] + weight * costs[1]
    assert expected_cost(mixed.fpr, mixed.tpr, pc) == pytest.approx(expected, abs=1e-14)
