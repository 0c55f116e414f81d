"""Properties of operating conditions, odds and point-line duality."""

from fractions import Fraction
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, expected_cost, pc_at, point_set, slope_at
from cc_widgets.core.conditions import (
    cost_ratio_at,
    log_odds_at,
    money,
    money_of_cost,
    pc_at_log_odds,
    prior_at,
)
from cc_widgets.core.costs import cost_lines, roc_points
from cc_widgets.core.duality import (
    CostPoint,
    ParallelLines,
    cost_point,
    iso_line,
    line_dual,
    pencil,
)
from cc_widgets.model.conditions import (
    LinearConditions,
    conditions_along_pc,
    conditions_at,
    middle_conditions,
    shift_conditions,
    state_conditions,
)
from cc_widgets.model.state import CostCurveModel

UNIT = st.floats(0, 1)
PRIOR = st.one_of(st.floats(1e-12, 1 - 1e-9), st.sampled_from([1e-6, 1e-9, 0.5]))
COST = st.floats(1e-6, 1e9)


def ranges(numbers):
    return st.tuples(numbers, numbers).map(lambda pair: tuple(sorted(pair)))


def exact_weights(prior, fp, fn):
    prior, fp, fn = Fraction(prior), Fraction(fp), Fraction(fn)
    return prior * fn, (1 - prior) * fp


@given(PRIOR, COST, COST)
def test_pc_and_slope_follow_the_definition_to_full_relative_accuracy(prior, fp, fn):
    positive, negative = exact_weights(prior, fp, fn)
    conditions = Conditions(prior, fp, fn)
    assert conditions.pc.low == pytest.approx(float(positive / (positive + negative)), rel=1e-14)
    assert conditions.slope.low == pytest.approx(float(negative / positive), rel=1e-14)
    assert conditions.worst.low == pytest.approx(float(positive + negative), rel=1e-14)


@given(ranges(PRIOR), ranges(COST), ranges(COST), st.data())
def test_ranges_of_pc_are_attained_by_the_corners_of_the_conditions(prior, fp, fn, data):
    conditions = Conditions(prior, fp, fn)
    inside = [low + data.draw(UNIT) * (high - low) for low, high in (prior, fp, fn)]
    single = Conditions(
        *(min(max(x, a), b) for x, (a, b) in zip(inside, (prior, fp, fn), strict=True))
    )
    corners = [Conditions(*corner) for corner in product(prior, fp, fn)]
    for name in ("pc", "slope", "worst", "probability_threshold"):
        whole, value = getattr(conditions, name), getattr(single, name).low
        assert whole.low * (1 - 1e-14) <= value <= whole.high * (1 + 1e-14)
        ends = [getattr(corner, name).low for corner in corners]
        assert (whole.low, whole.high) == (pytest.approx(min(ends)), pytest.approx(max(ends)))


@given(PRIOR, COST, COST, st.floats(1e-3, 1e3), UNIT, UNIT)
def test_scaling_both_costs_scales_money_only(  # noqa: PLR0913, PLR0917
    prior, fp, fn, scale, fpr, tpr
):
    original, rescaled = Conditions(prior, fp, fn), Conditions(prior, fp * scale, fn * scale)
    assert original.pc.low == pytest.approx(rescaled.pc.low, rel=1e-13)
    assert original.slope.low == pytest.approx(rescaled.slope.low, rel=1e-13)
    assert rescaled.worst.low == pytest.approx(scale * original.worst.low, rel=1e-13)
    cost, rescaled_cost = (
        float(money(each, fpr=fpr, tpr=tpr).low) for each in (original, rescaled)
    )
    assert rescaled_cost == pytest.approx(scale * cost, rel=1e-13)
    share = rescaled_cost / rescaled.worst.low
    assert share == pytest.approx(cost / original.worst.low, rel=1e-12)
    assert share == pytest.approx(float(expected_cost(fpr, tpr, original.pc.low)), rel=1e-12)


@given(PRIOR, COST, COST, UNIT, UNIT)
def test_swapping_the_classes_does_not_change_the_cost_of_a_point(prior, fp, fn, fpr, tpr):
    cost = money(Conditions(prior, fp, fn), fpr=fpr, tpr=tpr).low
    mirrored = money(Conditions(1 - prior, fn, fp), fpr=1 - tpr, tpr=1 - fpr).low
    assert float(mirrored) == pytest.approx(float(cost), abs=1e-12 * (fp + fn))


@given(st.integers(1, 2**20 - 1).map(lambda k: k / 2**20), COST, COST)
def test_swapping_the_classes_mirrors_pc(prior, fp, fn):
    original, swapped = Conditions(prior, fp, fn), Conditions(1 - prior, fn, fp)
    assert original.pc.low == pytest.approx(1 - swapped.pc.low, abs=1e-12)
    assert original.slope.low == pytest.approx(1 / swapped.slope.low, rel=1e-9)


