"""Exercise questions, and how answers are checked."""

from typing import Any

import numpy as np
import pytest

from cc_widgets import CostCurveModel
from cc_widgets.errors import CostCurveError
from cc_widgets.model.asking import KINDS, check_answer, make_question, read_answer, truth_words

RNG = np.random.default_rng(0)
Y = np.repeat([0, 1], 60)
SCORES = {
    "forest": (Y + RNG.normal(size=120)).round(2),
    "logistic": (0.5 * Y + RNG.normal(size=120)).round(2),
}


def scored_model():
    return CostCurveModel({name: (Y, score) for name, score in SCORES.items()})


def point_model():
    return CostCurveModel({"early": (0.04, 0.4), "late": (0.3, 0.8)})


def rates(name, threshold):
    predicted = SCORES[name] >= threshold
    return predicted[Y == 0].mean(), predicted[Y == 1].mean()


def least_cost(name, pc):
    """Return the cost of the best threshold, found by trying each."""
    all_rates = [rates(name, value) for value in (*SCORES[name], np.inf)]
    return min((1 - tpr) * pc + fpr * (1 - pc) for fpr, tpr in all_rates)


@pytest.mark.parametrize("threshold", [-0.4, 0.5, 0.505, 1.3])
def test_truth_of_point_and_line_matches_the_rates(threshold):
    fpr, tpr = rates("forest", threshold)
    options = {"name": "forest", "threshold": threshold}
    assert make_question(scored_model(), "point", **options).truth == pytest.approx((fpr, tpr))
    assert make_question(scored_model(), "line", **options).truth == pytest.approx((fpr, 1 - tpr))


@pytest.mark.parametrize(("answer", "off", "right"), [((0.04, 0.6), 0, True),
                                                      ((0.08, 0.56), 0.04, True),
                                                      ((0.04, 0.4), 0.2, False)])  # fmt: skip
def test_error_of_a_line_is_that_of_its_worse_end(answer, off, right):
    checked = check_answer(make_question(point_model(), "line", name="early"), answer)
    assert checked.deviation == pytest.approx(off, abs=1e-12)
    assert checked.is_correct is right
    assert checked.words.startswith("Right") is right


def test_error_of_a_threshold_is_its_extra_cost():
    pc = 0.4
    question = make_question(scored_model(), "threshold", name="forest", pc=pc)
    assert check_answer(question, question.truth).deviation == pytest.approx(0, abs=1e-12)
    for threshold in (-1.0, 0.3, 0.81, 9.0):
        fpr, tpr = rates("forest", threshold)
        more = (1 - tpr) * pc + fpr * (1 - pc) - least_cost("forest", pc)
        assert check_answer(question, threshold).deviation == pytest.approx(more, abs=1e-12)
        assert question.place is not None
        assert question.place(threshold) == pytest.approx((fpr, tpr))


def test_error_of_a_classifier_is_its_extra_cost():
    costs = {name: least_cost(name, 0.45) for name in SCORES}
    question = make_question(scored_model(), "classifier", pc=0.45)
    assert question.truth == min(costs, key=lambda name: costs[name])
    for name, cost in costs.items():
        assert check_answer(question, name).deviation == pytest.approx(cost - min(costs.values()))
    assert truth_words(question) == f"{question.truth} is the best."


def test_range_ends_where_cost_lines_cross():
    question = make_question(point_model(), "range", name="early", against="late")
    assert question.truth == pytest.approx((1 / 11, 13 / 33))
    assert make_question(point_model(), "range", name="late").truth == pytest.approx(
        (3 / 11, 7 / 9)
    )
    assert check_answer(question, (13 / 33, 1 / 11)).is_correct


def test_feedback_does_not_reveal_the_solution():
    question = make_question(point_model(), "point", name="late")
    assert "0.3" not in check_answer(question, (0.9, 0.1)).words
    assert truth_words(question) == "False positive rate: 0.3; True positive rate: 0.8."


def test_text_and_tolerance_can_be_set():
    question = make_question(point_model(), "line", "Draw it.", name="late", tolerance=0.3)
    assert question.words == "Draw it."
    assert check_answer(question, (0.0, 0.0)).is_correct


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        ("circle", {}, "kind"),
        ("line", {}, "several classifiers"),
        ("line", {"name": "nobody"}, "nobody"),
        ("line", {"name": "forest"}, "threshold=0.5"),
        ("line", {"name": "forest", "threshold": "x"}, "threshold"),
        ("line", {"name": "forest", "threshold": 0.5, "pc": 0.1}, "no use for pc"),
        ("threshold", {"name": "forest", "pc": 0.0}, "no threshold of forest is optimal"),
        ("threshold", {"name": "forest", "pc": 2}, "pc"),
        ("classifier", {"name": "forest"}, "no use for name"),
        ("classifier", {"tolerance": -1}, "negative"),
        ("range", {"name": "forest", "against": "forest"}, "0 ranges"),
    ],
)
def test_invalid_questions_raise(kind, options, words):
    with pytest.raises(CostCurveError, match=words):
        make_question(scored_model(), kind, **options)


def test_missing_classifiers_or_scores_raise():
    with pytest.raises(CostCurveError, match="visible classifier"):
        make_question(CostCurveModel(), "classifier")
    with pytest.raises(CostCurveError, match="no scores"):
        make_question(point_model(), "threshold", name="late", pc=0.5)
    with pytest.raises(CostCurveError, match="no scores"):
        make_question(point_model(), "line", name="late", threshold=0.5)


@pytest.mark.parametrize(
    ("kind", "options", "answers"),
    [
        ("line", {"name": "late"}, [0.5, (0.5,), (0.1, 0.2, 0.3), (2, 0), "ab", (float("nan"), 0)]),
        ("range", {"name": "late"}, [None, (-0.1, 0.5)]),
        ("classifier", {}, ["nobody", 3, None]),
    ],
)
def test_invalid_answers_raise(kind, options, answers):
    question = make_question(point_model(), kind, **options)
    for answer in answers:
        with pytest.raises(CostCurveError, match="answer"):
            read_answer(question, answer)


def test_each_number_of_an_answer_has_a_label():
    model = scored_model()
    point_options = {"name": "forest", "threshold": 0.5}
    options: dict[str, Any] = {"point": point_options, "line": point_options, "classifier": {}}
    for kind, spec in KINDS.items():
        truth = make_question(model, kind, **options.get(kind, {"name": "forest"})).truth
        size = 0 if isinstance(truth, str) else np.size(truth)
        assert len(spec.labels) == size
