"""Other ways of choosing than by cost, answered in both spaces."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import Conditions, count, lower_envelope, point_set, predictions
from cc_widgets.core.criteria import neyman_pearson_line, workforce_line
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.regions import rates_box
from cc_widgets.model.numerals import percent
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
        "With at most 25 % false alarms (on this dataset): use net. It finds 50 % of positives "
        "and flags 10 % of negatives. Drawing lots can do better: net for 37.5 % of the cases, "
        "drawn at random, and net for the others; together that finds 61.3 % of positives and "
        "flags 25 % of negatives."
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


def best_by_brute_force(label, score, worth):
    """Return the greatest value of a criterion over all thresholds."""
    order = np.argsort(-score)
    tpr, fpr = (np.cumsum(members[order]) / members.sum() for members in (label, ~label))
    return worth(fpr, tpr).max()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("criterion", "worth"),
    [
        ({"kind": "neyman_pearson", "max_fpr": 0.05}, lambda x, y: np.where(x <= 0.05, y, -1.0)),
        ({"kind": "minimax"}, lambda x, y: -np.maximum(x, 1 - y)),
        ({"kind": "youden"}, lambda x, y: y - x),
        ({"kind": "max_rectangle"}, lambda x, y: (1 - x) * y),
    ],
)
def test_untried_thresholds_are_noted_where_one_is_better(seed, criterion, worth):
    rng = np.random.default_rng(seed)
    label = rng.random(21_000) < 0.3
    score = rng.normal(size=label.size) + 1.2 * label
    model = CostCurveModel({"a": (label.astype(int), score)}, criterion=criterion)
    answer = model._criterion_answer
    assert answer is not None
    value = float(worth(*(np.array([rate]) for rate in answer.single))[0])
    is_better = best_by_brute_force(label, score, worth) > value + 1e-9
    assert ("only some were tried" in answer.words) == is_better


@pytest.mark.parametrize("kind", [predictions, lambda y, s: count(predictions(y, s))])
def test_a_few_untried_thresholds_elsewhere_are_not_noted(kind):
    rng = np.random.default_rng(0)
    label = rng.random(20_100) < 0.3
    score = rng.normal(size=label.size) + 1.2 * label
    model = CostCurveModel({"a": kind(label.astype(int), score)}, criterion={"kind": "minimax"})
    assert model.curves.classifiers[0].reduced.n_thresholds > 20_000
    answered: Any = model._criterion_answer
    assert "only some were tried" not in answered.words


ROOM = {"kind": "workforce", "positives": 373.0, "negatives": 627.0, "capacity": 373.0}


@pytest.mark.parametrize("prior", [0.02, 0.2, 0.373, 0.8, (0.2, 0.6), 1.0, None])
def test_capacity_is_met_at_the_stated_prevalence(prior):
    rng = np.random.default_rng(3)
    label = (rng.random(400) < 0.373).astype(int)
    model = CostCurveModel({"a": (label, rng.normal(size=400) + 2.5 * label)}, criterion=ROOM)
    model.conditions = None if prior is None else Conditions(prior)
    answered: Any = model.recommend()
    advice = answered.advice
    assert advice.headline.startswith("With a capacity of 373 out of 1,000 cases (on this dataset)")
    fpr, tpr = answered.criterion.rates
    high = 0.373 if prior is None else np.max(prior)
    assert 0.0 < high * tpr + (1 - high) * fpr <= 0.373 + 1e-6
    if prior is None:
        assert advice.lines[0].startswith("Of 1,000 cases 373 are positives: it finds ")
    # One more flagged case would be too many.
    rates = model.curves.classifiers[0].curve
    used = high * rates.tpr + (1 - high) * rates.fpr
    assert tpr == rates.tpr[used <= 0.373 + 1e-6].max()


def test_capacity_follows_the_prevalence():
    rng = np.random.default_rng(3)
    label = (rng.random(400) < 0.373).astype(int)
    model = CostCurveModel({"a": (label, rng.normal(size=400) + 2.5 * label)}, criterion=ROOM)
    model.conditions = Conditions(0.2)
    rare: Any = model.recommend().threshold
    model.conditions = Conditions(0.7)
    common: Any = model.recommend().threshold
    assert common > rare
    assert model.criterion == ROOM
    model.conditions = None
    unstated: Any = model.recommend().criterion
    assert unstated.criterion == ROOM


def test_reasons_have_the_intervals_of_the_criterion():
    rng = np.random.default_rng(5)
    label = (rng.random(300) < 0.4).astype(int)
    model = CostCurveModel({"a": (label, rng.normal(size=300) + 1.5 * label)})
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.05}
    model.bootstrap(n_resamples=99, rng=0)
    answered: Any = model.recommend().criterion
    fpr, tpr = answered.rates
    counts: Any = model.curves.classifiers[0].counted[0]
    positives = int(np.count_nonzero(counts.positive))
    line = LineCounts(
        fp=round(fpr * (300 - positives)),
        negatives=300 - positives,
        fn=round((1 - tpr) * positives),
        positives=positives,
    )
    low, high = rates_box(line, level=model.level).fpr
    (words,) = [line for line in model.recommend().advice.why if line.startswith("Interval: ")]
    assert words.startswith(f"Interval: {answered.rule} finds ")
    assert f"flags {percent(fpr)} of negatives ({percent(low)} to {percent(high)})" in words
    model.criterion = None
    (words,) = [line for line in model.recommend().advice.why if line.startswith("Interval: ")]
    assert "flags" not in words


def test_classifier_may_be_named_like_a_baseline():
    model = CostCurveModel({"call all negatives": point_set(fpr=0.1, tpr=0.9)})
    read = model.recommend(0.1)
    assert (read.cost.is_baseline, read.runner_up is None) == (True, False)
    assert "Next is calling all negatives: cost" in model.recommend(0.3).text
