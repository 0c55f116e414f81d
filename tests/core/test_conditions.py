from itertools import product
from math import inf, log, nan

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    Range,
    accuracy_at,
    cost_ratio_at,
    expected_cost,
    log_odds_at,
    money,
    money_of_cost,
    pc_at,
    pc_at_log_odds,
    prior_at,
    slope_at,
)
from cc_widgets.core._conditions import read_range
from cc_widgets.errors import CostCurveError


def test_equal_costs_make_pc_the_prior():
    conditions = Conditions(prior=0.25)
    assert conditions.pc == Range(0.25, 0.25)
    assert conditions.slope == Range(3.0, 3.0)
    assert conditions.exact
    assert conditions.worst == Range(1.0, 1.0)
    assert conditions.base == Range(0.0, 0.0)


def test_a_dear_miss_raises_pc():
    conditions = Conditions(prior=0.1, cost_fp=1, cost_fn=9)
    assert conditions.pc.low == conditions.pc.high == pytest.approx(0.5, rel=1e-15)
    assert conditions.slope.low == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize(("prior", "pc", "slope"), [(0, 0, inf), (1, 1, 0)])
def test_with_one_class_alone_pc_is_at_its_end(prior, pc, slope):
    conditions = Conditions(prior=prior)
    assert conditions.pc == Range(pc, pc)
    assert conditions.slope == Range(slope, slope)


def test_a_free_error_puts_pc_at_its_end():
    assert Conditions(prior=0.3, cost_fp=0).pc == Range(1.0, 1.0)
    assert Conditions(prior=0.3, cost_fn=0).pc == Range(0.0, 0.0)
    assert Conditions(prior=0.3, cost_fn=0).slope == Range(inf, inf)


def test_huge_costs_do_not_overflow():
    conditions = Conditions(prior=0.5, cost_fp=1e308, cost_fn=1e308)
    assert conditions.pc == Range(0.5, 0.5)
    assert conditions.probability_threshold == Range(0.5, 0.5)
    assert Conditions(prior=0.5, cost_fp=559125, cost_fn=0).pc == Range(0.0, 0.0)


def test_ranges_give_the_extremes_of_all_combinations():
    prior, cost_fp, cost_fn = (0.1, 0.3), (1.0, 2.0), (4.0, 7.0)
    conditions = Conditions(prior=prior, cost_fp=cost_fp, cost_fn=cost_fn)
    found = [
        (p * fn / (p * fn + (1 - p) * fp), p * fn + (1 - p) * fp)
        for p, fp, fn in product(prior, cost_fp, cost_fn)
    ]
    pc, worst = zip(*found, strict=True)
    assert conditions.pc.low == pytest.approx(min(pc), rel=1e-15)
    assert conditions.pc.high == pytest.approx(max(pc), rel=1e-15)
    assert conditions.slope.low == pytest.approx(1 / max(pc) - 1, rel=1e-14)
    assert conditions.slope.high == pytest.approx(1 / min(pc) - 1, rel=1e-14)
    assert conditions.worst == Range(min(worst), max(worst))
    assert conditions.probability_threshold == Range(1 / 8, 2 / 6)
    assert not conditions.exact
    assert len(conditions.corners()) == 8


@pytest.mark.parametrize("name", ["prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn"])
def test_one_range_makes_conditions_inexact(name):
    values = {"prior": 0.5, "cost_fp": 1, "cost_fn": 1, "cost_tp": 0, "cost_tn": 0}
    assert not Conditions(**values | {name: (values[name] / 2, values[name] + 0.25)}).exact


def test_costs_of_right_answers_count_against_those_of_errors():
    # Treating a sick person costs 20 and saves 200; a false alarm costs the treatment.
    conditions = Conditions(prior=0.2, cost_fp=20, cost_fn=200, cost_tp=40, cost_tn=-10)
    assert conditions.extra_fp == Range(30.0, 30.0)
    assert conditions.extra_fn == Range(160.0, 160.0)
    assert conditions.pc.low == pytest.approx(32 / (32 + 24), rel=1e-15)
    assert conditions.base.low == pytest.approx(0.2 * 40 - 0.8 * 10)
    assert conditions.worst.low == pytest.approx(56)


def test_ranges_of_right_answers_widen_what_errors_cost_more():
    conditions = Conditions(0.5, (10, 12), (20, 30), cost_tp=(1, 2), cost_tn=(-4, 3))
    assert conditions.extra_fn == Range(18.0, 29.0)
    assert conditions.extra_fp == Range(7.0, 16.0)
    assert conditions.base == Range(-1.5, 2.5)


