import numpy as np
import pytest

from cc_widgets.core import mix
from cc_widgets.core._criteria import alone
from cc_widgets.errors import CostCurveError
from tests.support.rates import hull_of, points


def test_a_mix_lies_between_its_two_classifiers():
    found = mix(points((0.1, 0.5), (0.5, 0.9)), 0, 1, 0.25)
    assert found.fpr == pytest.approx(0.2)
    assert found.tpr == pytest.approx(0.6)
    assert (found.first, found.second, found.weight) == (0, 1, 0.25)


def test_all_of_one_is_exactly_that_one():
    curve = points((0.1, 0.7), (0.3, 0.9))
    first, second = mix(curve, 0, 1, 0.0), mix(curve, 0, 1, 1.0)
    assert (first.fpr, first.tpr, second.fpr, second.tpr) == (0.1, 0.7, 0.3, 0.9)
    one = alone(hull_of((0.1, 0.7)), 1)
    assert (one.fpr, one.tpr, one.first, one.second, one.weight) == (0.1, 0.7, 1, 1, 0)


@pytest.mark.parametrize("weight", [-0.1, 1.1, np.nan])
def test_weights_outside_the_unit_interval_are_refused(weight):
    with pytest.raises(CostCurveError, match=r"weight: must lie in \[0, 1\]\. Got .*how often"):
        mix(points((0.1, 0.5), (0.5, 0.9)), 0, 1, weight)


@pytest.mark.parametrize(("first", "second", "name"), [(2, 0, "first"), (0, -1, "second")])
def test_positions_of_no_point_are_refused(first, second, name):
    message = rf"{name}: must be the position of a point\. Got -?\d among 2 points\. Count from 0"
    with pytest.raises(CostCurveError, match=message):
        mix(points((0.1, 0.5), (0.5, 0.9)), first, second, 0.5)
