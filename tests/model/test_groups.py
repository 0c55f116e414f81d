"""Groups of examples at one common threshold: drawn, told with their gaps, never ranked."""

from dataclasses import replace

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import folds, predictions
from cc_widgets.core.uncertainty import wilson_limits
from cc_widgets.core.uncertainty._buckets import told_at
from cc_widgets.core.uncertainty._lines import gap_limits
from cc_widgets.errors import CostCurveError
from cc_widgets.model.derive import thresholds_of
from cc_widgets.model.groups import Gap, _counted, _weighed
from cc_widgets.model.state import CostCurveModel

RNG = np.random.default_rng(0)
LABEL = RNG.random(400) < 0.4
GROUP = np.where(np.arange(400) % 3, "men", "women")
SCORE = np.round(RNG.normal(size=400) + 1.5 * LABEL + 0.5 * (GROUP == "men"), 2)


def model_of(**beside):
    return CostCurveModel({"forest": predictions(LABEL, SCORE, groups=GROUP, **beside)})


def test_all_groups_have_the_recommended_threshold():
    model = model_of()
    for pc in (0.3, 0.6):
        model.pc = pc
        threshold = model.cost().threshold
        for one in model.groups():
            mine = one.point.group == GROUP
            called = SCORE[mine] >= threshold
            assert one.point.threshold == threshold
            assert one.point.fpr == np.mean(called[~LABEL[mine]])
            assert one.point.tpr == np.mean(called[LABEL[mine]])
            assert one.cost == pytest.approx((1 - pc) * one.point.fpr + pc * (1 - one.point.tpr))
            assert (one.negatives, one.positives) == (np.sum(mine & ~LABEL), np.sum(mine & LABEL))


def test_two_groups_are_as_far_from_each_other():
    women, men = sorted(model_of().groups(), key=lambda one: one.point.group, reverse=True)
    for name in ("fpr_gap", "tpr_gap", "cost_gap"):
        one, other = getattr(women, name), getattr(men, name)
        assert (one.value, one.lower, one.upper) == pytest.approx(
            (-other.value, -other.upper, -other.lower)
        )
        assert one.lower < one.value < one.upper
    assert women.fpr_gap.value == pytest.approx(women.point.fpr - men.point.fpr)
    assert women.tpr_gap.value == pytest.approx(women.point.tpr - men.point.tpr)


def test_gaps_of_rates_are_those_of_newcombe():  # 56 of 70 less 48 of 80, at 95 %
    z = 1.959963984540054
    found = gap_limits((56, 70, 0, 1), (48, 80, 0, 1), 0.0, z)
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    (low, high), (other_low, other_high) = (
        map(float, wilson_limits(*pair, 0.95)) for pair in ((56, 70), (48, 80))
    )
    assert found[1] == pytest.approx(0.2 - np.hypot(0.8 - low, other_high - 0.6))
    assert found[2] == pytest.approx(0.2 + np.hypot(high - 0.8, 0.6 - other_low))


def test_no_group_is_a_classifier():
    model, plain = model_of(), CostCurveModel({"forest": predictions(LABEL, SCORE)})
    assert [item.name for item in model.derived.classifiers] == ["forest"]
    assert model.ranking() == plain.ranking()
    assert np.array_equal(model.derived.hull.fpr, plain.derived.hull.fpr)
    assert model.read().words == plain.read().words
    assert model.fingerprint != plain.fingerprint


def test_a_threshold_in_use_has_its_groups_too():
    model = model_of()
    model.mark("forest", 0.7)
    assert [one.threshold for one in model.group_points][2:] == [0.7, 0.7]
    assert {one.point.threshold for one in model.groups(threshold=0.7)} == {0.7}
    model.pc = 0.0  # call all negative: nothing else is recommended
    assert model.groups() == ()
    assert {one.threshold for one in model.group_points} == {0.7}


def test_a_group_without_one_class_has_no_rate_of_it():
    group = np.where(LABEL, "a", np.where(np.arange(400) % 2, "a", "b"))
    model = CostCurveModel({"forest": predictions(LABEL, SCORE, groups=group)})
    found = {one.point.group: one for one in model.groups(threshold=1.0)}
    assert (found["b"].tpr_gap, found["b"].cost_gap) == (None, None)
    assert np.isnan(found["b"].point.tpr)
    gap = found["b"].fpr_gap
    assert gap is not None
    assert gap.lower < gap.upper
    assert found["b"].words.startswith("b: has no positives; flags ")
    assert "of 143 positives, and the others have none; flags" in found["a"].words


