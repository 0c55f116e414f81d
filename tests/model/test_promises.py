"""What is promised about uncertainty: limits allow for every choice, or there are none (S, W)."""

from importlib import import_module

import numpy as np
import pytest

from cc_widgets.core import Predictions, cell_counts, count, matrix_counts, point_set, predictions
from cc_widgets.core.uncertainty import (
    best_band,
    candidates,
    chosen_thresholds,
    envelope_band,
    finished,
    joint_resampling,
    mover_limits,
    resampling,
)
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
    assert model.band.best is not None
    return model.band.best


@pytest.fixture
def pair():
    return model_of(a=(LABEL, score(0)), b=(LABEL, score(1)))


# S1: the threshold was chosen on the same examples.


def test_an_interval_allows_for_the_choice_of_the_threshold():
    model = model_of(a=(LABEL, score(0)))
    lower, upper = model.interval("a", 0.4)
    source = scored_in(model, "a")
    drawn = finished(resampling(source, n_resamples=400, rng=4, pc=[0.4]))
    band = envelope_band(drawn)
    assert (lower, upper) == (band.lower[0], band.upper[0])
    chosen = chosen_thresholds(candidates(source), np.array([0.4]))
    closed = mover_limits(chosen.fp, 40, chosen.fn, 20, 0.4, 1.6449)
    assert upper > closed[1][0] + 0.01, "as if the threshold had been fixed before"
    assert model.interval("a", 0.4).expected == pytest.approx(band.expected[0])
    assert model.interval("a", 0.4).expected > model.cost("a", 0.4).normalised


def test_an_interval_of_many_examples_sorts_them_no_second_time(monkeypatch):
    label = np.arange(30_000) % 2
    model = model_of(a=(label, label + np.random.default_rng(0).normal(size=label.size)))

    def refuse(_checked):
        raise AssertionError("all examples are sorted again")

    module = import_module("cc_widgets.core.uncertainty._buckets")
    monkeypatch.setattr(module, "count_corners", refuse)
    lower, upper = model.interval("a", 0.5)
    assert lower < model.cost("a", 0.5).normalised < upper


def test_an_interval_is_the_same_every_time_and_leaves_the_model_alone(pair):
    assert pair.interval() == pair.interval()
    pair.bootstrap_settings = BootstrapSettings(n_resamples=400)
    assert pair.interval() == pair.interval()
    assert pair.band is None
    assert pair.job is None


def test_a_fresh_band_is_read(pair):
    band = pair.bootstrap()
    for name in ("a", "b"):
        assert tuple(pair.interval(name, 0.4)) == (
            band.each[name].lower[200],
            band.each[name].upper[200],
        )
    assert tuple(pair.interval(pc=0.4)) == (band.best.lower[200], band.best.upper[200])
    assert pair.read(0.4).interval == pair.interval(pc=0.4)


def test_what_a_trivial_rule_costs_is_known():
    model = model_of(guess=(LABEL, np.zeros(60)), other=(LABEL, np.ones(60)))
    for _ in range(2):
        assert tuple(model.interval(pc=0.3)) == (0.3, 0.3)
        assert tuple(model.interval("guess", 0.3)) == (0.3, 0.3)
        model.bootstrap()
    assert tuple(model.read(0.3).interval) == (0.3, 0.3)


def test_a_reading_has_an_interval_from_bands_only(pair):
    assert pair.read(0.4).interval is None
    pair.bootstrap()
    assert pair.read(0.4).interval is not None
    pair.level = 0.8
    assert pair.read(0.4).interval.level == 0.8
    pair.classifiers = {"a": (LABEL, score(5)), "b": (LABEL, score(1))}
    assert pair.stale
    assert pair.read(0.4).interval is None


def test_a_band_of_another_level_is_read_for_none(pair):  # F8: too few resamples for 99.9 %
    pair.bootstrap()
    pair.level = 0.999
    assert pair.band.level == 0.9
    assert pair.stale
    assert pair.read(0.4).interval is None
    for ask, names in ((pair.interval, "a"), (pair.significance, "ab")):
        with pytest.raises(CostCurveError, match="n_resamples: must be a whole number"):
            ask(*names)


