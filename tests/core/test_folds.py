"""Folds: one classifier that was evaluated several times, and what stands for it."""

import numpy as np
import pytest

from cc_widgets.core import (
    Predictions,
    RocCurve,
    average_of,
    convex_hull,
    cost_at,
    folds,
    lower_envelope,
    matrix_counts,
    point_set,
    predictions,
)
from cc_widgets.errors import CostCurveError

SEEDS = range(20)


def some_folds(rng: np.random.Generator) -> list[Predictions]:
    """Folds of all sizes, with ties."""
    found = []
    for size in rng.integers(4, 40, size=rng.integers(2, 12)):
        label = np.append([0, 1], rng.integers(0, 2, size))
        found.append(predictions(label, np.round(label + rng.normal(0, 1, label.size), 1)))
    return found


def least_cost(given: Predictions, pc: float) -> float:
    """The textbook: try every threshold, and both trivial rules."""
    costs = []
    for threshold in [-np.inf, *given.score.tolist(), np.inf]:
        called = given.score >= threshold
        fpr, fnr = np.mean(called[~given.positive]), np.mean(~called[given.positive])
        costs.append((1 - pc) * fpr + pc * fnr)
    return float(min(costs))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cost_of_folds_is_the_mean_of_their_least_costs(seed):
    rng = np.random.default_rng(seed)
    given = some_folds(rng)
    curve = average_of(folds(given)).cost
    for pc in [0.0, 1.0, *rng.random(5)]:
        mean = np.mean([least_cost(one, pc) for one in given])
        assert cost_at(curve, [pc])[0] == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_average_in_both_spaces_is_one(seed):
    average = average_of(folds(some_folds(np.random.default_rng(seed))))
    dual = lower_envelope(convex_hull([average.roc]))
    pc = np.union1d(dual.pc, average.cost.pc)
    assert cost_at(dual, pc) == pytest.approx(cost_at(average.cost, pc), abs=1e-12)


@pytest.mark.parametrize("by", ["cost", "vertical", "horizontal", "pooled"])
def test_the_order_of_folds_does_not_matter(by):
    rng = np.random.default_rng(3)
    given = some_folds(rng)
    one, other = (average_of(folds(some), by).cost for some in (given, given[::-1]))
    pc = np.linspace(0.0, 1.0, 101)
    assert cost_at(one, pc) == pytest.approx(cost_at(other, pc), abs=1e-12)


def test_the_known_average_of_two_points():  # Drummond and Holte 2000, figures 9 and 10
    pair = folds({"a": point_set(fpr=0.04, tpr=0.4), "b": point_set(fpr=0.3, tpr=0.8)})
    assert pair.names == ("a", "b")
    assert average_of(pair).roc.fpr == pytest.approx([0, 0.02, 0.17, 0.65, 1])
    assert average_of(pair, "horizontal").roc.fpr == pytest.approx([0, 0.095, 0.49, 1])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], r"folds: a classifier of folds has one fold or more\. Got none\. Pass a list"),
        ("ab", r"folds: folds are a list, or have names\. Got a value of type str"),
        ({"": matrix_counts([[6, 4], [4, 16]])}, r"folds: names of classifiers must be"),
        ([([0, 1], [0.2, 0.9])], r"fold 1: a fold is its predictions, .* type tuple\. Pass a list"),
        (
            [matrix_counts([[6, 4], [4, 16]]), point_set(fpr=0.3, tpr=0.7)],
            r"folds: folds are all of one kind\. Got counts and ROC points",
        ),
        (
            [predictions(list("nyny"), [1, 2, 3, 4], pos_label=label) for label in "ny"],
            r"folds: all folds must tell the same two classes apart",
        ),
    ],
)
def test_what_are_no_folds_of_one_classifier_is_refused(given, message):
    with pytest.raises(CostCurveError, match=message):
        folds(given)


def test_folds_are_the_same_only_if_all_their_examples_are():
    label = [np.array([0, 1, 1]), np.array([1, 0, 0])]
    one, other = (folds([predictions(y, s) for y in label]) for s in ([1, 2, 3], [3, 1, 2]))
    assert one.same_examples(other)
    assert not one.same_examples(folds(one.parts[::-1]))
    assert not one.same_examples(folds(one.parts[:1]))
    part = one.parts[0]
    assert isinstance(part, Predictions)
    assert not part.same_examples(one)
    bare = folds([RocCurve(np.array([0.1]), np.array([0.6]))] * 2)
    assert not bare.same_examples(bare), "nobody knows of which examples"
