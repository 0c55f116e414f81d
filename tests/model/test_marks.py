"""Marked thresholds: validation, changes of classifiers, and losses."""

import copy
import pickle

import numpy as np
import pytest

from cc_widgets.core import Conditions, predictions
from cc_widgets.core.conditions import Range
from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel

Y = [0, 0, 0, 1, 1, 1]
FOREST = predictions(Y, [0.1, 0.6, 0.3, 0.4, 0.9, 0.7])
MATRIX = [[6, 4], [4, 16]]


@pytest.fixture
def model():
    model = CostCurveModel({"forest": FOREST, "rule": MATRIX, "point": (0.2, 0.5)})
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


@pytest.mark.parametrize(
    ("name", "threshold", "message"),
    [
        ("rule", 0.5, "a confusion matrix has no scores"),
        ("point", 0.5, "ROC points have no scores"),
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
    model.reorder(["rule", "wood", "point"])
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
