"""Folds of one classifier and averages of their curves."""

import numpy as np
import pytest

from cc_widgets.core import (
    Predictions,
    RocCurve,
    convex_hull,
    cost_at,
    folds,
    lower_envelope,
    matrix_counts,
    point_set,
    predictions,
)
from cc_widgets.core.cross_validation import average_of
from cc_widgets.errors import CostCurveError

SEEDS = range(20)


def some_folds(rng: np.random.Generator) -> list[Predictions]:
    """Random folds of different sizes, with ties."""
    folds_ = []
    for size in rng.integers(4, 40, size=rng.integers(2, 12)):
        label = np.append([0, 1], rng.integers(0, 2, size))
        folds_.append(predictions(label, np.round(label + rng.normal(0, 1, label.size), 1)))
    return folds_


def least_cost(source: Predictions, pc: float) -> float:
    """Minimum cost by definition: over all thresholds and both baselines."""
    costs = []
    for threshold in [-np.inf, *source.score.tolist(), np.inf]:
        predicted = source.score >= threshold
        fpr, fnr = np.mean(predicted[~source.positive]), np.mean(~predicted[source.positive])
        costs.append((1 - pc) * fpr + pc * fnr)
    return float(min(costs))


@pytest.mark.parametrize("seed", SEEDS)
def test_average_cost_is_mean_of_minimum_costs(seed):
    rng = np.random.default_rng(seed)
    parts = some_folds(rng)
    curve = average_of(folds(parts)).cost
    for pc in [0.0, 1.0, *rng.random(5)]:
        mean = np.mean([least_cost(part, pc) for part in parts])
        assert cost_at(curve, [pc])[0] == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_average_is_dual_in_both_spaces(seed):
    average = average_of(folds(some_folds(np.random.default_rng(seed))))
    dual = lower_envelope(convex_hull([average.roc]))
    pc = np.union1d(dual.pc, average.cost.pc)
    assert cost_at(dual, pc) == pytest.approx(cost_at(average.cost, pc), abs=1e-12)


@pytest.mark.parametrize("by", ["cost", "vertical", "horizontal", "pooled"])
def test_average_does_not_depend_on_order_of_folds(by):
    rng = np.random.default_rng(3)
    parts = some_folds(rng)
    cost, reversed_cost = (average_of(folds(order), by).cost for order in (parts, parts[::-1]))
    pc = np.linspace(0.0, 1.0, 101)
    assert cost_at(cost, pc) == pytest.approx(cost_at(reversed_cost, pc), abs=1e-12)


def test_averages_of_two_points():  # Drummond and Holte 2000, figures 9 and 10
    pair = folds({"a": point_set(fpr=0.04, tpr=0.4), "b": point_set(fpr=0.3, tpr=0.8)})
    assert pair.names == ("a", "b")
    assert average_of(pair).roc.fpr == pytest.approx([0, 0.02, 0.17, 0.65, 1])
    assert average_of(pair, "horizontal").roc.fpr == pytest.approx([0, 0.095, 0.49, 1])


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], r"folds: must have at least one fold\. Got none\. Pass a list"),
        ("ab", r"folds: must be a list, or a dict by name\. Got a value of type str"),
        ({"": matrix_counts([[6, 4], [4, 16]])}, r"folds: names of classifiers must be"),
        ([([0, 1], [0.2, 0.9])], r"fold 1: must be predictions, .* type tuple\. Pass a list"),
        (
            [matrix_counts([[6, 4], [4, 16]]), point_set(fpr=0.3, tpr=0.7)],
            r"folds: must all be of the same type\. Got counts and ROC points",
        ),
        (
            [predictions(list("nyny"), [1, 2, 3, 4], pos_label=label) for label in "ny"],
            r"folds: must all have the same two classes",
        ),
    ],
)
def test_folds_reject_invalid_parts(parts, message):
    with pytest.raises(CostCurveError, match=message):
        folds(parts)


def test_same_examples_requires_same_examples_in_each_fold():
    label = [np.array([0, 1, 1]), np.array([1, 0, 0])]
    first, second = (folds([predictions(y, s) for y in label]) for s in ([1, 2, 3], [3, 1, 2]))
    assert first.same_examples(second)
    assert not first.same_examples(folds(first.parts[::-1]))
    assert not first.same_examples(folds(first.parts[:1]))
    part = first.parts[0]
    assert isinstance(part, Predictions)
    assert not part.same_examples(first)
    bare = folds([RocCurve(np.array([0.1]), np.array([0.6]))] * 2)
    assert not bare.same_examples(bare), "the examples of points are unknown"
