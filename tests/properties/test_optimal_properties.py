"""Properties of optimal choices, operating ranges and thresholds."""

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import (
    Conditions,
    convex_hull,
    cost_at,
    expected_cost,
    hull_status,
    lower_envelope,
    operating_range,
    predictions,
)
from cc_widgets.core.conditions import corner_costs, same_money
from cc_widgets.core.costs import (
    envelope_top,
    lines_envelope,
    operating_ranges,
    point_operating_range,
)
from cc_widgets.core.dominance import null_ranges
from cc_widgets.core.simplification import short_thresholds
from cc_widgets.core.thresholds import (
    best_at,
    best_over,
    least_money_regret,
    least_regret,
    near_optimal,
)
from cc_widgets.model.derive import reduce_curve, thresholds_of
from cc_widgets.model.numerals import decimal
from cc_widgets.model.state import CostCurveModel
from tests.support.curves import (
    ANY_CURVES,
    ENDS,
    GRID,
    all_points,
    bare_curves,
    counted_curves,
    crossing_pcs,
    decimals,
    exact_cost,
    exact_points,
    forty_examples,
    matrices,
    thirty_examples,
)


@thirty_examples
@given(ANY_CURVES)
def test_best_at_lists_all_ties(curves):
    points = all_points(curves)
    status = hull_status(curves)
    for pc in crossing_pcs(points):
        best = best_at(status, pc=float(pc))
        least = min(exact_cost(p, pc) for p in points)
        expected = {
            (number, i)
            for number, curve in enumerate(curves)
            for i, p in enumerate(exact_points(curve))
            if p not in ENDS and exact_cost(p, pc) == least
        }
        members = set(zip(best.owner.tolist(), best.index.tolist(), strict=True)) - {(-1, -1)}
        assert members == expected
        assert (-1 in best.owner) == any(exact_cost(p, pc) == least for p in ENDS)
        assert best.cost == pytest.approx(float(least), abs=1e-14)
        tied = [p for p in points if exact_cost(p, pc) == least]
        chosen = max(tied, key=lambda p: p[1]) if pc == 0 else min(tied)
        assert status.hull.fpr[best.corner] == pytest.approx(float(chosen[0]))
        assert status.hull.tpr[best.corner] == pytest.approx(float(chosen[1]))
        by_slope = best_at(status, slope=float((1 - pc) / pc) if pc else np.inf)
        assert set(by_slope.index.tolist()) == set(best.index.tolist())
        assert by_slope.corner == best.corner
        assert best.owner[best.chosen] == status.hull.owner[best.corner]


@forty_examples
@given(ANY_CURVES, st.floats(0, 1))
def test_iso_performance_line_has_the_greatest_intercept(curves, pc):
    best = best_at(hull_status(curves), pc=pc)
    if best.line.intercept is None:
        return
    for curve in curves:
        intercepts = curve.tpr - best.slope * curve.fpr
        assert np.all(intercepts <= best.line.intercept + 1e-12 * (1 + best.slope))


@forty_examples
@given(ANY_CURVES, st.floats(0, 1), st.floats(0, 1))
def test_best_over_covers_the_range_with_optimal_choices(curves, a, b):
    low, high = sorted([a, b])
    status = hull_status(curves)
    best = best_over(status, pc=(low, high))
    assert (best.pc_low[0], best.pc_high[-1]) == (pytest.approx(low), pytest.approx(high))
    if low < high:
        np.testing.assert_array_equal(best.pc_high[:-1], best.pc_low[1:])
    envelope = lower_envelope(status.hull)
    for corner, start, stop in zip(best.corner, best.pc_low, best.pc_high, strict=True):
        middle = (start + stop) / 2
        cost = expected_cost(status.hull.fpr[corner], status.hull.tpr[corner], middle)
        assert cost == pytest.approx(float(cost_at(envelope, middle)), abs=1e-13)


@forty_examples
@given(ANY_CURVES, st.floats(0, 1), st.floats(0, 1))
def test_least_regret_is_minimal_over_all_thresholds(curves, a, b):
    low, high = sorted([a, b])
    chosen = least_regret(curves, pc=(low, high))
    pc = np.linspace(low, high, 41)
    envelope = cost_at(lower_envelope(convex_hull(curves)), pc)

    def worst(fpr, tpr):
        return float(np.max(expected_cost(fpr, tpr, pc) - envelope))

    points = [
        (0.0, 0.0),
        (1.0, 1.0),
        *((x, y) for c in curves for x, y in zip(c.fpr, c.tpr, strict=True)),
    ]
    assert chosen.regret == pytest.approx(worst(chosen.fpr, chosen.tpr), abs=1e-12)
    assert chosen.regret == pytest.approx(min(worst(*rates) for rates in points), abs=2e-9)
    if chosen.owner >= 0:
        curve = curves[chosen.owner]
        assert (chosen.fpr, chosen.tpr) == (curve.fpr[chosen.index], curve.tpr[chosen.index])


