from fractions import Fraction
from math import erf, exp, floor, inf, nan, sqrt
from typing import Any

import numpy as np
import pytest

from cc_widgets.core.uncertainty import Band, difference_band, mover_band, significance
from cc_widgets.core.uncertainty.bands import (
    critical_value,
    level_everywhere,
    normal_quantile,
    order_ranks,
    percentile_level,
    pointwise_level,
    read_grid,
    read_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty.paired import PairedCounts
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11, LOW_AGREEMENT, MEDIUM_AGREEMENT, errors


def band(lower=None, level=0.9, target="line", **options):
    ones = np.ones(1)
    lower = ones if lower is None else lower
    fixed = {"pc": ones, "estimate": ones, "upper": ones, "method": "guessing"}
    fields: dict[str, Any] = fixed | {"lower": lower, "level": level, "target": target}
    return Band(**fields, **options)


def test_a_band_states_its_coverage():
    assert band().covers == (
        "90 % band for the cost of this line, at each single PC(+) (guessing). It reflects the "
        "choice of the test set only, not of the training set."
    )
    text = band(simultaneous=True, n_resamples=1999, level=0.999, target="chosen threshold").covers
    assert text.startswith(
        "99.9 % band for the cost of the threshold chosen on these data, at all PC(+) together "
        "(guessing, 1,999 resamples). It"
    )


@pytest.mark.parametrize(
    "target",
    [
        "chosen threshold",
        "best and chosen threshold",
        "chosen classifier",
        "difference of lines",
        "difference of envelopes",
        "difference in use",
    ],
)
def test_every_target_is_described(target):
    words = {"chosen": "chosen", "best": "best possible", "difference": "difference in "}
    for word in set(words) & set(target.split()):
        assert words[word] in band(target=target).covers


@pytest.mark.parametrize("target", ["best threshold, too low", "fixed threshold"])
def test_under_covering_percentiles_are_not_described_as_a_band(target):  # S2
    text = band(target=target, level=0.9).covers
    assert text.startswith("90 % percentiles for ")
    assert "90 % band" not in text
    assert "too low" in text
    assert "much less often" in text


def test_a_band_copies_its_arrays():
    lower = np.zeros(1)
    copy = band(lower=lower)
    with pytest.raises(ValueError, match="read-only"):
        copy.lower[0] = 1
    lower[0] = 1
    assert copy.seed is copy.n_resamples is None
    assert copy.thinning == 0


def test_grid_values_are_rounded_once():
    np.testing.assert_array_equal(read_grid(None), [i / 500 for i in range(501)])


def test_grid_may_be_a_number_or_an_array():
    assert read_grid(0.25).tolist() == [0.25]
    assert read_grid([0, 0.5, 1]).tolist() == [0, 0.5, 1]
    assert read_grid(np.array([0.5], dtype=np.float32)).dtype == np.float64


def test_grid_is_copied():
    values = np.array([0.1, 0.2])
    grid = read_grid(values)
    values[0] = 0.15
    assert grid.tolist() == [0.1, 0.2]


@pytest.mark.parametrize("values", [[0.2, 0.1], [0.1, 0.1], [], [[0.1, 0.2]], [0, 0.5, 0.5]])
def test_grid_must_be_increasing(values):
    message = r"^pc: must be strictly increasing, .*\. Got \[.*\]\. Sort them: numpy\.unique"
    with pytest.raises(CostCurveError, match=message):
        read_grid(values)


@pytest.mark.parametrize("values", [[-0.1], [0, 1.01], [np.nan], 2])
def test_grid_must_be_in_the_unit_interval(values):
    with pytest.raises(CostCurveError, match=r"^pc: must lie in \[0, 1\]\. Got .+\. pc is a frac"):
        read_grid(values)
    with pytest.raises(CostCurveError, match=r"^pc: must be numbers\. Got 'half'\. pc is a frac"):
        read_grid("half")


# ---- Critical values
@pytest.mark.parametrize(
    ("level", "critical", "pointwise"),
    [(0.9, 2.0532, 0.95995), (0.95, 2.3516, 0.98131), (0.99, 2.9372, 0.99669)],
)
def test_simultaneous_critical_values(level, critical, pointwise):
    assert simultaneous_critical(level) == pytest.approx(critical, abs=5e-5)
    assert pointwise_level(level) == pytest.approx(pointwise, abs=5e-6)


@pytest.mark.parametrize("level", [1e-6, 0.5, 0.9, 0.95, 0.99, 0.999999])
def test_critical_values_solve_their_equation(level):
    c = simultaneous_critical(level)
    inside = (1 - exp(-(c**2) / 2)) / 2 + erf(c / sqrt(2)) ** 2 / 2
    assert inside == pytest.approx(level, abs=1e-12)
    assert level_everywhere(pointwise_level(level)) == pytest.approx(level, abs=1e-12)


def test_a_pointwise_band_has_a_lower_simultaneous_level():
    assert level_everywhere(0.9) == pytest.approx(0.776, abs=5e-4)
    assert level_everywhere(0.95) == pytest.approx(0.878, abs=5e-4)


def test_coverage_of_normal_lines_matches_the_formula():
    draws = np.random.default_rng(0).standard_normal((2, 40_000))
    angle = np.linspace(0, np.pi / 2, 91)[:, None]
    farthest = np.abs(np.cos(angle) * draws[0] + np.sin(angle) * draws[1]).max(axis=0)
    inside = (farthest <= simultaneous_critical(0.9)).mean()
    assert abs(inside - 0.9) < 4 * sqrt(0.09 / 40_000)


def test_pointwise_and_simultaneous_critical_values():
    assert critical_value(0.9, simultaneous=False) == pytest.approx(1.6448536269514722)
    assert critical_value(0.9, simultaneous=True) == simultaneous_critical(0.9)
    assert percentile_level(0.9, simultaneous=False) == 0.9
    assert percentile_level(0.9, simultaneous=True) == pointwise_level(0.9)


@pytest.mark.parametrize("level", [0, 1, -0.1, 1.5, float("nan"), "0.9", None])
def test_simultaneous_critical_rejects_invalid_levels(level):
    with pytest.raises(CostCurveError, match="level: must be a number strictly between 0 and 1"):
        simultaneous_critical(level)


# ---- Levels
TOO_FEW = r"^n_resamples: must be an integer, {} or more\. Got {}\. Pass for instance 1999; the"


@pytest.mark.parametrize(
    ("value", "level"),
    [(0.9, (9, 10)), (0.95, (19, 20)), (np.float64(0.8), (4, 5)), (1e-05, (1, 100_000))],
)
def test_level_is_read_as_a_decimal_fraction(value, level):
    assert read_level(value) == Fraction(*level)
    assert read_level(Fraction(*level)) == Fraction(*level)
    assert read_level(np.float32(value)) == Fraction(*level)


@pytest.mark.parametrize("level", [Fraction(1, 3), Fraction(10**30 - 1, 10**30 + 1)])
def test_fraction_is_kept_exactly(level):
    assert read_level(level) is level


@pytest.mark.parametrize(
    "value", [0, 1, 0.0, 1.0, -0.1, 90, nan, inf, "0.9", None, True, Fraction(1), Fraction(0)]
)
def test_read_level_rejects_invalid_levels(value):
    message = r"^level: must be a number strictly between 0 and 1\. Got .+\. Pass .* 0\.9 for"
    with pytest.raises(CostCurveError, match=message):
        read_level(value)


def test_integer_ranks_survive_rounding():
    assert floor((1 - 0.9) / 2 * 1000) == 49
    assert order_ranks(0.9, 1000) == (51, 950)
    assert order_ranks(0.8, 1000) == (101, 900)
    assert order_ranks(0.9, 1000, "holte-drummond") == (50, 951)
    assert order_ranks(0.9, 100, "holte-drummond") == (5, 96)
    assert order_ranks(0.95, 1000) == (26, 975)


@pytest.mark.parametrize(("level", "fewest"), [(0.9, 20), (0.95, 40), (0.99, 200), (0.01, 3)])
def test_too_few_resamples_for_the_level_raise(level, fewest):
    low, high = order_ranks(level, fewest)
    assert low <= high
    with pytest.raises(CostCurveError, match=TOO_FEW.format(fewest, fewest - 1)):
        order_ranks(level, fewest - 1)


def test_invalid_numbers_of_resamples_and_rules_raise():
    with pytest.raises(CostCurveError, match=TOO_FEW.format(20, r"100\.0")):
        order_ranks(0.9, 100.0)  # type: ignore[arg-type]
    with pytest.raises(CostCurveError, match=r'^rule: must be "marg.*" or "holte.*"\. Got \'x\'\.'):
        order_ranks(0.9, 100, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("level", "quantile"),
    [(0.9, 1.6448536269514722), (0.95, 1.959963984540054), (0.5, 0.6744897501960817)],
)
def test_normal_quantiles_equal_published_tables(level, quantile):
    assert normal_quantile(level) == pytest.approx(quantile, abs=1e-14)


def test_level_close_to_1_has_a_quantile():
    assert 8 < normal_quantile(1 - 2**-53) < 9


@pytest.mark.parametrize(
    ("level", "enough"), [(0.9, 1999), (0.99, 1999), (0.999, 3999), (0.9999, 39999)]
)
def test_suggested_number_of_resamples_is_enough_for_the_level(level, enough):
    # 1999 were proposed where 20000 are needed.
    with pytest.raises(CostCurveError, match=rf"Pass for instance {enough};"):
        order_ranks(level, 9)
    assert order_ranks(level, enough)[0] >= 1


# ---- Significance
def band_of(lower, upper, target="difference of envelopes"):
    lower, upper = np.array(lower), np.array(upper)
    return Band(
        pc=np.linspace(0, 1, lower.size),
        estimate=(lower + upper) / 2,
        lower=lower,
        upper=upper,
        level=0.9,
        method="by hand",
        target=target,
    )


def test_ranges_are_runs_of_limits_on_one_side_of_zero():
    ranges = significance(band_of([-3, -2, -2, 1, 2, -1, -5], [-1, -1, 2, 4, 3, 1, -1]))
    assert ranges.ranges.pc_low.tolist() == pytest.approx([0, 3 / 6, 1])
    assert ranges.ranges.pc_high.tolist() == pytest.approx([1 / 6, 4 / 6, 1])
    assert ranges.cheaper == ("first", "second", "first")
    assert ranges.lowest.tolist() == [-2, 2.5, -3]
    assert ranges.highest.tolist() == [-1.5, 2.5, -3]
    assert ranges.is_significant


def test_neighbouring_ranges_of_different_signs_stay_apart():
    ranges = significance(band_of([-2, -2, 1, 1], [-1, -1, 2, 2]))
    assert ranges.cheaper == ("first", "second")
    assert ranges.ranges.pc_high.tolist() == pytest.approx([1 / 3, 1])


# The band is closed: it contains a limit of 0, even if rounding has moved the limit slightly.
@pytest.mark.parametrize("zero", [0.0, -0.0, 1e-17, -1e-17])
def test_zero_at_a_limit_is_not_significant(zero):
    assert not significance(band_of([zero, -1, zero], [1, zero, zero])).is_significant


def test_identical_classifiers_do_not_differ():
    same = PairedCounts(errors(0, 0, 20), errors(0, 0, 7))
    for method in ("exact", "agresti-min"):
        ranges = significance(difference_band(same, method=method))
        assert (ranges.ranges.pc_low.size, ranges.cheaper, ranges.lowest.size) == (0, (), 0)


def test_swapping_the_classifiers_swaps_the_cheaper_one():
    band = difference_band(MEDIUM_AGREEMENT, method="agresti-min")
    swapped = difference_band(MEDIUM_AGREEMENT.swapped, method="agresti-min")
    original, exchanged = significance(band), significance(swapped)
    assert original.cheaper == ("first",)
    assert exchanged.cheaper == ("second",)
    assert original.ranges.pc_low.tolist() == exchanged.ranges.pc_low.tolist()
    np.testing.assert_allclose(original.lowest, -exchanged.highest)


def test_significance_states_its_error_rate():
    pointwise = significance(difference_band(LOW_AGREEMENT))
    assert pointwise.familywise_error == pytest.approx(0.224, abs=5e-4)
    assert "at each single PC(+) at 90 %" in pointwise.covers
    assert "about 22 % of the time" in pointwise.covers
    assert "by what each costs by itself, also where calling all alike" in pointwise.covers
    whole = significance(difference_band(LOW_AGREEMENT, simultaneous=True))
    assert whole.familywise_error == pytest.approx(0.1)
    assert "at all PC(+) together at 90 %" in whole.covers
    assert "10 % of the time" in whole.covers


def test_simultaneous_band_is_significant_on_fewer_pc():
    pointwise = significance(difference_band(MEDIUM_AGREEMENT))
    whole = significance(difference_band(MEDIUM_AGREEMENT, simultaneous=True))
    assert pointwise.is_significant
    assert not whole.is_significant


def test_bands_of_single_curves_raise():
    with pytest.raises(CostCurveError, match="band: must be the band of a difference"):
        significance(mover_band(FIGURE_11))


@pytest.mark.parametrize("level", [5e-324, 1e-17, 9e-7])
def test_a_level_without_a_quantile_raises(level):
    with pytest.raises(CostCurveError, match="level: must be at least 1e-06"):
        read_level(level)
