"""Questions to a class: what is asked of a model, and how answers are judged."""

from typing import Any

import numpy as np
import pytest

from cc_widgets import CostCurveModel
from cc_widgets.errors import CostCurveError
from cc_widgets.model.asking import KINDS, asked_of, check, read_answer, truth_words

RNG = np.random.default_rng(0)
Y = np.repeat([0, 1], 60)
SCORES = {
    "forest": (Y + RNG.normal(size=120)).round(2),
    "logistic": (0.5 * Y + RNG.normal(size=120)).round(2),
}


def of_scores():
    return CostCurveModel({name: (Y, score) for name, score in SCORES.items()})


def of_points():
    return CostCurveModel({"early": (0.04, 0.4), "late": (0.3, 0.8)})


def rates(name, threshold):
    called = SCORES[name] >= threshold
    return called[Y == 0].mean(), called[Y == 1].mean()


def least_cost(name, pc):
    """The cost of the best threshold, found by trying each."""
    each = [rates(name, one) for one in (*SCORES[name], np.inf)]
    return min((1 - tpr) * pc + fpr * (1 - pc) for fpr, tpr in each)


@pytest.mark.parametrize("threshold", [-0.4, 0.5, 0.505, 1.3])
def test_a_point_and_its_line_have_the_rates_of_the_threshold(threshold):
    fpr, tpr = rates("forest", threshold)
    about = {"name": "forest", "threshold": threshold}
    assert asked_of(of_scores(), "point", **about).truth == pytest.approx((fpr, tpr))
    assert asked_of(of_scores(), "line", **about).truth == pytest.approx((fpr, 1 - tpr))


@pytest.mark.parametrize(("answer", "off", "right"), [((0.04, 0.6), 0, True),
                                                      ((0.08, 0.56), 0.04, True),
                                                      ((0.04, 0.4), 0.2, False)])  # fmt: skip
def test_how_far_off_a_line_is_at_its_worse_end(answer, off, right):
    found = check(asked_of(of_points(), "line", name="early"), answer)
    assert found.off == pytest.approx(off, abs=1e-12)
    assert found.right is right
    assert found.words.startswith("Right") is right


def test_a_threshold_is_judged_by_what_it_costs_more_than_the_best():
    pc = 0.4
    asked = asked_of(of_scores(), "threshold", name="forest", pc=pc)
    assert check(asked, asked.truth).off == pytest.approx(0, abs=1e-12)
    for threshold in (-1.0, 0.3, 0.81, 9.0):
        fpr, tpr = rates("forest", threshold)
        more = (1 - tpr) * pc + fpr * (1 - pc) - least_cost("forest", pc)
        assert check(asked, threshold).off == pytest.approx(more, abs=1e-12)
        assert asked.place is not None
        assert asked.place(threshold) == pytest.approx((fpr, tpr))


def test_a_classifier_is_judged_by_what_its_best_threshold_costs():
    costs = {name: least_cost(name, 0.45) for name in SCORES}
    asked = asked_of(of_scores(), "classifier", pc=0.45)
    assert asked.truth == min(costs, key=lambda name: costs[name])
    for name, cost in costs.items():
        assert check(asked, name).off == pytest.approx(cost - min(costs.values()))
    assert truth_words(asked) == f"{asked.truth} is the best."


def test_a_range_ends_where_two_lines_cross():
    asked = asked_of(of_points(), "range", name="early", against="late")
    assert asked.truth == pytest.approx((1 / 11, 13 / 33))
    assert asked_of(of_points(), "range", name="late").truth == pytest.approx((3 / 11, 7 / 9))
    assert check(asked, (13 / 33, 1 / 11)).right


def test_what_is_right_is_told_only_when_asked_for():
    asked = asked_of(of_points(), "point", name="late")
    assert "0.3" not in check(asked, (0.9, 0.1)).words
    assert truth_words(asked) == "False positive rate: 0.3; True positive rate: 0.8."


def test_the_teacher_words_the_question_and_says_what_is_near_enough():
    asked = asked_of(of_points(), "line", "Draw it.", name="late", tolerance=0.3)
    assert asked.words == "Draw it."
    assert check(asked, (0.0, 0.0)).right


@pytest.mark.parametrize(
    ("kind", "about", "words"),
    [
        ("circle", {}, "kind"),
        ("line", {}, "several classifiers"),
        ("line", {"name": "nobody"}, "nobody"),
        ("line", {"name": "forest"}, "threshold=0.5"),
        ("line", {"name": "forest", "threshold": "x"}, "threshold"),
        ("line", {"name": "forest", "threshold": 0.5, "pc": 0.1}, "no use for pc"),
        ("threshold", {"name": "forest", "pc": 0.0}, "no threshold of forest is best"),
        ("threshold", {"name": "forest", "pc": 2}, "pc"),
        ("classifier", {"name": "forest"}, "no use for name"),
        ("classifier", {"tolerance": -1}, "negative"),
        ("range", {"name": "forest", "against": "forest"}, "0 ranges"),
    ],
)
def test_what_cannot_be_asked_is_refused(kind, about, words):
    with pytest.raises(CostCurveError, match=words):
        asked_of(of_scores(), kind, **about)


def test_without_classifiers_or_scores_it_is_said_what_to_do():
    with pytest.raises(CostCurveError, match="no classifier"):
        asked_of(CostCurveModel(), "classifier")
    with pytest.raises(CostCurveError, match="no scores"):
        asked_of(of_points(), "threshold", name="late", pc=0.5)
    with pytest.raises(CostCurveError, match="no scores"):
        asked_of(of_points(), "line", name="late", threshold=0.5)


@pytest.mark.parametrize(
    ("kind", "about", "answers"),
    [
        ("line", {"name": "late"}, [0.5, (0.5,), (0.1, 0.2, 0.3), (2, 0), "ab", (float("nan"), 0)]),
        ("range", {"name": "late"}, [None, (-0.1, 0.5)]),
        ("classifier", {}, ["nobody", 3, None]),
    ],
)
def test_what_is_no_answer_is_refused(kind, about, answers):
    asked = asked_of(of_points(), kind, **about)
    for answer in answers:
        with pytest.raises(CostCurveError, match="answer"):
            read_answer(asked, answer)


def test_each_kind_has_a_name_for_each_number_of_its_answer():
    model = of_scores()
    of_point = {"name": "forest", "threshold": 0.5}
    about: dict[str, Any] = {"point": of_point, "line": of_point, "classifier": {}}
    for kind, each in KINDS.items():
        truth = asked_of(model, kind, **about.get(kind, {"name": "forest"})).truth
        size = 0 if isinstance(truth, str) else np.size(truth)
        assert len(each.labels) == size
