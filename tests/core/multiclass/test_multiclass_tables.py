"""Small versions of the simulations in tests/bench."""

import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    CostMatrix,
    bcost,
    confusion_matrix,
    z_interval,
)
from cc_widgets.core.multiclass.intervals import cell_probabilities
from cc_widgets.datasets import five_classes
from tests.bench.multiclass_limits import LEVEL, bootstrap_covers, normal_covers, probability_below
from tests.bench.multiclass_tables import Study, acceptance, coverage, joint
from tests.support.totals import distribution_of_total

RNG = np.random.default_rng(0)
COUNTS = RNG.multinomial(60, [0.5, 0.1, 0.1, 0.3], size=40)
COST = np.array([0.0, 1.3, 6.1, -0.4])
SMALL = Study(n_sets=40, set_size=250, n_matrices=2)


@pytest.mark.parametrize("pseudo_count", [0.0, 0.1])
def test_probability_of_a_lower_total_equals_enumeration(pseudo_count):
    cost = np.array([0, 1, 5, -2])
    probability = cell_probabilities(COUNTS[0], pseudo_count)
    values, chance = distribution_of_total(probability, cost, 60)
    for truth in (0.2, 0.3505, 0.5):  # between, at and between integer totals
        below = chance[values < 60 * truth - 1e-9].sum()
        tie = chance[np.abs(values - 60 * truth) < 1e-9].sum()
        chance_at = probability_below(probability[np.newaxis], cost.astype(float), 60, truth)
        assert chance_at[0] == pytest.approx(below + tie / 2, abs=2e-3)


def test_fast_coverage_equals_that_of_bcost():
    cost, truth = CostMatrix(COST.reshape(2, 2)), 0.62
    fast = [
        bootstrap_covers(COUNTS, COST, 0.1, truth, np.random.default_rng(each)) for each in range(5)
    ]
    slow = []
    for row in COUNTS:
        interval = bcost(confusion_matrix(row.reshape(2, 2)), cost, level=LEVEL, rng=3)
        limits = interval.per_example
        slow.append(limits.low <= truth <= limits.high)
    certain = np.all(fast, axis=0) | ~np.any(fast, axis=0)  # the others are at a limit
    assert certain.mean() > 0.8
    assert np.mean(fast[0][certain] == np.array(slow)[certain]) > 0.95
    assert 0 < np.mean(slow) < 1


def test_fast_normal_intervals_equal_z_interval():
    cost, truth = CostMatrix(COST.reshape(2, 2)), 0.62
    matrices = [confusion_matrix(row.reshape(2, 2)) for row in COUNTS]
    limits = [z_interval(matrix, cost, level=LEVEL).per_example for matrix in matrices]
    expected = [each.low <= truth <= each.high for each in limits]
    assert normal_covers(COUNTS, COST, truth).tolist() == expected


def test_joint_probabilities_of_equally_expensive_classifiers_are_independent():
    cost = SMALL.matrices("M9")[0]
    both, single = joint(cost, changed=0.0), five_classes(cost.cost).probability
    np.testing.assert_allclose(both.sum(axis=2), single, rtol=1e-12)
    np.testing.assert_allclose(both.sum(axis=1), single, rtol=1e-12)
    assert np.sum(both * cost.difference) == pytest.approx(0.0, abs=1e-9)
    first = single[1] / single[1].sum()
    np.testing.assert_allclose(both[1] / both[1].sum(), np.outer(first, first), rtol=1e-12)


def test_changed_predictions_are_different_and_more_expensive():
    cost = SMALL.matrices("M1")[0]
    both, changed = joint(cost, changed=0.0), joint(cost, changed=1.0)
    np.testing.assert_allclose(changed.sum(axis=2), both.sum(axis=2), rtol=1e-12)
    single = five_classes(cost.cost).probability
    never = (single.sum(axis=1, keepdims=True) - single) / 4  # the other predictions
    np.testing.assert_allclose(changed.sum(axis=1), never, rtol=1e-12)
    assert np.sum(changed * cost.difference) < -np.sum(single * cost.cost)


def test_coverage_is_near_nominal_and_reproducible():
    rates = coverage(SMALL, "M1")
    assert list(rates) == ["lambda 0", "lambda 0.1", "lambda 0.5", "z"]
    assert rates["lambda 0.1"].shape == (2,)
    assert rates["lambda 0.1"].mean() > 0.8
    repeated = coverage(Study(n_sets=40, set_size=250, n_matrices=2), "M1")
    assert {name: share.tolist() for name, share in repeated.items()} == {
        name: share.tolist() for name, share in rates.items()
    }


def test_equal_classifiers_are_rarely_rejected_and_changed_ones_often():
    assert acceptance(SMALL, "M1")["lambda 0"].mean() > 0.8
    assert acceptance(SMALL, "M1", changed=1.0)["lambda 0"].mean() < 0.1
