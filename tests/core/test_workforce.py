from math import inf, nan

import pytest

from cc_widgets.core import (
    CostPoint,
    Mix,
    ParallelLines,
    workforce,
    workforce_limit,
    workforce_line,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, hull_of

PAIRS = [(0, 0.5), (0.5, 1)]  # a vertical first and a level last edge


def both(pairs, **cases):
    return workforce(hull_of(*pairs), **cases), workforce_line(envelope_of(*pairs), **cases)


@pytest.mark.parametrize(
    ("capacity", "fpr", "tpr", "pc"),
    [
        (-5, 0, 0, 0),
        (0, 0, 0, 0),
        (25, 0, 0.25, 0),
        (50, 0, 0.5, 0.5),
        (150, 0.25, 0.75, 0.5),
        (250, 0.5, 1, 1),
        (325, 0.75, 1, 1),
        (400, 1, 1, 1),
        (1000, 1, 1, 1),
    ],
)
def test_capacities_from_none_to_more_than_enough(capacity, fpr, tpr, pc):
    found, line = both(PAIRS, positives=100, negatives=300, capacity=capacity)
    close([found.fpr, found.tpr], [fpr, tpr])
    close([line.fpr, 1 - line.fnr, line.pc], [fpr, tpr, pc])


def test_weights_say_how_often_the_right_hand_one_is_asked():
    found, line = both(PAIRS, positives=100, negatives=300, capacity=100)
    assert (found.first, found.second, found.weight) == (1, 2, 0.25)
    assert line.weight == pytest.approx(0.25)
    found, line = both(PAIRS, positives=100, negatives=300, capacity=10)
    assert (found.first, found.second) == (0, 1)
    close([found.weight, line.weight], [0.2, 0.2])
    found, line = both(PAIRS, positives=100, negatives=300, capacity=310)
    assert (found.first, found.second) == (2, 3)
    close([found.weight, line.weight], [0.4, 0.4])


def test_at_a_corner_the_corner_alone_is_asked():
    hull = hull_of(*PAIRS)
    assert workforce(hull, positives=100, negatives=300, capacity=50) == Mix(0, 0.5, 1, 1, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=-1) == Mix(0, 0, 0, 0, 0)
    assert workforce(hull, positives=1, negatives=1, capacity=2) == Mix(1, 1, 3, 3, 0)


def test_as_many_negatives_as_positives():
    found, line = both([(0.2, 0.8)], positives=10, negatives=10, capacity=15)
    # 10 tpr + 10 fpr = 15 on tpr = .8 + (fpr - .2) / 4: fpr = .6.
    close([found.fpr, found.tpr], [0.6, 0.9])
    close([line.fpr, line.fnr, line.pc, line.cost], [0.6, 0.1, 0.8, 0.2])


def test_without_classifiers_cases_are_handed_over_at_random():
    found, line = both([], positives=100, negatives=300, capacity=100)
    assert found == Mix(0.25, 0.25, 0, 1, 0.25)
    close([line.fpr, line.fnr, line.pc, line.cost, line.weight], [0.25, 0.75, 0.5, 0.5, 0.25])


def test_a_perfect_classifier_fills_up_with_negatives_last():
    found, line = both([(0, 1)], positives=100, negatives=300, capacity=250)
    close([found.fpr, found.tpr, line.fpr, line.fnr], [0.5, 1, 0.5, 0])
    found, line = both([(0, 1)], positives=100, negatives=300, capacity=60)
    close([found.fpr, found.tpr, line.fpr, line.fnr, line.weight], [0, 0.6, 0, 0.4, 0.6])


@pytest.mark.parametrize("capacity", [-1, 0])
def test_no_positives_and_no_capacity(capacity):
    found, line = both(PAIRS, positives=0, negatives=1, capacity=capacity)
    tpr = 0.5 if capacity == 0 else 0
    assert (found.fpr, found.tpr) == (0, tpr)
    assert (line.fpr, 1 - line.fnr) == (0, tpr)


def test_limit_without_positives_is_a_vertical_line_and_a_point_above_pc_0():
    limit = workforce_limit(positives=0, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (inf, None, 0.25)
    assert isinstance(limit.dual, CostPoint)
    assert (limit.dual.pc, limit.dual.cost) == (0, 0.25)


def test_limit_with_as_many_of_both_is_at_infinity():
    limit = workforce_limit(positives=200, negatives=200, capacity=50)
    assert (limit.line.slope, limit.line.intercept, limit.line.fpr) == (-1, 0.25, None)
    assert limit.dual == ParallelLines(0.75)


@pytest.mark.parametrize("function", [workforce, workforce_line, workforce_limit])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"positives": -1}, r"positives: must be zero or more, and finite\. Got -1\. .* limit on"),
        ({"positives": inf}, r"positives: must be zero or more, and finite\. Got inf"),
        ({"positives": nan}, r"positives: must be zero or more, and finite\. Got nan"),
        ({"negatives": 0}, r"negatives: must be above zero, and finite\. Got 0\. It is a number"),
        ({"negatives": inf}, r"negatives: must be above zero, and finite\. Got inf"),
        ({"negatives": nan}, r"negatives: must be above zero, and finite\. Got nan"),
        ({"capacity": inf}, r"capacity: must be finite\. Got inf\. .* can be handled"),
        ({"capacity": nan}, r"capacity: must be finite\. Got nan"),
    ],
)
def test_numbers_of_cases_that_cannot_be_are_refused(function, wrong, message):
    cases = {"positives": 100, "negatives": 300, "capacity": 60, **wrong}
    given = {workforce: [hull_of()], workforce_line: [envelope_of()], workforce_limit: []}
    with pytest.raises(CostCurveError, match=message):
        function(*given[function], **cases)
