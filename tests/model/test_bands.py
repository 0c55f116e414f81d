"""Bands of the model: the resampling plan, and bands after changes of the data."""

import threading
from copy import copy
from importlib import import_module

import numpy as np
import pytest

from cc_widgets.core import cell_counts, count, point_set, predictions
from cc_widgets.core.uncertainty import (
    envelope_band,
    expected_costs,
    finished,
    joint_resampling,
    recommended_difference_band,
    resampling,
)
from cc_widgets.core.uncertainty.bootstrap import side_by_side
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.envelopes import optimistic_band
from cc_widgets.core.uncertainty.intervals import LineCounts, rule_band
from cc_widgets.core.uncertainty.selection import (
    best_choice,
    envelope_costs,
    joint_selection,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.model import answers
from cc_widgets.model.answers import area_difference_words, area_words, compare_classifiers
from cc_widgets.model.bands import BootstrapResamples, BootstrapSettings
from cc_widgets.model.bootstrap import bootstrap_steps, plan_resampling, resample_targets
from cc_widgets.model.differences import significance_words
from cc_widgets.model.numerals import number, percent
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import model_of, score

RNG = np.random.default_rng(0)
LABEL = np.arange(60) % 3 == 0
MATRIX = cell_counts(tp=16, fn=4, fp=4, tn=6)


def scores(shift):
    return predictions(LABEL, RNG.normal(size=60) + shift * LABEL)


A, B, C = scores(1.0), scores(1.5), scores(2.0)
OTHER = predictions(~LABEL, RNG.normal(size=60))


@pytest.fixture
def model():
    return CostCurveModel({"a": A, "b": B}, resampling=BootstrapSettings(n_resamples=300, rng=4))


def test_progress_of_each_stage_increases_to_one(model):
    steps = list(bootstrap_steps(model.classifiers, model.resampling, 0.9, model.compared))
    for stage in ("bands", "differences"):
        shares = [step.progress for step in steps if step.stage == stage and step.part is None]
        progress = [share for share in shares if share >= 0.0]  # negative: unknown
        assert progress == sorted(progress)
        assert 0.0 < progress[0] < progress[-1] == 1.0


def test_bands_use_single_and_differences_use_joint_resamples(model):
    bands = model.bootstrap()
    assert bands.complete
    assert bands.settled
    for name, source in (("a", A), ("b", B)):
        single = envelope_band(finished(resampling(source, n_resamples=300, rng=4)))
        assert np.array_equal(bands.each[name].lower, single.lower)
        assert np.array_equal(bands.each[name].upper, single.upper)
    drawn = finished(joint_resampling([A, B], n_resamples=300, rng=4))
    expected = recommended_difference_band(drawn, simultaneous=True)
    assert np.array_equal(model._difference.lower, expected.lower)
    each = [envelope_costs(*pair) for pair in zip(drawn.each, bands.each.values(), strict=True)]
    best = best_choice(each, *joint_selection(drawn, 0.9)).best
    assert np.array_equal(bands.best.upper, best.upper)
    assert (model.bands, model.bands.is_stale) == (bands, False)


def test_differences_are_tested_after_the_last_resample_only(model):
    drawn = finished(joint_resampling([A, B], n_resamples=499, rng=0, pc=[model.pc]))
    seen, estimated = [], expected_costs(drawn).best

    def look(_change):
        bands, difference = model.bands, model._difference
        seen.append((bands.n_done, bands.best is None, difference and difference.n_resamples))
        significance = compare_classifiers(model, "a", "b", resample=False).significance
        is_reported = significance is not None or "ignif" in model.recommend().text
        assert is_reported == bands.settled
        assert ("told at the end of the bootstrap" in significance_words(model)) != bands.settled
        best = bands.best or estimated
        limits = [np.interp(model.pc, best.pc, edge) for edge in (best.lower, best.upper)]
        assert list(model.recommend().interval) == pytest.approx(limits, abs=1e-12)

    model.observe(look, "bands")
    job = model.bootstrap(wait=False)
    job.wait()
    assert seen == [(200, True, None), (300, True, None), (300, False, 200), (300, False, 300)]


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_the_number_of_threads_does_not_change_the_bands(monkeypatch, model, n_threads):
    expected = model.bootstrap()
    monkeypatch.setattr("cc_widgets.model.bootstrap.n_worker_threads", lambda: n_threads)
    bands = model.bootstrap()
    for name in "ab":
        assert np.array_equal(bands.each[name].lower, expected.each[name].lower)
    assert np.array_equal(bands.best.lower, expected.best.lower)


def test_cancelling_between_stages_keeps_bands_without_tests(model):
    model.observe(lambda _change: model.bands.complete and model.job.cancel(), "bands")
    job = model.bootstrap(wait=False)
    job.wait()
    bands = model.bands
    assert (job.state, bands.complete, bands.settled) == ("cancelled", True, False)
    assert (bands.best, model._difference) == (None, None)
    assert "told at the end" in significance_words(model)
    with pytest.raises(CostCurveError, match="Wait until their resamples are there"):
        bands.difference("a", "b")
    assert model.compare("a", "b").significance.level == 0.9


def test_plan_for_each_kind_of_classifier():
    weighted = predictions(LABEL, A.score, sample_weight=np.full(60, 2.0))
    bare = point_set(fpr=0.3, tpr=0.7)
    sources = {"a": A, "matrix": MATRIX, "bare": bare, "c": C, "o": OTHER, "w": weighted}
    plan = plan_resampling(sources | {"counted": count(B), "summed": count(weighted)})
    assert plan.groups == (("a", "c"), ("o",), ("w",), ("counted",))
    assert set(plan.reasons) == {"bare", "summed"}
    bands = CostCurveModel(sources).bootstrap(n_resamples=200, rng=0)
    assert set(bands.each) == {"a", "matrix", "c", "o", "w"}
    line = rule_band(LineCounts(fp=4, negatives=10, fn=4, positives=20))
    assert np.array_equal(bands.each["matrix"].upper, line.upper)
    assert bands.reasons["bare"].startswith("bare points")
    assert bands.resampled.groups == (("a", "c"), ("o",), ("w",))


def test_matrices_alone_need_no_resamples():
    bands = CostCurveModel({"matrix": MATRIX}).bootstrap()
    assert (bands.n_done, bands.complete, list(bands.each)) == (0, True, ["matrix"])


def test_hidden_classifiers_are_left_out(model):
    model.hide("a")
    assert list(model.bootstrap().each) == ["b"]
    model.show("a")
    assert model.bands.is_stale


def test_changing_level_method_or_pair_reuses_the_resamples(model):
    model.add("c", C)
    model.bootstrap()
    resampled, before = model.bands.resampled, model._difference
    model.level = 0.95
    assert model.bands.each["a"].level == model._difference.level == 0.95
    model.resampling = BootstrapSettings("optimistic", n_resamples=300, rng=4)
    expected = optimistic_band(resampled.each["a"], level=0.95)
    assert np.array_equal(model.bands.each["a"].upper, expected.upper)
    model.compared = ("a", "c")
    assert not np.array_equal(model._difference.estimate, before.estimate)
    assert model.bands.resampled is resampled
    assert not model.bands.is_stale


def test_too_few_resamples_for_the_level_keep_the_last_band_as_stale(model):
    kept = model.bootstrap()
    model.level = 0.999
    assert model.bands.each is kept.each
    assert model.bands.is_stale
    with pytest.raises(CostCurveError, match="n_resamples: must be an integer, 2000 or more"):
        model.bootstrap(wait=False)
    model.level = 0.9
    assert (model.bands.each, model.bands.is_stale) == (kept.each, False)


def test_new_data_make_the_band_stale_and_new_names_do_not(model):
    model.bootstrap()
    kept = model.bands.each["a"]
    model.rename("a", "forest")
    assert model.bands.each["forest"] is kept
    assert not model.bands.is_stale
    assert model.compared == ("forest", "b")
    assert model._difference is not None
    model.classifiers = {"forest": C, "b": B}
    assert model.bands.is_stale
    assert model.bands.each["forest"] is kept
    model.remove("b")
    assert list(model.bands.each) == ["forest"]
    assert model._difference is None


@pytest.mark.parametrize("change", [{"n_resamples": 200}, {"rng": 5}, {"stratified": False}])
def test_other_settings_make_the_band_stale_until_it_is_drawn_again(model, change):
    model.bootstrap()
    before = model.bands
    model.resampling = BootstrapSettings(**{"n_resamples": 300, "rng": 4} | change)
    assert (model.bands.is_stale, model.bands.each) == (True, before.each)
    model.bootstrap()
    assert not model.bands.is_stale


def test_newest_request_replaces_earlier_ones(model):
    older = model.bootstrap(wait=False)
    newer = model.bootstrap(wait=False)
    assert (older.state, model.job) == ("cancelled", newer)
    newer.wait()
    older.wait()
    assert model.bands.complete


def test_changed_data_stop_the_running_job(model):
    kept = model.bootstrap()
    job = model.bootstrap(wait=False)
    model.classifiers = {"a": C, "b": B}
    assert (job.state, model.bands.each) == ("cancelled", kept.each)
    job.wait()
    assert (model.bands.each, model.bands.is_stale) == (kept.each, True)


def test_renaming_does_not_stop_the_running_job(model):
    job = model.bootstrap(wait=False)
    model.rename("a", "forest")
    job.wait()
    assert job.state == "done"
    assert set(model.bands.each) == {"forest", "b"}
    assert not model.bands.is_stale


def test_bands_are_shown_early_and_then_refined(model):
    seen = []
    model.observe(lambda change: seen.append(change["new"].n_done), "bands")
    model.bootstrap(n_resamples=1000)
    assert seen == [200, 400, 800, 1000, *[1000] * 4]


def test_band_difference_and_stale_arrive_together(model):
    seen = []

    def look(_change):
        seen.append((model.bands.level, model._difference.level, model.bands.is_stale))

    model.bootstrap(level=0.8)
    model.observe(look, ["bands", "_difference"])
    model.level = 0.7
    assert set(seen) == {(0.7, 0.7, False)}


def test_a_failed_job_leaves_the_band(model, monkeypatch):
    kept = model.bootstrap()

    def fail(*_):
        raise MemoryError("no memory left")

    monkeypatch.setattr("cc_widgets.model.bootstrap.candidates", fail)
    with pytest.raises(CostCurveError, match="out of memory"):
        model.bootstrap()
    assert (model.job.state, model.bands) == ("failed", kept)


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "best"},
        {"n_resamples": 0},
        {"rng": -1},
        {"simultaneous": 1},
        {"stratified": None},
    ],
)
def test_invalid_settings_raise(model, wrong):
    before = model.resampling
    with pytest.raises(CostCurveError, match=f"{next(iter(wrong))}: must be"):
        model.resampling = BootstrapSettings(**wrong)
    assert model.resampling is before