def test_corners_name_values_in_order():
    assert Conditions(0.5, 10, 20, cost_tp=1, cost_tn=-2).corners() == [(0.5, 10, 20, 1, -2)]


def test_threshold_of_probability_does_not_depend_on_the_prior():
    for prior in (0.01, 0.5):
        threshold = Conditions(prior=prior, cost_fp=1, cost_fn=4).probability_threshold
        assert threshold == Range(0.2, 0.2)
    assert Conditions(0.5, cost_fp=0).probability_threshold == Range(0.0, 0.0)
    assert Conditions(0.5, cost_fn=0).probability_threshold == Range(1.0, 1.0)


def test_equal_conditions_are_equal():
    assert Conditions(0.2, cost_fn=(1, 2)) == Conditions(0.2, 1, (1, 2))
    assert Conditions(0.2) != Conditions(0.3)


@pytest.mark.parametrize("prior", [-0.1, 1.1, (0.5, 2), nan])
def test_a_prior_outside_the_unit_interval_is_refused(prior):
    with pytest.raises(CostCurveError, match=r"prior: (must lie in \[0, 1\]|numbers must be fin)"):
        Conditions(prior)


@pytest.mark.parametrize("name", ["cost_fp", "cost_fn", "cost_tp", "cost_tn"])
def test_a_cost_that_is_no_number_is_refused_by_name(name):
    with pytest.raises(CostCurveError, match=rf"{name}: numbers must be finite\. Got nan"):
        Conditions(0.5, **{name: nan})


@pytest.mark.parametrize(
    ("costs", "error", "right"),
    [
        ({"cost_fp": -1}, "cost_fp", "cost_tn"),
        ({"cost_fn": -1}, "cost_fn", "cost_tp"),
        ({"cost_fp": 1, "cost_tn": 2}, "cost_fp", "cost_tn"),
        ({"cost_fn": (1, 5), "cost_tp": (0, 2)}, "cost_fn", "cost_tp"),
    ],
)
def test_an_error_that_pays_is_refused(costs, error, right):
    message = (
        rf"{error}: an error must not be cheaper than the right answer, {right}\. "
        rf"Got {error} from -?1 and {right} up to [02]\. Costs are positive"
    )
    with pytest.raises(CostCurveError, match=message):
        Conditions(0.5, **costs)


def test_a_negative_cost_of_an_error_is_fine_if_the_right_answer_pays_more():
    assert Conditions(0.5, cost_fp=-1, cost_tn=-5).extra_fp == Range(4.0, 4.0)


@pytest.mark.parametrize(
    ("prior", "cost_fp", "cost_fn"),
    [
        (0.5, 0, 0),
        (0, 0, 1),
        (1, 1, 0),
        ((0, 0.5), 0, 1),
        ((0.5, 1), 1, 0),
        (0.5, (0, 1), (0, 1)),
    ],
)
def test_conditions_under_which_nothing_costs_anything_are_refused(prior, cost_fp, cost_fn):
    message = (
        r"conditions: some error that can happen must cost something\. "
        r"Got prior [01.5]+ to [01.5]+, false alarms from [01], missed positives from [01]\. "
        r"Give both"
    )
    with pytest.raises(CostCurveError, match=message):
        Conditions(prior, cost_fp, cost_fn)


@pytest.mark.parametrize(("prior", "cost_fp", "cost_fn"), [(0, 1, 0), (1, 0, 1), ((0, 0.5), 1, 0)])
def test_a_free_error_is_fine_where_the_other_can_happen(prior, cost_fp, cost_fn):
    pc = Conditions(prior, cost_fp, cost_fn).pc
    assert pc.exact
    assert pc.low in (0, 1)


# ---- pc, slope and log-odds
def test_slope_of_pc_and_back():
    np.testing.assert_array_equal(slope_at([0, 0.2, 0.5, 1]), [inf, 4, 1, 0])
    np.testing.assert_array_equal(pc_at([inf, 4, 1, 0]), [0, 0.2, 0.5, 1])


def test_slope_of_a_pc_too_small_for_floats_is_infinite():
    assert slope_at(1e-310) == inf


def test_log_odds_make_great_skews_visible():
    np.testing.assert_allclose(log_odds_at([1e-9, 0.2, 0.8]), [-20.7232658, -log(4), log(4)])
    np.testing.assert_allclose(pc_at_log_odds([-log(4), 0, log(4)]), [0.2, 0.5, 0.8], rtol=1e-15)
    assert float(log_odds_at(1e-300)) == pytest.approx(-300 * log(10), rel=1e-15)
    np.testing.assert_array_equal(pc_at_log_odds([-inf, -800, inf]), [0, 0, 1])


