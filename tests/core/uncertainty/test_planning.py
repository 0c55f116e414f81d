"""How many more examples: beside formulas by hand, and what the limits become with more."""

from math import ceil, inf, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from cc_widgets.core.uncertainty import (
    LineCounts,
    PairedCounts,
    PairedErrors,
    difference_band,
    examples_needed,
    mover_band,
    widths_with,
)
from cc_widgets.errors import CostCurveError

Z = NormalDist().inv_cdf
FEW = PairedErrors(first_only=10, second_only=16, both=20, neither=154)
MANY = PairedErrors(first_only=1000, second_only=1600, both=2000, neither=15_400)
SAME = PairedErrors(first_only=0, second_only=0, both=20, neither=180)


def test_at_an_end_it_is_the_number_for_a_difference_of_two_paired_shares():
    found = examples_needed([PairedCounts(FEW, MANY)], 1.0, level=0.95, power=0.9)
    alone, d = 2600 / 20_000, 600 / 20_000
    by_hand = (Z(0.975) + Z(0.9)) ** 2 * (alone - d**2) / d**2
    assert found.positives == pytest.approx(by_hand, rel=0.001)
    assert found.only_positives == found.positives
    assert found.difference == pytest.approx(-d)


def test_with_so_many_the_usual_interval_is_as_narrow_as_the_power_takes():
    times = examples_needed([PairedCounts(MANY, MANY)], 0.3, difference=0.003).times
    more = PairedErrors(*(round(times * one) for one in (1000, 1600, 2000, 15_400)))
    band = difference_band(PairedCounts(more, more), pc=[0.3], method="agresti-min")
    error = float(band.upper[0] - band.lower[0]) / 2 / Z(0.95)
    assert (Z(0.95) + Z(0.8)) * error == pytest.approx(0.003, rel=0.01)


def test_one_scarce_class_alone_may_need_more_or_never_be_enough():
    some = PairedErrors(first_only=50, second_only=80, both=100, neither=770)
    found = examples_needed([PairedCounts(FEW, some)], 0.5)
    assert found.negatives < found.only_negatives < inf
    assert examples_needed([PairedCounts(FEW, FEW)], 0.1).only_positives == inf


def test_a_smaller_difference_that_matters_needs_more_and_is_surer_of_its_number():
    table = [PairedCounts(FEW, FEW)]
    seen = examples_needed(table, 0.5)
    one, half = (examples_needed(table, 0.5, difference=size) for size in (0.02, 0.01))
    assert half.times == pytest.approx(4 * one.times)
    assert one.high / one.low < seen.high / seen.low
    assert one.low < one.times < one.high


def test_what_may_be_the_other_way_round_may_need_any_number():
    nearly = PairedErrors(first_only=20, second_only=21, both=20, neither=139)
    found = examples_needed([PairedCounts(nearly, nearly)], 0.5)
    assert found.high == inf
    assert found.low < found.times < inf
    never = examples_needed([PairedCounts(SAME, SAME)], 0.5)
    assert (never.times, never.positives, never.low) == (inf, inf, inf)


def test_separate_test_sets_need_more_than_the_same_examples():
    paired = PairedCounts(FEW, FEW)
    apart = examples_needed([(paired.first, paired.second)], 0.5)
    assert apart.positives_now == 400
    assert apart.times > 1.5 * examples_needed([paired], 0.5).times


def test_folds_are_averaged():
    one, four = (examples_needed([PairedCounts(FEW, FEW)] * size, 0.5) for size in (1, 4))
    assert four.positives_now == 800
    assert four.positives == pytest.approx(one.positives, abs=4)


def test_widths_are_those_of_so_many_examples():
    line, pc = (30, 200, 20, 100), 0.4
    found = widths_with([line], pc, [1, 4, 10], level=0.95)
    for width, times in zip(found, (1, 4, 10), strict=True):
        more = LineCounts(*(times * one for one in line))
        band = mover_band(more, level=0.95, pc=[pc])
        assert width == pytest.approx(float(band.upper[0] - band.lower[0]))
    assert widths_with([line] * 4, pc, [1])[0] == pytest.approx(widths_with([line], pc, [1])[0] / 2)
    assert found[0] / found[1] == pytest.approx(2.0, rel=0.05)


def test_whole_numbers_are_enough_and_no_larger():
    found = examples_needed([PairedCounts(FEW, FEW)], 0.5)
    assert found.positives == ceil(found.times * 200)
    assert sqrt(found.positives) == pytest.approx(sqrt(found.times * 200), abs=0.1)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"power": 1.0}, "power"),
        ({"power": 0.2}, "power"),
        ({"difference": 0.0}, "difference"),
        ({"difference": np.nan}, "difference"),
        ({"level": 1.5}, "level"),
        ({"pc": 2.0}, "pc"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, what):
    with pytest.raises(CostCurveError, match=what):
        examples_needed([PairedCounts(FEW, FEW)], **{"pc": 0.5, **wrong})


def test_nothing_is_refused_too():
    with pytest.raises(CostCurveError, match="one table"):
        examples_needed([], 0.5)
    with pytest.raises(CostCurveError, match="from 1"):
        widths_with([(1, 2, 3, 4)], 0.5, [0, 1])