def test_optimistic_band_cannot_be_simultaneous(model):
    with pytest.raises(CostCurveError, match=r"bands are pointwise"):
        model.bootstrap(method="optimistic", simultaneous=True)
    assert model.resampling.method == "envelope"


def test_resample_targets_increase_to_the_last():
    assert resample_targets(1999, 0.9) == [200, 400, 800, 1600, 1999]
    assert resample_targets(0, 0.9) == [0]


def test_thresholds_are_found_in_the_thread_and_can_be_cancelled_between(model, monkeypatch):
    begun, go, calls = threading.Event(), threading.Event(), []

    def slow(source):
        calls.append(threading.current_thread())
        begun.set()
        go.wait(10)
        return candidates(source)

    monkeypatch.setattr("cc_widgets.model.bootstrap.candidates", slow)
    job = model.bootstrap(wait=False)
    assert begun.wait(60)
    job.cancel()
    go.set()
    job._thread.join(60)
    assert len(calls) <= 2
    assert threading.current_thread() not in calls
    assert (job.state, job.progress, model.bands) == ("cancelled", 0.0, None)


def test_cancelling_stops_the_blocks_that_are_left(model):
    drawn = []
    model.resampling = BootstrapSettings(n_resamples=50_000, rng=0)
    model.observe(lambda change: drawn.append(change["new"].n_done), "bands")
    job = model.bootstrap(wait=False)
    while not drawn:
        job.wait(0.05)
    model.job.cancel()
    job._thread.join()
    assert model.bands.n_done < 25_000  # not in seconds, the machine may be busy
    assert (job.state, model.bands.complete) == ("cancelled", False)
    assert not model.bands.is_stale


