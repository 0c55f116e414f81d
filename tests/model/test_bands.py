"""Bands of the model: what is resampled how, and to which data bands belong."""

import threading
from copy import copy

import numpy as np
import pytest

from cc_widgets.core import cell_counts, count, point_set, predictions
from cc_widgets.core.uncertainty import (
    LineCounts,
    best_band,
    candidates,
    envelope_band,
    finished,
    joint_resampling,
    optimistic_band,
    recommended_difference_band,
    resampling,
    rule_band,
    side_by_side,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import area_words, areas_words
from cc_widgets.model.bands import BootstrapSettings, Resampled
from cc_widgets.model.bootstrap import plan_of, rounds, work
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
    return CostCurveModel(
        {"a": A, "b": B}, bootstrap_settings=BootstrapSettings(n_resamples=300, rng=4)
    )


def test_of_each_stage_the_share_that_is_done_rises_to_all_of_it(model):
    steps = list(work(model.classifiers, model.bootstrap_settings, 0.9, model.compared))
    for stage in ("bands", "differences"):
        shares = [step.progress for step in steps if step.stage == stage and step.part is None]
        told = [share for share in shares if share >= 0.0]  # less: nobody knows yet
        assert told == sorted(told)
        assert 0.0 < told[0] < told[-1] == 1.0


def test_each_is_resampled_alone_and_what_they_have_together_jointly(model):
    bands = model.bootstrap()
    assert bands.complete
    assert bands.settled
    for name, source in (("a", A), ("b", B)):
        alone = envelope_band(finished(resampling(source, n_resamples=300, rng=4)))
        assert np.array_equal(bands.each[name].lower, alone.lower)
        assert np.array_equal(bands.each[name].upper, alone.upper)
    drawn = finished(joint_resampling([A, B], n_resamples=300, rng=4))
    expected = recommended_difference_band(drawn, simultaneous=True)
    assert np.array_equal(model.difference.lower, expected.lower)
    best = best_band(drawn, list(bands.each.values()))
    assert np.array_equal(bands.best.upper, best.upper)
    assert (model.band, model.stale) == (bands, False)


def test_bands_come_first_and_nothing_is_judged_before_all_is_drawn(model):
    seen = []

    def look(_change):
        bands, difference = model.band, model.difference
        seen.append((bands.n_done, bands.best is None, difference and difference.n_resamples))
        told = model.compare("a", "b").significance is not None or "ignif" in model.read().words
        assert told == bands.settled
        assert ("told at the end of the bootstrap" in significance_words(model)) != bands.settled
        assert (model.read().interval is None) == (bands.best is None)

    model.observe(look, "band")
    job = model.start_bootstrap()
    job.wait()
    assert seen == [(200, True, None), (300, True, None), (300, False, 200), (300, False, 300)]


@pytest.mark.parametrize("processors", [1, 2, 3])
def test_the_number_of_processors_changes_nothing(monkeypatch, model, processors):
    expected = model.bootstrap()
    monkeypatch.setattr("cc_widgets.model.bootstrap.processors", lambda: processors)
    found = model.bootstrap()
    for name in "ab":
        assert np.array_equal(found.each[name].lower, expected.each[name].lower)
    assert np.array_equal(found.best.lower, expected.best.lower)


def test_what_is_cancelled_between_the_stages_keeps_its_bands_and_judges_nothing(model):
    model.observe(lambda _change: model.band.complete and model.cancel(), "band")
    job = model.start_bootstrap()
    job.wait()
    bands = model.band
    assert (job.state, bands.complete, bands.settled) == ("cancelled", True, False)
    assert (bands.best, model.difference) == (None, None)
    assert "told at the end" in significance_words(model)
    with pytest.raises(CostCurveError, match="Wait until their resamples are there"):
        bands.difference("a", "b")
    assert model.significance("a", "b").level == 0.9


def test_each_kind_gets_what_it_can_have():
    weighted = predictions(LABEL, A.score, sample_weight=np.full(60, 2.0))
    bare = point_set(fpr=0.3, tpr=0.7)
    given = {"a": A, "matrix": MATRIX, "bare": bare, "c": C, "o": OTHER, "w": weighted}
    plan = plan_of(given | {"counted": count(B), "summed": count(weighted)})
    assert plan.groups == (("a", "c"), ("o",), ("w",), ("counted",))
    assert set(plan.reasons) == {"bare", "summed"}
    bands = CostCurveModel(given).bootstrap(n_resamples=200, rng=0)
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
    assert model.stale


def test_another_level_method_or_pair_draws_nothing_new(model):
    model.add("c", C)
    model.bootstrap()
    resampled, before = model.band.resampled, model.difference
    model.level = 0.95
    assert model.band.each["a"].level == model.difference.level == 0.95
    model.bootstrap_settings = BootstrapSettings("optimistic", n_resamples=300, rng=4)
    expected = optimistic_band(resampled.each["a"], level=0.95)
    assert np.array_equal(model.band.each["a"].upper, expected.upper)
    model.compared = ("a", "c")
    assert not np.array_equal(model.difference.estimate, before.estimate)
    assert model.band.resampled is resampled
    assert not model.stale


def test_a_level_beyond_the_resamples_leaves_the_last_band_and_says_so(model):
    kept = model.bootstrap()
    model.level = 0.999
    assert model.band is kept
    assert model.stale
    with pytest.raises(CostCurveError, match="n_resamples: must be a whole number, 2000 or more"):
        model.start_bootstrap()
    model.level = 0.9
    assert (model.band, model.stale) == (kept, False)


def test_new_data_make_the_band_stale_and_new_names_do_not(model):
    model.bootstrap()
    kept = model.band.each["a"]
    model.rename("a", "forest")
    assert model.band.each["forest"] is kept
    assert not model.stale
    assert model.compared == ("forest", "b")
    assert model.difference is not None
    model.classifiers = {"forest": C, "b": B}
    assert model.stale
    assert model.band.each["forest"] is kept
    model.remove("b")
    assert list(model.band.each) == ["forest"]
    assert model.difference is None


@pytest.mark.parametrize("change", [{"n_resamples": 200}, {"rng": 5}, {"stratified": False}])
def test_other_settings_make_the_band_stale_until_it_is_drawn_again(model, change):
    model.bootstrap()
    before = model.band
    given = {"n_resamples": 300, "rng": 4} | change
    model.bootstrap_settings = BootstrapSettings(**given)
    assert (model.stale, model.band) == (True, before)
    model.bootstrap()
    assert not model.stale


def test_the_newest_request_wins(model):
    older = model.start_bootstrap()
    newer = model.start_bootstrap()
    assert (older.state, model.job) == ("cancelled", newer)
    newer.wait()
    older.wait()
    assert model.band.complete


def test_data_that_change_in_mid_run_stop_the_job(model):
    kept = model.bootstrap()
    job = model.start_bootstrap()
    model.classifiers = {"a": C, "b": B}
    assert (job.state, model.band, model.stale) == ("cancelled", kept, True)
    job.wait()
    assert model.band is kept


def test_a_new_name_in_mid_run_does_not(model):
    job = model.start_bootstrap()
    model.rename("a", "forest")
    job.wait()
    assert job.state == "done"
    assert set(model.band.each) == {"forest", "b"}
    assert not model.stale


def test_bands_are_shown_early_and_then_refined(model):
    seen = []
    model.observe(lambda change: seen.append(change["new"].n_done), "band")
    model.bootstrap(n_resamples=1000)
    assert seen == [200, 400, 800, 1000, *[1000] * 4]


def test_band_difference_and_stale_arrive_together(model):
    seen = []

    def look(_change):
        seen.append((model.band.level, model.difference.level, model.stale))

    model.bootstrap(level=0.8)
    model.observe(look, ["band", "difference", "stale"])
    model.level = 0.7
    assert set(seen) == {(0.7, 0.7, False)}


def test_a_failed_job_leaves_the_band(model, monkeypatch):
    kept = model.bootstrap()

    def fail(*_):
        raise MemoryError("no memory left")

    monkeypatch.setattr("cc_widgets.model.bootstrap.candidates", fail)
    with pytest.raises(CostCurveError, match="memory is not sufficient"):
        model.bootstrap()
    assert (model.job.state, model.band) == ("failed", kept)


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
def test_settings_that_make_no_sense_are_refused(model, wrong):
    before = model.bootstrap_settings
    with pytest.raises(CostCurveError, match=f"{next(iter(wrong))}: must be"):
        model.bootstrap_settings = BootstrapSettings(**wrong)
    assert model.bootstrap_settings is before


def test_plain_percentiles_are_refused_for_all_pc_at_once(model):
    with pytest.raises(CostCurveError, match=r"at each single PC\(\+\) only"):
        model.bootstrap(method="optimistic", simultaneous=True)
    assert model.bootstrap_settings.method == "envelope"


def test_rounds_grow_and_end_at_the_end():
    assert rounds(1999, 0.9) == [200, 400, 800, 1600, 1999]
    assert rounds(0, 0.9) == [0]


def test_thresholds_are_found_in_the_thread_and_can_be_cancelled_between(model, monkeypatch):
    begun, go, calls = threading.Event(), threading.Event(), []

    def slow(source):
        calls.append(threading.current_thread())
        begun.set()
        go.wait(10)
        return candidates(source)

    monkeypatch.setattr("cc_widgets.model.bootstrap.candidates", slow)
    job = model.start_bootstrap()
    assert begun.wait(60)
    job.cancel()
    go.set()
    job._thread.join(60)
    assert len(calls) <= 2
    assert threading.current_thread() not in calls
    assert (job.state, job.progress, model.band) == ("cancelled", 0.0, None)


def test_cancelling_stops_the_blocks_that_are_left(model):
    drawn = []
    model.bootstrap_settings = BootstrapSettings(n_resamples=50_000, rng=0)
    model.observe(lambda change: drawn.append(change["new"].n_done), "band")
    job = model.start_bootstrap()
    while not drawn:
        job.wait(0.05)
    model.cancel()
    job._thread.join()
    assert model.band.n_done < 25_000  # N4: not in seconds, the machine may be busy
    assert (job.state, model.band.complete) == ("cancelled", False)
    assert not model.stale


def test_blocks_stay_short_where_examples_are_many():
    rng = np.random.default_rng(0)
    label = np.arange(200_000) % 2 == 0
    pair = [predictions(label, rng.normal(size=label.size) + label) for _ in range(2)]
    first = next(joint_resampling(pair, n_resamples=200, rng=0, pc=[0.5]))
    assert 1 < first.n_done < 60


def test_the_interval_of_a_matrix_holds_its_cost_after_a_bootstrap():
    # W24: the matrix [[9, 1], [9, 1]] costs .05 at pc .05, but its interval began at .065.
    model = CostCurveModel({"matrix": cell_counts(tp=1, fn=9, fp=1, tn=9)})
    model.bootstrap()
    for pc in (0.0, 0.05, 0.3, 0.5, 0.95, 1.0):
        lower, upper = model.interval("matrix", pc)
        assert lower <= model.cost("matrix", pc).normalised <= upper, pc


# ---- What was drawn: by which settings, for whom, and under which name it is found
FIRST, THIRD = (predictions(LABEL, RNG.normal(size=60) + shift * LABEL) for shift in (1.0, 2.0))


def test_in_mid_run_as_many_resamples_of_both_are_compared():  # F8
    drawn = {
        name: finished(resampling(source, n_resamples=n, rng=0, pc=[0.2, 0.5]))
        for name, source, n in (("a", FIRST, 300), ("o", OTHER, 250))
    }
    halfway = Resampled(
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
        for name, one in zip(names, pair.each, strict=True):
            assert one.n_done == 250
            assert np.array_equal(one.cost, drawn[name].cost[:250])
            assert np.array_equal(one.fp, drawn[name].fp[:250])


@pytest.mark.parametrize("method", ["envelope", "fixed", "optimistic"])
def test_the_best_of_matrices_has_a_band_by_any_method(method):  # F8: nothing was chosen there
    given = {"m": MATRIX, "n": cell_counts(tp=12, fn=8, fp=1, tn=9)}
    bands = CostCurveModel(given).bootstrap(method=method)
    assert bands.best is not None
    assert bands.best.lower.size == bands.each["m"].lower.size


def test_the_best_of_different_examples_is_chosen_in_resamples_of_each_alone():
    bands = CostCurveModel({"a": A, "o": OTHER}).bootstrap(n_resamples=300, rng=4)
    drawn = side_by_side([bands.resampled.each[name] for name in "ao"])
    expected = best_band(drawn, [bands.each[name] for name in "ao"])
    assert bands.best is not None
    for limit in ("lower", "upper", "expected"):
        assert np.array_equal(getattr(bands.best, limit), getattr(expected, limit))


def test_the_best_of_counts_is_banded_by_bands_that_hold_together():
    counts = count(predictions([0, 0, 1, 0, 1, 1, 0, 1], [1, 2, 3, 4, 5, 6, 7, 8]))
    bands = CostCurveModel({"a": A, "c": counts}).bootstrap(n_resamples=300, rng=4)
    assert bands.best is not None
    assert "each of 2 classifiers at 95 %" in bands.best.method


@pytest.mark.parametrize("whole", [np.int64, np.uint32, int])
def test_whole_numbers_of_settings_are_kept_as_those_of_python(whole):  # F8
    settings = BootstrapSettings(n_resamples=whole(500), rng=whole(7))
    assert (type(settings.n_resamples), type(settings.rng)) == (int, int)
    assert settings == BootstrapSettings(n_resamples=500, rng=7)


def test_one_classifier_under_several_names_has_a_band_under_each():
    model = CostCurveModel(dict.fromkeys("ab", FIRST) | {"c": THIRD} | dict.fromkeys("mn", MATRIX))
    bands = model.bootstrap(n_resamples=200, rng=0)
    assert set(bands.each) == set("abcmn")
    assert np.array_equal(bands.each["a"].upper, bands.each["b"].upper)
    model.rename("a", "x")
    assert model.band is not None
    assert set(model.band.each) == set("xbcmn")
    model.remove("b")
    assert set(model.band.each) == set("xcmn")
    assert not model.stale


def test_areas_have_limits_at_the_models_level_and_are_found_once():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    found = pair.area("a")
    assert found.lower < found.value < found.upper
    assert pair.area("a") is found
    difference = pair.area_difference("a", "b")
    assert difference.paired
    assert difference.value == pytest.approx(found.value - pair.area("b").value)
    assert pair.area_difference("a", "b") is difference
    pair.level = 0.95
    assert pair.area("a").lower < found.lower
    pair.classifiers = {**pair.classifiers, "a": (LABEL, -score(0))}
    assert pair.area("a").value == pytest.approx(1 - found.value)


def test_without_scores_there_is_no_area_and_it_is_said_why():
    model = CostCurveModel({"matrix": [[6, 4], [4, 16]], "point": (0.3, 0.7)})
    for names in (("matrix",), ("point",)):
        with pytest.raises(CostCurveError, match="needs the scores"):
            model.area(*names)
    with pytest.raises(CostCurveError, match="'matrix': a confusion matrix"):
        model.area_difference("matrix", "point")
    with pytest.raises(CostCurveError, match="nobody"):
        model.area("nobody")


def test_areas_are_told_in_words_for_one_and_for_the_two_compared():
    pair = model_of(a=(LABEL, score(0)), b=(LABEL, score(1, 2.0)))
    one, both = pair.area("a"), pair.area_difference("a", "b")
    said = f"area under the ROC curve {number(one.value)} (90 %: {number(one.lower)} to "
    assert area_words(pair, "a").startswith(said)
    told, sign = areas_words(pair), 1 if both.value > 0 else -1
    larger, smaller = ("a", "b")[::sign]
    assert f"{larger} has {number(sign * both.value)} more (90 %: " in told
    assert f"{smaller} {number(pair.area(smaller).value)};" in told
    limits = sorted([sign * both.lower, sign * both.upper])
    assert f"(90 %: {number(limits[0])} to {number(limits[1])})." in told
    pair.compared = ("b", "a")
    assert areas_words(pair) == told
    pair.compared = ("a", "b")
    assert f"in {percent(both.p_value, 2)} of all test sets" in told
    pair.classifiers = {"a": (LABEL, score(0)), "b": (LABEL.copy(), score(1, 2.0))}
    assert "taken for two test sets" in areas_words(pair)
    pair.classifiers = {"a": (LABEL, score(0)), "b": (LABEL, score(0))}
    assert "no difference (90 %: 0 to 0)." in areas_words(pair)
    pair.classifiers = {"a": (LABEL, score(0)), "b": [[6, 4], [4, 16]]}
    assert (areas_words(pair), area_words(pair, "b")) == ("", "")


@pytest.mark.parametrize("separate", [False, True])
def test_a_removed_classifier_leaves_the_bands_of_the_others(separate):
    rng = np.random.default_rng(0)
    labels = [rng.random(60) < 0.4 for _ in range(3)] if separate else [rng.random(60) < 0.4] * 3
    scored = {name: (y, rng.normal(size=60) + y) for name, y in zip("abc", labels, strict=True)}
    model = CostCurveModel(scored)
    before = model.bootstrap(n_resamples=99, level=0.8, rng=0)
    model.remove("b")
    left = model.band
    assert left is not None
    assert list(left.each) == ["a", "c"]
    assert left.each["c"] is before.each["c"]
    assert left.difference("a", "c").estimate.size
    model.remove("a")
    model.remove("c")
    assert model.band is None


def test_r4_one_of_each_of_several_common_test_sets_can_be_removed():
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
    bands = model.band
    assert bands is not None
    assert bands.resampled.groups == (("a0", "a2"), ("b2",))
    assert list(bands.resampled.joint) == [("a0", "a2")]
    assert np.allclose(bands.difference("a0", "a2").estimate, before.estimate)
    assert bands.best is not None
    assert not model.stale


def scored(seed, size):
    rng = np.random.default_rng(seed)
    y = np.arange(size) % 2
    return predictions(y, rng.normal(size=size) + y)


def other_data(model):
    model.classifiers = {name: scored(i, 80) for i, name in enumerate("de")}


@pytest.mark.parametrize(
    "act",
    [
        lambda model: model.gather("f"),
        lambda model: model.bootstrap(n_resamples=100, rng=0),
        lambda model: model.interval("d"),
        lambda model: model.cost("e"),
        lambda model: model.hide("d"),
        lambda model: model.recolor("e", "#123456"),
    ],
)
def test_r4_methods_within_a_change_see_what_follows_from_it_so_far(act):
    together, apart = (
        CostCurveModel(
            {name: scored(i, 80) for i, name in enumerate("abc")},
            hidden=("a",),
            colors={"b": "#000000"},
        )
        for _ in range(2)
    )
    with together.hold_trait_notifications():
        other_data(together)
        act(together)
    other_data(apart)
    act(apart)
    assert repr(together) == repr(apart)
    assert (together.hidden, together.colors) == (apart.hidden, apart.colors)
    assert together.stale is apart.stale is False
    assert together.band is None or set(together.band.each) == set("de")


def test_r4_a_copy_within_a_change_is_settled():
    model = CostCurveModel({name: scored(i, 80) for i, name in enumerate("abc")})
    with model.hold_trait_notifications():
        other_data(model)
        copied = copy(model)
    assert [item.name for item in copied.derived.classifiers] == ["d", "e"]
    assert repr(copied) == repr(model)


def test_r4_a_change_that_fails_takes_back_what_methods_within_it_have_settled():
    model = CostCurveModel({name: scored(i, 80) for i, name in enumerate("abc")})
    before = {name: getattr(model, name) for name in model.trait_names()}

    def change():
        with model.hold_trait_notifications():
            other_data(model)
            model.gather("f")
            model.bootstrap(n_resamples=100, rng=0)
            model.population = -1

    with pytest.raises(CostCurveError):
        change()
    assert {name: getattr(model, name) for name in model.trait_names()} == before


def test_a_chance_that_is_next_to_nothing_is_bounded():
    y_true = np.arange(2000) % 2
    noise = np.random.default_rng(0).normal(size=(2, 2000))
    scores = {"a": (y_true, noise[0] + 2 * y_true), "b": (y_true, noise[1])}
    assert areas_words(CostCurveModel(scores)).endswith("in less than 0.1 % of all test sets.")


def test_more_resamples_than_memory_holds_are_refused(model):
    before = model.bootstrap_settings
    with pytest.raises(CostCurveError, match="n_resamples: must be a whole number, 100000 or less"):
        model.bootstrap(n_resamples=10**7)
    assert model.bootstrap_settings == before
