from itertools import product
from math import inf, log, nan
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import Conditions, expected_cost, pc_at, slope_at
from cc_widgets.core.conditions import (
    Range,
    corner_costs,
    cost_ratio_at,
    log_odds_at,
    money,
    money_of_cost,
    pc_at_log_odds,
    prior_at,
    read_range,
)
from cc_widgets.core.costs import accuracy_at
from cc_widgets.errors import CostCurveError


def test_pc_equals_prior_at_equal_costs():
    conditions = Conditions(prior=0.25)
    assert conditions.pc == Range(0.25, 0.25)
    assert conditions.slope == Range(3.0, 3.0)
    assert conditions.exact
    assert conditions.worst == Range(1.0, 1.0)
    assert conditions.base == Range(0.0, 0.0)


def test_pc_increases_with_cost_of_false_negative():
    conditions = Conditions(prior=0.1, cost_fp=1, cost_fn=9)
    assert conditions.pc.low == conditions.pc.high == pytest.approx(0.5, rel=1e-15)
    assert conditions.slope.low == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize(("prior", "pc", "slope"), [(0, 0, inf), (1, 1, 0)])
def test_pc_is_0_or_1_with_one_class_only(prior, pc, slope):
    conditions = Conditions(prior=prior)
    assert conditions.pc == Range(pc, pc)
    assert conditions.slope == Range(slope, slope)


def test_pc_is_0_or_1_if_an_error_costs_nothing():
    assert Conditions(prior=0.3, cost_fp=0).pc == Range(1.0, 1.0)
    assert Conditions(prior=0.3, cost_fn=0).pc == Range(0.0, 0.0)
    assert Conditions(prior=0.3, cost_fn=0).slope == Range(inf, inf)


def test_large_costs_do_not_overflow():
    conditions = Conditions(prior=0.5, cost_fp=1e308, cost_fn=1e308)
    assert conditions.pc == Range(0.5, 0.5)
    assert conditions.probability_threshold == Range(0.5, 0.5)
    assert Conditions(prior=0.5, cost_fp=559125, cost_fn=0).pc == Range(0.0, 0.0)


def test_ranges_are_extremes_over_all_combinations():
    prior, cost_fp, cost_fn = (0.1, 0.3), (1.0, 2.0), (4.0, 7.0)
    conditions = Conditions(prior=prior, cost_fp=cost_fp, cost_fn=cost_fn)
    values = [
        (p * fn / (p * fn + (1 - p) * fp), p * fn + (1 - p) * fp)
        for p, fp, fn in product(prior, cost_fp, cost_fn)
    ]
    pc, worst = zip(*values, strict=True)
    assert conditions.pc.low == pytest.approx(min(pc), rel=1e-15)
    assert conditions.pc.high == pytest.approx(max(pc), rel=1e-15)
    assert conditions.slope.low == pytest.approx(1 / max(pc) - 1, rel=1e-14)
    assert conditions.slope.high == pytest.approx(1 / min(pc) - 1, rel=1e-14)
    assert conditions.worst == Range(min(worst), max(worst))
    assert conditions.probability_threshold == Range(1 / 8, 2 / 6)
    assert not conditions.exact
    assert len(conditions.corners()) == 8


@pytest.mark.parametrize("name", ["prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn"])
def test_conditions_with_a_range_are_not_exact(name):
    values: dict[str, Any] = {"prior": 0.5, "cost_fp": 1, "cost_fn": 1, "cost_tp": 0, "cost_tn": 0}
    assert not Conditions(**values | {name: (values[name] / 2, values[name] + 0.25)}).exact


def test_extra_costs_subtract_costs_of_correct_classification():
    # Treatment costs 20 and saves 200; a false positive costs the treatment.
    conditions = Conditions(prior=0.2, cost_fp=20, cost_fn=200, cost_tp=40, cost_tn=-10)
    assert conditions.extra_fp == Range(30.0, 30.0)
    assert conditions.extra_fn == Range(160.0, 160.0)
    assert conditions.pc.low == pytest.approx(32 / (32 + 24), rel=1e-15)
    assert conditions.base.low == pytest.approx(0.2 * 40 - 0.8 * 10)
    assert conditions.worst.low == pytest.approx(56)


