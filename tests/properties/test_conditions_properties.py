"""Conditions, odds and the duality of lines and points: laws for all numbers."""

from fractions import Fraction
from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import (
    Conditions,
    CostPoint,
    ParallelLines,
    cost_lines,
    cost_point,
    cost_ratio_at,
    expected_cost,
    iso_line,
    line_dual,
    log_odds_at,
    money,
    money_of_cost,
    pc_at,
    pc_at_log_odds,
    pencil,
    point_set,
    prior_at,
    roc_points,
    slope_at,
)
from cc_widgets.model.conditions import Moving, at_pc, middle, moved, stated, terms
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
def test_pc_and_slope_are_what_the_definition_says_to_full_relative_accuracy(prior, fp, fn):
    positive, negative = exact_weights(prior, fp, fn)
    conditions = Conditions(prior, fp, fn)
    assert conditions.pc.low == pytest.approx(float(positive / (positive + negative)), rel=1e-14)
    assert conditions.slope.low == pytest.approx(float(negative / positive), rel=1e-14)
    assert conditions.worst.low == pytest.approx(float(positive + negative), rel=1e-14)


@given(ranges(PRIOR), ranges(COST), ranges(COST), st.data())
def test_ranges_hold_every_condition_in_them_and_reach_their_ends(prior, fp, fn, data):
    conditions = Conditions(prior, fp, fn)
    inside = [low + data.draw(UNIT) * (high - low) for low, high in (prior, fp, fn)]
    one = Conditions(
        *(min(max(x, a), b) for x, (a, b) in zip(inside, (prior, fp, fn), strict=True))
    )
    corners = [Conditions(*corner) for corner in product(prior, fp, fn)]
    for name in ("pc", "slope", "worst", "probability_threshold"):
        whole, value = getattr(conditions, name), getattr(one, name).low
        assert whole.low * (1 - 1e-14) <= value <= whole.high * (1 + 1e-14)
        ends = [getattr(corner, name).low for corner in corners]
        assert (whole.low, whole.high) == (pytest.approx(min(ends)), pytest.approx(max(ends)))


@given(PRIOR, COST, COST, st.floats(1e-3, 1e3), UNIT, UNIT)
def test_scaling_both_costs_scales_money_and_leaves_pc_slope_and_normalised_cost(  # noqa: PLR0913, PLR0917
    prior, fp, fn, scale, fpr, tpr
):
    one, other = Conditions(prior, fp, fn), Conditions(prior, fp * scale, fn * scale)
    assert one.pc.low == pytest.approx(other.pc.low, rel=1e-13)
    assert one.slope.low == pytest.approx(other.slope.low, rel=1e-13)
    assert other.worst.low == pytest.approx(scale * one.worst.low, rel=1e-13)
    paid, scaled = (float(money(each, fpr=fpr, tpr=tpr).low) for each in (one, other))
    assert scaled == pytest.approx(scale * paid, rel=1e-13)
    share = scaled / other.worst.low
    assert share == pytest.approx(paid / one.worst.low, rel=1e-12)
    assert share == pytest.approx(float(expected_cost(fpr, tpr, one.pc.low)), rel=1e-12)


@given(PRIOR, COST, COST, UNIT, UNIT)
def test_swapping_the_classes_leaves_what_a_point_costs(prior, fp, fn, fpr, tpr):
    cost = money(Conditions(prior, fp, fn), fpr=fpr, tpr=tpr).low
    mirrored = money(Conditions(1 - prior, fn, fp), fpr=1 - tpr, tpr=1 - fpr).low
    assert float(mirrored) == pytest.approx(float(cost), abs=1e-12 * (fp + fn))


@given(st.integers(1, 2**20 - 1).map(lambda k: k / 2**20), COST, COST)
def test_swapping_the_classes_mirrors_pc(prior, fp, fn):
    one, other = Conditions(prior, fp, fn), Conditions(1 - prior, fn, fp)
    assert one.pc.low == pytest.approx(1 - other.pc.low, abs=1e-12)
    assert one.slope.low == pytest.approx(1 / other.slope.low, rel=1e-9)


@given(PRIOR, COST, COST)
def test_prior_and_cost_ratio_can_be_found_again(prior, fp, fn):
    pc = Conditions(prior, fp, fn).pc.low
    assume(pc < 1 - 1e-3)
    assert float(prior_at(pc, cost_fp=fp, cost_fn=fn)) == pytest.approx(prior, rel=1e-9)
    assert float(cost_ratio_at(pc, prior=prior)) == pytest.approx(fn / fp, rel=1e-9)


