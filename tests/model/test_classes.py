"""What classifiers of several classes cost, said in numbers and in words that are true."""

import re

import numpy as np
import pytest

from cc_widgets.core.multiclass import bcost, bdeltacost, confusion_from_labels, cost_matrix
from cc_widgets.errors import CostCurveError
from cc_widgets.model.classes import class_costs, from_labels, from_matrices

RNG = np.random.default_rng(0)
Y = RNG.choice(list("abc"), 200, p=[0.6, 0.38, 0.02])
GIVEN = {
    name: np.where(RNG.random(200) < right, Y, RNG.choice(list("ab"), 200))
    for name, right in (("tree", 0.9), ("rule", 0.6))
}
COSTS = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 1.0], [50.0, 40.0, 0.0]])


def paid(name):
    """The mean cost of an example, one by one."""
    place = {"a": 0, "b": 1, "c": 2}
    pairs = zip(Y, GIVEN[name], strict=True)
    return float(np.mean([COSTS[place[true], place[said]] for true, said in pairs]))


def test_costs_are_those_of_the_examples_and_of_bcost():
    found = class_costs(from_labels(Y, GIVEN), COSTS, rng=1)
    for name, labels in GIVEN.items():
        limits = bcost(confusion_from_labels(Y, labels), cost_matrix(COSTS), rng=1)
        assert found.each[name].per_example == limits.per_example
        assert found.each[name].observed_total / 200 == pytest.approx(paid(name))
    assert found.words[0].startswith(f"tree costs {paid('tree'):.3g} an example on these 200 (90 %")


@pytest.mark.parametrize("order", [("tree", "rule"), ("rule", "tree")])
def test_who_costs_less_is_named_first_whoever_was_given_first(order):
    found = class_costs(from_labels(Y, {name: GIVEN[name] for name in order}), COSTS, rng=1)
    (words,) = (one for one in found.words if " less " in one)
    pattern = r"tree costs (\S+) less an example than rule \(90 %: (\S+) to (\S+)\)\."
    less, low, high = map(float, re.fullmatch(pattern, words).groups())  # type: ignore[union-attr]
    assert less == pytest.approx(paid("rule") - paid("tree"), abs=5e-3)
    own = bdeltacost(from_labels(Y, GIVEN).pairs["tree", "rule"], cost_matrix(COSTS), rng=1)
    limits = sorted(abs(one) for one in (own.per_example.low, own.per_example.high))
    assert [low, high] == pytest.approx(limits, rel=0.2)
    assert low < less < high


def test_what_may_be_chance_is_called_so():
    few = from_labels(list("aabb"), {"one": list("abbb"), "other": list("aaba")})
    words = class_costs(few, 1 - np.eye(2), rng=0).words
    assert "one and other cost the same: may be chance." in words


def test_a_dear_error_that_was_never_seen_is_warned_of():
    matrix = from_matrices({"tree": [[90, 9, 3], [12, 90, 5], [0, 1, 5]]})
    costs = np.where(np.eye(3), 0, 1.0)
    assert len(class_costs(matrix, costs, rng=0).words) == 2
    costs[2, 0] = 500
    warned = class_costs(matrix, costs, rng=0).words
    assert warned[1].startswith("tree: ")
    assert "never seen. Class 2 called 0 at a cost of 500" in warned[1]


def test_matrices_are_compared_only_by_their_joint_matrix():
    joint = np.zeros((2, 2, 2), dtype=int)
    joint[0, 0, 0], joint[0, 1, 0], joint[1, 1, 1], joint[1, 1, 0] = 5, 2, 6, 3
    each = {"a": joint.sum(axis=2).tolist(), "b": joint.sum(axis=1).tolist()}
    costs = 1 - np.eye(2)
    assert class_costs(from_matrices(each), costs, rng=0).differences == {}
    found = class_costs(from_matrices(each, joint), costs, rng=0)
    assert found.differences["a", "b"].observed_total == pytest.approx(2 - 3)
    with pytest.raises(CostCurveError, match="not the matrix of a"):
        from_matrices({"a": each["b"], "b": each["b"]}, joint)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: from_labels(Y, {}), "no classifier"),
        (lambda: from_labels(Y, {"tree": Y[:5]}), "tree"),
        (lambda: from_labels(RNG.random(99), {"tree": RNG.random(99)}), "kinds of label"),
        (lambda: from_matrices({}), "no matrix"),
        (lambda: from_matrices({"a": [[1, 2], [3, 4]], "b": np.eye(3)}), "different numbers"),
        (lambda: from_matrices([[1, 2]]), "classifier"),
        (lambda: from_matrices([[1, 2], [3, 4]], np.ones((2, 2, 2))), "two classifiers"),
        (lambda: class_costs(from_labels(Y, GIVEN), np.eye(2)), "classes"),
        (lambda: class_costs(from_labels(Y, GIVEN), COSTS, level=2), "level"),
    ],
)
def test_what_makes_no_sense_is_refused(make, words):
    with pytest.raises(CostCurveError, match=words):
        make()