def test_ranges_of_correct_costs_widen_extra_costs():
    conditions = Conditions(0.5, (10, 12), (20, 30), cost_tp=(1, 2), cost_tn=(-4, 3))
    assert conditions.extra_fn == Range(18.0, 29.0)
    assert conditions.extra_fp == Range(7.0, 16.0)
    assert conditions.base == Range(-1.5, 2.5)


def test_corners_are_in_order_of_parameters():
    assert Conditions(0.5, 10, 20, cost_tp=1, cost_tn=-2).corners() == [(0.5, 10, 20, 1, -2)]


def test_probability_threshold_does_not_depend_on_prior():
    for prior in (0.01, 0.5):
        threshold = Conditions(prior=prior, cost_fp=1, cost_fn=4).probability_threshold
        assert threshold == Range(0.2, 0.2)
    assert Conditions(0.5, cost_fp=0).probability_threshold == Range(0.0, 0.0)
    assert Conditions(0.5, cost_fn=0).probability_threshold == Range(1.0, 1.0)


def test_conditions_compare_by_value():
    assert Conditions(0.2, cost_fn=(1, 2)) == Conditions(0.2, 1, (1, 2))
    assert Conditions(0.2) != Conditions(0.3)


@pytest.mark.parametrize("prior", [-0.1, 1.1, (0.5, 2), nan])
def test_conditions_reject_prior_outside_unit_interval(prior):
    with pytest.raises(CostCurveError, match=r"prior: (must lie in \[0, 1\]|must be fin)"):
        Conditions(prior)


def test_conditions_without_a_prior_have_a_currency_and_a_number_of_cases():
    conditions = Conditions(currency=" EUR ", n_cases=1000)
    assert (conditions.prior, conditions.currency, conditions.n_cases) == (None, "EUR", 1000)
    with pytest.raises(CostCurveError, match=r"prior: must be stated\. Pass Conditions\(prior"):
        _ = conditions.pc


@pytest.mark.parametrize(
    ("costs", "source"),
    [
        ({"cost_fn": 5}, "cost_fn=5"),
        ({"cost_fp": 1, "cost_fn": (2.5, 1234567)}, "cost_fn=(2.5, 1234567)"),
        ({"cost_fp": 2, "cost_tp": -3}, "cost_fp=2, cost_tp=-3"),
    ],
)
def test_costs_without_a_prior_raise(costs, source):
    with pytest.raises(CostCurveError) as error:
        Conditions(**costs)
    assert str(error.value) == (
        f"prior: must be stated with the costs. Got {source} and no prior. "
        f"Pass Conditions(prior=0.1, {source}). If the dataset is a random sample of the "
        "population, pass its share of positives: prior=(y_true == pos_label).mean()."
    )


@pytest.mark.parametrize("n_cases", [0, -1, inf, nan, "many"])
def test_conditions_reject_an_invalid_number_of_cases(n_cases):
    with pytest.raises(CostCurveError, match=r"n_cases: must be .* Pass 1"):
        Conditions(0.5, n_cases=n_cases)


def test_conditions_reject_a_currency_that_is_not_text():
    currency: Any = 5
    with pytest.raises(CostCurveError, match=r'currency: must be text\. Got 5\. Pass "EUR"'):
        Conditions(0.5, currency=currency)


@pytest.mark.parametrize("name", ["cost_fp", "cost_fn", "cost_tp", "cost_tn"])
def test_conditions_reject_nan_cost_by_name(name):
    wrong: dict[str, Any] = {name: nan}
    with pytest.raises(CostCurveError, match=rf"{name}: must be finite\. Got nan"):
        Conditions(0.5, **wrong)


@pytest.mark.parametrize(
    ("costs", "error", "correct"),
    [
        ({"cost_fp": -1}, "cost_fp", "cost_tn"),
        ({"cost_fn": -1}, "cost_fn", "cost_tp"),
        ({"cost_fp": 1, "cost_tn": 2}, "cost_fp", "cost_tn"),
        ({"cost_fn": (1, 5), "cost_tp": (0, 2)}, "cost_fn", "cost_tp"),
    ],
)
def test_conditions_reject_error_cheaper_than_correct(costs, error, correct):
    message = (
        rf"{error}: must not be less than {correct}, the cost of the correct classification\. "
        rf"Got {error} from -?1 and {correct} up to [02]\. Pass costs as positive"
    )
    with pytest.raises(CostCurveError, match=message):
        Conditions(0.5, **costs)


