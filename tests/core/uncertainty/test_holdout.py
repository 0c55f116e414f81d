import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import envelope_band
from cc_widgets.core.uncertainty.bands import critical_value, normal_quantile, simultaneous_critical
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.envelopes import chosen_thresholds, holdout_band, optimistic_band
from cc_widgets.core.uncertainty.intervals import mover_limits
from cc_widgets.errors import CostCurveError
from tests.support.rates import close
from tests.support.resamples import (
    binormal,
    draw_resamples,
    lowest_binormal_cost,
    phi,
    scored_classes,
)

# Optimal from pc 0 to 1/2: threshold 4; from 1/2 to 1: threshold 2; at 1 everything is accepted.
FIRST = scored_classes([0, 1, 2.5], [2, 4, 5])
PC = np.array([0, 0.2, 0.6, 0.9, 1])


def test_errors_are_counted_on_the_other_examples():
    # At threshold 4: false positives 4.0 and 9.0, missed 1.0 and 3.9; at 2: three and one.
    second = scored_classes([4, 0, 2, 9], [3.9, 4, 1, 6, 7])
    band = holdout_band(FIRST, second, pc=PC)
    fp, fn = np.array([2, 2, 3, 3, 3]), np.array([2, 2, 1, 1, 1])
    cost = (1 - PC) * fp / 4 + PC * fn / 5
    close(band.estimate, cost)
    lower, upper = mover_limits(fp, 4, fn, 5, PC, normal_quantile(0.9))
    close(band.lower[1:-1], lower[1:-1])
    close(band.upper, upper)
    # At pc 0, accepting nothing was equally good; at pc 1, accepting everything, with a known cost
    # of 0.
    assert band.lower[0] == 0 < lower[0]
    assert band.lower[-1] == 0 < lower[-1]
    assert band.covers.startswith(
        "90 % band for the cost of the threshold chosen on these data, at each single PC(+) "
        "(Wilson-MOVER, thresholds from other examples)"
    )
    assert (band.level, band.n_resamples, band.seed, band.thinning) == (0.9, None, None, 0)


def test_limits_depend_on_the_level():
    second = scored_classes([4, 0, 2, 9], [3.9, 4, 1, 6, 7])
    low, high = (holdout_band(FIRST, second, level=level, pc=[0.2]) for level in (0.5, 0.99))
    assert high.lower[0] < low.lower[0] < low.upper[0] < high.upper[0]
    assert (low.level, high.level) == (0.5, 0.99)


def test_the_lowest_threshold_accepts_any_score():
    first = scored_classes([0, 1, 2.5], [-1, 4, 5])
    band = holdout_band(first, scored_classes([-50, 1], [-100, 3]), pc=[0.6, 1])
    assert band.estimate[1] == band.lower[1] == band.upper[1] == 0
    assert band.estimate[0] == pytest.approx(0.6)
    nothing = holdout_band(scored_classes([2, 3], [1]), scored_classes([1e300], [0]), pc=[0.3, 0.7])
    close(nothing.estimate, [0.3, 0.3])
    close(nothing.lower, nothing.upper)


def test_scores_may_have_different_precision():
    score = np.array([0.1, 0.2, 0.3, 0.15, 0.3, 0.4], dtype=np.float32)
    label = [0, 0, 0, 1, 1, 1]
    narrow, wide = predictions(label, score), predictions(label, score.astype(float))
    for first in (narrow, wide):
        for second in (narrow, wide):
            np.testing.assert_array_equal(
                holdout_band(first, second).estimate, holdout_band(narrow, narrow).estimate
            )


def test_estimate_on_the_same_examples_is_the_envelope():
    checked = binormal(np.random.default_rng(0), 40, 50)
    band = holdout_band(checked, checked)
    assert band.pc.size == 501
    assert np.all(band.estimate <= np.minimum(band.pc, 1 - band.pc) + 1e-15)
    assert np.all((band.lower <= band.estimate) & (band.estimate <= band.upper))


def test_the_simultaneous_band_divides_the_error_among_the_chosen_thresholds():
    second = scored_classes([4, 0, 2, 9], [3.9, 4, 1, 6, 7])
    for pc, lines in [(np.array([0.2, 0.25]), 1), (PC, 2)]:
        band = holdout_band(FIRST, second, pc=pc, simultaneous=True)
        i = np.flatnonzero(pc == 0.2)
        z = simultaneous_critical(1 - 0.1 / lines)
        lower, upper = mover_limits([2], 4, [2], 5, [0.2], z)
        close(band.lower[i], lower)
        close(band.upper[i], upper)
        assert "at all PC(+) together" in band.covers
    assert simultaneous_critical(0.9) == critical_value(0.9, simultaneous=True)


def test_baselines_have_no_uncertainty():
    reverse = scored_classes([3, 4], [1, 2])
    band = holdout_band(reverse, reverse, simultaneous=True)
    np.testing.assert_array_equal(band.lower, band.upper)