@pytest.mark.parametrize("method", ["fixed", "optimistic"])
def test_bands_that_allow_for_no_choice_are_read_for_none(pair, method):  # S2
    pair.bootstrap(method=method)
    assert pair.band.best is None
    assert pair.read(0.4).interval is None
    assert "luck of choosing" in pair.interval("a", 0.4).method
    assert "90 % band" not in pair.band.each["a"].covers
    assert "too low" in pair.band.each["a"].covers


def test_many_examples_take_no_longer_than_their_thresholds_need():
    rng = np.random.default_rng(0)
    y = rng.random(30_000) < 0.5
    model = CostCurveModel({name: (y, rng.normal(size=y.size) + y) for name in "ab"})
    found = model.interval("a", 0.5)
    whole = finished(resampling(scored_in(model, "a"), n_resamples=1999, rng=0, pc=[0.5]))
    band = envelope_band(whole)
    width = band.upper[0] - band.lower[0]
    assert found.lower == pytest.approx(band.lower[0], abs=width / 20)
    assert found.upper == pytest.approx(band.upper[0], abs=width / 20)
    best = model.interval(pc=0.5)
    assert "one of 2 classifiers" in best.method
    assert best.expected > model.cost(pc=0.5).normalised


# S4: so was the classifier.


def test_the_best_of_several_was_chosen_too(pair):
    sources = list(pair.classifiers.values())
    drawn = finished(joint_resampling(sources, n_resamples=400, rng=4, pc=[0.4]))
    band = best_band(drawn, [envelope_band(one) for one in drawn.each])
    found = pair.interval(pc=0.4)
    assert tuple(found) == (band.lower[0], band.upper[0])
    winner = pair.cost(pc=0.4).name
    assert found.upper > pair.interval(winner, 0.4).upper
    assert found.expected > pair.interval(winner, 0.4).expected


def test_the_best_is_one_of_the_visible(pair):
    pair.add("c", (LABEL, score(2)))
    band = pair.bootstrap()
    assert set(band.among) == {"a", "b", "c"}
    pair.hide("c")
    assert not pair.stale
    assert pair.band.best is None, "what was drawn is of all three"
    assert pair.read(0.4).interval is None
    assert pair.interval(pc=0.4).upper <= 1
    pair.hide("b")
    np.testing.assert_array_equal(best_in(pair).upper, pair.band.each["a"].upper)
    pair.hidden = ()
    np.testing.assert_array_equal(best_in(pair).upper, band.best.upper)


def test_the_best_of_several_test_sets_or_matrices_is_sure_if_all_are():
    model = model_of(a=(LABEL, score(0)), b=(LABEL.copy(), score(1)), matrix=MATRIX)
    found = model.interval(pc=0.5)
    assert "each of 3 classifiers at 96.67 %" in found.method
    bands = model.bootstrap()
    assert "each of 3 classifiers" in bands.best.method
    assert found.level == bands.best.level == 0.9


def test_names_change_and_the_best_stays(pair):
    best = pair.bootstrap().best
    pair.rename("a", "forest")
    np.testing.assert_array_equal(best_in(pair).upper, best.upper)
    assert set(pair.band.among) == {"forest", "b"}


def test_a_matrix_keeps_its_closed_form():
    model = model_of(matrix=MATRIX)
    lower, upper = mover_limits(4, 10, 4, 20, 0.5, 1.6448536269514722)
    assert tuple(model.interval("matrix", 0.5)) == pytest.approx((lower, upper))
    assert tuple(model.interval(pc=0.5)) == pytest.approx((lower, upper))


# W3: whole weights are weights.


@pytest.mark.parametrize("weight", [100.0, 2.0, 0.5])
def test_sums_of_weights_have_no_interval_and_a_reason(weight):
    model = model_of(w=count(predictions(LABEL, score(0), sample_weight=np.full(60, weight))))
    for ask in (model.interval, model.bootstrap):
        with pytest.raises(CostCurveError, match="'w': sums of weights"):
            ask()
    assert model.read(0.4).interval is None
    assert "interval" not in model.summary()
    with pytest.raises(CostCurveError, match="'w': sums of weights"):
        model.interval("w", 0.4)