def test_conditions_accept_negative_error_cost_above_correct_cost():
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
def test_conditions_reject_zero_cost_of_all_possible_errors(prior, cost_fp, cost_fn):
    message = (
        r"conditions: must have a cost for some possible error\. "
        r"Got prior [01.5]+ to [01.5]+, false positives from [01], false negatives from [01]\. "
        r"Pass costs"
    )
    with pytest.raises(CostCurveError, match=message):
        Conditions(prior, cost_fp, cost_fn)


@pytest.mark.parametrize(("prior", "cost_fp", "cost_fn"), [(0, 1, 0), (1, 0, 1), ((0, 0.5), 1, 0)])
def test_conditions_accept_zero_cost_of_one_error(prior, cost_fp, cost_fn):
    pc = Conditions(prior, cost_fp, cost_fn).pc
    assert pc.exact
    assert pc.low in (0, 1)


# ---- pc, slope and log-odds
def test_slope_at_and_pc_at_are_inverse():
    np.testing.assert_array_equal(slope_at([0, 0.2, 0.5, 1]), [inf, 4, 1, 0])
    np.testing.assert_array_equal(pc_at([inf, 4, 1, 0]), [0, 0.2, 0.5, 1])


def test_slope_at_tiny_pc_is_infinite():
    assert slope_at(1e-310) == inf


def test_log_odds_at_extreme_pc():
    np.testing.assert_allclose(log_odds_at([1e-9, 0.2, 0.8]), [-20.7232658, -log(4), log(4)])
    np.testing.assert_allclose(pc_at_log_odds([-log(4), 0, log(4)]), [0.2, 0.5, 0.8], rtol=1e-15)
    assert float(log_odds_at(1e-300)) == pytest.approx(-300 * log(10), rel=1e-15)
    np.testing.assert_array_equal(pc_at_log_odds([-inf, -800, inf]), [0, 0, 1])


def test_prior_at_fixed_costs():
    np.testing.assert_allclose(prior_at([0, 0.5, 10 / 11, 1], cost_fn=10), [0, 1 / 11, 0.5, 1])
    np.testing.assert_allclose(prior_at(0.5, cost_fp=10, cost_fn=1), 10 / 11)
    assert prior_at(0.3) == pytest.approx(0.3)


def test_error_shows_first_invalid_number():
    with pytest.raises(CostCurveError, match=r"pc: must lie in .* Got 3\.0\."):
        slope_at([0.5, 3, 4, 5])
    with pytest.raises(CostCurveError, match=r"slope: must be .* Got -3\.0\."):
        pc_at([0.5, -3, -4, -5])


def test_prior_at_large_costs_does_not_overflow():
    assert prior_at(0.5, cost_fp=1e308, cost_fn=1e-5) == 1
    assert prior_at(0.5, cost_fp=1e308, cost_fn=1e308) == 0.5


def test_cost_ratio_at_fixed_prior():
    np.testing.assert_allclose(cost_ratio_at([0, 0.5, 10 / 11], prior=1 / 11), [0, 10, 100])
    assert cost_ratio_at(1, prior=0.5) == inf