@given(PRIOR, COST, COST)
def test_prior_and_cost_ratio_are_recovered_from_pc(prior, fp, fn):
    pc = Conditions(prior, fp, fn).pc.low
    assume(pc < 1 - 1e-3)
    assert float(prior_at(pc, cost_fp=fp, cost_fn=fn)) == pytest.approx(prior, rel=1e-9)
    assert float(cost_ratio_at(pc, prior=prior)) == pytest.approx(fn / fp, rel=1e-9)


@given(st.floats(1e-300, 1))
def test_slope_and_log_odds_are_accurate_at_every_pc(pc):
    exact = (1 - Fraction(pc)) / Fraction(pc)
    assert float(slope_at(pc)) == pytest.approx(float(exact), rel=1e-15)
    assert float(pc_at(slope_at(pc))) == pytest.approx(pc, rel=1e-14)
    if pc < 1:
        assert float(pc_at_log_odds(log_odds_at(pc))) == pytest.approx(pc, rel=1e-12)


@given(st.floats(0, 1e300))
def test_slope_to_pc_and_back(slope):
    pc = float(pc_at(slope))
    assert pc == pytest.approx(float(1 / (1 + Fraction(slope))), rel=1e-15)
    assert float(slope_at(pc)) == pytest.approx(slope, rel=1e-14, abs=1e-15)


@given(PRIOR, COST, COST, st.floats(-100, 0), st.floats(-100, 0), UNIT, UNIT)
def test_money_is_base_and_weighted_errors(prior, fp, fn, tp, tn, fpr, tpr):  # noqa: PLR0913, PLR0917
    conditions = Conditions(prior, fp, fn, cost_tp=tp, cost_tn=tn)
    per_case = money(conditions, fpr=fpr, tpr=tpr)
    cost = expected_cost(fpr, tpr, conditions.pc.low)
    scale = abs(fp) + abs(fn) + abs(tp) + abs(tn)
    assert float(per_case.low) == pytest.approx(
        float(money_of_cost(conditions, cost)), abs=1e-12 * scale
    )
    assert per_case.low == per_case.high


@given(UNIT, UNIT, UNIT, UNIT, PRIOR, COST, COST)
def test_equal_cost_is_equal_intercept(fpr, tpr, other_fpr, other_tpr, prior, fp, fn):  # noqa: PLR0913, PLR0917
    conditions = Conditions(prior, fp, fn)
    pc, slope = conditions.pc.low, conditions.slope.low
    saved = expected_cost(other_fpr, other_tpr, pc) - expected_cost(fpr, tpr, pc)
    above = (tpr - slope * fpr) - (other_tpr - slope * other_fpr)
    assert float(saved) == pytest.approx(above * pc, abs=1e-14)


# ---------------------------------------------------------------- lines and points


@given(st.floats(-1e6, 1e6), st.floats(-1e3, 1e3))
def test_cost_point_to_line_and_back(pc, cost):
    assume(abs(pc) > 1e-6)
    line = iso_line(pc, cost)
    assume(abs(line.slope + 1) > 1e-7)
    point = cost_point(line.slope, line.intercept)
    assert point.pc == pytest.approx(pc, rel=1e-7)
    assert point.cost == pytest.approx(cost, rel=1e-7, abs=1e-7 * (1 + abs(pc)))
    assert point.virtual == (not 0 <= pc <= 1) or abs(point.pc - round(pc)) < 1e-9


@given(st.floats(-1e6, 1e6), st.floats(-10, 10))
def test_line_to_cost_point_and_back(slope, intercept):
    dual = line_dual(slope, intercept)
    if isinstance(dual, ParallelLines):
        assert slope == -1
        return
    assume(abs(slope + 1) > 1e-6)
    assert dual.pc > 1 if -1 < slope < 0 and dual.pc != 1 else True
    assert dual.pc < 0 if slope < -1 else dual.pc >= 0
    line = iso_line(dual.pc, dual.cost)
    assert line.slope == pytest.approx(slope, rel=1e-8, abs=1e-8)
    assert line.intercept == pytest.approx(intercept, abs=1e-8)


@given(st.floats(-5, 5), st.floats(-2, 2), st.lists(UNIT, min_size=2, max_size=4))
def test_cost_lines_of_collinear_points_share_the_dual_point(slope, intercept, fpr):
    dual = line_dual(slope, intercept)
    tpr = intercept + slope * np.array(fpr)
    missed = 1 - tpr
    if isinstance(dual, CostPoint):
        cost = missed * dual.pc + np.array(fpr) * (1 - dual.pc)
        np.testing.assert_allclose(cost, dual.cost, atol=1e-12 * (1 + dual.pc**2))
    else:
        np.testing.assert_allclose(missed - fpr, dual.gradient, atol=1e-12)


