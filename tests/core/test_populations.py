"""Score distributions with known ROC curves, and samples from them."""

from math import log
from statistics import NormalDist

import numpy as np
import pytest
from scipy import special  # type: ignore[import-untyped]

from cc_widgets.core import auc, convex_hull, cost_at, cost_curve, lower_envelope
from cc_widgets.core.populations import Population, draw_sample
from cc_widgets.errors import CostCurveError

PHI = NormalDist().cdf
KINDS = [
    Population(),
    Population(separation=1.0, spread=2.0),
    Population(separation=2.0, spread=0.5, skew=-0.6),
    Population(separation=1.2, skew=0.8, ties=7),
    Population(separation=0.0, calibration=2.0, built_at=0.1),
]


def true_envelope(population):
    return lower_envelope(convex_hull([population.curve]))


@pytest.mark.parametrize(("separation", "spread"), [(0.0, 1.0), (1.0, 1.0), (2.5, 1.0), (1.5, 2.0)])
def test_auc_of_binormal_curve_has_closed_form(separation, spread):
    expected = PHI(separation / np.hypot(1.0, spread))
    assert auc(Population(separation, spread).curve) == pytest.approx(expected, abs=2e-6)


def test_true_envelope_has_closed_form():
    """With equal spreads the best threshold has likelihood ratio (1 - pc) / pc."""
    d = 1.7
    for pc in (0.03, 0.2, 0.5, 0.9):
        best = d / 2 + log((1 - pc) / pc) / d
        expected = (1 - pc) * (1 - PHI(best)) + pc * PHI(best - d)
        assert cost_at(true_envelope(Population(d)), pc) == pytest.approx(expected, abs=5e-6)


@pytest.mark.parametrize("population", KINDS)
def test_true_envelope_is_minimum_over_thresholds(population):
    deviates = np.linspace(-5.0, 5.0, 5001)
    latent = np.concatenate(
        [population.latent_scores(deviates, np.full(5001, c)) for c in (False, True)]
    )
    fpr, tpr = true_rates(population, latent)
    for pc in (0.1, 0.4, 0.8):
        expected = min(float(np.min((1 - pc) * fpr + pc * (1 - tpr))), pc, 1 - pc)
        assert cost_at(true_envelope(population), pc) == pytest.approx(expected, abs=1e-4)


def true_rates(population, latent):
    """Return the share of each class at or above these latent scores, from quantiles."""
    deviates = special.ndtri((np.arange(20_000) + 0.5) / 20_000)
    classes = [
        np.sort(population.latent_scores(deviates, np.full(20_000, c))) for c in (False, True)
    ]
    return [1.0 - np.searchsorted(values, latent - 1e-12) / values.size for values in classes]


@pytest.mark.parametrize("population", KINDS)
def test_curve_of_large_sample_is_near_true_curve(population):
    n = 40_000
    sample = draw_sample({"A": population}, prevalence=0.3, n=n, rng=3)
    curve = cost_curve(sample.y_true, sample.scores["A"])
    pc = np.linspace(0.0, 1.0, 21)
    gap = np.interp(pc, curve.pc, curve.cost) - cost_at(true_envelope(population), pc)
    assert np.max(np.abs(gap)) < 3 / np.sqrt(0.3 * n)
    assert np.max(np.abs(gap)) > 0.0


@pytest.mark.parametrize("calibration", [0.5, 2.0])
def test_calibration_does_not_change_curves(calibration):
    calibrated, other = Population(1.5, ties=9), Population(1.5, ties=9, calibration=calibration)
    assert np.array_equal(calibrated.curve.fpr, other.curve.fpr)
    assert not np.array_equal(calibrated.densities.score, other.densities.score)
    samples = [draw_sample({"A": population}, rng=1, n=300) for population in (calibrated, other)]
    curves = [cost_curve(population.y_true, population.scores["A"]) for population in samples]
    assert np.array_equal(curves[0].cost, curves[1].cost)


def test_calibrated_scores_equal_observed_frequencies():
    sample = draw_sample({"A": Population(1.5, built_at=0.2)}, prevalence=0.2, n=200_000, rng=0)
    scores = sample.scores["A"]
    for low in (0.05, 0.3, 0.6):
        in_bin = (scores >= low) & (scores < low + 0.1)
        assert sample.y_true[in_bin].mean() == pytest.approx(scores[in_bin].mean(), abs=0.015)


def test_densities_integrate_to_1_and_latent_score_inverts_score():
    population = Population(1.0, spread=1.5, skew=0.5, calibration=2.0, built_at=0.2)
    densities = population.densities
    for density in (densities.negatives, densities.positives):
        assert np.trapezoid(density, densities.latent) == pytest.approx(1.0, abs=2e-3)
    latent = [population.latent_score(score) for score in densities.score[20:100:20]]
    assert latent == pytest.approx(densities.latent[20:100:20], abs=1e-9)
    assert population.latent_score(0.0) == -np.inf
    assert population.latent_score(1.0) == np.inf


def test_same_seed_gives_same_sample():
    weak, strong = (Population(d) for d in (1.0, 1.01))
    samples = [
        draw_sample({"A": population}, prevalence=0.2, n=100) for population in (weak, weak, strong)
    ]
    assert np.array_equal(samples[0].scores["A"], samples[1].scores["A"])
    shift = samples[2].latent["A"] - samples[0].latent["A"]
    assert shift == pytest.approx(0.01 * samples[0].y_true, abs=1e-12)
    other = draw_sample({"A": weak}, prevalence=0.2, n=100, rng=1)
    assert not np.array_equal(samples[0].scores["A"], other.scores["A"])


@pytest.mark.parametrize(("prevalence", "positives"), [(0.0, 1), (0.25, 25), (1.0, 99)])
def test_sample_has_prevalence_and_both_classes(prevalence, positives):
    sample = draw_sample({"A": Population()}, prevalence=prevalence, n=100)
    assert int(sample.y_true.sum()) == positives


def test_ties_is_number_of_distinct_scores():
    sample = draw_sample({"A": Population(ties=4), "B": Population()}, n=500)
    assert np.unique(sample.scores["A"]).size == 4
    assert np.unique(sample.scores["B"]).size == 500


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("separation", -1),
        ("separation", float("nan")),
        ("spread", 0),
        ("skew", 2),
        ("calibration", "much"),
        ("built_at", 1),
        ("ties", 1),
        ("ties", 2.5),
        ("ties", True),
    ],
)
def test_population_rejects_invalid_parameter_by_name(name, wrong):
    with pytest.raises(CostCurveError, match=name):
        Population(**{name: wrong})


@pytest.mark.parametrize(
    ("name", "wrong"), [("prevalence", 1.5), ("n", 1), ("n", 1e9), ("rng", -1)]
)
def test_draw_sample_rejects_invalid_argument_by_name(name, wrong):
    with pytest.raises(CostCurveError, match=name):
        draw_sample({"A": Population()}, **{name: wrong})
