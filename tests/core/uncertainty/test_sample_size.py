"""Sample sizes, compared with formulas by hand and with limits of larger samples."""

from math import ceil, inf, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from cc_widgets.core.uncertainty import difference_band, examples_needed, mover_band
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.sample_size import widths_with
from cc_widgets.errors import CostCurveError

Z = NormalDist().inv_cdf
SMALL = PairedErrors(first_only=10, second_only=16, both=20, neither=154)
LARGE = PairedErrors(first_only=1000, second_only=1600, both=2000, neither=15_400)
SAME = PairedErrors(first_only=0, second_only=0, both=20, neither=180)


def test_sample_size_at_pc_1_is_that_of_a_paired_difference():
    plan = examples_needed([PairedCounts(SMALL, LARGE)], 1.0, level=0.95, power=0.9)
    discordant, d = 2600 / 20_000, 600 / 20_000
    by_hand = (Z(0.975) + Z(0.9)) ** 2 * (discordant - d**2) / d**2
    assert plan.positives == pytest.approx(by_hand, rel=0.001)
    assert plan.only_positives == plan.positives
    assert plan.difference == pytest.approx(-d)


def test_half_an_example_is_added_to_each_cell_of_the_variance():
    plan = examples_needed([PairedCounts(LARGE, SMALL)], 1.0)  # 200 positives, four cells
    variance, d = 27 / 202 - (6 / 202) ** 2, 6 / 200
    assert plan.times * 200 == pytest.approx((Z(0.95) + Z(0.8)) ** 2 * variance / d**2)


def test_the_interval_of_the_planned_sample_has_the_width_of_the_power():
    times = examples_needed([PairedCounts(LARGE, LARGE)], 0.3, difference=0.003).times
    more = PairedErrors(*(round(times * count) for count in (1000, 1600, 2000, 15_400)))
    band = difference_band(PairedCounts(more, more), pc=[0.3], method="agresti-min")
    error = float(band.upper[0] - band.lower[0]) / 2 / Z(0.95)
    assert (Z(0.95) + Z(0.8)) * error == pytest.approx(0.003, rel=0.01)


def test_more_examples_of_one_class_may_not_suffice():
    some = PairedErrors(first_only=50, second_only=80, both=100, neither=770)
    plan = examples_needed([PairedCounts(SMALL, some)], 0.5)
    assert plan.negatives < plan.only_negatives < inf
    assert examples_needed([PairedCounts(SMALL, SMALL)], 0.1).only_positives == inf


def test_a_smaller_difference_needs_more_examples_with_a_narrower_interval():
    table = [PairedCounts(SMALL, SMALL)]
    observed = examples_needed(table, 0.5)
    full, half = (examples_needed(table, 0.5, difference=size) for size in (0.02, 0.01))
    assert half.times == pytest.approx(4 * full.times)
    assert full.high / full.low < observed.high / observed.low
    assert full.low < full.times < full.high


def test_a_difference_of_unclear_sign_has_an_infinite_upper_limit():
    nearly = PairedErrors(first_only=20, second_only=21, both=20, neither=139)
    plan = examples_needed([PairedCounts(nearly, nearly)], 0.5)
    assert plan.high == inf
    assert plan.low < plan.times < inf
    never = examples_needed([PairedCounts(SAME, SAME)], 0.5)
    assert (never.times, never.positives, never.low) == (inf, inf, inf)


def test_separate_test_sets_need_more_examples_than_a_shared_one():
    paired = PairedCounts(SMALL, SMALL)
    separate = examples_needed([(paired.first, paired.second)], 0.5)
    assert separate.positives_now == 400
    assert separate.times > 1.5 * examples_needed([paired], 0.5).times


def test_folds_are_averaged():
    single, four = (examples_needed([PairedCounts(SMALL, SMALL)] * size, 0.5) for size in (1, 4))
    assert four.positives_now == 800
    assert four.positives == pytest.approx(single.positives, abs=4)


@pytest.mark.parametrize(
    "tables",
    [
        [PairedCounts(SMALL, LARGE)],
        [(PairedCounts(SMALL, LARGE).first, PairedCounts(SMALL, LARGE).second)],
        [PairedCounts(SMALL, SMALL), PairedCounts(LARGE, SMALL)],
    ],
)
@pytest.mark.parametrize("difference", [None, 0.01])
def test_order_of_the_classifiers_has_no_effect(tables, difference):
    mirrored = [
        table.swapped if isinstance(table, PairedCounts) else table[::-1] for table in tables
    ]
    options = {"difference": difference, "n_resamples": 99}
    first = examples_needed(tables, 0.4, optimism=(0.003, 0.001), **options)
    second = examples_needed(mirrored, 0.4, optimism=(0.001, 0.003), **options)
    assert second.difference == -first.difference
    assert (second.times, second.low, second.high) == (first.times, first.low, first.high)
    assert second.only_positives == first.only_positives


@pytest.mark.parametrize("optimism", [(0.004, 0.004), (0.008, 0.002), (0.002, 0.008)])
def test_choice_of_thresholds_needs_more_examples(optimism):
    table, d = [PairedCounts(SMALL, SMALL)], 0.01  # the first classifier is cheaper
    fixed = examples_needed(table, 0.5, difference=d)
    plan = examples_needed(table, 0.5, difference=d, optimism=optimism)
    assert plan.times > fixed.times
    # At the planned size the upper limit of the difference is 0, the power taken into account.
    error = d / (Z(0.95) + Z(0.8)) * sqrt(fixed.times / plan.times)
    first, second = (bias * plan.times ** (-2 / 3) for bias in optimism)
    reach = sqrt((Z(0.95) * error) ** 2 + first**2) + Z(0.8) * error
    assert d == pytest.approx(reach + max(1.5 * (second - first), 0.0))


def test_widths_equal_those_of_multiplied_counts():
    line, pc = (30, 200, 20, 100), 0.4
    widths = widths_with([line], pc, [1, 4, 10], level=0.95)
    for width, times in zip(widths, (1, 4, 10), strict=True):
        more = LineCounts(*(times * count for count in line))
        band = mover_band(more, level=0.95, pc=[pc])
        assert width == pytest.approx(float(band.upper[0] - band.lower[0]))
    assert widths_with([line] * 4, pc, [1])[0] == pytest.approx(widths_with([line], pc, [1])[0] / 2)
    assert widths[0] / widths[1] == pytest.approx(2.0, rel=0.05)


def test_sample_sizes_are_rounded_up():
    plan = examples_needed([PairedCounts(SMALL, SMALL)], 0.5)
    assert plan.positives == ceil(plan.times * 200)
    assert sqrt(plan.positives) == pytest.approx(sqrt(plan.times * 200), abs=0.1)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"power": 1.0}, "power"),
        ({"power": 0.2}, "power"),
        ({"difference": 0.0}, "difference"),
        ({"difference": np.nan}, "difference"),
        ({"level": 1.5}, "level"),
        ({"pc": 2.0}, "pc"),
        ({"optimism": (0.1,)}, "optimism"),
        ({"optimism": (0.1, -0.1)}, "optimism"),
    ],
)
def test_invalid_numbers_raise(options, name):
    with pytest.raises(CostCurveError, match=name):
        examples_needed([PairedCounts(SMALL, SMALL)], **{"pc": 0.5, **options})


def test_empty_input_raises():
    with pytest.raises(CostCurveError, match="at least one table"):
        examples_needed([], 0.5)
    with pytest.raises(CostCurveError, match="from 1"):
        widths_with([(1, 2, 3, 4)], 0.5, [0, 1])
