import pytest

from cc_widgets.core._cost import join
from cc_widgets.errors import CostCurveError
from tests.support.rates import fawcett, points


def test_a_point_is_joined_to_both_ends():
    curve = join(points((0.3, 0.7)))
    assert (curve.fpr.tolist(), curve.tpr.tolist()) == ([0, 0.3, 1], [0, 0.7, 1])


def test_ends_and_points_that_stand_twice_are_kept_once():
    assert join(fawcett()).fpr.tolist() == fawcett().fpr.tolist()
    curve = join(points((0.3, 0.7), (0.3, 0.7), (0.3, 0.8), (0.4, 0.8)))
    assert curve.fpr.tolist() == [0, 0.3, 0.3, 0.4, 1]
    assert curve.tpr.tolist() == [0, 0.7, 0.8, 0.8, 1]


@pytest.mark.parametrize(
    ("pairs", "got"),
    [
        ([(0.1, 0.5), (0.2, 0.5), (0.15, 0.6)], r"\(0\.15, 0\.6\) after \(0\.2, 0\.5\)"),
        ([(0.3, 0.6), (0.3, 0.7), (0.4, 0.65)], r"\(0\.4, 0\.65\) after \(0\.3, 0\.7\)"),
    ],
)
def test_points_that_fall_are_refused(pairs, got):
    with pytest.raises(CostCurveError, match=rf"mine: points .* rates rise\. Got {got}\. Pass"):
        join(points(*pairs), "mine")


def test_a_joined_curve_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        join(points((0.3, 0.7))).fpr[0] = 1
