from statistics import NormalDist, mean, stdev

import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    confusion_from_labels,
    confusion_matrix,
    cost_matrix,
    paired_from_labels,
    paired_matrix,
    paired_z,
    z_interval,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import close

COST = cost_matrix([[0.0, 1.5, 2.0], [7.0, -1.0, 3.0], [20.0, 4.0, 0.0]])
RNG = np.random.default_rng(5)
TRUE = RNG.integers(0, 3, 60)
FIRST, SECOND = (np.where(RNG.random(60) < 0.7, TRUE, RNG.integers(0, 3, 60)) for _ in range(2))


def textbook(costs, level):
    """Mean -/+ z s / sqrt(n), from a cost for each example."""
    reach = NormalDist().inv_cdf((1 + level) / 2) * stdev(costs) / len(costs) ** 0.5
    return mean(costs) - reach, mean(costs) + reach


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_limits_are_those_of_the_costs_of_the_examples(level):
    found = z_interval(confusion_from_labels(TRUE, FIRST), COST, level=level)
    limits = textbook(COST.cost[TRUE, FIRST].tolist(), level)
    close(found.per_example.ends, limits)
    close(found.total.ends, np.multiply(60, limits))


def test_paired_limits_are_those_of_the_differences():
    found = paired_z(paired_from_labels(TRUE, FIRST, SECOND), COST)
    differences = COST.cost[TRUE, FIRST] - COST.cost[TRUE, SECOND]
    close(found.per_example.ends, textbook(differences.tolist(), 0.9))
    assert not found.rejected
    assert found.n_examples == 60


def test_the_standard_deviation_is_divided_by_the_root_of_the_number():
    # Without that, even a classifier ten times as dear is never told from another.
    both = paired_matrix([[[70, 0], [30, 0]], [[97, 0], [3, 0]]])
    found = paired_z(both, cost_matrix([[0, 1], [1, 0]]))
    close(found.mean_per_example, (30 - 3) / 200)
    assert found.rejected


def test_identical_classifiers_are_not_told_apart():
    found = paired_z(paired_from_labels(TRUE, FIRST, FIRST), COST)
    assert found.per_example.ends == (0.0,)
    assert not found.rejected


def test_one_classifier_is_not_taken_for_two_nor_two_for_one():
    one, two = confusion_from_labels(TRUE, FIRST), paired_from_labels(TRUE, FIRST, SECOND)
    with pytest.raises(CostCurveError, match="which two separate confusion matrices do not tell"):
        paired_z(one, COST)  # type: ignore[arg-type]
    with pytest.raises(CostCurveError, match="which way round the confusion matrix is"):
        z_interval(two, COST)  # type: ignore[arg-type]


def test_one_example_and_weights_have_no_normal_limits():
    with pytest.raises(CostCurveError, match="two examples or more"):
        z_interval(confusion_matrix([[1, 0], [0, 0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="must be whole numbers"):
        z_interval(confusion_matrix([[1.0, 0.5], [0.0, 2.0]]), cost_matrix(np.eye(2)))
    with pytest.raises(CostCurveError, match="level"):
        z_interval(confusion_matrix([[1, 1], [0, 2]]), cost_matrix(np.eye(2)), level=2)
