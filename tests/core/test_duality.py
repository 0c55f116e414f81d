import re
from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import (
    ParallelLines,
    cost_point,
    iso_line,
    line_dual,
    pencil,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import line_cost


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


@pytest.mark.parametrize("pc", [nan, inf, -inf])
def test_iso_line_refuses_a_pc_that_is_no_number(pc):
    with pytest.raises(
        CostCurveError, match=r"pc: must be finite\. Got .* slope = \(1 - pc\) / pc"
    ):
        iso_line(pc, 0.5)


@pytest.mark.parametrize(
    ("pc", "slope"), [(2, -0.5), (1.25, -0.2), (-1, -2), (-0.25, -5), (-1e-300, -1e300)]
)
def test_virtual_points_are_falling_lines(pc, slope):
    line = iso_line(pc, 0.5)
    assert line.slope == pytest.approx(slope, rel=1e-15)
    assert line.intercept == pytest.approx(1 - 0.5 / pc, rel=1e-15)
    assert line.fpr is None


def test_a_virtual_pc_too_small_for_a_slope_is_vertical():
    line = iso_line(-1e-310, 0.25)
    assert (line.slope, line.intercept, line.fpr) == (inf, None, 0.25)


@pytest.mark.parametrize("cost", [nan, inf])
def test_iso_line_refuses_a_cost_that_is_no_number(cost):
    with pytest.raises(CostCurveError, match=r"cost: must be finite. Got"):
        iso_line(0.5, cost)


@pytest.mark.parametrize("slope", [-inf, nan])
@pytest.mark.parametrize("function", [cost_point, line_dual])
def test_slopes_that_are_no_number_are_refused(function, slope):
    message = r"slope: must be a number above minus infinity\. Got .*a vertical line has slope inf"
    with pytest.raises(CostCurveError, match=message):
        function(slope, 0.5)


@pytest.mark.parametrize(
    ("slope", "pc", "cost"),
    [(-0.5, 2, 1), (-0.2, 1.25, 0.625), (-2, -1, -0.5), (-5, -0.25, -0.125)],
)
def test_falling_lines_are_virtual_points(slope, pc, cost):
    point = cost_point(slope, 0.5)
    assert point.virtual
    assert (point.pc, point.cost) == pytest.approx((pc, cost))
    assert repr(line_dual(slope, 0.5)) == repr(point)


@pytest.mark.parametrize("slope", [0, 0.5, 1e9])
def test_rising_lines_are_no_virtual_points(slope):
    assert not cost_point(slope, 0.5).virtual


def test_vertical_lines_are_no_virtual_points():
    assert not cost_point(inf, fpr=0.5).virtual
    assert repr(line_dual(inf, fpr=0.5)) == "CostPoint(pc=0.0, cost=0.5)"


@pytest.mark.parametrize("intercept", [0.0, 0.5, 1.5])
def test_a_line_of_slope_minus_1_has_its_point_at_infinity(intercept):
    dual = line_dual(-1, intercept)
    assert dual == ParallelLines(gradient=1 - intercept)
    for fpr in (0.0, 0.25, 0.5):
        tpr = intercept - fpr
        assert line_cost(fpr, tpr, 1) - line_cost(fpr, tpr, 0) == pytest.approx(dual.gradient)


def test_cost_point_says_that_a_point_is_at_infinity():
    message = (
        r"slope: the point of this line is at infinity\. Got -1\. "
        r"Its cost lines are parallel, of gradient 0\.25; see line_dual\."
    )
    with pytest.raises(CostCurveError, match=message):
        cost_point(-1, 0.75)


def test_a_pencil_is_all_lines_of_one_slope():
    found = pencil(0.25, [0.1, 0.2])
    assert (found.pc, found.slope, found.fpr) == (0.25, 3, None)
    assert found.intercept is not None
    np.testing.assert_array_equal(found.cost, [0.1, 0.2])
    np.testing.assert_allclose(found.intercept, [0.6, 0.2])
    for cost, intercept in zip(found.cost, found.intercept, strict=True):
        assert cost_point(found.slope, intercept).cost == pytest.approx(cost)


def test_a_pencil_at_pc_0_is_vertical():
    found = pencil(0, [0.1, 0.2])
    assert (found.slope, found.intercept) == (inf, None)
    np.testing.assert_array_equal(found.fpr, [0.1, 0.2])


def test_a_pencil_at_pc_1_is_level():
    found = pencil(1, [0.1])
    assert found.slope == 0
    assert found.intercept is not None
    np.testing.assert_allclose(found.intercept, [0.9])


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan])
def test_a_pencil_belongs_to_a_pc(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        pencil(pc, [0.1])


@pytest.mark.parametrize(
    ("slope", "given"),
    [(inf, {"intercept": 0.5}), (inf, {}), (inf, {"intercept": 0.5, "fpr": 0.5})],
)
def test_cost_point_of_a_vertical_line_needs_fpr_alone(slope, given):
    with pytest.raises(CostCurveError) as caught:
        cost_point(slope, **given)
    assert str(caught.value) == (
        "fpr: a line of this slope is fixed by fpr alone. "
        f"Got fpr={given.get('fpr')}, intercept={given.get('intercept')}. "
        "A vertical line, slope infinity, takes fpr; every other line takes intercept."
    )


@pytest.mark.parametrize("given", [{"fpr": 0.5}, {}, {"intercept": 0.5, "fpr": 0.5}])
def test_cost_point_of_any_other_line_needs_the_intercept_alone(given):
    message = (
        "intercept: a line of this slope is fixed by intercept alone. "
        f"Got intercept={given.get('intercept')}, fpr={given.get('fpr')}. A vertical line"
    )
    with pytest.raises(CostCurveError, match=re.escape(message)):
        cost_point(1, **given)


def test_cost_point_refuses_an_intercept_that_is_no_number():
    with pytest.raises(CostCurveError, match=r"intercept: must be finite. Got nan"):
        cost_point(1, nan)
