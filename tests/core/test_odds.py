from math import inf, log, nan

import numpy as np
import pytest

from cc_widgets.core import (
    cost_ratio_at,
    log_odds_at,
    pc_at,
    pc_at_log_odds,
    prior_at,
    slope_at,
)
from cc_widgets.errors import CostCurveError


def test_slope_of_pc_and_back():
    np.testing.assert_array_equal(slope_at([0, 0.2, 0.5, 1]), [inf, 4, 1, 0])
    np.testing.assert_array_equal(pc_at([inf, 4, 1, 0]), [0, 0.2, 0.5, 1])


@pytest.mark.parametrize("pc", [1e-6, 1e-9, 1e-15, 1e-300])
def test_slope_is_relatively_accurate_at_great_skew(pc):
    assert float(slope_at(pc)) == pytest.approx((1 - pc) / pc, rel=1e-15)
    assert float(pc_at(slope_at(pc))) == pytest.approx(pc, rel=1e-15)


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
