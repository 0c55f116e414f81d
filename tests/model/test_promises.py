"""Uncertainty: intervals correct for every choice, or there are none (S, W)."""

from importlib import import_module

import numpy as np
import pytest

from cc_widgets.core import Predictions, cell_counts, count, matrix_counts, point_set, predictions
from cc_widgets.core.uncertainty import (
    envelope_band,
    expected_costs,
    finished,
    joint_resampling,
    resampling,
)
from cc_widgets.core.uncertainty.bootstrap import JointResamples
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.envelopes import chosen_thresholds
from cc_widgets.core.uncertainty.intervals import mover_limits
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, score

MATRIX = cell_counts(tp=16, fn=4, fp=4, tn=6)


def scored_in(model, name):
    source = model.classifiers[name]
    assert isinstance(source, Predictions)
    return source


def best_in(model):
    assert model.bands.best is not None
    return model.bands.best


def estimated_best(model, pc=0.4, level=0.9, n_resamples=499):
    """Return the band of the best visible classifier from resamples of its own."""
    sources = [model.classifiers[item.name] for item in model.curves.shown]
    drawn = finished(joint_resampling(sources, n_resamples=n_resamples, rng=0, pc=[pc]))
    return expected_costs(drawn, level=level).best


def assert_estimated(model, pc=0.4, **options):
    """Check that the interval comes from the estimates, not from the bands."""
    band, interval = estimated_best(model, pc, **options), model.recommend(pc).interval
    assert tuple(interval) == pytest.approx((band.lower[0], band.upper[0]), abs=1e-12)
    assert interval.expected == pytest.approx(band.expected[0], abs=1e-12)
    assert interval.level == band.level == model.level


@pytest.fixture
def pair():
    return model_of(a=(LABEL, score(0)), b=(LABEL, score(1)))


# The threshold was chosen on the same examples.


def test_interval_corrects_for_the_choice_of_the_threshold():
    model = model_of(a=(LABEL, score(0)))
    lower, upper = model.confidence_interval("a", 0.4)
    source = scored_in(model, "a")
    drawn = finished(resampling(source, n_resamples=400, rng=4, pc=[0.4]))
    band = envelope_band(drawn)
    assert (lower, upper) == (band.lower[0], band.upper[0])
    chosen = chosen_thresholds(candidates(source), np.array([0.4]))
    closed = mover_limits(chosen.fp, 40, chosen.fn, 20, 0.4, 1.6449)
    assert upper > closed[1][0] + 0.01, "as if the threshold had been fixed before"
    expected = expected_costs(JointResamples((drawn,))).best.expected[0]
    assert model.confidence_interval("a", 0.4).expected == pytest.approx(expected)
    assert model.confidence_interval("a", 0.4).expected > model.cost("a", 0.4).normalised


def test_interval_of_many_examples_reuses_the_sorted_scores(monkeypatch):
    label = np.arange(30_000) % 2
    model = model_of(a=(label, label + np.random.default_rng(0).normal(size=label.size)))

    def refuse(_checked):
        raise AssertionError("all examples are sorted again")

    module = import_module("cc_widgets.core.uncertainty.buckets")
    monkeypatch.setattr(module, "count_corners", refuse)
    lower, upper = model.confidence_interval("a", 0.5)
    assert lower < model.cost("a", 0.5).normalised < upper


def test_interval_is_reproducible_and_does_not_change_the_model(pair):
    assert pair.confidence_interval() == pair.confidence_interval()
    pair.resampling = BootstrapSettings(n_resamples=400)
    assert pair.confidence_interval() == pair.confidence_interval()
    assert pair.bands is None
    assert pair.job is None


def test_interval_reads_an_up_to_date_band(pair):
    band = pair.bootstrap()
    for name in ("a", "b"):
        assert tuple(pair.confidence_interval(name, 0.4)) == (
            band.each[name].lower[200],
            band.each[name].upper[200],
        )
    assert tuple(pair.confidence_interval(pc=0.4)) == (band.best.lower[200], band.best.upper[200])
    assert pair.recommend(0.4).interval == pair.confidence_interval(pc=0.4)


def test_interval_of_a_baseline_has_no_width():
    model = model_of(guess=(LABEL, np.zeros(60)), other=(LABEL, np.ones(60)))
    for _ in range(2):
        assert tuple(model.confidence_interval(pc=0.3)) == (0.3, 0.3)
        assert tuple(model.confidence_interval("guess", 0.3)) == (0.3, 0.3)
        model.bootstrap()
    assert tuple(model.recommend(0.3).interval) == (0.3, 0.3)


