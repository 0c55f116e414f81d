from itertools import product
from math import inf, nan

import pytest

from cc_widgets.core import Conditions, Range
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


@pytest.mark.parametrize("skew", [1e6, 1e9, 1e12])
def test_slope_is_relatively_accurate_at_both_ends(skew):
    rare = Conditions(prior=1 / (1 + skew))
    assert rare.slope.low == pytest.approx(skew, rel=1e-15)
    assert rare.pc.low == pytest.approx(1 / (1 + skew), rel=1e-15)
    dear = Conditions(prior=0.5, cost_fn=skew)
    assert dear.slope.low == pytest.approx(1 / skew, rel=1e-15)


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
