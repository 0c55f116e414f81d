"""Other ways of choosing than by cost, answered in both spaces."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import (
    lower_envelope,
    neyman_pearson_line,
    point_set,
    workforce_line,
)
from cc_widgets.model.state import CostCurveModel
from tests.support.curves import decimals

# Fawcett's hull: the corners around fpr 0.25 are (0.1, 0.5) and (0.5, 0.8).
CORNERS = ([0.0, 0.1, 0.5, 0.9], [0.2, 0.5, 0.8, 1.0])


@pytest.fixture
def model():
    return CostCurveModel({"net": point_set(fpr=CORNERS[0], tpr=CORNERS[1])})


def test_a_limit_on_false_alarms_mixes_two_corners(model):
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.25, "roc": [[0, 0]]}
    answer = model.answer
    assert dict(answer.criterion) == {"kind": "neyman_pearson", "max_fpr": 0.25}
    assert answer.roc == (
        pytest.approx((0.1, 0.5)),
        pytest.approx((0.5, 0.8)),
        pytest.approx((0.25, 0.6125)),
    )
    assert answer.cost_line == pytest.approx((0.25, 0.3875))
    assert answer.pc == pytest.approx(0.4 / 0.7)
    # First the threshold that anybody can use, then the mix; W22.
    assert answer.words == (
        "With at most 25 % false alarms: use net. It finds 50 % of positives and flags 10 % of "
        "negatives. Drawing lots can do better: net for 37.5 % of the cases, drawn at random, and "
        "net for the others; together that finds 61.3 % of positives and flags 25 % of negatives."
        " In cost space the lines of all choices that use up the limit meet at PC(+) 0, at a cost "
        "of 0.25."
    )
    assert (answer.name, answer.threshold, answer.single) == ("net", None, (0.1, 0.5))


def test_labels_name_the_ends_of_a_mix():
    tree = point_set(fpr=[0.1, 0.5], tpr=[0.5, 0.8], labels=["pruned", "grown"])
    model = CostCurveModel({"tree": tree}, criterion={"kind": "neyman_pearson", "max_fpr": 0.3})
    assert model.answer is not None
    assert ": use tree (pruned). It finds 50 %" in model.answer.words
    assert "tree (grown) for 50 % of the cases, drawn at random, and tree (pruned) for" in (
        model.answer.words
    )


@pytest.mark.parametrize(
    "criterion",
    [
        {"kind": "neyman_pearson", "max_fpr": 0.25},
        {"kind": "workforce", "positives": 30, "negatives": 70, "capacity": 25},
        {"kind": "minimax"},
        {"kind": "youden"},
        {"kind": "max_rectangle"},
    ],
)
def test_the_single_threshold_is_the_best_of_all_points(criterion):
    rng = np.random.default_rng(3)
    fpr, tpr = rng.random(40), rng.random(40)
    model: Any = CostCurveModel({"net": point_set(fpr=fpr, tpr=tpr)}, criterion=criterion)
    x, y = np.append(fpr, [0, 1]), np.append(tpr, [0, 1])
    value = {
        "neyman_pearson": np.where(x <= 0.25, y, -1),
        "workforce": np.where(30 * y + 70 * x <= 25, y, -1),
        "minimax": -np.maximum(x, 1 - y),
        "youden": y - x,
        "max_rectangle": (1 - x) * y,
    }[criterion["kind"]]
    assert model.answer.single == (x[np.argmax(value)], y[np.argmax(value)])


@pytest.mark.parametrize(
    ("positives", "negatives", "capacity", "words"),
    [
        (100, 300, 150, "meet beyond the axis, where no conditions lead: at PC(+) \u22120.5, at a"),
        (300, 100, 120, "meet beyond the axis, where no conditions lead: at PC(+) 1.5, at a"),
        (100, 100, 50, "rise by 0.5 from PC(+) 0 to 1: they are parallel, and meet nowhere."),
        (100, 100, 150, "fall by 0.5 from PC(+) 0 to 1: they are parallel, and meet nowhere."),
        (100, 100, 100, "are level from PC(+) 0 to 1: they are parallel, and meet nowhere."),
        (0, 100, 25, "meet at PC(+) 0, at a cost of 0.25."),
    ],
)
def test_the_dual_of_a_limit_is_where_the_lines_of_its_choices_meet(
    model, positives, negatives, capacity, words
):
    model.criterion = {
        "kind": "workforce", "positives": positives, "negatives": negatives, "capacity": capacity
    }  # fmt: skip
    said = model.answer.dual
    assert said.startswith("In cost space the lines of all choices that use up the limit ")
    assert words in said
    assert model.answer.words.endswith(said)
    fpr = np.linspace(0.15, 0.25, 3) if positives else np.full(3, 0.25)
    tpr = (capacity - negatives * fpr) / positives if positives else np.array([0.1, 0.5, 0.9])
    rises = 1 - tpr - fpr
    if "parallel" in said:
        signed = {"rise": 1, "fall": -1, "are": 0}[said.split("limit ")[1].split()[0]]
        assert rises == pytest.approx([signed * 0.5] * 3, abs=1e-9)
    else:
        pc, cost = (
            float(one.strip(".,").replace("\u2212", "-"))
            for one in (said.split("PC(+) ")[1].split()[0], said.split()[-1])
        )
        assert fpr + rises * pc == pytest.approx([cost] * 3)


def test_a_limit_that_nobody_can_use_up_has_no_dual(model):
    for capacity in (-1, 500):
        model.criterion = {
            "kind": "workforce", "positives": 100, "negatives": 300, "capacity": capacity
        }  # fmt: skip
        assert model.answer.dual == ""
    model.criterion = {"kind": "minimax"}
    assert model.answer.dual == ""


def test_a_criterion_may_choose_a_point_that_is_never_the_cheapest():
    bowed = point_set(fpr=[0.0, 0.3, 0.6], tpr=[0.5, 0.74, 1.0])
    model = CostCurveModel({"a": bowed}, criterion={"kind": "max_rectangle"})
    assert model.answer is not None
    assert model.answer.single == (0.3, 0.74)
    assert 0.3 not in model.derived.hull.fpr


def test_without_a_mix_there_is_one_point_and_no_vertex(model):
    model.criterion = {"kind": "youden"}
    assert model.answer.roc == (pytest.approx((0.1, 0.5)),)
    assert model.answer.pc is None
    model.criterion = None
    assert model.answer is None


def test_the_least_greatest_cost_is_the_same_at_both_ends(model):
    model.criterion = {"kind": "minimax"}
    fpr, fnr = model.answer.cost_line
    assert fpr == pytest.approx(fnr)
    assert fpr == pytest.approx(model.derived.envelope.cost.max())


@given(
    st.lists(st.tuples(decimals(), decimals()), min_size=1, max_size=5),
    st.integers(0, 10),
    st.integers(1, 10),
    st.integers(0, 20),
)
def test_both_spaces_choose_the_same(rates, positives, negatives, capacity):
    fpr, tpr = zip(*rates, strict=True)
    model: Any = CostCurveModel({"net": point_set(fpr=fpr, tpr=tpr)})
    numbers = {"positives": positives, "negatives": negatives, "capacity": capacity}
    model.criterion = {"kind": "workforce"} | numbers
    line = workforce_line(lower_envelope(model.derived.hull), **numbers)
    assert model.answer.cost_line[1] == pytest.approx(line.fnr, abs=1e-9)
    assert model.answer.cost_line[0] <= line.fpr + 1e-9  # nobody is flagged for nothing
    handed = positives * model.answer.tpr + negatives * model.answer.fpr
    assert handed <= min(capacity, positives + negatives) + 1e-9
    model.criterion = {"kind": "neyman_pearson", "max_fpr": capacity / 20}
    line = neyman_pearson_line(lower_envelope(model.derived.hull), capacity / 20)
    assert model.answer.cost_line == pytest.approx((line.fpr, line.fnr), abs=1e-9)


def test_the_answer_follows_the_classifiers(model):
    model.criterion = {"kind": "youden"}
    seen = []
    model.observe(lambda change: seen.append(change["new"] and change["new"].words), "answer")
    model.add("rule", point_set(fpr=0.1, tpr=0.9))
    best = "For the most found less flagged, each as a share of its class: use rule"
    assert seen == [f"{best}. It finds 90 % of positives and flags 10 % of negatives."]
    model.hide("net", "rule")
    assert model.answer is None  # W20: no line of a choice among nobody


def test_lots_are_drawn_only_where_they_do_better():
    scores = ([0, 0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.8])
    room = {"kind": "workforce", "positives": 10, "negatives": 90, "capacity": 50}
    model = CostCurveModel({"a": scores}, criterion=room)
    assert model.answer is not None
    assert (
        ": use a, from score 0.7 on. It finds 100 % of positives and flags 0 % of negatives. In "
        "cost space"
    ) in model.answer.words
    assert (model.answer.roc, model.answer.pc) == (((0.0, 1.0),), None)
    level = point_set(fpr=[0, 0.25, 0.5], tpr=[0.5, 0.75, 1])
    model = CostCurveModel({"a": level}, criterion={"kind": "minimax"})
    assert model.answer is not None
    assert "lots" not in model.answer.words


def test_lots_that_do_no_more_than_a_digit_would_show_are_not_told_first():
    limit = {"kind": "neyman_pearson", "max_fpr": 0.100001}
    model = CostCurveModel({"a": point_set(fpr=0.1, tpr=0.8)}, criterion=limit)
    assert model.answer is not None
    assert (model.answer.gain, len(model.answer.roc)) == ("", 3)
    assert model.answer.rates == (0.1, 0.8)


def test_that_only_some_of_very_many_thresholds_were_tried_is_said():
    rng = np.random.default_rng(0)
    y = np.arange(60_000) % 2
    limit = {"kind": "neyman_pearson", "max_fpr": 0.1}
    model = CostCurveModel({"a": (y, y + rng.normal(size=y.size))}, criterion=limit)
    assert model.answer is not None
    assert "only some were tried" in model.answer.words


def test_a_classifier_may_have_the_name_of_a_rule():
    model = CostCurveModel({"call all negatives": point_set(fpr=0.1, tpr=0.9)})
    read = model.read(0.1)
    assert (read.best.trivial, read.runner_up is None) == (True, False)
    assert "Next is calling all negatives: cost" in model.read(0.3).words
