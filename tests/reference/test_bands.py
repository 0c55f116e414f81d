"""Published numbers: bands of lines and of differences.

Source: Holte & Drummond 2005 (HD2005), figures 11 to 15, by enumeration.
"""

import numpy as np
import pytest

from cc_widgets.core import cell_counts
from cc_widgets.core.uncertainty import difference_band, line_counts, significance
from cc_widgets.core.uncertainty.paired import difference_replicates
from cc_widgets.core.uncertainty.percentiles import (
    binomial_lattice,
    exact_band,
    line_replicates,
    percentile_band,
)
from tests.support.bands import FIGURE_11, HIGH_AGREEMENT, LOW_AGREEMENT, MEDIUM_AGREEMENT
from tests.support.rates import close

PC = np.array([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1])
LINE = line_counts(cell_counts(tp=16, fn=4, fp=4, tn=6))


def test_hd2005_figure_12_line_ends_at_both_error_rates():
    assert LINE == FIGURE_11
    close(LINE.cost(np.array([0.0, 1.0])), [0.4, 0.2])


def test_hd2005_figure_12_mean_and_sd_of_replicates():
    (fp, fp_square, _), (fn, fn_square, _) = (
        binomial_lattice(n, rate).moments for n, rate in ((10, 0.4), (20, 0.2))
    )
    close((1 - PC) * fp / 10 + PC * fn / 20, [0.4, 0.38, 0.35, 0.30, 0.25, 0.22, 0.2])
    sd = np.sqrt(((1 - PC) / 10) ** 2 * fp_square + (PC / 20) ** 2 * fn_square)
    expected = [0.154919, 0.139714, 0.118322, 0.089443, 0.077460, 0.081976, 0.089443]
    np.testing.assert_allclose(sd, expected, atol=5e-7)
    drawn = line_replicates(LINE, n_resamples=100_000, rng=0)
    cost = np.outer(1 - PC, drawn.fpr) + np.outer(PC, drawn.fnr)
    np.testing.assert_allclose(cost.mean(axis=1), LINE.cost(PC), atol=0.002)
    np.testing.assert_allclose(cost.std(axis=1), expected, atol=0.002)


def test_hd2005_figure_12_limits_of_infinitely_many_replicates():
    band = exact_band(LINE, pc=PC)
    close(band.lower, [0.2, 0.185, 0.1625, 0.15, 0.125, 0.095, 0.05])
    close(band.upper, [0.7, 0.64, 0.55, 0.45, 0.3875, 0.365, 0.35])
    band = exact_band(LINE, pc=PC, level=0.95)
    close(band.lower, [0.1, 0.11, 0.125, 0.125, 0.1125, 0.075, 0.05])
    close(band.upper, [0.7, 0.655, 0.5875, 0.475, 0.4125, 0.39, 0.4])


def test_hd2005_figure_12_with_the_fifth_of_a_hundred():
    drawn = line_replicates(LINE, n_resamples=100, rng=0)
    band = percentile_band(drawn, pc=PC, rule="holte-drummond")
    assert band.lower[-1] == np.sort(drawn.fnr)[4]
    assert band.upper[-1] == np.sort(drawn.fnr)[95]
    np.testing.assert_allclose(band.lower, exact_band(LINE, pc=PC).lower, atol=0.1)
    np.testing.assert_allclose(band.upper, exact_band(LINE, pc=PC).upper, atol=0.1)


@pytest.mark.parametrize(
    ("pairs", "ranges"),
    [
        (HIGH_AGREEMENT, [0, 1]),
        (LOW_AGREEMENT, []),
        (MEDIUM_AGREEMENT, [0.715, 1]),
    ],
)
def test_hd2005_figures_13_to_15_significant_ranges(pairs, ranges):
    result = significance(difference_band(pairs, pc=np.linspace(0, 1, 1001)))
    assert [*result.ranges.pc_low, *result.ranges.pc_high] == pytest.approx(ranges)
    assert set(result.cheaper) <= {"first"}


def test_hd2005_figures_13_to_15_by_simulation():
    whole, nowhere, part = (
        significance(percentile_band(difference_replicates(pairs, rng=0))).ranges
        for pairs in (HIGH_AGREEMENT, LOW_AGREEMENT, MEDIUM_AGREEMENT)
    )
    assert (whole.pc_low.tolist(), whole.pc_high.tolist()) == ([0], [1])
    assert not nowhere.pc_low.size
    assert part.pc_high.tolist() == [1]
    assert 0.65 < part.pc_low.item() < 0.8
