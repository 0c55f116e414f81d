"""Simulated percentile bands: draws, ranks and reproducibility."""

import numpy as np
import pytest

from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.paired import PairedCounts, difference_replicates
from cc_widgets.core.uncertainty.percentiles import (
    binomial_lattice,
    difference_lattice,
    line_replicates,
    percentile_band,
    weighted_quantile,
)
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11, MEDIUM_AGREEMENT, errors

MANY = 100_000
PC = np.linspace(0, 1, 21)


def test_each_class_keeps_its_own_size():
    line = LineCounts(fp=4, negatives=7, fn=4, positives=19)
    drawn = line_replicates(line, n_resamples=500, rng=0)
    for rates, size in ((drawn.fpr, 7), (drawn.fnr, 19)):
        np.testing.assert_allclose(rates * size, np.round(rates * size), atol=1e-9)
        assert rates.min() >= 0
        assert rates.max() <= 1
    assert not np.allclose(drawn.fpr * 26, np.round(drawn.fpr * 26))


def test_classes_are_drawn_independently():
    drawn = line_replicates(FIGURE_11, n_resamples=MANY, rng=0)
    assert abs(np.corrcoef(drawn.fpr, drawn.fnr)[0, 1]) < 4 / np.sqrt(MANY)


def test_same_seed_gives_the_same_band():
    first, second = (line_replicates(FIGURE_11, rng=3) for _ in range(2))
    assert np.array_equal(first.fpr, second.fpr)
    assert np.array_equal(first.fnr, second.fnr)
    assert not np.array_equal(first.fpr, line_replicates(FIGURE_11, rng=4).fpr)
    pair, same_pair = (difference_replicates(MEDIUM_AGREEMENT, rng=3) for _ in range(2))
    assert np.array_equal(pair.fpr, same_pair.fpr)


def test_the_seed_of_a_generator_or_of_none_is_returned():
    for rng in (np.random.default_rng(0), None):
        drawn = line_replicates(FIGURE_11, rng=rng)
        assert np.array_equal(drawn.fpr, line_replicates(FIGURE_11, rng=drawn.seed).fpr)
        assert percentile_band(drawn).seed == drawn.seed


# In floats (1 - 0.9) / 2 * 1000 is less than 50, and (1 - 0.8) / 2 * 1000 less than 100.
@pytest.mark.parametrize(
    ("level", "n_resamples", "rule", "ranks"),
    [
        (0.9, 100, "holte-drummond", (5, 96)),
        (0.9, 100, "margineantu-dietterich", (6, 95)),
        (0.9, 1000, "margineantu-dietterich", (51, 950)),
        (0.8, 1000, "margineantu-dietterich", (101, 900)),
        (0.95, 1000, "margineantu-dietterich", (26, 975)),
        (0.9, 1999, "margineantu-dietterich", (100, 1900)),
        (0.9, 1999, "holte-drummond", (100, 1900)),
    ],
)
def test_limits_are_order_statistics_of_the_replicates(level, n_resamples, rule, ranks):
    drawn = line_replicates(
        LineCounts(fp=400, negatives=1000, fn=400, positives=2000), n_resamples=n_resamples, rng=0
    )
    band = percentile_band(drawn, level=level, rule=rule, pc=PC)
    for i, x in enumerate(PC):
        ordered = np.sort((1 - x) * drawn.fpr + x * drawn.fnr)
        assert (band.lower[i], band.upper[i]) == (ordered[ranks[0] - 1], ordered[ranks[1] - 1])


def test_another_level_needs_no_new_draws():
    drawn = line_replicates(FIGURE_11, rng=0)
    wide, narrow = percentile_band(drawn, level=0.95), percentile_band(drawn, level=0.5)
    assert np.all((wide.lower <= narrow.lower) & (narrow.upper <= wide.upper))
    whole = percentile_band(drawn, level=0.5, simultaneous=True)
    assert np.all((whole.lower <= narrow.lower) & (narrow.upper <= whole.upper))
    assert whole.simultaneous
    assert whole.level == 0.5


def test_many_replicates_are_drawn_in_chunks():
    drawn = line_replicates(FIGURE_11, n_resamples=300_000, rng=0)
    band = percentile_band(drawn, pc=PC)
    single = [percentile_band(drawn, pc=[x]) for x in PC]
    assert band.lower.tolist() == [single_band.lower.item() for single_band in single]
    assert band.upper.tolist() == [single_band.upper.item() for single_band in single]


def between(band, first, second, weights):
    """Check that limits lie between exact quantiles four standard errors to each side."""
    for limits, level in ((band.lower, 0.05), (band.upper, 0.95)):
        off = 4 * np.sqrt(0.05 * 0.95 / MANY)
        low, high = (weighted_quantile(first, second, weights, level + d) for d in (-off, off))
        assert np.all((low <= limits + 1e-12) & (limits <= high + 1e-12))


@pytest.mark.parametrize("pseudo_count", [0.0, 0.5])
def test_simulation_agrees_with_the_exact_band(pseudo_count):
    drawn = line_replicates(FIGURE_11, n_resamples=MANY, pseudo_count=pseudo_count, rng=0)
    between(
        percentile_band(drawn, pc=PC),
        binomial_lattice(10, (4 + pseudo_count) / (10 + 2 * pseudo_count)),
        binomial_lattice(20, (4 + pseudo_count) / (20 + 2 * pseudo_count)),
        ((1 - PC) / 10, PC / 20),
    )


def test_joint_simulation_agrees_with_the_exact_band():
    drawn = difference_replicates(MEDIUM_AGREEMENT, n_resamples=MANY, rng=0)
    between(
        percentile_band(drawn, pc=PC),
        difference_lattice(100, 0.14, 0.14),
        difference_lattice(100, 0.06, 0.14),
        ((1 - PC) / 100, PC / 100),
    )


def test_joint_replicates_keep_the_number_of_examples():
    every = errors(3, 46, 0, total=49)
    drawn = difference_replicates(PairedCounts(every, every), n_resamples=2000, rng=0)
    counts = np.round(drawn.fpr * 49).astype(int)
    np.testing.assert_allclose(drawn.fpr * 49, counts, atol=1e-9)
    assert np.all(counts % 2 == 1)
    assert abs(drawn.fpr.mean() - every.difference) < 4 * drawn.fpr.std() / np.sqrt(2000)


def test_estimate_is_the_observed_cost_and_not_a_mean_of_replicates():
    drawn = line_replicates(FIGURE_11, pseudo_count=2, rng=0)
    band = percentile_band(drawn, pc=[0, 1])
    assert band.estimate.tolist() == [0.4, 0.2]
    difference = percentile_band(difference_replicates(MEDIUM_AGREEMENT, rng=0), pc=[0, 1])
    np.testing.assert_allclose(difference.estimate, [0, -0.08])
    assert difference.target == "difference of lines"


def test_too_few_replicates_for_the_level_raise():
    drawn = line_replicates(FIGURE_11, n_resamples=19, rng=0)
    with pytest.raises(CostCurveError, match="n_resamples: must be an integer, 20 or more"):
        percentile_band(drawn)
    with pytest.raises(CostCurveError, match="rule: must be"):
        percentile_band(drawn, rule="numpy")  # type: ignore[arg-type]


@pytest.mark.parametrize("n_resamples", [0, 2.5, None])
def test_replicates_are_integer_counts(n_resamples):
    with pytest.raises(CostCurveError, match="n_resamples"):
        line_replicates(FIGURE_11, n_resamples=n_resamples)