def test_steps_stay_short_for_many_examples(monkeypatch):
    module = import_module("cc_widgets.core.uncertainty.bootstrap")
    monkeypatch.setattr(module, "_PACKED_PER_BUCKET", 16)  # as 16 times as many examples
    rng = np.random.default_rng(0)
    label = np.arange(200_000) % 2 == 0
    pair = [predictions(label, rng.normal(size=label.size) + label) for _ in range(2)]
    first = next(joint_resampling(pair, n_resamples=200, rng=0, pc=[0.5]))
    assert 1 < first.n_done < 60


def test_interval_of_a_matrix_contains_its_cost_after_a_bootstrap():
    # The matrix [[9, 1], [9, 1]] costs .05 at pc .05, but its interval began at .065.
    model = CostCurveModel({"matrix": cell_counts(tp=1, fn=9, fp=1, tn=9)})
    model.bootstrap()
    for pc in (0.0, 0.05, 0.3, 0.5, 0.95, 1.0):
        lower, upper = model.confidence_interval("matrix", pc)
        assert lower <= model.cost("matrix", pc).normalised <= upper, pc


def test_interval_of_a_simultaneous_band_is_simultaneous():
    model = CostCurveModel({"a": (LABEL, RNG.normal(size=60) + LABEL)})
    assert not model.confidence_interval("a").simultaneous
    model.bootstrap(n_resamples=199, simultaneous=True)
    wide = model.confidence_interval("a")
    assert wide.simultaneous
    assert not model.confidence_interval().simultaneous
    model.bootstrap(n_resamples=199, simultaneous=False)
    assert not model.confidence_interval("a").simultaneous
    assert model.confidence_interval("a").upper < wide.upper