def test_weights_and_clusters_make_gaps_less_sure():
    plain = model_of().groups(threshold=1.0)[0].cost_gap
    for beside in (
        {"sample_weight": 1.0 + 8 * (np.arange(400) % 5 == 0)},
        {"clusters": np.arange(400) // 40},
    ):
        gap = model_of(**beside).groups(threshold=1.0)[0].cost_gap
        assert gap.lower < gap.value < gap.upper
        if "sample_weight" in beside:
            assert gap.upper - gap.lower > plain.upper - plain.lower
    told = told_at(predictions(LABEL, SCORE), 1.0)
    assert list(told[1::2]) == [np.sum(~LABEL), np.sum(LABEL)]


def test_what_has_no_groups_is_refused():
    model = CostCurveModel({"forest": (LABEL, SCORE)})
    assert (model.group_points, model.group_words) == ((), ())
    for name in (None, "forest"):
        with pytest.raises(CostCurveError, match=r"^groups: the groups of its examples are not"):
            model.groups(name)
    with pytest.raises(CostCurveError, match=r"^groups: .* one length\. Got 1 values for 2 labels"):
        CostCurveModel.from_predictions([0, 1], [0.1, 0.2], groups=["a"])
    with pytest.raises(CostCurveError, match=r"^groups: 2 to 50 groups"):
        predictions(LABEL, SCORE, groups=np.arange(400))


def test_of_several_classifiers_the_groups_of_the_recommended_one_are_shown():
    noise = SCORE + 2 * RNG.normal(size=400)
    explorer = cc.explore(LABEL, {"noise": noise, "forest": SCORE}, groups=GROUP)
    try:
        model = explorer.model
        model.pc = 0.5
        assert {one.name for one in model.group_points} == {"forest"}
        assert {one.point.name for one in model.groups("noise")} == {"noise"}
        assert explorer._remarks is not None
        first = explorer._remarks.text.splitlines()[0]
        threshold = model.recommended().threshold
        assert first.startswith(f"Groups, all with forest from score {threshold} on, each beside")
        sent, names = explorer.duality.groups, explorer.duality.group_names
        best = model.read().best
        stop = list(zip(sent.owner, sent.at_fpr, sent.at_tpr, strict=True))
        at = 2 * stop.index((1, best.fpr, best.tpr))
        assert names == [one.group for one in model.group_points]
        assert list(sent.fpr[at : at + 2]) == [one.fpr for one in model.group_points]
        assert list(sent.tpr[at : at + 2]) == [one.tpr for one in model.group_points]
        model.classifiers = {"forest": (LABEL, SCORE)}
        assert explorer.duality.groups.owner.size == 0
        assert explorer._remarks.text == ""
    finally:
        explorer.close()


def test_the_table_of_groups_has_their_gaps():
    frame = model_of().to_frame("groups")
    assert sorted(frame["group"]) == ["men", "women"]
    assert (frame["fpr_lower"] < frame["fpr_gap"]).all()
    assert len(CostCurveModel({"a": (0.2, 0.7)}).to_frame("groups")) == 0


def test_pictures_show_groups():
    figure = model_of().to_figure()
    gids = [artist.get_gid() for ax in figure.axes for artist in ax.get_children()]
    assert gids.count("group") == 6


def test_gaps_are_told_in_points_as_a_colleague_would():
    one = model_of().groups(threshold=1.0)[0]

    def told(value, lower, upper):
        return replace(one, fpr_gap=Gap(value, lower, upper)).words.partition("flags ")[2]

    assert told(-0.24, -0.38, -0.1).endswith("24 points fewer (10 to 38).")
    assert told(0.24, 0.1, 0.384).endswith("24 points more (10 to 38).")
    assert told(0.03, -0.02, 0.08).endswith("3 points more (2 fewer to 8 more).")
    assert told(0.0, -0.02, 0.02).endswith("as many (2 fewer to 2 more).")
    assert told(-0.24, -0.38, 0.0).endswith("24 points fewer (0 to 38).")
    assert one.words.startswith("women: finds ")
    assert "-" not in one.words + told(-0.24, -0.38, -0.1)


def test_of_many_groups_those_are_told_that_stand_out_and_how_many_would_by_chance():
    group = np.array([f"hospital {i}" for i in np.arange(400) % 40])
    shifted = np.where(group == "hospital 7", SCORE - 4.0, SCORE)
    model = CostCurveModel({"forest": predictions(LABEL, shifted, groups=group)})
    first, *told, last = model.group_words
    assert first.startswith("Groups, all with forest from score ")
    assert len(told) == 5
    assert told[0].startswith("hospital 7: finds 0 % of ")
    assert last.startswith("These 5 of 40 stand out most; about 4 of 40 would be apart by chance")
    assert len(model.to_frame("groups")) == 40


def test_groups_of_folds_have_a_common_threshold_once_the_folds_are_pooled():
    fold = np.arange(400) // 100
    parts = [predictions(LABEL[mine], SCORE[mine], groups=GROUP[mine]) for mine in _each(fold)]
    model = CostCurveModel({"forest": folds(parts)})
    assert (model.group_points, model.groups()) == ((), ())
    [words] = model.group_words
    assert words.endswith('each fold of forest has its own: average = "pooled" gives them one.')
    plain = model_of()
    assert [one.words for one in model.groups(threshold=0.7)] == [
        one.words for one in plain.groups(threshold=0.7)
    ]
    model.average = "pooled"
    assert [one.words for one in model.groups()] == [one.words for one in plain.groups()]
    assert model.group_points == plain.group_points


def _each(fold):
    return [fold == one for one in np.unique(fold)]


def test_a_group_may_be_in_some_folds_only_and_clusters_of_folds_are_apart():
    place, fold = np.arange(400), np.arange(400) // 200
    group = np.where(place < 200, "a", np.where(place % 2, "b", "c"))
    parts = [
        predictions(LABEL[mine], SCORE[mine], groups=group[mine], clusters=place[mine] // 4)
        for mine in _each(fold)
    ]
    assert_groups_of_folds_are_those_of_the_whole(parts, group, place // 4)


def test_clusters_that_lie_in_several_folds_are_whole_in_gaps():
    place, fold = np.arange(400), np.arange(400) % 2
    group, clusters = np.where(place < 200, "a", "b"), place // 8
    parts = [
        predictions(LABEL[mine], SCORE[mine], groups=group[mine], clusters=clusters[mine])
        for mine in _each(fold)
    ]
    assert_groups_of_folds_are_those_of_the_whole(parts, group, clusters)


def assert_groups_of_folds_are_those_of_the_whole(parts, group, clusters):
    model = CostCurveModel({"forest": folds(parts)}, average="pooled")
    whole = CostCurveModel({"forest": predictions(LABEL, SCORE, groups=group, clusters=clusters)})
    assert [one.words for one in model.groups(threshold=0.7)] == [
        one.words for one in whole.groups(threshold=0.7)
    ]


def test_the_page_gets_the_groups_at_every_corner_at_the_recommended_one_and_in_use():
    model = model_of(sample_weight=1.0 + np.arange(400) % 2)
    model.mark("forest", 0.7)
    item = model.derived.classifiers[0]
    stops = model.group_stops
    corners = item.hull.index[item.hull.index >= 0]
    assert [one.in_use for one in stops] == [False] * corners.size + [True]
    for one, corner in zip(stops, corners, strict=False):
        threshold = float(thresholds_of(item, corner))
        found = {group.point.group: group.point for group in model.groups(threshold=threshold)}
        for name, fpr, tpr in zip(one.names, one.fpr, one.tpr, strict=True):
            assert (fpr, tpr) == (found[name].fpr, found[name].tpr)
    model.pc_range = (0.1, 0.9)
    now = model.recommended()
    assert (now.fpr, now.tpr) in [one.at for one in model.group_stops if not one.in_use]


def test_counting_all_groups_at_once_is_as_looking_at_each():
    given = predictions(LABEL, SCORE, groups=np.where(np.arange(400) % 7 < 2, "a", GROUP))
    often = np.arange(400) // 3 % 3
    repeated = predictions(
        np.repeat(LABEL, often), np.repeat(SCORE, often), groups=np.repeat(GROUP, often)
    )
    frequent = predictions(
        LABEL, SCORE, sample_weight=often, weights_are="frequencies", groups=GROUP
    )
    for each in (given, repeated):
        assert list(_counted(each, 0.7)) == list(_weighed(each, 0.7))
    one, other = (
        CostCurveModel({"c": each}).groups(threshold=0.7) for each in (frequent, repeated)
    )
    assert {each.point.group: each.words for each in one} == {
        each.point.group: each.words for each in other
    }


def test_a_group_without_any_weight_is_not_told_and_names_stand_in_one_line():
    group = np.where(np.arange(400) % 4, GROUP, "nobody\nhere")
    for weights in (np.where(group == "nobody\nhere", 0.0, 1.5), 1.0 * (group != "men")):
        given = predictions(LABEL, SCORE, groups=group, sample_weight=weights)
        told = CostCurveModel({"forest": given}).group_words
        assert len(told) == 3
        assert not [words for words in told if "\n" in words]