def test_prior_at_fixed_costs():
    np.testing.assert_allclose(prior_at([0, 0.5, 10 / 11, 1], cost_fn=10), [0, 1 / 11, 0.5, 1])
    np.testing.assert_allclose(prior_at(0.5, cost_fp=10, cost_fn=1), 10 / 11)
    assert prior_at(0.3) == pytest.approx(0.3)


def test_the_first_of_several_wrong_numbers_is_shown():
    with pytest.raises(CostCurveError, match=r"pc: must lie in .* Got 3\.0\."):
        slope_at([0.5, 3, 4, 5])
    with pytest.raises(CostCurveError, match=r"slope: must be .* Got -3\.0\."):
        pc_at([0.5, -3, -4, -5])


def test_prior_survives_costs_near_the_largest_float():
    assert prior_at(0.5, cost_fp=1e308, cost_fn=1e-5) == 1
    assert prior_at(0.5, cost_fp=1e308, cost_fn=1e308) == 0.5


def test_cost_ratio_at_a_fixed_prior():
    np.testing.assert_allclose(cost_ratio_at([0, 0.5, 10 / 11], prior=1 / 11), [0, 10, 100])
    assert cost_ratio_at(1, prior=0.5) == inf


@pytest.mark.parametrize("function", [slope_at, log_odds_at, prior_at])
@pytest.mark.parametrize("pc", [-0.1, 1.1, nan, [0.5, 7]])
def test_pc_outside_the_unit_interval_is_refused(function, pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        function(pc)


def test_cost_ratio_refuses_pc_outside_the_unit_interval():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got 2"):
        cost_ratio_at(2, prior=0.5)


@pytest.mark.parametrize("slope", [-1, nan, [1, -2]])
def test_slopes_below_zero_are_refused(slope):
    message = r"slope: must be from 0 to infinity\. Got .*\. A slope is the weight of negatives"
    with pytest.raises(CostCurveError, match=message):
        pc_at(slope)


def test_log_odds_that_are_no_number_are_refused():
    with pytest.raises(CostCurveError, match=r"log_odds: must be a number\. Got nan\. 0 stands"):
        pc_at_log_odds([0, nan])


@pytest.mark.parametrize("cost", [0, -1, inf, nan])
@pytest.mark.parametrize("name", ["cost_fp", "cost_fn"])
def test_prior_needs_costs_above_zero(name, cost):
    message = rf"{name}: must be above 0 and finite\. Got {cost}\. With a free error pc is"
    with pytest.raises(CostCurveError, match=message):
        prior_at(0.5, **{name: cost})


@pytest.mark.parametrize("prior", [0, 1, -0.1, 1.1, nan])
def test_cost_ratio_needs_both_classes(prior):
    with pytest.raises(CostCurveError, match=r"prior: must be between 0 and 1\. Got .* Without"):
        cost_ratio_at(0.5, prior=prior)


# ---- Money
FOUR_CELLS = Conditions(0.2, 20, 200, cost_tp=40, cost_tn=-10)


def test_money_is_what_the_four_outcomes_cost():
    # Of 100 cases 20 are positive: 15 found, 5 missed; of 80 negatives 8 are alarms.
    expected = 15 * 40 + 5 * 200 + 8 * 20 + 72 * -10
    found = money(FOUR_CELLS, fpr=0.1, tpr=0.75, population=100)
    assert found.low == pytest.approx(expected)
    assert found.high == found.low


def test_money_is_base_and_normalised_cost_times_the_weights():
    fpr, tpr = np.array([0.1, 0.4]), np.array([0.6, 0.9])
    cost = expected_cost(fpr, tpr, FOUR_CELLS.pc.low)
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost), money(FOUR_CELLS, fpr=fpr, tpr=tpr).low
    )
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost, population=7), 7 * money_of_cost(FOUR_CELLS, cost)
    )


def test_money_of_ranges_is_the_extremes_of_all_combinations():
    conditions = Conditions((0.1, 0.3), (1, 2), (4, 7), cost_tp=(0, 1), cost_tn=(-1, 0))
    found = [
        p * (0.25 * fn + 0.75 * tp) + (1 - p) * (0.1 * fp + 0.9 * tn)
        for p, fp, fn, tp, tn in product((0.1, 0.3), (1, 2), (4, 7), (0, 1), (-1, 0))
    ]
    result = money(conditions, fpr=0.1, tpr=0.75)
    assert result.low == pytest.approx(min(found))
    assert result.high == pytest.approx(max(found))


