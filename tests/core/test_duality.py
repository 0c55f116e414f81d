from math import inf, nan

import pytest

from cc_widgets.core import cost_point, iso_line
from cc_widgets.errors import CostCurveError


def test_iso_line_has_slope_and_intercept():
    line = iso_line(0.25, 0.2)
    assert line.slope == 3
    assert line.intercept == pytest.approx(0.2, rel=1e-15)
    assert line.fpr is None


def test_iso_line_at_pc_0_is_vertical():
    line = iso_line(0, 0.25)
    assert (line.slope, line.intercept, line.fpr) == (inf, None, 0.25)


def test_iso_line_at_pc_1_is_level():
    line = iso_line(1, 0.25)
    assert (line.slope, line.intercept, line.fpr) == (0, 0.75, None)


def test_iso_line_of_a_pc_too_small_for_a_slope_is_vertical():
    assert iso_line(1e-310, 0.25).fpr == 0.25


def test_iso_line_keeps_relative_accuracy_at_great_skew():
    assert iso_line(1e-9, 0.0).slope == pytest.approx(999_999_999, rel=1e-15)


def test_cost_point_of_a_line():
    point = cost_point(3, 0.2)
    assert point.pc == 0.25
    assert point.cost == pytest.approx(0.2)


def test_cost_point_of_a_vertical_line():
    point = cost_point(inf, fpr=0.25)
    assert (point.pc, point.cost) == (0, 0.25)


def test_cost_point_of_a_level_line():
    point = cost_point(0, 0.75)
    assert (point.pc, point.cost) == (1, 0.25)


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan, inf])
def test_iso_line_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got"):
        iso_line(pc, 0.5)


@pytest.mark.parametrize("cost", [nan, inf])
def test_iso_line_refuses_a_cost_that_is_no_number(cost):
    with pytest.raises(CostCurveError, match=r"cost: must be finite. Got"):
        iso_line(0.5, cost)


@pytest.mark.parametrize("slope", [-1, -0.5, -2, -inf, nan])
def test_cost_point_refuses_falling_lines(slope):
    with pytest.raises(CostCurveError, match=r"slope: must be from 0 to infinity\. Got"):
        cost_point(slope, 0.5)


@pytest.mark.parametrize(
    ("slope", "given"),
    [(inf, {"intercept": 0.5}), (inf, {}), (inf, {"intercept": 0.5, "fpr": 0.5})],
)
def test_cost_point_of_a_vertical_line_needs_fpr_alone(slope, given):
    with pytest.raises(CostCurveError, match=r"fpr: a line of this slope is fixed by fpr alone"):
        cost_point(slope, **given)


@pytest.mark.parametrize("given", [{"fpr": 0.5}, {}, {"intercept": 0.5, "fpr": 0.5}])
def test_cost_point_of_any_other_line_needs_the_intercept_alone(given):
    with pytest.raises(CostCurveError, match=r"intercept: a line of this slope .* intercept alone"):
        cost_point(1, **given)


def test_cost_point_refuses_an_intercept_that_is_no_number():
    with pytest.raises(CostCurveError, match=r"intercept: must be finite. Got nan"):
        cost_point(1, nan)