# ---- Resamples by settings and names
FIRST, THIRD = (predictions(LABEL, RNG.normal(size=60) + shift * LABEL) for shift in (1.0, 2.0))


def test_differences_use_equally_many_resamples_of_both():  # F8
    drawn = {
        name: finished(resampling(source, n_resamples=n, rng=0, pc=[0.2, 0.5]))
        for name, source, n in (("a", FIRST, 300), ("o", OTHER, 250))
    }
    halfway = BootstrapResamples(
        sources={"a": FIRST, "o": OTHER},
        each=drawn,
        lines={},
        reasons={},
        joint={},
        groups=(("a",), ("o",)),
        pc=None,
        n_done=250,
        n_resamples=500,
    )
    for names in (("a", "o"), ("o", "a")):
        pair = halfway.pair(*names)
        assert pair is not None
        for name, resamples in zip(names, pair.each, strict=True):
            assert resamples.n_done == 250
            assert np.array_equal(resamples.cost, drawn[name].cost[:250])
            assert np.array_equal(resamples.fp, drawn[name].fp[:250])


@pytest.mark.parametrize("method", ["envelope", "fixed", "optimistic"])
def test_the_best_of_matrices_has_a_band_by_any_method(method):  # nothing was chosen there
    sources = {"m": MATRIX, "n": cell_counts(tp=12, fn=8, fp=1, tn=9)}
    bands = CostCurveModel(sources).bootstrap(method=method)
    assert bands.best is not None
    assert bands.best.lower.size == bands.each["m"].lower.size


def test_best_band_of_different_examples_uses_independent_resamples():
    bands = CostCurveModel({"a": A, "o": OTHER}).bootstrap(n_resamples=300, rng=4)
    drawn = side_by_side([bands.resampled.each[name] for name in "ao"])
    expected = expected_costs(drawn).best
    assert bands.best is not None
    for limit in ("lower", "upper", "expected"):
        assert np.array_equal(getattr(bands.best, limit), getattr(expected, limit))


def test_best_band_of_counts_uses_simultaneous_bands():
    counts = count(predictions([0, 0, 1, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6, 7, 8]))
    bands = CostCurveModel({"a": A, "c": counts}).bootstrap(n_resamples=300, rng=4)
    assert bands.best is not None
    assert "each of 2 classifiers at 95 %" in bands.best.method