def test_money_keeps_the_shape_of_the_rates():
    result = money(FOUR_CELLS, fpr=[0.1, 0.2], tpr=[[0.5], [0.6], [0.7]])
    assert result.low.shape == result.high.shape == (3, 2)


def test_more_money_than_floats_can_say_is_infinite():
    result = money(Conditions(0.5, 1e308, 1e308), fpr=1, tpr=0, population=100)
    assert result.low == inf


def test_a_normalised_cost_needs_exact_conditions():
    conditions = Conditions((0.2, 0.25))
    message = r"conditions: a normalised cost holds at one pc\. Got pc from 0\.2 to 0\.25\. Use mon"
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(conditions, 0.1)


@pytest.mark.parametrize("population", [-1, nan, inf])
def test_a_population_is_a_number_of_cases(population):
    message = r"population: must be a number of cases\. Got .* Pass 1"
    with pytest.raises(CostCurveError, match=message):
        money(FOUR_CELLS, fpr=0, tpr=0, population=population)
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(FOUR_CELLS, 0, population=population)


def test_nobody_costs_nothing():
    assert money(FOUR_CELLS, fpr=1, tpr=0, population=0).high == 0


def test_accuracy_falls_behind_the_majority_when_positives_are_rare():
    found = accuracy_at(fpr=0.1, tpr=0.8, prior=[0.5, 0.001, 0.9])
    np.testing.assert_allclose(found.accuracy, [0.85, 0.8999, 0.81])
    np.testing.assert_allclose(found.majority, [0.5, 0.999, 0.9])
    np.testing.assert_allclose(found.gain, [0.35, -0.0991, -0.09])
    np.testing.assert_array_equal(found.prior, [0.5, 0.001, 0.9])


@pytest.mark.parametrize("prior", [-0.1, 2, nan, "half"])
def test_accuracy_needs_a_prior(prior):
    message = r"prior: must (lie in \[0, 1\]|be numbers)\. Got .* A prior is the share"
    with pytest.raises(CostCurveError, match=message):
        accuracy_at(fpr=0.1, tpr=0.8, prior=prior)


# ---- Ranges as they are given
@pytest.mark.parametrize("given", [2, 2.0, np.float64(2), (2, 2), [2.0, 2.0], Range(2.0, 2.0)])
def test_one_number_is_a_range_with_equal_ends(given):
    assert read_range("cost", given) == Range(2.0, 2.0)
    assert read_range("cost", given).exact
    assert read_range("cost", given).ends == (2.0,)


@pytest.mark.parametrize("given", [(1, 3), [1, 3], Range(1.0, 3.0)])
def test_two_numbers_are_low_and_high(given):
    assert read_range("cost", given) == Range(1.0, 3.0)
    assert not read_range("cost", given).exact
    assert read_range("cost", given).ends == (1.0, 3.0)


@pytest.mark.parametrize("given", ["2", None, (1, 2, 3), (1,), (), {}, ("a", "b"), 10**400])
def test_anything_else_is_refused(given):
    message = r"cost: must be a number or a \(low, high\) pair\. Got .* Pass for instance 0\.1, or"
    with pytest.raises(CostCurveError, match=message):
        read_range("cost", given)


@pytest.mark.parametrize("given", [nan, inf, -inf, (0, inf), (nan, 1), (-inf, 0), (0, nan)])
def test_what_is_not_finite_is_refused(given):
    with pytest.raises(CostCurveError, match=r"cost: numbers must be finite\. Got .* Give a fin"):
        read_range("cost", given)


def test_a_reversed_range_is_refused_with_the_right_one():
    with pytest.raises(
        CostCurveError, match=r"a range goes from low to high\. Got \(3, 1\)\. Pass \(1, 3\)"
    ):
        read_range("cost", (3, 1))


@pytest.mark.parametrize("given", [-0.1, 1.1, (-0.1, 0.5), (0.5, 1.1)])
def test_bounds_hold_for_both_ends(given):
    message = r"prior: must lie in \[0, 1\]\. Got .*\. Give a number, or a \(low, high\) pair, w"
    with pytest.raises(CostCurveError, match=message):
        read_range("prior", given, least=0, greatest=1)


def test_bounds_themselves_are_allowed():
    assert read_range("prior", (0, 1), least=0, greatest=1) == Range(0.0, 1.0)
