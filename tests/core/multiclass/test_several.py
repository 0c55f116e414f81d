import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    bcost,
    bcost_each,
    bdeltacost,
    bdeltacost_each,
    confusion_matrix,
    cost_model,
    cost_ranges,
    paired_matrix,
)
from cc_widgets.errors import CostCurveError

MATRIX = confusion_matrix([[60, 4], [4, 16]])
PAIRED = paired_matrix([[[70, 10], [0, 20]], [[30, 0], [10, 60]]])
COSTS = cost_model("M3", [0.7, 0.3]).draw(5, rng=2)


def test_each_matrix_gets_the_interval_that_it_would_get_alone():
    found = bcost_each(MATRIX, COSTS, rng=1)
    for cost, interval in zip(COSTS, found.intervals, strict=True):
        alone = bcost(MATRIX, cost, rng=1)
        np.testing.assert_allclose(interval.resamples, alone.resamples, rtol=1e-12)
        assert interval.observed_total == alone.observed_total
    assert found.costs == COSTS


def test_the_spread_reaches_from_the_least_limit_to_the_greatest():
    found = bcost_each(MATRIX, COSTS, rng=1)
    limits = [interval.per_example for interval in found.intervals]
    assert found.per_example.low == min(each.low for each in limits)
    assert found.per_example.high == max(each.high for each in limits)
    each_total = [each.observed_total for each in found.intervals]
    assert found.observed_per_example.tolist() == [total / 84 for total in each_total]


def test_no_costs_in_their_ranges_lead_beyond_the_ends():
    ranges = cost_ranges([[0, 1], [5, 0]], [[0, 2], [50, 0]])
    ends = bcost_each(MATRIX, ranges.ends, rng=1).per_example
    inside = bcost_each(MATRIX, ranges.draw(20, rng=0), rng=1).per_example
    assert ends.low <= inside.low
    assert inside.high <= ends.high


def test_a_spread_can_be_asked_for_another_level_without_new_draws():
    found = bcost_each(MATRIX, COSTS, rng=1)
    assert [each.level for each in found.at(0.8).intervals] == [0.8] * 5
    assert found.at(0.8).per_example.high < found.per_example.high


def test_differences_are_judged_under_each_matrix():
    found = bdeltacost_each(PAIRED, COSTS, rng=1)
    alone = [bdeltacost(PAIRED, cost, rng=1).rejected for cost in COSTS]
    assert found.excludes_zero.tolist() == alone == [each.rejected for each in found.intervals]


def test_at_least_one_matrix_is_needed():
    with pytest.raises(CostCurveError, match="at least one matrix of costs is needed"):
        bcost_each(MATRIX, [])
