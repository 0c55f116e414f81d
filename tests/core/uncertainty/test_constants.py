"""Constants with a simulated coverage: each test fails if its constant is changed."""

from statistics import NormalDist

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import (
    envelope_band,
    finished,
    joint_resampling,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from cc_widgets.core.uncertainty.envelopes import choice_bias, chosen_thresholds
from tests.support.resamples import binormal, draw_resamples, scored_classes

PC = np.array([0.5])
PHI = NormalDist().cdf


def cost_on_new_data(threshold, shift):
    """Return the true cost at pc 0.5 of a threshold on binormal scores."""
    return (PHI(-threshold) + PHI(threshold - shift)) / 2


def chosen_threshold(resamples):
    candidates = resamples.candidates
    corner = chosen_thresholds(candidates, PC).corner[0]
    return candidates.threshold[candidates.hull[corner]]


def remaining(true_bias, estimated_bias):
    """Return the share of a mean bias that its estimate leaves."""
    return 1 - np.mean(estimated_bias) / np.mean(true_bias)


@pytest.fixture(scope="module")
def simulated():
    """Costs and bands of 300 data sets: a classifier with scores, and one with a fixed threshold.

    The second one is the first at its truly best threshold, so that only the first has a bias.
    """
    rng, label, columns = np.random.default_rng(5), np.repeat([False, True], 100), []
    for seed in range(300):
        score = rng.normal(size=label.size) + label
        pair = [predictions(label, each) for each in (score, (score > 0.5).astype(float))]
        resamples = finished(joint_resampling(pair, n_resamples=60, rng=seed, pc=PC))
        first = resamples.each[0]
        cost = cost_on_new_data(chosen_threshold(first), 1)
        difference = recommended_difference_band(resamples, simultaneous=False)
        columns.append(
            {
                "cost": cost,
                "estimate": choice_bias(first).sum(),
                "upper": envelope_band(first).upper[0],
                "difference": cost - cost_on_new_data(0.5, 1),
                **{f"of_{name}": getattr(difference, name)[0] for name in DIFFERENCE},
            }
        )
    values = {name: np.array([row[name] for row in columns]) for name in columns[0]}
    # The second one is a control variate: both observed costs have almost the same noise.
    return values | {"bias": values["difference"] - values["of_estimate"]}


DIFFERENCE = ("estimate", "lower", "upper", "expected")


def test_the_optimism_factor_removes_the_bias_of_the_chosen_threshold(simulated):
    assert -0.15 < remaining(simulated["bias"], simulated["estimate"]) < 0.05


def test_the_optimism_factor_removes_the_bias_of_an_expected_difference(simulated):
    estimate = simulated["of_expected"] - simulated["of_estimate"]
    assert abs(remaining(simulated["bias"], estimate)) < 0.12


def test_limits_of_a_difference_cover_it_where_one_side_is_optimistic(simulated):
    missed = simulated["difference"] > simulated["of_upper"]
    assert missed.mean() <= 0.04
    assert (simulated["difference"] < simulated["of_lower"]).mean() <= 0.05


def test_the_upper_limit_covers_the_cost_of_the_chosen_threshold(simulated):
    assert 0.01 < (simulated["cost"] > simulated["upper"]).mean() <= 0.09


def test_pseudo_errors_replace_the_bias_that_resamples_do_not_show():
    rng, bias, estimate, observed = np.random.default_rng(0), [], [], []
    for seed in range(300):
        source = scored_classes(rng.normal(size=20), rng.normal(size=20) + 4)
        resamples = draw_resamples(source, pc=PC, n_resamples=40, rng=seed)
        observed.append(chosen_thresholds(resamples.candidates, PC).cost[0])
        bias.append(cost_on_new_data(chosen_threshold(resamples), 4) - observed[-1])
        estimate.append(choice_bias(resamples).sum())
    assert np.median(observed) == 0
    assert abs(remaining(bias, estimate)) < 0.2


def test_candidate_thresholds_hardly_raise_the_costs_of_resamples():
    # At most 5 % of the standard deviation, as the comment on their number promises.
    n, rng, grid = 16_000, np.random.default_rng(1), np.array([[0.2], [0.5], [0.8]])
    source = binormal(np.random.default_rng(0), n, n, 0.4)
    order = np.argsort(-source.score)
    positive, ordered = source.positive[order], -source.score[order]
    at = np.searchsorted(ordered, -candidates(source).threshold, side="right")
    assert at.size < 1000
    least, excess = [], []
    for _ in range(40):
        weight = np.empty(2 * n)
        for members in (positive, ~positive):
            weight[members] = rng.multinomial(n, np.full(n, 1 / n))
        fpr, tpr = (np.cumsum(np.append(0, weight * of)) / n for of in (~positive, positive))
        cost = (1 - grid) * fpr + grid * (1 - tpr)
        least.append(cost.min(axis=1))
        excess.append(cost[:, at].min(axis=1) - least[-1])
    assert np.all(np.mean(excess, axis=0) < 0.05 * np.std(least, axis=0))


@pytest.mark.parametrize(("n", "warns"), [(19, True), (20, False)])
def test_bands_of_few_examples_warn(n, warns):
    source = binormal(np.random.default_rng(0), n, 60)
    band = envelope_band(draw_resamples(source, pc=PC, n_resamples=40))
    assert ("fewer than 20 examples" in band.caution) == warns


@pytest.mark.parametrize(("n", "warns"), [(49, True), (50, False)])
def test_bands_of_differences_of_few_examples_warn(n, warns):
    rng, label = np.random.default_rng(0), np.repeat([False, True], n)
    pair = [predictions(label, rng.normal(size=2 * n) + label) for _ in range(2)]
    resamples = finished(joint_resampling(pair, n_resamples=40, rng=0, pc=PC))
    caution = envelope_difference_band(resamples, simultaneous=False).caution
    assert ("fewer than 50 examples" in caution) == warns


@pytest.mark.parametrize(("n", "warns"), [(51, True), (52, False)])
def test_bands_of_few_weights_warn(n, warns):
    # With one weight a little larger, the effective size is a little less than n - 1.
    weight = np.where(np.arange(2 * n) % n == 0, 1.0 + 1e-3, 1.0)
    source = binormal(np.random.default_rng(0), n, n)
    weighted = predictions(source.positive, source.score, sample_weight=weight)
    caution = envelope_band(draw_resamples(weighted, pc=PC, n_resamples=40)).caution
    assert ("fewer than 50 in a class" in caution) == warns