def ends(low, high):
    """Draw ranges of integers, which are exact in floats."""
    return st.tuples(st.integers(low, high), st.integers(low, high)).map(
        lambda pair: tuple(sorted(pair))
    )


@st.composite
def boxes(draw):
    """Draw conditions with dyadic priors, costs and benefits."""
    prior = tuple(share / 16 for share in draw(ends(0, 16)))
    cost_fp, cost_fn = draw(ends(1, 40)), draw(ends(1, 40))
    correct = st.one_of(st.just((0, 0)), ends(-8, 0))
    return Conditions(prior, cost_fp, cost_fn, cost_tp=draw(correct), cost_tn=draw(correct))


def exact_case_cost(point, values):
    """Return the cost of a case by its definition, from the four outcomes."""
    fpr, tpr = point
    p, fp, fn, tp, tn = map(Fraction, values)
    return p * (tpr * tp + (1 - tpr) * fn) + (1 - p) * (fpr * fp + (1 - fpr) * tn)


def exact_regret(point, points, values):
    """Return the regret of a point in money, in exact fractions."""
    costs = [exact_case_cost(other, values) for other in points]
    return exact_case_cost(point, values) - min(costs)


def chosen_point(choice, curves):
    """Return the exact point of a choice."""
    if choice.owner < 0:
        return Fraction(choice.fpr), Fraction(choice.tpr)
    return exact_points(curves[choice.owner])[choice.index]


@forty_examples
@given(ANY_CURVES, boxes())
def test_least_money_regret_is_minimal_over_all_thresholds(curves, conditions):
    points, corners = all_points(curves), conditions.corners()
    choice = least_money_regret(curves, conditions)
    point = chosen_point(choice, curves)
    assert (choice.fpr, choice.tpr) == pytest.approx(tuple(map(float, point)), abs=1e-15)
    regrets = [exact_regret(point, points, corner) for corner in corners]
    assert choice.regrets.tolist() == pytest.approx(list(map(float, regrets)), abs=1e-12)
    least = min(max(exact_regret(each, points, corner) for corner in corners) for each in points)
    assert least <= max(regrets) <= least + same_money(conditions) + 1e-12


@forty_examples
@given(ANY_CURVES, boxes(), st.lists(st.integers(0, 8), min_size=5, max_size=5))
def test_regret_in_money_inside_the_box_is_at_most_that_of_the_worst_corner(curves, conditions, at):
    choice = least_money_regret(curves, conditions)
    names = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
    sides = [getattr(conditions, name) for name in names]
    inside = [
        Fraction(side.low) + Fraction(eighths, 8) * (Fraction(side.high) - Fraction(side.low))
        for side, eighths in zip(sides, at, strict=True)
    ]
    regret = exact_regret(chosen_point(choice, curves), all_points(curves), inside)
    assert 0 <= regret <= choice.regret + 1e-12


@forty_examples
@given(ANY_CURVES, boxes(), st.integers(-20, 20))
def test_least_money_regret_scales_with_the_currency(curves, conditions, exponent):
    unit = 2.0**exponent
    prior, *costs = (
        getattr(conditions, name).ends
        for name in ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
    )
    fp, fn, tp, tn = ((unit * cost[0], unit * cost[-1]) for cost in costs)
    scaled = Conditions((prior[0], prior[-1]), fp, fn, cost_tp=tp, cost_tn=tn)
    choice, other = least_money_regret(curves, conditions), least_money_regret(curves, scaled)
    assert (choice.owner, choice.index, choice.fpr) == (other.owner, other.index, other.fpr)
    assert other.regrets.tolist() == (unit * choice.regrets).tolist()


@forty_examples
@given(ANY_CURVES, boxes(), st.integers(0, 1000))
def test_least_money_regret_with_penalties_is_minimal(curves, conditions, seed):
    corners = corner_costs(conditions)
    shape = len(curves), corners.prior.size
    penalty = np.random.default_rng(seed).integers(0, 8, shape)
    choice = least_money_regret(curves, conditions, penalty=penalty)
    rows = [corners.money(fpr=end, tpr=end) for end in (0.0, 1.0)]
    for curve, extra in zip(curves, penalty, strict=True):
        rows += [
            corners.money(fpr=x, tpr=y) + extra for x, y in zip(curve.fpr, curve.tpr, strict=True)
        ]
    regrets = np.array(rows) - np.min(rows, axis=0)
    least = regrets.max(axis=1).min()
    assert choice.regret == pytest.approx(least, abs=same_money(conditions) + 1e-12)
    np.testing.assert_allclose(choice.least_cost, np.min(rows, axis=0), atol=1e-12)


