"""Percentile bands of infinitely many replicates: distributions, limits, coverage, edges."""

from math import comb

import numpy as np
import pytest

from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.percentiles import (
    Lattice,
    binomial_lattice,
    difference_lattice,
    exact_band,
    smoothed_rates,
    weighted_quantile,
)
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11
from tests.support.rates import close


def test_binomial_masses():
    lattice = binomial_lattice(12, 0.3)
    assert lattice.first == 0
    close(lattice.mass, [comb(12, k) * 0.3**k * 0.7 ** (12 - k) for k in range(13)])


@pytest.mark.parametrize("total", [1, 1000, 10**6, 10**8])
@pytest.mark.parametrize("rate", [1e-9, 0.001, 0.5, 0.9])
def test_binomial_moments_at_any_size(total, rate):
    lattice = binomial_lattice(total, rate)
    mean, variance, third = lattice.moments
    assert mean == pytest.approx(total * rate, rel=1e-9)
    assert variance == pytest.approx(total * rate * (1 - rate), rel=1e-9)
    assert third == pytest.approx(variance * (1 - 2 * rate), abs=1e-6 * variance**1.5 + 1e-12)
    assert lattice.mass.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_rates_of_0_and_1_leave_one_value(rate):
    lattice = binomial_lattice(7, rate)
    assert (lattice.first, lattice.mass.tolist()) == (7 * rate, [1])


@pytest.mark.parametrize("total", [1, 30, 1000, 10**6])
@pytest.mark.parametrize("shares", [(0.1, 0.1), (0.3, 0.05), (0.5, 0.5), (0.0, 0.2), (0.7, 0.0)])
def test_moments_of_differences_at_any_size(total, shares):
    up, down = shares
    lattice = difference_lattice(total, up, down)
    mean, variance, _ = lattice.moments
    assert mean == pytest.approx(total * (up - down), abs=1e-8 * total)
    assert variance == pytest.approx(total * (up + down - (up - down) ** 2), rel=1e-8)
    assert np.all(lattice.mass >= 0)


def test_differences_in_one_direction_are_binomial():
    difference, binomial = difference_lattice(40, 0.3, 0.0), binomial_lattice(40, 0.3)
    assert difference.first == binomial.first == 0
    common = min(difference.mass.size, binomial.mass.size)
    np.testing.assert_allclose(difference.mass[:common], binomial.mass[:common], atol=1e-15)
    none = difference_lattice(40, 0.0, 0.0)
    assert (none.first, none.mass.tolist()) == (0, [1])


def test_quantiles_at_exact_probabilities():
    quarters = Lattice(0, np.full(4, 0.25))
    nothing = Lattice(0, np.ones(1))
    weights = np.array([0.1]), np.array([0.0])
    close(weighted_quantile(quarters, nothing, weights, 0.5), [0.1])
    close(weighted_quantile(quarters, nothing, weights, 0.5 + 1e-9), [0.2])


def test_quantiles_of_distant_values():
    ends = Lattice(-50, np.concatenate([[0.5], np.zeros(99), [0.5]]))
    weights = np.array([1.0, 0.2]), np.array([0.3, 1.0])
    for level, end in ((0.2, -50), (0.5, -50), (0.8, 50)):
        close(weighted_quantile(ends, Lattice(0, np.ones(1)), weights, level), [end, 0.2 * end])


def test_limits_are_in_order_and_narrow_with_the_level():
    wide, narrow = exact_band(FIGURE_11, level=0.99), exact_band(FIGURE_11, level=0.5)
    assert np.all(wide.lower <= narrow.lower)
    assert np.all(narrow.lower <= narrow.upper)
    assert np.all(narrow.upper <= wide.upper)


def test_a_simultaneous_band_is_the_pointwise_one_of_a_higher_level():
    everywhere = exact_band(FIGURE_11, simultaneous=True)
    pointwise = exact_band(FIGURE_11, level=0.9599479857162238)
    assert everywhere.level == 0.9
    assert everywhere.simultaneous
    assert np.array_equal(everywhere.lower, pointwise.lower)


def test_without_errors_only_pseudo_counts_give_the_band_width():
    line = LineCounts(fp=0, negatives=10, fn=4, positives=20)
    bare, smoothed = exact_band(line, pc=[0, 1]), exact_band(line, pc=[0, 1], pseudo_count=0.5)
    assert bare.lower[0] == bare.upper[0] == 0
    assert smoothed.upper[0] >= 0.1
    assert "0.5 added to each cell" in smoothed.covers
    assert "added" not in bare.covers


@pytest.mark.parametrize("line", [(0, 10, 0, 20), (10, 10, 20, 20), (0, 10, 20, 20)])
def test_rates_that_cannot_vary_have_limits_without_width(line):
    band = exact_band(LineCounts(*line))
    close(band.lower, band.estimate)
    close(band.upper, band.estimate)


def test_at_the_ends_only_one_class_matters():
    other_positives = LineCounts(fp=4, negatives=10, fn=333, positives=1000)
    original, second = exact_band(FIGURE_11), exact_band(other_positives)
    assert (original.lower[0], original.upper[0]) == (second.lower[0], second.upper[0])
    mirrored = LineCounts(fp=333, negatives=1000, fn=4, positives=20)
    third = exact_band(mirrored)
    assert (original.lower[-1], original.upper[-1]) == (third.lower[-1], third.upper[-1])


def test_large_samples_have_normal_limits():
    line = LineCounts(fp=100_000, negatives=500_000, fn=200_000, positives=500_000)
    band = exact_band(line, pc=[0.3])
    spread = np.sqrt((0.7**2 * 0.2 * 0.8 + 0.3**2 * 0.4 * 0.6) / 500_000)
    assert band.upper[0] == pytest.approx(0.26 + 1.6449 * spread, abs=0.01 * spread)
    assert band.lower[0] == pytest.approx(0.26 - 1.6449 * spread, abs=0.01 * spread)


@pytest.mark.parametrize("pseudo_count", [-0.1, float("nan"), float("inf")])
def test_pseudo_counts_are_not_negative(pseudo_count):
    with pytest.raises(CostCurveError, match="pseudo_count: must be a non-negative number"):
        smoothed_rates(FIGURE_11, pseudo_count)


# Of a 90 % band by enumeration: the true rates of figure 11, and rates with few errors.
@pytest.mark.parametrize(
    ("rates", "pseudo_count", "expected"),
    [
        ((0.4, 0.2), 0.0, [0.874, 0.902, 0.890]),
        ((0.4, 0.2), 0.5, [0.916, 0.930, 0.899]),
        ((0.02, 0.05), 0.0, [0.244, 0.697, 0.637]),
    ],
)
def test_coverage_of_the_percentile_band_by_enumeration(rates, pseudo_count, expected):
    pc = np.array([0.1, 0.5, 0.9])
    truth = (1 - pc) * rates[0] + pc * rates[1]
    share = np.zeros(3)
    chances = [binomial_lattice(n, rate) for n, rate in zip((10, 20), rates, strict=True)]
    for i, fp in enumerate(chances[0].mass):
        for j, fn in enumerate(chances[1].mass):
            line = LineCounts(i + chances[0].first, 10, j + chances[1].first, 20)
            band = exact_band(line, pc=pc, pseudo_count=pseudo_count)
            share += fp * fn * ((band.lower <= truth + 1e-12) & (truth <= band.upper + 1e-12))
    np.testing.assert_allclose(share, expected, atol=6e-4)