def test_recommendation_has_the_interval_of_current_bands_or_of_the_estimates(pair):
    assert_estimated(pair)
    estimated = pair.recommend(0.4).interval
    pair.bootstrap()
    band = best_in(pair)
    assert tuple(pair.recommend(0.4).interval) == (band.lower[200], band.upper[200])
    assert pair.recommend(0.4).interval != estimated
    pair.level = 0.8
    assert pair.recommend(0.4).interval.level == 0.8
    pair.classifiers = {"a": (LABEL, score(5)), "b": (LABEL, score(1))}
    assert pair.bands.is_stale
    assert_estimated(pair, level=0.8)


def test_interval_ignores_bands_of_another_level(pair):  # too few resamples for 99.9 %
    pair.bootstrap()
    pair.level = 0.999
    assert pair.bands.level == 0.9
    assert pair.bands.is_stale
    assert_estimated(pair, level=0.999, n_resamples=3999)
    with pytest.raises(CostCurveError, match="n_resamples: must be an integer"):
        pair.confidence_interval("a")
    comparison = pair.compare("a", "b")
    assert comparison.significance is None
    assert "n_resamples: must be an integer" in comparison.why_not_tested


@pytest.mark.parametrize("method", ["fixed", "optimistic"])
def test_interval_ignores_uncorrected_bands(pair, method):  # S2
    pair.bootstrap(method=method)
    assert pair.bands.best is None
    assert_estimated(pair)
    assert pair.confidence_interval("a", 0.4).method.startswith("envelope band: Wilson-MOVER")
    assert "90 % band" not in pair.bands.each["a"].covers
    assert "too low" in pair.bands.each["a"].covers


def test_interval_of_many_examples_equals_that_of_the_envelope_band():
    rng = np.random.default_rng(0)
    y = rng.random(30_000) < 0.5
    model = CostCurveModel({name: (y, rng.normal(size=y.size) + y) for name in "ab"})
    interval = model.confidence_interval("a", 0.5)
    whole = finished(resampling(scored_in(model, "a"), n_resamples=1999, rng=0, pc=[0.5]))
    band = envelope_band(whole)
    width = band.upper[0] - band.lower[0]
    assert interval.lower == pytest.approx(band.lower[0], abs=width / 20)
    assert interval.upper == pytest.approx(band.upper[0], abs=width / 20)
    best = model.confidence_interval(pc=0.5)
    assert best.method.startswith("band of the best of 2 classifiers: Wilson-MOVER limits")
    assert best.expected > model.cost(pc=0.5).normalised


# So was the classifier.


def test_interval_of_the_best_corrects_for_the_choice_of_the_classifier(pair):
    band = estimated_best(pair)
    interval = pair.confidence_interval(pc=0.4)
    assert tuple(interval) == pytest.approx((band.lower[0], band.upper[0]), abs=1e-12)
    winner = pair.cost(pc=0.4).name
    assert interval.upper > pair.confidence_interval(winner, 0.4).upper
    assert interval.expected > pair.confidence_interval(winner, 0.4).expected


def test_best_classifier_is_visible(pair):
    pair.add("c", (LABEL, score(2)))
    band = pair.bootstrap()
    assert set(band.among) == {"a", "b", "c"}
    pair.hide("c")
    assert not pair.bands.is_stale
    assert pair.bands.best is None, "what was drawn is of all three"
    assert_estimated(pair)
    assert pair.confidence_interval(pc=0.4) == pair.recommend(0.4).interval
    pair.hide("b")
    np.testing.assert_array_equal(best_in(pair).upper, pair.bands.each["a"].upper)
    pair.hidden = ()
    np.testing.assert_array_equal(best_in(pair).upper, band.best.upper)


def test_interval_of_the_best_of_several_test_sets_uses_corrected_levels():
    model = model_of(a=(LABEL, score(0)), b=(LABEL.copy(), score(1)), matrix=MATRIX)
    interval = model.confidence_interval(pc=0.5)
    assert "each of 3 classifiers at 96.67 %" in interval.method
    bands = model.bootstrap()
    assert "each of 3 classifiers" in bands.best.method
    assert interval.level == bands.best.level == 0.9


def test_best_classifier_does_not_depend_on_names(pair):
    best = pair.bootstrap().best
    pair.rename("a", "forest")
    np.testing.assert_array_equal(best_in(pair).upper, best.upper)
    assert set(pair.bands.among) == {"forest", "b"}


def test_a_matrix_keeps_its_closed_form():
    model = model_of(matrix=MATRIX)
    lower, upper = mover_limits(4, 10, 4, 20, 0.5, 1.6448536269514722)
    assert tuple(model.confidence_interval("matrix", 0.5)) == pytest.approx((lower, upper))
    assert tuple(model.confidence_interval(pc=0.5)) == pytest.approx((lower, upper))


# Whole weights are weights.