def test_the_simultaneous_band_has_nominal_coverage():
    pc, rng = np.linspace(0.05, 0.95, 37), np.random.default_rng(0)
    n_covered = 0
    for _ in range(150):
        first, second = (binormal(rng, 200, 200) for _ in range(2))
        band = holdout_band(first, second, pc=pc, simultaneous=True)
        truth = true_costs(first, pc)
        n_covered += bool(np.all((band.lower <= truth) & (truth <= band.upper)))
    assert n_covered >= 150 * 0.9


def true_costs(first, pc):
    """Return the true costs of the thresholds, from the distributions of both classes."""
    candidate_set = candidates(first)
    at = candidate_set.threshold[candidate_set.hull][chosen_thresholds(candidate_set, pc).corner]
    return (1 - pc) * phi(-at) + pc * phi(at - 1)


@pytest.mark.parametrize("options", [{"sample_weight": [1, 2, 1]}, {"clusters": "aab"}])
def test_weights_and_clusters_raise_where_examples_are_counted(options):
    options = {name: list(value) for name, value in options.items()}
    source = predictions([0, 1, 0], [1, 2, 3], **options)
    with pytest.raises(
        CostCurveError,
        match=r"^tested_on: must be independent .* Got weights or clusters\. Resample",
    ):
        holdout_band(FIRST, source)


def test_frequencies_equal_repeated_examples_for_choosing_and_testing():
    score, times = FIRST.score, np.arange(FIRST.score.size) % 3 + 1
    often = predictions(FIRST.positive, score, sample_weight=times, weights_are="frequencies")
    repeated = predictions(np.repeat(FIRST.positive, times), np.repeat(score, times))
    for name in ("estimate", "lower", "upper"):
        weighted, expected = (
            getattr(holdout_band(source, source, pc=[0.2, 0.5]), name)
            for source in (often, repeated)
        )
        assert np.array_equal(weighted, expected)


@pytest.mark.parametrize("simultaneous", [False, True])
def test_levels_and_grids_are_checked(simultaneous):
    with pytest.raises(CostCurveError, match=r"^level: must be .* Got 1\.0\. Pass"):
        holdout_band(FIRST, FIRST, level=1.0, simultaneous=simultaneous)
    with pytest.raises(
        CostCurveError, match=r"^pc: must be strictly increasing, with at least one value"
    ):
        holdout_band(FIRST, FIRST, pc=[1, 0], simultaneous=simultaneous)


# ---- Coverage of bands of envelopes, where the truth is known
class Coverage:
    """Coverage of three bands in many simulated data sets."""

    def __init__(self, n, m, pc, sets):
        rng, best = np.random.default_rng(n), lowest_binormal_cost(pc)
        self.best, self.chosen, self.optimistic = (np.zeros(pc.size) for _ in range(3))
        self.everywhere = self.best_everywhere = 0.0
        for seed in range(sets):
            resamples = draw_resamples(binormal(rng, n, m), pc=pc, rng=seed)
            band, plain = envelope_band(resamples), optimistic_band(resamples)
            paid = true_cost(resamples, pc)
            self.best += inside(band, best) / sets
            self.chosen += inside(band, paid) / sets
            self.optimistic += inside(plain, best) / sets
            wide = envelope_band(resamples, simultaneous=True)
            self.everywhere += np.all(inside(wide, paid)) / sets
            self.best_everywhere += np.all(inside(wide, best)) / sets


def inside(band, truth):
    return (band.lower <= truth + 1e-12) & (truth <= band.upper + 1e-12)


def true_cost(resamples, pc):
    corner = chosen_thresholds(resamples.candidates, pc).corner
    at = resamples.candidates.threshold[resamples.candidates.hull][corner]
    at = np.where(corner == resamples.candidates.hull.size - 1, -50.0, np.minimum(at, 50.0))
    return (1 - pc) * phi(-at) + pc * phi(at - 1)


@pytest.fixture(scope="module")
def balanced():
    return Coverage(100, 100, np.array([0.1, 0.3, 0.5]), sets=300)


def test_the_recommended_band_covers_the_best_and_the_chosen_threshold(balanced):
    assert np.all(balanced.best >= 0.87)
    assert np.all(balanced.chosen >= 0.87)


def test_uncorrected_percentiles_under_cover(balanced):
    assert np.all(balanced.optimistic <= 0.8)


def test_the_band_is_not_conservative(balanced):
    assert balanced.best[-1] <= 0.98


@pytest.mark.parametrize(("n", "m"), [(20, 80), (300, 300)])
def test_the_simultaneous_band_covers_the_chosen_thresholds(n, m):
    coverage = Coverage(n, m, np.linspace(0.05, 0.95, 19), sets=150)
    assert coverage.everywhere >= 0.87
    assert coverage.best.min() >= 0.87


def test_the_simultaneous_band_covers_the_best_thresholds_with_20_positives_of_2000():
    # .70; where all are classified as negative, a lower threshold could cost a little less.
    coverage = Coverage(1980, 20, np.linspace(0.025, 0.975, 39), sets=60)
    assert coverage.best_everywhere >= 0.87
