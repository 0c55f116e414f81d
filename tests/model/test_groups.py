"""Error rates of groups at a common threshold, and gaps between groups."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import folds, predictions
from cc_widgets.core.uncertainty.buckets import effective_counts
from cc_widgets.core.uncertainty.intervals import unpaired_difference_limits, wilson_limits
from cc_widgets.errors import CostCurveError
from cc_widgets.export.page import alt_text
from cc_widgets.export.tables import markdown_text
from cc_widgets.model.derive import thresholds_of
from cc_widgets.model.groups import (
    Gap,
    _effective_counts,
    _plain_counts,
    group_points,
    group_words,
    grouped_thresholds,
)
from cc_widgets.model.recommendation import decide
from cc_widgets.model.state import CostCurveModel

RNG = np.random.default_rng(0)
LABEL = RNG.random(400) < 0.4
GROUP = np.where(np.arange(400) % 3, "men", "women")
SCORE = np.round(RNG.normal(size=400) + 1.5 * LABEL + 0.5 * (GROUP == "men"), 2)


def model_of(**columns):
    return CostCurveModel({"forest": predictions(LABEL, SCORE, groups=GROUP, **columns)})


def test_all_groups_have_the_recommended_threshold():
    model = model_of()
    for pc in (0.3, 0.6):
        model.pc = pc
        threshold = model.cost().threshold
        for answer in model.groups():
            members = answer.point.group == GROUP
            called = SCORE[members] >= threshold
            assert answer.point.threshold == threshold
            assert answer.point.fpr == np.mean(called[~LABEL[members]])
            assert answer.point.tpr == np.mean(called[LABEL[members]])
            assert answer.cost == pytest.approx(
                (1 - pc) * answer.point.fpr + pc * (1 - answer.point.tpr)
            )
            assert (answer.negatives, answer.positives) == (
                np.sum(members & ~LABEL),
                np.sum(members & LABEL),
            )


def test_two_groups_have_opposite_gaps():
    women, men = sorted(model_of().groups(), key=lambda answer: answer.point.group, reverse=True)
    for name in ("fpr_gap", "tpr_gap", "cost_gap"):
        answer, other = getattr(women, name), getattr(men, name)
        assert (answer.value, answer.lower, answer.upper) == pytest.approx(
            (-other.value, -other.upper, -other.lower)
        )
        assert answer.lower < answer.value < answer.upper
    assert women.fpr_gap.value == pytest.approx(women.point.fpr - men.point.fpr)
    assert women.tpr_gap.value == pytest.approx(women.point.tpr - men.point.tpr)


def test_rate_gaps_match_newcombe_limits():  # 56 of 70 less 48 of 80, at 95 %
    z = 1.959963984540054
    limits = unpaired_difference_limits((56, 70, 0, 1), (48, 80, 0, 1), 0.0, z)
    assert limits == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    (low, high), (other_low, other_high) = (
        map(float, wilson_limits(*pair, 0.95)) for pair in ((56, 70), (48, 80))
    )
    assert limits[1] == pytest.approx(0.2 - np.hypot(0.8 - low, other_high - 0.6))
    assert limits[2] == pytest.approx(0.2 + np.hypot(high - 0.8, 0.6 - other_low))


def test_groups_are_not_classifiers():
    model, plain = model_of(), CostCurveModel({"forest": predictions(LABEL, SCORE)})
    assert [item.name for item in model.curves.classifiers] == ["forest"]
    assert model.recommend().ranking == plain.recommend().ranking
    assert np.array_equal(model.curves.hull.fpr, plain.curves.hull.fpr)
    assert model.recommend().text == plain.recommend().text
    assert model.fingerprint != plain.fingerprint


def test_marked_thresholds_have_groups():
    model = model_of()
    model.mark("forest", 0.7)
    assert [point.threshold for point in group_points(model)][2:] == [0.7, 0.7]
    assert {point.point.threshold for point in model.groups(threshold=0.7)} == {0.7}
    model.pc = 0.0  # call all negative: nothing else is recommended
    assert model.groups() == ()
    assert {point.threshold for point in group_points(model)} == {0.7}


def test_group_without_a_class_has_no_rate():
    group = np.where(LABEL, "a", np.where(np.arange(400) % 2, "a", "b"))
    model = CostCurveModel({"forest": predictions(LABEL, SCORE, groups=group)})
    answers = {answer.point.group: answer for answer in model.groups(threshold=1.0)}
    assert (answers["b"].tpr_gap, answers["b"].cost_gap) == (None, None)
    assert np.isnan([answers["b"].point.tpr, answers["b"].tpr_lower]).all()
    gap = answers["b"].fpr_gap
    assert gap is not None
    assert gap.lower < gap.upper
    assert answers["b"].words.startswith("b: has no positives; flags ")
    assert "of 143 positives, and the others have none; flags" in answers["a"].words


def test_weights_and_clusters_widen_gap_intervals():
    plain = model_of().groups(threshold=1.0)[0].cost_gap
    for columns in (
        {"sample_weight": 1.0 + 8 * (np.arange(400) % 5 == 0)},
        {"clusters": np.arange(400) // 40},
    ):
        gap = model_of(**columns).groups(threshold=1.0)[0].cost_gap
        assert gap.lower < gap.value < gap.upper
        if "sample_weight" in columns:
            assert gap.upper - gap.lower > plain.upper - plain.lower
    counts = effective_counts(predictions(LABEL, SCORE), 1.0)
    assert list(counts[1::2]) == [np.sum(~LABEL), np.sum(LABEL)]


def test_classifier_without_groups_raises():
    model = CostCurveModel({"forest": (LABEL, SCORE)})
    assert (group_points(model), group_words(model)) == ((), ())
    for name in (None, "forest"):
        with pytest.raises(CostCurveError, match=r"^groups: needs a classifier with groups"):
            model.groups(name)
    with pytest.raises(
        CostCurveError,
        match=r"^groups: must have the same length as y_true\. Got 1 values for 2 labels",
    ):
        CostCurveModel.from_predictions([0, 1], [0.1, 0.2], groups=["a"])
    with pytest.raises(CostCurveError, match=r"^groups: must have 2 to 50 groups"):
        predictions(LABEL, SCORE, groups=np.arange(400))


def test_groups_of_the_recommended_classifier_are_shown():
    noise = SCORE + 2 * RNG.normal(size=400)
    explorer = cc.explore(LABEL, {"noise": noise, "forest": SCORE}, groups=GROUP)
    try:
        model = explorer.model
        model.pc = 0.5
        assert {point.name for point in group_points(model)} == {"forest"}
        assert {point.point.name for point in model.groups("noise")} == {"noise"}
        assert explorer._remarks is not None
        first = explorer._remarks.text.splitlines()[0]
        threshold = decide(model).threshold
        assert first.startswith(f"Groups, all with forest from score {threshold} on, each beside")
        sent, names = explorer.duality.groups, explorer.duality.group_names
        best = model.recommend().cost
        stop = list(zip(sent.owner, sent.at_fpr, sent.at_tpr, strict=True))
        at = 2 * stop.index((1, best.fpr, best.tpr))
        assert names == [point.group for point in group_points(model)]
        assert list(sent.fpr[at : at + 2]) == [point.fpr for point in group_points(model)]
        assert list(sent.tpr[at : at + 2]) == [point.tpr for point in group_points(model)]
        model.classifiers = {"forest": (LABEL, SCORE)}
        assert explorer.duality.groups.owner.size == 0
        assert explorer._remarks.text == ""
    finally:
        explorer.close()


def test_group_table_has_gaps():
    frame = model_of().to_frame("groups")
    assert sorted(frame["group"]) == ["men", "women"]
    for answer, row in zip(model_of().groups(), frame.to_dict("records"), strict=True):
        for name in ("fpr", "tpr", "cost"):
            gap = getattr(answer, f"{name}_gap")
            limits = row[f"{name}_gap"], row[f"{name}_gap_lower"], row[f"{name}_gap_upper"]
            assert limits == (gap.value, gap.lower, gap.upper)
    assert len(CostCurveModel({"a": (0.2, 0.7)}).to_frame("groups")) == 0


def test_rates_of_a_group_have_wilson_limits():
    model = model_of()
    model.level = 0.95
    n_plain = 0
    for answer, row in zip(
        model.groups(), model.to_frame("groups").to_dict("records"), strict=True
    ):
        for name, rate, size in (
            ("fpr", answer.point.fpr, answer.negatives),
            ("tpr", answer.point.tpr, answer.positives),
        ):
            low, high = getattr(answer, f"{name}_lower"), getattr(answer, f"{name}_upper")
            assert (low, high) == (row[f"{name}_lower"], row[f"{name}_upper"])
            count = round(rate * size)
            wilson = tuple(map(float, wilson_limits(count, size, 0.95)))
            assert low <= wilson[0] + 1e-9 < rate < wilson[1] - 1e-9 <= high
            if min(count, size - count) > 10:  # otherwise limits may be wider
                assert (low, high) == pytest.approx(wilson)
                n_plain += 1
    assert n_plain > 1
    [all_flagged, _] = model.groups(threshold=-1e9)
    assert (all_flagged.fpr_upper, all_flagged.tpr_upper) == (1.0, 1.0)
    assert 0.9 < all_flagged.fpr_lower < 1.0


def test_figures_show_groups():
    figure = model_of().to_figure()
    gids = [artist.get_gid() for ax in figure.axes for artist in ax.get_children()]
    assert gids.count("group") == 6


def test_gap_words_use_percentage_points():
    answer = model_of().groups(threshold=1.0)[0]

    def gap_words(value, lower, upper):
        return replace(answer, fpr_gap=Gap(value, lower, upper)).words.partition("flags ")[2]

    assert gap_words(-0.24, -0.38, -0.1).endswith("24 points fewer (10 to 38).")
    assert gap_words(0.24, 0.1, 0.384).endswith("24 points more (10 to 38).")
    assert gap_words(0.03, -0.02, 0.08).endswith("3 points more (2 fewer to 8 more).")
    assert gap_words(0.0, -0.02, 0.02).endswith("as many (2 fewer to 2 more).")
    assert gap_words(-0.24, -0.38, 0.0).endswith("24 points fewer (0 to 38).")
    assert answer.words.startswith("men: finds ")
    assert "-" not in answer.words + gap_words(-0.24, -0.38, -0.1)


def test_many_groups_show_the_largest_gaps_and_a_warning():
    group = np.array([f"hospital {i}" for i in np.arange(400) % 40])
    shifted = np.where(group == "hospital 7", SCORE - 4.0, SCORE)
    model = CostCurveModel({"forest": predictions(LABEL, shifted, groups=group)})
    first, *lines, last = group_words(model)
    assert first.startswith("Groups, all with forest from score ")
    assert len(lines) == 5
    assert lines[0].startswith("hospital 7: finds 0 % of ")
    assert last.startswith("These 5 of 40 stand out most. The limits are corrected for")
    assert len(model.to_frame("groups")) == 40


@pytest.mark.long(cases=0)
@pytest.mark.parametrize("n_groups", [2, 5, 20])
def test_equal_groups_rarely_show_any_gap(n_groups):
    rng, false_gaps, n_sets = np.random.default_rng(0), 0, 150
    for _ in range(n_sets):
        label = np.arange(60 * n_groups) % 2 == 0
        score = rng.normal(size=label.size) + label
        group = rng.permutation(np.arange(label.size) % n_groups)
        model = CostCurveModel({"a": predictions(label, score, groups=group)})
        gaps: list[Any] = [
            gap
            for answer in model.groups(threshold=0.5)
            for gap in (answer.fpr_gap, answer.tpr_gap)
        ]
        assert all(gaps)
        false_gaps += any(gap.lower > 0.0 or gap.upper < 0.0 for gap in gaps)
    assert false_gaps / n_sets <= 0.1 + 2.0 * np.sqrt(0.09 / n_sets)
    assert false_gaps / n_sets >= 0.03  # not needlessly wide


def test_groups_are_in_natural_order():
    for group, expected in (
        (np.arange(400) % 12, [str(i) for i in range(12)]),
        (12 - np.arange(400) % 12, [str(i) for i in range(1, 13)]),
        ([f"ward {11 - i % 11}" for i in range(400)], [f"ward {i}" for i in range(1, 12)]),
        (GROUP, ["men", "women"]),
    ):
        source = predictions(LABEL, SCORE, groups=group)
        answers = CostCurveModel({"a": source}).groups(threshold=0.5)
        assert [answer.point.group for answer in answers] == expected
        for answer in answers:
            members = np.asarray(group).astype(str) == answer.point.group
            assert answer.positives == np.sum(LABEL[members])
    mixed = np.array(["b", 1] * 200, dtype=object)  # cannot be compared
    unsorted: Any = predictions(LABEL, SCORE, groups=mixed).groups
    assert unsorted.names == ("b", 1)


@pytest.mark.parametrize("weight", [None, np.arange(400) % 3 + 0.5])
def test_selection_rate_and_precision_of_groups(weight):
    model, weights = model_of(sample_weight=weight), np.ones(400) if weight is None else weight
    rows = model.to_frame("groups")
    for answer, selection_rate, precision in zip(
        model.groups(), rows["selection_rate"], rows["precision"], strict=True
    ):
        members = answer.point.group == GROUP
        flagged = members & (answer.point.threshold <= SCORE)
        assert selection_rate == answer.selection_rate
        assert selection_rate == pytest.approx(weights[flagged].sum() / weights[members].sum())
        correct = weights[flagged & LABEL].sum() / weights[flagged].sum()
        assert precision == answer.precision == pytest.approx(correct)
    [none, _] = model.groups(threshold=1e9)
    assert none.selection_rate == 0.0
    assert np.isnan(none.precision)
    assert none.selection_words == "Selection rate 0 %."


def test_groups_are_in_report_summary_and_text_of_the_picture():
    model = model_of()
    lines = group_words(model)
    assert len(lines) == 3
    assert " ".join(lines) in " ".join(model.summary().split())
    assert alt_text(model).endswith(" ".join(lines))
    report = model.to_markdown("report")
    assert "## Groups" in report
    for answer in model.groups():
        assert f"{markdown_text(answer.words)} {markdown_text(answer.selection_words)}" in report
    plain = CostCurveModel({"forest": (LABEL.astype(int), SCORE)})
    assert "Groups" not in plain.to_markdown("report") + plain.summary() + alt_text(plain)


def test_groups_of_folds_need_pooling():
    fold = np.arange(400) // 100
    parts = [predictions(LABEL[rows], SCORE[rows], groups=GROUP[rows]) for rows in _each(fold)]
    model = CostCurveModel({"forest": folds(parts)})
    assert group_points(model) == ()
    message = (
        r"^classifier 'forest': has no single threshold: each fold has its own\. "
        r'Set model\.average = "pooled"'
    )
    for compute in (
        model.groups,
        partial(model.groups, "forest"),
        partial(model.to_frame, "groups"),
    ):
        with pytest.raises(CostCurveError, match=message):
            compute()
    [words] = group_words(model)
    assert words.endswith('each fold of forest has its own: average = "pooled" gives them one.')
    plain = model_of()
    assert [answer.words for answer in model.groups(threshold=0.7)] == [
        answer.words for answer in plain.groups(threshold=0.7)
    ]
    model.average = "pooled"
    assert [answer.words for answer in model.groups()] == [
        answer.words for answer in plain.groups()
    ]
    assert group_points(model) == group_points(plain)
    model.average = "cost"
    model.pc = 0.0  # call all negative
    assert model.groups() == ()
    assert len(model.to_frame("groups")) == 0


def _each(fold):
    return [fold == value for value in np.unique(fold)]


def test_group_in_some_folds_and_separate_clusters():
    place, fold = np.arange(400), np.arange(400) // 200
    group = np.where(place < 200, "a", np.where(place % 2, "b", "c"))
    parts = [
        predictions(LABEL[rows], SCORE[rows], groups=group[rows], clusters=place[rows] // 4)
        for rows in _each(fold)
    ]
    assert_fold_groups_match_the_whole(parts, group, place // 4)


def test_clusters_across_folds_are_whole_in_gaps():
    place, fold = np.arange(400), np.arange(400) % 2
    group, clusters = np.where(place < 200, "a", "b"), place // 8
    parts = [
        predictions(LABEL[rows], SCORE[rows], groups=group[rows], clusters=clusters[rows])
        for rows in _each(fold)
    ]
    assert_fold_groups_match_the_whole(parts, group, clusters)


def assert_fold_groups_match_the_whole(parts, group, clusters):
    model = CostCurveModel({"forest": folds(parts)}, average="pooled")
    whole = CostCurveModel({"forest": predictions(LABEL, SCORE, groups=group, clusters=clusters)})
    assert [answer.words for answer in model.groups(threshold=0.7)] == [
        answer.words for answer in whole.groups(threshold=0.7)
    ]


def test_page_has_groups_at_all_relevant_thresholds():
    model = model_of(sample_weight=1.0 + np.arange(400) % 2)
    model.mark("forest", 0.7)
    item = model.curves.classifiers[0]
    stops = grouped_thresholds(model)
    corners = item.hull.index[item.hull.index >= 0]
    assert [stop.in_use for stop in stops] == [False] * corners.size + [True]
    for stop, corner in zip(stops, corners, strict=False):
        threshold = float(thresholds_of(item, corner))
        points = {group.point.group: group.point for group in model.groups(threshold=threshold)}
        for name, fpr, tpr in zip(stop.names, stop.fpr, stop.tpr, strict=True):
            assert (fpr, tpr) == (points[name].fpr, points[name].tpr)
    model.pc_range = (0.1, 0.9)
    decision = decide(model)
    assert (decision.fpr, decision.tpr) in [
        stop.at for stop in grouped_thresholds(model) if not stop.in_use
    ]


def test_joint_counts_match_counts_by_group():
    examples = predictions(LABEL, SCORE, groups=np.where(np.arange(400) % 7 < 2, "a", GROUP))
    often = np.arange(400) // 3 % 3
    repeated = predictions(
        np.repeat(LABEL, often), np.repeat(SCORE, often), groups=np.repeat(GROUP, often)
    )
    frequent = predictions(
        LABEL, SCORE, sample_weight=often, weights_are="frequencies", groups=GROUP
    )
    for each in (examples, repeated):
        assert list(_plain_counts(each, 0.7)) == list(_effective_counts(each, 0.7))
    joint, separate = (
        CostCurveModel({"c": each}).groups(threshold=0.7) for each in (frequent, repeated)
    )
    assert {each.point.group: each.words for each in joint} == {
        each.point.group: each.words for each in separate
    }


def test_zero_weight_group_is_omitted_and_names_have_one_line():
    group = np.where(np.arange(400) % 4, GROUP, "nobody\nhere")
    for weights in (np.where(group == "nobody\nhere", 0.0, 1.5), 1.0 * (group != "men")):
        examples = predictions(LABEL, SCORE, groups=group, sample_weight=weights)
        lines = group_words(CostCurveModel({"forest": examples}))
        assert len(lines) == 3
        assert not [words for words in lines if "\n" in words]