@pytest.mark.parametrize("weight", [100.0, 2.0, 0.5])
def test_sums_of_weights_have_no_interval_and_a_reason(weight):
    model = model_of(w=count(predictions(LABEL, score(0), sample_weight=np.full(60, weight))))
    for ask in (model.confidence_interval, model.bootstrap):
        with pytest.raises(CostCurveError, match="'w': sums of weights"):
            ask()
    assert model.recommend(0.4).interval is None
    assert "interval" not in model.summary()
    with pytest.raises(CostCurveError, match="'w': sums of weights"):
        model.confidence_interval("w", 0.4)


@pytest.mark.parametrize("weight", [100.0, 2.0, 1.0, 0.5, 0.1])
def test_equal_weights_do_not_change_intervals(weight):
    plain = model_of(a=predictions(LABEL, score(0)))
    weighted = model_of(a=predictions(LABEL, score(0), sample_weight=np.full(60, weight)))
    assert tuple(weighted.confidence_interval("a", 0.4)) == tuple(
        plain.confidence_interval("a", 0.4)
    )
    assert np.array_equal(weighted.bootstrap().best.upper, plain.bootstrap().best.upper)


def test_reasons_report_the_design_effect():
    model = model_of(w=predictions(LABEL, score(0), sample_weight=np.arange(60.0)))
    model.bootstrap(n_resamples=200, rng=0)
    assert "weighted examples, design effect" in model.recommend(0.4).text


def test_counts_at_several_thresholds_are_resampled_as_their_scores_are():
    scored = predictions(LABEL, score(0))
    of_scores, of_counts = (
        model_of(c=source).confidence_interval("c", 0.4) for source in (scored, count(scored))
    )
    assert tuple(of_counts) == tuple(of_scores)


def test_remark_states_that_counts_are_not_paired():
    pair = model_of(a=count(predictions(LABEL, score(0))), b=count(predictions(LABEL, score(1))))
    assert any("Of a and b there are counts only" in remark for remark in pair.remarks)
    assert pair.bootstrap(n_resamples=300, rng=0).are_independent("a", "b")
    assert not any("counts only" in remark for remark in model_of(a=pair.classifiers["a"]).remarks)


# Errors name unknown quantities.


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (point_set(fpr=0.3, tpr=0.7), "bare points"),
        (count(predictions(LABEL, score(0), sample_weight=np.full(60, 3.0))), "sums of weights"),
    ],
)
def test_bootstrap_without_scores_raises_with_the_reason(source, why):
    model = model_of(x=source)
    with pytest.raises(CostCurveError, match=f"'x': {why}"):
        model.bootstrap()
    assert (model.bands, model.job) == (None, None)


def test_untestable_pairs_report_the_reason():
    model = model_of(a=(LABEL, score(0)), m=MATRIX, p=point_set(fpr=0.3, tpr=0.7))
    bands = model.bootstrap()
    assert bands.why_no_difference("a", "m") == (
        "m is a confusion matrix: it does not tell which examples it is wrong about. "
        "Give scores of both."
    )
    assert bands.why_no_difference("a", "p").startswith("p has bare points: how many examples")
    with pytest.raises(CostCurveError, match="m is a confusion matrix"):
        bands.difference("a", "m")
    assert "m is a confusion matrix" in model.compare("a", "m").why_not_tested
    assert model._difference is None


def test_the_reason_names_a_hidden_classifier(pair):
    pair.hide("b")
    bands = pair.bootstrap()
    assert "b was hidden" in bands.why_no_difference("a", "b")


def test_family_of_all_pairs_needs_no_more_resamples(pair):
    for seed in range(8):
        pair.add(f"c{seed}", (LABEL, score(seed)))
    pair.resampling = BootstrapSettings(n_resamples=400, rng=4, significance="family-wise")
    pair.bootstrap()
    assert (pair._difference.family, pair._difference.level) == (45, 0.9)


def test_a_matrix_of_whole_numbers_counts_examples():
    assert not matrix_counts([[6, 4], [3, 17]]).weighted


def test_the_expected_cost_of_two_matrices_depends_on_paired_errors():
    errors = {"first_only": 1, "second_only": 1, "both": 5, "neither": 13}
    paired = CostCurveModel(pc=0.4)
    paired.pair_errors("a", "b", {"positives": errors, "negatives": errors})
    unpaired = CostCurveModel(dict(paired.classifiers), pc=0.4)
    for model in (paired, unpaired):
        model.bootstrap(n_resamples=200, rng=0)
    hidden = [
        model.confidence_interval().expected - model.cost().normalised
        for model in (paired, unpaired)
    ]
    assert 0.0 < hidden[0] < 0.7 * hidden[1], "two that are wrong together hide less luck"
    later = CostCurveModel(dict(paired.classifiers), pc=0.4)
    later.bootstrap(n_resamples=200, rng=0)
    later.paired_counts = paired.paired_counts
    assert later.confidence_interval() == paired.confidence_interval()
    assert later.confidence_interval().expected == pytest.approx(
        paired.confidence_interval().expected, abs=1e-12
    )
