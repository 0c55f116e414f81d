import numpy as np
import pytest

from cc_widgets.core import CostPieces, crossovers, roc_crossings
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, points


def corners(found):
    return list(zip(found.fpr.round(12).tolist(), found.tpr.round(12).tolist(), strict=True))


def test_curves_that_cross_at_a_vertex_cross_once():
    # Both go through (.5, .75); below it the one is ahead, above it the other.
    first = points((0.1, 0.55), (0.5, 0.75), (0.9, 0.8))
    second = points((0.3, 0.4), (0.5, 0.75), (0.6, 0.95))
    assert corners(roc_crossings(first, second)) == [(0.5, 0.75)]
    assert corners(roc_crossings(second, first)) == [(0.5, 0.75)]


def test_curves_that_touch_do_not_cross():
    first = points((0.1, 0.6), (0.5, 0.75), (0.6, 0.95))
    second = points((0.3, 0.4), (0.5, 0.75), (0.9, 0.8))
    assert corners(roc_crossings(first, second)) == []


def test_curves_that_share_a_segment_do_not_cross_there():
    first = points((0.1, 0.5), (0.3, 0.6), (0.6, 0.8), (0.9, 0.85))
    second = points((0.2, 0.4), (0.3, 0.6), (0.6, 0.8), (0.7, 0.95))
    assert corners(roc_crossings(first, second)) == []


def test_curves_cross_where_they_are_vertical_and_level():
    first = points((0.2, 0.1), (0.2, 0.9))
    second = points((0, 0.5), (0.4, 0.5))
    assert corners(roc_crossings(first, second)) == [(0.2, 0.5)]


def test_two_crossings_are_found_left_to_right():
    first = points((0.1, 0.5), (0.7, 0.6))
    second = points((0.3, 0.4), (0.4, 0.7), (0.8, 0.75))
    found = roc_crossings(first, second)
    assert found.fpr.size == 1
    third = points((0.05, 0.1), (0.1, 0.55), (0.6, 0.57), (0.65, 0.9))
    fourth = points((0.02, 0.3), (0.5, 0.8), (0.8, 0.85))
    found = roc_crossings(third, fourth)
    assert found.fpr.size == 3
    assert found.fpr.tolist() == sorted(found.fpr.tolist())


def test_equal_curves_do_not_cross():
    curve = points((0.1, 0.5), (0.7, 0.6))
    assert roc_crossings(curve, curve).fpr.size == 0
    envelope = envelope_of((0.1, 0.5))
    assert crossovers(envelope, envelope).pc.size == 0


def test_fixed_choices_cross_where_both_are_worse_than_a_trivial_rule():
    first = CostPieces(np.array([0.0, 1.0]), np.array([0.9]), np.array([0.3]))
    second = CostPieces(np.array([0.0, 1.0]), np.array([0.3]), np.array([0.9]))
    found = crossovers(first, second)
    close([found.pc, found.cost], [[0.5], [0.6]])


def test_a_dominating_curve_has_no_crossover():
    assert crossovers(envelope_of((0.1, 0.8)), envelope_of((0.2, 0.7))).pc.size == 0


def test_crossovers_in_either_order_say_who_touches_where():
    found = crossovers(envelope_of((0.4, 0.9)), envelope_of((0.1, 0.6)))
    close(found.pc, [0.5])
    close(found.cost, [0.25])
    close([found.first_fpr, found.first_tpr], [[0.4], [0.9]])
    close([found.second_fpr, found.second_tpr], [[0.1], [0.6]])


def test_points_that_fall_are_refused_by_name():
    good, bad = points((0.1, 0.5)), points((0.3, 0.7), (0.2, 0.8))
    with pytest.raises(CostCurveError, match=r"^first: points can only be joined"):
        roc_crossings(bad, good)
    with pytest.raises(CostCurveError, match=r"^second: points can only be joined"):
        roc_crossings(good, bad)


def test_crossings_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        crossovers(envelope_of((0.4, 0.9)), envelope_of((0.1, 0.6))).pc[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        roc_crossings(points((0.4, 0.9)), points((0.1, 0.6))).fpr[0] = 1


def test_a_crossing_at_a_vertex_that_each_curve_rounds_differently_is_one():
    level = 0.4 - 2**-54
    assert 0.5 + level != 0.5 + 0.4
    first = points((0.3, 0.35), (0.5, 0.4), (0.7, 0.45))
    second = points((0.45, 0.2), (0.5, level), (0.55, 0.6))
    assert corners(roc_crossings(first, second)) == [(0.5, 0.4)]
    assert corners(roc_crossings(second, first)) == [(0.5, 0.4)]


def test_curves_that_share_the_shortest_segment_do_not_cross_there():
    first = points((0.1, 0.5), (0.5, 0.75), (0.5, 0.75 + 1e-13), (0.9, 0.8))
    second = points((0.3, 0.4), (0.5, 0.75), (0.5, 0.75 + 1e-13), (0.6, 0.95))
    assert corners(roc_crossings(first, second)) == []