@pytest.mark.parametrize("whole", [np.int64, np.uint32, int])
def test_integer_settings_are_python_integers(whole):  # F8
    settings = BootstrapSettings(n_resamples=whole(500), rng=whole(7))
    assert (type(settings.n_resamples), type(settings.rng)) == (int, int)
    assert settings == BootstrapSettings(n_resamples=500, rng=7)


def test_one_classifier_under_several_names_has_a_band_under_each():
    model = CostCurveModel(dict.fromkeys("ab", FIRST) | {"c": THIRD} | dict.fromkeys("mn", MATRIX))
    bands = model.bootstrap(n_resamples=200, rng=0)
    assert set(bands.each) == set("abcmn")
    assert np.array_equal(bands.each["a"].upper, bands.each["b"].upper)
    model.rename("a", "x")
    assert model.bands is not None
    assert set(model.bands.each) == set("xbcmn")
    model.remove("b")
    assert set(model.bands.each) == set("xcmn")
    assert not model.bands.is_stale


def test_areas_have_intervals_at_the_models_level_and_are_cached(monkeypatch):
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    area = pair.about("a").area
    assert area.lower < area.value < area.upper
    assert pair.about("a").area is area
    difference = pair.compare("a", "b").area_difference
    assert difference.paired
    assert difference.value == pytest.approx(area.value - pair.about("b").area.value)
    assert pair.compare("a", "b").area_difference is difference
    with monkeypatch.context() as patch:
        patch.setattr(answers, "roc_area_difference", None)  # fails if called
        swapped = pair.compare("b", "a").area_difference
    assert (swapped.value, swapped.upper) == (-difference.value, -difference.lower)
    pair.level = 0.95
    assert pair.about("a").area.lower < area.lower
    pair.classifiers = {**pair.classifiers, "a": (LABEL, -score(0))}
    assert pair.about("a").area.value == pytest.approx(1 - area.value)


def test_without_scores_there_is_no_area():
    model = CostCurveModel({"matrix": [[6, 4], [4, 16]], "point": (0.3, 0.7)})
    assert model.about("matrix").area is None
    assert model.about("point").area is None
    assert model.compare("matrix", "point").area_difference is None


def test_words_for_areas_and_their_difference():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    area, both = pair.about("a").area, pair.compare("a", "b").area_difference
    text = f"area under the ROC curve {number(area.value)} (90 %: {number(area.lower)} to "
    assert area_words(pair, "a").startswith(text)
    words, sign = area_difference_words(pair), 1 if both.value > 0 else -1
    larger, smaller = ("a", "b")[::sign]
    assert f"{larger} has {number(sign * both.value)} more (90 %: " in words
    assert f"{smaller} {number(pair.about(smaller).area.value)};" in words
    limits = sorted([sign * both.lower, sign * both.upper])
    assert f"(90 %: {number(limits[0])} to {number(limits[1])})." in words
    pair.compared = ("b", "a")
    assert area_difference_words(pair) == words
    pair.compared = ("a", "b")
    assert f"in {percent(both.p_value, 2)} of all test sets" in words
    pair.classifiers = {"a": (LABEL, score(0)), "b": (LABEL.copy(), score(1, 2.0))}
    assert "taken for two test sets" in area_difference_words(pair)
    pair.classifiers = {"a": (LABEL, score(0)), "b": (LABEL, score(0))}
    assert "no difference (90 %: 0 to 0)." in area_difference_words(pair)
    pair.classifiers = {"a": (LABEL, score(0)), "b": [[6, 4], [4, 16]]}
    assert (area_difference_words(pair), area_words(pair, "b")) == ("", "")


@pytest.mark.parametrize("separate", [False, True])
def test_a_removed_classifier_leaves_the_bands_of_the_others(separate):
    rng = np.random.default_rng(0)
    labels = [rng.random(60) < 0.4 for _ in range(3)] if separate else [rng.random(60) < 0.4] * 3
    scored = {name: (y, rng.normal(size=60) + y) for name, y in zip("abc", labels, strict=True)}
    model = CostCurveModel(scored)
    before = model.bootstrap(n_resamples=99, level=0.8, rng=0)
    model.remove("b")
    left = model.bands
    assert left is not None
    assert list(left.each) == ["a", "c"]
    assert left.each["c"] is before.each["c"]
    assert left.difference("a", "c").estimate.size
    model.remove("a")
    model.remove("c")
    assert model.bands is None