@forty_examples
@given(ANY_CURVES)
def test_operating_range_is_where_the_envelope_is_below_the_baselines(curves):
    hull = convex_hull(curves)
    envelope = lower_envelope(hull)
    useful = operating_range(hull)
    below = cost_at(envelope, GRID) < np.minimum(GRID, 1 - GRID) - 1e-12
    if useful is None:
        assert not np.any(below)
        assert null_ranges(hull).never_pc == null_ranges(hull).always_pc == 0.5
    else:
        outside = (useful.pc_low >= GRID) | (useful.pc_high <= GRID)
        inside = (useful.pc_low + 1e-9 < GRID) & (useful.pc_high - 1e-9 > GRID)
        assert np.all(below[inside])
        assert not np.any(below[outside])
        assert null_ranges(hull).never_pc == useful.pc_low
        assert null_ranges(hull).always_slope == useful.slope_low


@forty_examples
@given(ANY_CURVES)
def test_curves_have_an_operating_range_iff_some_tpr_exceeds_its_fpr(curves):
    above = any(tpr > fpr for curve in curves for fpr, tpr in exact_points(curve))
    assert (operating_range(convex_hull(curves)) is not None) == above


@forty_examples
@given(matrices())
def test_point_has_an_operating_range_iff_tpr_exceeds_fpr(matrix):
    (tn, fp), (fn, tp) = matrix
    fpr, tpr = Fraction(fp, tn + fp), Fraction(tp, fn + tp)
    useful = point_operating_range(fpr=float(fpr), tpr=float(tpr))
    assert (useful is not None) == (tpr > fpr)
    if useful:
        assert useful.pc_low == pytest.approx(float(fpr / (fpr + tpr)), abs=1e-15)
        assert useful.pc_high == pytest.approx(float((1 - fpr) / (2 - fpr - tpr)), abs=1e-15)
        assert useful.slope_high * useful.pc_low == pytest.approx(1 - useful.pc_low) or not fpr
        assert useful.slope_low * useful.pc_high == pytest.approx(1 - useful.pc_high)


@forty_examples
@given(st.lists(st.tuples(decimals(), decimals(), decimals()), min_size=1, max_size=5))
def test_operating_ranges_follow_the_definition(pieces):
    cuts = sorted(cut for cut, _, _ in pieces)
    ends = np.array([0.0, *cuts[1:], 1.0])
    fpr, fnr = (np.array(column) for column in list(zip(*pieces, strict=True))[1:])
    useful = operating_ranges(pc=ends, fpr=fpr, fnr=fnr)
    x = (np.arange(1009) + 1 / 3) / 1009  # never at an end of a piece
    piece = np.searchsorted(ends[1:-1], x, side="right")
    cost = fpr[piece] * (1 - x) + fnr[piece] * x
    gap = np.minimum(x, 1 - x) - cost
    inside = np.zeros(x.size, dtype=bool)
    for low, high in zip(useful.pc_low, useful.pc_high, strict=True):
        inside |= (x > low) & (x < high)
    clear = np.abs(gap) > 1e-12
    np.testing.assert_array_equal(inside[clear], gap[clear] > 0)
    assert np.all(useful.pc_low < useful.pc_high)
    assert np.all(useful.pc_high[:-1] <= useful.pc_low[1:])


@forty_examples
@given(st.lists(st.one_of(counted_curves(), bare_curves()), min_size=1, max_size=4))
def test_lines_envelope_is_the_minimum_of_all_lines(curves):
    envelope = lines_envelope(curves)
    least = np.min(
        [expected_cost(c.fpr[:, None], c.tpr[:, None], GRID).min(axis=0) for c in curves], axis=0
    )
    np.testing.assert_allclose(cost_at(envelope, GRID), least, atol=1e-13)
    assert np.all(np.diff(envelope.pc) > 0)
    for owner, index, fpr, fnr in zip(
        envelope.owner, envelope.index, envelope.fpr, envelope.fnr, strict=True
    ):
        assert (curves[owner].fpr[index], 1 - curves[owner].tpr[index]) == (fpr, fnr)


@forty_examples
@given(ANY_CURVES)
def test_envelope_top_is_an_attained_maximum(curves):
    envelope = lower_envelope(convex_hull(curves))
    top = envelope_top(envelope)
    assert np.all(cost_at(envelope, GRID) <= top.cost + 1e-15)
    for pc in (top.pc_low, top.pc_high):
        assert float(cost_at(envelope, pc)) == pytest.approx(top.cost, abs=1e-14)


