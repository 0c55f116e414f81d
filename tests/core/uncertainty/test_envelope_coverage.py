"""How often bands around envelopes hold what they say, where the truth is known."""

import numpy as np
import pytest

from cc_widgets.core.uncertainty import chosen_thresholds, envelope_band, optimistic_band
from tests.support.resamples import binormal, drawn, least_binormal, phi


class Held:
    """How often each of three bands held the truth in many data sets."""

    def __init__(self, n, m, pc, sets):
        rng, best = np.random.default_rng(n), least_binormal(pc)
        self.best, self.chosen, self.optimistic = (np.zeros(pc.size) for _ in range(3))
        self.everywhere = self.best_everywhere = 0.0
        for seed in range(sets):
            found = drawn(binormal(rng, n, m), pc=pc, rng=seed)
            band, plain = envelope_band(found), optimistic_band(found)
            paid = true_cost(found, pc)
            self.best += inside(band, best) / sets
            self.chosen += inside(band, paid) / sets
            self.optimistic += inside(plain, best) / sets
            wide = envelope_band(found, simultaneous=True)
            self.everywhere += np.all(inside(wide, paid)) / sets
            self.best_everywhere += np.all(inside(wide, best)) / sets


def inside(band, truth):
    return (band.lower <= truth + 1e-12) & (truth <= band.upper + 1e-12)


def true_cost(found, pc):
    corner = chosen_thresholds(found.candidates, pc).corner
    at = found.candidates.threshold[found.candidates.hull][corner]
    at = np.where(corner == found.candidates.hull.size - 1, -50.0, np.minimum(at, 50.0))
    return (1 - pc) * phi(-at) + pc * phi(at - 1)


@pytest.fixture(scope="module")
def balanced():
    return Held(100, 100, np.array([0.1, 0.3, 0.5]), sets=300)


def test_the_recommended_band_holds_the_best_and_the_chosen_threshold(balanced):
    assert np.all(balanced.best >= 0.87)
    assert np.all(balanced.chosen >= 0.87)


def test_plain_percentiles_do_not(balanced):
    assert np.all(balanced.optimistic <= 0.8)


def test_the_band_is_not_safe_by_being_wide_everywhere(balanced):
    assert balanced.best[-1] <= 0.98


@pytest.mark.parametrize(("n", "m"), [(20, 80), (300, 300)])
def test_the_band_for_all_pc_holds_the_chosen_thresholds_at_all_of_them(n, m):
    held = Held(n, m, np.linspace(0.05, 0.95, 19), sets=150)
    assert held.everywhere >= 0.87
    assert held.best.min() >= 0.87


def test_the_band_for_all_pc_holds_the_best_possible_thresholds_with_20_positives_of_2000():
    # S6: .70; where nothing is called positive, a higher threshold could cost a little less.
    held = Held(1980, 20, np.linspace(0.025, 0.975, 39), sets=60)
    assert held.best_everywhere >= 0.87
