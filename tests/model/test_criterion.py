"""Other ways of choosing than by cost, answered in both spaces."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import lower_envelope, point_set
from cc_widgets.core.criteria import neyman_pearson_line, workforce_line
from cc_widgets.model.state import CostCurveModel
from tests.support.curves import decimals

# Fawcett's hull: the corners around fpr 0.25 are (0.1, 0.5) and (0.5, 0.8).
CORNERS = ([0.0, 0.1, 0.5, 0.9], [0.2, 0.5, 0.8, 1.0])


@pytest.fixture
def model():
    return CostCurveModel({"net": point_set(fpr=CORNERS[0], tpr=CORNERS[1])})


def test_false_positive_limit_mixes_two_hull_vertices(model):
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.25, "roc": [[0, 0]]}
    answer = model._criterion_answer
    assert dict(answer.criterion) == {"kind": "neyman_pearson", "max_fpr": 0.25}
    assert answer.roc == (
        pytest.approx((0.1, 0.5)),
        pytest.approx((0.5, 0.8)),
        pytest.approx((0.25, 0.6125)),
    )
    assert answer.cost_line == pytest.approx((0.25, 0.3875))
    assert answer.pc == pytest.approx(0.4 / 0.7)
    # First the single threshold, then the mixture.
    assert answer.words == (
        "With at most 25 % false alarms: use net. It finds 50 % of positives and flags 10 % of "
        "negatives. Drawing lots can do better: net for 37.5 % of the cases, drawn at random, and "
        "net for the others; together that finds 61.3 % of positives and flags 25 % of negatives."
        " In cost space the lines of all choices that use up the limit meet at PC(+) 0, at a cost "
        "of 0.25."
    )
    assert (answer.name, answer.threshold, answer.single) == ("net", None, (0.1, 0.5))


def test_mixture_ends_are_named_by_labels():
    tree = point_set(fpr=[0.1, 0.5], tpr=[0.5, 0.8], labels=["pruned", "grown"])
    model = CostCurveModel({"tree": tree}, criterion={"kind": "neyman_pearson", "max_fpr": 0.3})
    assert model._criterion_answer is not None
    assert ": use tree (pruned). It finds 50 %" in model._criterion_answer.words
    assert "tree (grown) for 50 % of the cases, drawn at random, and tree (pruned) for" in (
        model._criterion_answer.words
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
def test_single_threshold_is_the_best_of_all_points(criterion):
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
    assert model._criterion_answer.single == (x[np.argmax(value)], y[np.argmax(value)])


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
def test_dual_of_a_limit_is_where_cost_lines_meet(model, positives, negatives, capacity, words):
    model.criterion = {
        "kind": "workforce", "positives": positives, "negatives": negatives, "capacity": capacity
    }  # fmt: skip
    dual = model._criterion_answer.dual
    assert dual.startswith("In cost space the lines of all choices that use up the limit ")
    assert words in dual
    assert model._criterion_answer.words.endswith(dual)
    fpr = np.linspace(0.15, 0.25, 3) if positives else np.full(3, 0.25)
    tpr = (capacity - negatives * fpr) / positives if positives else np.array([0.1, 0.5, 0.9])
    rises = 1 - tpr - fpr
    if "parallel" in dual:
        signed = {"rise": 1, "fall": -1, "are": 0}[dual.split("limit ")[1].split()[0]]
        assert rises == pytest.approx([signed * 0.5] * 3, abs=1e-9)
    else:
        pc, cost = (
            float(text.strip(".,").replace("\u2212", "-"))
            for text in (dual.split("PC(+) ")[1].split()[0], dual.split()[-1])
        )
        assert fpr + rises * pc == pytest.approx([cost] * 3)


def test_unreachable_limit_has_no_dual(model):
    for capacity in (-1, 500):
        model.criterion = {
            "kind": "workforce", "positives": 100, "negatives": 300, "capacity": capacity
        }  # fmt: skip
        assert model._criterion_answer.dual == ""
    model.criterion = {"kind": "minimax"}
    assert model._criterion_answer.dual == ""


def test_criterion_may_choose_a_point_below_the_hull():
    bowed = point_set(fpr=[0.0, 0.3, 0.6], tpr=[0.5, 0.74, 1.0])
    model = CostCurveModel({"a": bowed}, criterion={"kind": "max_rectangle"})
    assert model._criterion_answer is not None
    assert model._criterion_answer.single == (0.3, 0.74)
    assert 0.3 not in model.curves.hull.fpr


def test_single_threshold_has_no_vertex(model):
    model.criterion = {"kind": "youden"}
    assert model._criterion_answer.roc == (pytest.approx((0.1, 0.5)),)
    assert model._criterion_answer.pc is None
    model.criterion = None
    assert model._criterion_answer is None


def test_minimax_cost_is_equal_at_both_ends(model):
    model.criterion = {"kind": "minimax"}
    fpr, fnr = model._criterion_answer.cost_line
    assert fpr == pytest.approx(fnr)
    assert fpr == pytest.approx(model.curves.envelope.cost.max())


@given(
    st.lists(st.tuples(decimals(), decimals()), min_size=1, max_size=5),
    st.integers(0, 10),
    st.integers(1, 10),
    st.integers(0, 20),
)
def test_both_spaces_give_the_same_choice(rates, positives, negatives, capacity):
    fpr, tpr = zip(*rates, strict=True)
    model: Any = CostCurveModel({"net": point_set(fpr=fpr, tpr=tpr)})
    numbers = {"positives": positives, "negatives": negatives, "capacity": capacity}
    model.criterion = {"kind": "workforce"} | numbers
    line = workforce_line(lower_envelope(model.curves.hull), **numbers)
    assert model._criterion_answer.cost_line[1] == pytest.approx(line.fnr, abs=1e-9)
    assert model._criterion_answer.cost_line[0] <= line.fpr + 1e-9  # no needless false positives
    n_flagged = positives * model._criterion_answer.tpr + negatives * model._criterion_answer.fpr
    assert n_flagged <= min(capacity, positives + negatives) + 1e-9
    model.criterion = {"kind": "neyman_pearson", "max_fpr": capacity / 20}
    line = neyman_pearson_line(lower_envelope(model.curves.hull), capacity / 20)
    assert model._criterion_answer.cost_line == pytest.approx((line.fpr, line.fnr), abs=1e-9)


def test_answer_follows_the_classifiers(model):
    model.criterion = {"kind": "youden"}
    answers = []
    model.observe(
        lambda change: answers.append(change["new"] and change["new"].words), "_criterion_answer"
    )
    model.add("rule", point_set(fpr=0.1, tpr=0.9))
    prefix = "For the most found less flagged, each as a share of its class: use rule"
    assert answers == [f"{prefix}. It finds 90 % of positives and flags 10 % of negatives."]
    model.hide("net", "rule")
    assert model._criterion_answer is None


def test_mixture_only_if_it_gains():
    scores = ([0, 0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.8])
    room = {"kind": "workforce", "positives": 10, "negatives": 90, "capacity": 50}
    model = CostCurveModel({"a": scores}, criterion=room)
    assert model._criterion_answer is not None
    assert (
        ": use a, from score 0.7 on. It finds 100 % of positives (none in 2, 95 %: up to 776 per "
        "1,000) and flags 0 % of negatives (none in 4, 95 %: up to 527 per 1,000). In cost space"
    ) in model._criterion_answer.words
    assert (model._criterion_answer.roc, model._criterion_answer.pc) == (((0.0, 1.0),), None)
    level = point_set(fpr=[0, 0.25, 0.5], tpr=[0.5, 0.75, 1])
    model = CostCurveModel({"a": level}, criterion={"kind": "minimax"})
    assert model._criterion_answer is not None
    assert "lots" not in model._criterion_answer.words


def test_mixture_with_invisible_gain_is_not_reported():
    limit = {"kind": "neyman_pearson", "max_fpr": 0.100001}
    model = CostCurveModel({"a": point_set(fpr=0.1, tpr=0.8)}, criterion=limit)
    assert model._criterion_answer is not None
    assert (model._criterion_answer.gain, len(model._criterion_answer.roc)) == ("", 3)
    assert model._criterion_answer.rates == (0.1, 0.8)


def test_note_on_thinned_thresholds():
    rng = np.random.default_rng(0)
    y = np.arange(60_000) % 2
    limit = {"kind": "neyman_pearson", "max_fpr": 0.1}
    model = CostCurveModel({"a": (y, y + rng.normal(size=y.size))}, criterion=limit)
    assert model._criterion_answer is not None
    assert "only some were tried" in model._criterion_answer.words


def test_classifier_may_be_named_like_a_baseline():
    model = CostCurveModel({"call all negatives": point_set(fpr=0.1, tpr=0.9)})
    read = model.recommend(0.1)
    assert (read.cost.is_baseline, read.runner_up is None) == (True, False)
    assert "Next is calling all negatives: cost" in model.recommend(0.3).text
