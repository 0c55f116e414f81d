"""Random resamples against all resamples there are."""

import numpy as np
import pytest

from cc_widgets.core.uncertainty import candidates, chosen_thresholds
from cc_widgets.core.uncertainty._envelopes import fixed_costs
from tests.support.resamples import (
    chosen_by_definition,
    costs_of_buckets,
    drawn,
    every_resample,
    scored_classes,
)

PC = np.array([0.0, 0.2, 0.4, 0.5, 0.7, 1.0])
TINY = {
    "three each": scored_classes([1, 3, 5], [2, 4, 6]),
    "tied": scored_classes([1, 1, 2], [1, 2, 3]),
    "two and three": scored_classes([1, 3], [2, 2.5, 0]),
    "one and two": scored_classes([2], [1, 3]),
}
SETTINGS = [(name, True) for name in TINY] + [("one and two", False), ("two and two", False)]
TINY["two and two"] = scored_classes([1, 3], [2, 4])
DRAWS = 6000


class Everything:
    """What resampling estimates, from all resamples."""

    def __init__(self, checked, *, stratified):
        found = candidates(checked)
        weight = every_resample(checked, stratified=stratified)
        bucket = np.array(
            [np.flatnonzero(found.threshold <= score)[0] - 1 for score in checked.score]
        )
        negative, positive = (
            np.stack(
                [weight[:, inside & (bucket == i)].sum(axis=1) for i in range(found.fp.size - 1)],
                axis=1,
            )
            for inside in (~checked.positive, checked.positive)
        )
        costs = costs_of_buckets(negative, positive, PC)
        self.cost = costs.min(axis=1)
        fpr, tpr = (
            chosen_by_definition(negative, positive, rate, PC)
            for rate in (found.fp / found.negatives, found.tp / found.positives)
        )
        self.optimism = (1 - PC) * fpr + PC * (1 - tpr) - self.cost
        at = found.hull[chosen_thresholds(found, PC).corner]
        self.fixed = costs[:, at, np.arange(PC.size)]


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def both(request):
    name, stratified = request.param
    options = {"pc": PC, "n_resamples": DRAWS, "stratified": stratified}
    return drawn(TINY[name], **options), Everything(TINY[name], stratified=stratified)


def test_all_resamples_are_as_many_as_they_must_be():
    assert every_resample(TINY["three each"]).shape == (27 * 27, 6)
    assert every_resample(TINY["two and two"], stratified=False).shape == (4**4 - 2 * 2**4, 4)


def assert_same_distribution(found, expected):
    for sample, every in zip(found.T, expected.T, strict=True):
        for value in np.unique(every.round(12)):
            share = np.mean(every <= value + 1e-9)
            error = np.sqrt(share * (1 - share) / DRAWS)
            assert abs(np.mean(sample <= value + 1e-9) - share) <= 5 * error + 1e-12
        assert np.all(np.isin(sample.round(9), every.round(9)))


def test_envelopes_have_the_distribution_of_all_envelopes(both):
    found, every = both
    assert_same_distribution(found.cost, every.cost)


def test_fixed_thresholds_have_the_distribution_of_all_their_costs(both):
    found, every = both
    chosen = chosen_thresholds(found.candidates, PC)
    assert_same_distribution(fixed_costs(found, chosen, slice(None)), every.fixed)


def test_the_optimism_is_that_of_all_resamples(both):
    found, every = both
    error = every.optimism.std(axis=0) / np.sqrt(DRAWS)
    away = np.abs(found.optimism - every.optimism.mean(axis=0))
    assert np.all(away <= 5 * error + 1e-12)
    assert np.all(every.optimism.mean(axis=0) >= -1e-12)