@given(UNIT, st.lists(UNIT, min_size=1, max_size=4))
def test_pencil_contains_the_iso_line_of_each_cost(pc, cost):
    lines = pencil(pc, cost)
    for i, value in enumerate(cost):
        line = iso_line(pc, value)
        assert line.slope == lines.slope
        if lines.fpr is not None:
            assert lines.slope == inf
            assert line.fpr == lines.fpr[i]
        else:
            assert lines.intercept is not None
            assert line.intercept == pytest.approx(lines.intercept[i], rel=1e-15)


@given(st.lists(st.tuples(UNIT, UNIT), min_size=1, max_size=5))
def test_points_to_lines_and_back(pairs):
    fpr, tpr = np.array(pairs).T
    points = point_set(fpr=fpr, tpr=tpr)
    inverse = roc_points(cost_lines(points))
    np.testing.assert_array_equal(inverse.fpr, points.fpr)
    np.testing.assert_allclose(inverse.tpr, points.tpr, atol=1e-16)


# ---- Stated conditions are within the user's ranges, and money equals that of core
VALUES = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")


def rising(least, most):
    """Sorted pair of ends, sometimes equal."""
    return st.lists(st.floats(least, most), min_size=1, max_size=2).map(
        lambda ends: (min(ends), max(ends))
    )


@st.composite
def conditions(draw):
    """Conditions with ranges, benefits among them."""
    return Conditions(
        draw(rising(1e-4, 0.999)),
        draw(rising(0.5, 300.0)),
        draw(rising(0.5, 300.0)),
        cost_tp=draw(rising(-50.0, 0.25)),
        cost_tn=draw(rising(-50.0, 0.25)),
    )


def assert_within(narrow, wide, slack=1e-9):
    """Assert that each value of the first conditions is within the range of the second."""
    for name in VALUES:
        inner, outer = getattr(narrow, name), getattr(wide, name)
        margin = slack * max(1.0, abs(outer.low), abs(outer.high))
        assert outer.low - margin <= inner.low <= inner.high <= outer.high + margin, name


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.99))
def test_condition_state_is_within_the_ranges(given_conditions, fpr, tpr, before):
    model = CostCurveModel({"a": point_set(fpr=min(fpr, tpr), tpr=max(fpr, tpr))}, pc=before)
    model.conditions = given_conditions
    fresh = CostCurveModel(conditions=given_conditions)
    assert model.pc == fresh.pc
    assert given_conditions.pc.low <= model.pc <= given_conditions.pc.high
    statement = state_conditions(conditions_along_pc(given_conditions, "prior"), model.pc, fpr, tpr)
    assert statement is not None
    assert_within(statement, given_conditions)
    expected = money(given_conditions, fpr=fpr, tpr=tpr)
    assert (statement.per_case.low, statement.per_case.high) == pytest.approx(
        (float(expected.low), float(expected.high)), rel=1e-9, abs=1e-9
    )


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1))
def test_conditions_at_each_pc_are_within_the_ranges(wide, share):
    ends = wide.pc
    pc = ends.low + share * (ends.high - ends.low)
    at = conditions_at(wide, pc)
    assert_within(at, wide)
    assert at.pc.low == pytest.approx(pc, abs=1e-9)


@given(conditions())
def test_middle_is_halfway_between_the_log_odds_of_the_ends(wide):
    pc_range = wide.pc
    ends = float(log_odds_at(pc_range.low)), float(log_odds_at(pc_range.high))
    assert log_odds_at(middle_conditions(wide).pc.low) == pytest.approx(np.mean(ends), abs=1e-6)


@given(
    st.floats(0.01, 0.99),
    st.tuples(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(-9, 0)),
    st.floats(0, 0.99),
    st.sampled_from(["prior", "cost_ratio"]),
)
def test_page_state_follows_the_moved_conditions(prior, costs, pc, follows):
    fp, fn, tp = costs
    start = Conditions(prior, fp, fn, cost_tp=tp)
    target = shift_conditions(start, pc, follows)
    settings = conditions_along_pc(start, follows)
    assert isinstance(settings, LinearConditions)
    statement = state_conditions(settings, pc, fpr=0.3, tpr=0.7)
    assert statement is not None
    for name in VALUES:
        assert getattr(statement, name).low == pytest.approx(getattr(target, name).low, rel=1e-9)
    assert statement.per_case.low == pytest.approx(
        float(money(target, fpr=0.3, tpr=0.7).low), rel=1e-9
    )
