"""Differences between classifiers: pairing of test sets, and joint error rates."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import Conditions, predictions
from cc_widgets.core.uncertainty import recommended_difference_band, significance
from cc_widgets.core.uncertainty.differences import (
    DifferenceLimits,
    envelope_difference_band,
    pairwise_envelope_differences,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import classifiers_from_predictions
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, noise, score


@pytest.fixture
def pair():
    return model_of(a=(LABEL, score(0)), b=(LABEL, score(1)))


# Equal labels are not the same examples.


def test_equal_labels_do_not_pair_test_sets():
    model = model_of(a=(LABEL.copy(), score(0)), b=(LABEL.copy(), score(1)))
    bands = model.bootstrap()
    assert bands.resampled.groups == (("a",), ("b",))
    assert bands.are_independent("a", "b")
    assert "each alone" in model._difference.method
    each = bands.resampled.each
    spread = np.corrcoef(each["a"].cost[:, 250], each["b"].cost[:, 250])[0, 1]
    assert abs(spread) < 0.15


def test_no_pairing_advice_for_test_sets_of_different_sizes():
    model = model_of(a=(LABEL, score(0)), b=(LABEL[:40], score(1)[:40]))
    model.bootstrap()
    words = significance_words(model)
    assert "each test set was resampled alone" in words
    assert "give both one array" not in words


def test_same_scores_in_two_test_sets_are_resampled_separately():
    same = score(0)
    model = model_of(a=(LABEL.copy(), same), b=(LABEL.copy(), same))
    each = model.bootstrap().resampled.each
    assert not np.array_equal(each["a"].cost, each["b"].cost)
    assert model._difference.upper.max() > 0.01


@pytest.mark.parametrize("labels", [LABEL, LABEL.tolist()])
def test_shared_y_true_pairs_examples(labels):
    for classifiers in (
        {"a": (labels, score(0)), "b": (labels, score(1))},
        classifiers_from_predictions(labels, {"a": score(0), "b": score(1)}),
    ):
        assert model_of(**classifiers).bootstrap().resampled.groups == (("a", "b"),)


def test_classifier_added_later_is_paired(pair):
    pair.add("c", (LABEL, score(2)))
    assert pair.bootstrap().resampled.groups == (("a", "b", "c"),)


def test_unpaired_difference_is_wider_than_paired():
    first, second = score(0), score(0) + 0.3 * noise(9)
    paired = model_of(a=(LABEL, first), b=(LABEL, second))
    unpaired = model_of(a=(LABEL, first), b=(LABEL.copy(), second))
    widths = []
    for model in (paired, unpaired):
        model.bootstrap()
        widths.append(model._difference.upper - model._difference.lower)
    assert widths[1][250] > 1.3 * widths[0][250]


def test_test_sets_may_have_different_sizes():
    rng = np.random.default_rng(3)
    y = rng.random(3000) < 0.4
    model = model_of(a=(LABEL, score(0)), b=(y, rng.normal(size=3000) + y))
    model.bootstrap()
    assert np.isfinite(model._difference.lower).all()
    assert model.compare("b", "a").significance.level == 0.9


def test_baselines_count_in_differences_but_not_in_those_of_lines():
    model = CostCurveModel({"a": [[190, 10], [40, 160]], "b": [[150, 50], [50, 150]]})
    positives = {"first_only": 10, "second_only": 20, "both": 30, "neither": 140}
    negatives = {"first_only": 5, "second_only": 45, "both": 5, "neither": 145}
    model.pair_errors("a", "b", {"positives": positives, "negatives": negatives})
    lines = compare_words(model.curves, ("a", "b"), 0.5).splitlines()
    assert lines[1] == "a is cheaper for PC(+) 0.0588 to 0.826."
    assert lines[2].startswith("A baseline is cheaper than both, and counts in their place, for PC")
    assert lines[2].endswith(" 0 to 0.0588, 0.826 to 1.")
    assert "cost the same" not in " ".join(lines)
    assert significance_words(model).startswith(
        "Significant up to PC(+) 0.974: a by itself costs 0.0539 to 0.2 less"
    )
    frame = model.to_frame("comparison")
    assert frame["difference"].tolist() == pytest.approx([0, -0.1625, 0, 0])
    fpr, fnr = -0.2, -0.05
    assert frame["line_difference"].tolist() == pytest.approx(
        [(1 - pc) * fpr + pc * fnr for pc in frame["pc"]]
    )
    assert frame["significant"].tolist() == [True, True, True, False]


def test_equal_costs_are_not_those_of_a_baseline(pair):
    same = model_of(a=(LABEL, score(0)), b=(LABEL, score(0)))
    words = compare_words(same.curves, ("a", "b"), 0.5)
    assert "They cost the same for PC(+) 0 to 1." in words
    pair.bootstrap()
    assert "by itself" not in significance_words(pair).splitlines()[0]
    assert pair.to_frame("comparison")["line_difference"].isna().all()


# False positive rate: how often equal classifiers differ significantly.


def test_differences_are_simultaneous_by_default(pair):
    pair.bootstrap()
    assert pair._difference.simultaneous
    significance = pair.compare("a", "b").significance
    assert significance.simultaneous
    pair.resampling = BootstrapSettings(
        n_resamples=400, rng=4, significance="pointwise", differences="best"
    )
    assert not pair.bands.is_stale
    assert not pair._difference.simultaneous
    pointwise = pair.compare("a", "b").significance
    assert pointwise.familywise_error > significance.familywise_error >= 0.1 - 1e-12
    assert pointwise.familywise_error > 0.24, "more than for two fixed lines"
    drawn = pair.bands.resampled.pair("a", "b")
    curves = drawn.each[0].cost - drawn.each[1].cost
    low, high = pair._difference.lower - 1e-12, pair._difference.upper + 1e-12
    out = np.any((curves < low) | (curves > high), axis=1)
    assert pointwise.familywise_error == pytest.approx(out.mean())


def test_family_wise_error_is_shared_by_all_pairs(pair):
    pair.add("c", (LABEL, score(2)))
    assert "less than a on these data." in compare_words(pair.curves, ("a", "b"), 0.5)
    pair.bootstrap()
    difference = pair._difference
    single = significance(replace(difference, family=1))
    assert ": two classifiers that are equally good would differ somewhere" in single.covers
    pair.resampling = BootstrapSettings(n_resamples=400, rng=4, significance="family-wise")
    assert (pair._difference.family, pair._difference.level) == (3, 0.9)
    assert np.all(pair._difference.upper >= difference.upper)
    covers = pair.compare("a", "b").significance.covers
    assert "for all 3 pairs together at 90 %" in covers
    assert "of classifiers that are all equally good any two would differ somewhere" in covers
    assert "in simulations of two and three classifiers on one test set at 90 % it was" in covers


def test_differences_are_of_recommended_thresholds_by_default(pair):
    pair.bootstrap()
    drawn = pair.bands.resampled.pair("a", "b")
    for differences, made in (
        ("recommended", recommended_difference_band),
        ("best", envelope_difference_band),
    ):
        pair.resampling = replace(pair.resampling, differences=differences)
        expected = made(drawn, simultaneous=True)
        assert np.array_equal(pair._difference.upper, expected.upper)
        assert np.array_equal(pair._difference.lower, expected.lower)
        assert pair.compare("a", "b").significance.target == expected.target
        assert pair.compare("a", "b").significance.target == expected.target
        assert not pair.bands.is_stale
        phrases = {
            "recommended": "in use, each at its rec",
            "best": "each at its own best possible",
        }
        is_present = [words in pair._difference.promise for words in phrases.values()]
        assert is_present == [differences == "recommended", differences == "best"]


def test_bands_are_reused_for_another_difference(pair):
    pair.bootstrap()
    each = dict(pair.bands.each)
    pair.resampling = replace(pair.resampling, significance="pointwise", differences="best")
    assert pair._difference.target == "difference of envelopes"
    assert all(pair.bands.each[name] is band for name, band in each.items())
    pair.level = 0.8
    assert all(pair.bands.each[name] is not band for name, band in each.items())


def test_all_pairs_use_one_maximum_over_joint_resamples(pair):
    pair.add("c", (LABEL, score(2)))
    pair.bootstrap()
    together = pair.bands.resampled.joint["a", "b", "c"]
    for kind in ("recommended", "best"):
        pair.resampling = replace(pair.resampling, significance="family-wise", differences=kind)
        differences = pairwise_envelope_differences(
            together, ["a", "b", "c"], simultaneous=True, differences=kind
        )
        assert differences.pairs[0].band.family == 3
        assert np.array_equal(pair._difference.upper, differences.pairs[0].band.upper)


def test_pairs_of_several_test_sets_are_tested_jointly():
    other = LABEL.copy()
    model = model_of(
        a=(LABEL, score(0)), b=(LABEL, score(1)), c=(other, score(2)), d=(other, score(3))
    )
    model.resampling = BootstrapSettings(n_resamples=400, rng=4, significance="family-wise")
    model.bootstrap()
    for first, second in ("ab", "ac", "cd"):
        assert model.bands.difference(first, second).family == 6
    assert "each alone" in model.bands.difference("a", "c").method


@pytest.mark.parametrize("wrong", ["T2", None, ["best"]])
def test_invalid_difference_settings_raise(wrong):
    with pytest.raises(CostCurveError, match='differences: must be "recommended" or "best"'):
        BootstrapSettings(differences=wrong)


def several(shifts, size=300, seed=3, n_resamples=200, **settings):
    """Return a model of classifiers on the same examples, with bands."""
    rng = np.random.default_rng(seed)
    label = np.arange(size) % 3 == 0
    common = rng.normal(size=size)
    own = rng.normal(size=(len(shifts), size))
    classifiers = {
        "abcd"[i]: (label, 0.8 * common + 0.6 * own[i] + by * label) for i, by in enumerate(shifts)
    }
    model = CostCurveModel(classifiers, resampling=BootstrapSettings(**settings))
    model.bootstrap(n_resamples=n_resamples, rng=0)
    return model


def three(shifts=(2.0, 1.6, 0.4), **settings):
    """Return a model of three classifiers, with bands."""
    return several(shifts, **settings)


@pytest.mark.parametrize("differences", ["recommended", "best"])
@pytest.mark.parametrize("significance", ["family-wise", "simultaneous", "pointwise"])
def test_lead_test_matches_the_compared_difference(significance, differences):
    model = three(significance=significance, differences=differences)
    names = list(model.classifiers)
    assert {test.owner for test in model._leads.each} <= {0, 1, 2}
    for lead in model._leads.each:
        band = model.bands.difference(names[lead.other], names[lead.owner])
        places = np.searchsorted(band.pc, lead.pc)
        assert np.array_equal(band.pc[places], lead.pc)
        assert np.allclose(band.lower[places], lead.lower, rtol=0, atol=1e-12)
        assert np.allclose(band.upper[places], lead.upper, rtol=0, atol=1e-12)


def test_leads_at_a_single_pc_are_narrower_and_possible():
    model = three()
    leads, names = model._leads, list(model.classifiers)
    assert [(test.owner, test.other) for test in leads.at_single_pc] == [
        (test.owner, test.other) for test in leads.each
    ]
    for test, everywhere in zip(leads.at_single_pc, leads.each, strict=True):
        assert np.all(test.upper - test.lower <= everywhere.upper - everywhere.lower + 1e-12)
        own, rival = model.bands.best, model.bands.each[names[test.other]]
        at = np.searchsorted(own.pc, test.pc)
        assert np.all(test.lower >= rival.lower[at] - own.upper[at] - 1e-12)
        assert np.all(test.upper <= rival.upper[at] - own.lower[at] + 1e-12)
        assert np.all(test.lower <= test.upper)


def test_leads_do_not_depend_on_the_settings_of_compare():
    limits = [
        np.concatenate([test.lower for test in three(significance=kind)._leads.at_single_pc])
        for kind in ("family-wise", "simultaneous", "pointwise")
    ]
    assert np.array_equal(limits[0], limits[1])
    assert np.array_equal(limits[0], limits[2])


def test_card_names_the_rival_of_the_test_at_its_pc():
    model = three(shifts=(1.6, 1.55, 1.5))
    model.pc = 0.4
    best = model.cost()
    order = [row for row in model.recommend().ranking if not row.is_baseline][1:]
    positions = {name: place for place, name in enumerate(model.classifiers)}
    least = {
        row.name: float(
            model._leads.of(positions[best.name], positions[row.name]).at(np.array([0.4]))[0][0]
        )
        for row in order
    }
    unclear = [row.name for row in order if least[row.name] <= 0.0]
    assert unclear
    assert f"cannot be told apart from {unclear[0]}" in model.recommend().advice.headline


@pytest.mark.parametrize("seed", [4, 11, 16])
def test_headline_doubts_the_next_best(seed):
    model = several((1.6, 1.5, 1.4, 1.0), seed=seed, n_resamples=150)
    model.pc = 0.4
    read = model.recommend()
    ranking = [row.name for row in read.ranking if not row.is_baseline]
    assert f"cannot be told apart from {ranking[1]}." in read.advice.headline
    assert f"; {ranking[1]}, the next best," in read.advice.lines[1]


def random_models(n=4):
    """Yield models of two or three classifiers of similar quality, with bands."""
    rng = np.random.default_rng(8)
    for _ in range(n):
        shifts = rng.uniform(0.8, 1.8, size=rng.integers(2, 4))
        yield three(shifts, size=int(rng.integers(150, 500)))


def limits_after(start, words):
    """Return the two limits after some words; the first is below 0 if it is called less."""
    text = words.replace(",", "").replace("\N{MINUS SIGN}", "-")
    match = re.search(rf"{start} (-?[\d.]+)( EUR)?( less)? to (-?[\d.]+)", text)
    assert match, words
    return float(match[1]) * (-1.0 if match[3] else 1.0), float(match[4])


def test_reasons_have_the_limits_and_the_verdict_of_the_headline():
    verdicts = set()
    for model in random_models():
        for pc in (0.25, 0.4, 0.55, 0.7):
            model.conditions = Conditions(pc, cost_fp=1, cost_fn=1, currency="EUR", n_cases=1e6)
            best = model.recommend()
            reasons = [reason for reason in best.advice.why if "less that of" in reason]
            assert len(reasons) == bool(best.rivals)
            for reason, rival in zip(reasons, best.rivals, strict=False):
                limits = np.array([rival.lower, rival.upper])
                assert reason.startswith(f"Cost of {rival.name} less that of {best.name}: ")
                assert limits_after("interval", reason) == pytest.approx(limits, rel=0.01)
                money = best.advice.lines[1].split(f"{rival.name}, the next best")[1]
                assert limits_after("expect", money) == pytest.approx(1e6 * limits, rel=0.01)
                assert reason.endswith("), significant.") == rival.is_significant
                is_clear = f"clearly cheaper than {rival.name}" in best.headline
                is_doubted = f"cannot be told apart from {rival.name}" in best.headline
                assert (is_clear, is_doubted) == (rival.is_significant, not rival.is_significant)
                verdicts.add(rival.is_significant)
    assert verdicts == {True, False}


def test_headline_over_a_range_agrees_with_each_pc_in_it():
    seen = set()
    for model in random_models():
        for low, high in ((0.3, 0.6), (0.4, 0.4001)):
            model.pc_range = (low, high)
            whole = model.recommend()
            places = [model.recommend(pc) for pc in np.linspace(low, high, 12)]
            if {place.name for place in places} != {whole.name}:
                continue
            clear = [all(rival.is_significant for rival in place.rivals) for place in places]
            is_everywhere = "clearly cheaper" in whole.headline
            assert is_everywhere == all(clear)
            assert ("at any single PC(+)" in whole.headline) <= (not any(clear))
            assert ("in part of your range" in whole.headline) >= (len(set(clear)) == 2)
            seen.add((all(clear), any(clear)))
            reasons = [reason for reason in whole.advice.why if "less that of" in reason]
            ends = [place.rivals[0].is_significant for place in (places[0], places[-1])]
            assert [reason.endswith("), significant.") for reason in reasons] == ends
            model.pc_range = None
    assert seen == {(True, True), (False, True), (False, False)}


def test_reasons_do_not_depend_on_the_compared_pair_or_its_level():
    model = three()
    before = model.recommend().text
    assert "at each single PC(+), for all other classifiers together" in before
    model.compared = ("b", "c")
    model.resampling = replace(model.resampling, significance="pointwise")
    assert model.recommend().text == before


def test_certainty_of_the_cheapest_classifier():
    model = three()
    names, cheapest = list(model.classifiers), model._leads.cheapest
    seen = set()
    for pc, owner, sure, doubt in zip(
        cheapest.pc, cheapest.owner, cheapest.significance, cheapest.challenger, strict=True
    ):
        if owner < 0:
            continue
        at = pc + 1e-6
        least = {
            other: np.interp(at, band.pc, band.lower)
            for other in range(3)
            if other != owner
            for band in [model.bands.difference(names[other], names[owner])]
        }
        near = [other for other in least if least[other] <= 0.0]
        costs = [model.cost(name, at).normalised for name in names]
        assert sure == (not near)
        assert doubt == (min(near, key=costs.__getitem__) if near else -1)
        seen.add((sure, len(near)))
    assert len(seen) > 1


def test_pairs_are_tested_jointly_by_default():
    family = [
        three(significance=significance)._difference
        for significance in ("family-wise", "simultaneous", "pointwise")
    ]
    assert [significance.family for significance in family] == [3, 1, 1]
    width = [float(np.mean(significance.upper - significance.lower)) for significance in family]
    assert width[0] >= width[1] > width[2]
    assert BootstrapSettings().significance == "family-wise"


@pytest.mark.parametrize("significance", ["each pc", None])
def test_invalid_significance_setting_raises(significance):
    with pytest.raises(CostCurveError, match='significance: must be "family-wise", "simultaneous"'):
        BootstrapSettings(significance=significance)


def test_rounding_is_not_an_advantage():
    """At PC(+) 0 both cost 0.22, but for the last digit of one of them."""
    counts = {"A": (43, 7), "B": (39, 11)}
    matrices: Any = {
        name: {"tp": tp, "fn": fn, "fp": 11, "tn": 39} for name, (tp, fn) in counts.items()
    }
    model = CostCurveModel.from_confusion_matrices(matrices)
    assert model.compare("A", "B").second_max_advantage[0] == 0
    assert "B is cheaper" not in compare_words(model.curves, ("A", "B"), 0.5)


def test_hiding_a_classifier_does_not_recompute_known_limits(monkeypatch):
    rng = np.random.default_rng(0)
    label = np.arange(200) % 2 == 0
    sources = {
        name: predictions(label, rng.normal(size=200) + shift * label)
        for name, shift in {"good": 2.0, "fair": 1.0, "poor": 0.0}.items()
    }
    model = CostCurveModel(sources, resampling=BootstrapSettings(n_resamples=99, rng=0))
    model.bootstrap()
    leads: Any = model._leads
    owners = {test.owner for test in leads.each}
    assert 2 not in owners
    compute = DifferenceLimits._compute

    def compute_for_rivals(limits, sides, columns, family, critical):
        assert critical is not None  # for fewer rivals, the critical value is another one
        return compute(limits, sides, columns, family, critical)

    with monkeypatch.context() as patch:
        patch.setattr(DifferenceLimits, "_compute", compute_for_rivals)
        for hidden in (("poor",), ()):
            model.hidden = hidden
            assert model._leads is not None
    monkeypatch.setattr(DifferenceLimits, "_compute", None)  # fails if called
    for hidden, n_rivals in (("poor",), 1), ((), 2):
        model.hidden = hidden
        leads = model._leads
        assert len(leads.each) == n_rivals * len(owners)
