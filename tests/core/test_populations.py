"""Populations whose true curves are known, and samples of them."""

from math import log
from statistics import NormalDist

import numpy as np
import pytest
from scipy import special  # type: ignore[import-untyped]

from cc_widgets.core import auc, convex_hull, cost_at, cost_curve, lower_envelope
from cc_widgets.core._populations import Population, draw_sample
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
def test_the_area_under_a_binormal_curve_is_the_one_of_the_books(separation, spread):
    wanted = PHI(separation / np.hypot(1.0, spread))
    assert auc(Population(separation, spread).curve) == pytest.approx(wanted, abs=2e-6)


def test_the_true_envelope_is_the_closed_form_of_the_best_threshold():
    """Where both spreads are alike the best threshold has a likelihood ratio of (1 - pc) / pc."""
    d = 1.7
    for pc in (0.03, 0.2, 0.5, 0.9):
        best = d / 2 + log((1 - pc) / pc) / d
        wanted = (1 - pc) * (1 - PHI(best)) + pc * PHI(best - d)
        assert cost_at(true_envelope(Population(d)), pc) == pytest.approx(wanted, abs=5e-6)


@pytest.mark.parametrize("population", KINDS)
def test_the_true_envelope_is_the_least_of_all_thresholds(population):
    deviates = np.linspace(-5.0, 5.0, 5001)
    place = np.concatenate([population.places(deviates, np.full(5001, c)) for c in (False, True)])
    fpr, tpr = true_rates(population, place)
    for pc in (0.1, 0.4, 0.8):
        wanted = min(float(np.min((1 - pc) * fpr + pc * (1 - tpr))), pc, 1 - pc)
        assert cost_at(true_envelope(population), pc) == pytest.approx(wanted, abs=1e-4)


def true_rates(population, place):
    """Shares of each class at these places or above, of as many examples as quantiles."""
    deviates = special.ndtri((np.arange(20_000) + 0.5) / 20_000)
    each = [np.sort(population.places(deviates, np.full(20_000, c))) for c in (False, True)]
    return [1.0 - np.searchsorted(one, place - 1e-12) / one.size for one in each]


@pytest.mark.parametrize("population", KINDS)
def test_a_sample_comes_close_to_the_true_curve(population):
    n = 40_000
    sample = draw_sample({"A": population}, prevalence=0.3, n=n, rng=3)
    found = cost_curve(sample.y_true, sample.scores["A"])
    pc = np.linspace(0.0, 1.0, 21)
    gap = np.interp(pc, found.pc, found.cost) - cost_at(true_envelope(population), pc)
    assert np.max(np.abs(gap)) < 3 / np.sqrt(0.3 * n)
    assert np.max(np.abs(gap)) > 0.0


@pytest.mark.parametrize("calibration", [0.5, 2.0])
def test_other_claims_move_no_curve(calibration):
    honest, other = Population(1.5, ties=9), Population(1.5, ties=9, calibration=calibration)
    assert np.array_equal(honest.curve.fpr, other.curve.fpr)
    assert not np.array_equal(honest.shape.score, other.shape.score)
    samples = [draw_sample({"A": one}, rng=1, n=300) for one in (honest, other)]
    curves = [cost_curve(one.y_true, one.scores["A"]) for one in samples]
    assert np.array_equal(curves[0].cost, curves[1].cost)


def test_honest_claims_are_true():
    sample = draw_sample({"A": Population(1.5, built_at=0.2)}, prevalence=0.2, n=200_000, rng=0)
    claims = sample.scores["A"]
    for low in (0.05, 0.3, 0.6):
        mine = (claims >= low) & (claims < low + 0.1)
        assert sample.y_true[mine].mean() == pytest.approx(claims[mine].mean(), abs=0.015)


def test_shapes_are_densities_and_say_which_score_is_where():
    population = Population(1.0, spread=1.5, skew=0.5, calibration=2.0, built_at=0.2)
    shape = population.shape
    for heights in (shape.negatives, shape.positives):
        assert np.trapezoid(heights, shape.place) == pytest.approx(1.0, abs=2e-3)
    places = [population.place_of(score) for score in shape.score[20:100:20]]
    assert places == pytest.approx(shape.place[20:100:20], abs=1e-9)
    assert population.place_of(0.0) == -np.inf
    assert population.place_of(1.0) == np.inf


def test_the_same_seed_leads_to_the_same_people():
    few, more = (Population(d) for d in (1.0, 1.01))
    samples = [draw_sample({"A": one}, prevalence=0.2, n=100) for one in (few, few, more)]
    assert np.array_equal(samples[0].scores["A"], samples[1].scores["A"])
    moved = samples[2].places["A"] - samples[0].places["A"]
    assert moved == pytest.approx(0.01 * samples[0].y_true, abs=1e-12)
    other = draw_sample({"A": few}, prevalence=0.2, n=100, rng=1)
    assert not np.array_equal(samples[0].scores["A"], other.scores["A"])


@pytest.mark.parametrize(("prevalence", "positives"), [(0.0, 1), (0.25, 25), (1.0, 99)])
def test_there_are_as_many_positives_as_asked_for_but_never_one_class_alone(prevalence, positives):
    sample = draw_sample({"A": Population()}, prevalence=prevalence, n=100)
    assert int(sample.y_true.sum()) == positives


def test_ties_leave_so_many_scores():
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
def test_what_makes_no_sense_is_refused_by_name(name, wrong):
    with pytest.raises(CostCurveError, match=name):
        Population(**{name: wrong})


@pytest.mark.parametrize(
    ("name", "wrong"), [("prevalence", 1.5), ("n", 1), ("n", 1e9), ("rng", -1)]
)
def test_samples_that_cannot_be_are_refused_by_name(name, wrong):
    with pytest.raises(CostCurveError, match=name):
        draw_sample({"A": Population()}, **{name: wrong})
