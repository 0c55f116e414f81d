"""Thresholds in use today: set, kept with their classifiers, and what they lose."""

import copy
import pickle

import numpy as np
import pytest

from cc_widgets.core import Conditions, Range, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel

Y = [0, 0, 0, 1, 1, 1]
FOREST = predictions(Y, [0.1, 0.6, 0.3, 0.4, 0.9, 0.7])
MATRIX = [[6, 4], [4, 16]]


@pytest.fixture
def model():
    made = CostCurveModel({"forest": FOREST, "rule": MATRIX, "point": (0.2, 0.5)})
    made.mark("forest", 0.5)
    return made


def marks(model):
    return [tuple(mark) for mark in model.marks]


def test_a_threshold_between_two_of_the_data_is_marked(model):
    [found] = model.marked(0.5)
    assert (found.name, found.threshold, found.words) == ("forest", 0.5, "forest from score 0.5 on")
    assert (found.fpr, found.tpr) == (1 / 3, 2 / 3)
    assert found.cost.low == pytest.approx(1 / 3)
    assert found.loss.low == pytest.approx(1 / 3 - model.cost(pc=0.5).normalised)
    assert (found.per_case, found.population) == (None, None)


def test_where_an_error_is_free_what_a_mark_loses_elsewhere_is_no_money(model):
    model.conditions = Conditions(0.3, 0, 2)
    [here], [elsewhere] = model.marked(), model.marked(0.4)
    assert here.per_case == Range(0.3 * 2 * (1 - 2 / 3), 0.3 * 2 * (1 - 2 / 3))
    assert (elsewhere.per_case, elsewhere.population) == (None, None)


def test_several_are_marked_each_once(model):
    model.mark("forest", threshold=0.2)
    model.mark("forest", 0.5)
    assert marks(model) == [("forest", 0.5), ("forest", 0.2)]
    model.unmark("forest", 0.5)
    assert marks(model) == [("forest", 0.2)]
    model.mark("forest", np.float32(0.75))
    model.unmark("forest")
    assert (marks(model), model.in_use, model.marked()) == ([], (), ())


def test_marks_can_be_set_as_a_whole(model):
    model.marks = [["forest", 1], ("forest", -1e9)]
    assert [one[2:] for one in model.in_use] == [(0.0, 0.0), (1.0, 1.0)]


@pytest.mark.parametrize(
    ("name", "threshold", "message"),
    [
        ("rule", 0.5, "a confusion matrix has no scores"),
        ("point", 0.5, "bare points have no scores"),
        ("tree", 0.5, "no classifier of that name"),
        ("forest", float("nan"), "a threshold is a number"),
        ("forest", "0.5", "a threshold is a number"),
        ("forest", float("inf"), "a threshold in use must be finite"),
        ("forest", float("-inf"), "a threshold in use must be finite"),
        ("forest", None, "a threshold is a number"),
    ],
)
def test_what_cannot_be_marked_is_refused(model, name, threshold, message):
    with pytest.raises(CostCurveError, match=message):
        model.mark(name, threshold)
    assert marks(model) == [("forest", 0.5)]


@pytest.mark.parametrize("wrong", ["forest", 5, ["forest"], [("forest",)], [("forest", 1, 2)]])
def test_marks_that_are_none_are_refused(model, wrong):
    with pytest.raises(CostCurveError, match=r"with (a threshold|thresholds)"):
        model.marks = wrong
    assert marks(model) == [("forest", 0.5)]


def test_a_mark_that_there_is_not_cannot_be_taken_away(model):
    with pytest.raises(CostCurveError, match=r"not marked.*0\.7.*Marked are: 0\.5"):
        model.unmark("forest", 0.7)
    with pytest.raises(CostCurveError, match="not marked"):
        model.unmark("forest", np.array([0.5, 0.6]))
    with pytest.raises(CostCurveError, match="no classifier of that name"):
        model.unmark("tree")


def test_marks_go_with_their_classifier(model):
    model.rename("forest", "wood")
    model.reorder(["rule", "wood", "point"])
    assert marks(model) == [("wood", 0.5)]
    assert model.in_use[0].name == "wood"
    model.remove("wood")
    assert (marks(model), model.in_use) == ([], ())


def test_new_data_are_counted_anew(model):
    model.classifiers = {"forest": (Y, [0.6, 0.6, 0.3, 0.4, 0.9, 0.7])}
    assert model.in_use[0][2:] == (2 / 3, 2 / 3)
    model.classifiers = {"forest": MATRIX}
    assert (marks(model), model.in_use) == ([], ())


def test_what_is_not_new_is_not_counted_again(model):
    before = model.in_use[0]
    model.add("tree", (Y, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]))
    model.mark("tree", 0.5)
    assert model.in_use[0][2:] == before[2:]
    assert [one.name for one in model.marked()] == ["forest", "tree"]


def test_hidden_classifiers_keep_their_marks_in_silence(model):
    model.hide("forest")
    assert (marks(model), model.marked()) == ([("forest", 0.5)], ())
    model.show("forest")
    assert len(model.marked()) == 1


def test_copies_have_the_same_marks(model):
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):  # noqa: S301 (our own)
        assert (other.marks, other.in_use) == (model.marks, model.in_use)
        other.unmark("forest")
    assert marks(model) == [("forest", 0.5)]


def test_the_loss_in_money_is_the_difference_of_what_both_cost(model):
    model.conditions = Conditions(prior=0.3, cost_fp=2, cost_fn=5, cost_tp=-1)
    model.population = 1000
    for pc in (None, 0.25):
        [found] = model.marked(pc)
        best = model.cost(pc=pc)
        known = model.conditions if pc is None else Conditions(0.1, 2, 5, cost_tp=-1)
        each = known.prior.low * 6 * (best.tpr - found.tpr)
        each += (1 - known.prior.low) * 2 * (found.fpr - best.fpr)
        assert found.per_case.low == found.per_case.high == pytest.approx(each)
        assert found.population.low == found.population.high == pytest.approx(1000 * each)


def test_a_range_of_conditions_gives_a_range_of_the_loss(model):
    model.conditions = Conditions(prior=(0.1, 0.4), cost_fp=1, cost_fn=(2, 8))
    [found] = model.marked()
    low, high = model.pc_range
    assert found.pc == Range(low, high)
    tried = [model.marked(pc)[0].loss.low for pc in np.linspace(low, high, 50).tolist()]
    assert found.loss.low <= min(tried)
    assert found.loss.high == pytest.approx(max(tried))
    assert found.per_case.low < found.per_case.high
    assert model.marked((0.1, 0.2))[0].per_case is None


def test_of_very_many_examples_any_threshold_is_exact():
    rng = np.random.default_rng(0)
    y_true = rng.random(60_000) < 0.3
    score = rng.normal(size=60_000) + y_true
    model = CostCurveModel({"a": (y_true, score)}, marks=[("a", 0.123456)])
    assert model.in_use[0].fpr == (score[~y_true] >= 0.123456).mean()
    assert model.in_use[0].tpr == (score[y_true] >= 0.123456).mean()
    assert model.marked()[0].loss.low >= 0.0