@pytest.mark.parametrize("function", [slope_at, log_odds_at, prior_at])
@pytest.mark.parametrize("pc", [-0.1, 1.1, nan, [0.5, 7]])
def test_conversions_reject_pc_outside_unit_interval(function, pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        function(pc)


def test_cost_ratio_rejects_pc_outside_unit_interval():
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got 2"):
        cost_ratio_at(2, prior=0.5)


@pytest.mark.parametrize("slope", [-1, nan, [1, -2]])
def test_pc_at_rejects_negative_slope(slope):
    message = r"slope: must be from 0 to infinity\. Got .*\. A slope is the weight of negatives"
    with pytest.raises(CostCurveError, match=message):
        pc_at(slope)


def test_pc_at_log_odds_rejects_nan():
    with pytest.raises(
        CostCurveError, match=r"log_odds: must be a number\. Got nan\. 0 corresponds"
    ):
        pc_at_log_odds([0, nan])


@pytest.mark.parametrize("cost", [0, -1, inf, nan])
@pytest.mark.parametrize("name", ["cost_fp", "cost_fn"])
def test_prior_at_rejects_non_positive_cost(name, cost):
    message = rf"{name}: must be above 0 and finite\. Got {cost}\. If an error costs nothing, pc is"
    with pytest.raises(CostCurveError, match=message):
        prior_at(0.5, **{name: cost})


@pytest.mark.parametrize("prior", [0, 1, -0.1, 1.1, nan])
def test_cost_ratio_rejects_prior_0_or_1(prior):
    with pytest.raises(CostCurveError, match=r"prior: must be between 0 and 1\. Got .* If a class"):
        cost_ratio_at(0.5, prior=prior)


# ---- Money
FOUR_CELLS = Conditions(0.2, 20, 200, cost_tp=40, cost_tn=-10)


def test_money_is_total_cost_of_the_four_outcomes():
    # Of 100 cases: 15 true positives, 5 false negatives, 8 false positives, 72 true negatives.
    expected = 15 * 40 + 5 * 200 + 8 * 20 + 72 * -10
    cost = money(FOUR_CELLS, fpr=0.1, tpr=0.75, n_cases=100)
    assert cost.low == pytest.approx(expected)
    assert cost.high == cost.low


def test_money_of_cost_equals_money_of_rates():
    fpr, tpr = np.array([0.1, 0.4]), np.array([0.6, 0.9])
    cost = expected_cost(fpr, tpr, FOUR_CELLS.pc.low)
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost), money(FOUR_CELLS, fpr=fpr, tpr=tpr).low
    )
    np.testing.assert_allclose(
        money_of_cost(FOUR_CELLS, cost, n_cases=7), 7 * money_of_cost(FOUR_CELLS, cost)
    )


def test_money_of_ranges_is_extremes_over_all_combinations():
    conditions = Conditions((0.1, 0.3), (1, 2), (4, 7), cost_tp=(0, 1), cost_tn=(-1, 0))
    costs = [
        p * (0.25 * fn + 0.75 * tp) + (1 - p) * (0.1 * fp + 0.9 * tn)
        for p, fp, fn, tp, tn in product((0.1, 0.3), (1, 2), (4, 7), (0, 1), (-1, 0))
    ]
    result = money(conditions, fpr=0.1, tpr=0.75)
    assert result.low == pytest.approx(min(costs))
    assert result.high == pytest.approx(max(costs))


def test_money_broadcasts_rates():
    result = money(FOUR_CELLS, fpr=[0.1, 0.2], tpr=[[0.5], [0.6], [0.7]])
    assert result.low.shape == result.high.shape == (3, 2)


def test_money_overflows_to_infinity():
    result = money(Conditions(0.5, 1e308, 1e308), fpr=1, tpr=0, n_cases=100)
    assert result.low == inf


def test_money_of_cost_rejects_ranges():
    conditions = Conditions((0.2, 0.25))
    message = r"conditions: must be exact.*\. Got pc from 0\.2 to 0\.25\. Use mon"
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(conditions, 0.1)


@pytest.mark.parametrize("n_cases", [-1, nan, inf])
def test_money_rejects_invalid_n_cases(n_cases):
    message = r"n_cases: must be a finite, non-negative number of cases\. Got .* Pass 1"
    with pytest.raises(CostCurveError, match=message):
        money(FOUR_CELLS, fpr=0, tpr=0, n_cases=n_cases)
    with pytest.raises(CostCurveError, match=message):
        money_of_cost(FOUR_CELLS, 0, n_cases=n_cases)


def test_money_is_for_the_cases_of_the_conditions_by_default():
    conditions = Conditions(0.2, 10, 100, n_cases=50)
    assert money(conditions, fpr=1, tpr=1).low == pytest.approx(50 * 0.8 * 10)
    assert float(money_of_cost(conditions, 0.5)) == pytest.approx(50 * 0.5 * conditions.worst.low)


@pytest.mark.parametrize("share", [1e-6, 0.3, 0.9])
def test_benefits_that_cancel_costs_leave_exactly_0(share):
    # The benefit of true positives equals the cost of all errors, up to rounding.
    fpr, fnr = 0.3, 0.1
    benefit = -(share * fnr * 10 + (1 - share) * fpr * 3) / (share * (1 - fnr))
    conditions = Conditions(share, 3, 10, cost_tp=benefit, n_cases=1e9)
    for rates in ({"fpr": fpr, "tpr": 1 - fnr}, {"fpr": fpr * (1 + 1e-12), "tpr": 1 - fnr}):
        amounts = money(conditions, **rates)
        assert amounts.low == amounts.high == 0
        assert (corner_costs(conditions).money(**rates) == 0).all()
    pc = conditions.pc.low
    assert money_of_cost(conditions, pc * fnr + (1 - pc) * fpr) == 0
    almost = money(conditions, fpr=fpr * (1 + 1e-7), tpr=1 - fnr).low
    assert almost == pytest.approx(1e9 * (1 - share) * fpr * 3 * 1e-7, rel=1e-6)


