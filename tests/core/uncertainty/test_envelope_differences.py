"""Bands of envelopes and of their differences where resamples alone would promise too much."""

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import (
    envelope_difference_band,
    finished,
    joint_resampling,
    order_ranks,
    resampling,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty._envelopes import supremum_critical

N = 100
GRID = np.linspace(0, 1, 21)


@pytest.fixture(scope="module")
def pair():
    """Scores of a classifier, and the same ones as answers yes or no."""
    rng = np.random.default_rng(0)
    label = np.repeat([False, True], N)
    score = rng.normal(size=2 * N) + label
    checked = [predictions(label, each) for each in ((score > 0.5).astype(float), score)]
    return finished(joint_resampling(checked, n_resamples=999, rng=0, pc=GRID))


def percentiles(drawn):
    ranks = np.array(order_ranks(0.9, drawn.n_done)) - 1
    return np.sort(drawn.each[0].cost - drawn.each[1].cost, axis=0)[ranks]


@pytest.mark.parametrize("simultaneous", [False, True])
def test_where_one_class_alone_matters_both_cost_nothing(pair, simultaneous):
    band = envelope_difference_band(pair, simultaneous=simultaneous)
    np.testing.assert_allclose(band.lower[[0, -1]], 0, atol=1e-15)
    np.testing.assert_allclose(band.upper[[0, -1]], 0, atol=1e-15)


def test_limits_are_moved_outwards_only_and_towards_the_side_without_a_choice(pair):
    lower, upper = percentiles(pair)
    band = envelope_difference_band(pair)
    np.testing.assert_allclose(band.upper, upper, atol=1e-12)
    assert np.all(band.lower <= lower + 1e-12)
    assert band.lower[10] < lower[10] - 0.005


def test_the_other_way_round_it_is_the_same_band_upside_down(pair):
    band, other = envelope_difference_band(pair), envelope_difference_band(pair, 1, 0)
    np.testing.assert_allclose(band.lower, -other.upper, atol=1e-12)


def test_a_classifier_does_not_differ_from_itself(pair):
    band = envelope_difference_band(pair, 1, 1)
    assert not band.lower.any()
    assert not band.upper.any()


def test_a_whole_envelope_needs_at_least_what_a_whole_line_needs():
    label = np.repeat([False, True], 15)
    score = np.where(label, 2, 1) + np.linspace(0, 1.05, 30) % 1  # hardly an error
    drawn = finished(resampling(predictions(label, score), n_resamples=199, rng=0, pc=GRID))
    found = supremum_critical(drawn, 0.9)
    assert found >= simultaneous_critical(0.9)


def test_bands_of_differences_say_what_they_do_not_hold(pair):
    # S5: not for the chosen thresholds; at all PC(+) together a test, no limits; few examples.
    one, every = (envelope_difference_band(pair, simultaneous=whole) for whole in (False, True))
    assert "each at its own best possible threshold" in one.covers
    for band in (one, every):
        assert "It is not for the two thresholds chosen on these data" in band.covers
    assert "Use it to test whether the two differ somewhere, not as limits" in every.covers
    assert "Use it to test" not in one.covers
    fewest = min(pair.each[0].candidates.negatives, pair.each[0].candidates.positives)
    assert ("With fewer than 50 examples in a class" in one.covers) == (fewest < 50)
