from math import inf, nan

import numpy as np
import pytest

from cc_widgets.core import Range
from cc_widgets.core._conditions import read_range
from cc_widgets.errors import CostCurveError


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