def test_rare_but_exact_costs_are_not_0():
    assert money(Conditions(1e-12, 1, 5), fpr=0, tpr=0.75).low == pytest.approx(1.25e-12)


def test_money_of_no_cases_is_0():
    assert money(FOUR_CELLS, fpr=1, tpr=0, n_cases=0).high == 0


def test_accuracy_is_below_majority_at_low_prior():
    result = accuracy_at(fpr=0.1, tpr=0.8, prior=[0.5, 0.001, 0.9])
    np.testing.assert_allclose(result.accuracy, [0.85, 0.8999, 0.81])
    np.testing.assert_allclose(result.majority, [0.5, 0.999, 0.9])
    np.testing.assert_allclose(result.gain, [0.35, -0.0991, -0.09])
    np.testing.assert_array_equal(result.prior, [0.5, 0.001, 0.9])


@pytest.mark.parametrize("prior", [-0.1, 2, nan, "half"])
def test_accuracy_rejects_invalid_prior(prior):
    message = r"prior: must (lie in \[0, 1\]|be numbers)\. Got .* A prior is the share"
    with pytest.raises(CostCurveError, match=message):
        accuracy_at(fpr=0.1, tpr=0.8, prior=prior)


# ---- Ranges
@pytest.mark.parametrize("value", [2, 2.0, np.float64(2), (2, 2), [2.0, 2.0], Range(2.0, 2.0)])
def test_read_range_of_one_number(value):
    assert read_range("cost", value) == Range(2.0, 2.0)
    assert read_range("cost", value).exact
    assert read_range("cost", value).ends == (2.0,)


@pytest.mark.parametrize("value", [(1, 3), [1, 3], Range(1.0, 3.0)])
def test_read_range_of_a_pair(value):
    assert read_range("cost", value) == Range(1.0, 3.0)
    assert not read_range("cost", value).exact
    assert read_range("cost", value).ends == (1.0, 3.0)


@pytest.mark.parametrize("value", ["2", None, (1, 2, 3), (1,), (), {}, ("a", "b"), 10**400])
def test_read_range_rejects_other_types(value):
    message = r"cost: must be a number or a \(low, high\) pair\. Got .* Pass for example 0\.1, or"
    with pytest.raises(CostCurveError, match=message):
        read_range("cost", value)


@pytest.mark.parametrize("value", [nan, inf, -inf, (0, inf), (nan, 1), (-inf, 0), (0, nan)])
def test_read_range_rejects_non_finite_numbers(value):
    with pytest.raises(CostCurveError, match=r"cost: must be finite\. Got .* Pass a fin"):
        read_range("cost", value)


def test_read_range_rejects_reversed_pair():
    with pytest.raises(
        CostCurveError, match=r"must be a range from low to high\. Got \(3, 1\)\. Pass \(1, 3\)"
    ):
        read_range("cost", (3, 1))


@pytest.mark.parametrize("value", [-0.1, 1.1, (-0.1, 0.5), (0.5, 1.1)])
def test_read_range_rejects_ends_out_of_bounds(value):
    message = r"prior: must lie in \[0, 1\]\. Got .*\. Pass a number, or a \(low, high\) pair, w"
    with pytest.raises(CostCurveError, match=message):
        read_range("prior", value, least=0, greatest=1)


def test_read_range_accepts_bounds():
    assert read_range("prior", (0, 1), least=0, greatest=1) == Range(0.0, 1.0)


@pytest.mark.parametrize("name", ["cost_fp", "cost_fn", "cost_tp", "cost_tn"])
@pytest.mark.parametrize("kind", [list, np.array])
def test_costs_by_row_are_passed_as_weights(name, kind):
    message = rf"^{name}: must be a number .*explore\(y_true, y_score, sample_weight=cost\)"
    with pytest.raises(CostCurveError, match=message):
        Conditions(prior=0.1, **{name: kind([1.0, 2.0, 3.0])})
    with pytest.raises(CostCurveError, match=r"Pass for example 0\.1, or"):
        Conditions(prior=kind([0.1, 0.2, 0.3]))
