"""What is promised about differences: on which examples, and how often they err."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cc_widgets.core.uncertainty import (
    envelope_difference_band,
    pairwise_envelope_differences,
    recommended_difference_band,
    significance,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import named_predictions
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, noise, score


@pytest.fixture
def pair():
    return model_of(a=(LABEL, score(0)), b=(LABEL, score(1)))


# S9: equal labels are not the same examples.


def test_two_test_sets_with_equal_labels_are_not_paired():
    model = model_of(a=(LABEL.copy(), score(0)), b=(LABEL.copy(), score(1)))
    bands = model.bootstrap()
    assert bands.resampled.groups == (("a",), ("b",))
    assert bands.apart("a", "b")
    assert "each alone" in model.difference.method
    each = bands.resampled.each
    spread = np.corrcoef(each["a"].cost[:, 250], each["b"].cost[:, 250])[0, 1]
    assert abs(spread) < 0.15


def test_test_sets_of_other_sizes_cannot_be_the_same_and_nobody_is_advised_to_pair_them():
    model = model_of(a=(LABEL, score(0)), b=(LABEL[:40], score(1)[:40]))
    model.bootstrap()
    said = significance_words(model)
    assert "each test set was resampled alone" in said
    assert "give both one array" not in said


def test_resamples_of_the_same_scores_in_two_test_sets_differ():
    same = score(0)
    model = model_of(a=(LABEL.copy(), same), b=(LABEL.copy(), same))
    each = model.bootstrap().resampled.each
    assert not np.array_equal(each["a"].cost, each["b"].cost)
    assert model.difference.upper.max() > 0.01


@pytest.mark.parametrize("labels", [LABEL, LABEL.tolist()])
def test_one_y_true_means_the_same_examples(labels):
    for given in (
        {"a": (labels, score(0)), "b": (labels, score(1))},
        named_predictions(labels, {"a": score(0), "b": score(1)}),
    ):
        assert model_of(**given).bootstrap().resampled.groups == (("a", "b"),)


def test_a_classifier_that_is_added_later_belongs_to_them(pair):
    pair.add("c", (LABEL, score(2)))
    assert pair.bootstrap().resampled.groups == (("a", "b", "c"),)


def test_the_difference_of_independent_test_sets_is_wider_by_what_pairing_tells():
    one, other = score(0), score(0) + 0.3 * noise(9)
    paired = model_of(a=(LABEL, one), b=(LABEL, other))
    apart = model_of(a=(LABEL, one), b=(LABEL.copy(), other))
    widths = []
    for model in (paired, apart):
        model.bootstrap()
        widths.append(model.difference.upper - model.difference.lower)
    assert widths[1][250] > 1.3 * widths[0][250]


def test_other_test_sets_may_have_other_sizes():
    rng = np.random.default_rng(3)
    y = rng.random(3000) < 0.4
    model = model_of(a=(LABEL, score(0)), b=(y, rng.normal(size=3000) + y))
    model.bootstrap()
    assert np.isfinite(model.difference.lower).all()
    assert model.significance("b", "a").level == 0.9


# S3: how often nothing differs somewhere.


def test_differences_are_judged_at_all_pc_together_unless_one_asks(pair):
    pair.bootstrap()
    assert pair.difference.simultaneous
    found = pair.significance("a", "b")
    assert found.simultaneous
    pair.bootstrap_settings = BootstrapSettings(
        n_resamples=400, rng=4, judged="each pc", differences="best"
    )
    assert not pair.stale
    assert not pair.difference.simultaneous
    pointwise = pair.significance("a", "b")
    assert pointwise.error_somewhere > found.error_somewhere >= 0.1 - 1e-12
    assert pointwise.error_somewhere > 0.24, "more than for two fixed lines"
    drawn = pair.band.resampled.pair("a", "b")
    curves = drawn.each[0].cost - drawn.each[1].cost
    low, high = pair.difference.lower - 1e-12, pair.difference.upper + 1e-12
    out = np.any((curves < low) | (curves > high), axis=1)
    assert pointwise.error_somewhere == pytest.approx(out.mean())


def test_all_pairs_together_share_the_error(pair):
    pair.add("c", (LABEL, score(2)))
    assert "less than a on these data." in compare_words(pair.derived, ("a", "b"), 0.5)
    pair.bootstrap()
    one = pair.difference
    alone = significance(replace(one, family=1))
    assert ": two classifiers that are equally good would differ somewhere" in alone.covers
    pair.bootstrap_settings = BootstrapSettings(n_resamples=400, rng=4, judged="all pairs")
    assert (pair.difference.family, pair.difference.level) == (3, 0.9)
    assert np.all(pair.difference.upper >= one.upper)
    covers = pair.significance("a", "b").covers
    assert "for all 3 pairs together at 90 %" in covers
    assert "of classifiers that are all equally good any two would differ somewhere" in covers
    assert "in simulations of two and three classifiers on one test set at 90 % it was" in covers


def test_what_will_be_paid_is_subtracted_unless_one_asks_for_what_could_be(pair):
    pair.bootstrap()
    drawn = pair.band.resampled.pair("a", "b")
    for differences, made in (
        ("recommended", recommended_difference_band),
        ("best", envelope_difference_band),
    ):
        pair.bootstrap_settings = replace(pair.bootstrap_settings, differences=differences)
        expected = made(drawn, simultaneous=True)
        assert np.array_equal(pair.difference.upper, expected.upper)
        assert np.array_equal(pair.difference.lower, expected.lower)
        assert pair.significance("a", "b").target == expected.target
        assert pair.compare("a", "b").significance.target == expected.target
        assert not pair.stale
        said = {"recommended": "in use, each at its rec", "best": "each at its own best possible"}
        told = [words in pair.read().words for words in said.values()]
        assert told == [differences == "recommended", differences == "best"]


def test_bands_are_not_made_anew_for_another_difference(pair):
    pair.bootstrap()
    each = dict(pair.band.each)
    pair.bootstrap_settings = replace(pair.bootstrap_settings, judged="each pc", differences="best")
    assert pair.difference.target == "difference of envelopes"
    assert all(pair.band.each[name] is band for name, band in each.items())
    pair.level = 0.8
    assert all(pair.band.each[name] is not band for name, band in each.items())


def test_all_pairs_are_judged_by_one_maximum_over_joint_resamples(pair):
    pair.add("c", (LABEL, score(2)))
    pair.bootstrap()
    together = pair.band.resampled.joint["a", "b", "c"]
    for differences in ("recommended", "best"):
        pair.bootstrap_settings = replace(
            pair.bootstrap_settings, judged="all pairs", differences=differences
        )
        found = pairwise_envelope_differences(
            together, ["a", "b", "c"], simultaneous=True, differences=differences
        )
        assert found.pairs[0].band.family == 3
        assert np.array_equal(pair.difference.upper, found.pairs[0].band.upper)


def test_all_pairs_of_several_test_sets_are_judged_together():
    other = LABEL.copy()
    model = model_of(
        a=(LABEL, score(0)), b=(LABEL, score(1)), c=(other, score(2)), d=(other, score(3))
    )
    model.bootstrap_settings = BootstrapSettings(n_resamples=400, rng=4, judged="all pairs")
    model.bootstrap()
    for first, second in ("ab", "ac", "cd"):
        assert model.band.difference(first, second).family == 6
    assert "each alone" in model.band.difference("a", "c").method


@pytest.mark.parametrize("wrong", ["T2", None, ["best"]])
def test_there_are_two_differences(wrong):
    with pytest.raises(CostCurveError, match='differences: must be "recommended" or "best"'):
        BootstrapSettings(differences=wrong)


def three(shifts=(2.0, 1.6, 0.4), size=300, **settings):
    """Return a model of three on the same examples, with bands."""
    rng = np.random.default_rng(3)
    label = np.arange(size) % 3 == 0
    common = rng.normal(size=size)
    own = rng.normal(size=(len(shifts), size))
    given = {
        "abc"[i]: (label, 0.8 * common + 0.6 * own[i] + by * label) for i, by in enumerate(shifts)
    }
    model = CostCurveModel(given, bootstrap_settings=BootstrapSettings(**settings))
    model.bootstrap(n_resamples=200, rng=0)
    return model


@pytest.mark.parametrize("differences", ["recommended", "best"])
@pytest.mark.parametrize("judged", ["all pairs", "everywhere", "each pc"])
def test_a_lead_has_the_limits_of_the_difference_that_is_compared(judged, differences):
    model = three(judged=judged, differences=differences)
    names = list(model.classifiers)
    assert {one.owner for one in model.leads.each} <= {0, 1, 2}
    for lead in model.leads.each:
        band = model.band.difference(names[lead.other], names[lead.owner])
        places = np.searchsorted(band.pc, lead.pc)
        assert np.array_equal(band.pc[places], lead.pc)
        assert np.allclose(band.lower[places], lead.least, rtol=0, atol=1e-12)
        assert np.allclose(band.upper[places], lead.most, rtol=0, atol=1e-12)


def test_the_cheapest_is_sure_where_no_other_can_be_as_cheap():
    model = three()
    names, found = list(model.classifiers), model.leads.cheapest
    seen = set()
    for pc, owner, sure, doubt in zip(found.pc, found.owner, found.sure, found.doubt, strict=True):
        if owner < 0:
            continue
        at = pc + 1e-6
        least = {
            other: np.interp(at, band.pc, band.lower)
            for other in range(3)
            if other != owner
            for band in [model.band.difference(names[other], names[owner])]
        }
        near = [other for other in least if least[other] <= 0.0]
        costs = [model.cost(name, at).normalised for name in names]
        assert sure == (not near)
        assert doubt == (min(near, key=costs.__getitem__) if near else -1)
        seen.add((sure, len(near)))
    assert len(seen) > 1


def test_all_pairs_are_judged_together_unless_another_way_is_chosen():
    family = [three(judged=one).difference for one in ("all pairs", "everywhere", "each pc")]
    assert [one.family for one in family] == [3, 1, 1]
    width = [float(np.mean(one.upper - one.lower)) for one in family]
    assert width[0] >= width[1] > width[2]
    assert BootstrapSettings().judged == "all pairs"


@pytest.mark.parametrize("judged", ["pointwise", None])
def test_there_are_three_ways_to_judge(judged):
    with pytest.raises(CostCurveError, match='judged: must be "all pairs", "everywhere"'):
        BootstrapSettings(judged=judged)


def test_an_advantage_that_is_only_rounding_is_none():
    """At PC(+) 0 both cost 0.22, but for the last digit of one of them."""
    counts = {"A": (43, 7), "B": (39, 11)}
    matrices: Any = {
        name: {"tp": tp, "fn": fn, "fp": 11, "tn": 39} for name, (tp, fn) in counts.items()
    }
    model = CostCurveModel.from_confusion_matrices(matrices)
    assert model.compare("A", "B").second_most[0] == 0
    assert "B is cheaper" not in compare_words(model.derived, ("A", "B"), 0.5)