@pytest.mark.parametrize("weight", [100.0, 2.0, 1.0, 0.5, 0.1])
def test_weights_that_are_all_alike_make_nothing_more_or_less_certain(weight):
    plain = model_of(a=predictions(LABEL, score(0)))
    alike = model_of(a=predictions(LABEL, score(0), sample_weight=np.full(60, weight)))
    assert tuple(alike.interval("a", 0.4)) == tuple(plain.interval("a", 0.4))
    assert np.array_equal(alike.bootstrap().best.upper, plain.bootstrap().best.upper)


def test_the_reason_of_an_answer_tells_the_design_effect():
    model = model_of(w=predictions(LABEL, score(0), sample_weight=np.arange(60.0)))
    model.bootstrap(n_resamples=200, rng=0)
    assert "weighted examples, design effect" in model.read(0.4).words


def test_counts_at_several_thresholds_are_resampled_as_their_scores_are():
    scored = predictions(LABEL, score(0))
    of_scores, of_counts = (
        model_of(c=given).interval("c", 0.4) for given in (scored, count(scored))
    )
    assert tuple(of_counts) == tuple(of_scores)


def test_of_counts_it_is_said_that_no_pairing_is_known():
    pair = model_of(a=count(predictions(LABEL, score(0))), b=count(predictions(LABEL, score(1))))
    assert any("Of a and b there are counts only" in one for one in pair.remarks)
    assert pair.bootstrap(n_resamples=300, rng=0).apart("a", "b")
    assert not any("counts only" in one for one in model_of(a=pair.classifiers["a"]).remarks)


# W26: what cannot be known is said.


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (point_set(fpr=0.3, tpr=0.7), "bare points"),
        (count(predictions(LABEL, score(0), sample_weight=np.full(60, 3.0))), "sums of weights"),
    ],
)
def test_a_bootstrap_of_nothing_is_an_error_that_says_why(given, why):
    model = model_of(x=given)
    with pytest.raises(CostCurveError, match=f"'x': {why}"):
        model.bootstrap()
    assert (model.band, model.job) == (None, None)


def test_a_pair_that_cannot_be_judged_says_why():
    model = model_of(a=(LABEL, score(0)), m=MATRIX, p=point_set(fpr=0.3, tpr=0.7))
    bands = model.bootstrap()
    assert bands.why_not("a", "m") == (
        "m is a confusion matrix: it does not tell which examples it is wrong about. "
        "Give scores of both."
    )
    assert bands.why_not("a", "p").startswith("p has bare points: how many examples")
    for ask in (model.significance, bands.difference):
        with pytest.raises(CostCurveError, match="m is a confusion matrix"):
            ask("a", "m")
    assert model.difference is None


def test_a_classifier_that_was_hidden_is_said_to_be_missing(pair):
    pair.hide("b")
    bands = pair.bootstrap()
    assert "b was hidden" in bands.why_not("a", "b")


def test_all_pairs_together_need_no_more_resamples(pair):
    for seed in range(8):
        pair.add(f"c{seed}", (LABEL, score(seed)))
    pair.bootstrap_settings = BootstrapSettings(n_resamples=400, rng=4, judged="all pairs")
    pair.bootstrap()
    assert (pair.difference.family, pair.difference.level) == (45, 0.9)


def test_a_matrix_of_whole_numbers_counts_examples():
    assert not matrix_counts([[6, 4], [3, 17]]).weighted


def test_what_to_expect_of_the_best_of_two_matrices_follows_who_is_wrong_where():
    errors = {"first_only": 1, "second_only": 1, "both": 5, "neither": 13}
    told = CostCurveModel(pc=0.4)
    told.pair("a", "b", {"positives": errors, "negatives": errors})
    alone = CostCurveModel(dict(told.classifiers), pc=0.4)
    for model in (told, alone):
        model.bootstrap(n_resamples=200, rng=0)
    hidden = [model.interval().expected - model.cost().normalised for model in (told, alone)]
    assert 0.0 < hidden[0] < 0.7 * hidden[1], "two that are wrong together hide less luck"
    later = CostCurveModel(dict(told.classifiers), pc=0.4)
    later.bootstrap(n_resamples=200, rng=0)
    later.pairs = told.pairs
    assert later.interval() == told.interval()
    assert later.interval().expected == pytest.approx(told.interval().expected, abs=1e-12)