def test_one_classifier_of_each_common_test_set_can_be_removed():
    rng = np.random.default_rng(0)
    sets = [np.arange(size) % 2 for size in (80, 82)]
    model = CostCurveModel(
        {
            f"{name}{place}": predictions(y, rng.normal(size=y.size) + y)
            for name, y in zip("ab", sets, strict=True)
            for place in range(3)
        }
    )
    before = model.bootstrap(n_resamples=100, rng=0).difference("a0", "a2")
    for name in ("a1", "b0", "b1"):
        model.remove(name)
    bands = model.bands
    assert bands is not None
    assert bands.resampled.groups == (("a0", "a2"), ("b2",))
    assert list(bands.resampled.joint) == [("a0", "a2")]
    assert np.allclose(bands.difference("a0", "a2").estimate, before.estimate)
    assert bands.best is not None
    assert not model._has_stale_bands


def scored(seed, size):
    rng = np.random.default_rng(seed)
    y = np.arange(size) % 2
    return predictions(y, rng.normal(size=size) + y)


def other_data(model):
    model.classifiers = {name: scored(i, 80) for i, name in enumerate("de")}


@pytest.mark.parametrize(
    "act",
    [
        lambda model: model.merge_folds("f"),
        lambda model: model.bootstrap(n_resamples=100, rng=0),
        lambda model: model.confidence_interval("d"),
        lambda model: model.cost("e"),
        lambda model: model.hide("d"),
        lambda model: setattr(model, "colors", {"e": "#123456"}),
    ],
)
def test_methods_within_a_change_see_updated_dependent_traits(act):
    in_one_change, one_by_one = (
        CostCurveModel(
            {name: scored(i, 80) for i, name in enumerate("abc")},
            hidden=("a",),
            colors={"b": "#000000"},
        )
        for _ in range(2)
    )
    with in_one_change.hold_trait_notifications():
        other_data(in_one_change)
        act(in_one_change)
    other_data(one_by_one)
    act(one_by_one)
    assert repr(in_one_change) == repr(one_by_one)
    assert (in_one_change.hidden, in_one_change.colors) == (one_by_one.hidden, one_by_one.colors)
    assert in_one_change._has_stale_bands is one_by_one._has_stale_bands is False
    assert in_one_change.bands is None or set(in_one_change.bands.each) == set("de")


def test_copy_made_within_a_change_is_consistent():
    model = CostCurveModel({name: scored(i, 80) for i, name in enumerate("abc")})
    with model.hold_trait_notifications():
        other_data(model)
        copied = copy(model)
    assert [item.name for item in copied.curves.classifiers] == ["d", "e"]
    assert repr(copied) == repr(model)


def test_failed_change_rolls_back_dependent_traits():
    model = CostCurveModel({name: scored(i, 80) for i, name in enumerate("abc")})
    before = {name: getattr(model, name) for name in model.trait_names()}

    def change():
        with model.hold_trait_notifications():
            other_data(model)
            model.merge_folds("f")
            model.bootstrap(n_resamples=100, rng=0)
            model.level = -1

    with pytest.raises(CostCurveError):
        change()
    assert {name: getattr(model, name) for name in model.trait_names()} == before


def test_tiny_p_values_are_reported_as_a_bound():
    y_true = np.arange(2000) % 2
    noise = np.random.default_rng(0).normal(size=(2, 2000))
    scores = {"a": (y_true, noise[0] + 2 * y_true), "b": (y_true, noise[1])}
    assert area_difference_words(CostCurveModel(scores)).endswith(
        "in less than 0.1 % of all test sets."
    )


def test_too_many_resamples_raise(model):
    before = model.resampling
    with pytest.raises(CostCurveError, match="n_resamples: must be an integer, 100000 or less"):
        model.bootstrap(n_resamples=10**7)
    assert model.resampling == before
