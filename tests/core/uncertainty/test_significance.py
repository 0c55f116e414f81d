import numpy as np
import pytest

from cc_widgets.core.uncertainty import (
    Band,
    PairedCounts,
    difference_band,
    mover_band,
    significance,
)
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11, LOW_AGREEMENT, MEDIUM_AGREEMENT, errors


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
    found = significance(band_of([-3, -2, -2, 1, 2, -1, -5], [-1, -1, 2, 4, 3, 1, -1]))
    assert found.ranges.pc_low.tolist() == pytest.approx([0, 3 / 6, 1])
    assert found.ranges.pc_high.tolist() == pytest.approx([1 / 6, 4 / 6, 1])
    assert found.cheaper == ("first", "second", "first")
    assert found.lowest.tolist() == [-2, 2.5, -3]
    assert found.highest.tolist() == [-1.5, 2.5, -3]
    assert found.anywhere


def test_neighbouring_ranges_of_different_signs_stay_apart():
    found = significance(band_of([-2, -2, 1, 1], [-1, -1, 2, 2]))
    assert found.cheaper == ("first", "second")
    assert found.ranges.pc_high.tolist() == pytest.approx([1 / 3, 1])


# The band is closed: a limit of 0 is in it, and so is one that only rounding moved away.
@pytest.mark.parametrize("zero", [0.0, -0.0, 1e-17, -1e-17])
def test_zero_at_a_limit_is_not_significant(zero):
    assert not significance(band_of([zero, -1, zero], [1, zero, zero])).anywhere


def test_identical_classifiers_do_not_differ():
    same = PairedCounts(errors(0, 0, 20), errors(0, 0, 7))
    for method in ("exact", "agresti-min"):
        found = significance(difference_band(same, method=method))
        assert (found.ranges.pc_low.size, found.cheaper, found.lowest.size) == (0, (), 0)


def test_swapping_the_classifiers_swaps_who_is_cheaper():
    band = difference_band(MEDIUM_AGREEMENT, method="agresti-min")
    swapped = difference_band(MEDIUM_AGREEMENT.swapped, method="agresti-min")
    one, other = significance(band), significance(swapped)
    assert one.cheaper == ("first",)
    assert other.cheaper == ("second",)
    assert one.ranges.pc_low.tolist() == other.ranges.pc_low.tolist()
    np.testing.assert_allclose(one.lowest, -other.highest)


def test_it_is_said_what_a_range_somewhere_is_worth():
    pointwise = significance(difference_band(LOW_AGREEMENT))
    assert pointwise.error_somewhere == pytest.approx(0.224, abs=5e-4)
    assert "at each single PC(+) at 90 %" in pointwise.covers
    assert "about 22 % of the time" in pointwise.covers
    whole = significance(difference_band(LOW_AGREEMENT, simultaneous=True))
    assert whole.error_somewhere == pytest.approx(0.1)
    assert "at all PC(+) together at 90 %" in whole.covers
    assert "10 % of the time" in whole.covers


def test_a_simultaneous_band_is_significant_on_less():
    pointwise = significance(difference_band(MEDIUM_AGREEMENT))
    whole = significance(difference_band(MEDIUM_AGREEMENT, simultaneous=True))
    assert pointwise.anywhere
    assert not whole.anywhere


def test_bands_of_single_curves_are_refused():
    with pytest.raises(CostCurveError, match="band: must be the band of a difference"):
        significance(mover_band(FIGURE_11))


def test_ranges_cannot_be_written():
    found = significance(difference_band(MEDIUM_AGREEMENT))
    with pytest.raises(ValueError, match="read-only"):
        found.lowest[0] = 0
