"""Laws of the maps between ROC space and cost space."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import cost_point, expected_cost, iso_line
from tests.support.rates import line_cost

UNIT = st.floats(0, 1)


@given(st.floats(1e-6, 1), st.floats(-1, 2))
def test_cost_point_to_line_and_back(pc, cost):
    line = iso_line(pc, cost)
    point = cost_point(line.slope, line.intercept)
    assert point.pc == pytest.approx(pc, rel=1e-12)
    assert point.cost == pytest.approx(cost, abs=1e-12)


@given(st.floats(0, 1e6), st.floats(-10, 10))
def test_line_to_cost_point_and_back(slope, intercept):
    point = cost_point(slope, intercept)
    line = iso_line(point.pc, point.cost)
    assert line.slope == pytest.approx(slope, rel=1e-9, abs=1e-12)
    assert line.intercept == pytest.approx(intercept, abs=1e-12)


@given(UNIT)
def test_vertical_line_to_cost_point_and_back(fpr):
    point = cost_point(inf, fpr=fpr)
    assert iso_line(point.pc, point.cost).fpr == fpr


@given(st.floats(1e-3, 1), UNIT, UNIT)
def test_all_points_of_an_iso_line_have_its_cost(pc, cost, fpr):
    line = iso_line(pc, cost)
    tpr = line.intercept + line.slope * fpr
    assert line_cost(fpr, tpr, pc) == pytest.approx(cost, abs=1e-12)


@given(UNIT, UNIT, UNIT, UNIT, UNIT)
def test_dominance_lowers_the_cost_everywhere(some_fpr, other_fpr, some_tpr, other_tpr, pc):
    better = expected_cost(min(some_fpr, other_fpr), max(some_tpr, other_tpr), pc)
    worse = expected_cost(max(some_fpr, other_fpr), min(some_tpr, other_tpr), pc)
    assert better <= worse + 1e-15
