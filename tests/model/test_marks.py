"""Marked thresholds: validation, changes of classifiers, and losses."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import Conditions, Counts, count, folds, point_set, predictions
from cc_widgets.core.conditions import Range
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import MarkedPoint
from cc_widgets.model.losses import BestThresholds, common_errors
from cc_widgets.model.numerals import tally
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.explorer import CostCurveExplorer

Y = [0, 0, 0, 1, 1, 1]
FOREST = predictions(Y, [0.1, 0.6, 0.3, 0.4, 0.9, 0.7])
MATRIX = [[6, 4], [4, 16]]


@pytest.fixture
def model():
    two_points = point_set(fpr=[0.1, 0.2], tpr=[0.3, 0.4])
    model = CostCurveModel(
        {"forest": FOREST, "rule": MATRIX, "point": (0.2, 0.5), "points": two_points}
    )
    model.mark("forest", 0.5)
    return model


def marks(model):
    return [tuple(mark) for mark in model.marks]


def test_mark_between_two_scores(model):
    [marked] = model.recommend(0.5).in_use
    assert (marked.name, marked.threshold, marked.words) == (
        "forest",
        0.5,
        "forest from score 0.5 on",
    )
    assert (marked.fpr, marked.tpr) == (1 / 3, 2 / 3)
    assert marked.cost.low == pytest.approx(1 / 3)
    assert marked.loss.low == pytest.approx(1 / 3 - model.cost(pc=0.5).normalised)
    assert (marked.per_case, marked.total) == (None, None)


def test_loss_has_no_amount_where_an_error_is_free(model):
    model.conditions = Conditions(0.3, 0, 2)
    [here], [elsewhere] = model.recommend().in_use, model.recommend(0.4).in_use
    assert here.per_case == Range(0.3 * 2 * (1 - 2 / 3), 0.3 * 2 * (1 - 2 / 3))
    assert (elsewhere.per_case, elsewhere.total) == (None, None)


def test_duplicate_marks_are_dropped(model):
    model.mark("forest", threshold=0.2)
    model.mark("forest", 0.5)
    assert marks(model) == [("forest", 0.5), ("forest", 0.2)]
    model.unmark("forest", 0.5)
    assert marks(model) == [("forest", 0.2)]
    model.mark("forest", np.float32(0.75))
    model.unmark("forest")
    assert (marks(model), model._in_use, model.recommend().in_use) == ([], (), ())


def test_marks_can_be_set_as_a_whole(model):
    model.marks = [["forest", 1], ("forest", -1e9)]
    assert [mark[2:] for mark in model._in_use] == [(0.0, 0.0), (1.0, 1.0)]


def test_confusion_matrix_can_be_in_use(model, tmp_path):
    model.mark("rule")
    assert marks(model) == [("forest", 0.5), ("rule", None)]
    used = model.recommend(0.5).in_use[1]
    assert (used.threshold, used.fpr, used.tpr, used.words) == (None, 0.4, 0.8, "rule")
    assert used.loss.low == pytest.approx(0.3 - model.cost(pc=0.5).normalised)
    model.save(tmp_path / "marked.json")
    assert marks(CostCurveModel.load(tmp_path / "marked.json")) == marks(model)
    explorer = CostCurveExplorer(model)
    assert explorer.duality.in_use.fpr.tolist() == [1 / 3, 0.4]
    assert np.isnan(explorer.duality.in_use.threshold[1])
    explorer.close()
    with pytest.raises(CostCurveError, match="this threshold is not marked"):
        model.unmark("rule", 0.5)
    model.unmark("rule")
    assert marks(model) == [("forest", 0.5)]


def test_refused_mark_of_incomplete_counts_names_the_nearest_thresholds():
    counts = Counts(np.array([np.inf, 0.75, 0.25]), np.array([0, 2, 3]), np.array([0, 1, 4]), 3, 4)
    model = CostCurveModel({"a": replace(counts, complete=False)})
    with pytest.raises(CostCurveError, match=r"incomplete.*for example 0\.25 or 0\.75\.$"):
        model.mark("a", 0.5)
    model.mark("a", 0.75)
    assert model._in_use[0][2:] == (1 / 4, 2 / 3)


@pytest.mark.parametrize(
    ("name", "threshold", "message"),
    [
        ("rule", 0.5, "a confusion matrix has no scores.*Pass None as the threshold"),
        ("points", None, "threshold: must be a number"),
        ("point", 0.5, "ROC points have no scores.*Pass None as the threshold to mark the point"),
        ("tree", 0.5, "must be the name of a classifier"),
        ("forest", float("nan"), "threshold: must be a number"),
        ("forest", "0.5", "threshold: must be a number"),
        ("forest", float("inf"), "threshold must be finite"),
        ("forest", float("-inf"), "threshold must be finite"),
        ("forest", None, "threshold: must be a number"),
    ],
)
def test_unknown_thresholds_raise(model, name, threshold, message):
    with pytest.raises(CostCurveError, match=message):
        model.mark(name, threshold)
    assert marks(model) == [("forest", 0.5)]


@pytest.mark.parametrize("wrong", ["forest", 5, ["forest"], [("forest",)], [("forest", 1, 2)]])
def test_invalid_marks_raise(model, wrong):
    with pytest.raises(CostCurveError, match=r"must be (a list of )?\(name, threshold\)"):
        model.marks = wrong
    assert marks(model) == [("forest", 0.5)]


def test_unmark_of_a_missing_mark_raises(model):
    with pytest.raises(CostCurveError, match=r"not marked.*0\.7.*Marked thresholds: 0\.5"):
        model.unmark("forest", 0.7)
    with pytest.raises(CostCurveError, match="not marked"):
        model.unmark("forest", np.array([0.5, 0.6]))
    with pytest.raises(CostCurveError, match="must be the name of a classifier"):
        model.unmark("tree")


def test_marks_follow_their_classifier(model):
    model.rename("forest", "wood")
    model.reorder(["rule", "wood", "point", "points"])
    assert marks(model) == [("wood", 0.5)]
    assert model._in_use[0].name == "wood"
    model.remove("wood")
    assert (marks(model), model._in_use) == ([], ())


def test_new_data_change_the_rates_of_marks(model):
    model.classifiers = {"forest": (Y, [0.6, 0.6, 0.3, 0.4, 0.9, 0.7])}
    assert model._in_use[0][2:] == (2 / 3, 2 / 3)
    model.classifiers = {"forest": MATRIX}
    assert (marks(model), model._in_use) == ([], ())


def test_unchanged_marks_keep_their_rates(model):
    before = model._in_use[0]
    model.add("tree", (Y, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    model.mark("tree", 0.5)
    assert model._in_use[0][2:] == before[2:]
    assert [mark.name for mark in model.recommend().in_use] == ["forest", "tree"]


def test_hidden_classifiers_keep_their_marks(model):
    model.hide("forest")
    assert (marks(model), model.recommend().in_use) == ([("forest", 0.5)], ())
    model.show("forest")
    assert len(model.recommend().in_use) == 1


def test_copies_have_the_same_marks(model):
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):  # noqa: S301 (our own)
        assert (other.marks, other._in_use) == (model.marks, model._in_use)
        other.unmark("forest")
    assert marks(model) == [("forest", 0.5)]


def test_loss_in_currency_is_the_cost_difference(model):
    model.conditions = Conditions(prior=0.3, cost_fp=2, cost_fn=5, cost_tp=-1, n_cases=1000)
    for pc in (None, 0.25):
        [marked] = model.recommend(pc).in_use
        best = model.cost(pc=pc)
        conditions = model.conditions if pc is None else Conditions(0.1, 2, 5, cost_tp=-1)
        loss = conditions.stated_prior.low * 6 * (best.tpr - marked.tpr)
        loss += (1 - conditions.stated_prior.low) * 2 * (marked.fpr - best.fpr)
        assert marked.per_case.low == marked.per_case.high == pytest.approx(loss)
        assert marked.total.low == marked.total.high == pytest.approx(1000 * loss)


def test_loss_over_a_range_of_conditions(model):
    model.conditions = Conditions(prior=(0.1, 0.4), cost_fp=1, cost_fn=(2, 8))
    [marked] = model.recommend().in_use
    low, high = model.pc_range
    assert marked.pc == Range(low, high)
    losses = [model.recommend(pc).in_use[0].loss.low for pc in np.linspace(low, high, 50).tolist()]
    assert marked.loss.low <= min(losses)
    assert marked.loss.high == pytest.approx(max(losses))
    assert marked.per_case.low < marked.per_case.high
    assert model.recommend((0.1, 0.2)).in_use[0].per_case is None


def test_rates_of_many_examples_are_exact():
    rng = np.random.default_rng(0)
    y_true = rng.random(60_000) < 0.3
    score = rng.normal(size=60_000) + y_true
    model = CostCurveModel({"a": (y_true, score)}, marks=[("a", 0.123456)])
    assert model._in_use[0].fpr == (score[~y_true] >= 0.123456).mean()
    assert model._in_use[0].tpr == (score[y_true] >= 0.123456).mean()
    assert model.recommend().in_use[0].loss.low >= 0.0


# ---- Expected losses


RNG = np.random.default_rng(4)
LABEL = (RNG.random(300) < 0.4).astype(int)
GOOD = RNG.normal(size=300) + 1.5 * LABEL
FAIR = 0.6 * GOOD + 0.8 * RNG.normal(size=300)


def loss_of(source, threshold, other=None, **bootstrap):
    """Return the loss of a threshold of `source` where `other` may be recommended."""
    sources = {"used": source} | ({} if other is None else {"other": other})
    model = CostCurveModel(sources, pc=0.4)
    model.mark("used", threshold)
    if bootstrap:
        model.bootstrap(rng=0, **bootstrap)
    (loss,) = model.recommend().in_use if bootstrap else model.compare_in_use()
    return loss


def test_expected_loss_is_less_than_the_observed_one():
    loss = loss_of((LABEL, GOOD), 2.5)
    lower, upper = loss.interval
    assert lower < loss.interval.expected < loss.loss.low < upper
    assert loss.is_significant
    near = loss_of((LABEL, GOOD), 0.9)
    assert not near.is_significant
    assert near.interval.lower < 0.0 < near.interval.upper


def test_loss_is_not_tested_where_costs_cannot_be_estimated():
    model = CostCurveModel({"used": (LABEL, GOOD), "point": (0.5, 0.5)}, pc=0.4)
    model.mark("used", 2.5)
    (loss,) = model.recommend().in_use
    assert (loss.interval, loss.is_significant) == (None, None)
    assert "(not tested: may be chance)" in model.recommend().advice.lines[2]


def test_loss_is_estimated_without_a_bootstrap():
    model = CostCurveModel({"used": (LABEL, GOOD), "other": (LABEL, FAIR)}, pc=0.4)
    model.mark("used", 2.5)
    loss: Any = model.recommend().in_use[0]
    assert loss.interval.lower < loss.interval.expected < loss.loss.low < loss.interval.upper
    assert model.compare_in_use() == (loss,)
    assert "is expected to cost" in model.recommend().advice.lines[2]


def test_loss_with_bands_equals_the_one_computed_alone():
    alone = loss_of((LABEL, GOOD), 2.0)
    banded = loss_of((LABEL, GOOD), 2.0, n_resamples=1999)
    assert banded.interval.expected == pytest.approx(alone.interval.expected, abs=0.002)
    assert tuple(banded.interval) == pytest.approx(tuple(alone.interval), abs=0.004)


def test_recommended_threshold_loses_nothing():
    model = CostCurveModel({"used": (LABEL, GOOD)}, pc=0.4)
    model.mark("used", model.recommend().threshold)
    model.bootstrap(n_resamples=199, rng=0)
    loss: Any = model.recommend().in_use[0]
    assert (tuple(loss.interval), loss.interval.expected) == ((0.0, 0.0), 0.0)
    assert model.recommend().advice.lines[2].endswith("costs the same.")


@pytest.mark.parametrize("pc", [0.3021, 0.3333, 0.4567])
def test_recommended_threshold_loses_nothing_between_points_of_the_grid(pc):
    label = np.repeat([0, 1], 1000)
    score = np.random.default_rng(1).normal(size=label.size) + 1.5 * label
    model = CostCurveModel({"used": (label, score)}, pc=pc)
    model.mark("used", model.recommend().threshold)
    loss: Any = model.compare_in_use()[0]
    assert (tuple(loss.interval), loss.interval.expected) == ((0.0, 0.0), 0.0)


def test_loss_of_the_same_examples_is_paired():
    frame = np.column_stack([LABEL])[:, 0]
    paired = loss_of((frame, FAIR), 1.2, (frame, GOOD)).interval
    apart = loss_of((frame, FAIR), 1.2, (frame.copy(), GOOD)).interval
    assert paired.upper - paired.lower < 0.95 * (apart.upper - apart.lower)


def test_common_errors_are_counted():
    model = CostCurveModel({"used": (LABEL, FAIR), "other": (LABEL, GOOD)}, pc=0.4)
    used: Any = model.classifiers["used"]
    other: Any = model.classifiers["other"]
    at = np.array([0.3, 0.8, 1.9])
    choice = BestThresholds(np.zeros((2, 3)), at, np.zeros(3, dtype=bool))
    both = common_errors(MarkedPoint("used", 1.2, 0.1, 0.5), np.zeros(2), (used, other), choice)
    for row, label in zip(both, (0, 1), strict=True):
        members = label == LABEL
        wrong = [((FAIR >= 1.2) != label) & ((cut <= GOOD) != label) for cut in at]
        assert row == pytest.approx([np.mean(each[members]) for each in wrong])


def test_counted_scores_have_the_same_loss_as_scores():
    scores = loss_of(predictions(LABEL, GOOD), 2.0).interval
    counted = loss_of(count(predictions(LABEL, GOOD)), 2.0).interval
    assert counted.expected == pytest.approx(scores.expected)
    assert tuple(counted) == pytest.approx(tuple(scores))


def test_confusion_matrix_in_use_has_an_expected_loss():
    used = [[100, 80], [30, 90]]
    loss = loss_of(used, None, (LABEL, GOOD))
    assert loss.is_significant
    assert 0.0 < loss.interval.lower < loss.interval.expected < loss.loss.low


def test_weights_clusters_and_folds_widen_the_interval():
    plain = loss_of(predictions(LABEL, GOOD), 2.0).interval
    half = loss_of(predictions(LABEL[::2], GOOD[::2]), 2.0).interval
    weight = np.tile([1.0, 1e-6], 150)  # as if every other example was left out
    weighted = loss_of(predictions(LABEL, GOOD, sample_weight=weight), 2.0).interval
    twice = [np.repeat(values, 2) for values in (LABEL, GOOD)]
    clusters = predictions(*twice, clusters=np.repeat(np.arange(300), 2))
    clustered = loss_of(clusters, 2.0).interval
    assert weighted.upper - weighted.lower == pytest.approx(half.upper - half.lower, rel=0.05)
    assert clustered.upper - clustered.lower == pytest.approx(plain.upper - plain.lower, rel=0.1)
    halves = folds([predictions(LABEL[part], GOOD[part]) for part in (slice(150), slice(150, 300))])
    folded = loss_of(halves, 2.0).interval
    assert folded.upper - folded.lower == pytest.approx(plain.upper - plain.lower, rel=0.3)


def test_loss_compared_with_a_baseline_that_is_expected_to_cost_less():
    model = CostCurveModel({"used": (LABEL, RNG.normal(size=300))}, pc=0.02)
    model.mark("used", 0.0)
    loss: Any = model.compare_in_use()[0]
    assert loss.interval.expected == pytest.approx(loss.cost.low - 0.02)
    assert loss.is_significant


@pytest.mark.parametrize("pc", [0.9, 0.95])  # the classifier and a baseline are recommended
def test_limits_of_the_loss_do_not_imply_a_negative_cost(pc):
    label = np.repeat([0, 1], [500, 20])
    score = np.random.default_rng(0).normal(size=label.size) + 5.0 * label
    model = CostCurveModel({"used": (label, score)}, pc=pc)
    model.mark("used", 1.3)
    answer: Any = model.recommend()
    assert answer.decision.is_baseline == (pc > 0.9)
    assert answer.in_use[0].interval.lower == pytest.approx(-answer.interval.upper)


def test_loss_follows_marks_and_visible_classifiers():
    model = CostCurveModel({"used": (LABEL, FAIR), "other": (LABEL, GOOD)}, pc=0.4)
    model.mark("used", 1.2)
    model.bootstrap(n_resamples=199, rng=0)
    (first,) = model.recommend().in_use
    model.marks = [("used", 1.4)]
    (second,) = model.recommend().in_use
    assert second.interval != first.interval
    model.classifiers = {"used": (LABEL, FAIR), "other": (LABEL, 2.0 * GOOD)}
    (third,) = model.recommend().in_use  # the bands are outdated
    alone = CostCurveModel(model.classifiers, pc=0.4, marks=model.marks)
    assert third.interval == alone.recommend().in_use[0].interval != second.interval


def test_card_states_the_expected_loss():
    model = CostCurveModel({"used": (LABEL, GOOD)}, pc=0.4)
    model.mark("used", 2.5)
    model.mark("used", 0.9)
    model.bootstrap(n_resamples=199, rng=0)
    far: Any
    near: Any
    far, near = (loss.interval for loss in model.recommend().in_use)
    assert model.recommend().advice.lines[2] == (
        f"Today's threshold, used from score 2.5 on, is expected to cost as much as "
        f"{tally(1000 * far.expected)} false alarms more per 1,000 cases (90 %: "
        f"{tally(1000 * far.lower)} to {tally(1000 * far.upper)} more); used from score 0.9 on, is "
        f"expected to cost as much as {tally(1000 * abs(near.expected))} false alarms "
        f"{'more' if near.expected > 0 else 'less'} per 1,000 cases (90 %: "
        f"{tally(-1000 * near.lower)} less to {tally(1000 * near.upper)} more, could be chance)."
    )


def test_single_point_can_be_in_use(model):
    model.mark("point")
    assert model._in_use[-1] == ("point", None, 0.2, 0.5)
    assert model.recommend(0.5).in_use[-1].interval is None