@given(st.floats(1e-300, 1))
def test_slope_and_log_odds_are_exact_enough_at_every_pc(pc):
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
def test_any_cost_point_to_its_line_and_back(pc, cost):
    assume(abs(pc) > 1e-6)
    line = iso_line(pc, cost)
    assume(abs(line.slope + 1) > 1e-7)
    point = cost_point(line.slope, line.intercept)
    assert point.pc == pytest.approx(pc, rel=1e-7)
    assert point.cost == pytest.approx(cost, rel=1e-7, abs=1e-7 * (1 + abs(pc)))
    assert point.virtual == (not 0 <= pc <= 1) or abs(point.pc - round(pc)) < 1e-9


@given(st.floats(-1e6, 1e6), st.floats(-10, 10))
def test_any_line_to_cost_space_and_back(slope, intercept):
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
def test_cost_lines_of_all_points_on_a_line_go_through_its_point(slope, intercept, fpr):
    dual = line_dual(slope, intercept)
    tpr = intercept + slope * np.array(fpr)
    missed = 1 - tpr
    if isinstance(dual, CostPoint):
        cost = missed * dual.pc + np.array(fpr) * (1 - dual.pc)
        np.testing.assert_allclose(cost, dual.cost, atol=1e-12 * (1 + dual.pc**2))
    else:
        np.testing.assert_allclose(missed - fpr, dual.gradient, atol=1e-12)


@given(UNIT, st.lists(UNIT, min_size=1, max_size=4))
def test_a_pencil_holds_the_iso_line_of_each_cost(pc, cost):
    found = pencil(pc, cost)
    for i, one in enumerate(cost):
        line = iso_line(pc, one)
        assert line.slope == found.slope
        if found.fpr is not None:
            assert found.slope == inf
            assert line.fpr == found.fpr[i]
        else:
            assert found.intercept is not None
            assert line.intercept == pytest.approx(found.intercept[i], rel=1e-15)


@given(st.lists(st.tuples(UNIT, UNIT), min_size=1, max_size=5))
def test_points_to_lines_and_back(pairs):
    fpr, tpr = np.array(pairs).T
    points = point_set(fpr=fpr, tpr=tpr)
    again = roc_points(cost_lines(points))
    np.testing.assert_array_equal(again.fpr, points.fpr)
    np.testing.assert_allclose(again.tpr, points.tpr, atol=1e-16)


# ---- What is said of conditions: nothing outside the user's ranges, and money as core counts it
VALUES = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")


def rising(least, most):
    """Two ends in order, now and then the same."""
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


def in_box(found, known, slack=1e-9):
    """Whether each value lies in the user's range."""
    for name in VALUES:
        inner, outer = getattr(found, name), getattr(known, name)
        room = slack * max(1.0, abs(outer.low), abs(outer.high))
        assert outer.low - room <= inner.low <= inner.high <= outer.high + room, name


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.99))
def test_nothing_outside_the_box_is_stated_and_money_is_that_of_core(known, fpr, tpr, before):
    # W5, W6, W19
    model = CostCurveModel({"a": point_set(fpr=min(fpr, tpr), tpr=max(fpr, tpr))}, pc=before)
    model.conditions = known
    fresh = CostCurveModel(conditions=known)
    assert model.pc == fresh.pc
    assert known.pc.low <= model.pc <= known.pc.high
    said = stated(terms(known, "prior"), model.pc, fpr, tpr)
    assert said is not None
    in_box(said, known)
    expected = money(known, fpr=fpr, tpr=tpr)
    assert (said.per_case.low, said.per_case.high) == pytest.approx(
        (float(expected.low), float(expected.high)), rel=1e-9, abs=1e-9
    )


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1))
def test_every_pc_in_the_range_stands_for_conditions_in_the_box(known, share):
    reach = known.pc
    pc = reach.low + share * (reach.high - reach.low)
    found = at_pc(known, pc)
    in_box(found, known)
    assert found.pc.low == pytest.approx(pc, abs=1e-9)


@given(conditions())
def test_the_middle_is_halfway_between_the_log_odds_of_the_ends(known):
    reach = known.pc
    ends = float(log_odds_at(reach.low)), float(log_odds_at(reach.high))
    assert log_odds_at(middle(known).pc.low) == pytest.approx(np.mean(ends), abs=1e-6)


@given(
    st.floats(0.01, 0.99),
    st.tuples(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(-9, 0)),
    st.floats(0, 0.99),
    st.sampled_from(["prior", "cost_ratio"]),
)
def test_what_the_page_is_told_to_say_is_where_the_conditions_move(prior, costs, pc, follows):
    fp, fn, tp = costs
    known = Conditions(prior, fp, fn, cost_tp=tp)
    there = moved(known, pc, follows)
    found = terms(known, follows)
    assert isinstance(found, Moving)
    said = stated(found, pc, fpr=0.3, tpr=0.7)
    assert said is not None
    for name in VALUES:
        assert getattr(said, name).low == pytest.approx(getattr(there, name).low, rel=1e-9)
    assert said.per_case.low == pytest.approx(float(money(there, fpr=0.3, tpr=0.7).low), rel=1e-9)
