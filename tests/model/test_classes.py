"""Expected costs of multiclass classifiers, in numbers and in words."""

import re

import numpy as np
import pytest

from cc_widgets.core.multiclass import bcost, bdeltacost, confusion_from_labels, cost_matrix
from cc_widgets.errors import CostCurveError
from cc_widgets.model.classes import class_costs, from_labels, from_matrices

RNG = np.random.default_rng(0)
Y = RNG.choice(list("abc"), 200, p=[0.6, 0.38, 0.02])
PREDICTED = {
    name: np.where(RNG.random(200) < right, Y, RNG.choice(list("ab"), 200))
    for name, right in (("tree", 0.9), ("rule", 0.6))
}
COSTS = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 1.0], [50.0, 40.0, 0.0]])


def mean_cost(name):
    """Return the mean cost of an example, one by one."""
    index = {"a": 0, "b": 1, "c": 2}
    pairs = zip(Y, PREDICTED[name], strict=True)
    return float(np.mean([COSTS[index[true], index[predicted]] for true, predicted in pairs]))


def test_costs_match_example_costs_and_bcost():
    result = class_costs(from_labels(Y, PREDICTED), COSTS, rng=1)
    for name, labels in PREDICTED.items():
        limits = bcost(confusion_from_labels(Y, labels), cost_matrix(COSTS), rng=1)
        assert result.each[name].per_example == limits.per_example
        assert result.each[name].observed_total / 200 == pytest.approx(mean_cost(name))
    assert result.words[0].startswith(
        f"tree costs {mean_cost('tree'):.3g} an example on these 200 (90 %"
    )


@pytest.mark.parametrize("order", [("tree", "rule"), ("rule", "tree")])
def test_cheaper_classifier_is_named_first(order):
    result = class_costs(from_labels(Y, {name: PREDICTED[name] for name in order}), COSTS, rng=1)
    (words,) = (value for value in result.words if " less " in value)
    pattern = r"tree costs (\S+) less an example than rule \(90 %: (\S+) to (\S+)\)\."
    less, low, high = map(float, re.fullmatch(pattern, words).groups())  # type: ignore[union-attr]
    assert less == pytest.approx(mean_cost("rule") - mean_cost("tree"), abs=5e-3)
    difference = bdeltacost(
        from_labels(Y, PREDICTED).pairs["tree", "rule"], cost_matrix(COSTS), rng=1
    )
    limits = sorted(
        abs(value) for value in (difference.per_example.low, difference.per_example.high)
    )
    assert [low, high] == pytest.approx(limits, rel=0.2)
    assert low < less < high


def test_insignificant_difference_may_be_chance():
    matrices = from_labels(list("aabb"), {"one": list("abbb"), "other": list("aaba")})
    words = class_costs(matrices, 1 - np.eye(2), rng=0).words
    assert "one and other cost the same: may be chance." in words


def test_warning_about_expensive_unseen_errors():
    matrix = from_matrices({"tree": [[90, 9, 3], [12, 90, 5], [0, 1, 5]]})
    costs = np.where(np.eye(3), 0, 1.0)
    assert len(class_costs(matrix, costs, rng=0).words) == 2
    costs[2, 0] = 500
    words = class_costs(matrix, costs, rng=0).words
    assert words[1].startswith("tree: ")
    assert "never seen. Class 2 called 0 at a cost of 500" in words[1]
    costs[2, 0], costs[2, 1] = 1, 100
    words = class_costs(matrix, costs, rng=0).words
    assert words[1].startswith(
        "tree: 1 dear cell was seen at most once. Class 2 called 1 at a cost"
    )


def test_comparison_needs_the_paired_matrix():
    joint = np.zeros((2, 2, 2), dtype=int)
    joint[0, 0, 0], joint[0, 1, 0], joint[1, 1, 1], joint[1, 1, 0] = 5, 2, 6, 3
    matrices = {"a": joint.sum(axis=2).tolist(), "b": joint.sum(axis=1).tolist()}
    costs = 1 - np.eye(2)
    assert class_costs(from_matrices(matrices), costs, rng=0).differences == {}
    result = class_costs(from_matrices(matrices, joint), costs, rng=0)
    assert result.differences["a", "b"].observed_total == pytest.approx(2 - 3)
    with pytest.raises(CostCurveError, match="must sum to the matrix of a"):
        from_matrices({"a": matrices["b"], "b": matrices["b"]}, joint)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: from_labels(Y, {}), "needs at least one classifier"),
        (lambda: from_labels(Y, {"tree": Y[:5]}), "tree"),
        (
            lambda: from_labels(RNG.random(99), {"tree": RNG.random(99)}),
            "at most 50 different labels",
        ),
        (lambda: from_matrices({}), "needs at least one matrix"),
        (lambda: from_matrices({"a": [[1, 2], [3, 4]], "b": np.eye(3)}), "same number of classes"),
        (lambda: from_matrices([[1, 2]]), "classifier"),
        (lambda: from_matrices([[1, 2], [3, 4]], np.ones((2, 2, 2))), "two classifiers"),
        (lambda: class_costs(from_labels(Y, PREDICTED), np.eye(2)), "classes"),
        (lambda: class_costs(from_labels(Y, PREDICTED), COSTS, level=2), "level"),
    ],
)
def test_invalid_input_raises(make, words):
    with pytest.raises(CostCurveError, match=words):
        make()
