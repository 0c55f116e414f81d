import re
from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core.duality import ParallelLines, cost_point, iso_line, line_dual, pencil
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


def test_iso_line_at_pc_1_is_horizontal():
    line = iso_line(1, 0.25)
    assert (line.slope, line.intercept, line.fpr) == (0, 0.75, None)


def test_iso_line_at_tiny_pc_is_vertical():
    assert iso_line(1e-310, 0.25).fpr == 0.25


def test_iso_line_slope_is_accurate_at_small_pc():
    assert iso_line(1e-9, 0.0).slope == pytest.approx(999_999_999, rel=1e-15)


def test_cost_point_of_line():
    point = cost_point(3, 0.2)
    assert point.pc == 0.25
    assert point.cost == pytest.approx(0.2)


def test_cost_point_of_vertical_line():
    point = cost_point(inf, fpr=0.25)
    assert (point.pc, point.cost) == (0, 0.25)


def test_cost_point_of_horizontal_line():
    point = cost_point(0, 0.75)
    assert (point.pc, point.cost) == (1, 0.25)


@pytest.mark.parametrize("pc", [nan, inf, -inf])
def test_iso_line_rejects_non_finite_pc(pc):
    with pytest.raises(
        CostCurveError, match=r"pc: must be finite\. Got .* slope = \(1 - pc\) / pc"
    ):
        iso_line(pc, 0.5)


@pytest.mark.parametrize(
    ("pc", "slope"), [(2, -0.5), (1.25, -0.2), (-1, -2), (-0.25, -5), (-1e-300, -1e300)]
)
def test_iso_line_of_virtual_point_has_negative_slope(pc, slope):
    line = iso_line(pc, 0.5)
    assert line.slope == pytest.approx(slope, rel=1e-15)
    assert line.intercept == pytest.approx(1 - 0.5 / pc, rel=1e-15)
    assert line.fpr is None


def test_iso_line_at_tiny_negative_pc_is_vertical():
    line = iso_line(-1e-310, 0.25)
    assert (line.slope, line.intercept, line.fpr) == (inf, None, 0.25)


@pytest.mark.parametrize("cost", [nan, inf])
def test_iso_line_rejects_non_finite_cost(cost):
    with pytest.raises(CostCurveError, match=r"cost: must be finite. Got"):
        iso_line(0.5, cost)


@pytest.mark.parametrize("slope", [-inf, nan])
@pytest.mark.parametrize("function", [cost_point, line_dual])
def test_duals_reject_invalid_slope(function, slope):
    message = (
        r"slope: must be a number greater than minus infinity\. Got .*a vertical line has slope inf"
    )
    with pytest.raises(CostCurveError, match=message):
        function(slope, 0.5)


@pytest.mark.parametrize(
    ("slope", "pc", "cost"),
    [(-0.5, 2, 1), (-0.2, 1.25, 0.625), (-2, -1, -0.5), (-5, -0.25, -0.125)],
)
def test_line_of_negative_slope_is_virtual_point(slope, pc, cost):
    point = cost_point(slope, 0.5)
    assert point.virtual
    assert (point.pc, point.cost) == pytest.approx((pc, cost))
    assert repr(line_dual(slope, 0.5)) == repr(point)


@pytest.mark.parametrize("slope", [0, 0.5, 1e9])
def test_line_of_positive_slope_is_not_virtual(slope):
    assert not cost_point(slope, 0.5).virtual


def test_vertical_line_is_not_virtual():
    assert not cost_point(inf, fpr=0.5).virtual
    assert repr(line_dual(inf, fpr=0.5)) == "CostPoint(pc=0.0, cost=0.5)"


@pytest.mark.parametrize("intercept", [0.0, 0.5, 1.5])
def test_line_of_slope_minus_1_has_parallel_cost_lines(intercept):
    dual = line_dual(-1, intercept)
    assert dual == ParallelLines(gradient=1 - intercept)
    for fpr in (0.0, 0.25, 0.5):
        tpr = intercept - fpr
        assert line_cost(fpr, tpr, 1) - line_cost(fpr, tpr, 0) == pytest.approx(dual.gradient)


def test_cost_point_rejects_slope_minus_1():
    message = (
        r"slope: must not be -1, for which the dual point is at infinity\. Got -1\. "
        r"The cost lines are parallel with gradient 0\.25; see line_dual\."
    )
    with pytest.raises(CostCurveError, match=message):
        cost_point(-1, 0.75)


def test_lines_of_a_pencil_share_one_slope():
    lines = pencil(0.25, [0.1, 0.2])
    assert (lines.pc, lines.slope, lines.fpr) == (0.25, 3, None)
    assert lines.intercept is not None
    np.testing.assert_array_equal(lines.cost, [0.1, 0.2])
    np.testing.assert_allclose(lines.intercept, [0.6, 0.2])
    for cost, intercept in zip(lines.cost, lines.intercept, strict=True):
        assert cost_point(lines.slope, intercept).cost == pytest.approx(cost)


def test_pencil_at_pc_0_is_vertical():
    lines = pencil(0, [0.1, 0.2])
    assert (lines.slope, lines.intercept) == (inf, None)
    np.testing.assert_array_equal(lines.fpr, [0.1, 0.2])


def test_pencil_at_pc_1_is_horizontal():
    lines = pencil(1, [0.1])
    assert lines.slope == 0
    assert lines.intercept is not None
    np.testing.assert_allclose(lines.intercept, [0.9])


@pytest.mark.parametrize("pc", [-0.1, 1.1, nan])
def test_pencil_rejects_pc_outside_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        pencil(pc, [0.1])


@pytest.mark.parametrize(
    ("slope", "arguments"),
    [(inf, {"intercept": 0.5}), (inf, {}), (inf, {"intercept": 0.5, "fpr": 0.5})],
)
def test_cost_point_of_vertical_line_requires_only_fpr(slope, arguments):
    with pytest.raises(CostCurveError) as error:
        cost_point(slope, **arguments)
    assert str(error.value) == (
        "fpr: must be given, and intercept omitted, for a line of this slope. "
        f"Got fpr={arguments.get('fpr')}, intercept={arguments.get('intercept')}. "
        "Pass fpr for a vertical line, of slope infinity, and intercept for any other."
    )


@pytest.mark.parametrize("arguments", [{"fpr": 0.5}, {}, {"intercept": 0.5, "fpr": 0.5}])
def test_cost_point_of_other_lines_requires_only_intercept(arguments):
    message = (
        "intercept: must be given, and fpr omitted, for a line of this slope. "
        f"Got intercept={arguments.get('intercept')}, fpr={arguments.get('fpr')}. Pass fpr"
    )
    with pytest.raises(CostCurveError, match=re.escape(message)):
        cost_point(1, **arguments)


def test_cost_point_rejects_non_finite_intercept():
    with pytest.raises(CostCurveError, match=r"intercept: must be finite. Got nan"):
        cost_point(1, nan)