@forty_examples
@given(ANY_CURVES, st.floats(0, 1), st.floats(0, 1))
def test_near_optimal_points_are_within_the_tolerance(curves, pc, tolerance):
    near = near_optimal(curves, pc=pc, tolerance=tolerance)
    envelope = lower_envelope(convex_hull(curves))
    assert near.least == pytest.approx(float(cost_at(envelope, pc)), abs=1e-14)
    members = set(zip(near.curve.tolist(), near.index.tolist(), strict=True))
    for number, curve in enumerate(curves):
        gaps = expected_cost(curve.fpr, curve.tpr, pc) - near.least
        for i, gap in enumerate(gaps.tolist()):
            if abs(gap - tolerance) > 1e-14:
                assert ((number, i) in members) == (gap < tolerance)


# ---- Displayed thresholds reproduce the displayed rates: W2
RNG = np.random.default_rng(11)
SIZE = 400
Y = np.arange(SIZE) % 3 == 0
NEAR = RNG.normal(size=SIZE) + 1.5 * Y
SCORES = {
    "calibrated": 1 / (1 + np.exp(-NEAR)),
    "near 0": np.exp(NEAR - 25),
    "near 1": 1 - np.exp(-NEAR - 12),
    "whole": np.round(20 * NEAR),
    "amounts": np.exp(3 * NEAR + 8),
    "huge": NEAR * 1e300,
    "tiny": NEAR * 1e-200,
    "tied": np.round(NEAR, 1),
    "short floats": (1 / (1 + np.exp(-NEAR))).astype(np.float32),
    "half floats": (1 / (1 + np.exp(-NEAR))).astype(np.float16),
    "logarithms": NEAR - 1e6,
}


def rates(score, threshold):
    """Rates of a threshold, applied by comparison with the scores."""
    flagged = score >= threshold
    return flagged[~Y].mean(), flagged[Y].mean()


@pytest.mark.parametrize("kind", SCORES)
def test_displayed_thresholds_reproduce_their_rates(kind):
    score = SCORES[kind]
    model = CostCurveModel({"a": predictions(Y, score)})
    item = model.curves.classifiers[0]
    for i in item.shown.index:
        threshold = float(thresholds_of(item, i))
        typed = float(decimal(threshold))
        assert rates(score, typed) == (item.curve.fpr[i], item.curve.tpr[i]), decimal(threshold)


@pytest.mark.parametrize("kind", SCORES)
@pytest.mark.parametrize("pc", [0.05, 0.3, 0.5, 0.7, 0.95])
def test_threshold_in_the_sentence_reproduces_its_counts(kind, pc):
    score = SCORES[kind]
    model = CostCurveModel({"a": predictions(Y, score)}, pc=pc)
    recommendation: Any = model.recommend()
    match = re.search(
        r"use a, from score (\S+) on(?:;[^.]*)?\. Of 1,000 cases (\d+) are positives: "
        r"it finds (\d+|all)\b.* and raises (\d+|no) false alarms?(?: \(none in [^)]*\))?\.",
        recommendation.text,
    )
    if recommendation.decision.is_baseline:
        assert recommendation.interval.expected == min(pc, 1.0 - pc)
        return
    assert match
    fpr, tpr = rates(score, float(match[1]))
    positives = int(match[2])
    assert positives == pytest.approx(1000 * pc)
    in_words = {"all": str(positives), "no": "0"}
    positives_found, alarms = (int(in_words.get(word, word)) for word in match.groups()[2:])
    assert (positives_found, alarms) == pytest.approx(
        (positives * tpr, (1000 - positives) * fpr), abs=0.5
    )
    assert (fpr, tpr) == (recommendation.cost.fpr, recommendation.cost.tpr)
    assert rates(score, recommendation.cost.threshold) == (fpr, tpr)


def test_thresholds_of_a_very_long_curve_reproduce_their_rates():
    rng = np.random.default_rng(0)
    y = np.arange(60_000) % 2 == 0
    score = 1 - np.exp(-rng.normal(size=y.size) - 12 - y)
    classifier = reduce_curve(predictions(y, score))
    assert classifier.n_thresholds > classifier.curve.fpr.size
    some = np.arange(1, classifier.curve.fpr.size, 97)
    for i, threshold in zip(some, classifier.threshold[some], strict=True):
        flagged = score >= float(decimal(float(threshold)))
        assert flagged[~y].mean() == classifier.curve.fpr[i]
        assert flagged[y].mean() == classifier.curve.tpr[i]


@given(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=2, unique=True))
def test_short_threshold_lies_between_the_scores(ends):
    lower, threshold = sorted(ends)
    short = short_thresholds(np.array([threshold]), np.array([lower]))[0]
    assert lower < short <= threshold
    assert float(decimal(float(short))) == short
    # No number with fewer decimals lies between the two.
    places = len(decimal(float(short)).partition(".")[2])
    if places:
        scale = 10.0 ** (places - 1)
        assert np.floor(threshold * scale) / scale <= lower or short == threshold
