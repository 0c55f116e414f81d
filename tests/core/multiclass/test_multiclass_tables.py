"""The simulations of tests/bench, made small."""

import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    CostMatrix,
    bcost,
    confusion_matrix,
    z_interval,
)
from cc_widgets.core.multiclass._intervals import smoothed
from cc_widgets.datasets import five_classes
from tests.bench.multiclass_limits import LEVEL, bootstrap_holds, chance_below, normal_holds
from tests.bench.multiclass_tables import Study, coverage, joint, kept
from tests.support.totals import total_distribution

RNG = np.random.default_rng(0)
COUNTS = RNG.multinomial(60, [0.5, 0.1, 0.1, 0.3], size=40)
COST = np.array([0.0, 1.3, 6.1, -0.4])
SMALL = Study(n_sets=40, set_size=250, n_matrices=2)


@pytest.mark.parametrize("pseudo_count", [0.0, 0.1])
def test_the_chance_of_a_lower_total_is_that_of_enumeration(pseudo_count):
    cost = np.array([0, 1, 5, -2])
    probability = smoothed(COUNTS[0], pseudo_count)
    values, chance = total_distribution(probability, cost, 60)
    for truth in (0.2, 0.3505, 0.5):  # between, at and between whole totals
        below = chance[values < 60 * truth - 1e-9].sum()
        tie = chance[np.abs(values - 60 * truth) < 1e-9].sum()
        found = chance_below(probability[np.newaxis], cost.astype(float), 60, truth)
        assert found[0] == pytest.approx(below + tie / 2, abs=2e-3)


def test_intervals_hold_the_truth_as_often_as_those_of_bcost():
    cost, truth = CostMatrix(COST.reshape(2, 2)), 0.62
    fast = [
        bootstrap_holds(COUNTS, COST, 0.1, truth, np.random.default_rng(each)) for each in range(5)
    ]
    slow = []
    for row in COUNTS:
        found = bcost(confusion_matrix(row.reshape(2, 2)), cost, level=LEVEL, rng=3)
        limits = found.per_example
        slow.append(limits.low <= truth <= limits.high)
    certain = np.all(fast, axis=0) | ~np.any(fast, axis=0)  # the others lie at a limit
    assert certain.mean() > 0.8
    assert np.mean(fast[0][certain] == np.array(slow)[certain]) > 0.95
    assert 0 < np.mean(slow) < 1


def test_normal_intervals_are_those_of_the_core():
    cost, truth = CostMatrix(COST.reshape(2, 2)), 0.62
    matrices = [confusion_matrix(row.reshape(2, 2)) for row in COUNTS]
    limits = [z_interval(matrix, cost, level=LEVEL).per_example for matrix in matrices]
    expected = [each.low <= truth <= each.high for each in limits]
    assert normal_holds(COUNTS, COST, truth).tolist() == expected


def test_two_classifiers_that_cost_the_same_err_on_other_examples():
    cost = SMALL.matrices("M9")[0]
    both, single = joint(cost, changed=0.0), five_classes(cost.cost).probability
    np.testing.assert_allclose(both.sum(axis=2), single, rtol=1e-12)
    np.testing.assert_allclose(both.sum(axis=1), single, rtol=1e-12)
    assert np.sum(both * cost.difference) == pytest.approx(0.0, abs=1e-9)
    first = single[1] / single[1].sum()
    np.testing.assert_allclose(both[1] / both[1].sum(), np.outer(first, first), rtol=1e-12)


def test_changed_answers_are_others_and_cost_more():
    cost = SMALL.matrices("M1")[0]
    both, changed = joint(cost, changed=0.0), joint(cost, changed=1.0)
    np.testing.assert_allclose(changed.sum(axis=2), both.sum(axis=2), rtol=1e-12)
    single = five_classes(cost.cost).probability
    never = (single.sum(axis=1, keepdims=True) - single) / 4  # the answers that were not given
    np.testing.assert_allclose(changed.sum(axis=1), never, rtol=1e-12)
    assert np.sum(changed * cost.difference) < -np.sum(single * cost.cost)


def test_coverage_is_near_its_level_and_the_same_for_the_same_seed():
    found = coverage(SMALL, "M1")
    assert list(found) == ["lambda 0", "lambda 0.1", "lambda 0.5", "z"]
    assert found["lambda 0.1"].shape == (2,)
    assert found["lambda 0.1"].mean() > 0.8
    again = coverage(Study(n_sets=40, set_size=250, n_matrices=2), "M1")
    assert {name: share.tolist() for name, share in again.items()} == {
        name: share.tolist() for name, share in found.items()
    }


def test_equal_classifiers_are_kept_and_changed_ones_are_told():
    assert kept(SMALL, "M1")["lambda 0"].mean() > 0.8
    assert kept(SMALL, "M1", changed=1.0)["lambda 0"].mean() < 0.1
